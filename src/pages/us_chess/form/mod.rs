//! Forms that are described: which fields a record has, how each is shown, and how what is typed is put into it.

mod kinds;

use std::fmt;

use jiff::civil::Date;

pub(super) use self::kinds::{
    COUNT, DAY, Kind, LONG, MEMBER_ID, NAME, PAST_DAY, RATING, REASON, TALLY, TEXT, WHOLE_RATING,
    WORD, YES_OR_NO, if_typed,
};
use self::kinds::{NO, YES};

use crate::app::page::Outbox;

/// What a form is about: a record, and what else is known where it is typed.
pub(super) trait FormRecord: fmt::Debug + 'static {
    /// "Edit Berger, Anna"
    fn title(&self) -> String;

    /// What the button says that saves it.
    fn confirm(&self) -> &'static str {
        "Save"
    }

    /// A sentence or two above the fields.
    fn about(&self) -> Option<String> {
        None
    }

    fn fields(&self) -> Vec<FormField<Self>>
    where
        Self: Sized;

    /// Brings along what follows from a field that was typed.
    fn follow(&mut self) {}

    /// What speaks against the record as a whole: the title of the field that is to be corrected, and why.
    fn problem(&self) -> Option<(String, String)>;

    /// Asks for what is typed to be saved.
    fn save(&self, out: &mut Outbox);

    /// Goes back to where the form was opened.
    fn cancel(&self, _out: &mut Outbox) {}
}

/// What a field takes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Takes {
    Text,
    /// A text of a few letters.
    Word,
    Number,
    Day,
    /// One of these.
    Words(Vec<String>),
    YesNo,
}

type Get<R> = Box<dyn Fn(&mut R) -> String>;
type Note<R> = Box<dyn Fn(&R) -> Option<String>>;
type Put<R> = Box<dyn Fn(&mut R, &str, Date) -> Result<(), String>>;

/// A field of a form.
pub(super) struct FormField<R: 'static> {
    /// Unlike all others of the form.
    pub(super) title: String,
    /// Of the fields that begin with it.
    pub(super) heading: Option<&'static str>,
    pub(super) takes: Takes,
    pub(super) limit: usize,
    pub(super) hint: String,
    pub(super) help: &'static str,
    pub(super) is_required: bool,
    get: Get<R>,
    put: Put<R>,
    note: Note<R>,
    is_shown: Box<dyn Fn(&R) -> bool>,
}

impl<R> fmt::Debug for FormField<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormField")
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

impl<R: 'static> FormField<R> {
    /// A field of a value that stands in the record.
    pub(super) fn new<T>(
        title: impl Into<String>,
        kind: &'static Kind<T>,
        slot: impl Fn(&mut R) -> &mut T + Copy + 'static,
    ) -> Self {
        Self {
            limit: kind.limit,
            hint: kind.hint.to_owned(),
            ..Self::custom(
                title,
                kind.takes.clone(),
                move |record| (kind.show)(slot(record)),
                move |record, typed, today| {
                    *slot(record) = (kind.read)(typed, today)?;
                    Ok(())
                },
            )
        }
    }

    /// A choice among values, each with what it is called.
    pub(super) fn choice<T: Clone + PartialEq + 'static>(
        title: impl Into<String>,
        options: Vec<(T, String)>,
        slot: impl Fn(&mut R) -> &mut T + Copy + 'static,
    ) -> Self {
        let words = options.iter().map(|(_, word)| word.clone()).collect();
        let of_value = options.clone();
        Self::custom(
            title,
            Takes::Words(words),
            move |record| {
                let value = slot(record);
                let found = of_value.iter().find(|(option, _)| option == value);
                found.map_or_else(String::new, |(_, word)| word.clone())
            },
            move |record, typed, _| {
                if let Some((option, _)) = options.iter().find(|(_, word)| word == typed) {
                    *slot(record) = option.clone();
                }
                Ok(())
            },
        )
    }

    /// A field with a way of its own to read and to write it.
    pub(super) fn custom(
        title: impl Into<String>,
        takes: Takes,
        get: impl Fn(&mut R) -> String + 'static,
        put: impl Fn(&mut R, &str, Date) -> Result<(), String> + 'static,
    ) -> Self {
        Self {
            title: title.into(),
            heading: None,
            takes,
            limit: 200,
            hint: String::new(),
            help: "",
            is_required: false,
            get: Box::new(get),
            put: Box::new(put),
            note: Box::new(|_| None),
            is_shown: Box::new(|_| true),
        }
    }

    /// What stands above it, and the fields after it.
    pub(super) fn under(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    pub(super) fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    pub(super) fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    /// What is to be known of the value, though it can stay.
    pub(super) fn note(mut self, note: impl Fn(&R) -> Option<String> + 'static) -> Self {
        self.note = Box::new(note);
        self
    }

    /// When it is there.
    pub(super) fn only_if(mut self, is_shown: impl Fn(&R) -> bool + 'static) -> Self {
        self.is_shown = Box::new(is_shown);
        self
    }
}

