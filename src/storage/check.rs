//! A look at the whole file, page by page.

use rusqlite::Connection;

use super::{CampFile, StorageError};

impl CampFile {
    /// Everything that is wrong with the file itself: damaged pages, values of a wrong kind, links to records that
    /// aren't there. Empty for a sound file.
    ///
    /// # Errors
    /// The file can't be read at all.
    pub fn damage(&self) -> Result<Vec<String>, StorageError> {
        let mut damage = integrity(&self.connection)?;
        damage.extend(broken_links(&self.connection)?);
        Ok(damage)
    }
}

fn integrity(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut findings = connection
        .prepare("PRAGMA integrity_check")?
        .query_map([], |row| row.get::<_, String>(0))?
        .collect::<Result<Vec<_>, _>>()?;
    findings.retain(|finding| finding != "ok");
    Ok(findings)
}

/// `integrity_check` doesn't look at foreign keys.
fn broken_links(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("PRAGMA foreign_key_check")?
        .query_map([], |row| {
            let table = row.get::<_, String>(0)?;
            let number = row.get::<_, Option<i64>>(1)?.unwrap_or_default();
            let target = row.get::<_, String>(2)?;
            Ok(format!(
                "record {number} of {table} names a {target} that isn't there"
            ))
        })?
        .collect()
}
