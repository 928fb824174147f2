//! The classes of the Life Achievement Titles, and which registers an event adds to.
//!
//! Source: the proposal of February 1998, `math.bu.edu/INDIVIDUAL/mg/ratings/titles.prop`; `../shared/reference/us-chess-ratings.md` 2a.

use crate::domain::us_chess::Account;

/// The class of life masters, by its lower bound.
pub(super) const LIFE_MASTER: u16 = 2200;

/// A class, with a register of its own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TitleClass {
    pub name: &'static str,
    /// The lowest rating of the class.
    pub from: u16,
    /// The games that its register has to count for the title; nothing where no source tells. A title without them is never reached.
    pub games: Option<u32>,
}

/// *Open*: the games of all classes but that of 2200, whose table is cut off in the text that was found.
pub static CLASSES: [TitleClass; 13] = [
    class("Senior Master", 2400, None),
    // The Original Life Master, as it was before.
    class("Master", LIFE_MASTER, Some(300)),
    class("Expert", 2000, None),
    class("Class A", 1800, None),
    class("Class B", 1600, None),
    class("Class C", 1400, None),
    class("Class D", 1200, None),
    class("Class E", 1000, None),
    class("Class F", 800, None),
    class("Class G", 600, None),
    class("Class H", 400, None),
    class("Class I", 200, None),
    // All below 200; nobody's rating is below 100.
    class("Class J", 100, None),
];

const fn class(name: &'static str, from: u16, games: Option<u32>) -> TitleClass {
    TitleClass { name, from, games }
}

impl TitleClass {
    /// The class of a lower bound.
    #[must_use]
    pub fn of(from: u16) -> Option<&'static Self> {
        CLASSES.iter().find(|class| class.from == from)
    }

    /// Whether a register of so many games has reached the title.
    #[must_use]
    pub fn is_reached(&self, register: u32) -> bool {
        self.games.is_some_and(|games| register >= games)
    }
}

/// A member's register of a class.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Register {
    pub class: &'static TitleClass,
    pub games: u32,
}

impl Register {
    #[must_use]
    pub fn is_reached(self) -> bool {
        self.class.is_reached(self.games)
    }
}

/// The registers of an account that count anything, the highest class first.
pub fn registers(account: &Account) -> impl Iterator<Item = Register> {
    CLASSES.iter().filter_map(|class| {
        let games = *account.titles.get(&class.from)?;
        (games > 0).then_some(Register { class, games })
    })
}

/// A title of 2200 that somebody holds, whether its floor is wanted or not.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct LifeMaster {
    pub games: u32,
    /// Whether the member's floor is as high. One that was declined later stays until it is adjusted; of a title that an old file tells, the
    /// floor comes with the next section.
    pub is_floor_in_force: bool,
}

/// The title of 2200, if the account's register has reached it.
#[must_use]
pub fn life_master(account: &Account) -> Option<LifeMaster> {
    let mut registers = registers(account);
    let register = registers.find(|register| register.class.from == LIFE_MASTER)?;
    register.is_reached().then(|| LifeMaster {
        games: register.games,
        is_floor_in_force: account
            .floor
            .is_some_and(|floor| floor >= f64::from(LIFE_MASTER)),
    })
}

/// The registers that an event adds to, by the lower bounds of their classes, each with the games of the event: those of the player's class and
/// of all lower ones. The rating is the one after the event, before floors, with all its decimals. Whoever is provisional after the event, or
/// hasn't played, is credited nothing.
pub fn credited(
    before_floors: f64,
    is_established: bool,
    played: u32,
) -> impl Iterator<Item = (u16, u32)> {
    let is_credited = move |class: &&TitleClass| {
        is_established && played > 0 && f64::from(class.from) <= before_floors
    };
    let classes = CLASSES.iter().filter(is_credited);
    classes.map(move |class| (class.from, played))
}

#[cfg(test)]
mod tests;
