//! A new camper who was typed or imported on both copies.

mod spelled;

use std::{collections::BTreeSet, sync::Arc};

pub(super) use self::spelled::decided;
use super::*;
use crate::domain::{
    Game, ImportChanges, ImportedFrom, ImportedGame, ImportedPlayer, ImportedTexts, RowPrint,
    merge::{Double, ReadsHere},
};

fn play(camp: &mut CampFile, white: i64, black: i64) {
    let game = new_game(PlayerId(white), PlayerId(black));
    apply(camp, Edit::add_game(game));
}

fn add(camp: &mut CampFile, last_name: &str) {
    apply(camp, Edit::AddPlayer(player(last_name)));
}

/// Ann Lee arrives on Thursday, is number 4 on both, and plays.
fn arrives_on_both() -> [CampFile; 2] {
    let ours = small_camp();
    let theirs = copy(&ours);
    let mut copies = [ours, theirs];
    for camp in &mut copies {
        add(camp, "Lee");
        play(camp, 4, 1);
    }
    copies
}

fn names(camp: &CampFile) -> Vec<String> {
    let players = camp.load().expect("a camp").players;
    let mut names = players.iter().map(Player::full_name).collect::<Vec<_>>();
    names.sort();
    names
}

fn doubles(plan: &Plan) -> Vec<&str> {
    let doubles = plan.doubles.iter();
    doubles.map(|it| it.in_words.as_str()).collect()
}

/// Who was made one stays one when the other copy comes once more, with a game of number 4.
fn stays_one(here: &mut CampFile, theirs: &mut CampFile, expected: [&str; 4]) {
    assert_eq!(names(here), expected);
    assert_eq!(here.load().expect("a camp").games.len(), 3);
    play(theirs, 4, 2);
    let planned = bring(here, theirs, &MergeChoices::default());
    assert_eq!((planned.conflicts, planned.doubles), (vec![], vec![]));
    assert_eq!(names(here), expected);
    assert_eq!(here.load().expect("a camp").games.len(), 4);
}

#[test]
fn who_was_typed_on_both_is_one_with_all_games() {
    let [ours, theirs] = arrives_on_both();
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(
        doubles(&planned),
        ["Ann Lee, number 4", "Ann Lee 1–0 Ann Leewood, 7/6/2026"]
    );
    assert_eq!((planned.conflicts, planned.renumbered), (vec![], vec![]));
    assert_eq!(
        names(&here),
        ["Ann Lee", "Ann Leewood", "Ann Vang", "Ann Xiong"]
    );
    assert_eq!(here.load().expect("a camp").games.len(), 3);
}

#[test]
fn who_has_other_numbers_is_one_and_what_differs_is_decided() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let lee = |notes: &str, year| Player {
        notes: notes.to_owned(),
        birth_date: Some(date(year, 5, 1)),
        ..player("Lée")
    };
    apply(&mut ours, Edit::AddPlayer(lee("", 2015)));
    add(&mut theirs, "Yu");
    apply(&mut theirs, Edit::AddPlayer(lee("Left-handed", 2016)));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(doubles(&open), ["Ann Lée, number 4 here and 5 in the copy"]);
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    assert_eq!(open.title(conflict), "Player Ann Lée");
    let rows = open.side_by_side(conflict);
    let fields = rows.iter().map(|row| row.field.as_str());
    assert_eq!(fields.collect::<Vec<_>>(), ["Birth date"]);
    let (here, ..) = both_ways(&ours, &theirs);
    let players = here.load().expect("a camp").players;
    assert_eq!(players.len(), 5);
    let lee = players.iter().find(|it| it.last_name == "Lée");
    let lee = lee.expect("Ann Lée");
    assert_eq!(lee.birth_date, Some(date(2015, 5, 1)));
    assert_eq!(lee.notes, "Left-handed");
}

/// "Kou Thao" arrives on both, and one of the two was typed "Thao Kou".
fn arrives_the_other_way_round() -> [CampFile; 2] {
    let ours = small_camp();
    let theirs = copy(&ours);
    let names = [("Kou", "Thao"), ("thao", "Kou")];
    let mut copies = [ours, theirs];
    for (camp, (first_name, last_name)) in copies.iter_mut().zip(names) {
        let kou = Player {
            first_name: first_name.to_owned(),
            ..player(last_name)
        };
        apply(camp, Edit::AddPlayer(kou));
        play(camp, 4, 1);
    }
    copies
}

