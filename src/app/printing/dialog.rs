//! What is asked before sheets are printed: where, how often, which of them, and how many sheets of paper come out.

use super::PrintJob;
use crate::{
    domain::counted,
    report::{
        Paper,
        print::{MAX_COPIES, PageRanges, PrintOptions, Printer, Sides},
    },
};

/// What a print is asked for.
#[derive(Clone, Debug)]
pub struct PrintDialog {
    /// `None` until the system has said which printers there are.
    pub printers: Option<Result<Vec<Printer>, String>>,
    pub chosen: usize,
    pub copies: String,
    /// How many pages there are, or why there are none; `None` until they are counted.
    pub count: Option<Result<usize, String>>,
    /// The page that is looked at, counted from 1.
    shown: Option<usize>,
    pub pages: PagesToPrint,
    /// Some of the pages, as typed: "1-3, 5".
    pub some: String,
    pub sides: Sides,
}

/// Which pages are printed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PagesToPrint {
    #[default]
    All,
    Shown,
    Some,
}

/// How sheets are printed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PrintOrder {
    pub copies: u16,
    pub sides: Sides,
    /// Nothing: all pages.
    pub pages: Option<PageRanges>,
}

impl PrintOrder {
    pub(super) fn options(&self, paper: Paper) -> PrintOptions {
        PrintOptions {
            paper,
            copies: self.copies,
            sides: self.sides,
            pages: self.pages.clone(),
        }
    }
}

impl PrintDialog {
    /// What there is to ask of a job, of whose pages this one is looked at, counted from 0.
    pub(in crate::app) fn new(job: &PrintJob, shown: Option<usize>) -> Self {
        Self {
            printers: None,
            chosen: 0,
            copies: "1".to_owned(),
            count: None,
            shown: shown.map(|page| page + 1),
            pages: PagesToPrint::All,
            some: String::new(),
            sides: job.sides(),
        }
    }

    /// The number of pages, once it is known.
    pub fn count(&self) -> Option<usize> {
        self.count.as_ref()?.as_ref().ok().copied()
    }

    /// The page that is looked at, counted from 1, if it is one of several.
    pub fn shown(&self) -> Option<usize> {
        self.shown
            .filter(|shown| self.count().is_some_and(|count| *shown <= count))
    }

    /// The copies as typed.
    ///
    /// # Errors
    /// What to type instead.
    pub fn copies(&self) -> Result<u16, String> {
        let copies = self.copies.trim().parse().ok();
        let copies = copies.filter(|copies| (1..=MAX_COPIES).contains(copies));
        copies.ok_or_else(|| format!("Type a number from 1 to {MAX_COPIES}"))
    }

    /// The pages as chosen and typed; nothing for all of them.
    ///
    /// # Errors
    /// What to type instead.
    pub fn pages(&self) -> Result<Option<PageRanges>, String> {
        match self.pages {
            PagesToPrint::All => Ok(None),
            PagesToPrint::Shown => Ok(self.shown().map(PageRanges::one)),
            PagesToPrint::Some => {
                let count = self.count().unwrap_or(usize::MAX);
                PageRanges::read(&self.some, count).map(Some)
            }
        }
    }

    /// What is to be printed, on which printer.
    ///
    /// # Errors
    /// Why nothing can be printed yet.
    pub fn order(&self) -> Result<(&Printer, PrintOrder), String> {
        let printer = match &self.printers {
            None => Err("Looking for printers"),
            Some(printers) => {
                let chosen = printers.as_ref().ok();
                let chosen = chosen.and_then(|printers| printers.get(self.chosen));
                chosen.ok_or("There is no printer: save the PDF instead")
            }
        }?;
        match &self.count {
            None => return Err("Counting the sheets".to_owned()),
            Some(Err(reason)) => return Err(reason.clone()),
            Some(Ok(_)) => {}
        }
        let copies = self.copies();
        let order = PrintOrder {
            copies: copies.map_err(|reason| format!("Copies: {reason}"))?,
            sides: self.sides,
            pages: self.pages()?,
        };
        Ok((printer, order))
    }

