//! What will change in a record of the camp, in words.

use crate::domain::{
    ExtraField, Game, Group, ImportedGame, ImportedGroup, ImportedPlayer, Player, show_rating,
};

/// The fields that change: "result Draw becomes White won, date none becomes 2026-07-13".
#[derive(Debug, Default)]
struct Parts(Vec<String>);

impl Parts {
    fn add(&mut self, what: &str, before: &str, after: &str) {
        let shown = |text: &str| match text {
            "" => "none".to_owned(),
            text => text.to_owned(),
        };
        if before != after {
            let (before, after) = (shown(before), shown(after));
            self.0.push(format!("{what} {before} becomes {after}"));
        }
    }

    fn extra(&mut self, before: &[ExtraField], after: &[ExtraField]) {
        for (name, value) in after {
            let present = before
                .iter()
                .find(|(present, _)| present.eq_ignore_ascii_case(name));
            self.add(name, present.map_or("", |(_, value)| value), value);
        }
    }

    fn of(self, record: &str) -> String {
        match self.0.as_slice() {
            // Two spellings of what is the same for people.
            [] => record.to_owned(),
            parts => format!("{record}: {}", parts.join(", ")),
        }
    }
}

fn rating(rating: Option<i32>) -> String {
    rating.map_or_else(String::new, show_rating)
}

/// "Group Red: initial ladder rating 400 becomes 450"
pub(super) fn of_group(before: &Group, after: &ImportedGroup) -> String {
    let mut parts = Parts::default();
    parts.add(
        "initial ladder rating",
        &rating(before.initial_rating),
        &rating(after.initial_rating),
    );
    parts.extra(&before.extra, &after.extra);
    parts.of(&format!("Group {}", before.name))
}

/// "Ann Lee (3): group Red becomes Blue"
pub(super) fn of_player(before: &Player, group: Option<&str>, after: &ImportedPlayer) -> String {
    let mut parts = Parts::default();
    parts.add("last name", &before.last_name, &after.last_name);
    parts.add("first name", &before.first_name, &after.first_name);
    let new_group = after.group.as_deref().unwrap_or_default();
    parts.add("group", group.unwrap_or_default(), new_group);
    if before.active != after.active {
        let word = |active| if active { "active" } else { "inactive" };
        let (before, after) = (word(before.active), word(after.active));
        parts.0.push(format!("{before} becomes {after}"));
    }
    parts.add(
        "StWkPerm",
        &rating(before.start_permanent),
        &rating(after.start_permanent),
    );
    if let (false, Some(before), Some(after)) = (after.active, before.frozen, after.ratings) {
        let of = |number| rating(Some(number));
        parts.add("rating", &of(before.weekly), &of(after.weekly));
        parts.add(
            "permanent rating",
            &of(before.permanent),
            &of(after.permanent),
        );
    }
    // Too long for a line.
    if after
        .notes
        .as_ref()
        .is_some_and(|notes| *notes != before.notes)
    {
        parts.0.push("other notes".to_owned());
    }
    parts.extra(&before.extra, &after.extra);
    parts.of(&format!("{} ({})", before.full_name(), before.id))
}

/// "Game 17: result Draw becomes White won". `name` gives the players' names.
pub(super) fn of_game(
    before: &Game,
    after: &ImportedGame,
    name: impl Fn(crate::domain::PlayerId) -> String,
) -> String {
    let mut parts = Parts::default();
    if before.white != after.white {
        parts.add("White", &name(before.white), &name(after.white));
    }
    if before.black != after.black {
        parts.add("Black", &name(before.black), &name(after.black));
    }
    parts.add("result", before.result.words(), after.result.words());
    let day =
        |game: Option<jiff::civil::Date>| game.map_or_else(String::new, crate::domain::show_date);
    parts.add("date", &day(before.date), &day(after.date));
    if let Some(imported) = &before.imported {
        parts.add(
            "result in the old file",
            &imported.result_text,
            &after.result_text,
        );
        parts.extra(&imported.extra, &after.extra);
    }
    parts.of(&format!("Game {}", before.sequence))
}
