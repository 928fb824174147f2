//! What is true of every print: whoever adds one gets these tests with it, and says in [`Expected`] what it shows.
//!
//! Laying out is slow without optimisation: each test asks one print many questions.

mod hard_names;
mod pictures;
mod whole;

use std::sync::Arc;

use jiff::civil::{Date, date};
use strum::VariantArray as _;

use super::*;
use crate::domain::{
    CampSettings, CustomColumn, CustomColumnId, Game, GameId, GameResult, Group, GroupId, Logo,
    MAX_FOOTER, MAX_LOGO, PictureKind, Player, PlayerId, Ratings, RecordKind, Week, WeekBefore,
    WeekId,
};

pub(super) const TODAY: Date = date(2026, 11, 20);
pub(super) const CAMP: &str = "School Chess Camp";

/// Names that break sheets. The first players of a [`camp`] have them.
const STRANGE: [(&str, &str); 6] = [
    ("Þórðardóttir-Łękawska", "Guðrún Ósk"),
    ("O’Neill-D'Arcy", "Zoë"),
    (
        "WwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwM",
        "MmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmW",
    ),
    ("Smile 🙂", ""),
    ("#*_$@<>[]{}\\ \"a\" `b` -- ... ~", "#emph[x]"),
    ("Nguyễn Đặng", "Quỳnh Như"),
];

/// A camp in its third week: players with the strangest names first, then "Last7, Mai"; two of one name; four groups and
/// some without one; and five games for each player, some of them for fun, against others of the same group and not.
pub(super) fn camp(players: usize) -> CampData {
    let number = |place: usize| i64::try_from(place).expect("few");
    let group = |place: usize| (place % 13 != 12).then(|| GroupId(number(place % 4 + 1)));
    let week = Week {
        label: "Gold camp".to_owned(),
        set_days: [Some(date(2026, 11, 16)), Some(date(2026, 11, 20))],
        ..Week::new(3, date(2026, 11, 16))
    };
    let groups = ["Purple", "Red", "Blue", "Gold"].into_iter().zip(1..);
    let groups = groups.map(|(name, place)| Group {
        id: GroupId(place),
        name: name.to_owned(),
        initial_rating: Some(700 + 100 * i32::try_from(place).expect("few")),
        skill_order: place,
        ..Group::default()
    });
    let list = (0..players).map(|place| {
        let plain = (format!("Last{place}"), "Mai".to_owned());
        let (last_name, first_name) = match (STRANGE.get(place), place) {
            (Some((last, first)), _) => ((*last).to_owned(), (*first).to_owned()),
            (None, 7 | 8) => ("Chang".to_owned(), "Beatriz".to_owned()),
            (None, _) => plain,
        };
        Player {
            id: PlayerId(number(place + 1)),
            last_name,
            first_name,
            group: group(place),
            ratings: Ratings {
                weekly: 1400 - i32::try_from(place).expect("few"),
                permanent: 7777,
            },
            start_permanent: Some(7777),
            notes: "never printed".to_owned(),
            custom: [(CustomColumnId(1), "never printed".to_owned())]
                .into_iter()
                .collect(),
            ..Player::default()
        }
    });
    let games = (0..players)
        .flat_map(|place| [1, 4, 4, 8, 12].map(|further| (place, (place + further) % players)))
        .filter(|(white, black)| white != black)
        .zip(1..)
        .map(|((white, black), sequence)| Game {
            id: GameId(sequence),
            sequence,
            date: Some(date(2026, 11, 17)),
            counts: sequence % 11 != 0,
            ..Game::new(
                PlayerId(number(white + 1)),
                PlayerId(number(black + 1)),
                GameResult::VARIANTS[(white + black) % 3],
            )
        });
    CampData {
        columns: Arc::new(vec![CustomColumn::new(
            CustomColumnId(1),
            RecordKind::Player,
            "Phone",
        )]),
        groups: Arc::new(groups.collect()),
        players: Arc::new(list.collect()),
        next_player: PlayerId(number(players + 1)),
        games: Arc::new(games.collect()),
        ..CampData::new(CAMP, week)
    }
}

/// The same with plain names: "Last7, Mai".
pub(super) fn plain_camp(players: usize) -> CampData {
    let mut camp = camp(players);
    let mut list = camp.players.to_vec();
    for player in &mut list {
        player.last_name = format!("Last{}", player.id);
        player.first_name = "Mai".to_owned();
    }
    camp.players = list.into();
    camp
}

