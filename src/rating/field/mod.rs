//! Who plays on a ladder, and which games it is computed from.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    iter::once,
};

use jiff::{Span, civil::Date};

use super::{LadderRow, NoStandings, Reset, Settings, Value, places::Places};
use crate::domain::{
    Attendance, CampData, Days, Game, GameId, GameResult, Group, Player, PlayerId, Week, name_key,
    same_group_name,
};

/// Somebody on a ladder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entrant {
    pub id: PlayerId,
    pub last_name: String,
    pub first_name: String,
    /// As it is spoken, with the number where two have the same names.
    pub name: String,
    pub shares_name: bool,
    /// The place in the order of names, from 0 on.
    pub by_name: u32,
    /// Empty without one.
    pub group: String,
    /// The initial ladder rating of the group.
    pub initial_rating: Option<i32>,
    pub active: bool,
    /// `None`: before the club's first game.
    pub joined: Option<Date>,
    pub background: String,
}

/// A game between two places of [`Field::entrants`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bout {
    pub white: u32,
    pub black: u32,
    /// Tells the calendar weeks of the games apart, from Monday to Sunday; of games without a date, the weeks of the camp.
    pub calendar_week: i32,
    pub result: GameResult,
    /// A fun game doesn't.
    pub counts: bool,
}

/// What else is known of a game.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BoutDetail {
    pub game: GameId,
    pub week: i64,
    /// Its number in the order of play of that week.
    pub sequence: i64,
    pub date: Option<Date>,
}

/// A day on which players missed a meeting.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Missed {
    pub day: Date,
    /// Places of [`Field::entrants`], rising.
    pub absent: Vec<u32>,
}

/// Games that a filter had to leave out without knowing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct LeftOut {
    /// Without a date, where days or ages are filtered by.
    pub undated: usize,
}

/// What a ladder is computed from.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Field {
    /// By number: those who are active, and those who have games here.
    pub entrants: Vec<Entrant>,
    /// In order of play: by week, and by number within it.
    pub bouts: Vec<Bout>,
    /// Of each bout.
    pub details: Vec<BoutDetail>,
    /// By day.
    pub missed: Vec<Missed>,
    /// By day: those before the end of what the filters take.
    pub resets: Vec<Reset>,
    pub left_out: LeftOut,
}

/// A week of the camp, wherever it lies.
struct Part<'a> {
    week: &'a Week,
    groups: &'a [Group],
    players: &'a [Player],
    games: &'a [Game],
}

impl Part<'_> {
    /// The day with which the week began. It may have come into the camp long after.
    fn began(&self) -> Date {
        let played = self.games.iter().filter_map(|game| game.date);
        let days = self.week.days(Days::of(played));
        days.first.min(self.week.opened_on)
    }
}

/// All weeks, the first one first.
fn parts(camp: &CampData) -> Vec<Part<'_>> {
    let others = camp.other_weeks.iter().map(|other| Part {
        week: &other.week,
        groups: &other.groups,
        players: &other.players,
        games: &other.games,
    });
    let mut parts = others
        .chain(once(Part {
            week: &camp.week,
            groups: &camp.groups,
            players: &camp.players,
            games: &camp.games,
        }))
        .collect::<Vec<_>>();
    parts.sort_by_key(|part| part.week.number);
    parts
}

/// The tournaments that games of the camp belong to, by name.
#[must_use]
pub(crate) fn tournaments(camp: &CampData) -> Vec<String> {
    let parts = parts(camp);
    let games = parts.iter().flat_map(|part| part.games);
    let named = games.map(|game| game.tournament.as_str());
    let mut seen = HashSet::new();
    let mut found = BTreeMap::new();
    for name in named.filter(|name| !name.is_empty() && seen.insert(*name)) {
        let name = || name.to_owned();
        found.entry(name_key(&name())).or_insert_with(name);
    }
    found.into_values().collect()
}

impl Field {
    /// Gathers what a ladder is computed from. `today` is the day that the age of games is counted from.
    ///
    /// # Errors
    /// A filter that names a group, a tournament or a week that the camp doesn't have.
    pub fn gather(camp: &CampData, settings: &Settings, today: Date) -> Result<Self, NoStandings> {
        let parts = parts(camp);
        let filter = Filter::new(&parts, settings, today)?;
        let mut field = Self::default();
        let everybody = entrants(&parts, filter.group);
        let places = Places::new(everybody.iter().map(|entrant| entrant.id));
        let mut plays = vec![false; everybody.len()];
        for part in parts.iter().filter(|part| filter.takes_week(part.week)) {
            for game in part.games {
                let (Some(white), Some(black)) = (places.of(game.white), places.of(game.black))
                else {
                    continue;
                };
                if white == black || !filter.takes(game, &mut field.left_out) {
                    continue;
                }
                plays[white as usize] = true;
                plays[black as usize] = true;
                field.bouts.push(Bout {
                    white,
                    black,
                    calendar_week: calendar_week(game.date, part.week),
                    result: game.result,
                    counts: game.counts,
                });
                field.details.push(BoutDetail {
                    game: game.id,
                    week: part.week.number,
                    sequence: game.sequence,
                    date: game.date,
                });
            }
        }
        field.seat(everybody, &plays);
        field.missed = missed(camp, &filter, &field);
        field.resets = settings.resets();
        field.resets.retain(|reset| filter.is_before_end(reset.day));
        Ok(field)
    }

