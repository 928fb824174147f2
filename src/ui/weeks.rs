//! Weeks: which one is shown, and the pages on which they are listed, closed and started.

mod banner;
mod close;
mod list;
mod start;

use egui::{Key, Modifiers, Popup, Ui};

pub(super) use self::banner::banner;
use self::{close::ClosePage, list::ListPage, start::StartPage};
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
        let Some(page) = app.weeks.page else {
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

/// Whether the key is pressed that does what a page is for, wherever the keyboard is.
fn takes_ctrl_enter(ui: &Ui, app: &App) -> bool {
    app.dialog.is_none() && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter))
}
