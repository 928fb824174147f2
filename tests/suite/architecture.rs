//! The invariants of ARCHITECTURE.md, kept by reading the source; its arrows stand in [`LAYERS`].

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use camp_ladder::{
    app,
    report::{self, OwnTemplates, Print, PrintChoices},
    storage::{CampFile, Mode},
};

use crate::{
    program::Desk,
    sample::{self, root},
};

/// What each layer may name of the others. Nothing is allowed to reach up or sideways but what stands here.
const LAYERS: [(&str, &[&str]); 18] = [
    ("domain", &[]),
    ("rating", &["domain"]),
    ("jobs", &[]),
    ("log", &[]),
    ("files", &[]),
    ("spreadsheet", &["domain"]),
    ("storage", &["domain", "rating", "files"]),
    // Reading and printing are slow: both hear of a cancel, and say how far they are.
    ("import", &["domain", "jobs"]),
    ("exchange", &["domain", "rating", "spreadsheet", "import"]),
    ("report", &["domain", "rating", "files", "jobs"]),
    (
        "publish",
        &["domain", "rating", "files", "jobs", "spreadsheet"],
    ),
    (
        "app",
        &[
            "domain",
            "rating",
            "jobs",
            "log",
            "storage",
            "import",
            "exchange",
            "report",
            "publish",
            "spreadsheet",
            "kit",
        ],
    ),
    ("kit", &[]),
    // They plug into the shell, and know none but themselves.
    (
        "pages",
        &[
            "domain",
            "rating",
            "jobs",
            "log",
            "storage",
            "import",
            "exchange",
            "report",
            "publish",
            "spreadsheet",
            "app",
            "kit",
        ],
    ),
    (
        "ui",
        &[
            "domain",
            "rating",
            "jobs",
            "log",
            "storage",
            "import",
            "exchange",
            "report",
            "publish",
            "spreadsheet",
            "app",
            "kit",
            "pages",
        ],
    ),
    (
        "cli",
        &[
            "domain",
            "rating",
            "jobs",
            "log",
            "storage",
            "import",
            "exchange",
            "report",
            "publish",
            "spreadsheet",
            "app",
        ],
    ),
    ("window", &["app", "cli", "log", "pages", "ui"]),
    ("main", &["cli", "log", "window"]),
];

#[test]
fn the_picture_of_the_architecture_is_true() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    let picture = page.split("```").nth(1).expect("a picture");
    let mut drawn = LAYERS.map(|(layer, _)| (layer, BTreeSet::new()));
    for line in picture.lines().filter(|line| !line.is_empty()) {
        let (layer, below) = line.split_once("─▶").expect("an arrow");
        let mut layers = drawn.iter_mut();
        let (_, names) = layers.find(|(name, _)| *name == layer.trim()).expect(line);
        names.extend(below.split_whitespace());
    }
    let kept = LAYERS.map(|(layer, below)| (layer, below.iter().copied().collect()));
    assert_eq!(drawn, kept);
}

/// What stands in ARCHITECTURE.md as code.
fn named_in_the_architecture() -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    let spans = page.split('`').skip(1).step_by(2);
    let spans = spans.filter(|span| !span.contains('\n'));
    spans.map(str::to_owned).collect()
}

#[test]
fn the_architecture_names_files_that_are_there() {
    let there = repository()
        .iter()
        .map(|path| path.strip_prefix(root()).expect("a file of ours"))
        .map(|path| format!("/{}", path.to_string_lossy().replace('\\', "/")))
        .collect::<Vec<_>>();
    let endings = [".rs", ".typ", ".toml", ".c"];
    let is_path = |name: &String| {
        let is_file = || endings.iter().any(|ending| name.ends_with(ending));
        !name.contains(['…', '*']) && (name.contains('/') || is_file())
    };
    // A path begins where the page already is: `keeper/watch.rs` lies in `src/app`.
    let is_missing = |name: &String| {
        let file = format!("/{}", name.trim_end_matches('/'));
        let folder = format!("{file}/");
        let is_it = |path: &String| path.ends_with(&file) || path.contains(&folder);
        !there.iter().any(is_it)
    };
    let named = named_in_the_architecture();
    let named = named.iter().filter(|name| is_path(name));
    let (missing, found) = named.partition::<Vec<_>, _>(|name| is_missing(name));
    assert_eq!(missing, Vec::<&String>::new());
    assert!(found.len() > 100, "{found:?}");
}

