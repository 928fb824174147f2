//! Where files lie, what they are called, and whether two paths lead to one.

use std::{
    env, fs, io,
    path::{Component, Path, PathBuf},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

pub(super) use crate::storage::is_same_file;

/// So long the window may wait for a drive. One that is at hand answers within a thousandth of it; tests share their processor with others.
const AT_ONCE: Duration = Duration::from_millis(if cfg!(test) { 1000 } else { 40 });

/// The answer of a drive; `None` if it doesn't come in time. The question is left alone then.
///
/// # Errors
/// The operating system has no thread left.
pub(super) fn answer_within<T: Send + 'static>(
    patience: Duration,
    question: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    Ok(ask(question)?.recv_timeout(patience).ok())
}

fn ask<T: Send + 'static>(
    question: impl FnOnce() -> T + Send + 'static,
) -> io::Result<mpsc::Receiver<T>> {
    let (answered, answer) = mpsc::channel();
    thread::Builder::new()
        .name("question to a drive".to_owned())
        .spawn(move || answered.send(question()))?;
    Ok(answer)
}

/// The answer of a drive, as long as it comes at once: the window never waits for one that is far away, asleep or gone.
pub(super) fn at_once<T: Send + 'static>(
    question: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    answer_within(AT_ONCE, question).ok().flatten()
}

/// Whether there is such a folder, on a drive that answers at once.
pub(super) fn is_folder_at_hand(folder: &Path) -> bool {
    let folder = folder.to_owned();
    at_once(move || folder.is_dir()).unwrap_or(false)
}

/// The file that keeps a path from being a folder: what is there, or something above it, on a drive that answers at once.
pub(super) fn file_in_the_way(of: &Path) -> Option<PathBuf> {
    let folder = of.to_owned();
    let file = move || {
        let file = folder.ancestors().find(|place| place.is_file());
        file.map(Path::to_owned)
    };
    at_once(file).flatten()
}

/// What a folder may be that isn't there, with nothing in its way.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Missing {
    /// One on a drive that is there: it has only to be made.
    OnDrive,
    /// A drive that isn't connected, or a folder on one: nothing of its path is there, or it would be the first one below folders in which drives
    /// come and go.
    AmongDrives,
}

/// What a folder may be, if it isn't there, on a drive that answers at once.
pub(super) fn missing_folder(folder: &Path) -> Option<Missing> {
    const OF_DRIVES: [&str; 4] = ["/media", "/run/media", "/mnt", "/Volumes"];
    const OF_DRIVES_OF_USERS: [&str; 2] = ["/media", "/run/media"];
    let folder = folder.to_owned();
    let missing = move || {
        let mut places = folder.ancestors();
        let Some(nearest) = places.find(|place| place.exists()) else {
            // A letter that no drive has now, on Windows.
            return Some(Missing::AmongDrives);
        };
        if nearest == folder || !nearest.is_dir() {
            return None;
        }
        let user = nearest.parent();
        let mut drives = OF_DRIVES.iter();
        let mut of_users = OF_DRIVES_OF_USERS.iter();
        let has_drives = drives.any(|of| nearest == Path::new(of))
            || of_users.any(|of| user == Some(Path::new(of)));
        Some(if has_drives {
            Missing::AmongDrives
        } else {
            Missing::OnDrive
        })
    };
    at_once(missing).flatten()
}

/// Makes a folder with those above it. A drive that doesn't answer at once makes it later.
///
/// # Errors
/// The drive says why it can't be made.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let folder = folder.to_owned();
    at_once(move || fs::create_dir_all(&folder)).unwrap_or(Ok(()))
}

/// Whether two paths lead to one file. Of files whose drives don't answer at once it is taken for granted where they have one name: to take the
/// open camp for another file would be worse than the other way round.
pub(super) fn may_be_same_file(one: &Path, other: &Path) -> bool {
    may_be_among(one, &[other.to_owned()])
}

