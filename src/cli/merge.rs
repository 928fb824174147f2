//! `camp-ladder merge`

use super::{Failure, arguments::Merge as MergeOrder, change, open_to_change, open_to_read, say};
use crate::{
    domain::{
        Edit, grouped,
        merge::{Conflict, Double, MergeChoices, NOTHING_NEW, Plan, Prefer, ReadsHere},
        within_sentence,
    },
    storage::{CampFile, StorageError},
};

/// So many are named of what was added, changed or moved, which the camp has then. What is still to come, would be lost or must be decided is named
/// to the last.
const NAMED: usize = 20;

pub(super) fn run(order: &MergeOrder) -> Result<(), Failure> {
    let mut file = if order.dry_run {
        open_to_read(&order.camp)?.0
    } else {
        open_to_change(&order.camp)?
    };
    let other = CampFile::open_copy(&order.other, Some(&order.camp), || false)?;
    if other.lost_history().is_some() {
        say(
            "The history of the copy is damaged, and can’t be read. Its players, games and ratings are whole",
        );
    }
    bring(&mut file, other, order)
}

fn bring(file: &mut CampFile, other: CampFile, order: &MergeOrder) -> Result<(), Failure> {
    let choices = MergeChoices {
        prefer: order.prefer,
        keeps_both: order.keep_both,
        ..MergeChoices::default()
    };
    let planned = file.compare(&other)?.plan(&choices);
    // Nothing of it is needed any more.
    drop(other);
    let merge = planned.map_err(|refused| StorageError::Refused(refused.into()))?;
    let is_done = !order.dry_run && !merge.plan.waits();
    let told = described(&merge.plan, is_done);
    // What is brought is told when it is saved.
    let brings = is_done && !merge.plan.is_empty();
    if !brings {
        say_all(&told);
    }
    if merge.plan.waits() {
        let what = if merge.plan.has_base {
            "both have changed the same"
        } else {
            "they differ"
        };
        return Err(Failure::Refused(format!(
            "Nothing was changed. Say which copy counts where {what}: --prefer ours or --prefer theirs"
        )));
    }
    if order.dry_run {
        if merge.plan.is_empty() {
            say(NOTHING_NEW);
        }
        say("Nothing was changed, as this was a dry run");
        return Ok(());
    }
    if !brings {
        say(NOTHING_NEW);
        return Ok(());
    }
    let nothing = merge.plan.nothing_changes();
    let brought = nothing.map_or_else(
        || "Brought back".to_owned(),
        |said| {
            let said = within_sentence(said);
            format!("Brought back: {said}. None of it is asked again")
        },
    );
    let name = merge.name();
    change(file, &Edit::Merge(Box::new(merge)), name)?;
    say_all(&told);
    say(&brought);
    Ok(())
}

fn say_all(sentences: &[String]) {
    for sentence in sentences {
        say(sentence);
    }
}

/// What comes or would come, and what has to be decided.
fn described(plan: &Plan, is_done: bool) -> Vec<String> {
    let mut sentences = Vec::new();
    if !plan.has_base {
        sentences.push(
            "What the two copies had in common isn’t known, as the history of one of them was cleared, or can’t be read: wherever a record differs you decide, what only one of them has is kept, and nothing counts as deleted"
                .to_owned(),
        );
    }
    let coming = in_words(plan, is_done);
    if !is_done && !coming.is_empty() {
        sentences.push("What would come:".to_owned());
    }
    sentences.extend(coming);
    for (taken, heading) in [
        (Some(Prefer::Ours), "Decided as it is here:"),
        (Some(Prefer::Theirs), "Decided as in the copy:"),
        (None, "Must be decided:"),
    ] {
        let conflicts = plan.conflicts.iter().filter(|it| it.taken == taken);
        let sides = conflicts.flat_map(|conflict| on_both(plan, conflict));
        let sides = sides.collect::<Vec<_>>();
        if !sides.is_empty() {
            sentences.push(heading.to_owned());
            sentences.extend(sides);
        }
    }
    sentences
}

