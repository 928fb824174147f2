//! The second pass: the week's games in the order in which they were typed, gone through with the paper sheets in hand.
//!
//! A result is typed again, or ticked. If it agrees, the game is recorded as checked and the next one is current. If it
//! differs, everything stops, and what was typed ahead is thrown away: nothing that was stored is overwritten before
//! somebody has looked and says so.

use std::{collections::VecDeque, sync::Arc};

use crate::{
    app::{page::Ticket, result_of_key},
    domain::{CampData, Edit, Field, Game, GameId, GameResult, Patch},
};

/// What is done with a key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum CheckKey {
    /// The result as the paper has it.
    Result(GameResult),
    /// The paper says the same as the screen.
    Tick,
}

impl CheckKey {
    /// The result that a typed letter stands for.
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        result_of_key(letter).map(Self::Result)
    }
}

/// What the director does in the second pass.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Check {
    Key(CheckKey),
    /// Goes to a game.
    Select(GameId),
    /// Whether checked games are left out of the list.
    OnlyUnchecked(bool),
    /// Looks away from a difference: what is stored stays, and the game stays unchecked.
    Keep,
    /// Puts the typed result in the place of the stored one.
    Overwrite,
}

/// A typed result that isn't the stored one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Difference {
    pub game: GameId,
    pub typed: GameResult,
}

/// What has to be done about the next key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Todo {
    /// The result agrees.
    Save(Box<Edit>),
    /// The result differs.
    Warn,
}

/// How far the second pass is.
#[derive(Debug, Default)]
pub(crate) struct Checking {
    current: Option<GameId>,
    only_unchecked: bool,
    difference: Option<Difference>,
    /// Keys that were typed while a game was being saved.
    waiting: VecDeque<CheckKey>,
    saving: Option<Saving>,
    /// A game that has just been checked: the next one becomes current.
    just_checked: Option<GameId>,
    /// The games that were checked since the camp was opened, so that undo leads back to them.
    trail: Vec<GameId>,
    list: List,
}

/// A check on its way to the file.
#[derive(Debug)]
struct Saving {
    ticket: Ticket,
    game: GameId,
    /// The key that asked for it; none for a difference that is being overwritten.
    key: Option<CheckKey>,
}

/// The games in the order in which they were typed, as of one revision of the camp.
#[derive(Debug, Default)]
struct List {
    made_for: Option<(u64, bool)>,
    /// Places in [`CampData::games`].
    order: Vec<usize>,
    rows: Arc<Vec<usize>>,
    checked: usize,
    /// The place of the current game in [`CampData::games`], and its row.
    current: Option<(usize, Option<usize>)>,
}

impl Checking {
    /// The games that are shown, as places in [`CampData::games`].
    pub(crate) fn rows(&self) -> Arc<Vec<usize>> {
        Arc::clone(&self.list.rows)
    }

    /// The row of the current game, if it is in the list.
    pub(crate) fn current_row(&self) -> Option<usize> {
        self.list.current.and_then(|(_, row)| row)
    }

