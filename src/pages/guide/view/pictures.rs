//! The pictures of the guide: made in the pixels that they have on the screen, by a job, when they come into sight.

use std::collections::HashMap;

use egui::{
    Align2, ColorImage, Rect, Role, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui,
    WidgetInfo, pos2, vec2,
};

use super::super::pictures::png;
use crate::{
    app::Wake,
    jobs::{Job, Look},
    kit::{
        UiTokens as _, picture, theme,
        tokens::{radius, size},
    },
};

/// A picture of the guide in a theme, and the width in which it is shown, in pixels.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Wanted {
    file: String,
    is_dark: bool,
    width: u32,
}

/// What is remembered of the pictures.
#[derive(Default)]
pub(super) struct Pictures {
    /// What is on the graphics card of each file; nothing of one that can't be shown.
    shown: HashMap<String, (Wanted, Option<TextureHandle>)>,
    job: Option<(Wanted, Job<Option<ColorImage>>)>,
}

impl std::fmt::Debug for Pictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pictures")
            .field("files", &self.shown.keys())
            .finish_non_exhaustive()
    }
}

impl Pictures {
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// How many are on the graphics card.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        let drawn = self.shown.values().filter(|(_, texture)| texture.is_some());
        drawn.count()
    }

    /// Shows a picture as wide as there is room, and never larger than it is.
    pub(super) fn show(&mut self, ui: &mut Ui, wake: &Wake, file: &str, words: &str) {
        self.collect(ui);
        let is_dark = ui.visuals().dark_mode;
        let png = png(file, is_dark);
        let Some((png, own)) = png.and_then(|png| Some((png, picture::size_of(png)?))) else {
            // Without it the words below stand alone.
            return;
        };
        let scale = ui.pixels_per_point();
        let width = (ui.available_width() * scale).floor().clamp(1.0, own.x);
        let height = (own.y * width / own.x).round().max(1.0);
        let (rect, response) = ui.allocate_exact_size(vec2(width, height) / scale, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words));
        if !ui.is_rect_visible(rect) {
            return;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number of pixels, no more than the picture has"
        )]
        let (width, height) = (width as u32, height as u32);
        let wanted = Wanted {
            file: file.to_owned(),
            is_dark,
            width,
        };
        let shown = self.shown.get(file);
        if self.job.is_none() && shown.is_none_or(|(shown, _)| *shown != wanted) {
            let wake = wake.clone();
            let make = move |_: &_| picture::scaled(png, width, height);
            // Where no thread is left, the next frame tries again.
            let job = Job::start("picture", move || wake(), make);
            self.job = job.ok().map(|job| (wanted, job));
        }
        self.paint(ui, rect, file, words);
    }

    fn paint(&self, ui: &Ui, rect: Rect, file: &str, words: &str) {
        let t = ui.tokens();
        // From pixel to pixel, so that nothing is smoothed.
        let corner = (rect.min.to_vec2() * ui.pixels_per_point()).round() / ui.pixels_per_point();
        let rect = Rect::from_min_size(corner.to_pos2(), rect.size());
        match self.shown.get(file) {
            Some((_, Some(texture))) => {
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                let tint = egui::Color32::WHITE;
                ui.painter().image(texture.id(), rect, whole, tint);
            }
            Some((_, None)) => {
                ui.painter()
                    .rect_filled(rect, radius::SMALL, t.surface_sunken);
                let font = theme::regular(size::TEXT);
                let center = rect.center();
                ui.painter()
                    .text(center, Align2::CENTER_CENTER, words, font, t.text_weak);
            }
            None => {
                ui.painter()
                    .rect_filled(rect, radius::SMALL, t.surface_sunken);
            }
        }
        let line = Stroke::new(1.0, t.border);
        ui.painter()
            .rect_stroke(rect, radius::SMALL, line, StrokeKind::Outside);
    }

    /// Takes what the job has made.
    fn collect(&mut self, ui: &Ui) {
        let look = self.job.as_ref().map(|(_, job)| job.look());
        let image = match look {
            None | Some(Look::Busy) => return,
            Some(Look::Done(image)) => image,
            Some(Look::Broken) => None,
        };
        if let Some((wanted, _)) = self.job.take() {
            let options = TextureOptions::LINEAR;
            let texture = image.map(|image| ui.ctx().load_texture(&wanted.file, image, options));
            self.shown.insert(wanted.file.clone(), (wanted, texture));
            // Others in sight wait for their turn.
            ui.ctx().request_repaint();
        }
    }
}
