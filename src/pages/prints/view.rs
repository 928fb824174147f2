//! How prints look: a list of them and what is chosen for one, beside its sheets.

mod choices;

use egui::{Context, Frame, Id, Margin, Panel, RichText, ScrollArea, Ui, Vec2};

use self::choices::ChoicesForm;
use super::{PrintsPage, state::Chosen};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        page::{Ctx, Outbox, Page, PageView, least_room_of},
    },
    kit::{
        Banner, Button, Choice, ListEntry, UiTokens as _, input_check::check_box, list_box,
        page::page_header, scrolling::following_keyboard, tokens::space,
    },
    pages::looks::{
        record::command_button,
        sheets::{Sheets, print_buttons},
    },
    report::Print,
};

/// Width of the list of prints, where it stands open beside what is chosen, in points.
const LIST: f32 = 252.0;

/// Width of what is chosen beside the sheets, in points: where there is room, and in a small window.
const COLUMN: f32 = 268.0;
const SMALL_COLUMN: f32 = 244.0;

/// A page at least as wide as the first has the list open, one as wide as the second the wide column, and one below the third has what is
/// chosen above the sheets.
const OPEN_LIST: f32 = 840.0;
const WIDE: f32 = 760.0;
const NARROW: f32 = 460.0;

/// The least height of a narrow page, in points: for some options and a part of a sheet.
const LEAST_NARROW: f32 = 440.0;

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
    shown: Option<Chosen>,
}

impl PageView for PrintsPage {
    /// What is typed here is chosen with each letter, so that there is nothing to take back but what is in the camp.
    fn is_typing(&self, _: &Context, _: View) -> bool {
        false
    }

    fn least_room(&self, _view: View, width: f32) -> Vec2 {
        least_room_of(width < NARROW, LEAST_NARROW)
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let subtitle = format!("{} · {}", camp.name, camp.week.title());
        page_header(ui, Page::PRINTS.title, &subtitle, |ui| {
            print_buttons(ui, ctx, out, None);
        });
        let chosen = self.state.chosen;
        if self.looks.shown.replace(chosen) != Some(chosen) {
            self.looks.sheets.begin();
        }
        let width = ui.available_width();
        let mut next = chosen;
        if width >= OPEN_LIST {
            column(ui, "prints", LIST, |ui| next = print_list(ui, out, chosen));
        }
        if width >= NARROW {
            let room = if width < WIDE { SMALL_COLUMN } else { COLUMN };
            column(ui, "choices", room, |ui| {
                if width < OPEN_LIST {
                    next = print_choice(ui, out, chosen);
                    ui.add_space(space::S);
                }
                self.choices(ui, ctx, out);
            });
        } else {
            next = self.above(ui, ctx, out);
        }
        offer_week_before(ui, ctx, out, chosen);
        let Self { preview, looks, .. } = self;
        looks.sheets.show(ui, ctx, out, preview, chosen.print());
        if next != chosen {
            self.state.chosen = next;
            // The sheets are laid out before the next frame.
            ui.ctx().request_repaint();
        }
    }
}

impl PrintsPage {
    /// What is chosen for the print.
    fn choices(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let chosen = self.state.chosen;
        about(ui, chosen);
        let Some(print) = chosen.print() else {
            return last_day(ui, ctx, out);
        };
        let mut wanted = self.state.request(print, &ctx.camp.data, ctx.settings);
        let form = &mut self.looks.choices;
        if form.show(ui, (ctx, out), print, &mut wanted.choices) {
            self.state.personal = wanted.choices.personal.clone();
            out.send(Action::Choose(print, wanted.choices));
        }
        foot(ui, ctx, out);
    }

    /// The print and what is chosen for it above the sheets, where there is no room beside them. Which print is chosen now.
    fn above(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> Chosen {
        let height = ui.available_height() * ABOVE;
        let mut next = self.state.chosen;
        ScrollArea::vertical()
            .id_salt("choices")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                following_keyboard(ui, |ui| {
                    ui.set_width(ui.available_width() - SCROLL_BAR);
                    next = print_choice(ui, out, next);
                    ui.add_space(space::S);
                    self.choices(ui, ctx, out);
                });
            });
        ui.add_space(space::S);
        next
    }
}

impl Looks {
    /// Lets go of the pictures: the sheets are not shown any more.
    pub(super) fn close(&mut self) {
        self.sheets.close();
    }

    /// What is typed among the choices of a print that won't do.
    pub(super) fn problem(&self, print: Print) -> Option<&str> {
        self.choices.problem(print)
    }

