//! How meetings look.

mod exported;
mod sheet;

use egui::{Panel, ScrollArea, Ui};
use strum::VariantArray as _;

pub(super) use self::exported::{exported, exported_sheet};
use self::sheet::{LEAST, Sheet};
use super::MeetingsPage;
use crate::{
    app::{
        Command, FocusTarget, Pane, View,
        page::{Ctx, Outbox, Page, PageView},
    },
    domain::{Attendance, Field, counted, show_date},
    kit::{
        Button, Column, EmptyState, Form, Icon, Table, form::changeable, page::page_header,
        scrolling::following_keyboard, tokens::space,
    },
    pages::looks::{
        fields::{Fields, Kind},
        keyboard::comes_to_list,
        record::{NARROW, command_button, reason, record_buttons, record_title},
        row_menu::row_commands,
    },
};

/// Width of the list beside the sheet, in points, and the part of the page that it gets.
const LIST: std::ops::RangeInclusive<f32> = 330.0..=460.0;
const SHARE: f32 = 0.44;

/// Between the list and the sheet beside it, in points.
const GAP: i8 = 20;

/// Height of the list above the sheet, in a narrow page, in points.
const LIST_ABOVE: f32 = 152.0;
const LIST_IN_LOW: f32 = 100.0;

/// A record lower than this, in points, scrolls, with a sheet in it that is as high as there is room, and at most this.
const LOW: f32 = 430.0;
const SHEET_IN_LOW: f32 = 320.0;

/// What stands under the sheet, in points.
const BUTTONS: f32 = 52.0;

/// Widths in points: of the day with what is said of it, and of the day alone.
const DAY: f32 = 190.0;
const DATE: f32 = 132.0;

/// The list is narrower than this, in points: it has no room for notes.
const NOTES: f32 = DATES + 74.0 + 70.0 + 74.0 + 60.0 + 2.0;

/// Width of the column with the days, in points.
const DATES: f32 = 106.0;

/// What meetings are for.
const PURPOSE: &str = "An absence moves a player down one rank on a club ladder. Nobody is marked unless you mark them.";

/// The height that there is, in points.
#[derive(Clone, Copy, Debug)]
enum Room {
    /// For all of the record.
    OfAll(f32),
    /// For the rows of the sheet: the record scrolls.
    OfSheet(f32),
}

/// What is remembered of how it looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    fields: Fields,
    sheet: Sheet,
    /// The last visit of the meeting that was brought into view.
    seen_visit: u64,
}

impl PageView for MeetingsPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let subtitle = match ctx.camp.data.meetings.len() {
            0 => String::new(),
            count => counted(count, "meeting"),
        };
        page_header(ui, Page::MEETINGS.title, &subtitle, |ui| {
            let add = Button::primary("New meeting").icon(Icon::Add);
            command_button(ui, ctx, out, add, Command::NEW_RECORD);
        });
        ui.add_space(space::S);
        let visit = self.editor.visit();
        let is_new_visit = std::mem::replace(&mut self.looks.seen_visit, visit) != visit;
        if is_new_visit && self.editor.is_new() {
            self.looks.fields.want_first(&self.editor);
        }
        if self.editor.target().is_none() {
            return none_yet(ui, ctx, out);
        }
        let beside = (ui.available_width() * SHARE).clamp(*LIST.start(), *LIST.end());
        let is_low = ui.available_height() < LOW;
        let scroll_bar = if is_low { space::L } else { 0.0 };
        let for_sheet = ui.available_width() - beside - f32::from(GAP) - scroll_bar;
        let is_narrow = ui.available_width() < NARROW || for_sheet < LEAST;
        let panel = if is_narrow {
            Panel::top("meetings above").exact_size(if is_low { LIST_IN_LOW } else { LIST_ABOVE })
        } else {
            Panel::left("meetings beside").exact_size(beside)
        };
        panel
            .resizable(false)
            .show_separator_line(false)
            .frame(egui::Frame::NONE)
            .show(ui, |ui| self.list(ui, (ctx, out), is_new_visit));
        let margin = if is_narrow {
            egui::Margin {
                top: 12,
                ..egui::Margin::ZERO
            }
        } else {
            egui::Margin {
                left: GAP,
                ..egui::Margin::ZERO
            }
        };
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            if ui.available_height() >= LOW {
                let room = Room::OfAll(ui.available_height());
                return self.record(ui, ctx, out, room);
            }
            let sheet = SHEET_IN_LOW.min(ui.available_height() - space::S);
            ScrollArea::vertical()
                .id_salt("meeting")
                .auto_shrink(false)
                .show(ui, |ui| {
                    // The scroll bar lies over the right edge.
                    ui.set_max_width(ui.available_width() - space::L);
                    following_keyboard(ui, |ui| {
                        self.record(ui, ctx, out, Room::OfSheet(sheet));
                    });
                });
        });
    }

    fn is_typing(&self, _: &egui::Context, _: View) -> bool {
        self.looks.fields.is_typing()
    }
}

