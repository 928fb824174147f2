//! What the director decides: both copies side by side, and games and players that read the same on both.

use std::{borrow::Cow, sync::Arc};

use egui::{
    EventFilter, FontId, Galley, Key, Pos2, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, text::LayoutJob, vec2,
};

use super::{
    super::state::{Bringing, Decision, Planned},
    Begins, GoesTo, Looks,
};
use crate::{
    domain::{
        counted,
        merge::{Double, Prefer, ReadsHere, SideBySide},
    },
    kit::{
        Button, UiTokens as _,
        input_check::{check_box, check_box_height},
        page::{card, section_title},
        scrolling::{bring_into_sight, comes_back, comes_with, scrolled_by_page_keys},
        theme,
        tokens::{radius, size, space},
    },
    pages::looks::disclosure::lines,
};

/// The two copies, and what each is called.
const SIDES: [(Prefer, &str); 2] = [(Prefer::Ours, "Here"), (Prefer::Theirs, "In the copy")];

/// Where there is less room than this, in points, the two stand below each other.
const NARROW: f32 = 480.0;

/// Between the outline of a side and its text, in points.
const MARGIN: f32 = 12.0;

/// Room for the mark of the chosen side, in points.
const MARK: f32 = 24.0;

/// So many lines of a long text are shown.
const LINES: usize = 6;

/// So much of the width of a line is filled by the text that has the most letters, at most: another one may have wider ones.
const FILLED: f32 = 0.85;

/// The second half of a double click comes this soon, in seconds, and this near, in points.
const DOUBLE_CLICK: f64 = 0.5;
const NEAR: f32 = 6.0;

/// A tick that was set or taken away. What follows from it may come or go above it.
#[derive(Debug)]
pub(super) struct Ticked {
    theirs: String,
    /// How far below the top of what scrolls it stood.
    below: f32,
    /// Where the pointer was on the screen, and when, in the time of egui.
    at: Option<Pos2>,
    when: f64,
    /// Whether what follows from it is shown.
    is_shown: bool,
}

impl Ticked {
    /// Whether a click is the second half of a double one at this tick: something else may be under the pointer by now.
    pub(super) fn is_clicked_again(&self, ui: &Ui, clicked: &Response) -> bool {
        let at = self.at.zip(clicked.interact_pointer_pos());
        let is_near = at.is_some_and(|(before, now)| before.distance(now) < NEAR);
        is_near && ui.input(|input| input.time) - self.when < DOUBLE_CLICK
    }
}

pub(super) fn decisions(
    ui: &mut Ui,
    bringing: &mut Bringing,
    looks: &mut Looks,
    planned: &Planned,
    begins: Option<Begins>,
) {
    if planned.decisions.is_empty() {
        return;
    }
    let last = looks.decision.take();
    card(ui, |ui| {
        let open = planned.decisions.iter();
        let open = open.filter(|decision| bringing.taken(decision).is_none());
        let title = match open.count() {
            0 => format!("{}, all made", counted(planned.decisions.len(), "decision")),
            open if open == planned.decisions.len() => {
                format!("{} needed", counted(open, "decision"))
            }
            open => format!(
                "{open} of {} still needed",
                counted(planned.decisions.len(), "decision")
            ),
        };
        section_title(ui, &title);
        let text = if planned.has_base() {
            "Both have changed these. Choose for each what stays."
        } else {
            "These differ. Choose for each what stays."
        };
        ui.label(RichText::new(text).color(ui.tokens().text_weak));
        ui.horizontal_wrapped(|ui| {
            for (prefer, text) in [
                (Prefer::Ours, "All as here"),
                (Prefer::Theirs, "All as in the copy"),
            ] {
                let button = Button::secondary(text).show(ui);
                if button.clicked() && !looks.is_clicked_again(ui, &button) {
                    bringing.decide_all(prefer);
                }
            }
        });
        let with_keyboard = match begins {
            Some(Begins::Decisions) => Some(0),
            Some(Begins::Decided) => bringing.last_of(&planned.decisions),
            Some(Begins::Next) => next_open(bringing, planned, last),
            _ => None,
        };
        for (at, decision) in planned.decisions.iter().enumerate() {
            let begins = begins.filter(|_| Some(at) == with_keyboard);
            let taken = bringing.taken(decision);
            let chosen = choice(ui, looks, decision, (taken, begins));
            if chosen.has_keyboard {
                looks.decision = Some(at);
            }
            if let Some(prefer) = chosen.now {
                bringing.decide(decision.key.clone(), prefer);
            }
        }
    });
    looks.decision = looks.decision.or(last);
}

