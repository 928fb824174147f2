//! A meeting being typed: its day, a note, and who was there.

use std::{collections::BTreeMap, sync::Arc};

use jiff::civil::Date;
use strum::VariantArray as _;

use crate::{
    app::drafts::{Draft, add_problems, finish, gone},
    domain::{
        Attendance, CampData, Edit, Field, FieldProblem, Meeting, MeetingId, NewMeeting, PlayerId,
        parse_date, show_date,
    },
};

/// Who was there, and how many of each.
///
/// Compared many times a frame: the counts tell most sheets apart, and one that is shared is the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    counts: [usize; Attendance::VARIANTS.len()],
    of: Arc<BTreeMap<PlayerId, Attendance>>,
}

impl Marks {
    fn new(of: BTreeMap<PlayerId, Attendance>) -> Self {
        let mut counts = [0; Attendance::VARIANTS.len()];
        for mark in of.values() {
            counts[*mark as usize] += 1;
        }
        let of = Arc::new(of);
        Self { counts, of }
    }

    /// What is marked of a player, if anything.
    pub(super) fn of(&self, player: PlayerId) -> Option<Attendance> {
        self.of.get(&player).copied()
    }

    /// Marks a player, or takes the mark away.
    pub(super) fn set(&mut self, player: PlayerId, mark: Option<Attendance>) {
        if self.of(player) == mark {
            return;
        }
        let of = Arc::make_mut(&mut self.of);
        let before = match mark {
            Some(mark) => of.insert(player, mark),
            None => of.remove(&player),
        };
        if let Some(before) = before {
            self.counts[before as usize] -= 1;
        }
        if let Some(mark) = mark {
            self.counts[mark as usize] += 1;
        }
    }

    /// How many players are marked so.
    pub(super) fn count(&self, mark: Attendance) -> usize {
        self.counts[mark as usize]
    }

    /// Everybody who is marked, by number.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.of.keys().copied()
    }
}

/// A meeting being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MeetingDraft {
    pub date: String,
    pub note: String,
    pub marks: Marks,
}

impl Draft for MeetingDraft {
    type Id = MeetingId;

    const IS_OF_WEEK: bool = false;

    fn fields(&self) -> impl Iterator<Item = Field> {
        [Field::Date, Field::Notes, Field::Attendance].into_iter()
    }

    fn of(camp: &CampData, id: MeetingId) -> Option<Self> {
        let meeting = camp.meeting(id)?;
        Some(Self {
            date: show_date(meeting.date),
            note: meeting.note.clone(),
            marks: Marks::new(meeting.attendance.clone()),
        })
    }

    /// Today's meeting, unless it is there already.
    fn new_record(camp: &CampData, today: Date) -> Self {
        let is_taken = camp.meetings.iter().any(|meeting| meeting.date == today);
        Self {
            date: if is_taken {
                String::new()
            } else {
                show_date(today)
            },
            ..Self::default()
        }
    }

    fn edit(
        &self,
        camp: &CampData,
        id: Option<MeetingId>,
        today: Date,
    ) -> Result<Edit, Vec<FieldProblem>> {
        let mut problems = Vec::new();
        let date = self.day(camp, id, today).unwrap_or_else(|reason| {
            problems.push(FieldProblem::new(Field::Date, reason));
            // Stands in for the day, so that only this is said of it.
            today
        });
        let note = self.note.trim().to_owned();
        let attendance = (*self.marks.of).clone();
        let edit = match id.map(|id| camp.meeting(id)) {
            None => {
                let meeting = NewMeeting {
                    date,
                    note,
                    attendance,
                };
                add_problems(&mut problems, meeting.problems());
                Edit::AddMeeting(meeting)
            }
            Some(Some(present)) => {
                let meeting = Meeting {
                    id: present.id,
                    date,
                    note,
                    attendance,
                };
                add_problems(&mut problems, meeting.problems());
                Edit::ChangeMeeting(meeting)
            }
            Some(None) => return Err(vec![gone(Field::Date)]),
        };
        finish(problems, edit)
    }

    fn copy_field(&mut self, field: Field, from: &Self) {
        match field {
            Field::Date => self.date.clone_from(&from.date),
            Field::Notes => self.note.clone_from(&from.note),
            Field::Attendance => self.marks.clone_from(&from.marks),
            _ => {}
        }
    }

    fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        match field {
            Field::Date => Some(&mut self.date),
            Field::Notes => Some(&mut self.note),
            _ => None,
        }
    }
}

impl MeetingDraft {
    /// The day as it is typed, which no other meeting may have.
    fn day(&self, camp: &CampData, id: Option<MeetingId>, today: Date) -> Result<Date, String> {
        let typed = parse_date(&self.date, today).map_err(|problem| problem.to_string())?;
        let day = typed.ok_or("Type the day of the meeting, like 9/3/2026")?;
        let mut meetings = camp.meetings.iter();
        if meetings.any(|other| other.date == day && Some(other.id) != id) {
            let day = show_date(day);
            return Err(format!(
                "There is already a meeting on {day}. Open that one, or choose another day"
            ));
        }
        Ok(day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted_as_they_are_set_and_taken_away() {
        let (ann, bo) = (PlayerId(1), PlayerId(2));
        let mut marks = Marks::default();
        marks.set(ann, Some(Attendance::Absent));
        marks.set(bo, Some(Attendance::Absent));
        marks.set(bo, Some(Attendance::Excused));
        assert_eq!(marks.counts, [0, 1, 1]);
        let before = marks.clone();
        marks.set(ann, None);
        assert_eq!((marks.of(ann), marks.count(Attendance::Absent)), (None, 0));
        assert_ne!(marks, before);
        marks.set(ann, Some(Attendance::Absent));
        assert_eq!(marks, before);
        assert_eq!(marks, Marks::new((*before.of).clone()));
    }
}
