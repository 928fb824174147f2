//! The menus, and how the keyboard walks through them: F10 or Alt with a letter leads in, arrows and letters go on, Esc leads out.

use egui::{
    EventFilter, FocusDirection, Frame, Id, Key, Margin, Modifiers, Popup, Response, Ui, Vec2,
};

use super::kit::{
    MenuItem,
    button::paint_focus_ring,
    menu::{HEIGHT, scrolling_entries, typed_letter},
    tokens::{radius, space},
};
use crate::app::{
    App, Command, FocusTarget,
    commands::{MENUS, Menu},
};

/// The room of the line between two groups, in points.
const DIVIDER: f32 = 7.0;

/// Room for the bar of a menu that scrolls, in points.
const SCROLL_BAR: i8 = 10;

/// Where the keyboard is in the menus.
#[derive(Clone, Copy, Debug, Default)]
struct Walk {
    /// What had the keyboard before, and gets it back.
    before: Option<Id>,
    /// The menu whose title the keyboard goes to, or that opens.
    to: Option<(usize, To)>,
    /// The letter that has led in. It comes once more as typed text, after Alt was let go: on a slow machine much later.
    led_in: Option<Key>,
    /// The menu that was open in the last frame.
    open: Option<usize>,
    /// The title of a menu that a click has closed. The keyboard is given back in the next frame, as in this one everything but what is clicked
    /// loses it.
    closed: Option<Id>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum To {
    Title,
    /// The menu opens, with the keyboard on its first entry.
    Entries,
}

/// The place of a menu among those that are shown.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    count: usize,
}

impl Place {
    const fn next(self) -> usize {
        (self.at + 1) % self.count
    }

    const fn before(self) -> usize {
        (self.at + self.count - 1) % self.count
    }
}

/// The menus, side by side.
pub(super) fn show(ui: &mut Ui, app: &mut App) {
    let menus = MENUS.iter().filter(|menu| app.shows_menu(menu));
    let menus = menus.collect::<Vec<_>>();
    read_keys(ui, app, &menus);
    for (at, menu) in menus.iter().enumerate() {
        let groups = menu.groups.iter().map(|group| {
            let commands = app.commands().iter().copied();
            commands
                .filter(|command| command.group() == *group && app.is_in_menu(*command))
                .collect::<Vec<_>>()
        });
        let place = Place {
            at,
            count: menus.len(),
        };
        show_menu(ui, app, (place, menu.title), &groups.collect::<Vec<_>>());
    }
}

/// Reads what leads into the menus.
fn read_keys(ui: &Ui, app: &mut App, menus: &[&Menu]) {
    let mut walk = load(ui);
    if let Some(title) = walk.closed.take() {
        store(ui, walk);
        let focused = ui.memory(egui::Memory::focused);
        if focused.is_none_or(|focused| focused == title) {
            give_back(ui);
            walk = load(ui);
        }
    }
    let wanted = app
        .focus_next
        .take_if(|to| *to == FocusTarget::Menus)
        .map(|_| (0, To::Title));
    let letter = app.dialog.is_none().then(|| {
        ui.input_mut(|input| {
            let pressed = |menu: &&Menu| input.consume_key(Modifiers::ALT, menu.letter);
            menus.iter().position(pressed)
        })
    });
    let letter = letter.flatten();
    if let Some(at) = letter {
        walk.led_in = Some(menus[at].letter);
    }
    if let Some(to) = wanted.or(letter.map(|at| (at, To::Entries))) {
        walk.before = before(ui, walk);
        walk.to = Some(to);
        store(ui, walk);
    }
}

/// What gets the keyboard back when the menus are left.
fn before(ui: &Ui, walk: Walk) -> Option<Id> {
    ui.memory(egui::Memory::focused).or(walk.before)
}

/// Reads the mouse: a click on a title brings the keyboard along, and while a menu is open, moving onto another title opens that one.
fn read_mouse(ui: &Ui, button: &Response, at: usize) {
    let mut walk = load(ui);
    let moves_on = walk.open.is_some_and(|open| open != at)
        && button.hovered()
        && ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    if moves_on {
        Popup::open_id(ui.ctx(), Popup::default_response_id(button));
        button.request_focus();
    } else if walk.open.is_none()
        && !button.has_focus()
        && (is_pressed(ui, button) || button.clicked())
    {
        // What has the keyboard loses it later in this frame.
        walk.before = before(ui, walk);
        store(ui, walk);
        button.request_focus();
    }
}

