//! The whole folder, as a visitor, a spreadsheet and somebody who looks for what should not be there see it.

mod clubs;
mod crosstables;
mod folder;
mod games;
mod ladders;
mod pages;
mod pdfs;
mod players;
mod secrets;
mod sheets;

use std::{collections::BTreeMap, io::Cursor, sync::Arc};

use jiff::civil::date;
use zip::ZipArchive;

use super::*;
use crate::domain::{
    CampSettings, Colour, CustomColumn, CustomColumnId, CustomValues, Game, GameId, GameResult,
    Group, GroupId, Logo, PictureKind, Player, PlayerId, Ratings, RecordKind, Week, WeekBefore,
};
use crate::spreadsheet::tests::parts;

const PUBLISHED: Date = date(2026, 11, 20);

/// A number that is nobody's weekly rating.
const PERMANENT: i32 = 31_337;

fn player(id: i64, first: &str, last: &str, group: Option<i64>, weekly: i32) -> Player {
    Player {
        id: PlayerId(id),
        last_name: last.to_owned(),
        first_name: first.to_owned(),
        group: group.map(GroupId),
        ratings: Ratings {
            weekly,
            permanent: PERMANENT,
        },
        start_permanent: Some(PERMANENT),
        notes: "Allergic to wasps".to_owned(),
        birth_date: Some(date(1987, 11, 23)),
        custom: custom(TELEPHONE, "555-0117"),
        ..Player::default()
    }
}

const TELEPHONE: CustomColumnId = CustomColumnId(1);
const TEACHER: CustomColumnId = CustomColumnId(2);

fn custom(column: CustomColumnId, value: &str) -> CustomValues {
    [(column, value.to_owned())].into_iter().collect()
}

/// Week `number` of a camp with the groups Purple (1000), Blue (1200) and Gold (1400).
fn week(number: i64, players: Vec<Player>) -> CampData {
    let groups = [("Purple", 1000), ("Blue", 1200), ("Gold", 1400)];
    let groups = (1..).zip(groups).map(|(id, (name, initial))| Group {
        id: GroupId(id),
        name: name.to_owned(),
        initial_rating: Some(initial),
        skill_order: id,
        custom: custom(TEACHER, "Mr. Underhill"),
        ..Group::default()
    });
    CampData {
        columns: Arc::new(vec![
            CustomColumn::new(TELEPHONE, RecordKind::Player, "Telephone"),
            CustomColumn::new(TEACHER, RecordKind::Group, "Teacher"),
        ]),
        groups: Arc::new(groups.collect()),
        next_player: PlayerId(100),
        players: Arc::new(players),
        ..CampData::new("School Chess Camp", Week::new(number, date(2026, 7, 6)))
    }
}

fn game(id: i64, white: i64, black: i64, result: GameResult) -> Game {
    Game {
        id: GameId(id),
        sequence: id,
        ..Game::new(PlayerId(white), PlayerId(black), result)
    }
}

/// The week that follows, with what it is compared with.
fn after(before: &CampData, players: Vec<Player>) -> CampData {
    let mut next = week(before.week.number + 1, players);
    next.name.clone_from(&before.name);
    next.settings = Arc::clone(&before.settings);
    next.groups = Arc::clone(&before.groups);
    next.before = Some(Arc::new(WeekBefore {
        week: before.week.clone(),
        groups: before.groups.to_vec(),
        players: before.players.to_vec(),
    }));
    next
}

/// The week with a game in it.
fn played(mut camp: CampData) -> CampData {
    camp.games = Arc::new(vec![game(1, 1, 2, GameResult::Draw)]);
    camp
}