    /// Why nothing can be gathered with these filters; nothing if it can.
    pub(super) fn refusal(camp: &CampData, settings: &Settings) -> Option<NoStandings> {
        // Which games pass doesn't matter here, and so neither does the day.
        Filter::new(&parts(camp), settings, Date::MAX).err()
    }

    /// Keeps those who are active or play, and gives the games their places among them.
    fn seat(&mut self, everybody: Vec<Entrant>, plays: &[bool]) {
        let stays = |entrant: &Entrant, plays: bool| entrant.active || plays;
        let mut place = 0;
        let places = everybody.iter().zip(plays).map(|(entrant, plays)| {
            let here = place;
            place += u32::from(stays(entrant, *plays));
            here
        });
        let places = places.collect::<Vec<_>>();
        for bout in &mut self.bouts {
            bout.white = places[bout.white as usize];
            bout.black = places[bout.black as usize];
        }
        let seated = everybody.into_iter().zip(plays);
        self.entrants = seated
            .filter(|(entrant, plays)| stays(entrant, **plays))
            .map(|(entrant, _)| entrant)
            .collect();
    }

    /// Where somebody stands in the list of entrants.
    #[must_use]
    pub fn place(&self, id: PlayerId) -> Option<u32> {
        let place = self
            .entrants
            .binary_search_by_key(&id, |entrant| entrant.id);
        u32::try_from(place.ok()?).ok()
    }

    pub(super) fn name(&self, place: u32) -> &str {
        &self.entrants[place as usize].name
    }

    /// "Week 1, game 7"
    pub(super) fn place_of_bout(&self, bout: usize) -> String {
        let detail = &self.details[bout];
        format!("Week {}, game {}", detail.week, detail.sequence)
    }

    /// What must be said of the games that were taken.
    pub(super) fn notes(&self) -> Vec<String> {
        match self.left_out.undated {
            0 => Vec::new(),
            1 => vec![
                "One game has no date and was left out: the ladder takes games by their day"
                    .to_owned(),
            ],
            games => vec![format!(
                "{games} games have no date and were left out: the ladder takes games by their day"
            )],
        }
    }

    /// A line of the standings.
    pub(super) fn row(&self, place: usize, tier: usize, values: Vec<Value>) -> LadderRow {
        let entrant = &self.entrants[place];
        LadderRow {
            rank: 0,
            tier,
            by_name: entrant.by_name,
            player: entrant.id,
            last_name: entrant.last_name.clone(),
            first_name: entrant.first_name.clone(),
            group: entrant.group.clone(),
            active: entrant.active,
            shares_name: entrant.shares_name,
            values,
        }
    }
}

/// The calendar week from Monday to Sunday as a number from 0 on; for a game without a date a number below 0, the same for all such
/// games of a camp's week.
fn calendar_week(date: Option<Date>, week: &Week) -> i32 {
    // A Monday before all dates that a camp file can hold.
    const FIRST: Date = jiff::civil::date(1899, 12, 25);
    match date {
        Some(date) => date.since(FIRST).map_or(0, |span| span.get_days() / 7),
        None => i32::try_from(week.number).map_or(i32::MIN, |number| -number),
    }
}

