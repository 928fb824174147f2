//! The standings on a projector: large lists that turn their pages by themselves, and follow the camp.
//!
//! How much fits on a page is the window's to say, and what time it is: moments are seconds of the window's clock.

mod board;
#[cfg(test)]
mod tests;

use std::{collections::HashMap, ops::Range, sync::Arc};

pub(super) use self::board::{Board, BoardLine, BoardList};
use crate::{
    app::{OpenCamp, settings::ProjectorSettings},
    domain::{LadderId, LadderSetup, PlayerId, PublishedNames},
    pages::looks::computed::LadderQuestion,
    rating::LadderStandings,
};

/// The times to choose from, in seconds.
pub(super) const CHOICES_OF_SECONDS: [u16; 11] = [5, 6, 8, 10, 12, 15, 20, 25, 30, 45, 60];

/// So long the line of a rating that has moved is marked, in seconds.
const NEWS: f64 = 10.0;

/// A page: some lines of a list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sheet {
    /// The place of the list on the board.
    pub list: usize,
    pub lines: Range<usize>,
}

/// From page to page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PageTurn {
    First,
    Previous,
    Next,
    Last,
}

/// A rating that has moved while everybody watched.
#[derive(Clone, Copy, Debug)]
struct News {
    moved: i32,
    /// When it is news no longer.
    until: f64,
}

/// What a board is made of: a state of the camp, the choices of lists and names, and what it shows.
type Source = (u64, bool, PublishedNames, Shows);

/// A ladder in place of the week's own, with what its standings were computed for, once they are there.
type Shows = Option<(LadderId, Option<LadderQuestion>)>;

/// A ladder that is shown, with its standings once they are there.
pub(super) type ShownLadder<'a> = (
    &'a LadderSetup,
    Option<(LadderQuestion, &'a LadderStandings)>,
);

/// The standings while they are on the projector.
#[derive(Debug, Default)]
pub struct Projector {
    board: Option<(Source, Arc<Board>)>,
    sheets: Vec<Sheet>,
    /// The place of the page that is shown.
    place: usize,
    /// When it was turned to; `None` until it has been drawn.
    since: Option<f64>,
    is_paused: bool,
    news: HashMap<PlayerId, News>,
    /// Whether there is news that may be on another page than the one that is shown.
    has_fresh_news: bool,
}

impl Projector {
    /// The board of the camp as it is now, or of a ladder, made once for each state of the camp.
    pub(super) fn board(
        &mut self,
        camp: &OpenCamp,
        settings: ProjectorSettings,
        ladder: Option<ShownLadder<'_>>,
        now: f64,
    ) -> Arc<Board> {
        let shows = ladder.map(|(ladder, standings)| (ladder.id, standings.map(|(of, _)| of)));
        let source = (camp.revision, settings.by_group, settings.names, shows);
        if let Some((of, board)) = &self.board
            && *of == source
        {
            return Arc::clone(board);
        }
        let board = Arc::new(match ladder {
            None => Board::new(&camp.data, settings),
            Some((ladder, standings)) => {
                let standings = standings.map(|(_, standings)| standings);
                Board::of_ladder(&camp.data, settings, ladder, standings)
            }
        });
        let before = self.board.replace((source, Arc::clone(&board)));
        if let Some(((.., showed), before)) = before {
            self.news.retain(|_, news| news.until > now);
            let ladder = |shows: Shows| shows.map(|(ladder, _)| ladder);
            if ladder(showed) != ladder(shows) {
                self.news.clear();
                return board;
            }
            for (id, moved) in board.moved_since(&before) {
                let until = now + NEWS;
                self.news.insert(id, News { moved, until });
                self.has_fresh_news = true;
            }
            self.follow_list(&before, &board);
        }
        board
    }

    /// Stays with the list that is shown, wherever it stands on the new board.
    fn follow_list(&mut self, before: &Board, now: &Board) {
        let Some(sheet) = self.sheets.get_mut(self.place) else {
            return;
        };
        let title = before.lists.get(sheet.list).map(|list| &list.title);
        let same = |list: &BoardList| Some(&list.title) == title;
        match now.lists.iter().position(same) {
            Some(list) => sheet.list = list,
            None => {
                *sheet = Sheet {
                    list: 0,
                    lines: 0..0,
                }
            }
        }
    }

