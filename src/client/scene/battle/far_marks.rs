//! Hits at a distance at which ships are icons: a flame beside the icon of a unit just hit, or of its stack. A knot has
//! none: the sign of its battle pulses.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use crate::client::frame::LineGizmos;
use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::labels::markers::Marker;
use crate::client::view::ScreenAnchor;
use crate::client::worlds::Kept;
use crate::sim::TargetId;
use crate::sim::event::GameEvent;

/// Seconds for which a hit is marked.
const MARK_S: f64 = 1.0;
/// Hits of structures larger than this are visible without a mark, pixels of their radius.
const ICON_PIXELS: f64 = 8.0;
/// The most flames at once.
const MOST_FLAMES: usize = 100;
/// Flames nearer to each other than this merge, pixels.
const FLAME_CELL: f32 = 9.0;
/// A flame, to the right of an icon's middle and above it, pixels.
const FLAME: [(f32, f32); 6] = [(7.0, 5.0), (6.5, 9.0), (9.5, 14.0), (10.5, 10.5), (12.0, 8.5), (11.0, 5.0)];
/// Colour of the flame.
const FLAME_COLOR: Color = Color::srgb(1.0, 0.55, 0.15);

/// Draws the flames.
pub fn draw_marks(
    scene: EffectInputs,
    marked: Query<(&Marker, &ScreenAnchor)>,
    mut hits: Kept<HashMap<TargetId, f64>>,
    mut taken: Local<HashSet<IVec2>>,
    mut lines: Gizmos<LineGizmos>,
) {
    let hits = hits.now();
    for news in &scene.news.fresh {
        if let Some(unit) = hit_of(&news.event) {
            hits.insert(unit, news.born_s);
        }
    }
    hits.retain(|_, born_s| scene.age_s(*born_s) < MARK_S);
    taken.clear();
    for (unit, born_s) in hits.iter() {
        if taken.len() >= MOST_FLAMES {
            break;
        }
        let Some(spot) = scene.roster.get(*unit) else { continue };
        let marker = marked.get(spot.entity).ok().map(|(marker, _)| marker);
        if marker.is_some_and(Marker::is_in_knot) {
            continue;
        }
        let head = marker.and_then(|marker| marked.get(marker.stack()?).ok());
        let place = head.map_or(spot.place, |(_, seen)| seen.place);
        let Some((pixel, per_km)) = scene.project(place) else { continue };
        let is_small = spot.radius_km * per_km < ICON_PIXELS;
        let is_icon = marker.map_or(is_small, Marker::stands_for_object) && scene.is_near_picture(pixel);
        if is_icon && taken.insert(cell_of(pixel, FLAME_CELL)) {
            let alpha = (1.0 - scene.age_s(*born_s) / MARK_S) as f32;
            let points = FLAME.map(|(right, up)| scene.beside(place, per_km, right, up));
            lines.lineloop(points, FLAME_COLOR.with_alpha(0.3 + 0.7 * alpha));
        }
    }
}

/// The unit hit in an event.
fn hit_of(event: &GameEvent) -> Option<TargetId> {
    match *event {
        GameEvent::Shot { at, outcome, .. } => outcome.is_hit().then_some(at.id),
        GameEvent::Burst { touched, .. } => touched.map(|touched| touched.id),
        _ => None,
    }
}

fn cell_of(pixel: Vec2, size: f32) -> IVec2 {
    (pixel / size).round().as_ivec2()
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::sim::event::ShotOutcome;
    use crate::sim::event::test_support::ship;
    use crate::sim::ids::{FactionId, WeaponId};

    #[test]
    fn only_hit_units_burn() {
        let (by, at) = (ship(1, FactionId(0)), ship(2, FactionId(0)));
        let shot = |outcome| {
            let (from, to) = (DVec3::ZERO, DVec3::ZERO);
            GameEvent::Shot { by, at, weapon: WeaponId::FIRST, from, to, outcome }
        };
        assert_eq!(hit_of(&shot(ShotOutcome::HitShield)), Some(at.id));
        assert_eq!(hit_of(&shot(ShotOutcome::Missed)), None);
        let burst = |touched| {
            let (by, place) = (FactionId(0), DVec3::ZERO);
            GameEvent::Burst { by, place, blast_km: 0.0, touched, ground: None }
        };
        assert_eq!((hit_of(&burst(None)), hit_of(&burst(Some(by)))), (None, Some(by.id)));
    }
}
