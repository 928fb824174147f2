//! Records as they are being typed: texts that may not be right yet, and what they become when they are.

mod meeting;

use jiff::civil::Date;

pub use self::meeting::{Marks, MeetingDraft};

use super::ClubFields;
use crate::domain::{
    CampData, Edit, Field, FieldProblem, Game, GameId, GameResult, Group, GroupId, NewGame,
    NewGroup, NewPlayer, Player, PlayerId, RatingProblem, clean_name, parse_date, parse_rating,
    same_group_name, show_date, show_rating,
};

/// What a form edits.
pub trait Draft: Clone + Default + PartialEq {
    /// The number of a record of this form.
    type Id: Copy + Eq;

    /// The fields of the form, in the order in which Tab goes through them.
    const FIELDS: &'static [Field];

    /// The record as it is saved; nothing if it has been deleted.
    fn of(camp: &CampData, id: Self::Id) -> Option<Self>;

    /// An empty record.
    fn new_record(camp: &CampData, today: Date) -> Self;

    /// The change that saves the record.
    ///
    /// # Errors
    /// What is wrong, field by field.
    fn edit(
        &self,
        camp: &CampData,
        id: Option<Self::Id>,
        today: Date,
    ) -> Result<Edit, Vec<FieldProblem>>;

    /// Takes over what a new record has in common with the one that was typed before it.
    fn carry_over(&mut self, _before: &Self) {}

    /// Takes over one field of another record.
    fn copy_field(&mut self, field: Field, from: &Self);

    /// What is typed in a field that holds a text.
    fn text_mut(&mut self, field: Field) -> Option<&mut String>;

    /// Whether a field holds something else than that of another record.
    fn differs(&self, field: Field, other: &Self) -> bool {
        let mut copy = other.clone();
        copy.copy_field(field, self);
        copy != *other
    }

    /// The change that deletes the record.
    fn delete(id: Self::Id) -> Edit;
}

/// A player being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerDraft {
    pub last_name: String,
    pub first_name: String,
    pub group: Option<GroupId>,
    pub active: bool,
    /// Blank: the group's initial rating for a new player, and 0 (with a warning) for one who is there.
    pub start_permanent: String,
    pub joined: String,
    pub background: String,
    pub notes: String,
}

impl Draft for PlayerDraft {
    type Id = PlayerId;

    const FIELDS: &'static [Field] = &[
        Field::LastName,
        Field::FirstName,
        Field::Group,
        Field::Active,
        Field::StartPermanent,
        Field::Joined,
        Field::Background,
        Field::Notes,
    ];

    fn of(camp: &CampData, id: PlayerId) -> Option<Self> {
        let player = camp.player(id)?;
        Some(Self {
            last_name: player.last_name.clone(),
            first_name: player.first_name.clone(),
            group: player.group,
            active: player.active,
            start_permanent: rating_text(player.start_permanent),
            joined: player.joined.map(show_date).unwrap_or_default(),
            background: player.background.clone(),
            notes: player.notes.clone(),
        })
    }

    fn new_record(camp: &CampData, today: Date) -> Self {
        // Whoever is typed in today joins today; who was there from the beginning has a blank.
        let joins = ClubFields::of(camp).has(Field::Joined) && !camp.games.is_empty();
        Self {
            joined: if joins {
                show_date(today)
            } else {
                String::new()
            },
            // A list of new campers is nearly always typed group by group.
            group: camp
                .players
                .last()
                .and_then(|player| player.group)
                .or_else(|| camp.groups.first().map(|group| group.id)),
            active: true,
            ..Self::default()
        }
    }

    fn edit(
        &self,
        camp: &CampData,
        id: Option<PlayerId>,
        today: Date,
    ) -> Result<Edit, Vec<FieldProblem>> {
        let mut problems = Vec::new();
        let last_name = name(&mut problems, Field::LastName, &self.last_name);
        let first_name = name(&mut problems, Field::FirstName, &self.first_name);
        let start_permanent =
            blank_or_rating(&mut problems, Field::StartPermanent, &self.start_permanent);
        // A club may do without groups.
        if self.group.is_none() && !camp.groups.is_empty() {
            problems.push(FieldProblem::new(Field::Group, "Choose a group"));
        }
        let joined = blank_or_date(&mut problems, Field::Joined, &self.joined, today);
        let background = self.background.trim().to_owned();
        let notes = self.notes.trim().to_owned();
        let edit = match id.map(|id| camp.player(id)) {
            None => {
                let player = NewPlayer {
                    last_name,
                    first_name,
                    group: self.group,
                    active: self.active,
                    start_permanent,
                    notes,
                    joined,
                    background,
                };
                add_problems(&mut problems, player.problems());
                Edit::AddPlayer(player)
            }
            Some(Some(present)) => {
                let mut player = Player {
                    last_name,
                    first_name,
                    group: self.group,
                    start_permanent,
                    notes,
                    joined,
                    background,
                    ..present.clone()
                };
                player.set_active(self.active);
                add_problems(&mut problems, player.problems());
                Edit::ChangePlayer(player)
            }
            Some(None) => return Err(vec![gone(Field::LastName)]),
        };
        finish(problems, edit)
    }

    fn copy_field(&mut self, field: Field, from: &Self) {
        match field {
            Field::LastName => self.last_name.clone_from(&from.last_name),
            Field::FirstName => self.first_name.clone_from(&from.first_name),
            Field::Group => self.group = from.group,
            Field::Active => self.active = from.active,
            Field::StartPermanent => self.start_permanent.clone_from(&from.start_permanent),
            Field::Joined => self.joined.clone_from(&from.joined),
            Field::Background => self.background.clone_from(&from.background),
            Field::Notes => self.notes.clone_from(&from.notes),
            _ => {}
        }
    }

    fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        match field {
            Field::LastName => Some(&mut self.last_name),
            Field::FirstName => Some(&mut self.first_name),
            Field::StartPermanent => Some(&mut self.start_permanent),
            Field::Joined => Some(&mut self.joined),
            Field::Background => Some(&mut self.background),
            Field::Notes => Some(&mut self.notes),
            _ => None,
        }
    }

    fn delete(id: PlayerId) -> Edit {
        Edit::DeletePlayer(id)
    }
}

