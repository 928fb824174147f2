//! Random events for tests, with everything that an event can hold; the same ones for the same seed. Those that fit into every file are in
//! `samples`.

use jiff::{ToSpan as _, civil::Date};
use strum::VariantArray as _;

pub(super) use super::samples::TODAY;
use crate::domain::us_chess::{
    Code, Entry, Event, History, MemberId, Record, Round, Section, SectionKind, Side, System,
};

/// What names and other texts are made of: what files have to guard.
const TEXTS: [&str; 20] = [
    "BERGER, ANNA",
    "Vang, Bo",
    "Ó Súilleabháin, Caoimhín",
    "Дворецкий, Марк",
    "李, 小龙",
    "=1+1",
    "'=1+1",
    "''@x",
    "-",
    "+",
    "a;=b;'+c",
    "O'Brien, \"Pat\"",
    "back\\slash",
    "two\nlines",
    "tab\there",
    "carriage\r\nreturn",
    "\u{1}control",
    "a | b",
    "----------------",
    "A name that is a good deal longer than thirty-two letters, with ä",
];

/// Time controls as they are usual. None has a comma.
const CONTROLS: [&str; 6] = ["40/90", "G/60", "G/60;d5", "G/90;+30", "50/120", "SD/30;d5"];

/// splitmix64
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Below a number.
    fn below(&mut self, end: usize) -> usize {
        let number = self.next() % u64::try_from(end).expect("few");
        usize::try_from(number).expect("below")
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }

    /// Now and then, something.
    fn maybe<T>(&mut self, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (!self.once_in(3)).then(|| some(self))
    }

    fn text(&mut self) -> String {
        self.pick(&TEXTS).to_owned()
    }

    fn count(&mut self) -> u32 {
        let few = u32::try_from(self.below(60)).expect("few");
        if self.once_in(20) {
            u32::MAX - few
        } else {
            few
        }
    }

    /// From 0 to 4,000, often with all the digits that it can have.
    fn rating(&mut self) -> f64 {
        let whole = u16::try_from(self.below(4001)).expect("few");
        if self.once_in(3) {
            return f64::from(whole);
        }
        let fraction = u32::try_from(self.next() >> 32).expect("32 bits");
        (f64::from(whole) + f64::from(fraction) / 4_294_967_296.0).min(4000.0) / 1.000_000_1
    }

    fn whole_rating(&mut self) -> u16 {
        u16::try_from(self.below(4001)).expect("few")
    }

    fn date(&mut self) -> Date {
        let days = i64::try_from(self.below(40_000)).expect("few");
        TODAY - days.days()
    }

    fn id(&mut self) -> MemberId {
        let number = 1 + self.below(99_999_999);
        format!("{number:08}").parse().expect("eight digits")
    }

    fn record(&mut self) -> Record {
        if self.once_in(4) {
            return Record::default();
        }
        Record {
            rating: self.maybe(Self::rating),
            games: self.maybe(Self::count),
            history: self.maybe(|random| random.pick(History::VARIANTS)),
            floor: self.maybe(Self::rating),
            peak: self.maybe(Self::rating),
            wins: self.maybe(Self::count),
            draws: self.maybe(Self::count),
            events: self.maybe(Self::count),
            initial: self.maybe(Self::rating),
            initial_games: self.maybe(Self::count),
            post: self.maybe(Self::rating),
            post_games: self.maybe(Self::count),
            ..Record::default()
        }
    }

    fn entry(&mut self, pair: u16) -> Entry {
        Entry {
            pair,
            id: self.maybe(Self::id),
            name: self.text(),
            state: self.maybe(Self::text),
            birth: self.maybe(Self::date),
            fide: self.maybe(Self::whole_rating),
            cfc: self.maybe(Self::whole_rating),
            regular: self.record(),
            quick: self.record(),
            ..Entry::default()
        }
    }

    /// Cells of two who meet: results that fit, and colours that differ.
    fn bout(&mut self, first: u16, second: u16, of_two: bool) -> [Round; 2] {
        let code = loop {
            let code = self.pick(&entered());
            // A win each, or nothing but forfeits, wouldn't say that two games were played.
            let says = code.is_double() || code.reciprocal_of_two().is_some_and(Code::is_double);
            if code.is_bye() || if of_two { says } else { !code.is_double() } {
                break code;
            }
        };
        let cell = |code, opponent, side| Round::new(code, opponent, side).expect("a cell");
        if code.is_bye() {
            return [cell(code, None, None), cell(Code::Unplayed, None, None)];
        }
        let back = if of_two {
            code.reciprocal_of_two()
        } else {
            code.reciprocal()
        };
        let back = back.unwrap_or(code);
        let sides = self.pick(&[
            [None, None],
            [Some(Side::White), Some(Side::Black)],
            [Some(Side::Black), None],
        ]);
        // Only games always say against whom.
        let names_them = [(); 2].map(|()| code.is_game() || of_two || !self.once_in(3));
        let opponents = [second, first];
        let [first, second] = [0, 1].map(|place| names_them[place].then_some(opponents[place]));
        [cell(code, first, sides[0]), cell(back, second, sides[1])]
    }

    /// A round of all entries. Who is left over has a bye.
    fn round(&mut self, entries: &mut [Entry], of_two: bool) {
        let mut order = (0..entries.len()).collect::<Vec<_>>();
        self.shuffle(&mut order);
        for met in order.chunks(2) {
            if let [first, second] = *met {
                let cells = self.bout(entries[first].pair, entries[second].pair, of_two);
                entries[first].rounds.push(cells[0]);
                entries[second].rounds.push(cells[1]);
            } else {
                let bye = self.pick(&["B", "H", "U", "Hw", "X", "F"]);
                entries[met[0]].rounds.push(bye.parse().expect(bye));
            }
        }
    }

    fn section(&mut self, number: u16) -> Section {
        let mut pairs = (1..=9999).collect::<Vec<_>>();
        self.shuffle(&mut pairs);
        pairs.truncate(self.below(9));
        let entries = pairs.into_iter().map(|pair| self.entry(pair));
        let mut entries = entries.collect::<Vec<_>>();
        let of_two = self.once_in(3);
        for _ in 0..self.below(12) {
            self.round(&mut entries, of_two);
        }
        // Who has left isn't always listed to the end.
        for entry in &mut entries {
            while entry
                .rounds
                .last()
                .is_some_and(|round| round.code() == Code::Unplayed)
                && self.once_in(2)
            {
                entry.rounds.pop();
            }
        }
        let mut systems = System::VARIANTS.to_vec();
        self.shuffle(&mut systems);
        systems.truncate(self.below(3));
        let number_of_controls = self.below(4);
        let controls = (0..number_of_controls).map(|_| self.pick(&CONTROLS).to_owned());
        let time_controls = controls.collect();
        Section {
            number,
            name: self.text(),
            time_controls,
            kind: self.pick(SectionKind::VARIANTS),
            begins: self.maybe(Self::date),
            ends: self.maybe(Self::date),
            half_k: self.once_in(2),
            systems,
            is_blitz: self.once_in(3),
            as_published: self.once_in(3),
            entries,
        }
    }
}

