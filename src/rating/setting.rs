//! How a ladder can be set up: named settings with a value each, as `--set` writes them and the camp file keeps them.

use std::ops::RangeInclusive;

use jiff::civil::Date;
use thiserror::Error;

use super::{Kind, tournaments};
use crate::domain::{CampData, LadderSetup, SettingValues, YEARS};

/// A value of a setting that takes one of several words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Word {
    /// "close-top"
    pub word: &'static str,
    /// As a form shows it: "Close the gap at the top".
    pub title: &'static str,
}

/// What a setting takes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Takes {
    /// One of these words.
    Words(&'static [Word]),
    /// A whole number within these bounds.
    Number(RangeInclusive<i64>),
    /// A day: 2026-09-03.
    Day,
    /// The numbers of weeks: 3 or 2-4.
    Weeks,
    /// The name of a camp group.
    Group,
    /// The name of a tournament.
    Tournament,
    /// Days on which the ranks were dealt anew, each with its seed: 2026-09-01/8123, separated by spaces.
    Resets,
}

/// One thing that can be chosen for a ladder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Setting {
    /// What `--set` and the camp file call it: "shared-ranks".
    pub name: &'static str,
    /// What a form calls it: "Shared ranks".
    pub title: &'static str,
    /// A sentence: what it decides.
    pub about: &'static str,
    pub takes: Takes,
    /// What holds unless somebody chose otherwise; empty where that is nothing.
    pub default: &'static str,
}

const COUNTED: &[Word] = &[
    Word {
        word: "yes",
        title: "Games that count",
    },
    Word {
        word: "all",
        title: "All games, fun games too",
    },
];

/// The first day of a ladder.
pub(crate) const START: Setting = Setting {
    name: "from",
    title: "From",
    about: "Only games of this day or later. A game without a date is left out.",
    takes: Takes::Day,
    default: "",
};

/// Which games a ladder is computed from: the same for every kind.
pub(crate) const FILTERS: &[Setting] = &[
    START,
    Setting {
        name: "to",
        title: "To",
        about: "Only games of this day or earlier. A game without a date is left out.",
        takes: Takes::Day,
        default: "",
    },
    Setting {
        name: "max-age-days",
        title: "Age in days",
        about: "Only games that are at most so many days old. A game without a date is left out.",
        takes: Takes::Number(0..=99_999),
        default: "",
    },
    Setting {
        name: "weeks",
        title: "Weeks",
        about: "Only games of these weeks of the camp: 3, or 2-4.",
        takes: Takes::Weeks,
        default: "",
    },
    Setting {
        name: "group",
        title: "Group",
        about: "Only players of this group, and games in which both players are.",
        takes: Takes::Group,
        default: "",
    },
    Setting {
        name: "tournament",
        title: "Tournament",
        about: "Only games of this tournament.",
        takes: Takes::Tournament,
        default: "",
    },
    Setting {
        name: "counted",
        title: "Games",
        about: "Whether fun games are taken, too. On a club ladder they never move anything.",
        takes: Takes::Words(COUNTED),
        default: "yes",
    },
];

/// A day on which the ranks of a club ladder were dealt anew.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Reset {
    pub day: Date,
    /// What the deal follows from; kept, so that it can be shown again.
    pub seed: u64,
}

impl Reset {
    /// All resets as one value: "2026-09-01/8123 2027-09-01/77", by day.
    #[must_use]
    pub fn written(resets: &[Self]) -> String {
        let mut resets = resets.to_vec();
        resets.sort_unstable();
        let written = resets
            .iter()
            .map(|reset| format!("{}/{}", reset.day, reset.seed));
        written.collect::<Vec<_>>().join(" ")
    }

    /// The resets that such a value holds, by day, as far as it can be read.
    #[must_use]
    pub fn all(written: &str) -> Vec<Self> {
        let mut resets = written
            .split_whitespace()
            .filter_map(Self::read)
            .collect::<Vec<_>>();
        resets.sort_unstable();
        resets
    }

    fn read(text: &str) -> Option<Self> {
        let (day, seed) = text.split_once('/')?;
        Some(Self {
            day: read_day(day)?,
            seed: seed.parse().ok()?,
        })
    }
}

/// Why a ladder can't be set up so.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SettingProblem {
    #[error("There is no setting “{name}” for {ladder}. There are {}", .names.join(", "))]
    Unknown {
        /// "the club ladder"
        ladder: &'static str,
        name: String,
        names: Vec<&'static str>,
    },
    #[error("{name}={value}: {reason}")]
    Value {
        name: &'static str,
        value: String,
        /// What is needed instead.
        reason: String,
    },
    #[error("The first day, {from}, is after the last, {to}. No game lies between: exchange them")]
    Backwards { from: Date, to: Date },
}

impl SettingProblem {
    /// The setting to mend.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Unknown { name, .. } => name,
            Self::Value { name, .. } => name,
            Self::Backwards { .. } => "to",
        }
    }

    /// The sentence for a form that stands at the setting itself.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Value { reason, .. } => reason.clone(),
            Self::Unknown { .. } | Self::Backwards { .. } => self.to_string(),
        }
    }
}

/// How a ladder is set up, looked through: every name is one of its kind's, every value can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    kind: &'static Kind,
    values: SettingValues,
}

