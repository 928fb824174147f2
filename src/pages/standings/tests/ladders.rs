//! The ladders of the club on the page of standings, by keys alone: chosen, set up, explained, deleted.

use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::{
    app::{Action, Command, Page},
    domain::{Edit, GameResult, LadderSystem, NewLadder, Player, PlayerId, Record, SettingValues},
    storage::Mode,
    ui::tests::Driver,
};

const SHIFT_CTRL: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

/// A camp of Ann Lee, Bo Vang and Cy Rao, numbers 1 to 3, with four games: Bo has beaten Ann and Cy, Cy has beaten Ann and
/// drawn with Bo.
fn club(file: &Path) -> Driver {
    let mut driver = Driver::with_three_players(file);
    driver.add_game(2, 1, GameResult::WhiteWon);
    driver.add_game(3, 1, GameResult::WhiteWon);
    driver.add_game(2, 3, GameResult::WhiteWon);
    driver.add_game(3, 2, GameResult::Draw);
    driver.send(Command::GO_STANDINGS);
    driver
}

impl Driver {
    pub(super) fn add_ladder(
        &mut self,
        name: &str,
        system: LadderSystem,
        settings: &[(&str, &str)],
    ) {
        let settings = settings.iter().copied();
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        self.change(Edit::AddLadder(NewLadder {
            name: name.to_owned(),
            system,
            settings: settings.collect(),
        }));
    }

    /// Chooses a ladder by the letter that it begins with.
    fn choose_ladder(&mut self, letters: &str) {
        self.focus_choice("Ladder");
        self.type_text(letters);
    }

    fn chosen_ladder(&mut self) -> Option<String> {
        let camp = self.camp();
        let ladder = self.standings().ladder(&camp);
        ladder.map(|ladder| ladder.name.clone())
    }

    /// Whose story is shown.
    pub(super) fn player_told(&mut self) -> Option<PlayerId> {
        self.standings().ladders.story.as_ref()?.player()
    }

    fn story_version(&mut self) -> Option<u64> {
        let story = self.standings().ladders.story.as_ref()?;
        Some(story.version())
    }

    /// The rows of a table, as somebody hears them.
    fn spoken_rows(&self) -> Vec<String> {
        let rows = self.harness.query_all_by_role(Role::Row);
        rows.filter_map(|row| row.accesskit_node().label())
            .collect()
    }

    /// The row that has the keyboard, as somebody hears it.
    fn focused_row(&self) -> String {
        let mut rows = self.harness.query_all_by_role(Role::Row);
        let focused = rows.find(egui_kittest::Node::is_focused);
        let name = focused.and_then(|row| row.accesskit_node().label());
        name.unwrap_or_default()
    }

    fn send_keyboard_to_list(&mut self) {
        self.app().focus_next = Some(crate::app::FocusTarget::List);
        self.settle();
    }

    fn ladder_settings(&mut self) -> SettingValues {
        self.camp().ladders[0].settings.clone()
    }
}

#[test]
fn a_ladder_is_set_up_by_keys_alone_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    assert!(driver.shows("Ladder") && driver.chosen_ladder().is_none());
    driver.press_with(SHIFT_CTRL, Key::A);
    assert!(driver.shows("New ladder"));
    assert!(driver.has_keyboard("Name"));
    // The name follows the system until another one is typed.
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("System"));
    driver.type_text("g");
    let role = Role::TextInput;
    let name = driver.harness.get_by_role_and_label(role, "Name");
    let name = name.accesskit_node().value().unwrap_or_default();
    assert_eq!(name, "Game Courier ratings");
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("Thursday");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.chosen_ladder().as_deref(), Some("Thursday"));
    let ladders = driver.camp().ladders.clone();
    assert_eq!(ladders[0].system, LadderSystem::GameCourier);
    assert!(ladders[0].settings.is_empty(), "what is usual is not kept");
    assert!(driver.shows_words("Test camp · Game Courier ratings · 4 games"));
    assert!(driver.shows_words("Accuracy: "));
    let rows = driver.spoken_rows();
    assert!(rows[0].starts_with("1, Vang, Bo, Red"), "{rows:?}");
    assert_eq!(rows.len(), 3);
    // It is one step of the history, and comes back as it was.
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.chosen_ladder().is_none() && driver.camp().ladders.is_empty());
    assert!(driver.shows("Rating"), "the camp ladder is shown");
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.chosen_ladder().as_deref(), Some("Thursday"));
}

