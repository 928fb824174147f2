//! A job as a printer without any language gets it: all pages, drawn strip by strip, in all copies.
//!
//! Nothing here knows Windows, so that all of it is tested everywhere.

use std::{io, ops::ControlFlow};

use super::{
    PrintError, Printed,
    sheet::{Area, Sheet, Tile},
};
use crate::{
    jobs::Progress,
    report::{Pages, world::forget_old_layouts},
};

/// What a page counts in the progress of a job.
const PAGE: usize = 100;

/// What is asked of a printer. `windows.rs` has the real one.
pub(super) trait Press {
    /// Begins a job of this name.
    fn begin(&mut self, title: &str) -> Result<(), Failure>;
    /// Asks for the next page's paper wide or upright, and tells how it lies.
    fn turn(&mut self, is_wide: bool) -> Result<Sheet, Failure>;
    fn begin_page(&mut self) -> Result<(), Failure>;
    fn draw(&mut self, tile: &Tile, area: Area) -> Result<(), Failure>;
    fn end_page(&mut self) -> Result<(), Failure>;
    fn end(&mut self) -> Result<(), Failure>;
    /// Takes back what was sent of a job that has begun.
    fn abort(&mut self);
}

/// A call to Windows that failed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Failure {
    /// What was called.
    pub call: &'static str,
    /// What Windows says of it; 0 where it says nothing.
    pub code: i32,
}

/// How the pages are sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Order {
    /// Which pages, counted from 0.
    pub places: Vec<usize>,
    /// How many times all of them.
    pub runs: u16,
    /// Whether each run begins on a new sheet that is printed on both sides.
    pub is_duplex: bool,
}

/// Sends all pages; whatever stops it takes back what was sent.
pub(super) fn run(
    press: &mut impl Press,
    pages: &Pages,
    order: &Order,
    progress: &Progress,
) -> Result<Printed, Failure> {
    press.begin(pages.title())?;
    let mut is_reduced = false;
    match send(press, pages, order, progress, &mut is_reduced) {
        Ok(ControlFlow::Continue(())) => {}
        Ok(ControlFlow::Break(())) => {
            press.abort();
            return Ok(Printed::Cancelled);
        }
        Err(failure) => {
            press.abort();
            return Err(failure);
        }
    }
    press.end()?;
    Ok(if is_reduced {
        Printed::Reduced
    } else {
        Printed::Sent
    })
}

