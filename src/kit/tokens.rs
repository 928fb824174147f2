//! Every colour and measure of the program, for light and dark, in one place.
//!
//! The accent is the green of the roll-up vinyl board that every chess camp owns: it belongs to the subject, stays calm
//! over a working day, and differs from the blue that Windows itself uses for its own selection. All greys lean a
//! little towards it, so that the surfaces read as one material. Text reaches the contrast of WCAG 2.2 AA (4.5 : 1),
//! outlines, icons and the focus ring 3 : 1; the tests of this module compute it.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the one place where colours are made"
)]

use egui::Color32;

/// The colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tokens {
    /// Whether these are the colours of the dark theme.
    pub dark: bool,

    /// Behind everything that stands beside the work: side bar, status bar, table header.
    pub surface_sunken: Color32,
    /// The page itself.
    pub surface: Color32,
    /// What lies on the page: tables, fields, cards, menus, dialogs.
    pub surface_raised: Color32,
    /// A quiet control or row under the pointer.
    pub surface_hover: Color32,
    /// A quiet control while it is pressed.
    pub surface_pressed: Color32,
    /// Every other row of a table.
    pub zebra: Color32,

    /// Titles and the values people look for.
    pub text_strong: Color32,
    /// Running text.
    pub text: Color32,
    /// Secondary text: hints, units, column titles.
    pub text_weak: Color32,

    /// Divides one area from another; decoration, so it may be faint.
    pub border: Color32,
    /// Handle of a scroll bar at rest.
    pub scroll_handle: Color32,
    /// Outline of a control; shows where one can type or click, so it must be seen.
    pub border_control: Color32,

    /// Accent as text, icon, check mark or indicator.
    pub accent: Color32,
    /// Fill of the primary button.
    pub accent_fill: Color32,
    /// Fill of the primary button under the pointer.
    pub accent_fill_hover: Color32,
    /// Text on [`Self::accent_fill`] and on [`Self::danger_fill`].
    pub on_fill: Color32,
    /// Selected row or item of what has the keyboard; also selected text.
    pub selection: Color32,
    /// Selected row of what does not have the keyboard.
    pub selection_idle: Color32,
    /// Ring around what has the keyboard.
    pub focus_ring: Color32,

    /// Errors: text and icon.
    pub danger: Color32,
    /// Fill of a button that destroys.
    pub danger_fill: Color32,
    /// Fill of a button that destroys, under the pointer.
    pub danger_fill_hover: Color32,
    /// Behind an error message.
    pub danger_soft: Color32,
    /// Warnings: text and icon.
    pub warning: Color32,
    /// Behind a warning.
    pub warning_soft: Color32,
    /// Success: text and icon.
    pub success: Color32,
    /// Behind a success message.
    pub success_soft: Color32,
    /// Information: text and icon.
    pub info: Color32,
    /// Behind an information.
    pub info_soft: Color32,

    /// Laid over the window behind a dialog.
    pub backdrop: Color32,
    /// Shadow of menus, dialogs and messages.
    pub shadow: Color32,
}

/// Colours on white and near-white.
pub static LIGHT: Tokens = Tokens {
    dark: false,
    surface_sunken: hex(0xF1_F4F2),
    surface: hex(0xFA_FBFA),
    surface_raised: hex(0xFF_FFFF),
    surface_hover: hex(0xE9_EEEB),
    surface_pressed: hex(0xDD_E4E0),
    zebra: hex(0xF7_F9F8),
    text_strong: hex(0x12_1815),
    text: hex(0x2A_322E),
    text_weak: hex(0x55_605A),
    border: hex(0xDF_E5E1),
    scroll_handle: hex(0xB4_BDB8),
    border_control: hex(0x7D_8882),
    accent: hex(0x17_6A49),
    accent_fill: hex(0x17_6A49),
    accent_fill_hover: hex(0x11_573B),
    on_fill: hex(0xFF_FFFF),
    selection: hex(0xD3_EADF),
    selection_idle: hex(0xE6_ECE9),
    focus_ring: hex(0x17_6A49),
    danger: hex(0xB3_261E),
    danger_fill: hex(0xB3_261E),
    danger_fill_hover: hex(0x93_1D17),
    danger_soft: hex(0xFD_EEEC),
    warning: hex(0x85_5000),
    warning_soft: hex(0xFF_F4DF),
    success: hex(0x17_6A49),
    success_soft: hex(0xE6_F4EC),
    info: hex(0x1B_5A9E),
    info_soft: hex(0xE9_F1FA),
    backdrop: Color32::from_black_alpha(84),
    shadow: Color32::from_black_alpha(38),
};

