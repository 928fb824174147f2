//! A section as its head is typed: number, name, days, time controls, and what it is rated in.

use jiff::civil::Date;
use strum::VariantArray as _;

use crate::{
    app::page::Outbox,
    domain::{
        Edit, show_date,
        us_chess::{
            Change, EventKey, MAX_PAIR, MAX_ROUNDS, Section, SectionKey, SectionKind, System,
            TimeControlProblem, cells, read_controls,
        },
    },
    pages::us_chess::{
        UsChessPage,
        form::{DAY, FormField, FormRecord, LONG, Takes, YES_OR_NO, if_typed},
    },
    rating::us_chess::{
        NotRated, Rules,
        systems::{self, Speed},
    },
    storage::UsChessRefusal,
};

/// A section that is typed, and what its fields go by.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct SectionDraft {
    pub(super) section: Section,
    /// The last day of the event, which is that of a section without one.
    pub(super) event_ends: Option<Date>,
    /// Whether the systems were chosen by hand, so that time controls don't choose them any more.
    is_by_hand: bool,
    /// How many rounds a new section has; nothing of one that is there.
    pub(super) rounds: Option<usize>,
    pub(super) is_new: bool,
}

const NUMBER: &str = "Section number";
const NAME: &str = "Section name";
const ROUNDS: &str = "Rounds";
const FIRST_DAY: &str = "Section’s first day";
const LAST_DAY: &str = "Section’s last day";
const CONTROLS: &str = "Time controls";
const RATED_IN: &str = "Rated in";
const HALF_K: &str = "Half K";

/// What a section can be rated in: in which systems, and whether it is blitz.
const CHOICES: [(&[System], bool, &str); 5] = [
    (System::VARIANTS, false, "Regular and Quick"),
    (&[System::Regular], false, "Regular"),
    (&[System::Quick], false, "Quick"),
    (&[], true, "Blitz, which is kept and not rated"),
    (&[], false, "Not chosen yet"),
];

impl SectionDraft {
    pub(super) fn new(section: Section, event_ends: Option<Date>) -> Self {
        let mut draft = Self {
            section,
            event_ends,
            is_by_hand: false,
            rounds: None,
            is_new: false,
        };
        // Whoever has marked it otherwise than its time controls say has done so by hand.
        let marked = (draft.section.systems.clone(), draft.section.is_blitz);
        let is_marked = marked != (Vec::new(), false);
        let by_rules = draft.by_time_controls();
        draft.is_by_hand = is_marked && by_rules != Some(marked);
        draft
    }

    pub(super) fn of_new(number: u16, event_ends: Option<Date>) -> Self {
        let section = Section {
            number,
            ..Section::default()
        };
        Self {
            is_new: true,
            ..Self::new(section, event_ends)
        }
    }

    /// Has a new section as many rounds and the time controls of another one of its event.
    pub(super) fn be_played_as(&mut self, other: &Section) {
        self.rounds = Some(other.rounds()).filter(|rounds| *rounds > 0);
        self.section.time_controls.clone_from(&other.time_controls);
        self.follow();
    }

    /// The day whose rules hold.
    fn day(&self) -> Option<Date> {
        self.section.ends.or(self.event_ends)
    }

    /// The systems that the time controls allow by the rules of the day, and whether that is blitz.
    fn by_time_controls(&self) -> Option<(Vec<System>, bool)> {
        let controls = self.section.controls().ok()?;
        let speed = systems::allowed(&controls, self.day()?);
        let is_told = speed != Speed::default();
        let allowed = System::VARIANTS.iter().copied();
        let allowed = allowed.filter(|system| speed.allows(*system));
        let allowed = allowed.collect::<Vec<_>>();
        let is_blitz = speed.blitz && allowed.is_empty();
        is_told.then_some((allowed, is_blitz))
    }

    /// Has it rated in what follows from its time controls, unless that was chosen.
    pub(super) fn follow(&mut self) {
        if self.is_by_hand {
            return;
        }
        if let Some((systems, is_blitz)) = self.by_time_controls() {
            self.section.systems = systems;
            self.section.is_blitz = is_blitz;
        }
    }

