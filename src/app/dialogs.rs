//! Questions that the window asks before it goes on.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    Action, FileFormat, Purpose,
    camp_settings::CampSettingsForm,
    exporting::ExportDialog,
    listing::{Choice, ColumnId},
    old_camp::NewCampFromOld,
    page::PageDialog,
    paths::{at_once, is_folder_at_hand},
    printing::PrintDialog,
    problem_list::ProblemList,
    publishing::PublishDialog,
    rating_changes::RatingChanges,
    repairing::RepairDialog,
    replacement::Replace,
};
use crate::{
    domain::PlayerId,
    jobs::Progress,
    report,
    storage::{Backup, BackupsOf, MadeRoom},
};

/// The question that is open.
#[derive(Debug)]
pub enum Dialog {
    NewCamp(NewCamp),
    /// Which camp is opened. The question that led here, if one did, is asked again where none is.
    OpenCamp(PathField, Option<Box<Dialog>>),
    RenameCamp {
        name: String,
        problem: Option<String>,
    },
    Import(PathField),
    /// Where a copy of the camp shall be written.
    SaveCopy(PathField),
    /// Where a new camp file shall be made of a backup.
    RestoreAs(Box<Backup>, PathField),
    /// In which folder backups shall be kept besides.
    SecondBackups(PathField),
    /// There is no such folder: whether it shall be made, where that is possible, or kept for when its drive is there.
    MissingSecondBackups {
        place: PathBuf,
        can_be_made: bool,
    },
    /// Which damaged camp is repaired, and where to; then what came of it.
    Repair(Box<RepairDialog>),
    /// Not everything of the camp is in its file, and this would close it.
    CloseUnsaved(Box<Action>),
    SavePdf(PathField),
    Print(PrintDialog),
    Publish(Box<PublishDialog>),
    /// How a list is written to a file.
    Export(Box<ExportDialog>),
    /// The templates of the prints are to be written beside the camp file; that of the print that is chosen is named.
    ChangeLayout {
        folder: PathBuf,
        template: &'static str,
    },
    /// Letters are missing on certificates: which, in sentences, and what saves or prints them all the same.
    Spoiled {
        letters: Vec<String>,
        anyway: Box<Action>,
    },
    /// A player who has games can't be deleted, and can be made inactive instead; the text says who it is.
    DeactivateInstead {
        player: PlayerId,
        reason: String,
    },
    /// Several records are to be deleted at once; the text says which.
    DeleteSeveral {
        what: String,
    },
    /// Which values of a column are shown.
    Filter(FilterDialog),
    Replace(Replace),
    /// A large box for the text of the field that had the keyboard last.
    Zoom {
        title: String,
        text: String,
    },
    /// A file was not opened: why, and what can be done.
    CannotOpen {
        path: PathBuf,
        reason: String,
        offer: Option<Offer>,
        /// What can be read of it can be saved in a new file.
        can_repair: bool,
    },
    /// The record on the screen can't be saved, and the director wants to quit.
    QuitAnyway,
    /// Something that was decided would be lost.
    Discard(Discarding),
    /// How far *Check and mend* is.
    Checking(Checking),
    /// Everything that is wrong or doubtful.
    Problems(Box<ProblemList>),
    /// Whose ratings a change has moved.
    RatingChanges(Arc<RatingChanges>),
    /// The keeper of the camp file has died.
    Stopped,
    About,
    CampSettings(Box<CampSettingsForm>),
    NewCampFromOld(Box<NewCampFromOld>),
    /// What a page asks.
    OfPage(Box<dyn PageDialog>),
}

impl Dialog {
    /// The question about a file that was not opened, taken away for one that it leads to.
    pub(super) fn take_cannot_open(asked: &mut Option<Self>) -> Option<Box<Self>> {
        let asked = asked.take_if(|asked| matches!(asked, Self::CannotOpen { .. }));
        asked.map(Box::new)
    }

