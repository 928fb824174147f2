//! Every reader of strangers' bytes is given bytes that nobody would write: what is kept in `corpus/`, and then files changed at random for
//! as long as there is time. None may panic, take too long or fill the memory.
//!
//! `cargo test --test fuzz` gives each reader some seconds. As long as one likes, of one reader or of all of them, one after the other, at a
//! low priority:
//!
//! ```text
//! CAMP_LADDER_FUZZ_SECONDS=3600 nice -n 19 cargo test --release --test fuzz -- --nocapture --test-threads=1 trf
//! ```
//!
//! `--release` matters: a build without optimisation reads a tenth as many inputs in the same time. `CAMP_LADDER_FUZZ_SEED=7` begins with other
//! inputs than the run before; `CAMP_LADDER_FUZZ_INPUTS=1000000` ends when so many are read, however long it takes. Readers of text are given a
//! million inputs within minutes; those that open a camp file, repair one or lay out a page take milliseconds for each, and hours for a million.
//!
//! An input that does harm is kept as a file, which the test names. Once the reader is mended it goes into `corpus/`, in the folder of its
//! target, and is read at every run from then on.

#![expect(
    clippy::print_stdout,
    reason = "says how many inputs each reader was given"
)]

mod bench;
mod mutate;
mod seeds;
mod small_camp;
mod targets;
mod worker;

/// Makes a test of each target: its name, its reader and the files that inputs are made of.
macro_rules! targets {
    ($($name:ident: $reader:path, $seeds:path;)+) => {
        $(
            #[test]
            fn $name() {
                worker::fuzz(&worker::Target {
                    name: stringify!($name),
                    reader: $reader,
                    seeds: $seeds,
                });
            }
        )+

        #[test]
        fn every_folder_of_the_corpus_has_a_target() {
            let targets = [$(stringify!($name)),+];
            let folders = std::fs::read_dir(seeds::corpus()).expect("the corpus");
            for folder in folders {
                let name = folder.expect("a folder").file_name();
                assert!(targets.iter().any(|target| name == *target), "{}", name.display());
            }
        }
    };
}

targets! {
    text_table: targets::text_table, seeds::text_tables;
    access_file: targets::access_file, seeds::nothing_more;
    visual_basic: targets::visual_basic, seeds::visual_basic;
    us_chess_crosstable: targets::us_chess_crosstable, seeds::us_chess_crosstables;
    us_chess_json: targets::us_chess_json, seeds::us_chess_json;
    entries_csv: targets::entries_csv, seeds::nothing_more;
    members_csv: targets::members_csv, seeds::nothing_more;
    national_list: targets::national_list, seeds::nothing_more;
    dbf: targets::dbf, seeds::nothing_more;
    trf: targets::trf, seeds::nothing_more;
    camp_file: targets::camp_file, seeds::camp_files;
    camp_values: targets::camp_values, seeds::orders;
    journal: targets::journal, seeds::journals;
    repair: targets::repair, seeds::camp_files;
    backup: targets::backup, seeds::backups;
    settings: targets::settings, seeds::settings;
    template: targets::template, seeds::templates;
    font: targets::font, seeds::fonts;
    logo: targets::logo, seeds::logos;
}
