//! What a page is given, and what it may want.

use std::{collections::HashMap, ops::Deref, path::PathBuf, sync::Arc};

use jiff::{Zoned, civil::Date};

use super::{
    super::{
        Action, App, Command, FocusTarget, LookedFrom, OpenCamp, Pane, View, Wake,
        afterwards::{Afterwards, Then},
        dialogs::{Dialog, Discarding, Loss, NotOpenedFile},
        notices::Notices,
        reading::{Reading, WasRead},
        serial,
        settings::Settings,
    },
    Page, PageDialog, Ticket,
};
use crate::{
    domain::{CampData, Edit, Field, FieldProblem, Record},
    jobs::Progress,
    storage::{CampFile, Step, WeekSummary},
};

/// What a page may read.
#[expect(
    missing_debug_implementations,
    reason = "what it borrows isn't all to be shown"
)]
pub struct Ctx<'a> {
    /// An empty one for what stands over the welcome page, where none is open.
    pub camp: &'a OpenCamp,
    pub settings: &'a Settings,
    pub wake: &'a Wake,
    /// All commands, in the order of the menus.
    pub commands: &'a [Command],
    pub page: Page,
    /// Whether it is on the screen, and nothing stands in its place.
    pub is_shown: bool,
    /// The view in which it is shown.
    pub view: View,
    pub(in crate::app) situation: &'a Situation,
    pub(in crate::app) refused: &'a Refused,
}

/// The commands that can't be given, and why: as it was before the window was drawn.
pub(in crate::app) type Refused = HashMap<Command, String>;

/// How things stand for a page.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five things that have nothing to do with each other"
)]
pub struct Situation {
    pub now: Zoned,
    /// The page of the list that is chosen, whatever stands over it or was led to from there.
    pub chosen: Page,
    /// The page of the window, whatever stands over it.
    pub current: Page,
    /// Another number for each stay on a page: what was shown for internal comparison only is hidden in the next one.
    pub stay: u64,
    /// Whether a camp is open.
    pub has_camp: bool,
    /// Whether Esc leads back to another page.
    pub can_go_back: bool,
    pub is_recalculating: bool,
    /// Whether a week is being closed, opened again or started.
    pub is_week_step_running: bool,
    /// Why the week that is shown can't be changed.
    pub why_not_change_week: Option<String>,
    /// Whether a dialog is open, which has the keyboard.
    pub has_dialog: bool,
    pub pasting: Pasting,
    /// The strip at the foot of what stands in place of the whole window.
    pub strip: Strip,
    /// Why nothing of the camp can be changed now.
    pub why_not_change: Option<&'static str>,
    /// Why nothing can be undone or redone now.
    pub why_not_move_in_history: Option<&'static str>,
    /// Another number whenever a template of the sheets may have changed.
    pub templates: u64,
    /// The PDF of what Print and Save as PDF are about, if it was saved.
    pub saved_pdf: Option<PathBuf>,
    /// The file that could not be opened, until another one is; while a camp is open, only where the question about that file has led here.
    pub not_opened: Option<NotOpenedFile>,
    /// The camp that was open before the backup that is looked into, if one was.
    pub looked_from: Option<Arc<LookedFrom>>,
    /// How far sheets are on their way to a printer.
    pub printing: Option<Progress>,
}

/// The strip at the foot of what stands in place of the whole window: the page below takes records there.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Strip {
    #[default]
    Closed,
    Open,
    HasKeyboard,
}

/// How far new campers who were copied elsewhere are on their way from the system.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Pasting {
    #[default]
    NotAsked,
    /// The window is to ask the system for them.
    Wanted,
    Asked,
    /// There was nothing.
    NothingCopied,
}

impl Pasting {
    /// Why nothing came of it.
    pub fn problem(self) -> Option<&'static str> {
        (self == Self::NothingCopied).then_some(
            "Nothing is copied yet: copy the rows of the new campers in a spreadsheet first",
        )
    }
}

impl Strip {
    pub fn is_open(self) -> bool {
        self != Self::Closed
    }
}

impl Deref for Ctx<'_> {
    type Target = Situation;

    fn deref(&self) -> &Situation {
        self.situation
    }
}

impl Ctx<'_> {
    pub fn today(&self) -> Date {
        self.now.date()
    }

    /// Whether it is the page of the list that is chosen, whatever stands over it or was led to from there.
    pub fn is_chosen(&self) -> bool {
        self.page == self.chosen
    }

    /// Whether it is the page of the window, whatever stands over it.
    pub fn is_current(&self) -> bool {
        self.page == self.current
    }

    /// Why a command can't be given; nothing if it can. To be asked while the page is drawn.
    pub fn why_not(&self, command: Command) -> Option<&str> {
        self.refused.get(&command).map(String::as_str)
    }
}

