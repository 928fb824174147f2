//! What brings its data with it, on its way to sheets.

use std::fs;

use jiff::civil::date;

use super::*;
use crate::domain::us_chess::{Entry, Event, Section};

fn table(name: &str) -> SectionTable {
    let entry = Entry {
        pair: 1,
        name: name.to_owned(),
        ..Entry::default()
    };
    SectionTable {
        event: Event {
            name: "Late Summer Open".to_owned(),
            ..Event::default()
        },
        section: Section {
            number: 5,
            entries: vec![entry],
            ..Section::default()
        },
        ..SectionTable::default()
    }
}

fn request(name: &str) -> SectionRequest {
    SectionRequest {
        table: Arc::new(table(name)),
        choices: SectionChoices::default(),
        is_classic: false,
    }
}

#[test]
fn a_section_is_laid_out_by_its_own_template() {
    let folder = tempfile::tempdir().expect("a folder");
    let job = PrintJob::from(request("Berger, Anna"));
    assert_eq!(job.print(), None);
    let mut camp = OpenCamp::none();
    assert_eq!(
        job.title(&camp.data),
        "Late Summer Open, section 5, crosstable"
    );
    camp.path = Some(folder.path().join("Camp.ladder"));
    let text = || {
        let to_print = ToPrint::new(job.clone(), &camp, date(2026, 11, 20));
        let laid = to_print.lay_out().expect("sheets");
        laid.pages.text(0).expect("a page")
    };
    let built_in = text();
    for words in ["Late Summer Open", "Berger, Anna", "November 20, 2026"] {
        assert!(built_in.contains(words), "{words} in {built_in}");
    }
    let templates = folder.path().join(report::templates::FOLDER);
    fs::create_dir(&templates).expect("a folder");
    let template = job.template().expect("a template");
    fs::write(templates.join(template), "Ours").expect("a template");
    assert_eq!(text(), "Ours");
}

#[test]
fn the_classic_crosstable_is_the_text_of_old_on_paper() {
    let mut camp = OpenCamp::none();
    camp.path = None;
    let mut request = request("Berger, Anna");
    let table = Arc::make_mut(&mut request.table);
    table.section.entries[0].id = "30000001".parse().ok();
    let text = |is_classic| {
        let request = SectionRequest {
            is_classic,
            ..request.clone()
        };
        let to_print = ToPrint::new(request.into(), &camp, date(2026, 11, 20));
        let laid = to_print.lay_out().expect("sheets");
        laid.pages.text(0).expect("a page")
    };
    let classic = text(true);
    for words in ["Pair", "Berger, Anna  ", "30000001"] {
        assert!(classic.contains(words), "{words} in {classic}");
    }
    assert!(!text(false).contains("30000001"));
}

#[test]
fn the_same_section_is_the_same_sheets() {
    let one = request("Berger, Anna");
    assert_eq!(one, one.clone());
    assert_eq!(one, request("Berger, Anna"));
    assert_ne!(one, request("Vang, Bo"));
    let choices = SectionChoices {
        ids: true,
        ..one.choices
    };
    let other = SectionRequest {
        choices,
        ..one.clone()
    };
    assert_ne!(one, other);
}
