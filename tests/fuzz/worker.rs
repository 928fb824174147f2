//! Gives a reader inputs, in a process of its own: whatever an input does there, it is known which one it was.

use std::{
    any::Any,
    collections::HashSet,
    env,
    fmt::Write as _,
    fs::{self, File},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{
    bench::Bench,
    mutate::{Random, mutated},
    seeds,
};

/// How long a reader may take for an input. A debug build on a computer with other things to do is a hundred times slower than a release
/// build on an idle one.
const LONGEST: Duration = Duration::from_secs(20);

/// How much memory a reader may have, in KiB.
#[cfg(unix)]
const MOST_MEMORY: usize = 1 << 20;

/// How long each reader is given inputs at a run of all tests.
const LASTS: Duration = Duration::from_millis(2500);

/// So many inputs of which something new was said are changed further.
const MOST_NEW: usize = 500;

/// A finding is told once; a reader in which there are more is looked at again when these are mended.
const MOST_FINDINGS: usize = 10;

/// Says to this program, started anew, where to work; and what to begin with.
const FOLDER: &str = "CAMP_LADDER_FUZZ_FOLDER";
const SEED: &str = "CAMP_LADDER_FUZZ_SEED";
const TIME: &str = "CAMP_LADDER_FUZZ_SECONDS";
const INPUTS: &str = "CAMP_LADDER_FUZZ_INPUTS";

/// How long a number of inputs that is asked for may take.
const UNTIL_ALL_ARE_READ: Duration = Duration::from_hours(24 * 7);

/// What is to be known of a target.
pub(crate) struct Target {
    pub name: &'static str,
    /// Reads an input, and says what came of it: an input of which something new is said is changed further.
    pub reader: fn(&mut Bench, &[u8]) -> String,
    /// The files that inputs are made of, besides those of the corpus.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// What did harm.
struct Finding {
    reason: String,
    input: PathBuf,
}

/// Gives the reader inputs until the time is over, or as many as are asked for.
///
/// # Panics
/// An input did harm. The message has the file in which it is.
pub(crate) fn fuzz(target: &Target) {
    if let Some(folder) = env::var_os(FOLDER) {
        return work(target, Path::new(&folder));
    }
    let asked = number(TIME).map(Duration::from_secs);
    let most = number(INPUTS);
    let lasts = asked.unwrap_or(most.map_or(LASTS, |_| UNTIL_ALL_ARE_READ));
    // A plain run of the tests is the same every time: what it finds is of the change that is tested.
    let mut seed = number(SEED).unwrap_or(0);
    let end = Instant::now() + lasts;
    let mut findings = Vec::<Finding>::new();
    let mut inputs = 0;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let more = most.map(|most| most.saturating_sub(inputs));
        let folder = in_memory();
        let ended = start(target, folder.path(), seed, left, more);
        let count = fs::read_to_string(folder.path().join("inputs")).unwrap_or_default();
        inputs += count.parse::<u64>().unwrap_or(0);
        if ended.success() {
            break;
        }
        let reason = reason(folder.path(), ended);
        if findings.iter().all(|finding| finding.reason != reason) {
            let input = keep(target, folder.path());
            println!("{}: {reason}: {}", target.name, input.display());
            findings.push(Finding { reason, input });
        }
        if findings.len() >= MOST_FINDINGS || Instant::now() >= end {
            break;
        }
        seed += 1;
    }
    println!("{}: {inputs} inputs", target.name);
    let mut told = String::new();
    for Finding { reason, input } in &findings {
        let _ = write!(told, "\n{reason}\n  {}", input.display());
    }
    assert!(findings.is_empty(), "{}:{told}", target.name);
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// A folder that no disk has to be waited for, where there is such a place.
fn in_memory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("a folder")
}

/// Runs this program anew, with the one test.
fn start(
    target: &Target,
    folder: &Path,
    seed: u64,
    left: Duration,
    more: Option<u64>,
) -> ExitStatus {
    let program = env::current_exe().expect("this program");
    #[cfg(unix)]
    let mut command = {
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("ulimit -d {MOST_MEMORY}; exec \"$0\" \"$@\""))
            .arg(program);
        shell
    };
    #[cfg(not(unix))]
    let mut command = Command::new(program);
    command
        .args([target.name, "--exact", "--nocapture"])
        .env(FOLDER, folder)
        // What readers keep for a moment needn't wait for a disk either.
        .env("TMPDIR", folder)
        .env(SEED, seed.to_string())
        .env(TIME, left.as_secs_f32().to_string())
        .envs(more.map(|more| (INPUTS, more.to_string())))
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(folder.join("errors")).expect("a file"));
    command.status().expect("this program starts")
}

