//! `camp-ladder recalc`

use std::{ops::ControlFlow, path::Path};

use super::{Failure, change, open_to_change, say};
use crate::{
    domain::Edit,
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
    change(&mut file, &edit, edit.kind().to_owned())?;
    if !doubts.is_empty() {
        let camp = file.load()?;
        for doubt in doubts {
            say(&doubt.sentence(&camp));
        }
    }
    say(&sentence);
    Ok(())
}
