//! The games that were entered last, to be looked over and put right in place.

use egui::{Key, Modifiers, Ui};
use strum::VariantArray as _;

use super::entry::Typing;
use crate::{
    app::{
        Command, RESULT_KEYS,
        exporting::{ExportedColumn, ExportedList},
        listing::Listing,
        page::Ctx,
    },
    domain::{CampData, Game, GameResult, PlayerId, show_change, show_date, show_rating as number},
    kit::{
        Column, EmptyState, Icon, MenuItem, Table, UiTokens as _, icon::icon_label,
        one_key::take_key, page::section_title, tokens::space,
    },
    pages::{
        games::entry::{EnteredGame, EntryAction, Place},
        looks::row_menu::row_menu,
    },
    spreadsheet::Cell,
};

/// Below this width, in points, there is no room for what is odd in words.
const WITH_WORDS: f32 = 860.0;

/// Below this height, in points, the title gives its room to the games: those at the top are what one looks at.
const WITH_TITLE: f32 = 240.0;

/// A game with what is shown of it.
#[derive(Debug)]
struct Line {
    game: Game,
    entered: EnteredGame,
    white: String,
    black: String,
    odd: String,
}

#[derive(Debug, Default)]
pub(super) struct Latest {
    lines: Vec<Line>,
    made_for: Option<u64>,
}

impl Latest {
    /// Shows the list. `take_keyboard`: a key led here. Whether the list has the keyboard.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        typing: &mut Typing<'_>,
        ctx: &Ctx<'_>,
        take_keyboard: bool,
    ) -> bool {
        let is_new = self.follow(typing, ctx);
        if ui.available_height() >= WITH_TITLE {
            let can_be_changed = ctx.why_not(Command::NEW_RECORD).is_none();
            title(ui, can_be_changed && !self.lines.is_empty());
        }
        let t = ui.tokens();

        let mut selected = typing
            .entry
            .selected
            .and_then(|id| self.lines.iter().position(|line| line.game.id == id));
        let has_words = ui.available_width() >= WITH_WORDS;
        let columns = columns(has_words);
        let lines = &self.lines;
        let row_name = |row: usize| said(&lines[row]);
        let [nothing, text] = none_yet(ctx);
        let mut empty = |ui: &mut Ui| {
            EmptyState::new(Icon::Games, nothing, text).show(ui, |_| {});
        };
        let table = Table::new("Entered last", &columns, lines.len())
            .row_name(&row_name)
            .reveal(is_new.then_some(0))
            .empty(&mut empty);
        let id = table.id_in(ui);
        let mut has_keyboard = ui.memory(|memory| memory.has_focus(id));
        if take_keyboard && !lines.is_empty() {
            ui.memory_mut(|memory| memory.request_focus(id));
            selected = Some(0);
            has_keyboard = true;
        }
        if has_keyboard && !take_keyboard {
            self.keys(ui, typing, selected);
        }
        let before = selected;
        let response = table.show(ui, &mut selected, |cell, row, column| {
            let line = &lines[row];
            let game = &line.game;
            match column {
                0 => cell.weak(&game.sequence.to_string()),
                1 => cell.text(&line.white),
                2 => cell.text(&line.black),
                3 if game.counts => cell.strong(game.result.score()),
                3 => cell.weak(&result(game)),
                4 => cell.text(&game.date.map(show_date).unwrap_or_default()),
                5 => cell.text(&changes(&line.entered)),
                _ if line.odd.is_empty() => {}
                _ if has_words => cell.widgets(|ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    icon_label(ui, Icon::Warning, t.warning);
                    let text = egui::RichText::new(&line.odd).color(t.text);
                    ui.add(egui::Label::new(text).truncate());
                }),
                _ => cell.icon(Icon::Warning, t.warning),
            }
        });
        let has_keyboard = response.response.has_focus();
        typing.entry.takes_single_keys |= has_keyboard;
        typing.entry.selected = selected
            .and_then(|row| self.lines.get(row))
            .map(|line| line.game.id);
        if let Some(line) = response.activated.and_then(|row| self.lines.get(row)) {
            typing.wanted.push(EntryAction::Correct(line.game.id));
        }
        let mut is_deleted = response.delete_pressed;
        row_menu(ui, "latest", &response, |ui| {
            let why_not = ctx.why_not(Command::NEW_RECORD);
            let mut item = |text, keys| {
                let item = MenuItem::new(text).shortcut(keys).refused(why_not);
                item.show(ui).clicked()
            };
            let Some(line) = selected.and_then(|row| self.lines.get(row)) else {
                return;
            };
            if item("Correct game", "Enter") {
                typing.wanted.push(EntryAction::Correct(line.game.id));
            }
            if item("Insert game before this one", "Insert") {
                typing.wanted.push(EntryAction::InsertBefore(line.game.id));
            }
            is_deleted |= item("Delete game", "Delete");
        });
        if is_deleted && let Some(row) = before.or(selected) {
            typing
                .wanted
                .push(EntryAction::Delete(self.lines[row].game.id));
            // The one after it is next.
            let next = self
                .lines
                .get(row + 1)
                .or(row.checked_sub(1).and_then(|row| self.lines.get(row)));
            typing.entry.selected = next.map(|line| line.game.id);
        }
        has_keyboard
    }

    /// Looks at the games as they are now. Whether the first one wasn't there before.
    fn follow(&mut self, typing: &Typing<'_>, ctx: &Ctx<'_>) -> bool {
        let camp = ctx.camp;
        if self.made_for.replace(camp.revision) == Some(camp.revision) {
            return false;
        }
        let before = std::mem::replace(
            &mut self.lines,
            lines(&camp.data, typing.listing, typing.entry.latest()),
        );
        let first = self.lines.first().map(|line| line.game.id);
        before.iter().all(|line| Some(line.game.id) != first)
    }

    /// Keys that do something with the selected game, and those that lead back to the strip.
    fn keys(&self, ui: &Ui, typing: &mut Typing<'_>, selected: Option<usize>) {
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if selected.unwrap_or(0) == 0 && pressed(Key::ArrowUp) {
            typing.entry.cursor_to = Some(Place::White);
        }
        let Some(line) = selected.and_then(|row| self.lines.get(row)) else {
            return;
        };
        if let Some(result) = take_key(ui, &RESULT_KEYS).and_then(|at| GameResult::VARIANTS.get(at))
        {
            typing
                .wanted
                .push(EntryAction::ChangeResult(line.game.id, *result));
        }
        if pressed(Key::F2) {
            typing.wanted.push(EntryAction::Correct(line.game.id));
        }
        if pressed(Key::Insert) {
            typing.wanted.push(EntryAction::InsertBefore(line.game.id));
        }
    }
}

