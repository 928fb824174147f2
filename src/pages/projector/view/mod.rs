//! The standings on a projector: full screen, in large type, turning their pages by themselves.

mod around;
mod controls;
mod lines;
mod plan;
mod text;
mod wall;

use std::time::Duration;

use egui::{
    AsIdSalt, CursorIcon, Event, EventFilter, Key, Modifiers, Popup, Rect, Response, Role, Sense,
    Ui, WidgetInfo,
};

use self::{
    controls::{Controlled, Controls},
    wall::Wall,
};
use super::{
    ProjectorPage,
    state::{PageTurn, Projector},
};
use crate::{
    app::{
        Action, FocusTarget, Pane,
        page::{Ctx, Outbox, PageView, Strip},
    },
    kit::{EmptyState, Icon},
};

/// What the foot says where only Recalc Ratings moves the ratings, and has to be pressed.
const OUT_OF_DATE: &str = "Recalc needed";

/// What is remembered of how it looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    wall: Option<Wall>,
    controls: Controls,
}

impl PageView for ProjectorPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let setup = self.shown_ladder(camp);
        let Self {
            projector,
            ladder,
            standings,
            looks,
        } = self;
        let now = ui.input(|input| input.time);
        let settings = ctx.settings.projector;
        let latest = standings.latest();
        // While those of a newer state are made, these are the ones before.
        let latest = latest.filter(|(of, _)| Some(of.ladder) == *ladder);
        let made = latest.and_then(|(of, made)| Some((*of, made.as_ref().ok()?)));
        let board = projector.board(ctx.camp, settings, setup.map(|setup| (setup, made)), now);
        // Where the ratings follow by themselves, they have done so before anybody could read it, unless something stops them. A ladder has its
        // own.
        let follow = ctx.settings.ratings_follow && !ctx.camp.is_stopped();
        let waits = setup.is_none() && !follow && ctx.camp.is_out_of_date();
        let remark = waits.then_some(OUT_OF_DATE);
        let rect = ui.max_rect();
        let view = wall::View {
            size: rect.size(),
            window: ui.ctx().content_rect().height(),
            pixels_per_point: ui.pixels_per_point(),
            remark,
        };
        let wall = match looks.wall.take() {
            Some(wall) if wall.is_of(&board, view) => wall,
            _ => {
                let wall = Wall::new(ui, board, view);
                projector.lay_out(wall.sheets(), now);
                wall
            }
        };
        projector.tick(settings.seconds, now);
        let stage = stage(ui, rect, projector);
        let to_wall = |to: &mut FocusTarget| *to == FocusTarget::Sheets;
        if out.focus_next.take_if(to_wall).is_some() {
            stage.request_focus();
        }
        let in_strip = ctx.strip == Strip::HasKeyboard;
        // What an open list of theirs makes of Esc comes first.
        let has_keyboard = ui.memory(|memory| memory.focused().is_none_or(|id| id == stage.id));
        let is_led_on = has_keyboard && !in_strip && ui.input(|input| input.key_pressed(Key::Tab));
        let mut controlled = Controlled {
            projector,
            settings,
            ladders: &camp.ladders,
            ladder: *ladder,
            is_typing: ctx.strip.is_open(),
            now,
        };
        let controls = &mut looks.controls;
        let has_controls = controls.show(ui, &mut controlled, out, rect, is_led_on);
        if !ctx.has_dialog {
            take_keys(ui, &mut controlled, out, &stage, in_strip);
        }
        let chosen = controlled.settings;
        *ladder = controlled.ladder;
        if chosen != settings {
            out.send(Action::SetProjector(chosen));
        }
        if projector.sheet().is_some() {
            wall.draw(ui, rect, projector, settings.seconds, now);
        } else if setup.is_some() && !matches!(latest, Some((_, Ok(_)))) {
            no_standings(ui, latest.is_some());
        } else {
            nobody(ui);
        }
        looks.wall = Some(wall);
        if !has_controls && stage.contains_pointer() {
            ui.set_cursor_icon(CursorIcon::None);
        }
        if let Some(seconds) = projector.next_step(now) {
            let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            ui.ctx().request_repaint_after(wait);
        }
    }
}

/// Keys that turn pages, stop them, and lead out. Those of the strip and of the controls are taken by now.
fn take_keys(
    ui: &Ui,
    controlled: &mut Controlled<'_>,
    out: &mut Outbox,
    stage: &Response,
    in_strip: bool,
) {
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if !in_strip && !Popup::is_any_open(ui.ctx()) && pressed(Key::Escape) {
        out.send(Action::Back);
        return;
    }
    if ui.memory(|memory| memory.focused().is_none()) && !in_strip {
        stage.request_focus();
    }
    if !stage.has_focus() {
        return;
    }
    out.pane = Pane::Sheets;
    let turns = [
        (Key::Home, PageTurn::First),
        (Key::ArrowLeft, PageTurn::Previous),
        (Key::ArrowUp, PageTurn::Previous),
        (Key::PageUp, PageTurn::Previous),
        (Key::ArrowRight, PageTurn::Next),
        (Key::ArrowDown, PageTurn::Next),
        (Key::PageDown, PageTurn::Next),
        (Key::End, PageTurn::Last),
    ];
    for (key, turn) in turns {
        if pressed(key) {
            controlled.projector.turn(turn, controlled.now);
        }
    }
    if pressed(Key::Space) {
        controlled.projector.pause_or_go_on(controlled.now);
    }
    if pressed(Key::F2) || pressed(Key::Enter) {
        out.send(Action::ShowStrip(true));
    }
    for by in typed_signs(ui) {
        controlled.choose_seconds(by);
    }
}

/// The plus and minus signs that are typed, on whatever keys the keyboard has them: 1 and −1.
fn typed_signs(ui: &Ui) -> Vec<i8> {
    ui.input(|input| {
        let events = input.events.iter();
        let texts = events.filter_map(|event| match event {
            Event::Text(text) => Some(text),
            _ => None,
        });
        let signs = texts.flat_map(|text| text.chars());
        signs
            .filter_map(|sign| match sign {
                '+' => Some(1),
                '-' | '\u{2212}' => Some(-1),
                _ => None,
            })
            .collect()
    })
}

/// What has the keyboard while nothing else has: the wall as a whole.
fn stage(ui: &Ui, rect: Rect, projector: &Projector) -> Response {
    let id = ui.make_persistent_id("wall");
    let stage = ui.interact(rect, id, Sense::FOCUSABLE);
    let paused = if projector.is_paused() {
        ", paused"
    } else {
        ""
    };
    let name = format!("Standings on the projector{paused}");
    stage.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_description(
            "Left and Right change the page, Space pauses, F2 types games, Esc closes, Tab goes to the controls",
        );
    });
    let keeps = EventFilter {
        tab: false,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, keeps));
    stage
}

fn nobody(ui: &mut Ui) {
    EmptyState::new(
        Icon::Standings,
        "No players yet",
        "Standings appear here once there are active players. Esc closes.",
    )
    .show(ui, |_| ());
}

/// What stands in place of a ladder that is being computed, or can't be.
fn no_standings(ui: &mut Ui, is_refused: bool) {
    let (title, text) = if is_refused {
        (
            "There are no standings of this ladder at the moment",
            "The page Standings says why. Esc closes.",
        )
    } else {
        ("Computing the standings", "Esc closes.")
    };
    EmptyState::new(Icon::Standings, title, text).show(ui, |_| ());
}

/// Has a text that is painted be read out, too.
fn said(ui: &Ui, rect: Rect, what: impl AsIdSalt, text: &str, role: Role) {
    let id = ui.make_persistent_id(what);
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
}
