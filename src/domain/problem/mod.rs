//! What makes a ladder's numbers wrong or doubtful.

mod accepted;
mod alike;
mod missing;
#[cfg(test)]
mod tests;

use jiff::civil::Date;

pub(crate) use self::{
    accepted::{MAX_PROBLEM_KEY, Numbered, stays_accepted, with_other_numbers},
    alike::{alike, arrange},
    missing::{keeps_ratings, missing},
};
pub use self::{alike::Problems, missing::Missing};
use super::{
    CampData, GameId, GameResult, GroupId, LadderId, MeetingId, PlayerId, StaleWeek, Week, counted,
    show_date, show_rating, us_chess::SectionKey, within_sentence,
};

/// A record that can be opened in its form.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Record {
    Group(GroupId),
    Player(PlayerId),
    Game(GameId),
    Meeting(MeetingId),
}

macro_rules! record_of {
    ($($kind:ident: $id:ty),+) => {
        $(impl From<$id> for Record {
            fn from(id: $id) -> Self {
                Self::$kind(id)
            }
        }

        impl TryFrom<Record> for $id {
            type Error = Record;

            /// The number of a record of this kind, or the record of another kind.
            fn try_from(record: Record) -> Result<Self, Record> {
                match record {
                    Record::$kind(id) => Ok(id),
                    other => Err(other),
                }
            }
        })+
    };
}

record_of!(Group: GroupId, Player: PlayerId, Game: GameId, Meeting: MeetingId);

/// How much a problem matters.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Severity {
    /// The ratings would be wrong: a recalculation doesn't start.
    Stops,
    /// The ratings are computed, but somebody should look.
    Doubtful,
    /// Worth knowing, and no fault of the ladder.
    Note,
}

/// A game that a problem names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NamedGame {
    pub id: GameId,
    /// Its number in the order of play.
    pub sequence: i64,
}

/// A section of US Chess in which something is to be checked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SectionToCheck {
    pub section: SectionKey,
    /// "Fall Open 5 Reserve"
    pub title: String,
    pub things: Vec<ThingToCheck>,
}

/// One thing to be checked in a section.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ThingToCheck {
    /// What it is known by once it is called right: its kind, and the numbers that it depends on.
    pub key: String,
    pub sentence: String,
}

