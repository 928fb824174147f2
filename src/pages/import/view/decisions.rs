//! What the director decides: results, names, numbers, dates.

use std::collections::HashMap;

use egui::{Id, RichText, Ui};
use strum::VariantArray as _;

use super::super::{
    decision::Decision,
    digest::{Asked, Digest, Why},
};
use super::{cell, focus_if_first};
use crate::{
    domain::{PlayerId, counted, name_key, sentence_case},
    import::{Choices, DateOrder, GamesElsewhere, Meaning, Plan, ResultUse, UnknownPlayers},
    kit::{
        Banner, Button, Choice, Icon, Picker, PickerState, UiTokens as _,
        banner::BannerAnswer,
        icon::icon_label,
        input_check::check_box,
        page::{card, section_title},
        theme,
        tokens::{size, space},
    },
    pages::looks::disclosure::lines,
};

/// Below this width of a card there is just room for a choice and the button behind it, in points.
const NARROW: f32 = 380.0;

/// The room for the button behind a choice, in points.
const UNDO: f32 = 60.0;

/// Width of the choice of a date's order, in points.
const ORDER: f32 = 170.0;

/// Height of a name with the choice of who is meant, in points.
const LINE: f32 = size::CONTROL + space::S;

/// Who is meant by names that nobody has, as typed: by what the choices know the names by.
pub(super) type Pickers = HashMap<String, PickerState>;

/// Everything that is decided about the rows. Each part is there only if there is something to decide or to see.
pub(super) fn decisions(
    ui: &mut Ui,
    plan: &Plan,
    choices: &Choices,
    digest: &Digest,
    pickers: &mut Pickers,
    made: &mut Vec<Decision>,
) {
    if digest.is_damaged {
        card(ui, |ui| damaged(ui, choices, made));
    }
    if !digest.replaced.is_empty() {
        card(ui, |ui| replaced(ui, choices, digest, made));
    }
    if digest.replaced_games > 0 {
        card(ui, |ui| replaced_games(ui, choices, digest, made));
    }
    if !digest.results.is_empty() {
        card(ui, |ui| results(ui, digest, made));
    }
    let are_made = choices.unknown_players != UnknownPlayers::LeaveOut;
    let asks_of_unknown = digest.knows_nobody || digest.asks_for_anybody() || are_made;
    if !digest.asked.is_empty() || asks_of_unknown {
        card(ui, |ui| {
            section_title(ui, "Players in the games");
            let id = ui.make_persistent_id("who");
            lines(ui, digest.asked.len(), LINE, |ui, at| {
                if let Some(asked) = digest.asked.get(at) {
                    let id = id.with(&asked.key);
                    who(ui, id, asked, (digest, choices), pickers, made);
                }
            });
            if asks_of_unknown {
                unknown(ui, digest, choices, made);
            }
        });
    }
    if digest.perhaps_elsewhere > 0 {
        card(ui, |ui| elsewhere(ui, digest, choices, made));
    }
    let reading = plan.tables.iter().find_map(|table| table.dates);
    if let Some(reading) = reading {
        card(ui, |ui| dates(ui, reading.order, digest, made));
    }
}

fn results(ui: &mut Ui, digest: &Digest, made: &mut Vec<Decision>) {
    section_title(ui, "Results");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for result in &digest.results {
            result_row(ui, result, made);
        }
    });
    // Below them, as it comes and goes with what is chosen.
    if !digest.not_draws.is_empty() {
        let text = match digest.not_draw_games {
            1 => "Access rated 1 game as a draw that was won".to_owned(),
            games => format!("Access rated {games} games as draws that were won"),
        };
        let banner = Banner::info(&text)
            .detail("Its program counts only “(1-0)” as a win. They count as they were played here, unless you want the old ratings exactly.")
            .action("Rate as Access did");
        if banner.show(ui) == Some(BannerAnswer::Action(0)) {
            made.push(Decision::Draws(digest.not_draws.clone()));
        }
    }
}

