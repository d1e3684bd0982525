//! Beginning and end of fights: fleets scan for foes every few ticks, attack where stance and orders allow it, and
//! stop when no foe has been near for a while.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use super::rules::{Vigilance, vigilance};
use super::strength::{LOOK_TICKS, has_lost_enough, strength};
use super::withdrawal::update_withdrawals;
use crate::level::Stance;
use crate::sim::motion::ring_orbit;
use crate::sim::task::dispatch::{begin_leg, close_up, come_to_rest};
use crate::sim::task::war::foe::{Foe, Roll, nearest};
use crate::sim::task::war::ground::end_landings;
use crate::sim::task::war::hunt::update_hunts;
use crate::sim::task::war::retreat::withdraw;
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmsTable, BodyId, Calendar, Doctrine, Engagement, FactionId, Factions, Fleet, Holdings, Position,
    Repeats, Route, Ship, Sides, Sky, UnderFire, fleets_in_order, members_in_order, ticks,
};

/// Updates attack legs, and begins and ends fights, between two ticks.
pub(in crate::sim) fn update_fights(world: &mut World) {
    update_hunts(world, true);
    update_engaged(world);
    if world.resource::<Calendar>().tick.is_multiple_of(u64::from(LOOK_TICKS)) {
        end_landings(world);
        look_round(world);
        update_withdrawals(world);
    }
}

/// The armed ships of a fleet together, and its rule of engagement.
struct FleetWatch {
    vigilance: Vigilance,
    /// The mean of the places of its armed ships, km.
    middle: DVec3,
    /// The least radius of a ball for which they have a weapon, km.
    smallest_km: f64,
}

/// The present rule of engagement of a fleet; `None` if it must not engage.
fn watch_of(world: &World, fleet: Entity) -> Option<FleetWatch> {
    let arms_table = world.resource::<ArmsTable>();
    let stance = stance_of(world, fleet);
    if stance == Stance::HoldFire || arms_table.farthest_km <= 0.0 {
        return None;
    }
    let (mut range_km, mut smallest_km, mut sum, mut count) = (0.0_f64, f64::INFINITY, DVec3::ZERO, 0_u32);
    for (_, entity) in members_in_order(world, fleet) {
        let (Some(ship), Some(position)) = (world.get::<Ship>(entity), world.get::<Position>(entity)) else {
            continue;
        };
        if let Some(class) = arms_table.ships.get(ship.class).filter(|class| class.is_armed()) {
            range_km = range_km.max(class.range_km);
            smallest_km =
                class.smallest_target_km(&arms_table.weapons).map_or(smallest_km, |km| km.min(smallest_km));
            sum += position.0;
            count += 1;
        }
    }
    let route = world.get::<Route>(fleet)?;
    let leg = route.0.front().filter(|_| !route.rests());
    let circles = leg.is_none() && ring_orbit::ring_of(world, fleet).is_some();
    let repeats = world.get::<Repeats>(fleet).is_some_and(|repeats| repeats.0);
    let patrols = repeats && route.0.len() > 1;
    let mut vigilance = vigilance(stance, leg, patrols, range_km, circles, &arms_table.rules.conduct)?;
    let middle = sum / f64::from(count.max(1));
    // A fleet at rest at a body of its own side defends it.
    let defends = matches!(stance, Stance::Defensive | Stance::Return);
    vigilance.in_well |= defends && leg.is_none() && is_at_home(world, fleet, middle);
    Some(FleetWatch { vigilance, middle, smallest_km })
}

/// Whether a place is in the well of a body of a fleet's side.
fn is_at_home(world: &World, fleet: Entity, place: DVec3) -> bool {
    let holder = widest_well(world.resource::<Sky>(), place)
        .and_then(|body| world.get_resource::<Holdings>()?.0.get(body)?.owner);
    let own = world.get::<Fleet>(fleet).map(|fleet| fleet.faction);
    let sides = world.resource::<Sides>();
    holder.zip(own).is_some_and(|(holder, own)| !sides.are_foes(holder, own))
}

fn stance_of(world: &World, fleet: Entity) -> Stance {
    world.get::<Doctrine>(fleet).map(|doctrine| doctrine.0.stance).unwrap_or_default()
}

impl FleetWatch {
    /// The foe that the fleet attacks: the nearest that the rule covers. Foes too small for all weapons are
    /// ignored, and so are harmless structures unless they are the ordered target: they fall to the side that
    /// takes their body.
    fn choose<'a>(&self, foes: &'a [Foe], sky: &Sky, arms_table: &ArmsTable) -> Option<&'a Foe> {
        let Vigilance { reach_km, about, in_well, only, .. } = self.vigilance;
        let about = about.unwrap_or(self.middle);
        let well = if in_well { widest_well(sky, self.middle) } else { None };
        let is_engaged = |foe: &&Foe| {
            let is_near = foe.position.distance_squared(about) <= reach_km * reach_km;
            let is_meant = only.is_none_or(|target| foe.is_of(&target, sky));
            let is_spared = only.is_none() && foe.is_harmless_structure(arms_table);
            is_meant
                && !is_spared
                && foe.bound_km(arms_table) >= self.smallest_km
                && (is_near || well.is_some_and(|body| sky.is_in_well(body, foe.position)))
        };
        nearest(foes.iter().filter(is_engaged), self.middle)
    }
}

