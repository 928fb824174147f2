use jiff::civil::date;

use super::*;

const TODAY: Date = date(2026, 8, 30);

fn members(text: &str) -> Vec<(usize, Member)> {
    read(text, &Mapping::default(), TODAY)
        .checked()
        .expect(text)
}

fn problems(text: &str) -> Vec<String> {
    let problems = read(text, &Mapping::default(), TODAY).checked();
    let problems = problems.expect_err(text);
    problems.iter().map(ToString::to_string).collect()
}

fn id(text: &str) -> Option<MemberId> {
    MemberId::read(text).expect(text)
}

#[test]
fn a_row_is_read_by_the_titles_of_its_columns() {
    let text = "\u{FEFF}last NAME,quickN,Quick, id ,First name,Birth date,Regular,Regular N,REGULAR GAMES,Expires,Regular floor,Regular peak,FIDE,CFC,floor2200 allowed,State\r\n\
        Berger,3,500.5,30000001,Anna,4/1/2010,1641.59,17,12,2026-12-31,100,1700,1650,1712,no,MN\r\n";
    let mut member = Member {
        id: id("30000001"),
        last_name: "Berger".to_owned(),
        first_name: "Anna".to_owned(),
        state: Some("MN".to_owned()),
        birth: Some(date(2010, 4, 1)),
        expires: Some(date(2026, 12, 31)),
        fide: Some(1650),
        cfc: Some(1712),
        floor_2200_allowed: false,
        opening: Balance::default(),
    };
    member.opening.regular = Account {
        rating: Some(1641.59),
        games: Some(17),
        played: 12,
        floor: Some(100.0),
        peak: Some(1700.0),
        wins: None,
        draws: None,
        events: None,
        ..Account::default()
    };
    member.opening.quick = Account {
        rating: Some(500.5),
        games: Some(3),
        wins: None,
        draws: None,
        events: None,
        ..Account::default()
    };
    assert_eq!(members(text), [(2, member)]);
}

#[test]
fn an_empty_n_stands_for_the_long_established_and_for_the_unrated() {
    let read = members("Last name,Regular,Regular N,Quick,Quick N\nBerger,1641,,,\n");
    let opening = &read[0].1.opening;
    assert_eq!(opening.regular.games, None);
    assert_eq!(opening.regular.wins, None);
    assert_eq!(opening.quick, Account::default());
    assert!(read[0].1.floor_2200_allowed);
}

#[test]
fn a_number_may_be_missing_while_a_membership_is_pending() {
    let read = members("ID,Last name\n,Berger\n00000000,Cole\n00000000,Dahl\n");
    assert!(read.iter().all(|(_, member)| member.id.is_none()));
    assert_eq!(read.len(), 3);
}

#[test]
fn lines_are_those_of_the_file() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "Last name,First name\n\n\nBerger,\"An\nna\"\n,\nCole,Bo\n".replace('\n', end);
        let read = members(&text);
        let lines = read.iter().map(|(line, _)| *line).collect::<Vec<_>>();
        assert_eq!(lines, [4, 7], "{end:?}");
        assert_eq!(read[0].1.first_name, "An na");
    }
}

#[test]
fn semicolons_and_tabs_separate_cells_too() {
    for delimiter in [";", "\t"] {
        let text = "ID,Last name,First name\n30000001,Berger,Anna\n".replace(',', delimiter);
        assert_eq!(members(&text)[0].1.listed_name(), "Berger, Anna");
    }
}

#[test]
fn every_problem_is_told_with_its_line() {
    let text = "ID,Last name,First name,Birth date,Regular,Regular games,Floor 2200 allowed\n\
        1234567,Berger,Anna,2030-01-01,99,x,maybe\n\
        30000001,Cole,Bo,2/30/2010,1500,3,yes\n\
        30000001,Dahl,Cy,,,,\n\
        30000002,,,,,,\n\
        30000003,Elm,Di,,\n";
    assert_eq!(
        problems(text),
        [
            "line 2, Floor 2200 allowed: “maybe” is neither yes nor no: write yes or no",
            "line 2, ID: A member’s number has eight digits, “1234567” has not",
            "line 2, Birth date: 1/1/2030 is in the future: correct the year",
            "line 2, Regular: 99 is no rating: ratings are from 100 to 4000",
            "line 2, Regular games: “x” is no whole number: write the number alone, such as 25",
            "line 3, Birth date: There is no day “2/30/2010”: check the month and the day",
            "line 4, ID: This number is another member’s too, in line 3: correct one of them, or delete the row",
            "line 5: This row has no name: write one, or delete the row",
            "line 6: This row has 5 cells, the first line has 7: look for a comma or a quotation mark too many or too few",
        ]
    );
}

