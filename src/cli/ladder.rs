//! Standings of the further ladders, as text.

use std::{ops::ControlFlow, path::Path};

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::value::RawValue;

use super::{
    Failure,
    arguments::{self, Format, System, WhichLadder},
    csv_text::csv_text,
    explain::paragraph,
    open_to_read,
    out::put_or_save,
    plain_text, say,
};
use crate::{
    app,
    domain::{CampData, LadderSetup, SettingValues, show_date},
    rating::{self, Column, GameData, LadderRow, LadderStandings, Settings, Value},
    report::text::{TextTable, listed_columns},
    spreadsheet::harmless,
};

/// A ladder that was asked for.
pub(super) struct Asked {
    pub(super) camp: CampData,
    pub(super) settings: Settings,
    /// What the camp calls it, if it is one that the camp keeps.
    name: Option<String>,
    /// The settings that were given here and now. A personal column is put out only if it is among them.
    given: Vec<String>,
}

impl Asked {
    /// Opens the camp and looks the settings through.
    pub(super) fn open(
        path: &Path,
        of: &WhichLadder,
        more: [(&str, Option<String>); 2],
    ) -> Result<Self, Failure> {
        let (_file, camp) = open_to_read(path)?;
        let kept = match &of.ladder {
            Some(name) => Some(find(&camp, name)?),
            None => None,
        };
        let (kind, mut values) = match (kept, of.system) {
            (Some(kept), _) => (rating::kind(kept.system), kept.settings.clone()),
            (None, System::Ladder(system)) => (rating::kind(system), SettingValues::new()),
            (None, System::Week(_)) => {
                return Err(Failure::Refused("No ladder was named".to_owned()));
            }
        };
        for (name, value) in more {
            values.extend(value.map(|value| (name.to_owned(), value)));
        }
        values.extend(of.settings.iter().cloned());
        Ok(Self {
            settings: Settings::new(kind, &values)?,
            name: kept.map(|kept| kept.name.clone()),
            given: of.settings.iter().map(|(name, _)| name.clone()).collect(),
            camp,
        })
    }

    fn standings(&self, all: bool) -> Result<LadderStandings, Failure> {
        let standings =
            rating::standings(&self.camp, &self.settings, app::today(), &mut to_the_end)?;
        let standings = if all {
            standings
        } else {
            standings.of_active()
        };
        let mut personal = standings.columns.iter().filter(|column| column.personal);
        let are_given = personal.all(|column| self.given.iter().any(|name| name == column.key));
        Ok(if are_given {
            standings
        } else {
            standings.without_personal()
        })
    }

    fn game_data(&self) -> Result<Option<Vec<GameData>>, Failure> {
        if !self.settings.kind().has_game_data() {
            return Ok(None);
        }
        let data = rating::game_data(&self.camp, &self.settings, app::today(), &mut to_the_end)?;
        Ok(Some(data))
    }
}

/// Nobody cancels a command.
pub(super) fn to_the_end(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn find<'a>(camp: &'a CampData, name: &str) -> Result<&'a LadderSetup, Failure> {
    camp.ladder_called(name).ok_or_else(|| {
        let names = camp.ladders.iter().map(|ladder| ladder.name.as_str());
        let there = names.collect::<Vec<_>>().join(", ");
        Failure::Refused(format!(
            "There is no ladder “{name}” in this camp. There is {}",
            if there.is_empty() { "none yet" } else { &there }
        ))
    })
}

/// The week's own standings have nothing to set.
pub(super) fn refuse_settings_of_week(of: &WhichLadder) -> Result<(), Failure> {
    match of.settings.first() {
        None => Ok(()),
        Some((name, _)) => Err(Failure::Refused(format!(
            "The camp ladder of a week has no setting “{name}”. Use --week and --group, or --system camp for the games of any weeks"
        ))),
    }
}

pub(super) fn standings(order: &arguments::Standings, out: Option<&Path>) -> Result<(), Failure> {
    let filters = [
        ("group", order.group.clone()),
        ("weeks", order.week.map(|week| week.to_string())),
    ];
    let asked = Asked::open(&order.camp, &order.of, filters)?;
    let standings = asked.standings(order.all)?;
    let text = match order.format {
        Format::Table => {
            if standings.rows.is_empty() {
                // Instead of a table: what else there would be to read.
                sentences(&standings.notes)
            } else {
                for note in &standings.notes {
                    say(note);
                }
                table(&standings)
            }
        }
        Format::Csv => csv(&standings)?,
        Format::Json => json(&asked, &standings)?,
    };
    if order.format != Format::Table {
        for note in &standings.notes {
            say(note);
        }
    }
    put_or_save(&text, order.format.into(), out)
}

fn sentences(notes: &[String]) -> String {
    let lines = notes.iter().map(|note| format!("{note}.\n"));
    lines.collect()
}

/// The standings as one JSON object.
#[derive(Serialize)]
struct Json<'a> {
    camp: &'a str,
    system: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ladder: Option<&'a str>,
    /// How many games it is computed from.
    games: usize,
    rows: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<[f64; 3]>,
    /// Ranks that nobody holds and that are shown all the same.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    empty_ranks: &'a [i64],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    game_data: Option<Vec<GameRow>>,
}

