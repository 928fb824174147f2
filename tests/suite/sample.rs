//! The sample camp in its five text shapes, and the ratings that every one of them must give.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use camp_ladder::{
    domain::Edit,
    import::{Choices, Plan, Problem, Source},
    rating::camp_ladder::recalculate,
    storage::{CampFile, Occasion},
};
use jiff::civil::{Date, date};

/// The shapes with player numbers in the games, which give every expected rating.
pub(crate) const NUMBERED_SHAPES: [&str; 4] = [
    "csv",
    "csv-no-header",
    "csv-semicolon-day-first",
    "csv-utf8-bom-shuffled",
];

/// The shape with names in the games.
pub(crate) const FORMATTED: &str = "with-formatting";

/// A Friday of the sample week.
pub(crate) const TODAY: Date = date(2026, 7, 10);

/// By player number: the weekly and the permanent rating.
pub(crate) type Expected = BTreeMap<i64, (i64, i64)>;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("tests/fixtures/access")
}

/// Groups, players and games of a shape.
pub(crate) fn files(shape: &str) -> [PathBuf; 3] {
    let ending = if shape == FORMATTED { "txt" } else { "csv" };
    ["Camp Groups", "Ladder Players", "Ladder Games"]
        .map(|table| folder().join(shape).join(format!("{table}.{ending}")))
}

/// The Access files beside the checkout, where they are.
#[cfg(shared_data)]
pub(crate) fn access_file(name: &str) -> PathBuf {
    root().join("../shared/data/access").join(name)
}

/// A file's text. The samples that are not UTF-8 are in the encoding of a Windows in America or Western Europe.
pub(crate) fn text(file: &Path) -> String {
    let bytes = fs::read(file).expect("a sample file");
    match String::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(error) => encoding_rs::WINDOWS_1252
            .decode(error.as_bytes())
            .0
            .into_owned(),
    }
}

/// The records of a delimited file, without its header.
pub(crate) fn records(file: &Path) -> Vec<Vec<String>> {
    csv::Reader::from_reader(text(file).as_bytes())
        .records()
        .map(|record| {
            let record = record.expect("a sound sample file");
            record.iter().map(str::to_owned).collect()
        })
        .collect()
}

/// The ratings after the old program's button was pressed in a copy of Access, with every `(0-1)` a draw.
pub(crate) fn expected() -> Expected {
    let expected = records(&folder().join("expected-ratings.csv"))
        .iter()
        .map(|row| {
            let number = |at: usize| row[at].parse::<i64>().expect("a number");
            (number(0), (number(1), number(2)))
        })
        .collect::<Expected>();
    assert_eq!(expected.len(), 48, "the sample has 48 players");
    expected
}

/// What a director decides who wants the ratings that Access had.
pub(crate) fn as_access_rated() -> Choices {
    let mut choices = Choices::default();
    choices
        .results
        .insert("(0-1)".to_owned(), camp_ladder::import::Meaning::Draw);
    choices
}

/// Imports sources into a new camp in memory.
pub(crate) fn imported(sources: &[Source], choices: &Choices) -> CampFile {
    let mut file = CampFile::in_memory("Test camp", TODAY).expect("memory");
    let plan = Plan::new(sources, &file.load().expect("an empty camp"), choices);
    let waiting = plan.waiting().map(Problem::sentence).collect::<Vec<_>>();
    assert_eq!(waiting, Vec::<String>::new());
    file.apply(
        &Edit::Import(Box::new(plan.changes)),
        &Occasion::now("A change"),
    )
    .expect("an import");
    file
}

/// Presses Recalc Ratings.
pub(crate) fn recalculated(file: &mut CampFile) {
    let ladder = file.ladder().expect("a ladder");
    let answer = recalculate(&ladder, |_, _| std::ops::ControlFlow::Continue(()))
        .expect("nothing stands in the way");
    file.apply(&Edit::SaveRatings(answer.saved), &Occasion::now("A change"))
        .expect("ratings are saved");
}

/// Every player's saved ratings.
pub(crate) fn ratings(file: &CampFile) -> Expected {
    let camp = file.load().expect("a camp");
    camp.players
        .iter()
        .map(|player| {
            let now = player.ratings;
            (player.id.0, (now.weekly.into(), now.permanent.into()))
        })
        .collect()
}
