//! What stands above and below the lines: the title, the camp and the week, the camp's footer, the page and its time.

use std::sync::Arc;

use egui::{Color32, Galley, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{
    super::state::{Board, Projector},
    said,
    text::Text,
    wall::Measures,
};
use crate::kit::{UiTokens as _, theme, tokens::Band};

/// The part of the band's width that the title gets.
const TITLE_SHARE: f32 = 0.58;

/// The title of a list, the camp and the week.
pub(super) struct Title {
    list: Arc<Galley>,
    camp: Arc<Galley>,
    week: Arc<Galley>,
}

impl Title {
    pub(super) fn new(ui: &Ui, board: &Board, title: &str, m: Measures) -> Self {
        let ink = band_of(ui, board).ink;
        let least = m.type_size();
        let beside = m.width * (1.0 - TITLE_SHARE) - m.least;
        let title = Text::new(title, theme::bold, ink).between(least, m.title);
        let camp = Text::new(&board.camp, theme::medium, ink).between(least, least);
        let week = Text::new(&board.week, theme::regular, ink).between(least, least);
        Self {
            list: title.fit(ui, m.width * TITLE_SHARE),
            camp: camp.right().fit(ui, beside),
            week: week.right().fit(ui, beside),
        }
    }

    pub(super) fn height(&self) -> f32 {
        let beside = self.camp.size().y + self.week.size().y;
        self.list.size().y.max(beside)
    }

    pub(super) fn draw(self, ui: &Ui, rect: Rect, board: &Board, m: Measures) {
        let t = ui.tokens();
        let Band { fill, ink } = band_of(ui, board);
        ui.painter().rect_filled(rect, 0.0, fill);
        // A band of the page's own colour is divided from it all the same.
        ui.painter()
            .hline(rect.x_range(), rect.bottom(), (1.0, t.border));
        let inner = rect.shrink2(vec2(m.margin, 0.0));
        let name = |galley: &Galley| galley.text().to_owned();
        let (title, place) = (name(&self.list), inner.left_center());
        said(ui, inner, "title", &title, Role::Heading);
        let about = format!("{}, {}", name(&self.camp), name(&self.week));
        said(ui, inner, "camp and week", &about, Role::Label);
        let painter = ui.painter();
        let height = self.list.size().y;
        painter.galley(place - vec2(0.0, height / 2.0), self.list, ink);
        let [camp, week] = [self.camp, self.week];
        let height = camp.size().y + week.size().y;
        let top = inner.right_center() - vec2(0.0, height / 2.0);
        let below = top + vec2(0.0, camp.size().y);
        painter.galley(top, camp, ink);
        painter.galley(below, week, ink);
    }
}

/// The camp's own colour, or the program's.
fn band_of(ui: &Ui, board: &Board) -> Band {
    let t = ui.tokens();
    board.colour.map_or(
        Band {
            fill: t.accent_fill,
            ink: t.on_fill,
        },
        |colour| Band::new(colour.0),
    )
}

/// The camp's footer, and which page this is.
pub(super) struct Foot {
    texts: Vec<Arc<Galley>>,
}

impl Foot {
    pub(super) fn new(ui: &Ui, board: &Board, remark: Option<&str>, m: Measures) -> Self {
        let t = ui.tokens();
        let texts = [remark.unwrap_or_default(), &board.footer];
        let fit = |text: &str| {
            let text = Text::new(text, theme::regular, t.text);
            let least = m.type_size();
            text.between(least, least)
                .fit(ui, m.width - page_room(ui, m))
        };
        Self {
            texts: texts
                .into_iter()
                .filter(|text| !text.is_empty())
                .map(fit)
                .collect(),
        }
    }

    /// There is always a line for the number of the page.
    pub(super) fn height(&self, m: Measures) -> f32 {
        let texts = self.texts.iter().map(|text| text.size().y);
        texts.sum::<f32>().max(m.least)
    }

    pub(super) fn draw(self, ui: &Ui, rect: Rect, projector: &Projector, m: Measures) {
        let t = ui.tokens();
        let inner = rect.shrink2(vec2(m.margin, m.padding()));
        let mut top = inner.top();
        for (place, text) in self.texts.into_iter().enumerate() {
            let size = text.size();
            let line = Rect::from_min_size(pos2(inner.left(), top), size);
            said(ui, line, ("foot", place), text.text(), Role::Label);
            ui.painter().galley(line.min, text, t.text);
            top += size.y;
        }
        let page = page_in_words(projector);
        if page.is_empty() {
            return;
        }
        said(ui, inner, "page", &page, Role::Status);
        let font = theme::medium(m.type_size());
        let galley = ui.painter().layout_no_wrap(page, font, t.text);
        let place = inner.right_center() - vec2(galley.size().x, galley.size().y / 2.0);
        ui.painter().galley(place, galley, t.text);
    }
}

/// Room for the longest words about the page.
fn page_room(ui: &Ui, m: Measures) -> f32 {
    let font = theme::medium(m.type_size());
    let words = "Page 888 of 888, paused".to_owned();
    let galley = ui
        .painter()
        .layout_no_wrap(words, font, Color32::PLACEHOLDER);
    galley.size().x + m.least
}

fn page_in_words(projector: &Projector) -> String {
    let count = projector.sheets().len();
    let paused = if projector.is_paused() {
        ", paused"
    } else {
        ""
    };
    match count {
        0 | 1 => String::new(),
        _ => format!("Page {} of {count}{paused}", projector.place() + 1),
    }
}

/// How much of the page's time is used up, at the lower edge. It goes on in steps of a second: a line that glides would draw the
/// window sixty times a second for a whole day, and nobody needs to know more.
pub(super) fn time_line(ui: &Ui, rect: Rect, share: f32, m: Measures) {
    let height = (m.least / 12.0).max(2.0);
    let edge = Rect::from_min_max(pos2(rect.left(), rect.bottom() - height), rect.max);
    let response = ui.interact(edge, ui.make_persistent_id("time"), Sense::hover());
    response.widget_info(|| {
        let name = "Time until the page turns";
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, name);
        info.value = Some(f64::from((share * 100.0).round()));
        info
    });
    let t = ui.tokens();
    let (used, left) = edge.split_left_right_at_fraction(share);
    ui.painter().rect_filled(left, 0.0, t.border);
    ui.painter().rect_filled(used, 0.0, t.border_control);
}
