//! What is wrong with sections of US Chess and with the records of members, for `camp-ladder check`.

use std::collections::HashMap;

use crate::{cli::Failure, rating::us_chess::systems, storage::CampFile};

/// A sentence for each section that can't be rated as it is, whose time controls are of another system, or whose ratings are out of date,
/// and for each record that doesn't follow from the crosstables.
pub(in crate::cli) fn sentences(file: &CampFile) -> Result<Vec<String>, Failure> {
    let mut sentences = Vec::new();
    for head in file.sections()? {
        let name = head.called();
        let section = file.section(head.key)?.unwrap_or_default();
        let contradictions = section.problems();
        sentences.extend(
            contradictions
                .iter()
                .map(|problem| format!("Section {name}, {problem}")),
        );
        let day = head.section.ends;
        let system = day.and_then(|day| systems::check(&head.section, day));
        sentences.extend(system.map(|problem| format!("Section {name}: {problem}")));
        if head.is_stale() {
            sentences.push(format!(
                "Section {name}: its ratings are out of date. Rate it again"
            ));
        }
    }
    let computed = file.all_balances_by_crosstables()?.into_iter();
    let computed = computed.collect::<HashMap<_, _>>();
    for stored in file.members()? {
        let balance = computed.get(&stored.key);
        let Some(balance) = balance.filter(|balance| **balance != stored.now) else {
            continue;
        };
        let differences = stored.now.differences(balance);
        let fields = differences.iter().map(|difference| &*difference.what);
        sentences.push(format!(
            "The record of {} doesn’t follow from the crosstables: {}. Compute it anew with recompute",
            stored.member.listed_name(),
            fields.collect::<Vec<_>>().join(", ")
        ));
    }
    Ok(sentences)
}
