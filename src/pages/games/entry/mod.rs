//! Typing games from the result sheets, one after the other: what stands in the strip, and what was entered last.
//!
//! The strip is an [`Editor`] like that of every form, so saving, refusals and the holding of keys are the same. It
//! differs in what leaving means: only a result saves, and half a game stays for when the director comes back.

mod entered;
mod oddity;
mod outlook;
#[cfg(test)]
mod tests;
mod typed;

use jiff::{Timestamp, Zoned, civil::Date};

use self::{entered::Entered, oddity::Pairing};
pub(crate) use self::{
    entered::{EnteredGame, newest},
    oddity::Oddity,
    outlook::{Forecast, Outlook},
    typed::{InBox, Typed},
};
use crate::{
    app::{
        drafts::{Draft as _, GameDraft},
        editor::{Editor, Target},
    },
    domain::{
        CampData, Edit, Field, Game, GameId, GameResult, Moment, PlayerId, Value, WeekId,
        parse_date,
    },
};

/// What the director does in the strip and in the list of the last games under it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EntryAction {
    /// The result of the game in the strip: saves the game.
    Result(GameResult),
    /// Takes a step out: of a correction, of what is typed, of inserting.
    Leave,
    /// Loads a game into the strip, to be put right.
    Correct(GameId),
    /// Gives a game another result.
    ChangeResult(GameId, GameResult),
    Delete(GameId),
    /// Deletes the game that is being corrected.
    DeleteThis,
    /// Games typed from now on were played before this one.
    InsertBefore(GameId),
    /// The name that is typed there is that of a new camper.
    AddCamper(Field),
}

/// The field to focus next frame.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Place {
    White,
    Black,
    Result,
    Date,
}

/// A game that was taken back, as it is put into the strip.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TakenBack {
    /// The place in the order of play that it had.
    number: i64,
    draft: GameDraft,
}

/// What was half typed when something else came into the strip.
#[derive(Debug)]
struct Aside {
    draft: GameDraft,
    loose_names: [String; 2],
}

/// What the strip holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Holds {
    /// A new game, to be put after all others.
    New,
    /// A new game, to be put before the game of this number.
    Inserted(i64),
    /// The game of this number, to be put right.
    Correction(i64),
    /// The game that had this number, taken back and not saved again.
    TakenBack(i64),
}

/// The view in which games are typed.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    pub strip: Editor<GameDraft>,
    /// The names typed in the strip that are nobody's yet, of White and Black; empty where there is none.
    pub loose_names: [String; 2],
    pub typed: Typed,
    /// The game that is selected among the last ones.
    pub selected: Option<GameId>,
    /// What takes the cursor in the next frame.
    pub cursor_to: Option<Place>,
    /// The keyboard is where a single letter does something.
    pub takes_single_keys: bool,
    /// What stood in the strip before a correction came into it.
    aside: Option<Aside>,
    taken_back: Option<TakenBack>,
    entered: Entered,
    /// The week of which games are typed.
    week: Option<WeekId>,
    /// What a new line begins with: date and tournament of the game that was typed last.
    sheet: GameDraft,
    /// The camper who is being added from a name that was typed here.
    adding: Option<(Field, String)>,
}

impl Entry {
    /// The name that is typed on a side, White's or Black's, and is nobody's yet.
    pub(super) fn loose_name(&self, side: Field) -> &str {
        let [white, black] = &self.loose_names;
        if side == Field::White { white } else { black }
    }

    /// The first place in the strip where nothing is typed yet.
    pub(super) fn first_empty(&self) -> Place {
        let is_empty = |side: &Field| {
            self.strip.draft.player(*side).is_none() && self.loose_name(*side).is_empty()
        };
        match [Field::White, Field::Black]
            .iter()
            .find(|side| is_empty(side))
        {
            Some(Field::White) => Place::White,
            Some(_) => Place::Black,
            None => Place::Result,
        }
    }

