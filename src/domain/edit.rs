//! Everything that can be done to a camp, each as one named change that is made whole or not at all.

use jiff::civil::Date;

use super::{
    CampData, CampSettings, CustomColumnId, Described, ExtraField, Field, Game, GameId, GameResult,
    Group, GroupId, ImportedFrom, Kind, LadderId, LadderSetup, Meeting, MeetingId, NewLadder,
    NewMeeting, NextWeek, Patch, Player, PlayerId, Ratings, Record, RecordKind, RowPrint, Value,
    Week, WeekDetails, WeekId, counted, meeting::meeting_in_words, merge::Merge, shortened,
    us_chess,
};

/// A change of a camp. The window, the command line and the import all change a camp by one of these.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    RenameCamp(String),
    /// Logo, footer and colour of the papers, and how published pages name the campers.
    ChangeSettings(Box<CampSettings>),
    /// Recalculates, and closes the week: from now on it is kept as it is. A week that was opened again gives way to the
    /// last one.
    CloseWeek {
        on: Date,
    },
    /// Opens a closed week again, to correct it.
    ReopenWeek(WeekId),
    /// Begins the week after the last one, which must be closed. Everybody starts it with the permanent rating of now and
    /// the initial rating of his or her group; there are no games yet.
    StartWeek(Box<NextWeek>),
    /// What the director calls a week, and its days.
    ChangeWeek {
        week: WeekId,
        details: WeekDetails,
    },
    /// A custom column of players or groups, behind those that there are.
    AddColumn {
        kind: RecordKind,
        name: String,
    },
    RenameColumn {
        column: CustomColumnId,
        name: String,
    },
    /// With what stands in it, in all weeks.
    DeleteColumn(CustomColumnId),
    /// Name and initial rating. The number and the place in the order of skill are given by the camp file.
    AddGroup(Group),
    ChangeGroup(Patch<Group>),
    DeleteGroup(GroupId),
    /// The groups in their new order of skill, weakest first.
    OrderGroups(Vec<GroupId>),
    /// The fields of a form. The number is given by the camp file, and both ratings follow from the group.
    AddPlayer(Player),
    /// Names, group, notes and the like, as a form edits them.
    ChangePlayer(Patch<Player>),
    DeletePlayer(PlayerId),
    /// Players whose permanent rating at the start of the week is blank get the initial rating of their group.
    FillBlankStarts,
    /// Everybody's permanent rating at the start of the week becomes the one that the week before ended with; also the frozen
    /// ratings of those who left before it.
    CarryStarts,
    AddGame {
        /// The fields of a form. The number is given by the camp file.
        game: Game,
        /// The game that it was played before; `None` puts it after all others of the open week.
        before: Option<GameId>,
    },
    ChangeGame(Patch<Game>),
    DeleteGame(GameId),
    /// Moves a game in the order of play.
    MoveGame {
        game: GameId,
        /// The game that it was played before; `None` for the end.
        before: Option<GameId>,
    },
    /// Records whether players and result were compared with the paper.
    VerifyGame {
        game: GameId,
        verified: bool,
    },
    SaveRatings(SavedRatings),
    /// Takes problems off the list of a week, as the director has called them right, or puts them back on it.
    AcceptProblems(Acceptance),
    AddLadder(NewLadder),
    ChangeLadder(LadderSetup),
    DeleteLadder(LadderId),
    AddMeeting(NewMeeting),
    ChangeMeeting(Meeting),
    DeleteMeeting(MeetingId),
    Import(Box<ImportChanges>),
    /// Of members, events and sections of US Chess.
    UsChess(us_chess::Change),
    /// Another copy of the camp is brought together with this one.
    Merge(Box<Merge>),
    /// Several changes that are one: made together, and undone together.
    Together {
        /// In the words of a menu: "Move 5 players to Red".
        name: String,
        edits: Vec<Self>,
    },
}

impl Edit {
    /// What a merge is, whichever copy it brings.
    pub(crate) const BRING_BACK: &str = "Bring the copy back";

    /// Makes every field of a record what it is here.
    pub fn put<R: Described>(record: &R) -> Self {
        R::change(Patch::whole(record))
    }

