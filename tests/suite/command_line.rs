//! `camp-ladder …`, the real program: what it takes, what it answers, where, and with which exit code.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use camp_ladder::{
    domain::{Acceptance, Edit},
    rating::camp_ladder::problems,
    storage::{CampFile, Mode, Occasion},
};
use hayro_syntax::Pdf;
use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

use crate::{
    program::{Desk, Ran},
    replay::{self, OldGame},
    sample::{self, Expected, FORMATTED, NUMBERED_SHAPES},
    tables::dump,
};

const COLUMNS: [&str; 14] = [
    "rank",
    "id",
    "last_name",
    "first_name",
    "group",
    "rating",
    "start",
    "change",
    "won",
    "drawn",
    "lost",
    "games",
    "active",
    "moved",
];

fn standings(desk: &Desk, more: &[&str]) -> Ran {
    let mut arguments = vec!["standings", "Camp.ladder"];
    arguments.extend(more);
    desk.run(arguments).succeeded()
}

fn json(desk: &Desk, more: &[&str]) -> Value {
    let mut arguments = vec!["--format", "json"];
    arguments.extend(more);
    let ran = standings(desk, &arguments);
    assert_eq!(ran.err, "", "nothing to say beside the answer");
    serde_json::from_str(&ran.out).expect("JSON and nothing else on standard output")
}

fn rows(json: &Value) -> &[Value] {
    json["rows"].as_array().expect("rows")
}

fn number(row: &Value, key: &str) -> i64 {
    row[key].as_i64().expect("a whole number")
}

/// By player: the ratings of the two systems, as the command line gives them.
fn printed_ratings(desk: &Desk) -> Expected {
    let of = |system| {
        let answer = json(desk, &["--all", "--system", system]);
        assert_eq!(answer["system"], system);
        rows(&answer)
            .iter()
            .map(|row| (number(row, "id"), number(row, "rating")))
            .collect::<BTreeMap<_, _>>()
    };
    let permanent = of("permanent");
    of("weekly")
        .into_iter()
        .map(|(id, weekly)| (id, (weekly, permanent[&id])))
        .collect()
}

/// The main job, and that a second import of the same files changes nothing, neither before a recalculation nor after one.
fn import_recalculate_and_import_again(files: &[PathBuf], expected: &Expected) {
    let desk = Desk::new();
    let ran = desk.import(files).succeeded();
    assert_eq!(ran.out, "", "an import answers nothing");
    let first = dump(&desk.camp());
    desk.import(files)
        .succeeded()
        .says(" is in the camp already");
    assert_eq!(dump(&desk.camp()), first, "imported twice");

    let ran = desk.run(["recalc", "Camp.ladder"]).succeeded();
    assert_eq!(ran.out, "");
    assert_eq!(&printed_ratings(&desk), expected);

    let recalculated = dump(&desk.camp());
    desk.import(files).succeeded();
    assert_eq!(
        dump(&desk.camp()),
        recalculated,
        "imported after a recalculation"
    );
    desk.run(["recalc", "Camp.ladder"])
        .succeeded()
        .says("no rating changed");
    assert_eq!(dump(&desk.camp()), recalculated, "recalculated twice");
    assert_eq!(desk.names(), ["Camp.ladder"], "nothing stays beside it");
}

