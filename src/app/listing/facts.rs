//! What the rows of a list are made of: texts, values to compare, and the words that a search looks at.
//!
//! Everything here is worked out once for a revision of the camp, and only when somebody asks for it.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use jiff::{civil::Date, tz::TimeZone};

use super::{columns::ColumnId, search::found_by};
use crate::{
    domain::{
        CampData, CustomValues, Described, Field, Game, Group, GroupId, Kind, Player, PlayerId,
        Value, name_key, show_date,
    },
    spreadsheet::Cell,
};

/// A value that stands for an empty cell: before all others.
const BLANK: i64 = i64::MIN;

/// One comparable value for each record, in the order of the camp. Equal values have equal texts.
pub(super) type Values = Rc<Vec<i64>>;

/// What follows from a camp at one revision.
#[derive(Debug, Default)]
pub(super) struct Facts {
    people: OnceCell<People>,
    tallies: OnceCell<Vec<[usize; 3]>>,
    in_groups: OnceCell<HashMap<GroupId, InGroup>>,
    found_by: OnceCell<Vec<String>>,
    values: RefCell<HashMap<ColumnId, Values>>,
}

/// The players as lists of games name them.
#[derive(Debug)]
struct People {
    /// By place in the camp's list of players.
    names: Vec<String>,
    /// The place of each player in the order of names, by place in the camp's list.
    ranks: Vec<i64>,
}

/// What is known of the players of a group.
#[derive(Clone, Copy, Debug, Default)]
struct InGroup {
    players: usize,
    active: i64,
    /// The sum of the active players' weekly ratings.
    ratings: i64,
}

impl InGroup {
    fn average(self) -> Option<i64> {
        let half = self.active / 2;
        let rounded = if self.ratings < 0 {
            self.ratings - half
        } else {
            self.ratings + half
        };
        (self.active > 0).then(|| rounded / self.active)
    }
}

/// The place of a player in the camp's list.
fn place(camp: &CampData, id: PlayerId) -> Option<usize> {
    camp.players
        .binary_search_by_key(&id, |player| player.id)
        .ok()
}

/// A number with a real minus sign.
pub(super) fn number(number: i64) -> String {
    number.to_string().replace('-', "\u{2212}")
}

impl Facts {
    fn people(&self, camp: &CampData) -> &People {
        self.people.get_or_init(|| {
            let namesakes = camp.namesakes();
            let name = |player: &Player| player.listed_among(&namesakes);
            let names = camp.players.iter().map(name).collect::<Vec<_>>();
            let ranks = ranks(&names);
            People { names, ranks }
        })
    }

