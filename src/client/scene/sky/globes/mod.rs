//! The icons of planets, dwarf planets and moons that are too small to be seen: globes with their own maps, or in the
//! colours of their surfaces, and with the night where it is.
//!
//! - Enters: the looks of bodies, the small maps, the places of bodies in this frame, the camera.
//! - Leaves: one picture with all globes of the sky; for each marker of such a body its part, size, phase and turn.
//! - Must never: paint a globe in every frame.
//!
//! | file | does |
//! |---|---|
//! | `ground.rs` | the colours of a globe |
//!
//! The night is a second picture, the same for all globes, which is turned toward the star: a globe is painted once,
//! when its map has been read. The members of the crowd (`crowd.rs`) keep their signs.

pub mod ground;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use glam::DVec3;

use crate::client::models::globe::{MARGIN, paint_globe, phase_of};
use crate::client::scene::labels::markers::{Globe, Marker};
use crate::client::scene::sky::bodies::icon_of;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::sunlight::toward_star;
use crate::client::scene::sky::surface::maps::{MapFiles, SmallMaps};
use crate::client::scene::sky::surface::{BodyUniform, look_of};
use crate::client::view::{BodyPlaces, ViewCamera};
use crate::level::{BodyKind, SystemBody};
use crate::sim::{Body, BodyId, Sky};

/// Pixels of the picture in one of the screen: enough for an interface of twice the size.
const FINENESS: u32 = 2;
/// Side of the room of each globe in the picture, pixels, and the globes in a line of it.
const CELL: u32 = 60;
const COLUMNS: u32 = 16;
/// The most globes of a sky: further bodies keep their signs.
const MOST_GLOBES: usize = 256;
/// The most globes that are painted in a frame.
const MOST_AT_ONCE: usize = 3;
/// Factor of the colours of the ground: a small globe before a black sky.
const GAIN: f32 = 1.3;
/// A globe has its usual size up to so many times the distance of what is looked at. Beyond, it shrinks with the fourth
/// root of its distance, to this share of its size and of its light.
const FULL_SIZE: f64 = 4.0;
const LEAST_SHARE: f64 = 0.5;
const LEAST_LIGHT: f32 = 0.5;
/// Steps of the size: a globe whose distance hardly changes costs nothing, for a new size lays out its node again.
const SIZE_STEPS: f64 = 64.0;

/// The picture with all globes of the sky.
#[derive(Resource, Clone, Debug, Default)]
pub struct Globes {
    picture: Handle<Image>,
    /// Those that are painted, in the order of the sky, with their sizes on the screen.
    painted: Vec<(BodyId, Rect)>,
    waiting: Vec<Waiting>,
}

/// A globe that is not painted yet: its map may still be on its way.
#[derive(Clone, Debug)]
struct Waiting {
    body: BodyId,
    /// The left upper corner of its room in the picture.
    corner: UVec2,
    /// Side of the globe with the room about it, pixels of the picture.
    side: u32,
    look: BodyUniform,
    map: Option<MapFiles>,
}

impl Waiting {
    fn new(body: BodyId, this: &SystemBody, cell: u32) -> Self {
        let (_, size, _) = icon_of(this.kind, this.radius_km);
        let look = look_of(&this.name, this.kind, this.radius_km, this.look.as_ref());
        let corner = CELL * UVec2::new(cell % COLUMNS, cell / COLUMNS);
        let side = FINENESS * size.round() as u32 + 2 * MARGIN as u32;
        Self { body, corner, side: side.min(CELL), look: look.material.uniform, map: look.maps }
    }

    /// Its picture; `None` until its map has been read.
    fn paint(&self, maps: Option<&SmallMaps>) -> Option<Image> {
        let map = match &self.map {
            Some(files) => Some((maps?.get(&files.color)?, files.gain)),
            None => None,
        };
        let map = map.as_ref().map(|(map, gain)| (&**map, *gain));
        Some(paint_globe(self.side, true, |point| GAIN * ground::color_at(&self.look, map, point)))
    }
}

/// Whether a body of this kind is a globe from afar.
fn is_globe(kind: BodyKind) -> bool {
    matches!(kind, BodyKind::Planet | BodyKind::Dwarf | BodyKind::Moon)
}

