//! Taking planets: what goes on upon the ground of bodies, and in the wells of comets.
//!
//! - Enters: ships whose fleets are to land or to bombard, ordnance that touches bodies ([`GroundHits`]), who
//!   owns what, and structures that strengthen a garrison.
//! - Leaves: [`Grounds`]; bodies that change hands, and what stands in their rings with them.
//! - Must never: move a ship or harm one, let troopers become more in a battle, or depend on the order in
//!   which things are stored.
//!
//! A tick of it, in this order, of which the first comes amid the fight:
//!
//! | file | does |
//! |---|---|
//! | `bombarding.rs` | ships fire at the ground, and launch torpedoes at it |
//! | `landing.rs` | ships put troopers ashore |
//! | `garrison.rs` | what was hit suffers; troopers fight, garrisons grow, unrest falls, ruin is rebuilt |
//! | `lanchester.rs` | the law of a battle, as pure arithmetic |
//! | `holding_wells.rs` | comets, which have no ground, are taken by having their wells to oneself |
//! | `taking.rs` | what has fallen changes hands |
//! | `levels.rs` | reads and writes all of it as a level does |
//!
//! Planets, dwarfs and moons have ground; stars and comets have not. The numbers are those of
//! [`GroundNumbers`](crate::rules::combat::GroundNumbers).

mod bombarding;
mod garrison;
mod holding_wells;
pub mod lanchester;
mod landing;
pub mod levels;
mod taking;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::fight::{Armoury, FightSystems, Sides};
use super::fleets::{Doctrine, Fleet, Route, Target};
use super::holdings::{Holdings, Rings};
use super::lifetime::OfWorld;
use super::traffic::Traffic;
use super::{Calendar, SimSystems, Sky};
use crate::level::BodyKind;
use crate::rules::combat::Terrain;

/// Ships land on a body without rings from within so many of its radii.
const REACH_WITHOUT_RINGS: f64 = 2.0;

/// What is going on upon the ground of a body, or in the well of one that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground {
    /// Defenders, troopers; never below 0.
    pub defenders: f64,
    /// Who has landed: the faction that did so first, an index into
    /// [`Factions`](super::fleets::Factions), and the troopers of its side, above 0.
    pub invaders: Option<(usize, f64)>,
    /// Unrest, 0 to 1: the share of its income that is lost.
    pub unrest: f64,
    /// Damage to its values by bombardment, 0 to 1.
    pub ruin: f64,
    /// Ticks until it brings something to its new owner.
    pub delay_ticks: u32,
    /// Who has had the well of a comet to itself, and for how many ticks.
    pub held: Option<(usize, u32)>,
}

impl Ground {
    /// What is left of a value of its body, rounded down, after ruin, unrest and what was taken lately.
    pub fn brings(&self, worth: u32) -> u32 {
        if self.delay_ticks > 0 {
            return 0;
        }
        let share = (1.0 - self.unrest) * (1.0 - self.ruin);
        // Both shares are from 0 to 1, so that this is at most what it was.
        (f64::from(worth) * share) as u32
    }

    /// Whether troopers fight on it.
    pub fn is_fought_over(&self) -> bool {
        self.invaders.is_some()
    }

    /// Whether foes of a faction stand on it as invaders.
    pub fn is_beset(&self, faction: usize, sides: &Sides) -> bool {
        self.invaders.is_some_and(|(invader, _)| sides.are_foes(invader, faction))
    }

    fn write(&self, write: &mut impl FnMut(u64)) {
        let (invader, invaders) = self.invaders.map_or((u64::MAX, 0.0), |(who, count)| (who as u64, count));
        let (holder, ticks) = self.held.map_or((u64::MAX, 0), |(who, ticks)| (who as u64, ticks));
        for value in [self.defenders, invaders, self.unrest, self.ruin] {
            write(value.to_bits());
        }
        for value in [invader, holder, u64::from(ticks), u64::from(self.delay_ticks)] {
            write(value);
        }
    }
}

/// The grounds of all bodies, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Grounds(pub Vec<Ground>);

impl Grounds {
    /// The ground of a body; that of one which is not there is at peace and empty.
    pub fn of(&self, body: usize) -> Ground {
        self.0.get(body).copied().unwrap_or_default()
    }

    /// Everything that decides about the future, for the hash.
    pub fn write(&self, write: &mut impl FnMut(u64)) {
        self.0.iter().for_each(|ground| ground.write(write));
    }
}

/// Something that came down on a body in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// The body, an index into the sky.
    pub body: usize,
    /// The faction that did it.
    pub faction: usize,
    /// How hard it was, points.
    pub harm: f64,
}

/// What came down on bodies in this tick and has not been suffered yet, in the order in which it did.
/// Ordnance adds to it; whoever fights on the ground takes it out.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GroundHits(pub Vec<GroundHit>);

