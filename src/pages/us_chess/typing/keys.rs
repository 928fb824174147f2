//! What keys on the sheet wait for, however fast they come.

/// How far the last key has come.
#[derive(Debug, Default)]
pub(in crate::pages::us_chess) struct Keys {
    /// Whether the keyboard is on its way to the grid.
    pub(in crate::pages::us_chess) awaits_grid: bool,
    /// So many frames may pass until the letter that has opened a cell stands in it.
    pub(in crate::pages::us_chess) frames_to_letter: u8,
    /// Whether the last key was of a cell that was kept without Tab. Who presses it all the same means that cell.
    pub(in crate::pages::us_chess) has_kept_itself: bool,
    /// Whether something was undone, and the section not read since.
    pub(in crate::pages::us_chess) is_behind: bool,
}

impl Keys {
    /// Begins another frame.
    pub(super) const fn follow(&mut self) {
        self.awaits_grid = false;
        self.frames_to_letter = self.frames_to_letter.saturating_sub(1);
    }

    /// Whether the next key waits; `typed` is what stands in the box of the cell.
    pub(super) const fn wait(&self, typed: &str) -> bool {
        self.is_behind || self.awaits_grid || self.frames_to_letter > 0 && typed.is_empty()
    }
}
