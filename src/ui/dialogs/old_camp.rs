//! A new camp from an old one: which one, and then who comes along.

use egui::{Context, Label, RichText, Ui, UiBuilder, vec2};

use super::{
    super::kit::{
        self, Banner, Busy, Button, Choice, Column, DialogAnswer, EmptyState, Form, Icon,
        SearchBox, Table, TableState, UiTokens as _,
        tokens::{size, space},
    },
    camp_fields,
};
use crate::app::{
    Action, App, Purpose,
    dialogs::{Dialog, PathField},
    old_camp::{NewCampFromOld, OldCamp, Shown},
};

const TITLE: &str = "New camp from an old one";

/// Width of what the new camp is asked for, beside the list, in points; where it is narrow, a part of the width.
const FIELDS: f32 = 300.0;
const NARROW: f32 = 0.42;

/// Room that the list leaves in the height of the window, in points, and its own least height.
const AROUND: f32 = 282.0;
const LEAST: f32 = size::HEADER + 3.5 * size::ROW;

pub(super) fn old_camp(
    ctx: &Context,
    app: &mut App,
    mut from: Box<NewCampFromOld>,
) -> Option<Dialog> {
    let next = if from.old.is_some() {
        who_comes(ctx, app.opening, &mut from)
    } else {
        which_camp(ctx, app.session.camp.is_some(), &mut from)
    };
    match next {
        Next::Asks => {}
        Next::Does(action) => app.send(*action),
        Next::Leaves => return None,
    }
    Some(Dialog::NewCampFromOld(from))
}

/// How it goes on after a frame.
enum Next {
    Asks,
    Does(Box<Action>),
    /// The director thought better of it.
    Leaves,
}

impl From<Option<Action>> for Next {
    fn from(action: Option<Action>) -> Self {
        action.map_or(Self::Asks, |action| Self::Does(Box::new(action)))
    }
}

