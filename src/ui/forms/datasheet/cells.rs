//! The cells of a row that is typed: each form's drafts in the columns of its datasheet.

use super::super::{
    super::kit::{Choice, EditCell, Picker, PickerItem, PickerState},
    games::players_to_choose,
};
use crate::{
    app::{
        App, Page, RESULT_KEYS,
        drafts::{Draft, GameDraft, GroupDraft, PlayerDraft, RecordDraft},
        editor::Editor,
        listing::{Listing, columns},
    },
    domain::{
        CampData, Described, Field, Game, Group, GroupId, Kind, Player, PlayerId, Value, about,
        name_key, same_group_name,
    },
};

/// What the cell that is edited is edited with.
#[derive(Debug, Default)]
pub(in crate::ui::forms) struct CellEditor {
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
    /// Brings what one chooses from up to date.
    pub(super) fn prepare(&mut self, app: &App, version: u64) {
        let Some(camp) = &app.session.camp else {
            return;
        };
        if self.players_of != Some(camp.revision) {
            self.players_of = Some(camp.revision);
            if app.page == Page::GAMES {
                self.players = players_to_choose(&camp.data);
                let name = |item: &PickerItem| camp.data.listed_name(PlayerId(item.key));
                self.names = self.players.iter().map(name).collect();
            }
            let groups = camp.data.groups.iter();
            self.groups = groups.map(|group| (group.id, group.name.clone())).collect();
        }
        if self.version != version {
            self.version = version;
            if self.is_person {
                let person = app
                    .field
                    .and_then(|field| app.session.games.draft.player(field));
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
        item.map(PickerState::of).unwrap_or_default()
    }
}

/// How a pasted text suits a column.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::ui::forms) enum Fit {
    /// It is a value of the column, and stands in the cell now.
    Taken,
    NoValue,
    /// Several players have this name.
    Several,
}

impl Fit {
    const fn of(is_value: bool) -> Self {
        if is_value { Self::Taken } else { Self::NoValue }
    }
}

/// A form's record as a row of its datasheet.
pub(in crate::ui::forms) trait Sheet: Draft + 'static {
    const PAGE: Page;
    /// The accessible name of the table.
    const NAME: &'static str;

    fn editor(app: &App) -> &Editor<Self>;
    fn editor_mut(app: &mut App) -> &mut Editor<Self>;

    /// What a table is made of: the rows, the camp, and the record that is typed.
    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut Self)>;

    /// What stands in a cell of the row that is typed.
    fn text(&self, app: &App, field: Field) -> String;

    /// The player in a cell; nobody, too, where the cell holds something else.
    fn person(&self, _field: Field) -> Option<PlayerId> {
        None
    }

    /// Ticks a box, or takes the tick away.
    fn toggle(&mut self, _field: Field) {}

    /// Shows what a cell is edited with.
    fn edit_cell(
        &mut self,
        field: Field,
        cell: &mut EditCell<'_>,
        editor: &mut CellEditor,
        wrong: bool,
    );

    /// Chooses by a text what is no text itself: a group, a player, a result.
    fn choose(&mut self, _field: Field, _text: &str, _editor: &mut CellEditor) -> Fit {
        Fit::NoValue
    }

    /// Puts a pasted text into the cell that is edited.
    fn paste(app: &mut App, field: Field, text: &str, editor: &mut CellEditor) -> Fit {
        let draft = &mut Self::editor_mut(app).draft;
        if let Some(typed) = draft.text_mut(field) {
            text.clone_into(typed);
            return Fit::Taken;
        }
        draft.choose(field, text, editor)
    }

    /// The cells of the row that is typed, column by column; `None` where a column isn't typed.
    fn row_texts(app: &App) -> Vec<Option<String>> {
        let draft = &Self::editor(app).draft;
        let columns = columns(Self::PAGE).iter();
        columns
            .map(|column| column.field.map(|field| draft.text(app, field)))
            .collect()
    }
}

/// Whether the cells of a field hold a player.
pub(super) fn is_person(field: Field) -> bool {
    about(field).is_some_and(|about| about.kind == Kind::Player)
}

/// A record that has a datasheet.
pub(in crate::ui::forms) trait InSheet: Described {
    const PAGE: Page;
    const NAME: &'static str;

    fn editor(app: &App) -> &Editor<RecordDraft<Self>>;
    fn editor_mut(app: &mut App) -> &mut Editor<RecordDraft<Self>>;
    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut RecordDraft<Self>)>;
}

impl InSheet for Player {
    const PAGE: Page = Page::PLAYERS;
    const NAME: &'static str = "Players";

    fn editor(app: &App) -> &Editor<PlayerDraft> {
        &app.session.players
    }

    fn editor_mut(app: &mut App) -> &mut Editor<PlayerDraft> {
        &mut app.session.players
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut PlayerDraft)> {
        let camp = app.session.camp.as_ref()?;
        Some((
            &app.lists.players,
            &camp.data,
            &mut app.session.players.draft,
        ))
    }
}

