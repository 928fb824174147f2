//! Certificates, for a wall at home.

use std::{borrow::Cow, collections::HashSet, str::FromStr};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    rated::rated,
    roster::chosen,
};
use crate::{
    domain::{CampData, GroupId, Player, PlayerId, Scope, show_rating},
    rating::camp_ladder::awards::{Award, AwardPlace, Awards},
};

pub(super) const KIND: Kind = Kind {
    word: "certificates",
    title: "Certificates",
    about: "For the winners, the most improved, the busiest and the biggest upset, or in words of your own for anybody.",
    group: PrintGroup::LastDay,
    choices: &[
        Choice::Paper,
        Choice::Certificate,
        Choice::Words,
        Choice::Scope,
        Choice::Player,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "certificates.typ",
        text: include_str!("templates/certificates.typ"),
    },
    is_letterhead: false,
    fill,
};

/// Which certificates are printed, in the order of a menu.
#[derive(
    Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Deserialize, Serialize, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum Certificate {
    /// One for each award. For the whole camp, the winners of the groups are among them.
    #[default]
    All,
    Winner,
    Upset,
    Improved,
    Games,
    /// In the director's words, for everybody who is chosen.
    Own,
}

impl Certificate {
    /// What a certificate in the director's own words says where none are typed.
    #[must_use]
    pub fn usual_words(camp: &CampData) -> &'static str {
        if camp.is_club() {
            "for taking part in the chess club"
        } else {
            "for taking part in the chess camp"
        }
    }

    /// What the command line calls it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Winner => "winner",
            Self::Upset => "upset",
            Self::Improved => "improved",
            Self::Games => "games",
            Self::Own => "own",
        }
    }

    /// What a menu calls it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::All => "All awards of the week",
            Self::Own => "My own words",
            Self::Winner => Award::Winner.title(),
            Self::Upset => Award::BiggestUpset.title(),
            Self::Improved => Award::MostImproved.title(),
            Self::Games => Award::MostGames.title(),
        }
    }

    fn awards(self) -> &'static [Award] {
        match self {
            Self::All => &Award::ALL,
            Self::Winner => &[Award::Winner],
            Self::Upset => &[Award::BiggestUpset],
            Self::Improved => &[Award::MostImproved],
            Self::Games => &[Award::MostGames],
            Self::Own => &[],
        }
    }
}

impl FromStr for Certificate {
    type Err = String;

    /// Reads the word of the command line.
    fn from_str(word: &str) -> Result<Self, String> {
        let mut all = Self::VARIANTS.iter().copied();
        let found = all.find(|certificate| certificate.word() == word);
        found.ok_or_else(|| {
            let words = Self::VARIANTS.iter().map(|known| known.word());
            let words = words.collect::<Vec<_>>().join(", ");
            format!("there are no such certificates; there are {words}")
        })
    }
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct Certificates<'a> {
    certificates: Vec<Page<'a>>,
    /// What is said where there is none.
    none: String,
}

#[derive(Debug, Serialize)]
struct Page<'a> {
    /// "Most improved"
    title: &'static str,
    /// "of the camp", "in the group Gold"; empty where the title says it all.
    among: String,
    /// "Ola de la Cruz"
    name: String,
    /// "for gaining 53 points on the ladder"
    deed: String,
    /// "Shared with Ann Lee"; empty if it isn't.
    shared: String,
    /// The group and the number of a camper whose name another one has too: whoever hands it out must know.
    group: Option<&'a str>,
    number: Option<i64>,
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    if let Some(player) = choices.player {
        camp.player(player).ok_or(ReportError::NoPlayer(player))?;
    }
    let (rated, remarks) = match choices.certificate {
        // Nothing on it is a rating.
        Certificate::Own => (Cow::Borrowed(camp), Vec::new()),
        _ => rated(camp),
    };
    let certificates = match choices.certificate {
        Certificate::Own => in_own_words(&rated, choices)?,
        awarded => for_awards(&rated, awarded, scope),
    };
    let is_chosen = |id| choices.player.is_none_or(|player| player == id);
    let certificates = Certificates {
        certificates: certificates
            .into_iter()
            .filter(|(id, _)| is_chosen(*id))
            .map(|(_, page)| page)
            .collect(),
        none: why_none(camp, choices),
    };
    let what = choices.scope.titled("certificates", camp);
    Ok(Filled::new(what, &certificates)?.remarked(remarks))
}

/// What is said where there is no certificate.
fn why_none(camp: &CampData, choices: &PrintChoices) -> String {
    if !camp.players.iter().any(|player| player.active) {
        return "There are no active players yet.".to_owned();
    }
    match choices.player {
        Some(player) => format!(
            "There is no such certificate for {}. One in your own words is for anybody.",
            camp.full_name(player)
        ),
        None if choices.certificate == Certificate::Own => {
            "There is nobody here to give a certificate to.".to_owned()
        }
        None if camp.has_counted_games() => "Nobody has earned this certificate.".to_owned(),
        None => "There are no certificates yet: no game that counts has been played.".to_owned(),
    }
}

