//! Life titles: the registers of members, and the events that were credited to them.

use super::{
    Report,
    table::{Lead, ReportColumn, ReportRow, ReportTable, day, decimals, games},
};
use crate::{
    domain::us_chess::{Adjusted, MemberKey, System},
    rating::us_chess::titles::{CLASSES, TitleClass, registers},
    spreadsheet::Cell,
    storage::{CampFile, StorageError, StoredMember, TitleCredit},
};

/// Registers count in Regular alone, by all rules.
const SYSTEM: System = System::Regular;

const LIST: &[ReportColumn] = &[
    ReportColumn::flexible("Name", 150.0),
    ReportColumn::number("Events", 76.0),
    ReportColumn::text("Highest class credited", 190.0),
    ReportColumn::number("Games at 2200", 116.0),
    ReportColumn::text("Titles reached", 130.0),
    ReportColumn::private("ID"),
];

const CREDITS: &[ReportColumn] = &[
    ReportColumn::day("Ended"),
    ReportColumn::flexible("Event", 110.0),
    ReportColumn::flexible("Section", 84.0),
    ReportColumn::number("Games", 68.0),
    ReportColumn::number("Before floors", 108.0),
    ReportColumn::text("Credited to", 190.0),
];

const REGISTERS: &[ReportColumn] = &[
    ReportColumn::flexible("Class", 110.0),
    ReportColumn::number("From", 60.0),
    ReportColumn::number("Opening", 84.0),
    ReportColumn::number("Events", 76.0),
    ReportColumn::number("Register", 84.0),
    ReportColumn::text("Needed", 186.0),
    ReportColumn::text("Reached", 78.0),
];

/// "Class A (1800)"
fn named(class: &TitleClass) -> String {
    format!("{} ({})", class.name, class.from)
}

/// Everybody who has a register.
pub(super) fn list(file: &CampFile) -> Result<Report, StorageError> {
    let credits = file.title_credits(None)?;
    let rows = file.members()?.into_iter().filter_map(|stored| {
        let account = stored.now.account(SYSTEM);
        let highest = registers(account).next()?;
        let reached = registers(account).filter(|register| register.is_reached());
        let reached = reached.map(|register| named(register.class));
        let at_2200 = account.titles.get(&2200).copied().unwrap_or(0);
        Some(ReportRow {
            cells: vec![
                Cell::text(stored.member.listed_name()),
                Cell::count(credits.get(&stored.key).map_or(0, Vec::len)),
                Cell::text(named(highest.class)),
                games(at_2200),
                Cell::text(reached.collect::<Vec<_>>().join(", ")),
                Cell::text(id(&stored)),
            ],
            lead: Some(Lead::Member(stored.key)),
        })
    });
    let list = ReportTable {
        name: "Titles",
        noun: "member",
        columns: LIST,
        rows: rows.collect(),
    };
    let known = CLASSES.iter().filter_map(|class| {
        let games = class.games?;
        Some(format!("{}: {games} games", named(class)))
    });
    let known = known.collect::<Vec<_>>().join(", ");
    let note = format!(
        "{known}. How many games the other titles need isn’t known: they are counted, and never reached."
    );
    Ok(Report::new(list, vec![note]))
}

/// A member's number as a text; nothing while the membership is pending.
pub(super) fn id(stored: &StoredMember) -> String {
    stored
        .member
        .id
        .map_or_else(String::new, |id| id.to_string())
}

/// The events that were credited to a member, and all registers.
pub(super) fn details(
    file: &CampFile,
    member: MemberKey,
) -> Result<Vec<ReportTable>, StorageError> {
    let credits = file.title_credits(Some(member))?.remove(&member);
    let credits = credits.unwrap_or_default();
    let members = file.members()?;
    let stored = members.iter().find(|stored| stored.key == member);
    let mut rows = credits.iter().map(credited).collect::<Vec<_>>();
    for adjustment in file.adjustments(member)? {
        if let Adjusted::Title(_, class) = adjustment.what {
            let class = TitleClass::of(class).map_or_else(|| class.to_string(), named);
            rows.push(ReportRow {
                cells: vec![
                    Cell::Date(adjustment.on),
                    Cell::text("Adjusted by hand"),
                    Cell::text(adjustment.reason.clone()),
                    adjustment.count().map_or(Cell::Empty, games),
                    Cell::Empty,
                    Cell::text(class),
                ],
                lead: None,
            });
        }
    }
    Ok(vec![
        ReportTable {
            name: "Events credited",
            noun: "event",
            columns: CREDITS,
            rows,
        },
        ReportTable {
            name: "Registers",
            noun: "class",
            columns: REGISTERS,
            rows: stored.map_or_else(Vec::new, |stored| registers_of(stored, &credits)),
        },
    ])
}

fn credited(credit: &TitleCredit) -> ReportRow {
    let highest = credit.classes.first().copied().and_then(TitleClass::of);
    ReportRow {
        cells: vec![
            day(credit.head.section.ends),
            Cell::text(&credit.head.event_name),
            Cell::text(credit.head.named()),
            games(credit.games),
            decimals(credit.before_floors),
            Cell::text(
                highest.map_or_else(String::new, |class| format!("{} and below", named(class))),
            ),
        ],
        lead: Some(Lead::Section(credit.head.key)),
    }
}

fn registers_of(stored: &StoredMember, credits: &[TitleCredit]) -> Vec<ReportRow> {
    let count = |account: &crate::domain::us_chess::Account, class: &TitleClass| {
        account.titles.get(&class.from).copied().unwrap_or(0)
    };
    let rows = CLASSES.iter().map(|class| {
        let own = credits.iter();
        let own = own.filter(|credit| credit.classes.contains(&class.from));
        let by_events = own.fold(0, |sum: u32, credit| sum.saturating_add(credit.games));
        let now = count(stored.now.account(SYSTEM), class);
        let needed = class.games.map_or_else(
            || "number of games not known".to_owned(),
            |games| games.to_string(),
        );
        ReportRow {
            cells: vec![
                Cell::text(class.name),
                Cell::Number(i32::from(class.from)),
                games(count(stored.member.opening.account(SYSTEM), class)),
                games(by_events),
                games(now),
                Cell::text(needed),
                Cell::text(if class.is_reached(now) { "yes" } else { "no" }),
            ],
            lead: None,
        }
    });
    rows.collect()
}
