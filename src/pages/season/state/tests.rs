//! The page of the season, without a window.

use super::*;
use crate::domain::{GroupId, Week};

/// The group is one of these, by name.
const GROUPS: [&str; 3] = ["Red", "Blue", "Gold"];

fn week(rank: usize, moved: Option<Moved>, rating: i32, group: &str) -> SeasonWeek {
    let number = (1..).zip(GROUPS).find(|(_, name)| *name == group);
    SeasonWeek {
        rank,
        shares_rank: false,
        moved,
        group_rank: Some(1),
        shares_group_rank: false,
        group_id: number.map(|(number, _)| GroupId(number)),
        rating,
        change: rating - 1000,
        games: 3,
        won: 1,
        drawn: 1,
        lost: 1,
        group: group.to_owned(),
    }
}

const fn moved(ranks: i32) -> Moved {
    Moved::Ranks(ranks)
}

/// Three players in three weeks, two of them not always there.
fn page() -> SeasonState {
    let line = |id: i64, name: &str, weeks: [Option<SeasonWeek>; 3]| SeasonLine {
        id: PlayerId(id),
        last_name: name.to_owned(),
        first_name: "Ann".to_owned(),
        all_names: format!("{name} Ann"),
        shares_name: false,
        weeks: weeks.into(),
    };
    let season = Season {
        weeks: (1..=3)
            .map(|number| Week::new(number, jiff::civil::date(2026, 7, 6)))
            .collect(),
        lines: vec![
            line(
                1,
                "Abe",
                [
                    Some(week(1, None, 1020, "Red")),
                    Some(week(3, Some(moved(-2)), 980, "Red")),
                    None,
                ],
            ),
            line(
                2,
                "Bo",
                [
                    None,
                    Some(week(2, Some(Moved::New), 990, "Blue")),
                    Some(week(2, Some(moved(0)), 1000, "Blue")),
                ],
            ),
            line(
                3,
                "Cy",
                [
                    Some(week(2, None, 1010, "Red")),
                    Some(week(1, Some(moved(1)), 1010, "Red")),
                    Some(week(1, Some(moved(0)), 1040, "Gold")),
                ],
            ),
        ],
    };
    let mut page = SeasonState {
        made: Some(Made::new(season, 1).into()),
        ..SeasonState::default()
    };
    page.refresh();
    page
}

fn order(page: &mut SeasonState, search: &str) -> Vec<i64> {
    search.clone_into(&mut page.search);
    page.refresh();
    let rows = (0..page.rows()).filter_map(|row| page.row(row));
    rows.map(|line| line.id.0).collect()
}

#[test]
fn the_last_week_decides_and_who_was_not_there_comes_last() {
    let mut page = page();
    assert_eq!(order(&mut page, ""), [3, 2, 1]);
    page.set_sort(page.sort().reversed());
    assert_eq!(order(&mut page, ""), [2, 3, 1], "still last");
    let by = |column| SeasonSort::by(column);
    page.set_sort(by(SeasonColumn::Name));
    assert_eq!(order(&mut page, ""), [1, 2, 3]);
    page.set_sort(by(SeasonColumn::Name).reversed());
    assert_eq!(order(&mut page, ""), [3, 2, 1]);
    page.set_sort(by(SeasonColumn::Group));
    assert_eq!(order(&mut page, ""), [2, 3, 1], "Blue, Gold, Red");
    page.set_sort(by(SeasonColumn::Week(1, Figure::Rating)));
    assert_eq!(order(&mut page, ""), [3, 2, 1], "the highest first");
    page.set_sort(by(SeasonColumn::Week(1, Figure::Moved)));
    assert_eq!(order(&mut page, ""), [3, 1, 2], "Bo is new in week 2");
    // A column that is shown no more, and comes back.
    page.figures = Figures::Games;
    assert_eq!(page.sort().column, SeasonColumn::Week(2, Figure::Rank));
    page.figures = Figures::Standings;
    assert_eq!(page.sort().column, SeasonColumn::Week(1, Figure::Moved));
    // A week that was undone is sorted by no more.
    page.set_sort(by(SeasonColumn::Week(7, Figure::Rank)));
    assert_eq!(order(&mut page, ""), [3, 2, 1]);
}

