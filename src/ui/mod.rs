//! The window: it draws what the program behind it holds, and sends it what the director does.

mod banner;
mod chrome;
mod dialogs;
mod icon;
mod keyboard;
pub(crate) use crate::kit;
mod menus;
mod messages;
mod outside;
mod problems;
mod shown;
#[cfg(test)]
pub(crate) mod tests;
mod typing;
mod welcome;
mod whole_window;

use std::{path::PathBuf, sync::Arc, time::Instant};

use egui::{CentralPanel, Context, Key, Panel, Popup, Ui, ViewportCommand};

pub(crate) use self::icon::icon;
use self::{
    keyboard::Shown,
    kit::{Toasts, UiTokens as _, held_keys, page, theme},
    shown::{OnPage, ShownCamp},
    typing::Typing,
    whole_window::FullScreen,
};
use crate::{
    app::{
        Action, App, Command, FocusTarget, commands::Shortcut, dialogs::Dialog, page::Pasting,
        rating_changes::RatingChanges, settings::Theme,
    },
    domain::within_sentence,
    kit::toast::Over,
    kit::tokens::{set_row_height, space},
    pages::looks::cover::Cover,
    storage::StepId,
};

/// A window narrower than this, in points, has a narrower list of pages.
const NARROW: f32 = 860.0;

/// In a window narrower than this, in points, the list of pages has only their icons.
const WITH_NAMES: f32 = 760.0;

/// Frames to wait for the clipboard.
const PASTE_FRAMES: u8 = 4;

/// The window.
#[derive(Debug)]
pub struct Window {
    /// The program behind the window.
    pub app: App,
    cover: Cover,
    full_screen: FullScreen,
    toasts: Toasts,
    /// The ratings that the button of the last message shows.
    sees: Option<Arc<RatingChanges>>,
    /// The step that the button in a message takes back, and of which session.
    undoes: Option<(u64, StepId)>,
    typing: Typing,
    /// What was shown when it was looked at last.
    shown: Option<Shown>,
    /// The camp whose pages are scrolled.
    camp: Option<ShownCamp>,
    on_page: OnPage,
    /// Whether a box was open in the frame before.
    had_box: bool,
    /// Frames that the clipboard is still waited for.
    paste_frames: u8,
    title: String,
    /// When the program was started, until the first frame of a camp has been drawn.
    started: Option<Instant>,
}

