//! What is published, as the pages and the spreadsheets have it: names as the director chose them, and weekly figures.

use std::collections::HashMap;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use jiff::civil::Date;

use super::{
    colours::Colours,
    crosstables::{IN_NAVIGATION, PublishedCrosstable, crosstables},
    ladders::{PublishedLadder, ladders},
    names::Names,
};
use crate::domain::{
    CampData, Logo, Moved, PictureKind, PlayerId, PublishedNames, Scope, Season, SeasonWeek,
    Standings, StandingsRow, System, Week, counted, show_change, show_rating,
    us_chess::{SectionKey, SectionTable},
};

/// What files are called, without ending. A week has its number after it.
pub(super) const INDEX: &str = "index";
pub(super) const SEASON: &str = "season";
pub(super) const WEEK: &str = "week-";

/// Everything in the folder.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) camp: String,
    /// May be empty.
    pub(super) footer: String,
    pub(super) colours: Colours,
    /// As a `data:` address.
    pub(super) logo: Option<String>,
    pub(super) published: Date,
    /// Oldest first.
    earlier: Vec<PublishedWeek>,
    newest: PublishedWeek,
    /// `None` where games were played in one week only: it would be the standings once more.
    pub(super) season: Option<PublishedSeason>,
    /// By name.
    pub(super) ladders: Vec<PublishedLadder>,
    /// The newest first.
    pub(super) crosstables: Vec<PublishedCrosstable>,
}

/// The standings of a week.
#[derive(Debug)]
pub(super) struct PublishedWeek {
    /// What its files are called, without ending: "week-3".
    pub(super) file: String,
    /// "Week 3"
    pub(super) name: String,
    /// "Week 3: Gold camp"
    pub(super) title: String,
    is_closed: bool,
    /// Before the first game everybody of a group has the same place, which says nothing.
    pub(super) has_games: bool,
    /// Whether there was a week before, with which places are compared.
    pub(super) has_moves: bool,
    /// Best group first.
    pub(super) groups: Vec<List>,
    pub(super) camp: List,
}

/// A list of standings.
#[derive(Debug)]
pub(super) struct List {
    /// The group's name, or "Whole camp".
    pub(super) title: String,
    /// Best first.
    pub(super) rows: Vec<Row>,
}

/// A camper in a list.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) rank: usize,
    /// Among the group, also in the list of the whole camp; `None` without a group.
    pub(super) rank_in_group: Option<usize>,
    /// In this list, since the week before.
    pub(super) moved: Option<Moved>,
    pub(super) name: String,
    /// Empty for a camper without a group.
    pub(super) group: String,
    pub(super) rating: i32,
    /// Since the start of the week.
    pub(super) change: i32,
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
    pub(super) games: usize,
}

/// The weeks side by side.
#[derive(Debug)]
pub(super) struct PublishedSeason {
    /// Those in which games were played, oldest first.
    pub(super) weeks: Vec<WeekName>,
    /// By name.
    pub(super) lines: Vec<Line>,
}

/// A week, as the season heads its column.
#[derive(Debug)]
pub(super) struct WeekName {
    /// "Week 3"
    pub(super) name: String,
    /// What its files are called, without ending.
    pub(super) file: String,
}

/// A camper's season.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) name: String,
    /// The group of the last week that the camper was there; may be empty.
    pub(super) group: String,
    /// A place for each of [`PublishedSeason::weeks`].
    pub(super) weeks: Vec<Option<Place>>,
}

/// Where a camper stood at the end of a week.
#[derive(Debug)]
pub(super) struct Place {
    /// In the whole camp.
    pub(super) rank: usize,
    pub(super) rating: i32,
}

impl Content {
    /// Nothing where there is no week.
    pub(super) fn new(
        weeks: &[CampData],
        sections: &[(SectionKey, SectionTable)],
        manner: PublishedNames,
        published: Date,
    ) -> Option<Self> {
        let (newest, earlier) = weeks.split_last()?;
        let names = Names::new(weeks, manner);
        let week = |camp| PublishedWeek::new(camp, &names);
        let played = weeks.iter().filter(|camp| camp.has_counted_games());
        let played = played.cloned().collect::<Vec<_>>();
        let season = || PublishedSeason::new(&Season::new(&played), &names);
        Some(Self {
            camp: newest.name.clone(),
            footer: newest.settings.footer.clone(),
            colours: Colours::new(newest.settings.colour),
            logo: newest.settings.logo.as_deref().map(address),
            published,
            earlier: earlier.iter().map(week).collect(),
            newest: week(newest),
            season: (played.len() > 1).then(season),
            ladders: ladders(newest, &names, published),
            crosstables: crosstables(sections, manner),
        })
    }

    /// Oldest first.
    pub(super) fn weeks(&self) -> impl DoubleEndedIterator<Item = &PublishedWeek> {
        self.earlier.iter().chain([&self.newest])
    }

