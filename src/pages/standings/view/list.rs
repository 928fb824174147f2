//! The standings as tables: one for the camp, or one for each group.

use std::{fmt::Write as _, sync::Arc};

use egui::{Id, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use crate::{
    app::{
        Action, Command,
        exporting::{ExportedColumn, ExportedList},
        page::{Ctx, Outbox},
    },
    domain::{Moved, Record, Section, Standings, StandingsRow, counted, show_rating},
    kit::{
        Cell, Column, EmptyState, Icon, Table, UiTokens as _,
        page::section_title,
        table::{WIDEST_NAME, width_of_name},
        tokens::{Tokens, size, space},
    },
    pages::{
        looks::{
            change_cell,
            keyboard::comes_to_list,
            row_menu::{OF_PLAYER, row_commands},
        },
        standings::StandingsPage,
    },
    spreadsheet::Cell as ExportedCell,
};

/// So many names are measured, from the top of each list, and where there are many lists together.
const MEASURED: usize = 300;

/// Beside the lists of groups, in points: the scroll bar lies over the right edge.
const BESIDE: f32 = space::L;

/// What a column shows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Figure {
    Rank,
    Moved,
    Name,
    Group,
    Rating,
    Change,
    Tally,
    Games,
}

/// From left to right.
const ALL: [Figure; 8] = [
    Figure::Rank,
    Figure::Moved,
    Figure::Name,
    Figure::Group,
    Figure::Rating,
    Figure::Change,
    Figure::Tally,
    Figure::Games,
];

/// Stands in place of the places gained of who wasn't in the list of the week before.
const NEW: &str = "new";

/// The selected line of the lists.
#[derive(Debug, Default)]
pub(super) struct List {
    /// Section and row.
    selected: Option<(usize, usize)>,
    /// The section whose table has the keyboard.
    focused: Option<usize>,
    /// Whether the first table shall take the keyboard.
    keyboard_wanted: bool,
}

