//! The list of the season: a line a player, a few columns a week.

use std::{fmt::Write as _, ops::Range};

use egui::{Key, Modifiers, Ui};

use super::title_of;
use crate::{
    app::{
        Action,
        exporting::{ExportedColumn, ExportedList},
        page::{Ctx, Outbox},
    },
    domain::{
        Moved, Record, SeasonLine, Week, show_change, show_rating as number, within_sentence,
    },
    kit::{Button, Cell, Column, EmptyState, Icon, Sort, Table, UiTokens as _, tokens::Tokens},
    pages::{
        looks::{
            change_cell,
            keyboard::comes_to_list,
            row_menu::{OF_PLAYER, row_commands},
        },
        season::state::{Between, Figure, SeasonColumn, SeasonState, SeasonView, ShownLines},
    },
    spreadsheet::Cell as ExportedCell,
};

/// Widths of the columns with words, in points.
const NAME: f32 = 140.0;
const GROUP: f32 = 92.0;
const GROUP_CHANGE: f32 = 148.0;

/// A list narrower than this, in points, has short words beside it.
const NARROW: f32 = 560.0;

/// What the table's outline takes of its width, in points.
const OUTLINE: f32 = 2.0;

/// Stands in place of the places gained of who is new.
pub(super) const NEW: &str = "new";

/// What the column that the list is sorted by is wider, in points.
const SORT_MARK: f32 = 16.0;

/// What stands in the head of a column of differences.
pub(super) const fn gained(figure: Figure) -> &'static str {
    match figure {
        Figure::Rank => "Places gained",
        Figure::Rating => "Points gained",
        other => other.title(),
    }
}

const fn width_of(column: SeasonColumn) -> f32 {
    match column {
        SeasonColumn::Name => NAME,
        SeasonColumn::Group => GROUP,
        SeasonColumn::GroupChange => GROUP_CHANGE,
        SeasonColumn::Difference(_) => 112.0,
        SeasonColumn::Week(_, figure) => match figure {
            Figure::Rank => 60.0,
            Figure::Rating => 66.0,
            Figure::Games | Figure::Moved => 72.0,
            Figure::Change | Figure::GroupRank => 78.0,
        },
    }
}

/// A column as the table shows it.
fn column<'a>(page: &SeasonState, of: SeasonColumn, is_sorted: bool) -> Column<'a> {
    let mark = if is_sorted { SORT_MARK } else { 0.0 };
    let width = width_of(of) + mark;
    let (title, heading, key) = match of {
        SeasonColumn::Name => return Column::flexible("Name", width).sortable(),
        SeasonColumn::Group => return Column::fixed("Group", width).sortable(),
        SeasonColumn::GroupChange => {
            return Column::fixed("Group", width)
                .sortable()
                .key("groups of two weeks");
        }
        SeasonColumn::Difference(figure) => {
            let heading = from_to(page);
            (
                gained(figure),
                heading,
                format!("gained {}", figure.title()),
            )
        }
        SeasonColumn::Week(week, figure) => {
            let of = page.season().and_then(|season| season.weeks.get(week));
            let heading = of.map(title_of).unwrap_or_default();
            (
                figure.title(),
                heading,
                format!("{week} {}", figure.title()),
            )
        }
    };
    Column::fixed(title, width)
        .right()
        .sortable()
        .under(heading)
        .key(key)
}

