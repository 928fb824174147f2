//! How the games look.

mod add_camper;
mod check;
mod entry;
mod latest;
mod outlook;
mod title;

use egui::{Context, Ui, Vec2, vec2};
use strum::VariantArray as _;

pub(super) use self::add_camper::AddCamper;
use self::{
    check::CheckView,
    entry::{EntryView, Typing},
};
use super::{GamesPage, entry::EntryAction};
use crate::{
    app::{
        Action, CampFields, Command, OpenCamp, Pane, RESULT_KEYS, View,
        drafts::GameDraft,
        exporting::ExportedList,
        form::{Bulk, Form},
        listing::{ColumnId, Listing},
        page::{Ctx, Outbox, PageView},
    },
    domain::{
        CampData, CampField, Field, FieldProblem, Game, GameResult, PlayerId, Record, Value,
        counted, name_key,
    },
    kit::{Choice, Column, Icon, Picker, PickerItem, PickerState, form::changeable, tokens::space},
    pages::looks::week_path::week_path,
    pages::looks::{
        datasheet::bulk_button,
        field_box::FieldBox,
        fields::{Fields, Kind},
        form::{FormLooks, FormSpec, least_room},
        list::{ListSpec, Tone},
        players_to_choose,
        record::{reason, record_frame, record_panel, show_lines},
    },
    rating::tournaments,
};

/// How the form of games looks.
static FORM: FormSpec = FormSpec {
    new: "New game",
    list: ListSpec {
        name: "Games",
        icon: Icon::Games,
        columns: || {
            vec![
                (
                    ColumnId::Sequence,
                    Column::fixed("Game", 72.0).right().sortable(),
                ),
                (WHITE, Column::flexible("White", 108.0).sortable()),
                (BLACK, Column::flexible("Black", 108.0).sortable()),
                (RESULT, Column::fixed("Result", 84.0).centered().sortable()),
                (DATE, Column::fixed("Date", 108.0).right().sortable()),
            ]
        },
        type_ahead: WHITE,
        row_name: |camp, list, row| {
            game(camp, list, row).map_or_else(String::new, |game| {
                format!(
                    "Game {}: {} against {}, {}{}",
                    game.sequence,
                    list.text(camp, row, WHITE),
                    list.text(camp, row, BLACK),
                    game.result.words(),
                    if game.counts { "" } else { ", a fun game" }
                )
            })
        },
        text: |camp, list, row, what| {
            let is_fun = what == RESULT && game(camp, list, row).is_some_and(|game| !game.counts);
            is_fun.then(|| format!("{} fun", list.text(camp, row, what)))
        },
        tone: |camp, list, row, what| match what {
            RESULT if game(camp, list, row).is_some_and(|game| game.counts) => Tone::Strong,
            ColumnId::Sequence | RESULT => Tone::Weak,
            _ => Tone::Plain,
        },
        nothing_found: "No game found",
        none_yet: [
            "No games this week yet",
            "Type the games from the result sheets with New game, in the order in which they were played.",
        ],
    },
    bulk: |ui, _, out| {
        bulk_button(ui, out, "Make rated", Bulk::SetCounts(true));
        bulk_button(ui, out, "Make fun games", Bulk::SetCounts(false));
    },
    of_row: &[
        Command::INSERT_GAME,
        Command::MOVE_GAME_UP,
        Command::MOVE_GAME_DOWN,
    ],
};

const WHITE: ColumnId = ColumnId::Field(Field::White);
const BLACK: ColumnId = ColumnId::Field(Field::Black);
const RESULT: ColumnId = ColumnId::Field(Field::Result);
const DATE: ColumnId = ColumnId::Field(Field::Date);

