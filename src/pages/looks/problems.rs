//! The list of problems: grouped by how much they matter, gone through with the arrows, each a key away from its record.

use std::ops::Range;

use egui::{
    Align, Align2, EventFilter, Id, Key, Modifiers, Rect, Response, Role, ScrollArea, Sense, Ui,
    WidgetInfo, pos2, text::LayoutJob, vec2,
};

use crate::{
    app::{Action, Command, OpenCamp, View, page::Page},
    domain::{Edit, LadderProblem, Severity, Week},
    kit::{
        EmptyState, Icon, UiTokens as _, theme,
        tokens::{Tokens, radius, size, space},
    },
    pages::looks::record::opens,
};

/// A line of the list, in points: two lines of text.
const ROW: f32 = 46.0;

/// The list shows this many lines at most.
const MOST_ROWS: f32 = 9.0;

/// A line of the list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Line {
    Title(Severity, usize),
    /// The place of a problem among all.
    Problem(usize),
}

/// What can be done about the chosen problem, in the words of a button.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    /// What leads to where it is put right.
    pub(crate) way: Option<(&'static str, Action)>,
    /// What puts it right without going anywhere.
    pub(crate) more: Option<(&'static str, Action)>,
}

/// The problem at this place among all.
pub(crate) fn chosen(camp: &OpenCamp, may_change: bool, selected: usize) -> Chosen {
    let last = camp.problems.len().saturating_sub(1);
    let Some(problem) = camp.problems.get(selected.min(last)) else {
        return Chosen::default();
    };
    Chosen {
        way: way(problem),
        more: remedy(camp, may_change, problem),
    }
}

/// What puts a problem right at once, where the week may be changed or opened again.
fn remedy(
    camp: &OpenCamp,
    may_change: bool,
    problem: &LadderProblem,
) -> Option<(&'static str, Action)> {
    let change = |text, edit| may_change.then_some((text, Action::Change(edit)));
    let reopen = |text, week: &Week| {
        let may_reopen = camp.why_not_reopen(week).is_none();
        may_reopen.then_some((text, Action::ReopenWeek(week.id)))
    };
    match problem {
        LadderProblem::BlankStart { .. } => change(
            "Use the initial rating of the group for all blank ones",
            Edit::FillBlankStarts,
        ),
        LadderProblem::OtherStarts { .. } if camp.data.week.is_closed() => {
            reopen("Reopen this week", &camp.data.week)
        }
        LadderProblem::OtherStarts { .. } => change("Update start ratings", Edit::CarryStarts),
        LadderProblem::StaleWeek(stale) => reopen("Reopen that week", &stale.week),
        _ => None,
    }
}

/// All problems of the open camp, in at most `room` points of height. `id` is what takes the keyboard, `selected` the place of
/// the chosen one. Whether it was entered.
pub(crate) fn list(ui: &mut Ui, camp: &OpenCamp, id: Id, selected: &mut usize, room: f32) -> bool {
    if camp.problems.is_empty() {
        ui.allocate_ui(vec2(ui.available_width(), 230.0), |ui| {
            let (icon, title, text) = if camp.is_looked_through() {
                (
                    Icon::Check,
                    "No problems",
                    "Problems with ratings appear here.",
                )
            } else {
                (
                    Icon::Info,
                    "Too many games to look for problems",
                    "Press Recalc Ratings to see what must be fixed.",
                )
            };
            EmptyState::new(icon, title, text).show(ui, |_| {});
        });
        return false;
    }
    *selected = (*selected).min(camp.problems.len() - 1);
    rows(ui, camp, id, selected, room)
}

/// The lines of the list: the problems of each severity that there are, under its title. Counted and not written down, as
/// there can be thousands.
struct Lines(Vec<(Severity, Range<usize>)>);

impl Lines {
    fn new(camp: &OpenCamp) -> Self {
        let parts = [Severity::Stops, Severity::Doubtful, Severity::Note];
        let parts = parts.map(|severity| (severity, camp.problems_of(severity)));
        let parts = parts.into_iter().filter(|(_, places)| !places.is_empty());
        Self(parts.collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, places)| places.len() + 1).sum()
    }

    fn get(&self, mut row: usize) -> Option<Line> {
        for (severity, places) in &self.0 {
            match row.checked_sub(1) {
                None => return Some(Line::Title(*severity, places.len())),
                Some(at) if at < places.len() => return Some(Line::Problem(places.start + at)),
                Some(at) => row = at - places.len(),
            }
        }
        None
    }

    /// The row of the problem at this place among all.
    fn row_of(&self, place: usize) -> usize {
        let begun = self.0.iter().filter(|(_, places)| places.start <= place);
        place + begun.count()
    }
}

