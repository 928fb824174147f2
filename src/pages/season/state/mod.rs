//! The weeks as they are laid side by side, and what is shown of them.

mod columns;
mod comparison;
#[cfg(test)]
mod tests;

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use self::comparison::places_gained;
pub(super) use self::{
    columns::{Figure, Figures, SeasonColumn, SeasonSort, SeasonView},
    comparison::{Between, Comparison, Farthest, Who},
};
use crate::{
    app::{
        Wake,
        listing::{found_by, has_words, words_of},
    },
    domain::{CampData, Moved, PlayerId, Season, SeasonLine, SeasonWeek, name_key},
    jobs::{Job, Look, broken},
};

/// The weeks as they are laid side by side.
#[derive(Debug)]
struct Made {
    /// The state of the camp that they are of.
    revision: u64,
    season: Season,
    /// What each line is found by.
    found_by: Vec<String>,
    /// Which line is whose.
    places: HashMap<PlayerId, usize>,
}

/// What the rows were worked out for.
#[derive(Clone, Debug, PartialEq)]
struct RowsOf {
    revision: u64,
    search: String,
    sort: SeasonSort,
    /// The weeks that are compared, and who is listed of them.
    compared: Option<([usize; 2], Who)>,
}

/// The lines of the season as they are shown.
#[derive(Clone, Debug)]
pub(super) struct ShownLines {
    made: Arc<Made>,
    rows: Arc<Vec<usize>>,
    compared: Option<[usize; 2]>,
}

impl ShownLines {
    pub(super) fn lines(&self) -> impl Iterator<Item = &SeasonLine> {
        let lines = &self.made.season.lines;
        self.rows.iter().filter_map(|place| lines.get(*place))
    }

    /// As [`SeasonState::value`].
    pub(super) fn value(&self, line: &SeasonLine, column: SeasonColumn) -> Option<i32> {
        value(line, column, self.compared)
    }

    /// What became of a player between the two weeks that are compared.
    pub(super) fn between<'a>(&self, line: &'a SeasonLine) -> Option<Between<'a>> {
        Between::new(line, self.compared?)
    }
}

/// What is shown of the season.
#[derive(Debug, Default)]
pub(super) struct SeasonState {
    /// What is typed into the search box.
    pub search: String,
    pub figures: Figures,
    /// Whom a comparison lists.
    pub who: Who,
    /// The player whose weeks are shown below the list.
    pub selected: Option<PlayerId>,
    /// Brings the selected player into view; set when another page leads here.
    pub reveal: bool,
    view: SeasonView,
    made: Option<Arc<Made>>,
    /// The state of the camp whose weeks the keeper was asked for.
    asked: Option<u64>,
    job: Option<Job<Made>>,
    problem: Option<String>,
    /// As the director chose; `None`: best first.
    sort: Option<SeasonSort>,
    /// As the director chose; `None`: the last two.
    compared: Option<[usize; 2]>,
    comparison: Option<Comparison>,
    /// The places of the lines that are shown, in their order.
    rows: Arc<Vec<usize>>,
    /// In which row whose line is.
    row_of: HashMap<PlayerId, usize>,
    rows_of: Option<RowsOf>,
}

impl SeasonState {
    /// The season, once it is there. While that of a newer state of the camp is made, this is the one before.
    pub(super) fn season(&self) -> Option<&Season> {
        self.made.as_ref().map(|made| &made.season)
    }

    /// Why the weeks could not be read.
    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// How many players are shown.
    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The player in a row.
    pub(super) fn row(&self, row: usize) -> Option<&SeasonLine> {
        self.season()?.lines.get(*self.rows.get(row)?)
    }

    /// The row of the selected player, if he or she is shown.
    pub(super) fn selected_row(&self) -> Option<usize> {
        self.row_of.get(&self.selected?).copied()
    }

    /// The weeks of the selected player.
    pub(super) fn selected_line(&self) -> Option<&SeasonLine> {
        let made = self.made.as_ref()?;
        let place = made.places.get(&self.selected?)?;
        made.season.lines.get(*place)
    }

    /// What the page shows: all weeks as long as there are not two to be compared.
    pub(super) fn view(&self) -> SeasonView {
        match self.compared() {
            Some(_) => self.view,
            None => SeasonView::AllWeeks,
        }
    }

    pub(super) fn set_view(&mut self, view: SeasonView) {
        self.view = view;
    }

