//! The camp settings, as the director changes them: the camp's name, how its papers look, and how published pages name the
//! campers.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Wake, dialogs::PathField, session::serial};
use crate::{
    domain::{
        CampData, CampSettings, Colour, Edit, Field, Logo, MAX_FOOTER, MAX_LOGO, PublishedNames,
        check_camp_name, clean_name,
    },
    jobs::{Job, Look},
    report::{Picture, draw_logo, read_logo},
};

/// Colours that suit a paper, by their names; all are dark enough to be read and copied. The first is none: black.
pub const PALETTE: [(&str, Option<Colour>); 12] = [
    ("Black", None),
    ("Slate", Some(Colour([0x47, 0x55, 0x69]))),
    ("Navy", Some(Colour([0x1d, 0x35, 0x6d]))),
    ("Blue", Some(Colour([0x1a, 0x5f, 0xb4]))),
    ("Teal", Some(Colour([0x0b, 0x6e, 0x78]))),
    ("Green", Some(Colour([0x1c, 0x6b, 0x3c]))),
    ("Olive", Some(Colour([0x5e, 0x63, 0x12]))),
    ("Brown", Some(Colour([0x74, 0x46, 0x1f]))),
    ("Orange", Some(Colour([0xb0, 0x4a, 0x0c]))),
    ("Red", Some(Colour([0xb0, 0x1e, 0x28]))),
    ("Magenta", Some(Colour([0x9c, 0x1f, 0x6a]))),
    ("Violet", Some(Colour([0x5b, 0x36, 0xa0]))),
];

/// The settings of the open camp, until they are saved or given up.
#[derive(Debug)]
pub struct CampSettingsForm {
    pub name: String,
    pub footer: String,
    /// As it is typed; empty for black.
    pub colour: String,
    pub logo: LogoField,
    pub published_names: Option<PublishedNames>,
    /// Saving was tried, and something was wrong.
    pub was_refused: bool,
    /// To be saved as soon as the logo is read.
    saves: bool,
}

impl CampSettingsForm {
    /// The settings as the camp has them.
    pub(super) fn new(camp: &CampData, wake: &Wake) -> Self {
        let settings = &camp.settings;
        let colour = settings.colour.map(|colour| colour.to_string());
        Self {
            name: camp.name.clone(),
            footer: settings.footer.clone(),
            colour: colour.unwrap_or_default(),
            logo: LogoField::new(settings.logo.clone(), wake),
            published_names: settings.published_names,
            was_refused: false,
            saves: false,
        }
    }

    /// The colour that is typed. `None` is black; an error is a text that is none.
    ///
    /// # Errors
    /// A sentence for people.
    pub fn typed_colour(&self) -> Result<Option<Colour>, &'static str> {
        if self.colour.trim().is_empty() {
            return Ok(None);
        }
        Colour::from_text(&self.colour)
            .map(Some)
            .ok_or("Type six digits or letters from a to f, as in #1d356d, or choose a color")
    }

    /// What is wrong with the name or the footer.
    pub fn problem(&self, field: Field) -> Option<String> {
        let problems = match field {
            Field::CampName => check_camp_name(&self.clean_name()),
            _ => self.settings(None).problems(),
        };
        let mut problems = problems.into_iter();
        problems
            .find(|problem| problem.field == field)
            .map(|problem| problem.reason)
    }

    /// How much of the room for the footer is taken, once that is of interest: "132 of 160 characters".
    pub fn footer_count(&self) -> Option<String> {
        let length = self.footer.trim().chars().count();
        let is_near = length > MAX_FOOTER * 3 / 4;
        is_near.then(|| format!("{length} of {MAX_FOOTER} characters"))
    }

    /// The change to be saved; `None` where nothing differs from the camp. An error: something is wrong, and marked.
    pub(super) fn edit(&self, camp: &CampData) -> Result<Option<Edit>, ()> {
        let colour = self.typed_colour().map_err(|_| ())?;
        let is_wrong = |field| self.problem(field).is_some();
        if is_wrong(Field::CampName) || is_wrong(Field::Footer) || self.logo.problem.is_some() {
            return Err(());
        }
        let (name, settings) = (self.clean_name(), self.settings(colour));
        let rename = (name != camp.name).then_some(Edit::RenameCamp(name));
        let change = (settings != *camp.settings).then(|| Edit::ChangeSettings(Box::new(settings)));
        Ok(match (rename, change) {
            (Some(rename), Some(change)) => Some(Edit::Together {
                name: "Change camp settings".to_owned(),
                edits: vec![rename, change],
            }),
            (rename, change) => rename.or(change),
        })
    }

    fn clean_name(&self) -> String {
        clean_name(&self.name).unwrap_or_else(|_| self.name.clone())
    }

    fn settings(&self, colour: Option<Colour>) -> CampSettings {
        CampSettings {
            footer: self.footer.trim().to_owned(),
            colour,
            logo: self.logo.logo.clone(),
            published_names: self.published_names,
        }
    }

    /// Saves once the logo is there; whether it is there now.
    pub(super) fn is_ready(&mut self, wake: &Wake) -> bool {
        if let Some(path) = self.logo.unread() {
            self.logo.read(&path, wake);
        }
        self.saves = self.logo.is_busy();
        !self.saves
    }

    /// Takes what was read of the logo; whether the settings are to be saved now.
    pub(super) fn collect(&mut self) -> bool {
        self.logo.collect() && std::mem::take(&mut self.saves)
    }
}