/// Everybody who was ever in the camp and is of the group, by number: as in the last week that has him or her.
fn entrants(parts: &[Part<'_>], group: Option<&str>) -> Vec<Entrant> {
    let mut latest = BTreeMap::<PlayerId, (&Player, &[Group])>::new();
    for part in parts {
        for player in part.players {
            latest.insert(player.id, (player, part.groups));
        }
    }
    // Who isn't in the newest week any more was deleted there.
    let here = parts.last().map_or(&[][..], |part| part.players);
    let is_here = |id: PlayerId| here.binary_search_by_key(&id, |player| player.id).is_ok();
    let mut names = latest
        .values()
        .map(|(player, _)| player.sort_key())
        .collect::<Vec<_>>();
    names.sort_unstable();
    let of_one_name = names.chunk_by(|one, other| (&one.0, &one.1) == (&other.0, &other.1));
    let namesakes = of_one_name
        .filter(|players| players.len() > 1)
        .flatten()
        .map(|(_, _, id)| *id)
        .collect::<HashSet<_>>();
    let ids = names.iter().map(|(_, _, id)| *id);
    let by_name = ids.zip(0..).collect::<HashMap<_, _>>();
    let entrants = latest.values().filter_map(|(player, groups)| {
        let of_player = groups.iter().find(|group| player.group == Some(group.id));
        if let Some(wanted) = group
            && !of_player.is_some_and(|group| same_group_name(&group.name, wanted))
        {
            return None;
        }
        Some(Entrant {
            id: player.id,
            last_name: player.last_name.clone(),
            first_name: player.first_name.clone(),
            name: player.named_among(&namesakes),
            shares_name: namesakes.contains(&player.id),
            by_name: by_name[&player.id],
            group: of_player.map_or_else(String::new, |group| group.name.clone()),
            initial_rating: of_player.and_then(|group| group.initial_rating),
            active: player.active && is_here(player.id),
            joined: player.joined,
            background: player.background.clone(),
        })
    });
    entrants.collect()
}

/// The meetings that the filters take, with those who missed them.
fn missed(camp: &CampData, filter: &Filter<'_>, field: &Field) -> Vec<Missed> {
    let meetings = camp.meetings.iter();
    let missed = meetings
        .filter(|meeting| filter.takes_meeting(meeting.date))
        .map(|meeting| {
            let absent = meeting.attendance.iter();
            let absent = absent.filter(|(_, mark)| **mark == Attendance::Absent);
            Missed {
                day: meeting.date,
                absent: absent.filter_map(|(id, _)| field.place(*id)).collect(),
            }
        });
    let mut missed = missed
        .filter(|missed| !missed.absent.is_empty())
        .collect::<Vec<_>>();
    missed.sort_by_key(|missed| missed.day);
    missed
}

/// Which games are taken.
struct Filter<'a> {
    from: Option<Date>,
    to: Option<Date>,
    weeks: Option<std::ops::RangeInclusive<i64>>,
    group: Option<&'a str>,
    tournament: Option<String>,
    fun_games: bool,
    /// The days of the weeks, for meetings: the first, and the one after the last.
    days: (Option<Date>, Option<Date>),
}

impl<'a> Filter<'a> {
    fn new(parts: &[Part<'_>], settings: &'a Settings, today: Date) -> Result<Self, NoStandings> {
        let text = |name| Some(settings.get(name)).filter(|text| !text.is_empty());
        let group = text("group");
        if let Some(name) = group {
            let mut groups = parts.iter().flat_map(|part| part.groups);
            if !groups.any(|group| same_group_name(&group.name, name)) {
                return Err(NoStandings::NoGroup(name.to_owned()));
            }
        }
        let tournament = text("tournament").map(name_key);
        if let Some(key) = &tournament {
            let mut games = parts.iter().flat_map(|part| part.games);
            let is_it = |game: &Game| {
                !game.tournament.is_empty() && name_key(game.tournament.as_str()) == *key
            };
            if !games.any(is_it) {
                return Err(NoStandings::NoTournament(
                    settings.get("tournament").to_owned(),
                ));
            }
        }
        let oldest = text("max-age-days").and_then(|days| {
            // A camp file from elsewhere may say any number: all games are younger than that.
            let days = Span::new().try_days(days.parse::<i64>().ok()?);
            Some(days.map_or(Date::MIN, |days| today.saturating_sub(days)))
        });
        let weeks = settings.weeks();
        let mut days = (None, None);
        if let Some(weeks) = &weeks {
            let mut chosen = parts.iter();
            let first = chosen.find(|part| weeks.contains(&part.week.number));
            let first =
                first.ok_or_else(|| NoStandings::NoWeek(settings.get("weeks").to_owned()))?;
            let after = parts.iter().find(|part| part.week.number > *weeks.end());
            // What was before the first week of the camp was opened is of that week: its games are, too.
            let is_first = parts
                .first()
                .is_some_and(|part| part.week.id == first.week.id);
            let from = (!is_first).then(|| first.began());
            days = (from, after.map(Part::began));
        }
        Ok(Self {
            from: settings.day("from").max(oldest),
            to: settings.day("to"),
            weeks,
            group,
            tournament,
            fun_games: settings.get("counted") == "all",
            days,
        })
    }

    fn takes_week(&self, week: &Week) -> bool {
        let weeks = self.weeks.as_ref();
        weeks.is_none_or(|weeks| weeks.contains(&week.number))
    }

    fn takes(&self, game: &Game, left_out: &mut LeftOut) -> bool {
        if !(game.counts || self.fun_games) {
            return false;
        }
        if let Some(tournament) = &self.tournament
            && name_key(game.tournament.as_str()) != *tournament
        {
            return false;
        }
        if self.from.is_none() && self.to.is_none() {
            return true;
        }
        let Some(date) = game.date else {
            left_out.undated += 1;
            return false;
        };
        self.takes_day(date)
    }

    fn takes_day(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }

    fn takes_meeting(&self, day: Date) -> bool {
        let (first, _) = self.days;
        let begins = self.from.max(first);
        begins.is_none_or(|begins| begins <= day) && self.is_before_end(day)
    }

    /// Whether a day is before the end of what is taken.
    fn is_before_end(&self, day: Date) -> bool {
        let (_, after) = self.days;
        self.to.is_none_or(|to| day <= to) && after.is_none_or(|after| day < after)
    }
}
