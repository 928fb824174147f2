//! Printing through `lp` and `lpstat`, which CUPS brings on Linux and macOS.

use std::{
    ffi::OsStr,
    io::{self, Write as _},
    process::{Child, Command, Output, Stdio},
};

use super::{PrintError, PrintOptions, Printed, Printer, Sides};
use crate::{
    jobs::Progress,
    report::{Pages, Paper},
};

pub(super) fn printers() -> Result<Vec<Printer>, PrintError> {
    list(OsStr::new("lpstat"))
}

pub(super) fn print(
    pages: &Pages,
    printer: &str,
    options: &PrintOptions,
    progress: &Progress,
) -> Result<Printed, PrintError> {
    let first = options.places(pages.count()).first().copied();
    let document = Document {
        pdf: &pages.upright().pdf()?,
        title: pages.title(),
        is_wide: first.is_some_and(|first| pages.is_wide(first)),
    };
    if progress.reached(0, 1).is_break() {
        return Ok(Printed::Cancelled);
    }
    send(OsStr::new("lp"), &document, printer, options)?;
    progress.report(1, 1);
    Ok(Printed::Sent)
}

/// The printers that the given `lpstat` tells of.
fn list(lpstat: &OsStr) -> Result<Vec<Printer>, PrintError> {
    let names = run(plain(lpstat).arg("-e"), &[])?;
    if !names.status.success() && !says(&names.stderr, "No destinations added") {
        return Err(PrintError::NoList(message(&names)));
    }
    let default = run(plain(lpstat).arg("-d"), &[])?;
    let default = default_in(&String::from_utf8_lossy(&default.stdout));
    Ok(String::from_utf8_lossy(&names.stdout)
        .lines()
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| Printer {
            name: name.to_owned(),
            is_default: default.as_deref() == Some(name),
        })
        .collect())
}

/// The name in "system default destination: Office"; none in "no system default destination".
fn default_in(answer: &str) -> Option<String> {
    let (_, name) = answer.lines().next()?.split_once(": ")?;
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// What is handed over.
struct Document<'a> {
    pdf: &'a [u8],
    title: &'a str,
    /// Whether its first page that is printed lay on its side before it was turned upright.
    is_wide: bool,
}

/// Hands a document to the given `lp`.
fn send(
    lp: &OsStr,
    document: &Document<'_>,
    printer: &str,
    options: &PrintOptions,
) -> Result<(), PrintError> {
    let media = match options.paper {
        Paper::Letter => "media=Letter",
        Paper::A4 => "media=A4",
    };
    let sides = match options.sides {
        Sides::AsSet => None,
        Sides::One => Some("sides=one-sided"),
        Sides::Both if document.is_wide => Some("sides=two-sided-short-edge"),
        Sides::Both => Some("sides=two-sided-long-edge"),
    };
    let mut command = plain(lp);
    command
        .args(["-d", printer])
        .args(["-n", &options.copies().to_string()])
        .args(["-t", document.title])
        .args(["-o", media])
        // Otherwise all copies of the first page come first.
        .args(["-o", "collate=true"]);
    if let Some(sides) = sides {
        command.args(["-o", sides]);
    }
    if let Some(pages) = &options.pages {
        command.args(["-P", &pages.to_string()]);
    }
    // The pages come through standard input.
    let answer = run(command.arg("-"), document.pdf)?;
    if answer.status.success() {
        Ok(())
    } else if says(&answer.stderr, "does not exist") || says(&answer.stderr, "unknown destination")
    {
        Err(PrintError::PrinterGone(printer.to_owned()))
    } else {
        Err(PrintError::Refused {
            printer: printer.to_owned(),
            message: message(&answer),
        })
    }
}

/// A program that answers in English, which is what its answers are read in.
fn plain(program: &OsStr) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C");
    command
}

/// Runs a program with the given bytes as its standard input, and waits for it.
fn run(command: &mut Command, input: &[u8]) -> Result<Output, PrintError> {
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(PrintError::NoPrinting);
        }
        Err(error) => return Err(error.into()),
    };
    feed(&mut child, input)?;
    Ok(child.wait_with_output()?)
}

