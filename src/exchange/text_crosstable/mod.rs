//! The text crosstable as US Chess publishes it: between lines of dashes a head, then two lines a player, and a third one where a
//! section was rated in both systems.
//!
//! ```text
//!  Pair | Player Name                     |Total|Round|Round|
//!  Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
//! ----------------------------------------------------------
//!     1 | BERGER, ANNA                    |1.5  |W   2|H    |
//!    MN | 90000001 / R: 1641P17->1657P18  |N:2  |W    |     |
//! ```

mod write;

use thiserror::Error;

use self::write::SECTION;
pub use self::write::write;

use crate::domain::us_chess::{
    Code, Entry, IdProblem, MAX_PAIR, MemberId, Record, Round, RoundProblem, Section, SectionKind,
    SectionProblem, Side, System,
};

/// A section, and where its rows stand in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSection {
    pub section: Section,
    /// The first line of each row, counted from 1, in the order of the entries.
    pub lines: Vec<usize>,
}

/// A line that isn't as a crosstable has it.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("line {line}: {fault}")]
pub struct LineProblem {
    /// Counted from 1.
    pub line: usize,
    pub fault: Fault,
}

/// What is wrong with a line, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Fault {
    #[error(
        "There is no crosstable in this file: no line begins with “Pair | Player Name”. Save the crosstable of US Chess as text"
    )]
    NoHead,
    #[error(
        "The columns don’t stand under those of the head. Copy the crosstable in a type in which all letters are equally wide, or save it as text"
    )]
    Shifted,
    #[error("A player has two or three lines between two lines of dashes, here are {0}")]
    Lines(usize),
    #[error("“{0}” is no pairing number: a number from 1 to 9,999 is needed")]
    Pair(String),
    #[error("{0}")]
    Id(#[from] IdProblem),
    #[error("Round {round}: {problem}")]
    Round { round: usize, problem: RoundProblem },
    #[error("“{0}” is no rating: ratings look like “R: 1641P17->1657P24” or “R: Unrated-> 651P7”")]
    Rating(String),
    #[error(
        "The results give {counted} points, but {total} are printed. Correct the line that is wrong"
    )]
    Points { counted: String, total: String },
    #[error("{0}")]
    Section(String),
}

/// A rating and the games it is based on, as they are printed.
type Printed = (Option<f64>, Option<u32>);

/// What stands before the ratings of a line.
#[derive(Clone, Copy, Debug)]
enum Label {
    Rated(System),
    /// Blitz is kept and not rated.
    Blitz,
    /// The section is kept and rated in no system.
    NotRated,
}

impl Label {
    fn of_letter(letter: &str) -> Option<Self> {
        match letter {
            "R" => Some(Self::Rated(System::Regular)),
            "Q" => Some(Self::Rated(System::Quick)),
            "B" => Some(Self::Blitz),
            "-" => Some(Self::NotRated),
            _ => None,
        }
    }
}

/// Reads all sections of a text.
///
/// # Errors
/// Every line that isn't as a crosstable has it, and everything in a section that contradicts itself so that it can't be rated.
pub fn read(text: &str) -> Result<Vec<ReadSection>, Vec<LineProblem>> {
    let mut reader = Reader::default();
    for (place, line) in text.lines().enumerate() {
        if is_rule(line) {
            reader.end_block();
        } else if !line.trim().is_empty() {
            reader.block.push((place + 1, line));
        }
    }
    reader.end_block();
    reader.finish()
}

/// What the first line calls the event, if it is one as [`write()`] has it: "Late Summer Open, section 5".
pub(super) fn event_name(text: &str) -> Option<String> {
    let (name, section) = text.trim_start().lines().next()?.rsplit_once(SECTION)?;
    section.trim().parse::<u16>().ok()?;
    Some(name.to_owned())
}

/// Whether a line is nothing but dashes.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 10 && line.bytes().all(|byte| byte == b'-')
}

