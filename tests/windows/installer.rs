//! The installer, run as a person or an administrator's script runs it: first time, again, over an older version, over an open program; and the
//! program that is not installed at all but carried on a stick.

use std::{
    collections::BTreeSet,
    env, fs,
    io::Read as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use zip::ZipArchive;

use crate::{
    desktop::{PATIENCE, require, wait_until},
    handed_out::{checksums_hold, parts_are_listed, says_what_is_new},
    must, shown,
    wine::{self, Wine},
};

/// What Windows calls a file that is in use: the installer ends with it while the program is open.
const IN_USE: i32 = 32;

/// What the installer calls its windows.
const SETUP: &str = "Camp Ladder Setup";

/// What opens a camp file that is double-clicked.
const OPENS_WITH: [&str; 3] = [
    "reg",
    "query",
    r"HKCU\Software\Classes\CampLadder.File\shell\open\command",
];

/// What Windows lists under *Apps*.
const ENTRY: [&str; 3] = [
    "reg",
    "query",
    r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\CampLadder",
];

/// Installed without a question, a double-click on a camp file opens it; removed again, the camp files stay.
#[test]
#[ignore = "needs the installer: run packaging/windows/build, name what it made in CAMP_LADDER_SETUP"]
fn the_installer_installs_and_removes() {
    let setup = env::var_os("CAMP_LADDER_SETUP").expect("CAMP_LADDER_SETUP names the installer");
    let wine = Wine::start();
    fs::copy(setup, wine.desktop.folder().join("setup.exe")).expect("a copy of the installer");

    must_install(&wine, "setup.exe", "Installed");

    let installed = wine.desktop.folder().join("Installed");
    assert_eq!(
        names_in(&installed),
        [
            "CHANGELOG.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "LICENSES-THIRD-PARTY.txt",
            "README.md",
            "camp-ladder.exe",
            "uninstall.exe"
        ]
        .map(str::to_owned)
        .into()
    );
    let command = wine.must(OPENS_WITH);
    let command = String::from_utf8_lossy(&command.stdout);
    assert!(
        command.contains(r#"\Installed\camp-ladder.exe" "%1""#),
        "{command}"
    );

    fs::write(installed.join("Our camp.ladder"), "a camp")
        .expect("a camp file in the program's folder");
    uninstall(&wine, "Installed");

    assert_eq!(names_in(&installed), ["Our camp.ladder".to_owned()].into());
    for query in [OPENS_WITH, ENTRY] {
        assert!(
            !wine.run_windows(query).status.success(),
            "{query:?} is still there"
        );
    }
}

/// Checksums, the list of parts, and a zip that has what is installed; and all of it is small enough.
#[test]
#[ignore = "needs the installer: run packaging/windows/build, name what it made in CAMP_LADDER_SETUP"]
fn all_that_is_handed_out_is_of_this_version() {
    let setup = env::var_os("CAMP_LADDER_SETUP").expect("CAMP_LADDER_SETUP names the installer");
    let dist = Path::new(&setup).parent().expect("a folder");
    let name = concat!("camp-ladder-", env!("CARGO_PKG_VERSION"), "-windows-x64");
    let [zip, parts, setup] =
        ["{}.zip", "{}.cdx.json", "{}-setup.exe"].map(|product| product.replace("{}", name));

    checksums_hold(dist, "SHA256SUMS-windows", &[&zip, &parts, &setup]);
    parts_are_listed(&dist.join(parts));
    // The aims in BENCHMARKS.md, in millions of bytes.
    let program = dist.join(name).join("camp-ladder.exe");
    for (file, most) in [(program, 60), (dist.join(&setup), 18)] {
        let bytes = fs::metadata(&file).expect("a file").len();
        assert!(
            bytes <= most * 1_000_000,
            "{} has {bytes} bytes",
            file.display()
        );
    }
    let zip = fs::File::open(dist.join(zip)).expect("the zip");
    let mut zip = ZipArchive::new(zip).expect("a zip");
    let mut zipped = BTreeSet::new();
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at).expect("a file in the zip");
        if entry.is_file() {
            let file = entry.name().expect("a file's name").into_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).expect("what can be unpacked");
            let beside = fs::read(dist.join(&file)).expect("the same file beside the zip");
            assert!(bytes == beside, "{file} differs");
            zipped.insert(file);
        }
    }
    let beside = names_in(&dist.join(name));
    assert_eq!(
        zipped,
        beside.iter().map(|file| format!("{name}/{file}")).collect()
    );
    let changelog = fs::read_to_string(dist.join(name).join("CHANGELOG.md"));
    says_what_is_new(&changelog.expect("what is new"));
    assert!(
        fs::read(dist.join(name).join("camp-ladder.exe")).expect("the program")
            == fs::read(wine::exe()).expect("the program that is tested"),
        "another program is tested"
    );
}

