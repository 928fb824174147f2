//! What is published, as the pages and the spreadsheets have it: names as the director chose them, and weekly figures.

use std::collections::BTreeSet;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use jiff::civil::Date;

use super::{
    PublishChoices,
    colours::Colours,
    crosstables::{IN_NAVIGATION, PublishedCrosstable, crosstables},
    ladders::{PublishedLadder, ladders},
    names::Names,
    players::{PublishedPlayer, players},
    script::fingerprint,
    season::PublishedSeason,
    weeks::PublishedWeek,
};
use crate::domain::{
    CampData, Days, Logo, PictureKind, PlayerId, Season, long_date,
    us_chess::{SectionKey, SectionTable},
};

/// What files are called, without ending. A week and a player have their numbers after it.
pub(super) const INDEX: &str = "index";
pub(super) const SEASON: &str = "season";
pub(super) const WEEK: &str = "week-";
pub(super) const PLAYER: &str = "player-";

/// So few players are found without a box.
const FEW: usize = 8;

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
    pub(super) names: Names,
    /// Oldest first; none where a ladder alone is published.
    pub(super) weeks: Vec<PublishedWeek>,
    /// `None` where games were played in one week only: it would be the standings once more.
    pub(super) season: Option<PublishedSeason>,
    /// By name.
    pub(super) players: Vec<PublishedPlayer>,
    /// By name.
    pub(super) ladders: Vec<PublishedLadder>,
    /// The newest first.
    pub(super) crosstables: Vec<PublishedCrosstable>,
    /// What the browser is told to run: the fingerprint of the script.
    pub(super) script: String,
    /// What the pages are called that are there as a PDF, too.
    pdfs: BTreeSet<String>,
}

impl Content {
    /// Nothing where there is no week. `pdfs` are the files that there are.
    pub(super) fn new(
        weeks: &[CampData],
        sections: &[(SectionKey, SectionTable)],
        pdfs: BTreeSet<String>,
        choices: PublishChoices,
        published: Date,
    ) -> Option<Self> {
        let newest = weeks.last()?;
        // A ladder alone leads to nothing of the weeks.
        let shown = if choices.ladder.is_some() { &[] } else { weeks };
        let names = Names::new(newest, weeks, shown, choices.names);
        let published_weeks = shown
            .iter()
            .map(|camp| PublishedWeek::new(camp, &names, choices.games));
        let published_weeks = published_weeks.collect::<Vec<_>>();
        let played = shown.iter().filter(|camp| camp.has_counted_games());
        let played = played.cloned().collect::<Vec<_>>();
        let season = || {
            let of_games = published_weeks.iter().filter(|week| week.has_games);
            let days = of_games.filter_map(|week| week.days);
            let days = Days::of(days.flat_map(|days| [days.first, days.last]));
            PublishedSeason::new(&Season::new(&played), days, &names)
        };
        Some(Self {
            camp: newest.name.clone(),
            footer: newest.settings.footer.clone(),
            colours: Colours::new(newest.settings.colour),
            logo: newest.settings.logo.as_deref().map(address),
            published,
            season: (played.len() > 1).then(season),
            players: players(&published_weeks, &names),
            ladders: ladders(newest, choices.ladder, &names, published),
            crosstables: crosstables(sections, choices.names),
            weeks: published_weeks,
            names,
            script: fingerprint(),
            pdfs,
        })
    }

    /// The newest week in which games were played; without any game the newest. `None` where a ladder alone is published.
    pub(super) fn latest(&self) -> Option<&PublishedWeek> {
        let mut newest_first = self.weeks.iter().rev();
        newest_first
            .find(|week| week.has_games)
            .or(self.weeks.last())
    }

    /// The crosstables that the page of this file leads to: the newest ones, and its own.
    pub(super) fn navigated(&self, here: &str) -> Vec<&PublishedCrosstable> {
        let crosstables = self.crosstables.iter().enumerate();
        let shown =
            crosstables.filter(|(place, other)| *place < IN_NAVIGATION || other.file == here);
        shown.map(|(_, crosstable)| crosstable).collect()
    }

    /// Whether the page of this file is there as a PDF, too.
    pub(super) fn has_pdf(&self, file: &str) -> bool {
        self.pdfs.contains(file)
    }

    /// The name of a player.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "templates give references"
    )]
    pub(super) fn called(&self, player: &PlayerId) -> String {
        self.names.shown(*player)
    }

    /// Whether a player has a page.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "templates give references"
    )]
    pub(super) fn has_page(&self, player: &PlayerId) -> bool {
        self.names.is_listed(*player)
    }

    /// Whether a page that lists so many more has a box to find a player. Those of weeks and ladders have it all or none, so that it stays
    /// where it is from one to the next.
    pub(super) fn has_box(&self, more: usize) -> bool {
        self.players.len().max(more) > FEW
    }

    /// "published November 20, 2026, with games through July 17, 2026"
    pub(super) fn published_in_words(&self) -> String {
        let weeks = self.weeks.iter().filter_map(|week| week.through);
        let ladders = self.ladders.iter().filter_map(|ladder| ladder.days);
        let through = weeks.chain(ladders.map(|days| days.last)).max();
        let through = through.map(|day| format!(", with games through {}", long_date(day)));
        let published = long_date(self.published);
        format!("published {published}{}", through.unwrap_or_default())
    }
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
