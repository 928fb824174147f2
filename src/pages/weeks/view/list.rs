//! All weeks of the camp, the latest first: looked at, opened again, named.

use egui::{Key, Modifiers, Ui};
use jiff::civil::Date;

use super::dialogs::{ChangeWeek, Reopen};
use crate::{
    app::{
        Action, Command, OpenCamp,
        exporting::{ExportedColumn, ExportedList},
        page::{Ctx, Outbox, PageView},
    },
    domain::{Week, WeekId, counted, show_date},
    kit::{Button, Column, MenuItem, Table, page::page_header, tokens::space},
    pages::{
        looks::{keyboard::stays_in_list, row_menu::row_menu},
        weeks::ListPage,
    },
    spreadsheet::Cell as ExportedCell,
    storage::WeekSummary,
};

/// A page narrower than this, in points, has no room for the line under its title.
const NARROW: f32 = 760.0;

/// A page narrower than this, in points, has most of its buttons on a line of their own, and one narrower than the second on two.
const ONE_LINE: f32 = 900.0;
const TWO_LINES: f32 = 540.0;

impl PageView for ListPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(weeks) = &self.weeks else {
            return super::finish(ui, ctx, out, false);
        };
        let takes_keyboard = stays_in_list(ui, ctx, out);
        let camp = ctx.camp;
        let selected = self.selected.get_or_insert(camp.data.week.id);
        let row = weeks
            .iter()
            .rev()
            .position(|week| week.week.id == *selected);
        let chosen = row.and_then(|row| weeks.iter().rev().nth(row));
        let chosen = chosen.map(|summary| &summary.week);
        let mut wanted = header(ui, ctx, chosen);
        ui.add_space(space::S);
        let (entered, now, has_keyboard) = table(ui, ctx, weeks, row, takes_keyboard);
        self.selected = now.or(self.selected);
        wanted = wanted.or(entered);
        let f2 = has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F2));
        if f2 && ctx.why_not_change.is_none() {
            wanted = chosen.map(|week| Wanted::Change(ChangeWeek::new(week)));
        }
        match wanted {
            Some(Wanted::Do(action)) => out.send(action),
            Some(Wanted::Change(dialog)) => out.ask(dialog),
            Some(Wanted::Reopen(dialog)) => out.ask(dialog),
            None => {}
        }
        super::finish(ui, ctx, out, has_keyboard);
    }
}

const SHOWN_ALREADY: &str = "This week is shown already: Esc goes back to it";

/// What was pressed.
#[derive(Debug)]
enum Wanted {
    Do(Action),
    Change(ChangeWeek),
    Reopen(Reopen),
}

/// Title and buttons; in a narrow page those that are used less stand on a line of their own.
fn header(ui: &mut Ui, ctx: &Ctx<'_>, chosen: Option<&Week>) -> Option<Wanted> {
    let camp = ctx.camp;
    let mut wanted = None;
    let width = ui.available_width();
    let is_narrow = width < ONE_LINE;
    let about = if width < NARROW {
        ""
    } else {
        "Newest first. Closed weeks are kept as they are"
    };
    page_header(ui, ctx.page.title, about, |ui| {
        let Some(week) = chosen else { return };
        let is_shown = week.id == camp.data.week.id;
        let back = Button::quiet("Back").shortcut("Esc");
        if back.show(ui).clicked() {
            wanted = Some(Wanted::Do(Action::Back));
        }
        if is_narrow {
            ui.skip_ahead_auto_ids(4);
        } else {
            let pressed = further(ui, ctx, week).or(goes_on(ui, ctx));
            wanted = pressed.or(wanted.take());
        }
        let look = Button::primary("Show week")
            .shortcut("Enter")
            .refused(is_shown.then_some(SHOWN_ALREADY));
        if look.show(ui).clicked() {
            wanted = Some(Wanted::Do(Action::LookAtWeek(Some(week.id))));
        }
    });
    if let Some(week) = chosen.filter(|_| is_narrow) {
        let pressed = if width < TWO_LINES {
            let of_week = ui.horizontal(|ui| further(ui, ctx, week)).inner;
            of_week.or(ui.horizontal(|ui| goes_on(ui, ctx)).inner)
        } else {
            let line = ui.horizontal(|ui| further(ui, ctx, week).or(goes_on(ui, ctx)));
            line.inner
        };
        wanted = pressed.or(wanted);
    }
    wanted
}

