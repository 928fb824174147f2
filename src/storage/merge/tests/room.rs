//! What one record gives up and another one takes, of what no two may have.

use super::*;
use crate::{
    domain::us_chess::{Change, Member, MemberKey},
    rating::us_chess::tests::random::Random,
    storage::us_chess::tests::{events, import},
};

fn us_chess(camp: &mut CampFile, change: Change) {
    apply(camp, Edit::UsChess(change));
}

fn member(number: Option<&str>, name: &str) -> Box<Member> {
    Box::new(Member {
        id: number.map(|number| number.parse().expect("a member's number")),
        last_name: name.to_owned(),
        ..Member::default()
    })
}

/// A camp with two members, of whom the second one has no number, and with a section.
fn with_members() -> (CampFile, MemberKey, MemberKey) {
    let mut camp = small_camp();
    for (number, name) in [(Some("00000077"), "Berger"), (None, "Pending")] {
        us_chess(&mut camp, Change::AddMember(member(number, name)));
    }
    let members = camp.members().expect("members");
    (camp, members[0].key, members[1].key)
}

#[test]
fn an_event_that_was_deleted_and_imported_again_has_its_number() {
    let mut ours = camp();
    let all = || events(&mut Random::new(7), 2);
    import(&mut ours, all());
    let mut theirs = copy(&ours);
    for (event, _) in theirs.events().expect("events") {
        us_chess(&mut theirs, Change::DeleteEvent(event));
    }
    import(&mut theirs, all());
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.events().expect("events").len(), 2);
    assert_eq!(here.sections().expect("sections").len(), 4);
}

#[test]
fn the_number_of_a_member_who_is_deleted_goes_to_another_one() {
    let (ours, berger, pending) = with_members();
    let mut theirs = copy(&ours);
    us_chess(&mut theirs, Change::DeleteMember(berger));
    let numbered = member(Some("00000077"), "Pending");
    us_chess(&mut theirs, Change::ChangeMember(pending, numbered));
    let (here, ..) = both_ways(&ours, &theirs);
    let number = "00000077".parse().expect("a member's number");
    let member = here.member(number).expect("members").expect("a member");
    assert_eq!(member.member.last_name, "Pending");
}

#[test]
fn a_camper_is_another_member() {
    for deletes in [false, true] {
        let (mut ours, berger, pending) = with_members();
        let lee = Some(PlayerId(1));
        us_chess(&mut ours, Change::LinkCamper(berger, lee));
        let mut theirs = copy(&ours);
        us_chess(
            &mut theirs,
            if deletes {
                Change::DeleteMember(berger)
            } else {
                Change::LinkCamper(berger, None)
            },
        );
        us_chess(&mut theirs, Change::LinkCamper(pending, lee));
        let (here, ..) = both_ways(&ours, &theirs);
        let members = here.members().expect("members");
        let linked = members.iter().filter(|member| member.camper == lee);
        let linked = linked.map(|member| member.member.last_name.as_str());
        assert_eq!(linked.collect::<Vec<_>>(), ["Pending"]);
    }
}

#[test]
fn sections_are_numbered_anew() {
    let mut ours = camp();
    import(&mut ours, events(&mut Random::new(7), 1));
    let mut theirs = copy(&ours);
    let by_number = |camp: &CampFile| {
        let mut heads = camp.sections().expect("sections");
        heads.sort_by_key(|head| head.section.number);
        heads
    };
    let heads = by_number(&ours);
    for head in heads.iter().rev() {
        let section = theirs.section(head.key).expect("a section");
        let mut section = section.expect("it is there");
        section.number += 1;
        us_chess(
            &mut theirs,
            Change::ChangeSection(head.key, Box::new(section)),
        );
    }
    let (here, ..) = both_ways(&ours, &theirs);
    let after = by_number(&here);
    assert_eq!(after.len(), 2);
    for (before, after) in heads.iter().zip(&after) {
        assert_eq!(after.section.number, before.section.number + 1);
        assert_eq!(after.section.name, before.section.name);
    }
}

#[test]
fn meetings_are_moved_a_day_on() {
    let mut ours = small_camp();
    let days = [date(2026, 7, 6), date(2026, 7, 7), date(2026, 7, 8)];
    for (on, note) in days.into_iter().zip(["First", "Second"]) {
        let meeting = NewMeeting {
            note: note.to_owned(),
            ..NewMeeting::new(on)
        };
        apply(&mut ours, Edit::AddMeeting(meeting));
    }
    let mut theirs = copy(&ours);
    let meetings = ours.load().expect("a camp").meetings;
    for (meeting, on) in meetings.iter().zip(&days[1..]).rev() {
        let mut meeting = meeting.clone();
        meeting.date = *on;
        apply(&mut theirs, Edit::ChangeMeeting(meeting));
    }
    let (here, ..) = both_ways(&ours, &theirs);
    let meetings = here.load().expect("a camp").meetings;
    let held = meetings.iter().map(|it| (it.date, it.note.as_str()));
    assert_eq!(
        held.collect::<Vec<_>>(),
        [(days[1], "First"), (days[2], "Second")]
    );
}

/// The camper is deleted here, and changed in the copy.
#[test]
fn a_camper_who_stays_is_the_same_member() {
    let (mut ours, berger, _) = with_members();
    let camper = PlayerId(4);
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    us_chess(&mut ours, Change::LinkCamper(berger, Some(camper)));
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(camper));
    let patch = Patch::new(camper, Field::Notes, "Left-handed");
    apply(&mut theirs, Edit::ChangePlayer(patch));
    let planned = bring(&mut ours, &theirs, &prefer(Prefer::Theirs));
    assert_eq!(planned.conflicts.len(), 1);
    assert_eq!(differences(&view(&ours), &view(&theirs)), []);
}

/// The camper was linked on the other copy, too.
#[test]
fn what_else_was_done_to_a_member_whose_camper_is_deleted_stays() {
    let (mut ours, berger, _) = with_members();
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    let mut theirs = copy(&ours);
    let yu = PlayerId(4);
    apply(&mut ours, Edit::DeletePlayer(yu));
    let renamed = member(Some("00000077"), "Bergmann");
    us_chess(&mut theirs, Change::ChangeMember(berger, renamed));
    us_chess(&mut theirs, Change::LinkCamper(berger, Some(yu)));
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts.len(), 1);
    let number = "00000077".parse().expect("a member's number");
    let member = here.member(number).expect("members").expect("a member");
    assert_eq!(member.member.last_name, "Bergmann");
    assert_eq!(member.camper, None);
}