    /// How lists of games call a player: by number too, where two have the same names.
    pub(super) fn name<'a>(&'a self, camp: &CampData, id: PlayerId) -> &'a str {
        let names = &self.people(camp).names;
        place(camp, id)
            .and_then(|place| names.get(place))
            .map_or("", String::as_str)
    }

    /// The games that count, won, drawn and lost, of the player at this place.
    pub(super) fn tally(&self, camp: &CampData, at: usize) -> [usize; 3] {
        let tallies = self.tallies.get_or_init(|| {
            let mut tallies = vec![[0; 3]; camp.players.len()];
            let mut add = |id, sign: i32| {
                if let Some(tally) = place(camp, id).and_then(|place| tallies.get_mut(place)) {
                    tally[match sign {
                        1 => 0,
                        0 => 1,
                        _ => 2,
                    }] += 1;
                }
            };
            for game in camp.games.iter().filter(|game| game.counts) {
                add(game.white, game.result.sign());
                add(game.black, -game.result.sign());
            }
            tallies
        });
        tallies.get(at).copied().unwrap_or_default()
    }

    fn in_group(&self, camp: &CampData, id: GroupId) -> InGroup {
        let groups = self.in_groups.get_or_init(|| {
            let mut groups = HashMap::<_, InGroup>::new();
            for player in camp.players.iter() {
                let Some(group) = player.group else { continue };
                let group = groups.entry(group).or_default();
                group.players += 1;
                if player.active {
                    group.active += 1;
                    group.ratings += i64::from(player.ratings.weekly);
                }
            }
            groups
        });
        groups.get(&id).copied().unwrap_or_default()
    }

    /// What stands in a cell.
    pub(super) fn text(&self, camp: &CampData, at: usize, what: ColumnId) -> String {
        if let ColumnId::Field(field) = what {
            return self.field_text(camp, at, field);
        }
        self.player_text(camp, at, what)
            .or_else(|| self.group_text(camp, at, what))
            .or_else(|| game_text(camp.games.get(at)?, what))
            .unwrap_or_default()
    }

    /// What stands in a cell, as a spreadsheet has it.
    pub(super) fn cell(&self, camp: &CampData, at: usize, what: ColumnId) -> Cell {
        let text = || self.text(camp, at, what);
        match what {
            ColumnId::Field(field) => match field_value(camp, at, field) {
                Some(Value::Whole(number)) => Cell::whole(number),
                Some(Value::Date(day)) => Cell::Date(day),
                _ => Cell::text(text()),
            },
            ColumnId::Entered => {
                let entered = camp.games.get(at).and_then(|game| game.entered);
                let local = entered.map(|it| it.timestamp().to_zoned(TimeZone::system()));
                local.as_ref().map_or(Cell::Empty, Cell::time)
            }
            ColumnId::ListedName | ColumnId::Verified => Cell::text(text()),
            ColumnId::PlayerNumber
            | ColumnId::WeeklyRating
            | ColumnId::Won
            | ColumnId::Drawn
            | ColumnId::Lost
            | ColumnId::PermanentRating
            | ColumnId::PlayersInGroup
            | ColumnId::AverageRating
            | ColumnId::Sequence
            | ColumnId::ImportedNumber => Cell::shown_number(&text()),
        }
    }

    fn field_text(&self, camp: &CampData, at: usize, field: Field) -> String {
        let text = self
            .text_in(camp, &camp.players, at, field)
            .or_else(|| self.text_in(camp, &camp.groups, at, field))
            .or_else(|| self.text_in(camp, &camp.games, at, field));
        text.unwrap_or_default()
    }

    /// What a field of one of these records holds; `None` if they have no such field, or there is no record at this place.
    fn text_in<R: Described>(
        &self,
        camp: &CampData,
        records: &[R],
        at: usize,
        field: Field,
    ) -> Option<String> {
        let field = camp.field_of::<R>(field)?;
        let record = records.get(at)?;
        let reference = || field.get(record).reference();
        Some(match field.about().kind {
            Kind::Group => camp.group_name(reference().map(GroupId)).to_owned(),
            Kind::Player => {
                let player = reference().map(PlayerId);
                player.map_or("", |id| self.name(camp, id)).to_owned()
            }
            _ => field.text(record),
        })
    }

    fn player_text(&self, camp: &CampData, at: usize, what: ColumnId) -> Option<String> {
        let player = camp.players.get(at);
        let of = |text: fn(&Player) -> String| Some(player.map(text).unwrap_or_default());
        let tally = |result: usize| Some(self.tally(camp, at)[result].to_string());
        match what {
            ColumnId::PlayerNumber => of(|player| player.id.to_string()),
            ColumnId::ListedName => of(Player::listed_name),
            ColumnId::WeeklyRating => of(|player| number(player.ratings.weekly.into())),
            ColumnId::PermanentRating => of(|player| number(player.ratings.permanent.into())),
            ColumnId::Won => tally(0),
            ColumnId::Drawn => tally(1),
            ColumnId::Lost => tally(2),
            _ => None,
        }
    }

    fn group_text(&self, camp: &CampData, at: usize, what: ColumnId) -> Option<String> {
        let group = camp.groups.get(at);
        match what {
            ColumnId::PlayersInGroup => Some(self.in_group(camp, group?.id).players.to_string()),
            ColumnId::AverageRating => self.in_group(camp, group?.id).average().map(number),
            _ => None,
        }
    }

    /// The values of a column, to sort and to filter by.
    pub(super) fn values(&self, camp: &CampData, what: ColumnId) -> Values {
        if let Some(values) = self.values.borrow().get(&what) {
            return Rc::clone(values);
        }
        let values = Rc::new(self.make_values(camp, what));
        self.values.borrow_mut().insert(what, Rc::clone(&values));
        values
    }

    fn make_values(&self, camp: &CampData, what: ColumnId) -> Vec<i64> {
        let of_players = |value: &dyn Fn(&Player) -> i64| camp.players.iter().map(value).collect();
        let of_games = |value: &dyn Fn(&Game) -> i64| camp.games.iter().map(value).collect();
        let tally = |result: usize| {
            let count = |at| i64::try_from(self.tally(camp, at)[result]).unwrap_or(i64::MAX);
            (0..camp.players.len()).map(count).collect()
        };
        match what {
            ColumnId::Field(field) => self.field_values(camp, field),
            ColumnId::PlayerNumber => of_players(&|player| player.id.0),
            ColumnId::WeeklyRating => of_players(&|player| player.ratings.weekly.into()),
            ColumnId::PermanentRating => of_players(&|player| player.ratings.permanent.into()),
            ColumnId::Won => tally(0),
            ColumnId::Drawn => tally(1),
            ColumnId::Lost => tally(2),
            ColumnId::PlayersInGroup => {
                let groups = camp
                    .groups
                    .iter()
                    .map(|group| self.in_group(camp, group.id));
                let count = |group: InGroup| i64::try_from(group.players).unwrap_or(i64::MAX);
                groups.map(count).collect()
            }
            ColumnId::AverageRating => {
                let groups = camp
                    .groups
                    .iter()
                    .map(|group| self.in_group(camp, group.id));
                groups
                    .map(|group| group.average().unwrap_or(BLANK))
                    .collect()
            }
            ColumnId::Sequence => of_games(&|game| game.sequence),
            ColumnId::Verified => of_games(&|game| i64::from(game.verified.is_none())),
            // To the minute, as the text has it.
            ColumnId::Entered => of_games(&|game| {
                game.entered
                    .map_or(BLANK, |entered| entered.timestamp().as_second() / 60)
            }),
            ColumnId::ImportedNumber => of_games(&|game| {
                let imported = game.imported.as_ref();
                imported.map_or(BLANK, |imported| imported.number)
            }),
            ColumnId::ListedName => {
                let text = |at| self.text(camp, at, what);
                ranks(&(0..camp.players.len()).map(text).collect::<Vec<_>>())
            }
        }
    }

    fn field_values(&self, camp: &CampData, field: Field) -> Vec<i64> {
        let values = self
            .values_in(camp, &camp.players, field)
            .or_else(|| self.values_in(camp, &camp.groups, field))
            .or_else(|| self.values_in(camp, &camp.games, field));
        values.unwrap_or_default()
    }

    /// The values of a field in these records; `None` if they have no such field.
    fn values_in<R: Described>(
        &self,
        camp: &CampData,
        records: &[R],
        field: Field,
    ) -> Option<Vec<i64>> {
        let field = camp.field_of::<R>(field)?;
        let values = records.iter().map(|record| field.get(record));
        Some(match field.about().kind {
            Kind::Name | Kind::Line { .. } | Kind::Notes { .. } => {
                ranks(&values.map(Value::into_text).collect::<Vec<_>>())
            }
            Kind::Group => {
                // In the order of skill, as the standings have them.
                let places = camp.groups.iter().zip(0..);
                let places = places.map(|(group, place)| (group.id.0, place));
                let places = places.collect::<HashMap<_, _>>();
                let of = |id: i64| places.get(&id).copied();
                let value = |value: Value| value.reference().and_then(of).unwrap_or(BLANK);
                values.map(value).collect()
            }
            Kind::Player => {
                let ranks = &self.people(camp).ranks;
                let rank = |id| ranks.get(place(camp, PlayerId(id))?).copied();
                let value = |value: Value| value.reference().and_then(rank).unwrap_or(BLANK);
                values.map(value).collect()
            }
            Kind::Rating | Kind::Number { .. } | Kind::Date | Kind::YesNo | Kind::OneOf(_) => {
                values.map(|value| comparable(&value)).collect()
            }
        })
    }

    /// What a search for players or groups looks at: each record's words as [`name_key`] folds them.
    pub(super) fn found_by(&self, camp: &CampData, of_players: bool) -> &[String] {
        self.found_by.get_or_init(|| {
            if of_players {
                let text = |player: &Player| {
                    let group = camp.group_name(player.group);
                    let named = found_by(&player.all_names(), player.id, group);
                    with_custom(named, &player.custom)
                };
                camp.players.iter().map(text).collect()
            } else {
                let text = |group: &Group| with_custom(name_key(&group.name), &group.custom);
                camp.groups.iter().map(text).collect()
            }
        })
    }
}

