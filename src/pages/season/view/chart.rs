//! A player's rating or rank from week to week as a line, the best at the top.

use std::fmt::Write as _;

use egui::{Margin, Rangef, Stroke, Ui};

use crate::{
    domain::{Season, SeasonLine, SeasonWeek, Week, show_rating as number, within_sentence},
    kit::{
        plot::{self, Plot, float, round_step},
        tip::Tip as _,
        tokens::space,
    },
};

/// Room around the plot, in points: for the ranks at the left, the title above, the weeks below.
const AROUND: Margin = Margin {
    left: 46,
    right: 24,
    top: 38,
    bottom: 28,
};

/// Between the names of two weeks, in points, at least.
const STEP: f32 = 48.0;

/// What the line is of.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Of {
    #[default]
    Rating,
    Rank,
}

impl Of {
    /// As the choice has them.
    pub(super) const ALL: [(&str, Self); 2] = [("Rating", Self::Rating), ("Rank", Self::Rank)];

    const fn name(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Rank => "rank",
        }
    }

    fn value(self, week: &SeasonWeek) -> Option<i32> {
        match self {
            Self::Rating => Some(week.rating),
            Self::Rank => i32::try_from(week.rank).ok(),
        }
    }

    /// From the lower edge to the upper one, with some air around the least and the greatest value.
    fn range(self, least: i32, greatest: i32) -> Rangef {
        let air = float(greatest - least) * 0.1;
        match self {
            Self::Rating => {
                let air = air.max(10.0);
                Rangef::new(float(least) - air, float(greatest) + air)
            }
            Self::Rank => {
                let air = air.max(0.9);
                // There is no rank before the first.
                Rangef::new(float(greatest) + air, (float(least) - air).max(0.4))
            }
        }
    }
}

/// Shows the chart over the whole width. A ring marks the week at `selected`.
pub(super) fn show(
    ui: &mut Ui,
    height: f32,
    of: Of,
    season: &Season,
    line: &SeasonLine,
    selected: Option<usize>,
) {
    let points = points(of, line);
    let response = plot::card(ui, height, &in_words(of, season, line));
    let card = response.rect;
    let weeks = season.weeks.len();
    let values = points.iter().map(|point| point.1);
    let (Some(least), Some(greatest)) = (values.clone().min(), values.max()) else {
        return;
    };
    if !ui.is_rect_visible(card) {
        return;
    }
    let values = of.range(least, greatest);
    let plot = Plot::new(ui, card, AROUND, weeks.saturating_sub(1), values);
    let title = match of {
        Of::Rating => "Rating at the end of each week",
        Of::Rank => "Rank at the end of each week",
    };
    plot.title(card, title);
    plot.grid(number);
    name_weeks(&plot, season);
    let stroke = Stroke::new(2.0, plot.t.accent);
    for (from, to) in points.iter().zip(points.iter().skip(1)) {
        // A week that was missed is a gap.
        if from.0 + 1 == to.0 {
            plot.painter
                .line_segment([plot.at(*from), plot.at(*to)], stroke);
        }
    }
    for point in &points {
        plot.dot(*point);
    }
    if let Some(point) = points.iter().find(|point| Some(point.0) == selected) {
        plot.ring(*point);
    }
    if let Some(pointer) = response.hover_pos()
        && let Some((week, value)) = plot.point_at(&points, pointer)
    {
        let week = season.weeks.get(week).map(Week::title).unwrap_or_default();
        response.tip_at_pointer(format!("{week}: {} {}", of.name(), number(value)));
    }
}

/// The weeks in which the player was there, with the value.
fn points(of: Of, line: &SeasonLine) -> Vec<(usize, i32)> {
    let weeks = line.weeks.iter().enumerate();
    weeks
        .filter_map(|(at, week)| Some((at, of.value(week.as_ref()?)?)))
        .collect()
}

fn name_weeks(plot: &Plot, season: &Season) {
    let count = season.weeks.len();
    let room = plot.rect.width() + space::L;
    let most = i32::try_from(count).unwrap_or(i32::MAX);
    let step = usize::try_from(round_step(STEP * float(most) / room)).unwrap_or(1);
    for (at, week) in season.weeks.iter().enumerate().step_by(step.max(1)) {
        let name = if at == 0 {
            week.name()
        } else {
            week.number.to_string()
        };
        plot.name_step(at, name);
    }
}

/// The chart for somebody who hears it.
fn in_words(of: Of, season: &Season, line: &SeasonLine) -> String {
    let mut words = format!("Chart of the {} at the end of each week", of.name());
    for (week, at) in season.weeks.iter().zip(&line.weeks) {
        let value = at.as_ref().and_then(|week| of.value(week));
        let value = value.map_or_else(
            || "not there".to_owned(),
            |value| format!("{} {}", of.name(), number(value)),
        );
        _ = write!(words, ", {} {value}", within_sentence(&week.name()));
    }
    words
}
