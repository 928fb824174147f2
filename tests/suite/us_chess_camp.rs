//! Members, events and sections of US Chess in a camp file, from the command line.

use std::{fs, path::Path};

use hayro_syntax::{Pdf, object::Object};
use serde_json::Value;

use crate::program::{Desk, Ran};

/// The seed's table of several entries of one member: by the rules of 2001, all long established.
const SEED: &str = r#"{"event": {"id": "200108300103", "name": "Late Open", "ends": "2001-08-30"},
 "sections": [{"number": 1, "name": "Open", "type": "swiss", "systems": ["regular"], "players": [
  {"pair": 1, "id": "11111111", "name": "One, A", "rounds": ["L6", "U", "U", "U"], "regular": {"rating": 1493}},
  {"pair": 2, "id": "22222222", "name": "Two, B", "rounds": ["W3", "L4", "W5", "W6"], "regular": {"rating": 1678}},
  {"pair": 3, "id": "33333333", "name": "Three, C", "rounds": ["L2", "B", "W6", "L4"], "regular": {"rating": 1218}},
  {"pair": 4, "id": "11111111", "name": "One, A", "rounds": ["L5", "W2", "B", "W3"], "regular": {"rating": 1493}},
  {"pair": 5, "id": "55555555", "name": "Five, E", "rounds": ["W4", "L6", "L2", "B"], "regular": {"rating": 1500}},
  {"pair": 6, "id": "66666666", "name": "Six, F", "rounds": ["W1", "W5", "L3", "L2"], "regular": {"rating": 1345}}]}]}"#;

const CAMP: &str = "Camp.ladder";

fn us_chess(desk: &Desk, order: &[&str]) -> Ran {
    desk.run(["us-chess", CAMP].iter().chain(order))
}

fn json(ran: Ran) -> Value {
    serde_json::from_str(&ran.succeeded().out).expect("JSON")
}

/// A camp into which this was imported.
fn camp(text: &str) -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("event.json"), text).expect("a file");
    us_chess(&desk, &["import", "event.json"])
        .succeeded()
        .says("event.json: JSON of an event, 1 section");
    desk
}

fn rated(text: &str) -> Desk {
    let desk = camp(text);
    us_chess(&desk, &["rate", "--all"])
        .succeeded()
        .says("1 section rated");
    desk
}

#[test]
fn the_duplicates_of_the_seed_are_rated_as_one_and_shown_as_entered() {
    let desk = rated(SEED);
    let order = [
        "crosstable",
        "200108300103:1",
        "--entered",
        "--format",
        "json",
    ];
    let shown = json(us_chess(&desk, &order));
    let rows = shown["rows"].as_array().expect("rows");
    // Computed independently of this program, as the design has them; the ratings in the seed are illustrations.
    let expected = [1484.44, 1670.28, 1238.13, 1484.44, 1483.92, 1369.66];
    for ((row, expected), pair) in rows.iter().zip(expected).zip(1..) {
        assert_eq!(row["pair"], pair);
        let computed = row["regular"]["post_unfloored"].as_f64().expect("a rating");
        assert!((computed - expected).abs() < 0.005, "{pair}: {computed}");
        assert!(row["quick"].is_null());
    }
    assert_eq!(rows[3]["rounds"][1], "W2", "as it was entered");
    // A member is credited once, with the games of both entries.
    let member = json(us_chess(&desk, &["member", "11111111", "--format", "json"]));
    assert_eq!(member["regular"]["played"], 4);
    assert_eq!(member["regular"]["last_events"][0], "200108300103:1");
}

#[test]
fn a_crosstable_is_sorted_by_score_and_then_by_rating() {
    let desk = rated(SEED);
    let shown = json(us_chess(
        &desk,
        &["crosstable", "200108300103:1", "--format", "json"],
    ));
    let rows = shown["rows"].as_array().expect("rows");
    let order = rows.iter().map(|row| {
        let post = row["regular"]["post"].as_f64().expect("a rating");
        (row["score"].as_f64().expect("a score"), post)
    });
    assert!(order.is_sorted_by(|one, next| one >= next));
}

