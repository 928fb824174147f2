//! Standings.
#[derive(Debug, Default)]
pub(in crate::ui) struct StandingsForm;
impl StandingsForm {
    pub(in crate::ui) fn show(&mut self, _ui: &mut egui::Ui, _app: &mut crate::app::App) {}
}
