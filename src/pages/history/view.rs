//! How the history looks.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use egui::{Context, Id, Label, RichText, Ui, Vec2};
use jiff::{Timestamp, Zoned, tz::TimeZone};

use super::HistoryPage;
use crate::{
    app::{
        Action, View,
        exporting::{ExportedColumn, ExportedList},
        page::{Ctx, Outbox, Page, PageDialog, PageView, least_room_of},
    },
    domain::{counted, show_moment_from},
    jobs::{Job, Look},
    kit::{
        self, Button, Column, DialogAnswer, EmptyState, Form, Icon, MenuItem, Table, UiTokens as _,
        input_check::check_box, page::takes_escape, tokens::space,
    },
    pages::looks::{
        keyboard::{keep_in_list, stays_in_list},
        over::{NARROW, header_with_way_back},
        row_menu::row_menu,
    },
    spreadsheet::Cell,
    storage::{BackupPlaces, BackupsOf, HistoryLimit, Step, moved_aside_beside},
};

/// The titles of the columns.
const TITLES: [&str; 3] = ["When", "What", "State"];

/// The last row, of the camp as it was at first.
const BEFORE: &str = "Before the first change";

/// So many copies of the camp are named of which backups are deleted.
const COPIES: usize = 3;

impl PageView for HistoryPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        if !self.has_list {
            self.selected = Some(self.here());
        }
        self.header(ui, ctx, out);
        ui.add_space(space::S);
        if self.rows() > 0 {
            self.table(ui, ctx, out);
        } else if let Some(lost) = &ctx.camp.next_steps.lost {
            let text = format!("{lost}. If you need what was deleted, look for it in a backup.");
            let state = EmptyState::new(Icon::Warning, "The history can’t be read", &text);
            state.show(ui, |ui| {
                if Button::secondary("Open Backups").show(ui).clicked() {
                    out.send(Action::Go(Page::BACKUPS.into()));
                }
            });
        } else if ctx.camp.next_steps.is_empty() {
            EmptyState::new(
                Icon::Undo,
                "Nothing to undo",
                "What you change from now on appears here, and you can undo any of it later.",
            )
            .show(ui, |_| {});
        }
        // The keyboard goes to the list once there is one.
        self.has_list = self.rows() > 0;
        // While a question is open, Esc answers the question.
        if !ctx.has_dialog && takes_escape(ui) {
            out.send(Action::Back);
        }
    }

    fn least_room(&self, _view: View, width: f32) -> Vec2 {
        least_room_of(width < NARROW, 320.0)
    }
}

impl HistoryPage {
    fn header(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        header_with_way_back(
            ui,
            (ctx.page.title, "Newest first"),
            out,
            |ui, out| self.move_button(ui, ctx, out),
            |ui, out| self.other_buttons(ui, ctx, out),
        );
    }

    fn move_button(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let here = self.here();
        let refused = match self.selected {
            None => Some("Choose a point first"),
            Some(row) if row == here => Some("This is the current state"),
            Some(_) => ctx.why_not_move_in_history,
        };
        let text = if self.selected.is_some_and(|row| row < here) {
            "Go forward to this point"
        } else {
            "Go back to this point"
        };
        let go = Button::primary(text).icon(Icon::Undo).refused(refused);
        if go.show(ui).clicked()
            && let Some(row) = self.selected
        {
            out.send(self.move_to(row));
        }
    }

    fn other_buttons(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        // Backups may have what is no longer in the history: clearing it may have been cut off before they were deleted.
        let nothing = if self.steps.is_none() {
            Some("The history is still being read")
        } else {
            let is_empty = self.rows() == 0 && ctx.camp.next_steps.lost.is_none();
            let is_clear = is_empty && ctx.camp.last_backup.is_none();
            is_clear.then_some("There is no history and no backup of this file")
        };
        let forget = Button::quiet("Clear history…").refused(ctx.why_not_change.or(nothing));
        if forget.show(ui).clicked() {
            out.ask(ForgetHistory::new(ctx, self));
        }
        let limit = Button::quiet("Limit…").show(ui);
        // Without a list, F6 comes back to what there is, and so does the keyboard when the button that had it can’t be pressed any more.
        if self.steps.is_some() && self.rows() == 0 && stays_in_list(ui, ctx, out) {
            limit.request_focus();
        }
        if limit.clicked() {
            out.ask(LimitHistory::new(ctx.settings.history));
        }
    }

