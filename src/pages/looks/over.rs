//! A page with a list that stands over another page, and leads back to that.

use egui::Ui;

use crate::{
    app::{Action, page::Outbox},
    kit::{Button, page::page_header},
};

/// In less room, in points, the buttons stand below the title.
pub(crate) const NARROW: f32 = 700.0;

/// Its title with the way back, between the button that counts and the others. What is said about it gives way in a narrow window.
pub(crate) fn header_with_way_back(
    ui: &mut Ui,
    (title, about): (&str, &str),
    out: &mut Outbox,
    main: impl FnOnce(&mut Ui, &mut Outbox),
    others: impl FnOnce(&mut Ui, &mut Outbox),
) {
    let back = |ui: &mut Ui, out: &mut Outbox| {
        if Button::secondary("Back").shortcut("Esc").show(ui).clicked() {
            out.send(Action::Back);
        }
    };
    if ui.available_width() < NARROW {
        page_header(ui, title, "", |ui| back(ui, out));
        ui.horizontal_wrapped(|ui| {
            main(ui, out);
            others(ui, out);
        });
        return;
    }
    page_header(ui, title, about, |ui| {
        others(ui, out);
        back(ui, out);
        main(ui, out);
    });
}
