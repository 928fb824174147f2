//! A player's week: from the start through every game to the rating now.

use egui::{Label, RichText, ScrollArea, Ui, UiBuilder, vec2};
use strum::VariantArray;

use super::{
    Digest, Done,
    figures::{change_figure, figure},
    systems, title_of,
};
use crate::{
    app::{Action, Command, OpenCamp, page::Page},
    domain::{CampData, Record, System, show_change, show_date, show_rating},
    kit::{
        self, Banner, Cell, EmptyState, Icon, UiTokens as _,
        banner::BannerAnswer,
        page::section_title,
        table::{WIDEST_NAME, width_of_name},
        tokens::{Tokens, size, space},
    },
    pages::looks::change_cell,
    rating::camp_ladder::explain::{PlayedGame, PlayerWeek, Side},
    storage::Mode,
};

/// A page narrower than this, in points, has the sentences under the figures.
const NARROW: f32 = 620.0;

/// The table is at least so high, in points: a few games, and that there are more.
const LEAST: f32 = size::HEADER + 4.5 * size::ROW;

/// Where both ratings are shown, a table is at most so high, in points.
const MOST: f32 = size::HEADER + 12.5 * size::ROW;

/// A page lower than this, in points, has a lower chart.
const LOW: f32 = 560.0;

/// The games of a player, and the line that is selected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) week: &'a PlayerWeek,
    pub(super) row: Option<usize>,
    pub(super) wants_keyboard: bool,
}

/// Shows the week in all the room there is; where that is too little, the page scrolls.
pub(super) fn show(
    ui: &mut Ui,
    camp: &OpenCamp,
    digest: &Digest,
    table: Table<'_>,
    permanent: bool,
    is_recalculating: bool,
    done: &mut Done,
) {
    let room = ui.available_height();
    let scrolls = ui.make_persistent_id("the week scrolls");
    let did_scroll = ui.data(|data| data.get_temp(scrolls)).unwrap_or(false);
    let area = ScrollArea::vertical()
        .id_salt("week")
        .auto_shrink(false)
        .show(ui, |ui| {
            if did_scroll {
                // The scroll bar lies over the right edge.
                ui.set_max_width(ui.available_width() - space::L);
            }
            let top = ui.next_widget_position().y;
            if !is_recalculating {
                out_of_date(ui, camp, table.week, done);
            }
            for system in systems(permanent) {
                if permanent {
                    section_title(ui, title_of(*system));
                }
                summary(ui, &camp.data, table.week, *system);
                ui.add_space(space::S);
                if table.week.games.is_empty() {
                    no_games(ui);
                    return;
                }
                let height = if room < LOW { 140.0 } else { 184.0 };
                digest.line(*system).show(ui, height, table.row);
                ui.add_space(space::S);
                let left = room - (ui.next_widget_position().y - top);
                let height = if permanent {
                    let rows = size::HEADER + rows_height(ui, table.week.games.len()) + 2.0;
                    rows.min(MOST)
                } else {
                    left.max(LEAST)
                };
                table.show(ui, height, &camp.data, digest, *system, done);
                if permanent {
                    ui.add_space(space::L);
                }
            }
        });
    let does_scroll = area.content_size.y > area.inner_rect.height() + 1.0;
    if does_scroll != did_scroll {
        ui.data_mut(|data| data.insert_temp(scrolls, does_scroll));
        ui.ctx().request_discard("room for the scroll bar");
    }
}

#[expect(clippy::cast_precision_loss, reason = "only small numbers matter")]
fn rows_height(ui: &Ui, rows: usize) -> f32 {
    rows as f32 * ui.row_height()
}

/// Says that the saved rating is not the one that is explained.
fn out_of_date(ui: &mut Ui, camp: &OpenCamp, week: &PlayerWeek, done: &mut Done) {
    let Some(player) = camp.data.player(week.player) else {
        return;
    };
    if player.ratings == week.end {
        return;
    }
    let text = format!(
        "The standings still show {}: the games give {}",
        show_rating(player.ratings.weekly),
        show_rating(week.end.weekly)
    );
    let mut banner = if player.ratings.weekly == week.end.weekly {
        Banner::warning("Recalc needed")
    } else {
        Banner::warning(&text)
    };
    if camp.mode == Mode::Change {
        banner = banner.action("Recalc Ratings");
    }
    if let Some(BannerAnswer::Action(_)) = banner.show(ui) {
        done.action = Some(Command::RECALCULATE.into());
    }
    ui.add_space(space::S);
}

