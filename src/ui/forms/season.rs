//! The season: the weeks of the camp side by side, and those of one player below.

mod chart;
mod list;
mod player;
#[cfg(test)]
mod tests;

use egui::{Rect, ScrollArea, Ui, UiBuilder, style::ScrollAnimation, vec2};

use self::list::List;
use super::standings::labeled;
use crate::{
    app::{
        Action, App, KeyboardTo, Page,
        season::{
            Comparison, Farthest, Figures, SeasonColumn, SeasonPage, SeasonSort, SeasonView, Who,
        },
    },
    domain::{Season, Week},
    ui::{
        cover::takes_escape,
        kit::{
            Busy, Button, EmptyState, Icon, SearchBox, UiTokens as _, icon_button,
            page::page_header, segmented, tokens::space,
        },
    },
};

/// A page lower than this, in points, scrolls: the list and the weeks of a player have no room together.
const LOW: f32 = 470.0;

/// Heights in points: of the list in a low page, and of a player's weeks.
const LIST_IN_LOW: f32 = 190.0;
const PLAYER: std::ops::RangeInclusive<f32> = 180.0..=268.0;

/// The part of the page that a player's weeks get.
const SHARE: f32 = 0.42;

/// What the page remembers.
#[derive(Debug, Default)]
pub(in crate::ui) struct SeasonForm {
    list: List,
    player: player::Player,
}

impl SeasonForm {
    /// Shows the page in all the room there is.
    pub(in crate::ui) fn show(&mut self, ui: &mut Ui, app: &mut App) {
        self.page(ui, app);
        // A field, a list that is open and a box have taken theirs.
        if app.can_leave_season() && app.dialog.is_none() && takes_escape(ui) {
            app.send(Action::LeaveSeason);
        }
    }

    fn page(&mut self, ui: &mut Ui, app: &mut App) {
        let subtitle = app
            .session
            .season
            .season()
            .map(subtitle)
            .unwrap_or_default();
        let width = ui.available_width();
        page_header(ui, Page::Season.title(), &subtitle, |ui| {
            back_button(ui, app);
            self.list.turner(ui, &app.session.season, width);
        });
        if let Some(problem) = app.session.season.problem() {
            EmptyState::new(Icon::Error, "The season can't be shown", problem).show(ui, |_| ());
            return;
        }
        let Some(season) = app.session.season.season() else {
            Busy::new("Reading the weeks").show(ui);
            return;
        };
        if season.lines.is_empty() {
            let text = "The season follows from players, games and weeks. Whoever was active in a week is listed here.";
            EmptyState::new(Icon::Chart, "Nobody yet", text).show(ui, |_| ());
            return;
        }
        if ui.available_height() < LOW {
            ScrollArea::vertical()
                .id_salt("season")
                .auto_shrink(false)
                .show(ui, |ui| {
                    // The scroll bar lies over the right edge.
                    ui.set_max_width(ui.available_width() - space::L);
                    options(ui, app);
                    ui.add_space(space::S);
                    self.parts(ui, app, LIST_IN_LOW, *PLAYER.start());
                });
            return;
        }
        options(ui, app);
        ui.add_space(space::S);
        let room = ui.available_height();
        if app.session.season.selected_line().is_some() {
            let below = (room * SHARE).clamp(*PLAYER.start(), *PLAYER.end());
            self.parts(ui, app, room - below - space::M, below);
        } else {
            self.parts(ui, app, room, 0.0);
        }
    }

    /// The list, and below it the weeks of the player who is selected in it.
    fn parts(&mut self, ui: &mut Ui, app: &mut App, list: f32, player: f32) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut part = |height: f32, show: &mut dyn FnMut(&mut Ui)| {
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
            let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
            child.spacing_mut().item_spacing.y = space::S;
            show(&mut child);
            follow_keyboard(ui, &child, rect);
        };
        part(list, &mut |ui| self.list.show(ui, app));
        if app.session.season.selected_line().is_some() && player > 0.0 {
            part(space::M, &mut |_| ());
            part(player, &mut |ui| self.player.show(ui, app));
        }
    }
}

