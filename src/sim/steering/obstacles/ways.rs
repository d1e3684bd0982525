//! The bodies that may matter to ships in free space.
//!
//! The core applies three tests to a body: it comes near the straight way of a ship
//! ([`pull`](crate::sim::steering::forces::pull)), the ship could touch it within the tick, or the ship's target
//! lies in it. A body that passes none of these tests, each with a margin, changes no bit and is left out.
//!
//! Of the bodies near a way the core examines the first few alone ([`MOST_ON_A_WAY`]). Once that many are
//! certainly near the ways of all ships, later ones are left out as well, unless a ship could touch them. Among
//! thousands of bodies a neighbourhood gets some twenty instead of hundreds. A superfluous body only costs time.

use std::collections::BTreeMap;

use glam::DVec3;

use super::bodies::{LOOK_AHEAD, MOST_ON_A_WAY};
use super::body_paths::BodyPaths;
use crate::orbit::TICKS_PER_SECOND;
use crate::orbit::segment::distance_from;
use crate::sim::motion::ShipTable;
use crate::sim::steering::frame::target_of;
use crate::sim::{BodyId, ShipId, Sky};

/// A ship and a body that could touch within a tick are nearer to each other than this number of steps of
/// both.
const STEPS_APART: f64 = 8.0;
/// Distance that counts as near in each of the tests, in a ship's radii.
const BOUNDS_APART: f64 = 8.0;
/// Margin for rounding to floats, and for the thin skins of bodies, as a share.
const ROUNDING: f64 = 1.0e-3;
/// Margin for rounding to floats in the distance of a body from a way, as a share of the reach of both.
const FAR_ROUNDING: f64 = 1.0e-5;
/// Results of the tree are kept until a neighbourhood has flown this number of steps.
const KEPT_STEPS: f64 = 16.0;

/// The straight way of a ship within its look ahead.
#[derive(Clone, Copy, Debug, Default)]
struct StraightWay {
    from: DVec3,
    /// The end within the look ahead.
    to: DVec3,
    /// The target of the ship, which may be farther.
    target: DVec3,
    /// Greatest step of any of the ships, km.
    step_km: f64,
    /// Distance that counts as near to the ship's hull, km.
    near_km: f64,
    /// The detour next to the target, because that lies in a body, km.
    aside_km: f64,
}

/// The ways ahead of a neighbourhood, rebuilt for each, and the results of the tree for each way.
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct Ways {
    ways: Vec<StraightWay>,
    /// By the first ship of each neighbourhood.
    kept: BTreeMap<ShipId, KeptWay>,
    /// The samples of paths that all of these are about.
    samples: u64,
}

/// The bodies that may come near a way, with a margin; ascending. The list is valid while the way stays within the
/// margin, and only saves time.
#[derive(Clone, Debug, Default)]
struct KeptWay {
    from: DVec3,
    to: DVec3,
    /// Greatest distance from the way, km.
    room_km: f64,
    bodies: Vec<BodyId>,
}

impl KeptWay {
    /// Whether the list contains all bodies that may come within this many km of a way.
    fn holds(&self, way: &StraightWay, room_km: f64) -> bool {
        let off_km = |place: DVec3| distance_from(place, self.from, self.to);
        off_km(way.from).max(off_km(way.to)) + room_km <= self.room_km
    }

    /// Asks the tree about a way.
    fn ask(&mut self, sky: &Sky, paths: &BodyPaths, way: &StraightWay, room_km: f64) {
        let (from, to) = (way.from, way.to);
        let room_km = room_km + KEPT_STEPS * way.step_km;
        let is_beside = |body: &BodyId| {
            let sweep = paths.sweep(*body);
            let radius = sky.system.bodies[*body].displayed_radius_km * (1.0 + ROUNDING);
            let near = sweep.reach_km + sweep.doubt_km + 2.0 * radius + room_km;
            distance_from(sweep.middle, from, to) < near
        };
        self.bodies.clear();
        let near = paths.in_box(from.min(to) - room_km, from.max(to) + room_km);
        self.bodies.extend(near.into_iter().filter(is_beside));
        (self.from, self.to, self.room_km) = (from, to, room_km);
    }
}

