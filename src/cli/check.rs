//! `camp-ladder check`

use std::path::Path;

use super::{
    Failure, change, in_sentences, open_to_change, put, quoted, say, sentence, us_chess, week,
};
use crate::{
    domain::{LadderProblem, Problems, counted},
    rating::camp_ladder,
    storage::{CampFile, can_be_repaired},
};

pub(super) fn run(path: &Path, all: bool, mend: bool) -> Result<(), Failure> {
    if mend {
        mend_what_follows(path)?;
    }
    let opened = CampFile::open_to_check(path).map_err(|error| {
        if !can_be_repaired(path, &error) {
            return error;
        }
        say(&way_to_repair(path));
        error.of_camp()
    });
    let mut file = opened?;
    let damage = damage(path, &mut file)?;
    let camp = file.load()?;
    let Problems { listed, accepted } = camp_ladder::all_problems(&camp);
    let mending = file.mending()?;
    // What is wrong with the ratings of the current week is listed already.
    let weeks = mending.closed_weeks.iter();
    let weeks = weeks.filter(|(week, _)| week.id != camp.week.id);
    let weeks = weeks.map(|(week, players)| mending.unlike_games(week, *players, BY_MENDING));
    let others = weeks.chain(mending.history.clone()).collect::<Vec<_>>();
    let of_us_chess = us_chess::problems::all(&file, &camp, &mending)?;
    let mut lines: Vec<_> = if all {
        let each = listed.iter();
        each.map(|problem| marked(problem.counts(), sentence(problem, &camp)))
            .collect()
    } else {
        let alike = in_sentences(&listed, &camp).into_iter();
        alike
            .map(|(problem, sentence)| marked(problem.counts(), sentence))
            .collect()
    };
    let is_short = lines.len() < listed.len();
    lines.extend(others.iter().cloned());
    lines.extend(of_us_chess.sentences);
    let accepted = accepted.iter().map(|problem| problem.sentence(&camp));
    let accepted = accepted.chain(of_us_chess.accepted).collect::<Vec<_>>();
    if all {
        let accepted = accepted.iter();
        lines.extend(accepted.map(|sentence| format!("Accepted: {sentence}")));
    }
    let lines = lines.iter().flat_map(|line| [line.as_str(), "\n"]);
    put(&lines.collect::<String>())?;
    if !accepted.is_empty() {
        say(&format!("{} accepted", accepted.len()));
    }
    if !all && (is_short || !accepted.is_empty()) {
        let path = quoted::path(path);
        say(&format!("To list each: camp-ladder check {path} --all"));
    }
    if let Some(steps) = week::next_steps(path, &camp, &listed) {
        say(&steps);
    }
    if !mend && !mending.is_recalculation() {
        let path = quoted::path(path);
        say(&format!(
            "To compute anew what can be computed: camp-ladder check {path} --mend"
        ));
    }
    let faults = listed.iter().filter(|problem| problem.counts()).count();
    let notes = listed.len() - faults + of_us_chess.notes;
    let faults = faults + damage + others.len() + of_us_chess.faults;
    if faults > 0 {
        return Err(refused(faults, notes));
    }
    // Whether ratings are taken over is for the director to say, and so it is no fault.
    say(if listed.iter().any(LadderProblem::is_of_starts) {
        "No damage, but some start ratings differ from the end of the week before"
    } else {
        "No damage, no problems"
    });
    Ok(())
}

/// Says what is damaged. How many things, where the records are whole: what is wrong with them can be looked for then.
fn damage(path: &Path, file: &mut CampFile) -> Result<usize, Failure> {
    let mut damage = file.damage()?;
    let mut are_records_whole = damage.is_empty() || file.check().is_ok();
    if are_records_whole {
        let strange = file.strange_values()?;
        are_records_whole = strange.is_empty();
        damage.extend(strange);
    }
    if damage.is_empty() {
        return Ok(0);
    }
    let damaged = damage.iter().map(|finding| format!("Damage: {finding}\n"));
    put(&damaged.collect::<String>())?;
    if !are_records_whole {
        say(&way_to_repair(path));
        return Err(refused(damage.len(), 0));
    }
    say(&match file.lost_history() {
        // With the next change the rest is written anew without it.
        Some(lost) => lost.to_string(),
        None => "Only unused parts of this file are damaged. The next change mends it".to_owned(),
    });
    Ok(damage.len())
}

/// What computes the ratings of a closed week anew.
pub(super) const BY_MENDING: &str = "Compute them with check --mend";

fn way_to_repair(path: &Path) -> String {
    format!(
        "Keep this file as it is. To save what can be read of it: camp-ladder repair {} --out NEW.ladder",
        quoted::path(path)
    )
}

/// Computes anew what follows from the records and differs, in one step that can be undone.
fn mend_what_follows(path: &Path) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let mending = file.mending()?;
    if let Some(edit) = mending.edit() {
        let name = edit.name(&file.load()?);
        change(&mut file, &edit, name)?;
    }
    for sentence in mending.mended() {
        say(&format!("Mended: {sentence}"));
    }
    Ok(())
}

/// A sentence that says by its first word whether it is one of the problems that are counted at the end, or only worth knowing.
pub(super) fn marked(counts: bool, sentence: String) -> String {
    if counts {
        sentence
    } else {
        format!("Note: {sentence}")
    }
}

/// The number of problems, and of the lines that are none.
fn refused(problems: usize, notes: usize) -> Failure {
    let problems = counted(problems, "problem");
    Failure::Refused(match notes {
        0 => problems,
        notes => format!("{problems} and {}", counted(notes, "note")),
    })
}
