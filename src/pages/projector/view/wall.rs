//! The wall: what follows from a board and the size of the window, and the page that is drawn.

use std::{collections::HashMap, sync::Arc};

use egui::{Rect, Ui, Vec2, vec2};

use super::{
    super::state::{Board, BoardList, Projector, Sheet},
    around::{Foot, Title, time_line},
    lines::{Arrow, CHANGE, Lines, PLACES},
    plan::{self, Beside, GAP, List, NameWidth, Plan, Room},
};
use crate::{domain::show_change, kit::theme};

/// A line is never lower than this part of the window's height: what can be read across a room.
const LEAST_LINE: f32 = 1.0 / 22.0;
/// Nor higher than this part: a list of three would look like an eye test.
const MOST_LINE: f32 = 1.0 / 11.0;
/// The title of a list, as a part of the window's height.
const TITLE: f32 = 0.062;
/// The type of a heading, as a part of that of the lines, and the gap before it in ems.
const HEADING: f32 = 0.62;
const BEFORE_HEADING: f32 = 0.3;
/// Left and right of everything, as a part of the window's width.
const MARGIN: f32 = 0.025;

/// The room for a wall, and what is said at its foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    pub(super) size: Vec2,
    /// The height of the whole window, which all type is measured by: the strip at its foot makes none smaller.
    pub(super) window: f32,
    pub(super) pixels_per_point: f32,
    pub(super) remark: Option<&'static str>,
}

/// What the wall looks like, worked out once for each board and view.
#[derive(Debug)]
pub(super) struct Wall {
    board: Arc<Board>,
    view: View,
    plan: Plan,
    band: f32,
    foot: f32,
}

/// The measures of a view, in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// The height of the lowest line.
    pub(super) least: f32,
    /// The largest type of a title.
    pub(super) title: f32,
    /// Left and right of everything.
    pub(super) margin: f32,
    /// Between the margins.
    pub(super) width: f32,
}

impl Measures {
    fn new(view: View) -> Self {
        let margin = view.size.x * MARGIN;
        Self {
            least: view.window * LEAST_LINE,
            title: view.window * TITLE,
            margin,
            width: view.size.x - 2.0 * margin,
        }
    }

    /// The smallest type on the wall.
    pub(super) fn type_size(self) -> f32 {
        plan::type_of(self.least)
    }

    /// The type of the headings above the columns, which one needs to read once.
    pub(super) fn heading(self) -> f32 {
        self.type_size() * HEADING
    }

    /// The height of the headings.
    pub(super) fn headings(self) -> f32 {
        self.heading() * 1.4
    }

    /// Above and below what stands in a band.
    pub(super) fn padding(self) -> f32 {
        self.least * 0.3
    }
}

impl Wall {
    /// Whether this is the wall of this very board, of which there is a new one whenever something has changed.
    pub(super) fn is_of(&self, board: &Arc<Board>, view: View) -> bool {
        Arc::ptr_eq(&self.board, board) && self.view == view
    }

    pub(super) fn new(ui: &Ui, board: Arc<Board>, view: View) -> Self {
        let m = Measures::new(view);
        let titles = board.lists.iter().map(|list| list.title.as_str());
        let band = titles
            .map(|title| Title::new(ui, &board, title, m).height())
            .fold(0.0, f32::max)
            + 2.0 * m.padding();
        let foot = Foot::new(ui, &board, view.remark, m).height(m) + 2.0 * m.padding();
        let room = Room {
            width: m.width,
            height: (view.size.y - band - foot - m.headings() - 2.0 * m.padding()).max(m.least),
            least: m.least,
            most: view.window * MOST_LINE,
        };
        Self {
            plan: Plan::new(&lists(ui, &board), room),
            board,
            view,
            band,
            foot,
        }
    }

    /// The pages that the board is divided into.
    pub(super) fn sheets(&self) -> Vec<Sheet> {
        let pages = self.plan.pages.iter();
        pages.map(|page| page.sheet.clone()).collect()
    }

    /// Draws the page that is shown.
    pub(super) fn draw(&self, ui: &Ui, room: Rect, projector: &Projector, seconds: u16, now: f64) {
        let board = &self.board;
        let Some(page) = self.plan.pages.get(projector.place()) else {
            return;
        };
        let (Some(list), Some(look), Some(heights)) = (
            board.lists.get(page.sheet.list),
            self.plan.looks.get(page.sheet.list),
            self.plan.heights.get(page.sheet.list),
        ) else {
            return;
        };
        let m = Measures::new(self.view);
        let (band, below) = room.split_top_bottom_at_y(room.top() + self.band);
        let (body, foot) = below.split_top_bottom_at_y(below.bottom() - self.foot);
        Title::new(ui, board, &list.title, m).draw(ui, band, board, m);
        let lines = Lines {
            list,
            look,
            heights,
            least: m.type_size(),
            heading: m.heading(),
        };
        let body = body.shrink2(vec2(m.margin, m.padding()));
        let (headings, body) = body.split_top_bottom_at_y(body.top() + m.headings());
        lines.draw_headings(ui, headings, page.columns.len());
        lines.draw(ui, body, &page.columns, |id| projector.news(id, now));
        Foot::new(ui, board, self.view.remark, m).draw(ui, foot, projector, m);
        if let Some(share) = projector.progress(seconds, now) {
            time_line(ui, room, share, m);
        }
    }
}

/// Everything that has to be known of the lists to divide them into pages.
fn lists(ui: &Ui, board: &Board) -> Vec<List> {
    let mut widths = HashMap::new();
    // Widths in ems don't depend on the size, and those of large type aren't rounded.
    let font = theme::bold(100.0);
    let mut width = |letter: char| {
        *widths.entry(letter).or_insert_with(|| {
            ui.ctx()
                .fonts_mut(|fonts| fonts.glyph_width(&font, letter) / font.size)
        })
    };
    let list = |list: &BoardList| {
        let mut beside = Beside::default();
        let mut names = Vec::with_capacity(list.lines.len());
        for line in &list.lines {
            let mut of = |text: &str| text.chars().map(&mut width).sum::<f32>();
            beside.rank = beside.rank.max(of(&line.rank.to_string()));
            beside.rating = beside.rating.max(of(&line.figure));
            if let Some(change) = line.change {
                beside.change = beside.change.max(of(&show_change(change)));
                let words = of(&Arrow::new(line).words());
                beside.arrow = beside.arrow.max(Arrow::width(words));
            }
            if line.moved.is_some() {
                let heading = HEADING * of(PLACES) + BEFORE_HEADING;
                beside.arrow = beside.arrow.max(heading);
            }
            names.push(NameWidth::new(&line.name, &mut width));
        }
        let mut heading =
            |text: &str| HEADING * text.chars().map(&mut width).sum::<f32>() + BEFORE_HEADING;
        if list.has_changes() {
            beside.change = beside.change.max(heading(CHANGE) - GAP);
        }
        // That of the ratings has always had room above them.
        if let Some(figure) = list.figure.filter(|_| !list.has_changes()) {
            beside.rating = beside.rating.max(heading(figure) - GAP);
        }
        List { names, beside }
    };
    board.lists.iter().map(list).collect()
}
