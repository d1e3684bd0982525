//! Hulls of ships, built with the mesh kit: a silhouette for each [`Hull`], with details by the role of a class.

use bevy::prelude::*;

use crate::client::models::mesh_builder::{Coat, Dice, MeshKit, Patch, both_sides, end};
use crate::level::{Hull, ShipClass};

/// Ratio of sight range to hull radius above which a class carries a visible dish.
const WATCHFUL: f64 = 15_000.0;
/// Range of wing spans, by builder, as factors on the usual span.
const SPANS: (f32, f32) = (0.9, 1.1);
/// Numbers of sides of engines, by builder.
const NOZZLE_SIDES: [u8; 3] = [6, 8, 12];

/// The parameters of a hull's look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HullPlan {
    /// Silhouette.
    pub hull: Hull,
    /// Whether it gathers materials, with arms and tanks.
    pub gathers: bool,
    /// Whether its sight range calls for a dish.
    pub scans: bool,
}

impl From<&ShipClass> for HullPlan {
    fn from(class: &ShipClass) -> Self {
        let scans = class.sight_km > WATCHFUL * class.radius_km;
        Self { hull: class.hull, gathers: class.mines > 0, scans }
    }
}

/// The style of an owner's hulls.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Manner {
    /// Span of wings, times the usual.
    span: f32,
    /// Sides of an engine.
    sides: u8,
}

impl Manner {
    fn of(owner_seed: u64) -> Self {
        let mut dice = Dice::new(owner_seed);
        let span = dice.between(SPANS.0, SPANS.1);
        let sides = NOZZLE_SIDES.get((dice.roll() * NOZZLE_SIDES.len() as f32) as usize).copied();
        Self { span, sides: sides.unwrap_or(8) }
    }
}

/// A hull. The owner's seed decides the style of all of the owner's hulls, the class's seed the plates and windows
/// of this one.
pub fn build(plan: HullPlan, owner_seed: u64, class_seed: u64) -> MeshKit {
    let (mut kit, mut dice) = (MeshKit::default(), Dice::new(class_seed));
    let manner = Manner::of(owner_seed);
    let mast = match plan.hull {
        Hull::Dart => dart(&mut kit, &mut dice, manner),
        Hull::Wing => wing(&mut kit, &mut dice, manner),
        Hull::Spine => spine(&mut kit, &mut dice, manner),
        Hull::Block if plan.gathers => gatherer(&mut kit, &mut dice, manner),
        Hull::Block => carrier(&mut kit, &mut dice, manner),
    };
    if plan.scans {
        add_mast(&mut kit, mast);
    }
    if plan.gathers {
        add_arms(&mut kit);
    }
    kit.fit();
    kit
}

/// A light ship: a narrow wedge with swept fins. Returns the place of a mast.
fn dart(kit: &mut MeshKit, dice: &mut Dice, manner: Manner) -> Vec3 {
    let (shoulder, neck) = (end(0.0, 0.01, 0.1, 0.2, 0.15), end(0.0, 0.0, -0.55, 0.1, 0.08));
    let (stern, bow) = (end(0.0, 0.0, 0.72, 0.24, 0.13), end(0.0, -0.01, -0.98, 0.02, 0.02));
    kit.loft(&[stern, shoulder, neck, bow], 0.45, Coat::HULL);
    kit.collar((shoulder, neck), (0.15, 0.4), 1.06, 0.45, Coat::STRIPE);
    kit.loft(&[end(0.0, 0.15, 0.3, 0.08, 0.05), end(0.0, 0.12, -0.25, 0.04, 0.02)], 0.0, Coat::PLATE);
    kit.block(vec3(0.0, 0.0, 0.74), vec3(0.22, 0.1, 0.04), Coat::DARK);
    let tip = 0.62 * manner.span;
    both_sides(|side| {
        let fin = [
            vec3(side * 0.18, -0.03, 0.7),
            vec3(side * 0.18, -0.03, -0.05),
            vec3(side * tip, -0.08, 0.55),
            vec3(side * tip, -0.08, 0.85),
        ];
        kit.plate(&fin, Vec3::Y * 0.03, Coat::HULL);
        let rudder = [
            vec3(side * tip, -0.2, 0.5),
            vec3(side * tip, -0.2, 0.88),
            vec3(side * tip, 0.12, 0.92),
            vec3(side * tip, 0.12, 0.7),
        ];
        kit.plate(&rudder, Vec3::X * 0.03, Coat::STRIPE);
        let top = Patch::new(vec3(side * 0.36, -0.018, 0.5), vec3(0.12, -0.014 * side, 0.0), Vec3::Z * -0.13);
        kit.panels(top, (2, 2), dice);
        kit.nozzle(vec3(side * 0.13, 0.0, 0.8), 0.1, manner.sides);
    });
    vec3(0.0, 0.15, 0.3)
}

