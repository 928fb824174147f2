//! Leaving what is being typed: it is saved first, and stays where that is refused.

use jiff::civil::Date;

use super::{
    editor::{Leave, Next},
    editors::RecordEditor,
    keeper::Ticket,
};
use crate::domain::{CampData, Edit, Record};

/// What is said where a record stays because of what is typed in it.
pub const CANNOT_BE_SAVED: &str = "Can’t save: correct the marked fields, or press Esc to undo";

/// Where the director goes when a form is left.
#[derive(Clone, Copy, Debug)]
pub enum Leaving {
    /// Nowhere: the record is saved by hand, and stays.
    Stay,
    /// Nowhere: what is typed is saved before something else is done; an empty record is left in peace.
    Pause,
    /// To another page.
    Away,
    /// Out of the camp: nothing that is half typed may stay behind.
    Camp,
}

impl Leaving {
    /// A form that is left keeps showing its record for when the director comes back.
    pub const fn next<Id>(self) -> Next<Id> {
        match self {
            Self::Stay => Next::Stay,
            Self::Pause => Next::Pause,
            Self::Away | Self::Camp => Next::Away,
        }
    }
}

/// Whether a record may be left.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SaveOutcome {
    /// It is saved, or on its way to the file since now.
    Started,
    /// It is on its way to the file since before.
    Pending,
    /// It can't be saved as it is; the form says why.
    Invalid,
}

/// Whether everything that was typed is in the file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Everything {
    Saved,
    OnItsWay,
    CannotBeSaved,
    /// Nothing can be saved any more, or something would be lost, and the director is asked what to do.
    Asked,
}

/// Leaves a record: saves it if it is changed, with `apply`, which has an edit made and gives the number it has.
pub fn leave(
    editor: &mut dyn RecordEditor,
    next: Next<Record>,
    camp: &CampData,
    today: Date,
    apply: impl FnOnce(Edit) -> Ticket,
) -> SaveOutcome {
    match editor.leave(next, camp, today) {
        Leave::Done => SaveOutcome::Started,
        Leave::Save(edit) => {
            let ticket = apply(*edit);
            editor.begin_saving(ticket, next);
            SaveOutcome::Started
        }
        Leave::Saving => SaveOutcome::Pending,
        Leave::Stays => SaveOutcome::Invalid,
    }
}
