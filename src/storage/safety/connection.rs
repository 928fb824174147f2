//! What a connection may do. A camp file is a stranger's file, as a CSV is: nothing in it is ever run.

use std::{
    fmt::Write as _,
    path::{self, Path},
    time::Duration,
};

use rusqlite::{
    Connection, OpenFlags,
    config::DbConfig,
    hooks::{AuthAction, AuthContext, Authorization},
    limits::Limit,
};

use super::journal;

/// A virus scanner or a backup program may hold a file for a moment.
pub(in crate::storage) const PATIENCE: Duration = Duration::from_millis(300);

/// The longest value and the longest row, in bytes: a logo in Base64 is 1.4 MB, and the history writes it down as it was before.
const LONGEST_VALUE: i32 = 4 << 20;

/// How much of a file is kept in memory at most, in KiB.
const PAGES_IN_MEMORY: i32 = 64 << 10;

/// A file of up to so many bytes is kept in memory as a whole, so that a copy can be written also when it is gone: all camps but the largest.
const KEPT_WHOLE: i64 = 48 << 20;

/// How much of a larger file is kept in memory while it is only read, in KiB.
const PAGES_AT_REST: i32 = 1 << 10;

/// What a statement may be, generously for our own: the largest are the triggers of the history.
const LIMITS: [(Limit, i32); 9] = [
    (Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 64 << 10),
    (Limit::SQLITE_LIMIT_COLUMN, 100),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 200),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 20),
    // Writing a file anew (VACUUM) takes a second one, which has no name.
    (Limit::SQLITE_LIMIT_ATTACHED, 1),
    (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 100),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 10),
];

/// What the file's own text can't do, whatever it says.
const SETTINGS: [(DbConfig, bool); 8] = [
    (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
    (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    // Those of the connection itself, which write the history down, work all the same.
    (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
    (DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, false),
    (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
    (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
];

/// The functions that our own statements, triggers, checks and migrations call, and those that SQLite calls for VACUUM and ALTER TABLE.
const FUNCTIONS: [&str; 19] = [
    "coalesce",
    "count",
    "glob",
    "iif",
    "json_array",
    "json_extract",
    "json_quote",
    "json_set",
    "json_type",
    "json_valid",
    "length",
    "lower",
    "max",
    "min",
    "printf",
    "quote",
    "random",
    "substr",
    "trim",
];

const READING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// The database's own small steps to read a schema. Ours takes some hundreds.
const STEPS_OF_SCHEMA: i32 = 5000;

/// Takes away what a camp file never needs, and then has the schema read. Comes before the first look into the file.
pub(in crate::storage) fn restrict(connection: &Connection) -> rusqlite::Result<()> {
    // A schema of many thousands of indexes would be read for hours.
    connection.progress_handler(STEPS_OF_SCHEMA, Some(|| true))?;
    for (setting, value) in SETTINGS {
        connection.set_db_config(setting, value)?;
    }
    for (limit, value) in LIMITS {
        connection.set_limit(limit, value)?;
    }
    connection.authorizer(Some(judge))?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -PAGES_IN_MEMORY)?;
    connection.query_row("SELECT count(*) FROM main.sqlite_schema", [], |_| Ok(()))?;
    connection.progress_handler(0, None::<fn() -> bool>)?;
    rest(connection)
}

/// Opens a camp to read it, so that nothing comes to lie beside it: of a file that another tool has left with a log written ahead, SQLite would make
/// that log, and leave it there.
pub(in crate::storage) fn to_read(path: &Path) -> rusqlite::Result<Connection> {
    if writes_log_ahead(path) && !journal::is_held_elsewhere(path) {
        let flags = READING | OpenFlags::SQLITE_OPEN_URI;
        // Not every kind of path can be named so.
        if let Ok(connection) = Connection::open_with_flags(as_it_lies(path), flags) {
            restrict(&connection)?;
            return Ok(connection);
        }
    }
    to_read_shared(path)
}

/// The same of a file that may be open here, too: looking at it past SQLite, and closing it again, would give up the lock of it (on Linux). What
/// another tool has left with a log written ahead may get that beside it.
pub(in crate::storage) fn to_read_shared(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, READING)?;
    restrict(&connection)?;
    Ok(connection)
}

/// By the head of the file (SQLite's file format, bytes 18 and 19).
fn writes_log_ahead(path: &Path) -> bool {
    let head = journal::head_of(path).unwrap_or_default();
    head.get(18..20)
        .is_some_and(|versions| versions.contains(&2))
}

/// How SQLite is told that nobody changes a file meanwhile: then it looks at nothing beside it.
fn as_it_lies(path: &Path) -> String {
    let whole = path::absolute(path);
    let whole = whole.as_deref().unwrap_or(path);
    let mut name = String::new();
    for byte in whole.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => name.push('/'),
            b'/' | b':' | b'-' | b'.' | b'_' => name.push(char::from(*byte)),
            letter if letter.is_ascii_alphanumeric() => name.push(char::from(*letter)),
            other => {
                let _ = write!(name, "%{other:02X}");
            }
        }
    }
    let root = if name.starts_with('/') { "" } else { "/" };
    format!("file://{root}{name}?immutable=1")
}

/// Gives back what the pages of a large file take in memory: one that isn't there as a whole can't be copied from memory in any case. Reading
/// such a file in order is no slower for it, as the system keeps what was read; looking through all of it takes a third more time.
pub(in crate::storage) fn rest(connection: &Connection) -> rusqlite::Result<()> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let size = pragma("page_count")?.saturating_mul(pragma("page_size")?);
    if size > KEPT_WHOLE {
        connection.pragma_update(None, "cache_size", -PAGES_AT_REST)?;
    }
    Ok(())
}

