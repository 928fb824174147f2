//! A few values side by side, each taken by one key: nothing to open, nothing to confirm.

use egui::{
    CornerRadius, Event, EventFilter, FocusDirection, Id, Key, Modifiers, Rect, Response, Role,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    input::BoxLook,
    popup_list::take_presses,
    theme,
    tokens::{UiTokens as _, radius, size, space},
};

/// Width of one value, in points.
const PART: f32 = 68.0;

/// The values, and the keys that take them.
#[derive(Debug)]
#[must_use = "nothing is shown until it is shown"]
pub struct OneKey<'a> {
    /// What is shown of each value, and said of it.
    values: &'a [[&'a str; 2]],
    keys: &'a [(&'a str, usize)],
    wrong: bool,
}

/// What happened at the values.
#[derive(Debug)]
pub struct OneKeyResponse {
    /// The box.
    pub response: Response,
    /// The value that a key or a click took now, chosen before or not.
    pub taken: Option<usize>,
    /// Letters that are no key of any value. Until they are deleted, no key takes a value, and Tab stays: they were meant for something else.
    pub unread: String,
    /// Such a letter was typed now, or Tab pressed: attention is to be drawn to the box.
    pub stopped: bool,
}

impl<'a> OneKey<'a> {
    /// Values as they are shown and as they are said, and for each key the place of the value that it takes. The first
    /// key of a value is shown with it.
    pub fn new(values: &'a [[&'a str; 2]], keys: &'a [(&'a str, usize)]) -> Self {
        Self {
            values,
            keys,
            wrong: false,
        }
    }

    /// Outlines the box as wrong.
    pub fn wrong(mut self, wrong: bool) -> Self {
        self.wrong = wrong;
        self
    }

    /// Shows the values with the chosen one marked.
    pub fn show(&self, ui: &mut Ui, id: Id, name: &str, chosen: Option<usize>) -> OneKeyResponse {
        let width = self.values.iter().fold(0.0, |width, _| width + PART);
        let (_, rect) = ui.allocate_space(vec2(width, size::CONTROL));
        let unread_id = id.with("unread");
        let mut unread: String = ui.data(|data| data.get_temp(unread_id)).unwrap_or_default();
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let mut stopped = has_focus && !unread.is_empty() && stays(ui);
        let response = ui.interact(rect, id, Sense::FOCUSABLE);
        response.widget_info(|| WidgetInfo::labeled(Role::RadioGroup, ui.is_enabled(), name));
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            tab: false,
            escape: false,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let marked_id = id.with("marked");
        // Another record may come while the box keeps the keyboard.
        let before = ui.data(|data| data.get_temp::<[Option<usize>; 2]>(marked_id));
        let before = before.filter(|[_, of]| *of == chosen);
        let mut marked = before.map_or(chosen, |[marked, _]| marked);
        let mut taken = None;
        if response.has_focus() {
            for _ in 0..take_presses(ui, Key::Backspace) {
                unread.pop();
            }
            if take_presses(ui, Key::Delete) > 0 {
                unread.clear();
            }
            if unread.is_empty() {
                taken = take_key(ui, self.keys);
            }
            if taken.is_none() {
                let letters = take_letters(ui, &unread);
                stopped |= !letters.is_empty();
                unread.push_str(&letters);
            }
            if response.gained_focus() {
                marked = chosen;
            }
            marked = self.step(ui, marked);
            let confirms = take_presses(ui, Key::Enter) + take_presses(ui, Key::Space) > 0;
            if confirms && taken.is_none() && unread.is_empty() {
                taken = marked;
            }
        } else {
            marked = chosen;
            unread.clear();
        }
        ui.data_mut(|data| {
            data.insert_temp(marked_id, [marked, chosen]);
            data.insert_temp(unread_id, unread.clone());
        });

        let look = BoxLook {
            wrong: self.wrong || !unread.is_empty(),
            focused: response.has_focus(),
            hovered: false,
            enabled: ui.is_enabled(),
        };
        ui.painter().add(look.shape(ui, rect));
        for (place, value) in self.values.iter().enumerate() {
            let part = Rect::from_min_size(
                pos2(
                    rect.left() + PART * f32::from(u8::try_from(place).unwrap_or(0)),
                    rect.top(),
                ),
                vec2(PART, size::CONTROL),
            );
            if self.part(
                ui,
                id.with(place),
                part,
                place,
                value,
                marked == Some(place),
            ) {
                taken = Some(place);
            }
        }
        OneKeyResponse {
            response,
            taken,
            unread,
            stopped,
        }
    }

    fn step(&self, ui: &Ui, marked: Option<usize>) -> Option<usize> {
        let steps = take_presses(ui, Key::ArrowRight) - take_presses(ui, Key::ArrowLeft);
        if steps == 0 {
            return marked;
        }
        super::popup_list::step(marked, steps, self.values.len())
    }

    fn part(
        &self,
        ui: &Ui,
        id: Id,
        rect: Rect,
        place: usize,
        [text, words]: &[&str; 2],
        is_marked: bool,
    ) -> bool {
        let t = ui.tokens();
        // Not a tab stop: the box as a whole has the keyboard.
        let response = ui.interact(rect, id, Sense::CLICK);
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_marked, *words)
        });
        let inner = rect.shrink(4.0);
        let corner = CornerRadius::same(radius::SMALL);
        if is_marked {
            ui.painter().rect_filled(inner, corner, t.selection);
        } else if response.hovered() {
            ui.painter().rect_filled(inner, corner, t.surface_hover);
        }
        let key = self.keys.iter().find(|(_, of)| *of == place);
        let color = if ui.is_enabled() {
            t.text_strong
        } else {
            t.text_weak
        };
        let text =
            ui.painter()
                .layout_no_wrap((*text).to_owned(), theme::medium(size::TEXT), color);
        let cap = key_cap_width();
        let left = rect.center().x - (cap + space::XS + text.size().x) / 2.0;
        if let Some((key, _)) = key {
            key_cap(ui, pos2(left, rect.center().y), key);
        }
        let at = pos2(
            left + cap + space::XS,
            rect.center().y - text.size().y / 2.0,
        );
        ui.painter().galley(at, text, color);
        response.clicked()
    }
}

