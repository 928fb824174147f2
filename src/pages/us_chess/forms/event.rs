//! An event as it is typed; a new one together with its first section.

use super::section::{self, HasSection, SectionDraft};
use crate::{
    app::page::Outbox,
    domain::{
        Edit, show_date,
        us_chess::{Change, Event, EventKey},
    },
    pages::us_chess::{
        UsChessPage,
        form::{DAY, FormField, FormRecord, LONG, MEMBER_ID, TEXT, WORD},
    },
    storage::UsChessRefusal,
};

/// A new event with its first section, or the head of one that is there.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct EventForm {
    /// Nothing of a new one.
    pub(super) key: Option<EventKey>,
    /// Without sections.
    pub(super) event: Event,
    /// The ids of the other events.
    pub(super) taken: Vec<String>,
    /// The first section of a new one.
    pub(super) first: SectionDraft,
}

const EVENT: &str = "Event name";
const ID: &str = "Event ID";
const FIRST_DAY: &str = "First day";

impl HasSection for EventForm {
    fn draft(&self) -> &SectionDraft {
        &self.first
    }

    fn draft_mut(&mut self) -> &mut SectionDraft {
        &mut self.first
    }
}

impl FormRecord for EventForm {
    fn title(&self) -> String {
        match self.key {
            None => "New event".to_owned(),
            Some(_) => "Event details".to_owned(),
        }
    }

    fn about(&self) -> Option<String> {
        let is_new = self.key.is_none();
        is_new
            .then(|| "The event and its first section. Add further sections afterwards.".to_owned())
    }

    fn confirm(&self) -> &'static str {
        if self.key.is_none() {
            "Add the event"
        } else {
            "Save"
        }
    }

    fn fields(&self) -> Vec<FormField<Self>> {
        let mut fields = vec![
            FormField::new(EVENT, &LONG, |it: &mut Self| &mut it.event.name).required(),
            FormField::new(FIRST_DAY, &DAY, |it: &mut Self| &mut it.event.begins),
            FormField::new("Last day", &DAY, |it: &mut Self| &mut it.event.ends),
        ];
        // Of a new event the section is what is played next; what a report needs besides can be typed later.
        if self.key.is_none() {
            let mut of_section = section::fields(true, true);
            if let Some(first) = of_section.first_mut() {
                first.heading = Some("First section");
            }
            fields.extend(of_section);
        }
        fields.extend([
            FormField::new(ID, &WORD, |it: &mut Self| &mut it.event.id)
                .under("For the rating report")
                .hint("e.g. 202608300103"),
            FormField::new("Affiliate", &WORD, |it: &mut Self| &mut it.event.affiliate)
                .hint("e.g. A6000000"),
            FormField::new(
                "Chief director’s US Chess ID",
                &MEMBER_ID,
                |it: &mut Self| &mut it.event.chief_td,
            ),
            FormField::new("Assistant’s US Chess ID", &MEMBER_ID, |it: &mut Self| {
                &mut it.event.assistant_td
            }),
            FormField::new("City", &TEXT, |it: &mut Self| &mut it.event.city),
            FormField::new("State", &WORD, |it: &mut Self| &mut it.event.state).hint("e.g. MN"),
            FormField::new("ZIP code", &WORD, |it: &mut Self| &mut it.event.zip),
        ]);
        fields
    }

    fn follow(&mut self) {
        self.first.event_ends = self.event.ends;
        self.first.follow();
    }

    fn problem(&self) -> Option<(String, String)> {
        let event = &self.event;
        if event.name.is_empty() {
            return Some((EVENT.to_owned(), "Type a name".to_owned()));
        }
        if let Some(id) = event.id.as_ref().filter(|id| self.taken.contains(id)) {
            let why = UsChessRefusal::EventTaken(id.clone());
            return Some((ID.to_owned(), why.to_string()));
        }
        if let Some((begins, ends)) = event.begins.zip(event.ends)
            && begins > ends
        {
            let why = format!("It ends on {}, which is before this day", show_date(ends));
            return Some((FIRST_DAY.to_owned(), why));
        }
        // What is left is about the id alone: lengths are kept as one types.
        if let Some(fault) = event.faults().into_iter().next() {
            return Some((ID.to_owned(), fault));
        }
        if self.key.is_none() {
            return self.first.problem(&[]);
        }
        None
    }

    fn save(&self, out: &mut Outbox) {
        let mut event = self.event.clone();
        if let Some(key) = self.key {
            let said = format!("{} changed", event.name);
            let edit = Edit::UsChess(Change::ChangeEvent(key, Box::new(event)));
            out.apply_and_mention(edit, said);
        } else {
            event.sections = vec![self.first.section.clone()];
            let rounds = self.first.rounds;
            let edit = Edit::UsChess(Change::AddEvent(Box::new(event)));
            out.apply_then(edit, move |app| {
                app.with_page(|page: &mut UsChessPage, _, out| {
                    page.show_added_section(rounds, out);
                });
            });
        }
    }
}
