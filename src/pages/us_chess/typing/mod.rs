//! The sheet on which a section is typed from paper: a player a row, a cell a round. Each cell is saved as it is typed.

mod cell;
mod keys;
#[cfg(test)]
mod tests;
mod things;

use self::keys::Keys;
pub(super) use self::{
    cell::{Typed, is_whole, read},
    things::Thing,
};
use super::asked::Asked;
use crate::{
    app::{
        page::{Ctx, Outbox, RefusedChange, SavedChange, Ticket},
        reading::WasRead,
    },
    domain::{
        Edit, counted,
        us_chess::{
            Change, Code, Entry, MAX_ROUNDS, MemberKey, Round, Section, SectionHead, SectionKey,
        },
    },
    kit::{CellAt, PickerState, TableState},
    storage::{CampFile, StorageError, StoredMember},
};

/// The columns before those of the rounds: the pairing number and the name.
pub(super) const NAME: usize = 1;
pub(super) const FIRST_ROUND: usize = 2;

/// A new section has so many rounds until somebody says otherwise.
const ROUNDS: usize = 5;

/// Where one goes on from a cell.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Order {
    /// To the next round of the same player, as crosstables are read.
    #[default]
    ByPlayer,
    /// To the next player of the same round, as pairing sheets are read.
    ByRound,
}

/// A section that is typed.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) key: SectionKey,
    /// What the section is called, once it is read.
    pub(super) head: Option<SectionHead>,
    /// As it is typed: ahead of the file while something is on its way there.
    pub(super) section: Section,
    stored: Asked<SectionKey, Option<(SectionHead, Section)>>,
    saving: Vec<Ticket>,
    pub(super) grid: TableState,
    pub(super) editor: PickerState,
    /// Why what stands in the box can't stay.
    pub(super) refused: Option<String>,
    pub(super) order: Order,
    pub(super) colors: bool,
    /// The rounds that are typed, also where there is no player yet.
    rounds: usize,
    /// The result that a number alone stands for.
    pub(super) result: Code,
    /// What was typed last, in words.
    pub(super) said: String,
    things: Vec<Thing>,
    /// The points of the rows, in halves.
    halves: Vec<u32>,
    /// Whether the section is gone from the file.
    pub(super) is_gone: bool,
    /// Whether the keyboard is to go to the grid.
    pub(super) takes_keyboard: bool,
    pub(super) keys: Keys,
}

