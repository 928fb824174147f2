//! The fields of games.

use strum::VariantArray as _;

use super::{
    super::{Field, Game, GameResult, MAX_TOURNAMENT, PlayerId},
    About, Camps, Choice, FieldSpec, Kind, Value,
};

/// The results, in the order of [`GameResult::VARIANTS`].
const RESULTS: &[Choice] = &[
    result(GameResult::WhiteWon),
    result(GameResult::Draw),
    result(GameResult::BlackWon),
];

const fn result(result: GameResult) -> Choice {
    Choice {
        short: result.score(),
        words: result.words(),
        stored: result as i8,
    }
}

impl From<GameResult> for Value {
    fn from(result: GameResult) -> Self {
        Self::OneOf(match result {
            GameResult::WhiteWon => 0,
            GameResult::Draw => 1,
            GameResult::BlackWon => 2,
        })
    }
}

impl Value {
    /// The result of a game; `None` for anything else.
    pub fn result(&self) -> Option<GameResult> {
        GameResult::VARIANTS.get(self.place()?).copied()
    }
}

pub(crate) const GAME: &[FieldSpec<Game>] = &[
    FieldSpec {
        about: About {
            column: "white_id",
            hint: "Name or number",
            if_missing: Some("Choose who had White"),
            key: "white",
            in_undo: "players",
            names_in_old_files: &[
                "white",
                "whiteid",
                "whiteplayer",
                "whiteplayerid",
                "weiß",
                "weiss",
            ],
            ..About::new(Field::White, Kind::Player, "White", "White")
        },
        get: |game| Value::Reference(game.white.0),
        set: |game, value| game.white = value.reference().map_or(game.white, PlayerId),
    },
    FieldSpec {
        about: About {
            column: "black_id",
            hint: "Name or number",
            if_missing: Some("Choose who had Black"),
            key: "black",
            in_undo: "players",
            names_in_old_files: &[
                "black",
                "blackid",
                "blackplayer",
                "blackplayerid",
                "schwarz",
            ],
            ..About::new(Field::Black, Kind::Player, "Black", "Black")
        },
        get: |game| Value::Reference(game.black.0),
        set: |game, value| game.black = value.reference().map_or(game.black, PlayerId),
    },
    FieldSpec {
        about: About {
            if_missing: Some("Choose the result"),
            names_in_old_files: &[
                "result",
                "outcome",
                "score",
                "ergebnis",
                "resultat",
                "resultado",
            ],
            ..About::new(Field::Result, Kind::OneOf(RESULTS), "Result", "result")
        },
        get: |game| game.result.into(),
        set: |game, value| game.result = value.result().unwrap_or(game.result),
    },
    FieldSpec {
        about: About {
            names_in_old_files: &[
                "date",
                "gamedate",
                "dateplayed",
                "playedon",
                "played",
                "day",
                "datum",
                "fecha",
            ],
            column: "played_on",
            hint: "7/25/2026",
            at_first: |camp, today| Value::Date(camp.day_of_typing(today)),
            carries_over: true,
            ..About::new(Field::Date, Kind::Date, "Date", "date")
        },
        get: |game| game.date.into(),
        set: |game, value| game.date = value.date(),
    },
    FieldSpec {
        about: About {
            camps: Camps::Clubs(|camp| {
                !camp.ladders.is_empty()
                    || camp.games.iter().any(|game| !game.tournament.is_empty())
            }),
            help: "Blank for a game of no tournament",
            carries_over: true,
            names_in_old_files: &["tournament", "event", "turnier", "torneo", "tournoi"],
            ..About::new(
                Field::Tournament,
                Kind::Line {
                    most: MAX_TOURNAMENT,
                },
                "Tournament",
                "tournament",
            )
        },
        get: |game| game.tournament.as_str().into(),
        set: |game, value| game.tournament = value.into_text().into(),
    },
    FieldSpec {
        about: About {
            since_schema: 3,
            is_shown: false,
            names_in_old_files: &["board", "boardnumber", "boardno", "brett", "tablero"],
            ..About::new(Field::Board, Kind::Number { most: 999 }, "Board", "board")
        },
        get: |game| game.board.map(i64::from).into(),
        // What is out of all bounds stays out of them.
        set: |game, value| {
            let number = value.number();
            game.board = number.map(|number| i16::try_from(number).unwrap_or(i16::MAX));
        },
    },
    FieldSpec {
        about: About {
            short_title: "Counts",
            help: "Fun games don’t change ratings",
            key: "counts",
            at_first: |_, _| Value::YesNo(true),
            in_undo: "counting",
            ..About::new(Field::Counts, Kind::YesNo, "This game counts", "counts")
        },
        get: |game| Value::YesNo(game.counts),
        set: |game, value| game.counts = value.is_yes(),
    },
];
