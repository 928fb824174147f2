//! The fields of players, groups and games, each described once. Forms, datasheets, imports and the names of undo steps follow from these
//! descriptions, so that a further field is a further entry in one of the lists.

mod games;
mod groups;
mod kind;
mod players;
#[cfg(test)]
mod tests;

pub use self::{
    games::GAME,
    groups::GROUP,
    kind::{Choice, Kind, Value},
    players::PLAYER,
};
use super::{CampData, Edit, Field, FieldProblem, Game, GameId, Group, GroupId, Player, PlayerId};

/// What is known of one field of a record.
#[derive(Debug)]
pub struct FieldSpec<R: 'static> {
    pub field: Field,
    /// What its column is remembered by: never changed, in small letters.
    pub key: &'static str,
    /// What a form calls it.
    pub title: &'static str,
    /// What the title of a column calls it.
    pub short_title: &'static str,
    pub kind: Kind,
    /// Its value in a record.
    pub get: fn(&R) -> Value,
    /// Puts a value into a record, and lets follow what follows from it.
    pub set: fn(&mut R, Value),
    /// What is said where it is empty and must not be; `None` where it may be.
    pub if_missing: Option<&'static str>,
    pub visibility: Visibility,
    /// Whether a datasheet shows its column unless the director says otherwise.
    pub is_shown: bool,
    pub camps: Camps,
    /// The word of an undo step: "Change {notes} of Ola de la Cruz".
    pub in_undo: &'static str,
    /// The word of what an import changes: "{last name} Lee becomes Leigh".
    pub in_import: &'static str,
    /// What the old program calls its column.
    pub old_name: &'static str,
    /// What its column is called in files from elsewhere, in small letters and without blanks. None for what isn't imported.
    pub names_in_old_files: &'static [&'static str],
}

impl<R> FieldSpec<R> {
    /// A field that may be empty, that every camp has and everybody may see, and that isn't imported. `word` is what it is called within a
    /// sentence.
    const fn new(
        (field, kind): (Field, Kind),
        title: &'static str,
        word: &'static str,
        get: fn(&R) -> Value,
        set: fn(&mut R, Value),
    ) -> Self {
        Self {
            field,
            key: word,
            title,
            short_title: title,
            kind,
            get,
            set,
            if_missing: None,
            visibility: Visibility::Ordinary,
            is_shown: true,
            camps: Camps::Every,
            in_undo: word,
            in_import: word,
            old_name: title,
            names_in_old_files: &[],
        }
    }

    /// Whether two records have the same in this field.
    pub fn is_same(&self, one: &R, other: &R) -> bool {
        (self.get)(one) == (self.get)(other)
    }

    /// Its value in a record, as a text; empty for a reference, which a camp has to name.
    pub fn text(&self, record: &R) -> String {
        self.kind.show(&(self.get)(record))
    }
}

/// Who may see a field.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Visibility {
    Ordinary,
    /// For internal comparison only: a datasheet shows it as long as somebody looks at it.
    Internal,
    /// Nobody but who opens the record: there is no column of it.
    Personal,
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
    /// Its number.
    type Id: Copy + Eq;

    /// Its fields, in the order in which a form and a datasheet have them.
    const FIELDS: &'static [FieldSpec<Self>];

    /// The record of a camp with this number.
    fn find(camp: &CampData, id: Self::Id) -> Option<&Self>;

    /// What is wrong with the record, if anything.
    fn problems(&self) -> Vec<FieldProblem>;

    /// The change that makes the record what it is here.
    fn change(self) -> Edit;

    /// The change that deletes the record.
    fn delete(id: Self::Id) -> Edit;

    /// What is known of a field; `None` if the record has no such field.
    fn spec(field: Field) -> Option<&'static FieldSpec<Self>> {
        Self::FIELDS.iter().find(|spec| spec.field == field)
    }
}

impl Described for Player {
    type Id = PlayerId;
    const FIELDS: &'static [FieldSpec<Self>] = PLAYER;

    fn find(camp: &CampData, id: PlayerId) -> Option<&Self> {
        camp.player(id)
    }

    fn problems(&self) -> Vec<FieldProblem> {
        self.problems()
    }

    fn change(self) -> Edit {
        Edit::ChangePlayer(self)
    }

    fn delete(id: PlayerId) -> Edit {
        Edit::DeletePlayer(id)
    }
}

impl Described for Group {
    type Id = GroupId;
    const FIELDS: &'static [FieldSpec<Self>] = GROUP;

    fn find(camp: &CampData, id: GroupId) -> Option<&Self> {
        camp.group(id)
    }

    fn problems(&self) -> Vec<FieldProblem> {
        self.problems()
    }

    fn change(self) -> Edit {
        Edit::ChangeGroup(self)
    }

    fn delete(id: GroupId) -> Edit {
        Edit::DeleteGroup(id)
    }
}

impl Described for Game {
    type Id = GameId;
    const FIELDS: &'static [FieldSpec<Self>] = GAME;

    fn find(camp: &CampData, id: GameId) -> Option<&Self> {
        camp.game(id)
    }

    fn problems(&self) -> Vec<FieldProblem> {
        self.problems()
    }

    fn change(self) -> Edit {
        Edit::ChangeGame(self)
    }

    fn delete(id: GameId) -> Edit {
        Edit::DeleteGame(id)
    }
}
