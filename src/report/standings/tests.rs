//! Whole sheets, as they leave the printer. Laying out is slow without optimisation: each test asks one sheet many
//! questions.

use super::*;
use crate::{
    domain::PlayerId,
    report::{
        OwnTemplates, Pages, Paper, Print, PrintScope, file_name, rated,
        tests::{
            self, CAMP, TODAY, assert_within_margins, camp, laid, plain_camp, run_together, texts,
            with_week_before,
        },
        typeset,
    },
};

fn row(place: usize, last: &str, first: &str) -> StandingsRow {
    let rating = 1500 - i32::try_from(place).expect("few players") * 3;
    let change = [31, -12, 0][place % 3];
    StandingsRow {
        rank: place + 1,
        id: PlayerId(1),
        last_name: last.to_owned(),
        first_name: first.to_owned(),
        group: ["Gold", "Red"][place % 2].to_owned(),
        rating,
        start: rating - change,
        change,
        won: 3,
        drawn: 1,
        lost: 0,
        games: 4,
        active: true,
        moved: None,
        shares_name: false,
        shares_rank: false,
    }
}

fn rows(players: usize) -> Vec<StandingsRow> {
    (0..players)
        .map(|place| row(place, &format!("Last{place}"), "Mai"))
        .collect()
}

fn week(sections: Vec<(Option<&str>, Vec<StandingsRow>)>) -> Standings {
    Standings {
        camp: CAMP.to_owned(),
        week: "Week 3: Gold camp".to_owned(),
        week_number: 3,
        system: System::Weekly,
        sections: sections
            .into_iter()
            .map(|(group, rows)| Section {
                group: group.map(ToOwned::to_owned),
                rows,
            })
            .collect(),
    }
}

fn choices(paper: Paper) -> PrintChoices {
    PrintChoices {
        paper,
        ..PrintChoices::default()
    }
}

/// Lays out standings that no camp needs to have.
fn print(standings: &Standings, choices: &PrintChoices) -> Pages {
    let lists = WeeklyStandings::new(&camp(0), standings, choices);
    let filled = Filled::new("standings".to_owned(), &lists).expect("data");
    let head = filled.head(KIND.title, &camp(0));
    let own = OwnTemplates::default();
    let laid = typeset(
        KIND.template,
        head,
        filled,
        &camp(0),
        choices.paper,
        TODAY,
        &own,
    );
    laid.expect("the template is right").pages
}

/// Every page is a sheet with the columns headed and somebody listed.
fn assert_sheets(pages: &Pages) {
    tests::assert_sheets(pages);
    for text in texts(pages) {
        for words in ["Rank\tName\t", "Games\n", "Mai"] {
            assert!(text.contains(words), "no {words:?}:\n{text}");
        }
    }
}

fn assert_names(pages: &Pages, rows: &[StandingsRow]) {
    let text = run_together(&texts(pages).concat());
    for row in rows {
        let line = format!("{}{}", row.rank, row.listed_name());
        assert!(text.contains(&run_together(&line)), "{line}");
    }
}

#[test]
fn one_player_is_one_page() {
    let pages = print(&week(vec![(None, rows(1))]), &choices(Paper::Letter));
    assert_eq!(pages.count(), 1);
    assert_sheets(&pages);
    let text = pages.text(0).expect("a page");
    assert!(
        text.contains("Whole camp\t1 player\n")
            && text.contains("1\tLast0, Mai\tGold\t1500\t+31\t3–1–0\t4\n"),
        "{text}"
    );
    assert_eq!(
        pages.title(),
        "School Chess Camp – Week 3: Gold camp – standings"
    );
    assert_eq!(
        file_name(pages.title()),
        "School Chess Camp – Week 3 - Gold camp – standings.pdf"
    );
    assert_eq!(
        (pages.size(1), pages.text(1), pages.picture(1, 1.0)),
        (None, None, None)
    );
}

#[test]
fn the_picture_is_the_page() {
    let pages = print(&week(vec![(None, rows(12))]), &choices(Paper::A4));
    assert_eq!(pages.count(), 1);
    let size = pages.size(0).expect("a page");
    // 210 × 297 mm.
    assert!((size.width - 595.276).abs() < 0.001 && (size.height - 841.89).abs() < 0.001);
    let picture = pages.picture(0, 1.5).expect("a page");
    assert_eq!((picture.width, picture.height), (893, 1263));
    assert_eq!(picture.rgba.len(), 893 * 1263 * 4);
    let pixels = picture.rgba.chunks_exact(4).collect::<Vec<_>>();
    assert!(pixels.iter().all(|pixel| pixel[3] == 255), "opaque");
    assert!(
        pixels
            .iter()
            .all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]),
        "black and white"
    );
    let dark = pixels.iter().filter(|pixel| pixel[0] < 128).count();
    assert!((5_000..100_000).contains(&dark), "{dark} dark pixels");
    let tiny = pages.picture(0, 0.0).expect("a page");
    assert_eq!((tiny.width, tiny.height), (37, 53), "never without pixels");
}

