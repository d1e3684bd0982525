//! The occupied areas of a picture, by the cells of a grid: a search for room looks only at neighbours. Lengths are
//! pixels of the UI.

use bevy::prelude::*;

/// Side of a cell of the grid.
pub(super) const CELL: f32 = 64.0;
/// Tolerance for rounding at the edge of the picture.
const ROUNDING: f32 = 0.01;
/// The end of the list of a cell.
const NO_LINK: usize = usize::MAX;

/// An occupied area, grown by the gap that others keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) area: Rect,
    pub(super) owner: Option<Entity>,
    /// Whether even words that push others aside give way: a panel, or other such words.
    pub(super) is_firm: bool,
}

/// What an area may lie over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Nothing.
    Nothing,
    /// Words, but no marks of objects.
    Words,
    /// All that gives way.
    Marks,
}

/// A picture and all that is occupied in it.
#[derive(Clone, Debug, Default)]
pub(super) struct TakenAreas {
    size: Vec2,
    columns: usize,
    /// The first link of each cell.
    cells: Vec<usize>,
    /// An occupied area of a cell, and the next link of the cell.
    links: Vec<(usize, usize)>,
    taken: Vec<Taken>,
}

impl TakenAreas {
    /// Empties the picture, which has this size.
    pub(super) fn clear(&mut self, size: Vec2) {
        self.size = size;
        let cells = (size / CELL).ceil().max(Vec2::ONE);
        self.columns = cells.x as usize;
        self.cells.clear();
        self.cells.resize(self.columns * cells.y as usize, NO_LINK);
        self.links.clear();
        self.taken.clear();
    }

    /// The size of the picture.
    pub(super) fn size(&self) -> Vec2 {
        self.size
    }

    /// The areas before which even words that push others aside give way.
    pub(super) fn firm(&self) -> impl Iterator<Item = &Taken> {
        self.taken.iter().filter(|taken| taken.is_firm)
    }

    /// Whether a point is under a panel.
    pub(super) fn is_covered(&self, point: Vec2) -> bool {
        let here = Rect::from_corners(point, point);
        self.near(&here).any(|taken| taken.is_firm && taken.owner.is_none() && taken.area.contains(point))
    }

    /// Whether an area with this much room about it is within the picture and free, but for an owner's own mark and
    /// for what it may lie over.
    pub(super) fn is_free(&self, area: &Rect, more: f32, owner: Option<Entity>, over: Over) -> bool {
        let is_within =
            area.min.cmpge(Vec2::splat(-ROUNDING)).all() && area.max.cmple(self.size + ROUNDING).all();
        let wide = area.inflate(more);
        let is_free_of = |taken: &Taken| {
            taken.gives_way(over) || (owner.is_some() && taken.owner == owner) || !overlap(&taken.area, &wide)
        };
        is_within && self.near(&wide).all(is_free_of)
    }

    /// Occupies an area.
    pub(super) fn add(&mut self, taken: Taken) {
        let index = self.taken.len();
        self.taken.push(taken);
        for cell in cells_of(&taken.area, self.columns, self.cells.len()) {
            if let Some(first) = self.cells.get_mut(cell) {
                self.links.push((index, *first));
                *first = self.links.len() - 1;
            }
        }
    }

    /// The occupied areas in the cells that an area touches; some of them several times.
    fn near(&self, area: &Rect) -> impl Iterator<Item = &Taken> {
        let cells = cells_of(area, self.columns, self.cells.len());
        let links = cells.flat_map(|cell| {
            let first = self.cells.get(cell).and_then(|first| self.links.get(*first));
            std::iter::successors(first, |(_, next)| self.links.get(*next))
        });
        links.filter_map(|(index, _)| self.taken.get(*index))
    }
}

impl Taken {
    /// Whether it gives way to words that may lie over some things.
    fn gives_way(&self, over: Over) -> bool {
        let is_word = self.owner.is_none();
        !self.is_firm && (over == Over::Marks || (over == Over::Words && is_word))
    }
}

/// The cells that an area touches, in a grid of so many columns and cells.
fn cells_of(area: &Rect, columns: usize, cells: usize) -> impl Iterator<Item = usize> + use<> {
    let rows = cells / columns.max(1);
    let range = |low: f32, high: f32, count: usize| {
        // A negative number becomes 0.
        let (low, high) = ((low / CELL) as usize, (high / CELL) as usize);
        low.min(count)..high.saturating_add(1).min(count)
    };
    let across = range(area.min.x, area.max.x, columns);
    let down = range(area.min.y, area.max.y, rows);
    let is_outside = area.max.x < 0.0 || area.max.y < 0.0;
    let down = if is_outside { 0..0 } else { down };
    down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
}

/// Whether two areas have more than an edge in common.
pub(super) fn overlap(one: &Rect, other: &Rect) -> bool {
    one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y
}
