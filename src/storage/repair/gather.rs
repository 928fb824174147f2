//! What a damaged file still has: every row on a page that is whole, and what indexes tell of the rows that are gone.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::RangeInclusive,
};

use rusqlite::types::Value;

use super::{
    Stop, Watch,
    pages::{Cell, Page, PageNumber, Pages, Payload},
    record,
    tables::{Index, Key, KeyPart, Table},
};

/// The rows of a file, table by table. A second file of the same camp can fill what is [missing](TableRows::missing): its rows have the
/// same `uid`s.
#[derive(Debug)]
pub(super) struct Gathered<'a> {
    pub(super) tables: Vec<TableRows<'a>>,
}

#[derive(Debug)]
pub(super) struct TableRows<'a> {
    pub(super) table: Table,
    pub(super) rows: BTreeMap<Key, Payload<'a>>,
    /// Rows that are gone, with the values that indexes have of them, by the number of the column.
    pub(super) missing: BTreeMap<Key, BTreeMap<usize, Value>>,
    /// What indexes have, likewise, of rows that are there and were overwritten in part.
    pub(super) told: BTreeMap<Key, BTreeMap<usize, Value>>,
    /// Whether more may be missing, of which nothing tells.
    pub(super) is_about: bool,
}

/// A row of the file's list of its tables and indexes.
#[derive(Debug)]
pub(super) struct SchemaRow {
    pub(super) name: String,
    pub(super) sql: Option<String>,
    root: PageNumber,
}

/// How many values a row of that list has.
const SCHEMA_WIDTH: RangeInclusive<usize> = 5..=5;

/// What the file says it has. Where its list is broken, its pieces are looked for on all pages.
pub(super) fn schema(pages: &Pages<'_>) -> Vec<SchemaRow> {
    let mut walk = Walk::new(pages);
    let tree = walk.tree(1, true, &SCHEMA_WIDTH);
    let mut rows = schema_rows(tree.cells);
    if tree.has_hole || rows.is_empty() {
        let free = pages.free().into_iter().collect::<HashSet<_>>();
        for number in (1..=pages.count()).filter(|number| !free.contains(number)) {
            let page = pages.page(number).filter(|page| page.kind.is_table());
            let page = page.filter(|_| !walk.used.contains(&number));
            rows.extend(page.map(entries).map(schema_rows).unwrap_or_default());
        }
    }
    rows
}

fn schema_rows(entries: Vec<Entry<'_>>) -> Vec<SchemaRow> {
    let row = |entry: Entry<'_>| {
        let values = record::values(&entry.payload.bytes)?;
        let [kind, name, _, root, sql] = <[_; 5]>::try_from(values).ok()?.map(|it| it.value);
        match (kind, name, root) {
            (Value::Text(kind), Value::Text(name), Value::Integer(root))
                if kind == "table" || kind == "index" =>
            {
                Some(SchemaRow {
                    name,
                    root: PageNumber::try_from(root).ok()?,
                    sql: match sql {
                        Value::Text(sql) => Some(sql),
                        _ => None,
                    },
                })
            }
            _ => None,
        }
    };
    entries.into_iter().filter_map(row).collect()
}

/// An entry of a tree.
#[derive(Debug)]
struct Entry<'a> {
    rowid: Option<i64>,
    payload: Payload<'a>,
}

fn entries(page: Page<'_>) -> Vec<Entry<'_>> {
    fn entry(cell: Cell<'_>) -> Option<Entry<'_>> {
        Some(Entry {
            rowid: cell.rowid,
            payload: cell.payload?,
        })
    }
    page.cells.into_iter().filter_map(entry).collect()
}

/// The numbers of rows that may be on a page, both ends among them.
type Bounds = (i64, i64);

/// What was found of a tree.
#[derive(Debug, Default)]
struct Tree<'a> {
    cells: Vec<Entry<'a>>,
    /// Where rows are missing.
    gaps: Vec<Bounds>,
    has_hole: bool,
    /// Pages that are named by the tree, with rows that don't belong there.
    doubtful: Vec<PageNumber>,
}

impl Tree<'_> {
    fn miss(&mut self, bounds: Bounds) {
        self.gaps.push(bounds);
        self.has_hole = true;
    }
}

