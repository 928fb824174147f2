//! Two copies of a camp that become one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use camp_ladder::{
    domain::{Edit, Game, GameResult, PlayerId, merge::MergeChoices},
    import::{self, Choices, Plan},
    jobs::Progress,
    storage::{CampFile, Mode, Occasion},
};

use super::{TODAY, camp_file, games, import_files, line, median, show};

/// Games that are typed on each.
const GAMES: i64 = 300;

/// Games that are imported on each, from the same files.
const IMPORTED: usize = 3000;

pub(super) fn benchmark() {
    typed_on_each();
    imported_on_both();
}

fn typed_on_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let [ours, theirs] = copies(folder.path());
    camp_file(&ours, 60, &[]);
    part(&ours, &theirs);
    for (path, by) in [(&ours, 7), (&theirs, 11)] {
        let mut camp = open(path);
        for number in 0..GAMES {
            let (white, black) = (number % 60 + 1, (number + by) % 60 + 1);
            let game = Game::new(PlayerId(white), PlayerId(black), GameResult::WhiteWon);
            apply(&mut camp, &Edit::add_game(game));
        }
    }
    let (measured, games) = together(&ours, &theirs);
    line(
        "two copies of a camp of 60 players, 300 games typed on each, brought together",
        "100 ms",
        &measured,
        &format!("{games} games afterwards, recalculated and saved to disk"),
    );
}

/// All that is on both has another uid on each, and is made one in one pass.
fn imported_on_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let [ours, theirs] = copies(folder.path());
    drop(CampFile::create(&ours, "Benchmark camp", TODAY).expect("a camp file"));
    part(&ours, &theirs);
    let files = import_files(folder.path(), 60, &games(60, IMPORTED));
    let sources = files
        .iter()
        .map(|file| import::read(file, &Progress::default()).expect("a table"))
        .collect::<Vec<_>>();
    for path in [&ours, &theirs] {
        let mut camp = open(path);
        let camp_now = camp.load().expect("a camp");
        let plan = Plan::new(&sources, &camp_now, &Choices::default());
        assert!(
            plan.is_ready() && plan.games.added == IMPORTED,
            "a good file"
        );
        apply(&mut camp, &Edit::Import(Box::new(plan.changes)));
    }
    let (measured, games) = together(&ours, &theirs);
    assert_eq!(games, IMPORTED, "each is one with that of the other copy");
    line(
        "two copies of a camp, the same 3,000 games and 60 players imported on each, brought together",
        "1 s",
        &measured,
        &format!("{games} games afterwards, each made one with that of the other copy"),
    );
}

fn copies(folder: &Path) -> [PathBuf; 2] {
    ["Camp.ladder", "Copy.ladder"].map(|name| folder.join(name))
}

fn open(path: &Path) -> CampFile {
    CampFile::open(path, Mode::Change).expect("a camp file")
}

/// From here on each goes its own way.
fn part(ours: &Path, theirs: &Path) {
    apply(&mut open(ours), &Edit::RenameCamp("Both".to_owned()));
    fs::copy(ours, theirs).expect("a copy");
}

/// How long it takes to bring one to the other, and how many games there are afterwards.
fn together(ours: &Path, theirs: &Path) -> (String, usize) {
    let trial = ours.with_file_name("Trial.ladder");
    let copy = CampFile::open(theirs, Mode::ReadOnly).expect("the copy");
    let choices = MergeChoices::default();
    let again = || {
        fs::copy(ours, &trial).expect("a copy");
        open(&trial)
    };
    let plan = |camp: &CampFile| {
        let read = camp.compare(&copy).expect("two copies");
        read.plan(&choices).expect("a plan")
    };
    let compared = median(21, again, |camp| drop(plan(&camp)));
    let in_all = median(21, again, |mut camp| {
        let merge = plan(&camp);
        apply(&mut camp, &Edit::Merge(Box::new(merge)));
    });
    let games = open(&trial).load().expect("a camp").games.len();
    let measured = format!("{}: {} to compare them", show(in_all), show(compared));
    (measured, games)
}

fn apply(camp: &mut CampFile, edit: &Edit) {
    let occasion = Occasion {
        ratings_follow: true,
        ..Occasion::now(edit.kind())
    };
    camp.apply(edit, &occasion).expect("a change");
}
