//! Games: matched by their number in the old file, or by their row where it has none.

use std::{
    collections::HashMap,
    ops::ControlFlow::{self, Break, Continue},
    sync::Arc,
};

use super::{
    Counts, ResultUse, cells, dates,
    differences::{self, Differences},
    further,
    game_columns::Columns,
    inactive::Inactive,
    numbers::Numbers,
    other_weeks::OtherWeeks,
    people::{People, Who},
    players::{FirstRow, duplicate},
    print::Print,
    repeated::Repeated,
    replaced,
    row_numbers::{ListRow, Present, RowNumbers, is_imported_from},
    rows_in_shape,
};
use crate::{
    domain::{
        CampData, ExtraField, Game, GameId, GameResult, ImportedFrom, ImportedGame, ImportedPlayer,
        ImportedTexts, PlayerId,
    },
    import::{
        Choices, Meaning, Place, Problem, ProblemKind, Severity, UnknownPlayers,
        problem::Side,
        recognise::Mapped,
        rows::Row,
        values::{parse_result, parse_whole},
    },
};

/// Collects what becomes of the games.
pub(super) struct GamePlanner<'a> {
    people: People<'a>,
    inactive: Inactive,
    leaves_unknown_out: bool,
    /// The games that earlier imports brought into the open week, by their number in the old file.
    present: Present<'a>,
    chosen: HashMap<String, Meaning>,
    /// The numbers of each table that was read.
    numbers: Vec<Numbers<'a>>,
    /// Those of lists that count anew, which are theirs alone.
    anew: Vec<Numbers<'a>>,
    results: Vec<ResultUse>,
    /// The place in [`Self::results`], by the text as it is written, and by its [`Choices::result_key`].
    result_by_text: HashMap<&'a str, usize>,
    result_by_key: HashMap<String, usize>,
    result_texts: HashMap<&'a str, Arc<ImportedTexts>>,
    new: Vec<ImportedGame>,
    changed: Vec<(GameId, ImportedGame)>,
    counts: Counts,
    /// What changes, in words.
    words: Vec<String>,
    /// Games whose row is the one that was imported, and that were corrected since.
    corrected: usize,
    other_weeks: OtherWeeks<'a>,
    choices: &'a Choices,
    /// The number before the next game without one.
    last_row_number: i64,
    row_numbers: RowNumbers,
    repeated: Repeated<'a>,
}

/// So many rows tell whether a table counts anew.
const ENOUGH: usize = 1000;

/// A table of games whose numbers are known when all other tables are planned: it has none, or counts anew.
pub(super) struct List<'a> {
    columns: Columns,
    rows: Vec<SaidGame<'a>>,
}

/// What a row says.
struct SaidGame<'a> {
    row: Row<'a>,
    in_list: ListRow,
    result: GameResult,
    further: Vec<further::Said>,
    extra: Vec<ExtraField>,
}

/// What becomes of the games.
pub(super) struct PlannedGames {
    pub(super) new: Vec<ImportedGame>,
    /// See [`ImportChanges::further_from`](crate::domain::ImportChanges::further_from).
    pub(super) further_from: Option<i64>,
    pub(super) changed: Vec<(GameId, ImportedGame)>,
    /// Players made for unknown ones.
    pub(super) made_players: Vec<ImportedPlayer>,
    pub(super) results: Vec<ResultUse>,
    pub(super) counts: Counts,
    pub(super) words: Vec<String>,
    pub(super) corrected: usize,
}

