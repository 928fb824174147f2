//! How standings look: the list on the screen, and the sheets as they print.

mod ladder;
mod ladder_list;
mod list;
mod set_up;
mod story;
mod story_chart;
#[cfg(test)]
mod tests;

use std::mem;

use egui::{Ui, Vec2, vec2};
use strum::VariantArray as _;

use self::{ladder::LadderLooks, list::List};
pub(super) use self::{ladder_list::exported as exported_ladder, list::exported};
use super::StandingsPage;
use crate::pages::looks::week_path::week_path;
use crate::{
    app::{
        Action, Command, OpenCamp, View,
        page::{Ctx, Outbox, Page, PageView, least_room_of},
    },
    domain::{Scope, System},
    kit::{
        Banner, Button, EmptyState, Icon, banner::BannerAnswer, input_check::check_box,
        page::page_header, segmented, tokens::space,
    },
    pages::looks::{
        labeled,
        recalc_needed::recalc_needed,
        record::{command_button, command_width},
        scopes::scopes,
        sheets::{Sheets, open_button, print_buttons, room_beside_print_buttons},
    },
    report::Paper,
};

/// The head with so much room for its title, in points, has a button for the week of a player, too.
const ROOM_FOR_WEEK: f32 = 460.0;

/// A page narrower than this, in points, has its options on several lines, and needs this height for them and a part of the list.
const NARROW: f32 = 620.0;
const LEAST_NARROW: f32 = 460.0;

/// The least width of the page, in points, with a ladder and the button for a new one side by side.
const LEAST_WIDTH: f32 = 440.0;

/// Why there is nothing to print while the permanent ratings are shown.
const NEVER_PRINTED: &str =
    "The permanent rating is internal and never printed. Choose the weekly rating to print";

/// What is remembered of the looks: the selected lines, and where the sheets are scrolled to.
#[derive(Debug, Default)]
pub(super) struct Looks {
    list: List,
    sheets: Sheets,
    ladder: LadderLooks,
}

impl PageView for StandingsPage {
    fn least_room(&self, _view: View, width: f32) -> Vec2 {
        Vec2 {
            x: LEAST_WIDTH,
            ..least_room_of(width < NARROW, LEAST_NARROW)
        }
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        // Taken out while they are drawn, so that they may change the page.
        let mut looks = mem::take(&mut self.looks);
        looks.show(ui, self, ctx, out);
        self.looks = looks;
    }
}

impl Looks {
    /// Lets go of the pictures: the sheets are not shown any more.
    pub(super) fn close_sheets(&mut self) {
        self.sheets.close();
    }

    /// The page of the sheets that is seen, counted from 0.
    pub(super) const fn page_of_sheets(&self) -> usize {
        self.sheets.page()
    }

    fn show(&mut self, ui: &mut Ui, page: &mut StandingsPage, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        if camp.players.is_empty() {
            page_header(ui, Page::STANDINGS.title, &subtitle(ctx.camp), |_| ());
            no_players(ui, ctx, out);
            return;
        }
        if let Some(ladder) = page.ladder(camp) {
            self.ladder
                .show(ui, page, (ctx, out), ladder, &mut self.sheets);
            return;
        }
        week_path(ui, ctx, out);
        header(ui, page, ctx, out);
        ui.add_space(space::XS);
        ladder_line(ui, page, ctx, out);
        ui.add_space(space::S);
        options(ui, page, ctx, out);
        ui.add_space(space::S);
        banners(ui, ctx, out);
        if !page.preview {
            self.list.show(ui, page, ctx, out);
        } else if page.system == System::Permanent {
            never_printed(ui, page);
        } else {
            show_sheets(ui, page, ctx, out, &mut self.sheets);
        }
    }
}

/// Shows the sheets of what is listed.
fn show_sheets(
    ui: &mut Ui,
    page: &mut StandingsPage,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    sheets: &mut Sheets,
) {
    let print = page.request(&ctx.camp.data, ctx.settings).print;
    sheets.show(ui, ctx, out, &mut page.sheets, Some(print));
}