/// The scrolling list, one tab stop. Whether the chosen problem was entered.
fn rows(ui: &mut Ui, camp: &OpenCamp, id: Id, selected: &mut usize, room: f32) -> bool {
    let lines = &Lines::new(camp);
    #[expect(clippy::cast_precision_loss, reason = "cut off at a few rows")]
    let wanted = lines.len() as f32 * ROW;
    let height = wanted.min(MOST_ROWS * ROW).min(room.max(2.0 * ROW));
    let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));

    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let mut at = lines.row_of(*selected);
    let before = at;
    let mut go = false;
    if has_focus {
        at = lines.row_of(moved(ui, *selected, camp.problems.len()));
        go = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    }
    let response = ui.interact(rect, id, Sense::FOCUSABLE);
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    response.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "Problems"));

    let mut area = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, false]);
    if at != before {
        area = area.vertical_scroll_offset(offset_to_show(ui, id, at, height));
    }
    let has_focus = response.has_focus();
    ui.spacing_mut().item_spacing.y = 0.0;
    let output = area.show_rows(ui, ROW, lines.len(), |ui, range| {
        for row in range {
            let Some(line) = lines.get(row) else { continue };
            match line {
                Line::Title(severity, count) => title(ui, severity, count),
                Line::Problem(place) => {
                    let Some(problem) = camp.problems.get(place) else {
                        continue;
                    };
                    let row_id = id.with(("problem", place));
                    let clicked = problem_row(ui, row_id, camp, problem, row == at, has_focus);
                    if clicked.clicked() {
                        response.request_focus();
                        go |= clicked.double_clicked() && row == at;
                        at = row;
                    }
                }
            }
        }
    });
    let offset = output.state.clamped_offset().y;
    ui.data_mut(|data| data.insert_temp(id, offset));
    if let Some(Line::Problem(place)) = lines.get(at) {
        *selected = place;
    }
    go
}

/// The place of the problem that the arrows lead to from that at `now`, of `count`.
fn moved(ui: &Ui, now: usize, count: usize) -> usize {
    let (down, up, home, end) = ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key);
        let page = 8;
        (
            count(Key::ArrowDown) + page * count(Key::PageDown),
            count(Key::ArrowUp) + page * count(Key::PageUp),
            count(Key::Home) > 0,
            count(Key::End) > 0,
        )
    });
    let last = count.saturating_sub(1);
    match (home, end) {
        (true, _) => 0,
        (_, true) => last,
        _ => (now + down).saturating_sub(up).min(last),
    }
}

/// Where to scroll so that a line is in view, with the title above the first one.
fn offset_to_show(ui: &Ui, id: Id, row: usize, height: f32) -> f32 {
    let now = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    #[expect(clippy::cast_precision_loss, reason = "exact up to 300,000 rows")]
    let top = row as f32 * ROW;
    let top_with_title = if row == 1 { 0.0 } else { top };
    now.clamp((top + ROW - height).max(0.0), top_with_title.max(0.0))
}

/// Icon, words and colour of a severity.
fn look(severity: Severity, t: &Tokens) -> (Icon, &'static str, egui::Color32) {
    match severity {
        Severity::Stops => (Icon::Error, "Must be fixed", t.danger),
        Severity::Doubtful => (Icon::Warning, "To check", t.warning),
        Severity::Note => (Icon::Info, "Notes", t.info),
    }
}

