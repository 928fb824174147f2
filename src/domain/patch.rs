//! What becomes of some fields of a record: all others stay as they are, whoever has changed them meanwhile.

use super::{Described, Field, Value};

/// New values for fields of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch<R: Described> {
    pub id: R::Id,
    fields: Vec<(Field, Value)>,
}

impl<R: Described> Patch<R> {
    /// One field.
    pub fn new(id: R::Id, field: Field, value: impl Into<Value>) -> Self {
        Self {
            id,
            fields: vec![(field, value.into())],
        }
    }

    /// The fields in which `after` differs from `before`.
    pub fn between(before: &R, after: &R) -> Self {
        let fields = R::FIELDS.iter();
        let changed = fields.filter(|spec| !spec.is_same(before, after));
        Self {
            id: after.id(),
            fields: changed
                .map(|spec| (spec.about.field, (spec.get)(after)))
                .collect(),
        }
    }

    /// Every field as this record has it.
    pub fn whole(record: &R) -> Self {
        let fields = R::FIELDS.iter();
        Self {
            id: record.id(),
            fields: fields
                .map(|spec| (spec.about.field, (spec.get)(record)))
                .collect(),
        }
    }

    /// Whether it changes a field.
    pub fn has(&self, field: Field) -> bool {
        self.fields.iter().any(|(changed, _)| *changed == field)
    }

    /// The record with the new values.
    #[must_use]
    pub fn applied_to(&self, record: &R) -> R {
        let mut record = record.clone();
        for (field, value) in &self.fields {
            if let Some(spec) = R::spec(*field) {
                (spec.set)(&mut record, value.clone());
            }
        }
        record
    }
}
