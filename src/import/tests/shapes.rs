//! The sample camp in every shape that Access exports it in.

use super::*;
use crate::{
    domain::{self, GameResult, Ratings},
    import::{Counts, DateBasis, DateOrder, Field, HeaderIs, RuleCheck, TableKind},
};

const DELIMITED: [&str; 4] = [
    "csv",
    "csv-no-header",
    "csv-semicolon-day-first",
    "csv-utf8-bom-shuffled",
];

fn added(added: usize) -> Counts {
    Counts {
        added,
        ..Counts::default()
    }
}

/// What every shape must give, as far as it holds the information.
fn assert_is_sample_camp(plan: &Plan) {
    assert!(plan.is_ready(), "nothing is asked on a good file");
    assert_eq!(plan.groups, added(5));
    assert_eq!(plan.players, added(48));
    let groups = plan
        .changes
        .groups
        .iter()
        .map(|group| (group.name.as_str(), group.initial_rating))
        .collect::<Vec<_>>();
    assert_eq!(
        groups,
        [
            ("Purple", Some(100)),
            ("Red", Some(400)),
            ("Brown", Some(700)),
            ("Blue", Some(1000)),
            ("Gold", Some(1300)),
        ]
    );
    let ola = imported_player(plan, 1);
    assert_eq!(
        (
            ola.player.last_name.as_str(),
            ola.player.first_name.as_str()
        ),
        ("de la Cruz", "Ola")
    );
    assert_eq!(ola.group.as_deref(), Some("Purple"));
    assert!(!ola.player.active);
    let frozen = Ratings {
        weekly: 189,
        permanent: 93,
    };
    assert_eq!(ola.ratings, Some(frozen));
    assert_eq!(ola.player.start_permanent, Some(109));
    let extra = ola
        .extra
        .iter()
        .map(|(_, value)| value.as_str())
        .collect::<Vec<_>>();
    assert_eq!(extra, ["7", "Oak \"A\" School"]);
    let renée = imported_player(plan, 4);
    assert_eq!(renée.player.first_name, "Renée");
    assert!(renée.player.active);
    assert_eq!(imported_player(plan, 5).player.last_name, "Muñoz");
}

fn assert_are_sample_games(plan: &Plan) {
    assert_eq!(plan.games, added(320));
    let numbers = plan.changes.new_games.iter().map(|game| game.from.number);
    assert!(
        numbers.is_sorted(),
        "games are played in the order of their numbers"
    );
    let first = imported_game(plan, 1);
    assert_eq!(
        (first.game.white, first.game.black),
        (PlayerId(49), PlayerId(39))
    );
    assert_eq!(first.game.result, GameResult::BlackWon);
    assert_eq!(&*first.from.texts.result, "(0-1)");
    assert_eq!(first.game.date, Some(date(2026, 7, 6)));
    let last = imported_game(plan, 324);
    assert_eq!(
        (last.game.white, last.game.black),
        (PlayerId(15), PlayerId(10))
    );
    assert_eq!(last.game.date, Some(date(2026, 7, 10)));
    assert_eq!(imported_game(plan, 4).game.result, GameResult::Draw);
}

/// The games as the comma-separated shape has them.
fn expected_games() -> Vec<ImportedGame> {
    plan(&sample("csv"), &empty_camp()).changes.new_games
}

#[test]
fn delimited_text_in_all_its_shapes() {
    for shape in DELIMITED {
        let plan = plan(&sample(shape), &empty_camp());
        assert_is_sample_camp(&plan);
        assert_are_sample_games(&plan);
        assert_eq!(plan.changes.new_games, expected_games(), "{shape}");
        assert_eq!(
            sentences(&plan, Severity::LeftOut),
            Vec::<String>::new(),
            "{shape}"
        );
    }
}

#[test]
fn games_that_access_rated_as_draws_are_counted() {
    let plan = plan(&sample("csv"), &empty_camp());
    let rated = plan
        .problems
        .iter()
        .find_map(|problem| match &problem.kind {
            ProblemKind::RatedAsDrawByAccess {
                text,
                meaning,
                games,
            } => Some((text.as_str(), *meaning, *games, problem.place.line)),
            _ => None,
        });
    assert_eq!(rated, Some(("(0-1)", Meaning::Black, 17, Some(2))));
    let results = plan
        .results
        .iter()
        .map(|found| (found.text.as_str(), found.games))
        .collect::<Vec<_>>();
    assert_eq!(results, [("(1-0)", 251), ("(1/2-1/2)", 52), ("(0-1)", 17)]);
}

