//! What is typed of members, events and sections. A form opens once the camp file has told what stands in it by now.

mod adjustments;
mod camper;
mod deleting;
mod event;
mod exporting;
mod member;
mod opening;
mod section;

use jiff::civil::Date;

pub(super) use self::{
    adjustments::Adjustments, camper::LinkForm, deleting::Deleting, exporting::Exporting,
};
use self::{
    event::EventForm,
    exporting::EventToExport,
    member::MemberForm,
    opening::OpeningForm,
    section::{SectionDraft, SectionForm},
};
use super::{asked::Asked, form::RecordForm};
use crate::{
    app::{
        page::{Ctx, Outbox},
        reading::WasRead,
    },
    domain::us_chess::{Event, EventKey, MAX_PAIR, Member, MemberKey, SectionHead, SectionKey},
    storage::{CampFile, StorageError, StoredMember, UsChessRefusal},
};

/// A form or a question that somebody wants.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Wanted {
    NewMember,
    Member(MemberKey),
    Opening(MemberKey),
    Adjustments(MemberKey),
    Camper(MemberKey),
    DeleteMember(MemberKey),
    NewEvent,
    Event(EventKey),
    DeleteEvent(EventKey),
    ExportEvent(EventKey),
    NewSection(EventKey),
    Section(SectionKey),
    DeleteSection(SectionKey),
}

/// The same with what the file tells.
#[derive(Clone, Debug)]
enum Opened {
    Member(MemberForm),
    Opening(OpeningForm),
    Adjustments(Adjustments),
    Camper(LinkForm),
    Event(Box<EventForm>),
    Section(Box<SectionForm>),
    Deleting(Deleting),
    Exporting(Box<EventToExport>),
}

/// The form that is being opened.
#[derive(Debug, Default)]
pub(super) struct Forms {
    wanted: Option<Wanted>,
    opened: Asked<(Wanted, u64), Opened>,
    asked: u64,
}

impl Forms {
    /// Opens a form as soon as the file has answered.
    pub(super) fn open(&mut self, wanted: Wanted, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.asked += 1;
        self.wanted = Some(wanted);
        let today = ctx.today();
        self.opened
            .want((wanted, self.asked), ctx, out, move |file| {
                open(file, wanted, today)
            });
    }

    pub(super) fn answered(&mut self, read: &WasRead, out: &mut Outbox) {
        self.opened.take(read);
        let Some(((_, asked), answer)) = self.opened.latest() else {
            return;
        };
        if *asked != self.asked || self.wanted.take().is_none() {
            return;
        }
        match answer {
            Ok(opened) => ask(opened.clone(), out),
            Err(reason) => out.notices.problem(reason.clone()),
        }
    }

    pub(super) const fn is_opening(&self) -> bool {
        self.wanted.is_some()
    }
}

fn ask(opened: Opened, out: &mut Outbox) {
    match opened {
        Opened::Member(form) => out.ask(RecordForm::new(form)),
        Opened::Opening(form) => out.ask(RecordForm::new(form)),
        Opened::Adjustments(list) => out.ask(list),
        Opened::Camper(form) => out.ask(form),
        Opened::Event(form) => out.ask(RecordForm::new(*form)),
        Opened::Section(form) => out.ask(RecordForm::new(*form)),
        Opened::Deleting(question) => out.ask(question),
        Opened::Exporting(question) => out.ask(Exporting::new(*question)),
    }
}

