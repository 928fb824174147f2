//! How a player's rating came about: the steps in words, and every game.

use egui::{Label, RichText, ScrollArea, Ui, UiBuilder, vec2};

use crate::{
    app::{
        Action,
        page::{Ctx, Outbox},
    },
    kit::{
        Busy, Button, Column, EmptyState, Icon, Table, UiTokens as _,
        page::{page_header, takes_escape},
        segmented, theme,
        tokens::{size, space},
    },
    pages::{
        looks::cover::Cover,
        us_chess::{
            UsChessPage,
            explanation::{Explaining, Told, ToldGame, decimals},
        },
    },
};

use super::sections::name;

/// The name of a step, in points.
const STEP: f32 = 84.0;

/// The games are at least so high, in points: their titles and four of them. In a low window the page scrolls.
const LEAST: f32 = size::HEADER + 4.5 * size::ROW;

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(in crate::pages::us_chess) struct ExplanationLooks {
    cover: Cover,
    /// The visit that has the keyboard already.
    seen_visit: Option<u64>,
}

/// What the director did.
#[derive(Debug, Default)]
struct Done {
    goes_back: bool,
    /// The game that is selected now.
    game: Option<usize>,
    /// The opponent to go on to.
    opponent: Option<u16>,
    system: Option<usize>,
}

impl UsChessPage {
    /// Shows the rating that is explained, if one is, in all the room there is; whether one is.
    pub(super) fn explanation(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let looks = &mut self.explanation_looks;
        let Some(explaining) = &mut self.explaining else {
            looks.cover.close(ui, &mut out.focus_next);
            return false;
        };
        if looks.cover.open(ui.ctx()) {
            looks.seen_visit = None;
        }
        let visit = explaining.visit();
        let mut done = Done {
            goes_back: !ctx.has_dialog && takes_escape(ui),
            ..Done::default()
        };
        let told = explaining.told();
        let wants_keyboard = looks.seen_visit != Some(visit);
        if told.is_some() {
            looks.seen_visit = Some(visit);
        }
        ui.push_id(("explanation", visit), |ui| {
            show(ui, explaining, told, wants_keyboard, &mut done);
        });
        if let Some(game) = done.game {
            explaining.select(game);
        }
        let (systems, _) = explaining.systems();
        if let Some(system) = done.system.and_then(|at| systems.get(at)) {
            explaining.choose(*system);
        }
        if let Some(opponent) = done.opponent {
            explaining.go_on(opponent);
            ui.ctx().request_repaint();
        }
        if done.goes_back {
            out.send(Action::Back);
        }
        true
    }
}

fn show(
    ui: &mut Ui,
    explaining: &Explaining,
    told: Option<Result<Told, String>>,
    wants_keyboard: bool,
    done: &mut Done,
) {
    let head = explaining.explained().and_then(Result::ok);
    let subtitle = head.map_or_else(String::new, |explained| {
        format!("{}, {}", explained.head.event_name, name(&explained.head))
    });
    let has_games = matches!(&told, Some(Ok(told)) if !told.games.is_empty());
    page_header(ui, &explaining.name(), &subtitle, |ui| {
        let back = Button::secondary("Back")
            .icon(Icon::ChevronLeft)
            .shortcut("Esc")
            .show(ui);
        if wants_keyboard && !has_games {
            back.request_focus();
        }
        done.goes_back |= back.clicked();
    });
    let (systems, chosen) = explaining.systems();
    if systems.len() > 1 {
        let titles = systems.iter().map(|system| system.title());
        let titles = titles.collect::<Vec<_>>();
        done.system = segmented(ui, "System", &titles, chosen);
        ui.add_space(space::S);
    }
    match told {
        None => {
            Busy::new("Calculating").show(ui);
        }
        Some(Err(reason)) => {
            EmptyState::new(Icon::Crosstable, "Nothing to explain", &reason).show(ui, |_| ());
        }
        Some(Ok(told)) => {
            let room = ui.available_height();
            ScrollArea::vertical()
                .id_salt("told")
                .auto_shrink(false)
                .show(ui, |ui| {
                    let top = ui.next_widget_position().y;
                    for (step, words) in &told.steps {
                        line(ui, step, words);
                    }
                    ui.add_space(space::S);
                    if !told.games.is_empty() {
                        let left = room - (ui.next_widget_position().y - top);
                        let height = left.max(LEAST);
                        games(ui, height, &told, explaining.game(), wants_keyboard, done);
                    }
                });
        }
    }
}

