//! The picture of the orbits under the minimap, painted point by point.

use bevy::prelude::*;

use crate::client::models::canvas::stencil;
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::system_map::{MapCanvas, MapScale};
use crate::client::view::{BodyPlaces, Moment};
use crate::client::worlds::Kept;
use crate::sim::Sky;

/// Resolution of the picture each way: twice that of a usual screen.
const PIXELS: u32 = 400;
/// Seconds between two paintings.
const REPAINT_SECONDS: f64 = 2.0;
/// Pixels of the picture of the camera's view, each way.
const WEDGE_PIXELS: u32 = 64;
/// Half the width of the camera's view on the map, as a share of its length.
pub(super) const WEDGE_SLOPE: f32 = 0.45;

/// Marks the node of the picture, and holds it.
#[derive(Component, Clone, Debug)]
pub struct OrbitPicture(pub Handle<Image>);

/// An empty picture.
pub fn empty_picture() -> Image {
    MapCanvas::new(PIXELS).picture()
}

/// Repaints the orbits from time to time.
pub fn paint_orbits(
    picture: Single<&OrbitPicture>,
    scale: Res<MapScale>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    colors: Res<BodyColors>,
    moment: Res<Moment>,
    time: Res<Time<Real>>,
    mut images: ResMut<Assets<Image>>,
    mut last: Kept<Option<f64>>,
) {
    let last = last.now();
    let now = time.elapsed_secs_f64();
    if last.is_some_and(|last| now - last < REPAINT_SECONDS) {
        return;
    }
    *last = Some(now);
    let mut canvas = MapCanvas::new(PIXELS);
    canvas.orbits(&sky.system, &places.0, &colors.0, &scale, moment.jd);
    if let Some(mut image) = images.get_mut(&picture.0) {
        *image = canvas.picture();
    }
}

/// The picture of the camera's view: a wedge from the middle upward that fades away.
pub fn wedge() -> Image {
    stencil(WEDGE_PIXELS, wedge_alpha)
}

/// Opacity of the wedge at a place, from -1 to 1 each way; 0 to 1.
fn wedge_alpha(at: Vec2) -> f32 {
    let is_inside = at.y > 0.0 && at.x.abs() < WEDGE_SLOPE * at.y;
    if is_inside { 0.6 * (1.0 - at.length()).max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wedge_looks_up() {
        assert!(wedge_alpha(Vec2::Y * 0.3) > 0.3 && wedge_alpha(Vec2::Y * -0.3) == 0.0);
        assert!(wedge_alpha(Vec2::splat(0.3)) == 0.0);
    }
}
