//! Lists written to files: of every page as it is shown, and nothing private that nobody asked for.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use jiff::civil::date;

use super::Driver;
use crate::{
    app::{
        Action, Command, Page, View,
        dialogs::Dialog,
        listing::{ColumnId, Order},
        page::{Covers, Place, Route},
    },
    domain::{
        Attendance, Edit, Field, LadderSystem, NewLadder, NewMeeting, Patch, RecordKind,
        SettingValues, System, show_rating,
    },
    pages,
    spreadsheet::{
        Format,
        tests::{XlsxCell, csv_rows, xlsx_rows},
    },
};

/// A camp of the sample's players in a file of this folder, with a custom column, a ladder, and a meeting.
fn camp_in(folder: &Path) -> Driver {
    let path = folder.join("Camp.ladder");
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps/schema-1.ladder");
    fs::copy(fixture, &path).expect("a camp file");
    let mut driver = Driver::with_size(1500.0, 900.0);
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.change(Edit::AddColumn {
        kind: RecordKind::Player,
        name: "School".to_owned(),
    });
    let column = driver.camp().player_column("School").expect("a column").id;
    let player = driver.camp().players[0].id;
    let school = Patch::new(player, Field::Custom(column), "Hillside School");
    driver.change(Edit::ChangePlayer(school));
    driver.change(Edit::AddLadder(NewLadder {
        name: "Club ladder".to_owned(),
        system: LadderSystem::Club,
        settings: SettingValues::default(),
    }));
    driver.change(Edit::AddMeeting(NewMeeting {
        attendance: [(player, Attendance::Present)].into_iter().collect(),
        note: "Rain".to_owned(),
        ..NewMeeting::new(date(2026, 7, 8))
    }));
    driver
}

impl Driver {
    /// The question how the list is written, which is open.
    fn question(&mut self) -> &mut crate::app::exporting::ExportDialog {
        match &mut self.app().dialog {
            Some(Dialog::Export(dialog)) => dialog,
            other => panic!("{other:?}"),
        }
    }

    /// Exports the list at this place among those of the page, with these private columns: what is read from both formats.
    fn exported_with(&mut self, list: usize, by_name: &[&str]) -> Vec<Vec<String>> {
        let mut files = Vec::new();
        for format in [Format::Csv, Format::Xlsx] {
            self.send(Command::EXPORT_LIST);
            self.question().choose(list);
            self.question().set_format(format);
            for (title, is_asked_for) in self.question().columns_by_name() {
                *is_asked_for = by_name.contains(&title.as_str());
            }
            let path = self.question().file_to_write().expect("a path");
            let replace = true;
            let write = Action::ExportList {
                path: path.clone(),
                replace,
            };
            self.app().send(write);
            self.settle();
            assert!(self.app().dialog.is_none(), "{:?}", self.app().dialog);
            files.push(fs::read(&path).expect("a file"));
        }
        let rows = csv_rows(&files[0]);
        let in_excel = xlsx_rows(&files[1]);
        assert_eq!(in_excel.len(), rows.len());
        for (row, in_excel) in rows.iter().zip(&in_excel) {
            assert_eq!(row.len(), in_excel.len());
            for (cell, in_excel) in row.iter().zip(in_excel) {
                assert!(is_same(cell, in_excel), "{cell} {in_excel:?}");
            }
        }
        let said = self.message();
        let count = rows.len() - 1;
        assert!(said.starts_with(&format!("{count} ")), "{said}");
        assert!(said.contains(" exported to “"), "{said}");
        rows
    }

    /// As [`Self::exported_with`], of the first list and without anything private.
    fn exported(&mut self) -> Vec<Vec<String>> {
        self.exported_with(0, &[])
    }

    /// The rows on the screen, as they are told to somebody who hears them.
    fn told_rows(&self) -> Vec<String> {
        let rows = self.harness.query_all_by_role(Role::Row);
        let lines = self.harness.query_all_by_role(Role::ListBoxOption);
        let rows = rows.chain(lines);
        rows.filter_map(|row| row.accesskit_node().label())
            .collect()
    }

    /// The file that stands in the question.
    fn file(&self) -> PathBuf {
        let field = self.harness.get_by_role_and_label(Role::TextInput, "File");
        field.accesskit_node().value().unwrap_or_default().into()
    }
}