/// Makes the empty picture, with a room for each globe of the sky.
pub(super) fn lay_out(
    sky: Res<Sky>,
    crowd: Res<Crowd>,
    mut images: ResMut<Assets<Image>>,
    mut globes: ResMut<Globes>,
) {
    let bodies = sky.system.bodies.iter_enumerated();
    let shown = bodies.filter(|(body, this)| is_globe(this.kind) && crowd.is_single(*body));
    let waiting: Vec<Waiting> =
        shown.take(MOST_GLOBES).zip(0..).map(|((body, this), cell)| Waiting::new(body, this, cell)).collect();
    let lines = (waiting.len() as u32).div_ceil(COLUMNS).max(1);
    *globes = Globes { picture: images.add(empty_picture(lines)), painted: Vec::new(), waiting };
}

fn empty_picture(lines: u32) -> Image {
    let size = Extent3d { width: CELL * COLUMNS, height: CELL * lines, depth_or_array_layers: 1 };
    let usages = RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD;
    Image::new_fill(size, TextureDimension::D2, &[0; 4], TextureFormat::Rgba8UnormSrgb, usages)
}

/// Paints some of the globes whose maps have been read.
pub(super) fn paint_globes(
    maps: Option<Res<SmallMaps>>,
    mut images: ResMut<Assets<Image>>,
    mut globes: ResMut<Globes>,
) {
    if globes.waiting.is_empty() {
        return;
    }
    let Globes { picture, painted, waiting } = &mut *globes;
    let mut done: Vec<(UVec2, Image)> = Vec::new();
    waiting.retain(|globe| {
        if done.len() >= MOST_AT_ONCE {
            return true;
        }
        let Some(image) = globe.paint(maps.as_deref()) else { return true };
        let corner = globe.corner.as_vec2();
        painted.push((globe.body, Rect::from_corners(corner, corner + globe.side as f32)));
        done.push((globe.corner, image));
        false
    });
    if done.is_empty() {
        return;
    }
    painted.sort_unstable_by_key(|(body, _)| *body);
    if let Some(mut all) = images.get_mut(&*picture) {
        for (corner, globe) in &done {
            put_into(&mut all, *corner, globe);
        }
    }
}

/// Copies a picture into another one, with its left upper corner at a place.
fn put_into(all: &mut Image, corner: UVec2, picture: &Image) {
    let (across, side) = (4 * all.size().x as usize, 4 * picture.size().x as usize);
    let (Some(all), Some(picture)) = (all.data.as_mut(), picture.data.as_ref()) else { return };
    let first = across * corner.y as usize + 4 * corner.x as usize;
    for (row, line) in picture.chunks_exact(side).enumerate() {
        let start = first + across * row;
        if let Some(room) = all.get_mut(start..start + side) {
            room.copy_from_slice(line);
        }
    }
}

/// The size of the icon of a body at a place, pixels.
pub(super) fn icon_pixels(body: &SystemBody, view: &ViewCamera, place: DVec3) -> f32 {
    let (_, pixels, _) = icon_of(body.kind, body.radius_km);
    if is_globe(body.kind) { pixels * size_share(view, place) } else { pixels }
}

/// The share of its usual size that a globe at a place has. Those far beyond what is looked at are smaller: worlds many
/// times as far off as a comet before the eye are no discs as large as its coma.
fn size_share(view: &ViewCamera, place: DVec3) -> f32 {
    let times = view.eye.distance(place) / view.focal_distance;
    let share = (FULL_SIZE / times).sqrt().sqrt();
    ((share * SIZE_STEPS).round() / SIZE_STEPS).clamp(LEAST_SHARE, 1.0) as f32
}

/// The share of its light that a globe of this share of its size has.
fn light_share(size: f32) -> f32 {
    let least = LEAST_SHARE as f32;
    LEAST_LIGHT + (1.0 - LEAST_LIGHT) * (size - least) / (1.0 - least)
}

/// Makes the icons of bodies globes, and turns their nights away from the star.
pub(super) fn turn_globes(
    globes: Res<Globes>,
    (sky, places): (Res<Sky>, Res<BodyPlaces>),
    view: Res<ViewCamera>,
    mut bodies: Query<(&Body, &mut Marker)>,
) {
    for (body, mut marker) in &mut bodies {
        let Ok(found) = globes.painted.binary_search_by_key(&body.0, |(body, _)| *body) else { continue };
        let (Some((_, part)), Some(place)) = (globes.painted.get(found), places.0.get(body.0)) else {
            continue;
        };
        let (phase, turn) = night_of(&view, *place, toward_star(&sky.system, &places.0, body.0));
        let share = size_share(&view, *place);
        let (size, light) = (share * part.width() / FINENESS as f32, light_share(share));
        marker.show_globe(&globes.picture, Globe { part: *part, size, share, light, phase, turn });
    }
}