/// A walk through the trees of a file, which goes to no page twice.
struct Walk<'p, 'a> {
    pages: &'p Pages<'a>,
    used: HashSet<PageNumber>,
}

impl<'p, 'a> Walk<'p, 'a> {
    fn new(pages: &'p Pages<'a>) -> Self {
        Self {
            pages,
            used: HashSet::new(),
        }
    }

    /// Everything below a page. `width`: how many values a row has.
    fn tree(
        &mut self,
        root: PageNumber,
        is_table: bool,
        width: &RangeInclusive<usize>,
    ) -> Tree<'a> {
        let mut tree = Tree::default();
        let mut waiting = vec![(root, (i64::MIN, i64::MAX))];
        while let Some((number, bounds)) = waiting.pop() {
            let page = self.pages.page(number);
            let page = page.filter(|page| page.kind.is_table() == is_table);
            let Some(page) = page.filter(|_| !self.used.contains(&number)) else {
                tree.miss(bounds);
                continue;
            };
            match stands(&page, bounds, width) {
                Standing::Here => {}
                Standing::Doubtful => {
                    tree.doubtful.push(number);
                    tree.miss(bounds);
                    continue;
                }
                Standing::Elsewhere => {
                    tree.miss(bounds);
                    continue;
                }
            }
            self.take(number, &page);
            if page.has_bad_cells {
                tree.miss(bounds);
            }
            let (first, last) = bounds;
            let mut from = first;
            for cell in &page.cells {
                if let Some(child) = cell.child {
                    // Keys of a damaged page need not ascend.
                    let to = cell.rowid.unwrap_or(last).clamp(first, last);
                    waiting.push((child, (from.min(to), from.max(to))));
                    from = to.saturating_add(i64::from(is_table)).min(last);
                }
            }
            if let Some(child) = page.last_child {
                waiting.push((child, (from, last)));
            }
            tree.cells.extend(entries(page));
        }
        tree
    }

    fn take(&mut self, number: PageNumber, page: &Page<'_>) {
        self.used.insert(number);
        let payloads = page.cells.iter().filter_map(|cell| cell.payload.as_ref());
        self.used
            .extend(payloads.flat_map(|payload| payload.overflow.iter().copied()));
    }
}

/// Whether a page belongs where it is named.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Standing {
    Here,
    /// Its rows would be elsewhere in the tree.
    Doubtful,
    /// Its rows are another table's.
    Elsewhere,
}

fn stands(page: &Page<'_>, (first, last): Bounds, width: &RangeInclusive<usize>) -> Standing {
    let is_row = |payload: &Payload<'_>| {
        record::count(&payload.bytes).is_some_and(|count| width.contains(&count))
    };
    let payloads = page.cells.iter().filter_map(|cell| cell.payload.as_ref());
    let (rows, others): (Vec<_>, Vec<_>) = payloads.partition(|payload| is_row(payload));
    if others.len() > rows.len() {
        return Standing::Elsewhere;
    }
    let mut rowids = page.cells.iter().filter_map(|cell| cell.rowid);
    if !page.kind.is_interior() && rowids.any(|rowid| rowid < first || rowid > last) {
        return Standing::Doubtful;
    }
    Standing::Here
}

/// Whether a row can be one of a table's.
pub(super) type Fits<'f> = dyn FnMut(&Table, &Key, &Payload<'_>) -> bool + 'f;