    /// The columns of the list; of all weeks those at these places.
    pub(super) fn columns(&self, weeks: std::ops::Range<usize>) -> Vec<SeasonColumn> {
        let mut columns = vec![SeasonColumn::Name];
        if let (SeasonView::Compared, Some(compared)) = (self.view(), self.compared()) {
            columns.push(SeasonColumn::GroupChange);
            for week in compared {
                columns.extend(Figure::COMPARED.map(|of| SeasonColumn::Week(week, of)));
            }
            columns.extend(Figure::COMPARED.map(SeasonColumn::Difference));
        } else {
            columns.push(SeasonColumn::Group);
            for week in weeks {
                // Before the first week there is none to have moved since.
                let has = |of: &&Figure| week > 0 || **of != Figure::Moved;
                let figures = self.figures.figures().iter().filter(has);
                columns.extend(figures.map(|of| SeasonColumn::Week(week, *of)));
            }
        }
        columns
    }

    /// The two weeks that are compared, by their places; nothing as long as there are not two.
    pub(super) fn compared(&self) -> Option<[usize; 2]> {
        let count = self.season()?.weeks.len();
        let chosen = self
            .compared
            .filter(|weeks| weeks.iter().all(|week| *week < count));
        chosen.or(count.checked_sub(2).map(|first| [first, first + 1]))
    }

    /// Compares these two weeks.
    pub(super) fn compare(&mut self, weeks: [usize; 2]) {
        self.compared = Some(weeks);
    }

    /// What the two weeks have between them; nothing while none are compared.
    pub(super) fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// What the list is sorted by: what the director chose, as long as its column is there.
    pub(super) fn sort(&self) -> SeasonSort {
        let count = self.season().map_or(0, |season| season.weeks.len());
        let chosen = self.sort.filter(|sort| {
            let all_weeks = 0..count;
            self.columns(all_weeks).contains(&sort.column)
        });
        chosen.unwrap_or_else(|| match self.view() {
            SeasonView::AllWeeks => {
                let last = count.saturating_sub(1);
                SeasonSort::by(SeasonColumn::Week(last, Figure::Rank))
            }
            SeasonView::Compared => SeasonSort::by(SeasonColumn::Difference(Figure::Rank)),
        })
    }

    pub(super) fn set_sort(&mut self, sort: SeasonSort) {
        self.sort = Some(sort);
    }

    /// What stands in a column for a player; nothing where he or she was not there, and for names.
    pub(super) fn value(&self, line: &SeasonLine, column: SeasonColumn) -> Option<i32> {
        value(line, column, self.compared())
    }

    /// The lines as they are shown, to be taken to another thread; nothing as long as there is no season.
    pub(super) fn shown(&self) -> Option<ShownLines> {
        Some(ShownLines {
            made: Arc::clone(self.made.as_ref()?),
            rows: Arc::clone(&self.rows),
            compared: self.compared(),
        })
    }

    /// Whether the weeks of this state of the camp have to be asked for.
    pub(super) fn wants(&self, revision: u64) -> bool {
        let has = self.made.as_ref().map(|made| made.revision) == Some(revision);
        let comes = self.asked == Some(revision);
        !has && !comes
    }

    /// Whether the weeks of this state of the camp are waited for.
    pub(super) fn waits_for(&self, revision: u64) -> bool {
        self.asked == Some(revision)
    }

    pub(super) fn was_asked_for(&mut self, revision: u64) {
        self.asked = Some(revision);
    }

    /// Lays the weeks side by side, in a job.
    pub(super) fn read(&mut self, revision: u64, weeks: Vec<CampData>, wake: &Wake) {
        let wake = Wake::clone(wake);
        let job = Job::start(
            "laying weeks side by side",
            move || wake(),
            move |_| Made::new(Season::new(&weeks), revision),
        );
        match job {
            Ok(job) => self.job = Some(job),
            Err(error) => self.not_read(format!("The weeks can’t be shown ({error})")),
        }
    }

    pub(super) fn not_read(&mut self, reason: String) {
        self.problem = Some(reason);
    }

    /// What could not be read is read again when the page is shown the next time.
    pub(super) fn try_again_later(&mut self) {
        if self.problem.take().is_some() {
            self.asked = None;
        }
    }