/// What a record is found by, with what stands in its custom columns.
fn with_custom(mut found_by: String, custom: &CustomValues) -> String {
    for (_, value) in custom.iter() {
        found_by.push(' ');
        found_by.push_str(&name_key(value));
    }
    found_by
}

/// What a field of the record at this place holds.
fn field_value(camp: &CampData, at: usize, field: Field) -> Option<Value> {
    fn of<R: Described>(camp: &CampData, records: &[R], at: usize, field: Field) -> Option<Value> {
        Some(camp.field_of::<R>(field)?.get(records.get(at)?))
    }
    of(camp, &camp.players, at, field)
        .or_else(|| of(camp, &camp.groups, at, field))
        .or_else(|| of(camp, &camp.games, at, field))
}

/// What follows from a game.
fn game_text(game: &Game, what: ColumnId) -> Option<String> {
    match what {
        ColumnId::Sequence => Some(game.sequence.to_string()),
        ColumnId::Verified => {
            let is_verified = Value::YesNo(game.verified.is_some());
            Some(Kind::YesNo.show(&is_verified))
        }
        ColumnId::Entered => game.entered.map(|entered| {
            let entered = entered.timestamp().to_zoned(TimeZone::system());
            let time = entered.strftime("%H:%M");
            format!("{} {time}", show_date(entered.date()))
        }),
        ColumnId::ImportedNumber => game
            .imported
            .as_ref()
            .map(|imported| imported.number.to_string()),
        _ => None,
    }
}

