//! The classic text crosstable, to the column: between lines of dashes a head, then two lines a player, and a third one where a section
//! is rated in both systems. All widths are of letters, whatever their bytes.
//!
//! ```text
//! Late Summer Open, section 5
//! Time controls: G/25;d5
//! RESERVE
//! -----------------------------------------------------------
//!  Pair | Player Name                     |Total|Round|Round|
//!  Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
//! -----------------------------------------------------------
//!     1 | BERGER, ANNA                    |1.5  |W   2|H    |
//!    MN | 90000001 / R: 1641P17->1657P18  |     |W    |     |
//!       |            Q: 1600   ->1610     |     |     |     |
//! -----------------------------------------------------------
//! ```
//!
//! The reader takes the last line before a table for the section's name. What this layout can't hold: numbers and dates of sections, but
//! as a title; decimals of ratings; counts of games from 26 on; norms (`N:2`), which aren't stored and stay blank; bars and what can't be
//! printed in names; names without anything but dashes. Where a section is rated in no system, B: stands for a blitz section and -: for
//! any other.

use crate::domain::{
    is_unprintable,
    us_chess::{Entry, Event, Record, Round, Section, Side, System},
};

/// What stands between the name of an event and the number of a section.
pub(super) const SECTION: &str = ", section ";

/// How many letters of a name are printed.
const NAME: usize = 32;

/// How many letters of a state are printed, which has two.
const STATE: usize = 5;

/// A line of dashes has so many besides those of the rounds.
const WIDTH_WITHOUT_ROUNDS: usize = 47;

/// How many letters a round has, with its bar.
const WIDTH_OF_ROUND: usize = 6;

/// With this number of games a rating isn't provisional any more.
const ESTABLISHED: u32 = 26;

/// What stands for a membership that is pending.
const PENDING: &str = "00000000";

