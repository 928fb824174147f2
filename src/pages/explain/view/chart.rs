//! A rating through the week as a line: where it began, and where it was after each game.

use egui::{Align2, Margin, Pos2, Rangef, Shape, Stroke, Ui, pos2};

use crate::{
    domain::show_rating,
    kit::{
        plot::{self, Extreme as _, Plot, STRETCHES, float, round_step, thinned},
        theme,
        tip::Tip as _,
        tokens::{radius, size, space},
    },
};

/// A line with more games has no dots.
const DOTTED: usize = 60;

/// Room around the plot, in points: for the ratings at the left, the title above, the numbers of games below.
const AROUND: Margin = Margin {
    left: 58,
    right: 24,
    top: 36,
    bottom: 40,
};

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
            line.lowest = line.lowest.lower((games, rating));
            line.highest = line.highest.higher((games, rating));
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
        let response = plot::card(ui, height, &self.in_words());
        let card = response.rect;
        if !ui.is_rect_visible(card) {
            return;
        }
        let chart = Chart(Plot::new(ui, card, AROUND, self.games, self.range()));
        chart.0.title(card, "Rating after each game");
        chart.axes(self.games);
        chart.start(self.start, self.end);
        chart.line(self, selected);
        if let Some(pointer) = response.hover_pos()
            && let Some((games, rating)) = chart.0.point_at(&self.points, pointer)
        {
            let text = match games {
                0 => format!("Start: {}", show_rating(rating)),
                1 => format!("After 1 game: {}", show_rating(rating)),
                _ => format!("After {games} games: {}", show_rating(rating)),
            };
            response.tip_at_pointer(text);
        }
    }

    /// The ratings that the axis reaches from and to, with a little air.
    fn range(&self) -> Rangef {
        let (low, high) = (float(self.lowest.1), float(self.highest.1));
        let air = ((high - low) * 0.08).max(4.0);
        Rangef::new(low - air, high + air)
    }
}

/// The plot of a line.
struct Chart(Plot);

impl Chart {
    fn axes(&self, games: usize) {
        let plot = &self.0;
        plot.grid(show_rating);
        let most = i32::try_from(games.max(1)).unwrap_or(i32::MAX);
        let step = round_step(64.0 * float(most) / plot.rect.width());
        for games in (0..=most).step_by(usize::try_from(step).unwrap_or(1)) {
            let text = if games == 0 {
                "Start".to_owned()
            } else {
                games.to_string()
            };
            plot.name_step(usize::try_from(games).unwrap_or(0), text);
        }
        let below = plot.rect.bottom() + space::XS + 15.0;
        plot.painter.text(
            pos2(plot.rect.center().x, below),
            Align2::CENTER_TOP,
            "Games played this week",
            theme::regular(size::TEXT_SMALL),
            plot.t.text_weak,
        );
    }

    /// Where the week began, from edge to edge; its name stands on the side that the line doesn't end on.
    fn start(&self, rating: i32, end: i32) {
        let Plot {
            painter, t, rect, ..
        } = &self.0;
        let y = self.0.y(rating);
        let ends = [pos2(rect.left(), y), pos2(rect.right(), y)];
        let stroke = Stroke::new(1.0, t.text_weak);
        painter.extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
        let name = painter.layout_no_wrap(
            format!("Start {}", show_rating(rating)),
            theme::regular(size::TEXT_SMALL),
            t.text_weak,
        );
        let has_room_below = y + name.size().y < rect.bottom();
        let side = if end > rating && has_room_below {
            Align2::RIGHT_TOP
        } else {
            Align2::RIGHT_BOTTOM
        };
        let place = side.anchor_size(ends[1], name.size());
        painter.rect_filled(place, radius::SMALL, t.surface_raised);
        painter.galley(place.min, name, t.text_weak);
    }

    fn line(&self, line: &Line, selected: Option<usize>) {
        let plot = &self.0;
        let points = line.points.iter().map(|point| plot.at(*point));
        let stroke = Stroke::new(2.0, plot.t.accent);
        plot.painter
            .add(Shape::line(points.collect::<Vec<Pos2>>(), stroke));
        if line.games <= DOTTED {
            for point in &line.points {
                plot.dot(*point);
            }
        }
        let chosen = selected.and_then(|row| {
            let place = line
                .points
                .binary_search_by_key(&(row + 1), |(games, _)| *games);
            line.points.get(place.ok()?)
        });
        if let Some(chosen) = chosen {
            plot.ring(*chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
