//! A short list that is always open, of which one entry is chosen.

use egui::{
    EventFilter, Id, Key, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::{
    choice::{find_ahead, take_text},
    input::elided,
    popup_list::{step, take_presses},
    scrolling::shows_its_part,
    theme,
    tip::Tip as _,
    tokens::{UiTokens as _, radius, size, space},
};

/// Room between the outline and the entries, in points.
const MARGIN: f32 = 3.0;

/// Height of a heading, in points.
const HEADING: f32 = 26.0;

/// An entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ListEntry<'a> {
    pub text: &'a str,
    /// A sentence about it: shown under the pointer, and said after its name.
    pub detail: &'a str,
    /// What stands above it and the entries that follow, where a part of the list begins.
    pub heading: Option<&'a str>,
    /// Under how many others it stands, and is indented so.
    pub depth: u8,
}

/// Shows all entries over the whole width, and takes another one by arrows, Home, End, a first letter or a click. The
/// response says `changed` when another one was chosen.
pub fn list_box(
    ui: &mut Ui,
    name: &str,
    entries: &[ListEntry<'_>],
    chosen: &mut usize,
) -> Response {
    let id = ui.make_persistent_id(("list box", name));
    let before = *chosen;
    if ui.memory(|memory| memory.has_focus(id)) {
        *chosen = keys(ui, entries, *chosen);
    }
    let height = entries.iter().fold(2.0 * MARGIN, |height, entry| {
        height + size::LIST_ROW + entry.heading.map_or(0.0, |_| HEADING)
    });
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    let mut response = ui.interact(rect, id, Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(Role::ListBox, ui.is_enabled(), name));
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));

    let t = ui.tokens();
    ui.painter().rect(
        rect,
        radius::CONTROL,
        t.surface_raised,
        Stroke::new(1.0, t.border),
        StrokeKind::Inside,
    );
    // Also one that was chosen elsewhere comes into sight, and the one that is chosen when the list is shown again.
    let pass = ui.ctx().cumulative_pass_nr();
    let seen = ui.data(|data| data.get_temp::<(usize, u64)>(id));
    ui.data_mut(|data| data.insert_temp(id, (*chosen, pass)));
    let is_seen = seen.is_some_and(|(at, before)| at == *chosen && before + 1 >= pass);
    let is_seen = is_seen && !response.gained_focus();
    shows_its_part(ui, id);
    let mut top = rect.top() + MARGIN;
    for (at, entry) in entries.iter().enumerate() {
        let begin = if at == 0 { rect.top() } else { top };
        if let Some(heading) = entry.heading {
            let row = Rect::from_x_y_ranges(rect.x_range().shrink(MARGIN), top..=top + HEADING);
            top = row.bottom();
            heading_of(ui, heading, row, id.with(("heading", at)));
        }
        let row = Rect::from_x_y_ranges(rect.x_range().shrink(MARGIN), top..=top + size::LIST_ROW);
        top = row.bottom();
        let shown = row_of(ui, &response, entry, row, at, at == *chosen);
        if shown.clicked() {
            *chosen = at;
            response.request_focus();
        }
        if at == *chosen && !is_seen {
            ui.scroll_to_rect(row.with_min_y(begin), None);
        }
    }
    if response.has_focus() {
        let active = id.with(*chosen);
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_active_descendant(active.accesskit_id());
        });
        let ring = Stroke::new(size::FOCUS, t.focus_ring);
        ui.painter()
            .rect_stroke(rect, radius::CONTROL, ring, StrokeKind::Inside);
    }
    if *chosen != before {
        response.mark_changed();
    }
    response
}

fn heading_of(ui: &Ui, heading: &str, rect: Rect, id: Id) {
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, heading));
    let color = ui.tokens().text_weak;
    let left = rect.left() + space::M;
    let font = theme::medium(size::TEXT_SMALL);
    let text = elided(ui, heading, font, color, rect.right() - space::S - left);
    let at = pos2(left, rect.bottom() - 4.0 - text.size().y);
    ui.painter().galley(at, text, color);
}

