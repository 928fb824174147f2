//! What can be chosen for a print, described once: the window draws its controls from this, the command line its options.

use std::num::NonZeroUsize;

use strum::VariantArray;

use super::PrintChoices;
use crate::{
    domain::{CampData, RecordKind},
    report::{Certificate, LabelSheet, Paper},
};

/// The largest number of what has no reason for a smaller one.
const MOST: usize = 9999;

/// The longest words on a certificate, in characters: so many are readable from across a room.
const MAX_WORDS: usize = 160;

/// The longest paragraph in a letter, in characters: more take the letter to a second page.
const MAX_PARAGRAPH: usize = 1000;

/// Something that can be chosen for a print. Which of them a print has, [`Print::choices`](crate::report::Print::choices) says.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
pub enum Choice {
    /// [`PrintChoices::paper`]
    Paper,
    /// [`PrintChoices::scope`]
    Scope,
    /// [`PrintChoices::top`]
    Top,
    /// [`PrintChoices::most_pages`]
    Pages,
    /// [`PrintChoices::arrows`]
    Arrows,
    /// [`PrintChoices::ratings`]
    Ratings,
    /// [`PrintChoices::inactive`]
    Inactive,
    /// [`PrintChoices::fun_games`]
    FunGames,
    /// [`PrintChoices::new_pages`]
    NewPages,
    /// [`PrintChoices::labels`]
    Labels,
    /// [`PrintChoices::first_label`]
    FirstLabel,
    /// [`PrintChoices::camp_name`]
    CampName,
    /// [`PrintChoices::group_name`]
    GroupName,
    /// [`PrintChoices::number`]
    Number,
    /// [`PrintChoices::logo`]
    Logo,
    /// [`PrintChoices::outlines`]
    Outlines,
    /// [`PrintChoices::days`]
    Days,
    /// [`PrintChoices::first_line`]
    FirstLine,
    /// [`PrintChoices::sheets`]
    Sheets,
    /// [`PrintChoices::first_board`]
    FirstBoard,
    /// [`PrintChoices::boards`]
    Boards,
    /// [`PrintChoices::sign_in`]
    SignIn,
    /// [`PrintChoices::tents`]
    Tents,
    /// [`PrintChoices::by_name`]
    ByName,
    /// [`PrintChoices::name_list`]
    NameList,
    /// [`PrintChoices::slips`]
    Slips,
    /// [`PrintChoices::paragraph`]
    Paragraph,
    /// [`PrintChoices::certificate`]
    Certificate,
    /// [`PrintChoices::places`]
    Places,
    /// [`PrintChoices::words`]
    Words,
    /// [`PrintChoices::winners_last`]
    WinnersLast,
    /// [`PrintChoices::one_prize_each`]
    OnePrizeEach,
    /// [`PrintChoices::both_sides`]
    BothSides,
    /// [`PrintChoices::player`]
    Player,
    /// [`PrintChoices::ladder`]
    Ladder,
    /// [`PrintChoices::game_data`]
    GameData,
    /// [`super::Personal::background`]
    Background,
    /// [`super::Personal::columns`]
    Columns,
}

/// What is to be known of a choice, to ask for it.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceSpec {
    /// What a form calls it.
    pub label: &'static str,
    /// Its option on the command line, without the dashes.
    pub word: &'static str,
    /// What the command line's help says of it.
    pub help: &'static str,
    pub kind: ChoiceKind,
}

