//! The columns of a datasheet: how each looks, and how the director has arranged them.

use crate::{
    app::{
        Action,
        listing::{ColumnId, Kind, ListColumn, Listing},
        page::{Ctx, Outbox},
    },
    domain::{self, CampData, Camps, Field, RecordKind},
    kit::{Column, TableLayout},
};

/// The columns as the table knows them.
pub(super) fn of<'a>(
    camp: &CampData,
    list: &Listing,
    listed: &[ListColumn<'a>],
) -> Vec<Column<'a>> {
    let column = |listed: &ListColumn<'a>| {
        let column = match width(camp, listed.what) {
            Width::Exactly(points) => Column::fixed(listed.title, points),
            Width::AtLeast(points) => Column::flexible(listed.title, points),
        };
        let column = match listed.kind {
            Kind::Number | Kind::Date => column.right(),
            Kind::Choice if listed.what == ColumnId::Field(Field::Result) => {
                column.centered().with_list()
            }
            Kind::Choice => column.with_list(),
            Kind::YesNo if is_check(listed) => column.centered().with_check(),
            Kind::YesNo | Kind::Text => column,
        };
        let column = column.key(listed.key).sortable();
        column.filtered(list.filter(listed.what).is_some())
    };
    listed.iter().map(column).collect()
}

/// Whether the cells of a column are boxes to tick.
pub(super) fn is_check(column: &ListColumn<'_>) -> bool {
    column.kind == Kind::YesNo && column.field.is_some()
}

enum Width {
    Exactly(f32),
    AtLeast(f32),
}

/// The width of a column, in points, as long as nobody has changed it.
fn width(camp: &CampData, what: ColumnId) -> Width {
    match what {
        ColumnId::Field(field) => width_of_field(camp, field),
        ColumnId::PlayerNumber | ColumnId::Sequence => Width::Exactly(76.0),
        ColumnId::Won | ColumnId::Drawn | ColumnId::Lost => Width::Exactly(84.0),
        ColumnId::WeeklyRating | ColumnId::Verified => Width::Exactly(112.0),
        ColumnId::Entered => Width::Exactly(150.0),
        _ => Width::Exactly(180.0),
    }
}

fn width_of_field(camp: &CampData, field: Field) -> Width {
    let about = camp.about(field);
    if let Some(width) = about.and_then(|about| about.width) {
        return Width::Exactly(width);
    }
    match about.map(|about| about.kind) {
        Some(domain::Kind::Name) => Width::AtLeast(130.0),
        // Both names, and the number that tells two children of one name apart.
        Some(domain::Kind::Player) => Width::AtLeast(184.0),
        Some(domain::Kind::Notes { .. }) => Width::AtLeast(180.0),
        Some(domain::Kind::Group) => Width::Exactly(120.0),
        Some(domain::Kind::YesNo) => Width::Exactly(84.0),
        Some(domain::Kind::OneOf(_)) => Width::Exactly(104.0),
        Some(domain::Kind::Number { .. }) => Width::Exactly(88.0),
        Some(domain::Kind::Date) => Width::Exactly(112.0),
        Some(domain::Kind::Line { .. } | domain::Kind::Rating) | None => Width::Exactly(180.0),
    }
}

/// How the columns were arranged when the program was used last. Whatever can't be read is as if nobody had ever
/// arranged anything.
pub(super) fn remembered(
    ctx: &Ctx<'_>,
    kind: RecordKind,
    listed: &[ListColumn<'_>],
    columns: &[Column<'_>],
) -> TableLayout {
    let saved = ctx.settings.columns.get(kind.name()).cloned();
    let saved = saved.and_then(|saved| serde_json::from_value(saved).ok());
    let mut layout = saved.unwrap_or_else(|| original(listed, columns));
    // Before it is seen whether anything but internal columns is left, and in the columns that are shown then instead.
    leave_out(ctx, &mut layout, listed, columns);
    let mut layout = without_internal(&layout, listed, columns);
    leave_out(ctx, &mut layout, listed, columns);
    layout
}

/// Hides the columns of fields that the camp doesn't have.
pub(super) fn leave_out(
    ctx: &Ctx<'_>,
    layout: &mut TableLayout,
    listed: &[ListColumn<'_>],
    columns: &[Column<'_>],
) {
    for at in left_out(ctx, listed) {
        layout.hide(columns, at);
    }
}

/// The columns of fields that only clubs have, while the camp is none.
pub(super) fn left_out(ctx: &Ctx<'_>, listed: &[ListColumn<'_>]) -> Vec<usize> {
    let is_left_out = |column: &ListColumn<'_>| {
        let about = column.field.and_then(|field| ctx.camp.data.about(field));
        let Some(about) = about else {
            return false;
        };
        let of_club = matches!(about.camps, Camps::Clubs(_) | Camps::WithLadder { .. });
        of_club && !ctx.camp.fields.has(about.field)
    };
    let listed = listed.iter().enumerate();
    let left_out = listed.filter(|(_, column)| is_left_out(column));
    left_out.map(|(at, _)| at).collect()
}

/// The arrangement without what is for internal comparison only, which nobody is shown who hasn't just asked for it.
pub(super) fn without_internal(
    layout: &TableLayout,
    listed: &[ListColumn<'_>],
    columns: &[Column<'_>],
) -> TableLayout {
    let mut layout = layout.clone();
    for (at, _) in listed.iter().enumerate().filter(|(_, of)| of.internal) {
        layout.hide(columns, at);
    }
    let mut shown = layout.shown(columns).into_iter();
    // The last column that is shown can't be hidden.
    if shown.any(|at| listed[at].internal) {
        return original(listed, columns);
    }
    layout
}

/// The columns as the program has them: what few need is hidden.
pub(super) fn original(listed: &[ListColumn<'_>], columns: &[Column<'_>]) -> TableLayout {
    let mut layout = TableLayout::default();
    for (at, column) in listed.iter().enumerate() {
        if !column.shown {
            layout.hide(columns, at);
        }
    }
    layout
}

/// Remembers the arrangement, for the next time too.
pub(super) fn remember(
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    kind: RecordKind,
    layout: &TableLayout,
    listed: &[ListColumn<'_>],
    columns: &[Column<'_>],
) {
    let mut layout = without_internal(layout, listed, columns);
    // What this camp has no column for is in others as it was.
    for at in left_out(ctx, listed) {
        layout.show(columns, at);
    }
    if let Ok(layout) = serde_json::to_value(layout) {
        out.send(Action::ArrangeColumns(kind, layout));
    }
}
