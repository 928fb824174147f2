//! The weeks of one player: a chart of the rank, and every figure.

use std::fmt::Write as _;

use egui::{RichText, Ui, UiBuilder, vec2};

use super::{chart, list::NEW, title_of};
use crate::{
    app::{
        Action,
        exporting::{ExportedColumn, ExportedList},
        page::{Ctx, Outbox},
    },
    domain::{
        Moved, PlayerId, Record, Season, SeasonLine, SeasonWeek, Week, full_name, show_change,
        show_rating as number,
    },
    kit::{
        self, Button, Cell, UiTokens as _,
        page::name_title,
        segmented,
        tokens::{Tokens, space},
    },
    pages::{looks::change_cell, season::state::SeasonState},
    spreadsheet::Cell as ExportedCell,
};

/// Where it is narrower than this, in points, the figures have the room alone.
const NARROW: f32 = 620.0;

/// The part of the width that the chart gets, and its least and greatest width in points.
const CHART: (f32, f32, f32) = (0.34, 200.0, 380.0);

/// What is remembered of the player that is shown.
#[derive(Debug, Default)]
pub(super) struct Player {
    of: Option<PlayerId>,
    /// The selected week.
    week: Option<usize>,
    chart: chart::Of,
}

impl Player {
    /// Shows the weeks of the selected player in all the room there is.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        state: &SeasonState,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) {
        let (Some(season), Some(line)) = (state.season(), state.selected_line()) else {
            return;
        };
        if self.of != Some(line.id) {
            self.of = Some(line.id);
            self.week = None;
        }
        let is_in_camp = ctx.camp.data.player(line.id).is_some();
        let has_chart = ui.available_width() >= NARROW && season.weeks.len() > 1;
        let chart = has_chart.then_some(&mut self.chart);
        let goes = header(ui, season, line, is_in_camp, chart);
        let room = ui.available_size();
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            if has_chart {
                let (share, least, most) = CHART;
                let width = (room.x * share).clamp(least, most);
                ui.vertical(|ui| {
                    ui.set_width(width);
                    chart::show(ui, room.y, self.chart, season, line, self.week);
                });
            }
            let size = vec2(ui.available_width(), room.y);
            let (_, rect) = ui.allocate_space(size);
            let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
            self.table(&mut child, season, line);
        });
        if goes {
            let record = Record::Player(line.id);
            out.send(Action::Show(record));
        }
    }

    fn table(&mut self, ui: &mut Ui, season: &Season, line: &SeasonLine) {
        let t = ui.tokens();
        // The table's outline takes one point at each edge.
        let shown = Of::fitting(ui.available_width() - 2.0, season.weeks.len());
        let columns = shown.iter().map(|of| of.column()).collect::<Vec<_>>();
        let row_name = |row: usize| {
            let week = season.weeks.get(row);
            week.map_or_else(String::new, |week| in_words(line, row, week))
        };
        kit::Table::new("Weeks of this player", &columns, season.weeks.len())
            .row_name(&row_name)
            .show(ui, &mut self.week, |cell, row, column| {
                if let (Some(week), Some(of)) = (season.weeks.get(row), shown.get(column)) {
                    draw(cell, t, *of, line, row, week);
                }
            });
    }
}

/// What is said of somebody says nothing where it is cut to less than this, in points.
const LEAST_ABOUT: f32 = 48.0;

