//! From record to record, as the list has them, and from part to part of the window.

use super::super::{
    App, Command, FocusTarget, Pane, View,
    commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
    dialogs::{Dialog, FilterDialog},
    editors::RecordEditor,
    listing::{Choice, ColumnId, Listing, Order, column_of},
};
use crate::domain::Field;
commands! {
    FIRST_RECORD = Entry::new("First record", Group::Go, 0, |app| app.show_row(0)).needs(Needs::List);
    PREVIOUS_RECORD = Entry::new("Previous record", Group::Go, 1, App::previous_record)
        .keys(&[Shortcut::command(Key::PageUp)])
        .needs(Needs::List);
    NEXT_RECORD = Entry::new("Next record", Group::Go, 2, App::next_record)
        .keys(&[Shortcut::command(Key::PageDown)])
        .needs(Needs::List);
    LAST_RECORD = Entry::new("Last record", Group::Go, 3, App::last_record).needs(Needs::List);
    /// Sends the keyboard to the box with the number of the record.
    GO_TO_RECORD = Entry::new("Go to record number", Group::Go, 4, |app| {
        app.focus_next = Some(FocusTarget::RecordBox);
    })
    .keys(&[Shortcut::plain(Key::F5)])
    .needs(Needs::List);
    FIND = Entry::new("Find in this list", Group::Find, 0, App::find)
        .keys(&[Shortcut::command(Key::F)])
        .needs(Needs::Camp)
        .why_not(App::why_nothing_to_find_in);
    FIND_NEXT = Entry::new("Find next", Group::Find, 1, App::find_next)
        .keys(&[Shortcut::shift(Key::F4)])
        .needs(Needs::List)
        .why_not(|app| {
            let is_empty = app.search().trim().is_empty();
            is_empty.then_some("Type a search text first")
        });
    SORT_ASCENDING = Entry::new("Sort ascending", Group::List, 0, |app| app.sort_by_field(false))
        .needs(Needs::List)
        .why_not(App::why_no_column);
    SORT_DESCENDING = Entry::new("Sort descending", Group::List, 1, |app| app.sort_by_field(true))
        .needs(Needs::List)
        .why_not(App::why_no_column);
    /// Asks which values of the column are shown.
    FILTER = Entry::new("Filter this column…", Group::List, 2, App::ask_for_filter)
        .needs(Needs::List)
        .why_not(App::why_no_column);
    FILTER_BY_SELECTION = Entry::new("Filter by selection", Group::List, 3, App::filter_by_selection)
        .keys(&[Shortcut::with_shift(Key::L)])
        .needs(Needs::List)
        .why_not(|app| {
            let is_none = app.field.is_none();
            is_none.then_some("Go to the field with the value first")
        });
    FILTER_OFF = Entry::new("Clear all filters", Group::List, 4, App::filter_off)
        .needs(Needs::List)
        .why_not(|app| {
            let is_filtered = app.listing().is_some_and(Listing::is_filtered);
            (!is_filtered).then_some("All records are shown")
        });
    /// Shows the list as it would be if it were opened now.
    REQUERY = Entry::new("Refresh", Group::List, 5, App::requery)
        .keys(&[Shortcut::shift(Key::F9)])
        .needs(Needs::List);
    /// The next part of the window: pages, list, record, navigation bar.
    NEXT_PANE = Entry::new("Next pane", Group::Panes, 0, |app| app.next_pane(1))
        .keys(&[Shortcut::plain(Key::F6), Shortcut::command(Key::Tab)])
        .without_window(WithoutWindow::Yes);
    PREVIOUS_PANE = Entry::new("Previous pane", Group::Panes, 1, |app| app.next_pane(-1))
        .keys(&[Shortcut::shift(Key::F6), Shortcut::with_shift(Key::Tab)])
        .without_window(WithoutWindow::Yes);
}

impl App {
    fn why_no_column(&self) -> Option<&str> {
        let is_none = self.field.is_none();
        is_none.then_some("Go to a field of the column first")
    }

