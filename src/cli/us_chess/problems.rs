//! What is wrong with sections of US Chess and with the records of members, for `camp-ladder check`.

use crate::{
    cli::{Failure, check::marked},
    domain::CampData,
    storage::{CampFile, CheckedSection, Mending, Recomputed, UnlikeCrosstable},
};

/// What is said of sections and members, and how much of it is a fault.
#[derive(Debug, Default)]
pub(in crate::cli) struct UsChessProblems {
    pub(in crate::cli) sentences: Vec<String>,
    /// What the director has called right.
    pub(in crate::cli) accepted: Vec<String>,
    pub(in crate::cli) faults: usize,
    /// How much is only worth knowing.
    pub(in crate::cli) notes: usize,
}

/// A sentence for everything that is to be checked in a section, and for each section and each record that the crosstables don't give.
pub(in crate::cli) fn all(
    file: &CampFile,
    camp: &CampData,
    mending: &Mending,
) -> Result<UsChessProblems, Failure> {
    let mut problems = UsChessProblems::default();
    if camp.us_chess_sections > 0 {
        for section in file.sections_to_check()? {
            problems.add(&section, camp);
        }
    }
    let unlike = mending.sections.iter().map(UnlikeCrosstable::sentence);
    problems.sentences.extend(unlike);
    let differing = &mending.members;
    problems.faults += mending.sections.len() + differing.len();
    let sentence = |record: &Recomputed| {
        let sentence = record.sentence();
        format!("{sentence}. Compute it anew with recompute")
    };
    problems.sentences.extend(differing.iter().map(sentence));
    let lost = file.lost_us_chess_names()?;
    problems.faults += lost.len();
    let sentence =
        |name: &String| format!("US Chess, {name}: type the name, which a damaged file has lost");
    problems.sentences.extend(lost.iter().map(sentence));
    Ok(problems)
}

impl UsChessProblems {
    fn add(&mut self, section: &CheckedSection, camp: &CampData) {
        let key = section.problem().and_then(|problem| problem.key(camp));
        let is_accepted = key.is_some_and(|key| camp.accepted.contains(&key));
        let name = section.head.called();
        let found = section.found.iter();
        let sentences = found.clone().map(|found| {
            let sentence = format!("Section {name}: {}", found.sentence);
            marked(is_accepted || found.what.counts(), sentence)
        });
        if is_accepted {
            self.accepted.extend(sentences);
        } else {
            self.sentences.extend(sentences);
            let all = section.found.len();
            let faults = found.filter(|found| found.what.counts()).count();
            self.faults += faults;
            self.notes += all - faults;
        }
    }
}
