//! Labels, measured. Laying out is slow without optimisation: each test asks one print many questions.

use std::{num::NonZeroUsize, sync::Arc};

use hayro_syntax::{Pdf, content::ops::TypedInstruction, object::Number};
use strum::VariantArray as _;

use super::*;
use crate::{
    domain::{CampSettings, Group, Logo, PictureKind},
    report::{
        Pages, Print, PrintScope,
        tests::{CAMP, camp, laid, plain_camp, run_together, texts},
    },
};

/// A millimetre in points.
const MM: f64 = 72.0 / 25.4;
const SAFE: f64 = 2.0;

fn choices(print: Print, sheet: LabelSheet) -> PrintChoices {
    PrintChoices {
        labels: sheet,
        ..print.default_choices()
    }
}

/// What a PDF says of where things are, in millimetres from the left upper corner of the paper.
#[derive(Debug, Default)]
struct Measured {
    /// Left, top, right, bottom of what is drawn with a pen and encloses something.
    outlines: Vec<[f64; 4]>,
    /// Where texts start, on their base lines.
    texts: Vec<[f64; 2]>,
}

/// Six numbers that move points, as PDF has them.
type Matrix = [f64; 6];

fn moved(point: [f64; 2], by: Matrix) -> [f64; 2] {
    let part = |axis: usize| by[axis] * point[0] + by[axis + 2] * point[1] + by[axis + 4];
    [part(0), part(1)]
}

/// First the one, then the other.
fn then(one: Matrix, other: Matrix) -> Matrix {
    let origin = moved([one[4], one[5]], other);
    let turned = |x: usize, axis: usize| other[axis] * one[x] + other[axis + 2] * one[x + 1];
    let parts = [turned(0, 0), turned(0, 1), turned(2, 0), turned(2, 1)];
    [parts[0], parts[1], parts[2], parts[3], origin[0], origin[1]]
}

fn measured(pages: &Pages) -> Vec<Measured> {
    let pdf = Pdf::new(pages.pdf().expect("a PDF")).expect("a sound PDF");
    let pages = pdf.pages().iter().map(|page| {
        let height = page.media_box().height();
        let mut page_matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let mut kept = Vec::new();
        let mut path = Vec::new();
        let mut measured = Measured::default();
        let mut operations = page.typed_operations();
        let at = |point: [f64; 2], matrix: Matrix| {
            let [x, y] = moved(point, matrix);
            [x / MM, (height - y) / MM]
        };
        while let Some(operation) = operations.next() {
            match operation {
                TypedInstruction::SaveState(_) => kept.push(page_matrix),
                TypedInstruction::RestoreState(_) => page_matrix = kept.pop().expect("kept"),
                TypedInstruction::Transform(m) => {
                    let matrix = [m.0, m.1, m.2, m.3, m.4, m.5].map(|n: Number| n.as_f64());
                    page_matrix = then(matrix, page_matrix);
                }
                TypedInstruction::MoveTo(to) => {
                    path = vec![at([to.0.as_f64(), to.1.as_f64()], page_matrix)];
                }
                TypedInstruction::LineTo(to) => {
                    path.push(at([to.0.as_f64(), to.1.as_f64()], page_matrix));
                }
                TypedInstruction::StrokePath(_) if path.len() > 2 => {
                    let of = |axis: usize, pick: fn(f64, f64) -> f64| {
                        path.iter().map(|point| point[axis]).reduce(pick)
                    };
                    let edges = [
                        of(0, f64::min),
                        of(1, f64::min),
                        of(0, f64::max),
                        of(1, f64::max),
                    ];
                    measured
                        .outlines
                        .push(edges.map(|edge| edge.expect("points")));
                }
                TypedInstruction::SetTextMatrix(m) => {
                    measured
                        .texts
                        .push(at([m.4.as_f64(), m.5.as_f64()], page_matrix));
                }
                _ => (),
            }
        }
        measured
    });
    pages.collect()
}

/// Left, top, right, bottom of each label of a sheet, in millimetres.
fn labels_of(sheet: LabelSheet) -> Vec<[f64; 4]> {
    let grid = sheet.grid();
    let label = |place| {
        let (left, top) = grid.corner(place);
        [left, top, left + grid.width, top + grid.height]
    };
    (0..grid.labels()).map(label).collect()
}

/// The label in whose safe area something is.
fn label_around([left, top, right, bottom]: [f64; 4], labels: &[[f64; 4]]) -> Option<usize> {
    labels.iter().position(|label| {
        left >= label[0] + SAFE
            && top >= label[1] + SAFE
            && right <= label[2] - SAFE
            && bottom <= label[3] - SAFE
    })
}

