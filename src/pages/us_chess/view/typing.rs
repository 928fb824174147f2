//! How a section is typed: the sheet, and below it what is to be looked at.

use egui::{Event, Id, Key, Label, RichText, Ui, vec2};

use super::{UPPER, crosstable::points, sections::name, take_keyboard};
use crate::{
    app::{
        FocusTarget,
        page::{Ctx, Outbox},
    },
    domain::{counted, name_key, us_chess::MemberKey},
    kit::{
        Busy, Button, CellAt, Column, EditStart, EmptyState, EndedBy, Icon, Picker, PickerItem,
        PickerState, Table, TableResponse, UiTokens as _,
        input::Input,
        input_check::check_box,
        page::{page_header, takes_escape},
        picker::search_words,
        segmented,
        table::{copied_text, pasted_cells},
        tokens::{size, space},
    },
    pages::us_chess::{
        UsChessPage,
        logic::Overview,
        typing::{FIRST_ROUND, NAME, Order, Sheet, Typed, is_whole, read},
    },
};

/// Widths of columns, in points.
const NUMBER: f32 = 54.0;
const LEAST_NAME: f32 = 150.0;
const ROUND: f32 = 64.0;
const SCORE: f32 = 62.0;

/// The letter that opens a cell stands in it a few frames later, and may be all there is to type.
const FRAMES_TO_LETTER: u8 = 4;

/// The list of what is to be looked at shows this many rows at most.
const MOST_THINGS: usize = 4;

const KEYS: &str = "W12, L3, D7: the opponent’s cell is filled, and the next empty cell follows; Tab only where a number could go on. Letters find the opponent. B, H, U: byes. X, F: forfeits.";

/// What is offered for a name that no member has.
fn offer(name: &str) -> String {
    format!("Add “{name}” as a new player")
}

impl UsChessPage {
    /// Draws the sheet that is open, if one is. Whether there is one.
    pub(super) fn typing(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let Some(sheet) = &mut self.sheet else {
            return false;
        };
        let all = self.overview.answer().and_then(|all| all.as_ref().ok());
        let is_done = head(ui, sheet);
        if let Some(reason) = sheet.failure() {
            EmptyState::new(Icon::Error, "The section can’t be typed", reason).show(ui, |_| false);
        } else if let (Some(_), Some(all)) = (&sheet.head, all) {
            options(ui, sheet, ctx, out);
            grid(ui, sheet, (all, &self.members_to_choose), ctx, out);
            things(ui, sheet);
        } else {
            Busy::new("Reading the section").show(ui);
        }
        // What is typed in a cell and can't be kept is put right first, or given up with Esc.
        let is_done = is_done && sheet.refused.is_none();
        if is_done || !ctx.has_dialog && takes_escape(ui) {
            self.sheet = None;
            out.focus_next = Some(FocusTarget::List);
        }
        true
    }
}

/// What is typed, and the button that ends it. Whether it was pressed.
fn head(ui: &mut Ui, sheet: &Sheet) -> bool {
    let title = sheet.head.as_ref();
    let title = title.map_or_else(String::new, |head| {
        format!("{}, {}", head.event_name, name(head))
    });
    page_header(ui, &title, &sheet.in_words(), |ui| {
        let done = Button::primary("Done").shortcut("Esc");
        done.show(ui).clicked()
    })
}

/// How typing goes on, and how many rounds there are.
fn options(ui: &mut Ui, sheet: &mut Sheet, ctx: &Ctx<'_>, out: &mut Outbox) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
        let chosen = usize::from(sheet.order == Order::ByRound);
        if let Some(at) = segmented(ui, "Type", &["By player", "By round"], chosen) {
            sheet.order = [Order::ByPlayer, Order::ByRound][at];
            sheet.takes_keyboard = true;
        }
        let label = ui.label("Rounds");
        let id = ui.make_persistent_id("rounds");
        let mut text = ui
            .data(|data| data.get_temp::<String>(id))
            .unwrap_or_else(|| sheet.rounds().to_string());
        let rounds = Input::new(id).width(52.0).limit(2).show(ui, &mut text);
        let rounds = rounds.labelled_by(label.id);
        if rounds.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
        } else {
            if rounds.lost_focus()
                && ctx.why_not_change.is_none()
                && let Ok(number) = text.trim().parse()
            {
                sheet.set_rounds(number, out);
            }
            ui.data_mut(|data| data.remove_temp::<String>(id));
        }
        let id = ui.make_persistent_id("type colors");
        check_box(ui, id, "Colors", &mut sheet.colors);
    });
    let weak = ui.tokens().text_weak;
    let said = if sheet.said.is_empty() {
        RichText::new(KEYS).color(weak)
    } else {
        RichText::new(&sheet.said)
    };
    ui.add(Label::new(said).wrap());
    ui.add_space(space::XS);
}

