//! The season in the window.

mod comparing;

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{
    SeasonPage,
    state::{Figures, SeasonState, SeasonView},
};
use crate::{
    app::{Action, Command, Page, dialogs::Dialog, open_sample},
    domain::{
        CampData, Edit, Game, GameResult, NextPlayer, NextWeek, PlayerId, Season, System,
        show_rating,
    },
    storage::{CampFile, Occasion},
    ui::tests::Driver,
};

const TODAY: jiff::civil::Date = jiff::civil::date(2026, 7, 10);

impl Driver {
    fn season(&mut self) -> &mut SeasonState {
        &mut self.app().page_mut::<SeasonPage>().expect("the page").state
    }

    /// Closes the week and starts the next one, without this player.
    fn begin_week(&mut self, label: &str, leaves: Option<PlayerId>) {
        self.change(Edit::CloseWeek { on: TODAY });
        let camp = self.camp();
        let players = leaves.map(|id| NextPlayer {
            id,
            group: camp.player(id).and_then(|player| player.group),
            stays: false,
        });
        self.change(Edit::StartWeek(Box::new(NextWeek {
            label: label.to_owned(),
            opened_on: TODAY,
            players: players.into_iter().collect(),
        })));
    }

    /// The rows of the list, as they are told to somebody who hears them.
    fn told(&self) -> Vec<String> {
        let rows = self.harness.query_all_by_role(Role::Row);
        rows.filter_map(|row| row.accesskit_node().label())
            .collect()
    }

    fn has_told(&self, words: &str) -> bool {
        self.told().iter().any(|row| row.contains(words))
    }
}

/// Three weeks: the sample's, one that player 1 leaves for, and an open one with two games. The camp of each week.
fn three_weeks() -> (Driver, Vec<CampData>) {
    let mut driver = Driver::with_sample();
    let mut weeks = vec![driver.camp()];
    driver.begin_week("Gold camp", Some(PlayerId(1)));
    let camp = driver.camp();
    let two = camp.players.iter().filter(|player| player.active);
    let [first, second] = two.map(|player| player.id).take(2).collect::<Vec<_>>()[..] else {
        panic!("two players");
    };
    driver.add_game(first.0, second.0, GameResult::WhiteWon);
    weeks.push(driver.camp());
    driver.begin_week("", None);
    driver.add_game(first.0, second.0, GameResult::BlackWon);
    driver.add_game(first.0, second.0, GameResult::BlackWon);
    weeks.push(driver.camp());
    driver.send(Command::GO_SEASON);
    (driver, weeks)
}

fn select(driver: &mut Driver, player: PlayerId) {
    driver.season().selected = Some(player);
    driver.season().reveal = true;
    driver.settle();
}

#[test]
fn all_weeks_stand_side_by_side() {
    let (mut driver, weeks) = three_weeks();
    assert!(driver.shows_words("3 weeks · 38 players"));
    for heading in ["Week 1", "Week 2: Gold camp", "Week 3, so far"] {
        for title in ["Rating", "Rank", "In group", "Moved"] {
            let column = format!("{heading}, {title}");
            let in_view = heading != "Week 1";
            assert_eq!(driver.shows(&column), in_view, "{column}");
        }
    }
    assert!(driver.shows("Weeks 2 to 3 of 3"), "as many as have room");
    let season = Season::new(&weeks);
    let lines = driver.season().season().map(|season| &season.lines);
    assert!(lines == Some(&season.lines));
    // Who leads the last week leads the list.
    let best = season
        .lines
        .iter()
        .filter(|line| line.weeks[2].as_ref().is_some_and(|week| week.rank == 1))
        .map(crate::domain::SeasonLine::listed_name)
        .collect::<Vec<_>>();
    let first = driver.told().remove(0);
    assert!(best.iter().any(|name| first.starts_with(name)), "{first}");

    // Left goes back to earlier weeks, and right forth.
    driver.focus("Players by week");
    driver.press(Key::ArrowLeft);
    assert!(driver.shows("Weeks 1 to 2 of 3") && driver.shows("Week 1, Rank"));
    driver.press(Key::ArrowLeft);
    assert!(driver.shows("Weeks 1 to 2 of 3"), "there is none before");
    driver.press(Key::ArrowRight);
    assert!(driver.shows("Weeks 2 to 3 of 3"));
    driver.click("Earlier weeks");
    assert!(driver.shows("Weeks 1 to 2 of 3"));
    // With fewer figures all weeks have room.
    driver.season().figures = Figures::Ranks;
    driver.settle();
    assert!(driver.shows("Week 1, Rank") && driver.shows("Week 3, so far, Moved"));
    assert!(!driver.shows("Earlier weeks"));
}

