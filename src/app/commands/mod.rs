//! What a director can do without naming a record. A command is one entry in the file that carries it out; menus, keys, Help and the tests
//! follow from the entries.

mod menus;
mod shortcut;

use std::{cell::OnceCell, fmt, hash, ptr};

pub use self::{
    menus::{Group, MENUS, Menu},
    shortcut::Shortcut,
};
use super::{
    App, logic,
    page::{Page, PageSpec, Situation},
};
pub(crate) use egui::Key;

/// A command.
#[derive(Clone, Copy)]
pub struct Command(pub(crate) &'static Entry);

/// What is known of a command, and what it does.
pub(crate) struct Entry {
    /// What the code calls it.
    pub id: &'static str,
    title: &'static str,
    /// The first one stands in the menu.
    keys: &'static [Shortcut],
    place: (Group, u8),
    needs: Needs,
    changes: Changes,
    closes_camp: bool,
    once_a_press: bool,
    without_window: WithoutWindow,
    /// Whether it is nothing but what pages do at it.
    is_of_pages: bool,
    why_not: WhyNot,
    /// The page that it leads to, before it does anything else.
    goes_to: Option<Page>,
    pub run: Run,
    label: fn(&App) -> Option<String>,
    is_ticked: fn(&App) -> bool,
    /// Whether the menu has it now.
    is_in_menu: fn(&App) -> bool,
}

/// Why a command can't be given now; nothing if it can.
pub(crate) type WhyNot = fn(&App) -> Option<&str>;

/// Carries a command out, after it was asked whether that can be done.
pub(crate) type Run = fn(&mut App);

/// What has to be there for a command. Each needs what stands before it, too.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Needs {
    Nothing,
    /// An open camp.
    Camp,
    /// A page with records.
    Records,
    /// The field of a form that has, or had last, the keyboard. The views for typing and checking games aren't forms.
    Field,
    /// The list of a form, which is sorted and filtered.
    List,
}

/// What a command changes, and who refuses it therefore.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Changes {
    Nothing,
    /// A camp to look and print refuses it.
    Camp,
    /// A closed week refuses it, too.
    Week,
}

/// Whether a command can be given while something stands in place of the whole window.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum WithoutWindow {
    No,
    /// While the strip of a page is open there.
    WithStrip,
    Yes,
}

impl Entry {
    /// A command as a menu shows it, at this place there. An ellipsis says that something will be asked.
    pub(crate) const fn new(title: &'static str, group: Group, place: u8, run: Run) -> Self {
        Self {
            id: "",
            title,
            keys: &[],
            place: (group, place),
            needs: Needs::Nothing,
            changes: Changes::Nothing,
            closes_camp: false,
            once_a_press: false,
            without_window: WithoutWindow::No,
            is_of_pages: false,
            why_not: |_| None,
            goes_to: None,
            run,
            label: |_| None,
            is_ticked: |_| false,
            is_in_menu: |_| true,
        }
    }

    /// A command that is nothing but what pages do at it, and why it can't be given elsewhere. There its keys belong to the field that has
    /// the keyboard.
    pub(crate) const fn of_pages(
        title: &'static str,
        group: Group,
        place: u8,
        elsewhere: WhyNot,
    ) -> Self {
        let mut entry = Self::new(title, group, place, |_| ()).why_not(elsewhere);
        entry.is_of_pages = true;
        entry
    }

    /// A command that leads to a page, and is ticked there. In the menu it stands where the page does in the list of pages.
    pub(crate) const fn go(page: Page) -> Self {
        let mut entry = Self::new(page.title, Group::Pages, 0, |_| ()).needs(Needs::Camp);
        entry.goes_to = Some(page);
        entry
    }

    pub(crate) const fn named(mut self, id: &'static str) -> Self {
        self.id = id;
        self
    }

    /// Access's own keys where Access had them; further ones are for fingers that know them.
    pub(crate) const fn keys(mut self, keys: &'static [Shortcut]) -> Self {
        self.keys = keys;
        self
    }

    pub(crate) const fn needs(mut self, needs: Needs) -> Self {
        self.needs = needs;
        self
    }

    pub(crate) const fn changes_camp(mut self) -> Self {
        self.changes = Changes::Camp;
        self
    }

    pub(crate) const fn changes_week(mut self) -> Self {
        self.changes = Changes::Week;
        self
    }

    pub(crate) const fn without_window(mut self, without_window: WithoutWindow) -> Self {
        self.without_window = without_window;
        self
    }

    /// Keys that are held down give it once: what they repeat isn't meant for what comes next.
    pub(crate) const fn once_a_press(mut self) -> Self {
        self.once_a_press = true;
        self
    }

    /// The camp that is open is closed by it.
    pub(crate) const fn closes_camp(mut self) -> Self {
        self.closes_camp = true;
        self
    }

    pub(crate) const fn why_not(mut self, why_not: WhyNot) -> Self {
        self.why_not = why_not;
        self
    }

    /// What a menu calls it now, where that is more than its title.
    pub(crate) const fn label(mut self, label: fn(&App) -> Option<String>) -> Self {
        self.label = label;
        self
    }

    /// Whether what it chooses is chosen.
    pub(crate) const fn ticked(mut self, is_ticked: fn(&App) -> bool) -> Self {
        self.is_ticked = is_ticked;
        self
    }

    /// The menu has it only while there is something for it.
    pub(crate) const fn only_while(mut self, is_in_menu: fn(&App) -> bool) -> Self {
        self.is_in_menu = is_in_menu;
        self
    }
}

