//! A rating through the week as a line: where it began, and where it was after each game.
//!
//! Drawn by the painter and not by `egui_plot`, which fades the labels of its axes with their distance, below the contrast
//! that text must have, and names nothing for those who don't see it. One line with two axes is less than what it
//! would take to turn that off.

use std::ops::RangeInclusive;

use egui::{
    Align2, Color32, Painter, Pos2, Rangef, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, lerp, pos2, remap, vec2,
};

use crate::{
    domain::show_rating,
    ui::kit::{
        UiTokens as _, theme,
        tokens::{Tokens, radius, size, space},
    },
};

/// A longer line is drawn by the lowest and the highest rating of each of so many stretches: no screen shows more.
const STRETCHES: usize = 500;

/// A line with more games has no dots.
const DOTTED: usize = 60;

/// Between two lines of the grid, in points, at least.
const GRID: f32 = 20.0;

/// Room for the ratings at the left, in points.
const LEFT: f32 = 58.0;

/// Room for the title above, in points.
const ABOVE: f32 = 36.0;

/// Room for the numbers of games below, in points.
const BELOW: f32 = 40.0;

/// A rating through a week, ready to be drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    start: i32,
    end: i32,
    games: usize,
    /// The lowest and the highest rating, each with the number of games before it.
    lowest: (usize, i32),
    highest: (usize, i32),
    /// Games played and the rating then.
    points: Vec<(usize, i32)>,
}

impl Line {
    /// The line from the start of the week through the rating after each game.
    pub(super) fn new(start: i32, after: impl Iterator<Item = i32>) -> Self {
        let mut line = Self {
            start,
            end: start,
            games: 0,
            lowest: (0, start),
            highest: (0, start),
            points: vec![(0, start)],
        };
        for (games, rating) in (1..).zip(after) {
            line.games = games;
            line.end = rating;
            line.lowest = line.lowest.min_by_rating((games, rating));
            line.highest = line.highest.max_by_rating((games, rating));
            line.points.push((games, rating));
        }
        if line.points.len() > 2 * STRETCHES {
            line.points = thinned(&line.points);
        }
        line
    }

    /// The chart for somebody who hears it.
    fn in_words(&self) -> String {
        let moment = |(games, rating): (usize, i32)| match games {
            0 => format!("{} at the start", show_rating(rating)),
            1 => format!("{} after the first game", show_rating(rating)),
            _ => format!("{} after {games} games", show_rating(rating)),
        };
        format!(
            "Chart of the rating through the week: {}, lowest {}, highest {}, {} now",
            moment((0, self.start)),
            moment(self.lowest),
            moment(self.highest),
            show_rating(self.end)
        )
    }

    /// Shows the chart over the whole width. A ring marks the game of the selected line.
    pub(super) fn show(&self, ui: &mut Ui, height: f32, selected: Option<usize>) {
        let t = ui.tokens();
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, self.in_words()));
        if !ui.is_rect_visible(rect) {
            return;
        }
        ui.painter().rect(
            rect,
            radius::CARD,
            t.surface_raised,
            Stroke::new(1.0, t.border),
            StrokeKind::Inside,
        );
        let plot = Plot {
            painter: ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())),
            t,
            rect: Rect::from_min_max(
                rect.min + vec2(LEFT, ABOVE),
                rect.max - vec2(space::XL, BELOW),
            ),
            games: self.games.max(1),
            ratings: self.range(),
        };
        plot.painter.text(
            rect.min + vec2(space::L, space::S),
            Align2::LEFT_TOP,
            "Rating after each game",
            theme::medium(size::TEXT_SMALL),
            t.text_weak,
        );
        plot.axes();
        plot.start(self.start, self.end);
        plot.line(self, selected);
        if let Some(pointer) = response.hover_pos()
            && let Some((games, rating)) = plot.nearest(&self.points, pointer)
        {
            let dot = plot.at((games, rating));
            plot.painter.circle_filled(dot, 5.0, t.accent);
            let text = match games {
                0 => format!("Start: {}", show_rating(rating)),
                1 => format!("After 1 game: {}", show_rating(rating)),
                _ => format!("After {games} games: {}", show_rating(rating)),
            };
            response.on_hover_text_at_pointer(text);
        }
    }

    /// The ratings that the axis reaches from and to, with a little air.
    fn range(&self) -> Rangef {
        let (low, high) = (float(self.lowest.1), float(self.highest.1));
        let air = ((high - low) * 0.08).max(4.0);
        Rangef::new(low - air, high + air)
    }
}

