//! Single games, where the director wants them on the web.

use strum::VariantArray as _;

use super::{
    pages::{all, parsed, words},
    secrets::assert_nowhere,
    sheets::csv_rows,
    *,
};

/// The cells of each row of a table.
pub(super) fn cells(page: &scraper::Html, table: &str) -> Vec<Vec<String>> {
    let rows = all(page, &format!("{table} tbody tr"));
    let cells = scraper::Selector::parse("th, td").expect("a selector");
    rows.iter()
        .map(|row| row.select(&cells).map(|cell| words(&cell)).collect())
        .collect()
}

#[test]
fn games_are_told_only_where_the_director_wants_it() {
    let files = published(&three_dated_weeks(), PublishedNames::Full);
    for (name, bytes) in &files {
        assert!(
            !name.contains("games") && !name.contains("-crosstable"),
            "{name}"
        );
        let text = String::from_utf8_lossy(bytes);
        for told in ["Crosstable", "Opponent", "½–½", "fun game"] {
            assert!(!text.contains(told), "{told} in {name}");
        }
    }
    let files = with_games(&three_dated_weeks(), PublishedNames::Full);
    for week in 1..=3 {
        for file in ["games.html", "games.csv", "games.xlsx", "crosstable.html"] {
            assert!(files.contains_key(&format!("week-{week}-{file}")), "{file}");
        }
    }
    let page = parsed(&files, "week-1-games.html");
    let links = all(&page, "nav.views a");
    let links = links.iter().map(|link| (words(link), link.attr("href")));
    assert_eq!(
        links.collect::<Vec<_>>(),
        [
            ("Standings".to_owned(), Some("week-1.html")),
            ("Crosstable".to_owned(), Some("week-1-crosstable.html")),
            ("Games".to_owned(), Some("week-1-games.html")),
        ]
    );
}

#[test]
fn a_week_lists_its_games_the_last_one_first() {
    let files = with_games(&three_dated_weeks(), PublishedNames::Initial);
    let page = parsed(&files, "week-1-games.html");
    assert_eq!(words(&all(&page, ".below")[0]), "July 6–10, 2026 · 5 games");
    let days = all(&page, "caption").iter().map(words).collect::<Vec<_>>();
    assert_eq!(
        days,
        [10, 9, 8, 7, 6].map(|day| format!("July {day}, 2026 1 game"))
    );
    assert_eq!(
        cells(&page, ".games-list"),
        [
            ["5", "Ana R. (5)", "1–0 fun game", "Ola D."],
            ["4", "Ana R. (4)", "½–½", "Bo V."],
            ["3", "Mai X.", "0–1", "Ola D."],
            ["2", "Bo V.", "1–0", "Ana R. (4)"],
            ["1", "Ola D.", "1–0", "Mai X."],
        ]
    );
    let rows = csv_rows(&files, "week-1-games.csv");
    assert_eq!(
        rows[0],
        ["Game", "Day", "White", "Result", "Black", "Counts"]
    );
    assert_eq!(
        rows[1],
        ["1", "2026-07-06", "Ola D.", "1–0", "Mai X.", "yes"]
    );
    assert_eq!(rows[5][5], "no");
}

/// Ola left before the third week, in which a game of hers stands against Mai, and one against Bo, who has left too.
#[test]
fn who_is_not_listed_in_a_week_is_not_named_in_its_games() {
    let mut weeks = three_dated_weeks();
    let third = &mut weeks[2];
    Arc::make_mut(&mut third.players)[2].active = false;
    third.games = Arc::new(vec![
        game(1, 1, 2, GameResult::Draw),
        game(2, 1, 3, GameResult::WhiteWon),
    ]);
    let files = with_games(&weeks, PublishedNames::Full);
    let page = parsed(&files, "week-3-games.html");
    assert_eq!(
        cells(&page, ".games-list"),
        [["1", "not listed", "½–½", "Mai Xiong"]]
    );
    assert_eq!(csv_rows(&files, "week-3-games.csv").len(), 2);
    for file in ["games.html", "games.csv", "crosstable.html"] {
        let name = format!("week-3-{file}");
        let text = text(&files, &name);
        assert!(!text.contains("Ola") && !text.contains("Bo Vang"), "{name}");
    }
    let mai = parsed(&files, "player-2.html");
    assert_eq!(
        cells(&mai, "section[aria-labelledby=games-1]"),
        [["1", "Drew", "Black", "not listed"]]
    );
}

