//! Work that goes on in the background: a spinner, how far it is, and a way to stop it.

use std::{f32::consts::TAU, time::Duration};

use egui::{
    Color32, Context, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{
    button::Button,
    tokens::{UiTokens as _, size, space},
};

/// The picture changes this often. On a laptop without a graphics card every frame costs the processor.
const TICK: Duration = Duration::from_millis(100);

/// A line about running work.
#[derive(Clone, Debug)]
#[must_use = "a busy line does nothing until it is shown"]
pub struct Busy<'a> {
    text: &'a str,
    progress: Option<f32>,
    cancel: Option<&'a str>,
    width: f32,
}

impl<'a> Busy<'a> {
    /// Says what is being done.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            progress: None,
            cancel: None,
            width: 220.0,
        }
    }

    /// How much is done, 0 to 1, when that is known.
    pub fn progress(mut self, share: Option<f32>) -> Self {
        self.progress = share.map(|share| share.clamp(0.0, 1.0));
        self
    }

    /// A button that stops the work, named so.
    pub fn cancel(mut self, text: &'a str) -> Self {
        self.cancel = Some(text);
        self
    }

    /// Width of the bar in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// Shows the line; tells whether the work is to be stopped.
    pub fn show(self, ui: &mut Ui) -> bool {
        let mut cancelled = false;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            spinner(ui);
            ui.label(self.text);
            if let Some(share) = self.progress {
                progress_bar(ui, self.text, share, self.width);
            }
            if let Some(text) = self.cancel {
                cancelled = Button::secondary(text).small().show(ui).clicked();
            }
        });
        cancelled
    }
}

/// Whether work has gone on for so long, in seconds, that it should be seen: what is over in a moment would only flicker. `since` is when it was
/// asked first, and is to be nothing before.
pub fn is_late(ctx: &Context, since: &mut Option<f64>, patience: f64) -> bool {
    let now = ctx.input(|input| input.time);
    let waits = patience - (now - *since.get_or_insert(now));
    if waits > 0.0 {
        ctx.request_repaint_after(Duration::from_secs_f64(waits));
    }
    waits <= 0.0
}

/// A turning arc. It moves ten times a second and asks for no frame in between.
pub fn spinner(ui: &mut Ui) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size::ICON), Sense::hover());
    if ui.is_rect_visible(rect) {
        let t = ui.tokens();
        ui.ctx().request_repaint_after(TICK);
        #[expect(clippy::cast_possible_truncation, reason = "less than a turn")]
        let turn =
            ((ui.input(|i| i.time) / TICK.as_secs_f64()).floor() / 10.0).fract() as f32 * TAU;
        ui.painter()
            .circle_stroke(rect.center(), 6.5, Stroke::new(2.0, t.border));
        let arc = (0..=16_u8).map(|step| {
            let (sin, cos) = (turn + f32::from(step) / 16.0 * TAU * 0.3).sin_cos();
            rect.center() + vec2(cos, sin) * 6.5
        });
        ui.painter()
            .add(Shape::line(arc.collect(), Stroke::new(2.0, t.accent)));
    }
    response
}

/// A bar that is filled to `share`.
pub fn progress_bar(ui: &mut Ui, name: &str, share: f32, width: f32) -> Response {
    let t = ui.tokens();
    let (rect, response) = ui.allocate_exact_size(vec2(width, size::ICON), Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, name);
        info.value = Some(f64::from((share * 100.0).round()));
        info
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(100.0);
    });
    if ui.is_rect_visible(rect) {
        let track = Rect::from_center_size(rect.center(), vec2(width, 6.0));
        ui.painter().rect_filled(track, 3.0, t.surface_pressed);
        let done = Rect::from_min_max(
            track.min,
            pos2(track.left() + width * share, track.bottom()),
        );
        let color: Color32 = t.accent;
        if done.width() >= 1.0 {
            ui.painter().rect_filled(done, 3.0, color);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    #[test]
    fn shows_how_far_it_is_and_can_be_stopped() {
        let mut harness = testing::harness_with(false, |ui, cancelled: &mut bool| {
            *cancelled |= Busy::new("Recalculating…")
                .progress(Some(0.4))
                .cancel("Stop")
                .show(ui);
        });
        harness.get_by_role_and_label(Role::ProgressIndicator, "Recalculating…");
        harness.get_by_label("Stop").click();
        harness.run_steps(2);
        assert!(*harness.state());
    }
}
