//! Folding, choosing and accepting, without a window.

use super::*;
use crate::domain::{CampData, GameId, PlayerId, Problems, Week};

const fn blank(id: i64) -> LadderProblem {
    LadderProblem::BlankStart {
        player: PlayerId(id),
    }
}

fn inactive(id: i64) -> LadderProblem {
    LadderProblem::InactiveWithGames {
        player: PlayerId(id),
        games: vec![GameId(7)],
    }
}

/// A camp with these problems, of which those are accepted.
fn camp(found: &[LadderProblem], accepted: &[LadderProblem]) -> OpenCamp {
    let mut data = CampData::new("Test camp", Week::new(1, jiff::civil::Date::MIN));
    let keys = accepted.iter().filter_map(|problem| problem.key(&data));
    data.accepted = std::sync::Arc::new(keys.collect());
    let problems = Problems::new(found.to_vec(), &data);
    let mut camp = OpenCamp::in_memory(data);
    camp.problems = problems.listed;
    camp.accepted_problems = problems.accepted;
    camp
}

/// The camp after its next change.
fn after(before: &OpenCamp, found: &[LadderProblem], accepted: &[LadderProblem]) -> OpenCamp {
    OpenCamp {
        revision: before.revision + 1,
        ..camp(found, accepted)
    }
}

/// Each line in a few letters: "> blank 1" is the chosen one.
fn shown(list: &mut ProblemList, camp: &OpenCamp) -> Vec<String> {
    let lines = list.lines(camp);
    let word = |problem: &LadderProblem| match problem {
        LadderProblem::BlankStart { player } => format!("blank {player}"),
        LadderProblem::InactiveWithGames { player, .. } => format!("inactive {player}"),
        other => format!("{:?}", other.kind()),
    };
    let text = |line: &Line| match line {
        Line::Title(severity, count) => format!("{severity:?} {count}"),
        Line::NothingListed => "nothing".to_owned(),
        Line::Alike { places, part, .. } => {
            let first = part.of(camp).get(places.start).expect("a problem");
            format!("{} × {:?}", places.len(), first.kind())
        }
        Line::Problem {
            part,
            place,
            is_under,
        } => {
            let problem = part.of(camp).get(*place).expect("a problem");
            format!("{}{}", if *is_under { "  " } else { "" }, word(problem))
        }
        Line::Accepted { count, .. } => format!("{count} accepted"),
    };
    let rows = (0..lines.count()).map(|row| {
        let line = lines.get(row).expect("a line");
        let mark = if row == list.row() { "> " } else { "" };
        format!("{mark}{}", text(&line))
    });
    rows.collect()
}

fn found() -> Vec<LadderProblem> {
    let old = LadderProblem::RatingsOutOfDate { players: Some(2) };
    let notes = LadderProblem::NotChecked { games: 3 };
    vec![
        blank(1),
        blank(2),
        blank(3),
        inactive(4),
        inactive(5),
        old,
        notes,
    ]
}

#[test]
fn alike_ones_are_a_line_that_unfolds_and_folds_as_in_a_tree() {
    let camp = camp(&found(), &[]);
    let mut list = ProblemList::default();
    let folded = [
        "Doubtful 6",
        "> RatingsOutOfDate",
        "2 × InactiveWithGames",
        "3 × BlankStart",
        "Note 1",
        "NotChecked",
    ];
    assert_eq!(shown(&mut list, &camp), folded);
    let room = list.most_lines();
    list.unfold(&camp);
    assert_eq!(
        shown(&mut list, &camp),
        folded,
        "there is nothing to unfold"
    );
    list.step(&camp, 1, 0);
    list.unfold(&camp);
    list.unfold(&camp);
    list.step(&camp, 1, 0);
    let unfolded = [
        "Doubtful 6",
        "RatingsOutOfDate",
        "2 × InactiveWithGames",
        "  inactive 4",
        ">   inactive 5",
        "3 × BlankStart",
        "Note 1",
        "NotChecked",
    ];
    assert_eq!(shown(&mut list, &camp), unfolded);
    assert_eq!(list.most_lines(), room, "there was room for them before");
    list.fold(&camp);
    assert_eq!(list.row(), 2, "the line that it stands under");
    list.fold(&camp);
    list.step(&camp, 0, 1);
    assert_eq!(shown(&mut list, &camp), folded);
    list.fold(&camp);
    assert_eq!(shown(&mut list, &camp), folded);
    list.to_last(&camp);
    assert_eq!(list.row(), 5);
    list.step(&camp, 0, 1);
    assert_eq!(list.row(), 3, "titles are passed over");
    list.step(&camp, 0, 100);
    assert_eq!(list.row(), 1);
}

