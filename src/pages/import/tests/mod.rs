//! The preview of an import, by what it says and by the keyboard.

mod losing;
mod names;
mod pasted;
mod window;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use egui::{Key, Role, Theme, vec2};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};
use tempfile::TempDir;

use super::{ImportPage, digest::Why};
use crate::{
    app::{Action, App, Command, dialogs::Dialog, settings::Settings},
    domain::{self, Game, GameResult, PlayerId},
    import::Field,
    kit::testing,
    pages,
    ui::tests::now,
};

struct Page {
    app: App,
    folder: TempDir,
}

/// Waits for everything that is under way, and draws what came of it.
fn settle(harness: &mut Harness<'_, Page>) {
    loop {
        harness.state_mut().app.logic();
        harness.step();
        if !harness.state().app.is_busy() {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    harness.state_mut().app.logic();
    harness.run();
}

/// A new camp in a file.
fn harness() -> Harness<'static, Page> {
    let mut app =
        App::new(Settings::default(), Arc::new(|| ()), now, pages::ALL).expect("a thread");
    let folder = tempfile::tempdir().expect("a folder");
    app.send(Action::Create {
        path: folder.path().join("camp.ladder"),
        name: "July".to_owned(),
    });
    let page = Page { app, folder };
    let mut harness = testing::builder(Theme::Light)
        .with_size(vec2(1000.0, 2400.0))
        .build_ui_state(
            |ui, page: &mut Page| {
                page.app.logic();
                page.app
                    .with_shown(|page, ctx, out| page.view(ui, ctx, out));
            },
            page,
        );
    settle(&mut harness);
    harness
}

fn shown<'a>(harness: &'a mut Harness<'_, Page>) -> &'a mut ImportPage {
    let page = harness.state_mut().app.page_mut();
    page.expect("an import")
}

fn import(harness: &mut Harness<'_, Page>, files: Vec<PathBuf>) {
    harness.state_mut().app.send(Action::ImportFiles(files));
    settle(harness);
}

fn fixtures(shape: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/access");
    let mut files = fs::read_dir(folder.join(shape))
        .expect("the fixtures")
        .map(|entry| entry.expect("a file").path())
        .collect::<Vec<_>>();
    files.sort();
    files
}

const GROUPS: &str = "Group,Initial Ladder Rating\nRed,400\nBlue,1000\n";
const PLAYERS: &str = "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm\n\
    1,Lee,Ann,Red,Yes,400,410,410\n\
    2,Vang,Bo,Blue,Yes,1000,990,990\n\
    3,Lee,Ann,Blue,Yes,1010,1020,1020\n";

/// A camp with these games in a file of this header.
fn with_games(header: &str, games: &str) -> Harness<'static, Page> {
    let mut harness = harness();
    let folder = harness.state().folder.path().to_owned();
    let games = format!("{header}\n{games}");
    let files = [
        ("Groups.csv", GROUPS),
        ("Players.csv", PLAYERS),
        ("Games.csv", &games),
    ]
    .map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path
    });
    import(&mut harness, files.to_vec());
    harness
}

const HEADER: &str = "GameID,White,Black,Result,Date";

fn is_refused(harness: &Harness<'_, Page>) -> bool {
    harness
        .get_by_role_and_label(Role::Button, "Import")
        .accesskit_node()
        .is_disabled()
}

fn save(harness: &mut Harness<'_, Page>) {
    assert!(!is_refused(harness), "nothing waits any more");
    harness
        .get_by_role_and_label(Role::Button, "Import")
        .click();
    harness.run_steps(2);
    settle(harness);
    assert!(
        harness.state().app.session.over().is_none(),
        "the import is done"
    );
}

/// Presses a key in the choice of this name.
fn press(harness: &mut Harness<'_, Page>, name: &str, keys: &[Key]) {
    harness.get_by_label(name).focus();
    harness.run();
    for key in keys {
        harness.key_press(*key);
        harness.run_steps(2);
        // The next key is for the plan that this one made.
        settle(harness);
    }
}

