//! The goal of every ship in this tick, and the share of its speed that keeps it with its fleet.
//!
//! - Enters: fleets with their first legs, formations and courses; ships; the sky and its rings.
//! - Leaves: `ShipTable::goals`; the reach of each ship, reduced to the pace of its fleet; courses without the bends
//!   that their fleets have passed.
//! - Must never: move a ship, plan a course, or set the goal of a ship that manoeuvres in a fight.
//!
//! | file | subject |
//! |---|---|
//! | `fleet.rs` | the goal of a leg for a whole fleet, and the bends of its course |
//! | `ship.rs` | the goal of one ship, with its fleet or at rest |
//! | `circles.rs` | fleets that follow each other in a circle |

mod circles;
mod fleet;
mod ship;

use bevy::prelude::*;
use glam::DVec3;

use super::fleet_summary::FleetSum;
use super::formation::{Cohesion, shape};
use crate::sim::motion::ShipTable;
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{Calendar, Course, Engagement, Fleet, Formation, Leg, Rings, Route, Sky};
use circles::stays_in_circle;
use fleet::{Bend, FleetGoal, error_in_formation, fleet_goal, hunted_step, leg_to_stay, look_ahead, step_of};
pub use ship::{goal_at, outside_bodies};
use ship::{keep_company, ordered_goal, reach_there, resting_goal};

/// Room for the work of a tick, kept from one to the next.
#[derive(Default)]
pub struct GoalBuffers {
    /// The fleets that have an order, by their entities.
    ordered: Vec<(Entity, Leg, Cohesion)>,
    companies: Vec<FleetSum>,
    goals: Vec<Option<FleetGoal>>,
    bends: Vec<Bend>,
}

type FleetParts<'a> = (Entity, &'a Fleet, &'a Route, &'a Formation, &'a mut Course, Option<&'a Engagement>);

/// Sets the goal of every ship.
pub fn set_goals(
    mut table: ResMut<ShipTable>,
    mut fleets: Query<FleetParts>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    rings: Res<Rings>,
    mut room: Local<GoalBuffers>,
) {
    let GoalBuffers { ordered, companies, goals, bends } = &mut *room;
    ordered.clear();
    // Ships that manoeuvre in a fight get their goals there.
    let flies = |engagement: Option<&Engagement>| engagement.is_none_or(|engagement| !engagement.moves);
    ordered.extend(fleets.iter().filter(|(.., engagement)| flies(*engagement)).filter_map(
        |(entity, _, route, formation, ..)| Some((entity, *route.0.front()?, formation.conduct)),
    ));
    ordered.sort_unstable_by_key(|(entity, ..)| *entity);
    sum_companies(&table, ordered, companies);
    goals.clear();
    bends.clear();
    for ((entity, leg, conduct), company) in ordered.iter().zip(companies.iter()) {
        let led = leg.followed().and_then(|id| fleets.iter().find(|(_, fleet, ..)| fleet.id == id));
        let drift = led.map_or(DVec3::ZERO, |(led, ..)| step_of(&table, led, calendar.tick_seconds()));
        let drift = drift + hunted_step(&table, leg, calendar.tick_seconds());
        let goal = company.total().and_then(|company| {
            let leg = if stays_in_circle(&fleets, leg, *entity, &company, ordered.len()) {
                leg_to_stay(&sky, leg, &company)
            } else {
                *leg
            };
            let (.., course, _) = fleets.get_mut(*entity).ok()?;
            let mut goal = fleet_goal(&sky, &leg, *conduct, &company, &calendar, drift)?;
            goal.bends = look_ahead(&sky, &goal, course, calendar.now_jd(), bends);
            Some(goal)
        });
        goals.push(goal);
    }
    find_paces(&table, ordered, goals);
    set_ship_goals(&mut table, (&sky, &rings, &calendar), ordered, goals, bends);
}

/// Sets the goal of every ship: by the goal of its fleet, or at rest.
fn set_ship_goals(
    table: &mut ShipTable,
    (sky, rings, calendar): (&Sky, &Rings, &Calendar),
    ordered: &[(Entity, Leg, Cohesion)],
    goals: &[Option<FleetGoal>],
    bends: &[Bend],
) {
    let mut near = KeptNear::default();
    for index in 0..table.len() {
        let goal = match find_ordered(ordered, table.fleets[index]).and_then(|at| goals[at].as_ref()) {
            Some(fleet) => {
                let bends = bends.get(fleet.bends.clone()).unwrap_or_default();
                let mut goal = ordered_goal(sky, table, index, fleet, bends, calendar.now_jd());
                table.carriages[index].reach *= keep_company(table, index, fleet, &mut goal);
                goal
            }
            None => resting_goal(sky, rings, calendar.tick, table, index),
        };
        let mut goal = outside_bodies(sky, &mut near, goal, table.ships[index].radius_km);
        goal.reach_there = reach_there(sky, &mut near, table, index, &goal, calendar.tick_seconds());
        table.goals[index] = goal;
    }
}

fn find_ordered(ordered: &[(Entity, Leg, Cohesion)], fleet: Entity) -> Option<usize> {
    ordered.binary_search_by_key(&fleet, |(entity, ..)| *entity).ok()
}

/// Sums up every fleet that has an order. Ships come in the order of their numbers, so that the last bit
/// of a sum is always the same.
fn sum_companies(table: &ShipTable, ordered: &[(Entity, Leg, Cohesion)], companies: &mut Vec<FleetSum>) {
    companies.clear();
    companies.resize(ordered.len(), FleetSum::default());
    for index in 0..table.len() {
        if let Some(at) = find_ordered(ordered, table.fleets[index]) {
            companies[at].add(table.positions[index], table.places[index], &table.ships[index]);
        }
    }
}

/// Reduces the paces of fleets, so that stragglers catch up.
fn find_paces(table: &ShipTable, ordered: &[(Entity, Leg, Cohesion)], goals: &mut [Option<FleetGoal>]) {
    let mut worst: Vec<f64> = vec![0.0; goals.len()];
    for index in 0..table.len() {
        let Some(at) = find_ordered(ordered, table.fleets[index]) else { continue };
        let Some(fleet) = goals[at].as_ref().filter(|fleet| fleet.conduct == Cohesion::Formation) else {
            continue;
        };
        let behind = error_in_formation(table, index, fleet).length();
        worst[at] = shape::worst_straggler([worst[at], behind], fleet.reckoned_spacing_km());
    }
    for (goal, behind) in goals.iter_mut().zip(worst) {
        if let Some(goal) = goal {
            goal.pace = shape::speed_share(behind, goal.reckoned_spacing_km());
        }
    }
}
