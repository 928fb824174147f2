//! How the guide looks: its contents, a search box, and the text.

mod pictures;
mod text;

use egui::{
    Align, Frame, Id, Key, Label, Layout, Margin, Modifiers, Panel, RichText, ScrollArea, Ui, Vec2,
    scroll_area::{ScrollAreaOutput, ScrollBarVisibility},
    style::ScrollAnimation,
    vec2,
};

use self::{
    pictures::Pictures,
    text::{Marks, caption, heading, paragraph},
};
use super::{
    GuidePage,
    markdown::{Block, Mark},
    state::Reading,
};
use crate::{
    app::{
        Action, FocusTarget, View, Wake,
        page::{Ctx, Outbox, Page, PageView},
    },
    kit::{
        Button, Choice, Icon, ListEntry, SearchBox, UiTokens as _,
        icon::small_icon_button,
        list_box,
        page::{page_header, takes_escape},
        scrolling::{following_keyboard, scrolled_by_keys},
        tokens::space,
    },
};

/// A line has some seventy letters, in points: the eye finds the next one.
const LINE: f32 = 520.0;

/// Width of the contents, in points. A page narrower than the second has them in a box above the text.
const CONTENTS: f32 = 236.0;
const NARROW: f32 = 620.0;

/// Width of the box for the contents, and of the search box.
const CONTENTS_BOX: f32 = 150.0;
const SEARCH: f32 = 220.0;

/// Room for keys before what they do, in points.
const KEYS: f32 = 168.0;

/// How far an entry of a list is set in, in points.
const INDENT: f32 = 22.0;

/// Between two lines of keys, in points.
const LIST: f32 = 2.0;

/// Room for the scroll bar, in points: it lies over what is scrolled.
const SCROLL_BAR: f32 = 14.0;

/// Frames until the text stands where it was led to.
const FRAMES_TO_SCROLL: u8 = 2;

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    pictures: Pictures,
    /// Whether the page has the keyboard, or had it.
    has_keyboard: bool,
    /// The part at the top of what is in view.
    part: usize,
    led: Option<Led>,
}

/// Where the text was led to: that part is the one that is read until the text is scrolled, also where it can't stand at the top.
#[derive(Clone, Copy, Debug)]
struct Led {
    part: usize,
    offset: f32,
    frames: u8,
}

/// What the director did in the text.
#[derive(Debug, Default)]
struct Done {
    link: Option<String>,
    opens_general: Option<bool>,
}

impl Looks {
    pub(super) fn is_busy(&self) -> bool {
        self.pictures.is_busy()
    }

    /// How many pictures are on the graphics card.
    #[cfg(test)]
    pub(super) fn pictures(&self) -> usize {
        self.pictures.count()
    }
}

impl PageView for GuidePage {
    /// It folds and scrolls by itself.
    fn least_room(&self, _view: View, _width: f32) -> Vec2 {
        Vec2::ZERO
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Self { reading, looks } = self;
        if !ctx.has_dialog {
            next_by_keys(ui, reading);
        }
        page_header(ui, Page::GUIDE.title, "", |ui| {
            if Button::secondary("Back").shortcut("Esc").show(ui).clicked() {
                out.send(Action::Back);
            }
        });
        let is_narrow = ui.available_width() < NARROW;
        ui.horizontal_wrapped(|ui| {
            if is_narrow {
                looks.contents_box(ui, reading);
            }
            looks.search(ui, reading, out);
        });
        if reading.found() == Some((0, 0)) {
            let words = reading.searched().trim();
            let sentence = format!("“{words}” isn’t in the guide. Try another word.");
            ui.add(Label::new(RichText::new(sentence).color(ui.tokens().text_weak)).wrap());
        }
        ui.add_space(space::S);
        if !is_narrow {
            looks.contents(ui, reading);
        }
        looks.text(ui, ctx, reading);
        if !ctx.has_dialog && takes_escape(ui) {
            out.send(Action::Back);
        }
    }
}

/// The box in which words are typed.
fn search_box() -> Id {
    Id::unique("search in the guide")
}

/// Keys that go from place to place: Enter in the search box, F3 everywhere, and with Shift back.
fn next_by_keys(ui: &Ui, reading: &mut Reading) {
    let is_searching = ui.memory(|memory| memory.has_focus(search_box()));
    let take = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if take(Modifiers::SHIFT, Key::F3) {
        reading.next_place(-1);
    }
    if take(Modifiers::NONE, Key::F3) || is_searching && take(Modifiers::NONE, Key::Enter) {
        reading.next_place(1);
    }
}

