//! The custom columns of players or groups: added, renamed, deleted.

use egui::{Align, Context, Layout, RichText, Ui};

use crate::{
    app::{
        listing,
        page::{Ctx, Outbox, PageDialog},
    },
    domain::{
        CampData, CustomColumn, CustomColumnId, Edit, Field, FieldProblem, MAX_COLUMN_NAME,
        RecordKind, check_column_name, counted, name_key,
    },
    kit::{self, Button, DialogAnswer, Form, UiTokens as _, tokens::space},
    pages::looks::record::reason,
};

/// The question which custom columns there are to be.
#[derive(Debug)]
pub(crate) struct ColumnsDialog {
    kind: RecordKind,
    asks: Asks,
    /// Whether the list of columns is what comes after a name was given or a column deleted.
    has_list: bool,
    /// What is typed.
    name: String,
    problems: Vec<FieldProblem>,
}

/// What is asked now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Asks {
    /// What to do with which column.
    List,
    NewName(CustomColumnId),
    WhetherToDelete(CustomColumnId),
}

impl ColumnsDialog {
    /// Lists the columns, with a box for a further one.
    pub(crate) fn new(kind: RecordKind) -> Self {
        Self {
            kind,
            asks: Asks::List,
            has_list: true,
            name: String::new(),
            problems: Vec::new(),
        }
    }

    /// Asks for another name of a column.
    pub(crate) fn rename(column: &CustomColumn) -> Self {
        Self {
            asks: Asks::NewName(column.id),
            has_list: false,
            name: column.name.clone(),
            ..Self::new(column.kind)
        }
    }

    /// Asks whether a column is to be deleted.
    pub(crate) fn delete(column: &CustomColumn) -> Self {
        Self {
            asks: Asks::WhetherToDelete(column.id),
            has_list: false,
            ..Self::new(column.kind)
        }
    }

    /// Goes back to the list, if that is where it came from. Whether it does.
    fn go_back(&mut self) -> bool {
        self.asks = Asks::List;
        self.name.clear();
        self.problems.clear();
        self.has_list
    }

    /// The name that is typed, for a new column or the one with this number; nothing if it won't do, and the reason stands at the box.
    fn checked(&mut self, camp: &CampData, id: Option<CustomColumnId>) -> Option<String> {
        let name = self.name.trim().to_owned();
        self.problems = check_column_name(&camp.columns, self.kind, &name, id);
        let mut columns = listing::columns(camp, self.kind).into_iter();
        let own = id.map(Field::Custom);
        // What follows from other things stands in columns of lists, too.
        let is_taken = columns.any(|column| {
            name_key(column.title) == name_key(&name) && (own.is_none() || column.field != own)
        });
        if self.problems.is_empty() && is_taken {
            let taken = format!("The list has a column “{name}” already. Choose another name");
            self.problems
                .push(FieldProblem::new(Field::ColumnName, taken));
        }
        self.problems.is_empty().then_some(name)
    }

    fn name_box(&mut self, ui: &mut Ui, label: &str, hint: &str) {
        let problem = reason(&self.problems, Field::ColumnName);
        let field = Form::above().field(label).hint(hint).problem(problem);
        if field
            .limit(MAX_COLUMN_NAME)
            .text(ui, &mut self.name)
            .changed()
        {
            self.problems.clear();
        }
    }

