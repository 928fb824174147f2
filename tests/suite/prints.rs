//! `camp-ladder print`: what it offers, what it refuses, kept weeks, and a director's own templates.

use std::fs;

use camp_ladder::{
    domain::{Edit, LadderSystem, NewLadder, SettingValues},
    report::Print,
    storage::{CampFile, Mode, Occasion},
};

use crate::{
    program::{Desk, Ran},
    sample::TODAY,
};

fn print(desk: &Desk, word: &str, more: &[&str]) -> Ran {
    let mut arguments = vec!["print", "Camp.ladder", word, "--out", "sheets.pdf"];
    arguments.extend(more);
    desk.run(arguments)
}

#[test]
fn the_list_has_every_print_and_each_of_its_options_is_one() {
    let desk = Desk::new();
    let list = desk.run(["print", "--list"]).succeeded().out;
    let help = desk.run(["print", "--help"]).succeeded().out;
    for print in Print::ALL {
        for words in [print.word(), print.title(), print.about()] {
            assert!(list.contains(words), "{words} in\n{list}");
        }
        for choice in print.choices() {
            assert!(list.contains(&choice.option()), "{choice:?} in\n{list}");
            let option = choice.option();
            let flags = option.split_whitespace();
            for flag in flags.filter(|word| word.starts_with("--")) {
                assert!(help.contains(flag), "{flag} in\n{help}");
            }
        }
    }
    assert_eq!(desk.names(), Vec::<String>::new());
    let both = desk.run(["print", "--list", "--top", "3"]);
    assert_eq!(both.code, Some(2));
    assert_eq!(desk.run(["print"]).code, Some(2), "what, and where to?");
}

#[test]
fn every_print_can_be_made_of_the_sample_camp() {
    let desk = Desk::with_sample();
    for word in Print::ALL.map(Print::word) {
        let more: &[&str] = if word == "player" {
            &["--player", "2"]
        } else {
            &[]
        };
        print(&desk, word, more)
            .succeeded()
            .says("Saved “sheets.pdf”, ");
        let pdf = fs::read(desk.path("sheets.pdf")).expect("a PDF");
        assert!(pdf.starts_with(b"%PDF-"), "{word}");
        fs::remove_file(desk.path("sheets.pdf")).expect("a PDF");
    }
    assert_eq!(desk.names(), ["Camp.ladder"]);
}

#[test]
fn what_would_show_nothing_is_refused_and_no_file_is_written() {
    let desk = Desk::new();
    drop(CampFile::create(&desk.camp(), "Pine Lake", TODAY).expect("a camp file"));
    print(&desk, "standings", &[]).refused("There are no active players yet. Add players first");
    print(&desk, "games", &[]).refused("No games have been typed in this week yet");
    print(&desk, "certificates", &[]).refused("No game that counts has been typed");
    print(&desk, "last-day", &[]).refused("There are no active players yet");
    print(&desk, "result-slips", &[]).succeeded();
    fs::remove_file(desk.path("sheets.pdf")).expect("a PDF");
    assert_eq!(desk.names(), ["Camp.ladder"]);
}

#[test]
fn a_choice_that_a_print_has_not_is_refused_with_those_that_it_has() {
    let desk = Desk::with_sample();
    print(&desk, "games", &["--top", "3"])
        .refused("“games” has no --top N. It has --paper letter|a4");
    print(&desk, "certificates", &["--award", "own"])
        .refused("“--award own” needs your words. Add them: --words ");
    print(&desk, "standings", &["--pages", "3"]).refused("“standings” has no --pages N. It has ");
    assert_eq!(print(&desk, "wall", &["--pages", "0"]).code, Some(2));
    for (word, option, number, most) in [
        ("result-sheets", "--sheets", "51", 50),
        ("attendance", "--days", "101", 100),
        ("certificates", "--places", "4", 3),
    ] {
        let ran = print(&desk, word, &[option, number]);
        assert_eq!(ran.code, Some(2));
        assert!(
            ran.err
                .contains(&format!("a number from 1 to {most} is needed"))
        );
    }
    let ran = print(&desk, "labels", &["--labels", "9999"]);
    assert_eq!(ran.code, Some(2));
    let sheets = "[possible values: 5160, 5163, 5395, 5392, L7160, L7163, L4785, L7418]";
    assert!(ran.err.contains(sheets), "{}", ran.err);
    print(&desk, "labels", &["--labels", "l7160"]).succeeded();
    fs::remove_file(desk.path("sheets.pdf")).expect("a PDF");
    assert_eq!(desk.names(), ["Camp.ladder"]);
    print(
        &desk,
        "wall",
        &["--pages", "2", "--top", "10", "--arrows", "no"],
    )
    .succeeded()
    .says("2 pages");
}