/// The title, and what keys do in the list where they do something.
fn title(ui: &mut Ui, has_keys: bool) {
    let t = ui.tokens();
    ui.horizontal(|ui| {
        section_title(ui, "Entered last");
        if has_keys {
            ui.add_space(space::S);
            let keys = "1, 0 or 5 changes the result, Enter corrects the game, Delete deletes it";
            ui.add(egui::Label::new(egui::RichText::new(keys).color(t.text_weak)).truncate());
        }
    });
    ui.add_space(space::S);
}

/// What stands in place of games that there aren't, and what to do.
fn none_yet(ctx: &Ctx<'_>) -> [&'static str; 2] {
    let camp = &ctx.camp.data;
    if ctx.why_not_change_week.is_some() {
        [
            "This week can’t be changed",
            "Its games are under Form and Datasheet.",
        ]
    } else if camp.players.is_empty() {
        [
            "Players come first",
            "Enter them under Ladder players (Ctrl+1), or import them from Access (Ctrl+I).",
        ]
    } else if camp.games.is_empty() {
        ["No games this week yet", "Games you type appear here."]
    } else {
        [
            "No game typed yet",
            "Games you type appear here. The imported ones are under Form and Datasheet.",
        ]
    }
}

/// The titles of the columns.
const TITLES: [&str; 7] = [
    "Game", "White", "Black", "Result", "Date", "Change", "Check",
];

fn columns(has_words: bool) -> Vec<Column<'static>> {
    let [game, white, black, result, date, change, check] = TITLES;
    let mut columns = vec![
        Column::fixed(game, 64.0).right(),
        Column::flexible(white, 96.0),
        Column::flexible(black, 96.0),
        Column::fixed(result, 80.0).centered(),
        Column::fixed(date, 100.0).right(),
        Column::fixed(change, 96.0).right(),
    ];
    columns.push(if has_words {
        Column::flexible(check, 280.0)
    } else {
        Column::fixed(check, 68.0).centered()
    });
    columns
}

/// What the list shows of a result, which tells a fun game.
fn result(game: &Game) -> String {
    if game.counts {
        game.result.score().to_owned()
    } else {
        format!("{} fun", game.result.score())
    }
}

/// The list, to be written to a file.
pub(super) fn exported(listing: &Listing, entered: &[EnteredGame], ctx: &Ctx<'_>) -> ExportedList {
    let columns = TITLES.iter().zip(0..).map(|(title, at)| match at {
        0 | 4 => ExportedColumn::number(*title),
        _ => ExportedColumn::text(*title),
    });
    let (rows, entered) = (listing.shown_rows(), entered.to_vec());
    let camp = ctx.camp.data.clone();
    ExportedList::new("Games entered last", "game", columns.collect(), move || {
        let lines = lines(&camp, &rows.listing(), &entered);
        let row = |line: &Line| {
            vec![
                Cell::whole(line.game.sequence),
                Cell::text(&line.white),
                Cell::text(&line.black),
                Cell::text(result(&line.game)),
                line.game.date.map_or(Cell::Empty, Cell::Date),
                Cell::text(changes(&line.entered)),
                Cell::text(&line.odd),
            ]
        };
        lines.iter().map(row).collect()
    })
}

fn lines(camp: &CampData, list: &Listing, entered: &[EnteredGame]) -> Vec<Line> {
    let name = |player: PlayerId| list.name(camp, player).to_owned();
    entered
        .iter()
        .filter_map(|entered| {
            let game = camp.game(entered.id)?;
            let odd = entered.oddities.iter().map(|odd| odd.sentence(camp));
            Some(Line {
                white: name(game.white),
                black: name(game.black),
                odd: odd.collect::<Vec<_>>().join(". "),
                game: game.clone(),
                entered: entered.clone(),
            })
        })
        .collect()
}

/// "+16 / −16"
fn changes(entered: &EnteredGame) -> String {
    entered.moved.map_or_else(String::new, |moved| {
        format!(
            "{} / {}",
            show_change(moved.change),
            show_change(-moved.change)
        )
    })
}

/// One line that says a game to a screen reader.
fn said(line: &Line) -> String {
    let game = &line.game;
    let mut said = format!(
        "Game {}: {} against {}, {}",
        game.sequence,
        line.white,
        line.black,
        game.result.words()
    );
    if let Some(moved) = line.entered.moved {
        let [white, white_after, black, black_after] = [
            moved.white,
            moved.white + moved.change,
            moved.black,
            moved.black - moved.change,
        ]
        .map(number);
        let ratings = format!(", White {white} to {white_after}, Black {black} to {black_after}");
        said.push_str(&ratings);
    }
    if !line.odd.is_empty() {
        said.push_str(". ");
        said.push_str(&line.odd);
    }
    said
}
