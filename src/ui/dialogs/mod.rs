//! The questions that the window asks.

mod camp_settings;
mod export;
mod old_camp;
mod printing;
pub(super) mod publish;
mod rating_changes;
mod records;
mod repair;
mod safety;

use std::path::PathBuf;

use egui::{Context, Ui};

use super::kit::{
    self, Button, DialogAnswer, Form, Icon, UiTokens as _,
    tokens::{size, space},
};
use crate::{
    app::{
        Action, App, Command, FileFormat, FocusTarget, Purpose,
        dialogs::{Dialog, NewCamp, PathField},
        problem_list::ProblemList,
    },
    domain::{Edit, within_sentence},
    pages::looks::problems::{self, Chosen, Done},
    report::MissingLetters,
};

/// Shows the question that is open.
pub(super) fn show(ctx: &Context, app: &mut App) {
    if !matches!(app.dialog, Some(Dialog::CampSettings(_))) {
        camp_settings::close(ctx);
    }
    // Taken out while it is drawn, so that it may change the program; put back unless it is answered.
    let Some(dialog) = app.dialog.take() else {
        return;
    };
    let kept = match dialog {
        Dialog::NewCamp(new) => new_camp(ctx, app, new),
        Dialog::OpenCamp(field, before) => open_camp(ctx, app, field, before),
        Dialog::RenameCamp { name, problem } => rename_camp(ctx, app, name, problem),
        Dialog::Import(field) => import(ctx, app, field),
        Dialog::SavePdf(field) => save_pdf(ctx, app, field),
        Dialog::SaveCopy(field) => safety::save_copy(ctx, app, field),
        Dialog::RestoreAs(backup, field) => safety::restore_as(ctx, app, backup, field),
        Dialog::SecondBackups(field) => safety::second_backups(ctx, app, field),
        Dialog::MissingSecondBackups { place, can_be_made } => {
            safety::missing_second_backups(ctx, app, place, can_be_made)
        }
        Dialog::Repair(dialog) => repair::repair(ctx, app, dialog),
        Dialog::CloseUnsaved(action) => safety::close_unsaved(ctx, app, action),
        Dialog::Print(print) => printing::print_on(ctx, app, print),
        Dialog::Publish(dialog) => publish::publish(ctx, app, dialog),
        Dialog::Export(dialog) => export::export(ctx, app, dialog),
        Dialog::ChangeLayout { folder, template } => change_layout(ctx, app, folder, template),
        Dialog::Spoiled { letters, anyway } => spoiled(ctx, app, letters, anyway),
        Dialog::DeactivateInstead { player, reason } => {
            records::deactivate_instead(ctx, app, player, reason)
        }
        Dialog::DeleteSeveral { what } => records::delete_several(ctx, app, what),
        Dialog::Filter(filter) => records::choose_filter(ctx, app, filter),
        Dialog::Replace(replace) => records::replacing(ctx, app, replace),
        Dialog::Zoom { title, text } => records::zoom(ctx, app, title, text),
        Dialog::CannotOpen {
            path,
            reason,
            offer,
            can_repair,
        } => safety::cannot_open(ctx, app, (path, reason), offer, can_repair),
        Dialog::QuitAnyway => quit_anyway(ctx, app),
        Dialog::Discard(asked) => safety::discard(ctx, app, asked),
        Dialog::Checking(checking) => safety::checking(ctx, checking),
        Dialog::Problems(list) => problem_list(ctx, app, list),
        Dialog::RatingChanges(changes) => rating_changes::rating_changes(ctx, changes),
        Dialog::Stopped => Some(stopped(ctx, app)),
        Dialog::About => about(ctx),
        Dialog::CampSettings(form) => camp_settings::camp_settings(ctx, app, form),
        Dialog::NewCampFromOld(from) => old_camp::old_camp(ctx, app, from),
        Dialog::OfPage(mut dialog) => {
            let stays = app.with_dialog(|of_camp, out| dialog.show(ctx, of_camp, out));
            stays.then_some(Dialog::OfPage(dialog))
        }
    };
    // What was answered may have opened the next question already.
    if app.dialog.is_none() {
        app.dialog = kept;
    }
}

