//! Certificates, as they leave the printer.

use std::num::NonZeroUsize;

use strum::VariantArray as _;

use super::*;
use crate::domain::{CampSettings, Logo, PictureKind};
use crate::report::{
    OwnTemplates, Pages, Paper, Print, PrintScope, lay_out,
    rated::tests::recalculated,
    tests::{TODAY, laid, refused, run_together, texts},
};

fn camp(players: usize) -> CampData {
    recalculated(&crate::report::tests::camp(players))
}

fn chosen(certificate: Certificate) -> PrintChoices {
    PrintChoices {
        certificate,
        ..Print::Certificates.default_choices()
    }
}

fn printed(camp: &CampData, choices: &PrintChoices) -> Vec<String> {
    texts(&laid(Print::Certificates, camp, choices).pages)
}

/// No text sticks out of the border, which begins 14 mm from the edge of the paper.
fn assert_inside(pages: &Pages) {
    for page in 0..pages.count() {
        let size = pages.size(page).expect("a page");
        assert!(size.width > size.height, "landscape");
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        for ink in pages.ink(page) {
            let [left, top, right, bottom] = ink;
            assert!(left > 40.0 && top > 40.0, "{ink:?}");
            assert!(right < width - 40.0 && bottom < height - 40.0, "{ink:?}");
        }
    }
}

#[test]
fn each_award_of_the_week_has_its_certificate() {
    let camp = camp(12);
    for paper in Paper::VARIANTS.iter().copied() {
        let choices = PrintChoices {
            paper,
            ..chosen(Certificate::All)
        };
        let laid = laid(Print::Certificates, &camp, &choices);
        assert_eq!(laid.remarks, []);
        assert_inside(&laid.pages);
    }
    let pages = printed(&camp, &chosen(Certificate::All));
    let awards = Awards::new(&camp);
    let of_camp = |award| awards.given(award, None, 1).places.len();
    let winners = 1 + camp.groups.len();
    assert_eq!(
        pages.len(),
        winners
            + Award::ALL[1..]
                .iter()
                .map(|award| of_camp(*award))
                .sum::<usize>()
    );
    assert!(
        pages[0].contains("Winner\nof the camp\nawarded to\n"),
        "{}",
        pages[0]
    );
    assert!(
        pages[1].contains("Winner\nof the group Gold\n"),
        "{}",
        pages[1]
    );
    assert!(
        pages[4].contains("Winner\nof the group Purple\n"),
        "{}",
        pages[4]
    );
    for page in &pages {
        for words in [
            "SCHOOL CHESS CAMP",
            "Week 3: Gold camp",
            "November 20, 2026",
            "Signature",
        ] {
            assert!(page.contains(words), "{words}: {page}");
        }
    }
}

#[test]
fn a_certificate_says_what_was_done() {
    let camp = camp(12);
    let awards = Awards::new(&camp);
    for (certificate, award) in [
        (Certificate::Winner, Award::Winner),
        (Certificate::Upset, Award::BiggestUpset),
        (Certificate::Improved, Award::MostImproved),
        (Certificate::Games, Award::MostGames),
    ] {
        let first = awards.given(award, None, 1).places;
        if first.is_empty() {
            let reason = refused(Print::Certificates, &camp, &chosen(certificate));
            assert!(reason.contains("too many share it"), "{award:?}: {reason}");
            continue;
        }
        let pages = printed(&camp, &chosen(certificate));
        assert_eq!(pages.len(), first.len(), "{award:?}");
        for (page, place) in pages.iter().zip(&first) {
            let page = run_together(page);
            let name = camp.full_name(place.player);
            for words in [award.title(), &name, &deed(award, true, place.figure)] {
                assert!(page.contains(&run_together(words)), "{words}: {page}");
            }
        }
    }
    assert_eq!(
        deed(Award::MostImproved, true, 1),
        "for gaining 1 point on the ladder"
    );
    assert_eq!(
        deed(Award::MostGames, true, 1),
        "for playing 1 game on the ladder"
    );
    assert_eq!(
        deed(Award::BiggestUpset, true, 214),
        "for beating a player rated 214 points higher"
    );
    assert_eq!(
        deed(Award::Winner, true, 1314),
        "for the best rating on the ladder: 1314"
    );
}

