//! How the words of the guide look: in the faces of the kit, with what is searched for on a ground of its own.

use std::ops::Range;

use egui::{
    FontId, Galley, Label, Pos2, Rect, Response, Role, Sense, Stroke, TextFormat, Ui, WidgetInfo,
    text::LayoutJob, vec2,
};

use super::super::markdown::{Look, Text, Words};
use crate::kit::{
    UiTokens as _,
    button::paint_focus_ring,
    theme,
    tokens::{Tokens, radius, size, space},
};

/// From line to line of a paragraph, in points: a page is read more easily than a form is packed.
const LINE_HEIGHT: f32 = 21.0;

/// The words that are searched for in a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks<'a> {
    /// In bytes of the text.
    pub(super) places: &'a [Range<usize>],
    /// Whether this is the place that was gone to.
    pub(super) is_current: bool,
}

/// A heading.
pub(super) fn heading(ui: &mut Ui, level: u8, text: &Text, marks: Marks<'_>) {
    let t = ui.tokens();
    let (points, above) = match level {
        0..=2 => (20.0, space::XL),
        3 => (size::TEXT_TITLE, space::L),
        _ => (size::TEXT, space::S),
    };
    ui.add_space(above);
    let job = layout(t, text, marks, |_| {
        TextFormat::simple(theme::medium(points), t.text_strong)
    });
    let label = ui.add(Label::new(job).wrap());
    ui.ctx().accesskit_node_builder(label.id, |node| {
        node.set_role(Role::Heading);
        node.set_label(text.plain());
    });
}

/// A paragraph over the width there is; the link in it that was clicked.
pub(super) fn paragraph(ui: &mut Ui, text: &Text, marks: Marks<'_>) -> Option<String> {
    let t = ui.tokens();
    let job = layout(t, text, marks, |words| format_of(t, words));
    let (at, galley, response) = Label::new(job).wrap().layout_in_ui(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text.plain()));
    ui.painter().galley(at, galley.clone(), t.text);
    links(ui, text, &galley, at)
}

fn format_of(t: &Tokens, words: &Words) -> TextFormat {
    let (font, color): (fn(f32) -> FontId, _) = match words.look {
        Look::Plain => (theme::regular, t.text),
        Look::Name | Look::Typed => (theme::medium, t.text_strong),
        Look::Strong => (theme::bold, t.text_strong),
    };
    let mut format = TextFormat::simple(font(size::TEXT), color);
    format.line_height = Some(LINE_HEIGHT);
    if words.look == Look::Typed {
        format.background = t.surface_pressed;
    }
    if words.link.is_some() {
        format.color = t.accent;
        format.underline = Stroke::new(1.0, t.accent);
    }
    format
}

/// Lays the words out, each in its format, divided where a mark begins or ends.
fn layout(
    t: &Tokens,
    text: &Text,
    marks: Marks<'_>,
    format: impl Fn(&Words) -> TextFormat,
) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut start = 0;
    for words in &text.0 {
        let end = start + words.text.len();
        let inside = |at: &usize| (start..end).contains(at);
        let mut cuts = vec![start, end];
        let edges = marks.places.iter().flat_map(|mark| [mark.start, mark.end]);
        cuts.extend(edges.filter(inside));
        cuts.sort_unstable();
        cuts.dedup();
        for piece in cuts.windows(2) {
            let mut format = format(words);
            let is_marked = |mark: &Range<usize>| mark.contains(&piece[0]);
            if marks.places.iter().any(is_marked) {
                (format.background, format.color) = if marks.is_current {
                    (t.accent_fill, t.on_fill)
                } else {
                    (t.selection, t.text_strong)
                };
            }
            let shown = words.text.get(piece[0] - start..piece[1] - start);
            job.append(shown.unwrap_or_default(), 0.0, format);
        }
        start = end;
    }
    job
}

/// Makes the links of a paragraph links: for the mouse, for the keyboard, and for a screen reader.
fn links(ui: &Ui, text: &Text, galley: &Galley, at: Pos2) -> Option<String> {
    let mut clicked = None;
    let mut start = 0;
    for (number, words) in text.0.iter().enumerate() {
        let end = start + words.text.chars().count();
        if let Some(link) = &words.link {
            let rects = rects_of(galley, start..end);
            let mut rects = rects.map(|rect| rect.translate(at.to_vec2()));
            let mut shown: Option<Response> = None;
            let id = ui.scope_id().with(("link", number));
            for (part, rect) in rects.by_ref().enumerate() {
                // One stop for the keyboard, on however many lines.
                let sense = if part == 0 {
                    Sense::click()
                } else {
                    Sense::CLICK
                };
                let response = ui.interact(rect, id.with(part), sense);
                paint_focus_ring(ui, &response, rect, radius::SMALL);
                shown = Some(match shown {
                    Some(before) => before | response,
                    None => response,
                });
            }
            if let Some(response) = shown {
                let info = || WidgetInfo::labeled(Role::Link, true, &words.text);
                response.widget_info(info);
                if response
                    .on_hover_cursor(egui::CursorIcon::PointingHand)
                    .clicked()
                {
                    clicked = Some(link.clone());
                }
            }
        }
        start = end;
    }
    clicked
}

/// Where these letters stand, a rectangle each line.
fn rects_of(galley: &Galley, letters: Range<usize>) -> impl Iterator<Item = Rect> {
    let mut before = 0;
    galley.rows.iter().filter_map(move |row| {
        let first = before;
        before += row.glyphs.len() + usize::from(row.ends_with_newline);
        let from = letters.start.max(first) - first;
        let to = letters
            .end
            .min(first + row.glyphs.len())
            .checked_sub(first)?;
        let glyphs = row.glyphs.get(from..to)?;
        let (left, right) = (glyphs.first()?, glyphs.last()?);
        let top_left = row.pos + vec2(left.pos.x, 0.0);
        let width = right.pos.x + right.advance_width - left.pos.x;
        Some(Rect::from_min_size(top_left, vec2(width, row.size.y)))
    })
}
