//! Starting the next week: its name and first day, and below them everybody, as a sheet in which one ticks who stays, takes
//! the suggestions who moves up, and puts others into another group.

use egui::{Align, Id, Layout, RichText, Ui, vec2};

use super::takes_ctrl_enter;
use crate::{
    app::{
        Action, App, KeyboardTo, OpenCamp,
        weeks::{Decide, SortBy, Starting},
    },
    domain::{CampData, Field, FieldProblem, MAX_WEEK_LABEL, Player, show_rating},
    ui::kit::{
        Button, CellAt, Choice, Column, EmptyState, Form, Icon, SearchBox, Sort, Table, TableState,
        UiTokens as _,
        input_check::check_box,
        page::page_header,
        theme,
        tokens::{size, space},
    },
};

/// The columns of the sheet.
const STAYS: usize = 0;
const NAME: usize = 1;
const NOW: usize = 2;
const RATING: usize = 3;
const MOVES_UP: usize = 4;
const GROUP: usize = 5;
const WHY: usize = 6;

/// The page.
#[derive(Debug, Default)]
pub(super) struct StartPage {
    sheet: TableState,
    /// The groups to choose from, and the revision of the camp that they are of.
    groups: (u64, Vec<String>),
}

impl StartPage {
    /// Shows the page; whether the sheet has the keyboard.
    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App, takes_keyboard: bool) -> bool {
        // Taken out while it is drawn, so that the program behind it can be asked.
        let Some(mut starting) = app.weeks.starting.take() else {
            return false;
        };
        let mut wanted = Vec::new();
        let mut has_keyboard = false;
        let to_search = |to: &mut KeyboardTo| *to == KeyboardTo::Search;
        let to_search = app.keyboard_to.take_if(to_search).is_some();
        let today = app.today();
        if let Some(camp) = &app.camp {
            if self.groups.0 != camp.revision {
                let names = camp.data.groups.iter().map(|group| group.name.clone());
                self.groups = (camp.revision, names.collect());
            }
            let problems = starting.problems(&camp.data, today);
            wanted.extend(header(ui, app, camp, &problems));
            fields(ui, &mut starting, &problems);
            ui.add_space(space::M);
            self.tools(ui, &mut starting, &camp.data, to_search, &mut wanted);
            ui.add_space(space::S);
            foot(ui, &starting);
            has_keyboard = self.sheet(ui, &mut starting, &camp.data, takes_keyboard, &mut wanted);
        }
        app.weeks.starting = Some(starting);
        for action in wanted {
            app.send(action);
        }
        has_keyboard
    }

    /// Which rows are shown, and what is decided for all of them.
    fn tools(
        &self,
        ui: &mut Ui,
        starting: &mut Starting,
        camp: &CampData,
        to_search: bool,
        wanted: &mut Vec<Action>,
    ) {
        let mut changed = false;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::S, space::S);
            let id = Id::unique("search campers of the next week");
            if to_search {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            let search = SearchBox::new("Search players").width(184.0).id(id);
            changed |= search.show(ui, &mut starting.search).changed();
            changed |= self.group_choice(ui, starting, camp);
            let id = ui.make_persistent_id("only suggested");
            let only = &mut starting.only_suggested;
            changed |= check_box(ui, id, "Only suggested", only).changed();
            let (suggested, taken) = starting.suggestions();
            let takes = taken < suggested;
            let text = match (takes, starting.is_filtered()) {
                (true, false) => format!("Take all suggestions ({suggested})"),
                (true, true) => format!("Take the suggestions shown ({suggested})"),
                (false, _) => "Drop the suggestions".to_owned(),
            };
            let none = (suggested == 0).then_some("Nobody in these rows is suggested to move up");
            let text = if suggested == 0 {
                "Take all suggestions"
            } else {
                &text
            };
            if Button::secondary(text).refused(none).show(ui).clicked() {
                wanted.push(Action::Decide(Decide::AllMoveUp(takes)));
            }
            for (text, stays) in [("All stay", true), ("All leave", false)] {
                if Button::quiet(text).show(ui).clicked() {
                    wanted.push(Action::Decide(Decide::AllStay(stays)));
                }
            }
        });
        if changed {
            // The rows are worked out by the program behind the window, at its next turn.
            ui.ctx().request_repaint();
        }
    }

    fn group_choice(&self, ui: &mut Ui, starting: &mut Starting, camp: &CampData) -> bool {
        let mut texts = vec!["All groups"];
        texts.extend(self.groups.1.iter().map(String::as_str));
        let place = starting.group.and_then(|id| {
            let mut groups = camp.groups.iter();
            groups.position(|group| group.id == id)
        });
        let mut chosen = Some(place.map_or(0, |place| place + 1));
        let id = ui.make_persistent_id("group of now");
        let choice = Choice::new(&texts).width(136.0);
        let response = choice.show(ui, id, "Group shown", &mut chosen);
        let chosen = chosen.and_then(|at| at.checked_sub(1));
        starting.group = chosen
            .and_then(|at| camp.groups.get(at))
            .map(|group| group.id);
        response.accessible_name("Group shown").changed()
    }

    /// Everybody; whether the sheet has the keyboard.
    fn sheet(
        &mut self,
        ui: &mut Ui,
        starting: &mut Starting,
        camp: &CampData,
        takes_keyboard: bool,
        wanted: &mut Vec<Action>,
    ) -> bool {
        let rows = starting.rows();
        let player = |row: usize| rows.get(row).and_then(|place| camp.players.get(*place));
        let name = |row: usize| rows.get(row).map_or("", |place| starting.name(*place));
        let shown = &*starting;
        let text = |row: usize, column: usize| {
            player(row).map_or_else(String::new, |player| cell(camp, shown, player, column))
        };
        let columns = columns();
        let row_name = |row: usize| {
            let player = player(row);
            let place = player.map(|player| shown.place(player));
            let state = match (player, place) {
                (Some(_), Some(place)) if place.stays => {
                    format!("stays, in {}", camp.group_name(place.group))
                }
                (Some(player), _) if !player.active => "inactive".to_owned(),
                _ => "leaves".to_owned(),
            };
            format!("{}, {state}", name(row))
        };
        let cell_name = |row: usize, column: usize| {
            format!(
                "{} {}",
                columns[column].title(),
                match column {
                    NAME => name(row).to_owned(),
                    _ => text(row, column),
                }
            )
        };
        let mut empty = |ui: &mut Ui| {
            let text = "Type fewer letters, or show all groups and everybody who isn’t suggested.";
            EmptyState::new(Icon::Filter, "Nobody to show", text).show(ui, |_| {});
        };
        let t = ui.tokens();
        let mark = starting.sort;
        let table = Table::new("Campers of the next week", &columns, rows.len())
            .sort(Some(Sort {
                column: match mark.0 {
                    SortBy::Name => NAME,
                    SortBy::Group => NOW,
                    SortBy::Rating => RATING,
                },
                descending: mark.1,
            }))
            .row_name(&row_name)
            .cell_name(&cell_name)
            .empty(&mut empty)
            .cells();
        if takes_keyboard {
            let id = table.id_in(ui);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let groups = &self.groups.1;
        let mut moved = None;
        let answer = table.show_state(
            ui,
            &mut self.sheet,
            |cell, row, column| {
                let Some(player) = player(row) else { return };
                let place = shown.place(player);
                match column {
                    STAYS => cell.check(place.stays),
                    NAME if !place.stays => cell.weak(name(row)),
                    NAME => cell.strong(name(row)),
                    MOVES_UP if shown.suggestion(player.id).is_none() => {}
                    MOVES_UP => cell.check(shown.moves_up(player)),
                    GROUP if !place.stays => cell.weak(&text(row, column)),
                    GROUP if place.group != player.group => {
                        cell.colored(&text(row, column), t.accent);
                    }
                    WHY => cell.weak(&text(row, column)),
                    _ => cell.text(&text(row, column)),
                }
            },
            |edit| {
                let Some(player) = player(edit.at.row) else {
                    return;
                };
                let now = shown.place(player).group;
                let mut chosen = camp.groups.iter().position(|group| Some(group.id) == now);
                let before = chosen;
                edit.choice(Choice::new(groups), &mut chosen);
                if chosen != before {
                    moved = chosen
                        .and_then(|at| camp.groups.get(at))
                        .map(|group| (player.id, group.id));
                }
            },
        );
        if let Some((player, group)) = moved {
            wanted.push(Action::Decide(Decide::Group(player, group)));
        }
        if let Some(at) = answer.toggled {
            wanted.extend(ticked(shown, player(at.row), at));
        }
        let can_edit = |at: CellAt| at.column == GROUP && player(at.row).is_some();
        // Typed letters choose in the list, so that it doesn't matter how editing begins.
        if let Some((at, _)) = &answer.edit_wanted
            && can_edit(*at)
        {
            self.sheet.editing = Some(*at);
        }
        if let Some((_, by)) = answer.edit_ended {
            self.sheet.leave(by);
        }
        let clicked = answer.sort_clicked.and_then(|column| match column {
            NAME => Some(SortBy::Name),
            NOW => Some(SortBy::Group),
            RATING => Some(SortBy::Rating),
            _ => None,
        });
        if let Some(by) = clicked {
            let (now, descending) = starting.sort;
            starting.sort = (by, now == by && !descending);
            ui.ctx().request_repaint();
        }
        answer.response.has_focus() || self.sheet.editing.is_some()
    }
}