fn new_camp(ctx: &Context, app: &mut App, mut new: NewCamp) -> Option<Dialog> {
    let mut browse = false;
    let answer = kit::Dialog::new("New camp")
        .confirm("Create")
        .cancel("Cancel")
        .width(520.0)
        .show(ctx, |ui| browse = camp_fields(ui, &mut new));
    if browse {
        app.send(Action::Browse(Purpose::NewCamp));
    }
    match answer {
        None => Some(Dialog::NewCamp(new)),
        Some(DialogAnswer::Confirmed) => {
            let name = crate::domain::clean_name(&new.name).unwrap_or_default();
            let problem = crate::domain::check_camp_name(&name).into_iter().next();
            new.name_problem = problem.map(|problem| problem.reason);
            if let Some(path) = new.file_to_write()
                && new.name_problem.is_none()
            {
                app.send(Action::Create { path, name });
            }
            // Stays until the camp is open, or says why it isn't.
            Some(Dialog::NewCamp(new))
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

/// Name and file of a new camp. Whether the file is to be browsed for.
fn camp_fields(ui: &mut Ui, new: &mut NewCamp) -> bool {
    let form = Form::above();
    let name = form
        .field("Name of the camp")
        .required()
        .hint("e.g. Summer camp 2026")
        .problem(new.name_problem.as_deref())
        .text(ui, &mut new.name);
    if name.changed() {
        new.name_problem = None;
        new.file.problem = None;
        new.follow_name();
    }
    ui.add_space(space::M);
    let file = form
        .field("File")
        .help("Everything of the camp is in this one file")
        .problem(new.file.problem.as_deref())
        .text(ui, &mut new.file.path);
    if file.changed() {
        new.file.problem = None;
        new.file_was_chosen = true;
    }
    let browse = Button::secondary("Browse…").icon(Icon::Open);
    browse.show(ui).clicked()
}

fn rename_camp(
    ctx: &Context,
    app: &mut App,
    mut name: String,
    mut problem: Option<String>,
) -> Option<Dialog> {
    let answer = kit::Dialog::new("Rename camp")
        .text("The name heads every printed sheet. The file keeps its own name.")
        .confirm("Rename")
        .cancel("Cancel")
        .show(ctx, |ui| {
            let field = Form::above()
                .field("Name of the camp")
                .required()
                .problem(problem.as_deref())
                .text(ui, &mut name);
            if field.changed() {
                problem = None;
            }
        });
    match answer {
        None => {}
        Some(DialogAnswer::Confirmed) => {
            let clean = crate::domain::clean_name(&name).unwrap_or_else(|_| name.clone());
            match crate::domain::check_camp_name(&clean).into_iter().next() {
                None => {
                    let camp = app.session.camp.as_ref();
                    // Nothing would be saved, and it would be said that something was.
                    if camp.is_some_and(|camp| camp.data.name != clean) {
                        app.send(Action::Change(Edit::RenameCamp(clean)));
                    }
                    return None;
                }
                Some(found) => problem = Some(found.reason),
            }
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => return None,
    }
    Some(Dialog::RenameCamp { name, problem })
}

fn open_camp(
    ctx: &Context,
    app: &mut App,
    mut field: PathField,
    before: Option<Box<Dialog>>,
) -> Option<Dialog> {
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: "Open camp",
            text: "Type the path of a camp file, or browse for it.",
            label: "Camp file",
            confirm: "Open",
            saves: None,
            purpose: Purpose::OpenCamp,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::OpenCamp(field, before)),
        PathAnswer::Left => before.map(|asked| *asked),
        PathAnswer::Path(path) => {
            app.send(Action::Open(path));
            Some(Dialog::OpenCamp(field, before))
        }
    }
}

fn import(ctx: &Context, app: &mut App, mut field: PathField) -> Option<Dialog> {
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: "Import from Access",
            text: "The Access file itself (.accdb, .mdb), or the tables exported as text. You can also drop the files on the window. Nothing is saved before you have seen what would change.",
            label: "File or folder",
            confirm: "Show what would be imported",
            saves: None,
            purpose: Purpose::Import,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::Import(field)),
        PathAnswer::Left => None,
        PathAnswer::Path(path) => {
            app.send(Action::ImportFiles(vec![path]));
            Some(Dialog::Import(field))
        }
    }
}

