//! What is chosen for a print: one form for all of them, drawn from the list of what the print has.

use std::{
    collections::HashMap,
    num::{NonZeroUsize, ParseIntError},
};

use egui::{Color32, Response, RichText, Ui};

use crate::{
    app::{
        FocusTarget, OpenCamp, Pane,
        page::{Ctx, Outbox},
    },
    domain::{CampData, PlayerId, RecordKind, name_key},
    kit::{
        self, Form, Picker, PickerItem, PickerState, UiTokens as _, choice, input_check::check_box,
        theme, tip::Tip as _, tokens::size,
    },
    pages::looks::{players_to_choose, scopes::scopes},
    report::{Choice, ChoiceKind, Print, PrintChoices, PrintScope},
};

/// Room for the label of a drop-down choice, in points. Above it there is more, where an option needs it.
const LABEL: f32 = 96.0;

/// The least width of a box for a number, in points; its label has the rest of the line.
const NUMBER: f32 = 72.0;

/// Around the text in a box, in points.
const HINT_MARGIN: f32 = 24.0;

/// Between two choices, in points.
const GAP: f32 = 6.0;

/// What the form remembers between two frames.
#[derive(Debug, Default)]
pub(super) struct ChoicesForm {
    /// The print that it is about.
    print: Option<Print>,
    /// The numbers that are typed, by what they are.
    numbers: HashMap<Choice, TypedNumber>,
    /// Everybody who can be picked, as of a revision of the camp.
    players: Vec<PickerItem>,
    players_of: Option<u64>,
    /// The one player who is picked, as typed.
    player: PickerState,
    /// What is typed that won't do, as of the frame before.
    problem: Option<String>,
}

/// A number as it is typed, which for a moment may be none.
#[derive(Debug, Default)]
struct TypedNumber {
    text: String,
    /// The number that the text was the last time that it was one; nothing for an empty text.
    number: Option<NonZeroUsize>,
}

impl ChoicesForm {
    /// What is typed among the choices of this print that won't do: which field, and what it takes.
    pub(super) fn problem(&self, print: Print) -> Option<&str> {
        self.problem
            .as_deref()
            .filter(|_| self.print == Some(print))
    }