/// Everything that comes without a decision.
fn in_words(plan: &Plan, is_done: bool) -> Vec<String> {
    let mut sentences = plan.weeks.clone();
    sentences.extend(plan.corrected.iter().map(ToString::to_string));
    sentences.extend(plan.summary());
    if !(is_done || plan.waits() || plan.changes_nothing()) {
        sentences.extend(plan.nothing_changes().map(str::to_owned));
    }
    let coming = plan.coming().into_iter();
    let (lost, coming) = coming.partition::<Vec<_>, _>(|it| it.loses);
    let count = if is_done { NAMED } else { coming.len() };
    sentences.extend(coming.iter().take(count).map(ToString::to_string));
    let more = coming.len().saturating_sub(count);
    if more > 0 {
        sentences.push(format!("and {} more", grouped(more)));
    }
    sentences.extend(lost.iter().map(ToString::to_string));
    sentences.extend(plan.renumbered.iter().map(ToString::to_string));
    sentences.extend(plan.contrary.iter().map(ToString::to_string));
    sentences.extend(plan.doubles_in_words());
    if plan.doubles.iter().any(|double| double.is_one) {
        let sentence = "If any of these is two, and not one typed twice: --keep-both keeps both of every one of them; one by one they are decided in the window";
        sentences.push(sentence.to_owned());
    }
    let is_nearly = |double: &Double| matches!(double.here, ReadsHere::Nearly(_));
    if plan.doubles.iter().any(is_nearly) {
        let first = if is_done {
            "undo this in the window, bring the copy back there"
        } else {
            "bring the copy back in the window"
        };
        sentences.push(format!(
            "If two of nearly the same name are one player, {first}, and tick them"
        ));
    }
    sentences
}

