//! A datasheet of players, as a caller makes one, and the keys to drive it.

use egui::{Event, Key, Modifiers, Rect, vec2};
use egui_kittest::{Harness, kittest::Queryable as _};

use super::super::*;
use crate::kit::{Button, testing};

pub(super) struct Sheet {
    pub(super) state: TableState,
    pub(super) rows: usize,
    /// Name and rating of the first rows; others are named by their number.
    pub(super) names: Vec<String>,
    pub(super) draft: String,
    pub(super) active: bool,
    pub(super) new_record: bool,
    pub(super) refuses: bool,
    pub(super) started: Option<EditStart>,
    pub(super) ended: Vec<EndedBy>,
    pub(super) visible: std::ops::Range<usize>,
    pub(super) told: Told,
}

/// What a frame told, kept until it is looked at.
#[derive(Default)]
pub(super) struct Told {
    pub(super) toggled: Option<CellAt>,
    pub(super) sort: Option<usize>,
    pub(super) column_menu: Option<(usize, Rect)>,
    pub(super) row_menu: Option<usize>,
    pub(super) copy: bool,
    pub(super) cut: bool,
    pub(super) pasted: Option<String>,
    pub(super) deleted: Option<bool>,
    pub(super) layout_changed: bool,
}

pub(super) const NUMBER: usize = 0;
pub(super) const NAME: usize = 1;
pub(super) const ACTIVE: usize = 2;
pub(super) const RATING: usize = 3;

pub(super) fn columns() -> [Column<'static>; 4] {
    [
        Column::fixed("No.", 70.0).key("number").right().sortable(),
        Column::flexible("Name", 160.0).key("name").sortable(),
        Column::fixed("Active", 90.0)
            .key("active")
            .centered()
            .with_check(),
        Column::fixed("Rating", 100.0)
            .key("rating")
            .right()
            .filtered(true),
    ]
}

impl Sheet {
    pub(super) fn new(rows: usize) -> Self {
        Self {
            state: TableState::default(),
            rows,
            names: (0..rows.min(5))
                .map(|row| format!("Player {row}"))
                .collect(),
            draft: String::new(),
            active: true,
            new_record: true,
            refuses: false,
            started: None,
            ended: Vec::new(),
            visible: 0..0,
            told: Told::default(),
        }
    }

    pub(super) fn value(&self, row: usize, column: usize) -> String {
        match column {
            _ if row >= self.rows => String::new(),
            NUMBER => (row + 1).to_string(),
            NAME => self
                .names
                .get(row)
                .cloned()
                .unwrap_or_else(|| format!("Player {row}")),
            ACTIVE => self.active.to_string(),
            _ => (1000 + row).to_string(),
        }
    }

    pub(super) fn show(&mut self, ui: &mut Ui) {
        Button::secondary("Before").show(ui);
        let columns = columns();
        let mut state = std::mem::take(&mut self.state);
        let mut draft = std::mem::take(&mut self.draft);
        let row_name = |row: usize| format!("Row {row}");
        let cell_name = |row: usize, column: usize| {
            format!("{} {}", columns[column].title(), self.value(row, column))
        };
        let total = |column: usize| match column {
            NAME => format!("{} players", self.rows),
            _ => String::new(),
        };
        let refuses = self.refuses;
        let mut table = Table::new("Players", &columns, self.rows)
            .cells()
            .multiple()
            .adjustable()
            .column_menus()
            .selectors(state.editing.map(|at| at.row))
            .totals(&total)
            .row_name(&row_name)
            .cell_name(&cell_name);
        if self.new_record {
            table = table.new_record();
        }
        let room = ui.available_size() - vec2(0.0, 50.0);
        let answer = ui
            .allocate_ui(room, |ui| {
                table.show_state(
                    ui,
                    &mut state,
                    |cell, row, column| match column {
                        ACTIVE if row < self.rows => cell.check(self.active),
                        _ => cell.text(&self.value(row, column)),
                    },
                    |edit| {
                        edit.text(&mut draft, refuses);
                    },
                )
            })
            .inner;
        if let Some((at, start)) = answer.edit_wanted {
            if at.column != NUMBER {
                state.editing = Some(at);
                draft = match start {
                    EditStart::Typed(_) => String::new(),
                    _ => self.value(at.row, at.column),
                };
            }
            self.started = Some(start);
        }
        if let Some((at, by)) = answer.edit_ended {
            self.ended.push(by);
            if by == EndedBy::Escape || !self.refuses {
                if by != EndedBy::Escape && at.column == NAME {
                    if at.row == self.rows {
                        self.rows += 1;
                    }
                    if self.names.len() <= at.row {
                        self.names.resize(at.row + 1, String::new());
                    }
                    self.names[at.row].clone_from(&draft);
                }
                state.leave(by);
            }
        }
        let told = &mut self.told;
        told.toggled = answer.toggled.or(told.toggled);
        told.sort = answer.sort_clicked.or(told.sort);
        told.column_menu = answer.column_menu_wanted.or(told.column_menu);
        told.row_menu = answer.menu_wanted.or(told.row_menu);
        told.copy |= answer.copy_wanted;
        told.cut |= answer.cut_wanted;
        told.pasted = answer.pasted.or(told.pasted.take());
        told.layout_changed |= answer.layout_changed;
        if answer.delete_pressed {
            told.deleted = Some(answer.whole_rows);
        }
        self.visible = answer.visible;
        self.state = state;
        self.draft = draft;
        Button::secondary("After").show(ui);
    }
}

pub(super) type Driver = Harness<'static, Sheet>;

pub(super) fn sheet(rows: usize) -> Driver {
    let builder = testing::builder(egui::Theme::Light)
        .with_step_dt(0.02)
        .with_max_steps(30);
    let mut harness =
        builder.build_ui_state(|ui, sheet: &mut Sheet| sheet.show(ui), Sheet::new(rows));
    harness.get_by_label("Players").focus();
    harness.run();
    harness
}

pub(super) fn press(harness: &mut Driver, keys: &[(Modifiers, Key)]) {
    for (modifiers, key) in keys {
        harness.key_press_modifiers(*modifiers, *key);
        harness.run();
    }
}

/// A key for a frame that gets several at once; the harness itself gives every key a frame.
pub(super) fn pressed(key: Key) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

pub(super) fn plain(harness: &mut Driver, keys: &[Key]) {
    for key in keys {
        press(harness, &[(Modifiers::NONE, *key)]);
    }
}

pub(super) fn type_text(harness: &mut Driver, text: &str) {
    for letter in text.chars() {
        harness.event(Event::Text(letter.to_string()));
        harness.run();
    }
}

pub(super) fn at(harness: &Driver) -> (usize, usize) {
    let state = &harness.state().state;
    (state.row.expect("a row"), state.column)
}

pub(super) fn wheel(harness: &mut Driver, points: f32) {
    let center = harness.get_by_label("Players").rect().center();
    harness.hover_at(center);
    harness.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run();
}
