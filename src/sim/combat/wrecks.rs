//! Wrecks: pieces that drift, tumble and fade, and stop shots meanwhile.
//!
//! Pieces drift by plain arithmetic, not as bodies of a physics engine. No force acts on them, so a tick is a sum
//! and a turn. An engine would compute their places in floats, which are too coarse across a well. It would also
//! keep internal state (islands, sleep, contacts), and a save would need that state for the same bits. They have
//! colliders all the same, see `colliders/`, because they stop shots.

use bevy::prelude::*;
use glam::{DQuat, DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::chance::{About, Question};
use super::colliders::{DriftingWreckage, Globe};
use crate::level::ranges::{FieldFault, PLACE_KM, join};
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::combat::WreckNumbers;
use crate::sim::{ArmsTable, BodyId, Calendar, Sky, TargetId, WreckId, ticks};

/// A piece faster than the usual drift keeps this share of its speed from tick to tick. So the wreck of a ship at
/// full speed flies on for a moment and does not leave the well.
const KEPT_WAY: f64 = 0.85;
/// Pieces faster than this many times their usual drift are slowed down.
const FAST_DRIFTS: f64 = 2.5;
/// The first chance roll for pieces; shots of the same ship use the rolls below.
const FIRST_ROLL: u32 = 1 << 16;
/// No piece needs more rolls.
const ROLLS: u32 = 16;

/// A piece of a wreck.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wreck {
    /// Number.
    pub id: WreckId,
    /// The body that it moves with; `None`: it is fixed in space.
    pub body: Option<BodyId>,
    /// Position, from the middle of the body or of the star, km.
    pub offset: DVec3,
    /// Drift per tick, km.
    pub step: DVec3,
    /// Orientation: from the frame of a hull (x to the bow, z upward) to that of the ecliptic.
    pub turn: Quat,
    /// Rotation, radians in a tick about each axis of the ecliptic frame.
    pub spin: Vec3,
    /// Radius, km.
    pub radius_km: f64,
    /// Ticks until it has faded.
    pub ticks_left: u32,
}

ranges!(
    Wreck {
        offset: PLACE_KM,
        step: -1.0e13..=1.0e13,
        spin: -3.2..=3.2,
        radius_km: f64::MIN_POSITIVE..=1.0e6
    },
    |wreck: &Self, path: &str, faults: &mut Vec<FieldFault>| {
        // Written so that NaN is outside.
        if !(0.98..=1.02).contains(&wreck.turn.length_squared()) {
            faults.push(FieldFault {
                path: join(path, "turn"),
                message: "a turn is a quaternion of length 1".to_owned(),
                remedy: "for example (0, 0, 0, 1)".to_owned(),
            });
        }
    }
);

impl Wreck {
    /// Position in a sky, heliocentric, km.
    pub fn position(&self, sky: &Sky) -> DVec3 {
        let body = self.body.and_then(|body| sky.now.get(body));
        body.map_or(self.offset, |body| body.position + self.offset)
    }

    /// Lets it drift and tumble for a tick. `drift_km` is the drift per tick of pieces of a ship of its size.
    fn go_on(&mut self, drift_km: f64) {
        self.offset += self.step;
        self.turn = tumbled(self.turn, self.spin);
        if self.step.length_squared() > drift_km * drift_km {
            self.step *= KEPT_WAY;
        }
        self.ticks_left = self.ticks_left.saturating_sub(1);
    }

    /// Whether it has fallen onto its body.
    fn has_fallen(&self, sky: &Sky) -> bool {
        let body = self.body.and_then(|body| sky.system.bodies.get(body));
        body.is_some_and(|body| self.offset.length() < body.displayed_radius_km)
    }
}

/// The orientation after a tick of tumbling.
///
/// In doubles, whose results are the same everywhere; rotations in floats are not.
fn tumbled(turn: Quat, spin: Vec3) -> Quat {
    let spin = spin.as_dvec3();
    let angle = spin.length();
    if angle <= 0.0 {
        return turn;
    }
    let axis = spin * (libm::sin(0.5 * angle) / angle);
    let step = DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(0.5 * angle));
    (step * turn.as_dquat()).normalize().as_quat()
}

/// The shortest turn that brings the x axis to a unit vector.
fn turn_to(heading: DVec3) -> Quat {
    // The axis of half the turn is the middle between both; straight back there is none.
    let half = DVec3::X + heading;
    if half.length_squared() < 1.0e-12 {
        return Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    }
    let axis = DVec3::X.cross(heading);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + heading.x).normalize().as_quat()
}