impl GamesPage {
    /// The list of the view that is shown, to be written to a file.
    pub(super) fn exported(&self, ctx: &Ctx<'_>) -> ExportedList {
        let listing = &self.form.rows.listing;
        match ctx.view {
            View::Entry => latest::exported(listing, self.entry.latest(), ctx),
            View::Check => check::exported(&self.checking, listing, ctx),
            View::Form | View::Datasheet => self.looks.form.exported(&self.form, &FORM, ctx),
        }
    }
}

fn game<'a>(camp: &'a CampData, list: &Listing, row: usize) -> Option<&'a Game> {
    camp.games.get(list.place(row)?)
}

/// What is remembered of how the games look.
#[derive(Debug, Default)]
pub(super) struct Looks {
    entry: EntryView,
    form: FormLooks,
    check: CheckView,
    white: PickerState,
    black: PickerState,
    /// The version of the record, and the revision of the camp, that the two boxes were filled for.
    filled_for: Option<(u64, u64)>,
    /// The players to choose from, and the revision of the camp that they are of.
    items: Vec<PickerItem>,
    players_of: Option<u64>,
    /// The tournaments that there are, of the same revision; looked for where the camp has the field.
    tournaments: Vec<String>,
}

/// What typing and checking games need at least, in points: with less there is no list of games below the strip.
const LEAST_HEIGHT: f32 = 450.0;
const LEAST_WIDTH: f32 = 440.0;

/// The same height before any game was typed, and from which width on what is said of that has one line.
const LEAST_EMPTY: f32 = 420.0;
const WITH_ONE_LINE: f32 = 630.0;

/// The same where the strip is narrow and has more lines, and below which width that is.
const LEAST_NARROW: f32 = 620.0;
const NARROW: f32 = 540.0;

impl PageView for GamesPage {
    fn least_room(&self, view: View, width: f32) -> Vec2 {
        match view {
            View::Entry | View::Check if width < NARROW => vec2(LEAST_WIDTH, LEAST_NARROW),
            View::Entry if width >= WITH_ONE_LINE && self.entry.latest().is_empty() => {
                vec2(LEAST_WIDTH, LEAST_EMPTY)
            }
            View::Entry | View::Check => vec2(LEAST_WIDTH, LEAST_HEIGHT),
            View::Form | View::Datasheet => least_room(view, width),
        }
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.looks.follow_players(ctx.camp);
        week_path(ui, ctx, out);
        match ctx.view {
            View::Entry => {
                let (view, mut typing) = self.typing(false);
                view.show(ui, &mut typing, ctx, out);
                let wanted = typing.wanted;
                self.enter_all(wanted, ctx, out);
            }
            View::Check => {
                let Self {
                    form,
                    checking,
                    looks,
                    ..
                } = self;
                let wanted = looks.check.show(ui, checking, &form.rows.listing, ctx, out);
                for check in wanted {
                    self.check(check, ctx, out);
                }
            }
            View::Form | View::Datasheet => self.looks.form(ui, &mut self.form, ctx, out),
        }
    }

    fn is_typing(&self, _: &Context, view: View) -> bool {
        self.looks.form.is_typing(view)
    }

    fn strip(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        self.looks.follow_players(ctx.camp);
        let (view, mut typing) = self.typing(true);
        let (has_keyboard, is_left) = view.show_strip(ui, &mut typing, ctx, out);
        let wanted = typing.wanted;
        self.enter_all(wanted, ctx, out);
        if has_keyboard {
            out.pane = Pane::Record;
        }
        if is_left {
            out.send(Action::ShowStrip(false));
        }
        has_keyboard
    }
}

impl GamesPage {
    fn typing(&mut self, is_alone: bool) -> (&mut EntryView, Typing<'_>) {
        let Looks {
            entry,
            items,
            tournaments,
            ..
        } = &mut self.looks;
        let typing = Typing {
            entry: &mut self.entry,
            listing: &self.form.rows.listing,
            players: items,
            tournaments,
            is_alone,
            wanted: Vec::new(),
            is_stopped: false,
        };
        (entry, typing)
    }

