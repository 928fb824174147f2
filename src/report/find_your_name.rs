//! Everybody by name, with where to look: to hang beside the standings.

use std::{collections::HashMap, num::NonZeroUsize};

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    roster::rosters,
};
use crate::domain::{CampData, PlayerId, Scope, Standings, System};

/// The most pages that a list takes where nobody asks for larger names.
const USUAL_PAGES: usize = 4;

pub(super) const KIND: Kind = Kind {
    word: "find-your-name",
    title: "Find your name",
    about: "Everybody by name, with number, group and rank: to hang beside the standings.",
    group: PrintGroup::Results,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Pages,
        Choice::Inactive,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "find-your-name.typ",
        text: include_str!("templates/find-your-name.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct FindYourName<'a> {
    /// The most pages of each list.
    pages: usize,
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// Whether each row has a group, and a rank in that besides the one in the camp.
    grouped: bool,
    /// By name.
    rows: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    number: PlayerId,
    /// "de la Cruz, Ola"
    name: String,
    active: bool,
    /// Empty for a player without a group.
    group: &'a str,
    /// Among the players of the group, "=7" where several share it; `None` without one.
    group_rank: Option<String>,
    /// In the list of standings that has the same players.
    rank: String,
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let ranks = |scope| {
        let standings = Standings::new(camp, System::Weekly, scope, choices.inactive);
        let ranks = standings.rows().map(|row| (row.id, row.shown_rank()));
        ranks.collect::<HashMap<_, _>>()
    };
    let in_scope = ranks(scope);
    let in_groups = ranks(Scope::ByGroup);
    let rosters = rosters(camp, choices)?;
    let lists = rosters.iter().map(|roster| List {
        title: roster.title,
        grouped: scope == Scope::Camp && roster.players.iter().any(|player| player.group.is_some()),
        rows: roster
            .players
            .iter()
            .map(|player| Row {
                number: player.id,
                name: player.listed_name(),
                active: player.active,
                group: player
                    .group
                    .map_or("", |group| camp.group_name(Some(group))),
                group_rank: player
                    .group
                    .and_then(|_| in_groups.get(&player.id).cloned()),
                rank: in_scope.get(&player.id).cloned().unwrap_or_default(),
            })
            .collect(),
    });
    let sheet = FindYourName {
        pages: choices.most_pages.map_or(USUAL_PAGES, NonZeroUsize::get),
        lists: lists.collect(),
    };
    Filled::new(choices.scope.titled("find your name", camp), &sheet)
}

#[cfg(test)]
mod tests {
    use super::super::{
        Print, PrintScope,
        tests::{laid, plain_camp, texts},
        *,
    };

    /// What stands behind a name, and where in the list.
    fn row(choices: &PrintChoices, name: &str) -> (usize, String) {
        let text = texts(&laid(Print::FindYourName, &plain_camp(14), choices).pages).concat();
        let mut rows = text.lines().enumerate();
        let found = rows.find_map(|(place, line)| {
            let behind = line.strip_prefix(name)?;
            Some((place, behind.replace('\t', " ").trim().to_owned()))
        });
        found.expect(name)
    }

    #[test]
    fn the_camp_is_listed_by_name_with_both_ranks() {
        let of = |name| row(&PrintChoices::default(), name);
        // Rated second in the camp, and first of the group Red.
        let (place, behind) = of("Last2, Mai");
        assert_eq!(behind, "2 Red 1 2");
        assert!(of("Last14, Mai").0 < place, "by name, and not by number");
    }

    #[test]
    fn a_long_name_of_a_group_takes_the_room_that_names_leave() {
        let mut camp = plain_camp(40);
        let mut groups = camp.groups.to_vec();
        groups[1].name = "Monday afternoon Advanced".to_owned();
        camp.groups = groups.into();
        let pages = laid(Print::FindYourName, &camp, &PrintChoices::default()).pages;
        let text = texts(&pages).concat().replace('\t', " ");
        assert!(
            text.contains("Last2, Mai 2 Monday afternoon Advanced 1 2"),
            "{text}"
        );
        assert_eq!(pages.count(), 2);
    }

    #[test]
    fn a_shared_rank_is_told_as_one() {
        let mut camp = plain_camp(14);
        let mut players = camp.players.to_vec();
        players[5].ratings = players[1].ratings;
        camp.players = players.into();
        let text = texts(&laid(Print::FindYourName, &camp, &PrintChoices::default()).pages);
        let text = text.concat().replace('\t', " ");
        assert!(text.contains("Last2, Mai 2 Red =1 =2"), "{text}");
        assert!(text.contains("Last6, Mai 6 Red =1 =2"), "{text}");
    }

    #[test]
    fn a_group_alone_has_its_own_ranks() {
        let choices = PrintChoices {
            scope: PrintScope::Group("Red".to_owned()),
            ..PrintChoices::default()
        };
        // Rated sixth in the camp.
        assert_eq!(row(&choices, "Last6, Mai").1, "6 2");
    }
}
