//! How the words of the guide look: in the faces of the kit, with what is searched for on a ground of its own.

use std::{ops::Range, sync::Arc};

use egui::{
    Color32, FontId, Galley, Label, Pos2, Rect, Response, Role, Sense, Stroke, TextFormat, Ui,
    Vec2, WidgetInfo, text::LayoutJob, vec2,
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

/// Room around what stands on a ground of its own, in points.
const AROUND: Vec2 = vec2(1.5, 1.0);

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
    let look = |_: &Words| Format::new(theme::medium(points), t.text_strong);
    let (response, ..) = lay_out(t, text, marks, look).show(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text.plain()));
}

/// What is to be seen in the picture above.
pub(super) fn caption(ui: &mut Ui, words: &Text, marks: Marks<'_>) {
    let t = ui.tokens();
    let look = |_: &Words| Format::new(theme::regular(size::TEXT_SMALL), t.text_weak);
    let (response, ..) = lay_out(t, words, marks, look).show(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Caption, true, words.plain()));
}

/// A paragraph over the width there is; the link in it that was clicked.
pub(super) fn paragraph(ui: &mut Ui, text: &Text, marks: Marks<'_>) -> Option<String> {
    let t = ui.tokens();
    let laid = lay_out(t, text, marks, |words| Format::of(t, words));
    let (response, galley, at) = laid.show(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.plain()));
    links(ui, text, &galley, at)
}

/// What stands before an entry of a list.
pub(super) fn mark(ui: &mut Ui, text: &str) {
    let t = ui.tokens();
    let mut format = TextFormat::simple(theme::regular(size::TEXT), t.text_weak);
    format.line_height = Some(LINE_HEIGHT);
    ui.label(LayoutJob::single_section(text.to_owned(), format));
}

/// How some words look, and the ground on which they stand.
#[derive(Debug)]
struct Format {
    text: TextFormat,
    ground: Option<Color32>,
}

impl Format {
    fn new(font: FontId, color: Color32) -> Self {
        Self {
            text: TextFormat::simple(font, color),
            ground: None,
        }
    }

    /// In a paragraph.
    fn of(t: &Tokens, words: &Words) -> Self {
        let (font, color): (fn(f32) -> FontId, _) = match words.look {
            Look::Plain => (theme::regular, t.text),
            Look::Name | Look::Typed => (theme::medium, t.text_strong),
            Look::Strong => (theme::bold, t.text_strong),
        };
        let mut format = Self::new(font(size::TEXT), color);
        format.text.line_height = Some(LINE_HEIGHT);
        if words.look == Look::Typed {
            format.ground = Some(t.surface_pressed);
        }
        if words.link.is_some() {
            format.text.color = t.accent;
        }
        format
    }
}

/// A text as it is to be drawn.
#[derive(Debug, Default)]
struct Laid {
    job: LayoutJob,
    /// What stands on a ground, in letters. egui's own grounds stand as high as lines, and not as letters.
    grounds: Vec<(Range<usize>, Color32)>,
}

impl Laid {
    /// Draws it, over the width there is.
    fn show(self, ui: &mut Ui) -> (Response, Arc<Galley>, Pos2) {
        let (at, galley, response) = Label::new(self.job).wrap().layout_in_ui(ui);
        if ui.is_rect_visible(response.rect) {
            for (letters, color) in self.grounds {
                for rect in rects_of(&galley, letters) {
                    let rect = rect.translate(at.to_vec2()).expand2(AROUND);
                    ui.painter().rect_filled(rect, radius::SMALL, color);
                }
            }
            let color = ui.tokens().text;
            ui.painter().galley(at, Arc::clone(&galley), color);
        }
        (response, galley, at)
    }
}

/// Lays the words out, each in its format, divided where a mark begins or ends.
fn lay_out(t: &Tokens, text: &Text, marks: Marks<'_>, format: impl Fn(&Words) -> Format) -> Laid {
    let mut laid = Laid::default();
    let mut start = 0;
    let mut letters = 0;
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
                let (ground, color) = if marks.is_current {
                    (t.accent_fill, t.on_fill)
                } else {
                    (t.selection, t.text_strong)
                };
                format.ground = Some(ground);
                format.text.color = color;
            }
            let shown = words.text.get(piece[0] - start..piece[1] - start);
            let shown = shown.unwrap_or_default();
            let first = letters;
            letters += shown.chars().count();
            if let Some(ground) = format.ground {
                laid.grounds.push((first..letters, ground));
            }
            laid.job.append(shown, 0.0, format.text);
        }
        start = end;
    }
    laid
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
                let line = Stroke::new(1.0, ui.tokens().accent);
                ui.painter().hline(rect.x_range(), rect.bottom(), line);
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
        let top_left = row.pos + vec2(left.pos.x, left.pos.y - left.font_ascent);
        let width = right.pos.x + right.advance_width - left.pos.x;
        Some(Rect::from_min_size(top_left, vec2(width, left.font_height)))
    })
}
