//! Two copies of a camp that become one.

use std::fs;

use camp_ladder::{
    domain::{Edit, Game, GameResult, PlayerId, merge::MergeChoices},
    storage::{CampFile, Mode, Occasion},
};

use super::{camp_file, line, median, show};

/// Games that are typed on each.
const GAMES: i64 = 300;

pub(super) fn benchmark() {
    let folder = tempfile::tempdir().expect("a folder");
    let [ours, theirs, trial] =
        ["Camp.ladder", "Copy.ladder", "Trial.ladder"].map(|name| folder.path().join(name));
    camp_file(&ours, 60, &[]);
    let open = |path| CampFile::open(path, Mode::Change).expect("a camp file");
    apply(&mut open(&ours), &Edit::RenameCamp("Both".to_owned()));
    fs::copy(&ours, &theirs).expect("a copy");
    for (path, by) in [(&ours, 7), (&theirs, 11)] {
        let mut camp = open(path);
        for number in 0..GAMES {
            let (white, black) = (number % 60 + 1, (number + by) % 60 + 1);
            let game = Game::new(PlayerId(white), PlayerId(black), GameResult::WhiteWon);
            apply(&mut camp, &Edit::add_game(game));
        }
    }
    let copy = CampFile::open(&theirs, Mode::ReadOnly).expect("the copy");
    let choices = MergeChoices::default();
    let again = || {
        fs::copy(&ours, &trial).expect("a copy");
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
    line(
        "two copies of a camp of 60 players, 300 games typed on each, brought together",
        "100 ms",
        &format!("{}: {} to compare them", show(in_all), show(compared)),
        &format!("{games} games afterwards, recalculated and saved to disk"),
    );
}

fn apply(camp: &mut CampFile, edit: &Edit) {
    let occasion = Occasion {
        ratings_follow: true,
        ..Occasion::now(edit.kind())
    };
    camp.apply(edit, &occasion).expect("a change");
}