impl List {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        page: &mut StandingsPage,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) {
        let standings = page.list(ctx.camp);
        self.keyboard_wanted |= comes_to_list(ui, out);
        let mut wanted = None;
        if let [section] = standings.sections.as_slice() {
            let fit = Fit::of_each(ui, &standings.sections, ui.available_width());
            let fit = fit.first().copied().unwrap_or_default();
            self.section(ui, (ctx, out), (0, fit), section, &mut wanted);
        } else if standings.sections.is_empty() {
            nobody(ui);
        } else {
            ScrollArea::vertical()
                .id_salt("standings by group")
                .auto_shrink(false)
                .show(ui, |ui| {
                    let room = ui.available_width() - BESIDE;
                    let fits = Fit::of_each(ui, &standings.sections, room);
                    for (place, section) in fits.into_iter().enumerate().zip(&standings.sections) {
                        self.titled_section(ui, (ctx, out), place, section, &mut wanted);
                    }
                });
        }
        page.selected = self
            .selected
            .and_then(|(at, row)| standings.sections.get(at)?.rows.get(row))
            .map(|row| row.id);
        if let Some(record) = wanted {
            out.send(Action::Show(record));
        }
    }

    /// A section with its title, as high as its rows need.
    fn titled_section(
        &mut self,
        ui: &mut Ui,
        shell: (&Ctx<'_>, &mut Outbox),
        (at, fit): (usize, Fit),
        section: &Section,
        wanted: &mut Option<Record>,
    ) {
        ui.horizontal(|ui| {
            section_title(ui, section.group.as_deref().unwrap_or("Whole camp"));
            let count = counted(section.rows.len(), "player");
            ui.label(RichText::new(count).color(ui.tokens().text_weak));
        });
        // The table's outline takes one point at each edge.
        let row_height = ui.row_height();
        let rows = section
            .rows
            .iter()
            .fold(0.0, |height, _| height + row_height);
        let height = size::HEADER + rows + 2.0;
        let room = vec2(ui.available_width() - BESIDE, height);
        let (_, rect) = ui.allocate_space(room);
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
        let name = name_of(section);
        let id = Table::new(&name, &[], 0).id_in(&child);
        self.follow_keyboard(ui, at, id, rect);
        if ui.is_rect_visible(rect) {
            let moved = self.section(&mut child, shell, (at, fit), section, wanted);
            if let Some(row) = moved {
                let top = (0..row).fold(rect.top() + size::HEADER, |top, _| top + row_height);
                let line = Rect::from_x_y_ranges(rect.x_range(), top..=top + row_height);
                ui.scroll_to_rect(line, None);
            }
        } else {
            // Out of sight it is only a place for the keyboard to come to.
            let response = child.interact(rect, id, Sense::FOCUSABLE);
            response.widget_info(|| WidgetInfo::labeled(Role::Table, true, &name));
        }
        ui.add_space(space::L);
    }

    /// Brings the head of a table into view when the keyboard comes to it.
    fn follow_keyboard(&mut self, ui: &Ui, at: usize, id: Id, rect: Rect) {
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        if has_focus && self.focused != Some(at) {
            self.focused = Some(at);
            let head = rect.with_max_y(rect.bottom().min(rect.top() + 200.0));
            if !ui.clip_rect().contains_rect(head) {
                ui.scroll_to_rect(head, None);
            }
        } else if !has_focus && self.focused == Some(at) {
            self.focused = None;
        }
    }

    /// The table of a section; tells which row the selection has gone to now.
    fn section(
        &mut self,
        ui: &mut Ui,
        shell: (&Ctx<'_>, &mut Outbox),
        (at, fit): (usize, Fit),
        section: &Section,
        wanted: &mut Option<Record>,
    ) -> Option<usize> {
        let rows = &section.rows;
        let t = ui.tokens();
        let figures = figures(section);
        let columns = columns(&figures, fit);
        let name = name_of(section);
        let row_name = |row: usize| rows.get(row).map_or_else(String::new, in_words);
        let type_ahead = |row: usize| {
            rows.get(row)
                .map_or_else(String::new, |row| row.last_name.clone())
        };
        let mut empty = |ui: &mut Ui| nobody(ui);
        let mut selected = self
            .selected
            .filter(|(of, _)| *of == at)
            .map(|(_, row)| row);
        let response = Table::new(&name, &columns, rows.len())
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| {
                if let (Some(row), Some(figure)) = (rows.get(row), figures.get(column)) {
                    draw(cell, t, row, *figure);
                }
            });
        let commands = OF_PLAYER.iter().chain(&[Command::COPY_STANDINGS]).copied();
        row_commands(ui, shell, &name, &response, commands);
        if std::mem::take(&mut self.keyboard_wanted) {
            response.response.request_focus();
        }
        if response.selection_changed {
            self.selected = selected.map(|row| (at, row));
        }
        if let Some(row) = response.activated.and_then(|row| rows.get(row)) {
            *wanted = Some(Record::Player(row.id));
        }
        selected.filter(|_| response.selection_changed)
    }
}

/// The columns of a file with all sections: with the group in any case, as what stands under titles here is one table there.
fn exported_columns(standings: &Standings) -> Vec<Figure> {
    let mut sections = standings.sections.iter();
    let has_moved = sections.any(|section| section.rows.iter().any(|row| row.moved.is_some()));
    let mut columns = ALL.to_vec();
    columns.retain(|figure| has_moved || *figure != Figure::Moved);
    columns
}

