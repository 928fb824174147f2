//! How the preview looks.
//!
//! From top to bottom: what it would do, what must be decided, what is left out or good to know, and how each file
//! and each column is read. On a good file there is nothing to decide.

mod changes;
mod decisions;
mod problems;
mod summary;
mod tables;

use egui::{Align, Id, Key, Layout, Rect, Response, ScrollArea, Ui, util::IdTypeMap, vec2};

use self::decisions::Pickers;
use super::{
    ImportPage,
    decision::{Decision, Displaced},
    digest::{Digest, Why},
    state::Import,
};
use crate::{
    app::{
        Action, Command,
        page::{Ctx, Outbox, PageView},
    },
    domain::{counted, sentence_case, shortened},
    import::{InCamp, Plan},
    kit::{
        Banner, Busy, Button, EmptyState, Icon, PickerState, Tone, held_keys,
        page::{page_header, takes_escape},
        scrolling::looked_up,
        tokens::{size, space},
    },
};

/// Below this width the names of the files don't stand beside the title, in points.
const NARROW: f32 = 860.0;

/// Below this width there is no room for the whole title either.
const NARROWEST: f32 = 460.0;

/// So many letters of the names of the files leave room for the buttons.
const FILES: usize = 65;

/// Why nothing is imported while a name is typed that means nobody, or several.
pub(super) const LOOSE_NAME: &str =
    "Choose a player of the list, or empty the box to skip the games";

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    pub(super) digest: Digest,
    displaced: Option<Displaced>,
    pickers: Pickers,
    /// Where the keyboard was when something was decided, until what follows from it is shown.
    decided: Option<Decided>,
    /// What had the keyboard when something was decided, until it is seen whether that is still there.
    answered: Option<Id>,
    /// Where the preview begins on the screen, as far as it is scrolled.
    top: f32,
    /// What had the keyboard when the page was drawn last.
    focused: Option<Id>,
    /// The number of the import that was given the keyboard.
    begun: Option<u64>,
}

/// A control by which something was decided. What follows from it may come or go above it.
#[derive(Clone, Copy, Debug)]
struct Decided {
    control: Id,
    /// Where it stood on the screen.
    top: f32,
    /// The plan that was shown.
    planned: u64,
}

impl PageView for ImportPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Self { state, looks, .. } = self;
        looks.show(ui, ctx, state, out);
        if !ctx.has_dialog && !state.is_saving() && takes_escape(ui) {
            out.send(Action::Back);
        }
    }
}

impl Looks {
    /// Shows the import in all the room there is.
    fn show(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, import: &mut Import, out: &mut Outbox) {
        let camp = ctx.has_camp.then_some(&ctx.camp.data);
        if self.digest.follow(import, camp) {
            self.displaced = None;
            self.pickers.clear();
            self.decided = None;
            self.answered = None;
        }
        let mut made = Vec::new();
        let is_new = import.plan().is_some()
            && !ctx.has_dialog
            && (self.begun != Some(import.number()) || self.has_lost_keyboard(ui));
        if is_new {
            self.begun = Some(import.number());
            held_keys::question_has_come(ui.ctx());
            let is_open = self.needs_answer(import) && !takes_another(import);
            ui.data_mut(|data| data.insert_temp(first_open(), is_open));
        }
        let is_ready = is_new && (!self.needs_answer(import) || takes_another(import));
        let is_in_header = header(ui, ctx, (import, self), is_ready, out);
        let reveal = self.newly_focused(ui).filter(|_| !is_in_header);
        ui.push_id(("import", import.number()), |ui| match import.plan() {
            _ if !ctx.has_camp => no_camp(ui, ctx.has_dialog, out),
            Some(plan) => self.page(ui, import, plan, reveal, &mut made),
            None => reading(ui, import),
        });
        if !made.is_empty() {
            self.note_place(ui);
            self.decide(import, made);
            // The program behind the window plans anew at its next turn.
            ui.ctx().request_repaint();
        }
    }