/// Start, now and change, and where they come from.
fn summary(ui: &mut Ui, camp: &CampData, week: &PlayerWeek, system: System) {
    let is_narrow = ui.available_width() < NARROW;
    let sentences = |ui: &mut Ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            for sentence in [week.start_sentence(camp, system), week.sum_sentence(system)] {
                let text = RichText::new(sentence).color(ui.tokens().text);
                ui.add(Label::new(text).wrap());
            }
        });
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XL;
        figure(ui, "Start", &show_rating(system.of(week.start)));
        figure(ui, "Now", &show_rating(system.of(week.end)));
        change_figure(ui, "Change", week.change(system));
        if !is_narrow {
            ui.add_space(space::S);
            sentences(ui);
        }
    });
    if is_narrow {
        sentences(ui);
    }
}

fn no_games(ui: &mut Ui) {
    EmptyState::new(
        Icon::Games,
        "No games this week",
        "The rating is where the week began. Each game that is typed will be explained here.",
    )
    .show(ui, |_| ());
}

/// A column of the games, from left to right.
#[derive(Clone, Copy, Debug, Eq, PartialEq, VariantArray)]
enum Of {
    Game,
    Date,
    Side,
    Opponent,
    Result,
    Before,
    OpponentBefore,
    Difference,
    Step,
    ForResult,
    ForDifference,
    Change,
    After,
}

impl Of {
    /// What a narrow table does without, first things first. All of it stands on the game's page.
    const LEFT_OUT: [&[Self]; 7] = [
        &[Self::Date],
        &[Self::ForResult, Self::ForDifference],
        &[Self::Difference, Self::Step],
        &[Self::OpponentBefore],
        &[Self::Side],
        &[Self::Before],
        &[Self::Result],
    ];

    /// The columns that have room in this width, in points, beside names that need so much.
    fn fitting(width: f32, names: f32) -> Vec<Self> {
        let needed = |of: &Self| match of {
            Self::Opponent => names.clamp(of.width(), WIDEST_NAME),
            _ => of.width(),
        };
        let mut columns = Self::VARIANTS.to_vec();
        for left_out in Self::LEFT_OUT {
            if columns.iter().map(needed).sum::<f32>() <= width {
                break;
            }
            columns.retain(|of| !left_out.contains(of));
        }
        columns
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Date => "Date",
            Self::Side => "Side",
            Self::Opponent => "Opponent",
            Self::Result => "Result",
            Self::Before => "Before",
            Self::OpponentBefore => "Opponent’s",
            Self::Difference => "White − Black",
            Self::Step => "Step",
            Self::ForResult => "For result",
            Self::ForDifference => "For difference",
            Self::Change => "Change",
            Self::After => "After",
        }
    }

    /// In points; for the opponent's name at least.
    const fn width(self) -> f32 {
        match self {
            Self::Step | Self::Game => 58.0,
            Self::Side | Self::After => 62.0,
            Self::Before => 66.0,
            Self::Change => 76.0,
            Self::Result => 80.0,
            Self::ForResult => 90.0,
            Self::OpponentBefore => 94.0,
            Self::Date => 96.0,
            Self::Opponent | Self::Difference | Self::ForDifference => 114.0,
        }
    }

    fn column(self) -> kit::Column<'static> {
        match self {
            Self::Opponent => kit::Column::flexible(self.title(), self.width()),
            Self::Side | Self::Result => kit::Column::fixed(self.title(), self.width()),
            _ => kit::Column::fixed(self.title(), self.width()).right(),
        }
    }
}