fn title(ui: &mut Ui, severity: Severity, count: usize) {
    let t = ui.tokens();
    let (_, words, color) = look(severity, t);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let text = format!("{words} ({count})");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    let at = pos2(rect.left() + space::M, rect.bottom() - space::S);
    ui.painter().text(
        at,
        Align2::LEFT_BOTTOM,
        text,
        theme::medium(size::TEXT),
        color,
    );
}

fn problem_row(
    ui: &mut Ui,
    id: Id,
    camp: &OpenCamp,
    problem: &LadderProblem,
    selected: bool,
    focused: bool,
) -> Response {
    let t = ui.tokens();
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, id, Sense::CLICK);
    let sentence = problem.sentence(&camp.data);
    let (icon, words, color) = look(problem.severity(), t);
    response.widget_info(|| {
        let name = format!("{words}: {sentence}");
        WidgetInfo::selected(Role::ListBoxOption, true, selected, name)
    });
    let fill = match (selected, focused, response.hovered()) {
        (true, true, _) => t.selection,
        (true, false, _) => t.selection_idle,
        (false, _, true) => t.surface_hover,
        (false, ..) => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, radius::CONTROL, fill);
    let square = |left: f32| {
        let center = pos2(left + size::ICON / 2.0, rect.center().y);
        Rect::from_center_size(center, vec2(size::ICON, size::ICON))
    };
    icon.paint(ui.painter(), square(rect.left() + space::M), color);
    let mut right = rect.right() - space::M;
    if way(problem).is_some() {
        right -= size::ICON;
        Icon::ChevronRight.paint(ui.painter(), square(right), t.text_weak);
    }
    let left = rect.left() + 2.0 * space::M + size::ICON;
    let ink = if selected { t.text_strong } else { t.text };
    let mut job = LayoutJob::simple(
        sentence,
        theme::regular(size::TEXT),
        ink,
        right - left - space::M,
    );
    job.wrap.max_rows = 2;
    job.halign = Align::Min;
    let galley = ui.painter().layout_job(job);
    let at = pos2(left, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, ink);
    response
}

/// What leads to where a problem is put right.
fn way(problem: &LadderProblem) -> Option<(&'static str, Action)> {
    match problem {
        LadderProblem::RatingsOutOfDate { .. } => {
            Some((Command::RECALCULATE.text(), Command::RECALCULATE.into()))
        }
        LadderProblem::NotChecked { .. } => Some((
            "Check games",
            Action::Go(Page::GAMES.in_view(View::Check, None)),
        )),
        LadderProblem::UnclearResult { games, .. } => games.first().map(|game| {
            (
                "Check game",
                Action::Go(Page::GAMES.in_view(View::Check, Some(game.id.into()))),
            )
        }),
        LadderProblem::LadderNotComputed { ladder, .. } => {
            Some(("Set it up…", Action::Go(Page::STANDINGS.set_up(*ladder))))
        }
        LadderProblem::StaleWeek(stale) => {
            Some(("Open week", Action::LookAtWeek(Some(stale.week.id))))
        }
        problem => problem
            .record()
            .map(|record| (opens(record), Action::Show(record))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_places_fit_together() {
        let lines = Lines(vec![(Severity::Stops, 0..2), (Severity::Note, 2..5)]);
        let all = (0..lines.len()).filter_map(|row| lines.get(row));
        assert_eq!(
            all.collect::<Vec<_>>(),
            [
                Line::Title(Severity::Stops, 2),
                Line::Problem(0),
                Line::Problem(1),
                Line::Title(Severity::Note, 3),
                Line::Problem(2),
                Line::Problem(3),
                Line::Problem(4),
            ]
        );
        assert_eq!(lines.get(lines.len()), None);
        for place in 0..5 {
            assert_eq!(lines.get(lines.row_of(place)), Some(Line::Problem(place)));
        }
    }
}