#[test]
fn text_with_numbers_gives_the_expected_ratings() {
    for shape in NUMBERED_SHAPES {
        println!("{shape}");
        import_recalculate_and_import_again(&sample::files(shape), &sample::expected());
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data/access")]
fn access_files_give_the_expected_ratings() {
    #[cfg(shared_data)]
    for name in ["camp-2000.mdb", "camp-2016.accdb"] {
        println!("{name}");
        import_recalculate_and_import_again(&[sample::access_file(name)], &sample::expected());
    }
}

/// The cells of a table that Access wrote "with formatting", with the line each row is on.
fn formatted_rows(file: &Path) -> Vec<(usize, Vec<String>)> {
    let text = sample::text(file);
    let rows = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| line.starts_with('|'));
    rows.skip(1)
        .map(|(line, at)| {
            let cells = line.trim_matches('|').split('|').map(str::trim);
            (at, cells.map(str::to_owned).collect())
        })
        .collect()
}

/// In this shape the games name their players, and some names are shared by two children. What can be said without doubt is
/// computed here by the port of the old program.
#[test]
fn text_with_formatting_gives_the_expected_ratings_as_far_as_names_go() {
    let files = sample::files(FORMATTED);
    let mut numbers = BTreeMap::<String, Vec<i64>>::new();
    for (_, cells) in formatted_rows(&files[1]) {
        let name = format!("{}, {}", cells[1], cells[2]);
        let id = cells[0].parse().expect("a number");
        numbers.entry(name).or_default().push(id);
    }
    let who = |name: &str| match numbers[name].as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let mut known = Vec::new();
    let mut doubtful = Vec::new();
    for (line, cells) in formatted_rows(&files[2]) {
        match (who(&cells[1]), who(&cells[2])) {
            (Some(white), Some(black)) => known.push(OldGame {
                white,
                black,
                outcome: cells[3].clone(),
            }),
            (white, _) => {
                let name = if white.is_none() {
                    &cells[1]
                } else {
                    &cells[2]
                };
                doubtful.push((line, name.clone()));
            }
        }
    }
    assert_eq!(known.len() + doubtful.len(), 320);
    assert!(!doubtful.is_empty(), "the sample has children of one name");

    let (groups, players, _) = replay::sample_tables();
    let expected = replay::recalc_ratings(&groups, &players, &known);
    assert_ne!(expected, sample::expected(), "games are missing");
    import_recalculate_and_import_again(&files, &expected);

    let ran = Desk::new().import(&files).succeeded();
    for (line, name) in &doubtful {
        let named = ran.err.lines().any(|said| {
            said.starts_with(&format!("Ladder Games.txt, line {line}:")) && said.contains(name)
        });
        assert!(named, "line {line}, {name}, in:\n{}", ran.err);
    }
    let left_out = format!(
        "Games: {} added, 0 changed, 0 unchanged, {} skipped",
        known.len(),
        doubtful.len()
    );
    ran.says(&left_out);
}

#[test]
fn what_is_said_about_an_import() {
    let files = sample::files("csv");
    let desk = Desk::new();
    desk.import(&files)
        .succeeded()
        .says("Columns separated by commas")
        .says("Windows")
        .says("Last Name (")
        .says("Groups: 5 added, 0 changed, 0 unchanged, 0 skipped")
        .says("Players: 48 added, 0 changed, 0 unchanged, 0 skipped")
        .says("Games: 320 added, 0 changed, 0 unchanged, 0 skipped");

    // Nobody said that a Black win is a draw: it is taken for what it says, and that is no secret.
    let mut arguments = vec!["import".into(), desk.path("Another.ladder")];
    arguments.extend(files);
    desk.run(&arguments)
        .succeeded()
        .says("“(0-1)”")
        .says("as a draw");
    desk.run(["recalc", "Another.ladder"]).succeeded();
    let text = desk.run(["standings", "Another.ladder", "--all", "--format", "json"]);
    let answer = serde_json::from_str::<Value>(&text.succeeded().out).expect("JSON");
    let weekly = rows(&answer)
        .iter()
        .map(|row| (number(row, "id"), number(row, "rating")))
        .collect::<BTreeMap<_, _>>();
    let lost = sample::records(&sample::files("csv")[2])
        .iter()
        .filter(|game| game[3] == "(0-1)")
        .count();
    let black_wins = rows(&answer)
        .iter()
        .map(|row| number(row, "won"))
        .sum::<i64>()
        - i64::try_from(
            sample::records(&sample::files("csv")[2])
                .iter()
                .filter(|game| game[3] == "(1-0)")
                .count(),
        )
        .expect("a small number");
    assert_eq!(usize::try_from(black_wins), Ok(lost));
    assert!(
        sample::expected()
            .iter()
            .any(|(id, (rating, _))| weekly[id] != *rating),
        "a win moves a rating otherwise than a draw"
    );
}

#[test]
fn a_dry_run_changes_nothing_and_makes_no_file() {
    let desk = Desk::new();
    let mut arguments = ["import", "Camp.ladder", "--dry-run"]
        .map(PathBuf::from)
        .to_vec();
    arguments.extend(sample::files("csv"));
    desk.run(&arguments)
        .succeeded()
        .says("Games: 320 added")
        .says("Nothing was changed, as this was a dry run");
    assert_eq!(desk.names(), Vec::<String>::new());

    // Into a camp that lacks the games.
    let [groups, players, games] = sample::files("csv");
    desk.import(&[groups, players]).succeeded();
    let before = fs::read(desk.camp()).expect("a camp file");
    desk.run([
        PathBuf::from("import"),
        desk.camp(),
        games,
        "--dry-run".into(),
    ])
    .succeeded()
    .says("Games: 320 added");
    assert_eq!(fs::read(desk.camp()).expect("a camp file"), before);
    assert_eq!(desk.names(), ["Camp.ladder"]);
}

#[test]
fn results_that_are_not_clear_are_never_guessed() {
    let desk = Desk::new();
    let [groups, players, _] = sample::files("csv");
    let games = desk.file(
        "Ladder Games.csv",
        "GameID,White,Black,Result,Date\n1,4,5,(1-0),7/6/2026\n2,4,6,(1-0,7/6/2026\n3,5,6,??,7/6/2026\n4,6,4,??,7/6/2026\n",
    );
    let files = [groups, players, games];
    let import = |more: &[&str]| {
        let mut command = desk.command();
        command
            .args(["import", "Camp.ladder"])
            .args(more)
            .args(&files);
        Ran::new(command.output().expect("the program starts"))
    };
    import(&[])
        .refused(r#"--result "(1-0=white", =draw, =black or =skip"#)
        .says(r#"--result "??=white", =draw, =black or =skip"#)
        .says("Ladder Games.csv, line 3:")
        .says("2 games have the result “??”")
        .says("Nothing was imported");
    assert_eq!(desk.names(), ["Ladder Games.csv"], "no camp file was made");
    import(&["--result", "(1-0=white"]).refused(r#"--result "??=white""#);
    import(&["--result", "(1-0=white", "--result", "??=skip"])
        .succeeded()
        .says("Games: 2 added, 0 changed, 0 unchanged, 2 skipped");

    let wrong = desk.run(["import", "Camp.ladder", "x.csv", "--result", "(1-0)=won"]);
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.err.contains("white, draw, black or skip"),
        "{}",
        wrong.err
    );
}

#[test]
fn the_order_of_dates_can_be_said() {
    let [groups, players, _] = sample::files("csv");
    let desk = Desk::new();
    // The 6th of July or the 7th of June: nothing in this column says which.
    let games = desk.file(
        "Ladder Games.csv",
        "GameID,White,Black,Result,Date\n1,4,5,(1-0),6/7/2026\n2,5,4,(1-0),7/7/2026\n",
    );
    for (order, days) in [
        ("dmy", ["2026-07-06", "2026-07-07"]),
        ("mdy", ["2026-06-07", "2026-07-07"]),
    ] {
        let camp = format!("{order}.ladder");
        let mut arguments = ["import", &camp, "--date-order", order]
            .map(PathBuf::from)
            .to_vec();
        arguments.extend([groups.clone(), players.clone(), games.clone()]);
        desk.run(&arguments).succeeded();
        let table = dump(&desk.path(&camp));
        for day in days {
            assert!(table.contains(day), "{order}: {day} in\n{table}");
        }
    }
    let wrong = desk.run(["import", "x.ladder", "x.csv", "--date-order", "dym"]);
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn csv_and_json_have_the_same_columns_and_values() {
    let desk = Desk::with_sample();
    let answer = json(&desk, &["--all"]);
    assert_eq!(answer["camp"], "Camp");
    assert_eq!(answer["week"], 1);
    let csv = standings(&desk, &["--all", "--format", "csv"]).out;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.headers().expect("a header"), &COLUMNS[..]);
    let lines = reader
        .records()
        .collect::<Result<Vec<_>, _>>()
        .expect("sound CSV");
    assert_eq!(lines.len(), 48);
    assert_eq!(rows(&answer).len(), 48);
    // serde_json sorts the keys of a `Value`, so their order is read from the text.
    let text = standings(&desk, &["--all", "--format", "json"]).out;
    let first = text.find("\"rank\"").expect("a row");
    let mut places = COLUMNS.map(|column| text[first..].find(&format!("\"{column}\":")));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{places:?}"
    );
    places.reverse();
    assert!(!places.is_sorted());
    for (line, row) in lines.iter().zip(rows(&answer)) {
        assert_eq!(
            row.as_object().map(serde_json::Map::len),
            Some(COLUMNS.len())
        );
        for (cell, column) in line.iter().zip(COLUMNS) {
            let expected = match &row[column] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            assert_eq!(cell, expected, "{column}");
        }
    }
}

#[test]
fn standings_are_ranked_and_add_up() {
    let desk = Desk::with_sample();
    let answer = json(&desk, &["--all"]);
    let rows = rows(&answer);
    let games = sample::records(&sample::files("csv")[2]);
    for (place, row) in rows.iter().enumerate() {
        let better = rows
            .iter()
            .filter(|other| number(other, "rating") > number(row, "rating"));
        assert_eq!(
            number(row, "rank"),
            i64::try_from(better.count()).expect("few") + 1
        );
        assert!(place == 0 || number(row, "rating") <= number(&rows[place - 1], "rating"));
        assert_eq!(
            number(row, "change"),
            number(row, "rating") - number(row, "start")
        );
        let id = row["id"].to_string();
        let played = games
            .iter()
            .filter(|game| game[1] == id || game[2] == id)
            .count();
        assert_eq!(
            usize::try_from(number(row, "games")),
            Ok(played),
            "player {id}"
        );
        assert_eq!(
            number(row, "won") + number(row, "drawn") + number(row, "lost"),
            number(row, "games")
        );
    }
    let inactive = rows.iter().filter(|row| row["active"] == false).count();
    let without = json(&desk, &[]);
    assert_eq!(self::rows(&without).len(), 48 - inactive);
    assert!(self::rows(&without).iter().all(|row| row["active"] == true));
    // Six, by the sample's column Active.
    let listed = sample::records(&sample::files("csv")[1])
        .iter()
        .filter(|row| row[4] == "0")
        .count();
    assert_eq!(inactive, listed);
}

#[test]
fn one_group_by_any_capitals_and_no_group_of_that_name() {
    let desk = Desk::with_sample();
    let answer = json(&desk, &["--group", "gOLD"]);
    assert!(!rows(&answer).is_empty());
    assert!(rows(&answer).iter().all(|row| row["group"] == "Gold"));
    assert_eq!(rows(&answer)[0]["rank"], 1, "ranked within the group");
    desk.run(["standings", "Camp.ladder", "--group", "Silver"])
        .refused(
            "There is no group “Silver” in this camp. There is Purple, Red, Brown, Blue, Gold",
        );
}

#[test]
fn the_columns_of_a_table_line_up() {
    let desk = Desk::new();
    let groups = desk.file(
        "Camp Groups.csv",
        "Group,Initial Ladder Rating\nBlue,1000\nGrün,20\n",
    );
    // Two columns a letter, a letter of two characters, and names of all lengths.
    let players = desk.file(
        "Ladder Players.csv",
        "ID,Last Name,First Name,Group,Active,Rating,Permanent Rating,StWkPerm\n\
         1,王,小明,Blue,1,1,1,1\n2,Mun\u{303}oz,Zoe\u{301},Grün,1,1,1,1\n300,Featherstonehaugh-Cholmondeley,Maximilian,Blue,1,1,1,1\n",
    );
    let games = desk.file(
        "Ladder Games.csv",
        "GameID,White,Black,Result\n1,1,300,(1-0)\n",
    );
    desk.import(&[groups, players, games]).succeeded();
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    let table = standings(&desk, &[]).out;
    let lines = table.lines().collect::<Vec<_>>();
    assert_eq!(lines.len(), 5, "{table}");
    // The rule of dashes says where the columns are, in columns of the screen.
    let mut columns = Vec::new();
    let mut start = 0;
    for dashes in lines[1].split("  ") {
        columns.push((start, start + dashes.len()));
        start += dashes.len() + 2;
    }
    assert_eq!(columns.len(), 10, "{table}");
    for line in &lines {
        let mut at = 0;
        for letter in line.chars() {
            let width = letter.to_string().width();
            let is_between = columns
                .iter()
                .all(|(from, to)| at >= *to || at + width <= *from);
            assert!(
                letter == ' ' || !is_between,
                "“{letter}” lies between two columns:\n{table}"
            );
            at += width;
        }
        assert_eq!(line.trim_end(), *line);
        assert!(at <= start, "{table}");
    }
    assert!(
        lines[2].contains("王, 小明") && lines[2].contains("1016"),
        "{table}"
    );
}

#[test]
fn an_answer_goes_into_a_file_or_to_standard_output_never_both() {
    let desk = Desk::with_sample();
    let printed = standings(&desk, &["--format", "csv"]).out;
    let saved =
        standings(&desk, &["--format", "csv", "--out", "list.csv"]).says("Saved “list.csv”");
    assert_eq!(saved.out, "");
    assert_eq!(
        fs::read_to_string(desk.path("list.csv")).expect("a file"),
        format!("\u{FEFF}{printed}"),
        "in a file, with the mark by which Excel knows the encoding"
    );
    desk.run(["standings", "Camp.ladder", "--out", "nowhere/list.txt"])
        .refused("The folder “nowhere” doesn’t exist");
    assert_eq!(desk.names(), ["Camp.ladder", "list.csv"]);
}

/// A name that a spreadsheet would take for a formula is a name.
#[test]
fn csv_holds_no_formulas() {
    let desk = Desk::new();
    let files = [
        desk.file("Camp Groups.csv", "Group,Initial Ladder Rating\nBlue,1000\n"),
        desk.file(
            "Ladder Players.csv",
            "ID,Last Name,First Name,Group,Active,StWkPerm\n1,=1+1,@Ann,Blue,1,1000\n2,-Lee,+Bo,Blue,1,1000\n",
        ),
    ];
    desk.import(&files).succeeded();
    let csv = standings(&desk, &["--format", "csv"]).out;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    for record in reader.records() {
        for cell in &record.expect("sound CSV") {
            assert!(!cell.starts_with(['=', '+', '@']), "{cell}");
            assert!(
                !cell.starts_with('-') || cell.parse::<i64>().is_ok(),
                "{cell}"
            );
        }
    }
}

/// The text streams of a PDF are packed, so what is looked for here is its skeleton; what stands on the sheets is tested with the report.
#[test]
fn print_makes_a_pdf_and_never_of_the_permanent_rating() {
    let desk = Desk::with_sample();
    for (arguments, paper) in [
        (vec![], [612.0, 792.0]),
        (vec!["--paper", "a4"], [595.276, 841.89]),
        (vec!["--by-group"], [612.0, 792.0]),
        (vec!["--group", "Gold"], [612.0, 792.0]),
    ] {
        let mut all = vec![
            "print",
            "Camp.ladder",
            "standings",
            "--out",
            "standings.pdf",
        ];
        all.extend(&arguments);
        let ran = desk.run(&all).succeeded();
        assert_eq!(ran.out, "", "the PDF is in the file");
        let pdf = fs::read(desk.path("standings.pdf")).expect("a PDF");
        assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
        let pdf = Pdf::new(pdf).expect("a PDF");
        let said = match pdf.pages().len() {
            1 => "1 page".to_owned(),
            count => format!("{count} pages"),
        };
        assert!(ran.err.trim_end().ends_with(&said), "{said} in {}", ran.err);
        for page in pdf.pages().iter() {
            let size = page.media_box();
            assert!(
                (size.x1 - paper[0]).abs() < 0.01 && (size.y1 - paper[1]).abs() < 0.01,
                "{size:?}"
            );
        }
    }
    let wrong = desk.run([
        "print",
        "Camp.ladder",
        "standings",
        "--system",
        "permanent",
        "--out",
        "no.pdf",
    ]);
    assert_eq!(wrong.code, Some(2), "there is no such argument");
    desk.run([
        "print",
        "Camp.ladder",
        "standings",
        "--out",
        "no.pdf",
        "--group",
        "Silver",
    ])
    .refused("There is no group “Silver”");
    let both = desk.run([
        "print",
        "Camp.ladder",
        "standings",
        "--out",
        "no.pdf",
        "--group",
        "Gold",
        "--by-group",
    ]);
    assert_eq!(both.code, Some(2));
    assert_eq!(desk.names(), ["Camp.ladder", "standings.pdf"]);
}

#[test]
fn check_tells_problems_by_its_exit_code() {
    let desk = Desk::new();
    let files = [
        desk.file("Camp Groups.csv", "Group,Initial Ladder Rating\nBlue,1000\n"),
        desk.file(
            "Ladder Players.csv",
            "ID,Last Name,First Name,Group,Active,StWkPerm\n1,Lee,Ann,Blue,1,1000\n2,Vang,Bo,Blue,1,1000\n",
        ),
        desk.file("Ladder Games.csv", "GameID,White,Black,Result\n1,1,2,(1-0)\n"),
    ];
    desk.import(&files).succeeded();
    let stale = desk.run(["check", "Camp.ladder"]);
    assert_eq!(stale.code, Some(1));
    assert!(
        stale.out.contains("Compute them with recalc"),
        "{}",
        stale.out
    );
    assert!(stale.err.contains("1 problem"), "{}", stale.err);

    desk.run(["recalc", "Camp.ladder"]).succeeded();
    let sound = desk.run(["check", "Camp.ladder"]).succeeded();
    assert_eq!(sound.out, "");
    sound.says("No damage, no problems");

    // What is only worth knowing is said, and is no fault: two campers of one name.
    let desk = Desk::new();
    let namesakes = [
        files[0].clone(),
        desk.file(
            "Ladder Players.csv",
            "ID,Last Name,First Name,Group,Active,StWkPerm\n1,Lee,Ann,Blue,1,1000\n2,Lee,Ann,Blue,1,1000\n",
        ),
    ];
    desk.import(&namesakes).succeeded();
    desk.run(["recalc", "Camp.ladder"]).succeeded();
    let noted = desk.run(["check", "Camp.ladder"]).succeeded();
    assert_eq!(
        noted.out,
        "Note: 2 campers are called Ann Lee: numbers 1 and 2. Use the number when you type their games\n"
    );
    noted.says("No damage, no problems");
}

/// The sample has inactive players with games: nothing is wrong, but somebody should know, and can say that it is right.
#[test]
fn check_says_alike_things_in_one_line_and_leaves_out_what_is_accepted() {
    let desk = Desk::with_sample();
    let doubtful = desk.run(["check", "Camp.ladder"]);
    assert_eq!(doubtful.code, Some(1));
    let inactive = "inactive campers have games. Make them active, or check the games\n";
    assert!(doubtful.out.contains(inactive), "{}", doubtful.out);
    assert!(doubtful.err.contains("--all"), "{}", doubtful.err);
    let each = desk.run(["check", "Camp.ladder", "--all"]);
    assert_eq!(each.code, Some(1));
    let lines = |out: &str, words: &str| out.lines().filter(|line| line.contains(words)).count();
    let alike = lines(&each.out, "was inactive when the week began but has");
    assert!(alike > 1 && doubtful.out.contains(&format!("{alike} inactive")));
    assert!(!each.err.contains("--all"), "{}", each.err);

    let path = desk.path("Camp.ladder");
    let mut file = CampFile::open(&path, Mode::Change).expect("the camp");
    let camp = file.load().expect("a camp");
    let problems = problems(&camp);
    let keys = problems.iter().filter_map(|problem| problem.key(&camp));
    let keys = keys.collect::<Vec<_>>();
    let accepted = keys.len();
    let edit = Edit::AcceptProblems(Acceptance {
        week: camp.week.id,
        keys,
        accepted: true,
        what: "everything".to_owned(),
    });
    file.apply(&edit, &Occasion::now("Accept everything"))
        .expect("accepted");
    drop(file);

    let sound = desk.run(["check", "Camp.ladder"]).succeeded();
    assert_eq!(sound.out, "");
    sound
        .says(&format!("{accepted} accepted"))
        .says("No damage, no problems");
    let each = desk.run(["check", "Camp.ladder", "--all"]).succeeded();
    assert_eq!(lines(&each.out, "Accepted: "), accepted);
    let recalculated = desk.run(["recalc", "Camp.ladder"]).succeeded();
    assert!(
        !recalculated.err.contains("inactive"),
        "{}",
        recalculated.err
    );
}

/// As in the window: a week after the first game of the last one, but not in the past. The games of the sample are of July 2026.
#[test]
fn the_next_week_doesn_t_open_in_the_past() {
    let desk = Desk::with_sample();
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start"]).succeeded();
    let list = desk.run(["week", "Camp.ladder", "list"]).succeeded().out;
    let lines = list.lines().collect::<Vec<_>>();
    assert_eq!(lines.len(), 2);
    // Both today; midnight may lie between.
    let days = [
        jiff::Zoned::now().date().yesterday(),
        Ok(jiff::Zoned::now().date()),
    ];
    let days = days.map(|day| day.expect("a day").strftime("%B %-d, %Y").to_string());
    assert!(
        days.iter()
            .any(|day| lines[0].contains(&format!(", July 6–10, 2026, closed on {day}, ")))
            && days
                .iter()
                .any(|day| lines[1].contains(&format!(", {day}, open, "))),
        "{list}"
    );
}

/// The first day can be said, but not one before the last week began.
#[test]
fn the_next_week_opens_on_the_day_that_is_said() {
    let desk = Desk::with_sample();
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    desk.run(["week", "Camp.ladder", "start", "--date", "2020-01-06"])
        .refused("the next week can’t begin before that day");
    desk.run(["week", "Camp.ladder", "start", "--date", "2150-07-13"])
        .succeeded()
        .says("Week 2 is open, from July 13, 2150, with 40 players");
    // Started ahead, and closed the same day: it can't have been opened later than that.
    desk.run(["week", "Camp.ladder", "close"]).succeeded();
    let list = desk.run(["week", "Camp.ladder", "list"]).succeeded().out;
    assert!(!list.contains("2150"), "{list}");
}

#[test]
fn standings_never_replace_the_camp() {
    let desk = Desk::with_sample();
    let before = fs::read(desk.camp()).expect("a camp file");
    desk.run(["standings", "Camp.ladder", "--out", "Camp.ladder"])
        .refused("choose another name");
    // Nor does a list lie under the ending of another format.
    let list = ["standings", "Camp.ladder", "--out"];
    desk.run([&list[..], &["list.pdf", "--format", "json"]].concat())
        .refused("“list.pdf” ends in .pdf, but what is saved is JSON");
    desk.run([&list[..], &["list.csv"]].concat())
        .refused("add “--format csv”");
    let prints = ["print", "Camp.ladder", "standings"];
    desk.run([&prints[..], &["--out", "list.csv"]].concat())
        .refused("“list.csv” ends in .csv, but what is saved is a PDF");
    let nowhere = desk.run(prints);
    assert_eq!(nowhere.code, Some(2));
    nowhere.says("--out <FILE.pdf>|--printer <NAME>");
    for order in ["restore", "repair"] {
        desk.run([order, "Camp.ladder", "--out", "New.pdf"])
            .refused("“New.pdf” ends in .pdf, but what is saved is a camp: choose another name, such as “New.ladder”");
    }
    assert_eq!(desk.names(), ["Camp.ladder"]);
    assert_eq!(fs::read(desk.camp()).expect("a camp file"), before);
    // A name without an ending gets that of what is saved, and the answer says so.
    desk.run([&prints[..], &["--out", "sheets"]].concat())
        .succeeded()
        .says("Saved “sheets.pdf”, ");
    desk.run([&list[..], &["week 2.5"]].concat())
        .succeeded()
        .says("Saved “week 2.5.txt”");
    desk.run(["repair", "Camp.ladder", "--out", "Repaired"])
        .succeeded()
        .says("“Repaired.ladder”");
    assert_eq!(
        desk.names(),
        [
            "Camp.ladder",
            "Repaired.ladder",
            "sheets.pdf",
            "week 2.5.txt"
        ]
    );
}

/// A list of the internal ratings must not be taken for the posted one.
#[test]
fn the_heading_says_which_rating_a_table_has() {
    let desk = Desk::with_sample();
    let heading = |system| {
        let table = standings(&desk, &["--system", system]).out;
        let line = table.lines().next().expect("a heading");
        line.split_whitespace()
            .nth(4)
            .expect("a fifth title")
            .to_owned()
    };
    assert_eq!(heading("weekly"), "Rating");
    assert_eq!(heading("permanent"), "Permanent");
}

/// Where nothing can be drawn, the main command still shows what the program does, and says why there is no window.
#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "elsewhere there is always a display"
)]
fn demo_without_a_display_prints_the_standings() {
    let desk = Desk::new();
    let ran = desk
        .run(["demo"])
        .succeeded()
        .says("There is no display")
        .says("Sample camp");
    let lines = ran.out.lines().collect::<Vec<_>>();
    assert!(lines[0].starts_with("Rank"), "{}", ran.out);
    assert!(lines.len() > 30, "{}", ran.out);
    assert_eq!(
        desk.names(),
        Vec::<String>::new(),
        "the sample is in no file"
    );
    desk.run(["Camp.ladder"]).refused("There is no display");
}

