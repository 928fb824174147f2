//! Where the keys of movement lead.

use super::{Table, TableState};
use crate::kit::popup_list::step;

/// One movement of the cursor.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Step {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    RowStart,
    RowEnd,
    ColumnTop,
    ColumnBottom,
    First,
    Last,
    Next,
    Previous,
}

/// What the cursor moves over.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    /// Rows with a record.
    pub(super) rows: usize,
    /// Those, and the row of a new record.
    pub(super) all_rows: usize,
    /// The columns that are shown, in their order.
    pub(super) columns: Vec<usize>,
    /// Rows of a page.
    pub(super) page: usize,
}

impl Table<'_> {
    /// Moves the cursor, and the selection with it.
    pub(super) fn go(&self, state: &mut TableState, to: Step, extend: bool, paths: &Paths) {
        let before = state.row;
        if self.cells {
            paths.walk(state, to);
        } else {
            state.row = paths.along_rows(state.row, to);
        }
        state.reveal = true;
        let (Some(row), true) = (state.row, self.multiple) else {
            return;
        };
        if extend && paths.rows > 0 {
            let last = paths.rows - 1;
            let from = before.unwrap_or(row).min(last);
            state.selection.extend(from, row.min(last));
        } else if self.cells {
            if !state.selection.is_gathered() {
                state.selection.clear();
            }
        } else if !state.selection.is_gathered() {
            state.selection.select_only(row);
        }
    }
}

impl Paths {
    fn along_rows(&self, row: Option<usize>, to: Step) -> Option<usize> {
        let page = isize::try_from(self.page.saturating_sub(1).max(1)).unwrap_or(1);
        match to {
            Step::Up => step(row, -1, self.all_rows),
            Step::Down => step(row, 1, self.all_rows),
            Step::PageUp => step(row, -page, self.all_rows),
            Step::PageDown => step(row, page, self.all_rows),
            Step::ColumnTop | Step::First => step(None, 1, self.all_rows),
            // The last record, not the empty row behind it.
            Step::ColumnBottom | Step::Last => step(None, -1, self.rows.max(1).min(self.all_rows)),
            Step::Left
            | Step::Right
            | Step::RowStart
            | Step::RowEnd
            | Step::Next
            | Step::Previous => row.or_else(|| step(None, 1, self.all_rows)),
        }
    }

    fn walk(&self, state: &mut TableState, to: Step) {
        let before = state.row;
        state.row = self.along_rows(before, to);
        let (Some(row), Some(last)) = (state.row, self.columns.len().checked_sub(1)) else {
            return;
        };
        let place = self
            .columns
            .iter()
            .position(|column| *column == state.column);
        let mut place = place.unwrap_or(0);
        match to {
            Step::RowStart | Step::First => place = 0,
            Step::RowEnd | Step::Last => place = last,
            // The first key only shows where the cursor is.
            _ if before.is_none() => {}
            Step::Left => place = place.saturating_sub(1),
            Step::Right => place = (place + 1).min(last),
            Step::Next if place < last => place += 1,
            Step::Next if row + 1 < self.all_rows => {
                state.row = Some(row + 1);
                place = 0;
            }
            Step::Previous if place > 0 => place -= 1,
            Step::Previous if row > 0 => {
                state.row = Some(row - 1);
                place = last;
            }
            _ => {}
        }
        state.column = self.columns[place];
    }
}
