//! The columns of the list: each as wide as what it holds, as far as there is room.

use egui::Ui;
use jiff::Zoned;

use super::super::alike::ToldApart;
use crate::{
    app::ListedBackup,
    domain::{counted, file_size, grouped},
    kit::{
        Column,
        input::text_width,
        table::{WIDEST_NAME, shared},
        theme,
        tokens::{size, space},
    },
    storage::{MadeOf, Since},
};

/// What a column tells of a backup.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Tells {
    Camp,
    File,
    Made,
    Why,
    Games,
    Players,
    Since,
    Size,
}

/// Which backups are listed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ListedOf {
    AllCamps,
    OneCamp,
    /// Some of them of copies of its file, or of other camps.
    OneCampAndOthers,
}

impl ListedOf {
    const fn columns(self) -> &'static [Tells] {
        use Tells::{Camp, File, Games, Made, Players, Since, Size, Why};
        match self {
            Self::AllCamps => &[Camp, File, Made, Why, Games, Players, Size],
            Self::OneCamp => &[Made, Why, Games, Players, Since, Size],
            Self::OneCampAndOthers => &[Made, Why, Games, Players, Since, File, Size],
        }
    }
}

impl Tells {
    /// What gives way where names of camps and files have no room, first things first: of which backup it is tells more than how much is in it.
    const GIVE_WAY: [Self; 3] = [Self::Size, Self::Players, Self::Games];

    const fn title(self) -> &'static str {
        match self {
            Self::Camp => "Camp",
            Self::File => "File",
            Self::Made => "Made",
            Self::Why => "Why",
            Self::Games => "Games",
            Self::Players => "Players",
            Self::Since => "Since then",
            Self::Size => "Size",
        }
    }

    /// The least width, in points: for its title, and for a name that is cut.
    const fn least(self) -> f32 {
        match self {
            Self::Camp | Self::File => 110.0,
            Self::Made => 0.0,
            Self::Why => 124.0,
            Self::Games => 68.0,
            Self::Players => 72.0,
            Self::Since => 100.0,
            Self::Size => 74.0,
        }
    }

    /// Whether it is told by both its ends, so that it is cut in its middle.
    pub(super) const fn is_name(self) -> bool {
        matches!(self, Self::Camp | Self::File)
    }

    const fn is_flexible(self) -> bool {
        self.is_name() || matches!(self, Self::Why)
    }

    const fn is_number(self) -> bool {
        matches!(self, Self::Games | Self::Players | Self::Since | Self::Size)
    }

    pub(super) fn text(self, told_apart: &ToldApart, listed: &ListedBackup, now: &Zoned) -> String {
        let note = &listed.backup.note;
        match self {
            Self::Camp => note.camp.clone(),
            Self::File => file_name(told_apart, listed),
            Self::Made => told_apart.moment(&listed.backup, now),
            Self::Why => note.reason.words().to_owned(),
            Self::Games => grouped(note.counts.games),
            Self::Players => grouped(note.counts.players),
            Self::Since => match &listed.since {
                Since::Unknown | Since::OtherCamp => String::new(),
                Since::HasMore => "Has more".to_owned(),
                Since::Changes(since) if since.is_empty() => "No changes".to_owned(),
                Since::Changes(since) => counted(since.len(), "change"),
            },
            Self::Size => file_size(note.packed),
        }
    }
}

/// The file that it was made of. One of another camp lay in the place of this one, so that its name would tell nothing.
fn file_name(told_apart: &ToldApart, listed: &ListedBackup) -> String {
    let note = &listed.backup.note;
    if listed.made_of == MadeOf::OtherCamp {
        return format!("Other camp: “{}”", note.camp);
    }
    let name = told_apart.file(&note.file);
    if listed.backup.is_of_other_computer() {
        format!("{name} (another computer)")
    } else {
        name
    }
}

/// The columns in so many points of room. `texts` are what the cells of one hold.
pub(super) fn columns(
    ui: &Ui,
    of: ListedOf,
    room: f32,
    texts: impl Fn(Tells) -> Vec<String>,
) -> (Vec<Tells>, Vec<Column<'static>>) {
    let font = theme::regular(size::TEXT);
    let wanted = of.columns().iter().map(|tells| {
        let widths = texts(*tells).into_iter();
        let widths = widths.map(|text| text_width(ui, text, &font).ceil() + 2.0 * space::M);
        (*tells, widths.fold(tells.least(), f32::max))
    });
    let (fitted, in_sight) = fitted(wanted.collect(), room);
    // A name would else be narrowed for what gave way to it.
    let is_fixed = |tells: Tells| tells.is_name() && in_sight < fitted.len();
    let columns = fitted.iter().map(|(tells, width)| {
        let (tells, width) = (*tells, *width);
        let column = if tells.is_flexible() && !is_fixed(tells) {
            Column::flexible(tells.title(), width)
        } else {
            Column::fixed(tells.title(), width)
        };
        let column = if tells.is_number() {
            column.right()
        } else {
            column
        };
        (tells, column)
    });
    columns.unzip()
}

