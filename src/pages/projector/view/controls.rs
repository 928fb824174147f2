//! The controls of the projector: shown while somebody moves the pointer or walks through them, and otherwise not on the wall.

use std::time::Duration;

use egui::{Align2, Area, Event, Frame, Id, Margin, Order, Rect, Response, Stroke, Ui, vec2};
use strum::VariantArray as _;

use super::super::state::{CHOICES_OF_SECONDS, PageTurn, Projector};
use crate::{
    app::{
        Action,
        page::Outbox,
        settings::{ProjectorSettings, Theme},
    },
    domain::{LadderId, LadderSetup, PublishedNames},
    kit::{
        Button, Choice, Icon, UiTokens as _,
        icon::small_icon_button,
        tokens::{radius, space},
    },
};

/// So long the controls stay after the pointer has come to rest, in seconds.
const STAY: f64 = 4.0;

/// With less room than this, in points, the controls stand in two lines.
const ONE_LINE: f32 = 940.0;

/// The lists to choose from, the first one by group.
const LISTS: [&str; 2] = ["Group by group", "Whole camp"];

/// What the controls and the keys change.
pub(super) struct Controlled<'a> {
    pub(super) projector: &'a mut Projector,
    pub(super) settings: ProjectorSettings,
    /// The ladders of the camp.
    pub(super) ladders: &'a [LadderSetup],
    /// The one that is shown; nothing for the camp ladder of the week.
    pub(super) ladder: Option<LadderId>,
    /// Whether the strip is open in which games are typed.
    pub(super) is_typing: bool,
    pub(super) now: f64,
}

/// The controls.
#[derive(Debug, Default)]
pub(super) struct Controls {
    /// When they go away; `None` before they were shown for the first time.
    until: Option<f64>,
    has_keyboard: bool,
}

impl Controls {
    /// Shows them over the foot of the wall, if they are wanted; whether they are. `is_led_here`: Tab finds nothing to lead to
    /// as long as they aren't there.
    pub(super) fn show(
        &mut self,
        ui: &Ui,
        controlled: &mut Controlled<'_>,
        out: &mut Outbox,
        wall: Rect,
        is_led_here: bool,
    ) -> bool {
        let now = controlled.now;
        let is_moved = ui.input(|input| {
            let by_pointer = |event: &Event| {
                matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. })
            };
            input.events.iter().any(by_pointer)
        });
        // At first they are shown, so that one knows of them.
        let is_first = self.until.is_none();
        if is_first || is_moved || is_led_here || self.has_keyboard {
            self.until = Some(now + STAY);
        }
        let left = self.until.map_or(0.0, |until| until - now);
        if left <= 0.0 {
            return false;
        }
        let wait = Duration::try_from_secs_f64(left).unwrap_or_default();
        ui.ctx().request_repaint_after(wait);
        let t = ui.tokens();
        let frame = Frame::new()
            .fill(t.surface_raised)
            .stroke(Stroke::new(1.0, t.border_control))
            .corner_radius(radius::CARD)
            .inner_margin(Margin::symmetric(14, 10));
        let place = wall.center_bottom() - vec2(0.0, space::XL);
        let area = Area::new(Id::unique("controls of the projector"))
            .order(Order::Middle)
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(place)
            .show(ui.ctx(), |ui| {
                ui.set_max_width(wall.width() - 2.0 * space::XL);
                frame.show(ui, |ui| bar(ui, controlled, out)).inner
            });
        let responses = area.inner;
        if is_led_here && let Some(first) = responses.first() {
            first.request_focus();
        }
        self.has_keyboard = is_led_here || responses.iter().any(Response::has_focus);
        true
    }
}

/// All controls, in the order of Tab, in one line or in two.
fn bar(ui: &mut Ui, controlled: &mut Controlled<'_>, out: &mut Outbox) -> Vec<Response> {
    ui.spacing_mut().item_spacing = vec2(space::S, space::S);
    if ui.available_width() < ONE_LINE {
        let mut responses = ui.horizontal(|ui| of_pages(ui, controlled)).inner;
        responses.extend(ui.horizontal(|ui| of_wall(ui, controlled, out)).inner);
        return responses;
    }
    let both = ui.horizontal(|ui| {
        let mut responses = of_pages(ui, controlled);
        responses.extend(of_wall(ui, controlled, out));
        responses
    });
    both.inner
}

/// What turns the pages, and what is on them.
fn of_pages(ui: &mut Ui, controlled: &mut Controlled<'_>) -> Vec<Response> {
    let now = controlled.now;
    let pause = if controlled.projector.is_paused() {
        "Resume"
    } else {
        "Pause"
    };
    let pause = Button::secondary(pause).shortcut("Space").show(ui);
    if pause.clicked() {
        controlled.projector.pause_or_go_on(now);
    }
    let back = small_icon_button(ui, Icon::ChevronLeft, "Previous page");
    if back.clicked() {
        controlled.projector.turn(PageTurn::Previous, now);
    }
    let on = small_icon_button(ui, Icon::ChevronRight, "Next page");
    if on.clicked() {
        controlled.projector.turn(PageTurn::Next, now);
    }
    let seconds = seconds(ui, controlled);
    vec![pause, back, on, seconds, lists(ui, controlled)]
}

