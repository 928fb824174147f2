//! Meetings: shown, marked, deleted. Saving is that of every record.

use jiff::civil::Date;

use super::{
    super::{
        Action, App, Command, KeyboardTo, Page,
        afterwards::Afterwards,
        commands::{Entry, Group, Handler, Needs, Run, commands},
        drafts::MeetingDraft,
        editor::{Next, Target},
        keeper::Keeper,
    },
    leaving::leave,
};
use crate::domain::{Attendance, CampData, Edit, MeetingId, PlayerId, parse_date};

commands! {
    /// Marks everybody so of whom the sheet of a meeting says nothing.
    MARK_OTHERS_PRESENT = marks("Everybody else present", 0, |app| app.mark_others(Attendance::Present));
    MARK_OTHERS_ABSENT = marks("Everybody else absent", 1, |app| app.mark_others(Attendance::Absent));
    MARK_OTHERS_EXCUSED = marks("Everybody else excused", 2, |app| app.mark_others(Attendance::Excused));
}

const fn marks(title: &'static str, place: u8, run: Run) -> Entry {
    Entry::new(title, Group::Marks, place, run)
        .needs(Needs::Records)
        .changes_camp()
        .why_not(|_| Some("Go to the page of meetings first"))
}

const fn marking(command: Command) -> Handler {
    Handler::new(command, command.0.run).why_not(|app| {
        let is_none = app.session.meetings.target().is_none();
        is_none.then_some("Choose a meeting first")
    })
}

/// What the page of meetings does at the commands of all forms. It has no list to sort and no datasheet.
pub(in crate::app) static MEETINGS: [Handler; 14] = [
    Handler::new(Command::NEW_RECORD, App::new_record),
    Handler::new(Command::SAVE_RECORD, App::save_record),
    Handler::new(Command::UNDO_RECORD, App::undo_meeting),
    Handler::new(Command::DELETE_RECORD, App::delete_meeting).why_not(App::why_nothing_to_delete),
    Handler::new(Command::UNDO_FIELD, App::undo_field),
    Handler::new(Command::INSERT_TODAY, App::insert_today).why_not(App::why_no_date),
    Handler::new(Command::ZOOM, App::zoom).why_not(App::why_no_text),
    Handler::new(Command::FIRST_RECORD, |app| app.show_meeting_at(0)),
    Handler::new(Command::PREVIOUS_RECORD, App::previous_meeting),
    Handler::new(Command::NEXT_RECORD, App::next_meeting),
    Handler::new(Command::LAST_RECORD, |app| {
        app.show_meeting_at(app.session.meetings_page.lines().len().saturating_sub(1));
    }),
    marking(Command::MARK_OTHERS_PRESENT),
    marking(Command::MARK_OTHERS_ABSENT),
    marking(Command::MARK_OTHERS_EXCUSED),
];

impl App {
    /// The place in the list of the meeting that is shown.
    fn meeting_at(&self) -> Option<usize> {
        let id = self.session.meetings.id()?;
        self.session.meetings_page.place_of(id)
    }

    // A new meeting stands before the newest one.
    fn previous_meeting(&mut self) {
        let now = self.meeting_at();
        self.show_meeting_at(now.unwrap_or(0).saturating_sub(1));
    }

    fn next_meeting(&mut self) {
        let count = self.session.meetings_page.lines().len();
        match self.meeting_at() {
            Some(now) if now + 1 < count => self.show_meeting_at(now + 1),
            Some(_) => self.notices.note("This is the first meeting"),
            None => self.show_meeting_at(0),
        }
    }

    /// Works out what the page lists while it is shown. Where no meeting is chosen, the newest one is.
    pub(super) fn refresh_meetings(&mut self) {
        let today = self.today();
        let Some(camp) = self
            .session
            .camp
            .as_ref()
            .filter(|_| self.page == Page::MEETINGS)
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
        let next = Next::To(Target::Existing(id.into()));
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
        if !self.is_saved_before(Command::DELETE_RECORD.into()) {
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
        let ticket = self.keeper.apply(Edit::delete(id.into()));
        let gone = Afterwards::Gone {
            record: id.into(),
            next: next.map(Into::into),
            sentence,
        };
        self.afterwards(ticket, gone);
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
