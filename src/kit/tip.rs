//! Tooltips. egui keeps an open one as long as the pointer rests, even when a dialog opens over what it belongs to.

#![expect(
    clippy::disallowed_methods,
    reason = "everything else shows its tooltips by these"
)]

use egui::{Label, RectAlign, Response, Tooltip, WidgetText};

/// What is said where the pointer rests.
pub trait Tip {
    /// Beside what it belongs to.
    fn tip(self, text: impl Into<WidgetText>) -> Response;

    /// Above what it belongs to a part of, such as a list that begins at `top`, in points: so it covers no other part.
    fn tip_above(self, top: f32, text: impl Into<WidgetText>) -> Response;

    /// Where the pointer is.
    fn tip_at_pointer(self, text: impl Into<WidgetText>) -> Response;

    /// Why it is grey.
    fn tip_if_disabled(self, text: impl Into<WidgetText>) -> Response;
}

impl Tip for Response {
    fn tip(self, text: impl Into<WidgetText>) -> Self {
        if_in_front(self, |it| it.on_hover_text(text))
    }

    fn tip_above(self, top: f32, text: impl Into<WidgetText>) -> Self {
        if_in_front(self, |it| {
            let mut tip = Tooltip::for_enabled(&it);
            let whole = it.rect.with_min_y(top.min(it.rect.top()));
            tip.popup = tip.popup.anchor(whole).align(RectAlign::TOP_START);
            tip.show(|ui| {
                ui.set_max_width(ui.spacing().tooltip_width);
                ui.add(Label::new(text));
            });
            it
        })
    }

    fn tip_at_pointer(self, text: impl Into<WidgetText>) -> Self {
        if_in_front(self, |it| it.on_hover_text_at_pointer(text))
    }

    fn tip_if_disabled(self, text: impl Into<WidgetText>) -> Self {
        if_in_front(self, |it| it.on_disabled_hover_text(text))
    }
}

fn if_in_front(response: Response, tip: impl FnOnce(Response) -> Response) -> Response {
    let layer = response.layer_id;
    let is_in_front = response.ctx.memory(|it| it.is_above_modal_layer(layer));
    if is_in_front { tip(response) } else { response }
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::{Button, Dialog, testing};

    #[test]
    fn a_tip_goes_when_a_dialog_opens_over_it() {
        let show = |ui: &mut egui::Ui, asks: &mut bool| {
            Button::secondary("Open").show(ui).tip("What it opens");
            if *asks {
                Dialog::new("Sure?").cancel("No").show(ui.ctx(), |_| ());
            }
        };
        let mut harness = testing::harness_with(false, show);
        harness.get_by_label("Open").hover();
        harness.run();
        assert!(harness.query_by_label("What it opens").is_some());
        *harness.state_mut() = true;
        harness.run();
        harness.get_by_role_and_label(egui::accesskit::Role::Dialog, "Sure?");
        assert!(harness.query_by_label("What it opens").is_none());
    }
}
