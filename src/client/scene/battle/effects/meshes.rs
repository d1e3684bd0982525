//! Ribbons and discs of fights, in the meshes of light and smoke.

use bevy::prelude::*;
use glam::DVec3;
use smallvec::SmallVec;

use crate::client::scene::battle::effects::outline::Outline;
use crate::client::scene::battle::effects::scene::EffectInputs;
use crate::client::scene::ribbons::{Point, Ribbons};
use crate::client::view::UNIT_KM;

/// The fewest and the most corners round a disc.
const SIDES: (u32, u32) = (8, 48);
/// Corners round a disc with a radius of one pixel; they grow with the root of it, so that sides and arcs stay within
/// a pixel of each other up to a radius of 460 pixels. The rims of discs are clear, so that more would hardly be seen.
const SIDES_AT_ONE_PIXEL: f64 = 2.5;
/// The fewest corners round a disc with an outline: with fewer, the outline would waver while the disc grows.
const UNEVEN_SIDES: u32 = 20;
/// Corners for each ring of a disc, and its most rings.
const SIDES_PER_RING: u32 = 4;
const MOST_RINGS: u32 = 6;

/// Adds a ribbon: its points, half its width in pixels at the beginning, and its colour.
pub fn add_ribbon(
    sheet: &mut Ribbons,
    scene: &EffectInputs,
    points: &[Point],
    half_pixels: f64,
    color: LinearRgba,
) {
    let found = points.iter().find_map(|point| scene.project(point.place));
    if let Some((_, pixels_per_km)) = found {
        sheet.add(points, &scene.view, &scene.origin, half_pixels / pixels_per_km, color);
    }
}

/// Adds a disc that faces the eye, densest in its middle and without an edge: its middle, heliocentric ecliptic km,
/// its radius, km, and its colour, whose alpha is its density.
pub fn add_disc(sheet: &mut Ribbons, scene: &EffectInputs, place: DVec3, radius_km: f64, color: LinearRgba) {
    add_round(sheet, scene, (place, radius_km), color, (disc_density, None));
}

/// Adds a disc with an outline of its own: its middle, heliocentric ecliptic km, and its mean radius, km.
pub fn add_cloud(
    sheet: &mut Ribbons,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    color: LinearRgba,
    outline: Outline,
) {
    add_round(sheet, scene, (place, radius_km), color, (disc_density, Some(outline)));
}

/// Adds the glow about a fire, a disc with an outline of its own that falls off long before its rim, so that no edge of
/// it is seen: its middle, heliocentric ecliptic km, and its mean radius, km.
pub fn add_glow(
    sheet: &mut Ribbons,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    color: LinearRgba,
    outline: Outline,
) {
    add_round(sheet, scene, (place, radius_km), color, (glow_density, Some(outline)));
}

/// The density of a round at a share of its radius.
type Density = fn(f32) -> f32;

fn add_round(
    sheet: &mut Ribbons,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    color: LinearRgba,
    (density, outline): (Density, Option<Outline>),
) {
    let Some((_, pixels_per_km)) = scene.project(place) else { return };
    let mut grid = disc_grid(radius_km * pixels_per_km);
    if outline.is_some() {
        grid.sides = grid.sides.max(UNEVEN_SIDES);
    }
    let (right, up) = scene.across();
    let middle = scene.origin.place(place);
    let radius = (radius_km / UNIT_KM) as f32;
    let spokes = spokes_of(grid.sides, (right * radius, up * radius), outline);
    let corners = disc_corners(grid.rings, middle, &spokes, color, density);
    sheet.patch(corners, disc_triangles(grid));
}

/// The way from the middle of a round to a corner of its rim.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spoke {
    /// From the middle to the rim, in the renderer's space.
    reach: Vec3,
    /// Density there, as a share of that of an even round.
    density: f32,
}

/// The spokes of a round. There is room for those of the finest.
type Spokes = SmallVec<[Spoke; 64]>;

/// The spokes of a round with these half axes, even or with an outline. All rings share them, and each is turned from
/// the one before: sines would take the most time.
fn spokes_of(sides: u32, (right, up): (Vec3, Vec3), outline: Option<Outline>) -> Spokes {
    let step = (std::f32::consts::TAU / sides as f32).sin_cos();
    let mut next = (0.0_f32, 1.0_f32);
    let spoke = |_: u32| {
        let (sine, cosine) = next;
        next = (sine * step.1 + cosine * step.0, cosine * step.1 - sine * step.0);
        let (radius, density) = outline.map_or((1.0, 1.0), |outline| outline.at((sine, cosine)));
        Spoke { reach: (right * cosine + up * sine) * radius, density }
    };
    (0..sides).map(spoke).collect()
}

/// The corners round a disc, and its rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DiscGrid {
    sides: u32,
    rings: u32,
}

/// The grid of a disc with this radius, pixels: a large one is finer.
fn disc_grid(radius_pixels: f64) -> DiscGrid {
    let (fewest, most) = SIDES;
    let sides = ((SIDES_AT_ONE_PIXEL * radius_pixels.sqrt()).ceil() as u32).clamp(fewest, most);
    DiscGrid { sides, rings: (sides / SIDES_PER_RING).min(MOST_RINGS) }
}

/// Density of a disc at a distance from its middle, both as shares: level in the middle and at the rim.
fn disc_density(far: f32) -> f32 {
    (1.0 - far * far).max(0.0).powi(3)
}

