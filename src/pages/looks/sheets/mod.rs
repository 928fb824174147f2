//! Sheets on the screen, exactly as they print, and what is done with them.

mod remarks;

use std::{collections::HashMap, ops::Range, sync::Arc};

use egui::{
    Color32, ColorImage, CornerRadius, Frame, Id, Key, Modifiers, Rect, Role, ScrollArea, Sense,
    Shadow, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo,
    emath::GuiRounding as _, pos2, vec2,
};

use crate::{
    app::{
        Action, Command, FocusTarget, Pane, Wake,
        page::{Ctx, Outbox},
        printing::{Drawn, Layout, Preview},
    },
    kit::{
        Busy, Button, Choice, EmptyState, Icon, UiTokens as _, busy,
        icon::small_icon_button,
        tip::Tip as _,
        tokens::{radius, size, space},
    },
    report::{PageSize, Pages, Print, ReportError},
};

/// A point of a screen is 1/96 inch, and one of a page is 1/72.
const REAL_SIZE: f32 = 96.0 / 72.0;
/// Around and between the sheets, in points.
const MARGIN: f32 = 20.0;
/// The width of the bar that tells how much is printed, in points.
const PROGRESS: f32 = 80.0;

/// How large the sheets are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Zoom {
    /// As wide as the room is.
    #[default]
    Width,
    /// So that a whole page is seen.
    Page,
    /// In parts of the size on paper.
    Part(f32),
}

const ZOOMS: [(&str, Zoom); 7] = [
    ("Page width", Zoom::Width),
    ("Whole page", Zoom::Page),
    ("Actual size", Zoom::Part(1.0)),
    ("50 %", Zoom::Part(0.5)),
    ("75 %", Zoom::Part(0.75)),
    ("150 %", Zoom::Part(1.5)),
    ("200 %", Zoom::Part(2.0)),
];

/// Room that the title of a page keeps beside the buttons, in points.
const LEAST_TITLE: f32 = 80.0;

/// Below this width, in points, the bar above the sheets has no room for the word "Page".
const NARROW_BAR: f32 = 320.0;

/// Sheets that take longer than this to be laid out anew are said to be under way, in seconds. A sign that comes and goes
/// with each letter that is typed would only be a flicker.
const PATIENCE: f64 = 0.4;

/// What the preview remembers.
#[derive(Default)]
pub(crate) struct Sheets {
    /// The page in the middle of the view, from 0.
    page: usize,
    /// A page to scroll to.
    wanted: Option<usize>,
    places: Places,
    /// The pages that are seen: the number of their picture, and the picture on the graphics card.
    textures: HashMap<usize, (u64, TextureHandle)>,
    /// Since when newer sheets are being laid out, in the seconds of the window.
    busy_since: Option<f64>,
}

impl std::fmt::Debug for Sheets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheets")
            .field("page", &self.page)
            .finish_non_exhaustive()
    }
}

/// Where the pages of a layout lie under one another, worked out once: a camp can have thousands.
#[derive(Debug, Default)]
struct Places {
    /// The number of the layout.
    of: u64,
    pages: Vec<Place>,
    /// The width of the widest and the height of the highest page, in points of the page.
    widest: f32,
    highest: f32,
}

/// Where a page lies, in points of the page, and how many pages lie above it.
#[derive(Clone, Copy, Debug)]
struct Place {
    above: f32,
    top: f32,
    size: PageSize,
}

impl Place {
    /// Its top edge in points of the screen.
    fn top(self, scale: f32) -> f32 {
        (self.above + 1.0) * MARGIN + self.top * scale
    }

    fn bottom(self, scale: f32) -> f32 {
        self.top(scale) + self.size.height * scale
    }
}

impl Places {
    fn new(of: u64, pages: &Pages) -> Self {
        let mut places = Self {
            of,
            widest: 1.0,
            highest: 1.0,
            ..Self::default()
        };
        let (mut above, mut top) = (0.0, 0.0);
        for size in (0..pages.count()).filter_map(|page| pages.size(page)) {
            places.pages.push(Place { above, top, size });
            above += 1.0;
            top += size.height;
            places.widest = places.widest.max(size.width);
            places.highest = places.highest.max(size.height);
        }
        places
    }

    fn count(&self) -> usize {
        self.pages.len()
    }

    /// The height of all pages with what is around them, in points of the screen.
    fn height(&self, scale: f32) -> f32 {
        let last = self.pages.last().map_or(0.0, |last| last.bottom(scale));
        last + MARGIN
    }

