//! A picture of the first page of every print, for few players and many, on both papers, beside those that are kept in
//! `tests/fixtures/sheets`: whoever changes a sheet sees what else has changed.
//!
//! `CAMP_LADDER_NEW_PICTURES=1 cargo test --lib pictures` writes them anew. Look at each one that git calls changed.

use std::{env, path::PathBuf};

use image::{GrayImage, ImageFormat, Luma};

use super::*;

/// Small enough to keep, and large enough for a line that has moved by one to be seen.
const PIXELS_PER_POINT: f32 = 0.5;

/// Machines may round a shade otherwise, but draw no line elsewhere: so many of a thousand pixels may differ by more than
/// [`SHADES`].
const DIFFERENT: usize = 2;
const SHADES: u8 = 48;

fn kept(print: Print, players: usize, paper: Paper) -> PathBuf {
    let name = format!(
        "{}-{players}-{}.png",
        print.word(),
        paper.name().to_lowercase()
    );
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sheets");
    folder.join(name)
}

fn drawn(print: Print, players: usize, paper: Paper) -> GrayImage {
    let choices = PrintChoices {
        paper,
        ..print.default_choices()
    };
    let camp = with_week_before(plain_camp(players));
    let picture = laid(print, &camp, &choices)
        .pages
        .picture(0, PIXELS_PER_POINT)
        .expect("a page");
    let side = |pixels: usize| u32::try_from(pixels).expect("a small picture");
    GrayImage::from_fn(side(picture.width), side(picture.height), |x, y| {
        let at = (y as usize * picture.width + x as usize) * 4;
        let sum: u32 = picture.rgba[at..at + 3]
            .iter()
            .map(|value| u32::from(*value))
            .sum();
        Luma([u8::try_from(sum / 3).expect("a shade")])
    })
}

#[test]
fn every_sheet_looks_as_it_did() {
    let is_new = env::var_os("CAMP_LADDER_NEW_PICTURES").is_some();
    let mut changed = Vec::new();
    for print in Print::ALL {
        for (players, paper) in [
            (12, Paper::Letter),
            (12, Paper::A4),
            (60, Paper::Letter),
            (60, Paper::A4),
        ] {
            let path = kept(print, players, paper);
            let now = drawn(print, players, paper);
            if is_new {
                now.save_with_format(&path, ImageFormat::Png)
                    .expect("a file");
                continue;
            }
            let before = image::open(&path).map(image::DynamicImage::into_luma8);
            let is_same = before.is_ok_and(|before| {
                let pixels = before.pixels().zip(now.pixels());
                let different = pixels.filter(|(one, other)| one[0].abs_diff(other[0]) > SHADES);
                before.dimensions() == now.dimensions()
                    && different.count() * 1000 <= DIFFERENT * now.len()
            });
            if !is_same {
                changed.push(path);
            }
        }
    }
    assert!(changed.is_empty(), "look at {changed:#?}");
}
