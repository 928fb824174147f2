//! What the program remembers between two starts: nothing about players, only where the last camps were.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Write as _},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
};

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    app::{keeper::Keeping, remembered::Remembered, untold::Untold},
    domain::{PublishedNames, RecordKind},
    log,
    report::{Choice, Paper, Personal, Print, PrintChoices},
    storage::{BackupPlaces, HistoryLimit, path_text, real_clock},
};

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

/// How high the rows of lists and datasheets are.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    Compact,
    #[default]
    Comfortable,
}

impl Rows {
    /// In points.
    pub const fn height(self) -> f32 {
        match self {
            Self::Compact => 24.0,
            Self::Comfortable => 30.0,
        }
    }
}

/// A page of the standings on a projector is shown this long, in seconds.
pub const SECONDS: RangeInclusive<u16> = 5..=60;

/// What the standings on a projector are like.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ProjectorSettings {
    /// A room may be darker than the desk; [`Theme::System`] is the theme of the window.
    pub theme: Theme,
    /// A page is shown this long: one of [`SECONDS`].
    pub seconds: u16,
    /// A list for each group; otherwise one for the whole camp.
    pub by_group: bool,
    pub names: PublishedNames,
}

impl Default for ProjectorSettings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            seconds: 12,
            by_group: true,
            // The room knows everybody; a published page doesn't know who reads it.
            names: PublishedNames::Full,
        }
    }
}

impl ProjectorSettings {
    fn keep_in_range(&mut self) {
        self.seconds = self.seconds.clamp(*SECONDS.start(), *SECONDS.end());
    }
}

/// The settings of this computer's user.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// 1.0 is normal size.
    pub zoom: f32,
    pub rows: Rows,
    /// The paper in the printer, whatever is printed.
    pub paper: Paper,
    /// What was chosen for each print; as usual for any other. The paper is not among it.
    #[serde(deserialize_with = "those_that_can_be_read")]
    prints: BTreeMap<Print, PrintChoices>,
    /// What is printed together on the last day.
    #[serde(deserialize_with = "prints_that_there_are")]
    last_day: BTreeSet<Print>,
    /// Whether the ratings follow every change at once. Otherwise only Recalc Ratings moves them, as in the old program.
    pub ratings_follow: bool,
    /// Whether the list of pages is shown.
    pub side_bar: bool,
    /// The folder into which each camp was published last.
    #[serde(with = "path_text::pairs")]
    pub published: BTreeMap<PathBuf, PathBuf>,
    /// The camps whose games were published last.
    #[serde(with = "path_text::all")]
    pub published_games: BTreeSet<PathBuf>,
    /// The camps with whose pages sheets of paper were published last.
    #[serde(with = "path_text::all")]
    pub published_pdfs: BTreeSet<PathBuf>,
    /// The camps whose crosstables of US Chess were published last.
    #[serde(with = "path_text::all")]
    pub published_crosstables: BTreeSet<PathBuf>,
    /// The camps of which was said that their folder is copied to other computers.
    #[serde(with = "path_text::all")]
    pub(super) told_of_cloud: BTreeSet<PathBuf>,
    /// How the columns of each datasheet are arranged, by the name of its records. Only the window reads what is in it.
    pub columns: BTreeMap<String, serde_json::Value>,
    pub projector: ProjectorSettings,
    /// How each camp was looked at last.
    #[serde(with = "path_text::keys")]
    pub camps: BTreeMap<PathBuf, Remembered>,
    /// The latest first.
    #[serde(with = "path_text::all")]
    pub recent: Vec<PathBuf>,
    /// Width and height of the window in points, where it has been resized.
    pub window: Option<[f32; 2]>,
    /// Whether it filled the screen, under its title; the size is the one that it goes back to.
    pub maximized: bool,
    /// A folder where backups are kept besides: on a memory stick, or one that is synchronised.
    #[serde(with = "path_text::optional")]
    pub second_backups: Option<PathBuf>,
    /// When that was chosen.
    second_chosen: Option<Timestamp>,
    /// How much of the history of camps is kept.
    pub history: HistoryLimit,
    /// Where backups are kept; `None` keeps none, as tests want it.
    #[serde(skip)]
    backups: Option<PathBuf>,
    /// Where these settings are kept; `None` keeps them nowhere, as tests want it.
    #[serde(skip)]
    place: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            zoom: 1.0,
            rows: Rows::default(),
            paper: Paper::default(),
            prints: BTreeMap::new(),
            last_day: BTreeSet::from(Print::LAST_DAY),
            ratings_follow: true,
            side_bar: true,
            published: BTreeMap::new(),
            published_games: BTreeSet::new(),
            published_pdfs: BTreeSet::new(),
            published_crosstables: BTreeSet::new(),
            told_of_cloud: BTreeSet::new(),
            columns: BTreeMap::new(),
            projector: ProjectorSettings::default(),
            camps: BTreeMap::new(),
            recent: Vec::new(),
            window: None,
            maximized: false,
            second_backups: None,
            second_chosen: None,
            history: HistoryLimit::default(),
            backups: None,
            place: None,
        }
    }
}