impl<'a> GamePlanner<'a> {
    pub(super) fn new(
        camp: &'a CampData,
        choices: &'a Choices,
        people: People<'a>,
        inactive: Inactive,
    ) -> Self {
        let present = camp.games.iter().filter_map(|game| {
            let imported = game.imported.as_ref()?;
            Some((imported.number, game))
        });
        let present = present.collect::<Present<'_>>();
        let last_number = present.last_key_value().map(|(number, _)| *number);
        Self {
            people,
            inactive,
            leaves_unknown_out: choices.unknown_players == UnknownPlayers::LeaveOut,
            present,
            chosen: choices
                .results
                .iter()
                .map(|(text, meaning)| (Choices::result_key(text), *meaning))
                .collect(),
            numbers: Vec::new(),
            anew: Vec::new(),
            results: Vec::new(),
            result_by_text: HashMap::new(),
            result_by_key: HashMap::new(),
            result_texts: HashMap::new(),
            new: Vec::new(),
            changed: Vec::new(),
            counts: Counts::default(),
            words: Vec::new(),
            corrected: 0,
            other_weeks: OtherWeeks::new(camp, choices),
            choices,
            last_row_number: last_number.filter(|_| choices.adds_games).unwrap_or(0),
            row_numbers: RowNumbers::new(&camp.games, choices.adds_games),
            repeated: Repeated::new(&camp.games, choices.adds_games),
        }
    }