/// The list, to be written to a file: of all weeks every one, also those that have no room on the screen.
pub(in crate::pages::season) fn exported(page: &SeasonState) -> Option<ExportedList> {
    let weeks = page.season()?.weeks.len();
    let shown = page.columns(0..weeks);
    let columns = shown.iter().map(|of| {
        let title = column(page, *of, false).full_title().into_owned();
        match of {
            SeasonColumn::Name | SeasonColumn::Group | SeasonColumn::GroupChange => {
                ExportedColumn::text(title)
            }
            SeasonColumn::Week(..) | SeasonColumn::Difference(_) => ExportedColumn::number(title),
        }
    });
    let name = match page.view() {
        SeasonView::AllWeeks => "Season".to_owned(),
        SeasonView::Compared => format!("Season, {}", within_sentence(&from_to(page))),
    };
    let lines = page.shown()?;
    let list = ExportedList::new(name, "player", columns.collect(), move || {
        let row = |line| {
            shown
                .iter()
                .map(|of| exported_cell(&lines, line, *of))
                .collect()
        };
        lines.lines().map(row).collect()
    });
    Some(list.of_all_weeks())
}

fn exported_cell(lines: &ShownLines, line: &SeasonLine, of: SeasonColumn) -> ExportedCell {
    match of {
        SeasonColumn::Name => ExportedCell::text(line.listed_name()),
        SeasonColumn::Group => ExportedCell::text(line.last_group()),
        SeasonColumn::GroupChange => {
            let between = lines.between(line).map(group_change);
            between.map_or(ExportedCell::Empty, ExportedCell::text)
        }
        SeasonColumn::Week(..) | SeasonColumn::Difference(_) => match lines.value(line, of) {
            Some(value) => ExportedCell::Number(value),
            None if is_new(line, of) => ExportedCell::text(NEW),
            None => ExportedCell::Empty,
        },
    }
}

/// "Week 2 to week 3"
fn from_to(page: &SeasonState) -> String {
    let names = page.season().zip(page.compared()).map(|(season, weeks)| {
        weeks.map(|week| season.weeks.get(week).map(Week::name).unwrap_or_default())
    });
    names.map_or_else(String::new, |[from, to]| {
        format!("{from} to {}", within_sentence(&to))
    })
}

/// Which weeks are in view: as many as have room, the last ones unless the director went back.
#[derive(Debug, Default)]
pub(super) struct List {
    /// How many weeks are to the right of those in view.
    later: usize,
}

