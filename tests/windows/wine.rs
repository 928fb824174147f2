//! Runs the Windows program under Wine, on a screen of the test's own.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    desktop::{Desktop, require},
    must,
};

/// What the tests call, and the Debian package that has it.
const NEEDED: [(&str, &str); 4] = [
    ("wine", "wine"),
    ("wineboot", "wine"),
    ("wineserver", "wine"),
    ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
];

/// A library of Windows 10 that Rust itself needs and Wine 8 lacks. Its source and a list of what it exports are in
/// `stand_ins/`.
const STAND_IN: &str = "bcryptprimitives";

/// What is made of it: the program finds it beside itself.
pub(crate) const STAND_IN_FILE: &str = "bcryptprimitives.dll";

/// Wine has one screen at a time, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

/// The program file that is tested: `CAMP_LADDER_EXE`, or else where a cross build puts it.
///
/// # Panics
/// When it isn't there.
pub(crate) fn exe() -> PathBuf {
    let path = env::var_os("CAMP_LADDER_EXE").map_or_else(
        || {
            // The target directory's own folder for tests, one level down.
            Path::new(env!("CARGO_TARGET_TMPDIR"))
                .with_file_name("x86_64-pc-windows-gnu/release/camp-ladder.exe")
        },
        PathBuf::from,
    );
    assert!(
        path.is_file(),
        "there is no Windows program at {}. Build it first:\n    rustup target add x86_64-pc-windows-gnu\n    \
         cargo build --release --target x86_64-pc-windows-gnu\nor name it with the variable CAMP_LADDER_EXE.",
        path.display()
    );
    path
}

/// A Windows of its own with a copy of the program. Wine's processes end with this value.
#[derive(Debug)]
pub(crate) struct Wine {
    /// The screen. Its folder holds the copy of the program and is the current folder of what runs.
    pub(crate) desktop: Desktop,
    prefix: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Wine {
    /// Starts a screen and puts the program beside a stand-in for the library that Wine 8 lacks.
    ///
    /// # Panics
    /// When a program that is needed isn't installed (says which), or one of them fails.
    pub(crate) fn start() -> Self {
        require(&NEEDED, "");
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let desktop = Desktop::start();
        let folder = desktop.folder();
        fs::copy(exe(), folder.join("camp-ladder.exe")).expect("a copy of the program");
        build_stand_in(folder);

        // Setting up a Windows takes ten seconds and some hundred megabytes: it is kept for the next run.
        let wine = Self {
            prefix: Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine"),
            desktop,
            _turn: turn,
        };
        let ready = wine.prefix.join("ready");
        if !ready.is_file() {
            fs::create_dir_all(&wine.prefix).expect("a folder for Wine");
            let output = must(wine.command("wineboot").arg("--init"));
            wine.wait();
            fs::write(&ready, output.stderr).expect("a mark that Wine is set up");
        }
        wine
    }

    /// Runs the program with arguments, to its end.
    pub(crate) fn run<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Output {
        self.program(arguments).output().expect("wine starts")
    }

    /// The program with arguments, to be started.
    pub(crate) fn program<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        self.windows_program(["camp-ladder.exe"].into_iter().chain(arguments))
    }

    /// Any Windows program with its arguments, to be started.
    pub(crate) fn windows_program<'a>(
        &self,
        command: impl IntoIterator<Item = &'a str>,
    ) -> Command {
        let mut wine = self.command("wine");
        wine.args(command);
        wine
    }

    /// Runs any Windows program, to its end.
    pub(crate) fn run_windows<'a>(&self, command: impl IntoIterator<Item = &'a str>) -> Output {
        self.windows_program(command).output().expect("wine starts")
    }

    /// Runs any Windows program that has to succeed.
    #[track_caller]
    pub(crate) fn must<'a>(&self, command: impl IntoIterator<Item = &'a str>) -> Output {
        must(&mut self.windows_program(command))
    }

    /// The folder of whoever uses this Windows: what programs leave on a computer without asking is in there.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn profile(&self) -> PathBuf {
        let users = self.prefix.join("drive_c/users");
        fs::read_dir(&users)
            .into_iter()
            .flatten()
            .flatten()
            .map(|user| user.path())
            .find(|user| user.join("AppData").is_dir())
            .unwrap_or_else(|| panic!("no user in {}", users.display()))
    }

    /// Waits until all Windows programs have ended, also those that another one left behind.
    pub(crate) fn wait(&self) {
        must(self.command("wineserver").arg("--wait"));
    }

    fn command(&self, program: &str) -> Command {
        let mut command = self.desktop.command(program);
        command
            .env("WINEPREFIX", &self.prefix)
            .env("WINEDEBUG", "-all")
            // No .NET, no HTML, nothing in the menus of the person who runs the tests.
            .env("WINEDLLOVERRIDES", "mscoree,mshtml,winemenubuilder.exe=");
        command
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // Ends what runs in this Windows, and in no other.
        let _ = self.command("wineserver").arg("--kill").status();
        let _ = self.command("wineserver").arg("--wait").status();
    }
}

fn build_stand_in(folder: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/windows/stand_ins");
    must(
        Command::new("x86_64-w64-mingw32-gcc")
            .args(["-shared", "-O2", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(folder.join(STAND_IN_FILE))
            .arg(source.join(format!("{STAND_IN}.c")))
            .arg(source.join(format!("{STAND_IN}.def")))
            .arg("-ladvapi32"),
    );
}
