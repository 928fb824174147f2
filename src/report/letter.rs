//! A letter to parents that explains the ladder, with the camp's own numbers.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
};
use crate::{
    domain::{CampData, GameResult, show_change, show_rating},
    rating::camp_ladder::{MAX_STEP, POINTS_A_STEP, WIN, change},
};

pub(super) const KIND: Kind = Kind {
    word: "letter",
    title: "Letter to parents",
    about: "How the ladder works, with an example in the camp’s own numbers, and room for a paragraph of yours.",
    group: PrintGroup::Sheets,
    choices: &[Choice::Paper, Choice::Paragraph],
    default_choices: PrintChoices::default,
    template: Template {
        file: "letter.typ",
        text: include_str!("templates/letter.typ"),
    },
    is_letterhead: true,
    fill,
};

/// Of players who are in no groups, whose first ratings differ from one to the next.
const EXAMPLE: [i32; 2] = [1000, 1200];

/// What the template reads.
#[derive(Debug, Serialize)]
struct Letter<'a> {
    /// The director's own; may be empty.
    paragraph: &'a str,
    /// Whether it is of a club, whose players aren't in groups.
    club: bool,
    /// Each group that has an initial rating, best group first: its name and that rating.
    groups: Vec<(&'a str, String)>,
    /// What a win is worth between equal players.
    win: i32,
    /// The part of the difference that the higher rated gives: a 25th.
    part: i32,
    /// The most that this is.
    most: i32,
    example: Example<'a>,
}

/// A game of two whose ratings differ, and its three ends.
#[derive(Debug, Serialize)]
struct Example<'a> {
    lower: ExamplePlayer<'a>,
    higher: ExamplePlayer<'a>,
    /// When the lower rated wins, the two draw, and the higher rated wins.
    ends: [End; 3],
}

#[derive(Debug, Serialize)]
struct ExamplePlayer<'a> {
    /// Empty in a club.
    group: &'a str,
    rating: String,
}

#[derive(Debug, Serialize)]
struct End {
    /// "+28": what it adds to the lower rated.
    change: String,
    /// Afterwards, of the lower rated and of the higher rated.
    ratings: [String; 2],
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let groups = camp.groups.iter().rev();
    let groups = groups.filter_map(|group| Some((group.name.as_str(), group.initial_rating?)));
    let groups = groups.collect::<Vec<_>>();
    let letter = Letter {
        paragraph: choices.paragraph.trim(),
        club: camp.is_club(),
        win: WIN,
        part: POINTS_A_STEP,
        most: MAX_STEP,
        example: Example::new(&groups),
        groups: groups
            .into_iter()
            .map(|(name, rating)| (name, show_rating(rating)))
            .collect(),
    };
    Filled::new("letter to parents".to_owned(), &letter)
}

impl<'a> Example<'a> {
    /// The groups furthest apart, as far as a game between two of them can show the rule.
    fn new(groups: &[(&'a str, i32)]) -> Self {
        let lowest = groups.iter().min_by_key(|(_, rating)| *rating);
        let highest = groups.iter().max_by_key(|(_, rating)| *rating);
        let [lower, higher] = match (lowest, highest) {
            (Some(lowest), Some(highest)) if lowest.1 < highest.1 => [*lowest, *highest],
            _ => EXAMPLE.map(|rating| ("", rating)),
        };
        let end = |result| {
            let gained = change(lower.1, higher.1, result);
            End {
                change: show_change(gained),
                ratings: [lower.1 + gained, higher.1 - gained].map(show_rating),
            }
        };
        let player = |(group, rating)| ExamplePlayer {
            group,
            rating: show_rating(rating),
        };
        Self {
            lower: player(lower),
            higher: player(higher),
            ends: [GameResult::WhiteWon, GameResult::Draw, GameResult::BlackWon].map(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Print,
            tests::{camp, laid, run_together, texts},
        },
        *,
    };

    fn text(camp: &CampData, choices: &PrintChoices) -> String {
        run_together(&texts(&laid(Print::Letter, camp, choices).pages).concat())
    }

    #[test]
    fn the_example_is_of_the_camp_s_own_initial_ratings() {
        // Purple begins at 800 and Gold at 1100: a 25th of 300 is 12.
        let text = text(&camp(3), &PrintChoices::default());
        for words in [
            "Purple", "800", "Gold", "1100", "+28", "828", "1072", "+12", "812", "1088", "−4",
            "796", "1104",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn a_club_has_an_example_without_groups() {
        let club = CampData {
            groups: Vec::new().into(),
            ..camp(3)
        };
        let text = text(&club, &PrintChoices::default());
        assert!(text.contains("1200") && text.contains("+24"), "{text}");
        assert!(
            !text.contains("group") && !text.contains("camper"),
            "{text}"
        );
    }

    #[test]
    fn a_paragraph_of_the_director_s_own_is_on_it_as_it_is_typed() {
        let choices = PrintChoices {
            paragraph: "Bring #water, a hat & *good* humor.\n\nPick-up is at 4.".to_owned(),
            ..PrintChoices::default()
        };
        let text = text(&camp(3), &choices);
        assert!(
            text.contains("Bring#water,ahat&*good*humor.Pick-upisat4."),
            "{text}"
        );
    }
}