    fn table(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let [when, what, at] = TITLES;
        let wide = [170.0, 200.0, 152.0];
        let has_room = ui.available_width() >= wide.iter().sum::<f32>() + space::XL;
        // In a narrow page the list scrolls sideways: times that are cut can't be told apart.
        let [of_when, of_what, of_state] = if has_room { wide } else { [164.0, 220.0, 80.0] };
        let columns = [
            Column::fixed(when, of_when).right(),
            Column::flexible(what, of_what),
            Column::fixed(at, of_state),
        ];
        let here = self.here();
        let what = |row: usize| self.step(row).map_or(BEFORE, |step| step.name.as_str());
        let when = |row: usize| {
            let step = self.step(row);
            step.map_or_else(String::new, |step| moment(step.at, &ctx.now))
        };
        let state = |row: usize| state(self.step(row), row == here);
        let row_name = |row: usize| {
            format!("{}, {}, {}", what(row), when(row), state(row))
                .trim_end_matches([',', ' '])
                .to_owned()
        };
        let id = Table::new("Changes", &columns, self.rows()).id_in(ui);
        keep_in_list(ui, (ctx, out), id, !self.has_list);
        let mut selected = self.selected;
        let response = Table::new("Changes", &columns, self.rows())
            .row_name(&row_name)
            .reveal(selected.filter(|_| !self.has_list))
            .show(ui, &mut selected, |cell, row, column| match column {
                0 => cell.weak(&when(row)),
                1 if self.step(row).is_some_and(|step| step.undone) => cell.weak(what(row)),
                1 => cell.text(what(row)),
                _ if row == here => cell.strong(state(row)),
                _ => cell.weak(state(row)),
            });
        let mut back_to = response.activated;
        row_menu(ui, "history", &response, |ui| {
            let is_here = selected == Some(here);
            let item = MenuItem::new("Go back to here")
                .shortcut("Enter")
                .refused(is_here.then_some("The camp is as it was then"));
            if item.show(ui).clicked() {
                back_to = selected;
            }
        });
        if let Some(row) = back_to.filter(|row| *row != here) {
            out.send(self.move_to(row));
        }
        self.selected = selected;
    }
}

/// What is said of a point: of the one after this step.
fn state(step: Option<&Step>, is_here: bool) -> &'static str {
    match step {
        _ if is_here => "Current",
        Some(step) if step.undone => "Undone",
        Some(_) | None => "",
    }
}

/// The list, to be written to a file.
pub(super) fn exported(page: &HistoryPage, zone: TimeZone) -> ExportedList {
    let [when, what, state_title] = TITLES;
    let columns = vec![
        ExportedColumn::number(when),
        ExportedColumn::text(what),
        ExportedColumn::text(state_title),
    ];
    let (steps, rows, here) = (page.steps.clone(), page.rows(), page.here());
    let list = ExportedList::new("History", "line", columns, move || {
        let row = |at: usize| {
            let step = steps.iter().flat_map(|steps| steps.iter().rev()).nth(at);
            let moment = step.map(|step| step.at.to_zoned(zone.clone()));
            vec![
                moment.as_ref().map_or(Cell::Empty, Cell::time),
                Cell::text(step.map_or(BEFORE, |step| step.name.as_str())),
                Cell::text(state(step, at == here)),
            ]
        };
        (0..rows).map(row).collect()
    });
    list.of_all_weeks()
}

/// "2:31 PM", with the date where it isn't today's.
fn moment(at: Timestamp, now: &Zoned) -> String {
    show_moment_from(&at.to_zoned(now.time_zone().clone()), now.date())
}

/// Asks before the history is forgotten for good; where it is empty, before the backups are deleted.
#[derive(Debug)]
struct ForgetHistory {
    what: Forgotten,
    /// How many steps are undone, and go with it.
    undone: usize,
    with_backups: bool,
    /// Looks for what else has what was deleted.
    looking: Option<Job<Elsewhere>>,
    found: Elsewhere,
}