/// Whether a body has ground to land on.
pub fn has_ground(kind: BodyKind) -> bool {
    matches!(kind, BodyKind::Planet | BodyKind::Dwarf | BodyKind::Moon)
}

/// By what defenders are stronger on the ground of a kind of body; as strong as others where there is none.
pub fn terrain_of(kind: BodyKind, terrain: &Terrain) -> f64 {
    match kind {
        BodyKind::Planet => terrain.planet,
        BodyKind::Dwarf => terrain.dwarf,
        BodyKind::Moon => terrain.moon,
        BodyKind::Star | BodyKind::Comet => 1.0,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Grounds>().init_of_world::<GroundHits>().init_of_world::<landing::Ashore>();
    app.add_systems(
        FixedUpdate,
        (landing::land, garrison::campaign, holding_wells::hold_wells, taking::take_bodies)
            .chain()
            .in_set(SimSystems::Ground),
    );
    // What it launches leaves in the same tick, so that no torpedo is kept between two.
    let amid_the_fight =
        bombarding::bombard.in_set(SimSystems::Fight).after(FightSystems::Fire).before(FightSystems::Fly);
    app.add_systems(FixedUpdate, amid_the_fight);
}

/// What a fleet may have to do on the ground of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mission {
    Land,
    Bombard,
}

/// A ship on a mission.
#[derive(Clone, Copy, Debug)]
struct Envoy {
    /// Its place in the traffic.
    at: usize,
    /// The faction that it obeys.
    faction: usize,
    /// The body that it is about.
    body: usize,
}

/// Where ships are, and what they are to do on the ground.
#[derive(SystemParam)]
struct Theatre<'w, 's> {
    traffic: Res<'w, Traffic>,
    sky: Res<'w, Sky>,
    rings: Res<'w, Rings>,
    holdings: Res<'w, Holdings>,
    sides: Res<'w, Sides>,
    armoury: Res<'w, Armoury>,
    calendar: Res<'w, Calendar>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route, &'static Doctrine)>,
}

impl Theatre<'_, '_> {
    /// The ships of fleets whose first leg is such a mission, in the order of their numbers; of those that
    /// are to bombard only where that is not the own side's ground. What was destroyed in this tick is still
    /// among them.
    fn envoys(&self, mission: Mission) -> impl Iterator<Item = Envoy> + '_ {
        (0..self.traffic.len()).filter_map(move |at| {
            let (fleet, route, _) = self.fleets.get(*self.traffic.fleets.get(at)?).ok()?;
            let body = match (mission, &route.0.front()?.target) {
                (Mission::Land, Target::Land { body }) | (Mission::Bombard, Target::Bombard { body }) => {
                    *body
                }
                _ => return None,
            };
            let faction = fleet.faction;
            let has_ground = self.sky.system.bodies.get(body).is_some_and(|body| has_ground(body.kind));
            let is_open = mission == Mission::Land || !self.is_own_side(body, faction);
            (has_ground && is_open).then_some(Envoy { at, faction, body })
        })
    }

    /// Whether a body belongs to a faction's own side.
    fn is_own_side(&self, body: usize, faction: usize) -> bool {
        let owner = self.holdings.0.get(body).and_then(|holding| holding.owner);
        owner.is_some_and(|owner| !self.sides.are_foes(owner, faction))
    }

    /// How far a ship is from the middle of its body, km.
    fn distance_km(&self, envoy: Envoy) -> f64 {
        let center = self.sky.now.get(envoy.body).map(|state| state.position);
        let place = self.traffic.ends.get(envoy.at);
        center.zip(place).map_or(f64::INFINITY, |(center, place)| center.distance(*place))
    }

    /// From how far ships land on a body, km from its middle.
    fn landing_reach_km(&self, body: usize) -> f64 {
        let radius_km = self.sky.system.bodies.get(body).map_or(0.0, |body| body.displayed_radius_km);
        let innermost_km = self.rings.of(body).map(|layout| layout.radius_km(0));
        innermost_km.unwrap_or(REACH_WITHOUT_RINGS * radius_km) * self.armoury.rules.ground.landing_reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrest_ruin_and_delay_lower_what_a_body_brings() {
        let peace = Ground::default();
        assert_eq!((peace.brings(0), peace.brings(97), peace.brings(u32::MAX)), (0, 97, u32::MAX));
        let restless = Ground { unrest: 0.5, ruin: 0.5, ..peace };
        assert_eq!(restless.brings(99), 24);
        assert_eq!(Ground { ruin: 1.0, ..peace }.brings(99), 0);
        assert_eq!(Ground { delay_ticks: 1, ..peace }.brings(99), 0);
    }
}
