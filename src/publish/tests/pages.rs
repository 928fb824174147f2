//! The pages, read by a real parser.

use std::collections::HashSet;

use scraper::{ElementRef, Html, Selector};
use strum::VariantArray as _;

use super::{crosstables::folder, ladders::weeks_with_ladders, *};

pub(super) fn parsed(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Html {
    Html::parse_document(&text(files, name))
}

pub(super) fn all<'a>(page: &'a Html, what: &str) -> Vec<ElementRef<'a>> {
    let selector = Selector::parse(what).expect("a selector");
    page.select(&selector).collect()
}

/// Words as they are read, with single spaces.
pub(super) fn words(element: &ElementRef<'_>) -> String {
    let text = element.text().collect::<String>();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rows of a list: rank, how it moved, name and so on. Columns are those of the page.
pub(super) fn rows(page: &Html, section: &str) -> Vec<Vec<String>> {
    let rows = all(
        page,
        &format!("section[aria-labelledby={section}] tbody tr"),
    );
    let cells = Selector::parse("th, td").expect("a selector");
    rows.iter()
        .map(|row| row.select(&cells).map(|cell| words(&cell)).collect())
        .collect()
}

fn html_pages(files: &BTreeMap<String, Vec<u8>>) -> Vec<(&str, Html)> {
    let names = files.keys().filter(|name| ending(name) == "html");
    names
        .map(|name| (name.as_str(), parsed(files, name)))
        .collect()
}

fn every_folder() -> Vec<BTreeMap<String, Vec<u8>>> {
    let mut folders = Vec::new();
    for names in PublishedNames::VARIANTS.iter().copied() {
        folders.push(published(&three_weeks(), names));
        folders.push(published(&three_weeks()[..1], names));
        folders.push(folder(names));
    }
    folders.push(published(&[week(1, Vec::new())], PublishedNames::Full));
    folders.push(published(&strange_weeks(), PublishedNames::Full));
    folders.push(published(&weeks_with_ladders(), PublishedNames::Full));
    folders.push(with_games(&three_dated_weeks(), PublishedNames::Full));
    folders.push(with_games(&strange_weeks(), PublishedNames::Full));
    folders.push(with_games(&clubs::club(60), PublishedNames::Number));
    folders
}

/// Names that a page, a spreadsheet or a printer could stumble over.
fn strange_weeks() -> Vec<CampData> {
    let mut camp = week(
        1,
        vec![
            player(
                1,
                "<script>alert(1)</script>",
                "</td></table>",
                Some(1),
                1000,
            ),
            player(2, "\"Jo\" & 'Bo'", "&amp;", Some(1), 1000),
            player(3, "ענת", "כהן", Some(1), 1000),
            player(4, "👩‍👧‍👦", "♞", Some(1), 1000),
            player(5, &"W".repeat(80), &"Q".repeat(80), Some(1), 1000),
            player(6, "", "Xiong", None, 1000),
            player(7, "{{ name }}", "{% raw %}", None, 1000),
        ],
    );
    camp.name = "</title><b>\"Camp\" & 'Co'".to_owned();
    camp.week.label = "<i>&lt;".to_owned();
    let groups = Arc::make_mut(&mut camp.groups);
    groups[0].name = "\"><img src=x onerror=alert(1)>".to_owned();
    camp.settings = Arc::new(CampSettings {
        footer: "</footer><script src=\"//evil.example\"></script>".to_owned(),
        ..CampSettings::default()
    });
    let next = after(&camp, camp.players.to_vec());
    vec![played(camp), played(next)]
}

#[test]
fn every_page_is_valid_html() {
    for files in every_folder() {
        for (name, page) in html_pages(&files) {
            assert_eq!(page.errors, Vec::<String>::new(), "{name}");
            assert!(text(&files, name).starts_with("<!DOCTYPE html>\n"));
            for (what, count) in [
                ("html[lang=en]", 1),
                ("meta[charset=utf-8]", 1),
                (
                    "meta[name=viewport][content='width=device-width, initial-scale=1']",
                    1,
                ),
                ("meta[name=robots][content='noindex, nofollow']", 1),
                ("title", 1),
                ("h1", 1),
                ("main", 1),
                ("table:not(:has(caption))", 0),
                ("th:not([scope])", 0),
                ("img:not([alt])", 0),
            ] {
                assert_eq!(all(&page, what).len(), count, "{what} in {name}");
            }
            let ids = all(&page, "[id]");
            let ids = ids.iter().filter_map(|element| element.attr("id"));
            let ids = ids.collect::<Vec<_>>();
            let set = ids.iter().copied().collect::<HashSet<_>>();
            assert_eq!(set.len(), ids.len(), "an id twice in {name}");
            for labelled in all(&page, "[aria-labelledby]") {
                let id = labelled.attr("aria-labelledby").expect("an id");
                assert!(set.contains(id), "no {id} in {name}");
            }
        }
    }
}

#[test]
fn nothing_runs_and_nothing_outside_the_folder_is_asked_for() {
    for files in every_folder() {
        for (name, page) in html_pages(&files) {
            for what in [
                "script[src]",
                "iframe",
                "object",
                "embed",
                "form",
                "base",
                "img[src]:not([src^='data:image/'])",
            ] {
                assert_eq!(all(&page, what).len(), 0, "{what} in {name}");
            }
            // The one script is ours, and the browser is told to run no other.
            let scripts = all(&page, "script");
            let scripts = scripts.iter().map(|one| one.text().collect::<String>());
            assert_eq!(scripts.collect::<Vec<_>>(), [script::SCRIPT], "{name}");
            let policy = all(&page, "meta[http-equiv=Content-Security-Policy]");
            let policy = policy[0].attr("content").expect("a policy");
            let expected = format!("script-src '{}'", script::fingerprint());
            assert!(
                policy.starts_with("default-src 'none';") && policy.ends_with(&expected),
                "{policy}"
            );
            for element in all(&page, "*") {
                for (attribute, value) in element.value().attrs() {
                    assert!(!attribute.starts_with("on"), "{attribute} in {name}");
                    // A picture is in the page itself; what its letters happen to be means nothing.
                    let is_outside = value.contains("//") || value.contains("http");
                    assert!(
                        !is_outside || value.starts_with("data:image/"),
                        "{attribute}={value} in {name}"
                    );
                }
            }
            let style = words(&all(&page, "style")[0]);
            assert!(!style.contains("url(") && !style.contains("@import"));
            for link in all(&page, "a[href]") {
                let href = link.attr("href").expect("an address");
                match href.strip_prefix('#') {
                    Some(id) => assert_eq!(all(&page, &format!("#{id}")).len(), 1, "{href}"),
                    None => assert!(files.contains_key(href), "{href} in {name}"),
                }
            }
        }
    }
}

#[test]
fn every_page_is_reached_from_the_first() {
    let files = published(&three_weeks(), PublishedNames::Initial);
    let mut reached = HashSet::new();
    let mut to_look_at = vec!["index.html".to_owned()];
    while let Some(name) = to_look_at.pop() {
        if reached.insert(name.clone()) && ending(&name) == "html" {
            let page = parsed(&files, &name);
            let links = all(&page, "a[href]").into_iter();
            let links = links.filter_map(|link| Some(link.attr("href")?.to_owned()));
            to_look_at.extend(links.filter(|link| !link.starts_with('#')));
        }
    }
    for name in files.keys() {
        assert!(reached.contains(name), "{name}");
    }
    let names = files.keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            "index.html",
            "player-1.html",
            "player-2.html",
            "player-3.html",
            "player-4.html",
            "player-5.html",
            "player-6.html",
            "season.csv",
            "season.html",
            "season.xlsx",
            "week-1.csv",
            "week-1.html",
            "week-1.xlsx",
            "week-2.csv",
            "week-2.html",
            "week-2.xlsx",
            "week-3.csv",
            "week-3.html",
            "week-3.xlsx"
        ]
    );
}

