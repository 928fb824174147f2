//! Random events for which DBF and TRF have room, the same at every run with the same seed. Those that hold whatever an event can are in
//! `random`.

use jiff::{ToSpan, civil::Date};

use crate::domain::us_chess::{
    Code, Entry, Event, MemberId, MemberKey, Record, Round, Section, SectionKind, Side, System,
};

/// The day on which the tests take place. No date of a random event is after it.
pub(super) const TODAY: Date = jiff::civil::date(2026, 11, 23);

/// A cell, as people type it.
pub(super) fn cell(text: &str) -> Round {
    text.parse().expect(text)
}

pub(super) fn id(text: &str) -> Option<MemberId> {
    MemberId::read(text).expect(text)
}

/// Compares events piece by piece, so that a failing test shows what differs and not everything.
pub(super) fn assert_same(left: &[Event], right: &[Event]) {
    assert_eq!(left.len(), right.len());
    for (left, right) in left.iter().zip(right) {
        assert_eq!(left.sections.len(), right.sections.len());
        for (left, right) in left.sections.iter().zip(&right.sections) {
            assert_eq!(left.entries.len(), right.entries.len());
            for (left, right) in left.entries.iter().zip(&right.entries) {
                assert_eq!(left, right);
            }
            let bare = |section: &Section| Section {
                entries: Vec::new(),
                ..section.clone()
            };
            assert_eq!(bare(left), bare(right));
        }
        let bare = |event: &Event| Event {
            sections: Vec::new(),
            ..event.clone()
        };
        assert_eq!(bare(left), bare(right));
    }
}

