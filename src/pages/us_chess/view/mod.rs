//! How sections and members of US Chess look: a list, and below it the crosstable of the section, or the sections of the member.

mod crosstable;
mod explanation;
mod exported;
mod exporting;
mod form;
mod history;
mod importing;
mod members;
mod questions;
mod rating_chart;
mod record;
mod reports;
mod sections;
mod to_check;
mod typing;

use egui::{Id, Ui, Vec2, vec2};

pub(super) use self::{
    explanation::ExplanationLooks,
    exported::{crosstable_list, history_list, member_list, section_list},
    importing::ImportLooks,
    questions::RatingQuestion,
};
use super::{UsChessPage, is_found, logic::Lists};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane,
        page::{Ctx, LEAST_ROOM, LEAST_SCROLLING, Outbox, Page, PageView},
    },
    domain::counted,
    kit::{
        Busy, Button, EmptyState, Icon, SearchBox,
        page::{page_header, takes_escape},
        segmented,
        tokens::space,
    },
    pages::looks::{
        keyboard::comes_to_list,
        record::{command_button, command_width},
    },
};

/// The part of the page that the list gets.
const SHARE: f32 = 0.42;

/// The least height of the list, and that of a row, in points.
const LEAST_LIST: f32 = 110.0;
const LINE: f32 = 30.0;

/// A page narrower than this, in points, has fewer buttons, as what can be done stands in the menu, too, and these on several lines.
const NARROW: f32 = 620.0;

/// A head with so much room left beside its title, in points, has a further button.
const ROOM_FOR_BUTTON: f32 = 240.0;

/// So many of the buttons are left on a narrow page.
const FEW: usize = 2;

impl PageView for UsChessPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let is_covered = self.import_preview(ui, ctx, out)
            || self.typing(ui, ctx, out)
            || self.explanation(ui, ctx, out);
        if is_covered {
            return;
        }
        self.page(ui, ctx, out);
        if (ctx.can_go_back || self.has_way_back()) && !ctx.has_dialog && takes_escape(ui) {
            out.send(Action::Back);
        }
    }

    fn least_room(&self, _view: crate::app::View, width: f32) -> Vec2 {
        // Where a page begins to scroll, what has the keyboard loses it: a wide one begins at the same height with all lists.
        let is_narrow = width < NARROW;
        let height = match self.lists {
            _ if self.sheet.is_some() => 380.0,
            // These scroll by themselves.
            _ if self.importing.is_some() || self.explaining.is_some() => LEAST_SCROLLING.y,
            _ if self.is_empty() => LEAST_ROOM.y,
            Lists::Sections if is_narrow => 700.0 + self.sections.height_to_check(),
            Lists::Sections => 560.0 + self.sections.height_to_check(),
            Lists::Members if is_narrow => 760.0,
            Lists::Reports | Lists::ToCheck if is_narrow => 620.0,
            Lists::Members | Lists::Reports | Lists::ToCheck => 560.0,
        };
        vec2(LEAST_ROOM.x, height)
    }
}

impl UsChessPage {
    /// Whether it is known that there is nothing to list.
    fn is_empty(&self) -> bool {
        let all = self.all();
        all.is_some_and(|all| all.sections.is_empty() && all.members.is_empty())
    }

