//! What is stored and follows from the records, compared with them and computed anew: the file is asked, and then changed.

use super::super::{
    App, Command,
    afterwards::Afterwards,
    commands::{Entry, Group, Needs, commands},
    dialogs::{Checking, Dialog},
    reading::{Reading, WasRead},
    serial,
};
use crate::{
    domain::counted,
    storage::{CampFile, Mending},
};

commands! {
    /// Compares ratings, members' records and the history with what they follow from, and computes anew what differs.
    MEND = Entry::new("Check and mend", Group::Explain, 3, ask)
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(|app| app.session.mending.is_some().then_some("The camp is being checked"));
}

/// What differs, or why that can't be read; `None` if nobody waited for it any more.
type Found = Result<Option<Mending>, String>;

fn ask(app: &mut App) {
    if !app.is_typed_saved_before(Command::MEND) {
        return;
    }
    let ticket = serial();
    let checking = Checking::default();
    let theirs = checking.progress.clone();
    let find = move |file: &CampFile| -> Found {
        let reached = |done, total| theirs.report(done, total);
        let asked = theirs.clone();
        let found = file.mending_until(reached, move || asked.is_cancelled());
        found.map_err(|error| error.to_string())
    };
    app.keeper.read(Reading::new(ticket, find));
    app.session.mending = Some(ticket);
    app.dialog = Some(Dialog::Checking(checking));
}

/// Mends what differs, if this is the answer, and says what that was.
pub(super) fn compared(app: &mut App, read: &WasRead) {
    let asked = app.session.mending;
    let Some(found) = asked.and_then(|ticket| read.of::<Found>(ticket)) else {
        return;
    };
    app.session.mending = None;
    app.dialog
        .take_if(|dialog| matches!(dialog, Dialog::Checking(_)));
    let mending = match &*found {
        Ok(Some(mending)) => mending,
        Ok(None) => return app.notices.note("The check was cancelled"),
        Err(reason) => return app.notices.problem(reason.clone()),
    };
    let left = mending.left();
    let is_all = left.is_empty();
    for left in left {
        app.notices.problem(left);
    }
    if let Some(edit) = mending.edit() {
        // What was changed meanwhile would have other answers.
        let ticket = app.keeper.apply_at(edit, read.revision);
        let mended = mending.mended();
        let more = mended.len().saturating_sub(1);
        let first = mended.first().map_or("", String::as_str);
        let said = match more {
            0 => format!("Mended. {first}"),
            more => format!("Mended. {first}, and {}", counted(more, "more thing")),
        };
        app.afterwards(ticket, Afterwards::SayUndoable(said));
    } else if is_all {
        app.notices
            .note("Ratings, members’ records and the history follow from what was entered");
    }
}
