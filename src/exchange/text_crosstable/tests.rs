//! Text crosstables, whole and damaged.

use super::*;

const TABLE: &str = "\
OPEN SECTION
-----------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
-----------------------------------------------------------
    1 | BERGER, ANNA                    |1.5  |W   2|H    |
   MN | 90000001 / R: 1641P17->1657P18  |N:2  |W    |     |
-----------------------------------------------------------
    2 | VANG, BO                        |1.0  |L   1|X    |
      | 00000000 / R: Unrated-> 651P1   |     |B    |     |
-----------------------------------------------------------
    3 | RAO, CY                         |0.0  |     |U    |
   WI | 90000003 / R: 1800   ->1800     |     |     |     |
-----------------------------------------------------------
";

fn problems(text: &str) -> Vec<String> {
    let problems = read(text).expect_err("something is wrong");
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_crosstable_is_read_as_it_stands() {
    let sections = read(TABLE).expect("a crosstable");
    let [ReadSection { section, lines }] = &sections[..] else {
        panic!("one section");
    };
    assert_eq!(lines, &[6, 9, 12]);
    assert_eq!(
        (section.name.as_str(), section.systems.as_slice()),
        ("OPEN SECTION", &[System::Regular][..])
    );
    let [anna, bo, cy] = &section.entries[..] else {
        panic!("three rows");
    };
    assert_eq!((anna.pair, anna.name.as_str()), (1, "BERGER, ANNA"));
    assert_eq!(anna.state.as_deref(), Some("MN"));
    let rounds = |entry: &Entry| {
        let rounds = entry.rounds.iter().map(ToString::to_string);
        rounds.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(rounds(anna), "W2w H");
    assert_eq!(rounds(bo), "L1b X");
    assert_eq!(rounds(cy), "U U");
    let regular = &anna.regular;
    assert_eq!((regular.rating, regular.games), (Some(1641.0), Some(17)));
    assert_eq!((regular.post, regular.post_games), (Some(1657.0), Some(18)));
    assert_eq!(
        (bo.id, bo.regular.rating, bo.regular.games),
        (None, None, Some(0))
    );
    assert_eq!(bo.state, None);
    assert_eq!((cy.regular.rating, cy.regular.games), (Some(1800.0), None));
}

#[test]
fn several_sections_and_both_systems_stand_in_one_file() {
    let both = TABLE.replace(
        "|     |     |     |\n-----------------------------------------------------------\n",
        "|     |     |     |\n      | Q: 1700P25->1702P25             |     |     |     |\n-----------------------------------------------------------\n",
    );
    assert_ne!(both, TABLE);
    let text = format!("{both}\n{}", TABLE.replace("OPEN", "RESERVE"));
    let sections = read(&text).expect("two sections");
    let names = sections.iter().map(|read| read.section.name.as_str());
    assert!(names.eq(["OPEN SECTION", "RESERVE SECTION"]));
    assert!(sections[0].section.is_dual() && !sections[1].section.is_dual());
    let quick = &sections[0].section.entries[2].quick;
    assert_eq!((quick.rating, quick.games), (Some(1700.0), Some(25)));
    assert_eq!(
        (sections[0].section.number, sections[1].section.number),
        (1, 2)
    );
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (from, to, told) in [
        (
            "90000001",
            "9000001 ",
            "line 7: A member’s number has eight digits, “9000001” has not",
        ),
        (
            "|1.5  |",
            "|2.0  |",
            "line 6: The results give 1.5 points, but 2.0 are printed. Correct the line that is wrong",
        ),
        (
            "|W   2|",
            "|Z   2|",
            "line 6: Round 1: “Z” is no result: type W, L, D, B, H, U, X or F",
        ),
        (
            "1641P17",
            "16x1P17",
            "line 7: “R: 16x1P17->1657P18” is no rating: ratings look like “R: 1641P17->1657P24” or “R: Unrated-> 651P7”",
        ),
        (
            "    1 |",
            "    0 |",
            "line 6: “0” is no pairing number: a number from 1 to 9,999 is needed",
        ),
        (
            "VANG, BO ",
            "VANG, BO",
            "line 9: The columns don’t stand under those of the head. Copy the crosstable in a type in which all letters are equally wide, or save it as text",
        ),
    ] {
        assert_eq!(problems(&TABLE.replacen(from, to, 1)), [told]);
    }
    // Whoever lost must have lost to somebody who won.
    let contradiction = problems(&TABLE.replacen("|1.0  |L   1|X    |", "|1.5  |D   1|X    |", 1));
    assert!(
        contradiction.iter().all(|told| told.starts_with("line ")),
        "{contradiction:?}"
    );
    assert_eq!(contradiction.len(), 2);
    let cut = TABLE.find("   WI |").expect("a line");
    assert_eq!(
        problems(&TABLE[..cut]),
        ["line 12: A player has two or three lines between two lines of dashes, here are 1"]
    );
    assert_eq!(problems("Dear director,\n").len(), 1);
    assert_eq!(problems("").len(), 1);
}

#[test]
fn an_event_is_called_what_the_first_line_says() {
    let text = "Late Summer Open, section 5\nRESERVE\n";
    assert_eq!(event_name(text).as_deref(), Some("Late Summer Open"));
    for other in ["", "RESERVE\n", "Open, section one\n"] {
        assert_eq!(event_name(other), None, "{other}");
    }
}
