//! Camp Ladder: the program. Without arguments, or with a camp file, it opens the window.

// No console window beside the program's own when it is double-clicked.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

use std::process::ExitCode;

use camp_ladder::{cli, log, window};

fn main() -> ExitCode {
    #[cfg(windows)]
    attach_console();
    let arguments = cli::Arguments::typed();
    // What turns the log over to the next day ends the program at the end of all calendars.
    let _log = cli::has_right_clock().then(log::start);
    let result = match (arguments.order, arguments.camp) {
        (Some(cli::Order::Demo), _) => window::open_or_print_sample(),
        (Some(order), _) => cli::run(order),
        (None, camp) => window::open(camp),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            cli::say(&failure.to_string());
            tracing::error!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// A program without a console of its own writes into the one that started it. Where none did (a double-click),
/// there is nothing to write into, and nothing is lost.
#[cfg(windows)]
fn attach_console() {
    let _ = winsafe::AttachConsole(winsafe::PidParent::Parent);
}