#[test]
fn the_strangest_names_are_printed_whole() {
    let mut rows = rows(60);
    let names = [
        ("W".repeat(80), "M".repeat(80)),
        ("Nguyễn Đặng".to_owned(), "Quỳnh Như".to_owned()),
        ("Xyooj".to_owned(), "Nkauj Hli".to_owned()),
        ("O’Neill-D'Arcy".to_owned(), "Zoë".to_owned()),
        (
            "Featherstonehaugh-Cholmondeley-Marjoribanks-Beauchamp".to_owned(),
            "Ann".to_owned(),
        ),
        (
            r#"#*_$@<>[]{}\ "a" `b` -- ... ~ // = /**/"#.to_owned(),
            "#emph[x]".to_owned(),
        ),
        ("Smile 🙂".to_owned(), String::new()),
    ];
    for (row, (last, first)) in rows.iter_mut().zip(names) {
        (row.last_name, row.first_name) = (last, first);
    }
    rows[8].active = false;
    rows[9].rank = 9;
    rows[12].group = "W".repeat(80);
    (rows[10].rating, rows[10].change) = (-7, -1507);
    let pages = print(&week(vec![(None, rows.clone())]), &choices(Paper::Letter));

    assert_eq!(pages.count(), 2);
    assert_eq!(
        pages.size(1),
        Some(crate::report::PageSize {
            width: 612.0,
            height: 792.0
        })
    );
    assert_sheets(&pages);
    assert_names(&pages, &rows);
    let texts = texts(&pages);
    assert!(
        texts[0].contains("9\tLast8, Mai (inactive)\t"),
        "{}",
        texts[0]
    );
    assert!(texts[0].contains("9\tLast9, Mai\t"), "a shared rank");
    assert!(
        texts[0].contains("11\tLast10, Mai\tGold\t−7\t−1507\t"),
        "real minus signs"
    );
    assert!(
        texts[0].contains("12\tLast11, Mai\tRed\t1467\t–\t"),
        "no change"
    );
    assert!(texts[1].contains("Whole camp (continued)"));
    let missing = pages.missing_letters();
    assert_eq!(missing.len(), 1);
    assert_eq!(
        (missing[0].text.as_str(), missing[0].letters.as_slice()),
        ("Smile 🙂", ['🙂'].as_slice())
    );
    assert_within_margins(&pages, 0, 50);
}

#[test]
fn five_hundred_players_fill_their_pages() {
    let rows = rows(500);
    let pages = print(&week(vec![(None, rows.clone())]), &choices(Paper::A4));
    assert_eq!(pages.count(), 10);
    assert_sheets(&pages);
    assert_names(&pages, &rows);
}

#[test]
fn a_list_takes_the_fewest_pages_and_leaves_none_blank() {
    // 47 short names are the most that a Letter page takes: 43 at the pitch of a list of several pages, in rows a twelfth lower.
    for (players, expected) in [(47, 1), (48, 2)] {
        let pages = print(
            &week(vec![(Some("Gold"), rows(players))]),
            &choices(Paper::Letter),
        );
        assert_eq!(pages.count(), expected, "{players} players");
        let last = texts(&pages).pop().expect("a page");
        assert!(last.matches("Mai").count() > 5, "a page for a few: {last}");
        assert_sheets(&pages);
    }
}

#[test]
fn each_group_has_a_page_or_the_groups_share_pages() {
    let standings = week(vec![
        (Some("Gold"), rows(12)),
        (Some("Red"), rows(30)),
        (Some("Blue"), rows(3)),
    ]);
    let new_pages = PrintChoices {
        new_pages: true,
        ..choices(Paper::Letter)
    };
    let apart = print(&standings, &new_pages);
    assert_eq!(apart.count(), 3);
    assert_sheets(&apart);
    for (text, heading) in
        texts(&apart)
            .iter()
            .zip(["Gold\t12 players", "Red\t30 players", "Blue\t3 players"])
    {
        assert!(text.contains(heading) && !text.contains("Group"), "{text}");
    }

    let together = print(&standings, &choices(Paper::Letter));
    assert_eq!(together.count(), 2);
    assert_sheets(&together);
    let texts = texts(&together);
    // Red fits on a page, so it is on one; and no list begins at the foot of a page without its players.
    assert!(
        texts[0].contains("Gold\t12") && !texts[0].contains("Red\t30"),
        "{}",
        texts[0]
    );
    assert!(
        texts[1].contains("Red\t30") && texts[1].contains("Blue\t3"),
        "{}",
        texts[1]
    );
    assert!(!texts[1].contains("continued"));
}

