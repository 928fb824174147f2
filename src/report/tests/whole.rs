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
    /// Who has earned something, on each page.
    Winners,
    /// Everybody of a list that isn't too long, on each page; a longer one says that it is.
    UpToSome,
    /// Nobody: names are written on it.
    Nobody,
}

/// What a print shows of a [`camp`], chosen as usual.
struct Expected {
    names: Naming,
    /// The number of pages for 1, 12, 60 and 500 players, on Letter and A4: counted on the pages when they were looked at, for
    /// the reason that is given with each; 0 where there is nothing to show. One player alone has no games.
    pages: [&'static [usize]; 2],
}

impl Expected {
    const fn new(print: Print) -> Self {
        match print {
            // A page has room for 46 to 51 names, and for the rule of a ladder below the last.
            Print::Standings | Print::ClubLadder | Print::CampLadder => {
                Self::on_each_page([&[1, 1, 2, 11], &[1, 1, 2, 10]])
            }
            Print::Season => Self::on_each_page([&[0, 1, 2, 11], &[0, 1, 2, 10]]),
            // The fewest for names of 20 points: a column has room for 25 of them, and short names stand in two columns or three.
            Print::Wall => Self::on_each_page([&[1, 1, 2, 7], &[1, 1, 2, 8]]),
            // Four at most, in type that is read from an arm’s length where that takes fewer.
            Print::FindYourName => Self::on_each_page([&[1, 1, 3, 4]; 2]),
            // A page has room for 26 to 31 players in rows; four groups of 14 or 15 share two squares to a page.
            Print::Crosstable => Self::on_each_page([&[0, 1, 4, 18], &[0, 1, 4, 16]]),
            Print::Games => Self::on_each_page([&[0, 2, 5, 24], &[0, 2, 5, 22]]),
            // Small groups share a page. 58 games take two; by name, 115 players take three more, and 15 one where their names are long.
            Print::NextGames => Self::on_each_page([&[1, 2, 5, 20]; 2]),
            // Groups of 15 have a schedule; those of one or two beside them say that they have none.
            Print::RoundRobin => Self::naming(Naming::UpToSome, [&[0, 4, 5, 0]; 2]),
            Print::ResultSlips | Print::Letter => Self::naming(Naming::Nobody, [&[1, 1, 1, 1]; 2]),
            // A board for two players, and two boards on a sheet.
            Print::BoardNumbers => Self::naming(Naming::Nobody, [&[1, 3, 15, 125]; 2]),
            // A page has room for 28 to 35 lines that are high enough to write in.
            Print::ChallengeBoard => Self::on_each_page([&[1, 1, 3, 17], &[1, 1, 3, 15]]),
            // Long names have less room here.
            Print::RaceCode => Self::on_each_page([&[1, 1, 2, 11]; 2]),
            // Who has no game has no rating.
            Print::GameCourier => Self::on_each_page([&[0, 1, 2, 11]; 2]),
            // Four prizes and four groups.
            Print::Summary | Print::Prizes => Self::naming(Naming::Winners, [&[0, 1, 1, 1]; 2]),
            // The winners of the camp and of four groups, the most improved, and the upset where everybody has a group; too many share the
            // prize for most games.
            Print::Certificates => Self::naming(Naming::Winners, [&[0, 7, 6, 6]; 2]),
            // One each. A page depends on nobody else's: so many on one paper are enough, and take long enough.
            Print::PlayerWeek => Self::on_each_page([&[1, 12, 60, 500], &[1, 12, 60]]),
            // Many campers are on pages of their own, for the backs of the lines.
            Print::ResultSheets => Self::naming(Naming::OnSomePages, [&[1, 1, 1, 4]; 2]),
            // A page has room for 36 to 44 names.
            Print::Attendance => Self::on_each_page([&[1, 1, 2, 13], &[1, 1, 2, 12]]),
            // A page has room for 27 to 36 names.
            Print::Roster => Self::on_each_page([&[1, 1, 4, 16], &[1, 1, 3, 15]]),
            // Eight on a sheet of one size, whatever the paper of other prints is.
            Print::Badges => Self::on_each_page([&[1, 2, 8, 63]; 2]),
            // 30 labels on a sheet.
            Print::Labels => Self::on_each_page([&[1, 1, 2, 17]; 2]),
        }
    }

    const fn on_each_page(pages: [&'static [usize]; 2]) -> Self {
        Self::naming(Naming::OnEachPage, pages)
    }

    const fn naming(names: Naming, pages: [&'static [usize]; 2]) -> Self {
        Self { names, pages }
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
            let what = format!("{}, {players} players, {}", print.word(), paper.name());
            match lay_out(print, &camp, &choices, TODAY, &OwnTemplates::default()) {
                Ok(LaidOut { pages, .. }) => {
                    assert_whole(print, &camp, &pages, &what);
                    pages.count()
                }
                Err(ReportError::NothingToShow(_)) => 0,
                Err(error) => panic!("{what}: {error}"),
            }
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
    for (page, text) in texts.iter().enumerate() {
        assert!(
            match expected.names {
                Naming::OnEachPage | Naming::Winners => is_named(text),
                Naming::OnSomePages | Naming::Nobody => true,
                Naming::UpToSome => is_named(text) || text.contains("Aroundrobin"),
            },
            "{what}, page {page} is blank: {text}"
        );
        assert!(
            !text.contains("7777") && !text.contains("neverprinted"),
            "{what}, page {page}: {text}"
        );
    }
    let text = texts.concat();
    if matches!(expected.names, Naming::OnEachPage | Naming::OnSomePages) {
        for name in &names {
            assert!(text.contains(name.as_str()), "{what}: {name}");
        }
    }
}

#[test]
fn what_would_show_nothing_is_refused_with_the_reason() {
    for print in Print::ALL {
        let choices = print.default_choices();
        // These are filled in by hand, or say the same to everybody.
        let names_nobody = Expected::new(print).names == Naming::Nobody;
        if names_nobody || print == Print::ResultSheets {
            laid(print, &camp(0), &choices);
            continue;
        }
        let reason = refused(print, &camp(0), &choices);
        let reasons = [
            "There are no active players yet. Add players first",
            "No games have been typed in this week yet. Type games first",
            "No game that counts has been typed in this week yet. Type games first",
            "No games passed through the filters, so there is no data for calculating any ratings",
        ];
        assert!(
            reasons.contains(&reason.as_str()),
            "{}: {reason}",
            print.word()
        );
    }
    let mut camp = plain_camp(12);
    for player in Arc::make_mut(&mut camp.players) {
        player.active = player.group != Some(GroupId(4));
    }
    let choices = PrintChoices {
        scope: PrintScope::Group("Gold".to_owned()),
        ..PrintChoices::default()
    };
    for print in [
        Print::Standings,
        Print::Wall,
        Print::Roster,
        Print::Badges,
        Print::PlayerWeek,
    ] {
        assert_eq!(
            refused(print, &camp, &choices),
            "There are no active players in the group “Gold”. Choose another one",
            "{}",
            print.word()
        );
    }
}
