//! Weapon ranges: thin circles about the unit under the pointer and about a planned structure, with their lengths, and
//! about the selected ships while the attack tool is active. For foreign units in sight the weapons of their class are
//! shown. Only the circles of foes are red; all others have the colour of their owner.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{GridGizmos, Player, SPECTATOR, length};
use crate::client::input::{HoveredStructure, Selected, Tool, UnderPointer};
use crate::client::models::FactionColors;
use crate::client::scene::battle::VisibleUnits;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::{PlannedStructure, RingView};
use crate::client::view::framing::FreeArea;
use crate::client::view::{Pen, SeenShips, SeenStructures, ViewCamera};
use crate::level::named_together;
use crate::sim::{ArmedClass, ArmsTable, ClassId, FactionId, Sides, TargetId};

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
/// Opacity of circles: of selected units, and of the unit under the pointer or a planned one.
const ALPHAS: (f32, f32) = (0.35, 0.7);
/// The colours of the circles of foes, from the farthest inward.
const OF_FOES: [Color; MOST_RINGS] =
    [Color::srgb(1.0, 0.27, 0.22), Color::srgb(1.0, 0.5, 0.2), Color::srgb(1.0, 0.74, 0.32)];
/// Shares of white in those of others: they differ from the rings of their bodies and from each other.
const WHITENESS: [f32; MOST_RINGS] = [0.3, 0.5, 0.7];

/// The colours of circles, from the farthest inward.
type RingColors = [Color; MOST_RINGS];

/// The colours of the circles of an owner with this colour.
fn ring_colors(owner: Color, is_foe: bool) -> RingColors {
    if is_foe { OF_FOES } else { WHITENESS.map(|white| owner.mix(&Color::WHITE, white)) }
}

/// Query bundle for the colours of circles.
#[derive(SystemParam)]
pub struct RangeColors<'w> {
    colors: Res<'w, FactionColors>,
    player: Res<'w, Player>,
    sides: Res<'w, Sides>,
}

impl RangeColors<'_> {
    /// The colours of the circles of an owner. A spectator has no foes.
    fn of(&self, owner: FactionId) -> RingColors {
        let me = self.player.faction;
        ring_colors(self.colors.of(owner), me != SPECTATOR && self.sides.are_foes(owner, me))
    }
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

/// Circles about a place.
struct Circles<'a> {
    radii_km: &'a [f64],
    middle: DVec3,
    colors: RingColors,
}

