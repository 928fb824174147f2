//! A harness with the theme installed, for the tests of this crate.

use egui::{Color32, FullOutput, Rect, Shape, Theme, Ui};
use egui_kittest::{Harness, HarnessBuilder};

use super::{theme, tokens::contrast};

/// A builder with our fonts and styles, a fixed size and no fonts of the system, so that every machine sees the same.
pub fn builder<State>(theme: Theme) -> HarnessBuilder<State> {
    Harness::<State>::builder()
        .with_size(egui::vec2(800.0, 600.0))
        .with_theme(theme)
        .with_context_setup(theme::install)
}

/// A light window that shows `app`.
pub fn harness<'a>(app: impl FnMut(&mut Ui) + 'a) -> Harness<'a> {
    builder(Theme::Light).build_ui(app)
}

/// A light window over a state that the test can look at.
pub fn harness_with<'a, State>(
    state: State,
    app: impl FnMut(&mut Ui, &mut State) + 'a,
) -> Harness<'a, State> {
    builder(Theme::Light).build_ui_state(app, state)
}

/// A text that was painted.
#[derive(Debug)]
pub struct PaintedText {
    /// All of it, also what is cut.
    pub text: String,
    /// The color that it begins with.
    pub color: Color32,
    pub place: Rect,
    pub is_cut: bool,
}

/// All texts that were painted.
pub fn painted_texts(output: &FullOutput) -> Vec<PaintedText> {
    fn add(shape: &Shape, found: &mut Vec<PaintedText>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, found)),
            Shape::Text(shape) => {
                let color = shape.galley.job.sections.first();
                let color = color.map_or(shape.fallback_color, |section| section.format.color);
                let is_own = color != Color32::PLACEHOLDER;
                let color = if is_own { color } else { shape.fallback_color };
                found.push(PaintedText {
                    text: shape.galley.text().to_owned(),
                    color,
                    place: shape.visual_bounding_rect(),
                    is_cut: shape.galley.elided,
                });
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &output.shapes {
        add(&clipped.shape, &mut found);
    }
    found
}

/// The contrast of what is painted in a color, which may be faded, on a background: 1 to 21.
pub fn contrast_on(back: Color32, color: Color32) -> f32 {
    contrast(back, back.blend(color))
}
