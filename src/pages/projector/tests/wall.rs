//! What is on the wall: for camps of every size, in windows of every size, and never too much.

use std::sync::Arc;

use egui::{Key, Rect, Shape};

use super::{Driver, on_projector, player};
use crate::{
    app::Command,
    domain::{CampSettings, Colour, Game, Group, GroupId, PlayerId, WeekBefore},
};

fn group(id: i64, name: &str) -> Group {
    Group {
        id: GroupId(id),
        name: name.to_owned(),
        skill_order: id,
        initial_rating: Some(1000),
        ..Group::default()
    }
}

/// Every text that is painted: what it says, where, and the size of its type.
fn texts(driver: &Driver) -> Vec<(String, Rect, f32)> {
    let shapes = driver.harness.output().shapes.iter();
    let mut texts = Vec::new();
    for clipped in shapes {
        collect(&clipped.shape, &mut texts);
    }
    texts
}

fn collect(shape: &Shape, texts: &mut Vec<(String, Rect, f32)>) {
    match shape {
        Shape::Vec(shapes) => {
            for shape in shapes {
                collect(shape, texts);
            }
        }
        Shape::Text(text) => {
            let job = &text.galley.job;
            let sizes = job
                .sections
                .iter()
                .map(|section| section.format.font_id.size);
            let rect = text.galley.rect.translate(text.pos.to_vec2());
            texts.push((job.text.clone(), rect, sizes.fold(0.0, f32::max)));
        }
        _ => {}
    }
}

/// Goes through all pages: everything is inside the window, whole, large enough, and nothing lies on something else.
#[track_caller]
fn every_page_can_be_read(driver: &mut Driver) -> Vec<String> {
    let screen = driver.harness.ctx.content_rect();
    let least = screen.height() / 22.0 * 0.72 - 0.1;
    driver.press(Key::Space);
    driver.wait(5);
    let pages = driver.projector().sheets().len();
    let mut all = Vec::new();
    for page in 1..=pages {
        assert_eq!(driver.page(), page);
        let shown = texts(driver);
        for (text, rect, size) in &shown {
            assert!(
                screen.contains_rect(*rect),
                "“{text}” leaves the window: {rect}"
            );
            assert!(!text.contains('…'), "“{text}” is cut");
            let is_long = text.chars().count() > 100;
            // What the figures are is read once, and said in smaller type.
            let is_heading = ["Rating", "Change", "Places"].contains(&text.as_str());
            let least = if is_heading { 0.6 * least } else { least };
            assert!(*size >= least || is_long, "“{text}” in {size} points");
        }
        for (place, (text, rect, _)) in shown.iter().enumerate() {
            for (other, beside, _) in &shown[place + 1..] {
                // Ascenders and descenders of lines one below the other may touch.
                let overlap = rect
                    .shrink(rect.height() * 0.2)
                    .intersect(beside.shrink(beside.height() * 0.2));
                assert!(!overlap.is_positive(), "“{text}” lies on “{other}”");
            }
        }
        all.extend(shown.into_iter().map(|(text, ..)| text));
        driver.press(Key::ArrowRight);
    }
    driver.press(Key::Space);
    all
}

#[test]
fn a_camp_without_players_has_a_sentence() {
    let mut driver = on_projector();
    driver.set_players(Vec::new(), Vec::new());
    assert!(driver.shows("No players yet"));
    driver.wait(60);
    driver.press(Key::ArrowRight);
    driver.press(Key::Space);
    driver.press(Key::Escape);
    assert!(!driver.is_on_projector());
}

#[test]
fn one_player_has_a_page() {
    let mut driver = on_projector();
    let groups = vec![group(1, "Purple"), group(2, "Gold")];
    let players = vec![player(1, "Ola", "de la Cruz", Some(GroupId(1)))];
    driver.set_players(players, groups);
    assert!(driver.shows("Purple") && !driver.shows("Gold"));
    assert!(driver.shows_words("1, Ola de la Cruz, rating 1999"));
    assert!(!driver.shows_words("Page 1 of"));
    let shown = every_page_can_be_read(&mut driver);
    assert!(shown.contains(&"Ola de la Cruz".to_owned()));
}

#[test]
fn places_gained_since_the_week_before_stand_behind_an_arrow() {
    let mut driver = on_projector();
    let purple = Some(GroupId(1));
    let players = (1..=6).map(|id| player(id, "Kim", &format!("Berg{id}"), purple));
    let players = players.collect::<Vec<_>>();
    let game = driver.camp().games[0].clone();
    driver.set_players(players.clone(), vec![group(1, "Purple")]);
    driver.wait(11);
    assert!(driver.shows("2, Kim Berg2, rating 1998, up 998"));
    let shown = every_page_can_be_read(&mut driver);
    assert!(shown.contains(&"Change".to_owned()) && !shown.contains(&"Places".to_owned()));
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    let mut before = players;
    before[2].ratings.weekly = 3000;
    before.remove(5);
    camp.data.games = Arc::new(vec![Game {
        white: PlayerId(1),
        black: PlayerId(2),
        ..game
    }]);
    camp.data.before = Some(Arc::new(WeekBefore {
        week: camp.data.week.clone(),
        groups: camp.data.groups.as_ref().clone(),
        players: before,
    }));
    camp.revision += 1;
    driver.settle();
    for line in [
        "1, Kim Berg1, rating 1999, up 999, 1 place up since the week before",
        "3, Kim Berg3, rating 1997, up 997, 2 places down since the week before",
        "4, Kim Berg4, rating 1996, up 996, same place as the week before",
        "6, Kim Berg6, rating 1994, up 994, new",
    ] {
        assert!(driver.shows(line), "{line}");
    }
    let shown = every_page_can_be_read(&mut driver);
    assert!(shown.contains(&"new".to_owned()) && shown.contains(&"Places".to_owned()));
}