impl Settings {
    /// The settings of whoever uses this computer, with the folder that is his or hers for backups.
    pub fn of_user() -> Self {
        let folder = log::settings_folder();
        let mut settings = folder.map_or_else(Self::default, |folder| {
            Self::load(folder.join("settings.json"))
        });
        settings.backups = log::own_folder().map(|folder| folder.join("backups"));
        settings
    }

    /// Keeps backups in this folder.
    pub fn keep_backups_in(&mut self, folder: PathBuf) {
        self.backups = Some(folder);
    }

    /// Where backups are kept; `None` where there is no place for them.
    pub fn backup_places(&self) -> Option<BackupPlaces> {
        Some(BackupPlaces {
            folder: self.backups.clone()?,
            second: self.second_backups.clone(),
            second_chosen: self.second_chosen,
        })
    }

    /// Has backups kept in a second place besides, whatever lies there; `None` for the first one alone.
    pub(super) fn choose_second_place(&mut self, place: Option<PathBuf>) {
        self.second_chosen = place.is_some().then(|| real_clock().timestamp());
        self.second_backups = place;
    }

    /// How camps are kept.
    pub(super) fn keeping(&self) -> Keeping {
        Keeping {
            backups: self.backup_places(),
            history: self.history,
        }
    }

    /// Where it is noted that a backup or a copy has failed that went on without a window.
    pub(super) fn untold(&self) -> Untold {
        let place = self.place.as_ref();
        Untold::in_file(place.map(|place| place.with_file_name("not backed up.json")))
            .with_backups_in(self.backup_places())
    }

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
        settings.projector.keep_in_range();
        settings.recent.truncate(RECENT);
        settings.place = Some(place);
        settings
    }

    /// What was chosen for a print the last time.
    pub fn choices(&self, print: Print) -> PrintChoices {
        let chosen = self.prints.get(&print).cloned();
        let mut choices = chosen.unwrap_or_else(|| print.default_choices());
        if print.choices().contains(&Choice::Paper) {
            choices.paper = self.paper;
        }
        choices
    }

    /// Remembers what is chosen for a print; not that something personal was asked for.
    pub fn choose(&mut self, print: Print, mut choices: PrintChoices) {
        choices.personal = Personal::default();
        if print.choices().contains(&Choice::Paper) {
            self.paper = choices.paper;
        }
        self.prints.insert(print, choices);
    }

    /// What is printed together on the last day, in the order of a list.
    pub fn last_day(&self) -> &BTreeSet<Print> {
        &self.last_day
    }

    /// Remembers what is printed together on the last day.
    pub(super) fn choose_last_day(&mut self, prints: BTreeSet<Print>) {
        self.last_day = prints;
    }

    /// Remembers what the standings on a projector are like.
    pub(super) fn set_projector(&mut self, mut chosen: ProjectorSettings) {
        chosen.keep_in_range();
        if self.projector != chosen {
            self.projector = chosen;
            self.save_in_background();
        }
    }

    /// Remembers how the columns of a datasheet are arranged.
    pub(super) fn arrange_columns(&mut self, kind: RecordKind, layout: serde_json::Value) {
        self.columns.insert(kind.name().to_owned(), layout);
        self.save_in_background();
    }

    /// Forgets who was chosen for a print: in another camp the number is another child's.
    pub fn forget_players(&mut self) {
        for choices in self.prints.values_mut() {
            choices.player = None;
        }
    }

    /// Puts a camp at the top of the recent ones.
    pub fn remember(&mut self, camp: &Path) {
        self.recent.retain(|path| path != camp);
        self.remember_at(0, camp);
    }

    /// Remembers a camp that could not be opened. It comes before none that could be.
    pub fn remember_not_opened(&mut self, camp: &Path) {
        if !self.recent.iter().any(|path| path == camp) {
            let last = self.recent.len().min(RECENT - 1);
            self.remember_at(last, camp);
        }
    }

    fn remember_at(&mut self, place: usize, camp: &Path) {
        self.recent.insert(place, camp.to_owned());
        self.recent.truncate(RECENT);
        self.published.retain(|camp, _| self.recent.contains(camp));
        for camps in [
            &mut self.published_games,
            &mut self.published_pdfs,
            &mut self.published_crosstables,
            &mut self.told_of_cloud,
        ] {
            camps.retain(|camp| self.recent.contains(camp));
        }
        self.camps.retain(|camp, _| self.recent.contains(camp));
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
        if let Err(error) = self.begin_to_save() {
            tracing::warn!("the settings can't be saved: {error}");
        }
    }

    /// The same, for whoever waits for it elsewhere.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub(super) fn begin_to_save(&self) -> io::Result<JoinHandle<()>> {
        let settings = self.clone();
        thread::Builder::new()
            .name("saving settings".to_owned())
            .spawn(move || settings.save())
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

