//! Drawings of pages of PDFs, left out: such a drawing is empty.

use hayro::hayro_interpret::InterpreterSettings;

#[derive(Default)]
pub struct RenderCache;

impl RenderCache {
    pub fn new() -> Self {
        Self
    }
}

pub struct SvgRenderSettings {
    pub bg_color: [u8; 4],
}

pub fn convert<P, F>(
    _page: &P,
    _cache: &RenderCache,
    _interpreter: &InterpreterSettings<F>,
    _settings: &SvgRenderSettings,
) -> String {
    r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.to_owned()
}
