//! The system's file dialogs, on a thread of their own: the window goes on drawing behind them.

use std::path::{Path, PathBuf};

use super::Wake;
use crate::{
    exchange,
    import::ENDINGS,
    jobs::{Job, Look},
    spreadsheet::Format,
};

/// What a path is wanted for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Purpose {
    OpenCamp,
    NewCamp,
    Import,
    ImportSections,
    SavePdf,
    SaveCopy,
    Logo,
    PublishFolder,
    BackupFolder,
    ExportList(Format),
    OldCamp,
    DamagedCamp,
    RepairedCamp,
    CopyOfCamp,
}

/// A file dialog that is open.
#[derive(Debug)]
pub(super) struct Browsing {
    purpose: Purpose,
    job: Job<Result<Vec<PathBuf>, NoFileDialog>>,
}

/// The system has no file dialog.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("This computer has no file dialog. Type the path instead")]
pub(super) struct NoFileDialog;

impl Browsing {
    /// Opens the dialog, at `start` if there is something.
    pub(super) fn start(purpose: Purpose, start: Option<&Path>, wake: &Wake) -> Option<Self> {
        let start = start.map(Path::to_owned);
        let wake = Wake::clone(wake);
        let job = Job::start(
            "file dialog",
            move || wake(),
            move |_| {
                if has_file_dialog() {
                    Ok(ask(purpose, start.as_deref()))
                } else {
                    Err(NoFileDialog)
                }
            },
        );
        match job {
            Ok(job) => Some(Self { purpose, job }),
            Err(error) => {
                tracing::error!("no file dialog: {error}");
                None
            }
        }
    }

    /// The chosen paths, none if the dialog was left, once it is closed.
    pub(super) fn look(&self) -> Option<(Purpose, Result<Vec<PathBuf>, NoFileDialog>)> {
        match self.job.look() {
            Look::Busy => None,
            Look::Done(answer) => Some((self.purpose, answer)),
            Look::Broken => Some((self.purpose, Err(NoFileDialog))),
        }
    }
}

#[cfg(windows)]
fn has_file_dialog() -> bool {
    true
}

/// Whether the desktop answers for file dialogs, or the program is there that shows them otherwise. Without either, asking for one looks like
/// a dialog that was left.
#[cfg(not(windows))]
fn has_file_dialog() -> bool {
    fn version() -> zbus::Result<u32> {
        let connection = zbus::blocking::Connection::session()?;
        let chooser = zbus::blocking::Proxy::new(
            &connection,
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.FileChooser",
        )?;
        chooser.get_property("version")
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let has_zenity = || std::env::split_paths(&paths).any(|path| path.join("zenity").is_file());
    match version() {
        Ok(_) => true,
        Err(error) => {
            tracing::info!("no file dialog of the desktop: {error}");
            has_zenity()
        }
    }
}

fn ask(purpose: Purpose, start: Option<&Path>) -> Vec<PathBuf> {
    let mut dialog = rfd::FileDialog::new();
    if let Some(folder) = start.and_then(|start| {
        if start.is_dir() {
            Some(start)
        } else {
            start.parent().filter(|folder| folder.is_dir())
        }
    }) {
        dialog = dialog.set_directory(folder);
    }
    if let Some(name) = start
        .filter(|start| !start.is_dir())
        .and_then(Path::file_name)
    {
        dialog = dialog.set_file_name(name.to_string_lossy());
    }
    match purpose {
        Purpose::OpenCamp => dialog
            .set_title("Open camp")
            .add_filter("Camp files", &["ladder"])
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
        Purpose::NewCamp => dialog
            .set_title("New camp")
            .add_filter("Camp files", &["ladder"])
            .save_file()
            .into_iter()
            .collect(),
        Purpose::Import => dialog
            .set_title("Import from Access")
            .add_filter("Access files and exported text", &ENDINGS)
            .add_filter("All files", &["*"])
            .pick_files()
            .unwrap_or_default(),
        Purpose::ImportSections => dialog
            .set_title("Import sections and members")
            .add_filter("Files of US Chess", &exchange::ENDINGS)
            .add_filter("All files", &["*"])
            .pick_files()
            .unwrap_or_default(),
        Purpose::SavePdf => dialog
            .set_title("Save as PDF")
            .add_filter("PDF", &["pdf"])
            .save_file()
            .into_iter()
            .collect(),
        Purpose::SaveCopy | Purpose::RepairedCamp => dialog
            .set_title(if purpose == Purpose::SaveCopy {
                "Save a copy of the camp"
            } else {
                "Save the repaired camp"
            })
            .add_filter("Camp files", &["ladder"])
            .save_file()
            .into_iter()
            .collect(),
        Purpose::ExportList(format) => {
            let kind = match format {
                Format::Csv => "CSV",
                Format::Xlsx => "Excel workbook",
            };
            dialog
                .set_title("Export list")
                .add_filter(kind, &[format.ending()])
                .save_file()
                .into_iter()
                .collect()
        }
        Purpose::PublishFolder => dialog
            .set_title("Choose a folder for the pages")
            .pick_folder()
            .into_iter()
            .collect(),
        Purpose::BackupFolder => dialog
            .set_title("Choose a second place for backups")
            .pick_folder()
            .into_iter()
            .collect(),
        Purpose::OldCamp | Purpose::DamagedCamp | Purpose::CopyOfCamp => dialog
            .set_title(match purpose {
                Purpose::OldCamp => "Choose the old camp",
                Purpose::DamagedCamp => "Choose the damaged camp",
                _ => "Choose the copy of this camp",
            })
            .add_filter("Camp files", &["ladder"])
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
        Purpose::Logo => dialog
            .set_title("Choose a logo")
            .add_filter("Pictures", &["png", "jpg", "jpeg", "svg"])
            .add_filter("All files", &["*"])
            .pick_file()
            .into_iter()
            .collect(),
    }
}
