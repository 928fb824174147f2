//! The window: it draws what the program behind it holds, and sends it what the director does.

use crate::app::App;

/// The window.
#[derive(Debug)]
pub struct Window {
    /// The program behind the window.
    pub app: App,
}

impl Window {
    pub fn new(_ctx: &egui::Context, app: App) -> Self {
        Self { app }
    }
}

impl eframe::App for Window {
    fn logic(&mut self, _ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.app.logic();
    }

    fn ui(&mut self, _ui: &mut egui::Ui, _frame: &mut eframe::Frame) {}
}
