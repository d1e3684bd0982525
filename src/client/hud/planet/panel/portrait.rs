//! The picture of the panel's body: a globe.

use bevy::prelude::*;

use crate::client::hud::planet::Subject;
use crate::client::models::globe::paint_globe;
use crate::client::scene::sky::globes::ground::color_at;
use crate::client::scene::sky::surface::body_material::surface_code;
use crate::client::scene::sky::surface::maps::{SmallMap, SmallMaps};
use crate::client::scene::sky::surface::{BodyUniform, look_of};
use crate::client::widgets::PANEL;
use crate::level::Surface;
use crate::sim::{BodyId, Sky};

/// Width and height of the picture on the screen, pixels of the UI,
pub const PORTRAIT_PIXELS: f32 = 44.0;
/// and of its own pixels: enough for an interface of twice the size.
const OWN_PIXELS: u32 = 88;

const STAR: u32 = surface_code(Surface::Star);

/// The picture of the panel's body.
#[derive(Resource, Clone, Debug, Default)]
pub struct Portrait {
    /// The picture.
    pub image: Handle<Image>,
    /// Its body, and whether it has all that is to come: a map may still be on its way.
    of: Option<(BodyId, bool)>,
}

/// Paints the body to which the panel turns, and once more when its map has been read.
pub fn paint(
    subject: Res<Subject>,
    sky: Res<Sky>,
    maps: Option<Res<SmallMaps>>,
    mut images: ResMut<Assets<Image>>,
    mut portrait: ResMut<Portrait>,
) {
    let Some(id) = subject.0.filter(|id| portrait.of != Some((*id, true))) else { return };
    let Some(body) = sky.system.bodies.get(id) else { return };
    let look = look_of(&body.name, body.kind, body.radius_km, body.look.as_ref());
    let files = look.maps.as_ref();
    let map = files.and_then(|files| Some((maps.as_ref()?.get(&files.color)?, files.gain)));
    let is_whole = map.is_some() || files.is_none();
    if portrait.of == Some((id, is_whole)) {
        return;
    }
    let map = map.as_ref().map(|(map, gain)| (&**map, *gain));
    let image = images.add(picture(&look.material.uniform, map));
    *portrait = Portrait { image, of: Some((id, is_whole)) };
}

/// The picture of a body, with its map and the factor of the map's colours, if it has one.
fn picture(look: &BodyUniform, map: Option<(&SmallMap, f32)>) -> Image {
    let globe = paint_globe(OWN_PIXELS, look.surface == STAR, |point| color_at(look, map, point));
    on_panel(globe)
}

/// Lays a picture on the colour of panels: no black square stands behind the globe.
fn on_panel(mut picture: Image) -> Image {
    let [red, green, blue, _] = PANEL.to_srgba().to_u8_array();
    for pixel in picture.data.iter_mut().flat_map(|data| data.chunks_exact_mut(4)) {
        let cover = f32::from(pixel[3]) / 255.0;
        for (part, behind) in pixel.iter_mut().zip([red, green, blue]) {
            *part = (f32::from(*part) * cover + f32::from(behind) * (1.0 - cover)) as u8;
        }
        pixel[3] = 255;
    }
    picture
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::models::canvas::Canvas;
    use crate::level::BodyKind;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};

    #[test]
    fn a_body_is_painted_once_and_again_with_its_map() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Assets<Image>>();
        world.init_resource::<SmallMaps>();
        let painted = |world: &mut World, body: BodyId| {
            world.insert_resource(Subject(Some(body)));
            world.run_system_once(paint).expect("it runs");
            world.resource::<Portrait>().clone()
        };
        let plain = painted(world, EARTH);
        assert_eq!(plain.of, Some((EARTH, false)), "its map is still being read");
        assert_eq!(painted(world, EARTH).image, plain.image);
        let red = SmallMap::of(&Canvas::new(UVec2::new(4, 2), Color::srgb(1.0, 0.0, 0.0)).picture());
        world.resource::<SmallMaps>().add("maps/earth.color.png".to_owned(), red.expect("it has pixels"));
        let mapped = painted(world, EARTH);
        assert!(mapped.image != plain.image && mapped.of == Some((EARTH, true)));
        assert_ne!(painted(world, MARS).image, mapped.image);
    }

    #[test]
    fn every_kind_of_surface_has_a_picture_of_its_own() {
        let kinds = ["Sun", "Moon", "Mars", "Earth", "Venus", "Jupiter", "Europa", "Io"];
        let pictures = kinds.map(|name| {
            let look = look_of(name, BodyKind::Planet, 6_000.0, None);
            picture(&look.material.uniform, None).data.unwrap_or_default()
        });
        for (index, one) in pictures.iter().enumerate() {
            let panel = PANEL.to_srgba().to_u8_array();
            assert_eq!(one[..4], panel, "the corners have the colour of the panel");
            assert!(one.chunks(4).filter(|pixel| **pixel != panel).count() > 4_000);
            assert!(pictures[..index].iter().all(|other| other != one), "{}", kinds[index]);
        }
    }
}
