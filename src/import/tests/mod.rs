//! Whole imports: files in, a plan out.

mod again;
mod bad_input;
mod choices;
mod clubs;
mod columns;
mod damage;
mod inactive;
mod namesakes;
mod other_weeks;
mod pasted;
mod problems;
mod shapes;
mod stray_quotes;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::civil::date;

use super::{
    Choices, Meaning, Plan, Problem, ProblemKind, Severity, Source, read, source::read_text,
};
use crate::{
    domain::{
        CampData, CustomColumn, CustomColumnId, CustomValues, Game, GameId, Group, GroupId,
        ImportChanges, ImportedGame, ImportedPlayer, Player, PlayerId, RecordKind, Week, WeekId,
    },
    jobs::Progress,
};

/// The three tables of the sample camp, as a shape calls them.
fn sample_files(shape: &str) -> [PathBuf; 3] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/access")
        .join(shape);
    let extension = if shape == "with-formatting" {
        "txt"
    } else {
        "csv"
    };
    ["Ladder Games", "Ladder Players", "Camp Groups"]
        .map(|table| folder.join(format!("{table}.{extension}")))
}

fn sample(shape: &str) -> Vec<Source> {
    sample_files(shape)
        .iter()
        .map(|path| read(path, &Progress::default()).expect("a sample file"))
        .collect()
}

/// One text file, as if it had been read.
fn text(file: &str, text: &str) -> Source {
    read_text(file, text.as_bytes()).expect("text")
}

fn empty_camp() -> CampData {
    CampData::new("Test camp", Week::new(1, date(2026, 7, 6)))
}

fn plan(sources: &[Source], camp: &CampData) -> Plan {
    Plan::new(sources, camp, &Choices::default())
}

/// The camp after an import.
fn applied(camp: &CampData, changes: &ImportChanges) -> CampData {
    let mut columns = camp.columns.to_vec();
    let mut groups = camp.groups.to_vec();
    for group in &changes.groups {
        let present = groups.iter_mut().find(|present| present.name == group.name);
        if let Some(present) = present {
            present.initial_rating = group.initial_rating;
            put(
                &mut columns,
                RecordKind::Group,
                &mut present.custom,
                &group.extra,
            );
            present.imported_row = group.row;
        } else {
            let next = number(groups.len());
            let mut custom = CustomValues::default();
            put(&mut columns, RecordKind::Group, &mut custom, &group.extra);
            groups.push(Group {
                id: GroupId(next),
                name: group.name.clone(),
                initial_rating: group.initial_rating,
                skill_order: next,
                custom,
                imported_row: group.row,
            });
        }
    }
    let mut players = camp
        .players
        .iter()
        .map(|player| (player.id, player.clone()))
        .collect::<HashMap<_, _>>();
    for imported in &changes.players {
        let mut player = player(imported, players.get(&imported.player.id), &groups);
        put(
            &mut columns,
            RecordKind::Player,
            &mut player.custom,
            &imported.extra,
        );
        players.insert(imported.player.id, player);
    }
    let mut players = players.into_values().collect::<Vec<_>>();
    players.sort_by_key(|player| player.id);
    let mut games = camp.games.to_vec();
    for (id, changed) in &changes.changed_games {
        let present = games
            .iter_mut()
            .find(|game| game.id == *id)
            .expect("the game");
        *present = game(changed, present.id, present.sequence);
    }
    for new in &changes.new_games {
        let next = number(games.len());
        games.push(game(new, GameId(next + 1000), next));
    }
    let highest = players.last().map_or(0, |player| player.id.0);
    CampData {
        next_player: PlayerId(camp.next_player.0.max(highest + 1)),
        columns: Arc::new(columns),
        groups: Arc::new(groups),
        players: Arc::new(players),
        games: Arc::new(games),
        ..camp.clone()
    }
}

/// Puts what a file says into the columns of these names, which are made where there are none.
fn put(
    columns: &mut Vec<CustomColumn>,
    kind: RecordKind,
    custom: &mut CustomValues,
    said: &[(String, String)],
) {
    for (name, value) in said {
        let mut known = columns.iter();
        let known = known.find(|column| column.kind == kind && column.is_named(name));
        let id = known.map_or(CustomColumnId(number(columns.len())), |column| column.id);
        if id.0 == number(columns.len()) {
            columns.push(CustomColumn::new(id, kind, name.as_str()));
        }
        if !value.is_empty() {
            custom.set(id, value.as_str());
        }
    }
}

/// The number after so many.
fn number(count: usize) -> i64 {
    i64::try_from(count).expect("a small number") + 1
}

fn player(imported: &ImportedPlayer, present: Option<&Player>, groups: &[Group]) -> Player {
    let group = imported.group.as_ref().map(|name| {
        let group = groups.iter().find(|group| group.name == *name);
        group.expect("the group is in the camp or the import").id
    });
    let ratings = imported
        .ratings
        .or_else(|| present.map(|player| player.ratings))
        .unwrap_or_default();
    let said = &imported.player;
    Player {
        id: said.id,
        group,
        ratings,
        frozen: (!said.active).then_some(ratings),
        imported_number: said.imported_number,
        imported_row: said.imported_row,
        ..imported.over(present.unwrap_or(&Player::default()))
    }
}

fn game(imported: &ImportedGame, id: GameId, sequence: i64) -> Game {
    Game {
        id,
        sequence,
        imported: Some(imported.from.clone()),
        ..imported.game.clone()
    }
}

fn imported_player(plan: &Plan, id: i64) -> &ImportedPlayer {
    let found = plan
        .changes
        .players
        .iter()
        .find(|imported| imported.player.id == PlayerId(id));
    found.expect("the player is in the plan")
}

fn imported_game(plan: &Plan, number: i64) -> &ImportedGame {
    let found = plan
        .changes
        .new_games
        .iter()
        .find(|game| game.from.number == number);
    found.expect("the game is in the plan")
}

/// The sentences of the problems, without notes on assumptions where only losses matter.
fn sentences(plan: &Plan, severity: Severity) -> Vec<String> {
    let of_severity = |problem: &&Problem| problem.severity == severity;
    plan.problems
        .iter()
        .filter(of_severity)
        .map(Problem::sentence)
        .collect()
}
