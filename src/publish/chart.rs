//! Charts of a season, as shapes of a drawing. Each has its figures as a text besides, for whoever hears the page.

use super::{
    players::PlayerWeek,
    season::{Line, PublishedSeason, WeekName},
    weeks::ordinal,
};
use crate::domain::{shortened, show_rating};

/// The ratings of a player at the end of each week.
#[derive(Debug)]
pub(super) struct RatingChart {
    pub(super) dots: Vec<Dot>,
    /// The corners of the line through them: "20,35 180,60".
    pub(super) line: String,
    /// "Week 1: 1432, week 2: 1384"
    pub(super) words: String,
}

/// A point of a line.
#[derive(Debug, PartialEq)]
pub(super) struct Dot {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The figure at it; empty where there is no room for all of them.
    pub(super) figure: String,
    /// What stands below it: the week, or its number.
    pub(super) below: String,
}

/// The ranks of those who lead at the end, week by week.
#[derive(Debug)]
pub(super) struct RankChart {
    pub(super) width: f64,
    pub(super) height: f64,
    /// "Week 1", with the middle of its column.
    pub(super) weeks: Vec<(f64, String)>,
    /// The best first.
    pub(super) lines: Vec<RankLine>,
}

#[derive(Debug)]
pub(super) struct RankLine {
    pub(super) name: String,
    /// The corners of each piece: a week in which the player was not there ends one.
    pub(super) pieces: Vec<String>,
    /// With the rank in each.
    pub(super) dots: Vec<Dot>,
    /// Where the name stands.
    pub(super) x: f64,
    pub(super) y: f64,
    /// "Ola D.: 1st, 2nd, not there"
    pub(super) words: String,
}

impl RatingChart {
    pub(super) const WIDTH: f64 = 420.0;
    pub(super) const HEIGHT: f64 = 150.0;
    /// Room for a figure above the highest point, and for numbers of weeks below the lowest.
    const TOP: f64 = 28.0;
    const BOTTOM: f64 = 38.0;
    const SIDE: f64 = 26.0;
    /// More figures than these would run together, and more names of weeks.
    const MOST_FIGURES: usize = 10;
    const MOST_NAMES: usize = 6;

    /// `weeks` are given newest first. Only those in which games were played.
    pub(super) fn new(weeks: &[PlayerWeek]) -> Option<Self> {
        let weeks = weeks.iter().rev().filter(|week| week.has_games);
        let weeks = weeks.collect::<Vec<_>>();
        if weeks.len() < 2 {
            return None;
        }
        let ratings = weeks.iter().map(|week| week.row.rating);
        let lowest = ratings.clone().min()?;
        let highest = ratings.max()?;
        let spread = f64::from(highest.saturating_sub(lowest)).max(1.0);
        let height = Self::HEIGHT - Self::TOP - Self::BOTTOM;
        let last = weeks.len() - 1;
        let dots = weeks.iter().enumerate().map(|(at, week)| {
            let rating = week.row.rating;
            let is_told = weeks.len() <= Self::MOST_FIGURES
                || at == 0
                || at == last
                || rating == highest
                || rating == lowest;
            let below = if weeks.len() <= Self::MOST_NAMES {
                week.name.as_str()
            } else {
                week.name.rsplit(' ').next().unwrap_or_default()
            };
            Dot {
                x: spaced(at, weeks.len(), Self::SIDE, Self::WIDTH - Self::SIDE),
                y: Self::TOP + height * f64::from(highest.saturating_sub(rating)) / spread,
                figure: if is_told {
                    show_rating(rating)
                } else {
                    String::new()
                },
                below: if is_told {
                    below.to_owned()
                } else {
                    String::new()
                },
            }
        });
        let dots = dots.collect::<Vec<_>>();
        let words = weeks
            .iter()
            .map(|week| format!("{}: {}", week.name, show_rating(week.row.rating)));
        Some(Self {
            line: corners(&dots),
            words: words.collect::<Vec<_>>().join(", "),
            dots,
        })
    }
}

impl RankChart {
    /// So many players it has: as many lines as can be told apart.
    const MOST_LINES: usize = 8;
    /// Whoever was below these ranks is drawn below them.
    const MOST_RANKS: usize = 10;
    const LEFT: f64 = 30.0;
    const COLUMN: f64 = 110.0;
    const NAME: f64 = 190.0;
    const TOP: f64 = 44.0;
    const ROW: f64 = 30.0;
    /// The longest name that has room, in letters.
    const LETTERS: usize = 22;