#[test]
fn json_comes_back_the_same() {
    let desk = camp(SEED);
    let export = |desk: &Desk, out: &str| {
        us_chess(
            desk,
            &["export", "200108300103", "--as", "json", "--out", out],
        )
        .succeeded();
        fs::read_to_string(desk.path(out).join("200108300103.json")).expect("a file")
    };
    let first = export(&desk, "first");
    let other = camp(&first);
    assert_eq!(export(&other, "again"), first);
    // And once it is rated: the ratings before seed the members of the other camp.
    us_chess(&desk, &["rate", "--all"]).succeeded();
    let rated = export(&desk, "rated");
    assert_ne!(rated, first);
    let other = self::rated(&rated);
    assert_eq!(export(&other, "again"), rated);
}

#[test]
fn every_format_comes_back_with_what_it_holds() {
    let desk = rated(SEED);
    for (format, file) in [
        ("csv", "out/200108300103.csv"),
        ("text", "out/200108300103.txt"),
        ("trf", "out/200108300103-1.trf"),
        ("dbf", "out/TDEXPORT.DBF"),
    ] {
        us_chess(
            &desk,
            &["export", "200108300103", "--as", format, "--out", "out"],
        )
        .succeeded();
        let other = Desk::new();
        for name in fs::read_dir(desk.path("out")).expect("a folder") {
            let path = name.expect("a file").path();
            let name = path.file_name().expect("a name");
            fs::copy(&path, other.path(&name.to_string_lossy())).expect("a copy");
        }
        let name = file.strip_prefix("out/").expect("a folder");
        us_chess(&other, &["import", name, "--ended", "2001-08-30"]).succeeded();
        let list = json(us_chess(&other, &["list", "--format", "json"]));
        assert_eq!(list[0]["players"], 6, "{format}");
        let section = format!(
            "{}:{}",
            list[0]["event"].as_str().expect("an id"),
            list[0]["section"]
        );
        let shown = json(us_chess(
            &other,
            &["crosstable", &section, "--entered", "--format", "json"],
        ));
        let rows = shown["rows"].as_array().expect("rows");
        let mut cells = rows
            .iter()
            .map(|row| {
                (
                    row["pair"].as_i64(),
                    row["id"].clone(),
                    row["rounds"].clone(),
                )
            })
            .collect::<Vec<_>>();
        cells.sort_by_key(|(pair, ..)| *pair);
        let (_, id, rounds) = &cells[3];
        assert_eq!(id, "11111111", "{format}");
        assert_eq!(
            rounds.as_array().expect("rounds")[..2],
            ["L5", "W2"],
            "{format}"
        );
        fs::remove_dir_all(desk.path("out")).expect("a folder");
    }
}

#[test]
fn records_follow_from_crosstables() {
    let desk = rated(SEED);
    us_chess(&desk, &["recompute", "--all"])
        .succeeded()
        .says("5 records computed, 0 differ");
    let dry = |order: &[&str]| us_chess(&desk, order).succeeded().out;
    let unrate = ["unrate", "200108300103:1", "--dry-run"];
    assert!(!dry(&unrate).contains("22222222"));
    assert!(dry(&[&unrate[..], &["--ids"]].concat()).contains("22222222"));
    let before = us_chess(&desk, &["member", "22222222", "--format", "json"]).out;
    us_chess(&desk, &["unrate", "200108300103:1", "--dry-run"])
        .succeeded()
        .says("Nothing was saved");
    us_chess(&desk, &["unrate", "200108300103:1"])
        .succeeded()
        .says("1 section unrated");
    let unrated = json(us_chess(&desk, &["member", "22222222", "--format", "json"]));
    assert_eq!(unrated["regular"]["rating"], 1678.0);
    assert_eq!(unrated["regular"]["played"], 0);
    us_chess(&desk, &["rate", "200108300103:1"]).succeeded();
    assert_eq!(
        us_chess(&desk, &["member", "22222222", "--format", "json"]).out,
        before
    );
}

