//! Weeks: listed, closed, and the next one started.

mod closing;
mod logic;
mod starting;
mod view;

pub use self::logic::{ClosePage, ListPage, StartPage};
use self::view::dialogs::{ChangeWeek, Reopen};
use crate::{
    app::{
        App, Command,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        page::{Listed, Page, PageSpec, Place},
    },
    kit::Icon,
};

const LEAVE_FIRST: &str = "Close the page about the week first (Esc)";

const fn page(key: &'static str, title: &'static str) -> Page {
    Page {
        why_no_records: Some(LEAVE_FIRST),
        ..Page::new(key, title)
    }
}

impl Page {
    /// All weeks.
    pub const WEEKS: Self = page("weeks", "Weeks");
    /// What is to be looked at before the week is closed.
    pub const CLOSE_WEEK: Self = page("close week", "Close week");
    /// Who goes on into the next week, and in which group.
    pub const START_WEEK: Self = page("start week", "Start next week");
}

commands! {
    /// The page with all weeks.
    WEEKS = Entry::new("Weeks…", Group::Weeks, 0, |app| app.go_to(Page::WEEKS.into()))
        .keys(&[Shortcut::command(Key::Num5)])
        .needs(Needs::Camp)
        .why_not(App::why_another_comes_first);
    // With Shift the keys of a camp are those of a week.
    CLOSE_WEEK = Entry::new("Close week…", Group::Week, 0, |app| app.go_to(Page::CLOSE_WEEK.into()))
        .keys(&[Shortcut::with_shift(Key::W)])
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(|app| {
            let is_closed = app.session.camp.as_ref()?.current.is_closed();
            app.why_not_current()
                .or(is_closed.then_some("This week is closed already"))
        });
    START_WEEK = Entry::new("Start next week…", Group::Week, 1, |app| app.go_to(Page::START_WEEK.into()))
        .keys(&[Shortcut::with_shift(Key::N)])
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(|app| {
            let is_open = !app.session.camp.as_ref()?.current.is_closed();
            app.why_not_current()
                .or(is_open.then_some("Close this week first"))
        });
    /// Opens the week that is shown again; on the page with all weeks, the one that is selected.
    REOPEN_WEEK = Entry::new("Reopen this week…", Group::Week, 2, |app| {
        if let Some(camp) = &app.session.camp {
            app.ask(Reopen(camp.data.week.id));
        }
    })
        .keys(&[Shortcut::with_shift(Key::O)])
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(|app| {
            let camp = app.session.camp.as_ref()?;
            app.why_another_comes_first()
                .or_else(|| camp.why_not_reopen(&camp.data.week))
        });
    CHANGE_WEEK = Entry::new("Name and days of this week…", Group::Week, 3, |app| {
        if let Some(camp) = &app.session.camp {
            app.ask(ChangeWeek::new(&camp.data.week));
        }
    })
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(App::why_another_comes_first);
}

pub(super) static LIST: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Weeks"),
    ..PageSpec::new(
        Page::WEEKS,
        Place::List(Listed {
            count: |camp| Some(camp.weeks.len()),
            leads_back: true,
            ..Listed::new(Icon::Calendar, Command::WEEKS)
        }),
        |_| Some(Box::<ListPage>::default()),
    )
};

pub(super) static CLOSE: PageSpec = PageSpec {
    guide: |_| Some("Close week"),
    ..PageSpec::new(Page::CLOSE_WEEK, Place::Elsewhere, |_| {
        Some(Box::<ClosePage>::default())
    })
};

pub(super) static START: PageSpec = PageSpec {
    guide: |_| Some("Start next week"),
    ..PageSpec::new(Page::START_WEEK, Place::Elsewhere, |_| {
        Some(Box::<StartPage>::default())
    })
};