    /// Where the widget is that the keyboard has come to now.
    fn newly_focused(&mut self, ui: &Ui) -> Option<Rect> {
        let focused = ui.memory(egui::Memory::focused);
        if focused == self.focused {
            return None;
        }
        self.focused = focused;
        let response = ui.ctx().read_response(focused?)?;
        Some(response.rect)
    }

    /// Whether it takes a decision to go on: one that is open, or who is meant by names without which nothing comes in.
    fn needs_answer(&self, import: &Import) -> bool {
        let asks_who = import
            .plan()
            .is_some_and(|plan| asks_who(plan, &self.digest));
        self.digest.waiting > 0 || asks_who
    }

    /// Whether a name is typed that is nobody's yet, or several players'.
    pub(super) fn has_loose_name(&self) -> bool {
        let mut asked = self.digest.asked.iter();
        asked.any(|asked| {
            let typed = self.pickers.get(&asked.key);
            asked.why == Why::Nobody && typed.is_some_and(PickerState::unresolved)
        })
    }

    /// Remembers where the control stands by which something was decided now.
    fn note_place(&mut self, ui: &Ui) {
        let control = ui.memory(egui::Memory::focused);
        let place = control.and_then(|control| looked_up(ui, control));
        self.answered = control;
        self.decided = place.map(|place| Decided {
            control: place.id,
            top: place.rect.top() - self.top,
            planned: self.digest.planned(),
        });
    }

    /// Whether a question went with its answer, and the keyboard with it: asked once, when what follows from the answer is shown.
    fn has_lost_keyboard(&mut self, ui: &Ui) -> bool {
        if self.decided.is_some() {
            return false;
        }
        let answered = self.answered.take();
        answered.is_some_and(|by| looked_up(ui, by).is_none())
            && ui.memory(egui::Memory::focused).is_none()
    }

    /// Scrolls so that a control stands where it stood, once what follows from a decision is shown.
    fn keep_place(&mut self, ui: &Ui, import: &Import) {
        let planned = self.digest.planned();
        // Of several decisions the last one counts.
        let is_shown = !import.is_busy();
        let decided = self
            .decided
            .take_if(|decided| is_shown && decided.planned != planned);
        if decided.is_some() {
            // Whether its control is gone shows at the next look.
            ui.ctx().request_repaint();
        }
        let place = decided.and_then(|decided| {
            let now = looked_up(ui, decided.control)?;
            Some(now.rect.top() - ui.min_rect().top() - decided.top)
        });
        if let Some(moved) = place.filter(|moved| moved.abs() > 0.5) {
            let at_once = egui::style::ScrollAnimation::none();
            ui.scroll_with_delta_animation(vec2(0.0, -moved), at_once);
            ui.ctx().request_discard("a decision stays where it is");
        }
    }

    fn page(
        &mut self,
        ui: &mut Ui,
        import: &Import,
        plan: &Plan,
        reveal: Option<Rect>,
        made: &mut Vec<Decision>,
    ) {
        let keys = scroll_keys(ui);
        ScrollArea::vertical()
            .id_salt("import")
            .auto_shrink(false)
            .show(ui, |ui| {
                if keys != 0.0 {
                    let at_once = egui::style::ScrollAnimation::none();
                    ui.scroll_with_delta_animation(vec2(0.0, keys), at_once);
                }
                if let Some(rect) = reveal
                    && !ui.clip_rect().contains_rect(rect)
                {
                    ui.scroll_to_rect(rect.expand(space::S), None);
                }
                // The scroll bar lies over the right edge.
                ui.set_max_width((ui.available_width() - space::L).min(1040.0));
                ui.spacing_mut().item_spacing.y = space::M;
                banners(ui, import, plan, &self.digest);
                if !plan.tables.is_empty() {
                    summary::summary(ui, plan, self.digest.waiting);
                }
                let choices = import.choices();
                ui.add_enabled_ui(!import.is_saving(), |ui| {
                    ui.spacing_mut().item_spacing.y = space::M;
                    tables::missing(ui, plan, &self.digest, made);
                    let pickers = &mut self.pickers;
                    decisions::decisions(ui, plan, choices, &self.digest, pickers, made);
                    changes::changes(ui, plan);
                    problems::problems(ui, &self.digest);
                    tables::tables(ui, plan, &self.digest, made);
                });
                ui.add_space(space::L);
                self.keep_place(ui, import);
                self.top = ui.min_rect().top();
            });
    }

