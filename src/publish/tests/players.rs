//! The page of each player.

use std::ops::ControlFlow;

use super::{
    games::cells,
    pages::{all, parsed, words},
    *,
};
use crate::rating::camp_ladder::{Ladder, recalculate};

#[test]
fn a_player_has_a_page_with_every_week_the_newest_first() {
    let files = with_games(&three_dated_weeks(), PublishedNames::Initial);
    let page = parsed(&files, "player-3.html");
    assert_eq!(words(&all(&page, "h1")[0]), "Bo V.");
    assert_eq!(
        words(&all(&page, ".below")[0]),
        "1st of 2 in Blue · 2nd of 5 in the camp · rating 1200, 0 in week 3"
    );
    assert_eq!(
        cells(&page, "section[aria-labelledby=weeks]"),
        [
            [
                "Week 3 July 20, 2026",
                "1200",
                "0",
                "0–0–0",
                "1st of 2 in Blue 2nd of 5 in the camp"
            ],
            [
                "Week 2: Gold camp July 13, 2026",
                "1200",
                "0",
                "0–0–0",
                "1st of 2 in Blue 3rd of 6 in the camp"
            ],
            [
                "Week 1 July 6–10, 2026",
                "1031",
                "+31",
                "1–1–0",
                "1st of 2 in Purple 4th of 5 in the camp"
            ],
        ]
    );
    assert_eq!(
        cells(&page, "section[aria-labelledby=games-3]"),
        [
            ["4", "Drew", "Black", "Ana R. (4)", "July 9"],
            ["2", "Won", "White", "Ana R. (4)", "July 7"],
        ]
    );
    let opponent = all(&page, "section[aria-labelledby=games-3] td a")[0];
    assert_eq!(opponent.attr("href"), Some("player-4.html"));
}

/// Nobody has played in the third week, which the first page doesn't show yet either.
#[test]
fn a_page_leads_with_the_last_week_in_which_games_were_played() {
    let mut weeks = three_dated_weeks();
    weeks[2].games = Arc::default();
    let files = with_games(&weeks, PublishedNames::Initial);
    let bo = parsed(&files, "player-3.html");
    assert_eq!(
        words(&all(&bo, ".below")[0]),
        "1st of 2 in Blue · 3rd of 6 in the camp · rating 1200, 0 in week 2"
    );
    let rows = cells(&bo, "section[aria-labelledby=weeks]");
    assert_eq!(rows[0][1..], ["1200", "0", "0–0–0", "–"]);
    // Whoever came in the third week has no place yet.
    Arc::make_mut(&mut weeks[2].players).push(player(7, "Kia", "Yang", Some(1), 1000));
    let files = with_games(&weeks, PublishedNames::Initial);
    let kia = parsed(&files, "player-7.html");
    assert_eq!(
        words(&all(&kia, ".below")[0]),
        "Purple · rating 1000 at the start of week 3"
    );
}

/// Sixteen for a win over an equal; the fun game gives nothing.
#[test]
fn each_game_says_what_it_was_worth_where_the_ratings_are_those_of_the_games() {
    let mut weeks = three_dated_weeks();
    let Ok(done) = recalculate(&Ladder::new(&weeks[0]), |_, _| ControlFlow::Continue(())) else {
        panic!("a week that can be played");
    };
    weeks[0] = weeks[0].clone().with_ratings(&done.saved);
    let files = with_games(&weeks[..1], PublishedNames::Initial);
    let page = parsed(&files, "player-1.html");
    let titles = all(&page, "section[aria-labelledby=games-1] thead th");
    let titles = titles.iter().map(words).collect::<Vec<_>>();
    assert_eq!(
        titles,
        [
            "Game",
            "Result",
            "Color",
            "Opponent",
            "Rating change",
            "Day"
        ]
    );
    let games = cells(&page, "section[aria-labelledby=games-1]");
    let changes = games.iter().map(|game| game[4].as_str());
    assert_eq!(changes.collect::<Vec<_>>(), ["", "+15", "+16"]);
    let mai = parsed(&files, "player-2.html");
    let games = cells(&mai, "section[aria-labelledby=games-1]");
    assert_eq!(games[0][4], "−15", "what one gains the other one gives");
    let week = cells(&mai, "section[aria-labelledby=weeks]");
    assert_eq!(week[0][2], "−31");

    Arc::make_mut(&mut weeks[0].players)[0].ratings.weekly += 1;
    let files = with_games(&weeks[..1], PublishedNames::Initial);
    let page = parsed(&files, "player-1.html");
    let titles = all(&page, "section[aria-labelledby=games-1] thead th");
    assert!(!titles.iter().any(|title| words(title) == "Rating change"));
}

#[test]
fn every_name_in_a_list_leads_to_the_players_page() {
    let files = with_games(&three_dated_weeks(), PublishedNames::Number);
    for name in [
        "index.html",
        "week-2.html",
        "season.html",
        "week-2-crosstable.html",
    ] {
        let page = parsed(&files, name);
        let names = all(&page, "tbody th.name");
        assert!(!names.is_empty(), "{name}");
        let links = all(&page, "tbody th.name a");
        assert_eq!(links.len(), names.len(), "{name}");
        for link in links {
            let number = words(&link).replace("Camper ", "");
            let expected = format!("player-{number}.html");
            assert_eq!(link.attr("href"), Some(expected.as_str()));
        }
    }
}

