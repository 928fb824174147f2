//! A data table: only visible rows are drawn, the whole table is one tab stop, and the keyboard moves the selected row.

use std::{borrow::Cow, ops::Range};

use egui::{
    Align, Color32, CornerRadius, EventFilter, Frame, Id, Layout, Rangef, Rect, Response, Role,
    Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, accesskit::SortDirection, pos2,
    vec2,
};
use egui_extras::{TableBuilder, TableRow};

use super::{
    icon::Icon,
    input::elided,
    table_cell::{CELL_PADDING, Cell, TITLE_POINTS},
    table_keys::{self, Pressed},
    theme,
    tokens::{UiTokens as _, radius, size},
};

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column<'a> {
    title: Cow<'a, str>,
    width: Width,
    align: Align,
    sortable: bool,
}

#[derive(Clone, Copy, Debug)]
enum Width {
    Fixed(f32),
    /// Shares what is left, but is never narrower than this.
    Flexible(f32),
}

impl<'a> Column<'a> {
    /// A column of this many points.
    pub fn fixed(title: impl Into<Cow<'a, str>>, width: f32) -> Self {
        Self::new(title, Width::Fixed(width))
    }

    /// A column that shares the room that is left, and is at least this wide.
    pub fn flexible(title: impl Into<Cow<'a, str>>, least: f32) -> Self {
        Self::new(title, Width::Flexible(least))
    }

    fn new(title: impl Into<Cow<'a, str>>, width: Width) -> Self {
        Self {
            title: title.into(),
            width,
            align: Align::Min,
            sortable: false,
        }
    }

    /// For numbers.
    pub fn right(mut self) -> Self {
        self.align = Align::Max;
        self
    }

    /// For marks and icons.
    pub fn centered(mut self) -> Self {
        self.align = Align::Center;
        self
    }

    /// A click on the title is reported as [`TableResponse::sort_clicked`].
    pub fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    fn least_width(&self) -> f32 {
        match self.width {
            Width::Fixed(width) | Width::Flexible(width) => width,
        }
    }
}

/// The column that the rows are sorted by, shown by an arrow in its title.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Sort {
    /// Index of the column.
    pub column: usize,
    /// Greatest first.
    pub descending: bool,
}

impl Sort {
    /// What a click on the title of `column` makes of this: that column, and the other way round the second time.
    pub fn clicked(self, column: usize) -> Self {
        Self {
            column,
            descending: self.column == column && !self.descending,
        }
    }
}

/// What happened in a table.
#[derive(Debug)]
pub struct TableResponse {
    /// The table as the one thing that takes the keyboard.
    pub response: Response,
    /// Another row was selected, or none any more.
    pub selection_changed: bool,
    /// Enter or a double click on this row.
    pub activated: Option<usize>,
    /// Delete was pressed on the selected row.
    pub delete_pressed: bool,
    /// The title of this column was clicked.
    pub sort_clicked: Option<usize>,
    /// This row was clicked with the other mouse button, or the menu key was pressed on it.
    pub menu_wanted: Option<usize>,
    /// The rows that were drawn.
    pub visible: Range<usize>,
}