trait Extreme {
    fn min_by_rating(self, other: Self) -> Self;
    fn max_by_rating(self, other: Self) -> Self;
}

/// Of equal ratings the earlier one stays.
impl Extreme for (usize, i32) {
    fn min_by_rating(self, other: Self) -> Self {
        if other.1 < self.1 { other } else { self }
    }

    fn max_by_rating(self, other: Self) -> Self {
        if other.1 > self.1 { other } else { self }
    }
}

/// The lowest and the highest point of each stretch, in order, and the last point.
fn thinned(points: &[(usize, i32)]) -> Vec<(usize, i32)> {
    let length = points.len().div_ceil(STRETCHES);
    let mut thinned = Vec::with_capacity(2 * STRETCHES + 1);
    for stretch in points.chunks(length) {
        let extremes = stretch.iter().fold(None, |found, point| match found {
            None => Some((*point, *point)),
            Some((low, high)) => Some((low.min_by_rating(*point), high.max_by_rating(*point))),
        });
        if let Some((low, high)) = extremes {
            thinned.extend([low.min(high), low.max(high)]);
        }
    }
    thinned.extend(points.last());
    thinned.dedup();
    thinned
}

/// Where a rating after a number of games is on the screen.
struct Plot {
    painter: Painter,
    t: &'static Tokens,
    rect: Rect,
    games: usize,
    ratings: Rangef,
}

impl Plot {
    fn x(&self, games: usize) -> f32 {
        lerp(self.rect.x_range(), count(games) / count(self.games))
    }

    fn y(&self, rating: i32) -> f32 {
        let upwards = RangeInclusive::new(self.rect.bottom(), self.rect.top());
        remap(float(rating), self.ratings, upwards)
    }

    fn at(&self, (games, rating): (usize, i32)) -> Pos2 {
        pos2(self.x(games), self.y(rating))
    }

    fn axes(&self) {
        let (t, font) = (self.t, theme::regular(size::TEXT_SMALL));
        let step = round_step(GRID * self.ratings.span() / self.rect.height());
        let line = Stroke::new(1.0, t.border);
        #[expect(clippy::cast_possible_truncation, reason = "a rating")]
        let first = (self.ratings.min / float(step)).ceil() as i32 * step;
        let mut rating = first;
        while float(rating) <= self.ratings.max {
            let y = self.y(rating);
            self.painter.hline(self.rect.x_range(), y, line);
            self.painter.text(
                pos2(self.rect.left() - space::S, y),
                Align2::RIGHT_CENTER,
                show_rating(rating),
                font.clone(),
                t.text_weak,
            );
            rating += step;
        }
        let most = i32::try_from(self.games).unwrap_or(i32::MAX);
        let step = round_step(64.0 * float(most) / self.rect.width());
        let below = self.rect.bottom() + space::XS;
        for games in (0..=most).step_by(usize::try_from(step).unwrap_or(1)) {
            let text = if games == 0 {
                "Start".to_owned()
            } else {
                games.to_string()
            };
            let x = self.x(usize::try_from(games).unwrap_or(0));
            self.painter.text(
                pos2(x, below),
                Align2::CENTER_TOP,
                text,
                font.clone(),
                t.text_weak,
            );
        }
        self.painter.text(
            pos2(self.rect.center().x, below + 15.0),
            Align2::CENTER_TOP,
            "Games played this week",
            font,
            t.text_weak,
        );
    }

