//! Every doubt, present and absent.

use std::sync::Arc;

use jiff::{Timestamp, civil::date};

use super::*;
use crate::domain::{
    GameId, GameResult, Group, GroupId, ImportedFrom, ImportedTexts, Moment, Player, PlayerId,
    RowPrint, Week, WeekBefore, stand_in_name,
};

const DAY: Date = date(2026, 7, 6);

/// Eight players of one group, called "First Last1" to "First Last8".
fn camp(games: Vec<Game>) -> CampData {
    let players = (1..=8).map(|id| Player {
        id: PlayerId(id),
        last_name: format!("Last{id}"),
        first_name: "First".to_owned(),
        group: Some(GroupId(1)),
        start_permanent: Some(400),
        ..Player::default()
    });
    CampData {
        groups: Arc::new(vec![Group {
            id: GroupId(1),
            name: "Red".to_owned(),
            initial_rating: Some(400),
            ..Group::default()
        }]),
        next_player: PlayerId(9),
        players: Arc::new(players.collect()),
        games: Arc::new(games),
        ..CampData::new("Test camp", Week::new(1, DAY))
    }
}

/// Game number `id`, won by White on [`DAY`].
fn game(id: i64, white: i64, black: i64) -> Game {
    Game {
        id: GameId(id + 100),
        sequence: id,
        date: Some(DAY),
        ..Game::new(PlayerId(white), PlayerId(black), GameResult::WhiteWon)
    }
}

fn imported(id: i64, text: &str, taken_for: GameResult) -> Game {
    Game {
        result: taken_for,
        imported: Some(ImportedFrom {
            number: id,
            row: RowPrint(0),
            texts: Arc::new(ImportedTexts {
                result: text.into(),
                taken_for,
                extra: Box::default(),
            }),
        }),
        ..game(id, id, id + 1)
    }
}

#[track_caller]
fn sentences(camp: &CampData) -> Vec<String> {
    let doubts = doubts(camp);
    doubts.iter().map(|doubt| doubt.sentence(camp)).collect()
}

fn verified() -> Option<Moment> {
    Timestamp::UNIX_EPOCH.try_into().ok()
}

#[test]
fn a_sound_week_has_no_doubts() {
    let games = vec![game(1, 1, 2), game(2, 3, 4), game(3, 2, 1)];
    assert_eq!(doubts(&camp(games)), []);
    assert_eq!(doubts(&camp(Vec::new())), []);
}

#[test]
fn results_that_the_old_file_left_unclear() {
    let draw = GameResult::Draw;
    let mut games = vec![
        imported(1, "1-1", draw),
        imported(2, "(1-0)", GameResult::WhiteWon),
        imported(3, "1-1", draw),
        // As Access rated it: a draw.
        imported(4, "(0-1)", draw),
        imported(5, "  ", draw),
    ];
    assert_eq!(
        sentences(&camp(games.clone())),
        [
            "Imported: “1-1” for games 1 and 3. Counted as ½–½. Check it against the sheet",
            "Imported: “(0-1)” for game 4. Counted as ½–½. Check it against the sheet",
            "Imported: no result for game 5. Counted as ½–½. Check it against the sheet",
        ]
    );
    games[0].verified = verified();
    games[2].result = GameResult::BlackWon;
    games[3].counts = false;
    games[4].verified = verified();
    let doubts = doubts(&camp(games));
    assert_eq!(doubts, [LadderProblem::NotChecked { games: 3 }]);
}

#[test]
fn one_game_that_was_typed_twice() {
    let games = vec![game(1, 3, 4), game(2, 1, 2), game(4, 1, 2)];
    let found = doubts(&camp(games.clone()));
    assert_eq!(
        sentences(&camp(games.clone())),
        [
            "Game 4 of First Last1 against First Last2 is the same as game 2: same day, same colors, same result. Delete it if it was typed twice"
        ]
    );
    assert_eq!(
        found[0].record(),
        Some(Record::Game(GameId(104))),
        "the later one is likely to go"
    );
    let absent = |change: &dyn Fn(&mut Vec<Game>)| {
        let mut games = games.clone();
        change(&mut games);
        let doubts = doubts(&camp(games));
        !doubts
            .iter()
            .any(|doubt| matches!(doubt, LadderProblem::TypedTwice { .. }))
    };
    assert!(absent(&|games| games[2].result = GameResult::Draw));
    assert!(absent(&|games| games[2].date = Some(date(2026, 7, 7))));
    assert!(absent(&|games| games[2].date = None));
    assert!(absent(&|games| games[2].counts = false));
    assert!(absent(&|games| {
        let game = &mut games[2];
        (game.white, game.black) = (game.black, game.white);
    }));
    assert!(absent(&|games| games.swap(0, 1)), "others lie between");
    assert!(absent(&|games| {
        games[1].verified = verified();
        games[2].verified = verified();
    }));
    assert!(!absent(&|games| games[1].verified = verified()));
    assert!(!absent(&|games| {
        for game in games {
            game.date = None;
        }
    }));
}

