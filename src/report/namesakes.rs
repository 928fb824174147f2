//! What the number behind a name means, where two players have the same one.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::letters::visit_texts;
use crate::domain::{CampData, PlayerId, PublicNames, PublishedNames};

/// The players whose number stands behind the name in the data of a report, "Chang, Mai (11)", for a note that says what it is.
pub(super) fn numbered(data: &Value, camp: &CampData) -> BTreeSet<PlayerId> {
    let namesakes = camp.namesakes();
    // More players have the same first name and initial.
    let short = PublicNames::new(camp, camp.players.iter(), PublishedNames::Initial);
    let names = camp.players.iter().map(|player| {
        let names = [
            player.listed_among(&namesakes),
            player.named_among(&namesakes),
            short.of(player.id),
        ];
        let end = format!("({})", player.id);
        (
            player.id,
            names.map(|name| Some(name).filter(|name| name.ends_with(&end))),
        )
    });
    let names = names.collect::<HashMap<_, _>>();
    let mut numbered = BTreeSet::new();
    visit_texts(data, &mut |text| {
        for inside in text.split('(').skip(1) {
            let number = inside
                .split(')')
                .next()
                .and_then(|number| number.parse().ok());
            let Some(player) = number.map(PlayerId) else {
                continue;
            };
            let mut names = names.get(&player).into_iter().flatten().flatten();
            if names.any(|name| text.contains(name)) {
                numbered.insert(player);
            }
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
    fn pages_with_two_of_one_name_say_what_the_numbers_behind_it_are() {
        let note = "is the player’s number";
        for print in Print::ALL.into_iter().filter(|print| print.is_letterhead()) {
            let pages = |camp: &CampData| {
                texts(&laid(print, camp, &print.default_choices()).pages).into_iter()
            };
            for (page, text) in pages(&camp(12)).enumerate() {
                // Behind both names, or behind a first name and an initial.
                let ends = ["Chang (", "Beatriz (", ". ("].map(|end| text.contains(end));
                assert_eq!(
                    text.contains(note),
                    ends.contains(&true),
                    "{}, page {page}: {text}",
                    print.word()
                );
            }
            // A week for parents has opponents by first name and initial, which all of them share there.
            let says = pages(&plain_camp(12)).any(|text| text.contains(note));
            assert_eq!(says, print == Print::PlayerWeek, "{}", print.word());
        }
    }
}
