//! `camp-ladder explain`

use super::{Failure, arguments, arguments::System, ladder, open_week_to_read, put};
use crate::{
    domain::{self, CampData, PlayerId, show_date, show_rating},
    rating::camp_ladder::explain::{NotExplained, PlayedGame, PlayerWeek, explain_player},
};

pub(super) fn run(order: &arguments::Explain) -> Result<(), Failure> {
    let text = match order.of.system {
        System::Week(system) if order.of.ladder.is_none() => of_week(order, system)?,
        _ => ladder::explain(order)?,
    };
    put(&text)
}

/// One of the two ratings of a week.
fn of_week(order: &arguments::Explain, system: domain::System) -> Result<String, Failure> {
    ladder::refuse_settings_of_week(&order.of)?;
    let (_file, camp) = open_week_to_read(&order.camp, order.week)?;
    let player = PlayerId(order.player);
    let week = match explain_player(&camp, player, ladder::to_the_end) {
        Ok(week) => week,
        Err(NotExplained::Problems(problems)) => {
            let sentences = problems.iter().map(|problem| problem.sentence(&camp));
            return Err(Failure::Refused(sentences.collect::<Vec<_>>().join("\n")));
        }
        Err(NotExplained::Gone | NotExplained::Cancelled) => {
            let week = camp.week.name();
            return Err(Failure::Refused(format!(
                "There is no player {player} in {}",
                domain::within_sentence(&week)
            )));
        }
    };
    let games = week.games.iter();
    let games = games.map(|game| of_game(&camp, &week, game, system));
    Ok(format!(
        "{}\n{}\n{}\n",
        week.start_sentence(&camp, system),
        games.collect::<String>(),
        week.sum_sentence(system)
    ))
}

fn of_game(
    camp: &CampData,
    week: &PlayerWeek,
    game: &PlayedGame,
    system: domain::System,
) -> String {
    let day = game
        .date
        .map_or_else(String::new, |date| format!(", {}", show_date(date)));
    let working = week.working(game, system);
    let head = format!(
        "Game {}{day}: {} {} {}: {} → {}",
        game.sequence,
        camp.full_name(game.white),
        game.result.score(),
        camp.full_name(game.black),
        show_rating(working.before),
        show_rating(working.after)
    );
    paragraph(&head, &game.sentences(camp, system))
}

/// A head, and sentences under it, after an empty line.
pub(super) fn paragraph(head: &str, sentences: &[String]) -> String {
    let sentences = sentences.iter().map(|sentence| format!("  {sentence}\n"));
    format!("\n{head}\n{}", sentences.collect::<String>())
}
