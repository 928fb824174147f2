//! How lists are divided into pages: as few pages as can be read across a room, and then the largest type that fits them.
//!
//! Widths of texts are in ems, which grow with the type; everything else is in points.

use std::ops::Range;

use super::super::state::Sheet;

/// The type of a line, as a part of its height.
const TYPE: f32 = 0.72;

/// A column with less room, in ems, has to make too many names small.
const LEAST_COLUMN: f32 = 21.0;

/// In a column with more room, in ems, the eye loses the line on its way from the name to the rating.
const MOST_COLUMN: f32 = 24.0;

/// Between two columns, and between the parts of a line, in ems.
pub(super) const GUTTER: f32 = 1.2;
pub(super) const GAP: f32 = 0.7;

/// Before the rank there is room for the mark of a line that has moved, in ems.
pub(super) const MARK: f32 = 1.1;

/// Where there is room left below, lines stand so much further apart at most.
const MOST_STRETCH: f32 = 1.3;

/// The type of a line, in points.
pub(super) fn type_of(line: f32) -> f32 {
    line * TYPE
}

/// The room for lines on a page, and how high a line may be, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) least: f32,
    pub(super) most: f32,
}

/// A name, measured in ems.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NameWidth {
    all: f32,
    words: Vec<f32>,
    space: f32,
}

impl NameWidth {
    /// `width` tells the width of a letter in ems.
    pub(super) fn new(name: &str, mut width: impl FnMut(char) -> f32) -> Self {
        let mut of = |text: &str| text.chars().map(&mut width).sum::<f32>();
        Self {
            all: of(name),
            words: name.split(' ').map(&mut of).collect(),
            space: of(" "),
        }
    }

    /// How many lines the name takes where each has so much room, in ems.
    fn lines(&self, room: f32) -> u16 {
        if self.all <= room {
            return 1;
        }
        let mut lines = 1;
        let mut left = room;
        for (place, word) in self.words.iter().enumerate() {
            let with_space = if place == 0 { *word } else { word + self.space };
            if with_space <= left {
                left -= with_space;
                continue;
            }
            if place > 0 {
                lines += 1;
            }
            left = room - word;
            // A word that is longer than the line is broken.
            while left < 0.0 && lines < u16::MAX {
                lines += 1;
                left += room;
            }
        }
        lines
    }
}

/// The widths of what stands in a line beside the name, in ems.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Beside {
    pub(super) rank: f32,
    pub(super) rating: f32,
    pub(super) change: f32,
    /// The arrow behind the change, and the places that it stands for.
    pub(super) arrow: f32,
}

impl Beside {
    /// All of it, with what keeps it apart.
    fn all(self) -> f32 {
        MARK + self.rank + self.rating + self.change + self.arrow + 3.0 * GAP
    }

    /// What is left for the name in a column of this width, in points.
    pub(super) fn name(self, column: f32, line: f32) -> f32 {
        (column - self.all() * type_of(line)).max(type_of(line))
    }
}

/// A list to be divided.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) names: Vec<NameWidth>,
    pub(super) beside: Beside,
}

/// How the pages of a list look.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Look {
    /// The height of a line, in points; one with a name that needs several is higher.
    pub(super) line: f32,
    /// The width of a column, in points.
    pub(super) column: f32,
    pub(super) beside: Beside,
}

/// A page: its lines in one column or two, with the height of each.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Page {
    pub(super) sheet: Sheet,
    pub(super) columns: Vec<Range<usize>>,
}

/// All pages of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) pages: Vec<Page>,
    /// By list.
    pub(super) looks: Vec<Look>,
    /// The height of each line, by list.
    pub(super) heights: Vec<Vec<f32>>,
}

impl Plan {
    pub(super) fn new(lists: &[List], room: Room) -> Self {
        let mut plan = Self::default();
        for (place, list) in lists.iter().enumerate() {
            let columns = Columns::for_list(list, room);
            let look = columns.look(list, room);
            let mut heights = list.heights(&look, room);
            let filled = columns.fill_evenly(&heights, room.height);
            stretch(&mut heights, &filled, room.height);
            for columns in filled.chunks(columns.on_page) {
                let lines = columns.first().map_or(0, |column| column.start)
                    ..columns.last().map_or(0, |column| column.end);
                plan.pages.push(Page {
                    sheet: Sheet { list: place, lines },
                    columns: columns.to_vec(),
                });
            }
            plan.looks.push(look);
            plan.heights.push(heights);
        }
        plan
    }
}

impl List {
    /// The height of each line, in points.
    fn heights(&self, look: &Look, room: Room) -> Vec<f32> {
        // A name may be as small as the least line allows, and then goes on in another such line.
        let name = look.beside.name(look.column, look.line) / type_of(room.least);
        let height = |width: &NameWidth| {
            let lines = f32::from(width.lines(name)) * room.least;
            // Where even a whole page is too low for it, only smaller type helps.
            lines.min(room.height).max(look.line)
        };
        self.names.iter().map(height).collect()
    }
}

