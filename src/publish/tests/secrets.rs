//! What must stay at home, looked for in every byte that is published.

use strum::VariantArray as _;

use super::*;

/// All that a file says: its name, and its text or the texts packed into it.
fn unpacked(name: &str, bytes: &[u8]) -> String {
    if ending(name) != "xlsx" {
        return format!("{name}\n{}", String::from_utf8_lossy(bytes));
    }
    let parts = parts(bytes).into_iter();
    let parts = parts.map(|(part, xml)| format!("{part}\n{xml}\n"));
    format!("{name}\n{}", parts.collect::<String>())
}

pub(super) fn assert_nowhere(files: &BTreeMap<String, Vec<u8>>, secrets: &[&str]) {
    for (name, bytes) in files {
        let all = unpacked(name, bytes);
        for secret in secrets {
            assert!(!all.contains(secret), "{secret} in {name}");
        }
    }
}

const LAST_NAMES: [&str; 6] = ["Cruz", "Xiong", "Vang", "Ruiz", "Rossi", "kesson"];

#[test]
fn permanent_ratings_notes_birth_dates_and_further_columns_are_nowhere() {
    let permanent = PERMANENT.to_string();
    for names in PublishedNames::VARIANTS.iter().copied() {
        let files = published(&three_weeks(), names);
        assert_eq!(files.len(), 13 + 6);
        assert_nowhere(
            &files,
            &[
                &permanent,
                "wasps",
                "1987",
                "11/23",
                "Telephone",
                "555-0117",
                "Underhill",
                "Teacher",
            ],
        );
    }
}

#[test]
fn last_names_are_nowhere_unless_they_are_asked_for() {
    let weeks = three_weeks();
    assert_nowhere(&published(&weeks, PublishedNames::Initial), &LAST_NAMES);
    let numbers = published(&weeks, PublishedNames::Number);
    assert_nowhere(&numbers, &LAST_NAMES);
    assert_nowhere(&numbers, &["Ola", "Mai", "Ana", "Zoe", ">Bo<", ",Bo"]);
    for (name, bytes) in published(&weeks, PublishedNames::Full) {
        let is_of_another = name.starts_with("player-") && name != "player-2.html";
        let is_there = unpacked(&name, &bytes).contains("Mai Xiong");
        assert_eq!(is_there, !is_of_another, "{name}");
    }
}

#[test]
fn who_has_no_first_name_is_a_number() {
    let weeks = [week(1, vec![player(11, "", "Xiong", Some(1), 1000)])];
    for names in [PublishedNames::Initial, PublishedNames::Number] {
        let files = published(&weeks, names);
        assert_nowhere(&files, &["Xiong", "X."]);
        assert!(text(&files, "week-1.html").contains("Camper 11"));
    }
}

#[test]
fn a_corrected_name_is_corrected_in_every_week() {
    let first = week(1, vec![player(1, "Sofie", "Lund", Some(1), 1000)]);
    let second = after(&first, vec![player(1, "Sophie", "Lund", Some(1), 1000)]);
    let files = published(&[first, second], PublishedNames::Initial);
    assert_nowhere(&files, &["Sofie"]);
    assert!(text(&files, "week-1.csv").contains("Sophie L."));
}

/// Nobody knows which of the two was meant last week, even if one of them is not there any more.
#[test]
fn two_of_one_published_name_are_told_apart_on_every_page() {
    let first = week(
        1,
        vec![
            player(4, "Ana", "Ruiz", Some(1), 1000),
            player(5, "ANA", "Řezník", Some(1), 1000),
        ],
    );
    let mut players = first.players.to_vec();
    players[0].leave_before_the_week();
    let second = after(&first, players);
    let files = published(&[played(first), played(second)], PublishedNames::Initial);
    assert!(text(&files, "week-1.html").contains("Ana R. (4)"));
    for name in ["week-1.html", "week-2.html", "index.html", "season.csv"] {
        assert!(text(&files, name).contains("ANA Ř. (5)"), "{name}");
    }
    assert!(!text(&files, "week-2.html").contains("Ana R."));
}

#[test]
fn the_same_camp_on_the_same_day_is_the_same_folder() {
    for names in PublishedNames::VARIANTS.iter().copied() {
        assert_eq!(
            published(&three_weeks(), names),
            published(&three_weeks(), names)
        );
    }
    let other_day = pages(
        &three_weeks(),
        &[],
        &[],
        PublishChoices {
            names: PublishedNames::Initial,
            ..PublishChoices::default()
        },
        date(2026, 11, 21),
    );
    let files = published(&three_weeks(), PublishedNames::Initial);
    for file in other_day.expect("pages") {
        let is_same = files.get(&file.name) == Some(&file.bytes);
        assert_eq!(is_same, ending(&file.name) == "csv", "{}", file.name);
    }
}
