//! Everything that a week of a camp consists of, as plain data.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use jiff::civil::Date;

use super::{
    CampSettings, CustomColumn, Game, GameId, Group, GroupId, LadderId, LadderSetup, Meeting,
    MeetingId, OtherWeek, Player, PlayerId, RowPrint, SavedRatings, StaleWeek, Week, WeekBefore,
    full_name, listed_name, name_key, same_group_name,
};

/// The longest name of a camp, in characters: it heads every printed page.
pub(crate) const MAX_CAMP_NAME: usize = 80;

/// A week of a camp as it stands in its file: the window draws it, the ladder is computed from it, reports print it.
///
/// Cloning is cheap: the tables are shared, and one that changes is replaced.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CampData {
    pub name: String,
    pub settings: Arc<CampSettings>,
    /// The custom columns of players and groups, in the order in which they came.
    pub columns: Arc<Vec<CustomColumn>>,
    /// The week whose groups, players and games these are.
    pub week: Week,
    /// All weeks of the camp, the first one first.
    pub weeks: Arc<Vec<Week>>,
    /// How the week before this one ended; `None` in the first.
    pub before: Option<Arc<WeekBefore>>,
    /// The other weeks that don't start from what the week before them ends with, the first one first.
    pub stale_weeks: Arc<Vec<StaleWeek>>,
    /// Weakest first.
    pub groups: Arc<Vec<Group>>,
    /// By number.
    pub players: Arc<Vec<Player>>,
    /// The number that the next new player gets. Those of deleted players are never given again.
    pub next_player: PlayerId,
    /// The games of [`Self::week`], in order of play.
    pub games: Arc<Vec<Game>>,
    /// The games of all other weeks that came from an old file.
    pub imported_elsewhere: Arc<ImportedElsewhere>,
    /// The further ladders that the club keeps, by name.
    pub ladders: Arc<Vec<LadderSetup>>,
    /// The meetings of the club, the first one first.
    pub meetings: Arc<Vec<Meeting>>,
    /// The [keys](super::LadderProblem::key) of the problems of [`Self::week`] that the director has called right.
    pub accepted: Arc<HashSet<String>>,
    /// How many sections of US Chess the camp file has. They are read where they are shown.
    pub us_chess_sections: usize,
    /// The other weeks, the first one first: a ladder may go over all of them.
    pub other_weeks: Arc<Vec<OtherWeek>>,
}

/// Games of an old file, by their number there: the number of the week that each belongs to.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ImportedElsewhere {
    by_row: HashMap<(i64, RowPrint), i64>,
    by_number: HashMap<i64, i64>,
    /// By the row alone, of games with a day.
    by_dated_row: HashMap<RowPrint, i64>,
    /// The last day of the imported games of each week.
    last_days: HashMap<i64, Date>,
}

/// A game that was imported into another week.
#[derive(Clone, Copy, Debug)]
pub struct GameElsewhere {
    /// Its number in the old file.
    pub number: i64,
    /// What its row said there.
    pub row: RowPrint,
    /// The number of the week that has it.
    pub week: i64,
    pub date: Option<Date>,
}

impl ImportedElsewhere {
    /// The week that has the game of this number, imported from a row that said the same.
    #[must_use]
    pub fn week_of_row(&self, number: i64, row: RowPrint) -> Option<i64> {
        self.by_row.get(&(number, row)).copied()
    }

    /// The week that has a game of a day, imported from a row that said the same, whatever its number: for lists that don't number
    /// their games.
    #[must_use]
    pub fn week_of_dated_row(&self, row: RowPrint) -> Option<i64> {
        self.by_dated_row.get(&row).copied()
    }

    /// The last week that has a game of this number, whatever its row said.
    #[must_use]
    pub fn week_of_number(&self, number: i64) -> Option<i64> {
        self.by_number.get(&number).copied()
    }

    /// The last day on which an imported game of this week was played.
    #[must_use]
    pub fn last_day_of(&self, week: i64) -> Option<Date> {
        self.last_days.get(&week).copied()
    }
}

impl FromIterator<GameElsewhere> for ImportedElsewhere {
    fn from_iter<I: IntoIterator<Item = GameElsewhere>>(games: I) -> Self {
        let mut elsewhere = Self::default();
        for GameElsewhere {
            number,
            row,
            week,
            date,
        } in games
        {
            elsewhere.by_row.insert((number, row), week);
            let last = elsewhere.by_number.entry(number).or_insert(week);
            *last = week.max(*last);
            if let Some(date) = date {
                elsewhere.by_dated_row.insert(row, week);
                let last = elsewhere.last_days.entry(week).or_insert(date);
                *last = date.max(*last);
            }
        }
        elsewhere
    }
}

impl CampData {
    /// Whether its players are in no groups, as those of a club. They aren't called campers.
    #[must_use]
    pub fn is_club(&self) -> bool {
        self.groups.is_empty()
    }

