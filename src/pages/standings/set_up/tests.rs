//! How a form becomes a ladder.

use std::sync::Arc;

use jiff::civil::date;

use super::*;
use crate::{app::open_sample, rating::FILTERS};

const TODAY: Date = date(2026, 7, 10);

/// The sample camp with a club ladder.
fn camp() -> CampData {
    let (_, mut camp) = open_sample(TODAY).expect("the sample camp");
    camp.ladders = Arc::new(vec![LadderSetup {
        id: LadderId(1),
        name: "Steps".to_owned(),
        system: LadderSystem::Club,
        settings: SettingValues::new(),
    }]);
    camp
}

#[test]
fn a_form_of_a_ladder_that_is_left_as_it_is_changes_nothing() {
    let mut camp = camp();
    let settings = [
        ("from", "2026-07-01"),
        ("resets", "2026-07-02/8123"),
        ("group", "Gold"),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Arc::make_mut(&mut camp.ladders)[0].settings = settings.into();
    let ladder = camp.ladders[0].clone();
    let mut form = LadderForm::of(&ladder, &camp, TODAY);
    assert_eq!(form.value(&FILTERS[0]), "7/1/2026");
    assert_eq!(form.edit(&camp), Ok(None));
    // Another day, typed as people type days, and what is usual is not kept.
    form.set(&FILTERS[0], "7/3".to_owned());
    let top = form.kind().setting("challenge-top").expect("a setting");
    form.set(top, top.default.to_owned());
    form.reset_today();
    form.reset_today();
    assert_eq!(form.resets.len(), 2, "a day is dealt once");
    let Ok(Some(Edit::ChangeLadder(changed))) = form.edit(&camp) else {
        panic!("no change");
    };
    assert_eq!(changed.settings["from"], "2026-07-03");
    assert!(!changed.settings.contains_key("challenge-top"));
    assert!(changed.settings["resets"].starts_with("2026-07-02/8123 2026-07-10/"));
}

#[test]
fn a_group_that_the_camp_does_not_have_stays_to_be_seen() {
    let camp = camp();
    let mut form = LadderForm::new(&camp, TODAY);
    let group = form.kind().setting("group").expect("a filter");
    form.set(group, "Nowhere".to_owned());
    let offered = form.offered(group);
    let chosen = form.offered_at(group, &offered).expect("it is offered");
    assert_eq!(offered[chosen].title, "Nowhere (not in this camp)");
    assert_eq!(offered[0].title, "All");
}

#[test]
fn another_system_keeps_the_filters_and_takes_its_own_name() {
    let camp = camp();
    let mut form = LadderForm::new(&camp, TODAY);
    assert_eq!(form.name, "Club ladder");
    form.set(&FILTERS[0], "7/1/2026".to_owned());
    form.resets.push(Reset {
        day: TODAY,
        seed: 1,
    });
    form.choose(LadderSystem::GameCourier);
    assert_eq!(form.name, form.kind().title);
    let Ok(Some(Edit::AddLadder(ladder))) = form.edit(&camp) else {
        panic!("no ladder");
    };
    let kept = SettingValues::from([("from".to_owned(), "2026-07-01".to_owned())]);
    assert_eq!(ladder.settings, kept, "this system has no resets");
    // A typed name stays.
    form.name = "Thursday".to_owned();
    form.name_typed();
    form.choose(LadderSystem::RaceCode);
    assert_eq!(form.name, "Thursday");
}
