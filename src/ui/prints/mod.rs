//! Prints: what can be printed, what is chosen for it, and the sheets as they print.

mod choices;
mod remarks;
mod scopes;
mod sheets;

use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};

use self::choices::ChoicesForm;
pub(super) use self::{scopes::scopes, sheets::Sheets};
use super::{
    forms::command_button,
    kit::{
        Button, Choice, Icon, ListEntry, UiTokens as _, list_box, page::page_header,
        scrolling::following_keyboard, tokens::space,
    },
};
use crate::{
    app::{Action, App, Command, KeyboardTo, Page, Pane},
    report::Print,
};

/// Width of the list and the choices beside the sheets, in points: where there is room, and in a small window.
const COLUMN: f32 = 292.0;
const SMALL_COLUMN: f32 = 244.0;

/// A page at least this wide has the wide column; one below the second has the choices above the sheets.
const WIDE: f32 = 760.0;
const NARROW: f32 = 460.0;

/// Room for the scroll bar beside the choices, in points: it lies over what is scrolled.
const SCROLL_BAR: f32 = 14.0;

/// The part of a narrow page's height that the choices get.
const ABOVE: f32 = 0.4;

/// The page of prints.
#[derive(Debug, Default)]
pub(super) struct PrintsPage {
    choices: ChoicesForm,
    sheets: Sheets,
    /// The print whose sheets are shown.
    shown: Option<Print>,
}

impl PrintsPage {
    /// Lets go of the pictures: the sheets are not shown any more.
    pub(super) fn close(&mut self) {
        self.sheets.close();
    }

    /// Shows the page in all the room there is.
    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let Some(camp) = &app.session.camp else {
            return;
        };
        let subtitle = format!("{} · {}", camp.data.name, camp.data.week.title());
        page_header(ui, Page::PRINTS.title, &subtitle, |ui| {
            print_buttons(ui, app, None);
        });
        if self.shown.replace(app.session.prints.print) != Some(app.session.prints.print) {
            self.sheets.begin();
        }
        let width = ui.available_width();
        if width < NARROW {
            self.above(ui, app);
        } else {
            let column = if width < WIDE { SMALL_COLUMN } else { COLUMN };
            self.beside(ui, app, column);
        }
        self.sheets.show(ui, app);
    }

    /// The list of prints and the choices, left of the sheets.
    fn beside(&mut self, ui: &mut Ui, app: &mut App, width: f32) {
        let margin = Margin {
            right: 8,
            ..Margin::ZERO
        };
        Panel::left("prints")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::new().inner_margin(margin))
            .show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    following_keyboard(ui, |ui| {
                        ui.set_width(ui.available_width() - SCROLL_BAR);
                        print_list(ui, app);
                        about(ui, app.session.prints.print);
                        self.choices.show(ui, app);
                        foot(ui, app);
                    });
                });
            });
    }

    /// The same above the sheets, where there is no room beside them.
    fn above(&mut self, ui: &mut Ui, app: &mut App) {
        let height = ui.available_height() * ABOVE;
        ScrollArea::vertical()
            .id_salt("choices")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                following_keyboard(ui, |ui| {
                    ui.set_width(ui.available_width() - SCROLL_BAR);
                    print_choice(ui, app);
                    ui.add_space(space::S);
                    self.choices.show(ui, app);
                    foot(ui, app);
                });
            });
        ui.add_space(space::S);
    }
}

/// What the page does with the sheets; `refusal` says why that can't be done to what is shown.
pub(super) fn print_buttons(ui: &mut Ui, app: &mut App, refusal: Option<&str>) {
    let print = Button::primary(Command::PRINT.text())
        .icon(Icon::Print)
        .refused(refusal.or(app.why_not(Command::PRINT)));
    if print.show(ui).clicked() {
        app.send(Command::PRINT);
    }
    let save = Button::secondary(Command::SAVE_PDF.text())
        .icon(Icon::Pdf)
        .refused(refusal.or(app.why_not(Command::SAVE_PDF)));
    if save.show(ui).clicked() {
        app.send(Command::SAVE_PDF);
    }
    if let Some(path) = app.paperwork.last_pdf.clone() {
        let open = Button::quiet(Command::OPEN_PDF.text())
            .refused(app.why_not(Command::OPEN_PDF))
            .show(ui);
        if open.on_hover_text(path.display().to_string()).clicked() {
            app.send(Command::OPEN_PDF);
        }
    }
}

fn print_list(ui: &mut Ui, app: &mut App) {
    let entries = Print::ALL.map(|print| ListEntry {
        text: print.title(),
        detail: print.about(),
    });
    let mut chosen = place_of(app.session.prints.print);
    let response = list_box(ui, "What to print", &entries, &mut chosen);
    if app
        .keyboard_to
        .take_if(|to| *to == KeyboardTo::List)
        .is_some()
    {
        response.request_focus();
    }
    if response.has_focus() {
        app.pane = Pane::List;
    }
    show_print(app, chosen);
}

/// The list of prints where there is little room: closed.
fn print_choice(ui: &mut Ui, app: &mut App) {
    let texts = Print::ALL.map(Print::title);
    let mut chosen = Some(place_of(app.session.prints.print));
    let id = ui.make_persistent_id("what to print");
    if app
        .keyboard_to
        .take_if(|to| *to == KeyboardTo::List)
        .is_some()
    {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let response = Choice::new(&texts).show(ui, id, "What to print", &mut chosen);
    let response = response
        .accessible_name("What to print")
        .on_hover_text(app.session.prints.print.about());
    if response.has_focus() {
        app.pane = Pane::List;
    }
    show_print(app, chosen.unwrap_or_default());
}

fn place_of(print: Print) -> usize {
    let place = Print::ALL.iter().position(|other| *other == print);
    place.unwrap_or_default()
}

fn show_print(app: &mut App, place: usize) {
    if let Some(print) = Print::ALL.get(place)
        && *print != app.session.prints.print
    {
        app.send(Action::ShowPrint(*print));
    }
}

/// What the print is for.
fn about(ui: &mut Ui, print: Print) {
    ui.add_space(space::S);
    let weak = ui.tokens().text_weak;
    ui.add(egui::Label::new(RichText::new(print.about()).color(weak)).wrap());
    ui.add_space(space::M);
}

fn foot(ui: &mut Ui, app: &mut App) {
    ui.add_space(space::XS);
    let change = Button::quiet(Command::CHANGE_LAYOUT.text()).small();
    command_button(ui, app, change, Command::CHANGE_LAYOUT);
}
