//! What the game in the strip will do to the ratings, and what is odd about it.

use egui::{Align2, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use jiff::Zoned;
use strum::VariantArray as _;

use crate::{
    app::RESULT_KEYS,
    domain::{CampData, GameResult, show_change, show_rating as number},
    kit::{
        Icon, UiTokens as _,
        icon::icon_label,
        input::elided,
        one_key::key_cap,
        theme,
        tip::Tip as _,
        tokens::{size, space},
    },
    pages::games::entry::{Entry, Forecast, Oddity, Outlook},
};

/// Height of a line, in points.
const LINE: f32 = 22.0;
/// Columns of the forecast, in points: key and score, each player (at least, at most), the change, the sign of another result, and what it says.
const SCORE: f32 = 84.0;
const PLAYER: [f32; 2] = [110.0, 150.0];
const CHANGE: f32 = 84.0;
const SIGN: f32 = 24.0;
const NOTE: f32 = 176.0;
/// What is odd stands beside the forecast where there is so much room for it, in points, otherwise under it.
const BESIDE: f32 = 240.0;

/// The columns of the forecast where there is so much room.
#[derive(Clone, Copy)]
struct Columns {
    player: f32,
    /// For the sign of another result, and for what it says.
    other: f32,
}

impl Columns {
    /// Their width in points with room to spare, without what is said of another result.
    const WIDEST: f32 = SCORE + 2.0 * PLAYER[1] + CHANGE + SIGN;

    fn new(room: f32, outlook: &Outlook) -> Self {
        let [least, most] = PLAYER;
        let player = ((room - SCORE - CHANGE - SIGN) / 2.0).clamp(least, most);
        let signed = Self {
            player,
            other: SIGN,
        };
        let has_other = |forecast: &Forecast| forecast.contradicts.is_some();
        let is_said = matches!(outlook, Outlook::Moves(all) if all.iter().any(has_other));
        let other = if is_said && room >= signed.width() + NOTE {
            SIGN + NOTE
        } else {
            SIGN
        };
        Self { other, ..signed }
    }

    fn width(self) -> f32 {
        self.changes_end() + self.other
    }

    fn changes_end(self) -> f32 {
        SCORE + 2.0 * self.player + CHANGE
    }
}

/// Shows both, in a room that is always equally high, so that nothing below moves while one types.
///
/// `names` are those of White and Black; `follow` says whether the ratings follow every change at once, and `way_on` where the
/// keyboard goes from here.
pub(super) fn show(
    ui: &mut Ui,
    entry: &Entry,
    camp: &CampData,
    now: &Zoned,
    follow: bool,
    names: [&str; 2],
    way_on: &str,
) {
    let mut oddities = entry.oddities(camp, now);
    // What can't be saved stands under its field.
    oddities.retain(|oddity| !oddity.stops());
    let outlook = entry.outlook(camp, now);
    let chosen = entry.strip.draft.result();
    let least = space::XL + BESIDE;
    let has_room = ui.available_width() >= Columns::WIDEST + least;
    let is_beside = has_room && (outlook != Outlook::Unknown || !oddities.is_empty());
    let height = if has_room {
        4.0 * LINE
    } else {
        5.0 * LINE + space::S
    };
    ui.scope(|ui| {
        ui.set_min_height(height);
        ui.spacing_mut().item_spacing = vec2(space::XL, 0.0);
        if is_beside {
            ui.horizontal_top(|ui| {
                let beside = if oddities.is_empty() { 0.0 } else { least };
                let columns = Columns::new(ui.available_width() - beside, &outlook);
                ui.vertical(|ui| {
                    ui.set_width(columns.width());
                    show_outlook(ui, &outlook, columns, chosen, follow, names, way_on);
                });
                ui.vertical(|ui| odd_lines(ui, &oddities, camp));
            });
        } else {
            ui.vertical(|ui| {
                let columns = Columns::new(ui.available_width(), &outlook);
                show_outlook(ui, &outlook, columns, chosen, follow, names, way_on);
                ui.add_space(space::XS);
                odd_lines(ui, &oddities, camp);
            });
        }
    });
}

fn show_outlook(
    ui: &mut Ui,
    outlook: &Outlook,
    columns: Columns,
    chosen: Option<GameResult>,
    follow: bool,
    names: [&str; 2],
    way_on: &str,
) {
    match outlook {
        Outlook::Unknown => {
            weak_line(
                ui,
                "A name, initials or the camper number; Tab takes it where only one matches.",
            );
            weak_line(
                ui,
                "Then 1, 0 or 5 saves the game and goes on to the next one.",
            );
            weak_line(ui, &format!("F8 corrects the last game. {way_on}."));
        }
        Outlook::Nothing => weak_line(ui, "Fun games don’t change ratings."),
        Outlook::Stopped => weak_line(ui, "Ratings can’t be calculated. F7 shows why."),
        Outlook::Replay if follow => {
            weak_line(ui, "This and all later games will be recalculated.");
        }
        Outlook::Replay => weak_line(ui, "Press Recalc Ratings to update."),
        Outlook::Moves(forecasts) => {
            header(ui, columns, names, follow);
            for forecast in forecasts {
                line(
                    ui,
                    columns,
                    names,
                    forecast,
                    chosen == Some(forecast.result),
                );
            }
        }
    }
}

fn weak_line(ui: &mut Ui, text: &str) {
    let t = ui.tokens();
    ui.add(egui::Label::new(egui::RichText::new(text).color(t.text_weak)).wrap());
    ui.add_space(2.0);
}

fn header(ui: &mut Ui, columns: Columns, names: [&str; 2], follow: bool) {
    let t = ui.tokens();
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width(), LINE), Sense::hover());
    let when = if follow { "Rating if" } else { "After Recalc" };
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, when));
    let font = || theme::regular(13.0);
    let when = elided(ui, when, font(), t.text_weak, SCORE);
    let put = |at: f32, galley: std::sync::Arc<egui::Galley>| {
        let place = pos2(at, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(place, galley, t.text_weak);
    };
    put(rect.left(), when);
    for (name, left) in names.into_iter().zip([SCORE, SCORE + columns.player]) {
        let name = elided(ui, name, font(), t.text, columns.player - space::M);
        put(rect.left() + left, name);
    }
}

