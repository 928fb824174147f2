//! What becomes of some fields of a record: all others stay as they are, whoever has changed them meanwhile.

use super::{CustomColumnId, Described, Field, Value};

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
        let changed = changed.map(|spec| (spec.about.field, (spec.get)(after)));
        let custom = after.custom().differing(before.custom());
        let custom = custom.map(|(column, value)| (Field::Custom(column), value.into()));
        Self {
            id: after.id(),
            fields: changed.chain(custom).collect(),
        }
    }

    /// Every field as this record has it, and the custom columns in which it has something.
    pub fn whole(record: &R) -> Self {
        let fields = R::FIELDS.iter();
        let fields = fields.map(|spec| (spec.about.field, (spec.get)(record)));
        let custom = record.custom().iter();
        let custom = custom.map(|(column, value)| (Field::Custom(column), value.into()));
        Self {
            id: record.id(),
            fields: fields.chain(custom).collect(),
        }
    }

    /// The custom columns that it changes, each with its new value.
    pub fn custom(&self) -> impl Iterator<Item = (CustomColumnId, String)> {
        self.fields.iter().filter_map(|(field, value)| match field {
            Field::Custom(column) => Some((*column, value.clone().into_text())),
            _ => None,
        })
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
        for (column, value) in self.custom() {
            record.set_custom(column, value);
        }
        record
    }
}
