//! Type games: one line, from the name of White to the result, and then the next one.

use egui::{Key, Modifiers, Response, Ui, vec2};
use strum::VariantArray as _;

use super::{latest::Latest, outlook, title};
use crate::{
    app::{
        Command, FocusTarget, OpenCamp, Pane, RESULT_KEYS,
        drafts::Draft as _,
        listing::Listing,
        page::{Ctx, Outbox},
    },
    domain::{Field, FieldProblem, GameResult, PlayerId, Value, counted, name_key},
    kit::{
        Banner, Form, OneKey, Picker, PickerItem, PickerState, dialog::has_left_keyboard_nowhere,
        input::go_on_by_enter, page::card, picker, tokens::space,
    },
    pages::{
        games::entry::{Entry, EntryAction, Holds, InBox, Oddity, Place, Typed},
        looks::{
            keyboard::is_sent_to_list,
            record::{form_header, reason},
        },
    },
};

/// Below this width, in points, the strip has two lines.
const ONE_LINE: f32 = 780.0;

/// Widths of the narrow fields, in points.
const RESULT: f32 = 204.0;
const DATE: f32 = 112.0;
const COUNTS: f32 = 60.0;
const TOURNAMENT: f32 = 160.0;

/// What games are typed with.
#[derive(Debug)]
pub(super) struct Typing<'a> {
    pub entry: &'a mut Entry,
    pub listing: &'a Listing,
    /// The players to choose from.
    pub players: &'a [PickerItem],
    /// The tournaments that there are.
    pub tournaments: &'a [String],
    /// Whether the strip is shown without the rest of the page.
    pub is_alone: bool,
    /// What was done.
    pub wanted: Vec<EntryAction>,
    /// Something that was typed leads to nothing, and the keyboard stays with it.
    pub is_stopped: bool,
}

