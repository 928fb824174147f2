//! A new camper who was typed or imported on both copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{
    Anew, spelling,
    times::{Records, TELLING_CAMPERS, ever, ever_or_got, records, times},
};
use crate::domain::{
    full_name,
    merge::{Cell, Cells, Copies, Double, Key, MergeChoices, Plan, Prefer, ReadsHere, Side},
    name_key,
};

/// A camper whom only one copy has.
#[derive(Debug)]
struct Newcomer<'a> {
    uid: &'a str,
    /// First and last name, as names are compared.
    names: [String; 2],
    /// That of the old file if the camper is imported.
    number: Option<&'a Cell>,
    /// What the rows of the old file said.
    rows: BTreeSet<&'a Cell>,
    /// Who it is in US Chess: the uid, and the member's number if there is one.
    member: Option<(&'a str, Option<&'a Cell>)>,
    birth_date: Option<&'a Cell>,
    /// Whether the copy has the camper now.
    is_there: bool,
}

/// A camper here and in the other copy, who may be one.
#[derive(Debug)]
struct Pair {
    here: String,
    there: String,
    /// Whether both are the same row of the old file, or were one before: nobody is asked.
    is_sure: bool,
    names: Names,
}

/// What the names of two campers have alike.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Names {
    Same,
    Swapped,
    /// One of them may be misspelled.
    Nearly,
}

/// Offers those as one who have the same names, and asks whether those are who have nearly the same ones.
pub(super) fn unite(copies: &Copies, choices: &MergeChoices, (anew, plan): (&mut Anew, &mut Plan)) {
    for Pair {
        here,
        there,
        is_sure,
        names,
    } in pairs(copies)
    {
        let (in_words, reads_here) = match names {
            Names::Same => (in_words(copies, &here, &there), ReadsHere::Same),
            Names::Swapped => (in_words(copies, &here, &there), ReadsHere::NamesSwapped),
            Names::Nearly => {
                let here = name_and_number(&copies.ours, &here);
                (
                    name_and_number(&copies.theirs, &there),
                    ReadsHere::Nearly(here),
                )
            }
        };
        let mut double = Double {
            table: "person",
            in_words,
            here: reads_here,
            ours: here,
            theirs: there,
            is_one: is_sure,
        };
        if !is_sure {
            double.is_one = choices.is_one(&double.theirs, double.is_likely());
        }
        if double.is_one {
            let both = [&*double.ours, &*double.theirs];
            anew.unite("person", both, copies, plan);
        }
        if !is_sure {
            plan.doubles.push(double);
        }
    }
}

fn name<'a>(side: &'a Side, uid: &str) -> &'a str {
    let name = side.names.get(&Key::new("person", [uid]));
    name.map_or("", String::as_str)
}

/// "Ann Lee, number 51"
fn name_and_number(side: &Side, uid: &str) -> String {
    let name = name(side, uid);
    let number = side.numbers.get(uid);
    number.map_or_else(
        || name.to_owned(),
        |number| format!("{name}, number {number}"),
    )
}

/// "Ann Lee, number 51 here and 52 in the copy"
fn in_words(copies: &Copies, here: &str, there: &str) -> String {
    let name = name(&copies.theirs, there);
    match (
        copies.ours.numbers.get(here),
        copies.theirs.numbers.get(there),
    ) {
        (Some(here), Some(there)) if here != there => {
            format!("{name}, number {here} here and {there} in the copy")
        }
        _ => name_and_number(&copies.theirs, there),
    }
}

/// Those who were one when one copy got the other one stay one, whatever they are called since.
fn pairs(copies: &Copies) -> Vec<Pair> {
    let known_to = [Prefer::Ours, Prefer::Theirs].map(|prefer| ever(copies, prefer, "person"));
    let mut found = times(copies, &TELLING_CAMPERS)
        .into_iter()
        .flat_map(|mut time| {
            let states = std::mem::take(&mut time.states);
            // Whether two of nearly one name were made one or left two is known of the other copy alone.
            let asks_nearly = time.is_of_the_two(copies);
            let known = BTreeSet::new();
            let mut alike = alike((copies, &known_to), states, &known, asks_nearly);
            alike.retain(|pair| time.may_be_one(copies, "person", [&pair.here, &pair.there]));
            alike.into_iter().map(move |pair| (time.age, pair))
        })
        .collect::<Vec<_>>();
    // The first time says it, whichever copy is brought to which.
    found.sort_by_cached_key(|(age, pair)| {
        let (here, there) = (pair.here.clone(), pair.there.clone());
        if here < there {
            (*age, here, there)
        } else {
            (*age, there, here)
        }
    });
    let (mut pairs, mut known) = (Vec::new(), BTreeSet::new());
    for (_, pair) in found {
        if !known.contains(&pair.here) && !known.contains(&pair.there) {
            known.extend([pair.here.clone(), pair.there.clone()]);
            pairs.push(Pair {
                is_sure: true,
                ..pair
            });
        }
    }
    let now = [&copies.ours, &copies.theirs].map(|side| records(&side.records));
    let known_to = [Prefer::Ours, Prefer::Theirs];
    let known_to = known_to.map(|prefer| ever_or_got(copies, prefer, "person"));
    // Where nobody knows when the two parted, both may have been there long before.
    let asks_nearly = copies.base.is_some();
    pairs.extend(alike((copies, &known_to), now, &known, asks_nearly));
    pairs
}

