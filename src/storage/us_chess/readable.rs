//! Whether what stands in the tables of US Chess as text can be read: asked of files that may be damaged.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{
    column::{read_pairs, read_record, read_rounds},
    rating::read_posted,
};
use crate::domain::us_chess::{Adjusted, Category, MemberId, Role};

/// Whether a text of a column is what is written there; `None` where any text is.
pub(in crate::storage) fn is_readable(table: &str, column: &str, text: &str) -> Option<bool> {
    Some(match (table, column) {
        ("us_entry", "rounds") => read_rounds(text).is_some(),
        ("us_entry", "regular" | "quick") => read_record(text).is_some(),
        ("us_rating", "posted") => read_posted(text).is_some(),
        ("us_adjustment", "what") => Adjusted::of_words(text).is_some(),
        ("us_adjustment", "value") | ("us_account", "rating" | "floor" | "peak" | "previous") => {
            text.parse::<f64>().is_ok()
        }
        ("us_account", "titles") => read_pairs::<u16, u32, BTreeMap<_, _>>(text).is_some(),
        ("us_account", "by_matches") => read_pairs::<Date, f64, Vec<_>>(text).is_some(),
        ("us_director", "role") => Role::of_word(text).is_some(),
        ("us_director", "category") => Category::of_word(text).is_some(),
        ("us_member", "member_id") | ("us_event", "chief_td" | "assistant_td") => {
            text.parse::<MemberId>().is_ok()
        }
        _ => return None,
    })
}
