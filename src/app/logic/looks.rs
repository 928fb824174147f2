//! How the open camp is looked at: remembered when it is left, and recalled when it is opened again.

use super::super::{App, remembered::Remembered};

impl App {
    /// Remembers how the open camp is looked at; the sample camp begins anew each time.
    pub fn remember_looks(&mut self) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let Some(path) = camp.path.clone() else {
            return;
        };
        let camp = &camp.data;
        let key = |key: &str| key.to_owned();
        let pages = self.session.pages.iter();
        let told =
            pages.filter_map(|open| Some((key(open.spec.page.key), open.page.to_remember(camp)?)));
        let remembered = Remembered {
            pages: told.collect(),
            views: self
                .pages()
                .filter(|spec| spec.page.views.len() > 1)
                .map(|spec| (key(spec.page.key), self.views.of(spec.page)))
                .collect(),
        };
        self.settings.camps.insert(path, remembered);
    }

    /// Looks at a camp that was opened as it was looked at last.
    pub(in crate::app) fn recall_looks(&mut self) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let remembered = camp
            .path
            .as_ref()
            .and_then(|path| self.settings.camps.get(path));
        let Some(remembered) = remembered else {
            return;
        };
        for open in &mut self.session.pages {
            let page = open.spec.page;
            if let Some(told) = remembered.pages.get(page.key) {
                open.page.recall(&camp.data, told);
            }
            if let Some(view) = remembered.views.get(page.key) {
                self.views.set(page, *view);
            }
        }
    }
}
