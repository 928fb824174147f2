use super::*;

#[test]
fn whole_numbers_have_digits_only_and_bounds() {
    assert_eq!(pair("9999"), Ok(9999));
    assert_eq!(section_number("9999"), Ok(9999));
    for text in ["", "+1", "-1", "1.0", " 1", "99999999999"] {
        assert!(pair(text).is_err(), "{text}");
        assert!(section_number(text).is_err(), "{text}");
    }
    assert!(pair("0").is_err() && pair("10000").is_err());
    assert!(section_number("0").is_err() && section_number("10000").is_err());
}

#[test]
fn words_are_read_in_small_letters_and_capitals() {
    for (text, read) in [
        ("swiss", SectionKind::Swiss),
        ("Round Robin", SectionKind::RoundRobin),
        ("round-robin", SectionKind::RoundRobin),
        ("MATCH", SectionKind::Match),
    ] {
        assert_eq!(kind(text), Ok(read));
    }
    assert_eq!(kind("league"), Err(Fault::Kind("league".to_owned())));
    let mut section = Section::default();
    for word in ["Quick", "blitz", "regular"] {
        add_system(&mut section, word).expect(word);
    }
    assert_eq!(section.systems, [System::Quick, System::Regular]);
    assert!(section.is_blitz);
    let twice = |word: &str| Err(Fault::SystemTwice(word.to_owned()));
    assert_eq!(add_system(&mut section, "BLITZ"), twice("blitz"));
    assert_eq!(add_system(&mut section, "quick"), twice("quick"));
    let unknown = Fault::System("bullet".to_owned());
    assert_eq!(add_system(&mut section, "bullet"), Err(unknown));
}

/// Pairing numbers count up from 1.
fn section(rows: &[&str]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, rounds)| Entry {
        pair,
        rounds: rounds
            .split_whitespace()
            .map(|cell| cell.parse().expect(cell))
            .collect(),
        ..Entry::default()
    });
    Section {
        entries: entries.collect(),
        ..Section::default()
    }
}

#[test]
fn what_follows_from_a_row_that_was_not_read_is_no_contradiction() {
    let told = |section: &Section, unread: &[usize]| {
        let problems = contradictions(section, &unread.iter().copied().collect());
        problems
            .iter()
            .map(|problem| problem.row)
            .collect::<Vec<_>>()
    };
    // No. 3 has met no. 1 and won, which no. 1 doesn't know of.
    let mut section = section(&["W2 B", "L1 W3", "B W1"]);
    assert_eq!(told(&section, &[]), [1, 2]);
    assert_eq!(told(&section, &[0]), [1]);
    assert_eq!(told(&section, &[2]), [] as [usize; 0]);
    assert_eq!(told(&section, &[1]), [2]);
    // Who no. 2 is, can't be known: the row whose number couldn't be read may be it.
    section.entries[1].pair = 0;
    assert_eq!(told(&section, &[]), [1, 1, 1, 2]);
    assert_eq!(told(&section, &[1]), [2]);
    // A number that two rows have is wrong in any case.
    section.entries[1].pair = 1;
    assert!(told(&section, &[1]).contains(&1));
}
