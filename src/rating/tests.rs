//! A club to play with, for the tests of all kinds of ladders.

use std::{ops::ControlFlow, sync::Arc};

use jiff::civil::{Date, date};

use super::{Kind, LadderStandings, NoStandings, Settings, Story, standings, story};
use crate::domain::{
    Attendance, CampData, Game, GameId, GameResult, Group, GroupId, Meeting, MeetingId, Player,
    PlayerId, SettingValues, Week,
};

pub(super) const TODAY: Date = date(2026, 12, 1);

/// Players by first name, numbered as they are named, and their games.
#[derive(Clone, Debug)]
pub(super) struct Club {
    pub(super) camp: CampData,
    day: Option<Date>,
}

impl Club {
    pub(super) fn new(names: &[&str]) -> Self {
        let players = (1..).zip(names).map(|(id, name)| Player {
            id: PlayerId(id),
            first_name: (*name).to_owned(),
            ..Player::default()
        });
        Self {
            camp: CampData {
                players: Arc::new(players.collect()),
                next_player: PlayerId(1000),
                ..CampData::new("Club", Week::new(1, date(2026, 9, 1)))
            },
            day: None,
        }
    }

    pub(super) fn id(&self, name: &str) -> PlayerId {
        let mut players = self.camp.players.iter();
        let player = players.find(|player| player.first_name == name);
        player.expect("somebody of the club").id
    }

    pub(super) fn player(&mut self, name: &str) -> &mut Player {
        let id = self.id(name);
        let mut players = Arc::make_mut(&mut self.camp.players).iter_mut();
        players.find(|player| player.id == id).expect("a player")
    }

    /// The day of the games from now on.
    pub(super) fn on(&mut self, day: Date) -> &mut Self {
        self.day = Some(day);
        self
    }

    pub(super) fn beats(&mut self, winner: &str, loser: &str) -> &mut Game {
        self.plays(winner, loser, GameResult::WhiteWon)
    }

    pub(super) fn draws(&mut self, white: &str, black: &str) -> &mut Game {
        self.plays(white, black, GameResult::Draw)
    }

    pub(super) fn plays(&mut self, white: &str, black: &str, result: GameResult) -> &mut Game {
        let (white, black) = (self.id(white), self.id(black));
        let games = Arc::make_mut(&mut self.camp.games);
        let sequence = i64::try_from(games.len()).expect("few games") + 1;
        games.push(Game {
            id: GameId(sequence),
            sequence,
            date: self.day,
            ..Game::new(white, black, result)
        });
        games.last_mut().expect("the game")
    }

    pub(super) fn misses(&mut self, day: Date, names: &[&str]) {
        let absent = names.iter().map(|name| (self.id(name), Attendance::Absent));
        let attendance = absent.collect();
        let meetings = Arc::make_mut(&mut self.camp.meetings);
        meetings.push(Meeting {
            id: MeetingId(i64::try_from(meetings.len()).expect("few") + 1),
            attendance,
            ..Meeting::new(day)
        });
    }

    pub(super) fn joined(&mut self, name: &str, day: Date) {
        self.player(name).joined = Some(day);
    }

    /// Puts everybody named into a group, with this initial rating.
    pub(super) fn group(&mut self, group: &str, initial: Option<i32>, names: &[&str]) {
        let groups = Arc::make_mut(&mut self.camp.groups);
        let id = GroupId(i64::try_from(groups.len()).expect("few") + 1);
        groups.push(Group {
            id,
            name: group.to_owned(),
            initial_rating: initial,
            skill_order: id.0,
            ..Group::default()
        });
        for name in names {
            self.player(name).group = Some(id);
        }
    }

    pub(super) fn settings(kind: &'static Kind, values: &[(&str, &str)]) -> Settings {
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Settings::new(kind, &values.collect::<SettingValues>()).expect("settings")
    }

    pub(super) fn standings(
        &self,
        kind: &'static Kind,
        values: &[(&str, &str)],
    ) -> LadderStandings {
        self.try_standings(kind, values).expect("standings")
    }

    pub(super) fn try_standings(
        &self,
        kind: &'static Kind,
        values: &[(&str, &str)],
    ) -> Result<LadderStandings, NoStandings> {
        let settings = Self::settings(kind, values);
        standings(&self.camp, &settings, TODAY, &mut |_, _| {
            ControlFlow::Continue(())
        })
    }

    pub(super) fn story(
        &self,
        kind: &'static Kind,
        values: &[(&str, &str)],
        player: PlayerId,
    ) -> Story {
        let settings = Self::settings(kind, values);
        let story = story(&self.camp, &settings, TODAY, player, &mut |_, _| {
            ControlFlow::Continue(())
        });
        story.expect("a story")
    }
}
