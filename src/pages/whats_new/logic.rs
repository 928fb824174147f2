//! The change log, taken apart.

use crate::app::page::Logic;

const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

#[derive(Debug)]
pub struct WhatsNew {
    pub(super) parts: Vec<Part>,
    /// Whether the page has the keyboard, or had it.
    pub(super) has_keyboard: bool,
}

impl Default for WhatsNew {
    fn default() -> Self {
        Self {
            parts: parts(CHANGELOG),
            has_keyboard: false,
        }
    }
}

impl Logic for WhatsNew {}

/// A part of the change log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Part {
    /// A version.
    Version(String),
    /// What has changed in it.
    Change(Vec<Words>),
    /// Any other paragraph.
    Paragraph(Vec<Words>),
}

/// Some words of a paragraph.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Words {
    pub(super) text: String,
    /// The name of something on the screen, or of something that is typed.
    pub(super) is_name: bool,
}

/// The parts of a change log in Markdown, of which it has versions as headings, lists, paragraphs and names.
pub(super) fn parts(markdown: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for block in blocks(markdown) {
        if let Some(version) = block.strip_prefix("## ") {
            parts.push(Part::Version(version.to_owned()));
        } else if let Some(change) = block.strip_prefix("- ") {
            parts.push(Part::Change(words(change)));
        } else if !block.starts_with('#') {
            parts.push(Part::Paragraph(words(&block)));
        }
    }
    parts
}

/// Headings, entries of lists and paragraphs, each in one line.
fn blocks(markdown: &str) -> Vec<String> {
    let mut blocks = Vec::<String>::new();
    let mut goes_on = false;
    for line in markdown.lines().map(str::trim) {
        let begins = line.starts_with('#') || line.starts_with("- ");
        match blocks.last_mut() {
            _ if line.is_empty() => goes_on = false,
            Some(block) if goes_on && !begins => {
                block.push(' ');
                block.push_str(line);
            }
            _ => {
                blocks.push(line.to_owned());
                goes_on = !line.starts_with('#');
            }
        }
    }
    blocks
}

/// Names stand between asterisks or backticks.
fn words(text: &str) -> Vec<Words> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some((before, mark, name, after)) = name_in(rest) {
        push(&mut words, before, false);
        push(&mut words, name.trim_matches(mark), true);
        rest = after;
    }
    push(&mut words, rest, false);
    words
}

/// The first name in a text: what stands before it, its mark, itself, and what stands behind it.
fn name_in(text: &str) -> Option<(&str, char, &str, &str)> {
    let start = text.find(['*', '`'])?;
    let mark = text[start..].chars().next()?;
    let length = text[start + 1..].find(mark)?;
    let (before, rest) = text.split_at(start);
    let (name, after) = rest.split_at(length + 2);
    Some((before, mark, name, after))
}

fn push(words: &mut Vec<Words>, text: &str, is_name: bool) {
    if !text.is_empty() {
        words.push(Words {
            text: text.to_owned(),
            is_name,
        });
    }
}
