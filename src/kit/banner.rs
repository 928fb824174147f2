//! A strip above a page that says what holds for all of it.

use egui::{Align, Frame, Layout, Margin, Role, Stroke, Ui, WidgetInfo, vec2};

use super::{
    button::Button,
    icon::{Icon, icon_label, small_icon_button},
    tokens::{Tone, UiTokens as _, radius, size, space},
};

/// Words that would have less room than this beside the buttons, in points, have the buttons below them.
const LEAST_TEXT: f32 = 220.0;

/// A message over the whole width, with buttons to act on it.
#[derive(Clone, Debug)]
#[must_use = "a banner does nothing until it is shown"]
pub struct Banner<'a> {
    tone: Tone,
    text: &'a str,
    detail: Option<&'a str>,
    actions: Vec<&'a str>,
    closable: bool,
}

/// What was pressed in a banner.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum BannerAnswer {
    /// The button of this number, in the order in which they were added.
    Action(usize),
    /// The cross.
    Closed,
}

impl<'a> Banner<'a> {
    /// A banner of this tone.
    pub fn new(tone: Tone, text: &'a str) -> Self {
        Self {
            tone,
            text,
            detail: None,
            actions: Vec::new(),
            closable: false,
        }
    }

    /// Worth knowing.
    pub fn info(text: &'a str) -> Self {
        Self::new(Tone::Info, text)
    }

    /// Needs a look.
    pub fn warning(text: &'a str) -> Self {
        Self::new(Tone::Warning, text)
    }

    /// Is wrong.
    pub fn error(text: &'a str) -> Self {
        Self::new(Tone::Danger, text)
    }

    /// A second line.
    pub fn detail(mut self, text: &'a str) -> Self {
        self.detail = Some(text);
        self
    }

    /// A button at the right end.
    pub fn action(mut self, text: &'a str) -> Self {
        self.actions.push(text);
        self
    }

    /// A cross to close it.
    pub fn closable(mut self) -> Self {
        self.closable = true;
        self
    }

    /// Whether anything can be pressed in it that acts.
    pub fn has_button(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Shows the banner.
    pub fn show(self, ui: &mut Ui) -> Option<BannerAnswer> {
        self.show_with_keyboard(ui, false).0
    }

    /// Shows the banner. What was pressed, and whether one of its buttons has the keyboard; `takes_keyboard`: the first one gets it.
    pub fn show_with_keyboard(
        self,
        ui: &mut Ui,
        takes_keyboard: bool,
    ) -> (Option<BannerAnswer>, bool) {
        let t = ui.tokens();
        let mut has_keyboard = false;
        let mut buttons = |ui: &mut Ui| {
            let (pressed, has) = self.buttons(ui, takes_keyboard);
            has_keyboard |= has;
            pressed
        };
        let color = t.tone(self.tone);
        let mut answer = None;
        let frame = Frame::new()
            .fill(t.tone_soft(self.tone))
            .stroke(Stroke::new(1.0, color.gamma_multiply(0.35)))
            .corner_radius(radius::CARD)
            .inner_margin(Margin {
                left: 14,
                right: 8,
                top: 7,
                bottom: 7,
            });
        let shown = frame.show(ui, |ui| {
            let is_below = ui.available_width() - self.buttons_width(ui) < LEAST_TEXT;
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.add_space(5.0);
                    icon_label(ui, tone_icon(self.tone), color);
                });
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.x = space::XS;
                    if self.closable
                        && small_icon_button(ui, Icon::Close, "Close message").clicked()
                    {
                        answer = Some(BannerAnswer::Closed);
                    }
                    if !is_below && !self.actions.is_empty() {
                        // From left to right, as Tab goes through them.
                        let row = vec2(self.actions_width(ui), size::CONTROL_SMALL);
                        let row = ui.allocate_ui_with_layout(
                            row,
                            Layout::left_to_right(Align::Min),
                            &mut buttons,
                        );
                        answer = row.inner.or(answer);
                    }
                    ui.add_space(space::S);
                    ui.with_layout(Layout::top_down(Align::Min), |ui| self.words(ui));
                });
            });
            if is_below {
                ui.add_space(space::XS);
                let row = ui.horizontal_wrapped(&mut buttons);
                answer = row.inner.or(answer);
            }
        });
        let alert = matches!(self.tone, Tone::Warning | Tone::Danger);
        let role = if alert { Role::Alert } else { Role::Status };
        let id = ui.make_persistent_id(("banner", self.text));
        let response = ui.interact(shown.response.rect, id, egui::Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(role, true, self.text));
        (answer, has_keyboard)
    }

    /// What was pressed, and whether one of the buttons has the keyboard.
    fn buttons(&self, ui: &mut Ui, takes_keyboard: bool) -> (Option<BannerAnswer>, bool) {
        let (mut answer, mut has_keyboard) = (None, false);
        for (number, text) in self.actions.iter().enumerate() {
            let button = action(text).show(ui);
            if takes_keyboard && number == 0 {
                button.request_focus();
            }
            has_keyboard |= button.has_focus();
            if button.clicked() {
                answer = Some(BannerAnswer::Action(number));
            }
        }
        (answer, has_keyboard)
    }

    fn words(&self, ui: &mut Ui) {
        let t = ui.tokens();
        ui.spacing_mut().item_spacing.y = 2.0;
        let line = ui.text_style_height(&egui::TextStyle::Body);
        ui.add_space((size::CONTROL_SMALL - line) / 2.0);
        let text = egui::RichText::new(self.text).color(t.text_strong);
        ui.add(egui::Label::new(text).wrap());
        if let Some(detail) = self.detail {
            ui.add(egui::Label::new(egui::RichText::new(detail).color(t.text)).wrap());
            ui.add_space(space::XS);
        }
    }

    /// The room that the icon and the buttons take beside the words, in points.
    fn buttons_width(&self, ui: &Ui) -> f32 {
        let buttons = self.actions_width(ui) + space::XS;
        let cross = if self.closable {
            size::CONTROL_SMALL
        } else {
            0.0
        };
        size::ICON + space::L + buttons + cross
    }

    /// The room that the buttons take beside each other, in points.
    fn actions_width(&self, ui: &Ui) -> f32 {
        let widths = self.actions.iter().map(|text| action(text).width(ui));
        let wide = widths.fold(0.0, |sum, width| sum + width + space::XS);
        (wide - space::XS).max(0.0)
    }
}

fn action(text: &str) -> Button<'_> {
    Button::secondary(text).small()
}

/// The icon that says the same as the colour.
pub(super) fn tone_icon(tone: Tone) -> Icon {
    match tone {
        Tone::Info => Icon::Info,
        Tone::Success => Icon::Check,
        Tone::Warning => Icon::Warning,
        Tone::Danger => Icon::Error,
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    #[test]
    fn tells_which_button_was_pressed() {
        let mut harness = testing::harness_with(None, |ui, pressed: &mut Option<BannerAnswer>| {
            let banner = Banner::warning("Two groups have no rating")
                .action("Show")
                .action("Ignore")
                .closable();
            *pressed = banner.show(ui).or(*pressed);
        });
        harness.get_by_role_and_label(Role::Alert, "Two groups have no rating");
        harness.get_by_label("Ignore").click();
        harness.run();
        assert_eq!(*harness.state(), Some(BannerAnswer::Action(1)));
        harness.get_by_label("Close message").click();
        harness.run();
        assert_eq!(*harness.state(), Some(BannerAnswer::Closed));
    }
}
