//! The fields of groups.

use super::{
    super::{Field, Group},
    FieldSpec, Kind,
};

/// The fields of a group.
pub const GROUP: &[FieldSpec<Group>] = &[
    FieldSpec {
        short_title: "Group",
        old_name: "Group",
        names_in_old_files: &[
            "group",
            "groupname",
            "campgroup",
            "color",
            "colour",
            "gruppe",
            "name",
        ],
        ..FieldSpec::new(
            (Field::GroupName, Kind::Name),
            "Name",
            "name",
            |group| group.name.as_str().into(),
            |group, value| group.name = value.into_text(),
        )
    },
    FieldSpec {
        key: "initial rating",
        if_missing: Some("Type a rating, a whole number such as 1000"),
        old_name: "Initial Ladder Rating",
        names_in_old_files: &[
            "initialladderrating",
            "initialrating",
            "startrating",
            "startingrating",
            "rating",
            "defaultrating",
            "initial",
        ],
        ..FieldSpec::new(
            (Field::InitialRating, Kind::Rating),
            "Initial ladder rating",
            "initial ladder rating",
            |group| group.initial_rating.into(),
            |group, value| group.initial_rating = value.rating(),
        )
    },
];
