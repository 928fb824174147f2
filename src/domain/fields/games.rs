//! The fields of games.

use super::{
    super::{Field, Game, GameResult, MAX_TOURNAMENT, PlayerId},
    Camps, Choice, FieldSpec, Kind, Value,
};

/// The results, in the order of [`GameResult::ALL`].
const RESULTS: &[Choice] = &[
    result(GameResult::WhiteWon),
    result(GameResult::Draw),
    result(GameResult::BlackWon),
];

const fn result(result: GameResult) -> Choice {
    Choice {
        short: result.score(),
        words: result.words(),
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
        GameResult::ALL.get(self.place()?).copied()
    }
}

/// The fields of a game.
pub const GAME: &[FieldSpec<Game>] = &[
    FieldSpec {
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
        ..FieldSpec::new(
            (Field::White, Kind::Player),
            "White",
            "White",
            |game| Value::Reference(game.white.0),
            |game, value| game.white = value.reference().map_or(game.white, PlayerId),
        )
    },
    FieldSpec {
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
        ..FieldSpec::new(
            (Field::Black, Kind::Player),
            "Black",
            "Black",
            |game| Value::Reference(game.black.0),
            |game, value| game.black = value.reference().map_or(game.black, PlayerId),
        )
    },
    FieldSpec {
        if_missing: Some("Choose the result"),
        names_in_old_files: &[
            "result",
            "outcome",
            "score",
            "ergebnis",
            "resultat",
            "resultado",
        ],
        ..FieldSpec::new(
            (Field::Result, Kind::OneOf(RESULTS)),
            "Result",
            "result",
            |game| game.result.into(),
            |game, value| game.result = value.result().unwrap_or(game.result),
        )
    },
    FieldSpec {
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
        ..FieldSpec::new(
            (Field::Date, Kind::Date),
            "Date",
            "date",
            |game| game.date.into(),
            |game, value| game.date = value.date(),
        )
    },
    FieldSpec {
        camps: Camps::Clubs(|camp| {
            !camp.ladders.is_empty() || camp.games.iter().any(|game| !game.tournament.is_empty())
        }),
        names_in_old_files: &["tournament", "event", "turnier", "torneo", "tournoi"],
        ..FieldSpec::new(
            (
                Field::Tournament,
                Kind::Line {
                    most: MAX_TOURNAMENT,
                },
            ),
            "Tournament",
            "tournament",
            |game| game.tournament.as_str().into(),
            |game, value| game.tournament = value.into_text(),
        )
    },
    FieldSpec {
        short_title: "Counts",
        key: "counts",
        in_undo: "counting",
        ..FieldSpec::new(
            (Field::Counts, Kind::YesNo),
            "This game counts",
            "counts",
            |game| Value::YesNo(game.counts),
            |game, value| game.counts = value.is_yes(),
        )
    },
];
