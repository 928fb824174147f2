//! How a player came to stand on a ladder: the figure over time, and every step with its rule in words.

use std::fmt::Write as _;

use egui::{Label, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::{
    ladder::{Wanted, not_made},
    story_chart::Chart,
};
use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    domain::{CampData, LadderSetup, PlayerId, Record, full_name, show_date},
    jobs::Progress,
    kit::{
        Busy, Button, Column, Icon, Table, UiTokens as _, icon_button,
        page::{card, page_header, takes_escape},
        theme,
        tip::Tip as _,
        tokens::{size, space},
    },
    pages::{
        looks::{cover::Cover, keyboard::comes_to_list},
        standings::{StandingsPage, ladders::LadderStory},
    },
    rating::{self, CoursePoint, Kind, LadderRow, Step, Story, Value},
};

/// What a step means stands beside the steps from this width on, in points, otherwise below.
const SIDE_BY_SIDE: f32 = 720.0;

/// Width or height of what a step means, in points.
const MEANING: f32 = 316.0;
const MEANING_BELOW: f32 = 168.0;

/// The steps are at least this high, in points: their titles and five of them. In a low window the page scrolls.
const LEAST: f32 = 188.0;

/// Height of the chart, in points; in a low window the lower one.
const CHART: f32 = 176.0;
const LOW_CHART: f32 = 120.0;
const LOW: f32 = 560.0;

/// Who it is about has at least this much room in the head, in points.
const ROOM_FOR_TITLE: f32 = 300.0;

/// Around the text of a cell, and of each letter, in points.
const AROUND: f32 = 30.0;
const LETTER: f32 = 7.6;
const WIDEST: f32 = 190.0;

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct StoryLooks {
    cover: Cover,
    /// The visit that has the keyboard already.
    seen_visit: Option<u64>,
    digest: Option<Digest>,
}

/// What is worked out once for each story, and not for each frame.
#[derive(Debug)]
struct Digest {
    version: u64,
    chart: Option<Chart>,
    has_dates: bool,
    has_places: bool,
    /// The longest figure before or after a step, in characters.
    widest: usize,
}

impl Digest {
    fn new(version: u64, kind: &Kind, story: &Story, course: Option<&[CoursePoint]>) -> Self {
        let steps = &story.steps;
        let letters = |step: &Step| {
            let [before, after] = [&step.before, &step.after].map(Value::shown);
            before.chars().count().max(after.chars().count())
        };
        Self {
            version,
            chart: course.and_then(|course| Chart::new(kind, course)),
            has_dates: steps.iter().any(|step| step.date.is_some()),
            has_places: steps.iter().any(|step| !step.place.is_empty()),
            widest: steps.iter().map(letters).max().unwrap_or(0),
        }
    }
}

impl StoryLooks {
    /// Shows the story that is told in all the room there is; whether there is one.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        page: &mut StandingsPage,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        ladder: &LadderSetup,
    ) -> bool {
        let Some(story) = page.story() else {
            self.digest = None;
            self.cover.close(ui, &mut out.focus_next);
            return false;
        };
        if self.cover.open(ui.ctx()) {
            self.seen_visit = None;
        }
        let mut wanted = None;
        if !ctx.has_dialog && takes_escape(ui) {
            wanted = Some(Wanted::Back);
        }
        let comes_back = comes_to_list(ui, out);
        let takes_keyboard = comes_back || self.seen_visit != Some(story.visit());
        let visit = story.visit();
        let mut chosen = None;
        let told = StoryOf {
            page,
            camp: &ctx.camp.data,
            kind: rating::kind(ladder.system),
            ladder,
            story,
            takes_keyboard,
        };
        let is_told = ui
            .push_id(("story", visit), |ui| {
                told.show(ui, &mut self.digest, &mut wanted, &mut chosen)
            })
            .inner;
        if is_told {
            self.seen_visit = Some(visit);
        }
        if let (Some(row), Some(story)) = (chosen, &mut page.ladders.story) {
            story.select(row);
        }
        if let Some(wanted) = wanted {
            wanted.carry_out(ui, page, out);
        }
        true
    }
}

/// A story, and all that is said with it.
struct StoryOf<'a> {
    page: &'a StandingsPage,
    camp: &'a CampData,
    ladder: &'a LadderSetup,
    kind: &'static Kind,
    story: &'a LadderStory,
    takes_keyboard: bool,
}

