//! The ways to pages.

use super::{Page, View};
use crate::domain::{LadderId, Record, us_chess::SectionKey};

/// Where to go: a page, in which view of it, and what it shall show there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Route {
    pub page: Page,
    /// `None`: the view in which it was left.
    pub view: Option<View>,
    pub record: Option<Record>,
    /// A ladder of the club: to be set up on the page of standings, to be shown on the projector.
    pub ladder: Option<LadderId>,
    /// A section of US Chess.
    pub section: Option<SectionKey>,
}

impl From<Page> for Route {
    fn from(page: Page) -> Self {
        page.route()
    }
}

impl Page {
    /// The way to the page, wherever it was left.
    pub(super) const fn route(self) -> Route {
        Route {
            page: self,
            view: None,
            record: None,
            ladder: None,
            section: None,
        }
    }

    /// The way to what the page shows of this record.
    pub const fn of(self, record: Record) -> Route {
        Route {
            record: Some(record),
            ..self.route()
        }
    }

    /// The way to a view of the page, and to a record there.
    pub const fn in_view(self, view: View, record: Option<Record>) -> Route {
        Route {
            view: Some(view),
            record,
            ..self.route()
        }
    }

    /// The way to where a ladder of the club is set up, or shown.
    pub const fn of_ladder(self, ladder: Option<LadderId>) -> Route {
        Route {
            ladder,
            ..self.route()
        }
    }

    /// The way to a section of US Chess.
    pub const fn of_section(self, section: SectionKey) -> Route {
        Route {
            section: Some(section),
            ..self.route()
        }
    }
}
