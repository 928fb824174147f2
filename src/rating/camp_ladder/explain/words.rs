//! The rule in sentences.

use super::{PlayedGame, PlayerWeek, Side, StartReason, Working};
use crate::{
    domain::{CampData, PlayerId, System, counted, show_change, show_rating},
    rating::camp_ladder::{FULL_DIFFERENCE, MAX_STEP, POINTS_A_STEP, WIN},
};

impl PlayedGame {
    /// What the game did to one of the two ratings and why, a sentence a step of the rule. `camp` gives the names.
    #[must_use]
    pub(crate) fn sentences(&self, camp: &CampData, system: System) -> Vec<String> {
        let names = Names::new(self, camp);
        let mut sentences = if self.counts {
            let working = self.working(system);
            vec![
                for_difference(&names, working),
                for_result(&names, self.result.sign()),
                together(&names, working.change),
            ]
        } else {
            vec!["This is a fun game. Fun games don’t change ratings.".to_owned()]
        };
        for (player, name) in [(self.white, &names.white), (self.black, &names.black)] {
            if camp.player(player).is_some_and(|player| !player.active) {
                sentences.push(format!(
                    "{name} is inactive, and began the week at the rating held when {name} became inactive."
                ));
            }
        }
        sentences
    }
}

/// "Shah was 130 points above Rao: …"
fn for_difference(names: &Names, working: Working) -> String {
    let (higher, lower) = match working.difference {
        0 => {
            return format!(
                "{} and {} were both rated {}: the difference moves nothing.",
                names.white,
                names.black,
                show_rating(working.white)
            );
        }
        1.. => (&names.white, &names.black),
        _ => (&names.black, &names.white),
    };
    let difference = working.difference.unsigned_abs();
    let above = format!(
        "{higher} was {} above {lower}",
        counted(difference, "point")
    );
    let given = counted(working.step.unsigned_abs(), "point");
    if working.step == 0 {
        format!("{above}: less than {POINTS_A_STEP} points move nothing.")
    } else if difference > FULL_DIFFERENCE.unsigned_abs() {
        format!(
            "{above}: beyond {FULL_DIFFERENCE} it is always {MAX_STEP} points, which {higher} gives to {lower}."
        )
    } else if difference.is_multiple_of(POINTS_A_STEP.unsigned_abs()) {
        format!("{above}: a {POINTS_A_STEP}th of that is {given}, which {higher} gives to {lower}.")
    } else {
        format!(
            "{above}: a {POINTS_A_STEP}th of that, without the fraction, is {given}, which {higher} gives to {lower}."
        )
    }
}

fn for_result(names: &Names, sign: i32) -> String {
    let (winner, loser) = match sign {
        0 => return "A draw by itself moves nothing.".to_owned(),
        1 => (&names.white, &names.black),
        _ => (&names.black, &names.white),
    };
    format!("The winner {winner} gains {WIN}, which {loser} gives.")
}

/// Who gains is named first.
fn together(names: &Names, change: i32) -> String {
    let (gains, gives) = match change {
        0 => return "Together: neither rating moves.".to_owned(),
        1.. => (&names.white, &names.black),
        _ => (&names.black, &names.white),
    };
    format!(
        "Together: {gains} {}, {gives} {}.",
        show_change(change.abs()),
        show_change(-change.abs())
    )
}

impl PlayerWeek {
    /// Where the week began, and why there.
    #[must_use]
    pub(crate) fn start_sentence(&self, camp: &CampData, system: System) -> String {
        let start = show_rating(system.of(self.start));
        match self.start_reason(system) {
            StartReason::GroupRating(group) => format!(
                "The week began at {start}, the initial ladder rating of the group {}.",
                camp.group_name(Some(group))
            ),
            StartReason::StartOfWeek => format!(
                "The week began at {start}, the permanent rating for the start of the week."
            ),
            StartReason::BlankStart => format!(
                "The week began at {start}: there is no permanent rating for the start of the week, and that counts as 0."
            ),
            StartReason::Frozen => format!(
                "The week began at {start}, the rating held when {} became inactive.",
                camp.full_name(self.player)
            ),
        }
    }

    /// What the games gave together.
    #[must_use]
    pub(crate) fn sum_sentence(&self, system: System) -> String {
        let [won, drawn, lost] = self.tally;
        if won + drawn + lost == 0 {
            return "No game that counts: the rating is where the week began.".to_owned();
        }
        format!(
            "Won {won}, drawn {drawn}, lost {lost}: {} for the results and {} for the differences, together {}.",
            show_change(self.for_results),
            show_change(system.of(self.for_differences)),
            show_change(self.change(system))
        )
    }
}

/// What the two players are called in sentences about their game.
struct Names {
    white: String,
    black: String,
}

impl Names {
    /// Last names where they tell the two apart, else full names, else full names with numbers.
    fn new(game: &PlayedGame, camp: &CampData) -> Self {
        let last = |id: PlayerId| {
            camp.player(id)
                .map_or_else(String::new, |player| player.last_name.clone())
        };
        let full = |id: PlayerId| camp.full_name(id);
        let numbered = |id: PlayerId| format!("{} ({id})", camp.full_name(id));
        let called = |name: &dyn Fn(PlayerId) -> String| Self {
            white: name(game.player(Side::White)),
            black: name(game.player(Side::Black)),
        };
        let by_last = called(&last);
        if by_last.white != by_last.black && !by_last.white.is_empty() && !by_last.black.is_empty()
        {
            return by_last;
        }
        let by_full = called(&full);
        if by_full.white == by_full.black {
            called(&numbered)
        } else {
            by_full
        }
    }
}
