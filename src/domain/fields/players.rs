//! The fields of players.

use super::{
    super::{Field, GroupId, MAX_BACKGROUND, MAX_NICKNAME, MAX_NOTES, Player},
    About, Camps, FieldScope, FieldSpec, Kind, Value, Visibility,
};

pub(crate) const PLAYER: &[FieldSpec<Player>] = &[
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            column: "last_name",
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
            ..About::new(Field::LastName, Kind::Name, "Last name", "last name")
        },
        get: |player| player.last_name.as_str().into(),
        set: |player, value| player.last_name = value.into_text(),
    },
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            column: "first_name",
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
            ..About::new(Field::FirstName, Kind::Name, "First name", "first name")
        },
        get: |player| player.first_name.as_str().into(),
        set: |player, value| player.first_name = value.into_text(),
    },
    FieldSpec {
        about: About {
            column: "group_id",
            hint: "Choose a group",
            if_missing: Some("Choose a group"),
            // A list of new campers is nearly always typed group by group.
            at_first: |camp, _| {
                let last = camp.players.last().and_then(|player| player.group);
                let group = last.or_else(|| camp.groups.first().map(|group| group.id));
                group.map_or(Value::Empty, |group| Value::Reference(group.0))
            },
            camps: Camps::WithGroups,
            names_in_old_files: &[
                "group",
                "groupname",
                "campgroup",
                "color",
                "colour",
                "gruppe",
            ],
            ..About::new(Field::Group, Kind::Group, "Group", "group")
        },
        get: |player| match player.group {
            Some(group) => Value::Reference(group.0),
            None => Value::Empty,
        },
        set: |player, value| player.group = value.reference().map(GroupId),
    },
    FieldSpec {
        about: About {
            help: "An inactive player keeps all games, and is left out of the standings",
            at_first: |_, _| Value::YesNo(true),
            in_undo: "state",
            names_in_old_files: &["active", "isactive", "aktiv", "present"],
            ..About::new(Field::Active, Kind::YesNo, "Active", "active")
        },
        get: |player| Value::YesNo(player.active),
        set: |player, value| player.set_active(value.is_yes()),
    },
    FieldSpec {
        about: About {
            column: "start_permanent",
            short_title: "Permanent at start of week",
            width: Some(220.0),
            visibility: Visibility::OnRequest,
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
            ..About::new(
                Field::StartPermanent,
                Kind::Rating,
                "Permanent rating at the start of the week",
                "permanent start",
            )
        },
        get: |player| player.start_permanent.into(),
        set: |player, value| player.start_permanent = value.rating(),
    },
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            column: "joined_on",
            camps: Camps::Clubs(|camp| {
                !camp.ladders.is_empty()
                    || !camp.meetings.is_empty()
                    || camp.players.iter().any(|player| player.joined.is_some())
            }),
            hint: "9/3/2026",
            help: "When the player joined the club. Blank: before its first game",
            // Whoever is typed in today joins today; who was there from the beginning has a blank.
            at_first: |camp, today| {
                let is_there_from_the_beginning = camp.games.is_empty();
                Value::from((!is_there_from_the_beginning).then_some(today))
            },
            in_undo: "joining day",
            names_in_old_files: &[
                "joined",
                "joinedon",
                "datejoined",
                "joindate",
                "joiningdate",
                "membersince",
            ],
            ..About::new(Field::Joined, Kind::Date, "Joined", "joined")
        },
        get: |player| player.joined.into(),
        set: |player, value| player.joined = value.date(),
    },
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            help: "Optional and personal: shown here and in a ladder that asks for it, and never printed or published unless you ask",
            visibility: Visibility::FormOnly,
            camps: Camps::WithLadder {
                setting: "background",
                value: "yes",
            },
            ..About::new(
                Field::Background,
                Kind::Line {
                    most: MAX_BACKGROUND,
                },
                "Background",
                "background",
            )
        },
        get: |player| player.background.as_str().into(),
        set: |player, value| player.background = value.into_text(),
    },
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            since_schema: 4,
            hint: "e.g. Kimmy, Kim",
            help: "Other names or spellings. The camper is found by them; they are never printed",
            visibility: Visibility::OnRequest,
            is_shown: false,
            names_in_old_files: &[
                "nickname",
                "nick",
                "alias",
                "preferredname",
                "goesby",
                "knownas",
                "spitzname",
            ],
            ..About::new(
                Field::Nickname,
                Kind::Line { most: MAX_NICKNAME },
                "Nickname",
                "nickname",
            )
        },
        get: |player| player.nickname.as_str().into(),
        set: |player, value| player.nickname = value.into_text(),
    },
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            column: "birth_date",
            since_schema: 2,
            hint: "e.g. 9/3/2014",
            help: "Personal: never printed or published",
            visibility: Visibility::OnRequest,
            is_shown: false,
            names_in_old_files: &["birthdate", "dateofbirth", "dob", "birthday", "born"],
            ..About::new(Field::BirthDate, Kind::Date, "Birth date", "birth date")
        },
        get: |player| player.birth_date.into(),
        set: |player, value| player.birth_date = value.date(),
    },
    FieldSpec {
        about: About {
            scope: FieldScope::AllWeeks,
            is_shown: false,
            names_in_old_files: &["notes", "note", "comments", "comment", "remarks", "memo"],
            ..About::new(
                Field::Notes,
                Kind::Notes { most: MAX_NOTES },
                "Notes",
                "notes",
            )
        },
        get: |player| player.notes.as_str().into(),
        set: |player, value| player.notes = value.into_text(),
    },
];
