//! The standings of the week: the list on the screen, and the sheets as they print.

mod ladder;
mod ladder_list;
mod list;
mod story;
mod story_chart;
#[cfg(test)]
mod tests;

use egui::Ui;
use strum::VariantArray as _;

use self::{ladder::LadderPage, list::List};
use super::command_button;
use crate::{
    app::{App, Command, OpenCamp, Page},
    domain::{Scope, System},
    pages::looks::{
        labeled,
        scopes::scopes,
        sheets::{Sheets, print_buttons},
    },
    report::Paper,
    ui::kit::{
        Banner, Button, EmptyState, Icon, banner::BannerAnswer, input_check::check_box,
        page::page_header, segmented, tokens::space,
    },
};

/// The head with so much room for its title, in points, has a button for the week of a player, too.
const ROOM_FOR_WEEK: f32 = 460.0;

/// Why there is nothing to print while the permanent ratings are shown.
const NEVER_PRINTED: &str =
    "The permanent rating is internal and never printed. Choose the weekly rating to print";

/// What the page remembers: the selected lines, and where the sheets are scrolled to.
#[derive(Debug, Default)]
pub(in crate::ui) struct StandingsForm {
    list: List,
    sheets: Sheets,
    ladder: LadderPage,
}

impl StandingsForm {
    /// Shows the page in all the room there is.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let Some(camp) = &app.session.camp else {
            return;
        };
        if camp.data.players.is_empty() {
            page_header(ui, Page::STANDINGS.title, &subtitle(camp), |_| ());
            no_players(ui, app);
            return;
        }
        if app.ladder().is_some() {
            self.ladder.show(ui, app, &mut self.sheets);
            return;
        }
        header(ui, app);
        if !app.session.standings.preview {
            self.sheets.close();
        }
        ui.add_space(space::XS);
        ladder_line(ui, app);
        ui.add_space(space::S);
        options(ui, app);
        ui.add_space(space::S);
        banners(ui, app);
        if !app.session.standings.preview {
            self.list.show(ui, app);
        } else if app.session.standings.system == System::Permanent {
            never_printed(ui, app);
        } else {
            show_sheets(ui, app, &mut self.sheets);
        }
    }
}

/// Shows the sheets of what is listed.
fn show_sheets(ui: &mut Ui, app: &mut App, sheets: &mut Sheets) {
    let print = app.print_at_hand();
    app.with_standings(|page, ctx, out| sheets.show(ui, ctx, out, &mut page.sheets, print));
}

fn subtitle(camp: &OpenCamp) -> String {
    format!("{} · {}", camp.data.name, camp.data.week.title())
}

fn header(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let subtitle = subtitle(camp);
    let refusal = (app.session.standings.system == System::Permanent).then_some(NEVER_PRINTED);
    page_header(ui, Page::STANDINGS.title, &subtitle, |ui| {
        app.with_standings(|_, ctx, out| print_buttons(ui, ctx, out, refusal));
        let explain = Button::quiet(Command::EXPLAIN_RATING.text());
        let why_not = app.why_not(Command::EXPLAIN_RATING);
        if explain.refused(why_not).show(ui).clicked() {
            app.send(Command::EXPLAIN_RATING);
        }
        if ui.available_width() > ROOM_FOR_WEEK {
            let week = Button::quiet(Command::PRINT_PLAYER_WEEK.text());
            command_button(ui, app, week, Command::PRINT_PLAYER_WEEK);
        }
    });
}

/// Which ladder is shown, and the way to another one.
fn ladder_line(ui: &mut Ui, app: &mut App) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
        ladder::ladder_choice(ui, app);
        let new = Button::quiet(Command::NEW_LADDER.text()).icon(Icon::Add);
        command_button(ui, app, new, Command::NEW_LADDER);
    });
}

