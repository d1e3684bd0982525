//! Structures grow, tick by tick, where their owners may build.
//!
//! Older structures always come first. The first finished structure at a body without an owner takes the body, if
//! that has ground: a star belongs to nobody, and a comet to the faction that holds its well. Nobody builds at a
//! body without an owner that resists.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

use super::HoldSystems;
use super::constructors::Constructors;
use super::upkeep::Reserves;
use crate::level::{LedgerSource, Price, StructureClass};
use crate::rules::economy::BuildingNumbers;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::{
    BodyId, Calendar, ClassId, EconomyChoice, FactionId, Fleet, Grounds, Growing, Growth, GrowthProgress,
    Holdings, Ledgers, MemberOf, OfWorld, Position, Ship, Shipyard, Sky, Structure, StructureClasses,
    StructureId, TargetId, Tick, by_number, has_ground,
};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Halts>("only decides which halts are events");
    app.add_systems(Tick, grow_structures.in_set(HoldSystems::Build));
}

/// Whether a faction may build at a body of this owner. It always may at its own bodies and never at those of
/// others; at a body without an owner it may while it has a ship near (`has_ship_near`, evaluated only then).
pub fn may_build(owner: Option<FactionId>, faction: FactionId, has_ship_near: impl FnOnce() -> bool) -> bool {
    match owner {
        Some(owner) => owner == faction,
        None => has_ship_near(),
    }
}

/// Whether a body without an owner resists a founding with this number of defenders.
pub fn resists(defenders: f64, rules: &BuildingNumbers) -> bool {
    defenders > f64::from(rules.founding_garrison)
}

/// Whether a ship at a place (heliocentric, km) is so near to a body that its faction may found a structure there:
/// within [`founding_reach`](crate::rules::economy::BuildingNumbers::founding_reach) of the radius of its well. Never
/// at an unknown body or one without a well.
pub(super) fn is_near_enough(sky: &Sky, rules: &EconomyChoice, body: BodyId, place: DVec3) -> bool {
    let (Some(this), Some(state)) = (sky.system.bodies.get(body), sky.now.get(body)) else { return false };
    let reach_km = rules.0.building.founding_reach * this.well_radius_km;
    reach_km > 0.0 && place.distance_squared(state.position) <= reach_km * reach_km
}

/// Whether a ship of a faction is near enough to a body to found something there.
fn has_ship_near(world: &mut World, faction: FactionId, body: BodyId) -> bool {
    let mut ships = world.query_filtered::<(&Position, &MemberOf), With<Ship>>();
    let world: &World = world;
    let (sky, rules) = (world.resource::<Sky>(), world.resource::<EconomyChoice>());
    ships.iter(world).any(|(position, fleet)| {
        is_near_enough(sky, rules, body, position.0)
            && world.get::<Fleet>(fleet.0).is_some_and(|fleet| fleet.faction == faction)
    })
}

/// Pays a faction's instalments for a growth, and advances the growth by some ticks, until it is finished or an
/// instalment would touch the faction's reserve. `None` for a faction without a ledger, and if there are no ticks.
pub(in crate::sim) fn advance_by(
    world: &mut World,
    faction: FactionId,
    source: LedgerSource,
    growth: &mut Growth,
    ticks: u32,
) -> Option<GrowthProgress> {
    let reserve = world.get_resource::<Reserves>().map_or(Price::ZERO, |reserves| reserves.of(faction));
    let mut ledgers = world.get_resource_mut::<Ledgers>()?;
    let ledger = ledgers.0.get_mut(faction)?;
    let mut progress = None;
    for _ in 0..ticks {
        progress = Some(growth.advance(ledger, source, reserve));
        if progress != Some(GrowthProgress::Grew) {
            break;
        }
    }
    progress
}

/// A structure that grows and is not paused.
#[derive(Clone, Copy, Debug)]
struct Site {
    id: StructureId,
    entity: Entity,
    class: ClassId,
    faction: FactionId,
    body: BodyId,
}

impl Site {
    fn party(&self) -> Party {
        Party { id: TargetId::Structure(self.id), faction: self.faction }
    }
}

