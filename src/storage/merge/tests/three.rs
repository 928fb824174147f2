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

/// A new camper who plays is typed on all three; the third copy has the lowest of three uids now and then.
#[test]
fn what_was_made_one_stays_one_when_a_third_copy_has_it_by_a_lower_uid() {
    for number in 0..16 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        let mut third = copy(&ours);
        if number % 2 == 0 {
            // The new camper has another number there.
            apply(&mut third, Edit::AddPlayer(player("Yu")));
        }
        for camp in [&mut ours, &mut theirs, &mut third] {
            arrives(camp);
        }
        for other in [&theirs, &third] {
            bring(&mut ours, other, &MergeChoices::default());
        }
        stays_one_once_corrected([ours, theirs], number % 4 < 2);
    }
}

/// Types a new camper who plays: the last game of the camp.
fn arrives(camp: &mut CampFile) {
    apply(camp, Edit::AddPlayer(player("Lee")));
    let lee = camp.load().expect("a camp").players.len();
    let lee = PlayerId(i64::try_from(lee).expect("few"));
    apply(camp, Edit::add_game(new_game(lee, PlayerId(1))));
}

/// Corrects the result, and the name of who came, on one of two copies: on both it is one, as it was corrected.
fn stays_one_once_corrected(mut copies: [CampFile; 2], is_here: bool) {
    let [ours, theirs] = &mut copies;
    let corrected = if is_here { ours } else { theirs };
    let games = corrected.load().expect("a camp").games;
    let game = games.last().expect("a game");
    let draw = Patch::new(game.id, Field::Result, GameResult::Draw);
    apply(corrected, Edit::ChangeGame(draw));
    let named = Patch::new(game.white, Field::FirstName, "Anna");
    apply(corrected, Edit::ChangePlayer(named));
    let [ours, theirs] = &copies;
    let (here, _, planned) = both_ways(ours, theirs);
    assert_eq!((planned.conflicts, planned.doubles), (vec![], vec![]));
    let data = here.load().expect("a camp");
    let results = data.games.iter().map(|game| game.result);
    let expected = [GameResult::WhiteWon, GameResult::WhiteWon, GameResult::Draw];
    assert_eq!(results.collect::<Vec<_>>(), expected);
    let players = data.players.iter().map(Player::full_name);
    let lees = players.filter(|it| it.ends_with(" Lee"));
    assert_eq!(lees.collect::<Vec<_>>(), ["Anna Lee"]);
}

/// Two copies have typed the same: one of them and another one bring the other one's, and meet afterwards.
#[test]
fn what_was_made_one_with_that_of_a_third_copy_is_one_with_what_came_from_there() {
    // Which of the identities stays is left to chance.
    for number in 0..12 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        let mut third = copy(&ours);
        if number % 2 == 0 {
            apply(&mut third, Edit::AddPlayer(player("Yu")));
        }
        arrives(&mut ours);
        arrives(&mut third);
        for camp in [&mut ours, &mut theirs] {
            bring(camp, &third, &MergeChoices::default());
        }
        stays_one_once_corrected([ours, theirs], number % 4 < 2);
    }
}

/// A camper whom two copies have is renumbered by one of them, since a third one has somebody else of her number.
#[test]
fn who_is_renumbered_on_one_copy_gets_that_number_on_the_other() {
    // Who of the two keeps the number is left to chance.
    for _ in 0..8 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        apply(&mut ours, Edit::AddPlayer(player("Pham")));
        let mut third = copy(&ours);
        apply(&mut theirs, Edit::AddPlayer(player("Quan")));
        bring(&mut ours, &theirs, &MergeChoices::default());
        let numbers = |camp: &CampFile| {
            let players = camp.load().expect("a camp").players;
            let players = players.iter().map(|it| (it.last_name.clone(), it.id.0));
            players.collect::<std::collections::BTreeMap<_, _>>()
        };
        let before = numbers(&ours);
        let note = Patch::new(PlayerId(4), Field::Notes, "Left-handed");
        apply(&mut third, Edit::ChangePlayer(note));
        let (here, there, planned) = both_ways(&ours, &third);
        assert_eq!(planned.renumbered, []);
        assert_eq!([&here, &there].map(numbers), [before.clone(), before]);
    }
}

/// Nobody has decided of these.
#[test]
fn what_two_copies_have_typed_is_offered_as_one_though_both_got_a_third_one() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut third = copy(&ours);
    apply(&mut third, Edit::AddPlayer(player("Yu")));
    for camp in [&mut ours, &mut theirs] {
        arrives(camp);
        bring(camp, &third, &MergeChoices::default());
    }
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(planned.doubles.len(), 2);
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