/// A file that the new version lacks doesn't stay behind, and neither does an older version in another folder, as Windows lists one of them only.
#[test]
fn a_newer_version_takes_the_place_of_the_older_one() {
    let wine = Wine::start();
    let older = make_setup(&wine, "0.0.1", &["camp-ladder.exe", "Old paper.txt"]);
    let newer = make_setup(&wine, "0.0.2", &["camp-ladder.exe", "New paper.txt"]);
    let folder = |name| wine.desktop.folder().join(name);

    must_install(&wine, &older, "First");
    fs::write(folder("First/Our camp.ladder"), "a camp").expect("a camp in the program's folder");
    must_install(&wine, &newer, "First");

    assert_eq!(
        names_in(&folder("First")),
        [
            "New paper.txt",
            "Our camp.ladder",
            "camp-ladder.exe",
            "uninstall.exe"
        ]
        .map(str::to_owned)
        .into()
    );
    assert_eq!(program_of(&folder("First")), "0.0.2");
    assert_eq!(listed_version(&wine).as_deref(), Some("0.0.2"));

    // And a version earlier again, as one does with a new one that has a fault.
    must_install(&wine, &older, "Second");

    assert_eq!(
        names_in(&folder("First")),
        ["Our camp.ladder".to_owned()].into()
    );
    assert_eq!(program_of(&folder("Second")), "0.0.1");
    assert_eq!(listed_version(&wine).as_deref(), Some("0.0.1"));

    uninstall(&wine, "Second");
    assert!(!folder("Second").exists(), "an empty folder stays");
}

/// Nothing of the open version is touched: without a screen the installer says why by the code it ends with, with one it asks.
#[test]
fn an_open_program_is_not_replaced() {
    let wine = Wine::start();
    let older = make_setup(&wine, "0.0.1", &["camp-ladder.exe", "Old paper.txt"]);
    let newer = make_setup(&wine, "0.0.2", &["camp-ladder.exe"]);
    let folder = wine.desktop.folder().join("Installed");
    must_install(&wine, &older, "Installed");
    // The program itself, with what Wine lacks.
    for file in ["camp-ladder.exe", wine::STAND_IN_FILE] {
        fs::copy(wine.desktop.folder().join(file), folder.join(file))
            .expect("a copy of the program");
    }
    let program = fs::read(folder.join("camp-ladder.exe")).expect("the program");
    let is_whole = || {
        fs::read(folder.join("camp-ladder.exe")).expect("the program") == program
            && names_in(&folder).contains("Old paper.txt")
            && names_in(&folder).contains("uninstall.exe")
    };
    let mut open = wine
        .desktop
        .launch(&mut wine.windows_program(["Installed/camp-ladder.exe", "demo"]));
    wine.desktop
        .window(&mut open, "Camp Ladder")
        .settled_picture();

    // Into its folder, and into another one, from which the installed version would be removed.
    for to in ["Installed", "Elsewhere"] {
        let refused = install(&wine, &newer, to);

        assert_eq!(refused.status.code(), Some(IN_USE), "{}", shown(&refused));
        assert!(is_whole(), "the open version was changed");
        assert_eq!(listed_version(&wine).as_deref(), Some("0.0.1"));
    }
    assert!(
        !wine
            .desktop
            .folder()
            .join("Elsewhere/camp-ladder.exe")
            .exists()
    );

    let mut asking = wine
        .desktop
        .launch(&mut wine.windows_program([newer.as_str(), &folder_argument(&wine, "Installed")]));
    wine.desktop.window(&mut asking, SETUP).settled_picture();
    wine.desktop.key("Return");
    wait_until("the question", PATIENCE, || {
        (windows_of_setup(&wine) == 2).then_some(())
    });
    assert!(is_whole(), "the open version was changed");
    // Ends it.
    drop(open);
    wine.desktop.key("Return");

    wait_until("the newer version", PATIENCE, || {
        (listed_version(&wine).as_deref() == Some("0.0.2")).then_some(())
    });
    assert_eq!(program_of(&folder), "0.0.2");
}

