//! The menus, and the groups of commands in them.

/// A group of commands, divided from the next one by a line. In the order of the menus.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Group {
    NewCamp,
    Import,
    Paper,
    Camp,
    Quit,
    Undo,
    UndoTyping,
    Copies,
    Values,
    Find,
    Record,
    OrderOfPlay,
    Marks,
    List,
    Pages,
    Go,
    WholeWindow,
    Panes,
    Ratings,
    Explain,
    Ladders,
    Weeks,
    Week,
    OtherWeeks,
    Sections,
    SectionRatings,
    Members,
    Views,
    Theme,
    Rows,
    Size,
    Keys,
    About,
}

/// A menu of the bar at the top.
#[derive(Clone, Copy, Debug)]
pub struct Menu {
    pub title: &'static str,
    /// Opens it together with Alt.
    pub letter: egui::Key,
    pub groups: &'static [Group],
}

const fn menu(title: &'static str, letter: egui::Key, groups: &'static [Group]) -> Menu {
    Menu {
        title,
        letter,
        groups,
    }
}

/// The menus in their order. Every command is in one of them, for keyboards on which its key is awkward.
pub const MENUS: [Menu; 9] = {
    use Group as G;
    use egui::Key;
    [
        menu(
            "Camp",
            Key::C,
            &[G::NewCamp, G::Import, G::Paper, G::Camp, G::Quit],
        ),
        menu(
            "Edit",
            Key::E,
            &[G::Undo, G::UndoTyping, G::Copies, G::Values, G::Find],
        ),
        menu(
            "Record",
            Key::R,
            &[G::Record, G::OrderOfPlay, G::Marks, G::List],
        ),
        menu("Go", Key::G, &[G::Pages, G::Go, G::WholeWindow, G::Panes]),
        menu("Ratings", Key::T, &[G::Ratings, G::Explain, G::Ladders]),
        menu("Week", Key::W, &[G::Weeks, G::Week, G::OtherWeeks]),
        menu(
            "US Chess",
            Key::U,
            &[G::Sections, G::SectionRatings, G::Members],
        ),
        menu("View", Key::V, &[G::Views, G::Theme, G::Rows, G::Size]),
        menu("Help", Key::H, &[G::Keys, G::About]),
    ]
};
