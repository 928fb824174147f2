//! Whether each print is whole: for few players and many, with the strangest names, on both papers.

use strum::VariantArray as _;

use super::*;

/// Whom a print names.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Naming {
    /// Everybody, and somebody on each page.
    OnEachPage,
    /// Everybody.
    OnSomePages,
    /// Who has earned something, on each page; where nobody has, it says so.
    Winners,
    /// Everybody of a list that isn't too long, on each page; a longer one says that it is.
    UpToSome,
    /// Nobody: names are written on it.
    Nobody,
}

/// What a print shows of a [`camp`], chosen as usual.
struct Expected {
    names: Naming,
    /// What stands on a page that there is nothing else to say on.
    empty: &'static str,
    /// The number of pages for 1, 12, 60 and 500 players, on Letter and A4: counted on the pages when they were looked at, for
    /// the reason that is given with each.
    pages: [&'static [usize]; 2],
}

impl Expected {
    const NO_PLAYERS: &str = "There are no active players yet.";

    const fn new(print: Print) -> Self {
        match print {
            // A page has room for 46 to 51 names, and for the rule of a ladder below the last.
            Print::Standings | Print::Season | Print::ClubLadder | Print::CampLadder => {
                Self::on_each_page([&[1, 1, 2, 11], &[1, 1, 2, 10]])
            }
            // The fewest for names of 20 points: a column has room for 25 of them, and short names stand in two columns or three.
            Print::Wall => Self::on_each_page([&[1, 1, 2, 7], &[1, 1, 2, 8]]),
            // Four at most, in type that is read from an arm’s length where that takes fewer.
            Print::FindYourName => Self::on_each_page([&[1, 1, 3, 4]; 2]),
            // A page has room for 26 to 31 players in rows; four groups of 14 or 15 share two squares to a page.
            Print::Crosstable => Self::on_each_page([&[1, 1, 4, 18], &[1, 1, 4, 16]]),
            Print::Games => Self {
                empty: "No games have been typed in this week yet.",
                ..Self::on_each_page([&[1, 2, 5, 24], &[1, 2, 5, 22]])
            },
            // A page for each of four groups, and for those without one; 58 games take two.
            Print::NextGames => Self::on_each_page([&[1, 4, 5, 9]; 2]),
            // Groups of 15 have a schedule; larger ones say that they have none.
            Print::RoundRobin => Self::naming(Naming::UpToSome, [&[1, 4, 5, 5]; 2]),
            Print::ResultSlips => Self {
                empty: "Signature",
                ..Self::naming(Naming::Nobody, [&[1, 1, 1, 1]; 2])
            },
            // A board for two players, two on a sheet.
            Print::BoardNumbers => Self {
                empty: "1",
                ..Self::naming(Naming::Nobody, [&[1, 3, 15, 125]; 2])
            },
            // A page has room for 28 to 35 lines that are high enough to write in.
            Print::ChallengeBoard => Self::on_each_page([&[1, 1, 3, 17], &[1, 1, 3, 15]]),
            // Long names have less room here.
            Print::RaceCode => Self::on_each_page([&[1, 1, 2, 11]; 2]),
            // Who has no game has no rating.
            Print::GameCourier => Self {
                empty: "There was insufficient data to calculate any ratings.",
                ..Self::on_each_page([&[1, 1, 2, 11]; 2])
            },
            Print::Summary => Self::naming(Naming::Winners, [&[1, 1, 1, 1]; 2]),
            // Four prizes and four groups; hundreds share the prize for most games, and each of them is named.
            Print::Prizes => Self::naming(Naming::Winners, [&[1, 1, 1, 2]; 2]),
            // The winners of the camp and of four groups, and everybody who shares a prize.
            Print::Certificates => Self::naming(Naming::Winners, [&[1, 13, 24, 144]; 2]),
            // One each. A page depends on nobody else's: so many on one paper are enough, and take long enough.
            Print::PlayerWeek => Self::on_each_page([&[1, 12, 60, 500], &[1, 12, 60]]),
            // Many campers are on pages of their own, for the backs of the lines.
            Print::ResultSheets => Self::naming(Naming::OnSomePages, [&[1, 1, 1, 4]; 2]),
            // A page has room for 36 to 40 names.
            Print::Attendance => Self::on_each_page([&[1, 1, 2, 14], &[1, 1, 2, 13]]),
            // A page has room for 27 to 33 names.
            Print::Roster => Self::on_each_page([&[1, 4, 5, 19], &[1, 4, 5, 18]]),
            // Eight on a sheet of one size, whatever the paper of other prints is.
            Print::Badges => Self::on_each_page([&[1, 2, 8, 63]; 2]),
            // 30 labels on a sheet.
            Print::Labels => Self::on_each_page([&[1, 1, 2, 17]; 2]),
            Print::Letter => Self {
                empty: "Dear parents",
                ..Self::naming(Naming::Nobody, [&[1, 1, 1, 1]; 2])
            },
        }
    }