    fn why_nothing_to_find_in(&self) -> Option<&str> {
        self.why_list_is_covered()
            .or_else(|| self.why_page_comes_first())
    }

    fn find(&mut self) {
        // Of the games that are typed the list that can be searched is in another view.
        if self.view() != View::Entry || self.show_view_before(View::Form, || Command::FIND.into())
        {
            self.focus_next = Some(FocusTarget::Search);
        }
    }

    /// The row of the record that is shown; nothing for a new one, and for one that a filter hides.
    pub fn current_row(&self) -> Option<usize> {
        let camp = self.session.camp.as_ref()?;
        self.listing()?.row_of(&camp.data, self.record()?)
    }

    /// Whether the form shows a new record.
    pub fn is_new_record(&self) -> bool {
        self.editor().is_some_and(RecordEditor::is_new)
    }

    pub(super) fn show_row(&mut self, row: usize) {
        let (Some(camp), Some(list)) = (&self.session.camp, self.listing()) else {
            return;
        };
        if let Some(record) = list.record(&camp.data, row) {
            self.show(record);
        }
    }

    pub(super) fn show_found(&mut self) {
        if self.current_row().is_none() {
            self.show_row(0);
        }
    }

    pub(super) fn last_record(&mut self) {
        let rows = self.listing().map_or(0, Listing::len);
        if let Some(last) = rows.checked_sub(1) {
            self.show_row(last);
        }
    }

    pub(super) fn previous_record(&mut self) {
        match self.current_row() {
            Some(row) => self.show_row(row.saturating_sub(1)),
            None => self.last_record(),
        }
    }

    /// The next record; behind the last one a new one, as in Access.
    pub(super) fn next_record(&mut self) {
        let rows = self.listing().map_or(0, Listing::len);
        match self.current_row() {
            Some(row) if row + 1 < rows => self.show_row(row + 1),
            Some(_) => self.new_record_if_possible(),
            None if self.is_new_record() && !self.record_is_changed() => self
                .notices
                .note("This is the new record: there is none behind it"),
            None if self.is_new_record() => self.new_record(),
            None => self.show_row(0),
        }
    }

    fn new_record_if_possible(&mut self) {
        if self.why_not_change_week().is_none() {
            self.new_record();
        }
    }

    pub(super) fn past_last_field(&mut self) {
        self.focus_next = Some(FocusTarget::FirstField);
        if !self.is_new_record() || self.record_is_changed() {
            self.next_record();
        }
    }

    pub(super) fn before_first_field(&mut self) {
        if self.current_row() == Some(0) {
            self.focus_next = Some(FocusTarget::List);
        } else {
            self.focus_next = Some(FocusTarget::LastField);
            self.previous_record();
        }
    }

    /// The next record that the search has found, and round the end.
    pub(super) fn find_next(&mut self) {
        let rows = self.listing().map_or(0, Listing::len);
        if rows == 0 {
            return self.notices.note("No matches");
        }
        let next = self.current_row().map_or(0, |row| (row + 1) % rows);
        self.show_row(next);
    }

    pub(super) fn requery(&mut self) {
        if let Some(list) = self.listing_mut() {
            list.forget();
        }
    }

    pub(super) fn sort_by_field(&mut self, descending: bool) {
        let what = self.field.and_then(|field| self.column_id(field));
        if let (Some(what), Some(list)) = (what, self.listing_mut()) {
            list.set_order(Some(Order { what, descending }));
        }
    }

    /// Shows only the records that have in this field what the one on the screen has.
    pub(super) fn filter_by_selection(&mut self) {
        let Some(what) = self.field.and_then(|field| self.column_id(field)) else {
            return;
        };
        let (Some(camp), Some(row), Some(list)) =
            (&self.session.camp, self.current_row(), self.listing())
        else {
            return self.notices.note("Choose a record first");
        };
        let value = list.text(&camp.data, row, what);
        if let Some(list) = self.listing_mut() {
            list.set_filter(what, Some(Choice::Only([value].into())));
        }
    }

