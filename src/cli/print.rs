//! `camp-ladder print`

use std::{num::NonZeroUsize, path::Path};

use super::{
    Failure, arguments, find_group, open_week_to_read,
    out::{Written, refuse_other_ending},
    put, say, warn_if_outdated,
};
use crate::{
    app,
    domain::PlayerId,
    report::{
        self, Certificate, Choice, MissingLetters, OwnTemplates, Pages, Personal, Print,
        PrintChoices, PrintScope, Remark,
    },
};

pub(super) fn run(order: &arguments::Print) -> Result<(), Failure> {
    if let Some(folder) = &order.export_templates {
        return export_templates(folder);
    }
    match (&order.camp, order.what, &order.out) {
        (Some(camp), Some(print), Some(out)) => make_pdf(order, camp, print, out),
        _ => put(&list()),
    }
}

fn make_pdf(
    order: &arguments::Print,
    path: &Path,
    print: Print,
    out: &Path,
) -> Result<(), Failure> {
    refuse_what_it_has_not(print, &order.choices)?;
    refuse_other_ending(Some(out), Written::Pdf)?;
    let own = match &order.template {
        Some(file) => OwnTemplates::from_file(file, path)?,
        None => OwnTemplates::beside(path, print.template()),
    };
    let own = match &order.fonts {
        Some(folder) if folder.is_dir() => own.with_fonts(folder),
        Some(folder) => {
            return Err(Failure::Refused(format!(
                "There is no folder “{}”",
                folder.display()
            )));
        }
        None => own,
    };
    let (_file, camp) = open_week_to_read(path, order.week)?;
    warn_if_outdated(&camp, path);
    if let Some(name) = &order.choices.group {
        find_group(&camp, name)?;
    }
    let choices = chosen(print, &order.choices);
    let mut laid = report::lay_out(print, &camp, &choices, app::today(), &own)?;
    // Said already, with the command that helps here.
    laid.remarks
        .retain(|remark| *remark != Remark::OlderThanGames);
    // The built-in template steps in for one beside the camp, but not for the one that was asked for by name.
    if order.template.is_some() {
        let mut remarks = laid.remarks.iter();
        let broken = remarks.find_map(|remark| match remark {
            Remark::OwnTemplate(error) => Some(error.to_string()),
            Remark::Logo(_) | Remark::OlderThanGames | Remark::NotRated(_) => None,
        });
        if let Some(broken) = broken {
            return Err(Failure::Refused(format!("{broken}. Nothing was saved")));
        }
    }
    for sentence in laid.sentences() {
        say(&sentence);
    }
    if laid.is_spoiled && !order.force {
        return Err(Failure::Refused(format!(
            "Nothing was saved. {}, or add “--force”",
            MissingLetters::REMEDY
        )));
    }
    save(&laid.pages, out)
}

