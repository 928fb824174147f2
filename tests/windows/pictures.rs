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

/// Dots an inch. One of them is a quarter of a millimetre, four hundredths of which a printer's dot is.
const DPI: &str = "100";

/// How far the same dot of two pictures may be apart, of 255. Letters are drawn twice, by the typesetter as dots for the
/// printer and by pdftoppm as outlines, and each rounds their edges in its own way: to one of the printer's dots, which
/// is a sixth of a dot here, at both sides of a hairline.
const FAR: u8 = 100;

/// How far they may be apart on average, over all dots that aren't white in both.
const AVERAGE: f64 = 12.0;

/// All pages of a PDF.
pub(crate) fn pages(pdf: &Path) -> Vec<Sheet> {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("page");
    must(
        Command::new("pdftoppm")
            .args(["-r", DPI])
            .arg(pdf)
            .arg(prefix),
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

    /// Why this is not the same page as another one; `None` where it is.
    pub(crate) fn differs(&self, other: &Self) -> Option<String> {
        if self.width.abs_diff(other.width) > 1 || self.height.abs_diff(other.height) > 1 {
            return Some(format!(
                "{} × {} dots are not {} × {}",
                self.width, self.height, other.width, other.height
            ));
        }
        let (mut far, mut sum, mut inked) = (0_u32, 0_u32, 0_u32);
        for row in 0..self.height.min(other.height) {
            for column in 0..self.width.min(other.width) {
                let a = self.dots[row * self.width + column];
                let b = other.dots[row * other.width + column];
                if a == [255; 3] && b == a {
                    continue;
                }
                let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max();
                let apart = apart.unwrap_or_default();
                far += u32::from(apart > FAR);
                sum += u32::from(apart);
                inked += 1;
            }
        }
        assert!(inked > 1000, "there is nothing on the page");
        let average = f64::from(sum) / f64::from(inked);
        (far > 0 || average > AVERAGE).then(|| {
            format!("{far} dots of {inked} are too far apart; the average is {average:.1}")
        })
    }
}
