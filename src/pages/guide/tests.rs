//! The guide: led to by F1, searched, read and left again.

use std::{collections::BTreeSet, fs, path::Path};

use egui::{Key, Modifiers, Rect, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{
    GuidePage,
    markdown::{Block, Look},
    pictures::png,
    state::Reading,
};
use crate::{
    app::{
        Action, Command,
        access_keys::{ACCESS_KEYS, KeyGroup},
        page::{Page, Place},
        settings::Theme,
    },
    domain::Record,
    pages,
    ui::tests::Driver,
};

impl Driver {
    fn reading(&mut self) -> &mut Reading {
        let page = self.app().page_mut::<GuidePage>();
        &mut page.expect("the guide").reading
    }

    /// Where a heading of the guide stands.
    fn heading(&self, title: &str) -> Rect {
        let mut headings = self.harness.query_all_by_role(Role::Heading);
        let heading = headings.find(|node| node.accesskit_node().label().as_deref() == Some(title));
        heading
            .unwrap_or_else(|| panic!("no heading {title}"))
            .rect()
    }

    /// Whether a heading is where one reads on: below the bars, which end at 60 points, in the upper half of the window. Positions so far
    /// down a long text are rounded to a point.
    fn reads(&self, title: &str) -> bool {
        let window = self.harness.ctx.content_rect();
        let top = self.heading(title).top();
        top >= 59.0 && top < window.center().y
    }

    /// The part that the list of contents has chosen.
    fn part(&self) -> String {
        let mut entries = self.harness.query_all_by_role(Role::ListBoxOption);
        let chosen = entries.find(|entry| entry.accesskit_node().is_selected() == Some(true));
        let name = chosen.and_then(|entry| entry.accesskit_node().label());
        name.expect("a chosen part")
    }

    /// Clicks a part in the list of contents.
    fn choose_part(&mut self, part: &str) {
        let role = Role::ListBoxOption;
        self.harness.get_by_role_and_label(role, part).click();
        self.settle();
    }

    fn is_in_window(&self, label: &str) -> bool {
        let window = self.harness.ctx.content_rect();
        let mut named = self.harness.query_all_by_label(label);
        named.any(|node| window.contains_rect(node.rect()))
    }
}

#[test]
fn every_page_names_a_heading_of_the_guide() {
    let reading = Reading::default();
    let titles = reading.contents().iter().map(|part| part.title.as_str());
    let titles = titles.collect::<Vec<_>>();
    for spec in pages::ALL {
        let views = match spec.page.views {
            [] => &[crate::app::View::Form],
            views => views,
        };
        for view in views {
            let heading = (spec.guide)(*view);
            assert!(
                heading.is_some_and(|heading| titles.contains(&heading)),
                "{spec:?}, {view:?}: {heading:?}"
            );
        }
    }
}

#[test]
fn f1_leads_to_the_part_about_the_page_with_its_keys() {
    let mut driver = Driver::with_sample();
    let listed = driver.pages();
    for page in listed {
        driver.go(page);
        driver.press(Key::F1);
        assert_eq!(driver.app().session.over(), Some(Page::GUIDE), "{page:?}");
        let spec = pages::ALL.iter().find(|spec| spec.page == page);
        let spec = spec.expect("a page");
        let view = driver.app().view();
        let heading = (spec.guide)(view).expect("a heading");
        assert!(driver.reads(heading), "{heading} is read");
        assert_eq!(driver.part(), heading);
        let own = format!("Keys on {}", page.title);
        let own = driver.heading(&own);
        assert!(own.top() > driver.heading(heading).top());
        let Place::List(listed) = &spec.place else {
            panic!("{page:?} is listed");
        };
        // Its own keys stand before what is told of it.
        let keys = listed.command.keys();
        let lines = driver.harness.query_all_by_label(&keys);
        let tops = lines.map(|line| line.rect().top()).collect::<Vec<_>>();
        let below = own.top()..own.top() + 600.0;
        assert!(tops.iter().any(|top| below.contains(top)), "{page:?}");
        driver.press(Key::Escape);
        assert_eq!(driver.app().session.over(), None);
        assert_eq!(driver.app().page, page);
    }
}

/// What is done with records belongs to each page that has some, and to no other.
#[test]
fn a_form_has_the_keys_of_records_among_its_own() {
    let mut driver = Driver::with_sample();
    for (page, count) in [(Page::PLAYERS, 2), (Page::GROUPS, 2), (Page::STANDINGS, 1)] {
        driver.go(page);
        driver.press(Key::F1);
        let lines = driver.harness.query_all_by_label("New record");
        assert_eq!(lines.count(), count, "{page:?}, with the list of all keys");
        driver.press(Key::Escape);
    }
}

#[test]
fn f1_follows_the_view_of_the_page() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    for (view, heading) in [
        (Command::VIEW_CHECK, "The second pass"),
        (Command::VIEW_DATASHEET, "Datasheets"),
        (Command::VIEW_ENTRY, "Typing games"),
    ] {
        driver.send(view);
        driver.press(Key::F1);
        assert!(driver.reads(heading), "{heading}");
        driver.press(Key::Escape);
    }
}

