//! The published pages in a real browser, on a phone and on a desk, by day and by night.
//!
//! A page of the test's own holds each of them in a frame of the phone's width and measures it, and does there what a visitor does: looks for a
//! name, and sorts by a title. Every name of the internet leads
//! to the test's own server, which writes down what is asked for. What is printed is read from the PDF that the browser makes of it.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

use tempfile::TempDir;

use crate::{camp_ladder, desktop::require};

const BROWSER: &str = "chromium-headless-shell";

const PHONE: u32 = 360;
const DESK: u32 = 1280;

/// What the browser is told about the light, as its setting numbers it.
const SCHEMES: [(&str, u32); 2] = [("dark", 0), ("light", 1)];

/// Measures what the frame shows: how wide it is, and the least contrast of words with what is behind them. Source of the
/// contrast: Web Content Accessibility Guidelines 2.2.
const MEASURE: &str = r#"
function light(colour) {
  const parts = colour.match(/[\d.]+/g).slice(0, 3).map(part => part / 255);
  const [red, green, blue] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = at.ownerDocument.defaultView.getComputedStyle(at).backgroundColor;
    if (!colour.startsWith("rgba")) return colour;
  }
  throw "nothing behind";
}
onload = () => {
  const page = document.querySelector("iframe").contentDocument;
  let least = 21, where = "";
  for (const element of page.body.querySelectorAll("*")) {
    const says = [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim());
    if (!says || !element.offsetParent || element.matches(".heard, .skip")) continue;
    const lights = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
    const contrast = (lights[0] + 0.05) / (lights[1] + 0.05);
    if (contrast < least) { least = contrast; where = element.tagName + "." + element.className; }
  }
  // A visitor looks for a name, and wants a list the other way round.
  const rows = [...page.querySelectorAll("main tbody tr")];
  const shown = () => rows.filter(row => row.offsetParent).length;
  const box = page.querySelector("input[type=search]");
  let found = "no box", sorted = "no title";
  if (box) {
    const name = page.querySelector("tbody .name").innerText.trim();
    box.value = name.toUpperCase();
    box.dispatchEvent(new Event("input"));
    const left = rows.filter(row => row.offsetParent);
    found = left.length > 0 && left.length < rows.length && left.every(row => row.innerText.includes(name)) ? "found" : "not found";
    box.value = "Nobody at all";
    box.dispatchEvent(new Event("input"));
    if (shown() > 0 || !page.querySelector("[role=status]").textContent) found = "found who isn't there";
    box.value = "";
    box.dispatchEvent(new Event("input"));
    if (shown() !== rows.length) found = "lost";
  }
  const title = page.querySelector("th.rating button, th.number button, th.name button");
  if (title) {
    const table = title.closest("table"), column = title.closest("th").cellIndex;
    const cells = () => [...table.tBodies[0].rows].map(row => row.cells[column].innerText);
    const before = cells();
    title.click();
    const once = cells();
    title.click();
    const twice = cells();
    const all = cells => [...cells].sort().join();
    const ends = once.at(0) === twice.at(-1) && once.at(-1) === twice.at(0) && once.at(0) !== once.at(-1);
    sorted = ends && all(before) === all(once) && all(once) === all(twice) && title.closest("th").ariaSort ? "sorted" : once.join() + " and " + twice.join();
  }
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.title = ["measured", scheme, page.querySelector("h1").offsetHeight, page.documentElement.scrollWidth, least.toFixed(2), where, found, sorted].join("|");
};
"#;

/// What [`MEASURE`] found.
#[derive(Debug)]
struct Measured {
    scheme: String,
    heading_height: u32,
    width: u32,
    contrast: f64,
    /// The words with the least contrast.
    faintest: String,
    /// "found", or what went wrong when a name was looked for.
    found: String,
    /// "sorted", or the cells that came instead.
    sorted: String,
}

/// A web server that knows the published folder, and what was asked of it.
struct Server {
    port: u16,
    /// "127.0.0.1:8080/index.html"
    asked: Arc<Mutex<BTreeSet<String>>>,
}

