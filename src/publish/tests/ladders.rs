//! The further ladders of a club, as they are published.

use strum::VariantArray as _;

use super::{
    pages::{all, parsed, rows, words},
    secrets::assert_nowhere,
    sheets::csv_rows,
    *,
};
use crate::domain::{LadderId, LadderSetup, LadderSystem, OtherWeek};

/// A ladder of the weeks' camp, set up so.
fn ladder(id: i64, name: &str, system: LadderSystem, settings: &[(&str, &str)]) -> LadderSetup {
    let settings = settings.iter();
    LadderSetup {
        id: LadderId(id),
        name: name.to_owned(),
        system,
        settings: settings
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    }
}

/// Each week with these ladders and all other weeks, as the camp file gives it.
pub(super) fn with_ladders(weeks: &[CampData], ladders: &[LadderSetup]) -> Vec<CampData> {
    let other = |camp: &CampData| OtherWeek {
        week: camp.week.clone(),
        groups: camp.groups.to_vec(),
        players: camp.players.to_vec(),
        games: camp.games.to_vec(),
    };
    let with = |camp: &CampData| {
        let others = weeks.iter().filter(|other| other.week != camp.week);
        CampData {
            ladders: Arc::new(ladders.to_vec()),
            other_weeks: Arc::new(others.map(other).collect()),
            ..camp.clone()
        }
    };
    weeks.iter().map(with).collect()
}

/// A ladder of each kind over the three weeks, one of them with what is personal.
pub(super) fn weeks_with_ladders() -> Vec<CampData> {
    let two_parts = [("display", "two-parts"), ("shared-ranks", "show-empty")];
    let ladders = [
        ladder(4, "Thursday ladder", LadderSystem::Club, &two_parts),
        ladder(7, "Corral chess", LadderSystem::GameCourier, &[]),
        ladder(
            8,
            "League",
            LadderSystem::RaceCode,
            &[("background", "yes")],
        ),
        ladder(
            9,
            "Summer",
            LadderSystem::Camp,
            &[("weeks", "1"), ("group", "Gold")],
        ),
    ];
    let mut weeks = with_ladders(&three_weeks(), &ladders);
    for camp in &mut weeks {
        for player in Arc::make_mut(&mut camp.players) {
            player.background = "Hmong".to_owned();
        }
    }
    weeks
}

#[test]
fn each_ladder_has_a_page_and_two_spreadsheets_that_every_page_leads_to() {
    let files = published(&weeks_with_ladders(), PublishedNames::Initial);
    let index = parsed(&files, "index.html");
    let links = |page: &scraper::Html, what: &str| {
        let links = all(page, what).into_iter();
        let links = links.filter_map(|link| link.attr("href").map(ToOwned::to_owned));
        links.collect::<Vec<_>>()
    };
    assert_eq!(
        links(&index, "section[aria-labelledby=ladders] a"),
        [4, 7, 8, 9]
            .map(|id| ["html", "xlsx", "csv"].map(|ending| format!("ladder-{id}.{ending}")))
            .concat()
    );
    for name in files.keys().filter(|name| ending(name) == "html") {
        let page = parsed(&files, name);
        assert_eq!(
            links(&page, "nav[aria-label=Ladders] a"),
            [
                "ladder-4.html",
                "ladder-7.html",
                "ladder-8.html",
                "ladder-9.html"
            ],
            "{name}"
        );
        for link in links(&page, "a[href]") {
            assert!(link.starts_with('#') || files.contains_key(&link), "{link}");
        }
    }
    let page = parsed(&files, "ladder-7.html");
    let here = all(&page, "[aria-current=page]");
    assert_eq!(here.iter().map(words).collect::<Vec<_>>(), ["Corral chess"]);
    let without = published(&three_weeks(), PublishedNames::Initial);
    assert!(!text(&without, "index.html").contains("Ladders"));
}

#[test]
fn a_club_ladder_in_two_parts_is_two_tables_with_the_ranks_that_nobody_holds() {
    let players = [(1, "Ola"), (2, "Mai"), (3, "Bo"), (4, "Ana")];
    let players = players.map(|(id, first)| player(id, first, "Lund", Some(3), 1000));
    let mut camp = week(1, players.to_vec());
    // From rank 4 to 2, and from rank 1 to 2.
    camp.games = Arc::new(vec![game(1, 4, 1, GameResult::WhiteWon)]);
    let two_parts = [("display", "two-parts"), ("shared-ranks", "show-empty")];
    let thursday = ladder(4, "Thursday ladder", LadderSystem::Club, &two_parts);
    let files = published(&with_ladders(&[camp], &[thursday]), PublishedNames::Initial);
    let page = parsed(&files, "ladder-4.html");
    assert_eq!(words(&all(&page, "h1")[0]), "Thursday ladder");
    assert_eq!(words(&all(&page, ".below")[0]), "Club ladder");
    let titles = all(&page, "caption").iter().map(words).collect::<Vec<_>>();
    assert_eq!(titles, ["Rankings 4 players", "Statistics 4 players"]);
    assert_eq!(
        rows(&page, "part-1"),
        [
            ["1", "–nobody", "", ""],
            ["=2", "Ana L.", "Gold", "4"],
            ["=2", "Mai L.", "Gold", "2"],
            ["=2", "Ola L.", "Gold", "1"],
            ["3", "Bo L.", "Gold", "3"],
        ]
    );
    assert_eq!(
        rows(&page, "part-2")[1],
        ["=2", "Ana L.", "Gold", "1", "0", "0", "100.0%"]
    );
    let rule = words(&all(&page, "section[aria-labelledby=rule]")[0]);
    assert!(rule.contains("Whoever misses a meeting without an excuse moves down one."));
    let sheet = csv_rows(&files, "ladder-4.csv");
    assert_eq!(
        sheet[..3],
        [
            [
                "Rank", "Name", "Group", "Start", "Won", "Drawn", "Lost", "Percent"
            ],
            ["1", "", "", "", "", "", "", ""],
            ["2", "Ana L.", "Gold", "4", "1", "0", "0", "100"],
        ]
    );
}