impl StoryOf<'_> {
    /// Shows the page; whether the story is there.
    fn show(
        &self,
        ui: &mut Ui,
        digest: &mut Option<Digest>,
        wanted: &mut Option<Wanted>,
        chosen: &mut Option<usize>,
    ) -> bool {
        let told = self.story.story();
        let has_steps = matches!(told, Some(Ok(story)) if !story.steps.is_empty());
        self.header(ui, self.takes_keyboard && !has_steps, wanted);
        let story = match told {
            None => {
                let progress = self.story.progress();
                let share = progress.and_then(Progress::fraction);
                Busy::new("Calculating").progress(share).show(ui);
                return false;
            }
            Some(Err(reason)) => {
                not_made(ui, reason, false, wanted);
                return true;
            }
            Some(Ok(story)) => story,
        };
        let course = self.story.course();
        let version = self.story.version();
        let known = digest.take().filter(|digest| digest.version == version);
        let known = known.unwrap_or_else(|| Digest::new(version, self.kind, story, course));
        scrolling(ui, |ui, room| {
            self.told(ui, room, story, &known, wanted, chosen);
        });
        *digest = Some(known);
        true
    }

    /// Start and sum, the chart, and every step.
    fn told(
        &self,
        ui: &mut Ui,
        room: f32,
        story: &Story,
        digest: &Digest,
        wanted: &mut Option<Wanted>,
        chosen: &mut Option<usize>,
    ) {
        let top = ui.next_widget_position().y;
        for sentence in [&story.start, &story.sum] {
            if !sentence.is_empty() {
                ui.add(Label::new(RichText::new(sentence).color(ui.tokens().text)).wrap());
            }
        }
        ui.add_space(space::XS);
        if let (Some(chart), Some(course)) = (&digest.chart, self.story.course()) {
            // Where every step is a point, the selected one is marked.
            let is_step = course.len() == story.steps.len() + 1;
            let marked = self.story.row().filter(|_| is_step).map(|row| row + 1);
            let height = if room < LOW { LOW_CHART } else { CHART };
            chart.show(ui, height, course, marked);
            ui.add_space(space::S);
        } else if self.story.course_is_coming() {
            Busy::new("Drawing the chart").show(ui);
        }
        if !story.steps.is_empty() {
            let left = room - (ui.next_widget_position().y - top);
            self.steps(ui, left, story, digest, wanted, chosen);
        }
    }

    /// Who it is about, the way back and the ways on.
    fn header(&self, ui: &mut Ui, takes_keyboard: bool, wanted: &mut Option<Wanted>) {
        let player = self.story.player();
        let row = player.and_then(|player| self.page.on_ladder(player));
        let title = row.map_or_else(String::new, name_in_words);
        let mut subtitle = self.ladder.name.clone();
        if let Some(row) = row {
            subtitle = format!("Rank {} · {subtitle}", row.rank);
            if !row.active {
                subtitle.push_str(" · inactive");
            }
        }
        let back = Button::secondary("Back")
            .icon(Icon::ChevronLeft)
            .shortcut("Esc");
        let others = back.width(ui) + 2.0 * size::CONTROL;
        let room = ui.available_width() - others - 3.0 * ui.spacing().item_spacing.x;
        page_header(ui, &title, &subtitle, |ui| {
            if room < ROOM_FOR_TITLE {
                ui.skip_ahead_auto_ids(1);
            } else {
                let there = player.filter(|player| self.is_here(*player));
                let not_here = there.is_none().then_some("This player is not in this week");
                let button = Button::quiet("Open player").refused(not_here);
                if button.show(ui).clicked() {
                    *wanted = there.map(|player| Wanted::Record(Record::Player(player)));
                }
            }
            let ways = [
                (
                    Icon::ChevronUp,
                    "Previous player",
                    Command::PREVIOUS_RECORD,
                    -1,
                ),
                (Icon::ChevronDown, "Next player", Command::NEXT_RECORD, 1),
            ];
            for (icon, name, command, by) in ways {
                let why_not = self.page.why_no_neighbour(by);
                let enabled = why_not.is_none();
                let button = ui.add_enabled_ui(enabled, |ui| icon_button(ui, icon, name));
                let button = button.inner.tip_if_disabled(why_not.unwrap_or_default());
                if button.clicked() {
                    *wanted = Some(Wanted::Command(command));
                }
            }
            let back = back.show(ui);
            if takes_keyboard {
                back.request_focus();
            }
            if back.clicked() {
                *wanted = Some(Wanted::Back);
            }
        });
    }

    /// Whether the player has a record in the week that is shown.
    fn is_here(&self, player: PlayerId) -> bool {
        self.camp.player(player).is_some()
    }

    /// All steps, and what the selected one means.
    fn steps(
        &self,
        ui: &mut Ui,
        left: f32,
        story: &Story,
        digest: &Digest,
        wanted: &mut Option<Wanted>,
        chosen: &mut Option<usize>,
    ) {
        let width = ui.available_width();
        let is_wide = width >= SIDE_BY_SIDE;
        let least = if is_wide {
            LEAST
        } else {
            LEAST + MEANING_BELOW
        };
        let (_, all) = ui.allocate_space(vec2(width, left.max(least)));
        let (mut list, mut meaning) = (all, all);
        if is_wide {
            list.max.x = all.right() - MEANING - space::M;
            meaning.min.x = list.right() + space::M;
        } else {
            list.max.y = all.bottom() - MEANING_BELOW - space::S;
            meaning.min.y = list.bottom() + space::S;
        }
        // Named, so that what comes and goes above doesn’t take the keyboard away.
        let mut child = ui.new_child(UiBuilder::new().id_salt("steps").max_rect(list));
        self.table(&mut child, story, digest, wanted, chosen);
        let mut child = ui.new_child(UiBuilder::new().id_salt("meaning").max_rect(meaning));
        self.meaning(&mut child, wanted);
    }

    fn table(
        &self,
        ui: &mut Ui,
        story: &Story,
        digest: &Digest,
        wanted: &mut Option<Wanted>,
        chosen: &mut Option<usize>,
    ) {
        let shown = columns(digest, ui.available_width());
        let figure = self.kind.figure;
        let columns = shown.iter().map(|of| of.column(figure, digest));
        let columns = columns.collect::<Vec<_>>();
        let row_name = |row: usize| {
            let step = story.steps.get(row);
            step.map_or_else(String::new, |step| in_words(step, figure))
        };
        let mut selected = self.story.row();
        let table = Table::new("Steps", &columns, story.steps.len()).row_name(&row_name);
        // Before the table is drawn, so that the next key is already for it.
        let reveal = selected.filter(|_| self.takes_keyboard);
        if self.takes_keyboard {
            let id = table.id_in(ui);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let response = table
            .reveal(reveal)
            .show(ui, &mut selected, |cell, row, column| {
                let (Some(step), Some(of)) = (story.steps.get(row), shown.get(column)) else {
                    return;
                };
                match of {
                    Of::Date => cell.weak(&step.date.map(show_date).unwrap_or_default()),
                    Of::Place => cell.weak(&step.place),
                    Of::Title => cell.strong(&step.title),
                    Of::Before => cell.text(&step.before.shown()),
                    Of::After => cell.strong(&step.after.shown()),
                }
            });
        // A page that has just been opened is read from the top.
        let is_turned_to = response.response.gained_focus() && !self.takes_keyboard;
        let rect = response.response.rect;
        if (response.selection_changed || is_turned_to) && !ui.clip_rect().contains_rect(rect) {
            ui.scroll_to_rect(rect, None);
        }
        if response.selection_changed {
            *chosen = selected;
        }
        if response.activated.is_some() {
            *wanted = self.story.opponent().map(Wanted::Story);
        }
    }

    /// What the selected step means, and where it leads.
    fn meaning(&self, ui: &mut Ui, wanted: &mut Option<Wanted>) {
        let Some(step) = self.story.step() else {
            return;
        };
        let t = ui.tokens();
        let height = ui.available_height();
        card(ui, |ui| {
            ui.set_height((height - 2.0 * space::L - 2.0).max(0.0));
            let row = self.story.row();
            ScrollArea::vertical()
                .id_salt(("meaning", row))
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - space::S);
                    ui.spacing_mut().item_spacing.y = space::XS;
                    let title = RichText::new(&step.title).font(theme::medium(size::TEXT));
                    ui.add(Label::new(title.color(t.text_strong)).wrap());
                    let moment = moment(step);
                    if !moment.is_empty() {
                        ui.add(Label::new(RichText::new(moment).color(t.text_weak)).wrap());
                    }
                    ui.add_space(space::XS);
                    for sentence in &step.sentences {
                        ui.add(Label::new(RichText::new(sentence).color(t.text)).wrap());
                    }
                    ui.add_space(space::S);
                    self.ways(ui, wanted);
                });
        });
    }

    /// From a step to the opponent's story, and to the game.
    fn ways(&self, ui: &mut Ui, wanted: &mut Option<Wanted>) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if let Some(opponent) = self.story.opponent()
                && let Some(row) = self.page.on_ladder(opponent)
            {
                let explain = format!("Explain {}", name_in_words(row));
                if Button::secondary(&explain).small().show(ui).clicked() {
                    *wanted = Some(Wanted::Story(opponent));
                }
            }
            if let Some(game) = self.story.game() {
                let is_here = self.camp.game(game).is_some();
                let elsewhere =
                    (!is_here).then_some("This game is in another week. Open that week first");
                let open = Button::secondary("Open game").small();
                if open.refused(elsewhere).show(ui).clicked() {
                    *wanted = Some(Wanted::Record(Record::Game(game)));
                }
            }
        });
    }
}

