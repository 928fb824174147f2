//! The cells of a row that is typed: each form's drafts in the columns of its datasheet.

use super::super::players_to_choose;
use crate::{
    app::{
        RESULT_KEYS,
        drafts::{Draft as _, RecordDraft},
        form::Form,
        page::Ctx,
    },
    domain::{
        CampData, Described, Field, GroupId, Kind, PlayerId, Value, name_key, same_group_name,
    },
    kit::{Choice, EditCell, Picker, PickerItem, PickerState},
};

/// What the cell that is edited is edited with.
#[derive(Debug, Default)]
pub(super) struct CellEditor {
    pub(super) player: PickerState,
    /// The players to choose from, and the revision of the camp that they are of.
    players: Vec<PickerItem>,
    /// What the sheet calls each of them: by number too, where two have the same names.
    names: Vec<String>,
    players_of: Option<u64>,
    groups: Vec<(GroupId, String)>,
    /// The version of the record that the picker was filled for.
    version: u64,
    /// The player of the cell, to fill the picker anew after a command has put another one there.
    is_person: bool,
}

impl CellEditor {
    /// Brings what one chooses from up to date. `field` is the one that has the keyboard.
    pub(super) fn prepare<R: Described>(
        &mut self,
        form: &Form<R>,
        ctx: &Ctx<'_>,
        field: Option<Field>,
    ) {
        let camp = ctx.camp;
        if self.players_of != Some(camp.revision) {
            self.players_of = Some(camp.revision);
            if R::FIELDS.iter().any(|spec| spec.about.kind == Kind::Player) {
                self.players = players_to_choose(&camp.data);
                let name = |item: &PickerItem| camp.data.listed_name(PlayerId(item.key));
                self.names = self.players.iter().map(name).collect();
            }
            let groups = camp.data.groups.iter();
            self.groups = groups.map(|group| (group.id, group.name.clone())).collect();
        }
        if self.version != form.editor.version() {
            self.version = form.editor.version();
            if self.is_person {
                let person = field.and_then(|field| form.editor.draft.player(field));
                self.player = self.state_of(person);
            }
        }
    }

    /// A cell begins to be edited that holds a player, or is to hold one.
    pub(super) fn begin_person(&mut self, person: Option<PlayerId>) {
        self.is_person = true;
        self.player = self.state_of(person);
    }

    /// A cell begins to be edited that holds something else.
    pub(super) fn begin_value(&mut self) {
        self.is_person = false;
        self.player.clear();
    }

    /// The players whom a text may mean.
    fn named<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a PickerItem> {
        let key = name_key(text);
        let players = self.players.iter().zip(&self.names);
        let named = players.filter(move |(item, name)| {
            [&item.text, *name].iter().any(|name| name_key(name) == key)
        });
        named.map(|(item, _)| item)
    }

    fn state_of(&self, person: Option<PlayerId>) -> PickerState {
        let item = person.and_then(|id| self.players.iter().find(|item| item.key == id.0));
        item.map(PickerState::new).unwrap_or_default()
    }
}

/// How a pasted text suits a column.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Fit {
    /// It is a value of the column, and stands in the cell now.
    Taken,
    NoValue,
    /// Several players have this name.
    Several,
}

impl Fit {
    const fn new(is_value: bool) -> Self {
        if is_value { Self::Taken } else { Self::NoValue }
    }
}

/// Puts a pasted text into the cell that is edited.
pub(super) fn paste<R: Described>(
    draft: &mut RecordDraft<R>,
    field: Field,
    text: &str,
    editor: &mut CellEditor,
) -> Fit {
    if let Some(typed) = draft.text_mut(field) {
        text.clone_into(typed);
        return Fit::Taken;
    }
    choose(draft, field, text, editor)
}

/// The cells of the row that is typed, column by column; `None` where a column isn't typed.
pub(super) fn row_texts<R: Described>(form: &Form<R>, camp: &CampData) -> Vec<Option<String>> {
    let columns = form.rows.listing.columns(camp);
    let columns = columns.iter();
    columns
        .map(|column| column.field.map(|field| text_of(form, camp, field)))
        .collect()
}

/// Whether the cells of a field hold a player.
pub(super) fn is_person<R: Described>(field: Field) -> bool {
    kind_of::<R>(field) == Some(Kind::Player)
}

