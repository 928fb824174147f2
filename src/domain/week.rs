//! Weeks of a camp.

use jiff::civil::Date;

use super::WeekId;

/// A week: the unit of the ladder. Its games are replayed together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Week {
    pub id: WeekId,
    /// 1 for the camp's first week.
    pub number: i64,
    /// What the director calls it; empty where "Week 3" will do.
    pub label: String,
    pub opened_on: Date,
    /// `None` for the one week that is open.
    pub closed_on: Option<Date>,
}

impl Week {
    /// "Week 3", or "Week 3: Gold camp"
    #[must_use]
    pub fn title(&self) -> String {
        if self.label.is_empty() {
            format!("Week {}", self.number)
        } else {
            format!("Week {}: {}", self.number, self.label)
        }
    }
}
