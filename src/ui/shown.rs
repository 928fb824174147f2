//! The page, or what stands over it, in the room that there is: with less than it asks for it is drawn as large, and scrolls. What of it gets
//! the keyboard where it takes none itself.

use std::path::PathBuf;

use egui::{Context, Id, Memory, ScrollArea, Ui, UiBuilder, Vec2, vec2};

use super::{
    Window,
    kit::scrolling::{begin_at_top, following_keyboard_around},
};
use crate::app::{FocusTarget, Page, Pane, page::LEAST_ROOM};

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

/// The keyboard on the page.
#[derive(Debug, Default)]
pub(super) struct OnPage {
    /// The control that had it last, and of which page.
    last: Option<(Page, Id)>,
    /// The page of which it is sent to a part that isn't there yet, and what had it then.
    awaits: Option<(Page, Option<Id>)>,
}

impl OnPage {
    /// Whether it is sent to a part of this page that is on its way.
    fn is_awaited(&self, page: Option<Page>) -> bool {
        self.awaits.is_some_and(|(of, _)| page == Some(of))
    }
}

/// How things were before the page was drawn.
struct Before {
    /// How many widgets there were.
    widgets: usize,
    sent_to: Option<FocusTarget>,
    pane: Pane,
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
        let before = Before {
            widgets: ui.ctx().viewport(|viewport| {
                let widgets = viewport.this_pass.widgets.get_layer(ui.layer_id());
                widgets.count()
            }),
            sent_to: self.app.focus_next,
            pane: self.app.pane,
        };
        let is_drawn = self.draw_in_room(ui);
        if is_drawn {
            self.send_keyboard(ui, &before);
        }
        is_drawn
    }

    /// What nothing of the page has taken: its list is where the keyboard was there last, and whatever isn't there its first control. What is on
    /// its way gets it once it is there, unless the keyboard has gone elsewhere meanwhile.
    fn send_keyboard(&mut self, ui: &Ui, before: &Before) {
        let layer = ui.layer_id();
        let controls = ui.ctx().viewport(|viewport| {
            let widgets = viewport.this_pass.widgets.get_layer(layer);
            let controls = widgets
                .skip(before.widgets)
                .filter(|widget| widget.enabled && widget.sense.is_focusable());
            controls.map(|widget| widget.id).collect::<Vec<_>>()
        });
        let Some(page) = self.app.shown_spec().map(|spec| spec.page) else {
            return;
        };
        let focused = ui.memory(Memory::focused);
        let awaits = self.on_page.awaits.take();
        let sent_to = self.app.focus_next.filter(|to| to.is_part_of_page());
        let Some(sent_to) = sent_to.filter(|to| before.sent_to == Some(*to)) else {
            // A control of another part is none to come back to where the list is meant.
            let shown = self.app.shown();
            let count = shown.map_or(0, |shown| shown.panes(self.app.view()).len());
            let is_of_other_part = matches!(
                self.app.pane,
                Pane::Record | Pane::Navigation | Pane::Sheets | Pane::Attendance
            ) && (count > 1 || !page.views.is_empty());
            let is_here = |id: &Id| !is_of_other_part && controls.contains(id);
            if let Some(id) = focused.filter(is_here) {
                self.on_page.last = Some((page, id));
            }
            return;
        };
        let awaits = awaits.filter(|(of, _)| *of == page);
        let (_, from) = awaits.unwrap_or((page, focused));
        let has_moved = focused.is_some() && focused != from;
        if self.app.is_busy() && !has_moved {
            self.on_page.awaits = Some((page, from));
            return;
        }
        self.app.focus_next = None;
        let last = self.on_page.last.filter(|(of, id)| {
            sent_to == FocusTarget::List && page == *of && controls.contains(id)
        });
        let control = last.map(|(_, id)| id).or(controls.first().copied());
        if let Some(control) = control.filter(|_| !has_moved) {
            ui.memory_mut(|memory| memory.request_focus(control));
            // The part that it leaves has said so meanwhile.
            self.app.pane = match sent_to {
                FocusTarget::List => Pane::List,
                _ => before.pane,
            };
            ui.ctx().request_repaint();
        }
    }

    /// Forgets where the keyboard was to go when this frame began, if nothing has taken it: it would act later, somewhere else.
    pub(super) fn forget_untaken(&mut self, sent_to: Option<FocusTarget>) {
        let page = self.app.shown_spec().map(|spec| spec.page);
        let is_awaited = self.app.opening || self.on_page.is_awaited(page);
        if !is_awaited && self.app.focus_next == sent_to {
            self.app.focus_next = None;
        }
    }

    fn draw_in_room(&mut self, ui: &mut Ui) -> bool {
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