/// A table over rows that the caller keeps.
#[must_use = "a table does nothing until it is shown"]
pub struct Table<'a> {
    name: &'a str,
    columns: &'a [Column<'a>],
    rows: usize,
    sort: Option<Sort>,
    row_name: Option<&'a dyn Fn(usize) -> String>,
    type_ahead: Option<&'a dyn Fn(usize) -> String>,
    empty: Option<&'a mut dyn FnMut(&mut Ui)>,
    reveal: Option<usize>,
    frame: bool,
}

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.name)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl<'a> Table<'a> {
    /// A table of `rows` rows. The name is its accessible name, and its identity within the surrounding `Ui`.
    pub fn new(name: &'a str, columns: &'a [Column<'a>], rows: usize) -> Self {
        Self {
            name,
            columns,
            rows,
            sort: None,
            row_name: None,
            type_ahead: None,
            empty: None,
            reveal: None,
            frame: true,
        }
    }

    /// Marks the column that the rows are sorted by.
    pub fn sort(mut self, sort: Option<Sort>) -> Self {
        self.sort = sort;
        self
    }

    /// One line that says a row to a screen reader: "Smith, Anna, rating 1534". Asked for visible rows only.
    pub fn row_name(mut self, name: &'a dyn Fn(usize) -> String) -> Self {
        self.row_name = Some(name);
        self
    }

    /// The text of a row that typed letters lead to, usually its first column.
    pub fn type_ahead(mut self, text: &'a dyn Fn(usize) -> String) -> Self {
        self.type_ahead = Some(text);
        self
    }

    /// What to show instead of rows when there are none.
    pub fn empty(mut self, show: &'a mut dyn FnMut(&mut Ui)) -> Self {
        self.empty = Some(show);
        self
    }

    /// Brings this row into view now: a new record, the target of "take me there".
    pub fn reveal(mut self, row: Option<usize>) -> Self {
        self.reveal = row;
        self
    }

    /// Whether the table has an outline of its own; without one it fills its pane.
    pub fn framed(mut self, frame: bool) -> Self {
        self.frame = frame;
        self
    }

    /// The id that the table has in `ui`, to send the keyboard to it.
    pub fn id_in(&self, ui: &Ui) -> Id {
        ui.make_persistent_id(("table", self.name))
    }

    /// Shows the table in all the room there is. `cells` draws one cell of one row.
    pub fn show(
        mut self,
        ui: &mut Ui,
        selected: &mut Option<usize>,
        mut cells: impl FnMut(&mut Cell<'_>, usize, usize),
    ) -> TableResponse {
        let id = self.id_in(ui);
        let before = *selected;
        *selected = selected.filter(|&row| row < self.rows);
        let rect = ui.available_rect_before_wrap();

        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let mut pressed = Pressed::default();
        if has_focus {
            pressed = table_keys::read(ui, id, self.rows, selected, self.type_ahead);
        }

        // Not CLICK: clicks belong to the rows, which then send the keyboard here.
        let response = ui.interact(rect, id, Sense::FOCUSABLE);
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            tab: false,
            escape: false,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        response.widget_info(|| WidgetInfo::labeled(Role::Table, ui.is_enabled(), self.name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_row_count(self.rows);
            node.set_column_count(self.columns.len());
        });

        let mut answer = TableResponse {
            response,
            selection_changed: false,
            activated: pressed.enter.then_some(*selected).flatten(),
            delete_pressed: pressed.delete && selected.is_some(),
            sort_clicked: None,
            menu_wanted: pressed.menu.then_some(*selected).flatten(),
            visible: 0..0,
        };
        let reveal = self.reveal.or(if pressed.moved { *selected } else { None });
        let mut empty = self.empty.take();

        let builder = UiBuilder::new().max_rect(rect).accessibility_parent(id);
        ui.scope_builder(builder, |ui| {
            let frame = if self.frame {
                self.outline(ui)
            } else {
                Frame::NONE
            };
            frame.show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                self.draw(ui, id, reveal, selected, &mut answer, &mut cells);
                if let (0, Some(show)) = (self.rows, empty.as_mut()) {
                    show(ui);
                }
            });
        });
        if self.frame && has_focus {
            let ring = Stroke::new(size::FOCUS, ui.tokens().focus_ring);
            ui.painter().rect_stroke(
                rect,
                CornerRadius::same(radius::CARD),
                ring,
                StrokeKind::Inside,
            );
        }
        if let Some(row) = selected.filter(|row| answer.visible.contains(row)) {
            // A screen reader then follows the selected row while the table keeps the keyboard.
            let active = row_id(id, row).accesskit_id();
            ui.ctx()
                .accesskit_node_builder(id, |node| node.set_active_descendant(active));
        }
        answer.selection_changed = *selected != before;
        answer
    }

    fn outline(&self, ui: &Ui) -> Frame {
        let t = ui.tokens();
        Frame::new()
            .fill(t.surface_raised)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(CornerRadius::same(radius::CARD))
    }

    fn draw(
        &self,
        ui: &mut Ui,
        id: Id,
        reveal: Option<usize>,
        selected: &mut Option<usize>,
        answer: &mut TableResponse,
        cells: &mut impl FnMut(&mut Cell<'_>, usize, usize),
    ) {
        let bar = ui.spacing().scroll.allocated_width();
        let least: f32 = self.columns.iter().map(Column::least_width).sum();
        let mut grid = Grid {
            id,
            table: self,
            reveal,
            selected,
            answer,
        };
        if least + bar <= ui.available_width() {
            grid.show(ui, cells);
        } else {
            egui::ScrollArea::horizontal()
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.set_width(least + bar);
                    grid.show(ui, cells);
                });
        }
    }
}