/// With its folder beside it, the program leaves nothing on the computer: settings, backups and log lie in that folder.
#[test]
fn a_program_on_a_stick_leaves_nothing_on_the_computer() {
    let wine = Wine::start();
    crate::copy_fixtures(wine.desktop.folder());
    let stick = wine.desktop.folder().join("Camp Ladder data");
    let own = wine.profile().join("AppData/Local/Camp Ladder");
    let _ = fs::remove_dir_all(&own);
    wine.must(["camp-ladder.exe"].iter().chain(crate::STORY[0]).copied());
    let use_it = || {
        wine.must(["camp-ladder.exe", "backup", "camp.ladder"]);
        let mut program = wine.desktop.launch(&mut wine.program(["camp.ladder"]));
        wine.desktop
            .window(&mut program, "Camp Ladder")
            .settled_picture();
        let status = wine.desktop.close_window(&mut program);
        assert!(status.success(), "{status}: {}", program.messages());
        wine.wait();
    };
    let is_all_there = |files: &BTreeSet<PathBuf>| {
        ["settings.json", ".ladder.gz", ".log"].iter().all(|end| {
            files
                .iter()
                .any(|file| file.to_string_lossy().ends_with(end))
        })
    };

    use_it();
    let installed = files_in(&own);
    assert!(is_all_there(&installed), "{installed:?}");

    fs::remove_dir_all(&own).expect("the program's own folder is removed");
    let before = files_in(&wine.profile());
    fs::create_dir(&stick).expect("a folder beside the program");
    use_it();

    let carried = files_in(&stick);
    assert!(is_all_there(&carried), "{carried:?}");
    let after = files_in(&wine.profile());
    let left: Vec<_> = after.difference(&before).collect();
    assert!(left.is_empty(), "left on the computer: {left:?}");
}

/// Makes an installer of a version whose files hold nothing but its number.
fn make_setup(wine: &Wine, version: &str, files: &[&str]) -> String {
    require(&[("makensis", "nsis")], "");
    let folder = wine.desktop.folder().join(format!("files of {version}"));
    fs::create_dir(&folder).expect("a folder for what is installed");
    for file in files {
        fs::write(folder.join(file), version).expect("a file that is installed");
    }
    let setup = format!("setup-{version}.exe");
    let out = wine.desktop.folder().join(&setup);
    must(
        Command::new("makensis")
            .arg("-V2")
            .arg(format!("-DVERSION={version}"))
            .arg(format!("-DFILES={}", folder.display()))
            .arg(format!("-DOUT={}", out.display()))
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/windows/camp-ladder.nsi")),
    );
    setup
}

/// Installs without a question into a folder of the test's.
fn install(wine: &Wine, setup: &str, folder: &str) -> Output {
    wine.run_windows([setup, "/S", &folder_argument(wine, folder)])
}

#[track_caller]
fn must_install(wine: &Wine, setup: &str, folder: &str) {
    let output = install(wine, setup, folder);
    assert!(output.status.success(), "{setup}: {}", shown(&output));
}

/// Windows' own way to choose the folder: the last argument, never in quotes.
fn folder_argument(wine: &Wine, name: &str) -> String {
    let folder = wine.desktop.folder().join(name);
    format!("/D=Z:{}", folder.display().to_string().replace('/', r"\"))
}

fn uninstall(wine: &Wine, folder: &str) {
    wine.must([&*format!("{folder}/uninstall.exe"), "/S"]);
    // What was started has handed over to a copy of itself.
    wine.wait();
}

/// What a program file of [`make_setup`] holds.
fn program_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("camp-ladder.exe")).expect("a program that is installed")
}

/// The version that Windows lists; none between the removal of the older version and the end of the newer one's installer.
fn listed_version(wine: &Wine) -> Option<String> {
    let entry = wine.run_windows(ENTRY);
    String::from_utf8_lossy(&entry.stdout)
        .lines()
        .find_map(|line| line.trim().strip_prefix("DisplayVersion"))
        .and_then(|value| value.split_whitespace().last())
        .map(str::to_owned)
}

fn windows_of_setup(wine: &Wine) -> usize {
    let found = wine
        .desktop
        .command("xdotool")
        .args(["search", "--onlyvisible", "--name", SETUP])
        .output()
        .expect("xdotool starts");
    String::from_utf8_lossy(&found.stdout).lines().count()
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let name = entry.expect("a folder that can be read").file_name();
            name.to_string_lossy().into_owned()
        })
        .collect()
}

/// All files below a folder, links not followed.
fn files_in(folder: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                _ => {
                    files.insert(entry.path());
                }
            }
        }
    }
    files
}