#[test]
fn five_hundred_players_are_all_there_in_every_window() {
    for (width, height) in [(1024.0, 768.0), (1920.0, 1080.0), (1366.0, 768.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::PROJECTOR);
        let of = |id: i64| {
            if id <= 480 {
                Some(GroupId(id % 3 + 1))
            } else {
                None
            }
        };
        let players = (1..=500)
            .map(|id| player(id, &format!("Kim{id}"), "Nygård", of(id)))
            .collect();
        let groups = vec![group(1, "Purple"), group(2, "Red"), group(3, "Gold")];
        driver.set_players(players, groups);
        let shown = every_page_can_be_read(&mut driver);
        for id in 1..=500 {
            let name = format!("Kim{id} Nygård");
            let count = shown.iter().filter(|text| **text == name).count();
            assert_eq!(count, 1, "{name} at {width} × {height}");
        }
        assert!(shown.contains(&"Without a group".to_owned()));
    }
}

#[test]
fn long_names_are_never_cut() {
    let longest = |letter: &str| letter.repeat(80);
    for (width, height) in [(1024.0, 768.0), (1920.0, 1080.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::PROJECTOR);
        let gold = Some(GroupId(1));
        let mut players = vec![
            player(
                1,
                "Maximiliana Konstantina",
                "Featherstonehaugh-Cholmondeley",
                gold,
            ),
            player(2, &longest("W"), &longest("M"), gold),
            player(3, &"Wi ".repeat(26), "Um", gold),
            player(4, "", "Ó", gold),
        ];
        players.extend((5..30).map(|id| player(id, "Ola", "Berg", gold)));
        driver.set_players(
            players.clone(),
            vec![group(1, longest("Gold ")[..80].trim())],
        );
        let camp = driver.app().session.camp.as_mut().expect("a camp");
        camp.data.name = longest("camp ")[..80].trim().to_owned();
        camp.data.week.label = "The very last week of the year of chess".to_owned();
        camp.data.settings = Arc::new(CampSettings {
            footer: "Next meeting: Monday at nine. ".repeat(5),
            colour: Some(Colour([250, 240, 90])),
            ..CampSettings::default()
        });
        camp.revision += 1;
        driver.settle();
        let shown = every_page_can_be_read(&mut driver);
        for player in &players[..4] {
            assert!(
                shown.contains(&player.full_name()),
                "{}",
                player.full_name()
            );
        }
        assert!(shown.contains(&"Ola Berg (7)".to_owned()));
    }
}

#[test]
fn only_public_names_and_weekly_ratings_are_on_the_wall() {
    let mut driver = on_projector();
    let groups = vec![group(1, "Purple")];
    let players = (1..=40).map(|id| player(id, "Kim", &format!("Nygård{id}"), Some(GroupId(1))));
    driver.set_players(players.collect(), groups);
    let shown = every_page_can_be_read(&mut driver).join("\n");
    assert!(shown.contains("1999") && shown.contains("Kim Nygård7"));
    for hidden in ["12345", "12,345", "23456", "Allergic", "555", "Phone"] {
        assert!(!shown.contains(hidden), "{hidden}");
        assert!(!driver.shows_words(hidden), "{hidden}");
    }
}

#[test]
fn both_themes_draw_the_same_texts() {
    let mut driver = Driver::with_sample();
    driver.send(Command::THEME_LIGHT);
    driver.send(Command::PROJECTOR);
    driver.press(Key::Space);
    driver.wait(5);
    let light = texts(&driver)
        .into_iter()
        .map(|(text, ..)| text)
        .collect::<Vec<_>>();
    driver.harness.hover_at(egui::pos2(300.0, 200.0));
    driver.settle();
    driver.click("Dark");
    driver.harness.remove_cursor();
    driver.wait(5);
    assert_eq!(driver.harness.ctx.theme(), egui::Theme::Dark);
    let dark = texts(&driver)
        .into_iter()
        .map(|(text, ..)| text)
        .collect::<Vec<_>>();
    assert_eq!(light, dark);
    driver.press(Key::Escape);
    assert_eq!(
        driver.harness.ctx.theme(),
        egui::Theme::Light,
        "the desk’s own"
    );
}

#[test]
fn the_strip_leaves_type_as_large_as_it_was() {
    let mut driver = Driver::with_size(1024.0, 768.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::PROJECTOR);
    driver.press(Key::F2);
    driver.wait(5);
    let least = 768.0 / 22.0 * 0.72 - 0.1;
    let rating = texts(&driver).into_iter().find(|(text, ..)| text == "1356");
    let (_, rect, size) = rating.expect("the best rating");
    assert!(size >= least, "{size}");
    assert!(rect.bottom() < 768.0 / 2.0, "above the strip");
}
