//! Pages as pictures, compared.

use std::{fs, path::Path, process::Command};

use crate::must;

/// A page, as red, green and blue.
#[derive(Clone, PartialEq)]
pub(crate) struct Sheet {
    pub width: usize,
    pub height: usize,
    dots: Vec<[u8; 3]>,
}

/// Dots an inch that pages are drawn with: those of the test's printer, so that no dot of what it was sent is rounded.
const DRAWN: &str = "300";

/// How much smaller they are compared, by the mean of three dots across and down. A dot is a quarter of a millimetre then.
const COMPARED: &str = "33.3333%";

/// How far the same dot of two pictures may be apart, of 255. Letters and lines come to the one picture as the printer's
/// dots and to the other as outlines, whose edges pdftoppm puts up to half a printer's dot elsewhere: on both sides of a
/// stroke that is a third of a dot here.
const FAR: u8 = 128;

/// How many may be further apart, of all dots that aren't white in both: one in so many. It is one in fifty at most where
/// the page is the same, and one in ten where it is one dot further right or down.
const FEW: u32 = 25;

/// The edge of the squares of which each must have as much ink in both pictures, in dots: half an inch, a few words.
const WORDS: usize = 50;

/// How much more ink such a square may have in one of them: 1.6 times as much was measured, where a thick line lies along
/// its edge. Where the words of a square are missing in the other, only lines are left of it.
const MORE: f64 = 3.0;

/// The ink of a square that is looked at, in black dots: a thin line through it has less.
const LITTLE: f64 = 40.0;

/// How two pictures of a page differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// Dots that are not white in both.
    inked: u32,
    /// Those that are further apart than [`FAR`].
    far: u32,
    /// The most ink that a square of [`WORDS`] has in one of them for each dot of ink in the other.
    more: f64,
}

impl Difference {
    /// Whether it is more than two ways to draw the same page make.
    pub(crate) fn is_seen(self) -> bool {
        self.far * FEW > self.inked || self.more > MORE
    }
}

/// All pages of a PDF, as it is seen.
pub(crate) fn of_pdf(pdf: &Path) -> Vec<Sheet> {
    pages(|folder| {
        let mut command = Command::new("pdftoppm");
        command
            .args(["-r", DRAWN])
            .arg(pdf)
            .arg(folder.join("page"));
        command
    })
}

/// All pages that a PostScript printer makes of what it was sent: Ghostscript puts every dot where it was.
pub(crate) fn of_printer(sent: &Path) -> Vec<Sheet> {
    pages(|folder| {
        let mut command = Command::new("gs");
        command
            .args(["-q", "-dSAFER", "-sDEVICE=ppmraw", &format!("-r{DRAWN}")])
            .args(["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-o"])
            .arg(folder.join("page-%03d.ppm"))
            .arg(sent);
        command
    })
}

/// The pictures that a program puts into a folder.
fn pages(draws: impl FnOnce(&Path) -> Command) -> Vec<Sheet> {
    let folder = tempfile::tempdir().expect("a folder");
    must(&mut draws(folder.path()));
    let all = folder.path().join("*.ppm");
    // Without the comments that some programs write.
    must(
        Command::new("mogrify")
            .args(["-strip", "-scale", COMPARED])
            .arg(all),
    );
    let mut files = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("a page").path())
        .collect::<Vec<_>>();
    files.sort();
    let read = |file: &_| Sheet::read(&fs::read(file).expect("a page"));
    files.iter().map(read).collect()
}

impl Sheet {
    /// Reads a "portable pixmap" of one byte a colour.
    fn read(bytes: &[u8]) -> Self {
        let mut words = bytes.split(u8::is_ascii_whitespace);
        let mut number = || {
            let word = words.next().map(String::from_utf8_lossy);
            word.expect("a head").parse::<usize>().ok()
        };
        assert_eq!(number(), None, "P6");
        let (width, height) = (number().expect("a width"), number().expect("a height"));
        let (dots, _) = bytes[bytes.len() - width * height * 3..].as_chunks::<3>();
        Self {
            width,
            height,
            dots: dots.to_vec(),
        }
    }

    /// A quarter to the left.
    pub(crate) fn turned(&self) -> Self {
        let columns = (0..self.width).rev();
        let dots = columns.flat_map(|column| (0..self.height).map(move |row| (row, column)));
        Self {
            width: self.height,
            height: self.width,
            dots: dots
                .map(|(row, column)| self.dots[row * self.width + column])
                .collect(),
        }
    }

    /// The same, so many dots further right and down.
    pub(crate) fn moved(&self, right: usize, down: usize) -> Self {
        let mut dots = vec![[255; 3]; self.dots.len()];
        for row in down..self.height {
            for column in right..self.width {
                dots[row * self.width + column] =
                    self.dots[(row - down) * self.width + column - right];
            }
        }
        Self {
            dots,
            ..self.clone()
        }
    }

    /// Whether anything on it has a colour.
    pub(crate) fn has_colour(&self) -> bool {
        let is_grey =
            |[red, green, blue]: &[u8; 3]| red.abs_diff(*green).max(red.abs_diff(*blue)) < 40;
        !self.dots.iter().all(is_grey)
    }

    /// The lowest row that isn't white, counted from 1.
    pub(crate) fn lowest(&self) -> usize {
        let last = self.dots.iter().rposition(|dot| *dot != [255; 3]);
        last.map_or(0, |last| last / self.width + 1)
    }

    /// How much ink there is, in black dots.
    pub(crate) fn darkness(&self) -> f64 {
        self.dots.iter().copied().map(ink).sum()
    }

    /// How this differs from another picture of the same page; `None` where that has another size.
    pub(crate) fn difference(&self, other: &Self) -> Option<Difference> {
        if self.width.abs_diff(other.width) > 1 || self.height.abs_diff(other.height) > 1 {
            return None;
        }
        let (mut far, mut inked) = (0_u32, 0_u32);
        let across = self.width / WORDS + 1;
        let mut squares = vec![[0.0_f64; 2]; across * (self.height / WORDS + 1)];
        for row in 0..self.height.min(other.height) {
            for column in 0..self.width.min(other.width) {
                let a = self.dots[row * self.width + column];
                let b = other.dots[row * other.width + column];
                if a == [255; 3] && b == a {
                    continue;
                }
                let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max();
                far += u32::from(apart > Some(FAR));
                inked += 1;
                let square = &mut squares[row / WORDS * across + column / WORDS];
                square[0] += ink(a);
                square[1] += ink(b);
            }
        }
        assert!(inked > 1000, "there is nothing on the page");
        let more = squares.iter().map(|[a, b]| {
            let (most, least) = (a.max(*b), a.min(*b));
            if most < LITTLE { 1.0 } else { most / least }
        });
        Some(Difference {
            inked,
            far,
            more: more.fold(1.0, f64::max),
        })
    }
}

/// How black a dot is, of 1.
fn ink(dot: [u8; 3]) -> f64 {
    let ink = dot.map(|part| f64::from(255 - part));
    ink.iter().sum::<f64>() / 3.0 / 255.0
}