/// "Player Ann Lee, Notes: here “Left-handed”, in the copy “–”", for each field. Of a week, what is left out so, and how to keep both.
fn on_both(plan: &Plan, conflict: &Conflict) -> Vec<String> {
    let title = plan.title(conflict);
    let rows = plan.side_by_side(conflict).into_iter();
    let rows = rows.map(|row| {
        format!(
            "{title}, {}: here “{}”, in the copy “{}”",
            row.field, row.ours, row.theirs
        )
    });
    let mut said = rows.collect::<Vec<_>>();
    said.extend(plan.left_out(conflict));
    said.extend(plan.way_to_keep_both(conflict));
    said
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::{
        cli::said::all_said,
        domain::merge::{Cell, Cells, Clash, Difference, Key, RecordChange},
        storage::{Mode, Occasion},
    };

    #[test]
    fn what_was_not_saved_is_not_called_added() {
        let folder = tempfile::tempdir().expect("a folder");
        let [here, there] = ["Camp.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
        let camp = CampFile::create(&here, "Camp", date(2026, 7, 6)).expect("a camp");
        drop(camp);
        std::fs::copy(&here, &there).expect("a copy");
        let mut copy = CampFile::open(&there, Mode::Change).expect("the copy");
        let rename = Edit::RenameCamp("Summer".to_owned());
        let renamed = copy.apply(&rename, &Occasion::now("Rename camp"));
        renamed.expect("another name");
        drop(copy);
        let order = MergeOrder {
            camp: here.clone(),
            other: there.clone(),
            dry_run: false,
            prefer: None,
            keep_both: false,
        };
        let brought = |mode| {
            let mut file = CampFile::open(&here, mode).expect("the camp");
            let other = CampFile::open_copy(&there, Some(&here), || false).expect("the copy");
            all_said();
            let brought = bring(&mut file, other, &order);
            (brought.is_ok(), all_said())
        };
        // As a full disk does, one that is only looked at takes nothing.
        let (is_done, said) = brought(Mode::ReadOnly);
        assert!(!is_done);
        assert_eq!(said, Vec::<String>::new());
        let (is_done, said) = brought(Mode::Change);
        assert!(is_done);
        assert_eq!(
            said.first().map(String::as_str),
            Some("Name or settings of the camp changed")
        );
        assert_eq!(said.last().map(String::as_str), Some("Brought back"));
    }

    /// Records of the table "person", by their uids.
    fn key(uid: usize) -> Key {
        Key::new("person", [format!("{uid:02}")])
    }

    #[test]
    fn what_would_be_lost_or_must_be_decided_is_named_to_the_last() {
        let mut plan = Plan::default();
        let changes = (0..30).map(|uid| (key(uid), RecordChange::Added(Cells::new())));
        let deleted = (30..60).map(|uid| (key(uid), RecordChange::Deleted(Cells::new())));
        let off_the_list = (60..90).map(|uid| {
            let listed = Key::new("week_player", ["week", key(uid).uid()]);
            let group = ("group_id".to_owned(), Cell::Text("red".to_owned()));
            (listed, RecordChange::Deleted(Cells::from([group])))
        });
        plan.changes = changes.chain(deleted).chain(off_the_list).collect();
        plan.doubles = (0..30)
            .map(|uid| Double {
                table: "game",
                ours: format!("{uid} here"),
                theirs: uid.to_string(),
                in_words: format!("Game {uid}"),
                here: ReadsHere::Same,
                is_one: true,
            })
            .collect();
        let differing = |uid| Difference {
            key: key(uid),
            columns: (0..13).map(|column| format!("column {column}")).collect(),
            ours: Some(Cells::from([("column 0".to_owned(), Cell::Whole(1))])),
            theirs: None,
        };
        let conflicts = (0..30).map(|uid| Conflict {
            key: key(uid),
            clash: Clash::Fields(vec![differing(uid)]),
            taken: None,
            changed: Vec::new(),
            with: Vec::new(),
            without: Vec::new(),
            replaced: Vec::new(),
        });
        plan.conflicts = conflicts.collect();
        let said = described(&plan, true);
        let count = |start: &str| said.iter().filter(|it| it.starts_with(start)).count();
        assert_eq!((count("Added: "), count("and 10 more")), (NAMED, 1));
        assert_eq!((count("Deleted: "), count("Changed: ")), (30, 30));
        assert_eq!(count("The same on both, and kept once: "), 30);
        assert_eq!(
            said.iter().filter(|it| it.contains("--keep-both")).count(),
            1
        );
        assert_eq!(
            said.iter()
                .filter(|it| it.contains("in the copy “"))
                .count(),
            30 * 13
        );
        // What isn't done yet can't be looked up in the camp.
        let said = described(&plan, false);
        let count = |start: &str| said.iter().filter(|it| it.starts_with(start)).count();
        assert_eq!((count("Added: "), count("and ")), (30, 0));
    }

    #[test]
    fn who_has_nearly_the_same_name_is_told_with_the_way_to_be_one() {
        let mut plan = Plan::default();
        plan.doubles = vec![Double {
            table: "person",
            ours: "1".to_owned(),
            theirs: "2".to_owned(),
            in_words: "Katelyn Lee, number 5".to_owned(),
            here: ReadsHere::Nearly("Kaitlyn Lee, number 4".to_owned()),
            is_one: false,
        }];
        let named = "New players with nearly the same name, and both kept: here Kaitlyn Lee, number 4, in the copy Katelyn Lee, number 5";
        for (is_done, way) in [
            (false, "bring the copy back in the window, and tick them"),
            (
                true,
                "undo this in the window, bring the copy back there, and tick them",
            ),
        ] {
            let said = in_words(&plan, is_done).into_iter();
            let said = said.skip_while(|it| it != named).collect::<Vec<_>>();
            let way = format!("If two of nearly the same name are one player, {way}");
            assert_eq!(said, [named, &way]);
        }
    }

    #[test]
    fn a_closed_week_to_which_games_come_is_told_before_and_after() {
        use crate::domain::{Game, GameResult, NextWeek, Player, PlayerId, WeekId};
        let folder = tempfile::tempdir().expect("a folder");
        let [here, there] = ["Camp.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
        let on = date(2026, 7, 6);
        let apply = |camp: &mut CampFile, edits: Vec<Edit>| {
            for edit in edits {
                camp.apply(&edit, &Occasion::now(edit.kind()))
                    .expect("a change");
            }
        };
        let mut camp = CampFile::create(&here, "Camp", on).expect("a camp");
        let player = |last_name: &str| {
            Edit::AddPlayer(Player {
                last_name: last_name.to_owned(),
                ..Player::default()
            })
        };
        let next = NextWeek {
            label: String::new(),
            opened_on: on,
            players: Vec::new(),
        };
        let started = Edit::StartWeek(Box::new(next));
        let closed = Edit::CloseWeek { on };
        apply(
            &mut camp,
            vec![player("Lee"), player("Shah"), closed.clone(), started],
        );
        drop(camp);
        std::fs::copy(&here, &there).expect("a copy");
        let mut copy = CampFile::open(&there, Mode::Change).expect("the copy");
        let game = Game::new(PlayerId(1), PlayerId(2), GameResult::WhiteWon);
        let reopened = Edit::ReopenWeek(WeekId(1));
        apply(&mut copy, vec![reopened, Edit::add_game(game), closed]);
        drop(copy);
        let told = "Week 1 was opened and closed again in the copy (1 game added): print its standings again";
        for dry_run in [true, false] {
            let mut file = CampFile::open(&here, Mode::Change).expect("the camp");
            let other = CampFile::open_copy(&there, Some(&here), || false).expect("the copy");
            let order = MergeOrder {
                camp: here.clone(),
                other: there.clone(),
                dry_run,
                prefer: None,
                keep_both: false,
            };
            all_said();
            bring(&mut file, other, &order).expect("brought back");
            let said = all_said();
            assert!(said.iter().any(|it| it == told), "{said:?}");
            let steps = file.history().expect("a history");
            let last = steps.last().map(|step| step.name.as_str());
            let is_done = last == Some("Bring back Copy.ladder (1 game added)");
            assert_eq!(is_done, !dry_run, "{last:?}");
        }
    }

    #[test]
    fn what_is_not_done_is_said_to_be_so_first() {
        let mut plan = Plan::default();
        plan.has_base = true;
        plan.weeks = vec!["Week 2 is opened again, with what both have".to_owned()];
        let first = |is_done| described(&plan, is_done).into_iter().next();
        assert_eq!(first(false).as_deref(), Some("What would come:"));
        assert_eq!(first(true), plan.weeks.first().cloned());
    }

    #[test]
    fn what_was_decided_is_told_from_what_must_be() {
        let conflict = |uid: usize, taken| Conflict {
            key: key(uid),
            clash: Clash::Order,
            taken,
            changed: Vec::new(),
            with: Vec::new(),
            without: Vec::new(),
            replaced: Vec::new(),
        };
        let headings = |taken: [Option<Prefer>; 2]| {
            let mut plan = Plan::default();
            let conflicts = taken.into_iter().zip(0..);
            plan.conflicts = conflicts.map(|(taken, uid)| conflict(uid, taken)).collect();
            let said = described(&plan, false).into_iter();
            said.filter(|it| it.ends_with(':')).collect::<Vec<_>>()
        };
        assert_eq!(headings([None; 2]), ["Must be decided:"]);
        assert_eq!(
            headings([Some(Prefer::Ours); 2]),
            ["Decided as it is here:"]
        );
        assert_eq!(
            headings([None, Some(Prefer::Theirs)]),
            ["Decided as in the copy:", "Must be decided:"]
        );
    }
}