/// Whether a path leads to one of these files. All are asked for together, as a drive that hangs would hold up each one anew.
pub(super) fn may_be_among(one: &Path, files: &[PathBuf]) -> bool {
    let (asked, others) = (one.to_owned(), files.to_owned());
    let answer = || at_once(move || others.iter().any(|other| is_same_file(&asked, other)));
    let has_name = || {
        files
            .iter()
            .any(|other| other.file_name() == one.file_name())
    };
    files.iter().any(|other| other == one) || answer().unwrap_or_else(has_name)
}

/// Whether a folder is another one or lies in it, however both are written. Of one whose drive doesn't answer at once, only its name tells.
pub(super) fn is_within(folder: &Path, other: &Path) -> bool {
    let [asked, of] = [folder, other].map(Path::to_owned);
    let answer = at_once(move || as_known(&asked).starts_with(as_known(&of)));
    answer.unwrap_or_else(|| folder.starts_with(other))
}

/// A path as the system knows it, also where some of it isn't there yet.
fn as_known(path: &Path) -> PathBuf {
    let mut above = path.ancestors();
    let there = above.find_map(|it| Some((it, it.canonicalize().ok()?)));
    let known = there.and_then(|(there, known)| Some(known.join(path.strip_prefix(there).ok()?)));
    known.unwrap_or_else(|| path.to_owned())
}

/// The drive of a file, as a director knows it: “E:\”, “\\server\camps\”. Where drives have no names, the folder.
pub(super) fn drive_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(file);
    let drive = match file.components().next() {
        Some(Component::Prefix(_)) => file.ancestors().last(),
        _ => None,
    };
    drive.unwrap_or(folder).to_owned()
}

/// Where camp files and sheets go unless the director says otherwise: the user's documents; where there is no such folder, the home folder.
pub(super) fn documents() -> PathBuf {
    at_hand_or_documents(None)
}

/// The folder, if it is at hand, or else the [`documents`]. Both are asked for together: they may be on one drive, and that may hang.
pub(super) fn at_hand_or_documents(folder: Option<&Path>) -> PathBuf {
    at_hand_or(folder, || {
        // On Linux a file in the home folder says which they are.
        let user = directories::UserDirs::new()?;
        let documents = user.document_dir().filter(|folder| folder.is_dir());
        Some(documents.unwrap_or_else(|| user.home_dir()).to_owned())
    })
}

fn at_hand_or(
    folder: Option<&Path>,
    documents: impl FnOnce() -> Option<PathBuf> + Send + 'static,
) -> PathBuf {
    let begun = Instant::now();
    let documents = ask(documents);
    if let Some(folder) = folder.filter(|folder| is_folder_at_hand(folder)) {
        return folder.to_owned();
    }
    let left = AT_ONCE.saturating_sub(begun.elapsed());
    let documents = documents.ok().and_then(|it| it.recv_timeout(left).ok());
    let documents = documents.flatten().or_else(env::home_dir);
    documents.unwrap_or_default()
}

/// Whether a file is called what camp files are.
pub(super) fn is_camp_file_name(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("ladder"))
}