#[test]
fn one_week_has_no_season() {
    let files = published(&three_weeks()[..1], PublishedNames::Initial);
    let names = files.keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            "index.html",
            "player-1.html",
            "player-2.html",
            "player-3.html",
            "player-4.html",
            "player-5.html",
            "week-1.csv",
            "week-1.html",
            "week-1.xlsx"
        ]
    );
    assert_eq!(published(&[], PublishedNames::Initial).len(), 0);
}

/// Monday morning: everybody has the same place, which says nothing about anybody.
#[test]
fn a_week_without_games_is_not_what_a_visitor_comes_for() {
    let mut weeks = three_weeks();
    weeks[2].games = Arc::default();
    let files = published(&weeks, PublishedNames::Full);
    let index = parsed(&files, "index.html");
    assert_eq!(
        words(&all(&index, ".below")[0]),
        "Week 2: Gold camp · Final standings"
    );
    let page = parsed(&files, "week-3.html");
    assert_eq!(words(&all(&page, ".below")[0]), "No games yet");
    assert_eq!(all(&page, ".moved, .top").len(), 0);
    assert!(!text(&files, "week-3.csv").contains("Places gained"));
    assert!(!text(&files, "season.csv").contains("Week 3"));
    weeks[1].games = Arc::default();
    let files = published(&weeks, PublishedNames::Full);
    assert!(files.contains_key("week-3.html") && !files.contains_key("season.html"));
}

