//! What a camp is made of: plain types and the rules that hold for them.
//!
//! Nothing here knows a file, a clock, a window or a database. Dates and ids come in from outside.

mod camp;
mod check;
mod date;
mod doubts;
mod edit;
mod fields;
mod game;
mod group;
mod ids;
mod ladder;
mod meeting;
mod name;
mod player;
mod problem;
mod promotion;
mod public_name;
mod rating;
mod season;
mod settings;
mod standings;
mod week;
mod words;

pub use self::{
    camp::{CampData, GameElsewhere, ImportedElsewhere, MAX_CAMP_NAME},
    check::{
        Field, FieldProblem, MAX_BACKGROUND, MAX_NOTES, MAX_TOURNAMENT, check_camp_name,
        check_week_label,
    },
    date::{DateProblem, YEARS, parse_date, show_date, show_moment, show_time, within_years},
    doubts::{MOST_MEETINGS, doubts},
    edit::{
        Edit, ImportChanges, ImportedGame, ImportedGroup, ImportedPlayer, SavedRatings,
        name_of_adding, replacement_name, sentence_case, within_sentence,
    },
    fields::{
        About, Camps, Choice, Described, FieldScope, FieldSpec, GAME, GROUP, Kind, PLAYER, Value,
        Visibility, about,
    },
    game::{Game, GameResult, ImportedFrom},
    group::Group,
    ids::{GameId, GroupId, LadderId, MeetingId, PlayerId, RowPrint, WeekId},
    ladder::{LadderSetup, LadderSystem, MAX_LADDER_NAME, NewLadder, SettingValues},
    meeting::{Attendance, MAX_MEETING_NOTE, Meeting, NewMeeting},
    name::{
        MAX_NAME, NameProblem, clean_name, full_name, group_name_key, is_unprintable, listed_name,
        name_key, same_group_name,
    },
    player::{ExtraField, Player},
    problem::{LadderProblem, NamedGame, Record, Severity},
    promotion::{GAMES_TO_MOVE_UP, Promotion, promotions},
    public_name::PublicNames,
    rating::{RATING_RANGE, RatingProblem, Ratings, parse_rating, show_change, show_rating},
    season::{Season, SeasonLine, SeasonWeek, latest_players},
    settings::{CampSettings, Colour, Logo, MAX_FOOTER, MAX_LOGO, PictureKind, PublishedNames},
    standings::{Moved, Scope, Section, Standings, StandingsRow, System},
    week::{
        CampSeed, MAX_WEEK_LABEL, NextPlayer, NextWeek, OtherWeek, StaleWeek, Week, WeekBefore,
    },
    words::{counted, shortened},
};
