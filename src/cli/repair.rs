//! `camp-ladder repair`

use std::{ops::ControlFlow, path::Path};

use super::{Failure, put, say};
use crate::storage;

pub(super) fn run(damaged: &Path, out: &Path) -> Result<(), Failure> {
    let repaired = storage::repair(damaged, out, &mut |_, _| ControlFlow::Continue(()))?;
    let Some(repaired) = repaired else {
        return Err(Failure::Refused("Cancelled".to_owned()));
    };
    let lines = repaired.lines().into_iter();
    put(&lines.map(|line| line + "\n").collect::<String>())?;
    let out = out.display();
    if !repaired.is_whole() {
        return Err(Failure::Refused(format!(
            "Not everything could be saved. What could is in “{out}”; keep the damaged file as it is"
        )));
    }
    say(&format!("Everything was saved in “{out}”"));
    Ok(())
}