/// A group being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupDraft {
    pub name: String,
    pub initial_rating: String,
}

impl Draft for GroupDraft {
    type Id = GroupId;

    const FIELDS: &'static [Field] = &[Field::GroupName, Field::InitialRating];

    fn of(camp: &CampData, id: GroupId) -> Option<Self> {
        let group = camp.group(id)?;
        Some(Self {
            name: group.name.clone(),
            initial_rating: rating_text(group.initial_rating),
        })
    }

    fn new_record(_camp: &CampData, _today: Date) -> Self {
        Self::default()
    }

    fn edit(
        &self,
        camp: &CampData,
        id: Option<GroupId>,
        _today: Date,
    ) -> Result<Edit, Vec<FieldProblem>> {
        let mut problems = Vec::new();
        let name = name(&mut problems, Field::GroupName, &self.name);
        let initial_rating = match parse_rating(&self.initial_rating) {
            Ok(rating) => Some(rating),
            Err(problem) => {
                problems.push(FieldProblem::new(Field::InitialRating, problem.to_string()));
                None
            }
        };
        let taken = camp
            .groups
            .iter()
            .any(|group| Some(group.id) != id && same_group_name(&group.name, &name));
        if taken {
            problems.push(FieldProblem::new(
                Field::GroupName,
                "There is already a group of this name",
            ));
        }
        let edit = match id.map(|id| camp.group(id)) {
            None => {
                let group = NewGroup {
                    name,
                    initial_rating,
                };
                add_problems(&mut problems, group.problems());
                Edit::AddGroup(group)
            }
            Some(Some(present)) => {
                let group = Group {
                    name,
                    initial_rating,
                    ..present.clone()
                };
                add_problems(&mut problems, group.problems());
                Edit::ChangeGroup(group)
            }
            Some(None) => return Err(vec![gone(Field::GroupName)]),
        };
        finish(problems, edit)
    }

    fn copy_field(&mut self, field: Field, from: &Self) {
        match field {
            Field::GroupName => self.name.clone_from(&from.name),
            Field::InitialRating => self.initial_rating.clone_from(&from.initial_rating),
            _ => {}
        }
    }

    fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        match field {
            Field::GroupName => Some(&mut self.name),
            Field::InitialRating => Some(&mut self.initial_rating),
            _ => None,
        }
    }

    fn delete(id: GroupId) -> Edit {
        Edit::DeleteGroup(id)
    }
}

/// A game being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameDraft {
    pub white: Option<PlayerId>,
    pub black: Option<PlayerId>,
    pub result: Option<GameResult>,
    pub date: String,
    /// May be empty.
    pub tournament: String,
    pub counts: bool,
    /// The game that a new one is inserted before; `None` for the end of the week.
    pub before: Option<GameId>,
}

impl Draft for GameDraft {
    type Id = GameId;