/// A plain camp whose groups have so many players each.
pub(super) fn camp_of_groups(groups: &[usize]) -> CampData {
    let mut camp = plain_camp(groups.iter().sum());
    let ids = camp.groups.iter().map(|group| group.id);
    let of = ids.zip(groups).flat_map(|(id, count)| vec![id; *count]);
    let mut players = camp.players.to_vec();
    for (player, group) in players.iter_mut().zip(of) {
        player.group = Some(group);
    }
    camp.players = players.into();
    camp
}

/// The same camp, in whose week before the ratings were the other way round; the last player wasn't there.
pub(super) fn with_week_before(camp: CampData) -> CampData {
    let mut players = camp.players.to_vec();
    players.pop();
    for (player, weekly) in players.iter_mut().zip(0..) {
        player.ratings.weekly = weekly;
    }
    let week = Week {
        id: WeekId(2),
        number: 2,
        label: String::new(),
        ..camp.week.clone()
    };
    let before = WeekBefore {
        week,
        groups: camp.groups.to_vec(),
        players,
    };
    CampData {
        before: Some(Arc::new(before)),
        ..camp
    }
}

/// Down to which part of a page's height there are words, those at its foot aside.
pub(super) fn filled(pages: &Pages, page: usize) -> f64 {
    let height = f64::from(pages.size(page).expect("a page").height);
    let ends = pages.ink(page).into_iter().map(|[.., bottom]| bottom);
    let last = ends.filter(|bottom| *bottom < height - 50.0);
    last.fold(0.0, f64::max) / height
}

/// Why a print isn't laid out, in words.
pub(super) fn refused(print: Print, camp: &CampData, choices: &PrintChoices) -> String {
    let laid = lay_out(print, camp, choices, TODAY, &OwnTemplates::default());
    laid.expect_err("refused").to_string()
}

/// Lays out what can be laid out.
pub(super) fn laid(print: Print, camp: &CampData, choices: &PrintChoices) -> LaidOut {
    lay_out(print, camp, choices, TODAY, &OwnTemplates::default()).expect("pages")
}

pub(super) fn texts(pages: &Pages) -> Vec<String> {
    (0..pages.count())
        .map(|page| pages.text(page).expect("a page"))
        .collect()
}

/// A text without anything that depends on where lines end.
pub(super) fn run_together(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && *c != '\u{200B}')
        .collect()
}

/// Every page says whose it is, which week, and which page; the PDF has as many, is tagged, and says its language.
pub(super) fn assert_sheets(pages: &Pages) {
    let texts = texts(pages);
    for (page, text) in texts.iter().enumerate() {
        // A document of a page for everybody numbers each of them.
        let number = if text.contains("Page 1 of 1\n") || text.ends_with("Page 1 of 1") {
            "Page 1 of 1".to_owned()
        } else {
            format!("Page {} of {}", page + 1, texts.len())
        };
        let text = run_together(text);
        for words in [
            CAMP,
            "Week 3: Gold camp",
            "Printed November 20, 2026",
            &number,
        ] {
            assert!(
                text.contains(&run_together(words)),
                "no {words:?} on page {page}:\n{text}"
            );
        }
        // The days of the week, or of the games of a ladder.
        let days = ["November 16–20, 2026", "November 17, 2026"].map(run_together);
        assert!(
            days.iter().any(|days| text.contains(days)),
            "no days on page {page}:\n{text}"
        );
    }
    let pdf = pages.unpacked_pdf(&[]).expect("a PDF");
    assert!(pdf.starts_with(b"%PDF-1.7"));
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains(&format!("/Type/Pages/Count {}/", texts.len())));
    assert!(text.contains("/Lang(en-US)") && text.contains("/StructTreeRoot"));
}

/// What sticks out of the margins would be dark there.
pub(super) fn assert_within_margins(pages: &Pages, page: usize, margin: usize) {
    let picture = pages.picture(page, 1.0).expect("a page");
    for (line, pixels) in picture.rgba.chunks_exact(picture.width * 4).enumerate() {
        let (left, rest) = pixels.split_at(margin * 4);
        let right = &rest[(picture.width - 2 * margin) * 4..];
        let is_white = left.iter().chain(right).all(|value| *value == 255);
        assert!(is_white, "page {page}, line {line}");
    }
}

