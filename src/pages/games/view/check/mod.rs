//! Ladder games, second pass: each game compared with its paper, in the order of typing.
//!
//! The eyes go from the sheet to one place on the screen and back: the current game stands there, large. The hands stay
//! on the number pad.

mod columns;

use egui::{
    Align, Event, FontSelection, Frame, Key, Layout, Margin, Modifiers, RichText, Role, Stroke, Ui,
    WidgetText, text::LayoutJob, vec2,
};
use egui_extras::{Size, StripBuilder};

use self::columns::Of;
use crate::{
    app::{
        Action, Command, FocusTarget,
        exporting::{ExportedColumn, ExportedList},
        listing::Listing,
        page::{Ctx, Outbox},
    },
    domain::{Game, GameId, PlayerId, Record, show_date, show_moment, show_time},
    kit::{
        Button, EmptyState, Icon, Table, UiTokens as _,
        busy::progress_bar,
        icon::icon_label,
        input_check::check_box,
        table::{room_for_columns, width_of_name},
        theme,
        tokens::{radius, size, space},
    },
    pages::{
        games::checking::{Check, CheckKey, Checking, Difference},
        looks::{keyboard::is_sent_to_list, record::form_header, row_menu::row_commands},
    },
    spreadsheet::Cell,
};

/// A difference can't be answered sooner than this, in seconds: nobody reads it faster, so a key that comes earlier was meant
/// for the next game.
const READING: f64 = 0.4;

/// The current game, in points.
const CARD_HEIGHT: f32 = 172.0;
const NAME_POINTS: f32 = 22.0;
const RESULT_POINTS: f32 = 34.0;
const RESULT_WIDTH: f32 = 120.0;
const PLAYERS_HEIGHT: f32 = 76.0;

/// What stands in the list of a game that isn't checked, and of one that differs from what was typed.
const NOT_YET: &str = "Not yet";
const DIFFERS: &str = "Differs";

/// The list, to be written to a file.
pub(super) fn exported(checking: &Checking, listing: &Listing, ctx: &Ctx<'_>) -> ExportedList {
    const WRITTEN: [Of; 6] = [
        Of::Game,
        Of::Date,
        Of::White,
        Of::Result,
        Of::Black,
        Of::Checked,
    ];
    let columns = WRITTEN.map(|of| match of {
        Of::Game | Of::Date => ExportedColumn::number(of.title()),
        _ => ExportedColumn::text(of.title()),
    });
    let (rows, names) = (checking.rows(), listing.shown_rows());
    let difference = checking.difference().map(|difference| difference.game);
    let (camp, zone) = (ctx.camp.data.clone(), ctx.now.time_zone().clone());
    ExportedList::new("Games to check", "game", columns.to_vec(), move || {
        let names = names.listing();
        let cell = |game: &Game, of| match of {
            Of::Game => Cell::whole(game.sequence),
            Of::Date => game.date.map_or(Cell::Empty, Cell::Date),
            Of::White => Cell::text(names.name(&camp, game.white)),
            Of::Result => Cell::text(game.result.score()),
            Of::Black => Cell::text(names.name(&camp, game.black)),
            Of::Mark | Of::Checked => match game.verified {
                _ if difference == Some(game.id) => Cell::text(DIFFERS),
                Some(moment) => Cell::time(&moment.timestamp().to_zoned(zone.clone())),
                None => Cell::text(NOT_YET),
            },
        };
        let games = rows.iter().filter_map(|place| camp.games.get(*place));
        let row = |game: &Game| WRITTEN.map(|of| cell(game, of)).to_vec();
        games.map(row).collect()
    })
}

#[derive(Debug, Default)]
pub(super) struct CheckView {
    /// The difference that is shown, and since when.
    shown: Option<(Difference, f64)>,
    /// The game that was brought into view.
    revealed: Option<GameId>,
}