/// Who it is, what the chart shows if there is one, and the way to the record. Whether it was taken.
fn header(
    ui: &mut Ui,
    season: &Season,
    line: &SeasonLine,
    is_in_camp: bool,
    chart: Option<&mut chart::Of>,
) -> bool {
    let mut goes = false;
    ui.horizontal(|ui| {
        let buttons = if chart.is_some() {
            128.0 + 190.0
        } else {
            128.0
        };
        // The number that tells namesakes apart follows anyway.
        let name = full_name(&line.first_name, &line.last_name);
        let room = ui.available_width() - buttons - ui.spacing().item_spacing.x;
        name_title(ui, &name, room);
        let there = line.weeks.iter().flatten();
        let games = there.clone().map(|week| week.games).sum::<usize>();
        // Without a game everybody of a group has the same rank, which says nothing.
        let played = there.filter(|week| week.games > 0);
        let best = played.map(|week| week.rank).min();
        let mut about = format!("camper number {}", line.id);
        let group = line.last_group();
        if !group.is_empty() {
            _ = write!(about, " · {group}");
        }
        if let Some(best) = best {
            _ = write!(about, " · best rank {best}");
        }
        _ = match games {
            1 => write!(about, " · 1 game"),
            games => write!(about, " · {games} games"),
        };
        if season.weeks.len() > 1 {
            about.push_str(" in all");
        }
        let text = RichText::new(about).color(ui.tokens().text_weak);
        let left = ui.available_width() - buttons;
        if left >= LEAST_ABOUT {
            ui.scope(|ui| {
                ui.set_max_width(left);
                ui.add(egui::Label::new(text).truncate());
            });
        }
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let gone = (!is_in_camp).then_some("This player isn’t in the camp any more");
            let go = Button::quiet("Open player").small().refused(gone);
            goes = go.show(ui).clicked();
            if let Some(of) = chart {
                let chosen = chart::Of::ALL.iter().position(|(_, other)| other == of);
                let texts = chart::Of::ALL.map(|(text, _)| text);
                let now = segmented(ui, "Chart", &texts, chosen.unwrap_or(0));
                if let Some((_, now)) = now.and_then(|at| chart::Of::ALL.get(at)) {
                    *of = *now;
                }
            }
        });
    });
    ui.add_space(space::XS);
    goes
}

/// A column of the figures.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Of {
    Week,
    Group,
    Rank,
    GroupRank,
    Moved,
    Rating,
    Change,
    Tally,
}

impl Of {
    /// From left to right.
    const ALL: [Self; 8] = [
        Self::Week,
        Self::Rating,
        Self::Rank,
        Self::Moved,
        Self::Group,
        Self::GroupRank,
        Self::Change,
        Self::Tally,
    ];

    /// What a narrow table does without, first things first, each with what the names of weeks shall have to spare before,
    /// in points.
    const LEFT_OUT: [(Self, f32); 4] = [
        (Self::GroupRank, 40.0),
        (Self::Change, 20.0),
        (Self::Tally, 0.0),
        (Self::Group, 0.0),
    ];

    /// The columns that have room in this width, in points.
    fn fitting(width: f32, weeks: usize) -> Vec<Self> {
        let mut columns = Self::ALL.to_vec();
        if weeks < 2 {
            columns.retain(|of| *of != Self::Moved);
        }
        for (left_out, spare) in Self::LEFT_OUT {
            if columns.iter().map(|of| of.width()).sum::<f32>() + spare <= width {
                break;
            }
            columns.retain(|of| *of != left_out);
        }
        columns
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Week => "Week",
            Self::Group => "Group",
            Self::Rank => "Rank",
            Self::GroupRank => "In group",
            Self::Moved => "Moved",
            Self::Rating => "Rating",
            Self::Change => "Change",
            Self::Tally => "W–D–L",
        }
    }

    /// In points; for the week's name at least.
    const fn width(self) -> f32 {
        match self {
            Self::Rank => 58.0,
            Self::Rating | Self::Moved => 70.0,
            Self::Change | Self::Tally | Self::GroupRank => 78.0,
            Self::Group => 84.0,
            Self::Week => 104.0,
        }
    }

    fn column(self) -> kit::Column<'static> {
        match self {
            Self::Week => kit::Column::flexible(self.title(), self.width()),
            Self::Group => kit::Column::fixed(self.title(), self.width()),
            _ => kit::Column::fixed(self.title(), self.width()).right(),
        }
    }
}

fn draw(cell: &mut Cell<'_>, t: &Tokens, of: Of, line: &SeasonLine, at: usize, week: &Week) {
    if of == Of::Week {
        return cell.strong(&title_of(week));
    }
    let Some(there) = line.weeks.get(at).and_then(Option::as_ref) else {
        return cell.weak("–");
    };
    match of {
        Of::Week => {}
        Of::Group => cell.text(&there.group),
        Of::Rank => cell.text(&there.rank.to_string()),
        Of::GroupRank => {
            let rank = there.group_rank.map(|rank| rank.to_string());
            cell.text(&rank.unwrap_or_default());
        }
        Of::Moved => match there.moved {
            None => {}
            Some(Moved::New) => cell.weak(NEW),
            Some(Moved::Ranks(ranks)) => change_cell(cell, t, ranks),
        },
        Of::Rating => cell.strong(&number(there.rating)),
        Of::Change => change_cell(cell, t, there.change),
        Of::Tally => cell.text(&tally(there)),
    }
}

