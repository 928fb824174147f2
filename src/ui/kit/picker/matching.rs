//! How well a record matches what was typed.

/// The words of a name: spaces and commas part them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
}

/// How far a record is from what was typed, lower is better; `None` when a typed word begins none of its words.
pub(super) fn rank(typed: &[&str], search: &str) -> Option<u32> {
    let mut total = 0;
    for (place, wanted) in typed.iter().enumerate() {
        let best = words(search)
            .enumerate()
            .filter(|(_, word)| word.starts_with(wanted))
            .map(|(at, word)| {
                let whole = u32::from(word != *wanted);
                let in_order = u32::from(at != place);
                2 * whole + in_order
            })
            .min()?;
        total += best;
    }
    Some(total)
}
