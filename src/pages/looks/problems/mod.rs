//! The list of problems: grouped by how much they matter, alike ones in one line that unfolds as a tree does, each a key away from its
//! record, and a key away from being called right.

mod line;

use egui::{
    Event, EventFilter, Id, Key, Modifiers, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2,
};

use self::line::{INDENT, ROW, choice, look, title};
use crate::{
    app::{
        Action, Command, OpenCamp, View,
        page::Page,
        problem_list::{Line, Lines, ProblemList},
    },
    domain::{Edit, LadderProblem, Week},
    kit::{Button, EmptyState, Icon, UiTokens as _, tokens::space},
    pages::looks::record::opens,
};

/// In a list of less height than this, in points, no line is higher than another.
const LOW: f32 = 3.0 * ROW;

/// So many lines of the list may be higher than others: with more, finding where each is would take too long.
const MEASURED: usize = 100;

/// The list shows this many lines at most.
const MOST_ROWS: f32 = 9.0;

/// The key that accepts a problem.
const ACCEPT_KEY: Key = Key::Space;

/// What can be done about the chosen line, in the words of a button.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    /// What Enter does: it leads to where the problem is put right, or unfolds or folds the line where there is no action.
    pub(crate) way: Option<(&'static str, Option<Action>)>,
    /// What puts it right without going anywhere.
    pub(crate) more: Option<(&'static str, Action)>,
}

/// What was done in the list.
#[derive(Debug)]
pub(crate) enum Done {
    /// The chosen problem was entered.
    Entered,
    /// What the chosen line says is to be accepted, or listed again.
    Accepted,
}

/// What can be done about the chosen line.
pub(crate) fn chosen(camp: &OpenCamp, may_change: bool, list: &ProblemList) -> Chosen {
    let Some(line) = list.line(camp) else {
        return Chosen::default();
    };
    let problems = line.problems(camp);
    let words = match &line {
        Line::Accepted { .. } => ["Show", "Hide"],
        _ => ["Show each", "Hide each"],
    };
    let way = if let Some(is_unfolded) = line.is_unfolded() {
        Some((words[usize::from(is_unfolded)], None))
    } else {
        let way = problems.first().and_then(|problem| way(problem, camp));
        way.map(|(text, action)| (text, Some(action)))
    };
    let more = if list.is_accepted(camp) {
        None
    } else {
        remedy(camp, may_change, problems)
    };
    Chosen { way, more }
}

/// What puts these problems right at once, where the week may be changed or opened again.
fn remedy(
    camp: &OpenCamp,
    may_change: bool,
    problems: &[LadderProblem],
) -> Option<(&'static str, Action)> {
    let change = |text, edit| may_change.then_some((text, Action::Change(edit)));
    let reopen = |text, week: &Week| {
        let may_reopen = camp.why_not_reopen(week).is_none();
        may_reopen.then_some((text, Action::ReopenWeek(week.id)))
    };
    match problems {
        [LadderProblem::BlankStart { .. }, ..] => change(
            "Use the initial rating of the group for all blank ones",
            Edit::FillBlankStarts,
        ),
        [LadderProblem::OtherStarts { .. }] if camp.data.week.is_closed() => {
            reopen("Reopen this week", &camp.data.week)
        }
        [LadderProblem::OtherStarts { .. }] => change("Update start ratings", Edit::CarryStarts),
        [LadderProblem::StaleWeek(stale)] => reopen("Reopen that week", &stale.week),
        [LadderProblem::WeekLacksPart(week)] => reopen("Reopen that week", week),
        _ => None,
    }
}

/// The button that accepts what the chosen line says, or lists it again. Whether it was pressed; then the keyboard is in the list, `id`,
/// where the next line is chosen.
pub(crate) fn accept_button(ui: &mut Ui, camp: &OpenCamp, id: Id, list: &ProblemList) -> bool {
    let text = if list.is_accepted(camp) {
        "List again"
    } else {
        "OK, that is right"
    };
    let button = Button::secondary(text)
        .shortcut(ACCEPT_KEY.name())
        .refused(list.why_not_accept(camp));
    let is_pressed = button.show(ui).clicked();
    if is_pressed {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    is_pressed
}

/// All problems of the open camp, in at most `room` points of height. `id` is what takes the keyboard.
pub(crate) fn list(
    ui: &mut Ui,
    camp: &OpenCamp,
    id: Id,
    list: &mut ProblemList,
    room: f32,
) -> Option<Done> {
    if !is_empty(camp) {
        return rows(ui, camp, id, list, room);
    }
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
    None
}

/// Whether nothing is listed, and nothing accepted.
pub(crate) fn is_empty(camp: &OpenCamp) -> bool {
    camp.problems.is_empty() && camp.accepted_problems.is_empty()
}

/// The scrolling list, one tab stop.
fn rows(ui: &mut Ui, camp: &OpenCamp, id: Id, list: &mut ProblemList, room: f32) -> Option<Done> {
    // Whatever has changed meanwhile comes before the keys.
    list.lines(camp);
    let before = list.row();
    let mut done = None;
    if ui.memory(|memory| memory.has_focus(id)) {
        done = keys(ui, camp, list);
    }
    let lines = list.lines(camp);
    let rows = Rows::new(ui, camp, &lines, room);
    let wanted = rows.top(list.most_lines().max(lines.count()));
    let height = wanted.min(MOST_ROWS * ROW).min(room.max(2.0 * ROW));
    let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
    let response = ui.interact(rect, id, Sense::FOCUSABLE);
    let filter = EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    response.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "Problems"));

    let mut area = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, false]);
    if list.row() != before {
        area = area.vertical_scroll_offset(offset_to_show(ui, id, (&rows, list.row()), height));
    }
    let has_focus = response.has_focus();
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let output = area.show_viewport(ui, |ui, viewport| {
        let all = ui.max_rect();
        ui.set_height(rows.top(lines.count()));
        for row in rows.at(viewport.top())..=rows.at(viewport.bottom()) {
            let Some(line) = lines.get(row) else { break };
            let [top, bottom] = [row, row + 1].map(|row| all.top() + rows.top(row));
            let rect = Rect::from_x_y_ranges(all.x_range(), top..=bottom);
            match &line {
                Line::Title(severity, count) => {
                    let (_, words, color) = look(*severity, ui.tokens());
                    title(ui, rect, &format!("{words} ({count})"), color);
                }
                Line::NothingListed => title(ui, rect, "No problems", ui.tokens().success),
                _ => {
                    let is_chosen = row == list.row();
                    let shown = choice(
                        ui,
                        (id.with(("problem", row)), rect),
                        camp,
                        &line,
                        is_chosen,
                        has_focus,
                    );
                    if shown.clicked() {
                        clicked = Some((row, line, shown));
                    }
                }
            }
        }
    });
    let offset = output.state.clamped_offset().y;
    ui.data_mut(|data| data.insert_temp(id, offset));
    if let Some((row, line, shown)) = clicked {
        response.request_focus();
        let was_chosen = row == list.row();
        list.choose(row, camp);
        let is_double = shown.double_clicked() && was_chosen;
        let at_mark = shown
            .interact_pointer_pos()
            .is_some_and(|at| at.x < shown.rect.left() + space::M + INDENT);
        match (&line, line.is_unfolded()) {
            // Each click is one; a second click at once is meant for the same.
            (Line::Accepted { .. }, _) if !is_double => list.toggle(camp),
            (Line::Alike { .. }, Some(_)) if at_mark != is_double => list.toggle(camp),
            (Line::Problem { .. }, _) if is_double => done = Some(Done::Entered),
            _ => {}
        }
    }
    done
}

