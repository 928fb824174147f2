//! Weeks of a camp.

use std::collections::HashSet;

use jiff::{ToSpan as _, civil::Date};

use super::{
    CampData, CampSettings, CustomColumn, Days, Described as _, Field, FieldProblem, FieldSpec,
    Game, Group, GroupId, Player, PlayerId, Ratings, Value, Visibility, WeekId,
    check::{check_week_label, check_year},
    days::long_date,
    within_sentence,
};

/// The longest label of a week, in characters.
pub(crate) const MAX_WEEK_LABEL: usize = 40;

/// A week: the unit of the ladder. Its games are replayed together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Week {
    pub id: WeekId,
    /// 1 for the camp's first week.
    pub number: i64,
    /// What the director calls it; empty where "Week 3" will do.
    pub label: String,
    pub opened_on: Date,
    /// `None` while the week is open. A closed week is kept as it is.
    pub closed_on: Option<Date>,
    /// The first and the last day, as far as the director has set them. [`CampData::week_days`] has those of its games otherwise.
    pub set_days: [Option<Date>; 2],
    /// Whether a damaged file has lost part of it after it was closed. Its ratings are those that it was closed with.
    pub lacks_part: bool,
}

/// What the director says of a week, also of a closed one.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct WeekDetails {
    /// Empty where its number will do.
    pub label: String,
    /// The first and the last day; `None` for those of its games.
    pub days: [Option<Date>; 2],
}

impl WeekDetails {
    #[must_use]
    pub fn of(week: &Week) -> Self {
        Self {
            label: week.label.clone(),
            days: week.set_days,
        }
    }

    /// What is wrong with them, if anything.
    #[must_use]
    pub fn problems(&self) -> Vec<FieldProblem> {
        let mut problems = check_week_label(&self.label);
        let [first, last] = self.days;
        check_year(&mut problems, Field::FirstDay, first);
        check_year(&mut problems, Field::LastDay, last);
        if first.zip(last).is_some_and(|(first, last)| last < first) {
            let reason = "The last day is before the first one";
            problems.push(FieldProblem::new(Field::LastDay, reason));
        }
        problems
    }
}

impl Week {
    /// The starting point: open and without a label. Its id is its number, as weeks are made one after the other.
    #[must_use]
    pub const fn new(number: i64, opened_on: Date) -> Self {
        Self {
            id: WeekId(number),
            number,
            label: String::new(),
            opened_on,
            closed_on: None,
            set_days: [None; 2],
            lacks_part: false,
        }
    }

    /// "Week 3", or "Week 3: Gold camp"
    #[must_use]
    pub fn title(&self) -> String {
        if self.label.is_empty() {
            self.name()
        } else {
            format!("{}: {}", self.name(), self.label)
        }
    }

    /// "Week 3"
    #[must_use]
    pub fn name(&self) -> String {
        format!("Week {}", self.number)
    }

    /// The first and the last day: as they were set, or those of its games, which are given, or the day it was opened.
    #[must_use]
    pub fn days(&self, played: Option<Days>) -> Days {
        let [first, last] = self.set_days;
        let first = first.or(played.map(|days| days.first)).unwrap_or_else(|| {
            let opened = self.opened_on;
            last.map_or(opened, |last| last.min(opened))
        });
        let last = last.or(played.map(|days| days.last)).unwrap_or(first);
        let last = last.max(first);
        Days { first, last }
    }

    /// What to do about a closed week that isn't what it was. Without a full stop.
    #[must_use]
    pub fn not_as_closed(&self) -> String {
        let name = self.name();
        if self.lacks_part {
            let reopen = within_sentence(&name);
            format!(
                "{name} isn’t what it was when it was closed, as a damaged file has lost part of it. Its ratings aren’t computed anew from what is left. Restore it from a backup, or reopen {reopen} to compute them all the same"
            )
        } else {
            format!(
                "{name} isn’t what it was when it was closed: a failing disk or another program has changed it. Its ratings aren’t computed anew from what is there. Restore the camp from a backup, or repair it into a new file"
            )
        }
    }

    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed_on.is_some()
    }
}

