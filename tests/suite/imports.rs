//! `camp-ladder import`: what is refused, and what an import leaves alone.

use crate::{
    program::{Desk, Ran},
    tables::dump,
};

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
    let text = dump(&desk.camp());
    assert!(text.contains(r#""Plays\nthe Sicilian""#), "{text}");
}

#[test]
fn corrections_stay_and_changes_are_named() {
    use camp_ladder::{
        domain::{Edit, GameResult},
        storage::{CampFile, Mode, Occasion},
    };
    let desk = Desk::new();
    let players = desk.file("Ladder Players.csv", PLAYERS);
    let rows = (1..=25).map(|number| format!("{number},1,2,(1-0)\n"));
    let games = format!("GameID,White,Black,Result\n{}", rows.collect::<String>());
    let games = desk.file("Ladder Games.csv", &games);
    let files = [players, games];
    desk.import(&files).succeeded();

    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp");
    let mut game = file.load().expect("a camp").games[16].clone();
    game.result = GameResult::Draw;
    file.apply(&Edit::ChangeGame(game), &Occasion::now("A change"))
        .expect("a change");
    drop(file);
    let corrected = dump(&desk.camp());
    desk.import(&files)
        .succeeded()
        .says("1 game was corrected in the camp since the import")
        .says("Everything in these files is in the camp already");
    assert_eq!(dump(&desk.camp()), corrected);

    // A meaning that is chosen now is for all of them.
    let mut command = desk.command();
    command.args(["import", "Camp.ladder", "--result", "(1-0)=black"]);
    let ran = Ran::of(command.args(&files).output().expect("the program starts"));
    let ran = ran
        .succeeded()
        .says("Changes: Game 17: result Draw becomes Black won")
        .says("Changes: and 5 more");
    assert!(!ran.err.contains("Game 21:"), "{}", ran.err);
    assert!(dump(&desk.camp()) != corrected);
}
