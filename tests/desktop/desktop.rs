//! A screen of the test's own, with a window manager, and hands and eyes on it: keys, clicks, pictures.
//!
//! Everything is done by programs from outside, as a person would: Xvfb is the screen, openbox manages the windows, xdotool
//! presses keys, `import` takes the pictures. The program under test doesn't know that it is tested.

use std::{
    env,
    ffi::OsStr,
    fs::{self, File},
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Long enough for a window on a busy machine that draws with its processor.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A key that has had no effect for so long was lost.
const PRESSED_AGAIN: Duration = Duration::from_secs(5);

/// What every test on a screen calls, and the Debian package that has it.
const NEEDED: [(&str, &str); 5] = [
    ("Xvfb", "xvfb"),
    ("openbox", "openbox"),
    ("xdotool", "xdotool"),
    ("import", "imagemagick"),
    ("convert", "imagemagick"),
];

/// Drivers that draw with the processor, and the libraries that the window loads while it runs.
const LIBRARIES: &str = "mesa-vulkan-drivers libgl1-mesa-dri libegl1 libgl1 libvulkan1 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0";

/// Fails, saying what to install, when one of the programs isn't there.
///
/// # Panics
/// When a program is missing.
pub(crate) fn require(programs: &[(&str, &str)], also: &str) {
    let missing: Vec<_> = programs
        .iter()
        .filter(|(program, _)| !is_installed(program))
        .collect();
    if missing.is_empty() {
        return;
    }
    let names: Vec<_> = missing.iter().map(|(program, _)| *program).collect();
    let mut packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
    packages.sort_unstable();
    packages.dedup();
    panic!(
        "this test needs {}, which is not installed. On Debian and Ubuntu:\n    apt-get install {} {also}\n`cargo test` alone runs without.",
        names.join(", "),
        packages.join(" "),
    );
}

fn is_installed(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Looks again every 50 ms until `look` finds something. `what` completes "waited 30 s for …".
///
/// # Panics
/// When the time is over.
#[track_caller]
pub(crate) fn wait_until<T>(
    what: &str,
    timeout: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            start.elapsed() < timeout,
            "waited {} s for {what}",
            timeout.as_secs()
        );
        thread::sleep(Duration::from_millis(50));
    }
}

/// A screen with a window manager and an empty home folder. All of it ends with this value.
#[derive(Debug)]
pub(crate) struct Desktop {
    // In the order in which they have to end.
    _window_manager: Running,
    display: String,
    _server: Running,
    home: TempDir,
}

impl Desktop {
    /// Starts a screen of 1280 × 900 points on a display that nobody else uses.
    ///
    /// # Panics
    /// When a program that is needed isn't installed (says which), or the screen doesn't start.
    pub(crate) fn start() -> Self {
        require(&NEEDED, LIBRARIES);
        let home = TempDir::with_prefix("camp-ladder-desktop-").expect("a temporary folder");
        let (server, display) = start_server(home.path());
        let window_manager = Running::start(
            Command::new("openbox")
                .arg("--sm-disable")
                .env("DISPLAY", &display)
                .env("HOME", home.path()),
            &home.path().join("openbox.log"),
        );
        let desktop = Self {
            _window_manager: window_manager,
            display,
            _server: server,
            home,
        };
        wait_until("the window manager", PATIENCE, || {
            let answer = desktop.tool("xdotool", ["get_num_desktops"]);
            answer.status.success().then_some(())
        });
        desktop
    }

    /// An empty folder for the test's own files. It is also the program's home.
    pub(crate) fn folder(&self) -> &Path {
        self.home.path()
    }