/// One result: its key, both ratings before and after, and what is won and lost.
fn line(
    ui: &mut Ui,
    columns: Columns,
    [white, black]: [&str; 2],
    forecast: &Forecast,
    is_chosen: bool,
) {
    let t = ui.tokens();
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width(), LINE), Sense::hover());
    let change = forecast.change();
    let changes = format!("{} / {}", show_change(change), show_change(-change));
    let other = forecast
        .contradicts
        .map(|number| format!("Game {number} has another result"));
    let said = format!(
        "{}: {white} {} to {}, {black} {} to {} ({changes}){}",
        forecast.result.score(),
        number(forecast.white.0),
        number(forecast.white.1),
        number(forecast.black.0),
        number(forecast.black.1),
        other
            .as_ref()
            .map_or_else(String::new, |other| format!(". {other}")),
    );
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &said));

    let middle = rect.center().y;
    let place = GameResult::VARIANTS
        .iter()
        .position(|result| *result == forecast.result);
    if let Some((key, _)) = RESULT_KEYS.iter().find(|(_, of)| Some(*of) == place) {
        key_cap(ui, pos2(rect.left(), middle), key);
    }
    let put = |at: f32, align: Align2, text: &str, strong: bool| {
        let (font, color) = if strong {
            (theme::medium(size::TEXT), t.text_strong)
        } else {
            (theme::regular(size::TEXT), t.text_weak)
        };
        ui.painter()
            .text(pos2(rect.left() + at, middle), align, text, font, color);
    };
    put(
        24.0,
        Align2::LEFT_CENTER,
        forecast.result.score(),
        is_chosen,
    );
    let black = (forecast.black, SCORE + columns.player);
    for ((before, after), left) in [(forecast.white, SCORE), black] {
        put(left + 38.0, Align2::RIGHT_CENTER, &number(before), false);
        let arrow =
            Rect::from_center_size(pos2(rect.left() + left + 52.0, middle), vec2(12.0, 12.0));
        Icon::ChevronRight.paint(ui.painter(), arrow, t.text_weak);
        put(left + 102.0, Align2::RIGHT_CENTER, &number(after), true);
    }
    let end = columns.changes_end();
    put(end - space::S, Align2::RIGHT_CENTER, &changes, false);
    if let Some(other) = other {
        let icon = pos2(rect.left() + end + SIGN / 2.0, middle);
        let icon = Rect::from_center_size(icon, vec2(14.0, 14.0));
        Icon::Warning.paint(ui.painter(), icon, t.warning);
        if columns.other > SIGN {
            let said = elided(ui, &other, theme::regular(13.0), t.warning, NOTE);
            let at = pos2(rect.left() + end + SIGN, middle - said.size().y / 2.0);
            ui.painter().galley(at, said, t.warning);
        }
        response.tip(other);
    }
}

/// What is odd, each with its icon.
fn odd_lines(ui: &mut Ui, oddities: &[Oddity], camp: &CampData) {
    let t = ui.tokens();
    for oddity in oddities {
        let (icon, color) = match oddity {
            Oddity::Fun => (Icon::Info, t.info),
            _ => (Icon::Warning, t.warning),
        };
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            icon_label(ui, icon, color);
            let text = egui::RichText::new(oddity.sentence(camp)).color(t.text);
            ui.add(egui::Label::new(text).wrap());
        });
        ui.add_space(space::XS);
    }
}