#[test]
fn a_week_lists_each_group_and_the_whole_camp() {
    let files = published(&three_weeks(), PublishedNames::Full);
    let page = parsed(&files, "week-1.html");
    assert_eq!(words(&all(&page, "h1")[0]), "Week 1");
    assert_eq!(words(&all(&page, ".below")[0]), "Final standings");
    let titles = all(&page, "caption").iter().map(words).collect::<Vec<_>>();
    assert_eq!(
        titles,
        [
            "Gold 2 players",
            "Blue 1 player",
            "Purple 2 players",
            "Whole camp 5 players"
        ]
    );
    assert_eq!(
        rows(&page, "group-1"),
        [
            ["1", "Ola de la Cruz", "1432", "+32", "2–0–0", "2"],
            ["2", "Mai Xiong", "1384", "−16", "0–0–2", "2"],
        ]
    );
    let camp = rows(&page, "camp");
    assert_eq!(
        camp[2],
        ["3", "Ana Rossi", "Blue", "1200", "0", "0–0–0", "0"]
    );
    assert_eq!(
        camp[4],
        ["5", "Ana Ruiz", "Purple", "984", "−16", "0–1–1", "2"]
    );

    let page = parsed(&files, "week-3.html");
    assert_eq!(words(&all(&page, ".below")[0]), "Standings so far");
    let page = parsed(&files, "index.html");
    assert_eq!(words(&all(&page, "h1")[0]), "School Chess Camp");
    assert_eq!(words(&all(&page, ".below")[0]), "Week 3 · Standings so far");
}

/// Since week 1, two changed places in Gold, Bo came up from Purple to Blue, and Zoe is new.
#[test]
fn places_gained_and_lost_are_said_in_signs_and_in_words() {
    let files = published(&three_weeks(), PublishedNames::Full);
    let page = parsed(&files, "week-2.html");
    let moved = |section| {
        let rows = rows(&page, section).into_iter();
        rows.map(|row| [row[2].clone(), row[1].clone()])
            .collect::<Vec<_>>()
    };
    assert_eq!(
        moved("group-1"),
        [["Mai Xiong", "▲ 1up 1"], ["Ola de la Cruz", "▼ 1down 1"]]
    );
    assert_eq!(
        moved("group-2"),
        [["Ana Rossi", "same place"], ["Bo Vang", "new"]]
    );
    assert_eq!(
        moved("group-3"),
        [["Zoe Åkesson", "new"], ["Ana Ruiz", "▲ 1up 1"]]
    );
    assert_eq!(
        moved("camp"),
        [
            ["Mai Xiong", "▲ 1up 1"],
            ["Ola de la Cruz", "▼ 1down 1"],
            ["Ana Rossi", "same place"],
            ["Bo Vang", "▲ 1up 1"],
            ["Zoe Åkesson", "new"],
            ["Ana Ruiz", "same place"],
        ]
    );
    assert_eq!(
        all(&page, "td.moved [aria-hidden=true]").len(),
        6,
        "signs are not read out"
    );
    let first = parsed(&files, "week-1.html");
    assert_eq!(all(&first, ".moved").len(), 0, "nothing to compare with");
}

