//! The further ladders of a camp, each with its settings.

use strum::VariantArray as _;

use super::*;
use crate::domain::{LadderSetup, LadderSystem, NewLadder, SettingValues};

/// A new ladder, perhaps of a name that another one has.
pub(super) fn any_new(a: usize, b: usize) -> Edit {
    Edit::AddLadder(NewLadder {
        name: format!("Ladder {}", a % 6),
        system: LadderSystem::VARIANTS[b % LadderSystem::VARIANTS.len()],
        settings: settings(&[(SETTINGS[a % 3], &format!("{}", b % 4))]),
    })
}

/// A ladder is deleted, or gets another name, another system, or other settings.
pub(super) fn any_change(ladders: &[LadderSetup], a: usize, b: usize) -> Edit {
    let Some(mut ladder) = ladders.get(a % ladders.len().max(1)).cloned() else {
        return any_new(a, b);
    };
    let setting = SETTINGS[a % 3];
    match b % 8 {
        0 => return Edit::DeleteLadder(ladder.id),
        1 => ladder.name = format!("Ladder {}", b % 6),
        // Nothing but the capitals.
        2 => ladder.name = ladder.name.to_uppercase(),
        3 => ladder.system = LadderSystem::VARIANTS[a % LadderSystem::VARIANTS.len()],
        4 => drop(ladder.settings.remove(setting)),
        _ => drop(
            ladder
                .settings
                .insert(setting.to_owned(), format!("{}", b % 4)),
        ),
    }
    Edit::ChangeLadder(ladder)
}

const SETTINGS: [&str; 3] = ["challenge-top", "display", "shared-ranks"];

fn settings(of: &[(&str, &str)]) -> SettingValues {
    let of = of.iter();
    of.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn add(camp: &mut CampFile, name: &str, of: &[(&str, &str)]) {
    let ladder = NewLadder {
        name: name.to_owned(),
        system: LadderSystem::Club,
        settings: settings(of),
    };
    apply(camp, Edit::AddLadder(ladder));
}

fn ladders(camp: &CampFile) -> Vec<(String, SettingValues)> {
    let ladders = camp.load().expect("a camp").ladders;
    let ladders = ladders.iter();
    let ladders = ladders.map(|ladder| (ladder.name.clone(), ladder.settings.clone()));
    ladders.collect()
}

/// Changes the first ladder.
fn change(camp: &mut CampFile, change: impl FnOnce(&mut LadderSetup)) {
    let mut ladder = camp.load().expect("a camp").ladders[0].clone();
    change(&mut ladder);
    apply(camp, Edit::ChangeLadder(ladder));
}

fn set(camp: &mut CampFile, of: &[(&str, &str)]) {
    change(camp, |ladder| ladder.settings.extend(settings(of)));
}

/// What is decided by a title, and the rows of that.
fn decided(plan: &Plan) -> (String, Vec<(String, String, String)>) {
    let [conflict] = plan.conflicts.as_slice() else {
        panic!("{:?}", plan.conflicts);
    };
    let rows = plan.side_by_side(conflict).into_iter();
    let rows = rows.map(|row| (row.field, row.ours, row.theirs));
    (plan.title(conflict), rows.collect())
}

fn row(field: &str, ours: &str, theirs: &str) -> (String, String, String) {
    (field.to_owned(), ours.to_owned(), theirs.to_owned())
}

#[test]
fn other_settings_of_a_ladder_come_and_the_same_one_is_decided() {
    let mut ours = small_camp();
    add(
        &mut ours,
        "Thursday",
        &[("challenge-top", "5"), ("display", "plain")],
    );
    let mut theirs = copy(&ours);
    set(
        &mut ours,
        &[("challenge-top", "3"), ("shared-ranks", "all")],
    );
    set(&mut theirs, &[("challenge-top", "4")]);
    change(&mut theirs, |ladder| {
        drop(ladder.settings.remove("display"));
    });
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let row = row("challenge-top", "3", "4");
    assert_eq!(decided(&open), ("Ladder Thursday".to_owned(), vec![row]));
    let (here, ..) = both_ways(&ours, &theirs);
    let (there, ..) = both_ways(&theirs, &ours);
    for (camp, top) in [(here, "3"), (there, "4")] {
        let expected = settings(&[("challenge-top", top), ("shared-ranks", "all")]);
        assert_eq!(ladders(&camp), [("Thursday".to_owned(), expected)]);
    }
}

#[test]
fn ladders_of_one_name_that_were_typed_on_both_are_one() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        add(&mut ours, "Thursday", &[("challenge-top", "3")]);
        add(&mut theirs, "Thursday", &[("display", "plain")]);
        let (here, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(planned.conflicts, []);
        let both = settings(&[("challenge-top", "3"), ("display", "plain")]);
        assert_eq!(ladders(&here), [("Thursday".to_owned(), both)]);
        // Written in another way, and set up in another way.
        set(&mut ours, &[("display", "two-parts")]);
        change(&mut theirs, |ladder| ladder.name = "THURSDAY".to_owned());
        let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
        let rows = [
            row("Name", "Thursday", "THURSDAY"),
            row("display", "two-parts", "plain"),
        ];
        assert_eq!(
            decided(&open),
            ("Ladder Thursday".to_owned(), rows.to_vec())
        );
        let (there, ..) = both_ways(&theirs, &ours);
        let theirs = settings(&[("challenge-top", "3"), ("display", "plain")]);
        assert_eq!(ladders(&there), [("THURSDAY".to_owned(), theirs)]);
    }
}

