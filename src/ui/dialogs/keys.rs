//! The keys, as Help shows them.

use egui::{Align, Context, Layout, ScrollArea, Ui, style::ScrollAnimation, vec2};
use strum::VariantArray as _;

use super::super::kit::{self, page::section_title, scrolling::scrolled_by_keys, tokens::space};
use crate::app::{
    App,
    access_keys::{self, KeyGroup},
    dialogs::Dialog,
};

pub(super) fn keys(ctx: &Context, app: &App) -> Option<Dialog> {
    let answer = kit::Dialog::new("Keys")
        .confirm("Close")
        .width(640.0)
        .show(ctx, |ui| key_list(ui, app));
    answer.is_none().then_some(Dialog::Keys)
}

fn key_list(ui: &mut Ui, app: &App) {
    let height = ui.ctx().content_rect().height() * 0.6;
    let area = ScrollArea::vertical().max_height(height);
    area.auto_shrink([false, true]).show(ui, |ui| {
        let by = vec2(0.0, scrolled_by_keys(ui, height));
        ui.scroll_with_delta_animation(by, ScrollAnimation::none());
        for group in KeyGroup::VARIANTS.iter().copied() {
            section_title(ui, group.title());
            ui.add_space(space::XS);
            for (keys, text) in access_keys::help(app, group) {
                ui.horizontal_top(|ui| {
                    let width = vec2(200.0, 0.0);
                    let line = Layout::left_to_right(Align::TOP);
                    ui.allocate_ui_with_layout(width, line, |ui| {
                        ui.set_min_width(width.x);
                        ui.strong(keys);
                    });
                    ui.add(egui::Label::new(text).wrap());
                });
            }
            ui.add_space(space::M);
        }
        section_title(ui, "Results of games");
        ui.add_space(space::XS);
        ui.add(
            egui::Label::new("1 or W: White won. 0 or B: Black won. 5, =, D or ½: drawn.").wrap(),
        );
    });
}
