use jiff::civil::date;

use super::*;

const TODAY: Date = date(2026, 7, 10);

/// A record with a field that follows from another one.
#[derive(Debug, Default)]
struct Sample {
    name: String,
    day: Option<Date>,
    rating: Option<f64>,
    /// Twice the letters of the name.
    letters: u32,
    is_closed: bool,
}

impl FormRecord for Sample {
    fn title(&self) -> String {
        "Sample".to_owned()
    }

    fn fields(&self) -> Vec<FormField<Self>> {
        vec![
            FormField::new("Name", &NAME, |it: &mut Self| &mut it.name),
            FormField::new("Day", &PAST_DAY, |it: &mut Self| &mut it.day),
            FormField::new("Rating", &RATING, |it: &mut Self| &mut it.rating)
                .only_if(|it| !it.is_closed),
            FormField::new("Letters", &TALLY, |it: &mut Self| &mut it.letters),
            FormField::new("Closed", &YES_OR_NO, |it: &mut Self| &mut it.is_closed),
        ]
    }

    fn follow(&mut self) {
        self.letters = 2 * u32::try_from(self.name.len()).unwrap_or(0);
    }

    fn problem(&self) -> Option<(String, String)> {
        let is_missing = self.name.is_empty();
        is_missing.then(|| ("Name".to_owned(), "Type a name".to_owned()))
    }

    fn save(&self, _out: &mut Outbox) {}
}

const FIELDS: [&str; 5] = ["Name", "Day", "Rating", "Letters", "Closed"];

fn put(form: &mut RecordForm<Sample>, title: &str, text: &str) {
    let at = FIELDS.iter().position(|it| *it == title).expect("a field");
    form.put(at, text.to_owned(), TODAY);
}

#[test]
fn what_is_typed_is_put_into_the_record_with_what_follows() {
    let mut form = RecordForm::new(Sample::default());
    put(&mut form, "Name", " Anna   Berger ");
    put(&mut form, "Day", "7/4");
    put(&mut form, "Rating", "1643.76");
    let record = form.record();
    assert_eq!(record.name, "Anna Berger");
    assert_eq!(record.day, Some(date(2026, 7, 4)));
    assert_eq!(record.rating, Some(1643.76));
    assert_eq!(form.text(3), "22");
    // What was typed before is shown as it was read.
    assert_eq!((form.text(0), form.text(1)), ("Anna Berger", "7/4/2026"));
    assert!(form.is_right());
}

#[test]
fn a_fault_is_told_when_its_field_is_left() {
    let mut form = RecordForm::new(Sample::default());
    put(&mut form, "Day", "8/1");
    assert_eq!(form.problem(1), None);
    form.look_at(1);
    assert_eq!(
        form.problem(1),
        Some("8/1/2026 is in the future: correct the year")
    );
    // What can't be read stays as it is typed, while others are.
    put(&mut form, "Name", "Anna");
    assert_eq!(form.text(1), "8/1");
    put(&mut form, "Day", "");
    form.look_at(1);
    assert_eq!((form.problem(1), form.record().day), (None, None));
}

#[test]
fn the_first_field_that_is_wrong_gets_the_keyboard() {
    let mut form = RecordForm::new(Sample::default());
    assert!(!form.is_right());
    assert_eq!(
        (form.focus, form.problem(0)),
        (Some(0), Some("Type a name"))
    );
    put(&mut form, "Name", "Anna");
    assert_eq!(form.problem(0), None);
    put(&mut form, "Rating", "99");
    assert!(!form.is_right());
    assert_eq!(form.focus, Some(2));
    // A field that isn't there is in nobody's way.
    put(&mut form, "Closed", "yes");
    assert_eq!(form.shown(), [0, 1, 3, 4]);
    assert!(form.is_right());
}
