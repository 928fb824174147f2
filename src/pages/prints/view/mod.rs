//! How prints look: a list of them, what is chosen for one, and its sheets; beside each other as far as there is room.

mod choices;

use egui::{Context, Frame, Id, Margin, Panel, RichText, ScrollArea, Ui};

use self::choices::ChoicesForm;
use super::{
    PrintsPage,
    state::{Chosen, Part},
};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        page::{Ctx, Outbox, Page, PageView},
    },
    kit::{
        Banner, Button, ListEntry, UiTokens as _,
        input_check::check_box,
        list_box,
        page::{page_header, section_title},
        scrolling::following_keyboard,
        segmented,
        tokens::space,
    },
    pages::looks::{
        keyboard::comes_to_list,
        recalc_needed::recalc_needed,
        record::command_button,
        sheets::{Sheets, open_button, print_buttons, room_beside_print_buttons},
    },
    report::{Print, PrintGroup},
};

/// Width of the list of prints, in points, and of what is chosen where all stands beside each other.
const LIST: f32 = 264.0;
const COLUMN: f32 = 268.0;

/// The most that what is chosen takes, in points: wider, a label is far from its box.
const WIDEST_CHOICES: f32 = 420.0;

/// A page at least as wide as the first has everything beside each other, one as wide as the second the sheets beside the list or what is
/// chosen, and one as wide as the third the list beside what is chosen; what has no room there is behind a switch.
const ALL: f32 = 840.0;
const BESIDE_SHEETS: f32 = 680.0;
const BESIDE_LIST: f32 = 500.0;

/// Room for the scroll bar beside the choices, in points: it lies over what is scrolled.
const SCROLL_BAR: f32 = 14.0;

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    choices: ChoicesForm,
    sheets: Sheets,
    /// The print whose sheets are shown.
    shown: Option<Chosen>,
    /// Whether the title has no room for all buttons beside it.
    is_narrow: bool,
}

