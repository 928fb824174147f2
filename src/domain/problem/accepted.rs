//! What is called right: a problem is known by a text that says all that it depends on, so that it is another problem once any of that
//! has changed.
//!
//! These texts are kept in camp files: said in another way, everything that was accepted would be listed again. So nothing is in them that
//! is only read by people, and may be said in other words.

use super::{
    LadderProblem, NamedGame,
    missing::{MISSING, MISSING_IS_RIGHT},
};
use crate::domain::{CampData, GameId, PlayerId};

/// The longest text that a problem is known by, in characters.
pub(crate) const MAX_PROBLEM_KEY: usize = 400;

/// How the texts begin of problems that a week has in common with the one after it.
const SHARED_NAME: &str = "shared-name";
const NO_GROUPS: &str = "no-groups";

/// A week that isn't whole is so in all weeks after it.
const LACKS_PART: &str = "lacks-part";

/// Sections of US Chess are of no week.
const US_CHESS: &str = "us-chess";

/// Of what a number in such a text is the number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Numbered {
    Game,
    Player,
    Week,
    Section,
}

impl Numbered {
    pub(crate) const ALL: [Self; 4] = [Self::Game, Self::Player, Self::Week, Self::Section];

    /// By what stands before it.
    fn by(name: &str) -> Option<Self> {
        match name {
            "game" | "games" | "first" | "again" => Some(Self::Game),
            "player" | "players" | "white" | "black" => Some(Self::Player),
            "week" => Some(Self::Week),
            "section" => Some(Self::Section),
            _ => None,
        }
    }
}

/// The same key where games, players, weeks and sections have other numbers; nothing where one has none, or where a long text is known by a print
/// of it.
pub(crate) fn with_other_numbers(
    key: &str,
    mut other: impl FnMut(Numbered, &str) -> Option<String>,
) -> Option<String> {
    if is_shortened(key) {
        return None;
    }
    let fields = fields(key).into_iter().map(|field| {
        let numbers = field.split_once('=').and_then(|(name, numbers)| {
            let of = Numbered::by(name)?;
            Some((name, of, numbers))
        });
        let Some((name, of, numbers)) = numbers else {
            return Some(field.to_owned());
        };
        let numbers = numbers.split(',').filter(|number| !number.is_empty());
        let others = numbers.map(|number| other(of, number));
        let others = others.collect::<Option<Vec<_>>>()?;
        Some(format!("{name}={}", others.join(",")))
    });
    Some(fields.collect::<Option<Vec<_>>>()?.join(" "))
}

/// What stands between the spaces that aren't in quotation marks.
fn fields(key: &str) -> Vec<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let fields = key.split(move |character| {
        let ends = character == ' ' && !is_quoted;
        if character == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = character == '\\' && !is_escaped;
        ends
    });
    fields.collect()
}

/// Whether what is accepted under this key in a week is so in the next one too. Everything else is about games or start ratings, of
/// which the next week has its own.
pub(crate) fn stays_accepted(key: &str) -> bool {
    let kind = key.split_once(' ').map_or(key, |(kind, _)| kind);
    [
        SHARED_NAME,
        NO_GROUPS,
        LACKS_PART,
        MISSING,
        MISSING_IS_RIGHT,
        US_CHESS,
    ]
    .contains(&kind)
}

