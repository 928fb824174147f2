//! What is published of single games, where the director wants them on the web: lists, and who met whom.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;

use super::{
    names::Names,
    weeks::{List, crosstable_file, games_file},
};
use crate::{
    domain::{
        CampData, CrosstableRow, Game, GameId, GameInOrder, GameResult, GamesOf, MOST_IN_SQUARE,
        Met, PlayerId, Ratings, Score, System, counted, grouped, long_date,
    },
    rating::camp_ladder::explain::explain_games,
};

/// So many games a list shows, the newest; a page of more would be slow on a phone. The spreadsheets have all of them.
pub(super) const MOST_GAMES: usize = 1000;

/// So many games of two players are told one by one.
const MOST_TOLD: usize = 4;

/// The games of a week.
#[derive(Debug)]
pub(super) struct WeekGames {
    /// What the files of the list are called, without ending: "week-3-games".
    pub(super) file: String,
    /// What the files of the crosstables are called, without ending: "week-3-crosstable".
    pub(super) crosstable_file: String,
    /// In order of play.
    pub(super) games: Vec<PublishedGame>,
    /// One for each list of the standings.
    pub(super) crosstables: Vec<GroupCrosstable>,
}

#[derive(Debug)]
pub(super) struct PublishedGame {
    /// As in the window and on paper: a game that was deleted leaves a gap.
    pub(super) number: i64,
    pub(super) day: Option<Date>,
    /// `None` for a player who isn't listed in the week.
    pub(super) white: Option<PlayerId>,
    pub(super) black: Option<PlayerId>,
    pub(super) result: GameResult,
    /// Whether it moves the ratings.
    pub(super) counts: bool,
    /// What it gave to White's weekly rating and took from Black's; `None` for a fun game, and where it isn't known.
    pub(super) change: Option<i32>,
}

/// The games of a day, as the page lists them.
#[derive(Debug)]
pub(super) struct GamesOfDay<'a> {
    /// "July 6, 2026"
    pub(super) title: String,
    /// The last one first.
    pub(super) games: Vec<&'a PublishedGame>,
}

/// Who met whom in a list of the standings.
#[derive(Debug)]
pub(super) struct GroupCrosstable {
    pub(super) title: String,
    /// "12 players"
    pub(super) size: String,
    /// Whether it is short enough to stand on a sheet of paper in one piece.
    pub(super) is_short: bool,
    /// Whether there is a column for each player. Otherwise the games of each are [`GroupCrosstableRow::in_a_row`].
    pub(super) is_square: bool,
    /// As they stand. A row's place in the list, counted from 1, is the number of its column.
    pub(super) rows: Vec<GroupCrosstableRow>,
}

#[derive(Debug)]
pub(super) struct GroupCrosstableRow {
    pub(super) id: PlayerId,
    pub(super) name: String,
    met: Vec<Met>,
    /// In order of play.
    games: Vec<GameInOrder>,
    /// Against players who aren't in the list; "–" of no games.
    pub(super) others: String,
    pub(super) total: String,
}

impl WeekGames {
    /// `file` is what the files of the week are called.
    pub(super) fn new(camp: &CampData, file: &str, lists: &[List], names: &Names) -> Self {
        let games = GamesOf::new(camp, false);
        let crosstables = lists
            .iter()
            .map(|list| GroupCrosstable::new(list, &games, names));
        Self {
            file: games_file(file),
            crosstable_file: crosstable_file(file),
            games: published(camp).collect(),
            crosstables: crosstables.collect(),
        }
    }

    /// Those that the page lists day by day, the last day first, and those of no day at the end.
    pub(super) fn days(&self) -> Vec<GamesOfDay<'_>> {
        let mut days = BTreeMap::<Option<Date>, Vec<_>>::new();
        for game in self.games.iter().rev().take(MOST_GAMES) {
            days.entry(game.day).or_default().push(game);
        }
        let has_days = days.keys().any(Option::is_some);
        let of_no_day = if has_days { "Without a day" } else { "Games" };
        let days = days.into_iter().rev();
        let days = days.map(|(day, games)| GamesOfDay {
            title: day.map_or_else(|| of_no_day.to_owned(), long_date),
            games,
        });
        days.collect()
    }

    /// Whether a list has somebody with games outside of it.
    pub(super) fn has_others(&self) -> bool {
        self.crosstables.iter().any(GroupCrosstable::has_others)
    }

    /// Whether any list is a square.
    pub(super) fn has_squares(&self) -> bool {
        self.crosstables.iter().any(|list| list.is_square)
    }

    /// Whether the games of anybody stand in a row.
    pub(super) fn has_rows(&self) -> bool {
        self.crosstables.iter().any(|list| !list.is_square)
    }

    /// "320 games", "The last 1000 of 20,000 games"
    pub(super) fn size(&self) -> String {
        size(self.games.len())
    }
}

