//! A damaged camp file is mended: everything that can be read of it is written into a new file, and what was saved and what wasn't is told.
//!
//! The damaged file is only read, as bytes and without SQLite ([`pages`]): so every row that lies on a page which is whole is found, whatever
//! became of the pages before it ([`gather`]). Rows go into the tables that the migrations make, and these decide what can be ([`fill`]);
//! then they become a camp again ([`complete`]), which is looked through as any other before it is put in its place.
//!
//! What is missing is known by its key and, as far as an index has it, by its `uid` ([`gather::TableRows::missing`]): there a backup of the
//! same camp fills in, where that is wanted ([`from_backup`]).

mod complete;
mod fill;
mod from_backup;
mod gather;
mod open_weeks;
mod pages;
mod record;
mod report;
mod strange;
mod tables;
#[cfg(test)]
mod tests;
mod us_chess;
mod version;

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use jiff::civil::Date;
use rusqlite::{Connection, types::Value};

pub use self::report::{RepairNote, Repaired, RepairedTable};
use self::{
    complete::{Completed, Missing},
    fill::Filled,
    from_backup::{GoodBackup, Lost, Taken},
    gather::{Gathered, TableRows},
    pages::Pages,
    tables::Table,
    version::{is_camp, version},
};
use super::{
    BackupPlaces, CampFile, Mode, OpenError, StorageError, history,
    open::from_io,
    real_clock,
    safety::{
        check,
        from_outside::{known_as, plain_file},
        journal::{self, LeftJournal},
        new_file::{begin_in, camp_name},
    },
    schema,
};
use crate::domain::within_years;

/// Told now and then how much is done of how much; says whether to go on.
pub type OnProgress<'p> = dyn FnMut(usize, usize) -> ControlFlow<()> + 'p;

/// The largest file that is repaired, in bytes: it is held in memory.
const LARGEST: u64 = 4 << 30;

/// Writes everything that can be read of a damaged camp file into a new one. The damaged file stays as it is. Where there are `backups`, what
/// can't be read is as the newest good one has it. What was saved and what wasn't; `None` if it was to stop before the end. Then there is no
/// new file.
///
/// # Errors
/// The file is no camp, open elsewhere, or nothing of it can be read; there is a file already in the new place, or the disk fails.
pub fn repair(
    damaged: &Path,
    place: &Path,
    backups: Option<&BackupPlaces>,
    progress: &mut OnProgress<'_>,
) -> Result<Option<Repaired>, OpenError> {
    // Before anybody waits for it in vain.
    drop(begin_in(place)?);
    let (bytes, unread) = read(damaged)?;
    let name = camp_name(damaged);
    let today = within_years(real_clock()).date();
    let looked = backups.map(|places| from_backup::newest_good(damaged, places));
    let (looked, not_looked_into) = match looked.transpose() {
        Ok(looked) => (looked, None),
        Err(error) => (None, Some(error)),
    };
    let (backup, unseen) =
        looked.map_or((None, Vec::new()), |looked| (looked.backup, looked.unseen));
    let salvaged = match salvage(&bytes, &name, today, backup.as_ref(), progress) {
        Ok(salvaged) => salvaged,
        Err(Stop::Cancelled) => return Ok(None),
        Err(Stop::NoCamp) => {
            return Err(OpenError::NotACamp {
                path: damaged.to_owned(),
                instead: known_as(&bytes),
            });
        }
        Err(Stop::Newer) => return Err(OpenError::Newer(damaged.to_owned())),
        Err(Stop::Failed(error)) => return Err(OpenError::from_loading(damaged, &error)),
    };
    let Salvaged {
        camp,
        mut repaired,
        is_of_camp,
        has_changed,
    } = salvaged;
    let is_in_none = repaired.lacks_records() && !has_changed;
    if unread > 0 {
        let part = "part of the file can’t be read from the disk any more";
        let text = match unread {
            1 => format!("1 {part}"),
            _ => format!("{unread} {}", part.replacen("part", "parts", 1)),
        };
        repaired.notes.push(text.into());
    }
    if backups.is_some() && repaired.filled.is_empty() && is_in_none {
        let good = backup.as_ref().filter(|_| is_of_camp);
        let text = match not_looked_into {
            Some(error) => format!("Nothing comes from a backup, as none could be read: {error}"),
            None => from_backup::why_nothing(good, !unseen.is_empty()),
        };
        repaired.notes.push(text.into());
    }
    let mut others = backup.map(|backup| backup.others).unwrap_or_default();
    others.extend(unseen);
    if !repaired.filled.is_empty() {
        repaired.filled.extend(others);
    } else if !repaired.is_whole() {
        repaired.notes.extend(others.into_iter().map(Into::into));
    }
    camp.save_copy_for_others_as(damaged, place)?;
    Ok(Some(repaired))
}

