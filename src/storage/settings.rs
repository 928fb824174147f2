//! What the table `camp` says beside the camp's name and its current week.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use rusqlite::{Connection, Row, params, types::Type};
use strum::VariantArray as _;

use super::{StorageError, group::refuse_if_invalid};
use crate::domain::{CampSettings, Colour, Logo, PictureKind, PublishedNames};

pub(super) fn read(connection: &Connection) -> rusqlite::Result<CampSettings> {
    connection.query_row(
        "SELECT footer, colour, logo_kind, logo, published_names FROM camp",
        [],
        |row| {
            Ok(CampSettings {
                footer: row.get(0)?,
                colour: word(row, 1, Colour::from_text)?,
                logo: logo(row)?.map(Into::into),
                published_names: word(row, 4, names)?,
            })
        },
    )
}

pub(super) fn save(connection: &Connection, settings: &CampSettings) -> Result<(), StorageError> {
    refuse_if_invalid(settings.problems())?;
    let logo = settings.logo.as_deref();
    connection.execute(
        "UPDATE camp SET footer = ?1, colour = ?2, logo_kind = ?3, logo = ?4, published_names = ?5",
        params![
            settings.footer,
            settings.colour.map(|colour| colour.to_string()),
            logo.map(|logo| logo.kind.ending()),
            logo.map(|logo| BASE64_STANDARD.encode(&logo.bytes)),
            settings.published_names.map(PublishedNames::word),
        ],
    )?;
    Ok(())
}

fn names(text: &str) -> Option<PublishedNames> {
    PublishedNames::VARIANTS
        .iter()
        .copied()
        .find(|names| names.word() == text)
}

fn logo(row: &Row<'_>) -> rusqlite::Result<Option<Logo>> {
    let kind = word(row, 2, |text| {
        PictureKind::VARIANTS
            .iter()
            .copied()
            .find(|kind| kind.ending() == text)
    })?;
    let bytes = word(row, 3, |text| BASE64_STANDARD.decode(text).ok())?;
    Ok(kind.zip(bytes).map(|(kind, bytes)| Logo { kind, bytes }))
}

/// A value that is stored as text. One that nothing is known by is damage.
fn word<T>(
    row: &Row<'_>,
    column: usize,
    meaning: impl FnOnce(&str) -> Option<T>,
) -> rusqlite::Result<Option<T>> {
    let Some(text) = row.get_ref(column)?.as_str_or_null()? else {
        return Ok(None);
    };
    let unknown = || {
        let name = row.as_ref().column_name(column).unwrap_or_default();
        format!("the camp’s {name} can’t be read").into()
    };
    meaning(text)
        .map(Some)
        .ok_or_else(|| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, unknown()))
}
