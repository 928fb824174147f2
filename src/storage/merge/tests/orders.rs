//! The order of groups, and what is decided of the order of games.

use super::*;
use crate::domain::WeekDetails;

/// The groups in the order in which they are listed.
pub(super) fn groups(camp: &CampFile) -> Vec<String> {
    let groups = camp.load().expect("a camp").groups;
    groups.iter().map(|group| group.name.clone()).collect()
}

fn add(camp: &mut CampFile, name: &str) {
    apply(camp, Edit::AddGroup(Group::new(name, Some(500))));
}

#[test]
fn groups_that_were_added_on_both_stand_in_one_order() {
    // Which of two groups comes first is chance: in eight times both ways come up.
    for _ in 0..8 {
        let start = small_camp();
        let (mut ours, mut theirs) = (copy(&start), copy(&start));
        for name in ["Blue", "Brown"] {
            add(&mut ours, name);
        }
        add(&mut theirs, "Green");
        let (here, there, planned) = both_ways(&ours, &theirs);
        assert_eq!(planned.conflicts, []);
        let data = here.load().expect("a camp");
        let places = data.groups.iter().map(|group| group.skill_order);
        assert_eq!(places.collect::<Vec<_>>(), [1, 2, 3, 4]);
        let order = groups(&here);
        assert_eq!(order, groups(&there));
        let of_ours = order.iter().filter(|name| *name != "Green");
        assert_eq!(of_ours.collect::<Vec<_>>(), ["Red", "Blue", "Brown"]);
    }
}

/// On the copy, the other group stood behind it before it was deleted.
#[test]
fn a_group_that_is_decided_to_stay_has_a_place_of_its_own() {
    let mut ours = small_camp();
    add(&mut ours, "Blue");
    let mut theirs = copy(&ours);
    let mut blue = ours.load().expect("a camp").groups[1].clone();
    apply(&mut theirs, Edit::OrderGroups(vec![blue.id, GroupId(1)]));
    apply(&mut theirs, Edit::DeleteGroup(blue.id));
    blue.name = "Navy".to_owned();
    apply(&mut ours, Edit::put(&blue));
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(groups(&here), ["Red", "Navy"]);
    let data = here.load().expect("a camp");
    let places = data.groups.iter().map(|group| group.skill_order);
    assert_eq!(places.collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn a_week_and_the_order_of_its_games_are_decided_each_by_itself() {
    let mut ours = small_camp();
    apply(
        &mut ours,
        Edit::add_game(new_game(PlayerId(1), PlayerId(3))),
    );
    let mut theirs = copy(&ours);
    for (camp, label, moved) in [(&mut ours, "Here", 2), (&mut theirs, "There", 1)] {
        let data = camp.load().expect("a camp");
        let details = WeekDetails {
            label: label.to_owned(),
            ..WeekDetails::of(&data.week)
        };
        let week = data.week.id;
        apply(camp, Edit::ChangeWeek { week, details });
        let order = Edit::MoveGame {
            game: data.games[moved].id,
            before: Some(data.games[0].id),
        };
        apply(camp, order);
    }
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let titles = open.conflicts.iter().map(|it| open.title(it));
    assert_eq!(
        titles.collect::<Vec<_>>(),
        ["Week 1", "The order of the games of week 1"]
    );
    let keys = open.conflicts.iter().map(|it| it.key.clone());
    let keys = keys.collect::<Vec<_>>();
    let choices = MergeChoices {
        each: [
            (keys[0].clone(), Prefer::Ours),
            (keys[1].clone(), Prefer::Theirs),
        ]
        .into(),
        ..MergeChoices::default()
    };
    let theirs_first = theirs.load().expect("a camp").games[0].white;
    bring(&mut ours, &theirs, &choices);
    let data = ours.load().expect("a camp");
    assert_eq!(data.week.label, "Here");
    assert_eq!(data.games[0].white, theirs_first);
    assert_eq!(theirs_first, PlayerId(2));
}

/// The names of further columns, as they stand in lists.
pub(super) fn columns(camp: &CampFile) -> Vec<String> {
    let columns = camp.load().expect("a camp").columns;
    let columns = columns.iter();
    columns.map(|column| column.name.clone()).collect()
}