/// Whether something can be saved of a file that wasn't opened as a camp. One that is no camp may be one all the same, whose first page is
/// damaged.
pub fn can_be_repaired(path: &Path, error: &OpenError) -> bool {
    match error {
        OpenError::Damaged { .. } | OpenError::Upgrade { .. } => true,
        OpenError::NotACamp { .. } => read(path).is_ok_and(|(bytes, _)| {
            let pages = Pages::new(&bytes);
            is_camp(&pages, &gather::schema(&pages))
        }),
        _ => false,
    }
}

/// What tells a damaged camp from all others, as far as its rows have it.
pub(super) fn uid_of(damaged: &Path) -> Option<String> {
    let (bytes, _) = read(damaged).ok()?;
    let pages = Pages::new(&bytes);
    let mut watch = Watch {
        progress: &mut |_, _| ControlFlow::Continue(()),
        pages: 1,
        rows: 0,
        rows_filled: 0,
    };
    let camp = read_rows(&pages, |table| table.name == "camp", &mut watch).ok()?;
    let uid = "SELECT uid FROM main.camp";
    camp.new.query_row(uid, [], |row| row.get(0)).ok()
}

/// Why a repair has ended.
#[derive(Debug)]
pub(super) enum Stop {
    Cancelled,
    NoCamp,
    Newer,
    Failed(StorageError),
}

impl From<StorageError> for Stop {
    fn from(error: StorageError) -> Self {
        Self::Failed(error)
    }
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Tells how far it is.
pub(super) struct Watch<'p> {
    progress: &'p mut OnProgress<'p>,
    /// How many there are.
    pages: usize,
    rows: usize,
    rows_filled: usize,
}

impl Watch<'_> {
    fn read_pages(&mut self, pages: usize) -> Result<(), Stop> {
        // Reading is the smaller part.
        self.reach(pages.min(self.pages), 4 * self.pages)
    }

    fn filled_row(&mut self) -> Result<(), Stop> {
        const ROWS: usize = 1000;
        self.rows_filled += 1;
        if !self.rows_filled.is_multiple_of(ROWS) {
            return Ok(());
        }
        self.reach(self.rows + 3 * self.rows_filled, 4 * self.rows)
    }

    fn reach(&mut self, done: usize, total: usize) -> Result<(), Stop> {
        match (self.progress)(done.min(total), total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Cancelled),
        }
    }
}

/// The rows that can be read of a damaged file, in a file in memory with the tables of its version.
struct ReadRows<'a> {
    new: Connection,
    gathered: Gathered<'a>,
    filled: Vec<Filled>,
}

fn read_rows<'a>(
    pages: &Pages<'a>,
    is_wanted: impl Fn(&Table) -> bool,
    watch: &mut Watch<'_>,
) -> Result<ReadRows<'a>, Stop> {
    let listed = gather::schema(pages);
    if !is_camp(pages, &listed) {
        return Err(Stop::NoCamp);
    }
    let version = version(pages, &listed)?;
    let mut new = schema::empty(version)?;
    new.pragma_update(None, "foreign_keys", false)?;
    let mut tables = Table::all(version)?;
    tables.retain(is_wanted);
    let mut fits = |table: &Table, key: &tables::Key, payload: &pages::Payload<'_>| {
        fill::fits(&new, table, key, payload)
    };
    let gathered = gather::gather(pages, &listed, tables, &mut fits, watch)?;
    let filled = fill_all(&mut new, &gathered, watch)?;
    Ok(ReadRows {
        new,
        gathered,
        filled,
    })
}

/// What was saved, as a camp in memory.
struct Salvaged {
    camp: CampFile,
    repaired: Repaired,
    /// Whether the backup is one of this camp.
    is_of_camp: bool,
    /// Whether it has some of what is missing as it was before a change, which is told.
    has_changed: bool,
}

