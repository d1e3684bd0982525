//! Picking of objects under the pointer: a backend for `bevy_picking`.
//!
//! Meshes are not tested: a ship may be smaller than a pixel and must still be found. Every object that can be
//! picked has a [`Pick`] with its place on the screen; the nearest object within a few pixels is hit, and of
//! equally near ones the more important.

use bevy::picking::backend::{HitData, PointerHits};
use bevy::picking::pointer::{PointerId, PointerLocation};
use bevy::prelude::*;

use super::press::Press;
use crate::client::view::MainCamera;

/// Radius about a small object within which it is hit, pixels of the UI.
const REACH_PIXELS: f32 = 10.0;
/// How far beyond that a body or a free slot attracts the pointer, pixels of the UI.
pub const MAGNET_PIXELS: f32 = 10.0;
/// Depth of a disc larger than that: it is hit anywhere inside, but a ship in front of it comes first.
const SOLID_DEPTH: f32 = 1.0e6;

/// An object that can be picked, with its place on the screen in this frame.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pick {
    /// Place, logical pixels; `None` while it is not on the screen.
    pub pixel: Option<Vec2>,
    /// Radius on the screen, logical pixels.
    pub radius: f32,
    /// How far beyond its usual range it attracts the pointer, pixels of the UI; below 0 it is hit only from nearer.
    pub magnet: f32,
    /// Importance: of equally near objects the one with the larger weight is hit.
    pub weight: f32,
    /// Area of its name, while the name is legible: a hit on the name hits the object, even behind another one.
    pub name: Option<Rect>,
}

/// The normalised distance of a pointer from a pick: 0 at its middle, 1 at the edge of its range and on its name,
/// more within its magnet; `None` beyond. `ui_scale`: logical pixels of a pixel of the UI.
pub fn miss(pick: &Pick, pointer: Vec2, ui_scale: f32) -> Option<f32> {
    let distance = pick.pixel?.distance(pointer);
    let range = pick.radius.max(REACH_PIXELS * ui_scale);
    let is_on_name = pick.name.is_some_and(|name| name.contains(pointer));
    (distance <= range + pick.magnet * ui_scale).then(|| distance / range).or(is_on_name.then_some(1.0))
}

/// An object under the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseHit {
    /// The object.
    pub entity: Entity,
    /// Whether the pointer touches its mark: not a large disc, and not only the magnet about the mark.
    pub is_mark: bool,
}

/// All objects under the mouse, the nearest first: `bevy_picking` reports only the nearest of a stack. Panels may
/// hide them. From a press until its click they are those of the press, see [`Press::is_held`].
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct MouseHits(pub Vec<MouseHit>);

