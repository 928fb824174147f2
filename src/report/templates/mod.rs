//! Templates: those of this program, and those that a director puts in their place.
//!
//! A director's own lie in the folder [`FOLDER`] beside the camp file, each by the name of the one that it replaces.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use super::{
    Print, ReportError, SaveError, catalogue::Template, fonts::FurtherFonts, save_file, us_chess,
};

/// The folder beside a camp file in which the director's own templates are looked for.
pub(crate) const FOLDER: &str = "Templates";

/// What every template starts from: the sheet, its head and foot, its type.
const SHEET: Template = Template {
    file: "sheet.typ",
    text: include_str!("sheet.typ"),
};

/// What templates share, each of them by importing it.
pub(super) const SHARED: [Template; 4] = [
    SHEET,
    Template {
        file: "list.typ",
        text: include_str!("list.typ"),
    },
    Template {
        file: "ladder.typ",
        text: include_str!("ladder.typ"),
    },
    Template {
        file: "slips.typ",
        text: include_str!("slips.typ"),
    },
];

/// Templates are a few kilobytes; a larger file is none.
const MAX_TEMPLATE: u64 = 1 << 20;

/// What a director put in the place of templates of this program, and beside its fonts. Nothing, unless it is read from a folder.
#[derive(Clone, Debug, Default)]
pub struct OwnTemplates {
    pub(super) report: Option<OwnTemplate>,
    /// In the place of those of [`SHARED`].
    pub(super) shared: [Option<OwnTemplate>; SHARED.len()],
    /// Why there is none although there is a file.
    pub(super) unreadable: Option<ReportError>,
    /// Where letters are looked for that the bundled fonts lack.
    pub(super) fonts: FurtherFonts,
}

/// A template of the director's own.
#[derive(Clone, Debug)]
pub(super) struct OwnTemplate {
    /// What an error calls it.
    pub(super) file: String,
    pub(super) text: String,
}

impl OwnTemplates {
    /// The template of this file name that lies beside a camp file, with those that it shares with others. One that can't be read is
    /// told when the print is laid out. Reads files: not for the thread that draws a window.
    #[must_use]
    pub fn beside(camp: &Path, template: &str) -> Self {
        let folder = camp.with_file_name(FOLDER);
        let read = Self::read(&folder.join(template), &folder);
        let own = read.unwrap_or_else(|unreadable| Self {
            unreadable: Some(unreadable),
            ..Self::default()
        });
        Self {
            fonts: FurtherFonts::beside(camp),
            ..own
        }
    }

    /// What there is beside no camp file: the fonts of the computer.
    #[must_use]
    pub fn of_computer() -> Self {
        Self {
            fonts: FurtherFonts {
                folder: None,
                system: true,
            },
            ..Self::default()
        }
    }

    /// The same with the fonts of this folder in the place of those beside the camp file.
    #[must_use]
    pub fn with_fonts(self, folder: &Path) -> Self {
        Self {
            fonts: FurtherFonts {
                folder: Some(folder.to_owned()),
                ..self.fonts
            },
            ..self
        }
    }

    /// A template from any file, with those that it shares with others and that lie beside it, if they do, and with the fonts beside
    /// the camp file.
    ///
    /// # Errors
    /// [`ReportError::TemplateUnread`], also if there is no such file.
    pub fn from_file(file: &Path, camp: &Path) -> Result<Self, ReportError> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let own = Self::read(file, folder)?;
        if own.report.is_none() {
            return Err(ReportError::TemplateUnread {
                file: file.display().to_string(),
                reason: "there is no such file".to_owned(),
            });
        }
        Ok(Self {
            fonts: FurtherFonts::beside(camp),
            ..own
        })
    }

    fn read(report: &Path, folder: &Path) -> Result<Self, ReportError> {
        let mut shared = [const { None }; SHARED.len()];
        for (own, template) in shared.iter_mut().zip(SHARED) {
            *own = OwnTemplate::read(&folder.join(template.file))?;
        }
        Ok(Self {
            report: OwnTemplate::read(report)?,
            shared,
            unreadable: None,
            fonts: FurtherFonts::default(),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.report.is_none() && self.shared.iter().all(Option::is_none)
    }
}

impl OwnTemplate {
    /// The template in a file; nothing where there is no file.
    fn read(path: &Path) -> Result<Option<Self>, ReportError> {
        match read_text(path) {
            Ok(text) => Ok(Some(Self {
                file: path.file_name().map_or_else(
                    || path.display().to_string(),
                    |name| name.to_string_lossy().into_owned(),
                ),
                text,
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReportError::TemplateUnread {
                file: path.display().to_string(),
                reason: match error.kind() {
                    io::ErrorKind::InvalidData => "it is not a text in UTF-8".to_owned(),
                    io::ErrorKind::IsADirectory => {
                        "it is a folder, or no file that can be read".to_owned()
                    }
                    io::ErrorKind::FileTooLarge => "it is too long for a template".to_owned(),
                    _ => error.to_string(),
                },
            }),
        }
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    // Opening a pipe waits for somebody to write into it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let read = File::open(path)?
        .take(MAX_TEMPLATE + 1)
        .read_to_string(&mut text)?;
    if read as u64 > MAX_TEMPLATE {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(text)
}

/// Every template once: there are prints that share one.
pub(super) fn all() -> Vec<Template> {
    let mut templates = Vec::<Template>::new();
    for template in Print::ALL.map(|print| print.kind().template) {
        if templates.iter().all(|listed| listed.file != template.file) {
            templates.push(template);
        }
    }
    templates.extend([us_chess::TEMPLATE, us_chess::classic::TEMPLATE]);
    templates.extend(SHARED);
    templates
}

/// What came of [`write_out`].
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct WrittenOut {
    pub written: Vec<PathBuf>,
    /// Files that were there already, and are as they were: the director may have changed them.
    pub left: Vec<PathBuf>,
}

/// Writes the templates of this program into a folder, to be changed there. The folder is made if it isn't there.
///
/// # Errors
/// Every [`SaveError`] of [`save_file`].
pub(crate) fn write_out(folder: &Path) -> Result<WrittenOut, SaveError> {
    fs::create_dir_all(folder).map_err(|error| SaveError::new(folder, error))?;
    let mut answer = WrittenOut::default();
    for template in all() {
        let path = folder.join(template.file);
        if path.exists() {
            answer.left.push(path);
        } else {
            save_file(&path, template.text.as_bytes())?;
            answer.written.push(path);
        }
    }
    Ok(answer)
}
