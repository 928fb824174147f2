//! How the backups look.

mod columns;
mod second_place;

use std::path::{Path, PathBuf};

use egui::{Context, Label, RichText, Role, Ui, Vec2, WidgetInfo};
use jiff::Zoned;

use self::columns::{ListedOf, Tells, columns};
use super::{BackupsPage, logic::is_of_camp};
use crate::{
    app::{
        Action, BackupAction, Command, ListedBackup, LookedFrom, PutBack,
        page::{Ctx, Outbox, PageDialog, PageView, least_room_of},
    },
    domain::{counted, show_second_from},
    kit::{
        self, Busy, Button, Column, DialogAnswer, EmptyState, Icon, MenuItem, Table, UiTokens as _,
        busy::is_late,
        input::{elided_in_the_middle, text_width},
        page::{Foot, takes_escape},
        table::room_for_columns,
        theme,
        tip::Tip as _,
        tokens::{size, space},
    },
    pages::looks::{
        keyboard::keep_in_list,
        over::{NARROW, header_with_way_back},
        row_menu::row_menu,
    },
    storage::{Backup, MadeOf, Mode, SecondPlace, Since},
};

/// How long the backups are read before that is seen, in seconds: most are by then.
const PATIENCE: f64 = 0.5;

/// After so many seconds, no answer is to be expected soon.
const LONG: f64 = 5.0;

/// The least room for the path of a file, in points.
const LEAST_PATH: f32 = 160.0;

/// So many changes since a backup are named.
const NAMED: usize = 3;

impl PageView for BackupsPage {
    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        if !self.has_list {
            self.selected = self.first_choice();
        }
        self.header(ui, ctx, out);
        ui.add_space(space::S);
        // Below the list, which one comes for: in a small window little more than that is in sight.
        let foot = Foot::new(ui, "second place of backups");
        foot.above(ui, |ui| self.backups(ui, ctx, out));
        foot.show(ui, |ui| self.second_place(ui, ctx, out));
        self.has_list = self.rows() > 0;
        // While a question is open, Esc answers the question.
        if !ctx.has_dialog && takes_escape(ui) {
            out.send(Action::Back);
        }
    }

    fn least_room(&self, _view: crate::app::View, width: f32) -> Vec2 {
        least_room_of(width < NARROW, 380.0)
    }
}

impl BackupsPage {
    /// The list, or why there is none.
    fn backups(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        if self.rows() > 0 {
            if let Some(unread) = &self.unread {
                ui.label(RichText::new(unread).color(ui.tokens().danger));
                if tries_again(ui) {
                    self.look_again();
                }
                ui.add_space(space::XS);
            }
            self.details(ui, ctx);
            self.table(ui, ctx, out);
        } else if let Some(unread) = &self.unread {
            let unread = EmptyState::new(Icon::Warning, "The backups can’t be read", unread);
            if unread.show(ui, tries_again) {
                self.look_again();
            }
        } else if self.list.is_none() {
            self.being_read(ui, ctx);
        } else {
            let has_all = self.second == Some(SecondPlace::Done);
            EmptyState::new(
                Icon::File,
                if has_all {
                    "There is no backup yet"
                } else {
                    "There is no backup on this computer"
                },
                "Backups are made by themselves: when a camp is opened and closed, before an import or a week’s end, and every ten minutes while you work.",
            )
            .show(ui, |_| {});
        }
    }

    /// What is seen until the first place has answered.
    fn being_read(&mut self, ui: &mut Ui, ctx: &Ctx<'_>) {
        if !is_late(ui.ctx(), &mut self.waits_since, PATIENCE) {
            return;
        }
        let places = ctx.settings.backup_places();
        // Before, the camp is asked which backups are its own.
        let place = places.filter(|_| self.ticket.is_none());
        if is_late(ui.ctx(), &mut self.waits_since, LONG)
            && let Some(place) = place
        {
            let text = format!(
                "“{}” gives no answer. The backups are listed as soon as it does",
                place.folder.display()
            );
            EmptyState::new(
                Icon::Warning,
                "The place of the backups doesn’t answer",
                &text,
            )
            .show(ui, |_| {});
        } else {
            Busy::new("The backups are being read…").show(ui);
        }
    }

