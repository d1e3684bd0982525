//! Ships and bodies as lit balls and capsules.
//!
//! Ships share one mesh for each shape and one material for each colour, so that the engine draws thousands of
//! them together.

use std::collections::BTreeMap;

use bevy::math::primitives::{Capsule3d, Sphere};
use bevy::prelude::*;
use glam::DVec3;

use super::playing::Playing;
use crate::arena::{BodyPath, Scenario, Ship};

/// The colours of ships by the side to which they have to go, in words.
pub const SHIP_COLORS: &str = "ships by where they have to go: +x orange, -x blue, +y yellow, -y violet, \
     +z teal, -z pink, nowhere grey; dim: has arrived";
/// The colours of bodies, in words.
pub const BODY_COLORS: &str = "bodies: blue moves, grey stands";

/// How many sides there are, with that of ships that stay where they are.
const SIDES: usize = 7;
/// The side of ships that stay where they are.
const NOWHERE: usize = 6;
/// The hues of the sides, degrees; pure green and red are kept for pull and pushes.
const HUES: [f32; SIDES] = [28.0, 212.0, 54.0, 272.0, 176.0, 326.0, 0.0];
/// Of ships that are to go less far than this many radii it cannot be said to where.
const LEAST_WAY_RADII: f64 = 0.1;

/// The ball of a ship.
#[derive(Component, Clone, Copy, Debug)]
pub struct ShipBall {
    ship: usize,
    side: usize,
    is_dim: bool,
}

/// The ball of a body.
#[derive(Component, Clone, Copy, Debug)]
pub struct BodyBall(usize);

/// The materials of ships by their sides: under way, and arrived.
#[derive(Resource)]
pub struct Paints {
    bright: [Handle<StandardMaterial>; SIDES],
    dim: [Handle<StandardMaterial>; SIDES],
}

impl Paints {
    fn new(materials: &mut Assets<StandardMaterial>) -> Self {
        let mut paints = |lightness: f32, saturation: f32| {
            std::array::from_fn(|side| {
                let saturation = if side == NOWHERE { 0.0 } else { saturation };
                materials.add(paint(Color::hsl(HUES[side], saturation, lightness)))
            })
        };
        Self { bright: paints(0.6, 0.9), dim: paints(0.24, 0.35) }
    }

    fn of(&self, side: usize, is_dim: bool) -> Handle<StandardMaterial> {
        let paints = if is_dim { &self.dim } else { &self.bright };
        paints[side.min(NOWHERE)].clone()
    }
}

fn paint(base_color: Color) -> StandardMaterial {
    StandardMaterial { base_color, perceptual_roughness: 0.75, ..default() }
}

/// Spawns a light from the first eye's side, a faint one from the other, and some from everywhere.
pub fn spawn_lights(mut commands: Commands) {
    let light = |illuminance| DirectionalLight { illuminance, shadow_maps_enabled: false, ..default() };
    let toward = |direction: Vec3| Transform::default().looking_to(direction, Vec3::Y);
    commands.spawn((light(9_000.0), toward(Vec3::new(-0.3, -0.8, -0.6))));
    commands.spawn((light(2_500.0), toward(Vec3::new(0.5, 0.6, 0.6))));
    commands.insert_resource(GlobalAmbientLight { brightness: 300.0, ..default() });
}

/// Spawns a ball for every ship and every body.
pub fn spawn_balls(
    mut commands: Commands,
    playing: Res<Playing>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let scenario = playing.scenario();
    let paints = Paints::new(&mut materials);
    let (sectors, stacks) = fineness(scenario.ships.len());
    // One mesh for each proportion of length and width; balls are the shortest.
    let mut shapes: BTreeMap<u32, Handle<Mesh>> = BTreeMap::new();
    for (number, ship) in scenario.ships.iter().enumerate() {
        let ratio = (ship.half_length / ship.radius) as f32;
        let mesh =
            shapes.entry(ratio.to_bits()).or_insert_with(|| meshes.add(hull(ratio, sectors, stacks))).clone();
        let ball = ShipBall { ship: number, side: side_of(ship), is_dim: false };
        commands.spawn((
            ball,
            Mesh3d(mesh),
            MeshMaterial3d(paints.of(ball.side, ball.is_dim)),
            Transform::from_scale(Vec3::splat(ship.radius as f32)),
        ));
    }
    commands.insert_resource(paints);
    spawn_bodies(&mut commands, scenario, &mut meshes, &mut materials);
}

