//! Marks at meetings of players who were deleted on one of the copies.

use super::*;
use crate::domain::{Attendance, Meeting};

/// A change of any kind, as of any camp, or one of a meeting or a ladder.
pub(super) fn any_change(camp: &CampFile, kind: u8, a: usize, b: usize) -> Edit {
    let data = camp.load().expect("a camp");
    let players = data.players.iter().map(|player| player.id);
    let marks = players.skip(a % 4).step_by(1 + b % 3);
    let marks = marks.zip(MARKS.into_iter().cycle().skip(b % 3)).take(4);
    let day = |at: usize| {
        TODAY.saturating_add(jiff::Span::new().days(i64::try_from(at % 5).expect("few")))
    };
    let meeting = data.meetings.get(a % data.meetings.len().max(1)).cloned();
    match (kind, meeting) {
        (30, _) => Edit::AddMeeting(NewMeeting {
            attendance: marks.collect(),
            ..NewMeeting::new(day(b))
        }),
        (31, Some(meeting)) if b.is_multiple_of(5) => Edit::DeleteMeeting(meeting.id),
        (31, Some(mut meeting)) => {
            if b.is_multiple_of(3) {
                meeting.date = day(b);
            }
            meeting.attendance.extend(marks);
            Edit::ChangeMeeting(meeting)
        }
        (32, _) => ladders::any_new(a, b),
        (33, _) => ladders::any_change(&data.ladders, a, b),
        _ => history::tests::any_change(camp, kind.min(29), a, b),
    }
}

const MARKS: [Attendance; 3] = [Attendance::Present, Attendance::Absent, Attendance::Excused];
const YU: PlayerId = PlayerId(4);

/// A camp with Yu, who has no games, and a meeting at which she was.
fn with_yu() -> CampFile {
    let mut camp = small_camp();
    apply(&mut camp, Edit::AddPlayer(player("Yu")));
    hold(&mut camp, TODAY, &[(YU, Attendance::Present)]);
    camp
}

fn hold(camp: &mut CampFile, on: jiff::civil::Date, marks: &[(PlayerId, Attendance)]) {
    apply(
        camp,
        Edit::AddMeeting(NewMeeting {
            attendance: marks.iter().copied().collect(),
            ..NewMeeting::new(on)
        }),
    );
}

fn meetings(camp: &CampFile) -> Vec<Meeting> {
    camp.load().expect("a camp").meetings.to_vec()
}

/// The marks of all meetings, one after the other.
fn marks(camp: &CampFile) -> Vec<(PlayerId, Attendance)> {
    let meetings = meetings(camp).into_iter();
    meetings.flat_map(|meeting| meeting.attendance).collect()
}

fn mark(camp: &mut CampFile, mark: Attendance) {
    let mut meeting = meetings(camp).remove(0);
    meeting.attendance.insert(YU, mark);
    apply(camp, Edit::ChangeMeeting(meeting));
}

#[test]
fn who_is_deleted_on_one_copy_and_marked_at_a_meeting_on_the_other_is_decided() {
    let mut ours = with_yu();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(YU));
    let lee = (PlayerId(1), Attendance::Present);
    hold(
        &mut theirs,
        date(2026, 7, 7),
        &[lee, (YU, Attendance::Absent)],
    );
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    assert_eq!(open.title(conflict), "Player Ann Yu");
    let rows = open.side_by_side(conflict);
    let rows = rows
        .iter()
        .map(|row| (row.ours.as_str(), row.theirs.as_str()));
    let meeting = "The meeting of 7/7/2026";
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            ("Deleted", "Stays"),
            (
                &*format!("{meeting}: stays, without player Ann Yu"),
                &*format!("{meeting}: stays")
            )
        ]
    );
    // What was written down before she was deleted stays.
    let before = (YU, Attendance::Present);
    let (here, there, _) = both_ways(&ours, &theirs);
    for camp in [&here, &there] {
        assert_eq!(marks(camp), [before, lee]);
    }
    let (here, there, _) = both_ways(&theirs, &ours);
    for camp in [&here, &there] {
        assert_eq!(marks(camp), [before, lee, (YU, Attendance::Absent)]);
        assert_eq!(camp.load().expect("a camp").players.len(), 4);
    }
}

#[test]
fn a_mark_that_was_changed_of_somebody_deleted_is_as_it_was_or_brings_her_back() {
    let mut ours = with_yu();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(YU));
    mark(&mut theirs, Attendance::Excused);
    assert!(plan(&ours, &theirs, &MergeChoices::default()).plan.waits());
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(marks(&here), [(YU, Attendance::Present)]);
    let (here, ..) = both_ways(&theirs, &ours);
    assert_eq!(marks(&here), [(YU, Attendance::Excused)]);
}

#[test]
fn a_meeting_at_which_somebody_was_who_is_deleted_here_is_deleted() {
    let mut ours = with_yu();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(YU));
    let meeting = meetings(&theirs)[0].id;
    apply(&mut theirs, Edit::DeleteMeeting(meeting));
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    assert_eq!(marks(&here), []);
}

/// Both have deleted her, one after she was at another meeting.
#[test]
fn a_mark_of_somebody_deleted_on_both_stays() {
    let mut ours = with_yu();
    let mut theirs = copy(&ours);
    hold(&mut ours, date(2026, 7, 7), &[(YU, Attendance::Absent)]);
    for camp in [&mut ours, &mut theirs] {
        apply(camp, Edit::DeletePlayer(YU));
    }
    let (here, there, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    for camp in [&here, &there] {
        let expected = [(YU, Attendance::Present), (YU, Attendance::Absent)];
        assert_eq!(marks(camp), expected);
    }
}

/// A new player was at a meeting and is deleted here; the copy has a new one of her number.
#[test]
fn a_mark_of_somebody_who_came_and_went_is_nobody_elses() {
    for forgets in [false, true] {
        let start = small_camp();
        let (mut ours, mut theirs) = (copy(&start), copy(&start));
        apply(&mut ours, Edit::AddPlayer(player("Yu")));
        hold(&mut ours, TODAY, &[(YU, Attendance::Present)]);
        apply(&mut ours, Edit::DeletePlayer(YU));
        apply(&mut theirs, Edit::AddPlayer(player("Zhao")));
        if forgets {
            ours.forget_history().expect("forgotten");
        }
        let (here, there, planned) = both_ways(&ours, &theirs);
        let said = planned.renumbered.iter().map(ToString::to_string);
        // Without a history nobody knows who she was.
        let keeps = if forgets { "" } else { ": 4 is Ann Yu’s" };
        let expected = format!("Ann Zhao, number 4 in the copy, gets number 5{keeps}");
        assert_eq!(said.collect::<Vec<_>>(), [expected]);
        for camp in [&here, &there] {
            assert_eq!(marks(camp), [(YU, Attendance::Present)]);
            let players = camp.load().expect("a camp").players;
            let zhao = players.iter().find(|player| player.last_name == "Zhao");
            assert_eq!(zhao.map(|zhao| zhao.id), Some(PlayerId(5)));
        }
    }
}
