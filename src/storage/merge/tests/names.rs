//! What has a name and was added on both: once it is one it stays one, whatever it is called since.

use super::*;
use crate::domain::{
    LadderSystem, NewLadder, SettingValues,
    us_chess::{Change, Event, Member, MemberId},
};

/// Two copies to which the same was added: it was made one here, and was changed here since; then the copy was brought again.
fn changed_here(
    add: impl Fn(&mut CampFile),
    change: impl FnOnce(&mut CampFile),
) -> (CampFile, CampFile) {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for camp in [&mut ours, &mut theirs] {
        add(camp);
    }
    bring(&mut ours, &theirs, &MergeChoices::default());
    change(&mut ours);
    let note = Patch::new(PlayerId(1), Field::Notes, "Left-handed");
    apply(&mut theirs, Edit::ChangePlayer(note));
    bring(&mut ours, &theirs, &MergeChoices::default());
    (ours, theirs)
}

#[test]
fn who_is_called_as_in_the_copy_is_named_so_in_all_that_comes() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let newcomer = |first: &str, last: &str| {
        Edit::AddPlayer(Player {
            first_name: first.to_owned(),
            ..player(last)
        })
    };
    apply(&mut ours, newcomer("Newkid", "Zed"));
    apply(&mut theirs, newcomer("Zed", "Newkid"));
    weeks::play(&mut theirs, 4, 1);
    for (taken, name) in [(Prefer::Ours, "Newkid Zed"), (Prefer::Theirs, "Zed Newkid")] {
        let planned = plan(&ours, &theirs, &prefer(taken)).plan;
        let said = planned.coming().into_iter();
        let said = said.map(|it| it.to_string()).collect::<Vec<_>>();
        let game = format!("Added: Game {name} 1–0 Ann Leewood, 7/6/2026");
        assert!(said.contains(&game), "{said:?}");
        // Where it is decided, it stays what it was.
        let title = planned.title(&planned.conflicts[0]);
        assert_eq!(title, "Player Newkid Zed");
    }
}

/// Everything that is said of a merge but for what stands on each copy.
fn all_said(merge: &Merge) -> Vec<String> {
    let plan = &merge.plan;
    let coming = plan.coming().into_iter().map(|it| it.to_string());
    let contrary = plan.contrary.iter().map(ToString::to_string);
    let titles = plan.conflicts.iter().map(|it| plan.title(it));
    let weeks = plan.weeks.iter().cloned();
    let said = coming.chain(contrary).chain(titles).chain(weeks);
    let said = said
        .chain(plan.doubles_in_words())
        .chain(plan.both_results());
    said.chain([merge.name()]).collect()
}

/// Nothing of her name is decided: nobody but the copy has changed it.
#[test]
fn who_is_renamed_in_the_copy_alone_is_named_so_wherever_she_is_named() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, notes, result) in [
        (&mut ours, "Here", GameResult::WhiteWon),
        (&mut theirs, "There", GameResult::Draw),
    ] {
        weeks::play(camp, 1, 2);
        apply(camp, coming::ended(1, 3, result));
        let notes = Patch::new(PlayerId(1), Field::Notes, notes);
        apply(camp, Edit::ChangePlayer(notes));
    }
    let anna = Patch::new(PlayerId(1), Field::FirstName, "Anna");
    apply(&mut theirs, Edit::ChangePlayer(anna));
    let decided = [None, Some(Prefer::Ours), Some(Prefer::Theirs)];
    for prefer in decided {
        let choices = MergeChoices {
            prefer,
            ..MergeChoices::default()
        };
        let said = all_said(&plan(&ours, &theirs, &choices));
        let is_old = |it: &&String| it.contains("Ann Leewood");
        assert_eq!(said.iter().find(is_old), None, "{said:?}");
        for expected in [
            "Changed: Player Anna Leewood (First name: Ann to Anna",
            "Added: Game Anna Leewood ½–½ Ann Xiong, 7/6/2026",
            "Anna Leewood against Ann Xiong ended 1–0 here, and ½–½ in the copy",
            "Player Anna Leewood",
            "The same on both, and kept once: Anna Leewood 1–0 Ann Vang, 7/6/2026",
            "Both results of Anna Leewood against Ann Xiong are here",
            "Bring the copy back (1 game added, both results of Anna Leewood against Ann Xiong)",
        ] {
            let is_said = said.iter().any(|it| it.starts_with(expected));
            assert!(is_said, "{expected}: {said:?}");
        }
    }
}