/// Whom a certificate is among: the whole camp or a group.
fn fields(camp: &CampData, scope: Scope) -> Vec<Option<GroupId>> {
    match scope {
        Scope::Camp => vec![None],
        Scope::ByGroup => camp
            .groups
            .iter()
            .rev()
            .map(|group| Some(group.id))
            .collect(),
        Scope::Group(group) => vec![Some(group)],
    }
}

fn for_awards(
    camp: &CampData,
    certificate: Certificate,
    scope: Scope,
) -> Vec<(PlayerId, Page<'_>)> {
    let awards = Awards::new(camp);
    let namesakes = camp.namesakes();
    let mut wanted = Vec::new();
    for field in fields(camp, scope) {
        let of_field = certificate.awards().iter().map(|award| (*award, field));
        wanted.extend(of_field);
    }
    if certificate == Certificate::All && scope == Scope::Camp {
        let of_groups = fields(camp, Scope::ByGroup).into_iter();
        wanted.splice(1..1, of_groups.map(|group| (Award::Winner, group)));
    }
    let pages = wanted.into_iter().flat_map(|(award, group)| {
        let first = awards.places(award, group, 1);
        let page = |place: &AwardPlace| {
            let page = Page::for_award(camp, &namesakes, award, group, place, &first);
            (place.player, page)
        };
        first.iter().map(page).collect::<Vec<_>>()
    });
    pages.collect()
}

fn in_own_words<'a>(
    camp: &'a CampData,
    choices: &PrintChoices,
) -> Result<Vec<(PlayerId, Page<'a>)>, ReportError> {
    let words = match choices.words.trim() {
        "" => Certificate::usual_words(camp),
        words => words,
    };
    // One who left the camp may be honoured too, if he or she is chosen.
    let players = chosen(camp, choices)?;
    let namesakes = camp.namesakes();
    let page = |player: &Player| {
        let page = Page {
            title: "Certificate",
            among: String::new(),
            deed: words.to_owned(),
            ..Page::to(camp, &namesakes, player.id)
        };
        (player.id, page)
    };
    Ok(players.into_iter().map(page).collect())
}

impl<'a> Page<'a> {
    /// A certificate to somebody, for nothing yet.
    fn to(camp: &'a CampData, namesakes: &HashSet<PlayerId>, id: PlayerId) -> Self {
        let is_namesake = namesakes.contains(&id);
        let group = camp.player(id).and_then(|player| player.group);
        Self {
            title: "",
            among: String::new(),
            name: camp.full_name(id),
            deed: String::new(),
            shared: String::new(),
            group: group
                .filter(|_| is_namesake)
                .map(|group| camp.group_name(Some(group))),
            number: is_namesake.then_some(id.0),
        }
    }

    /// `first` are all who share the award.
    fn for_award(
        camp: &'a CampData,
        namesakes: &HashSet<PlayerId>,
        award: Award,
        group: Option<GroupId>,
        place: &AwardPlace,
        first: &[AwardPlace],
    ) -> Self {
        let others = first.iter().filter(|other| other.player != place.player);
        let others = others.map(|other| camp.full_name(other.player));
        Self {
            title: award.title(),
            among: match (award, group) {
                (Award::Winner, None) if camp.is_club() => "of the club".to_owned(),
                (Award::Winner, None) => "of the camp".to_owned(),
                (_, None) => String::new(),
                (Award::Winner, Some(group)) => {
                    format!("of the group {}", camp.group_name(Some(group)))
                }
                (_, Some(group)) => format!("in the group {}", camp.group_name(Some(group))),
            },
            deed: deed(award, place.figure),
            shared: shared(&others.collect::<Vec<_>>()),
            ..Self::to(camp, namesakes, place.player)
        }
    }
}

/// What is honoured, for a child to read.
fn deed(award: Award, figure: i32) -> String {
    let count = |one: &str, more: &str| match figure {
        1 => format!("1 {one}"),
        _ => format!("{figure} {more}"),
    };
    match award {
        Award::Winner => format!("for the best rating on the ladder: {}", show_rating(figure)),
        Award::BiggestUpset => {
            format!(
                "for beating a player rated {} higher",
                count("point", "points")
            )
        }
        Award::MostImproved => format!("for gaining {} on the ladder", count("point", "points")),
        Award::MostGames => format!("for playing {} on the ladder", count("game", "games")),
    }
}

/// "Shared with Ann Lee and Bo Vang". More would make the sentence longer than the certificate is wide.
fn shared(others: &[String]) -> String {
    match others {
        [] => String::new(),
        [one] => format!("Shared with {one}"),
        [one, other] => format!("Shared with {one} and {other}"),
        _ => format!("Shared with {} others", others.len()),
    }
}

#[cfg(test)]
mod tests;