/// The decision that is open behind the one that had the keyboard last, and round the end.
fn next_open(bringing: &Bringing, planned: &Planned, last: Option<usize>) -> Option<usize> {
    let decisions = planned.decisions.iter().enumerate();
    let open = decisions.filter(|(_, decision)| bringing.taken(decision).is_none());
    let open = open.map(|(at, _)| at).collect::<Vec<_>>();
    let behind = open.iter().find(|at| Some(**at) > last);
    behind.or(open.first()).copied()
}

/// What was done with both sides.
struct Chosen {
    /// The side that was chosen now.
    now: Option<Prefer>,
    /// Whether one of them has the keyboard.
    has_keyboard: bool,
}

/// Shows what stands on both. Arrows choose the side that they lead to.
fn choice(
    ui: &mut Ui,
    looks: &mut Looks,
    decision: &Decision,
    (taken, begins): (Option<Prefer>, Option<Begins>),
) -> Chosen {
    let t = ui.tokens();
    ui.add_space(space::S);
    let title = RichText::new(&decision.title)
        .font(theme::medium(size::TEXT))
        .color(t.text_strong);
    let mut above = ui.add(egui::Label::new(title).wrap()).rect;
    if let Some(way) = &decision.way_to_keep_both {
        let way = RichText::new(format!("{way}.")).color(t.text_weak);
        above = above.union(ui.add(egui::Label::new(way).wrap()).rect);
    }
    let id = ui.make_persistent_id(("decision", &decision.key, &decision.title));
    let room = ui.available_width();
    let is_narrow = room < NARROW;
    let width = if is_narrow {
        room
    } else {
        (room - space::M) / 2.0
    };
    let laid = Laid::new(ui, &decision.rows, width - 2.0 * MARGIN - MARK);
    let heights = [0, 1].map(|side| laid.height(side, is_narrow));
    let total = if is_narrow {
        heights.iter().sum::<f32>() + space::S
    } else {
        heights[0]
    };
    let (_, rect) = ui.allocate_space(vec2(room, total));
    let corners = if is_narrow {
        [
            rect.min,
            pos2(rect.left(), rect.top() + heights[0] + space::S),
        ]
    } else {
        [rect.min, pos2(rect.left() + width + space::M, rect.top())]
    };
    let mut chosen = Chosen {
        now: None,
        has_keyboard: false,
    };
    let sides = SIDES.iter().zip(corners).zip(heights).enumerate();
    for (at, (((prefer, called), corner), height)) in sides {
        let place = Rect::from_min_size(corner, vec2(width, height));
        let is_chosen = taken == Some(*prefer);
        let response = ui.interact(place, id.with(at), Sense::click());
        let name = name(decision, called, at);
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, &name)
        });
        comes_with(ui, response.id, above.union(rect));
        if let Some(begins) = begins
            && (is_chosen || at == 0 && taken.is_none())
        {
            take_keyboard(ui, looks, &response, begins);
        }
        let is_clicked = response.clicked() && !looks.is_clicked_again(ui, &response);
        let clicked = is_clicked.then_some(*prefer);
        chosen.now = chosen.now.or(clicked);
        if let Some(to) = arrow(ui, &response) {
            ui.memory_mut(|memory| memory.request_focus(id.with(to)));
            chosen.now = SIDES.get(to).map(|(prefer, _)| *prefer);
        }
        if response.has_focus() {
            chosen.has_keyboard = true;
            looks.scrolls += scrolled_by_page_keys(ui, ui.clip_rect().height());
        }
        if ui.is_rect_visible(place) {
            paint(ui, &response, place, is_chosen, called);
            laid.paint(ui, place.min + vec2(MARGIN + MARK, MARGIN), at, is_narrow);
        }
    }
    chosen.now = chosen.now.filter(|now| taken != Some(*now));
    chosen
}

/// The keyboard goes to a side, but for the beginning of the page, where what has it must be in sight without scrolling.
fn take_keyboard(ui: &Ui, looks: &mut Looks, side: &Response, begins: Begins) {
    if begins != Begins::Decisions {
        side.request_focus();
        // It may have had the keyboard already, and have been scrolled away.
        bring_into_sight(ui, Some(side.id));
        return;
    }
    let room = ui.clip_rect().height();
    let [top, bottom] = [side.rect.top(), side.rect.bottom()].map(|edge| edge - looks.top);
    if bottom <= room || top <= room / 2.0 {
        side.request_focus();
        comes_back(ui.ctx(), side.id);
    } else {
        looks.goes_to = Some(GoesTo::Next);
        ui.ctx().request_repaint();
    }
}

/// "Player Ann Lee, here: Notes Left-handed"
fn name(decision: &Decision, called: &str, side: usize) -> String {
    let rows = decision.rows.iter();
    let rows = rows.map(|row| format!("{} {}", row.field, value(row, side)));
    let rows = rows.collect::<Vec<_>>().join(", ");
    format!("{}, {}: {rows}", decision.title, called.to_lowercase())
}