/// Lets the page scroll where there is no room for all of it; `add` is told how much there is, in points.
fn scrolling(ui: &mut Ui, add: impl FnOnce(&mut Ui, f32)) {
    let room = ui.available_height();
    let scrolls = ui.make_persistent_id("the story scrolls");
    let did_scroll = ui.data(|data| data.get_temp(scrolls)).unwrap_or(false);
    let area = ScrollArea::vertical()
        .id_salt("told")
        .auto_shrink(false)
        .show(ui, |ui| {
            if did_scroll {
                // The scroll bar lies over the right edge.
                ui.set_max_width(ui.available_width() - space::L);
            }
            add(ui, room);
        });
    let does_scroll = area.content_size.y > area.inner_rect.height() + 1.0;
    if does_scroll != did_scroll {
        ui.data_mut(|data| data.insert_temp(scrolls, does_scroll));
        ui.ctx().request_discard("room for the scroll bar");
    }
}

/// "Ola de la Cruz", with the number where two have these names.
fn name_in_words(row: &LadderRow) -> String {
    let name = full_name(&row.first_name, &row.last_name);
    if row.shares_name {
        format!("{name} ({})", row.player)
    } else {
        name
    }
}

/// "Week 1, game 7 · 9/3/2026"
fn moment(step: &Step) -> String {
    let date = step.date.map(show_date).unwrap_or_default();
    let parts = [step.place.as_str(), &date];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// A column of the steps.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Of {
    Date,
    Place,
    Title,
    Before,
    After,
}

