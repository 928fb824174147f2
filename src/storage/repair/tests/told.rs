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
fn both_are_many_of_what_belongs_to_two() {
    let of = |table, count| report::so_many(table, count);
    assert_eq!(of("attendance", 3), "3 meetings and players");
    assert_eq!(of("ladder_setting", 2), "2 settings of ladders");
    assert_eq!(of("attendance", 1), "1 meeting and player");
    assert_eq!(of("week_player", 2), "2 players in weeks");
}

#[test]
fn what_is_in_custom_columns_is_counted_as_values_and_not_as_players() {
    let of = |table, count| report::so_many(table, count);
    let many = "84 values of custom columns of players";
    assert_eq!(of("person_extra", 84), many);
    let one = "1 value of custom columns of games";
    assert_eq!(of("game_extra", 1), one);
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let damaged = without(&sound, [page_of(&rows(&sound), "game_extra")]);
    let (_, repaired) = saved(&damaged, "values");
    let lines = repaired.lines().join("\n");
    assert!(
        lines.contains("Values of custom columns of games"),
        "{lines}"
    );
}

#[test]
fn values_of_missing_columns_went_with_them_and_were_not_perhaps_nothing() {
    let columns = (1..=3).map(|number| format!("column {number}")).collect();
    let values = "Values of custom columns of players";
    let told = |columns| {
        let repaired = Repaired {
            tables: vec![
                table("Weeks", [1, 0, 1], Vec::new()),
                columns,
                table(values, [0, 0, 0], Vec::new()),
                table("Ladders", [0, 0, 0], Vec::new()),
            ],
            ..Repaired::default()
        };
        repaired.lines()
    };
    assert_eq!(
        told(table("Custom columns", [0, 0, 3], columns)),
        [
            "Custom columns: 0 of 3. Missing: columns 1 to 3".to_owned(),
            format!(
                "With the missing columns went the values in them, and nothing tells how many there were: {values}"
            ),
            "Weeks: 1 of 1".to_owned(),
            "Nothing was found of these, and perhaps there was nothing: Ladders".to_owned(),
        ]
    );
    let are_there = told(table("Custom columns", [3, 0, 3], Vec::new()));
    let perhaps = format!("perhaps there was nothing: {values}; Ladders");
    assert!(are_there.concat().contains(&perhaps), "{are_there:#?}");
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
        .position(|line| line.starts_with("The rating of a group in a week is lost:"));
    let told = told.unwrap_or_else(|| panic!("{lines:#?}"));
    let told = lines[told..].join("\n");
    assert!(
        told.contains(" in week 1") && !told.contains("group 1, "),
        "{told}"
    );
}

/// What is kept beside the damaged file, or printed by the command line, has each record that is to be typed again.
#[test]
fn all_that_is_missing_is_told_and_in_short_the_first_ones() {
    let games = (1..=70).map(|number| format!("game {number} of week 1, Lee against Vang"));
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
    assert_eq!(whole[0], "Games: 30 of 100. Missing:");
    let listed = whole[1..=70].iter().map(|line| line.trim_start());
    assert!(listed.eq(games.iter().map(String::as_str)), "{whole:#?}");
    assert_eq!(whole[71], "Type the rest:");
    assert_eq!(whole[72..].len(), 14);
    let short = repaired.lines_in_short();
    assert_eq!(
        short[0],
        "Games: 30 of 100. Missing: games 1 to 70 of week 1"
    );
    assert_eq!(short[1], "Type the rest:");
    assert_eq!(short[14].trim_start(), "and 2 more");
}

/// Where somebody reads it in the window, a hundred lines that read alike tell less than two.
#[test]
fn many_games_of_known_players_are_told_by_week_in_short_and_few_by_their_players() {
    let of_week = |week| move |number| format!("game {number} of week {week}, Lee against Vang");
    let short = |missing: Vec<String>| {
        let repaired = Repaired {
            tables: vec![table("Games", [1, 0, 100], missing)],
            ..Repaired::default()
        };
        repaired.lines_in_short()
    };
    let few = (1..=5).map(of_week(1)).collect::<Vec<_>>();
    let told = short(few.clone());
    assert!(told[1..].iter().map(|line| line.trim_start()).eq(few));
    let mut many = (1..=40).map(of_week(1)).collect::<Vec<_>>();
    many.push("game 41 of week 1".to_owned());
    many.extend([42, 44, 50].map(of_week(2)));
    many.push(of_week(3)(60));
    many.extend([70, 73].map(of_week(4)));
    many.extend((80..=82).map(of_week(2)));
    assert_eq!(
        short(many),
        [
            "Games: 1 of 100. Missing:",
            "    games 1 to 40 of week 1",
            "    game 41 of week 1",
            "    6 games of week 2, between 42 and 82",
            "    game 60 of week 3, Lee against Vang",
            "    games 70 and 73 of week 4",
        ]
    );
}

fn table(title: &'static str, counts: [usize; 3], missing: Vec<String>) -> RepairedTable {
    let [saved, from_backup, of] = counts;
    RepairedTable {
        title,
        saved,
        from_backup,
        of,
        is_about: of == 0,
        missing,
    }
}

#[test]
fn what_is_missing_comes_first_and_as_far_as_numbers_run_on_together() {
    let of_week = |week| move |number| format!("game {number} of week {week}");
    let mut missing = (1..=197).map(of_week(1)).collect::<Vec<_>>();
    missing.extend((198..=199).map(of_week(2)));
    missing.push(of_week(2)(201));
    missing.extend((202..=203).map(|number| format!("game {number} of week 2, Lee against Vang")));
    let repaired = Repaired {
        tables: vec![
            table("Weeks", [1, 0, 1], Vec::new()),
            table("Groups", [0, 0, 0], Vec::new()),
            table("Games", [137, 0, 339], missing),
            table("Ladders", [0, 0, 0], Vec::new()),
            table("Sections of US Chess", [0, 0, 0], Vec::new()),
        ],
        ..Repaired::default()
    };
    assert_eq!(
        repaired.lines(),
        [
            "Games: 137 of 339. Missing:",
            "    games 1 to 197 of week 1",
            "    games 198 and 199 of week 2",
            "    game 201 of week 2",
            "    game 202 of week 2, Lee against Vang",
            "    game 203 of week 2, Lee against Vang",
            "Groups: nothing could be read, and nothing tells how much there was",
            "Weeks: 1 of 1",
            "Nothing was found of these, and perhaps there was nothing: Ladders; Sections of US Chess",
        ]
    );
}

#[test]
fn what_comes_from_the_backup_is_counted_with_what_is_there() {
    let line = |counts| {
        let tables = vec![table("Games", counts, Vec::new())];
        let repaired = Repaired {
            tables,
            ..Repaired::default()
        };
        repaired.lines().remove(0)
    };
    for (counts, said) in [
        ([0, 326, 334], "Games: 326 of 334, all from the backup"),
        (
            [8, 326, 334],
            "Games: 334 of 334, 326 of them from the backup",
        ),
        ([334, 0, 334], "Games: 334 of 334"),
    ] {
        assert_eq!(line(counts), said);
    }
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