impl Server {
    fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Arc::<Mutex<BTreeSet<String>>>::default();
        let list = Arc::clone(&asked);
        // It ends with the test's process.
        thread::spawn(move || {
            for visitor in listener.incoming().flatten() {
                let (folder, list) = (folder.clone(), Arc::clone(&list));
                thread::spawn(move || answer(&visitor, &folder, &list));
            }
        });
        Self { port, asked }
    }

    /// What was asked for since the last time.
    fn asked(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.asked.lock().expect("the list"))
    }

    fn address(&self, path: &str) -> String {
        format!("127.0.0.1:{}/{path}", self.port)
    }
}

fn answer(mut visitor: &TcpStream, folder: &Path, asked: &Mutex<BTreeSet<String>>) {
    let mut head = BufReader::new(visitor).lines().map_while(Result::ok);
    // Whoever speaks another language than a web browser in the clear is written down too.
    let request = head.next().unwrap_or_default();
    let host = head
        .take_while(|line| !line.is_empty())
        .find_map(|line| Some(line.strip_prefix("Host: ")?.to_owned()))
        .unwrap_or_default();
    let path = request.split(' ').nth(1).unwrap_or(&request);
    asked
        .lock()
        .expect("the list")
        .insert(format!("{host}{path}"));
    let path = path.trim_start_matches('/');
    let body = match path.strip_prefix("measure/").and_then(|path| path.split_once('/')) {
        Some((width, page)) => format!(
            "<!DOCTYPE html><title>?</title><iframe src=\"/{page}\" style=\"width: {width}px; height: 800px; border: 0\"></iframe>\
             <script>{MEASURE}</script>"
        )
        .into_bytes(),
        None => fs::read(folder.join(path)).unwrap_or_default(),
    };
    let status = if body.is_empty() {
        "404 Not Found"
    } else {
        "200 OK"
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = visitor
        .write_all(head.as_bytes())
        .and_then(|()| visitor.write_all(&body));
}

/// The sample camp in its second week, published.
fn publish(home: &Path) -> PathBuf {
    let run = |arguments: &[&str]| {
        let output = Command::new(camp_ladder())
            .args(arguments)
            .current_dir(home)
            .env("HOME", home)
            .output()
            .expect("the program");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {messages}");
    };
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/access/csv");
    let mut import = vec!["import".to_owned(), "Camp.ladder".to_owned()];
    for table in fs::read_dir(tables).expect("the sample") {
        let table = table.expect("a table").path();
        import.push(table.display().to_string());
    }
    import.extend(["--result".to_owned(), "(0-1)=draw".to_owned()]);
    run(&import.iter().map(String::as_str).collect::<Vec<_>>());
    run(&["recalc", "Camp.ladder"]);
    run(&["week", "Camp.ladder", "close"]);
    run(&[
        "week",
        "Camp.ladder",
        "start",
        "--label",
        "Openings and endings",
    ]);
    let game = "GameID,White,Black,Result,Date\n9001,10,31,(1-0),7/13/2026\n";
    fs::write(home.join("Ladder Games.csv"), game).expect("a game");
    run(&["import", "Camp.ladder", "Ladder Games.csv"]);
    run(&["recalc", "Camp.ladder"]);
    run(&["publish", "Camp.ladder", "--out", "pages", "--games"]);
    home.join("pages")
}

/// The browser, without a window, for which the whole internet is the test's server.
fn browser(server: &Server, home: &Path, scheme: u32) -> Command {
    let mut command = Command::new(BROWSER);
    command
        .args(["--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .arg("--virtual-time-budget=10000")
        .arg(format!(
            "--user-data-dir={}",
            home.join("browser").display()
        ))
        .arg(format!(
            "--host-resolver-rules=MAP * 127.0.0.1:{}",
            server.port
        ))
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .env("HOME", home);
    command
}

fn measure(server: &Server, home: &Path, scheme: u32, width: u32, page: &str) -> Measured {
    let output = browser(server, home, scheme)
        .arg("--window-size=1400,1000")
        .arg("--dump-dom")
        .arg(format!(
            "http://{}",
            server.address(&format!("measure/{width}/{page}"))
        ))
        .output()
        .expect("the browser");
    let page = String::from_utf8_lossy(&output.stdout);
    let title = page
        .split_once("<title>measured|")
        .and_then(|(_, after)| after.split_once("</title>"));
    let Some((title, _)) = title else {
        let messages = String::from_utf8_lossy(&output.stderr);
        panic!("nothing was measured: {page}\n{messages}");
    };
    let mut found = title.split('|');
    let mut next = || found.next().expect("what was measured").to_owned();
    Measured {
        scheme: next(),
        heading_height: next().parse().expect("pixels"),
        width: next().parse().expect("pixels"),
        contrast: next().parse().expect("a number"),
        faintest: next(),
        found: next(),
        sorted: next(),
    }
}

#[test]
fn published_pages_are_read_on_every_screen_and_ask_for_nothing() {
    require(&[(BROWSER, BROWSER)], "");
    let home = TempDir::with_prefix("camp-ladder-pages-").expect("a folder");
    let folder = publish(home.path());
    let server = Server::start(folder);
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&pictures).expect("a folder for pictures");
    for page in [
        "index.html",
        "week-1.html",
        "week-1-crosstable.html",
        "week-1-games.html",
        "week-2.html",
        "season.html",
        "player-10.html",
    ] {
        for (scheme, number) in SCHEMES {
            for width in [PHONE, DESK] {
                let found = measure(&server, home.path(), number, width, page);
                assert_eq!(found.scheme, scheme);
                assert_eq!(
                    found.width, width,
                    "nothing stands out at the side: {page}, {found:?}"
                );
                assert!(found.heading_height > 20, "{page}, {found:?}");
                println!(
                    "{page} {width} {scheme}: {} at {}",
                    found.contrast, found.faintest
                );
                assert!(found.contrast >= 4.5, "{page}, {found:?}");
                let expected = match page {
                    // It is about one player only.
                    "player-10.html" => "no box",
                    _ => "found",
                };
                assert_eq!(found.found, expected, "{page}, {found:?}");
                assert_eq!(found.sorted, "sorted", "{page}, {found:?}");
                let expected = [page.to_owned(), format!("measure/{width}/{page}")];
                let mut asked = server.asked();
                // For the page of the test, which has no icon; a published one asks for none.
                asked.remove(&server.address("favicon.ico"));
                assert_eq!(asked, expected.map(|path| server.address(&path)).into());
            }
            let picture = pictures.join(format!("{page}-{scheme}.png"));
            let status = browser(&server, home.path(), number)
                .arg(format!("--window-size={DESK},1600"))
                .arg(format!("--screenshot={}", picture.display()))
                .arg(format!("http://{}", server.address(page)))
                .output()
                .expect("the browser")
                .status;
            assert!(status.success(), "{page}: {status}");
            assert_eq!(server.asked(), [server.address(page)].into(), "and no icon");
            println!("{}", picture.display());
        }
    }
}

/// What a page gives on paper, as a PDF.
fn printed_pdf(home: &Path, page: &Path) -> PathBuf {
    let pdf = home.join("printed.pdf");
    let address = format!("file://{}", page.display());
    let status = Command::new(BROWSER)
        .args(["--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"])
        .arg(format!(
            "--user-data-dir={}",
            home.join("browser").display()
        ))
        .arg(format!("--print-to-pdf={}", pdf.display()))
        .arg(address)
        .env("HOME", home)
        .output()
        .expect("the browser")
        .status;
    assert!(status.success(), "{}: {status}", page.display());
    pdf
}

/// The same, sheet by sheet.
fn printed(home: &Path, page: &Path) -> Vec<String> {
    let pdf = printed_pdf(home, page);
    let text = Command::new("pdftotext")
        .args(["-layout".as_ref(), pdf.as_os_str(), "-".as_ref()])
        .output()
        .expect("what reads a PDF");
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    let sheets = text.split('\u{c}').map(str::trim);
    sheets
        .filter(|sheet| !sheet.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// From a folder, as somebody opens them who got them on a stick.
#[test]
fn published_pages_are_printed_from_their_first_sheet_on_with_titles_on_each() {
    require(&[(BROWSER, BROWSER), ("pdftotext", "poppler-utils")], "");
    let home = TempDir::with_prefix("camp-ladder-pages-").expect("a folder");
    let folder = publish(home.path());
    for (page, title) in [
        ("index.html", "Rank"),
        ("week-1.html", "Rank"),
        ("season.html", "Name"),
        ("week-1-games.html", "White"),
    ] {
        let sheets = printed(home.path(), &folder.join(page));
        assert!(sheets.len() > 1, "{page}: {sheets:?}");
        // A list begins below the heading, however long it is, and goes on with its titles.
        for (number, sheet) in sheets.iter().enumerate() {
            let rows = sheet.lines().count();
            assert!(rows > 5 || number > 0, "{page}, sheet {number}: {sheet}");
            let is_end = number + 1 == sheets.len();
            assert!(
                sheet.contains(title) || is_end,
                "{page}, sheet {number}: {sheet}"
            );
            assert!(!sheet.contains("Find a player"), "{page}: {sheet}");
        }
    }
}

/// How far from the left edge of its sheet the last word ends, and how wide the sheet is, in points.
fn rightmost(pdf: &Path) -> (f64, f64) {
    let output = Command::new("pdftotext")
        .args(["-bbox".as_ref(), pdf.as_os_str(), "-".as_ref()])
        .output()
        .expect("what reads a PDF");
    let boxes = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers = |name: &str| {
        let numbers = boxes.split(name).skip(1);
        let numbers = numbers.filter_map(|after| after.split('"').nth(1)?.parse::<f64>().ok());
        numbers.fold(0.0, f64::max)
    };
    (numbers(" xMax="), numbers("<page width="))
}

/// With squares, and with somebody whose name has parts that are longer than a column.
#[test]
fn nothing_that_is_printed_of_a_page_goes_over_the_edge_of_the_paper() {
    require(&[(BROWSER, BROWSER), ("pdftotext", "poppler-utils")], "");
    let home = TempDir::with_prefix("camp-ladder-pages-").expect("a folder");
    let folder = publish(home.path());
    for page in [
        "week-1.html",
        "week-1-crosstable.html",
        "week-1-games.html",
        "season.html",
        "player-10.html",
    ] {
        let page = folder.join(page);
        let text = fs::read_to_string(&page).expect("a page");
        let (before, after) = text.split_once("class=\"name\"><a").expect("a name");
        let (_, after) = after.split_once("<bdi>").expect("a name");
        let (_, after) = after.split_once("</bdi>").expect("a name");
        let long = "Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff";
        let text = format!("{before}class=\"name\"><a href=\"#\"><bdi>{long}</bdi>{after}");
        fs::write(&page, text).expect("a page");
        let (right, width) = rightmost(&printed_pdf(home.path(), &page));
        // The margins are 15 mm.
        assert!(right > width / 2.0, "{}: {right}", page.display());
        assert!(
            right <= width - 42.0,
            "{}: {right} of {width}",
            page.display()
        );
    }
}

#[test]
fn published_pages_are_written_as_the_web_wants_it() {
    require(&[("tidy", "tidy")], "");
    let home = TempDir::with_prefix("camp-ladder-pages-").expect("a folder");
    let folder = publish(home.path());
    let mut pages = 0;
    for entry in fs::read_dir(folder).expect("the pages") {
        let page = entry.expect("a file").path();
        if page.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        pages += 1;
        let checked = Command::new("tidy")
            .args(["-quiet", "-errors", "-utf8"])
            .arg(&page)
            .output()
            .expect("tidy");
        let said = String::from_utf8_lossy(&checked.stderr).into_owned();
        // An attribute of WAI-ARIA 1.1, which this version doesn't know.
        let wrong = said
            .lines()
            .filter(|line| !line.ends_with("proprietary attribute \"aria-current\""));
        let wrong = wrong.collect::<Vec<_>>();
        assert!(wrong.is_empty(), "{}: {wrong:?}", page.display());
    }
    assert!(pages > 40, "{pages}");
}
