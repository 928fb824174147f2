//! An event ─▶ JSON, a line for what belongs together, every key in a fixed order.

use std::fmt::Display;

use serde_json::Value;

use crate::{
    domain::us_chess::{Entry, Event, History, Record, Section, System},
    exchange::check::BLITZ,
};

/// What is unknown.
const NULL: &str = "null";

/// The JSON of an event: UTF-8, a line each for the event, a section, a player, and each of the player's records. Dates of birth stay out
/// unless they are asked for.
#[must_use]
pub fn write(event: &Event, with_birth: bool) -> String {
    let sections = event.sections.iter();
    let sections = sections.map(|section| section_object(section, with_birth));
    let mut file = Object::default();
    file.put("event", about_event(event));
    file.put_below(1, "sections", block(2, sections));
    file.end() + "\n"
}

/// The event without its sections.
fn about_event(event: &Event) -> String {
    let mut object = Object::default();
    object.put("id", text(event.id.as_ref()));
    object.put("name", text(Some(&event.name)));
    object.put("begins", text(event.begins));
    object.put("ends", text(event.ends));
    object.put("chief_td", text(event.chief_td));
    object.put("assistant_td", text(event.assistant_td));
    object.put("affiliate", text(event.affiliate.as_ref()));
    object.put("city", text(event.city.as_ref()));
    object.put("state", text(event.state.as_ref()));
    object.put("zip", text(event.zip.as_ref()));
    object.end()
}

fn section_object(section: &Section, with_birth: bool) -> String {
    let controls = section.time_controls.iter();
    let controls = controls.map(|control| text(Some(control)));
    let systems = section.systems.iter().copied().map(System::word);
    let systems = systems.chain(section.is_blitz.then_some(BLITZ));
    let players = section.entries.iter();
    let players = players.map(|entry| player(entry, with_birth));
    let mut object = Object::default();
    object.put("number", section.number);
    object.put("name", text(Some(&section.name)));
    object.put("type", text(Some(section.kind.word())));
    object.put("begins", text(section.begins));
    object.put("ends", text(section.ends));
    object.put("half_k", section.half_k);
    object.put("time_controls", list(controls));
    object.put("systems", list(systems.map(|word| text(Some(word)))));
    object.put("as_published", section.as_published);
    object.put_below(3, "players", block(4, players));
    object.end()
}

fn player(entry: &Entry, with_birth: bool) -> String {
    let rounds = entry.rounds.iter().map(|round| text(Some(round)));
    let mut object = Object::default();
    object.put("pair", entry.pair);
    object.put("id", text(entry.id));
    object.put("name", text(Some(&entry.name)));
    object.put("state", text(entry.state.as_ref()));
    object.put("birth", text(entry.birth.filter(|_| with_birth)));
    object.put("fide", number(entry.fide));
    object.put("cfc", number(entry.cfc));
    object.put("rounds", list(rounds));
    object.put_below(5, "regular", record(&entry.regular));
    object.put_below(5, "quick", record(&entry.quick));
    object.end()
}

fn record(record: &Record) -> String {
    let mut object = Object::default();
    object.put("rating", rating(record.rating));
    object.put("games", number(record.games));
    object.put("history", text(record.history.map(History::word)));
    object.put("floor", rating(record.floor));
    object.put("peak", rating(record.peak));
    object.put("wins", number(record.wins));
    object.put("draws", number(record.draws));
    object.put("events", number(record.events));
    object.put("initial", rating(record.initial));
    object.put("initial_games", number(record.initial_games));
    object.put("post", rating(record.post));
    object.put("post_games", number(record.post_games));
    object.end()
}

/// "\"Open\""
fn text(text: Option<impl ToString>) -> String {
    text.map_or(Value::Null, |text| Value::String(text.to_string()))
        .to_string()
}

fn number(number: Option<impl Display>) -> String {
    number.map_or_else(|| NULL.to_owned(), |number| number.to_string())
}

/// As few digits as tell the rating from every other one. JSON has no infinite numbers.
fn rating(rating: Option<f64>) -> String {
    number(rating.filter(|rating| rating.is_finite()))
}

/// A list in a line.
fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

/// A list that begins a line with each value, so many blanks from the left.
fn block(indent: usize, values: impl Iterator<Item = String>) -> String {
    let begin = format!("\n{:indent$}", "");
    let values = values.map(|value| format!("{begin}{value}"));
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

/// An object on its way to JSON.
#[derive(Default)]
struct Object {
    json: String,
}

impl Object {
    /// Adds a key with what JSON has for its value.
    fn put(&mut self, key: &str, value: impl Display) {
        let separator = if self.json.is_empty() { "" } else { ", " };
        let value = value.to_string();
        self.json.extend([separator, "\"", key, "\": ", &value]);
    }

    /// The same in a line of its own, so many blanks from the left.
    fn put_below(&mut self, indent: usize, key: &str, value: impl Display) {
        let begin = format!(",\n{:indent$}\"{key}\": ", "");
        self.json.extend([begin, value.to_string()]);
    }

    fn end(self) -> String {
        format!("{{{}}}", self.json)
    }
}
