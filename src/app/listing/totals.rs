//! The row of totals at the foot of a datasheet: of the rows that are shown.

use super::{Listing, What, facts};
use crate::domain::CampData;

impl Listing {
    /// The total of a column over the rows that are shown; empty where there is nothing to add up.
    pub fn total(&self, camp: &CampData, what: What) -> String {
        if let Some(total) = self.totals.borrow().get(&what) {
            return total.clone();
        }
        let total = self.make_total(camp, what);
        self.totals.borrow_mut().insert(what, total.clone());
        total
    }

    fn make_total(&self, camp: &CampData, what: What) -> String {
        match what {
            What::LastName | What::White | What::GroupName => self.count_in_words(what),
            What::WeeklyRating | What::PermanentRating => {
                let mean = self.mean(camp, what);
                mean.map_or_else(String::new, |mean| format!("avg. {}", facts::number(mean)))
            }
            What::Won | What::Drawn | What::Lost | What::PlayersInGroup => {
                facts::number(self.shown_values(camp, what).sum())
            }
            What::Active => {
                let active = self.shown_values(camp, what).filter(|value| *value == 0);
                active.count().to_string()
            }
            What::Result => {
                let mut counts = [0_usize; 3];
                for value in self.shown_values(camp, what) {
                    counts[match value {
                        -1 => 0,
                        0 => 1,
                        _ => 2,
                    }] += 1;
                }
                let [white, drawn, black] = counts;
                format!("{white}–{drawn}–{black}")
            }
            _ => String::new(),
        }
    }

    fn count_in_words(&self, what: What) -> String {
        let (one, many) = match what {
            What::LastName => ("player", "players"),
            What::GroupName => ("group", "groups"),
            _ => ("game", "games"),
        };
        let count = self.len();
        format!("{count} {}", if count == 1 { one } else { many })
    }

    fn shown_values(&self, camp: &CampData, what: What) -> impl Iterator<Item = i64> {
        let values = self.facts.values(camp, what);
        self.rows.iter().map(move |place| values[*place as usize])
    }

    /// The rounded mean.
    fn mean(&self, camp: &CampData, what: What) -> Option<i64> {
        let count = i64::try_from(self.len()).ok().filter(|count| *count > 0)?;
        let sum = self.shown_values(camp, what).sum::<i64>();
        let half = if sum < 0 { -count / 2 } else { count / 2 };
        Some((sum + half) / count)
    }
}
