//! The list of problems: grouped by how much they matter, alike ones in one line that unfolds as a tree does, each a key away from its
//! record, and a key away from being called right.

use egui::{
    Align, Align2, Event, EventFilter, Id, Key, Modifiers, Rect, Response, Role, ScrollArea, Sense,
    TextFormat, Ui, WidgetInfo, pos2, text::LayoutJob, vec2,
};

use crate::{
    app::{
        Action, Command, OpenCamp, View,
        page::Page,
        problem_list::{ACCEPTED, Line, Part, ProblemList, severity_title},
    },
    domain::{Edit, LadderProblem, Severity, Week},
    kit::{
        Button, EmptyState, Icon, UiTokens as _, theme,
        tip::Tip as _,
        tokens::{Tokens, radius, size, space},
    },
    pages::looks::record::opens,
};

/// A line of the list, in points: two lines of text.
const ROW: f32 = 46.0;

/// The list shows this many lines at most.
const MOST_ROWS: f32 = 9.0;

/// How far the mark that unfolds a line reaches, and what stands under such a line is indented, in points.
const INDENT: f32 = size::ICON + space::S;

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
    #[expect(clippy::cast_precision_loss, reason = "cut off at a few rows")]
    let wanted = list.most_lines() as f32 * ROW;
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
        area = area.vertical_scroll_offset(offset_to_show(ui, id, list.row(), height));
    }
    let has_focus = response.has_focus();
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let output = area.show_rows(ui, ROW, lines.count(), |ui, range| {
        for row in range {
            let Some(line) = lines.get(row) else { continue };
            match &line {
                Line::Title(severity, count) => {
                    let (_, words, color) = look(*severity, ui.tokens());
                    title(ui, &format!("{words} ({count})"), color);
                }
                Line::NothingListed => title(ui, "No problems", ui.tokens().success),
                _ => {
                    let is_chosen = row == list.row();
                    let shown = choice(
                        ui,
                        id.with(("problem", row)),
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
fn offset_to_show(ui: &Ui, id: Id, row: usize, height: f32) -> f32 {
    let now = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    #[expect(clippy::cast_precision_loss, reason = "exact up to 300,000 rows")]
    let top = row as f32 * ROW;
    let top_with_title = if row == 1 { 0.0 } else { top };
    now.clamp((top + ROW - height).max(0.0), top_with_title.max(0.0))
}

/// Icon, words and colour of a severity.
fn look(severity: Severity, t: &Tokens) -> (Icon, &'static str, egui::Color32) {
    let (icon, color) = match severity {
        Severity::Stops => (Icon::Error, t.danger),
        Severity::Doubtful => (Icon::Warning, t.warning),
        Severity::Note => (Icon::Info, t.info),
    };
    (icon, severity_title(severity), color)
}

fn title(ui: &mut Ui, text: &str, color: egui::Color32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
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
fn choice(
    ui: &mut Ui,
    id: Id,
    camp: &OpenCamp,
    line: &Line,
    is_chosen: bool,
    has_focus: bool,
) -> Response {
    let t = ui.tokens();
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
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
        (false, ..) => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, radius::CONTROL, fill);
    let square = |left: f32| {
        let center = pos2(left + size::ICON / 2.0, rect.center().y);
        Rect::from_center_size(center, vec2(size::ICON, size::ICON))
    };
    let mut left = rect.left() + space::M;
    if let Some(is_unfolded) = line.is_unfolded() {
        let mark = if is_unfolded {
            Icon::ChevronDown
        } else {
            Icon::ChevronRight
        };
        mark.paint(ui.painter(), square(left), t.text_weak);
    }
    left += INDENT;
    if matches!(line, Line::Problem { is_under: true, .. }) {
        left += INDENT;
    }
    look.icon.paint(ui.painter(), square(left), look.color);
    left += size::ICON + space::M;
    let mut right = rect.right() - space::M;
    let first = line.problems(camp).first();
    let leads_on =
        line.is_unfolded().is_none() && first.is_some_and(|first| way(first, camp).is_some());
    if leads_on {
        right -= size::ICON;
        Icon::ChevronRight.paint(ui.painter(), square(right), t.text_weak);
    }
    let ink = if is_chosen { t.text_strong } else { t.text };
    let mut job = LayoutJob::simple(
        look.text,
        theme::regular(size::TEXT),
        ink,
        right - left - space::M,
    );
    if !look.button.is_empty() {
        let format = TextFormat::simple(theme::regular(size::TEXT), t.accent);
        job.append(look.button, space::S, format);
    }
    job.wrap.max_rows = 2;
    job.halign = Align::Min;
    let galley = ui.painter().layout_job(job);
    let at = pos2(left, rect.center().y - galley.size().y / 2.0);
    let whole = galley.elided.then(|| galley.text().to_owned());
    ui.painter().galley(at, galley, ink);
    match whole {
        Some(whole) => response.tip(whole),
        None => response,
    }
}

/// What is shown of a line.
struct LineLook {
    icon: Icon,
    color: egui::Color32,
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

/// What leads to where a problem is put right.
fn way(problem: &LadderProblem, camp: &OpenCamp) -> Option<(&'static str, Action)> {
    match problem {
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
