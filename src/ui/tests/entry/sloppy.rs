//! Games typed blind from sheets on which names are written as children write them.

use super::*;
use crate::{domain::Game, storage::Mode};

/// Last name, first name, nickname.
const CAMPERS: [(&str, &str, &str); 24] = [
    ("Smith", "John", "Johnny"),
    ("Smith", "Kim", ""),
    ("Jones", "Ann", ""),
    ("Lee", "Anna", "Annie"),
    ("Lee", "Bo", ""),
    ("O’Brien", "Ola", ""),
    ("Muñoz", "Ben", "Benny, Benito"),
    ("Bergström", "Åke", ""),
    ("Berg", "Christopher", "Topher"),
    ("Christensen", "Ida", ""),
    ("Halvorson", "Mai", ""),
    ("Hall", "Gus", ""),
    ("Halloway", "Petra", ""),
    ("Xiong", "Hal", ""),
    ("Vang", "Kimberly", "Kimmy"),
    ("Novak", "Élodie", ""),
    ("de la Cruz", "Rosa", ""),
    ("Park", "Lee", ""),
    ("Johnson", "Sam", "Sammy"),
    ("Jonson", "Samira", ""),
    ("Nguyễn", "Linh", ""),
    ("Garcia", "Ada", ""),
    ("García", "Adam", ""),
    ("Zhou", "Yi-Wen", "Wendy"),
];

/// What stands on the sheet, and whose name it is: places among [`CAMPERS`]. Where several fit, the director has to be asked.
const SHEET: [(&str, usize, &str, usize); 36] = [
    ("john", 0, "ann", 2),
    ("kim", 1, "anna", 3),
    ("johnny", 0, "annie", 3),
    ("smith", 1, "bo", 4),
    ("obrien", 5, "munoz", 6),
    ("o'brien", 5, "benny", 6),
    ("ola", 5, "benito", 6),
    ("bergstrom", 7, "topher", 8),
    ("ake", 7, "berg", 8),
    ("chris", 8, "ida", 9),
    ("christopher", 8, "christensen", 9),
    ("hal", 13, "gus", 11),
    ("hall", 11, "petra", 12),
    ("halvorsen", 10, "halloway", 12),
    ("mai", 10, "xiong", 13),
    ("kimmy", 14, "elodie", 15),
    ("kimberley", 14, "novack", 15),
    ("vang", 14, "rosa", 16),
    ("cruz", 16, "park", 17),
    ("de la cruz", 16, "lee", 17),
    ("lee", 4, "sam", 18),
    ("johnson", 18, "jonson", 19),
    ("jonsen", 19, "sammy", 18),
    ("samira", 19, "nguyen", 20),
    ("sam j", 18, "linh", 20),
    ("lin", 20, "ada", 21),
    ("ada garcia", 21, "adam", 22),
    ("garcia", 22, "wendy", 23),
    ("yi wen", 23, "jon", 0),
    ("yiwen", 23, "jhon", 0),
    ("smth", 0, "an", 3),
    ("kim s", 1, "john s", 0),
    ("smith kim", 1, "smith, john", 0),
    ("lee anna", 3, "lee bo", 4),
    ("cris", 8, "bergstrm", 7),
    ("nobody", 0, "benn", 6),
];

fn club(folder: &std::path::Path) -> Driver {
    let mut driver = Driver::with_new_camp(&folder.join("Camp.ladder"));
    assert_eq!(
        driver.app().session.camp.as_ref().map(|camp| camp.mode),
        Some(Mode::Change)
    );
    for (last, first, nickname) in CAMPERS {
        driver.app().send(Action::Change(Edit::AddPlayer(Player {
            last_name: last.to_owned(),
            first_name: first.to_owned(),
            nickname: nickname.to_owned(),
            ..Player::default()
        })));
    }
    driver.settle();
    driver.send(Command::GO_GAMES);
    driver
}

impl Driver {
    /// Where a game is stored, or was stopped.
    fn typed_blind(&mut self, white: &str, black: &str, result: &str) -> Option<Game> {
        let before = self.camp().games.len();
        self.game(white, black, result);
        let games = self.camp().games;
        (games.len() > before).then(|| games.last().cloned().expect("a game"))
    }
}