impl List {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        page: &mut SeasonState,
    ) {
        let width = ui.available_width();
        let weeks = self.weeks_in_view(page, width);
        let in_view = weeks.len();
        let shown = page.columns(weeks);
        self.table(ui, (ctx, out), page, &shown, in_view);
    }

    /// The weeks that have room in a list of this width, in points.
    fn weeks_in_view(&mut self, page: &SeasonState, width: f32) -> Range<usize> {
        let count = page.season().map_or(0, |season| season.weeks.len());
        let figures = page.figures.figures().iter();
        let week = figures
            .map(|figure| width_of(SeasonColumn::Week(0, *figure)))
            .sum::<f32>();
        let mut room = width - OUTLINE - NAME - GROUP - SORT_MARK - week;
        let mut fitting = 1;
        while room >= week && fitting < count {
            room -= week;
            fitting += 1;
        }
        self.later = self.later.min(count.saturating_sub(fitting));
        let end = count - self.later;
        end.saturating_sub(fitting)..end
    }

    /// Goes to earlier and later weeks where not all have room in a list of this width, in points. From right to left.
    pub(super) fn turner(&mut self, ui: &mut Ui, page: &SeasonState, width: f32) {
        let count = page.season().map_or(0, |season| season.weeks.len());
        let weeks = self.weeks_in_view(page, width);
        if page.view() != SeasonView::AllWeeks || weeks.len() >= count {
            return ui.skip_ahead_auto_ids(3);
        }
        let last = (weeks.end == count).then_some("These are the last weeks");
        let texts = if width < NARROW {
            ["Earlier", "Later"]
        } else {
            ["Earlier weeks", "Later weeks"]
        };
        if width < NARROW {
            ui.skip_ahead_auto_ids(1);
        } else {
            let weak = ui.tokens().text_weak;
            let text = match weeks.len() {
                1 => format!("Week {} of {count}", weeks.end),
                _ => format!("Weeks {} to {} of {count}", weeks.start + 1, weeks.end),
            };
            ui.label(egui::RichText::new(text).color(weak));
        }
        let first = (weeks.start == 0).then_some("These are the first weeks");
        let earlier = Button::secondary(texts[0])
            .icon(Icon::ChevronLeft)
            .refused(first);
        if earlier.show(ui).clicked() {
            self.later += 1;
        }
        let later = Button::secondary(texts[1])
            .icon(Icon::ChevronRight)
            .refused(last);
        if later.show(ui).clicked() {
            self.later = self.later.saturating_sub(1);
        }
    }

    fn table(
        &mut self,
        ui: &mut Ui,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        state: &mut SeasonState,
        shown: &[SeasonColumn],
        weeks_in_view: usize,
    ) {
        let t = ui.tokens();
        let page = &*state;
        let sort = page.sort();
        let columns = shown.iter().map(|of| column(page, *of, *of == sort.column));
        let columns = columns.collect::<Vec<_>>();
        let mark = shown.iter().position(|column| *column == sort.column);
        let mark = mark.map(|column| Sort {
            column,
            descending: sort.descending,
        });
        let row_name = |row: usize| {
            let line = page.row(row);
            line.map_or_else(String::new, |line| in_words(page, line, shown))
        };
        let type_ahead = |row: usize| {
            let line = page.row(row);
            line.map_or_else(String::new, SeasonLine::listed_name)
        };
        let mut empty = |ui: &mut Ui| {
            let text = "Shorten or clear the search, or list everybody.";
            EmptyState::new(Icon::Players, "Nobody found", text).show(ui, |_| ());
        };
        let mut selected = page.selected_row();
        let table = Table::new("Players by week", &columns, page.rows())
            .sort(mark)
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .empty(&mut empty)
            .reveal(selected.filter(|_| page.reveal));
        let id = table.id_in(ui);
        if comes_to_list(ui, out) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        if ui.memory(|memory| memory.has_focus(id)) {
            let count = page.season().map_or(0, |season| season.weeks.len());
            if page.view() == SeasonView::AllWeeks && weeks_in_view < count {
                self.turn_by_keys(ui);
            }
        }
        let response = table.show(ui, &mut selected, |cell, row, column| {
            if let (Some(line), Some(of)) = (page.row(row), shown.get(column)) {
                draw(cell, t, page, line, *of);
            }
        });
        row_commands(
            ui,
            (ctx, out),
            "season",
            &response,
            OF_PLAYER.iter().copied(),
        );
        let chosen = selected.and_then(|row| page.row(row)).map(|line| line.id);
        let entered = response.activated.and_then(|row| page.row(row));
        let entered = entered.map(|line| line.id);
        let sort_by = response.sort_clicked.and_then(|at| shown.get(at)).copied();
        state.reveal = false;
        if response.selection_changed && chosen.is_some() {
            state.selected = chosen;
        }
        if let Some(column) = sort_by {
            state.set_sort(sort.chosen(column));
            ui.ctx().request_repaint();
        }
        if let Some(player) = entered {
            out.send(Action::Show(Record::Player(player)));
        }
    }

    /// Left and right go to earlier and later weeks.
    fn turn_by_keys(&mut self, ui: &Ui) {
        let presses = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let (earlier, later) = (presses(Key::ArrowLeft), presses(Key::ArrowRight));
        self.later = (self.later + earlier).saturating_sub(later);
    }
}