/// The structures that had too little money to grow at their last turn. No part of the state: the list only
/// decides which halts are events.
#[derive(Resource, Clone, Debug, Default)]
struct Halts {
    halted: BTreeSet<StructureId>,
    /// Whether a tick has gone by: a halt that a world begins with is no event.
    has_begun: bool,
}

impl Halts {
    /// Records the progress of a site. Returns its event, if there is one.
    fn note(&mut self, site: &Site, progress: GrowthProgress) -> Option<GameEvent> {
        let Site { id, class, body, .. } = *site;
        let what = site.party();
        match progress {
            GrowthProgress::Halted(_) => {
                let is_new = self.halted.insert(id) && self.has_begun;
                is_new.then_some(GameEvent::BuildingHalted { what, class, body })
            }
            GrowthProgress::Grew | GrowthProgress::Finished => {
                self.halted.remove(&id).then_some(GameEvent::BuildingResumed { what })
            }
        }
    }

    /// Ends a tick: drops sites that are gone or paused; `sites` is sorted by number.
    fn end_tick(&mut self, sites: &[Site]) {
        self.halted.retain(|id| sites.binary_search_by_key(id, |site| site.id).is_ok());
        self.has_begun = true;
    }
}

/// Lets the oldest structures of every faction grow, as many as may grow at once.
fn grow_structures(world: &mut World) {
    let sites = sites_in_order(world);
    grow_sites(world, &sites);
    world.resource_mut::<Halts>().end_tick(&sites);
}

fn grow_sites(world: &mut World, sites: &[Site]) {
    if sites.is_empty() {
        return;
    }
    let at_once = world.resource::<EconomyChoice>().0.building.growing_at_once;
    let mut begun: TiVec<FactionId, u32> = vec![0; world.resource::<Ledgers>().0.len()].into();
    let mut nearby = NearbyShips::default();
    let constructors = Constructors::at_work(world);
    for site in sites.iter().filter(|site| takes_turn(&mut begun, site.faction, at_once)) {
        if is_allowed(world, &mut nearby, site) {
            grow(world, site, constructors.ticks_of_growth(site.faction, site.body));
        }
    }
}

fn sites_in_order(world: &mut World) -> Vec<Site> {
    let mut growing = world.query::<(Entity, &Structure, &Growing)>();
    let sites = growing.iter(world).filter(|(_, _, growing)| !growing.paused);
    let sites = sites.map(|(entity, structure, _)| {
        let Structure { id, class, faction, body, .. } = *structure;
        Site { id, entity, class, faction, body }
    });
    by_number(sites, |site| site.id)
}

/// Whether the next structure of a faction is among the first `at_once`; `begun` counts them by faction.
fn takes_turn(begun: &mut TiSlice<FactionId, u32>, faction: FactionId, at_once: u32) -> bool {
    begun.get_mut(faction).is_some_and(|begun| {
        let is_early = *begun < at_once;
        *begun = begun.saturating_add(1);
        is_early
    })
}

/// Whether a faction has a ship near a body in this tick, as far as searched: many sites at one body search only once.
type NearbyShips = BTreeMap<(FactionId, BodyId), bool>;

/// Whether the owner may build there now. Checked for every structure, because one finished just before may have
/// taken the body.
fn is_allowed(world: &mut World, nearby: &mut NearbyShips, site: &Site) -> bool {
    let Some(holding) = world.resource::<Holdings>().0.get(site.body).copied() else { return false };
    if holding.owner.is_none() && resists_now(world, site.body) {
        return false;
    }
    let has_ship = || has_ship_near(world, site.faction, site.body);
    let nearby = nearby.entry((site.faction, site.body));
    may_build(holding.owner, site.faction, || *nearby.or_insert_with(has_ship))
}

/// Whether the garrison of a body without an owner is too large for a founding.
fn resists_now(world: &World, body: BodyId) -> bool {
    let rules = &world.resource::<EconomyChoice>().0.building;
    world.get_resource::<Grounds>().is_some_and(|grounds| resists(grounds.of(body).defenders, rules))
}

