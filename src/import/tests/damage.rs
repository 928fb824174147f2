//! Access files in which something is lost: never fewer rows than before without a word.

use std::{ops::Range, thread};

use super::*;
use crate::{
    domain::{ImportedGroup, ImportedPlayer},
    import::{Table, access_file, access_file::ListOfTables},
};

/// What an Access file of the sample camp brings, and where its list of tables is.
struct Sound {
    file: &'static str,
    bytes: Vec<u8>,
    tables: Vec<Table>,
    brings: Brings,
    /// The page with the rows of the list.
    list: usize,
}

type Brings = (Vec<ImportedGroup>, Vec<ImportedPlayer>, Vec<ImportedGame>);

/// The size of a page, in bytes.
const PAGE: usize = 4096;

fn sound_files() -> [Sound; 2] {
    [("camp-2000.mdb", 14), ("camp-2016.accdb", 17)].map(|(file, list)| {
        let folder = Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../shared/data/access"
        ));
        let bytes = std::fs::read(folder.join(file)).expect("an Access file");
        // A page of rows, of the table that is defined on page 2.
        assert_eq!(bytes[page(list)][0], 1);
        assert_eq!(bytes[page(list)][4..8], [2, 0, 0, 0]);
        let source = source_of(file, bytes.clone()).expect("a sound file");
        let tables = source.tables.clone();
        let sound = plan(&[source], &empty_camp());
        assert!(sound.is_ready(), "{:?}", sound.problems);
        assert_eq!(
            [sound.groups.added, sound.players.added, sound.games.added],
            [5, 48, 320]
        );
        Sound {
            file,
            bytes,
            tables,
            brings: brings(&sound),
            list,
        }
    })
}

const fn page(number: usize) -> Range<usize> {
    number * PAGE..(number + 1) * PAGE
}

fn source_of(file: &str, bytes: Vec<u8>) -> Option<Source> {
    access_file::read(file, bytes, &Progress::default()).ok()
}

/// What importing the file into an empty camp would do; nothing if the file can't be read at all.
fn plan_of(file: &str, bytes: Vec<u8>) -> Option<Plan> {
    Some(plan(&[source_of(file, bytes)?], &empty_camp()))
}

fn brings(plan: &Plan) -> Brings {
    let changes = plan.changes.clone();
    (changes.groups, changes.players, changes.new_games)
}

impl Sound {
    fn with(&self, damage: impl FnOnce(&mut [u8])) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        damage(&mut bytes);
        bytes
    }

    /// Whether the file brings all that it brought before, or says that it doesn't, or can't be read at all.
    fn is_whole_or_said(&self, bytes: Vec<u8>) -> bool {
        let Some(source) = source_of(self.file, bytes) else {
            return true;
        };
        // A plan waits for each of these.
        let is_said = |problem: &Problem| problem.kind.is_damage();
        source.problems.iter().any(is_said)
            || self.has_same_tables(&source)
            || brings(&plan(&[source], &empty_camp())) == self.brings
    }

    /// Whether a plan would see no difference.
    fn has_same_tables(&self, source: &Source) -> bool {
        let same = |a: &Table, b: &Table| {
            (&a.name, &a.header, a.is_unordered) == (&b.name, &b.header, b.is_unordered)
                && a.rows == b.rows
        };
        self.tables.len() == source.tables.len()
            && self
                .tables
                .iter()
                .zip(&source.tables)
                .all(|(a, b)| same(a, b))
    }
}

