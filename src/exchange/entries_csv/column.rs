//! The columns of a table of entries, and what they are called.

use strum::VariantArray as _;

use crate::domain::us_chess::System;

/// A column.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Column {
    EventId,
    Event,
    Begins,
    Ends,
    Section,
    SectionName,
    SectionBegins,
    SectionEnds,
    Type,
    HalfK,
    Systems,
    AsPublished,
    TimeControls,
    Pair,
    Id,
    Name,
    State,
    Birth,
    Fide,
    Cfc,
    Rating(System),
    /// N before the section.
    Games(System),
    Post(System),
    /// N after the section.
    PostGames(System),
    /// Counted from 1.
    Round(usize),
}

/// What a column tells of.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Scope {
    Event,
    Section,
    Entry,
}

/// Titles that tables have besides, as [`key`] makes them.
const FURTHER_TITLES: [(&str, Column); 22] = [
    ("sec", Column::Section),
    ("section number", Column::Section),
    ("event name", Column::Event),
    ("section type", Column::Type),
    ("system", Column::Systems),
    ("time control", Column::TimeControls),
    ("no", Column::Pair),
    ("pair no", Column::Pair),
    ("pair num", Column::Pair),
    ("pairing number", Column::Pair),
    ("member id", Column::Id),
    ("us chess id", Column::Id),
    ("uscf id", Column::Id),
    ("player", Column::Name),
    ("player name", Column::Name),
    ("birth", Column::Birth),
    ("born", Column::Birth),
    ("date of birth", Column::Birth),
    ("fide rating", Column::Fide),
    ("cfc rating", Column::Cfc),
    ("regular rating", Column::Rating(System::Regular)),
    ("quick rating", Column::Rating(System::Quick)),
];

impl Column {
    /// All columns but the rounds, in the order in which they are written.
    pub(super) fn before_rounds() -> Vec<Self> {
        let mut columns = vec![
            Self::EventId,
            Self::Event,
            Self::Begins,
            Self::Ends,
            Self::Section,
            Self::SectionName,
            Self::SectionBegins,
            Self::SectionEnds,
            Self::Type,
            Self::HalfK,
            Self::Systems,
            Self::AsPublished,
            Self::TimeControls,
            Self::Pair,
            Self::Id,
            Self::Name,
            Self::State,
            Self::Birth,
            Self::Fide,
            Self::Cfc,
        ];
        let ratings = System::VARIANTS.iter().flat_map(|system| {
            [Self::Rating, Self::Games, Self::Post, Self::PostGames].map(|column| column(*system))
        });
        columns.extend(ratings);
        columns
    }

    pub(super) fn title(self) -> String {
        let title = match self {
            Self::EventId => "Event ID",
            Self::Event => "Event",
            Self::Begins => "Begins",
            Self::Ends => "Ends",
            Self::Section => "Section",
            Self::SectionName => "Section name",
            Self::SectionBegins => "Section begins",
            Self::SectionEnds => "Section ends",
            Self::Type => "Type",
            Self::HalfK => "Half K",
            Self::Systems => "Systems",
            Self::AsPublished => "As published",
            Self::TimeControls => "Time controls",
            Self::Pair => "Pair",
            Self::Id => "ID",
            Self::Name => "Name",
            Self::State => "State",
            Self::Birth => "Birth date",
            Self::Fide => "FIDE",
            Self::Cfc => "CFC",
            Self::Rating(system) => return title_of(system).to_owned(),
            Self::Games(system) => return format!("{} N", title_of(system)),
            Self::Post(system) => return format!("{} post", title_of(system)),
            Self::PostGames(system) => return format!("{} post N", title_of(system)),
            Self::Round(round) => return format!("R{round}"),
        };
        title.to_owned()
    }

    /// The column of a title, in small letters or capitals: "R2", "Round 2".
    pub(super) fn of_title(title: &str) -> Option<Self> {
        let called = key(title);
        let columns = Self::before_rounds().into_iter();
        let usual = columns.map(|column| (key(&column.title()), column));
        let further = FURTHER_TITLES.map(|(title, column)| (title.to_owned(), column));
        let found = usual.chain(further).find(|(title, _)| *title == called);
        found.map(|(_, column)| column).or_else(|| round(&called))
    }

    pub(super) const fn scope(self) -> Scope {
        match self {
            Self::EventId | Self::Event | Self::Begins | Self::Ends => Scope::Event,
            Self::Section
            | Self::SectionName
            | Self::SectionBegins
            | Self::SectionEnds
            | Self::Type
            | Self::HalfK
            | Self::Systems
            | Self::AsPublished
            | Self::TimeControls => Scope::Section,
            _ => Scope::Entry,
        }
    }
}

/// A title in small letters, its words with a blank between them.
fn key(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// "r12", "round 12"
fn round(key: &str) -> Option<Column> {
    let number = ["round", "rnd", "rd", "r"]
        .into_iter()
        .find_map(|word| key.strip_prefix(word))?;
    let number = number.trim_start();
    let is_number = number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    let round = is_number.then(|| number.parse().ok()).flatten()?;
    (round > 0).then_some(Column::Round(round))
}

const fn title_of(system: System) -> &'static str {
    match system {
        System::Regular => "Regular",
        System::Quick => "Quick",
    }
}
