//! Weapon ranges: thin circles about the unit under the pointer, about the selected ships while the attack tool is
//! active, and about a planned structure. For foreign units in sight the weapons of their class are shown.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{GridGizmos, length};
use crate::client::input::{HoveredStructure, Selected, Tool, UnderPointer};
use crate::client::scene::battle::VisibleUnits;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::{PlannedStructure, RingView};
use crate::client::view::{Pen, SeenShips, SeenStructures, ViewCamera};
use crate::level::named_together;
use crate::sim::{ArmedClass, ArmsTable, ClassId, TargetId};

/// The most circles of a class.
const MOST_RINGS: usize = 3;
/// The most classes of fleets about which circles are drawn at once.
const MOST_GROUPS: usize = 12;
/// Ranges that differ by less than this share are drawn as one.
const ALIKE: f64 = 0.05;
/// Circles smaller than this are not drawn, pixels of their radius.
const LEAST_PIXELS: f64 = 8.0;
/// Sides of a circle.
const SIDES: u32 = 128;
/// Opacity of circles: of selected units, and of the unit under the pointer.
const ALPHAS: (f32, f32) = (0.35, 0.7);

/// The colours of circles, from the farthest inward.
fn ring_colors() -> [Color; MOST_RINGS] {
    [Color::srgb(1.0, 0.27, 0.22), Color::srgb(1.0, 0.5, 0.2), Color::srgb(1.0, 0.74, 0.32)]
}

/// Weapon ranges of a class, the farthest first, km; ranges that are almost equal count once.
fn reaches(class: &ArmedClass, arms_table: &ArmsTable) -> Vec<f64> {
    let weapons = class.mounts.iter().filter_map(|mount| arms_table.weapons.get(mount.weapon));
    let mut all: Vec<f64> = weapons.map(|weapon| weapon.range_km).collect();
    all.sort_by(|one, other| other.total_cmp(one));
    all.dedup_by(|next, kept| *next >= *kept * (1.0 - ALIKE));
    all.truncate(MOST_RINGS);
    all
}

/// Draws the circles with these radii about a place, and returns those that are large enough.
fn draw(pen: &mut Pen<GridGizmos>, radii_km: &[f64], middle: DVec3, alpha: f32) -> Vec<(f64, Color)> {
    let circles = seen_circles(&pen.view, radii_km, middle);
    for (radius_km, color) in &circles {
        pen.level_circle(middle, *radius_km, SIDES, color.with_alpha(alpha));
    }
    circles
}

/// The circles with these radii about a place that are large enough to be drawn, each with its radius and its colour.
fn seen_circles(view: &ViewCamera, radii_km: &[f64], middle: DVec3) -> Vec<(f64, Color)> {
    let all = radii_km.iter().copied().zip(ring_colors());
    all.filter(|(radius_km, _)| view.circle_pixels(middle, *radius_km) > LEAST_PIXELS).collect()
}

/// Names circles about a place at the line of the outermost one in the picture: words of their own at the inner ones
/// would lie on what stands there.
fn name_circles(view: &ViewCamera, circles: &[(f64, Color)], middle: DVec3, labels: &mut PointLabels) {
    let point = |(radius_km, color): &(f64, Color)| (view.label_point(middle, *radius_km), *color);
    let mut points = circles.iter().map(point);
    let Some(first) = points.next() else { return };
    let is_seen = |(place, _): &(DVec3, Color)| *place != middle;
    let (place, color) = std::iter::once(first).chain(points).find(is_seen).unwrap_or(first);
    labels.say_aside(place, words_of(circles), color);
}

/// The names of circles, the outermost first.
fn words_of(circles: &[(f64, Color)]) -> String {
    let lengths: Vec<String> = circles.iter().map(|(radius_km, _)| length(*radius_km)).collect();
    let what = if circles.len() == 1 { "Weapon range" } else { "Weapon ranges" };
    format!("{what} {}", named_together(&lengths))
}