impl Window {
    /// A window over a program, with the look of the program's settings.
    pub fn new(ctx: &Context, app: App) -> Self {
        theme::install(ctx);
        // Ctrl++ and Ctrl+− are a new record and a deleted one, as in Access.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        Self {
            app,
            cover: Cover::default(),
            full_screen: FullScreen::default(),
            toasts: Toasts::default(),
            sees: None,
            undoes: None,
            typing: Typing::default(),
            shown: None,
            camp: None,
            on_page: OnPage::default(),
            had_box: false,
            paste_frames: 0,
            title: String::new(),
            started: None,
        }
    }

    /// Has the log say how long it takes from here to the first frame of a camp.
    #[must_use]
    pub fn started_at(mut self, started: Instant) -> Self {
        self.started = Some(started);
        self
    }

    /// What happens before a frame is drawn.
    pub fn prepare(&mut self, ctx: &Context) {
        self.keep_held_keys_back(ctx);
        self.take_keys(ctx);
        self.take_dropped_files(ctx);
        self.take_pasted_campers(ctx);
        self.follow_templates(ctx);
        self.app.logic();
        self.keep_held_keys_back(ctx);
        self.ask_for_pasted_campers(ctx);
        let refused = std::mem::take(&mut self.app.forget_keys);
        if refused {
            ctx.input_mut(|input| self.typing.throw_away(&mut input.events));
        }
        self.take_notices();
        if let Some(copied) = self.app.copied.take() {
            ctx.copy_text(copied);
        }
        self.follow_settings(ctx);
        self.follow_camp(ctx);
        self.full_screen.follow(ctx, &mut self.app);
        self.close_if_wanted(ctx);
    }

    /// Draws the whole window.
    pub fn draw(&mut self, ui: &mut Ui) {
        // egui keeps the keyboard from everything below a box, also in the frame after it: whatever is to get it waits.
        let has_box = self.app.dialog.is_some();
        let is_kept = std::mem::replace(&mut self.had_box, has_box) || has_box;
        let waiting = self.app.focus_next.take_if(|_| is_kept);
        let leaves = !is_kept && self.is_esc_for_page(ui.ctx());
        let sent_to = self.app.focus_next;
        self.draw_all(ui);
        self.forget_untaken(sent_to);
        if leaves && ui.memory(|memory| memory.focused().is_none()) {
            // egui takes the keyboard from whatever has it.
            self.app.focus_next = self.app.focus_next.or(Some(FocusTarget::List));
            ui.ctx().request_repaint();
        }
        if waiting.is_some() {
            self.app.focus_next = self.app.focus_next.or(waiting);
            if self.app.dialog.is_none() {
                ui.ctx().request_repaint();
            }
        }
    }

    fn draw_all(&mut self, ui: &mut Ui) {
        if !whole_window::show(ui, &mut self.app) {
            self.pages(ui);
        }
        dialogs::show(ui.ctx(), &mut self.app);
        if self.app.session.camp.is_some()
            && let Some(started) = self.started.take()
        {
            tracing::info!(
                "the camp is drawn after {} ms",
                started.elapsed().as_millis()
            );
        }
        if self.undoes.is_some() && self.undoes != self.last_step() {
            if self.last_step() < self.undoes {
                self.toasts.taken_back();
            }
            self.undoes = None;
            self.toasts.forget_undo();
        }
        let over = Over {
            beside: self.beside_page(ui),
            with_foot: self.app.session.in_place_of_window().is_some(),
        };
        if let Some(answer) = self.toasts.show(ui.ctx(), over) {
            self.message_answered(answer);
        }
        drop_hint(ui, &self.app);
    }

    /// The page, with everything around it.
    fn pages(&mut self, ui: &mut Ui) {
        chrome::menu_bar(ui, &mut self.app);
        if self.app.session.camp.is_some() {
            chrome::status_bar(ui, &mut self.app);
            self.side_bar(ui);
        }
        self.messages_at_foot(ui);
        CentralPanel::default()
            .frame(page::page_frame(ui))
            .show(ui, |ui| self.page(ui));
    }

    fn side_bar(&mut self, ui: &mut Ui) {
        if !self.app.settings.side_bar {
            return;
        }
        Panel::left("pages")
            .exact_size(side_bar_width(ui.available_width()))
            .resizable(false)
            .frame(page::side_bar_frame(ui))
            .show(ui, |ui| {
                chrome::side_bar(ui, &mut self.app, self.toasts.top());
            });
    }

    /// The width of what stands beside the page and has room for a message, in points; nothing where nothing does.
    fn beside_page(&self, ui: &Ui) -> Option<f32> {
        let width = side_bar_width(ui.ctx().content_rect().width());
        let is_shown = self.app.session.camp.is_some() && self.app.settings.side_bar;
        (is_shown && width > chrome::RAIL).then_some(width - 2.0 * space::S)
    }

    /// Whether the keyboard is where a single letter does something.
    fn takes_single_keys(&self) -> bool {
        let shown = self.app.shown();
        shown.is_some_and(|page| page.takes_single_keys(self.app.view()))
    }

    /// Whether something is typed in a field of the form that isn't saved yet.
    fn is_typing(&self, ctx: &Context) -> bool {
        let shown = self.app.shown();
        shown.is_some_and(|page| page.is_typing(ctx, self.app.view()))
    }

    fn page(&mut self, ui: &mut Ui) {
        if self.app.opening {
            // What would be typed now would go into the camp that is being left.
            ui.disable();
        }
        self.app.bars = 0;
        outside::banner(ui, &mut self.app);
        banner::backup(ui, &mut self.app);
        if self.app.session.camp.is_none() {
            if !self.over(ui) {
                welcome::show(ui, &mut self.app);
            }
            return;
        }
        // What is said of the week belongs to the page that is covered.
        if self.app.is_covered() {
            self.over(ui);
            return;
        }
        if self.app.is_led_to() {
            if !self.over(ui) {
                self.draw_shown(ui);
            }
            return;
        }
        banner::banner(ui, &mut self.app);
        problems::banner(ui, &mut self.app);
        if !self.over(ui) {
            self.draw_shown(ui);
        }
    }

    /// The last step that is done in the history of the camp, and in which session.
    fn last_step(&self) -> Option<(u64, StepId)> {
        let session = &self.app.session;
        let last = session.camp.as_ref()?.next_steps.last?;
        Some((session.number, last))
    }

    /// What stands over the page. Whether anything does.
    fn over(&mut self, ui: &mut Ui) -> bool {
        let height = self.app.session.stands_over();
        self.cover.stack(ui, height, &mut self.app.focus_next);
        height > 0 && self.draw_shown(ui)
    }

    /// Keys that are commands. While a question is open, only the question has the keyboard.
    fn take_keys(&mut self, ctx: &Context) {
        if self.app.dialog.is_some() {
            return;
        }
        if !Popup::is_any_open(ctx) {
            self.toasts.take_esc(ctx);
        }
        // What is typed in a field is taken back letter by letter, and Ctrl+Enter is a new line in notes.
        let is_typing = self.is_typing(ctx);
        let belongs_to_field = |command: &Command| match *command {
            command if [Command::UNDO, Command::REDO].contains(&command) => is_typing,
            command => !self.app.has_its_keys(command),
        };
        // Those with more to hold down first, so that Ctrl+Shift+S is not taken for Ctrl+S.
        let mut keys = self
            .app
            .commands()
            .iter()
            .copied()
            .filter(|command| !belongs_to_field(command))
            .flat_map(|command| {
                let shortcuts = command.shortcuts().iter();
                shortcuts.map(move |shortcut| (*shortcut, command))
            })
            .collect::<Vec<_>>();
        keys.sort_by_key(|(shortcut, _)| !shortcut.shift);
        let pressed = ctx.input_mut(|input| {
            keys.into_iter()
                .filter(|(shortcut, command)| {
                    if is_another_key(input, *shortcut) {
                        return false;
                    }
                    let is_repeated = command.is_once_a_press() && is_held(input, shortcut.key);
                    input.consume_shortcut(&shortcut.of_egui()) && !is_repeated
                })
                .map(|(_, command)| command)
                .collect::<Vec<_>>()
        });
        for command in pressed {
            self.app.send(command);
        }
    }

    fn take_dropped_files(&mut self, ctx: &Context) {
        let files = ctx.input(|input| {
            let dropped = input.raw.dropped_files.iter();
            dropped
                .map(|file| PathBuf::from(file.path()))
                .filter(|path| !path.as_os_str().is_empty())
                .collect::<Vec<_>>()
        });
        if !files.is_empty() {
            self.app.send(Action::ImportFiles(files));
        }
    }

    /// Asks the system for what was copied elsewhere. It answers with one of the next frames, or not at all.
    fn ask_for_pasted_campers(&mut self, ctx: &Context) {
        let pasting = &mut self.app.session.pasting;
        if *pasting == Pasting::Wanted {
            *pasting = Pasting::Asked;
            ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
            self.paste_frames = PASTE_FRAMES;
        }
        if self.paste_frames > 0 {
            ctx.request_repaint();
        }
    }

    fn take_pasted_campers(&mut self, ctx: &Context) {
        if self.paste_frames == 0 {
            return;
        }
        self.paste_frames -= 1;
        let mut pasted = None;
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                egui::Event::Paste(text) => {
                    pasted = Some(text.clone());
                    false
                }
                _ => true,
            });
        });
        if let Some(text) = pasted {
            self.paste_frames = 0;
            self.app.session.pasting = Pasting::NotAsked;
            self.app.send(Action::PasteCampers(text));
        } else if self.paste_frames == 0 {
            self.app.session.pasting = Pasting::NothingCopied;
            // A question that led here says so itself, and goes on.
            let reason = Pasting::NothingCopied.problem();
            if let Some(reason) = reason.filter(|_| self.app.dialog.is_none()) {
                self.app.notices.note(reason);
            }
        }
    }

    /// A template may have been changed in another window, which the director comes from.
    fn follow_templates(&mut self, ctx: &Context) {
        let comes_back = |event: &egui::Event| *event == egui::Event::WindowFocused(true);
        let has_file = |app: &App| {
            app.session
                .camp
                .as_ref()
                .is_some_and(|camp| camp.path.is_some())
        };
        if ctx.input(|input| input.events.iter().any(comes_back)) && has_file(&self.app) {
            self.app.send(Action::LayOutAgain);
        }
    }

    fn follow_settings(&mut self, ctx: &Context) {
        let settings = &self.app.settings;
        if ctx.options(|options| options.fallback_theme) != egui::Theme::Light {
            // Where the system names none.
            ctx.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        }
        ctx.set_theme(match self.app.theme() {
            Theme::System => egui::ThemePreference::System,
            Theme::Light => egui::ThemePreference::Light,
            Theme::Dark => egui::ThemePreference::Dark,
        });
        if (ctx.zoom_factor() - settings.zoom).abs() > f32::EPSILON {
            ctx.set_zoom_factor(settings.zoom);
        }
        set_row_height(ctx, settings.rows.height());
        let title = match &self.app.session.camp {
            None => "Camp Ladder".to_owned(),
            Some(camp) if camp.shows_other_week() => {
                let week = within_sentence(&camp.data.week.name());
                format!("{}, {week} – Camp Ladder", camp.data.name)
            }
            Some(camp) => format!("{} – Camp Ladder", camp.data.name),
        };
        if self.app.is_called() {
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
        }
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// How large the window is, and whether it is maximized: so it is opened the next time.
    fn remember_size(&mut self, ctx: &Context) {
        let (maximized, is_seen, rect) = ctx.input(|input| {
            let viewport = input.viewport();
            let is_other = [viewport.minimized, viewport.fullscreen].contains(&Some(true));
            (viewport.maximized, !is_other, viewport.inner_rect)
        });
        if !is_seen || self.app.session.in_place_of_window().is_some() {
            return;
        }
        let settings = &mut self.app.settings;
        settings.maximized = maximized.unwrap_or(settings.maximized);
        if let Some(rect) = rect.filter(|_| maximized != Some(true)) {
            // As large as it is at normal size: that is how a window is made, before it is zoomed.
            let size = rect.size() * ctx.zoom_factor();
            settings.window = Some([size.x, size.y]);
        }
    }

    fn close_if_wanted(&mut self, ctx: &Context) {
        self.remember_size(ctx);
        let wanted = ctx.input(|input| input.viewport().close_requested());
        if self.app.may_close() {
            if !wanted {
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        } else if wanted && self.app.quitting {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        } else if wanted {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            let is_asked = matches!(
                self.app.dialog,
                Some(Dialog::QuitAnyway | Dialog::CloseUnsaved(_) | Dialog::SaveCopy(_))
            );
            if !is_asked {
                self.app.send(Command::QUIT);
            }
        }
    }
}

impl eframe::App for Window {
    fn raw_input_hook(&mut self, ctx: &Context, input: &mut egui::RawInput) {
        let pace = self.pace(ctx, Instant::now());
        if self.typing.deal(&mut input.events, pace) {
            ctx.request_repaint();
        }
    }

    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.prepare(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        theme::clear_color(visuals)
    }

    fn on_exit(&mut self) {
        self.app.end();
    }
}

/// Whether the function key of a command is pressed together with something that makes another key of it: Shift+F10 opens
/// the menu of a row, and isn't F10. With letters and signs egui rightly overlooks Shift, as “+” needs it on most keyboards.
fn is_another_key(input: &egui::InputState, shortcut: Shortcut) -> bool {
    held_keys::is_function_key(shortcut.key)
        && input.events.iter().any(|event| {
            matches!(event, egui::Event::Key { key, pressed: true, modifiers, .. }
                if *key == shortcut.key && (modifiers.shift != shortcut.shift || modifiers.alt))
        })
}

/// Whether a key is only repeated, as it is held down.
fn is_held(input: &egui::InputState, of: Key) -> bool {
    let mut presses = input.events.iter().filter_map(|event| match event {
        egui::Event::Key {
            key,
            pressed: true,
            repeat,
            ..
        } if *key == of => Some(*repeat),
        _ => None,
    });
    presses.all(|repeat| repeat)
}

/// The width of the list of pages in a window of this width, in points.
fn side_bar_width(window: f32) -> f32 {
    if window < WITH_NAMES {
        chrome::RAIL
    } else if window < NARROW {
        208.0
    } else {
        220.0
    }
}

/// Says what dropping the files that hang over the window will do.
fn drop_hint(ui: &Ui, app: &App) {
    let hovering = ui.input(|input| input.raw.hovered_files.len());
    if hovering == 0 {
        return;
    }
    let t = ui.tokens();
    let screen = ui.ctx().content_rect();
    let painter = ui.ctx().layer_painter(egui::LayerId::new(
        egui::Order::Foreground,
        egui::Id::unique("drop hint"),
    ));
    painter.rect_filled(screen, 0.0, t.backdrop);
    painter.text(
        screen.center(),
        egui::Align2::CENTER_CENTER,
        match app.dialog {
            Some(Dialog::CampSettings(_)) => "Drop the picture here to have it as the logo",
            Some(Dialog::NewCampFromOld(_)) => "Drop the file of the old camp here",
            _ => "Drop the files here to import them",
        },
        theme::bold(22.0),
        t.on_fill,
    );
}
