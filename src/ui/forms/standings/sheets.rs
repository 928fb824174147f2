//! The sheets of the standings, on the screen exactly as they print.

use std::{collections::HashMap, ops::Range};

use egui::{
    Color32, ColorImage, CornerRadius, Frame, Id, Key, Rect, Role, ScrollArea, Sense, Shadow,
    Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo,
    emath::GuiRounding as _, pos2, vec2,
};

use crate::{
    app::App,
    report::{MissingLetters, PageSize},
    ui::kit::{
        Banner, Choice, EmptyState, Icon, UiTokens as _, busy,
        icon::small_icon_button,
        tokens::{radius, size, space},
    },
};

/// A point of a screen is 1/96 inch, and one of a page is 1/72.
const REAL_SIZE: f32 = 96.0 / 72.0;
/// Around and between the sheets, in points.
const MARGIN: f32 = 20.0;

/// How large the sheets are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Zoom {
    /// As wide as the room is.
    #[default]
    Width,
    /// So that a whole sheet is seen.
    Sheet,
    /// In parts of the size on paper.
    Part(f32),
}

const ZOOMS: [(&str, Zoom); 7] = [
    ("Fit width", Zoom::Width),
    ("Whole sheet", Zoom::Sheet),
    ("50 %", Zoom::Part(0.5)),
    ("75 %", Zoom::Part(0.75)),
    ("100 %", Zoom::Part(1.0)),
    ("150 %", Zoom::Part(1.5)),
    ("200 %", Zoom::Part(2.0)),
];

/// What the preview remembers.
#[derive(Default)]
pub(super) struct Sheets {
    zoom: Zoom,
    /// The sheet in the middle of the view, from 0.
    page: usize,
    /// A sheet to scroll to.
    wanted: Option<usize>,
    /// The sheets that are seen: the number of their picture, and the picture on the graphics card.
    textures: HashMap<usize, (u64, TextureHandle)>,
}

impl std::fmt::Debug for Sheets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheets")
            .field("zoom", &self.zoom)
            .field("page", &self.page)
            .finish_non_exhaustive()
    }
}

/// What is to be shown, copied out of the program so that it can draw pictures meanwhile.
struct Laid {
    sizes: Vec<PageSize>,
    missing: Vec<MissingLetters>,
}

impl Sheets {
    /// Lets go of the pictures: the sheets are not shown any more.
    pub(super) fn close(&mut self) {
        self.textures.clear();
    }