/// Brings a part of a low page into view when the keyboard comes to it.
fn follow_keyboard(ui: &Ui, child: &Ui, rect: Rect) {
    let id = child.scope_id().with("had the keyboard");
    let focused = ui.memory(egui::Memory::focused);
    let response = focused.and_then(|id| ui.ctx().read_response(id));
    let is_here = response.is_some_and(|response| rect.expand(1.0).contains_rect(response.rect));
    let was_here = ui.data_mut(|data| {
        let was_here = data.get_temp(id).unwrap_or(false);
        data.insert_temp(id, is_here);
        was_here
    });
    if is_here && !was_here && !ui.clip_rect().contains_rect(rect) {
        ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
    }
}

/// The way back to where the weeks of a player were asked for.
fn back_button(ui: &mut Ui, app: &mut App) {
    let back = Button::secondary("Back")
        .icon(Icon::ChevronLeft)
        .shortcut("Esc");
    if app.can_leave_season() && back.show(ui).clicked() {
        app.send(Action::LeaveSeason);
    }
}

/// "3 weeks · 58 players"
fn subtitle(season: &Season) -> String {
    let counted = |count: usize, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    format!(
        "{} · {}",
        counted(season.weeks.len(), "week", "weeks"),
        counted(season.lines.len(), "player", "players")
    )
}

/// "Week 3: Gold camp", and that it goes on.
fn title_of(week: &Week) -> String {
    if week.is_closed() {
        week.title()
    } else {
        format!("{}, so far", week.title())
    }
}

/// What is listed, and how.
fn options(ui: &mut Ui, app: &mut App) {
    let has_two = app.session.season.compared().is_some();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
        let page = &mut app.session.season;
        if has_two {
            let chosen = usize::from(page.view() == SeasonView::Compared);
            let texts = ["All weeks", "Two weeks"];
            if let Some(view) = segmented(ui, "View", &texts, chosen) {
                page.set_view([SeasonView::AllWeeks, SeasonView::Compared][view]);
            }
            ui.add_space(space::XS);
        }
        match page.view() {
            SeasonView::AllWeeks => figures_choice(ui, page),
            SeasonView::Compared => {
                weeks_choice(ui, page);
                who_choice(ui, page);
            }
        }
        search(ui, &mut app.keyboard_to, &mut app.session.search);
        sort_choice(ui, &mut app.session.season);
    });
    app.sort_season();
    let compared = app.session.season.comparison();
    let compared = compared.map(|compared| summary(&app.session.season, compared));
    for text in [compared, not_listed(app)].into_iter().flatten() {
        ui.add_space(space::XS);
        ui.add(egui::Label::new(egui::RichText::new(text).color(ui.tokens().text_weak)).wrap());
    }
}

/// Why the weeks of the selected player aren't there.
fn not_listed(app: &App) -> Option<String> {
    let player = app.session.season.selected?;
    if app.session.season.selected_line().is_some() {
        return None;
    }
    let camp = &app.session.camp.as_ref()?.data;
    camp.player(player)?;
    let name = camp.full_name(player);
    Some(format!("{name} has not been active in any week."))
}

/// "Rose most: Mai Vang, 12 places · Fell most: Ann Lee and 1 other, 9 places"
fn summary(page: &SeasonPage, compared: &Comparison) -> String {
    let name = |at: usize| {
        let weeks = page.compared()?;
        let season = page.season()?;
        season.weeks.get(*weeks.get(at)?).map(Week::name)
    };
    let idle = (0..2).find(|at| compared.played.get(*at) == Some(&false));
    if let Some(week) = idle.and_then(name) {
        return format!("{week} has no games yet: everybody stands where it began.");
    }
    let farthest = |who: &Farthest| {
        let others = match who.others {
            0 => String::new(),
            1 => " and 1 other".to_owned(),
            others => format!(" and {others} others"),
        };
        let places = if who.places == 1 { "place" } else { "places" };
        format!("{}{others}, {} {places}", who.name, who.places)
    };
    let rose = compared.rose.as_ref().map(farthest);
    let fell = compared.fell.as_ref().map(farthest);
    match (rose, fell) {
        (Some(rose), Some(fell)) => format!("Rose most: {rose} · Fell most: {fell}"),
        (Some(rose), None) => format!("Rose most: {rose}"),
        (None, Some(fell)) => format!("Fell most: {fell}"),
        (None, None) => "Nobody rose or fell.".to_owned(),
    }
}

