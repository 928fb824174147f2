//! What is said of the camp and the week that are shown, above every page.

use egui::Ui;

use crate::{
    app::{Action, App, BackupAction, Command, FocusTarget, OpenCamp, Pane, dialogs::Dialog},
    domain::{Edit, LadderProblem, show_date, within_sentence},
    kit::{Banner, banner::BannerAnswer, tokens::space},
    pages::backups::{moment_of, restore_question},
    storage::Mode,
};

/// A week that can't be changed, or that is open out of its turn, and the ways on from there.
#[derive(Debug)]
struct Said {
    text: String,
    is_warning: bool,
    /// What each button says and does.
    ways: Vec<(String, Action)>,
}

/// Shows a bar above the page; F6 leads to it if it has a button.
pub(in crate::ui) fn bar(ui: &mut Ui, app: &mut App, bar: Banner<'_>) -> Option<BannerAnswer> {
    let this = app.bars;
    let has_button = bar.has_button();
    let to_focus = app
        .focus_next
        .take_if(|to| has_button && *to == FocusTarget::Bar(this));
    let (answer, has_keyboard) = bar.show_with_keyboard(ui, to_focus.is_some());
    app.bars += usize::from(has_button);
    if has_keyboard {
        app.pane = Pane::Bar(this);
    }
    ui.add_space(space::S);
    answer
}

/// Says what is special about the week that is shown, if anything is.
pub(in crate::ui) fn banner(ui: &mut Ui, app: &mut App) {
    let Some(said) = app.session.camp.as_ref().and_then(said) else {
        return;
    };
    let mut banner = if said.is_warning {
        Banner::warning(&said.text)
    } else {
        Banner::info(&said.text)
    };
    for (text, _) in &said.ways {
        banner = banner.action(text);
    }
    let Some(BannerAnswer::Action(pressed)) = bar(ui, app, banner) else {
        return;
    };
    if let Some((_, action)) = said.ways.into_iter().nth(pressed) {
        app.send(action);
    }
}

/// Says of a backup that is looked into what it is, and what can be done with it.
pub(in crate::ui) fn backup(ui: &mut Ui, app: &mut App) {
    let camp = app.session.camp.as_ref();
    let Some(listed) = camp.and_then(|camp| camp.looked_into.clone()) else {
        return;
    };
    let made = moment_of(&listed.backup, &app.now());
    let text = format!("A backup of {made}, read-only. Nothing you do here is kept");
    let mut banner = Banner::warning(&text)
        .action("Save as new file…")
        .action("Restore…");
    let before = app.looked_from();
    if before.is_some() {
        banner = banner.action("Back to the camp");
    }
    match bar(ui, app, banner) {
        Some(BannerAnswer::Action(0)) => {
            app.send(BackupAction::AskWhereToSave(Box::new(listed.backup)));
        }
        Some(BannerAnswer::Action(2)) => {
            if let Some(before) = before {
                app.send(Action::open_for(before.path.clone(), before.mode));
            }
        }
        Some(_) => {
            let question = restore_question(*listed, before.as_deref(), &app.now());
            app.dialog = Some(Dialog::OfPage(question));
        }
        None => {}
    }
}

fn said(camp: &OpenCamp) -> Option<Said> {
    let (shown, current) = (&camp.data.week, &camp.current);
    let name = within_sentence(&current.name());
    let back = (format!("Back to {name}"), Action::LookAtWeek(None));
    let reopen = camp.why_not_reopen(shown).is_none().then(|| {
        let text = format!("Reopen {}…", within_sentence(&shown.name()));
        (text, Command::REOPEN_WEEK.into())
    });
    let can_change = camp.mode == Mode::Change;
    if camp.shows_other_week() {
        let title = shown.title();
        let text = match shown.closed_on {
            Some(day) => format!("{title}, closed on {}, read-only.", show_date(day)),
            None => format!("{title} is on hold until {name} is closed."),
        };
        return Some(Said {
            text,
            is_warning: false,
            ways: [Some(back), reopen].into_iter().flatten().collect(),
        });
    }
    if current.is_closed() {
        let next = camp.last_week().number + 1;
        let start = (format!("Start week {next}…"), Command::START_WEEK.into());
        return Some(Said {
            text: if can_change {
                format!(
                    "{} is closed. Start week {next}, or reopen this one to correct something.",
                    current.name()
                )
            } else {
                format!("{} is closed.", current.name())
            },
            is_warning: false,
            ways: [can_change.then_some(start), reopen]
                .into_iter()
                .flatten()
                .collect(),
        });
    }
    camp.corrects_older_week().then(|| {
        let waits = within_sentence(&camp.last_week().name());
        let close = (format!("Close {name}…"), Command::CLOSE_WEEK.into());
        let mut text = format!(
            "{} is open again to be corrected. Close it when you are done; {waits} is on hold.",
            current.name()
        );
        let mut problems = camp.problems.iter();
        let update = problems
            .any(|problem| matches!(problem, LadderProblem::OtherStarts { .. }))
            .then(|| {
                text.push_str(" Some start ratings differ from the end of the week before.");
                let text = "Update start ratings".to_owned();
                (text, Action::Change(Edit::CarryStarts))
            });
        let ways = update.into_iter().chain([close]);
        Said {
            text,
            is_warning: true,
            ways: ways.filter(|_| can_change).collect(),
        }
    })
}