impl GamesOfDay<'_> {
    /// "12 games"
    pub(super) fn size(&self) -> String {
        counted(self.games.len(), "game")
    }
}

/// How many games there are, and how many of them a page lists.
pub(super) fn size(games: usize) -> String {
    if games > MOST_GAMES {
        format!(
            "The last {} of {}",
            grouped(MOST_GAMES),
            counted(games, "game")
        )
    } else {
        counted(games, "game")
    }
}

/// What each game that counts gave to White's weekly rating and took from Black's. Nothing where the saved ratings are others than
/// the games give: a page doesn't say in one place what it contradicts in another.
fn changes(camp: &CampData) -> HashMap<GameId, i32> {
    let counted = camp.games.iter().filter(|game| game.counts);
    let counted = counted.map(|game| game.id).collect::<BTreeSet<_>>();
    let Ok((games, now)) = explain_games(camp, &counted) else {
        return HashMap::new();
    };
    let is_saved = |(id, ratings): &(PlayerId, Ratings)| {
        let player = camp.player(*id);
        player.is_some_and(|player| player.ratings.weekly == ratings.weekly)
    };
    if !now.ratings.iter().all(is_saved) {
        return HashMap::new();
    }
    let games = games.iter();
    games
        .map(|game| (game.id, game.working(System::Weekly).change))
        .collect()
}

/// The games of a week, in order of play. Whoever isn't listed in the week isn't named in a game either, and a game of two of them is left out.
fn published(camp: &CampData) -> impl Iterator<Item = PublishedGame> {
    let listed = |id: PlayerId| {
        let player = camp.player(id).filter(|player| player.active);
        player.map(|player| player.id)
    };
    let changes = changes(camp);
    let games = camp.games.iter().map(move |game: &Game| PublishedGame {
        number: game.sequence,
        day: game.date,
        white: listed(game.white),
        black: listed(game.black),
        result: game.result,
        counts: game.counts,
        change: changes.get(&game.id).copied(),
    });
    games.filter(|game| game.white.is_some() || game.black.is_some())
}

impl GroupCrosstable {
    fn new(list: &List, games: &GamesOf, names: &Names) -> Self {
        let ids = list.rows.iter().map(|row| row.id);
        let rows = ids.clone().zip(games.crosstable(ids));
        let row = |(id, row): (PlayerId, CrosstableRow)| GroupCrosstableRow {
            id,
            name: names.shown(id),
            met: row.met,
            games: row.games,
            others: row.others.to_string(),
            total: row.total.to_string(),
        };
        Self {
            title: list.title.clone(),
            size: list.size(),
            is_short: list.is_short(),
            is_square: list.rows.len() <= MOST_IN_SQUARE,
            rows: rows.map(row).collect(),
        }
    }

    /// Whether anybody of the list played somebody outside of it.
    pub(super) fn has_others(&self) -> bool {
        let mut games = self.rows.iter().flat_map(|row| &row.games);
        games.any(|game| game.opponent.is_none())
    }
}

impl GroupCrosstableRow {
    /// A cell for each of so many columns: "1 ½", "7½ / 12", or nothing where they haven't met.
    pub(super) fn cells(&self, columns: usize) -> Vec<String> {
        (0..columns).map(|place| self.against(place)).collect()
    }

    fn against(&self, place: usize) -> String {
        let met = self.met.iter().find(|met| met.place == place);
        let Some(met) = met else {
            return String::new();
        };
        if met.games.len() > MOST_TOLD {
            return met.games.iter().copied().collect::<Score>().to_string();
        }
        let games = met.games.iter().map(ToString::to_string);
        games.collect::<Vec<_>>().join(" ")
    }

    /// "W2w L3b D*w": every game in order of play, with the opponent's row and the own color, as on paper.
    pub(super) fn in_a_row(&self) -> String {
        let games = self.games.iter().map(ToString::to_string);
        games.collect::<Vec<_>>().join(" ")
    }
}