    /// A command that would run on this screen, and finds nothing there of the person who runs the tests.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        for name in [
            "WAYLAND_DISPLAY",
            "XAUTHORITY",
            "DBUS_SESSION_BUS_ADDRESS",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
            "XDG_CACHE_HOME",
            "XDG_RUNTIME_DIR",
            "XDG_CURRENT_DESKTOP",
        ] {
            command.env_remove(name);
        }
        command
            .env("DISPLAY", &self.display)
            .env("HOME", self.folder())
            .env("LC_ALL", "C.UTF-8")
            .current_dir(self.folder());
        command
    }

    /// Starts a program on this screen. What it writes goes into a file; see [`Program::messages`].
    pub(crate) fn launch(&self, command: &mut Command) -> Program {
        let started = Instant::now();
        let messages = tempfile::Builder::new()
            .prefix("messages-")
            .tempfile_in(self.folder())
            .expect("a file for the program's messages")
            .into_temp_path()
            .keep()
            .expect("a file for the program's messages");
        Program {
            process: Running::start(command, &messages),
            messages,
            started,
        }
    }

    /// Presses keys together, named as xdotool names them: `ctrl+n`, `Return`, `Down`.
    pub(crate) fn key(&self, keys: &str) {
        self.tool_must("xdotool", ["key", "--clearmodifiers", keys]);
    }

    /// Closes the window in front by the key of the desktop, once it is one of the program: a key goes to whatever is there. One that came
    /// before the window manager listens to it is pressed again. How the program has ended.
    #[track_caller]
    pub(crate) fn close_window(&self, program: &mut Program) -> ExitStatus {
        wait_until("the window in front", PATIENCE, || {
            self.title_in_front().contains("Camp Ladder").then_some(())
        });
        let mut pressed = None::<Instant>;
        wait_until("the program's end", PATIENCE, || {
            let status = program.process.try_wait();
            if status.is_none() && pressed.is_none_or(|at| at.elapsed() > PRESSED_AGAIN) {
                self.key("alt+F4");
                pressed = Some(Instant::now());
            }
            status
        })
    }

    /// What the window is called that is in front and has the keyboard.
    pub(crate) fn title_in_front(&self) -> String {
        let answer = self.tool("xdotool", ["getactivewindow", "getwindowname"]);
        String::from_utf8_lossy(&answer.stdout).trim().to_owned()
    }

    /// Types a text, letter by letter.
    pub(crate) fn type_text(&self, text: &str) {
        self.tool_must("xdotool", ["type", "--delay", "20", "--", text]);
    }

    /// Types a text with so many milliseconds from key to key.
    pub(crate) fn type_quickly(&self, text: &str, delay: u32) {
        let delay = delay.to_string();
        self.tool_must("xdotool", ["type", "--delay", &delay, "--", text]);
    }

    /// The window whose title contains `title`, as soon as it is on the screen and has the keyboard.
    ///
    /// # Panics
    /// When there is none after [`PATIENCE`], with what the program said.
    #[track_caller]
    pub(crate) fn window(&self, program: &mut Program, title: &str) -> Window<'_> {
        let start = Instant::now();
        loop {
            if let Some(window) = self.find_window(title) {
                return window;
            }
            let ended = program.process.try_wait();
            assert!(
                ended.is_none() && start.elapsed() < PATIENCE,
                "no window with “{title}” in its title after {:.1} s. The program {}. It said:\n{}\n\
                 If it found no graphics driver, on Debian and Ubuntu: apt-get install {LIBRARIES}",
                start.elapsed().as_secs_f32(),
                ended.map_or("is still running".to_owned(), |status| format!(
                    "has ended ({status})"
                )),
                program.messages(),
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn find_window(&self, title: &str) -> Option<Window<'_>> {
        let pattern: String = title
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() || letter == ' ' {
                    letter
                } else {
                    '.'
                }
            })
            .collect();
        let found = self.tool(
            "xdotool",
            ["search", "--onlyvisible", "--name", pattern.as_str()],
        );
        let id = String::from_utf8_lossy(&found.stdout)
            .lines()
            .next()?
            .to_owned();
        let focused = self.tool("xdotool", ["windowfocus", "--sync", id.as_str()]);
        focused
            .status
            .success()
            .then_some(Window { desktop: self, id })
    }

    fn tool<'a>(&self, program: &str, arguments: impl IntoIterator<Item = &'a str>) -> Output {
        Command::new(program)
            .args(arguments)
            .env("DISPLAY", &self.display)
            .stdin(Stdio::null())
            .output()
            .unwrap_or_else(|error| panic!("{program} doesn't start: {error}"))
    }

    #[track_caller]
    fn tool_must<'a>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> Vec<u8> {
        let output = self.tool(program, arguments);
        assert!(
            output.status.success(),
            "{program} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    }
}

