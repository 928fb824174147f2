//! `camp-ladder check`

use std::path::Path;

use super::{Failure, open_to_read, put, say, week};
use crate::{domain::LadderProblem, rating::camp_ladder};

pub(super) fn run(path: &Path) -> Result<(), Failure> {
    let (file, camp) = open_to_read(path)?;
    let damage = file.damage()?;
    let problems = camp_ladder::problems(&camp);
    let damaged = damage.iter().map(|finding| format!("Damage: {finding}\n"));
    let doubtful = problems
        .iter()
        .map(|problem| problem.sentence(&camp) + "\n");
    put(damaged.chain(doubtful).collect::<String>().as_bytes())?;
    if let Some(steps) = week::next_steps(path, &camp, &problems) {
        say(&steps);
    }
    if !damage.is_empty() {
        say("Keep this file as it is, and go on with your last copy of it");
    }
    let faults = problems.iter().filter(|problem| problem.counts()).count();
    match damage.len() + faults {
        0 => {
            // Whether ratings are taken over is for the director to say, and so it is no fault.
            say(if problems.iter().any(LadderProblem::is_of_starts) {
                "The file is sound, but not every week starts with the ratings of the week before"
            } else {
                "The file is sound, and nothing makes a rating doubtful"
            });
            Ok(())
        }
        1 => Err(Failure::Refused("1 problem".to_owned())),
        count => Err(Failure::Refused(format!("{count} problems"))),
    }
}
