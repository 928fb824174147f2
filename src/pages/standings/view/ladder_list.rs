//! The standings of a ladder as one table, or as two: rankings and statistics.

use std::{fmt::Write as _, sync::Arc};

use egui::{Rect, Ui, UiBuilder};

use crate::{
    app::{
        Command, FocusTarget,
        exporting::{ExportedColumn, ExportedList},
        page::{Ctx, Outbox},
    },
    domain::PlayerId,
    kit::{Cell, Column, EmptyState, Icon, Table, page::section_title, tokens::space},
    pages::{
        looks::row_menu::{OF_PLAYER, row_commands},
        standings::ladders::{LadderList, Line},
    },
    publish::figure,
    rating::{Kind, LadderRow, Value},
    spreadsheet::Cell as ExportedCell,
};

/// Around the text of a cell, and of each letter, in points.
const AROUND: f32 = 28.0;
const LETTER: f32 = 7.6;

/// No column of figures is wider than this, in points: the figures of a Race Code league have any number of digits.
const WIDEST: f32 = 210.0;

/// Stands in place of a name at a rank that nobody holds.
const NOBODY: &str = "–";

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
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        list: &LadderList,
        kind: &Kind,
        selected: Option<PlayerId>,
        keyboard: Option<FocusTarget>,
    ) -> Done {
        let is_empty = |line: &usize| matches!(list.lines.get(*line), Some(Line::Empty(_)));
        let mut line = match selected {
            Some(player) => list.line_of(player),
            None => self.empty_line.filter(is_empty),
        };
        let mut done = Done::default();
        let all = ui.available_rect_before_wrap();
        let parts = parts(list);
        let rooms = rooms(list, &parts, all);
        let mut moved = None;
        for (at, (part, rect)) in parts.iter().zip(rooms).enumerate() {
            // Named, so that what comes and goes above doesn’t take the keyboard away.
            let builder = UiBuilder::new().id_salt(part.name).max_rect(rect);
            let mut child = ui.new_child(builder);
            if parts.len() > 1 {
                section_title(&mut child, part.name);
            }
            let wanted = at == 0 && keyboard == Some(FocusTarget::List);
            let table = table(&mut child, (ctx, out), (list, kind), part, line, wanted);
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

impl Part {
    /// The width that its columns need, in points; the outline takes one at each edge.
    fn needs(&self, list: &LadderList) -> f32 {
        let widths = self.columns.iter().map(|of| width(list, *of));
        widths.sum::<f32>() + 2.0
    }
}

/// The list, to be written to a file: both tables side by side, with every digit of the figures.
pub(in crate::pages::standings) fn exported(name: &str, list: Arc<LadderList>) -> ExportedList {
    let mut shown = Vec::new();
    for of in parts(&list).into_iter().flat_map(|part| part.columns) {
        if !shown.contains(&of) {
            shown.push(of);
        }
    }
    let columns = shown.iter().map(|of| {
        let title = title(&list, *of);
        match *of {
            Of::Rank => ExportedColumn::number(title),
            Of::Name | Of::Group => ExportedColumn::text(title),
            Of::Value(at) => {
                let column = if list.is_number(at) {
                    ExportedColumn::number(title)
                } else {
                    ExportedColumn::text(title)
                };
                let of_ladder = list.standings.columns.get(at);
                column.by_name(of_ladder.is_some_and(|column| column.personal))
            }
        }
    });
    ExportedList::new(name, "line", columns.collect(), move || {
        let row = |line| {
            shown
                .iter()
                .map(|of| exported_cell(&list, line, *of))
                .collect()
        };
        (0..list.lines.len()).map(row).collect()
    })
    .of_all_weeks()
}

fn exported_cell(list: &LadderList, line: usize, of: Of) -> ExportedCell {
    let Some(row) = list.player_at(line) else {
        return match (list.lines.get(line), of) {
            (Some(Line::Empty(rank)), Of::Rank) => ExportedCell::whole(*rank),
            (_, Of::Name) => ExportedCell::text(NOBODY),
            _ => ExportedCell::Empty,
        };
    };
    match of {
        Of::Rank => ExportedCell::whole(row.rank),
        Of::Name => ExportedCell::text(name_in_list(list, line, row)),
        Of::Group => ExportedCell::text(&row.group),
        Of::Value(at) => row.values.get(at).map_or(ExportedCell::Empty, figure),
    }
}

/// "de la Cruz, Ola", and whether the player is inactive.
fn name_in_list(list: &LadderList, line: usize, row: &LadderRow) -> String {
    let name = list.name(line);
    if row.active {
        name.to_owned()
    } else {
        format!("{name}, inactive")
    }
}

/// Where the tables stand: beside each other where both have room for all their columns, otherwise one under the other.
fn rooms(list: &LadderList, parts: &[Part], all: Rect) -> Vec<Rect> {
    let [first, second] = parts else {
        return vec![all];
    };
    let spare = all.width() - first.needs(list) - second.needs(list) - space::XL;
    if spare >= 0.0 {
        let edge = all.left() + first.needs(list) + spare / 2.0;
        let right = all.with_min_x(edge + space::XL);
        return vec![all.with_max_x(edge), right];
    }
    let middle = all.center().y;
    let below = all.with_min_y(middle + space::S);
    vec![all.with_max_y(middle - space::S), below]
}

/// What was done in one table.
struct InTable {
    /// The line that the selection has gone to now.
    chosen: Option<usize>,
    activated: Option<PlayerId>,
}

fn table(
    ui: &mut Ui,
    shell: (&Ctx<'_>, &mut Outbox),
    (list, kind): (&LadderList, &Kind),
    part: &Part,
    line: Option<usize>,
    takes_keyboard: bool,
) -> InTable {
    let columns = part.columns.iter().map(|of| column(list, *of));
    let columns = columns.collect::<Vec<_>>();
    let row_name = |line: usize| in_words(list, part, line);
    let type_ahead = |line: usize| list.name(line).to_owned();
    let mut empty = |ui: &mut Ui| nobody(ui);
    let id = ui.make_persistent_id(("the line seen last", part.name));
    let seen: Option<Option<usize>> = ui.data(|data| data.get_temp(id));
    let reveal = line.filter(|_| seen != Some(line));
    let mut selected = line;
    let table = Table::new(part.name, &columns, list.lines.len())
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
            let decides = title(list, *of) == kind.figure;
            draw(cell, list, line, *of, decides);
        }
    });
    ui.data_mut(|data| data.insert_temp(id, selected));
    let commands = OF_PLAYER.iter().chain(&[Command::COPY_STANDINGS]).copied();
    row_commands(ui, shell, part.name, &response, commands);
    let activated = response.activated.and_then(|line| list.player_at(line));
    InTable {
        chosen: selected.filter(|_| response.selection_changed),
        activated: activated.map(|row| row.player),
    }
}

