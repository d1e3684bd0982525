//! Obstacles to shots: hulls and wrecks of a battlefield as colliders, bodies as balls.
//!
//! - Enters: the battlefields of a tick, wrecks, the places of bodies.
//! - Leaves: [`BattleColliders`], which finds the first obstacle on a ray; `moving.rs` does so for pairs in
//!   motion.
//! - Must never: keep anything from one tick to the next, or let a file outside this folder know the physics
//!   engine.
//!
//! Hulls and wrecks are colliders of rapier: capsules along the heading, and balls. Only the shapes, the tree of
//! boxes and the queries of the engine are used; its simulation never runs. Its floats count in lengths of 10 km
//! from the battlefield's origin: the tolerances of its searches are fixed numbers of units, and larger units lose
//! hits on capsules. Capsules are made with their final axes, because the bits of a rotation would depend on the
//! machine. Planets are too large next to ships for floats, and few: they are tested in doubles, exactly.

pub mod moving;

use std::sync::OnceLock;

use bevy::prelude::*;
use bevy_rapier3d::parry::bounding_volume::Aabb;
use bevy_rapier3d::parry::math::Pose;
use bevy_rapier3d::parry::partitioning::{Bvh, BvhBuildStrategy};
use bevy_rapier3d::parry::query::{DefaultQueryDispatcher, Ray};
use bevy_rapier3d::parry::shape::SharedShape;
use bevy_rapier3d::rapier::dynamics::RigidBodySet;
use bevy_rapier3d::rapier::geometry::{Collider, ColliderBuilder, ColliderHandle, ColliderSet};
use bevy_rapier3d::rapier::pipeline::{QueryFilter, QueryPipeline};
use glam::{DVec3, Vec3};

use super::{Battlefields, Combatant, FightSystems};
use crate::sim::combat::battlefield::Battlefield;
use crate::sim::{BodyId, OfWorld, Sky, Tick};

/// A unit of length of the engine, km.
const UNIT_KM: f64 = 10.0;
/// A whole way as a share of itself; a bit more than 1, because the engine leaves out contacts at the very end.
const WHOLE_WAY: f32 = 1.000_001;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<BattleColliders>("filled again in every tick")
        .init_scratch::<DriftingWreckage>("filled again in every tick");
    app.add_systems(Tick, fill.in_set(FightSystems::Collide));
}

/// A ball in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Globe {
    /// Centre, heliocentric, km.
    pub center: DVec3,
    /// Radius, km. At 0 or less there is no ball.
    pub radius_km: f64,
}

impl Globe {
    /// The share of the way from one place to another at which the ball is met, 0 to 1; `None` without a contact.
    /// A way that starts inside meets the ball at once, unless it leads out.
    pub fn meets(&self, from: DVec3, to: DVec3) -> Option<f64> {
        let (start, way) = (from - self.center, to - from);
        let inward = -start.dot(way);
        if self.radius_km <= 0.0 || inward <= 0.0 {
            return None;
        }
        let outside = start.length_squared() - self.radius_km * self.radius_km;
        if outside <= 0.0 {
            return Some(0.0);
        }
        let square = way.length_squared();
        let under_root = inward * inward - square * outside;
        if under_root < 0.0 {
            return None;
        }
        let share = (inward - under_root.sqrt()) / square;
        (share <= 1.0).then_some(share)
    }
}

/// Drifting obstacles: the pieces of wrecks at the end of the tick, sorted by number. The room of wrecks refills
/// the list in every tick, in [`FightSystems::Track`].
#[derive(Resource, Clone, Debug, Default)]
pub struct DriftingWreckage(pub Vec<Globe>);

/// The first obstacle on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Struck {
    /// A ship or a structure.
    Member {
        /// Place in [`Battlefields::members`].
        at: usize,
        /// The share of the way, 0 to 1.
        share: f64,
    },
    /// A piece of a wreck.
    Wreck {
        /// The share of the way, 0 to 1.
        share: f64,
    },
}

/// The colliders of the battlefields, in the order of [`Battlefields::fields`].
#[derive(Resource, Default)]
pub struct BattleColliders(pub Vec<Colliders>);

