//! The lines of a page.

use std::{ops::Range, sync::Arc};

use egui::{Color32, FontId, Galley, Pos2, Rect, Role, Ui, pos2, vec2};

use super::{
    super::state::{BoardLine, BoardList},
    plan::{self, Beside, GAP, GUTTER, Look, MARK},
    said,
    text::Text,
};
use crate::{
    domain::{Moved, PlayerId, show_change},
    kit::{Icon, UiTokens as _, theme, tokens::Tokens},
};

/// The width of the arrow behind a change, in ems, and of the gaps before it and behind it.
const ARROW: f32 = 0.62;
const BEFORE_ARROW: f32 = 0.2;
const BEHIND_ARROW: f32 = 0.1;

/// Above the columns of what a rating and a rank have moved by.
pub(super) const CHANGE: &str = "Change";
pub(super) const PLACES: &str = "Places";

/// The lines of a page.
pub(super) struct Lines<'a> {
    pub(super) list: &'a BoardList,
    pub(super) look: &'a Look,
    pub(super) heights: &'a [f32],
    /// The smallest type, in points.
    pub(super) least: f32,
    /// The type of the headings, in points.
    pub(super) heading: f32,
}

impl Lines<'_> {
    /// The left edges of the columns of a page.
    fn lefts(&self, room: Rect, columns: usize) -> impl Iterator<Item = f32> {
        let step = self.look.column + GUTTER * plan::type_of(self.look.line);
        let count = (0..columns).fold(0.0, |count, _| count + 1.0);
        let width = count * step - (step - self.look.column);
        let first = room.center().x - width / 2.0;
        (0..columns).scan(first, move |next, _| {
            let left = *next;
            *next += step;
            Some(left)
        })
    }

    /// What the figures of each column are.
    pub(super) fn draw_headings(&self, ui: &Ui, room: Rect, columns: usize) {
        let color = ui.tokens().text_weak;
        let em = plan::type_of(self.look.line);
        let Beside { change, arrow, .. } = self.look.beside;
        // In a first week the arrow is that of the change.
        let is_moved = self.list.lines.iter().any(|line| line.moved.is_some());
        for left in self.lefts(room, columns) {
            let right = left + self.look.column;
            let put = |text: &str, edge: f32| {
                let font = theme::medium(self.heading);
                let galley = ui.painter().layout_no_wrap(text.to_owned(), font, color);
                let place = pos2(edge - galley.size().x, room.bottom() - galley.size().y);
                ui.painter().galley(place, galley, color);
            };
            let after_change = right - arrow * em;
            if let Some(figure) = self.list.figure {
                put(figure, after_change - (change + GAP) * em);
            }
            if self.list.has_changes() {
                put(CHANGE, after_change);
            }
            if is_moved {
                put(PLACES, right);
            }
        }
    }

    pub(super) fn draw(
        &self,
        ui: &Ui,
        room: Rect,
        columns: &[Range<usize>],
        news: impl Fn(PlayerId) -> Option<i32>,
    ) {
        for (lines, left) in columns.iter().zip(self.lefts(room, columns.len())) {
            let mut top = room.top();
            for place in lines.clone() {
                let (Some(line), Some(height)) =
                    (self.list.lines.get(place), self.heights.get(place))
                else {
                    continue;
                };
                let size = vec2(self.look.column, *height);
                let rect = Rect::from_min_size(pos2(left, top), size);
                self.line(ui, rect, line, place % 2 == 1, news(line.id));
                top += height;
            }
        }
    }

    fn line(&self, ui: &Ui, rect: Rect, line: &BoardLine, is_odd: bool, news: Option<i32>) {
        let t = ui.tokens();
        let words = in_words(self.list.figure, line, news);
        said(ui, rect, line.id, &words, Role::Label);
        let em = plan::type_of(self.look.line);
        let Beside {
            rank,
            change,
            arrow,
            ..
        } = self.look.beside;
        if let Some(moved) = news {
            mark(ui, rect, em, moved);
        } else if is_odd {
            ui.painter().rect_filled(rect, em * 0.15, t.surface_hover);
        }
        let put = |galley: Arc<Galley>, place: Pos2| {
            let top = place.y - galley.size().y / 2.0;
            ui.painter().galley(pos2(place.x, top), galley, t.text);
        };
        let right = |text: String, font: FontId, color: Color32, right: f32| {
            let galley = ui.painter().layout_no_wrap(text, font, color);
            let left = right - galley.size().x;
            put(galley, pos2(left, rect.center().y));
        };
        let after_rank = rect.left() + (MARK + rank) * em;
        right(
            line.rank.to_string(),
            theme::regular(em),
            t.text,
            after_rank,
        );

        let room = self.look.beside.name(self.look.column, self.look.line);
        let font = if news.is_some() {
            theme::bold
        } else {
            theme::medium
        };
        let name = Text::new(&line.name, font, t.text_strong).between(self.least, em);
        let name = name.fit_into(ui, vec2(room, rect.height()));
        let place = pos2(after_rank + GAP * em, rect.center().y);
        if let Some(moved) = news {
            let wide = name.size().x;
            let type_size = (em * 0.8).max(self.least);
            by_how_much(ui, place + vec2(wide, 0.0), room - wide, type_size, moved);
        }
        put(name, place);

        let after_change = rect.right() - arrow * em;
        let after_rating = after_change - (change + GAP) * em;
        right(
            line.figure.clone(),
            theme::bold(em),
            t.text_strong,
            after_rating,
        );
        // On the ground of a marked line only ink is sure to be seen.
        let color = |moved: i32| match news {
            Some(_) => t.text_strong,
            None => color_of(t, moved),
        };
        let Some(change) = line.change else {
            return;
        };
        right(
            show_change(change),
            theme::regular(em),
            color(change),
            after_change,
        );
        let arrow = Arrow::new(line);
        let mut left = after_change + BEFORE_ARROW * em;
        if let Some(icon) = icon_of(arrow.to) {
            let place = pos2(left + ARROW / 2.0 * em, rect.center().y);
            let square = Rect::from_center_size(place, vec2(ARROW, ARROW) * em);
            icon.paint(ui.painter(), square, color(arrow.to));
        }
        left += (ARROW + BEHIND_ARROW) * em;
        let words = arrow.words();
        if !words.is_empty() {
            let font = theme::regular(em);
            let galley = ui.painter().layout_no_wrap(words, font, color(arrow.to));
            put(galley, pos2(left, rect.center().y));
        }
    }
}

