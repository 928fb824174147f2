//! Which records have all the words of a search.

use super::facts::Facts;
use crate::domain::{CampData, Game, PlayerId, RecordKind, name_key, show_date};

/// A search that is ready to look at records.
#[derive(Debug)]
pub(super) enum Search<'a> {
    /// Nothing is searched: everything is found.
    Everything,
    /// The words, and what each record is found by.
    Texts(Vec<String>, &'a [String]),
    Games(Vec<GameWord>),
}

/// A word that a game is found by.
#[derive(Debug)]
pub(super) struct GameWord {
    text: String,
    /// The players whose names have the word, by number: a million games have few players.
    players: Vec<PlayerId>,
    is_number: bool,
    is_date: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(kind: RecordKind, camp: &CampData, facts: &'a Facts, search: &str) -> Self {
        let words = words_of(search);
        if words.is_empty() {
            return Self::Everything;
        }
        match kind {
            RecordKind::Player => Self::Texts(words, facts.found_by(camp, true)),
            RecordKind::Group => Self::Texts(words, facts.found_by(camp, false)),
            RecordKind::Game => {
                let keys = camp.players.iter();
                let keys = keys.map(|player| {
                    name_key(&format!(
                        "{} {}",
                        facts.name(camp, player.id),
                        player.nickname
                    ))
                });
                let keys = keys.collect::<Vec<_>>();
                let word = |text: String| GameWord {
                    players: with_word(camp, &keys, &text),
                    is_number: text.bytes().all(|byte| byte.is_ascii_digit()),
                    is_date: text.contains('/'),
                    text,
                };
                Self::Games(words.into_iter().map(word).collect())
            }
        }
    }

    /// Whether the record at this place is found.
    pub(super) fn finds(&self, camp: &CampData, at: usize) -> bool {
        match self {
            Self::Everything => true,
            Self::Texts(words, texts) => texts.get(at).is_some_and(|text| has_words(text, words)),
            Self::Games(words) => camp
                .games
                .get(at)
                .is_some_and(|game| words.iter().all(|word| word.is_in(game))),
        }
    }
}

impl GameWord {
    fn is_in(&self, game: &Game) -> bool {
        let has = |id| self.players.binary_search(&id).is_ok();
        has(game.white)
            || has(game.black)
            || (self.is_number && game.sequence.to_string().starts_with(&self.text))
            || (self.is_date
                && game
                    .date
                    .is_some_and(|date| show_date(date).starts_with(&self.text)))
    }
}

/// The players whose names have the word; `keys` are the names as a search looks at them.
fn with_word(camp: &CampData, keys: &[String], word: &str) -> Vec<PlayerId> {
    let players = camp.players.iter().zip(keys);
    players
        .filter(|(_, key)| has_word(key, word))
        .map(|(player, _)| player.id)
        .collect()
}

/// The words of a search, folded: a name may be typed as a list shows it, "de la Cruz, Ola".
pub(crate) fn words_of(search: &str) -> Vec<String> {
    let key = name_key(search);
    let words = key.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// What a player of these names is found by, with number and group, folded.
pub(crate) fn found_by(names: &str, id: PlayerId, group: &str) -> String {
    name_key(&format!("{names} {id} {group}"))
}

/// Whether each of the words begins a word of the text; all are folded.
pub(crate) fn has_words(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| has_word(text, word))
}

/// Whether the word begins a word of the text; both are folded.
fn has_word(text: &str, word: &str) -> bool {
    text.split([' ', ',', '-', '\'', '('])
        .any(|part| part.starts_with(word))
}
