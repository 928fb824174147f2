//! A player's figure on a ladder over time, the best at the top where a smaller one is better.

use egui::{Margin, Pos2, Rangef, Shape, Stroke, Ui};

use crate::{
    domain::show_rating,
    kit::{
        plot::{self, Extreme, Plot, STRETCHES, float, thinned},
        tip::Tip as _,
    },
    rating::{CoursePoint, Kind, Value},
};

/// A line with more points has no dots.
const DOTTED: usize = 60;

/// Between the names of two points, in points, at least.
const BETWEEN_NAMES: f32 = 104.0;

/// Room around the plot, in points: for the figures at the left, the title above, the days below.
const AROUND: Margin = Margin {
    left: 64,
    right: 48,
    top: 34,
    bottom: 26,
};

/// What a whole number of the chart stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unit {
    Half,
    One,
    /// So many zeros: the values of a Race Code league grow without bound.
    Zeros(i32),
}

impl Unit {
    /// The finest unit in which the greatest value is a number that can be drawn.
    fn new(values: &[(usize, f64)], has_halves: bool) -> Self {
        let greatest = values.iter().map(|point| point.1.abs());
        let greatest = greatest.fold(0.0, f64::max);
        if greatest < 1e6 {
            return if has_halves { Self::Half } else { Self::One };
        }
        #[expect(clippy::cast_possible_truncation, reason = "a number of digits")]
        let digits = greatest.log10().floor() as i32;
        Self::Zeros(digits - 4)
    }

    fn size(self) -> f64 {
        match self {
            Self::Half => 0.5,
            Self::One => 1.0,
            Self::Zeros(zeros) => 10_f64.powi(zeros),
        }
    }

    /// As the scale at the left says it: "12", "1.5", "25E9".
    fn name(self, number: i32) -> String {
        match self {
            Self::Half if number % 2 == 0 => show_rating(number / 2),
            Self::Half => format!("{}.5", show_rating(number / 2)),
            Self::One => show_rating(number),
            Self::Zeros(_) if number == 0 => "0".to_owned(),
            Self::Zeros(zeros) => {
                let (mut number, mut zeros) = (number, zeros);
                while number % 10 == 0 {
                    number /= 10;
                    zeros += 1;
                }
                format!("{}E{zeros}", show_rating(number))
            }
        }
    }
}

/// A course, ready to be drawn.
#[derive(Debug)]
pub(super) struct Chart {
    title: String,
    words: String,
    /// Steps from the left edge to the right one.
    steps: usize,
    /// Step and figure, in units.
    points: Vec<(usize, i32)>,
    unit: Unit,
    range: Rangef,
}

impl Chart {
    /// The chart of a course; nothing where there are not two figures to be joined.
    pub(super) fn new(kind: &Kind, course: &[CoursePoint]) -> Option<Self> {
        let values = course.iter().enumerate();
        let values = values.filter_map(|(at, point)| Some((at, point.value.approximate()?)));
        let values = values.collect::<Vec<_>>();
        if values.len() < 2 {
            return None;
        }
        let has_halves = course
            .iter()
            .any(|point| matches!(point.value, Value::Halves(_)));
        let unit = Unit::new(&values, has_halves);
        #[expect(clippy::cast_possible_truncation, reason = "a height in a chart")]
        let points = values
            .iter()
            .map(|(at, value)| (*at, (value / unit.size()).round() as i32));
        let mut points = points.collect::<Vec<_>>();
        let first = points.first().copied()?;
        let values = || points.iter().copied();
        let least = values().fold(first, Extreme::lower);
        let greatest = values().fold(first, Extreme::higher);
        let figure = kind.figure.to_lowercase();
        let said = |at: usize| {
            course
                .get(at)
                .map_or_else(String::new, |point| point.value.shown())
        };
        let moment = |at: usize| course.get(at).map_or("", |point| point.label.as_str());
        let words = format!(
            "Chart of the {figure} over time: {} at the start, lowest {} ({}), highest {} ({}), {} at the end",
            said(first.0),
            said(least.0),
            moment(least.0),
            said(greatest.0),
            moment(greatest.0),
            points.last().map_or_else(String::new, |last| said(last.0)),
        );
        if points.len() > 2 * STRETCHES {
            points = thinned(&points);
        }
        Some(Self {
            title: format!("{} over time", kind.figure),
            words,
            steps: course.len() - 1,
            range: range(kind, least.1, greatest.1),
            points,
            unit,
        })
    }

