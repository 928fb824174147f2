//! Clubs without groups, whose players are no campers.

use strum::VariantArray as _;

use super::{
    pages::{all, parsed, rows, words},
    sheets::csv_rows,
    *,
};

/// Two weeks of so many players, who play one after the other.
pub(super) fn club(players: i64) -> Vec<CampData> {
    let everybody = (1..=players).map(|id| {
        let first = format!("Ola {id}");
        player(
            id,
            &first,
            "Lund",
            None,
            i32::try_from(id).expect("a rating"),
        )
    });
    let mut first = week(1, everybody.collect());
    first.groups = Arc::default();
    let games = (1..players).map(|id| game(id, id, id + 1, GameResult::BlackWon));
    first.games = Arc::new(games.collect());
    let mut second = after(&first, first.players.to_vec());
    second.games = Arc::clone(&first.games);
    vec![first, second]
}

/// All words of a page, those that are only heard too.
fn said(page: &scraper::Html) -> String {
    let mut said = all(page, "title, body > :not(script)")
        .iter()
        .map(words)
        .collect::<Vec<_>>();
    for element in all(page, "body *") {
        let heard = ["title", "aria-label", "alt"].map(|name| element.attr(name));
        said.extend(heard.into_iter().flatten().map(ToOwned::to_owned));
    }
    said.join(" ")
}

#[test]
fn nobody_of_a_club_is_called_a_camper() {
    for names in PublishedNames::VARIANTS.iter().copied() {
        let files = with_games(&club(3), names);
        for name in files.keys().filter(|name| ending(name) != "xlsx") {
            let said = if ending(name) == "csv" {
                text(&files, name)
            } else {
                said(&parsed(&files, name))
            };
            // The club of these tests has another name on its pages.
            let said = said.replace("School Chess Camp", "").to_lowercase();
            for word in ["camp", "group"] {
                assert!(!said.contains(word), "{word} in {name}: {said}");
            }
        }
    }
}

#[test]
fn a_club_has_one_list_of_everybody_and_no_column_of_groups() {
    let files = published(&club(3), PublishedNames::Number);
    let page = parsed(&files, "week-2.html");
    let titles = all(&page, "caption").iter().map(words).collect::<Vec<_>>();
    assert_eq!(titles, ["All players 3 players"]);
    assert_eq!(
        rows(&page, "group-1")[0],
        ["1", "same place", "Player 3", "3", "+3", "1–0–0", "1"]
    );
    let season = parsed(&files, "season.html");
    assert_eq!(
        rows(&season, "season")[2],
        ["Player 3", "3 rank 1st", "3 rank 1st same place"]
    );
    assert_eq!(
        csv_rows(&files, "week-1.csv")[0][..3],
        ["Rank", "Name", "Rating"]
    );
    assert_eq!(
        csv_rows(&files, "season.csv")[0][..2],
        ["Name", "Week 1 rank"]
    );
    let player = parsed(&files, "player-3.html");
    assert_eq!(
        words(&all(&player, ".below")[0]),
        "1st of 3 · rating 3, +3 this week"
    );
}
