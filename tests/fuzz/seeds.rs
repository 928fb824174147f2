//! The files that inputs are made of.

use std::{
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use camp_ladder::{
    app::settings::Settings,
    report::Print,
    storage::{BackupPlaces, BackupReason, CampFile, Mode},
};
use flate2::read::GzDecoder;
use rusqlite::Connection;

use crate::small_camp::{small_camp, with_few_games};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn fixtures() -> PathBuf {
    root().join("tests/fixtures")
}

/// A folder a target: small files of its kind, and what once did harm to it.
pub(crate) fn corpus() -> PathBuf {
    root().join("tests/fuzz/corpus")
}

/// What the corpus has for a target, in the order of the names. Large files are packed.
pub(crate) fn of_corpus(target: &str) -> Vec<Vec<u8>> {
    all_in(&corpus().join(target))
}

/// The files of a folder, which need not be there.
fn all_in(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths = entries
        .map(|entry| entry.expect("an entry").path())
        .collect::<Vec<_>>();
    paths.sort();
    paths.iter().map(|path| unpacked(path)).collect()
}

pub(crate) fn unpacked(path: &Path) -> Vec<u8> {
    let file = File::open(path).expect("a sample file");
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(file).read_to_end(&mut bytes)
    } else {
        (&file).read_to_end(&mut bytes)
    }
    .expect("a sample file");
    bytes
}

/// Where the corpus has all there is.
pub(crate) fn nothing_more() -> Vec<Vec<u8>> {
    Vec::new()
}

pub(crate) fn text_tables() -> Vec<Vec<u8>> {
    let shapes = fs::read_dir(fixtures().join("access")).expect("samples");
    let mut folders = shapes
        .map(|shape| shape.expect("an entry").path())
        .collect::<Vec<_>>();
    folders.sort();
    let mut tables = folders
        .iter()
        .flat_map(|folder| all_in(folder))
        .collect::<Vec<_>>();
    // Their beginnings say all, and are read sooner.
    for table in &mut tables {
        table.truncate(2000);
    }
    tables
}

/// Those beside the checkout, besides the corpus.
pub(crate) fn us_chess_crosstables() -> Vec<Vec<u8>> {
    let folder = root().join("../shared/data");
    let names = ["us-chess-crosstable-64.txt", "crosstable-2001-header.txt"];
    let paths = names.map(|name| folder.join(name)).into_iter();
    paths
        .filter(|path| path.exists())
        .map(|path| unpacked(&path))
        .collect()
}

pub(crate) fn us_chess_json() -> Vec<Vec<u8>> {
    all_in(&root().join("docs/us-chess"))
}

pub(crate) fn visual_basic() -> Vec<Vec<u8>> {
    vec![
        b"Option Compare Database\n\
          Public Sub Recalc_Ratings() ' all games\n\
          Const Base = 375\n\
          If rs!Result = \"(1-0)\" Then d = 25 + 16 * 15 / 2.5 _\n + 1\n\
          x = \"a \"\"b\"\" c\"\nEnd Sub\n"
            .to_vec(),
    ]
}

/// A small camp of each version; the last one is of the newest, and has something of everything.
pub(crate) fn camp_files() -> Vec<Vec<u8>> {
    let versions = 1..;
    versions
        .map(|version| fixtures().join(format!("camps/schema-{version}.ladder")))
        .take_while(|path| path.exists())
        .map(|path| with_few_games(&unpacked(&path)))
        .chain([small_camp()])
        .collect()
}

/// The templates that a director begins with.
pub(crate) fn templates() -> Vec<Vec<u8>> {
    let folder = root().join("src/report/templates");
    let names = ["standings.typ", "games.typ", "sheet.typ", "list.typ"];
    names.map(|name| unpacked(&folder.join(name))).into()
}

/// Orders for [`crate::targets::camp_values`].
pub(crate) fn orders() -> Vec<Vec<u8>> {
    let bytes = (0_u32..48).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[0]);
    vec![bytes.collect()]
}