#[test]
fn a_ladder_that_was_deleted_on_one_copy_and_set_up_on_the_other_is_decided() {
    let mut ours = small_camp();
    add(
        &mut ours,
        "Thursday",
        &[("challenge-top", "5"), ("display", "plain")],
    );
    let mut theirs = copy(&ours);
    let thursday = ours.load().expect("a camp").ladders[0].id;
    apply(&mut ours, Edit::DeleteLadder(thursday));
    set(&mut theirs, &[("challenge-top", "4")]);
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let row = row(
        "Record",
        "Deleted",
        "Stays, with challenge-top 4 instead of 5",
    );
    assert_eq!(decided(&open), ("Ladder Thursday".to_owned(), vec![row]));
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(ladders(&here), []);
    let (there, ..) = both_ways(&theirs, &ours);
    let whole = settings(&[("challenge-top", "4"), ("display", "plain")]);
    assert_eq!(ladders(&there), [("Thursday".to_owned(), whole)]);
}

/// The copy has another ladder in its place.
#[test]
fn a_ladder_that_is_deleted_leaves_its_name_to_another_one() {
    let mut ours = small_camp();
    add(&mut ours, "Thursday", &[("challenge-top", "5")]);
    let mut theirs = copy(&ours);
    let thursday = theirs.load().expect("a camp").ladders[0].id;
    apply(&mut theirs, Edit::DeleteLadder(thursday));
    add(&mut theirs, "Thursday", &[("display", "plain")]);
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    let plain = settings(&[("display", "plain")]);
    assert_eq!(ladders(&here), [("Thursday".to_owned(), plain)]);
}

/// One is renamed here, and the other one is added there.
#[test]
fn two_ladders_of_one_name_are_named_before_anything_is_done() {
    let mut ours = small_camp();
    add(&mut ours, "Thursday", &[]);
    let mut theirs = copy(&ours);
    change(&mut ours, |ladder| ladder.name = "Open".to_owned());
    add(&mut theirs, "open", &[]);
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let refused = one.compare(other).expect("two copies");
        let refused = refused.plan(&MergeChoices::default());
        let refused = refused.expect_err("two ladders").to_string().to_lowercase();
        let expected = "there would be two ladders called “open”. ";
        assert!(refused.starts_with(expected), "{refused}");
    }
}

/// The camp file tells them apart, and so does the form.
#[test]
fn ladders_whose_names_the_camp_tells_apart_stay_two() {
    let mut ours = small_camp();
    for name in ["École", "école"] {
        add(&mut ours, name, &[]);
    }
    let mut theirs = copy(&ours);
    for (camp, at, top) in [(&mut ours, 0, "3"), (&mut theirs, 1, "4")] {
        let mut ladder = camp.load().expect("a camp").ladders[at].clone();
        ladder.settings = settings(&[("challenge-top", top)]);
        apply(camp, Edit::ChangeLadder(ladder));
    }
    ours.forget_history().expect("forgotten");
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let (here, ..) = both_ways(one, other);
        assert_eq!(ladders(&here).len(), 2);
    }
}
