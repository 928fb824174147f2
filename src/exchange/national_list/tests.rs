use jiff::civil::date;

use super::*;

fn first(text: &str) -> ListedMember<'_> {
    let list = read(text).expect(text);
    assert_eq!(list.problems, []);
    list.members[0]
}

fn rated(rating: u16, games: impl Into<Option<u32>>) -> ListedRating {
    let games = games.into();
    ListedRating { rating, games }
}

/// Six cells in the order of a list without titles.
const PLAIN: &str = "BERGER, ANNA\t30000001\t2026-12-31\tMN\t1641/17\tUnrated\textra\n";

#[test]
fn a_list_without_titles_has_one_order() {
    let member = first(PLAIN);
    assert_eq!(member.line, 1);
    assert_eq!(member.id.to_string(), "30000001");
    assert_eq!(member.expires, Some(date(2026, 12, 31)));
    assert_eq!(member.state, Some("MN"));
    assert_eq!(member.regular, Some(rated(1641, Some(17))));
    assert_eq!(member.quick, None);
}

#[test]
fn a_list_goes_by_its_titles() {
    // The titles of the list of the directors' download, and of the member search; the members are made up.
    let ranked = "Rank\tUSCF ID\tExp. Date\tName\tState\tRating\tDate Published\tEvents\tLast Event\r\n\
        1\t30000001\t2099-12-31\tBERGER, ANNA\tWI\t2762\t2025-09-01\t1\t202401076382\r\n";
    let searched = "USCF ID\tRating\tQ Rtg\tBL Rtg\tOL R\tOL Q\tOL BL\tState\tExp Date\tName\r\n\
        30000001\t1641/17\t1500*\tUnrated\tUnrated\tUnrated\tUnrated\tMN\t2026-12-31\tBERGER, ANNA\r\n";
    let member = first(ranked);
    assert_eq!((member.line, member.name), (2, "BERGER, ANNA"));
    assert_eq!(member.expires, Some(date(2099, 12, 31)));
    assert_eq!(
        (member.regular, member.quick),
        (Some(rated(2762, None)), None)
    );
    let member = first(searched);
    assert_eq!(member.regular, Some(rated(1641, Some(17))));
    assert_eq!(member.quick, Some(rated(1500, None)));
    assert_eq!(member.state, Some("MN"));
    let apart = "First Name\tLast Name\tMember ID\nAnna\tBerger\t30000001\n";
    assert_eq!(first(apart).member().listed_name(), "Berger, Anna");
}

#[test]
fn a_member_of_the_list_has_an_opening_balance() {
    let member = first(PLAIN).member();
    assert_eq!(member.listed_name(), "BERGER, ANNA");
    let regular = member.opening.regular;
    assert_eq!((regular.rating, regular.games), (Some(1641.0), Some(17)));
    assert_eq!(regular.wins, None);
    assert_eq!(member.opening.quick, Account::default());
}

#[test]
fn ratings_have_many_spellings() {
    for (cell, expected) in [
        ("1234", Some(rated(1234, None))),
        ("1234/12", Some(rated(1234, Some(12)))),
        ("1234P12", Some(rated(1234, Some(12)))),
        ("1234 / 5", Some(rated(1234, Some(5)))),
        ("1234*", Some(rated(1234, None))),
        ("100", Some(rated(100, None))),
        ("Unrated", None),
        ("UNR.", None),
        ("", None),
        ("0000", None),
    ] {
        assert_eq!(read_rating(1, cell), Ok(expected), "{cell}");
    }
    for cell in [
        "99", "4001", "12a", "1234/", "1234P1x", "-1234", "99999999", "*", "ünr",
    ] {
        let problem = read_rating(3, cell).expect_err(cell);
        assert_eq!(
            problem.to_string(),
            format!(
                "line 3: “{cell}” is no rating: ratings look like 1641, 1641/17 or Unrated, and are from 100 to 4000"
            )
        );
    }
}

#[test]
fn a_line_that_cannot_be_read_is_told_and_the_next_one_is_read() {
    let text = format!(
        "{PLAIN}\nCOLE, BO\t1234567\t\tMN\t1500\t\nDAHL, CY\t30000003\t2026-13-01\tMN\t1500\t\nELM, DI\t\nFOX, ED\t30000005\t1/31/2027\t\t\t\n"
    );
    let list = read(&text).expect("known columns");
    let told = list.problems.iter().map(ToString::to_string);
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "line 3: A member’s number has eight digits, “1234567” has not",
            "line 4: There is no day “2026-13-01”: check the month and the day",
            "line 5: There is no member’s number",
        ]
    );
    assert_eq!(list.unread, 3);
    let lines = list.members.iter().map(|member| member.line);
    assert_eq!(lines.collect::<Vec<_>>(), [1, 6]);
}

#[test]
fn of_many_lines_that_cannot_be_read_a_hundred_are_told() {
    let text = format!("{PLAIN}{}", "x\ty\n".repeat(5000));
    let list = read(&text).expect("known columns");
    assert_eq!((list.problems.len(), list.unread), (100, 5000));
}

#[test]
fn columns_that_are_not_known_are_asked_for() {
    for text in [
        "30000001\tBERGER, ANNA\t2026-12-31\tMN\t1641\t1500\n",
        "BERGER, ANNA\t30000001\tMN\t2026-12-31\t1641\t1500\n",
        "BERGER, ANNA\t30000001\t2026-12-31\t1641\t1500\t1400\n",
        "BERGER, ANNA,30000001,2026-12-31,MN,1641,1500\n",
        "just a line\n",
    ] {
        let problem = read(text).expect_err(text);
        assert_eq!(problem.line, Some(1));
        assert!(
            problem.what.starts_with("It isn’t known which column of “"),
            "{text}"
        );
    }
    let told = |text: &str| read(text).expect_err(text).to_string();
    assert_eq!(
        told("Name\tState\tRating\nBERGER, ANNA\tMN\t1641\n"),
        "line 1: “Name, State, Rating” names no column of members’ numbers, such as “ID”: what is it called in this list?"
    );
    assert_eq!(
        told("ID\tRating\n30000001\t1641\n"),
        "line 1: “ID, Rating” names no column of names, such as “Name”: what is it called in this list?"
    );
    assert_eq!(
        told("ID\tName\tRating\tRegular\n30000001\tBERGER, ANNA\t1641\t1500\n"),
        "line 1: Two columns are called “rating”, or what means the same: which one counts? Delete the other"
    );
    assert_eq!(
        told(" \n"),
        "line 1: This file is empty. Download the list again"
    );
}
