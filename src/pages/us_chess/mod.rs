//! Sections of US Chess: their crosstables, and how they are rated; members and their records.

mod asked;
mod commands;
mod explanation;
mod form;
mod forms;
mod importing;
mod logic;
mod members;
mod reports;
mod sections;
#[cfg(test)]
mod tests;
mod to_check;
mod typing;
mod view;

pub use self::logic::UsChessPage;
use self::logic::is_found;
use crate::{
    app::{
        Command,
        page::{Listed, Page, PageSpec, Place},
    },
    kit::Icon,
};

impl Page {
    pub const US_CHESS: Self = Self {
        why_no_records: Some("Not available on the US Chess page"),
        ..Self::new("us-chess", "US Chess")
    };
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: commands::COMMANDS,
    guide: |_| Some("US Chess"),
    ..PageSpec::new(
        Page::US_CHESS,
        Place::List(Listed {
            count: |camp| Some(camp.us_chess_sections),
            // A camp without tournaments never sees it, unless it is asked for in the menu.
            is_for: |camp| camp.us_chess_sections > 0,
            ..Listed::new(Icon::Crosstable, Command::GO_US_CHESS)
        }),
        |_| Some(Box::<UsChessPage>::default()),
    )
};