#[test]
fn the_figures_are_those_of_the_standings_of_each_week() {
    let (mut driver, weeks) = three_weeks();
    driver.season().figures = Figures::Ratings;
    driver.settle();
    for camp in &weeks {
        let number = camp.week.number;
        let standings =
            crate::domain::Standings::new(camp, System::Weekly, crate::domain::Scope::Camp, false);
        let row = standings.rows().next().expect("a player");
        driver.season().search = row.listed_name();
        driver.settle();
        let figures = format!("Week {number}: rating {}", show_rating(row.rating));
        assert!(driver.has_told(&figures), "{figures}: {:?}", driver.told());
    }
    // Who left has no place in the weeks after that.
    let gone = weeks[0]
        .player(PlayerId(1))
        .expect("a player")
        .listed_name();
    driver.season().search = gone;
    driver.settle();
    assert!(driver.has_told("Week 2: not there; Week 3: not there"));
}

#[test]
fn titles_and_the_choice_sort() {
    let (mut driver, _) = three_weeks();
    driver.click("Name");
    let names = |driver: &Driver| driver.told().into_iter().take(10).collect::<Vec<_>>();
    let by_name = names(&driver);
    assert!(by_name.is_sorted_by_key(|row| crate::domain::name_key(row)));
    driver.click("Reverse order");
    let backwards = names(&driver);
    assert_ne!(by_name, backwards);
    // By keyboard: the games of week 2, most of them first.
    driver.season().figures = Figures::Games;
    driver.settle();
    let role = Role::ComboBox;
    driver
        .harness
        .get_by_role_and_label(role, "Sort by")
        .focus();
    driver.settle();
    driver.type_text("week 2: games");
    assert!(
        names(&driver)[0].contains("Week 2: games 1;"),
        "{:?}",
        names(&driver)
    );
    driver.click("Week 2: Gold camp, Games");
    assert!(names(&driver)[0].contains("Week 2: games 0;"));
}

#[test]
fn a_player_shows_every_week_and_the_places_gained() {
    let (mut driver, weeks) = three_weeks();
    let season = Season::new(&weeks);
    let moved = season
        .lines
        .iter()
        .find(
            |line| matches!(&line.weeks[..], [_, Some(two), Some(three)] if two.rank < three.rank),
        )
        .expect("somebody fell in week 3");
    select(&mut driver, moved.id);
    assert!(driver.shows("Weeks of this player"));
    let [before, now] = [1, 2].map(|at| moved.weeks[at].as_ref().expect("there").rank);
    let down = format!(", {} down since the week before, rating ", now - before);
    assert!(driver.has_told(&down), "{down}: {:?}", driver.told());
    let chart = |driver: &Driver| {
        let chart = driver.harness.get_by_role(Role::Image);
        chart.accesskit_node().label().expect("words")
    };
    let ratings = [1, 2].map(|at| moved.weeks[at].as_ref().expect("there").rating);
    let [one, two] = ratings.map(show_rating);
    let words = chart(&driver);
    assert!(
        words.ends_with(&format!("week 2 rating {one}, week 3 rating {two}")),
        "{words}"
    );
    let rank = driver
        .harness
        .get_by_role_and_label(Role::RadioButton, "Rank");
    rank.click();
    driver.settle();
    assert!(chart(&driver).contains(&format!("week 2 rank {before}, week 3 rank {now}")));

    // Who left is blank from then on.
    select(&mut driver, PlayerId(1));
    assert!(driver.has_told("Week 2: Gold camp, not there"));
    let words = chart(&driver);
    assert!(
        words.ends_with("week 2 not there, week 3 not there"),
        "{words}"
    );
    // Another one is picked in the list.
    driver.focus("Players by week");
    driver.press(Key::Home);
    assert_ne!(driver.season().selected, Some(PlayerId(1)));
    let selected = driver.season().selected.expect("a player");
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::PLAYERS);
    assert_eq!(driver.players().editor.id(), Some(selected));
}

#[test]
fn an_older_week_can_be_looked_at_and_corrected() {
    let (mut driver, weeks) = three_weeks();
    let before = driver.season().season().cloned();
    let first = weeks[0].week.id;
    driver.app().send(Action::LookAtWeek(Some(first)));
    driver.settle();
    assert_eq!(driver.app().page, Page::SEASON);
    assert!(driver.season().season().cloned() == before);
    driver.send(Command::CURRENT_WEEK);
    driver.change(Edit::ReopenWeek(first));
    assert!(driver.shows_words("3 weeks · "));
    let [one, two] = [2, 3];
    driver.add_game(one, two, GameResult::WhiteWon);
    driver.change(Edit::CloseWeek { on: TODAY });
    let after = driver.season().season().cloned().expect("a season");
    let before = before.expect("a season");
    let rating = |season: &Season, week: usize| {
        let line = season.lines.iter().find(|line| line.id == PlayerId(one));
        line.and_then(|line| Some(line.weeks[week].as_ref()?.rating))
    };
    assert!(
        rating(&after, 0) > rating(&before, 0),
        "week 1 is corrected"
    );
    assert_eq!(rating(&after, 1), rating(&before, 1), "week 2 stays");
}