    /// Shows what can be chosen for a print, and what is. Whether something else is chosen now.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        print: Print,
        choices: &mut PrintChoices,
    ) -> bool {
        if self.print != Some(print) {
            *self = Self {
                print: Some(print),
                ..Self::default()
            };
        }
        let before = choices.clone();
        let to_first = |to: &mut FocusTarget| *to == FocusTarget::FirstField;
        let mut is_sent = out.focus_next.take_if(to_first).is_some();
        self.problem = None;
        let mut has_keyboard = false;
        ui.spacing_mut().item_spacing.y = GAP;
        for choice in print.choices() {
            if !choices.matters(*choice) || !choice.is_in(&ctx.camp.data) {
                continue;
            }
            let response = self.control(ui, ctx.camp, (print, *choice), choices);
            if std::mem::take(&mut is_sent) {
                response.request_focus();
            }
            has_keyboard |= response.has_focus();
        }
        if has_keyboard {
            out.pane = Pane::Record;
        }
        *choices != before
    }

    /// The control for one choice.
    fn control(
        &mut self,
        ui: &mut Ui,
        camp: &OpenCamp,
        (print, choice): (Print, Choice),
        choices: &mut PrintChoices,
    ) -> Response {
        let label = choice.label();
        match choice.spec().kind {
            ChoiceKind::Tick(value) => tick(ui, label, value(choices)),
            ChoiceKind::Number { value, .. } => self.number_from_one(ui, choice, value(choices)),
            ChoiceKind::NumberOrNothing { nothing, value, .. } => {
                self.number(ui, choice, nothing, value(choices))
            }
            ChoiceKind::Text {
                most,
                rows,
                hint,
                value,
            } => {
                let form = Form::above();
                let field = form.field(label).hint(hint(&camp.data)).limit(most);
                match rows {
                    1 => field.text(ui, value(choices)),
                    rows => field.notes(ui, rows, value(choices)),
                }
            }
            ChoiceKind::OneOf(values) => {
                let options = values.options().into_iter();
                let options = options
                    .enumerate()
                    .map(|(place, (_, title))| (title, place));
                let options = options.collect::<Vec<_>>();
                let mut place = values.chosen(choices).unwrap_or_default();
                let response = one_of(ui, label, &options, &mut place);
                values.choose(choices, place);
                response
            }
            ChoiceKind::Scope => {
                let camp = &camp.data;
                let scopes = scopes(camp).into_iter();
                let scopes = scopes.map(|(text, scope)| (text, PrintScope::new(scope, camp)));
                one_of(ui, label, &scopes.collect::<Vec<_>>(), &mut choices.scope)
            }
            ChoiceKind::Player => self.player(ui, camp, &mut choices.player),
            ChoiceKind::Ladder => {
                let ladders = ladders(&camp.data, print);
                one_of(ui, label, &ladders, &mut choices.ladder)
            }
            ChoiceKind::Columns => columns(ui, label, &camp.data, &mut choices.personal.columns),
        }
    }

    /// A box in which one player is found by typing; left empty, it is nobody in particular.
    fn player(&mut self, ui: &mut Ui, camp: &OpenCamp, player: &mut Option<PlayerId>) -> Response {
        let key = |player: &Option<PlayerId>| player.map(|player| player.0);
        if self.players_of.replace(camp.revision) != Some(camp.revision) {
            self.players = players_to_choose(&camp.data);
        }
        // What is typed and is nobody yet stays.
        if self.player.chosen != key(player) && !self.player.unresolved() {
            let mut players = self.players.iter();
            let item = players.find(|item| Some(item.key) == key(player));
            self.player = item.map_or_else(PickerState::default, PickerState::new);
        }
        let picker = Picker::new(&self.players)
            .fold(name_key)
            .nothing("No player of this name or number");
        let problem = "Choose a player of the list, or empty the box for everybody";
        let problem = self.player.unresolved().then_some(problem);
        if let Some(problem) = problem {
            let label = Choice::Player.label();
            self.problem.get_or_insert(format!("“{label}”: {problem}"));
        }
        let shown = Form::beside_width(LABEL)
            .field(Choice::Player.label())
            .hint("Everybody")
            .problem(problem)
            .picker(ui, &picker, &mut self.player);
        *player = self.player.chosen.map(PlayerId);
        shown.response
    }

    /// A box for a number that may be left empty, which means `nothing`.
    fn number(
        &mut self,
        ui: &mut Ui,
        choice: Choice,
        nothing: &str,
        number: &mut Option<NonZeroUsize>,
    ) -> Response {
        let typed = self.numbers.entry(choice).or_default();
        let (response, problem) = typed.show(ui, choice, nothing, number);
        if let Some(problem) = problem {
            let label = choice.label();
            self.problem.get_or_insert(format!("“{label}”: {problem}"));
        }
        response
    }

    /// A box for a number that is 1 where nothing is typed.
    fn number_from_one(
        &mut self,
        ui: &mut Ui,
        choice: Choice,
        number: &mut NonZeroUsize,
    ) -> Response {
        // What is typed stays as it is: an empty box too, which means the same as a 1.
        let typed = self.numbers.entry(choice).or_default().number;
        let means_it = typed.unwrap_or(NonZeroUsize::MIN) == *number;
        let mut typed = if means_it { typed } else { Some(*number) };
        let response = self.number(ui, choice, "1", &mut typed);
        *number = typed.unwrap_or(NonZeroUsize::MIN);
        response
    }
}