    /// Asks which values of the column of the field are shown.
    pub(super) fn ask_for_filter(&mut self) {
        let Some(what) = self.field.and_then(|field| self.column_id(field)) else {
            return;
        };
        self.ask_for_filter_of(what);
    }

    /// Asks which values of a column are shown.
    pub(super) fn ask_for_filter_of(&mut self, what: ColumnId) {
        let (Some(camp), Some(list)) = (&self.session.camp, self.listing()) else {
            return;
        };
        let columns = list.columns(&camp.data);
        let Some(column) = columns.iter().find(|column| column.what == what) else {
            return;
        };
        let filter = list.filter(what);
        let letters = match filter {
            Some(Choice::Containing(letters)) => letters.clone(),
            _ => String::new(),
        };
        let values = list.values(&camp.data, what).map(|values| {
            let is_shown = |text: &str| match filter {
                None | Some(Choice::Containing(_)) => true,
                Some(filter) => filter.shows(text),
            };
            let value = |(text, count): (String, usize)| {
                let shown = is_shown(&text);
                (text, count, shown)
            };
            values.into_iter().map(value).collect()
        });
        self.dialog = Some(Dialog::Filter(FilterDialog {
            what,
            title: column.title.to_owned(),
            letters,
            values,
        }));
    }

    pub(super) fn filter_off(&mut self) {
        if let Some(rows) = self.rows_mut() {
            rows.search.clear();
            rows.listing.clear_filters();
        }
    }

    fn column_id(&self, field: Field) -> Option<ColumnId> {
        let camp = self.session.camp.as_ref()?;
        let columns = self.listing()?.columns(&camp.data);
        let column = column_of(&columns, field)?;
        columns.get(column).map(|column| column.what)
    }

    /// Sends the keyboard to the next part of the window, `by` parts further and round the ends.
    pub(super) fn next_pane(&mut self, by: isize) {
        let in_place = self.panes_in_place_of_window();
        let (panes, of_shown) = in_place.map_or_else(|| self.panes_of_window(), |panes| (panes, 0));
        if panes.is_empty() {
            return;
        }
        let now = panes.iter().position(|(pane, _)| *pane == self.pane);
        // One that isn't there was of what was shown before.
        let now = isize::try_from(now.unwrap_or(of_shown)).unwrap_or(0);
        let count = isize::try_from(panes.len()).unwrap_or(1);
        let to = usize::try_from((now + by).rem_euclid(count)).unwrap_or(0);
        if let Some((pane, focus_next)) = panes.get(to) {
            self.pane = *pane;
            self.focus_next = Some(*focus_next);
        }
    }

    /// The parts of the window with what takes the keyboard there, and which of them is the first of the page.
    fn panes_of_window(&self) -> (Vec<(Pane, FocusTarget)>, usize) {
        let mut panes = Vec::with_capacity(4);
        let has_camp = self.session.camp.is_some();
        if has_camp && self.settings.side_bar {
            panes.push((Pane::SideBar, FocusTarget::SideBar));
        }
        let bars = 0..self.bars;
        panes.extend(bars.map(|bar| (Pane::Bar(bar), FocusTarget::Bar(bar))));
        let of_shown = panes.len();
        panes.extend(self.panes_of_shown());
        let is_page = has_camp && self.session.over().is_none();
        if is_page && self.view().is_of_form() && !self.page.views.is_empty() {
            let can_be_typed = self.why_not_change_week().is_none();
            if self.view() == View::Form && self.record_is_shown() && can_be_typed {
                panes.push((Pane::Record, FocusTarget::FirstField));
            }
            panes.push((Pane::Navigation, FocusTarget::RecordBox));
        }
        if self.notices.are_at_foot {
            panes.push((Pane::Messages, FocusTarget::Messages));
        }
        (panes, of_shown)
    }
}
