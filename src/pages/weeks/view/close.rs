//! Closing a week: what is unchecked or doubtful stands first, then what will be kept.

use egui::{Align, Id, Layout, RichText, ScrollArea, Ui, Vec2, vec2};

use super::Head;
use crate::{
    app::{
        Action, OpenCamp, View,
        page::{Ctx, LEAST_SCROLLING, Outbox, Page, PageView},
    },
    domain::{LadderProblem, Severity, counted, show_rating, within_sentence},
    kit::{
        Button, Icon, Tone, UiTokens as _,
        icon::icon_label,
        page::{card, section_title},
        scrolling::following_keyboard,
        theme,
        tokens::{size, space},
    },
    pages::{
        looks::{
            keyboard::is_sent_to_list,
            problems::{self, Done},
        },
        weeks::{ClosePage, closing::Closing},
    },
};

/// A page at least this wide, in points, has what is kept beside what is to be looked at.
const SIDE_BY_SIDE: f32 = 760.0;

/// The width of what is kept, in points, where it stands beside.
const KEPT: f32 = 300.0;

/// What is worked out once for each state of the camp.
#[derive(Debug)]
pub(in crate::pages::weeks) struct Digest {
    revision: u64,
    closing: Closing,
    /// Whether the list of problems says that games are unchecked.
    lists_unchecked: bool,
    /// Whether it says that games of the week are missing since a repair.
    lacks_games: bool,
}

impl Digest {
    fn new(camp: &OpenCamp) -> Self {
        let is_unchecked =
            |problem: &LadderProblem| matches!(problem, LadderProblem::NotChecked { .. });
        let lacks_games = |problem: &LadderProblem| match problem {
            LadderProblem::MissingSinceRepair(missing) => {
                missing.week == camp.current.id && missing.keeps_ratings()
            }
            _ => false,
        };
        Self {
            revision: camp.revision,
            closing: Closing::new(&camp.data),
            lists_unchecked: camp.problems.iter().any(is_unchecked),
            lacks_games: camp.problems.iter().any(lacks_games),
        }
    }
}

impl PageView for ClosePage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let takes_keyboard = is_sent_to_list(out);
        let camp = ctx.camp;
        let digest = self.digest.take();
        let digest = digest.filter(|digest| digest.revision == camp.revision);
        let digest = digest.unwrap_or_else(|| Digest::new(camp));
        let is_doubtful = camp.is_stopped() || !camp.problems_of(Severity::Doubtful).is_empty();
        let mut wanted = header(ui, (ctx, out), takes_keyboard && !is_doubtful);
        ui.add_space(space::S);
        let to_list = takes_keyboard && is_doubtful;
        // All of the list is in sight while it has the keyboard.
        let room = ui.available_height() - 2.0 * space::L;
        ScrollArea::vertical()
            .id_salt("close the week")
            .auto_shrink(false)
            .show(ui, |ui| {
                following_keyboard(ui, |ui| {
                    wanted = self
                        .body(ui, ctx, &digest, (to_list, room))
                        .or(wanted.take());
                });
            });
        self.digest = Some(digest);
        if let Some(action) = wanted {
            out.send(action);
        }
        let has_keyboard = ui.memory(|memory| memory.has_focus(list_id()));
        super::finish(ui, ctx, out, has_keyboard);
    }

    /// What is looked at scrolls by itself.
    fn least_room(&self, _view: View, _width: f32) -> Vec2 {
        LEAST_SCROLLING
    }
}

