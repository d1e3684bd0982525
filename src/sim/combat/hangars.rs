//! Carriers and their wings: small craft that launch when foes are near, return afterwards, and are replaced when
//! lost.
//!
//! The wings of one carrier form one fleet, `Home wing 1`, until its player divides them. Wings obey orders, but
//! return when no foe has been near for a while.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::{Battlefields, FightSystems};
use crate::level;
use crate::level::Stance;
use crate::sim::motion::{EXIT_RADII, anchor_at, free_place, resting_at};
use crate::sim::task::dispatch::{begin_leg, largest_radius_km, middle};
use crate::sim::task::follow::may_follow;
use crate::sim::task::war::doctrine::holds_fire;
use crate::sim::task::{SPACING_RADII, disband_if_empty, send};
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmsTable, BodyId, Calendar, ClassId, Doctrine, FactionId, Fleet, Flight, Goal, HangarNumbers, Idle,
    LastTick, Leg, MemberOf, NextIds, Position, Route, Ship, ShipClasses, ShipId, Sides, Sky, TargetId, Tick,
    Track, by_number, made_name, ticks, unused_name,
};

/// Number of places beside the carrier that are tried; without a free one the wing waits aboard.
const PLACES_TRIED: u32 = 61;
/// A wing is taken in within this many of its radii from the bounding ball of its carrier,
const LANDING_RADII: f64 = 3.0;
/// plus the distance that it flies in this many ticks.
const LANDING_TICKS: f64 = 2.0;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, (equip, update_hangars).chain().in_set(FightSystems::Hangars));
}

/// The hangar of a carrier.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HangarState {
    /// Wings aboard, ready to be launched.
    pub wings: u8,
    /// Ticks of work on the next wing.
    pub wing_ticks: u32,
    /// Remaining ticks for which its wings stay out; reset while a foe is near.
    pub alert_ticks: u32,
}

impl HangarState {
    /// A hangar with all its wings aboard.
    pub fn full(numbers: &HangarNumbers) -> Self {
        Self { wings: numbers.count, wing_ticks: 0, alert_ticks: 0 }
    }

    /// Clamps the state to the limits of its class: classes may have changed since the save.
    pub fn within(self, numbers: &HangarNumbers) -> Self {
        Self {
            wings: self.wings.min(numbers.count),
            wing_ticks: self.wing_ticks.min(numbers.build_ticks),
            ..self
        }
    }
}

/// A small craft with a carrier as its home.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WingOf {
    /// The carrier; it may be gone.
    pub carrier: ShipId,
}

fn hangar_of(arms_table: &ArmsTable, class: ClassId) -> Option<HangarNumbers> {
    arms_table.ships.get(class)?.hangar
}

/// Fills the hangars of new carriers.
fn equip(
    mut commands: Commands,
    ships: Query<(Entity, &Ship), Without<HangarState>>,
    arms_table: Res<ArmsTable>,
) {
    if arms_table.ships.iter().all(|class| class.hangar.is_none()) {
        return;
    }
    for (entity, ship) in &ships {
        if let Some(numbers) = hangar_of(&arms_table, ship.class) {
            commands.entity(entity).insert(HangarState::full(&numbers));
        }
    }
}

/// A carrier in this tick.
struct Carrier {
    id: ShipId,
    entity: Entity,
    fleet: Entity,
    faction: FactionId,
    place: DVec3,
    heading: DVec3,
    bound_km: f64,
    well: Option<BodyId>,
    is_paid: bool,
    numbers: HangarNumbers,
    state: HangarState,
    /// Number of its wings in flight.
    flying: u32,
    /// The fleet of the oldest wing in flight.
    wing_fleet: Option<Entity>,
}

impl Carrier {
    fn has_room(&self) -> bool {
        u32::from(self.state.wings) + self.flying < u32::from(self.numbers.count)
    }

    /// Builds the next wing, as long as one is missing and the crew is paid.
    fn replace_lost(&mut self) {
        if !self.is_paid || !self.has_room() {
            return;
        }
        self.state.wing_ticks += 1;
        if self.state.wing_ticks >= self.numbers.build_ticks {
            self.state.wing_ticks = 0;
            self.state.wings += 1;
        }
    }
}

/// A wing in flight in this tick.
struct Wing {
    entity: Entity,
    id: ShipId,
    class: ClassId,
    faction: FactionId,
    fleet: Entity,
    carrier: ShipId,
    place: DVec3,
    well: Option<BodyId>,
    /// Distance flown in a tick, km.
    way_km: f64,
}

