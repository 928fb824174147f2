//! All that a camp file holds, as one text to compare.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, types::ValueRef};

/// Every table with every row, in the order of the rows' keys. The history aside, which says when, and the stamp of each change.
pub(crate) fn dump(camp: &Path) -> String {
    let connection = Connection::open_with_flags(camp, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .expect("a camp file that nobody has open");
    let mut text = String::new();
    for table in names(&connection) {
        text += &format!("== {table}\n");
        let mut statement = connection
            .prepare(&format!("SELECT * FROM \"{table}\" ORDER BY 1, 2"))
            .expect("a table");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            for column in 0..columns {
                text.push_str(&match row.get_ref(column).expect("a value") {
                    ValueRef::Null => "NULL".to_owned(),
                    ValueRef::Integer(number) => number.to_string(),
                    ValueRef::Real(number) => number.to_string(),
                    ValueRef::Text(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
                    ValueRef::Blob(bytes) => format!("{bytes:?}"),
                });
                text.push('|');
            }
            text.push('\n');
        }
    }
    text
}

fn names(connection: &Connection) -> Vec<String> {
    connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'history_%' AND name <> 'save_stamp' ORDER BY name")
        .expect("a schema")
        .query_map([], |row| row.get(0))
        .expect("names")
        .collect::<Result<_, _>>()
        .expect("names")
}
