//! A ladder of the club, in place of the camp ladder's standings.

use egui::{Label, RichText, Ui};

use super::{ladder_list::LadderTables, story::StoryPage};
use crate::{
    app::{
        Action, App, Command, Page,
        ladders::{LadderList, NotMade},
    },
    domain::LadderSetup,
    pages::looks::{
        labeled,
        sheets::{Sheets, print_buttons},
    },
    rating::{self, Settings},
    ui::{
        forms::command_button,
        kit::{
            Banner, Busy, Button, EmptyState, Icon, UiTokens as _,
            banner::BannerAnswer,
            input_check::check_box,
            page::{card, page_header},
            segmented,
            tokens::space,
        },
    },
};

/// Width of the choice of a ladder, in points.
const CHOICE: f32 = 240.0;

/// The head with so much room for its title, in points, has buttons for more of what can be done with a ladder. All of it is in the menus.
const ROOM_FOR_MORE: f32 = 560.0;

/// The page of a ladder, or of how somebody came to stand there.
#[derive(Debug, Default)]
pub(super) struct LadderPage {
    tables: LadderTables,
    story: StoryPage,
}

/// What was pressed on the page.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) action: Option<Action>,
}

impl LadderPage {
    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App, sheets: &mut Sheets) {
        if self.story.show(ui, app) {
            sheets.close();
            return;
        }
        header(ui, app);
        ui.add_space(space::XS);
        options(ui, app);
        ui.add_space(space::S);
        if app.session.standings.preview {
            super::show_sheets(ui, app, sheets);
            return;
        }
        sheets.close();
        let mut wanted = Wanted::default();
        self.body(ui, app, &mut wanted);
        if let Some(action) = wanted.action {
            app.send(action);
        }
    }

    fn body(&mut self, ui: &mut Ui, app: &mut App, wanted: &mut Wanted) {
        let Some(ladder) = app.ladder() else { return };
        let kind = rating::kind(ladder.system);
        if app.session.ladders.shows_rule {
            rule(ui, ladder);
        }
        let may_set_up = app.why_not(Command::SET_UP_LADDER).is_none();
        let lists = match app.session.ladders.lists() {
            None => return computing(ui, app, wanted),
            Some(Err(reason)) => return not_made(ui, reason, may_set_up, wanted),
            Some(Ok(lists)) => lists,
        };
        let inactive_too = app.session.standings.include_inactive;
        let list = lists.of_players(inactive_too);
        // Before the first game the ladder shows where everybody begins; where its filters let none pass, that would say nothing.
        let is_begun =
            list.standings.games > 0 || !(list.standings.rows.is_empty() || filters(ladder));
        if !is_begun {
            return no_games(ui, ladder, may_set_up, wanted);
        }
        notes(ui, list);
        let keyboard = app.keyboard_to;
        let selected = app.session.standings.selected;
        let done = self.tables.show(ui, list, kind, selected, keyboard);
        if done.took_keyboard {
            app.keyboard_to = None;
        }
        app.session.standings.selected = done.selected;
        wanted.action = done.activated.map(Action::TellLadder);
    }
}

/// The choice of a ladder: the camp ladder of the week, and those of the club by name.
pub(super) fn ladder_choice(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let ladders = &camp.data.ladders;
    let names = ladders.iter().map(|ladder| ladder.name.as_str());
    let texts = std::iter::once("Camp ladder of the week").chain(names);
    let texts = texts.collect::<Vec<_>>();
    let shown = app.ladder().map(|ladder| ladder.id);
    let place = shown.and_then(|id| ladders.iter().position(|ladder| ladder.id == id));
    let mut chosen = Some(place.map_or(0, |place| place + 1));
    if labeled(ui, "Ladder", &texts, CHOICE, &mut chosen) {
        let ladder = chosen.and_then(|at| ladders.get(at.checked_sub(1)?));
        let ladder = ladder.map(|ladder| ladder.id);
        app.send(Action::ChooseLadder(ladder));
    }
}

