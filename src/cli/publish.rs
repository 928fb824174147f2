//! `camp-ladder publish`

use super::{Failure, arguments, ladder, open_to_read, say, warn_if_outdated, week};
use crate::{
    app::{self, publishing::published_sheets},
    domain::{PublishedNames, counted},
    jobs::Progress,
    publish::{self, PublishChoices},
    rating,
};

pub(super) fn run(order: &arguments::Publish) -> Result<(), Failure> {
    let (file, camp) = open_to_read(&order.camp)?;
    let wanted = match order.week {
        None => camp.weeks.to_vec(),
        Some(number) => vec![week::find(&camp, number)?.clone()],
    };
    if wanted.contains(&camp.week) {
        warn_if_outdated(&camp, &order.camp);
    }
    // Ladders are published of the newest, which needs all others for that.
    let newest = wanted.last().map(|week| week.id);
    let weeks = wanted.iter().map(|week| {
        if newest == Some(week.id) {
            file.load_week(week.id)
        } else {
            file.load_week_alone(week.id)
        }
    });
    let weeks = weeks.collect::<Result<Vec<_>, _>>()?;

    for problem in rating::problems(&camp) {
        say(&problem.sentence(&camp));
    }
    let asked = order.names.map(PublishedNames::from);
    let names = asked.or(camp.settings.published_names).unwrap_or_default();
    let manner = match names {
        PublishedNames::Full => "by their full names",
        PublishedNames::Initial => "by first name and initial",
        PublishedNames::Number => "by their numbers only",
    };
    let reason = match (asked, camp.settings.published_names) {
        (Some(_), _) => "",
        (None, Some(_)) => ", as the camp’s settings say. For another way: --names",
        (None, None) => ". For another way: --names",
    };
    let players = if camp.is_club() { "Players" } else { "Campers" };
    say(&format!("{players} are named {manner}{reason}"));
    if order.pdf && names != PublishedNames::Full {
        let refused =
            "Printed sheets have full names: publish them with --names full, or without --pdf";
        return Err(Failure::Refused(refused.to_owned()));
    }
    let ladder = order.ladder.as_deref();
    let ladder = ladder.map(|name| ladder::find(&camp, name)).transpose()?;
    let choices = PublishChoices {
        names,
        games: order.games,
        ladder: ladder.map(|ladder| ladder.id),
    };

    let sections = if order.crosstables {
        file.section_tables()?
    } else {
        Vec::new()
    };
    if order.crosstables && sections.is_empty() {
        say("This camp has no sections of US Chess");
    }
    let progress = Progress::default();
    let sheets = if order.pdf {
        let camp = Some(order.camp.as_path());
        published_sheets((&weeks, &sections), choices, camp, app::today(), &progress)?
    } else {
        Vec::new()
    };
    let pages = publish::pages(&weeks, &sections, &sheets, choices, app::today())?;
    if order.week.is_some() || order.ladder.is_some() {
        publish::refuse_other_weeks(&order.out, &pages)?;
    }
    let Some(saved) = publish::save(&order.out, &pages, &progress)? else {
        return Ok(());
    };
    if saved.removed > 0 {
        say(&format!(
            "Removed {} of an earlier time",
            counted(saved.removed, "file")
        ));
    }
    let mut what = match ladder {
        Some(ladder) => format!("the ladder “{}”", ladder.name),
        None => counted(weeks.len(), "week"),
    };
    if !sections.is_empty() {
        what = format!("{what} and {}", counted(sections.len(), "crosstable"));
    }
    say(&format!(
        "Published {what} in {}. The page to open: “{}”",
        counted(saved.written, "file"),
        saved.index.display()
    ));
    Ok(())
}