/// The service that copies the files of this folder to other computers, "OneDrive", as far as the folder's name tells.
pub(super) fn synchronized_by(path: &Path) -> Option<&'static str> {
    const SERVICES: [(&str, &str); 6] = [
        ("onedrive", "OneDrive"),
        ("dropbox", "Dropbox"),
        ("google drive", "Google Drive"),
        ("my drive", "Google Drive"),
        ("iclouddrive", "iCloud Drive"),
        ("nextcloud", "Nextcloud"),
    ];
    let folders = path.parent()?.components();
    folders.into_iter().find_map(|folder| {
        // "OneDrive - Chess Camps of Minnesota" and "Dropbox (Personal)" are such folders, too.
        let folder = folder.as_os_str().to_string_lossy().to_lowercase();
        let found = SERVICES.iter().find(|(begin, _)| {
            let rest = folder.strip_prefix(begin);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '(']))
        });
        found.map(|(_, name)| *name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_does_not_wait_for_a_drive() {
        let (go_on, waits) = mpsc::channel::<()>();
        assert_eq!(at_once(move || waits.recv().is_ok()), None);
        assert_eq!(at_once(|| 7), Some(7));
        let (go_on_at_home, home) = mpsc::channel::<()>();
        let found = at_hand_or(Some(Path::new("/none")), move || {
            let _ = home.recv();
            None
        });
        assert_eq!(found, env::home_dir().unwrap_or_default());
        drop((go_on, go_on_at_home));
        let folder = tempfile::tempdir().expect("a folder");
        assert!(is_folder_at_hand(folder.path()));
        assert_eq!(at_hand_or(Some(folder.path()), || None), folder.path());
        let others = || Some(PathBuf::from("documents"));
        assert_eq!(at_hand_or(None, others), Path::new("documents"));
        let again = folder.path().join(".");
        assert!(may_be_same_file(folder.path(), &again));
        assert!(!may_be_same_file(folder.path(), Path::new("/")));
        let among = |files: &[&Path]| {
            let files = files.iter().map(|file| file.to_path_buf());
            may_be_among(folder.path(), &files.collect::<Vec<_>>())
        };
        assert!(among(&[Path::new("/"), &again]));
        assert!(!among(&[Path::new("/"), Path::new("/none")]));
    }

    #[test]
    fn a_folder_is_known_in_another_one_however_it_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        for there in ["backups", "backups of mine"] {
            fs::create_dir(at(there)).expect("a folder");
        }
        let backups = at("backups");
        for within in [
            "backups",
            "backups/",
            "backups/./camp",
            "backups of mine/../backups",
        ] {
            assert!(is_within(&at(within), &backups), "{within}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&backups, at("link")).expect("a link");
            assert!(is_within(&at("link/not there yet"), &backups));
            assert!(is_within(&at("backups"), &at("link")));
        }
        for other in ["", "backups of mine", "backups/.."] {
            assert!(!is_within(&at(other), &backups), "{other}");
        }
    }

    #[test]
    fn a_folder_is_to_be_made_only_where_its_drive_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("Backups of cmap").join("Here");
        assert_eq!(missing_folder(&missing), Some(Missing::OnDrive));
        assert_eq!(missing_folder(folder.path()), None, "it is there");
        let file = folder.path().join("Camp.ladder");
        fs::write(&file, "a camp").expect("a file");
        assert_eq!(missing_folder(&file.join("Backups")), None);
        // A stick that is out, or a name with a letter too few.
        let sticks: &[&str] = if cfg!(windows) {
            &[]
        } else {
            &["/mnt/no such stick", "/mnt/no such stick/Backups"]
        };
        // Elsewhere nothing is above this either.
        let letters = [r"Q:\", r"Q:\Backups of camp", r"Q:\Camps\Backups"];
        for stick in sticks.iter().chain(&letters) {
            let found = missing_folder(Path::new(stick));
            assert_eq!(found, Some(Missing::AmongDrives), "{stick}");
        }
        make_folder(&missing).expect("made");
        assert!(missing.is_dir());
        assert!(make_folder(&file.join("Backups")).is_err());
    }

    #[test]
    fn a_drive_is_called_what_a_director_calls_it() {
        let cases: &[(&str, &str)] = if cfg!(windows) {
            &[
                (r"E:\Camps\Camp.ladder", r"E:\"),
                (r"\\server\camps\2026\Camp.ladder", r"\\server\camps\"),
            ]
        } else {
            &[
                ("/media/stick/Camp.ladder", "/media/stick"),
                ("Camps/Camp.ladder", "Camps"),
            ]
        };
        for (file, drive) in cases {
            assert_eq!(drive_of(Path::new(file)), Path::new(drive));
        }
    }

    #[test]
    fn a_folder_that_is_copied_to_other_computers_is_known_by_its_name() {
        for (path, expected) in [
            ("Users/Ann/OneDrive/Camp.ladder", Some("OneDrive")),
            (
                "Users/Ann/OneDrive - Chess Camps/2026/Camp.ladder",
                Some("OneDrive"),
            ),
            ("Users/Ann/Dropbox (Personal)/Camp.ladder", Some("Dropbox")),
            ("Users/Ann/Documents/OneDrive.ladder", None),
            ("Users/Ann/Dropboxes/Camp.ladder", None),
            ("Camp.ladder", None),
        ] {
            assert_eq!(synchronized_by(Path::new(path)), expected, "{path}");
        }
    }
}
