use std::sync::Arc;

use jiff::civil::date;
use strum::VariantArray as _;

use super::*;
use crate::{
    domain::{Game, GameId, GameResult, LadderId, OtherWeek, WeekId},
    report::{
        LaidOut, OwnTemplates, Pages, Paper, Personal, PrintScope, lay_out,
        tests::{
            TODAY, assert_sheets, assert_within_margins, camp, laid, plain_camp, refused,
            run_together, texts,
        },
    },
};

/// The camp with a further ladder, set up so.
fn with_ladder(
    mut camp: CampData,
    name: &str,
    system: LadderSystem,
    settings: &[(&str, &str)],
) -> CampData {
    let id = i64::try_from(camp.ladders.len() + 1).expect("few");
    let settings = settings.iter();
    Arc::make_mut(&mut camp.ladders).push(LadderSetup {
        id: LadderId(id),
        name: name.to_owned(),
        system,
        settings: settings
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    });
    camp
}

/// The camp with these games and no others.
fn with_games(mut camp: CampData, games: &[(i64, i64, GameResult)]) -> CampData {
    let games = (1..).zip(games);
    let games = games.map(|(sequence, (white, black, result))| Game {
        id: GameId(sequence),
        sequence,
        date: Some(date(2026, 9, 3)),
        ..Game::new(PlayerId(*white), PlayerId(*black), *result)
    });
    camp.games = games.collect::<Vec<_>>().into();
    camp
}

/// Two players who beat each other by turns: the value of each is the sum of both before.
fn with_large_values(camp: CampData, games: usize) -> CampData {
    let turns = [(1, 2), (2, 1)].into_iter().cycle().take(games);
    let games = turns.map(|(white, black)| (white, black, GameResult::WhiteWon));
    with_games(camp, &games.collect::<Vec<_>>())
}

fn with_backgrounds(mut camp: CampData) -> CampData {
    for player in Arc::make_mut(&mut camp.players) {
        player.background = format!("Background{}", player.id);
    }
    camp
}

fn chosen(print: Print, choose: impl FnOnce(&mut PrintChoices)) -> PrintChoices {
    let mut choices = print.default_choices();
    choose(&mut choices);
    choices
}

fn refusal(print: Print, camp: &CampData, ladder: &str) -> String {
    let choices = chosen(print, |choices| choices.ladder = Some(ladder.to_owned()));
    let laid: Result<LaidOut, ReportError> =
        lay_out(print, camp, &choices, TODAY, &OwnTemplates::default());
    laid.expect_err("refused").to_string()
}

