//! The meetings of a club, and who was there.

use std::collections::BTreeMap;

use jiff::civil::Date;
use strum::VariantArray;

use super::{
    Field, FieldProblem, MeetingId, PlayerId,
    check::{check_line, check_year},
    show_date,
};

/// The longest note about a meeting, in characters.
pub(crate) const MAX_MEETING_NOTE: usize = 80;

/// Whether a player came to a meeting. Of whom nothing is written down, nothing follows. In the order a list offers them.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
pub enum Attendance {
    Present,
    /// A no-show: the club ladder moves the player down a rank.
    Absent,
    /// Absent with a reason that the club accepts.
    Excused,
}

impl Attendance {
    /// What the camp file calls it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Excused => "excused",
        }
    }

    /// As a list shows it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Present => "Present",
            Self::Absent => "Absent",
            Self::Excused => "Excused",
        }
    }
}

/// A meeting of the club.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Meeting {
    pub id: MeetingId,
    /// No two meetings are on the same day.
    pub date: Date,
    /// What the director wrote about it; may be empty.
    pub note: String,
    pub attendance: BTreeMap<PlayerId, Attendance>,
}

/// A meeting as its form gives it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewMeeting {
    pub date: Date,
    pub note: String,
    pub attendance: BTreeMap<PlayerId, Attendance>,
}

impl Meeting {
    /// The starting point: number 1, without a note, and with nothing written down of anybody.
    #[must_use]
    pub const fn new(date: Date) -> Self {
        Self {
            id: MeetingId(1),
            date,
            note: String::new(),
            attendance: BTreeMap::new(),
        }
    }

    /// What is wrong with the meeting, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        meeting_problems(self.date, &self.note)
    }

    /// "the meeting of 9/3/2026"
    #[must_use]
    pub fn in_words(&self) -> String {
        meeting_in_words(self.date)
    }

    /// How many players this is written down of.
    #[must_use]
    pub fn count(&self, attendance: Attendance) -> usize {
        let marks = self.attendance.values();
        marks.filter(|mark| **mark == attendance).count()
    }
}

impl NewMeeting {
    /// The starting point: without a note, and with nothing written down of anybody.
    #[must_use]
    pub const fn new(date: Date) -> Self {
        Self {
            date,
            note: String::new(),
            attendance: BTreeMap::new(),
        }
    }

    /// What is wrong with the meeting, if anything.
    pub fn problems(&self) -> Vec<FieldProblem> {
        meeting_problems(self.date, &self.note)
    }
}

pub(super) fn meeting_in_words(date: Date) -> String {
    format!("the meeting of {}", show_date(date))
}

fn meeting_problems(date: Date, note: &str) -> Vec<FieldProblem> {
    let mut problems = check_line(Field::Notes, note, MAX_MEETING_NOTE);
    check_year(&mut problems, Field::Date, Some(date));
    problems
}
