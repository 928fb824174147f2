//! How a ladder is set up, as the director types it.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    hash::{BuildHasher as _, Hasher as _, RandomState},
};

use jiff::civil::Date;
use strum::VariantArray as _;

use crate::{
    domain::{
        CampData, Edit, Field, LadderId, LadderSetup, LadderSystem, NewLadder, SettingValues,
        clean_name, name_key, parse_date, same_group_name, sentence_case, show_date,
    },
    rating::{self, Kind, Reset, Setting, Settings, Takes},
};

/// One more than the largest seed of a deal that the program chooses: short enough to be told on the phone.
const SEEDS: u64 = 1_000_000;

/// One of the values that a setting can have.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Offered {
    pub value: String,
    /// As the form shows it.
    pub title: String,
}

/// A ladder, until it is saved or given up.
#[derive(Debug)]
pub(super) struct LadderForm {
    /// The ladder that is changed; `None` for a new one.
    pub id: Option<LadderId>,
    pub name: String,
    /// Whether every setting is shown, and not only what a ladder can't begin without.
    pub shows_all: bool,
    /// The days on which the ranks were dealt anew.
    pub resets: Vec<Reset>,
    system: LadderSystem,
    /// Whether the name stays when another system is chosen.
    keeps_name: bool,
    /// Values as they are typed, by the name of their setting. What isn't there is as usual.
    typed: BTreeMap<String, String>,
    /// What is wrong, by the name of the setting.
    problems: BTreeMap<String, String>,
    name_problem: Option<String>,
    /// What the camp has to choose from, by what a setting takes.
    names: Vec<(Takes, Vec<String>)>,
    /// The names of the other ladders, as names are compared.
    taken: Vec<String>,
    today: Date,
}

impl LadderForm {
    /// A new ladder, which is called as its system is as long as nobody types another name.
    pub(super) fn new(camp: &CampData, today: Date) -> Self {
        let mut form = Self::empty(camp, None, today);
        form.follow_system();
        form
    }

    /// A ladder as it is set up.
    pub(super) fn of(ladder: &LadderSetup, camp: &CampData, today: Date) -> Self {
        let mut form = Self::empty(camp, Some(ladder.id), today);
        ladder.name.clone_into(&mut form.name);
        form.system = ladder.system;
        form.keeps_name = true;
        // A setting that can't be read is left as it is to be put right; one that there isn't goes.
        form.resets = Reset::all(ladder.settings.get("resets").map_or("", String::as_str));
        for setting in form.kind().all_settings() {
            if let Some(value) = ladder.settings.get(setting.name) {
                let shown = match (&setting.takes, value.parse::<Date>()) {
                    (Takes::Day, Ok(day)) => show_date(day),
                    _ => value.clone(),
                };
                form.typed.insert(setting.name.to_owned(), shown);
            }
        }
        form
    }

    fn empty(camp: &CampData, id: Option<LadderId>, today: Date) -> Self {
        let others = camp.ladders.iter().filter(|ladder| Some(ladder.id) != id);
        Self {
            id,
            name: String::new(),
            shows_all: id.is_some(),
            resets: Vec::new(),
            system: LadderSystem::Club,
            keeps_name: false,
            typed: BTreeMap::new(),
            problems: BTreeMap::new(),
            name_problem: None,
            names: names(camp),
            taken: others.map(|ladder| name_key(&ladder.name)).collect(),
            today,
        }
    }