    /// The path that is browsed for in it as it is typed, and why it won't do; nothing where none is asked for.
    pub(super) fn path_field(
        &mut self,
        purpose: Purpose,
    ) -> Option<(&mut String, &mut Option<String>)> {
        let field = match self {
            Self::OpenCamp(field, _)
            | Self::Import(field)
            | Self::SavePdf(field)
            | Self::SaveCopy(field)
            | Self::RestoreAs(_, field)
            | Self::SecondBackups(field) => field,
            Self::Repair(dialog) => match purpose {
                Purpose::DamagedCamp => &mut dialog.damaged,
                _ => &mut dialog.new,
            },
            Self::NewCamp(new) => &mut new.file,
            Self::Publish(dialog) => &mut dialog.folder,
            Self::Export(dialog) => &mut dialog.file,
            Self::CampSettings(form) => {
                return Some((&mut form.logo.path, &mut form.logo.problem));
            }
            Self::NewCampFromOld(from) => match purpose {
                Purpose::OldCamp => &mut from.file,
                _ => &mut from.new.file,
            },
            _ => return None,
        };
        Some((&mut field.path, &mut field.problem))
    }
}

/// What a page would lose if it went: the question before that, and what is said there.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    pub question: &'static str,
    pub text: &'static str,
}

impl Loss {
    /// What was decided on a page that has saved nothing of it; `text` says so.
    pub const fn of_decisions(text: &'static str) -> Self {
        let question = "Discard what you have decided?";
        Self { question, text }
    }

    /// The same of files that are to be imported.
    pub const OF_FILES: Self = Self::of_decisions(
        "Nothing has been imported yet. If you choose the files again later, you decide anew.",
    );
}

/// The question before something is lost.
#[derive(Debug)]
pub struct Discarding {
    pub loss: Loss,
    /// What would lose it; `None`: it is given up for itself.
    pub by: Option<Box<Action>>,
    /// What was asked when this came, and goes on behind it.
    pub before: Option<Box<Dialog>>,
}

impl Discarding {
    /// Asks in place of this dialog, but not once more behind itself.
    pub(super) fn new(loss: Loss, by: Option<Action>, before: Option<Dialog>) -> Self {
        let before = match before {
            Some(Dialog::Discard(asked)) => asked.before,
            dialog => dialog.map(Box::new),
        };
        let by = by.map(Box::new);
        Self { loss, by, before }
    }
}

/// A check under way.
#[derive(Clone, Debug, Default)]
pub struct Checking {
    pub progress: Progress,
    /// When the window drew it first, in seconds of its clock.
    pub since: Option<f64>,
}

/// A path that is typed or browsed for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathField {
    pub path: String,
    /// Why it won't do.
    pub problem: Option<String>,
    /// The file that the director was told would be replaced.
    pub warned_about: Option<PathBuf>,
    /// The file that was proposed or chosen: a name without a folder is one beside it, and a folder without a name gets its name.
    proposed: Option<PathBuf>,
}

impl PathField {
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.display().to_string(),
            proposed: Some(path.to_owned()),
            ..Self::default()
        }
    }

    /// A path at which nothing could be written, and why.
    pub fn refused(path: &Path, problem: String) -> Self {
        Self {
            problem: Some(problem),
            ..Self::new(path)
        }
    }

    /// A file of this format that was browsed for, to be written: with its ending, or with what is wrong with that.
    pub fn for_new(path: &Path, format: FileFormat) -> Self {
        match format.file_at(path) {
            Ok(file) => Self::new(&file),
            Err(other) => Self::refused(path, other.to_string()),
        }
    }

    /// The typed path, without the quotation marks that the Explorer's "Copy as path" puts around it.
    pub fn typed(&self) -> Option<PathBuf> {
        Self::typed_in(&self.path)
    }

    /// What to do where nothing is typed.
    pub const BLANK: &str = "Type a path, or browse for the file";

    const FOLDER: &str = "That is a folder. Type the name of a file in it, too";

    /// As [`Self::typed`], with `blank` as the problem where nothing is.
    pub fn typed_or(&mut self, blank: &str) -> Option<PathBuf> {
        let typed = self.typed();
        if typed.is_none() {
            self.problem = Some(blank.to_owned());
        }
        typed
    }

    /// The camp file that is typed, to be read: where none is called so, the one with the ending that it got when it was saved, also where that
    /// has only made room for a backup.
    pub fn typed_camp(&mut self, blank: &str) -> Option<PathBuf> {
        let typed = self.typed_or(blank)?;
        let Ok(with_ending) = FileFormat::Camp.file_at(&typed) else {
            return Some(typed);
        };
        let files = [typed.clone(), with_ending.clone()];
        let lacks_ending = at_once(move || {
            let [typed, with_ending] = files;
            !typed.exists() && (with_ending.is_file() || MadeRoom::of_gone(&with_ending).is_some())
        });
        Some(if lacks_ending == Some(true) {
            with_ending
        } else {
            typed
        })
    }

    /// The file of this format that is typed, to be written; `None`, with the problem told, if it won't do. A name without a folder is one in the
    /// folder of the file that was proposed, and not where the program happens to run; a folder is where the proposed file is to be.
    pub fn typed_for(&mut self, format: FileFormat, blank: &str) -> Option<PathBuf> {
        let mut typed = self.typed_or(blank)?;
        let proposed = self.proposed.as_deref();
        if typed.parent() == Some(Path::new("")) {
            if let Some(folder) = proposed.and_then(Path::parent) {
                typed = folder.join(typed);
            }
        } else if is_folder_at_hand(&typed) {
            let Some(name) = proposed.and_then(Path::file_name) else {
                self.problem = Some(Self::FOLDER.to_owned());
                return None;
            };
            typed = format.file_in(&typed, name);
        }
        let file = format.file_at(&typed);
        file.map_err(|other| self.problem = Some(other.to_string()))
            .ok()
    }

    /// As [`Self::typed`], of a path that stands elsewhere.
    pub fn typed_in(text: &str) -> Option<PathBuf> {
        let text = text.trim().trim_matches('"').trim();
        (!text.is_empty()).then(|| PathBuf::from(text))
    }
}

