//! Where a backup comes back to, and who may look into it then.

use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::*;
use crate::files;

fn mode(path: &Path) -> u32 {
    let about = fs::metadata(path).expect("a file");
    about.permissions().mode() & 0o777
}

fn close_to_others(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("a mode");
}

#[test]
fn a_camp_that_nobody_else_may_read_stays_so() {
    let mut bench = Bench::new();
    let source = RestoreSource::from(&bench.asked());
    let (closed, _) = bench.close();
    close_to_others(&closed.path);
    let aside = source.put_back(&closed.path).expect("put back");
    assert_eq!(mode(&closed.path), 0o600);
    assert_eq!(mode(&aside.expect("the file before")), 0o600);
    // Where there was none, it is a new file like any other.
    fs::remove_file(&closed.path).expect("gone");
    source.put_back(&closed.path).expect("put back");
    let other = closed.folder.path().join("Other");
    fs::write(&other, "").expect("a file");
    assert_eq!(mode(&closed.path), mode(&other));
}

#[test]
fn what_a_link_leads_to_is_restored_and_the_link_stays() {
    let mut bench = Bench::new();
    let source = RestoreSource::from(&bench.asked());
    bench.add_group("Green");
    let (closed, _) = bench.close();
    let link = closed.folder.path().join("desk").join("Link.ladder");
    fs::create_dir(files::folder_of(&link)).expect("a folder");
    symlink("../Camp.ladder", &link).expect("a link");
    let groups = || {
        let camp = CampFile::open(&closed.path, Mode::ReadOnly).expect("the camp");
        camp.load().expect("the camp").groups.len()
    };
    assert_eq!(groups(), 1);
    let aside = source.put_back(&link).expect("put back");
    assert!(link.is_symlink());
    assert_eq!(groups(), 0);
    let aside = aside.expect("the file before");
    let folder = files::folder_of(&aside).canonicalize().expect("a folder");
    assert_eq!(
        folder,
        closed.folder.path().canonicalize().expect("a folder")
    );
    // It leads nowhere.
    fs::remove_file(&closed.path).expect("gone");
    assert_eq!(source.put_back(&link).expect("put back"), None);
    assert!(link.is_symlink());
    assert_eq!(groups(), 0);
}
