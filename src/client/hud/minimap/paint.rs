//! The picture of the orbits under the minimap, painted point by point.

use bevy::prelude::*;

use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::system_map::{Canvas, MapScale, picture_of};
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
const WEDGE_SLOPE: f32 = 0.45;

/// Marks the node of the picture, and holds it.
#[derive(Component, Clone, Debug)]
pub struct OrbitPicture(pub Handle<Image>);

/// An empty picture.
pub fn empty_picture() -> Image {
    picture_of(UVec2::splat(PIXELS), vec![0; (PIXELS * PIXELS * 4) as usize])
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
    let mut canvas = Canvas::new(PIXELS);
    canvas.orbits(&sky.system, &places.0, &colors.0, &scale, moment.jd);
    if let Some(mut image) = images.get_mut(&picture.0) {
        image.data = Some(canvas.into_pixels());
    }
}

/// The picture of the camera's view: a wedge from the middle upward that fades away.
pub fn wedge() -> Image {
    let half = WEDGE_PIXELS as f32 / 2.0;
    let mut data = Vec::with_capacity((WEDGE_PIXELS * WEDGE_PIXELS * 4) as usize);
    for row in 0..WEDGE_PIXELS {
        for column in 0..WEDGE_PIXELS {
            let aside = (column as f32 + 0.5 - half) / half;
            let ahead = (half - row as f32 - 0.5) / half;
            let alpha = wedge_alpha(aside, ahead);
            data.extend([255, 255, 255, (alpha * 255.0) as u8]);
        }
    }
    picture_of(UVec2::splat(WEDGE_PIXELS), data)
}

/// Opacity of the wedge at a place, from -1 to 1 each way; 0 to 1.
fn wedge_alpha(aside: f32, ahead: f32) -> f32 {
    let is_inside = ahead > 0.0 && aside.abs() < WEDGE_SLOPE * ahead;
    let length = Vec2::new(aside, ahead).length();
    if is_inside { 0.6 * (1.0 - length).max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wedge_looks_up() {
        assert!(wedge_alpha(0.0, 0.3) > 0.3 && wedge_alpha(0.0, -0.3) == 0.0);
        assert!(wedge_alpha(0.3, 0.3) == 0.0);
    }
}
