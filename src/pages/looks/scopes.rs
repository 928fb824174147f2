//! Whom a list or a print shows: the whole camp, each group by itself, or one of them.

use crate::domain::{CampData, Scope};

/// Everything that can be chosen, with its words: in a choice that is the order, best group first.
pub(crate) fn scopes(camp: &CampData) -> Vec<(String, Scope)> {
    let mut scopes = vec![
        ("Whole camp".to_owned(), Scope::Camp),
        ("By group".to_owned(), Scope::ByGroup),
    ];
    let groups = camp.groups.iter().rev();
    scopes.extend(groups.map(|group| (group.name.clone(), Scope::Group(group.id))));
    scopes
}
