//! Markdown, taken apart: as much of it as the guide has.

use std::{mem, slice};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// A piece of the guide, from top to bottom.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Block {
    Heading {
        /// 1 is that of the whole guide.
        level: u8,
        text: Text,
    },
    Paragraph {
        /// How many lists it is in.
        depth: u8,
        mark: Mark,
        text: Text,
    },
    Picture {
        /// The file, as the guide names it.
        file: String,
        /// What is to be seen in it.
        words: Text,
    },
    /// Keys, and what they do.
    Keys([Text; 2]),
    /// Shows or hides the keys that are the same on every page.
    Fold { is_open: bool, title: &'static str },
}

impl Block {
    /// What is read there, and searched.
    pub(super) fn texts(&self) -> &[Text] {
        match self {
            Self::Heading { text, .. }
            | Self::Paragraph { text, .. }
            | Self::Picture { words: text, .. } => slice::from_ref(text),
            Self::Keys(texts) => texts,
            Self::Fold { .. } => &[],
        }
    }

    /// Its title, if it is a heading.
    pub(super) fn heading(&self) -> Option<(u8, String)> {
        match self {
            Self::Heading { level, text } => Some((*level, text.plain())),
            _ => None,
        }
    }
}

/// What stands before a paragraph.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Mark {
    #[default]
    None,
    Dot,
    Number(u64),
}

/// Words in their looks.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Text(pub(super) Vec<Words>);

/// Some words of a text that look alike.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) look: Look,
    /// The heading to which they lead, as the guide names it behind a number sign.
    pub(super) link: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Look {
    #[default]
    Plain,
    /// The name of something on the screen.
    Name,
    Strong,
    /// What is typed.
    Typed,
}

impl Text {
    pub(super) fn new(text: &str, look: Look) -> Self {
        Self(vec![Words {
            text: text.to_owned(),
            look,
            link: None,
        }])
    }

    pub(super) fn plain(&self) -> String {
        self.0.iter().map(|words| words.text.as_str()).collect()
    }

    fn push(&mut self, text: &str, look: Look, link: Option<&String>) {
        if let Some(last) = self.0.last_mut()
            && (last.look, last.link.as_ref()) == (look, link)
        {
            last.text.push_str(text);
        } else {
            self.0.push(Words {
                text: text.to_owned(),
                look,
                link: link.cloned(),
            });
        }
    }
}

/// What a text in Markdown consists of, and what of it has no looks here.
pub(super) fn parse(markdown: &str) -> (Vec<Block>, Vec<String>) {
    let mut reader = Reader::default();
    for event in Parser::new(markdown) {
        reader.take(event);
    }
    (reader.blocks, reader.unknown)
}

#[derive(Debug, Default)]
struct Reader {
    blocks: Vec<Block>,
    unknown: Vec<String>,
    text: Text,
    /// The lists around, each with the number of its next entry, if it has numbers.
    lists: Vec<Option<u64>>,
    mark: Mark,
    is_name: bool,
    is_strong: bool,
    link: Option<String>,
    /// The paragraph so far, while the words for a picture are read.
    around_picture: Text,
    picture: String,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.begin(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => {
                let look = match (self.is_strong, self.is_name) {
                    (true, _) => Look::Strong,
                    (false, true) => Look::Name,
                    (false, false) => Look::Plain,
                };
                self.text.push(&text, look, self.link.as_ref());
            }
            Event::Code(text) => self.text.push(&text, Look::Typed, self.link.as_ref()),
            Event::SoftBreak => self.text.push(" ", Look::Plain, None),
            Event::HardBreak => self.text.push("\n", Look::Plain, None),
            other => self.unknown.push(format!("{other:?}")),
        }
    }

    fn begin(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } => {}
            Tag::List(first) => {
                self.end_paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(next)) => {
                        *next += 1;
                        Mark::Number(*next - 1)
                    }
                    _ => Mark::Dot,
                };
            }
            Tag::Emphasis => self.is_name = true,
            Tag::Strong => self.is_strong = true,
            // There is no network: what isn't in the guide is only named.
            Tag::Link { dest_url, .. } => {
                self.link = dest_url.strip_prefix('#').map(str::to_owned);
            }
            Tag::Image { dest_url, .. } => {
                self.around_picture = mem::take(&mut self.text);
                self.picture = dest_url.into_string();
            }
            other => self.unknown.push(format!("{other:?}")),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.end_paragraph(),
            TagEnd::Heading(level) => {
                let text = mem::take(&mut self.text);
                let level = level as u8;
                self.blocks.push(Block::Heading { level, text });
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Emphasis => self.is_name = false,
            TagEnd::Strong => self.is_strong = false,
            TagEnd::Link => self.link = None,
            TagEnd::Image => {
                let words = mem::replace(&mut self.text, mem::take(&mut self.around_picture));
                let file = mem::take(&mut self.picture);
                self.blocks.push(Block::Picture { file, words });
            }
            // Its beginning is known to be unknown.
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let text = mem::take(&mut self.text);
        if !text.0.is_empty() {
            let depth = u8::try_from(self.lists.len()).unwrap_or(u8::MAX);
            let mark = mem::take(&mut self.mark);
            self.blocks.push(Block::Paragraph { depth, mark, text });
        }
    }
}