/// The width of a column, in points; of names the least.
fn width(list: &LadderList, of: Of) -> f32 {
    match of {
        Of::Rank => 60.0,
        Of::Name => 128.0,
        Of::Group => 112.0,
        Of::Value(at) => {
            let letters = list.widest(at).max(title(list, of).chars().count());
            #[expect(clippy::cast_precision_loss, reason = "a width on the screen")]
            let letters = letters as f32;
            (AROUND + LETTER * letters).min(WIDEST).round()
        }
    }
}

fn column(list: &LadderList, of: Of) -> Column<'static> {
    let (title, width) = (title(list, of), width(list, of));
    match of {
        Of::Rank => Column::fixed(title, width).right(),
        Of::Name => Column::flexible(title, width),
        Of::Value(at) if list.is_number(at) => Column::fixed(title, width).right(),
        Of::Group | Of::Value(_) => Column::fixed(title, width),
    }
}

fn title(list: &LadderList, of: Of) -> &'static str {
    match of {
        Of::Rank => "Rank",
        Of::Name => "Name",
        Of::Group => "Group",
        Of::Value(at) => {
            let column = list.standings.columns.get(at);
            column.map_or("", |column| column.title)
        }
    }
}

/// Draws a cell; `decides` where it is the figure that one comes for.
fn draw(cell: &mut Cell<'_>, list: &LadderList, line: usize, of: Of, decides: bool) {
    let Some(row) = list.player_at(line) else {
        match (list.lines.get(line), of) {
            (Some(Line::Empty(rank)), Of::Rank) => cell.weak(&rank.to_string()),
            (_, Of::Name) => cell.weak(NOBODY),
            _ => {}
        }
        return;
    };
    match of {
        Of::Rank if decides => cell.strong(&row.rank.to_string()),
        Of::Rank => cell.weak(&row.rank.to_string()),
        Of::Name if row.active => cell.strong(&name_in_list(list, line, row)),
        Of::Name => cell.weak(&name_in_list(list, line, row)),
        Of::Group if row.group.is_empty() => cell.weak("–"),
        Of::Group => cell.text(&row.group),
        Of::Value(at) => match row.values.get(at) {
            Some(Value::Blank) | None => cell.weak("–"),
            Some(_) if decides => cell.strong(list.text(line, at)),
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
            let title = title(list, *of).to_lowercase();
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