#[test]
fn the_general_keys_unfold() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_STANDINGS);
    driver.press(Key::F1);
    let count = |driver: &Driver| driver.harness.query_all_by_label("Next pane").count();
    assert_eq!(count(&driver), 1, "among all keys");
    driver.click("General keys");
    assert_eq!(count(&driver), 2);
    driver.focus("General keys");
    driver.press(Key::Enter);
    assert_eq!(count(&driver), 1, "folded by a key");
}

#[test]
fn all_keys_are_listed_also_those_that_are_no_commands() {
    let mut driver = Driver::new();
    driver.send(Command::KEYS);
    assert!(driver.reads("Keys"));
    for key in ACCESS_KEYS {
        assert!(driver.shows(key.meaning.text()), "{key:?}");
    }
    let commands = driver.app().commands().to_vec();
    for command in commands
        .iter()
        .filter(|command| command.shortcut().is_some())
    {
        let shown = command.text().trim_end_matches('…');
        assert!(driver.shows(shown), "{command:?}");
    }
    for title in [KeyGroup::Typing.title(), "Results of games"] {
        driver.heading(title);
    }
    assert!(driver.shows("1 or W") && driver.shows("Black won"));
}

#[test]
fn esc_leads_back_to_the_record_where_one_was() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    driver.press(Key::ArrowDown);
    let player = driver.players().editor.id();
    driver.press(Key::F1);
    driver.send(Command::DELETE_RECORD);
    assert_eq!(driver.message(), "Close the guide first (Esc)");
    driver.press(Key::Escape);
    assert_eq!(driver.app().session.over(), None);
    assert_eq!(driver.players().editor.id(), player);
    driver.press(Key::ArrowUp);
    assert_ne!(
        driver.players().editor.id(),
        player,
        "the list has the keyboard"
    );
}

#[test]
fn what_is_typed_stays_typed() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    driver.focus_field("Last name");
    driver.type_text("Quill");
    driver.press(Key::F1);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Last name"));
    let draft = &driver.players().editor.draft;
    assert_eq!(draft.typed(crate::domain::Field::LastName), "Quill");
}

#[test]
fn it_stands_over_what_stands_over_a_page() {
    let mut driver = Driver::with_sample();
    let player = driver.camp().players[0].id;
    let route = Page::EXPLANATION.of(Record::Player(player));
    driver.app().send(Action::Go(route));
    driver.settle();
    driver.press(Key::F1);
    assert!(driver.reads("Ratings"));
    driver.press(Key::Escape);
    assert_eq!(driver.app().session.over(), Some(Page::EXPLANATION));
    driver.press(Key::Escape);
    assert_eq!(driver.app().session.over(), None);

    // The list of weeks is led to, and Esc leads back from there too.
    driver.send(Command::GO_STANDINGS);
    driver.send(Command::WEEKS);
    driver.press(Key::F1);
    assert!(driver.reads("Weeks"));
    driver.press(Key::Escape);
    assert_eq!(driver.app().page, Page::WEEKS);
    driver.press(Key::Escape);
    assert_eq!(driver.app().page, Page::STANDINGS);
}

