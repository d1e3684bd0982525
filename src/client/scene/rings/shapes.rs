//! The outlines of structures: a few strokes for each shape, in units of half the structure's size: x across, y
//! toward the body that the structure faces.

use crate::level::StructureShape;

/// A stroke: its points, one after the other.
pub type Stroke = &'static [(f64, f64)];

/// The strokes of a shape, at most ten pieces of straight line, all within one unit of the middle to each side.
pub fn outline(shape: StructureShape) -> &'static [Stroke] {
    match shape {
        StructureShape::Satellite => &[
            &[(-0.35, -0.35), (0.35, -0.35), (0.35, 0.35), (-0.35, 0.35), (-0.35, -0.35)],
            &[(0.35, 0.0), (1.0, 0.0)],
            &[(1.0, -0.45), (1.0, 0.45)],
            &[(-0.35, 0.0), (-1.0, 0.0)],
            &[(-1.0, -0.45), (-1.0, 0.45)],
        ],
        StructureShape::Dish => {
            &[&[(-1.0, 0.6), (-0.7, -0.1), (0.0, -0.4), (0.7, -0.1), (1.0, 0.6)], &[(0.0, -1.0), (0.0, 0.4)]]
        }
        StructureShape::Gun => &[
            &[(-0.75, 0.1), (0.75, 0.1), (0.75, 0.8), (-0.75, 0.8), (-0.75, 0.1)],
            &[(-0.2, 0.1), (-0.2, -1.0), (0.2, -1.0), (0.2, 0.1)],
        ],
        StructureShape::Dock => &[
            &[(-0.5, -0.9), (-1.0, -0.9), (-1.0, 0.7), (1.0, 0.7), (1.0, -0.9), (0.5, -0.9)],
            &[(0.0, -0.6), (0.0, 0.3)],
        ],
        StructureShape::Works => &[
            &[(-1.0, -0.1), (-0.15, -0.1), (-0.15, 0.8), (-1.0, 0.8), (-1.0, -0.1)],
            &[(0.15, -0.9), (1.0, -0.9), (1.0, 0.8), (0.15, 0.8), (0.15, -0.9)],
            &[(-0.15, 0.35), (0.15, 0.35)],
        ],
        StructureShape::Wheel => &[
            &[
                (1.0, 0.0),
                (0.707, 0.707),
                (0.0, 1.0),
                (-0.707, 0.707),
                (-1.0, 0.0),
                (-0.707, -0.707),
                (0.0, -1.0),
                (0.707, -0.707),
                (1.0, 0.0),
            ],
            &[(-1.0, 0.0), (1.0, 0.0)],
            &[(0.0, -1.0), (0.0, 1.0)],
        ],
        StructureShape::Dome => &[&[
            (-1.0, 0.5),
            (-0.866, 0.0),
            (-0.5, -0.366),
            (0.0, -0.5),
            (0.5, -0.366),
            (0.866, 0.0),
            (1.0, 0.5),
            (-1.0, 0.5),
        ]],
        StructureShape::Array => &[
            &[(-1.0, 0.6), (1.0, 0.6)],
            &[(-0.9, 0.6), (-0.9, -0.7)],
            &[(-0.45, 0.6), (-0.45, -0.7)],
            &[(0.0, 0.6), (0.0, -0.7)],
            &[(0.45, 0.6), (0.45, -0.7)],
            &[(0.9, 0.6), (0.9, -0.7)],
        ],
        StructureShape::Bastion => &[
            &[
                (1.0, 0.0),
                (0.5, 0.866),
                (-0.5, 0.866),
                (-1.0, 0.0),
                (-0.5, -0.866),
                (0.5, -0.866),
                (1.0, 0.0),
            ],
            &[(0.0, 0.45), (-0.4, -0.25), (0.4, -0.25), (0.0, 0.45)],
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::trial::SHAPES;

    #[test]
    fn outlines_are_small_and_few_strokes() {
        for shape in SHAPES {
            let pieces: usize = outline(shape).iter().map(|stroke| stroke.len() - 1).sum();
            assert!((2..=10).contains(&pieces), "{shape:?}: {pieces}");
            let is_within = |&(x, y): &(f64, f64)| x.abs() <= 1.0 && y.abs() <= 1.0;
            assert!(outline(shape).iter().copied().flatten().all(is_within), "{shape:?}");
        }
    }

    #[test]
    fn no_two_shapes_look_alike() {
        for (index, shape) in SHAPES.into_iter().enumerate() {
            assert!(
                SHAPES.into_iter().skip(index + 1).all(|other| outline(other) != outline(shape)),
                "{shape:?}"
            );
        }
    }
}