/// What is done with weeks now and then.
fn further(ui: &mut Ui, ctx: &Ctx<'_>, week: &Week) -> Option<Wanted> {
    let mut wanted = None;
    let name = Button::secondary("Name and days…")
        .shortcut("F2")
        .refused(ctx.why_not_change);
    if name.show(ui).clicked() {
        wanted = Some(Wanted::Change(ChangeWeek::new(week)));
    }
    let reopen = Button::secondary("Reopen…").refused(ctx.camp.why_not_reopen(week));
    if reopen.show(ui).clicked() {
        wanted = Some(Wanted::Reopen(Reopen(week.id)));
    }
    wanted
}

/// The menu of a week.
fn of_week(ui: &mut Ui, ctx: &Ctx<'_>, week: &Week) -> Option<Wanted> {
    let camp = ctx.camp;
    let is_shown = week.id == camp.data.week.id;
    let show = MenuItem::new("Show week")
        .shortcut("Enter")
        .refused(is_shown.then_some(SHOWN_ALREADY));
    let name = MenuItem::new("Name and days…")
        .shortcut("F2")
        .refused(ctx.why_not_change);
    let reopen = MenuItem::new("Reopen…").refused(camp.why_not_reopen(week));
    if show.show(ui).clicked() {
        Some(Wanted::Do(Action::LookAtWeek(Some(week.id))))
    } else if name.show(ui).clicked() {
        Some(Wanted::Change(ChangeWeek::new(week)))
    } else {
        let reopens = reopen.show(ui).clicked();
        reopens.then_some(Wanted::Reopen(Reopen(week.id)))
    }
}

/// How the camp goes on from here.
fn goes_on(ui: &mut Ui, ctx: &Ctx<'_>) -> Option<Wanted> {
    let mut wanted = None;
    for command in [Command::CLOSE_WEEK, Command::START_WEEK] {
        let button = Button::secondary(command.text()).refused(ctx.why_not(command));
        if button.show(ui).clicked() {
            wanted = Some(Wanted::Do(command.into()));
        }
    }
    wanted
}

