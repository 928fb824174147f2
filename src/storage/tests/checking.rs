//! The look through the whole file finds what no page, no kind of value and no foreign key tells.

use std::cell::RefCell;

use super::*;
use crate::{
    domain::{LadderProblem, NextWeek, WeekDetails},
    rating::{camp_ladder, us_chess::tests::random::Random},
    storage::{safety::digest, us_chess::tests as sections, week},
};

/// A camp with a closed week and one that is worked on, each with a game.
pub(super) fn two_weeks(path: &Path) {
    let mut camp = CampFile::create(path, "Test camp", TODAY).expect("a camp");
    let (_, lee, vang) = small_camp(&mut camp);
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    apply(&mut camp, Edit::StartWeek(Box::new(next)));
    apply(&mut camp, Edit::add_game(new_game(vang, lee)));
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
}

/// What another program may write into the rows, and words that tell it.
const CHANGES: [(&str, &str); 30] = [
    (
        "PRAGMA foreign_keys = OFF; DELETE FROM week_player WHERE week_id = 1 AND person_id = 1",
        "names a week_player that isn’t there",
    ),
    (
        "PRAGMA foreign_keys = OFF; DELETE FROM week_group WHERE week_id = 1",
        "names a week_group that isn’t there",
    ),
    (
        "PRAGMA foreign_keys = OFF; UPDATE game SET black_id = 99 WHERE week_id = 1",
        "names a week_player that isn’t there",
    ),
    (
        "PRAGMA foreign_keys = OFF; DELETE FROM person WHERE id = 1",
        "names a person that isn’t there",
    ),
    (
        "DELETE FROM game WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE game SET result = 0 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE game SET played_on = NULL WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE game SET counts = 0 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE game SET sequence = 7 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE game SET white_id = 2, black_id = 1 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE game SET tournament = 'Cup' WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week_player SET weekly_rating = 1 + weekly_rating WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week_player SET permanent_rating = 0 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week_player SET active = 0, frozen_weekly = 1, frozen_permanent = 1 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week_player SET start_permanent = 5 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week_group SET initial_rating = 5 WHERE week_id = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week SET first_day = '2026-06-01' WHERE number = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week SET closed_on = '2026-08-01' WHERE number = 1",
        "Week 1 isn’t what it was",
    ),
    (
        "UPDATE week SET closed_on = NULL, digest = NULL WHERE number = 1",
        "week 1 is open beside the current one",
    ),
    (
        "UPDATE camp SET current_week = 1",
        "week 1, which is closed, stands in the place of the last one",
    ),
    ("UPDATE camp SET current_week = NULL", "no current week"),
    ("DELETE FROM camp", "no current week"),
    (
        "INSERT INTO camp_group (id, uid, name) SELECT 99, printf('%036d', 99), name FROM camp_group WHERE id = 1;
         INSERT INTO week_group (week_id, group_id, skill_order) VALUES (2, 99, 9)",
        "two groups of week 2 are called “",
    ),
    (
        "UPDATE history_row SET table_name = 'sqlite_schema' WHERE place = 1",
        "the history names a table “sqlite_schema”",
    ),
    (
        "UPDATE history_row SET before = '{\"evil\":1}' WHERE what = 'changed'",
        "the history names a column “evil”",
    ),
    (
        "UPDATE history_row SET before = 'nonsense' WHERE what = 'changed'",
        "the history can’t be read in step",
    ),
    (
        "UPDATE history_step SET done_at = '2026-02-31T10:00:00Z' WHERE id = 2",
        "the time of step 2 of the history can’t be read",
    ),
    (
        "UPDATE history_step SET undone = 1 WHERE id = 1",
        "the history has a step that was undone before one that wasn’t",
    ),
    (
        "UPDATE week SET number = 9223372036854775807 WHERE number = 2",
        "a number in week is larger",
    ),
    (
        "PRAGMA foreign_keys = OFF; UPDATE history_step SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM history_step)",
        "a number in history_step is larger",
    ),
];

