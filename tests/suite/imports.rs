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
        .refused("Decisions needed first")
        .says("open the camp in the window and import there");
    let games = desk.file("Ladder Games.csv", "GameID,White,Black,Result\n1,1,2,??\n");
    let ran = desk.import(&[games]).refused(r#"--result "??=white""#);
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
    file.apply(&Edit::put(&game), &Occasion::now("A change"))
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
    let ran = Ran::new(command.args(&files).output().expect("the program starts"));
    let ran = ran
        .succeeded()
        .says("Changes: Game 17: result Draw becomes Black won")
        .says("Changes: and 5 more");
    assert!(!ran.err.contains("Game 21:"), "{}", ran.err);
    assert!(dump(&desk.camp()) != corrected);
}

/// Another summer's list counts its children from 1 again. Nobody of an old week gets another name, and the same list means the same
/// children when it comes again.
#[test]
fn a_number_that_was_another_childs_in_a_closed_week_gets_a_new_one() {
    use camp_ladder::{
        domain::{CampData, Edit, PlayerId},
        import::{Choices, Plan, read_text},
        storage::{CampFile, Mode, Occasion},
    };
    let desk = Desk::new();
    let players = desk.file(
        "Ladder Players.csv",
        "ID,Last Name,First Name,Group,Active\n1,Lee,Ann,Red,Yes\n2,Vang,Bo,Red,Yes\n3,Moss,Finn,Red,Yes\n",
    );
    let games = desk.file(
        "Ladder Games.csv",
        "GameID,White,Black,Result,Date\n1,1,2,(1-0),7/6/2026\n",
    );
    let groups = desk.file("Camp Groups.csv", "Group,Initial Ladder Rating\nRed,400\n");
    desk.import(&[groups, players, games]).succeeded();
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start"]).succeeded();
    let mut file = CampFile::open(&desk.camp(), Mode::Change).expect("the camp");
    let does = |file: &mut CampFile, edit: Edit| {
        file.apply(&edit, &Occasion::now("A change"))
            .expect("a change");
    };
    // Finn left the second week, and his number is another child's too.
    does(&mut file, Edit::DeletePlayer(PlayerId(3)));
    let first_week = |file: &CampFile| -> CampData {
        let id = file.load().expect("the camp").weeks[0].id;
        file.load_week(id).expect("the first week")
    };
    let before = first_week(&file);
    let list = [
        (
            "Players.csv",
            "ID,Last Name,First Name,Group,Active\n1,Thao,Kou,Red,Yes\n2,Vang,Bo,Red,Yes\n3,Rao,Mai,Red,Yes\n",
        ),
        (
            "Games.csv",
            "GameID,White,Black,Result,Date\n1,1,3,(1-0),7/13/2026\n",
        ),
    ]
    .map(|(name, text)| read_text(name, text.as_bytes()).expect("text"));
    let mut choices = Choices::default();
    choices.replace_players.insert(PlayerId(1));
    let plan = Plan::new(&list, &file.load().expect("the camp"), &choices);
    assert!(plan.is_ready(), "{:?}", plan.problems);
    assert_eq!(
        plan.changes_in_words,
        [
            "Kou Thao gets the number 4: 1 is Ann Lee in another week",
            "Ann Lee (1) leaves the week",
            "Mai Rao gets the number 5: 3 is Finn Moss in another week",
        ]
    );
    // Nobody leaves for a row that is left out.
    let refused = read_text(
        "Players.csv",
        b"ID,Last Name,First Name,Group,Active\n1,Thao,\"Kou\xe2\x80\xae\",Red,Yes\n",
    )
    .expect("text");
    let refused = Plan::new(&[refused], &file.load().expect("the camp"), &choices);
    assert_eq!(refused.players.left_out, 1);
    assert_eq!(refused.changes_in_words, Vec::<String>::new());
    assert_eq!(refused.changes.leaving, []);
    does(&mut file, Edit::Import(Box::new(plan.changes)));

    let now = file.load().expect("the camp");
    let names = |camp: &CampData| {
        let players = camp.players.iter();
        players
            .map(|player| (player.id.0, player.full_name()))
            .collect::<Vec<_>>()
    };
    let person = |id: i64, name: &str| (id, name.to_owned());
    assert_eq!(
        names(&now),
        [
            person(2, "Bo Vang"),
            person(4, "Kou Thao"),
            person(5, "Mai Rao")
        ]
    );
    assert_eq!(
        (now.games[0].white, now.games[0].black),
        (PlayerId(4), PlayerId(5))
    );
    let after = first_week(&file);
    assert_eq!(names(&after), names(&before));
    assert_eq!((after.players, after.games), (before.players, before.games));
    assert_eq!(file.damage().expect("a look"), Vec::<String>::new());

    // The same list once more, and a corrected one: still the same children.
    let again = Plan::new(&list, &now, &Choices::default());
    assert!(again.brings_nothing(), "{:?}", again.changes_in_words);
    let corrected = read_text(
        "Players.csv",
        b"ID,Last Name,First Name,Group,Active\n1,Thao,Koua,Red,Yes\n",
    )
    .expect("text");
    let corrected = Plan::new(&[corrected], &now, &Choices::default());
    assert_eq!(
        corrected.changes_in_words,
        ["Kou Thao (4): first name Kou becomes Koua"]
    );
}