    /// The kind of ladder that is chosen.
    pub(super) fn kind(&self) -> &'static Kind {
        rating::kind(self.system)
    }

    /// Chooses the kind of ladder. Values of settings that both have stay.
    pub(super) fn choose(&mut self, system: LadderSystem) {
        self.system = system;
        self.problems.clear();
        // Two kinds may call different things by one name.
        let kind = self.kind();
        self.typed.retain(|name, value| {
            let one = SettingValues::from([(name.clone(), value.clone())]);
            let is_own = kind.settings.iter().any(|setting| setting.name == name);
            !is_own || Settings::new(kind, &one).is_ok()
        });
        self.follow_system();
    }

    /// The name was typed, and stays from now on.
    pub(super) fn name_typed(&mut self) {
        self.keeps_name = true;
        self.name_problem = None;
    }

    /// "Club ladder", or "Club ladder 2" where there is one already.
    fn follow_system(&mut self) {
        if self.keeps_name {
            return;
        }
        let title = self.kind().title;
        let mut name = title.to_owned();
        let mut number = 2;
        while self.taken.contains(&name_key(&name)) {
            name = format!("{title} {number}");
            number += 1;
        }
        self.name = name;
        self.name_problem = None;
    }

    /// What is wrong with the name.
    pub(super) fn name_problem(&self) -> Option<&str> {
        self.name_problem.as_deref()
    }

    /// What is wrong with a setting.
    pub(super) fn problem(&self, setting: &Setting) -> Option<&str> {
        self.problems.get(setting.name).map(String::as_str)
    }

    /// A value as it is typed, or the usual one.
    pub(super) fn value(&self, setting: &Setting) -> &str {
        let typed = self.typed.get(setting.name).map(String::as_str);
        typed.unwrap_or(setting.default)
    }

    /// Takes a value as it is typed.
    pub(super) fn set(&mut self, setting: &Setting, value: String) {
        self.typed.insert(setting.name.to_owned(), value);
        self.problems.remove(setting.name);
        // The first day and the last one are wrong together.
        if setting.takes == Takes::Day {
            self.problems.remove("to");
        }
    }

    /// The values to choose from; nothing where the value is typed.
    pub(super) fn offered(&self, setting: &Setting) -> Vec<Offered> {
        let names = match &setting.takes {
            Takes::Words(words) => {
                let offered = words.iter().map(|word| Offered {
                    value: word.word.to_owned(),
                    title: word.title.to_owned(),
                });
                return offered.collect();
            }
            takes => self.names.iter().find(|(of, _)| of == takes),
        };
        let Some((_, names)) = names else {
            return Vec::new();
        };
        let mut offered = vec![Offered {
            value: String::new(),
            title: "All".to_owned(),
        }];
        offered.extend(names.iter().map(|name| Offered {
            value: name.clone(),
            title: name.clone(),
        }));
        let chosen = self.value(setting);
        if self.offered_at(setting, &offered).is_none() {
            offered.push(Offered {
                value: chosen.to_owned(),
                title: format!("{chosen} (not in this camp)"),
            });
        }
        offered
    }

    /// Which of the values is chosen.
    pub(super) fn offered_at(&self, setting: &Setting, offered: &[Offered]) -> Option<usize> {
        let chosen = self.value(setting);
        let is_same = |value: &str| match setting.takes {
            Takes::Words(_) => value == chosen,
            Takes::Group if !chosen.is_empty() => same_group_name(value, chosen),
            _ => name_key(value) == name_key(chosen),
        };
        offered.iter().position(|offered| is_same(&offered.value))
    }

    /// Looks a value through that was typed, and says what is wrong with it.
    pub(super) fn look_through(&mut self, setting: &Setting) {
        let problem = self.stored(setting).and_then(|value| {
            let values = SettingValues::from([(setting.name.to_owned(), value)]);
            match Settings::new(self.kind(), &values) {
                Ok(_) => Ok(()),
                Err(problem) => Err(sentence_case(&problem.reason())),
            }
        });
        match problem {
            Ok(()) => self.problems.remove(setting.name),
            Err(reason) => self.problems.insert(setting.name.to_owned(), reason),
        };
    }

    /// Deals the ranks anew today, with a seed that nobody has chosen. A deal of today that there is already stays: its seed is kept.
    pub(super) fn reset_today(&mut self) {
        let day = self.today;
        if self.resets.iter().any(|reset| reset.day == day) {
            return;
        }
        let seed = RandomState::new().build_hasher().finish() % SEEDS;
        self.resets.push(Reset { day, seed });
        self.resets.sort_unstable();
    }

    /// Takes a reset back.
    pub(super) fn remove_reset(&mut self, at: usize) {
        if at < self.resets.len() {
            self.resets.remove(at);
        }
    }

    /// What a setting keeps in the camp file.
    fn stored(&self, setting: &Setting) -> Result<String, String> {
        let typed = self.value(setting).trim();
        match setting.takes {
            Takes::Resets => Ok(Reset::written(&self.resets)),
            Takes::Day => match parse_date(typed, self.today) {
                Ok(day) => Ok(day.map_or_else(String::new, |day| day.to_string())),
                Err(problem) => Err(problem.to_string()),
            },
            // As people write from where to where.
            Takes::Weeks => Ok(typed.replace('–', "-")),
            _ => Ok(typed.to_owned()),
        }
    }

    /// The change to be saved; `None` where nothing differs from the camp. An error: something is wrong, and marked.
    pub(super) fn edit(&mut self, camp: &CampData) -> Result<Option<Edit>, ()> {
        let name = clean_name(&self.name).unwrap_or_else(|_| self.name.clone());
        let settings = self.look_all_through();
        let ladder = NewLadder {
            name,
            system: self.system,
            settings: settings.clone().unwrap_or_default(),
        };
        self.name_problem = self.refusal_of(&ladder);
        if settings.is_none() || self.name_problem.is_some() {
            return Err(());
        }
        let Some(id) = self.id else {
            return Ok(Some(Edit::AddLadder(ladder)));
        };
        let changed = LadderSetup {
            id,
            name: ladder.name,
            system: ladder.system,
            settings: ladder.settings,
        };
        let is_changed = camp.ladder(id) != Some(&changed);
        Ok(is_changed.then_some(Edit::ChangeLadder(changed)))
    }

    /// What of all settings isn't as usual; nothing if one of them is wrong.
    fn look_all_through(&mut self) -> Option<SettingValues> {
        let mut values = SettingValues::new();
        for setting in self.kind().all_settings() {
            self.look_through(setting);
            if let Ok(value) = self.stored(setting) {
                values.insert(setting.name.to_owned(), value);
            }
        }
        if !self.problems.is_empty() {
            return None;
        }
        match Settings::new(self.kind(), &values) {
            Ok(settings) => Some(settings.unusual()),
            Err(problem) => {
                let reason = sentence_case(&problem.reason());
                self.problems.insert(problem.name().to_owned(), reason);
                None
            }
        }
    }

    /// Why a ladder can't be called so.
    fn refusal_of(&self, ladder: &NewLadder) -> Option<String> {
        let mut problems = ladder.problems().into_iter();
        let problem = problems.find(|problem| problem.field == Field::LadderName);
        let is_taken = self.taken.contains(&name_key(&ladder.name));
        let taken = || {
            format!(
                "There is already a ladder called {}. Choose another name",
                ladder.name
            )
        };
        problem
            .map(|problem| problem.reason)
            .or_else(|| is_taken.then(taken))
    }
}

/// The names that a camp has, by what a setting of any kind of ladder takes.
fn names(camp: &CampData) -> Vec<(Takes, Vec<String>)> {
    let kinds = LadderSystem::VARIANTS.iter();
    let settings = kinds.flat_map(|system| rating::kind(*system).all_settings());
    let mut all = Vec::<(Takes, _)>::new();
    for takes in settings.map(|setting| &setting.takes) {
        let is_new = all.iter().all(|(of, _)| of != takes);
        if is_new && let Some(names) = takes.names(camp) {
            all.push((takes.clone(), names));
        }
    }
    all
}
