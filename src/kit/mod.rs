//! The look and feel: tokens, icons and widgets, free of any domain.
//!
//! Rules that hold here: only `egui` is known; every colour comes from [`tokens`]; every input has an accessible
//! name; whatever the pointer can do, the keyboard can do; nothing repaints while nothing happens.
//!
//! `cargo run --example kit_gallery` shows every widget in both themes.

pub mod banner;
pub mod busy;
pub mod button;
pub mod choice;
pub mod dialog;
pub mod empty_state;
pub mod form;
pub mod held_keys;
pub mod icon;
pub mod input;
pub mod input_check;
pub mod list_box;
pub mod menu;
pub mod nav;
pub mod one_key;
pub mod page;
pub mod picker;
pub mod picture;
pub mod plot;
mod popup_list;
pub mod scrolling;
pub mod search_box;
pub mod segmented;
pub mod status_bar;
pub mod swatches;
pub mod table;
#[cfg(test)]
pub mod testing;
pub mod theme;
pub mod tip;
pub mod toast;
pub mod tokens;

pub use self::{
    banner::Banner,
    busy::Busy,
    button::{Button, clicked_anew},
    choice::Choice,
    dialog::{Dialog, DialogAnswer},
    empty_state::EmptyState,
    form::{Field, Form},
    icon::{Icon, icon_button},
    list_box::{ListEntry, list_box},
    menu::{MenuItem, menu_at, menu_below},
    nav::NavItem,
    one_key::OneKey,
    picker::{Picker, PickerItem, PickerState},
    search_box::SearchBox,
    segmented::segmented,
    status_bar::StatusBar,
    swatches::swatches,
    table::{
        Cell, CellAt, Column, EditCell, EditStart, EndedBy, Selection, Sort, Table, TableLayout,
        TableResponse, TableState,
    },
    toast::Toasts,
    tokens::{Tone, UiTokens},
};
