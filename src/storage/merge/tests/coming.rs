//! What a preview names, and how often.

use super::*;

#[test]
fn a_new_week_is_told_once_and_not_by_each_camper() {
    let ours = small_camp();
    let mut theirs = copy(&ours);
    weeks::close(&mut theirs);
    weeks::start(&mut theirs);
    let notes = Patch::new(PlayerId(2), Field::Notes, "Left-handed");
    apply(&mut theirs, Edit::ChangePlayer(notes));
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let said = planned.coming();
    let said = said.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        said,
        [
            "Added: Week 2 (3 players; 1 group)",
            "Changed: Player Ann Vang (Notes: – to Left-handed)",
            "Changed: Week 1 (Closed on: – to 7/6/2026)",
        ]
    );
    assert_eq!(
        planned.summary(),
        ["1 player changed", "1 week added", "1 week changed"]
    );
    let turned = planned.weeks_turned();
    assert_eq!(turned.as_deref(), Some("Week 1 closed, week 2 started"));
}

#[test]
fn of_many_weeks_the_first_ones_are_named_in_their_order() {
    let ours = small_camp();
    let mut theirs = copy(&ours);
    for _ in 1..11 {
        weeks::close(&mut theirs);
        weeks::start(&mut theirs);
    }
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(
        planned.weeks_turned().as_deref(),
        Some(
            "Week 1 closed, week 2 started and closed, week 3 started and closed, and 8 more weeks"
        )
    );
}

/// She stays in the camp, and is on the list of the next week.
#[test]
fn who_is_not_in_a_week_any_more_is_said_to_be_so() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    weeks::close(&mut theirs);
    weeks::start(&mut theirs);
    let planned = plan(&ours, &theirs, &prefer(Prefer::Theirs)).plan;
    let said = planned.coming();
    let said = said.iter().map(ToString::to_string).collect::<Vec<_>>();
    let gone = "Changed: Player Ann Yu (no longer in week 1)";
    assert!(said.iter().any(|it| it == gone), "{said:?}");
}

pub(super) fn ended(white: i64, black: i64, result: GameResult) -> Edit {
    Edit::add_game(crate::domain::Game {
        result,
        ..new_game(PlayerId(white), PlayerId(black))
    })
}

#[test]
fn a_game_that_ended_otherwise_on_the_copy_is_named_and_both_are_kept() {
    use GameResult::{BlackWon, Draw, WhiteWon};
    for (edit, result) in [
        (ended(3, 1, BlackWon), Some("0–1")),
        (ended(3, 1, Draw), Some("½–½")),
        // With the colors swapped it reads otherwise, and is told as here.
        (ended(1, 3, WhiteWon), Some("0–1")),
        (ended(1, 3, BlackWon), None),
        (ended(3, 1, WhiteWon), None),
        (ended(2, 1, BlackWon), None),
    ] {
        let mut clock = Clock::new();
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        let won = clock.apply(&mut ours, &ended(3, 1, WhiteWon));
        won.expect("a game");
        clock.apply(&mut theirs, &edit).expect("a game");
        let (here, _, planned) = both_ways(&ours, &theirs);
        let named = result.map(|result| {
            format!("Ann Xiong against Ann Leewood ended 1–0 here, and {result} in the copy: check the sheet, and delete game 3 or 4 if it was one game")
        });
        let said = planned.contrary.iter().map(ToString::to_string);
        assert_eq!(said.collect::<Vec<_>>(), Vec::from_iter(named.clone()));
        let both = "Both results of Ann Xiong against Ann Leewood are here: check the sheet";
        let both = named.as_ref().map(|_| both.to_owned());
        assert_eq!(planned.both_results(), both);
        let games = here.load().expect("a camp").games.len();
        assert!(named.is_none() || games == 4, "{games}");
        // They are two from now on.
        let again = plan(&here, &theirs, &MergeChoices::default()).plan;
        assert_eq!(again.contrary, []);
    }
}

/// Types a game of 3 against 1 that ended so.
fn add(clock: &mut Clock, camp: &mut CampFile, result: GameResult) {
    let added = clock.apply(camp, &ended(3, 1, result));
    added.expect("a game");
}