#[test]
fn a_camp_to_look_at_only_has_a_season() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    large_camp(&path, 3, 2);
    let mut driver = Driver::new();
    driver.app().send(Action::OpenReadOnly(path));
    driver.settle();
    driver.press_with(Modifiers::COMMAND, Key::Num7);
    assert!(driver.shows_words("2 weeks · 3 players"));
    driver.press(Key::ArrowDown);
    assert!(driver.shows("Weeks of this player"));
}

/// A camp of so many players and weeks, with a game in each.
fn large_camp(path: &std::path::Path, players: i64, weeks: usize) {
    let (_, sample) = open_sample(TODAY).expect("the sample camp");
    let mut seed = sample.seed(&[sample.players[0].id].into());
    let one = seed.players.remove(0);
    let camper = |number| crate::domain::Player {
        id: PlayerId(number),
        last_name: format!("Camper {number:05}"),
        ..one.clone()
    };
    seed.players = (1..=players).map(camper).collect();
    let mut file = CampFile::create_from(path, "Large", TODAY, &seed).expect("a camp");
    let mut change = |edit: &Edit| {
        let occasion = Occasion::now("a change".to_owned());
        file.apply(edit, &occasion).expect("a change");
    };
    let game = Game::new(PlayerId(1), PlayerId(2), GameResult::WhiteWon);
    for week in 1..=weeks {
        change(&Edit::add_game(game.clone()));
        if week < weeks {
            change(&Edit::CloseWeek { on: TODAY });
            change(&Edit::StartWeek(Box::new(NextWeek {
                label: String::new(),
                opened_on: TODAY,
                players: Vec::new(),
            })));
        }
    }
}

#[test]
fn ten_weeks_of_five_hundred_players_draw_what_is_in_view() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Large.ladder");
    large_camp(&path, 500, 10);
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.press_with(Modifiers::COMMAND, Key::Num7);
    assert!(driver.shows_words("10 weeks · 500 players"));
    driver.press(Key::End);
    assert!(driver.season().selected.is_some());
    for view in [SeasonView::AllWeeks, SeasonView::Compared] {
        driver.season().set_view(view);
        driver.settle();
        let drawn = driver
            .told()
            .iter()
            .filter(|row| row.starts_with("Camper "))
            .count();
        assert!((3..40).contains(&drawn), "{drawn} rows are drawn");
    }
    // Nothing is read, sorted or drawn anew while nothing changes.
    driver.harness.run();
    assert!(!driver.harness.ctx.has_requested_repaint());
}

#[test]
fn the_page_follows_the_camp() {
    let (mut driver, _) = three_weeks();
    let revision = |driver: &mut Driver| {
        let camp = driver.app().session.camp.as_ref();
        camp.map(|camp| camp.revision)
    };
    let before = (revision(&mut driver), driver.season().season().cloned());
    driver.send(Command::GO_STANDINGS);
    driver.send(Command::GO_SEASON);
    assert_eq!(revision(&mut driver), before.0, "nothing was read anew");
    let [first, second] = [2, 3].map(PlayerId);
    driver.add_game(second.0, first.0, GameResult::WhiteWon);
    assert!(driver.season().season().cloned() != before.1);
    driver.send(Command::UNDO);
    assert!(driver.season().season().cloned() == before.1);
    // The start of the last week is undone.
    for _ in 0..4 {
        driver.send(Command::UNDO);
    }
    assert!(driver.shows_words("2 weeks · 38 players"));
}

#[test]
fn the_first_week_alone_is_a_season_too() {
    let mut driver = Driver::with_sample();
    driver.press_with(Modifiers::COMMAND, Key::Num7);
    assert_eq!(driver.app().page, Page::SEASON);
    assert!(driver.shows_words("1 week · "));
    assert!(
        !driver.shows("Two weeks"),
        "there is nothing to compare with"
    );
    driver.press(Key::ArrowDown);
    assert!(
        driver.season().selected.is_some(),
        "the list has the keyboard"
    );
    assert!(driver.shows("Weeks of this player"));

    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_SEASON);
    assert!(driver.shows("Nobody yet"));
}

