//! What a preview names, and how often.

use super::*;

#[test]
fn a_new_week_is_told_once_and_not_by_each_camper() {
    let ours = small_camp();
    let mut theirs = copy(&ours);
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    for edit in [
        Edit::CloseWeek { on: TODAY },
        Edit::StartWeek(Box::new(next)),
        Edit::ChangePlayer(Patch::new(PlayerId(2), Field::Notes, "Left-handed")),
    ] {
        apply(&mut theirs, edit);
    }
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let said = planned.coming();
    let said = said.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        said,
        [
            "Added: Week 2 (3 players; 1 group)",
            "Changed: Player Ann Vang (Notes: – to Left-handed)",
            "Changed: Week 1 (Closed on: – to 7/6/2026)",
        ]
    );
    assert_eq!(
        planned.summary(),
        ["1 player changed", "1 week added", "1 week changed"]
    );
}