#[test]
fn the_director_may_rate_as_access_did() {
    let mut choices = Choices::default();
    choices.results.insert(" (0-1) ".to_owned(), Meaning::Draw);
    let plan = Plan::new(&sample("csv"), &empty_camp(), &choices);
    assert_eq!(imported_game(&plan, 1).game.result, GameResult::Draw);
    assert_eq!(&*imported_game(&plan, 1).from.texts.result, "(0-1)");
    assert!(
        !plan
            .problems
            .iter()
            .any(|problem| matches!(problem.kind, ProblemKind::RatedAsDrawByAccess { .. }))
    );
}

#[test]
fn what_was_assumed_is_shown() {
    let plan = plan(&sample("csv-semicolon-day-first"), &empty_camp());
    let games = &plan.tables[0];
    assert_eq!(games.kind, TableKind::Games);
    assert_eq!(
        games.format.describe(),
        "Columns separated by semicolons, UTF-8"
    );
    assert_eq!(
        plan.tables[1].format.describe(),
        "Columns separated by semicolons, Windows-1252 (Western European), assumed"
    );
    let dates = games.dates.expect("a date column");
    assert_eq!(dates.order, DateOrder::DayMonthYear);
    assert_eq!(dates.basis, DateBasis::DaysTogether);
    let notes = sentences(&plan, Severity::Note);
    assert!(
        notes.iter().any(|note| note.contains("day, month, year")
            && note.contains("“06.07.2026 00:00:00” is July 6, 2026")),
        "{notes:?}"
    );
}

#[test]
fn columns_without_names_are_told_by_their_shape() {
    let plan = plan(&sample("csv-no-header"), &empty_camp());
    let fields = |at: usize| {
        let columns = &plan.tables[at].columns;
        columns
            .iter()
            .map(|column| column.field)
            .collect::<Vec<_>>()
    };
    assert!(
        plan.tables
            .iter()
            .all(|table| table.header == HeaderIs::Missing)
    );
    assert_eq!(
        fields(0),
        [
            Field::Id,
            Field::Is(domain::Field::White),
            Field::Is(domain::Field::Black),
            Field::Is(domain::Field::Result),
            Field::Is(domain::Field::Date)
        ]
    );
    assert_eq!(
        fields(1),
        [
            Field::Id,
            Field::Is(domain::Field::LastName),
            Field::Is(domain::Field::FirstName),
            Field::Is(domain::Field::Group),
            Field::Is(domain::Field::Active),
            Field::Rating,
            Field::PermanentRating,
            Field::Is(domain::Field::StartPermanent),
            Field::Extra,
            Field::Extra,
        ]
    );
    assert_eq!(
        fields(2),
        [
            Field::Is(domain::Field::GroupName),
            Field::Is(domain::Field::InitialRating)
        ]
    );
    assert_eq!(plan.tables[1].columns[8].name, "Column 9");
    assert_eq!(plan.tables[1].columns[1].samples[0], "de la Cruz");
}

/// White and Black are names there, and two children are called Ola de la Cruz.
#[test]
fn formatted_text_as_far_as_its_names_are_unambiguous() {
    let plan = plan(&sample("with-formatting"), &empty_camp());
    assert_is_sample_camp(&plan);
    let is_ola = |id: PlayerId| id == PlayerId(1) || id == PlayerId(2);
    let (ambiguous, expected): (Vec<_>, Vec<_>) = expected_games()
        .into_iter()
        .partition(|game| is_ola(game.game.white) || is_ola(game.game.black));
    assert!(!ambiguous.is_empty());
    assert_eq!(plan.changes.new_games, expected);
    assert_eq!(plan.games.left_out, ambiguous.len());
    let named = sentences(&plan, Severity::LeftOut);
    let is_on_both_sides =
        |game: &&ImportedGame| is_ola(game.game.white) && is_ola(game.game.black);
    let on_both_sides = ambiguous.iter().filter(is_on_both_sides).count();
    assert_eq!(
        named.len(),
        ambiguous.len() + on_both_sides,
        "each name is named"
    );
    assert!(
        named[0].starts_with("Ladder Games.txt, line ")
            && named[0].contains(
                "is “de la Cruz, Ola”, and that can be Ola de la Cruz (1) or Ola de la Cruz (2)"
            ),
        "{}",
        named[0]
    );

    let mut choices = Choices::default();
    choices.say_who("de la Cruz, Ola", PlayerId(2));
    let decided = Plan::new(&sample("with-formatting"), &empty_camp(), &choices);
    assert_eq!(decided.games.left_out, on_both_sides);
}

