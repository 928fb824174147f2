//! Sheets on paper: what a printer gets of both programs is what the PDF shows.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use camp_ladder::{
    domain::{CampSettings, Colour, Edit},
    storage::{CampFile, Mode},
};

use crate::{
    cups::Cups,
    linux_program, outside,
    pictures::{Sheet, pages},
    shown,
    wine::Wine,
};

/// The printer that has everything.
const HALL: &str = "Hall";
/// One without A4.
const OFFICE: &str = "Office";

/// What is printed: the print and its choices, and whether its pages lie on their side.
const SHEETS: [(&[&str], bool); 5] = [
    (&["standings", "--paper", "letter"], false),
    (&["standings", "--paper", "a4"], false),
    (&["wall", "--paper", "letter"], true),
    (&["crosstable", "--paper", "a4"], true),
    (&["labels", "--outlines", "yes"], false),
];

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
        cups.add(HALL, |_| true);
        cups.add(OFFICE, |line| !line.contains("A4"));
        let program = linux_program();
        let camp = outside::sample_camp(&wine.desktop, Path::new(program.get_program()));
        let mut file = CampFile::open(&camp, Mode::Change).expect("the camp");
        let settings = CampSettings {
            colour: Some(Colour([0x10, 0x50, 0xc0])),
            ..CampSettings::default()
        };
        let coloured = Edit::ChangeSettings(Box::new(settings));
        file.apply(&coloured).expect("a coloured camp");
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

    /// The pages as the PDF shows them.
    fn saved(&self, sheets: &[&str]) -> Vec<Sheet> {
        self.must(System::Linux, &[sheets, &["--out", "sheets.pdf"]].concat());
        pages(&self.wine.desktop.folder().join("sheets.pdf"))
    }

    /// The pages as the printer has them, all copies.
    #[track_caller]
    fn printed(&self, system: System, sheets: &[&str], copies: &str) -> Vec<Sheet> {
        let jobs = self.cups.jobs(HALL);
        let to = ["--printer", HALL, "--copies", copies];
        self.must(system, &[sheets, &to].concat());
        let paper = self.cups.printed(HALL);
        assert_eq!(self.cups.jobs(HALL), jobs + 1, "one job for all copies");
        pages(&paper)
    }
}

#[track_caller]
fn assert_same(what: &str, printed: &[Sheet], saved: &[Sheet]) {
    assert_eq!(printed.len(), saved.len(), "{what}: number of pages");
    for (page, (printed, saved)) in printed.iter().zip(saved).enumerate() {
        if let Some(difference) = printed.differs(saved) {
            panic!("{what}, page {}: {difference}", page + 1);
        }
    }
}

#[test]
fn a_printer_gets_what_the_pdf_shows() {
    let hall = Hall::open();
    let mut colours = 0;
    for (sheets, is_wide) in SHEETS {
        let saved = hall.saved(sheets);
        colours += usize::from(saved[0].has_colour());
        assert_eq!(saved[0].width > saved[0].height, is_wide, "{sheets:?}");
        let upright = saved.iter().map(|sheet| {
            if is_wide {
                sheet.turned()
            } else {
                sheet.clone()
            }
        });
        let upright = upright.collect::<Vec<_>>();
        for system in [System::Windows, System::Linux] {
            let what = format!("{sheets:?} on {system:?}");
            assert_same(&what, &hall.printed(system, sheets, "1"), &upright);
        }
        for (right, down) in [(1, 0), (0, 1)] {
            let moved = upright[0].moved(right, down);
            assert!(
                moved.differs(&upright[0]).is_some(),
                "{sheets:?}: a quarter of a millimetre is seen"
            );
        }
    }
    assert!(colours >= 3, "blue is not red");
}

#[test]
fn three_copies_are_three_sets() {
    let hall = Hall::open();
    for sheets in [
        ["standings", "--by-group"].as_slice(),
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

#[test]
fn what_can_not_be_printed_is_told() {
    let hall = Hall::open();
    let sheets = ["standings", "--paper", "a4"];

    let nowhere = hall.run(
        System::Windows,
        &[&sheets[..], &["--printer", "Attic"]].concat(),
    );
    assert!(!nowhere.status.success());
    let said = String::from_utf8_lossy(&nowhere.stderr);
    assert!(
        said.contains("There is no printer “Attic”: there are “Hall”, “Office”"),
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
    let smaller = pages(&hall.cups.printed(OFFICE));
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
        said.contains("There is no printer “Office”: there is “Hall”"),
        "{said}"
    );
}