/// Launches wings, takes them in and replaces lost ones, carrier by carrier in the order of their numbers.
fn update_hangars(world: &mut World) {
    let mut carriers = carriers_in_order(world);
    let mut wings = wings_in_order(world);
    if carriers.is_empty() && wings.is_empty() {
        return;
    }
    look_out(world, &mut carriers);
    count_flying(&mut carriers, &wings);
    find_new_homes(world, &mut carriers, &mut wings);
    for carrier in &mut carriers {
        carrier.replace_lost();
        if carrier.state.alert_ticks > 0 {
            launch(world, carrier);
        } else {
            call_home(world, carrier, &wings);
        }
        if let Some(mut state) = world.get_mut::<HangarState>(carrier.entity) {
            state.set_if_neq(carrier.state);
        }
    }
}

fn carriers_in_order(world: &mut World) -> Vec<Carrier> {
    let mut query = world.query::<(Entity, &Ship, &HangarState, &MemberOf, &Position, &Flight, Has<Idle>)>();
    let world: &World = world;
    let (arms_table, sky) = (world.resource::<ArmsTable>(), world.resource::<Sky>());
    let carriers =
        query.iter(world).filter_map(|(entity, ship, state, member, position, flight, is_idle)| {
            Some(Carrier {
                id: ship.id,
                entity,
                fleet: member.0,
                faction: world.get::<Fleet>(member.0)?.faction,
                place: position.0,
                heading: flight.heading,
                bound_km: ship.bound_km(),
                well: anchor_at(sky, position.0),
                is_paid: !is_idle,
                numbers: hangar_of(arms_table, ship.class)?,
                state: *state,
                flying: 0,
                wing_fleet: None,
            })
        });
    by_number(carriers, |carrier| carrier.id)
}

fn wings_in_order(world: &mut World) -> Vec<Wing> {
    let mut query = world.query::<(Entity, &Ship, &WingOf, &MemberOf, &Position)>();
    let world: &World = world;
    let (calendar, sky) = (world.resource::<Calendar>(), world.resource::<Sky>());
    let wings = query.iter(world).filter_map(|(entity, ship, wing, member, position)| {
        Some(Wing {
            entity,
            id: ship.id,
            class: ship.class,
            faction: world.get::<Fleet>(member.0)?.faction,
            fleet: member.0,
            carrier: wing.carrier,
            place: position.0,
            well: anchor_at(sky, position.0),
            way_km: ship.manoeuvre_km_s * calendar.tick_seconds(),
        })
    });
    by_number(wings, |wing| wing.id)
}

/// Finds carriers with a foe near, and counts the calm of the others.
fn look_out(world: &World, carriers: &mut [Carrier]) {
    let battlefields = world.resource::<Battlefields>();
    let calm_ticks = ticks(world.resource::<ArmsTable>().rules.conduct.calm_s).max(1);
    // The carriers of a faction on one battlefield search only once.
    let mut known: BTreeMap<(usize, FactionId), bool> = BTreeMap::new();
    for carrier in carriers {
        let mark = TargetId::Ship(carrier.id);
        let field = battlefields.fields.iter().position(|field| battlefields.find(field, mark).is_some());
        let has_foe = field.is_some_and(|field| {
            let sees = || sees_foe(world, battlefields, field, carrier.faction);
            *known.entry((field, carrier.faction)).or_insert_with(sees)
        });
        let alert_ticks = carrier.state.alert_ticks;
        carrier.state.alert_ticks = if has_foe { calm_ticks } else { alert_ticks.saturating_sub(1) };
    }
}

/// Whether a faction sees a foe on a battlefield.
fn sees_foe(world: &World, battlefields: &Battlefields, field: usize, faction: FactionId) -> bool {
    let sides = world.resource::<Sides>();
    let Some(knowledge) = world.get_resource::<Knowledge>() else { return false };
    let members =
        battlefields.fields.get(field).and_then(|field| battlefields.members.get(field.members.clone()));
    let mut foes = members.into_iter().flatten().filter(|member| sides.are_foes(faction, member.faction));
    foes.any(|member| knowledge.sees(faction, member.mark))
}

/// Counts the wings of each carrier.
fn count_flying(carriers: &mut [Carrier], wings: &[Wing]) {
    for wing in wings {
        if let Some(carrier) = home_of(carriers, wing) {
            carrier.flying += 1;
            carrier.wing_fleet.get_or_insert(wing.fleet);
        }
    }
}

