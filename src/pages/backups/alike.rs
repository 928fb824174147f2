//! What tells backups apart that would read the same in the list: the folder of the file, and the seconds.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use jiff::Zoned;

use crate::{
    domain::{show_moment_from, show_second_from},
    storage::Backup,
};

#[derive(Debug, Default)]
pub(super) struct ToldApart {
    /// What each file is called.
    files: BTreeMap<PathBuf, String>,
    /// Minutes in which several were made.
    minutes: BTreeSet<i64>,
}

impl ToldApart {
    pub(super) fn new<'a>(backups: impl Iterator<Item = &'a Backup>) -> Self {
        let mut files = BTreeSet::new();
        let (mut once, mut minutes) = (BTreeSet::new(), BTreeSet::new());
        for backup in backups {
            files.insert(backup.note.file.as_path());
            if !once.insert(minute_of(backup)) {
                minutes.insert(minute_of(backup));
            }
        }
        let named = files.iter().map(|file| {
            let others = files.iter().filter(|other| *other != file);
            ((*file).to_owned(), shortest(file, others.copied()))
        });
        Self {
            files: named.collect(),
            minutes,
        }
    }

    /// The name of the file, with as much of the folder as tells it from others of the name.
    pub(super) fn file(&self, file: &Path) -> String {
        let named = self.files.get(file).cloned();
        named.unwrap_or_else(|| file.display().to_string())
    }

    /// When it was made, with seconds where others were made in the same minute.
    pub(super) fn moment(&self, backup: &Backup, now: &Zoned) -> String {
        let made = backup.note.made.to_zoned(now.time_zone().clone());
        if self.minutes.contains(&minute_of(backup)) {
            show_second_from(&made, now.date())
        } else {
            show_moment_from(&made, now.date())
        }
    }
}

fn minute_of(backup: &Backup) -> i64 {
    backup.note.made.as_second().div_euclid(60)
}

/// The end of a path that no other one has.
fn shortest<'a>(file: &Path, others: impl Iterator<Item = &'a Path>) -> String {
    let parts = |path: &'a Path| path.components().rev();
    let own = file.components().rev().collect::<Vec<Component<'_>>>();
    let alike = others.map(|other| {
        let same = parts(other).zip(&own).take_while(|(a, b)| a == *b);
        same.count()
    });
    let length = alike.max().unwrap_or(0) + 1;
    let end = own.iter().take(length).rev().collect::<PathBuf>();
    end.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_told_by_their_folders() {
        let of = |file: &str, others: &[&str]| {
            shortest(
                Path::new(file),
                others.iter().map(|other| Path::new(*other)),
            )
        };
        let told = |parts: &[&str]| parts.iter().collect::<PathBuf>().display().to_string();
        assert_eq!(of("/a/Camp.ladder", &["/a/Other.ladder"]), "Camp.ladder");
        assert_eq!(of("/a/Camp.ladder", &[]), "Camp.ladder");
        assert_eq!(
            of("/x/m/Camp.ladder", &["/x/m2/Camp.ladder"]),
            told(&["m", "Camp.ladder"])
        );
        assert_eq!(
            of("/x/m/Camp.ladder", &["/y/m/Camp.ladder", "/z/Camp.ladder"]),
            told(&["x", "m", "Camp.ladder"])
        );
    }
}
