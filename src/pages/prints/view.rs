//! How prints look: a list of them and what is chosen for one, beside its sheets.

mod choices;

use egui::{Context, Frame, Margin, Panel, RichText, ScrollArea, Ui};

use self::choices::ChoicesForm;
use super::PrintsPage;
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        page::{Ctx, Outbox, Page, PageView},
        printing::PrintRequest,
    },
    kit::{
        Button, Choice, ListEntry, UiTokens as _, list_box, page::page_header,
        scrolling::following_keyboard, tokens::space,
    },
    pages::looks::{
        record::command_button,
        sheets::{Sheets, print_buttons},
    },
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

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    choices: ChoicesForm,
    sheets: Sheets,
    /// The print whose sheets are shown.
    shown: Option<Print>,
}

impl PageView for PrintsPage {
    /// What is typed here is chosen with each letter, so that there is nothing to take back but what is in the camp.
    fn is_typing(&self, _: &Context, _: View) -> bool {
        false
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let subtitle = format!("{} · {}", camp.name, camp.week.title());
        page_header(ui, Page::PRINTS.title, &subtitle, |ui| {
            print_buttons(ui, ctx, out, None);
        });
        let print = self.state.print;
        let Self { preview, looks, .. } = self;
        if looks.shown.replace(print) != Some(print) {
            looks.sheets.begin();
        }
        let mut wanted = self.state.request(camp, ctx.settings);
        let width = ui.available_width();
        let is_chosen = if width < NARROW {
            looks.above(ui, (ctx, out), &mut wanted)
        } else {
            let column = if width < WIDE { SMALL_COLUMN } else { COLUMN };
            looks.beside(ui, (ctx, out), column, &mut wanted)
        };
        looks.sheets.show(ui, ctx, out, preview, print);
        if is_chosen {
            self.state.background = wanted.choices.background;
            out.send(Action::Choose(print, wanted.choices));
        }
        if wanted.print != print {
            self.state.print = wanted.print;
            // The sheets are laid out before the next frame.
            ui.ctx().request_repaint();
        }
    }
}

impl Looks {
    /// Lets go of the pictures: the sheets are not shown any more.
    pub(super) fn close(&mut self) {
        self.sheets.close();
    }

    /// Whether no picture is held.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.sheets.is_empty()
    }

    /// The list of prints and the choices, left of the sheets. Whether something else is chosen for the print now.
    fn beside(
        &mut self,
        ui: &mut Ui,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        width: f32,
        wanted: &mut PrintRequest,
    ) -> bool {
        let margin = Margin {
            right: 8,
            ..Margin::ZERO
        };
        let mut is_chosen = false;
        Panel::left("prints")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::new().inner_margin(margin))
            .show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    following_keyboard(ui, |ui| {
                        ui.set_width(ui.available_width() - SCROLL_BAR);
                        let print = wanted.print;
                        wanted.print = print_list(ui, out, print);
                        about(ui, print);
                        let choices = &mut wanted.choices;
                        is_chosen = self.choices.show(ui, (ctx, out), print, choices);
                        foot(ui, ctx, out);
                    });
                });
            });
        is_chosen
    }

    /// The same above the sheets, where there is no room beside them.
    fn above(
        &mut self,
        ui: &mut Ui,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        wanted: &mut PrintRequest,
    ) -> bool {
        let height = ui.available_height() * ABOVE;
        let mut is_chosen = false;
        ScrollArea::vertical()
            .id_salt("choices")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                following_keyboard(ui, |ui| {
                    ui.set_width(ui.available_width() - SCROLL_BAR);
                    let print = wanted.print;
                    wanted.print = print_choice(ui, out, print);
                    ui.add_space(space::S);
                    let choices = &mut wanted.choices;
                    is_chosen = self.choices.show(ui, (ctx, out), print, choices);
                    foot(ui, ctx, out);
                });
            });
        ui.add_space(space::S);
        is_chosen
    }
}

/// The list of prints, and which one is chosen now.
fn print_list(ui: &mut Ui, out: &mut Outbox, print: Print) -> Print {
    let entries = Print::ALL.map(|print| ListEntry {
        text: print.title(),
        detail: print.about(),
    });
    let mut chosen = place_of(print);
    let response = list_box(ui, "What to print", &entries, &mut chosen);
    if out
        .focus_next
        .take_if(|to| *to == FocusTarget::List)
        .is_some()
    {
        response.request_focus();
    }
    if response.has_focus() {
        out.pane = Pane::List;
    }
    Print::ALL.get(chosen).copied().unwrap_or(print)
}

/// The list of prints where there is little room: closed.
fn print_choice(ui: &mut Ui, out: &mut Outbox, print: Print) -> Print {
    let texts = Print::ALL.map(Print::title);
    let mut chosen = Some(place_of(print));
    let id = ui.make_persistent_id("what to print");
    if out
        .focus_next
        .take_if(|to| *to == FocusTarget::List)
        .is_some()
    {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let response = Choice::new(&texts).show(ui, id, "What to print", &mut chosen);
    let response = response
        .accessible_name("What to print")
        .on_hover_text(print.about());
    if response.has_focus() {
        out.pane = Pane::List;
    }
    let chosen = Print::ALL.get(chosen.unwrap_or_default());
    chosen.copied().unwrap_or(print)
}

fn place_of(print: Print) -> usize {
    let place = Print::ALL.iter().position(|other| *other == print);
    place.unwrap_or_default()
}

/// What the print is for.
fn about(ui: &mut Ui, print: Print) {
    ui.add_space(space::S);
    let weak = ui.tokens().text_weak;
    ui.add(egui::Label::new(RichText::new(print.about()).color(weak)).wrap());
    ui.add_space(space::M);
}

fn foot(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    ui.add_space(space::XS);
    let change = Button::quiet(Command::CHANGE_LAYOUT.text()).small();
    command_button(ui, ctx, out, change, Command::CHANGE_LAYOUT);
}
