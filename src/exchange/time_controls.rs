//! The time controls of a section as one text: "40/90,SD/30;d5".

use crate::domain::us_chess::{TimeControl, TimeControlProblem, read_controls, written_controls};

/// The text that files have; controls of another kind as they are.
pub(super) fn written(controls: &[String]) -> String {
    let read = controls
        .iter()
        .map(|control| control.parse::<TimeControl>());
    match read.collect::<Result<Vec<_>, _>>() {
        Ok(read) => written_controls(&read),
        Err(_) => controls.join(","),
    }
}

/// The controls of a text, also as other programs write them: "Game/60 d/5", "g60,D5", "G/90 inc/30". All of it is one control where it is
/// of another kind.
pub(super) fn split(text: &str) -> Vec<String> {
    let text = text.trim();
    let usual = text.to_ascii_lowercase();
    let usual = usual.replace("game", "g").replace("inc", "+");
    let usual = usual.replace("d/", "d").replace("+/", "+");
    // "g60" and "sd30", and "g/60" as it was.
    let usual = usual.replace("sd", "g").replace('g', "g/");
    let usual = usual.replace("g//", "g/");
    let read = read_controls(text).or_else(|problem| read_controls(&usual).map_err(|_| problem));
    match read {
        Ok(controls) => controls.iter().map(ToString::to_string).collect(),
        Err(TimeControlProblem::Several(_)) => text.split(',').map(str::to_owned).collect(),
        Err(_) if text.is_empty() => Vec::new(),
        Err(_) => vec![text.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_written_as_us_chess_writes_them() {
        for (controls, text) in [
            (&["G/60;d5"][..], "G/60;d5"),
            (&["40/90", "G/30;d5"], "40/90,SD/30;d5"),
            (&["50/120", "20/60", "G/30"], "50/120,20/60,SD/30"),
            (&["50/120", "20/60"], "50/120,20/60"),
            (&["G/90;+30"], "G/90;+30"),
            (&[], ""),
        ] {
            let controls = controls.iter().map(ToString::to_string);
            let controls = controls.collect::<Vec<_>>();
            assert_eq!(written(&controls), text);
            assert_eq!(split(text), controls, "{text}");
        }
    }

    #[test]
    fn controls_are_read_in_any_usual_spelling() {
        for (text, controls) in [
            ("G/60 d5", "G/60;d5"),
            ("Game/60 d/5", "G/60;d5"),
            ("g60,D5", "G/60;d5"),
            ("G/25; +5", "G/25;+5"),
            ("40/90, G/60", "40/90|G/60"),
            ("40/90;d5 SD/30;d5", "40/90;d5|G/30;d5"),
            ("G/90 inc/30", "G/90;+30"),
        ] {
            assert_eq!(split(text).join("|"), controls, "{text}");
        }
    }

    #[test]
    fn what_is_no_control_is_kept_as_it_is() {
        for text in ["d5", "90 min + 30 s", "G/", "40/", "G/99999", "½"] {
            assert_eq!(split(text), [text]);
        }
    }
}
