//! A member as he or she is typed.

use std::collections::BTreeMap;

use crate::{
    app::page::Outbox,
    domain::{
        Edit,
        us_chess::{Change, Member, MemberId, MemberKey},
    },
    pages::us_chess::{
        UsChessPage,
        form::{self},
        form::{FormField, FormRecord, MEMBER_ID, NAME, PAST_DAY, WHOLE_RATING, WORD, YES_OR_NO},
    },
    storage::UsChessRefusal,
};

/// A new member, or one who is changed.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct MemberForm {
    /// Nothing of a new one.
    pub(super) key: Option<MemberKey>,
    pub(super) member: Member,
    /// Whose numbers are given.
    pub(super) taken: BTreeMap<MemberId, MemberKey>,
}

const LAST_NAME: &str = "Last name";
const ID: &str = "US Chess ID";

impl FormRecord for MemberForm {
    fn title(&self) -> String {
        match self.key {
            None => "New member".to_owned(),
            Some(_) => format!("Edit {}", self.member.listed_name()),
        }
    }

    fn confirm(&self) -> &'static str {
        if self.key.is_none() {
            "Add the member"
        } else {
            "Save"
        }
    }

    fn fields(&self) -> Vec<FormField<Self>> {
        vec![
            FormField::new(LAST_NAME, &NAME, |it: &mut Self| &mut it.member.last_name).required(),
            FormField::new("First name", &NAME, |it: &mut Self| {
                &mut it.member.first_name
            }),
            FormField::new(ID, &MEMBER_ID, |it: &mut Self| &mut it.member.id)
                .help("Eight digits. Empty, or 00000000, while the membership is pending"),
            FormField::new("State", &WORD, |it: &mut Self| &mut it.member.state).hint("e.g. MN"),
            FormField::new("Membership expires", &form::DAY, |it: &mut Self| {
                &mut it.member.expires
            }),
            FormField::new("Birth date", &PAST_DAY, |it: &mut Self| &mut it.member.birth)
                .help("A first rating may go by it. It is on no list and no print"),
            FormField::new("FIDE rating", &WHOLE_RATING, |it: &mut Self| {
                &mut it.member.fide
            }),
            FormField::new("CFC rating", &WHOLE_RATING, |it: &mut Self| {
                &mut it.member.cfc
            }),
            FormField::new("2200 floor allowed", &YES_OR_NO, |it: &mut Self| {
                &mut it.member.floor_2200_allowed
            })
            .help("As it was from the first section on. A later decision is an adjustment, with its day"),
        ]
    }

    fn problem(&self) -> Option<(String, String)> {
        let member = &self.member;
        if member.last_name.is_empty() && member.first_name.is_empty() {
            return Some((LAST_NAME.to_owned(), "Type a name".to_owned()));
        }
        if let Some(id) = member.id
            && let Some(owner) = self.taken.get(&id)
            && Some(*owner) != self.key
        {
            return Some((ID.to_owned(), UsChessRefusal::MemberTaken(id).to_string()));
        }
        let fault = member.faults().into_iter().next();
        fault.map(|fault| (LAST_NAME.to_owned(), fault))
    }

    fn save(&self, out: &mut Outbox) {
        let (name, member) = (self.member.listed_name(), Box::new(self.member.clone()));
        if let Some(key) = self.key {
            let edit = Edit::UsChess(Change::ChangeMember(key, member));
            out.apply_and_mention(edit, format!("{name} changed"));
        } else {
            let edit = Edit::UsChess(Change::AddMember(member));
            out.apply_then(edit, |app| {
                app.with_page(|page: &mut UsChessPage, _, out| page.show_added_member(out));
            });
        }
    }
}