#[test]
fn the_same_files_again_change_nothing() {
    for shape in DELIMITED.into_iter().chain(["with-formatting"]) {
        let sources = sample(shape);
        let first = plan(&sources, &empty_camp());
        let mut camp = applied(&empty_camp(), &first.changes);
        let again = plan(&sources, &camp);
        assert!(again.changes.is_empty(), "{shape}");
        assert_eq!(again.players.unchanged, 48);
        assert_eq!(again.games.unchanged, first.games.added);
        // A recalculation moves the ratings of all who played.
        for player in Arc::make_mut(&mut camp.players) {
            player.ratings.weekly += 7;
            player.ratings.permanent -= 7;
        }
        assert!(
            plan(&sources, &camp).changes.is_empty(),
            "{shape}, recalculated"
        );
    }
}

/// All shapes but the headerless one, whose columns have no names, tell the same camp.
#[test]
fn another_shape_of_the_same_camp_changes_nothing() {
    let camp = applied(&empty_camp(), &plan(&sample("csv"), &empty_camp()).changes);
    for shape in [
        "csv-semicolon-day-first",
        "csv-utf8-bom-shuffled",
        "with-formatting",
    ] {
        assert!(plan(&sample(shape), &camp).changes.is_empty(), "{shape}");
    }
}

/// The three comma-separated files, with `change` done to their text and `encode` to that.
fn variant(change: impl Fn(&str) -> String, encode: impl Fn(&str) -> Vec<u8>) -> Plan {
    let sources = sample_files("csv-utf8-bom-shuffled")
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a sample file");
            let file = path.file_name().expect("a name").to_string_lossy();
            let changed = change(text.trim_start_matches('\u{FEFF}'));
            read_text(&file, &encode(&changed)).expect("a variant")
        })
        .collect::<Vec<_>>();
    plan(&sources, &empty_camp())
}

fn utf8(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
    let mark = mark.then_some('\u{FEFF}');
    let letters = mark.into_iter().chain(text.chars()).collect::<String>();
    letters.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn tabs_unicode_iso_dates_and_currency() {
    let same = |text: &str| text.to_owned();
    let variants = [
        // No value has a comma but one school, which is quoted.
        variant(
            |text| {
                text.replace("Lincoln, North", "Lincoln North")
                    .replace(',', "\t")
            },
            utf8,
        ),
        variant(same, |text| utf16(text, u16::to_le_bytes, true)),
        variant(same, |text| utf16(text, u16::to_be_bytes, true)),
        variant(same, |text| utf16(text, u16::to_le_bytes, false)),
        variant(same, |text| utf16(text, u16::to_be_bytes, false)),
        variant(
            |text| {
                let mut text = text.replace(" 0:00:00", "");
                for day in 6..=10 {
                    text = text.replace(&format!("7/{day}/2026"), &format!("2026-07-{day:02}"));
                }
                text
            },
            utf8,
        ),
        variant(
            |text| {
                text.replace(",1000\r\n", ",\"$1,000.00\"\r\n")
                    .replace(",1031,", ",\"$1,031.00\",")
                    .replace(",109,", ",$109.00,")
            },
            utf8,
        ),
        variant(|text| text.replace("\r\n", "\n") + "\u{1A}", utf8),
        variant(
            |text| text.replace("True", "-1").replace("False", "0"),
            utf8,
        ),
    ];
    for (plan, at) in variants.iter().zip(1..) {
        assert_is_sample_camp(plan);
        assert_are_sample_games(plan);
        assert_eq!(plan.changes.new_games, expected_games(), "variant {at}");
    }
}

#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
#[test]
fn access_files_of_two_generations() {
    for file in ["camp-2000.mdb", "camp-2016.accdb"] {
        let folder = Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../shared/data/access"
        ));
        let source = read(&folder.join(file), &Progress::default()).expect("an Access file");
        let sources = [source];
        let first = plan(&sources, &empty_camp());
        assert_is_sample_camp(&first);
        assert_are_sample_games(&first);
        assert_eq!(first.changes.new_games, expected_games(), "{file}");
        assert_eq!(sentences(&first, Severity::LeftOut), Vec::<String>::new());
        assert_eq!(
            sources[0].rules,
            RuleCheck::NoCode,
            "{file} holds tables only"
        );
        let camp = applied(&empty_camp(), &first.changes);
        assert!(plan(&sources, &camp).changes.is_empty(), "{file}");
        // Its text export tells the same camp.
        assert!(plan(&sample("csv"), &camp).changes.is_empty(), "{file}");
    }
}
