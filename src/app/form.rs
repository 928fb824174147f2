//! A form: the record that is typed, the rows of all of them, and what can be done to several at once.

use std::{fmt, ops::Range};

use super::{
    App, OpenCamp, drafts::RecordDraft, editor::Editor, editors::RecordEditor, listing::Listing,
};
use crate::domain::{CampData, Described, GroupId, Record};

/// A form with records of a kind.
pub struct Form<R: Described> {
    pub editor: Editor<RecordDraft<R>>,
    pub rows: Rows,
}

impl<R: Described> Default for Form<R> {
    fn default() -> Self {
        Self {
            editor: Editor::default(),
            rows: Rows {
                listing: Listing::new(R::KIND),
                search: String::new(),
                selected: Selected::default(),
            },
        }
    }
}

impl<R: Described> fmt::Debug for Form<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form")
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl<R: Described> Form<R> {
    /// The record that is typed, unless it is a new one.
    pub fn record(&self) -> Option<Record> {
        self.editor.id().map(Into::into)
    }

    /// The row of the record that is typed; nothing for a new one, and for one that a filter hides.
    pub fn current_row(&self, camp: &CampData) -> Option<usize> {
        self.rows.listing.row_of(camp, self.record()?)
    }

    /// As [`Self::current_row`], and for a new record the row behind the last one.
    pub fn shown_row(&self, camp: &CampData) -> Option<usize> {
        if self.editor.is_new() {
            Some(self.rows.listing.len())
        } else {
            self.current_row(camp)
        }
    }
}

/// A form, whatever its records are of.
pub trait AnyForm {
    /// The record that is typed.
    fn editor(&self) -> &dyn RecordEditor;

    /// As [`Self::editor`].
    fn editor_mut(&mut self) -> &mut dyn RecordEditor;

    fn rows(&self) -> &Rows;

    fn rows_mut(&mut self) -> &mut Rows;
}

impl<R: Described> AnyForm for Form<R> {
    fn editor(&self) -> &dyn RecordEditor {
        &self.editor
    }

    fn editor_mut(&mut self) -> &mut dyn RecordEditor {
        &mut self.editor
    }

    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn rows_mut(&mut self) -> &mut Rows {
        &mut self.rows
    }
}

/// The rows of a form.
#[derive(Debug)]
pub struct Rows {
    pub listing: Listing,
    /// What is typed into the search box.
    pub search: String,
    pub selected: Selected,
}

impl Rows {
    /// Selects the records in these rows. They are looked up when others are selected.
    pub fn select(&mut self, camp: &CampData, rows: &[Range<usize>]) {
        let generation = self.listing.generation();
        let is_known = self
            .selected
            .of
            .as_ref()
            .is_some_and(|(of, known)| *of == generation && known.as_slice() == rows);
        if !is_known {
            let records = rows.iter().cloned().flatten();
            let records = records.filter_map(|row| self.listing.record(camp, row));
            self.selected = Selected {
                records: records.collect(),
                of: Some((generation, rows.to_vec())),
            };
        }
    }
}

/// The records that are selected in a datasheet, whatever rows they come to stand in.
#[derive(Debug, Default)]
pub struct Selected {
    records: Vec<Record>,
    /// The rows that they were read from: of which generation, and which.
    of: Option<(u64, Vec<Range<usize>>)>,
}

impl Selected {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

impl App {
    /// The rows of the page that is shown.
    pub(super) fn rows(&self) -> Option<&Rows> {
        self.page_now()?.page.form().map(AnyForm::rows)
    }

    /// As [`Self::rows`].
    pub(super) fn rows_mut(&mut self) -> Option<&mut Rows> {
        let (_, rows) = self.rows_in_camp()?;
        Some(rows)
    }

    /// The rows of the page that is shown, as they are sorted and filtered.
    pub fn listing(&self) -> Option<&Listing> {
        self.rows().map(|rows| &rows.listing)
    }

    /// As [`Self::listing`].
    pub(super) fn listing_mut(&mut self) -> Option<&mut Listing> {
        self.rows_mut().map(|rows| &mut rows.listing)
    }

    /// What is typed into the search box of the page that is shown.
    pub(super) fn search(&self) -> &str {
        self.rows().map_or("", |rows| rows.search.as_str())
    }

    /// As [`Self::search`], to be typed into; that of a page without rows, too.
    pub(super) fn search_mut(&mut self) -> Option<&mut String> {
        self.page_now_mut()?.page.search_mut()
    }

    /// Brings the rows of the page that is shown up to date.
    pub(super) fn refresh_listing(&mut self) {
        if let Some((camp, rows)) = self.rows_in_camp() {
            rows.listing.refresh(camp, &rows.search);
        }
    }

    /// The open camp, and beside it the rows of the page that is shown.
    fn rows_in_camp(&mut self) -> Option<(&OpenCamp, &mut Rows)> {
        let session = &mut self.session;
        let camp = session.camp.as_ref()?;
        let mut pages = session.pages.iter_mut();
        let open = pages.find(|open| open.spec.page == self.page)?;
        Some((camp, open.page.form_mut()?.rows_mut()))
    }
}

/// A change of all selected rows of a datasheet, made and undone as one step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bulk {
    /// Moves players to a group.
    MoveTo(GroupId),
    /// Takes players out of the ladder, or back in.
    SetActive(bool),
    /// Has games count, or not.
    SetCounts(bool),
    /// Asks, and then deletes.
    Delete,
    /// Deletes; the director has been asked.
    DeleteNow,
}
