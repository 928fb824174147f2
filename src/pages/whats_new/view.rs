//! How the change log looks.

use egui::{Label, RichText, ScrollArea, Ui, style::ScrollAnimation, text::LayoutJob, vec2};

use super::{
    WhatsNew,
    logic::{Part, Words},
};
use crate::{
    app::{
        Action,
        page::{Ctx, Outbox, Page, PageView},
    },
    kit::{
        Button, UiTokens as _,
        page::{page_header, section_title, takes_escape},
        scrolling::scrolled_by_keys,
        theme,
        tokens::{size, space},
    },
};

/// A line is at most so wide, in points, that the eye finds the next one.
const LINE: f32 = 720.0;

impl PageView for WhatsNew {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        page_header(ui, Page::WHATS_NEW.title, "", |ui| {
            let back = Button::secondary("Back").shortcut("Esc").show(ui);
            if !self.has_keyboard {
                back.request_focus();
                self.has_keyboard = true;
            }
            if back.clicked() {
                out.send(Action::Back);
            }
        });
        ScrollArea::vertical()
            .id_salt("change log")
            .auto_shrink(false)
            .show(ui, |ui| {
                if !ctx.has_dialog {
                    let height = ui.clip_rect().height();
                    let by = vec2(0.0, scrolled_by_keys(ui, height));
                    ui.scroll_with_delta_animation(by, ScrollAnimation::none());
                }
                ui.set_max_width(LINE.min(ui.available_width() - space::L));
                ui.spacing_mut().item_spacing.y = space::S;
                for part in &self.parts {
                    show(ui, part);
                }
            });
        if !ctx.has_dialog && takes_escape(ui) {
            out.send(Action::Back);
        }
    }
}

fn show(ui: &mut Ui, part: &Part) {
    match part {
        Part::Version(version) => {
            ui.add_space(space::S);
            section_title(ui, version);
        }
        Part::Change(words) => {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::S;
                let dot = RichText::new("•").color(ui.tokens().text_weak);
                ui.add(Label::new(dot).selectable(false));
                paragraph(ui, words);
            });
        }
        Part::Paragraph(words) => paragraph(ui, words),
    }
}

fn paragraph(ui: &mut Ui, words: &[Words]) {
    let t = ui.tokens();
    let mut job = LayoutJob::default();
    for Words { text, is_name } in words {
        let (font, color) = if *is_name {
            (theme::medium(size::TEXT), t.text_strong)
        } else {
            (theme::regular(size::TEXT), t.text)
        };
        job.append(text, 0.0, egui::TextFormat::simple(font, color));
    }
    ui.add(Label::new(job).wrap());
}