/// Those who have the same names in a state of each copy, and of the others those who have them the other way round, or nearly the same if that is
/// asked.
fn alike(
    (copies, known_to): (&Copies, &[HashSet<&str>; 2]),
    [here, there]: [Records<'_>; 2],
    known: &BTreeSet<String>,
    asks_nearly: bool,
) -> Vec<Pair> {
    let [ours, theirs] = known_to;
    let mut here = newcomers(&here, copies.side(Prefer::Ours), (theirs, known));
    let mut there = newcomers(&there, copies.side(Prefer::Theirs), (ours, known));
    let mut pairs = of_names([&here, &there], [called; 2]);
    leave_paired(&pairs, [&mut here, &mut there]);
    let swapped = of_names([&here, &there], [called_in_two, called_the_other_way_round]);
    pairs.extend(swapped.into_iter().map(|pair| Pair {
        is_sure: false,
        names: Names::Swapped,
        ..pair
    }));
    if asks_nearly {
        leave_paired(&pairs, [&mut here, &mut there]);
        pairs.extend(of_nearly_one_name(&here, &there));
    }
    pairs
}

/// Leaves those who are in none of the pairs.
fn leave_paired(pairs: &[Pair], newcomers: [&mut Vec<Newcomer<'_>>; 2]) {
    let paired = pairs.iter().flat_map(|pair| [&pair.here, &pair.there]);
    let paired = paired.map(String::as_str).collect::<HashSet<_>>();
    for newcomers in newcomers {
        newcomers.retain(|it| !paired.contains(it.uid));
    }
}

/// What somebody here and somebody in the other copy have alike; `None` of whom that isn't asked.
type Print = fn(&Newcomer<'_>) -> Option<String>;

#[expect(clippy::unnecessary_wraps, reason = "one of the prints")]
fn called(newcomer: &Newcomer<'_>) -> Option<String> {
    let [first, last] = &newcomer.names;
    Some(full_name(first, last))
}

/// Which of the two names is which.
fn called_in_two(newcomer: &Newcomer<'_>) -> Option<String> {
    let [first, last] = &newcomer.names;
    newcomer
        .can_be_swapped()
        .then(|| format!("{first}\n{last}"))
}

fn called_the_other_way_round(newcomer: &Newcomer<'_>) -> Option<String> {
    let [first, last] = &newcomer.names;
    newcomer
        .can_be_swapped()
        .then(|| format!("{last}\n{first}"))
}

fn of_names(
    [here, there]: [&[Newcomer<'_>]; 2],
    [called_here, read_there]: [Print; 2],
) -> Vec<Pair> {
    let mut there = by_name(there, read_there);
    by_name(here, called_here)
        .into_iter()
        .filter_map(|(name, here)| Some((here, there.remove(&name)?)))
        .flat_map(|(here, there)| of_one_name(&here, &there))
        .collect()
}

fn by_name<'a, 'b>(
    newcomers: &'b [Newcomer<'a>],
    name: Print,
) -> BTreeMap<String, Vec<&'b Newcomer<'a>>> {
    let mut sorted = BTreeMap::<_, Vec<_>>::new();
    for newcomer in newcomers.iter().filter(|it| it.is_there) {
        if let Some(name) = name(newcomer) {
            sorted.entry(name).or_default().push(newcomer);
        }
    }
    sorted
}

/// Whom only this copy has or had, and the other one never had.
fn newcomers<'a>(
    state: &[(&'a Key, &'a Cells)],
    of: &Side,
    (known_to_other, known): (&HashSet<&str>, &BTreeSet<String>),
) -> Vec<Newcomer<'a>> {
    let mut newcomers = BTreeMap::new();
    for &(key, cells) in state.iter().filter(|(key, _)| key.table == "person") {
        let is_known = known.contains(key.uid()) || known_to_other.contains(key.uid());
        if is_known {
            continue;
        }
        let text = |column: &str| cells.get(column).and_then(Cell::text).unwrap_or_default();
        let newcomer = Newcomer {
            uid: key.uid(),
            names: ["first_name", "last_name"].map(|column| name_key(text(column))),
            number: cells.get("id"),
            rows: BTreeSet::new(),
            member: None,
            birth_date: cells.get("birth_date").filter(|cell| !cell.is_blank()),
            is_there: of.records.contains_key(key),
        };
        newcomers.insert(key.uid(), newcomer);
    }
    for &(key, cells) in state {
        let who = match key.table {
            "week_player" => key.parts.get(1).map(String::as_str),
            "us_member" => cells.get("person_id").and_then(Cell::text),
            _ => None,
        };
        if let Some(newcomer) = who.and_then(|who| newcomers.get_mut(who)) {
            newcomer.learn(key, cells);
        }
    }
    newcomers.into_values().collect()
}

impl<'a> Newcomer<'a> {
    /// Whether the names are others the other way round.
    fn can_be_swapped(&self) -> bool {
        let [first, last] = &self.names;
        first != last && !first.is_empty() && !last.is_empty()
    }

    /// Takes over what a record says that names the camper.
    fn learn(&mut self, key: &'a Key, cells: &'a Cells) {
        let value = |column: &str| cells.get(column).filter(|cell| !cell.is_blank());
        if key.table == "us_member" {
            self.member = Some((key.uid(), value("member_id")));
            return;
        }
        self.rows.extend(value("imported_row"));
        self.number = value("imported_number").or(self.number);
    }

    fn is_imported(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Who is another member of US Chess is another camper.
    fn is_other_than(&self, other: &Self) -> bool {
        let (Some((one, number)), Some((other, of_other))) = (self.member, other.member) else {
            return false;
        };
        // A member who was added on both has the same number, whatever uid.
        one != other && (number.is_none() || number != of_other)
    }
}

/// Of several who have one name only their numbers or their rows of the old file say which is which.
fn of_one_name(here: &[&Newcomer<'_>], there: &[&Newcomer<'_>]) -> Vec<Pair> {
    type Alike = fn(&Newcomer<'_>, &Newcomer<'_>) -> bool;
    const SURE: [Alike; 2] = [
        |one, other| one.number == other.number,
        |one, other| !one.rows.is_disjoint(&other.rows),
    ];
    let mut pairs = Vec::new();
    let mut known = BTreeSet::new();
    for is_alike in SURE {
        let mut found = Vec::new();
        for one in here.iter().copied().filter(|one| !known.contains(one.uid)) {
            let others = there
                .iter()
                .copied()
                .filter(|other| !known.contains(other.uid));
            let others = others.filter(|other| is_alike(one, other) && !one.is_other_than(other));
            found.extend(others.map(|other| (one, other)));
        }
        let is_only = |(one, other): &(&Newcomer<'_>, &Newcomer<'_>)| {
            let same = found
                .iter()
                .filter(|(here, there)| here.uid == one.uid || there.uid == other.uid);
            same.count() == 1
        };
        for (one, other) in found.iter().filter(|pair| is_only(pair)) {
            known.extend([one.uid, other.uid]);
            pairs.push(Pair {
                here: one.uid.to_owned(),
                there: other.uid.to_owned(),
                is_sure: one.is_imported() && other.is_imported() && one.number == other.number,
                names: Names::Same,
            });
        }
    }
    if let ([one], [other]) = (here, there)
        && pairs.is_empty()
        && !one.is_other_than(other)
        && !(one.is_imported() && other.is_imported())
    {
        pairs.push(Pair {
            here: one.uid.to_owned(),
            there: other.uid.to_owned(),
            is_sure: false,
            names: Names::Same,
        });
    }
    pairs
}

/// Those of whom one is perhaps the other one, misspelled. Whoever might be two others is neither of them, also where one is gone since.
fn of_nearly_one_name(here: &[Newcomer<'_>], there: &[Newcomer<'_>]) -> Vec<Pair> {
    let is_like = |one: &Newcomer<'_>, other: &Newcomer<'_>| {
        one.names == other.names || spelling::is_misspelled(&one.names, &other.names)
    };
    let pairs = here.iter().flat_map(|one| {
        let alike = there.iter().filter(move |other| is_like(one, other));
        alike.map(move |other| (one, other))
    });
    let pairs = pairs.collect::<Vec<_>>();
    let is_only = |(one, other): &(&Newcomer<'_>, &Newcomer<'_>)| {
        let same = pairs
            .iter()
            .filter(|(here, there)| here.uid == one.uid || there.uid == other.uid);
        same.count() == 1
    };
    let may_be_one = |(one, other): &(&Newcomer<'_>, &Newcomer<'_>)| {
        let born = one.birth_date.zip(other.birth_date);
        let has_other_birth_date = born.is_some_and(|(one, other)| one != other);
        one.is_there
            && other.is_there
            && one.names != other.names
            && !has_other_birth_date
            && !one.is_other_than(other)
            && !(one.is_imported() && other.is_imported())
    };
    let found = pairs
        .iter()
        .filter(|pair| may_be_one(pair) && is_only(pair));
    found
        .map(|(one, other)| Pair {
            here: one.uid.to_owned(),
            there: other.uid.to_owned(),
            is_sure: false,
            names: Names::Nearly,
        })
        .collect()
}
