//! On which machine the figures of a benchmark were measured.

use std::{env, fs, thread};

/// "4 × Some Processor, linux, load 0.31 0.40 0.52"
pub(super) fn machine() -> String {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let processor = read("/proc/cpuinfo");
    let model = processor
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("a processor", |model| {
        model.trim_start_matches([' ', '\t', ':'])
    });
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').take(3).collect::<Vec<_>>().join(" ");
    format!("{cores} × {model}, {}, load {load}", env::consts::OS)
}
