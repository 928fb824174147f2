//! Which pages are printed, as one types them: "1-3, 5".

use std::{fmt, ops::RangeInclusive};

/// Some of the pages, counted from 1: runs in their order with gaps between them, and at least one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PageRanges(Vec<RangeInclusive<usize>>);

impl PageRanges {
    /// A page alone, counted from 1.
    pub(crate) fn one(page: usize) -> Self {
        Self(vec![page..=page])
    }

    /// Pages and runs of pages, with commas between them, in any order, of a document of so many. A run may leave out its first page
    /// or its last one: "3-" is all from the third on.
    ///
    /// # Errors
    /// What to type instead.
    pub(crate) fn read(text: &str, count: usize) -> Result<Self, String> {
        let runs = text.split(',').map(|run| read_run(run, count));
        let runs = runs.collect::<Option<Vec<_>>>();
        runs.map(Self::in_order).ok_or_else(|| match count {
            1 => "There is only 1 page".to_owned(),
            2 => "Type pages from 1 to 2".to_owned(),
            _ => format!("Type pages from 1 to {count}, such as 1-2, {count}"),
        })
    }

    /// The same with what overlaps or meets in one run.
    fn in_order(mut runs: Vec<RangeInclusive<usize>>) -> Self {
        runs.sort_by_key(|run| *run.start());
        let mut apart = Vec::<RangeInclusive<usize>>::new();
        for run in runs {
            match apart.last_mut() {
                Some(last) if run.start() - 1 <= *last.end() => {
                    *last = *last.start()..=*last.end().max(run.end());
                }
                _ => apart.push(run),
            }
        }
        Self(apart)
    }

    /// The pages, counted from 0, as far as there are so many.
    pub(crate) fn places(&self, count: usize) -> Vec<usize> {
        let pages = self.0.iter().flat_map(RangeInclusive::clone);
        let pages = pages.take_while(|page| *page <= count);
        pages.map(|page| page - 1).collect()
    }
}

/// As the programs of CUPS take it: "1-3,5".
impl fmt::Display for PageRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, run) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            let (first, last) = (run.start(), run.end());
            write!(f, "{first}")?;
            if last > first {
                write!(f, "-{last}")?;
            }
        }
        Ok(())
    }
}

/// "5", "1-3", "3-", or "-3".
fn read_run(text: &str, count: usize) -> Option<RangeInclusive<usize>> {
    let page = |text: &str| {
        let digits = text.trim();
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_whole.then(|| digits.parse::<usize>().ok()).flatten()
    };
    let (first, last) = match text.trim().split_once(['-', '–']) {
        None => page(text).map(|page| (page, page)),
        Some(("", "")) => None,
        Some(("", last)) => page(last).map(|last| (1, last)),
        Some((first, "")) => page(first).map(|first| (first, count)),
        Some((first, last)) => page(first).zip(page(last)),
    }?;
    (1 <= first && first <= last && last <= count).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_in_any_order_and_printed_in_theirs() {
        for (text, printed) in [
            ("2", "2"),
            ("1-3,5", "1-3,5"),
            (" 5 , 1 - 3 ", "1-3,5"),
            ("4,3,2", "2-4"),
            ("1-4, 2-3, 4-6", "1-6"),
            ("2–3", "2-3"),
            ("5-", "5-6"),
            ("-2", "1-2"),
            ("6, 6", "6"),
        ] {
            let read = PageRanges::read(text, 6).map(|ranges| ranges.to_string());
            assert_eq!(read.as_deref(), Ok(printed), "{text}");
        }
    }

    #[test]
    fn what_is_no_page_is_refused() {
        for text in [
            "", "0", "7", "4-3", "0-2", "5-7", "-", "1,", "x", "1-2-3", "+1", "1;2", "-0", "7-",
        ] {
            assert_eq!(
                PageRanges::read(text, 6),
                Err("Type pages from 1 to 6, such as 1-2, 6".to_owned()),
                "{text}"
            );
        }
        let reason = |count| PageRanges::read("9", count).expect_err("refused");
        assert_eq!(reason(2), "Type pages from 1 to 2");
        assert_eq!(reason(1), "There is only 1 page");
    }

    #[test]
    fn pages_are_counted_as_far_as_they_are_there() {
        let ranges = PageRanges::read("1-2, 5-8", 9).expect("pages");
        assert_eq!(ranges.places(9), [0, 1, 4, 5, 6, 7]);
        assert_eq!(ranges.places(5), [0, 1, 4]);
        assert_eq!(PageRanges::one(3).places(9), [2]);
    }
}
