//! Attack legs under way: the known places of their targets, and their ends.

use bevy::prelude::*;
use glam::DVec3;

use super::foe::{Foe, Roll, nearest};
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::anchor_at;
use crate::sim::motion::wells::well_among;
use crate::sim::task::dispatch::{finish_leg, middle, notify_player, spacing_km, take_up, what_then};
use crate::sim::visibility::Knowledge;
use crate::sim::visibility::knowledge::place_of;
use crate::sim::{
    Anchor, AnchoredPlace, ArmsTable, AttackTarget, Calendar, Engagement, FactionId, Fleet, Goal, Leg,
    Repeats, Rings, Route, Ship, Sides, Sky, TargetId, Track, fleets_in_order, members_in_order,
};

/// An attack that ends within so many ticks of a surrender has ended by it.
const SURRENDER_TICKS: u64 = 10;

/// A faction's knowledge of its foes.
struct KnownFoes {
    faction: FactionId,
    /// The foes in sight, sorted by mark.
    seen: Vec<Foe>,
    /// The foes remembered and out of sight, sorted by mark: structures at their present places, ships where they
    /// were last seen.
    remembered: Vec<Foe>,
}

impl KnownFoes {
    fn of(world: &World, roll: &Roll, faction: FactionId) -> Self {
        Self { faction, seen: roll.seen_by(world, faction), remembered: remembered_by(world, faction) }
    }
}

fn remembered_by(world: &World, faction: FactionId) -> Vec<Foe> {
    let (knowledge, sides) = (world.resource::<Knowledge>(), world.resource::<Sides>());
    let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
    let tick = world.resource::<Calendar>().tick;
    let foes = knowledge.ghosts(faction).filter(|ghost| sides.are_foes(faction, ghost.faction));
    foes.map(|ghost| Foe {
        mark: ghost.id(),
        faction: ghost.faction,
        fleet: ghost.fleet,
        class: ghost.class(),
        position: place_of(ghost, sky, rings, tick),
    })
    .collect()
}

/// Finds the targets of all attack legs in a new world.
pub(in crate::sim) fn note_hunts(world: &mut World) {
    update_hunts(world, false);
}

/// Updates all attack legs; `may_end`: whether legs end whose target is no longer seen or left.
pub(in crate::sim) fn update_hunts(world: &mut World, may_end: bool) {
    let hunting = hunters(world);
    if hunting.is_empty() {
        return;
    }
    let roll = Roll::of(world);
    let mut all: Vec<KnownFoes> = Vec::new();
    for (fleet, faction) in hunting {
        if !all.iter().any(|known| known.faction == faction) {
            all.push(KnownFoes::of(world, &roll, faction));
        }
        let Some(known) = all.iter().find(|known| known.faction == faction) else { continue };
        let is_over = lead_hunts(world, fleet, known);
        if may_end && let Some(over) = is_over {
            end_hunt(world, fleet, &over);
            lead_hunts(world, fleet, known);
        }
    }
}

/// Locates the targets of all attack legs of a faction's fleets that have just been ordered. What a leg had in sight
/// in the tick before stays noted.
pub(in crate::sim) fn note_targets(world: &mut World, faction: FactionId, fleets: &[Entity]) {
    let attacks = fleets.iter().map(|fleet| (*fleet, attack_legs(world, *fleet)));
    let attacks: Vec<(Entity, Vec<AttackLeg>)> = attacks.filter(|(_, legs)| !legs.is_empty()).collect();
    if attacks.is_empty() {
        return;
    }
    let roll = Roll::of(world);
    let known = KnownFoes::of(world, &roll, faction);
    for (fleet, legs) in attacks {
        let hunt = Hunt::of(world, fleet, &known);
        let places: Vec<DVec3> = legs.iter().map(|leg| hunt.look_for(leg).track.place).collect();
        let Some(mut route) = world.get_mut::<Route>(fleet) else { continue };
        for (leg, place) in legs.iter().zip(places) {
            if let Some(leg) = route.0.get_mut(leg.at) {
                leg.track.place = place;
            }
        }
    }
}