#[test]
fn a_crosstable_says_who_met_whom_in_each_list() {
    let files = with_games(&three_dated_weeks(), PublishedNames::Full);
    let page = parsed(&files, "week-1-crosstable.html");
    assert_eq!(
        words(&all(&page, ".below")[0]),
        "July 6–10, 2026 · Crosstable"
    );
    let titles = all(&page, "caption").iter().map(words).collect::<Vec<_>>();
    assert_eq!(
        titles,
        ["Gold 2 players", "Blue 1 player", "Purple 2 players"]
    );
    // The fun game isn't among them: who met whom says what the standings say.
    assert_eq!(
        cells(&page, "section[aria-labelledby=group-1]"),
        [
            ["1", "Ola de la Cruz", "2 / 2", "", "1 1"],
            ["2", "Mai Xiong", "0 / 2", "0 0", ""],
        ]
    );
    assert_eq!(
        cells(&page, "section[aria-labelledby=group-3]"),
        [
            ["1", "Bo Vang", "1½ / 2", "", "1 ½"],
            ["2", "Ana Ruiz", "½ / 2", "0 ½", ""],
        ]
    );
    let key = words(&all(&page, ".facts")[0]);
    assert_eq!(
        key,
        "1 won, ½ drawn, 0 lost against the player of the column, in order of play. \
         2½ / 5 two and a half points in five games that count."
    );
    let columns = all(&page, "section[aria-labelledby=group-3] abbr");
    let columns = columns.iter().filter_map(|column| column.attr("title"));
    assert_eq!(columns.collect::<Vec<_>>(), ["Bo Vang", "Ana Ruiz"]);
}

/// Ola and Mai are in Gold, Ana Rossi alone is in Blue.
#[test]
fn games_with_players_of_other_lists_have_a_column_where_there_are_any() {
    let mut weeks = three_dated_weeks();
    Arc::make_mut(&mut weeks[0].games).push(game(6, 5, 1, GameResult::Draw));
    let files = with_games(&weeks, PublishedNames::Full);
    let page = parsed(&files, "week-1-crosstable.html");
    let rows = |group: usize| cells(&page, &format!("section[aria-labelledby=group-{group}]"));
    assert_eq!(rows(1)[0][4..], ["1 1", "½ / 1"]);
    assert_eq!(rows(1)[1][4..], ["", "–"]);
    assert_eq!(rows(2)[0][2..], ["½ / 1", "", "½ / 1"]);
    assert_eq!(rows(3)[0].len(), 5, "nobody of this list has any");
    let key = words(&all(&page, ".facts")[0]);
    assert!(
        key.ends_with("Others players who aren’t in the list."),
        "{key}"
    );
}

#[test]
fn games_of_no_day_are_listed_behind_those_of_the_days() {
    let mut weeks = three_dated_weeks();
    Arc::make_mut(&mut weeks[0].games)[1].date = None;
    let files = with_games(&weeks, PublishedNames::Full);
    let titles = |files: &BTreeMap<String, Vec<u8>>| {
        let page = parsed(files, "week-1-games.html");
        let titles = all(&page, "h2").iter().map(words).collect::<Vec<_>>();
        (titles, cells(&page, ".games-list"))
    };
    let (days, games) = titles(&files);
    assert_eq!(days.last().map(String::as_str), Some("Without a day"));
    assert_eq!(games.last().expect("games")[0], "2");
    for game in Arc::make_mut(&mut weeks[0].games) {
        game.date = None;
    }
    let (days, _) = titles(&with_games(&weeks, PublishedNames::Full));
    assert_eq!(days, ["Games"]);
}

#[test]
fn the_pages_of_a_weeks_games_belong_to_that_week_in_the_navigation() {
    let files = with_games(&three_dated_weeks(), PublishedNames::Full);
    for (name, current) in [
        ("week-2.html", "page"),
        ("week-2-games.html", "true"),
        ("week-2-crosstable.html", "true"),
    ] {
        let page = parsed(&files, name);
        let here = all(&page, "nav[aria-label=Weeks] [aria-current]");
        let here = here
            .iter()
            .map(|link| (words(link), link.attr("aria-current")));
        let expected = ("Week 2 Gold camp".to_owned(), Some(current));
        assert_eq!(here.collect::<Vec<_>>(), [expected], "{name}");
    }
}