/// Sections of an event, one below the other, with their rows in the order of the entries. Colours stay out unless they are asked for.
#[must_use]
pub fn write(event: &Event, sections: &[&Section], colors: bool) -> String {
    let tables = sections.iter().map(|section| {
        // As US Chess has it: each game is a round.
        let section = &*section.by_games();
        let mut lines = titles(event, section);
        lines.extend(table(section, colors));
        lines.join("\n") + "\n"
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// What stands above a table: nothing where nothing is known. The last one is what the section is called.
fn titles(event: &Event, section: &Section) -> Vec<String> {
    let [event, name] = [&event.name, &section.name].map(|name| printed(name));
    // A line of nothing but dashes would be one of the table.
    let is_title = |name: &String| name.contains(|c| c != '-');
    let name = Some(name).filter(is_title);
    let has_titles = name.is_some() || !event.is_empty() || !section.time_controls.is_empty();
    if !has_titles {
        return Vec::new();
    }
    let number = section.number;
    let mut titles = Vec::new();
    if !event.is_empty() {
        titles.push(format!("{event}{SECTION}{number}"));
    } else if name.is_some() {
        titles.push(format!("Section {number}"));
    }
    if !section.time_controls.is_empty() {
        let controls = printed(&section.time_controls.join(", "));
        titles.push(format!("Time controls: {controls}"));
    }
    titles.push(name.unwrap_or_else(|| format!("Section {number}")));
    titles
}

/// The lines of a table, its head included.
fn table(section: &Section, colors: bool) -> Vec<String> {
    let entries = section.entries.iter();
    let rounds = entries.map(|entry| entry.rounds.len()).max().unwrap_or(0);
    let rule = "-".repeat(WIDTH_WITHOUT_ROUNDS + WIDTH_OF_ROUND * rounds);
    let numbers = (1..=rounds).map(|round| format!("{round:>3}  |"));
    let numbers = numbers.collect::<String>();
    // The blanks at the ends stand there in what US Chess publishes.
    let mut lines = vec![
        rule.clone(),
        format!(
            " Pair | Player Name                     |Total|{} ",
            "Round|".repeat(rounds)
        ),
        format!(" Num  | USCF ID / Rtg (Pre->Post)       | Pts |{numbers} "),
        rule.clone(),
    ];
    let labels = labels(section);
    for entry in &section.entries {
        lines.extend(row(entry, &labels, rounds, colors));
        lines.push(rule.clone());
    }
    lines
}

/// The letters before the ratings, with the systems that they stand for: Regular first.
fn labels(section: &Section) -> Vec<(char, Option<System>)> {
    let systems = [('R', System::Regular), ('Q', System::Quick)];
    let mut labels = systems
        .into_iter()
        .filter(|(_, system)| section.is_rated_in(*system))
        .map(|(letter, system)| (letter, Some(system)))
        .collect::<Vec<_>>();
    if labels.is_empty() {
        labels.push((if section.is_blitz { 'B' } else { '-' }, None));
    }
    labels
}

/// The lines of a player.
fn row(
    entry: &Entry,
    labels: &[(char, Option<System>)],
    rounds: usize,
    colors: bool,
) -> Vec<String> {
    let cells = |cell: &dyn Fn(Round) -> String| {
        let cells = (0..rounds).map(|round| match entry.rounds.get(round) {
            Some(round) => cell(*round),
            None => format!("{:5}|", ""),
        });
        cells.collect::<String>()
    };
    let name = cut(&entry.name, NAME);
    let mut lines = vec![format!(
        "{:>5} | {name:<NAME$}|{:<5}|{}",
        entry.pair,
        points(entry.halves()),
        cells(&result),
    )];
    for (place, (letter, system)) in labels.iter().enumerate() {
        let ratings = system.map_or_else(blank_ratings, |system| ratings(entry.record(system)));
        let line = if place == 0 {
            let state = cut(entry.state.as_deref().unwrap_or_default(), STATE);
            let id = entry
                .id
                .map_or_else(|| PENDING.to_owned(), |id| id.to_string());
            let sides = cells(&|round| side(round.side().filter(|_| colors)));
            format!("{state:>STATE$} | {id:>8} / {letter}: {ratings}  |     |{sides}")
        } else {
            let blanks = cells(&|_| side(None));
            format!(
                "{:STATE$} | {:8}   {letter}: {ratings}  |     |{blanks}",
                "", ""
            )
        };
        lines.push(line);
    }
    lines
}

/// "W  39|"
fn result(round: Round) -> String {
    let opponent = round.opponent().map(|pair| pair.to_string());
    format!(
        "{}{:>4}|",
        round.code().letter(),
        opponent.unwrap_or_default()
    )
}

/// "W    |"
fn side(side: Option<Side>) -> String {
    let letter = side.map_or(' ', |side| side.letter().to_ascii_uppercase());
    format!("{letter:<5}|")
}

/// "1641P17->1657P18", "Unrated-> 651P7 "
fn ratings(record: &Record) -> String {
    let before = match finite(record.rating) {
        Some(rating) => rating_with_games(rating, record.games),
        None => "Unrated".to_owned(),
    };
    let after = finite(record.post).map(|post| rating_with_games(post, record.post_games));
    format!("{before}->{:<7}", after.unwrap_or_default())
}

/// Where there are none.
fn blank_ratings() -> String {
    format!("{:7}->{:7}", "", "")
}

fn finite(rating: Option<f64>) -> Option<f64> {
    rating.filter(|rating| rating.is_finite())
}

/// "1641P17", and without a count from 26 games on; in seven letters.
fn rating_with_games(rating: f64, games: Option<u32>) -> String {
    let games = games.filter(|games| *games < ESTABLISHED);
    let games = games.map_or_else(String::new, |games| format!("P{games}"));
    // No more than four figures have room, and no sign.
    let rating = rating.round().clamp(0.0, 9999.0).abs();
    format!("{rating:>4}{games:<3}")
}

/// "4.5"
fn points(halves: u32) -> String {
    let tenth = if halves.is_multiple_of(2) { 0 } else { 5 };
    format!("{}.{tenth}", halves / 2)
}

/// A text that fits into a column.
fn cut(text: &str, most: usize) -> String {
    printed(text).chars().take(most).collect()
}

/// A text in a line, without the bars that divide columns.
fn printed(text: &str) -> String {
    let letters = text.chars().map(|c| match c {
        '|' => '/',
        c if c.is_whitespace() || is_unprintable(c) => ' ',
        c => c,
    });
    letters.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
