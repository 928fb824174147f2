//! The order of play: games are moved and inserted in it.

use super::GamesPage;
use crate::{
    app::{
        Command, View,
        editor::Target,
        page::{Ctx, Handler, Outbox},
    },
    domain::{CampData, Edit, Field},
};

/// The views in which games stand in an order.
const FORM: &[View] = &[View::Form, View::Datasheet];

pub(super) const HANDLERS: [Handler<GamesPage>; 3] = [
    Handler::new(Command::MOVE_GAME_UP, GamesPage::move_up)
        .why_not(|page, ctx| {
            let is_first = page.neighbour(-1, &ctx.camp.data).is_none();
            page.why_no_order()
                .or(is_first.then_some("This is the first game"))
        })
        .in_views(FORM)
        .saves_first(),
    Handler::new(Command::MOVE_GAME_DOWN, GamesPage::move_down)
        .why_not(|page, ctx| {
            let is_last = page.neighbour(1, &ctx.camp.data).is_none();
            page.why_no_order()
                .or(is_last.then_some("This is the last game"))
        })
        .in_views(FORM)
        .saves_first(),
    Handler::new(Command::INSERT_GAME, GamesPage::insert_game)
        .why_not(|page, _| page.why_no_game())
        .in_views(FORM)
        .saves_first(),
];

impl GamesPage {
    /// Why there is no game to insert another one before.
    fn why_no_game(&self) -> Option<&'static str> {
        let is_none = self.form.editor.id().is_none();
        is_none.then_some("Choose a game first")
    }

    /// Why a game can't be moved now.
    fn why_no_order(&self) -> Option<&'static str> {
        let is_sorted = !self.form.rows.listing.is_in_own_order();
        self.why_no_game()
            .or(is_sorted.then_some("Sort the games by their number first"))
    }

    /// The place of the game `by` places further in the order of play.
    fn neighbour(&self, by: isize, camp: &CampData) -> Option<usize> {
        let game = self.form.record()?;
        let place = self.form.rows.listing.place_of(camp, game)?;
        let place = place.checked_add_signed(by)?;
        (place < camp.games.len()).then_some(place)
    }

    fn move_up(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.move_game(-1, ctx, out);
    }

    fn move_down(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.move_game(1, ctx, out);
    }

    /// Moves the game that is shown one place up or down in the order of play.
    fn move_game(&mut self, by: isize, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let Some(game) = self.form.editor.id() else {
            return;
        };
        // To stand behind the next game is to stand before the one after it.
        let ahead = if by < 0 { by } else { by + 1 };
        let before = self.neighbour(ahead, camp);
        let before = before.and_then(|place| camp.games.get(place));
        let before = before.map(|game| game.id);
        if by > 0 || before.is_some() {
            self.moving = Some(out.apply(Edit::MoveGame { game, before }));
        }
    }

    /// Shows a new game that will be inserted before the one that is shown.
    fn insert_game(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        let editor = &mut self.form.editor;
        let Some(before) = editor.id() else {
            return;
        };
        let date = editor.draft.typed(Field::Date).to_owned();
        editor.show(Target::New, &ctx.camp.data, ctx.today());
        editor.begin_new(|draft| {
            draft.before = Some(before);
            draft.set_text(Field::Date, &date);
        });
    }
}
