//! Decisions about the next week: made, taken back, counted, and what becomes of them.

use std::sync::Arc;

use jiff::civil::date;

use super::*;
use crate::app::open_sample;

const TODAY: Date = date(2026, 7, 10);

/// The sample camp, and its next week before anything is decided.
fn starting() -> (OpenCamp, Starting) {
    let (_, camp) = open_sample(TODAY).expect("the sample camp");
    let camp = OpenCamp::in_memory(camp);
    let mut starting = Starting::after(&camp.data, TODAY);
    starting.refresh(&camp);
    (camp, starting)
}

fn decided(starting: &Starting, camp: &OpenCamp) -> Vec<NextPlayer> {
    let next = starting.next_week(&camp.data, TODAY);
    next.expect("a week that can start").players
}

/// The same camp with a change of one of its players.
fn with_player(camp: &mut OpenCamp, place: usize, change: impl FnOnce(&mut Player)) -> PlayerId {
    let players = Arc::make_mut(&mut camp.data.players);
    change(&mut players[place]);
    camp.revision += 1;
    camp.data.players[place].id
}

#[test]
fn everybody_stays_as_long_as_nothing_is_decided() {
    let (camp, starting) = starting();
    let sentence = starting.counts().sentence();
    assert_eq!(sentence, "38 stay, nobody leaves, nobody moves up");
    assert_eq!(decided(&starting, &camp), []);
    assert_eq!(starting.rows().len(), 40);
}

#[test]
fn what_is_taken_back_is_not_decided() {
    let (camp, mut starting) = starting();
    let player = camp.data.players[3].clone();
    starting.decide(Decide::Stays(player.id, false), &camp.data);
    let leaves = NextPlayer {
        id: player.id,
        group: player.group,
        stays: false,
    };
    assert_eq!(decided(&starting, &camp), [leaves]);
    let sentence = starting.counts().sentence();
    assert_eq!(sentence, "37 stay, 1 leaves, nobody moves up");
    starting.decide(Decide::Stays(player.id, true), &camp.data);
    assert_eq!(decided(&starting, &camp), []);
}

#[test]
fn suggestions_are_taken_by_a_tick_and_dropped_by_another() {
    let (camp, mut starting) = starting();
    let promotions = promotions(&camp.data);
    assert!(promotions.len() > 2, "the sample camp has some");
    assert_eq!(starting.suggestions(), (promotions.len(), 0));
    assert_eq!(starting.counts().move_up, 0, "none is taken by itself");

    let one = promotions[0];
    let player = camp.data.player(one.player).expect("a player");
    starting.decide(Decide::MovesUp(one.player, true), &camp.data);
    assert!(starting.moves_up(player));
    assert_eq!(starting.place(player).group, Some(one.to));
    starting.decide(Decide::MovesUp(one.player, false), &camp.data);
    assert_eq!(starting.place(player).group, Some(one.from));

    starting.decide(Decide::AllMoveUp(true), &camp.data);
    assert_eq!(starting.counts().move_up, promotions.len());
    let groups = decided(&starting, &camp);
    assert_eq!(groups.len(), promotions.len());
    for promotion in &promotions {
        let next = groups.iter().find(|next| next.id == promotion.player);
        assert_eq!(next.and_then(|next| next.group), Some(promotion.to));
    }
    starting.decide(Decide::AllMoveUp(false), &camp.data);
    assert_eq!(decided(&starting, &camp), []);
}

#[test]
fn who_leaves_moves_nowhere_and_who_moves_down_is_counted_too() {
    let (camp, mut starting) = starting();
    let first = promotions(&camp.data)[0];
    starting.decide(Decide::MovesUp(first.player, true), &camp.data);
    starting.decide(Decide::Stays(first.player, false), &camp.data);
    assert_eq!(starting.counts().move_up, 0);
    assert_eq!(starting.counts().leave, 1);

    let [weakest, strongest] = [camp.data.groups.first(), camp.data.groups.last()];
    let strongest = strongest.expect("a group").id;
    let in_strongest = |player: &&Player| player.group == Some(strongest) && player.active;
    let best = camp.data.players.iter().find(in_strongest);
    let best = best.expect("a player of the strongest group").id;
    let weakest = weakest.expect("a group").id;
    starting.decide(Decide::Group(best, weakest), &camp.data);
    assert_eq!(
        starting.counts().sentence(),
        "37 stay, 1 leaves, nobody moves up, 1 moves down"
    );
}

#[test]
fn whoever_gets_a_group_stays_and_all_suggestions_are_for_those_who_stay() {
    let (camp, mut starting) = starting();
    let all = promotions(&camp.data);
    let (leaves, other) = (all[0].player, all[1].player);
    starting.decide(Decide::Stays(leaves, false), &camp.data);
    assert_eq!(starting.suggestions(), (all.len() - 1, 0));
    starting.decide(Decide::AllMoveUp(true), &camp.data);
    assert_eq!(starting.counts().move_up, all.len() - 1);
    assert_eq!(starting.counts().leave, 1);
    // By name it is meant.
    starting.decide(Decide::MovesUp(leaves, true), &camp.data);
    assert_eq!(starting.counts().leave, 0);
    assert_eq!(starting.counts().move_up, all.len());
    starting.decide(Decide::Stays(other, false), &camp.data);
    starting.decide(Decide::Group(other, all[1].from), &camp.data);
    assert_eq!(starting.counts().leave, 0);
    assert_eq!(starting.counts().move_up, all.len() - 1);
}

