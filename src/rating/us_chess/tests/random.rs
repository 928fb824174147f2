//! Random numbers that are the same at every run, and random sections.

use super::*;
use crate::domain::us_chess::{Code, History, SectionKind, Side};

/// xorshift64*
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33
    }

    /// Below a number.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() % u64::from(end)).expect("below")
    }

    /// Once in so many times.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(u32::try_from(of.len()).expect("few")) as usize]
    }

    /// A rating with hundredths; now and then one of a few round ones, so that differences of just 400 turn up.
    pub(crate) fn rating(&mut self) -> f64 {
        if self.once_in(4) {
            f64::from(100 + 100 * self.below(26))
        } else {
            f64::from(10_000 + self.below(260_000)) / 100.0
        }
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            let with = self.below(u32::try_from(end + 1).expect("few")) as usize;
            all.swap(end, with);
        }
    }

    pub(crate) fn record(&mut self) -> Record {
        match self.below(8) {
            0 => Record::default(),
            1 => unrated(self.rating()),
            2 => Record {
                initial_games: Some(self.below(11)),
                ..unrated(self.rating())
            },
            3..=5 => {
                let games = 1 + self.below(30);
                let history = [None, None, Some(History::Wins), Some(History::Losses)];
                Record {
                    history: self.pick(&history),
                    ..provisional(self.rating(), games)
                }
            }
            _ => established(self.rating()),
        }
    }

    /// A section of players who meet at random, each other often in small ones, with byes and forfeits.
    pub(crate) fn section(&mut self) -> Section {
        let players = 2 + self.below(12) as usize;
        let mut entries = (1..)
            .take(players)
            .map(|pair| Entry {
                pair,
                regular: self.record(),
                quick: self.record(),
                ..Entry::default()
            })
            .collect::<Vec<_>>();
        for _ in 0..=self.below(8) {
            let mut order = (0..players).collect::<Vec<_>>();
            self.shuffle(&mut order);
            for pair in order.chunks(2) {
                let [first, second] = pair else {
                    let bye = self.pick(&["B", "H", "U"]);
                    entries[pair[0]].rounds.push(bye.parse().expect(bye));
                    continue;
                };
                let codes = [
                    Code::Win,
                    Code::Win,
                    Code::Loss,
                    Code::Loss,
                    Code::Draw,
                    Code::ForfeitWin,
                ];
                let code = self.pick(&codes);
                let theirs = code.reciprocal().expect("of a game");
                let mut add = |row: usize, other: usize, code, side| {
                    let opponent = Some(entries[other].pair);
                    let cell = Round::new(code, opponent, Some(side)).expect("a cell");
                    entries[row].rounds.push(cell);
                };
                add(*first, *second, code, Side::White);
                add(*second, *first, theirs, Side::Black);
            }
        }
        let kinds = [SectionKind::Swiss, SectionKind::RoundRobin];
        Section {
            kind: self.pick(&kinds),
            systems: if self.once_in(2) {
                vec![System::Regular]
            } else {
                vec![System::Regular, System::Quick]
            },
            entries,
            ..Section::default()
        }
    }
}