/// The body whose well holds a place at present; where the wells of a planet and of its moon do, the planet. `place` is
/// heliocentric, km.
pub fn widest_well(sky: &Sky, place: DVec3) -> Option<BodyId> {
    sky.system.bodies.keys().find(|body| sky.is_in_well(*body, place))
}

/// The fleets in fights, in the order of their numbers.
fn engaged(world: &mut World) -> Vec<(Entity, Engagement)> {
    fleets_in_order(world, |entity, _| entity.get::<Engagement>().copied())
}

/// Applies the orders and stances given to fleets in fights since the last tick.
fn update_engaged(world: &mut World) {
    for (fleet, engagement) in engaged(world) {
        let Some(watch) = watch_of(world, fleet) else {
            end(world, fleet, &engagement);
            continue;
        };
        let moves = watch.vigilance.moves;
        if moves != engagement.moves {
            if moves {
                leave_ring(world, fleet);
            } else if world.get::<Route>(fleet).is_none_or(Route::rests) {
                come_to_rest(world, fleet);
            }
            world.entity_mut(fleet).insert(Engagement { moves, ..engagement });
        }
    }
}

/// A fleet that is about to manoeuvre leaves the ring in which it circles.
fn leave_ring(world: &mut World, fleet: Entity) {
    if ring_orbit::ring_of(world, fleet).is_some() {
        come_to_rest(world, fleet);
    }
}

/// Makes all fleets scan, in the order of their numbers.
fn look_round(world: &mut World) {
    let factions = world.resource::<Factions>().0.keys();
    let knowledge = world.resource::<Knowledge>();
    let is_quiet = factions.clone().all(|faction| knowledge.seen(faction).next().is_none());
    if world.resource::<ArmsTable>().farthest_km <= 0.0 || (is_quiet && engaged(world).is_empty()) {
        return;
    }
    let roll = Roll::of(world);
    let seen: TiVec<FactionId, Vec<Foe>> = factions.map(|faction| roll.seen_by(world, faction)).collect();
    for (fleet, faction) in fleets_in_order(world, |_, fleet| Some(fleet.faction)) {
        let foes = seen.get(faction).map(Vec::as_slice).unwrap_or_default();
        look(world, fleet, foes);
    }
}

/// Makes a fleet scan the foes that its faction sees.
fn look(world: &mut World, fleet: Entity, foes: &[Foe]) {
    let known = world.get::<Engagement>(fleet).copied();
    if foes.is_empty() && known.is_none() {
        return;
    }
    let Some(watch) = watch_of(world, fleet) else { return };
    let (sky, arms_table) = (world.resource::<Sky>(), world.resource::<ArmsTable>());
    let found = watch.choose(foes, sky, arms_table).map(|foe| foe.mark);
    let Some(known) = known else {
        if found.is_some() {
            let moves = watch.vigilance.moves;
            // A fleet that was under fire before counts its losses from then on.
            let before = world.get::<UnderFire>(fleet).copied();
            let strength = before.map_or_else(|| strength(world, fleet), |fire| fire.strength);
            if moves {
                leave_ring(world, fleet);
            }
            let is_cornered = before.is_some_and(|fire| fire.has_asked);
            let engagement = Engagement { foe: found, calm_ticks: 0, strength, moves, is_cornered };
            world.entity_mut(fleet).insert(engagement);
        }
        return;
    };
    let calm_ticks = if found.is_some() { 0 } else { known.calm_ticks.saturating_add(LOOK_TICKS) };
    let patience = ticks(world.resource::<ArmsTable>().rules.conduct.calm_s);
    // An ordered attack continues at once.
    let is_over = found.is_none() && (watch.vigilance.only.is_some() || calm_ticks >= patience);
    if is_over {
        end(world, fleet, &known);
        return;
    }
    let engagement = Engagement { foe: found, calm_ticks, ..known };
    let is_losing = is_losing(world, fleet, &engagement);
    if is_losing && withdraw(world, fleet) {
        // A withdrawing fleet under fire is not asked to withdraw again.
        let strength = engagement.strength;
        world.entity_mut(fleet).remove::<Engagement>().insert(UnderFire { strength, has_asked: true });
    } else {
        let is_cornered = engagement.is_cornered || is_losing;
        world.entity_mut(fleet).insert(Engagement { is_cornered, ..engagement });
    }
}

/// Ends a fleet's fight: a resting fleet forms up in place or goes back, a fleet under way goes on.
fn end(world: &mut World, fleet: Entity, engagement: &Engagement) {
    // A fleet that is still under fire counts its losses from the beginning of this fight; otherwise the next scan
    // removes the component.
    let under_fire = UnderFire { strength: engagement.strength, has_asked: engagement.is_cornered };
    world.entity_mut(fleet).remove::<Engagement>().insert(under_fire);
    if !engagement.moves {
        return;
    }
    if !world.get::<Route>(fleet).is_none_or(Route::rests) {
        begin_leg(world, fleet);
    } else if stance_of(world, fleet) != Stance::Return {
        close_up(world, fleet);
    }
}

/// Whether a fleet's losses exceed its withdrawal limit, and it knows a place to withdraw to.
fn is_losing(world: &World, fleet: Entity, engagement: &Engagement) -> bool {
    !engagement.is_cornered && has_lost_enough(world, fleet, engagement.strength)
}
