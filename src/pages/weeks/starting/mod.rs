//! The next week as the director decides it: who stays, who leaves or comes back, and who moves to another group.

#[cfg(test)]
mod tests;

use std::{collections::HashMap, rc::Rc};

use jiff::civil::Date;

use crate::{
    app::{
        OpenCamp,
        listing::{has_words, words_of},
    },
    domain::{
        CampData, Field, FieldProblem, GroupId, NextPlayer, NextWeek, Player, PlayerId, Promotion,
        WeekId, check_week_label, name_key, parse_date, promotions, show_date,
    },
};

/// Something decided about the next week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Decide {
    Stays(PlayerId, bool),
    Group(PlayerId, GroupId),
    /// Takes the suggestion that a player moves up, or drops it.
    MovesUp(PlayerId, bool),
    /// Takes the suggestions of all rows that are shown, or drops them.
    AllMoveUp(bool),
    /// Of all players in the rows that are shown.
    AllStay(bool),
}

/// What the rows are sorted by; those of one value by name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum SortBy {
    Name,
    /// The group of now, the weakest first.
    Group,
    Rating,
}

/// Where a player will be.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Place {
    pub group: Option<GroupId>,
    /// Whether the player is on the ladder of the next week.
    pub stays: bool,
}

impl Place {
    /// Where a player is as long as nothing is decided.
    const fn new(player: &Player) -> Self {
        Self {
            group: player.group,
            stays: player.active,
        }
    }
}

/// What is decided about a player. Everything else is as it is when the week starts: the week may be opened again and corrected
/// in between.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Decided {
    group: Option<GroupId>,
    stays: Option<bool>,
}

impl Decided {
    /// What is decided if a player shall be there.
    fn between(player: &Player, wanted: Place) -> Self {
        let now = Place::new(player);
        Self {
            group: wanted.group.filter(|_| wanted.group != now.group),
            stays: (wanted.stays != now.stays).then_some(wanted.stays),
        }
    }

    fn place(self, player: &Player) -> Place {
        let now = Place::new(player);
        Place {
            group: self.group.or(now.group),
            stays: self.stays.unwrap_or(now.stays),
        }
    }

    fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// How many players go where.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Counts {
    pub stay: usize,
    pub leave: usize,
    pub come_back: usize,
    /// To a stronger group; those who leave are not counted, here and below.
    pub move_up: usize,
    pub move_down: usize,
}

impl Counts {
    /// "38 stay, 2 leave, 3 move up"
    #[must_use]
    pub(crate) fn sentence(self) -> String {
        let counted = |count: usize, one: &str, more: &str| match count {
            0 => format!("nobody {one}"),
            1 => format!("1 {one}"),
            _ => format!("{count} {more}"),
        };
        let mut parts = vec![
            counted(self.stay, "stays", "stay"),
            counted(self.leave, "leaves", "leave"),
            counted(self.move_up, "moves up", "move up"),
        ];
        let seldom = [
            (self.move_down, "moves down", "move down"),
            (self.come_back, "comes back", "come back"),
        ];
        let seldom = seldom.into_iter().filter(|(count, ..)| *count > 0);
        parts.extend(seldom.map(|(count, one, more)| counted(count, one, more)));
        let sentence = parts.join(", ");
        match sentence.strip_prefix("nobody") {
            Some(rest) => format!("Nobody{rest}"),
            None => sentence,
        }
    }
}

/// The next week, as far as it is decided. What is decided stays when the page is left, until the week is started.
#[derive(Debug)]
pub(crate) struct Starting {
    /// The week that it comes after.
    after: WeekId,
    /// What it is called; empty where its number will do.
    pub label: String,
    /// Its first day, as it is typed.
    pub first_day: String,
    /// The one that is suggested.
    suggested_day: String,
    /// Letters of the names that are looked for.
    pub search: String,
    /// Only players who are in this group now.
    pub group: Option<GroupId>,
    /// Only players who are suggested to move up.
    pub only_suggested: bool,
    pub sort: (SortBy, bool),
    /// Of players for whom something else is decided than to be where they are.
    decided: HashMap<PlayerId, Decided>,
    roster: Roster,
    rows: Rc<Vec<usize>>,
    made_for: Option<MadeFor>,
    counts: Counts,
    /// Suggestions in the rows that are shown, of those who stay, and how many of them are taken.
    suggestions: (usize, usize),
}

/// What is worked out once for each state of the camp.
#[derive(Debug, Default)]
struct Roster {
    /// By place in [`CampData::players`]; the number too, where two have the same names.
    names: Vec<String>,
    /// What each player is found and sorted by.
    keys: Vec<String>,
    /// The place of each player's group, from the weakest; those without one come last.
    groups: Vec<usize>,
    promotions: HashMap<PlayerId, Promotion>,
}