    /// "6 sheets": how many sheets of paper come out, as far as it is known.
    pub fn sheets(&self) -> String {
        let Some(count) = self.count() else {
            return match &self.count {
                Some(Err(reason)) => reason.clone(),
                _ => "Counting the sheets…".to_owned(),
            };
        };
        let (Ok(copies), Ok(pages)) = (self.copies(), self.pages()) else {
            return counted(count, "page");
        };
        let pages = pages.map_or(count, |pages| pages.places(count).len());
        let copies = usize::from(copies);
        // Each copy begins on a sheet of its own.
        let (one, both) = (pages * copies, pages.div_ceil(2) * copies);
        match self.sides {
            Sides::One => counted(one, "sheet"),
            Sides::Both => counted(both, "sheet"),
            Sides::AsSet if one == both => counted(one, "sheet"),
            Sides::AsSet => format!(
                "{}, or {both} if the printer is set to both sides",
                counted(one, "sheet")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialog(count: usize) -> PrintDialog {
        let printer = Printer {
            name: "Office".to_owned(),
            is_default: true,
        };
        PrintDialog {
            printers: Some(Ok(vec![printer])),
            chosen: 0,
            copies: "1".to_owned(),
            count: Some(Ok(count)),
            shown: Some(3),
            pages: PagesToPrint::All,
            some: String::new(),
            sides: Sides::One,
        }
    }

    #[test]
    fn the_sheets_follow_copies_sides_and_pages() {
        let mut dialog = dialog(5);
        assert_eq!(dialog.sheets(), "5 sheets");
        dialog.copies = " 2".to_owned();
        assert_eq!(dialog.sheets(), "10 sheets");
        dialog.sides = Sides::Both;
        assert_eq!(dialog.sheets(), "6 sheets", "each copy begins a sheet");
        dialog.sides = Sides::AsSet;
        let either = "10 sheets, or 6 if the printer is set to both sides";
        assert_eq!(dialog.sheets(), either);
        dialog.pages = PagesToPrint::Shown;
        assert_eq!(dialog.sheets(), "2 sheets", "of one page");
        dialog.pages = PagesToPrint::Some;
        dialog.some = "2-".to_owned();
        dialog.sides = Sides::One;
        assert_eq!(dialog.sheets(), "8 sheets", "to the last page");
        dialog.some = "1, 3, 5".to_owned();
        assert_eq!(dialog.sheets(), "6 sheets");
        dialog.copies = "x".to_owned();
        assert_eq!(dialog.sheets(), "5 pages");
    }

    #[test]
    fn what_cannot_be_printed_is_told() {
        let mut dialog = dialog(5);
        let pages = |dialog: &PrintDialog| dialog.order().map(|(_, order)| order.pages);
        assert_eq!(pages(&dialog), Ok(None));
        dialog.pages = PagesToPrint::Some;
        for text in ["", "1-6"] {
            dialog.some = text.to_owned();
            let refused = "Type pages from 1 to 5, such as 1-2, 5";
            assert_eq!(pages(&dialog), Err(refused.to_owned()), "{text}");
        }
        dialog.pages = PagesToPrint::Shown;
        assert_eq!(pages(&dialog), Ok(Some(PageRanges::one(3))));
        dialog.copies = "100".to_owned();
        assert_eq!(
            pages(&dialog),
            Err("Copies: Type a number from 1 to 99".to_owned())
        );
        dialog.count = Some(Err("The ladder can’t be computed".to_owned()));
        assert_eq!(dialog.sheets(), "The ladder can’t be computed");
        assert!(pages(&dialog).is_err());
        dialog.count = None;
        assert_eq!(pages(&dialog), Err("Counting the sheets".to_owned()));
        dialog.printers = Some(Ok(Vec::new()));
        let none = "There is no printer: save the PDF instead";
        assert_eq!(pages(&dialog), Err(none.to_owned()));
    }
}