/// What a link calls a heading: as GitHub does, so that the guide has the same links there.
pub(super) fn anchor(title: &str) -> String {
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let kept = title.to_lowercase();
    kept.chars()
        .filter(is_kept)
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(depth: u8, mark: Mark, words: &[(&str, Look)]) -> Block {
        let words = words.iter().map(|(text, look)| Words {
            text: (*text).to_owned(),
            look: *look,
            link: None,
        });
        let text = Text(words.collect());
        Block::Paragraph { depth, mark, text }
    }

    #[test]
    fn markdown_is_taken_apart() {
        let (blocks, unknown) = parse(
            "# Title\n\nPress *Undo*\nor **Redo**, or `a`.\n\n1. One\n   - Inner\n\n   More of it\n2. Two\n\n![A *list*](pictures/a.png)\n",
        );
        let heading = Block::Heading {
            level: 1,
            text: Text::new("Title", Look::Plain),
        };
        let press = [
            ("Press ", Look::Plain),
            ("Undo", Look::Name),
            (" or ", Look::Plain),
            ("Redo", Look::Strong),
            (", or ", Look::Plain),
            ("a", Look::Typed),
            (".", Look::Plain),
        ];
        let picture = Block::Picture {
            file: "pictures/a.png".to_owned(),
            words: Text(vec![
                Words {
                    text: "A ".to_owned(),
                    ..Words::default()
                },
                Words {
                    text: "list".to_owned(),
                    look: Look::Name,
                    link: None,
                },
            ]),
        };
        assert_eq!(
            blocks,
            [
                heading,
                paragraph(0, Mark::None, &press),
                paragraph(1, Mark::Number(1), &[("One", Look::Plain)]),
                paragraph(2, Mark::Dot, &[("Inner", Look::Plain)]),
                paragraph(1, Mark::None, &[("More of it", Look::Plain)]),
                paragraph(1, Mark::Number(2), &[("Two", Look::Plain)]),
                picture,
            ]
        );
        assert_eq!(unknown, Vec::<String>::new());
    }

    #[test]
    fn links_lead_to_headings_and_nowhere_else() {
        let (blocks, _) = parse("See [the weeks](#weeks) and [a page](https://example.org).");
        let [Block::Paragraph { text, .. }] = blocks.as_slice() else {
            panic!("{blocks:?}");
        };
        let links = text.0.iter().map(|words| words.link.as_deref());
        assert_eq!(links.collect::<Vec<_>>(), [None, Some("weeks"), None]);
        assert_eq!(text.plain(), "See the weeks and a page.");
        assert_eq!(
            anchor("Players, groups, games: the three forms"),
            "players-groups-games-the-three-forms"
        );
    }

    #[test]
    fn what_has_no_looks_is_named() {
        let (_, unknown) = parse("> quoted\n\n<b>bold</b>\n\n    code\n");
        assert!(unknown.len() >= 3, "{unknown:?}");
    }
}