/// How something is chosen, and where in [`PrintChoices`] that stands.
#[derive(Clone, Copy, Debug)]
pub enum ChoiceKind {
    /// A box to tick.
    Tick(fn(&mut PrintChoices) -> &mut bool),
    /// A number from 1 to `most`. More sheets than that take longer to lay out than anybody waits, and come out of no printer.
    Number {
        most: usize,
        value: fn(&mut PrintChoices) -> &mut NonZeroUsize,
    },
    /// The same; or none, which means what `nothing` says.
    NumberOrNothing {
        most: usize,
        nothing: &'static str,
        value: fn(&mut PrintChoices) -> &mut Option<NonZeroUsize>,
    },
    /// A text of so many characters at most, in a box of so many lines, with what stands there while it is empty.
    Text {
        most: usize,
        rows: usize,
        hint: fn(&CampData) -> &'static str,
        value: fn(&mut PrintChoices) -> &mut String,
    },
    OneOf(&'static dyn OneOf),
    /// [`super::PrintScope`]: the whole camp, each group, or one.
    Scope,
    /// One player, or nobody in particular.
    Player,
    /// One of the camp's ladders.
    Ladder,
    /// Custom columns of players.
    Columns,
}

/// A value among a few.
pub trait Named: Copy + PartialEq + VariantArray {
    /// What the command line calls it.
    fn word(self) -> &'static str;
    /// What a menu calls it.
    fn title(self) -> String;
}

/// A choice among a few values, whatever they are.
pub trait OneOf: std::fmt::Debug + Sync {
    /// The word and the title of each.
    fn options(&self) -> Vec<(&'static str, String)>;
    /// The place of the chosen one among them.
    fn chosen(&self, choices: &mut PrintChoices) -> Option<usize>;
    /// Chooses the one at this place; nothing changes where there is none.
    fn choose(&self, choices: &mut PrintChoices, place: usize);
}

#[derive(Debug)]
struct Among<T>(fn(&mut PrintChoices) -> &mut T);

impl<T: Named + std::fmt::Debug> OneOf for Among<T> {
    fn options(&self) -> Vec<(&'static str, String)> {
        let all = T::VARIANTS.iter();
        all.map(|value| (value.word(), value.title())).collect()
    }

    fn chosen(&self, choices: &mut PrintChoices) -> Option<usize> {
        let chosen = *(self.0)(choices);
        T::VARIANTS.iter().position(|value| *value == chosen)
    }