impl Roster {
    fn new(camp: &CampData) -> Self {
        let namesakes = camp.namesakes();
        let players = || camp.players.iter();
        let key = |player: &Player| {
            let named = format!("{} {}", player.last_name, player.first_name);
            format!("{} {}", name_key(&named), player.id)
        };
        let places = camp.groups.iter().zip(0..);
        let places = places.map(|(group, place)| (group.id, place));
        let places = places.collect::<HashMap<_, usize>>();
        let group = |player: &Player| {
            let place = player.group.and_then(|group| places.get(&group));
            place.copied().unwrap_or(usize::MAX)
        };
        let promotions = promotions(camp).into_iter();
        Self {
            names: players()
                .map(|player| player.listed_among(&namesakes))
                .collect(),
            keys: players().map(key).collect(),
            groups: players().map(group).collect(),
            promotions: promotions
                .map(|promotion| (promotion.player, promotion))
                .collect(),
        }
    }
}

/// What the rows were worked out from.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    revision: u64,
    search: String,
    group: Option<GroupId>,
    only_suggested: bool,
    sort: (SortBy, bool),
}

impl Starting {
    /// The week after the current one of a camp, before anything is decided.
    pub(super) fn after(camp: &CampData, today: Date) -> Self {
        let suggested_day = show_date(camp.next_week_opens(today));
        Self {
            after: camp.week.id,
            label: String::new(),
            first_day: suggested_day.clone(),
            suggested_day,
            search: String::new(),
            group: None,
            only_suggested: false,
            sort: (SortBy::Group, false),
            decided: HashMap::new(),
            roster: Roster::default(),
            rows: Rc::default(),
            made_for: None,
            counts: Counts::default(),
            suggestions: (0, 0),
        }
    }

    /// Whether it is the week after the current one.
    pub(super) fn is_after(&self, week: WeekId) -> bool {
        self.after == week
    }

    /// The rows that are shown, as places in [`CampData::players`].
    pub(crate) fn rows(&self) -> Rc<Vec<usize>> {
        Rc::clone(&self.rows)
    }

    /// How the player at this place is listed.
    pub(crate) fn name(&self, place: usize) -> &str {
        self.roster.names.get(place).map_or("", String::as_str)
    }

    /// Where a player will be.
    pub(crate) fn place(&self, player: &Player) -> Place {
        let decided = self.decided.get(&player.id).copied();
        decided.unwrap_or_default().place(player)
    }

    /// Whether anything is otherwise than it would be by itself.
    pub(super) fn has_decided(&self) -> bool {
        let is_named = !self.label.trim().is_empty();
        is_named || self.first_day != self.suggested_day || !self.decided.is_empty()
    }

    /// Why a player might move up, if he or she might.
    pub(crate) fn suggestion(&self, player: PlayerId) -> Option<&Promotion> {
        self.roster.promotions.get(&player)
    }

    /// Whether the suggestion is taken that a player moves up.
    pub(crate) fn moves_up(&self, player: &Player) -> bool {
        let suggestion = self.suggestion(player.id);
        suggestion.is_some_and(|suggestion| self.place(player).group == Some(suggestion.to))
    }

    /// How many players go where.
    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// How many suggestions there are in the rows that are shown, of those who stay, and how many of them are taken.
    pub(crate) fn suggestions(&self) -> (usize, usize) {
        self.suggestions
    }

    /// Whether something keeps rows from being shown.
    pub(crate) fn is_filtered(&self) -> bool {
        self.group.is_some() || self.only_suggested || !self.search.trim().is_empty()
    }

    /// Decides something.
    pub(super) fn decide(&mut self, decide: Decide, camp: &CampData) {
        let rows = self.rows();
        let shown = rows.iter().filter_map(|place| camp.players.get(*place));
        match decide {
            Decide::Stays(id, stays) => {
                if let Some(player) = camp.player(id) {
                    self.put(player, |place| place.stays = stays);
                }
            }
            // Whoever gets a group, or moves up, is there.
            Decide::Group(id, group) => {
                if let Some(player) = camp.player(id) {
                    let stays = true;
                    let group = Some(group);
                    self.put(player, |place| *place = Place { group, stays });
                }
            }
            Decide::MovesUp(id, moves) => {
                if let Some(player) = camp.player(id) {
                    self.put(player, |place| place.stays |= moves);
                    self.move_up(player, moves);
                }
            }
            Decide::AllMoveUp(moves) => shown.for_each(|player| {
                if self.place(player).stays {
                    self.move_up(player, moves);
                }
            }),
            // Who was inactive before comes back one by one.
            Decide::AllStay(stays) => shown
                .filter(|player| player.active || !stays)
                .for_each(|player| self.put(player, |place| place.stays = stays)),
        }
        self.count(camp);
    }

    fn move_up(&mut self, player: &Player, moves: bool) {
        if let Some(suggestion) = self.suggestion(player.id).copied() {
            let group = if moves {
                suggestion.to
            } else {
                suggestion.from
            };
            self.put(player, |place| place.group = Some(group));
        }
    }

    fn put(&mut self, player: &Player, change: impl FnOnce(&mut Place)) {
        let mut place = self.place(player);
        change(&mut place);
        let decided = Decided::between(player, place);
        if decided.is_nothing() {
            self.decided.remove(&player.id);
        } else {
            self.decided.insert(player.id, decided);
        }
    }