/// The obstacles on a battlefield.
pub struct Colliders {
    origin: DVec3,
    /// The place of the first member in [`Battlefields::members`].
    first: usize,
    /// Number of members; the colliders after them are pieces of wrecks.
    count: usize,
    set: ColliderSet,
    /// The engine asks for its bodies; it has none.
    no_bodies: RigidBodySet,
    /// The box of each collider, by its number in `set`.
    boxes: Vec<(usize, Aabb)>,
    /// The tree over the boxes, built for the first ray: many battlefields see no shot in a tick.
    tree: OnceLock<Bvh>,
    /// The bodies that may lie between members, by index in the sky.
    globes: Vec<(BodyId, Globe)>,
}

impl Colliders {
    /// The colliders of a battlefield. `members` are all of [`Battlefields::members`], `drifting` all wrecks and
    /// `bodies` all bodies; far ones are left out.
    pub fn new(field: &Battlefield, members: &[Combatant], drifting: &[Globe], bodies: &[Globe]) -> Self {
        let own = members.get(field.members.clone()).unwrap_or_default();
        let extent = extent_of(own);
        let reaches = |globe: &Globe| {
            let apart = globe.center.distance(extent.center);
            globe.radius_km > 0.0 && apart < globe.radius_km + extent.radius_km
        };
        let mut colliders = Self {
            origin: field.origin,
            first: field.members.start,
            count: own.len(),
            set: ColliderSet::with_capacity(own.len()),
            no_bodies: RigidBodySet::new(),
            boxes: Vec::with_capacity(own.len()),
            tree: OnceLock::new(),
            globes: bodies
                .iter()
                .copied()
                .enumerate()
                .map(|(body, globe)| (BodyId(body), globe))
                .filter(|(_, globe)| reaches(globe))
                .collect(),
        };
        for member in own {
            colliders.insert(member.position, hull_shape(member));
        }
        for wreck in drifting.iter().copied().filter(reaches) {
            colliders.insert(wreck.center, SharedShape::ball(units(wreck.radius_km)));
        }
        colliders
    }

    /// The first obstacle on a ray from one place to another. The ray passes members for which `ignore` is true,
    /// by their places in [`Battlefields::members`]. Bodies are left out: see [`Self::body_between`].
    pub fn ray(&self, from: DVec3, to: DVec3, ignore: impl Fn(usize) -> bool) -> Option<Struck> {
        let ray = Ray::new(self.local(from), way_of(from, to));
        if ray.dir == Vec3::ZERO {
            return None;
        }
        let keeps = |handle: ColliderHandle, _: &Collider| self.keeps(handle, &ignore);
        let pipeline = self.pipeline(QueryFilter::new().predicate(&keeps));
        let (handle, share) = pipeline.cast_ray(&ray, WHOLE_WAY, true)?;
        Some(self.struck(handle, share))
    }

