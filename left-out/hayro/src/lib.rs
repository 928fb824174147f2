//! Pictures of pages of PDFs, left out: such a picture in a sheet is empty.

use self::{hayro_interpret::InterpreterSettings, vello_cpu::color::palette::css};

pub mod hayro_interpret {
    use std::sync::Arc;

    /// What is asked for letters, which nothing does: `F` is never called, so that the fonts that it would give aren't in the program.
    pub struct InterpreterSettings<F> {
        pub font_resolver: Arc<F>,
        pub cmap_resolver: Arc<dyn Fn(&()) -> Option<()> + Send + Sync>,
        pub warning_sink: Arc<dyn Fn(()) + Send + Sync>,
        pub render_annotations: bool,
    }

    pub mod font {
        use std::sync::Arc;

        pub type FontData = Arc<&'static [u8]>;

        pub enum FontQuery {
            Standard(&'static StandardFont),
            Fallback(&'static FallbackFontQuery),
        }

        pub struct FallbackFontQuery;

        impl FallbackFontQuery {
            pub fn pick_standard_font(&self) -> StandardFont {
                StandardFont::Helvetica
            }
        }

        #[derive(Clone, Copy)]
        pub enum StandardFont {
            Helvetica,
            HelveticaBold,
            HelveticaOblique,
            HelveticaBoldOblique,
            Courier,
            CourierBold,
            CourierOblique,
            CourierBoldOblique,
            TimesRoman,
            TimesBold,
            TimesItalic,
            TimesBoldItalic,
            ZapfDingBats,
            Symbol,
        }
    }
}

pub mod vello_cpu {
    pub mod color {
        pub mod palette {
            pub mod css {
                pub struct Colour;

                pub const TRANSPARENT: Colour = Colour;
            }
        }
    }
}

#[derive(Default)]
pub struct RenderCache;

impl RenderCache {
    pub fn new() -> Self {
        Self
    }
}

pub struct RenderSettings {
    pub x_scale: f32,
    pub y_scale: f32,
    pub width: Option<u16>,
    pub height: Option<u16>,
    pub bg_color: css::Colour,
}

/// A picture with nothing on it, of four bytes a pixel.
pub struct Pixmap(Vec<u8>);

impl Pixmap {
    pub fn take(self) -> Vec<u8> {
        self.0
    }
}

pub fn render<P, F>(
    _page: &P,
    _cache: &RenderCache,
    _interpreter: &InterpreterSettings<F>,
    settings: &RenderSettings,
) -> Pixmap {
    let sides = [settings.width, settings.height];
    let pixels = sides.map(|side| usize::from(side.unwrap_or(0)));
    Pixmap(vec![0; 4 * pixels[0] * pixels[1]])
}