    /// The newest week in which games were played; without any game the newest.
    pub(super) fn latest(&self) -> &PublishedWeek {
        let mut newest_first = self.weeks().rev();
        newest_first
            .find(|week| week.has_games)
            .unwrap_or(&self.newest)
    }

    /// The crosstables that the page of this file leads to: the newest ones, and its own.
    pub(super) fn navigated(&self, here: &str) -> Vec<&PublishedCrosstable> {
        let crosstables = self.crosstables.iter().enumerate();
        let shown =
            crosstables.filter(|(place, other)| *place < IN_NAVIGATION || other.file == here);
        shown.map(|(_, crosstable)| crosstable).collect()
    }

    /// "November 20, 2026": the month in letters, as 11/12 is another day in another country.
    pub(super) fn published_in_words(&self) -> String {
        self.published.strftime("%B %-d, %Y").to_string()
    }
}

fn file_of(week: &Week) -> String {
    format!("{WEEK}{}", week.number)
}

/// The picture as an address that holds all of it, so that a page needs no other file.
fn address(logo: &Logo) -> String {
    let kind = match logo.kind {
        PictureKind::Png => "image/png",
        PictureKind::Jpeg => "image/jpeg",
        PictureKind::Svg => "image/svg+xml",
    };
    format!("data:{kind};base64,{}", BASE64_STANDARD.encode(&logo.bytes))
}

impl PublishedWeek {
    fn new(camp: &CampData, names: &Names) -> Self {
        let standings = |scope| Standings::new(camp, System::Weekly, scope, false);
        let by_group = standings(Scope::ByGroup);
        let ranks = by_group
            .rows()
            .filter(|row| !row.group.is_empty())
            .map(|row| (row.id, row.rank))
            .collect::<HashMap<_, _>>();
        let groups = by_group.sections.iter().map(|section| {
            let title = section.group.as_deref().unwrap_or_default();
            List::new(title, section.rows.iter(), names, &ranks)
        });
        Self {
            file: file_of(&camp.week),
            name: camp.week.name(),
            title: camp.week.title(),
            is_closed: camp.week.is_closed(),
            has_games: camp.has_counted_games(),
            has_moves: camp.compared_week().is_some(),
            groups: groups.collect(),
            camp: List::new("Whole camp", standings(Scope::Camp).rows(), names, &ranks),
        }
    }

    /// "Final standings"
    pub(super) fn state(&self) -> &'static str {
        match (self.is_closed, self.has_games) {
            (true, _) => "Final standings",
            (false, true) => "Standings so far",
            (false, false) => "No games yet",
        }
    }
}

impl List {
    fn new<'a>(
        title: &str,
        rows: impl Iterator<Item = &'a StandingsRow>,
        names: &Names,
        ranks_in_group: &HashMap<PlayerId, usize>,
    ) -> Self {
        let mut rows = rows.collect::<Vec<_>>();
        // Who shares a rank stands in the order of the names that are shown.
        rows.sort_by_key(|row| (row.rank, names.place(row.id)));
        let rows = rows.into_iter().map(|row| Row {
            rank: row.rank,
            rank_in_group: ranks_in_group.get(&row.id).copied(),
            moved: row.moved,
            name: names.shown(row.id),
            group: row.group.clone(),
            rating: row.rating,
            change: row.change,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            games: row.games,
        });
        Self {
            title: title.to_owned(),
            rows: rows.collect(),
        }
    }

    /// "12 players"
    pub(super) fn size(&self) -> String {
        counted(self.rows.len(), "player")
    }
}

impl Row {
    pub(super) fn shown_rating(&self) -> String {
        show_rating(self.rating)
    }

    pub(super) fn shown_change(&self) -> String {
        show_change(self.change)
    }
}

impl PublishedSeason {
    fn new(season: &Season, names: &Names) -> Self {
        let mut lines = season.lines.iter().collect::<Vec<_>>();
        lines.sort_by_key(|line| names.place(line.id));
        let lines = lines.into_iter().map(|line| Line {
            name: names.shown(line.id),
            group: line.last_group().to_owned(),
            weeks: line
                .weeks
                .iter()
                .map(|week| week.as_ref().map(Place::new))
                .collect(),
        });
        let weeks = season.weeks.iter().map(|week| WeekName {
            name: week.name(),
            file: file_of(week),
        });
        Self {
            weeks: weeks.collect(),
            lines: lines.collect(),
        }
    }
}

impl Place {
    fn new(week: &SeasonWeek) -> Self {
        Self {
            rank: week.rank,
            rating: week.rating,
        }
    }

    pub(super) fn shown_rating(&self) -> String {
        show_rating(self.rating)
    }

    /// "21st"
    pub(super) fn ordinal(&self) -> String {
        let ending = match (self.rank % 100, self.rank % 10) {
            (11..=13, _) => "th",
            (_, 1) => "st",
            (_, 2) => "nd",
            (_, 3) => "rd",
            _ => "th",
        };
        format!("{}{ending}", self.rank)
    }
}
