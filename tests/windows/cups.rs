//! A printing system of the test's own: nothing of it is seen by the printers of the person who runs the tests.
//!
//! Its printers are files: what a PostScript printer would be sent is written there, and Ghostscript prints it.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::{
    desktop::{PATIENCE, require, wait_until},
    must,
    pictures::{self, Sheet},
};

/// What the tests call, and the Debian package that has it, with what turns a PDF into PostScript for a printer.
const NEEDED: [(&str, &str); 5] = [
    ("cupsd", "cups"),
    ("lpadmin", "cups"),
    ("lp", "cups"),
    ("gs", "ghostscript"),
    ("pdftoppm", "poppler-utils"),
];

/// A PostScript printer with Letter and A4, and margins that it can't print in.
const PRINTER: &str = include_str!("printer.ppd");

/// The printing system. It ends with this value.
#[derive(Debug)]
pub(crate) struct Cups {
    daemon: Child,
    folder: TempDir,
}

impl Cups {
    /// Starts a printing system without printers.
    ///
    /// # Panics
    /// When a program that is needed isn't installed (says which), or it doesn't start.
    pub(crate) fn start() -> Self {
        require(&NEEDED, "");
        let folder = TempDir::with_prefix("camp-ladder-cups-").expect("a temporary folder");
        // Run as root, the filters are another user's programs.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))
            .expect("a folder for all");
        let at = |name: &str| folder.path().join(name).display().to_string();
        for name in [
            "root",
            "spool",
            "spool/tmp",
            "state",
            "cache",
            "log",
            "paper",
        ] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let files = format!(
            "ServerRoot {}\nRequestRoot {}\nTempDir {}\nStateDir {}\nCacheDir {}\nAccessLog {}\nErrorLog {}\nPageLog {}\nFileDevice Yes\n",
            at("root"),
            at("spool"),
            at("spool/tmp"),
            at("state"),
            at("cache"),
            at("log/access"),
            at("log/error"),
            at("log/page"),
        );
        // Whoever reaches the socket may do everything, as only the test knows where it is.
        let rules = format!(
            "Listen {}\nBrowsing No\nPageLogFormat %j %{{job-name}}\n<Policy default>\n<Limit All>\nOrder allow,deny\n</Limit>\n</Policy>\n",
            at("cups.sock"),
        );
        fs::write(folder.path().join("root/cups-files.conf"), files).expect("settings");
        fs::write(folder.path().join("root/cupsd.conf"), rules).expect("settings");
        let log = fs::File::create(folder.path().join("log/output")).expect("a log");
        let daemon = Command::new("cupsd")
            .arg("-f")
            .args([
                "-c",
                &at("root/cupsd.conf"),
                "-s",
                &at("root/cups-files.conf"),
            ])
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .expect("cupsd starts");
        let cups = Self { daemon, folder };
        wait_until("the printing system", PATIENCE, || {
            let asked = cups.command("lpstat").arg("-r").output().expect("lpstat");
            let answer = String::from_utf8_lossy(&asked.stdout);
            answer.contains("scheduler is running").then_some(())
        });
        cups
    }

    /// Sets up a printer. `differs` makes its description of the usual one.
    pub(crate) fn add(&self, name: &str, differs: impl FnOnce(&str) -> String) {
        let ppd = differs(PRINTER);
        let file = self.folder.path().join(format!("{name}.ppd"));
        fs::write(&file, ppd).expect("a printer's description");
        must(
            self.command("lpadmin")
                .args(["-p", name, "-E", "-v"])
                .arg(format!("file://{}", self.paper(name).display()))
                .arg("-P")
                .arg(file),
        );
    }

    pub(crate) fn remove(&self, name: &str) {
        must(self.command("lpadmin").args(["-x", name]));
    }

    /// What a program finds this printing system by.
    pub(crate) fn environment(&self) -> (&'static str, PathBuf) {
        ("CUPS_SERVER", self.folder.path().join("cups.sock"))
    }

    /// How many jobs this printer has had.
    pub(crate) fn jobs(&self, printer: &str) -> usize {
        let asked = must(self.command("lpstat").args(["-W", "all", "-o", printer]));
        String::from_utf8_lossy(&asked.stdout).lines().count()
    }

    /// The name of the last job that was printed.
    pub(crate) fn last_title(&self) -> String {
        // Wine finds the end of a name too late at times: other memory follows then, with lines of its own.
        let log = fs::read(self.folder.path().join("log/page")).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let mut titles = log.lines().rev().filter_map(|line| {
            let (job, title) = line.split_once(' ')?;
            job.parse::<u32>().is_ok().then_some(title)
        });
        titles.next().unwrap_or_default().to_owned()
    }

    /// The pages of the printer's last job.
    pub(crate) fn printed(&self, printer: &str) -> Vec<Sheet> {
        wait_until("the printer", PATIENCE, || {
            let asked = self.command("lpstat").args(["-o", printer]).output();
            let waiting = asked.expect("lpstat").stdout;
            waiting.is_empty().then_some(())
        });
        let paper = self.paper(printer);
        let pages = pictures::of_printer(&paper);
        fs::remove_file(paper).expect("what was printed");
        pages
    }

    /// Where the printer's paper goes.
    fn paper(&self, printer: &str) -> PathBuf {
        let name = format!("paper/{printer}.ps");
        self.folder.path().join(Path::new(&name))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let (name, value) = self.environment();
        command.env(name, value).env("LC_ALL", "C");
        command
    }
}

impl Drop for Cups {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}