/// The phase of a globe at a place, and the direction of its star from the right, clockwise.
fn night_of(view: &ViewCamera, place: DVec3, toward_star: DVec3) -> (u16, Rot2) {
    let star = toward_star.normalize_or(DVec3::X);
    let eye = (view.eye - place).normalize_or(-view.forward);
    let on_screen = Vec2::new(star.dot(view.right) as f32, -star.dot(view.up) as f32);
    (phase_of(star.dot(eye) as f32), Rot2::radians(on_screen.to_angle()))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::models::canvas::Canvas;
    use crate::client::models::globe::PHASES;
    use crate::client::scene::sky::surface::maps::SmallMap;
    use crate::sim::Simulation;
    use crate::sim::visibility::test_support::{EARTH, MARS, VENUS, held};

    const MOON: BodyId = BodyId(3);

    /// A world with the Sun, three planets and the Moon, whose globes are laid out.
    fn laid_out() -> Simulation {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.init_resource::<Crowd>();
        world.init_resource::<Globes>();
        world.init_resource::<SmallMaps>();
        world.init_resource::<Assets<Image>>();
        world.run_system_once(lay_out).expect("it runs");
        simulation
    }

    /// Paints in a frame. Returns how many globes still wait.
    fn wait_on(world: &mut World) -> usize {
        world.run_system_once(paint_globes).expect("it runs");
        world.resource::<Globes>().waiting.len()
    }

    /// Fails if globes have pictures of their own, or if one is painted twice.
    #[test]
    fn a_globe_is_painted_once_into_the_picture_of_all_when_its_map_has_been_read() {
        let mut simulation = laid_out();
        let world = simulation.world_mut();
        assert_eq!(wait_on(world), 4, "their maps are still being read");
        let red = Canvas::new(UVec2::new(4, 2), Color::srgb(1.0, 0.0, 0.0)).picture();
        for file in ["venus", "earth", "moon", "mars"] {
            let red = SmallMap::of(&red).expect("it has pixels");
            world.resource::<SmallMaps>().add(format!("maps/{file}.color.png"), red);
        }
        assert_eq!([wait_on(world), wait_on(world), wait_on(world)], [4 - MOST_AT_ONCE, 0, 0]);
        let globes = world.resource::<Globes>().clone();
        let bodies: Vec<BodyId> = globes.painted.iter().map(|(body, _)| *body).collect();
        assert_eq!(bodies, [VENUS, EARTH, MOON, MARS]);
        let images = world.resource::<Assets<Image>>();
        assert_eq!(images.len(), 1);
        let data = images.get(&globes.picture).and_then(|all| all.data.as_ref()).expect("it has pixels");
        for (body, part) in &globes.painted {
            let middle = part.center().as_uvec2();
            let first = 4 * (CELL * COLUMNS * middle.y + middle.x) as usize;
            assert!(data[first] > 200 && data[first + 3] == 255, "{body:?}");
        }
    }

    #[test]
    fn globes_far_beyond_what_is_looked_at_are_smaller_and_dimmer() {
        let view = ViewCamera { eye: DVec3::ZERO, focal_distance: 100.0, ..ViewCamera::default() };
        let share = |times: f64| size_share(&view, DVec3::Y * (100.0 * times));
        assert_eq!([0.0, 1.0, FULL_SIZE, 1.0e6].map(share), [1.0, 1.0, 1.0, LEAST_SHARE as f32]);
        // From Halley: Jupiter, Saturn.
        let [near, far] = [20.0, 45.0].map(share);
        assert!(near < 0.7 && far < 0.6 && far < near, "{near} {far}");
        assert_eq!(share(20.0), share(20.001), "nothing is laid out again");
        assert_eq!([1.0, LEAST_SHARE as f32].map(light_share), [1.0, LEAST_LIGHT]);
    }

    #[test]
    fn the_lit_side_is_toward_the_star() {
        let view = ViewCamera::default();
        let night = |star: DVec3| {
            let (phase, turn) = night_of(&view, DVec3::ZERO, star);
            (phase, turn.as_degrees().round())
        };
        assert_eq!(night(-view.forward).0, 0, "the star is behind the eye");
        assert_eq!(night(view.forward).0, PHASES - 1);
        assert_eq!(night(view.right), (PHASES / 2, 0.0));
        assert_eq!(night(view.up), (PHASES / 2, -90.0), "against the clock");
    }
}
