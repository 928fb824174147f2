//! The fonts that sheets are printed with: those of the program, and for letters that they lack, further ones, of the director's own
//! or of the computer.

mod coverage;

use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use fontdb::{Database, FaceInfo, ID, Style};
use typst::{
    foundations::Bytes,
    text::{Font, FontBook},
    utils::LazyHash,
};

/// The folder beside a camp file in which the director's own fonts are looked for.
pub(crate) const FOLDER: &str = "Fonts";

/// How many of the bundled fonts are the weights of Roboto; the one that is left sets texts to the column.
const WEIGHTS: usize = 3;

static BUNDLED: LazyLock<Arc<Fonts>> = LazyLock::new(|| {
    let files = [
        include_bytes!("../../../fonts/Roboto-Regular.ttf").as_slice(),
        include_bytes!("../../../fonts/Roboto-Medium.ttf").as_slice(),
        include_bytes!("../../../fonts/Roboto-Bold.ttf").as_slice(),
        include_bytes!("../../../fonts/LiberationMono-Regular.ttf").as_slice(),
    ];
    let fonts = files.into_iter().map(Bytes::new).flat_map(Font::iter);
    Arc::new(Fonts::new(fonts.collect()))
});

static OF_SYSTEM: LazyLock<Mutex<Faces>> = LazyLock::new(|| {
    let mut database = Database::new();
    database.load_system_fonts();
    Mutex::new(Faces::new(database))
});

/// Families whose letters go well beside Roboto, the first ones first: of Windows, macOS and Linux. Others follow by their names. Letters of
/// China come before those of Japan, which are drawn a little otherwise: nothing tells whose a name is.
const PREFERRED: [&str; 33] = [
    "Segoe UI",
    "Noto Sans",
    "Nirmala UI",
    "Leelawadee UI",
    "Myanmar Text",
    "Ebrima",
    "Gadugi",
    "Microsoft YaHei",
    "Malgun Gothic",
    "Yu Gothic",
    "Microsoft JhengHei",
    "PingFang SC",
    "Apple SD Gothic Neo",
    "Hiragino Sans",
    "Kohinoor Devanagari",
    "Thonburi",
    "Khmer Sangam MN",
    "Lao Sangam MN",
    "Myanmar Sangam MN",
    "Geeza Pro",
    "Arial Hebrew",
    "Kefa",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Droid Sans Fallback",
    "WenQuanYi Zen Hei",
    "Segoe UI Symbol",
    "Segoe UI Emoji",
    "Apple Color Emoji",
    "Noto Color Emoji",
    "Noto Emoji",
    "DejaVu Sans",
    "FreeSans",
];

/// Fonts, and by what the typesetter finds them.
#[derive(Debug)]
pub(super) struct Fonts {
    list: Vec<Font>,
    book: LazyHash<FontBook>,
}

impl Fonts {
    fn new(list: Vec<Font>) -> Self {
        let book = LazyHash::new(FontBook::from_fonts(&list));
        Self { list, book }
    }

    /// Those that come with the program.
    pub(super) fn bundled() -> Arc<Self> {
        Arc::clone(&BUNDLED)
    }

    pub(super) const fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    pub(super) fn get(&self, index: usize) -> Option<Font> {
        self.list.get(index).cloned()
    }

    /// The weights of the font that sheets are printed with.
    pub(super) fn weights(&self) -> &[Font] {
        self.list.get(..WEIGHTS).unwrap_or_default()
    }

    fn further(&self) -> &[Font] {
        self.list.get(BUNDLED.list.len()..).unwrap_or_default()
    }

    /// The families that are not the program's, in the order in which they are to be asked for a letter.
    pub(super) fn families(&self) -> Vec<&str> {
        let families = self.further().iter();
        let mut families = families.map(|font| font.info().family.as_str());
        let mut once = Vec::new();
        for family in &mut families {
            if !once.contains(&family) {
                once.push(family);
            }
        }
        once
    }

    /// Whether every weight of the bundled font has the letter, or a further one does, or it is one that nobody sees.
    pub(super) fn draw(&self, letter: char) -> bool {
        let has = |font: &Font| font.info().coverage.contains(u32::from(letter));
        letter.is_ascii_graphic()
            || letter.is_whitespace()
            || is_invisible(letter)
            || self.weights().iter().all(has)
            || self.further().iter().any(has)
    }
}

/// Joiners, soft hyphens and variation selectors: the typesetter leaves them out if the font lacks them.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{34F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FE00}'..='\u{FE0F}')
}

/// Where fonts are looked for that have the letters which the bundled ones lack. Nowhere, unless it is said.
#[derive(Clone, Debug, Default)]
pub(super) struct FurtherFonts {
    /// The director's own; there may be no such folder.
    pub(super) folder: Option<PathBuf>,
    /// Whether those of the computer follow.
    pub(super) system: bool,
}

impl FurtherFonts {
    /// Those of the folder beside a camp file, and of the computer.
    pub(super) fn beside(camp: &Path) -> Self {
        Self {
            folder: Some(camp.with_file_name(FOLDER)),
            system: true,
        }
    }

