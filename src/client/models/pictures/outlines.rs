//! The outlines of structures and ships, as `assets/models/outlines.ron` says.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::ship_mark::ShipMark;
use crate::level::StructureShape;

const TEXT: &str = include_str!("../../../../assets/models/outlines.ron");

static OUTLINES: LazyLock<Outlines> = LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// A stroke: its points, one after the other, in units of half the size of the whole.
pub type Stroke = Vec<(f64, f64)>;

/// What the file says.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outlines {
    structures: HashMap<StructureShape, Vec<Stroke>>,
    ships: HashMap<ShipMark, Vec<Stroke>>,
}

/// The strokes of a structure, upright on the screen, as in its icon.
pub fn of_structure(shape: StructureShape) -> &'static [Stroke] {
    OUTLINES.structures.get(&shape).map_or(&[], Vec::as_slice)
}

/// The structures that have an outline, in no particular order.
pub fn structures() -> impl Iterator<Item = StructureShape> {
    OUTLINES.structures.keys().copied()
}

/// The strokes of a ship, upright on the screen, as in its icon.
pub fn of_ship(mark: ShipMark) -> &'static [Stroke] {
    OUTLINES.ships.get(&mark).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::SHAPES;

    fn is_small(strokes: &[Stroke]) -> bool {
        strokes.iter().flatten().all(|(x, y)| x.abs() <= 1.0 && y.abs() <= 1.0)
    }

    #[test]
    fn the_file_of_outlines_can_be_read() {
        if let Err(error) = ron::from_str::<Outlines>(TEXT) {
            panic!("assets/models/outlines.ron:{error}");
        }
    }

    #[test]
    fn outlines_of_structures_are_small_and_few_strokes() {
        for shape in SHAPES {
            let pieces: usize = of_structure(shape).iter().map(|stroke| stroke.len() - 1).sum();
            assert!((2..=10).contains(&pieces), "{shape:?}: {pieces}");
            assert!(is_small(of_structure(shape)), "{shape:?}");
        }
    }

    #[test]
    fn no_two_shapes_look_alike() {
        for (index, shape) in SHAPES.into_iter().enumerate() {
            let mut others = SHAPES.into_iter().skip(index + 1);
            assert!(others.all(|other| of_structure(other) != of_structure(shape)), "{shape:?}");
        }
    }

    #[test]
    fn outlines_of_ships_are_closed_and_differ() {
        let all = ShipMark::ALL.map(of_ship);
        for (index, strokes) in all.iter().enumerate() {
            assert!(!strokes.is_empty() && strokes.iter().all(|stroke| stroke.first() == stroke.last()));
            assert!(is_small(strokes));
            assert!(all.iter().skip(index + 1).all(|other| other != strokes));
        }
    }
}
