//! What can be done on the page, and why it can't be done now.

use super::{UsChessPage, forms::Wanted, logic::Lists};
use crate::{
    app::{
        Action, Command, Purpose,
        commands::{Entry, Group, Key, Needs, Shortcut, WhyNot, commands},
        page::{Handler, Page},
    },
    domain::us_chess::{MemberKey, SectionHead},
    storage::RateRequest,
};

/// Why none of them can be given elsewhere.
const ELSEWHERE: WhyNot = |_| Some("Go to US Chess first (Ctrl+9)");

/// A command about what is chosen on the page.
const fn command(title: &'static str, group: Group, place: u8) -> Entry {
    Entry::of_pages(title, group, place, ELSEWHERE)
        .needs(Needs::Camp)
        .changes_camp()
}

commands! {
    GO_US_CHESS = Entry::go(Page::US_CHESS).keys(&[Shortcut::command(Key::Num9)]);
    NEW_EVENT = command("New event…", Group::Sections, 0);
    EVENT_DETAILS = command("Event details…", Group::Sections, 1);
    NEW_SECTION = command("New section…", Group::Sections, 2);
    SECTION_DETAILS = command("Section details…", Group::Sections, 3);
    DELETE_SECTION = command("Delete section…", Group::Sections, 4);
    DELETE_EVENT = command("Delete event…", Group::Sections, 5);
    /// Types players and results from paper.
    TYPE_RESULTS = command("Type results", Group::Sections, 6).keys(&[Shortcut::with_shift(Key::K)]);
    /// Asks for files of US Chess, and shows what they would bring.
    IMPORT_SECTIONS = command("Import…", Group::Sections, 7);
    /// Writes an event into files of US Chess.
    EXPORT_EVENT = Entry::of_pages("Export event…", Group::Sections, 8, ELSEWHERE).needs(Needs::Camp);
    RATE_ALL = command("Rate all…", Group::SectionRatings, 0);
    RATE_SECTION = command("Rate section…", Group::SectionRatings, 1);
    /// Rates a section though an earlier one of its members isn't rated.
    RATE_OUT_OF_ORDER = command("Rate out of order…", Group::SectionRatings, 2);
    UNRATE_SECTION = command("Unrate section…", Group::SectionRatings, 3);
    /// Rates all sections from the day of the chosen one on.
    RERATE_FROM_HERE = command("Rerate from here…", Group::SectionRatings, 4);
    NEW_MEMBER = command("New member…", Group::Members, 0);
    EDIT_MEMBER = command("Edit member…", Group::Members, 1);
    OPENING_BALANCE = command("Opening balance…", Group::Members, 2);
    ADJUSTMENTS = command("Adjustments…", Group::Members, 3);
    LINK_CAMPER = command("Link to a camper…", Group::Members, 4);
    DELETE_MEMBER = command("Delete member…", Group::Members, 5);
}

/// What the menu of a section's row offers.
pub(super) const OF_SECTION: &[Command] = &[
    Command::TYPE_RESULTS,
    Command::SECTION_DETAILS,
    Command::EVENT_DETAILS,
    Command::NEW_SECTION,
    Command::RATE_SECTION,
    Command::RATE_OUT_OF_ORDER,
    Command::UNRATE_SECTION,
    Command::RERATE_FROM_HERE,
    Command::EXPORT_EVENT,
    Command::DELETE_SECTION,
    Command::DELETE_EVENT,
];

/// What the menu of a member's row offers.
pub(super) const OF_MEMBER: &[Command] = &[
    Command::EDIT_MEMBER,
    Command::OPENING_BALANCE,
    Command::ADJUSTMENTS,
    Command::LINK_CAMPER,
    Command::DELETE_MEMBER,
];

/// Opens a form or a question, where `$wanted` finds what it is about.
macro_rules! opens {
    ($command:ident, $wanted:expr) => {
        Handler::new(Command::$command, |page: &mut UsChessPage, ctx, out| {
            let wanted: fn(&UsChessPage) -> Result<Wanted, &'static str> = $wanted;
            if let Ok(wanted) = wanted(page) {
                page.forms.open(wanted, ctx, out);
            }
        })
        .why_not(|page, _| {
            let wanted: fn(&UsChessPage) -> Result<Wanted, &'static str> = $wanted;
            another_comes_first(page).or_else(|| wanted(page).err())
        })
    };
}

/// Shows what rating sections would change, where `$request` finds which.
macro_rules! rates {
    ($command:ident, $request:expr) => {
        Handler::new(Command::$command, |page: &mut UsChessPage, ctx, out| {
            let request: fn(&UsChessPage) -> Result<RateRequest, &'static str> = $request;
            if let Ok(request) = request(page) {
                page.sections.rate(request, ctx, out);
            }
        })
        .why_not(|page, _| {
            let request: fn(&UsChessPage) -> Result<RateRequest, &'static str> = $request;
            let is_computing = page.sections.is_computing();
            let busy = is_computing.then_some("The ratings are being computed");
            let first = another_comes_first(page).or(busy);
            first.or_else(|| request(page).err())
        })
    };
}