/// The fleets whose routes lead to a target, with their factions, in the order of their numbers.
fn hunters(world: &mut World) -> Vec<(Entity, FactionId)> {
    let hunts = |leg: &Leg| matches!(leg.goal, Goal::Attack(_));
    fleets_in_order(world, |entity, fleet| {
        let route = entity.get::<Route>()?;
        route.0.iter().any(hunts).then_some(fleet.faction)
    })
}

/// An attack that is over.
struct Over {
    target: AttackTarget,
    /// Whether a part of the target was in sight in the tick before.
    had_seen: bool,
    /// Whether the fleet has weapons.
    is_armed: bool,
}

/// Updates the tracks of a fleet's attack legs. Returns the first leg if it is done; `None` for one that goes on.
fn lead_hunts(world: &mut World, fleet: Entity, known: &KnownFoes) -> Option<Over> {
    let legs = attack_legs(world, fleet);
    let hunt = Hunt::of(world, fleet, known);
    let findings: Vec<Finding> = legs.iter().map(|leg| hunt.look_for(leg)).collect();
    let first = legs.first().zip(findings.first()).filter(|(leg, _)| leg.is_first());
    let is_over = first.filter(|(leg, found)| hunt.is_done(&leg.target, found));
    let is_over = is_over.map(|(leg, _)| Over {
        target: leg.target,
        had_seen: leg.track.lead.is_some(),
        is_armed: hunt.smallest_km.is_some(),
    });
    let lost = first.filter(|(_, found)| found.track.lead.is_none()).and_then(|(leg, _)| leg.track.lead);
    for (leg, found) in legs.iter().zip(&findings) {
        let Some(mut route) = world.get_mut::<Route>(fleet) else { continue };
        if let Some(leg) = route.0.get_mut(leg.at) {
            leg.track = found.track;
        }
    }
    if let Some(ship @ TargetId::Ship(_)) = lost {
        note_lost(world, fleet, ship, is_over.is_some());
    }
    is_over
}

/// An attack leg.
struct AttackLeg {
    /// Its place in the route.
    at: usize,
    target: AttackTarget,
    /// Its track in the tick before.
    track: Track,
}

impl AttackLeg {
    fn is_first(&self) -> bool {
        self.at == 0
    }
}

/// The attack legs of a fleet's route.
fn attack_legs(world: &World, fleet: Entity) -> Vec<AttackLeg> {
    let legs = world.get::<Route>(fleet).into_iter().flat_map(|route| route.0.iter().enumerate());
    legs.filter_map(|(at, leg)| match leg.goal {
        Goal::Attack(target) => Some(AttackLeg { at, target, track: leg.track }),
        _ => None,
    })
    .collect()
}

/// A fleet that attacks, and what it knows.
struct Hunt<'a> {
    known: &'a KnownFoes,
    /// Its middle, heliocentric, km.
    from: DVec3,
    /// The least radius of a ball for which it has a weapon, km; `None` without weapons.
    smallest_km: Option<f64>,
    sky: &'a Sky,
    arms_table: &'a ArmsTable,
}

/// What a fleet finds of the target of an attack leg.
struct Finding {
    track: Track,
    /// Whether it leads to a foe that is out of sight.
    is_remembered: bool,
}

impl<'a> Hunt<'a> {
    fn of(world: &'a World, fleet: Entity, known: &'a KnownFoes) -> Self {
        Self {
            known,
            from: middle(world, fleet),
            smallest_km: smallest_target_km(world, fleet),
            sky: world.resource::<Sky>(),
            arms_table: world.resource::<ArmsTable>(),
        }
    }

