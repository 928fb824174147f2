//! The attendance sheet: every player, and one key each.

use egui::{
    Color32, CornerRadius, Key, Modifiers, Rect, RichText, Role, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use strum::VariantArray as _;

use super::{
    super::{
        MeetingsPage,
        state::{SheetRow, Standing},
    },
    Room,
};
use crate::{
    app::{
        Command, FocusTarget, Pane,
        page::{Ctx, Outbox},
    },
    domain::{Attendance, Field},
    kit::{
        Button, Column, EmptyState, Icon, SearchBox, Table, UiTokens as _,
        form::changeable,
        one_key::take_key,
        theme,
        tokens::{Tokens, radius, size, space},
    },
};

/// The keys that mark a player, each with the place of its mark in [`Attendance::VARIANTS`].
const KEYS: [(&str, usize); 3] = [("p", 0), ("a", 1), ("e", 2)];

/// Widths of the columns, in points.
const NAME: f32 = 120.0;
const GROUP: f32 = 92.0;
const MARK: f32 = 90.0;

/// The width that a sheet needs, in points: names and marks.
pub(super) const LEAST: f32 = NAME + 3.0 * MARK + 2.0;

/// A sheet narrower than this, in points, has no room for groups.
const GROUPS: f32 = LEAST + GROUP;

/// Width of the search box, in points, and what the buttons beside it need.
const SEARCH: std::ops::RangeInclusive<f32> = 130.0..=240.0;
const BESIDE: f32 = 358.0;

/// A mark's part of its cell, in points.
const PILL: egui::Vec2 = vec2(MARK - 14.0, 24.0);

/// What the sheet remembers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// The row that was in sight last: another one is brought into sight.
    seen: Option<usize>,
}

impl MeetingsPage {
    /// Shows the sheet and what stands over it; `is_wanted` gives it the keyboard.
    pub(super) fn sheet(
        &mut self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        room: Room,
        can_change: bool,
        is_wanted: bool,
    ) {
        let top = ui.cursor().top();
        self.tools(ui, ctx, out);
        ui.add_space(space::XS);
        self.summary(ui);
        ui.add_space(space::S);
        let height = match room {
            Room::OfAll(height) => height - (ui.cursor().top() - top),
            Room::OfSheet(height) => height,
        };
        let height = height.max(3.0 * size::ROW);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("sheet"));
        self.table(&mut child, ctx, out, can_change, is_wanted);
    }

    fn table(
        &mut self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        can_change: bool,
        is_wanted: bool,
    ) {
        let has_groups = ui.available_width() >= GROUPS && !ctx.camp.data.groups.is_empty();
        let mut columns = vec![Column::flexible("Name", NAME)];
        if has_groups {
            columns.push(Column::fixed("Group", GROUP));
        }
        let first = columns.len();
        let marks = Attendance::VARIANTS.iter();
        columns.extend(marks.map(|mark| Column::fixed(mark.title(), MARK).centered()));

        let id = Table::new("Attendance", &columns, 0).id_in(ui);
        if is_wanted {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        if ui.memory(|memory| memory.has_focus(id)) {
            out.pane = Pane::Attendance;
            out.field = Some(Field::Attendance);
            let rows = self.lists.sheet().len();
            let row = self.lists.row.or(Some(0));
            self.lists.row = row.filter(|_| rows > 0);
            if can_change {
                self.keys(ui, out);
            }
        }
        let mut row = self.lists.row;
        let reveals = row != self.looks.sheet.seen;
        let rows = self.lists.sheet();
        let marks = &self.editor.draft.marks;
        let row_name = |row: usize| {
            let row = rows.get(row);
            row.map_or_else(String::new, |row| in_words(row, marks.of(row.id)))
        };
        let searching = !self.search.trim().is_empty();
        let mut empty = |ui: &mut Ui| {
            let (title, text) = if searching {
                ("Nobody found", "Shorten or clear the search.")
            } else {
                (
                    "No players yet",
                    "Add the players of the club in Ladder players.",
                )
            };
            EmptyState::new(Icon::Players, title, text).show(ui, |_| ());
        };
        let mut pressed = None;
        let response = Table::new("Attendance", &columns, rows.len())
            .row_name(&row_name)
            .empty(&mut empty)
            .reveal(row.filter(|_| reveals))
            .show(ui, &mut row, |cell, at, column| {
                let Some(row) = rows.get(at) else { return };
                match column {
                    0 if row.standing == Standing::Active => cell.strong(&row.name),
                    0 => cell.weak(&row.name),
                    1 if has_groups => match row.standing {
                        Standing::Active => cell.text(row.group_or_standing()),
                        Standing::Inactive | Standing::Gone => cell.weak(row.group_or_standing()),
                    },
                    _ => {
                        let place = column.checked_sub(first);
                        let mark = place
                            .and_then(|place| Attendance::VARIANTS.get(place))
                            .copied();
                        let Some(mark) = mark else { return };
                        let is_marked = marks.of(row.id) == Some(mark);
                        let clicked = cell.widgets(|ui| {
                            changeable(ui, can_change, |ui| {
                                mark_cell(ui, &row.name, mark, is_marked)
                            })
                        });
                        if clicked {
                            pressed = Some((at, row.id, Some(mark).filter(|_| !is_marked)));
                        }
                    }
                }
            });
        if let Some((at, player, mark)) = pressed {
            self.mark(&[player], mark);
            row = Some(at);
            response.response.request_focus();
        }
        self.lists.row = row;
        self.looks.sheet.seen = row;
    }

    /// Who is searched, and marks for everybody else.
    fn tools(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let beside = ui.available_width() - BESIDE;
        let has_room = beside >= *SEARCH.start();
        let width = if has_room {
            beside.min(*SEARCH.end())
        } else {
            ui.available_width()
        };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
            let id = ui.make_persistent_id("search the sheet");
            let to_search = |to: &mut FocusTarget| *to == FocusTarget::Search;
            if out.focus_next.take_if(to_search).is_some() {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            let search = SearchBox::new("Search players").width(width).id(id);
            let response = search.show(ui, &mut self.search);
            // From the words to whom they found.
            let down = response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
            let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if down || enter {
                out.focus_next = Some(FocusTarget::Field(Field::Attendance));
            }
            if response.changed() {
                ui.ctx().request_repaint();
            }
            if !has_room {
                ui.end_row();
            }
            for command in [Command::MARK_OTHERS_PRESENT, Command::MARK_OTHERS_ABSENT] {
                let why_not = ctx.why_not(command);
                if Button::secondary(command.text())
                    .refused(why_not)
                    .show(ui)
                    .clicked()
                {
                    out.send(command);
                }
            }
        });
    }

    /// How many are marked, and the keys.
    fn summary(&self, ui: &mut Ui) {
        let marks = &self.editor.draft.marks;
        let counts = Attendance::VARIANTS.iter();
        let counts = counts.map(|mark| format!("{} {}", marks.count(*mark), mark.word()));
        let counts = counts.collect::<Vec<_>>();
        let t = ui.tokens();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            ui.label(RichText::new(counts.join(", ")).color(t.text));
            let keys = RichText::new("P, A, E mark; Delete takes a mark away").color(t.text_weak);
            ui.add(egui::Label::new(keys).truncate());
        });
    }

    /// The keys of the sheet, which has the keyboard.
    fn keys(&mut self, ui: &Ui, out: &mut Outbox) {
        while let Some(mark) = take_key(ui, &KEYS).and_then(|at| Attendance::VARIANTS.get(at)) {
            self.mark_and_go_on(Some(*mark));
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::Delete) || pressed(Key::Backspace) {
            let player = self.lists.in_hand();
            self.mark(player.as_slice(), None);
        }
        if ui.input(|input| input.modifiers.is_none()) && pressed(Key::Enter) {
            out.send(Command::SAVE_RECORD);
        }
    }

    fn mark_and_go_on(&mut self, mark: Option<Attendance>) {
        let player = self.lists.in_hand();
        self.mark(player.as_slice(), mark);
        let lists = &mut self.lists;
        let last = lists.sheet().len().checked_sub(1);
        lists.row = lists.row.map(|row| row + 1).min(last);
    }
}

