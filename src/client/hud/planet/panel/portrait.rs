//! The picture of the panel's body: a globe with its own map, or in the colours of its surface with a rough pattern of
//! its kind.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use crate::client::hud::planet::Subject;
use crate::client::models::Dice;
use crate::client::models::globe::paint_globe;
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

const DESERT: u32 = surface_code(Surface::Desert);
const OCEAN: u32 = surface_code(Surface::Ocean);
const CLOUDS: u32 = surface_code(Surface::Clouds);
const GAS: u32 = surface_code(Surface::Gas);
const LAVA: u32 = surface_code(Surface::Lava);
const STAR: u32 = surface_code(Surface::Star);

/// Belts of closed clouds from pole to pole.
const CLOUD_BELTS: f32 = 4.0;
/// Noise above this is land in a sea.
const SHORE: f32 = 0.06;
/// Noise between these is a crack in lava.
const CRACK: f32 = 0.05;
/// Clouds over a sea are longer than they are high.
const CLOUD_SHAPE: Vec3 = Vec3::new(1.3, 2.2, 1.3);
/// The colour of ice and clouds.
const WHITE: Vec3 = Vec3::splat(0.82);

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
    let globe = paint_globe(OWN_PIXELS, look.surface == STAR, |point| {
        let ground = map.map_or_else(|| ground(look, point), |(map, gain)| map.color_at(point) * gain);
        // From the side one looks through more air.
        let haze = look.air * (1.0 - point.x).powi(3);
        ground + look.air_color * haze
    });
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

/// The colour of a point of a surface without a map, linear RGB: see the table above [`BodyUniform`].
fn ground(look: &BodyUniform, point: Vec3) -> Vec3 {
    let rough = noise(point, look.seed);
    let mixed = look.color_a.lerp(look.color_b, (0.5 + 1.3 * rough).clamp(0.0, 1.0));
    let is_cap = point.y.abs() > 1.0 - look.detail.z;
    match look.surface {
        GAS => belts(look, point, look.detail.x, rough),
        CLOUDS => belts(look, point, CLOUD_BELTS, rough),
        OCEAN => sea(look, point, rough),
        STAR => look.color_a.lerp(look.color_b, (0.25 + 0.3 * rough).clamp(0.0, 1.0)),
        LAVA if noise(1.2 * point, look.seed ^ 1).abs() < CRACK => look.color_c,
        DESERT if is_cap => look.color_c,
        _ => mixed,
    }
}

/// Bands about the axis, bent by noise.
fn belts(look: &BodyUniform, point: Vec3, count: f32, rough: f32) -> Vec3 {
    let wave = (PI * count * (point.y + 0.06 * rough)).sin();
    look.color_a.lerp(look.color_b, 0.5 + 0.5 * wave)
}

/// Seas, green and dry land, ice about the poles and clouds.
fn sea(look: &BodyUniform, point: Vec3, rough: f32) -> Vec3 {
    let dry = (0.5 + noise(1.3 * point, look.seed ^ 1)).clamp(0.0, 1.0);
    let land = look.color_b.lerp(look.color_c, dry);
    let is_ice = point.y.abs() > 1.0 - look.detail.z;
    let ground = if is_ice {
        WHITE
    } else if rough > SHORE {
        land
    } else {
        look.color_a
    };
    let clouds = noise(CLOUD_SHAPE * point, look.seed ^ 2) + look.detail.y - 0.6;
    ground.lerp(WHITE, (1.6 * clouds).clamp(0.0, 0.8))
}

/// Noise from about -1 to 1, at the most -2 to 2: waves along the axes, each of them bent by those before.
fn noise(point: Vec3, seed: u32) -> f32 {
    let mut dice = Dice::new(u64::from(seed));
    let mut turn = || TAU * dice.roll();
    let (mut bent, mut scale, mut strength, mut sum) = (point, 3.2_f32, 0.5_f32, 0.0_f32);
    for _ in 0..5 {
        let at = scale * bent + Vec3::new(turn(), turn(), turn());
        let waves = Vec3::new(at.x.sin(), at.y.sin(), at.z.sin());
        sum += strength * waves.element_sum() / 1.7;
        bent += 0.5 * strength * Vec3::new(waves.y, waves.z, waves.x);
        (scale, strength) = (1.9 * scale, 0.6 * strength);
    }
    sum
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

    #[test]
    fn noise_is_even_and_within_its_range() {
        let at = |step: u16| noise(Vec3::splat(0.1) * f32::from(step), 7);
        let values: Vec<f32> = (0..200).map(at).collect();
        assert!(values.iter().all(|value| value.abs() < 2.1));
        assert!(values.iter().any(|value| *value > 0.2) && values.iter().any(|value| *value < -0.2));
    }
}