#[test]
fn everything_for_the_last_day_is_one_pdf() {
    let desk = Desk::with_sample();
    let pages = |ran: Ran| {
        let said = ran.succeeded().err;
        let count = said
            .rsplit(", ")
            .next()
            .and_then(|end| end.split(' ').next());
        count
            .and_then(|count| count.parse::<usize>().ok())
            .expect("a number of pages")
    };
    let each = Print::LAST_DAY.map(|part| pages(print(&desk, part.word(), &[])));
    let together = pages(print(&desk, "last-day", &["--paper", "letter"]));
    assert_eq!(together, each.iter().sum::<usize>());
    print(&desk, "last-day", &["--top", "3"])
        .refused("“last-day” has no --top N. It has --paper letter|a4");
    print(&desk, "last-day", &["--template", "own.typ"]).refused("leave out --template");
    let list = desk.run(["print", "--list"]).succeeded().out;
    assert!(
        list.contains("last-day") && list.contains("Everything for the last day: "),
        "{list}"
    );
}

#[test]
fn a_ladder_is_printed_by_its_name() {
    let desk = Desk::with_sample();
    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp file");
    for (name, system) in [
        ("Thursday ladder", LadderSystem::Club),
        ("League", LadderSystem::RaceCode),
    ] {
        let ladder = NewLadder {
            name: name.to_owned(),
            system,
            settings: SettingValues::new(),
        };
        file.apply(&Edit::AddLadder(ladder), &Occasion::now("A change"))
            .expect("a ladder");
    }
    drop(file);
    for (word, more) in [
        ("club-ladder", &["--ladder", "thursday ladder"][..]),
        ("club-ladder", &[]),
        (
            "race-code",
            &[
                "--ladder",
                "League",
                "--game-data",
                "yes",
                "--background",
                "yes",
            ],
        ),
        ("game-courier", &["--top", "5", "--paper", "a4"]),
    ] {
        print(&desk, word, more)
            .succeeded()
            .says("Saved “sheets.pdf”, ");
    }
    print(&desk, "club-ladder", &["--ladder", "Friday ladder"])
        .refused("There is no ladder “Friday ladder” in this camp");
    print(&desk, "club-ladder", &["--ladder", "League"])
        .refused("The ladder “League” is of another kind: its print is “race-code”");
    print(&desk, "club-ladder", &["--background", "yes"])
        .refused("“club-ladder” has no --background yes|no");
}

#[test]
fn a_week_is_printed_as_it_was() {
    let desk = Desk::with_sample();
    print(&desk, "standings", &[]).succeeded();
    let before = fs::read(desk.path("sheets.pdf")).expect("a PDF");
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start"]).succeeded();
    print(&desk, "standings", &[]).succeeded();
    let now = fs::read(desk.path("sheets.pdf")).expect("a PDF");
    assert!(now != before);
    print(&desk, "standings", &["--week", "1"]).succeeded();
    let again = fs::read(desk.path("sheets.pdf")).expect("a PDF");
    assert!(again == before, "byte for byte");
    print(&desk, "standings", &["--week", "3"]).refused("There is no week 3 in this camp");
}

#[test]
fn a_director_changes_a_template_in_three_steps() {
    let desk = Desk::with_sample();
    let written = desk
        .run(["print", "--export-templates", "Templates"])
        .succeeded();
    assert!(written.err.contains("standings.typ"), "{}", written.err);
    print(&desk, "standings", &[]).succeeded();
    let usual = fs::read(desk.path("sheets.pdf")).expect("a PDF");

    let template = desk.path("Templates/standings.typ");
    let text = fs::read_to_string(&template).expect("the template");
    fs::write(&template, text.replace("[Rank]", "[Place]")).expect("a change");
    let ran = print(&desk, "standings", &[]).succeeded();
    assert!(!ran.err.contains("mistake"), "{}", ran.err);
    let ours = fs::read(desk.path("sheets.pdf")).expect("a PDF");
    assert!(ours != usual);

    let kept = desk
        .run(["print", "--export-templates", "Templates"])
        .succeeded();
    assert!(
        kept.err
            .contains("standings.typ” is there already and was left as it is"),
        "{}",
        kept.err
    );
    let broken = desk.file(
        "broken.typ",
        "#import \"sheet.typ\": *\n#show: sheet\n#let x = ",
    );
    let broken = broken.to_str().expect("a path");
    print(&desk, "standings", &["--template", broken]).refused(
        "The template broken.typ has a mistake in line 3: expected expression. Nothing was saved",
    );
    // Beside the camp, the one that comes with the program steps in for it.
    fs::write(&template, "#let x = ").expect("a mistake");
    print(&desk, "standings", &[])
        .succeeded()
        .says("has a mistake in line 1: expected expression. These sheets are made with the template that comes with the program");
    let again = fs::read(desk.path("sheets.pdf")).expect("a PDF");
    assert!(again == usual, "the one that comes with the program");
    print(&desk, "standings", &["--template", "nothing.typ"])
        .refused("The template “nothing.typ” could not be read: there is no such file");
}

/// Stand-ins for `lpstat` and `lp`, which write down what they are asked.
#[cfg(unix)]
mod printers {
    use std::{path::Path, process::Command};

    use super::*;

    /// The shell writes it: a file that this process has open for writing may be passed on to the program of another test,
    /// and then it can't be run.
    fn program(folder: &Path, name: &str, lines: &str) {
        let written = Command::new("sh")
            .args([
                "-c",
                "printf '%s\n' '#!/bin/sh' \"$2\" > \"$1\" && chmod +x \"$1\"",
                "sh",
            ])
            .arg(folder.join(name))
            .arg(lines)
            .status();
        assert!(written.expect("a shell").success());
    }

