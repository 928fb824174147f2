//! Whether a damaged file is a camp, and of which version its tables are.

use std::{
    collections::{BTreeMap, HashSet},
    sync::LazyLock,
};

use super::{Stop, gather::SchemaRow, pages::Pages};
use crate::storage::schema;

/// Names of tables and indexes, each with what made it.
type Names = HashSet<(String, Option<String>)>;

/// How many of the listed tables and indexes are those of a version.
fn known_in(version: u32, listed: &[SchemaRow]) -> usize {
    // Each version is asked about several times for one file.
    static KNOWN: LazyLock<BTreeMap<u32, Names>> = LazyLock::new(|| {
        let versions = 1..=schema::newest();
        versions
            .map(|version| (version, names_in(version).unwrap_or_default()))
            .collect()
    });
    let is_known = |row: &&SchemaRow| {
        let names = KNOWN.get(&version);
        names.is_some_and(|names| names.contains(&(row.name.clone(), row.sql.clone())))
    };
    listed.iter().filter(is_known).count()
}

fn names_in(version: u32) -> Result<Names, Stop> {
    let new = schema::empty(version)?;
    let mut statement = new.prepare("SELECT name, sql FROM main.sqlite_schema")?;
    let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn is_camp(pages: &Pages<'_>, listed: &[SchemaRow]) -> bool {
    /// So many of our tables and indexes nobody else has.
    const ENOUGH: usize = 3;
    pages.head(68) == Some(schema::APPLICATION_ID)
        || !listed.is_empty() && known_in(schema::newest(), listed) >= ENOUGH
}

/// The version of the file's tables: as it says, unless its list of tables says otherwise.
pub(super) fn version(pages: &Pages<'_>, listed: &[SchemaRow]) -> Result<u32, Stop> {
    let newest = schema::newest();
    let said = pages.head(60).unwrap_or_default();
    if (1..=newest).contains(&said) && known_in(said, listed) == listed.len() {
        return Ok(said);
    }
    let mut best = (0, newest);
    for version in 1..=newest {
        let known = known_in(version, listed);
        if known > best.0 || known == best.0 && (version == said || best.1 != said) {
            best = (known, version);
        }
    }
    if said > newest && best.0 < listed.len() {
        return Err(Stop::Newer);
    }
    Ok(best.1)
}
