//! Starting the next week: its name and first day, and below them everybody, as a sheet in which one ticks who stays, takes
//! the suggestions who moves up, and puts others into another group.

mod sheet;

use egui::{Align, Id, Layout, RichText, Ui, Vec2, vec2};
use jiff::civil::Date;

use self::sheet::{Rows, Sheet};
use super::Head;
use crate::{
    app::{
        Action, FocusTarget, View,
        page::{Ctx, LEAST_ROOM, Outbox, PageView},
    },
    domain::{CampData, Field, FieldProblem, MAX_WEEK_LABEL},
    kit::{
        Button, Choice, Form, Icon, MenuItem, SearchBox, UiTokens as _,
        form::{problem_height, problem_line},
        icon_button,
        input::Input,
        input_check::check_box,
        menu_below, theme,
        tip::Tip as _,
        tokens::{size, space},
    },
    pages::{
        looks::keyboard::is_sent_to_list,
        weeks::{
            StartPage,
            starting::{Decide, Starting},
        },
    },
};

const FIRST_DAY: &str = "First day";
const NAME_OF_WEEK: &str = "Name of the week";

/// In a page narrower than this, in points, what is done to all is in a menu.
const NARROW: f32 = 840.0;

/// In a page lower than this, in points, there would be no room for four rows.
const LEAST: f32 = 330.0;

/// In a page lower than this, in points, the sheet needs the room of the labels.
const LOW: f32 = 420.0;

/// In a page lower than this, in points, the sheet needs the place of a reason, too.
const LOWEST: f32 = 340.0;

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(in crate::pages::weeks) struct Looks {
    sheet: Sheet,
    /// The groups to choose from, and the revision of the camp that they are of.
    groups: (u64, Vec<String>),
}

impl PageView for StartPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Self {
            starting: Some(starting),
            looks,
            ..
        } = self
        else {
            return super::finish(ui, ctx, out, false);
        };
        let takes_keyboard = is_sent_to_list(out);
        let has_keyboard = looks.page(ui, starting, ctx, out, takes_keyboard);
        super::finish(ui, ctx, out, has_keyboard);
    }

    fn least_room(&self, _view: View, _width: f32) -> Vec2 {
        vec2(LEAST_ROOM.x, LEAST)
    }
}

impl Looks {
    /// Shows the page. Whether the sheet has the keyboard.
    fn page(
        &mut self,
        ui: &mut Ui,
        starting: &mut Starting,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        takes_keyboard: bool,
    ) -> bool {
        let camp = &ctx.camp.data;
        let to_search = |to: &mut FocusTarget| *to == FocusTarget::Search;
        let to_search = out.focus_next.take_if(to_search).is_some();
        if self.groups.0 != ctx.camp.revision {
            let names = camp.groups.iter().map(|group| group.name.clone());
            self.groups = (ctx.camp.revision, names.collect());
        }
        let problems = starting.problems(camp, ctx.today());
        match header(ui, (ctx, out), &problems) {
            [true, _] => match starting.next_week(camp, ctx.today()) {
                Ok(next) => out.send(Action::StartWeek(Box::new(next))),
                Err(reason) => out.notices.note(reason),
            },
            [false, true] => out.send(Action::Back),
            [false, false] => {}
        }
        fields(ui, starting, camp, &problems);
        ui.add_space(space::M);
        let mut decided = Vec::new();
        self.tools(ui, starting, camp, to_search, &mut decided);
        ui.add_space(space::S);
        foot(ui, starting);
        let rows = Rows::new(starting, camp, &self.groups.1);
        let done = self.sheet.show(ui, &rows, takes_keyboard);
        drop(rows);
        decided.extend(done.decided);
        for decide in decided {
            starting.decide(decide, camp);
            ui.ctx().request_repaint();
        }
        if let Some(sort) = done.sort {
            starting.sort = sort;
            ui.ctx().request_repaint();
        }
        done.has_keyboard
    }

    /// Which rows are shown, and what is decided for all of them; in a narrow page that is in a menu.
    fn tools(
        &self,
        ui: &mut Ui,
        starting: &mut Starting,
        camp: &CampData,
        to_search: bool,
        decided: &mut Vec<Decide>,
    ) {
        let is_narrow = ui.available_width() < NARROW;
        let mut changed = false;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let id = Id::unique("search campers of the next week");
            if to_search {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            let [search, group] = if is_narrow {
                let group = 120.0;
                let gaps = 2.0 * space::S + size::CONTROL;
                let search = ui.available_width() - group - gaps;
                [search.clamp(96.0, 260.0), group]
            } else {
                [184.0, 136.0]
            };
            let search = SearchBox::new("Search players").width(search).id(id);
            changed |= search.show(ui, &mut starting.search).changed();
            changed |= self.group_choice(ui, starting, camp, group);
            if is_narrow {
                let more = icon_button(ui, Icon::More, "For all");
                menu_below(&more, |ui| {
                    changed |= for_all_in_menu(ui, starting, decided);
                });
                return;
            }
            let id = ui.make_persistent_id("only suggested");
            let only = &mut starting.only_suggested;
            changed |= check_box(ui, id, ONLY_SUGGESTED, only).changed();
            for (text, decide) in FOR_ALL {
                if Button::quiet(text).show(ui).clicked() {
                    decided.push(decide);
                }
            }
            // The last one, as its text changes with what is decided: nothing moves under the hand.
            let (text, refused, decide) = take_suggestions(starting);
            if Button::secondary(&text).refused(refused).show(ui).clicked() {
                decided.push(decide);
            }
        });
        if changed {
            // The rows are worked out by the program behind the window, at its next turn.
            ui.ctx().request_repaint();
        }
    }

    fn group_choice(
        &self,
        ui: &mut Ui,
        starting: &mut Starting,
        camp: &CampData,
        width: f32,
    ) -> bool {
        let mut texts = vec!["All groups"];
        texts.extend(self.groups.1.iter().map(String::as_str));
        let place = starting.group.and_then(|id| {
            let mut groups = camp.groups.iter();
            groups.position(|group| group.id == id)
        });
        let mut chosen = Some(place.map_or(0, |place| place + 1));
        let id = ui.make_persistent_id("group of now");
        let choice = Choice::new(&texts).width(width);
        let response = choice.show(ui, id, "Group shown", &mut chosen);
        let chosen = chosen.and_then(|at| at.checked_sub(1));
        starting.group = chosen
            .and_then(|at| camp.groups.get(at))
            .map(|group| group.id);
        response.accessible_name("Group shown").changed()
    }
}

