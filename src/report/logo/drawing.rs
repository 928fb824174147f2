//! How much an SVG asks of whoever draws it. A megabyte can ask for anything: what it says is counted before it is done.

use std::{collections::HashMap, iter};

use resvg::usvg::{
    self, Group, Node, Paint, Transform, Tree,
    roxmltree::{self, Document, NodeId, ParsingOptions},
};

use super::{LONGER_SIDE, LogoProblem, MOST_PIXELS, lines};

/// The most parts of a drawing, each counted as often as it is shown. A coat of arms in all its detail has a tenth of them.
const MOST_PARTS: u64 = 100_000;

/// How deep parts may lie in each other. Drawing programs stay below 30, and readers go down by calling themselves.
const DEEPEST: usize = 150;

/// How many parts may share an id by mistake.
const MOST_OF_AN_ID: usize = 16;

/// How many parts that hold others, such as patterns, may be named by style sheets, where nobody sees what is in what.
const MOST_BY_STYLE: usize = 50;

/// How long the texts may become that entities stand for. Illustrator writes a dozen, of an address each.
const LONGEST_ENTITIES: usize = 1 << 20;

/// Whether its entities stay short when they are read. Those that name others don't count up to anything known.
pub(super) fn has_short_entities(text: &str) -> bool {
    let declared = text.split("<!ENTITY").skip(1).collect::<Vec<_>>();
    if declared.is_empty() {
        return true;
    }
    let values = declared.iter().map(|rest| value(rest));
    let Some(values) = values.collect::<Option<Vec<_>>>() else {
        return false;
    };
    let longest = values.iter().map(|value| value.len()).max().unwrap_or(0);
    let names_others = values.iter().any(|value| value.contains('&'));
    !names_others && longest.saturating_mul(text.matches('&').count()) <= LONGEST_ENTITIES
}

/// What stands between the first quotation marks.
fn value(declaration: &str) -> Option<&str> {
    let start = declaration.find(['"', '\''])?;
    let mark = declaration.get(start..=start)?;
    declaration.get(start + 1..)?.split(mark).next()
}

/// Reads the text of a drawing, if it is of a bearable size.
///
/// # Errors
/// It isn't, or it is no XML.
pub(super) fn parse(text: &str) -> Result<Document<'_>, LogoProblem> {
    if !has_short_entities(text) {
        return Err(LogoProblem::TooComplex);
    }
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: u32::try_from(MOST_PARTS).unwrap_or(u32::MAX),
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => LogoProblem::TooComplex,
        _ => LogoProblem::Broken("SVG"),
    })?;
    let mut parts = Parts::new(&document);
    let all = parts.of(document.root(), DEEPEST);
    if all.is_some_and(|all| all <= MOST_PARTS) && parts.are_few_by_style(&document) {
        drop(parts);
        Ok(document)
    } else {
        Err(LogoProblem::TooComplex)
    }
}

/// Counts the parts of a drawing with those that they refer to.
struct Parts<'a, 'input> {
    /// Readers differ in which of two with one id they take.
    by_id: HashMap<&'a str, Vec<roxmltree::Node<'a, 'input>>>,
    /// `None` while it is being counted: a part that shows itself has no end.
    counted: HashMap<NodeId, Option<u64>>,
    measures: lines::Measures,
}

impl<'a, 'input> Parts<'a, 'input> {
    fn new(document: &'a Document<'input>) -> Self {
        let mut by_id = HashMap::<_, Vec<_>>::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                by_id.entry(id).or_default().push(node);
            }
        }
        Self {
            by_id,
            counted: HashMap::new(),
            measures: lines::Measures::new(document),
        }
    }

    /// A part with all that it shows; `None` if it has no end, lies too deep, or has a line that is too much.
    fn of(&mut self, node: roxmltree::Node<'a, 'input>, deeper: usize) -> Option<u64> {
        if let Some(counted) = self.counted.get(&node.id()) {
            return *counted;
        }
        let deeper = deeper.checked_sub(1)?;
        self.counted.insert(node.id(), None);
        let mut parts = lines::parts(node, self.measures)?.saturating_add(1);
        for child in node.children().filter(roxmltree::Node::is_element) {
            parts = parts.saturating_add(self.of(child, deeper)?);
        }
        // A link leads elsewhere, and shows nothing.
        let is_link = node.tag_name().name() == "a";
        let mut corners_of_line = None;
        for attribute in node.attributes().filter(|_| !is_link) {
            let (name, value) = (attribute.name(), attribute.value());
            let is_at_corners = value.contains("marker") || name.starts_with("marker");
            let of_link = (name == "href").then(|| value.trim().strip_prefix('#'));
            for id in ids_in(value).chain(of_link.flatten()) {
                let shown = self.by_id.get(id).cloned().unwrap_or_default();
                if shown.len() > MOST_OF_AN_ID {
                    return None;
                }
                for shown in shown {
                    let shown = self.of(shown, deeper)?;
                    let times = if is_at_corners {
                        *corners_of_line.get_or_insert_with(|| self.corners(node))
                    } else {
                        1
                    };
                    parts = parts.saturating_add(shown.saturating_mul(times));
                }
            }
        }
        self.counted.insert(node.id(), Some(parts));
        Some(parts)
    }

    /// No fewer than a line has corners, each of which can have a marker: the shortest way to write one has two letters.
    fn corners(&self, node: roxmltree::Node<'_, '_>) -> u64 {
        let written = ["d", "points"].map(|name| node.attribute(name).map_or(0, str::len));
        let written = written.into_iter().map(|length| length as u64 / 2 + 2);
        let of_arcs = lines::parts(node, self.measures).unwrap_or(u64::MAX);
        written.fold(of_arcs, u64::saturating_add)
    }

    /// Whether style sheets name few parts that hold others.
    fn are_few_by_style(&mut self, document: &'a Document<'input>) -> bool {
        let is_style = |node: &roxmltree::Node| node.tag_name().name() == "style";
        let sheets = document.descendants().filter(is_style);
        let texts = sheets.flat_map(|sheet| sheet.children().filter_map(|text| text.text()));
        let named = texts
            .flat_map(ids_in)
            .filter_map(|id| self.by_id.get(id))
            .flatten()
            .copied()
            .collect::<Vec<_>>();
        // To count corners takes reading every line once more.
        if named.is_empty() {
            return true;
        }
        let corners = document
            .descendants()
            .map(|node| self.corners(node))
            .fold(0, u64::saturating_add);
        let mut holding = 0;
        for node in named {
            let times = match node.tag_name().name() {
                "linearGradient" | "radialGradient" => continue,
                "marker" => corners,
                _ => 1,
            };
            holding += 1;
            let parts = self
                .of(node, DEEPEST)
                .map(|parts| parts.saturating_mul(times));
            if parts.is_none_or(|parts| parts > MOST_PARTS) {
                return false;
            }
        }
        holding <= MOST_BY_STYLE
    }
}