/// The weeks of the player who is selected, to be written to a file.
pub(in crate::pages::season) fn exported(state: &SeasonState) -> Option<ExportedList> {
    let (season, line) = (state.season()?, state.selected_line()?.clone());
    let weeks = season.weeks.clone();
    let mut shown = Of::ALL.to_vec();
    shown.retain(|of| weeks.len() > 1 || *of != Of::Moved);
    let columns = shown.iter().flat_map(|of| match of {
        Of::Week | Of::Group => vec![ExportedColumn::text(of.title())],
        Of::Tally => ["Won", "Drawn", "Lost"]
            .map(ExportedColumn::number)
            .to_vec(),
        _ => vec![ExportedColumn::number(of.title())],
    });
    let name = format!("Weeks of {}", line.full_name());
    let list = ExportedList::new(name, "week", columns.collect(), move || {
        let row = |(at, week)| {
            let cells = shown
                .iter()
                .flat_map(|of| exported_cells(*of, &line, at, week));
            cells.collect()
        };
        weeks.iter().enumerate().map(row).collect()
    });
    Some(list.of_all_weeks())
}

fn exported_cells(of: Of, line: &SeasonLine, at: usize, week: &Week) -> Vec<ExportedCell> {
    let there = line.weeks.get(at).and_then(Option::as_ref);
    let count = |count: Option<usize>| count.map_or(ExportedCell::Empty, ExportedCell::count);
    let number = |number: Option<i32>| number.map_or(ExportedCell::Empty, ExportedCell::Number);
    vec![match of {
        Of::Week => ExportedCell::text(title_of(week)),
        Of::Group => ExportedCell::text(there.map_or("", |there| &there.group)),
        Of::Rank => count(there.map(|there| there.rank)),
        Of::GroupRank => count(there.and_then(|there| there.group_rank)),
        Of::Moved => match there.and_then(|there| there.moved) {
            None => ExportedCell::Empty,
            Some(Moved::New) => ExportedCell::text(NEW),
            Some(Moved::Ranks(ranks)) => ExportedCell::Number(ranks),
        },
        Of::Rating => number(there.map(|there| there.rating)),
        Of::Change => number(there.map(|there| there.change)),
        Of::Tally => {
            let tally = there.map(|there| [there.won, there.drawn, there.lost]);
            return (0..3)
                .map(|at| count(tally.map(|tally| tally[at])))
                .collect();
        }
    }]
}

fn tally(week: &SeasonWeek) -> String {
    format!("{}–{}–{}", week.won, week.drawn, week.lost)
}

/// A week for somebody who hears it.
fn in_words(line: &SeasonLine, at: usize, week: &Week) -> String {
    let title = title_of(week);
    let Some(there) = line.weeks.get(at).and_then(Option::as_ref) else {
        return format!("{title}, not there");
    };
    let mut words = title;
    if !there.group.is_empty() {
        _ = write!(words, ", {}", there.group);
    }
    _ = write!(words, ", rank {}", there.rank);
    if let Some(rank) = there.group_rank {
        _ = write!(words, ", {rank} in the group");
    }
    match there.moved {
        None => {}
        Some(Moved::New) => words.push_str(", not there the week before"),
        Some(Moved::Ranks(0)) => words.push_str(", as the week before"),
        Some(Moved::Ranks(ranks)) => {
            let way = if ranks > 0 { "up" } else { "down" };
            let ranks = ranks.unsigned_abs();
            _ = write!(words, ", {ranks} {way} since the week before");
        }
    }
    _ = write!(
        words,
        ", rating {}, change {}, won {}, drawn {}, lost {}",
        number(there.rating),
        show_change(there.change),
        there.won,
        there.drawn,
        there.lost
    );
    words
}