#[test]
fn a_good_file_is_imported_without_a_question() {
    let mut harness = harness();
    import(&mut harness, fixtures("csv"));
    harness.get_by_label("48 players: 48 new, 0 changed, 0 unchanged, 0 skipped");
    harness.get_by_label("320 games: 320 new, 0 changed, 0 unchanged, 0 skipped");
    harness.get_by_label("Ready to import.");
    harness.get_by_role_and_label(Role::Status, "Access rated 17 games as draws that were won");
    save(&mut harness);
    let camp = &harness
        .state()
        .app
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data;
    assert_eq!((camp.players.len(), camp.games.len()), (48, 320));

    // The same files again have nothing new.
    import(&mut harness, fixtures("csv"));
    let nothing_new = "Everything in these files is in the camp already";
    harness.get_by_role_and_label(Role::Status, nothing_new);
    assert!(is_refused(&harness), "there is nothing to import");
    harness.get_by_label("Cancel").click();
    harness.run_steps(2);
    settle(&mut harness);
    assert!(harness.state().app.session.over().is_none());
}

#[test]
fn rated_as_access_did_by_one_click() {
    let mut harness = harness();
    import(&mut harness, fixtures("csv"));
    harness.get_by_label("Rate as Access did").click();
    harness.run_steps(2);
    settle(&mut harness);
    assert!(
        harness
            .query_by_label("Access rated 17 games as draws that were won")
            .is_none()
    );
    harness.get_by_label("Undo “(0-1)”").click();
    harness.run_steps(2);
    settle(&mut harness);
    harness.get_by_label("Rate as Access did").click();
    harness.run_steps(2);
    settle(&mut harness);
    save(&mut harness);
    let camp = &harness
        .state()
        .app
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data;
    let black_won = |game: &&Game| game.result == GameResult::BlackWon;
    assert_eq!(camp.games.iter().filter(black_won).count(), 0);
}

#[test]
fn an_unclear_result_waits_and_is_decided_by_key() {
    let mut harness = with_games(HEADER, "1,1,2,win,7/13/2026\n2,2,3,(1-0),7/13/2026\n");
    assert!(is_refused(&harness), "the import waits");
    harness.get_by_label("1 decision needed.");
    press(&mut harness, "Result “win”", &[Key::ArrowDown]);
    harness.get_by_label("Ready to import.");
    save(&mut harness);
    let camp = &harness
        .state()
        .app
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data;
    assert_eq!(camp.games.len(), 2);
    assert_eq!(camp.games[0].result, GameResult::WhiteWon);
}

#[test]
fn spellings_of_a_result_are_decided_together() {
    let mut harness = with_games(HEADER, "1,1,2,win,\n2,2,3,WIN,\n");
    harness.get_by_label("1 decision needed.");
    press(&mut harness, "Result “win”", &[Key::ArrowDown]);
    let import = &shown(&mut harness).state;
    assert_eq!(import.choices().results.len(), 1, "{:?}", import.choices());
    assert!(!is_refused(&harness));
}

#[test]
fn two_children_of_one_name_are_told_apart() {
    let games = "1,\"Lee, Ann\",2,(1-0),\n2,\"Lee, Ann\",2,(1-0),\n3,\"Lee,Ann\",2,(1-0),\n";
    let mut harness = with_games(HEADER, games);
    harness.get_by_label("3 games: 0 new, 0 changed, 0 unchanged, 3 skipped");
    let group = "“Lee, Ann” can be more than one player, 2 rows";
    harness.get_by_label(group).click();
    harness.run();
    harness.get_by_label("Games.csv, line 3");
    press(
        &mut harness,
        "Player “Lee, Ann”",
        &[Key::ArrowDown, Key::ArrowDown],
    );
    harness.get_by_label("3 games: 3 new, 0 changed, 0 unchanged, 0 skipped");
    // The answer stays to be seen and changed.
    press(&mut harness, "Player “Lee, Ann”", &[Key::Home]);
    harness.get_by_label("3 games: 0 new, 0 changed, 0 unchanged, 3 skipped");
    press(&mut harness, "Player “Lee, Ann”", &[Key::End]);
    save(&mut harness);
    let camp = &harness
        .state()
        .app
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data;
    assert_eq!(camp.games[0].white, PlayerId(3));
}

