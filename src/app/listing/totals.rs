//! The row of totals at the foot of a datasheet: of the rows that are shown.

use super::{ColumnId, Listing, facts};
use crate::domain::{CampData, Field};

impl Listing {
    /// The total of a column over the rows that are shown; empty where there is nothing to add up.
    pub fn total(&self, camp: &CampData, what: ColumnId) -> String {
        if let Some(total) = self.totals.borrow().get(&what) {
            return total.clone();
        }
        let total = self.make_total(camp, what);
        self.totals.borrow_mut().insert(what, total.clone());
        total
    }

    fn make_total(&self, camp: &CampData, what: ColumnId) -> String {
        match what {
            ColumnId::Field(field) => self.total_of_field(camp, field),
            ColumnId::WeeklyRating | ColumnId::PermanentRating => {
                let mean = self.mean(camp, what);
                mean.map_or_else(String::new, |mean| format!("avg. {}", facts::number(mean)))
            }
            ColumnId::Won | ColumnId::Drawn | ColumnId::Lost | ColumnId::PlayersInGroup => {
                facts::number(self.shown_values(camp, what).sum())
            }
            _ => String::new(),
        }
    }

    fn total_of_field(&self, camp: &CampData, field: Field) -> String {
        let values = || self.shown_values(camp, ColumnId::Field(field));
        match field {
            Field::LastName => self.count_in_words("player", "players"),
            Field::GroupName => self.count_in_words("group", "groups"),
            Field::White => self.count_in_words("game", "games"),
            Field::Active => values().filter(|value| *value == 0).count().to_string(),
            Field::Result => {
                let count = |result| values().filter(|value| *value == result).count();
                let [white, drawn, black] = [0, 1, 2].map(count);
                format!("{white}–{drawn}–{black}")
            }
            _ => String::new(),
        }
    }

    fn count_in_words(&self, one: &str, many: &str) -> String {
        let count = self.len();
        format!("{count} {}", if count == 1 { one } else { many })
    }

    fn shown_values(&self, camp: &CampData, what: ColumnId) -> impl Iterator<Item = i64> {
        let values = self.facts.values(camp, what);
        self.rows.iter().map(move |place| values[place as usize])
    }

    /// The rounded mean.
    fn mean(&self, camp: &CampData, what: ColumnId) -> Option<i64> {
        let count = i64::try_from(self.len()).ok().filter(|count| *count > 0)?;
        let sum = self.shown_values(camp, what).sum::<i64>();
        let half = if sum < 0 { -count / 2 } else { count / 2 };
        Some((sum + half) / count)
    }
}
