//! The preview of an import, in place of the lists: what is to be mended, how each file is read, what is decided, and what would come of it.

mod choices;
mod files;
mod problems;
mod to_come;

use std::mem;

use egui::{Id, Label, RichText, Ui, vec2};

use super::NARROW;
use crate::{
    app::{
        Action, FocusTarget,
        page::{Ctx, Outbox},
    },
    domain::{counted, shortened, us_chess::Section},
    kit::{
        Banner, Busy, Button, Icon, Tone, UiTokens as _,
        icon::icon_label,
        page::{page_header, takes_escape},
        scrolling::below_head,
        tokens::{size, space},
    },
    pages::us_chess::{
        UsChessPage,
        importing::{Compared, Importing},
    },
};

/// So many letters of a file's name leave room for the buttons.
const FILE: usize = 50;

/// What is remembered of the preview's looks.
#[derive(Debug, Default)]
pub(in crate::pages::us_chess) struct ImportLooks {
    /// The chosen rows of the lists.
    problem: Option<usize>,
    section: Option<usize>,
    member: Option<usize>,
    /// The rows of the chosen section, as they would be.
    pub(in crate::pages::us_chess) section_shown: Option<(usize, Section)>,
    /// Whether members' numbers and birth dates are seen.
    personal: bool,
    /// Whether the keyboard has been sent to where it begins.
    has_begun: bool,
    /// The file whose columns are to be looked at.
    wanted_file: Option<usize>,
    /// The button of the head that has the keyboard: keys scroll what is below it then.
    head_with_keyboard: Option<Id>,
}

impl ImportLooks {
    /// Sends the keyboard to where it begins, once it is known what would come of the import.
    pub(in crate::pages::us_chess) const fn begin_again(&mut self) {
        self.has_begun = false;
    }
}

/// Where the keyboard is to go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Begins {
    Import,
    Problems,
}

impl UsChessPage {
    /// Draws the preview of the files that are to be imported, if there are any. Whether there are.
    pub(super) fn import_preview(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let Some(importing) = &mut self.importing else {
            if mem::take(&mut self.showed_import) {
                // What had the keyboard in the preview is gone.
                out.focus_next = out.focus_next.or(Some(FocusTarget::List));
            }
            return false;
        };
        self.showed_import = true;
        let is_cancelled = show(ui, importing, ctx, out);
        let is_left = !ctx.has_dialog && !importing.is_saving() && takes_escape(ui);
        if is_cancelled || is_left {
            out.send(Action::Back);
        }
        true
    }
}

/// Whether it is cancelled.
fn show(ui: &mut Ui, importing: &mut Importing, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
    let compared = importing.compared();
    let begins = compared.as_ref().filter(|_| !importing.is_outdated(ctx));
    let begins = begins.filter(|_| !importing.looks.has_begun).map(|it| {
        if it.stopping() > 0 {
            Begins::Problems
        } else {
            Begins::Import
        }
    });
    importing.looks.has_begun |= begins.is_some();
    let is_cancelled = head(ui, importing, compared.as_deref(), begins, ctx, out);
    let in_head = importing.looks.head_with_keyboard;
    below_head(ui, "import of sections", in_head, |ui| {
        if importing.is_saving() {
            Busy::new("Importing…").show(ui);
        }
        if let Some(reason) = &importing.refusal {
            Banner::error("Nothing was imported")
                .detail(reason)
                .show(ui);
        }
        if let Some(compared) = &compared {
            ui.add_enabled_ui(!importing.is_saving(), |ui| {
                ui.spacing_mut().item_spacing.y = space::M;
                summary(ui, compared);
                problems::problems(ui, importing, compared, begins);
                files::files(ui, importing, compared);
                choices::choices(ui, importing, compared, ctx);
                to_come::sections(ui, importing, compared);
                to_come::members(ui, importing, compared);
            });
        } else if importing.refusal.is_none() {
            Busy::new("Reading the files").show(ui);
        }
    });
    is_cancelled
}

/// The title and the buttons. Whether Cancel was pressed.
fn head(
    ui: &mut Ui,
    importing: &mut Importing,
    compared: Option<&Compared>,
    begins: Option<Begins>,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
) -> bool {
    let names = compared.map(|compared| compared.names().collect::<Vec<_>>());
    let files = match names.as_deref() {
        None | Some([]) => String::new(),
        Some([only]) => shortened(only, FILE),
        Some(files) => counted(files.len(), "file"),
    };
    let refused = ctx.why_not_change.or_else(|| importing.why_not(ctx));
    let mut go_and_again = |ui: &mut Ui| {
        let button = Button::primary("Import").icon(Icon::Import);
        let go = button.refused(refused).show(ui);
        if begins == Some(Begins::Import) {
            go.request_focus();
        }
        if go.clicked() {
            importing.import(ctx, out);
        }
        let again = Button::secondary("Read again").show(ui);
        if again.clicked() {
            importing.read_again(ctx);
        }
        [go, again]
    };
    let cancel = |ui: &mut Ui| Button::secondary("Cancel").show(ui);
    let ([go, again], cancel) = if ui.available_width() < NARROW {
        // Beside all buttons there would be no room for the title.
        let cancel = page_header(ui, "Import preview", "", cancel);
        let buttons = ui.horizontal(&mut go_and_again).inner;
        ui.add_space(space::S);
        (buttons, cancel)
    } else {
        page_header(ui, "Import of sections and members", &files, |ui| {
            let cancel = cancel(ui);
            (go_and_again(ui), cancel)
        })
    };
    let mut buttons = [&go, &again, &cancel].into_iter();
    let with_keyboard = buttons.find(|button| button.has_focus());
    importing.looks.head_with_keyboard = with_keyboard.map(|button| button.id);
    cancel.clicked()
}

/// What would come of it, in a sentence.
fn summary(ui: &mut Ui, compared: &Compared) {
    let t = ui.tokens();
    let plan = &compared.plan;
    let (tone, icon, text) = match compared.stopping() {
        0 if compared.leaves_all_out() => (
            Tone::Info,
            Icon::Info,
            "No file is ticked. Tick the files to import.".to_owned(),
        ),
        0 if plan.is_empty() => (
            Tone::Info,
            Icon::Info,
            "There is nothing to import: the camp has all of it already.".to_owned(),
        ),
        0 => (
            Tone::Success,
            Icon::Check,
            format!("{}. Ready to import.", plan.in_words()),
        ),
        stopping => {
            let verb = if stopping == 1 { "stops" } else { "stop" };
            let problems = counted(stopping, "problem");
            (
                Tone::Warning,
                Icon::Warning,
                format!(
                    "{problems} {verb} the import. Correct the file or its columns, or leave it out."
                ),
            )
        }
    };
    ui.horizontal_top(|ui| {
        icon_label(ui, icon, t.tone(tone));
        ui.add(Label::new(RichText::new(text).color(t.text)).wrap());
    });
}

/// Room for a list of so many rows below its titles, at most `most` of them at once.
fn in_list<R>(ui: &mut Ui, rows: usize, most: u16, add: impl FnOnce(&mut Ui) -> R) -> R {
    let rows = u16::try_from(rows).unwrap_or(u16::MAX).min(most);
    let height = size::LIST_ROW * (f32::from(rows) + 1.5);
    let room = vec2(ui.available_width(), height);
    ui.allocate_ui(room, add).inner
}