/// A number that tells a value from others and grows with it. What is ticked comes before what isn't.
fn comparable(value: &Value) -> i64 {
    match value {
        Value::Empty | Value::Text(_) | Value::Reference(_) => BLANK,
        Value::Whole(number) => *number,
        Value::Date(day) => day_number(*day),
        Value::YesNo(yes) => i64::from(!yes),
        Value::OneOf(place) => i64::from(*place),
    }
}

/// A number that grows from day to day.
fn day_number(date: Date) -> i64 {
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}

/// What texts are sorted by: as names, and by the numbers in them, so that grade 10 comes after grade 9.
fn text_key(text: &str) -> String {
    /// More digits than anybody types.
    const DIGITS: usize = 20;
    let key = name_key(text);
    if !key.contains(|letter: char| letter.is_ascii_digit()) {
        return key;
    }
    let mut sorted = String::with_capacity(key.len() + DIGITS);
    let mut rest = key.as_str();
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (words, number) = rest.split_at(start);
        let end = number.find(|letter: char| !letter.is_ascii_digit());
        let (number, after) = number.split_at(end.unwrap_or(number.len()));
        sorted.push_str(words);
        sorted.extend(std::iter::repeat_n(
            '0',
            DIGITS.saturating_sub(number.len()),
        ));
        sorted.push_str(number);
        rest = after;
    }
    sorted.push_str(rest);
    sorted
}

/// The place of each text in their order, equal texts at equal places. An empty text is blank.
fn ranks(texts: &[String]) -> Vec<i64> {
    let mut order = (0..texts.len()).collect::<Vec<_>>();
    order.sort_by_cached_key(|at| (text_key(&texts[*at]), texts[*at].clone()));
    let mut ranks = vec![BLANK; texts.len()];
    let mut rank = 0;
    let mut before: Option<&String> = None;
    for at in order {
        let text = &texts[at];
        if before.is_some_and(|before| before != text) {
            rank += 1;
        }
        before = Some(text);
        if !text.is_empty() {
            ranks[at] = rank;
        }
    }
    ranks
}