    /// The change that deletes a record.
    pub const fn delete(record: Record) -> Self {
        match record {
            Record::Player(id) => Self::DeletePlayer(id),
            Record::Group(id) => Self::DeleteGroup(id),
            Record::Game(id) => Self::DeleteGame(id),
            Record::Meeting(id) => Self::DeleteMeeting(id),
        }
    }

    /// Adds a game after all others of the open week.
    pub const fn add_game(game: Game) -> Self {
        Self::AddGame { game, before: None }
    }

    /// What kind of change it is: "Change player". Names nobody.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::RenameCamp(_) => "Rename the camp",
            Self::ChangeSettings(_) => "Change camp settings",
            Self::CloseWeek { .. } => "Close the week",
            Self::ReopenWeek(_) => "Reopen the week",
            Self::StartWeek(_) => "Start the next week",
            Self::ChangeWeek { .. } => "Change name or days of the week",
            Self::AddColumn { .. } => "Add column",
            Self::RenameColumn { .. } => "Rename column",
            Self::DeleteColumn(_) => "Delete column",
            Self::AddGroup(_) => "Add group",
            Self::ChangeGroup(_) => "Change group",
            Self::DeleteGroup(_) => "Delete group",
            Self::OrderGroups(_) => "Change the order of the groups",
            Self::AddPlayer(_) => "Add player",
            Self::ChangePlayer(_) => "Change player",
            Self::DeletePlayer(_) => "Delete player",
            Self::FillBlankStarts => "Fill in blank start-of-week ratings",
            Self::CarryStarts => "Update start ratings",
            Self::AddGame { .. } => "Add game",
            Self::ChangeGame(_) => "Change game",
            Self::DeleteGame(_) => "Delete game",
            Self::MoveGame { .. } => "Move game",
            Self::VerifyGame { verified: true, .. } => "Check game",
            Self::VerifyGame { .. } => "Uncheck game",
            Self::SaveRatings(_) => "Recalculate ratings",
            Self::AcceptProblems(Acceptance { accepted: true, .. }) => "Accept problems",
            Self::AcceptProblems(_) => "List problems again",
            Self::AddLadder(_) => "Add ladder",
            Self::ChangeLadder(_) => "Change ladder",
            Self::DeleteLadder(_) => "Delete ladder",
            Self::AddMeeting(_) => "Add meeting",
            Self::ChangeMeeting(_) => "Change meeting",
            Self::DeleteMeeting(_) => "Delete meeting",
            Self::Import(_) => "Import",
            Self::UsChess(change) => change.kind(),
            Self::Merge(_) => Self::BRING_BACK,
            Self::Together { .. } => "Change several records",
        }
    }

    /// What is done, in the words of a menu: "Change result of game 17". `camp` is the camp before the change.
    pub fn name(&self, camp: &CampData) -> String {
        let kind = self.kind();
        match self {
            Self::RenameCamp(_)
            | Self::ChangeSettings(_)
            | Self::OrderGroups(_)
            | Self::FillBlankStarts
            | Self::CarryStarts
            | Self::SaveRatings(_) => kind.to_owned(),
            Self::Merge(merge) => merge.name(),
            Self::CloseWeek { .. } => format!("Close {}", within_sentence(&camp.week.name())),
            Self::ReopenWeek(id) => format!("Reopen {}", week_in_words(camp, *id)),
            Self::ChangeWeek { week, details } => week_change(camp, *week, details),
            Self::StartWeek(_) => {
                let last = camp.weeks.last().map_or(0, |week| week.number);
                format!("Start week {}", last + 1)
            }
            Self::AddColumn { name, .. } => format!("{kind} {name}"),
            Self::RenameColumn { column, name } => {
                format!("{kind} {} to {name}", column_name(camp, *column))
            }
            Self::DeleteColumn(column) => format!("{kind} {}", column_name(camp, *column)),
            Self::AddGroup(group) => format!("{kind} {}", group.name),
            Self::ChangeGroup(group) => format!("{kind} {}", camp.group_name(Some(group.id))),
            Self::DeleteGroup(id) => format!("{kind} {}", camp.group_name(Some(*id))),
            Self::AddPlayer(player) => {
                let name = super::full_name(&player.first_name, &player.last_name);
                format!("{kind} {name}")
            }
            Self::ChangePlayer(patch) => player_change(camp, patch),
            Self::DeletePlayer(id) => format!("{kind} {}", camp.full_name(*id)),
            Self::AddGame { game, before } => {
                let place = match before {
                    Some(next) => camp.game(*next).map_or(1, |next| next.sequence),
                    None => camp.games.last().map_or(1, |last| last.sequence + 1),
                };
                name_of_adding(camp, place, (game.white, game.black), game.result)
            }
            Self::ChangeGame(patch) => game_change(camp, patch),
            Self::DeleteGame(id) => {
                let game = camp.game(*id).map(|game| {
                    let players = (game.white, game.black);
                    game_in_words(camp, game.sequence, players, game.result)
                });
                format!("{kind} {}", game.as_deref().unwrap_or("0"))
            }
            Self::MoveGame { game: id, .. } | Self::VerifyGame { game: id, .. } => {
                let number = camp.game(*id).map_or(0, |game| game.sequence);
                format!("{kind} {number}")
            }
            Self::AcceptProblems(Acceptance { what, accepted, .. }) => {
                if *accepted {
                    format!("Accept {what}")
                } else {
                    format!("List {what} again")
                }
            }
            Self::AddLadder(ladder) => format!("{kind} {}", ladder.name),
            Self::ChangeLadder(ladder) => ladder_change(camp, ladder),
            Self::DeleteLadder(id) => {
                let name = camp.ladder(*id).map_or("", |ladder| &ladder.name);
                format!("{kind} {name}").trim_end().to_owned()
            }
            Self::AddMeeting(meeting) => format!("Add {}", meeting_in_words(meeting.date)),
            Self::ChangeMeeting(meeting) => meeting_change(camp, meeting),
            Self::DeleteMeeting(id) => match camp.meeting(*id) {
                Some(meeting) => format!("Delete {}", meeting.in_words()),
                None => kind.to_owned(),
            },
            Self::Import(import) => format!("{kind} {}{}", import.source, import.sums()),
            Self::UsChess(change) => change.name(),
            Self::Together { name, .. } => name.clone(),
        }
    }

    /// Whether it changes what a week consists of, and so is refused once the week is closed.
    pub fn changes_week(&self) -> bool {
        match self {
            Self::RenameCamp(_)
            | Self::ChangeSettings(_)
            | Self::CloseWeek { .. }
            | Self::ReopenWeek(_)
            | Self::StartWeek(_)
            | Self::ChangeWeek { .. }
            // About the list, and not about what is listed: also of a closed week.
            | Self::AcceptProblems(_)
            | Self::AddColumn { .. }
            | Self::RenameColumn { .. }
            | Self::DeleteColumn(_)
            | Self::AddLadder(_)
            | Self::ChangeLadder(_)
            | Self::DeleteLadder(_)
            | Self::AddMeeting(_)
            | Self::ChangeMeeting(_)
            | Self::DeleteMeeting(_)
            // It changes what is open, and the ratings follow in any case.
            | Self::Merge(_)
            | Self::UsChess(_) => false,
            Self::Together { edits, .. } => edits.iter().any(Self::changes_week),
            _ => true,
        }
    }

    /// Whether the ratings follow from the change at once, if the director wants that. An import that brings ratings of
    /// its own leaves them to be compared, until Recalc Ratings or the next change.
    pub fn moves_ratings(&self) -> bool {
        match self {
            Self::Import(import) => import.players.iter().all(|player| player.ratings.is_none()),
            Self::OrderGroups(_) | Self::VerifyGame { .. } | Self::SaveRatings(_) => false,
            Self::Together { edits, .. } => edits.iter().any(Self::moves_ratings),
            _ => self.changes_week(),
        }
    }
}

