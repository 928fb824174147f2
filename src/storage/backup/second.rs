//! What is the matter with the second place of the backups, in the words that the window, the command line and a repair use alike.

use std::path::Path;

use super::{BackupError, BackupPlaces};

/// What became of the second place.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum SecondPlace {
    /// None was chosen, or everything is there.
    #[default]
    Done,
    /// The stick isn't plugged in, or the folder is gone.
    OutOfReach,
    /// Another drive is there now, or an empty folder. It gets nothing until it is chosen.
    Another,
    /// Nobody knows which one it is, as it may not be looked into.
    NotAllowed,
    /// Nothing comes from there: a drive of the net that hangs.
    NoAnswer,
}

impl SecondPlace {
    /// What is the matter with it, behind its name; nothing where all is well.
    pub const fn why(self) -> Option<&'static str> {
        match self {
            Self::Done => None,
            Self::OutOfReach => Some("isn’t there now"),
            Self::Another => Some("is another drive or an empty folder now"),
            Self::NotAllowed => Some("can’t be read, as you don’t have permission"),
            Self::NoAnswer => Some("doesn’t answer"),
        }
    }

    /// What it gets then, and what is to be done about it, in a sentence without its full stop.
    pub const fn what_it_gets(self) -> Option<&'static str> {
        match self {
            Self::Done => None,
            Self::OutOfReach => Some("It gets what it lacks as soon as it is there"),
            Self::Another => Some("It gets no backups: connect the right one, or choose it again"),
            Self::NotAllowed => {
                Some("It gets no backups: change its permissions, or choose another one")
            }
            Self::NoAnswer => Some("It gets what it lacks as soon as it answers"),
        }
    }

    /// Both, of the place that is there, in sentences without the last full stop.
    pub fn sentences(self, place: &Path) -> Option<String> {
        let (why, gets) = self.why().zip(self.what_it_gets())?;
        Some(format!(
            "The second place “{}” {why}. {gets}",
            place.display()
        ))
    }

    /// That it is there and takes nothing.
    pub fn refused(error: &BackupError) -> String {
        format!("The second place could not be brought up to date. {error}")
    }
}

impl BackupPlaces {
    /// That the second place could not be looked into, if so. What follows from that comes after a colon.
    pub fn without_second(&self, second: SecondPlace) -> Option<String> {
        let (why, place) = second.why().zip(self.second.as_deref())?;
        let place = place.display();
        Some(format!("The second place of the backups, “{place}”, {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each layer had words of its own for it.
    #[test]
    fn what_is_the_matter_is_the_same_for_whoever_is_told() {
        let stick = Path::new("stick");
        let places = BackupPlaces {
            second: Some(stick.to_owned()),
            ..BackupPlaces::only("backups".into())
        };
        for second in [
            SecondPlace::OutOfReach,
            SecondPlace::Another,
            SecondPlace::NotAllowed,
            SecondPlace::NoAnswer,
        ] {
            let why = second.why().expect("a reason");
            let told = second.sentences(stick).expect("sentences");
            assert!(told.starts_with(&format!("The second place “stick” {why}. It gets ")));
            let looked = places.without_second(second).expect("a sentence");
            assert_eq!(
                looked,
                format!("The second place of the backups, “stick”, {why}")
            );
        }
        assert_eq!(SecondPlace::Done.sentences(stick), None);
        assert_eq!(places.without_second(SecondPlace::Done), None);
        let none = BackupPlaces::only("backups".into());
        assert_eq!(none.without_second(SecondPlace::OutOfReach), None);
    }
}