impl Ways {
    /// Finds the bodies that may have any influence on some ships; ascending. `holds` tells which bodies may enter
    /// their reach at all.
    pub(in crate::sim::steering) fn find(
        &mut self,
        found: &mut Vec<BodyId>,
        (sky, paths): (&Sky, &BodyPaths),
        (table, members): (&ShipTable, &[u32]),
        holds: impl Fn(BodyId) -> bool,
    ) {
        found.clear();
        self.ways.clear();
        self.ways.extend(members.iter().map(|&ship| StraightWay::of(sky, table, ship as usize)));
        self.find_at_targets(found, sky, &holds);
        // The core judges how near a body is by the mean step of all.
        let longest_km = self.ways.iter().map(|way| way.step_km).fold(0.0, f64::max);
        self.ways.iter_mut().for_each(|way| way.step_km = longest_km);
        let first = members.first().map_or(ShipId(0), |&ship| table.ships[ship as usize].id);
        self.find_beside(found, first, (sky, paths), &holds);
        found.sort_unstable();
        found.dedup();
    }

    /// Finds the bodies around targets, and records the detours next to these.
    fn find_at_targets(&mut self, found: &mut Vec<BodyId>, sky: &Sky, holds: &impl Fn(BodyId) -> bool) {
        let Some(middle) = self.ways.first().map(|way| way.target) else { return };
        let reach = |way: &StraightWay| way.near_km + way.target.distance(middle);
        let reach_km = self.ways.iter().map(reach).fold(0.0, f64::max);
        for body in sky.bodies_near(middle, reach_km).into_iter().filter(|body| holds(*body)) {
            let radius_km = sky.system.bodies[body].displayed_radius_km;
            for way in self.ways.iter_mut().filter(|way| way.leads_into(sky, body)) {
                way.aside_km = way.aside_km.max(2.0 * (radius_km + way.near_km));
                found.push(body);
            }
        }
    }

    /// Finds the bodies that may come near any of the ways or touch a ship within the tick, in their order, as far
    /// as the core examines them. `first` is the first ship.
    fn find_beside(
        &mut self,
        found: &mut Vec<BodyId>,
        first: ShipId,
        (sky, paths): (&Sky, &BodyPaths),
        holds: &impl Fn(BodyId) -> bool,
    ) {
        if self.samples != paths.samples() {
            self.samples = paths.samples();
            self.kept.clear();
        }
        let all = self.together();
        let kept = self.kept.entry(first).or_default();
        let room_km = all.aside_km + all.touching_km(sky.fastest_step_km());
        if !kept.holds(&all, room_km) {
            kept.ask(sky, paths, &all, room_km);
        }
        let is_met = |body: BodyId| self.ways.iter().any(|way| way.may_meet(sky, paths, body));
        let mut bodies = kept.bodies.iter().copied().filter(|body| holds(*body));
        let mut certain = 0;
        for body in bodies.by_ref() {
            if all.may_meet(sky, paths, body) && is_met(body) {
                found.push(body);
                certain += usize::from(all.surely_meets(sky, paths, body));
                if certain == MOST_ON_A_WAY {
                    break;
                }
            }
        }
        found.extend(bodies.filter(|body| all.may_touch(sky, *body)));
    }

    /// One way with a margin wide enough for the obstacles of all ways: the ships of a fleet fly much the same
    /// way.
    fn together(&self) -> StraightWay {
        let Some(first) = self.ways.first() else { return StraightWay::default() };
        self.ways.iter().fold(*first, |all, way| {
            let apart = way.from.distance(first.from).max(way.to.distance(first.to));
            StraightWay {
                near_km: all.near_km.max(way.near_km + apart),
                aside_km: all.aside_km.max(way.aside_km),
                ..all
            }
        })
    }
}