    fn choose(&self, choices: &mut PrintChoices, place: usize) {
        if let Some(value) = T::VARIANTS.get(place) {
            *(self.0)(choices) = *value;
        }
    }
}

impl Choice {
    /// Everything there is to know about it.
    #[expect(clippy::too_many_lines, reason = "a table, an entry a choice")]
    pub fn spec(self) -> ChoiceSpec {
        use ChoiceKind as Kind;
        match self {
            Self::Paper => ChoiceSpec {
                label: "Paper",
                word: "paper",
                help: "The paper in the printer",
                kind: Kind::OneOf(&Among(|it| &mut it.paper)),
            },
            Self::Scope => ChoiceSpec {
                label: "Players",
                word: "group",
                help: "Only this group",
                kind: Kind::Scope,
            },
            Self::Top => ChoiceSpec {
                label: "Only the first",
                word: "top",
                help: "Only the first of each list, and whoever shares the rank of the last one",
                kind: Kind::NumberOrNothing {
                    most: MOST,
                    nothing: "all",
                    value: |it| &mut it.top,
                },
            },
            Self::Pages => ChoiceSpec {
                label: "Pages for larger names",
                word: "pages",
                help: "Larger names, on so many pages at most; as usual the fewest on which they keep 20 points",
                kind: Kind::NumberOrNothing {
                    most: MOST,
                    nothing: "the fewest",
                    value: |it| &mut it.most_pages,
                },
            },
            Self::Arrows => ChoiceSpec {
                label: "Compare with the week before",
                word: "arrows",
                help: "Compare with the week before",
                kind: Kind::Tick(|it| &mut it.arrows),
            },
            Self::Ratings => ChoiceSpec {
                label: "Show the ratings",
                word: "ratings",
                help: "Show the weekly ratings",
                kind: Kind::Tick(|it| &mut it.ratings),
            },
            Self::Inactive => ChoiceSpec {
                label: "Inactive players too",
                word: "inactive",
                help: "Inactive players too",
                kind: Kind::Tick(|it| &mut it.inactive),
            },
            Self::FunGames => ChoiceSpec {
                label: "Fun games too",
                word: "fun-games",
                help: "Fun games too",
                kind: Kind::Tick(|it| &mut it.fun_games),
            },
            Self::NewPages => ChoiceSpec {
                label: "Each list on a new page",
                word: "new-pages",
                help: "Each list on a new page",
                kind: Kind::Tick(|it| &mut it.new_pages),
            },
            Self::Labels => ChoiceSpec {
                label: "Label sheet",
                word: "labels",
                help: "The label sheet in the printer, by its maker’s number",
                kind: Kind::OneOf(&Among(|it| &mut it.labels)),
            },
            Self::FirstLabel => ChoiceSpec {
                label: "First free label",
                word: "first-label",
                help: "The first label that is still on its sheet",
                kind: Kind::Number {
                    most: MOST,
                    value: |it| &mut it.first_label,
                },
            },
            Self::CampName => ChoiceSpec {
                label: "Show the camp’s name",
                word: "camp-name",
                help: "The camp’s name on each label",
                kind: Kind::Tick(|it| &mut it.camp_name),
            },
            Self::GroupName => ChoiceSpec {
                label: "Show the group",
                word: "group-name",
                help: "The group on each label",
                kind: Kind::Tick(|it| &mut it.group_name),
            },
            Self::Number => ChoiceSpec {
                label: "Show the player’s number",
                word: "number",
                help: "The camper’s number on each label",
                kind: Kind::Tick(|it| &mut it.number),
            },
            Self::Logo => ChoiceSpec {
                label: "Show the logo",
                word: "logo",
                help: "The camp’s logo on each label",
                kind: Kind::Tick(|it| &mut it.logo),
            },
            Self::Outlines => ChoiceSpec {
                label: "Draw the edges of the labels, for a test",
                word: "outlines",
                help: "The edges of the labels, to hold a test print against the sheet",
                kind: Kind::Tick(|it| &mut it.outlines),
            },
            Self::Days => ChoiceSpec {
                label: "Days",
                word: "days",
                help: "For how many days there are boxes, from the first one of the week on; for those of the week if it isn’t given. Saturdays and Sundays are left out, unless the week is set to begin or end on one, or games were played then",
                kind: Kind::NumberOrNothing {
                    most: 100,
                    nothing: "those of the week",
                    value: |it| &mut it.days,
                },
            },
            Self::FirstLine => ChoiceSpec {
                label: "First line",
                word: "first-line",
                help: "The number of the first line; after the games that are typed if it isn’t given",
                kind: Kind::NumberOrNothing {
                    most: MOST,
                    nothing: "goes on",
                    value: |it| &mut it.first_line,
                },
            },
            Self::Sheets => ChoiceSpec {
                label: "Sheets",
                word: "sheets",
                help: "How many sheets of lines there are for each list",
                kind: Kind::Number {
                    most: 50,
                    value: |it| &mut it.sheets,
                },
            },
            Self::FirstBoard => ChoiceSpec {
                label: "First board",
                word: "first-board",
                help: "The number of the first board",
                kind: Kind::Number {
                    most: MOST,
                    value: |it| &mut it.first_board,
                },
            },
            Self::Boards => ChoiceSpec {
                label: "Boards",
                word: "boards",
                help: "How many boards get a number; one for every two players who are there if it isn’t given",
                kind: Kind::NumberOrNothing {
                    most: 300,
                    nothing: "one for two players",
                    value: |it| &mut it.boards,
                },
            },
            Self::SignIn => ChoiceSpec {
                label: "To sign in, too",
                word: "sign-in",
                help: "A column to sign in beside the one to sign out",
                kind: Kind::Tick(|it| &mut it.sign_in),
            },
            Self::Tents => ChoiceSpec {
                label: "To fold as tents",
                word: "tents",
                help: "Board numbers to fold as tents, to be read from both sides",
                kind: Kind::Tick(|it| &mut it.tents),
            },
            Self::ByName => ChoiceSpec {
                label: "Number the players by name",
                word: "by-name",
                help: "Number the players of a round robin by name instead of by rank",
                kind: Kind::Tick(|it| &mut it.by_name),
            },
            Self::NameList => ChoiceSpec {
                label: "A list by name too",
                word: "name-list",
                help: "A list by name too, with board and opponent of each player",
                kind: Kind::Tick(|it| &mut it.name_list),
            },
            Self::Slips => ChoiceSpec {
                label: "Result slips too",
                word: "slips",
                help: "A slip for the result of each game, too",
                kind: Kind::Tick(|it| &mut it.slips),
            },
            Self::Paragraph => ChoiceSpec {
                label: "A paragraph of yours",
                word: "paragraph",
                help: "A paragraph of yours in the letter to parents",
                kind: Kind::Text {
                    most: MAX_PARAGRAPH,
                    rows: 6,
                    hint: |_| "",
                    value: |it| &mut it.paragraph,
                },
            },
            Self::Certificate => ChoiceSpec {
                label: "Award",
                word: "award",
                help: "Which certificates; your own words if --words is given",
                kind: Kind::OneOf(&Among(|it| &mut it.certificate)),
            },
            Self::Places => ChoiceSpec {
                label: "Places",
                word: "places",
                help: "Up to which place there are certificates, 3 at most",
                kind: Kind::Number {
                    most: 3,
                    value: |it| &mut it.places,
                },
            },
            Self::Words => ChoiceSpec {
                label: "In your words",
                word: "words",
                help: "What a certificate in your own words says",
                kind: Kind::Text {
                    most: MAX_WORDS,
                    rows: 1,
                    hint: Certificate::usual_words,
                    value: |it| &mut it.words,
                },
            },
            Self::WinnersLast => ChoiceSpec {
                label: "Winners last, to be read out",
                word: "winners-last",
                help: "The winners at the end, to be read out",
                kind: Kind::Tick(|it| &mut it.winners_last),
            },
            Self::OnePrizeEach => ChoiceSpec {
                label: "One prize each, the best one",
                word: "one-prize-each",
                help: "One prize for each player, the best one; the next in line gets the others",
                kind: Kind::Tick(|it| &mut it.one_prize_each),
            },
            Self::BothSides => ChoiceSpec {
                label: "On both sides of the paper",
                word: "both-sides",
                help: "A sheet of paper for each player, to be printed on both sides",
                kind: Kind::Tick(|it| &mut it.both_sides),
            },
            Self::Player => ChoiceSpec {
                label: "One player",
                word: "player",
                help: "Only the player of this number",
                kind: Kind::Player,
            },
            Self::Ladder => ChoiceSpec {
                label: "Ladder",
                word: "ladder",
                help: "The ladder of this name",
                kind: Kind::Ladder,
            },
            Self::GameData => ChoiceSpec {
                label: "What each game was worth",
                word: "game-data",
                help: "What each game was worth",
                kind: Kind::Tick(|it| &mut it.game_data),
            },
            Self::Background => ChoiceSpec {
                label: "Show the ethnic background",
                word: "background",
                help: "The ethnic background of the players, if the ladder keeps it",
                kind: Kind::Tick(|it| &mut it.personal.background),
            },
            Self::Columns => ChoiceSpec {
                label: "Also show",
                word: "column",
                help: "Also show this custom column of the players; may be given several times",
                kind: Kind::Columns,
            },
        }
    }