#[test]
fn figures_are_cut_on_the_page_and_exact_in_the_spreadsheet() {
    let files = published(&weeks_with_ladders(), PublishedNames::Full);
    let page = parsed(&files, "ladder-7.html");
    let shown = rows(&page, "part-1");
    let exact = csv_rows(&files, "ladder-7.csv");
    let rating = exact[1][3].parse::<f64>().expect("a rating");
    assert!(rating.fract() != 0.0 && exact[1][3].len() > 8, "{rating}");
    assert_eq!(shown[0][3], format!("{:.0}", rating.trunc()));
    let rule = words(&all(&page, "section[aria-labelledby=rule]")[0]);
    assert!(rule.contains("%, of the first pass"), "{rule}");
    let number = format!("<v>{}</v>", exact[1][3]);
    let sheet = &parts(&files["ladder-7.xlsx"])["xl/worksheets/sheet1.xml"];
    assert!(sheet.contains(&number), "{number} in {sheet}");
}

#[test]
fn a_number_that_no_spreadsheet_holds_keeps_all_its_digits() {
    let mut camp = week(
        1,
        vec![
            player(1, "Ola", "Dahl", None, 1000),
            player(2, "Mai", "Xiong", None, 1000),
        ],
    );
    let turns = (1..=300).map(|id| game(id, 1 + id % 2, 2 - id % 2, GameResult::WhiteWon));
    camp.games = Arc::new(turns.collect());
    let league = ladder(1, "League", LadderSystem::RaceCode, &[]);
    let files = published(&with_ladders(&[camp], &[league]), PublishedNames::Full);
    let value = csv_rows(&files, "ladder-1.csv")[1][3].clone();
    assert!(value.len() > 60, "{value}");
    assert!(text(&files, "ladder-1.html").contains(&value));
    let parts = parts(&files["ladder-1.xlsx"]);
    assert!(parts["xl/sharedStrings.xml"].contains(&value), "as a text");
}

#[test]
fn filters_are_told_and_a_ladder_that_cannot_be_computed_says_so() {
    let files = published(&weeks_with_ladders(), PublishedNames::Initial);
    let page = parsed(&files, "ladder-9.html");
    assert_eq!(
        words(&all(&page, ".below")[0]),
        "Camp ladder over several weeks · Games of week 1, group Gold"
    );
    assert_eq!(
        all(&page, "tbody tr").len(),
        1,
        "one of the two is inactive now"
    );

    let lost = ladder(2, "Knights", LadderSystem::Club, &[("group", "Knights")]);
    let files = published(
        &with_ladders(&three_weeks(), &[lost]),
        PublishedNames::Initial,
    );
    let page = parsed(&files, "ladder-2.html");
    assert_eq!(
        words(&all(&page, ".nobody")[0]),
        "There are no standings of this ladder at the moment",
        "why is for the director"
    );
    assert_eq!(csv_rows(&files, "ladder-2.csv").len(), 1);
}

#[test]
fn a_ladder_tells_nothing_personal_and_no_more_of_a_name_than_it_may() {
    let weeks = weeks_with_ladders();
    let permanent = PERMANENT.to_string();
    for names in PublishedNames::VARIANTS.iter().copied() {
        let files = published(&weeks, names);
        assert_nowhere(&files, &[&permanent, "Hmong", "wasps", "555-0117"]);
        for (name, bytes) in &files {
            let is_there = String::from_utf8_lossy(bytes).contains("Ethnic");
            assert!(!is_there, "{name} has a column of backgrounds");
        }
        assert_eq!(files, published(&weeks, names), "the same bytes again");
    }
    let files = published(&weeks, PublishedNames::Initial);
    assert_nowhere(
        &files,
        &["Cruz", "Xiong", "Vang", "Ruiz", "Rossi", "kesson"],
    );
    let numbers = published(&weeks, PublishedNames::Number);
    assert!(text(&numbers, "ladder-7.csv").contains("Camper 2"));
    // Also those whom the one published week doesn't have.
    let first = published(&weeks[..1], PublishedNames::Initial);
    let league = text(&first, "ladder-8.html");
    assert!(
        league.contains("Zoe Å.") && !league.contains("Camper"),
        "{league}"
    );
}