fn columns() -> [Column<'static>; 7] {
    [
        Column::fixed("Stays", 68.0).centered().with_check(),
        Column::flexible("Name", 150.0).sortable(),
        Column::fixed("Group now", 104.0).sortable(),
        Column::fixed("Rating", 80.0).right().sortable(),
        Column::fixed("Moves up", 92.0).centered().with_check(),
        Column::fixed("Next group", 120.0).with_list(),
        Column::flexible("Suggestion", 210.0),
    ]
}

/// What stands in a cell, in words.
fn cell(camp: &CampData, starting: &Starting, player: &Player, column: usize) -> String {
    let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let place = starting.place(player);
    let suggestion = starting.suggestion(player.id);
    match column {
        STAYS => yes_no(place.stays),
        NOW => camp.group_name(player.group).to_owned(),
        RATING => show_rating(player.ratings.weekly),
        MOVES_UP => suggestion.map_or_else(String::new, |_| yes_no(starting.moves_up(player))),
        GROUP => camp.group_name(place.group).to_owned(),
        WHY if !player.active && !place.stays => {
            "Inactive: a tick brings the player back".to_owned()
        }
        WHY => suggestion.map_or_else(String::new, |suggestion| {
            let to = camp.group_name(Some(suggestion.to));
            format!("{to}: {}", suggestion.reason())
        }),
        _ => String::new(),
    }
}