/// A field as it is filled in.
#[derive(Debug)]
struct Typed {
    text: String,
    /// Why it can't be put into the record.
    fault: Option<String>,
    /// Whether the fault is told: not while one types.
    is_told: bool,
}

/// A form that is being filled in.
#[derive(Debug)]
pub(super) struct RecordForm<R: 'static> {
    /// With everything that is typed and can be read.
    record: R,
    fields: Vec<FormField<R>>,
    typed: Vec<Typed>,
    /// The field that has to be corrected before the record can be saved, and why.
    refused: Option<(usize, String)>,
    /// The field that gets the keyboard.
    pub(super) focus: Option<usize>,
}

impl<R: FormRecord> RecordForm<R> {
    pub(super) fn new(mut record: R) -> Self {
        let fields = record.fields();
        let typed = fields.iter().map(|field| Typed {
            text: (field.get)(&mut record),
            fault: None,
            is_told: false,
        });
        Self {
            typed: typed.collect(),
            fields,
            record,
            refused: None,
            focus: None,
        }
    }

    pub(super) const fn record(&self) -> &R {
        &self.record
    }

    /// The places of the fields that are there now.
    pub(super) fn shown(&self) -> Vec<usize> {
        let fields = self.fields.iter().enumerate();
        let shown = fields.filter(|(_, field)| (field.is_shown)(&self.record));
        shown.map(|(at, _)| at).collect()
    }

    pub(super) fn field(&self, at: usize) -> Option<&FormField<R>> {
        self.fields.get(at)
    }

    /// What stands in a field.
    pub(super) fn text(&self, at: usize) -> &str {
        self.typed.get(at).map_or("", |typed| &typed.text)
    }

    /// Whether a field with yes or no says yes.
    pub(super) fn says_yes(&self, at: usize) -> bool {
        self.text(at) == YES
    }

    /// What is to be known of a field, though it can stay.
    pub(super) fn note(&self, at: usize) -> Option<String> {
        let field = self.fields.get(at)?;
        (field.note)(&self.record)
    }

    /// Why a field can't stay as it is, as far as that is told by now.
    pub(super) fn problem(&self, at: usize) -> Option<&str> {
        let typed = self.typed.get(at)?;
        let fault = typed.fault.as_deref().filter(|_| typed.is_told);
        let refused = self.refused.as_ref().filter(|(field, _)| *field == at);
        fault.or(refused.map(|(_, why)| why.as_str()))
    }

    pub(super) fn put_yes(&mut self, at: usize, is: bool, today: Date) {
        self.put(at, if is { YES } else { NO }.to_owned(), today);
    }

    /// Takes what was typed into a field, with what follows from it.
    pub(super) fn put(&mut self, at: usize, text: String, today: Date) {
        let (Some(field), Some(typed)) = (self.fields.get(at), self.typed.get_mut(at)) else {
            return;
        };
        typed.fault = (field.put)(&mut self.record, &text, today).err();
        typed.text = text;
        typed.is_told = false;
        self.refused = None;
        self.record.follow();
        for (other, (field, typed)) in self.fields.iter().zip(&mut self.typed).enumerate() {
            if other != at && typed.fault.is_none() {
                typed.text = (field.get)(&mut self.record);
            }
        }
    }

    /// The field was left: what is wrong with it is told from now on.
    pub(super) fn look_at(&mut self, at: usize) {
        if let Some(typed) = self.typed.get_mut(at) {
            typed.is_told = true;
        }
    }

    /// Whether the record can be saved. If not, the field that is to be corrected says why, and gets the keyboard.
    pub(super) fn is_right(&mut self) -> bool {
        let shown = self.shown();
        for typed in &mut self.typed {
            typed.is_told = true;
        }
        let has_fault = |at: &usize| self.typed.get(*at).is_some_and(|it| it.fault.is_some());
        if let Some(faulty) = shown.iter().copied().find(has_fault) {
            self.focus = Some(faulty);
            return false;
        }
        self.refused = self.record.problem().map(|(title, why)| {
            let is_it = |at: &usize| self.fields.get(*at).is_some_and(|it| it.title == title);
            let found = shown.iter().copied().find(is_it);
            (found.or(shown.first().copied()).unwrap_or(0), why)
        });
        self.focus = self.refused.as_ref().map(|(at, _)| *at);
        self.refused.is_none()
    }
}

#[cfg(test)]
mod tests;