#[test]
fn small_groups_share_sheets_unless_each_is_to_have_one() {
    let camp = plain_camp(12);
    let prints = Print::ALL.into_iter();
    for print in prints.filter(|print| print.choices().contains(&Choice::NewPages)) {
        let count = |new_pages| {
            let choices = PrintChoices {
                scope: PrintScope::ByGroup,
                new_pages,
                ..print.default_choices()
            };
            laid(print, &camp, &choices).pages.count()
        };
        let (together, apart) = (count(false), count(true));
        assert!(
            together < apart && apart == 4,
            "{}: {together}, {apart}",
            print.word()
        );
    }
}

#[test]
fn a_group_that_is_not_there_is_named() {
    let choices = PrintChoices {
        scope: PrintScope::Group("Silver".to_owned()),
        ..PrintChoices::default()
    };
    for print in Print::ALL {
        let answer = lay_out(print, &camp(3), &choices, TODAY, &OwnTemplates::default());
        if print.choices().contains(&Choice::Scope) {
            let error = answer.expect_err("refused");
            assert_eq!(
                error.to_string(),
                "There is no group “Silver” in this camp. Choose another one"
            );
        }
    }
}

fn with_settings(settings: CampSettings) -> CampData {
    CampData {
        settings: Arc::new(settings),
        ..camp(60)
    }
}

fn logo(kind: PictureKind, bytes: &[u8]) -> Arc<Logo> {
    Arc::new(Logo {
        kind,
        bytes: bytes.to_vec(),
    })
}

const DRAWING: &[u8] = br##"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
    <rect width="200" height="100" fill="#ff0000"/></svg>"##;

#[test]
fn the_letterhead_is_on_every_sheet_and_costs_no_words() {
    let footer = "W".repeat(MAX_FOOTER);
    let camp = with_settings(CampSettings {
        footer: footer.clone(),
        colour: Colour::from_text("#ffff00"),
        logo: Some(logo(PictureKind::Svg, DRAWING)),
        ..CampSettings::default()
    });
    for print in Print::ALL {
        if !print.is_letterhead() {
            continue;
        }
        let mut laid = laid(print, &camp, &print.default_choices());
        // Some of the camp's players have no group.
        laid.remarks
            .retain(|remark| !matches!(remark, Remark::NotRated(_)));
        assert_eq!(laid.remarks, [], "{}", print.word());
        assert_sheets(&laid.pages);
        for page in 0..laid.pages.count() {
            let text = run_together(&laid.pages.text(page).expect("a page"));
            assert!(text.contains(&footer), "the footer is whole: {text}");
            assert_within_margins(&laid.pages, page, 30);
        }
        let picture = laid.pages.picture(0, 1.0).expect("a page");
        let pixels = picture.rgba.chunks_exact(4).collect::<Vec<_>>();
        let of = |wanted: &dyn Fn(&&&[u8]) -> bool| pixels.iter().filter(wanted).count();
        assert!(of(&|dot| dot[..3] == [255, 0, 0]) > 1000, "the logo");
        assert!(
            of(&|dot| dot[2] < 20 && dot[0] == dot[1] && dot[0] > 100) > 100,
            "a dark yellow"
        );
        assert_eq!(of(&|dot| dot[..3] == [255, 255, 0]), 0, "no light one");
    }
}

#[test]
fn a_broken_logo_is_told_and_stops_nothing() {
    let broken = [
        (PictureKind::Png, b"\x89PNG\r\n\x1a\nnothing".as_slice()),
        (PictureKind::Jpeg, &[0xff, 0xd8, 0xff, 0xe0]),
        (PictureKind::Svg, b"<svg"),
    ];
    for (kind, bytes) in broken {
        let camp = with_settings(CampSettings {
            logo: Some(logo(kind, bytes)),
            ..CampSettings::default()
        });
        let laid = laid(Print::Standings, &camp, &Print::Standings.default_choices());
        assert_sheets(&laid.pages);
        let [sentence] = laid.remarks.as_slice() else {
            panic!("{:?}", laid.remarks)
        };
        let sentence = sentence.to_string();
        assert!(
            sentence.starts_with("The camp’s logo can’t be printed. This ")
                && sentence.contains(", and choose that. ")
                && sentence.ends_with("These sheets are without one"),
            "{sentence}"
        );
    }
}