#[test]
fn a_player_is_replaced_only_if_the_director_says_so() {
    let mut harness = with_games(HEADER, "1,1,2,(1-0),\n");
    save(&mut harness);
    let path = harness.state().folder.path().join("Players.csv");
    let other = PLAYERS.replace("1,Lee,Ann,", "1,Her,Chue,");
    fs::write(&path, other).expect("a file");
    import(&mut harness, vec![path]);
    assert!(is_refused(&harness), "the import waits");
    let question = "Number 1: Chue Her takes the place of Ann Lee";
    harness.get_by_label(question).click();
    harness.run_steps(2);
    settle(&mut harness);
    // The answer can be taken back.
    harness.get_by_label(question).click();
    harness.run_steps(2);
    settle(&mut harness);
    assert!(is_refused(&harness), "the import waits again");
    harness.get_by_label(question).click();
    harness.run_steps(2);
    settle(&mut harness);
    save(&mut harness);
    let camp = &harness
        .state()
        .app
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data;
    assert_eq!(camp.full_name(PlayerId(1)), "Chue Her");
}

#[test]
fn games_with_the_numbers_of_others_replace_them_or_are_new_ones_as_the_director_says() {
    let mut harness = with_games(HEADER, "1,1,2,(1-0),7/13/2026\n2,2,3,(1-0),7/13/2026\n");
    save(&mut harness);
    let players = format!("{PLAYERS}4,Rao,Mai,Red,Yes,400,410,410\n5,Wu,Yan,Red,Yes,400,410,410\n");
    let tuesday = format!("{HEADER}\n1,4,5,(1-0),7/14/2026\n2,5,4,(1-0),7/14/2026\n");
    let more = format!("{HEADER}\n7,4,1,(1-0),7/14/2026\n");
    let folder = harness.state().folder.path().to_owned();
    let files = [
        ("Players.csv", players),
        ("Tuesday.csv", tuesday),
        ("More.csv", more),
    ]
    .map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path
    });
    import(&mut harness, files.to_vec());
    assert!(is_refused(&harness), "the import waits");
    harness.get_by_label("1 decision needed.");
    let games = |harness: &Harness<'_, Page>, new: u32, changed: u32| {
        let skipped = 3 - new - changed;
        harness.get_by_label(&format!(
            "3 games: {new} new, {changed} changed, 0 unchanged, {skipped} skipped"
        ));
    };
    let question = "Replace 2 games of the camp";
    press(&mut harness, question, &[Key::Space]);
    assert!(!is_refused(&harness));
    games(&harness, 1, 2);
    press(&mut harness, question, &[Key::Space]);
    assert!(is_refused(&harness), "the import waits again");
    games(&harness, 1, 0);
    press(&mut harness, "Add this list as new games", &[Key::Space]);
    games(&harness, 3, 0);
    // Its question is gone, and what comes next has the keyboard.
    let import = harness.get_by_role_and_label(Role::Button, "Import");
    assert!(import.is_focused());
    save(&mut harness);
    let camp = &harness.state().app.session.camp;
    let camp = &camp.as_ref().expect("a camp").data;
    let games = camp.games.iter().map(|game| {
        let imported = game.imported.as_ref().expect("from a file");
        (game.white.0, imported.number)
    });
    // The file beside that list keeps its number.
    let expected = [(1, 1), (2, 2), (4, 3), (5, 4), (4, 7)];
    assert_eq!(games.collect::<Vec<_>>(), expected);
}