/// Writes the input and ends it. A program that stops reading has its reasons: they are in its answer. Its answer is a
/// line or two, so nothing is stuck while it is not read yet.
fn feed(child: &mut Child, input: &[u8]) -> io::Result<()> {
    let Some(mut stdin) = child.stdin.take() else {
        return Ok(());
    };
    match stdin.write_all(input) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn says(answer: &[u8], words: &str) -> bool {
    String::from_utf8_lossy(answer)
        .to_lowercase()
        .contains(&words.to_lowercase())
}

/// What a program said about its failure, without its name in front and the full stop behind.
fn message(answer: &Output) -> String {
    let text = String::from_utf8_lossy(&answer.stderr);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    first.map_or_else(
        || format!("its program ended with {}", answer.status),
        |line| {
            let line = line.split_once(": ").map_or(line, |(_program, rest)| rest);
            line.trim_end_matches('.').to_owned()
        },
    )
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    use super::*;
    use crate::report::print::PageRanges;

    /// A folder with a program of the given lines in it. The shell writes it: a file that this process has open for
    /// writing may be passed on to the program of another test, and then it can't be run.
    fn program(lines: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("program");
        let script = format!("#!/bin/sh\ncd '{}'\n{lines}\n", folder.path().display());
        let written = Command::new("sh")
            .args(["-c", "printf %s \"$2\" > \"$1\" && chmod +x \"$1\"", "sh"])
            .args([path.as_os_str(), OsStr::new(&script)])
            .status();
        assert!(written.expect("a shell").success());
        (folder, path)
    }

    fn letter(copies: u16) -> PrintOptions {
        PrintOptions {
            paper: Paper::Letter,
            copies,
            sides: Sides::AsSet,
            pages: None,
        }
    }

    fn sent(lp: &Path, copies: u16) -> Result<(), PrintError> {
        send(lp.as_os_str(), &document(false), "Office", &letter(copies))
    }

    fn document(is_wide: bool) -> Document<'static> {
        Document {
            pdf: b"%PDF the pages",
            title: "Week 3: Gold",
            is_wide,
        }
    }

    #[test]
    fn lp_gets_the_pages_and_what_to_do_with_them() {
        let (folder, lp) = program("printf '%s|' \"$@\" > arguments; cat > pages");
        sent(&lp, 3).expect("sent");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
        assert_eq!(
            read("arguments"),
            "-d|Office|-n|3|-t|Week 3: Gold|-o|media=Letter|-o|collate=true|-|"
        );
        assert_eq!(read("pages"), "%PDF the pages");
        sent(&lp, 0).expect("sent");
        assert!(read("arguments").contains("|-n|1|"), "no copies is one");
    }

    #[test]
    fn lp_is_told_which_pages_go_on_which_sides() {
        let (folder, lp) = program("printf '%s|' \"$@\" > arguments; cat > pages");
        let told = |is_wide, sides, pages| {
            let options = PrintOptions {
                sides,
                pages,
                ..letter(1)
            };
            send(lp.as_os_str(), &document(is_wide), "Office", &options).expect("sent");
            fs::read_to_string(folder.path().join("arguments")).expect("written")
        };
        let some = PageRanges::read("2-4, 6", 6).ok();
        assert!(told(false, Sides::One, some).ends_with("|-o|sides=one-sided|-P|2-4,6|-|"));
        assert!(told(false, Sides::Both, None).ends_with("|-o|sides=two-sided-long-edge|-|"));
        assert!(told(true, Sides::Both, None).ends_with("|-o|sides=two-sided-short-edge|-|"));
    }

    #[test]
    fn what_lp_refuses_is_told() {
        let (_folder, gone) =
            program("echo 'lp: The printer or class does not exist.' >&2; exit 1");
        assert!(matches!(sent(&gone, 1), Err(PrintError::PrinterGone(name)) if name == "Office"));
        let (_folder, full) = program("cat > /dev/null; echo 'lp: No space left.' >&2; exit 1");
        assert_eq!(
            sent(&full, 1).expect_err("refused").to_string(),
            "The printer “Office” did not take the pages: No space left. Save the PDF instead, and print it from there"
        );
        let (_folder, mute) = program("exit 3");
        assert!(
            sent(&mute, 1)
                .expect_err("refused")
                .to_string()
                .contains("exit status: 3"),
            "a failure without words is a failure"
        );
    }

    #[test]
    fn without_the_program_there_is_the_pdf() {
        let folder = tempfile::tempdir().expect("a folder");
        let nothing = folder.path().join("lp");
        assert!(matches!(sent(&nothing, 1), Err(PrintError::NoPrinting)));
        assert!(matches!(
            list(nothing.as_os_str()),
            Err(PrintError::NoPrinting)
        ));
    }

    #[test]
    fn printers_are_listed_and_the_default_is_marked() {
        let listed = |lines: &str| {
            let (_folder, lpstat) = program(lines);
            list(lpstat.as_os_str())
        };
        let printer = |name: &str, is_default| Printer {
            name: name.to_owned(),
            is_default,
        };
        let two = "if [ $1 = -e ]; then echo Hall; echo Office_Laser; else echo \"$LC_ALL\" > language; echo";
        assert_eq!(
            listed(&format!(
                "{two} 'system default destination: Office_Laser'; fi"
            ))
            .expect("two"),
            [printer("Hall", false), printer("Office_Laser", true)]
        );
        assert_eq!(
            listed(&format!("{two} 'no system default destination'; fi")).expect("two"),
            [printer("Hall", false), printer("Office_Laser", false)]
        );
        assert_eq!(
            listed("echo 'lpstat: No destinations added.' >&2; exit 1").expect("none"),
            []
        );
        assert!(matches!(
            listed("echo 'lpstat: Scheduler is not running.' >&2; exit 1"),
            Err(PrintError::NoList(message)) if message == "Scheduler is not running"
        ));
    }

    #[test]
    fn a_program_that_does_not_read_does_not_break_the_pipe_for_us() {
        let (_folder, deaf) = program("exit 0");
        let pages = vec![b' '; 1 << 20];
        let long = Document {
            pdf: &pages,
            ..document(false)
        };
        assert!(send(deaf.as_os_str(), &long, "Office", &letter(1)).is_ok());
    }
}
