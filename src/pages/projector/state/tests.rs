//! The projector without a window.

use std::sync::Arc;

use jiff::civil::date;
use strum::VariantArray as _;

use super::*;
use crate::{
    app::{open_sample, settings::Theme},
    domain::{
        CampSettings, Colour, CustomColumnId, Group, Moved, PublishedNames, Ratings, WeekBefore,
    },
};

fn camp() -> OpenCamp {
    let (_, data) = open_sample(date(2026, 7, 10)).expect("the sample camp");
    OpenCamp::in_memory(data)
}

/// Pages of so many lines at most.
fn sheets(board: &Board, most: usize) -> Vec<Sheet> {
    let lists = board.lists.iter().enumerate();
    lists
        .flat_map(|(list, lines)| {
            let all = lines.lines.len();
            (0..all).step_by(most).map(move |start| Sheet {
                list,
                lines: start..(start + most).min(all),
            })
        })
        .collect()
}

const SETTINGS: ProjectorSettings = ProjectorSettings {
    theme: Theme::System,
    seconds: 10,
    by_group: true,
    names: PublishedNames::Full,
};

fn change_weekly(camp: &mut OpenCamp, id: PlayerId, by: i32) {
    let players = Arc::make_mut(&mut camp.data.players);
    let player = players.iter_mut().find(|player| player.id == id);
    player.expect("the player").ratings.weekly += by;
    camp.revision += 1;
}

#[test]
fn the_best_group_is_first_and_the_board_is_made_once() {
    let camp = camp();
    let mut projector = Projector::default();
    let board = projector.board(&camp, SETTINGS, None, 0.0);
    let titles = board.lists.iter().map(|list| list.title.as_str());
    let groups = camp.data.groups.iter().rev();
    assert!(titles.eq(groups.map(|group| group.name.as_str())));
    let longer = ProjectorSettings {
        seconds: 30,
        ..SETTINGS
    };
    let again = projector.board(&camp, longer, None, 1.0);
    assert!(Arc::ptr_eq(&board, &again), "time changes nothing on it");
}

#[test]
fn nothing_but_public_names_and_weekly_ratings_is_on_the_board() {
    let mut camp = camp();
    let players = Arc::make_mut(&mut camp.data.players);
    for (player, number) in players.iter_mut().zip(0..) {
        player.ratings = Ratings {
            weekly: 1000 + number,
            permanent: 70_000 + number,
        };
        player.start_permanent = Some(80_000 + number);
        player.notes = "secret note".to_owned();
        player.custom.set(CustomColumnId(1), "secret number");
    }
    for names in PublishedNames::VARIANTS.iter().copied() {
        for by_group in [true, false] {
            let settings = ProjectorSettings {
                by_group,
                names,
                ..SETTINGS
            };
            let shown = format!("{:?}", Board::new(&camp.data, settings));
            assert!(!shown.contains("secret"), "{shown}");
            assert!(!shown.contains("70") && !shown.contains("800"), "{shown}");
        }
    }
    let initials = ProjectorSettings {
        names: PublishedNames::Initial,
        ..SETTINGS
    };
    let board = Board::new(&camp.data, initials);
    let mut names = board.lists.iter().flat_map(|list| &list.lines);
    assert!(names.all(|line| {
        let player = camp.data.player(line.id).expect("a player");
        player.last_name.chars().count() < 3 || !line.name.contains(&player.last_name)
    }));
}

#[test]
fn inactive_players_and_empty_groups_are_not_on_the_board() {
    let mut camp = camp();
    let players = Arc::make_mut(&mut camp.data.players);
    let [purple, gold] = [0, 1].map(|place| camp.data.groups[place].id);
    for player in players.iter_mut() {
        player.set_active(player.group != Some(purple));
    }
    players[0].group = None;
    players[0].set_active(true);
    let board = Board::new(&camp.data, SETTINGS);
    let titles = board.lists.iter().map(|list| list.title.clone());
    let titles = titles.collect::<Vec<_>>();
    assert!(!titles.contains(&camp.data.group_name(Some(purple)).to_owned()));
    assert!(titles.contains(&camp.data.group_name(Some(gold)).to_owned()));
    assert_eq!(titles.last().map(String::as_str), Some("Without a group"));
}

#[test]
fn a_camp_without_groups_is_one_list() {
    let mut camp = camp();
    camp.data.groups = Arc::new(Vec::<Group>::new());
    for player in Arc::make_mut(&mut camp.data.players) {
        player.group = None;
    }
    let board = Board::new(&camp.data, SETTINGS);
    assert_eq!(board.lists.len(), 1);
    assert_eq!(board.lists[0].title, "Whole camp");
    let active = camp.data.players.iter().filter(|player| player.active);
    assert_eq!(board.lists[0].lines.len(), active.count());

    camp.data.players = Arc::new(Vec::new());
    assert_eq!(Board::new(&camp.data, SETTINGS).lists, []);
}

