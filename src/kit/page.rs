//! What every page begins with, and the surfaces it is made of.

use egui::{
    Align, Frame, Id, Layout, Margin, Rect, RichText, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    accesskit, vec2,
};

use super::{
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

/// A subtitle that is cut to less than this, in points, says nothing.
const LEAST_SUBTITLE: f32 = 150.0;

/// Title of the page, an optional line about it, and its buttons at the right end, from left to right: so Tab goes through them, too. For one
/// that is left out in a narrow page `skip_ahead_auto_ids` keeps the place, so that those behind it keep the keyboard. Their width is known
/// from the frame before.
pub fn page_header<R>(
    ui: &mut Ui,
    title: &str,
    subtitle: &str,
    actions: impl FnOnce(&mut Ui) -> R,
) -> R {
    let id = ui.make_persistent_id("buttons of the header");
    let before: Option<f32> = ui.data(|data| data.get_temp(id));
    let known = before.unwrap_or(0.0);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL));
    let part = |rect: Rect| {
        let layout = Layout::left_to_right(Align::Center);
        UiBuilder::new().max_rect(rect).layout(layout)
    };
    let gap = ui.spacing().item_spacing.x;
    let right = (rect.right() - known - gap).max(rect.left());
    titles(
        &mut ui.new_child(part(rect.with_max_x(right))),
        title,
        subtitle,
    );
    // As wide as all of the row, in case more stands in it than in the frame before.
    let place = rect.translate(vec2(rect.width() - known, 0.0));
    let mut row = ui.new_child(part(place));
    let inner = actions(&mut row);
    let used = row.min_rect().width();
    remember(ui, id, before, used);
    ui.add_space(space::S);
    inner
}

fn titles(ui: &mut Ui, title: &str, subtitle: &str) {
    let t = ui.tokens();
    let text = RichText::new(title)
        .font(theme::medium(size::TEXT_HEADING))
        .color(t.text_strong);
    let heading = ui.add(egui::Label::new(text).truncate());
    ui.ctx().accesskit_node_builder(heading.id, |node| {
        node.set_role(accesskit::Role::Heading);
        node.set_label(title);
    });
    let whole =
        ui.painter()
            .layout_no_wrap(subtitle.to_owned(), theme::regular(size::TEXT), t.text_weak);
    let least = whole.size().x.min(LEAST_SUBTITLE) + space::S;
    if !subtitle.is_empty() && ui.available_width() > least {
        ui.add_space(space::XS);
        // On the base line of the title.
        ui.vertical(|ui| {
            ui.add_space(11.0);
            let text = RichText::new(subtitle).color(t.text_weak);
            ui.add(egui::Label::new(text).truncate());
        });
    }
}

/// A row that is as wide as what stands in it, and is drawn from left to right wherever it is placed: so Tab goes through it, too. Its width is
/// known from the frame before.
pub fn row_of_its_width<R>(ui: &mut Ui, id: Id, add: impl FnOnce(&mut Ui) -> R) -> R {
    let known: Option<f32> = ui.data(|data| data.get_temp(id));
    let row = ui.allocate_ui_with_layout(
        vec2(known.unwrap_or(0.0), size::CONTROL),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let inner = add(ui);
            (inner, ui.min_rect().width())
        },
    );
    let (inner, used) = row.inner;
    remember(ui, id, known, used);
    inner
}

/// Has a frame drawn anew in which a row is as wide as nobody knew, or a foot as high.
fn remember(ui: &Ui, id: Id, known: Option<f32>, used: f32) {
    if known.is_none_or(|known| (known - used).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(id, used));
        ui.ctx().request_discard("size of a part of a page");
    }
}

/// What stands at the foot of a page, as high as what is in it, and is drawn after what stands above it: so Tab comes there last. Its height is
/// known from the frame before.
#[derive(Clone, Copy, Debug)]
#[must_use = "a foot is nothing until it is shown"]
pub struct Foot {
    id: Id,
    known: Option<f32>,
}

impl Foot {
    /// The foot of the page that is drawn in `ui`.
    pub fn new(ui: &Ui, name: &str) -> Self {
        let id = ui.make_persistent_id(("foot", name));
        let known = ui.data(|data| data.get_temp(id));
        Self { id, known }
    }

    /// Shows what stands above it in the room that it leaves.
    pub fn above<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
        let mut rect = ui.available_rect_before_wrap();
        let foot = self.known.unwrap_or(0.0) + ui.spacing().item_spacing.y;
        rect.max.y = (rect.max.y - foot).max(rect.min.y);
        let inner = ui.scope_builder(UiBuilder::new().max_rect(rect), add).inner;
        ui.advance_cursor_after_rect(rect);
        inner
    }

    /// Shows the foot itself.
    pub fn show(self, ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
        let used = ui.scope(add).response.rect.height();
        remember(ui, self.id, self.known, used);
    }
}

/// Title of a part of a page.
pub fn section_title(ui: &mut Ui, title: &str) {
    ui.label(title_text(ui, title));
}

/// Title of a part of a page that is a name, and may be as long as names are: one line of at most this many points. Where it is cut, it is whole
/// under the pointer and to a screen reader.
pub fn name_title(ui: &mut Ui, name: &str, room: f32) {
    ui.scope(|ui| {
        ui.set_max_width(room.max(0.0));
        let text = title_text(ui, name);
        ui.add(egui::Label::new(text).truncate());
    });
}

fn title_text(ui: &Ui, title: &str) -> RichText {
    RichText::new(title)
        .font(theme::medium(size::TEXT_TITLE))
        .color(ui.tokens().text_strong)
}

/// A raised surface with an outline, as wide as there is room.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let t = ui.tokens();
    Frame::new()
        .fill(t.surface_raised)
        .stroke(Stroke::new(1.0, t.border))
        .corner_radius(radius::CARD)
        .inner_margin(Margin::same(16))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = space::M;
            add(ui)
        })
        .inner
}

/// A page narrower than this, in points, has narrow margins.
const NARROW: f32 = 560.0;

/// The frame of the page beside the side bar.
pub fn page_frame(ui: &Ui) -> Frame {
    let margin = if ui.available_width() < NARROW {
        Margin::same(12)
    } else {
        Margin::symmetric(24, 20)
    };
    Frame::new().fill(ui.tokens().surface).inner_margin(margin)
}

/// The frame of the messages below the page.
pub fn messages_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(ui.tokens().surface)
        .inner_margin(Margin::symmetric(12, 6))
}

/// The frame of the side bar.
pub fn side_bar_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(ui.tokens().surface_sunken)
        .inner_margin(Margin::symmetric(10, 12))
}

/// A short word in a rounded field beside other text.
pub fn badge(ui: &mut Ui, text: &str, color: egui::Color32, fill: egui::Color32) -> egui::Response {
    let galley =
        ui.painter()
            .layout_no_wrap(text.to_owned(), theme::medium(size::TEXT_SMALL), color);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(14.0, 6.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(accesskit::Role::Label, true, text));
    ui.painter().rect_filled(rect, radius::SMALL, fill);
    ui.painter()
        .galley(rect.min + vec2(7.0, 3.0), galley, color);
    response
}

/// Whether Esc is pressed and no menu takes it.
pub fn takes_escape(ui: &Ui) -> bool {
    !egui::Popup::is_any_open(ui.ctx())
        && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
}