    /// The pages that are seen between these heights.
    fn between(&self, top: f32, bottom: f32, scale: f32) -> Range<usize> {
        let first = self
            .pages
            .partition_point(|place| place.bottom(scale) <= top);
        let end = self
            .pages
            .partition_point(|place| place.top(scale) < bottom);
        first..end.max(first)
    }

    /// The page at this height.
    fn at(&self, height: f32, scale: f32) -> usize {
        let above = self
            .pages
            .partition_point(|place| place.top(scale) - MARGIN <= height);
        above.saturating_sub(1)
    }
}

/// What is done with the sheets; `refusal` says why that can't be done to what is shown.
pub(crate) fn print_buttons(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, refusal: Option<&str>) {
    if let Some(printing) = &ctx.printing {
        let busy = Busy::new("Printing").progress(printing.fraction());
        if busy.width(PROGRESS).cancel("Cancel").show(ui) {
            out.send(Command::CANCEL_PRINTING);
        }
        return;
    }
    let commands = [Command::SAVE_PDF, Command::PRINT];
    for (button, command) in save_and_print().into_iter().zip(commands) {
        let refused = refusal.or(ctx.why_not(command));
        if button.refused(refused).show(ui).clicked() {
            out.send(command);
        }
    }
}

fn save_and_print() -> [Button<'static>; 2] {
    [
        Button::secondary(Command::SAVE_PDF.text()).icon(Icon::Pdf),
        Button::primary(Command::PRINT.text()).icon(Icon::Print),
    ]
}

/// What these buttons leave of the row, in points; the same while printing, so that the others stay.
pub(crate) fn room_beside_print_buttons(ui: &Ui) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let widths = save_and_print().map(|button| button.width(ui) + gap);
    ui.available_width() - widths.into_iter().sum::<f32>()
}