/// How the week before ended: what the standings are compared with.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WeekBefore {
    pub week: Week,
    /// Weakest first.
    pub groups: Vec<Group>,
    /// By number, with the ratings after the last game.
    pub players: Vec<Player>,
}

impl WeekBefore {
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        Player::among(&self.players, id)
    }
}

/// Another week of the camp, as far as the ladders need it that go over all weeks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OtherWeek {
    pub week: Week,
    /// Weakest first.
    pub groups: Vec<Group>,
    /// By number, without the further columns of the old file.
    pub players: Vec<Player>,
    /// In order of play, without where they came from.
    pub games: Vec<Game>,
}

/// A week that started from other permanent ratings than the week before it ends with, as that one was corrected since.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StaleWeek {
    pub week: Week,
    pub before: Week,
    /// Who started from something else, by name: "Ola de la Cruz".
    pub players: Vec<String>,
}

/// The next week, as the director decides it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NextWeek {
    /// Empty where "Week 4" will do.
    pub label: String,
    pub opened_on: Date,
    /// Whom something is decided about. Everybody else stays as he or she is.
    pub players: Vec<NextPlayer>,
}

/// A new camp that goes on from an old one.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CampSeed {
    pub settings: CampSettings,
    pub columns: Vec<CustomColumn>,
    pub groups: Vec<Group>,
    /// By number, at the ratings of the first day.
    pub players: Vec<Player>,
}

impl CampData {
    /// The first and the last day of the week that is shown.
    #[must_use]
    pub fn week_days(&self) -> Days {
        let played = self.games.iter().filter_map(|game| game.date);
        self.week.days(Days::of(played))
    }

    /// The day on which a game was likely played that is typed today: today, as far as that is within the week.
    #[must_use]
    pub fn day_of_typing(&self, today: Date) -> Date {
        let [first, last] = self.week.set_days;
        let is_last_week = self.weeks.last().is_none_or(|last| last.id == self.week.id);
        if is_last_week {
            let day = today.max(first.unwrap_or(self.week.opened_on));
            last.map_or(day, |last| day.min(last))
        } else {
            // An older week is corrected.
            let Days { first, last } = self.week_days();
            today.clamp(first, last)
        }
    }

    /// The first day of the next week, unless the director says another one: a week after the first day of this one, and after its
    /// last game. Camps go from week to week; after a break the next week starts when it is started.
    #[must_use]
    pub fn next_week_opens(&self, today: Date) -> Date {
        let Days { first, last } = self.week_days();
        let in_a_week = first.checked_add(7.days()).unwrap_or(today);
        let is_played = self.games.iter().any(|game| game.date == Some(last));
        let after = if is_played {
            last.tomorrow().unwrap_or(last)
        } else {
            last
        };
        in_a_week.max(after).max(today)
    }

    /// Why the next week can't begin on this day, if it can't: a sentence.
    #[must_use]
    pub(crate) fn why_next_week_cant_open(&self, day: Date) -> Option<String> {
        // Not the day on which it came into this camp: its games may have been imported long after.
        let began = self.week_days().first;
        (day < began).then(|| {
            let (name, on) = (self.week.name(), long_date(began));
            format!("{name} began on {on}: the next week can’t begin before that day")
        })
    }

    /// What a new camp takes over from this one: its groups, its settings, its custom columns, and the chosen players with their numbers.
    /// They begin as in a next week: at the initial rating of their group, and at the permanent rating of now.
    #[must_use]
    pub fn seed(&self, chosen: &HashSet<PlayerId>) -> CampSeed {
        let players = self.players.iter();
        let begin = |player: &Player| {
            let group = player.group.and_then(|group| self.group(group));
            let initial = group.and_then(|group| group.initial_rating);
            let mut begun = Player {
                active: true,
                frozen: None,
                ratings: Ratings {
                    weekly: initial.unwrap_or(player.ratings.weekly),
                    ..player.ratings
                },
                start_permanent: Some(player.ratings.permanent),
                ..player.clone()
            };
            // What was only for the form of the old camp is asked anew.
            let form_only =
                |spec: &&FieldSpec<Player>| spec.about.visibility == Visibility::FormOnly;
            for spec in Player::FIELDS.iter().filter(form_only) {
                (spec.set)(&mut begun, Value::Empty);
            }
            begun
        };
        CampSeed {
            settings: self.settings.as_ref().clone(),
            columns: self.columns.to_vec(),
            groups: self.groups.to_vec(),
            players: players
                .filter(|player| chosen.contains(&player.id))
                .map(begin)
                .collect(),
        }
    }
}

