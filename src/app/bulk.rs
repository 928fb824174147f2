//! What can be done to several records at once.

use crate::domain::GroupId;

/// A change of all selected rows of a datasheet, made and undone as one step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bulk {
    /// Moves players to a group.
    MoveTo(GroupId),
    /// Takes players out of the ladder, or back in.
    SetActive(bool),
    /// Has games count, or not.
    SetCounts(bool),
    /// Asks, and then deletes.
    Delete,
    /// Deletes; the director has been asked.
    DeleteNow,
}
