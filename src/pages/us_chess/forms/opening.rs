//! What the old files said of a member: the opening balance.

use strum::VariantArray as _;

use crate::{
    app::page::Outbox,
    domain::{
        Edit,
        us_chess::{
            Adjusted, Balance, Category, Change, Credit, History, MemberKey, Role, System, cells,
        },
    },
    pages::us_chess::form::{
        COUNT, DAY, FormField, FormRecord, RATING, TALLY, Takes, YES_OR_NO, if_typed,
    },
    rating::us_chess::{Rules, titles},
};

/// The opening balance of a member.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct OpeningForm {
    pub(super) key: MemberKey,
    pub(super) name: String,
    pub(super) opening: Balance,
}

impl FormRecord for OpeningForm {
    fn title(&self) -> String {
        format!("Opening balance of {}", self.name)
    }

    fn about(&self) -> Option<String> {
        Some("What the old files said. Everything after it follows from crosstables and adjustments. Ratings that follow from a change are marked as out of date.".to_owned())
    }

    fn fields(&self) -> Vec<FormField<Self>> {
        let day = FormField::new("Day", &DAY, |it: &mut Self| &mut it.opening.on)
            .help("Sections that ended before this day are in the opening balance already");
        let mut fields = vec![day];
        for system in System::VARIANTS.iter().copied() {
            fields.extend(of_system(system));
        }
        fields.extend(credits());
        fields
    }

    fn problem(&self) -> Option<(String, String)> {
        let fault = self.opening.faults().into_iter().next();
        fault.map(|fault| ("Day".to_owned(), fault))
    }

    fn save(&self, out: &mut Outbox) {
        let mut opening = self.opening.clone();
        for system in System::VARIANTS {
            opening
                .account_mut(*system)
                .forget_counts_that_nobody_told();
        }
        let change = Change::ChangeOpening(self.key, Box::new(opening));
        let said = format!("Opening balance of {} changed", self.name);
        out.apply_and_mention(Edit::UsChess(change), said);
    }
}

/// What a member had in a system.
fn of_system(system: System) -> Vec<FormField<OpeningForm>> {
    let title = |what: &str| format!("{} {what}", system.title());
    let histories = [
        None,
        Some(History::Wins),
        Some(History::Losses),
        Some(History::Mixed),
    ];
    let histories = histories.map(|it| (it, history(it).to_owned()));
    let rating = FormField::new(
        Adjusted::Rating(system).to_string(),
        &RATING,
        move |it: &mut OpeningForm| &mut it.opening.account_mut(system).rating,
    );
    let games = FormField::new(
        Adjusted::Games(system).to_string(),
        &COUNT,
        move |it: &mut OpeningForm| &mut it.opening.account_mut(system).games,
    );
    let mut fields = vec![
        rating.under(system.title()).hint("unrated"),
        games.hint("established"),
        FormField::new(
            Adjusted::Played(system).to_string(),
            &TALLY,
            move |it: &mut OpeningForm| &mut it.opening.account_mut(system).played,
        ),
        FormField::new(
            Adjusted::Floor(system).to_string(),
            &RATING,
            move |it: &mut OpeningForm| &mut it.opening.account_mut(system).floor,
        ),
        FormField::new(
            Adjusted::Peak(system).to_string(),
            &RATING,
            move |it: &mut OpeningForm| &mut it.opening.account_mut(system).peak,
        ),
        FormField::choice(
            title("games were"),
            histories.to_vec(),
            move |it: &mut OpeningForm| &mut it.opening.account_mut(system).history,
        ),
        FormField::new(title("wins"), &COUNT, move |it: &mut OpeningForm| {
            &mut it.opening.account_mut(system).wins
        })
        .hint("not known"),
        FormField::new(title("draws"), &COUNT, move |it: &mut OpeningForm| {
            &mut it.opening.account_mut(system).draws
        })
        .hint("not known"),
        FormField::new(title("events"), &COUNT, move |it: &mut OpeningForm| {
            &mut it.opening.account_mut(system).events
        })
        .hint("not known"),
        FormField::new(
            title("rating is an estimate"),
            &YES_OR_NO,
            move |it: &mut OpeningForm| &mut it.opening.account_mut(system).is_estimate,
        ),
    ];
    if Rules::first().title_floor.systems.contains(&system) {
        fields.extend(
            titles::CLASSES
                .iter()
                .map(|class| register(system, class.from)),
        );
    }
    fields
}

/// What all rated games were.
const fn history(history: Option<History>) -> &'static str {
    match history {
        None => "Not known",
        Some(History::Wins) => "All won",
        Some(History::Losses) => "All lost",
        Some(History::Mixed) => "Mixed",
    }
}

/// The title register of a class.
fn register(system: System, class: u16) -> FormField<OpeningForm> {
    FormField::custom(
        Adjusted::Title(system, class).to_string(),
        Takes::Number,
        move |it: &mut OpeningForm| {
            let count = it.opening.account_mut(system).titles.get(&class);
            count.map(u32::to_string).unwrap_or_default()
        },
        move |it, typed, _| {
            let titles = &mut it.opening.account_mut(system).titles;
            match if_typed(typed, cells::count)?.filter(|count| *count > 0) {
                Some(count) => titles.insert(class, count),
                None => titles.remove(&class),
            };
            Ok(())
        },
    )
    .hint("0")
}

/// What a member had earned as a director.
fn credits() -> Vec<FormField<OpeningForm>> {
    let credits = all_credits().enumerate().map(|(place, credit)| {
        let field = FormField::custom(
            credit.to_string(),
            Takes::Number,
            move |it: &mut OpeningForm| {
                let count = it.opening.director.get(&credit);
                count.map(u32::to_string).unwrap_or_default()
            },
            move |it, typed, _| {
                match if_typed(typed, cells::count)?.filter(|count| *count > 0) {
                    Some(count) => it.opening.director.insert(credit, count),
                    None => it.opening.director.remove(&credit),
                };
                Ok(())
            },
        );
        let field = field.hint("0");
        if place == 0 {
            field.under("Events directed")
        } else {
            field
        }
    });
    credits.collect()
}

/// Every credit that a director can earn.
pub(super) fn all_credits() -> impl Iterator<Item = Credit> {
    let roles = Role::VARIANTS.iter().copied();
    roles.flat_map(|role| {
        let categories = Category::VARIANTS.iter().copied();
        categories.map(move |category| Credit { role, category })
    })
}
