//! The standings of a ladder as one table, or as two: rankings and statistics.

use std::fmt::Write as _;

use egui::{Ui, UiBuilder};

use crate::{
    app::{
        KeyboardTo,
        ladders::{LadderList, Line},
    },
    domain::PlayerId,
    rating,
    ui::kit::{Cell, Column, EmptyState, Icon, Table, page::section_title, tokens::space},
};

/// Two tables stand beside each other from this width on, in points.
const SIDE_BY_SIDE: f32 = 820.0;

/// Around the text of a cell, and of each letter, in points.
const AROUND: f32 = 30.0;
const LETTER: f32 = 7.6;

/// No column of figures is wider than this, in points: the figures of a Race Code league have any number of digits.
const WIDEST: f32 = 210.0;

/// What a column of the table shows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Of {
    Rank,
    Name,
    Group,
    /// A column of the standings, by its place.
    Value(usize),
}

/// What was done in the tables.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) selected: Option<PlayerId>,
    /// Who is to be explained.
    pub(super) activated: Option<PlayerId>,
    pub(super) took_keyboard: bool,
}

/// The tables of a ladder.
#[derive(Debug, Default)]
pub(super) struct LadderTables {
    /// The selected line, if it is an empty rank.
    empty_line: Option<usize>,
}

/// One of the tables.
struct Part {
    name: &'static str,
    columns: Vec<Of>,
}

impl LadderTables {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        list: &LadderList,
        selected: Option<PlayerId>,
        keyboard: Option<KeyboardTo>,
    ) -> Done {
        let is_empty = |line: &usize| matches!(list.lines.get(*line), Some(Line::Empty(_)));
        let mut line = match selected {
            Some(player) => list.line_of(player),
            None => self.empty_line.filter(is_empty),
        };
        let mut done = Done::default();
        let parts = parts(list);
        let room = ui.available_size();
        let count = parts.len();
        let is_wide = room.x >= SIDE_BY_SIDE;
        let all = ui.available_rect_before_wrap();
        let mut left_over = all;
        let mut moved = None;
        for (at, part) in parts.iter().enumerate() {
            let rect =
                match (count, at) {
                    (1, _) => left_over,
                    (_, 0) if is_wide => left_over
                        .with_max_x(left_over.left() + (left_over.width() - space::XL) * 0.5),
                    (_, 0) => left_over
                        .with_max_y(left_over.top() + (left_over.height() - space::M) * 0.5),
                    _ => left_over,
                };
            if is_wide {
                left_over.min.x = rect.right() + space::XL;
            } else {
                left_over.min.y = rect.bottom() + space::M;
            }
            // Named, so that what comes and goes above doesn’t take the keyboard away.
            let builder = UiBuilder::new().id_salt(part.name).max_rect(rect);
            let mut child = ui.new_child(builder);
            if count > 1 {
                section_title(&mut child, part.name);
            }
            let name = if count > 1 { part.name } else { "Standings" };
            let wanted = at == 0 && keyboard == Some(KeyboardTo::List);
            let table = table(&mut child, name, list, part, line, wanted);
            if let Some(chosen) = table.chosen {
                moved = Some(chosen);
            }
            done.activated = done.activated.or(table.activated);
            done.took_keyboard |= wanted;
        }
        ui.advance_cursor_after_rect(all);
        if let Some(moved) = moved {
            line = Some(moved);
            // Both tables show the same line.
            ui.ctx().request_repaint();
        }
        done.selected = line.and_then(|line| Some(list.player_at(line)?.player));
        self.empty_line = line.filter(is_empty);
        if line.is_none() {
            // Somebody who isn't listed here may be on another ladder.
            done.selected = selected;
        }
        done
    }
}

/// The tables: one with everything, or rankings and statistics apart.
fn parts(list: &LadderList) -> Vec<Part> {
    let columns = list.standings.columns.iter().enumerate();
    let listed = columns.filter(|(_, column)| column.listed);
    let listed = listed.collect::<Vec<_>>();
    let values = |statistics: Option<bool>| {
        let of_part = listed.iter().filter(move |(_, column)| {
            statistics.is_none_or(|statistics| column.statistics == statistics)
        });
        of_part.map(|(at, _)| Of::Value(*at)).collect::<Vec<_>>()
    };
    let group = list.has_groups().then_some(Of::Group);
    let head = || vec![Of::Rank, Of::Name];
    if !list.standings.in_two_parts {
        return vec![Part {
            name: "Standings",
            columns: [head(), group.into_iter().collect(), values(None)].concat(),
        }];
    }
    vec![
        Part {
            name: "Rankings",
            columns: [head(), group.into_iter().collect(), values(Some(false))].concat(),
        },
        Part {
            name: "Statistics",
            columns: [head(), values(Some(true))].concat(),
        },
    ]
}