impl InSheet for Group {
    const PAGE: Page = Page::GROUPS;
    const NAME: &'static str = "Groups";

    fn editor(app: &App) -> &Editor<GroupDraft> {
        &app.session.groups
    }

    fn editor_mut(app: &mut App) -> &mut Editor<GroupDraft> {
        &mut app.session.groups
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut GroupDraft)> {
        let camp = app.session.camp.as_ref()?;
        Some((&app.lists.groups, &camp.data, &mut app.session.groups.draft))
    }
}

impl InSheet for Game {
    const PAGE: Page = Page::GAMES;
    const NAME: &'static str = "Games";

    fn editor(app: &App) -> &Editor<GameDraft> {
        &app.session.games
    }

    fn editor_mut(app: &mut App) -> &mut Editor<GameDraft> {
        &mut app.session.games
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut GameDraft)> {
        let camp = app.session.camp.as_ref()?;
        Some((&app.lists.games, &camp.data, &mut app.session.games.draft))
    }
}

fn kind_of<R: Described>(field: Field) -> Option<Kind> {
    R::spec(field).map(|spec| spec.about.kind)
}

impl<R: InSheet> Sheet for RecordDraft<R> {
    const PAGE: Page = R::PAGE;
    const NAME: &'static str = R::NAME;

    fn editor(app: &App) -> &Editor<Self> {
        R::editor(app)
    }

    fn editor_mut(app: &mut App) -> &mut Editor<Self> {
        R::editor_mut(app)
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut Self)> {
        R::parts(app)
    }

    fn text(&self, app: &App, field: Field) -> String {
        let camp = app.session.camp.as_ref().map(|camp| &camp.data);
        match kind_of::<R>(field) {
            Some(Kind::Group) => {
                let name = camp.map_or("", |camp| camp.group_name(self.group(field)));
                name.to_owned()
            }
            Some(Kind::Player) => {
                let player = self.player(field).zip(camp);
                let name = player.map(|(id, camp)| app.lists.games.name(camp, id));
                name.unwrap_or_default().to_owned()
            }
            Some(kind) if kind.is_typed() => self.typed(field).to_owned(),
            Some(kind) => kind.show(self.value(field)),
            None => String::new(),
        }
    }

    fn person(&self, field: Field) -> Option<PlayerId> {
        self.player(field)
    }

    fn toggle(&mut self, field: Field) {
        if kind_of::<R>(field) == Some(Kind::YesNo) {
            let is_yes = self.is_yes(field);
            self.set(field, Value::YesNo(!is_yes));
        }
    }

    fn edit_cell(
        &mut self,
        field: Field,
        cell: &mut EditCell<'_>,
        editor: &mut CellEditor,
        wrong: bool,
    ) {
        match kind_of::<R>(field) {
            Some(Kind::Group) => {
                let names = editor.groups.iter().map(|(_, name)| name.as_str());
                let names = names.collect::<Vec<_>>();
                let group = self.group(field);
                let mut groups = editor.groups.iter();
                let mut chosen = groups.position(|(id, _)| Some(*id) == group);
                cell.choice(Choice::new(&names).wrong(wrong), &mut chosen);
                if let Some((id, _)) = chosen.and_then(|at| editor.groups.get(at)) {
                    self.set(field, Value::Reference(id.0));
                }
            }
            Some(Kind::Player) => {
                let picker = Picker::new(&editor.players)
                    .fold(name_key)
                    .nothing("No player of this name or number");
                if cell.picker(&picker, wrong, &mut editor.player).changed {
                    let person = editor.player.chosen;
                    self.set(field, person.map_or(Value::Empty, Value::Reference));
                }
            }
            Some(kind @ Kind::OneOf(_)) => {
                let choices = kind.choices().iter();
                let choices = choices.map(|it| format!("{}  {}", it.short, it.words));
                let choices = choices.collect::<Vec<_>>();
                let mut chosen = self.value(field).place();
                let mut choice = Choice::new(&choices).wrong(wrong);
                if field == Field::Result {
                    choice = choice.letters(&RESULT_KEYS);
                }
                cell.choice(choice, &mut chosen);
                let chosen = chosen.and_then(|at| u8::try_from(at).ok());
                self.set(field, chosen.map_or(Value::Empty, Value::OneOf));
            }
            _ => {
                if let Some(text) = self.text_mut(field) {
                    cell.text(text, wrong);
                }
            }
        }
    }

    fn choose(&mut self, field: Field, text: &str, editor: &mut CellEditor) -> Fit {
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
                let chosen = item.map(|item| (PickerState::of(item), Value::Reference(item.key)));
                drop(named);
                chosen.map(|(state, player)| {
                    editor.player = state;
                    player
                })
            }
            kind => kind.and_then(|kind| kind.chosen(text)),
        };
        let fits = Fit::of(value.is_some());
        if let Some(value) = value {
            self.set(field, value);
        }
        fits
    }
}