impl CheckView {
    /// Shows the view. What the director does in it.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        checking: &Checking,
        listing: &Listing,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) -> Vec<Check> {
        form_header(ui, ctx, out, "In order typed", None);
        let mut wanted = Vec::new();
        if ctx.camp.data.games.is_empty() {
            let text = "Compare typed games with the result sheets here.";
            EmptyState::new(Icon::Games, "No games this week yet", text).show(ui, |_| {});
            return wanted;
        }
        wanted.extend(progress(ui, checking, ctx, out));
        ui.add_space(space::S);
        wanted.extend(current(ui, checking, listing, ctx, out));
        ui.add_space(space::M);
        wanted.extend(self.list(ui, checking, listing, ctx, out));
        wanted
    }

    /// All games, and the keys.
    fn list(
        &mut self,
        ui: &mut Ui,
        checking: &Checking,
        listing: &Listing,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) -> Vec<Check> {
        let was_sent_here = is_sent_to_list(out);
        let camp = ctx.camp;
        let games = &camp.data.games;
        let rows = checking.rows();
        let game = |row: usize| rows.get(row).and_then(|place| games.get(*place));
        let name = |player: PlayerId| listing.name(&camp.data, player);
        let zone = ctx.now.time_zone();
        let today = ctx.today();
        let difference = checking.difference();
        let differs = |game: &Game| difference.is_some_and(|other| other.game == game.id);
        let state = |game: &Game| match game.verified {
            _ if differs(game) => DIFFERS.to_owned(),
            // The card says all of it.
            Some(moment) => {
                let moment = moment.timestamp().to_zoned(zone.clone());
                if moment.date() == today {
                    show_time(&moment)
                } else {
                    show_date(moment.date())
                }
            }
            None => NOT_YET.to_owned(),
        };
        let names = camp.data.players.iter().map(|player| name(player.id));
        let longest = names.max_by_key(|name| name.chars().count());
        let names = width_of_name(ui, longest.unwrap_or_default().to_owned());
        let (shown, names) = Of::fitted(room_for_columns(ui), names);
        let columns = shown.map(|of| of.column(names));
        let row_name = |row: usize| {
            game(row).map_or_else(String::new, |game| {
                format!(
                    "Game {}: {} against {}, {}, {}",
                    game.sequence,
                    name(game.white),
                    name(game.black),
                    game.result.words(),
                    match game.verified {
                        _ if differs(game) => "differs from what was typed",
                        Some(_) => "checked",
                        None => "not checked yet",
                    }
                )
            })
        };
        let mut empty = |ui: &mut Ui| {
            let text = "Show all games to see when each was checked.";
            EmptyState::new(Icon::Check, "Every game is checked", text).show(ui, |_| {});
        };
        let current = checking.current_row();
        let current_game = current.and_then(game).map(|game| game.id);
        let is_new = self.revealed != current_game;
        self.revealed = current_game;
        let table = Table::new("Games to check", &columns, rows.len())
            .row_name(&row_name)
            .reveal(current.filter(|_| is_new))
            .empty(&mut empty);
        let mut wanted = self.keys(
            ui,
            difference,
            (table.id_in(ui), was_sent_here),
            current_game,
            out,
        );
        let mut selected = current;
        let t = ui.tokens();
        let response = table.show(ui, &mut selected, |cell, row, column| {
            let Some(game) = game(row) else { return };
            match shown[column] {
                Of::Game => cell.weak(&game.sequence.to_string()),
                Of::Date => cell.text(&game.date.map(show_date).unwrap_or_default()),
                Of::White => cell.text(name(game.white)),
                Of::Result if differs(game) => cell.colored(game.result.score(), t.danger),
                Of::Result => cell.strong(game.result.score()),
                Of::Black => cell.text(name(game.black)),
                Of::Mark if differs(game) => cell.icon(Icon::Error, t.danger),
                Of::Mark if game.verified.is_some() => cell.icon(Icon::Check, t.success),
                Of::Mark => {}
                Of::Checked if differs(game) => cell.colored(&state(game), t.danger),
                Of::Checked if game.verified.is_some() => cell.text(&state(game)),
                Of::Checked => cell.weak(&state(game)),
            }
        });
        let commands = [Command::EXPLAIN_RATING, Command::VIEW_FORM];
        row_commands(ui, (ctx, out), "check", &response, commands);
        if response.selection_changed
            && let Some(game) = selected.and_then(game)
        {
            wanted.push(Check::Select(game.id));
        }
        wanted
    }

    /// Takes the keys of the second pass. They count while the list has the keyboard, and it has it unless something
    /// else was given it.
    fn keys(
        &mut self,
        ui: &Ui,
        difference: Option<Difference>,
        (list, was_sent_here): (egui::Id, bool),
        current: Option<GameId>,
        out: &mut Outbox,
    ) -> Vec<Check> {
        let listens = ui.is_enabled()
            && ui.memory(|memory| {
                let is_free = memory.focused().is_none_or(|focused| focused == list);
                (is_free || was_sent_here) && memory.top_modal_layer().is_none()
            });
        if !listens {
            return Vec::new();
        }
        ui.memory_mut(|memory| memory.request_focus(list));
        let now = ui.input(|input| input.time);
        self.shown = difference.map(|difference| match self.shown {
            Some((shown, since)) if shown == difference => (difference, since),
            _ => (difference, now),
        });
        if let Some((_, since)) = self.shown {
            let answer = ui.input_mut(|input| {
                let enter = input.consume_key(Modifiers::NONE, Key::Enter);
                let escape = input.consume_key(Modifiers::NONE, Key::Escape);
                match (enter, escape) {
                    (_, true) => Some(Check::Keep),
                    (true, false) => Some(Check::Overwrite),
                    (false, false) => None,
                }
            });
            let answer = answer.filter(|_| now - since >= READING);
            return answer.into_iter().collect();
        }
        let correct = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F2));
        if let Some(game) = current.filter(|_| correct) {
            out.send(Action::Show(Record::Game(game)));
        }
        take_keys(ui).into_iter().map(Check::Key).collect()
    }
}

