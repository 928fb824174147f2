//! The program without its window. What was asked for goes to standard output, everything else to standard error.

mod arguments;
mod backup;
mod check;
mod csv_text;
mod explain;
mod import;
mod ladder;
mod merge;
mod out;
mod plain_text;
mod print;
mod publish;
mod quoted;
mod recalc;
mod repair;
mod restore;
mod standings;
mod us_chess;
mod week;

use std::{
    io::{self, Write as _},
    ops::Range,
    path::Path,
};

use thiserror::Error;

pub use self::arguments::{Arguments, Order};
use crate::{
    app::{self, settings::Settings},
    domain::{self, CampData, CampSeed, Edit, GroupId, LadderProblem, Scope, Standings, System},
    exchange,
    publish::{FolderError, PublishError},
    rating::{NoStandings, SettingProblem, camp_ladder},
    report::{self, ReportError, SaveError, print::PrintError},
    storage::{
        BackupError, CampFile, Mode, NewCampFile, Occasion, OpenError, StorageError, camp_name,
    },
};

/// Why a command did not do what it was asked for.
#[derive(Debug, Error)]
pub enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error(transparent)]
    Print(#[from] PrintError),
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error(transparent)]
    Publish(#[from] PublishError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Setting(#[from] SettingProblem),
    #[error(transparent)]
    NoStandings(#[from] NoStandings),
    #[error(transparent)]
    NoSection(#[from] exchange::NotRead),
    #[error("There is no group “{name}” in this camp. There is {present}")]
    NoGroup { name: String, present: String },
    #[error("There is no week {number} in this camp. It has {there}")]
    NoWeek { number: i64, there: String },
    /// The reasons have been said.
    #[error("{0}")]
    Refused(String),
    #[error("The output can’t be written: {0}")]
    Output(#[from] io::Error),
}

/// Whether this computer's clock is set to a day that a camp can be in.
pub fn has_right_clock() -> bool {
    app::clock_problem().is_none()
}

/// Carries out an order other than opening the window.
///
/// # Errors
/// Whatever kept the order from being carried out, in a sentence for standard error.
pub fn run(order: Order) -> Result<(), Failure> {
    if let Some(problem) = app::clock_problem() {
        say(&problem);
    }
    let is_way_back = matches!(order, Order::Repair { .. } | Order::Restore(_));
    match carry_out(order) {
        Err(Failure::Open(error)) if !is_way_back || matches!(error, OpenError::NotThere(_)) => {
            Err(restore::with_ways_back(error))
        }
        done => done,
    }
}

fn carry_out(order: Order) -> Result<(), Failure> {
    match order {
        Order::Demo => demo(),
        Order::Import(order) => import::run(&order),
        Order::Recalc { camp } => recalc::run(&camp),
        Order::Week { camp, order } => week::run(&camp, order),
        Order::Standings(order) => standings::run(&order),
        Order::Explain(order) => explain::run(&order),
        Order::Print(order) => print::run(&order),
        Order::Publish(order) => publish::run(&order),
        Order::Check { camp, all, mend } => check::run(&camp, all, mend),
        Order::Backup(order) => backup::run(&order),
        Order::Restore(order) => restore::run(&order),
        Order::Repair {
            camp,
            out,
            with_backup,
        } => repair::run(&camp, &out, with_backup),
        Order::Merge(order) => merge::run(&order),
        Order::UsChess(order) => us_chess::run(&order),
    }
}

/// The sample camp's standings, for a machine without a display.
fn demo() -> Result<(), Failure> {
    let (_, camp) = app::open_sample(app::today()).map_err(Failure::Refused)?;
    let standings = Standings::new(&camp, System::Weekly, Scope::Camp, false);
    say(&format!(
        "{}, {}: {} players, {} games",
        camp.name,
        camp.week.title(),
        camp.players.len(),
        camp.games.len()
    ));
    put(&report::text::TextTable::of_week(&standings).in_columns())
}

/// Says so if the saved ratings aren't those of the games: a sheet would carry the wrong ones.
fn warn_if_outdated(camp: &CampData, path: &Path) {
    if let Some(problem) = camp_ladder::out_of_date(camp) {
        say(&what_recalculates(camp, &problem, path));
    }
}

/// What computes the ratings of this week anew: a closed one isn't recalculated, nor one that waits while an older one is corrected, nor one of
/// which something must be fixed first.
fn what_recalculates(camp: &CampData, problem: &LadderProblem, path: &Path) -> String {
    let (week, path) = (&camp.week, quoted::path(path));
    if let LadderProblem::RatingsOutOfDate { players: None } = problem {
        return format!(
            "Recalc needed, but problems stop it. To list them: camp-ladder check {path}"
        );
    }
    if week.is_closed() {
        let name = domain::within_sentence(&week.name());
        return format!("Recalc needed, and {name} is closed: camp-ladder check {path} --mend");
    }
    let mut weeks = camp.weeks.iter();
    let corrected = weeks.find(|other| !other.is_closed() && other.number < week.number);
    let after = corrected.map(|corrected| {
        let name = domain::within_sentence(&corrected.name());
        format!(" once {name} is closed again")
    });
    let after = after.unwrap_or_default();
    format!("Recalc needed{after}: camp-ladder recalc {path}")
}

/// Problems in the order of their list, as sentences: one for all that are alike, with the first of them.
fn in_sentences<'a>(
    problems: &'a [LadderProblem],
    camp: &CampData,
) -> Vec<(&'a LadderProblem, String)> {
    let sentence_of = |places: Range<usize>| {
        let alike = problems.get(places).unwrap_or_default();
        let sentence = match alike {
            [one] => sentence(one, camp),
            alike => LadderProblem::sentence_of_all(alike, camp),
        };
        alike.first().map(|first| (first, sentence))
    };
    domain::alike(problems).filter_map(sentence_of).collect()
}

/// A problem as a sentence, with what one does here where there are no buttons.
fn sentence(problem: &LadderProblem, camp: &CampData) -> String {
    match problem {
        LadderProblem::RatingsOutOfDate {
            players: Some(players),
        } => {
            let what_to_do = if camp.week.is_closed() {
                check::BY_MENDING
            } else {
                "Compute them with recalc"
            };
            let players = domain::counted(*players, "player");
            format!("Ratings of {players} are out of date. {what_to_do}")
        }
        other => other.sentence(camp),
    }
}

/// Opens a camp to read it. Nothing of it is written: one of an older version stays what it is.
fn open_to_read(path: &Path) -> Result<(CampFile, CampData), Failure> {
    let file = open_to_look(path)?;
    let camp = file
        .load()
        .map_err(|error| OpenError::from_loading(path, &error))?;
    Ok((file, camp))
}

/// The same, without what it holds.
fn open_to_look(path: &Path) -> Result<CampFile, Failure> {
    let mut file = CampFile::open(path, Mode::ReadOnly)?;
    // A sheet of a damaged camp would look like any other.
    look_through(&mut file)?;
    Ok(file)
}

fn open_to_change(path: &Path) -> Result<CampFile, Failure> {
    let settings = Settings::of_user();
    let mut file = CampFile::open_with_backups(path, Mode::Change, backup::kept(&settings))?;
    file.limit_history(settings.history);
    if let Some(moved) = file.moved_aside() {
        say(&moved.to_string());
    }
    look_through(&mut file)?;
    Ok(file)
}

/// Looks through a whole file, and says what it has lost without being refused.
fn look_through(file: &mut CampFile) -> Result<(), OpenError> {
    let checked = file.check();
    checked.map_err(|error| OpenError::from_loading(file.path(), &error))?;
    if let Some(lost) = file.lost_history() {
        say(&lost.to_string());
    }
    Ok(())
}

/// Opens a camp to import something; in memory where there is none yet, until it is clear that there is something to save. Whether there
/// is none.
fn open_to_import(path: &Path, dry_run: bool) -> Result<(CampFile, bool), Failure> {
    let is_new = !path.exists();
    if is_new {
        NewCampFile::refuse_place(path)?;
    }
    let file = if is_new {
        CampFile::in_memory(&camp_name(path), app::today())?
    } else if dry_run {
        CampFile::open(path, Mode::ReadOnly)?
    } else {
        open_to_change(path)?
    };
    Ok((file, is_new))
}

/// Makes a camp of one change. Nothing is at its place before all of that is done.
fn make_with(path: &Path, camp: &str, edit: &Edit, name: String) -> Result<(), Failure> {
    let mut new = NewCampFile::begin(path, camp, app::today(), &CampSeed::default())?;
    new.apply(edit, &Occasion::now(name))?;
    new.finish()?;
    Ok(())
}

/// Makes one change of a camp.
fn change(file: &mut CampFile, edit: &Edit, name: String) -> Result<(), Failure> {
    let applied = file.apply(edit, &Occasion::now(name))?;
    if let Some(thinned) = file.take_thinned() {
        say(&thinned);
    }
    match applied.outside {
        Some(change) => Err(StorageError::from(change).into()),
        None => Ok(()),
    }
}

/// Opens a camp to read one of its weeks; `None` for the current one.
fn open_week_to_read(path: &Path, number: Option<i64>) -> Result<(CampFile, CampData), Failure> {
    let (file, camp) = open_to_read(path)?;
    let camp = match number {
        None => camp,
        Some(number) => file.load_week(week::find(&camp, number)?.id)?,
    };
    Ok((file, camp))
}

fn find_group(camp: &CampData, name: &str) -> Result<GroupId, Failure> {
    let found = camp.group_called(name).map(|group| group.id);
    found.ok_or_else(|| {
        let names = camp.groups.iter().map(|group| group.name.as_str());
        let present = names.collect::<Vec<_>>().join(", ");
        Failure::NoGroup {
            name: name.to_owned(),
            present: if present.is_empty() {
                "none yet".to_owned()
            } else {
                present
            },
        }
    })
}

/// What was asked for: to standard output. Whoever closes it early (`| head`) has read enough.
fn put(text: &str) -> Result<(), Failure> {
    let text = plain_text::shown(text);
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Everything else: to standard error. If that is closed there is nobody to tell.
pub fn say(message: &str) {
    #[cfg(test)]
    said::note(message);
    let _ = writeln!(io::stderr().lock(), "{}", plain_text::shown(message));
}

/// What a test hears of what is said.
#[cfg(test)]
mod said {
    use std::cell::RefCell;

    thread_local! {
        static SAID: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn note(message: &str) {
        SAID.with_borrow_mut(|said| said.push(message.to_owned()));
    }

    /// Since it was asked for last.
    pub(super) fn all_said() -> Vec<String> {
        SAID.take()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::civil::date;

    use super::*;
    use crate::domain::Week;

    /// "recalc" answers that the week is closed, or recalculates another one.
    #[test]
    fn what_recalculates_a_week_is_what_can() {
        let [day, closed_on] = [date(2026, 7, 6), date(2026, 7, 10)];
        let open = [Week::new(1, day), Week::new(2, closed_on)];
        let closed = open.clone().map(|week| Week {
            closed_on: Some(closed_on),
            ..week
        });
        let told = |weeks: [&Week; 2], shown: usize| {
            let weeks = weeks.map(Clone::clone);
            let camp = CampData {
                weeks: Arc::new(weeks.to_vec()),
                ..CampData::new("Test camp", weeks[shown].clone())
            };
            let problem = LadderProblem::RatingsOutOfDate { players: Some(2) };
            let path = Path::new("Camp.ladder");
            let stopped = LadderProblem::RatingsOutOfDate { players: None };
            assert_eq!(
                what_recalculates(&camp, &stopped, path),
                "Recalc needed, but problems stop it. To list them: camp-ladder check \"Camp.ladder\""
            );
            (
                what_recalculates(&camp, &problem, path),
                sentence(&problem, &camp),
            )
        };
        let out_of_date = |what: &str| format!("Ratings of 2 players are out of date. {what}");
        let by_recalc = "Recalc needed: camp-ladder recalc \"Camp.ladder\"".to_owned();
        let open_last = told([&closed[0], &open[1]], 1);
        assert_eq!(
            open_last,
            (by_recalc.clone(), out_of_date("Compute them with recalc"))
        );
        assert_eq!(told([&open[0], &open[1]], 0).0, by_recalc);
        assert_eq!(
            told([&open[0], &open[1]], 1).0,
            "Recalc needed once week 1 is closed again: camp-ladder recalc \"Camp.ladder\""
        );
        let closed_one = told([&open[0], &closed[1]], 1);
        assert_eq!(
            closed_one.0,
            "Recalc needed, and week 2 is closed: camp-ladder check \"Camp.ladder\" --mend"
        );
        assert_eq!(closed_one.1, out_of_date("Compute them with check --mend"));
    }
}
