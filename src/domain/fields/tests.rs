//! What must hold of every description.

use std::{collections::HashSet, fmt::Debug};

use jiff::civil::date;
use strum::VariantArray as _;

use super::*;
use crate::domain::GameResult;

const TODAY: Date = date(2026, 7, 10);

fn player() -> Player {
    Player {
        last_name: "de la Cruz".to_owned(),
        first_name: "Ola".to_owned(),
        nickname: "Olly, Oscar".to_owned(),
        group: Some(GroupId(3)),
        active: false,
        start_permanent: Some(-12),
        notes: "Plays the Sicilian\nand the Dutch".to_owned(),
        joined: Some(date(2026, 7, 3)),
        birth_date: Some(date(2014, 2, 28)),
        background: "Basque".to_owned(),
        ..Player::default()
    }
}

fn group() -> Group {
    Group {
        name: "Red".to_owned(),
        initial_rating: Some(900),
        ..Group::default()
    }
}

fn game() -> Game {
    Game {
        date: Some(date(2026, 7, 9)),
        counts: false,
        tournament: "Fall open".to_owned().into(),
        board: Some(12),
        ..Game::new(PlayerId(5), PlayerId(7), GameResult::BlackWon)
    }
}

/// Takes every field over from one record to another, and what is typed over by way of its text.
fn hold<R: Described + Debug>(record: &R, blank: &R) {
    let mut copy = blank.clone();
    let mut typed = blank.clone();
    for spec in R::FIELDS {
        let value = (spec.get)(record);
        assert_ne!(
            value,
            (spec.get)(blank),
            "{}: nothing to tell",
            spec.about.key
        );
        (spec.set)(&mut copy, value.clone());
        assert!(spec.is_same(&copy, record), "{}", spec.about.key);
        let text = CampField::Described(spec).text(record);
        let read = if spec.about.kind.is_typed() {
            spec.about.kind.parse(&text, TODAY)
        } else {
            spec.about.kind.chosen(&text).map_or(Ok(value), Ok)
        };
        (spec.set)(&mut typed, read.expect("a text that can be read"));
    }
    for spec in R::FIELDS {
        assert!(spec.is_same(&typed, record), "{} as a text", spec.about.key);
    }
    let keys = R::FIELDS
        .iter()
        .map(|spec| spec.about.key)
        .collect::<HashSet<_>>();
    assert_eq!(keys.len(), R::FIELDS.len());
    let names = R::FIELDS
        .iter()
        .flat_map(|spec| spec.about.names_in_old_files);
    let names = names.collect::<Vec<_>>();
    let different = names.iter().collect::<HashSet<_>>();
    assert_eq!(different.len(), names.len(), "two columns of one name");
}

#[test]
fn every_field_gives_and_takes_its_value() {
    hold(&player(), &Player::default());
    hold(&group(), &Group::default());
    let blank = Game::new(PlayerId(1), PlayerId(2), GameResult::WhiteWon);
    hold(&game(), &blank);
}

#[test]
fn results_are_offered_in_their_order() {
    let spec = Game::spec(Field::Result).expect("the field");
    for result in GameResult::VARIANTS.iter().copied() {
        let value = Value::from(result);
        assert_eq!(value.result(), Some(result));
        assert_eq!(
            spec.about.kind.choice(&value).map(|choice| choice.words),
            Some(result.words())
        );
        assert_eq!(spec.about.kind.chosen(result.score()), Some(value));
    }
}

#[test]
fn making_somebody_inactive_keeps_the_start_of_the_week() {
    let spec = Player::spec(Field::Active).expect("the field");
    let mut player = Player::default();
    player.ratings.weekly = 812;
    (spec.set)(&mut player, Value::YesNo(false));
    assert!(!player.active);
    assert_eq!(player.frozen, None);
}

#[test]
fn a_number_has_its_bounds_and_says_so() {
    let kind = Kind::Number { most: 40 };
    assert_eq!(kind.parse(" 40 ", TODAY), Ok(Value::Whole(40)));
    assert_eq!(kind.show(&Value::Whole(40)), "40");
    assert_eq!(kind.parse(" ", TODAY), Ok(Value::Empty));
    for wrong in ["0", "41", "-1", "4.5", "four", "99999999999999999999"] {
        let said = kind.parse(wrong, TODAY).expect_err(wrong);
        assert_eq!(said, "Type a whole number from 1 to 40, or nothing");
    }
}
