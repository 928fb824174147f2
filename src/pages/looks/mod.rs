//! What several pages draw alike.

pub(crate) mod columns;
pub(crate) mod computed;
pub(crate) mod cover;
pub(crate) mod datasheet;
pub(crate) mod disclosure;
pub(crate) mod field_box;
pub(crate) mod fields;
pub(crate) mod form;
pub(crate) mod keyboard;
pub(crate) mod list;
pub(crate) mod navigation;
pub(crate) mod over;
pub(crate) mod problems;
pub(crate) mod recalc_needed;
pub(crate) mod record;
pub(crate) mod row_menu;
pub(crate) mod scopes;
pub(crate) mod sheets;
pub(crate) mod week_path;

use egui::{RichText, Sense, Ui, vec2};

use crate::{
    domain::{CampData, Player, name_key, show_change, show_rating},
    kit::{
        Cell, Choice, Icon, PickerItem, UiTokens as _,
        picker::search_words,
        tokens::{Tokens, space},
    },
};

/// Room for the name of a choice before it, in points.
const LABEL: f32 = 60.0;

/// Goes on in the next line where a choice of this width has no room in this one, with its name before it.
pub(crate) fn keep_together(ui: &mut Ui, width: f32) {
    if ui.available_size_before_wrap().x < width + LABEL {
        ui.end_row();
    }
}

/// A choice with its name before it; tells whether another value was chosen.
pub(crate) fn labeled(
    ui: &mut Ui,
    name: &str,
    options: &[&str],
    width: f32,
    chosen: &mut Option<usize>,
) -> bool {
    let id = ui.make_persistent_id(("choice", name));
    // The name must not stand at the end of a line, without its choice.
    keep_together(ui, width);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        ui.label(RichText::new(name).color(ui.tokens().text_weak));
        let choice = Choice::new(options).width(width);
        let response = choice.show(ui, id, name, chosen);
        response.accessible_name(name).changed()
    })
    .inner
}

/// The change of a rating or of a place. Only the arrow has a colour: where most lines change, a list of coloured figures tells nothing.
pub(crate) fn change_cell(cell: &mut Cell<'_>, t: &Tokens, change: i32) {
    let (icon, color) = match change {
        0 => return cell.weak("0"),
        1.. => (Icon::ChevronUp, t.success),
        _ => (Icon::ChevronDown, t.danger),
    };
    cell.widgets(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let text = RichText::new(show_change(change)).color(t.text);
        ui.add(egui::Label::new(text).selectable(false));
        let (rect, _) = ui.allocate_exact_size(vec2(11.0, 11.0), Sense::hover());
        icon.paint(ui.painter(), rect, color);
    });
}

/// Everybody, those who play first.
pub(crate) fn players_to_choose(camp: &CampData) -> Vec<PickerItem> {
    players_to_choose_in(camp, |player| camp.group_name(player.group))
}

/// Everybody, those who play first, where `group` says the name of a player's group.
pub(crate) fn players_to_choose_in<'a>(
    camp: &'a CampData,
    group: impl Fn(&'a Player) -> &'a str,
) -> Vec<PickerItem> {
    let mut players = camp.players.iter().collect::<Vec<_>>();
    players.sort_by_cached_key(|player| (!player.active, player.sort_key()));
    let namesakes = camp.namesakes();
    let item = |player: &&'a Player| {
        let group = group(player);
        let state = if player.active { "" } else { ", inactive" };
        PickerItem {
            key: player.id.0,
            text: player.listed_among(&namesakes),
            detail: format!(
                "No. {}, {group}, {}{state}",
                player.id,
                show_rating(player.ratings.weekly)
            ),
            search: search_words(&name_key(&format!("{} {}", player.all_names(), player.id))),
            seldom: !player.active,
        }
    };
    players.iter().map(item).collect()
}
