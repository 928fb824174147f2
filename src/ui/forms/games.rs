//! Ladder Games.

mod check;

use std::{collections::HashMap, sync::Arc};

use egui::Ui;

use self::check::CheckView;
use super::{
    super::kit::{
        Choice, Column, EmptyState, Form, Icon, Picker, PickerItem, PickerState, Table,
        tokens::space,
    },
    check_line, form_header,
    list::{List, has_words},
    number,
    players::show_lines,
    reason, record_buttons, record_panel, record_title, send_focus,
};
use crate::{
    app::{App, Command, OpenCamp},
    domain::{CampData, Field, Game, GameResult, Player, PlayerId, Record, name_key, show_date},
};

/// The keys that give a result, by its place in [`GameResult::ALL`].
const RESULT_KEYS: [(&str, usize); 9] = [
    ("1", 0),
    ("w", 0),
    ("5", 1),
    ("=", 1),
    (".", 1),
    ("/", 1),
    ("d", 1),
    ("0", 2),
    ("b", 2),
];

/// The form.
#[derive(Debug, Default)]
pub(in crate::ui) struct GamesForm {
    list: List,
    focus_wanted: bool,
    check: CheckView,
    white: PickerState,
    black: PickerState,
    /// The version of the record, and the revision of the camp, that the two boxes were filled for.
    filled_for: Option<(u64, u64)>,
    /// The players to choose from, their names as the list shows them, and the revision of the camp that both are of.
    items: Vec<PickerItem>,
    names: HashMap<PlayerId, String>,
    players_of: Option<u64>,
}

impl GamesForm {
    /// Shows the form.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let Some(camp) = &app.camp else { return };
        if self.players_of != Some(camp.revision) {
            self.items = players_to_choose(&camp.data);
            self.names = names(&camp.data);
            self.players_of = Some(camp.revision);
        }
        if app.is_checking() {
            self.check.show(ui, app, &self.names);
            return;
        }
        let subtitle = match camp.data.games.len() {
            1 => "1 game this week, in the order of play".to_owned(),
            count => format!("{count} games this week, in the order of play"),
        };
        form_header(ui, app, &subtitle, ["New game", "Search games"]);
        let is_new_visit = self.list.is_new_visit(app.games.visit());
        self.focus_wanted |= is_new_visit && app.games.is_new();
        if app.games.target().is_some() {
            let visit = app.games.visit();
            record_panel(ui, visit, |ui| self.record(ui, app));
        }
        self.table(ui, app, is_new_visit);
    }

    fn table(&mut self, ui: &mut Ui, app: &mut App, is_new_visit: bool) {
        let Some(OpenCamp { data, revision, .. }) = &app.camp else {
            return;
        };
        let games = &data.games;
        let names = &self.names;
        let name = |player: PlayerId| names.get(&player).map_or("", String::as_str);
        let rows = self.list.rows(
            *revision,
            &app.search,
            games.len(),
            |row, words| {
                words.is_empty() || {
                    let game = &games[row];
                    let (white, black) = (name(game.white), name(game.black));
                    has_words(&format!("{} {white} {black}", game.sequence), words)
                }
            },
            |column, a, b| compare(&name, column, &games[a], &games[b]),
        );
        let mut selected = app
            .games
            .id()
            .and_then(|id| rows.iter().position(|row| games[*row].id == id));
        let columns = [
            Column::fixed("Game", 72.0).right().sortable(),
            Column::flexible("White", 108.0).sortable(),
            Column::flexible("Black", 108.0).sortable(),
            Column::fixed("Result", 84.0).centered().sortable(),
            Column::fixed("Date", 108.0).right().sortable(),
        ];
        let row_name = |row: usize| {
            let game = &games[rows[row]];
            format!(
                "Game {}: {} against {}, {}{}",
                game.sequence,
                name(game.white),
                name(game.black),
                game.result.words(),
                if game.counts { "" } else { ", a fun game" }
            )
        };
        let type_ahead = |row: usize| name(games[rows[row]].white).to_owned();
        let searching = !app.search.is_empty();
        let mut empty = |ui: &mut Ui| {
            let (title, text) = if searching {
                (
                    "No game found",
                    "Type fewer letters, or empty the search box.",
                )
            } else {
                (
                    "No games this week yet",
                    "Type the games from the result sheets with New game, in the order in which they were played.",
                )
            };
            EmptyState::new(Icon::Games, title, text).show(ui, |_| {});
        };
        let response = Table::new("Games", &columns, rows.len())
            .sort(self.list.sort)
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| is_new_visit))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| {
                let game = &games[rows[row]];
                match column {
                    0 => cell.weak(&game.sequence.to_string()),
                    1 => cell.text(name(game.white)),
                    2 => cell.text(name(game.black)),
                    3 if game.counts => cell.strong(game.result.score()),
                    3 => cell.weak(&format!("{} fun", game.result.score())),
                    _ => cell.text(&game.date.map(show_date).unwrap_or_default()),
                }
            });
        let games = Arc::clone(games);
        let record = |row: usize| Record::Game(games[rows[row]].id);
        self.focus_wanted |= self.list.take(app, &response, selected, record);
    }

    fn record(&mut self, ui: &mut Ui, app: &mut App) {
        let why_not = app.why_not(Command::SaveRecord);
        let Some(OpenCamp { data, revision, .. }) = &app.camp else {
            return;
        };
        let filling = (app.games.version(), *revision);
        // A name that is being typed stays, whatever else is saved meanwhile.
        let is_typing = self.white.unresolved() || self.black.unresolved();
        let is_same_record = self.filled_for.map(|(version, _)| version) == Some(filling.0);
        if self.filled_for != Some(filling) && !(is_same_record && is_typing) {
            self.fill(app.games.draft.white, app.games.draft.black);
            self.filled_for = Some(filling);
        }
        let game = app.games.id().and_then(|id| data.game(id));
        let title = game.map_or_else(
            || "New game".to_owned(),
            |game| format!("Game {}", game.sequence),
        );
        record_title(ui, &app.games, &title);
        let problems = app.games.problems().to_vec();
        let draft = &mut app.games.draft;
        let form = Form::above();
        let picker = Picker::new(&self.items)
            .fold(name_key)
            .nothing("No player of this name or number");

        let field = form
            .field("White")
            .required()
            .hint("Name or number")
            .problem(reason(&problems, Field::White));
        send_focus(ui, &mut self.focus_wanted, field.id_in(ui));
        if field.picker(ui, &picker, &mut self.white).changed {
            draft.white = self.white.chosen.map(PlayerId);
        }
        ui.add_space(space::S);
        let black = form
            .field("Black")
            .required()
            .hint("Name or number")
            .problem(reason(&problems, Field::Black))
            .picker(ui, &picker, &mut self.black);
        if black.changed {
            draft.black = self.black.chosen.map(PlayerId);
        }
        ui.add_space(space::S);
        let results =
            GameResult::ALL.map(|result| format!("{}  {}", result.score(), result.words()));
        let mut chosen = draft
            .result
            .and_then(|result| GameResult::ALL.iter().position(|other| *other == result));
        let problem = reason(&problems, Field::Result);
        let field = form.field("Result").required().problem(problem);
        field.custom(ui, |ui, id| {
            Choice::new(&results)
                .placeholder("Who won?")
                .wrong(problem.is_some())
                .letters(&RESULT_KEYS)
                .show(ui, id, "Result", &mut chosen)
        });
        draft.result = chosen.and_then(|at| GameResult::ALL.get(at).copied());
        ui.add_space(space::S);
        form.field("Date")
            .hint("7/25/2026")
            .problem(reason(&problems, Field::Date))
            .date(ui, &mut draft.date);
        ui.add_space(space::S);
        check_line(
            ui,
            "This game counts",
            "A fun game is kept, but moves no rating",
            &mut draft.counts,
        );

        let pressed = record_buttons(ui, &app.games, why_not);
        if let Some(imported) = game.and_then(|game| game.imported.as_ref()) {
            ui.add_space(space::L);
            let number = imported.number.to_string();
            let lines = [
                ("Number in the old file", number.as_str()),
                ("Result in the old file", imported.result_text.as_str()),
            ];
            let extra = imported.extra.iter();
            let extra = extra.map(|(name, value)| (name.as_str(), value.as_str()));
            show_lines(ui, "imported", lines.into_iter().chain(extra));
        }
        if let Some(command) = pressed {
            app.send(command);
        }
    }

    /// Puts the record's players into the two boxes.
    fn fill(&mut self, white: Option<PlayerId>, black: Option<PlayerId>) {
        let state = |player: Option<PlayerId>| {
            player
                .and_then(|id| self.items.iter().find(|item| item.key == id.0))
                .map(PickerState::of)
                .unwrap_or_default()
        };
        (self.white, self.black) = (state(white), state(black));
    }
}