    /// The first place in the strip that keeps it from being saved.
    pub(super) fn first_wrong(&self) -> Option<Place> {
        let problems = self.strip.problems();
        let is_wrong = |field| problems.iter().any(|problem| problem.field == field);
        let [white, black] = &self.loose_names;
        let places = [
            (Place::White, is_wrong(Field::White) || !white.is_empty()),
            (Place::Black, is_wrong(Field::Black) || !black.is_empty()),
            (Place::Result, is_wrong(Field::Result)),
            (Place::Date, is_wrong(Field::Date)),
        ];
        let wrong = places.into_iter().find(|(_, is_wrong)| *is_wrong);
        wrong.map(|(place, _)| place)
    }

    /// From now on a camper may be added who has this name there.
    pub(super) fn begin_adding(&mut self, side: Field) {
        self.adding = Some((side, self.loose_name(side).to_owned()));
    }

    /// A camper was added. Whether it is the one whose name was typed here, who plays now.
    pub(super) fn added(&mut self, player: PlayerId) {
        let Some((side, typed)) = self.adding.take() else {
            return;
        };
        if self.loose_name(side) != typed {
            return;
        }
        let mut draft = self.strip.draft.clone();
        draft.set(side, Value::Reference(player.0));
        self.loose_names[usize::from(side == Field::Black)].clear();
        self.strip.show_typed(GameDraft::of_sheet(&draft), draft);
        self.cursor_to = Some(match side {
            Field::White => Place::Black,
            _ => Place::Result,
        });
    }

    /// Whether a name is typed in the strip that is nobody's yet.
    pub(crate) fn has_loose_name(&self) -> bool {
        is_any_typed(&self.loose_names)
    }

