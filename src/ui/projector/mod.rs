//! The standings on a projector: full screen, in large type, turning their pages by themselves.

mod around;
mod controls;
mod lines;
mod plan;
mod text;
mod wall;

use std::time::Duration;

use egui::{
    AsIdSalt, CentralPanel, Context, CursorIcon, Event, EventFilter, Frame, Id, Key, Margin,
    Modifiers, Panel, Popup, Rect, Response, Role, Sense, Ui, ViewportCommand, WidgetInfo,
};

use self::{controls::Controls, wall::Wall};
use super::kit::{EmptyState, Icon, UiTokens as _};
use crate::{
    app::{
        Action, App, Command,
        page::{Ctx, Outbox},
        projector::{PageTurn, Projector},
    },
    pages::{games::GamesPage, looks::cover::keyboard_of_page},
};

/// What the foot says where only Recalc Ratings moves the ratings, and has to be pressed.
const OUT_OF_DATE: &str = "Some games are not in these ratings yet";

/// What the window remembers of the projector.
#[derive(Debug, Default)]
pub(super) struct ProjectorPage {
    /// What the window was like; `Some` while the projector is shown.
    before: Option<Before>,
    wall: Option<Wall>,
    controls: Controls,
}

/// The window, before it was the projector's.
#[derive(Clone, Copy, Debug)]
struct Before {
    was_full: bool,
    keyboard: Option<Id>,
}

impl ProjectorPage {
    /// Asks for the whole screen when the projector is shown, and gives it back afterwards.
    pub(super) fn follow(&mut self, ctx: &Context, app: &mut App) {
        match (app.session.projector.is_some(), self.before) {
            (true, None) => {
                let was_full = ctx.input(|input| input.viewport().fullscreen == Some(true));
                let keyboard = keyboard_of_page(ctx);
                self.before = Some(Before { was_full, keyboard });
                if !was_full {
                    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
                }
            }
            (false, Some(before)) => {
                *self = Self::default();
                if !before.was_full {
                    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
                }
                if let Some(id) = before.keyboard.filter(|_| app.dialog.is_none()) {
                    app.keyboard_to = None;
                    ctx.memory_mut(|memory| memory.request_focus(id));
                }
            }
            _ => {}
        }
    }

    /// Shows the projector in all the room there is, if it is wanted; whether it is.
    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App) -> bool {
        let Some(projector) = &app.session.projector else {
            return false;
        };
        let height = ui.ctx().content_rect().height();
        let in_strip = projector.is_typing && strip(ui, app);
        // Taken out while it is drawn, so that it may change the program.
        let Some(mut projector) = app.session.projector.take() else {
            return false;
        };
        let wall = Frame::new().fill(ui.tokens().surface);
        CentralPanel::default().frame(wall).show(ui, |ui| {
            self.wall(ui, app, &mut projector, height, in_strip);
        });
        app.session.projector = Some(projector);
        true
    }

    fn wall(
        &mut self,
        ui: &mut Ui,
        app: &mut App,
        projector: &mut Projector,
        height: f32,
        in_strip: bool,
    ) {
        let now = ui.input(|input| input.time);
        let settings = app.settings.projector;
        let Some(camp) = &app.session.camp else {
            return;
        };
        let board = projector.board(camp, settings, now);
        // Where the ratings follow by themselves, they have done so before anybody could read it.
        let waits = !app.settings.ratings_follow && camp.is_out_of_date();
        let remark = waits.then_some(OUT_OF_DATE);
        let rect = ui.max_rect();
        let view = wall::View {
            size: rect.size(),
            window: height,
            pixels_per_point: ui.pixels_per_point(),
            remark,
        };
        let wall = match self.wall.take() {
            Some(wall) if wall.is_of(&board, view) => wall,
            _ => {
                let wall = Wall::new(ui, board, view);
                projector.lay_out(wall.sheets(), now);
                wall
            }
        };
        projector.tick(settings.seconds, now);
        let stage = stage(ui, rect, projector);
        // What an open list of theirs makes of Esc comes first.
        let has_keyboard = ui.memory(|memory| memory.focused().is_none_or(|id| id == stage.id));
        let is_led_on = has_keyboard && !in_strip && ui.input(|input| input.key_pressed(Key::Tab));
        let has_controls = self.controls.show(ui, app, projector, rect, is_led_on);
        if app.dialog.is_none() {
            take_keys(ui, app, projector, &stage, in_strip);
        }
        if projector.sheet().is_some() {
            wall.draw(ui, rect, projector, settings.seconds, now);
        } else {
            nobody(ui);
        }
        self.wall = Some(wall);
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
fn take_keys(ui: &Ui, app: &mut App, projector: &mut Projector, stage: &Response, in_strip: bool) {
    let now = ui.input(|input| input.time);
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if !in_strip && !Popup::is_any_open(ui.ctx()) && pressed(Key::Escape) {
        app.send(Command::PROJECTOR);
        return;
    }
    if ui.memory(|memory| memory.focused().is_none()) && !in_strip {
        stage.request_focus();
    }
    if !stage.has_focus() {
        return;
    }
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
            projector.turn(turn, now);
        }
    }
    if pressed(Key::Space) {
        projector.pause_or_go_on(now);
    }
    if pressed(Key::F2) || pressed(Key::Enter) {
        app.send(Action::TypeOnProjector(true));
    }
    for by in typed_signs(ui) {
        controls::choose_seconds(app, projector, by, now);
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
            "Left and right arrows turn the page, Space stops the pages, F2 opens the strip for typing games, Esc leaves, Tab leads to the controls",
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

/// The strip in which games are typed, at the foot. Whether it has the keyboard.
fn strip(ui: &mut Ui, app: &mut App) -> bool {
    let frame = Frame::new()
        .fill(ui.tokens().surface_sunken)
        .inner_margin(Margin::symmetric(16, 12));
    let mut has_keyboard = false;
    Panel::bottom("strip on the projector")
        .resizable(false)
        .frame(frame)
        .show(ui, |ui| {
            let strip =
                |page: &mut GamesPage, ctx: &Ctx<'_>, out: &mut Outbox| page.strip(ui, ctx, out);
            has_keyboard = app.with_page(strip).unwrap_or_default();
        });
    has_keyboard
}

fn nobody(ui: &mut Ui) {
    EmptyState::new(
        Icon::Standings,
        "No players yet",
        "The standings stand here as soon as there are active players. Esc leads back to the window.",
    )
    .show(ui, |_| ());
}

/// Has a text that is painted be read out, too.
fn said(ui: &Ui, rect: Rect, what: impl AsIdSalt, text: &str, role: Role) {
    let id = ui.make_persistent_id(what);
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
}
