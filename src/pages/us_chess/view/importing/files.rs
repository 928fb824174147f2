//! What each file was taken for, and what each of its columns.

use std::collections::BTreeSet;

use egui::{Id, Label, RichText, Ui, vec2};

use super::in_list;
use crate::{
    domain::shortened,
    exchange::{FileKind, Table as FileTable},
    kit::{
        Choice, Column, Icon, Table, UiTokens as _,
        icon::icon_label,
        input_check::check_box,
        page::{card, section_title},
        theme,
        tokens::{size, space},
    },
    pages::{
        looks::disclosure::{Disclosure, INDENT, LINE},
        us_chess::importing::{Compared, Importing},
    },
};

/// Widths of choices, in points, and of the columns of a file's first rows.
const KIND: f32 = 176.0;
const COLUMN: f32 = 170.0;
const CELL: f32 = 112.0;

/// So many of a file's first rows are seen at once.
const ROWS: u16 = 6;

/// So many values are enough to know a column, and so many letters a value.
const SAMPLES: usize = 3;
const ENOUGH: usize = 25;

/// What stands in place of a number or a birth date of a member.
const HIDDEN: &str = "•••";

/// What a column is that is taken for nothing.
const LEFT_OUT: &str = "Left out";

pub(super) fn files(ui: &mut Ui, importing: &mut Importing, compared: &Compared) {
    card(ui, |ui| {
        section_title(ui, "Files and columns");
        ui.spacing_mut().item_spacing.y = space::XS;
        let count = compared.names().len();
        for (file, name) in compared.names().enumerate() {
            let is_open = one(ui, importing, compared, (file, name));
            if is_open && let Some(table) = table_of(compared, file) {
                ui.spacing_mut().indent = INDENT;
                ui.indent(("file", file), |ui| {
                    missing(ui, importing, (file, name), table);
                    columns(ui, importing, (file, name), table);
                    first_rows(ui, importing.looks.personal, (file, name), table, compared);
                    ui.add_space(space::M);
                });
            }
        }
        if (0..count).any(|file| table_of(compared, file).is_some()) {
            let id = ui.make_persistent_id("personal");
            let text = "Show members’ numbers and birth dates";
            check_box(ui, id, text, &mut importing.looks.personal);
        }
    });
}

fn table_of(compared: &Compared, file: usize) -> Option<&FileTable> {
    compared.understood(file)?.table.as_ref()
}

/// A file's line. Whether its columns are shown.
fn one(
    ui: &mut Ui,
    importing: &mut Importing,
    compared: &Compared,
    (file, name): (usize, &str),
) -> bool {
    let (kinds, kind) = compared.kinds(file);
    let mut detail = match (compared.understood(file), kind) {
        (None, _) => "can’t be read".to_owned(),
        (Some(_), None) => "not recognized".to_owned(),
        (Some(understood), Some(_)) => understood.read.in_words(),
    };
    if let Some(encoding) = compared.encoding(file) {
        detail = format!("{detail}, {encoding}");
    }
    let mut is_taken = !importing.is_left_out(file);
    // Where both have no room beside each other, what it is to be taken for stands below.
    let is_below = ui.available_width() < 2.0 * KIND;
    let is_open = ui.horizontal(|ui| {
        let id = ui.make_persistent_id(("take", file));
        let check = check_box(ui, id, "", &mut is_taken);
        let check = check.accessible_name(format!("Import {name}"));
        if check.changed() {
            importing.leave_out(file, !is_taken);
        }
        let room_right = if kinds.is_empty() || is_below {
            0.0
        } else {
            KIND + space::S
        };
        let is_open = if let Some(table) = table_of(compared, file) {
            let id = ui.make_persistent_id(("columns", file));
            open_if_wanted(ui, id, importing, file, table);
            Disclosure {
                id,
                title: name,
                detail: &detail,
                count: "",
                starts_open: false,
                is_plain: false,
                room_right,
            }
            .show(ui)
        } else {
            let width = (ui.available_width() - room_right).max(80.0);
            ui.allocate_ui(vec2(width, LINE), |ui| {
                ui.add(Label::new(format!("{name}: {detail}")).wrap());
            });
            false
        };
        if !kinds.is_empty() && !is_below {
            kind_choice(ui, importing, (file, name), (kinds, kind));
        }
        is_open
    });
    if !kinds.is_empty() && is_below {
        ui.horizontal(|ui| {
            ui.add_space(INDENT);
            kind_choice(ui, importing, (file, name), (kinds, kind));
        });
    }
    is_open.inner
}

