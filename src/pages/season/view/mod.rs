//! How the season looks: the weeks of the camp side by side, and those of one player below.

mod chart;
mod list;
mod player;

use egui::{Rect, ScrollArea, Ui, UiBuilder, style::ScrollAnimation, vec2};

use self::list::List;
pub(super) use self::{list::exported, player::exported as exported_player};
use super::{
    SeasonPage,
    state::{
        Comparison, Farthest, Figures, SeasonColumn, SeasonSort, SeasonState, SeasonView, Who,
    },
};
use crate::{
    app::{
        Action, FocusTarget,
        page::{Ctx, Outbox, Page, PageView},
    },
    domain::{Season, Week, counted},
    kit::{
        Busy, Button, EmptyState, Icon, SearchBox, UiTokens as _, icon_button,
        page::{page_header, takes_escape},
        segmented,
        tokens::{size, space},
    },
    pages::looks::{keep_together, labeled},
};

/// A page lower than this, in points, scrolls: the list and the weeks of a player have no room together.
const LOW: f32 = 470.0;

/// Heights in points: of the list in a low page, and of a player's weeks.
const LIST_IN_LOW: f32 = 190.0;
const PLAYER: std::ops::RangeInclusive<f32> = 180.0..=268.0;

/// The part of the page that a player's weeks get.
const SHARE: f32 = 0.42;

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    list: List,
    player: player::Player,
}

impl PageView for SeasonPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.page(ui, ctx, out);
        // A field, a list that is open and a box have taken theirs.
        if ctx.can_go_back && !ctx.has_dialog && takes_escape(ui) {
            out.send(Action::Back);
        }
    }
}

impl SeasonPage {
    fn page(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let subtitle = self.state.season().map(subtitle).unwrap_or_default();
        let width = ui.available_width();
        page_header(ui, Page::SEASON.title, &subtitle, |ui| {
            self.looks.list.turner(ui, &self.state, width);
            back_button(ui, ctx, out);
        });
        if let Some(problem) = self.state.problem() {
            EmptyState::new(Icon::Error, "The season can’t be shown", problem).show(ui, |_| ());
            return;
        }
        let Some(season) = self.state.season() else {
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
                    options(ui, &mut self.state, ctx, out);
                    ui.add_space(space::S);
                    self.parts(ui, (ctx, out), LIST_IN_LOW, *PLAYER.start());
                });
            return;
        }
        options(ui, &mut self.state, ctx, out);
        ui.add_space(space::S);
        let room = ui.available_height();
        if self.state.selected_line().is_some() {
            let below = (room * SHARE).clamp(*PLAYER.start(), *PLAYER.end());
            self.parts(ui, (ctx, out), room - below - space::M, below);
        } else {
            self.parts(ui, (ctx, out), room, 0.0);
        }
    }

    /// The list, and below it the weeks of the player who is selected in it.
    fn parts(&mut self, ui: &mut Ui, (ctx, out): (&Ctx<'_>, &mut Outbox), list: f32, player: f32) {
        let Self { state, looks } = self;
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut part = |height: f32, show: &mut dyn FnMut(&mut Ui)| {
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
            let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
            child.spacing_mut().item_spacing.y = space::S;
            show(&mut child);
            follow_keyboard(ui, &child, rect);
        };
        part(list, &mut |ui| looks.list.show(ui, (ctx, out), state));
        if state.selected_line().is_some() && player > 0.0 {
            part(space::M, &mut |_| ());
            part(player, &mut |ui| looks.player.show(ui, state, ctx, out));
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
fn back_button(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
    let back = Button::secondary("Back")
        .icon(Icon::ChevronLeft)
        .shortcut("Esc");
    if ctx.can_go_back && back.show(ui).clicked() {
        out.send(Action::Back);
    }
}

/// "3 weeks · 58 players"
fn subtitle(season: &Season) -> String {
    format!(
        "{} · {}",
        counted(season.weeks.len(), "week"),
        counted(season.lines.len(), "player")
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
fn options(ui: &mut Ui, page: &mut SeasonState, ctx: &Ctx<'_>, out: &mut Outbox) {
    let has_two = page.compared().is_some();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
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
        search(ui, &mut out.focus_next, &mut page.search);
        sort_choice(ui, page);
    });
    page.refresh();
    let compared = page.comparison();
    let compared = compared.map(|compared| summary(page, compared));
    for text in [compared, not_listed(page, ctx)].into_iter().flatten() {
        ui.add_space(space::XS);
        ui.add(egui::Label::new(egui::RichText::new(text).color(ui.tokens().text_weak)).wrap());
    }
}

/// Why the weeks of the selected player aren't there.
fn not_listed(page: &SeasonState, ctx: &Ctx<'_>) -> Option<String> {
    let player = page.selected?;
    if page.selected_line().is_some() {
        return None;
    }
    let camp = &ctx.camp.data;
    camp.player(player)?;
    let name = camp.full_name(player);
    Some(format!("{name} has not been active in any week."))
}

/// "Rose most: Mai Vang, 12 places · Fell most: Ann Lee and 1 other, 9 places"
fn summary(page: &SeasonState, compared: &Comparison) -> String {
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

fn figures_choice(ui: &mut Ui, page: &mut SeasonState) {
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

fn weeks_choice(ui: &mut Ui, page: &mut SeasonState) {
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
fn who_choice(ui: &mut Ui, page: &mut SeasonState) {
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

/// The width of the choice by what the list is sorted, in points.
const SORT: f32 = 168.0;

/// What the list is sorted by: what a click on a title does, for the keyboard.
fn sort_choice(ui: &mut Ui, page: &mut SeasonState) {
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
    // The arrow stays beside what it turns round.
    keep_together(ui, SORT + space::S + size::CONTROL);
    if labeled(ui, "Sort by", &texts, SORT, &mut chosen)
        && let Some(column) = chosen.and_then(|at| columns.get(at))
    {
        now = SeasonSort::by(*column);
    }
    let icon = if sort.descending {
        Icon::ChevronDown
    } else {
        Icon::ChevronUp
    };
    if icon_button(ui, icon, "Reverse order").clicked() {
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

fn search(ui: &mut Ui, focus_next: &mut Option<FocusTarget>, search: &mut String) {
    let id = ui.make_persistent_id("search the season");
    let wants_keyboard = focus_next.take_if(|to| *to == FocusTarget::Search);
    if wants_keyboard.is_some() {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    SearchBox::new("Search players")
        .width(180.0)
        .id(id)
        .show(ui, search);
}
