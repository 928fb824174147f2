//! What a frame costs the processor while a long table scrolls: `cargo bench --bench frames`.
//!
//! Each line is the program's own table beside the same rows in a plain `egui_extras::TableBuilder`, measured in turns in one
//! run. A frame is the pass over the widgets and the making of triangles; what the graphics card does is not counted.
//! Prints one Markdown table; BENCHMARKS.md says what it means. Names of benchmarks after `--` run only those.
#![expect(
    clippy::print_stdout,
    reason = "a benchmark's answer goes to standard output"
)]

#[path = "../shared/machine.rs"]
mod machine;
mod us_chess;
mod window;

use std::{env, hint::black_box, time::Duration};

use camp_ladder::kit::{CellAt, Column, Table, TableState, theme};
use egui::{
    Context, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, RawInput, Rect, TouchPhase,
    Ui, pos2, vec2,
};
use egui_extras::TableBuilder;

use self::machine::machine;

const ROW: f32 = 30.0;
/// Forty rows and the titles.
const WINDOW: Rect = Rect {
    min: pos2(0.0, 0.0),
    max: pos2(1220.0, 40.0 * ROW + 36.0),
};
const COLUMNS: usize = 12;
const WARM_UP: usize = 60;
const FRAMES: usize = 1000;

fn main() {
    let wanted = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect::<Vec<_>>();
    let is_wanted =
        |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("{}\n", machine());
    println!("| CPU time a frame, 50th and 99th percentile | aim | measured | compared with |");
    println!("|---|---|---|---|");
    let benchmarks: [(&str, fn()); 4] = [
        ("table", table),
        ("window", window::window),
        ("backup", window::typing_beside_a_backup),
        ("crosstable", us_chess::crosstable),
    ];
    for (name, benchmark) in benchmarks {
        if is_wanted(name) {
            benchmark();
        }
    }
}

// The bare widget.

/// How the rows are moved along.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Way {
    Wheel,
    PageDown,
    Jump,
    /// Letters are typed, and taken back again.
    Letters,
    /// Nothing happens.
    Rest,
}

fn table() {
    let ways = [
        (Way::Wheel, "by the wheel"),
        (Way::PageDown, "by Page Down"),
        (Way::Jump, "by jumps to anywhere"),
    ];
    for (rows, count) in [(10_000, "10,000"), (1_000_000, "1,000,000")] {
        for (way, words) in ways {
            let what = format!("{COLUMNS} columns × 40 rows of {count}, scrolled {words}");
            side_by_side(&what, rows, way, false);
        }
    }
    let what = "the same by the wheel, with a screen reader listening";
    side_by_side(what, 1_000_000, Way::Wheel, true);
}

/// Measures both tables, a frame of the one after a frame of the other.
fn side_by_side(what: &str, rows: usize, way: Way, spoken: bool) {
    let mut ours = Screen::new(spoken);
    let mut plain = Screen::new(spoken);
    let mut datasheet = Datasheet::new(rows);
    for frame in 0..WARM_UP + FRAMES {
        // Jumps stay below the row at which the plain table's points stop being exact.
        let row = anywhere(frame, rows.min(400_000));
        ours.frame(way, |ui| datasheet.show(ui, way, row));
        let target = match way {
            Way::Wheel | Way::Letters | Way::Rest => None,
            Way::PageDown => Some((frame + 1) * 39 % rows),
            Way::Jump => Some(row),
        };
        plain.frame(way, |ui| plain_table(ui, rows, target));
    }
    let (ours, plain) = (ours.percentiles(), plain.percentiles());
    println!("| {what} | 1.5 ms | {ours} | plain `TableBuilder`: {plain} |");
}

/// The program's table as a datasheet, with everything that it can do switched on.
struct Datasheet {
    rows: usize,
    state: TableState,
}

impl Datasheet {
    fn new(rows: usize) -> Self {
        Self {
            rows,
            state: TableState::default(),
        }
    }

    fn show(&mut self, ui: &mut Ui, way: Way, row: usize) {
        let titles = titles();
        let columns = titles
            .iter()
            .map(|title| Column::fixed(title.as_str(), 98.0).sortable())
            .collect::<Vec<_>>();
        let is_at_end = self.state.row.is_some_and(|row| row + 1 >= self.rows);
        match way {
            Way::Jump => self.state.go_to(CellAt { row, column: 3 }),
            Way::PageDown if is_at_end => self.state.go_to(CellAt { row: 0, column: 0 }),
            Way::PageDown | Way::Wheel | Way::Letters | Way::Rest => {}
        }
        let row_name = |row: usize| text(row, 0);
        let table = Table::new("Rows", &columns, self.rows)
            .row_name(&row_name)
            .cells()
            .multiple()
            .adjustable()
            .column_menus()
            .selectors(None)
            .new_record();
        let id = table.id_in(ui);
        ui.memory_mut(|memory| memory.request_focus(id));
        let answer = table.show_state(
            ui,
            &mut self.state,
            |cell, row, column| cell.text(&text(row, column)),
            |_| {},
        );
        assert!(answer.visible.len() >= 38, "a full window is measured");
    }
}