    fn decide(&mut self, import: &mut Import, made: Vec<Decision>) {
        let tables = import
            .plan()
            .map(|plan| plan.tables.clone())
            .unwrap_or_default();
        import.choose(|choices| {
            for decision in made {
                decision.apply(&tables, choices, &mut self.displaced);
            }
        });
    }
}

/// Shows the title and its buttons; tells whether one of them has the keyboard. `to_import` sends it there.
fn header(
    ui: &mut Ui,
    ctx: &Ctx<'_>,
    (import, looks): (&Import, &Looks),
    to_import: bool,
    out: &mut Outbox,
) -> bool {
    let names = files_in_words(import.files());
    let names = if import.is_pasted() {
        sentence_case(&names)
    } else {
        names
    };
    let files = match import.files().len() {
        // In a narrow window there is room for the buttons only.
        0 | 1 if ui.available_width() < NARROW => String::new(),
        count if ui.available_width() < NARROW => format!("{count} files"),
        _ => shortened(&names, FILES),
    };
    let refusal = refusal(ctx, import, looks);
    let title = if ui.available_width() < NARROWEST {
        "Import"
    } else if import.is_pasted() {
        "Import pasted rows"
    } else {
        "Import from Access"
    };
    page_header(ui, title, &files, |ui| {
        let (button, command, refusal) = if takes_another(import) {
            let another = Button::primary("Another file…");
            (another, Command::IMPORT, ctx.why_not(Command::IMPORT))
        } else {
            let button = Button::primary("Import").icon(Icon::Import);
            (button, Command::SAVE_IMPORT, refusal.as_deref())
        };
        let cancel = Button::secondary("Cancel").shortcut("Esc").show(ui);
        if cancel.clicked() {
            out.send(Action::Back);
        }
        let go = button.refused(refusal).show(ui);
        if go.clicked() {
            out.send(command);
        }
        if to_import {
            let first = if refusal.is_none() { &go } else { &cancel };
            first.request_focus();
        }
        go.has_focus() || cancel.has_focus()
    })
}

/// Whether no file could be read, so that only another one leads on.
fn takes_another(import: &Import) -> bool {
    let has_nothing = import.plan().is_some_and(|plan| plan.tables.is_empty());
    has_nothing && !import.unreadable().is_empty() && !import.is_pasted()
}

/// Why the import can't go on now; nothing if it can.
fn refusal(ctx: &Ctx<'_>, import: &Import, looks: &Looks) -> Option<String> {
    if !ctx.has_camp {
        return Some("Make or open a camp first".to_owned());
    }
    if let Some(reason) = ctx.why_not(Command::IMPORT) {
        return Some(reason.to_owned());
    }
    match (import.why_not(ctx.camp.revision), looks.digest.waiting) {
        (Some(_), waiting @ 1..) => Some(format!("{} needed", counted(waiting, "decision"))),
        (None, _) if looks.has_loose_name() => Some(LOOSE_NAME.to_owned()),
        (reason, _) => reason.map(str::to_owned),
    }
}

/// "Ladder Players.csv, Ladder Games.csv and 3 more"
fn files_in_words(files: &[String]) -> String {
    match files {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] => format!("{first} and {second}"),
        [first, second, third] => format!("{first}, {second} and {third}"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more", others.len()),
    }
}