#[test]
fn what_is_wrong_is_refused_with_its_place_and_nothing_is_saved() {
    for (wrong, right, sentence) in [
        ("22222222", "2222222", "eight digits"),
        ("\"W3\", \"L4\"", "\"D3\", \"L4\"", "Pair 2, round 1"),
        ("2001-08-30", "2099-08-30", "future"),
        ("\"pair\": 6", "\"pair\": 5", "pairing number"),
        ("200108300103", "../x", "letters, figures and dashes"),
    ] {
        let desk = Desk::new();
        fs::write(desk.path("event.json"), SEED.replace(wrong, right)).expect("a file");
        us_chess(&desk, &["import", "event.json"]).refused(sentence);
        assert_eq!(desk.names(), ["event.json"], "{sentence}");
    }
    let desk = camp(SEED);
    us_chess(&desk, &["import", "event.json"]).refused("is in this camp already");
    us_chess(&desk, &["crosstable", "200108300103:2"]).refused("has no section 2");
    us_chess(&desk, &["member", "99999999"]).refused("There is no member 99999999");
    desk.run(["us-chess", "list"])
        .refused("Name the camp file first");
}

#[test]
fn games_add_up_to_the_ratings() {
    let desk = rated(SEED);
    let games = json(us_chess(
        &desk,
        &["games", "200108300103:1", "--format", "json"],
    ));
    let games = games.as_array().expect("games");
    // Nine games are played, and each has two sides.
    assert_eq!(games.len(), 18);
    let own = games.iter().filter(|game| game["pair"] == 2);
    let own = own.collect::<Vec<_>>();
    let number = |game: &Value, name: &str| game[name].as_f64().expect("a number");
    let gained = own
        .iter()
        .map(|game| number(game, "k") * (number(game, "score") - number(game, "expected")));
    let last = own.last().expect("a game");
    let post = number(last, "pre") + gained.sum::<f64>() + number(last, "bonus");
    assert!((post - number(last, "post_unfloored")).abs() < 1e-9);
}

/// Two long established players of 2190 and 2200 who are rated by what was published: 2201 and 2190. The first one had more before.
const PUBLISHED: &str = r#"{"event": {"id": "202606280103", "name": "Masters", "ends": "2026-06-28", "chief_td": "30000002"},
 "sections": [{"number": 1, "name": "Open", "type": "swiss", "systems": ["regular"], "players": [
  {"pair": 1, "id": "30000001", "name": "Berger, Anna", "rounds": ["W2", "D2", "D2"], "regular": {"rating": 2190, "peak": 2290, "post": 2201}},
  {"pair": 2, "id": "30000002", "name": "Vang, Bo", "rounds": ["L1", "D1", "D1"], "regular": {"rating": 2200, "post": 2190}}]}]}"#;

fn published() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("event.json"), PUBLISHED).expect("a file");
    us_chess(&desk, &["import", "event.json", "--as-published"]).succeeded();
    us_chess(&desk, &["rate", "--all"]).succeeded();
    desk
}

#[test]
fn titles_name_the_events_that_were_credited() {
    let desk = published();
    let all = json(us_chess(&desk, &["titles", "--format", "json"]));
    let all = all.as_array().expect("members");
    assert_eq!(all.len(), 2);
    // Only who asks for a member by number is told it.
    assert!(all.iter().all(|member| member["id"].is_null()));
    let one = json(us_chess(&desk, &["titles", "30000001", "--format", "json"]));
    let one = &one[0];
    assert_eq!(one["id"], "30000001");
    let credit = &one["credits"][0];
    assert_eq!(credit["section"], "202606280103:1");
    assert_eq!(credit["before_floors"], 2201.0);
    // Three games for the class of 2200 and all lower ones: twelve of the thirteen.
    assert_eq!(
        (&credit["games"], &credit["classes"][0]),
        (&3.into(), &2200.into())
    );
    assert_eq!(credit["classes"].as_array().expect("classes").len(), 12);
    let register = &one["registers"][0];
    assert_eq!(register["needed"], 300);
    assert_eq!(register["reached"], false);
    assert!(one["registers"][1]["needed"].is_null());
    let table = us_chess(&desk, &["titles", "30000002"]).succeeded().out;
    assert!(table.contains("2000 and below"), "{table}");
    assert!(!table.contains("2200 and below"), "{table}");
    let none = json(us_chess(&desk, &["title-holders", "--format", "json"]));
    assert_eq!(none.as_array().map(Vec::len), Some(0));
}

