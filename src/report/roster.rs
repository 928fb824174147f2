//! Whom a print is about, where it lists campers by name and not by rating.

use serde::Serialize;

use super::{PrintChoices, ReportError, columns::Columns};
use crate::domain::{CampData, GroupId, Player, PlayerId, Scope};

/// Campers by name, last name first: the whole camp's, or those of a group.
#[derive(Debug)]
pub(super) struct Roster<'a> {
    /// The group's name, or [`CampData::everybody`].
    pub(super) title: &'a str,
    of_everybody: bool,
    pub(super) players: Vec<&'a Player>,
}

impl<'a> Roster<'a> {
    /// The campers as a template lists them.
    pub(super) fn list(&self, camp: &CampData, columns: &Columns<'_>) -> RosterList<'a> {
        let group = |player: &Player| match player.group {
            Some(group) if self.of_everybody => camp.group_name(Some(group)).to_owned(),
            _ => String::new(),
        };
        let campers = self.players.iter().map(|player| Camper {
            number: player.id,
            name: player.listed_name(),
            group: group(player),
            further: columns.of(player),
        });
        RosterList {
            title: self.title,
            campers: campers.collect(),
        }
    }
}

/// A list of campers, as a template reads it.
#[derive(Debug, Serialize)]
pub(super) struct RosterList<'a> {
    title: &'a str,
    /// In the order of their names.
    pub(super) campers: Vec<Camper>,
}

/// A camper by number and name.
#[derive(Debug, Serialize)]
pub(super) struct Camper {
    pub(super) number: PlayerId,
    /// "de la Cruz, Ola"
    pub(super) name: String,
    /// Empty where the list is the group's, and for who has none.
    pub(super) group: String,
    /// In each of the custom columns that are asked for.
    pub(super) further: Vec<String>,
}

impl Camper {
    pub(super) const fn new(number: PlayerId, name: String) -> Self {
        Self {
            number,
            name,
            group: String::new(),
            further: Vec::new(),
        }
    }
}

/// Somebody who is paired, as a template reads it.
#[derive(Debug, Serialize)]
pub(super) struct Entrant {
    pub(super) number: PlayerId,
    /// "de la Cruz, Ola", with the number where two have these names.
    pub(super) name: String,
    /// The weekly rating.
    pub(super) rating: i32,
}

impl Entrant {
    pub(super) fn camper(&self) -> Camper {
        Camper::new(self.number, self.name.clone())
    }
}

/// The campers that are chosen, in one list or by group, best group first. No list is empty.
///
/// # Errors
/// [`ReportError::NoGroup`], and [`ReportError::NothingToShow`] where there is nobody.
pub(super) fn rosters<'a>(
    camp: &'a CampData,
    choices: &PrintChoices,
) -> Result<Vec<Roster<'a>>, ReportError> {
    let rosters = rosters_or_none(camp, choices)?;
    if rosters.iter().all(|roster| roster.players.is_empty()) {
        return Err(ReportError::no_players(choices));
    }
    Ok(rosters)
}

/// The same where a list without anybody is of use. A list may be empty only if it is the only one.
///
/// # Errors
/// [`ReportError::NoGroup`]
pub(super) fn rosters_or_none<'a>(
    camp: &'a CampData,
    choices: &PrintChoices,
) -> Result<Vec<Roster<'a>>, ReportError> {
    let list = |keep: &dyn Fn(&Player) -> bool| {
        let players = camp.players.iter();
        let mut players = players
            .filter(|player| (player.active || choices.inactive) && keep(player))
            .collect::<Vec<_>>();
        players.sort_by_cached_key(|player| player.sort_key());
        players
    };
    let of_group = |group: GroupId| Roster {
        title: camp.group_name(Some(group)),
        of_everybody: false,
        players: list(&|player| player.group == Some(group)),
    };
    let camp_list = || Roster {
        title: camp.everybody(),
        of_everybody: true,
        players: list(&|_| true),
    };
    Ok(match choices.scope.in_camp(camp)? {
        Scope::Camp => vec![camp_list()],
        Scope::Group(group) => vec![of_group(group)],
        Scope::ByGroup => {
            let groups = camp.groups.iter().rev().map(|group| of_group(group.id));
            let without = Roster {
                title: "Without a group",
                of_everybody: false,
                players: list(&|player| player.group.is_none()),
            };
            let mut rosters = groups.chain([without]).collect::<Vec<_>>();
            rosters.retain(|roster| !roster.players.is_empty());
            if rosters.is_empty() {
                rosters.push(camp_list());
            }
            rosters
        }
    })
}

/// The player who is chosen by number, whatever the scope, or else everybody who is listed.
///
/// # Errors
/// [`ReportError::NoPlayer`], and those of [`rosters`].
pub(super) fn chosen<'a>(
    camp: &'a CampData,
    choices: &PrintChoices,
) -> Result<Vec<&'a Player>, ReportError> {
    if let Some(id) = choices.player {
        let player = camp.player(id).ok_or(ReportError::NoPlayer(id))?;
        return Ok(vec![player]);
    }
    let rosters = rosters(camp, choices)?.into_iter();
    Ok(rosters.flat_map(|roster| roster.players).collect())
}
