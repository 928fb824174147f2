//! JSON as it stands in its file: values that know their lines and their places, read piece by piece.

use std::{
    collections::{BTreeMap, btree_map},
    fmt,
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{error::Category, value::RawValue};

use super::Fault;
use crate::exchange::{Problem, check::excerpt};

/// The text of a file, and what was found to be wrong in it.
#[derive(Debug)]
pub(super) struct Document<'a> {
    text: &'a str,
    /// Where the lines begin, in bytes.
    lines: Vec<usize>,
    pub(super) problems: Vec<Problem>,
}

/// A value that isn't looked into yet.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// The value as it is written, without blanks around it.
    pub(super) raw: &'a str,
    /// `sections[0].players[3]`; empty for the whole file.
    pub(super) place: String,
    /// Counted from 1.
    pub(super) line: usize,
}

/// The values of an object that haven't been taken out yet, by their keys.
#[derive(Debug)]
pub(super) struct Object<'a> {
    node: Node<'a>,
    values: BTreeMap<String, Node<'a>>,
}

impl Node<'_> {
    fn is_null(&self) -> bool {
        self.raw == "null"
    }

    /// A problem of this value.
    pub(super) fn problem(&self, what: impl fmt::Display) -> Problem {
        let problem = Problem::new(what).in_line(self.line);
        if self.place.is_empty() {
            problem
        } else {
            problem.at(self.place.clone())
        }
    }

    /// The place of something in this value.
    fn place_of(&self, key: &str) -> String {
        if self.place.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.place)
        }
    }
}

impl<'a> Object<'a> {
    /// The value of a key, which isn't there any more then; nothing for null.
    pub(super) fn take(&mut self, key: &str) -> Option<Node<'a>> {
        self.take_null(key).filter(|value| !value.is_null())
    }

    /// The same, null included.
    pub(super) fn take_null(&mut self, key: &str) -> Option<Node<'a>> {
        self.values.remove(key)
    }

    /// The object itself.
    pub(super) const fn node(&self) -> &Node<'a> {
        &self.node
    }
}

impl<'a> Document<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            text,
            lines: [0].into_iter().chain(ends).collect(),
            problems: Vec::new(),
        }
    }

    /// All of the file; nothing, and a problem, for what isn't JSON.
    pub(super) fn root(&mut self) -> Option<Node<'a>> {
        match serde_json::from_str::<&RawValue>(self.text) {
            Ok(value) => Some(self.node(value, String::new())),
            Err(fault) => {
                self.problems.push(syntax_problem(self.text, &fault));
                None
            }
        }
    }

    /// A part of the text as a value.
    fn node(&self, value: &'a RawValue, place: String) -> Node<'a> {
        let raw = value.get();
        let start = raw.as_ptr().addr() - self.text.as_ptr().addr();
        Node {
            raw,
            place,
            line: self.lines.partition_point(|begin| *begin <= start),
        }
    }

    /// Notes a problem where there is one.
    pub(super) fn checked<T, E: fmt::Display>(
        &mut self,
        node: &Node<'_>,
        read: Result<T, E>,
    ) -> Option<T> {
        read.map_err(|fault| self.problems.push(node.problem(fault)))
            .ok()
    }

    /// The values of an object. Of a key that is there twice the first one holds.
    pub(super) fn object(&mut self, node: Node<'a>) -> Option<Object<'a>> {
        let read = serde_json::from_str::<Pairs<'_>>(node.raw);
        let read = read.map_err(|_| Fault::NotAnObject(excerpt(node.raw)));
        let Pairs(pairs) = self.checked(&node, read)?;
        let mut values = BTreeMap::new();
        for (key, value) in pairs {
            let value = self.node(value, node.place_of(&key));
            match values.entry(key) {
                btree_map::Entry::Vacant(entry) => {
                    entry.insert(value);
                }
                btree_map::Entry::Occupied(entry) => {
                    let twice = Fault::KeyTwice(excerpt(entry.key()));
                    self.problems.push(value.problem(twice));
                }
            }
        }
        Some(Object { node, values })
    }

    /// Every key that wasn't taken out is a problem.
    pub(super) fn finish(&mut self, object: Object<'_>) {
        let unknown = object.values.into_iter();
        let problems = unknown.map(|(key, value)| value.problem(Fault::UnknownKey(excerpt(&key))));
        self.problems.extend(problems);
    }

    /// The values of a list.
    pub(super) fn list(&mut self, node: Option<Node<'a>>) -> Vec<Node<'a>> {
        let Some(node) = node else {
            return Vec::new();
        };
        let read = serde_json::from_str::<Vec<&RawValue>>(node.raw);
        let read = read.map_err(|_| Fault::NotAList(excerpt(node.raw)));
        let values = self.checked(&node, read).unwrap_or_default().into_iter();
        let values = values.enumerate().map(|(place, value)| {
            let place = format!("{}[{place}]", node.place);
            self.node(value, place)
        });
        values.collect()
    }

    /// A text.
    pub(super) fn text(&mut self, node: &Node<'_>) -> Option<String> {
        let read = serde_json::from_str::<String>(node.raw).map_err(|_| {
            if node.raw.starts_with('"') {
                Fault::Character
            } else {
                Fault::NotAText(excerpt(node.raw))
            }
        });
        self.checked(node, read)
    }

    /// A number as it is written.
    pub(super) fn number(&mut self, node: &Node<'a>) -> Option<&'a str> {
        let begins = |c: char| c == '-' || c.is_ascii_digit();
        let read = node.raw.starts_with(begins).then_some(node.raw);
        let read = read.ok_or_else(|| Fault::NotANumber(excerpt(node.raw)));
        self.checked(node, read)
    }

    /// true or false.
    pub(super) fn yes_or_no(&mut self, node: &Node<'_>) -> Option<bool> {
        let read = node.raw.parse::<bool>();
        self.checked(node, read.map_err(|_| Fault::NotYesOrNo(excerpt(node.raw))))
    }
}

/// Why a text isn't JSON.
fn syntax_problem(text: &str, fault: &serde_json::Error) -> Problem {
    if text.trim().is_empty() {
        return Problem::new(Fault::Empty);
    }
    let what = if fault.classify() == Category::Eof {
        Fault::CutOff
    } else {
        let said = fault.to_string();
        let reason = said
            .rsplit_once(" at line ")
            .map_or(&*said, |(said, _)| said);
        Fault::Syntax {
            column: fault.column(),
            reason: reason.to_owned(),
        }
    };
    Problem::new(what).in_line(fault.line())
}

/// The keys of an object with their values, as they stand there.
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
