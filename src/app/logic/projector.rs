//! The standings on a projector: shown, left, and typed at.

use super::{
    super::leaving::{Leaving, SaveOutcome},
    super::{
        Action, App, Command, KeyboardTo, View,
        awake::Awake,
        commands::{Entry, Group, Key, Needs, OnProjector, Shortcut, commands},
        projector::{Behind, Projector},
    },
};
commands! {
    /// The standings on a projector, or the window again.
    PROJECTOR = Entry::new("Show on projector", Group::Projector, 0, App::show_or_leave_projector)
        // F5 alone, which shows slides elsewhere, leads to a record as in Access.
        .keys(&[Shortcut::shift(Key::F5)])
        .needs(Needs::Camp)
        .on_projector(OnProjector::Yes)
        .why_not(App::why_page_is_covered);
}

impl App {
    /// Shows the standings on the projector, in place of the window.
    fn show_projector(&mut self) {
        let again = || Command::PROJECTOR.into();
        // What was being typed is saved first, so that the wall shows it.
        if self.leave_form(Leaving::Pause, again) && self.is_saved_before(again()) {
            let behind = Behind {
                page: self.page,
                view: self.views.of(self.page),
                search: self.search_mut().cloned().unwrap_or_default(),
            };
            let awake = Awake::new(&self.keep_awake, &self.wake);
            self.session.projector = Some(Projector::new(behind, awake));
        }
    }

    /// Shows the window again, as it was.
    fn leave_projector(&mut self) {
        let again = || Command::PROJECTOR.into();
        let left = self.leave_all_beside(Leaving::Pause);
        if let Some(projector) = &mut self.session.projector {
            // What can't be saved is put right there.
            projector.is_typing |= left == SaveOutcome::Invalid;
        }
        if self.may_go_on(left, again)
            && self.is_saved_before(again())
            && let Some(projector) = self.session.projector.take()
        {
            let Behind { page, view, search } = projector.into_behind();
            self.page = page;
            self.views.set(page, view);
            if let Some(before) = self.search_mut() {
                *before = search;
            }
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    pub(super) fn show_or_leave_projector(&mut self) {
        if self.session.projector.is_some() {
            self.leave_projector();
        } else {
            self.show_projector();
        }
    }

    /// Opens the strip in which games are typed at the foot of the projector's page, or closes it.
    pub(super) fn type_on_projector(&mut self, wanted: bool) {
        let again = || Action::TypeOnProjector(true);
        if wanted && !(self.may_change_week() && self.show_strip(again)) {
            return;
        }
        if let Some(projector) = &mut self.session.projector {
            projector.is_typing = wanted;
        }
    }

    /// Goes to the view in which records are typed one after the other, at the foot of the projector's page if that is shown. Whether it is
    /// there.
    pub(crate) fn show_strip(&mut self, again: impl FnOnce() -> Action) -> bool {
        let mut pages = self.specs.iter().map(|spec| spec.page);
        let Some(page) = pages.find(|page| page.views.contains(&View::Entry)) else {
            return false;
        };
        self.go(page);
        let is_there = self.page == page && self.show_view_before(View::Entry, again);
        if let Some(projector) = &mut self.session.projector {
            projector.is_typing |= is_there;
        }
        is_there
    }

    pub(super) fn follow_projector(&mut self) {
        let projector = self.session.projector.as_ref();
        if projector.is_some_and(Projector::has_found_screen_may_go_dark) {
            self.notices.note(
                "This computer may turn its screen off after a while: it could not be asked to keep it on",
            );
        }
    }
}