/// Colours on near-black.
pub static DARK: Tokens = Tokens {
    dark: true,
    surface_sunken: hex(0x14_1715),
    surface: hex(0x1A_1E1C),
    surface_raised: hex(0x21_2623),
    surface_hover: hex(0x2B_312E),
    surface_pressed: hex(0x36_3E3A),
    zebra: hex(0x24_2A27),
    text_strong: hex(0xF3_F6F4),
    text: hex(0xD6_DCD9),
    text_weak: hex(0x9F_A9A4),
    border: hex(0x34_3B37),
    scroll_handle: hex(0x50_5955),
    border_control: hex(0x78_827D),
    accent: hex(0x74_CFA3),
    accent_fill: hex(0x2A_8159),
    accent_fill_hover: hex(0x24_734F),
    on_fill: hex(0xFF_FFFF),
    selection: hex(0x1C_4431),
    selection_idle: hex(0x30_3733),
    focus_ring: hex(0x74_CFA3),
    danger: hex(0xFF_8E84),
    danger_fill: hex(0xC7_443D),
    danger_fill_hover: hex(0xAE_3631),
    danger_soft: hex(0x3A_2120),
    warning: hex(0xF0_B83F),
    warning_soft: hex(0x37_2C13),
    success: hex(0x74_CFA3),
    success_soft: hex(0x1B_3428),
    info: hex(0x86_BCF5),
    info_soft: hex(0x1B_2B3F),
    backdrop: Color32::from_black_alpha(140),
    shadow: Color32::from_black_alpha(110),
};

const fn hex(rgb: u32) -> Color32 {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

/// A colour that is not the program's own but the user's: red, green and blue.
pub const fn users_color([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Distances, in points: one scale, so that what belongs together stands together.
pub mod space {
    /// Between an icon and its text.
    pub const XS: f32 = 4.0;
    /// Between controls of one group.
    pub const S: f32 = 8.0;
    /// Between fields.
    pub const M: f32 = 12.0;
    /// Between groups, and inside cards.
    pub const L: f32 = 16.0;
    /// Around a page.
    pub const XL: f32 = 24.0;
}

/// Corner radii, in points.
pub mod radius {
    /// Badges, check boxes, rows of a menu.
    pub const SMALL: u8 = 4;
    /// Buttons and fields.
    pub const CONTROL: u8 = 6;
    /// Cards, tables, menus, messages.
    pub const CARD: u8 = 8;
    /// Dialogs.
    pub const DIALOG: u8 = 12;
}

/// Sizes of controls and text, in points.
pub mod size {
    /// Height of buttons and one-line fields.
    pub const CONTROL: f32 = 32.0;
    /// Height of small buttons: in banners, messages and the status bar.
    pub const CONTROL_SMALL: f32 = 26.0;
    /// Height of a table row.
    pub const ROW: f32 = 30.0;
    /// Height of a table header.
    pub const HEADER: f32 = 34.0;
    /// Height of a row in a drop-down list.
    pub const LIST_ROW: f32 = 30.0;
    /// Height of an entry of the side bar.
    pub const NAV: f32 = 36.0;
    /// The same in a low window.
    pub const NAV_LOW: f32 = 28.0;
    /// Height of the status bar.
    pub const STATUS_BAR: f32 = 30.0;
    /// Edge of an icon beside text.
    pub const ICON: f32 = 16.0;
    /// Width of the focus ring.
    pub const FOCUS: f32 = 2.0;
    /// Width of the label column of a form.
    pub const LABEL_COLUMN: f32 = 132.0;

    /// Small text.
    pub const TEXT_SMALL: f32 = 12.0;
    /// Running text.
    pub const TEXT: f32 = 14.0;
    /// Title of a card, a dialog or a section.
    pub const TEXT_TITLE: f32 = 16.0;
    /// Title of a page.
    pub const TEXT_HEADING: f32 = 22.0;
}

/// What a message is about; decides its colour and its icon, never its colour alone.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tone {
    /// Worth knowing.
    Info,
    /// Done.
    Success,
    /// Needs a look.
    Warning,
    /// Went wrong.
    Danger,
}

impl Tokens {
    /// Colour of text and icon of a message.
    pub fn tone(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Info => self.info,
            Tone::Success => self.success,
            Tone::Warning => self.warning,
            Tone::Danger => self.danger,
        }
    }

    /// Colour behind a message.
    pub fn tone_soft(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Info => self.info_soft,
            Tone::Success => self.success_soft,
            Tone::Warning => self.warning_soft,
            Tone::Danger => self.danger_soft,
        }
    }

    /// The tokens of a theme.
    pub fn new(theme: egui::Theme) -> &'static Self {
        match theme {
            egui::Theme::Light => &LIGHT,
            egui::Theme::Dark => &DARK,
        }
    }
}

/// A ground in a colour of somebody's own choice, and the ink that is read on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    pub fill: Color32,
    pub ink: Color32,
}

impl Band {
    /// The ink is black or white, whichever stands out more: by 4.5 : 1 at least, as one of them does on any colour.
    pub fn new([red, green, blue]: [u8; 3]) -> Self {
        let fill = Color32::from_rgb(red, green, blue);
        let inks = [Color32::WHITE, Color32::BLACK];
        let [white, black] = inks.map(|ink| contrast(ink, fill));
        let ink = if white >= black {
            Color32::WHITE
        } else {
            Color32::BLACK
        };
        Self { fill, ink }
    }
}

