//! What will change in a record of the camp: whether anything does, and in words. One list for both, so that nothing changes unsaid.

use jiff::civil::Date;

use crate::domain::{
    ExtraField, Game, Group, ImportedGame, ImportedGroup, ImportedPlayer, Player, PlayerId,
    show_date, show_rating,
};

/// The fields that will change.
#[derive(Debug, Default)]
pub(super) struct Differences {
    any: bool,
    words: Vec<String>,
}

impl Differences {
    pub(super) fn is_empty(&self) -> bool {
        !self.any
    }

    /// "result Draw becomes White won, date none becomes 7/13/2026"
    fn field<T: PartialEq + ?Sized>(
        &mut self,
        title: &str,
        before: &T,
        after: &T,
        show: impl Fn(&T) -> String,
    ) {
        if before == after {
            return;
        }
        self.any = true;
        let shown = |value| match show(value) {
            text if text.is_empty() => "none".to_owned(),
            text => text,
        };
        let (before, after) = (shown(before), shown(after));
        // Two spellings of what is the same for people.
        if before != after {
            self.words.push(format!("{title} {before} becomes {after}"));
        }
    }

    fn text(&mut self, title: &str, before: &str, after: &str) {
        self.field(title, before, after, str::to_owned);
    }

    fn rating(&mut self, title: &str, before: Option<i32>, after: Option<i32>) {
        self.field(title, &before, &after, |rating| {
            rating.map_or_else(String::new, show_rating)
        });
    }

    fn day(&mut self, title: &str, before: Option<Date>, after: Option<Date>) {
        self.field(title, &before, &after, |day| {
            day.map_or_else(String::new, show_date)
        });
    }

    fn in_words(&mut self, words: String) {
        self.any = true;
        self.words.push(words);
    }

    fn extra(&mut self, before: &[ExtraField], after: &[ExtraField]) {
        self.any |= before != after;
        for (name, value) in after {
            let present = before
                .iter()
                .find(|(present, _)| present.eq_ignore_ascii_case(name));
            self.text(name, present.map_or("", |(_, value)| value), value);
        }
    }

    /// "Game 17: result Draw becomes White won", where `record` is "Game 17".
    pub(super) fn of(&self, record: &str) -> String {
        match self.words.as_slice() {
            [] => record.to_owned(),
            words => format!("{record}: {}", words.join(", ")),
        }
    }
}

pub(super) fn of_group(before: &Group, after: &ImportedGroup) -> Differences {
    let mut found = Differences::default();
    found.rating(
        "initial ladder rating",
        before.initial_rating,
        after.initial_rating,
    );
    found.extra(&before.extra, &after.extra);
    found
}

/// `group` is the name of the group that the player is in before.
pub(super) fn of_player(
    before: &Player,
    group: Option<&str>,
    after: &ImportedPlayer,
) -> Differences {
    let mut found = Differences::default();
    found.text("last name", &before.last_name, &after.last_name);
    found.text("first name", &before.first_name, &after.first_name);
    found.field("group", &group, &after.group.as_deref(), |group| {
        group.unwrap_or_default().to_owned()
    });
    if before.active != after.active {
        let word = |active| if active { "active" } else { "inactive" };
        let (before, after) = (word(before.active), word(after.active));
        found.in_words(format!("{before} becomes {after}"));
    }
    found.rating("StWkPerm", before.start_permanent, after.start_permanent);
    if !after.active {
        let (before, after) = (before.frozen, after.ratings);
        match before.zip(after) {
            Some((before, after)) => {
                found.rating("rating", Some(before.weekly), Some(after.weekly));
                found.rating(
                    "permanent rating",
                    Some(before.permanent),
                    Some(after.permanent),
                );
            }
            None => found.any |= before != after,
        }
    }
    if after.joined.is_some() {
        found.day("joined", before.joined, after.joined);
    }
    // Too long for a line.
    if after
        .notes
        .as_ref()
        .is_some_and(|notes| *notes != before.notes)
    {
        found.in_words("other notes".to_owned());
    }
    found.extra(&before.extra, &after.extra);
    found
}

/// `name` gives the players' names.
pub(super) fn of_game(
    before: &Game,
    after: &ImportedGame,
    name: impl Fn(PlayerId) -> String,
) -> Differences {
    let mut found = Differences::default();
    found.field("White", &before.white, &after.white, |id| name(*id));
    found.field("Black", &before.black, &after.black, |id| name(*id));
    found.field("result", &before.result, &after.result, |result| {
        result.words().to_owned()
    });
    found.day("date", before.date, after.date);
    found.text("tournament", &before.tournament, &after.tournament);
    match &before.imported {
        Some(imported) => {
            found.text(
                "result in the old file",
                &imported.result_text,
                &after.result_text,
            );
            found.extra(&imported.extra, &after.extra);
        }
        None => found.any = true,
    }
    found
}
