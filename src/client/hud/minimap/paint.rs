//! The picture of the orbits under the minimap, painted point by point.

use bevy::prelude::*;

use typed_index_collections::TiVec;

use crate::client::hud::layout::places::{MAP_MARGIN, MAP_SIDE};
use crate::client::models::FactionColors;
use crate::client::models::canvas::stencil;
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::system_map::{MapCanvas, MapScale};
use crate::client::view::{BodyPlaces, Moment, Sight};
use crate::client::worlds::Kept;
use crate::level::BodyKind;
use crate::sim::{BodyId, Sky};

/// Resolution of the picture each way: twice that of a usual screen.
const PIXELS: u32 = 400;
/// The margin about the map in it, pixels of the picture.
const MARGIN: f32 = MAP_MARGIN / MAP_SIDE * PIXELS as f32;
/// Seconds between two paintings.
const REPAINT_SECONDS: f64 = 2.0;
/// Opacity of the orbits of bodies with an owner, and of the others by their kind: what matters is strong, and all
/// else is faint.
const OWNED: f32 = 0.9;
const PLANET: f32 = 0.3;
const DWARF: f32 = 0.18;
const COMET: f32 = 0.12;
/// Pixels of the picture of the camera's view, each way.
const WEDGE_PIXELS: u32 = 128;
/// Opacity of the camera's view at the eye; it fades to its end. What is in it can be seen.
const WEDGE_ALPHA: f32 = 0.42;
/// How soft its sides are, as a sine of the angle in which they fade, and where it ends. The picture reaches from -1 to
/// 1.
const WEDGE_SIDES: f32 = 0.14;
const WEDGE_END: f32 = 0.95;
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
    sight: Sight,
    (colors, unowned): (Res<FactionColors>, Res<BodyColors>),
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
    let view = sight.view();
    let paths = sky.system.bodies.iter_enumerated().map(|(index, body)| {
        let owner = view.owner(index).map(|owner| colors.of(owner));
        path_color(body.kind, owner, unowned.0.get(index).copied().unwrap_or_default())
    });
    let paths: TiVec<BodyId, Color> = paths.collect();
    let mut canvas = MapCanvas::with_margin(PIXELS, MARGIN);
    canvas.orbits(&sky.system, &places.0, &paths, &scale, moment.jd);
    if let Some(mut image) = images.get_mut(&picture.0) {
        *image = canvas.picture();
    }
}

/// The colour of an orbit with its opacity: that of the body's owner, or else that of the body itself.
fn path_color(kind: BodyKind, owner: Option<Color>, own: Color) -> Color {
    let strength = match kind {
        BodyKind::Dwarf => DWARF,
        BodyKind::Comet => COMET,
        BodyKind::Star | BodyKind::Planet | BodyKind::Moon => PLANET,
    };
    owner.map_or_else(|| own.with_alpha(strength), |owner| owner.with_alpha(OWNED))
}

/// The picture of the camera's view: a soft sector from the middle upward.
pub fn wedge() -> Image {
    stencil(WEDGE_PIXELS, wedge_alpha)
}

/// Opacity of the wedge at a place, from -1 to 1 each way; 0 to 1.
fn wedge_alpha(at: Vec2) -> f32 {
    let length = at.length();
    if at.y <= 0.0 || length >= WEDGE_END {
        return 0.0;
    }
    // Distance from the nearer side, positive within the wedge.
    let inward = (WEDGE_SLOPE * at.y - at.x.abs()) / (1.0 + WEDGE_SLOPE * WEDGE_SLOPE).sqrt();
    let from_side = (inward / (length * WEDGE_SIDES)).clamp(0.0, 1.0);
    WEDGE_ALPHA * from_side * (1.0 - length / WEDGE_END)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wedge_is_a_soft_sector_that_looks_up() {
        let side = Vec2::new(WEDGE_SLOPE, 1.0).normalize();
        let along = [0.1, 0.3, 0.5, 0.9].map(|length| wedge_alpha(Vec2::Y * length));
        assert!(along.is_sorted_by(|one, next| one > next) && along[0] > 0.3, "{along:?}");
        assert!(
            (0..40).all(|step| wedge_alpha(Vec2::Y * 0.025 * step as f32) < 0.5),
            "what is in it can be seen"
        );
        assert_eq!([-Vec2::Y, Vec2::splat(0.6), Vec2::Y].map(|at| wedge_alpha(0.99 * at)), [0.0; 3]);
        let near_side = wedge_alpha(side * 0.3 + Vec2::Y * 0.01);
        assert!(near_side > 0.0 && near_side < 0.5 * along[1], "its sides are soft: {near_side}");
    }

    #[test]
    fn orbits_of_owners_are_strong_and_in_their_colours() {
        let (owner, own) = (Color::srgb(0.3, 0.6, 1.0), Color::srgb(0.8, 0.7, 0.6));
        let kinds = [BodyKind::Planet, BodyKind::Dwarf, BodyKind::Comet];
        for kind in kinds {
            assert_eq!(path_color(kind, Some(owner), own), owner.with_alpha(OWNED), "{kind:?}");
        }
        let alphas = kinds.map(|kind| path_color(kind, None, own).alpha());
        assert!(alphas.is_sorted_by(|one, next| one > next) && alphas[0] < 0.5 * OWNED, "{alphas:?}");
        assert_eq!(path_color(BodyKind::Planet, None, own).with_alpha(1.0), own);
    }
}
