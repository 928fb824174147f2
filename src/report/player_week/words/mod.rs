//! A player's week in words for parents, who know neither chess nor its numbers. They are made of facts, the good ones: what
//! went wrong is in the list of games for whoever wants to know.

use std::collections::HashSet;

use crate::{
    domain::{CampData, Player, PlayerId, PublicNames, System, show_rating},
    rating::camp_ladder::explain::{PlayerWeek, StartReason},
};

/// What the points of all players mean.
pub(super) const MEANING: &str = "A win against somebody stronger brings more points than one against somebody weaker, and a \
     loss to somebody stronger costs fewer: it is always worth playing strong opponents. Next week everybody begins anew.";

/// What was played, what it came to, and the finest win; nothing where `week` is `None`, as the ratings before the
/// games aren't known.
pub(super) fn sentences(
    camp: &CampData,
    names: &PublicNames,
    player: &Player,
    week: Option<&PlayerWeek>,
) -> Vec<String> {
    let name = match player.first_name.as_str() {
        "" => &player.last_name,
        first => first,
    };
    let of_week = week.map(|week| {
        [
            Some(played(name, week)),
            Some(points(camp, name, week)),
            finest_win(names, week),
        ]
    });
    of_week.into_iter().flatten().flatten().collect()
}

/// "Mai played 9 games this week against 6 different opponents, won 4 of them and drew 2."
fn played(name: &str, week: &PlayerWeek) -> String {
    let counting = week.games.iter().filter(|game| game.counts);
    let opponents = counting.map(|game| game.opponent_of(week.player));
    let opponents = opponents.collect::<HashSet<PlayerId>>().len();
    let [won, drawn, _] = week.tally;
    let count = week.tally.iter().sum::<usize>();
    let (games, of_them) = match count {
        0 => return format!("{name} has not played a game that counts yet."),
        1 => ("one game".to_owned(), String::new()),
        games => (
            format!("{games} games"),
            match opponents {
                1 => String::new(),
                _ => format!(" against {opponents} different opponents"),
            },
        ),
    };
    let results = match (won, drawn) {
        (0, 0) => String::new(),
        (1, _) if count == 1 => " and won it".to_owned(),
        _ if count == 1 => " and drew it".to_owned(),
        (won, 0) if won == count => " and won them all".to_owned(),
        (won, 0) => format!(" and won {won} of them"),
        (0, drawn) => format!(" and drew {drawn} of them"),
        (won, drawn) => format!(", won {won} of them and drew {drawn}"),
    };
    format!("{name} played {games} this week{of_them}{results}.")
}

/// "Everybody in the group Gold began the week with 1000 points; Mai now has 1053, which is 53 more."
fn points(camp: &CampData, name: &str, week: &PlayerWeek) -> String {
    let start = show_rating(week.start.weekly);
    let began = match week.start_reason(System::Weekly) {
        StartReason::GroupRating(group) => format!(
            "Everybody in the group {} began the week with {start} points",
            camp.group_name(Some(group))
        ),
        _ => format!("{name} began the week with {start} points"),
    };
    if week.tally == [0; 3] {
        return format!("{began}.");
    }
    let now = show_rating(week.end.weekly);
    let after_games = week.games.iter();
    let after_games = after_games.map(|game| week.working(game, System::Weekly).after);
    let highest = after_games.max().unwrap_or(week.start.weekly);
    let highest_in_words = if highest > week.start.weekly.max(week.end.weekly) {
        format!(", and the highest on the way was {}", show_rating(highest))
    } else {
        String::new()
    };
    match week.change(System::Weekly) {
        0 => format!("{began}; {name} now has {now} again{highest_in_words}."),
        gained @ 1.. => {
            format!("{began}; {name} now has {now}, which is {gained} more{highest_in_words}.")
        }
        _ => format!("{began}; {name} now has {now}{highest_in_words}."),
    }
}

/// "The finest win was against Ann L., who was rated 120 points higher."
fn finest_win(names: &PublicNames, week: &PlayerWeek) -> Option<String> {
    let wins = week.games.iter().filter_map(|game| {
        let side = game.side_of(week.player);
        let working = game.working(System::Weekly).of(side);
        let is_win = game.counts && game.points_sign(side) == 1;
        is_win.then_some((game, working.opponent - working.before))
    });
    // Of equal ones the first.
    let (game, above) = wins.rev().max_by_key(|(_, above)| *above)?;
    let opponent = names.of(game.opponent_of(week.player));
    match above {
        1 => Some(format!(
            "The finest win was against {opponent}, who was rated a point higher."
        )),
        2.. => Some(format!(
            "The finest win was against {opponent}, who was rated {above} points higher."
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
