//! Groups: matched by name, without regard to capitals.

use std::collections::HashMap;

use super::{
    Counts, Outcome, cells, differences, extra_columns, names_in_camp, players::FirstRow,
    print::Print, rows_in_shape,
};
use crate::{
    domain::{self, CampData, Group, GroupId, ImportedGroup, RecordKind, RowPrint, group_name_key},
    import::{Field, Place, Problem, ProblemKind, Severity, recognise::Mapped},
};

const NAME: Field = Field::Is(domain::Field::GroupName);
const RATING: Field = Field::Is(domain::Field::InitialRating);

/// Collects what becomes of the groups, and knows all of them, old and new.
pub(super) struct GroupPlanner<'a> {
    camp: &'a CampData,
    present: HashMap<String, &'a Group>,
    present_rows: HashMap<RowPrint, &'a Group>,
    present_names: HashMap<GroupId, &'a str>,
    /// By key: every group that will be in the camp.
    known: HashMap<String, Known<'a>>,
    changes: Vec<ImportedGroup>,
    counts: Counts,
    /// What changes, in words.
    words: Vec<String>,
    /// Groups whose row is the one that was imported, and that were corrected since.
    corrected: usize,
    /// Groups that only players mention, in the order they are met.
    unknown: Vec<Unknown>,
    unknown_by_key: HashMap<String, usize>,
}

struct Known<'a> {
    name: String,
    initial_rating: Option<i32>,
    /// The row that describes the group, if a file does.
    described: Option<FirstRow<'a>>,
}

struct Unknown {
    name: String,
    players: usize,
    first: Place,
}

impl<'a> GroupPlanner<'a> {
    pub(super) fn new(camp: &'a CampData) -> Self {
        let known = camp.groups.iter().map(|group| {
            let known = Known {
                name: group.name.clone(),
                initial_rating: group.initial_rating,
                described: None,
            };
            (group_name_key(&group.name), known)
        });
        Self {
            camp,
            present: camp
                .groups
                .iter()
                .map(|group| (group_name_key(&group.name), group))
                .collect(),
            present_rows: camp
                .groups
                .iter()
                .filter_map(|group| Some((group.imported_row?, group)))
                .collect(),
            present_names: camp
                .groups
                .iter()
                .map(|group| (group.id, group.name.as_str()))
                .collect(),
            known: known.collect(),
            changes: Vec::new(),
            counts: Counts::default(),
            words: Vec::new(),
            corrected: 0,
            unknown: Vec::new(),
            unknown_by_key: HashMap::new(),
        }
    }

    /// Reads a table of groups.
    pub(super) fn read(&mut self, table: &Mapped<'a>, problems: &mut Vec<Problem>) {
        let Some(name_column) = table.column(NAME) else {
            return;
        };
        let rating_column = table.column(RATING);
        let extra = extra_columns(table);
        let custom = names_in_camp(&extra, self.camp, RecordKind::Group);
        for row in rows_in_shape(table, &mut self.counts.left_out, problems) {
            let text = row.cell(name_column);
            let Some(name) = cells::name(table, row, NAME, text, problems) else {
                self.counts.left_out += 1;
                continue;
            };
            if name.is_empty() {
                problems.push(table.problem(row, Severity::LeftOut, ProblemKind::NoGroupName));
                self.counts.left_out += 1;
                continue;
            }
            let key = group_name_key(&name);
            if let Some((first_table, first)) =
                self.known.get(&key).and_then(|known| known.described)
            {
                let is_same = first.cells().eq(row.cells());
                let severity = if is_same {
                    Severity::Note
                } else {
                    Severity::LeftOut
                };
                let duplicate = ProblemKind::DuplicateGroup {
                    group: name,
                    first: first_table.place_of(first),
                };
                problems.push(table.problem(row, severity, duplicate));
                self.counts.left_out += 1;
                continue;
            }
            let extra = cells::extra(row, &extra);
            let print = Print::default()
                .field("name", &key)
                .field(
                    "rating",
                    &rating_column
                        .map_or_else(String::new, |column| cells::plain_number(row.cell(column))),
                )
                .extra(&extra)
                .done();
            // A group that was renamed since is still the one of this row.
            let present = self
                .present
                .get(&key)
                .or_else(|| self.present_rows.get(&print))
                .copied();
            let is_as_imported = present.is_some_and(|group| group.imported_row == Some(print));
            let initial_rating = rating_column
                .and_then(|column| cells::rating(table, row, column, RATING, problems))
                .or_else(|| present.and_then(|group| group.initial_rating));
            // The camp's own spelling stays, as that is what its group is found by.
            let name = present.map_or(name, |group| group.name.clone());
            let group = ImportedGroup {
                name: name.clone(),
                initial_rating,
                extra: cells::extra(row, &custom),
                row: Some(print),
            };
            if cells::is_refused(table, row, group.problems(), problems) {
                self.counts.left_out += 1;
                continue;
            }
            let initial_rating = match present {
                Some(present) if is_as_imported => present.initial_rating,
                _ => initial_rating,
            };
            if initial_rating.is_none() {
                let group = name.clone();
                let without = ProblemKind::GroupWithoutRating { group };
                problems.push(table.problem(row, Severity::Note, without));
            }
            let is_renamed = present.is_some_and(|group| group_name_key(&group.name) != key);
            self.known.insert(
                key,
                Known {
                    name,
                    initial_rating,
                    described: Some((table.table, row)),
                },
            );
            match present {
                Some(present) if is_as_imported => {
                    self.counts.unchanged += 1;
                    self.corrected += usize::from(
                        is_renamed || !differences::of_group(self.camp, present, &group).is_empty(),
                    );
                }
                present => self.add(present, group),
            }
        }
    }

