//! What a chart is drawn with: a card with a title, a scale with lines across, and points in it.
//!
//! Drawn by the painter and not by `egui_plot`, which fades the labels of its axes with their distance, below the contrast
//! that text must have, and names nothing for those who don't see it. One line with two axes is less than what it
//! would take to turn that off.

use egui::{
    Align2, Margin, Painter, Pos2, Rangef, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, lerp, pos2, remap, vec2,
};

use super::{
    UiTokens as _, theme,
    tokens::{Tokens, radius, size, space},
};

/// Between two lines of the grid, in points, at least.
const GRID: f32 = 20.0;

/// A longer line is drawn by the lowest and the highest value of each of so many stretches: no screen shows more.
pub(crate) const STRETCHES: usize = 500;

/// The room for a chart, which says what it shows to somebody who hears it.
pub(crate) fn card(ui: &mut Ui, height: f32, words: &str) -> Response {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words));
    let t = ui.tokens();
    ui.painter().rect(
        rect,
        radius::CARD,
        t.surface_raised,
        Stroke::new(1.0, t.border),
        StrokeKind::Inside,
    );
    response
}

/// Where a value after a number of steps is on the screen.
pub(crate) struct Plot {
    pub(crate) painter: Painter,
    pub(crate) t: &'static Tokens,
    pub(crate) rect: Rect,
    /// From the left edge to the right one.
    steps: usize,
    /// From the lower edge to the upper one.
    values: Rangef,
}

impl Plot {
    /// A plot inside of a card, with this much room around it. `values` go from the lower edge to the upper one, also
    /// downwards.
    pub(crate) fn new(ui: &Ui, card: Rect, around: Margin, steps: usize, values: Rangef) -> Self {
        Self {
            painter: ui.painter().with_clip_rect(card.intersect(ui.clip_rect())),
            t: ui.tokens(),
            rect: card - around,
            steps: steps.max(1),
            values,
        }
    }

    pub(crate) fn x(&self, step: usize) -> f32 {
        lerp(self.rect.x_range(), count(step) / count(self.steps))
    }

    pub(crate) fn y(&self, value: i32) -> f32 {
        let Rangef { min, max } = self.values;
        remap(
            float(value),
            min..=max,
            self.rect.bottom()..=self.rect.top(),
        )
    }

    pub(crate) fn at(&self, (step, value): (usize, i32)) -> Pos2 {
        pos2(self.x(step), self.y(value))
    }

    /// The title in the upper left corner of the card.
    pub(crate) fn title(&self, card: Rect, title: &str) {
        self.painter.text(
            card.min + vec2(space::L, space::S),
            Align2::LEFT_TOP,
            title,
            theme::medium(size::TEXT_SMALL),
            self.t.text_weak,
        );
    }

    /// Lines across at round values, with their names at the left.
    pub(crate) fn grid(&self, name: impl Fn(i32) -> String) {
        let t = self.t;
        let (low, high) = (
            self.values.min.min(self.values.max),
            self.values.max.max(self.values.min),
        );
        let step = round_step(GRID * (high - low) / self.rect.height());
        let line = Stroke::new(1.0, t.border);
        #[expect(clippy::cast_possible_truncation, reason = "a rating or a rank")]
        let mut value = (low / float(step)).ceil() as i32 * step;
        while float(value) <= high {
            let y = self.y(value);
            self.painter.hline(self.rect.x_range(), y, line);
            self.painter.text(
                pos2(self.rect.left() - space::S, y),
                Align2::RIGHT_CENTER,
                name(value),
                theme::regular(size::TEXT_SMALL),
                t.text_weak,
            );
            value += step;
        }
    }

    /// The name of a step, below the plot.
    pub(crate) fn name_step(&self, step: usize, name: String) {
        self.painter.text(
            pos2(self.x(step), self.rect.bottom() + space::XS),
            Align2::CENTER_TOP,
            name,
            theme::regular(size::TEXT_SMALL),
            self.t.text_weak,
        );
    }

    pub(crate) fn dot(&self, at: (usize, i32)) {
        self.painter.circle_filled(self.at(at), 3.0, self.t.accent);
    }

    /// Marks a point.
    pub(crate) fn ring(&self, at: (usize, i32)) {
        let stroke = Stroke::new(2.0, self.t.accent);
        self.painter
            .circle(self.at(at), 5.0, self.t.surface_raised, stroke);
    }

    /// The point that the pointer is over or under, made larger.
    pub(crate) fn point_at(&self, points: &[(usize, i32)], pointer: Pos2) -> Option<(usize, i32)> {
        let after = points.partition_point(|point| self.x(point.0) < pointer.x);
        let last = points.len().checked_sub(1)?;
        let around = points.get(after.saturating_sub(1)..=after.min(last))?;
        let away = |point: &(usize, i32)| (self.x(point.0) - pointer.x).abs();
        let nearest = around
            .iter()
            .copied()
            .min_by(|a, b| away(a).total_cmp(&away(b)))?;
        self.painter
            .circle_filled(self.at(nearest), 5.0, self.t.accent);
        Some(nearest)
    }
}

/// The lower and the higher of two points.
pub(crate) trait Extreme {
    fn lower(self, other: Self) -> Self;
    fn higher(self, other: Self) -> Self;
}

/// Of equal values the earlier one stays.
impl Extreme for (usize, i32) {
    fn lower(self, other: Self) -> Self {
        if other.1 < self.1 { other } else { self }
    }

    fn higher(self, other: Self) -> Self {
        if other.1 > self.1 { other } else { self }
    }
}

/// The lowest and the highest point of each stretch, in order, and the last point.
pub(crate) fn thinned(points: &[(usize, i32)]) -> Vec<(usize, i32)> {
    let length = points.len().div_ceil(STRETCHES);
    let mut thinned = Vec::with_capacity(2 * STRETCHES + 1);
    for stretch in points.chunks(length) {
        let extremes = stretch.iter().fold(None, |found, point| match found {
            None => Some((*point, *point)),
            Some((low, high)) => Some((low.lower(*point), high.higher(*point))),
        });
        if let Some((low, high)) = extremes {
            thinned.extend([low.min(high), low.max(high)]);
        }
    }
    thinned.extend(points.last());
    thinned.dedup();
    thinned
}

/// 1, 2 or 5 with zeros, at least as large as wanted.
pub(crate) fn round_step(wanted: f32) -> i32 {
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
pub(crate) fn float(number: i32) -> f32 {
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
}
