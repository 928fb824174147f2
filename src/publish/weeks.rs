//! What is published of the standings of a week.

use std::collections::HashMap;

use jiff::civil::Date;

use super::{content::WEEK, games::WeekGames, names::Names};
use crate::domain::{
    CampData, Days, Moved, PlayerId, Scope, Standings, StandingsRow, System, Week, counted,
    long_date, show_change, show_rating,
};

/// What stands behind the name of a week's files in those of its games, and of its crosstables.
pub(super) const GAMES: &str = "-games";
pub(super) const WHO_MET_WHOM: &str = "-crosstable";

/// The standings of a week.
#[derive(Debug)]
pub(super) struct PublishedWeek {
    /// What its files are called, without ending: "week-3".
    pub(super) file: String,
    /// "Week 3"
    pub(super) name: String,
    /// "Gold camp"; may be empty.
    pub(super) label: String,
    /// "Week 3: Gold camp"
    pub(super) title: String,
    /// `None` where neither its games nor the director say it.
    pub(super) days: Option<Days>,
    /// The day of the last game.
    pub(super) through: Option<Date>,
    is_closed: bool,
    /// Before the first game everybody of a group has the same place, which says nothing.
    pub(super) has_games: bool,
    /// Whether nobody is in a group.
    pub(super) is_club: bool,
    /// Best group first; in a club the one list of everybody.
    pub(super) groups: Vec<List>,
    /// Everybody.
    pub(super) camp: List,
    /// `None` where the director keeps single games at home.
    pub(super) games: Option<WeekGames>,
}

/// A list of standings.
#[derive(Debug)]
pub(super) struct List {
    /// The group's name, "Whole camp" or "All players".
    pub(super) title: String,
    /// Best first.
    pub(super) rows: Vec<Row>,
}

/// A player in a list.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) id: PlayerId,
    pub(super) rank: usize,
    /// "7", or "=7" where several share it.
    pub(super) shown_rank: String,
    /// Among the group, also in the list of everybody; `None` without a group.
    pub(super) in_group: Option<Placing>,
    /// In this list, since the week before.
    pub(super) moved: Option<Moved>,
    pub(super) name: String,
    /// Empty for a player without a group.
    pub(super) group: String,
    pub(super) rating: i32,
    /// Since the start of the week.
    pub(super) change: i32,
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
    pub(super) games: usize,
}

/// A place among so many.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Placing {
    pub(super) rank: usize,
    pub(super) of: usize,
}

/// What the files of a week are called, without ending.
pub(super) fn file_of(week: &Week) -> String {
    format!("{WEEK}{}", week.number)
}

/// What the files of the games of a week are called, without ending: "week-3-games". `file` is that of the week.
pub(super) fn games_file(file: &str) -> String {
    format!("{file}{GAMES}")
}

/// "week-3-crosstable"
pub(super) fn crosstable_file(file: &str) -> String {
    format!("{file}{WHO_MET_WHOM}")
}

impl PublishedWeek {
    pub(super) fn new(camp: &CampData, names: &Names, with_games: bool) -> Self {
        let standings = |scope| Standings::new(camp, System::Weekly, scope, false);
        let by_group = standings(Scope::ByGroup);
        let everybody = standings(Scope::Camp);
        let placings = by_group.sections.iter().flat_map(|section| {
            let of = section.rows.len();
            let in_a_group = section.rows.iter().filter(|row| !row.group.is_empty());
            in_a_group.map(move |row| (row.id, Placing { rank: row.rank, of }))
        });
        let placings = placings.collect::<HashMap<_, _>>();
        let list = |title: &str, rows: &[StandingsRow]| List::new(title, rows, names, &placings);
        let of_camp = everybody.sections.iter().flat_map(|section| &section.rows);
        let of_camp = of_camp.cloned().collect::<Vec<_>>();
        let groups = if camp.is_club() {
            let all = list(camp.everybody(), &of_camp);
            Some(all)
                .filter(|all| !all.rows.is_empty())
                .into_iter()
                .collect()
        } else {
            let sections = by_group.sections.iter().map(|section| {
                let title = section.group.as_deref().unwrap_or_default();
                list(title, &section.rows)
            });
            sections.collect::<Vec<_>>()
        };
        let through = camp.games.iter().filter_map(|game| game.date).max();
        let is_dated = through.is_some() || camp.week.set_days.iter().any(Option::is_some);
        let file = file_of(&camp.week);
        Self {
            name: camp.week.name(),
            label: camp.week.label.clone(),
            title: camp.week.title(),
            days: is_dated.then(|| camp.week_days()),
            through,
            is_closed: camp.week.is_closed(),
            has_games: camp.has_counted_games(),
            is_club: camp.is_club(),
            games: with_games.then(|| WeekGames::new(camp, &file, &groups, names)),
            groups,
            camp: list(camp.everybody(), &of_camp),
            file,
        }
    }

    /// Whether there was a week before, with which places are compared.
    pub(super) fn has_moves(&self) -> bool {
        self.camp.rows.iter().any(|row| row.moved.is_some())
    }

    /// Whether the page of this file is about the games of the week.
    pub(super) fn has_view(&self, here: &str) -> bool {
        let mut games = self.games.iter();
        games.any(|games| here == games.file || here == games.crosstable_file)
    }

    /// "Final standings"
    pub(super) const fn state(&self) -> &'static str {
        match (self.is_closed, self.has_games) {
            (true, _) => "Final standings",
            (false, true) => "Standings so far",
            (false, false) => "No games yet",
        }
    }

    /// "July 13–17, 2026 · Standings so far, games through July 14, 2026"
    pub(super) fn facts(&self) -> String {
        let state = match self.through.filter(|_| !self.is_closed) {
            Some(day) => format!("{}, games through {}", self.state(), long_date(day)),
            None => self.state().to_owned(),
        };
        self.after_days(&state)
    }

    /// The same words after the days of the week, where they are known.
    pub(super) fn after_days(&self, words: &str) -> String {
        let days = self.days.map(|days| format!("{days} · "));
        format!("{}{words}", days.unwrap_or_default())
    }
}

impl List {
    fn new(
        title: &str,
        rows: &[StandingsRow],
        names: &Names,
        placings: &HashMap<PlayerId, Placing>,
    ) -> Self {
        let mut rows = rows.iter().collect::<Vec<_>>();
        // Who shares a rank stands in the order of the names that are shown.
        rows.sort_by_key(|row| (row.rank, names.place(row.id)));
        let rows = rows.into_iter().map(|row| Row {
            id: row.id,
            rank: row.rank,
            shown_rank: row.shown_rank(),
            in_group: placings.get(&row.id).copied(),
            moved: row.moved,
            name: names.shown(row.id),
            group: row.group.clone(),
            rating: row.rating,
            change: row.change,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            games: row.games,
        });
        Self {
            title: title.to_owned(),
            rows: rows.collect(),
        }
    }

    /// "12 players"
    pub(super) fn size(&self) -> String {
        counted(self.rows.len(), "player")
    }

    /// Whether it is short enough to stand on a sheet of paper in one piece, below what is there already.
    pub(super) const fn is_short(&self) -> bool {
        self.rows.len() <= 16
    }
}

impl Row {
    pub(super) fn shown_rating(&self) -> String {
        show_rating(self.rating)
    }

    pub(super) fn shown_change(&self) -> String {
        show_change(self.change)
    }
}

/// "21st"
pub(super) fn ordinal(rank: usize) -> String {
    let ending = match (rank % 100, rank % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_said_as_people_say_them() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal);
        assert_eq!(
            said,
            [
                "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"
            ]
        );
    }
}
