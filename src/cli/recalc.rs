//! `camp-ladder recalc`

use std::{ops::ControlFlow, path::Path};

use super::{Failure, change, in_sentences, open_to_change, say};
use crate::{
    domain::{CampData, Edit, LadderProblem, Problems},
    rating::camp_ladder::{self, NoAnswer},
};

pub(super) fn run(path: &Path) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let ladder = file.ladder()?;
    let answer = camp_ladder::recalculate(&ladder, |_, _| ControlFlow::Continue(()));
    let answer = match answer {
        Ok(answer) => answer,
        Err(NoAnswer::Cancelled) => return Err(Failure::Refused("Cancelled".to_owned())),
        Err(NoAnswer::Problems(problems)) => {
            let camp = file.load()?;
            say_each(problems, &camp);
            return Err(Failure::Refused(
                "The ratings were not recalculated, and nothing has changed".to_owned(),
            ));
        }
    };
    let sentence = answer.sentence();
    let doubts = answer.doubts;
    let edit = Edit::SaveRatings(answer.saved);
    change(&mut file, &edit, edit.kind().to_owned())?;
    if !doubts.is_empty() {
        say_each(doubts, &file.load()?);
    }
    say(&sentence);
    Ok(())
}

/// Says what was found on the way, but for what was accepted in the window.
fn say_each(found: Vec<LadderProblem>, camp: &CampData) {
    let Problems { listed, .. } = Problems::new(found, camp);
    for (_, sentence) in in_sentences(&listed, camp) {
        say(&sentence);
    }
}