/// What is listed, and how.
fn options(ui: &mut Ui, app: &mut App) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let scopes = scopes(&camp.data);
    let now = app.settings.paper;
    let mut chosen_paper = None;
    let page = &mut app.session.standings;
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
        let view = segmented(ui, "View", &["List", "Sheets"], usize::from(page.preview));
        if let Some(view) = view {
            page.preview = view == 1;
            changed = true;
        }
        ui.add_space(space::XS);
        changed |= scope_choice(ui, &scopes, &mut page.scope);
        let mut system = Some(usize::from(page.system == System::Permanent));
        let systems = ["Weekly", "Permanent (internal)"];
        if labeled(ui, "Rating", &systems, 168.0, &mut system) {
            page.system = if system == Some(1) {
                System::Permanent
            } else {
                System::Weekly
            };
            changed = true;
        }
        let papers = Paper::VARIANTS.iter().map(|paper| paper.name());
        let papers = papers.collect::<Vec<_>>();
        let mut paper = Paper::VARIANTS.iter().position(|paper| *paper == now);
        if labeled(ui, "Paper", &papers, 96.0, &mut paper)
            && let Some(paper) = paper.and_then(|at| Paper::VARIANTS.get(at))
        {
            chosen_paper = Some(*paper);
        }
        let id = ui.make_persistent_id("inactive players too");
        changed |= check_box(ui, id, "Inactive players too", &mut page.include_inactive).changed();
    });
    if let Some(paper) = chosen_paper {
        app.set_paper(paper);
        changed = true;
    }
    if changed {
        // The program behind the window lays the sheets out at its next turn.
        ui.ctx().request_repaint();
    }
}

fn scope_choice(ui: &mut Ui, scopes: &[(String, Scope)], scope: &mut Scope) -> bool {
    let texts = scopes.iter().map(|(text, _)| text.as_str());
    let texts = texts.collect::<Vec<_>>();
    let mut chosen = scopes.iter().position(|(_, listed)| listed == scope);
    let is_changed = labeled(ui, "Players", &texts, 136.0, &mut chosen);
    if is_changed && let Some((_, listed)) = chosen.and_then(|at| scopes.get(at)) {
        *scope = *listed;
    }
    is_changed
}

/// What holds for all of the standings.
fn banners(ui: &mut Ui, app: &mut App) {
    let may_change = app.why_not_change_week().is_none();
    let Some(camp) = &app.session.camp else {
        return;
    };
    if camp.data.games.is_empty() {
        let banner = Banner::info("No games yet")
            .detail("Everybody stands where the week began. Type the first games, and press Recalc Ratings.")
            .action("Go to Ladder games");
        if banner.show(ui) == Some(BannerAnswer::Action(0)) {
            app.send(Command::GO_GAMES);
        }
        ui.add_space(space::M);
    } else if camp.is_out_of_date() && !app.is_recalculating() {
        let mut banner = Banner::warning("These ratings are older than the games")
            .detail("Games or players have changed since the ratings were computed.");
        if may_change {
            banner = banner.action("Recalc Ratings");
        }
        if banner.show(ui) == Some(BannerAnswer::Action(0)) {
            app.send(Command::RECALCULATE);
        }
        ui.add_space(space::M);
    }
}

fn no_players(ui: &mut Ui, app: &mut App) {
    let may_change = app.why_not_change_week().is_none();
    let empty = EmptyState::new(
        Icon::Standings,
        "No players yet",
        "The standings follow from players and games. Import them from the Access file, or add the first player.",
    );
    empty.show(ui, |ui| {
        if !may_change {
            return;
        }
        let import = Button::primary("Import from Access…").icon(Icon::Import);
        if import.show(ui).clicked() {
            app.send(Command::IMPORT);
        }
        if Button::secondary("Add a player")
            .icon(Icon::Add)
            .show(ui)
            .clicked()
        {
            app.send(Command::GO_PLAYERS);
            app.send(Command::NEW_RECORD);
        }
    });
}

fn never_printed(ui: &mut Ui, app: &mut App) {
    let empty = EmptyState::new(
        Icon::Print,
        "Permanent ratings stay off the wall",
        NEVER_PRINTED,
    );
    empty.show(ui, |ui| {
        if Button::secondary("Show the weekly rating")
            .show(ui)
            .clicked()
        {
            app.session.standings.system = System::Weekly;
            ui.ctx().request_repaint();
        }
    });
}