/// A row with its values by the keys of their columns.
struct Row<'a> {
    row: &'a LadderRow,
    columns: &'a [Column],
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.row;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rank", &row.rank)?;
        map.serialize_entry("id", &row.player)?;
        map.serialize_entry("last_name", &row.last_name)?;
        map.serialize_entry("first_name", &row.first_name)?;
        map.serialize_entry("group", &row.group)?;
        for (column, value) in self.columns.iter().zip(&row.values) {
            match value {
                Value::Text(text) => map.serialize_entry(column.key, text)?,
                Value::Blank => map.serialize_entry(column.key, &())?,
                Value::Percent(number) | Value::Rating(number) => {
                    map.serialize_entry(column.key, number)?;
                }
                Value::Whole(_) | Value::Halves(_) => {
                    map.serialize_entry(column.key, &exactly(value))?;
                }
            }
        }
        map.serialize_entry("active", &row.active)?;
        map.end()
    }
}

/// A number with all its digits, of which there may be more than any number of this program's language has.
fn exactly(value: &Value) -> Option<Box<RawValue>> {
    RawValue::from_string(value.exact()).ok()
}

/// A row of a league's `GameData`.
#[derive(Serialize)]
struct GameRow {
    id: i64,
    week: i64,
    number: i64,
    date: Option<String>,
    player1: i64,
    player2: i64,
    outcome1: &'static str,
    outcome2: &'static str,
    value1: Option<Box<RawValue>>,
    value2: Option<Box<RawValue>>,
}

impl GameRow {
    fn new(game: GameData) -> Self {
        let [outcome1, outcome2] = game.outcomes();
        let [player1, player2] = game.players;
        let [value1, value2] = game.earned.map(|earned| exactly(&Value::Halves(earned)));
        Self {
            id: game.game.0,
            week: game.week,
            number: game.sequence,
            date: game.date.map(|date| date.to_string()),
            player1: player1.0,
            player2: player2.0,
            outcome1,
            outcome2,
            value1,
            value2,
        }
    }
}

fn json(asked: &Asked, standings: &LadderStandings) -> Result<String, Failure> {
    let rows = standings.rows.iter().map(|row| Row {
        row,
        columns: &standings.columns,
    });
    let game_data = asked.game_data()?;
    let json = Json {
        camp: &asked.camp.name,
        system: asked.settings.kind().system.word(),
        ladder: asked.name.as_deref(),
        games: standings.games,
        rows: rows.collect(),
        accuracy: standings.accuracy,
        empty_ranks: &standings.empty_ranks,
        notes: &standings.notes,
        game_data: game_data.map(|games| games.into_iter().map(GameRow::new).collect()),
    };
    Ok(plain_text::json(&json)?)
}

/// The columns of the JSON rows, for a spreadsheet.
fn csv(standings: &LadderStandings) -> Result<String, Failure> {
    let keys = standings.columns.iter().map(|column| column.key);
    let head = ["rank", "id", "last_name", "first_name", "group"].into_iter();
    let text = csv_text(|writer| {
        writer.write_record(head.chain(keys).chain(["active"]))?;
        for row in &standings.rows {
            let mut cells = vec![
                row.rank.to_string(),
                row.player.to_string(),
                harmless(&row.last_name),
                harmless(&row.first_name),
                harmless(&row.group),
            ];
            cells.extend(row.values.iter().map(|value| match value {
                Value::Text(text) => harmless(text),
                value => value.exact(),
            }));
            cells.push(row.active.to_string());
            writer.write_record(cells)?;
        }
        Ok(())
    });
    Ok(text?)
}

/// The standings in columns that line up, with a line for every empty rank that is shown; in two parts where the ladder is shown so.
fn table(standings: &LadderStandings) -> String {
    let part = |is_wanted: fn(&Column) -> bool| {
        TextTable::of_ladder(standings, &listed_columns(standings, is_wanted)).in_columns()
    };
    let mut text = if standings.in_two_parts {
        let rankings = part(|column| !column.statistics);
        let statistics = part(|column| column.statistics);
        format!("Rankings\n\n{rankings}\nStatistics\n\n{statistics}")
    } else {
        part(|_| true)
    };
    if let Some([mean, first, second]) = standings.accuracy {
        let accuracy =
            format!("Accuracy: {mean:.2}%, first pass {first:.2}%, second pass {second:.2}%");
        text.push_str(&paragraph(&accuracy, &[]));
    }
    text
}

/// A player's story, a paragraph a step.
pub(super) fn explain(order: &arguments::Explain) -> Result<String, Failure> {
    let filters = [
        ("group", None),
        ("weeks", order.week.map(|week| week.to_string())),
    ];
    let asked = Asked::open(&order.camp, &order.of, filters)?;
    let story = rating::story(
        &asked.camp,
        &asked.settings,
        app::today(),
        crate::domain::PlayerId(order.player),
        &mut to_the_end,
    )?;
    let mut text = format!("{}\n", story.start);
    for step in &story.steps {
        let day = step.date.map(show_date).unwrap_or_default();
        let when = [step.place.as_str(), day.as_str()];
        let when = when.into_iter().filter(|part| !part.is_empty());
        let when = when.collect::<Vec<_>>().join(", ");
        let head = if when.is_empty() {
            step.title.clone()
        } else {
            format!("{when}: {}", step.title)
        };
        let head = format!("{head}: {} → {}", step.before.shown(), step.after.shown());
        text.push_str(&paragraph(&head, &step.sentences));
    }
    if !story.sum.is_empty() {
        text.push_str(&paragraph(&story.sum, &[]));
    }
    Ok(text)
}