/// Reads everything that can be read. `tables` are those of the file's version.
pub(super) fn gather<'a>(
    pages: &Pages<'a>,
    schema: &[SchemaRow],
    tables: Vec<Table>,
    fits: &mut Fits<'_>,
    watch: &mut Watch<'_>,
) -> Result<Gathered<'a>, Stop> {
    let roots = schema.iter().map(|row| (row.name.as_str(), row.root));
    let roots = roots.collect::<HashMap<_, _>>();
    let mut walk = Walk::new(pages);
    // Its pages are no table's.
    let _ = walk.tree(1, true, &SCHEMA_WIDTH);
    let mut found = Vec::new();
    for table in tables {
        // Columns that were added later are missing in rows that were there before.
        let width = table.key.max(1)..=table.columns.len();
        let tree = match roots.get(table.name.as_str()) {
            Some(root) => walk.tree(*root, table.has_rowid, &width),
            None => lost(),
        };
        watch.read_pages(walk.used.len())?;
        found.push(Found { table, tree });
    }
    let mut told = Vec::new();
    for of in &found {
        let indexes = of.table.indexes.iter();
        let read = indexes.map(|index| {
            let width = index.columns.len()..=index.columns.len();
            match roots.get(index.name.as_str()) {
                Some(root) => walk.tree(*root, false, &width),
                None => lost(),
            }
        });
        told.push(read.collect::<Vec<_>>());
        watch.read_pages(walk.used.len())?;
    }
    for of in &mut found {
        for number in std::mem::take(&mut of.tree.doubtful) {
            let page = pages.page(number);
            if let Some(page) = page.filter(|_| !walk.used.contains(&number)) {
                walk.take(number, &page);
                of.tree.cells.extend(entries(page));
            }
        }
    }
    adopt(pages, &mut walk, &mut found, fits);
    let tables = found.into_iter().zip(told);
    let tables = tables.map(|(of, told)| of.rows(&told));
    Ok(Gathered {
        tables: tables.collect(),
    })
}

fn lost<'a>() -> Tree<'a> {
    let mut tree = Tree::default();
    tree.miss((i64::MIN, i64::MAX));
    tree
}

struct Found<'a> {
    table: Table,
    tree: Tree<'a>,
}

/// Gives pages that no tree names any more to the table whose rows they have, if one has lost such rows: where a page is damaged that
/// names others, those are whole.
fn adopt<'a>(
    pages: &Pages<'a>,
    walk: &mut Walk<'_, 'a>,
    found: &mut [Found<'a>],
    fits: &mut Fits<'_>,
) {
    if found.iter().all(|of| of.tree.gaps.is_empty()) {
        return;
    }
    walk.used.extend(pages.free());
    // Custom columns are known before their values.
    let numbers = || 1..=pages.count();
    let mut kinds = HashMap::new();
    for (number, of_tables) in numbers()
        .map(|it| (it, true))
        .chain(numbers().map(|it| (it, false)))
    {
        if number == 1 {
            kinds = kinds_of_columns(found);
        }
        if walk.used.contains(&number) {
            continue;
        }
        let Some(page) = pages.page(number) else {
            continue;
        };
        let is_table = page.kind.is_table();
        if is_table != of_tables {
            continue;
        }
        let candidates = (0..found.len()).filter(|at| {
            let of = &found[*at];
            is_table == of.table.has_rowid
                && is_one_of_the_lost(of, &page, &kinds)
                && all_fit(&of.table, &page, fits)
        });
        // Where it could be either of two tables', it is neither's.
        if let [one] = candidates.collect::<Vec<_>>()[..] {
            walk.take(number, &page);
            found[one].tree.cells.extend(entries(page));
        }
    }
}

/// Whether a page may have rows that a table has lost.
fn is_one_of_the_lost(of: &Found<'_>, page: &Page<'_>, kinds: &HashMap<i64, String>) -> bool {
    let is_in_gap = |rowid: i64| {
        let mut gaps = of.tree.gaps.iter();
        gaps.any(|(first, last)| (*first..=*last).contains(&rowid))
    };
    let mut rows = page.cells.iter().filter(|cell| cell.payload.is_some());
    let is_any = !of.tree.gaps.is_empty() && rows.clone().next().is_some();
    is_any
        && rows.all(|cell| match (cell.rowid, &cell.payload) {
            (Some(rowid), _) => is_in_gap(rowid),
            (None, Some(payload)) => is_of_kind(&of.table, payload, kinds),
            (None, None) => true,
        })
}

