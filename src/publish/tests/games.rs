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
    assert_eq!(words(&all(&page, ".below")[0]), "July 6–10, 2026 · Games");
    assert_eq!(words(&all(&page, "caption")[0]), "Games 5 games");
    assert_eq!(
        cells(&page, ".games-list"),
        [
            ["5", "Ana R. (5)", "1–0 fun game", "Ola D.", "July 10, 2026"],
            ["4", "Ana R. (4)", "½–½", "Bo V.", "July 9, 2026"],
            ["3", "Mai X.", "0–1", "Ola D.", "July 8, 2026"],
            ["2", "Bo V.", "1–0", "Ana R. (4)", "July 7, 2026"],
            ["1", "Ola D.", "1–0", "Mai X.", "July 6, 2026"],
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
            ["1", "Ola de la Cruz", "2 / 2", "", "1 1", "–"],
            ["2", "Mai Xiong", "0 / 2", "0 0", "", "–"],
        ]
    );
    assert_eq!(
        cells(&page, "section[aria-labelledby=group-3]"),
        [
            ["1", "Bo Vang", "1½ / 2", "", "1 ½", "–"],
            ["2", "Ana Ruiz", "½ / 2", "0 ½", "", "–"],
        ]
    );
    let columns = all(&page, "section[aria-labelledby=group-3] abbr");
    let columns = columns.iter().filter_map(|column| column.attr("title"));
    assert_eq!(columns.collect::<Vec<_>>(), ["Bo Vang", "Ana Ruiz"]);
}

#[test]
fn many_games_of_two_players_are_a_score() {
    let mut weeks = three_dated_weeks();
    let games = (1..=7).map(|id| game(id, 1, 2, GameResult::WhiteWon));
    weeks[0].games = Arc::new(games.chain([game(8, 1, 2, GameResult::Draw)]).collect());
    let files = with_games(&weeks, PublishedNames::Full);
    let page = parsed(&files, "week-1-crosstable.html");
    let rows = cells(&page, "section[aria-labelledby=group-1]");
    assert_eq!(rows[1][2..], ["½ / 8", "½ / 8", "", "–"]);
}

#[test]
fn of_a_long_list_the_games_of_each_stand_in_a_row() {
    let files = with_games(&clubs::club(41), PublishedNames::Number);
    let page = parsed(&files, "week-1-crosstable.html");
    let rows = cells(&page, "section[aria-labelledby=group-1]");
    assert_eq!(rows.len(), 41);
    assert_eq!(rows[1], ["2", "Player 40", "1 / 2", "L1 W3", "–"]);
    let files = with_games(&clubs::club(40), PublishedNames::Number);
    let page = parsed(&files, "week-1-crosstable.html");
    assert_eq!(cells(&page, ".met")[0].len(), 2 + 40 + 2);
}

#[test]
fn of_very_many_games_the_last_ones_are_listed_and_all_are_in_the_spreadsheet() {
    let mut weeks = three_dated_weeks();
    let games = (1..=1500).map(|id| game(id, 1, 2, GameResult::WhiteWon));
    weeks[0].games = Arc::new(games.collect());
    let files = with_games(&weeks, PublishedNames::Full);
    for (name, table) in [
        ("week-1-games.html", ".games-list"),
        ("player-1.html", "section[aria-labelledby=games-2]"),
    ] {
        let page = parsed(&files, name);
        let rows = cells(&page, table);
        assert_eq!((rows.len(), rows[0][0].as_str()), (1000, "1500"), "{name}");
        let caption = words(&all(&page, &format!("{table} caption"))[0]);
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
                game.tournament = "Talk with parents".to_owned();
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
