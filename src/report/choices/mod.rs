//! What can be chosen for a print: one list for the window, the command line and what the program remembers.

mod choice;

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

pub use self::choice::{Choice, ChoiceKind, ChoiceSpec, Named, OneOf};
use super::{Certificate, LabelSheet, Paper, ReportError};
use crate::domain::{CampData, PlayerId, Scope};

/// What is chosen for a print. A print reads what it has among its [`Choice`]s, and nothing else.
///
/// It can be remembered from one camp to the next, and from one version of the program to the next.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box to tick")]
pub struct PrintChoices {
    pub paper: Paper,
    /// Whom it lists.
    pub scope: PrintScope,
    /// Of each list, only so many of the first players, and whoever shares the rank of the last one.
    pub top: Option<NonZeroUsize>,
    /// The most pages that all lists together are spread over, for larger names; they take fewer where more gain nothing. Nothing: the
    /// fewest on which names can be read across a room.
    pub most_pages: Option<NonZeroUsize>,
    /// Whether places are compared with those of the week before, where there is one.
    pub arrows: bool,
    /// Whether the weekly ratings are shown.
    pub ratings: bool,
    /// Whether inactive players are listed too.
    pub inactive: bool,
    /// Whether games that don't count are shown, marked as what they are.
    pub fun_games: bool,
    /// Whether each list begins on a new page, for the lists of groups to hang in the rooms of the groups without scissors. Otherwise the
    /// lists follow one another; one that fits on a page still stays on one.
    pub new_pages: bool,
    /// The sheet of labels in the printer.
    pub labels: LabelSheet,
    /// The first label that is still on its sheet, counted row by row. Not remembered: the next sheet is a new one.
    #[serde(skip, default = "first")]
    pub first_label: NonZeroUsize,
    /// Whether the camp's name is on each label.
    pub camp_name: bool,
    /// Whether the group is.
    pub group_name: bool,
    /// Whether the camper's number is. It always is where two campers have the same name.
    pub number: bool,
    /// Whether the camp's logo is.
    pub logo: bool,
    /// Whether the edges of the labels are drawn: on plain paper, held against a sheet of labels, they show whether the
    /// printer hits it.
    #[serde(skip)]
    pub outlines: bool,
    /// For how many days there are boxes, from the first of the week on; nothing: for the days of the week, as they were set or played.
    pub days: Option<NonZeroUsize>,
    /// The number of the first line; nothing: the one after the last game that is typed.
    #[serde(skip)]
    pub first_line: Option<NonZeroUsize>,
    /// How many sheets of lines each list gets.
    pub sheets: NonZeroUsize,
    /// The number of the first board. Not remembered: another room begins elsewhere.
    #[serde(skip, default = "first")]
    pub first_board: NonZeroUsize,
    /// How many boards get a number; nothing: one for every two players who are there.
    pub boards: Option<NonZeroUsize>,
    /// Whether who brings a player signs, too.
    pub sign_in: bool,
    /// Whether board numbers are folded, to be read from both sides.
    pub tents: bool,
    /// Whether the players of a round robin are numbered by name, and not by rank.
    pub by_name: bool,
    /// Whether a list by board is followed by one by name.
    pub name_list: bool,
    /// Whether each game gets a slip for its result.
    pub slips: bool,
    /// What the director writes to parents besides; empty lines part paragraphs.
    pub paragraph: String,
    /// Which certificates are printed.
    pub certificate: Certificate,
    /// Up to which place there are certificates, 3 at most.
    pub places: NonZeroUsize,
    /// What a certificate in the director's own words says: "for fair play".
    pub words: String,
    /// Whether a list that is read out ends with the winners.
    pub winners_last: bool,
    /// Whether nobody gets more than one prize: what somebody has who gets a better one goes to the next in line.
    pub one_prize_each: bool,
    /// Whether each player has a sheet of paper to be printed on both sides: what there is to see in front, the games on the back.
    pub both_sides: bool,
    /// Only this player, whatever the scope. Not remembered: the next one is for somebody else, and in another camp the
    /// number is another child's.
    #[serde(skip)]
    pub player: Option<PlayerId>,
    /// The ladder, by its name; nothing: the camp's first one of the print's system.
    pub ladder: Option<String>,
    /// Whether the games are listed with what each was worth.
    pub game_data: bool,
    /// What is personal is asked for each time anew, and not remembered.
    #[serde(skip)]
    pub personal: Personal,
}

/// What is personal, and on paper only where it is asked for by name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Personal {
    /// Whether the background of players is shown, where a ladder keeps it.
    pub background: bool,
    /// The custom columns of players that are shown, by their names; [`PrintChoices::MOST_COLUMNS`] at most.
    pub columns: Vec<String>,
}

