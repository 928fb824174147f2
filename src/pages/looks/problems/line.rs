//! A line of the list of problems, as it looks.

use std::sync::Arc;

use egui::{
    Align, Align2, Color32, Galley, Id, Rect, Response, Role, Sense, TextFormat, Ui, WidgetInfo,
    pos2, text::LayoutJob, vec2,
};

use super::way;
use crate::{
    app::{
        OpenCamp,
        problem_list::{ACCEPTED, Line, Part, severity_title},
    },
    domain::{LadderProblem, Severity},
    kit::{
        Icon, UiTokens as _, theme,
        tip::Tip as _,
        tokens::{Tokens, radius, size, space},
    },
};

/// The height of a line of the list, in points: two lines of text. One that has more is higher.
pub(super) const ROW: f32 = 46.0;

/// Above and below the text of a line that is higher, in points, both together.
const AROUND: f32 = 12.0;

/// So many lines of text has a line of the list at most; one of [`ROW`] fewer.
const MOST_LINES: usize = 4;
const FEWER_LINES: usize = 2;

/// How far the mark that unfolds a line reaches, and what stands under such a line is indented, in points.
pub(super) const INDENT: f32 = size::ICON + space::S;

/// Icon, words and colour of a severity.
pub(super) fn look(severity: Severity, t: &Tokens) -> (Icon, &'static str, Color32) {
    let (icon, color) = match severity {
        Severity::Stops => (Icon::Error, t.danger),
        Severity::Doubtful => (Icon::Warning, t.warning),
        Severity::Note => (Icon::Info, t.info),
    };
    (icon, severity_title(severity), color)
}

pub(super) fn title(ui: &Ui, rect: Rect, text: &str, color: Color32) {
    let response = ui.interact(rect, ui.scope_id().with(text), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let at = pos2(rect.left() + space::M, rect.bottom() - space::S);
    ui.painter().text(
        at,
        Align2::LEFT_BOTTOM,
        text,
        theme::medium(size::TEXT),
        color,
    );
}

/// A line that can be chosen.
pub(super) fn choice(
    ui: &Ui,
    (id, rect): (Id, Rect),
    camp: &OpenCamp,
    line: &Line,
    is_chosen: bool,
    has_focus: bool,
) -> Response {
    let t = ui.tokens();
    let response = ui.interact(rect, id, Sense::CLICK);
    let look = LineLook::new(camp, line, t);
    response
        .widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_chosen, look.name()));
    if let Some(is_unfolded) = line.is_unfolded() {
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_expanded(is_unfolded));
    }
    let fill = match (is_chosen, has_focus, response.hovered()) {
        (true, true, _) => t.selection,
        (true, false, _) => t.selection_idle,
        (false, _, true) => t.surface_hover,
        (false, ..) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, radius::CONTROL, fill);
    let square = |left: f32| {
        let center = pos2(left + size::ICON / 2.0, rect.center().y);
        Rect::from_center_size(center, vec2(size::ICON, size::ICON))
    };
    let places = Places::of(camp, line);
    if let Some(is_unfolded) = line.is_unfolded() {
        let mark = if is_unfolded {
            Icon::ChevronDown
        } else {
            Icon::ChevronRight
        };
        let at = square(rect.left() + space::M);
        mark.paint(ui.painter(), at, t.text_weak);
    }
    let at = square(rect.left() + places.icon);
    look.icon.paint(ui.painter(), at, look.color);
    if places.leads_on {
        let at = square(rect.right() - space::M - size::ICON);
        Icon::ChevronRight.paint(ui.painter(), at, t.text_weak);
    }
    let ink = if is_chosen { t.text_strong } else { t.text };
    let text_lines = if rect.height() > ROW {
        MOST_LINES
    } else {
        FEWER_LINES
    };
    let galley = look.laid_out(ui, (places.room(rect.width()), text_lines), ink);
    let left = rect.left() + places.text();
    let at = pos2(left, rect.center().y - galley.size().y / 2.0);
    let whole = galley.elided.then(|| galley.text().to_owned());
    ui.painter().galley(at, galley, ink);
    match whole {
        Some(whole) => response.tip(whole),
        None => response,
    }
}

/// As high as all of its text needs in a list of this width, in points.
pub(super) fn height(ui: &Ui, camp: &OpenCamp, line: &Line, width: f32) -> f32 {
    let room = Places::of(camp, line).room(width);
    let look = LineLook::new(camp, line, ui.tokens());
    let text = look.laid_out(ui, (room, MOST_LINES), ui.tokens().text);
    (text.size().y + AROUND).ceil().max(ROW)
}

/// Where the parts of a line are, in points.
struct Places {
    /// From its left edge.
    icon: f32,
    /// Whether a mark at its right end says that it leads on.
    leads_on: bool,
}

impl Places {
    fn of(camp: &OpenCamp, line: &Line) -> Self {
        let is_under = matches!(line, Line::Problem { is_under: true, .. });
        let first = line.problems(camp).first();
        Self {
            icon: space::M + if is_under { 2.0 * INDENT } else { INDENT },
            leads_on: line.is_unfolded().is_none()
                && first.is_some_and(|first| way(first, camp).is_some()),
        }
    }

    /// From its left edge.
    const fn text(&self) -> f32 {
        self.icon + size::ICON + space::M
    }

    /// What a line of this width has for its text.
    fn room(&self, width: f32) -> f32 {
        let mark = if self.leads_on { size::ICON } else { 0.0 };
        width - self.text() - 2.0 * space::M - mark
    }
}

/// What is shown of a line.
struct LineLook {
    icon: Icon,
    color: Color32,
    /// What the icon says.
    words: &'static str,
    text: String,
    /// What a click does, behind the text.
    button: &'static str,
}

impl LineLook {
    fn new(camp: &OpenCamp, line: &Line, t: &Tokens) -> Self {
        if let Line::Accepted { count, is_unfolded } = line {
            return Self {
                icon: Icon::Check,
                color: t.text_weak,
                words: "",
                text: format!("{count} accepted"),
                button: if *is_unfolded { "· Hide" } else { "· Show" },
            };
        }
        let problems = line.problems(camp);
        let severity = problems
            .first()
            .map_or(Severity::Note, LadderProblem::severity);
        let (icon, words, color) = match line {
            Line::Problem {
                part: Part::Accepted,
                ..
            }
            | Line::Alike {
                part: Part::Accepted,
                ..
            } => (Icon::Check, ACCEPTED, t.text_weak),
            _ => look(severity, t),
        };
        Self {
            icon,
            color,
            words,
            text: LadderProblem::sentence_of_all(problems, &camp.data),
            button: "",
        }
    }

    fn laid_out(&self, ui: &Ui, (room, lines): (f32, usize), ink: Color32) -> Arc<Galley> {
        let font = theme::regular(size::TEXT);
        let mut job = LayoutJob::simple(self.text.clone(), font.clone(), ink, room);
        if !self.button.is_empty() {
            let format = TextFormat::simple(font, ui.tokens().accent);
            job.append(self.button, space::S, format);
        }
        job.wrap.max_rows = lines;
        job.halign = Align::Min;
        ui.painter().layout_job(job)
    }

    /// What is said of the line.
    fn name(&self) -> String {
        let Self {
            words,
            text,
            button,
            ..
        } = self;
        if words.is_empty() {
            format!("{text} {button}")
        } else {
            format!("{words}: {text}")
        }
    }
}
