//! Columns of a camp's own.

use super::*;
use crate::{
    domain::{
        CampSettings, CustomColumnId, ImportChanges, ImportedPlayer, PublishedNames, RecordKind,
    },
    storage::merge::tests::prefer as prefers,
};

fn add_column(camp: &mut CampFile, name: &str) -> CustomColumnId {
    let edit = Edit::AddColumn {
        kind: RecordKind::Player,
        name: name.to_owned(),
    };
    apply(camp, edit);
    let columns = camp.load().expect("a camp").columns;
    let column = columns.iter().find(|column| column.name == name);
    column.expect("the column").id
}

fn write(camp: &mut CampFile, player: i64, column: CustomColumnId, value: &str) {
    let patch = Patch::new(PlayerId(player), Field::Custom(column), value);
    apply(camp, Edit::ChangePlayer(patch));
}

/// Two columns with values.
fn camp_with_columns() -> (CampFile, [CustomColumnId; 2]) {
    let mut camp = small_camp();
    let columns = ["Grade", "School"].map(|name| add_column(&mut camp, name));
    for player in 1..=3 {
        for column in columns {
            write(&mut camp, player, column, "5");
        }
    }
    (camp, columns)
}

#[test]
fn columns_are_the_same_on_a_copy_whose_history_was_cleared() {
    let (ours, [grade, _]) = camp_with_columns();
    let mut cleared = copy(&ours);
    let settings = CampSettings {
        published_names: Some(PublishedNames::Initial),
        ..(*cleared.load().expect("a camp").settings).clone()
    };
    apply(&mut cleared, Edit::ChangeSettings(Box::new(settings)));
    cleared.forget_history().expect("forgotten");
    for (one, other) in [(&ours, &cleared), (&cleared, &ours)] {
        let open = plan(one, other, &MergeChoices::default()).plan;
        assert!(!open.has_base);
        assert_eq!(open.summary(), Vec::<String>::new());
        assert_eq!(open.conflicts.len(), 1);
        assert_eq!(open.title(&open.conflicts[0]), "The camp");
        both_ways(one, other);
    }
    // What differs in one is decided, and nothing else.
    write(&mut cleared, 2, grade, "6");
    let planned = plan(&ours, &cleared, &prefers(Prefer::Theirs)).plan;
    assert_eq!(planned.conflicts.len(), 2);
    let (here, _, _) = both_ways(&cleared, &ours);
    assert_eq!(orders::columns(&here), ["Grade", "School"]);
}

#[test]
fn a_column_that_was_deleted_and_added_again_is_the_one_of_its_name() {
    let (mut ours, [grade, _]) = camp_with_columns();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeleteColumn(grade));
    let again = add_column(&mut ours, "Grade");
    write(&mut ours, 1, again, "7");
    write(&mut theirs, 2, grade, "6");
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let (here, ..) = both_ways(one, other);
        // Where whoever added it again has seen it since.
        assert_eq!(orders::columns(&here), ["School", "Grade"]);
    }
}

/// The other copy has that by its first name.
#[test]
fn a_new_column_that_has_the_name_of_a_renamed_one_stays_where_it_is() {
    let mut theirs = small_camp();
    let mut ours = copy(&theirs);
    let grade = add_column(&mut ours, "Grade");
    add_column(&mut ours, "Cabin");
    bring(&mut theirs, &ours, &MergeChoices::default());
    let rename = Edit::RenameColumn {
        column: grade,
        name: "School".to_owned(),
    };
    apply(&mut ours, rename);
    add_column(&mut ours, "Grade");
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let (here, ..) = both_ways(one, other);
        assert_eq!(orders::columns(&here), ["School", "Cabin", "Grade"]);
    }
}

#[test]
fn two_columns_of_one_name_are_named_before_anything_is_done() {
    let (mut ours, [_, school]) = camp_with_columns();
    let mut theirs = copy(&ours);
    let rename = Edit::RenameColumn {
        column: school,
        name: "Bus".to_owned(),
    };
    apply(&mut ours, rename);
    add_column(&mut theirs, "bus");
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let refused = one.compare(other).expect("two copies");
        let refused = refused.plan(&MergeChoices::default());
        let refused = refused.expect_err("two columns").to_string();
        assert!(
            refused
                .to_lowercase()
                .starts_with("there would be two columns called “bus”."),
            "{refused}"
        );
    }
}

/// It was deleted here with all its values, and the copy has changed one of them since.
#[test]
fn a_column_that_stays_has_all_its_values() {
    let (mut ours, [grade, _]) = camp_with_columns();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeleteColumn(grade));
    write(&mut theirs, 2, grade, "6");
    let values = |camp: &CampFile| {
        let data = camp.load().expect("a camp");
        let grade = data.columns.iter().find(|column| column.name == "Grade");
        let grade = grade.expect("the column").id;
        let players = data.players.iter();
        let values = players.map(|player| player.custom.get(grade).to_owned());
        values.collect::<Vec<_>>()
    };
    let expected = ["5", "6", "5"];
    for (one, other, taken) in [
        (&ours, &theirs, Prefer::Theirs),
        (&theirs, &ours, Prefer::Ours),
    ] {
        let mut one = copy(one);
        let planned = bring(&mut one, other, &prefers(taken));
        assert!(!planned.conflicts.is_empty());
        assert_eq!(values(&one), expected);
        let mut other = copy(other);
        bring(&mut other, &one, &MergeChoices::default());
        assert_eq!(values(&other), expected);
    }
}

