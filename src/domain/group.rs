//! Camp groups.

use super::{CustomValues, GroupId, RowPrint};

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
    /// What stands in the custom columns of the camp.
    pub custom: CustomValues,
    /// The row of the old file that was last imported as this group.
    pub imported_row: Option<RowPrint>,
}

/// The starting point: number 1, the weakest group, without a name and an initial rating, and not imported.
impl Default for Group {
    fn default() -> Self {
        Self {
            id: GroupId(1),
            name: String::new(),
            initial_rating: None,
            skill_order: 1,
            custom: CustomValues::default(),
            imported_row: None,
        }
    }
}

impl Group {
    /// The starting point: what every group needs, and nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>, initial_rating: Option<i32>) -> Self {
        Self {
            name: name.into(),
            initial_rating,
            ..Self::default()
        }
    }
}