/// The camp may come from a stranger. What its logo says of itself reached the typesetter, which took so much memory that the
/// program ended.
#[test]
fn a_logo_that_would_take_all_memory_is_told_and_stops_nothing() {
    use super::logo::tests::{
        jpeg_that_says, png_that_says, svg_of_entities, svg_of_uses, svg_with_picture,
    };
    let enormous = png_that_says(1 << 30, 1 << 30);
    for (kind, bytes) in [
        (PictureKind::Png, png_that_says(1 << 31, 1 << 31)),
        (PictureKind::Png, enormous.clone()),
        (PictureKind::Jpeg, jpeg_that_says(65_000, 65_000)),
        (PictureKind::Svg, svg_with_picture("png", &enormous, 1)),
        (PictureKind::Svg, svg_of_uses(9)),
        (PictureKind::Svg, svg_of_entities(100_000, 100_000)),
        (PictureKind::Svg, vec![b' '; MAX_LOGO + 1]),
    ] {
        let camp = with_settings(CampSettings {
            logo: Some(logo(kind, &bytes)),
            ..CampSettings::default()
        });
        let laid = laid(Print::Standings, &camp, &Print::Standings.default_choices());
        assert!(
            matches!(laid.remarks.as_slice(), [Remark::Logo(_)]),
            "{:?}",
            laid.remarks
        );
        assert!(laid.pages.picture(0, 1.0).is_some());
        laid.pages.pdf().expect("a PDF");
    }
}

#[test]
fn a_template_beside_the_camp_replaces_the_program_s() {
    let folder = tempfile::tempdir().expect("a folder");
    let camp_file = folder.path().join("Camp.ladder");
    let own = folder.path().join(templates::FOLDER);
    let write = |name: &str, text: &str| {
        std::fs::write(own.join(name), text).expect("a template");
    };
    let print = || {
        let own = OwnTemplates::beside(&camp_file, Print::Standings.template());
        let choices = Print::Standings.default_choices();
        let laid = lay_out(Print::Standings, &camp(12), &choices, TODAY, &own).expect("pages");
        let sentences = laid.remarks.iter().map(ToString::to_string);
        (
            laid.pages.text(0).expect("a page"),
            sentences.collect::<Vec<_>>(),
        )
    };
    let (built_in, sentences) = print();
    assert_eq!(sentences, Vec::<String>::new());

    let written = templates::write_out(&own).expect("templates");
    let templates = templates::all().len();
    assert_eq!(written.written.len(), templates);
    assert_eq!(print(), (built_in.clone(), vec![]), "they are the same");

    write(
        "standings.typ",
        "#import \"sheet.typ\": *\n#show: sheet\nOurs: #data.report.lists.first().rows.first().name",
    );
    let (ours, sentences) = print();
    assert!(
        ours.contains("Ours: ") && ours.contains("Page 1 of 1"),
        "{ours}"
    );
    assert_eq!(sentences, Vec::<String>::new());
    let kept = templates::write_out(&own).expect("templates");
    assert_eq!((kept.written.len(), kept.left.len()), (0, templates));

    let told = "These sheets are made with the template that comes with the program";
    write("standings.typ", "Fine.\n#nothing");
    assert_eq!(
        print(),
        (
            built_in.clone(),
            vec![format!(
                "The template standings.typ has a mistake in line 2: unknown variable: nothing. {told}"
            )]
        )
    );
    write(
        "standings.typ",
        "#import \"sheet.typ\": *\n#show: sheet\nHello",
    );
    write(
        "sheet.typ",
        "\n\n#let data = read(\"Camp.ladder\")\n#let sheet(body) = body",
    );
    let (text, sentences) = print();
    assert_eq!(text, built_in);
    assert!(
        sentences[0].starts_with("The template sheet.typ has a mistake in line 3: "),
        "{sentences:?}"
    );
    std::fs::write(own.join("standings.typ"), b"\xff\xfe").expect("no text");
    let (text, sentences) = print();
    assert_eq!(text, built_in);
    assert!(
        sentences[0].ends_with(&format!(
            "could not be read: it is not a text in UTF-8. {told}"
        )),
        "{sentences:?}"
    );
}

