//! What is to be checked in sections of US Chess, for the list of problems: read from the file by need.

use super::camps::look_for_problems;
use crate::{
    app::{
        App,
        dialogs::Dialog,
        reading::{Reading, WasRead},
        serial,
    },
    domain::LadderProblem,
    storage::{CampFile, CheckedSection},
};

/// So many sections are looked at after each change of them; of more, only while the list of problems is open, as the file answers nothing
/// else meanwhile.
const SECTIONS_AT_ONCE: usize = 300;

/// What was found, or why it can't be read.
type Found = Result<Vec<LadderProblem>, String>;

/// Has sections looked at that have changed since.
pub(super) fn look_at_sections(app: &mut App) {
    let Some(camp) = &mut app.session.camp else {
        return;
    };
    let sections = camp.data.us_chess_sections;
    if sections == 0 {
        if !camp.us_chess_problems.is_empty() {
            camp.us_chess_problems.clear();
            look_for_problems(camp);
        }
        return;
    }
    let is_open = matches!(app.dialog, Some(Dialog::Problems(_)));
    let revision = camp.us_chess_revision;
    let asked = app.session.sections_asked.map(|(at, _)| at);
    if asked != Some(revision) && (is_open || sections <= SECTIONS_AT_ONCE) {
        let ticket = serial();
        app.session.sections_asked = Some((revision, ticket));
        app.keeper.read(Reading::new(ticket, find));
    }
}

/// Lists what was found in sections, if this is the answer.
pub(super) fn sections_looked_at(app: &mut App, read: &WasRead) {
    let asked = app.session.sections_asked;
    let Some(found) = asked.and_then(|(_, ticket)| read.of::<Found>(ticket)) else {
        return;
    };
    let Some(camp) = &mut app.session.camp else {
        return;
    };
    match &*found {
        Ok(found) => {
            camp.us_chess_problems.clone_from(found);
            look_for_problems(camp);
            if let Some(Dialog::Problems(list)) = &mut app.dialog {
                list.look_again();
            }
        }
        Err(reason) => tracing::warn!("sections not looked at: {reason}"),
    }
}

fn find(file: &CampFile) -> Found {
    let sections = file
        .sections_to_check()
        .map_err(|error| error.to_string())?;
    let problems = sections.iter().filter_map(CheckedSection::problem);
    Ok(problems.collect())
}