    /// Divides the board into these pages, and stays where it was, or goes to where something has just moved.
    pub fn lay_out(&mut self, sheets: Vec<Sheet>, now: f64) {
        let (list, line) = self
            .sheet()
            .map_or((0, 0), |sheet| (sheet.list, sheet.lines.start));
        let is_before = |sheet: &&Sheet| (sheet.list, sheet.lines.start) <= (list, line);
        let before = sheets.iter().filter(is_before).count();
        self.place = before.saturating_sub(1);
        self.sheets = sheets;
        if std::mem::take(&mut self.has_fresh_news) && !self.is_paused {
            self.show_news(now);
        }
    }

    /// Turns to a page with a line that has moved, unless there is one on this page.
    fn show_news(&mut self, now: f64) {
        let Some((_, board)) = &self.board else {
            return;
        };
        let has_news = |sheet: &Sheet| {
            let list = board.lists.get(sheet.list);
            let lines = list.and_then(|list| list.lines.get(sheet.lines.clone()));
            let mut lines = lines.into_iter().flatten();
            lines.any(|line| self.news(line.id, now).is_some())
        };
        if self.sheet().is_some_and(has_news) {
            return;
        }
        if let Some(place) = self.sheets.iter().position(has_news) {
            self.go(place, now);
        }
    }

    /// The page that is shown; nothing where there are no players.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheets.get(self.place)
    }

    /// The place of the page that is shown, from 0.
    pub fn place(&self) -> usize {
        self.place
    }

    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Stops the pages, or lets them turn again.
    pub fn pause_or_go_on(&mut self, now: f64) {
        self.is_paused = !self.is_paused;
        self.restart(now);
    }

    /// Shows the page for its whole time from now on.
    pub fn restart(&mut self, now: f64) {
        self.since = Some(now);
    }

    /// Turns a page by hand, round the ends.
    pub fn turn(&mut self, turn: PageTurn, now: f64) {
        let last = self.sheets.len().saturating_sub(1);
        let place = match turn {
            PageTurn::First => 0,
            PageTurn::Previous => self.place.checked_sub(1).unwrap_or(last),
            PageTurn::Next if self.place >= last => 0,
            PageTurn::Next => self.place + 1,
            PageTurn::Last => last,
        };
        self.go(place, now);
    }

    fn go(&mut self, place: usize, now: f64) {
        self.place = place;
        self.restart(now);
    }

    /// Turns the page if it has been shown for `seconds`.
    pub fn tick(&mut self, seconds: u16, now: f64) {
        let since = *self.since.get_or_insert(now);
        if self.turns_by_itself() && now - since >= f64::from(seconds) {
            self.turn(PageTurn::Next, now);
        }
    }

    fn turns_by_itself(&self) -> bool {
        !self.is_paused && self.sheets.len() > 1
    }

    /// How much of the page's time is used up, by the second it is in; nothing while no page turns.
    pub fn progress(&self, seconds: u16, now: f64) -> Option<f32> {
        let since = self.since.filter(|_| self.turns_by_itself())?;
        let second = (now - since).floor() + 1.0;
        #[expect(clippy::cast_possible_truncation, reason = "a part of a line")]
        Some((second / f64::from(seconds)).clamp(0.0, 1.0) as f32)
    }

    /// What this player's rating has just moved by.
    pub fn news(&self, id: PlayerId, now: f64) -> Option<i32> {
        let news = self.news.get(&id)?;
        (news.until > now).then_some(news.moved)
    }

    /// In how many seconds something has to be drawn anew by itself: the next second of the page, or the end of news.
    pub fn next_step(&self, now: f64) -> Option<f64> {
        let second = self
            .since
            .filter(|_| self.turns_by_itself())
            .map(|since| 1.0 - (now - since).max(0.0).fract());
        let news = self.news.values().map(|news| news.until - now);
        news.filter(|left| *left > 0.0)
            .chain(second)
            .min_by(f64::total_cmp)
    }
}