#[test]
fn of_a_game_that_was_typed_three_times_the_first_is_the_game() {
    let mut games = vec![game(1, 1, 2), game(2, 1, 2), game(3, 1, 2)];
    assert_eq!(repeated(&games), [(1, 2), (1, 3)]);
    games[0].verified = verified();
    games[2].verified = verified();
    assert_eq!(repeated(&games), [(1, 2)], "on paper there are two");
}

/// The places of games that say the same as another one, in the order of play from 1: which, and which one again.
fn repeated(games: &[Game]) -> Vec<(i64, i64)> {
    let found = doubts(&camp(games.to_vec()));
    let twice = found.iter().filter_map(|doubt| match doubt {
        LadderProblem::TypedTwice { first, again, .. } => Some((first.sequence, again.sequence)),
        _ => None,
    });
    twice.collect()
}

#[test]
fn a_sheet_that_was_typed_again_after_others() {
    let sheet = [(1, 2), (3, 4), (5, 6)];
    let others = [(7, 8), (2, 1)];
    let typed = [&sheet[..], &others, &sheet].concat();
    let numbered = (1..).zip(typed);
    let games = numbered.map(|(id, (white, black))| game(id, white, black));
    let mut games = games.collect::<Vec<_>>();
    assert_eq!(repeated(&games), [(1, 6), (2, 7), (3, 8)]);
    let absent = |change: &dyn Fn(&mut Vec<Game>)| {
        let mut games = games.clone();
        change(&mut games);
        repeated(&games).is_empty()
    };
    assert!(absent(&|games| games[6].result = GameResult::Draw));
    assert!(absent(&|games| games[6].counts = false));
    assert!(absent(&|games| games.swap(5, 6)), "in another order");
    assert!(
        absent(&|games| {
            games.pop();
        }),
        "two pairs may well play so twice"
    );
    assert!(absent(&|games| {
        for game in &mut games[5..] {
            game.date = Some(date(2026, 7, 7));
        }
    }));
    assert!(
        absent(&|games| {
            for game in games {
                game.date = None;
            }
        }),
        "who knows when"
    );
    assert!(
        absent(&|games| {
            games[1].verified = verified();
            games[6].verified = verified();
        }),
        "on paper they are two"
    );
    for game in &mut games[5..] {
        game.verified = verified();
    }
    assert_eq!(
        repeated(&games).len(),
        3,
        "only the second ones were checked"
    );
}

#[test]
fn two_who_play_one_game_after_the_other_are_no_sheet() {
    let colors = [(1, 2), (2, 1), (3, 1)];
    let series = colors.iter().cycle().take(12);
    let games = (1..).zip(series);
    let games = games.map(|(id, (white, black))| game(id, *white, *black));
    assert_eq!(repeated(&games.collect::<Vec<_>>()), []);
}

#[test]
fn two_players_who_meet_again_and_again() {
    let meet = |times: i64| {
        let games = (1..=times).map(|id| Game {
            date: Some(date(2026, 7, i8::try_from(id).expect("a day"))),
            ..game(id, 1 + id % 2, 2 - id % 2)
        });
        camp(games.collect())
    };
    assert_eq!(doubts(&meet(3)), []);
    let often = meet(6);
    assert_eq!(
        sentences(&often),
        [
            "First Last1 and First Last2 have played each other 6 times this week: games 1, 2, 3 and 3 more"
        ]
    );
    assert!(!doubts(&often)[0].counts(), "only worth a note");
}

#[test]
fn dates_far_from_all_others() {
    let mut games = (1..=6).map(|id| game(id, id, id + 1)).collect::<Vec<_>>();
    games[3].date = Some(date(2025, 7, 6));
    games[5].date = Some(date(2026, 12, 7));
    assert_eq!(
        sentences(&camp(games.clone())),
        [
            "The date of game 4, 7/6/2025, is more than a month from all others of the week. Check month and year",
            "The date of game 6, 12/7/2026, is more than a month from all others of the week. Check month and year",
        ]
    );
    games[3].date = Some(DAY);
    games[5].date = Some(date(2026, 8, 6));
    assert_eq!(doubts(&camp(games.clone())), [], "31 days are not far");
    // A file that holds two summers has no one time.
    for game in &mut games[..3] {
        game.date = Some(date(2025, 7, 6));
    }
    assert_eq!(doubts(&camp(games)), []);
}

#[test]
fn games_without_a_date_among_games_with_one() {
    let mut games = (1..=5).map(|id| game(id, id, id + 1)).collect::<Vec<_>>();
    games[1].date = None;
    games[4].date = None;
    let found = doubts(&camp(games.clone()));
    assert_eq!(
        LadderProblem::sentence_of_all(&found, &camp(games.clone())),
        "2 games have no date, and most others have one. Type the dates if you know them"
    );
    assert_eq!(
        sentences(&camp(games.clone()))[0],
        "Game 2 has no date, and most others have one. Type the date if you know it"
    );
    assert_eq!(found[0].record(), Some(Record::Game(GameId(102))));
    assert!(!found[0].counts(), "only worth a note");
    games[2].date = None;
    assert_eq!(doubts(&camp(games)), [], "most have none here");
}