impl TypedNumber {
    /// A box for a number that may be left empty, which means `nothing`; and why what is typed is none.
    fn show(
        &mut self,
        ui: &mut Ui,
        choice: Choice,
        nothing: &str,
        number: &mut Option<NonZeroUsize>,
    ) -> (Response, Option<String>) {
        if self.number != *number {
            self.number = *number;
            self.text = number.map_or_else(String::new, |number| number.to_string());
        }
        let most = choice.most();
        let fits = |number: &Option<NonZeroUsize>| number.is_none_or(|number| number.get() <= most);
        let read = self.read().ok().filter(fits);
        let problem = read
            .is_none()
            .then(|| format!("Type a number from 1 to {most}, or nothing for {nothing}"));
        // As wide as what an empty box says, as far as its label leaves room.
        let gap = ui.spacing().item_spacing.x;
        let room = ui.available_width() - gap - width_of(ui, choice.label());
        let width = (width_of(ui, nothing) + HINT_MARGIN).min(room).max(NUMBER);
        let beside = ui.available_width() - width - gap;
        let response = Form::beside_width(beside)
            .field(choice.label())
            .hint(nothing)
            .width(width)
            .limit(most.to_string().len())
            .problem(problem.as_deref())
            .number(ui, &mut self.text);
        let limits = format!("From 1 to {most}. Empty: {nothing}");
        if problem.is_none() {
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_description(limits.clone()));
        }
        let response = response.tip(limits);
        if let Some(read) = self.read().ok().filter(fits) {
            self.number = read;
            *number = read;
        }
        (response, problem)
    }

    /// The number that is typed; nothing for an empty text.
    fn read(&self) -> Result<Option<NonZeroUsize>, ParseIntError> {
        match self.text.trim() {
            "" => Ok(None),
            text => text.parse().map(Some),
        }
    }
}

/// The width of a text as forms show it, in points.
fn width_of(ui: &Ui, text: &str) -> f32 {
    let font = theme::regular(size::TEXT);
    let text = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    text.size().x
}

/// The ladders that a print can be about, by name; without any, the one that everybody knows by what its kind is called.
fn ladders(camp: &CampData, print: Print) -> Vec<(&str, Option<String>)> {
    let ladders = camp.ladders.iter();
    let of_system = ladders.filter(|ladder| print.ladder_system() == Some(ladder.system));
    let mut named = of_system
        .map(|ladder| (ladder.name.as_str(), Some(ladder.name.clone())))
        .collect::<Vec<_>>();
    if named.is_empty() {
        named.push((print.title(), None));
    }
    named
}

/// A drop-down choice among values with their words.
fn one_of<T: Clone + PartialEq>(
    ui: &mut Ui,
    label: &str,
    options: &[(impl AsRef<str>, T)],
    value: &mut T,
) -> Response {
    let texts = options.iter().map(|(text, _)| text.as_ref());
    let texts = texts.collect::<Vec<_>>();
    let mut chosen = options.iter().position(|(_, option)| option == value);
    let widest = kit::Choice::new(&texts).widest(ui) + choice::ROOM;
    let has_room = LABEL + ui.spacing().item_spacing.x + widest <= ui.available_width();
    let form = if has_room {
        Form::beside_width(LABEL)
    } else {
        Form::above()
    };
    let mut field = form.field(label);
    // What the box has no room for stands below it.
    let text = chosen.and_then(|at| texts.get(at)).copied();
    if let Some((_, rest)) = text.and_then(|text| text.split_once(": "))
        && widest > ui.available_width()
    {
        field = field.help(rest);
    }
    let response = field.choice(ui, &texts, &mut chosen);
    if let Some((_, option)) = chosen.and_then(|at| options.get(at)) {
        *value = option.clone();
    }
    response
}

/// A box for each custom column of players, below a title. What has the keyboard, or the first one.
fn columns(ui: &mut Ui, label: &str, camp: &CampData, chosen: &mut Vec<String>) -> Response {
    let mut shown: Option<Response> = None;
    let title = ui.label(RichText::new(label).color(ui.tokens().text_weak));
    for column in camp.columns_of(RecordKind::Player) {
        let place = chosen.iter().position(|name| *name == column.name);
        let mut is_chosen = place.is_some();
        let has_room = is_chosen || chosen.len() < PrintChoices::MOST_COLUMNS;
        let id = ui.make_persistent_id(("column", column.id));
        let tick = ui.add_enabled_ui(has_room, |ui| {
            check_box(ui, id, &column.name, &mut is_chosen)
        });
        let most = PrintChoices::MOST_COLUMNS;
        let tick = tick
            .inner
            .tip_if_disabled(format!("At most {most} columns have room"));
        match (place, is_chosen) {
            (Some(place), false) => {
                chosen.remove(place);
            }
            (None, true) => chosen.push(column.name.clone()),
            _ => {}
        }
        if shown.is_none() || tick.has_focus() {
            shown = Some(tick);
        }
    }
    shown.unwrap_or(title)
}

fn tick(ui: &mut Ui, text: &str, value: &mut bool) -> Response {
    let id = ui.make_persistent_id(("choice", text));
    check_box(ui, id, text, value)
}
