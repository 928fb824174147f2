//! What a repair says, and what it says of a closed week.

use super::*;
use crate::{
    domain::{Acceptance, LadderProblem},
    rating::camp_ladder,
};

/// Zeros every page that is named.
fn without(sound: &[u8], pages: impl IntoIterator<Item = PageNumber>) -> Vec<u8> {
    let mut damaged = sound.to_vec();
    for page in pages {
        let page = usize::try_from(page).expect("a small file");
        damaged[(page - 1) * PAGE..page * PAGE].fill(0);
    }
    damaged
}

/// The page of the first row of a table.
fn page_of(rows: &[Row], table: &str) -> PageNumber {
    let row = rows.iter().find(|row| row.table == table).expect("a row");
    *row.pages.first().expect("a page")
}

#[test]
fn a_closed_week_that_lost_games_keeps_its_ratings_and_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let damaged = without(&sound, [page_of(&rows(&sound), "game")]);
    let (_folder, path, place) = on_disk(&damaged);
    let repaired = repair(&path, &place, None, &mut go_on).expect("repaired");
    let lines = repaired.expect("to the end").lines();
    let told = |line: &String| {
        line.starts_with("Week 1") && line.contains("isn’t what it was when it was closed")
    };
    assert!(lines.iter().any(told), "{lines:#?}");
    let sound = {
        let path = folder.path().join("Camp.ladder");
        CampFile::open(&path, Mode::ReadOnly).expect("the camp")
    };
    let mut now = CampFile::open(&place, Mode::Change).expect("the new camp");
    assert_eq!(now.damage().expect("a look"), Vec::<String>::new());
    let first = sound.load().expect("a camp").weeks[0].id;
    let posted = |camp: &CampFile| {
        let week = camp.load_week(first).expect("a week");
        let players = week.players.iter().map(|player| player.ratings);
        players.collect::<Vec<_>>()
    };
    assert_eq!(posted(&now), posted(&sound));
    let mending = now.mending().expect("a look");
    let left = mending.left();
    assert!(left.iter().any(told), "{left:#?}");
    if let Some(edit) = mending.edit() {
        now.apply(&edit, &Occasion::now("Mend")).expect("mended");
    }
    assert_eq!(posted(&now), posted(&sound));
    let problems = camp_ladder::problems(&now.load().expect("a camp"));
    let mut problems = problems.iter();
    assert!(problems.any(|it| matches!(it, LadderProblem::WeekLacksPart(_))));
}

/// Nothing said later that games were missing, and Recalc Ratings was asked for: the standings on the wall would have been wrong.
#[test]
fn an_open_week_that_lost_games_keeps_its_ratings_until_that_is_called_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let rows = rows(&sound);
    let is_of_week_2 = |row: &&Row| row.table == "game" && row.values[2] == Value::Integer(2);
    let last = rows.iter().rfind(is_of_week_2).expect("a game");
    let page = *last.pages.first().expect("a page");
    let gone = rows.iter().filter(is_of_week_2);
    let gone = gone.filter(|row| row.pages.contains(&page)).count();
    let (_folder, path, place) = on_disk(&without(&sound, [page]));
    repair(&path, &place, None, &mut go_on).expect("repaired");
    let mut now = CampFile::open(&place, Mode::Change).expect("the new camp");
    let problems = |camp: &CampFile| camp_ladder::problems(&camp.load().expect("a camp"));
    let missing = |problems: &[LadderProblem]| {
        let mut problems = problems.iter();
        let found = problems.find_map(|problem| match problem {
            LadderProblem::MissingSinceRepair(missing) => Some(*missing),
            _ => None,
        });
        found.map(|missing| (missing.week.0, missing.games))
    };
    let is_old = |problems: &[LadderProblem]| {
        let mut problems = problems.iter();
        problems.any(|problem| matches!(problem, LadderProblem::RatingsOutOfDate { .. }))
    };
    let listed = problems(&now);
    assert_eq!(missing(&listed), Some((2, gone)), "{listed:#?}");
    assert!(!is_old(&listed), "{listed:#?}");

    let posted = |camp: &CampFile| {
        let players = camp.load().expect("a camp").players;
        players.iter().map(|it| it.ratings).collect::<Vec<_>>()
    };
    let before = posted(&now);
    let players = now.load().expect("a camp").players;
    let game = Game::new(players[0].id, players[1].id, GameResult::WhiteWon);
    let occasion = Occasion {
        ratings_follow: true,
        ..Occasion::now("A game")
    };
    now.apply(&Edit::add_game(game), &occasion).expect("a game");
    assert!(now.mending().expect("a look").mended().is_empty());
    assert_eq!(posted(&now), before);

    let data = now.load().expect("a camp");
    let keys = listed.iter().filter_map(|problem| match problem {
        LadderProblem::MissingSinceRepair(_) => problem.key(&data),
        _ => None,
    });
    let acceptance = Edit::AcceptProblems(Acceptance {
        week: data.week.id,
        keys: keys.collect(),
        accepted: true,
        what: String::new(),
    });
    now.apply(&acceptance, &occasion).expect("accepted");
    let listed = problems(&now);
    assert_eq!(missing(&listed), None, "{listed:#?}");
    assert!(is_old(&listed), "{listed:#?}");
}

#[test]
fn a_group_of_a_week_is_told_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let damaged = without(&sound, [page_of(&rows(&sound), "week_group")]);
    let (_, repaired) = saved(&damaged, "groups of weeks");
    let lines = repaired.lines();
    let told = lines
        .iter()
        .find(|line| line.starts_with("The rating of a group in a week is lost: "));
    let told = told.unwrap_or_else(|| panic!("{lines:#?}"));
    assert!(
        told.contains(" in week 1") && !told.contains("group 1, "),
        "{told}"
    );
}

/// What is kept beside the damaged file, or printed by the command line, has each record that is to be typed again.
#[test]
fn all_that_is_missing_is_told_and_in_short_the_first_ones() {
    let games = (1..=70).map(|number| format!("game {number}"));
    let games = games.collect::<Vec<_>>();
    let players = vec!["player 7".to_owned(); 14];
    let repaired = Repaired {
        tables: vec![RepairedTable {
            title: "Games",
            saved: 30,
            from_backup: 0,
            of: 100,
            is_about: false,
            missing: games.clone(),
        }],
        notes: vec![RepairNote::about("Type the rest", players)],
        ..Repaired::default()
    };
    let whole = repaired.lines();
    assert!(whole[0].ends_with(&games.join("; ")), "{whole:#?}");
    assert_eq!(whole[1].matches("player 7").count(), 14);
    let short = repaired.lines_in_short();
    assert!(short[0].ends_with("; game 12; and 58 more"), "{short:#?}");
    assert!(short[1].ends_with("; and 2 more"), "{short:#?}");
}

#[test]
fn of_a_stub_it_is_said_once_that_nothing_is_known() {
    let sound = fixture(schema::newest());
    let (_, repaired) = saved(&sound[..100], "a stub");
    let lines = repaired.lines();
    let nothing = "nothing could be read, and nothing tells how much there was";
    let told = lines.iter().filter(|line| line.contains(nothing));
    assert_eq!(told.count(), 1, "{lines:#?}");
    assert!(lines.len() < 8, "{lines:#?}");
}