/// One thing that is wrong or doubtful with a ladder. Of each severity the kinds that are seldom found come first: so they stand in the list
/// where there are as many of two kinds.
#[derive(Clone, Debug, Eq, PartialEq, strum::EnumDiscriminants)]
#[strum_discriminants(
    name(ProblemKind),
    vis(pub),
    doc = "What kind of problem it is: those of one kind are alike.",
    derive(Hash, Ord, PartialOrd, strum::VariantArray)
)]
pub enum LadderProblem {
    /// A player without a group has no rating to start from. Who became inactive in the week needs one too, as it starts for him or her as for
    /// everybody.
    NoGroup { player: PlayerId },
    /// Players of this group have no rating to start from.
    NoInitialRating {
        group: GroupId,
        players: Vec<PlayerId>,
    },
    /// A game against nobody. The camp file refuses such a game; this guards the arithmetic itself.
    UnknownPlayer { game: GameId, player: PlayerId },
    /// A game of a player against himself or herself. The camp file refuses it too.
    SamePlayer { game: GameId, player: PlayerId },
    /// The ratings would leave [`RATING_RANGE`](super::RATING_RANGE).
    OutOfRange { player: PlayerId },
    /// The saved ratings are not the ones that the games give: somebody changed something since.
    RatingsOutOfDate {
        /// Of so many; nobody knows of how many as long as something stops a recalculation.
        players: Option<usize>,
    },
    /// A ladder that the club keeps can't be computed as it is set up.
    LadderNotComputed {
        ladder: LadderId,
        /// Why, and what to do.
        reason: String,
    },
    /// The history can’t be read, in a file whose records are whole. Found when the file is looked through, and never in a [`CampData`].
    LostHistory,
    /// A damaged file has lost part of a closed week.
    WeekLacksPart(Week),
    /// A damaged file has lost something of a week that was open.
    MissingSinceRepair(Missing),
    /// A player or a group without a name: a damaged file has lost it, and only the number is known.
    NameLost { record: Record },
    /// The same White, Black, result and day as a game directly before it: likely that one, typed again.
    TypedTwice {
        white: PlayerId,
        black: PlayerId,
        result: GameResult,
        date: Option<Date>,
        /// The first one is the game itself.
        first: NamedGame,
        again: NamedGame,
    },
    /// The game is dated later than the day on which it was typed.
    DatedAhead { game: NamedGame, date: Date },
    /// The game is dated more than a month before or after all others of the week.
    FarDate { game: NamedGame, date: Date },
    /// The old file's text for these results can be read in two ways, or was taken for something else than it says.
    UnclearResult {
        text: String,
        taken_for: GameResult,
        games: Vec<NamedGame>,
    },
    /// The permanent rating at the start of the week is far from the initial rating of the group.
    FarStart {
        player: PlayerId,
        start: i32,
        initial: i32,
    },
    /// The permanent rating at the start of the week is blank and counts as 0.
    BlankStart { player: PlayerId },
    /// Who was inactive when the week began has games in it that count: they are replayed from the frozen ratings. (Who became inactive
    /// in the week itself starts it as everybody does.)
    InactiveWithGames {
        player: PlayerId,
        games: Vec<GameId>,
    },
    /// The week before was corrected after this one had begun: it ended with other permanent ratings than these started with.
    OtherStarts { players: Vec<PlayerId> },
    /// So did another week than the one that is shown.
    StaleWeek(StaleWeek),
    /// A section of US Chess contradicts itself, is marked for another system than its time controls are of, or has ratings that are out of
    /// date. These are never found in a [`CampData`]: they are read from the file.
    UsChessSection(SectionToCheck),
    /// The last backup failed, for this reason. Found when one is made, and never in a [`CampData`].
    NoBackup(String),
    /// The second place of the backups refuses them, or has stayed away for days: in a sentence. Never in a [`CampData`] either.
    NoSecondBackup(String),
    /// A section of US Chess has something else to look at.
    UsChessNotes(SectionToCheck),
    /// The second pass has begun, and these games are still to be compared with the paper.
    NotChecked { games: usize },
    /// There are no groups at all: a club does without, and weekly ratings begin at 0.
    NoGroupsAtAll,
    /// The game has no date, and most others have one.
    NoDate { game: NamedGame },
    /// Campers of one name.
    SharedName { players: Vec<PlayerId> },
    /// Two players have met so often that their ratings say little about anybody else.
    SamePair {
        players: [PlayerId; 2],
        games: Vec<NamedGame>,
    },
}