/// What was typed of the second pass, in order. A key that is held down counts once: nobody has compared what it runs over.
fn take_keys(ui: &Ui) -> Vec<CheckKey> {
    let mut keys = Vec::new();
    let mut is_held = false;
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key {
                key,
                pressed: true,
                repeat,
                modifiers,
                ..
            } => {
                is_held = *repeat;
                let is_tick = *key == Key::Space && modifiers.is_none();
                if is_tick && !is_held {
                    keys.push(CheckKey::Tick);
                }
                !is_tick
            }
            Event::Text(text) => {
                let was_held = std::mem::take(&mut is_held);
                let typed = text.chars().filter_map(CheckKey::of_letter);
                keys.extend(typed.filter(|_| !was_held));
                true
            }
            _ => true,
        });
    });
    keys
}

/// "23 of 36 checked", and which games are listed.
fn progress(ui: &mut Ui, checking: &Checking, ctx: &Ctx<'_>, out: &mut Outbox) -> Option<Check> {
    let mut wanted = None;
    let (checked, all) = (checking.checked(), ctx.camp.data.games.len());
    let text = format!("{checked} of {all} checked");
    #[expect(clippy::cast_precision_loss, reason = "a bar of some hundred points")]
    let share = checked as f32 / all.max(1) as f32;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        let strong = ui.tokens().text_strong;
        let words = RichText::new(&text).font(theme::medium(size::TEXT_TITLE));
        ui.label(words.color(strong));
        let width = (ui.available_width() - 200.0).clamp(80.0, 280.0);
        progress_bar(ui, "Games checked", share, width);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut only = checking.only_unchecked();
            let id = ui.make_persistent_id("only unchecked");
            let response = check_box(ui, id, "Only unchecked", &mut only);
            if response.clicked() || only != checking.only_unchecked() {
                out.focus_next = Some(FocusTarget::List);
                wanted = Some(Check::OnlyUnchecked(only));
            }
        });
    });
    wanted
}

/// The game that is to be compared now.
fn current(
    ui: &mut Ui,
    checking: &Checking,
    listing: &Listing,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
) -> Option<Check> {
    let t = ui.tokens();
    let data = &ctx.camp.data;
    let why_not = ctx.why_not_change_week.as_deref();
    let game = checking.current(data)?;
    let difference = checking.difference();
    // The thicker outline takes from the margin, so that nothing moves.
    let (fill, stroke, margin) = match difference {
        Some(_) => (
            t.danger_soft,
            Stroke::new(2.0, t.danger),
            Margin::symmetric(15, 11),
        ),
        None => (
            t.surface_raised,
            Stroke::new(1.0, t.border),
            Margin::symmetric(16, 12),
        ),
    };
    let mut wanted = None;
    let mut is_opened = false;
    let is_done = checking.checked() == data.games.len();
    let when = game.verified.map(|moment| {
        format!(
            "Checked {}",
            show_moment(&moment.timestamp().to_zoned(ctx.now.time_zone().clone()))
        )
    });
    Frame::new()
        .fill(fill)
        .stroke(stroke)
        .corner_radius(radius::CARD)
        .inner_margin(margin)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(CARD_HEIGHT - 24.0);
            head(ui, game, when.as_deref(), difference);
            ui.add_space(space::S);
            let sides = [game.white, game.black].map(|player| listing.name(data, player));
            players(ui, game, sides, difference.is_some());
            ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                ui.horizontal(|ui| {
                    ui.set_min_height(size::CONTROL);
                    if let Some(difference) = difference {
                        wanted = answers(ui, game, difference);
                    } else {
                        is_opened = hint(ui, why_not, is_done);
                    }
                });
            });
        });
    if wanted.is_some() || is_opened {
        out.focus_next = Some(FocusTarget::List);
    }
    if is_opened {
        out.send(Action::Show(Record::Game(game.id)));
    }
    wanted
}