/// The list. What was entered, the week that is selected now, and whether the list has the keyboard.
fn table(
    ui: &mut Ui,
    ctx: &Ctx<'_>,
    weeks: &[WeekSummary],
    row: Option<usize>,
    takes_keyboard: bool,
) -> (Option<Wanted>, Option<WeekId>, bool) {
    let camp = ctx.camp;
    let shown = COLUMNS;
    let columns = shown.iter().map(|column| column.column());
    let columns = columns.collect::<Vec<_>>();
    let week = |row: usize| weeks.iter().rev().nth(row);
    let row_name = |row: usize| {
        week(row).map_or_else(String::new, |summary| {
            format!(
                "{}, {}, {}, {}",
                summary.week.title(),
                counted(summary.players, "active player"),
                counted(summary.games, "game"),
                state(camp, &summary.week).to_lowercase()
            )
        })
    };
    let table = Table::new("All weeks", &columns, weeks.len()).row_name(&row_name);
    if takes_keyboard {
        let id = table.id_in(ui);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let mut selected = row;
    let response = table.reveal(row.filter(|_| takes_keyboard)).show(
        ui,
        &mut selected,
        |cell, row, column| {
            let Some(summary) = week(row) else { return };
            let week = &summary.week;
            match shown[column] {
                WeekColumn::Week => cell.strong(&week.title()),
                WeekColumn::FirstDay => cell.text(&show_date(summary.days.first)),
                WeekColumn::LastDay => {
                    cell.text(&last_day(summary).map(show_date).unwrap_or_default());
                }
                WeekColumn::Players => cell.text(&summary.players.to_string()),
                WeekColumn::Games => cell.text(&summary.games.to_string()),
                WeekColumn::State if week.id == camp.current.id => cell.strong(&state(camp, week)),
                WeekColumn::State => cell.weak(&state(camp, week)),
            }
        },
    );
    let id = |row: Option<usize>| row.and_then(week).map(|summary| summary.week.id);
    let entered = id(response.activated);
    let look = |week| Wanted::Do(Action::LookAtWeek(Some(week)));
    let mut entered = entered.map(look);
    row_menu(ui, "weeks", &response, |ui| {
        if let Some(summary) = selected.and_then(week) {
            entered = of_week(ui, ctx, &summary.week).or(entered.take());
        }
    });
    (entered, id(selected), response.response.has_focus())
}

/// A column of the list.
#[derive(Clone, Copy, Debug)]
enum WeekColumn {
    Week,
    FirstDay,
    LastDay,
    Players,
    Games,
    State,
}

impl WeekColumn {
    fn column(self) -> Column<'static> {
        match self {
            Self::Week => Column::flexible("Week", 104.0),
            Self::FirstDay => Column::fixed("First day", 104.0).right(),
            Self::LastDay => Column::fixed("Last day", 104.0).right(),
            Self::Players => Column::fixed("Active", 76.0).right(),
            Self::Games => Column::fixed("Games", 68.0).right(),
            Self::State => Column::flexible("State", 80.0),
        }
    }
}

/// The list, to be written to a file.
pub(in crate::pages::weeks) fn exported(weeks: &[WeekSummary], camp: &OpenCamp) -> ExportedList {
    let shown = COLUMNS;
    let columns = shown.iter().map(|column| match column {
        WeekColumn::Week | WeekColumn::State => ExportedColumn::text(column.column().title()),
        _ => ExportedColumn::number(column.column().title()),
    });
    let weeks = weeks.iter().rev();
    let weeks = weeks.map(|summary| (summary.clone(), state(camp, &summary.week)));
    let weeks = weeks.collect::<Vec<_>>();
    let list = ExportedList::new("Weeks", "week", columns.collect(), move || {
        let row = |(summary, state): &(WeekSummary, String)| {
            let cell = |column: &WeekColumn| match column {
                WeekColumn::Week => ExportedCell::text(summary.week.title()),
                WeekColumn::FirstDay => ExportedCell::Date(summary.days.first),
                WeekColumn::LastDay => {
                    last_day(summary).map_or(ExportedCell::Empty, ExportedCell::Date)
                }
                WeekColumn::Players => ExportedCell::count(summary.players),
                WeekColumn::Games => ExportedCell::count(summary.games),
                WeekColumn::State => ExportedCell::text(state),
            };
            shown.iter().map(cell).collect()
        };
        weeks.iter().map(row).collect()
    });
    list.of_all_weeks()
}

/// The last day; of a week without games only where it was set.
fn last_day(summary: &WeekSummary) -> Option<Date> {
    let is_known = summary.games > 0 || summary.week.set_days[1].is_some();
    is_known.then_some(summary.days.last)
}

/// The columns, from left to right.
const COLUMNS: [WeekColumn; 6] = [
    WeekColumn::Week,
    WeekColumn::FirstDay,
    WeekColumn::LastDay,
    WeekColumn::Players,
    WeekColumn::Games,
    WeekColumn::State,
];

/// What a week is to the camp now.
fn state(camp: &OpenCamp, week: &Week) -> String {
    let is_current = week.id == camp.current.id;
    let state = match (week.is_closed(), is_current) {
        (true, _) => "Closed",
        (false, true) if camp.corrects_older_week() => "Open to be corrected",
        (false, true) => "Open",
        (false, false) => "On hold",
    };
    if week.id == camp.data.week.id && camp.shows_other_week() {
        format!("{state}, shown now")
    } else {
        state.to_owned()
    }
}