/// Whether both files have the same in a cell.
fn is_same(csv: &str, excel: &XlsxCell) -> bool {
    match excel {
        XlsxCell::Empty => csv.is_empty(),
        XlsxCell::Text(text) => text == csv || format!("'{text}") == csv,
        // Days and times are numbers there.
        XlsxCell::Number(number) => {
            csv.parse() == Ok(*number) || csv.starts_with("20") && csv.as_bytes()[4] == b'-'
        }
    }
}

fn column<'a>(rows: &'a [Vec<String>], title: &str) -> Vec<&'a str> {
    let titles = &rows[0];
    let at = titles.iter().position(|other| other == title);
    let at = at.unwrap_or_else(|| panic!("{title} in {titles:?}"));
    rows[1..].iter().map(|row| row[at].as_str()).collect()
}

/// Whether the rows on the screen are some of these, in their order: each is told with the words that stand in a row.
fn are_on_screen(rows: &[Vec<String>], told: &[String]) -> bool {
    let is_told = |row: &[String], told: &String| {
        let mut words = row
            .iter()
            .filter(|cell| cell.chars().any(char::is_alphabetic));
        let first = words.next();
        first.is_some_and(|first| told.contains(first.as_str()))
    };
    let wanted = told.len().min(rows.len()).min(4);
    (0..rows.len()).any(|from| {
        (0..told.len()).any(|first| {
            let pairs = rows[from..].iter().zip(&told[first..]);
            wanted > 0 && pairs.take_while(|(row, told)| is_told(row, told)).count() >= wanted
        })
    })
}

#[test]
fn every_list_of_every_page_is_written_as_it_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    let permanent = driver.camp().players[0].ratings.permanent.to_string();
    let mut written = Vec::new();
    for spec in pages::ALL {
        let views = spec.page.views.iter().copied().map(Some);
        let views = views.chain(spec.page.views.is_empty().then_some(None));
        for view in views {
            driver.app().send(Action::Go(Route {
                view,
                ..spec.page.into()
            }));
            driver.settle();
            let stands_over = matches!(spec.place, Place::Over(Covers::Page(_)));
            if !stands_over && !driver.app().is_on(spec.page) {
                continue;
            }
            if let Some(reason) = driver.app().why_not(Command::EXPORT_LIST) {
                assert!(reason.len() > 10, "{reason}");
                continue;
            }
            driver.send(Command::EXPORT_LIST);
            let names = driver.question().lists().0;
            let names = names.into_iter().map(str::to_owned).collect::<Vec<_>>();
            driver.press(Key::Escape);
            for (list, name) in names.iter().enumerate() {
                let rows = driver.exported_with(list, &[]);
                let told = driver.told_rows();
                let shown = &rows[1..];
                assert!(
                    list > 0 || shown.is_empty() || are_on_screen(shown, &told),
                    "{name}: {shown:?} {told:?}"
                );
                let secrets = [permanent.as_str(), "Hillside School"];
                let leaked = rows
                    .iter()
                    .flatten()
                    .any(|cell| secrets.contains(&cell.as_str()));
                assert!(!leaked, "{name}: {rows:?}");
                written.push(format!("{name}, {view:?}"));
            }
        }
    }
    for name in [
        "Ladder players, Some(Form)",
        "Ladder players, Some(Datasheet)",
        "Camp groups, Some(Form)",
        "Camp groups, Some(Datasheet)",
        "Games entered last, Some(Entry)",
        "Ladder games, Some(Form)",
        "Ladder games, Some(Datasheet)",
        "Games to check, Some(Check)",
        "Standings, None",
        "Season, None",
        "Meetings, None",
        "Attendance 2026-07-08, None",
        "Weeks, None",
        "Problems, None",
        "History, None",
    ] {
        assert!(
            written.iter().any(|other| other == name),
            "{name}: {written:?}"
        );
    }
}

