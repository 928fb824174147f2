//! The guide: the text that also stands on the web, with its pictures and with the keys of the page that one comes from.

mod keys;
mod logic;
mod markdown;
mod pictures;
mod state;
#[cfg(test)]
mod tests;
mod view;

use self::keys::AboutPage;
pub use self::logic::GuidePage;
use crate::app::{
    App,
    commands::{Entry, Group, Key, Shortcut, commands},
    page::{Covers, Page, PageSpec, Place},
};

impl Page {
    pub const GUIDE: Self = Self::new("guide", "Guide");
}

commands! {
    /// What the guide says of the page that is shown, with its keys.
    GUIDE = Entry::new("Guide", Group::Keys, 0, tell_of_page).keys(&[Shortcut::plain(Key::F1)]);
    /// All keys, at the end of the guide.
    KEYS = Entry::new("Keys", Group::Keys, 1, |app| {
        app.go_to(Page::GUIDE.into());
        if let Some(guide) = app.page_mut::<GuidePage>() {
            guide.reading.go_to_keys();
        }
    });
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Help"),
    ..PageSpec::new(
        Page::GUIDE,
        Place::Over(Covers::Aside("Close the guide first (Esc)")),
        |_| Some(Box::<GuidePage>::default()),
    )
};

fn tell_of_page(app: &mut App) {
    let shown = app.shown_spec();
    let is_shown = shown.is_some_and(|spec| spec.page == Page::GUIDE);
    let about = shown.and_then(|spec| AboutPage::new(app, spec));
    app.go_to(Page::GUIDE.into());
    let Some(guide) = app.page_mut::<GuidePage>() else {
        return;
    };
    match about.filter(|_| !is_shown) {
        Some(about) => guide.tell_of(about),
        None => guide.reading.return_to_page(),
    }
}