fn no_camp(ui: &mut Ui, has_dialog: bool, out: &mut Outbox) {
    let empty = EmptyState::new(
        Icon::Import,
        "Which camp are these files for?",
        "Make a new camp for them, or open the one that they belong to. What they hold is shown before anything is imported.",
    );
    empty.show(ui, |ui| {
        let new = Button::primary("New camp…").show(ui);
        let is_free = ui.memory(|memory| memory.focused().is_none());
        if is_free && !has_dialog && out.focus_next.is_none() {
            new.request_focus();
        }
        if new.clicked() {
            out.send(Command::NEW_CAMP);
        }
        if Button::secondary("Open camp…").show(ui).clicked() {
            out.send(Command::OPEN_CAMP);
        }
    });
}

fn reading(ui: &mut Ui, import: &Import) {
    ui.add_space(space::L);
    let progress = import.reading().and_then(crate::jobs::Progress::fraction);
    Busy::new("Reading the files…").progress(progress).show(ui);
}

/// What holds for the whole import.
fn banners(ui: &mut Ui, import: &Import, plan: &Plan, digest: &Digest) {
    if import.is_saving() {
        Busy::new("Importing…").show(ui);
    }
    if let Some(reason) = import.refusal() {
        Banner::error("Nothing was imported")
            .detail(reason)
            .show(ui);
    }
    for problem in import.unreadable() {
        let title = format!("{} can’t be read", problem.file);
        let reason = problem.reason.to_string();
        Banner::error(&title).detail(&reason).show(ui);
    }
    if plan.tables.is_empty() || !plan.is_ready() || !plan.brings_nothing() {
        return;
    }
    let these = if import.is_pasted() {
        "these rows"
    } else {
        "these files"
    };
    match plan.in_camp() {
        InCamp::Nothing if asks_who(plan, digest) => {
            let choose = if digest.asked.is_empty() {
                "Choose below what becomes of unknown players."
            } else {
                "Choose below which player is meant by each name."
            };
            Banner::warning(&format!("Nothing in {these} can be imported yet"))
                .detail(choose)
                .show(ui);
        }
        InCamp::Nothing => {
            Banner::warning(&format!("Nothing in {these} can be imported"))
                .detail("What was skipped is listed below, each with its reason.")
                .show(ui);
        }
        InCamp::All => {
            let title = format!("Everything in {these} is in the camp already");
            Banner::new(Tone::Success, &title).show(ui);
        }
        InCamp::AllThatCanBe => {
            Banner::info("Everything that can be imported is in the camp already").show(ui);
        }
    }
}

/// Whether nothing comes in as nobody is known by the names in the games, and it can be said who is meant.
fn asks_who(plan: &Plan, digest: &Digest) -> bool {
    let brings_nothing = plan.is_ready() && plan.brings_nothing();
    let is_asked = digest.knows_nobody || !digest.asked.is_empty();
    is_asked && brings_nothing && plan.in_camp() == InCamp::Nothing
}

/// Where word is left that the first decision that is open is to have the keyboard.
fn first_open() -> Id {
    Id::unique("first open decision of an import")
}

/// Gives the keyboard to a decision that is open, where no other one has got it.
fn focus_if_first(response: &Response) {
    let is_wanted = |data: &mut IdTypeMap| data.remove_temp(first_open()) == Some(true);
    if response.ctx.data_mut(is_wanted) {
        response.request_focus();
    }
}

/// How far the keys scroll the page while nothing else takes them.
fn scroll_keys(ui: &Ui) -> f32 {
    if ui.memory(|memory| memory.focused().is_some()) && ui.ctx().text_edit_focused() {
        return 0.0;
    }
    let room = ui.available_height() - 60.0;
    ui.input(|input| {
        if input.key_pressed(Key::PageDown) {
            -room
        } else if input.key_pressed(Key::PageUp) {
            room
        } else {
            0.0
        }
    })
}

/// A part of a line, of this width in points.
fn cell(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, size::CONTROL), layout, |ui| {
        ui.set_width(width);
        ui.set_height(size::CONTROL);
        add(ui);
    });
}
