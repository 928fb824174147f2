//! The record of a form: its place on the page, its title and its buttons.

use egui::{Align, Layout, Panel, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, vec2};

use crate::{
    app::{
        Command,
        drafts::Draft,
        editor::Editor,
        page::{Ctx, Outbox},
    },
    domain::{Field, FieldProblem, Record},
    kit::{
        Banner, Button, Icon, UiTokens as _, clicked_anew,
        icon::icon_label,
        input::text_width,
        input_check::check_box,
        page::{name_title, page_header},
        scrolling::following_keyboard,
        segmented, theme,
        tip::Tip as _,
        tokens::{size, space},
    },
};

/// What the head of a form needs, in points: for its title, for each view, for the button.
const TITLE: f32 = 180.0;
const VIEW: f32 = 108.0;
const NEW: f32 = 176.0;

/// The head of a form: title, a button for a new record with the name `new` where there is one, and the switch between the
/// views, which gets a line of its own where there is no room beside the title.
pub(crate) fn form_header(
    ui: &mut Ui,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    subtitle: &str,
    new: Option<&str>,
) {
    let views = ctx.page.views.iter().fold(0.0, |sum, _| sum + VIEW);
    let button = if new.is_some() { NEW } else { 0.0 };
    let has_room = ui.available_width() >= TITLE + views + button;
    page_header(ui, ctx.page.title, subtitle, |ui| {
        if let Some(new) = new {
            let add = Button::primary(new).icon(Icon::Add);
            command_button(ui, ctx, out, add, Command::NEW_RECORD);
        }
        // At the edge, where it stays whatever comes and goes beside it.
        if has_room {
            view_switch(ui, ctx, out);
        }
    });
    if !has_room {
        view_switch(ui, ctx, out);
    }
    ui.add_space(space::S);
}

/// The views of the form, where it has more than one.
fn view_switch(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let views = ctx.page.views;
    let now = ctx.view;
    if let [_, _, ..] = views
        && let Some(chosen) = views.iter().position(|view| *view == now)
    {
        let titles = views.iter().map(|view| view.title()).collect::<Vec<_>>();
        if let Some(to) = segmented(ui, "View", &titles, chosen)
            && let Some(view) = views.get(to)
        {
            out.send(view.command());
        }
    }
}

/// Width of the record beside the list, in points.
const RECORD: f32 = 352.0;

/// A page narrower than this, in points, has its record under the list and its search box under the navigation bar.
pub(crate) const NARROW: f32 = 640.0;

/// The part of a narrow page's height that the record gets.
const BELOW: f32 = 0.55;

/// Room for the scroll bar beside the fields of a record, in points.
const SCROLL_BAR: f32 = 14.0;

/// The height of the buttons below the fields of a record, in points.
const FOOT: f32 = 52.0;

/// A record at least so wide, in points, has its buttons beside its title, as there is more room across than down.
pub(super) const BUTTONS_BESIDE: f32 = 440.0;

/// Shows the record beside the list, in a narrow window under it; the list takes the rest.
pub(crate) fn record_panel(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let is_narrow = ui.available_width() < NARROW;
    let margin = if is_narrow {
        egui::Margin {
            left: 0,
            right: 2,
            top: 12,
            bottom: 0,
        }
    } else {
        egui::Margin {
            left: 20,
            right: 2,
            top: 0,
            bottom: 0,
        }
    };
    let panel = if is_narrow {
        Panel::bottom("record below").exact_size(ui.available_height() * BELOW)
    } else {
        Panel::right("record").exact_size(RECORD)
    };
    panel
        .resizable(false)
        .show_separator_line(false)
        .frame(egui::Frame::new().inner_margin(margin))
        .show(ui, |ui| {
            // What is wider than the panel would push its edge under the list.
            let room = UiBuilder::new().max_rect(ui.max_rect());
            show(&mut ui.new_child(room));
        });
}