fn result_row(ui: &mut Ui, result: &ResultUse, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    let shown = if result.text.trim().is_empty() {
        "Blank".to_owned()
    } else {
        format!("“{}”", result.text.trim())
    };
    let games = counted(result.games, "game");
    row(ui, &shown, &games, |ui| {
        let words = Meaning::VARIANTS.iter().map(|meaning| meaning.words());
        let words = words.collect::<Vec<_>>();
        let name = format!("Result {shown}");
        let id = ui.make_persistent_id(("result", &result.text));
        let mut chosen = Meaning::VARIANTS
            .iter()
            .position(|meaning| Some(*meaning) == result.meaning);
        let choice = Choice::new(&words)
            .width((ui.available_width() - UNDO).clamp(116.0, 150.0))
            .placeholder("Choose…")
            .wrong(result.meaning.is_none())
            .show(ui, id, &name, &mut chosen);
        if result.meaning.is_none() {
            focus_if_first(&choice);
        }
        let choice_id = choice.id;
        if choice.accessible_name(&name).changed() {
            let meaning = chosen.and_then(|at| Meaning::VARIANTS.get(at)).copied();
            made.push(Decision::Result(result.text.clone(), meaning));
        }
        if result.meaning.is_none() {
            icon_label(ui, Icon::Warning, t.warning);
            note(ui, "Not clear", t.warning);
        } else if result.is_chosen {
            if undo(ui, &shown, choice_id) {
                made.push(Decision::Result(result.text.clone(), None));
            }
            note(ui, "You chose this", t.text_weak);
        }
    });
}

/// What the file has, how often, and what is chosen for it.
fn row(ui: &mut Ui, text: &str, detail: &str, choose: impl FnOnce(&mut Ui)) {
    let t = ui.tokens();
    ui.horizontal(|ui| {
        ui.set_min_height(size::CONTROL);
        let room = ui.available_width();
        let [column, rest] = if room < NARROW {
            [70.0, 78.0]
        } else {
            [(room * 0.22).clamp(80.0, 170.0), 84.0]
        };
        cell(ui, column, |ui| {
            let text = RichText::new(text)
                .font(theme::medium(size::TEXT))
                .color(t.text_strong);
            ui.add(egui::Label::new(text).truncate());
        });
        cell(ui, rest, |ui| {
            ui.add(egui::Label::new(RichText::new(detail).color(t.text_weak)).truncate());
        });
        choose(ui);
    });
}

/// A word behind a choice, cut where there is no room for it.
fn note(ui: &mut Ui, text: &str, color: egui::Color32) {
    ui.add(egui::Label::new(RichText::new(text).color(color)).truncate());
}

/// A button that takes back what was chosen for this. It goes then, and the keyboard stays at the choice.
fn undo(ui: &mut Ui, shown: &str, choice: Id) -> bool {
    let undo = Button::quiet("Undo").small().show(ui);
    let clicked = undo.accessible_name(format!("Undo {shown}")).clicked();
    if clicked {
        ui.memory_mut(|memory| memory.request_focus(choice));
    }
    clicked
}

fn who(
    ui: &mut Ui,
    id: Id,
    asked: &Asked,
    (digest, choices): (&Digest, &Choices),
    pickers: &mut Pickers,
    made: &mut Vec<Decision>,
) {
    let t = ui.tokens();
    let shown = format!("“{}”", asked.text.trim());
    let answered = choices.who.get(&asked.key).copied();
    let games = counted(asked.games, "game");
    row(ui, &shown, &games, |ui| {
        // In a narrow window the names are worth more than the remark.
        let has_room = ui.available_width() > 420.0;
        let is_anybody = asked.why == Why::Nobody;
        let remark = match asked.why {
            _ if has_room => 190.0,
            Why::Nobody => UNDO,
            Why::Several | Why::CutOff => 28.0,
        };
        let width = (ui.available_width() - remark).min(340.0);
        let name = format!("Player {shown}");
        let decided = if is_anybody {
            let state = pickers.entry(asked.key.clone()).or_default();
            anybody(ui, id, (&name, width), (asked, digest), answered, state)
        } else {
            one_of(ui, id, (&name, width), asked, answered)
        };
        made.extend(decided);
        let what = match asked.why {
            _ if answered.is_some() => {
                if is_anybody && undo(ui, &shown, id) {
                    made.push(Decision::Who(asked.text.clone(), None));
                }
                return;
            }
            Why::CutOff => "Perhaps cut off",
            Why::Several => "Several have this name",
            Why::Nobody => "Not in the list",
        };
        icon_label(ui, Icon::Warning, t.warning);
        if has_room {
            note(ui, what, t.text_weak);
        }
    });
}

/// What happens to games of whom nobody is chosen.
const SKIP: &str = "Skip these games";

