//! How many letters a font says that it has. The typesetter makes a list of them before anything else: one damaged byte, and it would fill
//! the memory.

use ttf_parser::{Face, Tag};

/// Twice what Unicode has room for. A font names most of its letters in two tables, and the largest fonts have some 65,000.
const MOST: u64 = 2 * 0x11_0000;

/// Whether the list of a font's letters has a length that a font can have.
pub(super) fn is_possible(face: &Face<'_>) -> bool {
    let table = face.raw_face().table(Tag::from_bytes(b"cmap"));
    table.is_none_or(|table| letters(table) <= MOST)
}

/// How many letters the subtables for Unicode of a `cmap` table map, those again that another one maps as well; of a subtable that ends too
/// soon, what there is of it. Counts no further than just above the most.
///
/// The layout is that of the OpenType specification, version 1.9.
fn letters(table: &[u8]) -> u64 {
    let mut counted = 0;
    let entries = (0..u16_at(table, 2).unwrap_or(0)).map_while(|number| {
        let entry = 4 + 8 * usize::from(number);
        let of = (u16_at(table, entry)?, u16_at(table, entry + 2)?);
        Some((of, u32_at(table, entry + 4)?))
    });
    // Of the others, for Macintosh or a single script, no list is made.
    let of_unicode = entries.filter(|(of, _)| matches!(of, (0, _) | (3, 1 | 10)));
    for (_, offset) in of_unicode {
        let subtable = usize::try_from(offset).ok().and_then(|at| table.get(at..));
        let Some(subtable) = subtable else { continue };
        // A range counts even if it is empty: to go through it takes time, too.
        for (first, last) in ranges(subtable) {
            counted += u64::from(last.saturating_sub(first)) + 1;
            if counted > MOST {
                return counted;
            }
        }
    }
    counted
}

/// The first and the last letter of each range.
fn ranges(subtable: &[u8]) -> Box<dyn Iterator<Item = (u32, u32)> + '_> {
    let short = |at| u16_at(subtable, at).map(u32::from);
    let long = |at| u32_at(subtable, at);
    match u16_at(subtable, 0) {
        Some(4) => {
            let segments = usize::from(u16_at(subtable, 6).unwrap_or(0) / 2);
            Box::new((0..segments).map_while(move |segment| {
                let last = short(14 + 2 * segment)?;
                let first = short(16 + 2 * (segments + segment))?;
                Some((first, last))
            }))
        }
        Some(12 | 13) => Box::new((0..long(12).unwrap_or(0)).map_while(move |group| {
            let at = 16 + 12 * usize::try_from(group).ok()?;
            Some((long(at)?, long(at + 4)?))
        })),
        // A glyph for each letter from a first one on.
        Some(10) => Box::new(long(16).map(|count| (1, count)).into_iter()),
        // For scripts with one and two bytes, which Unicode isn't: the same letters again and again.
        Some(2) => Box::new(std::iter::once((0, u32::MAX))),
        // All others map two bytes at most.
        Some(_) => Box::new(std::iter::once((0, u32::from(u16::MAX)))),
        None => Box::new(std::iter::empty()),
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_be_bytes(*bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_be_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in which so many entries lead to the same subtable.
    fn table(entries: u16, subtable: &[u8]) -> Vec<u8> {
        let offset = 4 + 8 * u32::from(entries);
        let mut table = [0_u16.to_be_bytes(), entries.to_be_bytes()].concat();
        for _ in 0..entries {
            table.extend([0, 3, 0, 10]);
            table.extend(offset.to_be_bytes());
        }
        table.extend(subtable);
        table
    }

    fn of_groups(groups: &[(u32, u32)]) -> Vec<u8> {
        let count = u32::try_from(groups.len()).expect("few groups");
        let mut subtable = [0, 12, 0, 0].to_vec();
        for number in [16 + 12 * count, 0, count] {
            subtable.extend(number.to_be_bytes());
        }
        for (first, last) in groups {
            subtable.extend([first.to_be_bytes(), last.to_be_bytes(), [0; 4]].concat());
        }
        subtable
    }

    fn of_segments(segments: &[(u16, u16)]) -> Vec<u8> {
        let count = u16::try_from(segments.len()).expect("few segments");
        let lasts = segments.iter().map(|(_, last)| *last);
        let firsts = segments.iter().map(|(first, _)| *first);
        let head = [4, 0, 0, 2 * count, 0, 0, 0];
        let numbers = head.into_iter().chain(lasts).chain([0]).chain(firsts);
        numbers.flat_map(u16::to_be_bytes).collect()
    }

    #[test]
    fn letters_are_counted_as_the_subtables_map_them() {
        let groups = of_groups(&[(0x20, 0x7E), (0xE01, 0xE3A)]);
        assert_eq!(letters(&table(1, &groups)), 95 + 58);
        assert_eq!(letters(&table(2, &groups)), 2 * (95 + 58));
        let segments = of_segments(&[(0x20, 0x7E), (0xA0, 0xA0), (0xFFFF, 0xFFFF)]);
        assert_eq!(letters(&table(1, &segments)), 95 + 1 + 1);
    }

    #[test]
    fn a_range_of_all_numbers_or_the_same_letters_again_and_again_are_too_many() {
        let all = of_groups(&[(0, u32::MAX)]);
        assert!(letters(&table(1, &all)) > MOST);
        let again = of_segments(&[(0, 0xFFFE); 40]);
        assert!(letters(&table(1, &again)) > MOST);
        let some = of_segments(&[(0, 0xFFFE)]);
        assert!(letters(&table(1, &some)) <= MOST);
        assert!(letters(&table(40, &some)) > MOST);
    }

    #[test]
    fn a_table_that_ends_too_soon_has_what_there_is_of_it() {
        let whole = table(1, &of_groups(&[(0x20, 0x7E), (0xE01, 0xE3A)]));
        let counts = (0..=whole.len()).map(|end| letters(&whole[..end]));
        assert!(counts.is_sorted());
        assert_eq!(letters(&whole[..whole.len() - 5]), 95);
        assert_eq!(letters(&[]), 0);
    }
}