/// What was done in one table.
struct InTable {
    /// The line that the selection has gone to now.
    chosen: Option<usize>,
    activated: Option<PlayerId>,
}

fn table(
    ui: &mut Ui,
    name: &str,
    list: &LadderList,
    part: &Part,
    line: Option<usize>,
    takes_keyboard: bool,
) -> InTable {
    let columns = part.columns.iter().map(|of| column(list, *of));
    let columns = columns.collect::<Vec<_>>();
    let row_name = |line: usize| in_words(list, part, line);
    let type_ahead = |line: usize| list.name(line).to_owned();
    let mut empty = |ui: &mut Ui| nobody(ui);
    let id = ui.make_persistent_id(("the line seen last", name));
    let seen: Option<Option<usize>> = ui.data(|data| data.get_temp(id));
    let reveal = line.filter(|_| seen != Some(line));
    let mut selected = line;
    let table = Table::new(name, &columns, list.lines.len())
        .row_name(&row_name)
        .type_ahead(&type_ahead)
        .reveal(reveal)
        .empty(&mut empty);
    if takes_keyboard {
        // Before the table is drawn, so that the next key is already for it.
        let id = table.id_in(ui);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let response = table.show(ui, &mut selected, |cell, line, column| {
        if let Some(of) = part.columns.get(column) {
            draw(cell, list, line, *of);
        }
    });
    ui.data_mut(|data| data.insert_temp(id, selected));
    let activated = response.activated.and_then(|line| list.player_at(line));
    InTable {
        chosen: selected.filter(|_| response.selection_changed),
        activated: activated.map(|row| row.player),
    }
}

fn column(list: &LadderList, of: Of) -> Column<'static> {
    match of {
        Of::Rank => Column::fixed("Rank", 64.0).right(),
        Of::Name => Column::flexible("Name", 150.0),
        Of::Group => Column::fixed("Group", 112.0),
        Of::Value(at) => {
            let title = title(list, at);
            let letters = list.widest(at).max(title.chars().count());
            let width = (AROUND + LETTER * letters_wide(letters)).min(WIDEST);
            let column = Column::fixed(title, width).key(list.standings.columns[at].key);
            if list.is_number(at) {
                column.right()
            } else {
                column
            }
        }
    }
}

fn title(list: &LadderList, column: usize) -> &'static str {
    let column = list.standings.columns.get(column);
    column.map_or("", |column| column.title)
}

#[expect(clippy::cast_precision_loss, reason = "a width on the screen")]
fn letters_wide(letters: usize) -> f32 {
    letters as f32
}

fn draw(cell: &mut Cell<'_>, list: &LadderList, line: usize, of: Of) {
    let Some(row) = list.player_at(line) else {
        match (list.lines.get(line), of) {
            (Some(Line::Empty(rank)), Of::Rank) => cell.weak(&rank.to_string()),
            (_, Of::Name) => cell.weak("–"),
            _ => {}
        }
        return;
    };
    match of {
        Of::Rank => cell.weak(&row.rank.to_string()),
        Of::Name if row.active => cell.strong(list.name(line)),
        Of::Name => cell.weak(&format!("{}, inactive", list.name(line))),
        Of::Group if row.group.is_empty() => cell.weak("–"),
        Of::Group => cell.text(&row.group),
        Of::Value(at) => match row.values.get(at) {
            Some(rating::Value::Blank) | None => cell.weak("–"),
            Some(_) => cell.text(list.text(line, at)),
        },
    }
}

/// A line for somebody who hears it.
fn in_words(list: &LadderList, part: &Part, line: usize) -> String {
    let Some(row) = list.player_at(line) else {
        return match list.lines.get(line) {
            Some(Line::Empty(rank)) => format!("{rank}, nobody holds this rank"),
            _ => String::new(),
        };
    };
    let mut words = format!("{}, {}", row.rank, list.name(line));
    if !row.group.is_empty() {
        _ = write!(words, ", {}", row.group);
    }
    if !row.active {
        words.push_str(", inactive");
    }
    for of in &part.columns {
        if let Of::Value(at) = *of {
            let text = match list.text(line, at) {
                "–" => "none",
                text => text,
            };
            let title = title(list, at).to_lowercase();
            _ = write!(words, ", {title} {text}");
        }
    }
    words
}

fn nobody(ui: &mut Ui) {
    EmptyState::new(
        Icon::Players,
        "Nobody to list",
        "No active player is on this ladder. Choose “Inactive players too”.",
    )
    .show(ui, |_| ());
}