    /// Reads a table of games, and plans it unless it is a list: that is for [`Self::plan_list`].
    pub(super) fn read(
        &mut self,
        table: &Mapped<'a>,
        problems: &mut Vec<Problem>,
    ) -> Option<List<'a>> {
        let mut columns = Columns::new(table)?;
        if table.rows.is_empty() {
            return None;
        }
        if self.people.is_empty() && self.leaves_unknown_out {
            problems.push(table.table_problem(Severity::LeftOut, ProblemKind::NoPlayers));
            self.counts.left_out += table.rows.len();
            return None;
        }
        if columns.id.is_none() && !self.choices.adds_games {
            problems.push(table.without_numbers());
        }
        if let Some(assumed) = columns.date.and_then(|date| dates::assumed(table, date)) {
            if let ProblemKind::DatesAssumed { named, .. } = &assumed.kind {
                columns.told_dates = named.iter().map(|(line, _)| *line).collect();
            }
            problems.push(assumed);
        }
        let mut rows = rows_in_shape(table, &mut self.counts.left_out, problems);
        let Some(column) = columns.id else {
            let rows = self.said_of_all(table, rows, &columns, problems);
            return Some(List { columns, rows });
        };
        self.numbers.push(Numbers::new(table, column, rows.clone()));
        let enough = if self.present.is_empty() { 0 } else { ENOUGH };
        let first = rows.by_ref().take(enough);
        let mut said = self.said_of_all(table, first, &columns, problems);
        let in_list = said.iter().map(|said| said.in_list);
        if self.row_numbers.count_anew(&self.present, in_list) {
            said.extend(self.said_of_all(table, rows, &columns, problems));
            self.anew.extend(self.numbers.pop());
            columns.id = None;
            return Some(List {
                columns,
                rows: said,
            });
        }
        for said in said {
            self.plan(table, Some(said), &columns, problems);
        }
        for row in rows {
            let said = self.said(table, row, &columns, problems);
            self.plan(table, said, &columns, problems);
        }
        None
    }

    fn said_of_all(
        &mut self,
        table: &Mapped<'a>,
        rows: impl Iterator<Item = Row<'a>>,
        columns: &Columns,
        problems: &mut Vec<Problem>,
    ) -> Vec<SaidGame<'a>> {
        let mut said = Vec::new();
        for row in rows {
            match self.said(table, row, columns, problems) {
                Some(row) => said.push(row),
                None => self.counts.left_out += 1,
            }
        }
        said
    }

    /// Plans a list, when all tables are read. Which game a row is can be told from all rows of its list.
    pub(super) fn plan_list(
        &mut self,
        table: &Mapped<'a>,
        List { columns, rows }: List<'a>,
        problems: &mut Vec<Problem>,
    ) {
        let in_list = rows.iter().map(|said| said.in_list).collect::<Vec<_>>();
        let given = |number| first_row(self.numbers.iter(), number).is_some();
        let numbers = self.row_numbers.find(&self.present, &in_list, given);
        for (mut said, number) in rows.into_iter().zip(numbers) {
            said.in_list.number = number;
            self.plan(table, Some(said), &columns, problems);
        }
    }

    /// Counts what becomes of a row; one that is left out is among the problems, or will be when its result is counted.
    fn plan(
        &mut self,
        table: &Mapped<'a>,
        said: Option<SaidGame<'a>>,
        columns: &Columns,
        problems: &mut Vec<Problem>,
    ) {
        let planned = said.and_then(|said| self.plan_game(table, said, columns, problems));
        if planned.is_none() {
            self.counts.left_out += 1;
        }
    }

    /// What a row says, whatever the camp has. `None` if it is left out.
    fn said(
        &mut self,
        table: &Mapped<'a>,
        row: Row<'a>,
        columns: &Columns,
        problems: &mut Vec<Problem>,
    ) -> Option<SaidGame<'a>> {
        let number = self.number(table, row, columns.id, problems)?;
        let white = self.player(table, row, columns.white, Side::White, problems);
        let black = self.player(table, row, columns.black, Side::Black, problems);
        let (white, black) = (white?, black?);
        if white == black {
            let player = self.people.name(white);
            problems.push(table.problem(
                row,
                Severity::LeftOut,
                ProblemKind::SamePlayer { player },
            ));
            return None;
        }
        let result = self.result(table, row, columns.result)?;
        let date = columns.date(table, row, problems);
        let further = columns.further.read(table, row, problems);
        let extra = cells::extra(row, &columns.extra);
        let result_key = Choices::result_key(row.cell(columns.result));
        let rest = Print::default().field("result", &result_key).extra(&extra);
        Some(SaidGame {
            row,
            in_list: ListRow {
                number,
                date,
                players: [white, black],
                rest: columns.further.print(row, rest),
            },
            result,
            further,
            extra,
        })
    }

    /// `None` if the row is left out.
    fn plan_game(
        &mut self,
        table: &Mapped<'a>,
        said: SaidGame<'a>,
        columns: &Columns,
        problems: &mut Vec<Problem>,
    ) -> Option<()> {
        let SaidGame {
            row,
            in_list,
            result,
            further,
            extra,
        } = said;
        let print = in_list.print();
        let ListRow {
            number,
            date,
            players: [white, black],
            ..
        } = in_list;
        let present = self.present.get(&number).copied();
        let present_extra = present
            .and_then(|game| game.imported.as_ref())
            .map_or(&[][..], |imported| &imported.texts.extra);
        let elsewhere = match present.and_then(|game| game.imported.as_ref()) {
            None => {
                let has_number = columns.id.is_some();
                self.other_weeks.of_new(number, print, date, has_number)
            }
            // A file that began to count anew has given its number to a game of this week.
            Some(imported) if imported.row != print && date.is_some() => {
                self.other_weeks.of_row(number, print)
            }
            Some(_) => None,
        };
        let place = || table.table.place_of(row);
        if elsewhere.is_some_and(|found| self.other_weeks.is_left_out(found, place())) {
            return None;
        }
        if let Some(game) = present
            && let Break(planned) = self.ask_to_replace(game, in_list, place(), problems)
        {
            return planned;
        }
        let before = present.cloned();
        let before = before.unwrap_or_else(|| Game::new(white, black, result));
        let texts = self.texts(
            row.cell(columns.result),
            result,
            cells::merged(present_extra, extra),
        );
        let mut game = ImportedGame {
            from: ImportedFrom {
                number,
                row: print,
                texts,
            },
            game: Game {
                white,
                black,
                result,
                date: date.or(before.date),
                ..before
            },
        };
        further::put(further, &mut game.game);
        if let Some((present, imported)) =
            present.and_then(|game| Some((game, game.imported.as_ref()?)))
            && imported.row == print
        {
            if imported.texts.taken_for == result {
                self.counts.unchanged += 1;
                problems.extend(self.already_here(place(), present, columns));
                self.corrected += usize::from(!self.differences(present, &game).is_empty());
                return Some(());
            }
            // The row is the same, but its result text is taken for something else now: that alone changes.
            game.game = Game {
                result,
                ..present.clone()
            };
        }
        if cells::is_refused(table, row, game.game.problems(), problems) {
            return None;
        }
        match present {
            None => {
                self.note_new(place(), &game.game, problems);
                self.counts.added += 1;
                self.new.push(game);
            }
            Some(present) => {
                let differences = self.differences(present, &game);
                if differences.is_empty() {
                    self.counts.unchanged += 1;
                } else {
                    self.counts.changed += 1;
                    let record = format!("Game {}", present.sequence);
                    self.words.push(differences.of(&record));
                }
                self.row_numbers.take(present, in_list);
                self.changed.push((present.id, game));
            }
        }
        Some(())
    }

    /// Asks whether a row takes the place of the game with its number, where that is likely another one. Nothing more is planned of one that waits for
    /// the answer.
    fn ask_to_replace(
        &mut self,
        present: &Game,
        row: ListRow,
        place: Place,
        problems: &mut Vec<Problem>,
    ) -> ControlFlow<Option<()>> {
        let is_same_row = is_imported_from(present, row.print());
        let question = replaced::question(present, row, |id| self.people.name(id));
        let Some(question) = question.filter(|_| !is_same_row) else {
            return Continue(());
        };
        let (severity, planned) = if self.choices.replace_games {
            (Severity::Note, Continue(()))
        } else {
            (Severity::Decide, Break(None))
        };
        problems.push(Problem::new(place, severity, question));
        planned
    }

    fn note_new(&mut self, place: Place, game: &Game, problems: &mut Vec<Problem>) {
        self.inactive.note(game, &place);
        if let Some(kind) = self.repeated.note(game, &place) {
            problems.push(Problem::new(place, Severity::Note, kind));
        }
    }

    /// What there is to say of a pasted row as which a game of the week was imported before: it may be another game that went the same way.
    fn already_here(&self, place: Place, game: &Game, columns: &Columns) -> Option<Problem> {
        let number = game.sequence;
        let may_be_another = self.choices.adds_games && columns.id.is_none();
        may_be_another
            .then(|| Problem::new(place, Severity::Note, ProblemKind::AlreadyHere { number }))
    }

    fn differences(&self, present: &Game, game: &ImportedGame) -> Differences {
        differences::of_game(present, game, |id| self.people.name(id))
    }

    fn number(
        &mut self,
        table: &Mapped<'a>,
        row: Row<'a>,
        column: Option<usize>,
        problems: &mut Vec<Problem>,
    ) -> Option<i64> {
        let Some(column) = column else {
            self.last_row_number += 1;
            while first_row(self.numbers.iter(), self.last_row_number).is_some() {
                self.last_row_number += 1;
            }
            return Some(self.last_row_number);
        };
        let Ok(Some(number)) = parse_whole(row.cell(column)) else {
            problems.push(table.problem(row, Severity::LeftOut, ProblemKind::MissingNumber));
            return None;
        };
        match first_row(self.anew.iter().chain(&self.numbers), number) {
            Some(first @ (first_table, first_row))
                if !std::ptr::eq(first_table, table.table) || first_row.place() != row.place() =>
            {
                problems.push(duplicate(table, row, number, first));
                None
            }
            _ => Some(number),
        }
    }

    fn player(
        &mut self,
        table: &Mapped<'_>,
        row: Row<'_>,
        column: usize,
        side: Side,
        problems: &mut Vec<Problem>,
    ) -> Option<PlayerId> {
        let text = row.cell(column);
        let is_cut_off = table.may_be_cut_off(column, text);
        let (severity, kind, player) = match self.people.who(text, is_cut_off) {
            Who::Known(id) => return Some(id),
            Who::New { id, name, active } => {
                let text = text.to_owned();
                let made = ProblemKind::MadePlayer {
                    text,
                    id,
                    name,
                    active,
                };
                (Severity::Note, made, Some(id))
            }
            Who::Blank => (Severity::LeftOut, ProblemKind::NoPlayer { side }, None),
            Who::Unknown => {
                let text = text.to_owned();
                let unknown = ProblemKind::UnknownPlayer { side, text };
                (Severity::LeftOut, unknown, None)
            }
            Who::Ambiguous(candidates) => {
                let ambiguous = ProblemKind::AmbiguousPlayer {
                    side,
                    text: text.to_owned(),
                    candidates,
                };
                (Severity::LeftOut, ambiguous, None)
            }
            Who::CutOff(candidates) => {
                let cut_off = ProblemKind::CutOffName {
                    side,
                    text: text.to_owned(),
                    candidates,
                };
                (Severity::LeftOut, cut_off, None)
            }
        };
        problems.push(table.problem(row, severity, kind));
        player
    }

    /// What the result means; `None` if the director leaves such games out or must still say.
    fn result(&mut self, table: &Mapped<'_>, row: Row<'a>, column: usize) -> Option<GameResult> {
        let text = row.cell(column);
        let at = match self.result_by_text.get(text) {
            Some(at) => *at,
            None => self.note_result(text, table.table.place_of(row)),
        };
        let found = &mut self.results[at];
        found.games += 1;
        found.meaning.and_then(Meaning::result)
    }

    /// What is kept of a row as it was written, once for all games that have the same result and nothing else.
    fn texts(
        &mut self,
        result: &'a str,
        taken_for: GameResult,
        extra: Vec<ExtraField>,
    ) -> Arc<ImportedTexts> {
        let new = |extra: Vec<_>| ImportedTexts {
            result: result.into(),
            taken_for,
            extra: extra.into(),
        };
        if !extra.is_empty() {
            return Arc::new(new(extra));
        }
        let kept = self.result_texts.entry(result);
        Arc::clone(kept.or_insert_with(|| new(extra).into()))
    }

    /// The place in [`Self::results`] of a text that wasn't met in this spelling.
    fn note_result(&mut self, text: &'a str, first: Place) -> usize {
        let key = Choices::result_key(text);
        let chosen = self.chosen.get(&key).copied();
        let at = *self.result_by_key.entry(key).or_insert_with(|| {
            self.results.push(ResultUse {
                text: text.to_owned(),
                games: 0,
                meaning: chosen.or_else(|| parse_result(text)),
                is_chosen: chosen.is_some(),
                first,
            });
            self.results.len() - 1
        });
        self.result_by_text.insert(text, at);
        at
    }

    pub(super) fn finish(mut self, problems: &mut Vec<Problem>) -> PlannedGames {
        let of_results = self.results.iter().filter_map(ResultUse::problem);
        // Access never rated what is pasted.
        let is_said = |problem: &Problem| {
            let is_of_access = matches!(problem.kind, ProblemKind::RatedAsDrawByAccess { .. });
            !(is_of_access && self.choices.adds_games)
        };
        problems.extend(of_results.filter(is_said));
        problems.extend(self.inactive.problems(|id| self.people.name(id)));
        problems.extend(self.other_weeks.into_problems());
        self.results
            .sort_by_key(|found| std::cmp::Reverse(found.games));
        // No two have the same, and a stable sort takes half as much again.
        self.new.sort_unstable_by_key(|game| game.from.number);
        PlannedGames {
            new: self.new,
            further_from: self.row_numbers.further_from,
            changed: self.changed,
            made_players: self.people.into_made(),
            results: self.results,
            counts: self.counts,
            words: self.words,
            corrected: self.corrected,
        }
    }
}

/// The first row of a number in the old files.
fn first_row<'a, 'b: 'a>(
    mut files: impl Iterator<Item = &'a Numbers<'b>>,
    number: i64,
) -> Option<FirstRow<'b>> {
    files.find_map(|table| table.first(number))
}