    /// Where the week began, from edge to edge; its name stands on the side that the line doesn't end on.
    fn start(&self, rating: i32, end: i32) {
        let y = self.y(rating);
        let ends = [pos2(self.rect.left(), y), pos2(self.rect.right(), y)];
        let stroke = Stroke::new(1.0, self.t.text_weak);
        self.painter
            .extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
        let name = self.painter.layout_no_wrap(
            format!("Start {}", show_rating(rating)),
            theme::regular(size::TEXT_SMALL),
            self.t.text_weak,
        );
        let has_room_below = y + name.size().y < self.rect.bottom();
        let side = if end > rating && has_room_below {
            Align2::RIGHT_TOP
        } else {
            Align2::RIGHT_BOTTOM
        };
        let place = side.anchor_size(ends[1], name.size());
        self.painter
            .rect_filled(place, radius::SMALL, self.t.surface_raised);
        self.painter.galley(place.min, name, self.t.text_weak);
    }

    fn line(&self, line: &Line, selected: Option<usize>) {
        let points = line.points.iter().map(|point| self.at(*point)).collect();
        let stroke = Stroke::new(2.0, self.t.accent);
        self.painter.add(Shape::line(points, stroke));
        if line.games <= DOTTED {
            for point in &line.points {
                self.painter
                    .circle_filled(self.at(*point), 3.0, self.t.accent);
            }
        }
        let chosen = selected.and_then(|row| {
            let place = line
                .points
                .binary_search_by_key(&(row + 1), |(games, _)| *games);
            line.points.get(place.ok()?)
        });
        if let Some((games, rating)) = chosen {
            self.ring(*games, *rating);
        }
    }

    fn ring(&self, games: usize, rating: i32) {
        let (fill, stroke): (Color32, _) = (self.t.surface_raised, Stroke::new(2.0, self.t.accent));
        self.painter
            .circle(self.at((games, rating)), 5.0, fill, stroke);
    }

    /// The point that the pointer is over or under.
    fn nearest(&self, points: &[(usize, i32)], pointer: Pos2) -> Option<(usize, i32)> {
        let after = points.partition_point(|point| self.x(point.0) < pointer.x);
        let around = points.get(after.saturating_sub(1)..=after.min(points.len() - 1))?;
        let away = |point: &(usize, i32)| (self.x(point.0) - pointer.x).abs();
        around
            .iter()
            .copied()
            .min_by(|a, b| away(a).total_cmp(&away(b)))
    }
}

/// 1, 2 or 5 with zeros, at least as large as wanted.
fn round_step(wanted: f32) -> i32 {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if float(step) >= wanted || step >= 1_000_000_000 {
            break;
        }
        step = match factor {
            5 => step / 2 * 5,
            _ => step * 2,
        };
    }
    step
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a screen is smaller than 24 bits"
)]
fn float(number: i32) -> f32 {
    number as f32
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a screen is smaller than 24 bits"
)]
fn count(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.2, 1.0, 1.2, 2.5, 5.1, 11.0, 20.0, 49.0, 51.0, 400.0].map(round_step);
        assert_eq!(steps, [1, 1, 2, 5, 10, 20, 20, 50, 100, 500]);
    }

    #[test]
    fn a_long_line_keeps_its_lowest_its_highest_and_its_last_point() {
        let rating = |game: i32| match game {
            4321 => -7,
            8765 => 3000,
            _ => 1000 + game % 10,
        };
        let line = Line::new(1000, (1..=100_000).map(rating));
        assert!(line.points.len() <= 2 * STRETCHES + 1);
        for kept in [(4321, -7), (8765, 3000), (100_000, 1000)] {
            assert!(line.points.contains(&kept), "{kept:?}");
        }
        assert!(line.points.is_sorted(), "in order of play");
        assert_eq!(
            line.in_words(),
            "Chart of the rating through the week: 1000 at the start, lowest −7 after 4321 games, highest 3000 after 8765 games, 1000 now"
        );
    }

    #[test]
    fn a_week_without_games_is_a_point() {
        let line = Line::new(400, std::iter::empty());
        assert_eq!(line.points, [(0, 400)]);
        assert!(line.range().contains(400.0) && line.range().span() > 1.0);
    }
}
