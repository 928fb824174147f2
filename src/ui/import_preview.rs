//! Import preview.
#[derive(Debug, Default)]
pub(super) struct ImportPreview;
impl ImportPreview {
    pub(super) fn show(&mut self, _ui: &mut egui::Ui, _app: &mut crate::app::App) {}
}