const ONLY_SUGGESTED: &str = "Only suggested";

const FOR_ALL: [(&str, Decide); 2] = [
    ("All stay", Decide::AllStay(true)),
    ("All leave", Decide::AllStay(false)),
];

/// What takes all suggestions in the rows that are shown, or drops them: its words, why it can't be done, and what it decides.
fn take_suggestions(starting: &Starting) -> (String, Option<&'static str>, Decide) {
    let (suggested, taken) = starting.suggestions();
    let moves = taken < suggested || suggested == 0;
    let text = match (suggested, moves, starting.is_filtered()) {
        (0, ..) => "Take all suggestions".to_owned(),
        (_, false, _) => "Clear suggestions".to_owned(),
        (_, true, false) => format!("Take all suggestions ({suggested})"),
        (_, true, true) => format!("Take the suggestions shown ({suggested})"),
    };
    let nobody = "Nobody in these rows is suggested to move up";
    let refused = (suggested == 0).then_some(nobody);
    (text, refused, Decide::AllMoveUp(moves))
}

/// The same as entries of a menu. Whether other rows are to be shown.
fn for_all_in_menu(ui: &mut Ui, starting: &mut Starting, decided: &mut Vec<Decide>) -> bool {
    let (text, refused, decide) = take_suggestions(starting);
    if MenuItem::new(&text).refused(refused).show(ui).clicked() {
        decided.push(decide);
    }
    for (text, decide) in FOR_ALL {
        if MenuItem::new(text).show(ui).clicked() {
            decided.push(decide);
        }
    }
    ui.separator();
    let only = MenuItem::new(ONLY_SUGGESTED).checked(starting.only_suggested);
    let changed = only.show(ui).clicked();
    starting.only_suggested ^= changed;
    changed
}

/// Title, and the button that the page is about: whether that is pressed, or the page to be left.
fn header(
    ui: &mut Ui,
    (ctx, out): (&Ctx<'_>, &mut Outbox),
    problems: &[FieldProblem],
) -> [bool; 2] {
    let start = format!("Start week {}", ctx.camp.last_week().number + 1);
    let refused = if ctx.is_week_step_running {
        Some("The week is being started")
    } else {
        problems.first().map(|problem| problem.reason.as_str())
    };
    let head = Head {
        title: &start,
        about: "Who stays, and in which group",
        go: &start,
        refused,
        takes_keyboard: false,
    };
    head.show(ui, ctx, out)
}

/// First day and name, in a low page without their labels.
fn fields(ui: &mut Ui, starting: &mut Starting, camp: &CampData, problems: &[FieldProblem]) {
    let reason = |field: Field| {
        let mut problems = problems.iter();
        let problem = problems.find(|problem| problem.field == field);
        problem.map(|problem| problem.reason.as_str())
    };
    let is_low = ui.available_height() < LOW;
    // Nothing below moves away from under the hand when a date becomes wrong or right. No other reason is as long.
    let has_place = ui.available_height() >= LOWEST;
    let longest = camp.why_next_week_cant_open(Date::MIN).unwrap_or_default();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        if is_low {
            // The name says itself what it is for.
            ui.spacing_mut().item_spacing.x = space::S;
            let text = RichText::new(FIRST_DAY).color(ui.tokens().text_weak);
            let line = Layout::left_to_right(Align::Center);
            let height = vec2(0.0, size::CONTROL);
            let label = ui.allocate_ui_with_layout(height, line, |ui| ui.label(text));
            let label = label.inner;
            ui.ctx()
                .accesskit_node_builder(label.id, egui::accesskit::Node::set_hidden);
        }
        let fields = [
            (140.0, FIRST_DAY, Field::Date, &mut starting.first_day),
            (260.0, NAME_OF_WEEK, Field::WeekLabel, &mut starting.label),
        ];
        for (width, label, field, text) in fields {
            let width = f32::min(width, ui.available_width());
            ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                let problem = reason(field);
                if is_low {
                    let id = ui.make_persistent_id(label);
                    let input = Input::new(id).hint(label).wrong(problem.is_some());
                    let shown = input.limit(MAX_WEEK_LABEL).show(ui, text);
                    shown.accessible_name(label).tip(label);
                } else {
                    let hint = if field == Field::Date {
                        "e.g. 7/25/2026"
                    } else {
                        "Optional"
                    };
                    let field = Form::above().field(label).hint(hint);
                    let field = field.limit(MAX_WEEK_LABEL).problem(problem);
                    field.told_elsewhere().text(ui, text);
                }
            });
        }
    });
    let told = if is_low { 1 } else { problems.len() };
    let top = ui.cursor().top();
    for problem in problems.iter().take(told) {
        problem_line(ui, &problem.reason);
    }
    if has_place {
        let place = problem_height(ui, &longest) + ui.spacing().item_spacing.y;
        let used = ui.cursor().top() - top;
        ui.add_space((place - used).max(0.0));
    }
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
