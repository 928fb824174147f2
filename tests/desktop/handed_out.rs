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
/// program is made of is there, its fonts and the stand-ins of `left-out/`, too, and what only tests need isn't.
#[track_caller]
pub(crate) fn parts_are_listed(list: &Path) {
    let text = fs::read(list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let list: Value = serde_json::from_slice(&text).expect("a list of parts");
    assert_eq!(list["bomFormat"], "CycloneDX");
    let program = &list["metadata"]["component"];
    assert_eq!(program["name"], "camp-ladder");
    assert_eq!(program["version"], env!("CARGO_PKG_VERSION"));

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = fs::read_to_string(root.join("Cargo.lock")).expect("Cargo.lock");
    // "Roboto-Bold.ttf"
    let fonts = names_in(&root.join("fonts"))
        .into_iter()
        .filter_map(|file| {
            let (family, _) = file.strip_suffix(".ttf")?.split_once('-')?;
            Some(family.to_owned())
        });
    let fonts = fonts.collect::<BTreeSet<_>>();
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
                || fonts.contains(&name)
                || lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")),
            "{part} isn't what was built"
        );
        parts.insert(name, version);
    }
    let stand_ins = names_in(&root.join("left-out"));
    let stand_ins = stand_ins.iter().filter(|name| *name != "README.md");
    let made_of = ["egui", "libsqlite3-sys", "sqlite", "typst", "wgpu"];
    let made_of = made_of.into_iter().chain(fonts.iter().map(String::as_str));
    for name in made_of.chain(stand_ins.map(String::as_str)) {
        assert!(parts.contains_key(name), "{name} is not among the parts");
    }
    for name in ["egui_kittest", "proptest", "winresource"] {
        assert!(
            !parts.contains_key(name),
            "{name} is no part of the program"
        );
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
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