    fn header(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let order = if is_of_camp(ctx) && self.has(MadeOf::OtherCamp) {
            "Newest first; those of other files and camps at the end"
        } else if is_of_camp(ctx) && self.has_others(ctx) {
            "Newest first; those of other files at the end"
        } else if is_of_camp(ctx) {
            "Newest first"
        } else {
            "Of all camps, newest first"
        };
        // Nobody knows when those were made.
        let is_ahead = |listed: &ListedBackup| listed.backup.is_ahead();
        let about = if self.list.iter().flatten().any(is_ahead) {
            format!("{order}; those dated ahead after the others")
        } else {
            order.to_owned()
        };
        let none = self.chosen().is_none().then_some("Choose a backup first");
        header_with_way_back(
            ui,
            (ctx.page.title, about.as_str()),
            out,
            |ui, out| self.restore_button(ui, ctx, none, out),
            |ui, out| self.other_buttons(ui, ctx, none, out),
        );
    }

    fn restore_button(
        &self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        none: Option<&'static str>,
        out: &mut Outbox,
    ) {
        let restore = Button::primary("Restore…").icon(Icon::Undo).refused(none);
        if restore.show(ui).clicked() {
            self.ask_to_restore(ctx, out);
        }
    }

    fn other_buttons(
        &self,
        ui: &mut Ui,
        ctx: &Ctx<'_>,
        none: Option<&'static str>,
        out: &mut Outbox,
    ) {
        let new = Button::secondary("Save as new file…").refused(none);
        if new.show(ui).clicked() {
            self.save_as(out);
        }
        let look = Button::secondary("Open read-only").refused(none);
        if look.show(ui).clicked()
            && let Some(look) = self.look(ctx)
        {
            out.send(look);
        }
        if is_of_camp(ctx) {
            let now = Button::quiet("Back up now").refused(ctx.why_not(Command::BACK_UP));
            if now.show(ui).clicked() {
                out.send(Command::BACK_UP);
            }
        }
    }

    fn ask_to_restore(&self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(listed) = self.chosen() else { return };
        let when = self.told_apart.moment(&listed.backup, &ctx.now);
        let camp = listed_for(ctx);
        out.ask(RestoreInPlace::new(listed.clone(), camp.as_ref(), when));
    }

    fn save_as(&self, out: &mut Outbox) {
        if let Some(listed) = self.chosen() {
            out.send(BackupAction::AskWhereToSave(Box::new(
                listed.backup.clone(),
            )));
        }
    }

    /// What would be missing after the chosen one was restored, in one line.
    fn details(&self, ui: &mut Ui, ctx: &Ctx<'_>) {
        let Some(listed) = self.chosen() else { return };
        let whole = listed.backup.note.file.display().to_string();
        // A file is told by both its ends, and gives way to the words about it.
        let font = theme::regular(size::TEXT);
        let words = text_width(ui, self.about(listed, ctx, ""), &font);
        let room = (ui.available_width() - words - 1.0).max(LEAST_PATH);
        let shown = elided_in_the_middle(ui, &whole, &font, room);
        let text = self.about(listed, ctx, &shown);
        let names_file = text.contains(&shown);
        let text = RichText::new(text).color(ui.tokens().text_weak);
        let label = ui.add(Label::new(text).truncate());
        if names_file && shown != whole {
            let words = self.about(listed, ctx, &whole);
            label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            label.tip(whole);
        }
        ui.add_space(space::XS);
    }

    /// What is different now where it was made, in the file that is called so.
    fn about(&self, listed: &ListedBackup, ctx: &Ctx<'_>, file: &str) -> String {
        let since = since_in_place(listed, listed_for(ctx).as_ref());
        let text = match since {
            Since::Unknown => format!("“{file}”"),
            Since::OtherCamp => format!("Another camp is in “{file}” now"),
            Since::HasMore => "This backup has changes that the camp lacks now".to_owned(),
            Since::Changes(since) if since.is_empty() => {
                "Nothing has changed since this backup".to_owned()
            }
            Since::Changes(since) => {
                let named = since.iter().take(NAMED).map(String::as_str);
                let named = named.collect::<Vec<_>>().join(", ");
                let more = since.len().saturating_sub(NAMED);
                let more = if more > 0 {
                    format!(" and {} more", counted(more, "change"))
                } else {
                    String::new()
                };
                let when = self.told_apart.moment(&listed.backup, &ctx.now);
                format!("Since {when}: {named}{more}")
            }
        };
        // Of all camps, the name alone doesn't tell which file it was.
        let tells_file = matches!(since, Since::Unknown | Since::OtherCamp);
        if is_of_camp(ctx) || tells_file {
            text
        } else {
            format!("{text} (“{file}”)")
        }
    }