/// Lets a structure grow by some ticks, each paid for alike.
fn grow(world: &mut World, site: &Site, ticks: u32) {
    let Some(mut growth) = world.get::<Growing>(site.entity).map(|growing| growing.growth) else { return };
    let progress = advance_by(world, site.faction, LedgerSource::Building, &mut growth, ticks);
    let Some(progress) = progress else { return };
    if let Some(event) = world.resource_mut::<Halts>().note(site, progress) {
        record(world, event);
    }
    if progress == GrowthProgress::Finished {
        finish(world, site);
    } else if let Some(mut growing) = world.get_mut::<Growing>(site.entity)
        && growing.growth != growth
    {
        growing.growth = growth;
    }
}

fn record(world: &mut World, event: GameEvent) {
    let tick = world.resource::<Calendar>().tick;
    world.resource_mut::<Events>().record(tick, event);
}

/// Opens a structure: its yard if the class has one, and takes its body if that has ground and no owner.
fn finish(world: &mut World, site: &Site) {
    let class = world.resource::<StructureClasses>().0.get(site.class);
    let is_yard = class.is_some_and(StructureClass::is_yard);
    world.entity_mut(site.entity).remove::<Growing>();
    if is_yard && world.get::<Shipyard>(site.entity).is_none() {
        world.entity_mut(site.entity).insert(Shipyard::default());
    }
    let (body, by) = (site.body, site.faction);
    record(world, GameEvent::StructureBuilt { what: site.party(), class: site.class, body });
    let is_open = world.resource::<Sky>().system.bodies.get(body).is_some_and(|body| has_ground(body.kind));
    let mut holdings = world.resource_mut::<Holdings>();
    if let Some(holding) = holdings.0.get_mut(body).filter(|one| is_open && one.owner.is_none()) {
        holding.owner = Some(by);
        record(world, GameEvent::Founded { body, by });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::world::money::Shortage;

    #[test]
    fn ones_own_body_is_always_open_and_that_of_others_never() {
        assert!(may_build(Some(FactionId(1)), FactionId(1), || false));
        assert!(!may_build(Some(FactionId(0)), FactionId(1), || true));
        assert!(may_build(None, FactionId(1), || true));
        assert!(!may_build(None, FactionId(1), || false));
    }

    #[test]
    fn the_first_of_every_faction_take_their_turns() {
        let mut begun: TiVec<FactionId, u32> = vec![0; 2].into();
        let turns: Vec<bool> = [0, 1, 0, 0, 1, 1]
            .into_iter()
            .map(|faction| takes_turn(&mut begun, FactionId(faction), 2))
            .collect();
        assert_eq!(turns, [true, true, true, false, true, false]);
        assert!(!takes_turn(&mut begun, FactionId(7), 2), "nobody without a ledger builds");
    }

    #[test]
    fn a_halt_is_an_event_when_it_begins_and_when_it_ends() {
        let site = |id: u32| Site {
            id: StructureId(id),
            entity: Entity::PLACEHOLDER,
            class: ClassId::FIRST,
            faction: FactionId(1),
            body: BodyId(3),
        };
        let halted = || GrowthProgress::Halted(Shortage { missing: Price::ZERO });
        let begun = |id: u32| {
            Some(GameEvent::BuildingHalted { what: site(id).party(), class: ClassId::FIRST, body: BodyId(3) })
        };
        let resumed = |id: u32| Some(GameEvent::BuildingResumed { what: site(id).party() });
        let mut halts = Halts::default();
        assert_eq!(halts.note(&site(1), halted()), None, "it was halted before the world began");
        assert_eq!(halts.note(&site(2), GrowthProgress::Grew), None);
        halts.end_tick(&[site(1), site(2)]);
        assert_eq!(halts.note(&site(1), GrowthProgress::Grew), resumed(1));
        assert_eq!(halts.note(&site(2), halted()), begun(2));
        halts.end_tick(&[site(1), site(2)]);
        assert_eq!(halts.note(&site(2), halted()), None, "it goes on to be halted");
        halts.end_tick(&[site(1)]);
        assert_eq!(halts.note(&site(2), halted()), begun(2), "it was paused");
        assert_eq!(halts.note(&site(2), GrowthProgress::Finished), resumed(2));
    }
}