#[test]
fn the_camp_s_footer_and_colour_are_on_the_board() {
    let mut camp = camp();
    camp.data.settings = Arc::new(CampSettings {
        footer: "Next meeting: Monday".to_owned(),
        colour: Some(Colour([1, 2, 3])),
        ..CampSettings::default()
    });
    let board = Board::new(&camp.data, SETTINGS);
    assert_eq!(board.footer, "Next meeting: Monday");
    assert_eq!(board.colour, Some(Colour([1, 2, 3])));
    assert_eq!(board.week, "Week 1");
}

#[test]
fn pages_turn_when_their_time_is_over() {
    let camp = camp();
    let mut projector = Projector::default();
    let board = projector.board(&camp, SETTINGS, None, 100.0);
    projector.lay_out(sheets(&board, 100), 100.0);
    assert_eq!(projector.sheets().len(), 5);
    let mut shown_at = |now| {
        projector.tick(10, now);
        (projector.place(), projector.progress(10, now))
    };
    assert_eq!(shown_at(100.0), (0, Some(0.1)));
    assert_eq!(shown_at(105.5), (0, Some(0.6)));
    assert_eq!(shown_at(109.9), (0, Some(1.0)));
    assert_eq!(shown_at(110.0), (1, Some(0.1)));
    // A window that was out of sight turns one page, and not all that it has missed.
    assert_eq!(shown_at(200.0).0, 2);
    assert_eq!(shown_at(210.0).0, 3);
    assert_eq!(shown_at(220.0).0, 4);
    assert_eq!(shown_at(230.0).0, 0, "and round the end");
}

#[test]
fn a_pause_stops_the_pages_and_turning_by_hand_starts_their_time_anew() {
    let camp = camp();
    let mut projector = Projector::default();
    let board = projector.board(&camp, SETTINGS, None, 0.0);
    projector.lay_out(sheets(&board, 100), 0.0);
    projector.tick(10, 0.0);
    projector.pause_or_go_on(8.0);
    projector.tick(10, 1000.0);
    assert_eq!(projector.place(), 0);
    assert_eq!(projector.progress(10, 1000.0), None);
    assert_eq!(projector.next_step(1000.0), None, "nothing to draw");
    projector.turn(PageTurn::Last, 1001.0);
    assert_eq!(projector.place(), 4);
    projector.turn(PageTurn::Next, 1002.0);
    assert_eq!(projector.place(), 0);
    projector.turn(PageTurn::Previous, 1003.0);
    assert_eq!(projector.place(), 4);
    projector.turn(PageTurn::First, 1004.0);
    assert_eq!(projector.place(), 0);

    projector.pause_or_go_on(2000.0);
    projector.tick(10, 2009.0);
    assert_eq!(projector.place(), 0, "the whole time after a pause");
    projector.turn(PageTurn::Next, 2009.5);
    projector.tick(10, 2019.0);
    assert_eq!(projector.place(), 1);
    let next = projector.next_step(2019.25).expect("a next second");
    assert!((next - 0.25).abs() < 1e-9, "{next}");
}

#[test]
fn a_single_page_never_turns() {
    let camp = camp();
    let mut projector = Projector::default();
    let whole = ProjectorSettings {
        by_group: false,
        ..SETTINGS
    };
    let board = projector.board(&camp, whole, None, 0.0);
    projector.lay_out(sheets(&board, 100), 0.0);
    for now in [0.0, 60.0, 3600.0] {
        projector.tick(10, now);
        assert_eq!(projector.place(), 0);
        assert_eq!(projector.progress(10, now), None);
        assert_eq!(projector.next_step(now), None);
    }
}

