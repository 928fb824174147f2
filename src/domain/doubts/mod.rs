//! What makes people doubt a ladder although it can be computed: likely slips of typing and of import, and what is worth
//! knowing about it.

mod sheets;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    ops::RangeInclusive,
};

use jiff::{Span, civil::Date, tz::TimeZone};

use self::sheets::SameBefore;
use super::{CampData, Game, LadderProblem, NamedGame, Player, Record, is_stand_in_name, missing};

/// Two players may meet this often in a week before it is worth a note. A camper plays six to eight games a week: beyond three,
/// half of them or more are against one opponent, and both ratings compare these two and little else.
pub(super) const MOST_MEETINGS: usize = 3;

/// A permanent rating this far from the group's initial rating is more likely a digit too many or too few: the strongest and
/// the weakest group of a camp are seldom further apart.
const FAR_START: i32 = 1000;

/// Games of one week lie together; a gap of more days than this is a wrong month or year.
const FAR_DAYS: i32 = 31;

/// Everything that is doubtful about a camp's records, in linear time but for the sorting of the pairs.
#[must_use]
pub(crate) fn doubts(camp: &CampData) -> Vec<LadderProblem> {
    let mut doubts = unclear_results(camp);
    pairs(camp, &mut doubts);
    // The games of a club without groups go on through the year.
    if !camp.groups.is_empty() {
        far_dates(camp, &mut doubts);
    }
    dates_ahead(camp, &mut doubts);
    doubts.extend(undated(camp));
    far_starts(camp, &mut doubts);
    let shared = camp.shared_names().into_iter();
    doubts.extend(shared.map(|players| LadderProblem::SharedName { players }));
    let weeks = camp.weeks.iter().filter(|week| week.lacks_part);
    doubts.extend(weeks.cloned().map(LadderProblem::WeekLacksPart));
    let missing = missing(&camp.accepted).into_iter();
    doubts.extend(missing.map(LadderProblem::MissingSinceRepair));
    doubts.extend(names_lost(camp));
    doubts.extend(other_starts(camp));
    let stale = camp.stale_weeks.iter().cloned();
    doubts.extend(stale.map(LadderProblem::StaleWeek));
    doubts.extend(not_checked(camp));
    doubts
}

fn named(game: &Game) -> NamedGame {
    NamedGame {
        id: game.id,
        sequence: game.sequence,
    }
}

/// Players and groups whose names are to be typed.
fn names_lost(camp: &CampData) -> impl Iterator<Item = LadderProblem> {
    let players = camp.players.iter();
    let players = players.filter(|player| is_stand_in_name(&player.last_name));
    let groups = camp.groups.iter();
    let groups = groups.filter(|group| is_stand_in_name(&group.name));
    let records = players.map(|player| Record::from(player.id));
    let records = records.chain(groups.map(|group| Record::from(group.id)));
    records.map(|record| LadderProblem::NameLost { record })
}

/// Players who start with another permanent rating than the week before ended with. Whoever was inactive before the week
/// and has played all the same isn't among them.
fn other_starts(camp: &CampData) -> Option<LadderProblem> {
    let before = camp.before.as_deref()?;
    let players = camp.players.iter().filter(|player| {
        let ended = before.player(player.id);
        ended.is_some_and(|ended| player.permanent_at_start() != Some(ended.ratings.permanent))
    });
    let mut players = players.collect::<Vec<_>>();
    if players.iter().any(|player| player.frozen.is_some()) {
        let games = camp.games.iter().filter(|game| game.counts);
        let played = games.flat_map(|game| [game.white, game.black]);
        let played = played.collect::<HashSet<_>>();
        players.retain(|player| player.frozen.is_none() || !played.contains(&player.id));
    }
    let players = players.into_iter().map(|player| player.id);
    let players = players.collect::<Vec<_>>();
    (!players.is_empty()).then_some(LadderProblem::OtherStarts { players })
}