/// Values of custom columns are alike for groups, players and games: whose a column is, says the list of columns.
fn is_of_kind(table: &Table, payload: &Payload<'_>, kinds: &HashMap<i64, String>) -> bool {
    let (Some(kind), Some(column)) = (table.name.strip_suffix("_extra"), table.column("column_id"))
    else {
        return true;
    };
    let values = record::values(&payload.bytes).unwrap_or_default();
    match values.get(column).map(|it| &it.value) {
        // Where no column is known, any may be.
        Some(Value::Integer(column)) => {
            kinds.is_empty() || kinds.get(column).is_some_and(|known| known == kind)
        }
        _ => false,
    }
}

fn kinds_of_columns(found: &[Found<'_>]) -> HashMap<i64, String> {
    let columns = found.iter().find(|of| of.table.name == "extra_column");
    let cells = columns.map_or(&[][..], |of| of.tree.cells.as_slice());
    let kind = |entry: &Entry<'_>| {
        let values = record::values(&entry.payload.bytes)?;
        match &values.get(1)?.value {
            Value::Text(kind) => Some((entry.rowid?, kind.clone())),
            _ => None,
        }
    };
    cells.iter().filter_map(kind).collect()
}

fn all_fit(table: &Table, page: &Page<'_>, fits: &mut Fits<'_>) -> bool {
    page.cells.iter().all(|cell| {
        let Some(payload) = &cell.payload else {
            return true;
        };
        let key =
            record::values(&payload.bytes).and_then(|values| table.key_of(cell.rowid, &values));
        key.is_some_and(|key| fits(table, &key, payload))
    })
}

impl<'a> Found<'a> {
    /// Its rows by their keys, and those that its indexes know besides.
    fn rows(self, told: &[Tree<'a>]) -> TableRows<'a> {
        let Self { table, tree } = self;
        let mut rows = BTreeMap::new();
        let mut doubles = Vec::new();
        let mut has_lost = tree.has_hole;
        let mut is_about = has_lost;
        for entry in tree.cells {
            let key = if table.has_rowid {
                // Zeros where a row was: none has that number.
                entry.rowid.filter(|number| *number != 0).map(Key::Row)
            } else {
                record::values(&entry.payload.bytes).and_then(|values| table.key_of(None, &values))
            };
            match key {
                Some(key) if rows.contains_key(&key) && !is_row(&entry.payload) => {
                    has_lost = true;
                    is_about = true;
                }
                // Two of one key: one of them was another one.
                Some(key) => {
                    if let Some(double) = rows.insert(key.clone(), entry.payload) {
                        doubles.push((key, double));
                        has_lost = true;
                    }
                }
                None => {
                    has_lost = true;
                    is_about = true;
                }
            }
        }
        is_about |= !doubles.is_empty();
        let overwritten = overwritten(&table, &rows);
        let mut of_overwritten = BTreeMap::<_, BTreeMap<_, _>>::new();
        let mut missing = BTreeMap::<_, Told>::new();
        for (index, tree) in table.indexes.iter().zip(told) {
            let mut is_read = !tree.has_hole;
            has_lost |= index.has_all && tree.cells.len() > rows.len();
            for entry in &tree.cells {
                let Some((key, known)) = known(&table, index, &entry.payload) else {
                    is_read = false;
                    continue;
                };
                if overwritten.contains(&key) {
                    let told = of_overwritten.entry(key).or_default();
                    told.extend(known);
                } else if !rows.contains_key(&key) {
                    let told = missing.entry(key).or_default();
                    told.columns.extend(known);
                    told.times += 1;
                }
            }
            if index.has_all && is_read {
                is_about = false;
            }
        }
        // Of a table that is whole, an index that knows more is wrong, unless another one says the same.
        missing.retain(|_, told| has_lost || told.times > 1);
        if !missing.is_empty() && table.has_rowid {
            let unknown = unknown(&table, &rows, told);
            give_numbers_back(&mut rows, doubles, unknown, &mut missing);
        }
        let missing = missing.into_iter();
        TableRows {
            table,
            rows,
            missing: missing.map(|(key, told)| (key, told.columns)).collect(),
            told: of_overwritten,
            is_about,
        }
    }
}

fn is_row(payload: &Payload<'_>) -> bool {
    record::count(&payload.bytes).is_some()
}

/// The rows of which something can't be what was written.
fn overwritten(table: &Table, rows: &BTreeMap<Key, Payload<'_>>) -> BTreeSet<Key> {
    // Nobody could tell what it was.
    if table.indexes.is_empty() {
        return BTreeSet::new();
    }
    let is_as_written = |payload: &Payload<'_>| {
        let values = record::values(&payload.bytes);
        values.is_some_and(|values| values.iter().all(|it| !it.is_spoilt))
    };
    let overwritten = rows.iter().filter(|(_, payload)| !is_as_written(payload));
    overwritten.map(|(key, _)| key.clone()).collect()
}

/// The keys that no index names, of a table of which one knows all rows.
fn unknown(table: &Table, rows: &BTreeMap<Key, Payload<'_>>, told: &[Tree<'_>]) -> BTreeSet<Key> {
    let indexes = table.indexes.iter().zip(told);
    let mut indexes = indexes.filter(|(index, tree)| index.has_all && !tree.has_hole);
    let Some((index, tree)) = indexes.next() else {
        return BTreeSet::new();
    };
    let mut unknown = rows.keys().cloned().collect::<BTreeSet<_>>();
    for entry in &tree.cells {
        if let Some((key, _)) = known(table, index, &entry.payload) {
            unknown.remove(&key);
        }
    }
    unknown
}