/// Opens the columns of a file that are to be looked at, or in which something is to be chosen; they stay open once it is.
fn open_if_wanted(ui: &Ui, id: Id, importing: &mut Importing, file: usize, table: &FileTable) {
    let wanted = importing.looks.wanted_file.take_if(|it| *it == file);
    if wanted.is_some() {
        ui.data_mut(|data| data.insert_temp(id, true));
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    if !table.missing.is_empty() || table.columns.iter().any(|column| column.is_twice) {
        ui.data_mut(|data| *data.get_temp_mut_or(id, true));
    }
}

/// What a file is, where that is a guess.
fn kind_choice(
    ui: &mut Ui,
    importing: &mut Importing,
    (file, name): (usize, &str),
    (kinds, kind): (&[FileKind], Option<FileKind>),
) {
    let words = kinds.iter().map(|kind| kind.words()).collect::<Vec<_>>();
    let id = ui.make_persistent_id(("kind", file));
    let name = format!("What {name} is");
    let mut chosen = kinds.iter().position(|it| Some(*it) == kind);
    let choice = Choice::new(&words)
        .width(KIND)
        .placeholder("What is it?")
        .wrong(kind.is_none())
        .show(ui, id, &name, &mut chosen);
    if choice.accessible_name(&name).changed()
        && let Some(kind) = chosen.and_then(|at| kinds.get(at))
    {
        importing.take_for(file, *kind);
    }
}

/// What a column of the file is called where it has no title: "Column 4".
fn title_of(table: &FileTable, column: usize) -> String {
    match table.columns.get(column) {
        Some(column) if !column.title.is_empty() => column.title.clone(),
        _ => format!("Column {}", column + 1),
    }
}

/// The columns that are needed and none of the file's: one is chosen for each.
fn missing(ui: &mut Ui, importing: &mut Importing, (file, name): (usize, &str), table: &FileTable) {
    let words = (0..table.columns.len()).map(|column| title_of(table, column));
    let words = words.collect::<Vec<_>>();
    for title in &table.missing {
        let warning = ui.tokens().warning;
        let ids = (0..table.columns.len()).map(|at| ui.make_persistent_id(("column", file, at)));
        let ids = ids.collect::<Vec<_>>();
        ui.horizontal_wrapped(|ui| {
            icon_label(ui, Icon::Warning, warning);
            ui.label(format!("There is no column “{title}”:"));
            let id = ui.make_persistent_id(("missing", file, title));
            let called = format!("Column for {title} in {name}");
            let placeholder = format!("Which column is {title}?");
            let mut chosen = None;
            let choice = Choice::new(&words)
                .width(220.0)
                .placeholder(&placeholder)
                .wrong(true)
                .show(ui, id, &called, &mut chosen);
            if choice.accessible_name(&called).changed()
                && let Some(column) = chosen
            {
                importing.take_column(file, column, Some(title.clone()));
                // This question goes away, and the keyboard to what was chosen.
                if let Some(id) = ids.get(column) {
                    ui.memory_mut(|memory| memory.request_focus(*id));
                }
            }
        });
    }
}

/// Each column with what it was taken for, and its first values.
fn columns(ui: &mut Ui, importing: &mut Importing, (file, name): (usize, &str), table: &FileTable) {
    let t = ui.tokens();
    let mut words = vec![LEFT_OUT];
    words.extend(table.titles.iter().map(String::as_str));
    for (at, column) in table.columns.iter().enumerate() {
        let title = title_of(table, at);
        let id = ui.make_persistent_id(("column", file, at));
        ui.horizontal(|ui| {
            ui.set_min_height(size::CONTROL);
            let width = (ui.available_width() * 0.24).clamp(80.0, 190.0);
            ui.allocate_ui(vec2(width, size::CONTROL), |ui| {
                ui.set_width(width);
                let text = RichText::new(&title).font(theme::medium(size::TEXT));
                ui.add(Label::new(text.color(t.text_strong)).truncate());
            });
            let called = format!("{name}, column {title}");
            let taken = column.taken_for.as_deref().unwrap_or(LEFT_OUT);
            // What nobody has said of a column without a title can be said, "Left out" too.
            let mut chosen = words
                .iter()
                .position(|word| !column.is_open && *word == taken);
            let choice = Choice::new(&words)
                .width(COLUMN)
                .placeholder("What is it?")
                .wrong(column.is_twice)
                .show(ui, id, &called, &mut chosen);
            if choice.accessible_name(&called).changed()
                && let Some(chosen) = chosen
            {
                let title = chosen.checked_sub(1).and_then(|at| table.titles.get(at));
                importing.take_column(file, at, title.cloned());
            }
            let values = table.rows.iter().filter_map(|row| row.cells.get(at));
            let values = values.filter(|value| !value.is_empty()).take(SAMPLES);
            let values = values
                .map(|value| shown(importing.looks.personal, column.taken_for.as_deref(), value));
            let values = values.collect::<Vec<_>>().join(" · ");
            ui.add(Label::new(RichText::new(values).color(t.text_weak)).truncate());
        });
    }
}

/// A cell as it is shown: numbers and birth dates only to whoever wants to see them, also where a column isn't known to have them.
fn shown(personal: bool, taken_for: Option<&str>, value: &str) -> String {
    let may_be_id = value.len() == 8 && value.bytes().all(|byte| byte.is_ascii_digit());
    let may_be_date = || {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '/' | '.');
        value.len() >= 6 && value.contains(['-', '/', '.']) && value.chars().all(is_part)
    };
    let is_personal = match taken_for {
        Some("ID" | "Birth date") => !value.is_empty(),
        Some(_) => false,
        None => may_be_id || may_be_date(),
    };
    if is_personal && !personal {
        HIDDEN.to_owned()
    } else {
        shortened(value, ENOUGH)
    }
}