#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn what_is_left_of_a_damaged_file_is_imported_only_if_the_director_says_so() {
    let mut harness = harness();
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/access/camp-2000.mdb");
    let mut bytes = fs::read(whole).expect("an Access file");
    // The last page has 32 of the games.
    let start = bytes.len() - 4096;
    bytes[start..].fill(0);
    let path = harness.state().folder.path().join("camp.mdb");
    fs::write(&path, bytes).expect("a file");
    import(&mut harness, vec![path]);
    assert!(is_refused(&harness), "the import waits");
    harness.get_by_label("1 decision needed.");
    let rows =
        "32 rows of this table can’t be read. Use “Compact and Repair” in Access, and import again";
    harness.get_by_label(&format!("camp.mdb, Ladder Games: {rows}"));
    let question = "Import only what can be read";
    press(&mut harness, question, &[Key::Space]);
    assert!(!is_refused(&harness));
    // The answer can be taken back.
    press(&mut harness, question, &[Key::Space]);
    assert!(is_refused(&harness), "the import waits again");
    press(&mut harness, question, &[Key::Space]);
    harness.get_by_label(&format!("camp.mdb, Ladder Games: {rows}"));
    save(&mut harness);
    let camp = &harness
        .state()
        .app
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .data;
    assert_eq!((camp.players.len(), camp.games.len()), (48, 288));
}

#[test]
fn unknown_players_may_be_added() {
    let mut harness = with_games(HEADER, "1,1,77,(1-0),\n2,78,2,(1-0),\n");
    harness.get_by_label("2 games: 0 new, 0 changed, 0 unchanged, 2 skipped");
    press(&mut harness, "Unknown players", &[Key::ArrowDown]);
    harness.get_by_label("2 games: 2 new, 0 changed, 0 unchanged, 0 skipped");
    harness.get_by_label("5 players: 5 new, 0 changed, 0 unchanged, 0 skipped");
}

#[test]
fn games_that_an_earlier_week_may_have_are_left_out_unless_the_director_adds_them() {
    let mut harness = with_games(HEADER, "1,1,2,(1-0),\n2,2,3,(1-0),\n");
    save(&mut harness);
    for action in [Action::CloseWeek, Command::START_WEEK.into()] {
        harness.state_mut().app.dialog = None;
        harness.state_mut().app.send(action);
        settle(&mut harness);
    }
    harness.state_mut().app.start_week_as_decided();
    settle(&mut harness);
    harness.state_mut().app.dialog = None;
    let folder = harness.state().folder.path().to_owned();
    import(&mut harness, vec![folder.join("Games.csv")]);
    harness.get_by_label("2 games: 0 new, 0 changed, 0 unchanged, 2 skipped");
    press(&mut harness, "These games", &[Key::ArrowDown]);
    harness.get_by_label("2 games: 2 new, 0 changed, 0 unchanged, 0 skipped");
}

#[test]
fn a_missing_column_is_chosen() {
    let mut harness = with_games("GameID,White,Black,What came of it,Date", "1,1,2,(1-0),\n");
    assert!(is_refused(&harness));
    press(
        &mut harness,
        "Column for Result in Games",
        &[Key::End, Key::ArrowUp],
    );
    // Every key chooses: the last column was taken first, and got back what it is.
    harness.get_by_label("1 game: 1 new, 0 changed, 0 unchanged, 0 skipped");
    let import = &shown(&mut harness).state;
    let columns = &import.plan().expect("a plan").tables[2].columns;
    assert_eq!(
        [columns[3].field, columns[4].field],
        [
            Field::Is(domain::Field::Result),
            Field::Is(domain::Field::Date)
        ]
    );
}

#[test]
fn a_column_is_taken_for_something_else() {
    let mut harness = with_games(HEADER, "1,1,2,(1-0),\n");
    harness.get_by_label("Games.csv, 1 row").click();
    harness.run();
    // From White to Black: what was Black is kept as it is, and White is missing.
    press(&mut harness, "Games, column White", &[Key::ArrowDown]);
    let import = &shown(&mut harness).state;
    let columns = &import.plan().expect("a plan").tables[2].columns;
    assert_eq!(
        [columns[1].field, columns[2].field],
        [Field::Is(domain::Field::Black), Field::Extra]
    );
    assert!(is_refused(&harness));
    press(
        &mut harness,
        "Games, column Black",
        &[Key::Home, Key::ArrowDown],
    );
    assert!(!is_refused(&harness));
}