/// An event in which nothing contradicts itself, with everything that an event can hold.
pub(super) fn event(seed: u64) -> Event {
    let mut random = Random(seed);
    let mut numbers = (1..=200).collect::<Vec<_>>();
    random.shuffle(&mut numbers);
    numbers.truncate(random.below(4));
    let sections = numbers.into_iter().map(|number| random.section(number));
    let sections = sections.collect();
    Event {
        id: random.maybe(Random::text),
        name: random.text(),
        begins: random.maybe(Random::date),
        ends: random.maybe(Random::date),
        chief_td: random.maybe(Random::id),
        assistant_td: random.maybe(Random::id),
        affiliate: random.maybe(Random::text),
        city: random.maybe(Random::text),
        state: random.maybe(Random::text),
        zip: random.maybe(Random::text),
        sections,
    }
}

/// All codes of cells in which something is entered.
fn entered() -> Vec<Code> {
    let codes = Code::VARIANTS.iter().copied();
    codes.filter(|code| *code != Code::Blank).collect()
}

#[test]
fn random_events_contradict_themselves_nowhere_and_have_all_kinds_of_cells() {
    let events = (0..60).map(event).collect::<Vec<_>>();
    let sections = || events.iter().flat_map(|event| &event.sections);
    assert!(sections().all(|section| section.problems().is_empty()));
    let entries = || sections().flat_map(|section| &section.entries);
    let cells = entries().flat_map(|entry| &entry.rounds);
    let cells = cells.copied().collect::<Vec<_>>();
    for code in &entered() {
        for has_opponent in [true, false] {
            let is_there = cells
                .iter()
                .any(|cell| cell.code() == *code && cell.opponent().is_some() == has_opponent);
            let is_played = code.is_game() || code.is_double();
            let can_be = !(is_played && !has_opponent || code.is_bye() && has_opponent);
            assert_eq!(is_there, can_be, "{code:?}, {has_opponent}");
        }
    }
    assert!(sections().any(Section::is_dual));
    assert!(entries().any(|entry| entry.regular.rating.is_none() && entry.regular.games.is_none()));
}
