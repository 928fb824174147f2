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
    domain::{
        CampData, GroupId, PlayerId, Scope, counted, show_change, show_rating, shown_rank,
        shown_ranks,
    },
    rating::camp_ladder::awards::{Award, AwardPlace, Awards, Given},
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
        Choice::OnePrizeEach,
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
}

#[derive(Debug, Serialize)]
struct Place<'a> {
    rank: usize,
    /// "=2" where several share it.
    shown_rank: String,
    /// Whether somebody gets it: otherwise too many share it.
    given: bool,
    /// "Ola de la Cruz", as it is spoken, with the number where two children have these names; or "shared by 30 players".
    name: String,
    /// Empty where the prize is the group's own.
    group: &'a str,
    /// "1314", "300", "+53", "12"
    figure: String,
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let (camp, remarks) = rated(camp);
    let list = Lists {
        camp: &camp,
        namesakes: camp.namesakes(),
    };
    let mut parts = list.parts(scope, choices);
    if choices.winners_last {
        parts.reverse();
        for part in &mut parts {
            part.prizes.reverse();
            for prize in &mut part.prizes {
                prize.places.reverse();
            }
        }
    }
    if parts.is_empty() {
        return Err(if camp.has_counted_games() {
            ReportError::NothingToShow(
                "Nobody has earned a prize here. Choose other players".to_owned(),
            )
        } else {
            ReportError::no_counted_games()
        });
    }
    let prizes = Prizes { parts };
    let what = choices.scope.titled("prizes", &camp);
    Ok(Filled::new(what, &prizes)?.remarked(remarks))
}

struct Lists<'a> {
    camp: &'a CampData,
    namesakes: HashSet<PlayerId>,
}

/// A prize that is to be given: what the list calls it, and for what it is.
type Wanted<'a> = (&'a str, Award, Option<GroupId>);

impl<'a> Lists<'a> {
    /// Without prizes that nobody gets, and without parts that have none.
    fn parts(&self, scope: Scope, choices: &PrintChoices) -> Vec<Part<'a>> {
        let wanted = match scope {
            Scope::Camp => self.of_camp(),
            Scope::Group(group) => vec![self.of_group(group)],
            Scope::ByGroup => {
                let groups = self.camp.groups.iter().rev();
                groups.map(|group| self.of_group(group.id)).collect()
            }
        };
        let prizes = wanted.iter().flat_map(|(_, prizes)| prizes);
        let prizes = prizes.map(|(_, award, group)| (*award, *group));
        let prizes = prizes.collect::<Vec<_>>();
        let awards = Awards::new(self.camp);
        let places = choices.top.map_or(usize::MAX, NonZeroUsize::get);
        let given = if choices.one_prize_each {
            awards.given_once(&prizes, places)
        } else {
            let prizes = prizes.iter();
            prizes
                .map(|(award, group)| awards.given(*award, *group, places))
                .collect()
        };
        let mut given = given.into_iter();
        let parts = wanted.into_iter().map(|(title, prizes)| {
            let prizes = prizes.into_iter().zip(given.by_ref());
            let prizes = prizes.filter_map(|(wanted, given)| self.prize(wanted, given));
            Part {
                title,
                prizes: prizes.collect(),
            }
        });
        let parts = parts.filter(|part| !part.prizes.is_empty());
        parts.collect()
    }

    fn of_camp(&self) -> Vec<(&'a str, Vec<Wanted<'a>>)> {
        let groups = self.camp.groups.iter().rev();
        let best = groups.map(|group| (group.name.as_str(), Award::Winner, Some(group.id)));
        vec![
            (self.camp.everybody(), all(None)),
            ("Best of each group", best.collect()),
        ]
    }

    fn of_group(&self, group: GroupId) -> (&'a str, Vec<Wanted<'a>>) {
        (self.camp.group_name(Some(group)), all(Some(group)))
    }

    /// Nothing where nobody gets it.
    fn prize(
        &self,
        (title, award, group): Wanted<'a>,
        Given { places, too_many }: Given,
    ) -> Option<Prize<'a>> {
        if places.is_empty() && too_many.is_empty() {
            return None;
        }
        let ranks = places.iter().map(|place| place.rank);
        let ranks = shown_ranks(&ranks.collect::<Vec<_>>());
        let given = places.iter().zip(ranks);
        let given = given.map(|(place, rank)| self.place(award, group, place, rank));
        Some(Prize {
            title,
            unit: match award {
                Award::Winner => "rating",
                Award::BiggestUpset => "points higher",
                Award::MostImproved => "points gained",
                Award::MostGames => "games",
            },
            places: given.chain(shared(award, &too_many)).collect(),
        })
    }

    /// `shown` is the rank as it is listed.
    fn place(
        &self,
        award: Award,
        group: Option<GroupId>,
        place: &AwardPlace,
        shown: String,
    ) -> Place<'a> {
        let player = self.camp.player(place.player);
        let own_group = player
            .and_then(|player| player.group)
            .filter(|_| group.is_none());
        Place {
            rank: place.rank,
            shown_rank: shown,
            given: true,
            name: player.map_or_else(String::new, |player| player.named_among(&self.namesakes)),
            group: own_group.map_or("", |group| self.camp.group_name(Some(group))),
            figure: figure(award, place.figure),
        }
    }
}

/// Every prize among the whole camp or a group.
fn all<'a>(group: Option<GroupId>) -> Vec<Wanted<'a>> {
    let prizes = Award::ALL.map(|award| (award.title(), award, group));
    prizes.into()
}

/// The line of a place that too many share; nothing where nobody does.
fn shared<'a>(award: Award, too_many: &[AwardPlace]) -> Option<Place<'a>> {
    let first = too_many.first()?;
    Some(Place {
        rank: first.rank,
        shown_rank: shown_rank(first.rank, true),
        given: false,
        name: format!("shared by {}", counted(too_many.len(), "player")),
        group: "",
        figure: figure(award, first.figure),
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

#[cfg(test)]
mod tests;
