//! Fonts and egui styles made from the tokens.

use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Shadow,
    Stroke, Style, TextStyle, Theme, Visuals, style::ScrollFadeStyle, style::ScrollStyle,
    style::WidgetVisuals, vec2,
};

use super::{
    dialog,
    tokens::{Tokens, radius, size, space},
};

const MEDIUM: &str = "medium";
const BOLD: &str = "bold";

/// Gives the window its fonts and both themes. Call once, before the first frame.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    dialog::install(ctx);
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_style_of(theme, style(theme));
    }
}

/// What the window is cleared with, for `eframe::App::clear_color`.
///
/// At a scale of 150 % the line between two panels covers pixels by halves; what shines through is this.
pub fn clear_color(visuals: &Visuals) -> [f32; 4] {
    visuals
        .widgets
        .noninteractive
        .bg_stroke
        .color
        .to_normalized_gamma_f32()
}

/// Roboto Regular.
pub fn regular(points: f32) -> FontId {
    FontId::new(points, FontFamily::Proportional)
}

/// Roboto Medium: titles, column heads, the primary button.
pub fn medium(points: f32) -> FontId {
    FontId::new(points, FontFamily::Name(MEDIUM.into()))
}

/// Roboto Bold: rarely; the one thing on a page that matters most.
pub fn bold(points: f32) -> FontId {
    FontId::new(points, FontFamily::Name(BOLD.into()))
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let faces: [(&str, &'static [u8]); 3] = [
        ("Roboto", include_bytes!("../../fonts/Roboto-Regular.ttf")),
        (
            "Roboto Medium",
            include_bytes!("../../fonts/Roboto-Medium.ttf"),
        ),
        ("Roboto Bold", include_bytes!("../../fonts/Roboto-Bold.ttf")),
    ];
    for (name, bytes) in faces {
        let data = Arc::new(FontData::from_static(bytes));
        fonts.font_data.insert(name.to_owned(), data);
    }
    // Roboto's figures all have one width, so it serves where egui asks for a monospaced font too.
    let families = [
        (FontFamily::Proportional, "Roboto"),
        (FontFamily::Monospace, "Roboto"),
        (FontFamily::Name(MEDIUM.into()), "Roboto Medium"),
        (FontFamily::Name(BOLD.into()), "Roboto Bold"),
    ];
    for (family, face) in families {
        fonts.families.insert(family, vec![face.to_owned()]);
    }
    fonts
}

fn style(theme: Theme) -> Style {
    let mut style = Style {
        visuals: visuals(theme),
        text_styles: [
            (TextStyle::Small, regular(size::TEXT_SMALL)),
            (TextStyle::Body, regular(size::TEXT)),
            (TextStyle::Button, regular(size::TEXT)),
            (TextStyle::Heading, medium(size::TEXT_HEADING)),
            (TextStyle::Monospace, regular(size::TEXT)),
        ]
        .into(),
        // Short enough not to be waited for.
        animation_time: 0.1,
        ..Style::default()
    };

    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(space::S, space::S);
    spacing.button_padding = vec2(space::M, 6.0);
    spacing.interact_size = vec2(size::CONTROL, size::CONTROL);
    spacing.window_margin = Margin::same(20);
    spacing.menu_margin = Margin::same(4);
    spacing.menu_spacing = 4.0;
    spacing.icon_width = 18.0;
    spacing.icon_width_inner = 10.0;
    spacing.icon_spacing = space::S;
    spacing.combo_width = 160.0;
    spacing.combo_height = 280.0;
    spacing.tooltip_width = 360.0;
    // Always seen, so that one knows there is more; beside the content, so that nothing lies under it.
    spacing.scroll = ScrollStyle {
        floating: true,
        floating_allocated_width: 12.0,
        floating_width: 6.0,
        bar_width: 10.0,
        bar_inner_margin: 2.0,
        bar_outer_margin: 2.0,
        handle_min_length: 32.0,
        foreground_color: false,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.5,
        dormant_handle_opacity: 1.0,
        active_handle_opacity: 1.0,
        interact_handle_opacity: 1.0,
        fade: ScrollFadeStyle {
            strength: 0.0,
            ..ScrollFadeStyle::default()
        },
        ..ScrollStyle::floating()
    };

    // A label is read, not edited: selecting it by accident while clicking looks like a fault.
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style
}

fn visuals(theme: Theme) -> Visuals {
    let t = Tokens::new(theme);
    let mut visuals = match theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };

    visuals.weak_text_color = Some(t.text_weak);
    visuals.hyperlink_color = t.accent;
    visuals.faint_bg_color = t.zebra;
    visuals.extreme_bg_color = t.surface_raised;
    visuals.text_edit_bg_color = Some(t.surface_raised);
    visuals.code_bg_color = t.surface_sunken;
    visuals.warn_fg_color = t.warning;
    visuals.error_fg_color = t.danger;
    visuals.panel_fill = t.surface;
    visuals.window_fill = t.surface_raised;
    visuals.window_stroke = Stroke::new(1.0, t.border);
    visuals.window_corner_radius = CornerRadius::same(radius::DIALOG);
    visuals.menu_corner_radius = CornerRadius::same(radius::CARD);
    visuals.window_shadow = shadow(t, 12, 32);
    visuals.popup_shadow = shadow(t, 6, 18);
    visuals.selection.bg_fill = t.selection;
    visuals.selection.stroke = Stroke::new(size::FOCUS, t.focus_ring);
    visuals.text_cursor.stroke = Stroke::new(1.5, t.text_strong);
    // A cursor that blinks draws the window twice a second for as long as somebody thinks.
    visuals.text_cursor.blink = false;
    visuals.button_frame = true;
    visuals.indent_has_left_vline = false;
    visuals.disabled_alpha = 0.5;

    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(t.surface, Stroke::new(1.0, t.border), t.text);
    widgets.inactive = widget(t.surface_raised, Stroke::new(1.0, t.border_control), t.text);
    widgets.hovered = widget(
        t.surface_hover,
        Stroke::new(1.0, t.text_weak),
        t.text_strong,
    );
    widgets.open = widget(
        t.surface_hover,
        Stroke::new(1.0, t.text_weak),
        t.text_strong,
    );
    // egui draws "pressed" and "has the keyboard" alike: the stroke is the focus ring.
    widgets.active = widget(
        t.surface_hover,
        Stroke::new(size::FOCUS, t.focus_ring),
        t.text_strong,
    );
    // Our widgets paint their own backgrounds; what egui still fills with `bg_fill` are the handles of scroll bars.
    widgets.inactive.bg_fill = t.scroll_handle;
    widgets.hovered.bg_fill = t.border_control;
    widgets.active.bg_fill = t.text_weak;
    visuals
}

fn widget(fill: Color32, outline: Stroke, text: Color32) -> WidgetVisuals {
    WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: outline,
        corner_radius: CornerRadius::same(radius::CONTROL),
        fg_stroke: Stroke::new(1.5, text),
        expansion: 0.0,
    }
}

/// A soft shadow below what floats.
fn shadow(t: &Tokens, drop: i8, blur: u8) -> Shadow {
    Shadow {
        offset: [0, drop],
        blur,
        spread: 0,
        color: t.shadow,
    }
}
