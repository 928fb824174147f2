//! The questions about weeks: opened again, named, closed, started.

use egui::{Context, Ui};
use jiff::civil::Date;

use crate::{
    app::{
        Action, Command, OpenCamp,
        page::{Ctx, Outbox, PageDialog},
    },
    domain::{
        Field, FieldProblem, LadderProblem, MAX_WEEK_LABEL, Week, WeekDetails, WeekId, parse_date,
        show_date, within_sentence,
    },
    kit::{self, DialogAnswer, Form, form::problem_line, tokens::space},
    pages::looks::record::reason,
};

/// The width of a day, in points.
const DAY: f32 = 160.0;

fn week<'a>(ctx: &Ctx<'a>, id: WeekId) -> Option<&'a Week> {
    let mut weeks = ctx.camp.data.weeks.iter();
    weeks.find(|week| week.id == id)
}

/// Asks before a closed week is opened again.
#[derive(Debug)]
pub(in crate::pages::weeks) struct Reopen(pub WeekId);

impl PageDialog for Reopen {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let Some(reopened) = week(ctx, self.0) else {
            return false;
        };
        let last = ctx.camp.last_week();
        let name = within_sentence(&reopened.name());
        let after = if self.0 == last.id {
            format!("Close {name} again when you are done.")
        } else {
            let last = within_sentence(&last.name());
            format!("When you close {name} again, {last} comes back as it is.")
        };
        let title = format!("Reopen {name}?");
        let text = format!(
            "You can then correct players and games; ratings are recalculated. Print or publish this week again afterwards. Other weeks don’t change. {after}"
        );
        let answer = kit::Dialog::new(&title)
            .text(&text)
            .danger("Reopen")
            .cancel("Cancel")
            .width(520.0)
            .show(window, |_| {});
        if answer == Some(DialogAnswer::Confirmed) {
            out.send(Action::ReopenWeek(self.0));
        }
        answer.is_none()
    }
}

/// What a week is called, and its days.
#[derive(Debug)]
pub(in crate::pages::weeks) struct ChangeWeek {
    week: WeekId,
    label: String,
    /// The first and the last day, as they are typed.
    days: [String; 2],
    problems: Vec<FieldProblem>,
}

const DAYS: [(Field, &str); 2] = [(Field::FirstDay, "First day"), (Field::LastDay, "Last day")];

impl ChangeWeek {
    pub(in crate::pages::weeks) fn new(week: &Week) -> Self {
        Self {
            week: week.id,
            label: week.label.clone(),
            days: week
                .set_days
                .map(|day| day.map(show_date).unwrap_or_default()),
            problems: Vec::new(),
        }
    }

    /// Saves what is typed. Whether it can be.
    fn save(&mut self, today: Date, out: &mut Outbox) -> bool {
        let mut details = WeekDetails {
            label: self.label.trim().to_owned(),
            days: [None; 2],
        };
        self.problems.clear();
        for ((field, _), (typed, day)) in DAYS.iter().zip(self.days.iter().zip(&mut details.days)) {
            match parse_date(typed, today) {
                Ok(read) => *day = read,
                Err(reason) => self
                    .problems
                    .push(FieldProblem::new(*field, reason.to_string())),
            }
        }
        self.problems.extend(details.problems());
        if self.problems.is_empty() {
            out.send(Action::ChangeWeek(self.week, details));
        }
        self.problems.is_empty()
    }
}