#[test]
fn a_ladder_is_chosen_and_the_camp_ladder_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Race", LadderSystem::RaceCode, &[]);
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    driver.choose_ladder("s");
    assert_eq!(driver.chosen_ladder().as_deref(), Some("Steps"));
    assert!(driver.shows_words("Club ladder · 4 games"));
    driver.choose_ladder("r");
    assert!(driver.shows_words("Race Code league · 4 games"));
    driver.choose_ladder("c");
    assert!(driver.chosen_ladder().is_none() && driver.shows("Rating"));
    // It stays chosen while other pages are shown, and another camp has none.
    driver.choose_ladder("s");
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::GO_STANDINGS);
    assert_eq!(driver.chosen_ladder().as_deref(), Some("Steps"));
    driver.send(Command::OPEN_SAMPLE);
    assert!(driver.chosen_ladder().is_none());
}

#[test]
fn what_cannot_be_is_said_under_its_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    driver.choose_ladder("s");
    driver.press_with(Modifiers::COMMAND, Key::L);
    assert!(driver.shows("Set up ladder"));
    driver.focus_field("Top ranks with a challenge limit");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("many");
    // Said when the field is left, and not before.
    assert!(!driver.shows("A whole number from 0 to 1000 is needed"));
    driver.press(Key::Tab);
    assert!(driver.shows("A whole number from 0 to 1000 is needed"));
    driver.focus_field("From");
    driver.type_text("9/2/26");
    driver.focus_field("To");
    driver.type_text("someday");
    driver.press(Key::Enter);
    assert!(driver.shows_words("“someday” is not a date"));
    assert!(driver.app().dialog.is_some());
    assert!(driver.ladder_settings().is_empty(), "nothing is saved");

    driver.focus_field("Top ranks with a challenge limit");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("3");
    driver.focus_field("To");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("9/1/26");
    driver.press(Key::Enter);
    assert!(driver.shows_words("is after the last"));
    driver.focus_field("To");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("9/30/26");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    let kept = [
        ("challenge-top", "3"),
        ("from", "2026-09-02"),
        ("to", "2026-09-30"),
    ];
    let kept = kept.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(driver.ladder_settings(), SettingValues::from(kept));
    // The games are of July.
    assert!(driver.shows("No game is on this ladder"));
    assert!(driver.spoken_rows().is_empty());
    // Days are shown as people type them.
    driver.send(Command::SET_UP_LADDER);
    let from = driver
        .harness
        .get_by_role_and_label(Role::TextInput, "From");
    let from = from.accesskit_node().value().unwrap_or_default();
    assert_eq!(from, "9/2/2026");
}

#[test]
fn two_ladders_have_two_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Club ladder", LadderSystem::Club, &[]);
    driver.send(Command::NEW_LADDER);
    let name = driver
        .harness
        .get_by_role_and_label(Role::TextInput, "Name");
    let name = name.accesskit_node().value().unwrap_or_default();
    assert_eq!(name, "Club ladder 2");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("club  LADDER");
    driver.press(Key::Enter);
    assert!(driver.shows_words("There is already a ladder called club LADDER"));
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none() && driver.camp().ladders.len() == 1);
}

