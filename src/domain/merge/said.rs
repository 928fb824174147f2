//! What a merge says besides what becomes of each record. It is kept by what it names until all of that is called what it is called afterwards.

use super::{Key, Plan};

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Said {
    /// Nothing in it is called otherwise afterwards.
    Whole(String),
    /// A camper who is put on the list of a week that doesn’t have the group.
    NoGroup { listed: Key, group: Key },
    /// A camper who is put on the list of a week without a permanent rating to start it with.
    StartsBlank { listed: Key, group: Key },
    /// A game that a closed week keeps, though the copy has deleted it.
    GameStays { game: Key, week: Key },
    /// A mark at a meeting: whose it was, and who has the number.
    MarkLeftOut {
        mark: Key,
        player: Key,
        keeps: Key,
        number: i64,
    },
}

impl Plan {
    /// "The mark of Ana Lee at the meeting of 7/6/2026 is left out: 4 is Ravi Shah’s"
    pub(super) fn in_words(&self, said: &Said) -> String {
        let of_list = |listed: &Key, group: &Key| {
            let week = Key::new("week", [listed.uid()]);
            [&listed.whole(), &week, group].map(|key| self.name(key))
        };
        let person = |key: &Key, unknown: &str| {
            let name = self.name(key);
            if name.is_empty() {
                unknown.to_owned()
            } else {
                name
            }
        };
        match said {
            Said::Whole(said) => said.clone(),
            Said::NoGroup { listed, group } => {
                let [camper, week, group] = of_list(listed, group);
                format!("{camper} has no group in {week}: group {group} isn’t in it")
            }
            Said::StartsBlank { listed, group } => {
                let [camper, week, group] = of_list(listed, group);
                format!(
                    "{camper} had no permanent rating for the start of {week}, and starts it with the initial rating of group {group}"
                )
            }
            Said::GameStays { game, week } => {
                let [game, week] = [self.title_of(game), self.name(week)];
                format!(
                    "{game} stays, though it was deleted in the copy: {week} stays as it was closed here"
                )
            }
            Said::MarkLeftOut {
                mark,
                player,
                keeps,
                number,
            } => format!(
                "The mark of {} at {} is left out: {number} is {}’s",
                person(player, "somebody who was deleted"),
                self.name(&mark.whole()),
                person(keeps, "somebody else")
            ),
        }
    }
}
