//! Legs to the ground of a body: the place of the fleet while it lands or bombards, and the end of the leg.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use super::{bombard, land};
use crate::level::Assault;
use crate::sim::motion::ring_orbit::first_free_aside;
use crate::sim::navigation::berth::{coming_from, settle_fleets};
use crate::sim::navigation::{BerthFinder, BerthFinders, FleetSummary};
use crate::sim::spatial::honeycomb::pattern_room_km;
use crate::sim::task::Groups;
use crate::sim::task::crew::class_of;
use crate::sim::task::dispatch::{finish_leg, middle, notify_player, take_up, what_then};
use crate::sim::visibility::{Almanac, KnownBody, WorldView, known_bodies};
use crate::sim::{
    ArmsTable, BodyId, Calendar, ClassId, FactionId, Fleet, Grounds, Holdings, Leg, Members, Position, Route,
    Ship, Sides, Sky, TaskRefusal, fleets_in_order, members_in_order,
};

/// Bombarding ships stay within this share of the shortest bombarding range above the ground.
const BOMBARDING_SHARE: f64 = 0.7;
/// A fleet within this many times its leg's distance from the body has arrived.
const BESIDE_SHARE: f64 = 1.5;

/// Query bundle for places above the ground.
#[derive(SystemParam)]
pub(in crate::sim) struct Approach<'w> {
    arms_table: Res<'w, ArmsTable>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    berth_finders: BerthFinders<'w>,
}

/// Whether this assault on the ground of a body is possible, as far as a faction knows.
///
/// # Errors
/// The reason for the refusal.
pub(in crate::sim) fn check(
    view: WorldView,
    faction: FactionId,
    body: BodyId,
    assault: Assault,
) -> Result<(), TaskRefusal> {
    match assault {
        Assault::Land => land::check(view, faction, body),
        Assault::Bombard => bombard::check(view, faction, body),
    }
}

/// Whether some of the ships can carry out an assault.
///
/// # Errors
/// The reason for the refusal.
pub(in crate::sim) fn check_crew(
    view: WorldView,
    groups: &Groups,
    assault: Assault,
) -> Result<(), TaskRefusal> {
    match assault {
        Assault::Land => land::check_crew(view, groups),
        Assault::Bombard => bombard::check_crew(view, groups),
    }
}

/// An assault in words: `invades Mars`.
pub(in crate::sim::task) fn describe(almanac: &Almanac, body: BodyId, assault: Assault) -> String {
    format!("{} {}", verb(assault), almanac.body_in_words(body))
}

/// The verb of an assault.
pub(in crate::sim) fn verb(assault: Assault) -> &'static str {
    match assault {
        Assault::Land => land::VERB,
        Assault::Bombard => bombard::VERB,
    }
}

/// Assigns places to fleets that begin to land or to bombard, in the order of their numbers.
pub(in crate::sim) fn settle_landings(
    mut fleets: Query<(Entity, &Fleet, &mut Route, &Members)>,
    ships: Query<(&Position, &Ship)>,
    approach: Approach,
) {
    let begins = |route: &Route| grounded(route).is_some_and(|(leg, _)| leg.beside == DVec3::ZERO);
    let place_of = |route: &Route, members: &Members| {
        let (leg, body) = grounded(route).filter(|(leg, _)| leg.beside != DVec3::ZERO)?;
        let count = u32::try_from(members.len()).unwrap_or(u32::MAX);
        Some((body, leg.beside, pattern_room_km(count, leg.spacing_km)))
    };
    settle_fleets(&mut fleets, &ships, begins, place_of, |leg, members, company, taken| {
        let (body, _) = leg.goal.ground()?;
        let classes = members.iter().filter_map(|ship| ships.get(ship).ok()).map(|(_, ship)| ship.class);
        leg.beside = approach.place(leg, body, company, classes, taken);
        Some((body, leg.beside, pattern_room_km(company.count, leg.spacing_km)))
    });
}

/// The first leg of a route and the body to whose ground it leads, if it does.
fn grounded(route: &Route) -> Option<(&Leg, BodyId)> {
    let leg = route.0.front()?;
    Some((leg, leg.goal.ground()?.0))
}