/// Makes a camp in memory of the bytes of a damaged file.
fn salvage(
    bytes: &[u8],
    name: &str,
    today: Date,
    backup: Option<&GoodBackup>,
    progress: &mut OnProgress<'_>,
) -> Result<Salvaged, Stop> {
    let pages = Pages::new(bytes);
    let mut watch = Watch {
        progress,
        pages: usize::try_from(pages.count()).unwrap_or(usize::MAX),
        rows: 0,
        rows_filled: 0,
    };
    let ReadRows {
        mut new,
        gathered,
        filled,
    } = read_rows(&pages, |_| true, &mut watch)?;
    schema::upgrade(&mut new, &schema::migrations()?)?;
    new.pragma_update(None, "foreign_keys", false)?;
    let mut taken = BTreeMap::new();
    let mut is_of_camp = false;
    let done = {
        let transaction = new.transaction()?;
        let tables = Table::all(schema::newest())?;
        let missing = missing(&gathered, &filled);
        if let Some(backup) = backup
            && from_backup::is_of_same_camp(&transaction, &backup.camp.connection)?
        {
            is_of_camp = true;
            let lost = lost(&gathered, &filled);
            taken = from_backup::take(&transaction, &backup.camp.connection, &tables, &lost)?;
        }
        let mut done = complete::complete(&transaction, &tables, &missing, name, today)?;
        let not_taken = from_backup::keep_what_is_there(&transaction, &tables, &mut taken)?;
        for (table, count) in not_taken {
            if let Some(left_out) = done.left_out.get_mut(&table) {
                *left_out = left_out.saturating_sub(count);
            }
        }
        done.left_out.retain(|_, count| *count > 0);
        transaction.commit()?;
        done
    };
    let made = backup.map_or("", |backup| backup.made.as_str());
    let mut repaired = report(&new, &gathered, &filled, &done, (&taken, made));
    open_weeks::keep_what_is_gone(&new, &gathered, &filled, &done, &taken)?;
    let is_history_read = history_is_read(&gathered, &filled);
    keep_history_if_whole(&new, is_history_read, &mut repaired)?;
    new.pragma_update(None, "foreign_keys", true)?;
    let camp = CampFile::of_connection(new, PathBuf::new(), Mode::ReadOnly);
    look_through(&camp, &mut repaired)?;
    Ok(Salvaged {
        camp,
        repaired,
        is_of_camp,
        has_changed: from_backup::changed(&taken, made).is_some(),
    })
}

impl From<rusqlite_migration::Error> for Stop {
    fn from(error: rusqlite_migration::Error) -> Self {
        StorageError::Damaged(error.to_string()).into()
    }
}

/// The bytes of a file, with its journal rolled in if that belongs to it, and how many parts the disk doesn't give back: they are zeros.
fn read(path: &Path) -> Result<(Vec<u8>, usize), OpenError> {
    let about = plain_file(path)?;
    if about.len() > LARGEST {
        return Err(OpenError::Disk {
            path: path.to_owned(),
            detail: "it is larger than any camp".to_owned(),
        });
    }
    if journal::is_held_elsewhere(path) {
        return Err(OpenError::in_use(path));
    }
    let left = LeftJournal::to_repair(path)?;
    let copy = left.as_ref().map(LeftJournal::path);
    read_parts(copy.as_deref().unwrap_or(path)).map_err(|error| from_io(path, &error))
}

/// Reads part by part, so that one which the disk doesn't give back isn't the end of the rest.
fn read_parts(path: &Path) -> std::io::Result<(Vec<u8>, usize)> {
    const PART: u64 = 4096;
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    if file.read_to_end(&mut bytes).is_ok() {
        return Ok((bytes, 0));
    }
    let mut unread = 0;
    bytes.clear();
    for start in (0..length).step_by(4096) {
        let size = PART.min(length - start);
        let mut part = vec![0; usize::try_from(size).unwrap_or_default()];
        let whole = file
            .seek(SeekFrom::Start(start))
            .and_then(|_| file.read_exact(&mut part));
        if whole.is_err() {
            part.fill(0);
            unread += 1;
        }
        bytes.extend(part);
    }
    Ok((bytes, unread))
}

