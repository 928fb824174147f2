//! Names of the whole world, through every print: nothing is cut, nothing stands on something else, nothing outside the margins.

use super::*;

const NAMES: [(&str, &str); 14] = [
    (
        "Thiruvananthapuramkrishnamoorthysubramaniamvenkataraghavanxy",
        "Ananthakrishnan",
    ),
    (
        "WwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwM",
        "",
    ),
    ("Nguyễn Thị Hoàng", "Ánh Tuyết"),
    ("Xyooj", "Nkauj Hli"),
    ("Щукина-Преображенская", "Александра"),
    ("Papadopoulos-Konstantinidis", "Ioannis"),
    ("Wolfeschlegelsteinhausenbergerdorff", "Hubert"),
    ("李", "小龙"),
    ("عبد الرحمن", "محمد"),
    ("Smile 🙂", "Zoë"),
    ("O", "X"),
    ("Chang", "Mai"),
    ("Chang", "Mai"),
    ("Þórðardóttir-Łękawska", "Guðrún Ósk"),
];

fn hard_camp() -> CampData {
    let mut camp = plain_camp(28);
    let mut players = camp.players.to_vec();
    for (player, (last, first)) in players.iter_mut().zip(NAMES) {
        last.clone_into(&mut player.last_name);
        first.clone_into(&mut player.first_name);
    }
    camp.players = players.into();
    camp
}

#[test]
fn hard_names_stay_whole_and_in_their_place_on_every_print() {
    // What letters may reach beyond their lines: tails and accents.
    const TOUCH: f64 = 1.5;
    let camp = hard_camp();
    for print in Print::ALL {
        let what = print.word();
        for scope in [PrintScope::Camp, PrintScope::ByGroup] {
            // A round robin is for a group.
            if print == Print::RoundRobin && scope == PrintScope::Camp {
                continue;
            }
            let choices = PrintChoices {
                scope: scope.clone(),
                certificate: Certificate::Own,
                ..print.default_choices()
            };
            let pages = laid(print, &camp, &choices).pages;
            for page in 0..pages.count() {
                let size = pages.size(page).expect("a page");
                let margin = if print.is_letterhead() { 51.0 } else { 0.0 };
                let ink = pages.ink(page);
                for [left, top, right, bottom] in &ink {
                    assert!(
                        *left >= margin
                            && *right <= f64::from(size.width) - margin
                            && *top >= 0.0
                            && *bottom <= f64::from(size.height),
                        "{what}, page {page}: {left} to {right}"
                    );
                }
                for (place, a) in ink.iter().enumerate() {
                    for b in &ink[place + 1..] {
                        let across = a[2].min(b[2]) - a[0].max(b[0]);
                        let down = a[3].min(b[3]) - a[1].max(b[1]);
                        assert!(
                            across < TOUCH || down < TOUCH,
                            "{what}, page {page}: {a:?} on {b:?}"
                        );
                    }
                }
            }
            let text = run_together(&texts(&pages).concat());
            // Some name the winners, and some nobody.
            let is_nameless = matches!(
                print,
                Print::Prizes
                    | Print::Summary
                    | Print::ResultSlips
                    | Print::BoardNumbers
                    | Print::Letter
            );
            let names = NAMES.iter().flat_map(|(last, first)| [last, first]);
            let words = names.flat_map(|name| name.split_whitespace());
            for word in words.filter(|_| !is_nameless) {
                assert!(text.contains(word), "{what}: {word} in {text}");
            }
        }
    }
}

/// The lines of a name in a column of this width in points.
fn lines(name: &str, width: usize) -> Vec<String> {
    let template = Template {
        file: "test.typ",
        text: "#import \"sheet.typ\": *\n#show: letters\n#set page(width: 10in)\n\
               #context { let width = data.report.width * 1pt; block(width: width, typed(data.report.name, width)) }",
    };
    let report = serde_json::json!({ "name": name, "width": width });
    let data = serde_json::json!({
        "title": "", "camp": "", "document": "", "week": "", "days": "", "paper": "us-letter", "printed": "",
        "outdated": false, "footer": "", "colour": "#000000", "logo": null, "fonts": [], "numbered": [], "report": report,
    });
    let document = SheetWorld::new(template, &data, None, TODAY).typeset();
    let pages = Pages::new(document.expect("a page"), String::new(), Vec::new());
    let text = pages.text(0).expect("a page");
    text.lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[test]
fn a_name_is_divided_between_syllables_and_never_near_its_ends() {
    for (name, width, expected) in [
        ("Nguyễn, Ann", 200, &["Nguyễn, Ann"][..]),
        ("Papadopoulos, Ioannis", 70, &["Papadopoulos,", "Ioannis"]),
        (
            "Papadopoulos-Konstantinidis",
            100,
            &["Papadopoulos-", "Konstantinidis"],
        ),
        ("Papadopoulos", 45, &["Papado", "poulos"]),
        ("Featherstonehaugh", 70, &["Featherstone", "haugh"]),
        ("Преображенская", 60, &["Преобра", "женская"]),
        ("Xxxxxxxxxx, Ann", 30, &["Xxxx", "xxx", "xxx,", "Ann"]),
    ] {
        assert_eq!(lines(name, width), expected, "{name} in {width} points");
    }
}
