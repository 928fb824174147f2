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
    rating::camp_ladder::awards::{Award, AwardPlace, Awards, Given, Prize},
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
        text: include_str!("../templates/prizes.typ"),
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
    prizes: Vec<PrizeLine<'a>>,
}

#[derive(Debug, Serialize)]
struct PrizeLine<'a> {
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

impl<'a> Lists<'a> {
    /// Without prizes that nobody gets, and without parts that have none.
    fn parts(&self, scope: Scope, choices: &PrintChoices) -> Vec<Part<'a>> {
        let places = choices.top.map_or(usize::MAX, NonZeroUsize::get);
        let prizes = Awards::new(self.camp).prizes(scope, places, choices.one_prize_each);
        // The winners of the groups are a part of their own, but where each group has all prizes.
        let are_together = |one: &Prize, other: &Prize| match scope {
            Scope::Camp => one.group.is_some() == other.group.is_some(),
            Scope::ByGroup | Scope::Group(_) => one.group == other.group,
        };
        let parts = prizes.chunk_by(are_together).map(|prizes| {
            let is_of_winners = scope == Scope::Camp && prizes[0].group.is_some();
            let title = |prize: &Prize| {
                if is_of_winners {
                    self.camp.group_name(prize.group)
                } else {
                    prize.award.title()
                }
            };
            let listed = prizes.iter();
            let listed = listed.filter_map(|prize| self.prize(title(prize), prize));
            Part {
                title: match prizes[0].group {
                    _ if is_of_winners => "Best of each group",
                    None => self.camp.everybody(),
                    group => self.camp.group_name(group),
                },
                prizes: listed.collect(),
            }
        });
        let parts = parts.filter(|part| !part.prizes.is_empty());
        parts.collect()
    }

    /// Nothing where nobody gets it.
    fn prize(&self, title: &'a str, prize: &Prize) -> Option<PrizeLine<'a>> {
        let Prize {
            award,
            group,
            given: Given { places, too_many },
        } = prize;
        if places.is_empty() && too_many.is_empty() {
            return None;
        }
        let ranks = places.iter().map(|place| place.rank);
        let ranks = shown_ranks(&ranks.collect::<Vec<_>>());
        let given = places.iter().zip(ranks);
        let given = given.map(|(place, rank)| self.place(*award, *group, place, rank));
        Some(PrizeLine {
            title,
            unit: match award {
                Award::Winner => "rating",
                Award::BiggestUpset => "points higher",
                Award::MostImproved => "points gained",
                Award::MostGames => "games",
            },
            places: given.chain(shared(*award, too_many)).collect(),
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
