//! A fight at a distance at which ships are icons: a flame beside the icon of a unit just hit, or of its stack. The
//! ships of a knot have neither icons nor flames, for their marks are in the sign of their battle. Each of them is a
//! small dart where it is, in the colour of its owner and turned as it flies, so that one sees who is where and, with
//! the lines of the shots, who fires at whom.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use crate::client::frame::LineGizmos;
use crate::client::scene::battle::SpottedUnit;
use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::labels::closeness::ramp;
use crate::client::scene::labels::fights::FightPlaces;
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::ribbons::{SmokeSheet, faded};
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

/// Length of a dart from its middle to its tip, as a share of the size of its class's mark, and at least and at most,
/// pixels of the UI.
const DART_SHARE: f32 = 0.3;
const DART: (f32, f32) = (3.5, 5.5);
/// The corners of a dart: its tip, one side, the notch at its stern, and the other side. In its lengths, ahead and
/// aside.
const DART_SHAPE: [Vec2; 4] =
    [Vec2::new(1.0, 0.0), Vec2::new(-0.8, 0.7), Vec2::new(-0.35, 0.0), Vec2::new(-0.8, -0.7)];
/// The part of a unit vector ahead across the line of sight below which a dart points up.
const LEAST_AHEAD: f32 = 0.05;
/// The dark edge about a dart, pixels of the UI, and its opacity.
const DART_EDGE: f32 = 1.2;
const EDGE_ALPHA: f32 = 0.75;
/// Bounding radii on the screen between which a hull is seen itself, and its dart fades, pixels.
const HULL_SEEN: (f32, f32) = (6.0, 10.0);
/// How far the fighting reaches on the screen where darts would be one blot, and where they are apart, pixels of the
/// UI.
const APART: (f32, f32) = (16.0, 34.0);

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

/// Draws the darts of the ships in knots.
pub fn draw_darts(
    scene: EffectInputs,
    fights: Res<FightPlaces>,
    ui_scale: Res<UiScale>,
    marked: Query<&Marker>,
    mut smoke: ResMut<SmokeSheet>,
) {
    if fights.is_empty() {
        return;
    }
    for spot in scene.roster.all() {
        let Some(marker) = marked.get(spot.entity).ok().filter(|marker| marker.is_in_knot()) else {
            continue;
        };
        let Some(fighter) = fights.fighter(spot.entity) else { continue };
        let Some((pixel, per_km)) = scene.project(spot.place) else { continue };
        let reach = (fights.fought_km_of(fighter.battle) * per_km) as f32 / ui_scale.0;
        let alpha = ramp(APART, reach) * (1.0 - ramp(HULL_SEEN, (spot.bound_km() * per_km) as f32));
        if alpha > 0.0 && scene.is_near_picture(pixel) {
            let length = (DART_SHARE * marker.size()).clamp(DART.0, DART.1) * ui_scale.0;
            let edge = LinearRgba::BLACK.with_alpha(EDGE_ALPHA * alpha);
            draw_dart(&mut smoke, &scene, spot, length + DART_EDGE * ui_scale.0, edge);
            draw_dart(&mut smoke, &scene, spot, length, marker.color().to_linear().with_alpha(alpha));
        }
    }
}

/// Draws a dart of this length, pixels, in front of a ship.
fn draw_dart(
    smoke: &mut SmokeSheet,
    scene: &EffectInputs,
    spot: &SpottedUnit,
    length: f32,
    color: LinearRgba,
) {
    let before = spot.place + (scene.view.eye - spot.place).normalize_or_zero() * spot.bound_km();
    let Some((_, per_km)) = scene.project(before) else { return };
    let ahead = [scene.view.right, scene.view.up].map(|axis| spot.axis().dot(axis) as f32);
    let corners = dart(Vec2::from_array(ahead), length)
        .map(|corner| (scene.beside(before, per_km, corner.x, corner.y), faded(color, 1.0)));
    smoke.0.patch(corners, [0, 1, 2, 0, 2, 3]);
}

/// The corners of a dart of this length that points in a direction, to the right and up; one that flies along the line
/// of sight points up.
fn dart(ahead: Vec2, length: f32) -> [Vec2; 4] {
    let ahead = if ahead.length() > LEAST_AHEAD { ahead.normalize() } else { Vec2::Y };
    DART_SHAPE.map(|corner| (ahead * corner.x + ahead.perp() * corner.y) * length)
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
    fn a_dart_points_where_its_ship_flies_and_has_one_size() {
        for ahead in [Vec2::X, Vec2::new(-0.2, 0.1), Vec2::ZERO] {
            let [tip, left, notch, right] = dart(ahead, 5.0);
            assert!((tip.length() - 5.0).abs() < 1e-4 && (left.length() - right.length()).abs() < 1e-4);
            assert!(tip.dot(notch) < 0.0 && tip.dot(left) < tip.dot(notch), "a notch at its stern");
            assert!(ahead == Vec2::ZERO || tip.angle_to(ahead).abs() < 1e-3, "{ahead}");
        }
        assert!(dart(Vec2::ZERO, 5.0)[0].y > 4.9, "along the line of sight");
    }

    #[test]
    fn darts_are_seen_where_a_battle_is_commanded() {
        // Fighting over 17,000 km at 2.2 thousandths of an astronomical unit, and a system in the picture.
        assert_eq!([58.0, 0.02].map(|reach| ramp(APART, reach)), [1.0, 0.0]);
        const { assert!(2.0 * DART.1 < 14.0, "they are smaller than the marks of ships") };
    }

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