fn figures_choice(ui: &mut Ui, page: &mut SeasonPage) {
    let texts = Figures::ALL.map(|(text, _)| text);
    let mut chosen = Figures::ALL
        .iter()
        .position(|(_, figures)| *figures == page.figures);
    if labeled(ui, "Show", &texts, 128.0, &mut chosen)
        && let Some((_, figures)) = chosen.and_then(|at| Figures::ALL.get(at))
    {
        page.figures = *figures;
    }
}

fn weeks_choice(ui: &mut Ui, page: &mut SeasonPage) {
    let (Some(season), Some(compared)) = (page.season(), page.compared()) else {
        return;
    };
    let titles = season.weeks.iter().map(title_of).collect::<Vec<_>>();
    let texts = titles.iter().map(String::as_str).collect::<Vec<_>>();
    let mut now = compared;
    for (name, week) in ["From", "To"].into_iter().zip(&mut now) {
        let mut chosen = Some(*week);
        if labeled(ui, name, &texts, 176.0, &mut chosen) {
            *week = chosen.unwrap_or(*week);
        }
    }
    if now[0] == now[1] {
        // A week isn't compared with itself: the other one takes its place.
        now = [compared[1], compared[0]];
    }
    if now != compared {
        page.compare(now);
    }
}

/// Whom the comparison lists, with how many they are.
fn who_choice(ui: &mut Ui, page: &mut SeasonPage) {
    let counts = page.comparison().map(|compared| compared.counts);
    let texts = Who::ALL.iter().zip(counts.unwrap_or_default());
    let texts = texts.map(|((text, _), count)| format!("{text} ({count})"));
    let texts = texts.collect::<Vec<_>>();
    let texts = texts.iter().map(String::as_str).collect::<Vec<_>>();
    let mut chosen = Who::ALL.iter().position(|(_, who)| *who == page.who);
    if labeled(ui, "Players", &texts, 148.0, &mut chosen)
        && let Some((_, who)) = chosen.and_then(|at| Who::ALL.get(at))
    {
        page.who = *who;
    }
}

/// What the list is sorted by: what a click on a title does, for the keyboard.
fn sort_choice(ui: &mut Ui, page: &mut SeasonPage) {
    let Some(season) = page.season() else { return };
    let columns = page.columns(0..season.weeks.len());
    let texts = columns
        .iter()
        .map(|column| sort_text(season, *column))
        .collect::<Vec<_>>();
    let texts = texts.iter().map(String::as_str).collect::<Vec<_>>();
    let sort = page.sort();
    let mut chosen = columns.iter().position(|column| *column == sort.column);
    let mut now = sort;
    if labeled(ui, "Sort by", &texts, 168.0, &mut chosen)
        && let Some(column) = chosen.and_then(|at| columns.get(at))
    {
        now = SeasonSort::by(*column);
    }
    let icon = if sort.descending {
        Icon::ChevronDown
    } else {
        Icon::ChevronUp
    };
    if icon_button(ui, icon, "The other way round").clicked() {
        now = sort.reversed();
    }
    if now != sort {
        page.set_sort(now);
    }
}

fn sort_text(season: &Season, column: SeasonColumn) -> String {
    match column {
        SeasonColumn::Week(week, figure) => {
            let week = season.weeks.get(week).map(Week::name).unwrap_or_default();
            format!("{week}: {}", figure.title().to_lowercase())
        }
        SeasonColumn::Difference(figure) => list::gained(figure).to_owned(),
        SeasonColumn::Name => "Name".to_owned(),
        SeasonColumn::Group | SeasonColumn::GroupChange => "Group".to_owned(),
    }
}

fn search(ui: &mut Ui, keyboard_to: &mut Option<KeyboardTo>, search: &mut String) {
    let id = ui.make_persistent_id("search the season");
    let wants_keyboard = keyboard_to.take_if(|to| *to == KeyboardTo::Search);
    if wants_keyboard.is_some() {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    SearchBox::new("Search players")
        .width(180.0)
        .id(id)
        .show(ui, search);
}