#[test]
fn both_results_of_a_game_are_named_on_each_copy_to_which_the_second_comes() {
    let [won, lost] = [GameResult::WhiteWon, GameResult::BlackWon];
    let mut clock = Clock::new();
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut add = |camp: &mut CampFile, result| add(&mut clock, camp, result);
    add(&mut ours, won);
    add(&mut theirs, lost);
    let both = |planned: &Plan| planned.both_results();
    let said = "Both results of Ann Xiong against Ann Leewood are here: check the sheet";
    let there = bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(both(&there).as_deref(), Some(said));

    let named = "Ann Xiong against Ann Leewood ended 0–1 here, and 1–0 in the copy: check the sheet, and delete game 4 or 3 if it was one game";
    let planned = bring(&mut theirs, &ours, &MergeChoices::default());
    let told = planned.contrary.iter().map(ToString::to_string);
    assert_eq!(told.collect::<Vec<_>>(), [named]);
    assert_eq!(both(&planned).as_deref(), Some(said));
    for [camp, other] in [[&ours, &theirs], [&theirs, &ours]] {
        let again = plan(camp, other, &MergeChoices::default()).plan;
        assert_eq!(both(&again), None, "it was said");
    }
}

/// Whoever typed it saw the one before.
#[test]
fn a_second_game_that_was_typed_where_the_first_one_stood_is_another_one() {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut add = |camp: &mut CampFile, result| add(&mut clock, camp, result);
    add(&mut theirs, GameResult::BlackWon);
    bring(&mut ours, &theirs, &MergeChoices::default());
    add(&mut ours, GameResult::WhiteWon);
    let planned = bring(&mut theirs, &ours, &MergeChoices::default());
    assert_eq!(planned.summary(), ["1 game added"]);
    assert_eq!(planned.contrary, []);
}

#[test]
fn a_game_of_another_day_is_another_one() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(&mut ours, ended(3, 1, GameResult::WhiteWon));
    let other = crate::domain::Game {
        date: Some(date(2026, 7, 7)),
        result: GameResult::BlackWon,
        ..new_game(PlayerId(3), PlayerId(1))
    };
    apply(&mut theirs, Edit::add_game(other));
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(planned.summary(), ["1 game added"]);
    assert_eq!(planned.contrary, []);
}

/// That of the copy was typed first, and so the one that is here is the next one then.
#[test]
fn games_with_different_results_are_named_by_the_numbers_that_they_get() {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let [here, there] = [GameResult::WhiteWon, GameResult::BlackWon];
    let lost = clock.apply(&mut theirs, &ended(3, 1, there));
    lost.expect("a game");
    let won = clock.apply(&mut ours, &ended(3, 1, here));
    won.expect("a game");
    let planned = bring(&mut ours, &theirs, &MergeChoices::default());
    let said = planned.contrary.iter().map(ToString::to_string);
    let named = "Ann Xiong against Ann Leewood ended 1–0 here, and 0–1 in the copy: check the sheet, and delete game 4 or 3 if it was one game";
    assert_eq!(said.collect::<Vec<_>>(), [named]);
    let games = ours.load().expect("a camp").games;
    let games = games.iter().map(|game| (game.sequence, game.result));
    let both = games.skip(2).collect::<Vec<_>>();
    assert_eq!(both, [(3, there), (4, here)]);
}

#[test]
fn the_history_names_the_file_what_came_and_of_whom_both_results_are_here() {
    let ours = small_camp();
    let mut theirs = copy(&ours);
    theirs.path = PathBuf::from("stick").join("Summer copy.ladder");
    let name = |ours: &CampFile, theirs: &CampFile| {
        let merge = plan(ours, theirs, &MergeChoices::default());
        Edit::Merge(Box::new(merge)).name(&ours.load().expect("a camp"))
    };
    let said = "Bring back Summer copy.ladder";
    assert_eq!(name(&ours, &theirs), said);
    for white in [2, 3] {
        weeks::play(&mut theirs, white, 1);
    }
    let games = format!("{said} (2 games added)");
    assert_eq!(name(&ours, &theirs), games);
    let pairs = [[1, 2], [1, 3], [2, 3], [4, 1], [4, 2]];
    let added = Edit::AddPlayer(player("Yu"));
    let mut ours = small_camp();
    apply(&mut ours, added);
    let mut theirs = copy(&ours);
    for [white, black] in pairs {
        apply(&mut ours, ended(white, black, GameResult::WhiteWon));
        apply(&mut theirs, ended(white, black, GameResult::Draw));
    }
    let named = "5 games added, both results of Ann Leewood against Ann Vang, Ann Leewood against Ann Xiong, Ann Vang against Ann Xiong, and 2 more";
    let expected = format!("{} ({named})", Edit::BRING_BACK);
    assert_eq!(name(&ours, &theirs), expected);
}