#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn no_page_is_lost_without_a_word() {
    let mut lost = Vec::new();
    for sound in sound_files() {
        for number in 0..sound.bytes.len() / PAGE {
            for filling in [0, 0xFF] {
                let bytes = sound.with(|bytes| bytes[page(number)].fill(filling));
                if !sound.is_whole_or_said(bytes) {
                    lost.push(format!("{}: page {number} all {filling}", sound.file));
                }
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}

/// Each byte of the list of tables, two ways, but those between its rows where nothing is. All that follows is read by what this list and the pages say of
/// themselves, so each such answer is imported once.
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn no_byte_of_the_list_of_tables_takes_a_table_away_without_a_word() {
    let lost = thread::scope(|scope| {
        let runs = sound_files().map(|sound| scope.spawn(move || sound.lost_by_flips()));
        runs.map(|run| run.join().expect("a list")).concat()
    });
    assert_eq!(lost, Vec::<String>::new());
}

impl Sound {
    /// The bytes of the list of tables between the places of its rows and the rows, in which there is nothing.
    fn free(&self) -> Range<usize> {
        let start = page(self.list).start;
        let number = |at: usize| {
            let bytes = [self.bytes[start + at], self.bytes[start + at + 1]];
            usize::from(u16::from_le_bytes(bytes))
        };
        let places = start + 14 + 2 * number(12);
        places..places + number(2)
    }

    fn lost_by_flips(&self) -> Vec<String> {
        let mut lost = Vec::new();
        let mut known = HashMap::<Option<ListOfTables>, bool>::new();
        for at in page(self.list).filter(|at| !self.free().contains(at)) {
            for flip in [0x01, 0xFF] {
                let bytes = self.with(|bytes| bytes[at] ^= flip);
                let tables = access_file::list_of_tables(bytes.clone());
                let is_right = *known
                    .entry(tables)
                    .or_insert_with(|| self.is_whole_or_said(bytes));
                if !is_right {
                    lost.push(format!("{}: byte {at} ^ {flip:#04X}", self.file));
                }
            }
        }
        assert!(known.len() > 20, "{}: {} lists", self.file, known.len());
        lost
    }
}

/// The places of the list of tables at which the name of the games is, in the letters of Access 2000 and later.
fn places_of(bytes: &[u8], text: &str) -> Vec<usize> {
    let compressed = [b"\xFF\xFE".as_slice(), text.as_bytes()].concat();
    let wide = text
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect::<Vec<_>>();
    let is_at =
        |at: &usize| bytes[*at..].starts_with(&compressed) || bytes[*at..].starts_with(&wide);
    (0..bytes.len()).filter(is_at).collect()
}

#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn what_is_lost_is_said_and_waits_for_the_director() {
    for sound in sound_files() {
        let pages = |from: usize| page(sound.bytes.len() / PAGE - from);
        let list = page(sound.list);
        let name = places_of(&sound.bytes[list.clone()], "Ladder Games")[0] + list.start;
        for (damage, sentence, left) in [
            // The last page has the last 32 games, the one before 95 more.
            (
                pages(1),
                "Ladder Games: 32 rows of this table can’t be read",
                [5, 48, 288],
            ),
            (
                pages(2),
                "Ladder Games: 95 rows of this table can’t be read",
                [5, 48, 225],
            ),
            // Everything is still there, and known by its columns.
            (list, "The list of tables is damaged in", [5, 48, 320]),
            // Only the first letters of the name: it is no text any more.
            (name..name + 2, "", [5, 48, 320]),
        ] {
            let bytes = sound.with(|bytes| bytes[damage].fill(0));
            let sources = [source_of(sound.file, bytes).expect("a file that can be read")];
            let waiting = plan(&sources, &empty_camp());
            let said = waiting.waiting().map(Problem::sentence).collect::<Vec<_>>();
            if sentence.is_empty() {
                assert_eq!(brings(&waiting), sound.brings, "{said:?}");
                continue;
            }
            assert!(!waiting.is_ready());
            assert!(said.iter().any(|said| said.contains(sentence)), "{said:?}");
            let accepting = Choices {
                accept_damage: true,
                ..Choices::default()
            };
            let accepted = Plan::new(&sources, &empty_camp(), &accepting);
            assert!(accepted.is_ready());
            assert_eq!(
                [
                    accepted.groups.added,
                    accepted.players.added,
                    accepted.games.added
                ],
                left
            );
            let still_said = sentences(&accepted, Severity::LeftOut);
            assert!(
                still_said.iter().any(|said| said.contains(sentence)),
                "{still_said:?}"
            );
        }
    }
}

/// The definition of the games: the pages before the index and the rows.
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn a_table_whose_definition_is_gone_is_named_and_a_missing_one_is_said() {
    for (sound, definition) in sound_files().iter().zip([30, 95]) {
        let bytes = sound.with(|bytes| bytes[page(definition)].fill(0));
        let plan = plan_of(sound.file, bytes).expect("a file that can be read");
        let said = sentences(&plan, Severity::Decide);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].contains("The table Ladder Games is damaged"),
            "{said:?}"
        );
        let noted = sentences(&plan, Severity::Note);
        assert!(
            noted.contains(&format!("{}: This file has no table of games", sound.file)),
            "{noted:?}"
        );
    }
}

/// The name of a column of the games: which one is White has to be said.
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn a_table_of_the_old_program_is_known_by_its_name_alone() {
    for sound in sound_files() {
        let bytes = sound.with(|bytes| {
            for at in places_of(bytes, "White") {
                bytes[at] ^= 1;
            }
        });
        let plan = plan_of(sound.file, bytes).expect("a file that can be read");
        let said = sentences(&plan, Severity::Decide);
        assert!(
            said.iter()
                .any(|said| said.contains("Ladder Games: Games need a White column")),
            "{said:?}"
        );
    }
}

/// The places of the first games on a page of games, and their number: rows that begin elsewhere are no rows.
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn no_row_that_is_looked_for_at_a_wrong_place_is_lost_without_a_word() {
    let mut lost = Vec::new();
    for (sound, games) in sound_files().iter().zip([37, 102]) {
        let start = page(games).start;
        for at in start + 12..start + 54 {
            for flip in [0x01, 0x10, 0xFF] {
                let bytes = sound.with(|bytes| bytes[at] ^= flip);
                if !sound.is_whole_or_said(bytes) {
                    lost.push(format!("{}: byte {at} ^ {flip:#04X}", sound.file));
                }
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}

/// What a definition says of a column: its kind, its number, its place in a row and its size. What isn't looked at is
/// left out, and so is what asks for the column of White or the like.
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn no_column_is_lost_without_a_word() {
    let mut lost = Vec::new();
    for (sound, definition) in sound_files().iter().zip([30, 95]) {
        // The entries of the five columns follow one of the index.
        let entries = page(definition).start + 63 + 12;
        for column in 0..5 {
            for part in [0, 15, 21, 23] {
                let at = entries + 25 * column + part;
                let bytes = sound.with(|bytes| bytes[at] ^= 0x01);
                if !sound.is_whole_or_said(bytes) {
                    lost.push(format!("{}: byte {at}", sound.file));
                }
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}