/// The carrier of a wing, if it is still there.
fn home_of<'a>(carriers: &'a mut [Carrier], wing: &Wing) -> Option<&'a mut Carrier> {
    let at = carriers.binary_search_by_key(&wing.carrier, |carrier| carrier.id).ok()?;
    carriers.get_mut(at)
}

/// Finds new carriers in the same well for wings whose carrier is lost. A wing without a new carrier becomes an
/// ordinary ship.
fn find_new_homes(world: &mut World, carriers: &mut [Carrier], wings: &mut [Wing]) {
    for wing in wings {
        if home_of(carriers, wing).is_some() {
            continue;
        }
        let home = carriers.iter_mut().find(|carrier| {
            let is_own = carrier.faction == wing.faction && carrier.numbers.class == wing.class;
            is_own && carrier.has_room() && carrier.well.is_some() && carrier.well == wing.well
        });
        match home {
            Some(carrier) => {
                wing.carrier = carrier.id;
                carrier.flying += 1;
                world.entity_mut(wing.entity).insert(WingOf { carrier: carrier.id });
                join(world, carrier, wing.entity);
                disband_if_empty(world, wing.fleet);
            }
            None => {
                world.entity_mut(wing.entity).remove::<WingOf>();
            }
        }
    }
}

/// Moves a wing into the fleet of its carrier's wings, and founds that fleet if possible where it is missing.
fn join(world: &mut World, carrier: &mut Carrier, wing: Entity) {
    let is_new = carrier.wing_fleet.is_none();
    let Some(fleet) = carrier.wing_fleet.or_else(|| found_fleet(world, carrier)) else { return };
    carrier.wing_fleet = Some(fleet);
    world.entity_mut(wing).insert(MemberOf(fleet));
    if is_new {
        follow(world, fleet, carrier);
    } else {
        begin_leg(world, fleet);
    }
}

/// Founds the fleet of a carrier's wings, which attacks every foe; `None` if no fleet number is left.
fn found_fleet(world: &mut World, carrier: &Carrier) -> Option<Entity> {
    let id = world.resource_mut::<NextIds>().take_fleet()?;
    let led = world.get::<Fleet>(carrier.fleet).map(|fleet| fleet.name.clone()).unwrap_or_default();
    let wing = |number: u32| made_name(&led, &format!(" wing {number}"), 0);
    let (_, name) = unused_name(world, carrier.faction, 1, wing);
    let doctrine = Doctrine(level::Doctrine { stance: Stance::Aggressive, ..level::Doctrine::default() });
    Some(world.spawn((Fleet { id, name, faction: carrier.faction }, doctrine)).id())
}

/// Orders a fleet to guard its carrier's fleet.
fn follow(world: &mut World, fleet: Entity, carrier: &Carrier) {
    let Some(led) = world.get::<Fleet>(carrier.fleet).map(|led| led.id) else { return };
    let track = Track { place: carrier.place, ..Track::default() };
    let leg = Leg { track, ..Leg::new(Goal::Fleet { fleet: led, guard: true }, 0.0) };
    send(world, &[fleet], leg, false);
}

/// Launches a wing, if it is time for one and there is a free place for it.
fn launch(world: &mut World, carrier: &mut Carrier) {
    let tick = world.resource::<Calendar>().tick;
    let launch_ticks = ticks(world.resource::<ArmsTable>().rules.hangars.launch_s).max(1);
    let is_time = (tick + u64::from(carrier.id.0)).is_multiple_of(u64::from(launch_ticks));
    if carrier.state.wings == 0 || !is_time || holds_fire(world, carrier.fleet) {
        return;
    }
    let Some(class) = world.resource::<ShipClasses>().0.get(carrier.numbers.class).cloned() else { return };
    let Some(place) = place_beside(world, carrier, class.bound_km()) else { return };
    let mut ids = world.resource_mut::<NextIds>();
    if carrier.wing_fleet.is_none() && ids.fleets_left() == 0 {
        return;
    }
    let Some(id) = ids.take_ship() else { return };
    let ship = Ship::new(id, carrier.numbers.class, &class);
    let flight = Flight { heading: carrier.heading, ..default() };
    let anchored_place = resting_at(world.resource::<Sky>(), place);
    let wing_of = WingOf { carrier: carrier.id };
    let wing =
        world.spawn((ship, Position(place), LastTick::new(place), flight, anchored_place, wing_of)).id();
    carrier.state.wings -= 1;
    carrier.flying += 1;
    join(world, carrier, wing);
}

