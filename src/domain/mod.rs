//! What a camp is made of: plain types and the rules that hold for them.
//!
//! Nothing here knows a file, a clock, a window or a database. Dates and ids come in from outside.

mod camp;
mod check;
mod crosstable;
mod date;
mod days;
mod doubts;
mod edit;
mod fields;
mod game;
mod group;
mod ids;
mod ladder;
mod meeting;
pub mod merge;
mod moment;
mod name;
mod next_games;
mod patch;
mod player;
mod problem;
mod promotion;
mod public_name;
mod rating;
mod record_kind;
mod round_robin;
mod season;
mod settings;
mod standings;
pub mod us_chess;
mod week;
mod words;

pub use self::{
    camp::CampData,
    check::Field,
    days::{Days, long_date},
    edit::{Acceptance, Edit, SavedRatings},
    fields::{CampField, Choice, CustomColumn, CustomValues, Value},
    game::{Game, GameResult, Tournament},
    group::Group,
    ids::{CustomColumnId, GameId, GroupId, MeetingId, PlayerId, WeekId},
    ladder::{LadderSystem, NewLadder, SettingValues},
    meeting::{Attendance, Meeting, NewMeeting},
    moment::Moment,
    name::name_key,
    patch::Patch,
    player::Player,
    problem::{
        LadderProblem, Missing, ProblemKind, Problems, Record, SectionToCheck, Severity,
        ThingToCheck,
    },
    rating::Ratings,
    record_kind::RecordKind,
    settings::{CampSettings, Colour, PublishedNames},
    week::{NextPlayer, NextWeek, Week, WeekBefore, WeekDetails},
};
pub(crate) use self::{
    camp::{GameElsewhere, ImportedElsewhere, MAX_CAMP_NAME},
    check::{
        FieldProblem, MAX_BACKGROUND, MAX_NICKNAME, MAX_NOTES, MAX_TOURNAMENT, check_camp_name,
        check_week_label,
    },
    crosstable::{CrosstableRow, GameInOrder, GamesOf, MOST_IN_SQUARE, Met, Score},
    date::{
        YEARS, parse_date, show_date, show_moment, show_moment_from, show_second_from, show_time,
        within_years,
    },
    days::day_in_year,
    doubts::{doubts, is_same_again},
    edit::{
        ImportChanges, ImportedGame, ImportedGroup, ImportedPlayer, replacement_name,
        sentence_case, within_sentence,
    },
    fields::{
        About, Camps, Described, FieldScope, FieldSpec, Kind, MAX_COLUMN_NAME, Visibility, about,
        check_column_name, custom_problems,
    },
    game::{ImportedFrom, ImportedTexts},
    ids::{LadderId, RowPrint},
    ladder::{LadderSetup, MAX_LADDER_NAME},
    meeting::MAX_MEETING_NOTE,
    name::{
        MAX_NAME, NameProblem, clean_name, full_name, group_name_key, is_stand_in_name,
        is_unprintable, listed_name, same_group_name, stand_in_name,
    },
    next_games::{POINTS_PER_GAME, next_games},
    player::ExtraField,
    problem::{
        MAX_PROBLEM_KEY, NamedGame, Numbered, alike, arrange, keeps_ratings, missing,
        stays_accepted, with_other_numbers,
    },
    promotion::{Promotion, promotions},
    public_name::{PublicNames, public_names_of_entries},
    rating::{RATING_RANGE, RatingProblem, parse_rating, show_change, show_rating, start_of_new},
    round_robin::{RoundRobinRound, round_robin},
    season::{Season, SeasonLine, SeasonWeek, latest_players},
    settings::{Logo, MAX_FOOTER, MAX_LOGO, PictureKind},
    standings::{Moved, Scope, Section, Standings, StandingsRow, System},
    week::{CampSeed, MAX_WEEK_LABEL, OtherWeek, StaleWeek},
    words::{counted, file_size, grouped, shortened, shown_rank, shown_ranks},
};
