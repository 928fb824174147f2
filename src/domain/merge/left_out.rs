//! What is left out with the games of a closed week that isn’t taken, and how to keep both.

use super::{Clash, Conflict, Key, Plan, Prefer, words::OPENED_AGAIN};
use crate::domain::counted;

impl Plan {
    /// Of a week that stays closed: "Left out of week 1: 2 games that only the copy has"
    pub fn left_out(&self, conflict: &Conflict) -> Option<String> {
        let Clash::Week {
            closed: stays_closed,
            left_out: [of_camp, of_copy],
            ..
        } = &conflict.clash
        else {
            return None;
        };
        let (stays_closed, keys, whose) = match conflict.taken? {
            Prefer::Ours => (stays_closed[0], of_copy, "only the copy has"),
            Prefer::Theirs => (stays_closed[1], of_camp, "only this camp had"),
        };
        let games = keys.iter().filter(|key| key.table == "game").count();
        (stays_closed && games > 0).then(|| {
            let week = self.week_of(conflict);
            let games = counted(games, "game");
            format!("Left out of {week}: {games} that {whose}")
        })
    }

    /// Of a week that both have closed with other games, of which one can be taken only.
    pub fn way_to_keep_both(&self, conflict: &Conflict) -> Option<String> {
        let Clash::Week {
            closed: [true, true],
            left_out,
            ..
        } = &conflict.clash
        else {
            return None;
        };
        let mut keys = left_out.iter().flatten();
        keys.any(|key| key.table == "game").then(|| {
            let week = self.week_of(conflict);
            format!("To keep what both have typed in it, reopen {week} here first. Then bring the copy back, and choose “{OPENED_AGAIN}”")
        })
    }

    fn week_of(&self, conflict: &Conflict) -> String {
        self.name(&Key::new("week", [conflict.key.uid()]))
    }
}
