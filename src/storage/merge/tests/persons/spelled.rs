//! A new camper who was typed on both copies, and misspelled on one.

use super::*;

/// What is decided where new campers who have nearly the same name are made one, or not.
pub(in crate::storage::merge) fn decided(
    read: &ReadCopies,
    prefers: Prefer,
    makes_one: bool,
) -> MergeChoices {
    let offered = read.plan(&MergeChoices::default());
    let doubles = offered.map(|merge| merge.plan.doubles).unwrap_or_default();
    let nearly = doubles
        .into_iter()
        .filter(|it| matches!(it.here, ReadsHere::Nearly(_)));
    let otherwise = nearly.filter(|_| makes_one).map(|it| it.theirs).collect();
    MergeChoices {
        otherwise,
        ..prefer(prefers)
    }
}

fn add_named(camp: &mut CampFile, first_name: &str, last_name: &str) {
    let named = Player {
        first_name: first_name.to_owned(),
        ..player(last_name)
    };
    apply(camp, Edit::AddPlayer(named));
}

fn called(camp: &CampFile, first_name: &str) -> PlayerId {
    let players = camp.load().expect("a camp").players;
    let called = players.iter().find(|it| it.first_name == first_name);
    called.expect("a player").id
}

/// How many games Kaitlyn, who is here, has once the other copy is brought back, as here and as in the copy.
fn games_of_kaitlyn(ours: &CampFile, theirs: &CampFile) -> [usize; 2] {
    [Prefer::Ours, Prefer::Theirs].map(|prefers| {
        let mut here = copy(ours);
        bring(&mut here, theirs, &prefer(prefers));
        let data = here.load().expect("a camp");
        let kaitlyn = called(&here, "Kaitlyn");
        data.games.iter().filter(|it| it.white == kaitlyn).count()
    })
}

/// Kaitlyn arrives on both, plays, and was typed "Katelyn" on the other one.
fn arrives_misspelled() -> [CampFile; 2] {
    let ours = small_camp();
    let theirs = copy(&ours);
    let mut copies = [ours, theirs];
    for (camp, first_name) in copies.iter_mut().zip(["Kaitlyn", "Katelyn"]) {
        add_named(camp, first_name, "Meyer");
        play(camp, 4, 1);
    }
    copies
}

fn are_offered(ours: &CampFile, theirs: &CampFile) -> usize {
    let offered = [(ours, theirs), (theirs, ours)].map(|(one, other)| {
        let planned = plan(one, other, &MergeChoices::default()).plan;
        let persons = planned.doubles.iter().filter(|it| it.table == "person");
        persons.count()
    });
    assert_eq!(offered[0], offered[1]);
    offered[0]
}

#[test]
fn who_has_nearly_the_same_name_stays_two_unless_it_is_one() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let [ours, mut theirs] = arrives_misspelled();
        let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
        let both = "here Kaitlyn Meyer, number 4, in the copy Katelyn Meyer, number 4";
        let said = format!("New players with nearly the same name, and both kept: {both}");
        assert_eq!(open.doubles_in_words().collect::<Vec<_>>(), [said]);
        let as_one =
            "Here Kaitlyn Meyer, number 4, in the copy Katelyn Meyer, number 4: one player";
        assert_eq!(open.doubles[0].as_one(), as_one);
        assert!(!open.waits());
        let (here, ..) = both_ways(&ours, &theirs);
        let data = here.load().expect("a camp");
        assert_eq!((data.players.len(), data.games.len()), (5, 4));
        assert_eq!(are_offered(&here, &theirs), 0);
        let read = ours.compare(&theirs).expect("two copies");
        let choices = decided(&read, Prefer::Ours, true);
        let unsaid = MergeChoices {
            prefer: None,
            ..choices.clone()
        };
        assert!(read.plan(&unsaid).expect("a plan").plan.waits());
        let mut here = copy(&ours);
        bring(&mut here, &theirs, &choices);
        let read = theirs.compare(&ours).expect("two copies");
        let mut there = copy(&theirs);
        bring(&mut there, &ours, &decided(&read, Prefer::Theirs, true));
        assert_eq!(differences(&view(&here), &view(&there)), []);
        let expected = ["Ann Leewood", "Ann Vang", "Ann Xiong", "Kaitlyn Meyer"];
        stays_one(&mut here, &mut theirs, expected);
    }
}

