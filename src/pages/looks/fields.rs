//! Where the keyboard is among the fields of a record, and the keys that mean the same in all of them.

use egui::{EventFilter, FocusDirection, Id, Key, Modifiers, Ui};

use crate::{
    app::{
        Action, CampFields, Command, FocusTarget, Pane, drafts::Draft, editor::Editor, page::Outbox,
    },
    domain::Field,
    kit::{choice, input, picker},
};

/// What a field is filled in with, as far as keys depend on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Text,
    Choice,
    /// A box that finds a record by typing.
    Picker,
    Check,
}

/// The fields of the record that is shown.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    visit: u64,
    /// The field to focus when it is drawn.
    wanted: Option<Field>,
    /// The field that has the keyboard, and its id.
    focused: Option<(Field, Id, Kind)>,
    typing: bool,
    /// The fields of the record, in the order of Tab.
    all: Vec<Field>,
    /// Which of them the camp has.
    of_camp: CampFields,
    actions: Vec<Action>,
}

impl Fields {
    /// Sends the keyboard to the first field when the record is drawn next.
    pub(crate) fn want_first<D: Draft>(&mut self, editor: &Editor<D>) {
        self.wanted = editor.draft.fields().next();
    }

    /// Whether something is typed in a field of text that isn't saved yet: Ctrl+Z belongs to the field then.
    pub(crate) fn is_typing(&self) -> bool {
        self.typing
    }

    /// Before the record is drawn, of a camp with these fields; others are passed over. The keyboard stays in its field when another record
    /// is shown.
    pub(crate) fn begin<D: Draft>(
        &mut self,
        focus_next: &mut Option<FocusTarget>,
        editor: &Editor<D>,
        of_camp: CampFields,
    ) {
        self.of_camp = of_camp;
        self.all.clear();
        self.all.extend(editor.draft.fields());
        let fields = &self.all;
        let is_ours = |to: &mut FocusTarget| match to {
            FocusTarget::FirstField | FocusTarget::LastField => true,
            FocusTarget::Field(field) => fields.contains(field),
            _ => false,
        };
        let before = self.focused.take();
        if self.visit != editor.visit() {
            self.visit = editor.visit();
            // Unless it was sent elsewhere.
            let before = before.filter(|_| focus_next.is_none());
            self.wanted = self.wanted.or(before.map(|(field, _, _)| field));
        }
        match focus_next.take_if(is_ours) {
            Some(FocusTarget::FirstField) => self.wanted = fields.first().copied(),
            Some(FocusTarget::LastField) => self.wanted = fields.last().copied(),
            Some(FocusTarget::Field(field)) => self.wanted = Some(field),
            _ => {}
        }
    }

    /// Right before a field is drawn: the next letter is already for it if the keyboard was to come here. `text` is
    /// what stands in a field of text, or what is typed in a picker and is nobody yet.
    pub(crate) fn add(&mut self, ui: &Ui, (field, id): (Field, Id), kind: Kind, text: &str) {
        if self.wanted == Some(field) {
            self.wanted = None;
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        if !ui.memory(|memory| memory.has_focus(id)) {
            return;
        }
        self.focused = Some((field, id, kind));
        let fields = &self.all;
        let take = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let shift = ui.input(|input| input.modifiers.shift);
        if fields.last() == Some(&field) && !shift && take(Modifiers::NONE, Key::Tab) {
            stay(ui);
            self.actions.push(Action::PastLastField);
        }
        if fields.first() == Some(&field) && shift && take(Modifiers::SHIFT, Key::Tab) {
            stay(ui);
            self.actions.push(Action::BeforeFirstField);
        }
        let goes_on = match kind {
            Kind::Text | Kind::Check => true,
            Kind::Choice => !choice::is_open(ui, id),
            // An open list, and a name that is nobody's, have a use for it.
            Kind::Picker => !picker::is_open(ui, id) && text.trim().is_empty(),
        };
        if goes_on && !shift && is_enter_alone(ui) && take(Modifiers::NONE, Key::Enter) {
            let mut after = fields.iter().skip_while(|other| **other != field).skip(1);
            match after.find(|field| self.of_camp.has(**field)) {
                Some(next) => self.wanted = Some(*next),
                None => self.actions.push(Action::PastLastField),
            }
        }
        if kind != Kind::Text || input::is_all_selected(ui, id, text) {
            for (key, command, to) in [
                (Key::Home, Command::FIRST_RECORD, FocusTarget::FirstField),
                (Key::End, Command::LAST_RECORD, FocusTarget::LastField),
            ] {
                if take(Modifiers::COMMAND, key) {
                    self.actions.push(command.into());
                    self.wanted = match to {
                        FocusTarget::FirstField => fields.first().copied(),
                        _ => fields.last().copied(),
                    };
                }
            }
        }
        if kind == Kind::Text && !shift && take(Modifiers::NONE, Key::F2) {
            input::toggle_selection(ui, id, text);
        }
    }

    /// After the record is drawn. Tells the field in which Esc was pressed, if nothing else used it.
    pub(crate) fn end<D: Draft>(
        &mut self,
        ui: &Ui,
        out: &mut Outbox,
        editor: &Editor<D>,
    ) -> Option<Field> {
        for action in self.actions.drain(..) {
            out.send(action);
        }
        let focused = self
            .focused
            .filter(|(_, id, _)| ui.memory(|memory| memory.has_focus(*id)));
        self.typing = false;
        let (field, id, kind) = focused?;
        out.field = Some(field);
        out.pane = Pane::Record;
        self.typing = kind == Kind::Text && editor.is_field_changed(field);
        // Esc means something in every field; egui would take the keyboard away.
        let arrows = kind != Kind::Check;
        let keeps = EventFilter {
            tab: false,
            horizontal_arrows: arrows,
            vertical_arrows: arrows,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, keeps));
        let escaped = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        escaped.then_some(field)
    }

    /// Whether the keyboard was to go to this field, which takes it by itself.
    pub(crate) fn take_wanted(&mut self, field: Field) -> bool {
        self.wanted.take_if(|wanted| *wanted == field).is_some()
    }
}

/// Keeps egui from carrying out its own wish to go elsewhere, that it has read from the same key.
fn stay(ui: &Ui) {
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

fn is_enter_alone(ui: &Ui) -> bool {
    ui.input(|input| input.modifiers.is_none())
}
