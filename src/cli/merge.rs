//! `camp-ladder merge`

use super::{Failure, arguments::Merge as MergeOrder, change, open_to_change, open_to_read, say};
use crate::{
    domain::{
        Edit, grouped,
        merge::{MergeChoices, Plan},
    },
    storage::{CampFile, StorageError},
};

/// So many of a kind are named.
const NAMED: usize = 20;

pub(super) fn run(order: &MergeOrder) -> Result<(), Failure> {
    let mut file = if order.dry_run {
        open_to_read(&order.camp)?.0
    } else {
        open_to_change(&order.camp)?
    };
    let merge = {
        let other = CampFile::open_copy(&order.other, Some(&order.camp), || false)?;
        if let Some(lost) = other.lost_history() {
            say(&lost.to_string());
        }
        let choices = MergeChoices {
            prefer: order.prefer,
            keeps_both: order.keep_both,
            ..MergeChoices::default()
        };
        let planned = file.compare(&other)?.plan(&choices);
        planned.map_err(|refused| StorageError::Refused(refused.into()))?
    };
    describe(&merge.plan);
    if merge.plan.waits() {
        return Err(Failure::Refused(
            "Nothing was changed. Say which copy counts where both have changed the same: --prefer ours or --prefer theirs"
                .to_owned(),
        ));
    }
    if order.dry_run {
        say("Nothing was changed, as this was a dry run");
        return Ok(());
    }
    if merge.plan.is_empty() {
        say("Everything in the copy is in the camp already");
        return Ok(());
    }
    let brought = if merge.plan.changes_nothing() {
        "Brought back: everything stays as it is here, and none of it is asked again"
    } else {
        "Brought back"
    };
    let edit = Edit::Merge(Box::new(merge));
    change(&mut file, &edit, edit.kind().to_owned())?;
    say(brought);
    Ok(())
}

/// Says what comes, and what has to be decided.
fn describe(plan: &Plan) {
    if !plan.has_base {
        say(
            "What the two copies had in common isn’t known, as a history was cleared: every difference has to be decided, and nothing counts as deleted",
        );
    }
    say_all(plan.weeks.clone());
    say_all(plan.summary());
    say_all(plan.coming().iter().map(ToString::to_string));
    say_all(plan.renumbered.iter().map(ToString::to_string));
    say_all(plan.doubles_in_words());
    if plan.doubles.iter().any(|double| double.is_one) {
        say("If any of these is two, and not one typed twice: --keep-both keeps both");
    }
    let conflicts = plan.conflicts.iter().flat_map(|conflict| {
        let title = plan.title(conflict);
        let rows = plan.side_by_side(conflict).into_iter();
        rows.map(move |row| {
            format!(
                "{title}, {}: here “{}”, in the copy “{}”",
                row.field, row.ours, row.theirs
            )
        })
    });
    say_all(conflicts);
}

fn say_all(sentences: impl IntoIterator<Item = String>) {
    let mut sentences = sentences.into_iter();
    for sentence in sentences.by_ref().take(NAMED) {
        say(&sentence);
    }
    let more = sentences.count();
    if more > 0 {
        say(&format!("and {} more", grouped(more)));
    }
}