#[test]
fn the_ranks_are_dealt_anew_with_a_seed_that_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder(
        "Steps",
        LadderSystem::Club,
        &[("resets", "2026-07-01/8123")],
    );
    driver.choose_ladder("s");
    driver.send(Command::SET_UP_LADDER);
    assert!(driver.shows("7/1/2026, seed 8123"));
    driver.focus("Reset the ranks today");
    driver.press(Key::Space);
    assert!(driver.shows_words("7/10/2026, seed "));
    driver.focus("Remove the reset of 7/1/2026");
    driver.press(Key::Space);
    assert!(!driver.shows("7/1/2026, seed 8123"));
    driver.focus_field("Name");
    driver.press(Key::Enter);
    let resets = driver
        .ladder_settings()
        .get("resets")
        .cloned()
        .unwrap_or_default();
    let (day, seed) = resets.split_once('/').expect("a reset");
    assert_eq!(day, "2026-07-10");
    assert!(seed.parse::<u64>().is_ok(), "{seed}");
}

#[test]
fn a_group_that_is_gone_is_said_with_the_way_to_mend_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[("group", "Green")]);
    driver.choose_ladder("s");
    assert!(driver.shows_words("There is no group “Green” in this camp"));
    assert!(driver.spoken_rows().is_empty());
    let set_up = driver.harness.get_all_by_label("Set up…").last();
    set_up.expect("a button").click();
    driver.settle();
    driver.focus_choice("Group");
    driver.type_text("r");
    driver.focus_field("Name");
    driver.press(Key::Enter);
    assert_eq!(
        driver.ladder_settings().get("group").map(String::as_str),
        Some("Red")
    );
    // Ann and Bo are in Red.
    assert!(driver.shows_words("Club ladder · 1 game"));
    assert_eq!(driver.spoken_rows().len(), 2);
}

#[test]
fn a_deleted_ladder_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[("challenge-top", "2")]);
    assert!(driver.app().why_not(Command::DELETE_LADDER).is_some());
    driver.choose_ladder("s");
    driver.send(Command::DELETE_LADDER);
    assert_eq!(driver.message(), "Steps deleted");
    assert!(driver.camp().ladders.is_empty() && driver.chosen_ladder().is_none());
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.chosen_ladder().as_deref(), Some("Steps"));
    assert_eq!(driver.ladder_settings().len(), 1);
}

#[test]
fn every_step_of_a_player_is_explained_and_leads_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    driver.choose_ladder("s");
    driver.send_keyboard_to_list();
    assert!(driver.has_keyboard("Standings"));
    driver.press(Key::Home);
    let first = driver.spoken_rows()[0].clone();
    driver.press(Key::Enter);
    let player = driver.player_told().expect("a story");
    let camp = driver.camp();
    assert!(first.contains(&camp.listed_name(player)), "{first}");
    assert!(driver.shows(&camp.full_name(player)));
    assert!(driver.shows_words("Chart of the rank over time"));
    // The last step has the keyboard: it tells where the player stands now.
    let spoken = driver.focused_row();
    assert!(
        spoken.starts_with("Week 1, game 4, 7/10/2026: Drew with"),
        "{spoken}"
    );
    let rows = driver.spoken_rows();
    assert!(
        rows.iter().any(|row| row.contains("Week 1, game ")),
        "{rows:?}"
    );

    // The next player, and back.
    driver.press_with(Modifiers::COMMAND, Key::PageUp);
    assert_eq!(driver.message(), "This is the first player of the ladder");
    driver.press_with(Modifiers::COMMAND, Key::PageDown);
    let second = driver.player_told().expect("a story");
    assert_ne!(second, player);
    driver.press_with(Modifiers::COMMAND, Key::PageUp);

    // On to the opponent of the last game, back to the player, and to the list.
    driver.press(Key::End);
    while driver.app().why_not(Command::EXPLAIN_RATING).is_some() {
        driver.press(Key::ArrowUp);
    }
    driver.press(Key::Enter);
    assert_ne!(driver.player_told(), Some(player));
    driver.press(Key::Escape);
    assert_eq!(driver.player_told(), Some(player));
    driver.press(Key::Escape);
    assert!(driver.standings().ladders.story.is_none());
    assert_eq!(driver.focused_row(), first, "the keyboard is where it was");

    // By the command of camp ratings, and from there to the record of a game.
    driver.press_with(Modifiers::COMMAND, Key::E);
    assert!(driver.standings().ladders.story.is_some() && driver.app().session.over().is_none());
    driver.press(Key::End);
    while !driver.shows("Open game") {
        driver.press(Key::ArrowUp);
    }
    driver.focus("Open game");
    driver.press(Key::Space);
    assert_eq!(driver.app().page, Page::GAMES);
    assert!(driver.standings().ladders.story.is_none());
    assert!(matches!(driver.app().record(), Some(Record::Game(_))));
}