/// The columns with their widths, and how many of them are in sight: beside names, others go behind the edge, then names share what is left.
fn fitted(mut columns: Vec<(Tells, f32)>, room: f32) -> (Vec<(Tells, f32)>, usize) {
    let lacks = |columns: &[(Tells, f32)]| {
        let widths = columns.iter().map(|(tells, wanted)| {
            // A longer one is cut before anything gives way to it.
            let most = if tells.is_name() {
                WIDEST_NAME
            } else {
                f32::INFINITY
            };
            wanted.min(most)
        });
        widths.sum::<f32>() - room
    };
    let has_names = columns.iter().any(|(tells, _)| tells.is_name());
    let mut behind = Vec::new();
    for gives_way in Tells::GIVE_WAY.into_iter().filter(|_| has_names) {
        let lacking = lacks(&columns).max(0.0);
        // The words of a reason are read by their beginning.
        let reason = columns.iter_mut().find(|(tells, _)| *tells == Tells::Why);
        if let Some((tells, wanted)) = reason
            && gives_way == Tells::Games
        {
            *wanted = (*wanted - lacking).max(tells.least());
        }
        if lacks(&columns) > 0.0 {
            behind.extend(columns.extract_if(.., |(tells, _)| *tells == gives_way));
        }
    }
    let others = columns.iter().filter(|(tells, _)| !tells.is_name());
    let left = room - others.map(|(_, wanted)| wanted).sum::<f32>();
    let names = columns.iter_mut().filter(|(tells, _)| tells.is_name());
    match names.collect::<Vec<_>>().as_mut_slice() {
        [(tells, file)] => *file = file.min(left).max(tells.least()),
        [(tells, camp), (_, file)] => {
            let [of_camp, of_file] = shared([*camp, *file], left);
            *camp = of_camp.max(tells.least());
            *file = of_file.max(tells.least());
        }
        _ => {}
    }
    let in_sight = columns.len();
    columns.extend(behind.into_iter().rev());
    (columns, in_sight)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The titles that are in sight, and the widths of all.
    fn widths(
        of: ListedOf,
        [camp, file]: [f32; 2],
        room: f32,
    ) -> (Vec<&'static str>, Vec<(Tells, f32)>) {
        let wanted = of.columns().iter().map(|tells| {
            let width = match tells {
                Tells::Camp => camp,
                Tells::File => file,
                Tells::Made => 180.0,
                Tells::Why => 200.0,
                other => other.least(),
            };
            (*tells, width)
        });
        let (fitted, in_sight) = fitted(wanted.collect(), room);
        let titles = fitted.iter().map(|(tells, _)| tells.title());
        (titles.take(in_sight).collect(), fitted)
    }

    #[test]
    fn what_matters_least_gives_way_to_the_names_of_camps_and_files() {
        let all = |names, room| widths(ListedOf::AllCamps, names, room);
        assert_eq!(all([120.0, 120.0], 840.0).0.len(), 7);
        let (titles, long) = all([120.0, 400.0], 900.0);
        assert_eq!(titles, ["Camp", "File", "Made", "Why", "Games", "Players"]);
        assert_eq!(
            long[1],
            (Tells::File, 900.0 - 120.0 - 180.0 - 200.0 - 140.0)
        );
        assert_eq!(long[6].0, Tells::Size, "it is behind the edge");
        let (titles, both) = all([400.0, 500.0], 860.0);
        assert_eq!(titles, ["Camp", "File", "Made", "Why", "Games"]);
        // The reason is cut first.
        assert_eq!(both[3], (Tells::Why, 132.0));
        assert_eq!(both[..2], [(Tells::Camp, 240.0), (Tells::File, 240.0)]);
        let (titles, narrow) = all([400.0, 500.0], 700.0);
        assert_eq!(titles, ["Camp", "File", "Made", "Why"]);
        assert_eq!(narrow[..2], [(Tells::Camp, 198.0), (Tells::File, 198.0)]);
        assert_eq!(narrow.len(), 7);
        // Without names there is nothing to make room for.
        assert_eq!(widths(ListedOf::OneCamp, [0.0; 2], 300.0).0.len(), 6);
    }
}
