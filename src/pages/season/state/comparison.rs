//! Two weeks compared: who rose and fell, joined, left, and is in another group.

use crate::domain::{Season, SeasonLine, SeasonWeek};

/// Whom the comparison lists.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Who {
    /// Whoever was there in one of the two weeks.
    #[default]
    Everybody,
    Rose,
    Fell,
    Joined,
    Left,
    OtherGroup,
}

impl Who {
    /// As the choice has them.
    pub(crate) const ALL: [(&str, Self); 6] = [
        ("Everybody", Self::Everybody),
        ("Rose", Self::Rose),
        ("Fell", Self::Fell),
        ("Joined", Self::Joined),
        ("Left", Self::Left),
        ("Other group", Self::OtherGroup),
    ];

    /// Whether a player is one of these, of whom `[from, to]` are compared.
    pub(super) fn includes(self, line: &SeasonLine, weeks: [usize; 2]) -> bool {
        let Some(between) = Between::new(line, weeks) else {
            return false;
        };
        match self {
            Self::Everybody => true,
            Self::Rose => places_gained(line, weeks).is_some_and(|places| places > 0),
            Self::Fell => places_gained(line, weeks).is_some_and(|places| places < 0),
            Self::Joined => matches!(between, Between::Joined { .. }),
            Self::Left => matches!(between, Between::Left { .. }),
            Self::OtherGroup => matches!(between, Between::OtherGroup { .. }),
        }
    }
}

/// What became of a player from one week to another. The groups are those of the two weeks, empty for none.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Between<'a> {
    OtherGroup { from: &'a str, to: &'a str },
    Joined { to: &'a str },
    Left { from: &'a str },
    Stayed { group: &'a str },
}

impl<'a> Between<'a> {
    /// Nothing for a player who was there in neither of the two.
    pub(crate) fn new(line: &'a SeasonLine, weeks: [usize; 2]) -> Option<Self> {
        Some(match weeks.map(|week| at(line, week)) {
            [None, None] => return None,
            [None, Some(to)] => Self::Joined { to: &to.group },
            [Some(from), None] => Self::Left { from: &from.group },
            [Some(from), Some(to)] if from.group_id != to.group_id => Self::OtherGroup {
                from: &from.group,
                to: &to.group,
            },
            // The later name of a group that was renamed.
            [Some(_), Some(to)] => Self::Stayed { group: &to.group },
        })
    }
}

/// Ranks gained in the camp; nothing for a player who was missing in one of the two weeks.
pub(super) fn places_gained(line: &SeasonLine, weeks: [usize; 2]) -> Option<i32> {
    let rank = |week| i32::try_from(at(line, week)?.rank).ok();
    let [from, to] = weeks.map(rank);
    // A smaller rank is a gain.
    Some(from? - to?)
}

fn at(line: &SeasonLine, week: usize) -> Option<&SeasonWeek> {
    line.weeks.get(week)?.as_ref()
}

/// What two weeks have between them, in the whole camp.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Comparison {
    /// Whether there was a game in the first and in the second.
    pub played: [bool; 2],
    /// How many there are of each of [`Who::ALL`].
    pub counts: [usize; Who::ALL.len()],
    /// Who gained most places.
    pub rose: Option<Farthest>,
    /// Who lost most places.
    pub fell: Option<Farthest>,
}

/// Who went farthest up or down.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Farthest {
    /// More than 0, up or down.
    pub places: u32,
    /// The first of them by last name: "Ola de la Cruz".
    pub name: String,
    /// How many others went as far.
    pub others: usize,
}

impl Comparison {
    pub(super) fn new(season: &Season, weeks: [usize; 2]) -> Self {
        let lines = &season.lines;
        let count = |who: Who| {
            let those = lines.iter().filter(|line| who.includes(line, weeks));
            those.count()
        };
        let farthest = |way: i32| {
            let up = |line: &SeasonLine| places_gained(line, weeks).map(|places| places * way);
            let places = lines.iter().filter_map(up).max()?;
            let places = (places > 0).then_some(places)?;
            let mut those = lines.iter().filter(|line| up(line) == Some(places));
            Some(Farthest {
                places: places.unsigned_abs(),
                name: those.next()?.full_name(),
                others: those.count(),
            })
        };
        let played = |week: usize| {
            let there = lines.iter().filter_map(|line| at(line, week));
            there.into_iter().any(|week| week.games > 0)
        };
        Self {
            played: weeks.map(played),
            counts: Who::ALL.map(|(_, who)| count(who)),
            rose: farthest(1),
            fell: farthest(-1),
        }
    }
}
