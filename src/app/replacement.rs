//! Find and replace: what is looked for, and what becomes of a text in which it stands.

use super::listing::{Kind, ListColumn, columns as all_columns};
use crate::domain::{CampData, Field, RecordKind};

/// What the dialog Find and replace is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Replace {
    pub find: String,
    pub with: String,
    /// The kind of records in which it is looked for.
    pub kind: RecordKind,
    /// The field of the form in which it is looked for.
    pub field: Field,
    /// Only fields that hold nothing else.
    pub whole: bool,
    pub match_case: bool,
    /// Why it can't be done.
    pub problem: Option<String>,
    /// What was done last.
    pub said: Option<String>,
}

/// The columns that can be searched so: those that are typed as texts.
fn columns(camp: &CampData, kind: RecordKind) -> Vec<ListColumn<'_>> {
    let mut columns = all_columns(camp, kind);
    columns.retain(|column| {
        column.field.is_some() && !matches!(column.kind, Kind::Choice | Kind::YesNo)
    });
    columns
}

impl Replace {
    /// The columns to choose from.
    pub fn columns<'a>(&self, camp: &'a CampData) -> Vec<ListColumn<'a>> {
        columns(camp, self.kind)
    }

    /// A dialog for a field of these records, or for their first one that is a text.
    pub(super) fn in_field(
        camp: &CampData,
        kind: RecordKind,
        field: Option<Field>,
    ) -> Option<Self> {
        let columns = columns(camp, kind);
        let wanted = columns.iter().find(|column| column.field == field);
        let field = wanted.or(columns.first())?.field?;
        Some(Self {
            find: String::new(),
            with: String::new(),
            kind,
            field,
            whole: false,
            match_case: false,
            problem: None,
            said: None,
        })
    }

    /// The text with everything replaced that was looked for; `None` if it isn't there.
    pub fn apply(&self, text: &str) -> Option<String> {
        let same = |a: &str, b: &str| {
            if self.match_case {
                a == b
            } else {
                a.to_lowercase() == b.to_lowercase()
            }
        };
        if self.find.is_empty() {
            return None;
        }
        if self.whole {
            return same(text, &self.find).then(|| self.with.clone());
        }
        let length = self.find.chars().count();
        let mut replaced = String::with_capacity(text.len());
        let mut rest = text;
        let mut found = false;
        while let Some(first) = rest.chars().next() {
            let end = rest
                .char_indices()
                .nth(length)
                .map_or(rest.len(), |(end, _)| end);
            if same(&rest[..end], &self.find) {
                replaced.push_str(&self.with);
                rest = &rest[end..];
                found = true;
            } else {
                replaced.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        found.then_some(replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Week;

    fn camp() -> CampData {
        CampData::new("Camp", Week::new(1, jiff::civil::date(2026, 7, 6)))
    }

    fn replace(find: &str, with: &str) -> Replace {
        Replace {
            find: find.to_owned(),
            with: with.to_owned(),
            ..Replace::in_field(&camp(), RecordKind::Player, None).expect("a dialog")
        }
    }

    #[test]
    fn every_place_is_replaced_whatever_its_capitals() {
        assert_eq!(replace("an", "en").apply("Anna").as_deref(), Some("enna"));
        assert_eq!(replace("ANNA", "").apply("anna").as_deref(), Some(""));
        assert_eq!(replace("x", "y").apply("Anna"), None);
        assert_eq!(replace("", "y").apply("Anna"), None);
        assert_eq!(
            replace("é", "e").apply("Renée É").as_deref(),
            Some("Renee e")
        );
    }

    #[test]
    fn capitals_and_the_whole_field_can_matter() {
        let exact = Replace {
            match_case: true,
            ..replace("an", "en")
        };
        assert_eq!(exact.apply("Anna An an").as_deref(), Some("Anna An en"));
        let whole = Replace {
            whole: true,
            ..replace("an", "en")
        };
        assert_eq!(whole.apply("Anna"), None);
        assert_eq!(whole.apply("AN").as_deref(), Some("en"));
    }
}
