//! Which games a ladder takes, for whoever reads its standings.

use super::Settings;
use crate::domain::{Days, long_date, sentence_case};

impl Settings {
    /// "Games from September 1, 2026 on, group Knights"; nothing where every game that counts is taken.
    #[must_use]
    pub fn filters_in_words(&self) -> Option<String> {
        let chosen = |name| Some(self.get(name)).filter(|value| !value.is_empty());
        let days = match (self.day("from"), self.day("to")) {
            (Some(first), Some(last)) => Some(format!("of {}", Days { first, last })),
            (Some(from), None) => Some(format!("from {} on", long_date(from))),
            (None, Some(to)) => Some(format!("up to {}", long_date(to))),
            (None, None) => None,
        };
        let age = chosen("max-age-days").map(|days| match days {
            "0" => "of today".to_owned(),
            "1" => "of today and yesterday".to_owned(),
            days => format!("at most {days} days old"),
        });
        let weeks = self.weeks().map(|weeks| {
            if weeks.start() == weeks.end() {
                format!("of week {}", weeks.start())
            } else {
                format!("of weeks {} to {}", weeks.start(), weeks.end())
            }
        });
        let tournament = chosen("tournament").map(|name| format!("tournament {name}"));
        let group = chosen("group").map(|name| format!("group {name}"));
        let of_games = [days, age, weeks].into_iter().flatten();
        let of_games = of_games.collect::<Vec<_>>().join(", ");
        let takes_fun_games = self.get("counted") == "all";
        let beginning = match (of_games.is_empty(), takes_fun_games) {
            (false, true) => format!("All games {of_games}, fun games too"),
            (false, false) => format!("Games {of_games}"),
            (true, true) => "All games, fun games too".to_owned(),
            (true, false) => String::new(),
        };
        let parts = [Some(beginning), tournament, group].into_iter().flatten();
        let parts = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>();
        (!parts.is_empty()).then(|| sentence_case(&parts.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::LadderSystem, rating::kind};

    #[test]
    fn filters_are_told_in_the_order_of_a_sentence() {
        let words = |set: &[(&str, &str)]| {
            let values = set
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            let settings = Settings::new(kind(LadderSystem::Club), &values.collect());
            let words = settings.expect("settings").filters_in_words();
            words.unwrap_or_default()
        };
        assert_eq!(words(&[]), "");
        assert_eq!(words(&[("display", "two-parts"), ("counted", "yes")]), "");
        assert_eq!(
            words(&[("from", "2026-09-01"), ("group", "Knights")]),
            "Games from September 1, 2026 on, group Knights"
        );
        assert_eq!(
            words(&[("from", "2026-09-01"), ("to", "2026-09-30")]),
            "Games of September 1–30, 2026"
        );
        assert_eq!(
            words(&[("to", "2026-09-30")]),
            "Games up to September 30, 2026"
        );
        assert_eq!(
            words(&[("from", "2026-09-01"), ("to", "2026-09-01")]),
            "Games of September 1, 2026"
        );
        assert_eq!(
            words(&[
                ("weeks", "2-4"),
                ("max-age-days", "30"),
                ("counted", "all"),
                ("tournament", "Fall Open")
            ]),
            "All games at most 30 days old, of weeks 2 to 4, fun games too, tournament Fall Open"
        );
        assert_eq!(words(&[("weeks", "3")]), "Games of week 3");
        assert_eq!(words(&[("max-age-days", "0")]), "Games of today");
        assert_eq!(words(&[("counted", "all")]), "All games, fun games too");
        assert_eq!(words(&[("group", "knights")]), "Group knights");
        assert_eq!(words(&[("tournament", "open")]), "Tournament open");
    }
}