/// Ola is inactive from the third week on, and Bo in all weeks.
#[test]
fn only_who_is_listed_in_a_week_has_a_page() {
    let mut weeks = three_dated_weeks();
    for week in &mut weeks {
        Arc::make_mut(&mut week.players)[2].active = false;
    }
    let files = with_games(&weeks, PublishedNames::Full);
    assert!(!files.contains_key("player-3.html"));
    for (name, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        assert!(
            !text.contains("Bo Vang") && !text.contains("player-3"),
            "{name}"
        );
    }
    let ola = parsed(&files, "player-1.html");
    let weeks = cells(&ola, "section[aria-labelledby=weeks]");
    assert_eq!(weeks.len(), 2);
}

#[test]
fn the_ratings_of_a_season_are_a_picture_and_a_sentence() {
    let files = published(&three_dated_weeks(), PublishedNames::Initial);
    let page = parsed(&files, "player-3.html");
    let picture = all(&page, "figure svg[role=img]")[0];
    assert_eq!(
        picture.attr("aria-label"),
        Some("Week 1: 1031, Week 2: 1200, Week 3: 1200")
    );
    let line = all(&page, "figure polyline")[0];
    assert_eq!(
        line.attr("points"),
        Some("26.0,112.0 210.0,28.0 394.0,28.0")
    );
    let said = all(&page, "figure text")
        .iter()
        .map(words)
        .collect::<Vec<_>>();
    assert_eq!(said, ["1031", "Week 1", "1200", "Week 2", "1200", "Week 3"]);
    let one = published(&three_dated_weeks()[..1], PublishedNames::Initial);
    let page = parsed(&one, "player-3.html");
    assert_eq!(all(&page, "figure").len(), 0, "a point is no line");
}

#[test]
fn the_season_shows_how_those_got_there_who_lead() {
    let mut weeks = three_dated_weeks();
    // Zoe came in the second week; Ana Rossi wasn't there then.
    Arc::make_mut(&mut weeks[1].players)[4].active = false;
    let files = published(&weeks, PublishedNames::Initial);
    let page = parsed(&files, "season.html");
    let picture = all(&page, "figure svg[role=img]")[0];
    assert_eq!(
        picture.attr("aria-label"),
        Some(
            "Mai X.: 2nd, 1st, 1st; Ana R. (5): 3rd, not there, 2nd; Bo V.: 4th, 3rd, 2nd; Ana R. (4): 5th, 4th, 4th; Zoe Å.: not there, 4th, 4th"
        )
    );
    assert_eq!(
        words(&all(&page, "figcaption")[0]),
        "The first 5 after week 3, and how they got there"
    );
    // Of who wasn't there between two weeks the line ends.
    assert_eq!(all(&page, "figure polyline").len(), 4);
    assert_eq!(all(&page, "figure circle").len(), 3 + 2 + 3 + 3 + 2);
    let names = all(&page, "figure .who");
    let names = names.iter().map(words);
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["Mai X.", "Ana R. (5)", "Bo V.", "Ana R. (4)", "Zoe Å."]
    );
}

#[test]
fn each_page_says_the_days_of_the_games() {
    let mut weeks = three_dated_weeks();
    weeks[2].week.set_days = [Some(date(2026, 7, 20)), Some(date(2026, 7, 24))];
    let files = published(&weeks, PublishedNames::Initial);
    let below = |name: &str| words(&all(&parsed(&files, name), ".below")[0]);
    assert_eq!(below("week-1.html"), "July 6–10, 2026 · Final standings");
    assert_eq!(
        below("week-3.html"),
        "July 20–24, 2026 · Standings so far, games through July 20, 2026"
    );
    assert_eq!(
        below("index.html"),
        "Week 3 · July 20–24, 2026 · Standings so far, games through July 20, 2026"
    );
    assert_eq!(
        below("season.html"),
        "July 6–24, 2026 · 3 weeks side by side"
    );
    for name in files.keys().filter(|name| ending(name) == "html") {
        let footer = words(&all(&parsed(&files, name), "footer")[0]);
        assert!(
            footer.ends_with("published November 20, 2026, with games through July 20, 2026"),
            "{name}: {footer}"
        );
        let text = text(&files, name);
        assert!(!text.contains("/2026"), "{name}");
    }
}

#[test]
fn weeks_are_called_by_their_labels_in_the_navigation() {
    let files = published(&three_weeks(), PublishedNames::Initial);
    for name in files.keys().filter(|name| ending(name) == "html") {
        let page = parsed(&files, name);
        let links = all(&page, "nav[aria-label=Weeks] a");
        assert_eq!(
            links.iter().map(words).collect::<Vec<_>>(),
            ["Latest", "Week 1", "Week 2 Gold camp", "Week 3", "Season"],
            "{name}"
        );
    }
}
