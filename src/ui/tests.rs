//! Windows driven by label.