/// One of those who may be meant; nobody leaves the games out. What was decided just now.
fn one_of(
    ui: &mut Ui,
    id: Id,
    (name, width): (&str, f32),
    asked: &Asked,
    answered: Option<PlayerId>,
) -> Option<Decision> {
    let mut words = vec![SKIP];
    words.extend(asked.candidates.iter().map(|who| who.words.as_str()));
    let mut chosen = answered
        .and_then(|id| asked.candidates.iter().position(|who| who.id == id))
        .map_or(Some(0), |at| Some(at + 1));
    let choice = Choice::new(&words).width(width);
    let choice = choice.show(ui, id, name, &mut chosen);
    if answered.is_none() {
        focus_if_first(&choice);
    }
    let is_decided = choice.accessible_name(name).changed();
    let who = chosen.and_then(|at| at.checked_sub(1));
    let who = who.and_then(|at| asked.candidates.get(at));
    is_decided.then(|| Decision::Who(asked.text.clone(), who.map(|who| who.id)))
}

/// Anybody, found by typing; an empty box leaves the games out. What was decided just now.
fn anybody(
    ui: &mut Ui,
    id: Id,
    (name, width): (&str, f32),
    (asked, digest): (&Asked, &Digest),
    answered: Option<PlayerId>,
    state: &mut PickerState,
) -> Option<Decision> {
    let answered = answered.map(|id| id.0);
    // What is typed and is nobody yet stays.
    if state.chosen != answered && !state.unresolved() {
        let mut everybody = digest.everybody.iter();
        let item = everybody.find(|item| Some(item.key) == answered);
        *state = item.map_or_else(PickerState::default, PickerState::new);
    }
    let picker = Picker::new(&digest.everybody)
        .fold(name_key)
        .stands_for(asked.text.trim())
        .nothing("No player of this name or number");
    let is_wrong = state.unresolved();
    let shown = picker.show(ui, id, name, SKIP, width, is_wrong, state);
    if answered.is_none() {
        focus_if_first(&shown.response);
    }
    shown.response.accessible_name(name);
    let who = state.chosen.map(PlayerId);
    shown
        .changed
        .then(|| Decision::Who(asked.text.clone(), who))
}

fn unknown(ui: &mut Ui, digest: &Digest, choices: &Choices, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    let text = if digest.knows_nobody {
        "There is no list of players, neither in these files nor in the camp"
    } else if digest.asks_for_anybody() {
        "Games with players who are not in the list, and of whom you choose nobody"
    } else {
        "Unknown players"
    };
    ui.add(egui::Label::new(RichText::new(text).color(t.text)).wrap());
    let mut chosen = UNKNOWN
        .iter()
        .position(|(what, _)| *what == choices.unknown_players);
    let options = UNKNOWN.map(|(_, words)| words);
    let id = ui.make_persistent_id("unknown players");
    let choice = Choice::new(&options)
        .width(ui.available_width().min(480.0))
        .show(ui, id, "Unknown players", &mut chosen);
    if digest.knows_nobody {
        focus_if_first(&choice);
    }
    if choice.accessible_name("Unknown players").changed()
        && let Some((what, _)) = chosen.and_then(|at| UNKNOWN.get(at))
    {
        made.push(Decision::Unknown(*what));
    }
}

/// What can become of games whose players aren't known.
const UNKNOWN: [(UnknownPlayers, &str); 3] = [
    (UnknownPlayers::LeaveOut, "Skip their games"),
    (UnknownPlayers::Add, "Add as players (club without a list)"),
    (
        UnknownPlayers::Placeholder,
        "Add as inactive players, rating 0 (as in Access)",
    ),
];

fn elsewhere(ui: &mut Ui, digest: &Digest, choices: &Choices, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    section_title(ui, "Games that another week may have");
    let text = match digest.perhaps_elsewhere {
        1 => "Another week has a game with this number, and the dates don’t tell them apart. If it is the same game, it would count twice.".to_owned(),
        games => format!("Another week has games with the numbers of {games} games here, and the dates don’t tell them apart. If they are the same games, they would count twice."),
    };
    ui.add(egui::Label::new(RichText::new(text).color(t.text)).wrap());
    let options = ["Skip them", "Add them: they are games of this week"];
    let name = "These games";
    let mut chosen = Some(usize::from(choices.games_elsewhere == GamesElsewhere::Add));
    let id = ui.make_persistent_id("games of other weeks");
    let choice = Choice::new(&options)
        .width(ui.available_width().min(340.0))
        .show(ui, id, name, &mut chosen);
    if choice.accessible_name(name).changed() {
        made.push(Decision::Elsewhere(if chosen == Some(1) {
            GamesElsewhere::Add
        } else {
            GamesElsewhere::LeaveOut
        }));
    }
}