fn columns(sheet: &Sheet) -> Vec<Column<'static>> {
    let mut columns = vec![
        Column::fixed("Pair", NUMBER).right(),
        Column::flexible("Name", LEAST_NAME),
    ];
    columns.extend(
        (1..=sheet.rounds()).map(|round| Column::fixed(round.to_string(), ROUND).under("Round")),
    );
    columns.push(Column::fixed("Score", SCORE).right());
    columns
}

/// What a cell shows.
fn text(sheet: &Sheet, row: usize, column: usize) -> String {
    let Some(entry) = sheet.section.entries.get(row) else {
        return String::new();
    };
    match (column, column.checked_sub(FIRST_ROUND)) {
        (0, _) => entry.pair.to_string(),
        (NAME, _) => entry.name.clone(),
        (_, Some(round)) if round < sheet.rounds() => {
            let cell = entry.cell(round);
            if cell.is_blank() {
                String::new()
            } else if sheet.colors {
                cell.to_string()
            } else {
                cell.without_side().to_string()
            }
        }
        _ => points(sheet.halves(row)),
    }
}

/// What the sheet has of the page: what is to be looked at stands below it.
fn room(ui: &Ui, sheet: &Sheet) -> egui::Vec2 {
    let shown = sheet.things().len().min(MOST_THINGS);
    let below = if shown == 0 {
        0.0
    } else {
        // With the line of its title and its frame.
        size::HEADER
            + size::LIST_ROW * f32::from(u8::try_from(shown).unwrap_or(u8::MAX))
            + 2.0 * space::L
    };
    vec2(
        ui.available_width(),
        (ui.available_height() - below).max(4.0 * size::ROW),
    )
}

fn grid(
    ui: &mut Ui,
    sheet: &mut Sheet,
    (all, members): (&Overview, &[PickerItem]),
    ctx: &Ctx<'_>,
    out: &mut Outbox,
) {
    let rows = sheet.section.entries.len();
    let columns = columns(sheet);
    let room = room(ui, sheet);
    let can_change = ctx.why_not_change.is_none();
    let mut state = std::mem::take(&mut sheet.grid);
    let mut editor = std::mem::take(&mut sheet.editor);
    let is_refused = sheet.refused.is_some();
    pass_over_tab(ui, sheet);
    let takes_keyboard = sheet.takes_keyboard && !ctx.has_dialog;
    let (mut adds, mut accepted) = (false, false);
    let inner = ui.allocate_ui(room, |ui| {
        let row_name = |row: usize| {
            let entry = sheet.section.entries.get(row);
            entry.map_or_else(
                || "New player".to_owned(),
                |entry| {
                    let points = points(sheet.halves(row));
                    format!("{} {}, {points} points", entry.pair, entry.name)
                },
            )
        };
        let cell_name = |row: usize, column: usize| {
            let title = columns.get(column).map(Column::full_title);
            let title = title.unwrap_or_default();
            format!("{title} {}", text(sheet, row, column))
        };
        let table = Table::new("Section", &columns, rows)
            .cells()
            .selectors(None)
            .multiple()
            .row_name(&row_name)
            .cell_name(&cell_name);
        let table = if can_change {
            table.new_record()
        } else {
            table
        };
        let id = table.id_in(ui);
        take_keyboard(ui, id, UPPER, out);
        let is_there = takes_keyboard && send_keyboard(ui, id);
        let opponents = opponents(sheet, state.editing, &editor.text);
        let answer = table.show_state(
            ui,
            &mut state,
            |cell, row, column| {
                let text = text(sheet, row, column);
                let round = column.checked_sub(FIRST_ROUND);
                let mut things = sheet.things().iter();
                let wrong = things.any(|thing| {
                    let is_place = thing.row == row && thing.round == round;
                    is_place && thing.is_wrong && round.is_some()
                });
                match column {
                    _ if row >= rows && column == NAME => cell.weak("Type the next player"),
                    _ if wrong => cell.wrong(&text),
                    0 => cell.weak(&text),
                    NAME => cell.strong(&text),
                    _ => cell.text(&text),
                }
            },
            |cell| {
                let typed = read(&editor.text, sheet.result);
                if cell.at.column == NAME {
                    let picker = Picker::new(members).fold(name_key).offers_new(offer);
                    let answer = cell.picker(&picker, is_refused, &mut editor);
                    adds |= answer.adds;
                    accepted |= answer.accepted.is_some();
                } else if matches!(typed, Typed::Opponent { .. }) {
                    let picker = Picker::new(&opponents).fold(without_result);
                    let answer = cell.picker(&picker, is_refused, &mut editor);
                    accepted |= answer.accepted.is_some();
                } else {
                    cell.text(&mut editor.text, is_refused);
                }
            },
        );
        (answer, id, is_there)
    });
    sheet.grid = state;
    sheet.go_on_past_the_names();
    sheet.editor = editor;
    let (answer, id, is_there) = inner.inner;
    sheet.takes_keyboard &= !is_there;
    sheet.keys.awaits_grid = takes_keyboard && !is_there;
    if can_change {
        take(ui, sheet, (all, id), out, &answer, (adds, accepted));
    } else if answer.edit_wanted.is_some() {
        out.notices.problem(ctx.why_not_change.unwrap_or_default());
    }
    if answer.copy_wanted {
        copy(ui, sheet, &answer);
    }
}

