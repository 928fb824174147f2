//! The window itself: which page and view it shows, how it looks, and what is known of it.

use super::super::{
    Action, App, Command, FocusTarget, Page, View,
    commands::{Entry, Group, Key, Needs, Run, Shortcut, WithoutWindow, commands},
    dialogs::Dialog,
    leaving::Leaving,
    settings::Theme,
};
use crate::{app::settings::Rows, storage::Mode};

commands! {
    VIEW_ENTRY = view(View::Entry, 0, |app| app.show_view(View::Entry))
        .why_not(|app| app.why_no_view(View::Entry))
        .ticked(|app| app.is_in_view(View::Entry));
    VIEW_FORM = view(View::Form, 1, |app| app.show_view(View::Form))
        .why_not(|app| app.why_no_view(View::Form))
        .ticked(|app| app.is_in_view(View::Form));
    VIEW_DATASHEET = view(View::Datasheet, 2, |app| app.show_view(View::Datasheet))
        .why_not(|app| app.why_no_view(View::Datasheet))
        .ticked(|app| app.is_in_view(View::Datasheet));
    VIEW_CHECK = view(View::Check, 3, |app| app.show_view(View::Check))
        .why_not(|app| app.why_no_view(View::Check))
        .ticked(|app| app.is_in_view(View::Check));
    /// The next view of the form, and round the end.
    NEXT_VIEW = Entry::new("Next view", Group::Views, 4, |app| app.show_view(app.views.next(app.page_below(), 1)))
        .keys(&[Shortcut::command(Key::Period)])
        .needs(Needs::Camp);
    PREVIOUS_VIEW = Entry::new("Previous view", Group::Views, 5, |app| app.show_view(app.views.next(app.page_below(), -1)))
        .keys(&[Shortcut::command(Key::Comma)])
        .needs(Needs::Camp);
    /// Sends the keyboard to the menus.
    MENUS = Entry::new("Menus", Group::Panes, 2, |app| app.focus_next = Some(FocusTarget::Menus))
        .keys(&[Shortcut::plain(Key::F10)]);
    /// Shows or hides the list of pages.
    SIDE_BAR = Entry::new("Sidebar", Group::Panes, 3, |app| {
        app.settings.side_bar = !app.settings.side_bar;
        app.settings.save_in_background();
    })
    .keys(&[Shortcut::plain(Key::F11)])
    .needs(Needs::Camp)
    .ticked(|app| app.settings.side_bar);
    THEME_SYSTEM = Entry::new("System default", Group::Theme, 0, |app| app.set_theme(Theme::System))
        .ticked(|app| app.settings.theme == Theme::System);
    THEME_LIGHT = Entry::new("Light", Group::Theme, 1, |app| app.set_theme(Theme::Light))
        .ticked(|app| app.settings.theme == Theme::Light);
    THEME_DARK = Entry::new("Dark", Group::Theme, 2, |app| app.set_theme(Theme::Dark))
        .ticked(|app| app.settings.theme == Theme::Dark);
    ROWS_COMPACT = Entry::new("Compact rows", Group::Rows, 0, |app| app.set_rows(Rows::Compact))
        .ticked(|app| app.settings.rows == Rows::Compact);
    ROWS_COMFORTABLE = Entry::new("Comfortable rows", Group::Rows, 1, |app| app.set_rows(Rows::Comfortable))
        .ticked(|app| app.settings.rows == Rows::Comfortable);
    // As type grows and shrinks in Office.
    ZOOM_IN = Entry::new("Larger text", Group::Size, 0, |app| app.set_zoom(app.settings.zoom + 0.25))
        .keys(&[Shortcut::with_shift(Key::Period)])
        .without_window(WithoutWindow::Yes);
    ZOOM_OUT = Entry::new("Smaller text", Group::Size, 1, |app| app.set_zoom(app.settings.zoom - 0.25))
        .keys(&[Shortcut::with_shift(Key::Comma)])
        .without_window(WithoutWindow::Yes);
    ZOOM_RESET = Entry::new("Normal text size", Group::Size, 2, |app| app.set_zoom(1.0))
        .keys(&[Shortcut::command(Key::Num0)])
        .without_window(WithoutWindow::Yes);
    ABOUT = Entry::new("About Camp Ladder", Group::About, 0, |app| app.dialog = Some(Dialog::About));
}

const fn view(view: View, place: u8, run: Run) -> Entry {
    Entry::new(view.title(), Group::Views, place, run).needs(Needs::Camp)
}

impl App {
    /// Whether the page of the list is chosen.
    pub(crate) fn is_on(&self, page: Page) -> bool {
        self.session.camp.is_some() && self.page == page
    }

    fn is_in_view(&self, view: View) -> bool {
        self.session.camp.is_some() && self.views.of(self.page) == view
    }

    fn why_no_view(&self, view: View) -> Option<&str> {
        let has_view = self.page_below().views.contains(&view);
        (!has_view).then_some("Not available on this page")
    }

    /// Shows the form of this page in another view. The record that is shown stays.
    pub(super) fn show_view(&mut self, view: View) {
        self.show_view_before(view, || view.command().into());
    }

    /// As [`Self::show_view`]. Whether the view is shown; `again` is carried out once what is on its way has arrived.
    pub(in crate::app) fn show_view_before(
        &mut self,
        view: View,
        again: impl FnOnce() -> Action,
    ) -> bool {
        self.return_to_page();
        // Form and datasheet have one record between them, which may stay as it is typed; every other way leaves it.
        let now = self.views.of(self.page);
        let stays = now == view || now.is_of_form() && view.is_of_form();
        if !stays && !self.leave_form(Leaving::Pause, again) {
            return false;
        }
        self.views.set(self.page, view);
        self.focus_next = Some(FocusTarget::List);
        true
    }

    /// Gives a command to which the question that is open leads. The way back from what is shown then leads to the question again.
    pub(super) fn lead_on(&mut self, command: Command) {
        let question = self.dialog.take();
        self.command(command);
        match self.session.over.last_mut() {
            Some(top) if top.spec.commands.contains(&command) => {
                top.question = question.map(Box::new);
            }
            // Something else comes first.
            _ => self.dialog = self.dialog.take().or(question),
        }
    }

    /// Whether the window shall come to the front: the file of its camp was opened once more.
    pub fn is_called(&mut self) -> bool {
        let Some(window) = &mut self.one_window else {
            return false;
        };
        let camp = self.session.camp.as_ref();
        let camp = camp.filter(|camp| camp.mode == Mode::Change);
        window.follow(camp.and_then(|camp| camp.path.as_deref()));
        window.is_called()
    }

    fn set_theme(&mut self, theme: Theme) {
        self.settings.theme = theme;
        self.settings.save_in_background();
    }

    fn set_rows(&mut self, rows: Rows) {
        self.settings.rows = rows;
        self.settings.save_in_background();
    }

    fn set_zoom(&mut self, zoom: f32) {
        self.settings.zoom = zoom.clamp(0.75, 2.0);
        self.settings.save_in_background();
    }
}
