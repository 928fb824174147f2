//! What was typed last in a box of the strip, and what stood there before: Ctrl+Z gives that back.

use crate::domain::{Field, PlayerId};

/// What stands in a box.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct InBox {
    /// Of a box for a player.
    pub player: Option<PlayerId>,
    /// The text of any other box, and a name that is nobody's.
    pub text: String,
}

/// The box in which something was typed last.
#[derive(Debug, Default)]
pub(crate) struct Typed(Option<Last>);

#[derive(Debug)]
struct Last {
    field: Field,
    /// The visit of the record in the strip: what stood there was of no other one.
    visit: u64,
    before: InBox,
    /// The keyboard has been elsewhere since.
    is_left: bool,
}

impl Typed {
    /// Something was typed into a box in which this stood until now.
    pub(crate) fn type_into(&mut self, field: Field, visit: u64, before: InBox) {
        let goes_on = self
            .0
            .as_ref()
            .is_some_and(|last| (last.field, last.visit, last.is_left) == (field, visit, false));
        if !goes_on {
            self.0 = Some(Last {
                field,
                visit,
                before,
                is_left: false,
            });
        }
    }

    /// The keyboard isn't in the box: what is typed there next is typed over what stands there then.
    pub(crate) fn leave(&mut self, field: Field) {
        if let Some(last) = self.0.as_mut().filter(|last| last.field == field) {
            last.is_left = true;
        }
    }

    /// The box in which something was typed last in this visit, and what stood there before. It is forgotten.
    pub(super) fn take(&mut self, visit: u64) -> Option<(Field, InBox)> {
        let last = self.0.take().filter(|last| last.visit == visit)?;
        Some((last.field, last.before))
    }
}
