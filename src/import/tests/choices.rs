//! What the director changes in the preview.

use super::*;
use crate::domain;
use crate::import::{DateOrder, DateReading, Field, HeaderIs, TableKind};

#[test]
fn a_table_of_no_known_look_is_left_out_until_somebody_says_what_it_is() {
    let sources = [text("Sheet1.csv", "a,b\nRed,x\nBlue,y\n")];
    let asked = plan(&sources, &empty_camp());
    assert_eq!(asked.tables[0].kind, TableKind::LeftOut);
    assert_eq!(
        sentences(&asked, Severity::LeftOut),
        [
            "Sheet1.csv: This table is neither groups, players nor games: skipped. To import it, say what it is"
        ]
    );
    let mut choices = Choices::default();
    choices.kinds.insert(0, TableKind::Groups);
    choices.headers.insert(0, true);
    let named = Plan::new(&sources, &empty_camp(), &choices);
    assert_eq!(
        sentences(&named, Severity::Decide),
        ["Sheet1.csv: Groups need a Group column. Choose it, or skip the table"]
    );
    choices
        .columns
        .insert((0, 0), Field::Is(domain::Field::GroupName));
    choices.columns.insert((0, 1), Field::Ignored);
    let mapped = Plan::new(&sources, &empty_camp(), &choices);
    assert!(mapped.is_ready());
    assert_eq!(mapped.tables[0].header, HeaderIs::FirstRow);
    assert_eq!(mapped.groups.added, 2);
    assert!(mapped.changes.groups[0].extra.is_empty());
    choices.kinds.insert(0, TableKind::LeftOut);
    let left_out = Plan::new(&sources, &empty_camp(), &choices);
    assert!(left_out.is_ready() && left_out.changes.is_empty() && left_out.problems.is_empty());
}

#[test]
fn columns_that_were_taken_wrongly_are_corrected() {
    let sources = [text(
        "Players.csv",
        "ID,Last Name,First Name,Group,Points\n1,Lee,Ann,Red,410\n",
    )];
    let mut choices = Choices::default();
    choices
        .columns
        .insert((0, 4), Field::Is(domain::Field::StartPermanent));
    let plan = Plan::new(&sources, &empty_camp(), &choices);
    assert_eq!(imported_player(&plan, 1).player.start_permanent, Some(410));
    assert!(imported_player(&plan, 1).extra.is_empty());
    // A field that moves leaves its former column.
    choices
        .columns
        .insert((0, 4), Field::Is(domain::Field::Group));
    let moved = Plan::new(&sources, &empty_camp(), &choices);
    assert_eq!(moved.tables[0].columns[3].field, Field::Extra);
    assert_eq!(imported_player(&moved, 1).group.as_deref(), Some("410"));
}

#[test]
fn keys_of_results_ignore_capitals_and_blanks() {
    assert_eq!(Choices::result_key(" (0-1) "), "(0-1)");
    assert_eq!(Choices::result_key("White"), Choices::result_key("WHITE "));
}

#[test]
fn the_order_of_dates_is_overridden() {
    let choices = Choices {
        date_order: Some(DateOrder::DayMonthYear),
        ..Choices::default()
    };
    let plan = Plan::new(&sample("csv"), &empty_camp(), &choices);
    assert_eq!(imported_game(&plan, 1).game.date, Some(date(2026, 6, 7)));
    let mut dates = plan.tables.iter().filter_map(|table| table.dates);
    assert!(!dates.any(DateReading::is_assumed));
}

#[test]
fn the_row_whose_date_contradicts_all_others_is_named() {
    let mut games = "White,Black,Result,Date\n".to_owned();
    for row in 2..=21 {
        games.push_str(match row {
            // Its player is unknown, and so the row is skipped anyway.
            7 => "1,9,(1-0),13/7/2026\n",
            _ => "1,2,(1-0),7/10/2026\n",
        });
    }
    let players = "ID,Last Name,First Name\n1,Lee,Ann\n2,Vang,Bo\n";
    let sources = [text("Players.csv", players), text("Games.csv", &games)];
    let plan = plan(&sources, &empty_camp());
    let read = plan.changes.new_games.iter().map(|game| game.game.date);
    assert_eq!(read.collect::<Vec<_>>(), [Some(date(2026, 7, 10)); 19]);
    let left_out = sentences(&plan, Severity::LeftOut);
    let said = "Games.csv: Dates are read as month, day, year, as most of them fit best so: “7/10/2026” is July 10, 2026. \
        Line 7: “13/7/2026” doesn’t fit and counts as blank. Choose another order if that is wrong";
    assert!(left_out.iter().any(|it| it == said), "{left_out:#?}");
    assert_eq!(plan.contrary_dates(), 1);
}