/// How many columns there are on a page, and how many pages.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Columns {
    on_page: usize,
    pages: usize,
    line: f32,
}

impl Columns {
    /// As few pages as can be, and of those the largest type.
    fn for_list(list: &List, room: Room) -> Self {
        let one = Self::at_least_type(1, list, room);
        let least_column = LEAST_COLUMN * type_of(room.least);
        let has_room_for_two = column(2, room.least, room.width) >= least_column;
        let two = has_room_for_two.then(|| Self::at_least_type(2, list, room));
        match two {
            Some(two) if two.pages < one.pages || two.pages == one.pages && two.line > one.line => {
                two
            }
            _ => one,
        }
    }

    fn at_least_type(on_page: usize, list: &List, room: Room) -> Self {
        let mut columns = Self {
            on_page,
            pages: 0,
            line: room.least,
        };
        columns.pages = columns.pages_at(room.least, list, room);
        // Wide type in a narrow column would make all names small.
        let fits_across =
            |line: f32| column(on_page, line, room.width) >= LEAST_COLUMN * type_of(line);
        let (least, most) = (room.least, room.most.max(room.least));
        columns.line = largest(least, most, |line| {
            fits_across(line) && columns.pages_at(line, list, room) <= columns.pages
        });
        columns
    }

    /// How many pages there are with lines of this height.
    fn pages_at(self, line: f32, list: &List, room: Room) -> usize {
        let look = Self { line, ..self }.look(list, room);
        let heights = list.heights(&look, room);
        fill(&heights, room.height).len().div_ceil(self.on_page)
    }

    fn look(self, list: &List, room: Room) -> Look {
        let most = MOST_COLUMN * type_of(self.line);
        Look {
            line: self.line,
            column: column(self.on_page, self.line, room.width).min(most),
            beside: list.beside,
        }
    }

    /// The lines of each column, of all pages: no column is longer than it must be.
    fn fill_evenly(self, heights: &[f32], room: f32) -> Vec<Range<usize>> {
        let all = self.pages * self.on_page;
        let saved = largest(0.0, room, |saved| fill(heights, room - saved).len() <= all);
        fill(heights, room - saved)
    }
}

/// The width of one of so many columns.
fn column(count: usize, line: f32, width: f32) -> f32 {
    match count {
        2 => (width - GUTTER * type_of(line)) / 2.0,
        _ => width,
    }
}

/// Fills columns of this height, one after the other.
fn fill(heights: &[f32], room: f32) -> Vec<Range<usize>> {
    /// Adding up lines that fill the room exactly must not make it too small.
    const ALMOST: f32 = 0.01;
    let mut columns = Vec::<Range<usize>>::new();
    let mut left = 0.0;
    for (line, height) in heights.iter().enumerate() {
        match columns.last_mut() {
            Some(column) if *height <= left + ALMOST => {
                column.end = line + 1;
                left -= height;
            }
            _ => {
                columns.push(line..line + 1);
                left = room - height;
            }
        }
    }
    columns
}

/// Lets the longest column fill the room, as far as that looks like one list.
fn stretch(heights: &mut [f32], columns: &[Range<usize>], room: f32) {
    let height = |column: &Range<usize>| heights[column.clone()].iter().sum::<f32>();
    let longest = columns.iter().map(height).fold(1.0, f32::max);
    let factor = (room / longest).clamp(1.0, MOST_STRETCH);
    for height in heights {
        *height *= factor;
    }
}