/// The same rows in what egui offers.
fn plain_table(ui: &mut Ui, rows: usize, target: Option<usize>) {
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    let mut table = TableBuilder::new(ui)
        .striped(true)
        .auto_shrink(false)
        .animate_scrolling(false)
        .columns(egui_extras::Column::exact(98.0), COLUMNS);
    if let Some(row) = target {
        table = table.scroll_to_row(row, None);
    }
    let titles = titles();
    let mut shown = 0;
    table
        .header(34.0, |mut header| {
            for title in &titles {
                header.col(|ui| {
                    ui.strong(title);
                });
            }
        })
        .body(|body| {
            body.rows(ROW, rows, |mut row| {
                shown += 1;
                let index = row.index();
                for column in 0..COLUMNS {
                    row.col(|ui| {
                        ui.label(text(index, column));
                    });
                }
            });
        });
    assert!(shown >= 38, "a full window is measured");
}

fn titles() -> Vec<String> {
    (1..=COLUMNS).map(|n| format!("Column {n}")).collect()
}

/// What stands in a cell: a name, numbers, or a word that many rows share, as in a list of games.
fn text(row: usize, column: usize) -> String {
    const WORDS: [&str; 5] = ["1–0", "0–1", "½–½", "Kings", "Queens"];
    match column % 4 {
        0 => format!("{}", row + 1),
        1 => format!("Camper {}", row * 7919 % 10_000),
        2 => WORDS[(row + column) % WORDS.len()].to_owned(),
        _ => format!("{}", 400 + row * 37 % 1100),
    }
}

/// Rows without a pattern, the same ones in every run.
fn anywhere(frame: usize, rows: usize) -> usize {
    frame * 7_368_787 % rows
}

// Measuring.

/// A screen that nobody sees, and what its frames have cost.
struct Screen {
    ctx: Context,
    frames: usize,
    /// The last frame whose cost isn't counted.
    warm: usize,
    costs: Vec<Duration>,
    /// How many things the last frame told a screen reader.
    said: usize,
    /// Whether the last frame asked for another one.
    repaints: bool,
}

impl Screen {
    fn new(spoken: bool) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        if spoken {
            ctx.enable_accesskit();
        }
        Self {
            ctx,
            frames: 0,
            warm: WARM_UP,
            costs: Vec::with_capacity(FRAMES),
            said: 0,
            repaints: false,
        }
    }

    /// Begins to count anew, after some frames.
    fn warm_up(&mut self) {
        self.warm = self.frames + WARM_UP;
        self.costs.clear();
    }

    fn frame(&mut self, way: Way, mut show: impl FnMut(&mut Ui)) {
        self.frames += 1;
        let start = cpu_time();
        let mut output = self.ctx.run_ui(self.input(way), |ui| show(ui));
        // The glyphs go to the graphics card.
        output.textures_delta.clear();
        self.repaints = output
            .viewport_output
            .values()
            .any(|viewport| viewport.repaint_delay < Duration::MAX);
        self.said = output
            .platform_output
            .accesskit_update
            .map_or(0, |update| update.nodes.len());
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let cost = cpu_time().saturating_sub(start);
        black_box(triangles);
        if self.frames > self.warm {
            self.costs.push(cost);
        }
    }

    fn input(&self, way: Way) -> RawInput {
        let mut events = Vec::new();
        if way != Way::Rest {
            events.push(Event::PointerMoved(WINDOW.center()));
        }
        match way {
            Way::Wheel => events.push(Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, -53.0),
                phase: TouchPhase::Move,
                source: MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            }),
            Way::PageDown => events.push(pressed(Key::PageDown)),
            Way::Letters => events.push(match self.frames % 6 {
                typed @ 0..3 => Event::Text("ann"[typed..=typed].to_owned()),
                _ => pressed(Key::Backspace),
            }),
            Way::Jump | Way::Rest => {}
        }
        let frames = u32::try_from(self.frames).unwrap_or(u32::MAX);
        RawInput {
            screen_rect: Some(WINDOW),
            time: Some(f64::from(frames) / 60.0),
            events,
            ..RawInput::default()
        }
    }

    /// "0.52 ms, 0.71 ms"
    fn percentiles(&mut self) -> String {
        self.costs.sort();
        let at = |percent: usize| {
            let cost = self.costs[(self.costs.len() * percent / 100).min(self.costs.len() - 1)];
            format!("{:.2} ms", cost.as_secs_f64() * 1e3)
        };
        format!("{}, {}", at(50), at(99))
    }
}

fn pressed(key: Key) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// The time that this thread has had a processor; other programs don't count.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

/// Where a thread's own time isn't told: the time of the clock.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