/// Draws the weapon ranges of the unit under the pointer, and of the selected ships while the attack tool is
/// active.
pub fn draw_weapon_ranges(
    tool: Res<Tool>,
    under: Res<UnderPointer>,
    hovered: Res<HoveredStructure>,
    ships: SeenShips,
    structures: SeenStructures,
    selected: Query<Entity, With<Selected>>,
    roster: Res<VisibleUnits>,
    arms_table: Res<ArmsTable>,
    mut pen: Pen<GridGizmos>,
) {
    let place = |mark: TargetId| roster.get(mark).map(|spot| spot.place);
    if *tool == Tool::Attack {
        let mut groups: BTreeMap<(Entity, ClassId), (DVec3, u32)> = BTreeMap::new();
        for seen in selected.iter().filter_map(|entity| ships.get(entity)) {
            let Some(place) = place(TargetId::Ship(seen.ship.id)) else { continue };
            let (sum, count) = groups.entry((seen.fleet, seen.ship.class)).or_default();
            *sum += place;
            *count += 1;
        }
        for ((_, class), (sum, count)) in groups.into_iter().take(MOST_GROUPS) {
            if let Some(class) = arms_table.ships.get(class) {
                draw(&mut pen, &reaches(class, &arms_table), sum / f64::from(count), ALPHAS.0);
            }
        }
    }
    if under.is_panel() {
        return;
    }
    if let Some(seen) = under.entity.and_then(|entity| ships.get(entity)) {
        let class = arms_table.ships.get(seen.ship.class);
        if let Some((class, place)) = class.zip(place(TargetId::Ship(seen.ship.id))) {
            draw(&mut pen, &reaches(class, &arms_table), place, ALPHAS.1);
        }
        return;
    }
    let Some(id) = hovered.0.map(|one| one.id) else { return };
    let standing = structures.iter().find(|one| one.structure.id == id && one.grown.is_none());
    let class = standing.and_then(|one| arms_table.structures.get(one.structure.class));
    if let Some((class, place)) = class.zip(place(TargetId::Structure(id))) {
        draw(&mut pen, &reaches(class, &arms_table), place, ALPHAS.1);
    }
}

/// Draws the weapon ranges of the planned structure, with their lengths.
pub fn draw_planned_weapon_ranges(
    planned: Res<PlannedStructure>,
    rings: RingView,
    arms_table: Res<ArmsTable>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen<GridGizmos>,
) {
    let Some(planned) = planned.allowed() else { return };
    let class = arms_table.structures.get(planned.class);
    if let Some((class, place)) = class.zip(rings.standing_place(planned.body, planned.stands)) {
        let circles = draw(&mut pen, &reaches(class, &arms_table), place, ALPHAS.1);
        name_circles(&pen.view, &circles, place, &mut labels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::world::{MountedWeapon, WeaponNumbers};

    #[test]
    fn every_circle_is_named() {
        let view = ViewCamera::above(1.0e6);
        let words = |radii_km: &[f64]| words_of(&seen_circles(&view, radii_km, DVec3::ZERO));
        assert_eq!(words(&[90_000.0]), "Weapon range 90,000 km");
        assert_eq!(words(&[90_000.0, 40_000.0]), "Weapon ranges 90,000 km and 40,000 km");
        assert_eq!(words(&[90_000.0, 10.0]), "Weapon range 90,000 km", "the other one is not drawn");
    }

    #[test]
    fn few_ranges_are_drawn_and_the_farthest_first() {
        let ranges = [10.0, 99.0, 100.0, 50.0, 30.0];
        let weapons =
            ranges.iter().map(|range_km| WeaponNumbers { range_km: *range_km, ..test_support::gun() });
        let arms_table = ArmsTable { weapons: weapons.collect(), ..ArmsTable::default() };
        let mounts = arms_table
            .weapons
            .keys()
            .map(|weapon| MountedWeapon { weapon, ..test_support::mounted() })
            .collect();
        let mut class = ArmedClass { mounts, range_km: 100.0, ..test_support::unarmed() };
        assert_eq!(reaches(&class, &arms_table), [100.0, 50.0, 30.0]);
        class.mounts.clear();
        assert!(reaches(&class, &arms_table).is_empty(), "it is unarmed");
    }
}
