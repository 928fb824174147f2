//! What the page says of the second place, and what can be done about it.

use std::path::{Path, PathBuf};

use egui::{Context, Response, RichText, Role, Ui, WidgetInfo};

use super::super::BackupsPage;
use crate::{
    app::{
        BackupAction,
        page::{Ctx, Outbox, PageDialog},
    },
    kit::{
        self, Button, DialogAnswer, UiTokens as _, input::elided_in_the_middle, theme,
        tip::Tip as _, tokens::size,
    },
    storage::SecondPlace,
};

impl BackupsPage {
    /// Where backups go besides, and the way to another place.
    pub(super) fn second_place(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let place = ctx.settings.second_backups.as_deref();
        if let Some(place) = place {
            let about = self.about_second();
            let about = about.map_or_else(String::new, |about| format!(" {about}"));
            words_with_path(ui, place, |place| format!("Second place: “{place}”{about}"));
            // That it is there, and gets nothing all the same, only whoever writes there knows.
            if let (Err(why), Some(SecondPlace::Done)) = (&ctx.camp.second, self.second) {
                ui.label(RichText::new(why).color(ui.tokens().danger));
            }
        } else {
            let none = "Second place: none. A memory stick or a synchronized folder keeps backups when this computer is lost";
            ui.label(RichText::new(none).color(ui.tokens().text_weak));
        }
        let with_deleted = ctx.camp.with_deleted.iter().flatten();
        for place in with_deleted.clone() {
            let is_known = ctx.camp.is_known_with_deleted(place);
            words_with_path(ui, place, |place| {
                if is_known {
                    format!(
                        "Backups that you deleted may still be in “{place}”. They are deleted there as soon as that is possible"
                    )
                } else {
                    format!(
                        "No backups that you deleted are known to be in “{place}”. Any that are there are deleted as soon as that is possible"
                    )
                }
            });
        }
        let room = ui.available_width();
        ui.horizontal_wrapped(|ui| {
            let title = if place.is_some() {
                "Change second place…"
            } else {
                "Choose second place…"
            };
            if Button::secondary(title).show(ui).clicked() {
                out.send(BackupAction::AskForSecondPlace);
            }
            if place.is_some() && Button::quiet("Stop using it").show(ui).clicked() {
                out.send(BackupAction::SetSecondPlace(None));
            }
            for place in with_deleted {
                if stop_waiting(ui, place, room).clicked() {
                    out.ask(GiveUpPlace(place.clone()));
                }
            }
        });
    }

    /// What the list has of it.
    fn about_second(&self) -> Option<String> {
        let Some(second) = self.second else {
            return self.is_reading().then(|| "is being read…".to_owned());
        };
        let (why, gets) = second.why().zip(second.what_it_gets())?;
        Some(format!("{why}, so its backups aren’t listed. {gets}"))
    }
}

/// Words about a place, of whose path so much is shown as one line has room for, and all of it under the pointer.
fn words_with_path(ui: &mut Ui, place: &Path, words: impl Fn(&str) -> String) {
    let whole = place.display().to_string();
    let font = theme::regular(size::TEXT);
    let shown = elided_in_the_middle(ui, &whole, &font, ui.available_width());
    let text = RichText::new(words(&shown)).color(ui.tokens().text_weak);
    let label = ui.label(text);
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, words(&whole)));
    if shown != whole {
        label.tip(whole);
    }
}

/// The button that gives a place up, in so much room.
fn stop_waiting(ui: &mut Ui, place: &Path, room: f32) -> Response {
    let words = |place: &str| format!("Stop waiting for “{place}”…");
    let whole = place.display().to_string();
    let room = room - Button::quiet(&words("")).width(ui);
    let shown = elided_in_the_middle(ui, &whole, &theme::regular(size::TEXT), room);
    let button = Button::quiet(&words(&shown)).show(ui);
    button.accessible_name(words(&whole))
}

/// Asks before backups that were deleted are left in a place.
#[derive(Debug)]
struct GiveUpPlace(PathBuf);

impl PageDialog for GiveUpPlace {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let text = format!(
            "If “{}” is lost, nothing can be deleted there. The backups stay as they are, and whoever has the place can read them. Those of other camps are left there, too.",
            self.0.display()
        );
        let answer = kit::Dialog::new("Stop waiting for this place?")
            .text(&text)
            .danger("Stop waiting")
            .cancel("Keep waiting")
            .show(window, |_| {});
        if answer == Some(DialogAnswer::Confirmed) {
            out.send(BackupAction::GiveUpPlace(self.0.clone()));
        }
        answer.is_none()
    }
}