/// Takes the memory that many changes of a large file need.
pub(in crate::storage) fn begin_to_write(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -PAGES_IN_MEMORY)
}

/// Whether a statement may do that.
fn judge(context: AuthContext<'_>) -> Authorization {
    let is_allowed = match context.action {
        // VACUUM builds the new file in one without a name.
        AuthAction::Attach { filename } => filename.is_empty(),
        AuthAction::Function { function_name } => {
            let name = function_name.to_ascii_lowercase();
            // ALTER TABLE rewrites the schema with functions that nobody else can call.
            FUNCTIONS.contains(&name.as_str()) || name.starts_with("sqlite_")
        }
        AuthAction::Detach { .. }
        | AuthAction::CreateTrigger { .. }
        | AuthAction::CreateView { .. }
        | AuthAction::CreateTempView { .. }
        | AuthAction::CreateVtable { .. }
        | AuthAction::DropVtable { .. }
        | AuthAction::Unknown { .. } => false,
        _ => true,
    };
    if is_allowed {
        Authorization::Allow
    } else {
        Authorization::Deny
    }
}

/// A name as SQL takes it, whatever stands in it.
pub(in crate::storage) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_does_nothing_beyond_its_own_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let victim = folder.path().join("victim");
        let path = victim.display();
        let connection = Connection::open_in_memory().expect("memory");
        restrict(&connection).expect("restricted");
        connection
            .execute_batch("CREATE TABLE a (b TEXT); INSERT INTO a VALUES ('x');")
            .expect("a table");
        for sql in [
            format!("VACUUM INTO '{path}'"),
            format!("ATTACH '{path}' AS other"),
            "ATTACH ':memory:' AS other".to_owned(),
            "DETACH temp".to_owned(),
            "SELECT hex('x')".to_owned(),
            "SELECT char(65)".to_owned(),
            "SELECT zeroblob(100000000)".to_owned(),
            "CREATE VIEW c AS SELECT * FROM a".to_owned(),
            "CREATE TRIGGER c AFTER INSERT ON a BEGIN SELECT 1; END".to_owned(),
            "CREATE VIRTUAL TABLE c USING dbstat".to_owned(),
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x'".to_owned(),
        ] {
            connection
                .execute_batch(&sql)
                .expect_err(&format!("allowed: {sql}"));
        }
        assert!(!victim.exists());
        connection.execute_batch("VACUUM").expect("written anew");
        let long = "x".repeat(5 << 20);
        let too_long = connection.execute("INSERT INTO a VALUES (?1)", [long]);
        assert!(too_long.is_err());
    }

    /// `.cargo/config.toml` says so, which a build from elsewhere wouldn't read.
    #[test]
    fn what_a_camp_never_holds_is_not_built_in() {
        let connection = Connection::open_in_memory().expect("memory");
        let has = |option: &str| {
            let sql = "SELECT sqlite_compileoption_used(?1)";
            let has = connection.query_row(sql, [option], |row| row.get::<_, bool>(0));
            has.expect("an answer")
        };
        for option in [
            "OMIT_LOAD_EXTENSION",
            "OMIT_SHARED_CACHE",
            "DEFAULT_MEMSTATUS=0",
        ] {
            assert!(has(option), "{option}");
        }
        for option in ["ENABLE_FTS3", "ENABLE_FTS5", "ENABLE_RTREE", "ENABLE_STAT4"] {
            assert!(!has(option), "{option}");
        }
    }

    #[test]
    fn a_name_is_never_read_as_a_statement() {
        assert_eq!(quoted("id"), "\"id\"");
        assert_eq!(quoted("a\" IS NULL; --"), "\"a\"\" IS NULL; --\"");
    }
}
