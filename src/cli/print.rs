//! `camp-ladder print`

use super::{
    Failure,
    arguments::{Print, Report},
    find_group, open_to_read, say, warn_if_outdated,
};
use crate::{
    app,
    domain::{Scope, Standings, System},
    report::{self, StandingsOptions},
};

pub(super) fn run(order: &Print) -> Result<(), Failure> {
    let (_file, camp) = open_to_read(&order.camp)?;
    warn_if_outdated(&camp, &order.camp);
    let pages = match order.report {
        Report::Standings => {
            let scope = match &order.group {
                Some(name) => Scope::Group(find_group(&camp, name)?),
                None if order.by_group => Scope::ByGroup,
                None => Scope::Camp,
            };
            let standings = Standings::new(&camp, System::Weekly, scope, false);
            let options = StandingsOptions::new(order.paper.into(), app::today());
            report::standings(&standings, options)?
        }
    };
    for missing in pages.missing_letters() {
        say(&missing.to_string());
    }
    report::save_file(&order.out, &pages.pdf()?)?;
    let sheets = match pages.count() {
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
    say(&format!("Saved “{}”, {sheets}", order.out.display()));
    Ok(())
}
