//! The fields of groups.

use super::{
    super::{Field, Group},
    About, FieldScope, FieldSpec, Kind,
};

pub(crate) const GROUP: &[FieldSpec<Group>] = &[
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            short_title: "Group",
            hint: "Purple",
            if_missing: Some("Type the group’s name"),
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
            ..About::new(Field::GroupName, Kind::Name, "Name", "name")
        },
        get: |group| group.name.as_str().into(),
        set: |group, value| group.name = value.into_text(),
    },
    FieldSpec {
        about: About {
            column: "initial_rating",
            key: "initial rating",
            hint: "100",
            help: "Every active player of the group starts the week with it",
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
            ..About::new(
                Field::InitialRating,
                Kind::Rating,
                "Initial ladder rating",
                "initial ladder rating",
            )
        },
        get: |group| group.initial_rating.into(),
        set: |group, value| group.initial_rating = value.rating(),
    },
];