fn value(row: &SideBySide, side: usize) -> &str {
    if side == 0 { &row.ours } else { &row.theirs }
}

/// The side to which an arrow leads, be it the one that has the keyboard, and isn't chosen yet.
fn arrow(ui: &Ui, response: &Response) -> Option<usize> {
    let filter = EventFilter {
        horizontal_arrows: true,
        // They stand below each other in a narrow window.
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    if !response.has_focus() {
        return None;
    }
    let pressed = |keys: [Key; 2]| ui.input(|input| keys.iter().any(|key| input.key_pressed(*key)));
    if pressed([Key::ArrowLeft, Key::ArrowUp]) {
        Some(0)
    } else {
        pressed([Key::ArrowRight, Key::ArrowDown]).then_some(1)
    }
}

/// The surface of a side, its mark and what it is called.
fn paint(ui: &Ui, response: &Response, place: Rect, is_chosen: bool, called: &str) {
    let t = ui.tokens();
    let fill = if is_chosen {
        t.selection
    } else if response.hovered() {
        t.surface_hover
    } else {
        t.surface
    };
    let outline = if is_chosen {
        t.accent
    } else {
        t.border_control
    };
    let painter = ui.painter();
    let stroke = Stroke::new(1.0, outline);
    painter.rect(place, radius::CONTROL, fill, stroke, StrokeKind::Inside);
    if response.has_focus() {
        let ring = Stroke::new(size::FOCUS, t.focus_ring);
        painter.rect_stroke(place, radius::CONTROL, ring, StrokeKind::Outside);
    }
    let mark = place.min + vec2(MARGIN + 8.0, MARGIN + 9.0);
    painter.circle_stroke(mark, 7.0, Stroke::new(1.5, outline));
    if is_chosen {
        painter.circle_filled(mark, 4.0, t.accent);
    }
    let font = theme::medium(size::TEXT);
    let text = painter.layout_no_wrap(called.to_owned(), font, t.text_strong);
    painter.galley(place.min + vec2(MARGIN + MARK, MARGIN), text, t.text_strong);
}

/// The texts of both sides, a row a field.
struct Laid {
    heading: f32,
    rows: Vec<(Arc<Galley>, [Arc<Galley>; 2])>,
}

impl Laid {
    fn new(ui: &Ui, rows: &[SideBySide], width: f32) -> Self {
        let t = ui.tokens();
        let layout = |text: &str, font: FontId, color, lines: usize| {
            let mut job = LayoutJob::simple(text.to_owned(), font, color, width.max(40.0));
            job.wrap.max_rows = lines;
            ui.painter().layout_job(job)
        };
        let rows = rows.iter().map(|row| {
            let field = layout(
                &row.field,
                theme::regular(size::TEXT_SMALL),
                t.text_weak,
                LINES,
            );
            let values = [0, 1].map(|side| {
                let font = theme::regular(size::TEXT);
                layout(value(row, side), font, t.text, LINES)
            });
            (field, values)
        });
        Self {
            heading: 22.0,
            rows: rows.collect(),
        }
    }

    /// How high a value stands: beside each other, both are as high as the higher one.
    fn height_of(values: &[Arc<Galley>; 2], side: usize, is_narrow: bool) -> f32 {
        let heights = values.each_ref().map(|value| value.size().y);
        if is_narrow {
            heights.get(side).copied().unwrap_or_default()
        } else {
            heights.into_iter().fold(0.0, f32::max)
        }
    }

    /// Of a whole side, with its margins.
    fn height(&self, side: usize, is_narrow: bool) -> f32 {
        let rows = self.rows.iter().map(|(field, values)| {
            space::XS + field.size().y + Self::height_of(values, side, is_narrow)
        });
        2.0 * MARGIN + self.heading + rows.sum::<f32>()
    }

    fn paint(&self, ui: &Ui, at: Pos2, side: usize, is_narrow: bool) {
        let t = ui.tokens();
        let mut top = at.y + self.heading;
        for (field, values) in &self.rows {
            top += space::XS;
            ui.painter()
                .galley(pos2(at.x, top), Arc::clone(field), t.text_weak);
            top += field.size().y;
            if let Some(value) = values.get(side) {
                ui.painter()
                    .galley(pos2(at.x, top), Arc::clone(value), t.text);
            }
            top += Self::height_of(values, side, is_narrow);
        }
    }
}

/// Games and new players that read the same on both.
pub(super) fn doubles(
    ui: &mut Ui,
    bringing: &mut Bringing,
    looks: &mut Looks,
    planned: &Planned,
    begins: Option<Begins>,
) {
    let doubles = planned.doubles();
    if doubles.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "The same on both");
        let text = "Games with the same players, result and day, and new players of the same name: each is kept once. Untick a game that was played twice, and a player who is somebody else. Tick a game with the colors swapped if it was played once.";
        let mut text = Cow::from(text);
        let has = |is_so: fn(&ReadsHere) -> bool| doubles.iter().any(|it| is_so(&it.here));
        if has(|here| matches!(here, ReadsHere::Row(_))) {
            text += " A game in the same row of both files is kept once, too: decide what differs.";
        }
        if has(|here| *here == ReadsHere::NamesSwapped) {
            text += " A new player with first and last name the other way round is kept once, too: decide which is right.";
        }
        if has(|here| matches!(here, ReadsHere::Nearly(_))) {
            text += " New players with nearly the same name stay two: tick those who are one, and decide which name is right.";
        }
        ui.add(egui::Label::new(RichText::new(text).color(ui.tokens().text_weak)).wrap());
        let top = ui.cursor().top() - looks.top;
        let height = height_of_line(ui, doubles);
        let below = |at: usize| top + height * f32::from(u16::try_from(at).unwrap_or(u16::MAX));
        if let Some(ticked) = &mut looks.ticked
            && !ticked.is_shown
            && !bringing.is_busy()
        {
            ticked.is_shown = true;
            let now = doubles.iter().position(|it| it.theirs == ticked.theirs);
            let moved = now.map_or(0.0, |at| below(at) - ticked.below);
            if moved.abs() > 0.5 {
                looks.scrolls -= moved;
                ui.ctx().request_discard("a tick stays where it is");
            }
        }
        lines(ui, doubles.len(), height, |ui, at| {
            let Some(double) = doubles.get(at) else {
                return;
            };
            let mut is_one = bringing.is_one(double);
            let id = ui.make_persistent_id(("typed on both", &double.theirs));
            let text = double.as_one();
            let tick = ui.vertical(|ui| check_box(ui, id, &text, &mut is_one));
            let tick = tick.inner;
            if begins == Some(Begins::Decided) && bringing.is_decided_last(double) {
                tick.request_focus();
            }
            let is_other = |ticked: &&Ticked| ticked.theirs != double.theirs;
            let other = looks.ticked.as_ref().filter(is_other);
            if tick.changed() && other.is_none_or(|it| !it.is_clicked_again(ui, &tick)) {
                bringing.keep_once(double, is_one);
                looks.ticked = Some(Ticked {
                    theirs: double.theirs.clone(),
                    below: below(at),
                    at: tick.interact_pointer_pos(),
                    when: ui.input(|input| input.time),
                    is_shown: false,
                });
            }
        });
    });
}

