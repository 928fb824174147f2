//! `camp-ladder import`

use super::{
    Failure, arguments::Import, change, make_with, open_to_import, out::camp_at, quoted, say,
};
use crate::{
    domain::{Edit, counted},
    import::{
        self, Choices, Counts, GamesElsewhere, InCamp, Meaning, Plan, Problem, ProblemKind,
        ReadFailure, ReadProblem,
    },
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
    for sentence in without_effect(&plan, &order.results) {
        say(&sentence);
    }
    let sums = sums(&plan);
    let brings_nothing = plan.brings_nothing();
    // What is to be saved is told when it is.
    if order.dry_run || !plan.is_ready() {
        say("What would come:");
        say(&sums);
    } else if brings_nothing {
        say(&sums);
    }
    refuse_if_unclear(&plan, is_new)?;
    if order.dry_run {
        say("Nothing was changed, as this was a dry run");
        return Ok(());
    }
    let in_camp = match plan.in_camp() {
        InCamp::All => "Everything in these files is in the camp already",
        InCamp::AllThatCanBe | InCamp::Nothing => {
            "Everything that can be imported is in the camp already"
        }
    };
    if plan.changes.is_empty() && !is_new {
        say(in_camp);
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
        say(in_camp);
        return Ok(());
    }
    say(&sums);
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
                say(&unread(&problem));
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

/// Why a file isn't read; here nothing is chosen.
fn unread(problem: &ReadProblem) -> String {
    let what = match problem.reason {
        ReadFailure::NotThere => "This file is not there. Check its name and its folder",
        ReadFailure::Folder => "This is a folder. Name the files in it",
        _ => return problem.to_string(),
    };
    format!("{}: {what}", problem.file)
}

/// What the files were taken for, and every problem.
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
        say(&sentence(problem));
        if let ProblemKind::PerhapsInOtherWeek { added: false, .. } = problem.kind {
            say("To add them: --add-all-games");
        }
    }
    let is_unknown = |problem: &Problem| {
        matches!(
            problem.kind,
            ProblemKind::NoPlayers | ProblemKind::UnknownPlayer { .. }
        )
    };
    if plan.problems.iter().any(is_unknown) {
        say("To add unknown players by their names in the games: --unknown-players add");
    }
}

/// A problem as a sentence, with the option for what is chosen in the window.
fn sentence(problem: &Problem) -> String {
    let said = problem.sentence();
    let here = match &problem.kind {
        ProblemKind::RatedAsDrawByAccess { text, .. } => {
            let draw = quoted::word(&format!("{text}=draw"));
            format!("--result {draw} rates as Access did")
        }
        ProblemKind::DatesAssumed { .. } => {
            "If that is wrong: --date-order mdy, dmy or ymd".to_owned()
        }
        _ => return said,
    };
    let fact = said.strip_suffix(problem.kind.to_choose());
    format!("{}{here}", fact.unwrap_or(&said))
}

/// The results of which it was said what they mean, and that no game has.
fn without_effect(plan: &Plan, said: &[(String, Meaning)]) -> Vec<String> {
    let is_met = |text: &str| {
        let key = Choices::result_key(text);
        let mut met = plan.results.iter();
        met.any(|result| Choices::result_key(&result.text) == key)
    };
    let texts = said.iter().map(|(text, _)| text.as_str());
    let texts = texts.filter(|text| !is_met(text));
    texts
        .map(|text| format!("No game that can be imported has the result “{text}”"))
        .collect()
}

/// How much comes, kind by kind, and what changes in records that the camp has; a line each.
fn sums(plan: &Plan) -> String {
    let kinds = [
        (plan.groups, "Groups"),
        (plan.players, "Players"),
        (plan.games, "Games"),
    ];
    let counted = kinds.map(|(counts, what)| {
        let Counts {
            added,
            changed,
            unchanged,
            left_out,
        } = counts;
        format!(
            "{what}: {added} added, {changed} changed, {unchanged} unchanged, {left_out} skipped"
        )
    });
    let changes = plan.changes_in_words.iter().take(NAMED_CHANGES);
    let changes = changes.map(|change| format!("Changes: {change}"));
    let others = plan.changes_in_words.len().saturating_sub(NAMED_CHANGES);
    let others = (others > 0).then(|| format!("Changes: and {others} more"));
    let lines = counted.into_iter().chain(changes).chain(others);
    lines.collect::<Vec<_>>().join("\n")
}