/// A week in which nothing is listed yet has it, too, as one goes from week to week.
#[test]
fn the_box_to_find_a_player_is_on_each_page_of_the_weeks_or_on_none() {
    let boxes = |files: &BTreeMap<String, Vec<u8>>| {
        let pages = files.keys().filter(|name| ending(name) == "html");
        let pages = pages.filter(|name| !name.starts_with("player"));
        let boxes = pages.map(|name| all(&parsed(files, name), "main[data-box]").len());
        boxes.collect::<std::collections::BTreeSet<_>>()
    };
    let many = with_games(&clubs::club(9), PublishedNames::Full);
    assert_eq!(boxes(&many), [1].into());
    assert_eq!(
        all(&parsed(&many, "player-1.html"), "main[data-box]").len(),
        0
    );
    let few = with_games(&clubs::club(8), PublishedNames::Full);
    assert_eq!(boxes(&few), [0].into());
}

#[test]
fn many_games_of_two_players_are_a_score() {
    let mut weeks = three_dated_weeks();
    let games = (1..=7).map(|id| game(id, 1, 2, GameResult::WhiteWon));
    weeks[0].games = Arc::new(games.chain([game(8, 1, 2, GameResult::Draw)]).collect());
    let files = with_games(&weeks, PublishedNames::Full);
    let page = parsed(&files, "week-1-crosstable.html");
    let rows = cells(&page, "section[aria-labelledby=group-1]");
    assert_eq!(rows[1][2..], ["½ / 8", "½ / 8", ""]);
}

#[test]
fn of_a_long_list_the_games_of_each_stand_in_a_row() {
    let files = with_games(&clubs::club(16), PublishedNames::Number);
    let page = parsed(&files, "week-1-crosstable.html");
    let rows = cells(&page, "section[aria-labelledby=group-1]");
    assert_eq!(rows.len(), 16);
    assert_eq!(rows[1], ["2", "Player 15", "1 / 2", "W3b L1w"]);
    let key = words(&all(&page, ".facts")[0]);
    assert!(
        key.starts_with("W12b won against #12 with the black pieces"),
        "{key}"
    );
    let files = with_games(&clubs::club(15), PublishedNames::Number);
    let page = parsed(&files, "week-1-crosstable.html");
    assert_eq!(cells(&page, ".met")[0].len(), 3 + 15);
}

#[test]
fn of_very_many_games_the_last_ones_are_listed_and_all_are_in_the_spreadsheet() {
    let mut weeks = three_dated_weeks();
    let games = (1..=1500).map(|id| game(id, 1, 2, GameResult::WhiteWon));
    weeks[0].games = Arc::new(games.collect());
    let files = with_games(&weeks, PublishedNames::Full);
    for (name, table, said) in [
        ("week-1-games.html", ".games-list", ".below"),
        (
            "player-1.html",
            "section[aria-labelledby=games-2]",
            "section[aria-labelledby=games-2] caption",
        ),
    ] {
        let page = parsed(&files, name);
        let rows = cells(&page, table);
        assert_eq!((rows.len(), rows[0][0].as_str()), (1000, "1500"), "{name}");
        let caption = words(&all(&page, said)[0]);
        assert!(
            caption.ends_with("The last 1000 of 1500 games"),
            "{caption}"
        );
    }
    assert_eq!(csv_rows(&files, "week-1-games.csv").len(), 1501);
}

#[test]
fn games_tell_nothing_private() {
    let permanent = PERMANENT.to_string();
    for names in PublishedNames::VARIANTS.iter().copied() {
        let mut weeks = three_dated_weeks();
        for week in &mut weeks {
            for game in Arc::make_mut(&mut week.games) {
                game.tournament = "Talk with parents".to_owned().into();
                game.board = Some(987);
            }
        }
        let files = with_games(&weeks, names);
        assert_nowhere(
            &files,
            &[&permanent, "wasps", "555-0117", "Underhill", "Talk", "987"],
        );
        assert_eq!(files, with_games(&weeks, names), "the same bytes again");
        if names != PublishedNames::Full {
            let last_names = ["Cruz", "Xiong", "Vang", "Ruiz", "Rossi", "kesson"];
            assert_nowhere(&files, &last_names);
        }
    }
}