fn subtitle(camp: &OpenCamp) -> String {
    format!("{} · {}", camp.data.name, camp.data.week.title())
}

fn header(ui: &mut Ui, page: &StandingsPage, ctx: &Ctx<'_>, out: &mut Outbox) {
    let subtitle = subtitle(ctx.camp);
    let refusal = (page.system == System::Permanent).then_some(NEVER_PRINTED);
    let explain = Button::quiet(Command::EXPLAIN_RATING.text());
    let week = Button::quiet(Command::PRINT_PLAYER_WEEK.text());
    let gap = ui.spacing().item_spacing.x;
    let mut room = room_beside_print_buttons(ui) - explain.width(ui) - gap;
    let has_week = room > ROOM_FOR_WEEK;
    if has_week {
        room -= command_width(ui, week.clone(), Command::PRINT_PLAYER_WEEK) + gap;
    }
    page_header(ui, Page::STANDINGS.title, &subtitle, |ui| {
        open_button(ui, (ctx, out), room);
        if has_week {
            command_button(ui, ctx, out, week, Command::PRINT_PLAYER_WEEK);
        } else {
            ui.skip_ahead_auto_ids(1);
        }
        let why_not = ctx.why_not(Command::EXPLAIN_RATING);
        if explain.refused(why_not).show(ui).clicked() {
            out.send(Command::EXPLAIN_RATING);
        }
        print_buttons(ui, ctx, out, refusal);
    });
}

/// Which ladder is shown, and the way to another one.
fn ladder_line(ui: &mut Ui, page: &mut StandingsPage, ctx: &Ctx<'_>, out: &mut Outbox) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
        if let Some(wanted) = ladder::ladder_choice(ui, page, ctx) {
            wanted.carry_out(ui, page, out);
        }
        let new = Button::quiet(Command::NEW_LADDER.text()).icon(Icon::Add);
        command_button(ui, ctx, out, new, Command::NEW_LADDER);
    });
}

/// What is listed, and how.
fn options(ui: &mut Ui, page: &mut StandingsPage, ctx: &Ctx<'_>, out: &mut Outbox) {
    let scopes = scopes(&ctx.camp.data);
    let now = ctx.settings.paper;
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
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
            out.send(Action::SetPaper(*paper));
        }
        let id = ui.make_persistent_id("inactive players too");
        changed |= check_box(ui, id, "Inactive players too", &mut page.include_inactive).changed();
    });
    if changed {
        // The sheets are laid out before the next frame.
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
fn banners(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    if ctx.camp.data.games.is_empty() {
        let banner = Banner::info("No games yet")
            .detail("All players are at their start rating. Type the first games, and press Recalc Ratings.")
            .action("Go to Ladder games");
        if banner.show(ui) == Some(BannerAnswer::Action(0)) {
            out.send(Command::GO_GAMES);
        }
        ui.add_space(space::M);
    } else if recalc_needed(ui, ctx, out) {
        ui.add_space(space::M);
    }
}

fn no_players(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let may_change = ctx.why_not_change_week.is_none();
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
            out.send(Command::IMPORT);
        }
        if Button::secondary("Add a player")
            .icon(Icon::Add)
            .show(ui)
            .clicked()
        {
            out.send(Command::GO_PLAYERS);
            out.send(Command::NEW_RECORD);
        }
    });
}

fn never_printed(ui: &mut Ui, page: &mut StandingsPage) {
    let empty = EmptyState::new(
        Icon::Print,
        "Permanent ratings are never printed",
        NEVER_PRINTED,
    );
    empty.show(ui, |ui| {
        if Button::secondary("Show the weekly rating")
            .show(ui)
            .clicked()
        {
            page.system = System::Weekly;
            ui.ctx().request_repaint();
        }
    });
}