/// A destroyed hull that breaks up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakingHull {
    /// The destroyed ship or structure.
    pub who: TargetId,
    /// The body in whose well it was.
    pub body: Option<BodyId>,
    /// Place relative to that body or the star, km.
    pub offset: DVec3,
    /// Motion in this tick relative to its carrier, km.
    pub step: DVec3,
    /// Direction of the bow, a unit vector.
    pub heading: DVec3,
    /// Radius of the hull about its axis, km.
    pub radius_km: f64,
    /// Half the length of the axis of the hull, km.
    pub half_length_km: f64,
}

impl BreakingHull {
    fn length_km(&self) -> f64 {
        2.0 * (self.half_length_km + self.radius_km)
    }

    /// Number of its pieces.
    fn piece_count(&self, numbers: &WreckNumbers) -> u32 {
        // The cast saturates.
        let count = (self.length_km() / numbers.km_per_piece) as u32;
        count.max(numbers.least_pieces).min(numbers.most_pieces)
    }

    /// Its pieces, still without numbers: in a row along the hull, each on its way outward.
    fn pieces(&self, chance: Question, numbers: &WreckNumbers) -> Vec<Wreck> {
        let count = self.piece_count(numbers);
        (0..count).map(|number| self.piece((number, count), chance, numbers)).collect()
    }

    fn piece(&self, (number, count): (u32, u32), chance: Question, numbers: &WreckNumbers) -> Wreck {
        let mut dice = Dice { chance, count: FIRST_ROLL + ROLLS * number };
        // From -0.5 at the stern to 0.5 at the bow.
        let along = (f64::from(number) + 0.5) / f64::from(count) - 0.5;
        let outward = self.heading * (2.0 * along) + dice.vector();
        let drift_km = drift_km(self.radius_km, numbers) * (0.5 + 0.5 * dice.roll());
        let spin = dice.vector().normalize_or(DVec3::Z) * (tumbling(numbers) * dice.roll());
        Wreck {
            id: WreckId(0),
            body: self.body,
            offset: self.offset + self.heading * (along * self.length_km()),
            step: self.step + outward.normalize_or(self.heading) * drift_km,
            turn: turn_to(self.heading),
            spin: spin.as_vec3(),
            // All pieces together have the volume of the hull, or less.
            radius_km: self.radius_km * (0.7 + 0.3 * dice.roll()) / libm::cbrt(f64::from(count)),
            ticks_left: ticks(numbers.life_s),
        }
    }
}

/// The farthest drift of a piece of a hull of this radius in a tick, km.
fn drift_km(radius_km: f64, numbers: &WreckNumbers) -> f64 {
    numbers.drift_radii_per_s * radius_km / TICKS_PER_SECOND
}

/// The fastest tumbling, radians in a tick.
fn tumbling(numbers: &WreckNumbers) -> f64 {
    numbers.tumble_deg_per_s.to_radians() / TICKS_PER_SECOND
}

/// One roll of chance after the other.
struct Dice {
    chance: Question,
    count: u32,
}

impl Dice {
    /// From 0 to below 1.
    fn roll(&mut self) -> f64 {
        let rolled = self.chance.again(self.count).answer();
        self.count += 1;
        rolled
    }

    /// A vector with each coordinate from -1 to below 1.
    fn vector(&mut self) -> DVec3 {
        let mut along = || 2.0 * self.roll() - 1.0;
        let (x, y, z) = (along(), along(), along());
        DVec3::new(x, y, z)
    }
}

/// Moves and tumbles all pieces; removes pieces that have faded or fallen onto their body.
pub(in crate::sim) fn drift(
    mut commands: Commands,
    mut wrecks: Query<(Entity, &mut Wreck)>,
    sky: Res<Sky>,
    arms_table: Res<ArmsTable>,
) {
    for (entity, mut wreck) in &mut wrecks {
        let drift_km = FAST_DRIFTS * drift_km(wreck.radius_km, &arms_table.rules.wrecks);
        wreck.go_on(drift_km);
        if wreck.ticks_left == 0 || wreck.has_fallen(&sky) {
            commands.entity(entity).despawn();
        }
    }
}

/// Adds the pieces of destroyed hulls to the world. Beyond the limit the oldest pieces are removed.
pub(in crate::sim) fn scatter(world: &mut World, hulls: &[BreakingHull]) {
    let numbers = world.resource::<ArmsTable>().rules.wrecks;
    if hulls.is_empty() || ticks(numbers.life_s) == 0 {
        return;
    }
    let Calendar { tick, seed, .. } = *world.resource::<Calendar>();
    let mut query = world.query::<(Entity, &Wreck)>();
    let mut all: Vec<(u32, WreckId, Entity)> =
        query.iter(world).map(|(entity, wreck)| (wreck.ticks_left, wreck.id, entity)).collect();
    // The next number follows from the pieces in the world, so a save need not hold it.
    let mut next = all.iter().map(|(_, id, _)| id.0.saturating_add(1)).max().unwrap_or(0);
    for hull in hulls {
        let chance = Question { seed, tick, who: hull.who, about: About::Scatter, count: 0 };
        for piece in hull.pieces(chance, &numbers) {
            // If all numbers are used up, no pieces appear until the last old piece has faded.
            let Some(after) = next.checked_add(1) else { break };
            let id = WreckId(next);
            let entity = world.spawn(Wreck { id, ..piece }).id();
            all.push((piece.ticks_left, id, entity));
            next = after;
        }
    }
    all.sort_unstable();
    let excess = all.len().saturating_sub(numbers.most_at_once as usize);
    for (_, _, entity) in all.into_iter().take(excess) {
        world.despawn(entity);
    }
}