    /// What the columns tell in the room that there is.
    fn columns(&self, ui: &Ui, ctx: &Ctx<'_>) -> (Vec<Tells>, Vec<Column<'static>>) {
        let of = match (is_of_camp(ctx), self.has_others(ctx)) {
            (false, _) => ListedOf::AllCamps,
            (true, false) => ListedOf::OneCamp,
            (true, true) => ListedOf::OneCampAndOthers,
        };
        columns(ui, of, room_for_columns(ui), |tells| {
            let backups = self.list.iter().flatten();
            let texts = backups.map(|listed| tells.text(&self.told_apart, listed, &ctx.now));
            texts.collect()
        })
    }

    fn table(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let (shown, columns) = self.columns(ui, ctx);
        let text = |row: usize, tells: Tells| {
            let listed = self.row(row);
            listed.map_or_else(String::new, |listed| {
                tells.text(&self.told_apart, listed, &ctx.now)
            })
        };
        let row_name = |row: usize| {
            let texts = shown.iter().map(|tells| text(row, *tells));
            texts.collect::<Vec<_>>().join(", ")
        };
        let id = Table::new("Backups", &columns, self.rows()).id_in(ui);
        keep_in_list(ui, (ctx, out), id, !self.has_list);
        let mut selected = self.selected;
        let response = Table::new("Backups", &columns, self.rows())
            .row_name(&row_name)
            .reveal(selected.filter(|_| !self.has_list))
            .show(ui, &mut selected, |place, row, column| {
                let Some(tells) = shown.get(column) else {
                    return;
                };
                let text = text(row, *tells);
                if tells.is_name() {
                    place.text_by_its_ends(&text);
                } else {
                    place.text(&text);
                }
            });
        self.selected = selected;
        let mut restores = response.activated.is_some();
        let (mut saves, mut looks) = (false, false);
        row_menu(ui, "backups", &response, |ui| {
            restores |= MenuItem::new("Restore…")
                .shortcut("Enter")
                .show(ui)
                .clicked();
            saves |= MenuItem::new("Save as new file…").show(ui).clicked();
            looks |= MenuItem::new("Open read-only").show(ui).clicked();
        });
        if restores {
            self.ask_to_restore(ctx, out);
        }
        if saves {
            self.save_as(out);
        }
        if looks && let Some(look) = self.look(ctx) {
            out.send(look);
        }
    }
}

fn tries_again(ui: &mut Ui) -> bool {
    Button::secondary("Try again").show(ui).clicked()
}

/// When it was made: "2:31:05 PM", with the date where it isn't today's. To the second, as nothing else tells two of one minute apart.
pub(crate) fn moment_of(backup: &Backup, now: &Zoned) -> String {
    let made = backup.note.made.to_zoned(now.time_zone().clone());
    show_second_from(&made, now.date())
}

/// Asks before a backup that is looked into is put back.
pub(crate) fn restore_question(
    listed: ListedBackup,
    from: Option<&LookedFrom>,
    now: &Zoned,
) -> Box<dyn PageDialog> {
    let when = moment_of(&listed.backup, now);
    let camp = from.map(where_it_was);
    Box::new(RestoreInPlace::new(listed, camp.as_ref(), when))
}

/// The camp for which the backups are listed, if there is one.
fn listed_for<'c>(ctx: &'c Ctx<'_>) -> Option<WorkedOn<'c>> {
    if !is_of_camp(ctx) {
        return None;
    }
    // A backup that is looked into is in a place that goes with it.
    let is_camp = ctx.camp.looked_into.is_none();
    let open = ctx.camp.path.as_deref().filter(|_| is_camp);
    let open = open.map(|path| WorkedOn {
        path,
        mode: ctx.camp.mode,
        words: "the one that you have open",
    });
    ctx.looked_from.as_deref().map(where_it_was).or(open)
}

/// Where a backup goes: in the place of the camp that is worked on, which may have been renamed since; without one, where it was made.
fn place_of<'p>(backup: &'p Backup, camp: Option<&WorkedOn<'p>>) -> &'p Path {
    let worked_on = camp.filter(|camp| camp.mode == Mode::Change);
    worked_on.map_or(backup.note.file.as_path(), |camp| camp.path)
}

