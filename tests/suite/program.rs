//! The real program, run as a director's script would run it.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

/// A folder to work in, which is also the home of the program that is run: no test writes anywhere else.
#[derive(Debug)]
pub(crate) struct Desk(TempDir);

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub code: Option<i32>,
    /// "exit status: 1", "signal: 9 (SIGKILL)"
    pub ended: String,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Writes a file, and says where it is.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    /// The names of everything in the folder that a test could have put there.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = fs::read_dir(self.folder())
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|name| name != ".home")
            .collect::<Vec<_>>();
        names.sort();
        names
    }

    /// The program without a display, with its own home.
    pub(crate) fn command(&self) -> Command {
        self.prepared(Path::new(env!("CARGO_BIN_EXE_camp-ladder")))
    }

    /// Another program in the same surroundings: a shell, say, that starts ours.
    pub(crate) fn prepared(&self, program: &Path) -> Command {
        let home = self.path(".home");
        let mut command = Command::new(program);
        command
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("HOME", &home)
            .env("USER", "director")
            .env("APPDATA", &home)
            .env("LOCALAPPDATA", &home);
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(name, &home);
        }
        command
    }

    pub(crate) fn run(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
        let output = self.command().args(arguments).output();
        Ran::new(output.expect("the program starts"))
    }

    /// Imports files into `Camp.ladder`, the way Access rated them.
    pub(crate) fn import(&self, files: &[PathBuf]) -> Ran {
        let mut command = self.command();
        command.args(["import", "Camp.ladder", "--result", "(0-1)=draw"]);
        Ran::new(command.args(files).output().expect("the program starts"))
    }

    /// What is set on this computer.
    pub(crate) fn settings(&self, settings: &serde_json::Value) {
        let folder = self.path(".home/campladder");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("settings.json"), settings.to_string()).expect("settings");
    }

    /// As if no backup had been made here.
    pub(crate) fn forget_backups(&self) {
        let backups = self.path(".home/campladder/backups");
        if backups.exists() {
            fs::remove_dir_all(backups).expect("no backups");
        }
    }

    pub(crate) fn camp(&self) -> PathBuf {
        self.path("Camp.ladder")
    }

    /// The sample camp in `Camp.ladder`, recalculated.
    pub(crate) fn with_sample() -> Self {
        let desk = Self::new();
        desk.import(&crate::sample::files("csv")).succeeded();
        desk.run(["recalc", "Camp.ladder"]).succeeded();
        desk
    }
}

impl Ran {
    pub(crate) fn new(output: Output) -> Self {
        Self {
            code: output.status.code(),
            ended: output.status.to_string(),
            out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }

    #[track_caller]
    pub(crate) fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{}: {}", self.ended, self.err);
        self
    }

    /// The program said no: exit code 1, `sentence` on standard error, nothing on standard output, and no panic.
    #[track_caller]
    pub(crate) fn refused(self, sentence: &str) -> Self {
        assert_eq!(
            self.code,
            Some(1),
            "{}: {}{}",
            self.ended,
            self.out,
            self.err
        );
        assert!(
            self.err.contains(sentence),
            "“{sentence}” in:\n{}",
            self.err
        );
        assert!(!self.err.contains("panicked"), "{}", self.err);
        assert_eq!(self.out, "");
        self
    }

    #[track_caller]
    pub(crate) fn says(self, sentence: &str) -> Self {
        assert!(
            self.err.contains(sentence),
            "“{sentence}” in:\n{}",
            self.err
        );
        self
    }
}
