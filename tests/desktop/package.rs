//! The package for Debian, Ubuntu and Mint.

use std::{env, fs, path::Path, process::Command};

use crate::handed_out::{checksums_hold, parts_are_listed, says_what_is_new};

/// Unpacked, as it can't be installed here without being root.
#[test]
#[ignore = "needs the package: run packaging/linux/build, name what it made in CAMP_LADDER_DEB"]
fn the_package_has_the_program_and_its_papers() {
    let package = env::var_os("CAMP_LADDER_DEB").expect("CAMP_LADDER_DEB names the package");
    let package = Path::new(&package);
    let name = package.file_name().expect("a file").to_string_lossy();
    let parts = name.replace(".deb", ".cdx.json");
    let folder = package.parent().expect("a folder");
    let unpacked = tempfile::tempdir().expect("a temporary folder");
    output(
        Command::new("dpkg-deb")
            .arg("--extract")
            .arg(package)
            .arg(unpacked.path()),
    );
    let usr = unpacked.path().join("usr");

    let version = output(Command::new(usr.join("bin/camp-ladder")).arg("--version"));
    assert_eq!(
        version.trim(),
        concat!("camp-ladder ", env!("CARGO_PKG_VERSION"))
    );
    let control = output(
        Command::new("dpkg-deb")
            .arg("--field")
            .arg(package)
            .arg("Version"),
    );
    assert_eq!(control.trim(), env!("CARGO_PKG_VERSION"));
    for file in [
        "applications/camp-ladder.desktop",
        "doc/camp-ladder/README.md",
        "doc/camp-ladder/copyright",
        "icons/hicolor/scalable/apps/camp-ladder.svg",
        "metainfo/camp-ladder.metainfo.xml",
        "mime/packages/camp-ladder.xml",
    ] {
        assert!(usr.join("share").join(file).is_file(), "no {file}");
    }
    let changelog = fs::read_to_string(usr.join("share/doc/camp-ladder/CHANGELOG.md"));
    says_what_is_new(&changelog.expect("what is new"));
    checksums_hold(folder, "SHA256SUMS-linux", &[&name, &parts]);
    parts_are_listed(&folder.join(&parts));
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("a program starts");
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}