impl MeetingsPage {
    /// The meeting that is shown.
    fn record(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, room: Room) {
        let can_change = ctx.why_not_change.is_none();
        let saved = self.editor.id().and_then(|id| ctx.camp.data.meeting(id));
        let title = saved.map_or_else(
            || "New meeting".to_owned(),
            |meeting| format!("Meeting of {}", show_date(meeting.date)),
        );
        let top = ui.cursor().top();
        let width = ui.available_width();
        record_title(ui, &self.editor, &title, width);
        let of_camp = ctx.camp.fields;
        let fields = &mut self.looks.fields;
        fields.begin(&mut out.focus_next, &self.editor, of_camp);
        let visit = self.editor.visit();
        changeable(ui, can_change, |ui| {
            // What can be undone in a field belongs to one meeting only.
            ui.push_id(visit, |ui| self.fields(ui));
        });
        ui.add_space(space::M);
        let taken = ui.cursor().top() - top;
        let room = match room {
            Room::OfAll(height) => Room::OfAll(height - taken - BUTTONS),
            Room::OfSheet(_) => room,
        };
        let wanted = self.looks.fields.take_wanted(Field::Attendance);
        self.sheet(ui, ctx, out, room, can_change, wanted);
        let pressed = record_buttons(ui, &self.editor, ctx);
        let escaped = self.looks.fields.end(ui, out, &self.editor);
        if let Some(command) = pressed.or(escaped.map(|_| Command::UNDO_FIELD)) {
            out.send(command);
        }
    }

    /// All meetings, the newest one first.
    fn list(&self, ui: &mut Ui, (ctx, out): (&Ctx<'_>, &mut Outbox), is_new_visit: bool) {
        let lines = self.lists.lines();
        let shown = self.at();
        let has_notes = ui.available_width() >= NOTES;
        let mut columns = vec![Column::fixed("Day", DATES).right()];
        if has_notes {
            columns.push(Column::flexible("Note", 60.0));
        } else {
            columns[0] = Column::flexible("Day", DATES).right();
        }
        let widths = [74.0, 70.0, 74.0];
        let marks = Attendance::VARIANTS.iter().zip(widths);
        columns.extend(marks.map(|(mark, width)| Column::fixed(mark.title(), width).right()));
        let row_name = |row: usize| {
            lines.get(row).map_or_else(String::new, |line| {
                let counts = Attendance::VARIANTS.iter().zip(line.counts);
                let counts = counts.map(|(mark, count)| format!(", {count} {}", mark.word()));
                let note = if line.note.is_empty() { "" } else { ", " };
                let counts = counts.collect::<String>();
                format!("{}{note}{}{counts}", show_date(line.date), line.note)
            })
        };
        let type_ahead = |row: usize| {
            lines
                .get(row)
                .map_or_else(String::new, |line| show_date(line.date))
        };
        let mut empty = |ui: &mut Ui| {
            let text = "The first meeting is listed here once it is saved.";
            EmptyState::new(Icon::Checklist, "No meetings yet", text).show(ui, |_| ());
        };
        let mut selected = shown;
        let table = Table::new("Meetings", &columns, lines.len())
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .empty(&mut empty)
            .reveal(selected.filter(|_| is_new_visit));
        let id = table.id_in(ui);
        if comes_to_list(ui, out) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let first_count = if has_notes { 2 } else { 1 };
        let response = table.show(ui, &mut selected, |cell, row, column| {
            let Some(line) = lines.get(row) else { return };
            match column {
                0 => cell.strong(&show_date(line.date)),
                1 if has_notes => cell.text(&line.note),
                _ => match column
                    .checked_sub(first_count)
                    .and_then(|at| line.counts.get(at))
                {
                    Some(0) => cell.weak("0"),
                    Some(count) => cell.text(&count.to_string()),
                    None => {}
                },
            }
        });
        let commands = [Command::NEW_RECORD, Command::DELETE_RECORD];
        row_commands(ui, (ctx, out), "meetings", &response, commands);
        if response.response.has_focus() {
            out.pane = Pane::List;
        }
        if response.selection_changed
            && let Some(row) = selected
        {
            self.show_at(row, out);
        }
        if response.activated.is_some() {
            out.focus_next = Some(FocusTarget::Field(Field::Attendance));
        }
        if response.delete_pressed {
            out.send(Command::DELETE_RECORD);
        }
    }

    /// Day and note, side by side.
    fn fields(&mut self, ui: &mut Ui) {
        let problems = self.editor.problems().to_vec();
        let draft = &mut self.editor.draft;
        let fields = &mut self.looks.fields;
        let form = Form::above();
        let column = |ui: &mut Ui, width: f32, add: &mut dyn FnMut(&mut Ui)| {
            ui.allocate_ui(egui::vec2(width, 0.0), |ui| {
                ui.set_width(width);
                add(ui);
            });
        };
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            let day = problems.iter().any(|problem| problem.field == Field::Date);
            column(ui, if day { DAY } else { DATE }, &mut |ui| {
                let field = form
                    .field("Day")
                    .hint("e.g. 9/3/2026")
                    .width(DATE)
                    .problem(reason(&problems, Field::Date));
                let place = (Field::Date, field.id_in(ui));
                fields.add(ui, place, Kind::Text, &draft.date);
                field.date(ui, &mut draft.date);
            });
            column(ui, ui.available_width(), &mut |ui| {
                let field = form.field("Note").problem(reason(&problems, Field::Notes));
                let place = (Field::Notes, field.id_in(ui));
                fields.add(ui, place, Kind::Text, &draft.note);
                field.text(ui, &mut draft.note);
            });
        });
    }
}

/// What meetings are for, where there are none.
fn none_yet(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let empty = EmptyState::new(Icon::Checklist, "No meetings yet", PURPOSE);
    empty.show(ui, |ui| {
        let add = Button::secondary("Add a meeting").icon(Icon::Add);
        let why_not = ctx.why_not(Command::NEW_RECORD);
        if add.refused(why_not).show(ui).clicked() {
            out.send(Command::NEW_RECORD);
        }
    });
}
