//! The lines of a section.

use std::cmp::Reverse;

use jiff::civil::Date;
use thiserror::Error;

use super::{BLITZ, FEDERATION, MOST_ROUNDS, NAME, PLAYER, ROUND, ROUNDS, SECTION, SYSTEMS};
use crate::{
    domain::us_chess::{Code, Entry, Event, MAX_PAIR, Round, Section, SectionKind, Side, System},
    exchange::{
        Problem, ascii,
        noted::at,
        printed::{printed_rating, rounded},
        time_controls,
    },
};

/// What the file can't hold, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
enum Fault {
    #[error("{0} is no starting rank: it must be a number from 1 to 9,999")]
    Pair(u16),
    #[error("A file has at most 99 rounds, this section has {0}. Divide the section")]
    Rounds(usize),
    #[error("Nothing is entered yet. Type the section to its end first")]
    NotEntered,
}

/// The text of the file of a section, with dates of birth only if they are asked for.
///
/// # Errors
/// Everything that the file can't hold without saying something else.
pub fn write(event: &Event, section: &Section, with_birth: bool) -> Result<String, Vec<Problem>> {
    // TRF has no result for two games.
    let section = &*section.by_games();
    let problems = problems(section);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut lines = head(event, section);
    let ranks = ranks(section);
    let rounds = round_count(section);
    let entries = section.entries.iter().zip(ranks);
    lines.extend(entries.map(|(entry, rank)| player(section, entry, rank, rounds, with_birth)));
    let entries = section.entries.iter();
    lines.extend(entries.map(|entry| national(section, entry)));
    let lines = lines.iter().map(|line| format!("{}\r\n", line.trim_end()));
    Ok(lines.collect())
}

fn problems(section: &Section) -> Vec<Problem> {
    let mut problems = Vec::new();
    let rounds = round_count(section);
    if rounds > MOST_ROUNDS {
        let place = format_args!("section {}", section.number);
        problems.push(at(place, &Fault::Rounds(rounds)));
    }
    for entry in &section.entries {
        let row = format!("Pair {}", entry.pair);
        if !(1..=MAX_PAIR).contains(&entry.pair) {
            problems.push(at(row.clone(), &Fault::Pair(entry.pair)));
        }
        let blank = entry.rounds.iter().position(|round| round.is_blank());
        if let Some(round) = blank {
            let place = format_args!("{row}, round {}", round + 1);
            problems.push(at(place, &Fault::NotEntered));
        }
    }
    problems
}

/// How many rounds a section has.
fn round_count(section: &Section) -> usize {
    let rounds = section.entries.iter().map(|entry| entry.rounds.len());
    rounds.max().unwrap_or_default()
}

/// The lines of the tournament.
fn head(event: &Event, section: &Section) -> Vec<String> {
    let line = |code: &str, text: &str| format!("{code} {}", tidy(text));
    let optional = |code: &str, text: Option<String>| text.map(|text| line(code, &text));
    let ends = event.ends_of(section);
    let begins = section.begins.or(event.begins);
    let rated = section
        .entries
        .iter()
        .filter_map(|entry| rating(section, entry));
    let kind = match section.kind {
        SectionKind::Swiss => "Individual: Swiss-System",
        SectionKind::RoundRobin => "Individual: Round-Robin",
        SectionKind::Match => "Individual: Match",
    };
    let controls = time_controls::written(&section.time_controls);
    let controls = Some(controls).filter(|controls| !controls.is_empty());
    let mut lines = vec![line("012", &event.name)];
    lines.extend(optional("022", event.city.clone()));
    lines.push(line("032", FEDERATION));
    lines.extend(optional("042", begins.map(day)));
    lines.extend(optional("052", ends.map(day)));
    lines.push(line("062", &section.entries.len().to_string()));
    lines.push(line("072", &rated.count().to_string()));
    lines.push(line("092", kind));
    lines.extend(optional("102", event.chief_td.map(|id| id.to_string())));
    lines.extend(optional("112", event.assistant_td.map(|id| id.to_string())));
    lines.extend(optional("122", controls));
    lines.extend(round_dates(section, begins, ends));
    lines.push(line("172", &format!("{FEDERATION} NRO")));
    lines.push(format!(
        "{SECTION}{}: {}",
        section.number,
        tidy(&section.name)
    ));
    lines.extend(systems(section).map(|systems| format!("{SYSTEMS}{systems}")));
    lines
}

