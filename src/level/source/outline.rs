//! The outline of a RON text: the places of all values.
//!
//! The RON parser drops the place of a value after reading it, so a [`TextOutline`] keeps the bytes of every value.
//! It maps field paths such as `bodies[3].orbit.eccentricity` to places and back, but does not know the meaning of
//! values.

use std::fmt::Write;
use std::ops::Range;

use crate::level::source::scanner::{ShapeFault, scan};

/// A value: a word, number or string, or a group in brackets.
#[derive(Debug)]
pub(in crate::level) struct OutlineNode {
    /// First byte; of a group with a name, the first byte of the name.
    pub(in crate::level) start: usize,
    /// One past the last byte.
    pub(in crate::level) end: usize,
    /// The contents of a group; `None` for a word, number or string.
    pub(in crate::level) group: Option<Box<Group>>,
}

/// The content of a pair of brackets.
#[derive(Debug)]
pub(in crate::level) struct Group {
    /// The byte of the opening bracket.
    pub(in crate::level) open: usize,
    /// Whether the brackets are `[` and `]`.
    pub(in crate::level) is_list: bool,
    pub(in crate::level) items: Vec<Item>,
}

/// An item of a group: a field with its key, or an element.
#[derive(Debug)]
pub(in crate::level) struct Item {
    pub(in crate::level) key: Option<Range<usize>>,
    pub(in crate::level) value: OutlineNode,
}

impl Item {
    /// The first byte of the key, or of the value without a key.
    pub(in crate::level) fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value.start, |key| key.start)
    }
}

/// One step of the way from the root to a place.
#[derive(Clone, Copy)]
pub(in crate::level) struct Step<'o> {
    pub(in crate::level) group: &'o Group,
    pub(in crate::level) index: usize,
}

impl<'o> Step<'o> {
    pub(in crate::level) fn item(&self) -> &'o Item {
        &self.group.items[self.index]
    }

    /// Whether the group stays meaningful without the item: fields and list elements can be left out, members of a
    /// tuple cannot.
    pub(in crate::level) fn is_removable(&self) -> bool {
        self.group.is_list || self.group.items.iter().any(|item| item.key.is_some())
    }
}

/// The result of a look-up by field path.
pub(in crate::level) struct Located {
    /// The bytes to mark.
    pub(in crate::level) mark: Range<usize>,
    /// The bytes of the deepest value on the path that exists.
    pub(in crate::level) span: Range<usize>,
    /// The end of the path that is missing in the text, `.orbit.plane`.
    pub(in crate::level) rest: String,
}

/// The shape of a text.
pub(in crate::level) struct TextOutline<'t> {
    text: &'t str,
    root: OutlineNode,
}

impl<'t> TextOutline<'t> {
    /// The outline of no text: every path is at its beginning.
    pub(in crate::level) fn empty() -> Self {
        Self { text: "", root: OutlineNode { start: 0, end: 0, group: None } }
    }

    /// Scans the text and keeps the values down to this depth of brackets, to save memory. Deeper values belong to
    /// the value around them.
    pub(in crate::level) fn scan_to(text: &'t str, depth: usize) -> Result<Self, ShapeFault> {
        let root = scan(text, depth)?;
        Ok(Self { text, root })
    }

    /// A field of the outermost value.
    pub(in crate::level) fn field(&self, name: &str) -> Option<&Item> {
        let mut items = self.root.group.iter().flat_map(|group| &group.items);
        items.find(|item| item.key.as_ref().is_some_and(|key| self.text_of(key) == name))
    }

