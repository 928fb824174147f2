//! `camp-ladder recalc`

use std::{ops::ControlFlow, path::Path};

use super::{Failure, say};
use crate::{
    domain::Edit,
    rating::camp_ladder::{self, NoAnswer},
    storage::{CampFile, Mode, Occasion},
};

pub(super) fn run(path: &Path) -> Result<(), Failure> {
    let mut file = CampFile::open(path, Mode::Change)?;
    let ladder = file.ladder()?;
    let answer = camp_ladder::recalculate(&ladder, |_, _| ControlFlow::Continue(()));
    let answer = match answer {
        Ok(answer) => answer,
        Err(NoAnswer::Cancelled) => return Err(Failure::Refused("Cancelled".to_owned())),
        Err(NoAnswer::Problems(problems)) => {
            let camp = file.load()?;
            for problem in problems {
                say(&problem.sentence(&camp));
            }
            return Err(Failure::Refused(
                "The ratings were not recalculated, and nothing has changed".to_owned(),
            ));
        }
    };
    let sentence = answer.sentence();
    let doubts = answer.doubts;
    let edit = Edit::SaveRatings(answer.saved);
    file.apply(&edit, &Occasion::now(edit.kind()))?;
    if !doubts.is_empty() {
        let camp = file.load()?;
        for doubt in doubts {
            say(&doubt.sentence(&camp));
        }
    }
    say(&sentence);
    Ok(())
}
