//! A harness with the theme installed, for the tests of this crate.

use egui::{Theme, Ui};
use egui_kittest::{Harness, HarnessBuilder};

use super::theme;

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