#[test]
fn what_rows_can_not_be_is_found_and_nothing_is_written() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    two_weeks(&path);
    let sound = fs::read(&path).expect("the file");
    for (sql, word) in CHANGES {
        fs::write(&path, &sound).expect("the camp");
        let other = Connection::open(&path).expect("a database");
        other.execute_batch(sql).expect(sql);
        drop(other);
        let changed = fs::read(&path).expect("the file");
        let camp = CampFile::open_to_check(&path).expect("something to look at");
        let found = camp.damage().expect("a look");
        assert!(
            found.iter().any(|finding| finding.contains(word)),
            "{sql}: {found:?}"
        );
        drop(camp);
        for mode in [Mode::Change, Mode::ReadOnly] {
            let opened = CampFile::open(&path, mode);
            if word.contains("history") {
                // A camp can do without.
                let camp = opened.expect(sql);
                assert!(camp.lost_history().is_some(), "{sql}");
                assert_eq!(camp.load().expect("the camp").players.len(), 2, "{sql}");
                continue;
            }
            let error = opened.expect_err(sql);
            assert!(matches!(error, OpenError::Damaged { .. }), "{sql}: {error}");
            assert!(error.to_string().contains("Keep it as it is"), "{error}");
        }
        assert_eq!(fs::read(&path).expect("the file"), changed, "{sql}");
    }
}

/// A week that is reopened, corrected, and closed is another one from then on, and undo brings the old one back.
#[test]
fn a_closed_week_may_be_corrected() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    two_weeks(&path);
    let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
    let first = camp.load().expect("the camp").weeks[0].id;
    let sound = |camp: &CampFile| assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
    apply(&mut camp, Edit::ReopenWeek(first));
    sound(&camp);
    let mut game = camp.load().expect("the camp").games[0].clone();
    game.result = GameResult::Draw;
    apply(&mut camp, Edit::put(&game));
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    sound(&camp);
    let details = WeekDetails {
        label: "Gold camp".to_owned(),
        days: [Some(date(2026, 7, 6)), None],
    };
    apply(
        &mut camp,
        Edit::ChangeWeek {
            week: first,
            details,
        },
    );
    sound(&camp);
    while !camp
        .move_in_history(HistoryMove::Undo)
        .expect("undone")
        .undone
        .is_empty()
    {
        sound(&camp);
    }
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    sound(&camp);
}

/// A large file with a page of zeros: shown before it was looked through, and never written to.
#[test]
fn a_large_camp_is_looked_through_before_it_is_changed() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    let red = add_group(&mut camp, "Red", 400);
    let players = (0..700).map(|number| {
        let mut player = new_player(&format!("Player {number}"), red);
        player.notes = "Notes. ".repeat(570);
        Edit::AddPlayer(player)
    });
    let edit = Edit::Together {
        name: "Players".to_owned(),
        edits: players.collect(),
    };
    apply(&mut camp, edit);
    drop(camp);
    let sound = fs::read(&path).expect("the file");
    let pages = sound.len() / 4096;
    assert!(pages > 600, "{pages}");
    let mut refused = 0;
    // Without those of the history, a camp is one all the same.
    let of_history = {
        let other = Connection::open(&path).expect("a database");
        let mut statement = other
            .prepare("SELECT pageno - 1 FROM dbstat WHERE name GLOB 'history_*'")
            .expect("a statement");
        let numbers = statement.query_map([], |row| row.get::<_, i64>(0));
        let numbers = numbers.expect("a query").collect::<Result<Vec<_>, _>>();
        numbers.expect("pages")
    };
    let pages = (1..i64::try_from(pages).expect("a small file")).step_by(pages / 45);
    for page in pages.filter(|page| !of_history.contains(page)) {
        let page = usize::try_from(page).expect("a small file");
        let mut damaged = sound.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0);
        fs::write(&path, &damaged).expect("a damaged file");
        let changed = CampFile::open(&path, Mode::Change).and_then(|mut camp| {
            assert!(!camp.is_checked());
            let rename = Edit::RenameCamp("Other".to_owned());
            camp.apply(&rename, &now())
                .map_err(|error| OpenError::from_loading(&path, &error))
        });
        let error = changed.expect_err("a damaged camp");
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
        assert_eq!(fs::read(&path).expect("the file"), damaged);
        refused += 1;
    }
    assert!(refused >= 40);
    fs::write(&path, &sound).expect("the sound file");
    let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
    camp.check_until(|| true).expect("given up");
    assert!(!camp.is_checked(), "it comes before the first change then");
    camp.check_until(|| false).expect("a sound camp");
    assert!(camp.is_checked());
    apply(&mut camp, Edit::RenameCamp("Other".to_owned()));
}

