//! Who or what one copy doesn't have any more, and the other one needs.

use super::*;
use crate::{
    domain::us_chess::{Change, Member, MemberId, SectionHead},
    rating::us_chess::tests::random::Random,
    storage::{
        RateRequest,
        us_chess::tests::{assert_follows_from_crosstables, events, import, save},
    },
};

fn rows(plan: &Plan) -> Vec<[String; 3]> {
    let [conflict] = plan.conflicts.as_slice() else {
        panic!("{:?}", plan.conflicts);
    };
    let rows = plan.side_by_side(conflict).into_iter();
    rows.map(|row| [row.field, row.ours, row.theirs]).collect()
}

#[test]
fn who_has_only_left_the_week_is_not_said_to_be_deleted() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::CloseWeek { on: TODAY });
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    apply(&mut ours, Edit::StartWeek(Box::new(next)));
    let mut theirs = copy(&ours);
    let vang = PlayerId(2);
    apply(&mut ours, Edit::DeletePlayer(vang));
    apply(&mut theirs, Edit::add_game(new_game(vang, PlayerId(1))));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(open.title(&open.conflicts[0]), "Player Ann Vang");
    let game = "Ann Vang 1–0 Ann Leewood, 7/6/2026";
    let expected = [
        ["Week 2", "No longer in the week", "Stays"].map(str::to_owned),
        [
            "Game".to_owned(),
            format!("{game}: left out"),
            format!("{game}: stays"),
        ],
    ];
    assert_eq!(rows(&open), expected);
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").games.len(), 0);
    let (here, ..) = both_ways(&theirs, &ours);
    let data = here.load().expect("a camp");
    assert_eq!((data.games.len(), data.players.len()), (1, 3));
}

/// A member who is in no section.
pub(super) fn add_berger(camp: &mut CampFile) -> MemberId {
    let number = "00000099".parse().expect("a member's number");
    let member = Member {
        id: Some(number),
        last_name: "Berger".to_owned(),
        first_name: "Anna".to_owned(),
        ..Member::default()
    };
    apply(camp, Edit::UsChess(Change::AddMember(Box::new(member))));
    number
}

/// A member who is in no section here is deleted, and is in one that was rated in the copy.
#[test]
fn a_section_stays_whole_or_is_left_out() {
    let mut ours = camp();
    let mut first = events(&mut Random::new(7), 2);
    let mut second = first.split_off(1);
    import(&mut ours, first);
    let number = add_berger(&mut ours);
    save(&mut ours, &RateRequest::All);
    let mut theirs = copy(&ours);
    let berger = ours.member(number).expect("members").expect("Berger").key;
    apply(&mut ours, Edit::UsChess(Change::DeleteMember(berger)));
    // The same players once more, with somebody else in her place.
    second[0].sections[1] = second[0].sections[0].clone();
    second[0].sections[1].number = 7;
    second[0].sections[0].entries[0].id = Some(number);
    let played = second[0].sections[0].entries.len();
    import(&mut theirs, second);
    save(&mut theirs, &RateRequest::All);
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let rows = rows(&open);
    assert_eq!(rows[0], ["Record", "Deleted", "Stays"].map(str::to_owned));
    assert_eq!(rows[1][0], "US Chess section");
    assert!(rows[1][1].ends_with(": left out"), "{rows:?}");
    assert!(rows[1][2].ends_with(": stays"), "{rows:?}");
    assert_eq!(rows.len(), 2);
    let sections = |camp: &CampFile| camp.sections().expect("sections");
    let (here, there, _) = both_ways(&ours, &theirs);
    for camp in [&here, &there] {
        let sections = sections(camp);
        assert_eq!(sections.len(), 3);
        // What was rated after the one that is left out is out of date.
        let later = sections.iter().find(|head| head.section.number == 7);
        assert_eq!(later.map(SectionHead::is_stale), Some(true));
        assert_follows_from_crosstables(camp);
    }
    let (here, there, _) = both_ways(&theirs, &ours);
    for camp in [&here, &there] {
        assert_eq!(sections(camp).len(), 4);
        let berger = camp.member(number).expect("members").expect("Berger");
        let of_berger = camp.sections_of_member(berger.key).expect("sections");
        let [head] = of_berger.as_slice() else {
            panic!("{of_berger:?}");
        };
        let section = camp.section(head.key).expect("a section");
        assert_eq!(section.expect("it is there").entries.len(), played);
        assert_follows_from_crosstables(camp);
    }
}

/// This copy has taken a member out of a section and deleted her. The copy has never changed that section, and noted something of her: it is as it
/// is here, whatever becomes of her.
#[test]
fn a_section_that_only_this_copy_has_changed_is_not_said_to_be_decided() {
    let mut ours = camp();
    import(&mut ours, events(&mut Random::new(7), 1));
    let number = add_berger(&mut ours);
    let key = ours.sections().expect("sections")[0].key;
    let crosstable = |camp: &CampFile| {
        let section = camp.section(key).expect("a section");
        section.expect("it is there")
    };
    let without = crosstable(&ours);
    let berger = ours.member(number).expect("members").expect("Berger");
    let mut with = without.clone();
    with.entries[0].member = Some(berger.key);
    with.entries[0].id = Some(number);
    with.entries[0].name = "Berger, Anna".to_owned();
    let change = |section| Edit::UsChess(Change::ChangeSection(key, Box::new(section)));
    apply(&mut ours, change(with));
    let mut theirs = copy(&ours);
    apply(&mut ours, change(without.clone()));
    apply(&mut ours, Edit::UsChess(Change::DeleteMember(berger.key)));
    let mut noted = berger.member;
    noted.first_name = "Annie".to_owned();
    let noted = Change::ChangeMember(berger.key, Box::new(noted));
    apply(&mut theirs, Edit::UsChess(noted));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let stays = "Stays, with first name Annie instead of Anna";
    let expected = ["Record", "Deleted", stays];
    assert_eq!(rows(&open), [expected.map(str::to_owned)]);
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let (here, ..) = both_ways(one, other);
        assert_eq!(crosstable(&here).entries[0].name, without.entries[0].name);
    }
}