/// A row whose number is another one than it was is the one that indexes know by the right number, and by what is in it.
fn give_numbers_back<'a>(
    rows: &mut BTreeMap<Key, Payload<'a>>,
    doubles: Vec<(Key, Payload<'a>)>,
    unknown: BTreeSet<Key>,
    missing: &mut BTreeMap<Key, Told>,
) {
    let is_it = |payload: &Payload<'_>, told: &Told| {
        let values = record::values(&payload.bytes).unwrap_or_default();
        let mut columns = told.columns.iter();
        !told.columns.is_empty()
            && columns.all(|(at, value)| values.get(*at).is_some_and(|it| it.value == *value))
    };
    for (key, double) in doubles {
        // Either of the two may be the other one.
        let known = |payload: &Payload<'_>| {
            let mut all = missing.iter();
            all.find(|(_, told)| is_it(payload, told))
                .map(|(key, _)| key.clone())
        };
        if let Some(right) = known(&double) {
            rows.insert(right.clone(), double);
            missing.remove(&right);
        } else if let Some(right) = rows.get(&key).and_then(known)
            && let Some(other) = rows.insert(key, double)
        {
            rows.insert(right.clone(), other);
            missing.remove(&right);
        }
    }
    for key in unknown {
        let payload = rows.get(&key);
        let right = payload.and_then(|payload| {
            let mut all = missing.iter();
            all.find(|(_, told)| is_it(payload, told))
                .map(|(key, _)| key.clone())
        });
        if let Some(right) = right
            && let Some(payload) = rows.remove(&key)
        {
            rows.insert(right.clone(), payload);
            missing.remove(&right);
        } else if rows.get(&key).is_some_and(|payload| !is_row(payload)) {
            rows.remove(&key);
        }
    }
}

/// What indexes know of a row.
#[derive(Debug, Default)]
struct Told {
    columns: BTreeMap<usize, Value>,
    /// How many of them name it.
    times: usize,
}

/// What an entry of an index says of a row.
fn known(
    table: &Table,
    index: &Index,
    payload: &Payload<'_>,
) -> Option<(Key, BTreeMap<usize, Value>)> {
    let values = record::values(&payload.bytes)?;
    let mut rowid = None;
    let mut known = BTreeMap::new();
    for (column, stored) in index.columns.iter().zip(values) {
        match (column, stored.value) {
            _ if stored.is_spoilt => {}
            (None, Value::Integer(number)) if number != 0 => rowid = Some(number),
            (Some(column), value) => {
                known.insert(*column, value);
            }
            (None, _) => return None,
        }
    }
    if table.has_rowid {
        return Some((Key::Row(rowid?), known));
    }
    let key = (0..table.key).map(|column| KeyPart::new(known.get(&column)?));
    let key = key.collect::<Option<Vec<_>>>()?;
    Some((Key::Columns(key), known))
}
