//! Every widget of the kit in one window, to look at: `cargo run --example kit_gallery -- [PAGE] [dark] [ZOOM]`.

mod datasheet;

use camp_ladder::kit::{
    Banner, Busy, Button, Cell, Column, Dialog, EmptyState, Form, Icon, ListEntry, MenuItem,
    NavItem, Picker, PickerItem, PickerState, SearchBox, Sort, StatusBar, Table, Toasts,
    UiTokens as _,
    form::changeable,
    icon::icon_label,
    icon_button, list_box, menu_below,
    nav::nav_title,
    page::{badge, card, page_frame, page_header, section_title, side_bar_frame},
    picker::search_words,
    status_bar::{status_button, status_item},
    theme,
    toast::Over,
    tokens::space,
};
use datasheet::Datasheet;
use eframe::egui::{self, CentralPanel, Panel, Theme, Ui};
use strum::VariantArray as _;

const PAGES: [(&str, Icon); 7] = [
    ("Table", Icon::Players),
    ("Datasheet", Icon::Edit),
    ("Form", Icon::Groups),
    ("Buttons", Icon::Games),
    ("Messages", Icon::Standings),
    ("Empty", Icon::File),
    ("Icons", Icon::Search),
];
const GROUPS: [&str; 4] = ["Kings", "Queens", "Rooks", "Pawns"];
const FIRST: [&str; 8] = [
    "Anna", "Bert", "Chloé", "Dmitri", "Esther", "Finn", "Grace", "Hao",
];
const LAST: [&str; 7] = [
    "Abbott",
    "Berger",
    "Castañeda",
    "Donnelly",
    "Eriksson",
    "Fowler",
    "Nguyễn",
];

fn main() -> eframe::Result {
    let mut gallery = Gallery::new();
    let mut zoom = 1.0;
    let mut theme = Theme::Light;
    for argument in std::env::args().skip(1) {
        if argument == "dark" {
            theme = Theme::Dark;
        } else if let Ok(factor) = argument.parse() {
            zoom = factor;
        } else if let Some(page) = PAGES
            .iter()
            .position(|(name, _)| name.eq_ignore_ascii_case(&argument))
        {
            gallery.page = page;
        } else if argument == "dialog" {
            gallery.dialog = true;
        }
    }
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size([1180.0 * zoom, 780.0 * zoom]),
        ..Default::default()
    };
    let start = move |creation: &eframe::CreationContext<'_>| {
        theme::install(&creation.egui_ctx);
        creation.egui_ctx.set_theme(theme);
        creation.egui_ctx.set_zoom_factor(zoom);
        let app: Box<dyn eframe::App> = Box::new(gallery);
        Ok(app)
    };
    eframe::run_native("Kit gallery", options, Box::new(start))
}

struct Row {
    name: String,
    group: &'static str,
    rating: i32,
    change: i32,
    active: bool,
    /// Place in the gallery's records to pick from.
    room_mate: Option<usize>,
}

impl Row {
    fn named(name: String) -> Self {
        Self {
            name,
            group: GROUPS[0],
            rating: 1000,
            change: 0,
            active: true,
            room_mate: None,
        }
    }
}

#[derive(Default)]
struct Fields {
    first: String,
    last: String,
    rating: String,
    start: String,
    date: String,
    notes: String,
    active: bool,
    group: Option<usize>,
    listed: usize,
    white: PickerState,
    black: PickerState,
}

struct Gallery {
    page: usize,
    datasheet: Datasheet,
    rows: Vec<Row>,
    selected: Option<usize>,
    sort: Option<Sort>,
    search: String,
    fields: Fields,
    items: Vec<PickerItem>,
    toasts: Toasts,
    dialog: bool,
    frames: u32,
}

