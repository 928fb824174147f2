//! How the preview of a merge looks: what would come of it, what must be decided, side by side, and every record that changes.

mod decisions;
mod to_come;

use egui::{
    Id, Key, Label, Modifiers, Response, RichText, ScrollArea, Ui, Vec2, style::ScrollAnimation,
    vec2,
};

use self::decisions::Ticked;
use super::{
    MergePage,
    state::{Bringing, Planned, WayOn},
};
use crate::{
    app::{
        Action, Command, Purpose, View,
        dialogs::PathField,
        leaving::Leaving,
        page::{Ctx, Logic as _, Outbox, PageView, least_room_of},
    },
    domain::{
        counted,
        merge::{NOTHING_NEW, WRONG_CLOCK},
        shortened,
    },
    kit::{
        Banner, Busy, Button, Form, Icon, Tone, UiTokens as _, held_keys,
        icon::icon_label,
        page::{card, page_header, takes_escape},
        scrolling::{below_head, following_keyboard},
        tokens::space,
    },
};

/// So many letters of a file's name leave room for the buttons.
const FILE: usize = 50;

/// Leads to the next decision that is open, as to the next place that a search has found.
const NEXT: Key = Key::F3;

/// A page narrower than this, in points, has no room for the file's name beside its title.
const NARROW: f32 = 860.0;

/// What is to have the keyboard.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum GoesTo {
    /// Where the path is typed.
    Path,
    /// The button that leads to the first decision: that isn't in sight where the page begins.
    Next,
}

/// What is remembered of the looks.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// The row of the list that is chosen.
    coming: Option<usize>,
    /// Whether the keyboard has been sent to where it begins.
    has_begun: bool,
    /// Where the keyboard is to go.
    goes_to: Option<GoesTo>,
    /// Whether it is shown why the copy can't be brought back.
    is_refused: bool,
    /// The button of the head that has the keyboard: keys scroll what is below it then.
    head_with_keyboard: Option<Id>,
    /// The decision that has the keyboard, or had it last.
    decision: Option<usize>,
    /// What was ticked or unticked last.
    ticked: Option<Ticked>,
    /// Where the top of what scrolls is on the screen, also out of sight.
    top: f32,
    /// How far it is to be scrolled.
    scrolls: f32,
}

impl Looks {
    /// Whether a click is the second half of a double one at a tick.
    fn is_clicked_again(&self, ui: &Ui, clicked: &Response) -> bool {
        let ticked = self.ticked.as_ref();
        ticked.is_some_and(|ticked| ticked.is_clicked_again(ui, clicked))
    }

    /// Keys scroll what is below the head while a button of it has the keyboard.
    fn takes_keys_at(&mut self, button: &Response) {
        if button.has_focus() {
            self.head_with_keyboard = Some(button.id);
        }
    }

    /// Sends the keyboard to where the path is typed: something is wrong with it, or it has to be typed.
    pub(super) const fn go_to_path(&mut self) {
        self.goes_to = Some(GoesTo::Path);
    }

    /// Sends the keyboard to where it begins.
    pub(super) fn begin_again(&mut self) {
        self.has_begun = false;
        self.decision = None;
        self.ticked = None;
    }
}

/// Where the keyboard is to go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Begins {
    /// Where the copy is browsed for.
    Browse,
    /// Where another copy is chosen, as this one can't be brought back, or not so.
    Another,
    /// What was decided last, and can't be brought back so.
    Decided,
    /// Where the page is left, as there is nothing to bring back.
    Back,
    Bring,
    Decisions,
    /// The next decision that is open.
    Next,
}

/// Where a button of the head leads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Leads {
    Back,
    ToAnother,
    ToNext,
}

impl PageView for MergePage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let mut leads = if self.bringing.is_some() {
            self.preview(ui, ctx, out)
        } else {
            self.ask(ui, ctx, out);
            None
        };
        if !ctx.has_dialog && !self.is_on_its_way() && takes_escape(ui) {
            leads = Some(Leads::Back);
        }
        match (leads, self.loss(Leaving::Away)) {
            (Some(Leads::Back), _) => out.send(Action::Back),
            (Some(Leads::ToAnother), Some(loss)) => out.ask_to_discard(loss),
            (Some(Leads::ToAnother), None) => self.discard(),
            (Some(Leads::ToNext) | None, _) => {}
        }
    }

    fn least_room(&self, _view: View, width: f32) -> Vec2 {
        // What asks for the copy scrolls by itself, to where the keyboard begins.
        least_room_of(self.bringing.is_some() && width < NARROW, 360.0)
    }
}

impl MergePage {
    fn is_on_its_way(&self) -> bool {
        self.bringing.as_ref().is_some_and(Bringing::is_saving)
    }