    pub(super) fn new(weeks: &[WeekName], lines: &[Line]) -> Self {
        let last = weeks.len().saturating_sub(1);
        let mut leading = lines.iter().filter_map(|line| {
            let place = line.weeks.get(last)?.as_ref()?;
            Some((place.rank, line))
        });
        let mut leading = leading.by_ref().collect::<Vec<_>>();
        // Stable: who shares a rank stays by name.
        leading.sort_by_key(|(rank, _)| *rank);
        leading.truncate(Self::MOST_LINES);
        let right = Self::LEFT + Self::COLUMN * number(last);
        let x = |week| spaced(week, weeks.len(), Self::LEFT, right);
        let lines = leading.iter().enumerate();
        let lines = lines
            .map(|(at, (_, line))| Self::line(line, at, x))
            .collect::<Vec<_>>();
        let dots = lines.iter().flat_map(|line| &line.dots);
        let lowest = dots.map(|dot| dot.y).fold(Self::TOP, f64::max);
        Self {
            width: right + Self::NAME,
            height: lowest + Self::ROW / 2.0,
            weeks: (0..)
                .map(x)
                .zip(weeks.iter().map(|week| week.name.clone()))
                .collect(),
            lines,
        }
    }

    /// The line of the player who stands at this place at the end, counted from 0.
    fn line(line: &Line, at_end: usize, x: impl Fn(usize) -> f64) -> RankLine {
        let last = line.weeks.len().saturating_sub(1);
        let dot = |(week, place): (usize, &Option<super::season::Place>)| {
            let place = place.as_ref()?;
            // At the end everybody has a row of his or her own, as a name stands there.
            let row = if week == last {
                at_end
            } else {
                place.rank.min(Self::MOST_RANKS + 1) - 1
            };
            Some(Dot {
                x: x(week),
                y: Self::TOP + Self::ROW * number(row),
                figure: place.rank.to_string(),
                below: String::new(),
            })
        };
        let dots = line.weeks.iter().enumerate().map(dot).collect::<Vec<_>>();
        let pieces = dots.split(Option::is_none);
        let pieces = pieces.filter(|piece| piece.len() > 1).map(|piece| {
            let corner = |dot: &Option<Dot>| dot.as_ref().map(corner);
            piece
                .iter()
                .filter_map(corner)
                .collect::<Vec<_>>()
                .join(" ")
        });
        let ranks = line.weeks.iter().map(|place| {
            let rank = place.as_ref().map(|place| ordinal(place.rank));
            rank.unwrap_or_else(|| "not there".to_owned())
        });
        let ranks = ranks.collect::<Vec<_>>().join(", ");
        RankLine {
            name: shortened(&line.name, Self::LETTERS),
            pieces: pieces.collect(),
            x: x(last) + 22.0,
            y: Self::TOP + Self::ROW * number(at_end),
            words: format!("{}: {ranks}", line.name),
            dots: dots.into_iter().flatten().collect(),
        }
    }

    /// What the picture says, for whoever hears the page.
    pub(super) fn words(&self) -> String {
        let lines = self.lines.iter().map(|line| line.words.as_str());
        lines.collect::<Vec<_>>().join("; ")
    }
}

impl PublishedSeason {
    /// "Ranks of those who lead after week 3"
    pub(super) fn chart_title(&self) -> String {
        let last = self.weeks.last().map(|week| week.name.to_lowercase());
        format!(
            "The first {} after {}, and how they got there",
            self.chart.lines.len(),
            last.unwrap_or_default()
        )
    }
}

/// The place of one of `count` points between two ends, at both of which one is.
fn spaced(at: usize, count: usize, from: f64, to: f64) -> f64 {
    let steps = number(count.saturating_sub(1)).max(1.0);
    from + (to - from) * number(at) / steps
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

fn corners(dots: &[Dot]) -> String {
    dots.iter().map(corner).collect::<Vec<_>>().join(" ")
}

fn corner(dot: &Dot) -> String {
    format!("{:.1},{:.1}", dot.x, dot.y)
}
