//! The values of one player's row.

use super::{
    cells, extra_columns,
    further::{self, Further},
    groups::GroupPlanner,
    names_in_camp,
    print::Print,
};
use crate::{
    domain::{
        self, CampData, ExtraField, ImportedPlayer, Player, Ratings, RecordKind, RowPrint,
        group_name_key, name_key, start_of_new,
    },
    import::{
        Field, Problem, ProblemKind, Severity, recognise::Mapped, rows::Row, values::parse_yes_no,
    },
};

/// The columns of a table of players.
pub(super) struct Columns {
    pub(super) id: Option<usize>,
    pub(super) last_name: Option<usize>,
    pub(super) first_name: Option<usize>,
    pub(super) full_name: Option<usize>,
    pub(super) group: Option<usize>,
    pub(super) active: Option<usize>,
    pub(super) rating: Option<usize>,
    pub(super) permanent: Option<usize>,
    pub(super) start: Option<usize>,
    pub(super) further: Further,
    /// Those that are kept by name and value.
    pub(super) extra: Vec<(usize, String)>,
    /// The same by their names in the camp.
    pub(super) custom: Vec<(usize, String)>,
}

impl Columns {
    pub(super) fn new(table: &Mapped<'_>, camp: &CampData) -> Self {
        let extra = extra_columns(table);
        Self {
            id: table.column(Field::Id),
            last_name: table.column(Field::Is(domain::Field::LastName)),
            first_name: table.column(Field::Is(domain::Field::FirstName)),
            full_name: table.column(Field::FullName),
            group: table.column(Field::Is(domain::Field::Group)),
            active: table.column(Field::Is(domain::Field::Active)),
            rating: table.column(Field::Rating),
            permanent: table.column(Field::PermanentRating),
            start: table.column(Field::Is(domain::Field::StartPermanent)),
            further: Further::new(table),
            custom: names_in_camp(&extra, camp, RecordKind::Player),
            extra,
        }
    }
}

/// What a row says, whatever the camp has: as far as the import reads it, and not how it is written.
pub(super) fn print(
    row: Row<'_>,
    columns: &Columns,
    last_name: &str,
    first_name: &str,
    extra: &[ExtraField],
) -> RowPrint {
    let cell = |column: Option<usize>| column.map_or("", |column| row.cell(column));
    let number = |column| cells::plain_number(cell(column));
    let active = columns.active.map(|column| row.cell(column).trim());
    let is_active = active.map(parse_yes_no);
    let mut print = Print::default()
        .field("last", last_name)
        .field("first", first_name)
        .field("group", &group_name_key(cell(columns.group)))
        .field(
            "active",
            match is_active {
                None => "",
                Some(Some(true)) => "yes",
                Some(Some(false)) => "no",
                Some(None) => active.unwrap_or_default(),
            },
        )
        .field("start", &number(columns.start))
        .extra(extra);
    print = columns.further.print(row, print);
    // The ratings of somebody active follow from the games.
    if is_active.is_some_and(|active| active != Some(true)) {
        print = print
            .field("rating", &number(columns.rating))
            .field("permanent", &number(columns.permanent));
    }
    print.done()
}

/// One row of a table of players, beside the player that the camp has under this number.
pub(super) struct Reading<'a, 'b> {
    pub(super) table: &'b Mapped<'a>,
    pub(super) row: Row<'a>,
    pub(super) columns: &'b Columns,
    pub(super) present: Option<&'a Player>,
    /// The row says what it said when the present player was imported from it.
    pub(super) is_as_imported: bool,
    /// No week of the camp has the player.
    pub(super) is_new: bool,
    pub(super) name: String,
    pub(super) problems: &'b mut Vec<Problem>,
}

impl Reading<'_, '_> {
    fn note(&mut self, severity: Severity, kind: ProblemKind) {
        self.problems
            .push(self.table.problem(self.row, severity, kind));
    }

    /// The player as the camp will have him or her, but for the numbers and the print of the row.
    pub(super) fn player(
        &mut self,
        (last_name, first_name): (&str, &str),
        groups: &mut GroupPlanner<'_>,
    ) -> ImportedPlayer {
        let is_active = self.active();
        let group = self.group(is_active, groups);
        let initial = group.as_deref();
        let initial = initial.and_then(|name| groups.initial_rating(name));
        let start_permanent = self.start(is_active, initial);
        let ratings = if is_active {
            self.active_ratings(initial, start_permanent)
        } else {
            self.frozen_ratings(initial)
        };
        let (last_name, first_name) = self.names(last_name, first_name);
        let mut player = Player {
            last_name,
            first_name,
            active: is_active,
            start_permanent,
            ..self.present.cloned().unwrap_or_default()
        };
        let said = self
            .columns
            .further
            .read(self.table, self.row, self.problems);
        further::put(said, &mut player);
        ImportedPlayer {
            player,
            group,
            extra: cells::extra(self.row, &self.columns.custom),
            ratings,
        }
    }

