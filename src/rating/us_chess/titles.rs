//! The registers of the Life Achievement Titles.

/// The class of life masters, by its lower bound.
pub(super) const LIFE_MASTER: u16 = 2200;

/// The lower bounds of the classes.
pub(super) static CLASSES: [u16; 13] = [
    2400, 2200, 2000, 1800, 1600, 1400, 1200, 1000, 800, 600, 400, 200, 100,
];

/// Which registers get how many games.
pub(super) fn credited(
    before_floors: f64,
    is_established: bool,
    played: u32,
) -> impl Iterator<Item = (u16, u32)> {
    let classes = CLASSES.iter().copied();
    classes
        .filter(move |class| is_established && f64::from(*class) <= before_floors)
        .map(move |class| (class, played))
}