/// Saves the rows of all tables, as far as the tables' rules allow it.
fn fill_all(
    new: &mut Connection,
    gathered: &Gathered<'_>,
    watch: &mut Watch<'_>,
) -> Result<Vec<Filled>, Stop> {
    watch.rows = gathered.tables.iter().map(|of| of.rows.len()).sum();
    let transaction = new.transaction()?;
    let mut filled = Vec::new();
    for of in &gathered.tables {
        filled.push(if of.table.is_of_file() {
            Filled::default()
        } else {
            fill::fill(&transaction, of, watch)?
        });
    }
    for of in &gathered.tables {
        fill::keep_numbers(&transaction, of)?;
    }
    transaction.commit()?;
    Ok(filled)
}

/// What is known of rows that are gone or can't be saved, by the names of columns.
fn missing(gathered: &Gathered<'_>, filled: &[Filled]) -> Missing {
    let of_table = |(of, filled): (&TableRows<'_>, &Filled)| {
        let rows = of.missing.iter().chain(&filled.refused);
        let rows = rows.map(|(key, known)| (key.clone(), by_name(&of.table, known)));
        (of.table.name.clone(), rows.collect())
    };
    gathered.tables.iter().zip(filled).map(of_table).collect()
}

fn by_name(table: &Table, known: &BTreeMap<usize, Value>) -> BTreeMap<String, Value> {
    let named = known.iter().filter_map(|(at, value)| {
        let column = table.columns.get(*at)?;
        Some((column.name.clone(), value.clone()))
    });
    named.collect()
}

/// What a backup is asked for.
fn lost(gathered: &Gathered<'_>, filled: &[Filled]) -> BTreeMap<String, Lost> {
    let nothing = BTreeMap::new();
    let of_table = |(of, filled): (&TableRows<'_>, &Filled)| {
        let table = &of.table;
        let columns = filled.mended.iter().map(|(key, columns)| {
            let columns = columns.iter().filter_map(|at| table.columns.get(*at));
            (key.clone(), columns.map(|it| it.name.clone()).collect())
        });
        let refused = filled.refused.keys();
        let refused = refused.map(|key| (key, of.told.get(key).unwrap_or(&nothing)));
        let gone = of.missing.iter().chain(refused);
        let lost = Lost {
            gone: gone
                .map(|(key, known)| (key.clone(), by_name(table, known)))
                .collect(),
            columns: columns.collect(),
            is_about: of.is_about,
        };
        (table.name.clone(), lost)
    };
    gathered.tables.iter().zip(filled).map(of_table).collect()
}

