//! Random tests: how many cases there are, and that most of them hold something.

use proptest::test_runner::TestRunner;

use super::*;

/// So many kinds of changes [`any_change`] knows.
pub(super) const KINDS: u8 = 34;

/// So many random cases as usual, or as many as `CAMP_LADDER_CASES` says. Those that failed once are known by the file of the test.
pub(super) fn cases(usual: u32, file: &'static str) -> ProptestConfig {
    let asked = std::env::var("CAMP_LADDER_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|asked| asked.parse().ok()).unwrap_or(usual),
        max_global_rejects: u32::MAX,
        source_file: Some(file),
        ..ProptestConfig::default()
    }
}

/// Runs a random test that says each time whether the copies could be brought together. One of which most runs are refused holds nothing.
pub(super) fn most_come_together<S: Strategy>(
    config: ProptestConfig,
    values: &S,
    test: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let [runs, merged] = [0, 0].map(std::cell::Cell::new);
    let mut runner = TestRunner::new(config);
    let result = runner.run(values, |value| {
        let is_merged = test(value)?;
        runs.set(runs.get() + 1);
        merged.set(merged.get() + u32::from(is_merged));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}\n{runner}");
    }
    let (runs, merged) = (runs.get(), merged.get());
    assert!(merged * 10 >= runs * 8, "{merged} of {runs}");
}