impl Gallery {
    fn new() -> Self {
        let rows: Vec<Row> = (0..10_000)
            .map(|n: i32| {
                let pick = |list: &[&'static str], by: i32| {
                    list[usize::try_from(n / by).unwrap_or(0) % list.len()]
                };
                Row {
                    name: format!("{}, {}", pick(&LAST, 1), pick(&FIRST, 3)),
                    group: pick(&GROUPS, 5),
                    rating: 400 + (n * 37) % 1100,
                    change: (n * 13) % 61 - 30,
                    active: n % 9 != 4,
                    room_mate: usize::try_from(n)
                        .ok()
                        .filter(|n| n % 3 == 0)
                        .map(|n| n % 56),
                }
            })
            .collect();
        let items: Vec<PickerItem> = rows
            .iter()
            .take(56)
            .enumerate()
            .map(|(n, row)| PickerItem {
                key: i64::try_from(n).unwrap_or(0),
                text: row.name.clone(),
                detail: format!("{} · {}", row.group, row.rating),
                search: search_words(&row.name.to_lowercase()),
                seldom: false,
            })
            .collect();
        let fields = Fields {
            first: "Chloé".to_owned(),
            rating: "1o34".to_owned(),
            start: "1,000".to_owned(),
            date: "7/14/2026".to_owned(),
            notes: "Knows all the openings.\nPlays too fast.".to_owned(),
            active: true,
            group: Some(1),
            white: PickerState::new(&items[3]),
            ..Fields::default()
        };
        Self {
            page: 0,
            datasheet: Datasheet::default(),
            rows,
            selected: Some(4),
            sort: Some(Sort {
                column: 3,
                descending: true,
            }),
            search: String::new(),
            fields,
            items,
            toasts: Toasts::default(),
            dialog: false,
            frames: 0,
        }
    }

    fn side_bar(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 2.0;
        nav_title(ui, "Kit");
        let rows = self.rows.len().to_string();
        for (index, (name, icon)) in PAGES.into_iter().enumerate() {
            let item = NavItem::new(icon, name).selected(self.page == index);
            let item = if index == 0 { item.count(&rows) } else { item };
            if item.show(ui).clicked() {
                self.page = index;
            }
        }
    }

