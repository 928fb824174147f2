//! Custom columns: added, filled record by record, renamed, deleted, and taken along.

use super::*;
use crate::domain::{CustomColumn, CustomColumnId, NextWeek};

fn load(camp: &CampFile) -> CampData {
    camp.load().expect("a camp")
}

fn add_column(camp: &mut CampFile, kind: RecordKind, name: &str) -> CustomColumnId {
    let name = name.to_owned();
    apply(camp, Edit::AddColumn { kind, name });
    let columns = load(camp).columns;
    columns.iter().map(|column| column.id).max().expect("one")
}

fn grade(camp: &mut CampFile) -> CustomColumnId {
    add_column(camp, RecordKind::Player, "Grade")
}

fn put(camp: &mut CampFile, player: PlayerId, column: CustomColumnId, value: &str) {
    let patch = Patch::new(player, Field::Custom(column), value);
    apply(camp, Edit::ChangePlayer(patch));
}

fn value(camp: &CampData, player: PlayerId, column: CustomColumnId) -> String {
    let player = camp.player(player).expect("the player");
    player.custom.get(column).to_owned()
}

fn said(camp: &mut CampFile, edit: &Edit) -> String {
    refusal(camp, edit).to_string()
}

/// Carries out an edit, and goes back and forth over it.
fn apply_undo_redo(camp: &mut CampFile, edit: Edit) -> CampData {
    let before = load(camp);
    apply(camp, edit);
    let after = load(camp);
    assert_ne!(after, before);
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(load(camp), before);
    camp.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(load(camp), after);
    after
}

#[test]
fn a_column_is_added_filled_renamed_and_deleted_and_each_is_undone() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    let (_, lee, vang) = small_camp(&mut camp);
    let add = |name: &str| Edit::AddColumn {
        kind: RecordKind::Player,
        name: name.to_owned(),
    };
    let data = apply_undo_redo(&mut camp, add("Grade"));
    let column = data.columns[0].id;
    let typed = Patch::new(lee, Field::Custom(column), "5");
    let filled = apply_undo_redo(&mut camp, Edit::ChangePlayer(typed));
    assert_eq!(value(&filled, lee, column), "5");
    assert_eq!(value(&filled, vang, column), "");
    assert_eq!(filled.columns[0].filled, 1);
    put(&mut camp, vang, column, "11");
    let renamed = apply_undo_redo(
        &mut camp,
        Edit::RenameColumn {
            column,
            name: "School grade".to_owned(),
        },
    );
    assert_eq!(value(&renamed, vang, column), "11");
    let deleted = apply_undo_redo(&mut camp, Edit::DeleteColumn(column));
    assert!(deleted.columns.is_empty());
    assert_eq!(value(&deleted, lee, column), "");
    camp.move_in_history(HistoryMove::Undo).expect("undone");
    let before = load(&camp);
    assert_eq!(before.columns[0].filled, 2);
    drop(camp);
    let camp = CampFile::open(&path, Mode::Change).expect("the camp file");
    assert_eq!(load(&camp), before);
    assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
}

#[test]
fn a_name_must_be_one_and_free() {
    let mut camp = in_memory();
    let column = grade(&mut camp);
    let school = add_column(&mut camp, RecordKind::Player, "École");
    let add = |name: &str| Edit::AddColumn {
        kind: RecordKind::Player,
        name: name.to_owned(),
    };
    let taken = "There is already a column of this name";
    for (name, reason) in [
        ("", "Type a name for the column"),
        ("GRADE", taken),
        ("ecole", taken),
        (
            "Last name",
            "“Last name” is a field that every player has. Choose another name",
        ),
        // What files call the notes.
        (
            "Comments",
            "“Comments” is a field that every player has. Choose another name",
        ),
        (
            &"x".repeat(41),
            "This name has 41 characters, and there is room for 40",
        ),
        (
            &"x".repeat(400),
            "This name has 400 characters, and there is room for 40",
        ),
        (
            " Room",
            "This name has white space at an end or twice in a row: delete it",
        ),
    ] {
        assert_eq!(said(&mut camp, &add(name)), reason, "{name}");
        let rename = Edit::RenameColumn {
            column: school,
            name: name.to_owned(),
        };
        if name != "ecole" {
            assert_eq!(said(&mut camp, &rename), reason, "{name}");
        }
    }
    // Another kind of records has names of its own, and a column may be written otherwise.
    add_column(&mut camp, RecordKind::Group, "Grade");
    apply(
        &mut camp,
        Edit::RenameColumn {
            column,
            name: "GRADE".to_owned(),
        },
    );
    let names = load(&camp).columns;
    let names = names.iter().map(|column| column.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["GRADE", "École", "Grade"]);
}