fn row_of(
    ui: &Ui,
    list: &Response,
    entry: &ListEntry<'_>,
    rect: Rect,
    at: usize,
    is_chosen: bool,
) -> Response {
    let t = ui.tokens();
    // Without FOCUSABLE: the rows are no tab stops, the list has the keyboard.
    let response = ui.interact(rect, list.id.with(at), Sense::CLICK);
    response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, true, entry.text));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_selected(is_chosen);
        if !entry.detail.is_empty() {
            node.set_description(entry.detail);
        }
    });
    if ui.is_rect_visible(rect) {
        let fill = if is_chosen {
            Some(t.selection)
        } else if response.hovered() {
            Some(t.surface_hover)
        } else {
            None
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, radius::SMALL, fill);
        }
        let (font, color) = if is_chosen {
            let mark = Rect::from_min_max(
                rect.left_top() + vec2(0.0, 7.0),
                pos2(rect.left() + 3.0, rect.bottom() - 7.0),
            );
            ui.painter().rect_filled(mark, 1.5, t.accent);
            (theme::medium(size::TEXT), t.text_strong)
        } else {
            (theme::regular(size::TEXT), t.text)
        };
        let left = rect.left() + space::M * f32::from(entry.depth + 1);
        let text = elided(ui, entry.text, font, color, rect.right() - space::S - left);
        let at = pos2(left, rect.center().y - text.size().y / 2.0);
        ui.painter().galley(at, text, color);
    }
    if entry.detail.is_empty() {
        response
    } else {
        response.tip(entry.detail)
    }
}

/// The entry to which the keys lead.
fn keys(ui: &Ui, entries: &[ListEntry<'_>], chosen: usize) -> usize {
    let len = entries.len();
    let arrows = take_presses(ui, Key::ArrowDown) - take_presses(ui, Key::ArrowUp);
    let mut to = Some(chosen);
    if arrows != 0 {
        to = step(to, arrows, len);
    }
    if take_presses(ui, Key::Home) > 0 {
        to = step(None, 1, len);
    }
    if take_presses(ui, Key::End) > 0 {
        to = step(None, -1, len);
    }
    let typed = take_text(ui, false);
    let found = find_ahead(len, to, &typed, |at| {
        entries
            .get(at)
            .map_or_else(String::new, |entry| entry.text.to_owned())
    });
    found.or(to).unwrap_or(chosen)
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::{NodeT as _, Queryable as _};

    use super::*;
    use crate::kit::testing;

    const ENTRIES: [ListEntry<'_>; 3] = [
        ListEntry {
            text: "Standings",
            detail: "Who stands where.",
            heading: Some("Results"),
            depth: 0,
        },
        ListEntry {
            text: "Badges",
            detail: "",
            heading: None,
            depth: 1,
        },
        ListEntry {
            text: "Sheets",
            detail: "",
            heading: None,
            depth: 0,
        },
    ];

    #[test]
    fn keys_and_clicks_choose() {
        let mut harness = testing::harness_with(0, |ui, chosen: &mut usize| {
            list_box(ui, "Prints", &ENTRIES, chosen);
        });
        let list = harness.get_by_role_and_label(Role::ListBox, "Prints");
        list.focus();
        harness.run();
        for (key, expected) in [
            (Key::ArrowDown, 1),
            (Key::ArrowUp, 0),
            (Key::ArrowUp, 0),
            (Key::End, 2),
            (Key::Home, 0),
        ] {
            harness.key_press(key);
            harness.run();
            assert_eq!(*harness.state(), expected, "{key:?}");
        }
        harness.event(egui::Event::Text("s".to_owned()));
        harness.run();
        assert_eq!(*harness.state(), 2, "the next one with this letter");
        harness.get_by_label("Badges").click();
        harness.run();
        assert_eq!(*harness.state(), 1);
        assert!(harness.get_by_label("Badges").is_focused());
    }

    #[test]
    fn each_entry_is_said_with_its_sentence() {
        let harness = testing::harness(|ui| {
            list_box(ui, "Prints", &ENTRIES, &mut 0);
        });
        assert!(
            harness
                .query_by_role_and_label(Role::Heading, "Results")
                .is_some()
        );
        let entry = harness.get_by_role_and_label(Role::ListBoxOption, "Standings");
        let node = entry.accesskit_node();
        assert_eq!(node.description().as_deref(), Some("Who stands where."));
        assert_eq!(node.is_selected(), Some(true));
    }
}