/// She has the name of another one as long as it isn’t decided: the title of that stays where she is found.
#[test]
fn a_decision_of_the_name_keeps_the_number_in_its_title() {
    let mut ours = small_camp();
    let rename = |camp: &mut CampFile, player: i64, last: &str| {
        let patch = Patch::new(PlayerId(player), Field::LastName, last);
        apply(camp, Edit::ChangePlayer(patch));
    };
    rename(&mut ours, 2, "Lee");
    let mut theirs = copy(&ours);
    rename(&mut ours, 1, "Lee");
    rename(&mut theirs, 1, "Olsen");
    for (choices, coming) in [
        (MergeChoices::default(), None),
        (prefer(Prefer::Ours), None),
        (
            prefer(Prefer::Theirs),
            Some("Changed: Player Ann Olsen (Last name: Lee to Olsen)"),
        ),
    ] {
        let planned = plan(&ours, &theirs, &choices).plan;
        let title = planned.title(&planned.conflicts[0]);
        assert_eq!(title, "Player Ann Lee (1)");
        let said = planned.coming().into_iter().map(|it| it.to_string());
        assert_eq!(said.collect::<Vec<_>>(), Vec::from_iter(coming));
    }
}

/// What comes of both, with nothing asked.
fn together(ours: &CampFile, theirs: &CampFile) -> CampFile {
    let (here, _, planned) = both_ways(ours, theirs);
    assert_eq!(planned.conflicts, []);
    here
}

#[test]
fn a_group_that_was_made_one_stays_one_by_another_name() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let (ours, mut theirs) = changed_here(
            |camp| apply(camp, Edit::AddGroup(Group::new("Blue", Some(500)))),
            |camp| {
                let mut blue = camp.load().expect("a camp").groups[1].clone();
                blue.name = "Green".to_owned();
                apply(camp, Edit::put(&blue));
            },
        );
        let blue = theirs.load().expect("a camp").groups[1].id;
        let zed = Player {
            group: Some(blue),
            ..player("Zed")
        };
        apply(&mut theirs, Edit::AddPlayer(zed));
        let data = together(&ours, &theirs).load().expect("a camp");
        let groups = data.groups.iter().map(|group| group.name.as_str());
        assert_eq!(groups.collect::<Vec<_>>(), ["Red", "Green"]);
        let zed = data.players.iter().find(|it| it.last_name == "Zed");
        assert_eq!(zed.expect("Zed").group, Some(data.groups[1].id));
    }
}

#[test]
fn a_meeting_that_was_made_one_stays_one_on_another_day() {
    let next_day = date(2026, 7, 7);
    for _ in 0..6 {
        let (ours, mut theirs) = changed_here(
            |camp| apply(camp, Edit::AddMeeting(NewMeeting::new(TODAY))),
            |camp| {
                let mut meeting = camp.load().expect("a camp").meetings[0].clone();
                meeting.date = next_day;
                apply(camp, Edit::ChangeMeeting(meeting));
            },
        );
        let mut meeting = theirs.load().expect("a camp").meetings[0].clone();
        meeting.note = "Rain".to_owned();
        apply(&mut theirs, Edit::ChangeMeeting(meeting));
        let meetings = together(&ours, &theirs).load().expect("a camp").meetings;
        let meetings = meetings.iter().map(|it| (it.date, it.note.as_str()));
        assert_eq!(meetings.collect::<Vec<_>>(), [(next_day, "Rain")]);
    }
}