    fn enter_all(&mut self, wanted: Vec<EntryAction>, ctx: &Ctx<'_>, out: &mut Outbox) {
        for action in wanted {
            self.enter(action, ctx, out);
        }
    }
}

impl Looks {
    fn form(&mut self, ui: &mut Ui, form: &mut Form<Game>, ctx: &Ctx<'_>, out: &mut Outbox) {
        let games = counted(ctx.camp.data.games.len(), "game");
        let order = if form.rows.listing.is_in_own_order() {
            ", in the order of play"
        } else {
            ""
        };
        let subtitle = format!("{games} this week{order}");
        if !self.form.begin(ui, form, (&FORM, &subtitle), ctx, out) {
            return;
        }
        if form.editor.target().is_some() {
            record_panel(ui, |ui| self.record(ui, form, ctx, out));
        }
        self.form.list(ui, form, &FORM, ctx, out);
    }

    fn follow_players(&mut self, camp: &OpenCamp) {
        if self.players_of != Some(camp.revision) {
            self.items = players_to_choose(&camp.data);
            self.tournaments = if camp.fields.has(Field::Tournament) {
                tournaments(&camp.data)
            } else {
                Vec::new()
            };
            self.players_of = Some(camp.revision);
        }
    }

    fn record(&mut self, ui: &mut Ui, form: &mut Form<Game>, ctx: &Ctx<'_>, out: &mut Outbox) {
        let (data, of_camp) = (&ctx.camp.data, ctx.camp.fields);
        let filling = (form.editor.version(), ctx.camp.revision);
        // A name that is being typed stays, whatever else is saved meanwhile.
        let is_typing = self.white.unresolved() || self.black.unresolved();
        let is_same_record = self.filled_for.map(|(version, _)| version) == Some(filling.0);
        if self.filled_for != Some(filling) && !(is_same_record && is_typing) {
            let draft = &form.editor.draft;
            let [white, black] = [Field::White, Field::Black].map(|field| draft.player(field));
            self.fill(white, black);
            self.filled_for = Some(filling);
        }
        let place = form.editor.id().map(Record::Game);
        let place = place.and_then(|game| form.rows.listing.place_of(data, game));
        let game = place.and_then(|place| data.games.get(place));
        let title = match (game, form.editor.draft.before) {
            (Some(game), _) => format!("Game {}", game.sequence),
            (None, Some(before)) => {
                let place = form.rows.listing.place_of(data, Record::Game(before));
                let before = place.and_then(|place| data.games.get(place));
                before.map_or_else(
                    || "New game".to_owned(),
                    |before| format!("New game before {}", before.sequence),
                )
            }
            (None, None) => "New game".to_owned(),
        };
        let pressed = record_frame(ui, &mut form.editor, (&title, ctx), |ui, editor| {
            let problems = editor.problems().to_vec();
            let fields = &mut self.form.fields;
            fields.begin(&mut out.focus_next, editor, of_camp);
            let draft = &mut editor.draft;
            let can_change = ctx.why_not_change_week.is_none();
            let fields = changeable(ui, can_change, |ui| {
                self.game_fields(ui, (data, of_camp), draft, &problems)
            });
            out.bell |= fields;
            out.forget_keys |= fields;
            if let Some(imported) = game.and_then(|game| game.imported.as_ref()) {
                ui.add_space(space::L);
                let number = imported.number.to_string();
                let lines = [
                    ("Number in the old file", number.as_str()),
                    ("Result in the old file", &*imported.texts.result),
                ];
                let extra = imported.texts.extra.iter();
                let extra = extra.map(|(name, value)| (name.as_str(), value.as_str()));
                show_lines(ui, lines.into_iter().chain(extra));
            }
        });
        let mut escaped = self.form.fields.end(ui, out, &form.editor);
        let is_unresolved = match escaped {
            Some(Field::White) => self.white.unresolved(),
            Some(Field::Black) => self.black.unresolved(),
            _ => false,
        };
        if is_unresolved {
            // What stands in the box is no player yet, and so not in the record either.
            self.filled_for = None;
            escaped = escaped.filter(|field| form.editor.is_field_changed(*field));
        }
        if let Some(command) = pressed.or(escaped.map(|_| Command::UNDO_FIELD)) {
            out.send(command);
        }
    }