/// A player's place in the next week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NextPlayer {
    pub id: PlayerId,
    pub group: Option<GroupId>,
    /// Whether he or she stays. Who leaves becomes inactive, and keeps the ratings of the last day.
    pub stays: bool,
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::GameResult;

    #[test]
    fn a_week_has_the_days_that_were_set_or_those_of_its_games() {
        let day = |day| date(2026, 7, day);
        let days = |first, last| Days {
            first: day(first),
            last: day(last),
        };
        let mut week = Week::new(1, day(5));
        assert_eq!(week.days(None), days(5, 5));
        assert_eq!(week.days(Some(days(6, 9))), days(6, 9));
        week.set_days = [None, Some(day(10))];
        assert_eq!(week.days(Some(days(6, 9))), days(6, 10));
        assert_eq!(week.days(None), days(5, 10));
        week.set_days = [None, Some(day(3))];
        assert_eq!(week.days(None), days(3, 3), "opened later");
        week.set_days = [Some(day(8)), None];
        assert_eq!(week.days(Some(days(7, 7))), days(8, 8));
    }

    #[test]
    fn the_next_week_begins_after_the_last_game() {
        let day = |day| date(2026, 7, day);
        let mut camp = CampData::new("Test camp", Week::new(1, day(6)));
        assert_eq!(camp.next_week_opens(day(10)), day(13), "from week to week");
        assert_eq!(camp.next_week_opens(day(20)), day(20), "after a break");
        let mut game = Game::new(PlayerId(1), PlayerId(2), GameResult::Draw);
        game.date = Some(day(20));
        camp.games = vec![game].into();
        camp.week.set_days[0] = Some(day(6));
        assert_eq!(camp.next_week_opens(day(20)), day(21));
    }

    #[test]
    fn a_week_that_was_imported_later_is_followed_by_one_of_the_days_after_it() {
        let mut camp = CampData::new("Test camp", Week::new(1, date(2026, 7, 15)));
        let refused = |camp: &CampData, day| camp.why_next_week_cant_open(date(2026, 7, day));
        let began = |on: &str| {
            Some(format!(
                "Week 1 began on {on}: the next week can’t begin before that day"
            ))
        };
        assert_eq!(refused(&camp, 13), began("July 15, 2026"));
        assert_eq!(refused(&camp, 15), None);
        // Games of the week before the day of the import.
        let played = [6, 10].map(|day| Game {
            date: Some(date(2026, 7, day)),
            ..Game::new(PlayerId(1), PlayerId(2), GameResult::Draw)
        });
        camp.games = played.to_vec().into();
        assert_eq!(refused(&camp, 13), None);
        assert_eq!(refused(&camp, 5), began("July 6, 2026"));
        camp.week.set_days[0] = Some(date(2026, 7, 14));
        assert_eq!(refused(&camp, 13), began("July 14, 2026"));
    }

    #[test]
    fn a_last_day_before_the_first_is_refused_at_its_field() {
        let details = |days| WeekDetails {
            days,
            ..WeekDetails::default()
        };
        let fields = |details: &WeekDetails| {
            let problems = details.problems().into_iter();
            problems.map(|problem| problem.field).collect::<Vec<_>>()
        };
        let (first, last) = (date(2026, 7, 6), date(2026, 7, 10));
        assert_eq!(fields(&details([Some(first), Some(last)])), []);
        assert_eq!(fields(&details([Some(first), Some(first)])), []);
        assert_eq!(
            fields(&details([Some(last), Some(first)])),
            [Field::LastDay]
        );
        assert_eq!(
            fields(&details([Some(date(26, 7, 6)), None])),
            [Field::FirstDay]
        );
    }
}