/// Sends the keyboard to the grid, until it is there: a question that led here gives it back elsewhere first. Whether it is.
fn send_keyboard(ui: &Ui, grid: Id) -> bool {
    let is_there = ui.memory(|memory| memory.has_focus(grid) && memory.had_focus_last_frame(grid));
    if !is_there {
        ui.memory_mut(|memory| memory.request_focus(grid));
        ui.ctx().request_repaint();
    }
    is_there
}

/// Tab right behind a cell that has kept itself would skip the next one.
fn pass_over_tab(ui: &Ui, sheet: &mut Sheet) {
    if !sheet.keys.has_kept_itself {
        return;
    }
    let is_done = |event: &Event| {
        matches!(
            event,
            Event::Text(_) | Event::PointerButton { .. } | Event::Key { pressed: true, .. }
        )
    };
    let is_tab = |event: &Event| matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if modifiers.is_none());
    ui.input_mut(|input| {
        let done = input.events.iter().find(|event| is_done(event));
        sheet.keys.has_kept_itself = done.is_none();
        if done.is_some_and(is_tab) {
            input.events.retain(|event| !is_tab(event));
        }
    });
}

/// Takes what was done in the grid.
fn take(
    ui: &Ui,
    sheet: &mut Sheet,
    (all, grid): (&Overview, Id),
    out: &mut Outbox,
    answer: &TableResponse,
    (adds, accepted): (bool, bool),
) {
    if let Some((at, start)) = &answer.edit_wanted {
        begin(sheet, *at, start);
        let is_typed = matches!(start, EditStart::Typed(_)) && sheet.grid.editing.is_some();
        sheet.keys.frames_to_letter = if is_typed { FRAMES_TO_LETTER } else { 0 };
    }
    if let Some(at) = sheet.grid.editing {
        let cell = match read(&sheet.editor.text, sheet.result) {
            Typed::Cell(cell) if at.column >= FIRST_ROUND => Some(cell),
            _ => None,
        };
        let is_whole = !sheet.colors && cell.is_some_and(|cell| is_whole(cell, sheet.highest()));
        // What was there at first is there to be looked at.
        let is_typed = ui.input(|input| {
            let mut events = input.events.iter();
            events.any(|event| matches!(event, Event::Text(_)))
        });
        if adds {
            add(sheet, at, out);
        } else if let Some((at, by)) = answer.edit_ended {
            keep(sheet, all, at, by, out);
        } else if is_whole && is_typed || accepted {
            keep(sheet, all, at, EndedBy::Next, out);
            sheet.takes_keyboard = sheet.grid.editing.is_none();
            sheet.keys.has_kept_itself = is_whole && sheet.takes_keyboard;
            sheet.keys.awaits_grid = sheet.takes_keyboard && !send_keyboard(ui, grid);
        }
        if adds || accepted || is_whole && is_typed || answer.edit_ended.is_some() {
            ui.ctx().request_repaint();
        }
    }
    if answer.delete_pressed && sheet.grid.editing.is_none() {
        if answer.whole_rows {
            let rows = sheet.grid.selection.rows().collect::<Vec<_>>();
            sheet.delete(&rows, None, out);
        } else {
            sheet.delete(&[], sheet.grid.cell(), out);
        }
    }
    if let (Some(text), Some(at)) = (&answer.pasted, sheet.grid.cell()) {
        paste(sheet, at, text, out);
    }
}