/// Reports the objects under each pointer to `bevy_picking`, and notes those under the mouse.
pub fn find_hits(
    pointers: Query<(&PointerId, &PointerLocation)>,
    camera: Single<(Entity, &Camera), With<MainCamera>>,
    picks: Query<(Entity, &Pick)>,
    ui_scale: Res<UiScale>,
    press: Res<Press>,
    mut hits: MessageWriter<PointerHits>,
    mut mouse_hits: ResMut<MouseHits>,
) {
    let (camera_entity, camera) = *camera;
    let ui_scale = ui_scale.0;
    if !press.is_held() {
        mouse_hits.0.clear();
    }
    for (&pointer, location) in &pointers {
        let Some(position) = location.location().map(|location| location.position) else { continue };
        let mut found: Vec<(MouseHit, f32)> = picks
            .iter()
            .filter_map(|(entity, pick)| {
                let miss = miss(pick, position, ui_scale)?;
                let is_disc = pick.radius > 2.0 * REACH_PIXELS * ui_scale;
                // Small objects are in front of large discs.
                let depth = if is_disc { SOLID_DEPTH + pick.radius } else { miss };
                Some((MouseHit { entity, is_mark: !is_disc && miss <= 1.0 }, depth - pick.weight))
            })
            .collect();
        if pointer == PointerId::Mouse && !press.is_held() {
            found.sort_by(|(_, one), (_, other)| one.total_cmp(other));
            mouse_hits.0 = found.iter().map(|(hit, _)| *hit).collect();
        }
        let hit =
            |(hit, depth): (MouseHit, f32)| (hit.entity, HitData::new(camera_entity, depth, None, None));
        let found: Vec<(Entity, HitData)> = found.into_iter().map(hit).collect();
        if !found.is_empty() {
            hits.write(PointerHits::new(pointer, found, camera.order as f32));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::camera::NormalizedRenderTarget;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::picking::pointer::Location;

    use super::*;

    #[test]
    fn small_things_are_hit_within_a_few_pixels() {
        let pick = Pick { pixel: Some(Vec2::new(100.0, 100.0)), radius: 1.0, ..default() };
        assert_eq!(miss(&pick, Vec2::new(100.0, 100.0), 1.0), Some(0.0));
        assert!(miss(&pick, Vec2::new(108.0, 100.0), 1.0).is_some());
        assert!(miss(&pick, Vec2::new(112.0, 100.0), 1.0).is_none());
        assert!(miss(&Pick::default(), Vec2::ZERO, 1.0).is_none());
        let body = Pick { magnet: 10.0, ..pick };
        let beside = Vec2::new(118.0, 100.0);
        assert!(
            miss(&body, beside, 1.0).is_some_and(|miss| miss > 1.0),
            "a thing that is hit comes before it"
        );
        assert!(miss(&body, Vec2::new(122.0, 100.0), 1.0).is_none());
    }

    #[test]
    fn reach_and_magnet_are_as_large_as_the_marks_of_the_interface() {
        let pixel = Some(Vec2::new(100.0, 100.0));
        let body = Pick { pixel, radius: 1.0, magnet: MAGNET_PIXELS, ..default() };
        for ui_scale in [0.75, 1.0, 1.5, 2.0] {
            let beside = |pixels: f32| Vec2::new(100.0 + pixels * ui_scale, 100.0);
            assert!(miss(&body, beside(9.0), ui_scale).is_some_and(|miss| miss <= 1.0), "{ui_scale}");
            assert!(miss(&body, beside(19.0), ui_scale).is_some_and(|miss| miss > 1.0), "{ui_scale}");
            assert_eq!(miss(&body, beside(21.0), ui_scale), None, "{ui_scale}");
        }
    }

    #[test]
    fn what_is_under_the_mouse_is_noted_until_a_press_and_again_after_its_click() {
        let mut world = World::new();
        world.init_resource::<Messages<PointerHits>>();
        world.init_resource::<MouseHits>();
        world.init_resource::<UiScale>();
        world.spawn((MainCamera, Camera::default()));
        let at = Vec2::new(100.0, 100.0);
        let window = NormalizedRenderTarget::None { width: 200, height: 200 };
        world.spawn((PointerId::Mouse, PointerLocation::new(Location { target: window, position: at })));
        let body = world.spawn(Pick { pixel: Some(at), ..default() }).id();
        let mut seen = |pixel: Option<Vec2>, press: Press| {
            world.entity_mut(body).insert(Pick { pixel, ..default() });
            world.insert_resource(press);
            world.run_system_once(find_hits).expect("it runs");
            world.resource::<MouseHits>().0.len()
        };
        let away = Some(at + Vec2::X * 50.0);
        assert_eq!(seen(Some(at), Press::default()), 1);
        assert_eq!(seen(away, Press::of(MouseButton::Right)), 1, "it moves on while the button is down");
        assert_eq!(seen(away, Press::default()), 0);
        assert_eq!(seen(Some(at), Press::of(MouseButton::Right)), 0, "it comes under a held button");
    }

    #[test]
    fn a_name_means_the_thing_itself() {
        let name = Some(Rect::new(115.0, 90.0, 180.0, 110.0));
        let pick = Pick { pixel: Some(Vec2::new(100.0, 100.0)), radius: 1.0, name, ..default() };
        assert_eq!(miss(&pick, Vec2::new(150.0, 100.0), 1.0), Some(1.0));
        assert_eq!(miss(&pick, Vec2::new(150.0, 120.0), 1.0), None);
        assert_eq!(miss(&Pick { pixel: None, ..pick }, Vec2::new(150.0, 100.0), 1.0), None);
    }
}