/// What the keys do in the list.
fn keys(ui: &Ui, camp: &OpenCamp, list: &mut ProblemList) -> Option<Done> {
    let count = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    let page = 8;
    let down = count(Key::ArrowDown) + page * count(Key::PageDown);
    let up = count(Key::ArrowUp) + page * count(Key::PageUp);
    if count(Key::Home) > 0 {
        list.to_first(camp);
    } else if count(Key::End) > 0 {
        list.to_last(camp);
    } else if down + up > 0 {
        list.step(camp, down, up);
    }
    if count(Key::ArrowRight) + count(Key::Plus) > 0 {
        list.unfold(camp);
    }
    if count(Key::ArrowLeft) + count(Key::Minus) > 0 {
        list.fold(camp);
    }
    if count(Key::Enter) > 0 {
        let line = list.line(camp)?;
        if line.is_unfolded().is_none() {
            return Some(Done::Entered);
        }
        list.toggle(camp);
    }
    (take_accept_key(ui) && list.why_not_accept(camp).is_none()).then_some(Done::Accepted)
}

/// Whether the key was pressed that accepts. Held down it accepts one line, and not all that come after it.
fn take_accept_key(ui: &Ui) -> bool {
    let mut is_pressed = false;
    let is_other = |event: &Event| match event {
        Event::Key {
            key: ACCEPT_KEY,
            pressed: true,
            repeat,
            modifiers,
            ..
        } if modifiers.is_none() => {
            is_pressed |= !repeat;
            false
        }
        _ => true,
    };
    ui.input_mut(|input| input.events.retain(is_other));
    is_pressed
}