/// Of `Edit::name` one file at least has both words, so that what was renamed is found.
#[test]
fn the_architecture_names_what_the_source_has() {
    let files = source();
    let files = files.iter().filter(|file| !file.is_test());
    let words = files
        .map(|file| {
            let of_path = file.name.split(['/', '.']);
            of_path.chain(words(&file.code)).collect::<BTreeSet<_>>()
        })
        .collect::<Vec<_>>();
    let is_missing = |name: &String| {
        let parts = name.rsplit("::").take(2).map(identifier);
        let parts = parts.collect::<Vec<_>>();
        let has_all = |words: &BTreeSet<&str>| parts.iter().all(|part| words.contains(&**part));
        !words.iter().any(has_all)
    };
    let named = named_in_the_architecture();
    let named = named.iter().filter(|name| name.contains("::"));
    let (missing, found) = named.partition::<Vec<_>, _>(|name| is_missing(name));
    assert_eq!(missing, Vec::<&String>::new());
    assert!(found.len() > 80, "{found:?}");
}

/// Identifiers, and what else looks like them.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// A file of the program's source.
pub(crate) struct SourceFile {
    /// "storage/open.rs"
    pub name: String,
    /// Without comments and texts, which may talk about anything.
    pub code: String,
    /// Each text with the code before it, from the text before that.
    pub texts: Vec<(String, String)>,
    lines: usize,
}

impl SourceFile {
    /// "storage"
    pub(crate) fn layer(&self) -> &str {
        let first = self.name.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    pub(crate) fn is_test(&self) -> bool {
        self.name.split('/').any(|part| part.starts_with("test"))
    }

    /// Whether it names this crate or module at the start of a path.
    fn names(&self, path: &str) -> bool {
        starts_of(&self.code, path).next().is_some()
    }
}

pub(crate) fn source() -> Vec<SourceFile> {
    let folder = root().join("src");
    let mut files = Vec::new();
    collect(&folder, &mut |path| {
        if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(path).expect("source is UTF-8");
            let name = path.strip_prefix(&folder).expect("a file of src");
            files.push(SourceFile {
                name: name.to_string_lossy().replace('\\', "/"),
                code: without_comments_and_texts(&text),
                texts: texts_and_code_before(&text).0,
                lines: text.lines().count(),
            });
        }
    });
    files.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(files.len() > 80, "the source was found");
    files
}

fn collect(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, visit);
        } else {
            visit(&path);
        }
    }
}

/// Rust's code, with every comment and every text blanked out.
fn without_comments_and_texts(text: &str) -> String {
    let (texts, rest) = texts_and_code_before(text);
    let code = texts.into_iter().map(|(code, _)| code);
    code.chain([rest]).collect::<Vec<_>>().join(" ")
}

/// Each text with the code before it, and the code behind the last one. Every comment is blanked out.
fn texts_and_code_before(text: &str) -> (Vec<(String, String)>, String) {
    let mut texts = Vec::new();
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let comment = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            0
        };
        let skipped = if comment > 0 {
            comment
        } else if let Some(hashes) = raw_text(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = hashes + 2;
            rest[start..]
                .find(&end)
                .map_or(rest.len(), |at| start + at + end.len())
        } else if first == '"' {
            text_end(rest)
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find('\'').map_or(1, |end| end + 2)
        } else {
            0
        };
        if skipped == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if comment > 0 {
            code.push(' ');
        } else {
            texts.push((std::mem::take(&mut code), rest[..skipped].to_owned()));
        }
        rest = &rest[skipped..];
    }
    (texts, code)
}

/// The number of hashes of a raw text that starts here.
fn raw_text(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

fn text_end(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// What follows each `path::` that is a path's beginning, and each `use path` as a whole.
fn starts_of<'a>(code: &'a str, path: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(path).filter_map(move |(at, _)| {
        let before = code[..at].chars().next_back();
        let is_start = before.is_none_or(|c| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let after = &code[at + path.len()..];
        (is_start
            && (after.starts_with("::")
                || after.trim_start().starts_with([';', ' ']) && code[..at].ends_with("use ")))
        .then_some(after)
    })
}

/// The names that come right after `path::`, also those in braces: `crate::{a, b::{c, d}}` gives `a` and `b`.
fn named_under(code: &str, path: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for after in starts_of(code, path) {
        let Some(after) = after.strip_prefix("::") else {
            continue;
        };
        if let Some(inside) = after.strip_prefix('{') {
            let mut depth = 0;
            let mut is_next = true;
            for (at, c) in inside.char_indices() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => is_next = true,
                    _ if is_next && !c.is_whitespace() => {
                        names.insert(identifier(&inside[at..]));
                        is_next = false;
                    }
                    _ => {}
                }
            }
        } else {
            names.insert(identifier(after));
        }
    }
    names
}

