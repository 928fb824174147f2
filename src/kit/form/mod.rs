//! Form rows: a label, a field, and under it the reason why its value cannot stay.

#[cfg(test)]
mod tests;

use egui::{Align, Id, Layout, Response, Ui, UiBuilder, WidgetInfo, vec2};

use super::{
    choice::Choice,
    icon::{Icon, icon_label},
    input::{Input, complete},
    picker::{Picker, PickerResponse, PickerState},
    theme,
    tokens::{UiTokens as _, size, space},
};

/// What is typed, ticked or chosen of a record. Where nothing of it can be changed now, it is there to be read all the same: its boxes are
/// sunken, and nothing is faded as a button is that can't be pressed.
pub fn changeable<R>(ui: &mut Ui, can_change: bool, add: impl FnOnce(&mut Ui) -> R) -> R {
    let scope = ui.scope(|ui| {
        if !can_change {
            ui.visuals_mut().disabled_alpha = 1.0;
            ui.disable();
        }
        add(ui)
    });
    scope.inner
}

/// Where the labels of a form stand; makes its fields.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Width of the label column, or `None` for labels above their fields.
    label_width: Option<f32>,
}

impl Form {
    /// Labels left of the fields in a column of the usual width.
    pub fn beside() -> Self {
        Self::beside_width(size::LABEL_COLUMN)
    }

    /// Labels left of the fields in a column of this width.
    pub fn beside_width(width: f32) -> Self {
        Self {
            label_width: Some(width),
        }
    }

    /// Labels above the fields: for narrow panes, and fields side by side.
    pub fn above() -> Self {
        Self { label_width: None }
    }

    /// A field with this label. The label is also its identity within the surrounding `Ui`.
    pub fn field<'a>(&self, label: &'a str) -> Field<'a> {
        Field {
            label,
            label_width: self.label_width,
            required: false,
            problem: None,
            help: None,
            hint: "",
            width: f32::INFINITY,
            limit: usize::MAX,
            enter_goes_on: false,
            told_elsewhere: false,
        }
    }
}

/// One row of a form. Ends with the kind of field: [`text`](Self::text), [`number`](Self::number), …
#[derive(Clone, Copy, Debug)]
#[must_use = "a field does nothing until its kind is chosen"]
pub struct Field<'a> {
    label: &'a str,
    label_width: Option<f32>,
    required: bool,
    problem: Option<&'a str>,
    help: Option<&'a str>,
    hint: &'a str,
    width: f32,
    limit: usize,
    enter_goes_on: bool,
    told_elsewhere: bool,
}

impl<'a> Field<'a> {
    /// Must be filled in.
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Why the value cannot stay, if it cannot: shown under the field and read to assistive technology.
    pub fn problem(mut self, reason: Option<&'a str>) -> Self {
        self.problem = reason;
        self
    }

    /// The problem is marked and read out, and its words stand where the caller has more room for them, as a [`problem_line`].
    pub fn told_elsewhere(mut self) -> Self {
        self.told_elsewhere = true;
        self
    }

    /// What the field is for, under it in small text, while there is no problem.
    pub fn help(mut self, text: &'a str) -> Self {
        self.help = Some(text);
        self
    }

    /// An example of a value, shown while the field is empty.
    pub fn hint(mut self, example: &'a str) -> Self {
        self.hint = example;
        self
    }

    /// Width of the field in points; without it the field is as wide as there is room.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// At most this many characters are taken.
    pub fn limit(mut self, characters: usize) -> Self {
        self.limit = characters;
        self
    }

    /// In notes a new line is Ctrl+Enter, as the caller goes on to the next field by Enter alone.
    pub fn enter_goes_on(mut self) -> Self {
        self.enter_goes_on = true;
        self
    }

    /// The id that the field will have in `ui`, to send the keyboard to it.
    pub fn id_in(&self, ui: &Ui) -> Id {
        ui.make_persistent_id(("field", self.label))
    }

