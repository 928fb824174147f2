//! The further ladders computed a second time, by small models that share nothing with the program but the rules: slow and plain, on
//! thousands of random games.

use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
    sync::Arc,
};

use camp_ladder::{
    domain::{
        Attendance, CampData, Game, GameId, GameResult, LadderSystem, Meeting, MeetingId, Player,
        PlayerId, SettingValues, Week,
    },
    rating::{self, LadderRow, LadderStandings, Settings, Value},
};
use jiff::{
    ToSpan as _,
    civil::{Date, Weekday, date},
};
use strum::VariantArray as _;

const BEGIN: Date = date(2026, 1, 5);

/// Numbers without a pattern, the same ones in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        // The generator of Lehmer with the constants of Knuth's MMIX.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

/// A game between players numbered from 0.
#[derive(Clone, Copy, Debug)]
struct Played {
    white: usize,
    black: usize,
    /// White's points, doubled: 2, 1, 0.
    doubled: usize,
    day: Date,
    counts: bool,
}

impl Played {
    /// Winner and loser; nothing of a draw.
    fn winner(&self) -> Option<(usize, usize)> {
        match self.doubled {
            2 => Some((self.white, self.black)),
            0 => Some((self.black, self.white)),
            _ => None,
        }
    }
}

/// A club with its games and the meetings that somebody missed.
#[derive(Debug)]
struct Random {
    players: usize,
    games: Vec<Played>,
    missed: Vec<(Date, Vec<usize>)>,
}

impl Random {
    /// Some games each day, a meeting at the end of every week, a tenth of all games for fun.
    fn new(seed: u64, players: usize, games: usize) -> Self {
        let mut dice = Dice(seed);
        let mut day = BEGIN;
        let mut random = Self {
            players,
            games: Vec::new(),
            missed: Vec::new(),
        };
        for _ in 0..games {
            if dice.below(4) == 0 {
                if day.weekday() == Weekday::Sunday {
                    let absent = (0..players).filter(|_| dice.below(10) == 0);
                    random.missed.push((day, absent.collect()));
                }
                day = day.tomorrow().expect("a day");
            }
            let white = dice.below(players);
            let black = (white + 1 + dice.below(players - 1)) % players;
            random.games.push(Played {
                white,
                black,
                doubled: dice.below(3),
                day,
                counts: dice.below(10) > 0,
            });
        }
        random
    }

    fn camp(&self) -> CampData {
        let id = |player: usize| PlayerId(i64::try_from(player).expect("small") + 1);
        let week = Week::new(1, BEGIN);
        let players = (0..self.players).map(|player| Player {
            id: id(player),
            last_name: format!("Player {player}"),
            ..Player::default()
        });
        let games = (1..).zip(&self.games).map(|(sequence, game)| {
            let result = match game.doubled {
                2 => GameResult::WhiteWon,
                1 => GameResult::Draw,
                _ => GameResult::BlackWon,
            };
            Game {
                id: GameId(sequence),
                sequence,
                date: Some(game.day),
                counts: game.counts,
                ..Game::new(id(game.white), id(game.black), result)
            }
        });
        let meetings = (1..)
            .zip(&self.missed)
            .map(|(number, (day, absent))| Meeting {
                id: MeetingId(number),
                attendance: absent
                    .iter()
                    .map(|player| (id(*player), Attendance::Absent))
                    .collect(),
                ..Meeting::new(*day)
            });
        CampData {
            players: Arc::new(players.collect()),
            next_player: id(self.players),
            games: Arc::new(games.collect()),
            meetings: Arc::new(meetings.collect()),
            ..CampData::new("Random", week)
        }
    }

    fn standings(&self, system: LadderSystem, values: &[(&str, &str)]) -> LadderStandings {
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let values = values.collect::<SettingValues>();
        let settings = Settings::new(rating::kind(system), &values).expect("settings");
        let today = BEGIN.checked_add(10.years()).expect("a day");
        rating::standings(&self.camp(), &settings, today, &mut |_, _| {
            ControlFlow::Continue(())
        })
        .expect("standings")
    }
}

fn player(row: &LadderRow) -> usize {
    usize::try_from(row.player.0).expect("small") - 1
}

fn whole(standings: &LadderStandings, row: &LadderRow, key: &str) -> i64 {
    match standings.value(row, key) {
        Some(Value::Whole(number)) => *number,
        other => panic!("{key}: {other:?}"),
    }
}