/// The arrow behind the change: of the change itself in a first week, later of the places since the week before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    /// Where it points: up if positive.
    to: i32,
    moved: Option<Moved>,
}

impl Arrow {
    pub(super) fn new(line: &BoardLine) -> Self {
        let to = match line.moved {
            None => line.change.unwrap_or_default(),
            Some(Moved::Ranks(ranks)) => ranks,
            Some(Moved::New) => 0,
        };
        Self {
            to,
            moved: line.moved,
        }
    }

    /// What stands behind it.
    pub(super) fn words(self) -> String {
        match self.moved {
            None | Some(Moved::Ranks(0)) => String::new(),
            Some(Moved::Ranks(ranks)) => ranks.unsigned_abs().to_string(),
            Some(Moved::New) => "new".to_owned(),
        }
    }

    /// The room for it, in ems, where the words behind it have this width.
    pub(super) fn width(words: f32) -> f32 {
        BEFORE_ARROW
            + ARROW
            + if words > 0.0 {
                BEHIND_ARROW + words
            } else {
                0.0
            }
    }
}

/// Marks a line that has just moved: a ground and a bar, and an arrow for those to whom colours say nothing.
fn mark(ui: &Ui, rect: Rect, em: f32, moved: i32) {
    let t = ui.tokens();
    let icon = icon_of(moved);
    ui.painter().rect_filled(rect, em * 0.15, t.selection);
    let bar = Rect::from_min_size(rect.min, vec2(em * 0.18, rect.height()));
    ui.painter().rect_filled(bar, 0.0, t.accent);
    if let Some(icon) = icon {
        let place = pos2(rect.left() + em * 0.62, rect.center().y);
        let square = Rect::from_center_size(place, vec2(0.6, 0.6) * em);
        icon.paint(ui.painter(), square, t.text_strong);
    }
}

/// What a rating has just moved by, behind the name, if there is room: the column at the right says it of the whole week.
fn by_how_much(ui: &Ui, after: Pos2, room: f32, em: f32, moved: i32) {
    let t = ui.tokens();
    let font = theme::bold(em);
    let galley = ui
        .painter()
        .layout_no_wrap(show_change(moved), font, t.on_fill);
    let size = galley.size() + vec2(em * 0.6, em * 0.1);
    if size.x + em * GAP > room {
        return;
    }
    let center = after + vec2(em * GAP + size.x / 2.0, 0.0);
    let pill = Rect::from_center_size(center, size);
    ui.painter().rect_filled(pill, em * 0.25, t.accent_fill);
    let place = center - galley.size() / 2.0;
    ui.painter().galley(place, galley, t.on_fill);
}

/// What shows where a line has gone: sign and arrow say the same as the colour.
fn icon_of(moved: i32) -> Option<Icon> {
    match moved {
        0 => None,
        1.. => Some(Icon::ChevronUp),
        _ => Some(Icon::ChevronDown),
    }
}

fn color_of(t: &Tokens, moved: i32) -> Color32 {
    match moved {
        0 => t.text,
        1.. => t.success,
        _ => t.danger,
    }
}

/// A line for somebody who hears it.
fn in_words(figure: Option<&str>, line: &BoardLine, news: Option<i32>) -> String {
    let moved = |by: i32| match by {
        0 => "unchanged".to_owned(),
        1.. => format!("up {by}"),
        _ => format!("down {}", by.unsigned_abs()),
    };
    let places = |count: u32| if count == 1 { "place" } else { "places" };
    let since = match line.moved {
        None => String::new(),
        Some(Moved::New) => ", new".to_owned(),
        Some(Moved::Ranks(0)) => ", same place as the week before".to_owned(),
        Some(Moved::Ranks(ranks)) => {
            let way = if ranks > 0 { "up" } else { "down" };
            let count = ranks.unsigned_abs();
            format!(", {count} {} {way} since the week before", places(count))
        }
    };
    let news = news.map_or_else(String::new, |by| format!(", just now {}", moved(by)));
    let figure = figure.map_or_else(String::new, |figure| {
        format!(", {} {}", figure.to_lowercase(), line.figure)
    });
    let change = line.change.map(moved);
    let change = change.map_or_else(String::new, |change| format!(", {change}"));
    format!("{}, {}{figure}{change}{since}{news}", line.rank, line.name)
}