/// Nobody looks at the screen: a game is that of the right campers, or it isn't stored.
#[test]
#[expect(
    clippy::print_stdout,
    reason = "how many are taken and how many are stopped is what the test is about"
)]
fn sloppy_names_are_right_or_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(folder.path());
    let id = |place: usize| PlayerId(i64::try_from(place).expect("a small number") + 1);
    let (mut right, mut stopped) = (0, 0);
    for (at, (white, who_white, black, who_black)) in SHEET.into_iter().enumerate() {
        let (key, result) = [
            ("1", GameResult::WhiteWon),
            ("5", GameResult::Draw),
            ("0", GameResult::BlackWon),
        ][at % 3];
        let date = driver.entry().strip.draft.typed(Field::Date).to_owned();
        if let Some(game) = driver.typed_blind(white, black, key) {
            let wanted = (id(who_white), id(who_black), result);
            assert_eq!(
                (game.white, game.black, game.result),
                wanted,
                "{white} – {black}"
            );
            right += 1;
        } else {
            stopped += 1;
            // What is typed for the next game leads nowhere either.
            let before = driver.camp().games.len();
            driver.game("gus", "rosa", "1");
            assert_eq!(driver.camp().games.len(), before, "{white} – {black}");
            assert_eq!(driver.entry().strip.draft.typed(Field::Date), date);
            driver.press(Key::Escape);
            assert!(driver.entry().is_empty(), "{white} – {black}");
            assert!(driver.has_keyboard("White"));
            assert_eq!(driver.entry().strip.draft.typed(Field::Date), date);
        }
    }
    println!("36 sloppy games: {right} right, {stopped} stopped");
    assert!(right >= 20, "{right}");
    assert!(stopped >= 10, "{stopped}");
}

#[test]
fn a_name_that_fits_nobody_offers_near_ones_and_a_new_camper() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(folder.path());
    driver.type_text("smth");
    driver.press(Key::Tab);
    assert!(driver.shows_words("No player is chosen for “smth”"));
    assert!(driver.shows("Smith, John") && driver.shows("Smith, Kim"));
    assert!(driver.shows("Add “smth” as a new camper…"));
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert_eq!(
        driver.entry().strip.draft.player(Field::White),
        Some(PlayerId(2))
    );

    driver.type_text("zoe wu");
    driver.press(Key::Tab);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert!(driver.shows("Add a camper"));
    driver.press(Key::Enter);
    let added = driver.camp().players.last().cloned().expect("a camper");
    assert_eq!(
        (added.first_name.as_str(), added.last_name.as_str()),
        ("Zoe", "Wu")
    );
    assert_eq!(
        driver.entry().strip.draft.player(Field::Black),
        Some(added.id)
    );
    assert!(driver.has_keyboard("Result"));
    driver.type_text("1");
    let game = driver.camp().games.last().cloned().expect("a game");
    assert_eq!((game.white, game.black), (PlayerId(2), added.id));
    assert!(driver.has_keyboard("White"));
}

#[test]
fn a_new_camper_who_lacks_a_group_has_the_keyboard_there() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.type_text("zoe wuuu");
    driver.press(Key::Tab);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert!(driver.shows("Add a camper") && driver.has_keyboard("First name"));
    let before = driver.camp().players.len();
    for _ in 0..2 {
        driver.press(Key::Enter);
        assert_eq!(driver.camp().players.len(), before);
        assert!(driver.shows("Add a camper") && driver.has_keyboard("Group"));
        driver.focus_field("First name");
    }
}

#[test]
fn letters_that_are_no_result_keep_every_key_until_they_are_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(folder.path());
    driver.game("gus", "rosa", "3");
    assert!(driver.shows_words("“3” is no result"));
    driver.game("ida", "mai", "1");
    assert_eq!(driver.camp().games.len(), 0);
    assert!(driver.has_keyboard("Result"));
    for _ in 0.."3idamai1".len() {
        driver.press(Key::Backspace);
    }
    driver.type_text("0");
    let game = driver.camp().games.last().cloned().expect("a game");
    assert_eq!(game.result, GameResult::BlackWon);
}

#[test]
fn esc_empties_the_line_and_the_date_is_that_of_the_game_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = club(folder.path());
    driver.type_date("7/9");
    for _ in 0..3 {
        driver.press_with(Modifiers::SHIFT, Key::Tab);
    }
    driver.game("gus", "rosa", "1");
    driver.type_text("ida");
    driver.press(Key::Tab);
    driver.type_date("12 ");
    driver.press(Key::Escape);
    assert!(driver.entry().is_empty() && driver.has_keyboard("White"));
    assert_eq!(driver.entry().strip.draft.typed(Field::Date), "7/9");
    assert_eq!(driver.message(), "Date is 7/9 again");
}
