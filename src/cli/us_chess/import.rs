//! `camp-ladder us-chess CAMP import`

use std::path::{Path, PathBuf};

use crate::{
    app,
    cli::{Failure, change, make_with, open_to_import, out::camp_at, say},
    domain::{Edit, us_chess::Change},
    exchange::{self, Choices, Plan},
};

pub(super) fn run(
    path: &Path,
    files: &[PathBuf],
    choices: Choices,
    dry_run: bool,
) -> Result<(), Failure> {
    if choices.ended.is_some_and(|day| day > app::today()) {
        return Err(Failure::Refused(
            "--ended is in the future. Correct the day".to_owned(),
        ));
    }
    let read = exchange::read_all(files, app::today()).map_err(|failed| {
        let failed = failed.iter().map(ToString::to_string);
        Failure::Refused(failed.collect::<Vec<_>>().join("\n"))
    })?;
    let path = camp_at(path)?;
    let (mut file, is_new) = open_to_import(&path, dry_run)?;
    let read = read.iter().collect::<Vec<_>>();
    let plan = Plan::new(&read, &file.known()?, choices);
    for line in &plan.files {
        say(line);
    }
    for note in &plan.notes {
        say(&note.to_string());
    }
    if !plan.conflicts.is_empty() {
        for conflict in &plan.conflicts {
            say(&conflict.to_string());
        }
        return Err(Failure::Refused(
            "Nothing was imported, and nothing has changed".to_owned(),
        ));
    }
    let summary = plan.in_words();
    if dry_run {
        say(&format!("{summary}. Nothing was saved"));
        return Ok(());
    }
    let edit = Edit::UsChess(Change::Import(Box::new(plan.import)));
    let camp = file.load()?;
    let name = edit.name(&camp);
    if is_new {
        make_with(&path, &camp.name, &edit, name)?;
    } else {
        change(&mut file, &edit, name)?;
    }
    let into = if is_new {
        format!(" into “{}”", path.display())
    } else {
        String::new()
    };
    say(&format!("{summary} imported{into}"));
    Ok(())
}
