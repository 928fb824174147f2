//! How long texts may be, and which numbers there are: what neither a file nor anybody who types may go beyond.

use strum::VariantArray as _;

use super::{Adjusted, Balance, Event, MAX_PAIR, MOST_CONTROLS, Member, Section, System, cells};
use crate::domain::YEARS;

/// The highest FIDE or CFC rating that anybody has.
const MAX_FOREIGN: u16 = 4000;

/// The most letters of a text.
const NAME: usize = 100;
const LONG_NAME: usize = 200;
const SHORT: usize = 20;
const CITY: usize = 100;
const CONTROLS: usize = 200;

/// The most rounds of an entry.
pub const MAX_ROUNDS: usize = 99;

/// What can't be kept, in sentences.
#[derive(Debug, Default)]
struct Faults(Vec<String>);

impl Faults {
    fn text(&mut self, what: &str, text: &str, most: usize) {
        let letters = text.chars().count();
        if letters > most {
            self.0.push(format!(
                "{what} has {letters} letters, and there is room for {most}. Shorten it"
            ));
        }
        if text.chars().any(char::is_control) {
            self.0.push(format!(
                "{what} has characters that can’t be printed. Type it again"
            ));
        }
    }

    fn maybe(&mut self, what: &str, text: Option<&String>, most: usize) {
        if let Some(text) = text {
            self.text(what, text, most);
            if text.is_empty() {
                self.0.push(format!("{what} is empty. Leave it out"));
            }
        }
    }

    fn day(&mut self, what: &str, day: Option<jiff::civil::Date>) {
        if let Some(day) = day.filter(|day| !YEARS.contains(&day.year())) {
            self.0
                .push(format!("{what} is in the year {}. Correct it", day.year()));
        }
    }

    fn rating(&mut self, what: &str, rating: Option<f64>) {
        let fault =
            rating.and_then(|rating| cells::rating(&rating.to_string(), cells::RATINGS).err());
        self.0.extend(fault.map(|fault| format!("{what}: {fault}")));
    }

    fn foreign(&mut self, what: &str, rating: Option<u16>) {
        if let Some(rating) = rating.filter(|rating| !(1..=MAX_FOREIGN).contains(rating)) {
            self.0.push(format!(
                "{what} is {rating}: such ratings are from 1 to 4,000. Correct it"
            ));
        }
    }
}

impl Event {
    /// Everything of the event and its sections that can't be kept, in sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults::default();
        faults.maybe("The event’s id", self.id.as_ref(), SHORT);
        let is_plain = |id: &String| {
            id.bytes()
                .all(|it| it.is_ascii_alphanumeric() || it == b'-')
        };
        if self.id.as_ref().is_some_and(|id| !is_plain(id)) {
            let what = "The event’s id may have letters, figures and dashes only. Correct it";
            faults.0.push(what.to_owned());
        }
        faults.text("The event’s name", &self.name, LONG_NAME);
        faults.maybe("The affiliate", self.affiliate.as_ref(), SHORT);
        faults.maybe("The city", self.city.as_ref(), CITY);
        faults.maybe("The state", self.state.as_ref(), SHORT);
        faults.maybe("The ZIP code", self.zip.as_ref(), SHORT);
        faults.day("The event’s first day", self.begins);
        faults.day("The event’s last day", self.ends);
        for section in &self.sections {
            let of_section = section.faults().into_iter();
            let placed = of_section.map(|fault| format!("Section {}: {fault}", section.number));
            faults.0.extend(placed);
        }
        faults.0
    }
}