/// A table narrower than this, in points, has no room for where a step stands: that is said beside it.
const NARROW: f32 = 640.0;

fn columns(digest: &Digest, width: f32) -> Vec<Of> {
    let has_room = width >= NARROW || !digest.has_dates;
    let all = [
        (Of::Date, digest.has_dates),
        (Of::Place, digest.has_places && has_room),
        (Of::Title, true),
        (Of::Before, true),
        (Of::After, true),
    ];
    let shown = all.into_iter().filter(|(_, is_shown)| *is_shown);
    shown.map(|(of, _)| of).collect()
}

impl Of {
    fn column(self, figure: &str, digest: &Digest) -> Column<'static> {
        match self {
            Self::Date => Column::fixed("Date", 96.0).right(),
            Self::Place => Column::fixed("Where", 150.0),
            Self::Title => Column::flexible("Step", 140.0),
            Self::Before => Self::figure(format!("{figure} before"), digest),
            Self::After => Self::figure("After".to_owned(), digest),
        }
    }

    fn figure(title: String, digest: &Digest) -> Column<'static> {
        let letters = digest.widest.max(title.chars().count());
        #[expect(clippy::cast_precision_loss, reason = "a width on the screen")]
        let width = (AROUND + LETTER * letters as f32).min(WIDEST);
        Column::fixed(title, width).right()
    }
}

/// A line for somebody who hears it.
fn in_words(step: &Step, figure: &str) -> String {
    let mut words = moment(step).replace(" · ", ", ");
    if !words.is_empty() {
        words.push_str(": ");
    }
    _ = write!(
        words,
        "{}, {} {} before, {} after. {}",
        step.title,
        figure.to_lowercase(),
        step.before.shown(),
        step.after.shown(),
        step.sentences.join(" ")
    );
    words
}