impl LadderProblem {
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Self::NoGroup { .. }
            | Self::NoInitialRating { .. }
            | Self::UnknownPlayer { .. }
            | Self::SamePlayer { .. }
            | Self::OutOfRange { .. } => Severity::Stops,
            Self::BlankStart { .. }
            | Self::InactiveWithGames { .. }
            | Self::RatingsOutOfDate { .. }
            | Self::UnclearResult { .. }
            | Self::TypedTwice { .. }
            | Self::FarDate { .. }
            | Self::DatedAhead { .. }
            | Self::FarStart { .. }
            | Self::LadderNotComputed { .. }
            | Self::LostHistory
            | Self::WeekLacksPart(_)
            | Self::MissingSinceRepair(_)
            | Self::NameLost { .. }
            | Self::NoBackup(_)
            | Self::NoSecondBackup(_)
            | Self::UsChessSection(_) => Severity::Doubtful,
            Self::SamePair { .. }
            | Self::NoDate { .. }
            | Self::SharedName { .. }
            | Self::OtherStarts { .. }
            | Self::StaleWeek(_)
            | Self::UsChessNotes(_)
            | Self::NotChecked { .. }
            | Self::NoGroupsAtAll => Severity::Note,
        }
    }

    /// Whether it is a fault, and not only worth knowing: what is counted, and what `camp-ladder check` fails on.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.severity() != Severity::Note
    }

    /// Whether a week doesn't start from the permanent ratings that the week before it ends with.
    #[must_use]
    pub const fn is_of_starts(&self) -> bool {
        matches!(self, Self::OtherStarts { .. } | Self::StaleWeek(_))
    }

    /// The record to mend, the first one if there are several.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        match self {
            Self::NoGroup { player }
            | Self::OutOfRange { player }
            | Self::BlankStart { player }
            | Self::InactiveWithGames { player, .. }
            | Self::FarStart { player, .. } => Some(Record::Player(*player)),
            Self::NameLost { record } => Some(*record),
            Self::SharedName { players } | Self::OtherStarts { players } => {
                players.first().copied().map(Record::Player)
            }
            Self::NoInitialRating { group, .. } => Some(Record::Group(*group)),
            Self::UnknownPlayer { game, .. } | Self::SamePlayer { game, .. } => {
                Some(Record::Game(*game))
            }
            Self::FarDate { game, .. }
            | Self::NoDate { game }
            | Self::DatedAhead { game, .. }
            | Self::TypedTwice { again: game, .. } => Some(Record::Game(game.id)),
            Self::UnclearResult { games, .. } | Self::SamePair { games, .. } => {
                games.first().map(|game| Record::Game(game.id))
            }
            Self::RatingsOutOfDate { .. }
            | Self::StaleWeek(_)
            | Self::LostHistory
            | Self::WeekLacksPart(_)
            | Self::MissingSinceRepair(_)
            | Self::NoBackup(_)
            | Self::NoSecondBackup(_)
            | Self::UsChessSection(_)
            | Self::UsChessNotes(_)
            | Self::NotChecked { .. }
            | Self::LadderNotComputed { .. }
            | Self::NoGroupsAtAll => None,
        }
    }

    /// As [`Self::sentence`], without the permanent ratings that it names: for what leaves the screen.
    #[must_use]
    pub fn sentence_to_share(&self, camp: &CampData) -> String {
        match self {
            Self::FarStart { player, .. } => format!(
                "{} starts the week with a permanent rating far from that of the group. Check the start-of-week rating and the group",
                camp.full_name(*player)
            ),
            other => other.sentence(camp),
        }
    }

    /// What is wrong and what to do, for people. `camp` gives the names.
    #[must_use]
    pub fn sentence(&self, camp: &CampData) -> String {
        let game_number = |id: &GameId| camp.game(*id).map_or(id.0, |game| game.sequence);
        match self {
            Self::NoGroup { player } => format!(
                "{} has no group, so there is no rating to start from. Choose a group",
                camp.full_name(*player)
            ),
            Self::NoGroupsAtAll => "No camp groups: weekly ratings start at 0. Camps: add groups in Camp groups. Clubs need none".to_owned(),
            Self::NoInitialRating { group, players } => format!(
                "The group {} has no initial ladder rating, and {} in it. Type the rating in Camp groups",
                camp.group_name(Some(*group)),
                names(camp, players)
            ),
            Self::UnknownPlayer { game, player } => format!(
                "Game {} names player {player}, who isn’t in Ladder players. Choose another player",
                game_number(game)
            ),
            Self::SamePlayer { game, player } => format!(
                "Game {} has {} on both sides. Correct one of them",
                game_number(game),
                camp.full_name(*player)
            ),
            Self::OutOfRange { player } => format!(
                "The rating of {} leaves the range from −32768 to 32767. Check the initial ratings of the groups and the start-of-week ratings",
                camp.full_name(*player)
            ),
            Self::BlankStart { player } => format!(
                "{} has no permanent rating for the start of the week, and it counts as 0",
                camp.full_name(*player)
            ),
            Self::InactiveWithGames { player, games } => format!(
                "{} was inactive when the week began but has {} in it. Make the player active, or check the games",
                camp.full_name(*player),
                counted(games.len(), "game")
            ),
            Self::RatingsOutOfDate { players } => out_of_date(*players, &camp.week),
            Self::UnclearResult {
                text,
                taken_for,
                games,
            } => unclear(text, *taken_for, games),
            Self::TypedTwice {
                white,
                black,
                first,
                again,
                ..
            } => format!(
                "Game {} of {} against {} is the same as game {}: same day, same colors, same result. Delete it if it was typed twice",
                again.sequence,
                camp.full_name(*white),
                camp.full_name(*black),
                first.sequence
            ),
            Self::FarDate { game, date } => format!(
                "The date of game {}, {}, is more than a month from all others of the week. Check month and year",
                game.sequence,
                show_date(*date)
            ),
            Self::DatedAhead { game, date } => format!(
                "The date of game {}, {}, is later than the day of typing. Check month and day",
                game.sequence,
                show_date(*date)
            ),
            Self::NoDate { game } => format!(
                "Game {} has no date, and most others have one. Type the date if you know it",
                game.sequence
            ),
            Self::FarStart {
                player,
                start,
                initial,
            } => format!(
                "{} starts the week with a permanent rating of {}, far from the {} of the group. Check the start-of-week rating and the group",
                camp.full_name(*player),
                show_rating(*start),
                show_rating(*initial)
            ),
            Self::SamePair {
                players: [one, other],
                games,
            } => format!(
                "{} and {} have played each other {} times this week: {}",
                camp.full_name(*one),
                camp.full_name(*other),
                games.len(),
                numbered(games)
            ),
            Self::LostHistory => "The history is damaged, and what was done before can’t be undone. Players, games and ratings are whole. Restore an older backup, or go on: the next change begins a new history".to_owned(),
            Self::WeekLacksPart(week) => week.not_as_closed(),
            Self::MissingSinceRepair(missing) => missing.sentence(camp),
            Self::NameLost { record } => name_lost(camp, *record),
            Self::SharedName { players } => shared_name(camp, players),
            Self::OtherStarts { players } => other_starts(camp, players),
            Self::StaleWeek(stale) => stale_week(stale),
            Self::NoBackup(reason) => format!("The last backup failed. {reason}"),
            Self::NoSecondBackup(sentence) => sentence.clone(),
            Self::UsChessSection(section) | Self::UsChessNotes(section) => section.sentence(),
            Self::LadderNotComputed { ladder, reason } => not_computed(camp, *ladder, reason),
            Self::NotChecked { games } => not_checked(*games),
        }
    }
}

