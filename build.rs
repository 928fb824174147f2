//! Gives the program the pictures of its guide, and the Windows program its icon, version information and manifest; tells the tests whether
//! the shared sample files are there.

use std::{
    env,
    fmt::Write as _,
    fs,
    io::{Error, ErrorKind},
    path::Path,
};

use winresource::WindowsResource;

const ICON: &str = "icons/camp-ladder.ico";
const MANIFEST: &str = "packaging/windows/camp-ladder.manifest";

/// Sample files that lie beside the checkout where the program is developed. A clone anywhere else does without them.
const SHARED_DATA: &str = "../shared/data/access";

const GUIDE: &str = "docs/guide.md";

/// How the pictures begin and end that the guide names: those of the light theme. Each has one of the dark theme beside it.
const PICTURE: [&str; 2] = ["](pictures/", "-light.png)"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    shared_data();
    if let Err(error) = guide_pictures() {
        println!("cargo::error=the pictures of {GUIDE} can't be listed: {error}");
    }
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("windows")
        && let Err(error) = windows_resources()
    {
        println!("cargo::error={}", explain(&error));
    }
}

/// Sets `cfg(shared_data)` when the shared sample files are there.
fn shared_data() {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    // Watched only while it is there: cargo takes a missing path for a changed one and would build the crate anew every time.
    // Where the folder appears later, `touch build.rs` makes it known.
    if Path::new(&here).join(SHARED_DATA).is_dir() {
        println!("cargo::rerun-if-changed={SHARED_DATA}");
        println!("cargo::rustc-cfg=shared_data");
    }
}

/// Lists the pictures that the guide names, each with its content in both themes, for `src/pages/guide/pictures.rs`.
fn guide_pictures() -> Result<(), Error> {
    println!("cargo::rerun-if-changed={GUIDE}");
    let [begin, end] = PICTURE;
    let guide = fs::read_to_string(GUIDE)?;
    let named = guide.split(begin).skip(1);
    let mut list = "&[".to_owned();
    for name in named.filter_map(|rest| Some(rest.split_once(end)?.0)) {
        let bytes = |theme| {
            let file = format!("/docs/pictures/{name}-{theme}.png");
            format!("include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?}))")
        };
        let (light, dark) = (bytes("light"), bytes("dark"));
        // A text takes every word.
        let _ = write!(
            list,
            "Embedded {{ name: {name:?}, light: {light}, dark: {dark} }}, "
        );
    }
    list.push(']');
    let folder = env::var_os("OUT_DIR").expect("cargo names the folder for what is made");
    fs::write(Path::new(&folder).join("guide_pictures.rs"), list)
}

/// Links icon, version information and manifest into everything that is linked for Windows: into the program, and also into
/// the test programs, which don't start there without the manifest's version 6 of the common controls.
fn windows_resources() -> Result<(), Error> {
    println!("cargo::rerun-if-changed={ICON}");
    println!("cargo::rerun-if-changed={MANIFEST}");
    println!("cargo::rerun-if-env-changed=WINDRES");

    // Version and numbers come from Cargo.toml.
    WindowsResource::new()
        .set_icon(ICON)
        .set_manifest_file(MANIFEST)
        .set_language(0x0409)
        .set("ProductName", "Camp Ladder")
        // Windows shows the description as the program's name, in the task manager and under "Open with".
        .set("FileDescription", "Camp Ladder")
        .set(
            "Comments",
            &env::var("CARGO_PKG_DESCRIPTION").unwrap_or_default(),
        )
        .set("CompanyName", "The Camp Ladder developers")
        .set(
            "LegalCopyright",
            "© 2026 The Camp Ladder developers. MIT or Apache 2.0.",
        )
        .set("InternalName", "camp-ladder")
        .set("OriginalFilename", "camp-ladder.exe")
        .compile()
}

fn explain(error: &Error) -> String {
    let reason = format!(
        "icon, version information and manifest could not be put into the Windows program: {error}"
    );
    if error.kind() == ErrorKind::NotFound {
        format!(
            "{reason}. The resource compiler is missing: install mingw-w64's binutils, which have it \
             (Debian: apt-get install gcc-mingw-w64-x86-64), or name it with the variable WINDRES; for the MSVC target, the Windows SDK."
        )
    } else {
        reason
    }
}
