//! The pages: one template each in `templates/`, around them `page.html`, and the look of all in `page.css`. Everything that is
//! filled in is escaped by the template's own rules; nothing goes around them but the script, which is ours.

use askama::Template as _;

use super::{
    chart::RatingChart,
    content::{Content, INDEX, SEASON},
    crosstables::PublishedCrosstable,
    games::WeekGames,
    ladders::PublishedLadder,
    players::PublishedPlayer,
    script::SCRIPT,
    season::PublishedSeason,
    weeks::PublishedWeek,
};
use crate::domain::Moved;

/// The page that a visitor comes to: the standings of the newest week, and the way to everything else.
pub(super) fn index(content: &Content, week: &PublishedWeek) -> askama::Result<String> {
    Index {
        content,
        week,
        here: INDEX,
    }
    .render()
}

/// The standings of a week by group and of everybody.
pub(super) fn week(content: &Content, week: &PublishedWeek) -> askama::Result<String> {
    WeekPage {
        content,
        week,
        here: &week.file,
    }
    .render()
}

/// Who met whom in a week, group by group.
pub(super) fn week_crosstable(
    content: &Content,
    week: &PublishedWeek,
    games: &WeekGames,
) -> askama::Result<String> {
    WeekCrosstablePage {
        content,
        week,
        games,
        here: &games.crosstable_file,
    }
    .render()
}

/// The games of a week.
pub(super) fn week_games(
    content: &Content,
    week: &PublishedWeek,
    games: &WeekGames,
) -> askama::Result<String> {
    WeekGamesPage {
        content,
        week,
        games,
        here: &games.file,
    }
    .render()
}

/// The weeks side by side.
pub(super) fn season(content: &Content, season: &PublishedSeason) -> askama::Result<String> {
    SeasonPage {
        content,
        season,
        here: SEASON,
    }
    .render()
}

/// The weeks of a player, and the games.
pub(super) fn player(content: &Content, player: &PublishedPlayer) -> askama::Result<String> {
    PlayerPage {
        content,
        player,
        here: &player.file,
    }
    .render()
}

/// The standings of a ladder, and its rule. `here` is what the page is called, without ending.
pub(super) fn ladder(
    content: &Content,
    ladder: &PublishedLadder,
    here: &str,
) -> askama::Result<String> {
    LadderPage {
        content,
        ladder,
        here,
    }
    .render()
}

/// The crosstable of a section of US Chess.
pub(super) fn crosstable(
    content: &Content,
    crosstable: &PublishedCrosstable,
) -> askama::Result<String> {
    CrosstablePage {
        content,
        crosstable,
        here: &crosstable.file,
    }
    .render()
}

#[derive(askama::Template)]
#[template(path = "index.html")]
struct Index<'a> {
    content: &'a Content,
    week: &'a PublishedWeek,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "week.html")]
struct WeekPage<'a> {
    content: &'a Content,
    week: &'a PublishedWeek,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "week-crosstable.html")]
struct WeekCrosstablePage<'a> {
    content: &'a Content,
    week: &'a PublishedWeek,
    games: &'a WeekGames,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "week-games.html")]
struct WeekGamesPage<'a> {
    content: &'a Content,
    week: &'a PublishedWeek,
    games: &'a WeekGames,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "season.html")]
struct SeasonPage<'a> {
    content: &'a Content,
    season: &'a PublishedSeason,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "player.html")]
struct PlayerPage<'a> {
    content: &'a Content,
    player: &'a PublishedPlayer,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "ladder.html")]
struct LadderPage<'a> {
    content: &'a Content,
    ladder: &'a PublishedLadder,
    here: &'a str,
}

#[derive(askama::Template)]
#[template(path = "crosstable.html")]
struct CrosstablePage<'a> {
    content: &'a Content,
    crosstable: &'a PublishedCrosstable,
    here: &'a str,
}