    fn rated_in(&self) -> &'static str {
        let section = &self.section;
        let is_it = |(systems, is_blitz, _): &&(&[System], bool, &str)| {
            *is_blitz == section.is_blitz && **systems == *section.systems
        };
        CHOICES.iter().find(is_it).map_or("", |(.., word)| word)
    }

    /// What doesn't fit the time controls.
    fn doubt(&self) -> Option<String> {
        let problem = systems::check(&self.section, self.day()?)?;
        Some(problem.to_string())
    }

    fn allows_half_k(&self) -> bool {
        let rules = self.day().and_then(Rules::on);
        rules.is_some_and(|rules| rules.half_k)
    }

    /// What can't be so, with the title of the field that says it.
    pub(super) fn problem(&self, taken: &[u16]) -> Option<(String, String)> {
        let section = &self.section;
        if taken.contains(&section.number) {
            let why = UsChessRefusal::SectionTaken(section.number);
            return Some((NUMBER.to_owned(), why.to_string()));
        }
        if self.is_new && self.rounds.is_none() {
            let why = "Type how many rounds were played";
            return Some((ROUNDS.to_owned(), why.to_owned()));
        }
        if let Some((begins, ends)) = section.begins.zip(self.day())
            && begins > ends
        {
            let why = format!("It ends on {}, which is before this day", show_date(ends));
            return Some((FIRST_DAY.to_owned(), why));
        }
        if let Some((ends, event)) = section.ends.zip(self.event_ends)
            && ends > event
        {
            let why = format!("The event ended on {}, before this day", show_date(event));
            return Some((LAST_DAY.to_owned(), why));
        }
        if section.half_k && self.day().is_some() && !self.allows_half_k() {
            return Some((HALF_K.to_owned(), NotRated::HalfK.to_string()));
        }
        let fault = section.faults().into_iter().next();
        fault.map(|fault| (NUMBER.to_owned(), fault))
    }
}

/// A record with a section.
pub(super) trait HasSection: 'static {
    fn draft(&self) -> &SectionDraft;
    fn draft_mut(&mut self) -> &mut SectionDraft;
}

/// What is asked of every section; of one that is made with its event not the days, which are the event's.
pub(super) fn fields<R: HasSection>(is_new: bool, is_with_event: bool) -> Vec<FormField<R>> {
    let kinds = SectionKind::VARIANTS.iter();
    let kinds = kinds.map(|kind| (*kind, kind.title().to_owned()));
    let mut fields = vec![number()];
    if is_new {
        fields.push(rounds());
    }
    fields.extend([
        FormField::choice("Type", kinds.collect(), |it: &mut R| {
            &mut it.draft_mut().section.kind
        }),
        FormField::new(NAME, &LONG, |it: &mut R| &mut it.draft_mut().section.name)
            .hint("e.g. Open"),
    ]);
    if !is_with_event {
        fields.extend(days());
    }
    fields.extend([
        FormField::custom(
            CONTROLS,
            Takes::Text,
            |it: &mut R| it.draft_mut().section.time_controls.join(", "),
            |it, typed, _| {
                let controls = match read_controls(typed) {
                    Err(TimeControlProblem::Empty) => Vec::new(),
                    controls => controls.map_err(|problem| problem.to_string())?,
                };
                let controls = controls.iter().map(ToString::to_string);
                it.draft_mut().section.time_controls = controls.collect();
                Ok(())
            },
        )
        .hint("e.g. 40/90, G/60")
        .help("Up to three. They say in which systems the section is rated")
        .note(|it: &R| it.draft().doubt()),
        rated_in(),
    ]);
    fields
}

/// What is asked of a section besides, which usual ones don't need.
pub(super) fn further_fields<R: HasSection>() -> Vec<FormField<R>> {
    vec![
        FormField::new(HALF_K, &YES_OR_NO, |it: &mut R| {
            &mut it.draft_mut().section.half_k
        })
        .help("Rated with half the K of other sections, as directors could choose until 2006")
        .only_if(|it: &R| it.draft().allows_half_k() || it.draft().section.half_k),
        FormField::new("Keep published ratings", &YES_OR_NO, |it: &mut R| {
            &mut it.draft_mut().section.as_published
        })
        .help("The ratings that were published with it are kept, and none are computed"),
    ]
}

