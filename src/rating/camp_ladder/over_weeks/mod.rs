//! The camp ladder's arithmetic over the games of any weeks, without starting anew each week.
//!
//! Everybody begins at the initial ladder rating of his or her group, and every game that passes the filters is played once, in order.
//! Nothing of it is saved: the weekly and the permanent rating are those of the week, and its button's.

#[cfg(test)]
mod tests;

use super::{MAX_STEP, POINTS_A_STEP, WIN, change, for_result, step};
use crate::{
    domain::{LadderSystem, show_change, show_rating},
    rating::{
        Bout, Column, Field, Kind, LadderStandings, NoStandings, OnProgress, Setting, Settings,
        Step, StepOf, Story, Takes, Value,
        kind::{Outcome, tallied, tiers},
    },
};

pub(in crate::rating) static KIND: Kind = Kind {
    system: LadderSystem::Camp,
    title: "Camp ladder over several weeks",
    the: "the camp ladder over several weeks",
    about: "The camp’s own arithmetic, from the groups’ initial ratings through the games of as many weeks as you like: for a whole summer at once.",
    figure: "Rating",
    smaller_is_better: false,
    rule: &[
        "Everybody begins at the initial ladder rating of the group.",
        "The winner gains 16 and the loser gives 16. Then the higher rated gives a 25th of the difference to the other, whoever won, and 15 at most.",
    ],
    rule_as_set_up,
    settings: &[Setting {
        name: "start",
        title: "Start without a group",
        about: "The rating that somebody begins at whose group has no initial ladder rating, or who has no group.",
        takes: Takes::Number(-32_768..=32_767),
        default: "1000",
    }],
    standings,
    story,
    course: None,
    game_data: None,
};

fn rule_as_set_up(settings: &Settings) -> Vec<String> {
    let start = shown(settings.number("start"));
    vec![format!(
        "Whose group has no such rating, or who has no group, begins at {start}."
    )]
}

/// So many games are played between two looks at the cancel button.
const GAMES_A_REPORT: usize = 1 << 16;

/// Everybody's ratings before the first game. They have no bound here, as nothing is saved.
fn starts(field: &Field, settings: &Settings) -> Vec<i64> {
    let otherwise = settings.number("start");
    let entrants = field.entrants.iter();
    let start = entrants.map(|entrant| entrant.initial_rating.map_or(otherwise, i64::from));
    start.collect()
}

/// What a game adds to White's rating and takes from Black's. Beyond the largest difference that matters, differences are alike.
fn change_of(white: i64, black: i64, bout: &Bout) -> i64 {
    if !bout.counts {
        return 0;
    }
    i64::from(change(near(white - black), 0, bout.result))
}

/// A difference of ratings as the rule takes it.
fn near(difference: i64) -> i32 {
    i32::try_from(difference).unwrap_or(if difference > 0 { i32::MAX } else { -i32::MAX })
}

/// Plays every game in order, and shows each to `visit` with both ratings before it.
fn play(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
    mut visit: impl FnMut(usize, &Bout, [i64; 2], i64),
) -> Result<Vec<i64>, NoStandings> {
    let mut ratings = starts(field, settings);
    let mut done = 0;
    for bouts in field.bouts.chunks(GAMES_A_REPORT) {
        for bout in bouts {
            let places = [bout.white as usize, bout.black as usize];
            let before = places.map(|place| ratings[place]);
            let change = change_of(before[0], before[1], bout);
            visit(done, bout, before, change);
            ratings[places[0]] += change;
            ratings[places[1]] -= change;
            done += 1;
        }
        if on_progress(done, field.bouts.len()).is_break() {
            return Err(NoStandings::Cancelled);
        }
    }
    Ok(ratings)
}

fn standings(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<LadderStandings, NoStandings> {
    let mut tallies = vec![[0; 3]; field.entrants.len()];
    let ratings = play(field, settings, on_progress, |_, bout, _, _| {
        if bout.counts {
            for (place, outcome) in tallied(bout) {
                tallies[place][outcome] += 1;
            }
        }
    })?;
    let columns = vec![
        Column::new("rating", "Rating"),
        Column::new("change", "Change"),
        Column::new("won", "Won"),
        Column::new("drawn", "Drawn"),
        Column::new("lost", "Lost"),
        Column::new("games", "Games"),
    ];
    let starts = starts(field, settings);
    let tiers = tiers(&ratings);
    let rows = tiers.into_iter().enumerate().map(|(place, tier)| {
        let [won, drawn, lost] = tallies[place];
        let values = [
            ratings[place],
            ratings[place] - starts[place],
            won,
            drawn,
            lost,
            won + drawn + lost,
        ];
        field.row(place, tier, values.map(Value::Whole).to_vec())
    });
    let rows = rows.collect();
    Ok(LadderStandings::new(field, columns).in_order(rows))
}

fn story(
    field: &Field,
    settings: &Settings,
    player: u32,
    on_progress: OnProgress<'_>,
) -> Result<Story, NoStandings> {
    let mut steps = Vec::new();
    let ratings = play(field, settings, on_progress, |at, bout, before, change| {
        let Some((opponent, outcome)) = Outcome::new(bout, player) else {
            return;
        };
        let [own, other, change] = if bout.white == player {
            [before[0], before[1], change]
        } else {
            [before[1], before[0], -change]
        };
        let opponents_name = field.name(opponent);
        steps.push(Step {
            of: StepOf::Game {
                game: field.details[at].game,
                opponent: field.entrants[opponent as usize].id,
            },
            date: field.details[at].date,
            place: field.place_of_bout(at),
            title: outcome.title(opponents_name),
            before: Value::Whole(own),
            after: Value::Whole(own + change),
            sentences: sentences(bout, [own, other], opponents_name, outcome, change),
        });
    })?;
    let entrant = &field.entrants[player as usize];
    let (name, group) = (&entrant.name, &entrant.group);
    let end = ratings[player as usize];
    let start = starts(field, settings)[player as usize];
    let begun = match entrant.initial_rating {
        Some(_) => format!("the initial ladder rating of the group {group}"),
        None => "as the ladder has it for players without a group’s rating".to_owned(),
    };
    Ok(Story {
        player: entrant.id,
        start: format!("{name} began at {}, {begun}.", shown(start)),
        sum: format!(
            "{}: {} since the beginning.",
            match steps.len() {
                0 => "No games".to_owned(),
                1 => "One game".to_owned(),
                games => format!("{games} games"),
            },
            show_change(near(end - start))
        ),
        steps,
        end: Value::Whole(end),
    })
}

fn shown(rating: i64) -> String {
    show_rating(near(rating))
}

fn sentences(
    bout: &Bout,
    [own, other]: [i64; 2],
    opponent: &str,
    outcome: Outcome,
    change: i64,
) -> Vec<String> {
    if !bout.counts {
        return vec!["This is a fun game. Fun games don’t change ratings.".to_owned()];
    }
    let difference = near(own - other);
    let given = -step(difference);
    let result = for_result(bout.result).abs();
    vec![
        match outcome {
            Outcome::Won => format!("The win gives {result}."),
            Outcome::Drew => "A draw by itself moves nothing.".to_owned(),
            Outcome::Lost => format!("The loss takes {WIN}."),
        },
        format!(
            "Rated {} against {} of {opponent}: a {POINTS_A_STEP}th of the difference, {MAX_STEP} at most, is {}.",
            shown(own),
            shown(other),
            show_change(given)
        ),
        format!("Together {}.", show_change(near(change))),
    ]
}