/// Saves sheets as a PDF, and says how many they are.
pub(super) fn save(pages: &Pages, out: &Path) -> Result<(), Failure> {
    report::save_file(out, &pages.pdf()?)?;
    let sheets = match pages.count() {
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
    say(&format!("Saved “{}”, {sheets}", out.display()));
    Ok(())
}

/// What is usual for the print, but for what was said.
fn chosen(print: Print, said: &arguments::PrintChoices) -> PrintChoices {
    let default = print.default_choices();
    PrintChoices {
        paper: said.paper.map_or(default.paper, Into::into),
        scope: match &said.group {
            Some(name) => PrintScope::Group(name.clone()),
            None if said.by_group => PrintScope::ByGroup,
            None if said.whole_camp => PrintScope::Camp,
            None => default.scope,
        },
        top: said.top.or(default.top),
        most_pages: said.pages.or(default.most_pages),
        fun_games: said.fun_games.unwrap_or(default.fun_games),
        arrows: said.arrows.unwrap_or(default.arrows),
        ratings: said.ratings.unwrap_or(default.ratings),
        inactive: said.inactive.unwrap_or(default.inactive),
        new_pages: said.new_pages.unwrap_or(default.new_pages),
        labels: said.labels.unwrap_or(default.labels),
        first_label: said.first_label.unwrap_or(default.first_label),
        camp_name: said.camp_name.unwrap_or(default.camp_name),
        group_name: said.group_name.unwrap_or(default.group_name),
        number: said.number.unwrap_or(default.number),
        logo: said.logo.unwrap_or(default.logo),
        outlines: said.outlines.unwrap_or(default.outlines),
        days: said.days.or(default.days),
        first_line: said.first_line.or(default.first_line),
        sheets: said.sheets.unwrap_or(default.sheets),
        certificate: match (said.award, &said.words) {
            (Some(award), _) => award,
            (None, Some(_)) => Certificate::Own,
            (None, None) => default.certificate,
        },
        places: said.places.unwrap_or(default.places),
        words: said.words.clone().unwrap_or(default.words),
        winners_last: said.winners_last.unwrap_or(default.winners_last),
        both_sides: said.both_sides.unwrap_or(default.both_sides),
        player: said.player.map(PlayerId),
        ladder: said.ladder.clone(),
        game_data: said.game_data.unwrap_or(default.game_data),
        personal: Personal {
            background: said.background.unwrap_or(default.personal.background),
            columns: said.column.clone(),
        },
    }
}

/// A choice that would be passed over is told, as the director expects something of it.
fn refuse_what_it_has_not(print: Print, said: &arguments::PrintChoices) -> Result<(), Failure> {
    let all = [
        (Choice::Paper, said.paper.is_some()),
        (
            Choice::Scope,
            said.group.is_some() || said.by_group || said.whole_camp,
        ),
        (Choice::Top, said.top.is_some()),
        (Choice::Pages, said.pages.is_some()),
        (Choice::Arrows, said.arrows.is_some()),
        (Choice::Ratings, said.ratings.is_some()),
        (Choice::Inactive, said.inactive.is_some()),
        (Choice::FunGames, said.fun_games.is_some()),
        (Choice::NewPages, said.new_pages.is_some()),
        (Choice::Labels, said.labels.is_some()),
        (Choice::FirstLabel, said.first_label.is_some()),
        (Choice::CampName, said.camp_name.is_some()),
        (Choice::GroupName, said.group_name.is_some()),
        (Choice::Number, said.number.is_some()),
        (Choice::Logo, said.logo.is_some()),
        (Choice::Outlines, said.outlines.is_some()),
        (Choice::Days, said.days.is_some()),
        (Choice::FirstLine, said.first_line.is_some()),
        (Choice::Sheets, said.sheets.is_some()),
        (Choice::Certificate, said.award.is_some()),
        (Choice::Places, said.places.is_some()),
        (Choice::Words, said.words.is_some()),
        (Choice::WinnersLast, said.winners_last.is_some()),
        (Choice::BothSides, said.both_sides.is_some()),
        (Choice::Player, said.player.is_some()),
        (Choice::Ladder, said.ladder.is_some()),
        (Choice::GameData, said.game_data.is_some()),
        (Choice::Background, said.background.is_some()),
        (Choice::Columns, !said.column.is_empty()),
    ];
    let mut all = all.into_iter();
    if let Some((choice, _)) =
        all.find(|(choice, is_said)| *is_said && !print.choices().contains(choice))
    {
        return Err(Failure::Refused(format!(
            "“{}” has no {}. It has {}",
            print.word(),
            choice.option(),
            options(print).join(", ")
        )));
    }
    let numbers = [
        (Choice::Top, said.top),
        (Choice::Pages, said.pages),
        (Choice::FirstLabel, said.first_label),
        (Choice::Days, said.days),
        (Choice::Places, said.places),
        (Choice::FirstLine, said.first_line),
        (Choice::Sheets, said.sheets),
    ];
    let is_too_large = |(choice, said): &(Choice, Option<NonZeroUsize>)| {
        said.is_some_and(|number| number.get() > choice.most())
    };
    if let Some((choice, _)) = numbers.into_iter().find(is_too_large) {
        return Err(Failure::Refused(format!(
            "For {} a number from 1 to {} is needed",
            choice.option(),
            choice.most()
        )));
    }
    if said.words.is_some() && !chosen(print, said).matters(Choice::Words) {
        return Err(Failure::Refused(
            "“--words” is for certificates in your own words: “--award own”".to_owned(),
        ));
    }
    Ok(())
}

fn options(print: Print) -> Vec<&'static str> {
    print
        .choices()
        .iter()
        .map(|choice| choice.option())
        .collect()
}

/// Every print: its word, what it is, and what can be chosen.
fn list() -> String {
    let words = Print::ALL.map(|print| print.word().len());
    let width = words.into_iter().max().unwrap_or(0);
    let lines = Print::ALL.map(|print| {
        format!(
            "{:width$}  {}. {}\n{:width$}  {}\n",
            print.word(),
            print.title(),
            print.about(),
            "",
            options(print).join("  ")
        )
    });
    lines.concat()
}

fn export_templates(folder: &Path) -> Result<(), Failure> {
    let done = report::templates::write_out(folder)?;
    for path in done.written {
        say(&format!("Saved “{}”", path.display()));
    }
    for path in done.left {
        say(&format!(
            "“{}” is there already and was left as it is",
            path.display()
        ));
    }
    Ok(())
}
