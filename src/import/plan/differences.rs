//! What will change in a record of the camp: whether anything does, and in words. One list for both, so that nothing changes unsaid.

use crate::domain::{
    CampData, CustomValues, Described, ExtraField, Field, FieldSpec, Game, Group, ImportedGame,
    ImportedGroup, ImportedPlayer, Kind, Player, PlayerId, Ratings, RecordKind, Value, show_rating,
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

    /// How many of them people would notice.
    pub(super) fn count(&self) -> usize {
        self.words.len()
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

    fn rating(&mut self, title: &str, before: i32, after: i32) {
        self.field(title, &before, &after, |rating| show_rating(*rating));
    }

    /// A field of a record. `name` gives the names of players.
    fn described<R>(
        &mut self,
        spec: &FieldSpec<R>,
        before: &R,
        after: &R,
        name: impl Fn(PlayerId) -> String,
    ) {
        let kind = spec.about.kind;
        let (before, after) = ((spec.get)(before), (spec.get)(after));
        match kind {
            _ if spec.about.field == Field::Active && before != after => {
                let word = |active: Value| {
                    if active.is_yes() {
                        "active"
                    } else {
                        "inactive"
                    }
                };
                self.in_words(format!("{} becomes {}", word(before), word(after)));
            }
            // Too long for a line.
            Kind::Notes { .. } if before != after => {
                self.in_words(format!("other {}", spec.about.in_import));
            }
            _ => self.field(spec.about.in_import, &before, &after, |value| {
                match (kind.choice(value), value.reference()) {
                    (Some(choice), _) => choice.words.to_owned(),
                    (None, Some(player)) => name(PlayerId(player)),
                    (None, None) => kind.show(value),
                }
            }),
        }
    }

    /// The ratings that an inactive player starts from, if the file has any.
    fn frozen(&mut self, before: Option<Ratings>, after: Option<Ratings>) {
        match (before, after) {
            (Some(before), Some(after)) => {
                self.rating("rating", before.weekly, after.weekly);
                self.rating("permanent rating", before.permanent, after.permanent);
            }
            (None, Some(_)) => self.any = true,
            (_, None) => {}
        }
    }

    fn in_words(&mut self, words: String) {
        self.any = true;
        self.words.push(words);
    }

    /// What a row says in further columns of players or groups. A blank changes nothing.
    fn custom(
        &mut self,
        camp: &CampData,
        kind: RecordKind,
        before: &CustomValues,
        after: &[ExtraField],
    ) {
        for (name, value) in after.iter().filter(|(_, value)| !value.is_empty()) {
            let column = camp.columns_of(kind).find(|column| column.is_named(name));
            let before = column.map_or("", |column| before.get(column.id));
            self.text(name, before, value);
        }
    }

    /// What the old file says of a game beside its fields.
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

pub(super) fn of_group(camp: &CampData, before: &Group, after: &ImportedGroup) -> Differences {
    let mut found = Differences::default();
    let imported = Group {
        initial_rating: after.initial_rating,
        ..before.clone()
    };
    for spec in Group::FIELDS {
        found.described(spec, before, &imported, |_| String::new());
    }
    found.custom(camp, RecordKind::Group, &before.custom, &after.extra);
    found
}

/// `group` is the name of the group that the player is in before.
pub(super) fn of_player(
    camp: &CampData,
    (before, group): (&Player, Option<&str>),
    after: &ImportedPlayer,
) -> Differences {
    let mut found = Differences::default();
    let imported = after.over(before);
    for spec in Player::FIELDS {
        if spec.about.kind == Kind::Group {
            let before = group.unwrap_or_default();
            let after = after.group.as_deref().unwrap_or_default();
            found.field(spec.about.in_import, before, after, str::to_owned);
        } else {
            found.described(spec, before, &imported, |_| String::new());
        }
        if spec.about.field == Field::StartPermanent && !after.player.active {
            found.frozen(before.frozen, after.ratings);
        }
    }
    found.custom(camp, RecordKind::Player, &before.custom, &after.extra);
    found
}

/// `name` gives the players' names.
pub(super) fn of_game(
    before: &Game,
    after: &ImportedGame,
    name: impl Fn(PlayerId) -> String,
) -> Differences {
    let mut found = Differences::default();
    let imported = after.over(before);
    for spec in Game::FIELDS {
        found.described(spec, before, &imported, &name);
    }
    match &before.imported {
        Some(imported) => {
            found.text(
                "result in the old file",
                &imported.texts.result,
                &after.from.texts.result,
            );
            found.extra(&imported.texts.extra, &after.from.texts.extra);
        }
        None => found.any = true,
    }
    found
}