#[test]
fn who_has_the_names_the_other_way_round_is_offered_as_one() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let [ours, mut theirs] = arrives_the_other_way_round();
        let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
        let offered = open.doubles.iter().map(Double::as_one);
        assert_eq!(
            offered.collect::<Vec<_>>(),
            [
                "thao Kou, number 4, here with the names the other way round: one player",
                "Kou Thao 1–0 Ann Leewood, 7/6/2026: one game"
            ]
        );
        assert_eq!(
            open.doubles_in_words().next().as_deref(),
            Some(
                "The same on both but for the order of the names, and kept once: player thao Kou, number 4"
            )
        );
        let [conflict] = open.conflicts.as_slice() else {
            panic!("{:?}", open.conflicts);
        };
        let rows = open.side_by_side(conflict);
        let rows = rows.iter();
        let rows = rows.map(|row| [&row.field, &row.ours, &row.theirs].map(String::as_str));
        assert_eq!(
            rows.collect::<Vec<_>>(),
            [["First name", "Kou", "thao"], ["Last name", "Thao", "Kou"]]
        );
        let (mut here, ..) = both_ways(&ours, &theirs);
        let expected = ["Ann Leewood", "Ann Vang", "Ann Xiong", "Kou Thao"];
        stays_one(&mut here, &mut theirs, expected);
    }
}

#[test]
fn who_has_the_names_the_other_way_round_and_is_somebody_else_stays_two() {
    let [ours, theirs] = arrives_the_other_way_round();
    let mut here = copy(&ours);
    let offered = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let apart = MergeChoices {
        otherwise: BTreeSet::from([offered.doubles[0].theirs.clone()]),
        ..MergeChoices::default()
    };
    let planned = bring(&mut here, &theirs, &apart);
    assert_eq!(planned.conflicts, []);
    let data = here.load().expect("a camp");
    assert_eq!((data.players.len(), data.games.len()), (5, 4));
    let again = plan(&here, &theirs, &MergeChoices::default()).plan;
    assert!(again.is_empty() && again.doubles.is_empty());
    // Whoever has the same names is the one: of the two others nobody is asked.
    let [mut ours, theirs] = arrives_the_other_way_round();
    let kou = Player {
        first_name: "Thao".to_owned(),
        ..player("Kou")
    };
    apply(&mut ours, Edit::AddPlayer(kou));
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(
        doubles(&planned)[0],
        "thao Kou, number 5 here and 4 in the copy"
    );
    assert_eq!(planned.doubles[0].here, ReadsHere::Same);
    assert_eq!(
        planned
            .doubles
            .iter()
            .filter(|it| it.table == "person")
            .count(),
        1
    );
}

#[test]
fn two_of_one_name_who_are_kept_apart_keep_their_identities_and_games() {
    let [ours, theirs] = arrives_on_both();
    for keeps_both in [false, true] {
        let offered = plan(&ours, &theirs, &MergeChoices::default()).plan;
        let choices = |offered: &Plan| MergeChoices {
            otherwise: if keeps_both {
                BTreeSet::new()
            } else {
                BTreeSet::from([offered.doubles[0].theirs.clone()])
            },
            keeps_both,
            ..MergeChoices::default()
        };
        let (mut here, mut there) = (copy(&ours), copy(&theirs));
        let planned = bring(&mut here, &theirs, &choices(&offered));
        // Games of two are two, and nobody is asked.
        assert_eq!(doubles(&planned), ["Ann Lee, number 4"]);
        let told = planned.renumbered.iter().map(ToString::to_string);
        let told = told.collect::<Vec<_>>();
        assert_eq!(told.len(), 1);
        assert!(
            told[0].ends_with("gets number 5: 4 is another Ann Lee’s"),
            "{told:?}"
        );
        let offered = plan(&theirs, &ours, &MergeChoices::default()).plan;
        bring(&mut there, &ours, &choices(&offered));
        assert_eq!(differences(&view(&here), &view(&there)), []);
        let data = here.load().expect("a camp");
        assert_eq!((data.players.len(), data.games.len()), (5, 4));
        let white = data.games[2..].iter().map(|game| game.white.0);
        assert_eq!(white.collect::<BTreeSet<_>>(), BTreeSet::from([4, 5]));
        // What was decided stands.
        let again = plan(&here, &theirs, &MergeChoices::default()).plan;
        assert!(again.is_empty() && again.doubles.is_empty());
    }
}

