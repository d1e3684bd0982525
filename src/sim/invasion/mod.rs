//! Taking planets: the ground of bodies, and the wells of comets.
//!
//! - Enters: ships whose fleets are to land or to bombard, ordnance that hits bodies ([`GroundHits`]), owners, and
//!   structures that strengthen a garrison.
//! - Leaves: [`Grounds`]; bodies that change hands, with the structures in their rings.
//! - Must never: move or damage a ship, let troopers become more in a battle, or depend on storage order.
//!
//! The steps of a tick, in this order; the first comes amid the fight:
//!
//! | file | does |
//! |---|---|
//! | `bombarding.rs` | ships fire at the ground, and launch torpedoes at it |
//! | `landing.rs` | ships put troopers ashore |
//! | `garrison.rs` | applies hits; troopers fight, garrisons grow, unrest falls, ruin is rebuilt |
//! | `lanchester.rs` | the law of a battle, as pure arithmetic |
//! | `holding_wells.rs` | comets, which have no ground, are taken by holding their wells alone |
//! | `taking.rs` | conquered bodies change hands |
//! | `levels.rs` | reads grounds from a level, and writes them back |
//!
//! Planets, dwarfs and moons have ground; stars and comets do not. The numbers are those of
//! [`GroundNumbers`].

mod bombarding;
mod garrison;
mod holding_wells;
pub mod lanchester;
mod landing;
pub mod levels;
mod taking;

pub use garrison::most_defenders;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::level::Assault;
use crate::rules::combat::GroundNumbers;
use crate::sim::combat::{FightSystems, GroundHits};
use crate::sim::motion::ShipTable;
use crate::sim::{
    ArmsTable, BodyId, Calendar, Doctrine, FactionId, Fleet, Grounds, Holdings, OfWorld, Rings, Route, Sides,
    SimSystems, Sky, Tick, has_ground,
};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_of_world::<Grounds>()
        .init_scratch::<GroundHits>("empty between two ticks")
        .init_scratch::<landing::Ashore>(
            "filled again in every tick; that of the tick before only names an event",
        );
    app.add_systems(
        Tick,
        (landing::land, garrison::campaign, holding_wells::hold_wells, taking::take_bodies)
            .chain()
            .in_set(SimSystems::Ground),
    );
    // Torpedoes of bombardment are launched in the same tick, so that no launch waits between two ticks.
    app.add_systems(Tick, bombarding::bombard.in_set(FightSystems::Ground));
}

/// A ship that lands or bombards.
#[derive(Clone, Copy, Debug)]
struct Envoy {
    /// Place in the table.
    at: usize,
    /// The owning faction.
    faction: FactionId,
    /// The body.
    body: BodyId,
}

/// Query bundle for ships and their assaults.
#[derive(SystemParam)]
struct Theatre<'w, 's> {
    table: Res<'w, ShipTable>,
    sky: Res<'w, Sky>,
    rings: Res<'w, Rings>,
    holdings: Res<'w, Holdings>,
    sides: Res<'w, Sides>,
    arms_table: Res<'w, ArmsTable>,
    calendar: Res<'w, Calendar>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route, &'static Doctrine)>,
}

impl Theatre<'_, '_> {
    /// The ships of fleets whose first leg is this assault, sorted by number; bombarding ships only at ground of
    /// another side. Ships destroyed in this tick are still included.
    fn envoys(&self, assault: Assault) -> impl Iterator<Item = Envoy> + '_ {
        (0..self.table.len()).filter_map(move |at| {
            let (fleet, route, _) = self.fleets.get(*self.table.fleets.get(at)?).ok()?;
            let (body, _) = route.0.front()?.goal.ground().filter(|(_, own)| *own == assault)?;
            let faction = fleet.faction;
            let has_ground = self.sky.system.bodies.get(body).is_some_and(|body| has_ground(body.kind));
            let is_open = assault == Assault::Land || !self.is_own_side(body, faction);
            (has_ground && is_open).then_some(Envoy { at, faction, body })
        })
    }

    /// Whether a body belongs to a faction's own side.
    fn is_own_side(&self, body: BodyId, faction: FactionId) -> bool {
        let owner = self.holdings.0.get(body).and_then(|holding| holding.owner);
        owner.is_some_and(|owner| !self.sides.are_foes(owner, faction))
    }

    /// Distance of a ship from the middle of its body, km.
    fn distance_km(&self, envoy: Envoy) -> f64 {
        let center = self.sky.now.get(envoy.body).map(|state| state.position);
        let place = self.table.ends.get(envoy.at);
        center.zip(place).map_or(f64::INFINITY, |(center, place)| center.distance(*place))
    }

    /// Greatest distance from which ships land on a body, km from its middle.
    fn landing_reach_km(&self, body: BodyId) -> f64 {
        let radius_km = self.sky.system.bodies.get(body).map_or(0.0, |body| body.displayed_radius_km);
        let innermost_km = self.rings.of(body).map(|layout| layout.radius_km(0));
        landing_reach_km(&self.arms_table.rules.ground, radius_km, innermost_km)
    }
}

/// Greatest distance from which ships land on a body of this radius and with this innermost ring, km from its middle.
pub fn landing_reach_km(rules: &GroundNumbers, radius_km: f64, innermost_km: Option<f64>) -> f64 {
    innermost_km.unwrap_or(rules.landing_radii * radius_km) * rules.landing_reach
}