/// The list, to be written to a file. What one column shows of won, drawn and lost games are three numbers there.
pub(in crate::pages::standings) fn exported(standings: Arc<Standings>) -> ExportedList {
    let figures = exported_columns(&standings);
    let columns = figures.iter().flat_map(|figure| match figure {
        Figure::Name | Figure::Group => vec![ExportedColumn::text(title(*figure, false))],
        Figure::Tally => ["Won", "Drawn", "Lost"]
            .map(ExportedColumn::number)
            .to_vec(),
        _ => vec![ExportedColumn::number(title(*figure, false))],
    });
    ExportedList::new("Standings", "player", columns.collect(), move || {
        let cells = |row: &StandingsRow| {
            let cells = figures
                .iter()
                .flat_map(|figure| exported_cells(row, *figure));
            cells.collect()
        };
        standings.rows().map(cells).collect()
    })
}

fn exported_cells(row: &StandingsRow, figure: Figure) -> Vec<ExportedCell> {
    vec![match figure {
        Figure::Rank => ExportedCell::count(row.rank),
        Figure::Moved => match row.moved {
            None => ExportedCell::Empty,
            Some(Moved::New) => ExportedCell::text(NEW),
            Some(Moved::Ranks(ranks)) => ExportedCell::Number(ranks),
        },
        Figure::Name => ExportedCell::text(name_in_list(row)),
        Figure::Group => ExportedCell::text(&row.group),
        Figure::Rating => ExportedCell::Number(row.rating),
        Figure::Change => ExportedCell::Number(row.change),
        Figure::Tally => {
            return [row.won, row.drawn, row.lost]
                .map(ExportedCell::count)
                .to_vec();
        }
        Figure::Games => ExportedCell::count(row.games),
    }]
}

/// "de la Cruz, Ola", and whether the player is inactive.
fn name_in_list(row: &StandingsRow) -> String {
    let name = row.listed_name();
    if row.active {
        name
    } else {
        format!("{name}, inactive")
    }
}

/// What the table of a section is called.
fn name_of(section: &Section) -> String {
    section.group.as_ref().map_or_else(
        || "Standings".to_owned(),
        |group| format!("Standings, {group}"),
    )
}

/// What the list of a section shows.
fn figures(section: &Section) -> Vec<Figure> {
    let has_moved = section.rows.iter().any(|row| row.moved.is_some());
    let is_shown = |figure: &Figure| match figure {
        Figure::Moved => has_moved,
        Figure::Group => section.group.is_none(),
        _ => true,
    };
    ALL.into_iter().filter(is_shown).collect()
}

/// How the columns of a list fit into its room.
#[derive(Clone, Copy, Debug, Default)]
struct Fit {
    /// The width of the widest name, in points, as far as it is shown.
    names: f32,
    /// Names had no room beside the other columns in one of the lists: then all of them have narrower ones.
    is_narrow: bool,
}

impl Fit {
    /// That of each list, all of this width in points.
    fn of_each(ui: &Ui, sections: &[Section], room: f32) -> Vec<Self> {
        let measured = MEASURED.div_ceil(sections.len().max(1));
        let names = sections.iter().map(|section| {
            let names = section.rows.iter().take(measured);
            let names = names.map(|row| width_of_name(ui, name_in_list(row)));
            names.fold(0.0, f32::max).min(WIDEST_NAME)
        });
        let mut fits = names
            .map(|names| Self {
                names,
                is_narrow: false,
            })
            .collect::<Vec<_>>();
        // The table's outline takes one point at each edge.
        let has_no_room = |(fit, section): (&Self, &Section)| {
            let wide = figures(section).into_iter().map(|figure| fit.width(figure));
            wide.sum::<f32>() + 2.0 > room
        };
        let is_narrow = fits.iter().zip(sections).any(has_no_room);
        for fit in &mut fits {
            fit.is_narrow = is_narrow;
        }
        fits
    }

    /// The width of a column, in points.
    fn width(self, figure: Figure) -> f32 {
        let width = width(figure, self.is_narrow);
        match figure {
            Figure::Name => self.names.max(width),
            _ => width,
        }
    }
}