#[test]
fn a_whole_line_is_accepted_or_one_of_it_and_the_next_one_is_chosen() {
    let all = found();
    let camp = camp(&all, &[]);
    let mut list = ProblemList::default();
    list.lines(&camp);
    assert!(list.why_not_accept(&camp).is_some() && list.accept(&camp).is_none());
    list.step(&camp, 1, 0);
    let acceptance = |action: Option<Action>| match action {
        Some(Action::Change(Edit::AcceptProblems(acceptance))) => acceptance,
        other => panic!("not accepted: {other:?}"),
    };
    let accepted = acceptance(list.accept(&camp));
    assert_eq!(accepted.what, "2 inactive campers with games");
    assert!(accepted.accepted && accepted.week == camp.data.week.id);
    let keys = [inactive(4), inactive(5)].map(|it| it.key(&camp.data).expect("a key"));
    assert_eq!(accepted.keys, keys);

    let camp = after(&camp, &all, &[inactive(4), inactive(5)]);
    let lines = [
        "Doubtful 4",
        "RatingsOutOfDate",
        "> 3 × BlankStart",
        "Note 1",
        "NotChecked",
        "2 accepted",
    ];
    assert_eq!(shown(&mut list, &camp), lines);

    // One of them: the next one of its line is chosen, also where that alone is left of it.
    list.unfold(&camp);
    list.step(&camp, 2, 0);
    let accepted = acceptance(list.accept(&camp));
    assert_eq!(accepted.what, "1 blank start rating");
    let camp = after(&camp, &all, &[inactive(4), inactive(5), blank(2)]);
    assert!(shown(&mut list, &camp).contains(&">   blank 3".to_owned()));
    list.step(&camp, 0, 1);
    acceptance(list.accept(&camp));
    let camp = after(&camp, &all, &[inactive(4), inactive(5), blank(1), blank(2)]);
    assert!(shown(&mut list, &camp).contains(&"> blank 3".to_owned()));
    acceptance(list.accept(&camp));
    let gone = [inactive(4), inactive(5), blank(1), blank(2), blank(3)];
    let camp = after(&camp, &all, &gone);
    let lines = [
        "Doubtful 1",
        "RatingsOutOfDate",
        "Note 1",
        "> NotChecked",
        "5 accepted",
    ];
    assert_eq!(shown(&mut list, &camp), lines);
}

#[test]
fn what_is_accepted_stands_at_the_end_and_is_taken_back_there() {
    let all = [blank(1), blank(2), inactive(4)];
    let camp = camp(&all, &all);
    let mut list = ProblemList::default();
    assert_eq!(shown(&mut list, &camp), ["nothing", "> 3 accepted"]);
    assert!(list.is_accepted(&camp) && list.why_not_accept(&camp).is_none());
    list.unfold(&camp);
    list.unfold(&camp);
    let lines = ["nothing", "3 accepted", "> inactive 4", "2 × BlankStart"];
    assert_eq!(shown(&mut list, &camp), lines);
    list.step(&camp, 1, 0);
    list.unfold(&camp);
    list.unfold(&camp);
    assert!(shown(&mut list, &camp).contains(&">   blank 1".to_owned()));
    match list.accept(&camp) {
        Some(Action::Change(Edit::AcceptProblems(back))) => {
            assert!(!back.accepted);
            assert_eq!(back.keys, [blank(1).key(&camp.data).expect("a key")]);
        }
        other => panic!("not taken back: {other:?}"),
    }
    let camp = after(&camp, &all, &[blank(2), inactive(4)]);
    let lines = [
        "Doubtful 1",
        "blank 1",
        "2 accepted",
        "> blank 2",
        "inactive 4",
    ];
    assert_eq!(shown(&mut list, &camp), lines);
    list.fold(&camp);
    assert_eq!(list.row(), 2);
    list.fold(&camp);
    let lines = ["Doubtful 1", "blank 1", "> 2 accepted"];
    assert_eq!(shown(&mut list, &camp), lines);
    match list.accept(&camp) {
        Some(Action::Change(edit @ Edit::AcceptProblems(_))) => {
            assert_eq!(edit.name(&camp.data), "List 2 problems again");
        }
        other => panic!("not taken back: {other:?}"),
    }
}

#[test]
fn the_chosen_one_stays_chosen_when_others_come_and_go() {
    let mut all = found();
    let camp = camp(&all, &[]);
    let mut list = ProblemList::default();
    list.lines(&camp);
    list.to_last(&camp);
    list.step(&camp, 0, 1);
    list.unfold(&camp);
    list.to_last(&camp);
    list.step(&camp, 0, 2);
    assert!(shown(&mut list, &camp).contains(&">   blank 2".to_owned()));
    all.retain(|problem| !matches!(problem, LadderProblem::RatingsOutOfDate { .. }));
    all.push(inactive(9));
    let camp = after(&camp, &all, &[]);
    assert!(shown(&mut list, &camp).contains(&">   blank 2".to_owned()));
    all.retain(|problem| *problem != blank(2));
    let camp = after(&camp, &all, &[]);
    assert!(
        shown(&mut list, &camp).contains(&">   blank 3".to_owned()),
        "what has its place"
    );
}

#[test]
fn of_a_camp_that_can_only_be_read_nothing_is_accepted() {
    let camp = OpenCamp {
        mode: Mode::ReadOnly,
        ..camp(&[blank(1)], &[])
    };
    let mut list = ProblemList::default();
    list.lines(&camp);
    assert_eq!(list.why_not_accept(&camp), Some(READ_ONLY));
    assert!(list.accept(&camp).is_none());
}

/// As many as there are campers in the largest camps: what is drawn in a frame depends on the lines that are in view.
#[test]
fn thousands_of_alike_ones_are_counted_and_not_written_down() {
    let all = (1..=5000).map(blank).collect::<Vec<_>>();
    let camp = camp(&all, &[]);
    let mut list = ProblemList::default();
    list.lines(&camp);
    list.unfold(&camp);
    let lines = list.lines(&camp);
    assert_eq!((lines.count(), lines.blocks.len()), (5002, 3));
    list.to_last(&camp);
    assert_eq!(list.row(), 5001);
    list.fold(&camp);
    assert_eq!(list.row(), 1);
}