/// What a new camp is asked for.
#[derive(Clone, Debug, Default)]
pub struct NewCamp {
    pub name: String,
    pub name_problem: Option<String>,
    /// The file. It follows the name until somebody chooses another one.
    pub file: PathField,
    pub file_was_chosen: bool,
    /// Where camp files go unless somebody says otherwise.
    pub folder: PathBuf,
}

impl NewCamp {
    /// A camp in this folder.
    pub fn in_folder(folder: PathBuf) -> Self {
        let mut new = Self {
            folder,
            ..Self::default()
        };
        new.follow_name();
        new
    }

    /// The file of the new camp; `None`, with the problem told, if it won't do.
    pub fn file_to_write(&mut self) -> Option<PathBuf> {
        self.file
            .typed_for(FileFormat::Camp, "Choose where to save the camp")
    }

    /// Takes a file that was browsed for.
    pub fn choose_file(&mut self, path: &Path) {
        self.file = PathField::for_new(path, FileFormat::Camp);
        self.file_was_chosen = true;
    }

    /// Puts the name into the file's name, unless the file was chosen.
    pub fn follow_name(&mut self) {
        if self.file_was_chosen {
            return;
        }
        let name = if self.name.trim().is_empty() {
            "Camp"
        } else {
            self.name.trim()
        };
        let file = Path::new(&report::file_name(name)).with_extension("ladder");
        self.file = PathField::new(&self.folder.join(file));
    }
}

/// What the filter of a column is asked for.
#[derive(Clone, Debug)]
pub struct FilterDialog {
    pub what: ColumnId,
    /// The title of the column.
    pub title: String,
    /// What the values shall contain.
    pub letters: String,
    /// Each value, how many records have it, and whether it is shown; nothing if they are too many to choose from.
    pub values: Option<Vec<(String, usize, bool)>>,
}

impl FilterDialog {
    /// The filter that was chosen; `None` if everything is to be shown.
    pub fn choice(&self) -> Option<Choice> {
        if !self.letters.trim().is_empty() {
            return Some(Choice::Containing(self.letters.clone()));
        }
        let hidden = self.values.iter().flatten();
        let hidden = hidden.filter(|(_, _, shown)| !shown);
        let hidden = hidden
            .map(|(text, _, _)| text.clone())
            .collect::<BTreeSet<_>>();
        (!hidden.is_empty()).then_some(Choice::Except(hidden))
    }
}

/// What can be done with a file that was not opened.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Offer {
    /// It can be opened to look and print.
    Look,
    /// It is no camp, but can be imported into one.
    Import,
    /// There is a backup of it.
    Restore(Box<LastGood>),
    /// Nothing is in its place any more, and what was there lies beside it.
    PutBack {
        made_room: MadeRoom,
        has_backup: bool,
    },
    /// There is no camp in that place: another file is meant.
    Another,
    /// It can be opened as soon as another window has closed it.
    Again,
}

/// What is where a backup would be put back.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PlaceOfCamp {
    HasFile,
    Free,
    /// Its stick may be pulled out.
    HasNoFolder,
}