/// What a page wants: carried out when it has been drawn, or has answered.
#[derive(Debug)]
pub struct Outbox {
    pub(in crate::app) actions: Vec<Action>,
    pub(in crate::app) edits: Vec<Asked>,
    pub(in crate::app) readings: Vec<Reading>,
    pub(in crate::app) afterwards: Vec<(Ticket, Afterwards)>,
    pub notices: Notices,
    /// What was done just now, to be said with a button that takes it back.
    pub undoable: Option<String>,
    /// A question to ask.
    pub dialog: Option<Dialog>,
    /// Widget to focus next frame: whatever draws it takes this.
    pub focus_next: Option<FocusTarget>,
    /// The part of the window that has, or had last, the keyboard.
    pub pane: Pane,
    /// The field that has, or had last, the keyboard.
    pub field: Option<Field>,
    /// The view in which the page is shown from now on.
    pub view: View,
    /// Whether keys that were typed ahead are to be thrown away: they were meant for something that has not come about.
    pub forget_keys: bool,
    /// Whether attention is to be drawn by a sound.
    pub bell: bool,
}

/// A change that a page asks for.
#[derive(Debug)]
pub(in crate::app) struct Asked {
    pub ticket: Ticket,
    pub edit: Edit,
    /// The only revision of the camp at which it is to be made.
    pub only_at: Option<u64>,
}

impl Outbox {
    /// Asks for something to be done.
    pub fn send(&mut self, action: impl Into<Action>) {
        self.actions.push(action.into());
    }

    /// Asks for a change of the open camp. The page hears of it, by this number, when it is in the file, or was refused.
    pub fn apply(&mut self, edit: Edit) -> Ticket {
        self.ask_for(edit, None)
    }

    /// Has the keeper read something from the camp file. It comes, by this number, as [`Answer::Read`].
    pub fn read<T: Send + Sync + 'static>(
        &mut self,
        read: impl FnOnce(&CampFile) -> T + Send + 'static,
    ) -> Ticket {
        let ticket = serial();
        self.readings.push(Reading::new(ticket, read));
        ticket
    }

    /// As [`Self::apply`], of a change that follows from the camp as it is at `revision`; refused as outdated at any other.
    pub fn apply_at(&mut self, edit: Edit, revision: u64) -> Ticket {
        self.ask_for(edit, Some(revision))
    }

    /// As [`Self::apply`]; once it is in the file this is said, with a button that takes it back.
    pub fn apply_and_say(&mut self, edit: Edit, sentence: String) -> Ticket {
        let ticket = self.apply(edit);
        let said = Afterwards::SayUndoable(sentence);
        self.afterwards.push((ticket, said));
        ticket
    }

    /// As [`Self::apply_and_say`], of what one sees where it was done: a message would only cover it.
    pub fn apply_and_mention(&mut self, edit: Edit, sentence: String) -> Ticket {
        let ticket = self.apply(edit);
        let said = Afterwards::Mention(sentence);
        self.afterwards.push((ticket, said));
        ticket
    }

    /// As [`Self::apply`]; once it is in the file this happens.
    pub fn apply_then(&mut self, edit: Edit, then: impl FnOnce(&mut App) + 'static) -> Ticket {
        let ticket = self.apply(edit);
        let then = Afterwards::Run(Then(Box::new(then)));
        self.afterwards.push((ticket, then));
        ticket
    }

    /// Asks the director something.
    pub fn ask(&mut self, dialog: impl PageDialog) {
        self.dialog = Some(Dialog::OfPage(Box::new(dialog)));
    }

    /// Asks whether the page is to give up what would be lost.
    pub fn ask_to_discard(&mut self, loss: Loss) {
        self.dialog = Some(Dialog::Discard(Discarding::new(loss, None, None)));
    }

    fn ask_for(&mut self, edit: Edit, only_at: Option<u64>) -> Ticket {
        let ticket = serial();
        self.edits.push(Asked {
            ticket,
            edit,
            only_at,
        });
        ticket
    }
}

/// What the keeper of the camp file answers to a page.
#[derive(Debug)]
pub enum Answer {
    /// The history, the oldest step first.
    History(Vec<Step>),
    HistoryForgotten,
    /// All weeks as a list, the first one first.
    WeekList(Vec<WeekSummary>),
    /// What a page has [asked for](Outbox::read).
    Read(WasRead),
    /// All weeks of this revision of the camp, or why they can't be read.
    Season {
        revision: u64,
        weeks: Result<Vec<CampData>, String>,
    },
}

/// A change that is in the file.
#[derive(Clone, Copy, Debug)]
pub struct SavedChange {
    pub ticket: Ticket,
    /// The record that was added, if it was one.
    pub added: Option<Record>,
}

/// A change that the file has refused.
#[derive(Clone, Copy, Debug)]
pub struct RefusedChange<'a> {
    pub ticket: Ticket,
    pub reason: &'a str,
    /// What is wrong with which field.
    pub problems: &'a [FieldProblem],
    /// Whether it was to be made at a revision that is no more.
    pub is_outdated: bool,
    /// Whether it was the disk, and the same change may be saved a moment later.
    pub may_pass: bool,
}
