//! Torpedoes: self-propelled ordnance that hits anything it touches.
//!
//! - Enters: [`Launches`], the battlefields, wrecks, bodies, the sight of factions.
//! - Leaves: [`Torpedo`]es at the end of the tick; hits in [`Battlefields::hits`] and
//!   [`GroundHits`](crate::sim::combat::damage::ground_hits::GroundHits); launches and bursts in [`Events`].
//! - Must never: damage anything itself (`combat/damage/` does), or keep anything between two ticks but the
//!   torpedoes.
//!
//! The tick of torpedoes; [`Swarm`] holds them sorted by number:
//!
//! | when | file | does |
//! |---|---|---|
//! | Track | `mod.rs` | gathers them; everything near them is on a battlefield |
//! | Steer | `hulls.rs` | gathers the hulls that they may touch |
//! | | `steering.rs` | each (`pilot.rs`) chooses its course: `pursuit.rs` to its target, `detour.rs` round bodies |
//! | Intercept | `combat/weapons/interception.rs` | point defence shoots at them before any other weapon fires |
//! | Fly | `contacts.rs`, `combat/colliders/moving.rs` | a torpedo bursts on contact |
//! | | `mod.rs` | writes their places back; launched ones fly from now on |
//!
//! `launching.rs` launches them at a hull, or at the ground of a body: then they fly at its middle and
//! do not avoid it.
//!
//! Contacts are found by the physics engine, with separate colliders (`combat/colliders/moving.rs`): those of guns
//! stand still at the end of the tick, while here both sides move, a torpedo by many lengths of its target.

mod contacts;
mod detour;
pub mod hulls;
pub mod launching;
mod pilot;
pub mod pursuit;
mod steering;

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::battlefield::{Hazard, Hazards};
use super::colliders::moving::{ColliderFrame, MovingCapsule};
use super::wrecks::Wreck;
use super::{Battlefields, FightSystems};
use crate::level;
use crate::level::Delivery;
use crate::level::ranges::{OWN_SPEED_KM_S, POINTS};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::wells::{Speeds, carriage};
use crate::sim::spatial::balls::KeptNear;
use crate::sim::steering::system::SteeringChoice;
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmsTable, BodyId, Calendar, FactionId, OfWorld, Position, Sides, Sky, TargetId, Tick, TorpedoId,
    WeaponId,
};
use hulls::{Ball, Hulls};
use launching::{AimedAt, free_numbers};
use pilot::{Pilot, TorpedoTarget};
use steering::{TorpedoSurroundings, course};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Launches>("empty between two ticks")
        .init_scratch::<Swarm>("filled again in every tick");
    app.add_systems(Tick, gather.in_set(FightSystems::Track));
    app.add_systems(Tick, (look_about, steer).chain().in_set(FightSystems::Steer));
    app.add_systems(Tick, (contacts::touch, settle, launch).chain().in_set(FightSystems::Fly));
}

/// A torpedo under way. Its place at the end of the tick is its [`Position`].
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[require(Position)]
pub struct Torpedo {
    /// Number.
    pub id: TorpedoId,
    /// The weapon that launched it.
    pub weapon: WeaponId,
    /// The faction that launched it.
    pub faction: FactionId,
    /// The attacker's side, see [`Sides`].
    pub side: u16,
    /// The launcher.
    pub by: TargetId,
    /// The target.
    pub target: Option<AimedAt>,
    /// Velocity relative to the frame that carries it, km/s of the calendar.
    pub own_velocity: DVec3,
    /// Direction of its own velocity, a unit vector.
    pub heading: DVec3,
    /// Remaining fuel, ticks.
    pub fuel_ticks: u32,
    /// Ticks for which it has flown.
    pub age_ticks: u32,
    /// Remaining hit points.
    pub points: f64,
}

ranges!(Torpedo { own_velocity: OWN_SPEED_KM_S, points: f64::MIN_POSITIVE..=*POINTS.end() });

impl Torpedo {
    /// A torpedo resumed from a save: side and heading follow from the faction and the velocity.
    pub fn resumed(self, sides: &Sides) -> Self {
        Self { side: sides.side(self.faction), heading: heading_of(self.own_velocity), ..self }
    }

    /// A new torpedo of a class.
    pub fn new(id: TorpedoId, launch: &TorpedoLaunch, side: u16, class: &level::Torpedo) -> Self {
        let own_velocity = launch.direction.normalize_or(DVec3::X) * class.speed_km_s;
        Self {
            id,
            weapon: launch.weapon,
            faction: launch.faction,
            side,
            by: launch.by,
            target: Some(launch.target),
            own_velocity,
            heading: heading_of(own_velocity),
            fuel_ticks: crate::sim::world::ticks(class.fuel_s).max(1),
            age_ticks: 0,
            points: class.points,
        }
    }