/// One pass over the header and the visible rows.
struct Grid<'g, 'a> {
    id: Id,
    table: &'g Table<'a>,
    reveal: Option<usize>,
    selected: &'g mut Option<usize>,
    answer: &'g mut TableResponse,
}

impl Grid<'_, '_> {
    fn show(&mut self, ui: &mut Ui, cells: &mut impl FnMut(&mut Cell<'_>, usize, usize)) {
        let columns = self.table.columns;
        let rows = self.table.rows;
        // Backgrounds reach from edge to edge, past the last column and below the scroll bar.
        let across = ui.max_rect().x_range();
        let focused = self.answer.response.has_focus();
        let offset = self
            .reveal
            .and_then(|row| table_keys::offset_to_show(ui, self.id, row));
        let mut builder = TableBuilder::new(ui)
            .id_salt(self.id)
            .striped(false)
            .sense(Sense::hover())
            .auto_shrink(false)
            .animate_scrolling(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center));
        for column in columns {
            builder = builder.column(match column.width {
                Width::Fixed(width) => egui_extras::Column::exact(width).clip(false),
                Width::Flexible(least) => egui_extras::Column::remainder().at_least(least),
            });
        }
        if let Some(offset) = offset {
            builder = builder.vertical_scroll_offset(offset);
        }
        let mut visible: Option<Range<usize>> = None;
        let body = builder.header(size::HEADER, |mut header| self.header(&mut header, across));
        let output = body.body(|body| {
            body.rows(size::ROW, rows, |mut row| {
                let index = row.index();
                visible = Some(visible.as_ref().map_or(index, |v| v.start)..index + 1);
                for (place, column) in columns.iter().enumerate() {
                    row.col(|ui| {
                        if place == 0 {
                            self.ground(ui, index, across, focused);
                        }
                        let mut cell = Cell::new(ui, column.align, *self.selected == Some(index));
                        cells(&mut cell, index, place);
                    });
                }
            });
        });
        table_keys::remember_view(
            &self.answer.response,
            output.state.clamped_offset().y,
            output.inner_rect.height(),
        );
        self.answer.visible = visible.unwrap_or(0..0);
    }

    /// What lies under a row: stripes, selection, and the one node that says it to a screen reader.
    fn ground(&mut self, ui: &Ui, index: usize, across: Rangef, focused: bool) {
        let t = ui.tokens();
        let rect = Rect::from_x_y_ranges(across, ui.max_rect().y_range());
        let id = row_id(self.id, index);
        let response = ui.interact(rect, id, Sense::CLICK);
        if response.clicked() || response.secondary_clicked() {
            *self.selected = Some(index);
            self.answer.response.request_focus();
        }
        if response.double_clicked() {
            self.answer.activated = Some(index);
        }
        if response.secondary_clicked() {
            self.answer.menu_wanted = Some(index);
        }

        let selected = *self.selected == Some(index);
        let fill = match (selected, focused || response.clicked(), response.hovered()) {
            (true, true, _) => t.selection,
            (true, false, _) => t.selection_idle,
            (false, _, true) => t.surface_hover,
            _ if index % 2 == 1 => t.zebra,
            _ => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 0, fill);
        if selected {
            let mark = Rect::from_min_max(
                rect.left_top() + vec2(1.0, 5.0),
                pos2(rect.left() + 4.0, rect.bottom() - 5.0),
            );
            ui.painter().rect_filled(mark, 1.5, t.accent);
        }

        let name = self
            .table
            .row_name
            .map_or_else(|| format!("{}", index + 1), |name| name(index));
        response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_selected(selected);
            node.set_row_index(index);
        });
    }

    fn header(&mut self, header: &mut TableRow<'_, '_>, across: Rangef) {
        for (place, column) in self.table.columns.iter().enumerate() {
            header.col(|ui| {
                if place == 0 {
                    header_ground(ui, across);
                }
                let sorted = self.table.sort.filter(|sort| sort.column == place);
                if title(ui, self.id.with(("title", place)), column, sorted) {
                    self.answer.sort_clicked = Some(place);
                }
            });
        }
    }
}

