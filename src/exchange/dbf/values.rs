//! What the texts of fields mean.

use jiff::civil::Date;

use super::{
    fault::Fault,
    fields::{File, MOST},
    reading::Reader,
    table::Row,
};
use crate::domain::us_chess::{MAX_PAIR, MemberId, SectionKind, System};

/// The first year that a date may be of.
const FIRST_YEAR: i16 = 1900;

/// A field of a record.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) file: File,
    pub(super) row: &'a Row,
    pub(super) field: &'a str,
}

impl<'a> At<'a> {
    pub(super) fn text(self) -> &'a str {
        self.row.text(self.field)
    }

    pub(super) fn place(self) -> String {
        self.file.place(self.row.number, self.field)
    }
}

impl Reader {
    pub(super) fn id(&mut self, at: At) -> Option<MemberId> {
        self.kept(at, MemberId::read(at.text()).map_err(Fault::from))?
    }

    /// A number; nothing without a problem where the field is empty or missing.
    pub(super) fn number(&mut self, at: At, least: usize, most: usize) -> Option<usize> {
        let text = at.text();
        if text.is_empty() {
            return None;
        }
        let digits = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| text.parse().ok()).flatten();
        let number = number.filter(|number| (least..=most).contains(number));
        let fault = || Fault::Number {
            text: text.to_owned(),
            least,
            most,
        };
        self.kept(at, number.ok_or_else(fault))
    }

    /// A number that must be there.
    pub(super) fn needed_number(&mut self, at: At, most: usize) -> Option<u16> {
        if at.text().is_empty() {
            let fault = Fault::Number {
                text: String::new(),
                least: 1,
                most,
            };
            self.problem(at.place(), &fault);
        }
        self.number(at, 1, most)
            .and_then(|number| u16::try_from(number).ok())
    }

    pub(super) fn section_number(&mut self, at: At) -> Option<u16> {
        self.needed_number(at, MOST)
    }

    pub(super) fn pair(&mut self, at: At) -> u16 {
        self.needed_number(at, usize::from(MAX_PAIR))
            .unwrap_or_default()
    }

    pub(super) fn dates(&mut self, begins: At, ends: At) -> (Option<Date>, Option<Date>) {
        let days = (self.date(begins), self.date(ends));
        if let (Some(begins), Some(last)) = days
            && last < begins
        {
            let fault = Fault::EndsBefore { begins, ends: last };
            self.problem(ends.place(), &fault);
        }
        days
    }

    pub(super) fn date(&mut self, at: At) -> Option<Date> {
        let text = at.text();
        if matches!(text, "" | "00000000") {
            return None;
        }
        let is_number = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        let date = is_number.then(|| Date::strptime("%Y%m%d", text).ok());
        let date = date.flatten().filter(|date| date.year() >= FIRST_YEAR);
        let date = match date {
            Some(date) if date > self.today => Err(Fault::Future(date)),
            Some(date) => Ok(date),
            None => Err(Fault::Date(text.to_owned())),
        };
        self.kept(at, date)
    }

    pub(super) fn systems(&mut self, at: At) -> (Vec<System>, bool) {
        let (regular, quick) = (System::Regular, System::Quick);
        let systems = match at.text().to_ascii_uppercase().as_str() {
            "" => Ok((vec![], false)),
            "R" => Ok((vec![regular], false)),
            "Q" => Ok((vec![quick], false)),
            "D" => Ok((vec![regular, quick], false)),
            "B" => Ok((vec![], true)),
            _ => Err(Fault::System(at.text().to_owned())),
        };
        self.kept(at, systems).unwrap_or_default()
    }

    pub(super) fn kind(&mut self, at: At) -> SectionKind {
        let kind = match at.text().to_ascii_uppercase().as_str() {
            "" | "S" | "C" | "2" => Ok(SectionKind::Swiss),
            "R" => Ok(SectionKind::RoundRobin),
            "M" => Ok(SectionKind::Match),
            _ => Err(Fault::Kind(at.text().to_owned())),
        };
        self.kept(at, kind).unwrap_or_default()
    }

    /// A rating; nothing for the unrated.
    pub(super) fn rating(&mut self, at: At) -> Option<f64> {
        let text = at.text();
        let unrated = ["", "unr", "unr.", "new"];
        if unrated.iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return None;
        }
        let digits = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let rating = digits.then(|| text.parse::<u16>().ok()).flatten();
        let rating = self.kept(at, rating.ok_or_else(|| Fault::Rating(text.to_owned())))?;
        (rating > 0).then(|| f64::from(rating))
    }
}