impl PageView for PrintsPage {
    /// What is typed here is chosen with each letter, so that there is nothing to take back but what is in the camp.
    fn is_typing(&self, _: &Context, _: View) -> bool {
        false
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        self.looks.is_narrow = ui.available_width() < BESIDE_LIST;
        let subtitle = format!("{} · {}", camp.name, camp.week.title());
        let is_narrow = self.looks.is_narrow;
        let mut room = room_beside_print_buttons(ui);
        if !is_narrow {
            let publish = Button::quiet(Command::PUBLISH.text());
            room -= publish.width(ui) + ui.spacing().item_spacing.x;
        }
        page_header(ui, Page::PRINTS.title, &subtitle, |ui| {
            open_button(ui, (ctx, out), room);
            if is_narrow {
                ui.skip_ahead_auto_ids(1);
            } else {
                publish_button(ui, ctx, out);
            }
            print_buttons(ui, ctx, out, None);
        });
        let chosen = self.state.chosen;
        if self.looks.shown.replace(chosen) != Some(chosen) {
            self.looks.sheets.begin();
        }
        let next = self.parts(ui, ctx, out);
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

    /// The list of prints, what is chosen and the sheets: beside each other as far as there is room, and otherwise behind a switch. Which print is
    /// chosen now.
    fn parts(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> Chosen {
        let chosen = self.state.chosen;
        let width = ui.available_width();
        if width >= ALL {
            let list = |ui: &mut Ui| print_list(ui, out, chosen);
            let next = column(ui, "prints", LIST, list);
            column(ui, "choices", COLUMN, |ui| self.choices(ui, ctx, out));
            self.sheets(ui, ctx, out);
            return next;
        }
        if width >= BESIDE_SHEETS {
            let next = side(ui, "parts", COLUMN, |ui| {
                let part = self.switch(ui, ctx, out, &[Part::Prints, Part::Choices]);
                self.part(ui, ctx, out, part)
            });
            self.sheets(ui, ctx, out);
            return next;
        }
        if width < BESIDE_LIST {
            let part = self.switch(ui, ctx, out, &[Part::Prints, Part::Choices, Part::Sheets]);
            return self.part(ui, ctx, out, part);
        }
        match self.switch(ui, ctx, out, &[Part::Choices, Part::Sheets]) {
            Part::Sheets => self.part(ui, ctx, out, Part::Sheets),
            Part::Prints | Part::Choices => {
                let list = |ui: &mut Ui| print_list(ui, out, chosen);
                let next = column(ui, "prints", LIST, list);
                scrolled(ui, "choices", |ui| {
                    ui.set_max_width(ui.available_width().min(WIDEST_CHOICES));
                    self.choices(ui, ctx, out);
                });
                next
            }
        }
    }

    /// A switch between these parts, which follows where the keyboard is sent; tells which one is shown.
    fn switch(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, parts: &[Part]) -> Part {
        let wanted = match out.focus_next {
            Some(FocusTarget::List) => Part::Prints,
            Some(FocusTarget::FirstField) => Part::Choices,
            Some(FocusTarget::Sheets) => Part::Sheets,
            _ => self.state.part,
        };
        let titles = parts.iter().map(|part| part.title()).collect::<Vec<_>>();
        let place = |wanted| parts.iter().position(|part| *part == wanted);
        let at = place(wanted).or_else(|| place(self.state.part));
        let at = at.unwrap_or_default();
        let at = ui
            .horizontal_wrapped(|ui| {
                let at = segmented(ui, "Shown", &titles, at).unwrap_or(at);
                // Where a narrow page has no room for it beside the title. Sheets need all the room that there is.
                if self.looks.is_narrow && parts.get(at) != Some(&Part::Sheets) {
                    publish_button(ui, ctx, out);
                }
                at
            })
            .inner;
        ui.add_space(space::S);
        self.state.part = parts.get(at).copied().unwrap_or_default();
        self.state.part
    }

    /// One part in all the room there is.
    fn part(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, part: Part) -> Chosen {
        let chosen = self.state.chosen;
        match part {
            Part::Prints => return scrolled(ui, "prints", |ui| print_list(ui, out, chosen)),
            Part::Choices => scrolled(ui, "choices", |ui| {
                section_title(ui, chosen.name());
                ui.add_space(space::XS);
                self.choices(ui, ctx, out);
            }),
            Part::Sheets => self.sheets(ui, ctx, out),
        }
        chosen
    }

    fn sheets(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let chosen = self.state.chosen;
        offer_week_before(ui, ctx, out, chosen);
        let says = match chosen.group() {
            PrintGroup::Results => true,
            // What is given out on the last day is made with the ratings that the games give, as far as there are any, and says so.
            PrintGroup::LastDay => ctx.camp.is_stopped(),
            PrintGroup::Pairings | PrintGroup::Ladders | PrintGroup::Sheets => false,
        };
        if says && recalc_needed(ui, ctx, out) {
            ui.add_space(space::S);
        }
        let Self { preview, looks, .. } = self;
        looks.sheets.show(ui, ctx, out, preview, chosen.print());
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

/// A column left of the others, which scrolls by itself.
fn column<R>(ui: &mut Ui, name: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    side(ui, name, width, |ui| scrolled(ui, name, content))
}

fn side<R>(ui: &mut Ui, name: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let margin = Margin {
        right: 8,
        ..Margin::ZERO
    };
    Panel::left(Id::unique(("prints page", name)))
        .exact_size(width)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::new().inner_margin(margin))
        .show(ui, content)
        .inner
}

/// What scrolls by itself in all the room there is.
fn scrolled<R>(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    ScrollArea::vertical()
        .id_salt(name)
        .auto_shrink(false)
        .show(ui, |ui| {
            following_keyboard(ui, |ui| {
                ui.set_width(ui.available_width() - SCROLL_BAR);
                content(ui)
            })
        })
        .inner
}

fn publish_button(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let button = Button::quiet(Command::PUBLISH.text()).refused(ctx.why_not(Command::PUBLISH));
    if button.show(ui).clicked() {
        out.send(Command::PUBLISH);
    }
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
    if comes_to_list(ui, out) {
        response.request_focus();
    }
    if response.has_focus() {
        out.pane = Pane::List;
    }
    all.get(place).copied().unwrap_or(chosen)
}

fn place_of(all: &[Chosen], chosen: Chosen) -> usize {
    let place = all.iter().position(|other| *other == chosen);
    place.unwrap_or_default()
}

/// Which prints are printed together.
fn last_day(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let mut prints = ctx.settings.last_day().clone();
    ui.spacing_mut().item_spacing.y = space::XS;
    let to_first = |to: &mut FocusTarget| *to == FocusTarget::FirstField;
    let mut is_sent = out.focus_next.take_if(to_first).is_some();
    for print in Print::ALL.into_iter().filter(|print| print.needs_games()) {
        let mut is_among = prints.contains(&print);
        let id = ui.make_persistent_id(("last day", print.word()));
        let tick = check_box(ui, id, print.title(), &mut is_among);
        if std::mem::take(&mut is_sent) {
            tick.request_focus();
        }
        if tick.has_focus() {
            out.pane = Pane::Record;
        }
        if tick.changed() {
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
    let change = Button::secondary(Command::CHANGE_LAYOUT.text()).small();
    command_button(ui, ctx, out, change, Command::CHANGE_LAYOUT);
}