/// Contrast ratio of two opaque colours, 1 to 21. Source: WCAG 2.2, "contrast ratio".
pub(super) fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |color: Color32| {
        let linear = |channel: u8| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Gives the tokens of the theme that is shown: `ui.tokens()`.
pub trait UiTokens {
    /// The colours to draw with here.
    fn tokens(&self) -> &'static Tokens;

    /// The height of a row of a table, in points: as the director has chosen.
    fn row_height(&self) -> f32;
}

/// Gives the rows of all tables this height, in points.
pub fn set_row_height(ctx: &egui::Context, height: f32) {
    ctx.data_mut(|data| data.insert_temp(row_height_id(), height));
}

fn row_height_id() -> egui::Id {
    egui::Id::unique("height of rows")
}

impl UiTokens for egui::Ui {
    fn tokens(&self) -> &'static Tokens {
        if self.visuals().dark_mode {
            &DARK
        } else {
            &LIGHT
        }
    }

    fn row_height(&self) -> f32 {
        self.ctx().row_height()
    }
}

impl UiTokens for egui::Context {
    fn tokens(&self) -> &'static Tokens {
        Tokens::new(self.theme())
    }

    fn row_height(&self) -> f32 {
        self.data(|data| data.get_temp(row_height_id()))
            .unwrap_or(size::ROW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn at_least(theme: &Tokens, what: &str, ratio: f32, front: Color32, back: Color32) {
        let found = contrast(front, back);
        let theme = if theme.dark { "dark" } else { "light" };
        assert!(
            found >= ratio,
            "{theme}: {what} is {front:?} on {back:?}, {found:.2} : 1, needs {ratio} : 1"
        );
    }

    #[test]
    fn text_can_be_read_on_every_surface() {
        for t in [&LIGHT, &DARK] {
            let surfaces = [
                t.surface_sunken,
                t.surface,
                t.surface_raised,
                t.surface_hover,
                t.zebra,
                t.selection_idle,
            ];
            for back in surfaces {
                at_least(t, "strong text", 7.0, t.text_strong, back);
                at_least(t, "text", 4.5, t.text, back);
                at_least(t, "weak text", 4.5, t.text_weak, back);
            }
            at_least(t, "selected row", 4.5, t.text_strong, t.selection);
            at_least(t, "selected row, weak", 4.5, t.text_weak, t.selection);
            // The stripes of a list on the wall.
            at_least(t, "danger", 4.5, t.danger, t.surface_hover);
            at_least(t, "success", 4.5, t.success, t.surface_hover);
            for back in [t.surface_sunken, t.surface, t.surface_raised] {
                at_least(t, "accent", 4.5, t.accent, back);
                at_least(t, "danger", 4.5, t.danger, back);
                at_least(t, "warning", 4.5, t.warning, back);
                at_least(t, "success", 4.5, t.success, back);
                at_least(t, "info", 4.5, t.info, back);
            }
            for tone in [Tone::Info, Tone::Success, Tone::Warning, Tone::Danger] {
                at_least(t, "message", 4.5, t.tone(tone), t.tone_soft(tone));
                at_least(t, "message text", 4.5, t.text_strong, t.tone_soft(tone));
                at_least(t, "message detail", 4.5, t.text, t.tone_soft(tone));
            }
            for fill in [
                t.accent_fill,
                t.accent_fill_hover,
                t.danger_fill,
                t.danger_fill_hover,
            ] {
                at_least(t, "text on a filled button", 4.5, t.on_fill, fill);
            }
        }
    }

    #[test]
    fn ink_can_be_read_on_any_colour() {
        let steps = (0..=255).step_by(15);
        for red in steps.clone() {
            for green in steps.clone() {
                for blue in steps.clone() {
                    let Band { fill, ink } = Band::new([red, green, blue]);
                    assert!(contrast(fill, ink) >= 4.5, "{fill:?}");
                }
            }
        }
    }

    #[test]
    fn outlines_and_focus_can_be_seen() {
        for t in [&LIGHT, &DARK] {
            for back in [t.surface_sunken, t.surface, t.surface_raised, t.zebra] {
                at_least(t, "outline of a control", 3.0, t.border_control, back);
                at_least(t, "focus ring", 3.0, t.focus_ring, back);
            }
            for back in [t.surface, t.surface_raised] {
                at_least(t, "primary button", 3.0, t.accent_fill, back);
                at_least(t, "danger button", 3.0, t.danger_fill, back);
            }
            at_least(t, "mark of the selected row", 3.0, t.accent, t.selection);
            at_least(
                t,
                "mark of the selected row",
                3.0,
                t.accent,
                t.selection_idle,
            );
        }
    }
}