#[test]
fn who_shares_an_award_is_named() {
    let others = |names: &[&str]| {
        shared(
            &names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(others(&[]), "");
    assert_eq!(others(&["Ann Lee"]), "Shared with Ann Lee");
    assert_eq!(
        others(&["Ann Lee", "Bo Vang"]),
        "Shared with Ann Lee and Bo Vang"
    );
}

#[test]
fn a_group_has_its_own_awards() {
    let choices = PrintChoices {
        scope: PrintScope::Group("Gold".to_owned()),
        ..chosen(Certificate::All)
    };
    let pages = printed(&camp(12), &choices);
    assert!(
        pages[0].contains("Winner\nof the group Gold\n"),
        "{}",
        pages[0]
    );
    assert!(pages.iter().all(|page| page.contains("the group Gold")));
    let by_group = PrintChoices {
        scope: PrintScope::ByGroup,
        ..chosen(Certificate::Winner)
    };
    assert_eq!(printed(&camp(12), &by_group).len(), 4);
}

#[test]
fn the_director_s_own_words_are_for_anybody() {
    let camp = camp(12);
    let choices = |words: &str, player| PrintChoices {
        words: words.to_owned(),
        player,
        ..chosen(Certificate::Own)
    };
    let everybody = laid(Print::Certificates, &camp, &choices("", None)).pages;
    assert_eq!(everybody.count(), 12);
    assert_inside(&everybody);
    let text = run_together(&texts(&everybody).concat());
    for player in camp.players.iter() {
        assert!(
            text.contains(&run_together(&player.full_name())),
            "{}",
            player.id
        );
    }
    assert!(texts(&everybody)[0].contains("for taking part in the chess camp"));

    let one = printed(&camp, &choices("for fair play", Some(PlayerId(8))));
    let [page] = one.as_slice() else {
        panic!("{one:?}")
    };
    assert!(page.contains("Beatriz Chang\nfor fair play\n"), "{page}");
    // There are two of that name, and whoever hands it out must know.
    assert!(page.contains("Gold · No. 8"), "{page}");

    let refused = lay_out(
        Print::Certificates,
        &camp,
        &choices("", Some(PlayerId(99))),
        TODAY,
        &OwnTemplates::default(),
    );
    assert_eq!(
        refused.expect_err("nobody").to_string(),
        "There is no player 99 in this week of the camp. Choose another one"
    );
}

#[test]
fn long_words_are_set_smaller_and_push_nothing_out() {
    let mut camp = camp(12);
    let name = |letter: &str| letter.repeat(80);
    camp.name = name("M");
    for player in std::sync::Arc::make_mut(&mut camp.players) {
        (player.first_name, player.last_name) = (name("W"), name("W"));
    }
    camp.settings = std::sync::Arc::new(CampSettings {
        logo: Some(std::sync::Arc::new(Logo {
            kind: PictureKind::Svg,
            bytes: br#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>"#.to_vec(),
        })),
        ..CampSettings::default()
    });
    for paper in Paper::VARIANTS.iter().copied() {
        let own = PrintChoices {
            paper,
            words: "W".repeat(160),
            ..chosen(Certificate::Own)
        };
        let awards = PrintChoices {
            paper,
            ..chosen(Certificate::All)
        };
        for choices in [own, awards] {
            let pages = laid(Print::Certificates, &camp, &choices).pages;
            assert_inside(&pages);
            for text in texts(&pages) {
                assert!(
                    text.contains("Date") && text.contains("Signature"),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn without_games_there_are_none_and_it_is_said() {
    let reason = refused(Print::Certificates, &camp(1), &chosen(Certificate::All));
    assert!(
        reason.starts_with("No game that counts has been typed"),
        "{reason}"
    );
}

#[test]
fn who_has_not_earned_it_is_told_of_own_words() {
    let last = PrintChoices {
        player: Some(PlayerId(12)),
        ..chosen(Certificate::Winner)
    };
    assert_eq!(
        refused(Print::Certificates, &camp(12), &last),
        "There is no such certificate for Mai Last11. One in your own words is for anybody"
    );
}

#[test]
fn what_keeps_games_from_being_rated_is_said() {
    // Player 13 has no group, so nobody knows the ratings before a game.
    let laid = laid(Print::Certificates, &camp(14), &chosen(Certificate::All));
    let sentences = laid.remarks.iter().map(ToString::to_string);
    assert_eq!(
        sentences.collect::<Vec<_>>(),
        [
            "These sheets are without what each game was worth. Mai Last12 has no group, so there is no rating to start \
             from. Choose a group"
        ]
    );
    let text = texts(&laid.pages).concat();
    assert!(text.contains("Winner") && !text.contains("Upset"), "{text}");
}

#[test]
fn second_and_third_places_have_certificates_where_they_are_wanted() {
    let camp = camp(12);
    let choices = PrintChoices {
        places: NonZeroUsize::new(3).expect("not zero"),
        ..chosen(Certificate::Winner)
    };
    let pages = printed(&camp, &choices);
    let places = Awards::new(&camp).given(Award::Winner, None, 3).places;
    assert_eq!(pages.len(), places.len());
    for (page, place) in pages.iter().zip(&places) {
        let title = ["Winner", "Second place", "Third place"][place.rank - 1];
        let words = format!("{title}\nof the camp\n");
        assert!(page.contains(&words), "{words}: {page}");
    }
    assert_eq!(
        among(&camp, Award::MostImproved, None, 2),
        "second place",
        "other awards keep their titles"
    );
    let gold = camp.group_called("Gold").map(|group| group.id);
    assert_eq!(
        among(&camp, Award::MostGames, gold, 3),
        "third place in the group Gold"
    );
    let club = CampData {
        groups: Vec::new().into(),
        ..camp.clone()
    };
    assert_eq!(among(&club, Award::Winner, None, 1), "of the club");
    assert_eq!(
        deed(Award::Winner, false, 1290),
        "for a rating of 1290 on the ladder"
    );
}

#[test]
fn where_each_gets_one_prize_the_certificates_are_those_of_the_prize_list() {
    let camp = camp(12);
    let named = |certificate, one_prize_each| {
        let choices = PrintChoices {
            one_prize_each,
            ..chosen(certificate)
        };
        let pages = for_awards(&camp, certificate, Scope::Camp, &choices);
        pages
            .into_iter()
            .map(|(player, page)| (page.title, page.among, player))
            .collect::<Vec<_>>()
    };
    let is_named_twice = |pages: &[(&str, String, PlayerId)]| {
        let players = pages.iter().map(|(.., player)| *player);
        players.collect::<HashSet<_>>().len() < pages.len()
    };
    let once = named(Certificate::All, true);
    assert!(is_named_twice(&named(Certificate::All, false)));
    assert!(!is_named_twice(&once) && once.len() > 4, "{once:?}");
    let listed = Awards::new(&camp).prizes(Scope::Camp, 1, true);
    let listed = listed.iter().flat_map(|prize| &prize.given.places);
    assert_eq!(
        listed.map(|place| place.player).collect::<HashSet<_>>(),
        once.iter().map(|(.., player)| *player).collect()
    );
    // One kind alone goes to nobody else than among all.
    for certificate in [
        Certificate::Winner,
        Certificate::Upset,
        Certificate::Improved,
    ] {
        let alone = named(certificate, true);
        assert!(
            !alone.is_empty() && alone.iter().all(|page| once.contains(page)),
            "{alone:?}"
        );
    }
}

#[test]
fn the_best_rating_is_said_of_nobody_who_was_passed_the_prize_on() {
    let camp = camp(12);
    let choices = PrintChoices {
        one_prize_each: true,
        ..chosen(Certificate::All)
    };
    let pages = for_awards(&camp, Certificate::All, Scope::Camp, &choices);
    let awards = Awards::new(&camp);
    let mut passed_on = 0;
    for (player, page) in pages.iter().filter(|(_, page)| page.title == "Winner") {
        let group = camp.player(*player).and_then(|player| player.group);
        let group = group.filter(|_| page.among != "of the camp");
        let best = awards.given(Award::Winner, group, 1).places;
        let is_best = best.iter().any(|place| place.player == *player);
        assert_eq!(page.deed.contains("the best rating"), is_best, "{page:?}");
        passed_on += usize::from(!is_best);
    }
    assert!(
        passed_on > 0,
        "the winner of the camp is the best of a group too"
    );
}

#[test]
fn a_closed_weeks_certificates_have_its_last_day() {
    let mut camp = camp(12);
    let winner = |camp: &CampData| printed(camp, &chosen(Certificate::Winner)).concat();
    assert!(
        winner(&camp).contains("November 20, 2026\nDate"),
        "{}",
        winner(&camp)
    );
    let day = jiff::civil::date(2026, 11, 18);
    camp.week.set_days[1] = Some(day);
    camp.week.closed_on = Some(day);
    let closed = winner(&camp);
    assert!(closed.contains("November 18, 2026\nDate"), "{closed}");
    assert!(closed.contains("November 16–18, 2026"), "{closed}");
}