#[test]
fn a_template_from_anywhere_is_called_by_its_own_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wide list.typ");
    let camp_file = folder.path().join("Camp.ladder");
    let error = OwnTemplates::from_file(&file, &camp_file)
        .expect_err("no file yet")
        .to_string();
    assert!(
        error.ends_with("could not be read: there is no such file"),
        "{error}"
    );
    std::fs::write(&file, "#let x = (").expect("a template");
    let own = OwnTemplates::from_file(&file, &camp_file).expect("a template");
    let laid = lay_out(
        Print::Standings,
        &camp(3),
        &Print::Standings.default_choices(),
        TODAY,
        &own,
    );
    assert_eq!(
        laid.expect("pages").remarks,
        [Remark::OwnTemplate(ReportError::Template {
            file: "wide list.typ".to_owned(),
            line: Some(1),
            message: "unclosed delimiter".to_owned(),
        })]
    );
}

#[test]
fn a_printer_gets_every_page_upright_and_whole() {
    let choices = Print::Certificates.default_choices();
    let pages = laid(Print::Certificates, &plain_camp(3), &choices).pages;
    let upright = pages.upright();
    assert_eq!(upright.count(), pages.count());
    let size = |pages: &Pages| pages.size(0).map(|size| (size.width, size.height));
    assert_eq!(size(&pages), Some((792.0, 612.0)));
    assert_eq!(size(&upright), Some((612.0, 792.0)));
    assert_eq!(upright.title(), pages.title());
    upright.pdf().expect("a PDF");

    let picture = |pages: &Pages| pages.picture(0, 1.0).expect("a page");
    let (lying, standing) = (picture(&pages), picture(&upright));
    let dot = |picture: &Picture, x: usize, y: usize| picture.rgba[(y * picture.width + x) * 4];
    let differ = (0..lying.height).flat_map(|y| (0..lying.width).map(move |x| (x, y)));
    let differ = differ.filter(|(x, y)| {
        dot(&lying, *x, *y).abs_diff(dot(&standing, *y, lying.width - 1 - *x)) > 100
    });
    assert!(differ.count() < 500, "turned, and otherwise the same");
}

/// What the standard wants of all pages, the typesetter checks: a title, headings in their order, words for pictures, heads of tables.
pub(super) fn assert_accessible(pages: &Pages, what: &str) {
    let pdf = pages.unpacked_pdf(&[typst_pdf::PdfStandard::Ua_1]);
    let pdf = pdf.unwrap_or_else(|error| panic!("{what}: {error}"));
    let says_so = String::from_utf8_lossy(&pdf).contains("pdfuaid:part");
    assert!(says_so, "{what}");
}

#[test]
fn every_print_is_an_accessible_pdf_and_all_of_them_together_are() {
    let settings = CampSettings {
        logo: Some(logo(PictureKind::Svg, DRAWING)),
        footer: "Rooms at 9".to_owned(),
        ..CampSettings::default()
    };
    let camp = CampData {
        settings: Arc::new(settings),
        ..plain_camp(60)
    };
    let mut parts = Vec::new();
    for print in Print::ALL {
        for (camp, scope) in [
            (&camp, PrintScope::ByGroup),
            (&plain_camp(1), PrintScope::Camp),
            (&camp, PrintScope::Camp),
        ] {
            let choices = PrintChoices {
                scope,
                ..print.default_choices()
            };
            match lay_out(print, camp, &choices, TODAY, &OwnTemplates::default()) {
                Ok(laid) => {
                    assert_accessible(&laid.pages, print.word());
                    parts.push((print, Ok(laid)));
                }
                Err(error) => assert!(matches!(error, ReportError::NothingToShow(_)), "{error}"),
            }
        }
    }
    let together = LaidOut::together(parts, "Everything").expect("sheets");
    assert_accessible(&together.pages, "together");
    assert_accessible(&together.pages.upright(), "upright");
}

#[test]
fn a_long_name_of_a_group_takes_the_room_that_names_leave() {
    let mut camp = plain_camp(20);
    let mut groups = camp.groups.to_vec();
    groups[1].name = "Monday afternoon Advanced".to_owned();
    camp.groups = groups.into();
    for print in [
        Print::Standings,
        Print::Season,
        Print::ClubLadder,
        Print::GameCourier,
        Print::RaceCode,
        Print::CampLadder,
    ] {
        let choices = PrintChoices {
            scope: PrintScope::Camp,
            ..print.default_choices()
        };
        let text = texts(&laid(print, &camp, &choices).pages).concat();
        let line = text
            .lines()
            .find(|line| line.contains("Last2, Mai"))
            .unwrap_or_default();
        assert!(
            line.contains("Monday afternoon Advanced"),
            "{}: {line}",
            print.word()
        );
    }
}