#[test]
fn invitations_go_by_the_peak_of_a_period() {
    let desk = published();
    let list = |more: &[&str]| {
        let order = [&["invitations", "--format", "json"], more].concat();
        let list = json(us_chess(&desk, &order));
        let rows = list.as_array().expect("rows").iter();
        let rows = rows.map(|row| {
            let name = row["name"].as_str().expect("a name").to_owned();
            (row["place"].as_u64(), name, row["peak"].as_f64())
        });
        rows.collect::<Vec<_>>()
    };
    let row = |place, name: &str, peak| (Some(place), name.to_owned(), Some(peak));
    assert_eq!(
        list(&[]),
        [row(1, "Berger, Anna", 2290.0), row(2, "Vang, Bo", 2200.0)]
    );
    // In a period only what was reached in it counts.
    assert_eq!(
        list(&["--from", "2026-06-01", "--to", "2026-06-30"]),
        [row(1, "Berger, Anna", 2201.0), row(2, "Vang, Bo", 2190.0)]
    );
    assert_eq!(list(&["--from", "2026-06-29"]), []);
    assert_eq!(list(&["--from", "2026-06-01", "--least", "2200"]).len(), 1);
    assert_eq!(list(&["--most", "1"]).len(), 1);
    assert_eq!(list(&["--system", "quick"]), []);
    us_chess(
        &desk,
        &["invitations", "--from", "2026-06-02", "--to", "2026-06-01"],
    )
    .refused("is before");
    let csv = us_chess(&desk, &["invitations", "--format", "csv"])
        .succeeded()
        .out;
    assert!(!csv.contains("30000001"), "{csv}");
    let order = [
        "member",
        "30000001",
        "--from",
        "2026-06-01",
        "--format",
        "json",
    ];
    let member = json(us_chess(&desk, &order));
    assert_eq!(member["peaks"]["regular"]["rating"], 2201.0);
    assert_eq!(member["peaks"]["regular"]["section"], "202606280103:1");
    assert!(member["peaks"]["quick"].is_null());
    let told = us_chess(&desk, &["member", "30000001", "--to", "2026-06-30"])
        .succeeded()
        .out;
    let sentence = "Peak Regular to 2026-06-30: 2290.00, from before all crosstables";
    assert!(told.contains(sentence), "{told}");
}

#[test]
fn directors_are_told_how_many_players_they_had() {
    let desk = published();
    let told = json(us_chess(
        &desk,
        &["directors", "30000002", "--format", "json"],
    ));
    let local = &told[0]["levels"][1];
    assert_eq!(local["name"], "Local");
    assert_eq!(local["met"], false);
    // One event of two players: two credits and 48 players are missing.
    assert_eq!(
        local["missing"],
        serde_json::json!([
            "2 more as chief or assistant director of an event of three or more rounds",
            "48 more players in three of these events together"
        ])
    );
}

#[test]
fn check_says_what_is_wrong_with_sections() {
    // G/5 is no time control of a Regular section, by the rules of 2020.
    let text = SEED
        .replace("2001-08-30", "2021-08-30")
        .replace("\"type\"", "\"time_controls\": [\"G/5\"], \"type\"");
    let desk = camp(&text);
    let checked = desk.run(["check", CAMP]);
    assert_eq!(checked.code, Some(1), "{}", checked.err);
    assert!(
        checked.out.contains("Section 200108300103:1"),
        "{}",
        checked.out
    );
    us_chess(&desk, &["rate", "200108300103:1"]).refused("Blitz games are kept and not rated");
    let desk = rated(SEED);
    desk.run(["check", CAMP]).succeeded();
}

#[test]
fn check_keeps_telling_what_a_file_said_otherwise() {
    // The seed prints 1599 after it; 1670.28 is what follows.
    let desk = rated(&SEED.replace("{\"rating\": 1678}", "{\"rating\": 1678, \"post\": 1599}"));
    let checked = desk.run(["check", CAMP]).succeeded();
    for sentence in [
        "Section 200108300103:1: B Two (2): Regular 1599 after it by the file, 1670.28 computed here",
        "Section 200108300103:1: A One (4): the same member as A One (1): both are rated as one player",
    ] {
        assert!(checked.out.contains(sentence), "{}", checked.out);
    }
    us_chess(&desk, &["unrate", "200108300103:1"]).succeeded();
    let checked = desk.run(["check", CAMP]).succeeded();
    assert!(
        checked.out.contains("It isn’t rated yet"),
        "{}",
        checked.out
    );
}

