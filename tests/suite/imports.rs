//! `camp-ladder import`: what is refused, and what an import leaves alone.

use crate::program::Desk;

const PLAYERS: &str =
    "ID,Last Name,First Name,Group,Active\n1,Lee,Ann,Red,Yes\n2,Vang,Bo,Red,Yes\n";

#[test]
fn a_camp_is_not_made_of_nothing() {
    let desk = Desk::new();
    let players = desk.file(
        "Ladder Players.csv",
        "ID,Last Name,First Name,Group\nx,Lee,Ann,Red\n",
    );
    desk.import(&[players])
        .refused("Nothing could be imported from these files")
        .says("players, 1 row.");
    assert_eq!(desk.names(), ["Ladder Players.csv"]);
}

#[test]
fn what_the_command_line_cannot_decide_leads_to_the_window() {
    let desk = Desk::new();
    let players = desk.file("Ladder Players.csv", PLAYERS);
    desk.import(&[players]).succeeded();
    let other = desk.file(
        "Other.csv",
        "ID,Last Name,First Name,Group,Active\n1,Thao,Kou,Red,Yes\n",
    );
    desk.import(&[other])
        .refused("Something has to be decided first")
        .says("open the camp in the window and import there");
    let games = desk.file("Ladder Games.csv", "GameID,White,Black,Result\n1,1,2,??\n");
    let ran = desk.import(&[games]).refused("--result '??=white'");
    assert!(!ran.err.contains("in the window"), "{}", ran.err);
}

/// One memo used to stop the whole import without a word about whose it was.
#[test]
fn notes_of_several_lines_are_imported() {
    let desk = Desk::new();
    let players = desk.file(
        "Ladder Players.csv",
        "ID,Last Name,First Name,Group,Active,Notes\r\n1,Lee,Ann,Red,Yes,\"Plays\r\nthe Sicilian\"\r\n",
    );
    desk.import(&[players]).succeeded();
    let text = crate::tables::dump(&desk.camp());
    assert!(text.contains(r#""Plays\nthe Sicilian""#), "{text}");
}
