//! How an explanation looks.

mod chart;
mod figures;
mod game;
mod player;

use std::collections::HashSet;

use egui::{ScrollArea, Ui};

use self::{chart::Line, player::Table};
use super::{
    ExplainPage,
    state::{Explaining, Explanation, Subject},
};
use crate::{
    app::{
        Action, OpenCamp,
        page::{Ctx, Outbox, PageView},
    },
    domain::{CampData, PlayerId, System, show_date},
    jobs::TRY_AGAIN,
    kit::{
        Busy, Button, EmptyState, Icon,
        input_check::check_box,
        page::{page_header, takes_escape},
        tokens::space,
    },
    pages::looks::record::opens,
    rating::camp_ladder::explain::{PlayedGame, PlayerWeek},
};

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// The visit that has the keyboard already.
    seen_visit: Option<u64>,
    digest: Option<Digest>,
}

/// What is worked out once for each explanation, and not for each frame.
#[derive(Debug)]
struct Digest {
    /// The explanation, and the state of the camp whose names these are.
    of: (u64, u64),
    /// Players who share their names with somebody else.
    namesakes: HashSet<PlayerId>,
    /// The two ratings through a player's week.
    weekly: Line,
    permanent: Line,
}

impl Digest {
    fn new(of: (u64, u64), camp: &CampData, explanation: &Explanation) -> Self {
        let line = |system: System| match explanation {
            Explanation::Player(week) => {
                let after = |game: &PlayedGame| week.working(game, system).after;
                Line::new(system.of(week.start), week.games.iter().map(after))
            }
            _ => Line::default(),
        };
        Self {
            of,
            namesakes: camp.namesakes(),
            weekly: line(System::Weekly),
            permanent: line(System::Permanent),
        }
    }

    fn line(&self, system: System) -> &Line {
        match system {
            System::Weekly => &self.weekly,
            System::Permanent => &self.permanent,
        }
    }

    /// "de la Cruz, Ola", with the number where two have these names.
    fn name(&self, camp: &CampData, id: PlayerId) -> String {
        let name = camp.listed_name(id);
        if self.namesakes.contains(&id) {
            format!("{name} ({id})")
        } else {
            name
        }
    }
}

/// What the director did on the page.
#[derive(Debug, Default)]
struct Done {
    action: Option<Action>,
    row: Option<usize>,
}

impl PageView for ExplainPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let mut done = Done::default();
        if !ctx.has_dialog && takes_escape(ui) {
            done.action = Some(Action::Back);
        }
        let Self { state, looks } = self;
        looks.page(ui, ctx.camp, state, ctx.is_recalculating, &mut done);
        if let Some(row) = done.row {
            state.select(row);
        }
        if let Some(action) = done.action {
            out.send(action);
        }
    }
}

impl Looks {
    fn page(
        &mut self,
        ui: &mut Ui,
        camp: &OpenCamp,
        explaining: &mut Explaining,
        is_recalculating: bool,
        done: &mut Done,
    ) {
        let wants_keyboard = self.seen_visit != Some(explaining.visit());
        let Some(explanation) = explaining.explanation() else {
            header(ui, "Explain rating", "", None, wants_keyboard, done);
            let share = explaining
                .progress()
                .and_then(crate::jobs::Progress::fraction);
            Busy::new("Calculating").progress(share).show(ui);
            return;
        };
        self.seen_visit = Some(explaining.visit());
        let of = (explaining.version(), camp.revision);
        let digest = match self.digest.take() {
            Some(digest) if digest.of == of => digest,
            _ => Digest::new(of, &camp.data, explanation),
        };
        let subject = explaining.subject();
        let mut permanent = explaining.permanent;
        ui.push_id(
            ("explanation", explaining.visit()),
            |ui| match explanation {
                Explanation::Player(week) => {
                    let [title, subtitle] = titles_of_player(&camp.data, week);
                    let is_empty = week.games.is_empty();
                    header(
                        ui,
                        &title,
                        &subtitle,
                        subject,
                        wants_keyboard && is_empty,
                        done,
                    );
                    switch(ui, &mut permanent);
                    let table = Table {
                        week,
                        row: explaining.row(),
                        wants_keyboard: wants_keyboard && !is_empty,
                    };
                    player::show(ui, camp, &digest, table, permanent, is_recalculating, done);
                }
                Explanation::Game(game) => {
                    let [title, subtitle] = titles_of_game(&camp.data, game);
                    header(ui, &title, &subtitle, subject, false, done);
                    switch(ui, &mut permanent);
                    ScrollArea::vertical()
                        .id_salt("game")
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            game::show(ui, &camp.data, game, permanent, wants_keyboard, done);
                        });
                }
                // What they are stands above the page.
                Explanation::NotRated => {
                    header(ui, "Explain rating", "", subject, wants_keyboard, done);
                    EmptyState::new(
                        Icon::Error,
                        "There is no rating to explain yet",
                        "Fix the problems first (F7).",
                    )
                    .show(ui, |_| ());
                }
                Explanation::Failed => {
                    header(ui, "Explain rating", "", subject, wants_keyboard, done);
                    EmptyState::new(
                        Icon::Error,
                        "The rating could not be explained",
                        &format!("{TRY_AGAIN}."),
                    )
                    .show(ui, |_| ());
                }
            },
        );
        explaining.permanent = permanent;
        self.digest = Some(digest);
    }
}

/// Title, the way back and the way to the record.
fn header(
    ui: &mut Ui,
    title: &str,
    subtitle: &str,
    subject: Option<Subject>,
    wants_keyboard: bool,
    done: &mut Done,
) {
    page_header(ui, title, subtitle, |ui| {
        if let Some(subject) = subject
            && Button::secondary(opens(subject.record()))
                .show(ui)
                .clicked()
        {
            done.action = Some(Action::Show(subject.record()));
        }
        let back = Button::secondary("Back")
            .icon(Icon::ChevronLeft)
            .shortcut("Esc")
            .show(ui);
        if wants_keyboard {
            back.request_focus();
        }
        if back.clicked() {
            done.action = Some(Action::Back);
        }
    });
}

fn switch(ui: &mut Ui, permanent: &mut bool) {
    let id = ui.make_persistent_id("permanent too");
    check_box(ui, id, "Show the permanent rating too", permanent);
    ui.add_space(space::S);
}

fn titles_of_player(camp: &CampData, week: &PlayerWeek) -> [String; 2] {
    let player = camp.player(week.player);
    let group = camp.group_name(player.and_then(|player| player.group));
    let state = match player {
        Some(player) if !player.active => ", inactive",
        _ => "",
    };
    [
        camp.full_name(week.player),
        format!("{group}{state} · camper number {}", week.player),
    ]
}

fn titles_of_game(camp: &CampData, game: &PlayedGame) -> [String; 2] {
    let date = game
        .date
        .map_or_else(String::new, |date| format!(" · {}", show_date(date)));
    [
        format!("Game {}", game.sequence),
        format!(
            "{} against {} · {}{date}",
            camp.full_name(game.white),
            camp.full_name(game.black),
            game.result.score()
        ),
    ]
}

/// What says which of the two ratings it is, where both are shown.
const fn title_of(system: System) -> &'static str {
    match system {
        System::Weekly => "Weekly rating",
        System::Permanent => "Permanent rating (internal)",
    }
}

/// The systems to show.
fn systems(permanent: bool) -> &'static [System] {
    if permanent {
        &[System::Weekly, System::Permanent]
    } else {
        &[System::Weekly]
    }
}