/// Reads what stands in a form.
fn open(file: &CampFile, wanted: Wanted, today: Date) -> Result<Opened, StorageError> {
    Ok(match wanted {
        Wanted::NewMember => Opened::Member(member_form(file, None)?),
        Wanted::Member(key) => Opened::Member(member_form(file, Some(key))?),
        Wanted::Opening(key) => {
            let stored = stored(file, key)?;
            Opened::Opening(OpeningForm {
                key,
                name: stored.member.listed_name(),
                opening: stored.member.opening,
            })
        }
        Wanted::Adjustments(key) => {
            let name = stored(file, key)?.member.listed_name();
            Opened::Adjustments(Adjustments::new(key, name, file.adjustments(key)?))
        }
        Wanted::Camper(key) => {
            let stored = stored(file, key)?;
            let name = stored.member.listed_name();
            Opened::Camper(LinkForm::new(key, name, stored.camper))
        }
        Wanted::ExportEvent(key) => {
            Opened::Exporting(Box::new(EventToExport::read(file, key, today)?))
        }
        Wanted::DeleteMember(key) => {
            if !file.sections_of_member(key)?.is_empty() {
                return Err(UsChessRefusal::MemberInSections.into());
            }
            let name = stored(file, key)?.member.listed_name();
            Opened::Deleting(Deleting::member(key, &name))
        }
        Wanted::NewEvent => Opened::Event(Box::new(EventForm {
            key: None,
            event: Event {
                begins: Some(today),
                ends: Some(today),
                ..Event::default()
            },
            taken: ids(file, None)?,
            first: SectionDraft::of_new(1, Some(today)),
        })),
        Wanted::Event(key) => {
            let event = file.event_head(key)?.ok_or(UsChessRefusal::NoEvent)?;
            Opened::Event(Box::new(EventForm {
                key: Some(key),
                first: SectionDraft::of_new(1, event.ends),
                event,
                taken: ids(file, Some(key))?,
            }))
        }
        Wanted::DeleteEvent(key) => {
            let event = file.event_head(key)?.ok_or(UsChessRefusal::NoEvent)?;
            let sections = file.sections_of_event(key)?;
            if let Some(rated) = sections.iter().find(|head| head.is_rated()) {
                return Err(UsChessRefusal::SectionRated(rated.called()).into());
            }
            Opened::Deleting(Deleting::event(key, &event.name, &sections))
        }
        Wanted::NewSection(key) => {
            let event = file.event_head(key)?.ok_or(UsChessRefusal::NoEvent)?;
            let sections = file.sections_of_event(key)?;
            let taken = numbers(&sections, None);
            let last = taken.iter().max().copied().unwrap_or(0);
            let free = (1..=MAX_PAIR).find(|number| !taken.contains(number));
            let next = Some(last + 1).filter(|next| *next <= MAX_PAIR).or(free);
            let mut draft = SectionDraft::of_new(next.unwrap_or(MAX_PAIR), event.ends);
            if let Some(last) = sections.last() {
                draft.be_played_as(&file.section(last.key)?.unwrap_or_default());
            }
            Opened::Section(Box::new(SectionForm {
                key: None,
                event: key,
                event_name: event.name,
                draft,
                taken,
            }))
        }
        Wanted::Section(key) => {
            let event = event_of(file, key)?;
            let head = file.event_head(event)?.ok_or(UsChessRefusal::NoEvent)?;
            let section = file.section(key)?.ok_or(UsChessRefusal::NoSection)?;
            Opened::Section(Box::new(SectionForm {
                key: Some(key),
                event,
                event_name: head.name,
                draft: SectionDraft::new(section, head.ends),
                taken: numbers(&file.sections_of_event(event)?, Some(key)),
            }))
        }
        Wanted::DeleteSection(key) => {
            let sections = file.sections_of_event(event_of(file, key)?)?;
            let found = sections.iter().find(|head| head.key == key);
            let head = found.ok_or(UsChessRefusal::NoSection)?;
            if head.is_rated() {
                return Err(UsChessRefusal::SectionRated(head.called()).into());
            }
            Opened::Deleting(Deleting::section(head, sections.len()))
        }
    })
}

fn stored(file: &CampFile, key: MemberKey) -> Result<StoredMember, StorageError> {
    let found = file.members()?.into_iter().find(|stored| stored.key == key);
    Ok(found.ok_or(UsChessRefusal::NoMember)?)
}

fn member_form(file: &CampFile, key: Option<MemberKey>) -> Result<MemberForm, StorageError> {
    let members = file.members()?;
    let numbers = members.iter();
    let taken = numbers.filter_map(|stored| Some((stored.member.id?, stored.key)));
    let taken = taken.collect();
    let member = match key {
        None => Member::default(),
        Some(key) => {
            let found = members.into_iter().find(|stored| stored.key == key);
            found.ok_or(UsChessRefusal::NoMember)?.member
        }
    };
    Ok(MemberForm { key, member, taken })
}

/// The event of a section.
fn event_of(file: &CampFile, key: SectionKey) -> Result<EventKey, StorageError> {
    let found = file.section_head(key)?;
    Ok(found.ok_or(UsChessRefusal::NoSection)?.event)
}

/// The numbers of an event's sections, but for this one.
fn numbers(sections: &[SectionHead], but: Option<SectionKey>) -> Vec<u16> {
    let others = sections.iter().filter(|head| Some(head.key) != but);
    others.map(|head| head.section.number).collect()
}

/// The ids of all events but this one.
fn ids(file: &CampFile, but: Option<EventKey>) -> Result<Vec<String>, StorageError> {
    let events = file.events()?.into_iter();
    let others = events.filter(|(key, _)| Some(*key) != but);
    Ok(others.filter_map(|(_, event)| event.id).collect())
}
