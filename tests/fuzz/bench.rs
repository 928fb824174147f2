//! Where inputs are read: a folder, and what readers compare them with.

use std::{cell::OnceCell, fs, path::PathBuf};

use camp_ladder::{
    domain::{CampData, Edit},
    import::{Choices, Plan, read},
    jobs::Progress,
    storage::{CampFile, Occasion},
};
use jiff::civil::{Date, date};

use crate::seeds::{camp_files, fixtures};

/// After all days of the samples.
pub(crate) const TODAY: Date = date(2026, 11, 23);

pub(crate) struct Bench {
    folder: PathBuf,
    camp: OnceCell<CampData>,
    empty: OnceCell<CampData>,
    camp_file: OnceCell<Vec<u8>>,
}

impl Bench {
    pub(crate) fn new(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).expect("a folder");
        Self {
            folder,
            camp: OnceCell::new(),
            empty: OnceCell::new(),
            camp_file: OnceCell::new(),
        }
    }

    /// Empties the folder, and says where a file of this name would be.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        fs::remove_dir_all(&self.folder).expect("a folder of ours");
        fs::create_dir_all(&self.folder).expect("a folder");
        self.folder.join(name)
    }

    /// Writes a file, the only one in the folder.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    /// A camp in which nothing is.
    pub(crate) fn empty(&self) -> &CampData {
        self.empty.get_or_init(|| {
            let file = CampFile::in_memory("Camp", TODAY).expect("memory");
            file.load().expect("a camp")
        })
    }

    /// A camp file of the newest version.
    pub(crate) fn camp_file(&self) -> &[u8] {
        self.camp_file
            .get_or_init(|| camp_files().pop().expect("a camp"))
    }

    /// The sample camp.
    pub(crate) fn camp(&self) -> &CampData {
        self.camp.get_or_init(|| {
            let mut file = CampFile::in_memory("Camp", TODAY).expect("memory");
            let tables = fixtures().join("access/csv");
            let sources = ["Camp Groups.csv", "Ladder Players.csv", "Ladder Games.csv"]
                .map(|name| read(&tables.join(name), &Progress::default()).expect("a sample"));
            let plan = Plan::new(&sources, self.empty(), &Choices::default());
            file.apply(
                &Edit::Import(Box::new(plan.changes)),
                &Occasion::now("A change"),
            )
            .expect("an import");
            file.load().expect("a camp")
        })
    }
}
