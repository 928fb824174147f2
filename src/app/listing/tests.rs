//! Rows of the sample camp, found, filtered and sorted.

use std::collections::BTreeSet;

use jiff::civil::date;
use strum::VariantArray as _;

use super::*;
use crate::{app::open_sample, domain::Field};

fn camp() -> OpenCamp {
    let (_, data) = open_sample(date(2026, 7, 10)).expect("the sample camp");
    OpenCamp::in_memory(data)
}

fn texts(listing: &Listing, camp: &OpenCamp, what: ColumnId) -> Vec<String> {
    let text = |row| listing.text(&camp.data, row, what);
    (0..listing.len()).map(text).collect()
}

#[test]
fn rows_are_sorted_by_value_and_then_by_name() {
    let camp = camp();
    let mut listing = Listing::new(RecordKind::Player);
    listing.sort_by(ColumnId::WeeklyRating);
    listing.sort_by(ColumnId::WeeklyRating);
    listing.refresh(&camp, "");
    let ratings = (0..listing.len())
        .map(|row| {
            let player = &camp.data.players[listing.place(row).expect("a place")];
            player.ratings.weekly
        })
        .collect::<Vec<_>>();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
    listing.set_order(None);
    listing.refresh(&camp, "");
    assert!(listing.is_in_own_order());
    assert_eq!(listing.place(7), Some(7));
}

#[test]
fn groups_are_sorted_by_skill_and_not_by_letter() {
    let camp = camp();
    let mut listing = Listing::new(RecordKind::Player);
    listing.sort_by(ColumnId::Field(Field::Group));
    listing.refresh(&camp, "");
    let mut seen = texts(&listing, &camp, ColumnId::Field(Field::Group));
    seen.dedup();
    let names = camp.data.groups.iter().map(|group| group.name.clone());
    assert_eq!(seen, names.collect::<Vec<_>>());
}

#[test]
fn a_search_finds_games_by_either_player_and_by_number() {
    let camp = camp();
    let mut listing = Listing::new(RecordKind::Game);
    let game = &camp.data.games[16];
    let last_name = |id| {
        let player = camp.data.player(id).expect("a player");
        player.last_name.to_uppercase()
    };
    for words in [
        last_name(game.white),
        format!("{} {}", last_name(game.black), last_name(game.white)),
        "17".to_owned(),
    ] {
        listing.refresh(&camp, &words);
        assert!(listing.is_filtered() && listing.len() < 126);
        let row = listing.row_of(&camp.data, Record::Game(game.id));
        assert!(row.is_some(), "{words}");
        assert_eq!(
            listing.place_of(&camp.data, Record::Game(game.id)),
            Some(16)
        );
    }
    listing.refresh(&camp, "nobody of this name");
    assert!(listing.is_empty());
    assert_eq!(listing.row_of(&camp.data, Record::Game(game.id)), None);
}

#[test]
fn filters_of_several_columns_hold_together() {
    let camp = camp();
    let mut listing = Listing::new(RecordKind::Game);
    let draws = BTreeSet::from(["½–½".to_owned()]);
    listing.refresh(&camp, "");
    let (score, count) = listing
        .values(&camp.data, ColumnId::Field(Field::Result))
        .expect("few results")
        .into_iter()
        .nth(1)
        .expect("draws");
    assert_eq!(draws.first(), Some(&score));
    listing.set_filter(ColumnId::Field(Field::Result), Some(Choice::Only(draws)));
    listing.refresh(&camp, "");
    assert_eq!(listing.len(), count);
    let white = listing.text(&camp.data, 0, ColumnId::Field(Field::White));
    listing.set_filter(
        ColumnId::Field(Field::White),
        Some(Choice::Except(BTreeSet::from([white.clone()]))),
    );
    listing.refresh(&camp, "");
    assert!(listing.len() < count && !listing.is_empty());
    assert!(!texts(&listing, &camp, ColumnId::Field(Field::White)).contains(&white));
    listing.set_filter(
        ColumnId::Field(Field::Result),
        Some(Choice::Containing("  ".to_owned())),
    );
    assert!(
        listing.filter(ColumnId::Field(Field::Result)).is_none(),
        "nothing typed is no filter"
    );
    listing.clear_filters();
    listing.refresh(&camp, "");
    assert_eq!(listing.len(), 126);
}

#[test]
fn totals_are_those_of_the_rows_that_are_shown() {
    let camp = camp();
    let mut listing = Listing::new(RecordKind::Player);
    listing.refresh(&camp, "");
    assert_eq!(
        listing.total(&camp.data, ColumnId::Field(Field::LastName)),
        "40 players"
    );
    let won = listing.total(&camp.data, ColumnId::Won);
    assert_eq!(
        won,
        listing.total(&camp.data, ColumnId::Lost),
        "every win is a loss"
    );
    let name = camp.data.players[3].last_name.clone();
    listing.refresh(&camp, &name);
    assert!(listing.len() < 40);
    assert_ne!(listing.total(&camp.data, ColumnId::Won), won);
}

#[test]
fn columns_of_every_form_have_texts_and_values() {
    let camp = camp();
    for kind in RecordKind::VARIANTS.iter().copied() {
        let mut listing = Listing::new(kind);
        for column in columns(&camp.data, kind) {
            listing.set_order(Some(Order {
                what: column.what,
                descending: false,
            }));
            listing.refresh(&camp, "");
            assert_eq!(listing.len(), kind.count(&camp.data));
            let found = (0..listing.len())
                .filter(|row| !listing.text(&camp.data, *row, column.what).is_empty());
            let may_be_blank = matches!(
                column.what,
                ColumnId::Field(
                    Field::Notes
                        | Field::Nickname
                        | Field::Joined
                        | Field::BirthDate
                        | Field::Tournament
                        | Field::Board
                ) | ColumnId::ImportedNumber
                    | ColumnId::Entered
            );
            assert!(found.count() > 0 || may_be_blank, "{}", column.title);
        }
    }
}