/// Lists the pieces as obstacles, in the order of their numbers.
pub(in crate::sim) fn list_obstacles(
    wrecks: Query<&Wreck>,
    sky: Res<Sky>,
    mut drifting: ResMut<DriftingWreckage>,
    mut order: Local<Vec<(WreckId, Globe)>>,
) {
    order.clear();
    order.extend(
        wrecks
            .iter()
            .map(|wreck| (wreck.id, Globe { center: wreck.position(&sky), radius_km: wreck.radius_km })),
    );
    order.sort_unstable_by_key(|(id, _)| *id);
    drifting.0.clear();
    drifting.0.extend(order.iter().map(|(_, globe)| *globe));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;

    fn hull(half_length_km: f64) -> BreakingHull {
        BreakingHull {
            who: TargetId::Ship(ShipId(3)),
            body: None,
            offset: DVec3::new(1.0e6, 2.0e5, -3.0),
            step: DVec3::ZERO,
            heading: DVec3::new(0.6, -0.8, 0.0),
            radius_km: 300.0,
            half_length_km,
        }
    }

    fn chance(tick: u64) -> Question {
        Question { seed: 5, tick, who: TargetId::Ship(ShipId(3)), about: About::Scatter, count: 0 }
    }

    #[test]
    fn long_hulls_break_into_more_pieces() {
        let numbers = WreckNumbers::default();
        let count = |half_length_km| hull(half_length_km).pieces(chance(1), &numbers).len();
        assert_eq!((count(0.0), count(300.0), count(1.0e6)), (2, 3, 4));
        let none = WreckNumbers { most_pieces: 0, ..numbers };
        assert!(hull(1000.0).pieces(chance(1), &none).is_empty());
    }

    #[test]
    fn pieces_begin_within_the_hull_and_drift_apart() {
        let (numbers, hull) = (WreckNumbers::default(), hull(1500.0));
        for tick in 0..100 {
            let pieces = hull.pieces(chance(tick), &numbers);
            for piece in &pieces {
                assert!(piece.offset.distance(hull.offset) <= hull.half_length_km);
                assert!(piece.radius_km > 0.0 && piece.radius_km <= hull.radius_km);
                let (step, most) = (piece.step.length(), drift_km(hull.radius_km, &numbers));
                assert!(step > 0.49 * most && step < 1.01 * most, "{step} of {most}");
                assert!(f64::from(piece.spin.length()) < 1.001 * tumbling(&numbers));
            }
            assert_ne!(pieces[0].spin, pieces[1].spin);
        }
    }

    #[test]
    fn a_turn_leads_from_the_bow_to_the_heading() {
        let headings = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Z, DVec3::new(0.6, -0.64, 0.48)];
        for heading in headings {
            let turned = turn_to(heading).as_dquat() * DVec3::X;
            assert!(turned.distance(heading) < 1.0e-6, "{heading} {turned}");
        }
    }

    #[test]
    fn tumbling_turns_by_the_spin() {
        let spin = Vec3::new(0.0, 0.0, std::f32::consts::FRAC_PI_2 / 30.0);
        let mut turn = turn_to(DVec3::X);
        for _ in 0..30 {
            turn = tumbled(turn, spin);
        }
        let bow = turn.as_dquat() * DVec3::X;
        assert!(bow.distance(DVec3::Y) < 1.0e-5, "{bow}");
        assert_eq!(tumbled(turn, Vec3::ZERO), turn);
    }

    #[test]
    fn wrecks_of_a_fast_ship_soon_drift_like_others() {
        let numbers = WreckNumbers::default();
        let fast = BreakingHull { step: DVec3::X * 40_000.0, ..hull(0.0) };
        let mut piece = fast.pieces(chance(1), &numbers)[0];
        let drift_km = FAST_DRIFTS * drift_km(piece.radius_km, &numbers);
        for _ in 0..90 {
            piece.go_on(drift_km);
        }
        assert!(piece.step.length() <= drift_km);
        assert!(piece.offset.distance(fast.offset) < 300_000.0);
        assert_eq!(piece.ticks_left, ticks(numbers.life_s) - 90);
    }
}
