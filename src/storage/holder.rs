//! Who has a camp file open: a small note beside it, for the message that the next one gets.
//!
//! The lock itself is SQLite's. The note only names whom to ask, so a stale one does no harm.

use std::{
    env, fmt, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use jiff::{Zoned, civil::DateTime, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::real_clock;
use crate::domain::show_moment;

/// How a note has the moment: "2026-07-10 14:05".
const FORM_OF_SINCE: &str = "%Y-%m-%d %H:%M";

/// What this computer is called, where that is told.
pub(super) fn computer_name() -> Option<String> {
    first_set(&["COMPUTERNAME", "HOSTNAME"]).or_else(|| {
        let name = fs::read_to_string("/etc/hostname").ok()?;
        Some(name.trim().to_owned())
    })
}

/// The first of these variables that says anything.
fn first_set(names: &[&str]) -> Option<String> {
    names
        .iter()
        .find_map(|name| env::var(name).ok())
        .filter(|value| !value.is_empty())
}

/// Who has a camp file open.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Holder {
    pub user: String,
    pub computer: String,
    /// When it was opened, local time, to the minute, in the form that notes have.
    pub since: String,
}

impl Holder {
    /// Whoever runs this program.
    fn me() -> Self {
        let user = first_set(&["USERNAME", "USER", "LOGNAME"]);
        Self {
            user: user.unwrap_or_else(|| "somebody".to_owned()),
            computer: computer_name().unwrap_or_else(|| "this computer".to_owned()),
            since: real_clock().strftime(FORM_OF_SINCE).to_string(),
        }
    }

    /// Whether it is whoever runs this program, on this computer, in another window or in none any more.
    pub fn is_of_this_user(&self) -> bool {
        let me = Self::me();
        (&self.user, &self.computer) == (&me.user, &me.computer)
    }

    /// When it was opened, by the clock of that computer.
    fn opened(&self) -> Option<Zoned> {
        let opened = DateTime::strptime(FORM_OF_SINCE, &self.since).ok()?;
        opened.to_zoned(TimeZone::UTC).ok()
    }

    /// Who has the camp file at `camp` open, if there is a note that says so.
    pub(super) fn new(camp: &Path) -> Option<Self> {
        /// Longer than any note of ours.
        const LONGEST: u64 = 4096;
        let path = note_path(camp);
        // Opening a pipe waits for somebody to write into it.
        let is_note =
            fs::metadata(&path).is_ok_and(|about| about.is_file() && about.len() < LONGEST);
        let text = is_note.then(|| fs::read_to_string(path))?.ok()?;
        serde_json::from_str(&text).ok()
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            user,
            computer,
            since,
        } = self;
        write!(f, "by {user} on {computer}, since ")?;
        // Another version may have written it otherwise.
        match self.opened() {
            Some(opened) => f.write_str(&show_moment(&opened)),
            None => f.write_str(since),
        }
    }
}

/// "Camp.ladder.open" beside "Camp.ladder"
fn note_path(camp: &Path) -> PathBuf {
    let mut name = camp.file_name().unwrap_or_default().to_owned();
    name.push(".open");
    camp.with_file_name(name)
}

/// The note, for as long as the camp file is open.
#[derive(Debug)]
pub(super) struct HolderNote(PathBuf);

impl HolderNote {
    /// Where the note of a camp lies.
    pub(super) fn path(camp: &Path) -> PathBuf {
        note_path(camp)
    }

    /// Writes the note for a camp file whose lock is held.
    pub(super) fn write(camp: &Path) -> io::Result<Self> {
        let path = note_path(camp);
        let text = serde_json::to_string(&Holder::me()).map_err(io::Error::other)?;
        // From here on the note goes with whoever wrote it, also one that a full disk left without its text.
        let note = Self(path);
        // A new one in the place of the old one: a link that somebody laid there would be followed, and a pipe waited for. Nothing lies
        // beside it meanwhile that a program which is killed would leave behind.
        if let Err(error) = fs::remove_file(&note.0)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let mut file = fs::File::create_new(&note.0)?;
        file.write_all(text.as_bytes())?;
        Ok(note)
    }
}

impl Drop for HolderNote {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.0)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!("the note of an open camp file stayed behind: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_it_open_is_told_with_the_moment_as_it_is_shown_everywhere() {
        let holder = |since: &str| Holder {
            user: "Ann".to_owned(),
            computer: "LAPTOP".to_owned(),
            since: since.to_owned(),
        };
        let told = holder("2026-11-27 13:30").to_string();
        assert_eq!(told, "by Ann on LAPTOP, since 11/27/2026 1:30 PM");
        let told = holder("Friday").to_string();
        assert_eq!(told, "by Ann on LAPTOP, since Friday");
    }
}