#[test]
fn who_may_be_somebody_else_by_nearly_the_same_name_is_not_offered() {
    let start = small_camp();
    let offered = |here: &[Player], there: &[Player]| {
        let mut copies = [copy(&start), copy(&start)];
        for (camp, players) in copies.iter_mut().zip([here, there]) {
            for player in players {
                apply(camp, Edit::AddPlayer(player.clone()));
            }
        }
        are_offered(&copies[0], &copies[1])
    };
    let meyer = |first_name: &str, year: Option<i16>| Player {
        first_name: first_name.to_owned(),
        birth_date: year.map(|year| date(year, 5, 1)),
        ..player("Meyer")
    };
    let kaitlyn = |year| meyer("Kaitlyn", year);
    let katelyn = |year| meyer("Katelyn", year);
    assert_eq!(offered(&[kaitlyn(Some(2015))], &[katelyn(None)]), 1);
    let other_year = offered(&[kaitlyn(Some(2015))], &[katelyn(Some(2016))]);
    assert_eq!(other_year, 0);
    // Either of two may be the one.
    let two = [kaitlyn(None), meyer("Kaytelyn", None)];
    assert_eq!(offered(&two, &[katelyn(None)]), 0);
    // Whoever has the very name is the one, and was typed on both.
    let both = [kaitlyn(None), katelyn(None)];
    assert_eq!(offered(&both, &[katelyn(None)]), 1);
    assert_eq!(offered(&both, &both), 2);
    // One was there before the two parted.
    let mut ours = copy(&start);
    apply(&mut ours, Edit::AddPlayer(kaitlyn(None)));
    let mut theirs = copy(&ours);
    apply(&mut theirs, Edit::AddPlayer(katelyn(None)));
    assert_eq!(are_offered(&ours, &theirs), 0);
    // Nobody knows when they parted.
    let [mut ours, theirs] = arrives_misspelled();
    ours.forget_history().expect("forgotten");
    assert_eq!(are_offered(&ours, &theirs), 0);
}

/// Katelyn was typed on both, and deleted here since: Kaitlyn, who is here, is somebody else.
#[test]
fn who_was_made_one_and_is_gone_is_nobody_of_nearly_the_same_name() {
    for _ in 0..16 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        add_named(&mut ours, "Kaitlyn", "Meyer");
        for camp in [&mut ours, &mut theirs] {
            add_named(camp, "Katelyn", "Meyer");
        }
        bring(&mut ours, &theirs, &MergeChoices::default());
        let katelyn = called(&ours, "Katelyn");
        apply(&mut ours, Edit::DeletePlayer(katelyn));
        play(&mut theirs, 4, 1);
        assert_eq!(games_of_kaitlyn(&ours, &theirs), [0, 0]);
    }
}

/// The third copy has left Katelyn, who came with another one, beside its Kaitlyn, and deleted her since.
#[test]
fn who_was_left_two_on_a_third_copy_is_not_made_one_unasked() {
    for _ in 0..8 {
        let mut third = small_camp();
        let mut ours = copy(&third);
        let mut theirs = copy(&third);
        add_named(&mut third, "Kaitlyn", "Meyer");
        add_named(&mut theirs, "Katelyn", "Meyer");
        bring(&mut third, &theirs, &MergeChoices::default());
        let katelyn = called(&third, "Katelyn");
        apply(&mut third, Edit::DeletePlayer(katelyn));
        bring(&mut ours, &third, &MergeChoices::default());
        play(&mut theirs, 4, 1);
        both_ways(&ours, &theirs);
        assert_eq!(games_of_kaitlyn(&ours, &theirs), [0, 0]);
    }
}