/// A slim body with broad wings and an engine at the end of each. Returns the place of a mast.
fn wing(kit: &mut MeshKit, dice: &mut Dice, manner: Manner) -> Vec3 {
    let (middle, neck) = (end(0.0, 0.03, 0.05, 0.16, 0.16), end(0.0, 0.0, -0.6, 0.09, 0.09));
    let (stern, bow) = (end(0.0, 0.02, 0.72, 0.17, 0.15), end(0.0, -0.02, -0.98, 0.03, 0.03));
    kit.loft(&[stern, middle, neck, bow], 0.5, Coat::HULL);
    kit.collar((middle, neck), (0.3, 0.55), 1.07, 0.5, Coat::STRIPE);
    kit.loft(&[end(0.0, 0.19, 0.35, 0.09, 0.06), end(0.0, 0.17, -0.15, 0.05, 0.03)], 0.5, Coat::PLATE);
    kit.windows(Patch::new(vec3(0.0, 0.17, -0.15), Vec3::X * -0.035, Vec3::Y * 0.014), 3, dice);
    let tip = 0.8 * manner.span;
    both_sides(|side| {
        let outline = [
            vec3(side * 0.12, 0.0, 0.65),
            vec3(side * 0.12, 0.0, -0.35),
            vec3(side * tip, -0.06, 0.3),
            vec3(side * tip, -0.06, 0.68),
        ];
        kit.plate(&outline, Vec3::Y * 0.035, Coat::HULL);
        let band = [
            vec3(side * 0.58, -0.03, 0.62),
            vec3(side * 0.58, -0.03, 0.1),
            vec3(side * 0.67, -0.04, 0.2),
            vec3(side * 0.67, -0.04, 0.64),
        ];
        kit.plate(&band, Vec3::Y * 0.045, Coat::STRIPE);
        let pod = |z: f32, half: f32| end(side * tip, -0.06, z, half, half * 1.1);
        kit.loft(&[pod(0.72, 0.07), pod(0.3, 0.06), pod(-0.15, 0.02)], 0.5, Coat::PLATE);
        let top = Patch::new(vec3(side * 0.36, 0.014, 0.38), vec3(0.16, -0.014 * side, 0.0), Vec3::Z * -0.19);
        kit.panels(top, (3, 3), dice);
        kit.nozzle(vec3(side * tip, -0.06, 0.78), 0.07, manner.sides);
    });
    kit.nozzle(vec3(0.0, 0.02, 0.78), 0.14, manner.sides);
    vec3(0.0, 0.22, 0.25)
}

/// A long body with a bridge, guns at its sides and a broad stern. Returns the place of a mast.
fn spine(kit: &mut MeshKit, dice: &mut Dice, manner: Manner) -> Vec3 {
    let (waist, neck) = (end(0.0, 0.0, 0.3, 0.2, 0.2), end(0.0, 0.0, -0.6, 0.17, 0.15));
    kit.loft(&[waist, neck, end(0.0, -0.02, -0.92, 0.05, 0.05)], 0.4, Coat::HULL);
    kit.collar((waist, neck), (0.55, 0.68), 1.06, 0.4, Coat::STRIPE);
    let (stern, shoulder) = (end(0.0, 0.0, 0.86, 0.36, 0.3), end(0.0, 0.0, 0.42, 0.36, 0.3));
    kit.loft(&[stern, shoulder, end(0.0, 0.0, 0.26, 0.2, 0.2)], 0.4, Coat::HULL);
    kit.collar((stern, shoulder), (0.3, 0.5), 1.04, 0.4, Coat::STRIPE);
    kit.loft(&[end(0.0, 0.32, 0.2, 0.14, 0.14), end(0.0, 0.3, -0.02, 0.1, 0.08)], 0.3, Coat::PLATE);
    kit.block(vec3(0.0, 0.5, 0.12), vec3(0.03, 0.09, 0.02), Coat::METAL);
    kit.windows(Patch::new(vec3(0.0, 0.3, -0.02), Vec3::X * -0.07, Vec3::Y * 0.02), 4, dice);
    kit.panels(Patch::new(vec3(0.0, 0.177, -0.15), Vec3::X * 0.1, vec3(0.0, -0.01, -0.2)), (2, 3), dice);
    both_sides(|side| {
        let blister = |z: f32, width: f32, height: f32, x: f32| end(side * x, -0.02, z, width, height);
        let (back, front) = (blister(0.2, 0.1, 0.14, 0.32), blister(-0.32, 0.1, 0.14, 0.32));
        kit.loft(&[back, front, blister(-0.42, 0.05, 0.08, 0.28)], 0.4, Coat::PLATE);
        let wall = |x: f32, y: f32, z: f32, length: f32, height: f32| {
            Patch::new(vec3(side * x, y, z), Vec3::Z * (-length * side), Vec3::Y * height)
        };
        kit.windows(wall(0.42, 0.03, -0.05, 0.22, 0.02), 6, dice);
        kit.panels(wall(0.36, 0.0, 0.53, 0.1, 0.16), (2, 2), dice);
        kit.block(vec3(side * 0.2, 0.16, -0.2), vec3(0.06, 0.05, 0.05), Coat::DARK);
        kit.beam(vec3(side * 0.2, 0.18, -0.22), vec3(side * 0.2, 0.18, -0.42), 0.018, Coat::METAL);
        for y in [0.14, -0.14] {
            kit.nozzle(vec3(side * 0.2, y, 0.95), 0.12, manner.sides);
        }
    });
    vec3(0.0, 0.46, 0.15)
}