    fn run(desk: &Desk, arguments: &[&str]) -> Ran {
        let mut command = desk.command();
        command.env("PATH", desk.path("programs"));
        let arguments = ["print", "Camp.ladder", "standings"]
            .iter()
            .chain(arguments);
        Ran::new(command.args(arguments).output().expect("the program"))
    }

    #[test]
    fn sheets_are_printed_on_the_printer_of_that_name() {
        let desk = Desk::with_sample();
        let programs = desk.path("programs");
        fs::create_dir(&programs).expect("a folder");
        let office = ["--printer", "Office"];
        run(&desk, &office).refused("This computer can’t print yet");

        program(&programs, "lpstat", "echo Hall; echo Office");
        let asked_file = desk.path("asked");
        let lp = format!(
            "echo \"$@\" > '{}'; while read -r line; do :; done",
            asked_file.display()
        );
        program(&programs, "lp", &lp);
        run(&desk, &office)
            .succeeded()
            .says("Sent to printer: 1 page\n");
        run(
            &desk,
            &["--printer", "Office", "--copies", "3", "--paper", "a4"],
        )
        .succeeded()
        .says("Sent to printer: 1 page, 3 copies\n");
        let asked = fs::read_to_string(&asked_file).expect("asked");
        assert!(asked.starts_with("-d Office -n 3 -t "), "{asked}");
        assert!(asked.contains(" -o media=A4 "), "{asked}");

        // One of the lists of groups a page.
        let by_group = |more: &[&str]| {
            let each = ["--by-group", "--new-pages", "yes"];
            run(&desk, &[&office[..], &each[..], more].concat())
        };
        by_group(&["--only-pages", "3, 1", "--sides", "one"])
            .succeeded()
            .says("Sent to printer: 2 pages\n");
        let asked = fs::read_to_string(&asked_file).expect("asked");
        assert!(asked.contains(" -o sides=one-sided -P 1,3 "), "{asked}");
        by_group(&["--only-pages", "2-9"])
            .refused("--only-pages: Type pages from 1 to 5, such as 1-2, 5");
        run(&desk, &["--printer", "Office", "--only-pages", "2"])
            .refused("--only-pages: There is only 1 page");

        run(&desk, &["--printer", "Attic"])
            .refused("There is no printer “Attic”: there are “Hall”, “Office”");
        program(
            &programs,
            "lpstat",
            "echo 'lpstat: No destinations added.' >&2; exit 1",
        );
        run(&desk, &office)
            .refused("There is no printer “Office”: none is set up on this computer");

        for wrong in [
            ["--printer", "Office", "--copies", "100"].as_slice(),
            &["--printer", "Office", "--copies", "0"],
            &["--printer", "Office", "--out", "sheets.pdf"],
            &["--out", "sheets.pdf", "--copies", "2"],
            &["--out", "sheets.pdf", "--only-pages", "1"],
            &["--out", "sheets.pdf", "--sides", "both"],
            &["--printer", "Office", "--sides", "three"],
        ] {
            assert_eq!(run(&desk, wrong).code, Some(2), "{wrong:?}");
        }
        assert!(!desk.path("sheets.pdf").exists());
    }
}

/// A family frames a certificate, and a child wears a badge: one with an empty box in a name is worse than none.
#[test]
fn certificates_and_badges_with_letters_that_no_font_has_are_refused_unless_forced() {
    let desk = Desk::new();
    // Nothing is meant by this letter.
    let files = [
        desk.file("Camp Groups.csv", "Group,Initial Ladder Rating\nBlue,1000\n"),
        desk.file(
            "Ladder Players.csv",
            "ID,Last Name,First Name,Group,Active,StWkPerm\n1,Vang\u{2E9A},Ann,Blue,1,1000\n2,Lee,Bo,Blue,1,1000\n",
        ),
        desk.file("Ladder Games.csv", "GameID,White,Black,Result\n1,1,2,(1-0)\n"),
    ];
    desk.import(&files).succeeded();
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    print(&desk, "standings", &[])
        .succeeded()
        .says("it prints as an empty box");
    fs::remove_file(desk.path("sheets.pdf")).expect("a PDF");

    for what in ["certificates", "badges", "labels"] {
        let refused = print(&desk, what, &[]);
        assert_eq!(refused.err.matches("Vang").count(), 1, "{}", refused.err);
        refused
            .says("put a font that has them into a folder “Fonts” beside the camp file")
            .refused("Nothing was saved. Add “--force” to save these sheets with empty boxes");
        assert!(!desk.path("sheets.pdf").exists());
        print(&desk, what, &["--force"]).succeeded();
        fs::remove_file(desk.path("sheets.pdf")).expect("a PDF");
    }
    print(&desk, "certificates", &["--fonts", "nowhere"]).refused("There is no folder “nowhere”");
    print(&desk, "certificates", &["--force"]).succeeded();
    assert!(desk.path("sheets.pdf").exists());
}
