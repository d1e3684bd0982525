//! The occupied areas of a picture, by the cells of a grid: a search for room looks only at neighbours. Lengths are
//! pixels of the UI.

use bevy::math::bounding::{Aabb2d, RayCast2d};
use bevy::prelude::*;

/// Side of a cell of the grid.
const CELL: f32 = 64.0;
/// Tolerance for rounding at the edge of the picture.
const ROUNDING: f32 = 0.01;
/// A line occupies areas of at most this length.
const LINE_PIECE: f32 = 8.0;
/// The end of the list of a cell.
const NO_LINK: usize = usize::MAX;

/// An occupied area, grown by the gap that others keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) area: Rect,
    pub(super) owner: Option<Entity>,
    /// Whether it is a hull of its owner: the owner's words rather stand beside it, but their line may cross it.
    pub(super) is_hull: bool,
    /// Whether even words that push others aside give way: a panel, or other such words.
    pub(super) is_firm: bool,
    /// How much nearer a line may come than words.
    pub(super) line_slack: f32,
}

/// What an area may lie over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Nothing but the mark of the words' own object.
    Nothing,
    /// Hulls of their own object.
    OwnHulls,
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
        let is_free_of = |taken: &Taken| taken.gives_way(over, owner) || !overlap(&taken.area, &wide);
        is_within && self.near(&wide).all(is_free_of)
    }

    /// Whether a line from an anchor crosses nothing but an owner's own mark and what lies at the anchor itself, as in
    /// a stack. Everything else keeps this much room to the line, or half of what it has to the anchor.
    pub(super) fn is_line_free(&self, anchor: Vec2, end: Vec2, more: f32, owner: Option<Entity>) -> bool {
        let Ok(direction) = Dir2::new(end - anchor) else { return true };
        let line = RayCast2d::new(anchor, direction, anchor.distance(end));
        let is_crossed = |taken: &Taken| {
            let is_own = owner.is_some() && taken.owner == owner;
            let area = taken.area.inflate(-taken.line_slack);
            let nearest = anchor.clamp(area.min, area.max);
            let wide = area.inflate(more.min(0.5 * anchor.distance(nearest)));
            let wide = Aabb2d { min: wide.min, max: wide.max };
            !is_own && !taken.area.contains(anchor) && line.aabb_intersection_at(&wide).is_some()
        };
        !self.near(&Rect::from_corners(anchor, end).inflate(more)).any(is_crossed)
    }

    /// Occupies a line with this much room about it, for words of an owner.
    pub(super) fn add_line(&mut self, (start, end): (Vec2, Vec2), room: f32, owner: Option<Entity>) {
        let count = (start.distance(end) / LINE_PIECE).ceil().max(1.0) as u16;
        let at = |index: u16| start.lerp(end, f32::from(index) / f32::from(count));
        for index in 0..count {
            let area = Rect::from_corners(at(index), at(index + 1)).inflate(room);
            self.add(Taken { area, owner, is_hull: false, is_firm: false, line_slack: 0.0 });
        }
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
    /// Whether it gives way to words of an owner that may lie over some things.
    fn gives_way(&self, over: Over, owner: Option<Entity>) -> bool {
        let is_word = self.owner.is_none();
        if owner.is_some() && self.owner == owner && (!self.is_hull || over != Over::Nothing) {
            return true;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Words without an area.
    const WORDS: Taken =
        Taken { area: Rect::EMPTY, owner: None, is_hull: false, is_firm: false, line_slack: 0.0 };

    /// A picture of 800 by 600 with these areas, each of another owner than the words.
    fn picture(areas: &[Rect]) -> TakenAreas {
        let mut taken = TakenAreas::default();
        taken.clear(Vec2::new(800.0, 600.0));
        areas.iter().for_each(|area| taken.add(Taken { area: *area, ..WORDS }));
        taken
    }

    #[test]
    fn a_line_is_free_of_what_it_passes_but_not_of_what_lies_at_its_anchor() {
        let (anchor, end) = (Vec2::new(400.0, 300.0), Vec2::new(460.0, 340.0));
        let is_free = |area: Rect, more: f32| picture(&[area]).is_line_free(anchor, end, more, None);
        let on_it = Rect::from_center_size(anchor.midpoint(end), Vec2::splat(6.0));
        assert!(!is_free(on_it, 0.0));
        assert!(is_free(Rect::from_center_size(anchor, Vec2::splat(30.0)), 4.0), "its own stack");
        let corner = Rect::new(400.0, 330.0, 430.0, 360.0);
        assert!(is_free(corner, 0.0), "it lies in the box about the line");
        let aside = Rect::new(400.0, 323.0, 430.0, 360.0);
        assert!(is_free(aside, 0.0) && !is_free(aside, 4.0), "something new needs more room");
    }

    #[test]
    fn a_line_may_come_nearer_to_words_than_other_words() {
        let area = Rect::new(400.0, 330.0, 430.0, 360.0).inflate(8.0);
        let is_free = |line_slack: f32| {
            let mut taken = picture(&[]);
            taken.add(Taken { area, line_slack, ..WORDS });
            taken.is_line_free(Vec2::new(400.0, 300.0), Vec2::new(460.0, 340.0), 0.0, None)
        };
        assert!(is_free(6.0) && !is_free(0.0));
    }

    #[test]
    fn a_line_occupies_its_way_and_no_more() {
        let mut taken = picture(&[]);
        taken.add_line((Vec2::new(100.0, 100.0), Vec2::new(180.0, 180.0)), 2.0, None);
        let is_free = |x: f32, y: f32| {
            let area = Rect::from_center_size(Vec2::new(x, y), Vec2::splat(4.0));
            taken.is_free(&area, 0.0, None, Over::Nothing)
        };
        assert!((10..18).all(|step: u8| !is_free(10.0 * f32::from(step), 10.0 * f32::from(step))));
        assert!(is_free(160.0, 120.0) && is_free(120.0, 160.0) && is_free(90.0, 90.0));
    }

    #[test]
    fn words_stand_before_a_hull_of_their_own_only_where_they_may_but_their_line_crosses_it() {
        let (owner, area) = (Entity::PLACEHOLDER, Rect::new(380.0, 290.0, 420.0, 310.0));
        let mut taken = picture(&[]);
        taken.add(Taken { area, owner: Some(owner), is_hull: true, ..WORDS });
        let may = |of: Option<Entity>, over: Over| taken.is_free(&area, 0.0, of, over);
        assert!(!may(Some(owner), Over::Nothing) && may(Some(owner), Over::OwnHulls));
        assert!(!may(None, Over::OwnHulls), "of others");
        let is_line_free = |of: Option<Entity>| {
            taken.is_line_free(Vec2::new(400.0, 200.0), Vec2::new(400.0, 400.0), 0.0, of)
        };
        assert!(is_line_free(Some(owner)) && !is_line_free(None));
    }

    #[test]
    fn areas_are_found_across_the_edges_of_cells() {
        let edge = 3.0 * CELL;
        let taken = picture(&[Rect::new(edge - 12.0, edge - 7.0, edge - 2.0, edge + 7.0)]);
        let is_free = |left: f32| {
            taken.is_free(&Rect::new(left, edge, left + 200.0, edge + 15.0), 0.0, None, Over::Nothing)
        };
        assert!(!is_free(edge - 5.0) && !is_free(edge - 3.0) && is_free(edge));
    }
}
