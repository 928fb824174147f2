//! What is left out and what should be known, by kind.

use egui::{RichText, Sense, Ui, WidgetInfo, vec2};

use super::super::digest::{Digest, Group};
use crate::{
    import::Severity,
    kit::{
        Icon, Tone, UiTokens as _,
        icon::icon_label,
        page::{card, section_title},
        theme,
        tokens::{size, space},
    },
    pages::looks::disclosure::{Disclosure, INDENT, lines},
};

/// Height of a line of a list that is open, in points.
const LINE: f32 = 24.0;

/// The problems of the plan, the gravest first.
pub(super) fn problems(ui: &mut Ui, digest: &Digest) {
    for (severity, title) in [
        (Severity::Decide, "Decisions"),
        (Severity::LeftOut, "Skipped or left blank"),
        (Severity::Note, "Notes"),
    ] {
        let groups = digest
            .groups
            .iter()
            .filter(|group| group.severity == severity)
            .collect::<Vec<_>>();
        if groups.is_empty() {
            continue;
        }
        card(ui, |ui| {
            section_title(ui, title);
            ui.spacing_mut().item_spacing.y = space::XS;
            for group in groups {
                show(ui, group);
            }
        });
    }
}

fn show(ui: &mut Ui, group: &Group) {
    if let [line] = group.lines.as_slice() {
        one(ui, group.severity, &line.place, &line.text);
        return;
    }
    let what = if group.is_of_rows { "rows" } else { "places" };
    let count = format!("{} {what}", group.lines.len());
    let id = ui.make_persistent_id(("problems", &group.title));
    let open = Disclosure {
        id,
        title: &group.title,
        detail: "",
        count: &count,
        starts_open: group.starts_open,
        is_plain: true,
        room_right: 0.0,
    }
    .show(ui);
    if !open {
        return;
    }
    ui.spacing_mut().indent = INDENT;
    ui.indent(id, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        lines(ui, group.lines.len(), LINE, |ui, at| {
            let Some(line) = group.lines.get(at) else {
                return;
            };
            let t = ui.tokens();
            let text = if group.is_one_sentence {
                line.place.clone()
            } else {
                format!("{}: {}", line.place, line.text)
            };
            let label = egui::Label::new(RichText::new(&text).color(t.text)).truncate();
            ui.add(label);
        });
        ui.add_space(space::S);
    });
}

/// A problem that is alone of its kind is a sentence with its place.
fn one(ui: &mut Ui, severity: Severity, place: &str, text: &str) {
    let t = ui.tokens();
    let (icon, tone) = match severity {
        Severity::Decide | Severity::LeftOut => (Icon::Warning, Tone::Warning),
        Severity::Note => (Icon::Info, Tone::Info),
    };
    let shown = ui.horizontal_top(|ui| {
        // In line with the chevrons of the lists.
        ui.add_space(space::XS);
        ui.spacing_mut().item_spacing.x = 10.0;
        icon_label(ui, icon, t.tone(tone));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 1.0);
            ui.add(egui::Label::new(RichText::new(format!("{text}.")).color(t.text)).wrap());
            let place = RichText::new(place)
                .font(theme::regular(size::TEXT_SMALL))
                .color(t.text_weak);
            ui.add(egui::Label::new(place).wrap());
        });
    });
    ui.add_space(space::XS);
    let id = ui.make_persistent_id(("problem", place, text));
    let response = ui.interact(shown.response.rect, id, Sense::hover());
    let words = format!("{place}: {text}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Note, true, &words));
}