    /// Asks which copy it is to be.
    fn ask(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let begins = !std::mem::replace(&mut self.looks.has_begun, true)
            && self.looks.goes_to != Some(GoesTo::Path);
        let begins = begins.then_some(Begins::Browse);
        page_header(ui, ctx.page.title, "", |ui| {
            if Button::secondary("Back").shortcut("Esc").show(ui).clicked() {
                out.send(Action::Back);
            }
        });
        let mut compares = false;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            following_keyboard(ui, |ui| {
                ui.set_max_width((ui.available_width() - space::L).min(760.0));
                card(ui, |ui| {
                    let text = "Choose the copy that was worked in elsewhere, or a “conflicted copy” of a synchronized folder. You see what would change before anything does.";
                    ui.add(Label::new(RichText::new(text).color(ui.tokens().text)).wrap());
                    let field = Form::above()
                        .field("Copy of this camp")
                        .problem(self.file.problem.as_deref())
                        .text(ui, &mut self.file.path);
                    if self.looks.goes_to.take_if(|to| *to == GoesTo::Path).is_some() {
                        field.request_focus();
                    }
                    if field.changed() {
                        self.file.problem = None;
                    }
                    compares |=
                        field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                    ui.horizontal_wrapped(|ui| {
                        let is_typed = self.file.typed().is_some();
                        let browse = "Browse for the copy…";
                        // What Enter does next is what stands out.
                        let (browse, compare) = if is_typed {
                            (Button::secondary(browse), Button::primary("Compare"))
                        } else {
                            (Button::primary(browse), Button::secondary("Compare"))
                        };
                        let browse = browse.icon(Icon::Open).show(ui);
                        if begins.is_some() {
                            browse.request_focus();
                        }
                        if browse.clicked() {
                            out.send(Action::Browse(Purpose::CopyOfCamp));
                        }
                        let none = (!is_typed).then_some(PathField::BLANK);
                        compares |= compare.refused(none).show(ui).clicked();
                    });
                });
            });
        });
        if compares {
            self.begin_as_typed(ctx);
        }
    }

    /// Shows what would come of it.
    fn preview(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> Option<Leads> {
        let Self {
            bringing: Some(bringing),
            looks,
            ..
        } = self
        else {
            return None;
        };
        let planned = bringing.planned();
        let way_on = bringing.way_on();
        // The keyboard goes on from what can be done about it.
        looks.has_begun &= way_on.is_none() || looks.is_refused;
        looks.is_refused = way_on.is_some();
        let begins = match way_on {
            Some(WayOn::AnotherCopy) => Some(Begins::Another),
            Some(WayOn::DecideOtherwise) => {
                // Nothing was decided yet where only the same on both could be.
                let has_last = planned.as_ref().is_some_and(|it| bringing.shows_last(it));
                Some(if has_last {
                    Begins::Decided
                } else {
                    Begins::Another
                })
            }
            Some(WayOn::TryAgain) => Some(Begins::Bring),
            None => planned.as_ref().map(|it| {
                if it.undecided() > 0 {
                    Begins::Decisions
                } else if it.is_empty() {
                    Begins::Back
                } else {
                    Begins::Bring
                }
            }),
        };
        let begins = begins.filter(|_| !looks.has_begun);
        looks.has_begun |= begins.is_some();
        if begins.is_some() {
            held_keys::question_has_come(ui.ctx());
            if way_on.is_none() {
                // Another copy may have been looked through before.
                looks.scrolls = f32::from(u16::MAX);
            }
        }
        let leads = head(ui, bringing, looks, begins, ctx, out);
        let to_next = (leads == Some(Leads::ToNext)).then_some(Begins::Next);
        let begins = begins.or(to_next);
        below_head(ui, "merge", looks.head_with_keyboard, |ui| {
            looks.top = ui.min_rect().top();
            refusal(ui, bringing);
            let Some(planned) = &planned else {
                if bringing.refusal().is_none() {
                    Busy::new(&bringing.under_way()).show(ui);
                }
                return;
            };
            if bringing.is_saving() {
                Busy::new("Bringing together").show(ui);
            }
            ui.add_enabled_ui(!bringing.is_saving(), |ui| {
                ui.spacing_mut().item_spacing.y = space::M;
                // What was refused is not what would come.
                let can_come = matches!(way_on, None | Some(WayOn::TryAgain));
                if can_come {
                    about(ui, planned);
                }
                decisions::decisions(ui, bringing, looks, planned, begins);
                decisions::doubles(ui, bringing, looks, planned, begins);
                if can_come {
                    to_come::contrary(ui, planned);
                    to_come::renumbered(ui, planned);
                    to_come::coming(ui, looks, planned);
                }
            });
            // At the end: whatever scrolls in between would take it.
            let by = std::mem::take(&mut looks.scrolls);
            if by != 0.0 {
                ui.scroll_with_delta_animation(vec2(0.0, by), ScrollAnimation::none());
            }
        });
        leads
    }
}

