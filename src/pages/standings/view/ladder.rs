//! A ladder of the club, in place of the camp ladder's standings.

use egui::{Label, RichText, Ui};

use super::{ladder_list::LadderTables, show_sheets, story::StoryLooks};
use crate::{
    app::{
        Action, Command, Pane,
        page::{Ctx, Outbox, Page},
    },
    domain::{LadderId, LadderSetup, PlayerId, Record},
    jobs::{Progress, TRY_AGAIN},
    kit::{
        Banner, Busy, Button, EmptyState, Icon, UiTokens as _,
        banner::BannerAnswer,
        input_check::check_box,
        page::{card, page_header},
        segmented,
        tokens::space,
    },
    pages::{
        looks::{
            labeled,
            record::{command_button, command_width},
            sheets::{Sheets, open_button, print_buttons, room_beside_print_buttons},
        },
        standings::{
            StandingsPage,
            ladders::{LadderList, NotMade},
        },
    },
    rating::{self, Settings},
};

/// Width of the choice of a ladder, in points.
const CHOICE: f32 = 240.0;

/// The head with so much room for its title, in points, has buttons for more of what can be done with a ladder. All of it is in the menus.
const ROOM_FOR_MORE: f32 = 560.0;

/// The page of a ladder, or of how somebody came to stand there.
#[derive(Debug, Default)]
pub(super) struct LadderLooks {
    tables: LadderTables,
    story: StoryLooks,
}

/// What was pressed on the page.
#[derive(Debug)]
pub(super) enum Wanted {
    Command(Command),
    /// A record in its form.
    Record(Record),
    /// Back to where the story was begun.
    Back,
    /// Another ladder; `None` for the camp ladder of the week.
    Ladder(Option<LadderId>),
    /// How somebody came to stand where he or she stands.
    Story(PlayerId),
}

impl Wanted {
    pub(super) fn carry_out(self, ui: &Ui, page: &mut StandingsPage, out: &mut Outbox) {
        match self {
            Self::Command(command) => return out.send(command),
            Self::Record(record) => return out.send(Action::Show(record)),
            Self::Back => return out.send(Action::Back),
            Self::Ladder(ladder) => page.ladders.choose(ladder),
            Self::Story(player) => page.ladders.tell(player),
        }
        // What is shown now is computed before the next frame.
        ui.ctx().request_repaint();
    }
}

impl LadderLooks {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        page: &mut StandingsPage,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        ladder: &LadderSetup,
        sheets: &mut Sheets,
    ) {
        if self.story.show(ui, page, (ctx, out), ladder) {
            sheets.close();
            return;
        }
        header(ui, page, (ctx, out), ladder);
        ui.add_space(space::XS);
        let mut wanted = options(ui, page, ctx);
        ui.add_space(space::S);
        if page.preview {
            show_sheets(ui, page, ctx, out, sheets);
        } else {
            self.body(ui, page, (ctx, out), ladder, &mut wanted);
        }
        if let Some(wanted) = wanted {
            wanted.carry_out(ui, page, out);
        }
    }

    fn body(
        &mut self,
        ui: &mut Ui,
        page: &mut StandingsPage,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        ladder: &LadderSetup,
        wanted: &mut Option<Wanted>,
    ) {
        let kind = rating::kind(ladder.system);
        if page.ladders.shows_rule {
            rule(ui, ladder);
        }
        let may_set_up = ctx.why_not(Command::SET_UP_LADDER).is_none();
        let lists = match page.ladders.lists() {
            None => return computing(ui, page.ladders.progress(), wanted),
            Some(Err(reason)) => return not_made(ui, reason, may_set_up, wanted),
            Some(Ok(lists)) => lists,
        };
        let list = lists.of_players(page.include_inactive);
        // Before the first game the ladder shows where everybody begins; where its filters let none pass, that would say nothing.
        let is_begun =
            list.standings.games > 0 || !(list.standings.rows.is_empty() || filters(ladder));
        if !is_begun {
            return no_games(ui, ladder, may_set_up, wanted);
        }
        notes(ui, list);
        let keyboard = out.focus_next;
        let done = self
            .tables
            .show(ui, (ctx, out), list, kind, page.selected, keyboard);
        if done.took_keyboard {
            out.focus_next = None;
            out.pane = Pane::List;
        }
        page.selected = done.selected;
        if let Some(player) = done.activated {
            *wanted = Some(Wanted::Story(player));
        }
    }
}

/// The choice of a ladder: the camp ladder of the week, and those of the club by name. Tells which other one is wanted.
pub(super) fn ladder_choice(ui: &mut Ui, page: &StandingsPage, ctx: &Ctx<'_>) -> Option<Wanted> {
    let ladders = &ctx.camp.data.ladders;
    let names = ladders.iter().map(|ladder| ladder.name.as_str());
    let texts = std::iter::once("Camp ladder of the week").chain(names);
    let texts = texts.collect::<Vec<_>>();
    let shown = page.ladder(&ctx.camp.data).map(|ladder| ladder.id);
    let place = shown.and_then(|id| ladders.iter().position(|ladder| ladder.id == id));
    let mut chosen = Some(place.map_or(0, |place| place + 1));
    labeled(ui, "Ladder", &texts, CHOICE, &mut chosen).then(|| {
        let ladder = chosen.and_then(|at| ladders.get(at.checked_sub(1)?));
        Wanted::Ladder(ladder.map(|ladder| ladder.id))
    })
}

