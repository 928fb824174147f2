//! The line of a player.

use jiff::civil::Date;

use super::{
    MOST_ROUNDS, ROUND, ROUNDS,
    fault::{Fault, Note},
    line::Line,
    reading::Reader,
};
use crate::domain::us_chess::{Code, Entry, MAX_PAIR, Round, Side};

/// The columns before the rounds that are blank.
const BLANK: [usize; 11] = [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91];
/// The columns of a round that are blank, counted from its first.
const BLANK_OF_ROUND: [usize; 4] = [4, 6, 8, 9];

/// A player as a line tells of one.
pub(super) struct Player {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) entry: Entry,
    pub(super) rating: Option<u16>,
    /// Whether there is a line of the federation, and the rating that it tells instead.
    pub(super) has_national: bool,
    pub(super) national: Option<u16>,
    pub(super) has_fide_number: bool,
    /// The points that are told, in halves.
    pub(super) halves: Option<u32>,
}

/// Reads the line of a player.
pub(super) fn player(reader: &mut Reader, line: Line) -> Option<Player> {
    let width = line.length().saturating_sub(ROUNDS - 1);
    let count = width.div_ceil(ROUND);
    if count > MOST_ROUNDS {
        reader.problem(line, &Fault::Rounds(count));
        return None;
    }
    let rounds = (0..count).map(|round| ROUNDS + ROUND * round);
    let blank = rounds
        .clone()
        .flat_map(|start| BLANK_OF_ROUND.map(|column| start + column));
    let blank = BLANK.into_iter().chain(blank).collect::<Vec<_>>();
    if let Some(column) = first_filled(line, &blank) {
        reader.problem(line, &Fault::Shifted(column));
        return None;
    }
    let text = line.columns(5, 8);
    let pair = number(&text).filter(|pair| (1..=MAX_PAIR).contains(pair));
    let pair = reader.kept(line, pair.ok_or(Fault::Pair(text)))?;
    let mut entry = Entry {
        pair,
        name: line
            .columns(15, 47)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        birth: birth(reader, line),
        ..Entry::default()
    };
    let rating = reader.kept(line, rating(&line.columns(49, 52))).flatten();
    let points = line.columns(81, 84);
    let halves = reader.kept(line, halves(&points)).flatten();
    for (round, start) in (1..).zip(rounds) {
        let read = cell(reader, line, round, start);
        entry.rounds.extend(reader.kept(line, read));
    }
    let has_fide_number = !matches!(line.columns(58, 68).as_str(), "" | "0");
    Some(Player {
        line: line.number,
        entry,
        rating,
        has_national: false,
        national: None,
        has_fide_number,
        halves,
    })
}

/// The first of some columns that isn't blank, though it should be.
pub(super) fn first_filled(line: Line, blank: &[usize]) -> Option<usize> {
    line.filled(blank.iter().copied())
}

/// A number of up to four digits.
fn number(text: &str) -> Option<u16> {
    let digits = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// A rating; nothing for the unrated.
pub(super) fn rating(text: &str) -> Result<Option<u16>, Fault> {
    match (text, number(text)) {
        ("", _) | (_, Some(0)) => Ok(None),
        (_, Some(rating)) => Ok(Some(rating)),
        _ => Err(Fault::Rating(text.to_owned())),
    }
}

/// Points in halves: "4.5", "4,5", "4".
fn halves(text: &str) -> Result<Option<u32>, Fault> {
    if text.is_empty() {
        return Ok(None);
    }
    let (whole, tenth) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let half = match tenth {
        "0" => Some(0),
        "5" => Some(1),
        _ => None,
    };
    let whole = number(whole.trim()).filter(|_| !whole.trim().is_empty());
    whole
        .zip(half)
        .map(|(whole, half)| Some(2 * u32::from(whole) + half))
        .ok_or_else(|| Fault::Points(text.to_owned()))
}

/// The date of birth; nothing, and a note, where only the year is known.
pub(super) fn birth(reader: &mut Reader, line: Line) -> Option<Date> {
    let text = line.columns(70, 79);
    let parts = text.split(|letter: char| !letter.is_ascii_digit());
    let parts = parts
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<i16>>>();
    match parts.as_deref() {
        _ if text.is_empty() => None,
        Some([0] | [0, 0, 0]) => None,
        Some([year] | [year, 0, 0]) if (1900..=reader.today.year()).contains(year) => {
            reader.note(line, &Note::BirthYear(*year));
            None
        }
        _ => reader.date(line, &text),
    }
}

/// Reads the ten columns of a round, which begin at a column.
fn cell(reader: &mut Reader, line: Line, round: usize, start: usize) -> Result<Round, Fault> {
    let text = line.columns(start, start + 3);
    let opponent = number(if text.is_empty() { "0" } else { &text });
    let opponent = opponent.ok_or(Fault::Opponent {
        round,
        text,
        from: start,
        to: start + 3,
    })?;
    let opponent = Some(opponent).filter(|opponent| *opponent != 0);
    let column = start + 5;
    let text = line.columns(column, column);
    let side = match text.chars().next() {
        None | Some('-') => None,
        Some(letter) => Some(Side::of_letter(letter).ok_or(Fault::Colour {
            round,
            text,
            column,
        })?),
    };
    let column = start + 7;
    let text = line.columns(column, column).to_ascii_uppercase();
    // W, D and L are games that aren't rated: their points remain.
    let (code, opponent) = match text.chars().next() {
        Some('1') => (Code::Win, opponent),
        Some('0') => (Code::Loss, opponent),
        Some('=') => (Code::Draw, opponent),
        Some('+' | 'W') => (Code::ForfeitWin, opponent),
        Some('-' | 'L') => (Code::ForfeitLoss, opponent),
        Some('H') => (Code::HalfBye, opponent),
        Some('F' | 'U') => (Code::FullBye, opponent),
        Some('D') => (Code::HalfBye, None),
        None | Some('Z') => {
            if let Some(opponent) = opponent {
                reader.note(line, &Note::NoResult { round, opponent });
            }
            (Code::Unplayed, None)
        }
        Some(_) => {
            return Err(Fault::Result {
                round,
                text,
                column,
            });
        }
    };
    let side = side.filter(|_| opponent.is_some());
    let read = Round::new(code, opponent, side);
    let read = read.map_err(|problem| Fault::Round { round, problem })?;
    if let Some(letter) = text.chars().next().filter(|letter| "WDL".contains(*letter)) {
        let read = read.to_string();
        reader.note(
            line,
            &Note::ShortGame {
                round,
                letter,
                read,
            },
        );
    }
    Ok(read)
}
