//! Keys of commands.

/// A key with what is held down with it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Shortcut {
    /// Ctrl, or ⌘ on a Mac.
    pub command: bool,
    pub shift: bool,
    pub key: egui::Key,
}

impl Shortcut {
    pub const fn command(key: egui::Key) -> Self {
        Self {
            command: true,
            shift: false,
            key,
        }
    }

    pub const fn with_shift(key: egui::Key) -> Self {
        Self {
            command: true,
            shift: true,
            key,
        }
    }

    pub const fn plain(key: egui::Key) -> Self {
        Self {
            command: false,
            shift: false,
            key,
        }
    }

    pub const fn shift(key: egui::Key) -> Self {
        Self {
            command: false,
            shift: true,
            key,
        }
    }

    /// "Ctrl+S"
    pub fn text(self) -> String {
        let key = match self.key {
            egui::Key::Plus => "+",
            egui::Key::Minus => "−",
            egui::Key::Equals => "=",
            egui::Key::Quote => "'",
            egui::Key::Semicolon => ";",
            egui::Key::PageUp => "PgUp",
            egui::Key::PageDown => "PgDn",
            egui::Key::Period => ".",
            egui::Key::Comma => ",",
            key => key.name(),
        };
        let held = match (self.command, self.shift) {
            (true, true) => "Ctrl+Shift+",
            (true, false) => "Ctrl+",
            (false, true) => "Shift+",
            (false, false) => "",
        };
        format!("{held}{key}")
    }

    /// As egui takes it out of its events.
    pub const fn of_egui(self) -> egui::KeyboardShortcut {
        let modifiers = match (self.command, self.shift) {
            (true, true) => egui::Modifiers::COMMAND.plus(egui::Modifiers::SHIFT),
            (true, false) => egui::Modifiers::COMMAND,
            (false, true) => egui::Modifiers::SHIFT,
            (false, false) => egui::Modifiers::NONE,
        };
        egui::KeyboardShortcut::new(modifiers, self.key)
    }
}
