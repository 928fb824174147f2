//! The list of prizes, to be read out on the last day.

use std::{collections::HashSet, num::NonZeroUsize};

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    rated::rated,
};
use crate::{
    domain::{CampData, GroupId, PlayerId, Scope, counted, show_change, show_rating},
    rating::camp_ladder::awards::{Award, AwardPlace, Awards},
};

pub(super) const KIND: Kind = Kind {
    word: "prizes",
    title: "Prize list",
    about: "Upset of the week, most improved, most games and the best of each group: to read out, and to hang up.",
    group: PrintGroup::LastDay,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Top,
        Choice::WinnersLast,
    ],
    default_choices: || PrintChoices {
        top: NonZeroUsize::new(3),
        ..PrintChoices::default()
    },
    template: Template {
        file: "prizes.typ",
        text: include_str!("templates/prizes.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads.
#[derive(Debug, Serialize)]
struct Prizes<'a> {
    /// Whether there is anybody who could get one.
    has_players: bool,
    parts: Vec<Part<'a>>,
}

/// Prizes that belong together: those of the whole camp, or of a group.
#[derive(Debug, Serialize)]
struct Part<'a> {
    /// "Whole camp", "Gold", "Best of each group"
    title: &'a str,
    prizes: Vec<Prize<'a>>,
}

#[derive(Debug, Serialize)]
struct Prize<'a> {
    /// "Most improved", or the name of a group.
    title: &'a str,
    /// What the figures are: "points gained".
    unit: &'static str,
    places: Vec<Place<'a>>,
    /// Where the first place has too many for a list: what they share it for, and all of their names.
    crowd: Option<Crowd>,
    /// "27 more with 5 games": who came further down and isn't listed, as a list that is read out must end.
    others: Option<String>,
}

#[derive(Debug, Serialize)]
struct Crowd {
    /// "12 games"
    figure: String,
    /// "Ola de la Cruz", as it is spoken, with the number where two children have these names.
    names: Vec<String>,
}

/// So many are listed for a prize, each on a line. All who share a rank are listed, or none of them.
const MOST_LISTED: usize = 12;

#[derive(Debug, Serialize)]
struct Place<'a> {
    rank: usize,
    /// "Ola de la Cruz", as it is spoken, with the number where two children have these names.
    name: String,
    /// Empty where the prize is the group's own.
    group: &'a str,
    /// "1314", "300", "+53", "12"
    figure: String,
    /// "beat Ann Lee"; empty where nobody was beaten.
    words: String,
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let (camp, remarks) = rated(camp);
    let awards = Awards::new(&camp);
    let list = Lists {
        camp: &camp,
        awards: &awards,
        places: choices.top.map_or(usize::MAX, NonZeroUsize::get),
        namesakes: camp.namesakes(),
    };
    let parts = match scope {
        Scope::Camp => list.of_camp(),
        Scope::Group(group) => vec![list.of_group(group)],
        Scope::ByGroup => {
            let groups = camp.groups.iter().rev();
            groups.map(|group| list.of_group(group.id)).collect()
        }
    };
    let mut parts = parts;
    if choices.winners_last {
        parts.reverse();
        for part in &mut parts {
            part.prizes.reverse();
            for prize in &mut part.prizes {
                prize.places.reverse();
            }
        }
    }
    let prizes = Prizes {
        has_players: camp.players.iter().any(|player| player.active),
        parts: parts
            .into_iter()
            .filter(|part| !part.prizes.is_empty())
            .collect(),
    };
    let what = choices.scope.titled("prizes", &camp);
    Ok(Filled::new(what, &prizes)?.remarked(remarks))
}

struct Lists<'a> {
    camp: &'a CampData,
    awards: &'a Awards,
    places: usize,
    namesakes: HashSet<PlayerId>,
}

impl<'a> Lists<'a> {
    fn of_camp(&self) -> Vec<Part<'a>> {
        let groups = self.camp.groups.iter().rev();
        let best =
            groups.filter_map(|group| self.prize(&group.name, Award::Winner, Some(group.id)));
        vec![
            Part {
                title: self.camp.everybody(),
                prizes: self.all(None),
            },
            Part {
                title: "Best of each group",
                prizes: best.collect(),
            },
        ]
    }

    fn of_group(&self, group: GroupId) -> Part<'a> {
        Part {
            title: self.camp.group_name(Some(group)),
            prizes: self.all(Some(group)),
        }
    }

    fn all(&self, group: Option<GroupId>) -> Vec<Prize<'a>> {
        let prizes = Award::ALL.into_iter();
        prizes
            .filter_map(|award| self.prize(award.title(), award, group))
            .collect()
    }

    /// Nothing where nobody gets it.
    fn prize(&self, title: &'a str, award: Award, group: Option<GroupId>) -> Option<Prize<'a>> {
        let places = self.awards.places(award, group, self.places);
        let first = *places.first()?;
        let first_out = places.get(MOST_LISTED).map(|place| place.rank);
        let is_listed = |place: &&AwardPlace| first_out.is_none_or(|rank| place.rank < rank);
        let listed = places.iter().take_while(is_listed).count();
        let (listed, mut others) = places.split_at(listed);
        // Whoever shares a prize is named, however many they are.
        let crowd = listed.is_empty().then(|| {
            let (sharing, further) =
                others.split_at(others.partition_point(|place| place.rank == first.rank));
            others = further;
            Crowd {
                figure: figure_in_words(award, first.figure),
                names: sharing.iter().map(|place| self.name(place)).collect(),
            }
        });
        Some(Prize {
            title,
            unit: match award {
                Award::Winner => "rating",
                Award::BiggestUpset => "points higher",
                Award::MostImproved => "points gained",
                Award::MostGames => "games",
            },
            places: listed
                .iter()
                .map(|place| self.place(award, group, place))
                .collect(),
            crowd,
            others: others_in_words(award, others),
        })
    }

    fn name(&self, place: &AwardPlace) -> String {
        let player = self.camp.player(place.player);
        player.map_or_else(String::new, |player| player.named_among(&self.namesakes))
    }

    fn place(&self, award: Award, group: Option<GroupId>, place: &AwardPlace) -> Place<'a> {
        let player = self.camp.player(place.player);
        let own_group = player
            .and_then(|player| player.group)
            .filter(|_| group.is_none());
        Place {
            rank: place.rank,
            name: self.name(place),
            group: own_group.map_or("", |group| self.camp.group_name(Some(group))),
            figure: figure(award, place.figure),
            words: place.beaten.map_or_else(String::new, |beaten| {
                format!("beat {}", self.camp.full_name(beaten))
            }),
        }
    }
}

/// "27 more with 5 games", "30 more"; nothing for nobody.
fn others_in_words(award: Award, others: &[AwardPlace]) -> Option<String> {
    let (first, last) = (others.first()?, others.last()?);
    let count = others.len();
    Some(if first.rank == last.rank {
        format!("{count} more with {}", figure_in_words(award, first.figure))
    } else {
        format!("{count} more")
    })
}

/// "1314", "300", "+53", "12"
fn figure(award: Award, figure: i32) -> String {
    match award {
        Award::Winner | Award::BiggestUpset => show_rating(figure),
        Award::MostImproved => show_change(figure),
        Award::MostGames => figure.to_string(),
    }
}

/// The same where nothing says what it is: "12 games".
fn figure_in_words(award: Award, number: i32) -> String {
    match award {
        Award::MostGames => counted(number, "game"),
        _ => figure(award, number),
    }
}

#[cfg(test)]
mod tests;