    /// Shows the chart over the whole width. A ring marks the point `selected`.
    pub(super) fn show(
        &self,
        ui: &mut Ui,
        height: f32,
        course: &[CoursePoint],
        selected: Option<usize>,
    ) {
        let response = plot::card(ui, height, &self.words);
        let card = response.rect;
        if !ui.is_rect_visible(card) {
            return;
        }
        let plot = Plot::new(ui, card, AROUND, self.steps, self.range);
        plot.title(card, &self.title);
        plot.grid(|number| self.unit.name(number));
        self.name_points(&plot, course);
        let line = self.points.iter().map(|point| plot.at(*point));
        let stroke = Stroke::new(2.0, plot.t.accent);
        let line = Shape::line(line.collect::<Vec<Pos2>>(), stroke);
        plot.painter.add(line);
        if self.points.len() <= DOTTED {
            for point in &self.points {
                plot.dot(*point);
            }
        }
        let chosen = selected.and_then(|at| {
            let place = self.points.binary_search_by_key(&at, |point| point.0);
            self.points.get(place.ok()?)
        });
        if let Some(chosen) = chosen {
            plot.ring(*chosen);
        }
        if let Some(pointer) = response.hover_pos()
            && let Some((at, _)) = plot.point_at(&self.points, pointer)
            && let Some(point) = course.get(at)
        {
            let text = format!("{}: {}", point.label, point.value.shown());
            response.tip_at_pointer(text);
        }
    }

    /// The days below the line, as many as have room; the first and the last one always.
    fn name_points(&self, plot: &Plot, course: &[CoursePoint]) {
        let end = plot.x(self.steps) - BETWEEN_NAMES;
        let mut at = 0;
        while let Some(point) = course.get(at).filter(|_| plot.x(at) <= end) {
            plot.name_step(at, point.label.clone());
            // The next one with room, found without going through all between: a story can have a hundred thousand steps.
            let next = plot.x(at) + BETWEEN_NAMES;
            let from = at + 1;
            at = from
                + partition(self.steps.saturating_sub(from), |step| {
                    plot.x(from + step) < next
                });
        }
        if let Some(last) = course.get(self.steps) {
            plot.name_step(self.steps, last.label.clone());
        }
    }
}

/// How many of the first `count` numbers hold, where those that do come first.
fn partition(count: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// From the lower edge to the upper one, with some air around the least and the greatest figure.
fn range(kind: &Kind, least: i32, greatest: i32) -> Rangef {
    let air = (float(greatest - least) * 0.1).max(0.9);
    let (least, greatest) = (float(least), float(greatest));
    if kind.smaller_is_better {
        // There is no rank before the first.
        Rangef::new(greatest + air, (least - air).max(0.4))
    } else {
        Rangef::new(least - air, greatest + air)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::LadderSystem,
        rating::{Halves, kind},
    };

    fn course(values: impl IntoIterator<Item = Value>) -> Vec<CoursePoint> {
        let point = |(at, value)| CoursePoint {
            label: format!("Game {at}"),
            date: None,
            value,
        };
        (0..).zip(values).map(point).collect()
    }

    #[test]
    fn the_best_rank_is_at_the_top() {
        let ranks = course([7, 3, 1, 4].map(Value::Whole));
        let chart = Chart::new(kind(LadderSystem::Club), &ranks).expect("a chart");
        assert!(chart.range.min > 7.0 && chart.range.max < 1.0 && chart.range.max > 0.0);
        assert_eq!(
            chart.words,
            "Chart of the rank over time: 7 at the start, lowest 1 (Game 2), highest 7 (Game 0), 4 at the end"
        );
        let ratings = course([1500.0, 1510.7, 1490.2].map(Value::Rating));
        let chart = Chart::new(kind(LadderSystem::GameCourier), &ratings).expect("a chart");
        assert!(chart.range.min < 1490.0 && chart.range.max > 1511.0);
        assert_eq!(chart.points, [(0, 1500), (1, 1511), (2, 1490)]);
    }

    #[test]
    fn half_points_are_drawn_and_values_without_bound_too() {
        let halves = |number: u32| Value::Halves(Halves(number.into()));
        let race = kind(LadderSystem::RaceCode);
        let chart = Chart::new(race, &course([halves(2), halves(3)])).expect("a chart");
        assert_eq!(chart.points, [(0, 2), (1, 3)]);
        assert_eq!(chart.unit.name(3), "1.5");
        assert_eq!(chart.unit.name(2), "1");

        let large = (0..200_u32).map(|power| {
            let one = num_bigint::BigUint::from(1_u8);
            Value::Halves(Halves(one << power))
        });
        let chart = Chart::new(race, &course(large)).expect("a chart");
        let greatest = chart.points.last().expect("a point").1;
        assert!((10_000..100_000).contains(&greatest), "{greatest}");
        assert_eq!(chart.unit.name(20_000), "2E59");
        assert_eq!(chart.unit.name(0), "0");
    }

    #[test]
    fn a_long_course_is_thinned_and_one_point_is_no_chart() {
        let club = kind(LadderSystem::Club);
        assert!(Chart::new(club, &course([Value::Whole(1)])).is_none());
        assert!(Chart::new(club, &course([Value::Blank, Value::Blank])).is_none());
        let long = (0..100_000).map(|game| Value::Whole(1 + game % 50));
        let chart = Chart::new(club, &course(long)).expect("a chart");
        assert!(chart.points.len() <= 2 * STRETCHES + 1);
        assert_eq!(chart.steps, 99_999);
    }
}