fn refuse_if_unclear(plan: &Plan, is_new: bool) -> Result<(), Failure> {
    if plan.groups.total() + plan.players.total() + plan.games.total() == 0 {
        return Err(nothing_imported(
            "No groups, players or games were found in these files",
        ));
    }
    if plan.is_ready() {
        let nothing = "Nothing could be imported from these files";
        if is_new && plan.changes.is_empty() {
            return Err(Failure::Refused(format!(
                "{nothing}, so no camp file was made"
            )));
        }
        if plan.brings_nothing() && plan.in_camp() == InCamp::Nothing {
            return Err(Failure::Refused(nothing.to_owned()));
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
    let is_for_the_window = |problem: &Problem| {
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

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, path::Path};

    use jiff::civil::date;

    use super::*;
    use crate::{
        cli::{
            arguments::{Arguments, Order},
            said::all_said,
        },
        domain::{CampData, Week},
        storage::{CampFile, Mode},
    };

    const PLAYERS: &str = "ID,Last Name,First Name\n1,Lee,Ann\n2,Vang,Bo\n3,Vang,Bo\n";

    fn plan(games: &str) -> Plan {
        let games = format!("GameID,White,Black,Result,Date\n{games}");
        let files = [("Players.csv", PLAYERS), ("Games.csv", games.as_str())];
        let sources = files.map(|(file, text)| {
            let source = import::read_text(file, text.as_bytes());
            source.expect("text")
        });
        let camp = CampData::new("Camp", Week::new(1, date(2026, 7, 6)));
        Plan::new(&sources, &camp, &Choices::default())
    }

    /// What the command says of these files in a folder, and why it has come to nothing.
    fn import(folder: &Path, camp: &str, games: &str) -> (Vec<String>, Result<(), String>) {
        let path = |name: &str| folder.join(name).display().to_string();
        let [players, list] = ["Players.csv", "Games.csv"].map(path);
        std::fs::write(&players, PLAYERS).expect("a file");
        std::fs::write(&list, format!("GameID,White,Black,Result\n{games}")).expect("a file");
        let camp = path(camp);
        let words = ["camp-ladder", "import", &camp, &players, &list];
        let arguments = Arguments::of(&words.map(OsString::from)).expect("arguments");
        let Some(Order::Import(order)) = arguments.order else {
            panic!("an import");
        };
        all_said();
        let done = run(&order).map_err(|failure| failure.to_string());
        (all_said(), done)
    }

    #[test]
    fn the_command_line_names_its_options_and_nothing_to_choose_from() {
        let plan = plan("1,1,2,(0-1),7/6/2026\n2,2,1,(0-1),7/7/2026\n");
        let said = plan.problems.iter().map(sentence).collect::<Vec<_>>();
        let has = |end: &str| said.iter().any(|it| it.ends_with(end));
        assert!(
            has("as a draw: --result \"(0-1)=draw\" rates as Access did"),
            "{said:#?}"
        );
        assert!(
            has("is July 6, 2026. If that is wrong: --date-order mdy, dmy or ymd"),
            "{said:#?}"
        );
        let missing = ReadProblem {
            file: "Games.csv".to_owned(),
            reason: ReadFailure::NotThere,
        };
        assert_eq!(
            unread(&missing),
            "Games.csv: This file is not there. Check its name and its folder"
        );
    }

    #[test]
    fn a_result_that_no_game_has_is_named() {
        let plan = plan("1,1,2,(1-0),\n2,2,1,foo,\n");
        let said = |text: &str| without_effect(&plan, &[(text.to_owned(), Meaning::White)]);
        assert_eq!(said(" FOO"), Vec::<String>::new());
        assert_eq!(
            said("bar"),
            ["No game that can be imported has the result “bar”"]
        );
    }

    #[test]
    fn what_was_skipped_as_a_whole_is_not_called_imported() {
        let folder = tempfile::tempdir().expect("a folder");
        let (said, done) = import(folder.path(), "Camp.ladder", "1,1,2,(1-0)\n");
        assert_eq!(done, Ok(()));
        let [.., games, imported] = said.as_slice() else {
            panic!("{said:#?}");
        };
        assert!(games.ends_with("Games: 1 added, 0 changed, 0 unchanged, 0 skipped"));
        assert!(imported.starts_with("Imported. "), "{said:#?}");

        // Who is meant is for the director to say, and so nothing of this file comes.
        let file = CampFile::open(&folder.path().join("Camp.ladder"), Mode::ReadOnly);
        let camp = file.expect("a camp file").load().expect("a camp");
        let refused = |games: &str| {
            let games = format!("GameID,White,Black,Result\n{games}");
            let games = import::read_text("Games.csv", games.as_bytes()).expect("text");
            let plan = Plan::new(&[games], &camp, &Choices::default());
            refuse_if_unclear(&plan, false).map_err(|failure| failure.to_string())
        };
        let nothing = "Nothing could be imported from these files";
        assert_eq!(
            refused("2,\"Vang, Bo\",1,(1-0)\n3,1,1,(1-0)\n"),
            Err(nothing.to_owned())
        );
        assert_eq!(refused("1,1,2,(1-0)\n3,1,1,(1-0)\n"), Ok(()));
    }

    /// As on a full disk: there is a folder, and nothing can be saved in it.
    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_called_added_that_was_not_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        let (said, done) = import(folder.path(), "/proc/Camp.ladder", "1,1,2,(1-0)\n");
        let refused = done.expect_err("not saved");
        assert!(
            refused.contains("can be saved in the folder “/proc”"),
            "{refused}"
        );
        assert!(!said.is_empty());
        assert!(!said.iter().any(|it| it.contains("added")), "{said:#?}");
    }

    #[test]
    fn no_camp_is_promised_where_there_is_no_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("sub").join("N.ladder");
        let refused = open_to_import(&path, true).map(|_| ());
        let refused = refused.expect_err("no folder").to_string();
        assert!(refused.contains("sub” doesn’t exist"), "{refused}");
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(files.count(), 0);
    }
}