/// The newest good backup of a camp that was not opened.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LastGood {
    pub backup: Backup,
    /// How many later changes the file still tells of; `None` where nothing tells.
    pub since: Option<usize>,
    pub place: PlaceOfCamp,
    /// Whether that is, or what is gone was, perhaps another camp than the backup's, as nothing tells which one it is.
    pub may_be_other: bool,
    /// Whether it was made of another file of the camp.
    pub is_of_other_file: bool,
    /// Whether the first place could not be looked into, which may have a newer one.
    pub may_be_older: bool,
    /// A newer one of another file of the camp, which may lack something of this one.
    pub newer: Option<Backup>,
    /// One that goes before it, and could not be read: nothing came from its place.
    pub unanswered: Option<Backup>,
}

/// A file that could not be opened, as the list of backups begins at its own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NotOpenedFile {
    /// Which backups are of it.
    pub of: BackupsOf,
    /// Where the backup lies that was offered for it.
    pub offered: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_path_loses_its_quotation_marks() {
        let field = PathField {
            path: " \"C:\\Camp files\\a.ladder\" ".to_owned(),
            ..PathField::default()
        };
        assert_eq!(
            field.typed(),
            Some(PathBuf::from("C:\\Camp files\\a.ladder"))
        );
        assert_eq!(PathField::default().typed(), None);
    }

    #[test]
    fn a_name_without_a_folder_is_in_the_folder_of_the_file_that_was_proposed() {
        let folder = Path::new("camps").join("2026");
        let mut field = PathField::new(&folder.join("July (repaired).ladder"));
        let mut file_for = |typed: PathBuf| {
            field.path = typed.display().to_string();
            field.typed_for(FileFormat::Camp, PathField::BLANK)
        };
        let named = folder.join("July.ladder");
        assert_eq!(file_for("July".into()), Some(named.clone()));
        assert_eq!(file_for(named.clone()), Some(named), "as it is typed");
        let elsewhere = Path::new("stick").join("July.ladder");
        assert_eq!(file_for(elsewhere.clone()), Some(elsewhere));
    }

    #[test]
    fn a_camp_that_is_typed_without_its_ending_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("Copy 7.4.ladder"), "").expect("a file");
        std::fs::write(path("Plain"), "").expect("a file");
        std::fs::write(path("Plain.ladder"), "").expect("a file");
        let made_room = "Gone 7.4 (before it was restored, 2026-07-06 10.00).ladder";
        std::fs::write(path(made_room), "").expect("a file");
        for (typed, found) in [
            ("Gone 7.4", "Gone 7.4.ladder"),
            ("Copy 7.4", "Copy 7.4.ladder"),
            ("Copy 7.4.ladder", "Copy 7.4.ladder"),
            ("Plain", "Plain"),
            ("Other", "Other"),
        ] {
            let mut field = PathField::new(&path(typed));
            let camp = field.typed_camp(PathField::BLANK);
            assert_eq!(camp, Some(path(found)));
        }
    }

    #[test]
    fn a_folder_gets_the_file_that_was_proposed() {
        let folder = tempfile::tempdir().expect("a folder");
        let proposed = Path::new("camps").join("July 7.4 (copy).ladder");
        let mut field = PathField::new(&proposed);
        field.path = folder.path().display().to_string();
        let file_for = |field: &mut PathField, format: FileFormat| {
            let file = field.typed_for(format, PathField::BLANK);
            file.map(|file| file.strip_prefix(folder.path()).map(Path::to_owned))
        };
        let named = |name: &str| Some(Ok(PathBuf::from(name)));
        let camp = file_for(&mut field, FileFormat::Camp);
        assert_eq!(camp, named("July 7.4 (copy).ladder"));
        let list = file_for(&mut field, FileFormat::Csv);
        assert_eq!(list, named("July 7.4 (copy).csv"));
        let mut nameless = PathField {
            path: field.path,
            ..PathField::default()
        };
        assert_eq!(file_for(&mut nameless, FileFormat::Camp), None);
        assert_eq!(nameless.problem.as_deref(), Some(PathField::FOLDER));
    }

    #[test]
    fn the_file_follows_the_name_until_it_is_chosen() {
        let mut new = NewCamp::in_folder(PathBuf::from("camps"));
        new.name = "July".to_owned();
        new.follow_name();
        assert!(new.file.path.ends_with("July.ladder"), "{}", new.file.path);
        new.file_was_chosen = true;
        new.name = "August".to_owned();
        new.follow_name();
        assert!(new.file.path.ends_with("July.ladder"));
    }
}
