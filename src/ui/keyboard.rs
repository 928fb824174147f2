//! What the window does about the keyboard where a page or a question can't: keys that are held down while something comes, and Esc.

use std::time::Instant;

use egui::{Context, Key, Popup};

use super::{Window, kit::held_keys, typing::Pace};
use crate::app::{Page, View};

/// What is on the screen, as far as keys mean something else in another one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Shown {
    session: u64,
    page: Page,
    view: View,
    /// How many stand over the page, and the one that is seen.
    over: (usize, Option<Page>),
    in_place_of_window: Option<Page>,
    has_box: bool,
}

impl Window {
    /// A key that was held down when something else came onto the screen isn't meant for that.
    pub(super) fn keep_held_keys_back(&mut self, ctx: &Context) {
        let session = &self.app.session;
        let shown = Shown {
            session: session.number,
            page: self.app.page,
            view: self.app.view(),
            over: (session.stands_over(), session.over()),
            in_place_of_window: session.in_place_of_window(),
            has_box: self.app.dialog.is_some(),
        };
        let before = self.shown.replace(shown);
        // Below a box that has gone, letters and Enter may follow fast: where games are typed.
        let has_gone = Shown {
            has_box: true,
            ..shown
        };
        if before == Some(has_gone) && has_gone != shown {
            held_keys::a_box_has_gone(ctx);
        } else if before != Some(shown) {
            held_keys::something_has_come(ctx);
        }
        held_keys::keep_back(ctx);
    }

    /// How fast keys are dealt out now. A question that has come, and a drive that doesn't answer, let none wait any longer.
    pub(super) fn pace(&mut self, ctx: &Context, now: Instant) -> Pace {
        let is_asked = self.app.dialog.is_some();
        let is_on_its_way = self.app.advances_after_save();
        let takes_long = self.typing.waits_long(is_on_its_way, now);
        let is_stuck = is_on_its_way && (takes_long || self.app.is_drive_silent());
        if is_asked || is_stuck {
            self.typing.give_up_holding();
        }
        // What waits after a game that could not be saved is thrown away before anything is made of it.
        if self.app.forget_keys || is_on_its_way && !is_stuck && !is_asked {
            Pace::Hold
        } else if Popup::is_any_open(ctx) {
            // In a menu each letter leads on from where the one before has led.
            Pace::LetterByLetter
        } else if is_stuck && !is_asked {
            Pace::Commands
        } else if self.takes_single_keys() {
            Pace::LetterByLetter
        } else {
            Pace::Letters
        }
    }

    /// Whether Esc is pressed on a page that it doesn't lead out of.
    pub(super) fn is_esc_for_page(&self, ctx: &Context) -> bool {
        let stays = self.app.session.camp.is_some()
            && self.app.session.in_place_of_window().is_none()
            && self.app.session.stands_over() == 0
            && !self.app.is_led_to();
        stays && !Popup::is_any_open(ctx) && ctx.input(|input| input.key_pressed(Key::Escape))
    }
}