    /// The first body on the way from one place to another: its index in the sky, and the share of the way. Both
    /// places must lie among the members of the battlefield.
    pub fn body_between(&self, from: DVec3, to: DVec3) -> Option<(BodyId, f64)> {
        let met = |(body, globe): &(BodyId, Globe)| Some((*body, globe.meets(from, to)?));
        self.globes.iter().filter_map(met).min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Adds a collider.
    fn insert(&mut self, place: DVec3, shape: SharedShape) {
        let pose = Pose::from_translation(self.local(place));
        let number = self.set.len() as u128;
        let collider = ColliderBuilder::new(shape).position(pose).user_data(number).build();
        let bounds = collider.compute_aabb();
        let (index, _) = self.set.insert(collider).into_raw_parts();
        self.boxes.push((index as usize, bounds));
    }

    /// The engine's queries over these colliders. Its own broad phase searches for touching pairs, which are not
    /// needed here, so the tree is built without it.
    fn pipeline<'a>(&'a self, filter: QueryFilter<'a>) -> QueryPipeline<'a> {
        let tree = || Bvh::from_iter(BvhBuildStrategy::Binned, self.boxes.iter().copied());
        QueryPipeline {
            dispatcher: &DefaultQueryDispatcher,
            bvh: self.tree.get_or_init(tree),
            bodies: &self.no_bodies,
            colliders: &self.set,
            filter,
        }
    }

    fn keeps(&self, handle: ColliderHandle, ignore: impl Fn(usize) -> bool) -> bool {
        self.member(handle).is_none_or(|at| !ignore(at))
    }

    /// The place in [`Battlefields::members`] of the member that a collider belongs to; `None` for a wreck.
    fn member(&self, handle: ColliderHandle) -> Option<usize> {
        let number = usize::try_from(self.set.get(handle)?.user_data).ok()?;
        (number < self.count).then_some(self.first + number)
    }

    fn struck(&self, handle: ColliderHandle, share: f32) -> Struck {
        let share = f64::from(share).clamp(0.0, 1.0);
        match self.member(handle) {
            Some(at) => Struck::Member { at, share },
            None => Struck::Wreck { share },
        }
    }

    /// A place relative to the origin, in units of the engine.
    fn local(&self, place: DVec3) -> Vec3 {
        ((place - self.origin) / UNIT_KM).as_vec3()
    }
}

/// A length in units of the engine.
fn units(km: f64) -> f32 {
    (km / UNIT_KM) as f32
}

fn way_of(from: DVec3, to: DVec3) -> Vec3 {
    ((to - from) / UNIT_KM).as_vec3()
}

fn hull_shape(member: &Combatant) -> SharedShape {
    if member.half_length_km <= 0.0 {
        return SharedShape::ball(units(member.radius_km));
    }
    let half_axis = (member.heading * (member.half_length_km / UNIT_KM)).as_vec3();
    SharedShape::capsule(-half_axis, half_axis, units(member.radius_km))
}

/// A ball around all members with their hulls.
fn extent_of(members: &[Combatant]) -> Globe {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut bound_km = 0.0_f64;
    for member in members {
        low = low.min(member.position);
        high = high.max(member.position);
        bound_km = bound_km.max(member.bound_km());
    }
    if members.is_empty() {
        return Globe { center: DVec3::ZERO, radius_km: 0.0 };
    }
    Globe { center: (low + high) * 0.5, radius_km: 0.5 * low.distance(high) + bound_km }
}

fn fill(
    mut colliders: ResMut<BattleColliders>,
    mut bodies: Local<Vec<Globe>>,
    battlefields: Res<Battlefields>,
    drifting: Res<DriftingWreckage>,
    sky: Res<Sky>,
) {
    colliders.0.clear();
    if battlefields.is_empty() {
        return;
    }
    bodies.clear();
    let states = sky.system.bodies.iter().zip(&sky.now);
    bodies.extend(
        states.map(|(body, state)| Globe { center: state.position, radius_km: body.displayed_radius_km }),
    );
    let of = |field: &Battlefield| Colliders::new(field, &battlefields.members, &drifting.0, &bodies);
    colliders.0.extend(battlefields.fields.iter().map(of));
}

#[cfg(test)]
mod tests {
    use super::super::chance::{About, Question};
    use super::super::test_support;
    use super::*;

    /// The common origin, km: far from the star, where floats alone are too coarse.
    const HERE: DVec3 = DVec3::new(1.5e8, -3.0e7, 2.0e6);

    fn random(count: u32) -> f64 {
        let who = crate::sim::ids::TargetId::Ship(crate::sim::ids::ShipId(1));
        Question { seed: 7, tick: 0, who, about: About::Scatter, count }.answer()
    }

    /// A random vector with parts from -1 to 1.
    fn random_vector(count: u32) -> DVec3 {
        DVec3::new(random(3 * count), random(3 * count + 1), random(3 * count + 2)) * 2.0 - DVec3::ONE
    }

    /// The share of a way at which a capsule is met, exactly.
    fn exact_share(member: &Combatant, radius: f64, from: DVec3, to: DVec3) -> Option<f64> {
        let length = from.distance(to);
        let along = (to - from) / length;
        let half_axis = member.heading * member.half_length_km;
        let (start, axis) = (from - (member.position - half_axis), half_axis * 2.0);
        let (square, forward) = (axis.dot(axis), axis.dot(along));
        let (above, ahead) = (axis.dot(start), along.dot(start));
        let a = square - forward * forward;
        let b = square * ahead - above * forward;
        let c = square * start.dot(start) - above * above - radius * radius * square;
        let under_root = b * b - a * c;
        if under_root < 0.0 {
            return None;
        }
        let side = (-b - under_root.sqrt()) / a;
        let height = above + side * forward;
        let met = if (0.0..=square).contains(&height) {
            Some(side)
        } else {
            let cap = if height < 0.0 { start } else { start - axis };
            let (b, c) = (along.dot(cap), cap.dot(cap) - radius * radius);
            (b * b >= c).then(|| -b - (b * b - c).sqrt())
        };
        met.filter(|met| (0.0..=length).contains(met)).map(|met| met / length)
    }

    fn exact(members: &[Combatant], scale: f64, from: DVec3, to: DVec3) -> Option<(usize, f64)> {
        members
            .iter()
            .enumerate()
            .filter_map(|(at, one)| Some((at, exact_share(one, one.radius_km * scale, from, to)?)))
            .min_by(|one, other| one.1.total_cmp(&other.1))
    }

