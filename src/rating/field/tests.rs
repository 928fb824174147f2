//! Which games and players the filters take.

use jiff::civil::date;
use strum::VariantArray as _;

use super::*;
use crate::{
    domain::{LadderSystem, OtherWeek, WeekId},
    rating::{
        LadderStandings, kind,
        tests::{Club, TODAY},
    },
};

/// The numbers of the games that are taken, and the names of the players.
fn taken(club: &Club, values: &[(&str, &str)]) -> (Vec<i64>, Vec<String>) {
    let settings = Club::settings(kind(LadderSystem::RaceCode), values);
    let field = Field::gather(&club.camp, &settings, TODAY).expect("a field");
    let games = field.details.iter().map(|detail| detail.game.0);
    let players = field.entrants.iter().map(|entrant| entrant.name.clone());
    (games.collect(), players.collect())
}

fn four_games() -> Club {
    let mut club = Club::new(&["A", "B", "C"]);
    club.on(date(2026, 9, 1)).beats("A", "B");
    club.on(date(2026, 9, 8)).beats("B", "C").counts = false;
    club.on(date(2026, 11, 30)).beats("C", "A");
    club.beats("A", "B").date = None;
    club
}

#[test]
fn all_games_that_count_are_taken_unless_somebody_chose_otherwise() {
    let club = four_games();
    assert_eq!(taken(&club, &[]).0, [1, 3, 4]);
    assert_eq!(taken(&club, &[("counted", "yes")]).0, [1, 3, 4]);
    assert_eq!(taken(&club, &[("counted", "all")]).0, [1, 2, 3, 4]);
}

#[test]
fn games_are_taken_by_day_and_by_age_and_those_without_a_day_are_counted() {
    let club = four_games();
    assert_eq!(taken(&club, &[("from", "2026-09-01")]).0, [1, 3]);
    assert_eq!(taken(&club, &[("from", "2026-09-02")]).0, [3]);
    assert_eq!(taken(&club, &[("to", "2026-09-01")]).0, [1]);
    assert_eq!(taken(&club, &[("to", "2026-08-31")]).0, Vec::<i64>::new());
    // Today is December 1.
    assert_eq!(taken(&club, &[("max-age-days", "1")]).0, [3]);
    assert_eq!(taken(&club, &[("max-age-days", "0")]).0, Vec::<i64>::new());
    assert_eq!(taken(&club, &[("max-age-days", "91")]).0, [1, 3]);
    let standings = club.standings(kind(LadderSystem::GameCourier), &[("from", "2026-09-01")]);
    assert_eq!(
        standings.notes,
        ["One game has no date and was left out: the ladder takes games by their day"]
    );
}

#[test]
fn a_group_is_its_players_and_the_games_among_them() {
    let mut club = four_games();
    club.group("Knights", None, &["A", "B"]);
    club.group("Rooks", None, &["C"]);
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        taken(&club, &[("group", "knights")]),
        (vec![1, 4], names(&["A", "B"]))
    );
    assert_eq!(taken(&club, &[("group", "Rooks")]), (vec![], names(&["C"])));
    let unknown = club.try_standings(kind(LadderSystem::Club), &[("group", "Pawns")]);
    assert_eq!(unknown, Err(NoStandings::NoGroup("Pawns".to_owned())));
}

#[test]
fn a_tournament_is_found_in_capitals_or_not() {
    let mut club = four_games();
    club.on(date(2026, 10, 1)).beats("A", "C").tournament = "Fall Open".to_owned().into();
    assert_eq!(taken(&club, &[("tournament", "fall open")]).0, [5]);
    assert_eq!(tournaments(&club.camp), ["Fall Open"]);
    let unknown = club.try_standings(kind(LadderSystem::Club), &[("tournament", "Open")]);
    assert_eq!(unknown, Err(NoStandings::NoTournament("Open".to_owned())));
}

#[test]
fn the_inactive_are_there_as_long_as_they_have_games_and_listed_only_if_asked_for() {
    let mut club = Club::new(&["A", "B", "C"]);
    club.beats("B", "A");
    club.player("B").active = false;
    club.player("C").active = false;
    assert_eq!(taken(&club, &[]).1, ["A", "B"]);
    let names = |standings: LadderStandings| {
        let rows = standings.rows.into_iter();
        rows.map(|row| (row.rank, row.first_name))
            .collect::<Vec<_>>()
    };
    let all = club.standings(kind(LadderSystem::RaceCode), &[]);
    assert_eq!(
        names(all.clone()),
        [(1, "B".to_owned()), (2, "A".to_owned())]
    );
    assert_eq!(names(all.of_active()), [(1, "A".to_owned())]);
    // A rank of the club ladder is what it is.
    let club_ladder = club.standings(kind(LadderSystem::Club), &[]);
    assert_eq!(names(club_ladder.of_active()), [(2, "A".to_owned())]);
}