fn header(ui: &mut Ui, app: &mut App) {
    let (Some(camp), Some(ladder)) = (&app.session.camp, app.ladder()) else {
        return;
    };
    let kind = rating::kind(ladder.system).title;
    let mut subtitle = format!("{} · {kind}", camp.data.name);
    if let Some(Ok(lists)) = app.session.ladders.lists() {
        let games = match lists.of_players(true).standings.games {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        subtitle = format!("{subtitle} · {games}");
        if app.session.ladders.progress().is_some() {
            subtitle.push_str(", being computed anew");
        }
    }
    page_header(ui, Page::STANDINGS.title, &subtitle, |ui| {
        app.with_standings(|_, ctx, out| print_buttons(ui, ctx, out, None));
        let set_up = Button::secondary("Set up…");
        command_button(ui, app, set_up, Command::SET_UP_LADDER);
        for (command, icon) in [
            (Command::EXPLAIN_RATING, None),
            (Command::NEW_LADDER, Some(Icon::Add)),
            (Command::DELETE_LADDER, Some(Icon::Delete)),
        ] {
            if ui.available_width() < ROOM_FOR_MORE {
                break;
            }
            let mut button = Button::quiet(command.text()).refused(app.why_not(command));
            if let Some(icon) = icon {
                button = button.icon(icon);
            }
            if button.show(ui).clicked() {
                app.send(command);
            }
        }
    });
}

/// Which ladder is listed, and whom of it.
fn options(ui: &mut Ui, app: &mut App) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
        ladder_choice(ui, app);
        let page = &mut app.session.standings;
        let view = segmented(ui, "View", &["List", "Sheets"], usize::from(page.preview));
        if let Some(view) = view {
            page.preview = view == 1;
        }
        let id = ui.make_persistent_id("inactive players too");
        let inactive = &mut page.include_inactive;
        let ticked = check_box(ui, id, "Inactive players too", inactive).changed();
        if view.is_some() || ticked {
            // The program behind the window lays the sheets out at its next turn.
            ui.ctx().request_repaint();
        }
        let is_open = app.session.ladders.shows_rule;
        let chevron = if is_open {
            Icon::ChevronDown
        } else {
            Icon::ChevronRight
        };
        let rule = Button::quiet("How it is computed").icon(chevron).show(ui);
        let node = |node: &mut egui::accesskit::Node| node.set_expanded(is_open);
        ui.ctx().accesskit_node_builder(rule.id, node);
        if rule.clicked() {
            app.session.ladders.shows_rule = !is_open;
        }
    });
}

/// The rule of the ladder in words.
fn rule(ui: &mut Ui, ladder: &LadderSetup) {
    let Ok(settings) = Settings::of(ladder) else {
        return;
    };
    card(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for sentence in settings.rule() {
            let sentence = RichText::new(sentence).color(ui.tokens().text);
            ui.add(Label::new(sentence).wrap());
        }
    });
    ui.add_space(space::M);
}

fn computing(ui: &mut Ui, app: &App, wanted: &mut Wanted) {
    let progress = app.session.ladders.progress();
    let share = progress.and_then(crate::jobs::Progress::fraction);
    let busy = Busy::new("Computing the standings").progress(share);
    if busy.cancel("Stop").show(ui) {
        wanted.action = Some(Action::ChooseLadder(None));
    }
}

/// Says why there are no standings, and how there will be some.
pub(super) fn not_made(ui: &mut Ui, reason: &NotMade, may_set_up: bool, wanted: &mut Wanted) {
    let reason = match reason {
        NotMade::Refused(refused) => refused.to_string(),
        NotMade::Settings(problem) => format!("The ladder can’t be set up so: {problem}"),
        NotMade::Failed => {
            let empty = EmptyState::new(
                Icon::Error,
                "The standings could not be computed",
                "Nothing has changed. The log says more.",
            );
            return empty.show(ui, |_| ());
        }
    };
    let mut banner = Banner::warning(&reason);
    if may_set_up {
        banner = banner.action("Set up…");
    }
    if banner.show(ui) == Some(BannerAnswer::Action(0)) {
        wanted.action = Some(Command::SET_UP_LADDER.into());
    }
}

/// Whether the ladder takes only some of the games.
fn filters(ladder: &LadderSetup) -> bool {
    Settings::of(ladder).is_ok_and(|settings| settings.filters())
}

fn no_games(ui: &mut Ui, ladder: &LadderSetup, may_set_up: bool, wanted: &mut Wanted) {
    let filters = filters(ladder);
    let (title, text) = if filters {
        (
            "No game is on this ladder",
            "The ladder takes only some of the games, and there are none of them yet. Type games, or have it take others.",
        )
    } else {
        (
            "No games yet",
            "The standings follow from the games of all weeks. Type the first ones, and they stand here.",
        )
    };
    EmptyState::new(Icon::Games, title, text).show(ui, |ui| {
        let games = Button::secondary("Go to Ladder games");
        if games.show(ui).clicked() {
            wanted.action = Some(Command::GO_GAMES.into());
        }
        if filters && may_set_up && Button::secondary("Set it up…").show(ui).clicked() {
            wanted.action = Some(Command::SET_UP_LADDER.into());
        }
    });
}

/// What must be said of the standings, and how exact they are.
fn notes(ui: &mut Ui, list: &LadderList) {
    let notes = &list.standings.notes;
    if let Some((first, rest)) = notes.split_first() {
        let rest = rest.join(". ");
        let mut banner = Banner::info(first);
        if !rest.is_empty() {
            banner = banner.detail(&rest);
        }
        banner.show(ui);
        ui.add_space(space::S);
    }
    if let Some([both, first, second]) = list.standings.accuracy {
        let accuracy =
            format!("Accuracy: {both:.1}%, first pass {first:.1}%, second pass {second:.1}%");
        ui.label(RichText::new(accuracy).color(ui.tokens().text_weak));
        ui.add_space(space::XS);
    }
}
