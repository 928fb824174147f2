//! The sample camp: invented names, a week of games, recalculated. It goes through the same import as a director's
//! files do.

use std::ops::ControlFlow;

use jiff::civil::Date;

use crate::{
    domain::{CampData, Edit},
    import::{self, Choices, Plan},
    rating::camp_ladder::{self, NoAnswer},
    storage::{CampFile, Occasion},
};

const FILES: [(&str, &str); 3] = [
    ("Camp Groups.csv", include_str!("Camp Groups.csv")),
    ("Ladder Players.csv", include_str!("Ladder Players.csv")),
    ("Ladder Games.csv", include_str!("Ladder Games.csv")),
];

/// The sample camp, in memory: it is gone when the program ends.
///
/// # Errors
/// The program itself is damaged, or there is no memory; a sentence says so.
pub fn open(today: Date) -> Result<(CampFile, CampData), String> {
    let unusable = |reason: &dyn std::fmt::Display| format!("There is no sample camp: {reason}");
    let mut file = CampFile::in_memory("Sample camp", today).map_err(|error| unusable(&error))?;
    let sources = FILES
        .into_iter()
        .map(|(name, text)| import::read_text(name, text.as_bytes()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| unusable(&error))?;
    let empty = file.load().map_err(|error| unusable(&error))?;
    let plan = Plan::new(&sources, &empty, &Choices::default());
    if let Some(problem) = plan.waiting().next() {
        return Err(unusable(&problem.sentence()));
    }
    let occasion = Occasion::now("Sample camp");
    file.apply(&Edit::Import(Box::new(plan.changes)), &occasion)
        .map_err(|error| unusable(&error))?;
    let ladder = file.ladder().map_err(|error| unusable(&error))?;
    let answer = camp_ladder::recalculate(&ladder, |_, _| ControlFlow::Continue(()));
    match answer {
        Ok(answer) => file
            .apply(&Edit::SaveRatings(answer.saved), &occasion)
            .map_err(|error| unusable(&error))?,
        Err(NoAnswer::Problems(_) | NoAnswer::Cancelled) => {
            return Err(unusable(&"its ratings could not be computed"));
        }
    };
    // It was always there: nothing that could be undone.
    file.forget_history().map_err(|error| unusable(&error))?;
    let camp = file.load().map_err(|error| unusable(&error))?;
    Ok((file, camp))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_camp_has_nothing_to_complain_about() {
        let (_, camp) = open(jiff::civil::date(2026, 7, 10)).expect("the sample camp");
        assert_eq!(
            (camp.groups.len(), camp.players.len(), camp.games.len()),
            (5, 40, 126)
        );
        let problems = camp_ladder::problems(&camp);
        assert!(
            !problems.iter().any(crate::domain::LadderProblem::counts),
            "{problems:?}"
        );
        assert!(
            !camp.namesakes().is_empty(),
            "two children of one name show how they are told apart"
        );
    }
}
