//! What is computed, when, and for how long.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use jiff::civil::date;

use super::*;
use crate::rating::NoStandings;
use crate::{
    app::open_sample,
    domain::{LadderSystem, SettingValues},
};

const TODAY: Date = date(2026, 7, 10);

/// The sample camp with a club ladder over its week, played so many times.
fn camp(times: i64) -> OpenCamp {
    let (_, mut data) = open_sample(TODAY).expect("the sample camp");
    let once = Arc::clone(&data.games);
    let count = i64::try_from(once.len()).expect("a small week");
    let again = (0..times).flat_map(|time| {
        once.iter().cloned().map(move |mut game| {
            game.id.0 += time * count;
            game.sequence += time * count;
            game
        })
    });
    data.games = Arc::new(again.collect());
    data.ladders = Arc::new(vec![LadderSetup {
        id: LadderId(1),
        name: "Steps".to_owned(),
        system: LadderSystem::Club,
        settings: SettingValues::new(),
    }]);
    OpenCamp::in_memory(data)
}

fn wake() -> Wake {
    Arc::new(|| ())
}

fn settle(ladders: &mut Ladders, camp: &OpenCamp, today: Date) {
    let start = Instant::now();
    ladders.tick(camp, today, &wake());
    while ladders.is_busy() {
        assert!(start.elapsed() < Duration::from_secs(20), "it never ends");
        thread::sleep(Duration::from_millis(1));
        ladders.tick(camp, today, &wake());
    }
}

fn games(ladders: &Ladders) -> usize {
    match ladders.lists() {
        Some(Ok(lists)) => lists.of_players(true).standings.games,
        other => panic!("no standings: {other:?}"),
    }
}

#[test]
fn standings_are_computed_once_for_each_state_of_the_camp_and_day() {
    let mut camp = camp(1);
    let mut ladders = Ladders::default();
    ladders.tick(&camp, TODAY, &wake());
    assert!(!ladders.is_busy(), "the camp ladder is computed elsewhere");
    ladders.choose(Some(LadderId(1)));
    settle(&mut ladders, &camp, TODAY);
    let before = games(&ladders);
    ladders.tick(&camp, TODAY, &wake());
    assert!(!ladders.is_busy(), "nothing has changed");
    ladders.tick(&camp, date(2026, 7, 11), &wake());
    assert!(ladders.is_busy(), "games are a day older");
    settle(&mut ladders, &camp, TODAY);

    Arc::make_mut(&mut camp.data.games).pop();
    camp.revision += 1;
    ladders.tick(&camp, TODAY, &wake());
    assert!(ladders.is_busy() && games(&ladders) == before);
    settle(&mut ladders, &camp, TODAY);
    assert_eq!(games(&ladders), before - 1);
}

#[test]
fn what_nobody_looks_at_any_more_is_stopped() {
    let camp = camp(2000);
    let mut ladders = Ladders::default();
    ladders.choose(Some(LadderId(1)));
    let player = camp.data.games[0].white;
    ladders.story = Some(LadderStory::new(player));
    ladders.tick(&camp, TODAY, &wake());
    assert!(ladders.is_busy());
    let progress = ladders.progress().cloned().expect("a job");
    ladders.stop();
    assert!(progress.is_cancelled() && !ladders.is_busy());
    // Asked for again, it is begun again.
    settle(&mut ladders, &camp, TODAY);
    assert_eq!(games(&ladders), camp.data.games.len());
    let story = ladders.story.as_ref().and_then(LadderStory::story);
    let steps = story.map(|story| story.expect("a story").steps.len());
    assert!(steps.is_some_and(|steps| steps > 2000), "{steps:?}");
}

#[test]
fn a_story_ends_with_its_player_or_ladder() {
    let mut camp = camp(1);
    let mut ladders = Ladders::default();
    ladders.choose(Some(LadderId(1)));
    let [first, second] = [camp.data.games[0].white, camp.data.games[0].black];
    let mut story = LadderStory::new(first);
    story.go_on(second);
    ladders.story = Some(story);
    settle(&mut ladders, &camp, TODAY);
    let player = |ladders: &Ladders| ladders.story.as_ref().and_then(LadderStory::player);
    assert_eq!(player(&ladders), Some(second));
    for (gone, left) in [(second, Some(first)), (first, None)] {
        Arc::make_mut(&mut camp.data.games).retain(|game| game.white != gone && game.black != gone);
        Arc::make_mut(&mut camp.data.players).retain(|player| player.id != gone);
        camp.revision += 1;
        settle(&mut ladders, &camp, TODAY);
        assert_eq!(player(&ladders), left);
    }
    ladders.story = Some(LadderStory::new(camp.data.players[0].id));
    Arc::make_mut(&mut camp.data.ladders).clear();
    camp.revision += 1;
    settle(&mut ladders, &camp, TODAY);
    assert!(ladders.story.is_none() && ladders.chosen(&camp.data).is_none());
}

#[test]
fn neighbours_are_those_of_the_list() {
    let camp = camp(1);
    let mut ladders = Ladders::default();
    ladders.choose(Some(LadderId(1)));
    settle(&mut ladders, &camp, TODAY);
    let Some(Ok(lists)) = ladders.lists() else {
        panic!("no standings");
    };
    let rows = &lists.of_players(false).standings.rows;
    let [first, second] = [rows[0].player, rows[1].player];
    let last = rows[rows.len() - 1].player;
    assert_eq!(ladders.neighbour(first, 1, false), Some(second));
    assert_eq!(ladders.neighbour(second, -1, false), Some(first));
    assert_eq!(ladders.neighbour(first, -1, false), None);
    assert_eq!(ladders.neighbour(last, 1, false), None);
    assert_eq!(
        ladders.standing(first, false).map(|row| row.player),
        Some(first)
    );
}

#[test]
fn what_cannot_be_computed_says_why() {
    let mut camp = camp(1);
    let mut ladders = Ladders::default();
    ladders.choose(Some(LadderId(1)));
    for (name, value) in [("group", "Nowhere"), ("challenge-top", "many")] {
        let settings = SettingValues::from([(name.to_owned(), value.to_owned())]);
        Arc::make_mut(&mut camp.data.ladders)[0].settings = settings;
        camp.revision += 1;
        settle(&mut ladders, &camp, TODAY);
        let reason = ladders.lists().expect("an answer").expect_err("a reason");
        match reason {
            NotMade::Refused(NoStandings::NoGroup(group)) => assert_eq!(group, "Nowhere"),
            NotMade::Settings(problem) => assert_eq!(problem.name(), "challenge-top"),
            other => panic!("{other:?}"),
        }
    }
}