    const fn on_each_page(pages: [&'static [usize]; 2]) -> Self {
        Self::naming(Naming::OnEachPage, pages)
    }

    const fn naming(names: Naming, pages: [&'static [usize]; 2]) -> Self {
        Self {
            names,
            empty: Self::NO_PLAYERS,
            pages,
        }
    }
}

/// A test for each print, as they take their time, and machines can do several things at once.
macro_rules! each_is_whole_for_few_and_many_on_both_papers {
    ($($test:ident: $print:ident,)*) => {
        $(#[test]
        fn $test() {
            assert_whole_for_few_and_many(Print::$print);
        })*

        /// Whoever adds a print adds it here.
        #[test]
        fn every_print_is_among_these() {
            assert_eq!([$(Print::$print),*].len(), Print::ALL.len());
        }
    };
}

each_is_whole_for_few_and_many_on_both_papers! {
    standings: Standings,
    wall: Wall,
    crosstable: Crosstable,
    games: Games,
    badges: Badges,
    labels: Labels,
    result_sheets: ResultSheets,
    attendance: Attendance,
    player_week: PlayerWeek,
    prizes: Prizes,
    certificates: Certificates,
    club_ladder: ClubLadder,
    game_courier: GameCourier,
    race_code: RaceCode,
    camp_ladder: CampLadder,
    next_games: NextGames,
    find_your_name: FindYourName,
    round_robin: RoundRobin,
    roster: Roster,
    result_slips: ResultSlips,
    board_numbers: BoardNumbers,
    summary: Summary,
    season: Season,
    challenge_board: ChallengeBoard,
    letter: Letter,
}

fn assert_whole_for_few_and_many(print: Print) {
    let expected = Expected::new(print);
    let papers = Paper::VARIANTS.iter().copied().zip(expected.pages);
    let counts = papers.map(|(paper, pages)| {
        let counts = [1, 12, 60, 500].into_iter().zip(pages);
        let counts = counts.map(|(players, _)| {
            let camp = camp(players);
            let choices = PrintChoices {
                paper,
                ..print.default_choices()
            };
            let pages = laid(print, &camp, &choices).pages;
            let what = format!("{}, {players} players, {}", print.word(), paper.name());
            assert_whole(print, &camp, &pages, &what);
            pages.count()
        });
        counts.collect::<Vec<_>>()
    });
    let counts = counts.collect::<Vec<_>>();
    assert_eq!(counts, expected.pages, "pages of {}", print.word());
}

/// Everybody is there, no page is blank, and nothing is printed that belongs to nobody's eyes.
fn assert_whole(print: Print, camp: &CampData, pages: &Pages, what: &str) {
    let expected = Expected::new(print);
    if print.is_letterhead() {
        assert_sheets(pages);
    }
    let names = camp.players.iter();
    let names = names.flat_map(|player| [&player.last_name, &player.first_name]);
    let names = names
        .map(|name| run_together(name))
        .filter(|name| !name.is_empty());
    let names = names.collect::<Vec<_>>();
    let is_named = |text: &str| names.iter().any(|name| text.contains(name.as_str()));
    let texts = texts(pages);
    let texts = texts
        .iter()
        .map(|text| run_together(text))
        .collect::<Vec<_>>();
    let empty = run_together(expected.empty);
    let no_games = run_together("no game that counts has been played.");
    for (page, text) in texts.iter().enumerate() {
        assert!(
            match expected.names {
                Naming::OnEachPage => is_named(text) || text.contains(&empty),
                Naming::OnSomePages | Naming::Nobody => true,
                Naming::UpToSome =>
                    is_named(text) || text.contains(&empty) || text.contains("Aroundrobin"),
                Naming::Winners => is_named(text) || text.contains(&no_games),
            },
            "{what}, page {page} is blank: {text}"
        );
        assert!(
            !text.contains("7777") && !text.contains("neverprinted"),
            "{what}, page {page}: {text}"
        );
    }
    let text = texts.concat();
    let names_everybody = matches!(expected.names, Naming::OnEachPage | Naming::OnSomePages);
    if names_everybody && !text.contains(&empty) {
        for name in &names {
            assert!(text.contains(name.as_str()), "{what}: {name}");
        }
    }
}

#[test]
fn an_empty_camp_is_a_page_that_says_so() {
    for print in Print::ALL {
        let expected = Expected::new(print);
        let pages = laid(print, &camp(0), &print.default_choices()).pages;
        if expected.names != Naming::Nobody {
            assert_eq!(pages.count(), 1, "{}", print.word());
        }
        let text = run_together(&texts(&pages).concat());
        let empty = run_together(expected.empty);
        assert!(text.contains(&empty), "{text}");
    }
}
