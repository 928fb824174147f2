//! The list of prizes, as it leaves the printer.

use strum::VariantArray as _;

use super::*;
use crate::report::{
    Paper, Print, PrintScope,
    rated::tests::recalculated,
    tests::{
        assert_sheets, assert_within_margins, filled, laid, plain_camp, refused, run_together,
        texts,
    },
};

fn camp(players: usize) -> CampData {
    recalculated(&crate::report::tests::camp(players))
}

fn printed(camp: &CampData, choices: &PrintChoices) -> String {
    let pages = laid(Print::Prizes, camp, choices).pages;
    assert_sheets(&pages);
    for page in 0..pages.count() {
        assert_within_margins(&pages, page, 50);
    }
    texts(&pages).join("\n")
}

#[test]
fn every_prize_is_there_for_few_and_many() {
    for paper in Paper::VARIANTS.iter().copied() {
        for players in [12, 60] {
            for scope in [PrintScope::Camp, PrintScope::ByGroup] {
                let choices = PrintChoices {
                    paper,
                    scope,
                    ..Print::Prizes.default_choices()
                };
                let text = printed(&camp(players), &choices);
                for title in ["Winner", "Most improved", "Most games", "Gold", "Purple"] {
                    assert!(text.contains(title), "{title}: {text}");
                }
            }
        }
    }
}

#[test]
fn the_places_are_those_of_the_awards() {
    let camp = camp(12);
    let awards = Awards::new(&camp);
    let text = run_together(&printed(&camp, &Print::Prizes.default_choices()));
    let namesakes = camp.namesakes();
    for award in Award::ALL {
        let given = awards.given(award, None, 3);
        for place in &given.places {
            let player = camp.player(place.player).expect("a player");
            let line = format!("{}{}", place.rank, player.named_among(&namesakes));
            assert!(
                text.contains(&run_together(&line)),
                "{award:?}: {line} in {text}"
            );
        }
        assert_ne!(given, Given::default(), "{award:?}");
    }
    assert!(
        !text.contains("beat"),
        "nobody is named for having lost: {text}"
    );
}

#[test]
fn one_group_and_fewer_places() {
    let choices = PrintChoices {
        scope: PrintScope::Group("Gold".to_owned()),
        top: NonZeroUsize::new(1),
        ..Print::Prizes.default_choices()
    };
    let camp = camp(60);
    let text = printed(&camp, &choices);
    assert!(
        text.contains("Gold\n") && !text.contains("Purple"),
        "{text}"
    );
    let gold = camp.groups.last().map(|group| group.id);
    let winner = Awards::new(&camp).given(Award::Winner, gold, 1).places[0];
    let name = camp.listed_name(winner.player);
    assert!(run_together(&text).contains(&run_together(&name)), "{text}");
    let second = Awards::new(&camp).given(Award::Winner, gold, 2).places[1];
    let name = camp.listed_name(second.player);
    let winners = text.split("Most improved").next().expect("a part");
    assert!(!winners.contains(&name), "{name} in {winners}");
}

#[test]
fn what_too_many_share_is_one_line_and_names_nobody() {
    // Everybody has about as many games.
    let camp = camp(60);
    let awards = Awards::new(&camp);
    let Given { places, too_many } = awards.given(Award::MostGames, None, 3);
    assert!(
        places.is_empty() && too_many.len() > 3,
        "{}",
        too_many.len()
    );
    let list = Lists {
        camp: &camp,
        namesakes: camp.namesakes(),
    };
    let parts = list.parts(Scope::Camp, &Print::Prizes.default_choices());
    let mut prizes = parts[0].prizes.iter();
    let prize = prizes
        .find(|prize| prize.title == "Most games")
        .expect("a prize");
    let line = format!("shared by {} players", too_many.len());
    let [place] = prize.places.as_slice() else {
        panic!("{prize:?}")
    };
    assert_eq!((place.rank, &place.name), (1, &line));
    let text = run_together(&printed(&camp, &Print::Prizes.default_choices()));
    assert!(text.contains(&run_together(&line)), "{line} in {text}");
}

#[test]
fn without_games_there_are_no_prizes_and_it_is_said() {
    let choices = Print::Prizes.default_choices();
    let reason = refused(Print::Prizes, &camp(1), &choices);
    assert!(
        reason.starts_with("No game that counts has been typed"),
        "{reason}"
    );
}

#[test]
fn a_list_that_is_read_out_ends_with_the_winner() {
    let camp = camp(12);
    let winner = Awards::new(&camp).given(Award::Winner, None, 1).places[0].player;
    let winner = camp
        .player(winner)
        .expect("a player")
        .named_among(&camp.namesakes());
    let text = |winners_last| {
        let choices = PrintChoices {
            winners_last,
            ..Print::Prizes.default_choices()
        };
        run_together(&printed(&camp, &choices))
    };
    let last = text(true);
    let place = |text: &str, words: &str| text.find(&run_together(words)).expect("there");
    assert!(
        place(&last, "Most games") < place(&last, "Winner"),
        "{last}"
    );
    assert!(
        place(&last, "Best of each group") < place(&last, "Whole camp"),
        "{last}"
    );
    let of_winner = &last[place(&last, "Winner")..];
    let first_place = of_winner
        .find(&run_together(&format!("1 {winner}")))
        .expect("the winner");
    let third_place = of_winner.find('3').expect("a third place");
    assert!(third_place < first_place, "{of_winner}");
    assert!(place(&text(false), "Winner") < place(&text(false), "Most games"));
}

#[test]
fn where_each_gets_one_prize_nobody_is_named_twice() {
    let camp = camp(12);
    let names = |one_prize_each| {
        let choices = PrintChoices {
            one_prize_each,
            ..Print::Prizes.default_choices()
        };
        let list = Lists {
            camp: &camp,
            namesakes: camp.namesakes(),
        };
        let parts = list.parts(Scope::Camp, &choices).into_iter();
        let prizes = parts.flat_map(|part| part.prizes);
        let places = prizes.flat_map(|prize| prize.places);
        let given = places.filter(|place| place.given);
        let mut names = given.map(|place| place.name).collect::<Vec<_>>();
        names.sort();
        names
    };
    let is_named_twice = |names: &[String]| names.windows(2).any(|two| two[0] == two[1]);
    assert!(is_named_twice(&names(false)));
    let once = names(true);
    assert!(!is_named_twice(&once) && once.len() > 8, "{once:?}");
}

#[test]
fn a_short_list_is_set_large_and_one_of_pages_no_smaller_than_they_allow() {
    let largest_name = |pages: &crate::report::Pages| {
        let sizes = (0..pages.count()).flat_map(|page| pages.type_sizes(page));
        let names = sizes.filter(|(text, _)| text.starts_with("Mai"));
        names.map(|(_, size)| size).fold(0.0, f64::max)
    };
    let camp = recalculated(&plain_camp(12));
    let pages = laid(Print::Prizes, &camp, &Print::Prizes.default_choices()).pages;
    assert_sheets(&pages);
    assert_eq!(pages.count(), 1);
    assert!(filled(&pages, 0) > 0.75, "{}", filled(&pages, 0));
    assert!(largest_name(&pages) > 12.5, "{}", largest_name(&pages));

    let choices = PrintChoices {
        scope: PrintScope::ByGroup,
        ..Print::Prizes.default_choices()
    };
    let pages = laid(Print::Prizes, &recalculated(&plain_camp(60)), &choices).pages;
    assert_sheets(&pages);
    for page in 0..pages.count() {
        assert!(filled(&pages, page) > 0.6, "{}", filled(&pages, page));
    }
}