impl Looks {
    /// The search box, and how many places have what is typed there.
    fn search(&mut self, ui: &mut Ui, reading: &mut Reading, out: &mut Outbox) {
        let mut words = reading.searched().to_owned();
        let search = SearchBox::new("Search the guide").id(search_box());
        let response = search.width(SEARCH).show(ui, &mut words);
        let mut focus = out.focus_next.take_if(|to| {
            let here = [FocusTarget::Search, FocusTarget::List];
            here.contains(to)
        });
        if !self.has_keyboard {
            self.has_keyboard = true;
            focus = Some(FocusTarget::Search);
        }
        if focus.is_some() {
            response.request_focus();
        }
        if response.changed() {
            reading.search(words);
        }
        let Some((at, count)) = reading.found() else {
            return;
        };
        if count == 0 {
            return;
        }
        let t = ui.tokens();
        if small_icon_button(ui, Icon::ChevronUp, "Previous place").clicked() {
            reading.next_place(-1);
        }
        if small_icon_button(ui, Icon::ChevronDown, "Next place").clicked() {
            reading.next_place(1);
        }
        ui.label(RichText::new(format!("{at} of {count}")).color(t.text_weak));
    }

    /// The contents, left of the text.
    fn contents(&self, ui: &mut Ui, reading: &mut Reading) {
        let margin = Margin {
            right: 12,
            ..Margin::ZERO
        };
        Panel::left("contents of the guide")
            .exact_size(CONTENTS)
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::new().inner_margin(margin))
            .show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.set_width(ui.available_width() - SCROLL_BAR);
                    let parts = reading.contents().iter();
                    let entries = parts.map(|part| ListEntry {
                        text: &part.title,
                        detail: "",
                        heading: None,
                        depth: part.level.saturating_sub(2),
                    });
                    let entries = entries.collect::<Vec<_>>();
                    let mut part = self.part;
                    if list_box(ui, "Contents", &entries, &mut part).changed() {
                        reading.go_to_part(part);
                    }
                });
            });
    }

    /// The contents in a box, where there is no room beside the text.
    fn contents_box(&self, ui: &mut Ui, reading: &mut Reading) {
        let parts = reading.contents().iter();
        let titles = parts.map(|part| part.title.as_str()).collect::<Vec<_>>();
        let id = ui.make_persistent_id("contents");
        let mut part = Some(self.part);
        let choice = Choice::new(&titles).width(CONTENTS_BOX);
        let response = choice.show(ui, id, "Contents", &mut part);
        let is_changed = response.accessible_name("Contents").changed();
        if let Some(part) = part.filter(|_| is_changed) {
            reading.go_to_part(part);
        }
    }

    fn text(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, reading: &mut Reading) {
        let wanted = reading.take_wanted();
        let mut done = Done::default();
        // Its bar takes the same room in the first frame, where nobody knows yet that it is needed: pictures that were wider then stood for
        // places that are further up later.
        let area = ScrollArea::vertical()
            .id_salt("guide")
            .auto_shrink(false)
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible);
        let shown = area.show(ui, |ui| {
            if !ctx.has_dialog {
                scroll_by_keys(ui, reading);
            }
            ui.set_width(ui.available_width() - SCROLL_BAR);
            following_keyboard(ui, |ui| {
                self.blocks(ui, ctx.wake, reading, wanted, &mut done)
            })
        });
        self.follow(reading, wanted, &shown);
        if let Some(link) = done.link {
            reading.follow_link(&link);
            ui.ctx().request_repaint();
        }
        if let Some(opens) = done.opens_general {
            reading.show_general(opens);
        }
        ui.add_space(space::XS);
    }

    /// Draws all blocks. The one at the top of what is in view.
    fn blocks(
        &mut self,
        ui: &mut Ui,
        wake: &Wake,
        reading: &Reading,
        wanted: Option<usize>,
        done: &mut Done,
    ) -> usize {
        let mut top = 0;
        let top_of_view = ui.clip_rect().top() + space::XL;
        for (at, block) in reading.blocks().iter().enumerate() {
            ui.spacing_mut().item_spacing.y = match block {
                Block::Keys(_) => LIST,
                _ => space::S,
            };
            let drawn = ui.push_id(at, |ui| self.block(ui, wake, (reading, at, block), done));
            let rect = drawn.response.rect;
            if rect.top() <= top_of_view {
                top = at;
            }
            if wanted == Some(at) {
                // What is searched for is seen with what stands around it.
                let align = match block {
                    Block::Heading { .. } if reading.found().is_none() => Align::TOP,
                    _ => Align::Center,
                };
                ui.scroll_to_rect_animation(rect, Some(align), ScrollAnimation::none());
            }
        }
        top
    }

    fn block(
        &mut self,
        ui: &mut Ui,
        wake: &Wake,
        (reading, at, block): (&Reading, usize, &Block),
        done: &mut Done,
    ) {
        let place = reading.marks(at);
        let marks = |column: usize| Marks {
            places: place
                .and_then(|(place, _)| place.marks.get(column))
                .map_or(&[], Vec::as_slice),
            is_current: place.is_some_and(|(_, is_current)| is_current),
        };
        if !matches!(block, Block::Picture { .. }) {
            ui.set_max_width(LINE.min(ui.available_width()));
        }
        match block {
            Block::Heading { level, text } => heading(ui, *level, text, marks(0)),
            Block::Paragraph { depth, mark, text } => {
                let link = set_in(ui, *depth, *mark, |ui| paragraph(ui, text, marks(0)));
                done.link = link.or(done.link.take());
            }
            Block::Picture { file, words } => {
                self.pictures.show(ui, wake, file, &words.plain());
                caption(ui, words, marks(0));
            }
            Block::Keys([keys, does]) => {
                ui.horizontal_top(|ui| {
                    let width = vec2(KEYS.min(ui.available_width() / 2.0), 0.0);
                    let line = Layout::left_to_right(Align::TOP).with_main_wrap(true);
                    ui.allocate_ui_with_layout(width, line, |ui| {
                        ui.set_min_width(width.x);
                        paragraph(ui, keys, marks(0));
                    });
                    paragraph(ui, does, marks(1));
                });
            }
            Block::Fold { is_open, title } => {
                let icon = if *is_open {
                    Icon::ChevronDown
                } else {
                    Icon::ChevronRight
                };
                let button = Button::quiet(title).icon(icon).small();
                let response = button.show(ui);
                ui.ctx().accesskit_node_builder(response.id, |node| {
                    node.set_expanded(*is_open);
                });
                if response.clicked() {
                    done.opens_general = Some(!is_open);
                }
            }
        }
    }

    /// Finds out which part is read.
    fn follow(
        &mut self,
        reading: &Reading,
        wanted: Option<usize>,
        shown: &ScrollAreaOutput<usize>,
    ) {
        let offset = shown.state.clamped_offset().y;
        if let Some(block) = wanted {
            self.led = Some(Led {
                part: reading.part_of(block),
                offset,
                frames: FRAMES_TO_SCROLL,
            });
        }
        if let Some(led) = &mut self.led {
            if led.frames > 0 {
                led.frames -= 1;
                led.offset = offset;
            } else if (led.offset - offset).abs() > 1.0 {
                self.led = None;
            }
        }
        self.part = match self.led {
            Some(led) => led.part,
            None => reading.part_of(shown.inner),
        };
    }
}

