//! The small world that a template is typeset in: its text, its data, the camp's logo, fonts, a date. No
//! other file, no package, no network, no clock.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, LazyLock,
        mpsc::{SyncSender, sync_channel},
    },
    thread,
};

use jiff::civil::Date;
use typst::{
    Library, LibraryExt as _, World, WorldExt as _,
    diag::{FileError, FileResult, SourceDiagnostic, Warned},
    foundations::{Bytes, Datetime, Duration},
    syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot},
    text::{Font, FontBook},
    utils::LazyHash,
};
use typst_layout::{Page, PagedDocument};

use super::{
    OwnTemplates, ReportError,
    catalogue::Template,
    fonts::Fonts,
    logo::check_logo,
    templates::{OwnTemplate, SHARED},
};
use crate::domain::{Logo, PictureKind};

/// The name under which a template finds its data.
const DATA_FILE: &str = "data.json";

/// What is said where the typesetter itself ends.
pub(super) const GAVE_UP: &str =
    "the typesetter gave up, as it does at a length that is far too large";

/// The longest side of a page, in points: what a PDF has room for (ISO 32000-1, annex C.2), some five meters.
const LONGEST_SIDE: f64 = 14_400.0;

/// How many further layouts a piece of a finished one is remembered for. A preview that is laid out again after
/// each typed letter reuses nearly all of the last layout; nothing older is worth its memory.
const LAYOUTS_REMEMBERED: usize = 3;

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));
static SHARED_SOURCES: LazyLock<[Source; SHARED.len()]> = LazyLock::new(|| {
    SHARED.map(|template| Source::new(file_id(template.file), template.text.to_owned()))
});

/// To be called once after each print that was laid out, and after each page that was drawn as finely as it is printed:
/// the letters that were drawn are remembered like layouts.
///
/// Freeing a long list takes a sixth of the time in which it is laid out, and nobody waits for that.
pub(super) fn forget_old_layouts() {
    let forgetting = FORGETTING.as_ref();
    let is_asked = forgetting.is_some_and(|forgetting| forgetting.try_send(()).is_ok());
    if !is_asked {
        typst::comemo::evict(LAYOUTS_REMEMBERED);
    }
}

/// Asks a thread to forget. It may fall behind by so many layouts as are remembered, so that their memory is bounded.
static FORGETTING: LazyLock<Option<SyncSender<()>>> = LazyLock::new(|| {
    let (ask, asked) = sync_channel(LAYOUTS_REMEMBERED);
    let thread = thread::Builder::new().name("forgetting layouts".to_owned());
    let started = thread.spawn(move || {
        for () in asked {
            typst::comemo::evict(LAYOUTS_REMEMBERED);
        }
    });
    match started {
        Ok(_) => Some(ask),
        Err(error) => {
            tracing::warn!("no thread to forget layouts: {error}");
            None
        }
    }
});

/// The camp's logo, as a file of the world of templates.
#[derive(Clone)]
pub(super) struct LogoFile {
    name: &'static str,
    bytes: Bytes,
}

impl LogoFile {
    /// A logo that can be drawn.
    ///
    /// # Errors
    /// Why it can't, and what to do.
    pub(super) fn new(logo: &Logo) -> Result<Self, String> {
        check_logo(logo).map_err(|problem| problem.to_string())?;
        let file = Self {
            name: match logo.kind {
                PictureKind::Png => "logo.png",
                PictureKind::Jpeg => "logo.jpg",
                PictureKind::Svg => "logo.svg",
            },
            bytes: Bytes::new(logo.bytes.clone()),
        };
        match file.try_out() {
            Ok(()) => Ok(file),
            Err(words) => Err(format!(
                "This picture is not one that can be printed ({words}): choose another one"
            )),
        }
    }

