//! Games that another week has, or may have: a file that goes on from week to week still holds them.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::{
    domain::{CampData, RowPrint},
    import::{Choices, GamesElsewhere, Place, Problem, ProblemKind, Severity},
};

/// The number of another week that has a game already.
#[derive(Clone, Copy)]
pub(super) enum Elsewhere {
    /// Its row says the same, of the same day.
    Certainly(i64),
    /// For the director to say.
    Perhaps(i64),
}

/// Finds such games, and counts them by their week.
pub(super) struct OtherWeeks<'a> {
    camp: &'a CampData,
    choices: &'a Choices,
    /// Those that are left out for it: how many, and where the first one stands.
    left_out: BTreeMap<i64, (usize, Place)>,
    /// Those that the week may have, likewise.
    perhaps: BTreeMap<i64, (usize, Place)>,
}

impl<'a> OtherWeeks<'a> {
    pub(super) const fn new(camp: &'a CampData, choices: &'a Choices) -> Self {
        Self {
            camp,
            choices,
            left_out: BTreeMap::new(),
            perhaps: BTreeMap::new(),
        }
    }

    /// The other week that has a game of the very same row.
    pub(super) fn of_row(&self, number: i64, print: RowPrint) -> Option<Elsewhere> {
        let elsewhere = &self.camp.imported_elsewhere;
        let week = elsewhere.week_of_row(number, print);
        week.map(Elsewhere::Certainly)
    }

    /// Whether another week has a game that this week doesn't. `has_number` tells whether the old file numbers its games; rows
    /// that are counted have the same numbers in every list.
    pub(super) fn of_new(
        &self,
        number: i64,
        print: RowPrint,
        date: Option<Date>,
        has_number: bool,
    ) -> Option<Elsewhere> {
        let elsewhere = &self.camp.imported_elsewhere;
        // Without a day two weeks may well have the same game.
        let is_further = self.choices.adds_games && !has_number;
        let by_row = match date {
            Some(_) if !has_number => elsewhere.week_of_dated_row(print),
            _ => elsewhere.week_of_row(number, print),
        };
        if let Some(week) = by_row {
            return match date {
                Some(_) => Some(Elsewhere::Certainly(week)),
                None => (!is_further).then_some(Elsewhere::Perhaps(week)),
            };
        }
        // Corrected in the old file since, or another game of a file that began to count anew.
        let week = elsewhere.week_of_number(number)?;
        let may_be = match date {
            Some(date) => !is_further && !self.is_of_this_week(date, week),
            None => has_number,
        };
        may_be.then_some(Elsewhere::Perhaps(week))
    }

    /// Counts a game that another week has, or may have. Whether it is left out for that.
    pub(super) fn is_left_out(&mut self, found: Elsewhere, place: Place) -> bool {
        let (counted, week) = match found {
            Elsewhere::Certainly(week) => (&mut self.left_out, week),
            Elsewhere::Perhaps(week) => (&mut self.perhaps, week),
        };
        counted.entry(week).or_insert((0, place)).0 += 1;
        let is_left_out = self.choices.games_elsewhere == GamesElsewhere::LeaveOut;
        is_left_out || matches!(found, Elsewhere::Certainly(_))
    }

    /// Whether a game of this day can't be one of that other week.
    fn is_of_this_week(&self, date: Date, other: i64) -> bool {
        let this = &self.camp.week;
        let mut weeks = self.camp.weeks.iter();
        let other_week = weeks.find(|week| week.number == other);
        if other < this.number {
            let closed = other_week.and_then(|week| week.closed_on);
            let ended = self.camp.imported_elsewhere.last_day_of(other).or(closed);
            date >= this.opened_on || ended.is_some_and(|ended| date > ended)
        } else {
            other_week.is_some_and(|week| date < week.opened_on)
        }
    }

    /// What there is to say of them.
    pub(super) fn into_problems(self) -> impl Iterator<Item = Problem> {
        let added = self.choices.games_elsewhere == GamesElsewhere::Add;
        let severity = if added {
            Severity::Note
        } else {
            Severity::LeftOut
        };
        let left_out = self.left_out.into_iter().map(|(week, (games, first))| {
            let elsewhere = ProblemKind::InOtherWeek { week, games };
            Problem::new(first, Severity::LeftOut, elsewhere)
        });
        let perhaps = self.perhaps.into_iter();
        left_out.chain(perhaps.map(move |(week, (games, first))| {
            let perhaps = ProblemKind::PerhapsInOtherWeek { week, games, added };
            Problem::new(first, severity, perhaps)
        }))
    }
}
