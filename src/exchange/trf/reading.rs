//! A section from the lines of a file.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::{
    BLITZ, COMMENT, FEDERATION, PLAYER, SECTION, SYSTEMS,
    fault::{Fault, Note},
    line::{Line, date, lines},
    player::{Player, first_filled, player},
};
use crate::{
    domain::us_chess::{
        Code, Contradiction, Event, MemberId, Record, Round, Section, SectionKind, System,
    },
    exchange::{Noted, Problem, printed::printed_system, time_controls},
};

/// What the type of tournament contains in a round robin.
const ROUND_ROBIN: [&str; 3] = ["robin", "berger", "all-play-all"];
/// How Tornelo's lines `DAT` call a number at US Chess.
const TORNELO_ID: &str = "ID:USCF";
/// The columns of lines of federations that are blank.
const BLANK: [usize; 7] = [4, 9, 14, 48, 53, 57, 69];

/// Reads the section of a file, as the one of an event.
///
/// # Errors
/// Every line that isn't as the format has it, and everything that contradicts itself so that it can't be rated.
pub fn read(text: &str, today: Date) -> Result<Noted<Event>, Vec<Problem>> {
    let mut reader = Reader {
        today,
        event: Event::default(),
        section: Section {
            number: 1,
            ..Section::default()
        },
        players: Vec::new(),
        places: BTreeMap::new(),
        is_partial: false,
        has_teams: false,
        problems: Vec::new(),
        notes: Vec::new(),
    };
    let lines = lines(text);
    for line in &lines {
        reader.line(*line);
    }
    for line in &lines {
        match line.code() {
            (FEDERATION, _) => reader.national(*line),
            ("DAT", rest) => reader.tornelo(*line, rest),
            _ => {}
        }
    }
    reader.finish(&lines)
}

pub(super) struct Reader {
    pub(super) today: Date,
    event: Event,
    section: Section,
    players: Vec<Player>,
    /// The places of players by their starting rank.
    places: BTreeMap<u16, usize>,
    /// Whether some player couldn't be read, who would be missed everywhere.
    is_partial: bool,
    has_teams: bool,
    problems: Vec<Problem>,
    notes: Vec<Problem>,
}

impl Reader {
    pub(super) fn problem(&mut self, line: Line, fault: &Fault) {
        self.problems.push(Problem::at_line(line.number, fault));
    }

    pub(super) fn note(&mut self, line: Line, note: &Note) {
        self.notes.push(Problem::at_line(line.number, note));
    }

    /// The value, or nothing and a problem.
    pub(super) fn kept<T>(&mut self, line: Line, value: Result<T, Fault>) -> Option<T> {
        value.map_err(|fault| self.problem(line, &fault)).ok()
    }

    fn line(&mut self, line: Line) {
        let (code, text) = line.code();
        match code {
            PLAYER => {
                let before = self.problems.len();
                let player = player(self, line);
                self.is_partial |= self.problems.len() > before;
                if let Some(player) = player {
                    let place = self.players.len();
                    self.places.entry(player.entry.pair).or_insert(place);
                    self.players.push(player);
                }
            }
            COMMENT => self.comment(line.text),
            _ if text.is_empty() => {}
            "012" => self.event.name = tidy(text),
            "022" => self.event.city = Some(tidy(text)),
            "042" => self.event.begins = self.date(line, text),
            "052" => {
                self.event.ends = self.date(line, text);
                if let (Some(begins), Some(ends)) = (self.event.begins, self.event.ends)
                    && ends < begins
                {
                    self.problem(line, &Fault::EndsBefore { begins, ends });
                }
            }
            "092" => self.section.kind = kind(text),
            "102" => self.event.chief_td = self.director(line, text, self.event.chief_td),
            "112" => self.event.assistant_td = self.director(line, text, self.event.assistant_td),
            "122" => self.section.time_controls = time_controls::split(&tidy(text)),
            "013" | "310" => {
                if !self.has_teams {
                    self.note(line, &Note::Teams);
                }
                self.has_teams = true;
            }
            _ => {}
        }
    }