#[test]
fn only_the_column_that_is_typed_changes() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let (grade, room) = (
        grade(&mut camp),
        add_column(&mut camp, RecordKind::Player, "Room"),
    );
    // Two forms that were opened at the same time.
    let before = load(&camp).player(lee).expect("Lee").clone();
    let mut one = before.clone();
    one.custom.set(grade, "5");
    let mut other = before.clone();
    other.custom.set(room, "12");
    other.notes = "Left-handed".to_owned();
    for after in [&one, &other] {
        apply(
            &mut camp,
            Edit::ChangePlayer(Patch::between(&before, after)),
        );
    }
    let data = load(&camp);
    assert_eq!(value(&data, lee, grade), "5");
    assert_eq!(value(&data, lee, room), "12");
    assert_eq!(data.player(lee).expect("Lee").notes, "Left-handed");
    put(&mut camp, lee, grade, "");
    let data = load(&camp);
    assert_eq!(value(&data, lee, grade), "");
    let filled = data.columns.iter().map(|column| column.filled);
    assert_eq!(filled.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn new_players_and_groups_have_what_was_typed_for_them() {
    let mut camp = in_memory();
    let grade = grade(&mut camp);
    let room = add_column(&mut camp, RecordKind::Group, "Room");
    let mut red = Group::new("Red", Some(400));
    red.custom.set(room, "Gym");
    let Some(Record::Group(red)) = apply(&mut camp, Edit::AddGroup(red)) else {
        panic!("no group was added");
    };
    let mut lee = new_player("Lee", red);
    lee.custom.set(grade, "5");
    apply(&mut camp, Edit::AddPlayer(lee));
    let data = load(&camp);
    assert_eq!(data.players[0].custom.get(grade), "5");
    assert_eq!(data.groups[0].custom.get(room), "Gym");
    let change = Edit::ChangeGroup(Patch::new(red, Field::Custom(room), "Library"));
    assert_eq!(change.name(&data), "Change group Red");
    let data = apply_undo_redo(&mut camp, change);
    assert_eq!(data.groups[0].custom.get(room), "Library");
}

#[test]
fn a_value_is_one_line_of_so_many_characters_unless_an_old_file_brought_it() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let grade = grade(&mut camp);
    let change = |value: &str| Edit::ChangePlayer(Patch::new(lee, Field::Custom(grade), value));
    let long = "x".repeat(201);
    assert_eq!(
        said(&mut camp, &change(&long)),
        "This text has 201 characters, and there is room for 200"
    );
    assert!(said(&mut camp, &change("a\nb")).contains("can’t be printed"));
    apply(&mut camp, change(&"x".repeat(200)));
    let two_lines = format!("{long}\n{long}");
    let import = Edit::Import(Box::new(ImportChanges {
        players: vec![ImportedPlayer {
            player: load(&camp).player(lee).expect("Lee").clone(),
            extra: vec![("grade".to_owned(), two_lines.clone())],
            ..ImportedPlayer::default()
        }],
        ..ImportChanges::default()
    }));
    apply(&mut camp, import);
    let data = load(&camp);
    assert_eq!(data.columns.len(), 1);
    assert_eq!(value(&data, lee, grade), two_lines);
    // It stays while something else is changed.
    let mut renamed = data.player(lee).expect("Lee").clone();
    renamed.last_name = "Leigh".to_owned();
    let patch = Patch::between(data.player(lee).expect("Lee"), &renamed);
    apply(&mut camp, Edit::ChangePlayer(patch));
    assert_eq!(value(&load(&camp), lee, grade), two_lines);
    put(&mut camp, lee, grade, "5");
    assert_eq!(value(&load(&camp), lee, grade), "5");
}