/// "week 3"
fn week_in_words(camp: &CampData, id: WeekId) -> String {
    let week = camp.weeks.iter().find(|week| week.id == id);
    let name = week.map_or_else(|| "a week".to_owned(), Week::name);
    within_sentence(&name)
}

/// "Change the days of week 3" where nothing else differs.
fn week_change(camp: &CampData, id: WeekId, after: &WeekDetails) -> String {
    let mut weeks = camp.weeks.iter();
    let before = weeks.find(|week| week.id == id).map(WeekDetails::of);
    let before = before.unwrap_or_default();
    let what = match (before.label == after.label, before.days == after.days) {
        (true, false) => "days",
        (false, true) => "name",
        _ => "name and days",
    };
    format!("Change {what} of {}", week_in_words(camp, id))
}

/// The name of adding a game that gets this number: "Add game 17, Gael Shah 1–0 Ana Rao".
fn name_of_adding(
    camp: &CampData,
    number: i64,
    players: (PlayerId, PlayerId),
    result: GameResult,
) -> String {
    format!("Add game {}", game_in_words(camp, number, players, result))
}

/// "17, Gael Shah 1–0 Ana Rao"
fn game_in_words(
    camp: &CampData,
    number: i64,
    (white, black): (PlayerId, PlayerId),
    result: GameResult,
) -> String {
    let (white, black) = (camp.full_name(white), camp.full_name(black));
    format!("{number}, {white} {} {black}", result.score())
}