    /// Whether no sheet is held.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.textures.is_empty()
    }

    pub(super) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        let laid = match app.standings.pages() {
            None => return making(ui),
            Some(Err(error)) => {
                let reason = error.to_string();
                EmptyState::new(Icon::Error, "The sheets can't be made", &reason).show(ui, |_| ());
                return;
            }
            Some(Ok(pages)) => Laid {
                sizes: (0..pages.count()).filter_map(|at| pages.size(at)).collect(),
                missing: pages.missing_letters().to_vec(),
            },
        };
        missing_letters(ui, &laid.missing);
        self.page = self.page.min(laid.sizes.len().saturating_sub(1));
        self.bar(ui, laid.sizes.len());
        self.view(ui, app, &laid.sizes);
    }

    /// Which sheet of how many, and how large.
    fn bar(&mut self, ui: &mut Ui, count: usize) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let first = self.page == 0;
            let last = self.page + 1 >= count;
            ui.add_enabled_ui(!first, |ui| {
                if small_icon_button(ui, Icon::ChevronUp, "Previous page").clicked() {
                    self.wanted = self.page.checked_sub(1);
                }
            });
            ui.add_enabled_ui(!last, |ui| {
                if small_icon_button(ui, Icon::ChevronDown, "Next page").clicked() {
                    self.wanted = Some(self.page + 1);
                }
            });
            ui.add_space(space::XS);
            let text = format!("Page {} of {count}", self.page + 1);
            ui.label(&text)
                .widget_info(|| WidgetInfo::labeled(Role::Status, true, &text));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let id = ui.make_persistent_id("zoom of the sheets");
                let mut chosen = ZOOMS.iter().position(|(_, zoom)| *zoom == self.zoom);
                let choice = Choice::new(&ZOOMS.map(|(text, _)| text)).width(140.0).show(
                    ui,
                    id,
                    "Size of the sheets",
                    &mut chosen,
                );
                if choice.accessible_name("Size of the sheets").changed()
                    && let Some((_, zoom)) = chosen.and_then(|at| ZOOMS.get(at))
                {
                    self.zoom = *zoom;
                    self.wanted = Some(self.page);
                }
            });
        });
        ui.add_space(space::XS);
    }

    /// The desk that the sheets lie on.
    fn view(&mut self, ui: &mut Ui, app: &mut App, sizes: &[PageSize]) {
        let t = ui.tokens();
        let desk = ui.available_rect_before_wrap();
        let id = ui.make_persistent_id("sheets");
        let keys = self.keys(ui, id, sizes.len());
        Frame::new()
            .fill(t.surface_sunken)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(radius::CARD)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                // On white paper the fading edge of a scroll area looks like a fold.
                ui.spacing_mut().scroll.fade.strength = 0.0;
                let room = ui.available_size() - Vec2::splat(ui.spacing().scroll.allocated_width());
                let scale = self.scale(sizes, room, ui);
                let mut area = ScrollArea::both().id_salt("desk").auto_shrink(false);
                if let Some(page) = self.wanted.take() {
                    let top = (0..page)
                        .filter_map(|at| sizes.get(at))
                        .map(|size| (size.height * scale) + MARGIN)
                        .sum::<f32>();
                    area = area.vertical_scroll_offset(top);
                    self.page = page;
                }
                let output = area.show_viewport(ui, |ui, viewport| {
                    if keys != 0.0 {
                        ui.scroll_with_delta_animation(
                            vec2(0.0, keys),
                            egui::style::ScrollAnimation::none(),
                        );
                    }
                    self.pages(ui, app, sizes, scale, viewport)
                });
                let shown = output.inner;
                app.standings.keep_pictures(&shown);
                self.textures.retain(|page, _| shown.contains(page));
            });
        let response = ui.interact(desk, id, Sense::focusable_noninteractive());
        response.widget_info(|| WidgetInfo::labeled(Role::ScrollView, true, "Sheets"));
        if response.has_focus() {
            let ring = Stroke::new(size::FOCUS, t.focus_ring);
            let corner = CornerRadius::same(radius::CARD);
            ui.painter()
                .rect_stroke(desk, corner, ring, StrokeKind::Inside);
        }
        if ui.input(|input| input.pointer.any_pressed()) && ui.rect_contains_pointer(desk) {
            response.request_focus();
        }
    }

    /// Points of the screen for a point of the page.
    fn scale(&self, sizes: &[PageSize], room: Vec2, ui: &Ui) -> f32 {
        let pixels_per_point = ui.pixels_per_point();
        let most_pixels = ui.input(|input| input.max_texture_side);
        let widest = sizes.iter().map(|size| size.width).fold(1.0, f32::max);
        let highest = sizes.iter().map(|size| size.height).fold(1.0, f32::max);
        let by_width = (room.x - 2.0 * MARGIN) / widest;
        let scale = match self.zoom {
            // Wider than twice its size on paper, a sheet is not easier to read.
            Zoom::Width => by_width.min(2.0 * REAL_SIZE),
            Zoom::Sheet => by_width.min((room.y - 2.0 * MARGIN) / highest),
            Zoom::Part(part) => part * REAL_SIZE,
        };
        // A whole number of pixels over the width keeps the picture from being scaled.
        let side = u16::try_from(most_pixels).map_or(f32::INFINITY, f32::from);
        let scale = scale.min(side / (highest.max(widest) * pixels_per_point));
        let pixels = (widest * scale.max(0.1) * pixels_per_point).floor();
        pixels / (widest * pixels_per_point)
    }

    /// Draws the sheets that are seen; tells which.
    fn pages(
        &mut self,
        ui: &mut Ui,
        app: &mut App,
        sizes: &[PageSize],
        scale: f32,
        viewport: Rect,
    ) -> Range<usize> {
        let widest = sizes.iter().map(|size| size.width).fold(0.0, f32::max) * scale;
        let width = (widest + 2.0 * MARGIN).max(viewport.width());
        let height = sizes
            .iter()
            .map(|size| size.height * scale + MARGIN)
            .sum::<f32>()
            + MARGIN;
        let (_, all) = ui.allocate_space(vec2(width, height));
        let middle = viewport.center().y;
        let mut shown: Option<Range<usize>> = None;
        let mut top = MARGIN;
        for (page, of_page) in sizes.iter().enumerate() {
            let size = vec2(of_page.width, of_page.height) * scale;
            let bottom = top + size.y;
            if bottom + MARGIN > middle && top - MARGIN <= middle {
                self.page = page;
            }
            if bottom > viewport.top() && top < viewport.bottom() {
                shown = Some(shown.map_or(page, |shown| shown.start)..page + 1);
                let left = all.left() + (all.width() - size.x) / 2.0;
                let rect = Rect::from_min_size(pos2(left, all.top() + top), size);
                self.sheet(ui, app, page, sizes.len(), rect, scale);
            }
            top = bottom + MARGIN;
        }
        shown.unwrap_or(0..0)
    }

    fn sheet(
        &mut self,
        ui: &mut Ui,
        app: &mut App,
        page: usize,
        count: usize,
        rect: Rect,
        scale: f32,
    ) {
        let t = ui.tokens();
        let pixels_per_point = ui.pixels_per_point();
        let rect = Rect::from_min_size(rect.min.round_to_pixels(pixels_per_point), rect.size());
        let shadow = Shadow {
            offset: [0, 2],
            blur: 10,
            spread: 0,
            color: t.shadow,
        };
        ui.painter().add(shadow.as_shape(rect, CornerRadius::ZERO));
        ui.painter().rect_filled(rect, 0, Color32::WHITE);

        if let Some(drawn) = app.sheet(page, scale * pixels_per_point) {
            let is_new = self
                .textures
                .get(&page)
                .is_none_or(|(number, _)| *number != drawn.number);
            if is_new {
                let picture = &drawn.picture;
                let size = [picture.width, picture.height];
                let image = ColorImage::from_rgba_premultiplied(size, &picture.rgba);
                let name = format!("sheet {page}");
                let texture = ui.ctx().load_texture(name, image, TextureOptions::LINEAR);
                self.textures.insert(page, (drawn.number, texture));
            }
        }
        if let Some((_, texture)) = self.textures.get(&page) {
            let size = texture.size_vec2() / pixels_per_point;
            // The picture of the size before is stretched until the new one is there.
            let fits = (size.x - rect.width()).abs() < 2.0;
            let place = if fits {
                Rect::from_min_size(rect.min, size)
            } else {
                rect
            };
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter()
                .image(texture.id(), place, whole, Color32::WHITE);
        } else {
            let corner = Rect::from_center_size(rect.center(), Vec2::splat(size::ICON));
            let mut child = ui.new_child(egui::UiBuilder::new().max_rect(corner));
            busy::spinner(&mut child);
        }
        say(ui, app, page, count, rect);
    }

    /// Handles the keys while the sheets have the keyboard; tells how far they scroll.
    fn keys(&mut self, ui: &Ui, id: Id, count: usize) -> f32 {
        if !ui.memory(|memory| memory.has_focus(id)) {
            return 0.0;
        }
        let filter = egui::EventFilter {
            vertical_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let last = count.saturating_sub(1);
        let room = ui.available_height() - 60.0;
        ui.input(|input| {
            let pressed = |key| input.key_pressed(key);
            if pressed(Key::PageDown) {
                self.wanted = Some((self.page + 1).min(last));
            } else if pressed(Key::PageUp) {
                self.wanted = Some(self.page.saturating_sub(1));
            } else if pressed(Key::Home) {
                self.wanted = Some(0);
            } else if pressed(Key::End) {
                self.wanted = Some(last);
            }
            if pressed(Key::Space) {
                -room
            } else if pressed(Key::ArrowDown) {
                -60.0
            } else if pressed(Key::ArrowUp) {
                60.0
            } else {
                0.0
            }
        })
    }
}