impl SectionToCheck {
    fn sentence(&self) -> String {
        match self.things.as_slice() {
            [only] => format!("US Chess, {}: {}", self.title, only.sentence),
            more => format!(
                "US Chess, {}: {} to check",
                self.title,
                counted(more.len(), "thing")
            ),
        }
    }
}

fn other_starts(camp: &CampData, players: &[PlayerId]) -> String {
    let names = listed_by(players.len(), |at| camp.full_name(players[at]));
    let (differ, them) = match players {
        [_] => ("Start rating differs", "it"),
        _ => ("Start ratings differ", "them"),
    };
    let found = format!("{differ} from the end of the week before: {names}");
    if camp.week.is_closed() {
        let week = within_sentence(&camp.week.name());
        format!("{found}. Reopen {week} to update {them}")
    } else {
        found
    }
}

fn stale_week(
    StaleWeek {
        week,
        before,
        players,
    }: &StaleWeek,
) -> String {
    let reopen = within_sentence(&week.name());
    format!(
        "{}: start ratings differ from the end of {} ({}). Reopen {reopen} to update them, then continue with the next week",
        week.name(),
        within_sentence(&before.name()),
        listed(players)
    )
}

fn out_of_date(players: Option<usize>, week: &Week) -> String {
    let Some(players) = players else {
        return "Ratings are older than the games. Fix the problems that keep them from being computed first".to_owned();
    };
    let players = counted(players, "player");
    if week.is_closed() {
        let week = within_sentence(&week.name());
        format!(
            "Ratings of {players} are out of date, and {week} is closed. Choose “Check and mend” in the menu Ratings"
        )
    } else {
        format!("Ratings of {players} are out of date. Press Recalc Ratings")
    }
}