impl Typing<'_> {
    /// Draws attention to what is stopped; what was typed ahead was meant for what comes after it.
    fn warn(&mut self, out: &mut Outbox) {
        if std::mem::take(&mut self.is_stopped) {
            out.bell = true;
            out.forget_keys = true;
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct EntryView {
    white: PickerState,
    black: PickerState,
    /// Whether Tab was kept from leaving the name of White, or of Black.
    stopped: [bool; 2],
    /// The version of the record that the two boxes were filled for.
    filled_for: Option<u64>,
    latest: Latest,
    /// Where the keyboard was in the last frame: Esc takes it away before the next one is drawn.
    keyboard_was: Option<Part>,
    /// The frame in which the view was drawn last, to tell when it is opened.
    drawn_at: u64,
    /// Whether a question stood over it in the last frame.
    had_dialog: bool,
}

/// A part of the view that takes the keyboard.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Part {
    Strip,
    Latest,
}

impl EntryView {
    /// Shows the view.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        typing: &mut Typing<'_>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) {
        let subtitle = format!("{} this week", counted(ctx.camp.data.games.len(), "game"));
        // Beside the views there is no room for it in a narrow window.
        let is_narrow = ui.available_width() < ONE_LINE;
        form_header(ui, ctx, out, if is_narrow { "" } else { &subtitle }, None);
        let to_latest = out.focus_next.take_if(|to| *to == FocusTarget::Latest);
        let is_wanted = self.take_keyboard(ui, typing, out);
        let (in_strip, leads_to_list) = self.strip_card(ui, typing, ctx, is_wanted);
        typing.warn(out);
        ui.add_space(space::M);
        let leads_to_list = leads_to_list || to_latest.is_some();
        let in_list = self.latest.show(ui, typing, ctx, leads_to_list);
        if takes_escape(ui, ctx) {
            match self.keyboard_was {
                Some(Part::Strip) => typing.wanted.push(EntryAction::Leave),
                Some(Part::Latest) => typing.entry.cursor_to = Some(Place::White),
                None => {}
            }
        }
        self.keyboard_was = match (in_strip, in_list) {
            (_, true) => Some(Part::Latest),
            (true, _) => Some(Part::Strip),
            _ => None,
        };
        match self.keyboard_was {
            Some(Part::Latest) => out.pane = Pane::List,
            Some(Part::Strip) => out.pane = Pane::Record,
            None => {}
        }
    }

    /// Shows the strip alone, where the games that were typed last have no room. Whether it has the keyboard, and whether Esc leaves it.
    pub(super) fn show_strip(
        &mut self,
        ui: &mut Ui,
        typing: &mut Typing<'_>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) -> (bool, bool) {
        let is_wanted = self.take_keyboard(ui, typing, out);
        let (in_strip, _) = self.strip_card(ui, typing, ctx, is_wanted);
        typing.warn(out);
        let is_empty = typing.entry.is_empty() && typing.entry.holds(&ctx.camp.data) == Holds::New;
        let is_escaped = self.keyboard_was == Some(Part::Strip) && takes_escape(ui, ctx);
        if is_escaped && !is_empty {
            typing.wanted.push(EntryAction::Leave);
        }
        self.keyboard_was = in_strip.then_some(Part::Strip);
        (in_strip, is_escaped && is_empty)
    }

    /// Takes the keyboard when the view is opened, and when it is sent here; whether it does.
    fn take_keyboard(&mut self, ui: &Ui, typing: &mut Typing<'_>, out: &mut Outbox) -> bool {
        let now = ui.ctx().cumulative_pass_nr();
        let is_opened = now > std::mem::replace(&mut self.drawn_at, now) + 1;
        let to_field = |to: &mut FocusTarget| *to == FocusTarget::FirstField;
        let is_sent = out.focus_next.take_if(to_field).is_some() || is_sent_to_list(out);
        let is_wanted = is_opened || is_sent;
        if is_wanted {
            typing.entry.cursor_to.get_or_insert(Place::White);
        }
        let goes_on = !is_wanted && has_left_keyboard_nowhere(ui.ctx());
        if goes_on {
            let first = typing.entry.first_empty();
            typing.entry.cursor_to.get_or_insert(first);
        }
        is_wanted || goes_on
    }

    /// The strip on a card of its own. Whether it has the keyboard, and whether the keyboard goes to the last games.
    fn strip_card(
        &mut self,
        ui: &mut Ui,
        typing: &mut Typing<'_>,
        ctx: &Ctx<'_>,
        is_wanted: bool,
    ) -> (bool, bool) {
        typing.entry.takes_single_keys = false;
        if let Some(reason) = ctx.why_not(Command::NEW_RECORD) {
            // Nothing can be typed: the keyboard goes to the games that are there.
            Banner::info(reason).show(ui);
            return (false, is_wanted);
        }
        // A question keeps the keyboard, and gives it back to where it was before: what is to get it after that waits.
        let had_dialog = std::mem::replace(&mut self.had_dialog, ctx.has_dialog);
        let is_kept = had_dialog || ctx.has_dialog;
        let waiting = typing.entry.cursor_to.take_if(|_| is_kept);
        let answer = card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            self.strip(ui, typing, ctx)
        });
        if waiting.is_some() {
            typing.entry.cursor_to = typing.entry.cursor_to.or(waiting);
            if !ctx.has_dialog {
                ui.ctx().request_repaint();
            }
        }
        answer
    }

    /// The line that is typed, and under it what it will do. Whether it has the keyboard, and whether a key leads from
    /// there to the last games.
    fn strip(&mut self, ui: &mut Ui, typing: &mut Typing<'_>, ctx: &Ctx<'_>) -> (bool, bool) {
        let data = &ctx.camp.data;
        let players = typing.players;
        let is_one_line = ui.available_width() >= ONE_LINE + room_for_tournament(ctx.camp);
        let holds = typing.entry.holds(data);
        // The two lines of a narrow window leave no room for saying the obvious.
        if is_one_line || holds != Holds::New {
            let result = typing.entry.strip.draft.result();
            title::show(ui, holds, &mut typing.wanted, result);
        }
        if let Some(refusal) = typing.entry.strip.refusal() {
            Banner::error(refusal).show(ui);
            ui.add_space(space::S);
        }
        if self.filled_for != Some(typing.entry.strip.version()) {
            let state = |player: Option<PlayerId>, loose: &str| {
                let item = player.and_then(|id| players.iter().find(|item| item.key == id.0));
                let unknown = || PickerState {
                    chosen: None,
                    text: loose.to_owned(),
                };
                item.map_or_else(unknown, PickerState::new)
            };
            let draft = &typing.entry.strip.draft;
            let [white, black] = &typing.entry.loose_names;
            self.white = state(draft.player(Field::White), white);
            self.black = state(draft.player(Field::Black), black);
            self.filled_for = Some(typing.entry.strip.version());
        }
        let mut problems = typing.entry.strip.problems().to_vec();
        name_what_matches_nobody(&mut problems, Field::White, &self.white);
        name_what_matches_nobody(&mut problems, Field::Black, &self.black);

        let draft = &typing.entry.strip.draft;
        let [white, black] = [Field::White, Field::Black].map(|field| draft.player(field));
        if white.is_some() && white == black && reason(&problems, Field::Black).is_none() {
            let sentence = Oddity::SamePlayer.sentence(data);
            problems.push(FieldProblem::new(Field::Black, sentence));
        }

        let has_keyboard = self.line(ui, typing, ctx.camp, &problems, is_one_line);
        for (loose, state) in typing
            .entry
            .loose_names
            .iter_mut()
            .zip([&self.white, &self.black])
        {
            loose.clear();
            if state.unresolved() {
                loose.push_str(&state.text);
            }
        }
        ui.add_space(space::S);
        let draft = &typing.entry.strip.draft;
        let names = [Field::White, Field::Black].map(|field| {
            let player = draft.player(field);
            player.map_or("", |id| typing.listing.name(data, id))
        });
        outlook::show(
            ui,
            typing.entry,
            data,
            &ctx.now,
            ctx.settings.ratings_follow,
            names,
            if typing.is_alone {
                "Esc closes"
            } else {
                "Arrow Up: last games"
            },
        );
        let leads_to_list =
            has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowUp));
        (has_keyboard, leads_to_list)
    }

    /// The fields, in one line or in two. Whether one of them has the keyboard.
    fn line(
        &mut self,
        ui: &mut Ui,
        typing: &mut Typing<'_>,
        camp: &OpenCamp,
        problems: &[FieldProblem],
        is_one_line: bool,
    ) -> bool {
        let tournament = room_for_tournament(camp);
        let mut has_keyboard = false;
        ui.spacing_mut().item_spacing.x = space::M;
        let gaps = space::M * 2.0;
        if is_one_line {
            let narrow = RESULT + DATE + COUNTS + gaps * 2.0 + tournament;
            let width = (ui.available_width() - narrow) / 2.0;
            ui.horizontal_top(|ui| {
                has_keyboard |= self.players(ui, typing, problems, width);
                has_keyboard |= rest(ui, typing, problems);
                has_keyboard |= self::tournament(ui, typing, camp, problems);
            });
        } else {
            let width = (ui.available_width() - space::M) / 2.0;
            ui.horizontal_top(|ui| {
                has_keyboard |= self.players(ui, typing, problems, width);
            });
            ui.add_space(space::XS);
            let has_room = ui.available_width() >= RESULT + DATE + COUNTS + gaps + tournament;
            ui.horizontal_top(|ui| {
                has_keyboard |= rest(ui, typing, problems);
                if has_room {
                    has_keyboard |= self::tournament(ui, typing, camp, problems);
                }
            });
            if !has_room {
                ui.add_space(space::XS);
                has_keyboard |= self::tournament(ui, typing, camp, problems);
            }
        }
        has_keyboard
    }

    /// The boxes of the two players. Whether one of them has the keyboard.
    fn players(
        &mut self,
        ui: &mut Ui,
        typing: &mut Typing<'_>,
        problems: &[FieldProblem],
        width: f32,
    ) -> bool {
        let players = typing.players;
        let picker = Picker::new(players)
            .fold(name_key)
            .opens_upwards(false)
            .offers_new(|typed| format!("Add “{typed}” as a new camper…"))
            .escape_goes_on()
            .keeps_enter()
            .nothing("No player of this name or number");
        let is_player = |place: &mut Place| matches!(place, Place::White | Place::Black);
        let cursor = typing.entry.cursor_to.take_if(is_player);
        let before = [Field::White, Field::Black].map(|field| typing.entry.in_box(field));
        let visit = typing.entry.strip.visit();
        let draft = &mut typing.entry.strip.draft;
        let fields = [
            ("White", Place::White, Field::White, &mut self.white),
            ("Black", Place::Black, Field::Black, &mut self.black),
        ];
        let mut has_keyboard = false;
        let boxes = fields.into_iter().zip(before).zip(&mut self.stopped);
        for (((label, place, which, state), before), stopped) in boxes {
            let detail = state
                .chosen
                .and_then(|key| players.iter().find(|item| item.key == key))
                .map_or("", |item| item.detail.as_str());
            let stops = reason(problems, which);
            let field = Form::above()
                .field(label)
                .hint("Name, initials or number")
                .width(width)
                .help(detail);
            // A column of its own, as what stands under a field must not widen it.
            ui.allocate_ui(vec2(width, 0.0), |ui| {
                ui.set_width(width);
                if cursor == Some(place) {
                    ui.memory_mut(|memory| memory.request_focus(field.id_in(ui)));
                }
                // Whoever goes on from a name that is nobody's hears of it now, and not at the result.
                let is_left = !ui.memory(|memory| memory.has_focus(field.id_in(ui)));
                let is_said = (is_left || *stopped) && state.unresolved();
                let nobody = is_said.then(|| nobody(state));
                let field = field.problem(stops.or(nobody.as_deref()));
                let id = field.id_in(ui);
                if !picker::is_open(ui, id) && !state.unresolved() {
                    go_on_by_enter(ui, id, state.chosen.is_none());
                }
                let answer = field.picker(ui, &picker, state);
                follow_typing(
                    &mut typing.entry.typed,
                    (which, visit),
                    &answer.response,
                    before,
                );
                *stopped = answer.stopped || *stopped && state.unresolved();
                typing.is_stopped |= answer.stopped;
                if answer.adds {
                    typing.wanted.push(EntryAction::AddCamper(which));
                }
                if answer.changed {
                    draft.set(which, state.chosen.map_or(Value::Empty, Value::Reference));
                }
                has_keyboard |= answer.response.has_focus();
            });
        }
        has_keyboard
    }
}

