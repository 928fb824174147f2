//! What the program remembers between two starts: nothing about players, only where the last camps were.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    thread,
};

use serde::{Deserialize, Serialize};

/// So many camps are listed on the welcome screen.
const RECENT: usize = 8;

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// A sheet of paper, as the settings remember it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PaperSetting {
    #[default]
    Letter,
    A4,
}

/// Where the settings are kept.
pub fn place() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "Camp Ladder")
        .map(|folders| folders.config_local_dir().join("settings.json"))
}

/// The settings of this computer's user.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// 1.0 is normal size.
    pub zoom: f32,
    pub paper: PaperSetting,
    /// Whether the ratings follow every change at once. Otherwise only Recalc Ratings moves them, as in the old program.
    pub ratings_follow: bool,
    /// Whether the list of pages is shown.
    pub side_bar: bool,
    /// How the columns of each datasheet are arranged, by the name of its page. Only the window reads what is in it.
    pub columns: BTreeMap<String, serde_json::Value>,
    /// The latest first.
    pub recent: Vec<PathBuf>,
    /// Width and height of the window in points, where it has been resized.
    pub window: Option<[f32; 2]>,
    /// Where these settings are kept; `None` keeps them nowhere, as tests want it.
    #[serde(skip)]
    place: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            zoom: 1.0,
            paper: PaperSetting::Letter,
            ratings_follow: true,
            side_bar: true,
            columns: BTreeMap::new(),
            recent: Vec::new(),
            window: None,
            place: None,
        }
    }
}

impl Settings {
    /// The settings in `place`, or new ones: broken settings are no reason not to start.
    pub fn load(place: PathBuf) -> Self {
        let mut settings = match fs::read_to_string(&place) {
            Ok(text) => serde_json::from_str::<Self>(&text).unwrap_or_else(|error| {
                tracing::warn!("the settings can't be read and begin anew: {error}");
                Self::default()
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => {
                tracing::warn!("the settings can't be read and begin anew: {error}");
                Self::default()
            }
        };
        if !(0.5..=3.0).contains(&settings.zoom) {
            settings.zoom = 1.0;
        }
        settings.recent.truncate(RECENT);
        settings.place = Some(place);
        settings
    }

    /// Puts a camp at the top of the recent ones.
    pub fn remember(&mut self, camp: &Path) {
        self.recent.retain(|path| path != camp);
        self.recent.insert(0, camp.to_owned());
        self.recent.truncate(RECENT);
    }

    /// Forgets a camp that isn't there any more.
    pub fn forget(&mut self, camp: &Path) {
        self.recent.retain(|path| path != camp);
    }

    /// Saves the settings. A failure is logged and nothing else: it must not get in the way of the camp.
    pub fn save(&self) {
        let Some(place) = &self.place else { return };
        if let Err(error) = self.write(place) {
            tracing::warn!("the settings can't be saved: {error}");
        }
    }

    /// Saves the settings on a thread of its own: a slow disk must not hold the window up.
    pub fn save_in_background(&self) {
        let settings = self.clone();
        let started = thread::Builder::new()
            .name("saving settings".to_owned())
            .spawn(move || settings.save());
        if let Err(error) = started {
            tracing::warn!("the settings can't be saved: {error}");
        }
    }

    fn write(&self, place: &Path) -> io::Result<()> {
        let folder = place.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(serde_json::to_string_pretty(self)?.as_bytes())?;
        file.persist(place)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("new").join("settings.json");
        let mut settings = Settings::load(place.clone());
        settings.theme = Theme::Dark;
        settings.zoom = 1.5;
        settings.remember(Path::new("a.ladder"));
        settings.remember(Path::new("b.ladder"));
        settings.remember(Path::new("a.ladder"));
        settings.save();
        let back = Settings::load(place);
        assert_eq!(back, settings);
        assert_eq!(
            back.recent,
            [Path::new("a.ladder"), Path::new("b.ladder")].map(Path::to_owned)
        );
    }

    #[test]
    fn broken_settings_begin_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("settings.json");
        fs::write(&place, "{\"zoom\": \"big\"").expect("a file");
        assert_eq!(Settings::load(place.clone()).theme, Theme::System);
        fs::write(&place, "{\"zoom\": 1000.0}").expect("a file");
        assert!((Settings::load(place).zoom - 1.0).abs() < f32::EPSILON);
    }
}
