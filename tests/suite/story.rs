//! A director's week through the program behind its window: everything but the drawing.

use std::{
    fs,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use camp_ladder::{
    app::{
        Action, App, Command, Page,
        dialogs::{Dialog, Offer},
        editor::Target,
        form::Form,
        notices::Tone,
        settings::Settings,
    },
    domain::{
        Edit, Field, Game, GameResult, Group, LadderProblem, Player, PlayerId, Record, Value,
    },
    import::Meaning,
    pages::{
        self,
        games::GamesPage,
        groups::GroupsPage,
        import::{Import, ImportPage},
        players::PlayersPage,
        standings::StandingsPage,
    },
    storage::{CampFile, Mode},
};

use crate::{
    program::Desk,
    sample::{self, TODAY},
};

fn now() -> jiff::Zoned {
    let midday = TODAY.at(12, 0, 0, 0);
    midday.to_zoned(jiff::tz::TimeZone::UTC).expect("a moment")
}

fn app() -> App {
    App::new(Settings::default(), Arc::new(|| ()), now, pages::ALL).expect("a thread")
}

/// Lets the program work until nothing is under way.
#[track_caller]
fn settle(app: &mut App) {
    let patience = Instant::now() + Duration::from_mins(1);
    loop {
        app.logic();
        if !app.is_busy() {
            // What the last answers brought about.
            app.logic();
            if !app.is_busy() {
                return;
            }
        }
        assert!(
            Instant::now() < patience,
            "the program is busy for a minute"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

#[track_caller]
fn does(app: &mut App, action: impl Into<Action>) {
    app.send(action);
    settle(app);
}

/// A change has no form to wait with: it is there when the revision has gone up.
#[track_caller]
fn changes(app: &mut App, edit: Edit) {
    let before = revision(app);
    app.send(Action::Change(edit));
    wait_until(app, |app| revision(app) > before);
}

#[track_caller]
fn wait_until(app: &mut App, is_so: impl Fn(&App) -> bool) {
    let patience = Instant::now() + Duration::from_mins(1);
    while !is_so(app) {
        assert!(Instant::now() < patience, "waited for a minute");
        app.logic();
        thread::sleep(Duration::from_millis(1));
    }
    settle(app);
}

fn revision(app: &App) -> u64 {
    app.session.camp.as_ref().expect("an open camp").revision
}

#[track_caller]
fn latest(app: &App) -> (Tone, &str) {
    let notice = app.notices.latest().expect("something was said");
    (notice.tone, &notice.text)
}

#[track_caller]
fn new_camp(app: &mut App, path: &Path) {
    does(
        app,
        Action::Create {
            path: path.to_owned(),
            name: "Summer camp".to_owned(),
        },
    );
    let camp = app.session.camp.as_ref().expect("an open camp");
    assert_eq!(camp.data.name, "Summer camp");
    assert_eq!(camp.path.as_deref(), Some(path));
}

#[track_caller]
fn preview(app: &mut App) -> &mut Import {
    let page: Option<&mut ImportPage> = app.page_mut();
    &mut page.expect("a preview").state
}

/// Imports the sample the way Access rated it, deciding in the preview.
#[track_caller]
fn import_sample(app: &mut App) {
    does(app, Action::ImportFiles(sample::files("csv").to_vec()));
    let import = preview(app);
    assert_eq!(import.unreadable().len(), 0);
    import.choose(|choices| {
        choices.results.insert("(0-1)".to_owned(), Meaning::Draw);
    });
    settle(app);
    does(app, Command::SAVE_IMPORT);
    assert!(app.session.over().is_none(), "the preview is closed");
}

fn players(app: &mut App) -> &mut Form<Player> {
    &mut app.page_mut::<PlayersPage>().expect("the page").form
}

fn groups(app: &mut App) -> &mut Form<Group> {
    &mut app.page_mut::<GroupsPage>().expect("the page").form
}

fn typed_games(app: &mut App) -> &mut Form<Game> {
    &mut app.page_mut::<GamesPage>().expect("the page").form
}

fn on_screen(app: &mut App) -> &mut StandingsPage {
    app.page_mut().expect("the page")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a week is told in one piece")]
fn a_week_from_the_first_import_to_the_printed_standings() {
    let desk = Desk::new();
    let mut app = app();

    // A look at the sample camp, which is in no file.
    does(&mut app, Command::OPEN_SAMPLE);
    assert_eq!(app.page, Page::STANDINGS);
    assert_eq!(
        app.session
            .camp
            .as_ref()
            .map(|camp| camp.data.players.len()),
        Some(40)
    );

    new_camp(&mut app, &desk.camp());
    assert_eq!(app.page, Page::PLAYERS);

    // The files from Access, with a result that somebody mistyped.
    let [groups, players, games] = sample::files("csv");
    let text = sample::text(&games).replacen("1,49,39,\"(0-1)\"", "1,49,39,\"(0-1\"", 1);
    let games = desk.file("Ladder Games.csv", text);
    does(&mut app, Action::ImportFiles(vec![groups, players, games]));
    let import = preview(&mut app);
    let plan = import.plan().expect("a plan");
    assert!(!plan.is_ready(), "nobody guesses what “(0-1” is");
    assert_eq!(
        (plan.groups.added, plan.players.added, plan.games.added),
        (5, 48, 319)
    );
    does(&mut app, Command::SAVE_IMPORT);
    assert!(
        app.session.over() == Some(Page::IMPORT),
        "nothing is saved before it is decided"
    );
    assert_eq!(
        app.session
            .camp
            .as_ref()
            .map(|camp| camp.data.players.len()),
        Some(0)
    );
    preview(&mut app).choose(|choices| {
        for text in ["(0-1)", "(0-1"] {
            choices.results.insert(text.to_owned(), Meaning::Draw);
        }
    });
    settle(&mut app);
    does(&mut app, Command::SAVE_IMPORT);
    assert!(app.session.over().is_none());
    assert_eq!(
        latest(&app),
        (
            Tone::Done,
            "Imported 5 groups, 48 players and 320 games. Ratings are those of the old file until you change a game or press Recalc Ratings (F9)"
        )
    );
    assert_eq!(app.page, Page::GAMES);
    assert!(
        app.session
            .camp
            .as_ref()
            .is_some_and(camp_ladder::app::OpenCamp::is_out_of_date)
    );

    does(&mut app, Command::RECALCULATE);
    let (tone, said) = latest(&app);
    assert_eq!(tone, Tone::Done);
    assert!(said.starts_with("48 players, 320 games. "), "{said}");
    let ratings = saved_ratings(&app);
    assert_eq!(ratings, sample::expected());

    // A game is typed in the form: first without its result.
    does(&mut app, Command::VIEW_FORM);
    does(&mut app, Command::NEW_RECORD);
    assert!(typed_games(&mut app).editor.is_new());
    assert_eq!(
        typed_games(&mut app).editor.draft.typed(Field::Date),
        "7/10/2026"
    );
    typed_games(&mut app)
        .editor
        .draft
        .set(Field::White, Value::Reference(3));
    typed_games(&mut app)
        .editor
        .draft
        .set(Field::Black, Value::Reference(5));
    does(&mut app, Command::SAVE_RECORD);
    assert_eq!(typed_games(&mut app).editor.problems().len(), 1);
    assert_eq!(
        app.session.camp.as_ref().map(|camp| camp.data.games.len()),
        Some(320)
    );
    typed_games(&mut app)
        .editor
        .draft
        .set(Field::Result, GameResult::WhiteWon.into());
    does(&mut app, Command::SAVE_RECORD);
    let game = typed_games(&mut app)
        .editor
        .id()
        .expect("the game is saved and stays");
    let camp = app.session.camp.as_ref().expect("a camp");
    let last = camp.data.games.last().expect("games");
    assert_eq!(
        (last.id, last.sequence, last.date),
        (game, 321, Some(TODAY))
    );
    assert!(!camp.is_out_of_date(), "the ratings have followed");

    // 1291 beats 1003: step(288) = 11; 1332 beats 1202: step(130) = 5.
    let now = saved_ratings(&app);
    assert_eq!((now[&3], now[&5]), ((1296, 1343), (998, 1191)));
    assert_eq!(
        now.iter().filter(|(id, now)| ratings[id] != **now).count(),
        2
    );

    // The standings on the screen and on paper.
    does(&mut app, Command::GO_STANDINGS);
    let camp = app.session.camp.take().expect("a camp");
    let standings = on_screen(&mut app).list(&camp);
    app.session.camp = Some(camp);
    let rows = standings.rows().collect::<Vec<_>>();
    assert!(rows.windows(2).all(|pair| pair[0].rating >= pair[1].rating));
    assert!(rows.iter().all(|row| row.active));
    on_screen(&mut app).preview = true;
    settle(&mut app);
    let layout = on_screen(&mut app).sheets.layout().expect("a layout");
    let laid = layout.laid.as_ref().expect("sheets");
    assert!(laid.pages.count() >= 1);
    let pdf = desk.path("standings.pdf");
    does(
        &mut app,
        Action::SavePdf {
            path: pdf.clone(),
            replace: false,
            spoiled_too: false,
        },
    );
    assert_eq!(app.paperwork.last_pdf(), Some(pdf.as_path()));
    assert!(fs::read(&pdf).expect("a PDF").starts_with(b"%PDF-"));

    // Closed and opened again, everything is there.
    does(&mut app, Command::CLOSE_CAMP);
    wait_until(&mut app, |app| app.session.camp.is_none());
    drop(app);
    let file = CampFile::open(&desk.camp(), Mode::Change).expect("a camp that nobody has open");
    assert_eq!(sample::ratings(&file), now);
    assert_eq!(file.load().expect("a camp").games.len(), 321);
}

fn saved_ratings(app: &App) -> sample::Expected {
    let camp = app.session.camp.as_ref().expect("an open camp");
    let players = camp.data.players.iter();
    players
        .map(|player| {
            let now = player.ratings;
            (player.id.0, (now.weekly.into(), now.permanent.into()))
        })
        .collect()
}

fn game(white: i64, black: i64) -> Edit {
    Edit::add_game(Game::new(
        PlayerId(white),
        PlayerId(black),
        GameResult::WhiteWon,
    ))
}

/// A long week: the sample's players, a hundred thousand games.
fn long_week(desk: &Desk) {
    desk.import(&sample::files("csv")).succeeded();
    let connection = rusqlite::Connection::open(desk.camp()).expect("a camp file");
    connection
        .execute_batch(
            "INSERT INTO game (week_id, sequence, white_id, black_id, result)
             WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
             SELECT 1, 1000 + n, 1 + n % 23, 31 + n * 7 % 25, n % 3 - 1 FROM number",
        )
        .expect("games");
}

#[test]
fn a_cancelled_recalculation_changes_nothing() {
    let desk = Desk::new();
    long_week(&desk);
    let mut app = app();
    does(&mut app, Action::Open(desk.camp()));
    let before = saved_ratings(&app);
    let revision = revision(&app);
    app.send(Command::RECALCULATE);
    app.send(Action::CancelRecalculation);
    app.logic();
    settle(&mut app);
    assert_eq!(
        latest(&app),
        (
            Tone::Note,
            "Recalc Ratings was cancelled: nothing has changed"
        )
    );
    assert_eq!(saved_ratings(&app), before);
    assert_eq!(self::revision(&app), revision);
    does(&mut app, Command::RECALCULATE);
    assert_ne!(saved_ratings(&app), before, "and it can be pressed again");
}

/// The window is alive while ratings are computed, so something can be saved meanwhile: then they are computed once more.
#[test]
fn a_recalculation_that_was_overtaken_is_done_again() {
    let desk = Desk::new();
    let mut app = app();
    new_camp(&mut app, &desk.camp());
    import_sample(&mut app);
    app.send(Command::RECALCULATE);
    app.send(Action::Change(game(3, 5)));
    app.logic();
    assert!(app.is_recalculating());
    settle(&mut app);
    let camp = app.session.camp.as_ref().expect("a camp");
    assert_eq!(camp.data.games.len(), 321);
    assert!(!camp.is_out_of_date(), "{:?}", camp.problems);
    assert_eq!(saved_ratings(&app)[&3], (1296, 1343));
    let (_, said) = latest(&app);
    assert!(said.starts_with("48 players, 321 games"), "{said}");
}

#[test]
fn a_refused_recalculation_names_the_record() {
    let desk = Desk::new();
    let mut app = app();
    new_camp(&mut app, &desk.camp());
    import_sample(&mut app);
    let camp = app.session.camp.as_ref().expect("a camp");
    let mut gold = camp
        .data
        .groups
        .iter()
        .find(|group| group.name == "Gold")
        .expect("Gold")
        .clone();
    gold.initial_rating = None;
    let before = saved_ratings(&app);
    let id = gold.id;
    changes(&mut app, Edit::put(&gold));
    does(&mut app, Command::RECALCULATE);
    let (tone, said) = latest(&app);
    assert_eq!(
        (tone, said),
        (Tone::Problem, "Not recalculated: fix 1 problem first (F7)")
    );
    let camp = app.session.camp.as_ref().expect("a camp");
    let problem = camp.problems.first().expect("a problem");
    assert!(
        matches!(problem, LadderProblem::NoInitialRating { .. }),
        "{problem:?}"
    );
    assert!(camp.is_stopped());
    let record = problem.record().expect("a record to mend");
    assert_eq!(record, Record::Group(id));
    assert_eq!(saved_ratings(&app), before);
    // A click on it shows the form.
    does(&mut app, Action::Show(record));
    assert_eq!(app.page, Page::GROUPS);
    assert_eq!(groups(&mut app).editor.target(), Some(Target::Existing(id)));
    groups(&mut app)
        .editor
        .draft
        .set_text(Field::InitialRating, "1300");
    does(&mut app, Command::RECALCULATE);
    assert_eq!(
        saved_ratings(&app),
        sample::expected(),
        "the record is saved first, then the ratings are computed"
    );
}

#[test]
fn a_player_with_games_is_not_deleted_and_it_is_said_why() {
    let desk = Desk::new();
    let mut app = app();
    new_camp(&mut app, &desk.camp());
    import_sample(&mut app);
    does(&mut app, Command::GO_PLAYERS);
    does(&mut app, Action::Show(Record::Player(PlayerId(5))));
    does(&mut app, Command::DELETE_RECORD);
    let Some(Dialog::DeactivateInstead { player, reason }) = &app.dialog else {
        panic!("it is said why, and what can be done instead");
    };
    assert_eq!(*player, PlayerId(5));
    assert!(reason.starts_with("Ben Muñoz has played "), "{reason}");
    assert_eq!(
        app.session
            .camp
            .as_ref()
            .map(|camp| camp.data.players.len()),
        Some(48)
    );

    // Inactive is the way, and moves no rating.
    does(&mut app, Command::RECALCULATE);
    does(&mut app, Action::SetActive(PlayerId(5), false));
    let camp = app.session.camp.as_ref().expect("a camp");
    let player = camp.data.player(PlayerId(5)).expect("a player");
    assert!(!player.active);
    let expected = sample::expected()[&5];
    let now = player.ratings;
    assert_eq!((now.weekly.into(), now.permanent.into()), expected);
}

#[test]
fn making_somebody_inactive_in_the_middle_of_a_week_moves_no_rating() {
    let desk = Desk::new();
    let mut app = app();
    new_camp(&mut app, &desk.camp());
    let group = Group::new("Red", Some(400));
    changes(&mut app, Edit::AddGroup(group));
    let group = app.session.camp.as_ref().expect("a camp").data.groups[0].id;
    for last_name in ["Lee", "Vang"] {
        let player = Player {
            last_name: last_name.to_owned(),
            group: Some(group),
            ..Player::default()
        };
        changes(&mut app, Edit::AddPlayer(player));
    }
    let (lee, vang) = (PlayerId(1), PlayerId(2));
    for _ in 0..2 {
        let game = Game {
            date: Some(TODAY),
            ..Game::new(lee, vang, GameResult::WhiteWon)
        };
        changes(&mut app, Edit::add_game(game));
    }
    let ratings = |app: &App, id| {
        let camp = app.session.camp.as_ref().expect("a camp");
        let now = camp.data.player(id).expect("a player").ratings;
        (now.weekly, now.permanent)
    };
    // Both start at 400, weekly and permanent. Game 1: the difference is 0, so 16 points: 416 and 384. Game 2: the
    // difference is 32, one step of 25, so 16 − 1 = 15 points: 431 and 369.
    assert_eq!(ratings(&app, lee), (431, 431));
    assert_eq!(ratings(&app, vang), (369, 369));

    for active in [false, true, false] {
        does(&mut app, Action::SetActive(lee, active));
        does(&mut app, Command::RECALCULATE);
        assert_eq!(ratings(&app, lee), (431, 431));
        assert_eq!(ratings(&app, vang), (369, 369));
    }
}

#[test]
fn a_new_player_is_added_and_deleted_again() {
    let desk = Desk::new();
    let mut app = app();
    new_camp(&mut app, &desk.camp());
    import_sample(&mut app);
    does(&mut app, Command::GO_PLAYERS);
    does(&mut app, Command::NEW_RECORD);
    players(&mut app)
        .editor
        .draft
        .set_text(Field::LastName, "  Xiong ");
    players(&mut app)
        .editor
        .draft
        .set_text(Field::FirstName, "Mai");
    does(&mut app, Command::SAVE_RECORD);
    let id = players(&mut app).editor.id().expect("a number");
    let given = sample::records(&sample::files("csv")[1]);
    let highest = given
        .iter()
        .map(|row| row[0].parse().expect("a number"))
        .max();
    assert_eq!(
        Some(id.0 - 1),
        highest,
        "the first number that Access never gave"
    );
    assert_eq!(
        app.session
            .camp
            .as_ref()
            .map(|camp| camp.data.listed_name(id)),
        Some("Xiong, Mai".to_owned())
    );
    app.send(Command::DELETE_RECORD);
    wait_until(&mut app, |app| {
        app.session
            .camp
            .as_ref()
            .is_some_and(|camp| camp.data.player(id).is_none())
    });
    assert_ne!(
        players(&mut app).editor.id(),
        Some(id),
        "its form shows a neighbour"
    );
}

#[test]
fn a_second_window_is_told_who_has_the_camp_open() {
    let desk = Desk::new();
    let mut first = app();
    new_camp(&mut first, &desk.camp());
    let mut second = app();
    does(&mut second, Action::Open(desk.camp()));
    assert!(second.session.camp.is_none());
    let Some(Dialog::CannotOpen { reason, offer, .. }) = &second.dialog else {
        panic!("{:?}", second.dialog);
    };
    assert!(
        reason.contains("is open in another window or on another computer (by "),
        "{reason}"
    );
    assert!(matches!(offer, Some(Offer::Again)), "{offer:?}");

    // The first one still works, and when it is closed the second one gets in.
    changes(&mut first, Edit::RenameCamp("Autumn camp".to_owned()));
    drop(first);
    does(&mut second, Action::Open(desk.camp()));
    assert_eq!(
        second
            .session
            .camp
            .as_ref()
            .map(|camp| camp.data.name.as_str()),
        Some("Autumn camp")
    );
}

#[test]
fn files_that_cannot_be_read_leave_the_camp_as_it_is() {
    let desk = Desk::new();
    let mut app = app();
    new_camp(&mut app, &desk.camp());
    let before = revision(&app);
    let empty = desk.file("empty.csv", "");
    does(
        &mut app,
        Action::ImportFiles(vec![empty, desk.path("nowhere.csv")]),
    );
    let import = preview(&mut app);
    assert_eq!(import.unreadable().len(), 2);
    assert_eq!(revision(&app), before);
    does(&mut app, Action::Back);
    assert!(app.session.over().is_none());
}

#[test]
fn a_camp_that_cannot_be_opened_leaves_a_reason() {
    let desk = Desk::new();
    let mut app = app();
    does(&mut app, Action::Open(desk.path("nowhere.ladder")));
    let Some(Dialog::CannotOpen { reason, .. }) = &app.dialog else {
        panic!("{:?}", app.dialog);
    };
    assert!(reason.starts_with("There is no file"), "{reason}");
}
