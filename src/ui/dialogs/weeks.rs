//! The questions about weeks: opened again, named, closed, started.

use egui::Context;

use super::super::kit::{self, DialogAnswer, Form};
use crate::{
    app::{
        Action, App, Command, OpenCamp,
        dialogs::{Dialog, NameWeek},
    },
    domain::{LadderProblem, MAX_WEEK_LABEL, Week, WeekId, check_week_label, within_sentence},
};

/// What opening a week again does, in plain words.
pub(super) fn reopen(ctx: &Context, app: &mut App, week: WeekId) -> Option<Dialog> {
    let (camp, reopened) = (app.session.camp.as_ref()?, app.week(week)?);
    let name = within_sentence(&reopened.name());
    let last = within_sentence(&camp.last_week().name());
    let after = if week == camp.last_week().id {
        format!("Close {name} again when you are done.")
    } else {
        format!("When you close {name} again, {last} comes back as it is.")
    };
    let title = format!("Reopen {name}?");
    let text = format!(
        "Its players and games can be corrected then, and its ratings follow. Sheets of {name} that are printed or published already may no longer be true. Other weeks stay as they are. {after}"
    );
    let answer = kit::Dialog::new(&title)
        .text(&text)
        .danger("Reopen")
        .cancel("Cancel")
        .width(520.0)
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::ReopenWeek(week)),
        Some(DialogAnswer::Confirmed) => {
            app.send(Action::ReopenWeek(week));
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

pub(super) fn name(ctx: &Context, app: &mut App, mut naming: NameWeek) -> Option<Dialog> {
    let number = app.week(naming.week)?.number;
    let title = format!("Name week {number}");
    let answer = kit::Dialog::new(&title)
        .text("The name stands behind the number of the week, on the screen and on paper.")
        .confirm("Name it")
        .cancel("Cancel")
        .show(ctx, |ui| {
            let field = Form::above()
                .field("Name")
                .hint("Gold camp")
                .help("Optional")
                .limit(MAX_WEEK_LABEL)
                .problem(naming.problem.as_deref())
                .text(ui, &mut naming.label);
            if field.changed() {
                naming.problem = None;
            }
        });
    match answer {
        None => {}
        Some(DialogAnswer::Confirmed) => {
            let label = naming.label.trim().to_owned();
            match check_week_label(&label).into_iter().next() {
                None => {
                    app.send(Action::NameWeek(naming.week, label));
                    return None;
                }
                Some(found) => naming.problem = Some(found.reason),
            }
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => return None,
    }
    Some(Dialog::NameWeek(naming))
}

/// A week is closed: what one does next.
pub(super) fn closed(ctx: &Context, app: &mut App, week: WeekId) -> Option<Dialog> {
    let (camp, closed) = (app.session.camp.as_ref()?, app.week(week)?);
    let name = closed.name();
    let title = format!("{name} is closed");
    let kept = format!(
        "Its players, games and ratings are kept as they are, to be looked at and printed at any time. Ctrl+Z opens {} again.",
        within_sentence(&name)
    );
    let dialog = kit::Dialog::new(&title).width(520.0);
    if week == camp.current.id {
        let next = format!("Start week {}…", closed.number + 1);
        let dialog = dialog.text(&kept).confirm(&next);
        let dialog = dialog.other("Print standings…").cancel("Done");
        return match dialog.show(ctx, |_| {}) {
            None => Some(Dialog::WeekClosed(week)),
            Some(answer) => {
                match answer {
                    DialogAnswer::Confirmed => app.send(Command::START_WEEK),
                    DialogAnswer::Other => app.send(Command::PRINT),
                    DialogAnswer::Cancelled => {}
                }
                None
            }
        };
    }
    let current = camp.current.name();
    let next = Next::after(camp, closed);
    let text = match &next {
        None => format!("{kept}\n\n{current} is the current week again, as it was."),
        Some(next) => format!(
            "{kept}\n\n{current} is the current week again. {}",
            next.text(&within_sentence(&name))
        ),
    };
    let dialog = dialog.text(&text);
    let button = next.as_ref().map(Next::button);
    let dialog = match &button {
        Some(button) => dialog.confirm(button).cancel("Done"),
        None => dialog.confirm("Done"),
    };
    let look = format!("Look at {}", within_sentence(&name));
    match dialog.other(&look).show(ctx, |_| {}) {
        None => Some(Dialog::WeekClosed(week)),
        Some(answer) => {
            match (answer, next) {
                (DialogAnswer::Confirmed, Some(next)) => app.send(next.action()),
                (DialogAnswer::Other, _) => app.send(Action::LookAtWeek(Some(week))),
                (DialogAnswer::Confirmed | DialogAnswer::Cancelled, _) => {}
            }
            None
        }
    }
}

/// What one does when the week after a corrected one did not start with what that ends with now.
enum Next {
    /// It is the current week, and open: the list of problems says whom it is about.
    TakeOver { week: String },
    /// It is closed.
    Reopen { id: WeekId, week: String },
}

impl Next {
    fn after(camp: &OpenCamp, corrected: &Week) -> Option<Self> {
        let mut weeks = camp.data.weeks.iter();
        let next = weeks.find(|week| week.number > corrected.number)?;
        let is_stale = if next.id == camp.data.week.id {
            let mut problems = camp.problems.iter();
            problems.any(|problem| matches!(problem, LadderProblem::OtherStarts { .. }))
        } else {
            let mut stale = camp.data.stale_weeks.iter();
            stale.any(|stale| stale.week.id == next.id)
        };
        let week = within_sentence(&next.name());
        is_stale.then(|| {
            if next.is_closed() {
                Self::Reopen { id: next.id, week }
            } else {
                Self::TakeOver { week }
            }
        })
    }

    fn text(&self, corrected: &str) -> String {
        let (Self::TakeOver { week } | Self::Reopen { week, .. }) = self;
        let found = format!(
            "Not everybody started {week} with the permanent rating that {corrected} ends with now"
        );
        match self {
            Self::TakeOver { .. } => {
                format!("{found}: Problems tells whom, and can take the ratings over.")
            }
            Self::Reopen { .. } => format!(
                "{found}. To take the ratings over, reopen {week}, and close it again; so it goes on from week to week. Otherwise the later permanent ratings stay as they are."
            ),
        }
    }

    fn button(&self) -> String {
        match self {
            Self::TakeOver { .. } => "Problems…".to_owned(),
            Self::Reopen { week, .. } => format!("Reopen {week}"),
        }
    }

    fn action(self) -> Action {
        match self {
            Self::TakeOver { .. } => Command::PROBLEMS.into(),
            Self::Reopen { id, .. } => Action::ReopenWeek(id),
        }
    }
}

/// The next week is open: who is new in it.
pub(super) fn started(ctx: &Context, app: &mut App) -> Option<Dialog> {
    let camp = &app.session.camp.as_ref()?.data;
    let title = format!("{} is open", camp.week.name());
    let text = "There are no games in it yet, and everybody starts at the rating of the group. Are there new campers? Copy their names from a list or a spreadsheet, and paste them here, or import them from a file. Ctrl+Z takes the start back.";
    let answer = kit::Dialog::new(&title)
        .text(text)
        .confirm(Command::PASTE_CAMPERS.text())
        .other("Import campers…")
        .cancel("No new campers")
        .width(520.0)
        .show(ctx, |_| {});
    match answer {
        None => return Some(Dialog::WeekStarted),
        Some(DialogAnswer::Confirmed) => app.send(Command::PASTE_CAMPERS),
        Some(DialogAnswer::Other) => app.send(Command::IMPORT),
        Some(DialogAnswer::Cancelled) => {}
    }
    None
}