    /// What a form calls it.
    pub fn label(self) -> &'static str {
        self.spec().label
    }

    /// The largest number that can be chosen, where a number is chosen.
    pub fn most(self) -> usize {
        match self.spec().kind {
            ChoiceKind::Number { most, .. } | ChoiceKind::NumberOrNothing { most, .. } => most,
            _ => usize::MAX,
        }
    }

    /// How it is said on the command line: "--top N".
    pub fn option(self) -> String {
        let ChoiceSpec { word, kind, .. } = self.spec();
        let value = match kind {
            ChoiceKind::Tick(_) => "yes|no".to_owned(),
            ChoiceKind::Number { .. } | ChoiceKind::NumberOrNothing { .. } => "N".to_owned(),
            ChoiceKind::Text { .. } => "TEXT".to_owned(),
            ChoiceKind::OneOf(one_of) => {
                let words = one_of.options().into_iter().map(|(word, _)| word);
                words.collect::<Vec<_>>().join("|")
            }
            ChoiceKind::Scope => "NAME | --by-group | --whole-camp".to_owned(),
            ChoiceKind::Player => "ID".to_owned(),
            ChoiceKind::Ladder | ChoiceKind::Columns => "NAME".to_owned(),
        };
        format!("--{word} {value}")
    }

    /// Whether there is something to choose in this camp.
    pub fn is_in(self, camp: &CampData) -> bool {
        self != Self::Columns || camp.columns_of(RecordKind::Player).next().is_some()
    }
}

impl Named for Paper {
    fn word(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::A4 => "a4",
        }
    }

    fn title(self) -> String {
        self.name().to_owned()
    }
}

impl Named for LabelSheet {
    fn word(self) -> &'static str {
        Self::word(self)
    }

    fn title(self) -> String {
        self.name()
    }
}

impl Named for Certificate {
    fn word(self) -> &'static str {
        Self::word(self)
    }

    fn title(self) -> String {
        Self::title(self).to_owned()
    }
}