/// Starts Xvfb on the first free display, which it names on its standard output.
fn start_server(folder: &Path) -> (Running, String) {
    let mut server = Running::start_piped(
        Command::new("Xvfb").args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1280x900x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ]),
        &folder.join("xvfb.log"),
    );
    let mut number = String::new();
    let output = server.child.stdout.take().expect("Xvfb's output is piped");
    BufReader::new(output)
        .read_line(&mut number)
        .expect("Xvfb names its display");
    assert!(
        !number.trim().is_empty(),
        "Xvfb doesn't start: {}",
        fs::read_to_string(folder.join("xvfb.log")).unwrap_or_default()
    );
    (server, format!(":{}", number.trim()))
}

/// A program that was started by a test.
#[derive(Debug)]
pub(crate) struct Program {
    process: Running,
    messages: PathBuf,
    /// When it was started.
    pub(crate) started: Instant,
}

impl Program {
    /// What the program has written to standard output and standard error so far.
    pub(crate) fn messages(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.messages).unwrap_or_default()).into_owned()
    }

    /// Waits for the end of the program.
    ///
    /// # Panics
    /// When it is still running after [`PATIENCE`].
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        self.end_within(PATIENCE)
    }

    /// Waits for the end of the program, which has much to do before.
    ///
    /// # Panics
    /// When it is still running after this time.
    #[track_caller]
    pub(crate) fn end_within(&mut self, timeout: Duration) -> ExitStatus {
        wait_until("the program's end", timeout, || self.process.try_wait())
    }

    /// Ends the program at once, as when the power fails.
    pub(crate) fn kill(&mut self) {
        self.process.child.kill().expect("a child of ours");
        self.process.child.wait().expect("its end");
    }

    /// Memory that the program holds now, in bytes (Linux' resident set size: shared libraries count too).
    pub(crate) fn resident_memory(&self) -> u64 {
        let status = self.proc_file("status");
        let kibibytes = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .and_then(|value| value.split_whitespace().next())
            .and_then(|value| value.parse::<u64>().ok())
            .expect("the kernel tells the resident memory");
        kibibytes * 1024
    }

    /// Processor time that the program has used so far, in steps of 10 ms.
    pub(crate) fn processor_time(&self) -> Duration {
        let stat = self.proc_file("stat");
        // The name of the program, in parentheses, may hold anything. After it, user and system time are fields 12 and 13.
        let (_, fields) = stat
            .rsplit_once(')')
            .expect("the kernel tells the processor time");
        let ticks: u64 = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|field| field.parse::<u64>().expect("a number of ticks"))
            .sum();
        // Linux counts 100 ticks a second here, whatever the kernel's own clock is.
        Duration::from_millis(ticks * 10)
    }

    fn proc_file(&self, name: &str) -> String {
        let path = format!("/proc/{}/{name}", self.process.child.id());
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// A window on a [`Desktop`].
#[derive(Debug)]
pub(crate) struct Window<'desktop> {
    desktop: &'desktop Desktop,
    id: String,
}

impl Window<'_> {
    /// The title now.
    pub(crate) fn title(&self) -> String {
        let title = self
            .desktop
            .tool_must("xdotool", ["getwindowname", self.id.as_str()]);
        String::from_utf8_lossy(&title).trim_end().to_owned()
    }

    /// Width and height of what is inside the frame, in pixels.
    pub(crate) fn size(&self) -> (usize, usize) {
        let picture = self.picture();
        (picture.width, picture.height)
    }

    /// Asks for another size.
    pub(crate) fn resize(&self, width: usize, height: usize) {
        let (width, height) = (width.to_string(), height.to_string());
        self.desktop
            .tool_must("xdotool", ["windowsize", self.id.as_str(), &width, &height]);
    }

    /// Clicks with the left button, at pixels from the window's upper left corner.
    #[expect(
        dead_code,
        reason = "for the story of a camp, told with keyboard and mouse"
    )]
    pub(crate) fn click(&self, x: usize, y: usize) {
        let (x, y) = (x.to_string(), y.to_string());
        self.desktop.tool_must(
            "xdotool",
            [
                "mousemove",
                "--window",
                self.id.as_str(),
                &x,
                &y,
                "click",
                "1",
            ],
        );
    }

    /// What the window shows now.
    pub(crate) fn picture(&self) -> Picture {
        let arguments = [
            "-silent",
            "-window",
            self.id.as_str(),
            "-depth",
            "8",
            "ppm:-",
        ];
        Picture::from_ppm(self.desktop.tool_must("import", arguments))
    }

    /// What the window shows as soon as that is more than an empty area.
    #[track_caller]
    pub(crate) fn drawn_picture(&self) -> Picture {
        wait_until("something to be drawn in the window", PATIENCE, || {
            Some(self.picture()).filter(|picture| !picture.is_flat())
        })
    }

    /// What the window shows as soon as it stays the same for a third of a second.
    #[track_caller]
    pub(crate) fn settled_picture(&self) -> Picture {
        let mut last = self.drawn_picture();
        let mut since = Instant::now();
        wait_until("the window to come to rest", PATIENCE, || {
            let now = self.picture();
            if now.pixels != last.pixels {
                since = Instant::now();
            }
            last = now;
            (since.elapsed() >= Duration::from_millis(330)).then_some(())
        });
        last
    }
}