    /// The current game, in the camp that [`Self::follow`] saw last.
    pub(crate) fn current<'a>(&self, camp: &'a CampData) -> Option<&'a Game> {
        let (place, _) = self.list.current?;
        let game = camp.games.get(place)?;
        (Some(game.id) == self.current).then_some(game)
    }

    /// How many games are checked.
    pub(crate) fn checked(&self) -> usize {
        self.list.checked
    }

    pub(crate) fn only_unchecked(&self) -> bool {
        self.only_unchecked
    }

    /// The difference that has stopped everything.
    pub(crate) fn difference(&self) -> Option<Difference> {
        self.difference
    }

    /// Whether a check is on its way to the file, or a key waits for one: what is typed now comes after it.
    pub(crate) fn is_saving(&self) -> bool {
        self.saving.is_some() || !self.waiting.is_empty()
    }

    /// Takes a key. While a difference is being looked at, keys do nothing.
    pub(super) fn press(&mut self, key: CheckKey) {
        if self.difference.is_none() {
            self.waiting.push_back(key);
        }
    }

    /// What the next key asks for, unless the one before is still being saved.
    pub(super) fn next(&mut self, camp: &CampData) -> Option<Todo> {
        if self.saving.is_some() || self.difference.is_some() {
            return None;
        }
        let key = *self.waiting.front()?;
        let Some(game) = self.current(camp) else {
            self.waiting.clear();
            return None;
        };
        match key {
            CheckKey::Result(typed) if typed != game.result => {
                self.difference = Some(Difference {
                    game: game.id,
                    typed,
                });
                self.waiting.clear();
                Some(Todo::Warn)
            }
            CheckKey::Result(_) | CheckKey::Tick => {
                let edit = Edit::VerifyGame {
                    game: game.id,
                    verified: true,
                };
                Some(Todo::Save(Box::new(edit)))
            }
        }
    }

    /// What puts the typed result in the place of the stored one, and checks it.
    pub(super) fn overwriting(&self, camp: &CampData) -> Option<Edit> {
        let Difference { game: id, typed } = self.difference?;
        let game = camp.game(id).filter(|_| self.saving.is_none())?;
        Some(Edit::Together {
            name: format!(
                "Change result of game {} to {}",
                game.sequence,
                typed.score()
            ),
            edits: vec![
                Edit::ChangeGame(Patch::new(id, Field::Result, typed)),
                Edit::VerifyGame {
                    game: id,
                    verified: true,
                },
            ],
        })
    }

    /// What the next key, or the overwriting of a difference, asked for is on its way to the file.
    pub(super) fn begin_saving(&mut self, ticket: Ticket) {
        let (game, key) = match self.difference {
            Some(difference) => (Some(difference.game), None),
            None => (self.current, self.waiting.pop_front()),
        };
        self.saving = game.map(|game| Saving { ticket, game, key });
    }

    /// The file has a change; the next game becomes current if it was the check of this one.
    pub(super) fn saved(&mut self, ticket: Ticket) {
        if let Some(saving) = self.saving.take_if(|saving| saving.ticket == ticket) {
            self.difference = None;
            self.just_checked = Some(saving.game);
        }
    }

    /// The file refused a change. Whether it was a check; one that only came too late is tried again.
    pub(super) fn refused(&mut self, ticket: Ticket, outdated: bool) -> bool {
        let Some(saving) = self.saving.take_if(|saving| saving.ticket == ticket) else {
            return false;
        };
        match saving.key {
            Some(key) if outdated => self.waiting.push_front(key),
            _ => self.waiting.clear(),
        }
        true
    }

    /// What is stored stays, and the game stays unchecked.
    pub(super) fn keep(&mut self) {
        if self.saving.is_none() {
            self.difference = None;
        }
    }

    /// Goes to a game, unless a difference has to be looked at first.
    pub(super) fn select(&mut self, game: GameId, camp: &CampData) {
        if self.difference.is_none() && !self.is_saving() {
            self.current = Some(game);
            self.list.find(camp, self.current);
        }
    }

    /// Begins at a game, or with all that is unchecked.
    pub(super) fn begin_at(&mut self, game: Option<GameId>) {
        self.only_unchecked = game.is_none();
        if game.is_some() && self.difference.is_none() && !self.is_saving() {
            self.current = game;
            // The camp may have changed since the list was last in sight.
            self.list.made_for = None;
        }
    }

    /// Leaves checked games out of the list, or shows them too.
    pub(super) fn show_only_unchecked(&mut self, only: bool) {
        self.only_unchecked = only;
    }

    /// Goes back to what was unchecked by an undo, and on where a redo has checked the current game again.
    pub(super) fn turned(&mut self, camp: &CampData, redone: bool) {
        let is_checked = |id: &GameId| camp.game(*id).is_none_or(|game| game.verified.is_some());
        if self.difference.is_some() {
            return;
        }
        if redone {
            self.just_checked = self.current.filter(is_checked);
            return;
        }
        while let Some(id) = self.trail.pop_if(|id| !is_checked(id)) {
            self.current = Some(id);
        }
    }

    /// Makes the list anew where the camp, or what is to be shown of it, has changed.
    pub(crate) fn follow(&mut self, camp: &CampData, revision: u64) {
        let wanted = (revision, self.only_unchecked);
        if self.list.made_for == Some(wanted) {
            return;
        }
        self.list = List::new(camp, self.only_unchecked, wanted);
        if let Some(done) = self.just_checked.take() {
            self.trail.push(done);
            self.current = self.list.after(camp, done);
        }
        self.list.find(camp, self.current);
        if self.list.current.is_none() {
            self.current = self.list.first(camp);
            self.list.find(camp, self.current);
        }
        let differs = |difference: &Difference| {
            let game = camp.game(difference.game);
            game.is_some_and(|game| game.result != difference.typed)
        };
        self.difference = self.difference.filter(differs);
    }
}

impl List {
    fn new(camp: &CampData, only_unchecked: bool, made_for: (u64, bool)) -> Self {
        let mut order = (0..camp.games.len()).collect::<Vec<_>>();
        // Imported games were there before anything was typed; their sheets lie in the order of play.
        order.sort_by_key(|place| {
            let game = &camp.games[*place];
            match game.entered {
                None => (None, game.sequence, game.id),
                Some(entered) => (Some(entered), 0, game.id),
            }
        });
        let is_checked = |place: &&usize| camp.games[**place].verified.is_some();
        let checked = order.iter().filter(is_checked).count();
        let rows = if only_unchecked {
            let unchecked = order.iter().filter(|place| !is_checked(place));
            unchecked.copied().collect()
        } else {
            order.clone()
        };
        Self {
            made_for: Some(made_for),
            order,
            rows: Arc::new(rows),
            checked,
            current: None,
        }
    }

    /// Finds the current game anew.
    fn find(&mut self, camp: &CampData, current: Option<GameId>) {
        if current.is_none() {
            self.current = None;
            return;
        }
        // The list may be that of an older revision, which had more games.
        let is_current = |place: &usize| camp.games.get(*place).map(|game| game.id) == current;
        self.current = self.order.iter().copied().find(is_current).map(|place| {
            let row = self.rows.iter().position(|other| *other == place);
            (place, row)
        });
    }

    /// The first game that isn't checked, or else the first one.
    fn first(&self, camp: &CampData) -> Option<GameId> {
        let games = || self.order.iter().map(|place| &camp.games[*place]);
        let unchecked = games().find(|game| game.verified.is_none());
        unchecked.or_else(|| games().next()).map(|game| game.id)
    }

    /// The next game that isn't checked, round the end; where all are, simply the next one, and the last one stays.
    fn after(&self, camp: &CampData, done: GameId) -> Option<GameId> {
        let games = self.order.iter().map(|place| &camp.games[*place]);
        let at = games.clone().position(|game| game.id == done)?;
        let mut round = games.clone().skip(at + 1).chain(games.clone().take(at));
        let unchecked = round.find(|game| game.verified.is_none());
        let next = unchecked.or_else(|| games.clone().nth(at + 1));
        next.map_or(Some(done), |game| Some(game.id))
    }
}

#[cfg(test)]
mod tests;