#[test]
fn of_several_of_one_name_the_number_says_who_is_who() {
    let start = small_camp();
    let mut ours = copy(&start);
    for name in ["Lee", "Lee"] {
        add(&mut ours, name);
    }
    let mut theirs = copy(&start);
    add(&mut theirs, "Lee");
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(doubles(&planned), ["Ann Lee, number 4"]);
    assert_eq!(here.load().expect("a camp").players.len(), 5);
    let mut theirs = copy(&start);
    for name in ["Yu", "Zhao", "Lee"] {
        add(&mut theirs, name);
    }
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(doubles(&planned), Vec::<&str>::new());
    assert_eq!(here.load().expect("a camp").players.len(), 8);
}

/// Both have the old program's table as it was brought up to date, with a new camper and her game.
fn import(camp: &mut CampFile, number: i64, row: i64) {
    let game = ImportedGame {
        game: Game::new(PlayerId(number), PlayerId(1), GameResult::WhiteWon),
        from: ImportedFrom {
            number: 40,
            row: RowPrint(row),
            texts: Arc::new(ImportedTexts {
                result: "(1-0)".into(),
                taken_for: GameResult::WhiteWon,
                extra: Box::default(),
            }),
        },
    };
    let lee = Player {
        id: PlayerId(number),
        imported_row: Some(RowPrint(row)),
        ..player("Lee")
    };
    let changes = ImportChanges {
        source: "Some files".to_owned(),
        players: vec![ImportedPlayer {
            player: lee,
            ..ImportedPlayer::default()
        }],
        new_games: vec![game],
        ..ImportChanges::default()
    };
    apply(camp, Edit::Import(Box::new(changes)));
}

#[test]
fn who_was_imported_on_both_is_one_and_nobody_is_asked() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for camp in [&mut ours, &mut theirs] {
        import(camp, 9, 77);
    }
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!((planned.conflicts, planned.doubles), (vec![], vec![]));
    let data = here.load().expect("a camp");
    assert_eq!((data.players.len(), data.games.len()), (4, 3));
}

/// Nothing has to be brought, as both have imported the same: all the same it is remembered that it is one.
#[test]
fn who_was_made_one_without_a_question_stays_one_by_another_name() {
    // Which of the two identities stays is left to chance.
    for _ in 0..16 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        for camp in [&mut ours, &mut theirs] {
            import(camp, 9, 77);
        }
        let planned = bring(&mut ours, &theirs, &MergeChoices::default());
        assert!(!planned.is_empty());
        let again = plan(&ours, &theirs, &MergeChoices::default()).plan;
        assert!(again.is_empty() && again.changes_nothing());
        let anna = Patch::new(PlayerId(9), Field::FirstName, "Anna");
        apply(&mut ours, Edit::ChangePlayer(anna));
        play(&mut theirs, 2, 9);
        let (here, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(planned.summary(), ["1 game added"]);
        assert_eq!(
            names(&here),
            ["Ann Leewood", "Ann Vang", "Ann Xiong", "Anna Lee"]
        );
    }
}

/// Lee was imported here as number 4, and Yu typed in the copy as number 4: whoever gets another one.
#[test]
fn who_was_imported_is_known_by_the_number_of_the_file_whatever_number_he_gets() {
    let numbers = |_: usize| {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        import(&mut ours, 4, 77);
        add(&mut theirs, "Yu");
        let (here, there, _) = both_ways(&ours, &theirs);
        let numbers = [here, there].map(|camp| {
            let players = camp.load().expect("a camp").players;
            let lee = players.iter().find(|it| it.last_name == "Lee");
            let lee = lee.expect("Ann Lee");
            (lee.id.0, lee.imported_number)
        });
        assert_eq!(numbers[0], numbers[1]);
        numbers[0]
    };
    // Who of the two keeps the number is left to chance.
    let numbers = (0..30).map(numbers).collect::<BTreeSet<_>>();
    assert_eq!(numbers, BTreeSet::from([(4, None), (5, Some(4))]));
}

#[test]
fn two_rows_of_one_name_are_two() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    import(&mut ours, 9, 77);
    import(&mut theirs, 10, 78);
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(doubles(&planned), Vec::<&str>::new());
    assert_eq!(here.load().expect("a camp").players.len(), 5);
}

