//! Three copies: whichever is brought back first, the same camp comes of them.

use super::*;

/// A camp without what follows from the order of merging: the numbers of new players, and those of places in the order of play and of groups.
fn content(camp: &CampFile) -> (State, Vec<String>) {
    let mut view = view(camp);
    for (key, cells) in &mut view {
        cells.remove("sequence");
        cells.remove("skill_order");
        if key.table == "person" {
            cells.remove("id");
        }
    }
    let data = camp.load().expect("a camp");
    let name = |id| data.player(id).map(Player::full_name).unwrap_or_default();
    let games = data.games.iter();
    let games = games.map(|game| format!("{} {}", name(game.white), name(game.black)));
    let games = games.collect();
    (view, games)
}

/// What many people type: campers, games and notes.
fn typed(camp: &CampFile, kind: u8, a: usize, b: usize) -> Edit {
    let kind = [5, 9, 9, 9, 9, 1, 16, 14][usize::from(kind % 8)];
    // At the end of the list: not before another game.
    let b = if kind == 9 && b.is_multiple_of(3) {
        b + 1
    } else {
        b
    };
    any_change(camp, kind, a, b)
}

proptest! {
    #![proptest_config(cases(24, file!()))]

    #[test]
    fn the_order_of_merging_does_not_matter(
        edits in proptest::collection::vec((0_usize..3, 0_u8..8, 0_usize..40, 0_usize..40), 0..30),
    ) {
        let mut clock = Clock::new();
        let start = small_camp();
        let mut copies = [copy(&start), copy(&start), copy(&start)];
        for (which, kind, a, b) in edits {
            let camp = &mut copies[which];
            let edit = typed(camp, kind, a, b);
            let _ = clock.apply(camp, &edit);
        }
        let [first, second, third] = &copies;
        let merged = [[second, third], [third, second]].map(|others| {
            let mut camp = copy(first);
            let mut has_conflicts = false;
            for other in others {
                let merge = plan(&camp, other, &prefer(Prefer::Ours));
                // A game that two have typed stands where it was found first.
                has_conflicts |= !merge.plan.conflicts.is_empty() || !merge.plan.doubles.is_empty();
                clock.apply(&mut camp, &Edit::Merge(Box::new(merge))).expect("a merge");
            }
            (camp, has_conflicts)
        });
        let [(one, conflicts), (other, others)] = &merged;
        prop_assume!(!conflicts && !others);
        let (one, other) = (content(one), content(other));
        prop_assert_eq!(differences(&one.0, &other.0), []);
        prop_assert_eq!(one.1, other.1);
    }
}
