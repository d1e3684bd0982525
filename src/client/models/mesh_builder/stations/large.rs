//! Structures of many pieces: shipyard, factory, sensor array, fortress.
//!
//! Each function builds its structure in units of about its radius; -z is toward the planet, y along the pole of
//! the ring.

use bevy::prelude::*;

use super::super::{Coat, Dice, FacePaint, MeshKit, Patch, around, both_sides, end};

/// A cage that is open on the side away from the planet, with a keel that lies in it.
pub fn dock(kit: &mut MeshKit, dice: &mut Dice) {
    kit.block(vec3(0.0, 0.0, -0.72), vec3(0.72, 0.14, 0.12), Coat::HULL);
    kit.panels(Patch::new(vec3(0.0, 0.14, -0.72), vec3(0.66, 0.0, 0.0), vec3(0.0, 0.0, -0.1)), (8, 2), dice);
    kit.block(vec3(0.0, 0.0, -0.72), vec3(0.1, 0.16, 0.13), Coat::STRIPE);
    kit.windows(Patch::new(vec3(0.0, 0.0, -0.599), vec3(0.6, 0.0, 0.0), vec3(0.0, 0.03, 0.0)), 12, dice);
    kit.loft(&[end(0.0, 0.3, -0.6, 0.16, 0.14), end(0.0, 0.28, -0.85, 0.12, 0.1)], 0.3, Coat::PLATE);
    kit.windows(Patch::new(vec3(0.0, 0.34, -0.599), vec3(0.11, 0.0, 0.0), vec3(0.0, 0.03, 0.0)), 4, dice);
    both_sides(|side| {
        for y in [0.24, -0.24] {
            kit.truss(vec3(side * 0.66, y, -0.62), vec3(side * 0.66, y, 0.72), 0.07, 5, Coat::METAL);
        }
        for z in [-0.35, 0.05, 0.45] {
            kit.block(vec3(side * 0.68, 0.0, z), vec3(0.05, 0.34, 0.05), Coat::HULL);
            for y in [1.0, -1.0] {
                let (foot, tip) = (vec3(side * 0.64, y * 0.3, z), vec3(side * 0.34, y * 0.38, z));
                kit.beam(foot, tip, 0.022, Coat::METAL);
            }
        }
        kit.block(vec3(side * 0.66, 0.0, 0.74), vec3(0.1, 0.34, 0.06), Coat::STRIPE);
        kit.beam(vec3(side * 0.6, 0.0, -0.1), vec3(side * 0.3, 0.0, -0.1), 0.03, Coat::DARK);
    });
    let keel =
        [end(0.0, 0.0, 0.4, 0.14, 0.1), end(0.0, 0.0, -0.1, 0.14, 0.12), end(0.0, 0.0, -0.45, 0.06, 0.06)];
    kit.loft(&keel, 0.4, Coat::new(FacePaint::Hull, 0.5));
}

/// Two halls on a platform, with tanks, pipes and chimneys, and sails below.
pub fn works(kit: &mut MeshKit, dice: &mut Dice) {
    kit.block(vec3(0.0, -0.12, 0.0), vec3(0.8, 0.06, 0.62), Coat::DARK);
    halls(kit, dice);
    for x in [0.3, 0.52, 0.74] {
        kit.tube(vec3(x, -0.06, 0.4), vec3(x, 0.3, 0.4), (0.1, 0.1), 8, Coat::METAL);
        kit.ball(vec3(x, 0.3, 0.4), Vec3::Y, 0.1, (8, 3), 0.5, Coat::PLATE);
    }
    for z in [-0.35, 0.0] {
        kit.tube(vec3(-0.25, 0.12, z), vec3(0.3, 0.12, z), (0.05, 0.05), 6, Coat::METAL);
    }
    kit.beam(vec3(-0.2, 0.0, 0.4), vec3(0.3, 0.0, 0.4), 0.04, Coat::METAL);
    for z in [0.25, 0.42] {
        let chimney = |y: f32| vec3(-0.48, y, z);
        kit.tube(chimney(0.3), chimney(0.75), (0.09, 0.06), 8, Coat::METAL);
        kit.tube(chimney(0.74), chimney(0.78), (0.08, 0.08), 8, Coat::DARK);
    }
    both_sides(|side| {
        let below = Patch::new(vec3(side * 0.45, -0.42, 0.0), vec3(0.0, 0.22, 0.0), vec3(0.0, 0.0, -0.45));
        kit.sail(below, (2, 4));
        kit.beam(vec3(side * 0.45, -0.1, 0.0), vec3(side * 0.45, -0.24, 0.0), 0.04, Coat::METAL);
    });
}

/// The long and the short hall of the works.
fn halls(kit: &mut MeshKit, dice: &mut Dice) {
    let long = (end(-0.48, 0.14, 0.5, 0.26, 0.2), end(-0.48, 0.14, -0.6, 0.26, 0.2));
    let short = (end(0.5, 0.1, 0.1, 0.24, 0.16), end(0.5, 0.1, -0.6, 0.24, 0.16));
    kit.loft(&[long.0, long.1], 0.25, Coat::HULL);
    kit.loft(&[short.0, short.1], 0.25, Coat::HULL);
    kit.collar(long, (0.08, 0.2), 1.04, 0.25, Coat::STRIPE);
    kit.collar(short, (0.7, 0.84), 1.04, 0.25, Coat::STRIPE);
    let roof = |x: f32, y: f32, z: f32, width: f32, length: f32| {
        Patch::new(vec3(x, y, z), vec3(width, 0.0, 0.0), vec3(0.0, 0.0, -length))
    };
    kit.panels(roof(-0.48, 0.34, -0.2, 0.2, 0.38), (2, 4), dice);
    kit.panels(roof(0.5, 0.26, -0.2, 0.2, 0.2), (2, 2), dice);
    let row = |middle: Vec3, along: Vec3, height: f32| Patch::new(middle, along, vec3(0.0, height, 0.0));
    kit.windows(row(vec3(-0.48, 0.16, 0.5), vec3(0.18, 0.0, 0.0), 0.04), 4, dice);
    kit.windows(row(vec3(-0.741, 0.14, -0.05), vec3(0.0, 0.0, 0.5), 0.03), 9, dice);
    kit.windows(row(vec3(0.741, 0.1, -0.25), vec3(0.0, 0.0, -0.3), 0.03), 6, dice);
}