/// As a finding of its row, too, a date that contradicts the others was told twice.
#[test]
fn each_date_that_contradicts_the_others_is_told_once() {
    let mut games = "White,Black,Result,Date\n".to_owned();
    for row in 2..=61 {
        games.push_str(match row {
            11..=15 => "1,2,(1-0),13/7/2026\n",
            _ => "1,2,(1-0),7/10/2026\n",
        });
    }
    let players = "ID,Last Name,First Name\n1,Lee,Ann\n2,Vang,Bo\n";
    let sources = [text("Players.csv", players), text("Games.csv", &games)];
    let plan = plan(&sources, &empty_camp());
    let left_out = sentences(&plan, Severity::LeftOut);
    let said = left_out.iter().filter(|it| it.contains("13/7/2026"));
    let said = said.map(String::as_str).collect::<Vec<_>>();
    let of_row = |line: u64| {
        format!("Games.csv, line {line}: “13/7/2026” is not a date here, so the game has none")
    };
    let [order, rows @ ..] = said.as_slice() else {
        panic!("{left_out:#?}");
    };
    let named = "Line 11: “13/7/2026”, line 12: “13/7/2026”, line 13: “13/7/2026”, 2 more don’t fit and count as blank.";
    assert!(
        order.starts_with("Games.csv: ") && order.contains(named),
        "{order}"
    );
    assert_eq!(rows, [of_row(14), of_row(15)]);
    assert_eq!(plan.contrary_dates(), 5);
}

#[test]
fn an_access_file_of_something_else_says_so() {
    let mut source = text("Customers.csv", "Customer,City\nx,y\n");
    let table = &mut source.tables[0];
    let rows = table.rows.clone();
    let mut rows = rows.iter().map(|row| (row.line(), row.to_texts()));
    table.header = rows.next().map(|(_, names)| names);
    table.rows = rows.collect();
    table.format = crate::import::Format::Access { version: "2016" };
    let plan = plan(&[source], &empty_camp());
    assert_eq!(
        sentences(&plan, Severity::LeftOut),
        [
            "Customers.csv: None of the tables in this file (Customers) is known as groups, players or games. Say what they are, or choose another file"
        ]
    );
}

#[test]
fn games_in_the_order_of_storage_say_so() {
    let mut source = text("camp.csv", "White,Black,Result\n2,1,(1-0)\n1,2,(1-0)\n");
    let note = |source: &Source| {
        let players = text(
            "Players.csv",
            "ID,Last Name,First Name\n1,Lee,Ann\n2,Vang,Bo\n",
        );
        let plan = plan(&[players, source.clone()], &empty_camp());
        let notes = sentences(&plan, Severity::Note);
        notes
            .into_iter()
            .find(|note| note.contains("have no numbers"))
    };
    let as_text = note(&source).expect("a note");
    assert!(!as_text.contains("Access stored them"), "{as_text}");
    let table = &mut source.tables[0];
    let rows = table.rows.clone();
    let mut rows = rows.iter().map(|row| (row.line(), row.to_texts()));
    table.header = rows.next().map(|(_, names)| names);
    table.rows = rows.collect();
    table.format = crate::import::Format::Access { version: "2016" };
    table.is_unordered = true;
    let stored = note(&source).expect("a note");
    assert!(
        stored.contains("in the order in which Access stored them. Ratings depend on the order of play: please check it"),
        "{stored}"
    );
}

#[test]
fn the_same_file_twice_counts_once() {
    let mut sources = sample("csv");
    sources.extend(sample("csv"));
    let plan = plan(&sources, &empty_camp());
    assert!(plan.is_ready());
    assert_eq!(
        (plan.groups.added, plan.players.added, plan.games.added),
        (5, 48, 320)
    );
    assert_eq!(sentences(&plan, Severity::LeftOut), Vec::<String>::new());
}

#[test]
fn a_copy_of_a_table_in_an_access_file_is_left_out_and_named() {
    let mut source = text(
        "Ladder Games.csv",
        "GameID,White,Black,Result\n1,1,2,(1-0)\n",
    );
    let mut copy = source.tables[0].clone();
    copy.name = "Copy of Ladder Games".to_owned();
    let twice = copy.rows.iter().chain(copy.rows.iter());
    copy.rows = twice.map(|row| (row.line(), row.to_texts())).collect();
    source.tables.insert(0, copy);
    let plan = plan(&[source], &empty_camp());
    assert_eq!(plan.tables[0].kind, TableKind::LeftOut);
    assert_eq!(plan.tables[1].kind, TableKind::Games);
    assert!(plan.problems.iter().any(|problem| matches!(
        &problem.kind,
        ProblemKind::OtherTableUsed { used, .. } if used == "Ladder Games"
    )));
}