/// Keys scroll, unless they move in what is typed into the search box.
fn scroll_by_keys(ui: &Ui, reading: &Reading) {
    let is_typing = ui.memory(|memory| memory.has_focus(search_box()));
    let moves = ui.input(|input| input.key_pressed(Key::Home) || input.key_pressed(Key::End));
    let is_taken = is_typing && moves && !reading.searched().is_empty();
    if !is_taken && !egui::Popup::is_any_open(ui.ctx()) {
        let by = vec2(0.0, scrolled_by_keys(ui, ui.clip_rect().height()));
        ui.scroll_with_delta_animation(by, ScrollAnimation::none());
    }
}

/// Sets an entry of a list in, with its dot or number before it.
fn set_in<R>(ui: &mut Ui, depth: u8, mark: Mark, add: impl FnOnce(&mut Ui) -> R) -> R {
    if depth == 0 {
        return add(ui);
    }
    let text = match mark {
        Mark::None => String::new(),
        Mark::Dot => "•".to_owned(),
        Mark::Number(number) => format!("{number}."),
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(INDENT * f32::from(depth - 1));
        ui.allocate_ui_with_layout(vec2(INDENT, 0.0), Layout::left_to_right(Align::TOP), |ui| {
            ui.set_min_width(INDENT);
            text::mark(ui, &text);
        });
        ui.vertical(add).inner
    })
    .inner
}