/// What is there of the history that is forgotten.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Forgotten {
    Steps,
    /// It can't be read. What was deleted may be in the file still.
    Lost,
    Nothing,
}

/// What else has what was deleted.
#[derive(Debug, Default)]
struct Elsewhere {
    /// Files beside the camp that were moved aside.
    moved_aside: Vec<String>,
    /// How many backups this computer has of the camp and its copies.
    backups: usize,
    /// The copies, each with whether its file is gone.
    copies: Vec<(PathBuf, bool)>,
}

impl Elsewhere {
    fn of(camp: &Path, its: Option<(&BackupPlaces, &BackupsOf)>) -> Self {
        let mut backups = 0;
        let mut copies = BTreeSet::new();
        if let Some((places, of)) = its {
            for backup in places.deletable(of) {
                backups += 1;
                if !of.is_of_file(&backup) {
                    copies.insert(backup.note.file);
                }
            }
        }
        Self {
            moved_aside: moved_aside_beside(camp),
            backups,
            copies: copies
                .into_iter()
                .map(|file| {
                    let is_gone = !file.exists();
                    (file, is_gone)
                })
                .collect(),
        }
    }

    /// "36 backups on this computer, also those of “Copy.ladder”, which isn’t there any more."
    fn backups_in_words(&self) -> String {
        let mut text = format!("{} on this computer", counted(self.backups, "backup"));
        // Those of which nothing else is left come first.
        let gone = self.copies.iter().filter(|(_, is_gone)| *is_gone);
        let there = self.copies.iter().filter(|(_, is_gone)| !*is_gone);
        let copies = gone.chain(there).collect::<Vec<_>>();
        let (named, others) = copies.split_at(copies.len().min(COPIES));
        for (at, (file, is_gone)) in named.iter().enumerate() {
            let also = if at == 0 { ", also those of" } else { "," };
            let gone = if *is_gone {
                " (not there any more)"
            } else {
                ""
            };
            let name = file.file_name().unwrap_or_default().display();
            let _ = write!(text, "{also} “{name}”{gone}");
        }
        if !others.is_empty() {
            let others = counted(others.len(), "other file");
            let _ = write!(text, " and {others}");
        }
        let they = if self.backups == 1 { "It" } else { "They" };
        text + &format!(
            ". {they} would be deleted in every second place that you have used, too, with those of other computers there."
        )
    }
}

impl ForgetHistory {
    fn new(ctx: &Ctx<'_>, page: &HistoryPage) -> Self {
        let wake = ctx.wake.clone();
        let of = page.of.clone();
        let camp = ctx.camp.path.clone();
        let places = ctx.settings.backup_places();
        let look = move |_: &_| {
            let its = places.as_ref().zip(of.as_ref());
            camp.map(|camp| Elsewhere::of(&camp, its))
                .unwrap_or_default()
        };
        Self {
            // What is listed may be a step behind the camp.
            what: if ctx.camp.next_steps.lost.is_some() {
                Forgotten::Lost
            } else if page.rows() == 0 && ctx.camp.next_steps.is_empty() {
                Forgotten::Nothing
            } else {
                Forgotten::Steps
            },
            undone: page.here(),
            with_backups: false,
            looking: Job::start("backups and files beside the camp", move || wake(), look).ok(),
            found: Elsewhere::default(),
        }
    }

    fn text(&self) -> String {
        let mut text = match self.what {
            Forgotten::Nothing => "The camp stays as it is now. Its history is empty, but backups may still have what was deleted. A new one is made at once.",
            Forgotten::Lost => "The camp stays as it is now. Its history can’t be read, but what was changed and deleted may still be in the file. Afterwards there is no trace of it: do this before you give the file to somebody else. Backups may still have it.",
            Forgotten::Steps => "The camp stays as it is now. What was changed and deleted can’t be brought back afterwards, and leaves no trace in the file: do this before you give the file to somebody else.",
        }
        .to_owned();
        if self.undone > 0 {
            let changes = counted(self.undone, "undone change");
            let _ = write!(text, "\n\n{changes} can’t be redone afterwards.");
        }
        if let [first, others @ ..] = self.found.moved_aside.as_slice() {
            let more = if others.is_empty() {
                String::new()
            } else {
                format!(" and {}", counted(others.len(), "other file"))
            };
            let _ = write!(
                text,
                "\n\nBeside the camp lies what was moved aside, before a backup was restored or after a change was cut off: “{first}”{more}. What was deleted is in there, too, and stays until you delete it yourself."
            );
        }
        text
    }
}