#[test]
fn forgetting_leaves_nothing_in_the_journal_either() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    let gone = add_player(&mut camp, "Leewood", GroupId(1));
    apply(&mut camp, Edit::DeletePlayer(gone));
    assert!(camp.forget_history().expect("forgotten"));
    // While the camp is still open.
    for file in [path.clone(), safety::journal::path_beside(&path)] {
        let bytes = fs::read(file).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&bytes).contains("Leewood"));
    }
}

/// A commit whose last step the disk refuses is neither saved nor not saved.
#[test]
fn what_may_have_been_saved_is_not_called_refused() {
    use rusqlite::{Error, ffi};
    let error = |code| Error::SqliteFailure(ffi::Error::new(code), None);
    for code in [
        ffi::SQLITE_IOERR_FSYNC,
        ffi::SQLITE_IOERR_DIR_FSYNC,
        ffi::SQLITE_IOERR_TRUNCATE,
    ] {
        let error = StorageError::of_commit(error(code)).while_saving();
        assert!(matches!(error, StorageError::Uncertain(_)), "{error}");
        assert!(
            error
                .to_string()
                .starts_with("It isn’t certain that this was saved")
        );
    }
    let full = StorageError::of_commit(error(ffi::SQLITE_FULL));
    assert!(matches!(full, StorageError::DiskFull), "{full}");
}

#[test]
fn a_comparison_tells_how_far_it_is_and_ends_when_nobody_waits_for_it() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    two_weeks(&path);
    let camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let reached = RefCell::new(Vec::new());
    let tell = |done, steps| reached.borrow_mut().push((done, steps));
    let whole = camp.mending_until(tell, || false).expect("a look");
    assert!(whole.is_some());
    // One closed week, and what five further steps compare.
    let steps = (0..=6).map(|done| (done, 6)).collect::<Vec<_>>();
    assert_eq!(reached.take(), steps);
    let none = camp.mending_until(|_, _| (), || true).expect("a look");
    assert!(none.is_none());
    assert_eq!(
        camp.load().expect("the file answers again").week.id,
        WeekId(2)
    );
}

/// Changes a closed week as a version that computed ratings otherwise would have closed it.
fn spoil_closed(path: &Path, week: i64, change: &str) {
    let other = Connection::open(path).expect("the file");
    other.execute_batch(change).expect("a change");
    let row = week::row_of(&other, WeekId(week)).expect("a week");
    let now = digest::of_week(&other, &row).expect("a number");
    let sql = "UPDATE week SET digest = ?1 WHERE id = ?2";
    other.execute(sql, (now, week)).expect("a change");
}