#[test]
fn every_kind_tells_the_story_of_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    for (name, system) in [
        ("Ann's", LadderSystem::Club),
        ("Bo's", LadderSystem::GameCourier),
        ("Dee's", LadderSystem::RaceCode),
        ("Ed's", LadderSystem::Camp),
    ] {
        driver.add_ladder(name, system, &[]);
        driver.choose_ladder(&name[..1]);
        assert_eq!(driver.chosen_ladder().as_deref(), Some(name));
        for player in [1, 2, 3].map(PlayerId) {
            driver.standings().ladders.tell(player);
            driver.settle();
            let name = driver.camp().full_name(player);
            assert!(driver.shows(&name), "{system:?}");
            assert!(!driver.spoken_rows().is_empty(), "{system:?}");
            assert!(driver.shows_words("Chart of the"), "{system:?}");
        }
        driver.send(Command::GO_STANDINGS);
    }
}

#[test]
fn players_who_are_away_are_listed_where_that_is_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    driver.choose_ladder("s");
    driver.app().send(Action::SetActive(PlayerId(3), false));
    driver.settle();
    assert_eq!(driver.spoken_rows().len(), 2);
    driver.focus("Inactive players too");
    driver.press(Key::Space);
    let rows = driver.spoken_rows();
    assert!(
        rows.iter()
            .any(|row| row.contains("Rao, Cy, Blue, inactive")),
        "{rows:?}"
    );
}

#[test]
fn a_story_tells_the_rank_of_the_list_that_one_comes_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Race", LadderSystem::RaceCode, &[]);
    driver.choose_ladder("r");
    let best = driver.spoken_rows();
    driver.app().send(Action::SetActive(PlayerId(2), false));
    driver.settle();
    let now = driver.spoken_rows();
    assert!(best[0].contains("Vang, Bo") && now[0].contains("Rao, Cy"));
    driver.standings().ladders.tell(PlayerId(3));
    driver.settle();
    assert!(driver.shows("Rank 1 · Race"));
    // Somebody who is left out of the list has the rank among all.
    driver.standings().ladders.tell(PlayerId(2));
    driver.settle();
    assert!(driver.shows("Rank 1 · Race · inactive"));
}

#[test]
fn statistics_stand_apart_and_empty_ranks_have_a_line_where_that_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[("display", "two-parts")]);
    driver.choose_ladder("s");
    for part in ["Rankings", "Statistics"] {
        driver.harness.get_by_role_and_label(Role::Table, part);
    }
    assert_eq!(driver.spoken_rows().len(), 6);
    // One selection for both.
    driver.send_keyboard_to_list();
    assert!(driver.has_keyboard("Rankings"));
    driver.press(Key::End);
    let selected = |node: &egui_kittest::Node<'_>| node.accesskit_node().is_selected();
    let rows = driver.harness.query_all_by_role(Role::Row);
    assert_eq!(rows.filter(|row| selected(row) == Some(true)).count(), 2);
}