/// The choices of this version's prints. What another version of the program remembered must not cost all settings.
fn those_that_can_be_read<'de, D: Deserializer<'de>>(
    settings: D,
) -> Result<BTreeMap<Print, PrintChoices>, D::Error> {
    let all = BTreeMap::<String, serde_json::Value>::deserialize(settings)?;
    let readable = |(word, choices): (String, _)| {
        Some((word.parse().ok()?, serde_json::from_value(choices).ok()?))
    };
    Ok(all.into_iter().filter_map(readable).collect())
}

/// The prints that this version has.
fn prints_that_there_are<'de, D: Deserializer<'de>>(
    settings: D,
) -> Result<BTreeSet<Print>, D::Error> {
    let words = Vec::<String>::deserialize(settings)?;
    Ok(words.iter().filter_map(|word| word.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("new").join("settings.json");
        let mut settings = Settings::load(place.clone());
        settings.theme = Theme::Dark;
        settings.zoom = 1.5;
        settings.window = Some([1100.0, 700.0]);
        settings.maximized = true;
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

    /// One camp in such a folder would otherwise cost all settings.
    #[cfg(unix)]
    #[test]
    fn settings_come_back_with_paths_that_are_no_text() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("settings.json");
        let mut settings = Settings::load(place.clone());
        let camp = PathBuf::from(OsStr::from_bytes(b"/caf\xe9/Camp.ladder"));
        let site = camp.with_file_name("site");
        settings.published.insert(camp.clone(), site);
        for camps in [
            &mut settings.published_games,
            &mut settings.published_pdfs,
            &mut settings.published_crosstables,
            &mut settings.told_of_cloud,
        ] {
            camps.insert(camp.clone());
        }
        settings.camps.insert(camp.clone(), Remembered::default());
        settings.choose_second_place(Some(camp.with_file_name("backups")));
        settings.remember(&camp);
        settings.theme = Theme::Dark;
        settings.save();
        assert_eq!(Settings::load(place), settings);
    }

    #[test]
    fn each_print_remembers_its_choices_and_all_have_one_paper() {
        let print = Print::Standings;
        let mut settings = Settings::default();
        assert_eq!(settings.choices(print), print.default_choices());
        let chosen = PrintChoices {
            paper: Paper::A4,
            top: NonZeroUsize::new(10),
            ..print.default_choices()
        };
        settings.choose(print, chosen.clone());
        let text = serde_json::to_string(&settings).expect("JSON");
        let mut back = serde_json::from_str::<Settings>(&text).expect("settings");
        assert_eq!(back.choices(print), chosen);
        back.paper = Paper::Letter;
        assert_eq!(back.choices(print).paper, Paper::Letter);
        assert_eq!(back.choices(print).top, chosen.top);
    }

    #[test]
    fn what_another_version_remembers_is_passed_over() {
        let text = r#"{"zoom":1.5,"paper":"letter","prints":{"gone":{"top":3},"standings":{"top":"all"}}}"#;
        let settings = serde_json::from_str::<Settings>(text).expect("settings");
        assert!((settings.zoom - 1.5).abs() < f32::EPSILON);
        assert_eq!(settings.paper, Paper::Letter);
        assert_eq!(
            settings.choices(Print::Standings),
            Print::Standings.default_choices()
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