/// A picture of a logo as it prints, with a number that no other one has.
#[derive(Clone, Debug)]
pub struct LogoPicture {
    pub number: u64,
    pub picture: Arc<Picture>,
}

impl LogoPicture {
    fn new(picture: Picture) -> Self {
        Self {
            number: serial(),
            picture: Arc::new(picture),
        }
    }
}

type LogoJob = Job<Result<(Arc<Logo>, Picture), String>>;

/// The camp's logo: the picture file that is chosen, and what it looks like.
#[derive(Debug, Default)]
pub struct LogoField {
    /// The file, as it is typed or was chosen. Empty for the logo that the camp has already.
    pub path: String,
    /// Why the file can't be the logo.
    pub problem: Option<String>,
    logo: Option<Arc<Logo>>,
    picture: Option<LogoPicture>,
    /// The file that was read last, or is being read.
    last_read: PathBuf,
    job: Option<LogoJob>,
}

impl LogoField {
    fn new(logo: Option<Arc<Logo>>, wake: &Wake) -> Self {
        let mut field = Self {
            logo: logo.clone(),
            ..Self::default()
        };
        if let Some(logo) = logo {
            let draw = move || match draw_logo(&logo) {
                Ok(picture) => Ok((logo, picture)),
                Err(problem) => Err(problem.to_string()),
            };
            field.start(draw, wake);
        }
        field
    }

    /// Whether there is a logo.
    pub fn is_there(&self) -> bool {
        self.logo.is_some()
    }

    /// What the logo looks like, once it is drawn.
    pub fn picture(&self) -> Option<&LogoPicture> {
        self.picture.as_ref()
    }

    /// Whether a file is being read or drawn.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The file that is typed and was not read yet.
    pub fn unread(&self) -> Option<PathBuf> {
        PathField::typed_in(&self.path).filter(|path| *path != self.last_read)
    }

    /// Reads a file, which becomes the logo if it can.
    pub(super) fn read(&mut self, path: &Path, wake: &Wake) {
        self.path = path.display().to_string();
        path.clone_into(&mut self.last_read);
        let path = path.to_owned();
        self.start(move || read_file(&path), wake);
    }

    /// The camp shall have no logo.
    pub(super) fn remove(&mut self) {
        *self = Self::default();
    }

    fn start(
        &mut self,
        work: impl FnOnce() -> Result<(Arc<Logo>, Picture), String> + Send + 'static,
        wake: &Wake,
    ) {
        let wake = Wake::clone(wake);
        self.problem = None;
        match Job::start("reading the logo", move || wake(), move |_| work()) {
            Ok(job) => self.job = Some(job),
            Err(error) => self.problem = Some(format!("The picture can’t be read ({error})")),
        }
    }

    /// Takes what was read; whether something has come.
    fn collect(&mut self) -> bool {
        let answer = match self.job.as_ref().map(Job::look) {
            None | Some(Look::Busy) => return false,
            Some(Look::Done(answer)) => answer,
            Some(Look::Broken) => Err("This picture can’t be drawn: choose another one".to_owned()),
        };
        self.job = None;
        match answer {
            Ok((logo, picture)) => {
                self.logo = Some(logo);
                self.picture = Some(LogoPicture::new(picture));
            }
            Err(problem) => self.problem = Some(problem),
        }
        true
    }
}

/// Reads a picture file, and no more of it than a logo may have.
fn read_file(path: &Path) -> Result<(Arc<Logo>, Picture), String> {
    let sentence = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => {
            format!("There is no file “{}”: choose it again", path.display())
        }
        io::ErrorKind::PermissionDenied => format!(
            "You have no permission to read “{}”: copy it to your own folder, and choose the copy",
            path.display()
        ),
        _ => format!("“{}” can’t be read ({error})", path.display()),
    };
    // The camp itself, perhaps: closing it here again would give up the lock on it.
    if path.extension().is_some_and(|ending| ending == "ladder") {
        return Err("This is a camp file: choose a PNG, JPEG or SVG file".to_owned());
    }
    let about = path.metadata().map_err(sentence)?;
    if !about.is_file() {
        return Err(format!(
            "“{}” is a folder: choose a picture in it",
            path.display()
        ));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(sentence)?;
    file.take(MAX_LOGO as u64)
        .read_to_end(&mut bytes)
        .map_err(sentence)?;
    let (logo, picture) = read_logo(bytes, about.len()).map_err(|problem| problem.to_string())?;
    Ok((Arc::new(logo), picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_the_palette_prints_as_it_is() {
        for (name, colour) in PALETTE {
            let colour = colour.unwrap_or(Colour::BLACK);
            assert_eq!(colour.legible_on_white(), colour, "{name}");
        }
    }
}