#[test]
fn the_rule_is_said_in_words_and_a_background_only_where_the_club_keeps_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    let mut player = driver.camp().player(PlayerId(1)).cloned().expect("Ann");
    "Purple".clone_into(&mut player.background);
    driver.change(Edit::put(&player));
    driver.add_ladder("Race", LadderSystem::RaceCode, &[]);
    driver.choose_ladder("r");
    assert!(
        !driver
            .spoken_rows()
            .iter()
            .any(|row| row.contains("Purple"))
    );
    driver.focus("How it is computed");
    driver.press(Key::Space);
    assert!(driver.shows("A value is what all games earned together."));
    assert!(driver.shows("Everybody begins at 0."));
    let mut ladder = driver.camp().ladders[0].clone();
    let yes = ("background".to_owned(), "yes".to_owned());
    ladder.settings.extend([yes]);
    driver.change(Edit::ChangeLadder(ladder));
    assert!(
        driver
            .spoken_rows()
            .iter()
            .any(|row| row.contains("Purple"))
    );
}

#[test]
fn a_camp_without_games_and_one_without_players_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.send(Command::NEW_LADDER);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().ladders.len(), 1);
    assert!(driver.shows("No players yet"));
    driver.change(Edit::AddPlayer(Player {
        last_name: "Lee".to_owned(),
        first_name: "Ann".to_owned(),
        ..Player::default()
    }));
    // Before the first game everybody stands in the order of joining.
    let rows = driver.spoken_rows();
    assert!(rows.len() == 1 && rows[0].contains("Lee, Ann"), "{rows:?}");
}

#[test]
fn a_camp_to_look_at_shows_ladders_and_says_why_they_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut driver = club(&path);
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    drop(driver);
    let mut driver = Driver::new();
    driver.app().send(Action::OpenReadOnly(path));
    driver.settle();
    assert_eq!(
        driver.app().session.camp.as_ref().map(|camp| camp.mode),
        Some(Mode::ReadOnly)
    );
    driver.send(Command::GO_STANDINGS);
    driver.choose_ladder("s");
    assert_eq!(driver.spoken_rows().len(), 3);
    for command in [
        Command::NEW_LADDER,
        Command::SET_UP_LADDER,
        Command::DELETE_LADDER,
    ] {
        driver.send(command);
        assert_eq!(driver.message(), "This camp is read-only");
        assert!(driver.app().dialog.is_none());
    }
    driver.send_keyboard_to_list();
    driver.press(Key::Home);
    driver.press(Key::Enter);
    assert!(driver.standings().ladders.story.is_some());
}

#[test]
fn ladders_go_over_all_weeks_also_while_an_old_one_is_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.next_week();
    driver.add_game(1, 2, GameResult::WhiteWon);
    driver.send(Command::GO_STANDINGS);
    driver.add_ladder("Race", LadderSystem::RaceCode, &[]);
    driver.choose_ladder("r");
    assert!(driver.shows_words("Race Code league · 5 games"));
    let rows = driver.spoken_rows();
    let first = driver.camp().weeks[0].id;
    driver.app().send(Action::LookAtWeek(Some(first)));
    driver.settle();
    assert!(driver.shows_words("Race Code league · 5 games"));
    assert_eq!(driver.spoken_rows(), rows);
    // A game of the other week can't be gone to from here.
    driver.standings().ladders.tell(PlayerId(1));
    driver.settle();
    driver.focus("Steps");
    driver.press(Key::End);
    let game = driver.harness.get_by_label("Open game");
    assert!(game.accesskit_node().is_disabled());
    driver.press(Key::Home);
    let game = driver.harness.get_by_label("Open game");
    assert!(!game.accesskit_node().is_disabled());
    // Ladders are of the camp and not of a week.
    driver.press(Key::Escape);
    driver.send(Command::SET_UP_LADDER);
    assert!(driver.shows("Set up ladder"));
}

#[test]
fn nothing_is_computed_or_drawn_while_nothing_happens() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(&folder.path().join("Camp.ladder"));
    driver.add_ladder("Steps", LadderSystem::Club, &[]);
    driver.choose_ladder("s");
    // `run` ends when no further frame is asked for, and fails if that never happens.
    assert!(driver.harness.run() <= 2);
    driver.standings().ladders.tell(PlayerId(1));
    driver.settle();
    assert!(driver.harness.run() <= 2);
    let version = driver.story_version();
    driver.harness.run_steps(3);
    let now = driver.story_version();
    assert_eq!(now, version);
}
