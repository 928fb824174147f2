//! Sections with all that their crosstables show.

use super::head;
use crate::{
    domain::us_chess::{Event, EventKey, Section, SectionHead, SectionKey, SectionTable},
    storage::{CampFile, StorageError},
};

impl CampFile {
    /// What a list of sections shows of one; nothing where there is none.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn section_head(&self, key: SectionKey) -> Result<Option<SectionHead>, StorageError> {
        Ok(head::head(&self.connection, key)?)
    }

    /// What the crosstable of a section shows: the ratings before and after it, or while it isn't rated those with which its members begin it.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn section_table(&self, head: &SectionHead) -> Result<SectionTable, StorageError> {
        let ratings = self.ratings_of(head.key)?;
        let mut systems = head.section.systems.iter();
        let is_rated = systems.all(|one| ratings.iter().any(|rating| rating.system == *one));
        // What members begin with follows from all sections before: it is asked for only where nothing was saved.
        let section = if is_rated {
            self.section(head.key)
        } else {
            self.section_as_it_begins(head.key)
        };
        Ok(SectionTable {
            event: self.event_head(head.event)?.unwrap_or_default(),
            section: section?.unwrap_or_default().with_ratings(&ratings),
            ratings,
        })
    }

    /// [`Self::section_table`] of every section, in the order in which they are rated.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn section_tables(&self) -> Result<Vec<(SectionKey, SectionTable)>, StorageError> {
        let heads = self.sections()?.into_iter();
        let tables = heads.map(|head| Ok((head.key, self.section_table(&head)?)));
        tables.collect()
    }

    /// An event with what its sections were rated with, as it goes out; those that aren't rated as they were entered. Nothing where there is no
    /// such event.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn event_as_rated(&self, key: EventKey) -> Result<Option<Event>, StorageError> {
        let Some(mut event) = self.event(key)? else {
            return Ok(None);
        };
        let heads = self.sections_of_event(key)?;
        for (section, head) in event.sections.iter_mut().zip(&heads) {
            if !head.is_rated() {
                continue;
            }
            // Its own days, and not those of the event.
            let (begins, ends) = (section.begins, section.ends);
            let ratings = self.ratings_of(head.key)?;
            let begun = self.section_as_it_begins(head.key)?.unwrap_or_default();
            *section = Section {
                begins,
                ends,
                ..begun.with_ratings(&ratings)
            };
        }
        Ok(Some(event))
    }
}