/// What a spoiled camp says of what it computes, and that mending brings it back, as one step.
#[test]
fn what_follows_from_the_records_is_computed_anew() {
    let folder = TempDir::new().expect("a folder");
    for (change, mended) in [
        (
            "UPDATE week_player SET weekly_rating = 1 + weekly_rating WHERE week_id = 2",
            1,
        ),
        (
            "UPDATE week_player SET weekly_rating = 1 + weekly_rating, permanent_rating = 7 WHERE week_id = 1",
            1,
        ),
        ("UPDATE week_player SET weekly_rating = 1", 2),
    ] {
        let path = folder.path().join("Camp.ladder");
        two_weeks(&path);
        let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
        let recalculated = camp.mending().expect("a look").edit();
        if let Some(edit) = recalculated {
            apply(&mut camp, edit);
        }
        let weeks = |camp: &CampFile| {
            [1, 2].map(|week| camp.load_week(WeekId(week)).expect("a week").players)
        };
        let sound = weeks(&camp);
        assert!(camp.mending().expect("a look").edit().is_none());
        drop(camp);
        spoil_closed(&path, 1, change);

        let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
        let spoiled = weeks(&camp);
        assert_ne!(sound, spoiled, "{change}");
        let mending = camp.mending().expect("a look");
        assert_eq!(mending.mended().len(), mended, "{:?}", mending.mended());
        assert_eq!(mending.left(), Vec::<String>::new());
        apply(&mut camp, mending.edit().expect("a change"));
        assert_eq!(weeks(&camp), sound, "{change}");
        assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
        assert!(camp.mending().expect("a look").edit().is_none());
        camp.move_in_history(HistoryMove::Undo).expect("undone");
        assert_eq!(weeks(&camp), spoiled, "{change}");
        drop(camp);
        fs::remove_file(&path).expect("gone");
    }
}

/// A register of US Chess that another program has changed.
#[test]
fn a_record_that_does_not_follow_from_the_crosstables_is_named_mended_and_undone() {
    let folder = TempDir::new().expect("a folder");
    let (path, mut camp) = new_file(&folder);
    sections::import(&mut camp, sections::events(&mut Random::new(20), 12));
    sections::save(&mut camp, &RateRequest::All);
    let balances = |camp: &CampFile| {
        let members = camp.members().expect("members").into_iter();
        members.map(|member| member.now).collect::<Vec<_>>()
    };
    let sound = balances(&camp);
    assert!(sound.len() > 2);
    assert!(camp.mending().expect("a look").members.is_empty());
    let spoiled = camp.members().expect("members").remove(1);
    drop(camp);
    let other = Connection::open(&path).expect("the file");
    let sql = "UPDATE us_account SET played = played + 5
               WHERE member_id = ?1 AND balance = 'now' AND system = 'quick'";
    let changed = other.execute(sql, [spoiled.key.0]).expect("a change");
    assert_eq!(changed, 1);
    drop(other);

    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let mut expected = sound.clone();
    expected[1].quick.played += 5;
    assert_eq!(balances(&camp), expected);
    let mending = camp.mending().expect("a look");
    let name = spoiled.member.listed_name();
    let named = mending.members.iter().map(Recomputed::sentence);
    let sentence = format!("The record of {name} doesn’t follow from the crosstables: Quick games");
    assert_eq!(named.collect::<Vec<_>>(), [sentence]);
    let mended = format!("The record of {name} was computed anew: Quick games");
    assert_eq!(mending.mended(), [mended]);
    assert_eq!(mending.left(), Vec::<String>::new());
    assert!(!mending.is_recalculation());
    apply(&mut camp, mending.edit().expect("a change"));
    assert_eq!(balances(&camp), sound);
    assert!(camp.mending().expect("a look").edit().is_none());
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(balances(&camp), expected);
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(balances(&camp), sound);
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
}

#[test]
fn a_closed_week_is_mended_once_the_older_one_is_closed_that_is_corrected() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    two_weeks(&path);
    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    drop(camp);
    spoil_closed(
        &path,
        2,
        "UPDATE week_player SET weekly_rating = 7 WHERE week_id = 2",
    );
    let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
    let told = |camp: &CampFile| {
        let mending = camp.mending().expect("a look");
        let closed = mending.closed_weeks.iter();
        let told = closed.map(|(week, players)| mending.unlike_games(week, *players, "Mend it"));
        (
            told.collect::<Vec<_>>(),
            mending.left(),
            mending.edit().is_some(),
        )
    };
    let unlike = "Week 2: ratings of 2 players don’t follow from its games";
    assert_eq!(
        told(&camp),
        (vec![format!("{unlike}. Mend it")], Vec::new(), true)
    );
    apply(&mut camp, Edit::ReopenWeek(WeekId(1)));
    let recalculated = camp.mending().expect("a look").edit();
    if let Some(edit) = recalculated {
        apply(&mut camp, edit);
    }
    let first = vec![format!("{unlike}. Close week 1 first")];
    assert_eq!(told(&camp), (first.clone(), first, false));
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    assert!(told(&camp).2, "it can be followed");
}

