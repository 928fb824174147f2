//! The list that drops down from a choice or a picker. The keyboard stays in the field above it.

use egui::{
    Frame, Id, Margin, Popup, PopupCloseBehavior, PopupKind, Rect, RectAlign, Response, ScrollArea,
    Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    input::elided,
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

/// The widest that a list is by itself, in points.
const MOST: f32 = 480.0;

/// Rows shown at once; more scroll.
pub(super) const VISIBLE_ROWS: usize = 9;

/// What the frame of the list and its scroll bar take of its width, in points.
const BESIDE_ROWS: f32 = 20.0;
/// The size of what stands at the end of a row, in points.
const DETAIL: f32 = 13.0;

/// One row of the list.
pub(super) struct Row<'a> {
    pub(super) text: &'a str,
    pub(super) detail: &'a str,
}

/// A list below a field.
pub(super) struct PopupList<'a> {
    pub(super) field: &'a Response,
    pub(super) name: &'a str,
    pub(super) rows: usize,
    pub(super) highlighted: Option<usize>,
    /// The highlight was moved by a key: bring it into view.
    pub(super) reveal: bool,
    /// The width that the rows would like, in points: a list may be wider than its field, so that nothing is cut short.
    pub(super) wants: f32,
    /// What is said above the rows, or instead of any.
    pub(super) head: Option<Head<'a>>,
}

/// What a list says of its rows.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    pub(super) text: &'a str,
    /// Whether it says why the keyboard doesn't leave the field.
    pub(super) stops: bool,
}

/// What happened in the list.
#[derive(Debug, Default)]
pub(super) struct ListAnswer {
    pub(super) clicked: Option<usize>,
    pub(super) hovered: Option<usize>,
    pub(super) rect: Option<Rect>,
}

