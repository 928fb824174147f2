//! Custom columns: filled by the columns of a file that have their names, whatever the capitals and accents.

use super::{
    again::{GAMES, GROUPS, PLAYERS, files, same_files},
    *,
};

/// A camp with a custom column of players of each of these names.
fn with_columns(camp: &CampData, names: &[&str]) -> CampData {
    let columns = (11..).zip(names);
    let columns =
        columns.map(|(id, name)| CustomColumn::new(CustomColumnId(id), RecordKind::Player, *name));
    CampData {
        columns: Arc::new(columns.collect()),
        ..camp.clone()
    }
}

/// What a player of a plan has in further columns, blanks too.
fn said(plan: &Plan, id: i64) -> Vec<(&str, &str)> {
    let extra = imported_player(plan, id).extra.iter();
    extra
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect()
}

#[test]
fn a_column_of_the_same_name_is_filled_and_no_other_one_made() {
    let camp = with_columns(&empty_camp(), &["Grade", "École"]);
    let list = text(
        "Players.csv",
        "ID,Last Name,First Name,Group,GRADE,ecole,Shirt\n1,Lee,Ann,Red,5,North,M\n",
    );
    let plan = plan(&[list], &camp);
    assert_eq!(
        said(&plan, 1),
        [("Grade", "5"), ("École", "North"), ("Shirt", "M")]
    );
    let filled = applied(&camp, &plan.changes);
    let names = filled.columns_of(RecordKind::Player);
    let names = names.map(|column| column.name.as_str()).collect::<Vec<_>>();
    assert_eq!(names, ["Grade", "École", "Shirt"]);
    assert_eq!(filled.players[0].custom.get(CustomColumnId(11)), "5");
}

#[test]
fn of_two_columns_that_fold_to_one_name_each_goes_to_its_own() {
    let camp = with_columns(&empty_camp(), &["École"]);
    let list = text(
        "Players.csv",
        "ID,Last Name,First Name,Group,Ecole,École\n1,Lee,Ann,Red,North,South\n",
    );
    let plan = plan(&[list], &camp);
    assert_eq!(said(&plan, 1), [("Ecole", "North"), ("École", "South")]);
}

#[test]
fn what_changes_in_a_custom_column_is_said_as_for_any_field() {
    let camp = applied(&empty_camp(), &plan(&same_files(), &empty_camp()).changes);
    let players = PLAYERS
        .replace(
            "1,Lee,Ann,Red,Yes,400,410,410,,North",
            "1,Lee,Ann,Red,Yes,400,410,410,,South",
        )
        .replace(",Left-handed,", ",Left-handed,West");
    let again = plan(&files(GROUPS, &players, GAMES), &camp);
    assert_eq!(
        again.changes_in_words,
        [
            "Ann Lee (1): School North becomes South",
            "Bo Vang (2): School none becomes West"
        ]
    );
    assert_eq!(again.players.changed, 2);
}

#[test]
fn a_value_that_was_corrected_here_stays_until_the_row_says_something_else() {
    let mut camp = applied(&empty_camp(), &plan(&same_files(), &empty_camp()).changes);
    let school = camp.player_column("school").expect("a column").id;
    Arc::make_mut(&mut camp.players)[0]
        .custom
        .set(school, "North High");
    let again = plan(&same_files(), &camp);
    assert!(again.changes.is_empty(), "{:#?}", again.changes);
    let notes = sentences(&again, Severity::Note);
    assert!(
        notes
            .iter()
            .any(|note| note.contains("1 player was corrected in the camp")),
        "{notes:#?}"
    );
    // A blank in the file erases nothing.
    let blank = PLAYERS.replace(",,North", ",,");
    let blank = plan(&files(GROUPS, &blank, GAMES), &camp);
    assert!(blank.changes_in_words.is_empty());
    let after = applied(&camp, &blank.changes);
    assert_eq!(after.players[0].custom.get(school), "North High");
}