fn header_ground(ui: &Ui, across: Rangef) {
    let t = ui.tokens();
    let rect = Rect::from_x_y_ranges(across, ui.max_rect().y_range()).shrink2(vec2(1.0, 0.0));
    let corner = CornerRadius {
        nw: radius::CARD - 1,
        ne: radius::CARD - 1,
        ..CornerRadius::ZERO
    };
    let rect = rect.with_min_y(rect.top() + 1.0);
    ui.painter().rect_filled(rect, corner, t.surface_sunken);
    ui.painter()
        .hline(across, rect.bottom(), Stroke::new(1.0, t.border));
}

/// The title of a column; tells whether it was clicked.
fn title(ui: &mut Ui, id: Id, column: &Column<'_>, sorted: Option<Sort>) -> bool {
    let t = ui.tokens();
    let rect = ui.max_rect();
    // No tab stop: the keyboard sorts by a command of the caller.
    let sense = if column.sortable {
        Sense::CLICK
    } else {
        Sense::hover()
    };
    let response = ui.interact(rect, id, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &*column.title));
    ui.ctx().accesskit_node_builder(id, |node| {
        if let Some(sort) = sorted {
            node.set_sort_direction(if sort.descending {
                SortDirection::Descending
            } else {
                SortDirection::Ascending
            });
        }
    });

    let color = if sorted.is_some() || (column.sortable && response.hovered()) {
        t.text_strong
    } else {
        t.text_weak
    };
    let inside = rect.shrink2(vec2(CELL_PADDING, 0.0));
    let arrow_room = if sorted.is_some() { 14.0 } else { 0.0 };
    let text = elided(
        ui,
        &column.title,
        theme::medium(TITLE_POINTS),
        color,
        inside.width() - arrow_room,
    );
    let width = text.size().x + arrow_room;
    let left = match column.align {
        Align::Min => inside.left(),
        Align::Center => inside.center().x - width / 2.0,
        Align::Max => inside.right() - width,
    };
    // Right-aligned titles keep their last letter over the last figure: the arrow goes before them.
    let (arrow_left, text_left) = if column.align == Align::Max {
        (left, left + arrow_room)
    } else {
        (left + text.size().x + 3.0, left)
    };
    if let Some(sort) = sorted {
        let icon = if sort.descending {
            Icon::ChevronDown
        } else {
            Icon::ChevronUp
        };
        let at =
            Rect::from_center_size(pos2(arrow_left + 5.0, inside.center().y), Vec2::splat(11.0));
        icon.paint(ui.painter(), at, t.accent);
    }
    ui.painter().galley(
        pos2(text_left, inside.center().y - text.size().y / 2.0),
        text,
        color,
    );
    response.clicked()
}

fn row_id(table: Id, row: usize) -> Id {
    table.with(("row", row))
}

#[cfg(test)]
mod tests {
    use egui::Key;
    use egui_kittest::{
        Harness,
        kittest::{NodeT as _, Queryable as _},
    };

    use super::*;
    use crate::ui::kit::testing;

    #[derive(Default)]
    struct App {
        rows: usize,
        selected: Option<usize>,
        activated: Option<usize>,
        deleted: Option<usize>,
        sort: Option<usize>,
        visible: Range<usize>,
        drawn: usize,
    }

    const NAMES: [&str; 4] = ["Anna", "Bert", "Berta", "Zoe"];

    fn name(row: usize) -> String {
        format!("{} {row}", NAMES[row % NAMES.len()])
    }