    /// The page of the sheets that is seen, counted from 0.
    pub(super) const fn page(&self) -> usize {
        self.sheets.page()
    }

    /// Whether no picture is held.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.sheets.is_empty()
    }
}

/// A column left of the sheets, which scrolls by itself.
fn column(ui: &mut Ui, name: &str, width: f32, content: impl FnOnce(&mut Ui)) {
    let margin = Margin {
        right: 8,
        ..Margin::ZERO
    };
    Panel::left(Id::unique(("prints page", name)))
        .exact_size(width)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::new().inner_margin(margin))
        .show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                following_keyboard(ui, |ui| {
                    ui.set_width(ui.available_width() - SCROLL_BAR);
                    content(ui);
                });
            });
        });
}

/// The list of prints, and which one is chosen now.
fn print_list(ui: &mut Ui, out: &mut Outbox, chosen: Chosen) -> Chosen {
    let all = Chosen::all();
    let mut part = None;
    let entries = all.iter().map(|entry| {
        let group = entry.group();
        let begins = part.replace(group) != Some(group);
        ListEntry {
            text: entry.name(),
            detail: entry.about(),
            heading: begins.then_some(group.title()),
            depth: 0,
        }
    });
    let entries = entries.collect::<Vec<_>>();
    let mut place = place_of(&all, chosen);
    let response = list_box(ui, "What to print", &entries, &mut place);
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
    all.get(place).copied().unwrap_or(chosen)
}

/// The list of prints where there is little room: closed.
fn print_choice(ui: &mut Ui, out: &mut Outbox, chosen: Chosen) -> Chosen {
    let all = Chosen::all();
    let texts = all.iter().map(|entry| entry.name()).collect::<Vec<_>>();
    let mut place = Some(place_of(&all, chosen));
    let id = ui.make_persistent_id("what to print");
    if out
        .focus_next
        .take_if(|to| *to == FocusTarget::List)
        .is_some()
    {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let response = Choice::new(&texts).show(ui, id, "What to print", &mut place);
    let response = response
        .accessible_name("What to print")
        .on_hover_text(chosen.about());
    if response.has_focus() {
        out.pane = Pane::List;
    }
    let next = place.and_then(|place| all.get(place));
    next.copied().unwrap_or(chosen)
}

fn place_of(all: &[Chosen], chosen: Chosen) -> usize {
    let place = all.iter().position(|other| *other == chosen);
    place.unwrap_or_default()
}

/// Which prints are printed together.
fn last_day(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let mut prints = ctx.settings.last_day().clone();
    ui.spacing_mut().item_spacing.y = space::XS;
    for print in Print::ALL.into_iter().filter(|print| print.needs_games()) {
        let mut is_among = prints.contains(&print);
        let id = ui.make_persistent_id(("last day", print.word()));
        if check_box(ui, id, print.title(), &mut is_among).changed() {
            if is_among {
                prints.insert(print);
            } else {
                prints.remove(&print);
            }
            out.send(Action::ChooseLastDay(prints.clone()));
        }
    }
    ui.add_space(space::S);
    let weak = ui.tokens().text_weak;
    let note = "Each prints with its own options: choose it in the list to change them.";
    ui.add(egui::Label::new(RichText::new(note).color(weak)).wrap());
}

/// A week that has just begun has nothing to say yet: what is wanted on paper is the one before.
fn offer_week_before(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, chosen: Chosen) {
    let camp = &ctx.camp.data;
    let before = camp.before.as_ref().map(|before| &before.week);
    let Some(before) = before.filter(|_| chosen.needs_games() && camp.games.is_empty()) else {
        return;
    };
    let text = format!("No games in {} yet", camp.week.title());
    let show = format!("Show {}", before.title());
    if Banner::info(&text).action(&show).show(ui).is_some() {
        out.send(Action::LookAtWeek(Some(before.id)));
    }
    ui.add_space(space::S);
}

/// What is chosen, and what it is for.
fn about(ui: &mut Ui, chosen: Chosen) {
    let weak = ui.tokens().text_weak;
    ui.add(egui::Label::new(RichText::new(chosen.about()).color(weak)).wrap());
    ui.add_space(space::M);
}

fn foot(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    ui.add_space(space::XS);
    let change = Button::quiet(Command::CHANGE_LAYOUT.text()).small();
    command_button(ui, ctx, out, change, Command::CHANGE_LAYOUT);
}
