//! Ships fire at the ground of foreign bodies, never at that of their own side.
//!
//! Bombardment comes amid the fight: after guns have fired at foes, and before torpedoes leave. A planet is never
//! missed, and its near side is never hidden. Guns fire once they bear. Torpedoes fly to the ground as they fly to
//! hulls. They can be shot down and may touch something else first; their impact decides their effect.

use bevy::prelude::*;
use glam::DVec3;

use super::{Envoy, Theatre};
use crate::level::{Assault, Delivery, Stance, Torpedo};
use crate::sim::combat::battlefield::ship_of;
use crate::sim::combat::damage::ground_hits::GroundHit;
use crate::sim::combat::torpedoes::launching::launched_by;
use crate::sim::combat::torpedoes::{Launches, TorpedoLaunch};
use crate::sim::combat::turning::{Cone, HullFrame};
use crate::sim::combat::weapons::accuracy::reload_ticks;
use crate::sim::combat::weapons::gunner::cone_of;
use crate::sim::combat::{AimedAt, Combatant, GroundHits};
use crate::sim::event::{Events, GameEvent};
use crate::sim::{BodyId, Condition, MountedWeapon, WeaponNumbers};

/// Lets all bombarding ships fire, in the order of their numbers.
pub(in crate::sim) fn bombard(
    theatre: Theatre,
    mut conditions: Query<&mut Condition>,
    mut hits: ResMut<GroundHits>,
    mut launches: ResMut<Launches>,
    mut events: ResMut<Events>,
) {
    let arms_table = &theatre.arms_table;
    for envoy in theatre.envoys(Assault::Bombard) {
        let Some(bomber) = Bomber::of(&theatre, &envoy) else { continue };
        let Some(class) = bomber.ship.arms(arms_table) else { continue };
        let Ok(mut condition) = conditions.get_mut(bomber.ship.entity) else { continue };
        if theatre.holds_fire(&envoy) || condition.silenced_ticks > 0 {
            continue;
        }
        let height_km = bomber.ship.position.distance(bomber.ground);
        for (mounted, mount) in class.mounts.iter().zip(condition.mounts.iter_mut()) {
            let Some(weapon) = arms_table.weapons.get(mounted.weapon) else { continue };
            let can_fire = weapon.bombards && mount.reload_ticks == 0 && height_km <= weapon.range_km;
            if !can_fire || !bomber.bears(mounted, weapon) {
                continue;
            }
            let is_unpaid = theatre.table.idle[envoy.at];
            mount.reload_ticks = reload_ticks(weapon, &arms_table.rules.gunnery, is_unpaid);
            if let Delivery::Torpedo(torpedo) = &weapon.delivery {
                launches.0.extend(bomber.launch(mounted, torpedo));
                continue;
            }
            let harm = weapon.harm * f64::from(mounted.count);
            hits.0.push(GroundHit { body: envoy.body, faction: envoy.faction, harm });
            events.record(theatre.calendar.tick, bomber.shot(mounted));
        }
    }
}

/// A ship that bombards a body.
struct Bomber {
    ship: Combatant,
    body: BodyId,
    /// The point of the surface right below it, heliocentric, km.
    ground: DVec3,
}

impl Bomber {
    fn of(theatre: &Theatre, envoy: &Envoy) -> Option<Self> {
        let radius_km = theatre.sky.system.bodies.get(envoy.body)?.displayed_radius_km;
        let center = theatre.sky.now.get(envoy.body)?.position;
        let ship = ship_of(&theatre.table, envoy.at, envoy.faction, &theatre.sides);
        let ground = center + (ship.position - center).normalize_or(DVec3::X) * radius_km;
        Some(Self { ship, body: envoy.body, ground })
    }

    /// Whether a mount can be turned on the ground; torpedoes find their way themselves.
    fn bears(&self, mount: &MountedWeapon, weapon: &WeaponNumbers) -> bool {
        matches!(weapon.delivery, Delivery::Torpedo(_)) || self.cone(mount).holds(self.toward())
    }

    /// The torpedoes of a mount, launched as near to the direction of the ground as the tubes point.
    fn launch(&self, mount: &MountedWeapon, torpedo: &Torpedo) -> impl Iterator<Item = TorpedoLaunch> {
        let direction = self.cone(mount).nearest(self.toward());
        launched_by(&self.ship, mount, torpedo, direction, AimedAt::Ground(self.body))
    }

    /// The direction of the ground.
    fn toward(&self) -> DVec3 {
        (self.ground - self.ship.position).normalize_or(self.ship.heading)
    }

    /// The directions that a mount can turn to.
    fn cone(&self, mount: &MountedWeapon) -> Cone {
        cone_of(&self.ship, &HullFrame::new(self.ship.heading), mount)
    }

    /// The event of a mount that fires.
    fn shot(&self, mount: &MountedWeapon) -> GameEvent {
        let Self { ship, body, ground } = self;
        let (by, weapon, from) = (ship.party(), mount.weapon, ship.position);
        GameEvent::Bombarded { by, weapon, from, to: *ground, body: *body }
    }
}

impl Theatre<'_, '_> {
    /// Whether the fleet of a ship has orders not to fire.
    fn holds_fire(&self, envoy: &Envoy) -> bool {
        let fleet = self.table.fleets.get(envoy.at).and_then(|fleet| self.fleets.get(*fleet).ok());
        fleet.is_some_and(|(_, _, doctrine)| doctrine.0.stance == Stance::HoldFire)
    }
}