    /// Whether nothing is typed in the strip; date and tournament of the sheet are no game.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_loose_name()
            && self.strip.id().is_none()
            && (self.strip.target().is_none()
                || self.strip.draft == GameDraft::of_sheet(&self.strip.draft))
    }

    /// Whether something is typed that isn't saved and would be lost. A game that was taken back is in the history.
    pub(crate) fn is_changed(&self) -> bool {
        let in_strip = match self.strip.id() {
            Some(_) => self.strip.is_changed() || self.has_loose_name(),
            None => !self.is_empty() && !self.is_as_taken_back(),
        };
        in_strip
            || self.aside.as_ref().is_some_and(|aside| {
                aside.draft != GameDraft::of_sheet(&aside.draft) || is_any_typed(&aside.loose_names)
            })
    }

    fn is_as_taken_back(&self) -> bool {
        !self.has_loose_name()
            && self.strip.id().is_none()
            && self
                .taken_back
                .as_ref()
                .is_some_and(|taken| taken.draft == self.strip.draft)
    }

    pub(crate) fn holds(&self, camp: &CampData) -> Holds {
        let number = |id| camp.game(id).map(|game| game.sequence);
        if let Some(id) = self.strip.id() {
            return Holds::Correction(number(id).unwrap_or(0));
        }
        if let Some(taken) = &self.taken_back {
            return Holds::TakenBack(taken.number);
        }
        let before = self.strip.draft.before.and_then(number);
        before.map_or(Holds::New, Holds::Inserted)
    }

    /// The games that were entered last, the latest first.
    pub(crate) fn latest(&self) -> &[EnteredGame] {
        &self.entered.latest
    }

    /// What will happen to the ratings.
    pub(crate) fn outlook(&self, camp: &CampData, now: &Zoned) -> Outlook {
        let draft = &self.strip.draft;
        let is_last = self.strip.id().is_none() && draft.before.is_none();
        let mut outlook = Outlook::new(camp, draft, is_last, &self.entered.week_end);
        if let (Outlook::Moves(forecasts), Some(pairing)) = (&mut outlook, self.pairing(camp, now))
        {
            for forecast in forecasts {
                let pairing = Pairing {
                    result: Some(forecast.result),
                    ..pairing
                };
                let other = self.entered.context.contradiction(&pairing, now);
                forecast.contradicts = other.map(|(number, _)| number);
            }
        }
        outlook
    }

    /// What is odd about the game in the strip.
    pub(crate) fn oddities(&self, camp: &CampData, now: &Zoned) -> Vec<Oddity> {
        let context = &self.entered.context;
        self.pairing(camp, now)
            .map(|pairing| context.oddities(camp, &pairing, now))
            .unwrap_or_default()
    }

    fn pairing(&self, camp: &CampData, now: &Zoned) -> Option<Pairing> {
        let draft = &self.strip.draft;
        self.strip.target()?;
        // A game that is corrected isn't entered anew: those after it are blamed, and not the first one.
        let saved = self.strip.id().and_then(|id| camp.game(id));
        let entered = saved.map_or(now.timestamp(), |game| {
            game.entered.map_or(Timestamp::MIN, Moment::timestamp)
        });
        Some(Pairing {
            id: self.strip.id(),
            white: draft.player(Field::White),
            black: draft.player(Field::Black),
            result: self.strip.id().and(draft.result()),
            date: parse_date(draft.typed(Field::Date), now.date())
                .ok()
                .flatten(),
            counts: draft.is_yes(Field::Counts),
            entered,
        })
    }

    /// Looks at the camp as it is now. Begins a new game where the strip has none.
    pub(super) fn follow(&mut self, camp: &CampData, now: &Zoned) {
        self.strip.follow(camp);
        let is_other_week = self.week.replace(camp.week.id) != Some(camp.week.id);
        if self.strip.target().is_none() || is_other_week && self.is_empty() {
            if let Some(aside) = self.aside.take() {
                self.show_again(aside);
            } else {
                self.strip.show(Target::New, camp, now.date());
                self.sheet = GameDraft::of_sheet(&self.strip.draft);
            }
        }
        if let Some(before) = self.strip.draft.before
            && camp.game(before).is_none()
        {
            self.insert_before(None);
        }
    }

    /// Looks at what was entered lately, while that is shown.
    pub(super) fn look_back(&mut self, camp: &CampData, revision: u64, now: &Zoned) {
        self.entered.follow(camp, revision, now);
        let is_listed = |id: &GameId| self.entered.latest.iter().any(|game| game.id == *id);
        self.selected = self.selected.filter(is_listed);
    }

    /// Games typed from now on were played before this one, or after all others.
    pub(super) fn insert_before(&mut self, before: Option<GameId>) {
        let mut draft = self.strip.draft.clone();
        draft.before = before;
        self.strip.show_typed(GameDraft::of_sheet(&draft), draft);
        self.cursor_to = Some(Place::White);
    }

    /// Empties the strip for a new game of the same sheet, or gives back what stood there before a correction.
    pub(super) fn begin_anew(&mut self) {
        if self.strip.is_saving() {
            // Until it is in the file it is nowhere else.
            return;
        }
        self.taken_back = None;
        let aside = self.aside.take().unwrap_or_else(|| Aside {
            draft: GameDraft::of_sheet(&self.strip.draft),
            loose_names: Default::default(),
        });
        self.show_again(aside);
        let players = [Field::White, Field::Black];
        let waits = players.map(|side| self.strip.draft.player(side).is_some());
        self.cursor_to = Some(match waits {
            [true, true] => Place::Result,
            _ => Place::White,
        });
    }

    /// What stands in the box of a field.
    pub(crate) fn in_box(&self, field: Field) -> InBox {
        if [Field::White, Field::Black].contains(&field) {
            InBox {
                player: self.strip.draft.player(field),
                text: self.loose_name(field).to_owned(),
            }
        } else {
            InBox {
                player: None,
                text: self.strip.draft.typed(field).to_owned(),
            }
        }
    }

    /// Gives back what stood in a box before the typing there that was last. Whether it stands there now and didn't: a player chosen in an empty
    /// box is half a game, which is taken back as a whole.
    pub(super) fn undo_typing(&mut self) -> bool {
        let typed = self.typed.take(self.strip.visit());
        let Some((field, before)) = typed.filter(|_| !self.strip.is_saving()) else {
            return false;
        };
        let now = self.in_box(field);
        let is_first_choice = before == InBox::default() && now.player.is_some();
        if now == before || is_first_choice {
            return false;
        }
        if [Field::White, Field::Black].contains(&field) {
            let player = before.player.map(|player| Value::Reference(player.0));
            self.loose_names[usize::from(field == Field::Black)] = before.text;
            let mut draft = self.strip.draft.clone();
            draft.set(field, player.unwrap_or(Value::Empty));
            self.strip.take_field(field, &draft);
        } else {
            self.strip.set_text(field, before.text);
        }
        true
    }

    fn show_again(&mut self, Aside { draft, loose_names }: Aside) {
        self.strip.show_typed(GameDraft::of_sheet(&draft), draft);
        self.loose_names = loose_names;
    }

    /// Esc: a step out. The whole line is empty then, but for the date of the game that was typed last; it is given back where another one
    /// stood there.
    pub(super) fn leave(&mut self) -> Option<String> {
        if self.strip.is_saving() {
            return None;
        }
        if self.is_empty() && self.strip.draft.before.is_some() {
            self.insert_before(None);
            return None;
        }
        let typed = self.strip.draft.typed(Field::Date).to_owned();
        if self.strip.id().is_none() {
            let before = self.strip.draft.before;
            self.strip.draft.carry_over(&self.sheet);
            self.strip.draft.before = before;
        }
        self.begin_anew();
        let now = self.strip.draft.typed(Field::Date);
        (now != typed && self.strip.id().is_none()).then(|| now.to_owned())
    }

    /// Loads a game to be put right. What stands in the strip is put aside.
    pub(super) fn correct(&mut self, id: GameId, camp: &CampData, today: Date) {
        self.put_aside();
        self.taken_back = None;
        self.strip.show(Target::Existing(id), camp, today);
        self.cursor_to = Some(Place::White);
    }

    fn put_aside(&mut self) {
        if self.strip.id().is_none() && self.aside.is_none() && !self.is_as_taken_back() {
            self.aside = Some(Aside {
                draft: self.strip.draft.clone(),
                loose_names: std::mem::take(&mut self.loose_names),
            });
        }
        self.loose_names = Default::default();
    }

    /// Puts a game into the strip that is no longer in the camp; `camp` still has it.
    pub(super) fn take_back(&mut self, taken: &TakenBack) {
        self.put_aside();
        self.taken_back = Some(taken.clone());
        self.strip
            .show_typed(GameDraft::of_sheet(&taken.draft), taken.draft.clone());
        // The next line of the sheet may be typed over it.
        self.cursor_to = Some(Place::White);
    }

    /// Whether the game that was taken back can still be typed: both players are in the camp.
    pub(super) fn has_players_in(&self, camp: &CampData) -> bool {
        let mut players = [Field::White, Field::Black]
            .into_iter()
            .filter_map(|side| self.strip.draft.player(side));
        players.all(|player| camp.player(player).is_some())
    }

    /// What was taken back is no longer to be typed.
    pub(super) fn forget_taken_back(&mut self) {
        if self.is_as_taken_back() {
            self.begin_anew();
        }
    }

    /// The strip's game is in the file.
    pub(super) fn saved(&mut self) {
        self.taken_back = None;
        self.loose_names = Default::default();
        if self.strip.is_new() {
            self.sheet = GameDraft::of_sheet(&self.strip.draft);
            if self.aside.is_some() {
                self.begin_anew();
            }
            self.cursor_to = Some(Place::White);
        }
    }
}

impl TakenBack {
    /// A game with its place in the order of play, if adding it was all that was undone: what a copy or an import brought isn't to be typed
    /// again. `now` is the camp without it.
    pub(super) fn new(
        game: &Game,
        camp: &CampData,
        now: &CampData,
        undone: &[String],
    ) -> Option<Self> {
        let next = camp
            .games
            .iter()
            .find(|other| other.sequence > game.sequence);
        // A step is known by its name, which it got in the camp as it is now again.
        let adding = Edit::AddGame {
            game: game.clone(),
            before: next.map(|next| next.id),
        };
        if *undone != [adding.name(now)] {
            return None;
        }
        let mut draft = GameDraft::of(camp, game.id)?;
        draft.before = next.map(|next| next.id);
        Some(Self {
            number: game.sequence,
            draft,
        })
    }
}

fn is_any_typed(names: &[String; 2]) -> bool {
    names.iter().any(|name| !name.is_empty())
}