impl Approach<'_> {
    /// Offset of a fleet's middle from the middle of the body, km: on the side of arrival, beside fleets that are
    /// there already.
    fn place(
        &self,
        leg: &Leg,
        body: BodyId,
        company: &FleetSummary,
        classes: impl Iterator<Item = ClassId>,
        taken: &[(BodyId, DVec3, f64)],
    ) -> DVec3 {
        let room_km = pattern_room_km(company.count, leg.spacing_km);
        let berth_finder = self.berth_finders.look();
        let distance = if leg.goal.lands() {
            self.landing_distance_km(&berth_finder, body, room_km)
        } else {
            self.bombarding_distance_km(&berth_finder, body, room_km, classes)
        };
        let from = coming_from(&self.sky, body, company, self.calendar.now_jd());
        let (ahead, step) = (libm::atan2(from.y, from.x), (room_km / distance).min(1.0));
        let side = |steps: f64| {
            let angle = ahead + steps * step;
            DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * distance
        };
        let is_free = |place: &DVec3| {
            let mut others = taken.iter().filter(|(other, ..)| *other == body);
            others.all(|(_, other, room)| other.distance(*place) >= room + room_km)
        };
        first_free_aside(side, is_free)
    }

    /// Halfway between the ground and the greatest landing distance, km from the middle of the body.
    fn landing_distance_km(&self, berth_finder: &BerthFinder, body: BodyId, room_km: f64) -> f64 {
        let surface_km = self.surface_km(body);
        let innermost = berth_finder.rings.of(body).map(|layout| layout.radius_km(0));
        let rules = &self.arms_table.rules.ground;
        let reach_km =
            innermost.map_or(rules.landing_radii * surface_km, |radius_km| radius_km * rules.landing_reach);
        let middle_km = 0.5 * (surface_km + reach_km);
        middle_km.max(surface_km + room_km).min(reach_km.max(surface_km + 0.5 * room_km))
    }

    /// The distance from the middle of the body at which ships bombard it, km. All of them are well within range there,
    /// and clear of structures in rings.
    fn bombarding_distance_km(
        &self,
        berth_finder: &BerthFinder,
        body: BodyId,
        room_km: f64,
        classes: impl Iterator<Item = ClassId>,
    ) -> f64 {
        let surface_km = self.surface_km(body);
        let reaches = classes
            .filter_map(|class| self.arms_table.ships.get(class))
            .map(|class| bombard::reach_km(&self.arms_table, class))
            .filter(|reach_km| *reach_km > 0.0);
        let shortest_km = reaches.reduce(f64::min).unwrap_or(surface_km);
        let most = surface_km + BOMBARDING_SHARE * shortest_km;
        let least = (surface_km + room_km).min(most);
        let clear_km = room_km + berth_finder.clear_km;
        berth_finder
            .rings
            .of(body)
            .map_or(most, |layout| layout.clear_distance_km(most, clear_km, least, most))
    }

    fn surface_km(&self, body: BodyId) -> f64 {
        self.sky.system.bodies.get(body).map_or(0.0, |body| body.displayed_radius_km)
    }
}

/// Ends legs to the ground that are done, in the order of the fleets' numbers.
pub(in crate::sim) fn end_landings(world: &mut World) {
    let found = fleets_in_order(world, |entity, fleet| {
        let (leg, body) = grounded(entity.get::<Route>()?)?;
        Some((fleet.faction, body, leg.goal.lands()))
    });
    // The factions' knowledge of bodies, for factions with such fleets.
    let mut surveys: BTreeMap<FactionId, TiVec<BodyId, KnownBody>> = BTreeMap::new();
    for (fleet, (faction, body, lands)) in found {
        let known = if is_beside(world, fleet, body) {
            let owner = world.resource::<Holdings>().0.get(body).and_then(|holding| holding.owner);
            KnownBody { owner, is_remembered: false, sees_ground: true }
        } else {
            let survey = surveys.entry(faction).or_insert_with(|| known_bodies(world, faction));
            survey.get(body).copied().unwrap_or_default()
        };
        let ally = known.owner.filter(|owner| !world.resource::<Sides>().are_foes(faction, *owner));
        let may_be_beset = lands && (!known.sees_ground || is_beset(world, faction, body));
        let is_over = ally.is_some() && !may_be_beset;
        if is_over || !can_go_on(world, fleet, lands) {
            finish_leg(world, fleet);
            if is_over && ally != Some(faction) {
                notify_of_ally(world, fleet, body);
            }
            take_up(world, fleet, false);
        }
    }
}

/// Whether a fleet has arrived for its landing or bombardment. An arrived fleet learns the owner of the ground
/// even without sight.
fn is_beside(world: &World, fleet: Entity, body: BodyId) -> bool {
    let leg = world.get::<Route>(fleet).and_then(|route| route.0.front());
    let (Some(leg), Some(state)) = (leg, world.resource::<Sky>().now.get(body)) else { return false };
    middle(world, fleet).distance(state.position) <= BESIDE_SHARE * leg.beside.length()
}

/// Notifies the player of a fleet that a body belongs to an ally, which may have been unknown when the fleet was
/// sent.
fn notify_of_ally(world: &mut World, fleet: Entity, body: BodyId) {
    let body = world.resource::<Sky>().system.bodies[body].in_words.clone();
    let then = what_then(world, fleet);
    notify_player(world, fleet, |name| format!("{name} finds that {body} is on your side, and {then}"));
}

/// Whether foes have landed on a body.
fn is_beset(world: &World, faction: FactionId, body: BodyId) -> bool {
    world.resource::<Grounds>().of(body).is_beset(faction, world.resource::<Sides>())
}

/// Whether the fleet still has troopers to land, or weapons to bombard with.
fn can_go_on(world: &World, fleet: Entity, lands: bool) -> bool {
    let arms_table = world.resource::<ArmsTable>();
    members_in_order(world, fleet).into_iter().any(|(_, ship)| {
        let class = class_of(world, ship);
        if lands {
            land::troopers_aboard(world.get(ship), class).is_some()
        } else {
            class.is_some_and(|class| bombard::bombards(arms_table, class))
        }
    })
}