    fn table(&mut self, ui: &mut Ui) {
        page_header(ui, "Ladder players", "10,000 records", |ui| {
            Button::primary("Add player")
                .icon(Icon::Add)
                .shortcut("Ctrl+N")
                .show(ui);
            let more = icon_button(ui, Icon::More, "More");
            menu_below(&more, |ui| {
                MenuItem::new("Print…")
                    .icon(Icon::Print)
                    .shortcut("Ctrl+P")
                    .show(ui);
                MenuItem::new("Import…").icon(Icon::Import).show(ui);
                MenuItem::new("Save as PDF…")
                    .icon(Icon::Pdf)
                    .refused(Some("No games yet"))
                    .show(ui);
                ui.separator();
                MenuItem::new("Show inactive players")
                    .checked(true)
                    .show(ui);
            });
            SearchBox::new("Search players").show(ui, &mut self.search);
        });
        let columns = [
            Column::fixed("#", 64.0).right(),
            Column::flexible("Name", 160.0).sortable(),
            Column::flexible("Group", 100.0).sortable(),
            Column::fixed("Rating", 90.0).right().sortable(),
            Column::fixed("Change", 90.0).right().sortable(),
            Column::fixed("State", 110.0),
        ];
        let t = ui.tokens();
        let rows = &self.rows;
        let row_name = |row: usize| format!("{}, rating {}", rows[row].name, rows[row].rating);
        let type_ahead = |row: usize| rows[row].name.clone();
        let answer = Table::new("Players", &columns, rows.len())
            .sort(self.sort)
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .show(
                ui,
                &mut self.selected,
                |cell: &mut Cell<'_>, index, column| {
                    let row = &rows[index];
                    match column {
                        0 => cell.weak(&(index + 1).to_string()),
                        1 => cell.strong(&row.name),
                        2 => cell.text(row.group),
                        3 => cell.text(&row.rating.to_string()),
                        4 if row.change < 0 => cell.colored(&format!("−{}", -row.change), t.danger),
                        4 if row.change > 0 => cell.colored(&format!("+{}", row.change), t.success),
                        4 => cell.weak("0"),
                        _ if !row.active => cell.badge("Inactive", t.text_weak, t.surface_hover),
                        _ => {}
                    }
                },
            );
        if let Some(column) = answer.sort_clicked {
            self.sort = Some(self.sort.map_or(
                Sort {
                    column,
                    descending: false,
                },
                |sort| sort.clicked(column),
            ));
        }
        if let Some(row) = answer.activated {
            self.toasts.info(format!("Opened {}", self.rows[row].name));
        }
        if answer.delete_pressed {
            self.dialog = true;
        }
    }

    fn form(&mut self, ui: &mut Ui) {
        page_header(ui, "A form", "", |ui| {
            Button::primary("Save").shortcut("Ctrl+S").show(ui);
            Button::secondary("Undo").icon(Icon::Undo).show(ui);
        });
        let fields = &mut self.fields;
        ui.columns(2, |panes| {
            card(&mut panes[0], |ui| {
                section_title(ui, "Labels beside");
                let form = Form::beside();
                let no_name = fields
                    .last
                    .is_empty()
                    .then_some("A player needs a last name");
                form.field("Last name")
                    .required()
                    .problem(no_name)
                    .text(ui, &mut fields.last);
                form.field("First name").text(ui, &mut fields.first);
                form.field("Group")
                    .required()
                    .width(220.0)
                    .choice(ui, &GROUPS, &mut fields.group);
                form.field("Rating")
                    .width(120.0)
                    .problem(Some("Is not a number"))
                    .number(ui, &mut fields.rating);
                form.field("Start of week")
                    .width(120.0)
                    .help("What the week began with")
                    .number(ui, &mut fields.start);
                form.field("Date")
                    .hint("7/14/2026")
                    .date(ui, &mut fields.date);
                form.field("Active")
                    .check(ui, "Plays this week", &mut fields.active);
                form.field("Notes").notes(ui, 3, &mut fields.notes);
                form.field("Camper number").read_only(ui, "17");
                changeable(ui, false, |ui| {
                    form.field("Locked")
                        .text(ui, &mut "cannot be changed".to_owned())
                });
            });
            card(&mut panes[1], |ui| {
                section_title(ui, "Labels above");
                let form = Form::above();
                let picker = Picker::new(&self.items).nothing("No player matches");
                let white = form.field("White").hint("Name or number");
                white.picker(ui, &picker, &mut fields.white);
                form.field("Black")
                    .hint("Name or number")
                    .picker(ui, &picker, &mut fields.black);
                form.field("Result")
                    .width(180.0)
                    .choice(ui, &["1–0", "½–½", "0–1"], &mut None);
                let groups = GROUPS.map(|text| ListEntry {
                    text,
                    detail: "",
                    heading: None,
                    depth: 0,
                });
                list_box(ui, "Groups", &groups, &mut fields.listed);
                form.field("Empty")
                    .hint("An example")
                    .text(ui, &mut String::new());
            });
        });
    }

    fn buttons(&mut self, ui: &mut Ui) {
        page_header(ui, "Buttons", "", |_| {});
        card(ui, |ui| {
            ui.horizontal(|ui| {
                Button::primary("Primary").show(ui);
                Button::secondary("Secondary").show(ui);
                Button::quiet("Quiet").show(ui);
                if Button::danger("Danger…").show(ui).clicked() {
                    self.dialog = true;
                }
            });
            ui.horizontal(|ui| {
                Button::primary("Recalc Ratings")
                    .icon(Icon::Recalc)
                    .shortcut("F9")
                    .show(ui);
                Button::secondary("Print…")
                    .icon(Icon::Print)
                    .shortcut("Ctrl+P")
                    .show(ui);
                Button::quiet("Import…").icon(Icon::Import).show(ui);
                Button::danger("Delete").icon(Icon::Delete).show(ui);
            });
            ui.horizontal(|ui| {
                Button::primary("Primary")
                    .refused(Some("Nothing was changed"))
                    .show(ui);
                Button::secondary("Secondary")
                    .icon(Icon::Pdf)
                    .refused(Some("No games yet"))
                    .show(ui);
                Button::quiet("Quiet")
                    .refused(Some("No games yet"))
                    .show(ui);
                Button::secondary("Focused").show(ui).request_focus();
                Button::secondary("Small").small().icon(Icon::Edit).show(ui);
                icon_button(ui, Icon::Edit, "Edit");
                icon_button(ui, Icon::Delete, "Delete");
            });
        });
        ui.add_space(space::S);
        card(ui, |ui| {
            Busy::new("Recalculating 320 games…")
                .progress(Some(0.62))
                .cancel("Stop")
                .show(ui);
            Busy::new("Opening…").show(ui);
            let t = ui.tokens();
            ui.horizontal(|ui| {
                badge(ui, "Inactive", t.text_weak, t.surface_hover);
                badge(ui, "Fun game", t.info, t.info_soft);
                badge(ui, "Verified", t.success, t.success_soft);
                badge(ui, "Unclear", t.warning, t.warning_soft);
            });
        });
    }

    fn messages(&mut self, ui: &mut Ui) {
        page_header(ui, "Messages", "", |ui| {
            if Button::secondary("Success").show(ui).clicked() {
                self.toasts
                    .success("48 players, 320 games, 31 ratings changed");
            }
            if Button::secondary("Error").show(ui).clicked() {
                self.toasts.error(
                    "The file is on a drive that is full",
                    Some("os error 28".to_owned()),
                );
            }
        });
        Banner::info("The week of July 13 is open").show(ui);
        Banner::warning("Two groups have no initial rating")
            .detail("Their new players cannot be rated.")
            .action("Show groups")
            .closable()
            .show(ui);
        Banner::error("The camp file can only be read")
            .action("Save a copy…")
            .action("Try again")
            .show(ui);
        if self.frames == 2 {
            self.toasts.error(
                "The standings could not be printed. Is the printer on?",
                Some("winspool: 1722".to_owned()),
            );
            self.toasts
                .success("48 players, 320 games, 31 ratings changed");
        }
    }

    fn dialog(&mut self, ctx: &egui::Context) {
        let answer = Dialog::new("Delete Anna Berger?")
            .text("She has played no game. This can be undone.")
            .danger("Delete")
            .cancel("Cancel")
            .show(ctx, |_| {});
        self.dialog = answer.is_none();
    }
}

