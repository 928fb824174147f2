//! The table with everything switched on: a datasheet that can be edited, arranged, copied and pasted into.

use camp_ladder::kit::{
    Button, CellAt, Choice, Column, EditCell, EditStart, EndedBy, Icon, MenuItem, Picker,
    PickerItem, PickerState, Sort, Table, TableState, menu_at,
    page::page_header,
    table::{copied_text, pasted_cells},
};
use eframe::egui::{Id, Rect, Ui};

use super::{GROUPS, Row};

const NUMBER: usize = 0;
const NAME: usize = 1;
const GROUP: usize = 2;
const ACTIVE: usize = 3;
const RATING: usize = 4;
const ROOM_MATE: usize = 5;

/// What the page keeps between frames.
#[derive(Default)]
pub(crate) struct Datasheet {
    state: TableState,
    sort: Option<Sort>,
    menu_of: usize,
    edited: Edited,
}

/// The cell that is being edited, as it is typed.
#[derive(Default)]
struct Edited {
    text: String,
    chosen: Option<usize>,
    found: PickerState,
    wrong: bool,
}

impl Datasheet {
    pub(crate) fn show(&mut self, ui: &mut Ui, rows: &mut Vec<Row>, items: &[PickerItem]) {
        let count = format!(
            "{} records, {} selected",
            rows.len(),
            self.state.selection.len()
        );
        let columns = columns(self.sort);
        page_header(ui, "Datasheet", &count, |ui| {
            if Button::secondary("Reset columns").show(ui).clicked() {
                self.state.layout.reset();
            }
        });
        let state = &mut self.state;
        let edited = &mut self.edited;
        let unsaved = state.editing.map(|at| at.row);
        let row_name = |row: usize| rows[row].name.clone();
        let cell_name = |row: usize, column: usize| {
            format!(
                "{} {}",
                columns[column].title(),
                text(rows, items, row, column)
            )
        };
        let total = |column: usize| match column {
            NAME => format!("{} players", rows.len()),
            ACTIVE => rows.iter().filter(|row| row.active).count().to_string(),
            _ => String::new(),
        };
        let answer = Table::new("Datasheet", &columns, rows.len())
            .sort(self.sort)
            .row_name(&row_name)
            .cell_name(&cell_name)
            .cells()
            .multiple()
            .adjustable()
            .column_menus()
            .selectors(unsaved)
            .new_record()
            .totals(&total)
            .show_state(
                ui,
                state,
                |cell, row, column| match column {
                    NUMBER if row == rows.len() => cell.weak("(new)"),
                    NUMBER => cell.weak(&(row + 1).to_string()),
                    NAME => cell.strong(&text(rows, items, row, column)),
                    ACTIVE => {
                        if let Some(row) = rows.get(row) {
                            cell.check(row.active);
                        }
                    }
                    _ => cell.text(&text(rows, items, row, column)),
                },
                |edit| edited.show(edit, items),
            );

        if let Some((at, start)) = answer.edit_wanted.filter(|(at, _)| at.column != NUMBER) {
            let before = text(rows, items, at.row, at.column);
            edited.begin(before, rows.get(at.row), items, &start);
            state.editing = Some(at);
        }
        if let Some((at, by)) = answer.edit_ended {
            edited.wrong = by != EndedBy::Escape && !edited.store(at, rows);
            if !edited.wrong {
                state.leave(by);
            }
        }
        if let Some(row) = answer.toggled.and_then(|at| rows.get_mut(at.row)) {
            row.active = !row.active;
        }
        if answer.copy_wanted {
            let taken = if state.selection.is_empty() {
                state.row.into_iter().collect::<Vec<_>>()
            } else {
                state.selection.rows().collect()
            };
            let shown = state.layout.shown(&columns);
            let copied = copied_text(taken.len(), shown.len(), |row, place| {
                text(rows, items, taken[row], shown[place])
            });
            ui.copy_text(copied);
        }
        for cells in answer.pasted.iter().flat_map(|text| pasted_cells(text)) {
            let name = cells.into_iter().next().unwrap_or_default();
            rows.push(Row::named(name));
        }
        if let Some(column) = answer.sort_clicked {
            let first = Sort {
                column,
                descending: false,
            };
            self.sort = Some(self.sort.map_or(first, |sort| sort.clicked(column)));
            if let Some(sort) = self.sort {
                sort_rows(rows, sort);
            }
            state.selection.clear();
        }
        self.column_menu(ui, &columns, answer.column_menu_wanted);
    }