/// A long truss with five masts of antennas that look away from the planet.
pub fn array(kit: &mut MeshKit, dice: &mut Dice) {
    kit.truss(vec3(-0.98, 0.0, -0.45), vec3(0.98, 0.0, -0.45), 0.07, 10, Coat::METAL);
    kit.block(vec3(0.0, 0.0, -0.45), vec3(0.17, 0.14, 0.2), Coat::HULL);
    kit.block(vec3(0.0, 0.0, -0.52), vec3(0.175, 0.145, 0.05), Coat::STRIPE);
    kit.panels(Patch::new(vec3(0.0, 0.14, -0.36), vec3(0.14, 0.0, 0.0), vec3(0.0, 0.0, -0.1)), (2, 2), dice);
    kit.windows(Patch::new(vec3(0.0, 0.0, -0.249), vec3(0.12, 0.0, 0.0), vec3(0.0, 0.03, 0.0)), 4, dice);
    kit.dish(vec3(0.0, 0.0, -0.68), Vec3::NEG_Z, (0.16, 0.07), 8, (Coat::METAL, Coat::HULL));
    kit.beam(vec3(0.0, 0.0, -0.65), vec3(0.0, 0.0, -0.75), 0.02, Coat::METAL);
    for index in 0..5_u8 {
        let x = 0.45 * f32::from(index) - 0.9;
        let height = if index.is_multiple_of(2) { 0.75 } else { 0.5 };
        let foot = if index.is_multiple_of(4) { Coat::STRIPE } else { Coat::PLATE };
        kit.block(vec3(x, 0.0, -0.42), vec3(0.06, 0.09, 0.06), foot);
        kit.tube(vec3(x, 0.0, -0.4), vec3(x, 0.0, height), (0.03, 0.012), 4, Coat::METAL);
        for rung in 0..3_u8 {
            let z = (height - 0.1) * f32::from(rung) / 2.2 - 0.05;
            let half = 0.2 - 0.05 * f32::from(rung);
            kit.beam(vec3(x - half, 0.0, z), vec3(x + half, 0.0, z), 0.014, Coat::HULL);
            kit.beam(vec3(x, -half, z), vec3(x, half, z), 0.014, Coat::HULL);
        }
    }
}

/// A ring of six towers about a keep.
pub fn bastion(kit: &mut MeshKit, dice: &mut Dice) {
    let places: Vec<Vec3> = around(6).map(|(cosine, sine)| vec3(0.7 * cosine, 0.0, 0.7 * sine)).collect();
    for (place, next) in places.iter().zip(places.iter().cycle().skip(1)) {
        tower(kit, *place);
        let above = Vec3::Y * 0.1;
        kit.tube(*place, *next, (0.13, 0.13), 4, Coat::HULL);
        kit.tube(*place + above, *next + above, (0.07, 0.07), 4, Coat::PLATE);
        let middle = 0.5 * (*place + *next);
        let along = (*place - *next).normalize_or(Vec3::X) * 0.22;
        let wall = middle + middle.normalize_or(Vec3::X) * 0.093;
        kit.windows(Patch::new(wall, along, Vec3::Y * 0.025), 5, dice);
    }
    let keep = |y: f32| vec3(0.0, y, 0.0);
    kit.tube(keep(-0.5), keep(0.3), (0.18, 0.32), 6, Coat::HULL);
    kit.tube(keep(0.12), keep(0.2), (0.31, 0.315), 6, Coat::STRIPE);
    kit.tube(keep(0.3), keep(0.62), (0.24, 0.12), 6, Coat::PLATE);
    kit.beam(keep(0.62), keep(0.85), 0.02, Coat::METAL);
    for (cosine, sine) in around(3) {
        let wall = vec3(0.2 * cosine, 0.4, 0.2 * sine);
        let along = vec3(-0.07 * sine, 0.0, 0.07 * cosine);
        kit.windows(Patch::new(wall, along, Vec3::Y * -0.02), 3, dice);
    }
}

/// A tower of the bastion, with a gun that looks outward.
fn tower(kit: &mut MeshKit, place: Vec3) {
    let at = |y: f32| place + Vec3::Y * y;
    kit.tube(at(-0.36), at(0.3), (0.17, 0.2), 6, Coat::PLATE);
    kit.tube(at(0.16), at(0.22), (0.205, 0.205), 6, Coat::STRIPE);
    kit.tube(at(0.3), at(0.42), (0.16, 0.1), 6, Coat::DARK);
    let outward = place.normalize_or(Vec3::X);
    kit.tube(at(0.36) + outward * 0.05, at(0.4) + outward * 0.32, (0.035, 0.03), 4, Coat::METAL);
    kit.tube(place * 0.85, place * 0.2, (0.06, 0.08), 4, Coat::METAL);
}
