//! Meetings: listed, marked. Saving and deleting are those of every record.

use super::{
    draft::MeetingDraft,
    state::Lists,
    view::{self, Looks},
};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        editor::{Editor, Target},
        editors::RecordEditor,
        exporting::ExportedList,
        page::{Ctx, Handler, Logic, Outbox},
    },
    domain::{Attendance, CampData, MeetingId, PlayerId, Record, counted, parse_date},
};
use jiff::civil::Date;

/// The page of meetings.
#[derive(Debug, Default)]
pub struct MeetingsPage {
    pub(super) editor: Editor<MeetingDraft>,
    pub(super) lists: Lists,
    /// What is typed into the search box over the sheet.
    pub(super) search: String,
    pub(super) looks: Looks,
}

impl Logic for MeetingsPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const fn marks(command: Command, run: Run) -> Handler<MeetingsPage> {
            Handler::new(command, run).why_not(|page, _| {
                let is_none = page.editor.target().is_none();
                is_none.then_some("Choose a meeting first")
            })
        }
        const HANDLERS: [Handler<MeetingsPage>; 7] = [
            Handler::new(Command::FIRST_RECORD, |page, _, out| page.show_at(0, out)),
            // A new meeting stands before the newest one.
            Handler::new(Command::PREVIOUS_RECORD, |page, _, out| {
                page.show_at(page.at().unwrap_or(0).saturating_sub(1), out);
            }),
            Handler::new(Command::NEXT_RECORD, |page, _, out| page.show_next(out)),
            Handler::new(Command::LAST_RECORD, |page, _, out| {
                page.show_at(page.lists.lines().len().saturating_sub(1), out);
            }),
            marks(Command::MARK_OTHERS_PRESENT, |page, ctx, out| {
                page.mark_others(Attendance::Present, ctx, out);
            }),
            marks(Command::MARK_OTHERS_ABSENT, |page, ctx, out| {
                page.mark_others(Attendance::Absent, ctx, out);
            }),
            marks(Command::MARK_OTHERS_EXCUSED, |page, ctx, out| {
                page.mark_others(Attendance::Excused, ctx, out);
            }),
        ];
        &[&HANDLERS]
    }

    /// Where no meeting is chosen, the newest one is.
    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        if !ctx.is_shown {
            return;
        }
        let newest = ctx.camp.data.meetings.last().map(|meeting| meeting.id);
        if self.editor.target().is_none()
            && let Some(newest) = newest
        {
            let newest = Target::Existing(newest);
            self.editor.show(newest, &ctx.camp.data, ctx.today());
        }
        self.lists.refresh(ctx.camp, &self.editor, &self.search);
    }

    fn panes(&self, _view: View) -> Vec<(Pane, FocusTarget)> {
        let mut panes = vec![(Pane::List, FocusTarget::List)];
        if self.editor.target().is_some() {
            panes.push((Pane::Record, FocusTarget::FirstField));
            panes.push((Pane::Attendance, FocusTarget::LastField));
        }
        panes
    }

    /// All meetings, and the sheet of the one that is shown.
    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        let mut lists = vec![view::exported(&self.lists)];
        let shown = self.editor.id().and_then(|id| ctx.camp.data.meeting(id));
        if let Some(meeting) = shown {
            let rows = self.lists.sheet().iter();
            let marks = &self.editor.draft.marks;
            let rows = rows.map(|row| (row.clone(), marks.of(row.id)));
            // As a file is named, in which no slash may stand.
            let name = format!("Attendance {}", meeting.date);
            lists.push(view::exported_sheet(name, rows.collect()));
        }
        Ok(lists)
    }

    fn editor(&self) -> Option<&dyn RecordEditor> {
        Some(&self.editor)
    }

    fn editor_mut(&mut self) -> Option<&mut dyn RecordEditor> {
        Some(&mut self.editor)
    }

    fn search_mut(&mut self) -> Option<&mut String> {
        Some(&mut self.search)
    }

    fn beside(&self, record: Record) -> Option<Record> {
        let at = self.lists.place_of(MeetingId::try_from(record).ok()?)?;
        let lines = self.lists.lines();
        let before = at.checked_sub(1).and_then(|before| lines.get(before));
        let beside = lines.get(at + 1).or(before)?;
        Some(beside.id.into())
    }

    /// A mark is taken back by itself, and not with all others.
    fn undo_last(&mut self, _view: View) -> bool {
        let Some(step) = self.lists.take_back() else {
            return false;
        };
        for (player, before) in &step {
            self.editor.draft.marks.set(*player, *before);
        }
        true
    }
}

type Run = fn(&mut MeetingsPage, &Ctx<'_>, &mut Outbox);

impl MeetingsPage {
    /// The place in the list of the meeting that is shown.
    pub(super) fn at(&self) -> Option<usize> {
        self.lists.place_of(self.editor.id()?)
    }

    fn show_next(&self, out: &mut Outbox) {
        let count = self.lists.lines().len();
        match self.at() {
            Some(now) if now + 1 < count => self.show_at(now + 1, out),
            Some(_) => out.notices.note("This is the first meeting"),
            None => self.show_at(0, out),
        }
    }

    /// Shows the meeting at this place in the list.
    pub(super) fn show_at(&self, place: usize, out: &mut Outbox) {
        if let Some(line) = self.lists.lines().get(place)
            && self.editor.id() != Some(line.id)
        {
            out.send(Action::Show(line.id.into()));
        }
    }

    /// Marks players on the sheet, or takes their marks away. They are saved with the meeting.
    pub fn mark(&mut self, players: &[PlayerId], mark: Option<Attendance>) {
        let marks = &mut self.editor.draft.marks;
        let changed = players.iter().filter(|player| marks.of(**player) != mark);
        let step = changed.map(|player| (*player, marks.of(*player)));
        let step = step.collect::<Vec<_>>();
        for (player, _) in &step {
            marks.set(*player, mark);
        }
        if !step.is_empty() {
            self.lists.remember(step);
        }
    }

    /// Marks everybody so who has no mark: the active players who had joined by then.
    fn mark_others(&mut self, mark: Attendance, ctx: &Ctx<'_>, out: &mut Outbox) {
        let day = parse_date(&self.editor.draft.date, ctx.today());
        let others = others(&ctx.camp.data, &self.editor.draft, day.ok().flatten());
        self.mark(&others, Some(mark));
        let what = mark.title().to_lowercase();
        out.notices.note(match others.len() {
            0 => "Everybody has a mark already".to_owned(),
            count => format!("Marked {} {what}", counted(count, "player")),
        });
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