/// Which game it is, and whether it is checked.
fn head(ui: &mut Ui, game: &Game, when: Option<&str>, difference: Option<Difference>) {
    let t = ui.tokens();
    ui.horizontal(|ui| {
        let date = game.date.map_or_else(|| "no date".to_owned(), show_date);
        let fun = if game.counts { "" } else { ", a fun game" };
        let title = format!("Game {}, {date}{fun}", game.sequence);
        let title = RichText::new(title).font(theme::medium(size::TEXT_TITLE));
        ui.label(title.color(t.text_strong));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (icon, text, color) = match (difference, when) {
                (Some(_), _) => (Some(Icon::Error), "Differs from the paper", t.danger),
                (None, Some(when)) => (Some(Icon::Check), when, t.success),
                (None, None) => (None, "Not checked yet", t.text_weak),
            };
            ui.label(RichText::new(text).color(color));
            if let Some(icon) = icon {
                icon_label(ui, icon, color);
            }
        });
    });
}

/// White, the stored result and Black, large.
fn players(ui: &mut Ui, game: &Game, [white, black]: [&str; 2], differs: bool) {
    let line = vec2(ui.available_width(), PLAYERS_HEIGHT);
    ui.allocate_ui(line, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
        StripBuilder::new(ui)
            .size(Size::remainder())
            .size(Size::exact(RESULT_WIDTH))
            .size(Size::remainder())
            .horizontal(|mut strip| {
                strip.cell(|ui| side(ui, "White", white, Align::Max));
                strip.cell(|ui| stored(ui, game, differs));
                strip.cell(|ui| side(ui, "Black", black, Align::Min));
            });
    });
}

fn side(ui: &mut Ui, title: &str, name: &str, align: Align) {
    ui.with_layout(Layout::top_down(align), |ui| {
        ui.label(RichText::new(title).color(ui.tokens().text_weak));
        let name = RichText::new(name).font(theme::bold(NAME_POINTS));
        let name = name.color(ui.tokens().text_strong);
        ui.add(egui::Label::new(two_lines(ui, name, align)));
    });
}

fn stored(ui: &mut Ui, game: &Game, differs: bool) {
    let t = ui.tokens();
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.label(RichText::new("In the camp").color(t.text_weak));
        let color = if differs { t.danger } else { t.text_strong };
        let score = RichText::new(game.result.score()).font(theme::bold(RESULT_POINTS));
        ui.add(egui::Label::new(score.color(color)).extend());
    });
}

/// A text of any length: two lines of it.
fn two_lines(ui: &Ui, text: RichText, align: Align) -> WidgetText {
    let mut job = LayoutJob::default();
    text.append_to(&mut job, ui.style(), FontSelection::Default, Align::Min);
    job.wrap.max_width = ui.available_width();
    job.wrap.max_rows = 2;
    job.halign = align;
    job.into()
}

/// What differs, and the two ways on.
fn answers(ui: &mut Ui, game: &Game, difference: Difference) -> Option<Check> {
    let t = ui.tokens();
    let (typed, stored) = (difference.typed.score(), game.result.score());
    let mut answer = None;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let change = format!("Change to {typed}");
        if Button::primary(&change)
            .shortcut("Enter")
            .show(ui)
            .clicked()
        {
            answer = Some(Check::Overwrite);
        }
        let keep = format!("Keep {stored}");
        if Button::secondary(&keep).shortcut("Esc").show(ui).clicked() {
            answer = Some(Check::Keep);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            icon_label(ui, Icon::Error, t.danger);
            let text = format!("You typed {typed}, the camp has {stored}");
            let words = RichText::new(&text).font(theme::medium(size::TEXT_TITLE));
            let words = two_lines(ui, words.color(t.danger), Align::Min);
            let said = ui.add(egui::Label::new(words).wrap());
            // A screen reader says it at once.
            ui.ctx().accesskit_node_builder(said.id, |node| {
                node.set_role(Role::Alert);
                node.set_label(text);
            });
        });
    });
    answer
}

/// What to do. Whether the game is to be opened in the form.
fn hint(ui: &mut Ui, why_not: Option<&str>, is_done: bool) -> bool {
    let t = ui.tokens();
    let mut is_opened = false;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let correct = Button::quiet("Open in the form").shortcut("F2").show(ui);
        is_opened = correct.clicked();
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let text = match (why_not, is_done) {
                (_, true) => "Every game is checked",
                (Some(reason), _) => reason,
                (None, false) => {
                    "Type the result from the sheet: 1, 0 or 5. Space if it is the same"
                }
            };
            if is_done {
                icon_label(ui, Icon::Check, t.success);
            }
            let text = RichText::new(text).color(t.text_weak);
            ui.add(egui::Label::new(two_lines(ui, text, Align::Min)).wrap());
        });
    });
    is_opened
}