#[test]
fn in_the_pdf_labels_are_where_the_maker_cut_them() {
    for sheet in LabelSheet::VARIANTS.iter().copied() {
        let choices = PrintChoices {
            outlines: true,
            ..choices(Print::Badges, sheet)
        };
        let pages = laid(Print::Badges, &camp(2), &choices).pages;
        let measured = measured(&pages);
        let (labels, name) = (labels_of(sheet), sheet.name());
        assert_eq!(measured.len(), 1, "{name}");
        assert_eq!(measured[0].outlines.len(), labels.len(), "{name}");
        for (drawn, label) in measured[0].outlines.iter().zip(&labels) {
            for (drawn, edge) in drawn.iter().zip(label) {
                assert!(
                    (drawn - edge).abs() < 0.01,
                    "{name}: {drawn} mm, not {edge} mm"
                );
            }
        }
        assert!(measured[0].texts.len() >= 6, "two badges of three lines");
        for [x, y] in &measured[0].texts {
            let label = label_around([*x, *y, *x, *y], &labels);
            assert!(matches!(label, Some(0 | 1)), "{name}: {x} mm, {y} mm");
        }
    }
}

/// A camp with a logo, whose names are as long as they can be or reach as high and as low as letters do.
fn demanding_names() -> CampData {
    let camp = camp(12);
    let groups = camp.groups.iter().map(|group| Group {
        name: format!("{} {}", group.name, "W".repeat(70)),
        ..group.clone()
    });
    let mut players = camp.players.to_vec();
    for player in players.iter_mut().skip(6) {
        player.first_name = "Ẫggj Ỗ".to_owned();
        player.last_name = "Ẵy".to_owned();
    }
    CampData {
        groups: Arc::new(groups.collect()),
        players: Arc::new(players),
        name: "Ẫ".repeat(80),
        settings: Arc::new(CampSettings {
            logo: Some(Arc::new(Logo {
                kind: PictureKind::Svg,
                bytes: br#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>"#
                    .to_vec(),
            })),
            ..CampSettings::default()
        }),
        ..camp
    }
}

#[test]
fn no_ink_leaves_the_safe_area_of_its_label() {
    let camp = demanding_names();
    for sheet in LabelSheet::VARIANTS.iter().copied() {
        let labels = labels_of(sheet);
        for print in [Print::Badges, Print::Labels] {
            let what = format!("{} on {}", print.word(), sheet.name());
            let pages = laid(print, &camp, &choices(print, sheet)).pages;
            let mut places = Vec::new();
            for page in 0..pages.count() {
                for ink in pages.ink(page) {
                    let ink = ink.map(|edge| edge / MM);
                    let place = label_around(ink, &labels);
                    let place = place.unwrap_or_else(|| panic!("{what}: {ink:?}"));
                    places.push(page * labels.len() + place);
                }
            }
            places.dedup();
            assert_eq!(places, (0..12).collect::<Vec<_>>(), "{what}");
            let text = run_together(&texts(&pages).concat());
            for player in camp.players.iter() {
                for name in [&player.first_name, &player.last_name, &camp.name] {
                    assert!(text.contains(&run_together(name)), "{what}: {name}");
                }
            }
        }
    }
}

#[test]
fn a_started_sheet_is_used_up() {
    let print = |players: usize, first: usize| {
        let choices = PrintChoices {
            first_label: NonZeroUsize::new(first).expect("a number"),
            ..Print::Badges.default_choices()
        };
        let own = crate::report::OwnTemplates::default();
        crate::report::lay_out(
            Print::Badges,
            &camp(players),
            &choices,
            crate::report::tests::TODAY,
            &own,
        )
    };
    let labels = labels_of(LabelSheet::Avery5395);
    let places = |players, first| {
        let pages = print(players, first).expect("pages").pages;
        let places = (0..pages.count()).map(|page| {
            let ink = pages.ink(page).into_iter();
            let mut places = ink
                .filter_map(|ink| label_around(ink.map(|edge| edge / MM), &labels))
                .collect::<Vec<_>>();
            places.dedup();
            places
        });
        places.collect::<Vec<_>>()
    };
    assert_eq!(places(2, 1), [vec![0, 1]]);
    assert_eq!(places(2, 7), [vec![6, 7]], "and no empty sheet after it");
    assert_eq!(places(4, 7), [vec![6, 7], vec![0, 1]]);
    assert_eq!(
        print(1, 9).expect_err("no such label").to_string(),
        "There is no label 9 on a sheet of “Avery 5395: name badges, 3⅜ × 2⅓ in, 8 on Letter”"
    );
}

