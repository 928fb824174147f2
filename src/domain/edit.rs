//! Everything that can be done to a camp, each as one named change that is made whole or not at all.

use jiff::civil::Date;

use super::{
    CampData, Game, GameId, GameResult, Group, GroupId, NewGame, NewGroup, NewPlayer, Player,
    PlayerId, Ratings,
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
    /// What is done, in the words of a menu: "Change player Ola de la Cruz". `camp` is the camp before the change.
    #[must_use]
    pub fn name(&self, camp: &CampData) -> String {
        let group_name = |id: &GroupId| camp.group(*id).map_or("", |group| &group.name);
        let game_number = |id: &GameId| camp.game(*id).map_or(0, |game| game.sequence);
        match self {
            Self::RenameCamp(_) => "Rename the camp".to_owned(),
            Self::AddGroup(group) => format!("Add group {}", group.name),
            Self::ChangeGroup(group) => format!("Change group {}", group.name),
            Self::DeleteGroup(id) => format!("Delete group {}", group_name(id)),
            Self::OrderGroups(_) => "Change the order of the groups".to_owned(),
            Self::AddPlayer(player) => format!(
                "Add player {}",
                super::full_name(&player.first_name, &player.last_name)
            ),
            Self::ChangePlayer(player) => format!("Change player {}", player.full_name()),
            Self::DeletePlayer(id) => format!("Delete player {}", camp.full_name(*id)),
            Self::FillBlankStarts => "Fill in blank start-of-week ratings".to_owned(),
            Self::AddGame(_) => format!(
                "Add game {}",
                camp.games.last().map_or(1, |last| last.sequence + 1)
            ),
            Self::ChangeGame(game) => format!("Change game {}", game.sequence),
            Self::DeleteGame(id) => format!("Delete game {}", game_number(id)),
            Self::SaveRatings(_) => "Recalculate ratings".to_owned(),
            Self::Import(import) => format!("Import {}", import.source),
        }
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
}

/// A game as the old file has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedGame {
    /// The game's number in the old file, or its row there.
    pub number: i64,
    pub white: PlayerId,
    pub black: PlayerId,
    pub result: GameResult,
    /// As the old file wrote it.
    pub result_text: String,
    pub date: Option<Date>,
    pub extra: Vec<(String, String)>,
}