#[test]
fn players_are_found_by_name_and_group() {
    let mut page = page();
    assert_eq!(order(&mut page, "bo, ann"), [2]);
    assert_eq!(order(&mut page, "gold"), [3], "the latest group");
    assert_eq!(order(&mut page, "zz"), [0_i64; 0]);
    page.selected = Some(PlayerId(2));
    assert_eq!(page.selected_row(), None);
    assert!(page.selected_line().is_some(), "still shown below");
    page.search.clear();
    page.refresh();
    assert_eq!(page.selected_row(), Some(1));
}

#[test]
fn two_weeks_are_compared() {
    let mut page = page();
    page.set_view(SeasonView::Compared);
    assert_eq!(page.compared(), Some([1, 2]), "the last two");
    page.compare([0, 1]);
    let gained = |page: &SeasonState, figure| {
        let lines = &page.season().expect("a season").lines;
        lines
            .iter()
            .map(|line| page.value(line, SeasonColumn::Difference(figure)))
            .collect::<Vec<_>>()
    };
    assert_eq!(gained(&page, Figure::Rank), [Some(-2), None, Some(1)]);
    assert_eq!(gained(&page, Figure::Rating), [Some(-40), None, Some(0)]);
    page.set_sort(SeasonSort::by(SeasonColumn::Difference(Figure::Rank)));
    assert_eq!(order(&mut page, ""), [3, 1, 2], "most places gained first");
    page.compare([1, 0]);
    assert_eq!(gained(&page, Figure::Rank), [Some(2), None, Some(-1)]);
    assert_eq!(order(&mut page, ""), [1, 3, 2]);
    page.set_sort(SeasonSort::by(SeasonColumn::GroupChange));
    assert_eq!(order(&mut page, ""), [2, 1, 3], "Bo left backwards in time");
}

#[test]
fn a_comparison_counts_who_rose_fell_joined_left_and_is_in_another_group() {
    let mut page = page();
    assert_eq!(page.comparison(), None, "nothing is compared yet");
    page.set_view(SeasonView::Compared);
    page.refresh();
    let compared = page.comparison().expect("a comparison");
    assert_eq!(compared.counts, [3, 0, 0, 0, 1, 1]);
    assert_eq!((&compared.rose, &compared.fell), (&None, &None));
    page.compare([0, 1]);
    page.refresh();
    let farthest = |places, name: &str| {
        Some(Farthest {
            places,
            name: name.to_owned(),
            others: 0,
        })
    };
    let compared = page.comparison().expect("a comparison");
    assert_eq!(compared.played, [true, true]);
    assert_eq!(compared.counts, [3, 1, 1, 1, 0, 0]);
    assert_eq!(compared.rose, farthest(1, "Ann Cy"));
    assert_eq!(compared.fell, farthest(2, "Ann Abe"));
    for (who, ids) in [
        (Who::Rose, vec![3]),
        (Who::Fell, vec![1]),
        (Who::Joined, vec![2]),
        (Who::Left, vec![]),
    ] {
        page.who = who;
        assert_eq!(order(&mut page, ""), ids, "{who:?}");
    }
    // Of the last two weeks, and who was in neither of two isn't listed.
    page.compare([1, 2]);
    for (who, ids) in [(Who::Left, vec![1]), (Who::OtherGroup, vec![3])] {
        page.who = who;
        assert_eq!(order(&mut page, ""), ids, "{who:?}");
    }
    let lines = &page.season().expect("a season").lines;
    assert_eq!(
        Between::new(&lines[2], [1, 2]),
        Some(Between::OtherGroup {
            from: "Red",
            to: "Gold"
        })
    );
    page.compare([2, 2]);
    page.who = Who::Everybody;
    assert_eq!(order(&mut page, ""), [2, 3], "Abe isn't there");
    // All weeks list everybody, whoever was chosen in the comparison.
    page.who = Who::Rose;
    page.set_view(SeasonView::AllWeeks);
    assert_eq!(order(&mut page, ""), [3, 2, 1]);
}