/// Everybody, those who play first.
fn players_to_choose(camp: &CampData) -> Vec<PickerItem> {
    let mut players = camp.players.iter().collect::<Vec<_>>();
    players.sort_by_cached_key(|player| (!player.active, player.sort_key()));
    let item = |player: &&Player| {
        let group = camp.group_name(player.group);
        let state = if player.active { "" } else { ", inactive" };
        PickerItem {
            key: player.id.0,
            text: player.listed_name(),
            detail: format!(
                "No. {}, {group}, {}{state}",
                player.id,
                number(player.ratings.weekly)
            ),
            search: name_key(&format!(
                "{} {} {}",
                player.last_name, player.first_name, player.id
            )),
        }
    };
    players.iter().map(item).collect()
}

/// How the list calls each player: by number too, where two have the same names.
fn names(camp: &CampData) -> HashMap<PlayerId, String> {
    let namesakes = camp.namesakes();
    let name = |player: &Player| {
        let name = player.listed_name();
        if namesakes.contains(&player.id) {
            format!("{name} ({})", player.id)
        } else {
            name
        }
    };
    camp.players
        .iter()
        .map(|player| (player.id, name(player)))
        .collect()
}

fn compare<'a>(
    name: &impl Fn(PlayerId) -> &'a str,
    column: usize,
    a: &Game,
    b: &Game,
) -> std::cmp::Ordering {
    let by_name = |a, b| name_key(name(a)).cmp(&name_key(name(b)));
    let ordering = match column {
        1 => by_name(a.white, b.white),
        2 => by_name(a.black, b.black),
        3 => b.result.sign().cmp(&a.result.sign()),
        4 => a.date.cmp(&b.date),
        _ => std::cmp::Ordering::Equal,
    };
    ordering.then(a.sequence.cmp(&b.sequence))
}