/// `url(#a)` names a.
fn ids_in(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let rest = rest.trim_start().trim_start_matches(['"', '\'']);
        rest.strip_prefix('#')?.split(['"', '\'', ')']).next()
    })
}

/// How far from the drawing its lines may lead, in its own longer sides. At some thousand times that, the lines that are drawn end in memory
/// that isn't the picture's.
const FURTHEST: f32 = 100.0;

/// Checks what was made of a drawing: each of its pictures is decoded, and each pattern drawn, as often as it is shown.
///
/// # Errors
/// There is too much of it, or it is too large.
pub(super) fn check(tree: &Tree) -> Result<(), LogoProblem> {
    let mut shown = Shown::default();
    let size = tree.size();
    shown.add(tree.root(), 1.0 / size.width().max(size.height()));
    if let Some((width, height)) = shown.too_large {
        return Err(LogoProblem::TooManyPixels { width, height });
    }
    if shown.parts > MOST_PARTS || shown.pixels > MOST_PIXELS || shown.leads_away {
        return Err(LogoProblem::TooComplex);
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Shown {
    parts: u64,
    pixels: u64,
    too_large: Option<(u32, u32)>,
    /// Whether anything is further away than is drawn.
    leads_away: bool,
}

impl Shown {
    /// Adds what is in here, of which a unit is so many longer sides of the drawing.
    fn add(&mut self, group: &Group, unit: f32) {
        for node in group.children() {
            self.parts = self.parts.saturating_add(1);
            if self.parts > MOST_PARTS {
                return;
            }
            let bounds = node.abs_stroke_bounding_box();
            let sides = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
            let is_near = |side: f32| (side * unit).abs() <= FURTHEST;
            self.leads_away |= !sides.into_iter().all(is_near);
            if let Node::Image(image) = node
                && !matches!(image.kind(), usvg::ImageKind::SVG(_))
            {
                self.add_picture(image.size());
            }
            if let Node::Path(path) = node {
                let pixels = unit * largest(path.abs_transform()) * f32::from(LONGER_SIDE);
                let drawn = lines::drawn(path, pixels.into()).unwrap_or(u64::MAX);
                self.parts = self.parts.saturating_add(drawn);
            }
            if let Node::Group(group) = node {
                self.add(group, unit);
            }
            if let Node::Text(text) = node {
                self.add(text.flattened(), unit);
            }
            // What it is filled, clipped or masked with has numbers of its own.
            let unit = unit * largest(node.abs_transform()) * enlarged(node);
            node.subroots(|group| self.add(group, unit));
        }
    }

    fn add_picture(&mut self, size: usvg::Size) {
        let size = size.to_int_size();
        let pixels = u64::from(size.width()) * u64::from(size.height());
        if pixels > MOST_PIXELS {
            self.too_large = Some(size.dimensions());
        }
        self.pixels = self.pixels.saturating_add(pixels);
    }
}

/// How many times as large what this part is filled or clipped with is drawn, at most.
fn enlarged(node: &Node) -> f32 {
    let of_paint = |paint: &Paint| match paint {
        Paint::Pattern(pattern) => largest(pattern.transform()),
        _ => 0.0,
    };
    match node {
        Node::Group(group) => {
            let clips = iter::successors(group.clip_path(), |clip| clip.clip_path());
            let enlarged = clips.map(|clip| largest(clip.transform()).max(1.0));
            enlarged.product()
        }
        Node::Path(path) => {
            let fill = path.fill().map(|fill| of_paint(fill.paint()));
            let stroke = path.stroke().map(|stroke| of_paint(stroke.paint()));
            fill.into_iter().chain(stroke).fold(0.0, f32::max)
        }
        Node::Image(_) | Node::Text(_) => 1.0,
    }
}

/// How many times as long a line becomes at most.
fn largest(transform: Transform) -> f32 {
    let (x, y) = transform.get_scale();
    x.max(y)
}