    /// What a list of everybody is called.
    #[must_use]
    pub fn everybody(&self) -> &'static str {
        if self.is_club() {
            "All players"
        } else {
            "Whole camp"
        }
    }

    /// The starting point: a camp of this week alone, with nobody in it.
    #[must_use]
    pub fn new(name: impl Into<String>, week: Week) -> Self {
        Self {
            name: name.into(),
            settings: Arc::default(),
            columns: Arc::default(),
            weeks: Arc::new(vec![week.clone()]),
            week,
            before: None,
            stale_weeks: Arc::default(),
            groups: Arc::default(),
            players: Arc::default(),
            next_player: PlayerId(1),
            games: Arc::default(),
            imported_elsewhere: Arc::default(),
            ladders: Arc::default(),
            meetings: Arc::default(),
            accepted: Arc::default(),
            us_chess_sections: 0,
            other_weeks: Arc::default(),
        }
    }

    /// Whether a game of this week counts. Until then everybody stands where the week began.
    #[must_use]
    pub fn has_counted_games(&self) -> bool {
        self.games.iter().any(|game| game.counts)
    }

    /// The week before, with which places are compared: not in a first week, nor before the first game.
    #[must_use]
    pub fn compared_week(&self) -> Option<&WeekBefore> {
        self.before.as_deref().filter(|_| self.has_counted_games())
    }

    /// The camp as saving the ratings of a recalculation leaves it.
    #[must_use]
    pub fn with_ratings(mut self, saved: &SavedRatings) -> Self {
        for player in Arc::make_mut(&mut self.players) {
            let place = saved
                .ratings
                .binary_search_by_key(&player.id, |(id, _)| *id);
            if let Ok(place) = place {
                player.ratings = saved.ratings[place].1;
            }
        }
        self
    }

    #[must_use]
    pub fn ladder(&self, id: LadderId) -> Option<&LadderSetup> {
        self.ladders.iter().find(|ladder| ladder.id == id)
    }

    /// The ladder that is called so, in capitals or not; failing that, one whose name differs in accents only.
    #[must_use]
    pub fn ladder_called(&self, name: &str) -> Option<&LadderSetup> {
        let called = |is_it: &dyn Fn(&str) -> bool| {
            let mut ladders = self.ladders.iter();
            ladders.find(|ladder| is_it(&ladder.name))
        };
        let wanted = name_key(name);
        called(&|other| other.to_lowercase() == name.to_lowercase())
            .or_else(|| called(&|other| name_key(other) == wanted))
    }

    #[must_use]
    pub fn meeting(&self, id: MeetingId) -> Option<&Meeting> {
        self.meetings.iter().find(|meeting| meeting.id == id)
    }

    #[must_use]
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// The group that is called so, in capitals or not; failing that, one whose name differs in accents only.
    #[must_use]
    pub fn group_called(&self, name: &str) -> Option<&Group> {
        let mut groups = self.groups.iter();
        let nearly = || {
            let wanted = name_key(name);
            self.groups
                .iter()
                .find(|group| name_key(&group.name) == wanted)
        };
        groups
            .find(|group| same_group_name(&group.name, name))
            .or_else(nearly)
    }

    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        Player::among(&self.players, id)
    }

    /// The player as the latest other week that has him or her knows one.
    #[must_use]
    pub fn player_of_another_week(&self, id: PlayerId) -> Option<&Player> {
        let mut others = self.other_weeks.iter().rev();
        others.find_map(|week| Player::among(&week.players, id))
    }

    #[must_use]
    pub fn game(&self, id: GameId) -> Option<&Game> {
        self.games.get(self.game_place(id)?)
    }

    /// The place of a game in the order of play, counted from 0.
    #[must_use]
    pub fn game_place(&self, id: GameId) -> Option<usize> {
        // Games are numbered as they are typed, and few are moved: the order of play is nearly that of the numbers.
        let guess = self.games.binary_search_by_key(&id, |game| game.id);
        let search = || self.games.iter().position(|game| game.id == id);
        guess.ok().or_else(search)
    }

    /// The group's name, or a dash for a player without a group.
    #[must_use]
    pub fn group_name(&self, id: Option<GroupId>) -> &str {
        id.and_then(|id| self.group(id))
            .map_or("–", |group| group.name.as_str())
    }

    /// "de la Cruz, Ola", or the bare number of a player who isn't there.
    #[must_use]
    pub fn listed_name(&self, id: PlayerId) -> String {
        self.player(id).map_or_else(
            || format!("Player {id}"),
            |player| listed_name(&player.last_name, &player.first_name),
        )
    }

    /// "Ola de la Cruz", or the bare number of a player who isn't there.
    #[must_use]
    pub fn full_name(&self, id: PlayerId) -> String {
        self.player(id).map_or_else(
            || format!("Player {id}"),
            |player| full_name(&player.first_name, &player.last_name),
        )
    }

    /// The players who share their two names with somebody else, so that a list must show their numbers too.
    #[must_use]
    pub fn namesakes(&self) -> HashSet<PlayerId> {
        self.shared_names().into_iter().flatten().collect()
    }

    /// The players of each name that more than one has, by number.
    #[must_use]
    pub fn shared_names(&self) -> Vec<Vec<PlayerId>> {
        shared_names(self.players.iter())
    }
}

/// The players of each name that more than one of them has, by number.
pub(super) fn shared_names<'a>(players: impl Iterator<Item = &'a Player>) -> Vec<Vec<PlayerId>> {
    let mut by_name = HashMap::<_, Vec<_>>::with_capacity(players.size_hint().0);
    for player in players {
        let (last, first, id) = player.sort_key();
        by_name.entry((last, first)).or_default().push(id);
    }
    let mut shared = by_name
        .into_values()
        .filter(|ids| ids.len() > 1)
        .collect::<Vec<_>>();
    shared.sort_unstable();
    shared
}

/// The place of a result in a tally of games won, drawn and lost, by its sign for the player.
pub(super) const fn tally_place(sign: i32) -> usize {
    match sign {
        1 => 0,
        0 => 1,
        _ => 2,
    }
}
