//! Texts that are as large as there is room, and never cut.

use std::sync::Arc;

use egui::{Align, Color32, FontId, Galley, Ui, Vec2, text::LayoutJob};

/// A text with sizes to choose from.
pub(super) struct Text<'a> {
    words: &'a str,
    font: fn(f32) -> FontId,
    color: Color32,
    least: f32,
    most: f32,
    align: Align,
}

impl<'a> Text<'a> {
    pub(super) fn new(words: &'a str, font: fn(f32) -> FontId, color: Color32) -> Self {
        Self {
            words,
            font,
            color,
            least: 1.0,
            most: 1.0,
            align: Align::Min,
        }
    }

    /// In type of a size between these, in points.
    pub(super) fn between(mut self, least: f32, most: f32) -> Self {
        self.least = least;
        self.most = most.max(least);
        self
    }

    /// Against the right edge: where it is drawn is its right end.
    pub(super) fn right(mut self) -> Self {
        self.align = Align::Max;
        self
    }

    /// In one line as large as fits across, or in several of the smallest type.
    pub(super) fn fit(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        let large = self.lay_out(ui, self.most, f32::INFINITY);
        let wide = large.size().x;
        if wide <= width {
            return large;
        }
        // In steps, as the letters of each size are drawn for themselves.
        let fitting = (self.most * width / wide * 2.0).floor() / 2.0;
        if fitting >= self.least {
            self.lay_out(ui, fitting, f32::INFINITY)
        } else {
            self.lay_out(ui, self.least, width)
        }
    }

    /// As [`Self::fit`]. Smaller than the smallest type where the room is too low even for that: nothing is ever cut.
    pub(super) fn fit_into(&self, ui: &Ui, room: Vec2) -> Arc<Galley> {
        /// Enough to make any type a fiftieth of its size.
        const STEPS: usize = 40;
        let mut galley = self.fit(ui, room.x);
        let mut size = self.least;
        for _ in 0..STEPS {
            if galley.size().y <= room.y {
                break;
            }
            size *= 0.9;
            galley = self.lay_out(ui, size, room.x);
        }
        galley
    }

    fn lay_out(&self, ui: &Ui, size: f32, width: f32) -> Arc<Galley> {
        let font = (self.font)(size);
        let mut job = LayoutJob::simple(self.words.to_owned(), font, self.color, width);
        job.halign = self.align;
        ui.painter().layout_job(job)
    }
}
