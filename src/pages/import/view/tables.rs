//! What each file and each column was taken for.

use egui::{RichText, Ui};
use strum::VariantArray as _;

use super::super::{
    decision::Decision,
    digest::{Digest, Missing},
};
use super::{cell, focus_if_first};
use crate::{
    domain::shortened,
    import::{Field, Format, HeaderIs, Plan, TableKind, TableView},
    kit::{
        Button, Choice, Icon, UiTokens as _,
        icon::icon_label,
        input_check::check_box,
        page::{card, section_title},
        theme,
        tokens::{size, space},
    },
    pages::looks::disclosure::{Disclosure, INDENT, LINE},
};

/// Width of the choice of a table's kind, in points.
const KIND: f32 = 130.0;

/// So many letters of a value are enough to know it again.
const ENOUGH: usize = 25;

/// The columns that are missing: they come first, as nothing of their table is imported without them.
pub(super) fn missing(ui: &mut Ui, plan: &Plan, digest: &Digest, made: &mut Vec<Decision>) {
    if digest.missing.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "Columns that were missing");
        for missing in &digest.missing {
            if let Some(table) = plan.tables.get(missing.table) {
                missing_column(ui, table, missing, made);
            }
        }
    });
}

fn missing_column(ui: &mut Ui, table: &TableView, missing: &Missing, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    let field = missing.field;
    ui.horizontal_top(|ui| {
        if missing.is_open {
            icon_label(ui, Icon::Warning, t.warning);
        } else {
            icon_label(ui, Icon::Check, t.success);
        }
        let text = RichText::new(&missing.sentence).color(t.text);
        ui.add(egui::Label::new(text).wrap());
    });
    ui.horizontal(|ui| {
        let words = table
            .columns
            .iter()
            .map(|column| match column.samples.first() {
                Some(sample) => format!("{}, as “{}”", column.name, shortened(sample, ENOUGH)),
                None => column.name.clone(),
            })
            .collect::<Vec<_>>();
        let title = field.title();
        let name = format!("Column for {title} in {}", table.name);
        let id = ui.make_persistent_id(("missing", missing.table, title));
        let mut chosen = table
            .columns
            .iter()
            .position(|column| column.field == field);
        let placeholder = format!("Which column is {title}?");
        let choice = Choice::new(&words)
            .width(280.0)
            .placeholder(&placeholder)
            .wrong(missing.is_open)
            .show(ui, id, &name, &mut chosen);
        if missing.is_open {
            focus_if_first(&choice);
        }
        if choice.accessible_name(&name).changed()
            && let Some(column) = chosen
        {
            // The column that was tried before gets back what it was.
            made.push(Decision::Missing(missing.table, column, field));
        }
        let leave = Button::quiet("Skip table").show(ui);
        if leave
            .accessible_name(format!("Skip table {}", table.name))
            .clicked()
        {
            made.push(Decision::Kind(missing.table, TableKind::LeftOut));
        }
    });
}

/// All tables and what they were taken for.
pub(super) fn tables(ui: &mut Ui, plan: &Plan, digest: &Digest, made: &mut Vec<Decision>) {
    if plan.tables.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "Files and columns");
        ui.spacing_mut().item_spacing.y = space::XS;
        for (at, table) in plan.tables.iter().enumerate() {
            let lacks = digest.missing.iter().any(|missing| missing.table == at);
            show(ui, at, table, lacks, made);
        }
    });
}

fn show(ui: &mut Ui, at: usize, table: &TableView, starts_open: bool, made: &mut Vec<Decision>) {
    let is_access = matches!(table.format, Format::Access { .. });
    let title = if is_access { &table.name } else { &table.file };
    let rows = match table.rows {
        1 => "1 row".to_owned(),
        rows => format!("{rows} rows"),
    };
    let id = ui.make_persistent_id(("table", at));
    let open = ui
        .horizontal(|ui| {
            let open = Disclosure {
                id,
                title,
                detail: &rows,
                count: "",
                starts_open,
                is_plain: false,
                room_right: KIND + space::S,
            }
            .show(ui);
            kind(ui, at, table, title, made);
            open
        })
        .inner;
    if !open {
        return;
    }
    ui.spacing_mut().indent = INDENT;
    ui.indent(id, |ui| {
        let t = ui.tokens();
        let how = if is_access {
            format!("{}, {}", table.file, table.format.describe())
        } else {
            table.format.describe()
        };
        ui.add(egui::Label::new(RichText::new(how).color(t.text_weak)).wrap());
        if table.header != HeaderIs::Certain {
            let mut is_header = table.header == HeaderIs::FirstRow;
            let id = ui.make_persistent_id(("header", at));
            let text = "The first row names the columns";
            if check_box(ui, id, text, &mut is_header)
                .accessible_name(format!("{text}, {title}"))
                .changed()
            {
                made.push(Decision::Header(at, is_header));
            }
        }
        columns(ui, at, table, made);
        ui.add_space(space::M);
    });
}

fn kind(ui: &mut Ui, at: usize, table: &TableView, title: &str, made: &mut Vec<Decision>) {
    let words = TableKind::VARIANTS.iter().map(|kind| match kind {
        TableKind::Groups => "Groups",
        TableKind::Players => "Players",
        TableKind::Games => "Games",
        TableKind::LeftOut => "Skip",
    });
    let words = words.collect::<Vec<_>>();
    let name = format!("What {title} is");
    let id = ui.make_persistent_id(("kind", at));
    let mut chosen = TableKind::VARIANTS
        .iter()
        .position(|kind| *kind == table.kind);
    let choice = Choice::new(&words)
        .width(KIND)
        .show(ui, id, &name, &mut chosen);
    if choice.accessible_name(&name).changed()
        && let Some(kind) = chosen.and_then(|at| TableKind::VARIANTS.get(at))
    {
        made.push(Decision::Kind(at, *kind));
    }
}

fn columns(ui: &mut Ui, at: usize, table: &TableView, made: &mut Vec<Decision>) {
    let t = ui.tokens();
    let mut fields = table.kind.fields().to_vec();
    if table.kind != TableKind::LeftOut {
        fields.push(Field::Extra);
    }
    fields.push(Field::Ignored);
    let words = fields.iter().map(|field| field.title());
    let words = words.collect::<Vec<_>>();
    for (column, view) in table.columns.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.set_min_height(LINE);
            let width = (ui.available_width() * 0.24).clamp(90.0, 190.0);
            cell(ui, width, |ui| {
                let text = RichText::new(&view.name)
                    .font(theme::medium(size::TEXT))
                    .color(t.text_strong);
                ui.add(egui::Label::new(text).truncate());
            });
            if table.kind != TableKind::LeftOut {
                let name = format!("{}, column {}", table.name, view.name);
                let id = ui.make_persistent_id(("column", at, column));
                let mut chosen = fields.iter().position(|field| *field == view.field);
                let choice = Choice::new(&words)
                    .width(170.0)
                    .show(ui, id, &name, &mut chosen);
                if choice.accessible_name(&name).changed()
                    && let Some(field) = chosen.and_then(|at| fields.get(at))
                {
                    made.push(Decision::Column(at, column, *field));
                }
            }
            let samples = view
                .samples
                .iter()
                .map(|sample| shortened(sample, ENOUGH))
                .collect::<Vec<_>>();
            let samples = RichText::new(samples.join(" · ")).color(t.text_weak);
            ui.add(egui::Label::new(samples).truncate());
        });
    }
}
