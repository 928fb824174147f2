//! What lies beside a product that is handed out, for Windows and for Linux alike: checksums, and the list of its parts.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use serde_json::Value;

/// The checksums in `list` are those of exactly these files beside it.
#[track_caller]
pub(crate) fn checksums_hold(folder: &Path, list: &str, products: &[&str]) {
    let text = fs::read_to_string(folder.join(list)).expect("a list of checksums");
    let named: BTreeSet<_> = text
        .lines()
        .filter_map(|line| line.split_once("  ").map(|(_, name)| name))
        .collect();
    assert_eq!(named, products.iter().copied().collect());
    let checked = Command::new("sha256sum")
        .args(["--check", "--strict", list])
        .current_dir(folder)
        .output()
        .expect("sha256sum starts");
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stdout)
    );
}

/// The list of parts is that of this version. Every part has a licence, and is of the very version that was built, which `Cargo.lock` names; what the
/// program is made of is there, and what only tests need isn't.
#[track_caller]
pub(crate) fn parts_are_listed(list: &Path) {
    let text = fs::read(list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let list: Value = serde_json::from_slice(&text).expect("a list of parts");
    assert_eq!(list["bomFormat"], "CycloneDX");
    let program = &list["metadata"]["component"];
    assert_eq!(program["name"], "camp-ladder");
    assert_eq!(program["version"], env!("CARGO_PKG_VERSION"));

    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"))
        .expect("Cargo.lock");
    let mut parts = BTreeMap::new();
    for part in list["components"].as_array().expect("parts") {
        let field = |field: &str| part[field].as_str().expect("a text").to_owned();
        let (name, version) = (field("name"), field("version"));
        assert!(
            field("purl").ends_with(&format!("/{name}@{version}")),
            "{part}"
        );
        assert_ne!(part["licenses"].as_array().map_or(0, Vec::len), 0, "{part}");
        assert!(
            name == "sqlite"
                || lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")),
            "{part} isn't what was built"
        );
        parts.insert(name, version);
    }
    for name in ["egui", "libsqlite3-sys", "sqlite", "typst", "wgpu"] {
        assert!(parts.contains_key(name), "{name} is not among the parts");
    }
    for name in ["egui_kittest", "proptest", "winresource"] {
        assert!(
            !parts.contains_key(name),
            "{name} is no part of the program"
        );
    }
}

/// The list of what is new begins with this version, or with what isn't released yet.
#[track_caller]
pub(crate) fn says_what_is_new(changelog: &str) {
    let newest = changelog
        .lines()
        .find_map(|line| line.strip_prefix("## "))
        .expect("a version");
    assert!(
        newest.starts_with("Unreleased") || newest.starts_with(env!("CARGO_PKG_VERSION")),
        "What is new begins with {newest}"
    );
}