/// A broad, heavy body with a flight deck and a tower. Returns the place of a mast.
fn carrier(kit: &mut MeshKit, dice: &mut Dice, manner: Manner) -> Vec3 {
    let (stern, shoulder) = (end(0.0, 0.0, 0.8, 0.5, 0.26), end(0.0, 0.0, -0.35, 0.46, 0.24));
    kit.loft(&[stern, shoulder, end(0.0, -0.03, -0.8, 0.22, 0.12)], 0.35, Coat::HULL);
    kit.collar((stern, shoulder), (0.2, 0.32), 1.03, 0.35, Coat::STRIPE);
    kit.block(vec3(-0.06, 0.28, 0.05), vec3(0.3, 0.03, 0.72), Coat::DARK);
    for index in 0..5_u8 {
        let z = 0.26 * f32::from(index) - 0.5;
        kit.block(vec3(-0.06, 0.315, z), vec3(0.02, 0.006, 0.07), Coat::WINDOW);
    }
    kit.loft(&[end(0.36, 0.42, 0.5, 0.1, 0.16), end(0.36, 0.4, 0.1, 0.08, 0.12)], 0.3, Coat::PLATE);
    kit.windows(Patch::new(vec3(0.36, 0.45, 0.1), Vec3::X * -0.05, Vec3::Y * 0.025), 3, dice);
    kit.beam(vec3(0.36, 0.55, 0.35), vec3(0.36, 0.72, 0.35), 0.015, Coat::METAL);
    kit.beam(vec3(0.28, 0.66, 0.35), vec3(0.44, 0.66, 0.35), 0.012, Coat::METAL);
    both_sides(|side| {
        let pod = |z: f32, x: f32, width: f32, height: f32| end(side * x, -0.02, z, width, height);
        let ends = [pod(0.82, 0.58, 0.14, 0.2), pod(0.3, 0.58, 0.14, 0.2), pod(0.1, 0.54, 0.08, 0.14)];
        kit.loft(&ends, 0.45, Coat::PLATE);
        let wall = |y: f32, height: f32| {
            Patch::new(vec3(side * 0.47, y, -0.12), vec3(-0.007, 0.0, -0.2 * side), Vec3::Y * height)
        };
        kit.panels(wall(-0.06, 0.09), (3, 2), dice);
        kit.windows(wall(0.1, 0.02), 7, dice);
        kit.block(vec3(side * 0.3, -0.28, -0.05), vec3(0.1, 0.05, 0.5), Coat::DARK);
        kit.nozzle(vec3(side * 0.58, -0.02, 0.9), 0.14, manner.sides);
        kit.nozzle(vec3(side * 0.22, 0.0, 0.9), 0.16, manner.sides);
    });
    vec3(0.36, 0.56, 0.3)
}

/// Engines and a cabin with a frame of tanks between them. Returns the place of a mast.
fn gatherer(kit: &mut MeshKit, dice: &mut Dice, manner: Manner) -> Vec3 {
    let (stern, front) = (end(0.0, 0.05, 0.75, 0.22, 0.2), end(0.0, 0.05, 0.45, 0.26, 0.24));
    kit.loft(&[stern, front], 0.3, Coat::HULL);
    kit.collar((stern, front), (0.3, 0.6), 1.05, 0.3, Coat::STRIPE);
    kit.truss(vec3(0.0, 0.0, 0.45), vec3(0.0, 0.0, -0.55), 0.12, 4, Coat::METAL);
    kit.loft(&[end(0.0, 0.1, -0.45, 0.16, 0.14), end(0.0, 0.08, -0.68, 0.12, 0.1)], 0.4, Coat::HULL);
    kit.windows(Patch::new(vec3(0.0, 0.12, -0.68), Vec3::X * -0.09, Vec3::Y * 0.025), 3, dice);
    both_sides(|side| {
        for z in [0.22, -0.18] {
            kit.ball(vec3(side * 0.34, -0.02, z), Vec3::Y, 0.24, (10, 6), 1.0, Coat::PLATE);
            let band = |y: f32| vec3(side * 0.34, y, z);
            kit.tube(band(-0.06), band(0.02), (0.25, 0.25), 10, Coat::STRIPE);
        }
        kit.nozzle(vec3(side * 0.12, 0.05, 0.82), 0.12, manner.sides);
    });
    vec3(0.0, 0.28, 0.55)
}

