//! Corrections of a member's record by hand.

use jiff::civil::Date;
use strum::VariantArray as _;

use super::opening::all_credits;
use crate::{
    app::page::Outbox,
    domain::{
        Edit,
        us_chess::{Adjusted, Adjustment, AdjustmentField, Change, MemberKey, System, cells},
    },
    pages::us_chess::form::{DAY, FormField, FormRecord, REASON, RecordForm, Takes, if_typed},
    rating::us_chess::{Rules, titles},
};

/// The adjustments of a member, as they are to be.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct Adjustments {
    pub(super) key: MemberKey,
    pub(in crate::pages::us_chess) name: String,
    /// The oldest first.
    pub(in crate::pages::us_chess) list: Vec<Adjustment>,
    pub(in crate::pages::us_chess) is_changed: bool,
    /// Whether it is asked what becomes of the changes.
    pub(in crate::pages::us_chess) is_leaving: bool,
}

impl Adjustments {
    pub(super) const fn new(key: MemberKey, name: String, list: Vec<Adjustment>) -> Self {
        Self {
            key,
            name,
            list,
            is_changed: false,
            is_leaving: false,
        }
    }

    /// Opens the form of one of them, or of a new one.
    pub(in crate::pages::us_chess) fn edit(
        &self,
        at: Option<usize>,
        today: Date,
    ) -> RecordForm<AdjustmentForm> {
        let known = at.and_then(|at| self.list.get(at)).cloned();
        let fresh = || Adjustment {
            on: today,
            what: Adjusted::Rating(System::Regular),
            value: None,
            reason: String::new(),
        };
        RecordForm::new(AdjustmentForm {
            on: Some(known.as_ref().map_or(today, |known| known.on)),
            adjustment: known.unwrap_or_else(fresh),
            at,
            all: self.clone(),
        })
    }

    pub(in crate::pages::us_chess) fn remove(&mut self, at: usize) {
        if at < self.list.len() {
            self.list.remove(at);
            self.is_changed = true;
        }
    }

    pub(in crate::pages::us_chess) fn save(&self, out: &mut Outbox) {
        if self.is_changed {
            let edit = Edit::UsChess(Change::Adjust(self.key, self.list.clone()));
            out.apply_and_mention(edit, format!("Adjustments of {} changed", self.name));
        }
    }
}

/// One adjustment as it is typed.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct AdjustmentForm {
    /// The day, which may be missing while it is typed.
    on: Option<Date>,
    adjustment: Adjustment,
    /// Its place in the list; nothing of a new one.
    at: Option<usize>,
    all: Adjustments,
}

const ON: &str = "Day";
const VALUE: &str = "Value";
const WHY: &str = "Reason";

impl AdjustmentForm {
    fn is_decision(&self) -> bool {
        self.adjustment.what == Adjusted::Floor2200Allowed
    }

    fn is_there(&self) -> bool {
        self.at.is_some()
    }
}

/// What can be adjusted, with what it is called.
fn all_adjusted() -> Vec<(Adjusted, String)> {
    let mut all = Vec::new();
    for system in System::VARIANTS.iter().copied() {
        all.extend([
            Adjusted::Rating(system),
            Adjusted::Games(system),
            Adjusted::Played(system),
            Adjusted::Floor(system),
            Adjusted::Peak(system),
        ]);
    }
    all.push(Adjusted::Floor2200Allowed);
    for system in Rules::first().title_floor.systems {
        let classes = titles::CLASSES.iter();
        all.extend(classes.map(|class| Adjusted::Title(*system, class.from)));
    }
    all.extend(all_credits().map(Adjusted::Director));
    let named = all.into_iter().map(|what| (what, what.to_string()));
    named.collect()
}

impl FormRecord for AdjustmentForm {
    fn title(&self) -> String {
        let what = if self.is_there() {
            "Adjustment"
        } else {
            "New adjustment"
        };
        format!("{what} of {}", self.all.name)
    }

    fn confirm(&self) -> &'static str {
        if self.is_there() { "Change" } else { "Add" }
    }

    fn fields(&self) -> Vec<FormField<Self>> {
        vec![
            FormField::choice("What", all_adjusted(), |it: &mut Self| {
                &mut it.adjustment.what
            })
            .help("What is set by hand"),
            FormField::new(ON, &DAY, |it: &mut Self| &mut it.on)
                .required()
                .help("It holds for sections that end on this day or later"),
            FormField::custom(
                VALUE,
                Takes::Number,
                |it: &mut Self| {
                    it.adjustment
                        .value
                        .map_or_else(String::new, |it| it.to_string())
                },
                |it, typed, _| {
                    // Which numbers are right follows from what is adjusted, and is said when all is typed.
                    it.adjustment.value = if_typed(typed, cells::number)?;
                    Ok(())
                },
            )
            .help("What it is from then on. Leave it empty to take the value away")
            .only_if(|it| !it.is_decision()),
            FormField::choice(
                "2200 floor",
                vec![
                    (Some(0.0), "Not allowed from then on".to_owned()),
                    (Some(1.0), "Allowed from then on".to_owned()),
                ],
                |it: &mut Self| &mut it.adjustment.value,
            )
            .only_if(Self::is_decision),
            FormField::new(WHY, &REASON, |it: &mut Self| &mut it.adjustment.reason).required(),
        ]
    }

    fn follow(&mut self) {
        let value = &mut self.adjustment.value;
        if self.adjustment.what == Adjusted::Floor2200Allowed && !matches!(*value, Some(0.0 | 1.0))
        {
            *value = Some(0.0);
        }
        if let Some(day) = self.on {
            self.adjustment.on = day;
        }
    }

    fn problem(&self) -> Option<(String, String)> {
        if self.on.is_none() {
            return Some((ON.to_owned(), "Type the day from which it holds".to_owned()));
        }
        let (field, why) = self.adjustment.fault()?;
        let title = match field {
            AdjustmentField::Day => ON,
            AdjustmentField::Value => VALUE,
            AdjustmentField::Reason => WHY,
        };
        Some((title.to_owned(), why))
    }

    fn save(&self, out: &mut Outbox) {
        let mut all = self.all.clone();
        match self.at.and_then(|at| all.list.get_mut(at)) {
            Some(known) => known.clone_from(&self.adjustment),
            None => all.list.push(self.adjustment.clone()),
        }
        all.list.sort_by_key(|adjustment| adjustment.on);
        all.is_changed = true;
        out.ask(all);
    }

    fn cancel(&self, out: &mut Outbox) {
        out.ask(self.all.clone());
    }
}
