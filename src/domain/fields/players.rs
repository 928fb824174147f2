//! The fields of players.

use super::{
    super::{Field, GroupId, MAX_BACKGROUND, MAX_NOTES, Player},
    Camps, FieldSpec, Kind, Value, Visibility,
};

/// The fields of a player.
pub const PLAYER: &[FieldSpec<Player>] = &[
    FieldSpec {
        in_undo: "name",
        old_name: "Last Name",
        names_in_old_files: &[
            "lastname",
            "last",
            "surname",
            "familyname",
            "lname",
            "nachname",
            "apellido",
            "nom",
        ],
        ..FieldSpec::new(
            (Field::LastName, Kind::Name),
            "Last name",
            "last name",
            |player| player.last_name.as_str().into(),
            |player, value| player.last_name = value.into_text(),
        )
    },
    FieldSpec {
        in_undo: "name",
        old_name: "First Name",
        names_in_old_files: &[
            "firstname",
            "first",
            "givenname",
            "forename",
            "fname",
            "vorname",
            "nombre",
            "prénom",
        ],
        ..FieldSpec::new(
            (Field::FirstName, Kind::Name),
            "First name",
            "first name",
            |player| player.first_name.as_str().into(),
            |player, value| player.first_name = value.into_text(),
        )
    },
    FieldSpec {
        if_missing: Some("Choose a group"),
        camps: Camps::WithGroups,
        names_in_old_files: &[
            "group",
            "groupname",
            "campgroup",
            "color",
            "colour",
            "gruppe",
        ],
        ..FieldSpec::new(
            (Field::Group, Kind::Group),
            "Group",
            "group",
            |player| match player.group {
                Some(group) => Value::Reference(group.0),
                None => Value::Empty,
            },
            |player, value| player.group = value.reference().map(GroupId),
        )
    },
    FieldSpec {
        in_undo: "state",
        names_in_old_files: &["active", "isactive", "aktiv", "present"],
        ..FieldSpec::new(
            (Field::Active, Kind::YesNo),
            "Active",
            "active",
            |player| Value::YesNo(player.active),
            |player, value| player.set_active(value.is_yes()),
        )
    },
    FieldSpec {
        short_title: "Permanent at start of week",
        visibility: Visibility::Internal,
        key: "start permanent",
        in_import: "StWkPerm",
        old_name: "StWkPerm",
        names_in_old_files: &[
            "stwkperm",
            "startweekperm",
            "startofweekpermanent",
            "startofweekpermanentrating",
            "startweekpermanent",
            "startpermanent",
            "startperm",
            "weekstartpermanent",
        ],
        ..FieldSpec::new(
            (Field::StartPermanent, Kind::Rating),
            "Permanent rating at the start of the week",
            "permanent start",
            |player| player.start_permanent.into(),
            |player, value| player.start_permanent = value.rating(),
        )
    },
    FieldSpec {
        camps: Camps::Clubs(|camp| {
            !camp.ladders.is_empty()
                || !camp.meetings.is_empty()
                || camp.players.iter().any(|player| player.joined.is_some())
        }),
        in_undo: "joining day",
        names_in_old_files: &[
            "joined",
            "joinedon",
            "datejoined",
            "joindate",
            "joiningdate",
            "membersince",
        ],
        ..FieldSpec::new(
            (Field::Joined, Kind::Date),
            "Joined",
            "joined",
            |player| player.joined.into(),
            |player, value| player.joined = value.date(),
        )
    },
    FieldSpec {
        visibility: Visibility::Personal,
        camps: Camps::WithLadder {
            setting: "background",
            value: "yes",
        },
        ..FieldSpec::new(
            (
                Field::Background,
                Kind::Line {
                    most: MAX_BACKGROUND,
                },
            ),
            "Background",
            "background",
            |player| player.background.as_str().into(),
            |player, value| player.background = value.into_text(),
        )
    },
    FieldSpec {
        is_shown: false,
        names_in_old_files: &["notes", "note", "comments", "comment", "remarks", "memo"],
        ..FieldSpec::new(
            (Field::Notes, Kind::Notes { most: MAX_NOTES }),
            "Notes",
            "notes",
            |player| player.notes.as_str().into(),
            |player, value| player.notes = value.into_text(),
        )
    },
];
