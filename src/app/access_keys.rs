//! The keys that Access taught, and what each does here. Help shows them; tests hold them against the commands and
//! press them in the window.

use strum::VariantArray;

use super::{
    Command,
    commands::{Needs, Shortcut},
};

/// What one does when one presses a key, in the order of Help.
#[derive(Clone, Copy, Debug, Eq, PartialEq, VariantArray)]
pub enum KeyGroup {
    Typing,
    Records,
    Lists,
    Window,
}

impl KeyGroup {
    /// As Help heads them.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Typing => "Typing",
            Self::Records => "Records",
            Self::Lists => "Lists and datasheets",
            Self::Window => "Window and files",
        }
    }

    /// Where Help lists a command whose key Access didn't have.
    pub const fn new(command: Command) -> Self {
        match command.needs() {
            Needs::Field => Self::Typing,
            Needs::Records | Needs::List => Self::Records,
            Needs::Nothing | Needs::Camp => Self::Window,
        }
    }
}

/// What a key of Access means here.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Meaning {
    Command(Command),
    /// What the field, the list or the menu that has the keyboard does with it.
    Does(&'static str),
    /// Why it has no meaning here.
    Nothing(&'static str),
}

impl Meaning {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Command(command) => command.text().trim_end_matches('…'),
            Self::Does(text) | Self::Nothing(text) => text,
        }
    }
}

/// A key of Access.
#[derive(Clone, Copy, Debug)]
pub struct AccessKey {
    pub group: KeyGroup,
    /// The keys, each as [`Shortcut::text`](super::commands::Shortcut::text) writes it.
    pub keys: &'static [&'static str],
    pub meaning: Meaning,
}

const fn does(group: KeyGroup, keys: &'static [&'static str], text: &'static str) -> AccessKey {
    let meaning = Meaning::Does(text);
    AccessKey {
        group,
        keys,
        meaning,
    }
}

const fn gives(group: KeyGroup, keys: &'static [&'static str], command: Command) -> AccessKey {
    let meaning = Meaning::Command(command);
    AccessKey {
        group,
        keys,
        meaning,
    }
}

const fn none(group: KeyGroup, keys: &'static [&'static str], why: &'static str) -> AccessKey {
    let meaning = Meaning::Nothing(why);
    AccessKey {
        group,
        keys,
        meaning,
    }
}

/// Every key of the Access table. Source: Access's own list of keyboard shortcuts.
pub const ACCESS_KEYS: &[AccessKey] = &[
    does(
        KeyGroup::Typing,
        &["Tab", "Enter"],
        "Next field; from the last one the next record",
    ),
    does(
        KeyGroup::Typing,
        &["Shift+Tab"],
        "Previous field; from the first one the record before",
    ),
    does(
        KeyGroup::Typing,
        &["Esc"],
        "Undo the field; once more, undo the record",
    ),
    does(
        KeyGroup::Typing,
        &["F2"],
        "Select the whole field, or put the cursor behind it",
    ),
    does(
        KeyGroup::Typing,
        &["F4", "Alt+Down"],
        "Open the list of a field",
    ),
    does(KeyGroup::Typing, &["Space"], "Tick a box, or untick it"),
    does(KeyGroup::Typing, &["Ctrl+Enter"], "New line in notes"),
    gives(
        KeyGroup::Typing,
        &["Ctrl+'", "Ctrl+Shift+'"],
        Command::COPY_FROM_PREVIOUS,
    ),
    gives(KeyGroup::Typing, &["Ctrl+;"], Command::INSERT_TODAY),
    none(
        KeyGroup::Typing,
        &["Ctrl+Shift+;"],
        "Nothing: no field holds a time",
    ),
    none(
        KeyGroup::Typing,
        &["Ctrl+Alt+Space"],
        "Nothing, as AltGr types letters: Default value is in the menu Edit",
    ),
    gives(KeyGroup::Typing, &["Shift+F2"], Command::ZOOM),
    gives(KeyGroup::Typing, &["F7"], Command::PROBLEMS),
    does(
        KeyGroup::Typing,
        &["Ctrl+C", "Ctrl+X", "Ctrl+V"],
        "Copy, cut and paste; several rows are pasted through the preview of an import",
    ),
    gives(KeyGroup::Typing, &["Ctrl+Z"], Command::UNDO),
    gives(KeyGroup::Records, &["Ctrl++"], Command::NEW_RECORD),
    gives(
        KeyGroup::Records,
        &["Ctrl+S", "Shift+Enter"],
        Command::SAVE_RECORD,
    ),
    gives(KeyGroup::Records, &["Ctrl+−"], Command::DELETE_RECORD),
    gives(KeyGroup::Records, &["Ctrl+PgDn"], Command::NEXT_RECORD),
    gives(KeyGroup::Records, &["Ctrl+PgUp"], Command::PREVIOUS_RECORD),
    does(
        KeyGroup::Records,
        &["Ctrl+Home"],
        "First field of the first record",
    ),
    does(
        KeyGroup::Records,
        &["Ctrl+End"],
        "Last field of the last record",
    ),
    gives(KeyGroup::Records, &["F5"], Command::GO_TO_RECORD),
    gives(KeyGroup::Lists, &["Ctrl+F"], Command::FIND),
    gives(KeyGroup::Lists, &["Shift+F4"], Command::FIND_NEXT),
    gives(KeyGroup::Lists, &["Ctrl+H"], Command::REPLACE),
    gives(KeyGroup::Lists, &["Shift+F9"], Command::REQUERY),
    does(
        KeyGroup::Lists,
        &["Ctrl+Up", "Ctrl+Down"],
        "First and last record of a column",
    ),
    does(
        KeyGroup::Lists,
        &["Shift+Down"],
        "Select rows; Ctrl+A selects all",
    ),
    does(
        KeyGroup::Lists,
        &["Alt+Up"],
        "Menu of a column: sort, filter, move, hide",
    ),
    gives(KeyGroup::Window, &["F9"], Command::RECALCULATE),
    gives(KeyGroup::Window, &["F6", "Ctrl+Tab"], Command::NEXT_PANE),
    gives(
        KeyGroup::Window,
        &["Shift+F6", "Ctrl+Shift+Tab"],
        Command::PREVIOUS_PANE,
    ),
    gives(KeyGroup::Window, &["F10"], Command::MENUS),
    gives(KeyGroup::Window, &["F11"], Command::SIDE_BAR),
    gives(KeyGroup::Window, &["Ctrl+P"], Command::PRINT),
    gives(KeyGroup::Window, &["F1"], Command::GUIDE),
];

/// What Help shows of a group: keys, and what they do. First the keys of Access, then those of this program.
pub fn help(commands: &[Command], group: KeyGroup) -> Vec<(String, &'static str)> {
    let of_access = ACCESS_KEYS.iter().filter(|key| key.group == group);
    let mut lines = of_access
        .map(|key| (key.keys.join(" or "), key.meaning.text()))
        .collect::<Vec<_>>();
    for command in commands.iter().copied() {
        let is_listed = ACCESS_KEYS
            .iter()
            .any(|key| key.meaning == Meaning::Command(command));
        let keys = command.shortcuts().iter().copied();
        let keys = keys.map(Shortcut::text).collect::<Vec<_>>();
        if !is_listed && !keys.is_empty() && KeyGroup::new(command) == group {
            lines.push((keys.join(" or "), Meaning::Command(command).text()));
        }
    }
    lines
}