/// Asks for the old camp.
fn which_camp(ctx: &Context, has_camp: bool, from: &mut NewCampFromOld) -> Next {
    let mut wanted = None;
    let refused = from.is_reading.then_some("The camp is being read");
    let answer = kit::Dialog::new(TITLE)
        .text("The groups and settings of the old camp are kept, and you choose which players to copy. The old camp stays as it is.")
        .confirm("Next")
        .refused(refused)
        .cancel("Cancel")
        .width(560.0)
        .show(ctx, |ui| {
            let typed = Form::above()
                .field("File of the old camp")
                .problem(from.file.problem.as_deref())
                .text(ui, &mut from.file.path);
            if typed.changed() {
                from.file.problem = None;
            }
            ui.add_space(space::XS);
            ui.horizontal(|ui| {
                if Button::secondary("Browse…").icon(Icon::Open).show(ui).clicked() {
                    wanted = Some(Action::Browse(Purpose::OldCamp));
                }
                if has_camp
                    && Button::quiet("Use the open camp").show(ui).clicked()
                {
                    wanted = Some(Action::ReadOldCamp(None));
                }
                if from.is_reading {
                    Busy::new("Reading the old camp").show(ui);
                }
            });
        });
    match answer {
        None => wanted.into(),
        Some(DialogAnswer::Confirmed) => {
            let typed = from.file.typed_camp(PathField::BLANK);
            typed.map(|path| Action::ReadOldCamp(Some(path))).into()
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => Next::Leaves,
    }
}

/// Asks for the new camp and its players.
fn who_comes(ctx: &Context, opening: bool, from: &mut NewCampFromOld) -> Next {
    let mut wanted = None;
    let answer = kit::Dialog::new(TITLE)
        .confirm("Create")
        .refused(opening.then_some("Creating camp"))
        .other("Another old camp…")
        .cancel("Cancel")
        .width(860.0)
        .show(ctx, |ui| {
            ui.horizontal_top(|ui| {
                let room = ui.available_width();
                ui.vertical(|ui| {
                    ui.set_width(FIELDS.min(room * NARROW));
                    if camp_fields(ui, &mut from.new) {
                        wanted = Some(Action::Browse(Purpose::NewCamp));
                    }
                    if let Some(old) = &from.old {
                        ui.add_space(space::M);
                        what_comes(ui, old);
                    }
                });
                ui.add_space(space::M);
                ui.vertical(|ui| {
                    if let Some(old) = &mut from.old {
                        players(ui, old);
                    }
                });
            });
        });
    match answer {
        None => wanted.into(),
        Some(DialogAnswer::Confirmed) => Next::Does(Box::new(Action::CreateFromOld)),
        Some(DialogAnswer::Other) => {
            from.choose_another();
            Next::Asks
        }
        Some(DialogAnswer::Cancelled) => Next::Leaves,
    }
}

/// What goes over into the new camp by itself.
fn what_comes(ui: &mut Ui, old: &OldCamp) {
    let weak = ui.tokens().text_weak;
    let camp = old.camp();
    let groups = match camp.groups.len() {
        1 => "1 group".to_owned(),
        count => format!("{count} groups"),
    };
    if !old.is_computed {
        Banner::warning("The ratings of the old camp can’t be recalculated")
            .detail("The permanent ratings are those that were saved last. Open the old camp and look at its problems, to begin with the right ones.")
            .show(ui);
        ui.add_space(space::S);
    }
    let sentence = format!(
        "From {}: {groups}, and how papers and pages look. Players keep their numbers. Everybody starts at the initial rating of the group, and at the permanent rating that the games of the old camp give.",
        camp.name
    );
    ui.add(Label::new(RichText::new(sentence).color(weak)).wrap());
}

/// Who comes along: searched, chosen one by one, or many at once.
fn players(ui: &mut Ui, old: &mut OldCamp) {
    ui.spacing_mut().item_spacing.y = space::S;
    ui.horizontal_wrapped(|ui| {
        let mut search = old.search().to_owned();
        let width = 200.0_f32.min(ui.available_width());
        SearchBox::new("Search players")
            .width(width)
            .show(ui, &mut search);
        old.set_search(&search);
        group_choice(ui, old);
    });
    ui.horizontal_wrapped(|ui| {
        for (text, comes) in [("Tick all shown", true), ("Untick all shown", false)] {
            if Button::secondary(text).small().show(ui).clicked() {
                old.set(0..old.rows(), comes);
            }
        }
        let (all, coming) = old.counts();
        let count = format!("{coming} of {all} selected");
        ui.add(Label::new(count).extend());
    });
    let height = (ui.ctx().content_rect().height() - AROUND).max(LEAST);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    list(&mut child, old);
}

fn group_choice(ui: &mut Ui, old: &mut OldCamp) {
    let camp = old.camp();
    let mut groups = vec![(Shown::All, "All groups".to_owned())];
    let of_camp = camp.groups.iter().rev();
    groups.extend(of_camp.map(|group| (Shown::Of(group.id), group.name.clone())));
    if camp.players.iter().any(|player| player.group.is_none()) {
        groups.push((Shown::WithoutGroup, "Without a group".to_owned()));
    }
    let texts = groups.iter().map(|(_, text)| text).collect::<Vec<_>>();
    let mut chosen = groups.iter().position(|(group, _)| *group == old.group());
    let id = ui.make_persistent_id("group of the old camp");
    Choice::new(&texts)
        .width(150.0)
        .show(ui, id, "Group", &mut chosen)
        .accessible_name("Group");
    if let Some((group, _)) = chosen.and_then(|at| groups.get(at)) {
        old.set_group(*group);
    }
}

fn list(ui: &mut Ui, old: &mut OldCamp) {
    let is_narrow = ui.available_width() < 380.0;
    let mut columns = vec![
        Column::fixed("", 44.0).key("comes").centered().with_check(),
        Column::flexible("Name", 110.0),
        Column::fixed("Group", 96.0),
    ];
    if !is_narrow {
        columns.push(Column::fixed("State", 84.0));
    }
    let id = ui.make_persistent_id(("state of the list", old.generation()));
    let mut state: TableState = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let row_name = |row: usize| {
        old.row(row).map_or_else(String::new, |player| {
            let comes = if player.comes {
                "selected"
            } else {
                "not selected"
            };
            let inactive = if player.is_active { "" } else { ", inactive" };
            format!("{}, {}{inactive}, {comes}", player.name, player.group)
        })
    };
    let mut empty = |ui: &mut Ui| {
        let text = "Shorten or clear the search, or choose another group.";
        EmptyState::new(Icon::Players, "Nobody found", text).show(ui, |_| {});
    };
    let response = Table::new("Players to copy", &columns, old.rows())
        .multiple()
        .row_name(&row_name)
        .empty(&mut empty)
        .show_state(
            ui,
            &mut state,
            |cell, row, column| {
                let Some(player) = old.row(row) else { return };
                match column {
                    0 => cell.check(player.comes),
                    1 if player.comes => cell.strong(&player.name),
                    1 => cell.weak(&player.name),
                    2 => cell.text(&player.group),
                    _ if player.is_active => cell.text("Active"),
                    _ => cell.weak("Inactive"),
                }
            },
            |_| {},
        );
    let toggled = response.toggled.map(|at| at.row).or(response.activated);
    if let Some(row) = toggled {
        let comes = old.row(row).is_some_and(|player| !player.comes);
        if state.selection.contains(row) {
            old.set(state.selection.rows(), comes);
        } else {
            old.set([row], comes);
        }
    }
    ui.data_mut(|data| data.insert_temp(id, state));
}