#[test]
fn help_names_every_command_and_argument() {
    let desk = Desk::new();
    let help = desk.run(["--help"]).succeeded().out;
    for word in [
        "[CAMP.ladder]",
        "demo",
        "import",
        "recalc",
        "standings",
        "print",
        "check",
    ] {
        assert!(help.contains(word), "{word} in\n{help}");
    }
    for (command, words) in [
        (
            "import",
            &[
                "CAMP.ladder",
                "FILE",
                "--dry-run",
                "--result",
                "--date-order",
                "mdy",
                "dmy",
                "ymd",
            ][..],
        ),
        ("recalc", &["CAMP.ladder"]),
        (
            "standings",
            &[
                "--system",
                "weekly",
                "permanent",
                "--group",
                "--all",
                "--format",
                "table",
                "csv",
                "json",
                "--out",
            ],
        ),
        (
            "print",
            &[
                "standings",
                "--out",
                "--group",
                "--by-group",
                "--paper",
                "letter",
                "a4",
            ],
        ),
        ("check", &["CAMP.ladder"]),
    ] {
        let help = desk.run([command, "--help"]).succeeded().out;
        for word in words {
            assert!(help.contains(word), "{command}: {word} in\n{help}");
        }
    }
    let version = desk.run(["--version"]).succeeded().out;
    assert_eq!(
        version.trim_end(),
        concat!("camp-ladder ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn wrong_arguments_are_not_carried_out() {
    let desk = Desk::new();
    for arguments in [
        &["frobnicate", "Camp.ladder"][..],
        &["import", "Camp.ladder"],
        &["recalc"],
        &["standings", "Camp.ladder", "--format", "xml"],
        &["print", "Camp.ladder", "standings"],
    ] {
        let ran = desk.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out, "");
        assert!(!ran.err.is_empty());
    }
    assert_eq!(desk.names(), Vec::<String>::new());
}

#[test]
fn a_camp_that_is_not_there_is_not_made_by_looking_at_it() {
    let desk = Desk::new();
    for arguments in [
        &["recalc", "Camp.ladder"][..],
        &["standings", "Camp.ladder"],
        &["print", "Camp.ladder", "standings", "--out", "a.pdf"],
        &["check", "Camp.ladder"],
    ] {
        desk.run(arguments)
            .refused("There is no file “Camp.ladder”");
    }
    assert_eq!(desk.names(), Vec::<String>::new());
}