fn identifier(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn the_reader_of_source_reads_paths() {
    let code = without_comments_and_texts(
        "// crate::comment\nuse crate::{\n  app, domain::{Edit, Game}, storage,\n};\nlet a = \"crate::text\"; crate::report::save(); r#\"crate::raw\"#; \
         '\"'; my_crate::other; /* crate::long */ crate::import",
    );
    let names = named_under(&code, "crate").into_iter().collect::<Vec<_>>();
    assert_eq!(names, ["app", "domain", "import", "report", "storage"]);
    assert!(named_under(&without_comments_and_texts("use std::{env, fs};"), "std").contains("fs"));
}

#[test]
fn arrows_point_one_way() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for file in source().iter().filter(|file| file.layer() != "lib") {
        let Some((layer, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == file.layer()) else {
            wrong.push(format!("{}: no layer of LAYERS", file.name));
            continue;
        };
        seen.insert(*layer);
        // The tests of a page drive the whole window.
        if *layer == "pages" && file.is_test() {
            continue;
        }
        let mut named = named_under(&file.code, "crate");
        named.extend(up_to_the_crate(file));
        if *layer == "main" {
            named.extend(named_under(&file.code, "camp_ladder"));
        }
        for (other, _) in LAYERS {
            if other != *layer && named.contains(other) && !allowed.contains(&other) {
                wrong.push(format!("{} names {other}", file.name));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(seen.len(), LAYERS.len(), "every layer is there");
}

/// What a file reaches by `super::super::…`.
fn up_to_the_crate(file: &SourceFile) -> BTreeSet<String> {
    let is_module = file.name.ends_with("mod.rs");
    let depth = file.name.matches('/').count() + usize::from(!is_module);
    named_under(&file.code, vec!["super"; depth].join("::").as_str())
}

#[test]
fn foreign_crates_stay_where_they_belong() {
    let mut wrong = Vec::new();
    let mut check = |file: &SourceFile, name: &str, is_at_home: bool| {
        if file.names(name) && !is_at_home {
            wrong.push(format!("{} names {name}", file.name));
        }
    };
    let files = source();
    for file in &files {
        let layer = file.layer();
        for name in ["rusqlite", "rusqlite_migration", "include_dir"] {
            check(file, name, layer == "storage");
        }
        for name in [
            "typst",
            "typst_layout",
            "typst_pdf",
            "typst_render",
            "resvg",
        ] {
            check(file, name, layer == "report");
        }
        // A logo on paper, and a picture of the program's own on the screen.
        let has_pictures = layer == "report" || file.name == "kit/picture.rs";
        check(file, "image", has_pictures);
        check(
            file,
            "pulldown_cmark",
            file.name == "pages/guide/markdown.rs",
        );
        check(file, "askama", layer == "publish");
        check(file, "windows_sys", file.name == UNSAFE);
        check(file, "dbase", layer == "exchange");
        check(file, "rust_xlsxwriter", layer == "spreadsheet");
        for name in ["jetdb", "chardetng"] {
            check(file, name, layer == "import");
        }
        check(file, "encoding_rs", matches!(layer, "import" | "exchange"));
        // Of a page only the view draws.
        let is_view = file.is_test() || file.name.split('/').any(|part| part.starts_with("view"));
        let draws = match layer {
            "ui" | "kit" | "window" => true,
            "pages" => is_view || file.name.starts_with("pages/looks/"),
            _ => false,
        };
        // A key is named once, with its command, and a page says that it draws.
        let names_it = file.name.starts_with("app/commands") || file.name == "app/page/mod.rs";
        check(file, "egui", draws || names_it);
        for name in ["eframe", "egui_extras", "wgpu"] {
            check(file, name, draws);
        }
        check(file, "clap", matches!(layer, "cli" | "main"));
    }
    assert_eq!(wrong, Vec::<String>::new());
    for (name, layer) in [
        ("rusqlite", "storage"),
        ("typst", "report"),
        ("askama", "publish"),
        ("dbase", "exchange"),
        ("rust_xlsxwriter", "spreadsheet"),
        ("jetdb", "import"),
        ("egui", "ui"),
    ] {
        assert!(
            files
                .iter()
                .any(|file| file.layer() == layer && file.names(name)),
            "{layer} names {name}"
        );
    }
}

/// The one file that may be unsafe.
const UNSAFE: &str = "report/print/gdi.rs";

#[test]
fn one_file_is_unsafe() {
    let files = repository();
    let rust = files
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let mut found = BTreeSet::new();
    for path in rust {
        let text = fs::read_to_string(path).unwrap_or_default();
        let code = without_comments_and_texts(&text);
        let name = path.strip_prefix(root()).expect("a file of ours");
        let name = name.to_string_lossy().replace('\\', "/");
        let named = words(&code).filter(|word| word.starts_with("unsafe"));
        found.extend(named.map(|word| (name.clone(), word.to_owned())));
    }
    let file = format!("src/{UNSAFE}");
    let leave = "src/report/print/mod.rs";
    let expected = [(file.as_str(), "unsafe"), (leave, "unsafe_code")];
    let expected = expected.map(|(file, word)| (file.to_owned(), word.to_owned()));
    assert_eq!(found, BTreeSet::from(expected));
}

#[test]
fn arithmetic_knows_no_file_clock_or_machine() {
    let mut wrong = Vec::new();
    for file in source() {
        if !matches!(file.layer(), "domain" | "rating") {
            continue;
        }
        let named = named_under(&file.code, "std");
        for name in ["fs", "time", "env", "process", "net", "thread", "io"] {
            if named.contains(name) {
                wrong.push(format!("{} names std::{name}", file.name));
            }
        }
        for call in [
            "Zoned::now",
            "Timestamp::now",
            "Instant::now",
            "println!",
            "eprintln!",
        ] {
            if file.code.contains(call) {
                wrong.push(format!("{} calls {call}", file.name));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Commands that change a table stand in one place; a form never writes SQL.
#[test]
fn sql_is_written_in_storage_only() {
    let mut wrong = Vec::new();
    collect(&root().join("src"), &mut |path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let is_storage = path
            .strip_prefix(root().join("src"))
            .is_ok_and(|name| name.starts_with("storage"));
        for words in ["INSERT INTO", "UPDATE person", "DELETE FROM", "PRAGMA "] {
            if !is_storage && text.contains(words) {
                wrong.push(format!("{} has {words}", path.display()));
            }
        }
    });
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_file_is_longer_than_600_lines() {
    let long = source()
        .iter()
        .filter(|file| file.lines > 600)
        .map(|file| format!("{} has {} lines", file.name, file.lines))
        .collect::<Vec<_>>();
    assert_eq!(long, Vec::<String>::new());
}

/// Every step of the schema, with the checksum of its text. A released step is never changed, only others added: a camp file that
/// went through the old text would be another one than a camp file that goes through the new text.
const MIGRATIONS: [(&str, u64); 8] = [
    ("01-camp", 0x6f9e_ea16_0841_ae79),
    ("02-birth-date", 0x03d7_c9fe_faff_7838),
    ("03-board", 0x90aa_93ed_5b1a_51bb),
    ("04-director-week", 0xba82_4e30_eb70_9486),
    ("05-us-chess", 0x3d1e_ab88_a84d_6427),
    ("06-copies", 0xabb3_1dec_e5a0_c328),
    ("07-column-order", 0xc5d8_0ecc_cc7e_8958),
    ("08-column-uid", 0x4032_eaf1_1c42_4a24),
];

#[test]
fn migrations_are_only_ever_added() {
    let mut found = fs::read_dir(root().join("migrations"))
        .expect("the migrations")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let mut files = fs::read_dir(&path)
                .expect("a folder")
                .map(|entry| entry.expect("an entry").file_name())
                .collect::<Vec<_>>();
            files.sort();
            assert_eq!(files, ["up.sql"], "there is no way back in a camp file");
            let text = fs::read_to_string(path.join("up.sql")).expect("SQL");
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, checksum(&text))
        })
        .collect::<Vec<_>>();
    found.sort();
    let listed = MIGRATIONS.map(|(name, checksum)| (name.to_owned(), checksum));
    assert_eq!(
        found, listed,
        "a new step is listed here; a changed one is changed back"
    );
}

/// FNV-1a of 64 bits, of the text with the line ends that it has in the repository.
fn checksum(text: &str) -> u64 {
    text.bytes()
        .filter(|byte| *byte != b'\r')
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}

/// A camp file of every schema there ever was, as the program of its day imported the sample into it.
#[test]
fn camp_files_of_every_schema_open_and_give_the_same_ratings() {
    for schema in 1..=MIGRATIONS.len() {
        let name = format!("schema-{schema}.ladder");
        let old = root().join("tests/fixtures/camps").join(&name);
        let bytes =
            fs::read(&old).expect("a camp file of each schema, made by the program of its day");
        assert_eq!(
            bytes[60..64],
            u32::try_from(schema).expect("a small number").to_be_bytes(),
            "{name} is of its schema"
        );
        let desk = Desk::new();
        let path = desk.file(&name, &bytes);
        let mut file = CampFile::open(&path, Mode::Change).expect("an old camp file opens");
        assert_ne!(
            sample::ratings(&file),
            sample::expected(),
            "not recalculated yet"
        );
        sample::recalculated(&mut file);
        assert_eq!(sample::ratings(&file), sample::expected());
        assert_eq!(file.damage().expect("a look"), Vec::<String>::new());
        drop(file);
        let upgraded = fs::read(&path).expect("a camp file");
        let newest = u32::try_from(MIGRATIONS.len()).expect("a small number");
        assert_eq!(
            upgraded[60..64],
            newest.to_be_bytes(),
            "it is of the newest schema now"
        );
    }
}

/// The sample camp stands on the first sheet that anybody prints: every letter of its invented names is in the font.
#[test]
fn the_sample_camp_can_be_printed_as_it_is() {
    let (_, camp) = app::open_sample(sample::TODAY).expect("the sample camp");
    let own = OwnTemplates::default();
    let mut text = String::new();
    for print in Print::ALL {
        let choices = PrintChoices {
            inactive: true,
            ..print.default_choices()
        };
        let laid = report::lay_out(print, &camp, &choices, sample::TODAY, &own).expect("sheets");
        assert_eq!(laid.sentences(), Vec::<String>::new());
        let pages = laid.pages;
        let words = (0..pages.count()).filter_map(|page| pages.text(page));
        text.extend(words);
    }
    let first = camp.players.first().expect("players");
    assert!(text.contains(&first.last_name), "{text}");
}

/// What a clone brings along: all tracked files, or all files where this is no clone.
fn repository() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .arg("ls-files")
        .arg("-z")
        .current_dir(root())
        .output();
    if let Ok(output) = listed
        && output.status.success()
    {
        let names = String::from_utf8(output.stdout).expect("UTF-8");
        return names
            .split_terminator('\0')
            .map(|name| root().join(name))
            .collect();
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(root()).expect("the repository") {
        let path = entry.expect("an entry").path();
        let is_ours = path.file_name().is_some_and(|name| {
            !["target", ".git", "dist"]
                .iter()
                .any(|other| name == *other)
        });
        if is_ours && path.is_dir() {
            collect(&path, &mut |path| files.push(path.to_owned()));
        } else if is_ours {
            files.push(path);
        }
    }
    files
}

#[test]
fn no_file_names_a_folder_of_the_machine_it_was_written_on() {
    // In pieces, so that this file may be looked at too.
    let folders = [
        ["/ho", "me/"],
        ["/ro", "ot/"],
        ["/Us", "ers/"],
        ["\\Us", "ers\\"],
        ["/wo", "rk/"],
        ["/tmp/", "wt"],
    ]
    .map(|pieces| pieces.concat());
    let mut wrong = Vec::new();
    let files = repository();
    assert!(files.len() > 100, "the repository was found");
    for file in files {
        // A tracked file may be deleted but not yet committed so.
        let bytes = fs::read(&file).unwrap_or_default();
        for folder in &folders {
            if bytes
                .windows(folder.len())
                .any(|part| part == folder.as_bytes())
            {
                wrong.push(format!("{} has {folder}", file.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
