//! Everybody who might be in the next week, as a sheet: boxes to tick, and the next group to choose.

use std::rc::Rc;

use egui::Ui;

use crate::{
    domain::{CampData, Player, show_rating},
    kit::{
        Cell, CellAt, Choice, Column, EditCell, EmptyState, Icon, Sort, Table, TableState,
        UiTokens as _, tokens::Tokens,
    },
    pages::weeks::starting::{Decide, SortBy, Starting},
};

const STAYS: usize = 0;
const NAME: usize = 1;
const NOW: usize = 2;
const RATING: usize = 3;
const MOVES_UP: usize = 4;
const GROUP: usize = 5;
const WHY: usize = 6;

fn columns() -> [Column<'static>; 7] {
    [
        Column::fixed("Stays", 68.0).centered().with_check(),
        Column::flexible("Name", 150.0).sortable(),
        Column::fixed("Group now", 104.0).sortable(),
        Column::fixed("Rating", 80.0).right().sortable(),
        Column::fixed("Moves up", 92.0).centered().with_check(),
        Column::fixed("Next group", 120.0).with_list(),
        Column::flexible("Suggestion", 210.0),
    ]
}

/// What the sheet remembers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    state: TableState,
}

/// What was done in the sheet.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) has_keyboard: bool,
    pub(super) decided: Option<Decide>,
    /// What the rows shall be sorted by, and whether downwards.
    pub(super) sort: Option<(SortBy, bool)>,
}

impl Sheet {
    /// Shows the sheet in all the room there is.
    pub(super) fn show(&mut self, ui: &mut Ui, rows: &Rows<'_>, takes_keyboard: bool) -> Done {
        let columns = columns();
        let row_name = |row: usize| rows.row_name(row);
        let cell_name = |row: usize, column: usize| {
            format!("{} {}", columns[column].title(), rows.text(row, column))
        };
        let mut empty = |ui: &mut Ui| {
            let text = "Shorten or clear the search, or show all groups and everybody who isn’t suggested.";
            EmptyState::new(Icon::Filter, "Nobody to show", text).show(ui, |_| {});
        };
        let t = ui.tokens();
        let table = Table::new("Campers of the next week", &columns, rows.places.len())
            .sort(Some(rows.sort_mark()))
            .row_name(&row_name)
            .cell_name(&cell_name)
            .empty(&mut empty)
            .cells();
        if takes_keyboard {
            let id = table.id_in(ui);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let mut decided = None;
        let answer = table.show_state(
            ui,
            &mut self.state,
            |cell, row, column| rows.draw(cell, t, row, column),
            |edit| decided = rows.edit(edit).or(decided),
        );
        if let Some(at) = answer.toggled {
            decided = rows.ticked(at);
        }
        // Typed letters choose in the list, so that it doesn't matter how editing begins.
        if let Some((at, _)) = answer.edit_wanted
            && at.column == GROUP
        {
            self.state.editing = Some(at);
        }
        if let Some((_, by)) = answer.edit_ended {
            self.state.leave(by);
        }
        Done {
            has_keyboard: answer.response.has_focus() || self.state.editing.is_some(),
            decided,
            sort: answer
                .sort_clicked
                .and_then(|column| rows.sorted_by(column)),
        }
    }
}

/// The rows of the sheet.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    starting: &'a Starting,
    camp: &'a CampData,
    /// The names of the groups, the weakest first.
    groups: &'a [String],
    /// The player of each row, as a place in [`CampData::players`].
    places: Rc<Vec<usize>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(starting: &'a Starting, camp: &'a CampData, groups: &'a [String]) -> Self {
        Self {
            starting,
            camp,
            groups,
            places: starting.rows(),
        }
    }