#[test]
fn dates_after_the_day_of_typing() {
    let typed = "2026-07-06T22:00:00Z".parse::<Timestamp>();
    let typed = typed.ok().and_then(|at| at.try_into().ok());
    let mut games = vec![game(1, 1, 2), game(2, 3, 4)];
    for game in &mut games {
        game.entered = typed;
    }
    games[1].date = Some(date(2026, 7, 7));
    assert_eq!(doubts(&camp(games.clone())), [], "the next day, in Asia");
    games[1].date = Some(date(2026, 7, 8));
    assert_eq!(
        sentences(&camp(games.clone())),
        ["The date of game 2, 7/8/2026, is later than the day of typing. Check month and day"]
    );
    games[1].entered = None;
    assert_eq!(doubts(&camp(games)), [], "nobody knows when it was typed");
}

#[test]
fn a_start_far_from_the_group() {
    let mut camp = camp(Vec::new());
    let players = Arc::make_mut(&mut camp.players);
    players[0].start_permanent = Some(1401);
    players[1].start_permanent = Some(1400);
    players[2].start_permanent = Some(-601);
    players[2].active = false;
    players[3].group = None;
    assert_eq!(
        sentences(&camp),
        [
            "First Last1 starts the week with a permanent rating of 1401, far from the 400 of the group. Check the start-of-week rating and the group"
        ]
    );
}

#[test]
fn a_far_start_that_the_week_before_ended_with_is_not_asked_again() {
    let mut camp = camp(Vec::new());
    let players = Arc::make_mut(&mut camp.players);
    for player in &mut players[..2] {
        player.start_permanent = Some(1401);
    }
    let mut before = camp.players.to_vec();
    before[0].ratings.permanent = 1401;
    camp.before = Some(Arc::new(WeekBefore {
        week: Week::new(1, DAY),
        groups: camp.groups.to_vec(),
        players: before,
    }));
    let far = doubts(&camp).into_iter().filter_map(|doubt| match doubt {
        LadderProblem::FarStart { player, .. } => Some(player),
        _ => None,
    });
    assert_eq!(far.collect::<Vec<_>>(), [PlayerId(2)]);
}

#[test]
fn two_campers_of_one_name() {
    let mut camp = camp(Vec::new());
    let players = Arc::make_mut(&mut camp.players);
    players[6].last_name = "LAST2".to_owned();
    let found = doubts(&camp);
    assert_eq!(
        sentences(&camp),
        [
            "2 campers are called First Last2: numbers 2 and 7. Use the number when you type their games"
        ]
    );
    assert!(!found[0].counts());
}

#[test]
fn unchecked_games_only_once_somebody_checks() {
    let mut games = (1..=3).map(|id| game(id, id, id + 1)).collect::<Vec<_>>();
    assert_eq!(doubts(&camp(games.clone())), [], "a new camp is not nagged");
    games[0].verified = verified();
    let found = doubts(&camp(games.clone()));
    assert_eq!(
        sentences(&camp(games.clone())),
        ["2 games are not checked yet"]
    );
    assert!(!found[0].counts());
    for game in &mut games {
        game.verified = verified();
    }
    assert_eq!(doubts(&camp(games)), []);
}

#[test]
fn names_that_a_damaged_file_has_lost_are_to_be_typed() {
    let mut camp = camp(Vec::new());
    let players = Arc::make_mut(&mut camp.players);
    players[1].last_name = stand_in_name("Player", 2);
    players[1].first_name.clear();
    let groups = Arc::make_mut(&mut camp.groups);
    groups[0].name = stand_in_name("Group", 1);
    let found = doubts(&camp);
    assert_eq!(
        LadderProblem::sentence_of_all(&found, &camp),
        "2 names were lost with a damaged file. Type them: Player 2 (name lost) and Group 1 (name lost)"
    );
    assert!(found.iter().all(LadderProblem::counts));
    assert_eq!(
        found[0].sentence(&camp),
        "Player 2 (name lost): type the name, which a damaged file has lost"
    );
    assert_eq!(found[0].record(), Some(PlayerId(2).into()));
}

#[test]
fn a_closed_week_that_lacks_a_part_is_listed_in_every_week() {
    let mut camp = camp(Vec::new());
    let week = Week {
        closed_on: Some(DAY),
        lacks_part: true,
        ..Week::new(2, DAY)
    };
    Arc::make_mut(&mut camp.weeks).push(week.clone());
    let found = doubts(&camp);
    assert_eq!(found, [LadderProblem::WeekLacksPart(week)]);
    assert!(found.iter().all(LadderProblem::counts));
    let sentence = found[0].sentence(&camp);
    assert!(
        sentence.starts_with("Week 2 isn’t what it was when it was closed"),
        "{sentence}"
    );
    assert!(sentence.contains("reopen week 2"), "{sentence}");
}