/// Opens a cell for typing. Numbers and scores follow from what is typed elsewhere.
fn begin(sheet: &mut Sheet, at: CellAt, start: &EditStart) {
    let is_typed = at.column >= NAME && at.column < FIRST_ROUND + sheet.rounds();
    let has_player = at.row < sheet.section.entries.len();
    if !is_typed {
        return;
    }
    if at.column >= FIRST_ROUND && !has_player {
        "Type the player first, in the column Name".clone_into(&mut sheet.said);
        return;
    }
    sheet.refused = None;
    sheet.editor = PickerState::default();
    if !matches!(start, EditStart::Typed(_)) {
        sheet.editor.text = text(sheet, at.row, at.column);
    }
    sheet.grid.editing = Some(at);
}

/// Keeps what was typed in a cell, or leaves the cell open with the reason why it can't be kept.
fn keep(sheet: &mut Sheet, all: &Overview, at: CellAt, by: EndedBy, out: &mut Outbox) {
    let before = text(sheet, at.row, at.column);
    if by == EndedBy::Escape || sheet.editor.text.trim() == before {
        sheet.refused = None;
        sheet.grid.leave(by);
        return;
    }
    let kept = if at.column == NAME {
        keep_name(sheet, all, at, out)
    } else {
        keep_cell(sheet, at, out)
    };
    match kept {
        Ok(next) => {
            sheet.refused = None;
            match (by, next) {
                (EndedBy::Next, Some(next)) => {
                    sheet.grid.leave(EndedBy::Elsewhere);
                    sheet.grid.go_to(next);
                }
                _ => sheet.grid.leave(by),
            }
        }
        Err(reason) => {
            sheet.said.clone_from(&reason);
            sheet.refused = Some(reason);
        }
    }
}

/// Adds somebody who is no member yet.
fn add(sheet: &mut Sheet, at: CellAt, out: &mut Outbox) {
    let typed = sheet.editor.text.clone();
    sheet.name(at.row, None, &typed, out);
    sheet.refused = None;
    sheet.grid.leave(EndedBy::Elsewhere);
    sheet.grid.go_to(below(at));
    sheet.takes_keyboard = true;
}

/// After a name comes the next one.
fn below(at: CellAt) -> CellAt {
    CellAt {
        row: at.row + 1,
        column: NAME,
    }
}

fn keep_name(
    sheet: &mut Sheet,
    all: &Overview,
    at: CellAt,
    out: &mut Outbox,
) -> Result<Option<CellAt>, String> {
    let typed = sheet.editor.text.trim().to_owned();
    let chosen = sheet.editor.chosen.map(MemberKey);
    let member = chosen.and_then(|key| all.members.iter().find(|stored| stored.key == key));
    let Some(member) = member else {
        return if typed.is_empty() {
            Err(
                "A player has a name. To take a row out, select it (Shift+Space) and press Delete"
                    .to_owned(),
            )
        } else {
            Err(format!(
                "“{typed}” is no member, or several. Press Arrow Down to choose or add one"
            ))
        };
    };
    let mut again = None;
    if sheet.has_elsewhere(member.key, at.row) {
        let name = member.member.listed_name();
        again = Some(format!(
            "{name} has two rows in this section now. They are rated as one player"
        ));
    }
    sheet.name(at.row, Some(member), &typed, out);
    if let Some(again) = again {
        sheet.said = again;
    }
    Ok(Some(below(at)))
}

fn keep_cell(sheet: &mut Sheet, at: CellAt, out: &mut Outbox) -> Result<Option<CellAt>, String> {
    let text = sheet.editor.text.clone();
    match read(&text, sheet.result) {
        Typed::Nothing => {
            sheet.delete(&[], Some(at), out);
            Ok(None)
        }
        Typed::Cell(cell) => sheet.enter(at, cell, out),
        Typed::Opponent { words, .. } => Err(format!(
            "“{words}” is no player of this section, or several. Press Arrow Down to choose one, or type the number"
        )),
        Typed::Wrong(problem) => Err(problem.to_string()),
    }
}

