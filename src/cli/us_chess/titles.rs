//! `camp-ladder us-chess CAMP titles`, and `title-holders`

use serde::Serialize;
use strum::VariantArray as _;

use super::find_member;
use crate::{
    cli::{Failure, arguments::TableOrJson, plain_text, put},
    domain::us_chess::{MemberId, System},
    rating::us_chess::titles::{self, Register},
    report::text::TextTable,
    storage::{CampFile, StoredMember, TitleCredit},
};

/// The titles of a member. Only who asks for one by number gets it told.
#[derive(Debug, Serialize)]
struct Titles {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    name: String,
    registers: Vec<RegisterRow>,
    credits: Vec<Credit>,
}

#[derive(Debug, Serialize)]
struct RegisterRow {
    system: &'static str,
    class: &'static str,
    from: u16,
    games: u32,
    /// Nothing where no source tells how many games the title needs: it is never reached then.
    needed: Option<u32>,
    reached: bool,
}

/// A section that was credited.
#[derive(Debug, Serialize)]
struct Credit {
    section: String,
    event_name: String,
    ended: Option<String>,
    system: &'static str,
    games: u32,
    before_floors: f64,
    classes: Vec<u16>,
}

impl Titles {
    fn new(stored: &StoredMember, credits: Vec<TitleCredit>, is_named: bool) -> Self {
        let id = stored.member.id.filter(|_| is_named);
        let registers = System::VARIANTS.iter().flat_map(|system| {
            let registers = titles::registers(stored.now.account(*system));
            registers.map(|register| RegisterRow::new(*system, register))
        });
        Self {
            id: id.map(|id| id.to_string()),
            name: stored.member.listed_name(),
            registers: registers.collect(),
            credits: credits.into_iter().map(Credit::new).collect(),
        }
    }
}

impl RegisterRow {
    fn new(system: System, register: Register) -> Self {
        Self {
            system: system.word(),
            class: register.class.name,
            from: register.class.from,
            games: register.games,
            needed: register.class.games,
            reached: register.is_reached(),
        }
    }
}

impl Credit {
    fn new(credit: TitleCredit) -> Self {
        Self {
            section: credit.head.called(),
            ended: credit.head.section.ends.map(|day| day.to_string()),
            event_name: credit.head.event_name,
            system: credit.system.word(),
            games: credit.games,
            before_floors: credit.before_floors,
            classes: credit.classes,
        }
    }
}

pub(super) fn run(
    file: &CampFile,
    id: Option<MemberId>,
    format: TableOrJson,
) -> Result<(), Failure> {
    let members = match id {
        Some(id) => vec![find_member(file, id)?],
        None => file.members()?,
    };
    let of = members.first().map(|stored| stored.key);
    let mut credits = file.title_credits(of.filter(|_| id.is_some()))?;
    let told = members.iter().map(|stored| {
        let credits = credits.remove(&stored.key).unwrap_or_default();
        Titles::new(stored, credits, id.is_some())
    });
    let told = told.filter(|titles| id.is_some() || !titles.registers.is_empty());
    let told = told.collect::<Vec<_>>();
    match format {
        TableOrJson::Json => put(&plain_text::json(&told)?),
        TableOrJson::Table => {
            put(&registers(&told).in_columns())?;
            put("\n")?;
            put(&credited(&told).in_columns())
        }
    }
}

fn registers(told: &[Titles]) -> TextTable {
    let rows = told.iter().flat_map(|titles| {
        titles.registers.iter().map(|register| {
            vec![
                titles.name.clone(),
                register.class.to_owned(),
                register.from.to_string(),
                register.games.to_string(),
                match register.needed {
                    Some(needed) => needed.to_string(),
                    None => "not known".to_owned(),
                },
                if register.reached { "yes" } else { "no" }.to_owned(),
            ]
        })
    });
    let titles = vec!["Name", "Class", "From", "Games", "Needed", "Reached"];
    TextTable::new(titles, rows.collect(), vec![0, 1, 5])
}

fn credited(told: &[Titles]) -> TextTable {
    let rows = told.iter().flat_map(|titles| {
        titles.credits.iter().map(|credit| {
            let highest = credit.classes.first();
            vec![
                titles.name.clone(),
                credit.ended.clone().unwrap_or_default(),
                credit.section.clone(),
                credit.event_name.clone(),
                credit.games.to_string(),
                format!("{:.2}", credit.before_floors),
                highest.map_or_else(String::new, |class| format!("{class} and below")),
            ]
        })
    });
    let titles = vec![
        "Name",
        "Ended",
        "Section",
        "Event",
        "Games",
        "Before floors",
        "Credited",
    ];
    TextTable::new(titles, rows.collect(), vec![0, 1, 2, 3, 6])
}

/// A holder of the title of 2200.
#[derive(Debug, Serialize)]
struct Holder {
    name: String,
    state: Option<String>,
    games: u32,
    floor_allowed: bool,
    floor_in_force: bool,
}

pub(super) fn holders(file: &CampFile, format: TableOrJson) -> Result<(), Failure> {
    let holders = file.members()?.into_iter().filter_map(|stored| {
        let title = titles::life_master(&stored.now.regular)?;
        Some(Holder {
            name: stored.member.listed_name(),
            state: stored.member.state,
            games: title.games,
            floor_allowed: stored.member.floor_2200_allowed,
            floor_in_force: title.is_floor_in_force,
        })
    });
    let holders = holders.collect::<Vec<_>>();
    if format == TableOrJson::Json {
        return put(&plain_text::json(&holders)?);
    }
    let yes_or_no = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let rows = holders.iter().map(|holder| {
        vec![
            holder.name.clone(),
            holder.state.clone().unwrap_or_default(),
            holder.games.to_string(),
            yes_or_no(holder.floor_allowed),
            yes_or_no(holder.floor_in_force),
        ]
    });
    let titles = vec!["Name", "State", "Games", "Floor allowed", "Floor in force"];
    put(&TextTable::new(titles, rows.collect(), vec![0, 1, 3, 4]).in_columns())
}
