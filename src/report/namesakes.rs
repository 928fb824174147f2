//! What the number behind a name means, where two players have the same one.

use serde_json::Value;

use super::letters::visit_texts;
use crate::domain::{CampData, PlayerId, PublicNames, PublishedNames};

/// The number of one of the players whose number stands behind the name in the data of a report, "Chang, Mai (11)", for a note that says
/// what it is.
pub(super) fn numbered(data: &Value, camp: &CampData) -> Option<PlayerId> {
    let namesakes = camp.namesakes();
    let players = camp.players.iter();
    let players = players.filter(|player| namesakes.contains(&player.id));
    let names = players.flat_map(|player| {
        let names = [
            player.listed_among(&namesakes),
            player.named_among(&namesakes),
        ];
        names.map(|name| (name, player.id))
    });
    // More players have the same first name and initial.
    let short = PublicNames::new(camp, camp.players.iter(), PublishedNames::Initial);
    let short = camp
        .players
        .iter()
        .map(|player| (short.of(player.id), player.id));
    let short = short.filter(|(name, _)| name.ends_with(')'));
    let names = names.chain(short).collect::<Vec<_>>();
    let mut numbered = None;
    visit_texts(data, &mut |text| {
        if numbered.is_none() && text.contains('(') {
            let mut found = names.iter().filter(|(name, _)| text.contains(name));
            numbered = found.next().map(|(_, player)| *player);
        }
    });
    numbered
}

#[cfg(test)]
mod tests {
    use super::super::{
        Print,
        tests::{camp, laid, plain_camp, texts},
    };
    use super::*;

    #[test]
    fn sheets_with_two_of_one_name_say_what_the_numbers_behind_it_are() {
        let note = "is the player’s number";
        for print in Print::ALL.into_iter().filter(|print| print.is_letterhead()) {
            let text = |camp: &CampData| {
                texts(&laid(print, camp, &print.default_choices()).pages).concat()
            };
            let with = text(&camp(12));
            let is_numbered = ["(8)", "(9)"].map(|number| with.matches(number).count());
            assert_eq!(
                with.contains(note),
                is_numbered != [0, 0],
                "{}: {with}",
                print.word()
            );
            // A week for parents has opponents by first name and initial, which all of them share there.
            let says = text(&plain_camp(12)).contains(note);
            assert_eq!(says, print == Print::PlayerWeek, "{}", print.word());
        }
    }
}