#[test]
fn inactive_players_are_left_out_of_their_week() {
    let files = published(&three_weeks(), PublishedNames::Full);
    assert!(text(&files, "week-2.html").contains("Ola de la Cruz"));
    for name in ["index.html", "week-3.html", "week-3.csv"] {
        assert!(!text(&files, name).contains("Ola"), "{name}");
    }
    let season = rows(&parsed(&files, "season.html"), "season");
    let ola = season.iter().find(|row| row[0] == "Ola de la Cruz");
    assert_eq!(
        ola.expect("a line")[1..],
        [
            "Gold",
            "1432 rank 1st",
            "1384 rank 2nd ▼ 1down 1",
            "·not there"
        ]
    );
}

#[test]
fn the_season_is_sorted_by_the_names_it_shows() {
    let order = |names| {
        let page = parsed(&published(&three_weeks(), names), "season.html");
        let rows = rows(&page, "season");
        rows.into_iter()
            .map(|row| row[0].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        order(PublishedNames::Full),
        [
            "Zoe Åkesson",
            "Ola de la Cruz",
            "Ana Rossi",
            "Ana Ruiz",
            "Bo Vang",
            "Mai Xiong"
        ]
    );
    assert_eq!(
        order(PublishedNames::Initial),
        [
            "Ana R. (4)",
            "Ana R. (5)",
            "Bo V.",
            "Mai X.",
            "Ola D.",
            "Zoe Å."
        ]
    );
    assert_eq!(
        order(PublishedNames::Number),
        [
            "Camper 1", "Camper 2", "Camper 3", "Camper 4", "Camper 5", "Camper 6"
        ]
    );
}

#[test]
fn strange_names_are_words_and_nothing_else() {
    let files = published(&strange_weeks(), PublishedNames::Full);
    for name in ["index.html", "week-1.html", "season.html"] {
        let page = parsed(&files, name);
        let shown = all(&page, "th.name bdi")
            .iter()
            .map(words)
            .collect::<HashSet<_>>();
        for expected in [
            "<script>alert(1)</script> </td></table>",
            "\"Jo\" & 'Bo' &amp;",
            "ענת כהן",
            "👩‍👧‍👦 ♞",
            &format!("{} {}", "W".repeat(80), "Q".repeat(80)),
            "Xiong",
            "{{ name }} {% raw %}",
        ] {
            assert!(shown.contains(expected), "{expected} in {name}");
        }
        assert_eq!(
            words(&all(&page, ".notice")[0]),
            "</footer><script src=\"//evil.example\"></script>"
        );
    }
    let page = parsed(&files, "week-1.html");
    assert_eq!(
        words(&all(&page, "h2")[0]),
        "\"><img src=x onerror=alert(1)>"
    );
    assert_eq!(
        words(&all(&page, "title")[0]),
        "Week 1: <i>&lt; – </title><b>\"Camp\" & 'Co'"
    );
}

#[test]
fn the_camps_colour_logo_and_footer_are_shown() {
    let files = published(&three_weeks(), PublishedNames::Initial);
    let page = parsed(&files, "week-2.html");
    assert!(words(&all(&page, "style")[0]).contains("--camp: #1a6b8f;"));
    let logo = all(&page, "img.logo")[0].attr("src");
    assert_eq!(
        logo,
        Some("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=")
    );
    let footer = words(&all(&page, "footer")[0]);
    assert_eq!(
        footer,
        "Next meeting: Monday, 9 am, in the library School Chess Camp, published November 20, 2026"
    );
}