    fn list(&mut self, window: &Context, camp: &CampData, out: &mut Outbox) -> bool {
        let kind = self.kind;
        let title = format!("Custom columns of {}s", kind.name());
        let text = format!(
            "A custom column is a box of your own for every {}, such as a school grade or a room. Prints leave it out unless you choose it, and web pages never show it.",
            kind.name()
        );
        let mut pressed = None;
        let answer = kit::Dialog::new(&title)
            .text(&text)
            .confirm("Add column")
            .cancel("Close")
            .width(520.0)
            .show(window, |ui| {
                self.name_box(ui, "New column", "e.g. T-shirt size");
                ui.add_space(space::M);
                for column in camp.columns_of(kind) {
                    if let Some(asks) = row(ui, column) {
                        pressed = Some((asks, column));
                    }
                }
            });
        if let Some((asks, column)) = pressed {
            self.asks = asks;
            self.name.clone_from(&column.name);
            self.problems.clear();
            return true;
        }
        if answer == Some(DialogAnswer::Confirmed)
            && let Some(name) = self.checked(camp, None)
        {
            self.name.clear();
            let said = format!("Column {name} added");
            out.apply_and_say(Edit::AddColumn { kind, name }, said);
        }
        matches!(answer, None | Some(DialogAnswer::Confirmed))
    }

    fn new_name(
        &mut self,
        window: &Context,
        (camp, column): (&CampData, &CustomColumn),
        out: &mut Outbox,
    ) -> bool {
        let title = format!("Rename column {}", column.name);
        let answer = kit::Dialog::new(&title)
            .confirm("Rename")
            .cancel("Cancel")
            .show(window, |ui| self.name_box(ui, "Name", ""));
        match answer {
            None => return true,
            Some(DialogAnswer::Confirmed) => {
                let Some(name) = self.checked(camp, Some(column.id)) else {
                    return true;
                };
                if name != column.name {
                    let said = format!("Column {} renamed to {name}", column.name);
                    let column = column.id;
                    out.apply_and_say(Edit::RenameColumn { column, name }, said);
                }
            }
            Some(DialogAnswer::Cancelled | DialogAnswer::Other) => {}
        }
        self.go_back()
    }

    fn whether_to_delete(
        &mut self,
        window: &Context,
        column: &CustomColumn,
        out: &mut Outbox,
    ) -> bool {
        let title = format!("Delete column {}?", column.name);
        let kind = column.kind.name();
        let text = match column.filled {
            0 => format!("No {kind} has a value in it. You can undo this (Ctrl+Z)."),
            1 => format!(
                "1 {kind} has a value in it, which is deleted too. You can undo this (Ctrl+Z)."
            ),
            count => format!(
                "{count} {kind}s have a value in it. The values are deleted too, in all weeks. You can undo this (Ctrl+Z)."
            ),
        };
        let answer = kit::Dialog::new(&title)
            .text(&text)
            .danger("Delete")
            .cancel("Cancel")
            .show(window, |_| {});
        if answer == Some(DialogAnswer::Confirmed) {
            let said = format!("Column {} deleted", column.name);
            out.apply_and_say(Edit::DeleteColumn(column.id), said);
        }
        answer.is_none() || self.go_back()
    }
}

/// A column in the list, and what was pressed there.
fn row(ui: &mut Ui, column: &CustomColumn) -> Option<Asks> {
    let mut pressed = None;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let delete = Button::quiet("Delete…").small().show(ui);
            let delete = delete.accessible_name(format!("Delete column {}", column.name));
            if delete.clicked() {
                pressed = Some(Asks::WhetherToDelete(column.id));
            }
            let rename = Button::quiet("Rename…").small().show(ui);
            let rename = rename.accessible_name(format!("Rename column {}", column.name));
            if rename.clicked() {
                pressed = Some(Asks::NewName(column.id));
            }
            let values = counted(column.filled, "value");
            ui.label(RichText::new(values).color(ui.tokens().text_weak));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(&column.name).truncate());
            });
        });
    });
    pressed
}

impl PageDialog for ColumnsDialog {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let camp = &ctx.camp.data;
        let column = |id: CustomColumnId| camp.columns.iter().find(|column| column.id == id);
        match self.asks {
            Asks::List => self.list(window, camp, out),
            Asks::NewName(id) => match column(id) {
                Some(column) => self.new_name(window, (camp, column), out),
                None => self.go_back(),
            },
            Asks::WhetherToDelete(id) => match column(id) {
                Some(column) => self.whether_to_delete(window, column, out),
                None => self.go_back(),
            },
        }
    }
}