#[test]
fn who_was_inactive_comes_back_by_a_tick_and_not_with_all_others() {
    let (mut camp, mut starting) = starting();
    let id = with_player(&mut camp, 5, |player| player.set_active(false));
    starting.refresh(&camp);
    assert_eq!(starting.counts().stay, 37);
    starting.decide(Decide::AllStay(true), &camp.data);
    assert_eq!(starting.counts().come_back, 0);
    starting.decide(Decide::Stays(id, true), &camp.data);
    assert_eq!(
        starting.counts().sentence(),
        "37 stay, nobody leaves, nobody moves up, 1 comes back"
    );
    starting.decide(Decide::AllStay(false), &camp.data);
    let sentence = starting.counts().sentence();
    assert_eq!(sentence, "Nobody stays, 37 leave, nobody moves up");
}

#[test]
fn rows_follow_the_search_the_group_and_the_order() {
    let (camp, mut starting) = starting();
    starting.search = "SHAH gael".to_owned();
    starting.refresh(&camp);
    let rows = starting.rows();
    let names = rows.iter().map(|place| starting.name(*place));
    assert_eq!(names.collect::<Vec<_>>(), ["Shah, Gael"]);
    assert!(starting.is_filtered());

    starting.search.clear();
    let group = camp.data.groups[1].id;
    starting.group = Some(group);
    starting.refresh(&camp);
    let all = starting.rows().len();
    assert!(all > 1 && all < 40);
    // What is done to all is done to those who are shown.
    starting.decide(Decide::AllStay(false), &camp.data);
    assert_eq!(starting.counts().leave, all);

    starting.group = None;
    starting.only_suggested = true;
    starting.refresh(&camp);
    assert_eq!(starting.rows().len(), promotions(&camp.data).len());

    starting.only_suggested = false;
    starting.sort = (SortBy::Rating, true);
    starting.refresh(&camp);
    let ratings = starting
        .rows()
        .iter()
        .map(|place| {
            let player = &camp.data.players[*place];
            player.ratings.weekly
        })
        .collect::<Vec<_>>();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
    starting.sort = (SortBy::Name, false);
    starting.refresh(&camp);
    let first = starting.rows()[0];
    assert!(
        starting.name(first).starts_with('A'),
        "{}",
        starting.name(first)
    );
}

#[test]
fn a_decision_about_somebody_who_is_gone_is_none() {
    let (mut camp, mut starting) = starting();
    let gone = camp.data.players[7].id;
    starting.decide(Decide::Stays(gone, false), &camp.data);
    Arc::make_mut(&mut camp.data.players).retain(|player| player.id != gone);
    camp.revision += 1;
    starting.refresh(&camp);
    assert_eq!(decided(&starting, &camp), []);
    assert_eq!(starting.counts().leave, 0);
}

#[test]
fn a_decision_takes_nothing_back_that_is_corrected_after_it() {
    let (mut camp, mut starting) = starting();
    let [red, blue] = [camp.data.groups[0].id, camp.data.groups[1].id];
    let leaves = with_player(&mut camp, 3, |player| player.group = Some(red));
    let moves = with_player(&mut camp, 4, |player| player.group = Some(red));
    starting.refresh(&camp);
    starting.decide(Decide::Stays(leaves, false), &camp.data);
    starting.decide(Decide::Group(moves, blue), &camp.data);

    // The week is opened again: the one who leaves should have been in Blue, the other one is made inactive.
    with_player(&mut camp, 3, |player| player.group = Some(blue));
    with_player(&mut camp, 4, |player| player.set_active(false));
    starting.refresh(&camp);
    let next = |id, group, stays| NextPlayer { id, group, stays };
    assert_eq!(
        decided(&starting, &camp),
        [
            next(leaves, Some(blue), false),
            next(moves, Some(blue), false)
        ]
    );

    // What has come true is no decision any more, and a group that is gone none either.
    with_player(&mut camp, 3, |player| player.set_active(false));
    let groups = Arc::make_mut(&mut camp.data.groups);
    groups.retain(|group| group.id != blue);
    with_player(&mut camp, 3, |player| player.group = Some(red));
    starting.group = Some(blue);
    starting.refresh(&camp);
    assert_eq!(decided(&starting, &camp), []);
    assert_eq!(starting.group, None, "nor is it looked for");
    assert_eq!(starting.counts().leave, 0);
}

#[test]
fn the_week_begins_a_week_later_or_after_a_break_today() {
    let (camp, starting) = starting();
    assert_eq!(camp.data.week.opened_on, TODAY);
    // The first game of the week was on 7/6.
    assert_eq!(starting.first_day, "7/13/2026");
    let later = Starting::after(&camp.data, date(2026, 8, 3));
    assert_eq!(later.first_day, "8/3/2026");
}

#[test]
fn what_is_wrong_with_name_or_day_is_said_at_its_field() {
    let (camp, mut starting) = starting();
    let mut said = |day: &str, label: &str| {
        starting.first_day = day.to_owned();
        starting.label = label.to_owned();
        let problems = starting.problems(&camp.data, TODAY).into_iter();
        let said = problems.map(|problem| (problem.field, problem.reason));
        said.collect::<Vec<_>>()
    };
    assert_eq!(said("7/13", "Gold camp"), []);
    assert_eq!(
        said("", ""),
        [(Field::Date, "Type the first day of the week".to_owned())]
    );
    // Its games were played from July 6 on, and came into the camp on July 10.
    assert_eq!(said("7/9", ""), []);
    let too_early = "Week 1 began on July 6, 2026: the next week can’t begin before that day";
    assert_eq!(said("7/5", ""), [(Field::Date, too_early.to_owned())]);
    let fields = said("2/31", &"x".repeat(41));
    let fields = fields.iter().map(|(field, _)| *field);
    assert_eq!(fields.collect::<Vec<_>>(), [Field::WeekLabel, Field::Date]);
}