#[test]
fn a_datasheet_is_written_as_it_is_sorted_filtered_and_arranged() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    // As somebody has arranged the columns: the rating first, and none for games that were won.
    let layout = serde_json::json!({ "order": ["rating", "number"], "hidden": ["won"] });
    driver
        .app()
        .settings
        .columns
        .insert("player".to_owned(), layout);
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_DATASHEET);
    let all = driver.exported();
    let camp = driver.camp();
    assert_eq!(column(&all, "No.").len(), camp.players.len(), "all rows");
    assert_eq!(all[0][0], "Rating");
    assert!(
        !driver.shows("Won") && !all[0].contains(&"Won".to_owned()),
        "{:?}",
        all[0]
    );
    for title in ["Last name", "First name", "Drawn"] {
        assert!(
            driver.shows(title) && all[0].contains(&title.to_owned()),
            "{title}"
        );
    }

    // Rows are those that the search finds, in their order.
    let first_group = camp.groups[0].name.clone();
    driver.players().rows.listing.set_order(Some(Order {
        what: ColumnId::WeeklyRating,
        descending: true,
    }));
    driver.players().rows.search = first_group.clone();
    driver.settle();
    let rows = driver.exported();
    let expected = camp
        .players
        .iter()
        .filter(|player| camp.group_name(player.group) == first_group);
    let mut ratings = expected
        .map(|player| player.ratings.weekly)
        .collect::<Vec<_>>();
    ratings.sort_unstable_by(|one, other| other.cmp(one));
    let written = column(&rows, "Rating");
    let written = written
        .iter()
        .map(|rating| rating.parse::<i32>().expect("a number"));
    assert_eq!(written.collect::<Vec<_>>(), ratings);
}

#[test]
fn what_is_private_is_written_only_where_it_is_asked_for_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_DATASHEET);
    driver.send(Command::EXPORT_LIST);
    let private = driver.question().columns_by_name().to_vec();
    let titles = private.iter().map(|(title, _)| title.as_str());
    let titles = titles.collect::<Vec<_>>();
    for title in ["School", "Permanent (internal)", "Birth date"] {
        assert!(titles.contains(&title), "{title} in {titles:?}");
        assert!(driver.shows(title), "a box of its own");
    }
    assert!(private.iter().all(|(_, is_asked_for)| !is_asked_for));
    driver.press(Key::Escape);

    let rows = driver.exported();
    assert!(
        titles
            .iter()
            .all(|title| !rows[0].contains(&(*title).to_owned()))
    );
    let rows = driver.exported_with(0, &["School", "Permanent (internal)"]);
    assert!(column(&rows, "School").contains(&"Hillside School"));
    let permanent = column(&rows, "Permanent (internal)");
    let camp = driver.camp();
    let expected = camp
        .players
        .iter()
        .map(|player| player.ratings.permanent.to_string());
    assert_eq!(permanent, expected.collect::<Vec<_>>());
    // Asked for once is not asked for always.
    driver.send(Command::EXPORT_LIST);
    assert!(
        driver
            .question()
            .columns_by_name()
            .iter()
            .all(|(_, is_asked_for)| !is_asked_for)
    );
    driver.press(Key::Escape);

    // While the permanent ratings are looked at, the weekly list is what leaves the screen.
    driver.go(Page::STANDINGS);
    let weekly = driver.exported();
    driver.standings().system = System::Permanent;
    driver.settle();
    let best = camp
        .players
        .iter()
        .map(|player| player.ratings.permanent)
        .max();
    let best = best.map(show_rating).expect("players");
    assert!(driver.told_rows().iter().any(|row| row.contains(&best)));
    assert_eq!(driver.exported(), weekly);
}

#[test]
fn a_ladder_and_the_problems_are_lists_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    driver.go(Page::STANDINGS);
    let ladder = driver.camp().ladders[0].id;
    driver.standings().ladders.choose(Some(ladder));
    driver.settle();
    let rows = driver.exported();
    assert!(are_on_screen(&rows[1..], &driver.told_rows()), "{rows:?}");
    assert_eq!(rows[0][..2], ["Rank", "Name"]);
    let player = driver.camp().players[0].id;
    driver.standings().ladders.tell(player);
    driver.settle();
    let why_not = driver.app().why_not(Command::EXPORT_LIST);
    assert_eq!(why_not, Some("Go back to the list first (Esc)"));

    // A problem that is about a permanent rating doesn't tell it.
    let camp = driver.camp();
    let active = camp.players.iter().find(|player| player.active);
    let player = active.expect("somebody active").id;
    driver.change(Edit::ChangePlayer(Patch::new(
        player,
        Field::StartPermanent,
        Some(3031),
    )));
    driver.go(Page::GROUPS);
    driver.send(Command::PROBLEMS);
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let mut problems = camp.problems.iter();
    assert!(problems.any(|problem| problem.sentence(&camp.data).contains("rating of 3031")));
    driver.click("Export list…");
    assert_eq!(driver.question().lists().0, ["Problems"]);
    let path = folder.path().join("problems.csv");
    driver.question().file.path = path.display().to_string();
    driver.question().file_was_typed();
    driver.focus_field("File");
    driver.press(Key::Enter);
    let text = fs::read_to_string(&path).expect("a file");
    assert!(
        text.contains("a permanent rating far from that of the group"),
        "{text}"
    );
    assert!(!text.contains("3031"), "{text}");
}

