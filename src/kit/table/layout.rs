//! The order, the widths and the choice of columns, as the user has arranged them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Column, Width};

/// No column is wider than this, in points.
const WIDEST: f32 = 1200.0;
/// No column that can be resized is narrower than this, in points.
pub(super) const NARROWEST: f32 = 36.0;

/// How the user has arranged the columns of a table, by their keys. Kept by the caller between sessions.
///
/// Columns that it doesn't know stand where the table has them; keys that the table doesn't know are kept, and do nothing.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct TableLayout {
    order: Vec<String>,
    widths: BTreeMap<String, f32>,
    hidden: BTreeSet<String>,
}

/// Where a shown column lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    /// Index in the columns of the table.
    pub(super) column: usize,
    /// From the left edge of the first column, in points.
    pub(super) left: f32,
    pub(super) width: f32,
}

impl TableLayout {
    /// All columns in their order, hidden ones too, as indices into `columns`.
    pub fn order(&self, columns: &[Column<'_>]) -> Vec<usize> {
        let mut order = Vec::with_capacity(columns.len());
        for key in &self.order {
            let known = columns.iter().position(|column| column.key == *key);
            if let Some(column) = known.filter(|column| !order.contains(column)) {
                order.push(column);
            }
        }
        for column in 0..columns.len() {
            if !order.contains(&column) {
                // Behind the column that stands before it in the table.
                let before = (0..column)
                    .rev()
                    .find_map(|before| order.iter().position(|placed| *placed == before));
                order.insert(before.map_or(0, |before| before + 1), column);
            }
        }
        order
    }

    /// The columns that are shown, in their order, as indices into `columns`. Never none, if there are any.
    pub fn shown(&self, columns: &[Column<'_>]) -> Vec<usize> {
        let order = self.order(columns);
        let shown = order
            .iter()
            .copied()
            .filter(|column| !self.is_hidden(&columns[*column]))
            .collect::<Vec<_>>();
        if shown.is_empty() { order } else { shown }
    }

    /// Whether the column is hidden.
    pub fn is_hidden(&self, column: &Column<'_>) -> bool {
        column.can_hide && self.hidden.contains(&*column.key)
    }

    /// Hides a column. The last one that is shown, and one that may not be hidden, stay. Whether it has.
    pub fn hide(&mut self, columns: &[Column<'_>], column: usize) -> bool {
        let can = columns.get(column).is_some_and(|column| column.can_hide);
        let shown = self.shown(columns);
        if !can || shown.len() < 2 || !shown.contains(&column) {
            return false;
        }
        self.hidden.insert(columns[column].key.to_string())
    }

    /// Shows a hidden column again, where it stood.
    pub fn show(&mut self, columns: &[Column<'_>], column: usize) {
        if let Some(column) = columns.get(column) {
            self.hidden.remove(&*column.key);
        }
    }

    /// Shows all columns.
    pub fn show_all(&mut self) {
        self.hidden.clear();
    }

    /// Moves a shown column one place to the left; whether it could.
    pub fn move_left(&mut self, columns: &[Column<'_>], column: usize) -> bool {
        let place = self.place_of(columns, column).filter(|place| *place > 0);
        place.is_some_and(|place| self.move_to(columns, column, place - 1))
    }

    /// Moves a shown column one place to the right; whether it could.
    pub fn move_right(&mut self, columns: &[Column<'_>], column: usize) -> bool {
        let place = self.place_of(columns, column);
        place.is_some_and(|place| self.move_to(columns, column, place + 1))
    }

    /// Moves a shown column to this place among the shown ones, counted from 0. Whether anything has changed.
    pub fn move_to(&mut self, columns: &[Column<'_>], column: usize, place: usize) -> bool {
        let shown = self.shown(columns);
        let Some(from) = shown.iter().position(|shown| *shown == column) else {
            return false;
        };
        let place = place.min(shown.len() - 1);
        if place == from {
            return false;
        }
        let neighbour = shown[place];
        let mut order = self.order(columns);
        order.retain(|other| *other != column);
        let at = order.iter().position(|other| *other == neighbour);
        let at = at.map_or(order.len(), |at| if place > from { at + 1 } else { at });
        order.insert(at, column);
        let unknown = self
            .order
            .iter()
            .filter(|key| columns.iter().all(|column| column.key != **key))
            .cloned()
            .collect::<Vec<_>>();
        self.order = order
            .into_iter()
            .map(|column| columns[column].key.to_string())
            .chain(unknown)
            .collect();
        true
    }

    /// The place of a column among the shown ones, counted from 0.
    pub fn place_of(&self, columns: &[Column<'_>], column: usize) -> Option<usize> {
        let shown = self.shown(columns);
        shown.iter().position(|shown| *shown == column)
    }

    /// Gives a column a width in points; what is not a sensible width is brought into bounds.
    pub fn set_width(&mut self, columns: &[Column<'_>], column: usize, points: f32) {
        if let Some(column) = columns.get(column) {
            let width = bounded(points, column.least);
            self.widths.insert(column.key.to_string(), width);
        }
    }

    /// Takes back what the user has arranged.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether nothing is arranged differently from the table itself.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    fn width_of(&self, column: &Column<'_>) -> Option<f32> {
        let width = self.widths.get(&*column.key)?;
        Some(bounded(*width, column.least))
    }

    /// Where the shown columns lie when there are `room` points for them. Flexible ones share what the others leave. Where not all have room, they
    /// end with a whole column: half a number looks like another one.
    pub(super) fn place(&self, columns: &[Column<'_>], room: f32) -> Vec<Placed> {
        let mut widths = Vec::new();
        let mut flexible = Vec::new();
        let mut left_over = room;
        for column in self.shown(columns) {
            let width = match (self.width_of(&columns[column]), columns[column].width) {
                (Some(width), _) | (None, Width::Fixed(width)) => width,
                (None, Width::Flexible(least)) => {
                    flexible.push((widths.len(), least));
                    least
                }
            };
            left_over -= width;
            widths.push((column, width));
        }
        if left_over < 0.0 {
            end_with_whole_column(&mut widths, flexible, room);
        } else {
            share(&mut widths, flexible, left_over);
        }
        let mut left = 0.0;
        let place = |(column, width)| {
            let placed = Placed {
                column,
                left,
                width,
            };
            left += width;
            placed
        };
        widths.into_iter().map(place).collect()
    }
}

/// What two columns get that want these widths, where there are `room` points for both: the narrower one what it wants, up to the half.
pub fn shared([first, second]: [f32; 2], room: f32) -> [f32; 2] {
    let half = (room / 2.0).floor();
    if first + second <= room {
        [first, second]
    } else if first <= half {
        [first, room - first]
    } else if second <= half {
        [room - second, second]
    } else {
        [half, room - half]
    }
}

/// Narrows flexible columns a little, so that the column at the edge has room, or widens them, so that it begins behind the edge.
fn end_with_whole_column(widths: &mut [(usize, f32)], mut flexible: Vec<(usize, f32)>, room: f32) {
    /// So much of a width can be taken away, as a part of it.
    const MOST: f32 = 0.2;
    let mut end = 0.0;
    let mut at_edge = 0;
    for (at, (_, width)) in widths.iter().enumerate() {
        if end + width > room {
            at_edge = at;
            break;
        }
        end += width;
    }
    let cut_off = widths
        .get(at_edge)
        .map_or(0.0, |(_, width)| end + width - room);
    flexible.retain(|(at, _)| *at <= at_edge);
    let can_give = flexible.iter().map(|(_, least)| least * MOST).sum::<f32>();
    if cut_off <= can_give {
        let part = cut_off / can_give * MOST;
        let mut left = cut_off;
        for (at, least) in flexible {
            let given = (least * part).ceil().min(left);
            widths[at].1 -= given;
            left -= given;
        }
    } else {
        flexible.retain(|(at, _)| *at < at_edge);
        share(widths, flexible, room - end);
    }
}

/// Widens the flexible columns, so that they are equally wide where their least widths allow it.
fn share(widths: &mut [(usize, f32)], mut flexible: Vec<(usize, f32)>, left_over: f32) {
    if flexible.is_empty() || left_over <= 0.0 {
        return;
    }
    let mut room = left_over + flexible.iter().map(|(_, least)| least).sum::<f32>();
    flexible.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut remaining = flexible.iter().fold(0.0, |count, _| count + 1.0);
    for (at, least) in flexible {
        let width = if remaining > 1.0 {
            (room / remaining).floor().max(least)
        } else {
            room.max(least)
        };
        widths[at].1 = width;
        room -= width;
        remaining -= 1.0;
    }
}

fn bounded(points: f32, least: f32) -> f32 {
    if points.is_nan() {
        least
    } else {
        points.clamp(least.min(WIDEST), WIDEST).round()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "widths are whole points")]
mod tests {
    use super::*;

    fn columns() -> [Column<'static>; 4] {
        [
            Column::fixed("No.", 60.0).key("number").always_shown(),
            Column::flexible("Name", 100.0).key("name"),
            Column::fixed("Group", 80.0).key("group"),
            Column::fixed("Rating", 90.0).key("rating"),
        ]
    }

    #[test]
    fn columns_that_have_no_room_end_with_a_whole_one() {
        let widths = |room| {
            let placed = TableLayout::default().place(&columns(), room);
            placed.iter().map(|at| at.width).collect::<Vec<_>>()
        };
        assert_eq!(widths(340.0), [60.0, 110.0, 80.0, 90.0]);
        // A little less of the name, and the rating has room.
        assert_eq!(widths(315.0), [60.0, 85.0, 80.0, 90.0]);
        // The rating begins behind the edge.
        assert_eq!(widths(300.0), [60.0, 160.0, 80.0, 90.0]);
        // No name to narrow or to widen.
        assert_eq!(widths(50.0), [60.0, 100.0, 80.0, 90.0]);
    }

    #[test]
    fn the_narrower_of_two_columns_gets_what_it_wants_up_to_the_half() {
        assert_eq!(shared([60.0, 90.0], 200.0), [60.0, 90.0]);
        assert_eq!(shared([60.0, 400.0], 200.0), [60.0, 140.0]);
        assert_eq!(shared([400.0, 90.0], 200.0), [110.0, 90.0]);
        assert_eq!(shared([400.0, 120.0], 200.0), [100.0, 100.0]);
    }

    #[test]
    fn columns_move_by_one_place_over_hidden_ones() {
        let columns = columns();
        let mut layout = TableLayout::default();
        assert!(layout.move_right(&columns, 0));
        assert_eq!(layout.shown(&columns), [1, 0, 2, 3]);
        assert!(layout.hide(&columns, 2));
        assert!(layout.move_right(&columns, 0));
        assert_eq!(layout.shown(&columns), [1, 3, 0]);
        assert!(!layout.move_right(&columns, 0), "it is the last one");
        assert!(layout.move_left(&columns, 3));
        assert_eq!(layout.shown(&columns), [3, 1, 0]);
        assert!(!layout.move_left(&columns, 3));
        layout.show(&columns, 2);
        assert_eq!(layout.shown(&columns).len(), 4);
        layout.reset();
        assert!(layout.is_default());
        assert_eq!(layout.shown(&columns), [0, 1, 2, 3]);
    }

    #[test]
    fn something_always_stays_to_be_seen() {
        let columns = columns();
        let mut layout = TableLayout::default();
        assert!(!layout.hide(&columns, 0), "the number may not be hidden");
        assert!(layout.hide(&columns, 1) && layout.hide(&columns, 2) && layout.hide(&columns, 3));
        assert_eq!(layout.shown(&columns), [0]);
        let all_gone: TableLayout = serde_json::from_str(r#"{"hidden":["a"]}"#).expect("a layout");
        assert_eq!(all_gone.shown(&[Column::fixed("A", 50.0).key("a")]), [0]);
    }

    #[test]
    fn a_layout_survives_being_kept_and_columns_that_come_and_go() {
        let columns = columns();
        let mut layout = TableLayout::default();
        layout.move_to(&columns, 3, 0);
        layout.set_width(&columns, 1, 222.4);
        layout.hide(&columns, 2);
        let kept = serde_json::to_string(&layout).expect("text");
        let read: TableLayout = serde_json::from_str(&kept).expect("a layout");
        assert_eq!(read, layout);

        // A later version: "name" is gone, "state" is new behind "rating".
        let later = [
            Column::fixed("No.", 60.0).key("number"),
            Column::fixed("Group", 80.0).key("group"),
            Column::fixed("Rating", 90.0).key("rating"),
            Column::fixed("State", 70.0).key("state"),
        ];
        assert_eq!(read.shown(&later), [2, 3, 0]);
        let mut read = read;
        read.move_left(&later, 0);
        assert_eq!(read.shown(&later), [2, 0, 3]);
        assert_eq!(
            read.place(&columns, 0.0)
                .iter()
                .find(|p| p.column == 1)
                .map(|p| p.width),
            Some(222.0),
            "the width of what was gone is not forgotten"
        );
        assert_eq!(
            serde_json::from_str::<TableLayout>(r#"{"colour":"red"}"#).expect("a layout"),
            TableLayout::default()
        );
    }

    #[test]
    fn flexible_columns_share_the_room_and_others_keep_theirs() {
        let columns = columns();
        let mut layout = TableLayout::default();
        let widths = |layout: &TableLayout, room| {
            layout
                .place(&columns, room)
                .iter()
                .map(|placed| placed.width)
                .collect::<Vec<_>>()
        };
        assert_eq!(widths(&layout, 500.0), [60.0, 270.0, 80.0, 90.0]);
        assert_eq!(widths(&layout, 100.0), [60.0, 100.0, 80.0, 90.0]);
        layout.set_width(&columns, 1, 150.0);
        layout.set_width(&columns, 3, f32::NAN);
        layout.set_width(&columns, 2, -3.0);
        assert_eq!(widths(&layout, 500.0), [60.0, 150.0, NARROWEST, NARROWEST]);
        layout.set_width(&columns, 2, f32::INFINITY);
        assert_eq!(widths(&layout, 500.0)[2], WIDEST);

        let two = [Column::flexible("A", 300.0), Column::flexible("B", 50.0)];
        let placed = TableLayout::default().place(&two, 400.0);
        assert_eq!((placed[0].width, placed[1].width), (300.0, 100.0));
        assert_eq!(placed[1].left, 300.0);
    }
}