    /// The fields of a game, in the order of Tab. Whether a name that is nobody's keeps the keyboard.
    fn game_fields(
        &mut self,
        ui: &mut Ui,
        (camp, of_camp): (&CampData, CampFields),
        draft: &mut GameDraft,
        problems: &[FieldProblem],
    ) -> bool {
        let mut stopped = false;
        let about = camp.fields_of::<Game>().map(CampField::about);
        let mut about = about.filter(|about| of_camp.has(about.field)).peekable();
        while let Some(this) = about.next() {
            let field = FieldBox {
                known: (this.field == Field::Tournament).then_some(&self.tournaments),
                ..FieldBox::new(&this, problems)
            };
            match this.field {
                Field::White => {
                    let boxes = (self.items.as_slice(), &mut self.white);
                    stopped |= player_field(ui, &field, boxes, draft, &mut self.form.fields);
                }
                Field::Black => {
                    let boxes = (self.items.as_slice(), &mut self.black);
                    stopped |= player_field(ui, &field, boxes, draft, &mut self.form.fields);
                }
                Field::Result => result_field(ui, &field, draft, &mut self.form.fields),
                _ => field.show(ui, camp, draft, &mut self.form.fields),
            }
            if about.peek().is_some() {
                ui.add_space(space::S);
            }
        }
        stopped
    }

    /// Puts the record's players into the two boxes.
    fn fill(&mut self, white: Option<PlayerId>, black: Option<PlayerId>) {
        let state = |player: Option<PlayerId>| {
            player
                .and_then(|id| self.items.iter().find(|item| item.key == id.0))
                .map(PickerState::new)
                .unwrap_or_default()
        };
        (self.white, self.black) = (state(white), state(black));
    }
}

/// White or Black. `players` are those to choose from. Whether a name that is nobody's keeps the keyboard.
fn player_field(
    ui: &mut Ui,
    shown: &FieldBox<'_>,
    (players, state): (&[PickerItem], &mut PickerState),
    draft: &mut GameDraft,
    fields: &mut Fields,
) -> bool {
    let which = shown.about.field;
    let picker = Picker::new(players)
        .fold(name_key)
        .keeps_enter()
        .nothing("No player of this name or number");
    let field = shown.field();
    let nobody = if state.unresolved() { &*state.text } else { "" };
    fields.add(ui, (which, field.id_in(ui)), Kind::Picker, nobody);
    let answer = field.picker(ui, &picker, state);
    if answer.changed {
        draft.set(which, state.chosen.map_or(Value::Empty, Value::Reference));
    }
    answer.stopped
}

/// The result, which has keys of its own.
fn result_field(ui: &mut Ui, shown: &FieldBox<'_>, draft: &mut GameDraft, fields: &mut Fields) {
    let results = GameResult::VARIANTS.iter();
    let results = results.map(|result| format!("{}  {}", result.score(), result.words()));
    let results = results.collect::<Vec<_>>();
    let mut chosen = draft.value(Field::Result).place();
    let is_wrong = reason(shown.problems, Field::Result).is_some();
    let field = shown.field();
    fields.add(ui, (Field::Result, field.id_in(ui)), Kind::Choice, "");
    field.custom(ui, |ui, id| {
        Choice::new(&results)
            .placeholder("Who won?")
            .wrong(is_wrong)
            .letters(&RESULT_KEYS)
            .show(ui, id, shown.about.title, &mut chosen)
    });
    let result = chosen.and_then(|at| GameResult::VARIANTS.get(at).copied());
    draft.set(Field::Result, result.map_or(Value::Empty, Value::from));
}
