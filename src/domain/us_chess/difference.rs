//! In what two balances differ, field by field.

use std::fmt::Display;

use strum::VariantArray as _;

use super::{Account, Balance, Member, System};
use crate::domain::show_date;

const ID: &str = "US Chess ID";
const BIRTH_DATE: &str = "Birth date";

/// A field that is one thing in a balance, and another in the next.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Difference {
    /// "Regular rating", "Quick floor", "Chief director, category C"
    pub what: String,
    /// As a list shows it; a dash for nothing.
    pub before: String,
    pub after: String,
}

impl Difference {
    /// Whether lists show it to those alone who ask for it.
    #[must_use]
    pub fn is_personal(&self) -> bool {
        [ID, BIRTH_DATE].contains(&self.what.as_str())
    }
}

impl Balance {
    /// Every field in which another balance differs from this one.
    #[must_use]
    pub fn differences(&self, after: &Self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for system in System::VARIANTS {
            let before = fields(self.account(*system));
            let after = fields(after.account(*system));
            for ((name, before), (_, after)) in before.into_iter().zip(after) {
                let what = format!("{} {name}", system.title());
                differences.push(Difference {
                    what,
                    before,
                    after,
                });
            }
        }
        let credits = self.director.keys().chain(after.director.keys());
        let mut credits = credits.copied().collect::<Vec<_>>();
        credits.sort_unstable();
        credits.dedup();
        for credit in credits {
            let times = |balance: &Self| shown(balance.director.get(&credit));
            differences.push(Difference {
                what: credit.to_string(),
                before: times(self),
                after: times(after),
            });
        }
        differences.retain(|difference| difference.before != difference.after);
        differences
    }
}

impl Member {
    /// Everything but the opening balance in which a member as it is to be differs from this one.
    #[must_use]
    pub fn differences(&self, after: &Self) -> Vec<Difference> {
        let fields = |member: &Self| {
            let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            let allowed = if member.floor_2200_allowed {
                "yes"
            } else {
                "no"
            };
            [
                (ID, shown(member.id)),
                ("Last name", shown(text(&member.last_name))),
                ("First name", shown(text(&member.first_name))),
                ("State", shown(member.state.as_ref())),
                (BIRTH_DATE, shown(member.birth.map(show_date))),
                ("Membership until", shown(member.expires.map(show_date))),
                ("FIDE", shown(member.fide)),
                ("CFC", shown(member.cfc)),
                ("Floor 2200 allowed", allowed.to_owned()),
            ]
        };
        let both = fields(self).into_iter().zip(fields(after));
        let differences = both.map(|((what, before), (_, after))| Difference {
            what: what.to_owned(),
            before,
            after,
        });
        let differences = differences.filter(|difference| difference.before != difference.after);
        differences.collect()
    }
}

/// The fields of an account, by name, as a list shows them.
fn fields(account: &Account) -> Vec<(&'static str, String)> {
    let titles = account.titles.iter();
    let titles = titles.map(|(class, games)| format!("{class}: {games}"));
    vec![
        ("rating", shown(account.rating)),
        (
            "N",
            account
                .games
                .map_or_else(|| "established".to_owned(), |games| games.to_string()),
        ),
        ("games", account.played.to_string()),
        ("history", shown(account.history.map(super::History::word))),
        ("floor", shown(account.floor)),
        ("peak", shown(account.peak)),
        ("wins", shown(account.wins)),
        ("draws", shown(account.draws)),
        ("events", shown(account.events)),
        ("previous rating", shown(account.previous)),
        ("last events", account.last_events.join(", ")),
        ("titles", titles.collect::<Vec<_>>().join(", ")),
    ]
}

fn shown<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| value.to_string())
}