    fn names(&self, last_name: &str, first_name: &str) -> (String, String) {
        let is_found_by_name = |present: &&Player| {
            let is_same = || name_key(&present.full_name()) == name_key(&self.name);
            self.columns.id.is_none() && (!self.is_as_imported || is_same())
        };
        match self.present.filter(is_found_by_name) {
            // By a name as it is written here: another apostrophe or capital in a list is no news.
            Some(present) => (present.last_name.clone(), present.first_name.clone()),
            None => (
                kept_if_blank(last_name, self.present.map(|player| &player.last_name)),
                kept_if_blank(first_name, self.present.map(|player| &player.first_name)),
            ),
        }
    }

    /// Without such a column, everybody new is active.
    fn active(&mut self) -> bool {
        let Some(column) = self.columns.active else {
            return self.present.is_none_or(|player| player.active);
        };
        let active = cells::yes_no(
            self.table,
            self.row,
            column,
            Field::Is(domain::Field::Active),
            self.problems,
        );
        active.unwrap_or(false)
    }

    fn group(&mut self, is_active: bool, groups: &mut GroupPlanner<'_>) -> Option<String> {
        let text = self
            .columns
            .group
            .map_or("", |column| self.row.cell(column));
        let name = cells::name(
            self.table,
            self.row,
            Field::Is(domain::Field::Group),
            text,
            self.problems,
        )
        .filter(|name| !name.is_empty());
        if let Some(name) = name {
            if self.is_as_imported {
                // The player stays in the group of now: nobody needs the one of then.
                return Some(groups.known_name(&name).unwrap_or(name));
            }
            return Some(groups.resolve(name, &self.table.table.place_of(self.row)));
        }
        let present = self.present.and_then(|player| player.group);
        let group = present.and_then(|id| groups.present_name(id));
        if group.is_none() {
            let player = self.name.clone();
            self.note(Severity::Note, ProblemKind::NoGroup { player, is_active });
        }
        group.map(str::to_owned)
    }

    fn rating(&mut self, column: Option<usize>, field: Field) -> Option<i32> {
        cells::rating(self.table, self.row, column?, field, self.problems)
    }

    /// With which permanent rating the week starts. Whoever is new in a list that says nothing of such ratings starts as one who is typed
    /// does; in a file of Access a blank is a blank.
    fn start(&mut self, is_active: bool, initial: Option<i32>) -> Option<i32> {
        let says_nothing = self.columns.start.is_none() && self.columns.permanent.is_none();
        let of_group = start_of_new(None, initial).filter(|_| self.is_new && says_nothing);
        if let Some(start) = of_group {
            let player = self.name.clone();
            self.note(Severity::Note, ProblemKind::StartOfGroup { player, start });
            return of_group;
        }
        let start = self
            .rating(self.columns.start, Field::Is(domain::Field::StartPermanent))
            .or_else(|| self.present.and_then(|player| player.start_permanent));
        // An inactive player doesn't start from it.
        if start.is_none() && is_active {
            let player = self.name.clone();
            self.note(Severity::Note, ProblemKind::NoStart { player });
        }
        start
    }

    /// What a new active player's ratings are until the first recalculation.
    fn active_ratings(&mut self, initial: Option<i32>, start: Option<i32>) -> Option<Ratings> {
        if self.present.is_some() {
            return None;
        }
        let weekly = self.rating(self.columns.rating, Field::Rating);
        let permanent = self.rating(self.columns.permanent, Field::PermanentRating);
        let first = Ratings::of_new(start, initial);
        Some(Ratings {
            weekly: weekly.unwrap_or(first.weekly),
            permanent: permanent.unwrap_or(first.permanent),
        })
    }

    /// What an inactive player starts a recalculation with. What the camp has stays where the file has nothing that can
    /// be read; for somebody new, Access counts a blank as 0.
    /// `None`: the file says nothing of the ratings of somebody whom the camp has.
    fn frozen_ratings(&mut self, initial: Option<i32>) -> Option<Ratings> {
        let says_nothing = self.columns.rating.is_none() && self.columns.permanent.is_none();
        if says_nothing && self.present.is_some() {
            return None;
        }
        let kept = self
            .present
            .map(|player| player.frozen.unwrap_or(player.ratings));
        let has_columns = self.columns.rating.is_some() && self.columns.permanent.is_some();
        let weekly = self.rating(self.columns.rating, Field::Rating);
        let permanent = self.rating(self.columns.permanent, Field::PermanentRating);
        if kept.is_none() && has_columns && (weekly.is_none() || permanent.is_none()) {
            let player = self.name.clone();
            self.note(Severity::Note, ProblemKind::NoFrozenRating { player });
        }
        let without = |column: Option<usize>, kept: Option<i32>| match column {
            Some(_) => kept.unwrap_or(0),
            None => kept.or(initial).unwrap_or(0),
        };
        Some(Ratings {
            weekly: weekly
                .unwrap_or_else(|| without(self.columns.rating, kept.map(|kept| kept.weekly))),
            permanent: permanent.unwrap_or_else(|| {
                without(self.columns.permanent, kept.map(|kept| kept.permanent))
            }),
        })
    }
}

fn kept_if_blank(new: &str, present: Option<&String>) -> String {
    match present {
        Some(present) if new.is_empty() => present.clone(),
        _ => new.to_owned(),
    }
}
