//! The fields of players, groups and games, each described once. Forms, datasheets, imports and the names of undo steps follow from these
//! descriptions, so that a further field is a further entry in one of the lists. What a camp has besides, its custom columns, stands behind
//! them in [`CampData::fields_of`].

mod custom;
mod games;
mod groups;
mod kind;
mod players;
#[cfg(test)]
mod tests;

use std::fmt;

use jiff::civil::Date;

pub use self::{
    custom::{CampField, CustomColumn, CustomValues},
    kind::{Choice, Value},
};
pub(crate) use self::{
    custom::{MAX_COLUMN_NAME, check_column_name, custom_problems},
    kind::{Kind, not_a_number},
};
use self::{games::GAME, groups::GROUP, players::PLAYER};
use super::{
    CampData, CustomColumnId, Edit, Field, FieldProblem, Game, GameId, GameResult, Group, GroupId,
    Patch, Player, PlayerId, Record, RecordKind, same_group_name,
};

/// One field of a record: what is known of it, and how it is read and written there.
#[derive(Debug)]
pub struct FieldSpec<R: 'static> {
    pub about: About<'static>,
    /// Its value in a record.
    pub get: fn(&R) -> Value,
    /// Puts a value into a record, and lets follow what follows from it.
    pub set: fn(&mut R, Value),
}

impl<R> FieldSpec<R> {
    /// Whether two records have the same in this field.
    pub fn is_same(&self, one: &R, other: &R) -> bool {
        (self.get)(one) == (self.get)(other)
    }
}

/// What is known of a field, whatever record it is of.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    pub field: Field,
    pub kind: Kind,
    pub scope: FieldScope,
    /// The column of the camp file in which it is stored; empty for a custom column, whose values are records of their own.
    pub column: &'a str,
    /// The first schema of a camp file that has this column. What a closed week was is one number, made from its fields: a week that was closed
    /// before has nothing in a later one.
    pub since_schema: u32,
    /// What a form calls it.
    pub title: &'a str,
    /// What the title of a column calls it.
    pub short_title: &'a str,
    /// An example of what may be typed; may be empty.
    pub hint: &'a str,
    /// What a form says of it; may be empty.
    pub help: &'a str,
    /// What its column is remembered by: never changed, in small letters.
    pub key: &'a str,
    /// What is said where it is empty and must not be; `None` where it may be.
    pub if_missing: Option<&'static str>,
    /// What stands in it at first in a new record that is typed on this day.
    pub at_first: fn(&CampData, Date) -> Value,
    /// Whether a new record has it from the one that was typed before.
    pub carries_over: bool,
    pub visibility: Visibility,
    /// The width of its column in points, where the title needs more than what stands in such columns.
    pub width: Option<f32>,
    /// Whether a datasheet shows its column unless the director says otherwise.
    pub is_shown: bool,
    pub camps: Camps,
    /// The word of an undo step: "Change {notes} of Ola de la Cruz".
    pub in_undo: &'a str,
    /// The word of what an import changes: "{last name} Lee becomes Leigh".
    pub in_import: &'a str,
    /// What the old program calls its column.
    pub old_name: &'a str,
    /// What its column is called in files from elsewhere, in small letters and without blanks. None for what isn't imported.
    pub names_in_old_files: &'static [&'static str],
}

impl<'a> About<'a> {
    /// A field of a week that may be empty, that every camp has and everybody may see, and that isn't imported. `word` is what it is called
    /// within a sentence, and the name of its column.
    const fn new(field: Field, kind: Kind, title: &'a str, word: &'a str) -> Self {
        Self {
            field,
            kind,
            scope: FieldScope::Week,
            column: word,
            since_schema: 1,
            title,
            short_title: title,
            hint: "",
            help: "",
            key: word,
            if_missing: None,
            at_first: |_, _| Value::Empty,
            carries_over: false,
            visibility: Visibility::Ordinary,
            width: None,
            is_shown: true,
            camps: Camps::Every,
            in_undo: word,
            in_import: word,
            old_name: title,
            names_in_old_files: &[],
        }
    }
}

impl About<'_> {
    pub fn is_imported(&self) -> bool {
        !self.names_in_old_files.is_empty()
    }
}

/// What is known of a described field of a player, group or game; `None` for what none of them has.
pub(crate) fn about(field: Field) -> Option<&'static About<'static>> {
    fn of<R: Described>(field: Field) -> Option<&'static About<'static>> {
        R::spec(field).map(|spec| &spec.about)
    }
    of::<Player>(field)
        .or_else(|| of::<Group>(field))
        .or_else(|| of::<Game>(field))
}

/// How far a field is true, and so in which of a record's tables it is stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FieldScope {
    /// Of a person, or of a group, in all weeks. A closed week shows a later change.
    AllWeeks,
    /// Of the record in one week: kept as it is once the week is closed.
    Week,
}

/// Where a field is seen. Only an ordinary one may be on a print, on a page of the web or on the projector.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Visibility {
    Ordinary,
    /// For the form and the datasheet; on paper only where the director asks for it by name, and on no page.
    ByName,
    /// For the form, and for a column of the datasheet that the director asks for each time: internal, or about a child.
    OnRequest,
    /// For the form only: there is no column of it.
    FormOnly,
}