impl PageDialog for ForgetHistory {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        if let Some(Look::Done(found)) = self.looking.as_ref().map(Job::look) {
            self.looking = None;
            self.found = found;
        }
        // The file may have been looked through meanwhile.
        if ctx.camp.next_steps.lost.is_some() {
            (self.what, self.undone) = (Forgotten::Lost, 0);
        }
        let is_empty = self.what == Forgotten::Nothing;
        // Perhaps only those from before its file was renamed.
        let has_backups = ctx.camp.last_backup.is_some() || self.found.backups > 0;
        let text = self.text();
        let (title, does) = if is_empty {
            ("Delete the backups of this camp?", "Delete backups")
        } else {
            ("Clear the history?", "Clear history")
        };
        let answer = kit::Dialog::new(title)
            .text(&text)
            .danger(does)
            .cancel("Cancel")
            .width(520.0)
            // Space is the tick’s, and what it ticks can’t be undone.
            .begins_at_buttons()
            .show(window, |ui| {
                if has_backups {
                    if !is_empty {
                        let id = Id::unique("backups too");
                        let text =
                            "Delete the backups of this camp, too: they have what was deleted";
                        check_box(ui, id, text, &mut self.with_backups);
                    }
                    if self.found.backups > 0 {
                        let words = RichText::new(self.found.backups_in_words());
                        ui.add(Label::new(words.color(ui.tokens().text_weak)).wrap());
                    }
                }
            });
        if answer == Some(DialogAnswer::Confirmed) {
            let with_backups = self.with_backups || is_empty;
            out.send(Action::ForgetHistory { with_backups });
        }
        answer.is_none()
    }
}

/// Asks how much of the history is kept.
#[derive(Debug)]
struct LimitHistory {
    megabytes: String,
    years: String,
}

impl LimitHistory {
    fn new(limit: HistoryLimit) -> Self {
        Self {
            megabytes: limit.megabytes.to_string(),
            years: limit.years.to_string(),
        }
    }

    /// What is typed.
    ///
    /// # Errors
    /// What to type instead, for each of the two.
    fn typed(&self) -> Result<HistoryLimit, [Option<String>; 2]> {
        let number = |text: &str, most: u32| {
            let number = text.trim().parse().ok();
            let number = number.filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("Type a number from 1 to {most}"))
        };
        let megabytes = number(&self.megabytes, HistoryLimit::MOST_MEGABYTES);
        let years = number(&self.years, HistoryLimit::MOST_YEARS);
        match (megabytes, years) {
            (Ok(megabytes), Ok(years)) => Ok(HistoryLimit { megabytes, years }),
            (megabytes, years) => Err([megabytes.err(), years.err()]),
        }
    }
}

impl PageDialog for LimitHistory {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let typed = self.typed();
        let [no_megabytes, no_years] = typed.as_ref().err().cloned().unwrap_or_default();
        let answer = kit::Dialog::new("Limit the history")
            .text("What is older, or more, is removed when a camp is next changed after opening, and now and then while you work, the oldest changes first. They can’t be undone any more then. This is for all camps on this computer.")
            .confirm("Limit")
            .refused(typed.is_err().then_some("Type the two numbers first"))
            .cancel("Cancel")
            .show(window, |ui| {
                Form::above()
                    .field("At most, in megabytes")
                    .problem(no_megabytes.as_deref())
                    .number(ui, &mut self.megabytes);
                Form::above()
                    .field("At most, in years")
                    .problem(no_years.as_deref())
                    .number(ui, &mut self.years);
            });
        if answer == Some(DialogAnswer::Confirmed)
            && let Ok(limit) = self.typed()
        {
            out.send(Action::LimitHistory(limit));
        }
        answer.is_none()
    }
}
