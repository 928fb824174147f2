//! The further ladders that a club keeps over its players and games: which system each follows, and how it is set up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::{Field, FieldProblem, LadderId, check::check_name, words::by_word};

/// The longest name of a ladder, in characters.
pub(crate) const MAX_LADDER_NAME: usize = 60;

/// How a ladder makes standings from games, in the order of a list of them. What each computes is told in `rating`, a file each.
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Deserialize, Serialize, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum LadderSystem {
    /// The rank ladder of a chess club.
    Club,
    /// Game Courier ratings.
    GameCourier,
    /// The Race Code league.
    RaceCode,
    /// The camp ladder's arithmetic over the games of any weeks.
    Camp,
}

impl LadderSystem {
    /// What the camp file and the command line call it: "game-courier".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Club => "club",
            Self::GameCourier => "game-courier",
            Self::RaceCode => "race-code",
            Self::Camp => "camp",
        }
    }

    /// The system of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        by_word(word, Self::word)
    }
}

/// How a ladder is set up: values by the name of their setting, as `--set` writes them. What isn't there is as usual.
pub type SettingValues = BTreeMap<String, String>;

/// A ladder that the club keeps. Its standings are never stored: they follow from players, meetings and games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LadderSetup {
    pub id: LadderId,
    /// What the club calls it; no two ladders have the same name.
    pub name: String,
    pub system: LadderSystem,
    /// The settings of the system and the filters of the games.
    pub settings: SettingValues,
}

/// A ladder as its form gives it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewLadder {
    pub name: String,
    pub system: LadderSystem,
    pub settings: SettingValues,
}

impl LadderSetup {
    /// What is wrong with the ladder's name, if anything. What its settings may be is the system's to say.
    pub fn problems(&self) -> Vec<FieldProblem> {
        name_problems(&self.name)
    }
}

impl NewLadder {
    /// What is wrong with the ladder's name, if anything. What its settings may be is the system's to say.
    pub fn problems(&self) -> Vec<FieldProblem> {
        name_problems(&self.name)
    }
}

fn name_problems(name: &str) -> Vec<FieldProblem> {
    let mut problems = Vec::new();
    check_name(
        &mut problems,
        Field::LadderName,
        name,
        "Type the ladder’s name",
    );
    if name.chars().count() > MAX_LADDER_NAME {
        problems.push(FieldProblem::new(
            Field::LadderName,
            format!("A ladder’s name has {MAX_LADDER_NAME} characters at most"),
        ));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_is_told_by_one_word() {
        for system in LadderSystem::VARIANTS.iter().copied() {
            assert_eq!(LadderSystem::of_word(system.word()), Some(system));
            assert_eq!(
                serde_json::to_value(system).expect("a word"),
                serde_json::Value::from(system.word())
            );
        }
        assert_eq!(LadderSystem::of_word("elo"), None);
    }

    #[test]
    fn a_ladder_needs_a_name_that_fits_on_a_page() {
        let ladder = |name: &str| NewLadder {
            name: name.to_owned(),
            system: LadderSystem::Club,
            settings: SettingValues::new(),
        };
        assert_eq!(ladder("Thursday ladder").problems(), []);
        assert_eq!(ladder("").problems().len(), 1);
        assert_eq!(ladder(" Thursday").problems().len(), 1);
        assert_eq!(ladder(&"x".repeat(MAX_LADDER_NAME)).problems(), []);
        assert_eq!(ladder(&"x".repeat(MAX_LADDER_NAME + 1)).problems().len(), 1);
    }
}
