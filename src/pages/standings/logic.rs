//! What is computed and laid out, and how a player came to stand where he or she stands.

use std::sync::Arc;

use super::{StandingsPage, set_up::LadderForm, view};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        exporting::ExportedList,
        page::{Ctx, Handler, Logic, Outbox, Page, Route},
        printing::PrintJob,
        settings::Settings,
    },
    domain::{CampData, PlayerId, Record, System},
};

impl Logic for StandingsPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const HANDLERS: [Handler<StandingsPage>; 4] = [
            // The ladder that is shown here, or that of the week.
            Handler::new(
                Command::PROJECTOR,
                |page: &mut StandingsPage, ctx: &Ctx<'_>, out| {
                    let ladder = page.ladder(&ctx.camp.data).map(|ladder| ladder.id);
                    out.send(Action::Go(Page::PROJECTOR.of_ladder(ladder)));
                },
            ),
            Handler::new(Command::EXPLAIN_RATING, StandingsPage::explain)
                .why_not(|page, _| page.chosen().err()),
            Handler::new(
                Command::PREVIOUS_RECORD,
                |page: &mut StandingsPage, _, _| page.turn(-1),
            )
            .why_not(|page, _| page.why_no_other_story(-1)),
            Handler::new(Command::NEXT_RECORD, |page: &mut StandingsPage, _, _| {
                page.turn(1);
            })
            .why_not(|page, _| page.why_no_other_story(1)),
        ];
        &[&HANDLERS]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let camp = &ctx.camp.data;
        let to_set_up = self.to_set_up.take();
        if let Some(ladder) = to_set_up.and_then(|ladder| camp.ladder(ladder)) {
            out.ask(LadderForm::of(ladder, camp, ctx.today()));
        }
        self.follow_camp(camp);
        if ctx.is_shown {
            self.ladders.tick(ctx.camp, ctx.today(), ctx.wake);
        } else {
            self.ladders.stop();
        }
        let wanted = self.previewed(camp, ctx.settings);
        // Whatever is shown in its place, the sheets are there when that is left.
        let wanted = wanted.filter(|_| ctx.is_chosen());
        if wanted.is_none() {
            self.looks.close_sheets();
        }
        self.sheets.follow(wanted.map(Into::into), ctx);
    }

    fn to_remember(&self, _camp: &CampData) -> Option<serde_json::Value> {
        self.ladders.to_remember()
    }

    fn recall(&mut self, camp: &CampData, remembered: &serde_json::Value) {
        self.ladders.recall(camp, remembered);
    }

    /// The internal rating is shown only as long as it was asked for.
    fn left(&mut self) {
        self.system = System::Weekly;
    }

    /// Shows a ladder, and asks how it is set up.
    fn go_on(&mut self, route: Route) -> bool {
        if route.ladder.is_some() {
            self.ladders.choose(route.ladder);
            self.to_set_up = route.ladder;
        }
        route.ladder.is_some()
    }

    /// From the story to the player before, or to the standings.
    fn go_back(&mut self) -> bool {
        let is_told = self.story().is_some();
        self.ladders.story.take_if(|story| !story.go_back());
        is_told
    }

    fn is_busy(&self) -> bool {
        self.sheets.is_busy() || self.ladders.is_busy()
    }

    fn panes(&self, _view: View) -> Vec<(Pane, FocusTarget)> {
        if !self.preview || self.story().is_some() {
            vec![(Pane::List, FocusTarget::List)]
        } else if self.ladders.is_shown() || self.system == System::Weekly {
            vec![(Pane::Sheets, FocusTarget::Sheets)]
        } else {
            Vec::new()
        }
    }

    /// The player whose line is selected; of a story the opponent in the step that is.
    fn chosen(&self) -> Result<Record, &'static str> {
        if let Some(story) = self.story() {
            let opponent = story.opponent().map(Record::Player);
            return opponent.ok_or("Choose a game first: then the ladder explains its opponent");
        }
        let selected = self.selected.filter(|player| self.lists(*player));
        selected.map(Record::Player).ok_or("Choose a player first")
    }

    fn subject(&self) -> Option<Record> {
        match self.story() {
            Some(story) => story.player().map(Record::Player),
            None => self.chosen().ok(),
        }
    }

    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        let Some(ladder) = self.ladder(&ctx.camp.data) else {
            return Ok(vec![view::exported(self.weekly(ctx.camp))]);
        };
        if self.story().is_some() {
            return Err("Go back to the list first (Esc)");
        }
        let lists = self.ladders.lists().and_then(Result::ok);
        let lists = lists.ok_or("There are no standings of this ladder to export yet")?;
        let list = Arc::clone(lists.of_players(self.include_inactive));
        Ok(vec![view::exported_ladder(&ladder.name, list)])
    }

    fn print_job(&self, camp: &CampData, settings: &Settings) -> Option<PrintJob> {
        Some(self.request(camp, settings).into())
    }

    fn why_not_print(&self) -> Option<&str> {
        self.sheets.why_none()
    }

    fn page_shown(&self) -> Option<usize> {
        self.preview.then(|| self.looks.page_of_sheets())
    }

    /// The internal rating is never printed.
    fn show_printed(&mut self) {
        self.system = System::Weekly;
    }
}

impl StandingsPage {
    /// Whether the page tells of this player: on the ladder that it shows not everybody may be.
    fn lists(&self, player: PlayerId) -> bool {
        !self.ladders.is_shown() || self.on_ladder(player).is_some()
    }

    /// Why no other story can be turned to.
    fn why_no_other_story(&self, by: isize) -> Option<&'static str> {
        match self.story() {
            Some(_) => self.why_no_neighbour(by),
            None => Page::STANDINGS.why_no_records,
        }
    }

    /// Explains by the ladder that is shown.
    fn explain(&mut self, _ctx: &Ctx<'_>, out: &mut Outbox) {
        match self.chosen() {
            Ok(Record::Player(player)) if self.ladders.is_shown() => self.ladders.tell(player),
            Ok(record) => out.send(Action::Go(Page::EXPLANATION.of(record))),
            Err(_) => {}
        }
    }
}