/// A camp of two weeks: the first is kept, and somebody left after it.
#[test]
fn games_of_all_weeks_are_taken_in_order_and_weeks_can_be_chosen() {
    let mut club = Club::new(&["A", "B", "C"]);
    club.beats("A", "B");
    club.beats("C", "B");
    let first = OtherWeek {
        week: club.camp.week.clone(),
        groups: Vec::new(),
        players: club.camp.players.to_vec(),
        games: club.camp.games.to_vec(),
    };
    let mut second = Club::new(&["A", "B"]);
    second.beats("B", "A");
    second.camp.week = Week {
        id: WeekId(2),
        number: 2,
        opened_on: date(2026, 9, 15),
        ..first.week.clone()
    };
    second.camp.other_weeks = vec![first.clone()].into();
    assert_eq!(
        taken(&second, &[]),
        (vec![1, 2, 1], vec!["A".into(), "B".into(), "C".into()])
    );
    assert_eq!(taken(&second, &[("weeks", "2")]).0, [1]);
    assert_eq!(taken(&second, &[("weeks", "1")]).0, [1, 2]);
    assert_eq!(taken(&second, &[("weeks", "1-2")]).0, [1, 2, 1]);
    let no_week = second.try_standings(kind(LadderSystem::Club), &[("weeks", "7-8")]);
    assert_eq!(no_week, Err(NoStandings::NoWeek("7-8".to_owned())));
    // Whichever week is looked at, the ladder is the same.
    let mut back = club;
    back.camp.other_weeks = vec![OtherWeek {
        week: second.camp.week.clone(),
        groups: Vec::new(),
        players: second.camp.players.to_vec(),
        games: second.camp.games.to_vec(),
    }]
    .into();
    for system in LadderSystem::VARIANTS.iter().copied() {
        assert_eq!(
            back.standings(kind(system), &[]),
            second.standings(kind(system), &[])
        );
    }
}

#[test]
fn meetings_are_taken_by_the_days_of_the_filters() {
    let mut club = Club::new(&["A", "B"]);
    club.misses(date(2026, 9, 8), &["A"]);
    let missed = |values: &[(&str, &str)]| {
        let settings = Club::settings(kind(LadderSystem::Club), values);
        Field::gather(&club.camp, &settings, TODAY)
            .expect("a field")
            .missed
            .len()
    };
    assert_eq!(missed(&[]), 1);
    assert_eq!(missed(&[("to", "2026-09-08")]), 1);
    assert_eq!(missed(&[("from", "2026-09-09")]), 0);
    assert_eq!(missed(&[("weeks", "1")]), 1);
    assert_eq!(missed(&[("max-age-days", "10")]), 0);
}

/// The first week of an imported camp was opened on the day of the import, after all that was played in it.
#[test]
fn meetings_before_the_first_week_was_opened_are_of_that_week() {
    let mut club = Club::new(&["A", "B"]);
    club.misses(date(2026, 8, 1), &["A"]);
    let settings = Club::settings(kind(LadderSystem::Club), &[("weeks", "1")]);
    let field = Field::gather(&club.camp, &settings, TODAY).expect("a field");
    assert_eq!(field.missed.len(), 1);
}

#[test]
fn calendar_weeks_begin_on_monday() {
    let week = Club::new(&[]).camp.week;
    let of = |day| calendar_week(Some(day), &week);
    assert_eq!(of(date(2026, 9, 7)), of(date(2026, 9, 13)));
    assert_eq!(of(date(2026, 9, 13)) + 1, of(date(2026, 9, 14)));
    assert_eq!(of(date(1900, 1, 1)), 1);
    assert_eq!(calendar_week(None, &week), -1);
}

#[test]
fn a_ladder_that_cannot_be_computed_is_among_the_problems() {
    let mut club = four_games();
    let ladder = |id: i64, values: &[(&str, &str)]| crate::domain::LadderSetup {
        id: crate::domain::LadderId(id),
        name: format!("Ladder {id}"),
        system: LadderSystem::Club,
        settings: values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    };
    club.camp.ladders = vec![
        ladder(1, &[("from", "2026-09-01")]),
        ladder(2, &[("group", "Knights")]),
        ladder(3, &[("no-such-setting", "1")]),
    ]
    .into();
    let problems = crate::rating::problems(&club.camp);
    let sentences = problems.iter().map(|problem| problem.sentence(&club.camp));
    let sentences = sentences.collect::<Vec<_>>();
    assert_eq!(sentences.len(), 2);
    assert_eq!(
        sentences[0],
        "The ladder Ladder 2 can’t be computed. There is no group “Knights” in this camp. Choose another one for the ladder"
    );
    assert!(
        sentences[1].contains("There is no setting “no-such-setting”"),
        "{sentences:?}"
    );
    let all = crate::rating::camp_ladder::problems(&club.camp);
    assert!(
        problems
            .iter()
            .all(|problem| all.contains(problem) && problem.counts())
    );
}
