//! The national member list: a line a member, cells separated by tabs. It has a million lines, so nothing is copied that is only looked at.
//!
//! Where the first line names the columns, it goes by their titles: those of the lists that directors download ("Rank, USCF ID, Exp. Date,
//! Name, State, Rating, …") and of the member search ("USCF ID, Rating, Q Rtg, …, State, Exp Date, Name"), and what else such columns are
//! called. Without titles it takes one order only, and only if the first line looks like it. *Open*: no text tells the order of the columns
//! of a list without titles, nor what a * behind a rating means; it is taken for one of an established rating.
//!
//! ```text
//! BERGER, ANNA    30000001    2026-12-31    MN    1641/17    Unrated
//! ```

use jiff::civil::Date;

use super::Problem;
use crate::domain::{
    shortened,
    us_chess::{
        Account, Balance, Member, MemberId, Record,
        cells::{self, RATINGS, is_digits},
        names_of,
    },
};

/// How many lines that can't be read are told, of a list with more.
const MOST_PROBLEMS: usize = 100;

/// What a column tells. Columns of anything else are passed over.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Field {
    Id,
    /// "LAST, FIRST"
    Name,
    LastName,
    FirstName,
    Expires,
    State,
    Regular,
    Quick,
}

/// What columns are called, in small letters and figures alone.
static TITLES: [(Field, &[&str]); 8] = [
    (
        Field::Id,
        &[
            "id",
            "uscfid",
            "uschessid",
            "memid",
            "memnum",
            "memberid",
            "membernumber",
            "uscf",
        ],
    ),
    (Field::Name, &["name", "memname", "membername", "fullname"]),
    (Field::LastName, &["last", "lastname"]),
    (Field::FirstName, &["first", "firstname"]),
    (
        Field::Expires,
        &[
            "exp",
            "expdate",
            "expire",
            "expires",
            "expiry",
            "expiration",
            "expirationdate",
        ],
    ),
    (Field::State, &["st", "state"]),
    (
        Field::Regular,
        &[
            "rating",
            "reg",
            "regular",
            "regularrating",
            "rrating",
            "rrtg",
            "regrating",
        ],
    ),
    (
        Field::Quick,
        &["quick", "quickrating", "qrating", "qrtg", "quickrtg"],
    ),
];

/// The order of a list without titles.
static ORDER: [Field; 6] = [
    Field::Name,
    Field::Id,
    Field::Expires,
    Field::State,
    Field::Regular,
    Field::Quick,
];

/// A published rating.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ListedRating {
    pub rating: u16,
    /// The number of games that a provisional rating goes by (N); nothing for the established.
    pub games: Option<u32>,
}

/// A member as the list has one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ListedMember<'a> {
    /// Counted from 1.
    pub line: usize,
    pub id: MemberId,
    /// "LAST, FIRST", or only the last name where the list has another column of first names.
    pub name: &'a str,
    pub first_name: Option<&'a str>,
    pub state: Option<&'a str>,
    pub expires: Option<Date>,
    /// Nothing for the unrated.
    pub regular: Option<ListedRating>,
    pub quick: Option<ListedRating>,
}

impl ListedMember<'_> {
    /// The member with what the list tells as an opening balance, of which only the caller knows the day.
    #[must_use]
    pub fn member(&self) -> Member {
        let (last_name, first_name) = match self.first_name {
            Some(first) => (self.name.to_owned(), first.to_owned()),
            None => names_of(self.name),
        };
        Member {
            id: Some(self.id),
            last_name,
            first_name,
            state: self.state.map(str::to_owned),
            expires: self.expires,
            opening: Balance {
                regular: account(self.regular),
                quick: account(self.quick),
                ..Balance::default()
            },
            ..Member::default()
        }
    }
}

fn account(listed: Option<ListedRating>) -> Account {
    let record = listed.map_or_else(Record::default, |listed| Record {
        rating: Some(f64::from(listed.rating)),
        games: listed.games,
        ..Record::default()
    });
    Account::of_record(&record)
}

/// What was read of a list.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NationalList<'a> {
    /// In the order of the list. Who stands in it twice is here twice.
    pub members: Vec<ListedMember<'a>>,
    /// Lines that can't be read, the first hundred of them.
    pub problems: Vec<Problem>,
    /// How many lines can't be read.
    pub unread: usize,
}

/// Reads a whole list.
///
/// # Errors
/// A list whose columns aren't known.
pub fn read(text: &str) -> Result<NationalList<'_>, Problem> {
    let mut list = NationalList::default();
    for member in lines(text)? {
        match member {
            Ok(member) => list.members.push(member),
            Err(problem) => {
                list.unread += 1;
                if list.problems.len() < MOST_PROBLEMS {
                    list.problems.push(problem);
                }
            }
        }
    }
    Ok(list)
}

/// Reads a list line by line, for who looks for a few members only. A line that can't be read is a problem, and the next one goes on.
///
/// # Errors
/// A list whose columns aren't known.
pub fn lines(
    text: &str,
) -> Result<impl Iterator<Item = Result<ListedMember<'_>, Problem>>, Problem> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
    let Some((number, first)) = lines.peek().copied() else {
        return Err(Problem::at_line(
            1,
            "This file is empty. Download the list again",
        ));
    };
    let columns = match titled(first) {
        Some(columns) => {
            lines.next();
            columns.map_err(|what| Problem::at_line(number, what))?
        }
        None => untitled(number, first)?,
    };
    Ok(lines.map(move |(number, line)| read_line(number, line, &columns)))
}

