//! What the rows of a list are made of: texts, values to compare, and the words that a search looks at.
//!
//! Everything here is worked out once for a revision of the camp, and only when somebody asks for it.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use jiff::{civil::Date, tz::TimeZone};

use super::{columns::What, search::found_by};
use crate::domain::{CampData, Game, GroupId, Player, PlayerId, name_key, show_date};

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
    values: RefCell<HashMap<What, Values>>,
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

fn yes_no(yes: bool) -> String {
    if yes { "Yes" } else { "No" }.to_owned()
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
    pub(super) fn text(&self, camp: &CampData, at: usize, what: What) -> String {
        self.player_text(camp, at, what)
            .or_else(|| self.group_text(camp, at, what))
            .or_else(|| self.game_text(camp, at, what))
            .unwrap_or_default()
    }

    fn player_text(&self, camp: &CampData, at: usize, what: What) -> Option<String> {
        let player = camp.players.get(at);
        let of = |text: fn(&Player) -> String| Some(player.map(text).unwrap_or_default());
        let tally = |result: usize| Some(self.tally(camp, at)[result].to_string());
        match what {
            What::PlayerNumber => of(|player| player.id.to_string()),
            What::ListedName => of(Player::listed_name),
            What::LastName => of(|player| player.last_name.clone()),
            What::FirstName => of(|player| player.first_name.clone()),
            What::Group => player.map(|player| camp.group_name(player.group).to_owned()),
            What::Active => of(|player| yes_no(player.active)),
            What::WeeklyRating => of(|player| number(player.ratings.weekly.into())),
            What::PermanentRating => of(|player| number(player.ratings.permanent.into())),
            What::StartPermanent => of(|player| {
                let start = player.start_permanent;
                start.map_or_else(String::new, |start| number(start.into()))
            }),
            What::Joined => of(|player| player.joined.map(show_date).unwrap_or_default()),
            What::Notes => of(|player| player.notes.clone()),
            What::Won => tally(0),
            What::Drawn => tally(1),
            What::Lost => tally(2),
            _ => None,
        }
    }

    fn group_text(&self, camp: &CampData, at: usize, what: What) -> Option<String> {
        let group = camp.groups.get(at);
        match what {
            What::GroupName => group.map(|group| group.name.clone()),
            What::InitialRating => group?.initial_rating.map(|rating| number(rating.into())),
            What::PlayersInGroup => Some(self.in_group(camp, group?.id).players.to_string()),
            What::AverageRating => self.in_group(camp, group?.id).average().map(number),
            _ => None,
        }
    }

    fn game_text(&self, camp: &CampData, at: usize, what: What) -> Option<String> {
        let game = camp.games.get(at)?;
        match what {
            What::Sequence => Some(game.sequence.to_string()),
            What::White => Some(self.name(camp, game.white).to_owned()),
            What::Black => Some(self.name(camp, game.black).to_owned()),
            What::Result => Some(game.result.score().to_owned()),
            What::Date => game.date.map(show_date),
            What::Tournament => Some(game.tournament.clone()),
            What::Counts => Some(yes_no(game.counts)),
            What::Verified => Some(yes_no(game.verified.is_some())),
            What::Entered => game.entered.map(|entered| {
                let entered = entered.to_zoned(TimeZone::system());
                let time = entered.strftime("%H:%M");
                format!("{} {time}", show_date(entered.date()))
            }),
            What::ImportedNumber => game
                .imported
                .as_ref()
                .map(|imported| imported.number.to_string()),
            _ => None,
        }
    }

    /// The values of a column, to sort and to filter by.
    pub(super) fn values(&self, camp: &CampData, what: What) -> Values {
        if let Some(values) = self.values.borrow().get(&what) {
            return Rc::clone(values);
        }
        let values = Rc::new(self.make_values(camp, what));
        self.values.borrow_mut().insert(what, Rc::clone(&values));
        values
    }

    fn make_values(&self, camp: &CampData, what: What) -> Vec<i64> {
        let of_players = |value: &dyn Fn(&Player) -> i64| camp.players.iter().map(value).collect();
        let of_games = |value: &dyn Fn(&Game) -> i64| camp.games.iter().map(value).collect();
        let people = |id| {
            let ranks = &self.people(camp).ranks;
            place(camp, id).map_or(BLANK, |place| ranks.get(place).copied().unwrap_or(BLANK))
        };
        let tally = |result: usize| {
            let count = |at| i64::try_from(self.tally(camp, at)[result]).unwrap_or(i64::MAX);
            (0..camp.players.len()).map(count).collect()
        };
        match what {
            What::PlayerNumber => of_players(&|player| player.id.0),
            What::Active => of_players(&|player| i64::from(!player.active)),
            What::WeeklyRating => of_players(&|player| player.ratings.weekly.into()),
            What::PermanentRating => of_players(&|player| player.ratings.permanent.into()),
            What::StartPermanent => {
                of_players(&|player| player.start_permanent.map_or(BLANK, i64::from))
            }
            What::Won => tally(0),
            What::Drawn => tally(1),
            What::Lost => tally(2),
            What::Group => {
                // In the order of skill, as the standings have them.
                let places = camp.groups.iter().zip(0..);
                let places = places.map(|(group, place)| (group.id, place));
                let places = places.collect::<HashMap<_, _>>();
                let of = |id: &GroupId| places.get(id).copied();
                of_players(&|player| player.group.as_ref().and_then(of).unwrap_or(BLANK))
            }
            What::InitialRating => {
                let ratings = camp.groups.iter().map(|group| group.initial_rating);
                ratings
                    .map(|rating| rating.map_or(BLANK, i64::from))
                    .collect()
            }
            What::PlayersInGroup => {
                let groups = camp
                    .groups
                    .iter()
                    .map(|group| self.in_group(camp, group.id));
                let count = |group: InGroup| i64::try_from(group.players).unwrap_or(i64::MAX);
                groups.map(count).collect()
            }
            What::AverageRating => {
                let groups = camp
                    .groups
                    .iter()
                    .map(|group| self.in_group(camp, group.id));
                groups
                    .map(|group| group.average().unwrap_or(BLANK))
                    .collect()
            }
            What::Sequence => of_games(&|game| game.sequence),
            What::White => of_games(&|game| people(game.white)),
            What::Black => of_games(&|game| people(game.black)),
            What::Result => of_games(&|game| (-game.result.sign()).into()),
            What::Joined => of_players(&|player| player.joined.map_or(BLANK, day_number)),
            What::Date => of_games(&|game| game.date.map_or(BLANK, day_number)),
            What::Tournament => {
                let text = |at| self.text(camp, at, what);
                ranks(&(0..camp.games.len()).map(text).collect::<Vec<_>>())
            }
            What::Counts => of_games(&|game| i64::from(!game.counts)),
            What::Verified => of_games(&|game| i64::from(game.verified.is_none())),
            // To the minute, as the text has it.
            What::Entered => of_games(&|game| {
                game.entered
                    .map_or(BLANK, |entered| entered.as_second() / 60)
            }),
            What::ImportedNumber => of_games(&|game| {
                let imported = game.imported.as_ref();
                imported.map_or(BLANK, |imported| imported.number)
            }),
            What::ListedName | What::LastName | What::FirstName | What::Notes => {
                let text = |at| self.text(camp, at, what);
                ranks(&(0..camp.players.len()).map(text).collect::<Vec<_>>())
            }
            What::GroupName => {
                let text = |at| self.text(camp, at, what);
                ranks(&(0..camp.groups.len()).map(text).collect::<Vec<_>>())
            }
        }
    }

    /// What a search for players or groups looks at: each record's words as [`name_key`] folds them.
    pub(super) fn found_by(&self, camp: &CampData, of_players: bool) -> &[String] {
        self.found_by.get_or_init(|| {
            if of_players {
                let text = |player: &Player| {
                    let group = camp.group_name(player.group);
                    let Player {
                        last_name,
                        first_name,
                        id,
                        ..
                    } = player;
                    found_by(last_name, first_name, *id, group)
                };
                camp.players.iter().map(text).collect()
            } else {
                camp.groups
                    .iter()
                    .map(|group| name_key(&group.name))
                    .collect()
            }
        })
    }
}

/// A number that grows from day to day.
fn day_number(date: Date) -> i64 {
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}

/// The place of each text in their order, equal texts at equal places. An empty text is blank.
fn ranks(texts: &[String]) -> Vec<i64> {
    let mut order = (0..texts.len()).collect::<Vec<_>>();
    order.sort_by_cached_key(|at| (name_key(&texts[*at]), texts[*at].clone()));
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