    /// One line of text.
    pub fn text(self, ui: &mut Ui, value: &mut String) -> Response {
        self.input(ui, value, |input| input)
    }

    /// A number, right-aligned. The text is kept as typed: the caller reads it and says what is wrong.
    pub fn number(self, ui: &mut Ui, value: &mut String) -> Response {
        self.input(ui, value, Input::right_aligned)
    }

    /// A date as text, in whatever way the caller reads dates.
    pub fn date(self, ui: &mut Ui, value: &mut String) -> Response {
        let width = self.width.min(140.0);
        self.width(width).text(ui, value)
    }

    /// One line of text, which goes on by itself as one of the `known` texts does.
    pub fn completed(self, ui: &mut Ui, value: &mut String, known: &[String]) -> Response {
        let before = value.clone();
        let response = self.text(ui, value);
        if response.changed() {
            complete(ui, response.id, &before, value, known);
        }
        response
    }

    /// Several lines of text.
    pub fn notes(self, ui: &mut Ui, rows: usize, value: &mut String) -> Response {
        let enter_goes_on = self.enter_goes_on;
        self.input(ui, value, |input| {
            let input = input.rows(rows.max(2));
            if enter_goes_on {
                input.new_line_by_ctrl_enter()
            } else {
                input
            }
        })
    }

    fn input(
        self,
        ui: &mut Ui,
        value: &mut String,
        shape: impl FnOnce(Input<'a>) -> Input<'a>,
    ) -> Response {
        self.custom(ui, |ui, id| {
            let input = Input::new(id)
                .hint(self.hint)
                .width(self.width)
                .wrong(self.problem.is_some())
                .limit(self.limit);
            shape(input).show(ui, value)
        })
    }

    /// Yes or no. The words stand at the box; `text` is often a repetition of the label, then leave it empty.
    pub fn check(self, ui: &mut Ui, text: &str, value: &mut bool) -> Response {
        self.custom(ui, |ui, id| {
            super::input_check::check_box(ui, id, text, value)
        })
    }

    /// One of a few named values.
    pub fn choice<T: AsRef<str>>(
        self,
        ui: &mut Ui,
        options: &[T],
        chosen: &mut Option<usize>,
    ) -> Response {
        self.custom(ui, |ui, id| {
            Choice::new(options)
                .width(self.width)
                .placeholder(self.hint)
                .wrong(self.problem.is_some())
                .show(ui, id, self.label, chosen)
        })
    }

    /// One of many records, found by typing.
    pub fn picker(
        self,
        ui: &mut Ui,
        picker: &Picker<'_>,
        state: &mut PickerState,
    ) -> PickerResponse {
        let mut answer = None;
        let response = self.custom(ui, |ui, id| {
            let shown = picker.show(
                ui,
                id,
                self.label,
                self.hint,
                self.width,
                self.problem.is_some(),
                state,
            );
            let response = shown.response.clone();
            answer = Some(shown);
            response
        });
        // `custom` runs its closure exactly once.
        answer.map_or_else(
            || PickerResponse::new(response.clone()),
            |answer| PickerResponse {
                response: response.clone(),
                ..answer
            },
        )
    }

    /// A value to read, not to change.
    pub fn read_only(self, ui: &mut Ui, value: &str) -> Response {
        self.custom(ui, |ui, _| {
            let value = egui::Label::new(value).selectable(true).truncate();
            let room = vec2(ui.available_width(), size::CONTROL);
            let line = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(room, line, |ui| {
                ui.set_min_height(size::CONTROL);
                ui.add(value)
            })
            .inner
        })
    }

    /// Any other widget. It must take the given id, so that its label and its problem reach assistive technology.
    pub fn custom(self, ui: &mut Ui, add: impl FnOnce(&mut Ui, Id) -> Response) -> Response {
        let id = self.id_in(ui);
        // A scope of its own: rows that come and go under a field must not change the ids of what follows.
        let scope = UiBuilder::new().id_salt(("row", self.label));
        ui.scope_builder(scope, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            match self.label_width {
                Some(width) => {
                    // Words are not squeezed under a field that is narrower than its label.
                    let has_words_below = self.width < width;
                    let row = ui.horizontal_top(|ui| {
                        let label = ui
                            .allocate_ui_with_layout(
                                vec2(width, size::CONTROL),
                                Layout::left_to_right(Align::Center),
                                |ui| {
                                    ui.set_min_size(vec2(width, size::CONTROL));
                                    self.label(ui)
                                },
                            )
                            .inner;
                        ui.vertical(|ui| {
                            let response = self.field(ui, id, &label, add);
                            if !has_words_below {
                                self.words(ui);
                            }
                            response
                        })
                        .inner
                    });
                    if has_words_below {
                        self.words(ui);
                    }
                    row.inner
                }
                None => {
                    ui.vertical(|ui| {
                        let label = self.label(ui);
                        let response = self.field(ui, id, &label, add);
                        self.words(ui);
                        response
                    })
                    .inner
                }
            }
        })
        .inner
    }

