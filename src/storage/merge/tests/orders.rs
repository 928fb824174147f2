//! The order of groups.

use super::*;

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