    /// Its launcher, immune for this many ticks.
    pub fn spared(&self, safe_ticks: u32) -> Option<TargetId> {
        (self.age_ticks <= safe_ticks).then_some(self.by)
    }
}

/// The heading of a torpedo with this own velocity. A save keeps the velocity alone, so the heading is always
/// derived from it.
fn heading_of(own_velocity: DVec3) -> DVec3 {
    own_velocity.normalize_or(DVec3::X)
}

/// A torpedo that leaves its tube at the end of this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorpedoLaunch {
    /// The weapon.
    pub weapon: WeaponId,
    /// The launcher.
    pub by: TargetId,
    /// The attacker's faction.
    pub faction: FactionId,
    /// The target.
    pub target: AimedAt,
    /// Position at the end of the tick, heliocentric, km.
    pub position: DVec3,
    /// Initial direction, relative to the frame that carries it; of any length.
    pub direction: DVec3,
    /// The body in whose well it is.
    pub well: Option<BodyId>,
}

/// The launches of this tick, in the order of fire. Empty between ticks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Launches(pub Vec<TorpedoLaunch>);

/// The torpedoes of a tick, sorted by number, and the hulls that they may touch. Filled in every tick.
#[derive(Resource, Debug, Default)]
pub struct Swarm {
    /// The torpedoes.
    pub flying: Vec<Flying>,
    /// The hulls on the battlefields, and wrecks.
    pub hulls: Hulls,
    /// The bodies of the sky.
    pub balls: Vec<Ball>,
}

/// A torpedo in this tick.
#[derive(Clone, Debug)]
pub struct Flying {
    /// Entity.
    pub entity: Entity,
    /// The torpedo; changed here, and written back at the end.
    pub torpedo: Torpedo,
    /// Numbers in the rules.
    pub ordnance: Ordnance,
    /// Position at the beginning of the tick, km.
    pub from: DVec3,
    /// Position at the end of the tick if it touches nothing, km.
    pub to: DVec3,
    /// Motion of its carrier in this tick, km.
    pub carried: DVec3,
    /// Motion under its own power in this tick, km.
    pub reach: f64,
    /// Ticks from the beginning of this one until it meets its target, if both fly on as now; infinite: never.
    pub impact_ticks: f64,
    /// Whether it has burst.
    pub is_over: bool,
}

/// The numbers of a torpedo in the rules.
#[derive(Clone, Copy, Debug)]
pub struct Ordnance {
    /// Class.
    pub class: level::Torpedo,
    /// Least bounding radius of a target that it searches for, km.
    pub smallest_km: f64,
    /// Ticks of immunity for its launcher.
    pub safe_ticks: u32,
}

impl Flying {
    /// A torpedo at the beginning of a tick, whose length is in seconds of the calendar.
    fn new(
        entity: Entity,
        torpedo: &Torpedo,
        from: DVec3,
        ordnance: Ordnance,
        (sky, near): (&Sky, &mut KeptNear<BodyId>),
        seconds: f64,
    ) -> Self {
        let own_km_s = ordnance.class.speed_km_s;
        let speeds = Speeds { cruise_km_s: own_km_s, manoeuvre_km_s: own_km_s };
        let near = sky.bodies_near_kept(near, from, 0.0);
        let carried = carriage(sky, near, from, &speeds, seconds).step;
        Self {
            entity,
            torpedo: torpedo.clone(),
            ordnance,
            from,
            to: from + carried,
            carried,
            reach: own_km_s * seconds,
            impact_ticks: f64::INFINITY,
            is_over: false,
        }
    }

    /// The launcher while it is immune, see [`Torpedo::spared`].
    pub(in crate::sim) fn spared(&self) -> Option<TargetId> {
        self.torpedo.spared(self.ordnance.safe_ticks)
    }

    /// The torpedo's properties for steering.
    fn pilot(&self) -> Pilot {
        Pilot {
            place: self.from,
            heading: self.torpedo.heading,
            carried: self.carried,
            reach: self.reach,
            turn: (std::f64::consts::PI / (self.ordnance.class.turn_s * TICKS_PER_SECOND))
                .min(std::f64::consts::PI),
            radius_km: self.ordnance.class.radius_km,
            side: self.torpedo.side,
            spared: self.spared(),
            ground: self.torpedo.target.and_then(AimedAt::ground),
        }
    }

