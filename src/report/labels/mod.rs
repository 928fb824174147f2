//! Badges and name labels, on the sheets of labels that are sold.

mod sheets;

use std::collections::HashSet;

use serde::Serialize;

use self::sheets::LabelGrid;
pub(crate) use self::sheets::LabelSheet;
use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    columns::Columns,
    roster::rosters,
};
use crate::domain::{CampData, Player, PlayerId};

pub(super) const BADGES: Kind = Kind {
    word: "badges",
    title: "Badges",
    about: "A badge for each player, the first name as large as it goes: on sheets that stick or for badge holders.",
    group: PrintGroup::Sheets,
    choices: CHOICES,
    default_choices: || PrintChoices {
        labels: LabelSheet::Avery5395,
        ..PrintChoices::default()
    },
    template: TEMPLATE,
    is_letterhead: false,
    fill: |camp, choices, _printed| fill(camp, choices, Design::Badge),
};

pub(super) const LABELS: Kind = Kind {
    word: "labels",
    title: "Name labels",
    about: "A label with each player’s name: for folders, score books and boxes.",
    group: PrintGroup::Sheets,
    choices: CHOICES,
    default_choices: PrintChoices::default,
    template: TEMPLATE,
    is_letterhead: false,
    fill: |camp, choices, _printed| fill(camp, choices, Design::Label),
};

const CHOICES: &[Choice] = &[
    Choice::Labels,
    Choice::FirstLabel,
    Choice::Scope,
    Choice::Inactive,
    Choice::CampName,
    Choice::GroupName,
    Choice::Number,
    Choice::Columns,
    Choice::Logo,
    Choice::Outlines,
];

const TEMPLATE: Template = Template {
    file: "labels.typ",
    text: include_str!("../templates/labels.typ"),
};

/// What is on a label, and where.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Design {
    /// Centred, to be read by somebody who comes up.
    Badge,
    /// From the left, to be read among others of its kind.
    Label,
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct Sheet<'a> {
    design: Design,
    grid: LabelGrid,
    /// Whether the edges of all labels are drawn.
    outlines: bool,
    /// How many labels of the first sheet are used already.
    used: usize,
    camp_name: bool,
    logo: bool,
    /// In the order in which they are given out.
    labels: Vec<Label<'a>>,
}

#[derive(Debug, Serialize)]
struct Label<'a> {
    /// The first name, or the only one.
    large: &'a str,
    /// The last name. May be empty.
    small: &'a str,
    group: Option<&'a str>,
    number: Option<i64>,
    /// What the camper has in the custom columns that are asked for; nothing of empty ones.
    further: Vec<String>,
}

fn fill(camp: &CampData, choices: &PrintChoices, design: Design) -> Result<Filled, ReportError> {
    let grid = choices.labels.grid();
    let used = choices.first_label.get() - 1;
    if used >= grid.labels() {
        return Err(ReportError::NoLabel {
            sheet: choices.labels.name(),
            first: choices.first_label.get(),
        });
    }
    let namesakes = camp.namesakes();
    let columns = Columns::chosen(camp, choices)?;
    let label = |player| {
        let mut label = Label::new(player, camp, choices, &namesakes);
        label.further = columns.of(player);
        label.further.retain(|value| !value.is_empty());
        label
    };
    let rosters = rosters(camp, choices)?;
    let sheet = Sheet {
        design,
        grid,
        outlines: choices.outlines,
        used,
        camp_name: choices.camp_name,
        logo: choices.logo,
        labels: rosters
            .iter()
            .flat_map(|roster| &roster.players)
            .map(|player| label(*player))
            .collect(),
    };
    let what = match design {
        Design::Badge => "badges",
        Design::Label => "name labels",
    };
    let filled = Filled::new(choices.scope.titled(what, camp), &sheet)?;
    Ok(filled.on(grid.paper))
}

impl<'a> Label<'a> {
    fn new(
        player: &'a Player,
        camp: &'a CampData,
        choices: &PrintChoices,
        namesakes: &HashSet<PlayerId>,
    ) -> Self {
        let (large, small) = match player.first_name.as_str() {
            "" => (player.last_name.as_str(), ""),
            first => (first, player.last_name.as_str()),
        };
        let group = player.group.filter(|_| choices.group_name);
        // Two children of one name would have the same label.
        let is_numbered = choices.number || namesakes.contains(&player.id);
        Self {
            large,
            small,
            group: group.map(|group| camp.group_name(Some(group))),
            number: is_numbered.then_some(player.id.0),
            further: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