#[test]
fn the_same_standings_make_the_same_file() {
    let standings = week(vec![(None, rows(2))]);
    let pdf = || {
        print(&standings, &choices(Paper::Letter))
            .pdf()
            .expect("a PDF")
    };
    assert_eq!(pdf(), pdf());
}

#[test]
fn two_children_of_one_name_are_told_apart() {
    let twin = |id| StandingsRow {
        id: PlayerId(id),
        shares_name: true,
        ..row(0, "Chang", "Beatriz")
    };
    let standings = week(vec![(None, vec![twin(11), twin(35)])]);
    let data = WeeklyStandings::new(&camp(0), &standings, &choices(Paper::A4));
    let names = data.lists[0].rows.iter().map(|row| row.name.as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["Chang, Beatriz (11)", "Chang, Beatriz (35)"]
    );
}

#[test]
fn places_stand_beside_those_of_the_week_before() {
    let camp = with_week_before(camp(9));
    let moved = laid(Print::Standings, &camp, &choices(Paper::Letter)).pages;
    let text = moved.text(0).expect("a page");
    for words in [
        "Rank\tMoved\tName\t",
        "9 players, moved since Week 2",
        "1\t7\tÞórðardóttir",
        "7\t5\tLast6, Mai",
        "9\tnew\tChang, Beatriz (9)",
    ] {
        assert!(text.contains(words), "no {words:?}:\n{text}");
    }
    let usual = PrintChoices {
        arrows: false,
        ..choices(Paper::Letter)
    };
    let still = laid(Print::Standings, &camp, &usual).pages;
    let text = still.text(0).expect("a page");
    assert!(!text.contains("Moved") && !text.contains("since"), "{text}");
}

#[test]
fn ratings_can_be_left_out() {
    let choices = PrintChoices {
        ratings: false,
        ..choices(Paper::Letter)
    };
    let text = laid(Print::Standings, &camp(9), &choices).pages.text(0);
    let text = text.expect("a page");
    assert!(
        text.contains("Rank\tName\tGroup\tWon–drawn–lost\tGames"),
        "{text}"
    );
    assert!(!text.contains("1399"), "{text}");
}

#[test]
fn the_first_of_each_list_are_those_of_the_first_ranks() {
    let mut rows = rows(6);
    (rows[2].rank, rows[2].rating) = (2, rows[1].rating);
    let choices = PrintChoices {
        top: std::num::NonZeroUsize::new(2),
        ..choices(Paper::Letter)
    };
    let pages = print(&week(vec![(Some("Gold"), rows)]), &choices);
    let text = pages.text(0).expect("a page");
    assert!(text.contains("the first 3 of 6 players"), "{text}");
    assert!(
        text.contains("2\tLast1, Mai") && text.contains("2\tLast2, Mai"),
        "{text}"
    );
    assert!(!text.contains("Last3"), "{text}");
}

#[test]
fn sheets_with_ratings_that_are_older_than_the_games_say_so() {
    let words = "Ratings older than the games: recalculate";
    let says = |print: Print, camp: &CampData| {
        let pages = laid(print, camp, &print.default_choices()).pages;
        run_together(&texts(&pages).concat()).contains(&run_together(words))
    };
    let mut camp = rated::tests::recalculated(&camp(12));
    assert!(!says(Print::Standings, &camp));
    let mut players = camp.players.to_vec();
    players[3].ratings.weekly += 1;
    camp.players = players.into();
    assert!(says(Print::Standings, &camp));
    assert!(!says(Print::Games, &camp), "it shows no ratings");
    std::sync::Arc::make_mut(&mut camp.players)[0].group = None;
    assert!(says(Print::Standings, &camp), "it can’t be recalculated");
}

#[test]
fn few_rows_are_set_larger_where_that_takes_no_page_more() {
    let size = |players, scope: &PrintScope, new_pages| {
        let choices = PrintChoices {
            scope: scope.clone(),
            new_pages,
            ..Print::Standings.default_choices()
        };
        let pages = laid(Print::Standings, &plain_camp(players), &choices).pages;
        assert_sheets(&pages);
        for page in 0..pages.count() {
            assert_within_margins(&pages, page, 50);
        }
        let sizes = pages.type_sizes(0);
        let name = sizes.iter().find(|(text, _)| text.starts_with("Last"));
        (name.expect("a name").1, pages.count())
    };
    for (players, scope, new_pages, pages) in [
        (12, PrintScope::Camp, false, 1),
        (12, PrintScope::ByGroup, false, 1),
        (60, PrintScope::ByGroup, true, 5),
    ] {
        let (size, count) = size(players, &scope, new_pages);
        assert!(size > 12.0, "{players}: {size}");
        assert_eq!(count, pages, "{players}");
    }
    let (usual, _) = size(500, &PrintScope::Camp, false);
    assert!((usual - 10.5).abs() < 0.01, "{usual}");
}