/// The columns of a line of titles; nothing where it isn't one, as a member's number is in it.
fn titled(line: &str) -> Option<Result<Vec<Option<Field>>, String>> {
    let is_id = |cell: &str| cell.len() == 8 && is_digits(cell);
    if !line.contains('\t') || line.split('\t').any(|cell| is_id(cell.trim())) {
        return None;
    }
    let columns = line.split('\t').map(field_of).collect::<Vec<_>>();
    let has = |field| columns.contains(&Some(field));
    let missing = if !has(Field::Id) {
        "of members’ numbers, such as “ID”"
    } else if !has(Field::Name) && !has(Field::LastName) {
        "of names, such as “Name”"
    } else {
        return Some(twice(&columns).map_or(Ok(columns), Err));
    };
    let line = shortened(&line.replace('\t', ", "), 60);
    Some(Err(format!(
        "“{line}” names no column {missing}: what is it called in this list?"
    )))
}

/// That two columns tell the same, if they do.
fn twice(columns: &[Option<Field>]) -> Option<String> {
    let is_twice = |wanted: &Field| {
        let found = columns.iter().flatten().filter(|field| *field == wanted);
        found.count() > 1
    };
    let field = columns.iter().flatten().find(|field| is_twice(field))?;
    let title = TITLES
        .iter()
        .find(|(of, _)| of == field)
        .and_then(|(_, titles)| titles.first())?;
    Some(format!(
        "Two columns are called “{title}”, or what means the same: which one counts? Delete the other"
    ))
}

fn field_of(title: &str) -> Option<Field> {
    let letters = title.chars().filter(char::is_ascii_alphanumeric);
    let title = letters
        .map(|letter| letter.to_ascii_lowercase())
        .collect::<String>();
    let mut titles = TITLES.iter();
    let found = titles.find(|(_, titles)| titles.contains(&title.as_str()));
    found.map(|(field, _)| *field)
}

/// The columns of a list without titles, by its first line.
fn untitled(number: usize, line: &str) -> Result<Vec<Option<Field>>, Problem> {
    let columns = ORDER.map(Some).to_vec();
    let cells = line.split('\t').count();
    let is_so = cells >= 5
        && read_line(number, line, &columns).is_ok_and(|member| member.state.is_none_or(is_state));
    if is_so {
        return Ok(columns);
    }
    let line = shortened(&line.replace('\t', ", "), 60);
    Err(Problem::at_line(
        number,
        format!(
            "It isn’t known which column of “{line}” is which. Write a first line that names them, separated by tabs: ID, Name, Expires, State, Regular, Quick"
        ),
    ))
}

/// Two letters, or three for a country.
fn is_state(text: &str) -> bool {
    (2..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The cells of a line.
#[derive(Default)]
struct Cells<'a> {
    id: &'a str,
    name: &'a str,
    first_name: Option<&'a str>,
    expires: &'a str,
    state: &'a str,
    regular: &'a str,
    quick: &'a str,
}

fn read_line<'a>(
    line: usize,
    text: &'a str,
    columns: &[Option<Field>],
) -> Result<ListedMember<'a>, Problem> {
    let mut cells = Cells::default();
    for (cell, column) in text.split('\t').zip(columns) {
        let cell = cell.trim();
        match column {
            None => (),
            Some(Field::Id) => cells.id = cell,
            Some(Field::Name | Field::LastName) => cells.name = cell,
            Some(Field::FirstName) => cells.first_name = Some(cell),
            Some(Field::Expires) => cells.expires = cell,
            Some(Field::State) => cells.state = cell,
            Some(Field::Regular) => cells.regular = cell,
            Some(Field::Quick) => cells.quick = cell,
        }
    }
    let id = MemberId::read(cells.id).map_err(|fault| Problem::at_line(line, fault))?;
    let id = id.ok_or_else(|| Problem::at_line(line, "There is no member’s number"))?;
    let expires = Some(cells.expires).filter(|cell| !cell.is_empty());
    let expires = expires.map(cells::date).transpose();
    Ok(ListedMember {
        line,
        id,
        name: cells.name,
        first_name: cells.first_name,
        state: Some(cells.state).filter(|state| !state.is_empty()),
        expires: expires.map_err(|fault| Problem::at_line(line, fault))?,
        regular: read_rating(line, cells.regular)?,
        quick: read_rating(line, cells.quick)?,
    })
}

/// "1234", "1234/12", "1234P12", "1234*", "Unrated", "UNR.", or nothing. Files whose cells are numbers have 0 for the unrated.
fn read_rating(line: usize, cell: &str) -> Result<Option<ListedRating>, Problem> {
    let is_unrated = cell.bytes().all(|byte| byte == b'0')
        || cell
            .get(..3)
            .is_some_and(|start| start.eq_ignore_ascii_case("unr"));
    if is_unrated {
        return Ok(None);
    }
    let (rating, games) = match cell.split_once(['/', 'P', 'p']) {
        Some((rating, games)) => (rating, Some(games)),
        None => (cell.strip_suffix('*').unwrap_or(cell), None),
    };
    let value = is_digits(rating.trim_end())
        .then(|| rating.trim_end().parse().ok())
        .flatten()
        .filter(|rating: &u16| RATINGS.contains(rating));
    let games = match games {
        Some(games) => cells::count(games.trim()).ok().map(Some),
        None => Some(None),
    };
    match (value, games) {
        (Some(rating), Some(games)) => Ok(Some(ListedRating { rating, games })),
        _ => Err(Problem::at_line(
            line,
            format!(
                "“{}” is no rating: ratings look like 1641, 1641/17 or Unrated, and are from 100 to 4000",
                shortened(cell, 20)
            ),
        )),
    }
}

#[cfg(test)]
mod tests;
