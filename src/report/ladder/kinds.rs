//! The prints of ladders, one for each system.

use super::fill;
use crate::{
    domain::LadderSystem,
    report::{
        Choice, PrintChoices,
        catalogue::{Kind, PrintGroup, Template},
    },
};

/// What can be chosen for every ladder.
const CHOICES: &[Choice] = &[Choice::Ladder, Choice::Paper, Choice::Top, Choice::Inactive];

pub(in crate::report) static CLUB_LADDER: Kind = Kind {
    word: "club-ladder",
    title: "Club ladder",
    about: "Who holds which rank, with won, drawn and lost and the percentage: to hang in the club room.",
    group: PrintGroup::Ladders,
    choices: CHOICES,
    default_choices: PrintChoices::default,
    template: Template {
        file: "club-ladder.typ",
        text: include_str!("../templates/club-ladder.typ"),
    },
    is_letterhead: true,
    fill: |camp, choices, printed| fill(LadderSystem::Club, camp, choices, printed),
};

pub(in crate::report) static GAME_COURIER: Kind = Kind {
    word: "game-courier",
    title: "Game Courier ratings",
    about: "Ratings that follow from all results together, with both passes, their accuracy and what they mean.",
    group: PrintGroup::Ladders,
    choices: CHOICES,
    default_choices: PrintChoices::default,
    template: Template {
        file: "game-courier.typ",
        text: include_str!("../templates/game-courier.typ"),
    },
    is_letterhead: true,
    fill: |camp, choices, printed| fill(LadderSystem::GameCourier, camp, choices, printed),
};

pub(in crate::report) static RACE_CODE: Kind = Kind {
    word: "race-code",
    title: "Race Code league",
    about: "Everybody’s value and highest value in the league, and what each game earned both players if you like.",
    group: PrintGroup::Ladders,
    choices: &[
        Choice::Ladder,
        Choice::Paper,
        Choice::Top,
        Choice::Inactive,
        Choice::GameData,
        Choice::Background,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "race-code.typ",
        text: include_str!("../templates/race-code.typ"),
    },
    is_letterhead: true,
    fill: |camp, choices, printed| fill(LadderSystem::RaceCode, camp, choices, printed),
};

pub(in crate::report) static CAMP_LADDER: Kind = Kind {
    word: "camp-ladder",
    title: "Camp ladder over several weeks",
    about: "The camp’s own arithmetic over as many weeks as you like: rating, change and score.",
    group: PrintGroup::Ladders,
    choices: CHOICES,
    default_choices: PrintChoices::default,
    template: Template {
        file: "camp-ladder.typ",
        text: include_str!("../templates/camp-ladder.typ"),
    },
    is_letterhead: true,
    fill: |camp, choices, printed| fill(LadderSystem::Camp, camp, choices, printed),
};