/// The first rows, with what is wrong in them marked.
fn first_rows(
    ui: &mut Ui,
    personal: bool,
    (file, name): (usize, &str),
    table: &FileTable,
    compared: &Compared,
) {
    if table.rows.is_empty() {
        return;
    }
    let wrong = compared.wrong_cells(file);
    let cells = (0..table.columns.len()).map(|at| {
        let taken = table.columns.get(at).and_then(|it| it.taken_for.as_deref());
        let under = taken.unwrap_or(LEFT_OUT);
        // Columns are told apart by their places, as titles may repeat.
        Column::fixed(title_of(table, at), CELL)
            .key(at.to_string())
            .under(under)
    });
    let mut columns = vec![Column::fixed("Line", 64.0).right()];
    columns.extend(cells);
    let marks = Marks {
        table,
        wrong,
        personal,
    };
    let row_name = |row: usize| marks.row_name(row);
    let title = format!("First rows of {name}");
    ui.add_space(space::S);
    in_list(ui, table.rows.len() + 1, ROWS, |ui| {
        Table::new(&title, &columns, table.rows.len())
            .row_name(&row_name)
            .show(ui, &mut None, |cell, row, column| {
                let Some(line) = table.rows.get(row) else {
                    return;
                };
                let Some(at) = column.checked_sub(1) else {
                    cell.weak(&line.line.to_string());
                    return;
                };
                let text = marks.text(row, at);
                if marks.is_wrong(row, at) {
                    // An empty cell can be wrong, too.
                    cell.wrong(if text.is_empty() { "–" } else { &text });
                } else if marks.taken_for(at).is_none() {
                    cell.weak(&text);
                } else {
                    cell.text(&text);
                }
            });
    });
}

/// The cells of a file's first rows, and which of them are wrong.
struct Marks<'a> {
    table: &'a FileTable,
    /// By line and title of the column.
    wrong: BTreeSet<(usize, &'a str)>,
    personal: bool,
}

impl Marks<'_> {
    fn taken_for(&self, column: usize) -> Option<&str> {
        self.table.columns.get(column)?.taken_for.as_deref()
    }

    fn is_wrong(&self, row: usize, column: usize) -> bool {
        let line = self.table.rows.get(row).map(|row| row.line);
        let cell = line.zip(self.taken_for(column));
        cell.is_some_and(|(line, title)| self.wrong.contains(&(line, title)))
    }

    fn text(&self, row: usize, column: usize) -> String {
        let cell = self.table.rows.get(row).and_then(|it| it.cells.get(column));
        cell.map_or_else(String::new, |cell| {
            shown(self.personal, self.taken_for(column), cell)
        })
    }

    /// "Line 2, Berger, Anna, wrong: Birth date"
    fn row_name(&self, row: usize) -> String {
        let Some(line) = self.table.rows.get(row).map(|row| row.line) else {
            return String::new();
        };
        let columns = 0..self.table.columns.len();
        let texts = columns.clone().map(|column| self.text(row, column));
        let texts = texts.filter(|text| !text.is_empty());
        let mut parts = vec![format!("Line {line}")];
        parts.extend(texts);
        let wrong = columns.filter(|column| self.is_wrong(row, *column));
        let wrong = wrong.map(|column| title_of(self.table, column));
        parts.extend(wrong.map(|title| format!("wrong: {title}")));
        parts.join(", ")
    }
}
