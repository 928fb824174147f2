//! What is published of a player: every week, with the place and the rating at its end, and the games where they are on the web.

use std::collections::HashMap;

use jiff::civil::Date;

use super::{
    chart::RatingChart,
    content::PLAYER,
    games::{MOST_GAMES, PublishedGame, size},
    names::Names,
    weeks::{Placing, PublishedWeek, Row, ordinal},
};
use crate::domain::{Days, PlayerId, day_in_year, sentence_case, show_change};

/// The page of a player.
#[derive(Debug)]
pub(super) struct PublishedPlayer {
    /// What the page is called, without ending: "player-11".
    pub(super) file: String,
    pub(super) name: String,
    /// The newest first: those in which the player is listed.
    pub(super) weeks: Vec<PlayerWeek>,
    /// `None` for a single week.
    pub(super) chart: Option<RatingChart>,
}

/// A week of a player.
#[derive(Debug)]
pub(super) struct PlayerWeek {
    /// "Week 3: Gold camp"
    pub(super) title: String,
    /// "Week 3"
    pub(super) name: String,
    /// What the files of the week are called, without ending.
    pub(super) file: String,
    pub(super) days: Option<Days>,
    /// Before the first game a place says nothing.
    pub(super) has_games: bool,
    /// Whether nobody is in a group.
    is_club: bool,
    /// Among everybody.
    in_camp: Placing,
    /// As the list of everybody has it.
    pub(super) row: Row,
    /// In order of play; none where the director keeps single games at home.
    pub(super) games: Vec<PlayerGame>,
}

/// A game as the player sees it.
#[derive(Debug)]
pub(super) struct PlayerGame {
    pub(super) number: i64,
    pub(super) day: Option<Date>,
    pub(super) is_white: bool,
    /// `None` for one who isn't listed in the week.
    pub(super) opponent: Option<PlayerId>,
    /// 1 for a win, 0 for a draw, −1 for a loss.
    points: i32,
    pub(super) counts: bool,
    /// Of the weekly rating.
    change: Option<i32>,
}

/// Everybody who is listed in one of the weeks, by name. The weeks are given oldest first.
pub(super) fn players(weeks: &[PublishedWeek], names: &Names) -> Vec<PublishedPlayer> {
    let mut of_players = HashMap::<PlayerId, Vec<PlayerWeek>>::new();
    for week in weeks.iter().rev() {
        let mut games = games_of(week);
        let of = week.camp.rows.len();
        for row in &week.camp.rows {
            let player_week = PlayerWeek {
                title: week.title.clone(),
                name: week.name.clone(),
                file: week.file.clone(),
                days: week.days,
                has_games: week.has_games,
                is_club: week.is_club,
                in_camp: Placing { rank: row.rank, of },
                row: row.clone(),
                games: games.remove(&row.id).unwrap_or_default(),
            };
            of_players.entry(row.id).or_default().push(player_week);
        }
    }
    let listed = names.listed().into_iter();
    let players = listed.map(|id| {
        let weeks = of_players.remove(&id).unwrap_or_default();
        PublishedPlayer {
            file: format!("{PLAYER}{id}"),
            name: names.shown(id),
            chart: RatingChart::new(&weeks),
            weeks,
        }
    });
    players.collect()
}

/// The games of everybody in a week, in order of play.
fn games_of(week: &PublishedWeek) -> HashMap<PlayerId, Vec<PlayerGame>> {
    let mut games = HashMap::<PlayerId, Vec<PlayerGame>>::new();
    let all = week.games.iter().flat_map(|games| &games.games);
    for game in all {
        let sides = [
            (game.white, game.black, true),
            (game.black, game.white, false),
        ];
        for (player, opponent, is_white) in sides {
            if let Some(player) = player {
                let seen = PlayerGame::new(game, opponent, is_white);
                games.entry(player).or_default().push(seen);
            }
        }
    }
    games
}

impl PublishedPlayer {
    /// "3rd of 12 in Gold · 7th of 48 in the camp · rating 1432, +32 in week 3": as the newest week has it in which games were played, which is
    /// the one that visitors come to. Before the first game "Gold · rating 1400 at the start of week 1".
    pub(super) fn standing(&self) -> String {
        let mut played = self.weeks.iter().filter(|week| week.has_games);
        let parts = match (played.next(), self.weeks.first()) {
            (Some(week), _) => {
                let [near, far] = week.places();
                let rating = week.row.shown_rating();
                let change = week.row.shown_change();
                let name = week.name.to_lowercase();
                vec![near, far, format!("rating {rating}, {change} in {name}")]
            }
            (None, Some(week)) => {
                let rating = week.row.shown_rating();
                let name = week.name.to_lowercase();
                let rating = format!("rating {rating} at the start of {name}");
                vec![week.row.group.clone(), rating]
            }
            (None, None) => Vec::new(),
        };
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        sentence_case(&parts.collect::<Vec<_>>().join(" · "))
    }
}

impl PlayerWeek {
    /// "3rd of 12 in Gold", "7th of 48 in the camp"; in a club "7th of 48" alone, and "–" before the first game.
    pub(super) fn places(&self) -> [String; 2] {
        let said = |placing: Placing| format!("{} of {}", ordinal(placing.rank), placing.of);
        let in_camp = said(self.in_camp);
        match self.row.in_group {
            _ if !self.has_games => ["–".to_owned(), String::new()],
            Some(in_group) => [
                format!("{} in {}", said(in_group), self.row.group),
                format!("{in_camp} in the camp"),
            ],
            None if self.is_club => [in_camp, String::new()],
            None => [format!("{in_camp} in the camp"), String::new()],
        }
    }

    /// Those that the page lists, the last one first.
    pub(super) fn newest(&self) -> impl Iterator<Item = &PlayerGame> {
        self.games.iter().rev().take(MOST_GAMES)
    }

    /// "8 games · July 6–10, 2026", fun games among them.
    pub(super) fn size(&self) -> String {
        let days = self.days.filter(|_| self.has_days());
        let days = days.map(|days| format!(" · {days}"));
        format!("{}{}", size(self.games.len()), days.unwrap_or_default())
    }

    /// Whether it is known of any game what it gave or took.
    pub(super) fn has_changes(&self) -> bool {
        self.games.iter().any(|game| game.change.is_some())
    }

    /// Whether any game has a day.
    pub(super) fn has_days(&self) -> bool {
        self.games.iter().any(|game| game.day.is_some())
    }
}

impl PlayerGame {
    const fn new(game: &PublishedGame, opponent: Option<PlayerId>, is_white: bool) -> Self {
        let sign = game.result.sign();
        Self {
            number: game.number,
            day: game.day,
            is_white,
            opponent,
            points: if is_white { sign } else { -sign },
            counts: game.counts,
            change: match game.change {
                Some(change) if is_white => Some(change),
                Some(change) => Some(-change),
                None => None,
            },
        }
    }

    /// "July 6", as the year is said above; may be empty.
    pub(super) fn shown_day(&self) -> String {
        self.day.map(day_in_year).unwrap_or_default()
    }

    /// "+13"; empty where it isn't known.
    pub(super) fn shown_change(&self) -> String {
        self.change.map(show_change).unwrap_or_default()
    }

    pub(super) const fn result(&self) -> &'static str {
        match self.points {
            1 => "Won",
            0 => "Drew",
            _ => "Lost",
        }
    }
}
