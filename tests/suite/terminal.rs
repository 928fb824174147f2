//! What the command line writes for people: a terminal shows it, and obeys nothing of it.

use crate::program::Desk;

/// Clears a screen, colors it, and turns its text around; in one byte, too, and with a line that looks like another player's.
const NAME: &str = "Mal\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\nlory\t";

fn obeyed(text: &str) -> Option<char> {
    let is_obeyed = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\r' | '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().find(is_obeyed)
}

#[test]
fn a_name_of_a_stranger_s_camp_only_shows() {
    let desk = Desk::with_sample();
    let lines = |text: &str| text.lines().count();
    let before = desk.run(["standings", "Camp.ladder"]).succeeded().out;
    let connection = rusqlite::Connection::open(desk.camp()).expect("a camp file");
    for (table, column) in [
        ("person", "last_name"),
        ("camp_group", "name"),
        ("week", "label"),
    ] {
        connection
            .execute(
                &format!("UPDATE {table} SET {column} = {column} || ?1"),
                [NAME],
            )
            .expect("changed");
    }
    drop(connection);
    for arguments in [
        &["standings", "Camp.ladder"][..],
        &["standings", "Camp.ladder", "--format", "json"],
        &["standings", "Camp.ladder", "--format", "csv"],
        &["standings", "Camp.ladder", "--system", "club"],
        &[
            "standings",
            "Camp.ladder",
            "--system",
            "club",
            "--format",
            "json",
        ],
        &["standings", "Camp.ladder", "--group", "No\u{1b}[31m"],
        &["explain", "Camp.ladder", "1"],
        &["week", "Camp.ladder", "list"],
        &["check", "Camp.ladder"],
        &["standings", "No\u{1b}[31m.ladder"],
    ] {
        let ran = desk.run(arguments);
        assert_eq!(obeyed(&ran.out), None, "{arguments:?}: {:?}", ran.out);
        assert_eq!(obeyed(&ran.err), None, "{arguments:?}: {:?}", ran.err);
        assert!(
            !format!("{}{}", ran.out, ran.err).is_empty(),
            "{arguments:?}"
        );
    }
    let after = desk.run(["standings", "Camp.ladder"]).succeeded().out;
    assert_eq!(lines(&after), lines(&before), "a row is a line");
    assert!(after.contains("Mal\u{fffd}[2J"), "{after}");
    let json = desk.run(["standings", "Camp.ladder", "--format", "json"]);
    let json = serde_json::from_str::<serde_json::Value>(&json.succeeded().out).expect("JSON");
    let name = json["rows"][0]["last_name"].as_str().expect("a name");
    assert!(name.ends_with(NAME), "JSON says it as it is: {name:?}");
}

#[test]
fn a_strange_cell_of_an_import_only_shows() {
    let desk = Desk::new();
    let games = "ID,White,Black,Result\n1,1,2,(1-0)\n2,1,2,wh\u{1b}[2Jite\n";
    let players = "ID,Last Name,First Name,Group\n1,Lee,Ann,Gold\n2,Kim,Bo,Gold\n";
    let ran = desk.import(&[
        desk.file("Ladder Players.csv", players),
        desk.file("Ladder \u{9b}Games.csv", games),
    ]);
    assert_eq!(obeyed(&ran.err), None, "{:?}", ran.err);
    assert!(ran.err.contains("“wh\u{fffd}[2Jite”"), "{}", ran.err);
}
