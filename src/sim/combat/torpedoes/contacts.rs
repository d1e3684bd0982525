//! Contacts of torpedoes in a tick, and the effects of their bursts, which spare neither friend nor foe.

use bevy::prelude::*;
use glam::DVec3;

use super::hulls::{Ball, Hulls, MovingHull};
use super::{Flying, Swarm};
use crate::sim::combat::damage::ground_hits::{GroundHit, GroundHits};
use crate::sim::combat::{Battlefields, Combatant, Hit};
use crate::sim::event::{Events, GameEvent};
use crate::sim::{ArmsTable, Calendar, WeaponNumbers};

/// Bursts the torpedoes that touch something on their way through this tick.
pub(in crate::sim) fn touch(
    mut swarm: ResMut<Swarm>,
    mut battlefields: ResMut<Battlefields>,
    mut ground: ResMut<GroundHits>,
    mut events: ResMut<Events>,
    arms_table: Res<ArmsTable>,
    calendar: Res<Calendar>,
) {
    let Swarm { flying, hulls, balls } = &mut *swarm;
    for one in flying.iter_mut().filter(|one| !one.is_over) {
        let Some(contact) = first_contact(one, hulls, balls) else { continue };
        let Some(weapon) = arms_table.weapons.get(one.torpedo.weapon) else { continue };
        one.is_over = true;
        let burst = Burst { one, weapon, contact };
        battlefields.hits.extend(burst.hits(hulls));
        ground.0.extend(burst.ground_hit());
        events.record(calendar.tick, burst.event(&battlefields.members));
    }
}

/// The first thing that a torpedo touches in a tick.
#[derive(Clone, Copy, Debug)]
struct Contact<'a> {
    /// The share of the tick after which the torpedo touches.
    share: f64,
    with: With<'a>,
}

#[derive(Clone, Copy, Debug)]
enum With<'a> {
    Hull(&'a MovingHull),
    Ball(&'a Ball),
}

/// The first contact. Of simultaneous contacts the hull with the lower index counts, and a hull before a body.
fn first_contact<'a>(one: &Flying, hulls: &'a Hulls, balls: &'a [Ball]) -> Option<Contact<'a>> {
    let (from, to, radius_km) = (one.from, one.to, one.ordnance.class.radius_km);
    let hull = hulls.first_touched(&one.capsule(), one.spared());
    let hull = hull.map(|(hull, share)| Contact { share, with: With::Hull(hull) });
    let balls = balls.iter().filter_map(|ball| {
        let share = ball.touched_by(from, to, radius_km)?;
        Some(Contact { share, with: With::Ball(ball) })
    });
    hull.into_iter().chain(balls).min_by(|one, other| one.share.total_cmp(&other.share))
}

/// A torpedo that bursts.
struct Burst<'a> {
    one: &'a Flying,
    weapon: &'a WeaponNumbers,
    contact: Contact<'a>,
}

