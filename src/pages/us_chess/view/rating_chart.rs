//! A member's ratings over time: Regular as a line, Quick as dashes.

use std::fmt::Write as _;

use egui::{Margin, Rangef, Shape, Stroke, Ui};

use super::sections::name;
use crate::{
    domain::{show_date, show_rating, us_chess::System},
    kit::{
        UiTokens as _,
        plot::{self, Plot, float, round_step},
        tip::Tip as _,
        tokens::space,
    },
    pages::us_chess::members::Played,
    rating::us_chess::Rules,
};

/// Room around the plot, in points: for the ratings at the left, the title above, the days below.
const AROUND: Margin = Margin {
    left: 52,
    right: 40,
    top: 38,
    bottom: 28,
};

/// Between the names of two days, in points, at least.
const STEP: f32 = 96.0;

/// The chart is at least and at most so high, in points.
const LEAST: f32 = 130.0;
const MOST: f32 = 300.0;

/// More points than this have no dots.
const DOTTED: usize = 120;

/// A rating after a section.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    /// The place of the section, from the oldest one.
    step: usize,
    rating: i32,
    is_established: bool,
}

/// The ratings after the sections in a system; `rows` begin with the latest.
fn points(rows: &[Played], system: System) -> Vec<Point> {
    let rows = rows.iter().rev().enumerate();
    let points = rows.filter_map(|(step, played)| {
        let record = played.entry()?.record(system);
        let post = record.post.filter(|_| played.is_rated_in(system))?;
        let day = played.head.section.ends?;
        #[expect(clippy::cast_possible_truncation, reason = "a rating is below 4,000")]
        let rating = post.round() as i32;
        Some(Point {
            step,
            rating,
            is_established: Rules::for_day(day).is_established(record.post_games),
        })
    });
    points.collect()
}

/// Shows the chart. A ring marks the section at `selected`, which is counted from the latest one.
pub(super) fn show(ui: &mut Ui, rows: &[Played], selected: Option<usize>) {
    let lines = [System::Regular, System::Quick].map(|system| (system, points(rows, system)));
    let all = || lines.iter().flat_map(|(_, points)| points);
    let ratings = || all().map(|point| point.rating);
    let (Some(least), Some(greatest)) = (ratings().min(), ratings().max()) else {
        ui.label("No rated section yet");
        return;
    };
    let height = ui.available_height().clamp(LEAST, MOST);
    let response = plot::card(ui, height, &in_words(rows, &lines));
    let card = response.rect;
    if !ui.is_rect_visible(card) {
        return;
    }
    let air = (float(greatest - least) * 0.1).max(10.0);
    let values = Rangef::new(float(least) - air, float(greatest) + air);
    let plot = Plot::new(ui, card, AROUND, rows.len().saturating_sub(1), values);
    plot.title(
        card,
        "Rating after each section: Regular a line, Quick dashes, provisional hollow",
    );
    plot.grid(show_rating);
    name_days(&plot, rows);
    for (system, points) in &lines {
        draw(ui, &plot, *system, points);
    }
    let marked = selected.and_then(|row| rows.len().checked_sub(row + 1));
    for point in all().filter(|point| Some(point.step) == marked) {
        plot.ring((point.step, point.rating));
    }
    if let Some(pointer) = response.hover_pos() {
        let mut places = all()
            .map(|point| (point.step, point.rating))
            .collect::<Vec<_>>();
        places.sort_unstable();
        if let Some((step, rating)) = plot.point_at(&places, pointer)
            && let Some(played) = rows.iter().rev().nth(step)
        {
            let said = format!(
                "{}, {}: {rating}",
                played.head.event_name,
                name(&played.head)
            );
            response.tip_at_pointer(said);
        }
    }
}

fn draw(ui: &Ui, plot: &Plot, system: System, points: &[Point]) {
    let t = ui.tokens();
    let color = match system {
        System::Regular => t.accent,
        System::Quick => t.text_weak,
    };
    let stroke = Stroke::new(2.0, color);
    let line = points
        .iter()
        .map(|point| plot.at((point.step, point.rating)));
    let line = line.collect::<Vec<_>>();
    match system {
        System::Regular => {
            plot.painter.add(Shape::line(line, stroke));
        }
        System::Quick => {
            plot.painter
                .extend(Shape::dashed_line(&line, stroke, 6.0, 4.0));
        }
    }
    if points.len() > DOTTED {
        return;
    }
    for point in points {
        let at = plot.at((point.step, point.rating));
        let fill = if point.is_established {
            color
        } else {
            t.surface_raised
        };
        plot.painter.circle(at, 3.0, fill, Stroke::new(1.5, color));
    }
}

fn name_days(plot: &Plot, rows: &[Played]) {
    let room = plot.rect.width() + space::L;
    let most = i32::try_from(rows.len()).unwrap_or(i32::MAX);
    let step = usize::try_from(round_step(STEP * float(most) / room)).unwrap_or(1);
    for (at, played) in rows.iter().rev().enumerate().step_by(step.max(1)) {
        let day = played.head.section.ends.map(show_date);
        plot.name_step(at, day.unwrap_or_default());
    }
}

/// The chart for somebody who hears it.
fn in_words(rows: &[Played], lines: &[(System, Vec<Point>); 2]) -> String {
    let mut words = "Chart of the rating after each section".to_owned();
    for (system, points) in lines.iter().filter(|(_, points)| !points.is_empty()) {
        _ = write!(words, ". {}", system.title());
        for point in points {
            let day = rows.iter().rev().nth(point.step);
            let day = day.and_then(|played| played.head.section.ends);
            let state = if point.is_established {
                ""
            } else {
                " provisional"
            };
            _ = write!(
                words,
                ", {} {}{state}",
                day.map(show_date).unwrap_or_default(),
                point.rating
            );
        }
    }
    words
}
