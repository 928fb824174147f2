//! What the lists of all forms share: search box, order, and which row is the record's.

use std::rc::Rc;

use egui::{Id, Key, Ui};

use super::super::kit::{SearchBox, Sort, TableResponse};
use crate::{
    app::{Action, App, Command, KeyboardTo},
    domain::{Record, name_key},
};

/// The rows of a list in the order and choice in which they are shown.
#[derive(Debug, Default)]
pub(super) struct List {
    /// The column that decides the order; `None` for the list's own order.
    pub(super) sort: Option<Sort>,
    rows: Rc<Vec<usize>>,
    made_for: Option<(u64, String, Option<Sort>)>,
    /// The last visit of the record that was brought into view.
    seen_visit: u64,
}

impl List {
    /// The rows to show, found and sorted anew only when the camp, the search or the order has changed.
    ///
    /// `matches` tells whether a row has all the words of a search, given their keys; `order` compares two rows by a
    /// column.
    pub(super) fn rows(
        &mut self,
        revision: u64,
        search: &str,
        count: usize,
        matches: impl Fn(usize, &[String]) -> bool,
        order: impl Fn(usize, usize, usize) -> std::cmp::Ordering,
    ) -> Rc<Vec<usize>> {
        let wanted = (revision, search.to_owned(), self.sort);
        if self.made_for.as_ref() != Some(&wanted) {
            let words = name_key(search)
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>();
            let mut rows = (0..count)
                .filter(|row| matches(*row, &words))
                .collect::<Vec<_>>();
            if let Some(sort) = self.sort {
                rows.sort_by(|a, b| {
                    let ordering = order(sort.column, *a, *b);
                    if sort.descending {
                        ordering.reverse()
                    } else {
                        ordering
                    }
                });
            }
            self.rows = Rc::new(rows);
            self.made_for = Some(wanted);
        }
        Rc::clone(&self.rows)
    }

    /// The next order after a click on a column's title.
    fn sort_by(&mut self, column: usize) {
        self.sort = Some(match self.sort {
            Some(sort) => sort.clicked(column),
            None => Sort {
                column,
                descending: false,
            },
        });
    }

    /// Takes in what was done in the table; `record` names the record of a row. Whether the cursor shall go into the
    /// record's first field.
    pub(super) fn take(
        &mut self,
        app: &mut App,
        response: &TableResponse,
        selected: Option<usize>,
        record: impl Fn(usize) -> Record,
    ) -> bool {
        if app
            .keyboard_to
            .take_if(|to| *to == KeyboardTo::List)
            .is_some()
        {
            response.response.request_focus();
        }
        if response.selection_changed
            && let Some(row) = selected
        {
            app.send(Action::Show(record(row)));
        }
        if response.delete_pressed {
            app.send(Command::DeleteRecord);
        }
        if let Some(column) = response.sort_clicked {
            self.sort_by(column);
        }
        response.activated.is_some()
    }

    /// Whether the record has been shown anew since the list last asked.
    pub(super) fn is_new_visit(&mut self, visit: u64) -> bool {
        std::mem::replace(&mut self.seen_visit, visit) != visit
    }
}

/// Whether every word begins a word of the text.
pub(super) fn has_words(text: &str, words: &[String]) -> bool {
    let key = name_key(text);
    words.iter().all(|word| {
        key.split([' ', '-', '\''])
            .any(|part| part.starts_with(word.as_str()))
    })
}

/// The search box of a list, where Find leads.
pub(super) fn search(ui: &mut Ui, app: &mut App, name: &str, width: f32) {
    let id = Id::unique(("search", name));
    if app
        .keyboard_to
        .take_if(|to| *to == KeyboardTo::Search)
        .is_some()
    {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let response = SearchBox::new(name)
        .width(width)
        .id(id)
        .show(ui, &mut app.search);
    // From the words to what they found.
    let down = response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
    let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if down || enter {
        app.keyboard_to = Some(KeyboardTo::List);
    }
}
