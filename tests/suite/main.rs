//! The program as a whole: its layers, its command line as it is really run, strangers' files in every shape, the old program's
//! rules, bad files, and a director's week from the first import to the printed standings.
//!
//! Nothing here needs more than Rust and a C compiler. Tests of the files beside the checkout are ignored where those aren't there.

#![expect(
    clippy::format_push_string,
    reason = "files of a few lines, made for a test"
)]
#![expect(
    clippy::print_stdout,
    reason = "a test that can't run here says what is missing, and one that takes many cases says which failed"
)]

mod architecture;
mod backups;
mod bad_input;
mod command_line;
#[cfg(target_os = "linux")]
mod faults;
mod golden;
mod imports;
mod kills;
mod ladders;
mod mending;
mod merging;
mod models;
mod old_program;
mod prints;
mod program;
mod publish;
mod replay;
mod safety;
mod sample;
mod shapes;
mod story;
mod structure;
mod tables;
mod terminal;
mod texts;
mod three_weeks;
mod us_chess;
mod us_chess_camp;