/// At noon both are brought together here; in the evening again, as the other one has gone on.
#[test]
fn who_was_one_stays_one_by_another_name() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let [mut ours, mut theirs] = arrives_on_both();
        bring(&mut ours, &theirs, &MergeChoices::default());
        let anna = Patch::new(PlayerId(4), Field::FirstName, "Anna");
        apply(&mut ours, Edit::ChangePlayer(anna));
        play(&mut theirs, 2, 4);
        let (here, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(planned.conflicts, []);
        assert_eq!(planned.summary(), ["1 game added"]);
        assert_eq!(
            names(&here),
            ["Ann Leewood", "Ann Vang", "Ann Xiong", "Anna Lee"]
        );
        assert_eq!(here.load().expect("a camp").games.len(), 4);
    }
}

/// Whoever is one isn't asked about again, and stays one where both are kept of everything else.
#[test]
fn who_was_made_one_is_asked_once() {
    for _ in 0..6 {
        let [mut ours, mut theirs] = arrives_on_both();
        bring(&mut ours, &theirs, &MergeChoices::default());
        add(&mut theirs, "Yu");
        for keeps_both in [false, true] {
            let choices = MergeChoices {
                keeps_both,
                ..MergeChoices::default()
            };
            let mut here = copy(&ours);
            let planned = bring(&mut here, &theirs, &choices);
            assert_eq!(doubles(&planned), Vec::<&str>::new());
            assert_eq!(planned.conflicts, []);
            let data = here.load().expect("a camp");
            assert_eq!((data.players.len(), data.games.len()), (5, 3));
        }
    }
}

/// Both Ann Lees stayed, and the one of the copy was deleted here since: the other one doesn't become her.
#[test]
fn who_was_deleted_here_is_not_taken_for_somebody_else() {
    for _ in 0..6 {
        let [mut ours, mut theirs] = arrives_on_both();
        let keep_both = MergeChoices {
            keeps_both: true,
            ..MergeChoices::default()
        };
        let planned = bring(&mut ours, &theirs, &keep_both);
        let of_copy = PlayerId(if planned.renumbered[0].here { 4 } else { 5 });
        let games = ours.load().expect("a camp").games;
        let hers = games.iter().find(|game| game.white == of_copy);
        apply(&mut ours, Edit::DeleteGame(hers.expect("her game").id));
        apply(&mut ours, Edit::DeletePlayer(of_copy));
        for black in [2, 3] {
            play(&mut theirs, 1, black);
            let planned = bring(&mut ours, &theirs, &MergeChoices::default());
            assert_eq!(doubles(&planned), Vec::<&str>::new());
        }
        assert_eq!(ours.load().expect("a camp").players.len(), 4);
    }
}

/// Zhao, who got another number here, is deleted in the copy, where the next one has that number.
#[test]
fn whoever_is_deleted_takes_nobody_the_number() {
    let parted = |_: usize| {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        add(&mut ours, "Yu");
        add(&mut theirs, "Zhao");
        let planned = bring(&mut ours, &theirs, &MergeChoices::default());
        // Which of the two keeps the number is left to chance.
        let is_zhao = planned.renumbered.iter().any(|it| !it.here);
        is_zhao.then_some((ours, theirs))
    };
    let (ours, mut theirs) = (0..100).find_map(parted).expect("Zhao by number 5");
    apply(&mut theirs, Edit::DeletePlayer(PlayerId(4)));
    add(&mut theirs, "Xu");
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.renumbered, []);
    let players = here.load().expect("a camp").players;
    let numbers = players.iter().map(|it| (it.id.0, it.last_name.as_str()));
    let numbers = numbers.filter(|(number, _)| *number > 3);
    assert_eq!(numbers.collect::<Vec<_>>(), [(4, "Yu"), (5, "Xu")]);
}

/// Each has imported somebody of that number from a file of its own.
#[test]
fn the_number_of_a_file_stays_with_whoever_keeps_it() {
    // Which of the two identities comes first is left to chance.
    for _ in 0..16 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        import(&mut ours, 9, 77);
        import(&mut theirs, 9, 88);
        let berg = Patch::new(PlayerId(9), Field::LastName, "Berg");
        apply(&mut theirs, Edit::ChangePlayer(berg));
        let (here, ..) = both_ways(&ours, &theirs);
        let data = here.load().expect("a camp");
        let kept = data.player(PlayerId(9)).expect("one of the two");
        let renumbered = data.players.last().expect("the other one");
        assert_ne!(renumbered.id, kept.id);
        assert!(renumbered.imported_row.is_some());
        assert_eq!(renumbered.imported_number, None);
    }
}
