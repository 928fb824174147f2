//! A paper with the camp's letterhead and foot, as they will print.

use egui::{
    Align2, Color32, Context, CornerRadius, FontId, Id, Image, Painter, Rect, Role, Sense, Shadow,
    Stroke, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2, text::LayoutJob, vec2,
};

use crate::{
    app::camp_settings::{CampSettingsForm, LogoPicture},
    domain::Colour,
    kit::{UiTokens as _, theme, tokens::users_color},
};

/// The sheet's own measures, in points of a sheet of Letter (`sheet.typ`): its size, its margins, and the largest logo.
const SHEET: Vec2 = vec2(612.0, 792.0);
const MARGIN: Vec2 = vec2(51.8, 49.0);
const LOGO: Vec2 = vec2(130.0, 46.0);
const CAMP: f32 = 22.0;
const WORDS: f32 = 12.0;
const FOOTER: f32 = 9.5;
/// Type on the screen can't be as small as the picture of a sheet would have it: everything is this much larger.
const LARGER: f32 = 1.35;

/// What the paper shows.
#[derive(Debug)]
pub(super) struct Paper<'a> {
    camp: &'a str,
    footer: &'a str,
    ink: Colour,
    logo: Option<&'a LogoPicture>,
}

impl<'a> Paper<'a> {
    pub(super) fn new(form: &'a CampSettingsForm) -> Self {
        let colour = form.typed_colour().ok().flatten().unwrap_or(Colour::BLACK);
        Self {
            camp: form.name.trim(),
            footer: form.footer.trim(),
            ink: colour.legible_on_white(),
            logo: form.logo.picture(),
        }
    }

    /// Shows the paper, this many points wide.
    pub(super) fn show(&self, ui: &mut Ui, width: f32) {
        let size = vec2(width, width * SHEET.y / SHEET.x);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, self.in_words()));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let shadow = Shadow {
            offset: [0, 2],
            blur: 10,
            spread: 0,
            color: ui.tokens().shadow,
        };
        ui.painter().add(shadow.as_shape(rect, CornerRadius::ZERO));
        ui.painter().rect_filled(rect, 0, Color32::WHITE);
        let texture = self.logo.map(|logo| texture(ui.ctx(), logo));
        let sheet = Sheet {
            painter: ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())),
            rect,
            scale: width / SHEET.x,
            ink: users_color(self.ink.0),
        };
        let below = sheet.masthead(self.camp, texture.as_ref());
        let foot = sheet.foot(self.footer);
        sheet.list(below, foot);
        if let Some(texture) = &texture {
            Image::new(texture).paint_at(ui, sheet.logo_rect(texture.size_vec2()));
        }
    }

    /// The paper for somebody who hears it.
    fn in_words(&self) -> String {
        let logo = if self.logo.is_some() {
            "with the logo"
        } else {
            "without a logo"
        };
        let footer = if self.footer.is_empty() {
            "no footer".to_owned()
        } else {
            format!("the footer {}", self.footer)
        };
        format!(
            "How papers look: headed {}, {logo}, in the color {}, {footer}",
            self.camp, self.ink
        )
    }
}

/// The sheet as it is painted.
struct Sheet {
    painter: Painter,
    rect: Rect,
    /// Points of the screen for a point of the sheet.
    scale: f32,
    ink: Color32,
}

impl Sheet {
    /// Between the margins.
    fn text(&self) -> Rect {
        self.rect.shrink2(MARGIN * self.scale)
    }

    fn font(&self, points: f32, font: fn(f32) -> FontId) -> FontId {
        font(points * LARGER * self.scale)
    }

    fn logo_rect(&self, picture: Vec2) -> Rect {
        let most = LOGO * LARGER * self.scale;
        let scale = (most.x / picture.x).min(most.y / picture.y);
        Rect::from_min_size(self.text().min, picture * scale)
    }