/// Whether Esc is pressed. What the open list of a name makes of it is done by now; while a box is open, it is the box's.
fn takes_escape(ui: &Ui, ctx: &Ctx<'_>) -> bool {
    !ctx.has_dialog && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Follows what is typed into a box in which this stood before it was drawn.
fn follow_typing(
    typed: &mut Typed,
    (field, visit): (Field, u64),
    response: &Response,
    before: InBox,
) {
    if response.changed() {
        typed.type_into(field, visit, before);
    }
    if !response.has_focus() {
        typed.leave(field);
    }
}

/// Result, date, and whether the game counts. Whether one of them has the keyboard.
fn rest(ui: &mut Ui, typing: &mut Typing<'_>, problems: &[FieldProblem]) -> bool {
    let is_here = |place: &mut Place| matches!(place, Place::Result | Place::Date);
    let cursor = typing.entry.cursor_to.take_if(is_here);
    let before = typing.entry.in_box(Field::Date);
    let visit = typing.entry.strip.visit();
    let draft = &mut typing.entry.strip.draft;
    let form = Form::above();
    let column = |ui: &mut Ui, width: f32, add: &mut dyn FnMut(&mut Ui)| {
        ui.allocate_ui(vec2(width, 0.0), |ui| {
            ui.set_width(width);
            add(ui);
        });
    };

    let mut taken = None;
    let mut at_result = false;
    let unread_id = ui.scope_id().with("unread result");
    let unread = ui.data(|data| data.get_temp::<String>(unread_id));
    let unread = unread.filter(|unread| !unread.is_empty()).map(|unread| {
        let shown = unread.chars().take(12).collect::<String>();
        format!("“{shown}” is no result. Backspace, then 1, 5 or 0")
    });
    column(ui, RESULT, &mut |ui| {
        let problem = unread.as_deref().or(reason(problems, Field::Result));
        let field = form.field("Result").problem(problem);
        if cursor == Some(Place::Result) {
            ui.memory_mut(|memory| memory.request_focus(field.id_in(ui)));
        }
        let results = GameResult::VARIANTS.iter();
        let values = results.map(|result| [result.score(), result.words()]);
        let values = values.collect::<Vec<_>>();
        let chosen = draft.result().and_then(place_of);
        let response = field.custom(ui, |ui, id| {
            let answer = OneKey::new(&values, &RESULT_KEYS)
                .wrong(problem.is_some())
                .show(ui, id, "Result", chosen);
            taken = answer.taken;
            typing.is_stopped |= answer.stopped;
            ui.data_mut(|data| data.insert_temp(unread_id, answer.unread));
            answer.response
        });
        at_result = response.has_focus();
    });
    let mut has_keyboard = at_result;
    column(ui, DATE, &mut |ui| {
        let field = form
            .field("Date")
            .hint("e.g. 7/25/2026")
            .width(DATE)
            .problem(reason(problems, Field::Date));
        if cursor == Some(Place::Date) {
            ui.memory_mut(|memory| memory.request_focus(field.id_in(ui)));
        }
        if let Some(text) = draft.text_mut(Field::Date) {
            go_on_by_enter(ui, field.id_in(ui), text.is_empty());
            let response = field.date(ui, text);
            let typed = &mut typing.entry.typed;
            follow_typing(typed, (Field::Date, visit), &response, before.clone());
            has_keyboard |= response.has_focus();
        }
    });
    column(ui, COUNTS, &mut |ui| {
        let mut counts = draft.is_yes(Field::Counts);
        let response = form.field("Counts").check(ui, "", &mut counts);
        draft.set(Field::Counts, Value::YesNo(counts));
        has_keyboard |= response.has_focus();
    });
    typing.entry.takes_single_keys |= at_result;
    if let Some(result) = taken.and_then(|at| GameResult::VARIANTS.get(at)) {
        typing.wanted.push(EntryAction::Result(*result));
    }
    has_keyboard
}

/// What the tournament takes of a line, in points; nothing where the camp has none.
fn room_for_tournament(camp: &OpenCamp) -> f32 {
    if camp.fields.has(Field::Tournament) {
        TOURNAMENT + space::M
    } else {
        0.0
    }
}

/// The tournament, where the camp has any. Whether it has the keyboard.
fn tournament(
    ui: &mut Ui,
    typing: &mut Typing<'_>,
    camp: &OpenCamp,
    problems: &[FieldProblem],
) -> bool {
    if room_for_tournament(camp) <= 0.0 {
        return false;
    }
    let entry = &mut *typing.entry;
    let before = entry.in_box(Field::Tournament);
    let visit = entry.strip.visit();
    let field = Form::above()
        .field("Tournament")
        .width(TOURNAMENT)
        .problem(reason(problems, Field::Tournament));
    let shown = ui.allocate_ui(vec2(TOURNAMENT, 0.0), |ui| {
        ui.set_width(TOURNAMENT);
        let text = entry.strip.draft.text_mut(Field::Tournament);
        text.is_some_and(|text| {
            go_on_by_enter(ui, field.id_in(ui), text.is_empty());
            let response = field.completed(ui, text, typing.tournaments);
            follow_typing(
                &mut entry.typed,
                (Field::Tournament, visit),
                &response,
                before,
            );
            response.has_focus()
        })
    });
    shown.inner
}

/// The place of a result in [`GameResult::VARIANTS`].
fn place_of(result: GameResult) -> Option<usize> {
    GameResult::VARIANTS
        .iter()
        .position(|other| *other == result)
}

/// Says of a name that is nobody's what is wrong with it, where a player is missing.
fn name_what_matches_nobody(problems: &mut [FieldProblem], field: Field, state: &PickerState) {
    if let Some(problem) = problems.iter_mut().find(|problem| problem.field == field)
        && state.unresolved()
    {
        problem.reason = nobody(state);
    }
}

/// What is wrong with a name that is nobody's.
fn nobody(state: &PickerState) -> String {
    let typed = state.text.trim().chars().take(24).collect::<String>();
    format!("No player is chosen for “{typed}”")
}