/// Why the process has ended, in a line that is the same for the same fault.
fn reason(folder: &Path, ended: ExitStatus) -> String {
    if let Ok(reason) = fs::read_to_string(folder.join("reason")) {
        return reason;
    }
    let errors = fs::read_to_string(folder.join("errors")).unwrap_or_default();
    let mut lines = errors.lines().filter(|line| !line.trim().is_empty());
    let panic = fs::read_to_string(folder.join("panic"));
    let said = lines.next_back().map(ToOwned::to_owned);
    let said = said.or_else(|| panic.ok().map(|place| format!("last panic at {place}")));
    format!(
        "{ended} ({})",
        said.as_deref().unwrap_or("nothing was said")
    )
}

/// Keeps the input that did harm where the next build doesn't remove it.
fn keep(target: &Target, folder: &Path) -> PathBuf {
    let input = fs::read(folder.join("input")).unwrap_or_default();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&kept).expect("a folder");
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = kept.join(format!("{}-{:016x}", target.name, hasher.finish()));
    fs::write(&path, input).expect("a file");
    path
}

/// When the input was begun that is read now, in milliseconds since the process began.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// What the started process does.
fn work(target: &Target, folder: &Path) {
    let began = Instant::now();
    let since = move || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let seconds = env::var(TIME).ok().and_then(|time| time.parse().ok());
    let end = began + Duration::from_secs_f32(seconds.unwrap_or(0.0));
    let watched = folder.to_owned();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(100));
            let took = since().saturating_sub(BEGUN.load(Ordering::Relaxed));
            if u128::from(took) > LONGEST.as_millis() {
                let seconds = LONGEST.as_secs();
                let reason = format!("an input takes longer than {seconds} seconds");
                let _ = fs::write(watched.join("reason"), reason);
                std::process::abort();
            }
        }
    });
    tell_panics(folder);

    let mut bench = Bench::new(folder.join("bench"));
    let mut known = HashSet::new();
    let mut inputs = seeds::of_corpus(target.name);
    inputs.extend((target.seeds)());
    let first = inputs.len();
    assert!(first > 0, "{} has nothing to begin with", target.name);
    let mut random = Random::new(number(SEED).unwrap_or(0));
    let most = number(INPUTS).map_or(usize::MAX, |most| {
        usize::try_from(most).unwrap_or(usize::MAX)
    });
    let mut place = 0;
    loop {
        let is_seed = place < first;
        if !is_seed && (place >= most || Instant::now() >= end) {
            break;
        }
        let input = if is_seed {
            inputs[place].clone()
        } else {
            mutated(&mut random, &inputs)
        };
        fs::write(folder.join("input"), &input).expect("a file");
        BEGUN.store(since(), Ordering::Relaxed);
        let read = panic::catch_unwind(AssertUnwindSafe(|| (target.reader)(&mut bench, &input)));
        place += 1;
        if place.is_multiple_of(64) {
            fs::write(folder.join("inputs"), place.to_string()).expect("a file");
        }
        match read {
            Ok(said) => {
                if known.insert(shape(&said)) && !is_seed && inputs.len() < first + MOST_NEW {
                    inputs.push(input);
                }
            }
            Err(panic) => {
                tell(folder, &*panic);
                panic::resume_unwind(panic);
            }
        }
    }
    fs::write(folder.join("inputs"), place.to_string()).expect("a file");
}

/// Has panics say where they happened. Readers catch some, of libraries: these are no findings, and overwritten by those that are.
fn tell_panics(folder: &Path) {
    let path = folder.join("panic");
    panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string);
        let _ = fs::write(&path, place.unwrap_or_default());
    }));
}

fn tell(folder: &Path, panic: &(dyn Any + Send)) {
    let place = fs::read_to_string(folder.join("panic")).unwrap_or_default();
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic");
    let first = text.lines().next().unwrap_or_default();
    let _ = fs::write(folder.join("reason"), format!("{place}: {}", bare(first)));
}

/// What was said, whatever numbers and quotations it was said with.
fn shape(said: &str) -> u64 {
    let lines = said
        .lines()
        .map(bare)
        .collect::<std::collections::BTreeSet<_>>();
    let mut hasher = DefaultHasher::new();
    lines.hash(&mut hasher);
    hasher.finish()
}

/// A sentence without its numbers and quotations.
fn bare(sentence: &str) -> String {
    let mut bare = String::new();
    let mut quoted = None;
    for letter in sentence.chars() {
        match (quoted, letter) {
            (Some(end), letter) if letter == end => quoted = None,
            (Some(_), _) => {}
            (None, '“') => quoted = Some('”'),
            (None, '"' | '`') => quoted = Some(letter),
            (None, letter) if letter.is_ascii_digit() => {
                if !bare.ends_with('#') {
                    bare.push('#');
                }
            }
            (None, letter) => bare.push(letter),
        }
    }
    bare
}
