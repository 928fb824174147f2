//! Certificates, for a wall at home.

use std::{borrow::Cow, collections::HashSet};

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
    domain::{CampData, GroupId, Player, PlayerId, Scope, long_date, show_rating},
    rating::camp_ladder::awards::{Award, AwardPlace, Awards, Prize},
};

pub(super) const KIND: Kind = Kind {
    word: "certificates",
    title: "Certificates",
    about: "For the winners, the most improved, the busiest and the biggest upset, or in words of your own for anybody.",
    group: PrintGroup::LastDay,
    choices: &[
        Choice::Paper,
        Choice::Certificate,
        Choice::Places,
        Choice::OnePrizeEach,
        Choice::Words,
        Choice::Scope,
        Choice::Player,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "certificates.typ",
        text: include_str!("../templates/certificates.typ"),
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

    /// Whether a prize is honoured by it. Those of the whole camp are without the winners of the groups, but for all together.
    fn is_for(self, prize: &Prize, scope: Scope) -> bool {
        let award = match self {
            Self::All => return true,
            Self::Winner => Award::Winner,
            Self::Upset => Award::BiggestUpset,
            Self::Improved => Award::MostImproved,
            Self::Games => Award::MostGames,
            Self::Own => return false,
        };
        prize.award == award && (scope != Scope::Camp || prize.group.is_none())
    }
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct Certificates<'a> {
    certificates: Vec<Page<'a>>,
    /// "July 10, 2026": the last day of a closed week, or the day of printing.
    date: String,
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

fn fill(camp: &CampData, choices: &PrintChoices, printed: Date) -> Result<Filled, ReportError> {
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
        awarded => for_awards(&rated, awarded, scope, choices),
    };
    let certificates = certificates
        .into_iter()
        .filter(|(id, _)| choices.player.is_none_or(|player| player == *id))
        .map(|(_, page)| page)
        .collect::<Vec<_>>();
    if certificates.is_empty() {
        return Err(why_none(camp, choices));
    }
    let certificates = Certificates {
        certificates,
        date: long_date(if camp.week.is_closed() {
            camp.week_days().last
        } else {
            printed
        }),
    };
    let what = choices.scope.titled("certificates", camp);
    Ok(Filled::new(what, &certificates)?.remarked(remarks))
}

/// Why there is no certificate.
fn why_none(camp: &CampData, choices: &PrintChoices) -> ReportError {
    ReportError::NothingToShow(match choices.player {
        _ if !camp.has_counted_games() => return ReportError::no_counted_games(),
        Some(player) => format!(
            "There is no such certificate for {}. One in your own words is for anybody",
            camp.full_name(player)
        ),
        None => "Nobody gets this certificate: nobody has earned it, or too many share it. One in your own words is for anybody".to_owned(),
    })
}

fn for_awards<'a>(
    camp: &'a CampData,
    certificate: Certificate,
    scope: Scope,
    choices: &PrintChoices,
) -> Vec<(PlayerId, Page<'a>)> {
    let awards = Awards::new(camp);
    let namesakes = camp.namesakes();
    let up_to = choices.places.get().min(Choice::Places.most());
    let mut prizes = awards.prizes(scope, up_to, choices.one_prize_each);
    prizes.retain(|prize| certificate.is_for(prize, scope));
    if scope == Scope::Camp {
        // Stable: the winner of the camp, those of the groups, and everybody else.
        prizes.sort_by_key(|prize| prize.award != Award::Winner);
    }
    let pages = prizes.iter().flat_map(|prize| {
        let best = awards.best(prize.award, prize.group);
        let (namesakes, places) = (&namesakes, prize.given.places.iter());
        places.map(move |place| {
            let page = Page::for_award(camp, namesakes, prize, place, best);
            (place.player, page)
        })
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

    /// `place` is one of those of the prize, and `best` the best figure that anybody has, with another prize or not.
    fn for_award(
        camp: &'a CampData,
        namesakes: &HashSet<PlayerId>,
        prize: &Prize,
        place: &AwardPlace,
        best: Option<i32>,
    ) -> Self {
        let Prize { award, group, .. } = *prize;
        let is_shared =
            |other: &&AwardPlace| other.rank == place.rank && other.player != place.player;
        let others = prize.given.places.iter().filter(is_shared);
        let others = others.map(|other| camp.full_name(other.player));
        Self {
            title: match (award, place.rank) {
                (Award::Winner, 2) => "Second place",
                (Award::Winner, 3) => "Third place",
                _ => award.title(),
            },
            among: among(camp, award, group, place.rank),
            deed: deed(award, best == Some(place.figure), place.figure),
            shared: shared(&others.collect::<Vec<_>>()),
            ..Self::to(camp, namesakes, place.player)
        }
    }
}

/// "of the camp", "in the group Gold", "second place in the group Gold"; empty where the title says it all.
fn among(camp: &CampData, award: Award, group: Option<GroupId>, rank: usize) -> String {
    let field = match (award, group) {
        (Award::Winner, None) if camp.is_club() => "of the club".to_owned(),
        (Award::Winner, None) => "of the camp".to_owned(),
        (Award::Winner, Some(group)) => format!("of the group {}", camp.group_name(Some(group))),
        (_, None) => String::new(),
        (_, Some(group)) => format!("in the group {}", camp.group_name(Some(group))),
    };
    let place = match (award, rank) {
        (Award::Winner, _) | (_, 0 | 1) => "",
        (_, 2) => "second place",
        _ => "third place",
    };
    format!("{place} {field}").trim().to_owned()
}

/// What is honoured, for a child to read.
fn deed(award: Award, is_best: bool, figure: i32) -> String {
    let count = |one: &str, more: &str| match figure {
        1 => format!("1 {one}"),
        _ => format!("{figure} {more}"),
    };
    match award {
        Award::Winner if is_best => {
            format!("for the best rating on the ladder: {}", show_rating(figure))
        }
        Award::Winner => format!("for a rating of {} on the ladder", show_rating(figure)),
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

/// "Shared with Ann Lee and Bo Vang"; nothing where nobody shares it, and more than a few never do.
fn shared(others: &[String]) -> String {
    match others {
        [] => String::new(),
        others => format!("Shared with {}", others.join(" and ")),
    }
}

#[cfg(test)]
mod tests;