fn float(standings: &LadderStandings, row: &LadderRow, key: &str) -> f64 {
    match standings.value(row, key) {
        Some(Value::Rating(number) | Value::Percent(number)) => *number,
        other => panic!("{key}: {other:?}"),
    }
}

/// The club ladder on a piece of paper: a rank beside each name.
struct PaperLadder {
    ranks: Vec<i64>,
    /// Won, drawn, lost.
    statistics: Vec<[i64; 3]>,
    shared_ranks: &'static str,
}

impl PaperLadder {
    fn new(random: &Random, shared_ranks: &'static str, top: i64, per_week: usize) -> Self {
        let mut paper = Self {
            ranks: (1..).take(random.players).collect(),
            statistics: vec![[0; 3]; random.players],
            shared_ranks,
        };
        let mut meetings = random.missed.iter().peekable();
        let mut challenges = Vec::<((usize, usize), Date)>::new();
        for game in &random.games {
            while let Some((_, absent)) = meetings.next_if(|(day, _)| *day < game.day) {
                paper.missed(absent);
            }
            if !game.counts {
                continue;
            }
            let (a, b) = (game.white, game.black);
            let monday = game
                .day
                .checked_sub(i64::from(game.day.weekday().to_monday_zero_offset()).days());
            let challenge = ((a.min(b), a.max(b)), monday.expect("a day"));
            let before = challenges
                .iter()
                .filter(|other| **other == challenge)
                .count();
            if per_week > 0 && before >= per_week {
                continue;
            }
            if paper.ranks[a] != paper.ranks[b] && paper.ranks[a].min(paper.ranks[b]) <= top {
                challenges.push(challenge);
            }
            paper.game(game);
        }
        for (_, absent) in meetings {
            paper.missed(absent);
        }
        paper
    }

    fn game(&mut self, game: &Played) {
        let Some((winner, loser)) = game.winner() else {
            self.statistics[game.white][1] += 1;
            self.statistics[game.black][1] += 1;
            return;
        };
        self.statistics[winner][0] += 1;
        self.statistics[loser][2] += 1;
        let (low, high) = (self.ranks[winner], self.ranks[loser]);
        if low <= high {
            return;
        }
        // Half of the difference, rounded up, is half of one more.
        self.ranks[winner] = low - (low - high + 1) / 2;
        self.ranks[loser] = high + 1;
        self.settle(
            |player| {
                if player == winner {
                    -1
                } else {
                    i64::from(player == loser)
                }
            },
            &(0..self.ranks.len())
                .map(|player| {
                    if player == winner {
                        low
                    } else if player == loser {
                        high
                    } else {
                        self.ranks[player]
                    }
                })
                .collect::<Vec<_>>(),
        );
    }

    fn missed(&mut self, absent: &[usize]) {
        let before = self.ranks.clone();
        for player in absent {
            self.ranks[*player] += 1;
        }
        self.settle(|player| i64::from(absent.contains(&player)), &before);
    }

    /// What the setting says of ranks that are shared or free, with `tie` telling who stands first of those on one rank.
    fn settle(&mut self, tie: impl Fn(usize) -> i64, before: &[i64]) {
        match self.shared_ranks {
            "close-top" => {
                let best = *self.ranks.iter().min().expect("players");
                for rank in &mut self.ranks {
                    if *rank == best {
                        *rank = 1;
                    }
                }
            }
            "none" => {
                let mut order = (0..self.ranks.len()).collect::<Vec<_>>();
                order.sort_by_key(|player| (self.ranks[*player], tie(*player), before[*player]));
                for (place, player) in (1..).zip(order) {
                    self.ranks[player] = place;
                }
            }
            _ => {}
        }
    }
}

#[test]
fn the_club_ladder_is_the_one_on_paper() {
    for seed in 1..=30 {
        let random = Random::new(seed, 3 + usize::try_from(seed).expect("small") % 12, 400);
        for shared_ranks in ["close-top", "hide-empty", "none"] {
            for (top, per_week) in [("5", "1"), ("2", "2"), ("3", "0"), ("0", "1")] {
                let standings = random.standings(
                    LadderSystem::Club,
                    &[
                        ("shared-ranks", shared_ranks),
                        ("challenge-top", top),
                        ("challenge-per-week", per_week),
                        ("counted", "all"),
                    ],
                );
                let number = |text: &str| text.parse::<usize>().expect("a number");
                let paper = PaperLadder::new(
                    &random,
                    shared_ranks,
                    i64::try_from(number(top)).expect("small"),
                    number(per_week),
                );
                assert_eq!(standings.rows.len(), random.players);
                for row in &standings.rows {
                    let about =
                        format!("seed {seed}, {shared_ranks}, top {top}, {per_week} a week");
                    assert_eq!(row.rank, paper.ranks[player(row)], "{about}");
                    let keys = ["won", "drawn", "lost"];
                    let statistics = keys.map(|key| whole(&standings, row, key));
                    assert_eq!(statistics, paper.statistics[player(row)], "{about}");
                }
                if shared_ranks == "none" {
                    let ranks = standings.rows.iter().map(|row| row.rank);
                    assert!(ranks.eq(1..=i64::try_from(random.players).expect("small")));
                }
            }
        }
    }
}