#[test]
fn the_order_of_dates_is_shown_and_changed() {
    let mut harness = with_games(HEADER, "1,1,2,(1-0),7/8/2026\n");
    harness.get_by_label("All games are from July 8, 2026");
    press(&mut harness, "Order of dates", &[Key::ArrowDown]);
    harness.get_by_label("All games are from August 7, 2026");
}

#[test]
fn a_date_that_contradicts_the_others_is_a_warning() {
    let rows = (1..12).map(|number| format!("{number},1,2,(1-0),7/10/2026\n"));
    let games = rows.collect::<String>() + "12,1,2,(1-0),13/7/2026\n";
    let mut harness = with_games(HEADER, &games);
    harness.get_by_label("All games are from July 10, 2026");
    harness.get_by_label("1 date contradicts the others. See “Dates” below.");
    harness.get_by_label_contains("Line 13: “13/7/2026” doesn’t fit and counts as blank.");
    harness.get_by_label_contains("Games.csv: Dates are read as");
    let again = harness.query_by_label_contains("is not a date here");
    assert!(again.is_none(), "it is told once");
    press(&mut harness, "Order of dates", &[Key::ArrowDown]);
    harness.get_by_label("The games are from July 13, 2026 to October 7, 2026");
}

#[test]
fn a_date_that_contradicts_those_of_its_table_is_told_beside_other_tables() {
    let mut harness = harness();
    let folder = harness.state().folder.path().to_owned();
    let rows = (1..12).map(|number| format!("{number},1,2,(1-0),7/10/2026\n"));
    let first = rows.collect::<String>() + "12,1,2,(1-0),13/7/2026\n";
    let files = [
        ("Groups.csv", GROUPS.to_owned()),
        ("Players.csv", PLAYERS.to_owned()),
        ("Games.csv", format!("{HEADER}\n{first}")),
        (
            "More games.csv",
            format!("{HEADER}\n20,1,2,(1-0),7/8/2026\n"),
        ),
    ];
    let files = files.map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path
    });
    import(&mut harness, files.to_vec());
    harness.get_by_label_contains("1 date contradicts the others");
    harness.get_by_label_contains("Line 13: “13/7/2026” doesn’t fit and counts as blank.");
}

#[test]
fn the_page_follows_the_keyboard() {
    let mut harness = with_games(HEADER, "1,1,2,(1-0),7/8/2026\n");
    harness.set_size(vec2(800.0, 400.0));
    harness.run();
    let last = "What Games.csv is";
    let is_seen = |harness: &Harness<'_, Page>| harness.get_by_label(last).rect().bottom() <= 400.0;
    assert!(!is_seen(&harness), "it is below the window");
    for _ in 0..40 {
        harness.key_press(Key::Tab);
        harness.run();
        if harness.get_by_label(last).is_focused() {
            break;
        }
    }
    assert!(harness.get_by_label(last).is_focused(), "Tab comes to it");
    assert!(is_seen(&harness), "and it has come into view");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let mut harness = harness();
    let folder = harness.state().folder.path().to_owned();
    let empty = folder.join("Ladder Games.csv");
    fs::write(&empty, "").expect("a file");
    import(&mut harness, vec![empty]);
    harness.get_by_role_and_label(Role::Alert, "Ladder Games.csv can’t be read");
    let another = harness.get_by_role_and_label(Role::Button, "Another file…");
    assert!(another.is_focused(), "the only way on");
    another.click();
    harness.run_steps(2);
    settle(&mut harness);
    let asked = &harness.state().app.dialog;
    assert!(matches!(asked, Some(Dialog::Import(_))));
}

#[test]
fn names_in_a_formatted_file_are_asked_for_once() {
    let mut harness = harness();
    import(&mut harness, fixtures("with-formatting"));
    let asked = &shown(&mut harness).looks.digest.asked;
    let mut keys = asked.iter().map(|asked| &asked.key).collect::<Vec<_>>();
    keys.dedup();
    assert_eq!(keys.len(), asked.len(), "each name once");
    assert!(
        asked
            .iter()
            .all(|asked| asked.candidates.len() > 1 || asked.why == Why::CutOff)
    );
}
