//! What comes in the place of another file: where that is, and who may look into it.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// So many links are followed, as Linux does it.
const LINKS: usize = 40;

/// The file that a link leads to, also where that is gone; of any other file itself.
pub(crate) fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path.set_file_name(to);
    }
    path
}

/// Lets others do with a new file what they may do with this one, if that is there: a camp that nobody else may read stays so. Its owner may read
/// and write it in any case, as it is to be worked with, and a file on a CD lets nobody write.
#[cfg(unix)]
pub(crate) fn let_others_as(of: &Path, new: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    const ALL: u32 = 0o777;
    const OWNER: u32 = 0o600;
    let Ok(about) = fs::metadata(of) else { return };
    let mode = about.permissions().mode() & ALL | OWNER;
    if let Err(error) = fs::set_permissions(new, fs::Permissions::from_mode(mode)) {
        // Not every disk knows who may do what.
        tracing::warn!("a new file is open to others: {error}");
    }
}

/// Its folder says who may look into it.
#[cfg(not(unix))]
pub(crate) const fn let_others_as(_of: &Path, _new: &Path) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_link_is_followed_to_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).expect("a folder");
        symlink("second", at("first")).expect("a link");
        symlink("real/Camp.ladder", at("second")).expect("a link");
        symlink("round", at("round")).expect("a link");
        // It leads nowhere yet.
        assert_eq!(behind_links(&at("first")), at("real/Camp.ladder"));
        fs::write(at("real/Camp.ladder"), "a camp").expect("a file");
        assert_eq!(behind_links(&at("first")), at("real/Camp.ladder"));
        assert_eq!(behind_links(&at("real")), at("real"));
        assert_eq!(behind_links(&at("round")), at("round"));
    }

    #[test]
    fn others_may_do_what_they_might_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        for (before, after) in [
            (0o600, 0o600),
            (0o660, 0o660),
            (0o444, 0o644),
            (0o644, 0o644),
        ] {
            for file in [&old, &new] {
                fs::write(file, "").expect("a file");
            }
            fs::set_permissions(&old, fs::Permissions::from_mode(before)).expect("a mode");
            let_others_as(&old, &new);
            let mode = fs::metadata(&new).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, after, "{before:o}");
            fs::remove_file(&old).expect("gone");
        }
        let_others_as(&old, &new);
    }
}