/// A step with its name before it.
fn line(ui: &mut Ui, step: &str, words: &str) {
    let t = ui.tokens();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let name = RichText::new(step)
            .font(theme::medium(size::TEXT))
            .color(t.text_strong);
        ui.allocate_ui(vec2(STEP, size::TEXT), |ui| {
            ui.set_min_width(STEP);
            ui.add(Label::new(name));
        });
        let width = ui.available_width();
        ui.allocate_ui(vec2(width, size::TEXT), |ui| {
            ui.add(Label::new(RichText::new(words).color(t.text)).wrap());
        });
    });
}

/// The columns of the games.
fn columns() -> [Column<'static>; 9] {
    [
        Column::fixed("Round", 76.0),
        Column::flexible("Opponent", 130.0),
        Column::fixed("Result", 74.0),
        Column::fixed("Before", 82.0)
            .under("Opponent’s rating")
            .right(),
        Column::fixed("Counted as", 104.0)
            .under("Opponent’s rating")
            .right(),
        Column::fixed("After", 82.0)
            .under("Opponent’s rating")
            .right(),
        Column::fixed("Score", 68.0).right(),
        Column::fixed("Expected", 86.0).right(),
        Column::fixed("Difference", 94.0).right(),
    ]
}

fn text(game: &ToldGame, column: usize) -> String {
    let or_unrated = |rating: Option<f64>| rating.map_or_else(|| "unrated".to_owned(), decimals);
    match column {
        0 => game.round.clone(),
        1 => game.opponent.clone(),
        2 => game.result.to_owned(),
        3 => or_unrated(game.before),
        4 => decimals(game.met_as),
        5 => or_unrated(game.after),
        6 => format!("{:.1}", game.score),
        7 => format!("{:.4}", game.expected),
        _ => difference(game.score - game.expected),
    }
}

/// "+0.4673", with a real minus sign.
fn difference(value: f64) -> String {
    format!("{value:+.4}").replace('-', "\u{2212}")
}

fn games(
    ui: &mut Ui,
    height: f32,
    told: &Told,
    selected: usize,
    wants_keyboard: bool,
    done: &mut Done,
) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    let mut child = ui.new_child(UiBuilder::new().id_salt("games").max_rect(rect));
    let columns = columns();
    let row_name = |row: usize| {
        told.games.get(row).map_or_else(String::new, |game| {
            format!(
                "Round {}, {} against {}, rating {} before, counted as {}, {} after, score {}, expected {}, difference {}",
                text(game, 0),
                game.result.to_lowercase(),
                game.opponent,
                text(game, 3),
                text(game, 4),
                text(game, 5),
                text(game, 6),
                text(game, 7),
                text(game, 8)
            )
        })
    };
    let score = told.games.iter().map(|game| game.score).sum::<f64>();
    let expected = told.games.iter().map(|game| game.expected).sum::<f64>();
    let total = |column: usize| match column {
        1 => "Sum".to_owned(),
        6 => format!("{score:.1}"),
        7 => format!("{expected:.4}"),
        8 => difference(score - expected),
        _ => String::new(),
    };
    let mut row = Some(selected.min(told.games.len().saturating_sub(1)));
    let table = Table::new("Games of this player", &columns, told.games.len())
        .row_name(&row_name)
        .totals(&total);
    if wants_keyboard {
        let id = table.id_in(&child);
        child.memory_mut(|memory| memory.request_focus(id));
    }
    let answer = table.show(&mut child, &mut row, |cell, row, column| {
        let Some(game) = told.games.get(row) else {
            return;
        };
        let text = text(game, column);
        match column {
            1 | 8 => cell.strong(&text),
            3 | 5 => cell.weak(&text),
            _ => cell.text(&text),
        }
    });
    if answer.selection_changed {
        done.game = row;
    }
    let activated = answer.activated.and_then(|row| told.games.get(row));
    done.opponent = activated.map(|game| game.pair);
}