/// It is read while something is to be decided, and nothing is lost by that.
#[test]
fn a_preview_of_an_import_waits_below_it() {
    let mut driver = Driver::with_sample();
    let rows = "Last name\tFirst name\nQuill\tZo\n".to_owned();
    driver.app().send(Action::PasteCampers(rows));
    driver.settle();
    assert_eq!(driver.app().session.over(), Some(Page::IMPORT));
    driver.press(Key::F1);
    assert_eq!(driver.app().session.over(), Some(Page::GUIDE));
    assert!(driver.reads("Import from Access"));
    assert!(driver.shows("Keys on Import from Access"));
    let before = driver.camp();
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.camp().players.len(), before.players.len());
    driver.send(Command::WHATS_NEW);
    assert_eq!(driver.message(), "Finish or cancel the import first");
    driver.press(Key::Escape);
    assert_eq!(driver.app().session.over(), Some(Page::IMPORT));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.camp().players.len(), before.players.len() + 1);
}

#[test]
fn it_is_read_without_a_camp() {
    let mut driver = Driver::new();
    driver.press(Key::F1);
    assert_eq!(driver.app().session.over(), Some(Page::GUIDE));
    assert!(driver.reads("A week in five minutes"));
    assert!(!driver.shows_words("Keys on"));
    driver.send(Command::FIND);
    assert!(driver.has_keyboard("Search the guide"));
    driver.press(Key::Escape);
    assert!(driver.shows("Import from Access…"), "the welcome page");
}

#[test]
fn words_are_searched_and_counted() {
    let mut driver = Driver::with_sample();
    driver.press(Key::F1);
    assert!(driver.has_keyboard("Search the guide"));
    driver.type_text("certificates");
    let (at, count) = driver.reading().found().expect("a search");
    assert!(at == 1 && count > 0);
    assert!(driver.shows(&format!("1 of {count}")));
    driver.send(Command::FIND);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("rating");
    let (_, count) = driver.reading().found().expect("a search");
    assert!(count > 3);
    driver.press(Key::Enter);
    assert!(driver.shows(&format!("2 of {count}")));
    assert!(
        driver.has_keyboard("Search the guide"),
        "Enter goes on and on"
    );
    driver.press(Key::F3);
    driver.press_with(Modifiers::SHIFT, Key::F4);
    assert!(driver.shows(&format!("4 of {count}")));
    driver.press_with(Modifiers::SHIFT, Key::F3);
    driver.press_with(Modifiers::SHIFT, Key::F3);
    assert!(driver.shows(&format!("2 of {count}")));
    driver.click("Next place");
    driver.click("Previous place");
    driver.click("Previous place");
    driver.click("Previous place");
    assert!(
        driver.shows(&format!("{count} of {count}")),
        "round the end"
    );

    driver.send(Command::FIND);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("zugzwang");
    assert!(driver.shows("“zugzwang” isn’t in the guide. Try another word."));
    assert!(!driver.shows("Next place"));
    driver.press(Key::Escape);
    assert_eq!(
        driver.reading().searched(),
        "",
        "the first Esc empties the box"
    );
    driver.press(Key::Escape);
    assert_eq!(driver.app().session.over(), None);
}

#[test]
fn a_place_that_is_found_is_seen() {
    let mut driver = Driver::with_size(900.0, 560.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.press(Key::F1);
    driver.type_text("stick");
    let (_, count) = driver.reading().found().expect("a search");
    for _ in 0..count {
        let window = driver.harness.ctx.content_rect();
        let mut found = driver.harness.query_all_by_label_contains("stick");
        let is_seen = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().role() == Role::Label && window.contains_rect(node.rect())
        };
        assert!(found.any(|node| is_seen(&node)), "{count}");
        drop(found);
        driver.press(Key::Enter);
    }
}