    /// The visible part of a leg's target, else a part that is remembered.
    fn look_for(&self, leg: &AttackLeg) -> Finding {
        let belongs = |foe: &&Foe| self.can_hit(foe) && foe.is_of(&leg.target, self.sky);
        let seen = self.known.seen.iter().filter(belongs);
        if let Some(lead) = nearest(seen.clone(), self.from) {
            let place = match leg.target {
                AttackTarget::Fleet(_) => mean_place(seen),
                _ => lead.position,
            };
            return Finding { track: Track { lead: Some(lead.mark), place }, is_remembered: false };
        }
        let remembered = self.known.remembered.iter().filter(belongs);
        let ghost = nearest(remembered.filter(|foe| is_sought(foe, &leg.target)), self.from);
        let place = ghost.map_or_else(|| self.place_without_foes(leg), |ghost| ghost.position);
        Finding { track: Track { lead: None, place }, is_remembered: ghost.is_some() }
    }

    /// Whether the fleet has a weapon for a foe.
    fn can_hit(&self, foe: &Foe) -> bool {
        self.smallest_km.is_none_or(|least| foe.bound_km(self.arms_table) >= least)
    }

    /// Where a leg leads whose target is neither seen nor remembered: the middle of its area, or the last sighting.
    /// The first leg has been there already.
    fn place_without_foes(&self, leg: &AttackLeg) -> DVec3 {
        match leg.target {
            AttackTarget::Area { middle, .. } => middle.position_now(self.sky),
            _ if leg.is_first() => self.from,
            _ => leg.track.place,
        }
    }

    /// Whether nothing of a target is seen or left that the fleet can hit. An area must have been reached before
    /// that is known.
    fn is_done(&self, target: &AttackTarget, found: &Finding) -> bool {
        let is_there = match target {
            AttackTarget::Area { middle, radius_km } => {
                self.from.distance(middle.position_now(self.sky)) <= *radius_km
            }
            AttackTarget::Fleet(_) | AttackTarget::Target(_) | AttackTarget::Class { .. } => true,
        };
        self.smallest_km.is_none() || (found.track.lead.is_none() && !found.is_remembered && is_there)
    }
}

/// Whether an attack goes on to the place of a foe that is out of sight. Structures stay in their rings. A ship is
/// sought where it was last seen if it is the target itself, or the attack keeps to one well.
fn is_sought(foe: &Foe, target: &AttackTarget) -> bool {
    let seeks_ships = match target {
        AttackTarget::Fleet(_) | AttackTarget::Target(_) => true,
        AttackTarget::Class { body, .. } => body.is_some(),
        AttackTarget::Area { .. } => false,
    };
    seeks_ships || matches!(foe.mark, TargetId::Structure(_))
}

/// The mean of the places of foes.
fn mean_place<'a>(foes: impl Iterator<Item = &'a Foe> + Clone) -> DVec3 {
    let count = foes.clone().count() as f64;
    foes.map(|foe| foe.position).sum::<DVec3>() / count
}

/// Records that a fleet no longer sees the ship that its attack followed, unless the end of the ship was seen. `ends`:
/// whether the attack ends.
fn note_lost(world: &mut World, fleet: Entity, ship: TargetId, ends: bool) {
    let Some(&Fleet { id, faction, .. }) = world.get::<Fleet>(fleet) else { return };
    let ghost = world.resource::<Knowledge>().ghosts(faction).find(|ghost| ghost.id() == ship);
    let Some(ghost) = ghost else { return };
    let (what, class) = (Party { id: ship, faction: ghost.faction }, ghost.class());
    let tick = world.resource::<Calendar>().tick;
    let event = GameEvent::TargetLost { fleet: id, faction, what, class, ends };
    world.resource_mut::<Events>().record(tick, event);
}

