//! The keys, as Help shows them.

use egui::{Align, Context, Layout, ScrollArea, Ui, vec2};

use super::super::kit::{self, page::section_title, tokens::space};
use crate::app::{
    access_keys::{self, KeyGroup},
    dialogs::Dialog,
};

pub(super) fn keys(ctx: &Context) -> Option<Dialog> {
    let answer = kit::Dialog::new("Keys")
        .confirm("Close")
        .width(640.0)
        .show(ctx, key_list);
    answer.is_none().then_some(Dialog::Keys)
}

fn key_list(ui: &mut Ui) {
    let area = ScrollArea::vertical().max_height(ui.ctx().content_rect().height() * 0.6);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for group in KeyGroup::ALL {
            section_title(ui, group.title());
            ui.add_space(space::XS);
            for (keys, text) in access_keys::help(group) {
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
