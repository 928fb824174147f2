//! `camp-ladder print`

use std::path::Path;

use strum::VariantArray as _;

use super::{
    Failure,
    arguments::{self, WhatToPrint},
    find_group, open_week_to_read,
    out::out_at,
    put, say, warn_if_outdated,
};
use crate::{
    app::{self, FileFormat, printing::PrintJob},
    domain::counted,
    jobs::Progress,
    report::{
        self, Choice, LaidOut, OwnTemplates, Pages, Print, Remark,
        print::{self, PageRanges, PrintOptions, Printed, Printer, Sides},
    },
};

pub(super) fn run(order: &arguments::Print) -> Result<(), Failure> {
    if let Some(folder) = &order.export_templates {
        return export_templates(folder);
    }
    let (Some(camp), Some(what)) = (&order.camp, order.what) else {
        return put(&list());
    };
    let out = out_at(order.out.as_deref(), FileFormat::Pdf)?;
    let printer = order.printer.as_deref().map(find_printer).transpose()?;
    let laid = match what {
        WhatToPrint::One(print) => lay_out(order, camp, print),
        WhatToPrint::LastDay => lay_out_last_day(order, camp),
    }?;
    for sentence in laid.sentences() {
        say(&sentence);
    }
    let laid = refuse_if_spoiled(order, laid)?;
    if let Some(printer) = printer {
        send(&laid, &printer, order)?;
    }
    out.map_or(Ok(()), |out| save(&laid.pages, &out))
}

fn lay_out(order: &arguments::Print, path: &Path, print: Print) -> Result<LaidOut, Failure> {
    refuse_what_it_has_not(print.word(), print.choices(), &order.choices)?;
    refuse_words_of_no_use(print, &order.choices)?;
    let own = match &order.template {
        Some(file) => OwnTemplates::from_file(file, path)?,
        None => OwnTemplates::beside(path, print.template()),
    };
    let own = match &order.fonts {
        Some(folder) if folder.is_dir() => own.with_fonts(folder),
        Some(folder) => {
            return Err(Failure::Refused(format!(
                "There is no folder “{}”",
                folder.display()
            )));
        }
        None => own,
    };
    let (_file, camp) = open_week_to_read(path, order.week)?;
    warn_if_outdated(&camp, path);
    if let Some(name) = order.choices.group() {
        find_group(&camp, name)?;
    }
    let choices = order.choices.of(print);
    let mut laid = report::lay_out(print, &camp, &choices, app::today(), &own)?;
    // Said already, with the command that helps here.
    laid.remarks
        .retain(|remark| *remark != Remark::OlderThanGames);
    // The built-in template steps in for one beside the camp, but not for the one that was asked for by name.
    if order.template.is_some() {
        let mut remarks = laid.remarks.iter();
        let broken = remarks.find_map(|remark| match remark {
            Remark::OwnTemplate(error) => Some(error.to_string()),
            Remark::Logo(_)
            | Remark::OlderThanGames
            | Remark::NotRated(_)
            | Remark::LeftOut(..)
            | Remark::GroupLeftOut(_) => None,
        });
        if let Some(broken) = broken {
            let done = order.out.as_ref().map_or("printed", |_| "saved");
            return Err(Failure::Refused(format!("{broken}. Nothing was {done}")));
        }
    }
    Ok(laid)
}

/// Certificates, badges and labels with empty boxes for letters are for nobody, unless the director wants them.
fn refuse_if_spoiled(order: &arguments::Print, laid: LaidOut) -> Result<LaidOut, Failure> {
    if laid.is_spoiled && !order.force {
        let (done, to_do) = match order.printer {
            Some(_) => ("printed", "print"),
            None => ("saved", "save"),
        };
        return Err(Failure::Refused(format!(
            "Nothing was {done}. Add “--force” to {to_do} these sheets with empty boxes"
        )));
    }
    Ok(laid)
}

/// Everything for the last day in one go: each print as it is usual, on the paper that was said.
fn lay_out_last_day(order: &arguments::Print, path: &Path) -> Result<LaidOut, Failure> {
    refuse_what_it_has_not(WhatToPrint::LAST_DAY, OF_LAST_DAY, &order.choices)?;
    if order.template.is_some() {
        return Err(Failure::Refused(format!(
            "“{}” is several prints, and each has a template of its own: leave out --template",
            WhatToPrint::LAST_DAY
        )));
    }
    let (_file, camp) = open_week_to_read(path, order.week)?;
    warn_if_outdated(&camp, path);
    let parts = Print::LAST_DAY.into_iter().map(|print| {
        let own = OwnTemplates::beside(path, print.template());
        let choices = order.choices.of(print);
        (
            print,
            report::lay_out(print, &camp, &choices, app::today(), &own),
        )
    });
    let title = format!("{} – {} – last day", camp.name, camp.week.title());
    let mut laid = LaidOut::together(parts, &title)?;
    laid.remarks
        .retain(|remark| *remark != Remark::OlderThanGames);
    Ok(laid)
}

