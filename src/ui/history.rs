//! The history of the camp: what was changed and when, and back to any point of it.

use egui::{Key, Modifiers, Ui};
use jiff::{Timestamp, Zoned};

use super::kit::{Button, Column, EmptyState, Icon, Table, page::page_header, tokens::space};
use crate::{
    app::{Action, App, dialogs::Dialog},
    domain::{show_moment, show_time},
    storage::{Step, Turn},
};

/// A page narrower than this, in points, has no room for the line under its title.
const NARROW: f32 = 700.0;

/// The page. Its rows are the points in time that one can go to: after each change, the latest first, and at the end before all
/// of them.
#[derive(Debug, Default)]
pub(super) struct HistoryPage {
    selected: Option<usize>,
    is_open: bool,
}

impl HistoryPage {
    /// Shows the page, if it is wanted.
    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let Some(steps) = app.session.history.take() else {
            return;
        };
        let now = app.now();
        let here = here(&steps);
        if !self.is_open {
            self.selected = Some(here);
        }
        let mut wanted = self.header(ui, app, &steps, here);
        ui.add_space(space::S);
        let next_steps = app.session.camp.as_ref().map(|camp| &camp.next_steps);
        let has_steps = next_steps.is_some_and(|next| next.undo.is_some() || next.redo.is_some());
        if steps.is_empty() && has_steps {
            // They are being read.
        } else if steps.is_empty() {
            EmptyState::new(
                Icon::Undo,
                "Nothing has been changed yet",
                "Every change of the camp will be listed here, and can be taken back, also days later.",
            )
            .show(ui, |_| {});
        } else {
            wanted = self.table(ui, &steps, here, &now).or(wanted);
        }
        // While a question is open, Esc answers the question.
        if app.dialog.is_none()
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
        {
            wanted = Some(Action::CloseHistory);
        }
        // The keyboard goes to the list once there is one.
        self.is_open = !steps.is_empty();
        app.session.history = Some(steps);
        if let Some(action) = wanted {
            app.send(action);
        }
    }

    /// Forgets what was selected, when the page isn't shown.
    pub(super) fn close(&mut self) {
        *self = Self::default();
    }

    fn header(&self, ui: &mut Ui, app: &mut App, steps: &[Step], here: usize) -> Option<Action> {
        let mut wanted = None;
        let about = if ui.available_width() < NARROW {
            ""
        } else {
            "What was changed, the latest first"
        };
        let turn = self.selected.map(|row| target(steps, row));
        let refused = match self.selected {
            None => Some("Choose a point first"),
            Some(row) if row == here => Some("The camp is at this point"),
            Some(_) => app.why_not_turn(),
        };
        page_header(ui, "History", about, |ui| {
            let text = if self.selected.is_some_and(|row| row < here) {
                "Go forward to this point"
            } else {
                "Go back to this point"
            };
            let go = Button::primary(text).icon(Icon::Undo).refused(refused);
            if go.show(ui).clicked() {
                wanted = turn.map(Action::Turn);
            }
            if Button::secondary("Back").shortcut("Esc").show(ui).clicked() {
                wanted = Some(Action::CloseHistory);
            }
            let nothing = steps.is_empty().then_some("There is nothing to forget");
            let forget = Button::quiet("Forget…").refused(app.why_not_change().or(nothing));
            if forget.show(ui).clicked() {
                app.dialog = Some(Dialog::ForgetHistory);
            }
        });
        wanted
    }

    fn table(&mut self, ui: &mut Ui, steps: &[Step], here: usize, now: &Zoned) -> Option<Action> {
        let columns = [
            Column::fixed("When", 170.0).right(),
            Column::flexible("What", 200.0),
            Column::fixed("State", 152.0),
        ];
        let step = |row: usize| steps.iter().rev().nth(row);
        let what = |row: usize| {
            step(row).map_or("The camp before all of these changes", |step| {
                step.name.as_str()
            })
        };
        let when = |row: usize| step(row).map_or_else(String::new, |step| moment(step.at, now));
        let state = |row: usize| match step(row) {
            _ if row == here => "The camp is here",
            Some(step) if step.undone => "Undone",
            Some(_) | None => "",
        };
        let row_name = |row: usize| {
            format!("{}, {}, {}", what(row), when(row), state(row))
                .trim_end_matches([',', ' '])
                .to_owned()
        };
        let id = Table::new("Changes", &columns, steps.len() + 1).id_in(ui);
        if !self.is_open {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let response = Table::new("Changes", &columns, steps.len() + 1)
            .row_name(&row_name)
            .reveal(self.selected.filter(|_| !self.is_open))
            .show(ui, &mut self.selected, |cell, row, column| match column {
                0 => cell.weak(&when(row)),
                1 if step(row).is_some_and(|step| step.undone) => cell.weak(what(row)),
                1 => cell.text(what(row)),
                _ if row == here => cell.strong(state(row)),
                _ => cell.weak(state(row)),
            });
        let row = response.activated.filter(|row| *row != here)?;
        Some(Action::Turn(target(steps, row)))
    }
}

/// The row of the point at which the camp is: after the last change that is done.
fn here(steps: &[Step]) -> usize {
    let done = steps.iter().filter(|step| !step.undone).count();
    steps.len() - done
}

/// Where a row leads.
fn target(steps: &[Step], row: usize) -> Turn {
    Turn::To(steps.iter().rev().nth(row).map(|step| step.id))
}

/// "2:31 PM", with the date where it isn't today's.
fn moment(at: Timestamp, now: &Zoned) -> String {
    let at = at.to_zoned(now.time_zone().clone());
    if at.date() == now.date() {
        show_time(&at)
    } else {
        show_moment(&at)
    }
}
