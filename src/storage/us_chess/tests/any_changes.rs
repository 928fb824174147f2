//! Whatever is done in whatever order, records follow from crosstables.

use super::*;

/// Another opening balance, or a floor that is declined from a day on.
fn change_record(camp: &mut CampFile, random: &mut Random, head: &SectionHead) {
    let members = camp.members().expect("members");
    let member = &members[random.below(u32::try_from(members.len()).expect("few")) as usize];
    if random.once_in(2) {
        let mut opening = member.member.opening.clone();
        opening.on = head.section.ends.filter(|_| random.once_in(2));
        opening.regular.rating = Some(random.rating());
        opening.regular.games = Some(1 + random.below(40));
        if random.once_in(2) {
            let credit = Credit {
                role: Role::Chief,
                category: Category::D,
            };
            opening.director.insert(credit, 1 + random.below(4));
        }
        opening.quick.games = opening
            .quick
            .rating
            .map(|_| 1 + random.below(40))
            .or(Some(0));
        apply(camp, Change::ChangeOpening(member.key, Box::new(opening)));
    } else {
        let decision = declined(head.section.ends.expect("a day"));
        apply(camp, Change::Adjust(member.key, vec![decision]));
    }
}

/// Makes a change of a random kind.
pub(in crate::storage) fn change_something(camp: &mut CampFile, random: &mut Random) {
    let heads = camp.sections().expect("sections");
    let head = &heads[random.below(u32::try_from(heads.len()).expect("few")) as usize];
    match random.below(12) {
        0 => {
            let sections = vec![head.key];
            let out_of_order = random.once_in(2);
            save(
                camp,
                &RateRequest::Sections {
                    sections,
                    out_of_order,
                },
            );
        }
        1 => drop(save(camp, &RateRequest::Unrate(vec![head.key]))),
        2 => drop(save(camp, &RateRequest::All)),
        3 => {
            let day = head.section.ends.expect("a day");
            save(camp, &RateRequest::From(day));
        }
        4 => {
            let members = camp.members().expect("members");
            let member =
                &members[random.below(u32::try_from(members.len()).expect("few")) as usize];
            let credit = Credit {
                role: Role::Chief,
                category: Category::D,
            };
            let (what, value) = if random.once_in(2) {
                let times = random.once_in(3).then(|| f64::from(random.below(9)));
                (Adjusted::Director(credit), times)
            } else {
                (Adjusted::Rating(System::Regular), Some(random.rating()))
            };
            let adjustment = Adjustment {
                on: head.section.ends.expect("a day"),
                what,
                value,
                reason: "a test".to_owned(),
            };
            apply(camp, Change::Adjust(member.key, vec![adjustment]));
        }
        5 => {
            let mut section = camp
                .section(head.key)
                .expect("a section")
                .expect("it is there");
            // A game the other way round.
            let game = section.entries.iter().find_map(|entry| {
                let round = entry.rounds.iter().position(|cell| cell.game().is_some())?;
                Some((entry.pair, round, entry.rounds[round]))
            });
            if let Some((pair, round, cell)) = game {
                let other = cell.opponent();
                for entry in &mut section.entries {
                    let is_one = entry.pair == pair || Some(entry.pair) == other;
                    let code = entry.rounds.get(round).map(|cell| cell.code());
                    if let (true, Some(turned)) = (is_one, code.and_then(Code::reciprocal)) {
                        let cell = entry.rounds[round];
                        entry.rounds[round] =
                            Round::new(turned, cell.opponent(), cell.side()).expect("a cell");
                    }
                }
            }
            section.entries.rotate_left(1);
            apply(camp, Change::ChangeSection(head.key, Box::new(section)));
        }
        6 => {
            let mut event = camp
                .event_head(head.event)
                .expect("an event")
                .expect("it is there");
            event.chief_td = random.once_in(2).then(|| id(1 + random.below(20)));
            event.assistant_td = random.once_in(2).then(|| id(1 + random.below(4)));
            if random.once_in(2) {
                let day = 1 + i8::try_from(random.below(6)).expect("a day");
                event.ends = Some(date(2010, 1, day));
            }
            apply(camp, Change::ChangeEvent(head.event, Box::new(event)));
        }
        7 => {
            let mut section = random.section();
            section.number = 3 + u16::try_from(random.below(9000)).expect("a number");
            for (place, entry) in (0_u32..).zip(&mut section.entries) {
                // Some of them become members by it, and have directed events.
                entry.id = Some(id(10 + place));
            }
            // The number may be taken.
            let _ = try_to(camp, Change::AddSection(head.event, Box::new(section)));
        }
        8 => {
            // A rated one is not deleted.
            let _ = try_to(camp, Change::DeleteSection(head.key));
        }
        9 | 10 => change_record(camp, random, head),
        _ => {
            let back = if random.once_in(3) {
                HistoryMove::Redo
            } else {
                HistoryMove::Undo
            };
            // There may be nothing to undo or to redo.
            let _ = camp.move_in_history(back);
        }
    }
}

#[test]
fn records_follow_from_crosstables_after_any_changes() {
    for seed in 0..8 {
        let mut camp = camp();
        let mut random = Random::new(200 + seed);
        import(&mut camp, events(&mut random, 4));
        for _ in 0..25 {
            change_something(&mut camp, &mut random);
            if camp.sections().expect("sections").is_empty() {
                import(&mut camp, events(&mut random, 4));
            }
            assert_follows_from_crosstables(&camp);
        }
        save(&mut camp, &RateRequest::From(date(2001, 1, 1)));
        let again = camp.rating_run(&RateRequest::From(date(2001, 1, 1)));
        let again = again.expect("a run");
        assert_eq!((again.save, again.moved), Default::default());
    }
}