impl PageDialog for ChangeWeek {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let Some(changed) = week(ctx, self.week) else {
            return false;
        };
        let title = format!("Name and days of {}", within_sentence(&changed.name()));
        let answer = kit::Dialog::new(&title)
            .text("The name is shown after the number of the week, on the screen and on paper. Leave a day blank to take it from the games.")
            .confirm("Save")
            .cancel("Cancel")
            .show(window, |ui| {
                let problems = &mut self.problems;
                let mut field = |ui: &mut Ui, field: Field, title: &str, hint: &str, text: &mut String| {
                    let reason = reason(problems, field);
                    let shown = Form::above().field(title).hint(hint).problem(reason);
                    let shown = match field {
                        Field::WeekLabel => shown.limit(MAX_WEEK_LABEL),
                        _ => shown.width(DAY),
                    };
                    if shown.text(ui, text).changed() {
                        problems.retain(|problem| problem.field != field);
                    }
                };
                field(ui, Field::WeekLabel, "Name", "e.g. Gold camp", &mut self.label);
                for ((of, title), day) in DAYS.iter().zip(&mut self.days) {
                    ui.add_space(space::S);
                    field(ui, *of, title, "from the games", day);
                }
            });
        match answer {
            None => true,
            Some(DialogAnswer::Confirmed) => !self.save(ctx.today(), out),
            Some(DialogAnswer::Cancelled | DialogAnswer::Other) => false,
        }
    }
}

/// A week is closed: what one does next.
#[derive(Debug)]
pub(in crate::pages::weeks) struct Closed(pub WeekId);

impl PageDialog for Closed {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let Some(closed) = week(ctx, self.0) else {
            return false;
        };
        let name = closed.name();
        let title = format!("{name} is closed");
        let kept = format!(
            "Its players, games and ratings are kept as they are: you can show and print them at any time. Ctrl+Z reopens {}.",
            within_sentence(&name)
        );
        let dialog = kit::Dialog::new(&title).width(520.0);
        if self.0 == ctx.camp.current.id {
            let next = format!("Start week {}…", closed.number + 1);
            let dialog = dialog.text(&kept).confirm(&next);
            let dialog = dialog.other("Print standings…").cancel("Done");
            let answer = dialog.show(window, |_| {});
            match answer {
                Some(DialogAnswer::Confirmed) => out.send(Command::START_WEEK),
                Some(DialogAnswer::Other) => out.send(Command::PRINT),
                Some(DialogAnswer::Cancelled) | None => {}
            }
            return answer.is_none();
        }
        let current = ctx.camp.current.name();
        let next = Next::after(ctx.camp, closed);
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
        let look = format!("Show {}", within_sentence(&name));
        let answer = dialog.other(&look).show(window, |_| {});
        match (answer, next) {
            (Some(DialogAnswer::Confirmed), Some(next)) => out.send(next.action()),
            (Some(DialogAnswer::Other), _) => out.send(Action::LookAtWeek(Some(self.0))),
            _ => {}
        }
        answer.is_none()
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
        let found = format!("Some start ratings of {week} differ from the end of {corrected}");
        match self {
            Self::TakeOver { .. } => {
                format!("{found}. Problems lists them and can update them.")
            }
            Self::Reopen { .. } => format!(
                "{found}. To update them, reopen {week} and close it again, then continue with the next week. Otherwise the later permanent ratings stay as they are."
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

/// The next week is open: who is new in it. It stays until something was copied that can be pasted.
#[derive(Debug, Default)]
pub(in crate::pages::weeks) struct Started {
    pastes: bool,
}

impl PageDialog for Started {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let title = format!("{} is open", ctx.camp.data.week.name());
        let text = "There are no games in it yet, and everybody starts at the rating of the group. Are there new campers? Copy their names from a list or a spreadsheet, and paste them here, or import them from a file. Ctrl+Z undoes this.";
        let answer = kit::Dialog::new(&title)
            .text(text)
            .confirm(Command::PASTE_CAMPERS.text())
            .other("Import campers…")
            .cancel("No new campers")
            .width(520.0)
            .show(window, |ui| {
                if let Some(problem) = ctx.pasting.problem().filter(|_| self.pastes) {
                    problem_line(ui, problem);
                }
            });
        match answer {
            Some(DialogAnswer::Confirmed) => {
                self.pastes = true;
                out.send(Command::PASTE_CAMPERS);
            }
            Some(DialogAnswer::Other) => out.send(Command::IMPORT),
            Some(DialogAnswer::Cancelled) | None => {}
        }
        matches!(answer, None | Some(DialogAnswer::Confirmed))
    }
}
