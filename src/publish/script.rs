//! The one script of the pages. They say all that they have to say without it; it adds a box to search by name, and sorting by
//! a column's title.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha256};

/// It stands in every page, so that a page needs no other file.
pub(super) const SCRIPT: &str = include_str!("templates/page.js");

/// What the browser is told to run, and nothing else: "sha256-…". Source: Content Security Policy Level 3, "script-src".
pub(super) fn fingerprint() -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(SCRIPT)))
}
