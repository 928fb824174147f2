//! Sheets on paper: what a printer gets of both programs is what the PDF shows.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread,
    time::Duration,
};

use camp_ladder::{
    domain::{CampSettings, Colour, Edit},
    storage::{CampFile, Mode, Occasion},
};

use crate::{
    cups::Cups,
    linux_program, outside,
    pictures::{self, Sheet},
    shown,
    wine::Wine,
};

/// The printer that has everything.
const HALL: &str = "Hall";
/// One without A4.
const OFFICE: &str = "Office";
/// One that can't print in the lower three quarters of an inch, as old inkjet printers can't.
const DEN: &str = "Den";

/// What is printed: the print and its choices.
const SHEETS: [&[&str]; 5] = [
    &["standings", "--paper", "letter"],
    &["standings", "--paper", "a4", "--template", "mixed.typ"],
    // These lie on their side.
    &["wall", "--paper", "letter", "--top", "5"],
    &["crosstable", "--paper", "a4"],
    &["labels", "--outlines", "yes"],
];

/// A director's own template: one page that stands and one that lies, and something blue.
const MIXED: &str = r#"#set page(paper: "a4")
= Upright
#lorem(80)
#rect(width: 5cm, height: 2cm, fill: rgb(16, 80, 192))
#page(flipped: true)[
  = Lying
  #lorem(80)
]"#;

/// Both systems, each with a camp, on the same printers.
struct Hall {
    wine: Wine,
    cups: Cups,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum System {
    Windows,
    Linux,
}

impl Hall {
    fn open() -> Self {
        let wine = Wine::start();
        let cups = Cups::start();
        cups.add(HALL, str::to_owned);
        cups.add(OFFICE, |all| {
            let lines = all.lines().filter(|line| !line.contains("A4"));
            lines.flat_map(|line| [line, "\n"]).collect()
        });
        cups.add(DEN, |all| all.replace("\"12 24 ", "\"12 54 "));
        let program = linux_program();
        let camp = outside::sample_camp(&wine.desktop, Path::new(program.get_program()));
        let mut file = CampFile::open(&camp, Mode::Change).expect("the camp");
        let settings = CampSettings {
            colour: Some(Colour([0x10, 0x50, 0xc0])),
            ..CampSettings::default()
        };
        let coloured = Edit::ChangeSettings(Box::new(settings));
        fs::write(wine.desktop.folder().join("mixed.typ"), MIXED).expect("a template");
        file.apply(&coloured, &Occasion::now("Camp settings"))
            .expect("a coloured camp");
        Self { wine, cups }
    }

    fn command(&self, system: System, arguments: &[&str]) -> Command {
        let (name, value) = self.cups.environment();
        let mut command = match system {
            System::Windows => self.wine.program([]),
            System::Linux => {
                let program = linux_program();
                self.wine.desktop.command(program.get_program())
            }
        };
        command
            .args(["print", "camps/July.ladder"])
            .args(arguments)
            .env(name, value);
        command
    }

    fn run(&self, system: System, arguments: &[&str]) -> Output {
        self.command(system, arguments)
            .output()
            .expect("the program starts")
    }