#[test]
fn a_ladder_that_was_made_one_stays_one_by_another_name() {
    let setting = |value: &str| ("challenge-top".to_owned(), value.to_owned());
    for _ in 0..6 {
        let new = || NewLadder {
            name: "Thursday".to_owned(),
            system: LadderSystem::Club,
            settings: [setting("5")].into_iter().collect(),
        };
        let (ours, mut theirs) = changed_here(
            |camp| apply(camp, Edit::AddLadder(new())),
            |camp| {
                let mut ladder = camp.load().expect("a camp").ladders[0].clone();
                ladder.name = "Friday".to_owned();
                apply(camp, Edit::ChangeLadder(ladder));
            },
        );
        let mut ladder = theirs.load().expect("a camp").ladders[0].clone();
        ladder.settings = [setting("4")].into_iter().collect();
        apply(&mut theirs, Edit::ChangeLadder(ladder));
        let ladders = together(&ours, &theirs).load().expect("a camp").ladders;
        let ladders = ladders.iter();
        let ladders = ladders.map(|it| (it.name.as_str(), it.settings.clone()));
        let expected = [setting("4")].into_iter().collect::<SettingValues>();
        assert_eq!(ladders.collect::<Vec<_>>(), [("Friday", expected)]);
    }
}

fn us_chess(camp: &mut CampFile, change: Change) {
    apply(camp, Edit::UsChess(change));
}

#[test]
fn a_member_who_was_made_one_stays_one_by_another_number() {
    let number = |text: &str| text.parse::<MemberId>().ok();
    for _ in 0..6 {
        let new = || Member {
            id: number("12345671"),
            last_name: "Berger".to_owned(),
            ..Member::default()
        };
        let change = |camp: &mut CampFile, change: fn(&mut Member, Option<MemberId>)| {
            let stored = camp.members().expect("members").swap_remove(0);
            let mut member = stored.member;
            change(&mut member, number("12345672"));
            us_chess(camp, Change::ChangeMember(stored.key, Box::new(member)));
        };
        let (ours, mut theirs) = changed_here(
            |camp| us_chess(camp, Change::AddMember(Box::new(new()))),
            |camp| change(camp, |member, other| member.id = other),
        );
        change(&mut theirs, |member, _| {
            member.first_name = "Anna".to_owned();
        });
        let members = together(&ours, &theirs).members().expect("members");
        let members = members.iter().map(|it| &it.member);
        let members = members.map(|it| (it.id, it.first_name.as_str()));
        assert_eq!(members.collect::<Vec<_>>(), [(number("12345672"), "Anna")]);
    }
}

#[test]
fn an_event_that_was_made_one_stays_one_by_another_number() {
    let number = |text: &str| Some(text.to_owned());
    for _ in 0..6 {
        let new = || Event {
            id: number("202608300103"),
            name: "Open".to_owned(),
            ..Event::default()
        };
        let change = |camp: &mut CampFile, change: fn(&mut Event)| {
            let (key, mut event) = camp.events().expect("events").swap_remove(0);
            change(&mut event);
            us_chess(camp, Change::ChangeEvent(key, Box::new(event)));
        };
        let (ours, mut theirs) = changed_here(
            |camp| us_chess(camp, Change::AddEvent(Box::new(new()))),
            |camp| change(camp, |event| event.id = Some("202608300104".to_owned())),
        );
        change(&mut theirs, |event| event.city = Some("Oslo".to_owned()));
        let events = together(&ours, &theirs).events().expect("events");
        let events = events.into_iter().map(|(_, event)| (event.id, event.city));
        let expected = [(number("202608300104"), number("Oslo"))];
        assert_eq!(events.collect::<Vec<_>>(), expected);
    }
}

/// As no week has two groups whose names differ in their capitals, of any alphabet.
#[test]
fn two_new_groups_of_one_name_in_other_capitals_are_one() {
    let start = small_camp();
    let (mut ours, mut theirs) = (copy(&start), copy(&start));
    for (camp, name) in [(&mut ours, "École"), (&mut theirs, "école")] {
        apply(camp, Edit::AddGroup(Group::new(name, Some(500))));
    }
    let (here, _, planned) = both_ways(&ours, &theirs);
    let titles = planned.conflicts.iter().map(|it| planned.title(it));
    assert_eq!(titles.collect::<Vec<_>>(), ["Group École"]);
    assert_eq!(orders::groups(&here), ["Red", "École"]);
}