#[test]
fn a_column_that_is_gone_takes_nothing_and_refuses_with_a_reason() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let grade = grade(&mut camp);
    apply(&mut camp, Edit::DeleteColumn(grade));
    for edit in [
        Edit::DeleteColumn(grade),
        Edit::RenameColumn {
            column: grade,
            name: "Class".to_owned(),
        },
        Edit::ChangePlayer(Patch::new(lee, Field::Custom(grade), "5")),
    ] {
        assert_eq!(refusal(&mut camp, &edit), Refusal::NoColumn);
    }
    // A column of groups is none of players.
    let room = add_column(&mut camp, RecordKind::Group, "Room");
    let edit = Edit::ChangePlayer(Patch::new(lee, Field::Custom(room), "12"));
    assert_eq!(refusal(&mut camp, &edit), Refusal::NoColumn);
}

#[test]
fn values_are_of_the_person_and_so_of_all_weeks() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let grade = grade(&mut camp);
    put(&mut camp, lee, grade, "5");
    let first = load(&camp).week.id;
    apply(&mut camp, Edit::CloseWeek { on: TODAY });
    // Columns belong to no week, so that a closed one doesn't keep them from being made; what is in them is changed with the records.
    let room = add_column(&mut camp, RecordKind::Player, "Room");
    let typed = Edit::ChangePlayer(Patch::new(lee, Field::Custom(room), "12"));
    assert!(matches!(refusal(&mut camp, &typed), Refusal::WeekClosed(_)));
    apply(
        &mut camp,
        Edit::StartWeek(Box::new(NextWeek {
            label: String::new(),
            opened_on: TODAY,
            players: Vec::new(),
        })),
    );
    put(&mut camp, lee, grade, "6");
    let week = camp.load_week(first).expect("the first week");
    assert_eq!(value(&week, lee, grade), "6");
    apply(&mut camp, Edit::DeleteColumn(grade));
    assert_eq!(
        camp.damage().expect("a look"),
        Vec::<String>::new(),
        "the closed week is what it was when it was closed"
    );
}

#[test]
fn a_new_camp_takes_the_columns_along_and_the_values_of_those_who_come() {
    let folder = folder();
    let (_, mut camp) = new_file(&folder);
    let (red, lee, vang) = small_camp(&mut camp);
    let gone = grade(&mut camp);
    apply(&mut camp, Edit::DeleteColumn(gone));
    let school = add_column(&mut camp, RecordKind::Player, "School");
    let room = add_column(&mut camp, RecordKind::Group, "Room");
    put(&mut camp, lee, school, "North");
    put(&mut camp, vang, school, "South");
    apply(
        &mut camp,
        Edit::ChangeGroup(Patch::new(red, Field::Custom(room), "Gym")),
    );
    let old = load(&camp);
    let seed = old.seed(&[vang].into_iter().collect());
    let path = folder.path().join("Next.ladder");
    let next = CampFile::create_from(&path, "Next camp", TODAY, &seed).expect("a camp");
    let next = load(&next);
    let names = |camp: &CampData| {
        let columns = camp.columns.iter();
        let named = |column: &CustomColumn| (column.kind, column.name.clone());
        columns.map(named).collect::<Vec<_>>()
    };
    assert_eq!(names(&next), names(&old));
    assert_eq!(next.players.len(), 1);
    assert_eq!(value(&next, vang, next.columns[0].id), "South");
    assert_eq!(next.columns[0].filled, 1);
    assert_eq!(next.groups[0].custom.get(next.columns[1].id), "Gym");
}

#[test]
fn changes_are_named_by_the_column() {
    let mut camp = in_memory();
    let (_, lee, _) = small_camp(&mut camp);
    let grade = grade(&mut camp);
    let data = load(&camp);
    let name = |edit: &Edit| edit.name(&data);
    let typed = Edit::ChangePlayer(Patch::new(lee, Field::Custom(grade), "5"));
    assert_eq!(name(&typed), "Change Grade of Ann Lee");
    let add = Edit::AddColumn {
        kind: RecordKind::Player,
        name: "Room".to_owned(),
    };
    assert_eq!(name(&add), "Add column Room");
    let rename = Edit::RenameColumn {
        column: grade,
        name: "Class".to_owned(),
    };
    assert_eq!(name(&rename), "Rename column Grade to Class");
    assert_eq!(name(&Edit::DeleteColumn(grade)), "Delete column Grade");
}