/// The least radius of a ball for which a fleet has a weapon, km; `None` for one without weapons.
fn smallest_target_km(world: &World, fleet: Entity) -> Option<f64> {
    let arms_table = world.resource::<ArmsTable>();
    let class = |ship: Entity| arms_table.ships.get(world.get::<Ship>(ship)?.class);
    let classes = members_in_order(world, fleet).into_iter().filter_map(|(_, ship)| class(ship));
    classes.filter_map(|class| class.smallest_target_km(&arms_table.weapons)).reduce(f64::min)
}

/// Whether a faction has surrendered a moment ago, by which many attacks may end.
fn has_just_surrendered(world: &World) -> bool {
    let since = world.resource::<Calendar>().tick.saturating_sub(SURRENDER_TICKS);
    let mut events = world.resource::<Events>().of_tick(since);
    events.any(|entry| matches!(entry.event, GameEvent::Surrendered { .. }))
}

/// Ends an attack that is a fleet's first leg.
fn end_hunt(world: &mut World, fleet: Entity, over: &Over) {
    finish_leg(world, fleet);
    let stays = stay(world, fleet, over);
    tell_end(world, fleet, over, stays);
    // The next scan finds the next foe.
    world.entity_mut(fleet).remove::<Engagement>();
    take_up(world, fleet, false);
}

/// Has a fleet that would rest now go to the place where it is to stay; returns that goal.
fn stay(world: &mut World, fleet: Entity, over: &Over) -> Option<Goal> {
    let route = world.get::<Route>(fleet)?;
    let repeats = world.get::<Repeats>(fleet).is_some_and(|repeats| repeats.0);
    // In a repeating route an inserted leg would come again for ever.
    if !route.rests() || (repeats && !route.0.is_empty()) {
        return None;
    }
    let goal = place_to_stay(world, fleet, over)?;
    let leg = Leg { engage: over.is_armed, ..Leg::new(goal, spacing_km(world, fleet)) };
    world.get_mut::<Route>(fleet)?.0.push_front(leg);
    Some(goal)
}

/// Where a fleet stays after an attack: at the body about which it was, else where it is, with the body in whose well
/// that is. `None` where it need not go anywhere for that: in open space, and where a well carries it.
fn place_to_stay(world: &World, fleet: Entity, over: &Over) -> Option<Goal> {
    let sky = world.resource::<Sky>();
    let here = middle(world, fleet);
    let about = match over.target {
        AttackTarget::Area { middle, .. } if over.is_armed => middle,
        _ => AnchoredPlace::default(),
    };
    if let Anchor::Body(body) = about.anchor
        && about.offset == DVec3::ZERO
    {
        return Some(Goal::Body(body));
    }
    if anchor_at(sky, here).is_some() {
        return None;
    }
    let well = || well_among(&sky.system, here, |body| sky.now.get(body).map(|state| state.position));
    let anchor = if about.anchor == Anchor::Space { Anchor::Body(well()?) } else { about.anchor };
    Some(Goal::Place(AnchoredPlace { anchor, offset: here - sky.origin_now(anchor) }))
}

/// Notifies the player of the end of an attack, unless nothing of an area was ever in sight: the arrival says enough
/// then. Nor within a moment of a surrender, which says it all.
fn tell_end(world: &mut World, fleet: Entity, over: &Over, stays: Option<Goal>) {
    let is_area = matches!(over.target, AttackTarget::Area { .. });
    if (is_area && !over.had_seen) || has_just_surrendered(world) {
        return;
    }
    let is_structure = matches!(over.target, AttackTarget::Target(TargetId::Structure(_)));
    let what = if over.had_seen || is_structure || !over.is_armed {
        "has nothing left to attack"
    } else {
        "lost sight of its target"
    };
    let then = match stays {
        Some(Goal::Body(body)) => format!("goes to {}", world.resource::<Sky>().system.bodies[body].in_words),
        Some(_) => "stops".to_owned(),
        None => what_then(world, fleet).to_owned(),
    };
    notify_player(world, fleet, |name| format!("{name} {what}, and {then}"));
}
