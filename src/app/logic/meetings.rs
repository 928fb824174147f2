//! Meetings: shown, marked, deleted. Saving is that of every record.

use jiff::civil::Date;

use super::{
    super::{
        Action, App, Command, KeyboardTo, Page,
        afterwards::Afterwards,
        drafts::Draft as _,
        drafts::MeetingDraft,
        editor::{Next, Target},
        keeper::Keeper,
    },
    records::{Leaving, leave},
};
use crate::domain::{Attendance, CampData, MeetingId, PlayerId, parse_date};

impl App {
    /// Works out what the page lists while it is shown. Where no meeting is chosen, the newest one is.
    pub(super) fn refresh_meetings(&mut self) {
        let today = self.today();
        let Some(camp) = self
            .session
            .camp
            .as_ref()
            .filter(|_| self.page == Page::Meetings)
        else {
            return;
        };
        let newest = camp.data.meetings.last().map(|meeting| meeting.id);
        if self.session.meetings.target().is_none()
            && let Some(newest) = newest
        {
            let newest = Target::Existing(newest);
            self.session.meetings.show(newest, &camp.data, today);
        }
        self.session
            .meetings_page
            .refresh(camp, &self.session.meetings, &self.session.search);
    }

    /// Commands for records, where meetings are.
    pub(super) fn meeting_command(&mut self, command: Command) {
        let count = self.session.meetings_page.lines().len();
        let now = self
            .session
            .meetings
            .id()
            .and_then(|id| self.session.meetings_page.place_of(id));
        match command {
            Command::NewRecord => self.new_record(),
            Command::SaveRecord => {
                self.leave_form(Leaving::Stay, || command.into());
            }
            Command::UndoRecord => self.undo_meeting(),
            Command::UndoField => self.undo_field(),
            Command::InsertToday => self.insert_today(),
            Command::Zoom => self.zoom(),
            Command::DeleteRecord => self.delete_meeting(),
            Command::FirstRecord => self.show_meeting_at(0),
            Command::LastRecord => self.show_meeting_at(count.saturating_sub(1)),
            // A new meeting stands before the newest one.
            Command::PreviousRecord => self.show_meeting_at(now.unwrap_or(0).saturating_sub(1)),
            Command::NextRecord => match now {
                Some(now) if now + 1 < count => self.show_meeting_at(now + 1),
                Some(_) => self.notices.note("This is the first meeting"),
                None => self.show_meeting_at(0),
            },
            Command::MarkOthers(mark) => self.mark_others(mark),
            _ => {}
        }
    }

    /// Shows the meeting at this place in the list.
    fn show_meeting_at(&mut self, place: usize) {
        if let Some(line) = self.session.meetings_page.lines().get(place) {
            self.show_meeting(line.id);
        }
    }

    /// Shows a meeting; the one before it is saved.
    pub(super) fn show_meeting(&mut self, id: MeetingId) {
        let today = self.today();
        let Some(camp) = &self.session.camp else {
            return;
        };
        if self.session.meetings.id() == Some(id) {
            return;
        }
        let next = Next::To(Target::Existing(id));
        let keeper: &mut Keeper = &mut self.keeper;
        let left = leave(&mut self.session.meetings, next, &camp.data, today, keeper);
        self.may_go_on(left, || Action::ShowMeeting(id));
    }

    /// Marks everybody so who has no mark: the active players who had joined by then.
    fn mark_others(&mut self, mark: Attendance) {
        let today = self.today();
        let Some(camp) = &self.session.camp else {
            return;
        };
        let day = parse_date(&self.session.meetings.draft.date, today)
            .ok()
            .flatten();
        let others = others(&camp.data, &self.session.meetings.draft, day);
        self.mark(&others, Some(mark));
        let what = mark.title().to_lowercase();
        self.notices.note(match others.len() {
            0 => "Everybody has a mark already".to_owned(),
            1 => format!("Marked 1 player {what}"),
            count => format!("Marked {count} players {what}"),
        });
    }

    /// Deletes the meeting that is shown. It isn't asked about: Ctrl+Z brings it back.
    fn delete_meeting(&mut self) {
        if !self.is_saved_before(Command::DeleteRecord.into()) {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        let shown = self
            .session
            .meetings
            .id()
            .and_then(|id| camp.data.meeting(id));
        let Some(meeting) = shown else {
            self.session.meetings.clear();
            self.keyboard_to = Some(KeyboardTo::List);
            return;
        };
        let back = if camp.looks_back() {
            "In the current week Ctrl+Z brings it back"
        } else {
            "Ctrl+Z brings it back"
        };
        let sentence = format!("Deleted {}. {back}", meeting.in_words());
        let (id, lines) = (meeting.id, self.session.meetings_page.lines());
        let next = self.session.meetings_page.place_of(id).and_then(|place| {
            let before = place.checked_sub(1).and_then(|before| lines.get(before));
            lines.get(place + 1).or(before).map(|line| line.id)
        });
        let ticket = self.keeper.apply(MeetingDraft::delete(id));
        let gone = Afterwards::MeetingGone { id, next, sentence };
        self.afterwards(ticket, gone);
    }

    /// A meeting has been deleted, and what was typed in it goes with it.
    pub(super) fn meeting_deleted(
        &mut self,
        id: MeetingId,
        next: Option<MeetingId>,
        sentence: String,
    ) {
        let is_shown = self.session.meetings.forget(id);
        self.notices.done(sentence);
        if let Some(next) = next.filter(|_| is_shown && self.page == Page::Meetings) {
            self.show_meeting(next);
        }
        self.keyboard_to = Some(KeyboardTo::List);
    }
}

/// The active players without a mark. Who joined after the day is no matter of it.
fn others(camp: &CampData, draft: &MeetingDraft, day: Option<Date>) -> Vec<PlayerId> {
    let players = camp.players.iter();
    players
        .filter(|player| player.active && player.had_joined_by(day))
        .map(|player| player.id)
        .filter(|id| draft.marks.of(*id).is_none())
        .collect()
}