/// Results that the old file left unclear, one entry for each of its texts. A game that was compared with the paper, or was
/// corrected, is clear.
fn unclear_results(camp: &CampData) -> Vec<LadderProblem> {
    let mut by_text = Vec::<((&str, _), Vec<NamedGame>)>::new();
    let mut places = HashMap::new();
    // Nearly all games of a file have one of a few texts, each read once.
    let mut meanings = HashMap::new();
    for game in camp.games.iter().filter(|game| game.counts) {
        let Some(imported) = &game.imported else {
            continue;
        };
        let texts = &imported.texts;
        let text = &*texts.result;
        let meaning = *meanings
            .entry(text)
            .or_insert_with(|| super::GameResult::from_text(text));
        let is_clear = meaning == Some(texts.taken_for);
        if is_clear || game.verified.is_some() || game.result != texts.taken_for {
            continue;
        }
        let place = *places.entry((text, texts.taken_for)).or_insert_with(|| {
            by_text.push(((text, texts.taken_for), Vec::new()));
            by_text.len() - 1
        });
        if let Some((_, games)) = by_text.get_mut(place) {
            games.push(named(game));
        }
    }
    by_text
        .into_iter()
        .map(|((text, taken_for), games)| LadderProblem::UnclearResult {
            text: text.to_owned(),
            taken_for,
            games,
        })
        .collect()
}

/// Pairs that met very often, and games that were likely typed twice.
fn pairs(camp: &CampData, doubts: &mut Vec<LadderProblem>) {
    let mut games = (0..)
        .zip(camp.games.iter())
        .filter(|(_, game)| game.counts)
        .map(|(place, game)| {
            let pair = (game.white.min(game.black), game.white.max(game.black));
            (pair, place, game)
        })
        .collect::<Vec<(_, usize, _)>>();
    games.sort_unstable_by_key(|(pair, place, _)| (*pair, *place));
    let mut same_before = SameBefore::new(camp.games.len());
    for games in games.chunk_by(|(one, ..), (other, ..)| one == other) {
        if games.len() > 1 {
            same_before.note(games.iter().map(|(_, place, game)| (*place, *game)));
        }
        let runs = games.chunk_by(|(_, place, one), (_, next, other)| {
            place + 1 == *next && is_same_again(one, other)
        });
        for same in runs {
            // The first one is the game; those after it may be that one again.
            if let [(.., first), after @ ..] = same {
                let after = after.iter().map(|(.., game)| *game);
                let again = after.filter(|game| is_same_again(first, game));
                doubts.extend(again.map(|game| typed_twice(first, game)));
            }
        }
        if let Some(((one, other), ..)) = games.first()
            && games.len() > MOST_MEETINGS
            && !camp.groups.is_empty()
        {
            doubts.push(LadderProblem::SamePair {
                players: [*one, *other],
                games: games.iter().map(|(.., game)| named(game)).collect(),
            });
        }
    }
    doubts.extend(same_before.doubts(camp));
}

fn typed_twice(first: &Game, again: &Game) -> LadderProblem {
    LadderProblem::TypedTwice {
        white: again.white,
        black: again.black,
        result: again.result,
        date: again.date,
        first: named(first),
        again: named(again),
    }
}

/// Whether two games of one pair, neighbours in the order of play, are likely one game that was typed twice. Two that were
/// compared with the paper are two. (The same again later that day happens in every camp: it is no slip, but for a
/// whole sheet ([`SameBefore`]). What is pasted is only noted.)
pub(crate) fn is_same_again(one: &Game, other: &Game) -> bool {
    let are_checked = one.verified.is_some() && other.verified.is_some();
    one.white == other.white && one.result == other.result && one.date == other.date && !are_checked
}

/// Games whose dates lie more than a month from all others. Only a few can be far: where there is no one time at which most
/// games were played (a file that holds several summers), nothing is said.
fn far_dates(camp: &CampData, doubts: &mut Vec<LadderProblem>) {
    let Some(near) = time_of_most_games(camp) else {
        return;
    };
    for game in camp.games.iter() {
        if let Some(date) = game.date.filter(|date| !near.contains(date)) {
            let game = named(game);
            doubts.push(LadderProblem::FarDate { game, date });
        }
    }
}

