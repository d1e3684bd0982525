//! Sight ranges of single ships and structures: a dotted circle about each fleet with selected ships, about the unit
//! under the pointer, and about a planned structure, with words. For foreign units in sight the range of their class
//! is shown, paid or not. While a slot for a structure is chosen, only that of the structure is drawn, if it sees
//! farther than its planet.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::SightShown;
use crate::client::frame::{GridGizmos, Player, length};
use crate::client::input::{HoveredStructure, SceneCursor, Selected};
use crate::client::models::FactionColors;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::{PlannedStructure, RingView, ShownRings};
use crate::client::view::framing::FreeArea;
use crate::client::view::{Pen, RenderPosition, SeenShips, SeenStructures};
use crate::sim::visibility::sensors::{body_sight_km, ship_sight_km, structure_sight_km};
use crate::sim::{FactionId, Factions, ShipClasses, Sky, StructureClasses, StructureId};

/// The most fleets whose sight is drawn at once.
const MOST_FLEETS: usize = 12;
/// Circles smaller than this are not drawn, pixels of their radius.
const LEAST_PIXELS: f64 = 8.0;
/// Distance from dot to dot of a circle, pixels.
const DOT_PIXELS: f64 = 9.0;
/// Least and greatest number of dots of a circle.
const DOTS: (f64, f64) = (36.0, 240.0);
/// Length of a dot, as a share of the distance from dot to dot.
const DOT_SHARE: f64 = 0.35;
/// Opacity of circles: of selected units, and of the unit under the pointer.
const ALPHAS: (f32, f32) = (0.5, 0.9);

/// A sight range.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    /// Middle, heliocentric ecliptic km.
    middle: DVec3,
    /// km.
    range_km: f64,
    /// The owner.
    owner: FactionId,
}

/// Query bundle for sight ranges.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Eyesight<'w, 's> {
    in_sight: SeenShips<'w, 's>,
    structures: SeenStructures<'w, 's>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
    factions: Res<'w, Factions>,
    shown: Query<'w, 's, &'static RenderPosition>,
    rings: RingView<'w>,
}

impl Eyesight<'_, '_> {
    fn of_ship(&self, entity: Entity) -> Option<Range> {
        let seen = self.in_sight.get(entity)?;
        let middle = self.shown.get(entity).ok()?.0;
        let handicap = self.factions.handicap(seen.owner);
        let range_km = ship_sight_km(&self.ship_classes, seen.ship, seen.is_idle, handicap);
        Some(Range { middle, range_km, owner: seen.owner })
    }

    /// The sight ranges of the fleets of some ships: about the middle of these ships, with the greatest of their
    /// ranges. The farthest first.
    fn of_fleets(&self, ships: impl Iterator<Item = Entity>) -> Vec<Range> {
        let mut fleets: Vec<(Entity, u32, Range)> = Vec::new();
        for ship in ships {
            let Some((range, seen)) = self.of_ship(ship).zip(self.in_sight.get(ship)) else { continue };
            match fleets.iter_mut().find(|(fleet, ..)| *fleet == seen.fleet) {
                Some((_, count, sum)) => {
                    *count += 1;
                    sum.middle += range.middle;
                    sum.range_km = sum.range_km.max(range.range_km);
                }
                None => fleets.push((seen.fleet, 1, range)),
            }
        }
        fleets.sort_by(|(one, _, first), (other, _, second)| {
            second.range_km.total_cmp(&first.range_km).then(one.cmp(other))
        });
        let middle =
            |(_, count, sum): (Entity, u32, Range)| Range { middle: sum.middle / f64::from(count), ..sum };
        fleets.into_iter().map(middle).collect()
    }