/// What was saved and what wasn't; `taken` is what came from a backup, and when that was made.
fn report(
    new: &Connection,
    gathered: &Gathered<'_>,
    filled: &[Filled],
    done: &Completed,
    (taken, made): (&BTreeMap<String, Taken>, &str),
) -> Repaired {
    let mut tables = Vec::new();
    let mut notes = Vec::new();
    let mut as_in_backup = Vec::new();
    let doubtful = from_backup::doubtful(new, taken);
    let nothing = Taken::default();
    for (of, filled) in gathered.tables.iter().zip(filled) {
        let table = &of.table;
        let Some((place, title)) = report::title(&table.name) else {
            continue;
        };
        let taken = taken.get(&table.name).unwrap_or(&nothing);
        let mut missing = of.missing.clone();
        missing.extend(filled.refused.clone());
        let least = usize::from(table.name == "camp");
        let all = filled.saved + missing.len() + taken.doubtful.len();
        missing.retain(|key, _| !taken.rows.contains(key));
        let repaired = RepairedTable {
            title,
            saved: filled
                .saved
                .saturating_sub(done.left_out.get(&table.name).copied().unwrap_or(0)),
            from_backup: taken.rows.len(),
            of: all.max(least),
            // There is one camp in a file.
            is_about: of.is_about && least == 0,
            missing: missing
                .iter()
                .map(|(key, known)| report::name(new, table, key, known))
                .collect(),
        };
        if repaired.of > 0 || repaired.is_about {
            tables.push((place, repaired));
        }
        for (key, columns) in &filled.mended {
            let name = report::name(new, table, key, &BTreeMap::new());
            let its = taken.columns.get(key).map_or(&[][..], Vec::as_slice);
            let columns = columns.iter().filter_map(|at| table.columns.get(*at));
            let (its, lost) = columns.partition::<Vec<_>, _>(|it| its.contains(&it.name));
            let said = |what: &str, columns: &[&tables::Column]| {
                let titles = columns.iter();
                let titles = titles.map(|it| report::column_title(table, &it.name));
                let mut titles = titles.collect::<Vec<_>>();
                titles.dedup();
                (!titles.is_empty()).then(|| format!("{what} of {name}: {}", titles.join(", ")))
            };
            as_in_backup.extend(said("As the backup has it,", &its));
            let lost = said("Not all could be read", &lost);
            notes.extend(lost.map(RepairNote::from));
        }
    }
    tables.sort_by_key(|(place, _)| *place);
    let name = |table: &str, key: &tables::Key| {
        let of = gathered.tables.iter().find(|of| of.table.name == table);
        of.map_or_else(String::new, |of| {
            let known = of.missing.get(key).cloned().unwrap_or_default();
            report::name(new, &of.table, key, &known)
        })
    };
    notes.extend(complete::in_words(done, name));
    notes.extend(done.notes.iter().cloned().map(RepairNote::from));
    notes.extend(from_backup::changed(taken, made));
    let mut from_backup = Vec::new();
    if taken.values().any(|taken| !taken.rows.is_empty()) || !as_in_backup.is_empty() {
        from_backup.push(format!(
            "What comes from the backup is as it was on {made}: what was changed since is lost"
        ));
    }
    from_backup.append(&mut as_in_backup);
    if !doubtful.is_empty() {
        from_backup.push(format!(
            "This comes from the backup, and some of it may have been deleted since, as nothing tells: {}",
            doubtful.join(", ")
        ));
    }
    Repaired {
        tables: tables.into_iter().map(|(_, table)| table).collect(),
        filled: from_backup,
        notes,
        history_is_left_out: false,
    }
}

/// Whether every row of the history was read and saved as it was.
fn history_is_read(gathered: &Gathered<'_>, filled: &[Filled]) -> bool {
    let mut tables = gathered.tables.iter().zip(filled);
    tables.all(|(of, filled)| {
        let is_read = !of.is_about && of.missing.is_empty();
        let is_saved = filled.refused.is_empty() && filled.mended.is_empty();
        !history::has_table(&of.table.name) || is_read && is_saved
    })
}

/// A history fits a camp only if both are as they were: with a step of which a part is gone, undoing would mend half of what that did.
fn keep_history_if_whole(
    new: &Connection,
    is_read: bool,
    repaired: &mut Repaired,
) -> Result<(), StorageError> {
    if is_read
        && repaired.is_whole()
        && history::strange_rows(new)?.is_empty()
        && history::step_unlike_records(new)?.is_none()
    {
        return Ok(());
    }
    let gone = history::begin_anew(new)?;
    for table in &mut repaired.tables {
        if table.title == report::HISTORY {
            table.saved = 0;
        }
    }
    repaired.history_is_left_out = gone > 0;
    Ok(())
}

/// The last look: nobody else finds anything wrong with it either. What couldn't be typed so is told.
fn look_through(camp: &CampFile, repaired: &mut Repaired) -> Result<(), StorageError> {
    let damage = check::damage(&camp.connection)?;
    if let Some(finding) = damage.into_list().into_iter().next() {
        return Err(StorageError::Damaged(finding));
    }
    let current = camp.load()?;
    for week in current.weeks.iter() {
        let data = camp.load_week_alone(week.id)?;
        let groups = data
            .groups
            .iter()
            .map(|it| (it.name.clone(), it.problems()));
        let players = data
            .players
            .iter()
            .map(|it| (it.full_name(), it.problems()));
        let games = data.games.iter();
        let games = games.map(|it| (format!("game {}", it.id), it.problems()));
        for (what, problems) in groups.chain(players).chain(games) {
            for problem in problems {
                let text = format!("To be corrected, of {what}: {}", problem.reason);
                let note = RepairNote::from(text);
                if !repaired.notes.contains(&note) {
                    repaired.notes.push(note);
                }
            }
        }
    }
    camp.section_tables()?;
    Ok(())
}