    /// Logo, camp and rule; tells where they end.
    fn masthead(&self, camp: &str, logo: Option<&TextureHandle>) -> f32 {
        let text = self.text();
        let logo = logo.map(|logo| self.logo_rect(logo.size_vec2()));
        let left = logo.map_or(text.left(), |logo| logo.right() + 14.0 * self.scale);
        let style = self.font(CAMP, theme::bold);
        let mut job = LayoutJob::simple(camp.to_owned(), style, self.ink, text.right() - left);
        job.wrap.max_rows = 3;
        let name = self.painter.layout_job(job);
        let words = self.painter.layout_no_wrap(
            "Standings of the week".to_owned(),
            self.font(WORDS, theme::regular),
            Color32::BLACK,
        );
        let gap = 8.0 * self.scale;
        let height = name.size().y + gap + words.size().y;
        let bottom = (text.top() + height).max(logo.map_or(0.0, |logo| logo.bottom()));
        let top = bottom - height;
        let below_name = top + name.size().y + gap;
        self.painter.galley(pos2(left, top), name, self.ink);
        self.painter
            .galley(pos2(left, below_name), words, Color32::BLACK);
        let rule = bottom + 7.0 * self.scale;
        let stroke = Stroke::new((0.9 * LARGER * self.scale).max(1.0), self.ink);
        self.painter.hline(text.x_range(), rule, stroke);
        rule
    }

    /// Footer and hairline; tells where they begin.
    fn foot(&self, footer: &str) -> f32 {
        let text = self.text();
        let small = self.font(8.5, theme::regular);
        let black = Color32::BLACK;
        let page = self.painter.text(
            text.right_bottom(),
            Align2::RIGHT_BOTTOM,
            "Page 1 of 1",
            small,
            black,
        );
        let line = page.top() - 4.0 * self.scale;
        self.painter
            .hline(text.x_range(), line, Stroke::new(0.5, black));
        if footer.is_empty() {
            return line;
        }
        let style = self.font(FOOTER, theme::medium);
        let mut job = LayoutJob::simple(footer.to_owned(), style, black, text.width());
        job.halign = egui::Align::Center;
        let words = self.painter.layout_job(job);
        let top = line - 6.0 * self.scale - words.size().y;
        self.painter
            .galley(pos2(text.center().x, top), words, black);
        top
    }

    /// Bars where the list of a paper would stand.
    fn list(&self, top: f32, bottom: f32) {
        let text = self.text();
        let (step, height) = (24.0 * self.scale, 7.0 * self.scale);
        let bar = |from: f32, to: f32, y: f32| {
            let place = |part: f32| text.left() + part * text.width();
            let rect = Rect::from_min_max(pos2(place(from), y), pos2(place(to), y + height));
            self.painter.rect_filled(rect, 1.0, Color32::LIGHT_GRAY);
        };
        let mut y = top + step;
        let mut row: u8 = 0;
        while y + step < bottom {
            let length = f32::from(row * 7 % 5) * 0.05;
            bar(0.0, 0.05, y);
            bar(0.1, 0.32 + length, y);
            bar(0.9, 1.0, y);
            y += step;
            row = row.wrapping_add(1) % 30;
        }
    }
}

fn place_of_texture() -> Id {
    Id::unique("logo of the camp")
}

/// The logo's picture on the graphics card.
fn texture(ctx: &Context, logo: &LogoPicture) -> TextureHandle {
    let id = place_of_texture();
    let known: Option<(u64, TextureHandle)> = ctx.data(|data| data.get_temp(id));
    if let Some((number, texture)) = known
        && number == logo.number
    {
        return texture;
    }
    let size = [logo.picture.width, logo.picture.height];
    let image = egui::ColorImage::from_rgba_premultiplied(size, &logo.picture.rgba);
    let mut options = TextureOptions::LINEAR;
    options.mipmap_mode = Some(egui::TextureFilter::Linear);
    let texture = ctx.load_texture("logo of the camp", image, options);
    ctx.data_mut(|data| data.insert_temp(id, (logo.number, texture.clone())));
    texture
}

/// Lets go of the picture: it is not shown any more.
pub(super) fn forget_logo(ctx: &Context) {
    ctx.data_mut(|data| data.remove::<(u64, TextureHandle)>(place_of_texture()));
}
