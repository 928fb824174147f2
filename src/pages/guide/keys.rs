//! Keys in the guide: those of the page that one comes from, and all of them. None is written here: commands say theirs.

use strum::VariantArray as _;

use super::markdown::{Block, Look, Text};
use crate::{
    app::{
        App, Command, RESULT_KEYS,
        access_keys::{self, KeyGroup, Meaning},
        commands::Shortcut,
        page::PageSpec,
    },
    domain::GameResult,
};

/// The title of the part with all keys.
pub(super) const ALL_KEYS: &str = "Keys";

/// What the keys are called that are the same on every page.
const GENERAL: &str = "General keys";

/// What is to be told of a page that one comes from.
#[derive(Clone, Debug)]
pub(super) struct AboutPage {
    /// The title of the page.
    title: &'static str,
    /// The heading of the guide under which it is told of.
    pub(super) heading: &'static str,
    /// Its own keys, and what they do.
    own: Vec<Line>,
    /// Those that it has in common with others.
    general: Vec<Line>,
}

/// Keys, and what they do.
type Line = (String, &'static str);

impl AboutPage {
    /// What is to be told of the page that is shown; nothing if the guide has nothing of it.
    pub(super) fn new(app: &App, spec: &PageSpec) -> Option<Self> {
        let heading = (spec.guide)(app.views.of(spec.page))?;
        let has_form = app.shown().is_some_and(|page| page.editor().is_some());
        let is_own = |command: &&Command| {
            let is_of_form = has_form && command.needs_records();
            spec.commands.contains(command)
                || app.page_answers(**command)
                || is_of_form && app.why_no_such_records(**command).is_none()
        };
        let own = app.commands().iter().filter(is_own);
        let own = own.copied().filter_map(line).collect::<Vec<_>>();
        let groups = KeyGroup::VARIANTS.iter().copied();
        let groups = groups.filter(|group| has_form || *group == KeyGroup::Window);
        let general = groups.flat_map(|group| access_keys::help(app.commands(), group));
        let general = general.filter(|line| !own.iter().any(|(_, does)| *does == line.1));
        Some(Self {
            title: spec.page.title,
            heading,
            general: general.collect(),
            own,
        })
    }

    /// What stands below the heading, before what the guide says.
    pub(super) fn blocks(&self, is_open: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        if !self.own.is_empty() {
            blocks.push(title(4, &format!("Keys on {}", self.title)));
            blocks.extend(self.own.iter().map(keys));
        }
        blocks.push(Block::Fold {
            is_open,
            title: GENERAL,
        });
        if is_open {
            blocks.extend(self.general.iter().map(keys));
        }
        blocks
    }
}

/// The part with all keys.
pub(super) fn all(commands: &[Command]) -> Vec<Block> {
    let mut blocks = vec![title(2, ALL_KEYS)];
    for group in KeyGroup::VARIANTS.iter().copied() {
        blocks.push(title(3, group.title()));
        let lines = access_keys::help(commands, group);
        blocks.extend(lines.iter().map(keys));
    }
    blocks.push(title(3, "Results of games"));
    for (at, result) in GameResult::VARIANTS.iter().enumerate() {
        let letters = RESULT_KEYS.iter().filter(|(_, result)| *result == at);
        let letters = letters.map(|(letter, _)| letter.to_uppercase());
        let letters = letters.collect::<Vec<_>>().join(" or ");
        blocks.push(keys(&(letters, result.words())));
    }
    blocks
}

fn line(command: Command) -> Option<Line> {
    let keys = command.shortcuts().iter().copied().map(Shortcut::text);
    let keys = keys.collect::<Vec<_>>().join(" or ");
    (!keys.is_empty()).then(|| (keys, Meaning::Command(command).text()))
}

fn keys((keys, does): &Line) -> Block {
    Block::Keys([Text::new(keys, Look::Name), Text::new(does, Look::Plain)])
}

fn title(level: u8, text: &str) -> Block {
    Block::Heading {
        level,
        text: Text::new(text, Look::Plain),
    }
}