    /// The text of a span.
    pub(in crate::level) fn text_of(&self, span: &Range<usize>) -> &'t str {
        &self.text[span.clone()]
    }

    /// The outermost value.
    pub(in crate::level) fn root(&self) -> &OutlineNode {
        &self.root
    }

    /// Finds a path such as `bodies[3].orbit`, or the longest existing part of it.
    pub(in crate::level) fn locate(&self, path: &str) -> Located {
        let segments = segments(path);
        let mut node = &self.root;
        let mut key = None;
        let mut rest = String::new();
        for (position, segment) in segments.iter().enumerate() {
            let Some(item) = self.child(node, segment) else {
                rest = join(&segments[position..]);
                break;
            };
            node = &item.value;
            key = item.key.as_ref();
        }
        Located { mark: self.mark(node, key), span: node.start..node.end, rest }
    }

    /// The bytes to mark for a value: all of them, or only the head of a value that spans several lines.
    pub(in crate::level) fn mark(&self, node: &OutlineNode, key: Option<&Range<usize>>) -> Range<usize> {
        let whole = node.start..node.end;
        match &node.group {
            Some(group) if self.text_of(&whole).contains('\n') => {
                key.map_or(node.start, |key| key.start)..group.open + 1
            }
            _ => whole,
        }
    }

    /// The way from the root to the deepest item round a byte. The byte after an item's last one belongs to the
    /// item only if `at_end_too`.
    pub(in crate::level) fn steps_to(&self, offset: usize, at_end_too: bool) -> Vec<Step<'_>> {
        let mut steps = Vec::new();
        let mut node = &self.root;
        while let Some(group) = node.group.as_deref() {
            let after = group.items.partition_point(|item| item.start() <= offset);
            let Some(index) = after.checked_sub(1) else { break };
            let item = &group.items[index];
            if offset > item.value.end || (offset == item.value.end && !at_end_too) {
                break;
            }
            steps.push(Step { group, index });
            node = &item.value;
        }
        steps
    }

    /// The field path of a way.
    pub(in crate::level) fn path_of(&self, steps: &[Step<'_>]) -> String {
        let mut path = String::new();
        for step in steps {
            match &step.item().key {
                Some(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(self.text_of(key));
                }
                None if step.group.is_list => push_index(&mut path, step.index),
                None => {}
            }
        }
        path
    }

    fn child<'n>(&self, node: &'n OutlineNode, segment: &Segment<'_>) -> Option<&'n Item> {
        let group = self.through_some(node).group.as_deref()?;
        match segment {
            Segment::Field(name) => group
                .items
                .iter()
                .find(|item| item.key.as_ref().is_some_and(|key| self.text_of(key) == *name)),
            Segment::Element(index) => group.items.get(*index).filter(|_| group.is_list),
        }
    }

    /// The value inside of `Some(...)`, or the value itself.
    fn through_some<'n>(&self, node: &'n OutlineNode) -> &'n OutlineNode {
        let mut node = node;
        while let Some(group) = node.group.as_deref() {
            let name = self.text[node.start..group.open].trim_end();
            match group.items.as_slice() {
                [item] if name == "Some" && item.key.is_none() => node = &item.value,
                _ => break,
            }
        }
        node
    }
}

enum Segment<'p> {
    Field(&'p str),
    Element(usize),
}

fn segments(path: &str) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let (name, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        if !name.is_empty() {
            segments.push(Segment::Field(name));
        }
        for index in indices.split(['[', ']']).filter_map(|digits| digits.parse().ok()) {
            segments.push(Segment::Element(index));
        }
    }
    segments
}

fn join(segments: &[Segment<'_>]) -> String {
    let mut path = String::new();
    for segment in segments {
        match segment {
            Segment::Field(name) => {
                path.push('.');
                path.push_str(name);
            }
            Segment::Element(index) => push_index(&mut path, *index),
        }
    }
    path
}

fn push_index(path: &mut String, index: usize) {
    write!(path, "[{index}]").expect("invariant: writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<'t> TextOutline<'t> {
        /// Scans the text and keeps all values.
        pub(in crate::level) fn scan(text: &'t str) -> Result<Self, ShapeFault> {
            Self::scan_to(text, usize::MAX)
        }
    }

    const TEXT: &str = r##"
#![enable(implicit_some)]
// a comment with ) and "
(
    title: "a \" ( title", /* nested /* ) */ comment */
    list: [own(name: "x", orbit: Some((eccentricity: 0.5))), body(r#"a " b"#), unit, 'c', b"x\"y", -1.5e-3],
    tuple: au(1.0, -2, 3.0),
    map: { "a": 1, 2: (x: 3) },
    deep: (
        flag: true,
    ),
)
"##;

    fn value_at(path: &str) -> (String, String) {
        let outline = TextOutline::scan(TEXT).expect("the text is sound");
        let located = outline.locate(path);
        (TEXT[located.mark].to_owned(), located.rest)
    }

    #[test]
    fn finds_values_by_path() {
        let found = |text: &str| (text.to_owned(), String::new());
        assert_eq!(value_at("title"), found(r#""a \" ( title""#));
        assert_eq!(value_at("list[0].orbit.eccentricity"), found("0.5"));
        assert_eq!(value_at("list[1]"), found(r##"body(r#"a " b"#)"##));
        assert_eq!(value_at("list[2]"), found("unit"));
        assert_eq!(value_at("list[5]"), found("-1.5e-3"));
        assert_eq!(value_at("tuple"), found("au(1.0, -2, 3.0)"));
        assert_eq!(value_at("deep"), found("deep: ("));
        assert_eq!(value_at("deep.flag"), found("true"));
        assert_eq!(
            value_at("list[0].orbit.plane.x"),
            ("Some((eccentricity: 0.5))".to_owned(), ".plane.x".to_owned())
        );
        assert_eq!(value_at("list[9].name").1, "[9].name");
    }

    #[test]
    fn finds_paths_by_place() {
        let outline = TextOutline::scan(TEXT).expect("the text is sound");
        for path in ["title", "list[0].orbit.eccentricity", "list[4]", "deep.flag", "tuple"] {
            let start = outline.locate(path).span.start;
            assert_eq!(outline.path_of(&outline.steps_to(start, true)), path);
        }
    }
}