/// A camp that a program was about to change when it was killed, and its journal.
pub(crate) fn journals() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    fs::write(&path, camp_files().pop().expect("a camp")).expect("a file");
    let mut connection = Connection::open(&path).expect("a camp");
    let transaction = connection.transaction().expect("a transaction");
    transaction
        .execute_batch("PRAGMA cache_size = 2; UPDATE person SET notes = hex(zeroblob(40))")
        .expect("a change");
    transaction.cache_flush().expect("a disk");
    let camp = fs::read(&path).expect("a file");
    let journal = fs::read(folder.path().join("Camp.ladder-journal")).expect("a journal");
    vec![with_length(&camp, &journal)]
}

/// A backup and its note.
pub(crate) fn backups() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    fs::write(&path, camp_files().pop().expect("a camp")).expect("a file");
    let places = BackupPlaces::only(folder.path().join("backups"));
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    let backup = snapshot.expect("a copy").keep().expect("a backup");
    let name = backup.path.file_name().expect("a name").to_string_lossy();
    let note = name.replace(".ladder.gz", ".json");
    let note = fs::read(backup.path.with_file_name(note)).expect("a note");
    vec![with_length(
        &fs::read(&backup.path).expect("a backup"),
        &note,
    )]
}

fn with_length(first: &[u8], second: &[u8]) -> Vec<u8> {
    let length = u32::try_from(first.len()).expect("a small file");
    [&length.to_le_bytes(), first, second].concat()
}

/// What there is before anything was chosen, and what was chosen for a print.
pub(crate) fn settings() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("settings.json");
    let mut settings = Settings::load(place.clone());
    settings.remember(&folder.path().join("Camp.ladder"));
    for print in Print::ALL {
        settings.choose(print, print.default_choices());
    }
    settings.save();
    vec![unpacked(&place)]
}

/// A font, the same with a letter that the program's own fonts lack, and the same that says it has every letter there can be.
pub(crate) fn fonts() -> Vec<Vec<u8>> {
    let font = unpacked(&root().join("fonts/Roboto-Regular.ttf"));
    let further = with_letters(&font, [(0x20, 0x7E), (0xE01, 0xE3A)]);
    let all = with_letters(&font, [(0x20, 0x7E), (0x80, u32::MAX)]);
    vec![font, further, all]
}

/// The font with two ranges of letters, which look like those that stand first in it.
fn with_letters(font: &[u8], ranges: [(u32, u32); 2]) -> Vec<u8> {
    let mut font = font.to_vec();
    let entry = font.windows(4).position(|word| word == b"cmap");
    let entry = entry.expect("a table of letters");
    let number = font[entry + 8..].first_chunk().expect("an offset");
    let table = usize::try_from(u32::from_be_bytes(*number)).expect("a short file");
    // One subtable, of groups.
    let mut bytes = vec![0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0];
    let groups = ranges.map(|(first, last)| [first, last, 1]).concat();
    for number in [40, 0, 2].into_iter().chain(groups) {
        bytes.extend(u32::to_be_bytes(number));
    }
    font[table..table + bytes.len()].copy_from_slice(&bytes);
    font
}

pub(crate) fn logos() -> Vec<Vec<u8>> {
    vec![
        unpacked(&root().join("icons/camp-ladder-256.png")),
        br##"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><defs><linearGradient id="a"><stop offset="0.5" stop-color="#123"/></linearGradient></defs><g transform="rotate(30) scale(2)"><rect id="b" width="20" height="10" fill="url(#a)"/><use href="#b" x="4"/><path d="M0 0L10 10C1 2 3 4 5 6A3 4 5 1 0 9 9Z" stroke="#f00" stroke-width="2" stroke-dasharray="1 2"/><text x="1" y="9" font-size="9">Camp</text></g></svg>"##.to_vec(),
    ]
}