/// Keeps Tab from going on. Whether it was pressed.
fn stays(ui: &Ui) -> bool {
    let tab = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
    if tab {
        // egui has read its own wish to go on from the same key.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    tab
}

/// Takes the letters that stand for nothing; a blank alone is the key that confirms.
fn take_letters(ui: &Ui, before: &str) -> String {
    ui.input_mut(|input| {
        let mut letters = String::new();
        input.events.retain(|event| match event {
            Event::Text(text) => {
                letters.push_str(text);
                false
            }
            _ => true,
        });
        if before.is_empty() && letters.trim().is_empty() {
            letters.clear();
        }
        letters
    })
}

fn key_cap_width() -> f32 {
    16.0
}

/// Paints a small key with its letter; `at` is the middle of its left side.
pub fn key_cap(ui: &Ui, at: egui::Pos2, letter: &str) {
    let t = ui.tokens();
    let rect = Rect::from_min_size(at - vec2(0.0, 8.5), vec2(key_cap_width(), 17.0));
    let outline = Stroke::new(1.0, t.border);
    let corner = CornerRadius::same(3);
    ui.painter()
        .rect(rect, corner, t.surface_sunken, outline, StrokeKind::Inside);
    let font = theme::regular(11.0);
    let letter = ui
        .painter()
        .layout_no_wrap(letter.to_owned(), font, t.text_weak);
    ui.painter()
        .galley(rect.center() - letter.size() / 2.0, letter, t.text_weak);
}

/// Takes the first letter out of the input that is one of the keys, and tells what it stands for.
pub fn take_key(ui: &Ui, keys: &[(&str, usize)]) -> Option<usize> {
    ui.input_mut(|input| {
        let found = input.events.iter().enumerate().find_map(|(at, event)| {
            let Event::Text(text) = event else {
                return None;
            };
            let typed = text.to_lowercase();
            let (_, value) = keys.iter().find(|(key, _)| *key == typed)?;
            Some((at, *value))
        });
        let (at, value) = found?;
        input.events.remove(at);
        Some(value)
    })
}
