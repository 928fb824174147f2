//! `camp-ladder us-chess CAMP recompute`

use std::path::Path;

use super::member_table;
use crate::{
    cli::{Failure, arguments::WhichMembers, change, open_to_change, put, say},
    domain::{
        Edit, counted,
        us_chess::{Change, MemberId},
    },
    storage::WhichRecords,
};

pub(super) fn run(
    path: &Path,
    which: &WhichMembers,
    with_ids: bool,
    save: bool,
) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let members = file.members()?;
    let known = |id: MemberId| members.iter().any(|stored| stored.member.id == Some(id));
    if let Some(unknown) = which.ids.iter().find(|id| !known(**id)) {
        return Err(Failure::Refused(format!(
            "There is no member {unknown} in this camp"
        )));
    }
    let asked_for = match which.range {
        Some((from, to)) => WhichRecords::Range(from, to),
        None if which.all => WhichRecords::All,
        None => {
            let is_named = |id: Option<MemberId>| id.is_some_and(|id| which.ids.contains(&id));
            let named = members.iter().filter(|stored| is_named(stored.member.id));
            WhichRecords::Members(named.map(|stored| stored.key).collect())
        }
    };
    let mut recomputed = file.recomputed(&asked_for)?;
    let unlike = file.sections_unlike_crosstables()?;
    for section in &unlike {
        if recomputed.iter().any(|it| section.has(it.stored.key)) {
            say(&section.sentence());
        }
    }
    recomputed.retain(|record| !record.is_of(&unlike));
    let computed = recomputed.len();
    let mut rows = Vec::new();
    let mut balances = Vec::new();
    for record in recomputed {
        let differs = record.differs();
        let member = record.stored.member;
        for difference in record.differences {
            let cells = [
                member.listed_name(),
                difference.what,
                difference.before,
                difference.after,
            ];
            rows.push((member.id, cells));
        }
        if differs {
            balances.push((record.stored.key, record.computed));
        }
    }
    let titles = ["Name", "Field", "Is", "By the crosstables"];
    // Who names members by their IDs wants to see which is which.
    let with_ids = with_ids || !which.all;
    put(&member_table((titles, titles.len()), rows, with_ids).in_columns())?;
    let differ = balances.len();
    let verb = if differ == 1 { "differs" } else { "differ" };
    let sentence = format!("{} computed, {differ} {verb}", counted(computed, "record"));
    if save && differ > 0 {
        let edit = Edit::UsChess(Change::SaveBalances(balances));
        change(&mut file, &edit, edit.kind().to_owned())?;
        say(&format!("{sentence} and were saved"));
    } else if differ > 0 {
        say(&format!("{sentence}. Add --save to save them"));
    } else {
        say(&sentence);
    }
    Ok(())
}