fn days<R: HasSection>() -> [FormField<R>; 2] {
    [
        FormField::new(FIRST_DAY, &DAY, |it: &mut R| {
            &mut it.draft_mut().section.begins
        })
        .hint("as the event"),
        FormField::new(LAST_DAY, &DAY, |it: &mut R| {
            &mut it.draft_mut().section.ends
        })
        .hint("as the event"),
    ]
}

fn number<R: HasSection>() -> FormField<R> {
    FormField::custom(
        NUMBER,
        Takes::Number,
        |it: &mut R| it.draft_mut().section.number.to_string(),
        |it, typed, _| {
            let read = typed.trim().parse().ok();
            let read = read.filter(|number| (1..=MAX_PAIR).contains(number));
            it.draft_mut().section.number = read.ok_or("A section has a number from 1 to 9,999")?;
            Ok(())
        },
    )
    .required()
}

fn rounds<R: HasSection>() -> FormField<R> {
    FormField::custom(
        ROUNDS,
        Takes::Number,
        |it: &mut R| {
            let rounds = it.draft_mut().rounds;
            rounds.map_or_else(String::new, |rounds| rounds.to_string())
        },
        |it, typed, _| {
            let rounds = if_typed(typed, cells::count)?;
            let rounds = rounds.map(|rounds| usize::try_from(rounds).unwrap_or(usize::MAX));
            if rounds.is_some_and(|rounds| !(1..=MAX_ROUNDS).contains(&rounds)) {
                return Err(format!("A section has 1 to {MAX_ROUNDS} rounds"));
            }
            it.draft_mut().rounds = rounds;
            Ok(())
        },
    )
    .required()
}

fn rated_in<R: HasSection>() -> FormField<R> {
    let words = CHOICES.iter().map(|(.., word)| (*word).to_owned());
    FormField::custom(
        RATED_IN,
        Takes::Words(words.collect()),
        |it: &mut R| it.draft().rated_in().to_owned(),
        |it, typed, _| {
            let draft = it.draft_mut();
            if let Some((systems, is_blitz, _)) = CHOICES.iter().find(|(.., word)| *word == typed) {
                draft.section.systems = systems.to_vec();
                draft.section.is_blitz = *is_blitz;
                // Whoever takes the choice back has time controls choose again.
                draft.is_by_hand = *is_blitz || !systems.is_empty();
            }
            Ok(())
        },
    )
}

/// A section that is added to an event, or whose head is changed.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct SectionForm {
    /// Nothing of a new one.
    pub(super) key: Option<SectionKey>,
    pub(super) event: EventKey,
    pub(super) event_name: String,
    pub(super) draft: SectionDraft,
    /// The numbers of the event's other sections.
    pub(super) taken: Vec<u16>,
}

impl HasSection for SectionForm {
    fn draft(&self) -> &SectionDraft {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut SectionDraft {
        &mut self.draft
    }
}

impl FormRecord for SectionForm {
    fn title(&self) -> String {
        match self.key {
            None => format!("New section of {}", self.event_name),
            Some(_) => format!("Section of {}", self.event_name),
        }
    }

    fn confirm(&self) -> &'static str {
        if self.key.is_none() {
            "Add the section"
        } else {
            "Save"
        }
    }

    fn fields(&self) -> Vec<FormField<Self>> {
        let mut all = fields(self.draft.is_new, false);
        all.extend(further_fields());
        all
    }

    fn follow(&mut self) {
        self.draft.follow();
    }

    fn problem(&self) -> Option<(String, String)> {
        self.draft.problem(&self.taken)
    }

    fn save(&self, out: &mut Outbox) {
        let section = Box::new(self.draft.section.clone());
        if let Some(key) = self.key {
            let said = format!("Section {} changed", section.number);
            let edit = Edit::UsChess(Change::ChangeSection(key, section));
            out.apply_and_mention(edit, said);
        } else {
            let rounds = self.draft.rounds;
            let edit = Edit::UsChess(Change::AddSection(self.event, section));
            out.apply_then(edit, move |app| {
                app.with_page(|page: &mut UsChessPage, _, out| {
                    page.show_added_section(rounds, out);
                });
            });
        }
    }
}
