//! What files were understood as, what would come of them, and what is to be said of it.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::civil::Date;
use strum::VariantArray as _;

use crate::{
    domain::us_chess::{Known, Section, System},
    exchange::{Choices, FileKind, Found, HowToRead, OpenFile, Plan, SectionToCome, Understood},
    import::file_name,
};

/// A file that was chosen.
#[derive(Debug)]
pub(in crate::pages::us_chess) struct Chosen {
    pub(super) path: PathBuf,
    /// The file's name, without its folder.
    pub(in crate::pages::us_chess) name: String,
    /// Nothing of it is known where it can't be read; then the reason.
    open: Result<OpenFile, String>,
}

/// What the director says of a file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(in crate::pages::us_chess) struct OfFile {
    pub(in crate::pages::us_chess) is_left_out: bool,
    pub(in crate::pages::us_chess) how: HowToRead,
}

/// Something that is to be said of a file, as it is listed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::pages::us_chess) struct Listed {
    pub(in crate::pages::us_chess) found: Found,
    /// Whether nothing is imported before it is mended, or the file left out.
    pub(in crate::pages::us_chess) stops: bool,
}

/// Files compared with a camp.
#[derive(Debug)]
pub(in crate::pages::us_chess) struct Compared {
    files: Vec<Arc<Chosen>>,
    said: Vec<OfFile>,
    /// In the order of the files; nothing of one that can't be read.
    understood: Vec<Option<Arc<Understood>>>,
    known: Arc<Known>,
    pub(in crate::pages::us_chess) plan: Plan,
    /// What stops the import first.
    pub(in crate::pages::us_chess) problems: Vec<Listed>,
    /// Whether any section of the files that are used says nothing of when it ended.
    pub(in crate::pages::us_chess) lacks_days: bool,
    /// Whether any of them comes with the ratings that were published.
    pub(in crate::pages::us_chess) has_published: bool,
}

impl Chosen {
    /// Reads a file from the disk.
    pub(super) fn new(path: &Path) -> Self {
        Self {
            name: file_name(path),
            open: OpenFile::new(path).map_err(|fault| fault.to_string()),
            path: path.to_owned(),
        }
    }
}

impl Compared {
    /// Compares files with a camp. What was understood `before`, in the same way, isn't read again.
    pub(super) fn new(
        files: Vec<Arc<Chosen>>,
        said: Vec<OfFile>,
        before: Option<&Self>,
        (known, choices): (Arc<Known>, Choices),
        today: Date,
    ) -> Self {
        let mut compared = Self {
            understood: Vec::new(),
            plan: Plan::default(),
            problems: Vec::new(),
            lacks_days: false,
            has_published: false,
            files,
            said,
            known,
        };
        for (at, (chosen, said)) in compared.files.iter().zip(&compared.said).enumerate() {
            let same = before.filter(|it| it.has_read(at, chosen, &said.how));
            let same = same.and_then(|it| it.understood.get(at)).cloned();
            let read = || {
                let open = chosen.open.as_ref().ok()?;
                Some(Arc::new(open.read(&said.how, today)))
            };
            compared.understood.push(same.unwrap_or_else(read));
        }
        compared.plan(choices);
        let (lacks_days, has_published) = compared.left_open();
        Self {
            lacks_days,
            has_published,
            ..compared
        }
    }

    /// Whether a file was understood in this way, as it was read from the disk then.
    fn has_read(&self, file: usize, chosen: &Arc<Chosen>, how: &HowToRead) -> bool {
        let same_file = self.files.get(file);
        let same_way = self.said.get(file);
        same_file.is_some_and(|it| Arc::ptr_eq(it, chosen))
            && same_way.is_some_and(|it| it.how == *how)
    }

    fn plan(&mut self, choices: Choices) {
        let mut taken = Vec::new();
        for (at, chosen) in self.files.iter().enumerate() {
            if self.said[at].is_left_out {
                continue;
            }
            let found = |what| Found {
                source: at,
                file: chosen.name.clone(),
                what,
            };
            let problems = match (&self.understood[at], &chosen.open) {
                (Some(understood), _) => understood.problems.clone(),
                (None, Err(reason)) => vec![crate::exchange::Problem::new(reason)],
                (None, Ok(_)) => Vec::new(),
            };
            if problems.is_empty() {
                taken.push(at);
            }
            let problems = problems.into_iter().map(found);
            self.problems
                .extend(problems.map(|found| Listed { found, stops: true }));
        }
        let read = taken.iter().filter_map(|at| self.understood[*at].as_ref());
        let read = read.map(|understood| &understood.read).collect::<Vec<_>>();
        self.plan = Plan::new(&read, &self.known, choices);
        let of_plan = |found: &Found, stops| Listed {
            found: Found {
                source: taken.get(found.source).copied().unwrap_or_default(),
                ..found.clone()
            },
            stops,
        };
        let conflicts = self.plan.conflicts.iter();
        let conflicts = conflicts.map(|found| of_plan(found, true));
        let notes = self.plan.notes.iter();
        let notes = notes.map(|found| of_plan(found, false));
        self.problems.extend(conflicts.chain(notes));
        // What isn't used, as the file has problems, is worth a look all the same.
        for (at, understood) in self.understood.iter().enumerate() {
            if let Some(understood) = understood
                && !taken.contains(&at)
                && !self.said[at].is_left_out
            {
                let notes = understood.read.notes.iter().map(|what| Listed {
                    found: Found {
                        source: at,
                        file: self.files[at].name.clone(),
                        what: what.clone(),
                    },
                    stops: false,
                });
                self.problems.extend(notes);
            }
        }
        self.problems
            .sort_by_key(|it| (!it.stops, it.found.source, it.found.what.line));
    }

