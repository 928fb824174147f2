//! Which records of the camp would change, each in words: nothing that somebody corrected is overwritten unseen.

use egui::{RichText, Ui};

use crate::{
    import::Plan,
    kit::{
        UiTokens as _,
        page::{card, section_title},
        tokens::space,
    },
};

/// So many changes are named; a file that changes more than that is another camp's, or another week's.
const NAMED: usize = 40;

/// Shows the records that would change, if any.
pub(super) fn changes(ui: &mut Ui, plan: &Plan) {
    if plan.changes_in_words.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "What changes in the camp");
        ui.add_space(space::XS);
        ui.spacing_mut().item_spacing.y = space::XS;
        for change in plan.changes_in_words.iter().take(NAMED) {
            ui.add(egui::Label::new(change).wrap());
        }
        let others = plan.changes_in_words.len().saturating_sub(NAMED);
        if others > 0 {
            let weak = ui.tokens().text_weak;
            ui.label(RichText::new(format!("and {others} more")).color(weak));
        }
    });
}