fn column_name(camp: &CampData, id: CustomColumnId) -> &str {
    camp.about(Field::Custom(id))
        .map_or("", |about| about.title)
}

/// "Change group of Ola de la Cruz" where nothing else differs.
fn player_change(camp: &CampData, patch: &Patch<Player>) -> String {
    let name = camp.full_name(patch.id);
    let Some(before) = camp.player(patch.id) else {
        return format!("Change player {name}");
    };
    let after = patch.applied_to(before);
    match only_difference(camp, before, &after) {
        Some("state") if after.active => format!("Make {name} active"),
        Some("state") => format!("Make {name} inactive"),
        Some(what) => format!("Change {what} of {name}"),
        None => format!("Change player {name}"),
    }
}

/// "Change result of game 17" where nothing else differs.
fn game_change(camp: &CampData, patch: &Patch<Game>) -> String {
    let Some(before) = camp.game(patch.id) else {
        return "Change game".to_owned();
    };
    let number = before.sequence;
    let after = patch.applied_to(before);
    match only_difference(camp, before, &after) {
        Some("counting") if after.counts => format!("Make game {number} rated"),
        Some("counting") => format!("Make game {number} a fun game"),
        Some(what) => format!("Change {what} of game {number}"),
        None => format!("Change game {number}"),
    }
}

/// "Rename ladder Thursday to Friday" where nothing else differs.
fn ladder_change(camp: &CampData, after: &LadderSetup) -> String {
    match camp.ladder(after.id) {
        Some(before)
            if before.name != after.name
                && (before.system, &before.settings) == (after.system, &after.settings) =>
        {
            format!("Rename ladder {} to {}", before.name, after.name)
        }
        Some(before) => format!("Change ladder {}", before.name),
        None => format!("Change ladder {}", after.name),
    }
}

/// "Change attendance of the meeting of 9/3/2026" where nothing else differs.
fn meeting_change(camp: &CampData, after: &Meeting) -> String {
    let Some(before) = camp.meeting(after.id) else {
        return format!("Change {}", after.in_words());
    };
    let differs = [
        (before.date != after.date, "day"),
        (before.note != after.note, "note"),
        (before.attendance != after.attendance, "attendance"),
    ];
    match only(&differs) {
        Some(what) => format!("Change {what} of {}", before.in_words()),
        None => format!("Change {}", before.in_words()),
    }
}

/// The name of a change as it stands within a sentence: "change result of game 17".
pub(crate) fn within_sentence(name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A text with a capital, as a sentence of its own begins.
pub(crate) fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The name of a replacement in many records: "Replace “Red” with “Green”". Long texts are cut short.
pub(crate) fn replacement_name(find: &str, with: &str) -> String {
    /// As many as a menu has room for twice.
    const LETTERS: usize = 30;
    let (find, with) = (shortened(find, LETTERS), shortened(with, LETTERS));
    format!("Replace “{find}” with “{with}”")
}

/// The word for what two records differ in, if it is one thing. Both names of a player are one, and both players of a game.
fn only_difference<'a, R: Described>(camp: &'a CampData, before: &R, after: &R) -> Option<&'a str> {
    let fields = camp.fields_of::<R>();
    let mut words = fields
        .filter(|field| !field.is_same(before, after))
        .map(|field| field.about().in_undo);
    let first = words.next()?;
    words.all(|word| word == first).then_some(first)
}

/// The one thing that differs, if it is one.
fn only<'a>(differs: &[(bool, &'a str)]) -> Option<&'a str> {
    let mut differing = differs.iter().filter(|(differs, _)| *differs);
    match (differing.next(), differing.next()) {
        (Some((_, what)), None) => Some(what),
        _ => None,
    }
}