/// What a window showed at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// In pixels.
    pub(crate) width: usize,
    /// In pixels.
    pub(crate) height: usize,
    /// Red, green and blue, row by row.
    pub(crate) pixels: Vec<[u8; 3]>,
    ppm: Vec<u8>,
}

impl Picture {
    fn from_ppm(ppm: Vec<u8>) -> Self {
        // "P6 WIDTH HEIGHT 255", each followed by one white space, then three bytes a pixel.
        let mut fields = ppm.splitn(5, u8::is_ascii_whitespace);
        let mut number = || {
            let field = fields.next().expect("a field of the picture's head");
            str::from_utf8(field)
                .ok()
                .map(|field| field.trim_start_matches('P'))
                .and_then(|field| field.parse::<usize>().ok())
                .expect("a number in the picture's head")
        };
        assert_eq!(number(), 6, "a picture with three bytes a pixel");
        let (width, height) = (number(), number());
        assert_eq!(number(), 255, "a picture with three bytes a pixel");
        let body = fields.next().expect("the picture's pixels");
        let (pixels, _) = body.as_chunks::<3>();
        assert_eq!(pixels.len(), width * height, "a whole picture");
        let pixels = pixels.to_vec();
        Self {
            width,
            height,
            pixels,
            ppm,
        }
    }

    /// Whether there is next to nothing to see: fewer than 16 colours, or one colour nearly everywhere.
    pub(crate) fn is_flat(&self) -> bool {
        let mut colours = self.pixels.clone();
        colours.sort_unstable();
        let areas = colours.chunk_by(|a, b| a == b).map(<[_]>::len);
        let (number, largest) = areas.fold((0, 0), |(number, largest), area| {
            (number + 1, area.max(largest))
        });
        number < 16 || largest * 1000 > colours.len() * 995
    }

    /// Keeps the picture as PNG for people to look at: `NAME.png` under the target directory. Gives its path.
    pub(crate) fn save(&self, name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let path = folder.join(format!("{name}.png"));
        let mut convert = Command::new("convert")
            .arg("ppm:-")
            .arg(&path)
            .stdin(Stdio::piped())
            .spawn()
            .expect("convert starts");
        let mut input = convert.stdin.take().expect("convert's input is piped");
        input
            .write_all(&self.ppm)
            .expect("convert reads the picture");
        drop(input);
        let status = convert.wait().expect("convert ends");
        assert!(status.success(), "convert can't write {}", path.display());
        path
    }
}

/// A process that ends with this value, whatever happens in the test.
#[derive(Debug)]
struct Running {
    child: Child,
}

impl Running {
    /// Starts it with both outputs into a file.
    fn start(command: &mut Command, log: &Path) -> Self {
        let output = File::create(log).expect("a file for the program's messages");
        Self::spawn(command.stdout(output), log)
    }

    /// Starts it with standard output for the test to read, and standard error into a file.
    fn start_piped(command: &mut Command, log: &Path) -> Self {
        Self::spawn(command.stdout(Stdio::piped()), log)
    }

    fn spawn(command: &mut Command, log: &Path) -> Self {
        let errors = File::options()
            .append(true)
            .create(true)
            .open(log)
            .expect("a file for the program's messages");
        let child = command
            .stdin(Stdio::null())
            .stderr(errors)
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{} doesn't start: {error}", command.get_program().display())
            });
        Self { child }
    }

    fn try_wait(&mut self) -> Option<ExitStatus> {
        self.child
            .try_wait()
            .expect("the system tells whether a program runs")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