/// A record with its title above and its buttons below or beside that, which stay where they are while its fields scroll.
/// Which button was pressed. The buttons come after `fields` in the order of Tab.
pub(crate) fn record_frame<D: Draft>(
    ui: &mut Ui,
    editor: &mut Editor<D>,
    (title, ctx): (&str, &Ctx<'_>),
    fields: impl FnOnce(&mut Ui, &mut Editor<D>),
) -> Option<Command> {
    let width = ui.available_width();
    let is_beside = width >= BUTTONS_BESIDE;
    let row = ui.scope(|ui| {
        if !is_beside {
            return record_title(ui, editor, title, width);
        }
        ui.set_min_height(size::CONTROL);
        let taken = SCROLL_BAR + width_of_buttons(ui, editor, ctx);
        record_title(ui, editor, title, width - taken);
    });
    let foot = if is_beside { 0.0 } else { FOOT };
    // What can be undone in a field belongs to one record only.
    let visit = editor.visit();
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .max_height(ui.available_height() - foot)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - SCROLL_BAR);
            following_keyboard(ui, |ui| ui.push_id(visit, |ui| fields(ui, editor)));
        });
    if !is_beside {
        return record_buttons(ui, editor, ctx);
    }
    let top = row.response.rect.min;
    let place = Rect::from_min_size(top, vec2(width - SCROLL_BAR, size::CONTROL));
    let layout = Layout::right_to_left(Align::Center);
    let builder = UiBuilder::new().max_rect(place).layout(layout);
    ui.scope_builder(builder, |ui| buttons(ui, editor, ctx))
        .inner
}

/// What stands beside the title of a record that holds something that isn't saved.
const NOT_SAVED: &str = "Not saved yet";

/// Beside words that leave a title less than this, in points, it would hardly be read: the pencil stands for them then.
const LEAST_TITLE: f32 = 96.0;

/// The title of a record on `room` points of the line, with a pencil while it holds something that isn't saved. A name may be of any length.
pub(crate) fn record_title<D: Draft>(ui: &mut Ui, editor: &Editor<D>, title: &str, room: f32) {
    let t = ui.tokens();
    ui.horizontal(|ui| {
        if !editor.is_changed() {
            return name_title(ui, title, room);
        }
        let gap = ui.spacing().item_spacing.x;
        let pencil = gap + size::ICON;
        let words = gap + text_width(ui, NOT_SAVED.to_owned(), &theme::regular(size::TEXT));
        let has_words = room - pencil - words >= LEAST_TITLE;
        let mark = if has_words { pencil + words } else { pencil };
        name_title(ui, title, room - mark);
        let icon = icon_label(ui, Icon::Edit, t.accent);
        if has_words {
            ui.label(RichText::new(NOT_SAVED).color(t.text_weak));
        } else {
            icon.widget_info(|| WidgetInfo::labeled(Role::Label, true, NOT_SAVED));
            icon.tip(NOT_SAVED);
        }
    });
    ui.add_space(space::S);
    if let Some(refusal) = editor.refusal() {
        Banner::error(refusal).show(ui);
        ui.add_space(space::S);
    }
}

/// Save, undo, delete, below what they are about.
pub(crate) fn record_buttons<D: Draft>(
    ui: &mut Ui,
    editor: &Editor<D>,
    ctx: &Ctx<'_>,
) -> Option<Command> {
    ui.add_space(space::M);
    ui.horizontal(|ui| buttons(ui, editor, ctx)).inner
}

/// The keys of two of the buttons.
fn save_and_delete() -> [String; 2] {
    [Command::SAVE_RECORD, Command::DELETE_RECORD].map(Command::keys)
}

/// Save, undo, delete, each with what it gives.
fn buttons_of<'a, D: Draft>(
    editor: &Editor<D>,
    ctx: &'a Ctx<'_>,
    [save_keys, delete_keys]: &'a [String; 2],
) -> Vec<(Button<'a>, Command)> {
    let nothing = (!editor.is_changed() && !editor.is_new()).then_some("Nothing has changed");
    let save = Button::primary("Save")
        .shortcut(save_keys)
        .refused(ctx.why_not(Command::SAVE_RECORD).or(nothing));
    let undo = Button::secondary("Undo").refused(nothing);
    let delete = Button::quiet("Delete")
        .icon(Icon::Delete)
        .shortcut(delete_keys)
        .refused(ctx.why_not(Command::DELETE_RECORD));
    let mut buttons = vec![(save, Command::SAVE_RECORD), (undo, Command::UNDO_RECORD)];
    if !editor.is_new() {
        buttons.push((delete, Command::DELETE_RECORD));
    }
    buttons
}

/// The width of all of them with the gap before each, in points.
fn width_of_buttons<D: Draft>(ui: &Ui, editor: &Editor<D>, ctx: &Ctx<'_>) -> f32 {
    let keys = save_and_delete();
    let buttons = buttons_of(editor, ctx, &keys);
    let gap = ui.spacing().item_spacing.x;
    let widths = buttons.iter().map(|(button, _)| button.width(ui) + gap);
    widths.sum()
}

