//! Leaving what is being typed: it is saved first, and stays where that is refused.

use super::super::{
    editor::{Leave, Next},
    editors::RecordEditor,
    keeper::Keeper,
};
use crate::domain::{CampData, Record};

/// Where the director goes when a form is left.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) enum Leaving {
    /// Nowhere: the record is saved by hand, and stays.
    Stay,
    /// Nowhere: what is typed is saved before something else is done; an empty record is left in peace.
    Pause,
    /// To another page or camp.
    Away,
}

impl Leaving {
    /// A form that is left keeps showing its record for when the director comes back.
    pub(in crate::app) const fn next<Id>(self) -> Next<Id> {
        match self {
            Self::Stay => Next::Stay,
            Self::Pause => Next::Pause,
            Self::Away => Next::Away,
        }
    }
}

/// Whether a record may be left.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::app) enum SaveOutcome {
    /// It is saved, or on its way to the file since now.
    Started,
    /// It is on its way to the file since before.
    Pending,
    /// It can't be saved as it is; the form says why.
    Invalid,
}

/// Whether everything that was typed is in the file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::app) enum Everything {
    Saved,
    OnItsWay,
    CannotBeSaved,
    /// Nothing can be saved any more, and the director is asked what to do.
    Asked,
}

/// Leaves a record: saves it if it is changed.
pub(in crate::app) fn leave(
    editor: &mut dyn RecordEditor,
    next: Next<Record>,
    camp: &CampData,
    today: jiff::civil::Date,
    keeper: &mut Keeper,
) -> SaveOutcome {
    match editor.leave(next, camp, today) {
        Leave::Done => SaveOutcome::Started,
        Leave::Save(edit) => {
            let ticket = keeper.apply(*edit);
            editor.begin_saving(ticket, next);
            SaveOutcome::Started
        }
        Leave::Saving => SaveOutcome::Pending,
        Leave::Stays => SaveOutcome::Invalid,
    }
}
