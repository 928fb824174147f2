//! What a column is, and which one the rows are sorted by.

use std::borrow::Cow;

use egui::Align;

use super::layout::NARROWEST;

/// A column of a table.
#[derive(Clone, Debug)]
#[must_use]
pub struct Column<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) title: Cow<'a, str>,
    pub(super) under: Option<Cow<'a, str>>,
    pub(super) width: Width,
    pub(super) least: f32,
    pub(super) align: Align,
    pub(super) sortable: bool,
    pub(super) filtered: bool,
    pub(super) can_hide: bool,
    pub(super) editor: Editor,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    Fixed(f32),
    /// Shares what is left, but is never narrower than this.
    Flexible(f32),
}

/// What one edits the cells of a column with, as far as keys and clicks depend on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Editor {
    Text,
    List,
    Check,
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
        let title = title.into();
        Self {
            key: title.clone(),
            title,
            under: None,
            width,
            least: NARROWEST,
            align: Align::Min,
            sortable: false,
            filtered: false,
            can_hide: true,
            editor: Editor::Text,
        }
    }

    /// What the column is remembered by in a [`TableLayout`](super::TableLayout), whatever its title says. The title,
    /// unless given.
    pub fn key(mut self, key: impl Into<Cow<'a, str>>) -> Self {
        self.key = key.into();
        self
    }

    /// Stands under this heading together with its neighbours that do, too: "Rank" and "Rating" under "Week 1". Give such
    /// columns keys, as their titles repeat.
    pub fn under(mut self, heading: impl Into<Cow<'a, str>>) -> Self {
        self.under = Some(heading.into());
        self
    }

    /// The title, with the heading that it stands under: "Week 1, Rank".
    pub fn full_title(&self) -> Cow<'_, str> {
        match &self.under {
            Some(heading) => Cow::Owned(format!("{heading}, {}", self.title)),
            None => Cow::Borrowed(&self.title),
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

    /// A click on the title is reported as [`TableResponse::sort_clicked`](super::TableResponse::sort_clicked).
    pub fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    /// Shows the mark of a filter in the title.
    pub fn filtered(mut self, filtered: bool) -> Self {
        self.filtered = filtered;
        self
    }

    /// The user can't hide it.
    pub fn always_shown(mut self) -> Self {
        self.can_hide = false;
        self
    }

    /// Its cells are edited with a list that drops down: F4 and Alt+Down ask for that.
    pub fn with_list(mut self) -> Self {
        self.editor = Editor::List;
        self
    }

    /// Its cells are check boxes ([`Cell::check`](super::Cell::check)): Space and a click on the box are reported as
    /// [`TableResponse::toggled`](super::TableResponse::toggled), and letters begin no editing. In a list without a cell
    /// cursor Space is for the current row, wherever in it the column stands.
    pub fn with_check(mut self) -> Self {
        self.editor = Editor::Check;
        self
    }

    /// Its width as long as nobody has changed it, and no room is left over.
    pub(super) fn ordinary_width(&self) -> f32 {
        match self.width {
            Width::Fixed(width) | Width::Flexible(width) => width,
        }
    }

    /// What stands in its head.
    pub fn title(&self) -> &str {
        &self.title
    }
}

/// The column that the rows are sorted by, shown by an arrow in its title.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
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
