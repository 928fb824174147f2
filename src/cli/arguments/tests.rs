//! Arguments as people type them, and as README.md tells them.

use clap::Command;

use super::*;
use crate::report;

#[test]
fn a_number_that_is_none_is_said_in_plain_words() {
    let said = |words: &[&str]| {
        let words = ["camp-ladder"].iter().chain(words);
        let wrong = Arguments::try_parse_from(words).expect_err("no number");
        wrong.to_string()
    };
    let name = said(&["explain", "Camp.ladder", "--player", "Haugen"]);
    assert!(
        name.contains("type the player’s number, as Ladder players has it, and not a name"),
        "{name}"
    );
    let week = said(&["standings", "Camp.ladder", "--week", "x"]);
    assert!(week.contains("type a whole number"), "{week}");
    let top = said(&["print", "Camp.ladder", "prizes", "--top", "-1"]);
    assert!(top.contains("a number from 1 to "), "{top}");
}

#[test]
fn a_word_that_is_no_command_is_called_so() {
    let said = |words: &[&str]| {
        let words = ["camp-ladder"].iter().chain(words);
        let words = words.map(OsString::from).collect::<Vec<_>>();
        Arguments::of(&words).expect_err("no command").to_string()
    };
    for (words, sentence) in [
        (
            ["recal", "X.ladder"],
            "error: There is no command “recal”. The commands: camp-ladder --help\n",
        ),
        (
            ["X.ladder", "recal"],
            "error: There is no command “recal”. The commands: camp-ladder --help\n",
        ),
        (
            ["X.ladder", "recalc"],
            "error: The command comes first: camp-ladder recalc \"X.ladder\"\n",
        ),
    ] {
        let said = said(&words);
        assert!(said.starts_with(sentence), "{said}");
    }
    let other = said(&["recalc", "X.ladder", "Y.ladder"]);
    assert!(other.contains("unexpected argument 'Y.ladder'"), "{other}");
}

#[test]
fn the_arguments_are_sound() {
    Arguments::command().debug_assert();
}

#[test]
fn yes_and_no_are_what_the_help_says_and_what_else_people_type() {
    let arrows = |word| {
        let words = [
            "camp-ladder",
            "print",
            "a.ladder",
            "standings",
            "--out",
            "a.pdf",
        ];
        let words = words.into_iter().chain(["--arrows", word]);
        match Arguments::try_parse_from(words).map(|arguments| arguments.order) {
            Ok(Some(Order::Print(order))) => Ok(order.choices.of(report::Print::Standings).arrows),
            Ok(_) => panic!("a print"),
            Err(error) => Err(error.to_string()),
        }
    };
    for (yes, no) in [("yes", "no"), ("true", "false"), ("on", "off"), ("1", "0")] {
        assert_eq!(arrows(yes), Ok(true));
        assert_eq!(arrows(no), Ok(false));
    }
    let refused = arrows("perhaps").expect_err("refused");
    assert!(refused.contains("[possible values: yes, no]"), "{refused}");
}

#[test]
fn a_result_is_a_text_and_its_meaning() {
    assert_eq!(
        parse_result("(0-1)=draw"),
        Ok(("(0-1)".to_owned(), import::Meaning::Draw))
    );
    assert_eq!(
        parse_result("==Skip"),
        Ok(("=".to_owned(), import::Meaning::Skip))
    );
    assert!(parse_result("(0-1)").is_err());
    assert!(parse_result("(0-1)=win").is_err());
}

/// A command without further ones: what leads to it, and its options.
struct Told {
    path: Vec<String>,
    options: Vec<String>,
}

fn commands_below(command: &Command, path: &[String]) -> Vec<Told> {
    let below = command.get_subcommands().flat_map(|command| {
        let name = [command.get_name().to_owned()];
        commands_below(command, &[path, &name].concat())
    });
    let below = below.collect::<Vec<_>>();
    if !below.is_empty() {
        return below;
    }
    let path = path.to_owned();
    let options = options(command).collect();
    vec![Told { path, options }]
}

fn options(command: &Command) -> impl Iterator<Item = String> {
    let long = command.get_arguments().filter_map(clap::Arg::get_long);
    long.map(|name| format!("--{name}"))
}

#[test]
fn the_readme_tells_every_option_and_no_others() {
    let readme = include_str!("../../../README.md");
    let told = readme.split_once("## Without the window").expect("a part");
    let told = told.1.split("```").nth(1).expect("its commands");
    // A line that goes on is indented.
    let told = told.replace("\n    ", " ");
    let lines = told.lines().filter_map(|line| {
        let words = line.strip_prefix("camp-ladder ")?;
        let words = words.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        Some(words.collect::<Vec<_>>())
    });
    let lines = lines.collect::<Vec<_>>();
    let commands = commands_below(&Arguments::command(), &[]);
    let is_of = |command: &Told, line: &[&str]| {
        let mut path = command.path.iter();
        path.next().map(String::as_str) == line.first().copied()
            && path.all(|name| line.contains(&name.as_str()))
    };

    // What can be chosen for a print is told by `print --list`.
    let of_choices = SaidChoices::augment_args(Command::new("print"));
    let choices = options(&of_choices).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for command in &commands {
        let is_told = |option: &String| {
            let mut lines = lines.iter().filter(|line| is_of(command, line));
            lines.any(|line| line.contains(&option.as_str()))
        };
        let name = command.path.join(" ");
        let options = command.options.iter();
        let options = options.filter(|option| name != "print" || !choices.contains(option));
        let missing = options.filter(|option| !is_told(option));
        wrong.extend(missing.map(|option| format!("{name} {option} isn't told")));
    }
    for line in &lines {
        for option in line.iter().filter(|word| word.starts_with("--")) {
            let mut commands = commands.iter().filter(|command| is_of(command, line));
            if !commands.any(|command| command.options.iter().any(|it| it == option)) {
                wrong.push(format!("{} has no {option}", line.join(" ")));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