/// The lines of all pages, with one space between what stands apart.
fn lines(pages: &Pages) -> Vec<String> {
    let texts = texts(pages);
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

fn assert_has(pages: &Pages, wanted: &[&str]) {
    let lines = lines(pages);
    for line in wanted {
        assert!(
            lines.iter().any(|other| other == line),
            "{line}: {lines:#?}"
        );
    }
}

const WHITE: GameResult = GameResult::WhiteWon;
const DRAW: GameResult = GameResult::Draw;

#[test]
fn the_ladder_is_the_one_that_is_chosen_or_the_first_of_its_system() {
    let print = Print::ClubLadder;
    let ladders = with_ladder(plain_camp(4), "League", LadderSystem::RaceCode, &[]);
    let titles = |camp: &CampData, choices: &PrintChoices| {
        let pages = laid(print, camp, choices).pages;
        (lines(&pages)[2].clone(), pages.title().to_owned())
    };
    let named = |title: &str| {
        (
            format!("{title} 4 players, 4 games"),
            format!("School Chess Camp – Week 3: Gold camp – {title}"),
        )
    };
    assert_eq!(
        titles(&ladders, &print.default_choices()),
        named("Club ladder")
    );
    let ladders = with_ladder(ladders, "Juniors", LadderSystem::Club, &[]);
    let ladders = with_ladder(ladders, "Thursday", LadderSystem::Club, &[]);
    assert_eq!(titles(&ladders, &print.default_choices()), named("Juniors"));
    let thursday = chosen(print, |choices| {
        choices.ladder = Some("thursday".to_owned());
    });
    assert_eq!(titles(&ladders, &thursday), named("Thursday"));

    assert_eq!(
        refusal(print, &ladders, "Friday"),
        "There is no ladder “Friday” in this camp. Choose another one"
    );
    assert_eq!(
        refusal(print, &ladders, "League"),
        "The ladder “League” is of another kind: its print is “race-code”"
    );
    let lost = with_ladder(
        plain_camp(4),
        "Knights",
        LadderSystem::Club,
        &[("group", "Knights")],
    );
    assert_eq!(
        refusal(print, &lost, "Knights"),
        "The ladder “Knights” can’t be printed. There is no group “Knights” in this camp. Choose another one for the ladder"
    );
}

#[test]
fn a_club_ladder_shows_ranks_and_statistics_together_or_apart() {
    let games = [(3, 1, WHITE), (1, 2, DRAW), (3, 2, WHITE), (2, 3, WHITE)];
    let camp = with_games(plain_camp(4), &games);
    let print = Print::ClubLadder;
    let together = laid(print, &camp, &print.default_choices()).pages;
    assert_has(
        &together,
        &[
            "Rank Name Group Start Won–drawn–lost Percent",
            "4 Last4, Mai Gold 4 0–0–0 –",
        ],
    );
    let text = texts(&together).concat();
    assert!(
        text.contains("Rule: New players begin below everybody else"),
        "{text}"
    );
    let settings = [("display", "two-parts"), ("shared-ranks", "show-empty")];
    let camp = with_ladder(camp, "Thursday", LadderSystem::Club, &settings);
    let apart = laid(print, &camp, &print.default_choices()).pages;
    assert_eq!(apart.count(), 1, "both fit on a page");
    assert_has(
        &apart,
        &[
            "Thursday: Rankings 4 players, 4 games",
            "Rank Name Group Start",
            "Thursday: Statistics",
            "Rank Name Group Won–drawn–lost Percent",
            "Thursday · Club ladder",
        ],
    );
    // Eighty lines fit on no page: each part begins a page of its own.
    let many = with_ladder(
        plain_camp(40),
        "Thursday",
        LadderSystem::Club,
        &settings[..1],
    );
    let pages = laid(print, &many, &print.default_choices()).pages;
    assert_eq!(pages.count(), 2);
    assert_sheets(&pages);
    let second = pages.text(1).expect("a page");
    assert!(second.contains("Thursday: Statistics") && second.contains("Rule:"));
}

#[test]
fn a_rank_that_nobody_holds_has_a_line_where_the_ladder_shows_it() {
    let settings = [("shared-ranks", "show-empty")];
    let games = [(4, 1, WHITE), (4, 2, WHITE), (4, 3, WHITE)];
    let camp = with_games(plain_camp(4), &games);
    let camp = with_ladder(camp, "Thursday", LadderSystem::Club, &settings);
    let settings = Settings::of(&camp.ladders[0]).expect("settings");
    let on_progress = &mut |_, _| ControlFlow::Continue(());
    let standings = rating::standings(&camp, &settings, TODAY, on_progress).expect("standings");
    assert!(!standings.empty_ranks.is_empty());
    let pages = laid(
        Print::ClubLadder,
        &camp,
        &Print::ClubLadder.default_choices(),
    )
    .pages;
    let lines = lines(&pages);
    for rank in standings.empty_ranks {
        assert!(lines.contains(&format!("{rank} –")), "{rank}: {lines:#?}");
    }
}

#[test]
fn game_courier_ratings_say_how_they_came_about_and_how_exact_they_are() {
    let print = Print::GameCourier;
    let camp = with_games(plain_camp(4), &[(1, 2, WHITE)]);
    let pages = laid(print, &camp, &print.default_choices()).pages;
    assert_has(
        &pages,
        &[
            "Rank Name Group Rating Percent won First pass Second pass",
            "1 Last1, Mai Purple 1518 1 of 1 = 100.0% 1518 1518",
            "2 Last2, Mai Red 1481 0 of 1 = 0.0% 1481 1481",
            "Accuracy: 54.5%, of the first pass 54.5%, of the second 54.5%.",
        ],
    );
    let text = texts(&pages).concat();
    assert!(
        text.contains("Meaning: Only rating differences matter"),
        "{text}"
    );
    let no_games = with_games(plain_camp(4), &[]);
    assert_eq!(
        refused(print, &no_games, &print.default_choices()),
        "No games passed through the filters, so there is no data for calculating any ratings"
    );
}

#[test]
fn a_race_code_league_lists_what_each_game_was_worth_if_it_is_asked_for() {
    let print = Print::RaceCode;
    let games = [(1, 2, WHITE), (2, 1, WHITE), (1, 3, DRAW)];
    let mut camp = with_games(plain_camp(3), &games);
    let usual = laid(print, &camp, &print.default_choices()).pages;
    assert_eq!(usual.count(), 1);
    assert_has(
        &usual,
        &[
            "Rank Name Group Value Highest Games Won–drawn–lost",
            "1 Last2, Mai Red 5 5 2 1–0–1",
            "2 Last1, Mai Purple 4.5 4.5 3 1–1–1",
        ],
    );
    let with_games = chosen(print, |choices| choices.game_data = true);
    let pages = laid(print, &camp, &with_games).pages;
    assert_eq!(pages.count(), 2);
    assert_has(
        &pages,
        &[
            "Race Code league: games 3 games",
            "Game Date White Outcome Earned Black Outcome Earned",
            "1 September 3, 2026 Last1, Mai Win 2 Last2, Mai Loss 1",
            "3 September 3, 2026 Last1, Mai Draw 1.5 Last3, Mai Draw 1.5",
        ],
    );
    // Who isn't there any more is still named where he or she played.
    Arc::make_mut(&mut camp.players)[2].leave_before_the_week();
    let pages = laid(print, &camp, &with_games).pages;
    assert!(!pages.text(0).expect("a page").contains("Last3"));
    assert!(pages.text(1).expect("a page").contains("Last3"));
    let inactive = chosen(print, |choices| choices.inactive = true);
    let pages = laid(print, &camp, &inactive).pages;
    assert!(texts(&pages).concat().contains("Last3, Mai (inactive)"));
}

#[test]
fn a_camp_ladder_says_who_gained_and_who_gave() {
    let print = Print::CampLadder;
    let camp = with_games(plain_camp(5), &[(1, 5, WHITE)]);
    let pages = laid(print, &camp, &print.default_choices()).pages;
    assert_has(
        &pages,
        &[
            "Rank Name Group Rating Change Won–drawn–lost Games",
            "4 Last1, Mai Purple 816 +16 1–0–0 1",
            "5 Last5, Mai Purple 784 −16 0–0–1 1",
            "3 Last2, Mai Red 900 – 0–0–0 0",
        ],
    );
    let first = chosen(print, |choices| {
        choices.top = std::num::NonZeroUsize::new(2);
    });
    let pages = laid(print, &camp, &first).pages;
    let text = texts(&pages).concat();
    assert!(text.contains("the first 2 of 5 players, 1 game") && !text.contains("Last1,"));
}

#[test]
fn filters_and_weeks_are_told() {
    let mut camp = camp(12);
    let mut earlier = camp.week.clone();
    earlier.id = WeekId(2);
    earlier.number = 2;
    camp.other_weeks = Arc::new(vec![OtherWeek {
        week: earlier,
        groups: camp.groups.to_vec(),
        players: camp.players.to_vec(),
        games: Vec::new(),
    }]);
    let settings = [("from", "2026-09-01"), ("group", "gold")];
    let camp = with_ladder(camp, "Thursday", LadderSystem::Camp, &settings);
    let print = Print::CampLadder;
    let pages = laid(print, &camp, &print.default_choices()).pages;
    assert_eq!(pages.title(), "School Chess Camp – Weeks 2–3 – Thursday");
    assert_has(
        &pages,
        &[
            "Thursday · Camp ladder over several weeks · Games from September 1, 2026 on, group gold",
        ],
    );
    let text = texts(&pages).concat();
    assert!(
        !text.contains("Week 3: Gold camp") && !text.contains("Purple"),
        "{text}"
    );
}

/// The day of the print is the day that the age of games is counted from.
#[test]
fn the_age_of_games_is_that_of_the_day_of_the_print() {
    let camp = with_games(plain_camp(3), &[(1, 2, WHITE)]);
    let settings = [("max-age-days", "10")];
    let camp = with_ladder(camp, "Lately", LadderSystem::RaceCode, &settings);
    let size = |printed| {
        let choices = Print::RaceCode.default_choices();
        let laid = lay_out(
            Print::RaceCode,
            &camp,
            &choices,
            printed,
            &OwnTemplates::default(),
        );
        lines(&laid.expect("pages").pages)[2].clone()
    };
    assert_eq!(size(date(2026, 9, 13)), "Lately 3 players, 1 game");
    assert_eq!(size(date(2026, 9, 14)), "Lately 3 players, no games");
}

#[test]
fn a_value_of_sixty_digits_is_shortened_and_it_is_said() {
    let print = Print::RaceCode;
    let camp = with_large_values(camp(6), 290);
    let choices = chosen(print, |choices| choices.game_data = true);
    for paper in Paper::VARIANTS.iter().copied() {
        let choices = PrintChoices {
            paper,
            ..choices.clone()
        };
        let pages = laid(print, &camp, &choices).pages;
        for page in 0..pages.count() {
            assert_within_margins(&pages, page, 50);
        }
        let text = run_together(&texts(&pages).concat());
        assert!(text.contains("×1060"), "{text}");
        assert!(text.contains("Valuesofmorethan12digitsareshortened"));
    }
    let halves = |text: &str| shown_halves(&Halves(text.parse().expect("a number")));
    assert_eq!(halves("3"), "1.5");
    assert_eq!(halves("1999999999999"), "999,999,999,999.5");
    assert_eq!(halves("2000000000000"), "1.0000e12");
    assert_eq!(halves("39999999999999"), "1.9999e13");
}

#[test]
fn no_line_is_left_alone_on_a_page_and_nor_is_the_rule() {
    let print = Print::CampLadder;
    // Around the most that a page has room for.
    for players in 42..47 {
        let pages = laid(print, &plain_camp(players), &print.default_choices()).pages;
        let last = pages.text(pages.count() - 1).expect("a page");
        let named = last.matches(", Mai").count();
        assert!(named >= 3, "{named} of {players} on the last page");
        assert!(last.contains("Rule:"), "{players}");
        assert_eq!(pages.count(), if players < 44 { 1 } else { 2 }, "{players}");
    }
}

/// What is nobody's business outside is on no sheet, whatever is chosen, but for the background where it is asked for.
#[test]
fn permanent_ratings_and_backgrounds_are_on_no_sheet_unless_asked_for() {
    let keeps = [("background", "yes")];
    let plain = with_backgrounds(plain_camp(6));
    let camp = with_ladder(plain.clone(), "League", LadderSystem::RaceCode, &keeps);
    for print in Print::ALL {
        let choices = chosen(print, |choices| {
            choices.inactive = true;
            choices.game_data = true;
            choices.scope = PrintScope::Camp;
        });
        assert!(!print.default_choices().personal.background);
        let text = texts(&laid(print, &camp, &choices).pages).concat();
        for secret in ["7777", "Background", "background", "never printed"] {
            assert!(
                !text.contains(secret),
                "{secret} in {}: {text}",
                print.word()
            );
        }
        let asked = PrintChoices {
            personal: Personal {
                background: true,
                ..Personal::default()
            },
            ..choices
        };
        let text = texts(&laid(print, &camp, &asked).pages).concat();
        let is_shown = text.contains("Background6") && text.contains("Ethnic background");
        assert_eq!(
            is_shown,
            print == Print::RaceCode,
            "{}: {text}",
            print.word()
        );
        assert!(!text.contains("7777"));
    }
    // Asked for of a league that doesn't keep it.
    let not_kept = with_ladder(plain, "League", LadderSystem::RaceCode, &[]);
    let asked = chosen(Print::RaceCode, |choices| {
        choices.personal.background = true;
    });
    let text = texts(&laid(Print::RaceCode, &not_kept, &asked).pages).concat();
    assert!(!text.contains("ackground"), "{text}");
}

#[test]
fn the_background_is_asked_for_each_time_anew() {
    let asked = PrintChoices {
        personal: Personal {
            background: true,
            ..Personal::default()
        },
        ladder: Some("League".to_owned()),
        ..PrintChoices::default()
    };
    let remembered = serde_json::to_string(&asked).expect("JSON");
    let choices = serde_json::from_str::<PrintChoices>(&remembered).expect("choices");
    assert_eq!(choices.ladder.as_deref(), Some("League"));
    assert!(!choices.personal.background && !remembered.contains("background"));
}

#[test]
fn few_rows_are_set_larger_on_as_many_pages() {
    for print in [
        Print::ClubLadder,
        Print::GameCourier,
        Print::RaceCode,
        Print::CampLadder,
    ] {
        for (players, least) in [(12, 11.0), (200, 10.4)] {
            let pages = laid(print, &plain_camp(players), &print.default_choices()).pages;
            assert_sheets(&pages);
            for page in 0..pages.count() {
                assert_within_margins(&pages, page, 50);
            }
            let sizes = pages.type_sizes(0);
            let name = sizes.iter().find(|(text, _)| text.starts_with("Last"));
            let size = name.expect("a name").1;
            assert!(size > least, "{}: {size}", print.word());
            assert!(size < 11.0 || players < 200, "{}: {size}", print.word());
        }
    }
}
