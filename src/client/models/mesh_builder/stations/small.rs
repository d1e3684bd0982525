//! Structures of one piece: satellite, research station, gun platform, trade station, habitat.
//!
//! Each function builds its structure in units of about its radius; -z is toward the planet, y along the pole of
//! the ring.

use std::f32::consts::{FRAC_PI_4, PI};

use bevy::prelude::*;

use super::super::{Coat, Dice, MeshKit, Patch, around, both_sides, end};

/// A box with two sails and a small dish.
pub fn satellite(kit: &mut MeshKit, dice: &mut Dice) {
    kit.block(Vec3::ZERO, vec3(0.2, 0.2, 0.3), Coat::HULL);
    kit.panels(Patch::new(vec3(0.0, 0.2, 0.0), vec3(0.18, 0.0, 0.0), vec3(0.0, 0.0, -0.26)), (2, 2), dice);
    kit.block(vec3(0.0, 0.0, 0.12), vec3(0.21, 0.21, 0.05), Coat::STRIPE);
    kit.dish(vec3(0.0, 0.0, -0.36), Vec3::NEG_Z, (0.24, 0.12), 10, (Coat::METAL, Coat::HULL));
    kit.beam(vec3(0.0, 0.0, -0.3), vec3(0.0, 0.0, -0.62), 0.014, Coat::METAL);
    kit.beam(vec3(0.0, 0.2, 0.2), vec3(0.0, 0.55, 0.25), 0.014, Coat::METAL);
    kit.windows(Patch::new(vec3(0.0, 0.0, 0.301), vec3(0.12, 0.0, 0.0), vec3(0.0, 0.03, 0.0)), 3, dice);
    both_sides(|side| {
        kit.beam(vec3(side * 0.2, 0.0, 0.0), vec3(side * 0.4, 0.0, 0.0), 0.03, Coat::METAL);
        let sail = Patch::new(vec3(side * 0.68, 0.0, 0.0), vec3(0.28, 0.0, 0.0), vec3(0.0, 0.0, -0.36));
        kit.sail(sail, (3, 3));
    });
}

/// A great dish on a stem with laboratories.
pub fn dish(kit: &mut MeshKit, dice: &mut Dice) {
    let stem = |z: f32| vec3(0.0, 0.0, z);
    kit.tube(stem(0.95), stem(-0.2), (0.1, 0.1), 8, Coat::METAL);
    kit.tube(stem(0.9), stem(0.5), (0.24, 0.24), 10, Coat::HULL);
    kit.tube(stem(0.74), stem(0.66), (0.26, 0.26), 10, Coat::STRIPE);
    kit.tube(stem(0.3), stem(0.16), (0.17, 0.17), 8, Coat::PLATE);
    kit.dish(stem(-0.1), Vec3::NEG_Z, (0.8, 0.42), 16, (Coat::HULL, Coat::PLATE));
    for (cosine, sine) in around(3) {
        kit.beam(vec3(0.62 * cosine, 0.62 * sine, -0.42), stem(-0.95), 0.016, Coat::METAL);
    }
    kit.ball(stem(-0.92), Vec3::Z, 0.07, (6, 4), 1.0, Coat::STRIPE);
    both_sides(|side| {
        kit.block(vec3(side * 0.42, 0.0, 0.7), vec3(0.18, 0.1, 0.14), Coat::PLATE);
        let roof = Patch::new(vec3(side * 0.42, 0.1, 0.7), vec3(0.14, 0.0, 0.0), vec3(0.0, 0.0, -0.05));
        kit.windows(roof, 4, dice);
    });
}