#[test]
fn a_number_that_stands_three_times_is_told_with_its_first_line() {
    let text = "ID,Last name\n30000001,A\n30000001,B\n30000001,C\n";
    assert_eq!(
        problems(text),
        [
            "line 3, ID: This number is another member’s too, in line 2: correct one of them, or delete the row",
            "line 4, ID: This number is another member’s too, in line 2: correct one of them, or delete the row"
        ]
    );
}

#[test]
fn an_unknown_title_is_left_out_where_nothing_needed_is_missing() {
    let list = read(
        "ID,Club,Last name\n30000001,Chess,b\n",
        &Mapping::default(),
        TODAY,
    );
    assert_eq!(list.problems, []);
    assert_eq!(list.value[0].1.last_name, "b");
    let notes = list.notes.iter().map(ToString::to_string);
    assert_eq!(
        notes.collect::<Vec<_>>(),
        ["line 1: “Club” is left out: it is no column of the members’ list"]
    );
    let told = problems("ID,Last name,lastname,\n30000001,b,b,c\n");
    assert_eq!(
        told,
        [
            "line 1: “Last name” names two columns: delete one",
            "line 2: “c” stands in a column without a title: give it one"
        ]
    );
    let told = problems("ID,Surname\n30000001,b\n");
    let known = "“Surname” is no column of the members’ list. There are: ID, Last name, First name, State, Birth date, Expires, Regular, Regular N, \
        Regular games, Regular floor, Regular peak, Quick, Quick N, Quick games, Quick floor, Quick peak, FIDE, CFC, Floor 2200 allowed";
    assert_eq!(told[0], format!("line 1: {known}"));
    assert!(told[1].starts_with("line 1: There is no column “Last name”"));
    assert_eq!(told.len(), 2);
}

