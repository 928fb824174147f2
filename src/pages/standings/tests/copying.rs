//! Standings on the clipboard.

use crate::{app::Command, domain::System, ui::tests::Driver};

impl Driver {
    /// What a command puts on the clipboard.
    fn copied_by(&mut self, command: Command) -> Option<String> {
        self.app().send(command);
        self.app().logic();
        let copied = self.app().copied.clone();
        self.settle();
        assert_eq!(self.app().copied, None, "the window takes it");
        copied
    }
}

#[test]
fn standings_are_copied_as_rows_and_as_text() {
    let mut driver = Driver::with_sample();
    let rows = driver.copied_by(Command::COPY_STANDINGS).expect("rows");
    assert_eq!(driver.message(), "Copied 38 lines");
    let first = "Rank\tNo.\tName\tGroup\tRating\tChange\tWon\tDrawn\tLost\tGames\n1\t2\tShah, Gael\tGold\t1356\t+56\t";
    assert!(rows.starts_with(first), "{rows}");
    assert_eq!(rows.lines().count(), 39);
    let text = driver.copied_by(Command::COPY_STANDINGS_AS_TEXT);
    let text = text.expect("text");
    assert!(text.contains("Shah, Gael"), "{text}");
    assert_eq!(text.lines().count(), 40, "with a rule under the titles");

    // The permanent rating is internal, also while it is on the screen.
    driver.standings().system = System::Permanent;
    assert_eq!(
        driver.copied_by(Command::COPY_STANDINGS).as_ref(),
        Some(&rows)
    );
    driver.standings().include_inactive = true;
    let all = driver.copied_by(Command::COPY_STANDINGS).expect("rows");
    assert_eq!(all.lines().count(), 41);
}

#[test]
fn an_empty_camp_has_no_standings_to_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    assert_eq!(driver.copied_by(Command::COPY_STANDINGS), None);
    assert_eq!(driver.message(), "There are no standings to copy yet");
}