    /// What a template calls it.
    pub(super) const fn name(&self) -> &'static str {
        self.name
    }

    /// Has the typesetter draw it.
    ///
    /// # Errors
    /// The typesetter's words.
    fn try_out(&self) -> Result<(), String> {
        let template = Template {
            file: "logo.typ",
            text: "#image(json(\"data.json\"))",
        };
        let name = serde_json::Value::from(self.name);
        let world = SheetWorld::new(template, &name, Some(self.clone()), Date::default());
        match world.typeset() {
            Ok(_) => Ok(()),
            Err(ReportError::Template { message, .. }) => Err(message),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A template with its data.
#[derive(Clone)]
pub(super) struct SheetWorld {
    template: Source,
    /// What an error calls the template: a director's own may lie in a file of another name.
    template_name: String,
    /// What it may import.
    shared: [Source; SHARED.len()],
    data: Bytes,
    logo: Option<LogoFile>,
    fonts: Arc<Fonts>,
    today: Date,
}

impl SheetWorld {
    /// With the bundled fonts. `today` is the date that the template is told.
    pub(super) fn new(
        template: Template,
        data: &serde_json::Value,
        logo: Option<LogoFile>,
        today: Date,
    ) -> Self {
        Self {
            template: Source::new(file_id(template.file), template.text.to_owned()),
            template_name: template.file.to_owned(),
            shared: SHARED_SOURCES.clone(),
            data: Bytes::from_string(data.to_string()),
            logo,
            fonts: Fonts::bundled(),
            today,
        }
    }

    /// The same with these fonts.
    pub(super) fn set_in(self, fonts: Arc<Fonts>) -> Self {
        Self { fonts, ..self }
    }

    /// The same with a director's templates in the place of the program's.
    pub(super) fn with(&self, own: &OwnTemplates) -> Self {
        let mut world = self.clone();
        let put = |place: &mut Source, own: &OwnTemplate| {
            *place = Source::new(place.id(), own.text.clone());
        };
        if let Some(report) = &own.report {
            put(&mut world.template, report);
            world.template_name.clone_from(&report.file);
        }
        for (place, own) in world.shared.iter_mut().zip(&own.shared) {
            if let Some(own) = own {
                put(place, own);
            }
        }
        world
    }

    /// Lays the pages out.
    ///
    /// # Errors
    /// [`ReportError::Template`] with the first mistake of the template.
    pub(super) fn typeset(&self) -> Result<PagedDocument, ReportError> {
        // The typesetter itself ends at a length that nothing has, which only a director's own template asks for.
        let compile = || typst::compile::<PagedDocument>(self);
        let Warned { output, warnings } =
            catch_unwind(AssertUnwindSafe(compile)).map_err(|_| self.unplaced(GAVE_UP))?;
        for warning in &warnings {
            tracing::warn!("{}", self.mistake(warning));
        }
        let document = output.map_err(|mistakes| {
            mistakes.first().map_or_else(
                || self.unplaced("it can’t be laid out"),
                |first| self.mistake(first),
            )
        })?;
        let fits = |page: &Page| {
            let size = page.frame.size();
            size.x.to_pt().max(size.y.to_pt()) <= LONGEST_SIDE
        };
        if !document.pages().iter().all(fits) {
            return Err(self.unplaced("a page of it is larger than any paper"));
        }
        Ok(document)
    }

    fn mistake(&self, diagnostic: &SourceDiagnostic) -> ReportError {
        let mut message = diagnostic.message.to_string();
        for hint in &diagnostic.hints {
            message.push_str(" (");
            message.push_str(&hint.v);
            message.push(')');
        }
        let place = diagnostic.span.id().and_then(|id| {
            let source = self.source(id).ok()?;
            let start = self.range(diagnostic.span)?.start;
            Some((id, source.lines().byte_to_line(start)? + 1))
        });
        match place {
            Some((id, line)) => ReportError::Template {
                file: if id == self.template.id() {
                    self.template_name.clone()
                } else {
                    id.vpath().get_without_slash().to_owned()
                },
                line: Some(line),
                message,
            },
            None => self.unplaced(&message),
        }
    }

    fn unplaced(&self, message: &str) -> ReportError {
        ReportError::Template {
            file: self.template_name.clone(),
            line: None,
            message: message.to_owned(),
        }
    }
}

impl World for SheetWorld {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.fonts.book()
    }

    fn main(&self) -> FileId {
        self.template.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        std::iter::once(&self.template)
            .chain(&self.shared)
            .find(|source| source.id() == id)
            .cloned()
            .ok_or_else(|| not_here(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == file_id(DATA_FILE) {
            return Ok(self.data.clone());
        }
        match &self.logo {
            Some(logo) if id == file_id(logo.name) => Ok(logo.bytes.clone()),
            _ => Err(not_here(id)),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index)
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        Datetime::from_ymd(
            self.today.year().into(),
            self.today.month().try_into().ok()?,
            self.today.day().try_into().ok()?,
        )
    }
}

fn not_here(id: FileId) -> FileError {
    FileError::NotFound(id.vpath().get_without_slash().into())
}

/// The place of a file in the world of templates. Each name is remembered by the typesetter for good, so there
/// are only those that the program itself gives.
fn file_id(name: &'static str) -> FileId {
    let path = VirtualPath::new(name).expect("the program’s own templates have plain names");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    fn typeset(text: &'static str) -> Result<PagedDocument, ReportError> {
        let template = Template {
            file: "test.typ",
            text,
        };
        let data = json!({ "camp": "Camp" });
        SheetWorld::new(template, &data, None, date(2026, 11, 20)).typeset()
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        assert_eq!(
            typeset("Fine.\n\n#let x = 1 + \"a\"").err(),
            Some(ReportError::Template {
                file: "test.typ".to_owned(),
                line: Some(3),
                message: "cannot add integer and string".to_owned(),
            })
        );
        let error = typeset("#json(\"data.json\").at(\"wrong\")").expect_err("no such field");
        assert!(
            error
                .to_string()
                .starts_with("The template test.typ has a mistake in line 1: "),
            "{error}"
        );
    }

    #[test]
    fn a_length_that_nothing_has_is_a_mistake_of_the_template() {
        let error =
            typeset("#context measure(width: 100pt - 1e999pt)[a b].height").expect_err("too large");
        assert!(
            error
                .to_string()
                .starts_with("The template test.typ has a mistake: the typesetter gave up"),
            "{error}"
        );
    }

    #[test]
    fn a_page_that_is_larger_than_any_paper_is_a_mistake_of_the_template() {
        for text in [
            "#set page(width: 14401pt)\nCamp",
            "#set page(height: 1e300pt)\nCamp",
        ] {
            let error = typeset(text).expect_err("too large");
            assert!(
                error.to_string().contains("larger than any paper"),
                "{error}"
            );
        }
        assert!(typeset("#set page(width: 14400pt)\nCamp").is_ok());
    }

    #[test]
    fn a_template_reaches_nothing_outside() {
        for text in [
            "#read(\"Cargo.toml\")",
            "#read(\"/etc/hostname\")",
            "#import \"@preview/cetz:0.3.0\"",
        ] {
            assert!(
                matches!(
                    typeset(text),
                    Err(ReportError::Template { line: Some(1), .. })
                ),
                "{text}"
            );
        }
    }

    /// What stands in their place is in `left-out/`.
    #[test]
    fn what_the_typesetter_lacks_is_told() {
        for (text, told) in [
            (
                "#bibliography(bytes(\"a: {type: book, title: A}\"))",
                "Camp Ladder has no bibliographies",
            ),
            ("#plugin(bytes((0, 97)))", "Camp Ladder has no plugins"),
        ] {
            let error = typeset(text).expect_err("left out").to_string();
            assert!(error.contains(told), "{error}");
        }
        for text in [
            "```rust fn main() {}```",
            "#set page(width: 3cm)\n#set text(hyphenate: true)\nExtraordinary circumstances",
        ] {
            assert!(typeset(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn sheets_are_the_same_while_older_ones_are_forgotten() {
        use crate::report::{
            Print,
            tests::{camp, laid, texts},
        };

        let camp = camp(60);
        let sheets = || {
            let choices = Print::Standings.default_choices();
            texts(&laid(Print::Standings, &camp, &choices).pages)
        };
        let expected = sheets();
        let asked = thread::spawn(|| {
            for _ in 0..200 {
                forget_old_layouts();
            }
        });
        while !asked.is_finished() {
            assert_eq!(sheets(), expected);
        }
        assert_eq!(sheets(), expected);
    }

    #[test]
    fn today_is_what_the_template_is_told() {
        assert!(
            typeset("#assert(datetime.today() == datetime(year: 2026, month: 11, day: 20))")
                .is_ok()
        );
    }
}