#[test]
fn a_label_has_what_is_chosen_and_tells_namesakes_apart() {
    let everything = laid(Print::Labels, &camp(12), &Print::Labels.default_choices()).pages;
    let text = everything.text(0).expect("a page");
    assert!(
        text.contains("Mai\nLast6\nBlue · No. 7 · School Chess Camp"),
        "{text}"
    );
    let bare = PrintChoices {
        camp_name: false,
        group_name: false,
        number: false,
        logo: false,
        ..Print::Labels.default_choices()
    };
    let text = laid(Print::Labels, &camp(12), &bare)
        .pages
        .text(0)
        .expect("a page");
    assert!(!text.contains(CAMP) && !text.contains("Blue"), "{text}");
    assert!(text.contains("Mai\nLast6\nMai\nLast9\n"), "{text}");
    // Two children of one name would take each other's label.
    assert!(
        text.contains("Beatriz\nChang\nNo. 8\nBeatriz\nChang\nNo. 9\n"),
        "{text}"
    );
}

#[test]
fn names_are_at_the_same_height_on_all_badges_whatever_their_groups_are_called() {
    let mut camp = plain_camp(14);
    let mut groups = camp.groups.to_vec();
    groups[1].name = "Monday afternoon for those who are Advanced".to_owned();
    camp.groups = groups.into();
    let heights = |print: Print| {
        let pages = laid(print, &camp, &print.default_choices()).pages;
        let sheet = measured(&pages).swap_remove(0);
        let labels = labels_of(print.default_choices().labels);
        // The first text of a name label is the first name; a badge has the camp's name above that.
        let name = usize::from(print == Print::Badges);
        let names = labels.iter().map(|label| {
            let texts = sheet.texts.iter().filter(|[x, y]| {
                (label[0]..label[2]).contains(x) && (label[1]..label[3]).contains(y)
            });
            let [_, base] = *texts.clone().nth(name)?;
            Some(format!("{:.2}", base - label[1]))
        });
        names.flatten().collect::<HashSet<_>>()
    };
    for print in [Print::Badges, Print::Labels] {
        let heights = heights(print);
        assert_eq!(heights.len(), 1, "{}: {heights:?}", print.word());
    }
}

#[test]
fn labels_come_in_the_order_in_which_they_are_given_out() {
    let choices = PrintChoices {
        scope: PrintScope::ByGroup,
        ..Print::Labels.default_choices()
    };
    let text = laid(Print::Labels, &camp(14), &choices)
        .pages
        .text(0)
        .expect("a page");
    let groups = text.lines().filter_map(|line| line.split_once(" · No. "));
    let groups = groups.map(|(group, _)| group).collect::<Vec<_>>();
    let mut seen = groups.clone();
    seen.dedup();
    assert_eq!(seen, ["Gold", "Blue", "Red", "Purple"], "{text}");
    assert!(
        text.trim_end().ends_with("No. 13 · School Chess Camp"),
        "without a group, last: {text}"
    );
}

#[test]
fn names_of_about_one_length_are_of_one_size_on_all_labels() {
    let names = [
        ("Ben", "Jones"),
        ("Quinn", "Al-Rashid"),
        ("Ingrid", "de la Cruz"),
        ("Ximena", "Johansson"),
        ("Noah", "Kowalski"),
        ("Maximiliana", "Larsen"),
        ("Tom", "Featherstonehaugh"),
    ];
    let mut camp = plain_camp(names.len());
    let mut players = camp.players.to_vec();
    for (player, (first, last)) in players.iter_mut().zip(names) {
        first.clone_into(&mut player.first_name);
        last.clone_into(&mut player.last_name);
    }
    camp.players = players.into();
    for print in [Print::Badges, Print::Labels] {
        let pages = laid(print, &camp, &print.default_choices()).pages;
        let texts = pages.type_sizes(0);
        let sizes = |names: &[&str]| {
            let sizes = texts
                .iter()
                .filter(|(text, _)| names.contains(&text.trim()));
            let sizes = sizes.map(|(_, size)| format!("{size:.2}"));
            sizes.collect::<HashSet<_>>()
        };
        let first = sizes(&["Ben", "Quinn", "Ingrid", "Noah"]);
        let last = sizes(&["Jones", "Al-Rashid", "Johansson", "Kowalski", "Larsen"]);
        assert_eq!((first.len(), last.len()), (1, 1), "{first:?}, {last:?}");
    }
}