impl Section {
    /// Everything of the section and its entries that can't be kept, in sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults::default();
        if !(1..=MAX_PAIR).contains(&self.number) {
            let what = "A section has a number from 1 to 9,999. Correct it".to_owned();
            faults.0.push(what);
        }
        faults.text("The section’s name", &self.name, LONG_NAME);
        faults.day("The section’s first day", self.begins);
        faults.day("The section’s last day", self.ends);
        let controls = self.time_controls.join(" ");
        faults.text("The time control", &controls, CONTROLS);
        if self.time_controls.len() > MOST_CONTROLS {
            let what = "A section has up to three time controls. Leave some out".to_owned();
            faults.0.push(what);
        }
        if self.entries.len() > usize::from(MAX_PAIR) {
            let what = "A section has up to 9,999 rows. Divide it".to_owned();
            faults.0.push(what);
        }
        for entry in &self.entries {
            let mut row = Faults::default();
            row.text("The name", &entry.name, LONG_NAME);
            row.maybe("The state", entry.state.as_ref(), SHORT);
            row.day("The birth date", entry.birth);
            row.foreign("The FIDE rating", entry.fide);
            row.foreign("The CFC rating", entry.cfc);
            if entry.rounds.len() > MAX_ROUNDS {
                let what = "There are more than 99 rounds. Divide the section".to_owned();
                row.0.push(what);
            }
            let placed = row.0.into_iter();
            let placed = placed.map(|fault| format!("Pair {}: {fault}", entry.pair));
            faults.0.extend(placed);
        }
        faults.0
    }
}

impl Member {
    /// Everything of the member that can't be kept, in sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults::default();
        faults.text("The last name", &self.last_name, NAME);
        faults.text("The first name", &self.first_name, NAME);
        faults.maybe("The state", self.state.as_ref(), SHORT);
        faults.day("The birth date", self.birth);
        faults.day("The last day of the membership", self.expires);
        faults.foreign("The FIDE rating", self.fide);
        faults.foreign("The CFC rating", self.cfc);
        let name = self.listed_name();
        let placed = faults.0.into_iter();
        placed.map(|fault| format!("{name}: {fault}")).collect()
    }
}

impl Balance {
    /// Everything of an opening balance that can't be kept, in sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults::default();
        faults.day("The day of the opening balance", self.on);
        for system in System::VARIANTS.iter().copied() {
            let account = self.account(system);
            for (what, rating) in [
                (Adjusted::Rating(system), account.rating),
                (Adjusted::Floor(system), account.floor),
                (Adjusted::Peak(system), account.peak),
            ] {
                faults.rating(&what.to_string(), rating);
            }
            // A rating of no games has no weight at all.
            if account.rating.is_some() && account.games == Some(0) {
                faults.0.push(format!(
                    "{} is 0, though there is a rating. Type the number of games that it goes by, or nothing if it is long established",
                    Adjusted::Games(system)
                ));
            }
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::us_chess::Entry;

    #[test]
    fn what_is_too_long_or_none_is_told_with_its_place() {
        let event = Event {
            id: Some("../x".to_owned()),
            zip: Some("5".repeat(21)),
            sections: vec![Section {
                number: 10_000,
                entries: vec![Entry {
                    pair: 3,
                    fide: Some(0),
                    state: Some(String::new()),
                    ..Entry::default()
                }],
                ..Section::default()
            }],
            ..Event::default()
        };
        assert_eq!(
            event.faults(),
            [
                "The event’s id may have letters, figures and dashes only. Correct it",
                "The ZIP code has 21 letters, and there is room for 20. Shorten it",
                "Section 10000: A section has a number from 1 to 9,999. Correct it",
                "Section 10000: Pair 3: The state is empty. Leave it out",
                "Section 10000: Pair 3: The FIDE rating is 0: such ratings are from 1 to 4,000. Correct it",
            ]
        );
        let member = Member {
            last_name: "a".repeat(101),
            ..Member::default()
        };
        assert_eq!(member.faults().len(), 1);
        assert_eq!(Event::default().faults(), Vec::<String>::new());
    }

    #[test]
    fn a_rating_goes_by_games_or_is_long_established() {
        let mut balance = Balance::default();
        assert_eq!(balance.faults(), Vec::<String>::new());
        balance.regular.rating = Some(1850.0);
        assert_eq!(
            balance.faults(),
            [
                "Regular N is 0, though there is a rating. Type the number of games that it goes by, or nothing if it is long established"
            ]
        );
        balance.regular.games = None;
        assert_eq!(balance.faults(), Vec::<String>::new());
    }
}