impl StraightWay {
    fn of(sky: &Sky, table: &ShipTable, index: usize) -> Self {
        let (from, (target, _)) = (table.positions[index], target_of(table, index));
        let reach = table.carriages[index].reach;
        let fastest = reach * (TICKS_PER_SECOND * f64::from(LOOK_AHEAD));
        let to = from + (target - from).clamp_length_max(fastest);
        let seconds = sky.system.clock.seconds_per_tick();
        let step_km = reach.max(table.flights[index].own_velocity.length() * seconds);
        let near_km = BOUNDS_APART * table.ships[index].bound_km();
        Self { from, to, target, step_km, near_km, aside_km: 0.0 }
    }

    /// Whether the target lies in a body, so that the ship goes to its surface.
    fn leads_into(&self, sky: &Sky, body: BodyId) -> bool {
        let least = sky.system.bodies[body].displayed_radius_km * (1.0 + ROUNDING) + self.near_km;
        sky.before[body].position.distance(self.target) < least
    }

    /// Whether a body may be touched within the tick, or comes near the straight way within the look ahead.
    fn may_meet(&self, sky: &Sky, paths: &BodyPaths, body: BodyId) -> bool {
        let radius = sky.system.bodies[body].displayed_radius_km * (1.0 + ROUNDING);
        let sweep = paths.sweep(body);
        let near = sweep.reach_km + sweep.doubt_km + 2.0 * radius + self.near_km + self.aside_km;
        distance_from(sweep.middle, self.from, self.to) < near || self.may_touch(sky, body)
    }

    /// Whether a body may be touched within the tick.
    fn may_touch(&self, sky: &Sky, body: BodyId) -> bool {
        let (before, now) = (sky.before[body].position, sky.now[body].position);
        let radius = sky.system.bodies[body].displayed_radius_km * (1.0 + ROUNDING);
        before.distance(self.from) < radius + self.touching_km(before.distance(now))
    }

    /// Distance within which a body that moves this far in the tick may be touched in it, km.
    fn touching_km(&self, body_step_km: f64) -> f64 {
        self.near_km + STEPS_APART * (body_step_km + self.step_km)
    }

