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

use crate::client::scene::sky::surface::look_of;
use crate::level::{BodyKind, StarSystem};
use crate::sim::BodyId;

/// The colours of the bodies on the map, in the order of the system.
pub fn body_colors(system: &StarSystem) -> TiVec<BodyId, Color> {
    let color = |body: &crate::level::SystemBody| {
        look_of(&body.name, body.kind, body.radius_km, body.look.as_ref()).icon_color
    };
    system.bodies.iter().map(color).collect()
}

/// Paints a system at its epoch, with this many pixels each way: orbits, bodies but moons, and a ring of the
/// faction's colour about each home.
pub fn paint_system(system: &StarSystem, homes: &[(BodyId, Color)], pixels: u32) -> Image {
    let (scale, colors) = (MapScale::of(system), body_colors(system));
    let mut states = TiVec::new();
    system.place_all(system.epoch_jd, &mut states);
    let places: TiVec<BodyId, DVec3> = states.iter().map(|state| state.position).collect();
    let mut canvas = MapCanvas::new(pixels);
    let size = pixels as f32 / 160.0;
    for (index, body) in system.bodies.iter_enumerated() {
        let radius = match body.kind {
            BodyKind::Star => 5.0,
            BodyKind::Planet => 3.0,
            BodyKind::Dwarf | BodyKind::Comet => 1.8,
            BodyKind::Moon => continue,
        };
        let place = scale.to_map(places[index]);
        canvas.disc(place, radius * size, colors[index]);
        if let Some((_, color)) = homes.iter().find(|(home, _)| *home == index) {
            canvas.ring(place, 6.0 * size, *color);
        }
    }
    canvas.orbits(system, &places, &colors, &scale, system.epoch_jd);
    canvas.picture()
}