    /// Forgets what was decided about players and groups that are gone, or has come true since.
    fn keep_what_fits(&mut self, camp: &CampData) {
        self.decided.retain(|id, decided| {
            let Some(player) = camp.player(*id) else {
                return false;
            };
            decided.group = decided.group.filter(|group| camp.group(*group).is_some());
            *decided = Decided::between(player, decided.place(player));
            !decided.is_nothing()
        });
        self.group = self.group.filter(|group| camp.group(*group).is_some());
    }

    /// Brings everything up to date with the camp, and the rows with what is to be shown.
    pub(super) fn refresh(&mut self, camp: &OpenCamp) {
        let known = self.made_for.as_ref().map(|made| made.revision);
        if known != Some(camp.revision) {
            self.keep_what_fits(&camp.data);
        }
        let wanted = MadeFor {
            revision: camp.revision,
            search: self.search.clone(),
            group: self.group,
            only_suggested: self.only_suggested,
            sort: self.sort,
        };
        if self.made_for.as_ref() == Some(&wanted) {
            return;
        }
        if known != Some(camp.revision) {
            self.roster = Roster::new(&camp.data);
        }
        self.rows = Rc::new(self.make_rows(&camp.data));
        self.made_for = Some(wanted);
        self.count(&camp.data);
    }

    fn make_rows(&self, camp: &CampData) -> Vec<usize> {
        let words = words_of(&self.search);
        let is_shown = |place: &usize| {
            let player = &camp.players[*place];
            (self.group.is_none() || player.group == self.group)
                && (!self.only_suggested || self.suggestion(player.id).is_some())
                && has_words(&self.roster.keys[*place], &words)
        };
        let mut rows = (0..camp.players.len()).filter(is_shown).collect::<Vec<_>>();
        let (by, descending) = self.sort;
        rows.sort_by(|a, b| {
            let key = |place: usize| &self.roster.keys[place];
            let rating = |place: usize| camp.players[place].ratings.weekly;
            let order = match by {
                SortBy::Name => key(*a).cmp(key(*b)),
                SortBy::Group => self.roster.groups[*a].cmp(&self.roster.groups[*b]),
                SortBy::Rating => rating(*a).cmp(&rating(*b)),
            };
            let order = if descending { order.reverse() } else { order };
            order.then_with(|| key(*a).cmp(key(*b)))
        });
        rows
    }

    fn count(&mut self, camp: &CampData) {
        let mut counts = Counts::default();
        let strength = |group: Option<GroupId>| {
            let mut groups = camp.groups.iter();
            groups.position(|other| Some(other.id) == group)
        };
        for player in camp.players.iter() {
            let place = self.place(player);
            match (player.active, place.stays) {
                (true, true) => counts.stay += 1,
                (true, false) => counts.leave += 1,
                (false, true) => counts.come_back += 1,
                (false, false) => {}
            }
            if place.stays && place.group != player.group {
                let (from, to) = (strength(player.group), strength(place.group));
                counts.move_up += usize::from(from.is_some() && to > from);
                counts.move_down += usize::from(to < from);
            }
        }
        self.counts = counts;
        let shown = self.rows.iter();
        let shown = shown.filter_map(|place| camp.players.get(*place));
        let suggested =
            shown.filter(|player| self.suggestion(player.id).is_some() && self.place(player).stays);
        self.suggestions = suggested.fold((0, 0), |(all, taken), player| {
            (all + 1, taken + usize::from(self.moves_up(player)))
        });
    }

    /// What keeps the week from being started: what is wrong with its name or its first day.
    pub(crate) fn problems(&self, camp: &CampData, today: Date) -> Vec<FieldProblem> {
        let mut problems = check_week_label(self.label.trim());
        if let Err(reason) = self.opened_on(camp, today) {
            problems.push(FieldProblem::new(Field::Date, reason));
        }
        problems
    }

    /// The first day, or what is wrong with it.
    fn opened_on(&self, camp: &CampData, today: Date) -> Result<Date, String> {
        match parse_date(&self.first_day, today) {
            Ok(Some(day)) => camp.why_next_week_cant_open(day).map_or(Ok(day), Err),
            Ok(None) => Err("Type the first day of the week".to_owned()),
            Err(problem) => Err(problem.to_string()),
        }
    }

    /// The next week, to be started.
    ///
    /// # Errors
    /// The first of its [problems](Self::problems).
    pub(crate) fn next_week(&self, camp: &CampData, today: Date) -> Result<NextWeek, String> {
        if let Some(problem) = self.problems(camp, today).into_iter().next() {
            return Err(problem.reason);
        }
        let decided = camp.players.iter().filter_map(|player| {
            let Place { group, stays } = self.decided.get(&player.id)?.place(player);
            let id = player.id;
            Some(NextPlayer { id, group, stays })
        });
        Ok(NextWeek {
            label: self.label.trim().to_owned(),
            opened_on: self.opened_on(camp, today)?,
            players: decided.collect(),
        })
    }
}