#[test]
fn a_mapping_says_what_a_column_is_whatever_its_title() {
    let text = "No.,Surname,State,,State\n30000001,Berger,x,c,MN\n30000001,Cole,y,d,MN\n";
    let mut mapping = Mapping::default();
    mapping.take(0, Some("ID".to_owned()));
    mapping.take(1, Some("Last name".to_owned()));
    let list = read(text, &mapping, TODAY);
    // The second “State”, the column without a title, and the number that stands twice are still wrong.
    assert_eq!(list.problems.len(), 4);
    let columns = list.table.columns.iter();
    let columns = columns.map(|column| (column.taken_for.as_deref(), column.is_twice));
    assert_eq!(
        columns.collect::<Vec<_>>(),
        [
            (Some("ID"), false),
            (Some("Last name"), false),
            (Some("State"), true),
            (None, false),
            (Some("State"), true)
        ]
    );
    for left_out in [0, 2, 3] {
        mapping.take(left_out, None);
    }
    let list = read(text, &mapping, TODAY);
    assert_eq!((list.problems.len(), list.notes.len()), (0, 0));
    let rows = list.value.iter();
    let rows = rows.map(|(line, member)| (*line, member.id, member.last_name.as_str()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [(2, None, "Berger"), (3, None, "Cole")]
    );
    assert_eq!(list.value[0].1.state.as_deref(), Some("MN"));
    assert_eq!(
        list.table.rows[1].cells,
        ["30000001", "Cole", "y", "d", "MN"]
    );
    assert_eq!(list.table.rows[1].line, 3);
    // What no column is called here is left out.
    mapping.take(1, Some("Nickname".to_owned()));
    let list = read(text, &mapping, TODAY);
    assert_eq!(list.table.missing, ["Last name"]);
}

#[test]
fn a_file_without_titles_is_no_list() {
    assert_eq!(problems("").len(), 1);
    assert_eq!(problems(" \n\n").len(), 1);
    let told = problems("ID,First name\n30000001,\n");
    assert_eq!(
        told,
        ["line 1: There is no column “Last name”: the first line of the file names the columns"]
    );
}

#[test]
fn a_name_that_cannot_be_printed_is_refused() {
    let told = problems("Last name\nBer\u{202E}ger\n");
    assert!(
        told[0].starts_with("line 2, Last name: This name has a character that can’t be printed")
    );
}

#[test]
fn birth_dates_go_out_only_when_they_are_asked_for() {
    let member = Member {
        last_name: "Berger".to_owned(),
        birth: Some(date(2010, 4, 1)),
        ..Member::default()
    };
    let text = write([(&member, &member.opening)], false);
    assert!(!text.contains("2010") && !text.contains("Birth"));
    let text = write([(&member, &member.opening)], true);
    assert!(text.contains("Birth date") && text.contains("2010-04-01"));
}

#[test]
fn what_is_written_is_what_a_spreadsheet_reads() {
    let mut member = Member {
        id: id("00000017"),
        last_name: "=1+1".to_owned(),
        first_name: "Anna \"A\"".to_owned(),
        ..Member::default()
    };
    member.opening.regular.rating = Some(1643.759);
    member.opening.regular.games = None;
    assert_eq!(
        write([(&member, &member.opening)], false),
        "\u{FEFF}ID,Last name,First name,State,Expires,Regular,Regular N,Regular games,Regular floor,Regular peak,Quick,Quick N,Quick games,Quick floor,Quick peak,FIDE,CFC,Floor 2200 allowed\r\n\
         00000017,'=1+1,\"Anna \"\"A\"\"\",,,1643.759,,0,,,,0,0,,,,,yes\r\n"
    );
}

#[test]
fn no_text_begins_a_formula_and_each_is_read_the_same() {
    for text in [
        "=1", "'=1", "''=1", "-Ann", "'-", "@", "Ann;=1", "Ann;'=1", "'", "''", "O'Brien", "'Ann",
        "＝1", "'＋", "", "a';'=b",
    ] {
        let written = guarded(text);
        assert_eq!(unguarded(&written), text, "{text}");
        for cell in written.split(';') {
            assert!(!cell.starts_with(begins_formula), "{text}");
        }
    }
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| value(self))
    }

    fn count(&mut self) -> u32 {
        u32::try_from(self.below(60)).expect("small")
    }

    fn rating(&mut self) -> f64 {
        let whole = u32::try_from(self.below(3900)).expect("small");
        100.0 + f64::from(whole) + f64::from(self.count()) / 61.0
    }

    /// A name that is stored as it is, of letters that files and spreadsheets make something of.
    fn name(&mut self) -> String {
        const LETTERS: [char; 16] = [
            'a', 'É', 'ß', '-', '=', '+', '@', '\'', '"', ',', ';', '.', '＝', 'x', '0', '–',
        ];
        let length = 1 + self.below(8);
        let letters = (0..length).map(|_| LETTERS[usize::try_from(self.below(16)).expect("small")]);
        letters.collect()
    }

    fn day(&mut self, from: i16) -> Date {
        let year = from + i16::try_from(self.below(20)).expect("small");
        let month = i8::try_from(1 + self.below(12)).expect("small");
        let day = i8::try_from(1 + self.below(28)).expect("small");
        date(year, month, day)
    }

    fn account(&mut self) -> Account {
        let rating = self.maybe(Self::rating);
        let played = self.count();
        let won = (rating.is_none() && played == 0).then_some(0);
        let games = match rating {
            Some(_) => self.maybe(Self::count),
            None => Some(self.count()),
        };
        Account {
            rating,
            games,
            played,
            floor: self.maybe(Self::rating),
            peak: self.maybe(Self::rating),
            wins: won,
            draws: won,
            events: won,
            ..Account::default()
        }
    }

    fn member(&mut self, number: usize) -> Member {
        Member {
            id: self
                .maybe(|_| id(&format!("{:08}", 30_000_001 + number)))
                .flatten(),
            last_name: self.name(),
            first_name: self.maybe(Self::name).unwrap_or_default(),
            state: self.maybe(Self::name),
            birth: self.maybe(|random| random.day(2000)),
            expires: self.maybe(|random| random.day(2020)),
            fide: self.maybe(|_| 1234),
            cfc: self.maybe(|_| 4000),
            floor_2200_allowed: self.below(2) == 0,
            opening: Balance {
                regular: self.account(),
                quick: self.account(),
                ..Balance::default()
            },
        }
    }
}

#[test]
fn a_list_that_is_written_is_read_the_same() {
    for seed in 1..=400 {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed) | 1);
        let written = (0..5)
            .map(|number| random.member(number))
            .collect::<Vec<_>>();
        let pairs = written.iter().map(|member| (member, &member.opening));
        let text = write(pairs.clone(), true);
        let read = members(&text);
        let again = read.iter().map(|(_, member)| member.clone());
        assert_eq!(again.collect::<Vec<_>>(), written, "{text}");
        let lines = read.iter().map(|(line, _)| *line);
        assert_eq!(lines.collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
        let without = members(&write(pairs, false));
        assert!(without.iter().all(|(_, member)| member.birth.is_none()));
    }
}
