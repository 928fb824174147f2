//! What is taken in, compared with the camp, and saved.

use std::collections::HashSet;

use super::{
    state::Import,
    view::{LOOSE_NAME, Looks},
};
use crate::{
    app::{
        Action, Command, Wake,
        dialogs::Loss,
        leaving::Leaving,
        listing::{self, ColumnId},
        page::{
            AnyPage, Ctx, Handler, ImportInput, Logic, Outbox, Page, RefusedChange, SavedChange,
        },
    },
    domain::{CampData, Edit, Record, RecordKind},
    import::{Field, TableKind},
};

/// The preview of an import.
#[derive(Debug)]
pub struct ImportPage {
    pub state: Import,
    /// The camp as it was before rows were saved that were pasted.
    before: Option<CampData>,
    pub(super) looks: Looks,
}

impl ImportPage {
    pub(super) fn open(input: ImportInput, wake: &Wake) -> Box<dyn AnyPage> {
        let state = match input {
            ImportInput::Files(files) => Import::read(files, wake),
            ImportInput::Rows { text, kind } => {
                let table = match kind {
                    RecordKind::Player => TableKind::Players,
                    RecordKind::Group => TableKind::Groups,
                    RecordKind::Game => TableKind::Games,
                };
                Import::pasted(&text, table, own_columns(kind, &text))
            }
        };
        let looks = Looks::default();
        Box::new(Self {
            state,
            before: None,
            looks,
        })
    }

    fn save(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(changes) = self.state.take_changes(ctx.camp.revision) {
            let ticket = out.apply(Edit::Import(Box::new(changes)));
            self.before = self.state.is_pasted().then(|| ctx.camp.data.clone());
            self.state.begin_saving(ticket);
        }
    }
}

impl Logic for ImportPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const SAVE: Handler<ImportPage> = Handler::new(Command::SAVE_IMPORT, ImportPage::save)
            .why_not(|page, ctx| {
                let loose = page.looks.has_loose_name().then_some(LOOSE_NAME);
                page.state.why_not(ctx.camp.revision).or(loose)
            });
        &[&[SAVE]]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        self.state
            .follow(ctx.has_camp.then_some(ctx.camp), ctx.wake);
    }

    fn saved(&mut self, ctx: &Ctx<'_>, saved: SavedChange, out: &mut Outbox) {
        if self.state.was_saved(saved.ticket) {
            let sentence = self
                .state
                .saved_sentence(ctx.camp, ctx.settings.ratings_follow);
            out.undoable = Some(sentence);
            let before = self.before.take().zip(self.state.kind_of_pasted());
            let new = before.and_then(|(before, kind)| first_new(kind, &before, &ctx.camp.data));
            if let Some(new) = new {
                out.send(Action::Show(new));
            }
        }
    }

    fn refused(&mut self, refused: RefusedChange<'_>, _out: &mut Outbox) -> bool {
        self.state.was_refused(refused.ticket, refused.reason)
    }

    fn is_over(&self) -> bool {
        self.state.is_saved()
    }

    fn goes_on_to(&self) -> Option<Page> {
        // Rows were pasted where their records are seen.
        (!self.state.is_pasted()).then_some(Page::GAMES)
    }

    fn is_busy(&self) -> bool {
        self.state.is_busy()
    }

    fn is_saving(&self) -> bool {
        self.state.is_saving()
    }

    fn comes_first(&self) -> bool {
        true
    }

    fn loss(&self, _leaving: Leaving) -> Option<Loss> {
        let loss = if self.state.is_pasted() {
            Loss::of_decisions(
                "Nothing has been imported yet. If you paste the rows again later, you decide anew.",
            )
        } else {
            Loss::OF_FILES
        };
        let is_any = self.state.has_decided() || self.looks.has_loose_name();
        is_any.then_some(loss)
    }

    /// It goes along into another camp as the files say, without what was decided for this one.
    fn discard(&mut self) {
        self.state.begin_again();
    }

    /// Files may be dropped before there is a camp to import them into.
    fn outlasts_camp(&self) -> bool {
        true
    }
}

/// The first record of a kind, in the order of the camp, that it didn't have before.
fn first_new(kind: TableKind, before: &CampData, now: &CampData) -> Option<Record> {
    match kind {
        TableKind::Groups => {
            let mut groups = now.groups.iter().map(|group| group.id);
            let new = groups.find(|id| before.group(*id).is_none());
            new.map(Record::Group)
        }
        TableKind::Players => {
            let mut players = now.players.iter().map(|player| player.id);
            let new = players.find(|id| before.player(*id).is_none());
            new.map(Record::Player)
        }
        TableKind::Games => {
            let known = before.games.iter().map(|game| game.id);
            let known = known.collect::<HashSet<_>>();
            let mut games = now.games.iter().map(|game| game.id);
            games.find(|id| !known.contains(id)).map(Record::Game)
        }
        TableKind::LeftOut => None,
    }
}

/// What the columns of pasted rows are whose titles are those of the datasheet, where an import would take them for
/// something else: what follows from the games is no data, and the place in the order of play no number of a game.
fn own_columns(kind: RecordKind, text: &str) -> Vec<(usize, Field)> {
    let titles = text.lines().next().unwrap_or_default().split('\t');
    let own = |title: &str| {
        let mut columns = listing::columns_of_every_camp(kind).into_iter();
        let column = columns.find(|column| column.title == title.trim())?;
        match column.what {
            ColumnId::Field(field) => Field::new(field),
            ColumnId::ImportedNumber => Some(Field::Id),
            ColumnId::PlayerNumber | ColumnId::WeeklyRating => None,
            _ => Some(Field::Ignored),
        }
    };
    let titles = titles.enumerate();
    titles
        .filter_map(|(place, title)| Some((place, own(title)?)))
        .collect()
}