/// A mark that can be set by a click; whether it was clicked.
fn mark_cell(ui: &Ui, name: &str, mark: Attendance, is_marked: bool) -> bool {
    let t = ui.tokens();
    let rect = Rect::from_center_size(ui.max_rect().center(), PILL);
    // Not a tab stop: the sheet has the keyboard.
    let response = ui.interact(rect, ui.scope_id().with("mark"), Sense::CLICK);
    response.widget_info(|| {
        let name = format!("{}: {name}", mark.title());
        WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_marked, name)
    });
    let corner = CornerRadius::same(radius::CONTROL);
    let (icon, color, soft) = look(t, mark);
    if is_marked {
        let outline = Stroke::new(1.0, color);
        ui.painter()
            .rect(rect, corner, soft, outline, egui::StrokeKind::Inside);
        let text = ui.painter().layout_no_wrap(
            mark.title().to_owned(),
            theme::medium(size::TEXT_SMALL),
            color,
        );
        let gap = space::XS;
        let width = ICON + gap + text.size().x;
        let left = rect.center().x - width / 2.0;
        let at = egui::pos2(left + ICON / 2.0, rect.center().y);
        icon.paint(
            ui.painter(),
            Rect::from_center_size(at, vec2(ICON, ICON)),
            color,
        );
        let at = egui::pos2(left + ICON + gap, rect.center().y - text.size().y / 2.0);
        ui.painter().galley(at, text, color);
    } else {
        if response.hovered() {
            ui.painter().rect_filled(rect, corner, t.surface_pressed);
        }
        let ring = Stroke::new(1.0, t.border_control);
        ui.painter().circle_stroke(rect.center(), 6.0, ring);
    }
    response.clicked()
}

/// Edge of the icon of a mark, in points.
const ICON: f32 = 12.0;

/// What a mark looks like: never by its color alone.
fn look(t: &Tokens, mark: Attendance) -> (Icon, Color32, Color32) {
    match mark {
        Attendance::Present => (Icon::Check, t.success, t.success_soft),
        Attendance::Absent => (Icon::Close, t.danger, t.danger_soft),
        Attendance::Excused => (Icon::Info, t.warning, t.warning_soft),
    }
}

/// "Lee, Ann, Red, absent"
fn in_words(row: &SheetRow, mark: Option<Attendance>) -> String {
    let mark = mark.map_or("no mark", Attendance::word);
    let group = if row.group.is_empty() { "" } else { ", " };
    let standing = match row.standing {
        Standing::Active => "",
        Standing::Inactive => ", inactive",
        Standing::Gone => ", not listed",
    };
    format!("{}{group}{}{standing}, {mark}", row.name, row.group)
}