/// A place beside a carrier without obstacles, for a ship of this bounding radius.
fn place_beside(world: &mut World, carrier: &Carrier, bound_km: f64) -> Option<DVec3> {
    let middle = carrier.place + port(carrier) * (carrier.bound_km + EXIT_RADII * bound_km);
    free_place(world, middle, 0..PLACES_TRIED, (SPACING_RADII * bound_km, bound_km))
}

/// The direction to port of a carrier in the plane of the ecliptic.
fn port(carrier: &Carrier) -> DVec3 {
    DVec3::Z.cross(carrier.heading).normalize_or(DVec3::Y)
}

/// Takes in the wings that are near enough, and leads the others home.
fn call_home(world: &mut World, carrier: &mut Carrier, wings: &[Wing]) {
    let mut on_their_way: Vec<Entity> = Vec::new();
    for wing in wings.iter().filter(|wing| wing.carrier == carrier.id) {
        // It may have changed its fleet in this tick.
        let Some(fleet) = world.get::<MemberOf>(wing.entity).map(|member| member.0) else { continue };
        let reach_km = LANDING_RADII * carrier.bound_km + LANDING_TICKS * wing.way_km;
        if carrier.place.distance(wing.place) <= reach_km && carrier.state.wings < carrier.numbers.count {
            world.despawn(wing.entity);
            carrier.state.wings += 1;
            carrier.flying = carrier.flying.saturating_sub(1);
            disband_if_empty(world, fleet);
        } else if !on_their_way.contains(&fleet) {
            on_their_way.push(fleet);
        }
    }
    for fleet in on_their_way {
        lead_home(world, fleet, carrier);
    }
}

/// Leads a fleet of wings to the side of its carrier.
fn lead_home(world: &mut World, fleet: Entity, carrier: &Carrier) {
    let Some(led) = world.get::<Fleet>(carrier.fleet).map(|led| led.id) else { return };
    let front = world.get::<Route>(fleet).and_then(|route| route.0.front()).map(|leg| leg.goal);
    let is_coming = matches!(front, Some(Goal::Fleet { fleet, .. }) if fleet == led);
    if !is_coming {
        if !may_follow(world, fleet, led) {
            return;
        }
        follow(world, fleet, carrier);
    }
    // Legs lead beside the middle of a fleet; the carrier may be anywhere in it.
    let aside = port(carrier) * (carrier.bound_km + 2.0 * largest_radius_km(world, fleet));
    let beside = carrier.place + aside - middle(world, carrier.fleet);
    if let Some(mut route) = world.get_mut::<Route>(fleet)
        && let Some(leg) = route.0.front_mut()
    {
        leg.beside = beside;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: HangarNumbers = HangarNumbers { class: ClassId::FIRST, count: 4, build_ticks: 2 };

    fn carrier(wings: u8, flying: u32, is_paid: bool) -> Carrier {
        Carrier {
            id: ShipId(7),
            entity: Entity::PLACEHOLDER,
            fleet: Entity::PLACEHOLDER,
            faction: FactionId(0),
            place: DVec3::ZERO,
            heading: DVec3::X,
            bound_km: 1000.0,
            well: None,
            is_paid,
            numbers: NUMBERS,
            state: HangarState { wings, ..HangarState::default() },
            flying,
            wing_fleet: None,
        }
    }

    #[test]
    fn only_lost_craft_are_replaced_and_only_by_a_paid_crew() {
        let mut whole = carrier(1, 3, true);
        let mut unpaid = carrier(1, 0, false);
        let mut busy = carrier(1, 1, true);
        for _ in 0..20 {
            [&mut whole, &mut unpaid, &mut busy].into_iter().for_each(Carrier::replace_lost);
        }
        assert_eq!((whole.state.wings, whole.state.wing_ticks), (1, 0));
        assert_eq!((unpaid.state.wings, unpaid.state.wing_ticks), (1, 0));
        assert_eq!((busy.state.wings, busy.state.wing_ticks), (3, 0));
    }

    #[test]
    fn saves_cannot_overfill_a_hangar() {
        let saved = HangarState { wings: 200, wing_ticks: u32::MAX, alert_ticks: 0 };
        assert_eq!(saved.within(&NUMBERS), HangarState { wings: 4, wing_ticks: 2, alert_ticks: 0 });
    }
}