    fn of_structure(&self, id: StructureId) -> Option<Range> {
        let one = self.structures.iter().find(|one| one.structure.id == id)?;
        let structure = one.structure;
        let middle = self.rings.standing_place(structure.body, structure.ring_place())?;
        let is_growing = one.grown.is_some();
        let handicap = self.factions.handicap(structure.faction);
        let range_km =
            structure_sight_km(&self.structure_classes, structure, is_growing, one.is_idle, handicap);
        Some(Range { middle, range_km, owner: structure.faction })
    }
}

/// Draws the sight ranges of the selected ships and of the unit under the pointer, unless a slot is chosen.
pub fn draw_ranges(
    sights: Eyesight,
    (shown, rings): (Res<SightShown>, Res<ShownRings>),
    selected: Query<Entity, With<Selected>>,
    cursor: SceneCursor,
    structure: Res<HoveredStructure>,
    colors: Res<FactionColors>,
    (mut labels, free): (ResMut<PointLabels>, Res<FreeArea>),
    mut pen: Pen<GridGizmos>,
) {
    if rings.for_slot {
        return;
    }
    let color = |range: &Range, alpha: f32| colors.of(range.owner).with_alpha(alpha);
    if shown.0 {
        for range in sights.of_fleets(selected.iter()).iter().take(MOST_FLEETS) {
            draw_circle(&mut pen, range, color(range, ALPHAS.0));
        }
    }
    if cursor.pixel().is_none() {
        return;
    }
    let hovered = cursor.entity().and_then(|entity| sights.of_ship(entity));
    let hovered = hovered.or_else(|| sights.of_structure(structure.0?.id));
    if let Some(range) = hovered.filter(|range| range.range_km > 0.0) {
        draw_circle(&mut pen, &range, color(&range, ALPHAS.1));
        say_at_rim(&pen, &free, (&range, color(&range, 1.0)), &mut labels);
    }
}

/// Draws the sight range of the planned structure, with its length, if it is more than that of its planet.
pub fn draw_planned_range(
    planned: Res<PlannedStructure>,
    player: Res<Player>,
    (classes, sky): (Res<StructureClasses>, Res<Sky>),
    factions: Res<Factions>,
    colors: Res<FactionColors>,
    rings: RingView,
    (mut labels, free): (ResMut<PointLabels>, Res<FreeArea>),
    mut pen: Pen<GridGizmos>,
) {
    let Some(planned) = planned.allowed() else { return };
    let Some(class) = classes.0.get(planned.class) else { return };
    let Some(middle) = rings.standing_place(planned.body, planned.stands) else { return };
    let owner = player.faction;
    let handicap = factions.handicap(owner);
    let range = Range { middle, range_km: handicap.sight_km(class.sight_km), owner };
    if range.range_km <= body_sight_km(&sky, planned.body, handicap) {
        return;
    }
    let color = colors.of(owner);
    draw_circle(&mut pen, &range, color.with_alpha(ALPHAS.1));
    say_at_rim(&pen, &free, (&range, color), &mut labels);
}

/// Puts words about a circle at its line, so that they do not cover the unit in its middle, where names and marks leave
/// room; a circle that is nowhere in the picture has none.
fn say_at_rim(
    pen: &Pen<GridGizmos>,
    free: &FreeArea,
    (range, color): (&Range, Color),
    labels: &mut PointLabels,
) {
    let place = pen.view.label_point(range.middle, range.range_km, free.0);
    if place != range.middle {
        labels.say_aside(place, words(range), color);
    }
}

fn words(range: &Range) -> String {
    format!("Sight range {}", length(range.range_km))
}

/// Draws a dotted circle at the height of its middle.
fn draw_circle(pen: &mut Pen<GridGizmos>, range: &Range, color: Color) {
    let pixels = pen.view.circle_pixels(range.middle, range.range_km);
    if pixels <= LEAST_PIXELS {
        return;
    }
    let count = (TAU * pixels / DOT_PIXELS).clamp(DOTS.0, DOTS.1) as u32;
    pen.dashed_circle(range.middle, range.range_km, (count, DOT_SHARE), color);
}
