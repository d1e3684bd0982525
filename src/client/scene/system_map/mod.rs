//! A map of a system from above: distances from the star on a logarithmic scale.
//!
//! - Enters: a `StarSystem`, and the places of its bodies.
//! - Leaves: places on the map, and pixels.
//! - Must never: know a world, a level's file or the screen.
//!
//! | file | does |
//! |---|---|
//! | `projection.rs` | from the world to the map and back |
//! | `canvas.rs` | paints orbits and bodies |

mod canvas;
mod projection;

use bevy::prelude::*;
use glam::DVec3;

pub use canvas::MapCanvas;
pub use projection::MapScale;
use typed_index_collections::TiVec;

use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::surface::look_of;
use crate::level::{BodyKind, StarSystem};
use crate::sim::BodyId;

/// The colours of the bodies on the map, in the order of the system.
fn body_colors(system: &StarSystem) -> TiVec<BodyId, Color> {
    let color = |body: &crate::level::SystemBody| {
        look_of(&body.name, body.kind, body.radius_km, body.look.as_ref()).icon_color
    };
    system.bodies.iter().map(color).collect()
}

/// Radius of the dot of a body, of the ring about a home, and length of a comet's tail, pixels of a map of
/// [`USUAL_PIXELS`] each way.
const STAR: f32 = 5.0;
const PLANET: f32 = 3.0;
const SMALL_BODY: f32 = 1.8;
const HOME_RING: f32 = 6.0;
const TAIL: f32 = 16.0;
/// The size of a map for which these are meant.
const USUAL_PIXELS: f32 = 160.0;
/// Factor on these in a small map, where they would be hard to see.
const LEAST_SIZE: f32 = 1.8;

/// The colour of the system that stands for any.
const ANY_COLOR: Color = Color::srgb(0.38, 0.45, 0.55);
/// The orbits of that system, as shares of the map's radius, and the angle of the planet on each, radians.
const ANY_ORBITS: [(f32, f32); 2] = [(0.42, 2.4), (0.8, -0.6)];

/// Factor on the sizes of dots, rings and tails in a map with this many pixels each way.
fn dot_size(pixels: u32) -> f32 {
    (pixels as f32 / USUAL_PIXELS).max(LEAST_SIZE)
}

/// Paints a system that stands for any, with this many pixels each way: a star and two planets on dotted orbits.
pub fn paint_any_system(pixels: u32) -> Image {
    let mut canvas = MapCanvas::new(pixels);
    let size = dot_size(pixels);
    canvas.disc(Vec2::ZERO, STAR * size, ANY_COLOR);
    for (share, angle) in ANY_ORBITS {
        canvas.ring(Vec2::ZERO, 0.5 * share * pixels as f32, ANY_COLOR);
        canvas.disc(share * Vec2::from_angle(angle), PLANET * size, ANY_COLOR);
    }
    canvas.picture()
}

/// Room about the map in a picture with this many pixels each way, for the rings of outer homes, pixels.
fn margin(pixels: u32) -> f32 {
    HOME_RING * dot_size(pixels) + 1.0
}

/// The places of bodies in the picture of [`paint_system`], as shares of its sides from the upper left corner.
pub fn places_on_picture(system: &StarSystem, bodies: &[BodyId], jd: f64, pixels: u32) -> Vec<Vec2> {
    let scale = MapScale::of(system);
    let mut states = TiVec::new();
    system.place_all(jd, &mut states);
    let radius = 0.5 - margin(pixels) / pixels as f32;
    bodies.iter().map(|body| 0.5 + radius * scale.to_map(states[*body].position)).collect()
}

/// Paints a system on a Julian date (TDB), with this many pixels each way: orbits, bodies but moons, the tails of
/// comets, and a ring of the faction's colour about each home. A margin has room for the rings of outer homes.
pub fn paint_system(system: &StarSystem, homes: &[(BodyId, Color)], jd: f64, pixels: u32) -> Image {
    let (scale, colors) = (MapScale::of(system), body_colors(system));
    let mut states = TiVec::new();
    system.place_all(jd, &mut states);
    let places: TiVec<BodyId, DVec3> = states.iter().map(|state| state.position).collect();
    let size = dot_size(pixels);
    let mut canvas = MapCanvas::with_margin(pixels, margin(pixels));
    let crowd = Crowd::of(system);
    for (index, body) in system.bodies.iter_enumerated().filter(|(index, _)| !crowd.is_dot(*index)) {
        let place = scale.to_map(places[index]);
        match body.kind {
            BodyKind::Star => canvas.disc(place, STAR * size, colors[index]),
            BodyKind::Planet => canvas.disc(place, PLANET * size, colors[index]),
            BodyKind::Dwarf => canvas.disc(place, SMALL_BODY * size, colors[index]),
            BodyKind::Comet => {
                let star = body.parent.map_or(Vec2::ZERO, |parent| scale.to_map(places[parent]));
                canvas.tail(place, star, TAIL * size, colors[index]);
                canvas.disc(place, SMALL_BODY * size, colors[index]);
            }
            BodyKind::Moon => {}
        }
        if let Some((_, color)) = homes.iter().find(|(home, _)| *home == index) {
            canvas.circle(place, HOME_RING * size, *color);
        }
    }
    let paths: TiVec<BodyId, Color> = colors.iter().map(|color| color.with_alpha(canvas::STRENGTH)).collect();
    canvas.orbits(system, &places, &paths, &scale, jd);
    canvas.picture()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped_level;

    #[test]
    fn a_home_is_painted_where_its_name_is_placed() {
        const PIXELS: u32 = 128;
        let system = StarSystem::build(&shipped_level("twins.ron")).expect("it is sound");
        let home = system.find("Thale").expect("it is there");
        let data = paint_system(&system, &[], system.epoch_jd, PIXELS).data.expect("it has pixels");
        let [place] = places_on_picture(&system, &[home], system.epoch_jd, PIXELS)[..] else {
            panic!("one place")
        };
        let [column, row] = (place * PIXELS as f32).as_uvec2().to_array();
        assert_eq!(data[4 * (row * PIXELS + column) as usize + 3], 255, "{place}");
    }

    #[test]
    fn nothing_is_cut_off_at_the_edge_of_the_picture() {
        const PIXELS: u32 = 128;
        let system = StarSystem::build(&shipped_level("twins.ron")).expect("it is sound");
        let planets = system.bodies.iter_enumerated().filter(|(_, body)| body.kind == BodyKind::Planet);
        let homes: Vec<(BodyId, Color)> = planets.map(|(planet, _)| (planet, Color::WHITE)).collect();
        for date in 0..24 {
            let jd = system.epoch_jd + 40.0 * f64::from(date);
            let data = paint_system(&system, &homes, jd, PIXELS).data.expect("it has pixels");
            let alpha = |column: u32, row: u32| data[4 * (row * PIXELS + column) as usize + 3];
            let last = PIXELS - 1;
            let rim = (0..PIXELS).flat_map(|at| [(at, 0), (at, last), (0, at), (last, at)]);
            let cut: Vec<_> = rim.filter(|(column, row)| alpha(*column, *row) > 0).collect();
            assert!(cut.is_empty(), "day {}: {cut:?}", jd - system.epoch_jd);
        }
    }
}
