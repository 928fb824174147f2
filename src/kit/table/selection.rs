//! Which rows are selected: as ranges, so that a million rows cost no more than one.

use std::ops::Range;

/// A set of rows. Rows are counted as they are shown; a caller that sorts or filters anew carries its records over, or
/// clears.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Selection {
    /// In order, not empty, and with a gap between any two.
    ranges: Vec<Range<usize>>,
    anchor: Option<usize>,
    /// Rows were put in one by one from the keyboard: walking on leaves them selected.
    gathered: bool,
}

impl Selection {
    /// No row is selected.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many rows are selected.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether this row is selected.
    pub fn contains(&self, row: usize) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= row);
        after > 0 && self.ranges[after - 1].contains(&row)
    }

    /// The selected rows as ranges, first to last, with a gap between any two.
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// The selected rows, first to last.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranges.iter().cloned().flatten()
    }

    /// The row from which a selection is extended.
    pub fn anchor(&self) -> Option<usize> {
        self.anchor
    }

    /// Selects nothing.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Selects this row and no other; it is then the anchor.
    pub fn select_only(&mut self, row: usize) {
        self.ranges.clear();
        self.ranges.push(row..row + 1);
        self.anchor = Some(row);
        self.gathered = false;
    }

    /// Selects the first `rows` rows.
    pub fn select_all(&mut self, rows: usize) {
        self.ranges.clear();
        if rows > 0 {
            self.ranges.push(0..rows);
        }
        self.gathered = false;
    }

    /// Selects what lies between the anchor and `row`, both included. Without an anchor, `from` becomes it.
    pub fn extend(&mut self, from: usize, row: usize) {
        let anchor = *self.anchor.get_or_insert(from);
        self.ranges.clear();
        self.ranges.push(anchor.min(row)..anchor.max(row) + 1);
        self.gathered = false;
    }

    /// Adds the row, or takes it out; it is then the anchor.
    pub fn toggle(&mut self, row: usize) {
        if self.contains(row) {
            self.remove(row);
        } else {
            self.insert(row..row + 1);
        }
        self.anchor = Some(row);
    }

    /// Forgets rows that are there no longer: those from `rows` on.
    pub fn truncate(&mut self, rows: usize) {
        while let Some(last) = self.ranges.last_mut() {
            if last.start >= rows {
                self.ranges.pop();
            } else {
                last.end = last.end.min(rows);
                break;
            }
        }
        self.anchor = self.anchor.filter(|anchor| *anchor < rows);
    }

    pub(super) fn gather(&mut self, row: usize) {
        self.toggle(row);
        self.gathered = true;
    }

    pub(super) fn is_gathered(&self) -> bool {
        self.gathered && !self.is_empty()
    }

    fn insert(&mut self, mut new: Range<usize>) {
        let first = self.ranges.partition_point(|range| range.end < new.start);
        let after = self
            .ranges
            .partition_point(|range| range.start <= new.end)
            .max(first);
        if let (Some(low), true) = (self.ranges.get(first), first < after) {
            new.start = new.start.min(low.start);
            new.end = new.end.max(self.ranges[after - 1].end);
        }
        self.ranges.splice(first..after, [new]);
    }

    fn remove(&mut self, row: usize) {
        let Some(at) = self.ranges.iter().position(|range| range.contains(&row)) else {
            return;
        };
        let range = self.ranges[at].clone();
        let left = [range.start..row, row + 1..range.end];
        self.ranges
            .splice(at..=at, left.into_iter().filter(|range| !range.is_empty()));
    }
}

impl FromIterator<usize> for Selection {
    /// Rows in any order; best in rising order.
    fn from_iter<I: IntoIterator<Item = usize>>(rows: I) -> Self {
        let mut selection = Self::default();
        for row in rows {
            selection.insert(row..row + 1);
        }
        selection
    }
}

#[cfg(test)]
#[expect(
    clippy::single_range_in_vec_init,
    reason = "one range of rows is what is meant"
)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_one_range_and_gaps_split_it() {
        let mut selection: Selection = [5, 3, 4, 9].into_iter().collect();
        assert_eq!(selection.ranges(), [3..6, 9..10]);
        assert_eq!(selection.len(), 4);
        assert!(selection.contains(5) && !selection.contains(6) && !selection.contains(2));
        selection.toggle(4);
        assert_eq!(selection.ranges(), [3..4, 5..6, 9..10]);
        selection.toggle(4);
        assert_eq!(selection.ranges(), [3..6, 9..10]);
        assert_eq!(selection.rows().collect::<Vec<_>>(), [3, 4, 5, 9]);
    }

    #[test]
    fn extending_goes_from_the_anchor_in_both_directions() {
        let mut selection = Selection::default();
        selection.select_only(10);
        selection.extend(10, 14);
        assert_eq!(selection.ranges(), [10..15]);
        selection.extend(14, 7);
        assert_eq!(selection.ranges(), [7..11]);
        assert_eq!(selection.anchor(), Some(10));
    }

    #[test]
    fn a_million_rows_are_one_range() {
        let mut selection = Selection::default();
        selection.select_all(1_000_000);
        selection.toggle(500_000);
        assert_eq!(selection.ranges(), [0..500_000, 500_001..1_000_000]);
        assert_eq!(selection.len(), 999_999);
    }

    #[test]
    fn rows_that_are_gone_are_not_selected() {
        let mut selection: Selection = (2..8).chain([12]).collect();
        selection.extend(12, 4);
        selection.truncate(6);
        assert_eq!(selection.ranges(), [4..6]);
        assert_eq!(selection.anchor(), None, "row 12 is gone");
    }
}