impl Circles<'_> {
    /// Draws them, and returns those that are large enough.
    fn draw(&self, pen: &mut Pen<GridGizmos>, alpha: f32) -> Vec<(f64, Color)> {
        let circles = self.seen(&pen.view);
        for (radius_km, color) in &circles {
            pen.level_circle(self.middle, *radius_km, SIDES, color.with_alpha(alpha));
        }
        circles
    }

    /// Draws them and names them at the line of the outermost one in the picture: words of their own at the inner ones
    /// would lie on what stands there.
    fn draw_named(&self, pen: &mut Pen<GridGizmos>, (free, labels): (&FreeArea, &mut PointLabels)) {
        let circles = self.draw(pen, ALPHAS.1);
        let point = |(radius_km, color): &(f64, Color)| {
            (pen.view.label_point(self.middle, *radius_km, free.0), *color)
        };
        let mut points = circles.iter().map(point);
        let Some(first) = points.next() else { return };
        let is_seen = |(place, _): &(DVec3, Color)| *place != self.middle;
        let (place, color) = std::iter::once(first).chain(points).find(is_seen).unwrap_or(first);
        labels.say_aside(place, words_of(&circles), color);
    }

    /// Those that are large enough to be drawn, each with its radius and its colour.
    fn seen(&self, view: &ViewCamera) -> Vec<(f64, Color)> {
        let all = self.radii_km.iter().copied().zip(self.colors);
        all.filter(|(radius_km, _)| view.circle_pixels(self.middle, *radius_km) > LEAST_PIXELS).collect()
    }
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
    (tool, under): (Res<Tool>, Res<UnderPointer>),
    hovered: Res<HoveredStructure>,
    (ships, structures): (SeenShips, SeenStructures),
    selected: Query<Entity, With<Selected>>,
    roster: Res<VisibleUnits>,
    arms_table: Res<ArmsTable>,
    colors: RangeColors,
    (mut labels, free): (ResMut<PointLabels>, Res<FreeArea>),
    mut pen: Pen<GridGizmos>,
) {
    let place = |mark: TargetId| roster.get(mark).map(|spot| spot.place);
    if *tool == Tool::Attack {
        let mut groups: BTreeMap<(Entity, ClassId, FactionId), (DVec3, u32)> = BTreeMap::new();
        for seen in selected.iter().filter_map(|entity| ships.get(entity)) {
            let Some(place) = place(TargetId::Ship(seen.ship.id)) else { continue };
            let (sum, count) = groups.entry((seen.fleet, seen.ship.class, seen.owner)).or_default();
            *sum += place;
            *count += 1;
        }
        for ((_, class, owner), (sum, count)) in groups.into_iter().take(MOST_GROUPS) {
            if let Some(class) = arms_table.ships.get(class) {
                let (radii_km, middle) = (reaches(class, &arms_table), sum / f64::from(count));
                let circles = Circles { radii_km: &radii_km, middle, colors: colors.of(owner) };
                circles.draw(&mut pen, ALPHAS.0);
            }
        }
    }
    if under.is_panel() {
        return;
    }
    let ship = under
        .entity
        .and_then(|entity| ships.get(entity))
        .map(|seen| (arms_table.ships.get(seen.ship.class), TargetId::Ship(seen.ship.id), seen.owner));
    let structure = || {
        let id = hovered.0?.id;
        let standing = structures.iter().find(|one| one.structure.id == id && one.grown.is_none())?.structure;
        Some((arms_table.structures.get(standing.class), TargetId::Structure(id), standing.faction))
    };
    let Some((class, id, owner)) = ship.or_else(structure) else { return };
    if let Some((class, middle)) = class.zip(place(id)) {
        let radii_km = reaches(class, &arms_table);
        let circles = Circles { radii_km: &radii_km, middle, colors: colors.of(owner) };
        circles.draw_named(&mut pen, (&free, &mut labels));
    }
}

/// Draws the weapon ranges of the planned structure, with their lengths.
pub fn draw_planned_weapon_ranges(
    planned: Res<PlannedStructure>,
    rings: RingView,
    arms_table: Res<ArmsTable>,
    colors: RangeColors,
    (mut labels, free): (ResMut<PointLabels>, Res<FreeArea>),
    mut pen: Pen<GridGizmos>,
) {
    let Some(planned) = planned.allowed() else { return };
    let class = arms_table.structures.get(planned.class);
    if let Some((class, middle)) = class.zip(rings.standing_place(planned.body, planned.stands)) {
        let radii_km = reaches(class, &arms_table);
        let circles = Circles { radii_km: &radii_km, middle, colors: colors.of(colors.player.faction) };
        circles.draw_named(&mut pen, (&free, &mut labels));
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
        let words = |radii_km: &[f64]| {
            let colors = ring_colors(Color::WHITE, false);
            words_of(&Circles { radii_km, middle: DVec3::ZERO, colors }.seen(&view))
        };
        assert_eq!(words(&[90_000.0]), "Weapon range 90,000 km");
        assert_eq!(words(&[90_000.0, 40_000.0]), "Weapon ranges 90,000 km and 40,000 km");
        assert_eq!(words(&[90_000.0, 10.0]), "Weapon range 90,000 km", "the other one is not drawn");
    }

    #[test]
    fn only_the_circles_of_foes_are_red() {
        let blue = Color::srgb(0.2, 0.6, 1.0);
        assert_eq!(ring_colors(blue, true), OF_FOES);
        for color in ring_colors(blue, false).map(|color| color.to_srgba()) {
            assert!(color.blue > color.red && color.blue > color.green, "{color:?}");
        }
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
