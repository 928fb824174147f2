//! Whether one of two names is perhaps the other one, misspelled. Rather too few are than brothers and sisters: Anna and Anne Lund are two.

/// So many letters a first name must have that differs in one that is heard alike, and a last name: that one siblings have in common.
const LEAST: [usize; 2] = [6, 5];

/// So many a name must have that differs in two letters that are heard alike, or in any one letter.
const LEAST_OF_TWO: usize = 7;
const LEAST_OF_ANY: usize = 8;

/// So many a name must have in which two neighbouring letters are swapped.
const LEAST_SWAPPED: usize = 4;

/// First and last name of two campers, as names are compared: one of the two is misspelled, and the other one is the same.
pub(super) fn is_misspelled(one: &[String; 2], other: &[String; 2]) -> bool {
    let has_both = |names: &[String; 2]| names.iter().all(|name| !name.is_empty());
    if !has_both(one) || !has_both(other) {
        return false;
    }
    let differs = |at: usize, least| is_nearly(&one[at], &other[at], least);
    match [0, 1].map(|at| one[at] == other[at]) {
        [false, true] => differs(0, LEAST[0]),
        [true, false] => differs(1, LEAST[1]),
        _ => false,
    }
}

/// "Mary Lou" and "Marylou", or one word that is nearly the same.
fn is_nearly(one: &str, other: &str, least: usize) -> bool {
    let words = |name| str::split(name, |c: char| !c.is_alphanumeric());
    if words(one).collect::<String>() == words(other).collect::<String>() {
        return true;
    }
    let mut differing = words(one).zip(words(other)).filter(|(a, b)| a != b);
    let same_count = words(one).count() == words(other).count();
    match (same_count, differing.next(), differing.next()) {
        (true, Some((one, other)), None) => is_nearly_word(one, other, least),
        _ => false,
    }
}

/// A slip at either end is rare, where Jayden and Hayden, or Daniel and Daniela, are two.
fn is_nearly_word(one: &str, other: &str, least: usize) -> bool {
    let ends = |word: &str| [word.chars().next(), word.chars().next_back()];
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    if ends(one) != ends(other) || !is_word(one) || !is_word(other) {
        return false;
    }
    let letters = one.chars().count().min(other.chars().count());
    match strsim::osa_distance(one, other) {
        1 if has_same_letters(one, other) => letters >= LEAST_SWAPPED,
        1 if letters >= LEAST_OF_ANY => true,
        1 => letters >= least && sound(one) == sound(other),
        2 => letters >= LEAST_OF_TWO && sound(one) == sound(other),
        _ => false,
    }
}

fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters = word.chars().collect::<Vec<_>>();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// What is heard of a word whatever its vowels are: "ktln" of Katelyn and Kaitlyn.
fn sound(word: &str) -> Vec<char> {
    let heard = word.chars().filter(|letter| !"aeiouyh".contains(*letter));
    let mut heard = heard.collect::<Vec<_>>();
    heard.dedup();
    heard
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::name_key;

    fn are_offered(pairs: &[[&str; 2]]) -> Vec<bool> {
        let names = |name: &str| {
            let (first, last) = name.split_once(' ').expect("two names");
            [first, last].map(|name| name_key(&name.replace('_', " ")))
        };
        let pairs = pairs.iter();
        pairs
            .map(|[one, other]| {
                let (one, other) = (names(one), names(other));
                let is_one = is_misspelled(&one, &other);
                assert_eq!(is_one, is_misspelled(&other, &one));
                is_one
            })
            .collect()
    }

    #[test]
    fn a_misspelled_name_is_nearly_the_same() {
        let pairs = [
            ["Jonathan Meyer", "Johnathan Meyer"],
            ["Jonathan Meyer", "Jonathon Meyer"],
            ["Katelyn Vang", "Kaitlyn Vang"],
            ["Matthew Lee", "Mathew Lee"],
            ["Brian Lee", "Brain Lee"],
            ["Michael Lee", "Micheal Lee"],
            ["Anna Meyer", "Anna Meier"],
            ["Ola de_la_Cruz", "Ola Delacruz"],
            ["Mary-Lou Thao", "Marylou Thao"],
            ["Conor O’Brien", "Conor OBrien"],
            ["Anna-Katarina Berg", "Anna-Katerina Berg"],
        ];
        assert_eq!(are_offered(&pairs), [true; 11]);
    }

    #[test]
    fn who_may_be_somebody_else_is_not() {
        let pairs = [
            ["Anna Lund", "Anne Lund"],
            ["Anna Lund", "Hanna Lund"],
            ["Maria Lund", "Mario Lund"],
            ["Sara Lund", "Sarah Lund"],
            ["Daniel Lund", "Daniela Lund"],
            ["Alexander Lund", "Alexandra Lund"],
            ["Christian Lund", "Christina Lund"],
            ["Jayden Lund", "Hayden Lund"],
            ["Marvin Lund", "Martin Lund"],
            ["Jackson Lund", "Jameson Lund"],
            ["Devin Lund", "Devon Lund"],
            ["Anna Lund", "Anna Lind"],
            // Both names are others.
            ["Katelyn Meyer", "Kaitlyn Meier"],
            ["Ann Player_12", "Ann Player_13"],
        ];
        assert_eq!(are_offered(&pairs), [false; 14]);
    }
}