/// What can be chosen for everything of the last day together.
const OF_LAST_DAY: &[Choice] = &[Choice::Paper];

/// Saves sheets as a PDF, and says how many they are.
pub(super) fn save(pages: &Pages, out: &Path) -> Result<(), Failure> {
    report::save_file(out, &pages.pdf()?)?;
    let count = counted(pages.count(), "page");
    say(&format!("Saved “{}”, {count}", out.display()));
    Ok(())
}

fn find_printer(name: &str) -> Result<Printer, Failure> {
    let printers = print::printers()?;
    if let Some(printer) = printers.iter().find(|printer| printer.name == name) {
        return Ok(printer.clone());
    }
    let names = printers.iter().map(|printer| format!("“{}”", printer.name));
    let there = match names.collect::<Vec<_>>().as_slice() {
        [] => "none is set up on this computer".to_owned(),
        [only] => format!("there is {only}"),
        names => format!("there are {}", names.join(", ")),
    };
    Err(Failure::Refused(format!(
        "There is no printer “{name}”: {there}"
    )))
}

/// Prints sheets, and says how many they are.
fn send(laid: &LaidOut, printer: &Printer, order: &arguments::Print) -> Result<(), Failure> {
    let count = laid.pages.count();
    let pages = order.only_pages.as_deref();
    let pages = pages
        .map(|pages| PageRanges::read(pages, count))
        .transpose();
    let pages = pages.map_err(|reason| Failure::Refused(format!("--only-pages: {reason}")))?;
    let of_them = pages
        .as_ref()
        .map_or(count, |pages| pages.places(count).len());
    let options = PrintOptions {
        paper: laid.paper,
        copies: order.copies,
        sides: order.sides.unwrap_or_else(|| sides_of(order)),
        pages,
    };
    let ended = print::print(&laid.pages, printer, &options, &Progress::default())?;
    let sent = match ended {
        Printed::Sent => "Sent to printer",
        Printed::Reduced => Printed::REDUCED,
        Printed::Cancelled => {
            return Err(Failure::Refused("Printing was cancelled".to_owned()));
        }
    };
    let copies = match order.copies {
        1 => String::new(),
        copies => format!(", {copies} copies"),
    };
    say(&format!("{sent}: {}{copies}", counted(of_them, "page")));
    Ok(())
}

/// What is usual for the print.
fn sides_of(order: &arguments::Print) -> Sides {
    match order.what {
        Some(WhatToPrint::One(print)) => Sides::of(print, &order.choices.of(print)),
        Some(WhatToPrint::LastDay) | None => Sides::default(),
    }
}

/// A choice that would be passed over is told, as the director expects something of it.
fn refuse_what_it_has_not(
    word: &str,
    has: &[Choice],
    said: &arguments::SaidChoices,
) -> Result<(), Failure> {
    let mut all = Choice::VARIANTS.iter();
    match all.find(|choice| said.has(**choice) && !has.contains(choice)) {
        None => Ok(()),
        Some(choice) => Err(Failure::Refused(format!(
            "“{word}” has no {}. It has {}",
            choice.option(),
            options(has).join(", ")
        ))),
    }
}

fn refuse_words_of_no_use(print: Print, said: &arguments::SaidChoices) -> Result<(), Failure> {
    if said.has(Choice::Words) && !said.of(print).matters(Choice::Words) {
        return Err(Failure::Refused(
            "“--words” is for certificates in your own words: “--award own”".to_owned(),
        ));
    }
    let choices = said.of(print);
    let is_own = print.choices().contains(&Choice::Words) && choices.matters(Choice::Words);
    if is_own && choices.words.trim().is_empty() {
        return Err(Failure::Refused(
            "“--award own” needs your words. Add them: --words \"for fair play\"".to_owned(),
        ));
    }
    Ok(())
}

fn options(choices: &[Choice]) -> Vec<String> {
    choices.iter().map(|choice| choice.option()).collect()
}

/// Every print: its word, what it is, and what can be chosen.
fn list() -> String {
    let words = Print::ALL.map(|print| print.word().len());
    let width = words.into_iter().max().unwrap_or(0);
    let lines = Print::ALL.map(|print| {
        format!(
            "{:width$}  {}. {}\n{:width$}  {}\n",
            print.word(),
            print.title(),
            print.about(),
            "",
            options(print.choices()).join("  ")
        )
    });
    let titles = Print::LAST_DAY.map(Print::title).join(", ");
    let last_day = format!(
        "{:width$}  {}: {titles}. One PDF\n{:width$}  {}\n",
        WhatToPrint::LAST_DAY,
        PrintJob::LAST_DAY,
        "",
        options(OF_LAST_DAY).join("  ")
    );
    lines.concat() + &last_day
}

fn export_templates(folder: &Path) -> Result<(), Failure> {
    let done = report::templates::write_out(folder)?;
    for path in done.written {
        say(&format!("Saved “{}”", path.display()));
    }
    for path in done.left {
        say(&format!(
            "“{}” is there already and was left as it is",
            path.display()
        ));
    }
    Ok(())
}