/// With more players than lie in a block of the program's list, of which there are several.
#[test]
fn ranks_of_a_large_club_are_the_ones_on_paper() {
    let random = Random::new(7, 700, 3000);
    let standings = random.standings(LadderSystem::Club, &[("shared-ranks", "none")]);
    let paper = PaperLadder::new(&random, "none", 5, 1);
    for row in &standings.rows {
        assert_eq!(row.rank, paper.ranks[player(row)]);
    }
}

#[test]
fn a_fun_game_changes_nothing() {
    for seed in 50..60 {
        let with_fun = Random::new(seed, 8, 300);
        let without = Random {
            players: with_fun.players,
            games: with_fun
                .games
                .iter()
                .filter(|game| game.counts)
                .copied()
                .collect(),
            missed: with_fun.missed.clone(),
        };
        for system in LadderSystem::VARIANTS.iter().copied() {
            let [one, other] = [&with_fun, &without].map(|random| random.standings(system, &[]));
            assert_eq!(one, other, "{system:?}");
        }
        let all = with_fun.standings(LadderSystem::Club, &[("counted", "all")]);
        assert_eq!(all.rows, without.standings(LadderSystem::Club, &[]).rows);
    }
}

/// Game Courier ratings with a table of all pairs, met or not.
struct Courier {
    /// Final, first and second rating.
    ratings: BTreeMap<usize, [f64; 3]>,
    accuracy: [f64; 3],
}

impl Courier {
    fn new(random: &Random) -> Self {
        // Points and games of each against each.
        let mut points = vec![vec![0.0; random.players]; random.players];
        let mut games = vec![vec![0_u32; random.players]; random.players];
        let mut wins = vec![0; random.players];
        for game in random.games.iter().filter(|game| game.counts) {
            let share = [0.0, 0.5, 1.0][game.doubled];
            points[game.white][game.black] += share;
            points[game.black][game.white] += 1.0 - share;
            games[game.white][game.black] += 1;
            games[game.black][game.white] += 1;
            if let Some((winner, _)) = game.winner() {
                wins[winner] += 1;
            }
        }
        let total = |player: usize| games[player].iter().sum::<u32>();
        let opponents = |player: usize| games[player].iter().filter(|games| **games > 0).count();
        let mut order = (0..random.players)
            .filter(|player| total(*player) > 0)
            .collect::<Vec<_>>();
        order.sort_by(|a, b| {
            (total(*b), wins[*b], opponents(*b))
                .cmp(&(total(*a), wins[*a], opponents(*a)))
                .then(a.cmp(b))
        });
        let count = order.len();
        let mut pairs = Vec::new();
        for distance in 1..count {
            let mut firsts = (0..count - distance).collect::<Vec<_>>();
            if distance % 2 == 0 {
                firsts.reverse();
            }
            for first in firsts {
                let pair = (order[first], order[first + distance]);
                if games[pair.0][pair.1] > 0 {
                    pairs.push(pair);
                }
            }
        }
        let expected = |ratings: &[f64], (one, other): (usize, usize)| {
            (50.0 + (ratings[one] - ratings[other]) / 8.0).clamp(0.0, 100.0)
        };
        let percent = |(one, other): (usize, usize)| {
            100.0 * points[one][other] / f64::from(games[one][other])
        };
        let pass = |pairs: &[(usize, usize)]| {
            let mut ratings = vec![1500.0; random.players];
            let mut past = vec![0.0; random.players];
            for pair in pairs {
                let n = f64::from(games[pair.0][pair.1]);
                let change =
                    (percent(*pair) - expected(&ratings, *pair)) / 100.0 * 400.0 * (n / (n + 10.0));
                ratings[pair.0] += change * (1.0 - past[pair.0] / (past[pair.0] + 800.0));
                ratings[pair.1] -= change * (1.0 - past[pair.1] / (past[pair.1] + 800.0));
                past[pair.0] += n;
                past[pair.1] += n;
            }
            ratings
        };
        let first = pass(&pairs);
        let backwards = pairs.iter().rev().copied().collect::<Vec<_>>();
        let second = pass(&backwards);
        let mean = first
            .iter()
            .zip(&second)
            .map(|(one, other)| (one + other) / 2.0);
        let mean = mean.collect::<Vec<_>>();
        let accuracy = [&mean, &first, &second].map(|ratings| {
            let close = pairs
                .iter()
                .map(|pair| 100.0 - (percent(*pair) - expected(ratings, *pair)).abs());
            let met = u32::try_from(pairs.len()).expect("small");
            close.sum::<f64>() / f64::from(met)
        });
        let ratings = order
            .iter()
            .map(|player| (*player, [mean[*player], first[*player], second[*player]]));
        Self {
            ratings: ratings.collect(),
            accuracy,
        }
    }
}