/// The title and the buttons, and where they lead.
fn head(
    ui: &mut Ui,
    bringing: &Bringing,
    looks: &mut Looks,
    begins: Option<Begins>,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
) -> Option<Leads> {
    looks.head_with_keyboard = None;
    let is_narrow = ui.available_width() < NARROW;
    let has_nothing = bringing.planned().is_some_and(|planned| planned.is_empty());
    let cancel = |ui: &mut Ui, looks: &mut Looks| {
        let text = if has_nothing { "Back" } else { "Cancel" };
        let cancel = Button::secondary(text).shortcut("Esc").show(ui);
        looks.takes_keys_at(&cancel);
        if begins == Some(Begins::Back) {
            cancel.request_focus();
        }
        (cancel.clicked() && !bringing.is_saving()).then_some(Leads::Back)
    };
    let takes_another = bringing.way_on() == Some(WayOn::AnotherCopy);
    let go = |ui: &mut Ui, looks: &mut Looks, out: &mut Outbox| {
        if takes_another || has_nothing {
            return;
        }
        let keys = Command::SAVE_IMPORT.keys();
        let button = Button::primary("Bring together").icon(Icon::Import);
        let button = button.shortcut(&keys);
        let go = button.refused(bringing.why_not(ctx)).show(ui);
        looks.takes_keys_at(&go);
        if begins == Some(Begins::Bring) {
            go.request_focus();
        }
        if go.clicked() {
            out.send(Command::SAVE_IMPORT);
        }
    };
    let another = |ui: &mut Ui, looks: &mut Looks| {
        let text = "Another copy…";
        let another = if takes_another {
            Button::primary(text)
        } else {
            Button::quiet(text)
        };
        let another = another.show(ui);
        looks.takes_keys_at(&another);
        if begins == Some(Begins::Another) {
            another.request_focus();
        }
        (another.clicked() && !bringing.is_saving()).then_some(Leads::ToAnother)
    };
    let file = shortened(&bringing.file(), FILE);
    if is_narrow {
        let back = page_header(ui, ctx.page.title, "", |ui| cancel(ui, looks));
        let file = RichText::new(&file).color(ui.tokens().text_weak);
        ui.add(Label::new(file).truncate());
        let buttons = ui.horizontal_wrapped(|ui| {
            go(ui, looks, out);
            let to = another(ui, looks);
            next(ui, bringing, looks, ctx).or(to)
        });
        ui.add_space(space::S);
        return buttons.inner.or(back);
    }
    page_header(ui, ctx.page.title, &file, |ui| {
        let to_next = next(ui, bringing, looks, ctx);
        let to = to_next.or(another(ui, looks));
        let to = to.or(cancel(ui, looks));
        go(ui, looks, out);
        to
    })
}

/// How many decisions are open, wherever one has scrolled to, and the way to the next one of them.
fn next(ui: &mut Ui, bringing: &Bringing, looks: &mut Looks, ctx: &Ctx<'_>) -> Option<Leads> {
    let open = bringing.planned().map_or(0, |planned| {
        let decisions = planned.decisions.iter();
        let open = decisions.filter(|decision| bringing.taken(decision).is_none());
        open.count()
    });
    if open == 0 || bringing.is_saving() {
        ui.skip_ahead_auto_ids(1);
        return None;
    }
    let text = format!("Next to decide ({open})");
    let next = Button::quiet(&text).shortcut(NEXT.name()).show(ui);
    looks.takes_keys_at(&next);
    if looks.goes_to.take_if(|to| *to == GoesTo::Next).is_some() {
        next.request_focus();
    }
    let pressed = !ctx.has_dialog && ui.input_mut(|input| input.consume_key(Modifiers::NONE, NEXT));
    (pressed || next.clicked()).then_some(Leads::ToNext)
}

/// Why it can't be. The way on is what has the keyboard.
fn refusal(ui: &mut Ui, bringing: &Bringing) {
    if let Some(reason) = bringing.refusal() {
        let banner = Banner::error("Nothing was brought back").detail(reason);
        banner.show(ui);
    }
}

/// What holds for all of it.
fn about(ui: &mut Ui, planned: &Planned) {
    if !planned.has_base() {
        Banner::warning("What the two had in common isn’t known")
            .detail("The history of one of them was cleared, or can’t be read. You decide wherever a record differs. What only one of them has is kept, and nothing counts as deleted.")
            .show(ui);
    }
    for change in planned.weeks() {
        if change == WRONG_CLOCK {
            Banner::warning(WRONG_CLOCK).show(ui);
        } else {
            Banner::info(&format!("To come: {change}")).show(ui);
        }
    }
    for week in planned.corrected() {
        Banner::warning(&week.to_string()).show(ui);
    }
    let (tone, icon, text) = match (planned.undecided(), planned.nothing_changes) {
        (0, _) if planned.is_empty() => (Tone::Success, Icon::Check, format!("{NOTHING_NEW}.")),
        (0, Some(said)) => (
            Tone::Success,
            Icon::Check,
            format!("{said}. Bring together, so that none of it is asked again."),
        ),
        (0, None) => (
            Tone::Success,
            Icon::Check,
            format!("To come: {}. Ready to bring together.", planned.summary),
        ),
        (open, nothing) => {
            let needed = format!("{} needed", counted(open, "decision"));
            let text = if nothing.is_some() {
                format!("{needed}.")
            } else {
                format!("To come: {}. {needed}.", planned.summary)
            };
            (Tone::Warning, Icon::Warning, text)
        }
    };
    let t = ui.tokens();
    ui.horizontal_top(|ui| {
        icon_label(ui, icon, t.tone(tone));
        ui.add(Label::new(RichText::new(text).color(t.text)).wrap());
    });
}