    /// How many problems stop the import.
    pub(in crate::pages::us_chess) fn stopping(&self) -> usize {
        self.problems.partition_point(|it| it.stops)
    }

    /// The names of the files.
    pub(in crate::pages::us_chess) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.files.iter().map(|chosen| chosen.name.as_str())
    }

    /// What a file was understood as; nothing of one that can't be read.
    pub(in crate::pages::us_chess) fn understood(&self, file: usize) -> Option<&Understood> {
        self.understood.get(file)?.as_deref()
    }

    /// In which encoding a file was read.
    pub(in crate::pages::us_chess) fn encoding(&self, file: usize) -> Option<String> {
        self.open(file)?.encoding()
    }

    /// What a file could be taken for, and what it is taken for.
    pub(in crate::pages::us_chess) fn kinds(
        &self,
        file: usize,
    ) -> (&'static [FileKind], Option<FileKind>) {
        let open = self.open(file);
        let said = self.said.get(file).and_then(|said| said.how.kind);
        (
            open.map_or(&[], OpenFile::kinds),
            said.or_else(|| open?.kind()),
        )
    }

    fn open(&self, file: usize) -> Option<&OpenFile> {
        self.files.get(file)?.open.as_ref().ok()
    }

    /// The lines of a file on which something is wrong, each with the title of the column.
    pub(in crate::pages::us_chess) fn wrong_cells(&self, file: usize) -> BTreeSet<(usize, &str)> {
        let problems = self.understood(file).into_iter();
        let problems = problems.flat_map(|understood| &understood.problems);
        let placed = problems.filter_map(|it| Some((it.line?, it.place.as_deref()?)));
        placed.collect()
    }

    /// Whether every file is left out.
    pub(in crate::pages::us_chess) fn leaves_all_out(&self) -> bool {
        self.said.iter().all(|said| said.is_left_out)
    }

    /// The sections of the files that are used, as they stand there.
    fn sections(&self) -> impl Iterator<Item = (Option<Date>, &Section)> {
        let taken = self.said.iter().zip(&self.understood);
        let taken = taken.filter(|(said, _)| !said.is_left_out);
        let read = taken.filter_map(|(_, understood)| Some(&understood.as_ref()?.read));
        let events = read.flat_map(|read| &read.events);
        events.flat_map(|event| {
            let sections = event.sections.iter();
            sections.map(|section| (event.ends_of(section), section))
        })
    }

    /// Whether any section says nothing of when it ended, and whether any comes with published ratings.
    fn left_open(&self) -> (bool, bool) {
        let lacks_days = self.sections().any(|(ends, _)| ends.is_none());
        let has_published = self.sections().any(|(_, section)| is_published(section));
        (lacks_days, has_published)
    }

    /// The rows of a section as they would be: whoever the camp knows is rated as here, unless published ratings are kept.
    pub(in crate::pages::us_chess) fn rows_to_come(&self, at: SectionToCome) -> Option<Section> {
        let (_, section) = self.plan.section(at)?;
        let mut section = section.clone();
        if section.as_published {
            return Some(section);
        }
        for entry in &mut section.entries {
            let Some((_, now)) = entry.id.and_then(|id| self.known.members.get(&id)) else {
                continue;
            };
            for system in System::VARIANTS {
                let account = now.account(*system);
                let record = entry.record_mut(*system);
                (record.rating, record.games) = (account.rating, account.games);
            }
        }
        Some(section)
    }
}

/// Whether a section comes with ratings after it.
pub(in crate::pages::us_chess) fn is_published(section: &Section) -> bool {
    let mut entries = section.entries.iter();
    entries.any(|entry| {
        let mut systems = System::VARIANTS.iter();
        systems.any(|system| entry.record(*system).post.is_some())
    })
}