fn header(
    ui: &mut Ui,
    page: &StandingsPage,
    (ctx, out): (&Ctx<'_>, &mut Outbox),
    ladder: &LadderSetup,
) {
    let kind = rating::kind(ladder.system).title;
    let mut subtitle = format!("{} · {kind}", ctx.camp.data.name);
    if let Some(Ok(lists)) = page.ladders.lists() {
        let games = match lists.of_players(true).standings.games {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        subtitle = format!("{subtitle} · {games}");
        if page.ladders.progress().is_some() {
            subtitle.push_str(", recalculating");
        }
    }
    let set_up = Button::secondary("Set up…");
    let gap = ui.spacing().item_spacing.x;
    let mut room = room_beside_print_buttons(ui);
    room -= command_width(ui, set_up.clone(), Command::SET_UP_LADDER) + gap;
    // The ones that are used most, as far as there is room.
    let more = [
        (Command::EXPLAIN_RATING, None),
        (Command::NEW_LADDER, Some(Icon::Add)),
        (Command::DELETE_LADDER, Some(Icon::Delete)),
    ];
    let more = more.map(|(command, icon)| {
        let button = Button::quiet(command.text()).refused(ctx.why_not(command));
        let button = icon.into_iter().fold(button, Button::icon);
        let has_room = room >= ROOM_FOR_MORE;
        if has_room {
            room -= button.width(ui) + gap;
        }
        (command, has_room.then_some(button))
    });
    page_header(ui, Page::STANDINGS.title, &subtitle, |ui| {
        open_button(ui, (ctx, out), room);
        for (command, button) in more.into_iter().rev() {
            let Some(button) = button else {
                ui.skip_ahead_auto_ids(1);
                continue;
            };
            if button.show(ui).clicked() {
                out.send(command);
            }
        }
        command_button(ui, ctx, out, set_up, Command::SET_UP_LADDER);
        print_buttons(ui, ctx, out, None);
    });
}

/// Which ladder is listed, and whom of it. Tells which other ladder is wanted.
fn options(ui: &mut Ui, page: &mut StandingsPage, ctx: &Ctx<'_>) -> Option<Wanted> {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
        let wanted = ladder_choice(ui, page, ctx);
        let view = segmented(ui, "View", &["List", "Sheets"], usize::from(page.preview));
        if let Some(view) = view {
            page.preview = view == 1;
        }
        let id = ui.make_persistent_id("inactive players too");
        let inactive = &mut page.include_inactive;
        let ticked = check_box(ui, id, "Inactive players too", inactive).changed();
        if view.is_some() || ticked {
            // The sheets are laid out before the next frame.
            ui.ctx().request_repaint();
        }
        let is_open = page.ladders.shows_rule;
        let chevron = if is_open {
            Icon::ChevronDown
        } else {
            Icon::ChevronRight
        };
        let rule = Button::quiet("How it is computed").icon(chevron).show(ui);
        let node = |node: &mut egui::accesskit::Node| node.set_expanded(is_open);
        ui.ctx().accesskit_node_builder(rule.id, node);
        if rule.clicked() {
            page.ladders.shows_rule = !is_open;
        }
        wanted
    })
    .inner
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

fn computing(ui: &mut Ui, progress: Option<&Progress>, wanted: &mut Option<Wanted>) {
    let share = progress.and_then(Progress::fraction);
    let busy = Busy::new("Computing the standings").progress(share);
    if busy.cancel("Stop").show(ui) {
        *wanted = Some(Wanted::Ladder(None));
    }
}

/// Says why there are no standings, and how there will be some.
pub(super) fn not_made(
    ui: &mut Ui,
    reason: &NotMade,
    may_set_up: bool,
    wanted: &mut Option<Wanted>,
) {
    let reason = match reason {
        NotMade::Refused(refused) => refused.to_string(),
        NotMade::Settings(problem) => format!("These settings don’t work: {problem}"),
        NotMade::Failed => {
            let text = format!("{TRY_AGAIN}.");
            let title = "The standings could not be computed";
            return EmptyState::new(Icon::Error, title, &text).show(ui, |_| ());
        }
    };
    let mut banner = Banner::warning(&reason);
    if may_set_up {
        banner = banner.action("Set up…");
    }
    if banner.show(ui) == Some(BannerAnswer::Action(0)) {
        *wanted = Some(Wanted::Command(Command::SET_UP_LADDER));
    }
}

/// Whether the ladder takes only some of the games.
fn filters(ladder: &LadderSetup) -> bool {
    Settings::of(ladder).is_ok_and(|settings| settings.filters())
}

fn no_games(ui: &mut Ui, ladder: &LadderSetup, may_set_up: bool, wanted: &mut Option<Wanted>) {
    let filters = filters(ladder);
    let (title, text) = if filters {
        (
            "No game is on this ladder",
            "No games match this ladder’s filters. Type games, or change the filters.",
        )
    } else {
        ("No games yet", "Standings appear here when you type games.")
    };
    EmptyState::new(Icon::Games, title, text).show(ui, |ui| {
        let games = Button::secondary("Go to Ladder games");
        if games.show(ui).clicked() {
            *wanted = Some(Wanted::Command(Command::GO_GAMES));
        }
        if filters && may_set_up && Button::secondary("Set it up…").show(ui).clicked() {
            *wanted = Some(Wanted::Command(Command::SET_UP_LADDER));
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
