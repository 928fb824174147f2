//! What bringing a copy back is called in the history.

use super::{Merge, Plan};
use crate::domain::Edit;

/// Of so many pairs both results are named.
const PAIRS: usize = 3;

impl Merge {
    /// "Bring back Summer copy.ladder (4 games added, both results of Ana Lee against Ravi Shah)"
    pub(crate) fn name(&self) -> String {
        let file = self.file.as_deref();
        let brought = file.map_or_else(
            || Edit::BRING_BACK.to_owned(),
            |file| format!("Bring back {file}"),
        );
        let mut what = self.plan.summary();
        what.truncate(1);
        what.extend(self.plan.contrary_pairs());
        if what.is_empty() {
            return brought;
        }
        format!("{brought} ({})", what.join(", "))
    }
}

impl Plan {
    /// Of whom both results are here, which nothing but the history tells later: two games of one pair and day are nothing special.
    fn contrary_pairs(&self) -> Option<String> {
        let pairs = self.contrary.iter().take(PAIRS);
        let pairs = pairs.map(|it| it.players.as_str()).collect::<Vec<_>>();
        let more = self.contrary.len() - pairs.len();
        let more = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        (!pairs.is_empty()).then(|| format!("both results of {}{more}", pairs.join(", ")))
    }
}
