//! The page, or what stands over it, in the room that there is: with less than it asks for it is drawn as large, and scrolls.

use std::path::PathBuf;

use egui::{Context, Id, ScrollArea, Ui, UiBuilder, Vec2, vec2};

use super::{
    Window,
    kit::scrolling::{begin_at_top, following_keyboard_around},
};
use crate::app::page::LEAST_ROOM;

/// Room for the scroll bar beside a page that scrolls, in points.
const SCROLL_BAR: f32 = 14.0;

/// A ring around what has the keyboard is no wider than this, in points.
const RING: i8 = 4;

/// The camp that is open, or was last.
#[derive(Debug)]
pub(super) struct ShownCamp {
    session: u64,
    /// `None` for the sample camp.
    file: Option<PathBuf>,
}

impl Window {
    /// Another camp begins at the top, whatever the one before was scrolled to. The same one goes on, also in a backup of it that is looked into.
    pub(super) fn follow_camp(&mut self, ctx: &Context) {
        let session = &self.app.session;
        let Some(camp) = &session.camp else {
            return;
        };
        let from = self.app.looked_from();
        let file = from.as_ref().map(|from| &from.path).or(camp.path.as_ref());
        let known = self.camp.as_ref();
        let is_known = known.is_some_and(|known| known.file.as_ref() == file);
        // One that was saved in a file of its own meanwhile is still the same.
        if known.is_some_and(|known| known.session != session.number && !is_known) {
            begin_at_top(ctx);
        }
        self.camp = Some(ShownCamp {
            session: session.number,
            file: file.cloned(),
        });
    }

    /// What is shown, if it draws itself. Whether it does.
    pub(super) fn draw_shown(&mut self, ui: &mut Ui) -> bool {
        let view = self.app.view();
        let room = ui.available_size();
        let shown = self.app.shown();
        let least_of = |width: f32| shown.map_or(LEAST_ROOM, |page| page.least_room(view, width));
        let mut least = least_of(room.x);
        if least.y > room.y {
            // Beside its bar it is narrower, and may be higher then.
            least = least.max(least_of(room.x - SCROLL_BAR));
        }
        let Vec2 {
            x: width,
            y: height,
        } = room.max(least);
        // The same with and without room: a control that has the keyboard keeps it while a bar comes or goes above the page.
        let page = UiBuilder::new().scope_id(Id::unique("page"));
        if vec2(width, height) == room {
            let drawn = ui.scope_builder(page, |ui| {
                self.app
                    .with_shown(|page, ctx, out| page.view(ui, ctx, out))
            });
            return drawn.inner;
        }
        let bars = vec2(
            if height > room.y { SCROLL_BAR } else { 0.0 },
            if width > room.x { SCROLL_BAR } else { 0.0 },
        );
        let size = vec2(
            if width > room.x {
                width
            } else {
                width - bars.x
            },
            if height > room.y {
                height
            } else {
                height - bars.y
            },
        );
        let what = (self.app.shown_spec().map(|shown| shown.page.key), view);
        // Around the page, the ring of a button at its edge is drawn, too.
        let ring = f32::from(RING);
        let around = ui.available_rect_before_wrap().expand(ring);
        let area = ScrollArea::both()
            .id_salt(("small window", what))
            .auto_shrink(false)
            .content_margin(RING);
        let scrolled = ui.scope_builder(UiBuilder::new().max_rect(around), |ui| {
            area.show(ui, |ui| {
                following_keyboard_around(ui, what, |ui| {
                    let (_, rect) = ui.allocate_space(size);
                    let mut page_ui = ui.new_child(page.max_rect(rect));
                    self.app
                        .with_shown(|page, ctx, out| page.view(&mut page_ui, ctx, out))
                })
            })
        });
        scrolled.inner.inner
    }
}