fn is_pressed(ui: &Ui, button: &Response) -> bool {
    button.is_pointer_button_down_on() && ui.input(|input| input.pointer.any_pressed())
}

/// Remembers which menu is open, and gives the keyboard back where a click has closed it.
fn note_open(ui: &Ui, button: &Response, at: usize) {
    let walk = load(ui);
    if Popup::is_id_open(ui.ctx(), Popup::default_response_id(button)) {
        let open = Some(at);
        store(ui, Walk { open, ..walk });
    } else if walk.open == Some(at) {
        let (open, closed) = (None, Some(button.id));
        store(
            ui,
            Walk {
                open,
                closed,
                ..walk
            },
        );
        ui.request_repaint();
    }
}

/// Closes a menu, and leaves the keyboard on its title.
fn close_to_title(ui: &Ui, button: &Response) {
    Popup::close_id(ui.ctx(), Popup::default_response_id(button));
    let walk = load(ui);
    store(ui, Walk { open: None, ..walk });
    button.request_focus();
}

/// One menu: its groups of commands, divided by lines.
fn show_menu(ui: &mut Ui, app: &mut App, (place, title): (Place, &str), groups: &[Vec<Command>]) {
    let at = place.at;
    let opens = load(ui).to == Some((at, To::Entries));
    let button = ui.button(title);
    let popup = Popup::default_response_id(&button);
    match load(ui).to {
        Some((menu, To::Title)) if menu == at => {
            forget_target(ui);
            button.request_focus();
        }
        Some((menu, To::Entries)) if menu == at => Popup::open_id(ui.ctx(), popup),
        _ => {}
    }
    read_mouse(ui, &button, at);
    let pressed = title_keys(ui, &button, place);
    let by_key = opens || pressed;
    // Enter and Space are a click, too, which opens it, or closes what is open.
    if pressed && !button.clicked() {
        Popup::open_id(ui.ctx(), popup);
    }
    let mut left = false;
    let room = ui.ctx().content_rect().bottom() - button.rect.bottom() - space::XL;
    // Without room to the right it is moved to the left, and not put under the middle of its title.
    let menu = Popup::menu(&button).align_alternatives(&[]);
    let shown = menu.show(|ui| {
        ui.set_min_width(280.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        // In a very low window a long menu scrolls, and its bar must not lie on the keys of the entries.
        let height = |group: &Vec<Command>| group.iter().map(|_| HEIGHT).sum::<f32>() + DIVIDER;
        let scrolls = groups.iter().map(height).sum::<f32>() > room;
        let beside = Frame::new().inner_margin(Margin {
            right: if scrolls { SCROLL_BAR } else { 0 },
            ..Margin::ZERO
        });
        let add = |ui: &mut Ui| {
            let mut entries = Vec::new();
            for (number, commands) in groups.iter().enumerate() {
                if number > 0 {
                    ui.add(egui::Separator::default().spacing(DIVIDER));
                }
                for command in commands {
                    entries.push(Entry::show(ui, app, *command));
                }
            }
            if by_key {
                forget_target(ui);
                let first = entries.iter().find(|entry| entry.can_be_chosen);
                if let Some(first) = first.or(entries.first()) {
                    first.response.request_focus();
                }
            }
            left = walk_entries(ui, &entries, place);
            entries.iter().any(|entry| entry.response.clicked())
        };
        drop_what_has_led_in(ui);
        scrolling_entries(ui, room, Some(button.id), |ui| beside.show(ui, add).inner)
    });
    let chosen = shown.is_some_and(|shown| shown.inner);
    if left {
        close_to_title(ui, &button);
    } else if chosen {
        give_back(ui);
    }
    note_open(ui, &button, at);
    paint_focus_ring(ui, &button, button.rect, radius::SMALL);
}

/// The keys of a menu's title. Whether the menu shall open.
fn title_keys(ui: &Ui, button: &Response, place: Place) -> bool {
    if !button.has_focus() {
        return false;
    }
    keep_keys(ui, button.id);
    let take = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let mut walk = load(ui);
    let is_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(button));
    let to = if is_open { To::Entries } else { To::Title };
    if take(Key::ArrowRight) {
        walk.to = Some((place.next(), to));
    } else if take(Key::ArrowLeft) {
        walk.to = Some((place.before(), to));
    } else if is_open && take(Key::Escape) {
        close_to_title(ui, button);
        return false;
    } else if take(Key::Escape) || take(Key::F10) {
        return give_back(ui);
    } else {
        return take(Key::ArrowDown) || take(Key::Enter) || take(Key::Space);
    }
    store(ui, walk);
    ui.request_repaint();
    false
}