/// Density of a glow at a distance from its middle, both as shares: an eighth is left half way to the rim.
fn glow_density(far: f32) -> f32 {
    (1.0 - far * far).max(0.0).powi(7)
}

/// The vertices of a disc: its middle, and its rings up to the clear rim.
fn disc_corners(
    rings: u32,
    middle: Vec3,
    spokes: &[Spoke],
    color: LinearRgba,
    density: Density,
) -> impl Iterator<Item = (Vec3, [f32; 4])> {
    let dense = move |share: f32| [color.red, color.green, color.blue, color.alpha * share];
    let around = (1..=rings).flat_map(move |ring| {
        let far = ring as f32 / rings as f32;
        let level = density(far);
        spokes.iter().map(move |spoke| (middle + spoke.reach * far, dense(level * spoke.density)))
    });
    std::iter::once((middle, dense(density(0.0)))).chain(around)
}

fn disc_triangles(grid: DiscGrid) -> impl Iterator<Item = u32> {
    // The next side; a division for each corner would cost more than all the rest.
    let next = move |side: u32| if side + 1 < grid.sides { side + 1 } else { 0 };
    let core = (0..grid.sides).flat_map(move |side| [0, 1 + side, 1 + next(side)]);
    let bands = (1..grid.rings).flat_map(move |ring| {
        (0..grid.sides).flat_map(move |side| {
            let first = 1 + (ring - 1) * grid.sides;
            let (inner, inner_next) = (first + side, first + next(side));
            let (outer, outer_next) = (inner + grid.sides, inner_next + grid.sides);
            [inner, outer, outer_next, inner, outer_next, inner_next]
        })
    });
    core.chain(bands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_dense_in_its_middle_and_gone_at_its_rim() {
        let color = LinearRgba::new(2.0, 1.0, 0.5, 0.8);
        for grid in [disc_grid(0.0), disc_grid(30.0), disc_grid(1.0e9)] {
            let axes = (Vec3::X * 3.0, Vec3::Y * 3.0);
            let spokes = spokes_of(grid.sides, axes, None);
            let corners: Vec<_> = disc_corners(grid.rings, Vec3::X, &spokes, color, disc_density).collect();
            assert_eq!(corners.len() as u32, 1 + grid.rings * grid.sides);
            assert_eq!(corners[0], (Vec3::X, [2.0, 1.0, 0.5, 0.8]));
            for (place, [.., alpha]) in corners.iter().rev().take(grid.sides as usize) {
                assert!((place.distance(Vec3::X) - 3.0).abs() < 1e-4 && *alpha == 0.0);
            }
            let triangles: Vec<u32> = disc_triangles(grid).collect();
            assert_eq!(triangles.len() as u32, 3 * grid.sides * (2 * grid.rings - 1));
            assert_eq!(triangles.iter().max(), Some(&(grid.rings * grid.sides)));
        }
    }

    #[test]
    fn spokes_are_evenly_spread() {
        for sides in [SIDES.0, 37, SIDES.1] {
            let spokes = spokes_of(sides, (Vec3::X, Vec3::Y), None);
            for (side, spoke) in (0..sides).zip(&spokes) {
                let angle = std::f32::consts::TAU * side as f32 / sides as f32;
                let wanted = Vec2::from_angle(angle).extend(0.0);
                assert!(spoke.reach.distance(wanted) < 1e-4, "{side} of {sides}: {spoke:?}");
            }
        }
    }

    #[test]
    fn a_glow_has_no_edge() {
        assert_eq!((glow_density(0.0), glow_density(1.0)), (1.0, 0.0));
        assert!(glow_density(0.6) < 0.05 && glow_density(0.8) < 0.001, "it is gone before its rim");
        let steps =
            (0..20).map(|step| glow_density(0.05 * step as f32) - glow_density(0.05 * step as f32 + 0.05));
        assert!(steps.fold(0.0, f32::max) < 0.13, "it falls off slowly");
    }

    #[test]
    fn an_outline_moves_the_rim_and_leaves_it_clear() {
        let axes = (Vec3::X, Vec3::Y);
        let spokes = spokes_of(40, axes, Some(Outline::random(5, 0.1, 0.4)));
        let reaches = || spokes.iter().map(|spoke| spoke.reach.length());
        assert!(reaches().fold(0.0, f32::max) - reaches().fold(9.0, f32::min) > 0.05, "{spokes:?}");
        let corners: Vec<_> = disc_corners(4, Vec3::ZERO, &spokes, LinearRgba::WHITE, disc_density).collect();
        assert!(corners.iter().rev().take(40).all(|(_, [.., alpha])| *alpha == 0.0));
    }

    #[test]
    fn a_disc_is_round_on_the_screen_and_has_no_edge() {
        for radius in [0.5, 4.0, 40.0, 250.0, 460.0] {
            let grid = disc_grid(radius);
            let flat = radius * (1.0 - (std::f64::consts::PI / f64::from(grid.sides)).cos());
            assert!(flat < 1.0, "{radius}: {flat}");
        }
        let fall = |far: f32| disc_density(far) - disc_density(far + 0.05);
        assert!(fall(0.95) < 0.01 && fall(0.0) < 0.01 && fall(0.4) > 0.05);
    }
}