    fn column_menu(&mut self, ui: &Ui, columns: &[Column<'_>], wanted: Option<(usize, Rect)>) {
        if let Some((column, _)) = wanted {
            self.menu_of = column;
        }
        let column = self.menu_of;
        let state = &mut self.state;
        menu_at(
            ui,
            Id::unique("column menu"),
            wanted.map(|(_, rect)| rect),
            |ui| {
                if MenuItem::new("Move left")
                    .icon(Icon::ChevronLeft)
                    .show(ui)
                    .clicked()
                {
                    state.layout.move_left(columns, column);
                }
                if MenuItem::new("Move right")
                    .icon(Icon::ChevronRight)
                    .show(ui)
                    .clicked()
                {
                    state.layout.move_right(columns, column);
                }
                if MenuItem::new("Wider").show(ui).clicked() {
                    state.widen(columns, column, 20.0);
                }
                if MenuItem::new("Narrower").show(ui).clicked() {
                    state.widen(columns, column, -20.0);
                }
                if MenuItem::new("Fit to content").show(ui).clicked() {
                    state.fit(column);
                }
                ui.separator();
                if MenuItem::new("Hide").show(ui).clicked() {
                    state.layout.hide(columns, column);
                }
                if MenuItem::new("Show all columns").show(ui).clicked() {
                    state.layout.show_all();
                }
            },
        );
    }
}

impl Edited {
    fn begin(
        &mut self,
        before: String,
        row: Option<&Row>,
        items: &[PickerItem],
        start: &EditStart,
    ) {
        let typed = matches!(start, EditStart::Typed(_));
        self.wrong = false;
        self.text = if typed { String::new() } else { before };
        self.chosen = row.and_then(|row| GROUPS.iter().position(|group| *group == row.group));
        let found = row.and_then(|row| items.get(row.room_mate?));
        self.found = found
            .filter(|_| !typed)
            .map_or_else(PickerState::default, PickerState::new);
    }

    fn show(&mut self, edit: &mut EditCell<'_>, items: &[PickerItem]) {
        match edit.at.column {
            GROUP => {
                edit.choice(Choice::new(&GROUPS), &mut self.chosen);
            }
            ROOM_MATE => {
                edit.picker(&Picker::new(items), self.wrong, &mut self.found);
            }
            _ => {
                edit.text(&mut self.text, self.wrong);
            }
        }
    }

    /// Whether what was typed is a value of its column.
    fn store(&self, at: CellAt, rows: &mut Vec<Row>) -> bool {
        let rating = self.text.trim().parse::<i32>();
        if at.column == RATING && rating.is_err() {
            return false;
        }
        if at.row == rows.len() {
            rows.push(Row::named(String::new()));
        }
        let row = &mut rows[at.row];
        match at.column {
            NAME => row.name.clone_from(&self.text),
            GROUP => row.group = self.chosen.map_or(row.group, |group| GROUPS[group]),
            RATING => row.rating = rating.unwrap_or(row.rating),
            _ => row.room_mate = self.found.chosen.and_then(|key| usize::try_from(key).ok()),
        }
        true
    }
}

fn columns(sort: Option<Sort>) -> [Column<'static>; 6] {
    [
        Column::fixed("No.", 90.0)
            .key("number")
            .right()
            .sortable()
            .always_shown(),
        Column::flexible("Name", 160.0).key("name").sortable(),
        Column::fixed("Group", 130.0)
            .key("group")
            .sortable()
            .with_list(),
        Column::fixed("Active", 90.0)
            .key("active")
            .centered()
            .with_check(),
        Column::fixed("Rating", 100.0)
            .key("rating")
            .right()
            .sortable()
            .filtered(sort.is_some_and(|sort| sort.column == RATING)),
        Column::flexible("Shares a room with", 160.0)
            .key("room mate")
            .with_list(),
    ]
}

fn text(rows: &[Row], items: &[PickerItem], row: usize, column: usize) -> String {
    let Some(row) = rows.get(row) else {
        return String::new();
    };
    match column {
        NAME => row.name.clone(),
        GROUP => row.group.to_owned(),
        RATING => row.rating.to_string(),
        ACTIVE => if row.active { "Yes" } else { "No" }.to_owned(),
        ROOM_MATE => {
            let mate = row.room_mate.and_then(|mate| items.get(mate));
            mate.map_or_else(String::new, |mate| mate.text.clone())
        }
        _ => String::new(),
    }
}

fn sort_rows(rows: &mut [Row], sort: Sort) {
    rows.sort_by(|a, b| {
        let order = match sort.column {
            NAME => a.name.cmp(&b.name),
            GROUP => a.group.cmp(b.group),
            _ => a.rating.cmp(&b.rating),
        };
        if sort.descending {
            order.reverse()
        } else {
            order
        }
    });
}
