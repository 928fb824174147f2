//! The cells of a row that is typed: each form's drafts in the columns of its datasheet.

use super::super::{
    super::kit::{Choice, EditCell, Picker, PickerItem, PickerState},
    games::players_to_choose,
};
use crate::{
    app::{
        App, Page, RESULT_KEYS,
        drafts::{Draft, GameDraft, GroupDraft, PlayerDraft},
        editor::Editor,
        listing::{Listing, columns},
    },
    domain::{CampData, Field, GameResult, GroupId, PlayerId, name_key, same_group_name},
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
        let Some(camp) = &app.camp else { return };
        if self.players_of != Some(camp.revision) {
            self.players_of = Some(camp.revision);
            if app.page == Page::Games {
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
                let person = app.field.and_then(|field| app.games.draft.person(field));
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
pub(super) const fn is_person(field: Field) -> bool {
    matches!(field, Field::White | Field::Black)
}

fn yes_no(yes: bool) -> String {
    if yes { "Yes" } else { "No" }.to_owned()
}

impl Sheet for PlayerDraft {
    const PAGE: Page = Page::Players;
    const NAME: &'static str = "Players";

    fn editor(app: &App) -> &Editor<Self> {
        &app.players
    }

    fn editor_mut(app: &mut App) -> &mut Editor<Self> {
        &mut app.players
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut Self)> {
        let camp = app.camp.as_ref()?;
        Some((&app.lists.players, &camp.data, &mut app.players.draft))
    }

    fn text(&self, app: &App, field: Field) -> String {
        let camp = app.camp.as_ref().map(|camp| &camp.data);
        match field {
            Field::LastName => self.last_name.clone(),
            Field::FirstName => self.first_name.clone(),
            Field::Group => camp
                .map_or("", |camp| camp.group_name(self.group))
                .to_owned(),
            Field::Active => yes_no(self.active),
            Field::StartPermanent => self.start_permanent.clone(),
            Field::Joined => self.joined.clone(),
            Field::Notes => self.notes.clone(),
            _ => String::new(),
        }
    }

    fn toggle(&mut self, field: Field) {
        if field == Field::Active {
            self.active = !self.active;
        }
    }

    fn edit_cell(
        &mut self,
        field: Field,
        cell: &mut EditCell<'_>,
        editor: &mut CellEditor,
        wrong: bool,
    ) {
        if field == Field::Group {
            let names = editor.groups.iter().map(|(_, name)| name.as_str());
            let names = names.collect::<Vec<_>>();
            let mut groups = editor.groups.iter();
            let mut chosen = groups.position(|(id, _)| Some(*id) == self.group);
            cell.choice(Choice::new(&names).wrong(wrong), &mut chosen);
            let group = chosen.and_then(|at| editor.groups.get(at));
            self.group = group.map(|(id, _)| *id).or(self.group);
        } else if let Some(text) = self.text_mut(field) {
            cell.text(text, wrong);
        }
    }

    fn choose(&mut self, field: Field, text: &str, editor: &mut CellEditor) -> Fit {
        let mut groups = editor.groups.iter();
        let group = groups.find(|(_, name)| field == Field::Group && same_group_name(name, text));
        self.group = group.map(|(id, _)| *id).or(self.group);
        Fit::of(group.is_some())
    }
}

impl Sheet for GroupDraft {
    const PAGE: Page = Page::Groups;
    const NAME: &'static str = "Groups";

    fn editor(app: &App) -> &Editor<Self> {
        &app.groups
    }

    fn editor_mut(app: &mut App) -> &mut Editor<Self> {
        &mut app.groups
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut Self)> {
        let camp = app.camp.as_ref()?;
        Some((&app.lists.groups, &camp.data, &mut app.groups.draft))
    }

    fn text(&self, _app: &App, field: Field) -> String {
        match field {
            Field::GroupName => self.name.clone(),
            Field::InitialRating => self.initial_rating.clone(),
            _ => String::new(),
        }
    }

    fn edit_cell(
        &mut self,
        field: Field,
        cell: &mut EditCell<'_>,
        _editor: &mut CellEditor,
        wrong: bool,
    ) {
        if let Some(text) = self.text_mut(field) {
            cell.text(text, wrong);
        }
    }
}

impl Sheet for GameDraft {
    const PAGE: Page = Page::Games;
    const NAME: &'static str = "Games";

    fn editor(app: &App) -> &Editor<Self> {
        &app.games
    }

    fn editor_mut(app: &mut App) -> &mut Editor<Self> {
        &mut app.games
    }

    fn parts(app: &mut App) -> Option<(&Listing, &CampData, &mut Self)> {
        let camp = app.camp.as_ref()?;
        Some((&app.lists.games, &camp.data, &mut app.games.draft))
    }

    fn text(&self, app: &App, field: Field) -> String {
        let name = |id: Option<PlayerId>| {
            let camp = app.camp.as_ref().map(|camp| &camp.data);
            let name = id
                .zip(camp)
                .map(|(id, camp)| app.lists.games.name(camp, id));
            name.unwrap_or_default().to_owned()
        };
        match field {
            Field::White => name(self.white),
            Field::Black => name(self.black),
            Field::Result => self.result.map_or("", GameResult::score).to_owned(),
            Field::Date => self.date.clone(),
            Field::Tournament => self.tournament.clone(),
            Field::Counts => yes_no(self.counts),
            _ => String::new(),
        }
    }

    fn person(&self, field: Field) -> Option<PlayerId> {
        match field {
            Field::White => self.white,
            Field::Black => self.black,
            _ => None,
        }
    }

    fn toggle(&mut self, field: Field) {
        if field == Field::Counts {
            self.counts = !self.counts;
        }
    }

    fn edit_cell(
        &mut self,
        field: Field,
        cell: &mut EditCell<'_>,
        editor: &mut CellEditor,
        wrong: bool,
    ) {
        match field {
            Field::White | Field::Black => {
                let picker = Picker::new(&editor.players)
                    .fold(name_key)
                    .nothing("No player of this name or number");
                let person = if field == Field::White {
                    &mut self.white
                } else {
                    &mut self.black
                };
                if cell.picker(&picker, wrong, &mut editor.player).changed {
                    *person = editor.player.chosen.map(PlayerId);
                }
            }
            Field::Result => {
                let results =
                    GameResult::ALL.map(|result| format!("{}  {}", result.score(), result.words()));
                let mut chosen = self
                    .result
                    .and_then(|result| GameResult::ALL.iter().position(|other| *other == result));
                let choice = Choice::new(&results).wrong(wrong).letters(&RESULT_KEYS);
                cell.choice(choice, &mut chosen);
                self.result = chosen.and_then(|at| GameResult::ALL.get(at).copied());
            }
            _ => {
                if let Some(text) = self.text_mut(field) {
                    cell.text(text, wrong);
                }
            }
        }
    }

    fn choose(&mut self, field: Field, text: &str, editor: &mut CellEditor) -> Fit {
        if field == Field::Result {
            let result = GameResult::ALL
                .into_iter()
                .find(|result| result.score() == text || result.words() == text);
            self.result = result.or(self.result);
            return Fit::of(result.is_some());
        }
        let mut named = editor.named(text);
        let Some(item) = named.next() else {
            return Fit::NoValue;
        };
        if named.next().is_some() {
            return Fit::Several;
        }
        let person = Some(PlayerId(item.key));
        let chosen = PickerState::of(item);
        drop(named);
        editor.player = chosen;
        match field {
            Field::White => self.white = person,
            _ => self.black = person,
        }
        Fit::Taken
    }
}