impl Settings {
    /// Looks the values through. An empty value is as good as none.
    ///
    /// # Errors
    /// A name that the kind doesn't have, or a value that can't be read.
    pub fn new(kind: &'static Kind, values: &SettingValues) -> Result<Self, SettingProblem> {
        let mut looked_through = SettingValues::new();
        for (name, value) in values {
            let Some(setting) = kind.setting(name) else {
                return Err(SettingProblem::Unknown {
                    ladder: kind.the,
                    name: name.clone(),
                    names: kind.all_settings().map(|setting| setting.name).collect(),
                });
            };
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            let reason = setting.takes.refusal(value);
            if let Some(reason) = reason {
                return Err(SettingProblem::Value {
                    name: setting.name,
                    value: value.to_owned(),
                    reason,
                });
            }
            looked_through.insert(name.clone(), value.to_owned());
        }
        let settings = Self {
            kind,
            values: looked_through,
        };
        match (settings.day("from"), settings.day("to")) {
            (Some(from), Some(to)) if from > to => Err(SettingProblem::Backwards { from, to }),
            _ => Ok(settings),
        }
    }

    /// How a ladder of the club is set up.
    ///
    /// # Errors
    /// As of [`Self::new`].
    pub fn of(ladder: &LadderSetup) -> Result<Self, SettingProblem> {
        Self::new(super::kind(ladder.system), &ladder.settings)
    }

    /// Everything at its default.
    #[must_use]
    pub fn default_for(kind: &'static Kind) -> Self {
        Self {
            kind,
            values: SettingValues::new(),
        }
    }

    #[must_use]
    pub const fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The value of a setting, or the usual one; empty if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let chosen = self.values.get(name).map(String::as_str);
        let default = || {
            self.kind
                .setting(name)
                .map_or("", |setting| setting.default)
        };
        chosen.unwrap_or_else(default)
    }

    /// What of it isn't the default: what the camp file keeps.
    #[must_use]
    pub fn unusual(&self) -> SettingValues {
        let is_unusual = |name: &str, value: &str| {
            let default = self
                .kind
                .setting(name)
                .map_or("", |setting| setting.default);
            value != default
        };
        let values = self.values.iter();
        values
            .filter(|(name, value)| is_unusual(name, value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// A whole number; 0 where there is none.
    #[must_use]
    pub fn number(&self, name: &str) -> i64 {
        self.get(name).parse().unwrap_or(0)
    }

    #[must_use]
    pub fn day(&self, name: &str) -> Option<Date> {
        read_day(self.get(name))
    }

    /// The first and the last week.
    #[must_use]
    pub fn weeks(&self) -> Option<RangeInclusive<i64>> {
        read_weeks(self.get("weeks"))
    }

    /// The days on which the ranks were dealt anew, the first one first.
    #[must_use]
    pub fn resets(&self) -> Vec<Reset> {
        Reset::all(self.get("resets"))
    }

    /// The rule of the ladder in sentences, as it is set up.
    #[must_use]
    pub fn rule(&self) -> Vec<String> {
        let general = self.kind.rule.iter().map(|&sentence| sentence.to_owned());
        general.chain((self.kind.rule_as_set_up)(self)).collect()
    }

    /// Whether only some of the games are taken.
    #[must_use]
    pub fn filters(&self) -> bool {
        FILTERS
            .iter()
            .any(|filter| self.get(filter.name) != filter.default)
    }
}

impl Takes {
    /// The names to choose from that a camp has; `None` where it takes no name.
    pub fn names(&self, camp: &CampData) -> Option<Vec<String>> {
        match self {
            Self::Group => Some(camp.groups.iter().map(|of| of.name.clone()).collect()),
            Self::Tournament => Some(tournaments(camp)),
            Self::Words(_) | Self::Number(_) | Self::Day | Self::Weeks | Self::Resets => None,
        }
    }

    /// What is needed instead of a value that can't be read.
    fn refusal(&self, value: &str) -> Option<String> {
        let (can_be_read, needed) = match self {
            Self::Words(words) => {
                let offered = words.iter().map(|word| word.word).collect::<Vec<_>>();
                let is_offered = offered.contains(&value);
                (is_offered, format!("choose one of {}", offered.join(", ")))
            }
            Self::Number(range) => {
                let number = value.parse::<i64>();
                (
                    number.is_ok_and(|number| range.contains(&number)),
                    format!(
                        "a whole number from {} to {} is needed",
                        range.start(),
                        range.end()
                    ),
                )
            }
            Self::Day => (
                read_day(value).is_some(),
                "a day is needed, as in 2026-09-03".to_owned(),
            ),
            Self::Weeks => (
                read_weeks(value).is_some(),
                "the numbers of weeks are needed, as in 3 or 2-4".to_owned(),
            ),
            Self::Resets => (
                value
                    .split_whitespace()
                    .all(|one| Reset::read(one).is_some()),
                "days with the seed of the deal are needed, as in 2026-09-01/8123".to_owned(),
            ),
            // Whether there is such a group or tournament is seen when games are looked for.
            Self::Group | Self::Tournament => (true, String::new()),
        };
        (!can_be_read).then_some(needed)
    }
}

fn read_day(text: &str) -> Option<Date> {
    let day = text.parse::<Date>().ok()?;
    // A parser that is lenient about the clock would take more than a day.
    (YEARS.contains(&day.year()) && day.to_string() == text).then_some(day)
}

fn read_weeks(text: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<i64>().ok().filter(|number| *number > 0);
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some(first..=last)
}