    /// Whether a job is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    pub(super) fn collect(&mut self) {
        let Some(job) = &self.job else { return };
        match job.look() {
            Look::Busy => return,
            Look::Done(made) => {
                self.problem = None;
                self.made = Some(Arc::new(made));
            }
            Look::Broken => {
                self.not_read(broken("The weeks can’t be shown"));
            }
        }
        self.job = None;
    }

    /// Works out which rows are shown, if anything of that has changed.
    pub(super) fn refresh(&mut self) {
        let Some(made) = &self.made else { return };
        let wanted = RowsOf {
            revision: made.revision,
            search: self.search.clone(),
            sort: self.sort(),
            compared: match self.view() {
                SeasonView::AllWeeks => None,
                SeasonView::Compared => self.compared().map(|weeks| (weeks, self.who)),
            },
        };
        if self.rows_of.as_ref() == Some(&wanted) {
            return;
        }
        let compared = wanted.compared;
        self.comparison = compared.map(|(weeks, _)| Comparison::new(&made.season, weeks));
        self.rows = Arc::new(self.sorted(made, &wanted));
        let lines = self.rows.iter().map(|place| &made.season.lines[*place]);
        self.row_of = lines.map(|line| line.id).zip(0..).collect();
        self.rows_of = Some(wanted);
    }

    fn sorted(&self, made: &Made, of: &RowsOf) -> Vec<usize> {
        let words = words_of(&of.search);
        let lines = &made.season.lines;
        let is_listed = |place: usize| match of.compared {
            None => true,
            Some((weeks, who)) => who.includes(&lines[place], weeks),
        };
        let found = made.found_by.iter().enumerate();
        let mut rows = found
            .filter(|(place, text)| is_listed(*place) && has_words(text, &words))
            .map(|(place, _)| place)
            .collect::<Vec<_>>();
        let SeasonSort { column, descending } = of.sort;
        // Lines stand by name already, and sorting keeps that where nothing else decides.
        match column {
            SeasonColumn::Name if descending => rows.reverse(),
            SeasonColumn::Name => {}
            SeasonColumn::Group => {
                let key = |place: &usize| name_key(lines[*place].last_group());
                sort_by_key(&mut rows, descending, key);
            }
            SeasonColumn::GroupChange => {
                let weeks = of.compared.map_or([0, 0], |(weeks, _)| weeks);
                let key = |place: &usize| Between::new(&lines[*place], weeks);
                sort_by_key(&mut rows, descending, key);
            }
            SeasonColumn::Week(..) | SeasonColumn::Difference(_) => {
                rows.sort_by_cached_key(|place| {
                    let value = self.value(&lines[*place], column);
                    let signed = value.map(|value| if descending { -value } else { value });
                    (signed.is_none(), signed)
                });
            }
        }
        rows
    }
}

impl Made {
    fn new(season: Season, revision: u64) -> Self {
        let found_by = season
            .lines
            .iter()
            .map(|line| found_by(&line.all_names, line.id, line.last_group()));
        let ids = season.lines.iter().map(|line| line.id);
        Self {
            revision,
            found_by: found_by.collect(),
            places: ids.zip(0..).collect(),
            season,
        }
    }
}

/// Sorts rows, those with equal keys as they were.
fn sort_by_key<K: Ord>(rows: &mut [usize], descending: bool, key: impl Fn(&usize) -> K) {
    if descending {
        rows.sort_by_cached_key(|row| Reverse(key(row)));
    } else {
        rows.sort_by_cached_key(key);
    }
}

/// What stands in a column for a player, where these two weeks are compared.
fn value(line: &SeasonLine, column: SeasonColumn, compared: Option<[usize; 2]>) -> Option<i32> {
    match column {
        SeasonColumn::Name | SeasonColumn::Group | SeasonColumn::GroupChange => None,
        SeasonColumn::Week(week, figure) => value_of(line, week, figure),
        SeasonColumn::Difference(Figure::Rank) => places_gained(line, compared?),
        SeasonColumn::Difference(figure) => {
            let [from, to] = compared?.map(|week| value_of(line, week, figure));
            Some(to? - from?)
        }
    }
}

fn value_of(line: &SeasonLine, week: usize, figure: Figure) -> Option<i32> {
    let of: &SeasonWeek = line.weeks.get(week)?.as_ref()?;
    let number = |count: usize| i32::try_from(count).ok();
    match figure {
        Figure::Rank => number(of.rank),
        Figure::GroupRank => number(of.group_rank?),
        Figure::Moved => match of.moved? {
            Moved::New => None,
            Moved::Ranks(ranks) => Some(ranks),
        },
        Figure::Rating => Some(of.rating),
        Figure::Change => Some(of.change),
        Figure::Games => number(of.games),
    }
}
