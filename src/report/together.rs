//! Several prints in one document: the sheets of one after those of the other.

use typst::{
    introspection::{Location, Tag},
    layout::{Frame, FrameItem},
    model::{Destination, Document as _},
};
use typst_layout::{Page, PagedDocument};

use super::{LaidOut, Pages, Print, Remark, ReportError, letters::each_once};

impl LaidOut {
    /// The same sheets in one document of this title, each numbered as in its own print, and what there is to say about any of them. A
    /// print that would show nothing is left out, and that is said.
    ///
    /// # Errors
    /// The first mistake of any of them; [`ReportError::NothingToShow`] where none shows anything, and
    /// [`ReportError::NothingChosen`] without any.
    pub fn together(
        parts: impl IntoIterator<Item = (Print, Result<Self, ReportError>)>,
        title: &str,
    ) -> Result<Self, ReportError> {
        let mut laid = Vec::new();
        let mut remarks = Vec::new();
        let mut nothing = None;
        for (print, part) in parts {
            match part {
                Ok(part) => laid.push(part),
                Err(ReportError::NothingToShow(reason)) => {
                    remarks.push(Remark::LeftOut(print, reason.clone()));
                    nothing.get_or_insert(ReportError::NothingToShow(reason));
                }
                Err(error) => return Err(error),
            }
        }
        let Some(first) = laid.first() else {
            return Err(nothing.unwrap_or(ReportError::NothingChosen));
        };
        let paper = first.paper;
        let is_spoiled = laid.iter().any(|part| part.is_spoiled);
        let mut pages = Vec::new();
        for part in laid {
            for remark in part.remarks {
                if !remarks.contains(&remark) {
                    remarks.push(remark);
                }
            }
            pages.push(part.pages);
        }
        Ok(Self {
            pages: Pages::together(&pages, title).ok_or(ReportError::NothingChosen)?,
            paper,
            remarks,
            is_spoiled,
        })
    }
}

impl Pages {
    fn together(parts: &[Self], title: &str) -> Option<Self> {
        let mut info = parts.first()?.document.info().clone();
        info.title = Some(title.into());
        let missing = parts.iter().flat_map(Self::missing_letters);
        let missing = each_once(missing.cloned());
        let pages = parts.iter().enumerate().flat_map(|(place, part)| {
            let pages = part.document.pages().iter().cloned();
            pages.map(move |page| told_apart(page, place))
        });
        let document = PagedDocument::new(pages.collect(), info);
        Some(Self::new(document, title.to_owned(), missing))
    }
}

/// A page of the print at this place. The typesetter tells what stands on pages apart by what it is and where it stands in its document,
/// so that a heading of two prints would be one and the same in both.
fn told_apart(mut page: Page, place: usize) -> Page {
    move_locations(&mut page.frame, place);
    page
}

fn move_locations(frame: &mut Frame, place: usize) {
    let moved = |location: Location| location.variant(place);
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) => {
                move_locations(&mut group.frame, place);
                if let Some(parent) = &mut group.parent {
                    parent.location = moved(parent.location);
                }
            }
            FrameItem::Tag(Tag::Start(element, _)) => {
                if let Some(location) = element.location() {
                    element.set_location(moved(location));
                }
            }
            FrameItem::Tag(Tag::End(location, ..))
            | FrameItem::Link(Destination::Location(location), _) => *location = moved(*location),
            _ => (),
        }
        true
    });
}

#[cfg(test)]
mod tests {
    use super::super::{
        OwnTemplates, Print, lay_out,
        tests::{TODAY, camp, laid, plain_camp, texts},
    };
    use super::*;
    use crate::domain::CampData;

    #[test]
    fn sheets_of_several_prints_are_one_document_and_each_as_it_was() {
        let camp = camp(30);
        // Two of one print share every heading.
        let prints = [Print::Standings, Print::Certificates, Print::Standings];
        let parts = prints.map(|print| laid(print, &camp, &print.default_choices()));
        let all = || prints.into_iter().zip(parts.clone().map(Ok));
        let apart = parts.iter().flat_map(|part| texts(&part.pages));
        let apart = apart.collect::<Vec<_>>();
        let missing = parts[0].pages.missing_letters();
        assert!(!missing.is_empty());

        let together = LaidOut::together(all(), "All of it").expect("sheets");
        assert_eq!(texts(&together.pages), apart);
        assert!(together.is_spoiled, "by the certificates");
        assert_eq!(together.pages.title(), "All of it");
        let said = together.pages.missing_letters();
        let same = |letters: &&_| *letters == &missing[0];
        assert_eq!(said.iter().filter(same).count(), 1, "each once");
        let lies = |page| {
            let size = together.pages.size(page).expect("a page");
            size.width > size.height
        };
        let on_its_side = (0..together.pages.count()).filter(|page| lies(*page));
        assert_eq!(on_its_side.count(), parts[1].pages.count());

        let pdf = together.pages.unpacked_pdf(&[]).expect("a PDF");
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.contains(&format!("/Type/Pages/Count {}/", apart.len())));
        assert!(text.contains("/StructTreeRoot") && text.contains("All of it"));
        let whole = parts
            .iter()
            .map(|part| headings(&part.pages))
            .sum::<usize>();
        assert_eq!(
            headings(&together.pages),
            whole,
            "no heading is taken for another"
        );
        together
            .pages
            .upright()
            .pdf()
            .expect("a PDF for the printer");
    }

    /// How many headings the PDF tells a screen reader of.
    fn headings(pages: &Pages) -> usize {
        let pdf = pages.unpacked_pdf(&[]).expect("a PDF");
        String::from_utf8_lossy(&pdf).matches("/S/H1").count()
    }

    #[test]
    fn a_print_that_would_show_nothing_is_left_out() {
        let mut camp = plain_camp(12);
        let lay_out = |camp: &CampData, prints: &[Print]| {
            let parts = prints.iter().map(|print| {
                let choices = print.default_choices();
                let laid = lay_out(*print, camp, &choices, TODAY, &OwnTemplates::default());
                (*print, laid)
            });
            LaidOut::together(parts, "All of it")
        };
        camp.games = Vec::new().into();
        let prints = [Print::Prizes, Print::Standings, Print::Games];
        let laid = lay_out(&camp, &prints).expect("standings");
        assert_eq!(laid.pages.count(), 1);
        let said = laid.remarks.iter().map(ToString::to_string);
        assert_eq!(
            said.collect::<Vec<_>>(),
            [
                "Prize list: nothing to print. No game that counts has been typed in this week yet. Type games first",
                "Game list: nothing to print. No games have been typed in this week yet. Type games first",
            ]
        );
        let refused = |prints: &[Print]| lay_out(&camp, prints).expect_err("nothing").to_string();
        assert!(refused(&[Print::Games]).starts_with("No games have been typed"));
        assert_eq!(refused(&[]), ReportError::NothingChosen.to_string());
    }
}