#[test]
fn members_go_out_as_they_come_in() {
    let list = "ID,Last name,First name,State,Birth date,Expires,Regular,Regular N,FIDE,Floor 2200 allowed\n\
        30000001,Berger,Anna,MN,2012-04-01,2027-01-31,1643.759,14,,yes\n\
        ,Vang,Bo,MN,,,,,,yes\n\
        30000003,Moua,Cy,WI,,2026-12-31,2310.5,,2250,no\n";
    let camp = |list: &str| {
        let desk = Desk::new();
        fs::write(desk.path("members.csv"), list).expect("a file");
        us_chess(&desk, &["import", "members.csv"])
            .succeeded()
            .says("3 new members, 0 sections imported");
        desk
    };
    let desk = camp(list);
    let without = us_chess(&desk, &["members"]).succeeded().out;
    assert!(without.contains("1643.759") && !without.contains("2012-04-01"));
    let written = us_chess(&desk, &["members", "--birth-dates"])
        .succeeded()
        .out;
    assert!(written.contains("2012-04-01"));
    let again = camp(&written);
    let out = us_chess(&again, &["members", "--birth-dates"])
        .succeeded()
        .out;
    assert_eq!(out, written);
    us_chess(&desk, &["members", "--birth-dates", "--out", "out.csv"]).succeeded();
    us_chess(&desk, &["members", "--out", "out.pdf"]).refused("what is saved is CSV");
    let saved = fs::read_to_string(desk.path("out.csv")).expect("a file");
    assert_eq!(saved.trim_start_matches('\u{FEFF}'), written);
    // Nor does a column that isn't known, and that is said.
    let short = "ID,Last name,Club\n30000003,Moua,Rooks\n";
    fs::write(desk.path("short.csv"), short).expect("a file");
    us_chess(&desk, &["import", "short.csv"])
        .succeeded()
        .says("short.csv, line 1: “Club” is left out");
    fs::write(desk.path("wrong.csv"), "ID,Surname\n30000003,Moua\n").expect("a file");
    us_chess(&desk, &["import", "wrong.csv"]).refused("no file of US Chess");
    // What a list leaves empty changes nothing.
    let short = "ID,Last name,Expires\n30000003,Moua,2027-12-31\n";
    fs::write(desk.path("short.csv"), short).expect("a file");
    us_chess(&desk, &["import", "short.csv"]).succeeded();
    let member = json(us_chess(&desk, &["member", "30000003", "--format", "json"]));
    assert_eq!(member["first_name"], "Cy");
    assert_eq!(member["expires"], "2027-12-31");
    assert_eq!(member["fide"], 2250);
    assert_eq!(member["floor_2200_allowed"], false);
    assert_eq!(member["regular"]["rating"], 2310.5);
}

#[test]
fn the_invented_events_that_readers_are_pointed_to_are_imported_and_rated() {
    let desk = Desk::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/us-chess");
    let files = ["maple-leaf.json", "loon-lake-open.json"];
    for name in files {
        fs::copy(folder.join(name), desk.path(name)).expect("a copy");
    }
    us_chess(&desk, &["import", files[0], files[1]])
        .succeeded()
        .says("32 new members, 3 sections imported");
    us_chess(&desk, &["rate", "--all"])
        .succeeded()
        .says("3 sections rated");
}

#[test]
fn the_classic_layout_is_a_pdf_of_the_same_letters_as_the_text() {
    let desk = rated(SEED);
    let pdf = ["crosstable", "200108300103:1", "--format", "pdf"];
    let classic = [&pdf[..], &["--layout", "classic", "--out", "classic.pdf"]].concat();
    us_chess(&desk, &classic).succeeded();
    let typeset = [&pdf[..], &["--out", "typeset.pdf"]].concat();
    us_chess(&desk, &typeset).succeeded();
    let [classic, typeset] =
        ["classic.pdf", "typeset.pdf"].map(|name| fs::read(desk.path(name)).expect("a PDF"));
    let has_mono = |pdf: Vec<u8>| {
        let pdf = Pdf::new(pdf).expect("a PDF");
        let mut objects = pdf.objects().into_iter();
        objects.any(|object| match object {
            Object::Dict(dict) => dict
                .data()
                .windows(14)
                .any(|name| name == b"LiberationMono"),
            _ => false,
        })
    };
    assert!(has_mono(classic) && !has_mono(typeset));
    let order = ["crosstable", "200108300103:1", "--layout", "classic"];
    us_chess(&desk, &order).refused("is for a PDF");
}