/// Three weeks of a small camp: the first two are closed.
fn three_weeks() -> Vec<CampData> {
    let mut first = week(
        1,
        vec![
            player(1, "Ola", "de la Cruz", Some(3), 1432),
            player(2, "Mai", "Xiong", Some(3), 1384),
            player(3, "Bo", "Vang", Some(1), 1031),
            player(4, "Ana", "Ruiz", Some(1), 984),
            player(5, "Ana", "Rossi", Some(2), 1200),
        ],
    );
    first.games = Arc::new(vec![
        game(1, 1, 2, GameResult::WhiteWon),
        game(2, 3, 4, GameResult::WhiteWon),
        game(3, 2, 1, GameResult::BlackWon),
        game(4, 4, 3, GameResult::Draw),
    ]);
    first.week.closed_on = Some(date(2026, 7, 10));
    first.settings = Arc::new(CampSettings {
        footer: "Next meeting: Monday, 9 am, in the library".to_owned(),
        colour: Some(Colour([0x1a, 0x6b, 0x8f])),
        logo: Some(Arc::new(Logo {
            kind: PictureKind::Svg,
            bytes: br#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.to_vec(),
        })),
        ..CampSettings::default()
    });
    let mut second = after(
        &first,
        vec![
            player(1, "Ola", "de la Cruz", Some(3), 1384),
            player(2, "Mai", "Xiong", Some(3), 1416),
            player(3, "Bo", "Vang", Some(2), 1200),
            player(4, "Ana", "Ruiz", Some(1), 1000),
            player(5, "Ana", "Rossi", Some(2), 1200),
            player(6, "Zoe", "Åkesson", Some(1), 1000),
        ],
    );
    second.week.label = "Gold camp".to_owned();
    second.week.closed_on = Some(date(2026, 7, 17));
    let mut players = second.players.to_vec();
    players[0].leave_before_the_week();
    let third = after(&second, players);
    vec![first, played(second), played(third)]
}

fn published(weeks: &[CampData], names: PublishedNames) -> BTreeMap<String, Vec<u8>> {
    published_with(weeks, &[], names)
}

/// The same with these sections of US Chess.
fn published_with(
    weeks: &[CampData],
    sections: &[(SectionKey, SectionTable)],
    names: PublishedNames,
) -> BTreeMap<String, Vec<u8>> {
    let choices = PublishChoices {
        names,
        ..PublishChoices::default()
    };
    published_as(weeks, sections, &[], choices)
}

/// The same with everything that can be chosen.
fn published_as(
    weeks: &[CampData],
    sections: &[(SectionKey, SectionTable)],
    pdfs: &[PublishedSheet],
    choices: PublishChoices,
) -> BTreeMap<String, Vec<u8>> {
    let files = pages(weeks, sections, pdfs, choices, PUBLISHED).expect("pages");
    let count = files.len();
    let files = files
        .into_iter()
        .map(|file| (file.name, file.bytes))
        .collect::<BTreeMap<_, _>>();
    assert_eq!(files.len(), count, "no name twice");
    files
}

/// With single games.
fn with_games(weeks: &[CampData], names: PublishedNames) -> BTreeMap<String, Vec<u8>> {
    let choices = PublishChoices {
        names,
        games: true,
        ladder: None,
    };
    published_as(weeks, &[], &[], choices)
}

/// The three weeks with the days of their games: from Monday, July 6, 2026 on, and a fun game at the end of the first week.
fn three_dated_weeks() -> Vec<CampData> {
    let mut weeks = three_weeks();
    for (week, monday) in weeks.iter_mut().zip([6, 13, 20]) {
        for (game, more) in Arc::make_mut(&mut week.games).iter_mut().zip(0..) {
            game.date = Some(date(2026, 7, monday + more));
        }
    }
    let fun = Game {
        counts: false,
        date: Some(date(2026, 7, 10)),
        ..game(5, 5, 1, GameResult::WhiteWon)
    };
    Arc::make_mut(&mut weeks[0].games).push(fun);
    weeks
}

/// "html"
fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn text(files: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    let bytes = files.get(name).unwrap_or_else(|| panic!("no {name}"));
    String::from_utf8(bytes.clone()).expect("UTF-8")
}
