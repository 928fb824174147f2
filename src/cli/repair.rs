//! `camp-ladder repair`

use std::{ops::ControlFlow, path::Path};

use super::{Failure, backup, out::NewCamp, put, say};
use crate::{
    app::repairing::repaired_name,
    storage::{self, real_clock},
};

pub(super) fn run(damaged: &Path, out: &Path, with_backup: bool) -> Result<(), Failure> {
    let out = NewCamp::at(out)?;
    let out = out.called(&repaired_name(damaged, &real_clock()));
    let backups = with_backup.then(backup::places).transpose()?;
    let mut progress = |_, _| ControlFlow::Continue(());
    let repaired = storage::repair(damaged, &out, backups.as_ref(), &mut progress)?;
    let Some(repaired) = repaired else {
        return Err(Failure::Refused("Cancelled".to_owned()));
    };
    let lines = repaired.lines().into_iter();
    put(&lines.map(|line| line + "\n").collect::<String>())?;
    let out = out.display();
    if repaired.is_whole() {
        say(&format!("Everything was saved in “{out}”"));
    } else if repaired.lacks_nothing() {
        say(&format!(
            "All records are in “{out}”, some of them as the backup has them; keep the damaged file as it is"
        ));
    } else {
        return Err(Failure::Refused(format!(
            "Not everything could be saved. What could is in “{out}”; keep the damaged file as it is"
        )));
    }
    Ok(())
}