#[test]
fn a_rating_that_moves_is_shown_and_news_for_a_while() {
    let mut camp = camp();
    let mut projector = Projector::default();
    let board = projector.board(&camp, SETTINGS, None, 0.0);
    projector.lay_out(sheets(&board, 100), 0.0);
    projector.tick(10, 0.0);
    let other_page = board.lists[3].lines[0].id;
    change_weekly(&mut camp, other_page, 7);
    let board = projector.board(&camp, SETTINGS, None, 5.0);
    projector.lay_out(sheets(&board, 100), 5.0);
    assert_eq!(projector.place(), 3, "the page where it happened");
    assert_eq!(projector.news(other_page, 5.0), Some(7));
    assert_eq!(projector.progress(10, 5.0), Some(0.1), "for its whole time");
    let others = board.lists.iter().flat_map(|list| &list.lines);
    let news = others.filter(|line| projector.news(line.id, 5.0).is_some());
    assert_eq!(news.count(), 1, "who is only passed hasn't played");
    assert_eq!(projector.news(other_page, 15.5), None);

    // On the page that is shown already, nothing turns.
    projector.turn(PageTurn::Next, 20.0);
    let [here, there] = [4, 0].map(|list| board.lists[list].lines[0].id);
    change_weekly(&mut camp, here, -4);
    change_weekly(&mut camp, there, 4);
    let board = projector.board(&camp, SETTINGS, None, 21.0);
    projector.lay_out(sheets(&board, 100), 21.0);
    assert_eq!(projector.place(), 4);
    assert_eq!(projector.news(here, 22.0), Some(-4));

    // A page that was stopped stays, and knows what has moved all the same.
    projector.pause_or_go_on(30.0);
    change_weekly(&mut camp, there, 10);
    let board = projector.board(&camp, SETTINGS, None, 31.0);
    projector.lay_out(sheets(&board, 100), 31.0);
    assert_eq!(projector.place(), 4);
    assert_eq!(projector.news(there, 32.0), Some(10));
    assert_eq!(projector.next_step(32.0), Some(9.0), "until it is none");
}

#[test]
fn another_choice_is_no_news() {
    let camp = camp();
    let mut projector = Projector::default();
    let board = projector.board(&camp, SETTINGS, None, 0.0);
    projector.lay_out(sheets(&board, 3), 0.0);
    projector.turn(PageTurn::Last, 1.0);
    let whole = ProjectorSettings {
        by_group: false,
        ..SETTINGS
    };
    let board = projector.board(&camp, whole, None, 2.0);
    projector.lay_out(sheets(&board, 3), 2.0);
    assert_eq!(projector.place(), 0, "another list begins at its beginning");
    let mut lines = board.lists.iter().flat_map(|list| &list.lines);
    assert!(lines.all(|line| projector.news(line.id, 2.0).is_none()));
}

#[test]
fn a_page_stays_where_it_is_when_the_board_or_the_window_changes() {
    let mut camp = camp();
    let mut projector = Projector::default();
    let board = projector.board(&camp, SETTINGS, None, 0.0);
    projector.lay_out(sheets(&board, 4), 0.0);
    while projector
        .sheet()
        .map(|sheet| (sheet.list, sheet.lines.start))
        != Some((2, 4))
    {
        projector.turn(PageTurn::Next, 1.0);
    }
    projector.lay_out(sheets(&board, 2), 2.0);
    assert_eq!(
        projector.sheet(),
        Some(&Sheet {
            list: 2,
            lines: 4..6
        })
    );
    projector.lay_out(sheets(&board, 100), 3.0);
    assert_eq!(projector.sheet().map(|sheet| sheet.list), Some(2));

    // The two groups before it are gone.
    let best = camp.data.groups.len() - 2;
    let gone = camp.data.groups[best..]
        .iter()
        .map(|group| group.id)
        .collect::<Vec<_>>();
    for player in Arc::make_mut(&mut camp.data.players) {
        if player.group.is_some_and(|group| gone.contains(&group)) {
            player.set_active(false);
        }
    }
    camp.revision += 1;
    let board = projector.board(&camp, SETTINGS, None, 4.0);
    projector.lay_out(sheets(&board, 100), 4.0);
    assert_eq!(projector.sheet().map(|sheet| sheet.list), Some(0));
    assert_eq!(board.lists.len(), 3);
}

#[test]
fn places_are_compared_with_the_same_list_of_the_week_before() {
    let mut camp = camp();
    let first = Board::new(&camp.data, SETTINGS);
    let mut lines = first.lists.iter().flat_map(|list| &list.lines);
    assert!(lines.all(|line| line.moved.is_none()), "a first week");

    let mut players = camp.data.players.as_ref().clone();
    let best = first.lists[0].lines[0].id;
    let second = first.lists[0].lines[1].id;
    let newcomer = first.lists[0].lines[2].id;
    for player in &mut players {
        if player.id == best {
            player.ratings.weekly = 0;
        }
    }
    players.retain(|player| player.id != newcomer);
    camp.data.before = Some(Arc::new(WeekBefore {
        week: camp.data.week.clone(),
        groups: camp.data.groups.as_ref().clone(),
        players,
    }));
    let board = Board::new(&camp.data, SETTINGS);
    let moved = |id| {
        let mut lines = board.lists[0].lines.iter();
        lines.find(|line| line.id == id).and_then(|line| line.moved)
    };
    assert_eq!(moved(best), Some(Moved::Ranks(5)), "from 6 of 6 to 1 of 7");
    assert_eq!(moved(second), Some(Moved::Ranks(-1)));
    assert_eq!(moved(newcomer), Some(Moved::New));
}
