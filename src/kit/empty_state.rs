//! What a page says when it has nothing to show yet: what belongs here, and how to begin.

use egui::{Align, Id, Layout, Rect, RichText, Sense, TextFormat, Ui, Vec2, text::LayoutJob, vec2};

use super::{
    icon::Icon,
    page::row_of_its_width,
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

/// In a pane lower than this, in points, a title and two lines below it have no room.
const LOWEST: f32 = 88.0;

/// An icon, a title, a sentence, and the buttons to begin with.
#[derive(Clone, Debug)]
#[must_use = "an empty state does nothing until it is shown"]
pub struct EmptyState<'a> {
    icon: Icon,
    title: &'a str,
    text: &'a str,
}

impl<'a> EmptyState<'a> {
    /// Says what belongs here and how to begin.
    pub fn new(icon: Icon, title: &'a str, text: &'a str) -> Self {
        Self { icon, title, text }
    }

    /// Shows it in the middle of the room there is, with `actions` in a row below.
    pub fn show<R>(self, ui: &mut Ui, actions: impl FnOnce(&mut Ui) -> R) -> R {
        let t = ui.tokens();
        let id = ui.make_persistent_id(("empty", self.title));
        // In a low pane the words alone say it; in one that is lower still, they run on in as few lines as can be.
        let has_room = ui.available_height() >= 190.0;
        if ui.available_height() < LOWEST {
            return self.in_few_lines(ui, id, actions);
        }
        let above = ((ui.available_height() - 230.0) / 2.4).max(space::L);
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            if has_room {
                ui.add_space(above);
                self.icon(ui);
            } else {
                ui.add_space(space::S);
            }
            ui.label(
                RichText::new(self.title)
                    .font(theme::medium(size::TEXT_TITLE))
                    .color(t.text_strong),
            );
            ui.allocate_ui(vec2(ui.available_width().min(440.0), 0.0), |ui| {
                ui.add(egui::Label::new(RichText::new(self.text).color(t.text_weak)).wrap());
            });
            ui.add_space(space::M);
            row_of_its_width(ui, id, actions)
        })
        .inner
    }

    fn in_few_lines<R>(self, ui: &mut Ui, id: Id, actions: impl FnOnce(&mut Ui) -> R) -> R {
        let t = ui.tokens();
        let mut words = LayoutJob::default();
        let [title, text] = [t.text_strong, t.text_weak];
        let format = |color| TextFormat::simple(theme::regular(size::TEXT), color);
        words.append(&format!("{}. ", self.title), 0.0, format(title));
        words.append(self.text, 0.0, format(text));
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            ui.add_space(space::XS);
            ui.add(egui::Label::new(words).wrap());
            row_of_its_width(ui, id, actions)
        })
        .inner
    }

    fn icon(&self, ui: &mut Ui) {
        let t = ui.tokens();
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(56.0), Sense::hover());
        ui.painter()
            .rect_filled(rect, radius::DIALOG, t.surface_hover);
        let inner = Rect::from_center_size(rect.center(), Vec2::splat(26.0));
        self.icon.paint(ui.painter(), inner, t.text_weak);
        ui.add_space(space::S);
    }
}
