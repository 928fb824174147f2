//! The picture of the program, for the welcome page, the window's corner and the taskbar.

/// The program's icon.
pub(crate) fn icon() -> egui::IconData {
    const PICTURE: &[u8] = include_bytes!("../../icons/camp-ladder-256.png");
    eframe::icon_data::from_png_bytes(PICTURE).unwrap_or_default()
}