impl PopupList<'_> {
    pub(super) fn show<'r>(self, ui: &Ui, row: impl Fn(usize) -> Row<'r>) -> ListAnswer {
        let width = self.field.rect.width().max(200.0).max(self.wants.min(MOST));
        let frame = Frame::popup(ui.style()).inner_margin(Margin::same(4));
        let shown = Popup::from_response(self.field)
            .id(list_id(self.field.id))
            .kind(PopupKind::Popup)
            .close_behavior(PopupCloseBehavior::IgnoreClicks)
            .open(true)
            .align(RectAlign::BOTTOM_START)
            .align_alternatives(&[RectAlign::TOP_START])
            .anchor_widget(self.field.id)
            .accessible_name(self.name)
            .gap(4.0)
            .width(width)
            .frame(frame)
            .show(|ui| {
                ui.set_width(width - 10.0);
                self.contents(ui, row)
            });
        shown.map_or_else(ListAnswer::default, |shown| ListAnswer {
            rect: Some(shown.response.rect),
            ..shown.inner
        })
    }

    fn contents<'r>(&self, ui: &mut Ui, row: impl Fn(usize) -> Row<'r>) -> ListAnswer {
        ui.spacing_mut().item_spacing.y = 0.0;
        if let Some(head) = self.head {
            let t = ui.tokens();
            let color = if head.stops { t.danger } else { t.text_weak };
            ui.horizontal(|ui| {
                ui.set_min_height(size::LIST_ROW);
                ui.add_space(space::S);
                ui.add(egui::Label::new(egui::RichText::new(head.text).color(color)).wrap());
            });
        }
        if self.rows == 0 {
            return ListAnswer::default();
        }
        #[expect(clippy::cast_precision_loss, reason = "at most nine rows")]
        let most = VISIBLE_ROWS as f32 * size::LIST_ROW;
        let mut area = ScrollArea::vertical()
            .max_height(most)
            // Without it, a list that was short goes on to be as short when it has more rows.
            .min_scrolled_height(most)
            .auto_shrink([false, true]);
        if let (true, Some(highlighted)) = (self.reveal, self.highlighted) {
            area = area.vertical_scroll_offset(self.offset_for(ui, highlighted));
        }
        let output = area.show_rows(ui, size::LIST_ROW, self.rows, |ui, range| {
            let mut answer = ListAnswer::default();
            for index in range {
                let response = self.row(ui, index, &row(index));
                if response.clicked() {
                    answer.clicked = Some(index);
                }
                if response.hovered() {
                    answer.hovered = Some(index);
                }
            }
            answer
        });
        let offset = output.state.clamped_offset().y;
        ui.data_mut(|data| data.insert_temp(list_id(self.field.id).with("offset"), offset));
        output.inner
    }

    /// The scroll offset nearest to the present one at which the row is wholly seen.
    fn offset_for(&self, ui: &Ui, index: usize) -> f32 {
        let id = list_id(self.field.id).with("offset");
        let now = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
        #[expect(
            clippy::cast_precision_loss,
            reason = "rows of a list that a person scrolls"
        )]
        let (top, view) = (
            index as f32 * size::LIST_ROW,
            self.rows.min(VISIBLE_ROWS) as f32 * size::LIST_ROW,
        );
        now.clamp((top + size::LIST_ROW - view).max(0.0), top)
    }

    fn row(&self, ui: &mut Ui, index: usize, row: &Row<'_>) -> Response {
        let t = ui.tokens();
        // Without FOCUSABLE: the rows are no tab stops, the field above keeps the keyboard.
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), size::LIST_ROW), Sense::CLICK);
        let highlighted = self.highlighted == Some(index);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::ListBoxOption, true, row.text));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_selected(highlighted);
            if !row.detail.is_empty() {
                node.set_description(row.detail);
            }
        });
        if ui.is_rect_visible(rect) {
            if highlighted {
                ui.painter().rect_filled(rect, radius::SMALL, t.selection);
                let mark = Rect::from_min_max(
                    rect.left_top() + vec2(0.0, 7.0),
                    pos2(rect.left() + 3.0, rect.bottom() - 7.0),
                );
                ui.painter().rect_filled(mark, 1.5, t.accent);
            }
            let mut inside = rect.shrink2(vec2(space::S + 2.0, 0.0));
            if self.rows > VISIBLE_ROWS {
                // Beside the scroll bar, not under it.
                inside.max.x -= 6.0;
            }
            let detail = elided(
                ui,
                row.detail,
                theme::regular(DETAIL),
                t.text_weak,
                inside.width() * 0.5,
            );
            let text_width = inside.width() - detail.size().x - space::S;
            let text = elided(
                ui,
                row.text,
                theme::regular(size::TEXT),
                t.text_strong,
                text_width,
            );
            let middle = |height: f32| inside.center().y - height / 2.0;
            ui.painter().galley(
                pos2(inside.left(), middle(text.size().y)),
                text,
                t.text_strong,
            );
            let at = pos2(inside.right() - detail.size().x, middle(detail.size().y));
            ui.painter().galley(at, detail, t.text_weak);
        }
        response
    }
}

/// The width in which a row says all it has to say, in points.
pub(super) fn row_width(ui: &Ui, row: &Row<'_>) -> f32 {
    let t = ui.tokens();
    let width = |text: &str, size: f32| {
        let font = theme::regular(size);
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font, t.text_weak);
        galley.size().x
    };
    let details = width(row.detail, DETAIL);
    // A detail has half of a row at most.
    let both = (width(row.text, size::TEXT) + details + space::S).max(details * 2.0);
    both + 2.0 * (space::S + 2.0) + BESIDE_ROWS
}

fn list_id(field: Id) -> Id {
    field.with("list")
}

/// Where `keys` lead from `from` in a list of `len` rows; the ends hold.
pub(super) fn step(from: Option<usize>, by: isize, len: usize) -> Option<usize> {
    if len == 0 {
        return None;
    }
    let last = len - 1;
    Some(match from {
        None if by < 0 => last,
        None => 0,
        Some(from) => from.saturating_add_signed(by).min(last),
    })
}

/// Takes the unmodified presses of `key` out of the input and counts them.
pub(super) fn take_presses(ui: &Ui, key: egui::Key) -> isize {
    let count = ui.input_mut(|i| i.count_and_consume_key(egui::Modifiers::NONE, key));
    isize::try_from(count).unwrap_or(isize::MAX)
}
