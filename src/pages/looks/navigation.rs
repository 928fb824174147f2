//! The navigation bar at the foot of a form: from record to record, and the search box, as in Access.

use egui::{Align, Id, Key, Layout, Panel, Ui};

use super::{list, record::NARROW};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        commands::Shortcut,
        drafts::Draft as _,
        form::Form,
        page::{Ctx, Outbox},
    },
    domain::{Described, Field, grouped},
    kit::{
        Button, Icon, UiTokens as _,
        icon::icon_label,
        icon_button,
        input::{Input, select_all},
        tip::Tip as _,
        tokens::space,
    },
};

/// Width of the box with the number of the record, in points: seven figures.
const BOX: f32 = 84.0;

/// Width of the search box, in points, where there is room.
const SEARCH: f32 = 280.0;

/// The box with the number of the record.
#[derive(Debug, Default)]
pub(crate) struct NavigationBar {
    typed: String,
    /// The stay at the record whose number was put into the box last, and its row.
    of: Option<(u64, Option<usize>)>,
}

impl NavigationBar {
    /// Shows the bar at the foot of what is left of the page.
    pub(crate) fn show<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) {
        let list = &form.rows.listing;
        let (rows, is_filtered) = (list.len(), list.is_filtered());
        let now = form.shown_row(&ctx.camp.data);
        let name = format!("Search {}", R::KIND.plural().to_lowercase());
        let is_narrow = ui.available_width() < NARROW;
        let frame = egui::Frame::new().inner_margin(egui::Margin {
            top: 8,
            ..egui::Margin::ZERO
        });
        Panel::bottom("navigation")
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = space::XS;
                    let (is_first, is_last) =
                        (now == Some(0), now.map(|row| row + 1) == Some(rows));
                    let can_go = rows > 0;
                    step(
                        ui,
                        out,
                        Icon::First,
                        Command::FIRST_RECORD,
                        can_go && !is_first,
                    );
                    step(
                        ui,
                        out,
                        Icon::ChevronLeft,
                        Command::PREVIOUS_RECORD,
                        can_go && !is_first,
                    );
                    self.number(ui, form, ctx, out, (now, rows));
                    // As in Access, a new record is counted while it is shown: "41 of 41".
                    let count = rows + usize::from(now == Some(rows) && form.editor.is_new());
                    let filtered = if is_filtered { " (filtered)" } else { "" };
                    let of = format!("of {}{filtered}", grouped(count));
                    ui.label(egui::RichText::new(of).color(ui.tokens().text_weak));
                    let can_add = ctx.why_not(Command::NEW_RECORD).is_none();
                    step(
                        ui,
                        out,
                        Icon::ChevronRight,
                        Command::NEXT_RECORD,
                        can_go && (!is_last || can_add),
                    );
                    step(
                        ui,
                        out,
                        Icon::Last,
                        Command::LAST_RECORD,
                        can_go && !is_last,
                    );
                    step(ui, out, Icon::Add, Command::NEW_RECORD, can_add);
                    ui.add_space(space::S);
                    state(ui, form);
                    if is_filtered {
                        let all = Button::quiet("Show all").small();
                        if all.show(ui).clicked() {
                            out.send(Command::FILTER_OFF);
                        }
                    }
                    if !is_narrow {
                        let rest = Layout::right_to_left(Align::Center);
                        ui.with_layout(rest, |ui| {
                            let width = ui.available_width().min(SEARCH);
                            list::search(ui, &name, &mut form.rows, out, width);
                        });
                    }
                });
                if is_narrow {
                    ui.add_space(space::XS);
                    let width = ui.available_width();
                    list::search(ui, &name, &mut form.rows, out, width);
                }
            });
    }

    /// The box with the number of the record, which one types a number into.
    fn number<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        (now, rows): (Option<usize>, usize),
    ) {
        let id = Id::unique("record number");
        let to_box = |to: &mut FocusTarget| *to == FocusTarget::RecordBox;
        let is_led_here = out.focus_next.take_if(to_box).is_some();
        if is_led_here {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let has_keyboard = ui.memory(|memory| memory.has_focus(id));
        // What was typed for the record before goes with it.
        let is_other = self.of.replace((form.editor.visit(), now)) != self.of;
        if !has_keyboard || is_led_here || is_other {
            self.typed = now.map_or_else(String::new, |row| (row + 1).to_string());
        }
        if has_keyboard && (is_led_here || is_other) {
            select_all(ui, id, &self.typed);
        }
        let entered = has_keyboard
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
        let left = has_keyboard
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
        let response = Input::new(id)
            .width(BOX)
            .right_aligned()
            .keeps_escape(true)
            .limit(9)
            .show(ui, &mut self.typed)
            .accessible_name("Record number");
        if response.has_focus() {
            out.pane = Pane::Navigation;
        }
        if left {
            out.focus_next = Some(FocusTarget::List);
        }
        if entered {
            let typed = self.typed.trim().parse::<usize>().ok();
            match typed.filter(|number| (1..=rows).contains(number)) {
                Some(number) => {
                    out.send(Action::ShowRow(number - 1));
                    let in_form = ctx.view == View::Form;
                    // The one that had the keyboard last may be of another page.
                    let has = |field: &Field| form.editor.draft.fields().any(|own| own == *field);
                    out.focus_next = Some(match out.field.filter(|field| in_form && has(field)) {
                        Some(field) => FocusTarget::Field(field),
                        None if in_form => FocusTarget::FirstField,
                        None => FocusTarget::List,
                    });
                }
                None if rows == 0 => out.notices.note("There is no record to go to"),
                None => out.notices.note(format!("Type a number from 1 to {rows}")),
            }
        }
        response.tip(with_keys("Record number", Command::GO_TO_RECORD));
    }
}

/// A button that goes to another record.
fn step(ui: &mut Ui, out: &mut Outbox, icon: Icon, command: Command, is_possible: bool) {
    let pressed = ui
        .add_enabled_ui(is_possible, |ui| {
            icon_button(ui, icon, command.text())
                .tip(with_keys(command.text(), command))
                .clicked()
        })
        .inner;
    if pressed {
        out.send(command);
    }
}

/// Pencil and asterisk, in words too.
fn state<R: Described>(ui: &mut Ui, form: &Form<R>) {
    let t = ui.tokens();
    let (icon, text) = if form.editor.is_changed() {
        (Icon::Edit, "Not saved yet")
    } else if form.editor.is_new() {
        (Icon::Asterisk, "New record")
    } else {
        return;
    };
    icon_label(ui, icon, t.accent);
    ui.label(egui::RichText::new(text).color(t.text_weak));
}

/// "Next record (Ctrl+PgDn)"
fn with_keys(text: &str, command: Command) -> String {
    command.shortcut().map_or_else(
        || text.to_owned(),
        |keys| format!("{text} ({})", Shortcut::text(keys)),
    )
}