/// The largest number between these two with which it is still so; `least` if there is none.
fn largest(least: f32, most: f32, is_so: impl Fn(f32) -> bool) -> f32 {
    /// Halving finds a tenth of a point.
    const STEPS: usize = 14;
    if is_so(most) {
        return most;
    }
    let (mut so, mut not) = (least, most);
    for _ in 0..STEPS {
        let middle = so.midpoint(not);
        if is_so(middle) {
            so = middle;
        } else {
            not = middle;
        }
    }
    so
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window of 1920 × 1080 points, and one of 1024 × 768, without the bands.
    const WIDE: Room = Room {
        width: 1824.0,
        height: 850.0,
        least: 49.0,
        most: 98.0,
    };
    const SMALL: Room = Room {
        width: 972.0,
        height: 600.0,
        least: 34.9,
        most: 69.8,
    };

    fn list(names: &[&str]) -> List {
        List {
            names: names
                .iter()
                .map(|name| NameWidth::new(name, |_| 0.55))
                .collect(),
            beside: Beside {
                rank: 1.1,
                rating: 2.3,
                change: 2.0,
                arrow: 0.9,
            },
        }
    }

    fn players(count: usize) -> List {
        list(&vec!["Ola de la Cruz"; count])
    }

    /// How many lines there are in each column of each page.
    fn shape(plan: &Plan) -> Vec<Vec<usize>> {
        let page = |page: &Page| page.columns.iter().map(Range::len).collect();
        plan.pages.iter().map(page).collect()
    }

    #[track_caller]
    fn holds(lists: &[List], room: Room) -> Plan {
        let plan = Plan::new(lists, room);
        for (place, list) in lists.iter().enumerate() {
            let look = &plan.looks[place];
            assert!(look.line >= room.least && look.line <= room.most.max(room.least));
            let pages = plan.pages.iter().filter(|page| page.sheet.list == place);
            let mut next = 0;
            for page in pages {
                assert_eq!(page.sheet.lines.start, next, "each line once, in order");
                for column in &page.columns {
                    assert_eq!(column.start, next);
                    next = column.end;
                    let height = plan.heights[place][column.clone()].iter().sum::<f32>();
                    assert!(height <= room.height + 1.0, "{height}");
                }
                assert_eq!(page.sheet.lines.end, next);
                let count = page.columns.iter().fold(0.0, |count, _| count + 1.0);
                let gutters = (count - 1.0) * GUTTER * type_of(look.line);
                assert!(count * look.column + gutters <= room.width + 0.1);
            }
            assert_eq!(next, list.names.len(), "nobody is left out");
        }
        plan
    }

    #[test]
    fn few_lines_are_large_and_in_one_column() {
        for count in [1, 3, 8] {
            let plan = holds(&[players(count)], WIDE);
            assert_eq!(shape(&plan), [[count]]);
            assert!(plan.looks[0].line > 97.0, "{count}: {}", plan.looks[0].line);
        }
    }

    #[test]
    fn a_wide_wall_has_two_columns_where_that_makes_larger_type_or_fewer_pages() {
        assert_eq!(shape(&holds(&[players(14)], WIDE)), [[14]]);
        assert_eq!(shape(&holds(&[players(20)], WIDE)), [[10, 10]]);
        assert_eq!(shape(&holds(&[players(34)], WIDE)), [[17, 17]]);
        assert_eq!(shape(&holds(&[players(40)], WIDE)), [[10, 10], [10, 10]]);
        assert_eq!(shape(&holds(&[players(20)], SMALL)), [[10], [10]]);
        assert_eq!(shape(&holds(&[players(35)], SMALL)), [[12], [12], [11]]);
    }

    #[test]
    fn hundreds_of_lines_fill_pages_evenly() {
        for room in [WIDE, SMALL] {
            for count in [60, 137, 500] {
                let plan = holds(&[players(count)], room);
                let counts = plan.pages.iter().map(|page| page.sheet.lines.len());
                let (most, least) = (counts.clone().max(), counts.min());
                assert!(most <= Some(34), "{most:?}");
                assert!(least >= Some(1), "no empty page");
            }
        }
    }

    #[test]
    fn each_list_begins_a_page() {
        let plan = holds(&[players(5), players(40), players(1)], SMALL);
        let lists = plan.pages.iter().map(|page| page.sheet.list);
        assert_eq!(lists.collect::<Vec<_>>(), [0, 1, 1, 1, 2]);
        assert_eq!(shape(&holds(&[], WIDE)), [[0usize; 0]; 0]);
    }

    #[test]
    fn a_long_name_makes_its_line_higher_and_never_its_type_too_small() {
        let long =
            "Wolfeschlegelsteinhausenbergerdorff Maximiliana Featherstonehaugh of Cholmondeley";
        let widest = "W".repeat(161);
        for room in [WIDE, SMALL] {
            let mut names = vec!["Ola de la Cruz"; 30];
            names[7] = long;
            names[20] = &widest;
            let plan = holds(&[list(&names)], room);
            let heights = &plan.heights[0];
            assert!(heights[7] >= 2.0 * room.least, "{}", heights[7]);
            assert!(heights[20] > heights[7]);
            assert!(heights[0] < 2.0 * room.least);
        }
    }

    #[test]
    fn names_are_broken_between_words_and_within_long_ones() {
        let lines = |name: &str, room| NameWidth::new(name, |_| 1.0).lines(room);
        assert_eq!(lines("", 5.0), 1);
        assert_eq!(lines("abcde", 5.0), 1);
        assert_eq!(lines("abc de", 5.0), 2);
        assert_eq!(lines("ab cd efgh", 5.0), 2);
        assert_eq!(lines("abcdefghijk", 5.0), 3);
        assert_eq!(lines("a bcdefghijk l", 5.0), 4);
    }

    #[test]
    fn even_a_room_for_nothing_holds_a_line() {
        let room = Room {
            height: 10.0,
            width: 50.0,
            ..SMALL
        };
        let plan = Plan::new(&[players(3)], room);
        assert_eq!(shape(&plan), [[1], [1], [1]]);
    }
}