/// Says a sheet to those who hear it.
fn say(ui: &Ui, app: &App, page: usize, count: usize, rect: Rect) {
    let id = ui.make_persistent_id(("sheet", page));
    let response = ui.interact(rect, id, Sense::hover());
    let name = format!("Page {} of {count}", page + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Document, true, &name));
    ui.ctx().accesskit_node_builder(id, |node| {
        let text = app.standings.pages().and_then(Result::ok);
        if let Some(text) = text.and_then(|pages| pages.text(page)) {
            node.set_value(text);
        }
    });
}

fn missing_letters(ui: &mut Ui, missing: &[MissingLetters]) {
    /// So many are named.
    const NAMED: usize = 5;
    if missing.is_empty() {
        return;
    }
    let text = match missing.len() {
        1 => "A name can't be printed as it is".to_owned(),
        count => format!("{count} names can't be printed as they are"),
    };
    let mut lines = missing
        .iter()
        .take(NAMED)
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    if missing.len() > NAMED {
        lines.push(format!("And {} more", missing.len() - NAMED));
    }
    Banner::warning(&text).detail(&lines.join("\n")).show(ui);
    ui.add_space(space::S);
}

fn making(ui: &mut Ui) {
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() / 3.0);
        busy::spinner(ui);
        ui.add_space(space::XS);
        ui.label("Laying the sheets out…");
    });
}