    fn page(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let all = self.all();
        let is_empty = self.is_empty();
        let subtitle = all.map_or_else(String::new, |all| {
            format!(
                "{} · {}",
                counted(all.sections.len(), "section"),
                counted(all.members.len(), "member")
            )
        });
        let new = match self.lists {
            Lists::Sections | Lists::Reports | Lists::ToCheck => Command::NEW_EVENT,
            Lists::Members => Command::NEW_MEMBER,
        };
        let begin = [(Command::IMPORT_SECTIONS, Icon::Import), (new, Icon::Add)];
        let rate = || (Command::RATE_ALL, Icon::Recalc);
        let buttons = (!is_empty).then(rate).into_iter().chain(begin);
        // A narrow head has no room for both that one begins with.
        let is_below = is_empty && ui.available_width() < NARROW;
        let mut room = ui.available_width();
        let mut shown = Vec::new();
        let all = begin.len() + usize::from(!is_empty);
        for (command, icon) in buttons.filter(|_| !is_below) {
            if !shown.is_empty() && room < ROOM_FOR_BUTTON {
                break;
            }
            let button = if command == Command::RATE_ALL {
                Button::primary(command.text())
            } else {
                Button::secondary(command.text())
            };
            let button = button.icon(icon);
            room -= command_width(ui, button.clone(), command) + ui.spacing().item_spacing.x;
            shown.push((command, button));
        }
        page_header(ui, Page::US_CHESS.title, &subtitle, |ui| {
            ui.skip_ahead_auto_ids(all - shown.len());
            for (command, button) in shown.into_iter().rev() {
                command_button(ui, ctx, out, button, command);
            }
        });
        if is_below {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(space::S, space::S);
                for (command, icon) in begin {
                    let button = Button::secondary(command.text()).icon(icon);
                    command_button(ui, ctx, out, button, command);
                }
            });
        }
        match self.overview.answer() {
            None => Busy::new("Reading the sections").show(ui),
            Some(Err(reason)) => {
                EmptyState::new(Icon::Error, "The sections can’t be shown", reason)
                    .show(ui, |_| false)
            }
            Some(_) if is_empty => EmptyState::new(
                Icon::Crosstable,
                "No sections yet",
                "Import crosstables of US Chess (DBF, TRF16, text, CSV or JSON): choose Import, or drop the files here. To type one from paper, choose New event.",
            )
            .show(ui, |_| false),
            Some(_) => {
                self.lists(ui, ctx, out);
                false
            }
        };
    }

    fn lists(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::M, space::S);
            let lists = [
                Lists::Sections,
                Lists::Members,
                Lists::Reports,
                Lists::ToCheck,
            ];
            let chosen = lists.iter().position(|lists| *lists == self.lists);
            let titles = ["Sections", "Members", "Reports", "To check"];
            if let Some(at) = segmented(ui, "List", &titles, chosen.unwrap_or(0)) {
                self.lists = lists[at];
                self.came_from.clear();
            }
            search(ui, &mut out.focus_next, &mut self.search);
        });
        ui.add_space(space::S);
        // Of few rows no more than they need.
        let rows = self.all().map_or(0, |all| match self.lists {
            Lists::Sections => all.sections.len(),
            Lists::Members => all.members.len(),
            Lists::Reports | Lists::ToCheck => 0,
        });
        let rows = u16::try_from(rows).unwrap_or(u16::MAX);
        let needed = LINE * (f32::from(rows) + 2.5);
        let list = (ui.available_height() * SHARE).min(needed).max(LEAST_LIST);
        match self.lists {
            Lists::Sections => {
                ui.allocate_ui(vec2(ui.available_width(), list), |ui| {
                    self.section_list(ui, ctx, out);
                });
                ui.add_space(space::M);
                self.crosstable(ui, ctx, out);
            }
            Lists::Members => {
                ui.allocate_ui(vec2(ui.available_width(), list), |ui| {
                    self.member_list(ui, ctx, out);
                });
                ui.add_space(space::M);
                self.member_record(ui, ctx, out);
                self.member_panel(ui, ctx, out);
            }
            Lists::ToCheck => self.list_to_check(ui, out),
            Lists::Reports => self.report(ui, ctx, out),
        }
    }

    /// Whether a row is found by what is typed in the search box.
    fn is_found(&self, texts: &[&str]) -> bool {
        is_found(&self.search, texts)
    }
}

/// Of what can be done as many as there is room for.
fn as_many_as_fit<'a>(ui: &Ui, commands: &'a [Command]) -> &'a [Command] {
    let is_narrow = ui.available_width() < NARROW;
    let few = commands.get(..FEW).filter(|_| is_narrow);
    few.unwrap_or(commands)
}

/// What an empty list says: without a search it has a row at least.
const NOTHING_FOUND: &str = "Nothing found. Change or clear the search";

/// The parts of the page that F6 goes through, each with what takes the keyboard there: the list, and below it what belongs to its row.
pub(super) const UPPER: (Pane, FocusTarget) = (Pane::List, FocusTarget::List);
pub(super) const LOWER: (Pane, FocusTarget) = (Pane::Record, FocusTarget::FirstField);

/// Gives a list the keyboard, if it is sent to this part of the page.
fn take_keyboard(ui: &Ui, list: Id, (pane, target): (Pane, FocusTarget), out: &mut Outbox) {
    let is_list = target == FocusTarget::List;
    let is_sent = out.focus_next.take_if(|to| *to == target).is_some();
    if is_sent || is_list && comes_to_list(ui, out) {
        ui.memory_mut(|memory| memory.request_focus(list));
    }
    if ui.memory(|memory| memory.has_focus(list)) {
        out.pane = pane;
    }
}

fn search(ui: &mut Ui, focus_next: &mut Option<FocusTarget>, search: &mut String) {
    let id = ui.make_persistent_id("search sections and members");
    if focus_next
        .take_if(|to| *to == FocusTarget::Search)
        .is_some()
    {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    SearchBox::new("Search")
        .width(180.0)
        .id(id)
        .show(ui, search);
}