    fn label(&self, ui: &mut Ui) -> Response {
        let t = ui.tokens();
        ui.spacing_mut().item_spacing.x = 2.0;
        let text = egui::RichText::new(self.label)
            .font(theme::regular(size::TEXT))
            .color(t.text_weak);
        let show = |ui: &mut Ui| {
            let label = ui.add(egui::Label::new(text).truncate());
            if self.required {
                // Painted only: the field itself tells assistive technology that it is required.
                let star = ui.painter().layout_no_wrap(
                    "*".to_owned(),
                    theme::medium(size::TEXT),
                    t.danger,
                );
                ui.painter()
                    .galley(label.rect.right_top() + vec2(3.0, 0.0), star, t.danger);
            }
            label
        };
        show(ui)
    }

    fn field(
        &self,
        ui: &mut Ui,
        id: Id,
        label: &Response,
        add: impl FnOnce(&mut Ui, Id) -> Response,
    ) -> Response {
        let field = ui.scope(|ui| add(ui, id));
        let response = field.inner.labelled_by(label.id);
        if label.clicked() {
            response.request_focus();
        }
        let description = self.problem.or(self.help);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            if self.required {
                node.set_required();
            }
            if self.problem.is_some() {
                node.set_invalid(egui::accesskit::Invalid::True);
            }
            if let Some(text) = description {
                node.set_description(text);
            }
        });
        response
    }

    /// The problem, or else the help.
    fn words(&self, ui: &mut Ui) {
        if self.told_elsewhere {
            return;
        }
        if let Some(reason) = self.problem {
            problem_line(ui, reason);
        } else if let Some(help) = self.help {
            ui.add(egui::Label::new(egui::RichText::new(help).small().weak()).wrap());
        }
    }
}

/// The height of [`problem_line`] with this reason, in the width that is left.
pub fn problem_height(ui: &Ui, reason: &str) -> f32 {
    let width = ui.available_width() - size::ICON - BESIDE_ICON;
    let words = ui.fonts_mut(|fonts| {
        let color = egui::Color32::PLACEHOLDER;
        fonts.layout(reason.to_owned(), problem_font(), color, width)
    });
    words.size().y.max(size::ICON)
}

/// Between the icon of a reason and its words, in points.
const BESIDE_ICON: f32 = 6.0;

fn problem_font() -> egui::FontId {
    theme::regular(13.0)
}

/// The reason under a field: icon, colour and words.
pub fn problem_line(ui: &mut Ui, reason: &str) {
    let t = ui.tokens();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = BESIDE_ICON;
        icon_label(ui, Icon::Error, t.danger);
        let text = egui::RichText::new(reason)
            .font(problem_font())
            .color(t.danger);
        let response = ui.add(egui::Label::new(text).wrap());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, reason));
    });
}
