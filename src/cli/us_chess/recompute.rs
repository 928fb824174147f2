//! `camp-ladder us-chess CAMP recompute`

use std::{collections::HashMap, path::Path};

use crate::{
    cli::{Failure, arguments::WhichMembers, change, open_to_change, put, say},
    domain::{
        Edit, counted,
        us_chess::{Change, MemberId},
    },
    report::text::TextTable,
};

pub(super) fn run(path: &Path, which: &WhichMembers, save: bool) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let members = file.members()?;
    let known = |id: MemberId| members.iter().any(|stored| stored.member.id == Some(id));
    if let Some(unknown) = which.ids.iter().find(|id| !known(**id)) {
        return Err(Failure::Refused(format!(
            "There is no member {unknown} in this camp"
        )));
    }
    let is_asked_for = |id: Option<MemberId>| match (id, which.range) {
        _ if which.all => true,
        (Some(id), Some((from, to))) => (from..=to).contains(&id),
        (Some(id), None) => which.ids.contains(&id),
        (None, _) => false,
    };
    let by_crosstables = file.all_balances_by_crosstables()?;
    let by_crosstables = by_crosstables.into_iter().collect::<HashMap<_, _>>();
    let mut rows = Vec::new();
    let mut balances = Vec::new();
    let mut computed = 0;
    for stored in members {
        if !is_asked_for(stored.member.id) {
            continue;
        }
        let Some(balance) = by_crosstables.get(&stored.key) else {
            continue;
        };
        computed += 1;
        for difference in stored.now.differences(balance) {
            let id = stored.member.id;
            rows.push(vec![
                id.map_or_else(|| "pending".to_owned(), |id| id.to_string()),
                stored.member.listed_name(),
                difference.what,
                difference.before,
                difference.after,
            ]);
        }
        if stored.now != *balance {
            balances.push((stored.key, balance.clone()));
        }
    }
    let titles = vec!["ID", "Name", "Field", "Is", "By the crosstables"];
    put(&TextTable::new(titles, rows, vec![0, 1, 2, 3, 4]).in_columns())?;
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
