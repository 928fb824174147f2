//! A camp as it was saved last, in memory beside its file: what a copy is made of when nothing can be read from there any more.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use super::copy;
use crate::storage::{CampFile, OpenError, open};
use rusqlite::Connection;

/// A camp that is larger isn't copied after every change, which would be felt. Bytes.
const AT_ONCE: i64 = 8 << 20;

/// A camp that is larger isn't held twice: it would take too much memory. Bytes.
const LARGEST: i64 = 32 << 20;

/// When a camp is to be copied into memory after it was opened or changed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ImagePace {
    AtOnce,
    /// While nobody waits.
    InQuiet,
    Never,
}

impl ImagePace {
    fn of(bytes: i64) -> Self {
        if bytes <= AT_ONCE {
            Self::AtOnce
        } else if bytes <= LARGEST {
            Self::InQuiet
        } else {
            Self::Never
        }
    }
}

/// A camp as it was saved last.
pub(crate) struct CampImage {
    connection: Mutex<Connection>,
    of: Moment,
}

/// What a file was at a time.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Moment {
    path: PathBuf,
    /// Another number for each time that a file was opened.
    opening: u64,
    /// Another one for every change since.
    changes: u64,
}

impl Moment {
    fn now(camp: &CampFile) -> Self {
        Self {
            path: camp.path.clone(),
            opening: camp.opening,
            changes: camp.connection.total_changes(),
        }
    }
}

impl CampImage {
    /// The largest camp that is held, in MiB.
    pub(crate) const LARGEST_MEBIBYTES: i64 = LARGEST >> 20;

    /// When the camp is to be copied, by its size; `None` if that can't be read.
    #[must_use]
    pub(crate) fn pace(camp: &CampFile) -> Option<ImagePace> {
        let pragma = |name| {
            let read = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
            camp.connection.pragma_query_value(None, name, read)
        };
        let size = pragma("page_count").ok()? * pragma("page_size").ok()?;
        Some(ImagePace::of(size))
    }

    /// The camp as it is in the file now; `None` if it can't be read.
    #[must_use]
    pub(crate) fn of(camp: &CampFile) -> Option<Self> {
        match open::in_memory_copy(&camp.connection) {
            Ok(connection) => Some(Self {
                connection: Mutex::new(connection),
                of: Moment::now(camp),
            }),
            Err(error) => {
                tracing::warn!("the camp isn't held in memory: {error}");
                None
            }
        }
    }

    /// Whether nothing was saved in the file since.
    #[must_use]
    pub(crate) fn is_of(&self, camp: &CampFile) -> bool {
        self.of == Moment::now(camp)
    }

    /// Whether it was made of this file since that was opened.
    #[must_use]
    pub(crate) fn is_from(&self, camp: &CampFile) -> bool {
        self.of.opening == camp.opening && self.of.path == camp.path
    }

    /// As [`CampFile::save_copy`], without a look at the file.
    ///
    /// # Errors
    /// There is a file already, no folder, no room.
    pub(crate) fn save_copy(&self, place: &Path) -> Result<(), OpenError> {
        // Nobody else waits while the drive of the copy doesn't answer.
        let again = {
            let connection = self.connection.lock();
            let connection = connection.unwrap_or_else(PoisonError::into_inner);
            open::in_memory_copy(&connection)
        };
        let again = again.map_err(|error| OpenError::from_sqlite(place, &error))?;
        copy::save(&again, &self.of.path, place)
    }
}

impl fmt::Debug for CampImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CampImage").field(&self.of).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::civil::date;

    use super::*;
    use crate::{
        domain::Edit,
        storage::{Mode, Occasion},
    };

    #[test]
    fn a_camp_is_copied_as_often_as_its_size_allows() {
        for (mebibytes, pace) in [
            (0, ImagePace::AtOnce),
            (8, ImagePace::AtOnce),
            (9, ImagePace::InQuiet),
            (32, ImagePace::InQuiet),
            (33, ImagePace::Never),
            // A million games.
            (240, ImagePace::Never),
        ] {
            assert_eq!(ImagePace::of(mebibytes << 20), pace, "{mebibytes} MiB");
        }
    }

    #[test]
    fn a_copy_has_all_that_was_saved_whatever_became_of_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, place] = ["Camp.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
        let mut camp = CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp file");
        let before = CampImage::of(&camp).expect("a small camp");
        assert!(before.is_of(&camp));
        let rename = Edit::RenameCamp("Saved".to_owned());
        let occasion = Occasion {
            name: "Rename the camp".to_owned(),
            at: jiff::Timestamp::UNIX_EPOCH,
            ratings_follow: false,
            joins: None,
        };
        camp.apply(&rename, &occasion).expect("saved");
        assert!(!before.is_of(&camp) && before.is_from(&camp));
        let image = CampImage::of(&camp).expect("a small camp");

        camp.forget_pages();
        let file = fs::File::options().write(true).open(&path);
        file.and_then(|file| file.set_len(0)).expect("no pages");
        let error = camp.save_copy(&place).expect_err("nothing to read");
        assert!(error.to_string().contains("Camp.ladder"), "{error}");
        assert!(!place.exists());
        image.save_copy(&place).expect("a copy");

        drop(camp);
        let copy = CampFile::open(&place, Mode::ReadOnly).expect("the copy");
        assert_eq!(copy.load().expect("the camp").name, "Saved");
        let again = image.save_copy(&place).expect_err("is there");
        assert!(again.to_string().contains("Copy.ladder"), "{again}");
    }
}