    #[track_caller]
    fn must(&self, system: System, arguments: &[&str]) -> String {
        let output = self.run(system, arguments);
        assert!(output.status.success(), "{system:?}: {}", shown(&output));
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// The pages as the PDF shows them, each as it goes into the printer.
    fn saved(&self, sheets: &[&str]) -> Vec<Sheet> {
        self.must(System::Linux, &[sheets, &["--out", "sheets.pdf"]].concat());
        let pages = pictures::of_pdf(&self.wine.desktop.folder().join("sheets.pdf"));
        let upright = |page: Sheet| {
            if page.width > page.height {
                page.turned()
            } else {
                page
            }
        };
        pages.into_iter().map(upright).collect()
    }

    /// The pages as the printer has them, all copies.
    #[track_caller]
    fn printed(&self, system: System, sheets: &[&str], copies: &str) -> Vec<Sheet> {
        let jobs = self.cups.jobs(HALL);
        let to = ["--printer", HALL, "--copies", copies];
        self.must(system, &[sheets, &to].concat());
        let pages = self.cups.printed(HALL);
        assert_eq!(self.cups.jobs(HALL), jobs + 1, "one job for all copies");
        pages
    }
}

#[track_caller]
fn assert_same(what: &str, printed: &[Sheet], saved: &[Sheet]) {
    assert_eq!(printed.len(), saved.len(), "{what}: number of pages");
    for (page, (printed, saved)) in printed.iter().zip(saved).enumerate() {
        let difference = printed.difference(saved).expect("paper of the same size");
        println!("{what}, page {}: {difference:?}", page + 1);
        assert!(!difference.is_seen(), "{what}, page {}", page + 1);
    }
}

#[test]
fn a_printer_gets_what_the_pdf_shows() {
    let hall = Hall::open();
    let mut coloured = 0;
    for sheets in SHEETS {
        let saved = hall.saved(sheets);
        coloured += usize::from(saved[0].has_colour());
        for system in [System::Windows, System::Linux] {
            let printed = hall.printed(system, sheets, "1");
            assert_same(&format!("{sheets:?} on {system:?}"), &printed, &saved);
            let title = hall.cups.last_title();
            assert!(
                title.starts_with("July – Week 1 – "),
                "{title} on {system:?}"
            );
        }
        for (right, down) in [(1, 0), (0, 1)] {
            let moved = saved[0].moved(right, down);
            let difference = moved.difference(&saved[0]).expect("the same size");
            println!("{sheets:?} moved: {difference:?}");
            assert!(
                difference.is_seen(),
                "{sheets:?}: a quarter of a millimetre is seen"
            );
        }
    }
    assert!(coloured >= 2, "blue is not red");
}

#[test]
fn three_copies_are_three_sets() {
    let hall = Hall::open();
    for sheets in [
        ["crosstable", "--paper", "a4"].as_slice(),
        &["standings", "--top", "5"],
    ] {
        let saved = hall.saved(sheets);
        let thrice = [saved.as_slice(); 3].concat();
        for system in [System::Windows, System::Linux] {
            let what = format!("{sheets:?} on {system:?}");
            assert_same(&what, &hall.printed(system, sheets, "3"), &thrice);
        }
    }
}

/// On other paper, with other margins, and on none.
#[test]
fn printers_that_lack_something_print_what_they_can() {
    let hall = Hall::open();
    let letter = ["standings", "--paper", "letter"];
    let saved = hall.saved(&letter);
    assert!(
        saved[0].lowest() > 1100 - 75,
        "its foot is where Den can't print"
    );
    hall.must(
        System::Windows,
        &[&letter[..], &["--printer", DEN]].concat(),
    );
    let printed = hall.cups.printed(DEN);
    assert!(printed[0].lowest() <= 1100 - 75 + 1);
    let darkness = printed[0].darkness() / saved[0].darkness();
    assert!(
        (0.97..1.03).contains(&darkness),
        "all of it is there: {darkness}"
    );

    let sheets = ["standings", "--paper", "a4"];

    let nowhere = hall.run(
        System::Windows,
        &[&sheets[..], &["--printer", "Attic"]].concat(),
    );
    assert!(!nowhere.status.success());
    let said = String::from_utf8_lossy(&nowhere.stderr);
    assert!(
        said.contains("There is no printer “Attic”: there are “Den”, “Hall”, “Office”"),
        "{said}"
    );

    let said = hall.must(
        System::Windows,
        &[&sheets[..], &["--printer", OFFICE]].concat(),
    );
    assert!(
        said.contains("It has other paper, so the pages were made smaller"),
        "{said}"
    );
    let smaller = hall.cups.printed(OFFICE);
    assert_eq!((smaller[0].width, smaller[0].height), (850, 1100));
    let letter = hall.must(
        System::Windows,
        &["standings", "--paper", "letter", "--printer", OFFICE],
    );
    assert!(letter.contains("Sent to printer: 1 page"), "{letter}");
    hall.cups.printed(OFFICE);

    hall.cups.remove(OFFICE);
    let gone = hall.run(
        System::Windows,
        &[&sheets[..], &["--printer", OFFICE]].concat(),
    );
    let said = String::from_utf8_lossy(&gone.stderr);
    assert!(
        said.contains("There is no printer “Office”: there are “Den”, “Hall”"),
        "{said}"
    );
}

/// Ninety-nine copies of two pages, cancelled in the window while they are drawn.
#[test]
fn a_cancelled_job_reaches_no_printer() {
    let hall = Hall::open();
    let desktop = &hall.wine.desktop;
    let (name, value) = hall.cups.environment();
    let mut command = hall.wine.program(["camps/July.ladder"]);
    let mut program = desktop.launch(command.env(name, value));
    let window = desktop.window(&mut program, "Camp Ladder");
    window.drawn_picture();
    let settled = || {
        thread::sleep(Duration::from_millis(1500));
        window.settled_picture()
    };
    settled();
    // Prints, find your name.
    for key in ["ctrl+6", "Down", "Down", "ctrl+p", "Tab"] {
        desktop.key(key);
        settled();
    }
    desktop.type_text("99");
    desktop.key("Return");

    thread::sleep(Duration::from_secs(3));
    let printing = window.picture();
    println!("printing: {}", printing.save("printing").display());
    let turns = || {
        let before = window.picture();
        thread::sleep(Duration::from_millis(500));
        before != window.picture()
    };
    assert!(turns(), "nothing turns while it prints");
    // Back from the list: Cancel is the last button before it.
    desktop.key("shift+Tab");
    desktop.key("space");

    let cancelled = settled();
    println!(
        "cancelled: {}",
        cancelled.save("printing-cancelled").display()
    );
    assert!(
        !(turns() || turns() || turns()),
        "it goes on after it was cancelled"
    );
    let jobs = [HALL, OFFICE, DEN].map(|printer| hall.cups.jobs(printer));
    assert_eq!(jobs, [0; 3]);
    desktop.close_window(&mut program);
}