/// Save, undo, delete, in the direction of the layout: which was pressed.
fn buttons<D: Draft>(ui: &mut Ui, editor: &Editor<D>, ctx: &Ctx<'_>) -> Option<Command> {
    let keys = save_and_delete();
    let mut pressed = None;
    for (button, command) in buttons_of(editor, ctx, &keys) {
        let shown = button.show(ui);
        let is_pressed = if command == Command::DELETE_RECORD {
            clicked_anew(&shown)
        } else {
            shown.clicked()
        };
        if is_pressed {
            pressed = Some(command);
        }
    }
    pressed
}

/// Why a field can't be saved as it is.
pub(crate) fn reason(problems: &[FieldProblem], field: Field) -> Option<&str> {
    problems
        .iter()
        .find(|problem| problem.field == field)
        .map(|problem| problem.reason.as_str())
}

/// The id that the box of [`check_line`] will have in `ui`.
pub(crate) fn check_id(ui: &Ui, text: &str) -> egui::Id {
    ui.make_persistent_id(("check", text))
}

/// A box to tick, with its words beside it and an explanation under it.
pub(crate) fn check_line(ui: &mut Ui, text: &str, help: &str, value: &mut bool) {
    let id = check_id(ui, text);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        check_box(ui, id, text, value);
        let weak = ui.tokens().text_weak;
        ui.add(egui::Label::new(RichText::new(help).color(weak).small()).wrap());
    });
}

/// The button that leads to a record.
pub(crate) const fn opens(record: Record) -> &'static str {
    match record {
        Record::Player(_) => "Open player",
        Record::Group(_) => "Open group",
        Record::Game(_) => "Open game",
        Record::Meeting(_) => "Open meeting",
    }
}

/// A button that gives a command.
pub(crate) fn command_button(
    ui: &mut Ui,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    button: Button<'_>,
    command: Command,
) {
    let keys = command.keys();
    let button = button.shortcut(&keys).refused(ctx.why_not(command));
    if button.show(ui).clicked() {
        out.send(command);
    }
}

/// How wide such a button is, in points.
pub(crate) fn command_width(ui: &Ui, button: Button<'_>, command: Command) -> f32 {
    button.shortcut(&command.keys()).width(ui)
}

/// Names with a value each, to read only. Either goes on in a further line where both have no room beside each other.
pub(crate) fn show_lines<'a>(ui: &mut Ui, lines: impl Iterator<Item = (&'a str, &'a str)>) {
    let weak = ui.tokens().text_weak;
    let lines = lines.collect::<Vec<_>>();
    let font = theme::regular(size::TEXT);
    let widest = |text: fn(&(&'a str, &'a str)) -> &'a str| {
        let widths = lines.iter().map(text);
        let widths = widths.map(|text| text_width(ui, text.to_owned(), &font).ceil());
        widths.fold(0.0, f32::max)
    };
    let (names, values) = (widest(|line| line.0), widest(|line| line.1));
    let room = (ui.available_width() - space::M).max(0.0);
    let names = names.min(room - values.min(room / 2.0));
    let part = |ui: &mut Ui, width: f32, text: RichText| {
        let layout = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(text).wrap());
        });
    };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::XS);
        for (name, value) in lines {
            ui.horizontal_top(|ui| {
                part(ui, names, RichText::new(name).color(weak));
                part(ui, room - names, RichText::new(value));
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    /// As wide as the page beside the list of pages in 1366 × 768 at 150 %.
    const PAGE: f32 = 643.0;

    #[test]
    fn what_is_wide_in_a_record_does_not_push_its_edge_under_the_list() {
        let mut list = None;
        let mut harness = testing::harness(|ui| {
            ui.set_width(PAGE);
            record_panel(ui, |ui| {
                ui.allocate_space(vec2(RECORD + 40.0, 10.0));
            });
            list = Some(ui.available_width());
        });
        harness.run_steps(3);
        drop(harness);
        assert_eq!(list, Some(PAGE - RECORD));
    }

    #[test]
    fn what_follows_from_thousands_of_games_has_room_in_a_record() {
        let lines = [
            ("Weekly rating at the start (inactive)", "1,000"),
            ("Won–drawn–lost", "2,518–1,204–2,497"),
            (
                "Remark",
                "Aunexpectedlylongwordthatnobodyhasputaspaceintoatall",
            ),
        ];
        let mut harness = testing::harness(|ui| {
            record_panel(ui, |ui| show_lines(ui, lines.into_iter()));
        });
        harness.run_steps(3);
        let window = harness.ctx.content_rect();
        for text in lines.iter().flat_map(|(name, value)| [*name, *value]) {
            let shown = harness.get_by_label(text).rect();
            assert!(shown.right() <= window.right(), "{text}: {shown}");
        }
    }
}