#[derive(Default)]
struct Reader<'a> {
    sections: Vec<ReadSection>,
    /// Where the columns of the present section are divided.
    bars: Vec<usize>,
    /// Lines since the last line of dashes, with their numbers.
    block: Vec<(usize, &'a str)>,
    /// The last line that belongs to no table: the name of the section that follows.
    title: String,
    problems: Vec<LineProblem>,
}

impl<'a> Reader<'a> {
    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let is_head = |line: &str| {
            let mut cells = line.split('|').map(str::trim);
            cells.next() == Some("Pair") && cells.next() == Some("Player Name")
        };
        if let Some(head) = block.iter().position(|(_, line)| is_head(line)) {
            if let Some((_, title)) = head.checked_sub(1).and_then(|before| block.get(before)) {
                title.trim().clone_into(&mut self.title);
            }
            self.bars = bars(block[head].1);
            let number = u16::try_from(self.sections.len() + 1).unwrap_or(u16::MAX);
            self.sections.push(ReadSection {
                section: Section {
                    number,
                    name: std::mem::take(&mut self.title),
                    ..Section::default()
                },
                lines: Vec::new(),
            });
        } else if block.iter().any(|(_, line)| line.contains('|')) {
            if !self.sections.is_empty() {
                self.player(&block);
            }
        } else if let Some((_, title)) = block.last() {
            title.trim().clone_into(&mut self.title);
        }
    }

    /// Reads the lines of a player.
    fn player(&mut self, block: &[(usize, &'a str)]) {
        let line = block.first().map_or(0, |(line, _)| *line);
        match read_player(block, &self.bars) {
            Ok((entry, labels)) => {
                let Some(read) = self.sections.last_mut() else {
                    return;
                };
                for label in labels {
                    match label {
                        Label::Rated(system) if read.section.is_rated_in(system) => {}
                        Label::Rated(system) => read.section.systems.push(system),
                        Label::Blitz => read.section.is_blitz = true,
                        Label::NotRated => {}
                    }
                }
                read.section.entries.push(entry);
                read.lines.push(line);
            }
            Err(problem) => self.problems.push(problem),
        }
    }

    fn finish(mut self) -> Result<Vec<ReadSection>, Vec<LineProblem>> {
        if self.sections.is_empty() {
            self.problems.push(LineProblem {
                line: 1,
                fault: Fault::NoHead,
            });
        }
        for read in &mut self.sections {
            // Two players who meet each other only are a match.
            if let [_, _] = read.section.entries[..] {
                read.section.kind = SectionKind::Match;
            }
            if !self.problems.is_empty() {
                // Whoever is missing because of one of them would be missed everywhere.
                continue;
            }
            let contradictions = read.section.problems();
            let prevent = contradictions
                .iter()
                .filter(|problem| problem.what.prevents_rating());
            self.problems
                .extend(prevent.map(|problem: &SectionProblem| LineProblem {
                    line: read.lines.get(problem.row).copied().unwrap_or(1),
                    fault: Fault::Section(problem.to_string()),
                }));
        }
        if self.problems.is_empty() {
            Ok(self.sections)
        } else {
            Err(self.problems)
        }
    }
}

/// Where the columns of a line are divided, in letters.
fn bars(line: &str) -> Vec<usize> {
    let letters = line.trim_end().chars().enumerate();
    letters
        .filter_map(|(place, letter)| (letter == '|').then_some(place))
        .collect()
}

fn read_player(
    block: &[(usize, &str)],
    columns: &[usize],
) -> Result<(Entry, Vec<Label>), LineProblem> {
    let at = |line: usize| move |fault: Fault| LineProblem { line, fault };
    for (line, text) in block {
        if bars(text) != columns {
            return Err(at(*line)(Fault::Shifted));
        }
    }
    let [(first, names), (second, ratings), further @ ..] = block else {
        let line = block.first().map_or(1, |(line, _)| *line);
        return Err(at(line)(Fault::Lines(block.len())));
    };
    if further.len() > 1 {
        return Err(at(*first)(Fault::Lines(block.len())));
    }
    let names = names.split('|').map(str::trim).collect::<Vec<_>>();
    let below = ratings.split('|').map(str::trim).collect::<Vec<_>>();
    let ([pair, name, total, cells @ ..], [state, member, _, sides @ ..]) =
        (&names[..], &below[..])
    else {
        return Err(at(*first)(Fault::Shifted));
    };
    let number = pair
        .parse()
        .ok()
        .filter(|pair| (1..=MAX_PAIR).contains(pair));
    let mut entry = Entry {
        pair: number.ok_or_else(|| at(*first)(Fault::Pair((*pair).to_owned())))?,
        name: (*name).to_owned(),
        state: Some((*state).to_owned()).filter(|state| !state.is_empty()),
        ..Entry::default()
    };
    // Behind the last bar there is no column.
    let rounds = cells.len().saturating_sub(1);
    for (round, (cell, side)) in cells.iter().zip(sides).take(rounds).enumerate() {
        let read = read_round(cell, side);
        entry.rounds.push(read.map_err(|problem| {
            at(*first)(Fault::Round {
                round: round + 1,
                problem,
            })
        })?);
    }
    let (id, rating) = member.split_once('/').unwrap_or(("", member));
    entry.id = MemberId::read(id).map_err(|problem| at(*second)(problem.into()))?;
    let mut labels = Vec::new();
    let mut ratings = vec![(*second, rating)];
    for (line, text) in further {
        let cell = text.split('|').nth(1).unwrap_or_default();
        ratings.push((
            *line,
            cell.split_once('/').map_or(cell, |(_, rating)| rating),
        ));
    }
    for (line, text) in ratings {
        let not_read = || at(line)(Fault::Rating(text.trim().to_owned()));
        let (letter, both) = text.trim().split_once(':').ok_or_else(not_read)?;
        let (pre, post) = both.split_once("->").ok_or_else(not_read)?;
        let label = Label::of_letter(letter.trim()).ok_or_else(not_read)?;
        labels.push(label);
        let Label::Rated(system) = label else {
            continue;
        };
        let before = read_rating(pre).ok_or_else(not_read)?;
        let after = read_rating(post).ok_or_else(not_read)?;
        *entry.record_mut(system) = record(before, after);
    }
    let counted = show_points(entry.halves());
    let printed = total.trim_end_matches(".0");
    if counted.trim_end_matches(".0") != printed {
        return Err(at(*first)(Fault::Points {
            counted,
            total: (*total).to_owned(),
        }));
    }
    Ok((entry, labels))
}

fn record((rating, games): Printed, (post, post_games): Printed) -> Record {
    Record {
        rating,
        // Without a count a rating is established; the unrated have none.
        games: if rating.is_none() { Some(0) } else { games },
        post,
        post_games,
        ..Record::default()
    }
}

/// "W  39" with the side from the line below; an empty cell is a round that wasn't played.
fn read_round(cell: &str, side: &str) -> Result<Round, RoundProblem> {
    if cell.is_empty() {
        return Round::new(Code::Unplayed, None, None);
    }
    let round = cell.parse::<Round>()?;
    let side = side.chars().next().and_then(Side::of_letter);
    Round::new(round.code(), round.opponent(), side)
}

/// "1641P17", "1640", "554.22", "Unrated"
fn read_rating(text: &str) -> Option<Printed> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("unrated") || text.is_empty() {
        return Some((None, None));
    }
    let (rating, games) = match text.split_once(['P', 'p']) {
        Some((rating, games)) => (rating, Some(games.trim().parse().ok()?)),
        None => (text, None),
    };
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let rating = rating.trim();
    let value = rating.chars().all(is_number).then(|| rating.parse().ok());
    Some((Some(value.flatten()?), games))
}

/// "4.5"
fn show_points(halves: u32) -> String {
    let tenth = if halves.is_multiple_of(2) { 0 } else { 5 };
    format!("{}.{tenth}", halves / 2)
}

#[cfg(test)]
mod tests;