/// The days between which most games were played, where some were not.
fn time_of_most_games(camp: &CampData) -> Option<RangeInclusive<Date>> {
    let mut by_day = BTreeMap::<Date, usize>::new();
    for date in camp.games.iter().filter_map(|game| game.date) {
        *by_day.entry(date).or_default() += 1;
    }
    let mut clusters = Vec::<(Date, Date, usize)>::new();
    for (day, games) in by_day {
        match clusters.last_mut() {
            Some((_, last, count)) if (day - *last).get_days() <= FAR_DAYS => {
                *last = day;
                *count += games;
            }
            _ => clusters.push((day, day, games)),
        }
    }
    let dated = clusters.iter().map(|(.., games)| games).sum::<usize>();
    let (first, last, most) = *clusters.iter().max_by_key(|(.., games)| *games)?;
    if most == dated || most * 3 < dated * 2 {
        return None;
    }
    Some(first..=last)
}

/// Games without a date where most have one: likely one that was forgotten, or that an import could not read.
fn undated(camp: &CampData) -> impl Iterator<Item = LadderProblem> {
    let games = camp.games.iter();
    let undated = games.filter(|game| game.date.is_none());
    let count = undated.clone().count();
    let are_few = count * 2 < camp.games.len();
    let undated = undated.filter(move |_| are_few);
    undated.map(|game| LadderProblem::NoDate { game: named(game) })
}

/// Games that were typed before they can have been played. One day is allowed, as the day depends on the time zone, and so is the first day of a
/// week that is started ahead.
fn dates_ahead(camp: &CampData, doubts: &mut Vec<LadderProblem>) {
    // Neighbours were typed on the same day nearly always: the calendar is asked once for each hour.
    let mut known = None::<(i64, Date)>;
    let mut latest_allowed = |game: &Game| -> Option<Date> {
        let typed = game.entered?.timestamp();
        let hour = typed.as_second().div_euclid(3600);
        if let Some((_, day)) = known.filter(|(of, _)| *of == hour) {
            return Some(day);
        }
        let day = typed.to_zoned(TimeZone::UTC).date();
        let allowed = day.checked_add(Span::new().days(1)).ok()?;
        known = Some((hour, allowed));
        Some(allowed)
    };
    for game in camp.games.iter() {
        if let (Some(date), Some(allowed)) = (game.date, latest_allowed(game))
            && date > allowed.max(camp.week.opened_on)
        {
            let game = named(game);
            doubts.push(LadderProblem::DatedAhead { game, date });
        }
    }
}

/// Active players whose permanent rating starts far from the initial rating of their group, and isn't the one that the week before ended with.
fn far_starts(camp: &CampData, doubts: &mut Vec<LadderProblem>) {
    let initial_ratings = camp
        .groups
        .iter()
        .filter_map(|group| Some((group.id, group.initial_rating?)))
        .collect::<HashMap<_, _>>();
    let before = camp.before.as_deref();
    let follows = |player: &Player| {
        let ended = before.and_then(|before| before.player(player.id));
        ended.is_some_and(|ended| player.start_permanent == Some(ended.ratings.permanent))
    };
    for player in camp.players.iter().filter(|player| player.active) {
        let initial = player
            .group
            .and_then(|group| initial_ratings.get(&group).copied());
        if let (Some(start), Some(initial)) = (player.start_permanent, initial)
            && (start - initial).abs() > FAR_START
            && !follows(player)
        {
            doubts.push(LadderProblem::FarStart {
                player: player.id,
                start,
                initial,
            });
        }
    }
}

/// Games that are still to be compared with the paper, once that has begun: a camp whose director never makes a second pass
/// is not nagged.
fn not_checked(camp: &CampData) -> Option<LadderProblem> {
    let checked = camp.games.iter().filter(|game| game.verified.is_some());
    let checked = checked.count();
    let games = camp.games.len() - checked;
    (checked > 0 && games > 0).then_some(LadderProblem::NotChecked { games })
}

#[cfg(test)]
mod tests;