fn spawn_bodies(
    commands: &mut Commands,
    scenario: &Scenario,
    meshes: &mut Assets<Mesh>,
    materials: &mut Assets<StandardMaterial>,
) {
    let mesh = meshes.add(Sphere::new(1.0).mesh().uv(48, 28));
    let moving = materials.add(paint(Color::srgb(0.08, 0.28, 0.42)));
    let standing = materials.add(paint(Color::srgb(0.3, 0.32, 0.35)));
    for (number, body) in scenario.bodies.iter().enumerate() {
        let material = if body.path == BodyPath::Still { &standing } else { &moving };
        commands.spawn((
            BodyBall(number),
            Mesh3d(mesh.clone()),
            MeshMaterial3d(material.clone()),
            Transform::from_scale(Vec3::splat(body.radius as f32)),
        ));
    }
}

/// How many sides a ship's ball has, round its equator and from pole to pole: fewer where there are many.
fn fineness(ships: usize) -> (u32, u32) {
    match ships {
        0..=300 => (32, 18),
        301..=3000 => (16, 10),
        _ => (10, 6),
    }
}

/// A hull of radius 1 about the y axis, whose axis reaches `half_length` to both sides.
fn hull(half_length: f32, sectors: u32, stacks: u32) -> Mesh {
    if half_length > 0.0 {
        let capsule = Capsule3d::new(1.0, 2.0 * half_length).mesh();
        Mesh::from(capsule.longitudes(sectors).latitudes(stacks))
    } else {
        Sphere::new(1.0).mesh().uv(sectors, stacks)
    }
}

/// The side to which a ship has to go: its longest way along x, y or z, there or back.
fn side_of(ship: &Ship) -> usize {
    let way = DVec3::from(ship.to) - DVec3::from(ship.at);
    if way.length() < LEAST_WAY_RADII * ship.radius {
        return NOWHERE;
    }
    let size = way.abs();
    let (axis, part) = if size.x >= size.y && size.x >= size.z {
        (0, way.x)
    } else if size.y >= size.z {
        (1, way.y)
    } else {
        (2, way.z)
    };
    2 * axis + usize::from(part < 0.0)
}

/// Moves the ships to the displayed moment, and dims those that have arrived.
pub fn place_ships(
    playing: Res<Playing>,
    paints: Res<Paints>,
    mut balls: Query<(&mut ShipBall, &mut Transform, &mut MeshMaterial3d<StandardMaterial>)>,
) {
    let crowd = playing.crowd();
    for (mut ball, mut transform, mut material) in &mut balls {
        let ship = ball.ship;
        if let Some(place) = playing.ship_place(ship) {
            transform.translation = place;
        }
        if let (Some(heading), Some(hull)) = (crowd.headings.get(ship), crowd.hulls.get(ship))
            && hull.half_length > 0.0
        {
            transform.rotation = Quat::from_rotation_arc(Vec3::Y, heading.normalize_or(Vec3::Y));
        }
        let is_dim = playing.tally().has_arrived(ship);
        if ball.is_dim != is_dim {
            ball.is_dim = is_dim;
            material.0 = paints.of(ball.side, is_dim);
        }
    }
}

/// Puts the bodies where they are at the moment that is shown.
pub fn place_bodies(playing: Res<Playing>, mut balls: Query<(&BodyBall, &mut Transform)>) {
    for (ball, mut transform) in &mut balls {
        if let Some(place) = playing.body_place(ball.0) {
            transform.translation = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_tell_where_ships_have_to_go() {
        let side = |x: f64, y: f64, z: f64| side_of(&Ship::new(DVec3::ZERO, DVec3::new(x, y, z), 1.0, 4.0));
        assert_eq!(side(5.0, 4.0, -4.0), 0);
        assert_eq!(side(-5.0, 4.0, -4.0), 1);
        assert_eq!(side(0.0, 4.0, -4.0), 2);
        assert_eq!(side(0.0, -4.0, 3.0), 3);
        assert_eq!(side(1.0, 2.0, 3.0), 4);
        assert_eq!(side(1.0, 2.0, -3.0), 5);
        assert_eq!(side(0.01, 0.0, 0.0), NOWHERE);
    }
}