    const FIELDS: &'static [Field] = &[
        Field::White,
        Field::Black,
        Field::Result,
        Field::Date,
        Field::Tournament,
        Field::Counts,
    ];

    fn of(camp: &CampData, id: GameId) -> Option<Self> {
        let game = camp.game(id)?;
        Some(Self {
            white: Some(game.white),
            black: Some(game.black),
            result: Some(game.result),
            date: game.date.map(show_date).unwrap_or_default(),
            tournament: game.tournament.clone(),
            counts: game.counts,
            before: None,
        })
    }

    fn new_record(_camp: &CampData, today: Date) -> Self {
        Self {
            date: show_date(today),
            counts: true,
            ..Self::default()
        }
    }

    /// Games are typed a day's sheet at a time, and those of a forgotten sheet all before the same game.
    fn carry_over(&mut self, last: &Self) {
        self.date.clone_from(&last.date);
        self.tournament.clone_from(&last.tournament);
        self.before = last.before;
    }

    fn edit(
        &self,
        camp: &CampData,
        id: Option<GameId>,
        today: Date,
    ) -> Result<Edit, Vec<FieldProblem>> {
        let mut problems = Vec::new();
        let white = chosen(
            &mut problems,
            Field::White,
            self.white,
            "Choose who had White",
        );
        let black = chosen(
            &mut problems,
            Field::Black,
            self.black,
            "Choose who had Black",
        );
        let result = chosen(
            &mut problems,
            Field::Result,
            self.result,
            "Choose the result",
        );
        let date = blank_or_date(&mut problems, Field::Date, &self.date, today);
        let tournament = self.tournament.trim().to_owned();
        let (Some(white), Some(black), Some(result)) = (white, black, result) else {
            return Err(problems);
        };
        let edit = match id.map(|id| camp.game(id)) {
            None => {
                let game = NewGame {
                    white,
                    black,
                    result,
                    date,
                    counts: self.counts,
                    before: self.before,
                    tournament,
                };
                add_problems(&mut problems, game.problems());
                Edit::AddGame(game)
            }
            Some(Some(present)) => {
                let game = Game {
                    white,
                    black,
                    result,
                    date,
                    counts: self.counts,
                    tournament,
                    ..present.clone()
                };
                add_problems(&mut problems, game.problems());
                Edit::ChangeGame(game)
            }
            Some(None) => return Err(vec![gone(Field::White)]),
        };
        finish(problems, edit)
    }

    fn copy_field(&mut self, field: Field, from: &Self) {
        match field {
            Field::White => self.white = from.white,
            Field::Black => self.black = from.black,
            Field::Result => self.result = from.result,
            Field::Date => self.date.clone_from(&from.date),
            Field::Tournament => self.tournament.clone_from(&from.tournament),
            Field::Counts => self.counts = from.counts,
            _ => {}
        }
    }

    fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        match field {
            Field::Date => Some(&mut self.date),
            Field::Tournament => Some(&mut self.tournament),
            _ => None,
        }
    }

    fn delete(id: GameId) -> Edit {
        Edit::DeleteGame(id)
    }
}

fn rating_text(rating: Option<i32>) -> String {
    rating.map_or_else(String::new, show_rating)
}

fn name(problems: &mut Vec<FieldProblem>, field: Field, typed: &str) -> String {
    clean_name(typed).unwrap_or_else(|problem| {
        problems.push(FieldProblem::new(field, problem.to_string()));
        // Stands in for the name, so that "type a name" isn't said too.
        "?".to_owned()
    })
}

fn blank_or_rating(problems: &mut Vec<FieldProblem>, field: Field, typed: &str) -> Option<i32> {
    match parse_rating(typed) {
        Ok(rating) => Some(rating),
        Err(RatingProblem::Empty) => None,
        Err(problem) => {
            problems.push(FieldProblem::new(field, problem.to_string()));
            None
        }
    }
}

fn blank_or_date(
    problems: &mut Vec<FieldProblem>,
    field: Field,
    typed: &str,
    today: Date,
) -> Option<Date> {
    parse_date(typed, today).unwrap_or_else(|problem| {
        problems.push(FieldProblem::new(field, problem.to_string()));
        None
    })
}

fn chosen<T>(
    problems: &mut Vec<FieldProblem>,
    field: Field,
    value: Option<T>,
    if_missing: &str,
) -> Option<T> {
    if value.is_none() {
        problems.push(FieldProblem::new(field, if_missing));
    }
    value
}

fn gone(field: Field) -> FieldProblem {
    FieldProblem::new(field, "This record has been deleted meanwhile")
}

/// Adds what the record itself says is wrong, one reason a field.
fn add_problems(problems: &mut Vec<FieldProblem>, more: Vec<FieldProblem>) {
    for problem in more {
        if problems.iter().all(|known| known.field != problem.field) {
            problems.push(problem);
        }
    }
}

fn finish(problems: Vec<FieldProblem>, edit: Edit) -> Result<Edit, Vec<FieldProblem>> {
    if problems.is_empty() {
        Ok(edit)
    } else {
        Err(problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Described;

    #[test]
    fn drafts_have_the_fields_that_are_described() {
        fn compare<D: Draft, R: Described>() {
            let described = R::FIELDS.iter().map(|spec| spec.field);
            assert_eq!(D::FIELDS, described.collect::<Vec<_>>());
            for spec in R::FIELDS {
                let is_typed = D::default().text_mut(spec.field).is_some();
                assert_eq!(is_typed, spec.kind.is_typed(), "{}", spec.key);
            }
        }
        compare::<PlayerDraft, Player>();
        compare::<GroupDraft, Group>();
        compare::<GameDraft, Game>();
    }
}
