//! Weeks: which one is shown, and the pages on which they are listed, closed and started.

mod banner;
mod close;
mod list;
mod start;

use egui::{Key, Modifiers, Popup, Ui};

pub(super) use self::banner::banner;
use self::{close::ClosePage, list::ListPage, start::StartPage};
use super::kit::{Button, Icon, page::page_header};
use crate::app::{Action, App, KeyboardTo, Pane, weeks::WeekPage};

/// The pages about weeks, each in place of the page.
#[derive(Debug, Default)]
pub(super) struct WeekPages {
    list: ListPage,
    close: ClosePage,
    start: StartPage,
}

impl WeekPages {
    /// Shows the page about weeks that is wanted, in all the room there is; whether one is.
    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App) -> bool {
        let Some(page) = app.session.weeks.page else {
            *self = Self::default();
            return false;
        };
        let to_list = |to: &mut KeyboardTo| *to == KeyboardTo::List;
        let takes_keyboard = app.keyboard_to.take_if(to_list).is_some();
        let has_keyboard = match page {
            WeekPage::List => self.list.show(ui, app, takes_keyboard),
            WeekPage::Close => self.close.show(ui, app, takes_keyboard),
            WeekPage::Start => self.start.show(ui, app, takes_keyboard),
        };
        if has_keyboard {
            app.pane = Pane::List;
        }
        // While a box or a menu is open, Esc is theirs.
        let is_free = app.dialog.is_none() && !Popup::is_any_open(ui.ctx());
        if is_free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            app.send(Action::LeaveWeekPage);
        }
        true
    }
}

/// A page narrower than this, in points, has no room for keys beside the words of its buttons.
const NARROW: f32 = 480.0;

/// The head of a page on which something is decided.
struct Head<'a> {
    title: &'a str,
    about: &'a str,
    /// What the page is for.
    go: &'a str,
    /// Why that can't be done now.
    refused: Option<&'a str>,
    /// Whether its button takes the keyboard.
    takes_keyboard: bool,
}

impl Head<'_> {
    /// Shows the head: whether it is to be done, or the page to be left. Ctrl+Enter does it wherever the keyboard is.
    fn show(&self, ui: &mut Ui, app: &App) -> [bool; 2] {
        let is_free = app.dialog.is_none() && self.refused.is_none();
        let take = || ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        let mut goes = is_free && take();
        let mut leaves = false;
        let is_narrow = ui.available_width() < NARROW;
        let about = if is_narrow { "" } else { self.about };
        page_header(ui, self.title, about, |ui| {
            let mut go = Button::primary(self.go).refused(self.refused);
            let mut cancel = Button::secondary("Cancel");
            if !is_narrow {
                go = go.icon(Icon::Check).shortcut("Ctrl+Enter");
                cancel = cancel.shortcut("Esc");
            }
            let go = go.show(ui);
            if self.takes_keyboard {
                go.request_focus();
            }
            goes |= go.clicked();
            leaves = cancel.show(ui).clicked();
        });
        [goes, leaves]
    }
}