/// The other players of the section, each as the cell that it would be.
fn opponents(sheet: &Sheet, editing: Option<CellAt>, typed: &str) -> Vec<PickerItem> {
    let Typed::Opponent { code, .. } = read(typed, sheet.result) else {
        return Vec::new();
    };
    let entries = sheet.section.entries.iter().enumerate();
    let others = entries.filter(|(row, _)| editing.is_some_and(|at| at.row != *row));
    let item = |(_, entry): (usize, &crate::domain::us_chess::Entry)| PickerItem {
        key: i64::from(entry.pair),
        text: format!("{}{}", code.letter(), entry.pair),
        detail: entry.name.clone(),
        search: search_words(&name_key(&entry.name)),
        seldom: false,
    };
    others.map(item).collect()
}

/// The letters of a name behind the result that is typed before them.
fn without_result(text: &str) -> String {
    let mut letters = text.trim().chars();
    letters.next();
    name_key(letters.as_str().trim_start())
}

/// Copies the selected rows, or else the cell.
fn copy(ui: &Ui, sheet: &Sheet, answer: &TableResponse) {
    let columns = FIRST_ROUND + sheet.rounds() + 1;
    let copied = if answer.whole_rows {
        let rows = sheet.grid.selection.rows().collect::<Vec<_>>();
        copied_text(rows.len(), columns, |row, column| {
            rows.get(row)
                .map_or_else(String::new, |row| text(sheet, *row, column))
        })
    } else {
        let cell = sheet.grid.cell();
        cell.map_or_else(String::new, |at| text(sheet, at.row, at.column))
    };
    ui.copy_text(copied);
}

/// Enters the results that were copied elsewhere, from the cell on: all of them, or none.
fn paste(sheet: &mut Sheet, from: CellAt, text: &str, out: &mut Outbox) {
    if from.column < FIRST_ROUND {
        "Results can be pasted into rounds".clone_into(&mut sheet.said);
        return;
    }
    let mut cells = Vec::new();
    for (down, row) in pasted_cells(text).iter().enumerate() {
        for (right, typed) in row.iter().enumerate() {
            let at = CellAt {
                row: from.row + down,
                column: from.column + right,
            };
            let problem = match read(typed, sheet.result) {
                Typed::Nothing => continue,
                Typed::Cell(cell) => {
                    cells.push((at, cell));
                    continue;
                }
                Typed::Opponent { .. } => format!("“{typed}” is no result"),
                Typed::Wrong(problem) => problem.to_string(),
            };
            sheet.said = format!("{problem}. Nothing is pasted");
            return;
        }
    }
    let has_room = |at: CellAt| {
        at.row < sheet.section.entries.len() && at.column < FIRST_ROUND + sheet.rounds()
    };
    if cells.iter().all(|(at, _)| has_room(*at)) {
        sheet.enter_all(&cells, out);
    } else {
        "There are more results than players or rounds. Nothing is pasted"
            .clone_into(&mut sheet.said);
    }
}

/// What is to be looked at, each with a way there.
fn things(ui: &mut Ui, sheet: &mut Sheet) {
    if sheet.things().is_empty() {
        return;
    }
    ui.add_space(space::S);
    let title = counted(sheet.things().len(), "thing");
    let title = format!("{title} to check. Press Enter to go there");
    let columns = [Column::flexible(title, 200.0)];
    let list = sheet.things();
    let row_name = |row: usize| {
        list.get(row)
            .map_or_else(String::new, |thing| thing.sentence.clone())
    };
    let id = ui.make_persistent_id("chosen thing");
    let mut chosen = ui
        .data(|data| data.get_temp::<Option<usize>>(id))
        .unwrap_or_default();
    let before = chosen;
    let answer = Table::new("To check", &columns, list.len())
        .row_name(&row_name)
        .show(ui, &mut chosen, |cell, row, _| {
            let Some(thing) = list.get(row) else { return };
            if thing.is_wrong {
                cell.wrong(&thing.sentence);
            } else {
                cell.text(&thing.sentence);
            }
        });
    ui.data_mut(|data| data.insert_temp(id, chosen));
    let is_clicked = chosen != before && ui.input(|input| input.pointer.any_click());
    let wanted = answer.activated.or(chosen.filter(|_| is_clicked));
    let place = wanted.and_then(|row| list.get(row)).map(|thing| CellAt {
        row: thing.row,
        column: thing.round.map_or(NAME, |round| FIRST_ROUND + round),
    });
    if let Some(at) = place {
        sheet.grid.go_to(at);
        sheet.takes_keyboard = true;
    }
}