fn draw(cell: &mut Cell<'_>, t: &Tokens, page: &SeasonState, line: &SeasonLine, of: SeasonColumn) {
    match of {
        SeasonColumn::Name => return cell.strong(&line.listed_name()),
        SeasonColumn::Group => return cell.text(line.last_group()),
        SeasonColumn::GroupChange => {
            let between = page.compared().and_then(|weeks| Between::new(line, weeks));
            return match between {
                Some(Between::Stayed { group }) => cell.text(group),
                Some(other) => cell.strong(&group_change(other)),
                None => {}
            };
        }
        SeasonColumn::Week(..) | SeasonColumn::Difference(_) => {}
    }
    let Some(value) = page.value(line, of) else {
        return without_value(cell, line, of);
    };
    match of {
        SeasonColumn::Difference(_) | SeasonColumn::Week(_, Figure::Moved | Figure::Change) => {
            change_cell(cell, t, value);
        }
        SeasonColumn::Week(_, Figure::Rating) => cell.strong(&number(value)),
        SeasonColumn::Week(_, Figure::Games) if value == 0 => cell.weak("0"),
        _ => cell.text(&number(value)),
    }
}

/// Where there is no number: a dash for a week in which the player was not there, and who is new says so.
fn without_value(cell: &mut Cell<'_>, line: &SeasonLine, of: SeasonColumn) {
    let SeasonColumn::Week(week, _) = of else {
        return;
    };
    match line.weeks.get(week).and_then(Option::as_ref) {
        None => cell.weak("–"),
        Some(_) if is_new(line, of) => cell.weak(NEW),
        Some(_) => {}
    }
}

/// Whether a column of places gained is of a week in whose list the player was for the first time.
fn is_new(line: &SeasonLine, of: SeasonColumn) -> bool {
    let SeasonColumn::Week(week, Figure::Moved) = of else {
        return false;
    };
    let there = line.weeks.get(week).and_then(Option::as_ref);
    there.is_some_and(|week| week.moved == Some(Moved::New))
}

/// "Red to Blue", "Joined Blue", "Left Red"
fn group_change(between: Between<'_>) -> String {
    let or_none = |group: &str| {
        let name = if group.is_empty() { "no group" } else { group };
        name.to_owned()
    };
    match between {
        Between::OtherGroup { from, to } => format!("{} to {}", or_none(from), or_none(to)),
        Between::Joined { to: "" } => "Joined".to_owned(),
        Between::Joined { to } => format!("Joined {to}"),
        Between::Left { from: "" } => "Left".to_owned(),
        Between::Left { from } => format!("Left {from}"),
        Between::Stayed { group } => group.to_owned(),
    }
}

/// A line for somebody who hears it.
fn in_words(page: &SeasonState, line: &SeasonLine, shown: &[SeasonColumn]) -> String {
    let mut words = line.listed_name();
    let between = match page.view() {
        SeasonView::AllWeeks => None,
        SeasonView::Compared => page.compared().and_then(|weeks| Between::new(line, weeks)),
    };
    let group = between.map_or_else(|| line.last_group().to_owned(), group_change);
    if !group.is_empty() {
        _ = write!(words, ", {group}");
    }
    let mut week_before = None;
    for column in shown {
        let value = page.value(line, *column);
        let name = match column {
            SeasonColumn::Name | SeasonColumn::Group | SeasonColumn::GroupChange => continue,
            SeasonColumn::Week(week, figure) => {
                if week_before != Some(*week) {
                    week_before = Some(*week);
                    let of = page.season().and_then(|season| season.weeks.get(*week));
                    let name = of.map(Week::name).unwrap_or_default();
                    _ = write!(words, "; {name}");
                    let is_there = line.weeks.get(*week).is_some_and(Option::is_some);
                    words.push_str(if is_there { ":" } else { ": not there" });
                }
                figure.title().to_lowercase()
            }
            SeasonColumn::Difference(figure) => {
                if value.is_some() {
                    words.push(';');
                }
                gained(*figure).to_lowercase()
            }
        };
        match (value, column) {
            (None, _) => {}
            (
                Some(value),
                SeasonColumn::Difference(_) | SeasonColumn::Week(_, Figure::Moved | Figure::Change),
            ) => _ = write!(words, " {name} {}", show_change(value)),
            (Some(value), _) => _ = write!(words, " {name} {}", number(value)),
        }
    }
    words
}
