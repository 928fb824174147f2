//! What an open week lacks since its damaged file was repaired. A closed week is known by its digest, an open one by nothing: so the repair
//! keeps with it what is gone, where it is kept what is called right, under a word of its own.

use std::collections::HashSet;

use crate::domain::{CampData, WeekId, counted, sentence_case, within_sentence};

/// How the texts begin that say what is gone, and those by which that is called right.
pub(super) const MISSING: &str = "missing";
pub(super) const MISSING_IS_RIGHT: &str = "missing-is-right";

/// What an open week lacks since its damaged file was repaired.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Missing {
    pub week: WeekId,
    pub games: usize,
    /// Those whose ratings in the week are gone.
    pub players: usize,
    /// Whether there may have been more, of which nothing tells.
    pub perhaps_more: bool,
}

/// What is gone, by what is kept with a week.
pub(crate) fn missing(kept: &HashSet<String>) -> Vec<Missing> {
    let mut marks = kept.iter().collect::<Vec<_>>();
    marks.sort_unstable();
    let missing = marks.into_iter().filter_map(|mark| Missing::read(mark));
    missing.collect()
}

/// Whether the ratings of a week stay as they are: those of the games that are left would be others, and nobody has called that right. `kept`
/// is what is kept with the week.
pub(crate) fn keeps_ratings(kept: &HashSet<String>, week: WeekId) -> bool {
    let mut missing = missing(kept).into_iter();
    missing.any(|it| it.week == week && it.keeps_ratings() && !kept.contains(&it.key()))
}

impl Missing {
    /// The text that says it in a camp file.
    pub(crate) fn mark(&self) -> String {
        self.text(MISSING)
    }

    /// What it is known by once it is called right.
    pub(super) fn key(&self) -> String {
        self.text(MISSING_IS_RIGHT)
    }

    fn text(&self, word: &str) -> String {
        let Self {
            week,
            games,
            players,
            perhaps_more,
        } = self;
        let more = u8::from(*perhaps_more);
        format!("{word} week={week} lost-games={games} lost-players={players} perhaps-more={more}")
    }

    fn read(mark: &str) -> Option<Self> {
        let mut fields = mark.split(' ');
        if fields.next() != Some(MISSING) {
            return None;
        }
        let mut number = |name: &str| {
            let (found, number) = fields.next()?.split_once('=')?;
            let number = number.parse::<i64>().ok()?;
            (found == name).then_some(number)
        };
        Some(Self {
            week: WeekId(number("week")?),
            games: usize::try_from(number("lost-games")?).ok()?,
            players: usize::try_from(number("lost-players")?).ok()?,
            perhaps_more: number("perhaps-more")? != 0,
        })
    }

    #[must_use]
    pub const fn is_any(&self) -> bool {
        self.games > 0 || self.players > 0 || self.perhaps_more
    }

    /// Whether the ratings of the week are kept as they are until it is called right.
    #[must_use]
    pub const fn keeps_ratings(&self) -> bool {
        self.games > 0 || self.perhaps_more
    }

    pub(super) fn sentence(&self, camp: &CampData) -> String {
        let week = camp.weeks.iter().find(|week| week.id == self.week);
        let week = week.map_or_else(|| "a week".to_owned(), |week| within_sentence(&week.name()));
        let games = (self.games > 0).then(|| counted(self.games, "game"));
        let players = (self.players > 0)
            .then(|| format!("the ratings of {}", counted(self.players, "player")));
        let known = games.into_iter().chain(players).collect::<Vec<_>>();
        let found = match (known.as_slice(), self.perhaps_more) {
            ([], _) => format!("games or players of {week} may be missing since the repair"),
            (known, more) => {
                let are = if self.games == 1 && self.players == 0 {
                    "is"
                } else {
                    "are"
                };
                let more = if more { ", and perhaps more" } else { "" };
                let known = known.join(" and ");
                format!("{known} of {week} {are} missing since the repair{more}")
            }
        };
        let remedy = if self.keeps_ratings() {
            "Restore a backup, or type them again, and then accept this: until then the ratings stay as they were"
        } else {
            "Compare the start ratings with the last sheets"
        };
        format!("{}. {remedy}", sentence_case(&found))
    }
}