    fn player(&self, row: usize) -> Option<&'a Player> {
        self.camp.players.get(*self.places.get(row)?)
    }

    fn name(&self, row: usize) -> &'a str {
        let place = self.places.get(row);
        place.map_or("", |place| self.starting.name(*place))
    }

    /// A row in words.
    fn row_name(&self, row: usize) -> String {
        let Some(player) = self.player(row) else {
            return String::new();
        };
        let place = self.starting.place(player);
        let name = self.name(row);
        if place.stays {
            format!("{name}, stays, in {}", self.camp.group_name(place.group))
        } else if player.active {
            format!("{name}, leaves")
        } else {
            format!("{name}, inactive")
        }
    }

    /// What stands in a cell, in words.
    fn text(&self, row: usize, column: usize) -> String {
        let Some(player) = self.player(row) else {
            return String::new();
        };
        let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let place = self.starting.place(player);
        let suggestion = self.starting.suggestion(player.id);
        let group = |id| self.camp.group_name(id).to_owned();
        match column {
            STAYS => yes_no(place.stays),
            NAME => self.name(row).to_owned(),
            NOW => group(player.group),
            RATING => show_rating(player.ratings.weekly),
            MOVES_UP => {
                suggestion.map_or_else(String::new, |_| yes_no(self.starting.moves_up(player)))
            }
            GROUP if place.stays => group(place.group),
            GROUP if player.active => "Leaves".to_owned(),
            GROUP => "Inactive".to_owned(),
            WHY if !player.active && !place.stays => "A tick brings the player back".to_owned(),
            WHY => suggestion.map_or_else(String::new, |suggestion| {
                format!("{}: {}", group(Some(suggestion.to)), suggestion.reason())
            }),
            _ => String::new(),
        }
    }

    fn draw(&self, cell: &mut Cell<'_>, t: &Tokens, row: usize, column: usize) {
        let Some(player) = self.player(row) else {
            return;
        };
        let place = self.starting.place(player);
        let text = || self.text(row, column);
        match column {
            STAYS => cell.check(place.stays),
            NAME if !place.stays => cell.weak(self.name(row)),
            NAME => cell.strong(self.name(row)),
            MOVES_UP if self.starting.suggestion(player.id).is_none() => {}
            MOVES_UP => cell.check(self.starting.moves_up(player)),
            GROUP if !place.stays => cell.weak(&text()),
            GROUP if place.group != player.group => cell.colored(&text(), t.accent),
            WHY => cell.weak(&text()),
            _ => cell.text(&text()),
        }
    }

    /// Shows the list of groups in a cell; tells whether another one was chosen.
    fn edit(&self, edit: &mut EditCell<'_>) -> Option<Decide> {
        let player = self.player(edit.at.row)?;
        let now = self.starting.place(player).group;
        let mut groups = self.camp.groups.iter();
        let before = groups.position(|group| Some(group.id) == now);
        let mut chosen = before;
        edit.choice(Choice::new(self.groups), &mut chosen);
        let group = self.camp.groups.get(chosen.filter(|_| chosen != before)?)?;
        Some(Decide::Group(player.id, group.id))
    }

    /// What ticking a box decides.
    fn ticked(&self, at: CellAt) -> Option<Decide> {
        let player = self.player(at.row)?;
        match at.column {
            STAYS => {
                let stays = self.starting.place(player).stays;
                Some(Decide::Stays(player.id, !stays))
            }
            MOVES_UP => {
                self.starting.suggestion(player.id)?;
                let moves_up = self.starting.moves_up(player);
                Some(Decide::MovesUp(player.id, !moves_up))
            }
            _ => None,
        }
    }

    fn sort_mark(&self) -> Sort {
        let (by, descending) = self.starting.sort;
        let column = match by {
            SortBy::Name => NAME,
            SortBy::Group => NOW,
            SortBy::Rating => RATING,
        };
        Sort { column, descending }
    }

    /// The order after a click on the title of a column: upwards, and the second time downwards.
    fn sorted_by(&self, column: usize) -> Option<(SortBy, bool)> {
        let by = match column {
            NAME => SortBy::Name,
            NOW => SortBy::Group,
            RATING => SortBy::Rating,
            _ => return None,
        };
        let (now, descending) = self.starting.sort;
        Some((by, now == by && !descending))
    }
}