    fn add(&mut self, present: Option<&Group>, group: ImportedGroup) {
        match present {
            Some(present) => {
                let differences = differences::of_group(self.camp, present, &group);
                if differences.is_empty() {
                    self.counts.unchanged += 1;
                } else {
                    self.counts.changed += 1;
                    self.words
                        .push(differences.of(&format!("Group {}", present.name)));
                }
            }
            None => self.counts.added += 1,
        }
        self.changes.push(group);
    }

    /// The name that the camp has for the group that a file calls so.
    pub(super) fn known_name(&self, name: &str) -> Option<String> {
        let known = self.known.get(&group_name_key(name))?;
        Some(known.name.clone())
    }

    /// The name that the camp has, or will have, for the group that a player's row names. A group that nothing
    /// describes is noted and will be added.
    pub(super) fn resolve(&mut self, name: String, place: &Place) -> String {
        let key = group_name_key(&name);
        if let Some(known) = self.known.get(&key) {
            return known.name.clone();
        }
        if let Some(at) = self.unknown_by_key.get(&key) {
            let unknown = &mut self.unknown[*at];
            unknown.players += 1;
            return unknown.name.clone();
        }
        self.unknown_by_key.insert(key, self.unknown.len());
        self.unknown.push(Unknown {
            name: name.clone(),
            players: 1,
            first: place.clone(),
        });
        name
    }

    /// The initial rating of a group, as it will be after the import.
    pub(super) fn initial_rating(&self, name: &str) -> Option<i32> {
        self.known
            .get(&group_name_key(name))
            .and_then(|known| known.initial_rating)
    }

    /// The name of a group of the camp.
    pub(super) fn present_name(&self, id: GroupId) -> Option<&'a str> {
        self.present_names.get(&id).copied()
    }

    /// What becomes of the groups; the changes with new groups weakest first, so that they are added in their order of skill.
    pub(super) fn finish(mut self, problems: &mut Vec<Problem>) -> Outcome<ImportedGroup> {
        self.changes
            .sort_by_key(|group| group.initial_rating.unwrap_or(i32::MAX));
        for unknown in self.unknown {
            problems.push(Problem::new(
                unknown.first,
                Severity::Note,
                ProblemKind::UnknownGroup {
                    group: unknown.name.clone(),
                    players: unknown.players,
                },
            ));
            self.counts.added += 1;
            self.changes.push(ImportedGroup::new(unknown.name));
        }
        Outcome {
            changes: self.changes,
            counts: self.counts,
            words: self.words,
            corrected: self.corrected,
        }
    }
}