const fn first() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl Default for PrintChoices {
    fn default() -> Self {
        Self {
            paper: Paper::Letter,
            scope: PrintScope::Camp,
            top: None,
            most_pages: None,
            arrows: true,
            ratings: true,
            inactive: false,
            fun_games: true,
            new_pages: false,
            labels: LabelSheet::default(),
            first_label: first(),
            camp_name: true,
            group_name: true,
            number: true,
            logo: true,
            outlines: false,
            days: None,
            first_line: None,
            sheets: NonZeroUsize::MIN,
            first_board: first(),
            boards: None,
            sign_in: false,
            tents: true,
            by_name: false,
            name_list: false,
            slips: false,
            paragraph: String::new(),
            certificate: Certificate::default(),
            places: NonZeroUsize::MIN,
            words: String::new(),
            winners_last: false,
            one_prize_each: false,
            both_sides: false,
            player: None,
            ladder: None,
            game_data: false,
            personal: Personal::default(),
        }
    }
}

impl PrintChoices {
    /// So many custom columns have room beside the names.
    pub const MOST_COLUMNS: usize = 3;

    /// The rank of the last player who is listed, of a list with these ranks, best first. Whoever shares it is listed too. `None` where
    /// everybody is. Ranks may have gaps, where they are those of a longer list.
    pub(super) fn last_rank<R>(&self, ranks: impl IntoIterator<Item = R>) -> Option<R> {
        ranks.into_iter().nth(self.top?.get() - 1)
    }

    /// Whether it makes a difference what is chosen for this, as everything else is chosen.
    pub fn matters(&self, choice: Choice) -> bool {
        match choice {
            Choice::Words => self.certificate == Certificate::Own,
            Choice::Places | Choice::OnePrizeEach => self.certificate != Certificate::Own,
            _ => true,
        }
    }
}

/// Whom a print lists. Groups go by name here, so that the choice means something in the next camp too.
#[derive(Clone, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintScope {
    /// The whole camp in one list.
    #[default]
    Camp,
    /// A list for each group, best group first.
    ByGroup,
    /// One group, by its name.
    Group(String),
}

impl PrintScope {
    /// The same choice, for a camp that has it.
    pub fn new(scope: Scope, camp: &CampData) -> Self {
        match scope {
            Scope::Camp => Self::Camp,
            Scope::ByGroup => Self::ByGroup,
            Scope::Group(group) => Self::Group(camp.group_name(Some(group)).to_owned()),
        }
    }

    /// "standings", "standings by group", "standings, Gold": what a print of this is called.
    pub(super) fn titled(&self, what: &str, camp: &CampData) -> String {
        match self {
            Self::Camp => what.to_owned(),
            Self::ByGroup if camp.is_club() => what.to_owned(),
            Self::ByGroup => format!("{what} by group"),
            Self::Group(name) => {
                let group = camp.group_called(name);
                format!("{what}, {}", group.map_or(name, |group| &group.name))
            }
        }
    }

    /// What it means in this camp.
    ///
    /// # Errors
    /// [`ReportError::NoGroup`]
    pub fn in_camp(&self, camp: &CampData) -> Result<Scope, ReportError> {
        match self {
            Self::Camp => Ok(Scope::Camp),
            // Where there are no groups, nobody is without one.
            Self::ByGroup if camp.is_club() => Ok(Scope::Camp),
            Self::ByGroup => Ok(Scope::ByGroup),
            Self::Group(name) => match camp.group_called(name) {
                Some(group) => Ok(Scope::Group(group.id)),
                None => Err(ReportError::NoGroup(name.clone())),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::{Group, Week};

    #[test]
    fn a_club_has_no_lists_by_group() {
        let week = Week::new(1, date(2026, 7, 6));
        let mut camp = CampData::new("Club", week);
        assert_eq!(PrintScope::ByGroup.in_camp(&camp), Ok(Scope::Camp));
        assert_eq!(PrintScope::ByGroup.titled("list", &camp), "list");
        camp.groups = vec![Group::default()].into();
        assert_eq!(PrintScope::ByGroup.in_camp(&camp), Ok(Scope::ByGroup));
        assert_eq!(PrintScope::ByGroup.titled("list", &camp), "list by group");
    }

    #[test]
    fn the_first_of_a_list_are_at_least_as_many_as_are_asked_for() {
        let last = |top, ranks: &[i64]| {
            let choices = PrintChoices {
                top: NonZeroUsize::new(top),
                ..PrintChoices::default()
            };
            choices.last_rank(ranks.iter().copied())
        };
        assert_eq!(last(0, &[1, 2, 3]), None, "all are asked for");
        assert_eq!(last(5, &[1, 2, 3]), None, "there are no more");
        assert_eq!(last(2, &[1, 2, 2, 4]), Some(2));
        assert_eq!(last(1, &[1, 1, 3]), Some(1));
        // A club ladder without its inactive players.
        assert_eq!(last(5, &[1, 1, 5, 6, 6, 6, 9]), Some(6));
    }

    #[test]
    fn what_is_not_remembered_is_as_usual() {
        let remembered = r#"{"paper":"a4","scope":{"group":"Gold"},"pages":4}"#;
        let choices = serde_json::from_str::<PrintChoices>(remembered).expect("choices");
        assert_eq!(
            choices,
            PrintChoices {
                paper: Paper::A4,
                scope: PrintScope::Group("Gold".to_owned()),
                ..PrintChoices::default()
            }
        );
        let again = serde_json::to_string(&choices).expect("JSON");
        assert_eq!(
            serde_json::from_str::<PrintChoices>(&again).expect("choices"),
            choices
        );
    }
}
