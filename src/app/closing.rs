//! Leaving a camp: its file is looked at once more, as others may have done something to it.

use super::{Action, BackupAction};

/// Something that closes the camp.
#[derive(Debug)]
pub(super) struct Closing {
    pub(super) action: Action,
    pub(super) look: LookOutside,
}

/// Whether it is known that everything is in the file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum LookOutside {
    Asked,
    /// The file is as it was saved, or the director gives up what isn't in it.
    MayClose,
}

impl Action {
    /// Whether the camp that is open is closed by it.
    pub(super) fn closes_camp(&self) -> bool {
        match self {
            Self::Do(command) => command.closes_camp(),
            Self::Open(_)
            | Self::OpenReadOnly(_)
            | Self::Create { .. }
            | Self::CreateFromOld
            | Self::Backups(BackupAction::PutBack(..) | BackupAction::LookInto(..)) => true,
            _ => false,
        }
    }
}
