//! Picking of objects under the pointer: a backend for `bevy_picking`.
//!
//! Meshes are not tested: a ship may be smaller than a pixel and must still be found. Every object that can be
//! picked has a [`Pick`] with its place on the screen; the nearest object within a few pixels is hit, and of
//! equally near ones the more important.

use bevy::picking::backend::{HitData, PointerHits};
use bevy::picking::pointer::{PointerId, PointerLocation};
use bevy::prelude::*;

use crate::client::view::MainCamera;

/// Radius about a small object within which it is hit, pixels.
const REACH_PIXELS: f32 = 10.0;
/// How far beyond that a body or a free slot attracts the pointer, pixels.
pub const MAGNET_PIXELS: f32 = 10.0;
/// Depth of a disc larger than that: it is hit anywhere inside, but a ship in front of it comes first.
const SOLID_DEPTH: f32 = 1.0e6;

/// An object that can be picked, with its place on the screen in this frame.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pick {
    /// Place, logical pixels; `None` while it is not on the screen.
    pub pixel: Option<Vec2>,
    /// Radius on the screen, pixels.
    pub radius: f32,
    /// How far beyond its usual range it attracts the pointer, pixels; below 0 it is hit only from nearer.
    pub magnet: f32,
    /// Importance: of equally near objects the one with the larger weight is hit.
    pub weight: f32,
    /// Area of its name, while the name is legible: a hit on the name hits the object, even behind another one.
    pub name: Option<Rect>,
}

/// The normalised distance of a pointer from a pick: 0 at its middle, 1 at the edge of its range and on its name,
/// more within its magnet; `None` beyond.
pub fn miss(pick: &Pick, pointer: Vec2) -> Option<f32> {
    let distance = pick.pixel?.distance(pointer);
    let range = pick.radius.max(REACH_PIXELS);
    let is_on_name = pick.name.is_some_and(|name| name.contains(pointer));
    (distance <= range + pick.magnet).then(|| distance / range).or(is_on_name.then_some(1.0))
}

/// An object under the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseHit {
    /// The object.
    pub entity: Entity,
    /// Whether the pointer touches its mark: it is no large disc, and more than its magnet reaches the pointer.
    pub is_mark: bool,
}

/// All objects under the mouse, the nearest first: `bevy_picking` reports only the nearest of a stack. Panels may
/// hide them.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct MouseHits(pub Vec<MouseHit>);

/// Reports the objects under each pointer to `bevy_picking`.
pub fn find_hits(
    pointers: Query<(&PointerId, &PointerLocation)>,
    camera: Single<(Entity, &Camera), With<MainCamera>>,
    picks: Query<(Entity, &Pick)>,
    mut hits: MessageWriter<PointerHits>,
    mut mouse_hits: ResMut<MouseHits>,
) {
    let (camera_entity, camera) = *camera;
    mouse_hits.0.clear();
    for (&pointer, location) in &pointers {
        let Some(position) = location.location().map(|location| location.position) else { continue };
        let mut found: Vec<(MouseHit, f32)> = picks
            .iter()
            .filter_map(|(entity, pick)| {
                let miss = miss(pick, position)?;
                let is_disc = pick.radius > 2.0 * REACH_PIXELS;
                // Small objects are in front of large discs.
                let depth = if is_disc { SOLID_DEPTH + pick.radius } else { miss };
                Some((MouseHit { entity, is_mark: !is_disc && miss <= 1.0 }, depth - pick.weight))
            })
            .collect();
        if pointer == PointerId::Mouse {
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
    use super::*;

    #[test]
    fn small_things_are_hit_within_a_few_pixels() {
        let pick = Pick { pixel: Some(Vec2::new(100.0, 100.0)), radius: 1.0, ..default() };
        assert_eq!(miss(&pick, Vec2::new(100.0, 100.0)), Some(0.0));
        assert!(miss(&pick, Vec2::new(108.0, 100.0)).is_some());
        assert!(miss(&pick, Vec2::new(112.0, 100.0)).is_none());
        assert!(miss(&Pick::default(), Vec2::ZERO).is_none());
        let body = Pick { magnet: 10.0, ..pick };
        let beside = Vec2::new(118.0, 100.0);
        assert!(miss(&body, beside).is_some_and(|miss| miss > 1.0), "a thing that is hit comes before it");
        assert!(miss(&body, Vec2::new(122.0, 100.0)).is_none());
    }

    #[test]
    fn a_name_means_the_thing_itself() {
        let name = Some(Rect::new(115.0, 90.0, 180.0, 110.0));
        let pick = Pick { pixel: Some(Vec2::new(100.0, 100.0)), radius: 1.0, name, ..default() };
        assert_eq!(miss(&pick, Vec2::new(150.0, 100.0)), Some(1.0));
        assert_eq!(miss(&pick, Vec2::new(150.0, 120.0)), None);
        assert_eq!(miss(&Pick { pixel: None, ..pick }, Vec2::new(150.0, 100.0)), None);
    }
}