    #[test]
    fn rays_meet_hulls_as_exact_geometry_says() {
        let members: Vec<Combatant> = (0..80)
            .map(|number| Combatant {
                heading: random_vector(1000 + number).normalize(),
                radius_km: 6_000.0,
                half_length_km: 12_000.0,
                ..test_support::ship(number, 0, HERE + random_vector(2000 + number) * 1.0e5)
            })
            .collect();
        let colliders = test_support::colliders(&members, &[], &[]);
        let (mut met, mut doubtful) = (0, 0);
        for number in 0..1000 {
            let from = HERE + random_vector(5000 + number).normalize() * 4.0e5;
            let to = HERE + random_vector(9000 + number) * 1.0e5;
            // Cases in which hulls 2 % larger and 2 % smaller give different results are left out.
            let (thin, thick) = (exact(&members, 0.98, from, to), exact(&members, 1.02, from, to));
            if thin.map(|one| one.0) != thick.map(|one| one.0) {
                doubtful += 1;
                continue;
            }
            let expected = exact(&members, 1.0, from, to);
            let found = match colliders.ray(from, to, |_| false) {
                Some(Struck::Member { at, share }) => Some((at, share)),
                Some(Struck::Wreck { .. }) => panic!("there is no wreck"),
                None => None,
            };
            assert_eq!(found.map(|one| one.0), expected.map(|one| one.0), "ray {number}");
            if let (Some((_, share)), Some((_, right))) = (found, expected) {
                met += 1;
                let off_km = (share - right).abs() * from.distance(to);
                assert!(off_km < 20.0, "ray {number} is {off_km} km off");
            }
        }
        assert!(met > 100 && doubtful < 200, "{met} met, {doubtful} doubtful");
    }

    #[test]
    fn ignored_hulls_are_passed_and_wrecks_are_met() {
        let at = |x: f64| HERE + DVec3::X * x;
        let [near, between, beyond] = [0.0, 50_000.0, 90_000.0].map(at);
        let members = [
            test_support::ship(0, 0, near),
            test_support::ship(1, 0, between),
            test_support::ship(2, 1, beyond),
        ];
        let wrecks = [Globe { center: at(70_000.0), radius_km: 400.0 }];
        let far = [Globe { center: at(9.0e6), radius_km: 400.0 }];
        let place = |struck: Option<Struck>| match struck {
            Some(Struck::Member { at, .. }) => Some(at),
            Some(Struck::Wreck { .. }) => Some(99),
            None => None,
        };
        let (from, to) = (members[0].position, members[2].position);
        let colliders = test_support::colliders(&members, &wrecks, &[]);
        assert_eq!(place(colliders.ray(from, to, |at| at == 0)), Some(1));
        assert_eq!(place(colliders.ray(from, to, |at| at < 2)), Some(99));
        let without = test_support::colliders(&members, &far, &[]);
        assert_eq!(place(without.ray(from, to, |at| at < 2)), Some(2));
        assert_eq!(place(without.ray(from, to, |_| true)), None);
        assert_eq!(place(without.ray(from, from, |_| false)), None);
    }

    #[test]
    fn a_body_is_met_on_its_surface() {
        let globe = Globe { center: HERE, radius_km: 3.4e5 };
        let from = HERE - DVec3::X * 1.0e6;
        let share = globe.meets(from, HERE + DVec3::X * 1.0e6).expect("it stands between");
        assert!((share - 0.33).abs() < 1.0e-9, "{share}");
        assert_eq!(globe.meets(from, HERE - DVec3::X * 3.5e5), None);
        assert_eq!(globe.meets(HERE - DVec3::X * 3.5e5, from), None);
        assert_eq!(globe.meets(from + DVec3::Y * 3.5e5, HERE + DVec3::new(1.0e6, 3.5e5, 0.0)), None);
        assert_eq!(Globe { radius_km: 0.0, ..globe }.meets(from, HERE + DVec3::X), None);
        let members = [test_support::ship(0, 0, from), test_support::ship(1, 1, HERE + DVec3::X * 1.0e6)];
        let colliders = test_support::colliders(&members, &[], &[globe]);
        let between = colliders.body_between(members[0].position, members[1].position);
        assert_eq!(between, Some((BodyId(0), share)));
        assert_eq!(colliders.body_between(members[0].position, from + DVec3::Y), None);
    }
}