/// Which camps have a field.
#[derive(Clone, Copy, Debug)]
pub enum Camps {
    Every,
    /// Those that have groups. The others pass its box over, and may look at its column.
    WithGroups,
    /// Clubs: the camps of which this holds. The others see nothing of it.
    Clubs(fn(&CampData) -> bool),
    /// Those with a ladder that has this setting at this value.
    WithLadder {
        setting: &'static str,
        value: &'static str,
    },
}

/// A record whose fields are described.
pub trait Described: Clone + PartialEq + 'static {
    const KIND: RecordKind;

    /// Its number.
    type Id: Copy + fmt::Debug + Eq + Into<Record> + TryFrom<Record>;

    /// Whether a camp may have custom columns of them.
    const HAS_CUSTOM: bool = true;

    /// Its fields, in the order in which a form and a datasheet have them.
    const FIELDS: &'static [FieldSpec<Self>];

    fn id(&self) -> Self::Id;

    /// The record of a camp with this number.
    fn find(camp: &CampData, id: Self::Id) -> Option<&Self>;

    /// A record in which nothing is typed yet.
    fn blank() -> Self;

    /// What it has in the custom columns of its camp.
    fn custom(&self) -> &CustomValues;

    /// Puts a value into a custom column.
    fn set_custom(&mut self, column: CustomColumnId, value: String);

    /// What is wrong with the record in this camp, where it has this number or is a new one.
    fn problems_in(&self, camp: &CampData, id: Option<Self::Id>) -> Vec<FieldProblem>;

    /// The change that adds the record, in the order of play before this one.
    fn add(self, before: Option<Self::Id>) -> Edit;

    /// The change of some of its fields.
    fn change(patch: Patch<Self>) -> Edit;

    /// What is known of a field; `None` if the record has no such field.
    fn spec(field: Field) -> Option<&'static FieldSpec<Self>> {
        Self::FIELDS.iter().find(|spec| spec.about.field == field)
    }
}

impl Described for Player {
    type Id = PlayerId;
    const KIND: RecordKind = RecordKind::Player;
    const FIELDS: &'static [FieldSpec<Self>] = PLAYER;

    fn id(&self) -> PlayerId {
        self.id
    }

    fn find(camp: &CampData, id: PlayerId) -> Option<&Self> {
        camp.player(id)
    }

    fn blank() -> Self {
        Self::default()
    }

    fn custom(&self) -> &CustomValues {
        &self.custom
    }

    fn set_custom(&mut self, column: CustomColumnId, value: String) {
        self.custom.set(column, value);
    }

    fn problems_in(&self, _camp: &CampData, _id: Option<PlayerId>) -> Vec<FieldProblem> {
        self.problems()
    }

    fn add(self, _before: Option<PlayerId>) -> Edit {
        Edit::AddPlayer(self)
    }

    fn change(patch: Patch<Self>) -> Edit {
        Edit::ChangePlayer(patch)
    }
}

impl Described for Group {
    type Id = GroupId;
    const KIND: RecordKind = RecordKind::Group;
    const FIELDS: &'static [FieldSpec<Self>] = GROUP;

    fn id(&self) -> GroupId {
        self.id
    }

    fn find(camp: &CampData, id: GroupId) -> Option<&Self> {
        camp.group(id)
    }

    fn blank() -> Self {
        Self::default()
    }

    fn custom(&self) -> &CustomValues {
        &self.custom
    }

    fn set_custom(&mut self, column: CustomColumnId, value: String) {
        self.custom.set(column, value);
    }

    fn problems_in(&self, camp: &CampData, id: Option<GroupId>) -> Vec<FieldProblem> {
        let mut groups = camp.groups.iter();
        let is_taken =
            groups.any(|group| Some(group.id) != id && same_group_name(&group.name, &self.name));
        let taken = "There is already a group of this name";
        let taken = is_taken.then(|| FieldProblem::new(Field::GroupName, taken));
        taken.into_iter().chain(self.problems()).collect()
    }

    fn add(self, _before: Option<GroupId>) -> Edit {
        Edit::AddGroup(self)
    }

    fn change(patch: Patch<Self>) -> Edit {
        Edit::ChangeGroup(patch)
    }
}

impl Described for Game {
    type Id = GameId;
    const KIND: RecordKind = RecordKind::Game;
    /// What an old file had besides belongs to the row of a game, and is only shown.
    const HAS_CUSTOM: bool = false;
    const FIELDS: &'static [FieldSpec<Self>] = GAME;

    fn id(&self) -> GameId {
        self.id
    }

    fn find(camp: &CampData, id: GameId) -> Option<&Self> {
        camp.game(id)
    }

    /// Nobody plays it yet.
    fn blank() -> Self {
        Self::new(PlayerId(0), PlayerId(0), GameResult::WhiteWon)
    }

    fn custom(&self) -> &CustomValues {
        CustomValues::NONE
    }

    fn set_custom(&mut self, _column: CustomColumnId, _value: String) {}

    fn problems_in(&self, _camp: &CampData, _id: Option<GameId>) -> Vec<FieldProblem> {
        self.problems()
    }

    fn add(self, before: Option<GameId>) -> Edit {
        Edit::AddGame { game: self, before }
    }

    fn change(patch: Patch<Self>) -> Edit {
        Edit::ChangeGame(patch)
    }
}