    /// Whether the core certainly finds that a body comes near the way, for any allowance that it makes for hulls.
    fn surely_meets(&self, sky: &Sky, paths: &BodyPaths, body: BodyId) -> bool {
        let sweep = paths.sweep(body);
        let distance = distance_from(sweep.middle, self.from, self.to);
        let reach = distance + sweep.reach_km + self.from.distance(self.to);
        let doubt = 2.0 * sweep.doubt_km + self.near_km + self.aside_km + FAR_ROUNDING * reach;
        distance + doubt < sweep.reach_km + sky.system.bodies[body].displayed_radius_km
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::level_of;
    use crate::sim::simulation::test_support::world_of;
    use crate::sim::steering::frame::Frame;
    use crate::sim::steering::system::{TICK_S, WithinReach, add_body, craft};
    use crate::sim::steering::{Bodies, Crowd, Steering, SteeringRules};
    use crate::sim::{Calendar, Simulation};

    const ROCKS: u32 = 400;
    const FLEETS: u32 = 8;

    /// Fleets that cross a belt of rocks to Earth, some of them to a rock; one rests in it.
    fn world() -> Simulation {
        let rocks = (0..ROCKS).map(|number| {
            let (axis, anomaly) = (1.2 + 0.002 * f64::from(number), 137.5 * f64::from(number) % 360.0);
            format!(
                r#"own(name: "Rock {number}", kind: comet, parent: "Sun", radius_km: {}, orbit: (
                    semi_major_axis: au({axis}), mean_anomaly_deg: {anomaly})), "#,
                if number % 3 == 0 { 20_000 } else { 5 }
            )
        });
        let fleets = (0..FLEETS).map(|number| {
            let to = if number % 2 == 0 { "Earth".to_owned() } else { format!("Rock {}", 50 * number) };
            let (x, y) = (2.2 - 0.1 * f64::from(number), 0.4 * f64::from(number) - 1.5);
            format!(
                r#"(name: "F{number}", faction: "Terra", at: au({x}, {y}, 0), ships: [(class: "corvette", count: 5)],
                    route: [(to: body("{to}"))]), "#
            )
        });
        let text = format!(
            r##"(schema_version: 1, title: "belt", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), {}],
            factions: [(name: "Terra", color: "#4aa8ff", treasury: (money: 1000000, resources: 1000000))],
            fleets: [{} (name: "Idle", faction: "Terra", at: au(1.5, 0, 0), ships: [(class: "corvette", count: 3)])],
            )"##,
            rocks.collect::<String>(),
            fleets.collect::<String>()
        );
        world_of(&level_of(&text), 1)
    }

    /// The exact positions to which the core moves some ships with these bodies.
    fn moved(
        table: &ShipTable,
        members: &[u32],
        frame: &Frame,
        bodies: &Bodies,
        seconds: f64,
    ) -> Vec<[u32; 3]> {
        let mut crowd = Crowd::default();
        members.iter().for_each(|&ship| {
            crowd.push(&craft(table, ship as usize, frame, seconds));
            crowd.facings.push(glam::Vec3::ZERO);
        });
        Steering::new(SteeringRules::default(), 1).step(&mut crowd, bodies, TICK_S);
        crowd.steps.iter().map(|step| step.to_array().map(f32::to_bits)).collect()
    }

    #[test]
    fn omitted_bodies_change_no_bit() {
        let mut simulation = world();
        let (mut ways, mut matters, mut paths) = (Ways::default(), Vec::new(), BodyPaths::default());
        let (mut free, mut left_out, mut handed_in, mut swayed) = (0, 0, 0, 0);
        for _ in 0..60 {
            simulation.run(11);
            let (sky, table) =
                (simulation.world().resource::<Sky>(), simulation.world().resource::<ShipTable>());
            let calendar = *simulation.world().resource::<Calendar>();
            // The calendar has counted the tick of the table already.
            paths.look_up(sky, &Calendar { tick: calendar.tick - 1, ..calendar });
            for first in 0..table.len() as u32 {
                // Alone, and with others from elsewhere.
                for members in [vec![first], vec![first, (first + 6) % table.len() as u32]] {
                    let [origin, step] =
                        [table.positions[first as usize], table.carriages[first as usize].step];
                    if step != DVec3::ZERO {
                        continue;
                    }
                    let frame = Frame { origin, step };
                    let within_reach = WithinReach::of(table, &members, &frame);
                    let all: Vec<BodyId> =
                        sky.before.keys().filter(|body| within_reach.holds(sky, &paths, *body)).collect();
                    let holds = |body| within_reach.holds(sky, &paths, body);
                    ways.find(&mut matters, (sky, &paths), (table, &members), holds);
                    let [mut few, mut many] = [Bodies::new(), Bodies::new()];
                    matters.iter().for_each(|&body| add_body(&mut few, body, sky, &paths, &frame));
                    all.iter().for_each(|&body| add_body(&mut many, body, sky, &paths, &frame));
                    let seconds = calendar.tick_seconds() * TICKS_PER_SECOND;
                    let [some, whole] =
                        [few, many].map(|bodies| moved(table, &members, &frame, &bodies, seconds));
                    assert_eq!(some, whole, "tick {}, ships {members:?}", calendar.tick);
                    let none = moved(table, &members, &frame, &Bodies::new(), seconds);
                    swayed += usize::from(none != whole);
                    free += 1;
                    left_out += all.len() - matters.len();
                    handed_in += matters.len();
                }
            }
        }
        println!("{free} steps, {swayed} swayed by bodies; {handed_in} handed in, {left_out} left out");
        assert!(swayed > 50 && left_out > handed_in, "{free}, {swayed}: {handed_in}, {left_out}");
    }
}