impl Burst<'_> {
    /// The place of the burst, at its moment.
    fn place(&self) -> DVec3 {
        self.one.from.lerp(self.one.to, self.contact.share)
    }

    /// The hits of the burst: full damage to the hull that it touches, and to hulls within the blast less with
    /// distance, down to zero at its edge.
    fn hits(&self, hulls: &Hulls) -> Vec<Hit> {
        let touched = match self.contact.with {
            With::Hull(hull) => hull.living.map(|living| living.member),
            With::Ball(_) => None,
        };
        let mut hits: Vec<Hit> = touched.into_iter().map(|target| self.hit(target, 1.0, true)).collect();
        let blast_km = self.one.ordnance.class.blast_km;
        if blast_km <= 0.0 {
            return hits;
        }
        let (place, spared) = (self.place(), self.one.spared());
        for hull in hulls.between(place, place, blast_km) {
            let Some(living) = hull.living else { continue };
            let share = 1.0 - hull.gap_km(place, self.contact.share) / blast_km;
            if share > 0.0 && Some(living.member) != touched && Some(living.mark) != spared {
                hits.push(self.hit(living.member, share, false));
            }
        }
        hits
    }

    fn hit(&self, target: usize, share: f64, leaps: bool) -> Hit {
        let harm = self.weapon.harm * share;
        Hit {
            target,
            kind: self.weapon.kind,
            harm,
            by: self.one.torpedo.by,
            faction: self.one.torpedo.faction,
            leaps,
            from: self.shown_place(),
        }
    }

    /// The hit on the ground of a body, if it bursts there and is made for that.
    fn ground_hit(&self) -> Option<GroundHit> {
        let With::Ball(ball) = self.contact.with else { return None };
        let faction = self.one.torpedo.faction;
        self.weapon.bombards.then_some(GroundHit { body: ball.body, faction, harm: self.weapon.harm })
    }

    /// The place of its burst, moved to the end of the tick with the unit touched.
    fn shown_place(&self) -> DVec3 {
        let step = match self.contact.with {
            With::Hull(hull) => hull.step,
            With::Ball(ball) => ball.step,
        };
        self.place() + step * (1.0 - self.contact.share)
    }

    /// The event of the burst; `members` belong to the [`Battlefields`].
    fn event(&self, members: &[Combatant]) -> GameEvent {
        let touched = match self.contact.with {
            With::Hull(hull) => {
                hull.living.and_then(|living| members.get(living.member)).map(Combatant::party)
            }
            With::Ball(_) => None,
        };
        // A torpedo without a blast is seen to burst as well.
        let blast_km = self.one.ordnance.class.blast_km.max(self.one.ordnance.class.radius_km);
        let (by, ground) = (self.one.torpedo.faction, self.ground_hit().map(|hit| hit.body));
        GameEvent::Burst { by, place: self.shown_place(), blast_km, touched, ground }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hulls::Living;
    use super::super::{Ordnance, Torpedo, TorpedoLaunch};
    use super::*;
    use crate::level::{self, DamageKind, Delivery};
    use crate::sim::combat::colliders::moving::ColliderFrame;
    use crate::sim::ids::BodyId;
    use crate::sim::ids::FactionId;
    use crate::sim::ids::ShipId;
    use crate::sim::ids::TargetId;
    use crate::sim::ids::{TorpedoId, WeaponId};

    const CLASS: level::Torpedo = level::Torpedo {
        speed_km_s: 10.0,
        turn_s: 1.0,
        fuel_s: 5.0,
        radius_km: 50.0,
        points: 5.0,
        blast_km: 3_000.0,
    };

    fn flying(from: DVec3, to: DVec3) -> Flying {
        let launch = TorpedoLaunch {
            weapon: WeaponId::FIRST,
            by: TargetId::Ship(ShipId(9)),
            faction: FactionId(0),
            target: TargetId::Ship(ShipId(1)).into(),
            position: from,
            direction: to - from,
            well: None,
        };
        Flying {
            entity: Entity::PLACEHOLDER,
            torpedo: Torpedo::new(TorpedoId(0), &launch, 0, &CLASS),
            ordnance: Ordnance { class: CLASS, smallest_km: 0.0, safe_ticks: 8 },
            from,
            to,
            carried: DVec3::ZERO,
            reach: from.distance(to),
            impact_ticks: 0.0,
            is_over: false,
        }
    }

    fn weapon() -> WeaponNumbers {
        WeaponNumbers {
            smallest_km: 0.0,
            name: "torpedo".to_owned(),
            kind: DamageKind::Kinetic,
            harm: 100.0,
            reload_ticks: 1,
            range_km: 1.0e6,
            accuracy: 1.0,
            grain_km: 0.0,
            turn: 1.0,
            delivery: Delivery::Torpedo(CLASS),
            intercepts: false,
            bombards: true,
        }
    }

    fn hull(member: usize, x: f64, y: f64) -> MovingHull {
        let mark = TargetId::Ship(ShipId(member as u32));
        MovingHull {
            living: Some(Living { member, mark, side: 1 }),
            before: DVec3::new(x, y, 0.0),
            step: DVec3::ZERO,
            half_axis: DVec3::ZERO,
            radius_km: 450.0,
        }
    }

    fn hulls(all: &[MovingHull]) -> Hulls {
        let mut hulls = Hulls::default();
        hulls.fill(ColliderFrame::default(), &[], all.iter().copied());
        hulls
    }

    fn hits(one: &Flying, hulls: &Hulls, balls: &[Ball]) -> Vec<(usize, f64)> {
        let contact = first_contact(one, hulls, balls).expect("something is touched");
        let burst = Burst { one, weapon: &weapon(), contact };
        burst.hits(hulls).iter().map(|hit| (hit.target, hit.harm)).collect()
    }

    #[test]
    fn the_first_in_the_way_suffers_all_and_those_near_it_less() {
        let one = flying(DVec3::ZERO, DVec3::X * 20_000.0);
        // It bursts 500 km before the middle of the first.
        let hulls = hulls(&[hull(1, 10_000.0, 0.0), hull(2, 15_000.0, 0.0), hull(3, 9_500.0, 1_950.0)]);
        let found = hits(&one, &hulls, &[]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0], (1, 100.0));
        let (target, harm) = found[1];
        assert!(target == 3 && (harm - 50.0).abs() < 1.0e-3, "{target} {harm}");
    }

    #[test]
    fn the_launcher_is_immune_at_first() {
        let mut one = flying(DVec3::ZERO, DVec3::X * 20_000.0);
        let hulls = hulls(&[hull(9, 300.0, 0.0), hull(2, 15_000.0, 0.0)]);
        assert_eq!(hits(&one, &hulls, &[]), [(2, 100.0)]);
        one.torpedo.age_ticks = one.ordnance.safe_ticks + 1;
        assert_eq!(hits(&one, &hulls, &[]), [(9, 100.0)]);
    }

    #[test]
    fn a_body_in_the_way_takes_it_as_one_for_the_ground() {
        let one = flying(DVec3::ZERO, DVec3::X * 20_000.0);
        let hulls = hulls(&[hull(2, 15_000.0, 0.0)]);
        let ball =
            Ball { body: BodyId(4), before: DVec3::X * 9_000.0, step: DVec3::ZERO, radius_km: 2_000.0 };
        let balls = [ball];
        let contact = first_contact(&one, &hulls, &balls).expect("it is touched");
        let burst = Burst { one: &one, weapon: &weapon(), contact };
        let hit = GroundHit { body: BodyId(4), faction: FactionId(0), harm: 100.0 };
        assert_eq!(burst.ground_hit(), Some(hit));
        let is_ground_burst = matches!(
            burst.event(&[]),
            GameEvent::Burst { by: FactionId(0), touched: None, ground: Some(BodyId(4)), .. }
        );
        assert!(is_ground_burst);
        assert!(burst.hits(&hulls).is_empty());
    }

    #[test]
    fn hulls_that_fly_along_are_not_touched() {
        let one = flying(DVec3::ZERO, DVec3::X * 20_000.0);
        let ahead = MovingHull { step: DVec3::X * 20_000.0, ..hull(1, 3_000.0, 0.0) };
        assert!(first_contact(&one, &hulls(&[ahead]), &[]).is_none());
    }
}