/// Height of each game or player that reads the same on both, in points: that of the longest text.
fn height_of_line(ui: &Ui, doubles: &[Double]) -> f32 {
    let texts = doubles.iter().map(Double::as_one);
    let longest = texts.max_by_key(|text| text.chars().count());
    let width = ui.available_width() * FILLED;
    longest.map_or(size::CONTROL, |text| check_box_height(ui, &text, width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::testing;

    /// "Permanent rating at the start of the week" has no room on one line in a small window.
    #[test]
    fn the_name_of_a_field_is_not_cut() {
        let row = SideBySide {
            field: "Permanent rating at the start of the week".to_owned(),
            ours: "1300".to_owned(),
            theirs: "400".to_owned(),
        };
        let mut harness = testing::harness(move |ui| {
            let laid = Laid::new(ui, std::slice::from_ref(&row), 180.0);
            let field = laid.rows.first().map(|(field, _)| Arc::clone(field));
            let field = field.expect("a row");
            assert!(!field.elided && field.rows.len() == 2, "{field:?}");
        });
        harness.run();
    }

    /// In a small window they lay over the border of the card, and were cut.
    #[test]
    fn what_is_the_same_on_both_is_read_to_its_end() {
        let nearly = |in_words: &str, here: &str| Double {
            table: "person",
            ours: "ours".to_owned(),
            theirs: in_words.to_owned(),
            in_words: in_words.to_owned(),
            here: ReadsHere::Nearly(here.to_owned()),
            is_one: false,
        };
        let long = "Maximiliana Featherstonehaugh-Cholmondeley, number 4";
        let doubles = [nearly("Lee", "Lea"), nearly(long, long)];
        let mut harness = testing::builder(egui::Theme::Light)
            .with_size(vec2(360.0, 400.0))
            .build_ui(move |ui| {
                let room = ui.available_width();
                let [_, long] = &doubles;
                let id = ui.make_persistent_id("tick");
                let tick = check_box(ui, id, &long.as_one(), &mut false).rect;
                assert!(tick.width() <= room && tick.height() > size::CONTROL);
                assert!(height_of_line(ui, &doubles) >= tick.height());
            });
        harness.run();
    }
}