/// The kind of a field; of a custom column none, as it is typed as a text.
fn kind_of<R: Described>(field: Field) -> Option<Kind> {
    R::spec(field).map(|spec| spec.about.kind)
}

/// What stands in a cell of the row that is typed.
fn text_of<R: Described>(form: &Form<R>, camp: &CampData, field: Field) -> String {
    let draft = &form.editor.draft;
    match kind_of::<R>(field) {
        Some(Kind::Group) => camp.group_name(draft.group(field)).to_owned(),
        Some(Kind::Player) => {
            let player = draft.player(field);
            let name = player.map(|id| form.rows.listing.name(camp, id));
            name.unwrap_or_default().to_owned()
        }
        Some(kind) if !kind.is_typed() => kind.show(draft.value(field)),
        _ => draft.typed(field).to_owned(),
    }
}

/// Ticks a box, or takes the tick away.
pub(super) fn toggle<R: Described>(draft: &mut RecordDraft<R>, field: Field) {
    if kind_of::<R>(field) == Some(Kind::YesNo) {
        let is_yes = draft.is_yes(field);
        draft.set(field, Value::YesNo(!is_yes));
    }
}

/// Shows what a cell is edited with.
pub(super) fn edit_cell<R: Described>(
    draft: &mut RecordDraft<R>,
    field: Field,
    cell: &mut EditCell<'_>,
    editor: &mut CellEditor,
    wrong: bool,
) {
    match kind_of::<R>(field) {
        Some(Kind::Group) => {
            let names = editor.groups.iter().map(|(_, name)| name.as_str());
            let names = names.collect::<Vec<_>>();
            let group = draft.group(field);
            let mut groups = editor.groups.iter();
            let mut chosen = groups.position(|(id, _)| Some(*id) == group);
            cell.choice(Choice::new(&names).wrong(wrong), &mut chosen);
            if let Some((id, _)) = chosen.and_then(|at| editor.groups.get(at)) {
                draft.set(field, Value::Reference(id.0));
            }
        }
        Some(Kind::Player) => {
            let picker = Picker::new(&editor.players)
                .fold(name_key)
                .nothing("No player of this name or number");
            if cell.picker(&picker, wrong, &mut editor.player).changed {
                let person = editor.player.chosen;
                draft.set(field, person.map_or(Value::Empty, Value::Reference));
            }
        }
        Some(kind @ Kind::OneOf(_)) => {
            let choices = kind.choices().iter();
            let choices = choices.map(|it| format!("{}  {}", it.short, it.words));
            let choices = choices.collect::<Vec<_>>();
            let mut chosen = draft.value(field).place();
            let mut choice = Choice::new(&choices).wrong(wrong);
            if field == Field::Result {
                choice = choice.letters(&RESULT_KEYS);
            }
            cell.choice(choice, &mut chosen);
            let chosen = chosen.and_then(|at| u8::try_from(at).ok());
            draft.set(field, chosen.map_or(Value::Empty, Value::OneOf));
        }
        _ => {
            if let Some(text) = draft.text_mut(field) {
                cell.text(text, wrong);
            }
        }
    }
}

/// Chooses by a text what is no text itself: a group, a player, a result.
fn choose<R: Described>(
    draft: &mut RecordDraft<R>,
    field: Field,
    text: &str,
    editor: &mut CellEditor,
) -> Fit {
    let value = match kind_of::<R>(field) {
        Some(Kind::Group) => {
            let mut groups = editor.groups.iter();
            let group = groups.find(|(_, name)| same_group_name(name, text));
            group.map(|(id, _)| Value::Reference(id.0))
        }
        Some(Kind::Player) => {
            let mut named = editor.named(text);
            let item = named.next();
            if named.next().is_some() {
                return Fit::Several;
            }
            let chosen = item.map(|item| (PickerState::new(item), Value::Reference(item.key)));
            drop(named);
            chosen.map(|(state, player)| {
                editor.player = state;
                player
            })
        }
        kind => kind.and_then(|kind| kind.chosen(text)),
    };
    let fits = Fit::new(value.is_some());
    if let Some(value) = value {
        draft.set(field, value);
    }
    fits
}