/// What is left of its games would give other ratings than those that hang on the wall.
#[test]
fn a_closed_week_that_is_not_what_it_was_is_never_computed_anew() {
    let folder = TempDir::new().expect("a folder");
    for (change, is_repaired) in [
        (
            "DELETE FROM game WHERE week_id = 1; DELETE FROM history_step; UPDATE week SET digest = NULL WHERE id = 1",
            true,
        ),
        (
            "DELETE FROM game WHERE week_id = 1; DELETE FROM history_step",
            false,
        ),
    ] {
        let path = folder.path().join("Camp.ladder");
        two_weeks(&path);
        let other = Connection::open(&path).expect("the file");
        other.execute_batch(change).expect("a change");
        drop(other);
        let camp = CampFile::open_to_check(&path).expect("a camp");
        let mending = camp.mending().expect("a look");
        assert!(mending.closed_weeks.is_empty(), "{change}");
        let left = mending.left();
        let why = if is_repaired {
            ", as a damaged file has lost part of it."
        } else {
            ": a failing disk or another program has changed it."
        };
        let told = format!("Week 1 isn’t what it was when it was closed{why}");
        assert!(left.iter().any(|it| it.starts_with(&told)), "{left:?}");
        let mended = mending.mended();
        assert!(!mended.iter().any(|it| it.contains("Week 1")), "{mended:?}");
        drop(camp);
        if is_repaired {
            let mut camp = CampFile::open(&path, Mode::Change).expect("a camp");
            assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
            let is_listed = |camp: &CampFile| {
                let problems = camp_ladder::problems(&camp.load().expect("a camp"));
                let mut problems = problems.iter();
                problems.any(|it| matches!(it, LadderProblem::WeekLacksPart(_)))
            };
            assert!(is_listed(&camp));
            // Whoever opens and closes it again has it computed from what is left.
            let before = camp.load_week(WeekId(1)).expect("a week");
            assert!(before.week.lacks_part);
            assert!(
                !camp_ladder::problems(&before)
                    .iter()
                    .any(|it| matches!(it, LadderProblem::RatingsOutOfDate { .. }))
            );
            apply(&mut camp, Edit::ReopenWeek(WeekId(1)));
            assert!(!is_listed(&camp));
            apply(&mut camp, Edit::CloseWeek { on: TODAY });
            assert!(!is_listed(&camp));
            camp.move_in_history(HistoryMove::To(None)).expect("undone");
            assert!(is_listed(&camp));
            assert_eq!(camp.load_week(WeekId(1)).expect("a week"), before);
        }
        fs::remove_file(&path).expect("gone");
    }
}

#[test]
fn a_history_that_tells_of_other_records_is_found() {
    let folder = TempDir::new().expect("a folder");
    for change in [
        "DELETE FROM game WHERE week_id = 2",
        "DELETE FROM history_row WHERE step_id = (SELECT max(id) FROM history_step) AND place = 1",
        "DELETE FROM history_row WHERE step_id = (SELECT min(id) FROM history_step)",
        "INSERT INTO game (id, week_id, sequence, white_id, black_id, result) SELECT 99, week_id, 99, white_id, black_id, 0 FROM game WHERE week_id = 2;
         INSERT INTO history_row VALUES ((SELECT max(id) FROM history_step), 99, 'game', 99, 'deleted', '{}')",
    ] {
        let path = folder.path().join("Camp.ladder");
        two_weeks(&path);
        let other = Connection::open(&path).expect("the file");
        other.execute_batch(change).expect("a change");
        drop(other);
        let camp = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
        let found = camp.history_unlike_records().expect("a look");
        assert!(found.is_some_and(|it| it.contains("doesn’t fit the records")), "{change}");
        drop(camp);
        fs::remove_file(&path).expect("gone");
    }
}