#[test]
fn keys_scroll_and_the_contents_lead() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PRINTS);
    driver.press(Key::F1);
    let before = driver.heading("Prints").top();
    driver.press(Key::PageDown);
    assert!(driver.heading("Prints").top() < before - 200.0);
    driver.press(Key::PageUp);
    assert!((driver.heading("Prints").top() - before).abs() < 1.0);
    driver.press(Key::ArrowDown);
    let after = driver.heading("Prints").top();
    assert!(after < before && after > before - 60.0, "a line");
    driver.press(Key::Home);
    assert!(driver.reads("A week in five minutes"));
    assert_eq!(driver.part(), "A week in five minutes");
    driver.press(Key::End);
    let end = driver.heading("Results of games");
    assert!(driver.harness.ctx.content_rect().contains_rect(end));

    driver.focus("Contents");
    driver.press(Key::Home);
    driver.press(Key::ArrowDown);
    let second = driver.reading().contents()[1].title.clone();
    assert_eq!(driver.part(), second);
    assert!(driver.reads(&second));
    // Also parts that can't stand at the top are gone through one by one.
    driver.press(Key::End);
    assert_eq!(driver.part(), "Results of games");
    driver.press(Key::ArrowUp);
    assert_eq!(driver.part(), KeyGroup::Window.title());
    driver.choose_part("Season");
    assert!(driver.reads("Season"));
}

#[test]
fn links_lead_to_their_heading() {
    let mut driver = Driver::with_sample();
    driver.press(Key::F1);
    driver.press(Key::Home);
    let links = driver.harness.query_all_by_role(Role::Link);
    assert!(links.count() > 1);
    let link = driver.harness.get_by_role_and_label(Role::Link, "Help");
    link.focus();
    driver.settle();
    driver.press(Key::Enter);
    assert_eq!(driver.part(), "Help");
    assert!(driver.is_in_window("What’s new lists what has changed in the program."));
}

#[test]
fn every_picture_is_there_in_both_themes_with_its_words() {
    let mut driver = Driver::with_sample();
    driver.press(Key::F1);
    let blocks = driver.reading().blocks().to_vec();
    let mut files = Vec::new();
    for block in &blocks {
        if let Block::Picture { file, words } = block {
            assert!(!words.plain().is_empty(), "{file}");
            let images = driver.harness.query_all_by_role(Role::Image);
            let mut names = images.filter_map(|image| image.accesskit_node().label());
            assert!(names.any(|name| name == words.plain()), "{file}");
            for is_dark in [false, true] {
                let png = png(file, is_dark).expect("a picture");
                let size = crate::kit::picture::size_of(png).expect("its size");
                assert!(size.x > 600.0 && size.y > 400.0, "{file}");
            }
            assert_ne!(png(file, false), png(file, true));
            files.push(file);
        }
    }
    assert!(files.len() > 8);
    let pictures = |driver: &mut Driver| {
        let page = driver.app().page_mut::<GuidePage>();
        page.expect("the guide").looks.pictures()
    };
    assert!(pictures(&mut driver) < files.len(), "only those in sight");
    for part in ["Typing games", "Prints"] {
        driver.choose_part(part);
        driver.press(Key::PageDown);
    }
    assert!(pictures(&mut driver) > 0);
    driver.app().settings.theme = Theme::Dark;
    driver.settle();
    let images = driver.harness.query_all_by_role(Role::Image);
    let widest = images.map(|image| image.rect().width()).fold(0.0, f32::max);
    assert!(widest > 400.0 && widest <= 1800.0, "{widest}");
}