    /// Motion through the tick: a ball.
    fn capsule(&self) -> MovingCapsule {
        let (from, way) = (self.from, self.to - self.from);
        MovingCapsule { from, way, half_axis: DVec3::ZERO, radius_km: self.ordnance.class.radius_km }
    }

    /// The region that it may touch or harm in the tick, on any course.
    fn hazard(&self) -> Hazard {
        let class = &self.ordnance.class;
        let reach_km = self.reach + class.radius_km + class.blast_km;
        Hazard { place: self.to, carried_km: self.carried.length(), reach_km }
    }

    /// Flies a tick along a heading.
    fn fly(&mut self, heading: DVec3) {
        self.torpedo.own_velocity = heading * self.ordnance.class.speed_km_s;
        self.torpedo.heading = heading_of(self.torpedo.own_velocity);
        self.to = self.from + self.carried + self.torpedo.heading * self.reach;
    }

    /// Bursts without damage at the end of its fuel.
    pub(in crate::sim) fn fizzle(&mut self, events: &mut Events, tick: u64) {
        self.is_over = true;
        let (by, place) = (self.torpedo.faction, self.to);
        events.record(tick, GameEvent::Burst { by, place, blast_km: 0.0, touched: None, ground: None });
    }
}

/// The torpedo that a weapon launches, if it does.
pub fn class_of(arms_table: &ArmsTable, weapon: WeaponId) -> Option<level::Torpedo> {
    match arms_table.weapons.get(weapon)?.delivery {
        Delivery::Torpedo(torpedo) => Some(torpedo),
        Delivery::Tracer | Delivery::Beam | Delivery::Arc => None,
    }
}

/// Gathers the torpedoes.
fn gather(
    mut swarm: ResMut<Swarm>,
    mut hazards: ResMut<Hazards>,
    torpedoes: Query<(Entity, &Torpedo, &Position)>,
    sky: Res<Sky>,
    arms_table: Res<ArmsTable>,
    calendar: Res<Calendar>,
) {
    let Swarm { flying, hulls, balls } = &mut *swarm;
    let seconds = calendar.tick_seconds();
    let safe_ticks = crate::sim::world::ticks(arms_table.rules.torpedoes.safe_s);
    let mut near = KeptNear::default();
    flying.clear();
    flying.extend(torpedoes.iter().filter_map(|(entity, torpedo, position)| {
        let class = class_of(&arms_table, torpedo.weapon)?;
        let smallest_km = arms_table.weapons.get(torpedo.weapon)?.smallest_km;
        let ordnance = Ordnance { class, smallest_km, safe_ticks };
        Some(Flying::new(entity, torpedo, position.0, ordnance, (&sky, &mut near), seconds))
    }));
    flying.sort_unstable_by_key(|one| one.torpedo.id);
    hazards.0.clear();
    hazards.0.extend(flying.iter().map(Flying::hazard));
    hulls.clear();
    balls.clear();
}

/// Gathers the hulls and bodies that torpedoes may touch, if any torpedoes fly.
fn look_about(
    mut swarm: ResMut<Swarm>,
    wrecks: Query<&Wreck>,
    battlefields: Res<Battlefields>,
    sky: Res<Sky>,
) {
    let Swarm { flying, hulls, balls } = &mut *swarm;
    let Some(first) = flying.first() else { return };
    let frame = ColliderFrame { origin: first.from, step: first.carried };
    hulls.fill(frame, &battlefields.members, wrecks.iter().map(|wreck| hulls::of_wreck(wreck, &sky)));
    balls.extend(sky.now.keys().filter_map(|body| Ball::of(&sky, body)));
}

/// Lets each torpedo choose its way.
fn steer(
    mut swarm: ResMut<Swarm>,
    mut events: ResMut<Events>,
    battlefields: Res<Battlefields>,
    knowledge: Res<Knowledge>,
    arms_table: Res<ArmsTable>,
    rules: Res<SteeringChoice>,
    calendar: Res<Calendar>,
) {
    let Swarm { flying, hulls, balls } = &mut *swarm;
    let (hulls, balls) = (&*hulls, balls.as_slice());
    let around = TorpedoSurroundings { hulls, balls, rules: &rules.0 };
    let look_again = u64::from(arms_table.rules.gunnery.look_again_ticks.max(1));
    let search_share = arms_table.rules.torpedoes.search_share;
    for one in flying.iter_mut() {
        if one.torpedo.fuel_ticks == 0 {
            one.fizzle(&mut events, calendar.tick);
            continue;
        }
        let is_due = (calendar.tick + u64::from(one.torpedo.id.0)).is_multiple_of(look_again);
        let search = |one: &Flying, range_km: f64| nearest_foe(one, range_km, hulls, &knowledge);
        let range_km = search_share * f64::from(one.torpedo.fuel_ticks) * one.reach;
        let goal = goal(one, &battlefields, balls, is_due, |one| search(one, range_km));
        one.torpedo.fuel_ticks -= 1;
        one.torpedo.age_ticks = one.torpedo.age_ticks.saturating_add(1);
        let course = course(&one.pilot(), goal.as_ref(), &around);
        one.impact_ticks = course.impact_ticks;
        one.fly(course.heading);
    }
}