/// The days of the rounds, which are known only if there was but one.
fn round_dates(section: &Section, begins: Option<Date>, ends: Option<Date>) -> Option<String> {
    let rounds = round_count(section);
    let date = begins.filter(|begins| Some(*begins) == ends && rounds > 0)?;
    let date = date.strftime("%y/%m/%d").to_string();
    let dates = format!("{date:ROUND$}").repeat(rounds);
    Some(format!("{:<before$}{dates}", "132", before = ROUNDS - 1))
}

fn systems(section: &Section) -> Option<String> {
    let systems = [System::Regular, System::Quick].into_iter();
    let systems = systems.filter(|system| section.is_rated_in(*system));
    let words = systems.map(System::word);
    let words = words.chain(section.is_blitz.then_some(BLITZ));
    let words = words.collect::<Vec<_>>().join(", ");
    Some(words).filter(|words| !words.is_empty())
}

/// The rank of each entry: by points, then by rating, then by pairing number.
fn ranks(section: &Section) -> Vec<usize> {
    let mut order = (0..).zip(&section.entries).collect::<Vec<(usize, _)>>();
    order.sort_by_key(|(_, entry)| {
        let rating = rating(section, entry).and_then(|rating| rating.parse::<u16>().ok());
        (Reverse(entry.halves()), Reverse(rating), entry.pair)
    });
    let mut ranks = vec![0; order.len()];
    for (rank, (row, _)) in (1..).zip(order) {
        if let Some(place) = ranks.get_mut(row) {
            *place = rank;
        }
    }
    ranks
}

/// The rating that other programs go by: in the system of the section, or else in the other one.
fn rating(section: &Section, entry: &Entry) -> Option<String> {
    let other = || {
        entry
            .regular
            .rating
            .or(entry.quick.rating)
            .and_then(rounded)
    };
    printed_rating(section, entry).or_else(other)
}

fn player(
    section: &Section,
    entry: &Entry,
    rank: usize,
    rounds: usize,
    with_birth: bool,
) -> String {
    let name = ascii::cut(&entry.name, NAME);
    let rating = rating(section, entry).unwrap_or_default();
    let birth = entry.birth.filter(|_| with_birth).map(day);
    let birth = birth.unwrap_or_default();
    let halves = entry.halves();
    let tenth = if halves.is_multiple_of(2) { 0 } else { 5 };
    let points = format!("{}.{tenth}", halves / 2);
    let static_part = static_part(PLAYER, entry.pair, &name, &rating, "", "");
    let results = (0..rounds).map(|round| result(entry.rounds.get(round).copied()));
    format!(
        "{static_part} {birth:<10} {points:>4} {rank:>4}{}",
        results.collect::<String>()
    )
}

/// The line that tells what US Chess knows of a player.
fn national(section: &Section, entry: &Entry) -> String {
    let rating = printed_rating(section, entry).unwrap_or_default();
    let state = entry.state.as_deref().map(ascii::base_letters);
    let state = state.filter(|state| state.len() <= 3).unwrap_or_default();
    let id = entry.id.map(|id| id.to_string()).unwrap_or_default();
    static_part(FEDERATION, entry.pair, "", &rating, &state, &id)
}

/// Columns 1 to 68, which lines of players and of federations have in common.
fn static_part(
    code: &str,
    pair: u16,
    name: &str,
    rating: &str,
    federation: &str,
    number: &str,
) -> String {
    format!(
        "{code} {pair:>4} {:>4} {name:<NAME$} {rating:>4} {federation:<3} {number:>11}",
        ""
    )
}

/// The ten columns of a round, beginning with the two blanks before it.
fn result(round: Option<Round>) -> String {
    let opponent = round.and_then(Round::opponent);
    let side = round.and_then(Round::side).filter(|_| opponent.is_some());
    let side = side.map_or('-', Side::letter);
    let opponent = opponent.map_or_else(|| "0000".to_owned(), |pair| pair.to_string());
    let result = match round.map(Round::code) {
        Some(Code::Win) => '1',
        Some(Code::Loss) => '0',
        Some(Code::Draw) => '=',
        Some(Code::ForfeitWin) => '+',
        Some(Code::ForfeitLoss) => '-',
        Some(Code::FullBye) => 'F',
        Some(Code::HalfBye) => 'H',
        _ => 'Z',
    };
    format!("  {opponent:>4} {side} {result}")
}

/// "2026/08/30"
fn day(date: Date) -> String {
    date.strftime("%Y/%m/%d").to_string()
}

/// The text in ASCII with single blanks.
fn tidy(text: &str) -> String {
    let text = ascii::base_letters(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
