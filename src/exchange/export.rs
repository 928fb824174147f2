//! An event on its way out, in each format that is written.

use jiff::civil::Date;
use strum::VariantArray;

use super::{Problem, dbf, entries_csv, json, text_crosstable, trf};
use crate::domain::us_chess::{Event, EventKey, Section, System};

/// A format in which events go out.
#[derive(Clone, Copy, Debug, Eq, PartialEq, VariantArray)]
pub enum ExportFormat {
    Dbf,
    Trf,
    Text,
    Csv,
    Json,
}

impl ExportFormat {
    /// What the command line calls it: "dbf".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Dbf => "dbf",
            Self::Trf => "trf",
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// As it is shown: "DBF files, ready to upload".
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dbf => "Three DBF files, ready to upload",
            Self::Trf => "A TRF16 file for each section",
            Self::Text => "Text crosstable",
            Self::Csv => "CSV of entries",
            Self::Json => "JSON, which keeps everything",
        }
    }

    /// Whether birth dates can be written.
    #[must_use]
    pub const fn has_birth_dates(self) -> bool {
        matches!(self, Self::Trf | Self::Csv | Self::Json)
    }

    /// Whether colors are written only where they are asked for.
    #[must_use]
    pub const fn asks_for_colors(self) -> bool {
        matches!(self, Self::Dbf | Self::Text | Self::Csv)
    }
}

/// What is written only where it is asked for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct AlsoWritten {
    pub birth_dates: bool,
    pub colors: bool,
}

/// The files of an event, each with its name. Text crosstables are in the order in which they are printed.
///
/// # Errors
/// Everything that the format can't hold.
pub fn files(
    event: &Event,
    key: EventKey,
    format: ExportFormat,
    also: AlsoWritten,
    today: Date,
) -> Result<Vec<(String, Vec<u8>)>, Vec<Problem>> {
    let name = file_stem(event, key);
    Ok(match format {
        ExportFormat::Json => {
            let text = json::write(event, also.birth_dates);
            vec![(format!("{name}.json"), text.into_bytes())]
        }
        ExportFormat::Csv => {
            let text = entries_csv::write(event, also.birth_dates, also.colors);
            vec![(format!("{name}.csv"), text.into_bytes())]
        }
        ExportFormat::Text => {
            let sections = event.sections.iter().cloned();
            let sections = sections.map(|section| {
                let rows = section.standing(System::Regular);
                in_order(section, &rows)
            });
            let sections = sections.collect::<Vec<_>>();
            let all = sections.iter().collect::<Vec<_>>();
            let text = text_crosstable::write(event, &all, also.colors);
            vec![(format!("{name}.txt"), text.into_bytes())]
        }
        ExportFormat::Dbf => {
            let three = dbf::write(std::slice::from_ref(event), today, also.colors)?;
            let names = ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"];
            names.map(str::to_owned).into_iter().zip(three).collect()
        }
        ExportFormat::Trf => {
            let sections = event.sections.iter().map(|section| {
                let text = trf::write(event, section, also.birth_dates)?;
                Ok((format!("{name}-{}.trf", section.number), text.into_bytes()))
            });
            sections.collect::<Result<Vec<_>, Vec<Problem>>>()?
        }
    })
}

/// The section with its entries in this order.
#[must_use]
pub fn in_order(mut section: Section, rows: &[usize]) -> Section {
    let entries = rows.iter();
    let entries = entries.filter_map(|row| section.entries.get(*row).cloned());
    section.entries = entries.collect();
    section
}

/// "202608300103", "event-7". The id comes from a stranger's file, and must lead to no other folder.
#[must_use]
pub fn file_stem(event: &Event, key: EventKey) -> String {
    let plain = |id: &&String| {
        id.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let id = event.id.as_ref().filter(plain);
    id.cloned().unwrap_or_else(|| format!("event-{}", key.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_would_lead_elsewhere_names_no_file() {
        let event = |id: &str| Event {
            id: Some(id.to_owned()),
            ..Event::default()
        };
        assert_eq!(
            file_stem(&event("202608300103"), EventKey(7)),
            "202608300103"
        );
        assert_eq!(file_stem(&event("../up"), EventKey(7)), "event-7");
        assert_eq!(file_stem(&Event::default(), EventKey(7)), "event-7");
    }

    #[test]
    fn each_format_has_a_word_of_its_own() {
        let words = ExportFormat::VARIANTS.iter().map(|format| format.word());
        let mut words = words.collect::<Vec<_>>();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ExportFormat::VARIANTS.len());
    }
}