fn send(
    press: &mut impl Press,
    pages: &Pages,
    order: &Order,
    progress: &Progress,
    is_reduced: &mut bool,
) -> Result<ControlFlow<()>, Failure> {
    let count = order.places.len();
    let runs = usize::from(order.runs);
    let total = runs * count * PAGE;
    for run in 0..runs {
        for (place, page) in order.places.iter().copied().enumerate() {
            let Some(size) = pages.size(page) else {
                continue;
            };
            let sheet = press.turn(pages.is_wide(page))?;
            if !sheet.is_usable() {
                return Err(Failure {
                    call: "GetDeviceCaps",
                    code: 0,
                });
            }
            let placed = sheet.place(size, pages.inked(page));
            *is_reduced |= placed.is_reduced;
            press.begin_page()?;
            let all = placed.rows();
            let mut top = all.start;
            while top < all.end {
                let rows = placed.strip(top);
                let Some(strip) = pages.strip(page, placed.is_turned, placed.dots_per_point, &rows)
                else {
                    break;
                };
                let (tiles, next) = placed.tiles(&strip, &rows);
                for tile in tiles {
                    if progress.is_cancelled() {
                        return Ok(ControlFlow::Break(()));
                    }
                    press.draw(&tile, placed.area(&tile))?;
                }
                top = next;
                let drawn = (top - all.start) as usize * PAGE / all.len();
                let done = (run * count + place) * PAGE + drawn;
                if progress.reached(done, total).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            press.end_page()?;
            forget_old_layouts();
        }
        // The next set doesn't begin on the back of this one's last page.
        if order.is_duplex && !count.is_multiple_of(2) && run + 1 < runs {
            press.begin_page()?;
            press.end_page()?;
        }
    }
    Ok(progress.reached(total, total))
}

impl Failure {
    /// `ERROR_CANCELLED` and `ERROR_PRINT_CANCELLED`: in the window that asks for a file's name, and in the queue.
    const CANCELLED: [i32; 2] = [1223, 63];
    /// `ERROR_INVALID_PRINTER_NAME`, `ERROR_PRINTER_DELETED` and `ERROR_PRINTER_NOT_FOUND`.
    const GONE: [i32; 3] = [1801, 1905, 3012];
    /// `RPC_S_SERVER_UNAVAILABLE`, `RPC_S_CALL_FAILED`, and the same before it was carried out.
    const MUTE: [i32; 3] = [1722, 1726, 1727];

    /// How printing ended where it ended like this.
    pub(super) fn ends(self, printer: &str) -> Result<Printed, PrintError> {
        tracing::warn!("printing failed: {} with {}", self.call, self.code);
        if Self::CANCELLED.contains(&self.code) {
            Ok(Printed::Cancelled)
        } else if Self::GONE.contains(&self.code) {
            Err(PrintError::PrinterGone(printer.to_owned()))
        } else {
            Err(PrintError::Refused {
                printer: printer.to_owned(),
                message: self.in_words(),
            })
        }
    }

    /// What Windows says of it, without a full stop.
    pub(super) fn in_words(self) -> String {
        if self.code == 0 {
            return format!("Windows gave no reason ({})", self.call);
        }
        if Self::MUTE.contains(&self.code) {
            return "the Print Spooler of Windows, or the computer that has the printer, does not answer".to_owned();
        }
        let said = io::Error::from_raw_os_error(self.code).to_string();
        let words = said.split(" (os error").next().unwrap_or_default();
        format!("{} ({})", words.trim().trim_end_matches('.'), self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::CampData,
        report::{
            OwnTemplates, PageSize, Print, PrintScope, lay_out,
            tests::{TODAY, camp},
        },
    };

    /// A printer of 50 dots an inch that has Letter paper, and keeps what it is asked.
    #[derive(Default)]
    struct Recorder {
        /// "begin", "page 425 × 550", "end page", "end", "abort"
        asked: Vec<String>,
        /// Whether it turns its paper.
        turns: bool,
        /// What it fails at, with this.
        fails: Option<(&'static str, i32)>,
        /// What cancels the job when the first page is drawn.
        cancel: Option<Progress>,
        is_wide: bool,
        /// The greys of the page that is drawn.
        paper: Vec<u8>,
        pages: Vec<Vec<u8>>,
    }

    impl Recorder {
        fn sheet(&self) -> Sheet {
            let mut paper = [425, 550];
            if self.is_wide {
                paper.reverse();
            }
            Sheet {
                dpi: [50, 50],
                paper,
                margin: [10, 20],
                reach: [paper[0] - 30, paper[1] - 40],
            }
        }

        fn ask(&mut self, call: &'static str, what: String) -> Result<(), Failure> {
            self.asked.push(what);
            match self.fails {
                Some((failing, code)) if failing == call => Err(Failure { call, code }),
                _ => Ok(()),
            }
        }
    }

    impl Press for Recorder {
        fn begin(&mut self, title: &str) -> Result<(), Failure> {
            self.ask("begin", format!("begin {title}"))
        }

        fn turn(&mut self, is_wide: bool) -> Result<Sheet, Failure> {
            self.is_wide = is_wide && self.turns;
            Ok(self.sheet())
        }

        fn begin_page(&mut self) -> Result<(), Failure> {
            let [width, height] = self.sheet().reach;
            self.paper = vec![255; usize::try_from(width * height).expect("dots")];
            self.ask("begin page", format!("page {width} × {height}"))
        }

        fn draw(&mut self, tile: &Tile, area: Area) -> Result<(), Failure> {
            if let Some(progress) = &self.cancel {
                progress.cancel();
            }
            assert_eq!(
                (area.width, area.height),
                (whole(tile.width), whole(tile.height))
            );
            let bytes = if tile.is_grey { 1 } else { 3 };
            let line = (tile.width as usize * bytes).next_multiple_of(4);
            let width = usize::try_from(self.sheet().reach[0]).expect("dots");
            for (row, bits) in tile.bits.chunks(line).rev().enumerate() {
                let at = usize::try_from(area.top).expect("reached") + row;
                for column in 0..tile.width as usize {
                    let left = usize::try_from(area.left).expect("reached") + column;
                    self.paper[at * width + left] = bits[column * bytes + bytes - 1];
                }
            }
            if let Some(("draw", code)) = self.fails {
                return Err(Failure { call: "draw", code });
            }
            Ok(())
        }

        fn end_page(&mut self) -> Result<(), Failure> {
            self.pages.push(std::mem::take(&mut self.paper));
            self.ask("end page", "end page".to_owned())
        }

        fn end(&mut self) -> Result<(), Failure> {
            self.ask("end", "end".to_owned())
        }

        fn abort(&mut self) {
            self.asked.push("abort".to_owned());
        }
    }

    fn whole(dots: u32) -> i32 {
        i32::try_from(dots).expect("few")
    }

    fn laid(print: Print, players: usize) -> Pages {
        let mut choices = print.default_choices();
        choices.scope = PrintScope::Camp;
        let own = OwnTemplates::default();
        // A foot of two lines would be smaller on this printer.
        let camp = CampData {
            name: "Gold camp".to_owned(),
            ..camp(players)
        };
        let laid = lay_out(print, &camp, &choices, TODAY, &own);
        laid.expect("sheets").pages
    }

    /// All pages in so many copies.
    fn copies(pages: &Pages, runs: u16) -> Order {
        Order {
            places: (0..pages.count()).collect(),
            runs,
            is_duplex: false,
        }
    }

    fn run_on(press: &mut Recorder, pages: &Pages, order: &Order) -> Result<Printed, Failure> {
        let progress = press.cancel.clone().unwrap_or_default();
        run(press, pages, order, &progress)
    }

    /// What the printer reaches of a page, in greys, as the window would show it.
    fn reached(pages: &Pages, page: usize) -> Vec<u8> {
        let picture = pages.picture(page, 50.0 / 72.0).expect("a page");
        let rows = 20..picture.height - 20;
        let dots = rows.flat_map(|row| (10..picture.width - 20).map(move |column| (row, column)));
        dots.map(|(row, column)| picture.rgba[(row * picture.width + column) * 4])
            .collect()
    }

    #[track_caller]
    fn assert_same(printed: &[u8], shown: &[u8]) {
        assert_eq!(printed.len(), shown.len());
        let differ = printed.iter().zip(shown);
        let differ = differ.filter(|(a, b)| a.abs_diff(**b) > 2).count();
        assert_eq!(differ, 0);
        assert!(shown.iter().filter(|dot| **dot < 128).count() > 500, "ink");
    }

    #[test]
    fn a_printer_gets_what_the_window_shows() {
        let pages = laid(Print::Standings, 60);
        assert!(pages.count() > 1);
        let mut press = Recorder::default();
        assert_eq!(
            run_on(&mut press, &pages, &copies(&pages, 1)),
            Ok(Printed::Sent)
        );
        assert_eq!(press.pages.len(), pages.count());
        for (page, printed) in press.pages.iter().enumerate() {
            assert_same(printed, &reached(&pages, page));
        }
        let begin = format!("begin {}", pages.title());
        assert_eq!(press.asked.first(), Some(&begin));
        assert_eq!(press.asked.last().map(String::as_str), Some("end"));
    }

    #[test]
    fn the_words_of_a_page_are_found() {
        let pages = laid(Print::Standings, 60);
        let [first, end] = pages.inked(0);
        for [left, top, right, bottom] in pages.ink(0) {
            assert!(left >= first[0] && top >= first[1]);
            assert!(right <= end[0] && bottom <= end[1]);
        }
        // What `sheet.typ` says of its margins.
        assert!((first[0] - 0.72 * 72.0).abs() < 2.0, "{first:?}");
        assert!((end[0] - (8.5 - 0.72) * 72.0).abs() < 2.0, "{end:?}");
    }

    #[test]
    fn a_wide_page_is_wide_or_turned() {
        let pages = laid(Print::Certificates, 12);
        let mut press = Recorder {
            turns: true,
            ..Recorder::default()
        };
        assert_eq!(
            run_on(&mut press, &pages, &copies(&pages, 1)),
            Ok(Printed::Sent)
        );
        assert_same(&press.pages[0], &reached(&pages, 0));
        assert_eq!(press.asked[1], "page 520 × 385");

        let mut stiff = Recorder::default();
        assert_eq!(
            run_on(&mut stiff, &pages, &copies(&pages, 1)),
            Ok(Printed::Sent)
        );
        assert_same(&stiff.pages[0], &reached(&pages.upright(), 0));
        assert_eq!(stiff.asked[1], "page 395 × 510");
    }

    #[test]
    fn all_pages_come_again_for_each_copy_that_the_printer_does_not_make() {
        let pages = laid(Print::Standings, 100);
        let count = pages.count();
        assert!(count > 1 && count % 2 == 1, "{count}: an odd number");
        let sent = |order: Order| {
            let mut press = Recorder::default();
            assert_eq!(run_on(&mut press, &pages, &order), Ok(Printed::Sent));
            press.pages
        };
        let once = sent(copies(&pages, 1));
        assert_eq!(sent(copies(&pages, 3)), [once.as_slice(); 3].concat());
        let some = Order {
            places: vec![0, 2],
            ..copies(&pages, 2)
        };
        let first_and_third = [&once[..1], &once[2..3]].concat();
        assert_eq!(
            sent(some),
            [first_and_third.as_slice(); 2].concat(),
            "some of them"
        );
        let both_sides = Order {
            is_duplex: true,
            ..copies(&pages, 2)
        };
        let mut expected = once.clone();
        expected.push(vec![255; once[0].len()]);
        expected.extend_from_slice(&once);
        assert_eq!(
            sent(both_sides),
            expected,
            "the second set begins on a sheet of its own"
        );
    }

    #[test]
    fn a_cancelled_job_is_taken_back() {
        let pages = laid(Print::Standings, 60);
        let mut press = Recorder {
            cancel: Some(Progress::default()),
            ..Recorder::default()
        };
        assert_eq!(
            run_on(&mut press, &pages, &copies(&pages, 1)),
            Ok(Printed::Cancelled)
        );
        assert_eq!(press.asked.last().map(String::as_str), Some("abort"));
        assert_eq!(press.asked.len(), 3, "at once: {:?}", press.asked);
    }

    #[test]
    fn a_job_that_fails_is_taken_back() {
        let pages = laid(Print::Standings, 20);
        for call in ["begin page", "draw", "end page"] {
            let mut press = Recorder {
                fails: Some((call, 31)),
                ..Recorder::default()
            };
            let failed = Err(Failure { call, code: 31 });
            assert_eq!(run_on(&mut press, &pages, &copies(&pages, 1)), failed);
            assert_eq!(press.asked.last().map(String::as_str), Some("abort"));
        }
        let mut press = Recorder {
            fails: Some(("begin", 1223)),
            ..Recorder::default()
        };
        let failure = run_on(&mut press, &pages, &copies(&pages, 1)).expect_err("refused");
        assert_eq!(press.asked.len(), 1, "there is nothing to take back");
        assert!(matches!(failure.ends("Office"), Ok(Printed::Cancelled)));
    }

    #[test]
    fn pages_that_are_made_smaller_are_told() {
        let mut choices = Print::Standings.default_choices();
        choices.paper = crate::report::Paper::A4;
        let own = OwnTemplates::default();
        let laid = lay_out(Print::Standings, &camp(20), &choices, TODAY, &own).expect("sheets");
        assert_ne!(
            laid.pages.size(0),
            Some(PageSize {
                width: 612.0,
                height: 792.0
            })
        );
        let progress = Progress::default();
        let mut press = Recorder::default();
        let printed = run(&mut press, &laid.pages, &copies(&laid.pages, 1), &progress);
        assert_eq!(printed, Ok(Printed::Reduced));
        assert_eq!(progress.fraction(), Some(1.0));
    }

    #[test]
    fn failures_are_told_in_words() {
        let ends = |code| {
            Failure {
                call: "StartDoc",
                code,
            }
            .ends("Office")
        };
        for code in [1223, 63] {
            assert!(matches!(ends(code), Ok(Printed::Cancelled)));
        }
        for code in [1801, 1905, 3012] {
            assert!(matches!(ends(code), Err(PrintError::PrinterGone(name)) if name == "Office"));
        }
        let words = |code| ends(code).expect_err("refused").to_string();
        assert_eq!(
            words(1722),
            "The printer “Office” did not take the pages: the Print Spooler of Windows, or the computer that has the printer, \
             does not answer. Save the PDF instead, and print it from there"
        );
        assert!(words(0).contains("Windows gave no reason (StartDoc). Save"));
        assert!(words(5).contains(" (5). Save"), "{}", words(5));
        assert!(!words(5).contains("os error"), "{}", words(5));
    }
}
