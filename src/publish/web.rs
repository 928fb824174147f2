//! The pages: one template each in `templates/`, around them `page.html`, and the look of all in `page.css`. Everything that is
//! filled in is escaped by the template's own rules; nothing goes around them.

use askama::Template as _;

use super::{
    content::{Content, INDEX, PublishedSeason, PublishedWeek, SEASON},
    crosstables::PublishedCrosstable,
    ladders::PublishedLadder,
};
use crate::domain::Moved;

/// The page that a visitor comes to: the standings of the newest week, and the way to everything else.
pub(super) fn index(content: &Content) -> askama::Result<String> {
    Index {
        content,
        week: content.latest(),
        here: INDEX,
    }
    .render()
}

/// The standings of a week by group and of the whole camp.
pub(super) fn week(content: &Content, week: &PublishedWeek) -> askama::Result<String> {
    WeekPage {
        content,
        week,
        here: &week.file,
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

/// The standings of a ladder, and its rule.
pub(super) fn ladder(content: &Content, ladder: &PublishedLadder) -> askama::Result<String> {
    LadderPage {
        content,
        ladder,
        here: &ladder.file,
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
#[template(path = "season.html")]
struct SeasonPage<'a> {
    content: &'a Content,
    season: &'a PublishedSeason,
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