    fn harness(rows: usize) -> Harness<'static, App> {
        let app = App {
            rows,
            ..App::default()
        };
        // Two clicks within the time of a double click.
        let builder = testing::builder(egui::Theme::Light)
            .with_step_dt(0.02)
            .with_max_steps(20);
        let show = |ui: &mut Ui, app: &mut App| {
            super::super::Button::secondary("Before").show(ui);
            let columns = [
                Column::flexible("Name", 120.0).sortable(),
                Column::fixed("Rating", 90.0).right().sortable(),
            ];
            let mut drawn = 0;
            let answer = Table::new("Players", &columns, app.rows)
                .row_name(&name)
                .type_ahead(&name)
                .empty(&mut |ui| {
                    ui.label("No players yet");
                })
                .show(ui, &mut app.selected, |cell, row, column| {
                    drawn += 1;
                    match column {
                        0 => cell.strong(&name(row)),
                        _ => cell.text(&row.to_string()),
                    }
                });
            app.drawn = drawn;
            app.activated = answer.activated.or(app.activated);
            app.sort = answer.sort_clicked.or(app.sort);
            app.visible = answer.visible;
            if answer.delete_pressed {
                app.deleted = app.selected;
            }
        };
        builder.build_ui_state(show, app)
    }

    fn press(harness: &mut Harness<'_, App>, key: Key) -> Option<usize> {
        harness.key_press(key);
        harness.run();
        harness.state().selected
    }

    #[test]
    fn keys_move_the_selected_row_and_keep_it_in_view() {
        let mut harness = harness(10_000);
        harness.get_by_label("Players").focus();
        harness.run();
        assert_eq!(press(&mut harness, Key::ArrowDown), Some(0));
        assert_eq!(press(&mut harness, Key::ArrowDown), Some(1));
        assert_eq!(press(&mut harness, Key::ArrowUp), Some(0));
        let page = press(&mut harness, Key::PageDown).expect("a row");
        assert!((5..30).contains(&page), "a page is {page} rows");
        assert_eq!(press(&mut harness, Key::End), Some(9_999));
        harness.run();
        assert!(harness.state().visible.contains(&9_999));
        assert!(harness.state().drawn < 100, "only visible rows are drawn");
        assert_eq!(press(&mut harness, Key::Home), Some(0));
        harness.run();
        assert_eq!(harness.state().visible.start, 0);
    }

    #[test]
    fn a_selected_row_in_view_does_not_scroll() {
        let mut harness = harness(100);
        harness.get_by_label("Players").focus();
        harness.run();
        press(&mut harness, Key::End);
        harness.run();
        let before = harness.state().visible.clone();
        press(&mut harness, Key::ArrowUp);
        press(&mut harness, Key::ArrowUp);
        harness.run();
        assert_eq!(harness.state().visible, before);
    }

    #[test]
    fn enter_double_click_and_delete_are_told() {
        let mut harness = harness(10);
        harness.get_by_label("Berta 2").click();
        harness.run();
        assert_eq!(harness.state().selected, Some(2));
        assert!(
            harness.get_by_label("Berta 2").is_focused(),
            "the table tells its row"
        );
        press(&mut harness, Key::Enter);
        assert_eq!(harness.state().activated, Some(2));
        press(&mut harness, Key::Delete);
        assert_eq!(harness.state().deleted, Some(2));
        harness.get_by_label("Zoe 3").click();
        harness.get_by_label("Zoe 3").click();
        harness.run();
        assert_eq!(harness.state().activated, Some(3));
    }

    #[test]
    fn letters_lead_to_a_row() {
        let mut harness = harness(10);
        harness.get_by_label("Players").focus();
        harness.run();
        harness.event(egui::Event::Text("b".into()));
        harness.run();
        assert_eq!(harness.state().selected, Some(1));
        harness.event(egui::Event::Text("b".into()));
        harness.run();
        assert_eq!(harness.state().selected, Some(2));
    }

    #[test]
    fn the_table_is_one_tab_stop() {
        let mut harness = harness(10);
        harness.get_by_label("Before").focus();
        harness.run();
        harness.key_press(Key::Tab);
        harness.run();
        assert!(harness.get_by_label("Players").is_focused());
        harness.key_press(Key::Tab);
        harness.run();
        assert!(harness.get_by_label("Before").is_focused());
    }

    #[test]
    fn titles_sort_and_say_so() {
        let mut harness = harness(10);
        harness
            .get_by_role_and_label(Role::ColumnHeader, "Rating")
            .click();
        harness.run();
        assert_eq!(harness.state().sort, Some(1));
        let sort = Sort {
            column: 1,
            descending: false,
        };
        assert!(sort.clicked(1).descending);
        assert!(!sort.clicked(0).descending);
    }

    #[test]
    fn rows_say_their_name_and_whether_they_are_selected() {
        let mut harness = harness(10);
        harness.get_by_label("Anna 0").click();
        harness.run();
        let row = harness.get_by_role_and_label(Role::Row, "Anna 0");
        assert_eq!(row.accesskit_node().is_selected(), Some(true));
        let row = harness.get_by_label("Bert 1");
        assert_eq!(row.accesskit_node().is_selected(), Some(false));
    }

    #[test]
    fn an_empty_table_says_so() {
        let harness = harness(0);
        harness.get_by_label("No players yet");
    }
}