/// A dish on a mast, and an antenna along the bow.
fn add_mast(kit: &mut MeshKit, foot: Vec3) {
    let top = foot + vec3(0.0, 0.27, 0.08);
    kit.beam(foot, top, 0.02, Coat::METAL);
    kit.dish(top - Vec3::Z * 0.02, vec3(0.0, 0.45, -0.9), (0.26, 0.12), 10, (Coat::METAL, Coat::HULL));
    kit.beam(vec3(0.0, 0.0, -0.85), vec3(0.0, 0.0, -1.25), 0.012, Coat::METAL);
}

/// Two arms that reach ahead of the bow and close there.
fn add_arms(kit: &mut MeshKit) {
    both_sides(|side| {
        let elbow = vec3(side * 0.38, -0.12, -0.72);
        kit.beam(vec3(side * 0.1, -0.05, -0.5), elbow, 0.035, Coat::METAL);
        kit.beam(elbow, vec3(side * 0.2, -0.14, -0.98), 0.03, Coat::DARK);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::mesh_builder::trial::{is_sound, likeness, silhouette};

    /// The most triangles of a hull.
    const MOST_TRIANGLES: usize = 1_500;
    /// The most that two silhouettes may have in common.
    const MOST_LIKENESS: f32 = 0.8;

    /// A plan, and its stretch along the bow.
    fn plans() -> [(HullPlan, Vec3); 5] {
        let plan = |hull: Hull, gathers: bool| HullPlan { hull, gathers, scans: false };
        let long = |length: f32| Vec3::new(1.0, 1.0, length);
        [
            (plan(Hull::Dart, false), Vec3::ONE),
            (plan(Hull::Wing, false), Vec3::ONE),
            (plan(Hull::Spine, false), long(2.4)),
            (plan(Hull::Block, false), long(2.0)),
            (plan(Hull::Block, true), long(1.55)),
        ]
    }

    #[test]
    fn hulls_are_sound_small_and_within_their_ball() {
        for (plan, _) in plans() {
            for scans in [false, true] {
                let kit = build(HullPlan { scans, ..plan }, 3, 4);
                assert!(is_sound(&kit), "{plan:?}");
                assert!((100..MOST_TRIANGLES).contains(&kit.triangles().len()), "{plan:?}");
                let corners = kit.triangles().iter().flat_map(|triangle| triangle.corners);
                assert!(corners.map(Vec3::length).all(|length| length < 1.0 + 1e-4), "{plan:?}");
            }
        }
    }

    #[test]
    fn engines_are_at_the_stern_in_one_plane() {
        for (plan, _) in plans() {
            let kit = build(plan, 3, 4);
            let sterns: Vec<f32> = kit.nozzles().iter().map(|nozzle| nozzle.middle.z).collect();
            assert!(!sterns.is_empty() && sterns.iter().all(|z| *z > 0.5), "{plan:?}");
            assert!(sterns.iter().all(|z| (z - sterns[0]).abs() < 1e-5), "{plan:?}");
        }
    }

    #[test]
    fn no_two_silhouettes_look_alike_at_30_pixels() {
        let seen = plans().map(|(plan, stretch)| (plan, silhouette(&build(plan, 1, 2), stretch)));
        for (index, (plan, one)) in seen.iter().enumerate() {
            for (other_plan, other) in seen.iter().skip(index + 1) {
                let likeness = likeness(one, other);
                assert!(likeness < MOST_LIKENESS, "{plan:?} and {other_plan:?}: {likeness}");
            }
        }
    }

    #[test]
    fn an_owners_hulls_are_alike_and_others_are_not() {
        let (plan, _) = plans()[1];
        assert_eq!(build(plan, 1, 2), build(plan, 1, 2));
        assert_ne!(Manner::of(1), Manner::of(2));
        assert_ne!(build(plan, 1, 2), build(plan, 2, 2));
        assert_ne!(build(plan, 1, 2), build(plan, 1, 3));
    }

    #[test]
    fn a_class_that_sees_far_carries_a_dish() {
        let bare = build(HullPlan::default(), 1, 2).triangles().len();
        let scanning = build(HullPlan { scans: true, ..default() }, 1, 2).triangles().len();
        assert!(scanning > bare + 50, "{scanning} {bare}");
    }
}
