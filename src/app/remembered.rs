//! How each camp was looked at last: the views of its pages, the order of its lists, the ladder that is shown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::View;

/// What is remembered of how a camp was looked at, by the keys of its pages.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Remembered {
    pub(super) views: BTreeMap<String, View>,
    /// What each page wants to be told when the camp is opened again.
    pub(super) pages: BTreeMap<String, Value>,
}