/// A turret with two barrels that look away from the planet.
pub fn gun(kit: &mut MeshKit, dice: &mut Dice) {
    let post = |y: f32| vec3(0.0, y, -0.35);
    kit.tube(post(-0.3), post(0.16), (0.58, 0.5), 8, Coat::HULL);
    kit.tube(post(-0.02), post(0.06), (0.57, 0.55), 8, Coat::STRIPE);
    kit.tube(post(-0.55), post(-0.3), (0.25, 0.4), 8, Coat::DARK);
    let turret =
        [end(0.0, 0.32, 0.0, 0.3, 0.18), end(0.0, 0.32, -0.45, 0.34, 0.2), end(0.0, 0.28, -0.7, 0.2, 0.12)];
    kit.loft(&turret, 0.4, Coat::PLATE);
    kit.windows(Patch::new(vec3(0.0, 0.525, -0.3), vec3(0.2, 0.0, 0.0), vec3(0.0, 0.0, -0.03)), 4, dice);
    both_sides(|side| {
        let barrel = |z: f32| vec3(side * 0.16, 0.32, z);
        kit.tube(barrel(-0.1), barrel(0.35), (0.1, 0.085), 8, Coat::DARK);
        kit.tube(barrel(0.3), barrel(1.0), (0.05, 0.045), 6, Coat::METAL);
        kit.tube(barrel(0.92), barrel(1.02), (0.07, 0.07), 6, Coat::DARK);
        kit.block(vec3(side * 0.52, -0.02, -0.35), vec3(0.12, 0.14, 0.2), Coat::PLATE);
        let deck = Patch::new(vec3(side * 0.2, 0.16, -0.72), vec3(0.14, 0.0, 0.0), vec3(0.0, 0.0, -0.07));
        kit.panels(deck, (2, 1), dice);
    });
}

/// A wheel with four halls and a tall hub.
pub fn wheel(kit: &mut MeshKit, dice: &mut Dice) {
    let hub = |y: f32| vec3(0.0, y, 0.0);
    kit.wheel(Vec3::ZERO, Vec3::Y, (0.84, 0.12), (8, 20), Coat::HULL);
    kit.tube(hub(-0.34), hub(0.34), (0.2, 0.2), 10, Coat::PLATE);
    kit.tube(hub(-0.05), hub(0.06), (0.23, 0.23), 10, Coat::STRIPE);
    kit.tube(hub(0.34), hub(0.5), (0.2, 0.08), 10, Coat::HULL);
    kit.tube(hub(-0.34), hub(-0.46), (0.2, 0.12), 10, Coat::DARK);
    kit.beam(hub(0.5), hub(0.62), 0.015, Coat::METAL);
    for (cosine, sine) in around(4) {
        let spoke = |radius: f32| vec3(radius * cosine, 0.0, radius * sine);
        kit.tube(spoke(0.18), spoke(0.76), (0.055, 0.055), 6, Coat::METAL);
        kit.block(spoke(0.86), vec3(0.17, 0.16, 0.17), Coat::STRIPE);
    }
    for (index, (cosine, sine)) in around(20).enumerate() {
        // Every fifth piece of the wheel is a hall.
        if index.is_multiple_of(5) {
            continue;
        }
        let roof = vec3(0.84 * cosine, 0.111, 0.84 * sine);
        let along = vec3(-0.09 * sine, 0.0, 0.09 * cosine);
        let outward = vec3(0.025 * cosine, 0.0, 0.025 * sine);
        kit.windows(Patch::new(roof, along, outward), 2, dice);
    }
}

/// A dome of glass on a disc.
pub fn dome(kit: &mut MeshKit, dice: &mut Dice) {
    let axis = |z: f32| vec3(0.0, 0.0, z);
    kit.tube(axis(-0.32), axis(-0.08), (0.66, 0.9), 16, Coat::HULL);
    kit.tube(axis(-0.09), axis(0.0), (0.93, 0.93), 16, Coat::STRIPE);
    kit.tube(axis(-0.62), axis(-0.32), (0.3, 0.5), 12, Coat::PLATE);
    kit.beam(axis(-0.62), axis(-0.9), 0.03, Coat::METAL);
    kit.ball(Vec3::ZERO, Vec3::Z, 0.74, (16, 6), 0.5, Coat::GLASS);
    for rib in 0..4_u8 {
        let (sine, cosine) = (FRAC_PI_4 * f32::from(rib)).sin_cos();
        let point = |step: u8| {
            let angle = PI * f32::from(step) / 8.0;
            vec3(angle.cos() * cosine, angle.cos() * sine, angle.sin()) * 0.75
        };
        for step in 0..8 {
            kit.tube(point(step), point(step + 1), (0.02, 0.02), 3, Coat::METAL);
        }
    }
    kit.tube(axis(0.7), axis(0.8), (0.14, 0.1), 8, Coat::HULL);
    for (cosine, sine) in around(16) {
        // On the slope of the disc that the planet sees.
        let wall = vec3(0.8 * cosine, 0.8 * sine, -0.19);
        let along = vec3(-0.12 * sine, 0.12 * cosine, 0.0);
        let outward = vec3(0.02 * cosine, 0.02 * sine, 0.02);
        kit.windows(Patch::new(wall, along, outward), 3, dice);
    }
}
