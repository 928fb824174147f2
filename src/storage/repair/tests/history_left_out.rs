//! A history of which anything is missing is left out: what it would undo is half of what was done.

use super::*;
use crate::storage::HistoryMove;

/// The pages that a row of the history lies on, by table.
fn pages_of(bytes: &[u8], table: &str) -> Vec<usize> {
    let pages = Pages::new(bytes);
    let gathered = gathered(&pages);
    let of = gathered.tables.iter().find(|of| of.table.name == table);
    let wanted = of.expect("the table").rows.values();
    let wanted = wanted.map(|payload| payload.bytes.to_vec());
    let wanted = wanted.collect::<BTreeSet<_>>();
    let free = pages.free();
    let has_any = |number: &PageNumber| {
        let page = pages.page(*number).filter(|_| !free.contains(number));
        let mut cells = page.iter().flat_map(|page| &page.cells);
        cells.any(|cell| {
            let payload = cell.payload.as_ref();
            payload.is_some_and(|payload| wanted.contains(payload.bytes.as_ref()))
        })
    };
    let numbers = (1..=pages.count()).filter(has_any);
    let numbers = numbers.map(|number| usize::try_from(number).expect("a small file"));
    numbers.collect()
}

#[test]
fn a_history_with_a_hole_is_left_out_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = camp(&folder);
    let (before, whole) = saved(&sound, "sound");
    let steps = before["history_step"].len();
    assert!(steps > 10 && whole.is_whole());
    for table in ["history_row", "history_step"] {
        let pages = pages_of(&sound, table);
        assert!(pages.len() > usize::from(table == "history_row"));
        for page in pages {
            let mut damaged = sound.clone();
            damaged[(page - 1) * PAGE..page * PAGE].fill(0);
            let word = format!("{table}, page {page}");
            let (dump, repaired) = saved(&damaged, &word);
            assert!(dump["history_row"].is_empty(), "{word}");
            assert!(dump["history_step"].is_empty(), "{word}");
            assert_eq!(dump["game"], before["game"], "{word}");
            assert!(!repaired.is_whole(), "{word}");
            let lines = repaired.lines();
            let told = "The history is left out: what was done before can’t be undone";
            assert!(lines.iter().any(|line| line == told), "{word}: {lines:#?}");
            if table == "history_row" {
                let told = format!("Steps that can be undone: 0 of {steps}");
                assert!(lines.contains(&told), "{word}: {lines:#?}");
            }
        }
    }
}

/// A row that goes without a trace on its page: only the places of the others tell.
#[test]
fn a_row_that_is_gone_without_a_trace_is_noticed() {
    for which in [
        "step_id = (SELECT max(step_id) FROM history_row) AND place = 1",
        "step_id = (SELECT min(step_id) FROM history_row)",
    ] {
        let (_folder, path, place) = on_disk(&fixture(schema::newest()));
        let other = Connection::open(&path).expect("a database");
        let sql = format!("DELETE FROM history_row WHERE {which}");
        assert!(other.execute(&sql, []).expect("a change") > 0);
        drop(other);
        let repaired = repair(&path, &place, None, &mut go_on).expect("repaired");
        let repaired = repaired.expect("to the end");
        assert!(
            repaired.history_is_left_out && !repaired.is_whole(),
            "{which}"
        );
        let mut camp = CampFile::open(&place, Mode::Change).expect("the new camp");
        let moved = camp.move_in_history(HistoryMove::Undo).expect("nothing");
        assert!(moved.undone.is_empty(), "{which}");
    }
}