fn replaced(ui: &mut Ui, choices: &Choices, digest: &Digest, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    section_title(ui, "Numbers that belong to somebody else");
    let text = "These numbers belong to other players in this camp. Cancel if the files are from another camp.";
    ui.add(egui::Label::new(RichText::new(text).color(t.text)).wrap());
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for replaced in &digest.replaced {
            let mut may = choices.replace_players.contains(&replaced.id);
            let text = format!(
                "Number {}: {} takes the place of {}",
                replaced.id, replaced.imported, replaced.present
            );
            let id = ui.make_persistent_id(("replace", replaced.id));
            let check = check_box(ui, id, &text, &mut may);
            if !may {
                focus_if_first(&check);
            }
            if check.changed() {
                made.push(Decision::Replace(replaced.id, may));
            }
        }
    });
}

fn replaced_games(ui: &mut Ui, choices: &Choices, digest: &Digest, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    section_title(ui, "Numbers that belong to other games");
    let games = counted(digest.replaced_games, "game");
    let of_others = match digest.replaced_games {
        1 => "has the number of another game",
        _ => "have the numbers of other games",
    };
    let text = format!(
        "{games} of the file {of_others} of the camp (see below). A list that counts anew has new games."
    );
    ui.add(egui::Label::new(RichText::new(text).color(t.text)).wrap());
    let mut may = choices.replace_games;
    let id = ui.make_persistent_id("replace games");
    let text = format!("Replace {games} of the camp");
    let check = check_box(ui, id, &text, &mut may);
    if !may {
        focus_if_first(&check);
    }
    if check.changed() {
        made.push(Decision::ReplaceGames(may));
    }
    if Button::secondary("Add this list as new games")
        .show(ui)
        .clicked()
    {
        made.push(Decision::NumberAnew(digest.replacing.clone()));
    }
}

fn damaged(ui: &mut Ui, choices: &Choices, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    section_title(ui, "Damaged file");
    let text = "Parts of the file can’t be read (see below). Best: cancel, run Compact and Repair in Access, import again.";
    ui.add(egui::Label::new(RichText::new(text).color(t.text)).wrap());
    let mut accepted = choices.accept_damage;
    let id = ui.make_persistent_id("accept damage");
    let text = "Import only what can be read";
    let check = check_box(ui, id, text, &mut accepted);
    if !accepted {
        focus_if_first(&check);
    }
    if check.changed() {
        made.push(Decision::AcceptDamage(accepted));
    }
}

fn dates(ui: &mut Ui, order: DateOrder, digest: &Digest, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    section_title(ui, "Dates");
    ui.horizontal(|ui| {
        let words = DateOrder::VARIANTS.iter();
        let words = words.map(|order| sentence_case(&order.to_string()));
        let words = words.collect::<Vec<_>>();
        let mut chosen = DateOrder::VARIANTS.iter().position(|known| *known == order);
        let id = ui.make_persistent_id("date order");
        let choice = Choice::new(&words)
            .width(ORDER)
            .show(ui, id, "Order of dates", &mut chosen);
        if choice.accessible_name("Order of dates").changed()
            && let Some(order) = chosen.and_then(|at| DateOrder::VARIANTS.get(at))
        {
            made.push(Decision::Dates(*order));
        }
        if let Some((first, last)) = digest.days {
            let day = |date: jiff::civil::Date| date.strftime("%B %-d, %Y").to_string();
            let days = if first == last {
                format!("All games are from {}", day(first))
            } else {
                format!("The games are from {} to {}", day(first), day(last))
            };
            ui.add(egui::Label::new(RichText::new(days).color(t.text_weak)).wrap());
        }
    });
    for (assumed, is_doubtful) in &digest.dates {
        ui.horizontal_top(|ui| {
            if *is_doubtful {
                icon_label(ui, Icon::Warning, t.warning);
            } else {
                icon_label(ui, Icon::Info, t.info);
            }
            let text = RichText::new(format!("{assumed}.")).color(t.text);
            ui.add(egui::Label::new(text).wrap());
        });
    }
}