    fn comment(&mut self, text: &str) {
        if let Some(systems) = text.strip_prefix(SYSTEMS) {
            let words = systems.split(',').map(str::trim);
            self.section.systems = words.clone().filter_map(System::of_word).collect();
            self.section.is_blitz = words.clone().any(|word| word == BLITZ);
        } else if let Some((number, name)) = text
            .strip_prefix(SECTION)
            .and_then(|section| section.split_once(':'))
            && let Ok(number) = number.parse()
        {
            self.section.number = number;
            self.section.name = tidy(name);
        }
    }

    /// The number of a director, who may be named instead.
    fn director(&mut self, line: Line, text: &str, before: Option<MemberId>) -> Option<MemberId> {
        if let (Ok(id), None) = (MemberId::read(text), before) {
            return id;
        }
        self.note(line, &Note::Arbiter(tidy(text)));
        before
    }

    pub(super) fn date(&mut self, line: Line, text: &str) -> Option<Date> {
        let date = match date(text) {
            Some(date) if date > self.today => Err(Fault::Future(date)),
            Some(date) => Ok(date),
            None => Err(Fault::Date(text.to_owned())),
        };
        self.kept(line, date)
    }

    /// The player with a starting rank.
    fn known(&mut self, line: Line, text: &str) -> Option<usize> {
        let pair = text.parse::<u16>();
        let pair = pair.map_err(|_| Fault::Pair(text.to_owned()));
        let pair = self.kept(line, pair)?;
        let found = self.places.get(&pair).copied();
        if found.is_none() && !self.is_partial {
            self.problem(line, &Fault::NoSuchPlayer(pair));
        }
        found
    }

    /// Reads a line of national rating support.
    fn national(&mut self, line: Line) {
        if let Some(column) = first_filled(line, &BLANK) {
            self.problem(line, &Fault::Shifted(column));
            return;
        }
        let Some(place) = self.known(line, &line.columns(5, 8)) else {
            return;
        };
        let rating = super::player::rating(&line.columns(49, 52));
        let rating = self.kept(line, rating).flatten();
        let id = MemberId::read(&line.columns(58, 68)).map_err(Fault::from);
        let id = self.kept(line, id).flatten();
        let birth = super::player::birth(self, line);
        let state = line.columns(54, 56);
        if let Some(player) = self.players.get_mut(place) {
            player.has_national = true;
            player.national = rating;
            player.entry.id = id;
            player.entry.state = Some(state).filter(|state| !state.is_empty());
            player.entry.birth = player.entry.birth.or(birth);
        }
    }

    /// Reads what Tornelo tells besides: "DAT 0002 ID:USCF 12345678".
    fn tornelo(&mut self, line: Line, text: &str) {
        let [pair, kind, id] = text.split_whitespace().collect::<Vec<_>>()[..] else {
            return;
        };
        if !kind.eq_ignore_ascii_case(TORNELO_ID) {
            return;
        }
        let id = MemberId::read(id).map_err(Fault::from);
        let id = self.kept(line, id).flatten();
        let place = self.known(line, pair);
        if let Some(player) = place.and_then(|place| self.players.get_mut(place)) {
            player.entry.id = player.entry.id.or(id);
        }
    }