pub(super) const HANDLERS: &[Handler<UsChessPage>] = &[
    Handler::new(Command::SAVE_IMPORT, |page: &mut UsChessPage, ctx, out| {
        if let Some(importing) = &mut page.importing {
            importing.import(ctx, out);
        }
    })
    .why_not(|page, ctx| match &page.importing {
        Some(importing) => importing.why_not(ctx),
        None => Some("There is no import to save: begin with Import…"),
    }),
    Handler::new(Command::IMPORT_SECTIONS, |_: &mut UsChessPage, _, out| {
        out.send(Action::Browse(Purpose::ImportSections));
    })
    .why_not(|page, _| another_comes_first(page)),
    opens!(NEW_EVENT, |_| Ok(Wanted::NewEvent)),
    opens!(EVENT_DETAILS, |page| Ok(Wanted::Event(
        section(page)?.event
    ))),
    opens!(NEW_SECTION, |page| Ok(Wanted::NewSection(
        section(page)?.event
    ))),
    opens!(SECTION_DETAILS, |page| Ok(Wanted::Section(
        section(page)?.key
    ))),
    opens!(EXPORT_EVENT, |page| Ok(Wanted::ExportEvent(
        section(page)?.event
    ))),
    opens!(DELETE_SECTION, |page| {
        let head = section(page)?;
        if head.is_rated() {
            return Err("This section is rated: unrate it first");
        }
        Ok(Wanted::DeleteSection(head.key))
    }),
    opens!(DELETE_EVENT, |page| {
        let event = section(page)?.event;
        let all = page.all().ok_or(READING)?;
        let mut of_event = all.sections.iter().filter(|head| head.event == event);
        if of_event.any(SectionHead::is_rated) {
            return Err("A section of this event is rated: unrate it first");
        }
        Ok(Wanted::DeleteEvent(event))
    }),
    Handler::new(Command::EXPLAIN_RATING, |page: &mut UsChessPage, _, _| {
        page.explain();
    })
    .why_not(|page, _| page.why_nothing_to_explain()),
    Handler::new(Command::TYPE_RESULTS, |page: &mut UsChessPage, _, _| {
        if let Ok(key) = section(page).map(|head| head.key) {
            page.type_section(key);
        }
    })
    .why_not(|page, _| match &page.sheet {
        Some(_) => Some("The results are being typed"),
        None => another_comes_first(page).or_else(|| section(page).err()),
    }),
    rates!(RATE_ALL, |page| {
        let all = page.all().ok_or(READING)?;
        if all.sections.iter().any(SectionHead::waits) {
            Ok(RateRequest::All)
        } else {
            Err("All sections are rated")
        }
    }),
    rates!(RATE_SECTION, |page| Ok(RateRequest::Sections {
        sections: vec![section(page)?.key],
        out_of_order: false,
    })),
    rates!(RATE_OUT_OF_ORDER, |page| Ok(RateRequest::Sections {
        sections: vec![section(page)?.key],
        out_of_order: true,
    })),
    rates!(UNRATE_SECTION, |page| {
        Ok(RateRequest::Unrate(vec![rated_section(page)?.key]))
    }),
    rates!(RERATE_FROM_HERE, |page| {
        let ends = rated_section(page)?.section.ends;
        Ok(RateRequest::From(ends.ok_or("This section has no day")?))
    }),
    opens!(NEW_MEMBER, |_| Ok(Wanted::NewMember)),
    opens!(EDIT_MEMBER, |page| Ok(Wanted::Member(member(page)?))),
    opens!(OPENING_BALANCE, |page| Ok(Wanted::Opening(member(page)?))),
    opens!(ADJUSTMENTS, |page| Ok(Wanted::Adjustments(member(page)?))),
    opens!(LINK_CAMPER, |page| Ok(Wanted::Camper(member(page)?))),
    opens!(DELETE_MEMBER, |page| {
        let key = member(page)?;
        match page.members.history.latest() {
            Some((shown, Ok(played))) if *shown == key && !played.is_empty() => {
                Err("Only somebody who is in no section can be deleted")
            }
            _ => Ok(Wanted::DeleteMember(key)),
        }
    }),
];

const READING: &str = "The sections are still being read";

/// Nothing is done with the lists while something stands in place of them that isn't finished.
fn another_comes_first(page: &UsChessPage) -> Option<&'static str> {
    let is_importing = page.importing.is_some();
    is_importing.then_some("Finish or cancel the import first")
}

/// The chosen section, where sections are listed.
fn section(page: &UsChessPage) -> Result<&SectionHead, &'static str> {
    let chosen = page
        .sections
        .chosen
        .filter(|_| page.lists == Lists::Sections);
    let found = chosen.and_then(|key| {
        let mut sections = page.all()?.sections.iter();
        sections.find(|head| head.key == key)
    });
    found.ok_or("Choose a section first")
}

fn rated_section(page: &UsChessPage) -> Result<&SectionHead, &'static str> {
    let head = section(page)?;
    if head.is_rated() {
        Ok(head)
    } else {
        Err("This section isn’t rated")
    }
}

/// The chosen member, where members are listed.
fn member(page: &UsChessPage) -> Result<MemberKey, &'static str> {
    let chosen = page.members.chosen.filter(|_| page.lists == Lists::Members);
    let found = chosen.filter(|key| {
        let mut members = page.all().into_iter().flat_map(|all| &all.members);
        members.any(|stored| stored.key == *key)
    });
    found.ok_or("Choose a member first")
}