/// What is different in the place where a backup goes. What was done since in a camp that is only looked at tells nothing of another file.
fn since_in_place<'l>(listed: &'l ListedBackup, camp: Option<&WorkedOn<'_>>) -> &'l Since {
    let place = place_of(&listed.backup, camp);
    if camp.is_none_or(|camp| camp.path == place) {
        &listed.since
    } else {
        &Since::Unknown
    }
}

/// The camp that was open before a backup was looked into.
fn where_it_was(from: &LookedFrom) -> WorkedOn<'_> {
    WorkedOn {
        path: &from.path,
        mode: from.mode,
        words: "the one that you had open before",
    }
}

/// A camp for which backups are listed.
struct WorkedOn<'c> {
    path: &'c Path,
    mode: Mode,
    /// What it is called in a sentence.
    words: &'static str,
}

/// Asks before a camp is put back.
#[derive(Debug)]
struct RestoreInPlace {
    when: String,
    since: Since,
    made_of: MadeOf,
    backup: Backup,
    /// Where it goes.
    place: PathBuf,
    /// What the camp is called for which it was listed, if there is one.
    listed_for: Option<&'static str>,
}

impl RestoreInPlace {
    fn new(listed: ListedBackup, camp: Option<&WorkedOn<'_>>, when: String) -> Self {
        Self {
            when,
            since: since_in_place(&listed, camp).clone(),
            made_of: listed.made_of,
            place: place_of(&listed.backup, camp).to_owned(),
            backup: listed.backup,
            listed_for: camp.map(|camp| camp.words),
        }
    }

    /// What is had back where it isn't the file in this place as it was: a copy of the camp, or what may be one.
    fn other_file(&self) -> Option<String> {
        let file = &self.backup.note.file;
        let is_elsewhere = *file != self.place;
        match self.made_of {
            MadeOf::Copy if self.backup.is_of_other_computer() => {
                Some("its copy on another computer".to_owned())
            }
            MadeOf::Copy => is_elsewhere.then(|| format!("its copy “{}”", file.display())),
            MadeOf::File => is_elsewhere.then(|| format!("“{}”", file.display())),
            MadeOf::OtherCamp => None,
        }
    }
}

impl PageDialog for RestoreInPlace {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let note = &self.backup.note;
        let other_file = self.other_file();
        let lost = match (self.made_of, &self.since) {
            (MadeOf::OtherCamp, _) => self.listed_for.map_or_else(
                || "Another camp was in this place, too.".to_owned(),
                |camp| format!("It is another camp than {camp}."),
            ),
            (MadeOf::Copy, _) if other_file.is_some() => {
                "What was done only here will be missing.".to_owned()
            }
            (_, Since::Changes(since)) if since.is_empty() => {
                "Nothing has changed since.".to_owned()
            }
            (_, Since::Changes(since)) => {
                let count = counted(since.len(), "change");
                format!("{count} since then will be missing.")
            }
            (_, Since::HasMore) => {
                "It has changes that the camp lacks now, and may lack what was changed since."
                    .to_owned()
            }
            (_, Since::OtherCamp) => "Another camp is in this place now.".to_owned(),
            (_, Since::Unknown) => "What was changed since then will be missing.".to_owned(),
        };
        let (camp, place, when) = (&note.camp, self.place.display(), &self.when);
        let is_other = self.made_of == MadeOf::OtherCamp || self.since == Since::OtherCamp;
        let becomes = if is_other {
            format!("“{place}” becomes the camp “{camp}” as it was at {when}.")
        } else {
            let what = other_file.as_deref().unwrap_or("it");
            format!("The camp “{camp}” in “{place}” becomes what {what} was at {when}.")
        };
        let aside = if self.since == Since::OtherCamp {
            "It is moved"
        } else {
            "A file that is there now is moved"
        };
        let text = format!(
            "{becomes} {lost} {aside} aside, into the same folder, and can be opened again."
        );
        let dialog = kit::Dialog::new("Restore this backup?")
            .text(&text)
            .cancel("Cancel")
            .width(520.0);
        let lacks_nothing = self.made_of == MadeOf::File
            && other_file.is_none()
            && matches!(&self.since, Since::Changes(since) if since.is_empty());
        let dialog = if lacks_nothing {
            dialog.confirm("Restore")
        } else {
            dialog.danger("Restore")
        };
        let answer = dialog.show(window, |_| {});
        if answer == Some(DialogAnswer::Confirmed) {
            let backup = PutBack::Backup(Box::new(self.backup.clone()));
            out.send(BackupAction::PutBack(backup, self.place.clone()));
        }
        answer.is_none()
    }
}