impl ClosePage {
    /// What is to be looked at, and what is kept: below each other, or side by side. The list gets the keyboard if it shall, and is at most
    /// so high, in points.
    fn body(
        &mut self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        digest: &Digest,
        list: (bool, f32),
    ) -> Option<Action> {
        ui.set_max_width(ui.available_width() - space::L);
        if ui.available_width() < SIDE_BY_SIDE {
            let wanted = self.look_at(ui, ctx, digest, list);
            ui.add_space(space::M);
            kept(ui, ctx.camp, &digest.closing);
            return wanted;
        }
        let width = ui.available_width() - KEPT - space::L;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            let column = Layout::top_down(Align::Min);
            let wanted = ui.allocate_ui_with_layout(vec2(width, 0.0), column, |ui| {
                ui.set_width(width);
                self.look_at(ui, ctx, digest, list)
            });
            ui.vertical(|ui| {
                ui.set_width(KEPT);
                kept(ui, ctx.camp, &digest.closing);
            });
            wanted.inner
        })
        .inner
    }

    /// What is unchecked or doubtful, each with a way to it.
    fn look_at(
        &mut self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        digest: &Digest,
        (takes_keyboard, room): (bool, f32),
    ) -> Option<Action> {
        let mut wanted = None;
        card(ui, |ui| {
            section_title(ui, "Before you close it");
            ui.spacing_mut().item_spacing.y = space::XS;
            for Line { tone, text, way } in lines(ctx.camp, digest) {
                wanted = line(ui, tone, &text, way).or(wanted.take());
            }
            if problems::is_empty(ctx.camp) {
                return;
            }
            ui.add_space(space::S);
            if takes_keyboard {
                ui.memory_mut(|memory| memory.request_focus(list_id()));
            }
            let room = room.min(ui.ctx().content_rect().height() * 0.45);
            let list = &mut self.problems;
            let mut done = problems::list(ui, ctx.camp, list_id(), list, room);
            let chosen = problems::chosen(ctx.camp, ctx.why_not_change_week.is_none(), list);
            ui.add_space(space::S);
            ui.horizontal_wrapped(|ui| {
                if problems::accept_button(ui, ctx.camp, list_id(), list) {
                    done = Some(Done::Accepted);
                }
                if let Some((text, way)) = chosen.way {
                    let pressed = Button::secondary(text).show(ui).clicked();
                    if way.is_none() && pressed {
                        list.toggle(ctx.camp);
                        ui.memory_mut(|memory| memory.request_focus(list_id()));
                    } else if pressed || matches!(done, Some(Done::Entered)) {
                        wanted = way;
                    }
                }
                if let Some((text, action)) = chosen.more
                    && Button::secondary(text).show(ui).clicked()
                {
                    wanted = Some(action);
                }
            });
            if matches!(done, Some(Done::Accepted)) {
                wanted = list.accept(ctx.camp).or(wanted.take());
            }
        });
        wanted
    }
}

/// What takes the keyboard in the list of problems.
fn list_id() -> Id {
    Id::unique("problems of the week")
}

