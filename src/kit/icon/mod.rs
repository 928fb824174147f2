//! Icons drawn by the painter: sharp at every scale, in the colour of the text beside them, and free of a font that
//! would have to have them.

mod shapes;

use egui::{
    Color32, Painter, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, emath::GuiRounding as _,
    pos2,
};
use strum::VariantArray;

use self::shapes::Pen;
use super::{
    button::paint_focus_ring,
    tip::Tip as _,
    tokens::{UiTokens as _, radius, size},
};

/// A pictogram on a field of 16 by 16 points.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
pub enum Icon {
    /// Two people.
    Players,
    /// Three stacked layers.
    Groups,
    /// A chess pawn.
    Games,
    /// Three bars on a podium.
    Standings,
    /// A leaf of a calendar.
    Calendar,
    /// Plus.
    Add,
    /// Waste bin.
    Delete,
    /// Pencil.
    Edit,
    /// Magnifying glass.
    Search,
    /// Triangle with an exclamation mark.
    Warning,
    /// Circle with an exclamation mark.
    Error,
    /// Circle with an i.
    Info,
    /// Check mark.
    Check,
    /// Cross.
    Close,
    /// Angle to the left.
    ChevronLeft,
    /// Angle to the right.
    ChevronRight,
    /// Angle upwards.
    ChevronUp,
    /// Angle downwards.
    ChevronDown,
    /// Angle to the left against a bar.
    First,
    /// Angle to the right against a bar.
    Last,
    /// Printer.
    Print,
    /// A sheet marked as PDF.
    Pdf,
    /// Arrow into a tray.
    Import,
    /// Arrow out of a tray.
    Export,
    /// Folder.
    Open,
    /// Empty sheet with a plus.
    New,
    /// Two arrows in a circle.
    Recalc,
    /// Sun.
    Sun,
    /// Moon.
    Moon,
    /// Arrow back.
    Undo,
    /// Arrow forth.
    Redo,
    /// Three dots.
    More,
    /// Sheet of paper.
    File,
    /// Funnel.
    Filter,
    /// Star of three strokes.
    Asterisk,
    /// A rising line between two axes.
    Chart,
    /// A list with ticks.
    Checklist,
    /// A table of squares, those from corner to corner filled.
    Crosstable,
}

impl Icon {
    /// Draws the icon into the square in the middle of `rect`.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let edge = rect.width().min(rect.height());
        let corner = rect.center() - Vec2::splat(edge / 2.0);
        // On whole pixels the straight lines of an icon stay sharp.
        let corner = corner.round_to_pixels(painter.pixels_per_point());
        let scale = edge / 16.0;
        let pen = Pen {
            painter,
            corner,
            scale,
            stroke: Stroke::new(1.5 * scale.max(0.8), color),
        };
        self.draw(&pen);
    }
}

/// A square button with an icon only; its name is the tooltip and what a screen reader says.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    icon_button_sized(ui, icon, name, size::CONTROL)
}

/// [`icon_button`] for bars and strips that are lower than a form.
pub fn small_icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    icon_button_sized(ui, icon, name, size::CONTROL_SMALL)
}

fn icon_button_sized(ui: &mut Ui, icon: Icon, name: &str, edge: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(edge), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let t = ui.tokens();
        let (fill, color) = if !ui.is_enabled() {
            (Color32::TRANSPARENT, t.text_weak)
        } else if response.is_pointer_button_down_on() {
            (t.surface_pressed, t.text_strong)
        } else if response.hovered() {
            (t.surface_hover, t.text_strong)
        } else {
            (Color32::TRANSPARENT, t.text_weak)
        };
        ui.painter().rect_filled(rect, radius::CONTROL, fill);
        icon.paint(
            ui.painter(),
            Rect::from_center_size(rect.center(), Vec2::splat(size::ICON)),
            color,
        );
        paint_focus_ring(ui, &response, rect, radius::CONTROL);
    }
    response.tip(name)
}

/// Puts an icon into the line, in the given colour. It says nothing to a screen reader: the text beside it does.
pub fn icon_label(ui: &mut Ui, icon: Icon, color: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size::ICON), Sense::hover());
    icon.paint(ui.painter(), rect, color);
    response
}

/// Where an icon stands at the left edge of `rect`, centred over its height.
pub(super) fn leading_rect(rect: Rect, left: f32) -> Rect {
    Rect::from_min_size(
        pos2(rect.left() + left, rect.center().y - size::ICON / 2.0),
        Vec2::splat(size::ICON),
    )
}