/// Pictures that nobody names would grow old unseen.
#[test]
fn pictures_are_those_that_the_guide_names_and_no_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let reading = Reading::default();
    let named = reading.blocks().iter().filter_map(|block| match block {
        Block::Picture { file, .. } => file.strip_prefix("pictures/")?.strip_suffix("-light.png"),
        _ => None,
    });
    let named = named.collect::<BTreeSet<_>>();
    let files = named
        .iter()
        .flat_map(|name| ["light", "dark"].map(|theme| format!("{name}-{theme}.png")))
        .collect::<BTreeSet<_>>();
    let folder = fs::read_dir(root.join("docs/pictures")).expect("the pictures");
    let there = folder.map(|entry| entry.expect("a picture").file_name());
    let there = there.map(|name| name.to_string_lossy().into_owned());
    assert_eq!(there.collect::<BTreeSet<_>>(), files);

    let script = fs::read_to_string(root.join("docs/take-pictures")).expect("what takes them");
    let taken = script
        .lines()
        .filter_map(|line| line.strip_prefix("picture ")?.split(' ').next());
    assert_eq!(taken.collect::<BTreeSet<_>>(), named);

    let readme = fs::read_to_string(root.join("README.md")).expect("the first page");
    let shown = readme.split("](docs/pictures/").skip(1);
    let shown = shown.filter_map(|rest| rest.split(')').next());
    let shown = shown.collect::<Vec<_>>();
    assert!(!shown.is_empty());
    for file in shown {
        assert!(files.contains(file), "{file}");
    }
}

/// The program's source, without what tests say.
fn source(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if name.starts_with("test") {
            continue;
        }
        text.push_str(&if path.is_dir() {
            source(&path)
        } else {
            fs::read_to_string(&path).unwrap_or_default()
        });
    }
    text
}

/// Whether a text of the program is this, or goes on behind it with its dots, a comma, a colon or a count. What the user has named stands in
/// quotation marks.
fn is_on_the_screen(name: &str, source: &str) -> bool {
    let (start, ends) = match name.split_once('“') {
        Some((start, _)) => (start, ["“"].as_slice()),
        None => (name, ["\"", "…", ",", ":", " ("].as_slice()),
    };
    let quoted = format!("\"{start}");
    let mut found = source.match_indices(&quoted);
    found.any(|(at, _)| {
        let after = &source[at + quoted.len()..];
        ends.iter().any(|end| after.starts_with(end))
    })
}

#[test]
fn what_the_guide_names_is_called_so_on_the_screen() {
    let source = source(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).replace('’', "'");
    let reading = Reading::default();
    let texts = reading.blocks().iter().flat_map(Block::texts);
    let words = texts.flat_map(|text| &text.0);
    let named = words.filter(|words| match words.look {
        Look::Name => true,
        Look::Strong => words.text.ends_with('…'),
        Look::Plain | Look::Typed => false,
    });
    let named = named.map(|words| words.text.replace('’', "'"));
    let named = named.collect::<BTreeSet<_>>();
    assert!(named.len() > 100, "{named:?}");
    let wrong = named
        .iter()
        .filter(|name| !is_on_the_screen(name, &source))
        .collect::<Vec<_>>();
    assert_eq!(wrong, Vec::<&String>::new());
}

#[test]
fn every_size_of_window_has_the_contents() {
    for (width, height) in [(640.0, 480.0), (600.0, 427.0), (480.0, 320.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.press(Key::F1);
        let role = Role::ComboBox;
        let contents = driver.harness.get_by_role_and_label(role, "Contents");
        let window = driver.harness.ctx.content_rect();
        assert!(window.contains_rect(contents.rect()), "{width} by {height}");
        for label in ["Back", "Search the guide"] {
            assert!(driver.is_in_window(label), "{label}, {width} by {height}");
        }
        driver.focus_choice("Contents");
        driver.press(Key::End);
        let last = driver.reading().contents().len() - 1;
        let rect = driver.heading("Results of games");
        assert!(
            window.contains_rect(rect),
            "part {last}, {width} by {height}"
        );
        driver.press(Key::Home);
        assert!(window.contains_rect(driver.heading("A week in five minutes")));
        // Nothing stands beyond the right edge.
        let paragraphs = driver.harness.query_all_by_role(Role::Label);
        for paragraph in paragraphs {
            assert!(
                paragraph.rect().right() <= width,
                "{width}: {:?}",
                paragraph.rect()
            );
        }
    }
}
