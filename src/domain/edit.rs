//! Everything that can be done to a camp, each as one named change that is made whole or not at all.

use jiff::civil::Date;

use super::{
    CampData, Game, GameId, GameResult, Group, GroupId, NewGame, NewGroup, NewPlayer, Player,
    PlayerId, Ratings, RowPrint,
};

/// A change of a camp. The window, the command line and the import all change a camp by one of these.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    RenameCamp(String),
    AddGroup(NewGroup),
    ChangeGroup(Group),
    DeleteGroup(GroupId),
    /// The groups in their new order of skill, weakest first.
    OrderGroups(Vec<GroupId>),
    AddPlayer(NewPlayer),
    /// Names, group, notes and the like, as a form edits them. The ratings stay those of the camp file.
    ChangePlayer(Player),
    DeletePlayer(PlayerId),
    /// Players whose permanent rating at the start of the week is blank get the initial rating of their group.
    FillBlankStarts,
    AddGame(NewGame),
    ChangeGame(Game),
    DeleteGame(GameId),
    SaveRatings(SavedRatings),
    Import(Box<ImportChanges>),
}

impl Edit {
    /// What kind of change it is: "Change player". Names nobody.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::RenameCamp(_) => "Rename the camp",
            Self::AddGroup(_) => "Add group",
            Self::ChangeGroup(_) => "Change group",
            Self::DeleteGroup(_) => "Delete group",
            Self::OrderGroups(_) => "Change the order of the groups",
            Self::AddPlayer(_) => "Add player",
            Self::ChangePlayer(_) => "Change player",
            Self::DeletePlayer(_) => "Delete player",
            Self::FillBlankStarts => "Fill in blank start-of-week ratings",
            Self::AddGame(_) => "Add game",
            Self::ChangeGame(_) => "Change game",
            Self::DeleteGame(_) => "Delete game",
            Self::SaveRatings(_) => "Recalculate ratings",
            Self::Import(_) => "Import",
        }
    }

    /// What is done, in the words of a menu: "Change player Ola de la Cruz". `camp` is the camp before the change.
    pub fn name(&self, camp: &CampData) -> String {
        let game_number = |id: &GameId| camp.game(*id).map_or(0, |game| game.sequence);
        let what = match self {
            Self::RenameCamp(_)
            | Self::OrderGroups(_)
            | Self::FillBlankStarts
            | Self::SaveRatings(_) => return self.kind().to_owned(),
            Self::AddGroup(group) => group.name.clone(),
            Self::ChangeGroup(group) => group.name.clone(),
            Self::DeleteGroup(id) => camp.group_name(Some(*id)).to_owned(),
            Self::AddPlayer(player) => super::full_name(&player.first_name, &player.last_name),
            Self::ChangePlayer(player) => player.full_name(),
            Self::DeletePlayer(id) => camp.full_name(*id),
            Self::AddGame(_) => camp
                .games
                .last()
                .map_or(1, |last| last.sequence + 1)
                .to_string(),
            Self::ChangeGame(game) => game.sequence.to_string(),
            Self::DeleteGame(id) => game_number(id).to_string(),
            Self::Import(import) => import.source.clone(),
        };
        format!("{} {what}", self.kind())
    }
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
    /// Games whose number the week doesn't have yet. They take their place in the order of play by that number.
    pub new_games: Vec<ImportedGame>,
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
}

/// A group as the old file has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedGroup {
    pub name: String,
    pub initial_rating: Option<i32>,
    pub extra: Vec<(String, String)>,
    /// `None` for a group that only players mention.
    pub row: Option<RowPrint>,
}

/// A player as the old file has him or her.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedPlayer {
    pub id: PlayerId,
    pub last_name: String,
    pub first_name: String,
    pub group: Option<String>,
    pub active: bool,
    /// `None` leaves an active player's present ratings as they are: they follow from the games. For an inactive
    /// player these are the ratings that stay frozen.
    pub ratings: Option<Ratings>,
    pub start_permanent: Option<i32>,
    /// `None` leaves the notes as they are.
    pub notes: Option<String>,
    pub extra: Vec<(String, String)>,
    /// `None` for somebody who is in no list of players.
    pub row: Option<RowPrint>,
}

/// A game as the old file has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedGame {
    /// The game's number in the old file, or its row there.
    pub number: i64,
    pub white: PlayerId,
    pub black: PlayerId,
    /// What the text is taken for.
    pub result: GameResult,
    /// As the old file wrote it.
    pub result_text: String,
    pub date: Option<Date>,
    pub extra: Vec<(String, String)>,
    pub row: RowPrint,
}