    /// The bundled fonts, and after them those that have these letters, as far as there are any: for each letter always the same.
    ///
    /// Looks through all fonts of the computer when it is asked for the first time, and through the folder each time.
    pub(super) fn with(&self, letters: &BTreeSet<char>) -> Arc<Fonts> {
        let mut left = letters.clone();
        let mut further = Vec::new();
        if let Some(folder) = self.folder.as_deref().filter(|folder| folder.is_dir()) {
            let mut database = Database::new();
            database.load_fonts_dir(folder);
            further.extend(Faces::new(database).take(&mut left));
        }
        if self.system && !left.is_empty() {
            let mut faces = OF_SYSTEM.lock().unwrap_or_else(PoisonError::into_inner);
            further.extend(faces.take(&mut left));
        }
        if further.is_empty() {
            return Fonts::bundled();
        }
        let bundled = BUNDLED.list.iter().cloned();
        Arc::new(Fonts::new(bundled.chain(further).collect()))
    }
}

/// Fonts that lie somewhere, and what was found in them.
struct Faces {
    database: Database,
    /// In the order in which they are asked for a letter.
    order: Vec<ID>,
    /// The first one that has a letter, by its place in the order.
    with_letter: HashMap<char, Option<usize>>,
    /// What is read, by the place of the face that was asked for: it, and the bold one of its family.
    read: HashMap<usize, Vec<Font>>,
}

impl Faces {
    fn new(database: Database) -> Self {
        let rank = |face: &FaceInfo| {
            let family = family(face);
            (
                preference(family),
                face.style != Style::Normal,
                face.monospaced,
                family.to_owned(),
                face.weight.0.abs_diff(400),
                face.stretch.to_number().abs_diff(5),
                face.post_script_name.clone(),
            )
        };
        let mut order = database
            .faces()
            .map(|face| (rank(face), face.id))
            .collect::<Vec<_>>();
        order.sort_by(|(a, _), (b, _)| a.cmp(b));
        let order = order.into_iter().map(|(_, id)| id).collect();
        Self {
            database,
            order,
            with_letter: HashMap::new(),
            read: HashMap::new(),
        }
    }

    /// The fonts that have some of the letters, which are taken away from those that are left.
    fn take(&mut self, left: &mut BTreeSet<char>) -> Vec<Font> {
        let mut places = BTreeSet::new();
        left.retain(|letter| match self.place(*letter) {
            Some(place) => {
                places.insert(place);
                false
            }
            None => true,
        });
        let places = places.into_iter();
        places.flat_map(|place| self.read(place)).collect()
    }

    fn place(&mut self, letter: char) -> Option<usize> {
        if let Some(place) = self.with_letter.get(&letter) {
            return *place;
        }
        let has = |id: &ID| {
            let has = self.database.with_face_data(*id, |file, index| {
                let face = ttf_parser::Face::parse(file, index).ok()?;
                face.glyph_index(letter)
                    .filter(|_| coverage::is_possible(&face))
            });
            has.flatten().is_some()
        };
        let place = self.order.iter().position(has);
        self.with_letter.insert(letter, place);
        place
    }

    fn read(&mut self, place: usize) -> Vec<Font> {
        if let Some(fonts) = self.read.get(&place) {
            return fonts.clone();
        }
        let face = self.order.get(place).and_then(|id| self.database.face(*id));
        let ids = face.map(|face| {
            let bold = self.database.faces().filter(|other| {
                family(other) == family(face) && other.style == face.style && other.id != face.id
            });
            let bold = bold.min_by_key(|other| (other.weight.0.abs_diff(700), other.index));
            std::iter::once(face.id).chain(bold.map(|bold| bold.id))
        });
        let read = |id| {
            let copy = |file: &[u8], index| {
                let face = ttf_parser::Face::parse(file, index).ok()?;
                let is_possible = coverage::is_possible(&face);
                is_possible.then(|| Font::new(Bytes::new(file.to_vec()), index))?
            };
            self.database.with_face_data(id, copy).flatten()
        };
        let fonts = ids.into_iter().flatten().filter_map(read);
        let fonts = fonts.collect::<Vec<_>>();
        self.read.insert(place, fonts.clone());
        fonts
    }
}

/// The place of a family among those that are asked for a letter.
fn preference(family: &str) -> usize {
    // "Noto Sans Arabic" is one of many scripts; "Noto Sans JP" has letters of China as Japan draws them.
    let script = family.strip_prefix("Noto Sans ");
    let script = script.filter(|script| script.len() > 2 && !script.starts_with("CJK"));
    let name = if script.is_some() {
        "Noto Sans"
    } else {
        family
    };
    let place = PREFERRED.iter().position(|preferred| *preferred == name);
    place.unwrap_or(PREFERRED.len())
}

fn family(face: &FaceInfo) -> &str {
    let families = face.families.first();
    families.map_or("", |(family, _)| family.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_china_are_drawn_as_china_does_where_there_is_a_choice() {
        let mut families = [
            "Zapf",
            "DejaVu Sans",
            "Noto Sans CJK JP",
            "Noto Sans JP",
            "Noto Sans CJK SC",
            "Microsoft YaHei",
            "Noto Sans Arabic",
            "Segoe UI",
        ];
        families.sort_by_key(|family| preference(family));
        assert_eq!(
            families,
            [
                "Segoe UI",
                "Noto Sans Arabic",
                "Microsoft YaHei",
                "Noto Sans CJK SC",
                "DejaVu Sans",
                "Zapf",
                "Noto Sans CJK JP",
                "Noto Sans JP",
            ]
        );
    }

    #[test]
    fn the_three_weights_are_there() {
        let bundled = Fonts::bundled();
        let weights = bundled.weights().iter();
        let weights = weights.map(|font| font.info().variant.weight.to_number());
        assert_eq!(weights.collect::<Vec<_>>(), [400, 500, 700]);
    }
}
