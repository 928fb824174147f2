//! Camp groups.

use super::{GroupId, RowPrint};

/// A camp group: at the School Chess Association a colour, from Purple (weakest) to Gold (strongest).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Group {
    pub id: GroupId,
    pub name: String,
    /// The weekly rating that every active player of the group starts the week with. `None` where an imported
    /// player named a group that the old file didn't describe: Recalc Ratings then stops and says so.
    pub initial_rating: Option<i32>,
    /// The order of skill, 1 for the weakest group.
    pub skill_order: i64,
    /// Further columns of the old file, by name and value.
    pub extra: Vec<(String, String)>,
    /// The row of the old file that was last imported as this group.
    pub imported_row: Option<RowPrint>,
}

/// A group as a form gives it, before it has a number.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewGroup {
    pub name: String,
    pub initial_rating: Option<i32>,
}