impl eframe::App for Gallery {
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        theme::clear_color(visuals)
    }
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.frames += 1;
        let status = StatusBar::frame(ui);
        Panel::bottom("status")
            .frame(status)
            .show_separator_line(true)
            .show(ui, |ui| {
                let t = ui.tokens();
                StatusBar::show(
                    ui,
                    |ui| {
                        status_item(ui, Some((Icon::File, t.text_weak)), "Pine Lake 2026.ladder");
                        status_item(ui, Some((Icon::Check, t.success)), "Saved");
                    },
                    |ui| {
                        status_button(ui, Icon::Warning, t.warning, "3 problems");
                        status_item(ui, Some((Icon::Check, t.success)), "Week 2");
                    },
                );
            });
        let side = side_bar_frame(ui);
        Panel::left("nav")
            .frame(side)
            .resizable(false)
            .exact_size(208.0)
            .show(ui, |ui| {
                self.side_bar(ui);
            });
        let page = page_frame(ui);
        CentralPanel::default()
            .frame(page)
            .show(ui, |ui| match self.page {
                0 => self.table(ui),
                1 => self.datasheet.show(ui, &mut self.rows, &self.items),
                2 => self.form(ui),
                3 => self.buttons(ui),
                4 => self.messages(ui),
                5 => EmptyState::new(
                    Icon::Players,
                    "No players yet",
                    "Add the campers one by one, or bring them from the old Access file.",
                )
                .show(ui, |ui| {
                    Button::primary("Add player").icon(Icon::Add).show(ui);
                    Button::secondary("Import…").icon(Icon::Import).show(ui);
                }),
                _ => {
                    page_header(ui, "Icons", "", |_| {});
                    egui::Grid::new("icons")
                        .spacing([space::L, space::L])
                        .show(ui, |ui| {
                            let color = ui.tokens().text;
                            for (number, icon) in Icon::VARIANTS.iter().copied().enumerate() {
                                if number > 0 && number % 7 == 0 {
                                    ui.end_row();
                                }
                                ui.vertical(|ui| {
                                    ui.set_width(110.0);
                                    ui.horizontal(|ui| {
                                        icon_label(ui, icon, color);
                                        let (rect, _) = ui.allocate_exact_size(
                                            egui::vec2(48.0, 48.0),
                                            egui::Sense::hover(),
                                        );
                                        icon.paint(ui.painter(), rect, color);
                                    });
                                    ui.small(format!("{icon:?}"));
                                });
                            }
                        });
                }
            });
        if self.dialog {
            let ctx = ui.ctx().clone();
            self.dialog(&ctx);
        }
        let over = Over {
            beside: None,
            with_foot: true,
        };
        self.toasts.show(ui.ctx(), over);
    }
}