/// One of a camper's columns was called "École" in the old file, and another one "école": the camp has both.
#[test]
fn columns_whose_names_the_camp_tells_apart_stay_two() {
    let mut ours = small_camp();
    let names = ["École", "école"];
    let said = names.map(|name| (name.to_owned(), name.to_owned()));
    let imported = ImportedPlayer {
        player: Player {
            id: PlayerId(1),
            ..Player::default()
        },
        group: Some("Red".to_owned()),
        extra: said.to_vec(),
        ..ImportedPlayer::default()
    };
    let changes = ImportChanges {
        source: "A file".to_owned(),
        players: vec![imported],
        ..ImportChanges::default()
    };
    let start = copy(&ours);
    apply(&mut ours, Edit::Import(Box::new(changes.clone())));
    let [upper, lower] = names.map(|name| {
        let columns = ours.load().expect("a camp").columns;
        let column = columns.iter().find(|column| column.name == name);
        column.expect("the column").id
    });
    let values = |camp: &CampFile| {
        let data = camp.load().expect("a camp");
        let columns = data.columns.iter();
        let lee = data.player(PlayerId(1)).expect("Leewood");
        let mut values = columns
            .map(|column| (column.name.clone(), lee.custom.get(column.id).to_owned()))
            .collect::<Vec<_>>();
        values.sort();
        values
    };
    let expected = |upper: &str, lower: &str| {
        [("École", upper), ("école", lower)].map(|(name, it)| (name.to_owned(), it.to_owned()))
    };
    // Both are new in the other copy, also where that has imported them, too.
    let mut theirs = start;
    let (here, ..) = both_ways(&theirs, &ours);
    assert_eq!(values(&here), expected("École", "école"));
    apply(&mut theirs, Edit::Import(Box::new(changes)));
    let (_, _, planned) = both_ways(&theirs, &ours);
    assert_eq!(planned.conflicts, []);
    // One is changed on either.
    let mut theirs = copy(&ours);
    write(&mut ours, 1, upper, "North");
    write(&mut theirs, 1, lower, "South");
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    assert_eq!(values(&here), expected("North", "South"));
    // And where nobody knows what both had.
    theirs.forget_history().expect("forgotten");
    let (here, ..) = both_ways(&theirs, &ours);
    assert_eq!(values(&here), expected("École", "South"));
}

#[test]
fn two_new_columns_that_the_form_takes_for_one_are_one() {
    for there in ["école", "Ecole"] {
        let start = small_camp();
        let (mut ours, mut theirs) = (copy(&start), copy(&start));
        for (camp, name, player) in [(&mut ours, "École", 1), (&mut theirs, there, 2)] {
            let column = add_column(camp, name);
            write(camp, player, column, "North");
        }
        let (here, _, planned) = both_ways(&ours, &theirs);
        let titles = planned.conflicts.iter().map(|it| planned.title(it));
        assert_eq!(titles.collect::<Vec<_>>(), ["Column École"]);
        assert_eq!(orders::columns(&here), ["École"]);
        assert_eq!(here.load().expect("a camp").columns[0].filled, 2);
    }
}

#[test]
fn columns_that_both_have_added_stand_in_one_order_on_each() {
    let (mut ours, _) = camp_with_columns();
    let mut theirs = copy(&ours);
    let mut third = copy(&ours);
    for name in ["Room", "Bus"] {
        add_column(&mut ours, name);
    }
    for name in ["Uncle", "Allergies", "Cabin"] {
        add_column(&mut theirs, name);
    }
    // The same as theirs has behind two others.
    add_column(&mut third, "cabin");
    let order = [
        "Grade",
        "School",
        "Room",
        "Uncle",
        "Allergies",
        "Bus",
        "Cabin",
    ];
    let (mut here, there, _) = both_ways(&ours, &theirs);
    assert_eq!(orders::columns(&here), order);
    // It takes the first place that it has anywhere, on whichever copy it is brought to.
    let (with_third, third, _) = both_ways(&there, &third);
    let order = [
        "Grade",
        "School",
        "Cabin",
        "Room",
        "Uncle",
        "Allergies",
        "Bus",
    ];
    assert_eq!(orders::columns(&with_third), order);
    let (here_too, ..) = both_ways(&here, &third);
    assert_eq!(orders::columns(&here_too), order);
    // A new one stands behind all others.
    add_column(&mut here, "Age");
    assert_eq!(orders::columns(&here).last().expect("a column"), "Age");
}

/// Its row comes from a history that knows of no positions.
#[test]
fn a_column_without_a_position_stands_where_its_number_says() {
    let (mut camp, [grade, _]) = camp_with_columns();
    add_column(&mut camp, "Bus");
    let forget = "UPDATE extra_column SET position = NULL WHERE id = ?1";
    camp.connection
        .execute(forget, [grade.0])
        .expect("no position");
    assert_eq!(orders::columns(&camp), ["Grade", "School", "Bus"]);
}