/// Registers the commands of a file: each is a constant of [`Command`], and all of them are the file's `COMMANDS`.
macro_rules! commands {
    ($($(#[$doc:meta])* $name:ident = $entry:expr;)+) => {
        impl $crate::app::Command {
            $($(#[$doc])* pub const $name: Self = {
                static ENTRY: Entry = $entry.named(stringify!($name));
                Self(&ENTRY)
            };)+
        }

        pub(crate) const COMMANDS: &[$crate::app::Command] = &[$($crate::app::Command::$name),+];
    };
}
pub(crate) use commands;

/// All commands, in the order of the menus.
pub(super) fn all(pages: &[&'static PageSpec]) -> Vec<Command> {
    let of_pages = pages.iter().flat_map(|spec| spec.commands);
    let of_shell = logic::COMMANDS.iter().copied().flatten();
    let mut all = of_shell.chain(of_pages).copied().collect::<Vec<_>>();
    // Those that lead to pages stay in the order of the pages.
    all.sort_by_key(|command| command.0.place);
    all
}

impl Command {
    /// As the menu shows it. An ellipsis says that something will be asked.
    pub const fn text(self) -> &'static str {
        self.0.title
    }

    /// The key that stands in the menu.
    pub fn shortcut(self) -> Option<Shortcut> {
        self.0.keys.first().copied()
    }

    /// Its keys, the usual one first.
    pub const fn shortcuts(self) -> &'static [Shortcut] {
        self.0.keys
    }

    /// Its keys as text: "Ctrl+S", or nothing.
    pub fn keys(self) -> String {
        self.shortcut().map_or_else(String::new, Shortcut::text)
    }

    /// Whether keys that are held down give it once.
    pub const fn is_once_a_press(self) -> bool {
        self.0.once_a_press
    }

    /// Where it stands in the menus: in which group, and where there.
    pub const fn place(self) -> (Group, u8) {
        self.0.place
    }

    /// The group of a menu in which it stands.
    pub const fn group(self) -> Group {
        self.0.place.0
    }

    /// What has to be there for it.
    pub const fn needs(self) -> Needs {
        self.0.needs
    }

    /// Whether it is one of forms, which have records.
    pub fn needs_records(self) -> bool {
        self.needs() >= Needs::Records
    }

    /// Whether it changes the camp, so that a camp to look and print refuses it.
    pub fn changes_camp(self) -> bool {
        self.0.changes != Changes::Nothing
    }

    /// Whether the camp that is open is closed by it.
    pub(super) fn closes_camp(self) -> bool {
        self.0.closes_camp
    }

    /// Whether it changes the week that is shown, so that a closed one refuses it.
    pub fn changes_week(self) -> bool {
        self.0.changes == Changes::Week
    }
}

impl App {
    /// All commands, in the order of the menus.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// Why a command can't be given now; nothing if it can.
    pub fn why_not(&self, command: Command) -> Option<&str> {
        self.why_not_as(command, &OnceCell::new())
    }

    /// As [`Self::why_not`]. How things stand for the pages is found out once, and only if a page is asked.
    pub(super) fn why_not_as(
        &self,
        command: Command,
        situation: &OnceCell<Situation>,
    ) -> Option<&str> {
        let needs = command.needs();
        // What stands over the page is asked first: it may find something, and go on there.
        let is_of_cover = self.session.over().is_some() && self.page_answers(command);
        if self.session.camp.is_none() && !is_of_cover {
            return (needs >= Needs::Camp).then_some("Open a camp first");
        }
        if command.changes_camp()
            && let Some(reason) = self.why_not_change()
        {
            return Some(reason);
        }
        if command.changes_week()
            && !(command.needs_records() && self.has_records_of_no_week())
            && let Some(reason) = self.why_not_change_week()
        {
            return Some(reason);
        }
        if let Some(window) = &self.session.whole_window
            && let Some(reason) = window.why_not(command.0.without_window)
        {
            return Some(reason);
        }
        if command.needs_records() && !is_of_cover {
            let covered = self.why_page_is_covered();
            if let Some(reason) = covered.or_else(|| self.why_list_is_covered()) {
                return Some(reason);
            }
        }
        if self.page_answers(command) {
            let situation = situation.get_or_init(|| self.situation());
            return self.why_not_on_page(command, situation);
        }
        if command.needs_records()
            && let Some(reason) = self.why_no_such_records(command)
        {
            return Some(reason);
        }
        (command.0.why_not)(self)
    }

    /// Carries a command out, or says why that can't be done.
    pub(super) fn command(&mut self, command: Command) {
        if let Some(reason) = self.why_not(command).map(str::to_owned) {
            self.notices.note(reason);
            return;
        }
        if self.run_on_page(command) {
            return;
        }
        if let Some(page) = command.0.goes_to {
            self.go_to(page.into());
        }
        (command.0.run)(self);
    }

    /// Whether the page has records that belong to no week, and can be changed while any of them is shown.
    fn has_records_of_no_week(&self) -> bool {
        self.editor().is_some_and(|editor| !editor.is_of_week())
    }

    /// Whether the keys of a command are its own now.
    pub fn has_its_keys(&self, command: Command) -> bool {
        !command.0.is_of_pages || self.page_answers(command)
    }

    /// What a menu calls a command now.
    pub fn label(&self, command: Command) -> String {
        (command.0.label)(self).unwrap_or_else(|| command.text().to_owned())
    }

    /// Whether the menu has it now.
    pub fn is_in_menu(&self, command: Command) -> bool {
        (command.0.is_in_menu)(self)
    }

    /// Whether a menu ticks a command.
    pub fn is_ticked(&self, command: Command) -> bool {
        let leads_here = command.0.goes_to.is_some_and(|page| self.is_on(page));
        leads_here || (command.0.is_ticked)(self)
    }
}

impl PartialEq for Command {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Command {}

impl hash::Hash for Command {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.id)
    }
}