/// Problems of a week that are called right, or no longer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Acceptance {
    pub week: WeekId,
    /// The [keys](super::LadderProblem::key) of the problems.
    pub keys: Vec<String>,
    pub accepted: bool,
    /// "9 inactive campers with games"
    pub what: String,
}

/// The result of a recalculation, ready to be saved.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SavedRatings {
    /// Every player's two ratings after the last game, by player number.
    pub ratings: Vec<(PlayerId, Ratings)>,
}

/// What an import does to a camp. Groups are named and not numbered, as new ones have no number yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportChanges {
    /// What is imported, for the name of the change: "Ladder Players.csv and 2 more".
    pub source: String,
    /// Added where the camp has no group of this name, otherwise changed.
    pub groups: Vec<ImportedGroup>,
    /// Added where the camp has no player of this number, otherwise changed.
    pub players: Vec<ImportedPlayer>,
    /// Players who leave the week, as somebody else has their number in the old file.
    pub leaving: Vec<PlayerId>,
    /// Games whose number the week doesn't have yet. They take their place in the order of play by that number.
    pub new_games: Vec<ImportedGame>,
    /// From this number on, they come last in the order of play instead, also behind games that were typed: what a list without numbers, or
    /// what is pasted, adds.
    pub further_from: Option<i64>,
    /// Games that an earlier import brought and that now read otherwise.
    ///
    /// A group, player or game that is here may be as the camp has it: then only its row is remembered.
    pub changed_games: Vec<(GameId, ImportedGame)>,
}

impl ImportChanges {
    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
            && self.players.is_empty()
            && self.new_games.is_empty()
            && self.changed_games.is_empty()
    }

    /// " (12 games added)"
    fn sums(&self) -> String {
        match self.new_games.len() {
            0 => String::new(),
            games => format!(" ({} added)", counted(games, "game")),
        }
    }
}

/// A group as the old file has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedGroup {
    pub name: String,
    pub initial_rating: Option<i32>,
    /// What the file says in further columns. A blank leaves what the camp has.
    pub extra: Vec<ExtraField>,
    /// `None` for a group that only players mention.
    pub row: Option<RowPrint>,
}

impl ImportedGroup {
    /// The starting point: a group that only players mention.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            initial_rating: None,
            extra: Vec::new(),
            row: None,
        }
    }
}

/// A player as the old file has him or her.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ImportedPlayer {
    /// What the file says, with the number and whatever else isn't a field. A field that is empty stays as it is; ratings, group and further
    /// columns are said beside it.
    pub player: Player,
    pub group: Option<String>,
    /// What the file says in further columns. A blank leaves what the camp has.
    pub extra: Vec<ExtraField>,
    /// `None` leaves an active player's present ratings as they are: they follow from the games. For an inactive
    /// player these are the ratings that stay frozen.
    pub ratings: Option<Ratings>,
}

impl ImportedPlayer {
    /// The player as the camp will have him or her. The group, which is only named here, and the ratings stay as they are in `before`.
    #[must_use]
    pub fn over(&self, before: &Player) -> Player {
        let mut player = before.clone();
        let fields = Player::FIELDS.iter();
        for spec in fields.filter(|spec| spec.about.is_imported()) {
            let value = (spec.get)(&self.player);
            if value != Value::Empty && spec.about.kind != Kind::Group {
                (spec.set)(&mut player, value);
            }
        }
        player
    }
}

/// A game as the old file has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedGame {
    /// The game as the camp will have it, as far as an import says it.
    pub game: Game,
    /// What is kept of its row.
    pub from: ImportedFrom,
}

impl ImportedGame {
    /// The game as the camp will have it.
    #[must_use]
    pub fn over(&self, before: &Game) -> Game {
        let mut game = before.clone();
        let fields = Game::FIELDS.iter();
        for spec in fields.filter(|spec| spec.about.is_imported()) {
            (spec.set)(&mut game, (spec.get)(&self.game));
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_is_named_in_short() {
        assert_eq!(replacement_name("Red", ""), "Replace “Red” with “”");
        let thirty = "ä".repeat(30);
        assert_eq!(
            replacement_name(&thirty, &"x".repeat(31)),
            format!("Replace “{thirty}” with “{}…”", "x".repeat(29))
        );
    }
}