    fn finish(mut self, lines: &[Line]) -> Result<Noted<Event>, Vec<Problem>> {
        if self.players.is_empty()
            && !self.is_partial
            && told_players(lines).is_none_or(|(_, told)| told > 0)
        {
            self.problems.push(Problem::at_line(1, Fault::NoPlayers));
        } else if let Some((line, told)) = told_players(lines) {
            let found = self.players.len();
            if told != found && !self.is_partial {
                self.problem(line, &Fault::Players { told, found });
            }
        }
        if self.section.systems.is_empty() && !self.section.is_blitz {
            self.notes.push(Problem::at_line(1, Note::NoSystem));
        }
        let players = std::mem::take(&mut self.players);
        let numbers = players.iter().map(|player| player.line).collect::<Vec<_>>();
        let system = printed_system(&self.section);
        let rounds = players.iter().map(|player| player.entry.rounds.len()).max();
        for player in players {
            self.player_points(&player);
            let mut entry = player.entry;
            if let Ok(unplayed) = Round::new(Code::Unplayed, None, None) {
                entry.rounds.resize(rounds.unwrap_or_default(), unplayed);
            }
            // A number at FIDE says whose the rating is.
            let (national, fide) = match (player.has_national, player.has_fide_number) {
                (true, true) => (player.national, player.rating),
                (true, false) => (player.national, None),
                (false, true) => (None, player.rating),
                (false, false) => (player.rating, None),
            };
            entry.fide = fide;
            if let Some(rating) = national {
                *entry.record_mut(system) = Record {
                    rating: Some(f64::from(rating)),
                    games: None,
                    ..Record::default()
                };
            }
            self.section.entries.push(entry);
        }
        forget_double_forfeits(&mut self.section);
        if !self.is_partial {
            self.contradictions(&numbers);
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.event.sections.push(self.section);
        Ok(Noted {
            value: self.event,
            notes: self.notes,
        })
    }

    /// Tells of points that the results don't give.
    fn player_points(&mut self, player: &Player) {
        let halves = player.entry.halves();
        if let Some(told) = player.halves.filter(|told| *told != halves) {
            let note = Note::Points {
                counted: points(halves),
                told: points(told),
            };
            self.notes.push(Problem::at_line(player.line, note));
        }
    }

    fn contradictions(&mut self, numbers: &[usize]) {
        for problem in self.section.problems() {
            let line = numbers.get(problem.row).copied().unwrap_or(1);
            if matches!(problem.what, Contradiction::Sides { .. }) {
                self.notes
                    .push(Problem::at_line(line, Note::Sides(problem.to_string())));
            } else {
                let fault = Fault::Contradiction(problem.to_string());
                self.problems.push(Problem::at_line(line, fault));
            }
        }
    }
}

/// The number of players that line 062 tells, which may have a remark behind it.
fn told_players<'a>(lines: &[Line<'a>]) -> Option<(Line<'a>, usize)> {
    let line = lines.iter().find(|line| line.code().0 == "062")?;
    let told = line.code().1.split_whitespace().next()?;
    Some((*line, told.parse().ok()?))
}

/// Two who lost without playing against each other lost against nobody: at US Chess there is a winner against each of them.
fn forget_double_forfeits(section: &mut Section) {
    let lost = |section: &Section, row: usize, round: usize| {
        let entry = section.entries.get(row)?;
        let cell = entry.rounds.get(round)?;
        let opponent = cell.opponent()?;
        (cell.code() == Code::ForfeitLoss).then_some((entry.pair, opponent))
    };
    let rounds = section.entries.iter().map(|entry| entry.rounds.len()).max();
    for round in 0..rounds.unwrap_or_default() {
        let rows = 0..section.entries.len();
        let lost = rows.filter_map(|row| Some((row, lost(section, row, round)?)));
        let lost = lost.collect::<Vec<_>>();
        let pairs = lost.iter().map(|(_, pair)| *pair);
        let pairs = pairs.collect::<BTreeSet<_>>();
        for (row, (pair, opponent)) in lost {
            let entry = section.entries.get_mut(row);
            let cell = entry.and_then(|entry| entry.rounds.get_mut(round));
            if let Some(cell) = cell.filter(|_| pairs.contains(&(opponent, pair)))
                && let Ok(alone) = Round::new(Code::ForfeitLoss, None, None)
            {
                *cell = alone;
            }
        }
    }
}

fn kind(text: &str) -> SectionKind {
    let text = text.to_ascii_lowercase();
    if ROUND_ROBIN.iter().any(|word| text.contains(word)) {
        SectionKind::RoundRobin
    } else if text.contains("match") {
        SectionKind::Match
    } else {
        SectionKind::Swiss
    }
}

/// "4.5"
fn points(halves: u32) -> String {
    let tenth = if halves.is_multiple_of(2) { 0 } else { 5 };
    format!("{}.{tenth}", halves / 2)
}

/// The text with single blanks.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
