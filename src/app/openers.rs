//! Files, folders and pages that are opened in the programs which the computer has for them.

use std::path::Path;

use crate::{
    publish::{self, FolderError},
    report::{self, SaveError},
};

/// How they are opened. Nothing is, unless the window gives the program the real ones.
#[derive(Clone, Copy, Debug)]
pub struct Openers {
    pub pdf: fn(&Path) -> Result<(), SaveError>,
    pub folder: fn(&Path) -> Result<(), SaveError>,
    /// The first of the pages in a published folder.
    pub pages: fn(&Path) -> Result<(), FolderError>,
}

impl Default for Openers {
    fn default() -> Self {
        Self {
            pdf: |_| Ok(()),
            folder: |_| Ok(()),
            pages: |_| Ok(()),
        }
    }
}

impl Openers {
    /// Those of this computer.
    pub const fn real() -> Self {
        Self {
            pdf: report::open_pdf,
            folder: report::open_folder,
            pages: publish::open,
        }
    }
}
