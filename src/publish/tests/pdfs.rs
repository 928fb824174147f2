//! Sheets of paper beside the pages, and a ladder alone.

use super::{
    ladders::weeks_with_ladders,
    pages::{all, parsed, words},
    *,
};
use crate::domain::WeekId;

fn choices(names: PublishedNames, games: bool) -> PublishChoices {
    PublishChoices {
        names,
        games,
        ladder: None,
    }
}

/// Every sheet that there can be.
fn all_sheets() -> Vec<PublishedSheet> {
    let weeks = [1, 2, 3].map(WeekId);
    let ladders = [4, 7, 8, 9].map(|id| SheetOf::Ladder(LadderId(id)));
    let of = weeks.map(SheetOf::Standings).into_iter();
    let of = of.chain(weeks.map(SheetOf::Crosstable)).chain(ladders);
    of.map(|of| PublishedSheet {
        of,
        bytes: format!("%PDF of {of:?}").into_bytes(),
    })
    .collect()
}

fn pdfs(choices: PublishChoices) -> Vec<String> {
    let files = published_as(&weeks_with_ladders(), &[], &all_sheets(), choices);
    let names = files.into_keys().filter(|name| ending(name) == "pdf");
    names.collect()
}

/// Paper has full names, so that sheets stand beside pages with full names only, whatever the caller laid out.
#[test]
fn no_sheet_says_more_than_the_pages() {
    let of_standings = [
        "ladder-4.pdf",
        "ladder-7.pdf",
        "ladder-8.pdf",
        "ladder-9.pdf",
        "week-1.pdf",
        "week-2.pdf",
        "week-3.pdf",
    ];
    assert_eq!(pdfs(choices(PublishedNames::Full, false)), of_standings);
    let with_games = pdfs(choices(PublishedNames::Full, true));
    let of_games = with_games.iter().filter(|name| name.contains("crosstable"));
    assert_eq!(of_games.count(), 3);
    assert_eq!(with_games.len(), of_standings.len() + 3);
    for names in [PublishedNames::Initial, PublishedNames::Number] {
        assert_eq!(pdfs(choices(names, true)), Vec::<String>::new());
        assert_eq!(sheets(&weeks_with_ladders(), &[], choices(names, true)), []);
    }
}

#[test]
fn the_crosstable_of_a_section_stands_beside_its_page_without_states() {
    let weeks = weeks_with_ladders();
    let sections = crosstables::sections();
    let of = SheetOf::Section(sections[1].0);
    let choices = choices(PublishedNames::Full, false);
    assert!(sheets(&weeks, &sections, choices).contains(&of));
    let sheet = PublishedSheet {
        of,
        bytes: b"%PDF".to_vec(),
    };
    let files = published_as(&weeks, &sections, &[sheet], choices);
    assert!(files.contains_key("crosstable-12.pdf"));
    let page = parsed(&files, "crosstable-12.html");
    assert_eq!(all(&page, ".take a[href='crosstable-12.pdf']").len(), 1);
    let initials = PublishChoices {
        names: PublishedNames::Initial,
        ..choices
    };
    assert_eq!(sheets(&weeks, &sections, initials), []);
    let printed = section_to_print(&sections[1].1);
    let mut entries = printed.section.entries.iter();
    assert!(entries.all(|entry| entry.state.is_none()));
}

#[test]
fn a_sheet_is_led_to_where_its_page_is() {
    let choices = choices(PublishedNames::Full, true);
    let files = published_as(&weeks_with_ladders(), &[], &all_sheets(), choices);
    assert_eq!(files["week-2.pdf"], b"%PDF of Standings(WeekId(2))");
    for (page, pdf) in [
        ("week-2.html", "week-2.pdf"),
        ("week-2-crosstable.html", "week-2-crosstable.pdf"),
        ("ladder-7.html", "ladder-7.pdf"),
    ] {
        let links = format!(".take a[href='{pdf}']");
        let page = parsed(&files, page);
        let links = all(&page, &links);
        assert_eq!(links.iter().map(words).collect::<Vec<_>>(), ["PDF"]);
    }
    let without = published_as(&weeks_with_ladders(), &[], &[], choices);
    for (name, bytes) in without {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(".pdf"), "{name}");
    }
}

#[test]
fn a_ladder_alone_is_the_first_page_and_leads_to_no_week() {
    let choices = PublishChoices {
        names: PublishedNames::Initial,
        games: false,
        ladder: Some(LadderId(7)),
    };
    let files = published_as(&weeks_with_ladders(), &[], &all_sheets(), choices);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["index.html", "ladder-7.csv", "ladder-7.xlsx"]
    );
    let page = parsed(&files, "index.html");
    assert_eq!(words(&all(&page, "h1")[0]), "Corral chess");
    let names = all(&page, "tbody th.name");
    let names = names.iter().map(words);
    let names = names.collect::<Vec<_>>();
    assert!(names.contains(&"Mai X.".to_owned()), "{names:?}");
    assert_eq!(all(&page, "nav").len(), 0);
    let links = all(&page, "a[href]");
    let links = links.iter().filter_map(|link| link.attr("href"));
    assert_eq!(
        links.collect::<Vec<_>>(),
        ["#content", "ladder-7.xlsx", "ladder-7.csv"]
    );
    let full = PublishChoices {
        names: PublishedNames::Full,
        ..choices
    };
    assert_eq!(
        sheets(&weeks_with_ladders(), &[], full),
        [SheetOf::Ladder(LadderId(7))]
    );
}
