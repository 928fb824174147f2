//! What the director decides by a click, and what it makes of the choices of the import.

use std::collections::BTreeSet;

use crate::{
    domain::PlayerId,
    import::{
        Choices, DateOrder, Field, GamesElsewhere, Meaning, TableKind, TableView, UnknownPlayers,
    },
};

/// A decision made in the preview.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Decision {
    /// What a result text means; `None` is what it says by itself.
    Result(String, Option<Meaning>),
    /// These result texts count as draws, as Access rated them.
    Draws(Vec<String>),
    /// Who is meant by a name; `None` leaves the games out.
    Who(String, Option<PlayerId>),
    /// Whether a player of the camp may be replaced.
    Replace(PlayerId, bool),
    /// Whether games of the camp may be replaced.
    ReplaceGames(bool),
    /// The games of these tables are numbered anew, as further ones.
    NumberAnew(BTreeSet<usize>),
    Unknown(UnknownPlayers),
    /// Whether what can be read of damaged files is imported.
    AcceptDamage(bool),
    Elsewhere(GamesElsewhere),
    Dates(DateOrder),
    Kind(usize, TableKind),
    Header(usize, bool),
    /// Which column is a field that was missing: table, column, field.
    Missing(usize, usize, Field),
    /// What a column is: table, column, field.
    Column(usize, usize, Field),
}

/// A column that had to give its field to another one. Whoever goes through a list by the keys chooses every field on
/// the way, and each column gets its own back when the next one is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Displaced {
    /// The table and the column that got the field.
    by: (usize, usize),
    /// The table and the column that had it.
    from: (usize, usize),
    field: Field,
    /// What was chosen for that column.
    chosen: Option<Field>,
}

impl Decision {
    /// Carries the decision into the choices. `tables` is how they are read now.
    pub(super) fn apply(
        self,
        tables: &[TableView],
        choices: &mut Choices,
        displaced: &mut Option<Displaced>,
    ) {
        match self {
            Self::Result(text, meaning) => say_result(choices, &text, meaning),
            Self::Draws(texts) => {
                for text in texts {
                    say_result(choices, &text, Some(Meaning::Draw));
                }
            }
            Self::Who(text, Some(id)) => choices.say_who(&text, id),
            Self::Who(text, None) => {
                choices.who.remove(&Choices::who_key(&text));
            }
            Self::Replace(id, true) => {
                choices.replace_players.insert(id);
            }
            Self::Replace(id, false) => {
                choices.replace_players.remove(&id);
            }
            Self::ReplaceGames(may) => choices.replace_games = may,
            Self::NumberAnew(these) => {
                choices.replace_games = false;
                for at in these {
                    let mut columns = tables.get(at).into_iter().flat_map(|it| &it.columns);
                    if let Some(column) = columns.position(|column| column.field == Field::Id) {
                        choices.columns.insert((at, column), Field::Ignored);
                    }
                }
            }
            Self::AcceptDamage(accepted) => choices.accept_damage = accepted,
            Self::Unknown(what) => choices.unknown_players = what,
            Self::Elsewhere(what) => choices.games_elsewhere = what,
            Self::Dates(order) => choices.date_order = Some(order),
            Self::Kind(table, kind) => {
                choices.kinds.insert(table, kind);
                // A column's field belongs to the kind that its table had.
                choices.columns.retain(|(of, _), _| *of != table);
                *displaced = None;
            }
            Self::Header(table, is_header) => {
                choices.headers.insert(table, is_header);
            }
            Self::Missing(table, column, field) => {
                // A column that was tried before goes back to what it was by itself.
                choices
                    .columns
                    .retain(|(of, _), chosen| *of != table || *chosen != field);
                choices.columns.insert((table, column), field);
            }
            Self::Column(table, column, field) => {
                let place = (table, column);
                *displaced = take_from_other(tables, choices, place, field, displaced.take());
                choices.columns.insert(place, field);
            }
        }
    }
}

/// A field is one column: the one that was it before is then only kept.
fn take_from_other(
    tables: &[TableView],
    choices: &mut Choices,
    place: (usize, usize),
    field: Field,
    before: Option<Displaced>,
) -> Option<Displaced> {
    let (table, column) = place;
    let columns = tables.get(table).map_or(&[][..], |table| &table.columns);
    let mut fields = columns.iter().map(|view| view.field).collect::<Vec<_>>();
    if let Some(before) = before.filter(|before| before.by == place) {
        match before.chosen {
            Some(chosen) => choices.columns.insert(before.from, chosen),
            None => choices.columns.remove(&before.from),
        };
        if let Some(own) = fields.get_mut(before.from.1) {
            *own = before.field;
        }
    }
    if matches!(field, Field::Extra | Field::Ignored) {
        return None;
    }
    let other = (0..fields.len()).find(|at| *at != column && fields[*at] == field)?;
    let from = (table, other);
    let chosen = choices.columns.insert(from, Field::Extra);
    Some(Displaced {
        by: place,
        from,
        field,
        chosen,
    })
}

fn say_result(choices: &mut Choices, text: &str, meaning: Option<Meaning>) {
    // Spellings that differ in capitals only are one text.
    let key = Choices::result_key(text);
    choices
        .results
        .retain(|other, _| Choices::result_key(other) != key);
    if let Some(meaning) = meaning {
        choices.results.insert(text.to_owned(), meaning);
    }
}