/// How everything looks, and the ways to somewhere else.
fn of_wall(ui: &mut Ui, controlled: &mut Controlled<'_>, out: &mut Outbox) -> Vec<Response> {
    let names = names(ui, &mut controlled.settings);
    let theme = theme(ui, &mut controlled.settings);
    let text = if controlled.is_typing {
        "Stop typing"
    } else {
        "Type games"
    };
    let typing = Button::secondary(text).shortcut("F2").show(ui);
    if typing.clicked() {
        out.send(Action::ShowStrip(!controlled.is_typing));
    }
    let leave = Button::secondary("Close").shortcut("Esc").show(ui);
    if leave.clicked() {
        out.send(Action::Back);
    }
    vec![names, theme, typing, leave]
}

/// How long a page is shown.
fn seconds(ui: &mut Ui, controlled: &mut Controlled<'_>) -> Response {
    let now_chosen = controlled.settings.seconds;
    let texts = CHOICES_OF_SECONDS.map(|seconds| format!("{seconds} s a page"));
    let mut chosen = CHOICES_OF_SECONDS
        .iter()
        .position(|seconds| *seconds == now_chosen);
    let response = choice(ui, "Seconds per page", &texts, 124.0, &mut chosen);
    if let Some(seconds) = chosen.and_then(|at| CHOICES_OF_SECONDS.get(at))
        && *seconds != now_chosen
    {
        controlled.show_each_page_for(*seconds);
    }
    response
}

impl Controlled<'_> {
    /// The next longer time of a page, or the next shorter one.
    pub(super) fn choose_seconds(&mut self, by: i8) {
        let before = self.settings.seconds;
        let mut choices = CHOICES_OF_SECONDS.iter();
        let next = if by > 0 {
            choices.find(|seconds| **seconds > before)
        } else {
            choices.rfind(|seconds| **seconds < before)
        };
        if let Some(next) = next {
            self.show_each_page_for(*next);
        }
    }

    fn show_each_page_for(&mut self, seconds: u16) {
        self.settings.seconds = seconds;
        self.projector.restart(self.now);
    }
}

/// The lists of the week, or a ladder.
fn lists(ui: &mut Ui, controlled: &mut Controlled<'_>) -> Response {
    let names = controlled.ladders.iter().map(|ladder| ladder.name.as_str());
    let texts = LISTS.into_iter().chain(names).collect::<Vec<_>>();
    let ladder = controlled.ladder.and_then(|chosen| {
        let mut ladders = controlled.ladders.iter();
        ladders.position(|ladder| ladder.id == chosen)
    });
    let of_week = usize::from(!controlled.settings.by_group);
    let before = ladder.map_or(of_week, |at| LISTS.len() + at);
    let mut chosen = Some(before);
    let response = choice(ui, "Lists", &texts, 152.0, &mut chosen);
    let Some(chosen) = chosen.filter(|chosen| *chosen != before) else {
        return response;
    };
    let ladder = chosen.checked_sub(LISTS.len());
    let ladder = ladder.and_then(|at| controlled.ladders.get(at));
    controlled.ladder = ladder.map(|ladder| ladder.id);
    if ladder.is_none() {
        controlled.settings.by_group = chosen == 0;
    }
    response
}

fn names(ui: &mut Ui, settings: &mut ProjectorSettings) -> Response {
    let texts = PublishedNames::VARIANTS.iter().map(|names| match names {
        PublishedNames::Full => "Full names",
        PublishedNames::Initial => "First name, initial",
        PublishedNames::Number => "Camper numbers",
    });
    let texts = texts.collect::<Vec<_>>();
    let mut chosen = PublishedNames::VARIANTS
        .iter()
        .position(|names| *names == settings.names);
    let response = choice(ui, "Names", &texts, 160.0, &mut chosen);
    if let Some(names) = chosen.and_then(|at| PublishedNames::VARIANTS.get(at)) {
        settings.names = *names;
    }
    response
}

/// Light or dark, on the wall only.
fn theme(ui: &mut Ui, settings: &mut ProjectorSettings) -> Response {
    let (icon, name, theme) = if ui.visuals().dark_mode {
        (Icon::Sun, "Light", Theme::Light)
    } else {
        (Icon::Moon, "Dark", Theme::Dark)
    };
    let response = small_icon_button(ui, icon, name);
    if response.clicked() {
        settings.theme = theme;
    }
    response
}

/// A choice that says by itself what it is about.
fn choice<T: AsRef<str>>(
    ui: &mut Ui,
    name: &str,
    texts: &[T],
    width: f32,
    chosen: &mut Option<usize>,
) -> Response {
    let id = ui.make_persistent_id(("choice", name));
    let response = Choice::new(texts).width(width).show(ui, id, name, chosen);
    response.accessible_name(name)
}