fn save_pdf(ctx: &Context, app: &mut App, mut field: PathField) -> Option<Dialog> {
    let title = format!("Save {} as PDF", within_sentence(app.print_job().name()));
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: &title,
            text: "",
            label: "PDF file",
            confirm: "Save",
            saves: Some(FileFormat::Pdf),
            purpose: Purpose::SavePdf,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::SavePdf(field)),
        PathAnswer::Left => None,
        PathAnswer::Path(path) => {
            // Asked once for each file: pressing Save again is the answer.
            let replace = field.warned_about.as_ref() == Some(&path);
            app.send(Action::SavePdf {
                path,
                replace,
                spoiled_too: false,
            });
            None
        }
    }
}

/// What a question for a path says.
struct PathQuestion<'a> {
    title: &'a str,
    text: &'a str,
    label: &'a str,
    confirm: &'a str,
    /// What is written into the file; nothing where it is there already.
    saves: Option<FileFormat>,
    purpose: Purpose,
}

/// How a question for a path was answered.
enum PathAnswer {
    Typing,
    Path(PathBuf),
    /// The director thought better of it.
    Left,
}

/// Asks for a path.
fn path_dialog(
    ctx: &Context,
    app: &mut App,
    field: &mut PathField,
    question: &PathQuestion<'_>,
) -> PathAnswer {
    let mut browse = false;
    let mut dialog = kit::Dialog::new(question.title)
        .confirm(question.confirm)
        .cancel("Cancel")
        .width(560.0);
    if !question.text.is_empty() {
        dialog = dialog.text(question.text);
    }
    let answer = dialog.show(ctx, |ui| {
        let typed = Form::above()
            .field(question.label)
            .problem(field.problem.as_deref())
            .text(ui, &mut field.path);
        if typed.changed() {
            field.problem = None;
        }
        ui.add_space(space::XS);
        browse = Button::secondary("Browse…")
            .icon(Icon::Open)
            .show(ui)
            .clicked();
    });
    if browse {
        app.send(Action::Browse(question.purpose));
    }
    match answer {
        None => PathAnswer::Typing,
        Some(DialogAnswer::Confirmed) => {
            let path = match question.saves {
                Some(format) => field.typed_for(format, PathField::BLANK),
                None if question.purpose == Purpose::OpenCamp => field.typed_camp(PathField::BLANK),
                None => field.typed_or(PathField::BLANK),
            };
            path.map_or(PathAnswer::Typing, PathAnswer::Path)
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => PathAnswer::Left,
    }
}

fn spoiled(
    ctx: &Context,
    app: &mut App,
    letters: Vec<String>,
    anyway: Box<Action>,
) -> Option<Dialog> {
    /// So many names are told.
    const NAMED: usize = 5;
    let mut lines = letters.iter().take(NAMED).cloned().collect::<Vec<_>>();
    if letters.len() > NAMED {
        lines.push(format!("And {} more", letters.len() - NAMED));
    }
    lines.push(format!("{}.", MissingLetters::REMEDY));
    let is_printed = matches!(*anyway, Action::PrintOn { .. });
    let answer = kit::Dialog::new("Letters are missing on these sheets")
        .text(&lines.join("\n"))
        .confirm(if is_printed {
            "Print anyway"
        } else {
            "Save anyway"
        })
        .cancel("Cancel")
        .width(560.0)
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::Spoiled { letters, anyway }),
        Some(DialogAnswer::Confirmed) => {
            app.send(*anyway);
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

fn change_layout(
    ctx: &Context,
    app: &mut App,
    folder: PathBuf,
    template: &'static str,
) -> Option<Dialog> {
    let text = format!(
        "Prints are made from Typst templates in “{}”. Edit “{template}” in a text editor and save it: the preview updates. \
         If it has a mistake, the program names the line and uses its own layout. To reset, delete the file.",
        folder.display()
    );
    let answer = kit::Dialog::new("Change the layout")
        .text(&text)
        .confirm("Open the folder")
        .cancel("Cancel")
        .width(520.0)
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::ChangeLayout { folder, template }),
        Some(DialogAnswer::Confirmed) => {
            app.send(Action::WriteTemplates);
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

fn quit_anyway(ctx: &Context, app: &mut App) -> Option<Dialog> {
    let answer = kit::Dialog::new("Record not saved")
        .text("The record on the screen has errors. Everything else is saved.")
        .danger("Quit without it")
        .cancel("Cancel")
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::QuitAnyway),
        Some(DialogAnswer::Confirmed) => {
            app.quitting = true;
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

/// Whether the keys of a command are pressed.
fn takes_keys_of(ui: &Ui, command: Command) -> bool {
    let mut shortcuts = command.shortcuts().iter();
    shortcuts.any(|keys| ui.input_mut(|input| input.consume_shortcut(&keys.of_egui())))
}

fn problem_list(ctx: &Context, app: &mut App, mut list: Box<ProblemList>) -> Option<Dialog> {
    let may_change = app.why_not_change_week().is_none();
    let camp = app.session.camp.as_ref()?;
    let chosen = problems::chosen(camp, may_change, &list);
    let mut dialog = kit::Dialog::new("Problems").cancel("Close").width(720.0);
    if let Some((way, _)) = chosen.way {
        dialog = dialog.confirm(way);
    }
    if let Some((more, _)) = chosen.more {
        dialog = dialog.other(more);
    }
    let (mut done, mut exports, mut recalculates) = (None, false, false);
    let answer = dialog.show(ctx, |ui| {
        // What is listed shall go by it: its key is heard here, too.
        recalculates = takes_keys_of(ui, Command::RECALCULATE);
        let id = ui.make_persistent_id("problems");
        let beside = size::CONTROL + space::S + 2.0 * ui.spacing().item_spacing.y;
        let room = kit::dialog::height_of_list(ui, f32::INFINITY, beside);
        done = problems::list(ui, camp, id, &mut list, room);
        if !problems::is_empty(camp) {
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                if problems::accept_button(ui, camp, id, &list) {
                    done = Some(Done::Accepted);
                }
                exports = Button::secondary(Command::EXPORT_LIST.text())
                    .show(ui)
                    .clicked();
            });
        }
    });
    let way = |chosen: Chosen| chosen.way.and_then(|(_, action)| action);
    let (action, stays) = match (answer, done) {
        (Some(DialogAnswer::Confirmed), _) => {
            let action = way(chosen);
            if action.is_none() {
                list.toggle(camp);
            }
            let stays = action.is_none();
            (action, stays)
        }
        (Some(DialogAnswer::Other), _) => (chosen.more.map(|(_, action)| action), true),
        (Some(DialogAnswer::Cancelled), _) => (None, false),
        (None, Some(Done::Entered)) => {
            let action = way(problems::chosen(camp, may_change, &list));
            let stays = action.is_none();
            (action, stays)
        }
        (None, Some(Done::Accepted)) => (list.accept(camp), true),
        (None, None) => (None, true),
    };
    if let Some(action) = action {
        if action == Command::RECALCULATE.into() && app.session.stands_over() == 0 {
            // The bar that asks for it goes, and what had the keyboard may go with it.
            app.focus_next = Some(FocusTarget::List);
        }
        app.send(action);
    }
    if recalculates {
        app.send(Command::RECALCULATE);
    }
    if exports {
        // Its question takes the place of this one.
        app.send(Command::EXPORT_LIST);
    }
    stays.then_some(Dialog::Problems(list))
}

/// Stays until the program ends.
fn stopped(ctx: &Context, app: &mut App) -> Dialog {
    let answer = kit::Dialog::new("Camp Ladder has to be started again")
        .text("Saving has stopped. Quit and start Camp Ladder again. Everything saved so far is in the file.")
        .confirm("Quit")
        .show(ctx, |_| {});
    if answer.is_some() {
        app.quitting = true;
    }
    Dialog::Stopped
}

fn about(ctx: &Context) -> Option<Dialog> {
    let answer = kit::Dialog::new("About Camp Ladder")
        .confirm("Close")
        .show(ctx, |ui| {
            ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
            ui.add_space(space::S);
            ui.label("The ladder of a chess camp: the weekly and the permanent rating follow the algorithm of the School Chess Association, game by game.");
            ui.add_space(space::S);
            let weak = ui.tokens().text_weak;
            ui.label(
                egui::RichText::new("Everything stays on this computer. The program never uses the network.")
                    .color(weak),
            );
        });
    answer.is_none().then_some(Dialog::About)
}
