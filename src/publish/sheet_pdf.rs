//! Sheets of paper beside the pages, as a PDF each. Whoever publishes lays them out: nothing here knows how.

use super::{PublishChoices, PublishedFile, crosstables, ladders, weeks};
use crate::domain::{
    CampData, LadderId, PublishedNames, WeekId,
    us_chess::{SectionKey, SectionTable},
};

/// A sheet that may stand beside a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SheetOf {
    /// The standings of everybody in a week.
    Standings(WeekId),
    /// Who met whom in a week, by group.
    Crosstable(WeekId),
    /// The standings of a ladder.
    Ladder(LadderId),
    /// The crosstable of a section of US Chess.
    Section(SectionKey),
}

/// A sheet that was laid out.
#[derive(Clone, Debug)]
pub struct PublishedSheet {
    pub of: SheetOf,
    /// A PDF.
    pub bytes: Vec<u8>,
}

/// The sheets that may be published: those of the pages that there are. None but with full names, as paper has no others.
#[must_use]
pub fn sheets(
    weeks: &[CampData],
    sections: &[(SectionKey, SectionTable)],
    choices: PublishChoices,
) -> Vec<SheetOf> {
    let (Some(newest), PublishedNames::Full) = (weeks.last(), choices.names) else {
        return Vec::new();
    };
    let sections = sections.iter().map(|(key, _)| SheetOf::Section(*key));
    if let Some(ladder) = choices.ladder {
        return [SheetOf::Ladder(ladder)]
            .into_iter()
            .chain(sections)
            .collect();
    }
    let of_weeks = weeks.iter().flat_map(|camp| {
        let id = camp.week.id;
        let crosstable = choices.games && camp.has_counted_games();
        [
            Some(SheetOf::Standings(id)),
            crosstable.then_some(SheetOf::Crosstable(id)),
        ]
    });
    let ladders = newest.ladders.iter();
    let ladders = ladders.map(|ladder| SheetOf::Ladder(ladder.id));
    let of_weeks = of_weeks.flatten();
    of_weeks.chain(ladders).chain(sections).collect()
}

/// Those of the laid out sheets that may be published, each with the name of its page, without ending.
pub(super) fn allowed<'a>(
    sheets: &'a [PublishedSheet],
    weeks: &[CampData],
    sections: &[(SectionKey, SectionTable)],
    choices: PublishChoices,
) -> Vec<(String, &'a PublishedSheet)> {
    let allowed = self::sheets(weeks, sections, choices);
    let files = sheets.iter().filter(|sheet| allowed.contains(&sheet.of));
    let files = files.filter_map(|sheet| Some((file_of(sheet.of, weeks)?, sheet)));
    files.collect()
}

fn file_of(sheet: SheetOf, weeks: &[CampData]) -> Option<String> {
    let week = |id| {
        let camp = weeks.iter().find(|camp| camp.week.id == id)?;
        Some(weeks::file_of(&camp.week))
    };
    match sheet {
        SheetOf::Standings(id) => week(id),
        SheetOf::Crosstable(id) => Some(weeks::crosstable_file(&week(id)?)),
        SheetOf::Ladder(id) => Some(ladders::file_of(id)),
        SheetOf::Section(key) => Some(crosstables::file_of(key)),
    }
}

pub(super) fn file((name, sheet): (String, &PublishedSheet)) -> PublishedFile {
    PublishedFile {
        name: format!("{name}.pdf"),
        bytes: sheet.bytes.clone(),
    }
}
