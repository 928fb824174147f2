//! A camp on its way to the web: asked how, its weeks read, its pages made.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::super::{
    App, Command,
    afterwards::{Afterwards, Then},
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    dialogs::{Dialog, PathField},
    paths::documents,
    publishing::{Besides, Ended, PublishDialog, Publishing, Stage, WhatToPublish, default_folder},
    reading::WasRead,
};
use crate::{
    domain::{CampData, CampSettings, Edit},
    publish::PublishChoices,
    storage::{Mode, StorageError},
};

commands! {
    /// Makes web pages of the weeks.
    PUBLISH = Entry::new("Publish…", Group::Paper, 6, App::ask_how_to_publish)
        .keys(&[Shortcut::with_shift(Key::P)])
        .needs(Needs::Camp)
        .why_not(|app| {
            let is_busy = app.publishing.is_some();
            is_busy.then_some("Pages are still being written: wait a moment")
        });
}

impl App {
    /// Asks how the camp is to be published, as it was the last time.
    pub(super) fn ask_how_to_publish(&mut self) {
        // The record that was being typed is saved first, and published.
        if !self.is_typed_saved_before(Command::PUBLISH) {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        let beside = camp.path.as_deref().and_then(Path::parent);
        let default = || {
            let beside = beside.map_or_else(documents, Path::to_owned);
            default_folder(&camp.data.name, &beside)
        };
        let path = camp.path.as_deref();
        let last = path.and_then(|path| self.settings.published.get(path));
        let had = |camps: &BTreeSet<PathBuf>| path.is_some_and(|path| camps.contains(path));
        self.dialog = Some(Dialog::Publish(Box::new(PublishDialog {
            folder: PathField::new(&last.cloned().unwrap_or_else(default)),
            names: camp.data.settings.published_names.unwrap_or_default(),
            what: WhatToPublish::AllWeeks,
            besides: Besides {
                games: had(&self.settings.published_games),
                pdfs: had(&self.settings.published_pdfs),
                crosstables: camp.data.us_chess_sections > 0
                    && had(&self.settings.published_crosstables),
            },
            stage: Stage::Asking,
        })));
    }

    /// Publishes as the dialog says.
    pub(super) fn publish(&mut self) {
        let today = self.today();
        let (Some(Dialog::Publish(dialog)), Some(camp)) = (&mut self.dialog, &self.session.camp)
        else {
            return;
        };
        let Some(folder) = dialog.folder.typed() else {
            dialog.folder.problem = Some("Type a folder, or browse for it".to_owned());
            return;
        };
        // What a director types is meant beside the camp, wherever the program was started.
        let beside = camp.path.as_deref().and_then(Path::parent);
        let folder = beside.map_or_else(documents, Path::to_owned).join(folder);
        dialog.stage = Stage::UnderWay;
        let choices = PublishChoices {
            names: dialog.names,
            games: dialog.besides.games,
            ladder: dialog.what.ladder(),
        };
        let (pdfs, what) = (dialog.besides.pdfs, dialog.what);
        let shown = camp.data.clone();
        let file = camp.path.clone();
        let mut publishing = Publishing::new(file, folder, choices, pdfs, today);
        if dialog.besides.crosstables {
            self.keeper.read(publishing.ask_for_crosstables());
        }
        self.publishing = Some(publishing);
        match what {
            // A ladder goes over all weeks.
            WhatToPublish::AllWeeks | WhatToPublish::Ladder(_) => self.keeper.season(),
            WhatToPublish::Week => self.publish_weeks(vec![shown]),
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
        if let Some(publishing) = &mut self.publishing {
            publishing.take_weeks(weeks);
            self.make_pages();
        }
    }

    /// Goes on with the crosstables that the keeper has read, if they are waited for.
    pub(super) fn crosstables_to_publish(&mut self, read: &WasRead) {
        let publishing = self.publishing.as_mut();
        if publishing.is_some_and(|publishing| publishing.take_crosstables(read)) {
            self.make_pages();
        }
    }

    fn make_pages(&mut self) {
        if let Some(publishing) = &mut self.publishing
            && let Err(error) = publishing.start_if_read(&self.wake)
        {
            self.published(Err(error));
        }
    }

    /// Leaves the dialog, or the camp. Nothing is replaced that isn't yet.
    pub(super) fn leave_publishing(&mut self) {
        self.dialog = None;
        self.stop_publishing();
    }

    /// Has publishing end. What has begun to be replaced is replaced to the end, and waited for.
    pub(super) fn stop_publishing(&mut self) {
        self.publishing
            .take_if(|publishing| !publishing.is_under_way());
        if let Some(publishing) = &self.publishing {
            publishing.cancel();
        }
    }

    pub(super) fn collect_publishing(&mut self) {
        if self.quitting {
            self.stop_publishing();
        }
        if let Some(ended) = self.publishing.as_ref().and_then(Publishing::look) {
            self.published(ended);
        }
    }

    fn published(&mut self, ended: Result<Ended, String>) {
        let Some(publishing) = self.publishing.take() else {
            return;
        };
        let dialog = match &mut self.dialog {
            Some(Dialog::Publish(dialog)) if dialog.stage == Stage::UnderWay => Some(dialog),
            _ => None,
        };
        match (ended, dialog) {
            (Ok(Ended::Cancelled), _) => self.notices.note("Nothing was published"),
            (Ok(Ended::Saved(folder, saved)), dialog) => {
                if let Some(dialog) = dialog {
                    let folder = folder.clone();
                    dialog.stage = Stage::Done { folder, saved };
                } else {
                    let folder = folder.display();
                    self.notices.done(format!("Published in “{folder}”"));
                }
                self.remember_publishing(publishing, folder);
            }
            (Err(reason), Some(dialog)) => {
                dialog.stage = Stage::Asking;
                dialog.folder.problem = Some(reason);
            }
            (Err(reason), None) => self.notices.problem(reason),
        }
    }

    /// How campers are named is asked once: it is a setting of the camp from then on. The folder is one of the program, as it
    /// belongs to this computer.
    fn remember_publishing(&mut self, publishing: Publishing, folder: PathBuf) {
        if let Some(camp) = &self.session.camp
            && camp.path == publishing.camp
            && camp.mode == Mode::Change
            && camp.data.settings.published_names != Some(publishing.choices.names)
        {
            let settings = CampSettings {
                published_names: Some(publishing.choices.names),
                ..CampSettings::clone(&camp.data.settings)
            };
            let ticket = self.keeper.apply(Edit::Together {
                name: "Change names on web pages".to_owned(),
                edits: vec![Edit::ChangeSettings(Box::new(settings))],
            });
            let say = |app: &mut App| {
                if let Some(done) = &mut app.session.last_done {
                    "Published".clone_into(done);
                }
            };
            self.afterwards(ticket, Afterwards::Run(Then(Box::new(say))));
        }
        let has_crosstables = publishing.has_crosstables();
        if let Some(camp) = publishing.camp {
            let settings = &mut self.settings;
            for (camps, is_chosen) in [
                (&mut settings.published_games, publishing.choices.games),
                (&mut settings.published_pdfs, publishing.pdfs),
                (&mut settings.published_crosstables, has_crosstables),
            ] {
                if is_chosen {
                    camps.insert(camp.clone());
                } else {
                    camps.remove(&camp);
                }
            }
            self.settings.published.insert(camp, folder);
            self.settings.save_in_background();
        }
    }

    /// Opens the pages of a folder in the browser.
    pub(super) fn open_pages(&mut self, folder: PathBuf) {
        self.paperwork.open(&self.wake, self.openers.pages, folder);
    }

    /// Shows a folder in the computer's file manager.
    pub(super) fn show_folder(&mut self, folder: PathBuf) {
        self.paperwork.open(&self.wake, self.openers.folder, folder);
    }
}