/// Where to scroll so that a line is in view, with the title above the first one.
fn offset_to_show(ui: &Ui, id: Id, (rows, row): (&Rows, usize), height: f32) -> f32 {
    let now = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    let [top, bottom] = [row, row + 1].map(|row| rows.top(row));
    let top_with_title = if row == 1 { 0.0 } else { top };
    let least = (bottom - height).clamp(0.0, top_with_title);
    now.clamp(least, top_with_title)
}

/// Where the lines of the list are: each is as high as its text needs.
struct Rows {
    /// Of the first ones, in points, and of the end of these. The others are [`ROW`] high.
    tops: Vec<f32>,
}

impl Rows {
    fn new(ui: &Ui, camp: &OpenCamp, lines: &Lines, room: f32) -> Self {
        let count = if room < LOW {
            0
        } else {
            lines.count().min(MEASURED)
        };
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        let mut tops = vec![0.0];
        let mut top = 0.0;
        for line in (0..count).map_while(|row| lines.get(row)) {
            top += line::height(ui, camp, &line, width);
            tops.push(top);
        }
        Self { tops }
    }

    /// Where a line begins, in points.
    #[expect(clippy::cast_precision_loss, reason = "exact up to 300,000 rows")]
    fn top(&self, row: usize) -> f32 {
        let last = self.tops.len() - 1;
        let measured = self.tops.get(row.min(last)).copied().unwrap_or(0.0);
        measured + row.saturating_sub(last) as f32 * ROW
    }

    /// The line that is there, if so many are listed.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a line of the list"
    )]
    fn at(&self, y: f32) -> usize {
        let last = self.tops.len() - 1;
        let below = self.tops.get(last).map_or(0.0, |end| y - end);
        if below < 0.0 {
            self.tops.partition_point(|top| *top <= y).saturating_sub(1)
        } else {
            last + (below / ROW) as usize
        }
    }
}

/// What leads to where a problem is put right.
fn way(problem: &LadderProblem, camp: &OpenCamp) -> Option<(&'static str, Action)> {
    match problem {
        // What must be fixed first stands above it.
        LadderProblem::RatingsOutOfDate { players: None } => None,
        LadderProblem::RatingsOutOfDate { .. } if camp.data.week.is_closed() => {
            Some((Command::MEND.text(), Command::MEND.into()))
        }
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
        LadderProblem::LadderNotComputed { ladder, .. } => Some((
            "Set it up…",
            Action::Go(Page::STANDINGS.of_ladder(Some(*ladder))),
        )),
        LadderProblem::LostHistory
        | LadderProblem::NoBackup(_)
        | LadderProblem::NoSecondBackup(_)
        | LadderProblem::MissingSinceRepair(_) => {
            Some(("Open Backups", Action::Go(Page::BACKUPS.into())))
        }
        LadderProblem::StaleWeek(stale) => {
            Some(("Open week", Action::LookAtWeek(Some(stale.week.id))))
        }
        LadderProblem::WeekLacksPart(week) => {
            Some(("Open week", Action::LookAtWeek(Some(week.id))))
        }
        LadderProblem::UsChessSection(section) | LadderProblem::UsChessNotes(section) => Some((
            "Open section",
            Action::Go(Page::US_CHESS.of_section(section.section)),
        )),
        problem => problem
            .record()
            .map(|record| (opens(record), Action::Show(record))),
    }
}