/// xorshift64*
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Below a number.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(number).expect("33 bits") % end
    }

    /// A number below 10,000.
    pub(super) fn small(&mut self, end: usize) -> u16 {
        u16::try_from(self.below(end)).expect("small")
    }

    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (!self.once_in(4)).then_some(value)
    }

    fn member(&mut self) -> Option<MemberId> {
        let number = 10_000_000 + self.below(90_000_000);
        self.maybe(()).and_then(|()| id(&number.to_string()))
    }

    fn name(&mut self) -> String {
        let last = [
            "BERGER",
            "Müller",
            "Łaska",
            "O’Neil",
            "Nuñez-Šimková",
            "Ngo",
        ];
        let first = ["Anna", "Bo", "Élodie Maximiliane Wilhelmine", "T.", "Zoë"];
        format!("{}, {}", self.pick(&last), self.pick(&first))
    }

    /// In the last five thousand days.
    fn date(&mut self) -> Date {
        let days = i64::try_from(self.below(5000)).expect("few");
        TODAY.saturating_sub(days.days())
    }

    fn record(&mut self) -> Record {
        if self.once_in(4) {
            return Record::default();
        }
        let hundredths = u32::try_from(10_000 + self.below(260_000)).expect("small");
        Record {
            rating: Some(f64::from(hundredths) / 100.0),
            games: self.pick(&[None, Some(4), Some(25)]),
            floor: self.pick(&[None, Some(1200.0)]),
            post: self.pick(&[None, Some(1234.5)]),
            ..Record::default()
        }
    }

    fn entry(&mut self, pair: u16) -> Entry {
        let birth = self.date();
        Entry {
            pair,
            member: self.pick(&[None, Some(MemberKey(7))]),
            id: self.member(),
            name: self.name(),
            state: self.pick(&[None, Some("MN".to_owned()), Some("ON".to_owned())]),
            birth: self.maybe(birth),
            fide: self.pick(&[None, Some(2101)]),
            cfc: self.pick(&[None, Some(1999)]),
            regular: self.record(),
            quick: self.record(),
            ..Entry::default()
        }
    }

    /// Plays a round: games, forfeits and byes for whoever is left. Two games a round `with_doubles`.
    fn round(&mut self, entries: &mut [Entry], with_doubles: bool) {
        let mut order = (0..entries.len()).collect::<Vec<_>>();
        self.shuffle(&mut order);
        let alone = self.below(order.len() + 1);
        let (byes, meeting) = order.split_at(alone);
        let games = meeting.chunks_exact(2);
        for row in byes.iter().chain(games.remainder()) {
            let codes = [
                Code::FullBye,
                Code::HalfBye,
                Code::Unplayed,
                Code::ForfeitWin,
                Code::ForfeitLoss,
            ];
            let round = Round::new(self.pick(&codes), None, None);
            entries[*row].rounds.push(round.expect("a bye"));
        }
        for game in games {
            let [one, two] = *game else { continue };
            let single = [
                (Code::Win, Code::Loss),
                (Code::Draw, Code::Draw),
                (Code::ForfeitWin, Code::ForfeitLoss),
            ];
            // None of these could be of single games, so that each section says what it is.
            let double = [
                (Code::Dollar, Code::Loss),
                (Code::Hash, Code::Draw),
                (Code::Percent, Code::Percent),
            ];
            let (first, second) = self.pick(if with_doubles { &double } else { &single });
            let sides = [
                (None, None),
                (Some(Side::White), Some(Side::Black)),
                (Some(Side::Black), Some(Side::White)),
            ];
            let (white, black) = self.pick(&sides);
            let pairs = (entries[one].pair, entries[two].pair);
            let round = |code, pair, side| Round::new(code, Some(pair), side).expect("a game");
            entries[one].rounds.push(round(first, pairs.1, white));
            entries[two].rounds.push(round(second, pairs.0, black));
        }
    }

    /// A section of up to 20 players and 7 rounds without contradictions.
    pub(super) fn section(&mut self, number: u16, day: Date, with_doubles: bool) -> Section {
        let players = self.small(21);
        let step = 1 + self.small(40);
        let mut entries = (1..=players)
            .map(|place| self.entry(place * step))
            .collect::<Vec<_>>();
        // Two entries of one member must not meet: here all members are different.
        for (entry, number) in entries.iter_mut().zip(20_000_000..) {
            entry.id = entry.id.and_then(|_| id(&number.to_string()));
            entry.member = entry.member.map(|_| MemberKey(number));
        }
        self.shuffle(&mut entries);
        let with_doubles = with_doubles && self.once_in(2);
        for _ in 0..self.below(8) {
            self.round(&mut entries, with_doubles);
        }
        for entry in &mut entries {
            // Who goes home early has no cells any more.
            let last = entry.rounds.iter().rposition(|r| r.opponent().is_some());
            if self.once_in(5) {
                entry.rounds.truncate(last.map_or(0, |last| last + 1));
            }
        }
        let controls = [
            &[][..],
            &["G/60;d5"],
            &["40/90", "G/30;d5"],
            &["50/120", "20/60", "G/30"],
            &["G/3;+2"],
        ];
        let systems = [
            vec![],
            vec![System::Regular],
            vec![System::Quick],
            vec![System::Quick, System::Regular],
        ];
        Section {
            number,
            name: self
                .pick(&[
                    "Open",
                    "",
                    "Under 1200 – für alle, die noch keine Zahl haben",
                ])
                .to_owned(),
            kind: self.pick(&[
                SectionKind::Swiss,
                SectionKind::RoundRobin,
                SectionKind::Match,
            ]),
            begins: self.maybe(day.saturating_sub(1.days())),
            ends: self.maybe(day),
            half_k: self.once_in(5),
            time_controls: self
                .pick(&controls)
                .iter()
                .map(ToString::to_string)
                .collect(),
            systems: self.pick(&systems),
            is_blitz: self.once_in(6),
            entries,
            ..Section::default()
        }
    }

    /// An event of up to four sections. Its own id is the one of the event before, counted up.
    pub(super) fn event(&mut self, id: Option<u32>, with_doubles: bool) -> Event {
        let day = self.date();
        let mut numbers = (1..=99).collect::<Vec<_>>();
        self.shuffle(&mut numbers);
        numbers.truncate(self.below(5));
        Event {
            id: id.map(|id| format!("20260830{id:04}")),
            name: self
                .pick(&[
                    "Summer Open",
                    "Tournée d’été 2026 in Saint-Étienne, Minnesota",
                ])
                .to_owned(),
            begins: self.maybe(day.saturating_sub(2.days())),
            ends: self.maybe(day),
            chief_td: self.member(),
            assistant_td: self.member(),
            affiliate: self.pick(&[None, Some("A6051416".to_owned())]),
            city: self.pick(&[None, Some("Saint  Paul".to_owned())]),
            state: self.pick(&[None, Some("MN".to_owned())]),
            zip: self.pick(&[None, Some("55101-1234".to_owned())]),
            sections: numbers
                .into_iter()
                .map(|number| self.section(number, day, with_doubles))
                .collect(),
        }
    }
}