#[test]
fn a_file_is_named_asked_about_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    let camp = driver.camp();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::EXPORT_LIST);
    let week = camp.week.title();
    let name = format!("{}, {week}, ladder players.xlsx", camp.name).replace(": ", " - ");
    assert_eq!(driver.file(), folder.path().join(&name), "beside the camp");
    // The ending that is typed says what is written.
    let path = folder.path().join("campers.csv");
    driver.question().file.path = path.display().to_string();
    driver.question().file_was_typed();
    assert_eq!(driver.question().format, Format::Csv);
    driver.focus_field("File");
    driver.press(Key::Enter);
    let expected = format!(
        "{} players exported to “{}”",
        camp.players.len(),
        path.display()
    );
    assert_eq!(driver.message(), expected);
    let before = fs::read(&path).expect("a file");
    assert_eq!(csv_rows(&before).len(), camp.players.len() + 1);

    // The next list goes to the same folder, in the same format.
    let player = camp.players[1].id;
    driver.change(Edit::ChangePlayer(Patch::new(
        player,
        Field::LastName,
        "=1+1",
    )));
    driver.send(Command::EXPORT_LIST);
    assert_eq!(driver.question().format, Format::Csv);
    driver.question().file.path = path.display().to_string();
    driver.question().file_was_typed();
    driver.focus_field("File");
    driver.press(Key::Enter);
    let there = "There is a file of this name. Press Export again to replace it";
    assert!(driver.shows(there));
    assert_eq!(fs::read(&path).expect("a file"), before);
    driver.focus_field("File");
    driver.press(Key::Enter);
    let after = fs::read(&path).expect("a file");
    assert!(
        String::from_utf8_lossy(&after).contains("'=1+1"),
        "no formula"
    );
    assert!(driver.app().dialog.is_none());
}

#[test]
fn a_file_that_cannot_be_written_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    let camp = folder.path().join("Camp.ladder");
    let before = fs::read(&camp).expect("the camp");
    driver.go(Page::STANDINGS);
    for (file, reason) in [
        ("nowhere/list.xlsx", "doesn’t exist. Choose another one"),
        ("", "Type a path, or browse for the file"),
        ("list.pdf", "“list.pdf” ends in .pdf, but what is saved is"),
    ] {
        driver.send(Command::EXPORT_LIST);
        let path = folder.path().join(file);
        let typed = if file.is_empty() {
            String::new()
        } else {
            path.display().to_string()
        };
        driver.question().file.path = typed;
        driver.question().file_was_typed();
        driver.focus_field("File");
        driver.press(Key::Enter);
        assert!(driver.shows_words(reason), "{reason}");
        driver.press(Key::Escape);
    }
    let write = Action::ExportList {
        path: camp.clone(),
        replace: true,
    };
    driver.send(Command::EXPORT_LIST);
    driver.app().send(write);
    driver.settle();
    assert!(driver.shows("This is the camp itself: choose another name"));
    assert_eq!(fs::read(&camp).expect("the camp"), before);
}

#[test]
fn days_of_games_are_days_and_a_page_without_a_list_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = camp_in(folder.path());
    driver
        .app()
        .send(Action::Go(Page::GAMES.in_view(View::Datasheet, None)));
    driver.settle();
    let rows = driver.exported();
    let camp = driver.camp();
    let days = camp
        .games
        .iter()
        .map(|game| game.date.map(|day| day.to_string()).unwrap_or_default());
    assert_eq!(column(&rows, "Date"), days.collect::<Vec<_>>());

    driver.go(Page::PRINTS);
    driver.send(Command::EXPORT_LIST);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.message(), "There is no list to export on this page");
}
