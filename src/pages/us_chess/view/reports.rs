//! How reports look: which one, what is typed for it, the list, and the tables of the member who is chosen in it.

use egui::{Align, Layout, Response, Ui, vec2};
use strum::VariantArray as _;

use super::{LOWER, UPPER, take_keyboard};
use crate::{
    app::{
        FocusTarget, Pane,
        page::{Ctx, Outbox},
    },
    domain::counted,
    kit::{
        Busy, Button, Column, EmptyState, Field, Form, Icon, Table, UiTokens as _, segmented,
        theme,
        tokens::{size, space},
    },
    pages::us_chess::{
        UsChessPage,
        logic::Lists,
        reports::{Holds, Kind, Lead, ReportTable, Scope, shown_text},
    },
};

/// Widths, in points.
const KINDS: f32 = 230.0;
const DAY: f32 = 112.0;
const NUMBER: f32 = 112.0;

/// The part of the room that the list gets where the chosen member has tables of his or her own.
const SHARE: f32 = 0.45;
const LEAST_LIST: f32 = 110.0;
const LINE: f32 = 30.0;

/// A column of ratings, wide enough for "1643P17".
pub(super) fn wide(title: &'static str) -> Column<'static> {
    Column::fixed(title, 92.0)
}

/// A box for a day.
pub(super) fn typed_day(
    ui: &mut Ui,
    label: &str,
    typed: &mut String,
    problem: Option<&str>,
) -> Response {
    beside(ui, label, DAY, |field, ui| {
        let field = field.hint("m/d/yyyy").problem(problem);
        field.date(ui, typed)
    })
}

/// A box for a number.
fn typed_number(
    ui: &mut Ui,
    label: &str,
    hint: &str,
    typed: &mut String,
    problem: Option<&str>,
) -> Response {
    beside(ui, label, NUMBER, |field, ui| {
        let field = field.hint(hint).problem(problem);
        field.number(ui, typed)
    })
}

/// Whether what is typed in these boxes is all there: none has the keyboard, or it has just left one.
pub(super) fn is_typed(boxes: &[Response]) -> bool {
    boxes.iter().any(Response::lost_focus) || !boxes.iter().any(Response::has_focus)
}

/// A field with its label beside it, as wide as both need: what stands under it must not widen it.
fn beside(
    ui: &mut Ui,
    label: &str,
    width: f32,
    add: impl FnOnce(Field<'_>, &mut Ui) -> Response,
) -> Response {
    let text = ui.painter().layout_no_wrap(
        label.to_owned(),
        theme::regular(size::TEXT),
        ui.tokens().text,
    );
    let beside = text.size().x.ceil() + space::S;
    let whole = beside + ui.spacing().item_spacing.x + width;
    ui.allocate_ui(vec2(whole, 0.0), |ui| {
        ui.set_width(whole);
        add(Form::beside_width(beside).field(label).width(width), ui)
    })
    .inner
}

/// Boxes and buttons side by side, in as many lines as they need.
pub(super) fn in_lines(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let line = vec2(ui.available_width(), size::CONTROL);
    let layout = Layout::left_to_right(Align::TOP).with_main_wrap(true);
    ui.allocate_ui_with_layout(line, layout, |ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
        add(ui);
    });
}

impl UsChessPage {
    pub(super) fn report(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.report_options(ui, ctx, out);
        ui.add_space(space::S);
        let stale = self.all().map_or(0, |all| {
            let stale = all.sections.iter().filter(|head| head.is_stale());
            stale.count()
        });
        if stale > 0 {
            let sections = counted(stale, "section");
            let verb = if stale == 1 { "is" } else { "are" };
            ui.label(format!("{sections} {verb} out of date. Rate all first"));
        }
        let report = match self.reports.shown() {
            Some(Ok(report)) => report,
            Some(Err(reason)) => {
                EmptyState::new(Icon::Error, "The report can’t be made", reason).show(ui, |_| ());
                return;
            }
            None if self.reports.kind == Kind::Recompute && !self.reports.is_computing() => {
                ui.label("Choose Compute: the records are compared with the crosstables, and nothing is saved yet.");
                return;
            }
            None => {
                Busy::new("Making the report").show(ui);
                return;
            }
        };
        for note in &report.notes {
            ui.label(note);
        }
        ui.add_space(space::S);
        let list = report.list.clone();
        let found = list.found(&self.search);
        let has_details = self.reports.has_details() && !found.is_empty();
        let rows = u16::try_from(found.len()).unwrap_or(u16::MAX);
        let height = if has_details {
            let needed = LINE * (f32::from(rows) + 2.5);
            (ui.available_height() * SHARE).min(needed).max(LEAST_LIST)
        } else {
            ui.available_height()
        };
        let mut selected = self.reports.row;
        let lead = ui
            .allocate_ui(vec2(ui.available_width(), height), |ui| {
                table(ui, &list, &found, &mut selected, UPPER, out)
            })
            .inner;
        if selected.is_none() && has_details {
            selected = Some(0);
        }
        self.reports.row = selected;
        let chosen = selected.and_then(|row| list.rows.get(*found.get(row)?)?.lead);
        let member = match chosen {
            Some(Lead::Member(member)) => Some(member),
            _ => None,
        };
        if member != self.reports.chosen {
            self.reports.chosen = member;
            self.reports.detail_row = None;
            ui.ctx().request_repaint();
        }
        let lead = if has_details {
            ui.add_space(space::M);
            lead.or(self.report_details(ui, out))
        } else {
            lead
        };
        match lead {
            Some(Lead::Member(member)) => self.open_member(member),
            Some(Lead::Section(section)) => self.open_section(section),
            None => {}
        }
    }

    /// The tables of the member who is chosen in the list.
    fn report_details(&mut self, ui: &mut Ui, out: &mut Outbox) -> Option<Lead> {
        let tables = match self.reports.details() {
            Some(Ok(tables)) => tables,
            Some(Err(reason)) => {
                ui.label(reason);
                return None;
            }
            None => {
                Busy::new("Reading the events").show(ui);
                return None;
            }
        };
        let names = tables.iter().map(|table| table.name).collect::<Vec<_>>();
        let chosen = self.reports.detail.min(names.len().saturating_sub(1));
        if let Some(at) = segmented(ui, "Of this member", &names, chosen) {
            self.reports.detail = at;
            self.reports.detail_row = None;
        }
        ui.add_space(space::S);
        let shown = self.reports.detail()?.clone();
        let all = (0..shown.rows.len()).collect::<Vec<_>>();
        table(ui, &shown, &all, &mut self.reports.detail_row, LOWER, out)
    }

    /// Which report, and what is typed for it.
    fn report_options(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        in_lines(ui, |ui| {
            let chosen = Kind::VARIANTS
                .iter()
                .position(|kind| *kind == self.reports.kind);
            let mut now = chosen;
            beside(ui, "Report", KINDS, |field, ui| {
                field.choice(ui, Kind::VARIANTS, &mut now)
            });
            if let Some(kind) = now.filter(|_| now != chosen) {
                self.reports.choose(Kind::VARIANTS[kind]);
            }
            match self.reports.kind {
                Kind::Invitations => self.invitation_options(ui, ctx),
                Kind::Recompute => self.recompute_options(ui, ctx, out),
                _ => {}
            }
        });
    }

    fn invitation_options(&mut self, ui: &mut Ui, ctx: &Ctx<'_>) {
        let form = &mut self.reports.invitations;
        let mut system = Some(usize::from(form.is_quick));
        beside(ui, "System", NUMBER, |field, ui| {
            field.choice(ui, &["Regular", "Quick"], &mut system)
        });
        form.is_quick = system == Some(1);
        let days = &mut form.days;
        let boxes = [
            typed_day(ui, "From", &mut days.from, days.from_problem.as_deref()),
            typed_day(ui, "To", &mut days.to, days.to_problem.as_deref()),
            typed_number(
                ui,
                "Least peak",
                "e.g. 1800",
                &mut form.least,
                form.least_problem.as_deref(),
            ),
            typed_number(
                ui,
                "How many",
                "e.g. 24",
                &mut form.most,
                form.most_problem.as_deref(),
            ),
        ];
        if is_typed(&boxes) {
            form.take(ctx.today());
        }
    }

    fn recompute_options(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let form = &mut self.reports.recompute;
        let scopes = Scope::ALL.map(|(title, _)| title);
        let chosen = Scope::ALL
            .iter()
            .position(|(_, scope)| *scope == form.scope);
        let mut now = chosen;
        beside(ui, "Whose", KINDS, |field, ui| {
            field.choice(ui, &scopes, &mut now)
        });
        form.scope = now.map_or(form.scope, |at| Scope::ALL[at].1);
        if form.scope == Scope::Range {
            typed_number(ui, "First number", "8 digits", &mut form.from, None);
            typed_number(ui, "Last number", "8 digits", &mut form.to, None);
        }
        let which = form.which(self.members.chosen);
        let busy = self
            .reports
            .is_computing()
            .then_some("The records are being computed");
        let reason = which.as_ref().err().map(String::as_str);
        let compute = Button::secondary("Compute").refused(busy.or(reason));
        if compute.show(ui).clicked()
            && let Ok(which) = which
        {
            self.reports.compute(which, ctx, out);
        }
        let report = self.reports.shown().and_then(Result::ok);
        let differs = report.is_some_and(|report| !report.balances.is_empty());
        let refused = match differs {
            _ if busy.is_some() => busy,
            false => Some("There is nothing to save: compute first"),
            true if !self.reports.is_current(ctx) => {
                Some("The camp has changed since. Compute again")
            }
            true => ctx.why_not_change,
        };
        let save = Button::primary("Save what differs").refused(refused);
        if save.show(ui).clicked() {
            self.reports.save(out);
        }
    }

    /// Shows a member among all members; the way back leads here again.
    fn open_member(&mut self, member: crate::domain::us_chess::MemberKey) {
        self.came_from.push(self.lists);
        self.members.chosen = Some(member);
        self.lists = Lists::Members;
    }
}

/// A table of a report; what a row leads to that was opened. The keyboard comes to it where it is the list.
fn table(
    ui: &mut Ui,
    of: &ReportTable,
    rows: &[usize],
    selected: &mut Option<usize>,
    part: (Pane, FocusTarget),
    out: &mut Outbox,
) -> Option<Lead> {
    let shown = of.columns.iter().enumerate();
    let shown = shown.filter(|(_, column)| !column.is_private);
    let (places, columns): (Vec<_>, Vec<_>) = shown
        .map(|(place, of)| {
            let column = if of.is_flexible {
                Column::flexible(of.title, of.width)
            } else {
                Column::fixed(of.title, of.width)
            };
            (
                place,
                if of.holds == Holds::Numbers {
                    column.right()
                } else {
                    column
                },
            )
        })
        .unzip();
    let row_at = |row: usize| of.rows.get(*rows.get(row)?);
    let text = |row: usize, column: usize| {
        let cell = row_at(row).and_then(|row| row.cells.get(*places.get(column)?));
        cell.map_or_else(String::new, shown_text)
    };
    let row_name = |row: usize| {
        let texts = (0..places.len()).map(|column| text(row, column));
        let texts = texts.filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join(", ")
    };
    let mut nobody = |ui: &mut Ui| {
        let text = "Reports follow from rated sections, and from what is searched for.";
        EmptyState::new(Icon::Standings, "Nothing to list", text).show(ui, |_| ());
    };
    let strong = of
        .columns
        .iter()
        .position(|column| column.holds == Holds::Text);
    let table = Table::new(of.name, &columns, rows.len())
        .row_name(&row_name)
        .empty(&mut nobody);
    take_keyboard(ui, table.id_in(ui), part, out);
    let answer = table.show(ui, selected, |cell, row, column| {
        let text = text(row, column);
        if places.get(column).copied() == strong {
            cell.strong(&text);
        } else {
            cell.text(&text);
        }
    });
    answer.activated.and_then(row_at)?.lead
}
