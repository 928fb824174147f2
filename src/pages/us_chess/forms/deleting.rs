//! What is asked before something is deleted.

use crate::domain::{
    Edit, counted,
    us_chess::{Change, EventKey, MemberKey, SectionHead},
};

/// A question about something that goes.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct Deleting {
    pub(in crate::pages::us_chess) title: String,
    /// What goes with it.
    pub(in crate::pages::us_chess) text: String,
    pub(in crate::pages::us_chess) edit: Edit,
    /// What is said when it is gone.
    pub(in crate::pages::us_chess) said: String,
}

impl Deleting {
    pub(super) fn member(key: MemberKey, name: &str) -> Self {
        Self {
            title: format!("Delete {name}?"),
            text: "The opening balance and all adjustments go as well.".to_owned(),
            edit: Edit::UsChess(Change::DeleteMember(key)),
            said: format!("{name} deleted"),
        }
    }

    /// The last section of an event goes with the event, which would be seen nowhere.
    pub(super) fn section(head: &SectionHead, of_event: usize) -> Self {
        if of_event < 2 {
            return Self::event(head.event, &head.event_name, std::slice::from_ref(head));
        }
        let name = format!("section {} of {}", head.section.number, head.event_name);
        let rows = match head.entries {
            0 => "It has no rows yet.".to_owned(),
            entries => format!(
                "Its crosstable of {} goes with it. Members stay.",
                counted(entries, "row")
            ),
        };
        Self {
            title: format!("Delete {name}?"),
            text: rows,
            edit: Edit::UsChess(Change::DeleteSection(head.key)),
            said: format!("Section {} deleted", head.called()),
        }
    }

    pub(super) fn event(key: EventKey, name: &str, sections: &[SectionHead]) -> Self {
        let rows = sections.iter().map(|head| head.entries).sum::<usize>();
        let goes = format!(
            "{} with {} {} with it. Members stay.",
            counted(sections.len(), "section"),
            counted(rows, "row"),
            if sections.len() == 1 { "goes" } else { "go" }
        );
        Self {
            title: format!("Delete {name}?"),
            text: goes,
            edit: Edit::UsChess(Change::DeleteEvent(key)),
            said: format!("{name} deleted"),
        }
    }
}