#[test]
fn game_courier_ratings_are_those_of_a_table_of_all_pairs() {
    let close = |one: f64, other: f64| (one - other).abs() < 1e-6;
    for (seed, players, games) in (1..=40)
        .map(|seed| (seed, 2 + seed % 20, 20 * seed))
        .chain([(99, 150, 5000)])
    {
        let random = Random::new(u64::try_from(seed).expect("small"), players.max(2), games);
        let courier = Courier::new(&random);
        let standings = random.standings(LadderSystem::GameCourier, &[]);
        assert_eq!(standings.rows.len(), courier.ratings.len());
        for row in &standings.rows {
            let expected = courier.ratings[&player(row)];
            for (key, expected) in ["rating", "first", "second"].iter().zip(expected) {
                let rating = float(&standings, row, key);
                assert!(
                    close(rating, expected),
                    "seed {seed}: {key} {rating} {expected}"
                );
            }
        }
        let accuracy = standings.accuracy.expect("games");
        for (one, other) in accuracy.iter().zip(courier.accuracy) {
            assert!(close(*one, other), "seed {seed}: accuracy {one} {other}");
        }
        let ratings = standings
            .rows
            .iter()
            .map(|row| float(&standings, row, "rating"));
        let ratings = ratings.collect::<Vec<_>>();
        assert!(
            ratings.windows(2).all(|pair| pair[0] > pair[1] - 1e-5),
            "best first"
        );
    }
}

/// The league's table with values in hundredths, as somebody would keep them in a sheet.
#[test]
fn race_code_values_are_those_of_a_sheet() {
    for seed in 1..=40 {
        let random = Random::new(seed, 3 + usize::try_from(seed).expect("small") % 9, 120);
        for accumulates in [true, false] {
            let mut current = HashMap::<usize, i128>::new();
            let mut highest = HashMap::<usize, i128>::new();
            for game in random.games.iter().filter(|game| game.counts) {
                let value = |player: usize| current.get(&player).copied().unwrap_or(0);
                let earned = |player: usize, opponent: usize, doubled: usize| {
                    let mut earned = 100 + 50 * i128::try_from(doubled).expect("small");
                    if doubled == 2 && value(player) < value(opponent) {
                        earned += value(opponent);
                    }
                    if accumulates {
                        value(player) + earned
                    } else {
                        earned
                    }
                };
                let white = earned(game.white, game.black, game.doubled);
                let black = earned(game.black, game.white, 2 - game.doubled);
                for (player, value) in [(game.white, white), (game.black, black)] {
                    current.insert(player, value);
                    let highest = highest.entry(player).or_default();
                    *highest = value.max(*highest);
                }
            }
            let reading = if accumulates { "accumulate" } else { "latest" };
            let standings = random.standings(LadderSystem::RaceCode, &[("current-value", reading)]);
            assert_eq!(standings.rows.len(), random.players);
            for row in &standings.rows {
                let hundredths = |key| {
                    let text = standings.value(row, key).expect("a column").exact();
                    let (whole, half) = text.split_once('.').unwrap_or((&text, "0"));
                    let half = i128::from(half == "5") * 50;
                    whole.parse::<i128>().expect("a number") * 100 + half
                };
                let of =
                    |values: &HashMap<usize, i128>| values.get(&player(row)).copied().unwrap_or(0);
                assert_eq!(hundredths("value"), of(&current), "seed {seed}, {reading}");
                assert_eq!(
                    hundredths("highest"),
                    of(&highest),
                    "seed {seed}, {reading}"
                );
            }
        }
    }
}
