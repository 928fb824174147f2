//! Bibliographies, left out: no file of references can be read, so that there is never an entry to cite.

use std::marker::PhantomData;

use citationberg::{
    Display, FontStyle, FontVariant, FontWeight, IndependentStyle, Locale, LocaleCode,
    TextDecoration, VerticalAlign, taxonomy::Locator,
};

/// What a template is told that wants one.
const MISSING: &str = "Camp Ladder has no bibliographies";

/// A work that can be cited: there is none.
#[derive(Debug)]
pub enum Entry {}

impl Entry {
    pub fn key(&self) -> &str {
        match *self {}
    }

    pub fn title(&self) -> Option<&Title> {
        match *self {}
    }
}

#[derive(Debug)]
pub struct Title {
    pub value: Words,
}

#[derive(Debug)]
pub enum Words {}

impl Words {
    pub fn to_str(&self) -> String {
        match *self {}
    }
}

/// The entries of a file.
#[derive(Debug)]
pub enum Library {}

impl Library {
    pub fn is_empty(&self) -> bool {
        match *self {}
    }
}

impl IntoIterator for Library {
    type Item = Entry;
    type IntoIter = std::iter::Empty<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        match self {}
    }
}

pub mod io {
    use std::{fmt, ops::Range};

    use serde::de::Error as _;

    use super::{Library, MISSING};

    #[derive(Debug)]
    pub enum BibLaTeXError {
        Parse(Refusal),
        Type(Refusal),
    }

    #[derive(Debug)]
    pub struct Refusal {
        pub span: Range<usize>,
        pub kind: Reason,
    }

    #[derive(Debug)]
    pub struct Reason;

    impl fmt::Display for Reason {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(MISSING)
        }
    }

    pub fn from_yaml_str(_: &str) -> Result<Library, serde_yaml::Error> {
        Err(serde_yaml::Error::custom(MISSING))
    }

    pub fn from_biblatex_str(_: &str) -> Result<Library, Vec<BibLaTeXError>> {
        Err(vec![BibLaTeXError::Parse(Refusal {
            span: 0..0,
            kind: Reason,
        })])
    }
}

pub mod archive {
    use super::citationberg::{IndependentStyle, Locale, Style};

    /// The style that is the typesetter's default: it asks for it without a bibliography, too.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ArchivedStyle {
        InstituteOfElectricalAndElectronicsEngineers,
    }

    impl ArchivedStyle {
        pub fn all() -> &'static [Self] {
            &[Self::InstituteOfElectricalAndElectronicsEngineers]
        }

        pub fn by_name(name: &str) -> Option<Self> {
            let all = Self::all().iter();
            all.copied().find(|style| style.names().contains(&name))
        }

        pub fn names(self) -> &'static [&'static str] {
            &["institute-of-electrical-and-electronics-engineers", "ieee"]
        }

        pub fn display_name(self) -> &'static str {
            "IEEE"
        }

        pub fn get(self) -> Style {
            Style::Independent(IndependentStyle::default())
        }
    }

    pub fn locales() -> Vec<Locale> {
        Vec::new()
    }
}

/// What a style is made of, as far as it is looked at.
pub mod citationberg {
    use super::MISSING;

    #[derive(Debug)]
    pub enum Style {
        Independent(IndependentStyle),
    }

    #[derive(Debug, Default)]
    pub struct IndependentStyle {
        pub settings: StyleSettings,
    }

    impl IndependentStyle {
        pub fn from_xml(_: &str) -> Result<Self, &'static str> {
            Err(MISSING)
        }
    }

    #[derive(Debug, Default)]
    pub struct StyleSettings {
        pub class: StyleClass,
    }

    #[derive(Debug, Default, PartialEq, Eq)]
    pub enum StyleClass {
        #[default]
        InText,
        Note,
    }

    pub mod taxonomy {
        pub enum Locator {
            Custom,
        }
    }

    pub struct Locale;

    #[derive(Debug, Clone)]
    pub struct LocaleCode(pub String);

    pub enum Display {
        Block,
        Indent,
        LeftMargin,
    }

    pub enum FontStyle {
        Normal,
        Italic,
    }

    pub enum FontVariant {
        Normal,
        SmallCaps,
    }

    pub enum FontWeight {
        Normal,
        Bold,
        Light,
    }

    pub enum TextDecoration {
        None,
        Underline,
    }

    pub enum VerticalAlign {
        None,
        Baseline,
        Sup,
        Sub,
    }
}

pub struct SpecificLocator(pub Locator, pub LocatorPayload);

pub enum LocatorPayload {
    Transparent(TransparentLocator),
}

pub struct TransparentLocator;

impl TransparentLocator {
    pub fn new<T>(_: T) -> Self {
        Self
    }
}

pub enum CitePurpose {
    Prose,
    Full,
    Author,
    Year,
}

pub struct CitationItem<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationItem<'a, T> {
    pub fn new(
        _: &'a T,
        _: Option<SpecificLocator>,
        _: Option<LocaleCode>,
        _: bool,
        _: Option<CitePurpose>,
    ) -> Self {
        Self(PhantomData)
    }
}

pub struct CitationRequest<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationRequest<'a, T> {
    pub fn new(
        _: Vec<CitationItem<'a, T>>,
        _: &'a IndependentStyle,
        _: Option<LocaleCode>,
        _: &'a [Locale],
        _: Option<usize>,
    ) -> Self {
        Self(PhantomData)
    }
}

pub struct BibliographyRequest<'a> {
    pub style: &'a IndependentStyle,
    pub locale: Option<LocaleCode>,
    pub locale_files: &'a [Locale],
}

#[derive(Default)]
pub struct BibliographyDriver<'a, T>(PhantomData<&'a T>);

impl<'a, T> BibliographyDriver<'a, T> {
    pub fn new() -> Self {
        Self(PhantomData)
    }

    pub fn with_citation_number_offset(self, _: usize) -> Self {
        self
    }

    pub fn citation(&mut self, _: CitationRequest<'a, T>) {}

    pub fn finish(self, _: BibliographyRequest<'_>) -> Rendered {
        Rendered {
            bibliography: None,
            citations: Vec::new(),
        }
    }
}

pub struct Rendered {
    pub bibliography: Option<RenderedBibliography>,
    pub citations: Vec<RenderedCitation>,
}

pub struct RenderedBibliography {
    pub items: Vec<BibliographyItem>,
    pub hanging_indent: bool,
}

pub struct BibliographyItem {
    pub key: String,
    pub first_field: Option<ElemChild>,
    pub content: ElemChildren,
}

pub struct RenderedCitation {
    pub citation: ElemChildren,
}

pub struct ElemChildren(pub Vec<ElemChild>);

impl ElemChildren {
    pub fn find_meta(&self, _: &ElemMeta) -> Option<&Elem> {
        None
    }
}

pub enum ElemChild {
    Text(Formatted),
    Elem(Elem),
    Markup(String),
    Link { text: Formatted, url: String },
    Transparent { cite_idx: usize, format: Formatting },
}

pub struct Elem {
    pub children: ElemChildren,
    pub display: Option<Display>,
    pub meta: Option<ElemMeta>,
}

#[derive(PartialEq, Eq)]
pub enum ElemMeta {
    CitationNumber,
    Entry(usize),
}

pub struct Formatted {
    pub text: String,
    pub formatting: Formatting,
}

pub struct Formatting {
    pub font_style: FontStyle,
    pub font_variant: FontVariant,
    pub font_weight: FontWeight,
    pub text_decoration: TextDecoration,
    pub vertical_align: VerticalAlign,
}
