//! A camp on its way to the web: asked how, its weeks read, its pages made.

use std::path::Path;

use super::{
    super::{
        App, Command, Mode,
        dialogs::{Dialog, PathField},
        paths::documents,
        publishing::{Ended, PublishDialog, Publishing, Stage, usual_folder},
    },
    records::Leaving,
};
use crate::{
    domain::{CampData, CampSettings, Edit, PublishedNames},
    storage::StorageError,
};

impl App {
    /// Asks how the camp is to be published, as it was the last time.
    pub(super) fn ask_how_to_publish(&mut self) {
        // The record that was being typed is saved first, and published.
        let again = || Command::Publish.into();
        if !(self.leave_form(Leaving::Pause, again) && self.is_saved_before(again())) {
            return;
        }
        let Some(camp) = &self.camp else { return };
        let beside = camp.path.as_deref().and_then(Path::parent);
        let usual = || {
            let beside = beside.map_or_else(documents, Path::to_owned);
            usual_folder(&camp.data.name, &beside)
        };
        let last = camp.path.as_deref();
        let last = last.and_then(|path| self.settings.published.get(path));
        self.dialog = Some(Dialog::Publish(Box::new(PublishDialog {
            folder: PathField::of(&last.cloned().unwrap_or_else(usual)),
            names: camp.data.settings.published_names.unwrap_or_default(),
            all_weeks: true,
            stage: Stage::Asking,
        })));
    }

    /// Publishes as the dialog says.
    pub(super) fn publish(&mut self) {
        let today = self.today();
        let (Some(Dialog::Publish(dialog)), Some(camp)) = (&mut self.dialog, &self.camp) else {
            return;
        };
        let Some(folder) = dialog.folder.typed() else {
            dialog.folder.problem = Some("Type a folder, or browse for it".to_owned());
            return;
        };
        // What a director types is meant beside the camp, wherever the program was started.
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        dialog.stage = Stage::UnderWay;
        let (names, all_weeks) = (dialog.names, dialog.all_weeks);
        let shown = camp.data.clone();
        self.remember_names(names);
        self.publishing = Some(Publishing::new(folder, names, today));
        if all_weeks {
            self.keeper.season();
        } else {
            self.publish_weeks(vec![shown]);
        }
    }

    /// How campers are named is asked once: it is a setting of the camp from then on.
    fn remember_names(&mut self, names: PublishedNames) {
        let Some(camp) = &self.camp else { return };
        let settings = &camp.data.settings;
        if settings.published_names != Some(names) && camp.mode == Mode::Change {
            let settings = CampSettings {
                published_names: Some(names),
                ..CampSettings::clone(settings)
            };
            self.keeper.apply(Edit::ChangeSettings(Box::new(settings)));
        }
    }

    /// Goes on with the weeks that the keeper has read, if they are waited for.
    pub(super) fn weeks_to_publish(&mut self, weeks: &Result<Vec<CampData>, StorageError>) {
        let waits = self.publishing.as_ref().map(Publishing::waits_for_weeks);
        if waits != Some(true) {
            return;
        }
        match weeks {
            Ok(weeks) => self.publish_weeks(weeks.clone()),
            Err(error) => self.published(Err(error.to_string())),
        }
    }

    fn publish_weeks(&mut self, weeks: Vec<CampData>) {
        if let Some(publishing) = &mut self.publishing
            && let Err(error) = publishing.start(weeks, &self.wake)
        {
            self.published(Err(error));
        }
    }

    /// Leaves the dialog. Pages that are not written yet are not written.
    pub(super) fn leave_publishing(&mut self) {
        self.dialog = None;
        self.publishing
            .take_if(|publishing| publishing.waits_for_weeks());
        if let Some(publishing) = &self.publishing {
            publishing.cancel();
        }
    }

    pub(super) fn collect_publishing(&mut self) {
        if let Some(ended) = self.publishing.as_ref().and_then(Publishing::look) {
            self.published(ended);
        }
    }

    fn published(&mut self, ended: Result<Ended, String>) {
        self.publishing = None;
        match ended {
            Ok(Ended::Cancelled) => self.notices.note("Nothing was published"),
            Ok(Ended::Saved(folder, saved)) => {
                self.remember_folder(&folder);
                match &mut self.dialog {
                    Some(Dialog::Publish(dialog)) => dialog.stage = Stage::Done { folder, saved },
                    _ => self
                        .notices
                        .done(format!("Published in “{}”", folder.display())),
                }
            }
            Err(reason) => match &mut self.dialog {
                Some(Dialog::Publish(dialog)) => {
                    dialog.stage = Stage::Asking;
                    dialog.folder.problem = Some(reason);
                }
                _ => self.notices.problem(reason),
            },
        }
    }

    fn remember_folder(&mut self, folder: &Path) {
        let Some(camp) = self.camp.as_ref().and_then(|camp| camp.path.clone()) else {
            return;
        };
        self.settings.published.insert(camp, folder.to_owned());
        self.settings.save_in_background();
    }

    /// Opens the pages of a folder in the browser.
    pub(super) fn open_pages(&mut self, folder: &Path) {
        let (open, folder) = (self.openers.pages, folder.to_owned());
        self.paperwork.open(&self.wake, move || {
            open(&folder).map_err(|error| error.to_string())
        });
    }

    /// Shows a folder in the computer's file manager.
    pub(super) fn show_folder(&mut self, folder: &Path) {
        let (open, folder) = (self.openers.folder, folder.to_owned());
        self.paperwork.open(&self.wake, move || {
            open(&folder).map_err(|error| error.to_string())
        });
    }
}