#[test]
fn the_weeks_of_a_player_are_shown_from_the_form_and_the_standings() {
    let mut driver = Driver::with_sample();
    let weeks = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    driver.send(Command::GO_GROUPS);
    assert!(driver.app().why_not(Command::WEEKS_OF_PLAYER).is_some());
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::End);
    let player = driver.players().editor.id();
    driver.press_with(weeks, Key::E);
    assert_eq!(driver.app().page, Page::SEASON);
    assert!(player.is_some() && driver.season().selected == player);
    let list = driver.harness.get_by_label("Players by week");
    assert!(list.accesskit_node().is_focused_in_tree());

    driver.send(Command::GO_STANDINGS);
    driver.press(Key::Home);
    let player = driver.standings().selected;
    driver.press_with(weeks, Key::E);
    assert!(player.is_some() && driver.season().selected == player);
    let listed = driver.season().selected_row();
    assert!(listed.is_some(), "and is in view");
    // Esc goes back there.
    assert!(driver.shows("Back"));
    driver.press(Key::Escape);
    assert_eq!(driver.app().page, Page::STANDINGS);
    assert_eq!(driver.standings().selected, player);
    // And from what explains the rating.
    driver.send(Command::EXPLAIN_RATING);
    assert!(driver.app().session.over() == Some(Page::EXPLANATION));
    driver.press_with(weeks, Key::E);
    assert!(driver.app().session.over().is_none());
    assert_eq!(driver.app().page, Page::SEASON);
    driver.send(Command::FIND);
    driver.type_text("a");
    driver.press(Key::Escape);
    assert_eq!(driver.season().search, "", "what is typed goes first");
    assert_eq!(driver.app().page, Page::SEASON);
    driver.press(Key::Escape);
    assert_eq!(driver.app().page, Page::STANDINGS);
    assert!(driver.app().session.over() == Some(Page::EXPLANATION));
    driver.press(Key::Escape);
    // Who comes by the page's own key stays.
    driver.press_with(Modifiers::COMMAND, Key::Num7);
    assert!(!driver.shows("Back"));
    driver.press(Key::Escape);
    assert_eq!(driver.app().page, Page::SEASON);
    // The list finds.
    driver.send(Command::FIND);
    driver.type_text("no such camper");
    assert!(driver.shows("Nobody found"));
    assert!(!matches!(driver.app().dialog, Some(Dialog::Stopped)));
}

#[test]
fn who_was_never_active_has_no_weeks_and_is_told_so() {
    let mut driver = Driver::with_sample();
    let camp = driver.camp();
    let inactive = camp.players.iter().find(|player| !player.active);
    let inactive = inactive.expect("an inactive player");
    driver
        .app()
        .send(Action::Show(crate::domain::Record::Player(inactive.id)));
    driver.settle();
    driver.send(Command::WEEKS_OF_PLAYER);
    let words = format!(
        "{} has not been active in any week.",
        camp.full_name(inactive.id)
    );
    assert!(driver.shows(&words), "{words}");
    driver.focus("Players by week");
    driver.press(Key::Home);
    assert!(!driver.shows(&words));
}

#[test]
fn every_size_of_window_shows_it() {
    for (width, height) in [
        (600.0, 427.0),
        (787.0, 507.0),
        (900.0, 640.0),
        (1400.0, 900.0),
    ] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.begin_week("Gold camp", None);
        driver.send(Command::GO_SEASON);
        driver.press(Key::ArrowDown);
        let window = driver.harness.ctx.content_rect();
        let below = driver.harness.get_by_label("Recalc Ratings").rect();
        assert!(
            window.contains_rect(below),
            "the side bar at {width} by {height}: {below:?}"
        );
        for table in ["Players by week", "Weeks of this player"] {
            driver.focus(table);
            let shown = driver.harness.get_by_label(table).rect();
            assert!(
                window.contains_rect(shown) && shown.height() > 90.0,
                "{table} at {width} by {height}: {shown:?}"
            );
        }
    }
}

/// The permanent rating is nowhere: neither seen nor told.
#[test]
fn the_permanent_rating_stays_off_the_page() {
    let (mut driver, weeks) = three_weeks();
    let weekly = weeks.iter().flat_map(|camp| camp.players.iter());
    let weekly = weekly
        .map(|player| player.ratings.weekly)
        .collect::<Vec<_>>();
    let current = weeks.last().expect("a week");
    let secret = current
        .players
        .iter()
        .map(|player| player.ratings.permanent)
        .find(|permanent| *permanent > 200 && !weekly.contains(permanent))
        .expect("a permanent rating of its own");
    for figures in Figures::ALL {
        driver.season().figures = figures.1;
        driver.season().selected = Some(PlayerId(2));
        driver.settle();
        let secret = secret.to_string();
        let told = driver.told();
        let words = told.iter().flat_map(|row| row.split([' ', ',', ';']));
        assert!(!words.into_iter().any(|word| word == secret));
    }
}