/// Opens the PDF that was saved last. It comes once there is one, and so stands beside all other buttons, which leave it and the title so much
/// room, in points: they stay where they are.
pub(crate) fn open_button(ui: &mut Ui, (ctx, out): (&Ctx<'_>, &mut Outbox), room: f32) {
    let Some(path) = ctx.saved_pdf.as_ref().filter(|_| ctx.printing.is_none()) else {
        return ui.skip_ahead_auto_ids(1);
    };
    let open = Button::quiet(Command::OPEN_PDF.text()).refused(ctx.why_not(Command::OPEN_PDF));
    // The menu has it, too.
    if open.width(ui) + LEAST_TITLE > room {
        return ui.skip_ahead_auto_ids(1);
    }
    let shown = open.show(ui);
    if shown.tip(path.display().to_string()).clicked() {
        out.send(Command::OPEN_PDF);
    }
}

impl Sheets {
    /// Lets go of the pictures: the sheets are not shown any more.
    pub(crate) fn close(&mut self) {
        self.textures.clear();
    }

    /// The page in the middle of the view, counted from 0.
    pub(crate) const fn page(&self) -> usize {
        self.page
    }

    /// Begins at the first page, as other sheets are shown now.
    pub(crate) fn begin(&mut self) {
        self.wanted = Some(0);
    }

    /// Whether no page is held.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.textures.is_empty()
    }

    /// Shows what is laid out of this print, or of several, or will be.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        preview: &mut Preview,
        print: Option<Print>,
    ) {
        let is_late = self.is_late(ui, preview);
        let layout = preview.layout().map(Arc::clone);
        // Sheets of another print may stay for a moment, so that nothing flickers, and no longer.
        let is_other = |layout: &Arc<Layout>| layout.print() != print;
        let Some(layout) = layout.filter(|layout| !is_late || !is_other(layout)) else {
            return making(ui);
        };
        let laid = match &layout.laid {
            Ok(laid) => laid,
            Err(ReportError::NothingToShow(reason)) => {
                EmptyState::new(Icon::Print, "Nothing to print", reason).show(ui, |_| ());
                return;
            }
            Err(error) => {
                let reason = error.to_string();
                EmptyState::new(Icon::Error, "The sheets can’t be made", &reason).show(ui, |_| ());
                return;
            }
        };
        if self.places.of != layout.number {
            self.places = Places::new(layout.number, &laid.pages);
        }
        remarks::show(ui, ctx, out, laid);
        self.page = self.page.min(self.places.count().saturating_sub(1));
        let zoom = self.bar(ui, ctx, out, is_late);
        self.view(ui, (ctx, out), (preview, &layout), zoom);
    }

    /// Which page of how many, and how large.
    fn bar(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, is_late: bool) -> Zoom {
        let count = self.places.count();
        let mut zoom = Zoom::default();
        let is_narrow = ui.available_width() < NARROW_BAR;
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
            let shown = if is_narrow {
                format!("{} of {count}", self.page + 1)
            } else {
                text.clone()
            };
            ui.label(shown)
                .widget_info(|| WidgetInfo::labeled(Role::Status, true, &text));
            if is_late {
                ui.add_space(space::XS);
                busy::spinner(ui);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                zoom = self.zoom_choice(ui, ctx);
                if small_icon_button(ui, Icon::Recalc, "Refresh preview").clicked() {
                    out.send(Action::LayOutAgain);
                }
            });
        });
        ui.add_space(space::XS);
        zoom
    }

    /// Whether newer sheets have been on their way for so long that it should be seen.
    fn is_late(&mut self, ui: &Ui, preview: &Preview) -> bool {
        if !preview.is_laying_out() {
            self.busy_since = None;
            return false;
        }
        busy::is_late(ui.ctx(), &mut self.busy_since, PATIENCE)
    }

    /// The size that is chosen. It outlasts the camp, as a page doesn't.
    fn zoom_choice(&mut self, ui: &mut Ui, ctx: &Ctx<'_>) -> Zoom {
        let id = ui.make_persistent_id("zoom of the sheets");
        let kept = Id::unique(("zoom of the sheets", ctx.page.key));
        let mut now = ui.data(|data| data.get_temp::<Zoom>(kept).unwrap_or_default());
        let mut chosen = ZOOMS.iter().position(|(_, zoom)| *zoom == now);
        let choice = Choice::new(&ZOOMS.map(|(text, _)| text)).width(128.0).show(
            ui,
            id,
            "Size of the sheets",
            &mut chosen,
        );
        if choice.accessible_name("Size of the sheets").changed()
            && let Some((_, zoom)) = chosen.and_then(|at| ZOOMS.get(at))
        {
            now = *zoom;
            ui.data_mut(|data| data.insert_temp(kept, now));
            self.wanted = Some(self.page);
        }
        now
    }

    /// The desk that the sheets lie on.
    fn view(
        &mut self,
        ui: &mut Ui,
        (ctx, out): (&Ctx<'_>, &mut Outbox),
        (preview, layout): (&mut Preview, &Layout),
        zoom: Zoom,
    ) {
        let t = ui.tokens();
        let desk = ui.available_rect_before_wrap();
        let id = ui.make_persistent_id("sheets");
        if !ctx.has_dialog {
            self.page_keys(ui);
        }
        let scrolled = self.keys(ui, id);
        Frame::new()
            .fill(t.surface_sunken)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(radius::CARD)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                // On white paper the fading edge of a scroll area looks like a fold.
                ui.spacing_mut().scroll.fade.strength = 0.0;
                let room = ui.available_size() - Vec2::splat(ui.spacing().scroll.allocated_width());
                let scale = self.scale(zoom, room, ui);
                let mut area = ScrollArea::both().id_salt("desk").auto_shrink(false);
                if let Some(page) = self.wanted.take() {
                    let place = self.places.pages.get(page);
                    let top = place.map_or(0.0, |place| place.top(scale) - MARGIN);
                    area = area.vertical_scroll_offset(top);
                    self.page = page;
                }
                let output = area.show_viewport(ui, |ui, viewport| {
                    if scrolled != 0.0 {
                        ui.scroll_with_delta_animation(
                            vec2(0.0, scrolled),
                            egui::style::ScrollAnimation::none(),
                        );
                    }
                    self.pages(ui, ctx.wake, (preview, layout), scale, viewport)
                });
                let shown = output.inner;
                preview.keep_pictures(&shown);
                self.textures.retain(|page, _| shown.contains(page));
            });
        let response = ui.interact(desk, id, Sense::focusable_noninteractive());
        response.widget_info(|| WidgetInfo::labeled(Role::ScrollView, true, "Sheets"));
        let wanted = out.focus_next.take_if(|to| *to == FocusTarget::Sheets);
        let pressed = ui.input(|input| input.pointer.any_pressed());
        if wanted.is_some() || pressed && ui.rect_contains_pointer(desk) {
            response.request_focus();
        }
        if response.has_focus() {
            out.pane = Pane::Sheets;
            let ring = Stroke::new(size::FOCUS, t.focus_ring);
            let corner = CornerRadius::same(radius::CARD);
            ui.painter()
                .rect_stroke(desk, corner, ring, StrokeKind::Inside);
        }
    }

    /// Points of the screen for a point of the page.
    fn scale(&self, zoom: Zoom, room: Vec2, ui: &Ui) -> f32 {
        let pixels_per_point = ui.pixels_per_point();
        let most_pixels = ui.input(|input| input.max_texture_side);
        let (widest, highest) = (self.places.widest, self.places.highest);
        let by_width = (room.x - 2.0 * MARGIN) / widest;
        let scale = match zoom {
            // Wider than twice its size on paper, a sheet is not easier to read.
            Zoom::Width => by_width.min(2.0 * REAL_SIZE),
            Zoom::Page => by_width.min((room.y - 2.0 * MARGIN) / highest),
            Zoom::Part(part) => part * REAL_SIZE,
        };
        // A whole number of pixels over the width keeps the picture from being scaled.
        let side = u16::try_from(most_pixels).map_or(f32::INFINITY, f32::from);
        let scale = scale.min(side / (highest.max(widest) * pixels_per_point));
        let pixels = (widest * scale.max(0.1) * pixels_per_point).floor();
        pixels / (widest * pixels_per_point)
    }

    /// Draws the pages that are seen; tells which.
    fn pages(
        &mut self,
        ui: &mut Ui,
        wake: &Wake,
        (preview, layout): (&mut Preview, &Layout),
        scale: f32,
        viewport: Rect,
    ) -> Range<usize> {
        let width = (self.places.widest * scale + 2.0 * MARGIN).max(viewport.width());
        let (_, all) = ui.allocate_space(vec2(width, self.places.height(scale)));
        self.page = self.places.at(viewport.center().y, scale);
        let shown = self
            .places
            .between(viewport.top(), viewport.bottom(), scale);
        for page in shown.clone() {
            if let Some(place) = self.places.pages.get(page).copied() {
                let size = vec2(place.size.width, place.size.height) * scale;
                let left = all.left() + (all.width() - size.x) / 2.0;
                let corner = pos2(left, all.top() + place.top(scale));
                let rect = Rect::from_min_size(corner, size);
                let drawn = preview.picture(page, scale * ui.pixels_per_point(), wake);
                self.draw(ui, page, drawn, rect);
                say(ui, layout, page, self.places.count(), rect);
            }
        }
        shown
    }

    fn draw(&mut self, ui: &mut Ui, page: usize, drawn: Option<&Drawn>, rect: Rect) {
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

        if let Some(drawn) = drawn {
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
    }

    /// Page Up and Page Down go through the pages from wherever the keyboard is on the page of the window: nothing else there
    /// has a use for them.
    fn page_keys(&mut self, ui: &Ui) {
        let take = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if take(Key::PageDown) {
            self.wanted = Some((self.page + 1).min(self.places.count().saturating_sub(1)));
        } else if take(Key::PageUp) {
            self.wanted = Some(self.page.saturating_sub(1));
        }
    }

    /// Handles the keys while the sheets have the keyboard; tells how far they scroll.
    fn keys(&mut self, ui: &Ui, id: Id) -> f32 {
        if !ui.memory(|memory| memory.has_focus(id)) {
            return 0.0;
        }
        let filter = egui::EventFilter {
            vertical_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let room = ui.available_height() - 60.0;
        ui.input(|input| {
            let pressed = |key| input.key_pressed(key);
            if pressed(Key::Home) {
                self.wanted = Some(0);
            } else if pressed(Key::End) {
                self.wanted = Some(self.places.count().saturating_sub(1));
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

/// Says a page to those who hear it.
fn say(ui: &Ui, layout: &Layout, page: usize, count: usize, rect: Rect) {
    let id = ui.make_persistent_id(("sheet", page));
    let response = ui.interact(rect, id, Sense::hover());
    let name = format!("Page {} of {count}", page + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Document, true, &name));
    ui.ctx().accesskit_node_builder(id, |node| {
        let laid = layout.laid.as_ref().ok();
        if let Some(text) = laid.and_then(|laid| laid.pages.text(page)) {
            node.set_value(text);
        }
    });
}

fn making(ui: &mut Ui) {
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() / 3.0);
        busy::spinner(ui);
        ui.add_space(space::XS);
        ui.label("Preparing preview…");
    });
}