/// The columns of a list.
fn columns(figures: &[Figure], fit: Fit) -> Vec<Column<'static>> {
    let columns = figures.iter().map(|figure| {
        let title = title(*figure, fit.is_narrow);
        let width = fit.width(*figure);
        match figure {
            Figure::Name => Column::flexible(title, width),
            Figure::Group => Column::fixed(title, width),
            _ => Column::fixed(title, width).right(),
        }
    });
    columns.collect()
}

const fn title(figure: Figure, is_narrow: bool) -> &'static str {
    match figure {
        Figure::Rank => "Rank",
        Figure::Moved => "Moved",
        Figure::Name => "Name",
        Figure::Group => "Group",
        Figure::Rating => "Rating",
        Figure::Change => "Change",
        Figure::Tally if is_narrow => "W–D–L",
        Figure::Tally => "Won–drawn–lost",
        Figure::Games => "Games",
    }
}

/// The width of a column, in points; of names the least.
const fn width(figure: Figure, is_narrow: bool) -> f32 {
    let [narrow, wide] = match figure {
        Figure::Rank => [58.0, 64.0],
        Figure::Moved => [70.0, 78.0],
        Figure::Name => [120.0, 150.0],
        Figure::Group => [84.0, 120.0],
        Figure::Rating => [74.0, 82.0],
        Figure::Change => [84.0, 92.0],
        Figure::Tally => [80.0, 134.0],
        Figure::Games => [76.0; 2],
    };
    if is_narrow { narrow } else { wide }
}

fn draw(cell: &mut Cell<'_>, t: &Tokens, row: &StandingsRow, figure: Figure) {
    match figure {
        Figure::Rank => cell.weak(&row.rank.to_string()),
        Figure::Moved => match row.moved {
            None => {}
            Some(Moved::New) => cell.weak(NEW),
            Some(Moved::Ranks(ranks)) => change_cell(cell, t, ranks),
        },
        Figure::Name if row.active => cell.strong(&name_in_list(row)),
        Figure::Name => cell.weak(&name_in_list(row)),
        Figure::Group if row.group.is_empty() => cell.weak("–"),
        Figure::Group => cell.text(&row.group),
        Figure::Rating => cell.strong(&show_rating(row.rating)),
        Figure::Change => change_cell(cell, t, row.change),
        Figure::Tally if row.games == 0 => cell.weak("–"),
        Figure::Tally => cell.text(&format!("{}–{}–{}", row.won, row.drawn, row.lost)),
        Figure::Games if row.games == 0 => cell.weak("0"),
        Figure::Games => cell.text(&row.games.to_string()),
    }
}

/// A line for somebody who hears it.
fn in_words(row: &StandingsRow) -> String {
    let mut words = format!("{}, {}", row.rank, row.listed_name());
    match row.moved {
        None => {}
        Some(Moved::New) => words.push_str(", new in this list"),
        Some(Moved::Ranks(0)) => words.push_str(", the same place as last week"),
        Some(Moved::Ranks(ranks)) => {
            let places = if ranks.abs() == 1 { "place" } else { "places" };
            let way = if ranks > 0 { "up" } else { "down" };
            _ = write!(words, ", {way} {} {places}", ranks.unsigned_abs());
        }
    }
    if !row.group.is_empty() {
        _ = write!(words, ", {}", row.group);
    }
    if !row.active {
        words.push_str(", inactive");
    }
    let change = match row.change {
        0 => "unchanged".to_owned(),
        1.. => format!("up {}", row.change),
        _ => format!("down {}", row.change.unsigned_abs()),
    };
    _ = write!(
        words,
        ", rating {}, {change}, won {}, drawn {}, lost {}",
        row.rating, row.won, row.drawn, row.lost
    );
    words
}

fn nobody(ui: &mut Ui) {
    EmptyState::new(
        Icon::Players,
        "Nobody to list",
        "No active player is in this list. Choose another list, or “Inactive players too”.",
    )
    .show(ui, |_| ());
}
