//! What the program writes down about itself, for whoever helps a director: a file a day, for a week, without the name of
//! any player.

use std::{backtrace::Backtrace, env, fs, panic, path::PathBuf};

use tracing_appender::{
    non_blocking::WorkerGuard,
    rolling::{RollingFileAppender, Rotation},
};
use tracing_subscriber::EnvFilter;

/// So many days are kept.
const DAYS: usize = 7;

/// Keeps the log open until the program ends.
#[derive(Debug)]
pub struct Log(#[expect(dead_code, reason = "held for its end")] Option<WorkerGuard>);

/// A folder of this name beside the program has all that is its own: then it runs from a memory stick, and leaves nothing on a computer.
const BESIDE_PROGRAM: &str = "Camp Ladder data";

fn beside_program() -> Option<PathBuf> {
    let folder = env::current_exe().ok()?.with_file_name(BESIDE_PROGRAM);
    folder.is_dir().then_some(folder)
}

/// Where this program keeps what belongs to this computer and not to a camp.
pub fn own_folder() -> Option<PathBuf> {
    beside_program().or_else(|| Some(folders()?.data_local_dir().to_owned()))
}

/// Where the settings of whoever uses this computer are.
pub fn settings_folder() -> Option<PathBuf> {
    beside_program().or_else(|| Some(folders()?.config_local_dir().to_owned()))
}

fn folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "Camp Ladder")
}

/// Where the log is.
pub fn folder() -> Option<PathBuf> {
    own_folder().map(|folder| folder.join("log"))
}

/// Starts the log, and has panics written into it. Without a log the program runs all the same.
pub fn start() -> Log {
    let appender = folder().and_then(|folder| {
        fs::create_dir_all(&folder).ok()?;
        RollingFileAppender::builder()
            .rotation(Rotation::DAILY)
            .filename_prefix("camp-ladder")
            .filename_suffix("log")
            .max_log_files(DAYS)
            .build(folder)
            .ok()
    });
    let guard = appender.map(|appender| {
        let (writer, guard) = tracing_appender::non_blocking(appender);
        let filter = EnvFilter::try_from_env("CAMP_LADDER_LOG")
            .unwrap_or_else(|_| EnvFilter::new("warn,camp_ladder=info"));
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(false)
            .with_writer(writer)
            .init();
        guard
    });
    log_panics();
    Log(guard)
}

fn log_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        tracing::error!("{panic}\n{}", Backtrace::force_capture());
        usual(panic);
    }));
}