fn not_checked(games: usize) -> String {
    match games {
        1 => "One game is not checked yet".to_owned(),
        _ => format!("{games} games are not checked yet"),
    }
}

fn unclear(text: &str, taken_for: GameResult, games: &[NamedGame]) -> String {
    let text = text.trim();
    let said = if text.is_empty() {
        "no result".to_owned()
    } else {
        format!("“{}”", text.chars().take(30).collect::<String>())
    };
    format!(
        "Imported: {said} for {}. Counted as {}. Check it against the sheet",
        numbered(games),
        taken_for.score()
    )
}

fn name_lost(camp: &CampData, record: Record) -> String {
    let name = called(camp, record);
    format!("{name}: type the name, which a damaged file has lost")
}

fn not_computed(camp: &CampData, ladder: LadderId, reason: &str) -> String {
    let name = camp.ladder(ladder).map_or("", |ladder| &ladder.name);
    format!("The ladder {name} can’t be computed. {reason}")
}

/// What a player or a group is called.
fn called(camp: &CampData, record: Record) -> String {
    match record {
        Record::Player(player) => camp.full_name(player),
        Record::Group(group) => camp.group_name(Some(group)).to_owned(),
        Record::Game(_) | Record::Meeting(_) => String::new(),
    }
}

fn shared_name(camp: &CampData, players: &[PlayerId]) -> String {
    let name = players
        .first()
        .map_or_else(String::new, |id| camp.full_name(*id));
    let numbers = players.iter().map(ToString::to_string);
    format!(
        "{} campers are called {name}: numbers {}. Use the number when you type their games",
        players.len(),
        listed(&numbers.collect::<Vec<_>>())
    )
}

/// "game 3", "games 3, 17 and 2 more"
fn numbered(games: &[NamedGame]) -> String {
    let numbers = games
        .iter()
        .map(|game| game.sequence.to_string())
        .collect::<Vec<_>>();
    let word = if games.len() == 1 { "game" } else { "games" };
    format!("{word} {}", listed(&numbers))
}

/// "3", "3 and 17", "3, 17, 20 and 31", "3, 17, 20 and 9 more"
fn listed(items: &[String]) -> String {
    listed_by(items.len(), |at| items[at].clone())
}

/// The same of `count` items, of which only those are asked for that are named.
fn listed_by(count: usize, item: impl Fn(usize) -> String) -> String {
    let joined = |count| (0..count).map(&item).collect::<Vec<_>>().join(", ");
    match count {
        0 => String::new(),
        1 => item(0),
        _ if count <= NAMED => format!("{} and {}", joined(count - 1), item(count - 1)),
        _ => format!("{} and {} more", joined(NAMED - 1), count - (NAMED - 1)),
    }
}

/// So many records are named in one sentence.
const NAMED: usize = 4;

/// "Ann Lee is", "Ann Lee and Bo Vang are", "Ann Lee, Bo Vang and 5 more are"
fn names(camp: &CampData, players: &[PlayerId]) -> String {
    let name = |at: usize| camp.full_name(players[at]);
    match players.len() {
        0 => "nobody is".to_owned(),
        1 => format!("{} is", name(0)),
        2 => format!("{} and {} are", name(0), name(1)),
        3 => format!("{}, {} and {} are", name(0), name(1), name(2)),
        count => format!("{}, {} and {} more are", name(0), name(1), count - 2),
    }
}