impl Sheet {
    pub(super) fn new(key: SectionKey, rounds: Option<usize>) -> Self {
        Self {
            key,
            head: None,
            section: Section::default(),
            stored: Asked::default(),
            saving: Vec::new(),
            grid: TableState::default(),
            editor: PickerState::default(),
            refused: None,
            order: Order::default(),
            colors: false,
            rounds: rounds.unwrap_or(ROUNDS),
            result: Code::Win,
            said: String::new(),
            things: Vec::new(),
            halves: Vec::new(),
            is_gone: false,
            takes_keyboard: true,
            keys: Keys::default(),
        }
    }

    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.keys.follow();
        let key = self.key;
        self.stored
            .want(key, ctx, out, move |file| stored(file, key));
    }

    pub(super) fn answered(&mut self, ctx: &Ctx<'_>, read: &WasRead) {
        // What is on its way to the file, or has just arrived there, is read again.
        if !self.stored.take(read) || !self.saving.is_empty() {
            return;
        }
        match self.stored.answer_at(ctx.camp.revision) {
            Some(Ok(Some((head, section)))) => {
                let (head, section) = (head.clone(), section.clone());
                self.adopt(head, section);
            }
            Some(Ok(None)) => self.is_gone = true,
            Some(Err(_)) => {}
            None => return,
        }
        self.keys.is_behind = false;
    }

    fn adopt(&mut self, head: SectionHead, section: Section) {
        let is_first = self.head.is_none();
        self.head = Some(head);
        self.section = section;
        if self.section.rounds() > 0 {
            self.rounds = self.section.rounds();
        }
        self.look_for_things();
        if is_first {
            self.begin();
            // A question that led here has given the keyboard back by now.
            self.takes_keyboard = true;
        }
    }

    /// Puts the cursor where typing goes on: on the first blank cell, or where the next player is typed.
    fn begin(&mut self) {
        let column = if self.section.entries.is_empty() {
            NAME
        } else {
            FIRST_ROUND
        };
        let at = self.next_blank(None);
        let at = at.unwrap_or(CellAt { row: 0, column });
        self.grid.go_to(at);
    }

    /// Tab behind the last name leads to where results are typed.
    pub(super) fn go_on_past_the_names(&mut self) {
        let is_past = self.grid.row == Some(self.section.entries.len()) && self.grid.column > NAME;
        if is_past && let Some(at) = self.next_blank(None) {
            self.grid.go_to(at);
        }
    }

    /// Why the section can't be read.
    pub(super) fn failure(&self) -> Option<&str> {
        self.stored.answer()?.as_ref().err().map(String::as_str)
    }

    pub(super) fn saved(&mut self, saved: SavedChange) {
        self.saving.retain(|ticket| *ticket != saved.ticket);
    }

    /// Whether a change was this sheet's. Then the section is as it was.
    pub(super) fn refused(&mut self, refused: RefusedChange<'_>, out: &mut Outbox) -> bool {
        let before = self.saving.len();
        self.saving.retain(|ticket| *ticket != refused.ticket);
        let is_ours = self.saving.len() < before;
        if is_ours {
            out.notices.problem(refused.reason.to_owned());
            self.stored.forget();
        }
        is_ours
    }

    pub(super) const fn rounds(&self) -> usize {
        self.rounds
    }

    /// The points of a row, in halves.
    pub(super) fn halves(&self, row: usize) -> u32 {
        self.halves.get(row).copied().unwrap_or(0)
    }

    /// What can't be so, and what is odd, as it is now.
    pub(super) fn things(&self) -> &[Thing] {
        &self.things
    }

    fn look_for_things(&mut self) {
        self.things = things::of(&self.section);
        self.halves = self.section.halves();
    }

    /// "40 players, 37 cells to enter · G/45;d5"
    pub(super) fn in_words(&self) -> String {
        let mut words = counted(self.section.entries.len(), "player");
        let blanks = self.section.blanks();
        if blanks > 0 {
            words = format!("{words}, {} to enter", counted(blanks, "cell"));
        }
        if self.section.time_controls.is_empty() {
            return words;
        }
        format!("{words} · {}", self.section.time_controls.join(", "))
    }

    /// The highest pairing number.
    pub(super) fn highest(&self) -> u16 {
        self.section.next_pair() - 1
    }

    /// Takes what is typed into a cell. Where one goes on, or why it can't be kept.
    pub(super) fn enter(
        &mut self,
        at: CellAt,
        cell: Round,
        out: &mut Outbox,
    ) -> Result<Option<CellAt>, String> {
        let Some(round) = self.round_at(at) else {
            return Ok(None);
        };
        let Some(entry) = self.section.entries.get(at.row) else {
            return Err("Type the player first, in the column Name".to_owned());
        };
        if cell.opponent() == Some(entry.pair) {
            return Err(format!("{} is this player’s own number", entry.pair));
        }
        if cell.opponent().is_some() {
            self.result = cell.code();
        }
        let before = entry.cell(round);
        let kept = if self.colors {
            cell
        } else {
            // What isn't shown isn't taken away.
            cell.with_side(
                before
                    .side()
                    .filter(|_| before.opponent() == cell.opponent()),
            )
        };
        self.said = self.in_words_of(at.row, round, cell);
        if kept != before {
            self.set_cell(at.row, round, kept);
            self.save(out);
        }
        Ok(self.next_blank(Some((at.row, round))))
    }

    /// Sets a cell, and says whose cell is empty for that.
    fn set_cell(&mut self, row: usize, round: usize, cell: Round) {
        let emptied = self.section.enter(row, round, cell);
        if let Some(other) = emptied.and_then(|pair| self.entry_of(pair)) {
            let cell = format!("The cell of {} {} is empty now", other.pair, other.name);
            self.said = format!("{}. {cell}", self.said);
        }
    }

    /// Enters several cells as one change.
    pub(super) fn enter_all(&mut self, cells: &[(CellAt, Round)], out: &mut Outbox) {
        for (at, cell) in cells {
            if let Some(round) = self.round_at(*at) {
                self.section.enter(at.row, round, *cell);
            }
        }
        self.said = format!("{} entered", counted(cells.len(), "result"));
        self.save(out);
    }

    /// The round of a cell, from 0; nothing beside the rounds.
    fn round_at(&self, at: CellAt) -> Option<usize> {
        let round = at.column.checked_sub(FIRST_ROUND)?;
        (round < self.rounds).then_some(round)
    }

    /// "3 Berger, Anna, round 2: W against 12 Vang, Bo"
    fn in_words_of(&self, row: usize, round: usize, cell: Round) -> String {
        let name = |entry: &Entry| format!("{} {}", entry.pair, entry.name);
        let who = self.section.entries.get(row).map(name).unwrap_or_default();
        let what = match cell.opponent() {
            Some(pair) => {
                let found = self.entry_of(pair).map(name);
                let opponent = found.unwrap_or_else(|| format!("{pair}, who isn’t here yet"));
                format!("{} against {opponent}", cell.code().title())
            }
            None => cell.code().title().to_owned(),
        };
        format!("{who}, round {}: {what}", round + 1)
    }

    pub(super) fn entry_of(&self, pair: u16) -> Option<&Entry> {
        let mut entries = self.section.entries.iter();
        entries.find(|entry| entry.pair == pair)
    }

    /// The next cell in which nothing is entered, behind this one (row and round), or the first one of all.
    fn next_blank(&self, after: Option<(usize, usize)>) -> Option<CellAt> {
        let rows = self.section.entries.len();
        let cells = rows * self.rounds;
        let place = |(row, round): (usize, usize)| match self.order {
            Order::ByPlayer => row * self.rounds + round,
            Order::ByRound => round * rows + row,
        };
        let start = after.map_or(0, |at| place(at) + 1);
        (0..cells).find_map(|step| {
            let at = (start + step) % cells;
            let (row, round) = match self.order {
                Order::ByPlayer => (at / self.rounds, at % self.rounds),
                Order::ByRound => (at % rows, at / rows),
            };
            let entry = self.section.entries.get(row)?;
            entry.cell(round).is_blank().then_some(CellAt {
                row,
                column: FIRST_ROUND + round,
            })
        })
    }

    /// Adds a player below the others, or changes who plays in a row. A member has one entry unless it is a re-entry, which is marked.
    pub(super) fn name(
        &mut self,
        row: usize,
        member: Option<&StoredMember>,
        typed: &str,
        out: &mut Outbox,
    ) {
        let who = Entry {
            member: member.map(|stored| stored.key),
            id: member.and_then(|stored| stored.member.id),
            name: member.map_or_else(
                || typed.trim().to_owned(),
                |stored| stored.member.listed_name(),
            ),
            state: member.and_then(|stored| stored.member.state.clone()),
            ..Entry::default()
        };
        if let Some(entry) = self.section.entries.get_mut(row) {
            let before = std::mem::take(entry);
            // What a file told of somebody who wasn't known stays, now that it is known who it is.
            *entry = if before.member.is_none() || before.member == who.member {
                Entry {
                    member: who.member,
                    id: who.id,
                    name: who.name,
                    state: who.state.or(before.state),
                    ..before
                }
            } else {
                Entry {
                    pair: before.pair,
                    rounds: before.rounds,
                    ..who
                }
            };
        } else {
            let pair = self.section.next_pair();
            self.said = format!("{pair} {}", who.name);
            let is_new = who.member.is_none();
            self.section.add_entry(Entry { pair, ..who }, self.rounds);
            if let Some(added) = self.section.entries.last().filter(|_| is_new) {
                let change = Change::AddPlayer(self.key, Box::new(added.clone()));
                self.saving.push(out.apply(Edit::UsChess(change)));
                self.look_for_things();
                return;
            }
        }
        self.save(out);
    }

    /// Empties cells, or takes whole rows away. Others who have the player for an opponent keep that, and are marked.
    pub(super) fn delete(&mut self, rows: &[usize], cell: Option<CellAt>, out: &mut Outbox) {
        if let Some(at) = cell {
            let Some(round) = self.round_at(at) else {
                return;
            };
            self.said = self.in_words_of(at.row, round, Round::BLANK);
            self.set_cell(at.row, round, Round::BLANK);
        } else {
            let mut row = 0;
            self.section.entries.retain(|_| {
                row += 1;
                !rows.contains(&(row - 1))
            });
            self.grid.selection.clear();
            let what = counted(rows.len(), "player");
            out.undoable = Some(format!("{what} taken out of the section"));
        }
        self.save(out);
    }

    pub(super) fn set_rounds(&mut self, rounds: usize, out: &mut Outbox) {
        let rounds = rounds.clamp(1, MAX_ROUNDS);
        if rounds == self.rounds {
            return;
        }
        self.section.set_rounds(rounds);
        let is_kept = !self.section.entries.is_empty();
        self.rounds = if is_kept {
            self.section.rounds()
        } else {
            rounds
        };
        if is_kept {
            self.save(out);
        }
    }

    fn save(&mut self, out: &mut Outbox) {
        self.look_for_things();
        let section = Box::new(self.section.clone());
        let change = Change::ChangeSection(self.key, section);
        self.saving.push(out.apply(Edit::UsChess(change)));
    }

    /// Whether a member is in the section already, in another row than this.
    pub(super) fn has_elsewhere(&self, member: MemberKey, row: usize) -> bool {
        let entries = self.section.entries.iter().enumerate();
        let mut others = entries.filter(|(at, _)| *at != row);
        others.any(|(_, entry)| entry.member == Some(member))
    }

    pub(super) fn is_saving(&self) -> bool {
        !self.saving.is_empty()
    }

    /// Whether what is typed now has to wait, until the section is as it was undone, or the keyboard where it belongs.
    pub(super) fn lets_wait(&self) -> bool {
        self.keys.wait(&self.editor.text)
    }

    /// Whether the cursor is where a letter may be the last one of a result.
    pub(super) fn is_at_results(&self) -> bool {
        let cell = self.grid.editing.or(self.grid.cell());
        cell.is_some_and(|at| at.column >= FIRST_ROUND)
    }
}

fn stored(
    file: &CampFile,
    key: SectionKey,
) -> Result<Option<(SectionHead, Section)>, StorageError> {
    Ok(file.section_head(key)?.zip(file.section(key)?))
}