impl Table<'_> {
    fn show(
        self,
        ui: &mut Ui,
        height: f32,
        camp: &CampData,
        digest: &Digest,
        system: System,
        done: &mut Done,
    ) {
        let t = ui.tokens();
        let week = self.week;
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
        // The table's outline takes one point at each edge.
        let names = week.games.iter().map(|game| {
            let name = digest.name(camp, game.opponent_of(week.player));
            width_of_name(&child, name)
        });
        let shown = Of::fitting(rect.width() - 2.0, names.fold(0.0, f32::max));
        let columns = shown.iter().map(|of| of.column()).collect::<Vec<_>>();
        let row_name = |row: usize| {
            week.games.get(row).map_or_else(String::new, |game| {
                in_words(camp, digest, week, game, system)
            })
        };
        let name = match system {
            System::Weekly => "Games of the week",
            System::Permanent => "Games of the week, permanent rating",
        };
        let mut selected = self.row;
        let table = kit::Table::new(name, &columns, week.games.len()).row_name(&row_name);
        // Before the table is drawn, so that the next key is already for it.
        let reveal = if self.wants_keyboard && system == System::Weekly {
            let id = table.id_in(&child);
            child.memory_mut(|memory| memory.request_focus(id));
            selected
        } else {
            None
        };
        let response = table
            .reveal(reveal)
            .show(&mut child, &mut selected, |cell, row, column| {
                if let (Some(game), Some(of)) = (week.games.get(row), shown.get(column)) {
                    draw(
                        cell,
                        t,
                        *of,
                        &|id| digest.name(camp, id),
                        week,
                        game,
                        system,
                    );
                }
            });
        // A page that has just been opened is read from the top.
        let is_turned_to = response.selection_changed
            || (response.response.gained_focus() && !self.wants_keyboard);
        if is_turned_to && !ui.clip_rect().contains_rect(rect) {
            ui.scroll_to_rect(rect, None);
        }
        if response.selection_changed {
            done.row = selected;
        }
        if let Some(game) = response.activated.and_then(|row| week.games.get(row)) {
            done.action = Some(Action::Go(Page::EXPLANATION.of(Record::Game(game.id))));
        }
    }
}

fn draw(
    cell: &mut Cell<'_>,
    t: &Tokens,
    of: Of,
    name: &dyn Fn(crate::domain::PlayerId) -> String,
    week: &PlayerWeek,
    game: &PlayedGame,
    system: System,
) {
    let side = game.side_of(week.player);
    let both = game.working(system);
    let mine = both.of(side);
    // A fun game has the ratings before it, and moves nothing.
    let moved = |cell: &mut Cell<'_>, text: String| {
        if game.counts {
            cell.text(&text);
        } else {
            cell.weak("–");
        }
    };
    match of {
        Of::Game => cell.weak(&game.sequence.to_string()),
        Of::Date => cell.weak(&game.date.map(show_date).unwrap_or_default()),
        Of::Side => cell.text(side_in_words(side)),
        Of::Opponent => cell.strong(&name(game.opponent_of(week.player))),
        Of::Result if game.counts => cell.text(outcome(game, side)),
        Of::Result => cell.weak(&format!("{}, fun", outcome(game, side))),
        Of::Before => cell.text(&show_rating(mine.before)),
        Of::OpponentBefore => cell.text(&show_rating(mine.opponent)),
        Of::Difference => cell.text(&show_change(both.difference)),
        Of::Step => moved(cell, show_rating(both.step)),
        Of::ForResult => moved(cell, show_change(mine.for_result)),
        Of::ForDifference => moved(cell, show_change(mine.for_difference)),
        Of::Change => change_cell(cell, t, mine.change),
        Of::After => cell.strong(&show_rating(mine.after)),
    }
}

const fn side_in_words(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

fn outcome(game: &PlayedGame, side: Side) -> &'static str {
    match game.points_sign(side) {
        1 => "Won",
        0 => "Drawn",
        _ => "Lost",
    }
}

/// A line for somebody who hears it.
fn in_words(
    camp: &CampData,
    digest: &Digest,
    week: &PlayerWeek,
    game: &PlayedGame,
    system: System,
) -> String {
    let side = game.side_of(week.player);
    let both = game.working(system);
    let mine = both.of(side);
    let start = format!(
        "Game {}, {} against {}, {}: {} against {}",
        game.sequence,
        side_in_words(side),
        digest.name(camp, game.opponent_of(week.player)),
        outcome(game, side).to_lowercase(),
        show_rating(mine.before),
        show_rating(mine.opponent),
    );
    if !game.counts {
        return format!("{start}, a fun game that moves nothing");
    }
    format!(
        "{start}, White minus Black {}, step {}, {} for the result, {} for the difference, change {}, after it {}",
        show_change(both.difference),
        show_rating(both.step),
        show_change(mine.for_result),
        show_change(mine.for_difference),
        show_change(mine.change),
        show_rating(mine.after)
    )
}