/// The place of the target; if the target is gone, searches for another, at once and then whenever it `is_due`. A
/// target on no battlefield, with neither a foe nor a torpedo near it, counts as gone.
fn goal(
    one: &mut Flying,
    battlefields: &Battlefields,
    balls: &[Ball],
    is_due: bool,
    search: impl Fn(&Flying) -> Option<TargetId>,
) -> Option<TorpedoTarget> {
    let side = one.torpedo.side;
    let find = |aim: AimedAt| match aim {
        AimedAt::Hull(mark) => {
            let member = battlefields.members.get(battlefields.find_anywhere(mark)?)?;
            let (place, step) = (member.position - member.step, member.step);
            (member.side != side).then_some(TorpedoTarget { place, step })
        }
        AimedAt::Ground(body) => {
            let ball = balls.iter().find(|ball| ball.body == body)?;
            Some(TorpedoTarget { place: ball.before, step: ball.step })
        }
    };
    let had = one.torpedo.target;
    if let Some(goal) = had.and_then(find) {
        return Some(goal);
    }
    let found = if had.is_some() || is_due { search(&*one) } else { None };
    one.torpedo.target = found.map(AimedAt::Hull);
    one.torpedo.target.and_then(find)
}

/// The nearest foe ahead of a torpedo that its faction sees.
fn nearest_foe(one: &Flying, range_km: f64, hulls: &Hulls, knowledge: &Knowledge) -> Option<TargetId> {
    let mut best: Option<(f64, TargetId)> = None;
    for hull in hulls.between(one.from, one.from, range_km) {
        let Some(living) = hull.living.filter(|living| living.side != one.torpedo.side) else { continue };
        let offset = hull.before - one.from;
        let square = offset.length_squared();
        let is_ahead = square < range_km * range_km && offset.dot(one.torpedo.heading) > 0.0;
        if hull.bound_km() < one.ordnance.smallest_km {
            continue;
        }
        let is_nearer = best.is_none_or(|best| (square, living.mark) < best);
        if is_ahead && is_nearer && knowledge.sees(one.torpedo.faction, living.mark) {
            best = Some((square, living.mark));
        }
    }
    best.map(|(_, mark)| mark)
}

/// Writes the places of torpedoes back, and removes burst ones.
fn settle(mut commands: Commands, swarm: Res<Swarm>, mut torpedoes: Query<(&mut Torpedo, &mut Position)>) {
    for one in &swarm.flying {
        if one.is_over {
            commands.entity(one.entity).despawn();
            continue;
        }
        let Ok((mut torpedo, mut position)) = torpedoes.get_mut(one.entity) else { continue };
        torpedo.clone_from(&one.torpedo);
        position.0 = one.to;
    }
}

/// Adds launched torpedoes. Their numbers follow from the torpedoes in flight, see [`free_numbers`], so a save has
/// no next number.
fn launch(
    mut commands: Commands,
    mut launches: ResMut<Launches>,
    mut events: ResMut<Events>,
    swarm: Res<Swarm>,
    arms_table: Res<ArmsTable>,
    sides: Res<Sides>,
    calendar: Res<Calendar>,
) {
    if launches.0.is_empty() {
        return;
    }
    let living = swarm.flying.iter().filter(|one| !one.is_over);
    let taken: Vec<u32> = living.map(|one| one.torpedo.id.0).collect();
    let mut numbers = free_numbers(&taken);
    for launch in launches.0.drain(..) {
        let Some(class) = class_of(&arms_table, launch.weapon) else { continue };
        // With every number under way the tubes stay shut.
        let Some(number) = numbers.next() else { break };
        let torpedo = Torpedo::new(TorpedoId(number), &launch, sides.side(launch.faction), &class);
        commands.spawn((torpedo, Position(launch.position)));
        let TorpedoLaunch { by: id, faction, weapon, position: place, .. } = launch;
        let by = Party { id, faction };
        events.record(calendar.tick, GameEvent::Launched { by, weapon, place });
    }
}