/// What ticking a box decides.
fn ticked(starting: &Starting, player: Option<&Player>, at: CellAt) -> Option<Action> {
    let player = player?;
    let decide = match at.column {
        STAYS => Decide::Stays(player.id, !starting.place(player).stays),
        MOVES_UP => {
            starting.suggestion(player.id)?;
            Decide::MovesUp(player.id, !starting.moves_up(player))
        }
        _ => return None,
    };
    Some(Action::Decide(decide))
}

/// Title, and the button that the page is about.
fn header(ui: &mut Ui, app: &App, camp: &OpenCamp, problems: &[FieldProblem]) -> Vec<Action> {
    let start = format!("Start week {}", camp.last_week().number + 1);
    let refused = if app.is_turning_week() {
        Some("The week is being started")
    } else {
        problems.first().map(|problem| problem.reason.as_str())
    };
    let mut wanted = Vec::new();
    let pressed = takes_ctrl_enter(ui, app) && refused.is_none();
    page_header(ui, &start, "Who stays, and in which group", |ui| {
        let go = Button::primary(&start)
            .icon(Icon::Check)
            .shortcut("Ctrl+Enter")
            .refused(refused);
        if go.show(ui).clicked() || pressed {
            wanted.push(Action::StartWeek);
        }
        let cancel = Button::secondary("Cancel").shortcut("Esc").show(ui);
        let later = "What is decided here stays until the week is started";
        if cancel.on_hover_text(later).clicked() {
            wanted.push(Action::LeaveWeekPage);
        }
    });
    wanted
}

/// Name and first day.
fn fields(ui: &mut Ui, starting: &mut Starting, problems: &[FieldProblem]) {
    let reason = |field: Field| {
        let mut problems = problems.iter();
        let problem = problems.find(|problem| problem.field == field);
        problem.map(|problem| problem.reason.as_str())
    };
    let form = Form::above();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        for (width, field) in [(140.0, Field::Date), (260.0, Field::WeekLabel)] {
            let width = f32::min(width, ui.available_width());
            ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                let problem = reason(field);
                if field == Field::Date {
                    let field = form.field("First day").hint("7/25/2026").problem(problem);
                    field.date(ui, &mut starting.first_day);
                } else {
                    let field = form.field("Name of the week").hint("The number will do");
                    let field = field.limit(MAX_WEEK_LABEL).problem(problem);
                    field.text(ui, &mut starting.label);
                }
            });
        }
    });
}

/// How many go where, at the foot of what is left of the page.
fn foot(ui: &mut Ui, starting: &Starting) {
    let frame = egui::Frame::new().inner_margin(egui::Margin {
        top: 8,
        ..egui::Margin::ZERO
    });
    egui::Panel::bottom("counts of the next week")
        .resizable(false)
        .show_separator_line(false)
        .frame(frame)
        .show(ui, |ui| {
            let t = ui.tokens();
            let counts = starting.counts().sentence();
            let text = RichText::new(&counts).font(theme::medium(size::TEXT));
            let label = ui.add(egui::Label::new(text.color(t.text_strong)).wrap());
            ui.ctx().accesskit_node_builder(label.id, |node| {
                node.set_live(egui::accesskit::Live::Polite);
            });
        });
}
