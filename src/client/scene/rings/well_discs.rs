//! Gravity wells as soft discs in the plane of their rings, in the colour of their owner: so their size is seen from as
//! far as a fleet is commanded, where no rings are drawn. Nearer, a disc gives way to the rings. A star has no disc:
//! nobody owns it, and a grey disc with a rim about its corona would look like dirt on the picture.
//!
//! All discs are in the mesh of light. It adds to the picture, so that discs hide nothing, and a moon's disc is seen
//! within that of its planet.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::{LEAST_PIXELS, RingView, owner_color};
use crate::client::frame::GridGizmos;
use crate::client::models::FactionColors;
use crate::client::scene::ribbons::{LightSheet, faded};
use crate::client::view::{Sight, Well};
use crate::level::{BodyKind, StarSystem};
use crate::sim::{BodyId, Sky};

/// Radii of a well on the screen between which its disc appears, and those between which it fades out, pixels.
const APPEARS: (f64, f64) = (12.0, 20.0);
const FADES: (f64, f64) = (LEAST_PIXELS, 4.0 * LEAST_PIXELS);
/// The most discs, the largest first: those of a belt of small bodies would cost more than they tell.
const MOST_DISCS: usize = 64;
/// Sides of a disc. They are within a pixel of the circle up to the size at which it has faded out.
const SIDES: u32 = 48;
/// Opacity of a disc where it is brightest. On the black sky a rim must reach two fifths of the brightness of the
/// screen, so that owners are told apart by it, and no more: icons and names lie on discs.
const ALPHA: f32 = 0.13;
/// Brightness along the way from the surface of the body to the rim of the well, both as shares: the rim is told, and
/// has no edge.
const PROFILE: [(f64, f32); 6] = [(0.0, 0.0), (0.15, 0.4), (0.6, 0.45), (0.8, 0.75), (0.9, 1.0), (1.0, 0.0)];

/// Draws the discs of the wells that are large enough on the screen, and not too large. Where the grid is left out of
/// the picture, so are they.
pub fn draw_well_discs(
    rings: RingView,
    sight: Sight,
    sky: Res<Sky>,
    colors: Res<FactionColors>,
    lines: Res<GizmoConfigStore>,
    mut light: ResMut<LightSheet>,
) {
    if !lines.config::<GridGizmos>().0.enabled {
        return;
    }
    let bodies = rings.places.0.keys().filter(|body| has_disc(&sky.system, *body));
    for well in largest(bodies.filter_map(|body| rings.well(body))) {
        let color = owner_color(&sight, &colors, well.body).to_linear();
        let color = color.with_alpha(ALPHA * strength(well.pixels));
        let corner = |(place, share): (DVec3, f32)| (rings.drawn(place), faded(color, share));
        let angles = (0..=SIDES).map(|side| TAU * f64::from(side) / f64::from(SIDES));
        light.0.weave(angles.map(|angle| spoke(&well, angle).map(corner)));
    }
}

/// Whether the well of a body may have a disc.
fn has_disc(system: &StarSystem, body: BodyId) -> bool {
    system.bodies.get(body).is_some_and(|body| body.kind != BodyKind::Star)
}

/// The wells whose discs are drawn.
fn largest<'a>(wells: impl Iterator<Item = Well<'a>>) -> Vec<Well<'a>> {
    let mut shown: Vec<Well> = wells.filter(|well| strength(well.pixels) > 0.0).collect();
    shown.sort_unstable_by(|one, other| other.pixels.total_cmp(&one.pixels));
    shown.truncate(MOST_DISCS);
    shown
}

/// Brightness of a disc by the radius of its well on the screen, pixels, as a share.
fn strength(pixels: f64) -> f32 {
    let way = |(from, to): (f64, f64)| ((pixels - from) / (to - from)).clamp(0.0, 1.0);
    (way(APPEARS) * (1.0 - way(FADES))) as f32
}

/// Points of a disc from the surface of its body outward, heliocentric ecliptic km, with their brightness as shares.
fn spoke(well: &Well, angle: f64) -> [(DVec3, f32); PROFILE.len()] {
    let outward = well.layout.plane.outward(angle);
    let (surface_km, rim_km) = (well.layout.surface_km, well.layout.rim_km);
    PROFILE.map(|(way, share)| (well.place + outward * (surface_km + (rim_km - surface_km) * way), share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::forecast::test_support::{BASALT, MOON, system};
    use crate::sim::world::{RingBody, RingLayout};

    fn layout() -> RingLayout {
        let pole = DVec3::new(0.2, 0.1, 0.9).normalize();
        let body = RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole, is_star: false };
        RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room")
    }

    fn well(layout: &RingLayout, pixels: f64) -> Well<'_> {
        Well { body: BodyId(3), place: DVec3::X * 1.0e8, layout, pixels, tick: 7, fraction: 1.0 }
    }

    #[test]
    fn a_star_has_no_disc() {
        let system = system();
        let star = system.bodies[BASALT].parent.expect("it has a star");
        assert_eq!([star, BASALT, MOON].map(|body| has_disc(&system, body)), [false, true, true]);
    }

    #[test]
    fn a_disc_is_seen_from_afar_and_gives_way_to_the_rings() {
        assert_eq!([0.0, 12.0, 240.0, 9.0e4].map(strength), [0.0; 4]);
        assert_eq!([20.0, LEAST_PIXELS].map(strength), [1.0; 2]);
        assert!(strength(14.0) > 0.0 && strength(14.0) < strength(18.0), "it does not jump");
        assert!(strength(100.0) > strength(200.0) && strength(200.0) > 0.0);
    }

    #[test]
    fn a_disc_lies_in_the_plane_of_the_rings_and_ends_softly_at_the_rim() {
        let layout = layout();
        let well = well(&layout, 40.0);
        for angle in [0.0, 1.0, 4.0] {
            let spoke = spoke(&well, angle);
            let out = spoke.map(|(place, _)| place - well.place);
            assert!(out.iter().all(|offset| offset.dot(layout.plane.pole).abs() < 1.0e-3));
            assert!((out[0].length() - layout.surface_km).abs() < 1.0, "the body itself is not covered");
            assert!((out[PROFILE.len() - 1].length() - layout.rim_km).abs() < 1.0);
            assert_eq!((spoke[0].1, spoke[PROFILE.len() - 1].1), (0.0, 0.0));
            assert!(spoke.iter().any(|(_, share)| *share == 1.0));
        }
    }

    #[test]
    fn the_rim_of_a_disc_is_bright_enough_for_its_colour() {
        let rim = Srgba::from(LinearRgba::rgb(ALPHA, ALPHA, ALPHA)).red;
        assert!((0.37..0.43).contains(&rim), "{rim}");
    }

    #[test]
    fn the_sides_of_a_disc_are_not_seen() {
        let flat = 1.0 - libm::cos(0.5 * TAU / f64::from(SIDES));
        assert!(FADES.1 * flat < 1.0, "{flat}");
    }

    #[test]
    fn of_very_many_wells_the_largest_are_drawn() {
        let layout = layout();
        let sizes = (0..300).map(|number| 13.0 + 0.1 * f64::from(number));
        let shown = largest(sizes.map(|pixels| well(&layout, pixels)));
        assert_eq!(shown.len(), MOST_DISCS);
        assert!(shown.iter().all(|well| well.pixels > 36.0), "{:?}", shown.last());
        let near = [5.0, 900.0, 30.0].map(|pixels| well(&layout, pixels));
        assert_eq!(largest(near.into_iter()).len(), 1, "rings are drawn in the place of the large one");
    }
}
