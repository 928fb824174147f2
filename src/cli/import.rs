//! `camp-ladder import`

use super::{
    Failure, arguments::Import, change, make_with, open_to_import, out::camp_at, quoted, say,
};
use crate::{
    domain::{Edit, counted},
    import::{self, Choices, Counts, GamesElsewhere, Plan, ProblemKind},
    jobs::Progress,
};

/// So many changes of present records are named.
const NAMED_CHANGES: usize = 20;

pub(super) fn run(order: &Import) -> Result<(), Failure> {
    let sources = read(order)?;
    let choices = Choices {
        date_order: order.date_order.map(Into::into),
        results: order.results.iter().cloned().collect(),
        games_elsewhere: if order.add_all_games {
            GamesElsewhere::Add
        } else {
            GamesElsewhere::LeaveOut
        },
        unknown_players: order.unknown_players.into(),
        accept_damage: order.accept_damage,
        ..Choices::default()
    };

    let path = camp_at(&order.camp)?;
    let (mut file, is_new) = open_to_import(&path, order.dry_run)?;
    let camp = file.load()?;

    let plan = Plan::new(&sources, &camp, &choices);
    // A million games are much to hold twice while they are saved.
    drop(sources);
    describe(&plan);
    refuse_if_unclear(&plan, is_new)?;
    if order.dry_run {
        say("Nothing was changed, as this was a dry run");
        return Ok(());
    }
    let brings_nothing = plan.brings_nothing();
    let in_camp_already = "Everything in these files is in the camp already";
    if plan.changes.is_empty() && !is_new {
        say(in_camp_already);
        return Ok(());
    }
    let has_groups = !(camp.groups.is_empty() && plan.changes.groups.is_empty());
    let edit = Edit::Import(Box::new(plan.changes));
    let name = edit.name(&camp);
    if is_new {
        make_with(&path, &camp.name, &edit, name)?;
    } else {
        change(&mut file, &edit, name)?;
    }
    if brings_nothing {
        say(in_camp_already);
        return Ok(());
    }
    let camp = quoted::path(&path);
    say(&if has_groups {
        format!("Imported. Next: camp-ladder recalc {camp}")
    } else {
        format!("Imported. Next: camp-ladder standings {camp} --system club")
    });
    Ok(())
}

fn read(order: &Import) -> Result<Vec<import::Source>, Failure> {
    let progress = Progress::default();
    let mut sources = Vec::new();
    let mut unreadable = 0;
    for file in &order.files {
        match import::read(file, &progress) {
            Ok(source) => sources.push(source),
            Err(problem) => {
                say(&problem.to_string());
                unreadable += 1;
            }
        }
    }
    match unreadable {
        0 => Ok(sources),
        1 => Err(nothing_imported("A file could not be read")),
        count => Err(nothing_imported(&format!(
            "{count} files could not be read"
        ))),
    }
}

/// What the files were taken for, what would change, and every problem.
fn describe(plan: &Plan) {
    for table in &plan.tables {
        let columns = table
            .columns
            .iter()
            .map(|column| format!("{} ({})", column.name, column.field.title()))
            .collect::<Vec<_>>();
        say(&format!(
            "{}, {}: {}, {}. {}. Columns: {}",
            table.file,
            table.name,
            table.kind,
            counted(table.rows, "row"),
            table.format.describe(),
            columns.join(", ")
        ));
        // The dates of an Access file are dates, not texts: there is nothing to decide.
        if let Some(dates) = &table.dates
            && !matches!(table.format, import::Format::Access { .. })
        {
            say(&format!(
                "{}: dates are read as {}",
                table.file, dates.order
            ));
        }
    }
    for (file, rules) in &plan.rules {
        if let Some(sentence) = rules.sentence() {
            say(&format!("{file}: {sentence}"));
        }
    }
    for problem in &plan.problems {
        say(&problem.sentence());
        if let ProblemKind::PerhapsInOtherWeek { added: false, .. } = problem.kind {
            say("To add them: --add-all-games");
        }
    }
    let is_unknown = |problem: &import::Problem| {
        matches!(
            problem.kind,
            ProblemKind::NoPlayers | ProblemKind::UnknownPlayer { .. }
        )
    };
    if plan.problems.iter().any(is_unknown) {
        say("To add unknown players by their names in the games: --unknown-players add");
    }
    for (counts, what) in [
        (plan.groups, "Groups"),
        (plan.players, "Players"),
        (plan.games, "Games"),
    ] {
        let Counts {
            added,
            changed,
            unchanged,
            left_out,
        } = counts;
        say(&format!(
            "{what}: {added} added, {changed} changed, {unchanged} unchanged, {left_out} skipped"
        ));
    }
    for change in plan.changes_in_words.iter().take(NAMED_CHANGES) {
        say(&format!("Changes: {change}"));
    }
    let others = plan.changes_in_words.len().saturating_sub(NAMED_CHANGES);
    if others > 0 {
        say(&format!("Changes: and {others} more"));
    }
}

fn refuse_if_unclear(plan: &Plan, is_new: bool) -> Result<(), Failure> {
    if plan.groups.total() + plan.players.total() + plan.games.total() == 0 {
        return Err(nothing_imported(
            "No groups, players or games were found in these files",
        ));
    }
    if plan.is_ready() {
        if is_new && plan.changes.is_empty() {
            let reason = "Nothing could be imported from these files, so no camp file was made";
            return Err(Failure::Refused(reason.to_owned()));
        }
        return Ok(());
    }
    for problem in plan.waiting() {
        if let ProblemKind::UnclearResult { text, .. } = &problem.kind {
            say(&format!(
                "Say what “{text}” means: --result {}, =draw, =black or =skip",
                quoted::word(&format!("{text}=white"))
            ));
        }
    }
    let is_for_the_window = |problem: &import::Problem| {
        !matches!(problem.kind, ProblemKind::UnclearResult { .. }) && !problem.kind.is_damage()
    };
    if plan.waiting().any(is_for_the_window) {
        let verb = if is_new { "make" } else { "open" };
        say(&format!(
            "Not everything can be decided on the command line: {verb} the camp in the window and import there"
        ));
    }
    if plan.waiting().any(|problem| problem.kind.is_damage()) {
        say("To import only what can be read: --accept-damage");
    }
    if plan.waiting().all(|problem| problem.kind.is_damage()) {
        return Err(nothing_imported("Parts of these files can’t be read"));
    }
    Err(nothing_imported("Decisions needed first"))
}

fn nothing_imported(reason: &str) -> Failure {
    Failure::Refused(format!("{reason}. Nothing was imported"))
}