/// The letter that has led into a menu leads on to no entry when it comes as typed text.
fn drop_what_has_led_in(ui: &Ui) {
    let mut walk = load(ui);
    let Some(key) = walk.led_in else { return };
    let Some((at, letter)) = ui.input(typed_letter) else {
        return;
    };
    walk.led_in = None;
    store(ui, walk);
    // Whoever types it now presses its key, too.
    let is_again = !ui.input(|input| input.key_pressed(key));
    if is_again && key.name().to_lowercase() == letter {
        ui.input_mut(|input| input.events.remove(at));
    }
}

/// The keys of the entries of an open menu. Whether Esc was pressed.
fn walk_entries(ui: &Ui, entries: &[Entry], place: Place) -> bool {
    let Some(now) = entries.iter().position(Entry::has_focus) else {
        return false;
    };
    keep_keys(ui, entries[now].response.id);
    // An entry that got the keyboard only just now doesn't keep them yet: egui would go one further.
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    let count = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    let take = |key| count(key) > 0;
    let last = entries.len() - 1;
    let to = if take(Key::Home) {
        0
    } else if take(Key::End) {
        last
    } else {
        let up = count(Key::ArrowUp) % entries.len();
        (now + count(Key::ArrowDown) + entries.len() - up) % entries.len()
    };
    if to != now {
        entries[to].take_keyboard();
    }
    let neighbour = if take(Key::ArrowRight) {
        Some(place.next())
    } else if take(Key::ArrowLeft) {
        Some(place.before())
    } else {
        None
    };
    if let Some(menu) = neighbour {
        let mut walk = load(ui);
        walk.to = Some((menu, To::Entries));
        store(ui, walk);
        ui.request_repaint();
    }
    take(Key::Escape)
}

/// An entry that is shown. The arrows lead to all of them: what can't be chosen now is to be read, too.
#[derive(Debug)]
struct Entry {
    response: Response,
    /// Whether its command can be given now.
    can_be_chosen: bool,
}

impl Entry {
    fn show(ui: &mut Ui, app: &mut App, command: Command) -> Self {
        let why_not = app.why_not(command).map(str::to_owned);
        let label = app.label(command);
        let keys = command.keys();
        let response = MenuItem::new(&label)
            .shortcut(&keys)
            .checked(app.is_ticked(command).then_some(true))
            .refused(why_not.as_deref())
            .show(ui);
        if response.clicked() {
            app.send(command);
        }
        Self {
            response,
            can_be_chosen: why_not.is_none(),
        }
    }

    fn has_focus(&self) -> bool {
        self.response.has_focus()
    }

    fn take_keyboard(&self) {
        self.response.request_focus();
        self.response.scroll_to_me(None);
    }
}

/// Arrows and Esc are the menus' own.
fn keep_keys(ui: &Ui, id: Id) {
    let keeps = EventFilter {
        tab: false,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, keeps));
}

/// Gives the keyboard back to where it was before.
fn give_back(ui: &Ui) -> bool {
    let walk = load(ui);
    store(ui, Walk::default());
    match walk.before {
        Some(before) => ui.memory_mut(|memory| memory.request_focus(before)),
        None => ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        }),
    }
    false
}

fn forget_target(ui: &Ui) {
    let walk = Walk {
        to: None,
        ..load(ui)
    };
    store(ui, walk);
}

fn walk_id() -> Id {
    Id::unique("walk through the menus")
}

fn load(ui: &Ui) -> Walk {
    ui.data(|data| data.get_temp(walk_id())).unwrap_or_default()
}

fn store(ui: &Ui, walk: Walk) {
    ui.data_mut(|data| data.insert_temp(walk_id(), walk));
}