/// Title, and the button that the page is about.
fn header(
    ui: &mut Ui,
    (ctx, out): (&Ctx<'_>, &mut Outbox),
    takes_keyboard: bool,
) -> Option<Action> {
    let camp = ctx.camp;
    let close = format!("Close {}", within_sentence(&camp.current.name()));
    let title = format!("Close {}", within_sentence(&camp.current.title()));
    let refused = if ctx.is_week_step_running {
        Some("The week is being closed")
    } else if ctx.is_recalculating {
        Some("The ratings are being recalculated")
    } else if camp.is_stopped() {
        Some("Fix the problems below first")
    } else {
        None
    };
    let head = Head {
        title: &title,
        about: "",
        go: &close,
        refused,
        takes_keyboard,
    };
    match head.show(ui, ctx, out) {
        [true, _] => Some(Action::CloseWeek),
        [false, true] => Some(Action::Back),
        [false, false] => None,
    }
}

/// A sentence about the week, with a way to where something is done about it.
struct Line {
    tone: Tone,
    text: String,
    way: Option<(&'static str, Action)>,
}

/// What there is to say but for what the list of problems says.
fn lines(camp: &OpenCamp, digest: &Digest) -> Vec<Line> {
    let line = |tone, text: String| Line {
        tone,
        text,
        way: None,
    };
    let mut lines = Vec::new();
    let Closing {
        games, unchecked, ..
    } = digest.closing;
    let check = Some((
        "Check games",
        Action::Go(Page::GAMES.in_view(View::Check, None)),
    ));
    match (unchecked, games) {
        (_, 0) => lines.push(line(Tone::Info, "No games were played".to_owned())),
        (0, 1) => lines.push(line(Tone::Success, "The game is checked".to_owned())),
        (0, _) => lines.push(line(
            Tone::Success,
            format!("All {games} games are checked"),
        )),
        _ if digest.lists_unchecked => {}
        (unchecked, _) => lines.push(Line {
            way: check,
            ..line(
                Tone::Info,
                match unchecked {
                    1 => "The game is not checked yet".to_owned(),
                    _ => format!("None of the {unchecked} games is checked yet"),
                },
            )
        }),
    }
    if camp.is_stopped() {
        let text = "The ratings can’t be computed, and so the week can’t be closed yet";
        lines.push(line(Tone::Danger, text.to_owned()));
    } else if !camp.is_looked_through() {
        let text =
            "There are too many games to look for problems. Closing recalculates the ratings";
        lines.push(line(Tone::Info, text.to_owned()));
    } else if digest.lacks_games {
        let text = "Closing computes the ratings from the games that are left";
        lines.push(line(Tone::Warning, text.to_owned()));
    } else if !camp.is_out_of_date() {
        let text = "Ratings up to date".to_owned();
        lines.push(line(Tone::Success, text));
    }
    if camp.is_looked_through() && camp.problems_of(Severity::Doubtful).is_empty() {
        lines.push(line(Tone::Success, "Nothing else to check".to_owned()));
    }
    lines
}

/// A sentence with its mark, and a button at the right end.
fn line(
    ui: &mut Ui,
    tone: Tone,
    text: &str,
    way: Option<(&'static str, Action)>,
) -> Option<Action> {
    let t = ui.tokens();
    let icon = match tone {
        Tone::Success => Icon::Check,
        Tone::Info => Icon::Info,
        Tone::Warning => Icon::Warning,
        Tone::Danger => Icon::Error,
    };
    let mut wanted = None;
    ui.horizontal(|ui| {
        ui.set_min_height(size::CONTROL_SMALL);
        icon_label(ui, icon, t.tone(tone));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some((button, action)) = way
                && Button::secondary(button).small().show(ui).clicked()
            {
                wanted = Some(action);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(text).color(t.text)).wrap());
            });
        });
    });
    wanted
}

/// What the week has come to.
fn kept(ui: &mut Ui, camp: &OpenCamp, closing: &Closing) {
    let t = ui.tokens();
    card(ui, |ui| {
        section_title(ui, "What is kept");
        ui.label(format!(
            "{}, {}",
            counted(closing.players, "active player"),
            counted(closing.games, "game")
        ));
        let is_old = camp.is_out_of_date() || camp.is_stopped();
        if !closing.winners.is_empty() {
            let title = RichText::new("First of each group").font(theme::medium(size::TEXT));
            ui.label(title.color(t.text_strong));
        }
        ui.spacing_mut().item_spacing.y = space::XS;
        for winner in &closing.winners {
            ui.horizontal_top(|ui| {
                let width = vec2(76.0, 0.0);
                ui.allocate_ui_with_layout(width, Layout::top_down(Align::Min), |ui| {
                    ui.set_width(width.x);
                    let group = RichText::new(&winner.group).color(t.text_weak);
                    ui.add(egui::Label::new(group).truncate());
                });
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    if winner.names.is_some() {
                        ui.label(show_rating(winner.rating));
                    }
                    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                        match &winner.names {
                            Some(names) => {
                                let names = RichText::new(names).color(t.text_strong);
                                ui.add(egui::Label::new(names).wrap())
                            }
                            None => ui.label(RichText::new("No games").color(t.text_weak)),
                        }
                    });
                });
            });
        }
        if is_old {
            let note = "Recalc needed. Closing the week recalculates";
            ui.add(egui::Label::new(RichText::new(note).small().color(t.warning)).wrap());
        }
    });
}
