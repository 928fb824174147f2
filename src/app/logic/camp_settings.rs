//! The camp settings: opened, their logo read, saved.

use std::path::Path;

use super::super::{
    App,
    camp_settings::CampSettingsForm,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    dialogs::Dialog,
};

commands! {
    /// Name, papers, and how published pages name the campers.
    CAMP_SETTINGS = Entry::new("Camp settings…", Group::Camp, 1, App::show_camp_settings)
        .keys(&[Shortcut::with_shift(Key::T)])
        .needs(Needs::Camp)
        .changes_camp();
}

impl App {
    pub(super) fn show_camp_settings(&mut self) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let form = CampSettingsForm::new(&camp.data, &self.wake);
        self.dialog = Some(Dialog::CampSettings(Box::new(form)));
    }

    pub(super) fn read_logo(&mut self, path: &Path) {
        if let Some(Dialog::CampSettings(form)) = &mut self.dialog {
            form.logo.read(path, &self.wake);
        }
    }

    pub(super) fn remove_logo(&mut self) {
        if let Some(Dialog::CampSettings(form)) = &mut self.dialog {
            form.logo.remove();
        }
    }

    /// Whether a logo is being read or drawn.
    pub(in crate::app) fn is_reading_logo(&self) -> bool {
        matches!(&self.dialog, Some(Dialog::CampSettings(form)) if form.logo.is_busy())
    }

    pub(super) fn collect_logo(&mut self) {
        if let Some(Dialog::CampSettings(form)) = &mut self.dialog
            && form.collect()
        {
            self.save_camp_settings();
        }
    }

    /// Saves the settings and closes the dialog; a logo that is still being read comes first, and what is wrong stays.
    pub(super) fn save_camp_settings(&mut self) {
        let (Some(Dialog::CampSettings(form)), Some(camp)) = (&mut self.dialog, &self.session.camp)
        else {
            return;
        };
        if !form.is_ready(&self.wake) {
            return;
        }
        match form.edit(&camp.data) {
            Err(()) => form.was_refused = true,
            Ok(edit) => {
                self.dialog = None;
                if let Some(edit) = edit {
                    self.keeper.apply(edit);
                }
            }
        }
    }
}
