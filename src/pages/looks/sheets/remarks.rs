//! What has to be said of sheets before they are printed.

use egui::Ui;

use crate::{
    app::{
        Action, Command,
        page::{Ctx, Outbox},
    },
    kit::{Banner, banner::BannerAnswer, tokens::space},
    report::{LaidOut, MissingLetters, Remark},
};

/// Says what is not on the sheets as the director wants it, above them.
pub(super) fn show(ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox, laid: &LaidOut) {
    for remark in &laid.remarks {
        let sentence = remark.to_string();
        let (title, action) = match remark {
            Remark::OwnTemplate(_) => (
                "Your own layout is not used",
                Some(("Refresh preview", Action::LayOutAgain)),
            ),
            Remark::Logo(_) => ("The logo is not printed", None),
            Remark::OlderThanGames => (
                "Recalc needed",
                Some((
                    Command::RECALCULATE.text(),
                    Action::Do(Command::RECALCULATE),
                )),
            ),
            Remark::LeftOut(..) => ("One of these prints has nothing to show", None),
            Remark::GroupLeftOut(_) => ("A group has no sheet", None),
            Remark::NotRated(_) => (
                "The games of this week can’t be rated yet",
                Some((Command::PROBLEMS.text(), Action::Do(Command::PROBLEMS))),
            ),
        };
        let banner = Banner::warning(title).detail(&sentence);
        let action = action.filter(|(_, action)| can_be_done(ctx, action));
        let banner = match &action {
            Some((text, _)) => banner.action(text),
            None => banner,
        };
        if banner.show(ui) == Some(BannerAnswer::Action(0))
            && let Some((_, action)) = action
        {
            out.send(action);
        }
        ui.add_space(space::S);
    }
    missing_letters(ui, laid.pages.missing_letters());
}

fn can_be_done(ctx: &Ctx<'_>, action: &Action) -> bool {
    match action {
        Action::Do(command) => ctx.why_not(*command).is_none(),
        _ => true,
    }
}

fn missing_letters(ui: &mut Ui, missing: &[MissingLetters]) {
    /// So many are named.
    const NAMED: usize = 5;
    if missing.is_empty() {
        return;
    }
    let text = match missing.len() {
        1 => "A name can’t be printed as it is".to_owned(),
        count => format!("{count} names can’t be printed as they are"),
    };
    let mut lines = missing
        .iter()
        .take(NAMED)
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    if missing.len() > NAMED {
        lines.push(format!("And {} more", missing.len() - NAMED));
    }
    lines.push(MissingLetters::REMEDY.to_owned());
    Banner::warning(&text).detail(&lines.join("\n")).show(ui);
    ui.add_space(space::S);
}