impl LadderProblem {
    /// Why it can't be called right; nothing if it can.
    ///
    /// What stops a recalculation has to be put right. Of ratings that are out of date, start ratings that differ and ladders that can't be
    /// computed there is a button that puts them right, and until it is pressed wrong numbers are printed. A name that was lost is typed. How many games are still to be
    /// checked is another number after each that is.
    #[must_use]
    pub const fn why_not_accepted(&self) -> Option<&'static str> {
        match self {
            Self::NoGroup { .. }
            | Self::NoInitialRating { .. }
            | Self::UnknownPlayer { .. }
            | Self::SamePlayer { .. }
            | Self::OutOfRange { .. } => Some("This must be fixed: the ratings can’t be computed"),
            Self::RatingsOutOfDate { players: None } => {
                Some("Fix the problems that stop Recalc Ratings instead")
            }
            Self::RatingsOutOfDate { players: Some(_) } => Some("Press Recalc Ratings instead"),
            Self::OtherStarts { .. } | Self::StaleWeek(_) => {
                Some("Update the start ratings instead")
            }
            Self::LadderNotComputed { .. } => Some("Set the ladder up instead"),
            Self::NameLost { .. } => Some("Type the name instead"),
            Self::NotChecked { .. } => Some("Check the games instead"),
            Self::LostHistory => Some("The next change begins a new history"),
            Self::NoBackup(_) => Some("Choose “Back up now” in the Camp menu instead"),
            Self::NoSecondBackup(_) => Some("Choose another second place instead"),
            Self::NoGroupsAtAll
            | Self::BlankStart { .. }
            | Self::InactiveWithGames { .. }
            | Self::UnclearResult { .. }
            | Self::TypedTwice { .. }
            | Self::FarDate { .. }
            | Self::DatedAhead { .. }
            | Self::NoDate { .. }
            | Self::FarStart { .. }
            | Self::SamePair { .. }
            | Self::SharedName { .. }
            | Self::WeekLacksPart(_)
            | Self::MissingSinceRepair(_)
            | Self::UsChessSection(_)
            | Self::UsChessNotes(_) => None,
        }
    }

    /// What it is known by once it is called right; nothing where it can't be. Games are named by what they keep when others are inserted
    /// before them.
    #[must_use]
    pub fn key(&self, camp: &CampData) -> Option<String> {
        let name = |id: &PlayerId| quoted(&camp.full_name(*id));
        let key = match self {
            Self::NoGroupsAtAll => NO_GROUPS.to_owned(),
            Self::BlankStart { player } => {
                format!("blank-start player={player} name={}", name(player))
            }
            Self::InactiveWithGames { player, games } => format!(
                "inactive-with-games player={player} name={} games={}",
                name(player),
                listed(games)
            ),
            Self::UnclearResult {
                text,
                taken_for,
                games,
            } => format!(
                "unclear-result text={} taken-for={} games={}",
                quoted(text),
                taken_for.sign(),
                listed_games(games)
            ),
            Self::TypedTwice {
                white,
                black,
                result,
                date,
                first,
                again,
            } => format!(
                "typed-twice first={} again={} white={white} black={black} result={} date={}",
                first.id,
                again.id,
                result.sign(),
                date.map_or_else(|| "none".to_owned(), |date| date.to_string())
            ),
            Self::FarDate { game, date } => format!("far-date game={} date={date}", game.id),
            Self::DatedAhead { game, date } => format!("dated-ahead game={} date={date}", game.id),
            Self::NoDate { game } => format!("no-date game={}", game.id),
            Self::FarStart {
                player,
                start,
                initial,
            } => format!(
                "far-start player={player} name={} start={start} initial={initial}",
                name(player)
            ),
            Self::SamePair {
                players: [one, other],
                games,
            } => format!(
                "same-pair players={one},{other} names={},{} games={}",
                name(one),
                name(other),
                listed_games(games)
            ),
            Self::SharedName { players } => {
                let names = players.iter().map(name).collect::<Vec<_>>().join(",");
                format!("{SHARED_NAME} players={} names={names}", listed(players))
            }
            Self::WeekLacksPart(week) => format!("{LACKS_PART} week={}", week.id),
            Self::MissingSinceRepair(missing) => missing.key(),
            Self::UsChessSection(section) | Self::UsChessNotes(section) => {
                let found = section.things.iter().map(|thing| quoted(&thing.key));
                let found = found.collect::<Vec<_>>().join(",");
                format!("{US_CHESS} section={} found={found}", section.section.0)
            }
            Self::NoGroup { .. }
            | Self::NoInitialRating { .. }
            | Self::UnknownPlayer { .. }
            | Self::SamePlayer { .. }
            | Self::OutOfRange { .. }
            | Self::RatingsOutOfDate { .. }
            | Self::OtherStarts { .. }
            | Self::StaleWeek(_)
            | Self::LadderNotComputed { .. }
            | Self::NameLost { .. }
            | Self::LostHistory
            | Self::NoBackup(_)
            | Self::NoSecondBackup(_)
            | Self::NotChecked { .. } => return None,
        };
        Some(shortened(key))
    }
}

fn listed<T: ToString>(items: &[T]) -> String {
    let items = items.iter().map(ToString::to_string);
    items.collect::<Vec<_>>().join(",")
}

fn listed_games(games: &[NamedGame]) -> String {
    let ids = games.iter().map(|game| game.id);
    listed(&ids.collect::<Vec<GameId>>())
}

/// Whether a key was shortened.
fn is_shortened(key: &str) -> bool {
    key.rsplit_once("… ")
        .and_then(|(_, end)| end.split_once(" bytes, "))
        .is_some_and(|(_, print)| print.len() == 16 && !print.contains('"'))
}

/// Between quotation marks, so that no two lists of texts look the same.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A long text by its beginning, its length and a number that is another one for another text.
fn shortened(key: String) -> String {
    if key.len() <= MAX_PROBLEM_KEY {
        return key;
    }
    // FNV-1a of 64 bits.
    let print = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let beginning = key.chars().take(MAX_PROBLEM_KEY / 2).collect::<String>();
    format!("{beginning}… {} bytes, {print:016x}", key.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(key: &str) -> Option<String> {
        with_other_numbers(key, |of, number| match of {
            Numbered::Game => Some((number.parse::<i64>().ok()? * 2).to_string()),
            Numbered::Player => Some(format!("p{number}")),
            Numbered::Week | Numbered::Section => None,
        })
    }

    #[test]
    fn numbers_are_others_and_texts_are_not() {
        for (key, other) in [
            ("no-groups", Some("no-groups")),
            (
                "far-date game=57 date=2026-07-06",
                Some("far-date game=114 date=2026-07-06"),
            ),
            (
                r#"same-pair players=1,2 names="A \" game=5 ","B\\" games=3,4"#,
                Some(r#"same-pair players=p1,p2 names="A \" game=5 ","B\\" games=6,8"#),
            ),
            (
                r#"unclear-result text="" taken-for=-1 games="#,
                Some(r#"unclear-result text="" taken-for=-1 games="#),
            ),
            ("us-chess section=3 found=\"x\"", None),
            ("lacks-part week=2", None),
        ] {
            assert_eq!(doubled(key).as_deref(), other, "{key}");
        }
        let long = shortened(format!("far-date game=1 {}", "x".repeat(MAX_PROBLEM_KEY)));
        assert_eq!(doubled(&long), None);
    }
}