/// The title of a game that stays says only how it is now.
#[test]
fn what_was_changed_in_a_game_that_was_deleted_is_said() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let game = ours.load().expect("a camp").games[0].id;
    let drawn = Patch::new(game, Field::Result, GameResult::Draw);
    apply(&mut theirs, Edit::ChangeGame(drawn));
    apply(&mut ours, Edit::DeleteGame(game));
    let stays = "Stays, with result ½–½ instead of 1–0";
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let expected = ["Record", "Deleted", stays];
    assert_eq!(rows(&open), [expected.map(str::to_owned)]);
    let open = plan(&theirs, &ours, &MergeChoices::default()).plan;
    let expected = ["Record", stays, "Deleted"];
    assert_eq!(rows(&open), [expected.map(str::to_owned)]);
}

/// This copy has deleted a camper with his game, and the copy has only noted something of him.
#[test]
fn a_game_that_goes_in_any_case_is_not_said_to_stay() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let leewood = PlayerId(1);
    let game = ours.load().expect("a camp").games[0].id;
    apply(&mut ours, Edit::DeleteGame(game));
    apply(&mut ours, Edit::DeletePlayer(leewood));
    let noted = Patch::new(leewood, Field::Notes, "Left-handed");
    apply(&mut theirs, Edit::ChangePlayer(noted));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let expected = ["Record", "Deleted", "Stays, with notes Left-handed"];
    assert_eq!(rows(&open), [expected.map(str::to_owned)]);
    let (here, ..) = both_ways(&theirs, &ours);
    let data = here.load().expect("a camp");
    assert_eq!((data.players.len(), data.games.len()), (3, 1));
}

/// A section of both is corrected in the copy: a member whom this copy has deleted comes into it.
#[test]
fn a_section_of_both_is_as_it_is_on_the_copy_that_is_taken() {
    let mut ours = camp();
    let mut first = events(&mut Random::new(7), 2);
    let mut second = first.split_off(1);
    // The same players once more.
    second[0].sections = vec![first[0].sections[0].clone()];
    second[0].sections[0].number = 7;
    second[0].sections[0].ends = Some(date(2010, 3, 1));
    import(&mut ours, first);
    let number = add_berger(&mut ours);
    save(&mut ours, &RateRequest::All);
    let mut theirs = copy(&ours);
    let key = ours.sections().expect("sections")[0].key;
    let crosstable = |camp: &CampFile| {
        let section = camp.section(key).expect("a section");
        section.expect("it is there")
    };
    let before = crosstable(&ours);
    let berger = ours.member(number).expect("members").expect("Berger").key;
    apply(&mut ours, Edit::UsChess(Change::DeleteMember(berger)));
    let mut corrected = before.clone();
    corrected.entries[0].member = Some(berger);
    corrected.entries[0].id = Some(number);
    corrected.entries[0].name = "Berger, Anna".to_owned();
    let change = Change::ChangeSection(key, Box::new(corrected));
    apply(&mut theirs, Edit::UsChess(change));
    import(&mut theirs, second);
    save(&mut theirs, &RateRequest::All);
    let is_later_stale = |camp: &CampFile| {
        let sections = camp.sections().expect("sections");
        let later = sections.iter().find(|head| head.section.number == 7);
        later.expect("the later section").is_stale()
    };
    assert!(!is_later_stale(&theirs));
    let rows = rows(&plan(&ours, &theirs, &MergeChoices::default()).plan);
    assert_eq!(rows[0], ["Record", "Deleted", "Stays"].map(str::to_owned));
    assert_eq!(rows[1][0], "US Chess section");
    assert!(
        rows[1][1].ends_with("of Event 1: as it is here"),
        "{rows:?}"
    );
    assert!(
        rows[1][2].ends_with("of Event 1: as in the copy"),
        "{rows:?}"
    );
    assert_eq!(rows.len(), 2);
    let (here, there, _) = both_ways(&ours, &theirs);
    for camp in [&here, &there] {
        assert_eq!(crosstable(camp).entries[0].name, before.entries[0].name);
        // What was rated after the one that is another one now is out of date.
        assert!(is_later_stale(camp));
        assert_follows_from_crosstables(camp);
    }
    let (here, there, _) = both_ways(&theirs, &ours);
    for camp in [&here, &there] {
        assert_eq!(crosstable(camp).entries[0].id, Some(number));
        assert!(!is_later_stale(camp));
        assert_follows_from_crosstables(camp);
    }
}

/// He was put into the group, too.
#[test]
fn what_else_was_done_to_who_was_in_a_group_that_is_deleted_stays() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddGroup(Group::new("Blue", Some(500))));
    let mut theirs = copy(&ours);
    let data = ours.load().expect("a camp");
    let mut lee = data.player(PlayerId(1)).cloned().expect("Leewood");
    (lee.group, lee.start_permanent) = (Some(data.groups[1].id), Some(777));
    apply(&mut ours, Edit::DeleteGroup(data.groups[1].id));
    apply(&mut theirs, Edit::put(&lee));
    let (here, ..) = both_ways(&ours, &theirs);
    let data = here.load().expect("a camp");
    let merged = data.player(PlayerId(1)).expect("Leewood");
    assert_eq!(merged.start_permanent, Some(777));
    assert_eq!(merged.group, Some(data.groups[0].id));
}
