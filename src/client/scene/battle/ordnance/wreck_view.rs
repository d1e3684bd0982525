//! Wrecks: torn pieces of hulls that tumble, glow at first, cool, and fade. As hulls do, they have some light of their
//! own: without air the side in the shade would be a black spot before the Milky Way.

use std::f32::consts::TAU;

use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::client::models::faction_materials::glow_image;
use crate::client::models::mesh_builder::paint::GLOW_COUNT;
use crate::client::models::mesh_builder::{Coat, FaceKind, FacePaint, Finish, MeshKit, OwnerPaint};
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectInputs, direction};
use crate::client::scene::quality::limits::MOST_PIECES;
use crate::client::view::{BodyPlaces, Moment, Sight, UNIT_KM, turned_rotation};
use crate::sim::combat::Wreck;
use crate::sim::ticks;

/// Shapes of pieces.
const SHAPES: u64 = 8;
/// Ticks before the end in which a piece fades.
const FADING_TICKS: u32 = 90;
/// Steps of fading.
const FADING_STEPS: u32 = 4;
/// Pieces smaller than this are not drawn, pixels of their radius.
const LEAST_PIXELS: f64 = 0.7;
/// The colour by which the plates of a wreck are darkened, linear grey, and the range of their shades.
const SOOT: f32 = 0.4;
const SHADES: (f32, f32) = (0.5, 1.2);
/// The light of torn metal at first, linear RGB, the share of it that each step of cooling leaves, and the share of it
/// that plates have.
const HEAT: Vec3 = Vec3::new(1.3, 0.4, 0.09);
const KEPT_HEAT: f32 = 0.75;
const HEAT_OF_PLATES: f32 = 0.12;
/// The light by which a piece is found in the shade, linear RGB, and the share of it that torn metal and hollows have.
const NIGHT_LIGHT: Vec3 = Vec3::new(0.045, 0.05, 0.06);
const NIGHT_OF_METAL: f32 = 0.4;
/// The brightest light of a face.
const BRIGHTEST: f32 = 1.4;
/// Steps of cooling, and ticks in each.
const COOLING_STEPS: u32 = 14;
const COOLING_STEP_TICKS: u32 = 12;
/// Points of the rim of a torn end; how oblique it is and how far its points stand out, as shares of the half length.
const RIM_POINTS: u8 = 9;
const SLANT: f32 = 0.4;
const RAGGED: f32 = 0.35;
/// The floor of a hollow, from the middle, as a share of the half length.
const HOLLOW: f32 = 0.1;
/// Beams and bent plates at each torn end; splinters of a piece.
const BEAMS: u32 = 2;
const BENT_PLATES: u32 = 2;
const SPLINTERS: u32 = 3;
/// The farthest distance of the shell from the middle of the wreck, along each axis, as a share of its radius.
const OFF_MIDDLE: f32 = 0.3;

/// A piece on the screen, with its index in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WreckPiece(usize);

/// Meshes and materials of pieces.
#[derive(Resource, Clone, Debug, Default)]
pub struct WreckModels {
    shapes: Vec<Handle<Mesh>>,
    /// By [`look`], from hot to cold, and then to almost clear.
    paints: Vec<Handle<StandardMaterial>>,
}

/// Makes all pieces, hidden.
pub fn spawn_pieces(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut paints: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let palette = OwnerPaint::of(Color::srgb(0.35, 0.33, 0.32));
    let finish = Finish::of_wreck();
    let lit_paint = |look: u32| paints.add(paint(look, images.add(glow_image(light_pixels(look)))));
    let models = WreckModels {
        shapes: (0..SHAPES).map(|seed| meshes.add(broken(seed).mesh(&palette, &finish))).collect(),
        paints: (0..=COOLING_STEPS + FADING_STEPS).map(lit_paint).collect(),
    };
    let (mesh, material) = (models.shapes.first().cloned(), models.paints.first().cloned());
    for index in 0..MOST_PIECES {
        commands.spawn((
            WreckPiece(index),
            Mesh3d(mesh.clone().unwrap_or_default()),
            MeshMaterial3d(material.clone().unwrap_or_default()),
            Visibility::Hidden,
            NotShadowCaster,
            NotShadowReceiver,
        ));
    }
    commands.insert_resource(models);
}

/// A piece of a torn hull in one of some shapes: a shell with ragged rims and dark hollows, beams and bent plates that
/// stick out of it, and splinters beside it.
fn broken(seed: u64) -> MeshKit {
    let mut dice = Dice::new(seed.wrapping_mul(77) + 5);
    let mut kit = MeshKit::default();
    // Beside the middle of the wreck: the pieces of a hull begin in a row.
    let middle = OFF_MIDDLE * direction(&mut dice).as_vec3();
    let half = Vec3::new(dice.between(0.25, 0.5), dice.between(0.14, 0.34), dice.between(0.25, 0.6));
    let [aft, fore] = [1.0, -1.0].map(|side| ragged_rim(middle, half, side, &mut dice));
    let edges = aft.iter().zip(aft.iter().cycle().skip(1));
    let across = fore.iter().zip(fore.iter().cycle().skip(1));
    for ((from, to), (from_across, to_across)) in edges.zip(across) {
        let coat = Coat::new(FacePaint::Plate, dice.between(SHADES.0, SHADES.1));
        kit.polygon(&[*from, *to, *to_across, *from_across], middle, coat);
    }
    for (rim, side) in [(&aft, 1.0), (&fore, -1.0)] {
        hollow_out(&mut kit, rim, middle + Vec3::Z * (HOLLOW * half.z * side), side);
        stick_out(&mut kit, middle, half, side, &mut dice);
    }
    for _ in 0..SPLINTERS {
        let from = middle + direction(&mut dice).as_vec3().normalize_or(Vec3::X) * dice.between(0.6, 1.0);
        let to = from + 0.12 * direction(&mut dice).as_vec3();
        kit.tube(from, to, (dice.between(0.03, 0.07), 0.01), 3, Coat::HULL);
    }
    kit.fit();
    kit
}

/// The points of the rim of a torn hull at its end toward +z or -z.
fn ragged_rim(middle: Vec3, half: Vec3, side: f32, dice: &mut Dice) -> Vec<Vec3> {
    let slant = Vec2::new(dice.between(-SLANT, SLANT), dice.between(-SLANT, SLANT));
    let point = |number: u8| {
        let aside = Vec2::from_angle(TAU * f32::from(number) / f32::from(RIM_POINTS));
        let aside = aside * dice.between(0.8, 1.1);
        let reach = 1.0 + slant.dot(aside) + dice.between(-RAGGED, RAGGED);
        middle + half * aside.extend(side * reach.max(2.0 * HOLLOW))
    };
    (0..RIM_POINTS).map(point).collect()
}

/// The inside of a torn end: from its rim to the floor of the hollow.
fn hollow_out(kit: &mut MeshKit, rim: &[Vec3], floor: Vec3, side: f32) {
    // Far below the floor: the faces of a hollow look out of it.
    let below = floor - Vec3::Z * (10.0 * side);
    for (from, to) in rim.iter().zip(rim.iter().cycle().skip(1)) {
        kit.triangle([*from, *to, floor], below, Coat::DARK);
    }
}

/// Beams that stick out of a torn end, and plates that are bent off its rim.
fn stick_out(kit: &mut MeshKit, middle: Vec3, half: Vec3, side: f32, dice: &mut Dice) {
    for _ in 0..BEAMS {
        let from = middle + half * Vec3::new(dice.between(-0.6, 0.6), dice.between(-0.6, 0.6), HOLLOW * side);
        let way = Vec3::new(dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), side * dice.between(0.5, 0.9));
        kit.beam(from, from + way, 0.02, Coat::METAL);
    }
    for _ in 0..BENT_PLATES {
        let outward = Vec2::from_angle(dice.between(0.0, TAU)).extend(0.0);
        let root = middle + half * (outward + Vec3::Z * (0.8 * side));
        let way = (outward * dice.between(0.2, 1.0) + Vec3::Z * side) * dice.between(0.2, 0.4);
        let across = outward.cross(Vec3::Z) * dice.between(0.06, 0.16);
        let corners = [root - across, root + across, root + way + 0.4 * across, root + 0.6 * way - across];
        let thickness = 0.008 * way.cross(across).normalize_or(Vec3::Y);
        kit.plate(&corners, thickness, Coat::new(FacePaint::Hull, dice.between(SHADES.0, SHADES.1)));
    }
}

/// The light of a piece by its [`look`] and by the kind of face, in units of [`BRIGHTEST`]: torn metal glows, plates
/// hardly do; plates are seen in the shade, torn metal hardly is.
fn light_pixels(look: u32) -> Vec<u8> {
    let heat = if look < COOLING_STEPS { HEAT * KEPT_HEAT.powi(look as i32) } else { Vec3::ZERO };
    let plates = heat * HEAT_OF_PLATES + NIGHT_LIGHT;
    let metal = heat + NIGHT_LIGHT * NIGHT_OF_METAL;
    let byte = |light: f32| (light / BRIGHTEST * 255.0).round().clamp(0.0, 255.0) as u8;
    let pixel = |kind: u32| {
        let light = if kind == FaceKind::Fitting as u32 { metal } else { plates };
        [byte(light.x), byte(light.y), byte(light.z), 255]
    };
    (0..GLOW_COUNT).flat_map(pixel).collect()
}

/// The paint of a piece by its [`look`], with the image of its light.
fn paint(look: u32, light: Handle<Image>) -> StandardMaterial {
    let faded = look.saturating_sub(COOLING_STEPS);
    let alpha = 1.0 - faded as f32 / (FADING_STEPS + 1) as f32;
    StandardMaterial {
        base_color: Color::linear_rgba(SOOT, SOOT, SOOT, alpha),
        emissive: LinearRgba::rgb(BRIGHTEST, BRIGHTEST, BRIGHTEST),
        emissive_texture: Some(light),
        alpha_mode: if faded == 0 { AlphaMode::Opaque } else { AlphaMode::Blend },
        metallic: 0.2,
        perceptual_roughness: 0.8,
        ..default()
    }
}

/// The look of a piece of this age with this many ticks left: it cools first, and fades at last.
fn look(age_ticks: u32, ticks_left: u32) -> u32 {
    match fading_step(ticks_left) {
        0 => (age_ticks / COOLING_STEP_TICKS).min(COOLING_STEPS),
        step => COOLING_STEPS + step,
    }
}

/// The fading step of a piece with this many ticks left.
fn fading_step(ticks_left: u32) -> u32 {
    let gone = FADING_TICKS.saturating_sub(ticks_left);
    (gone * FADING_STEPS).div_ceil(FADING_TICKS)
}

/// The turn of a piece in the frame of its wreck: the frames of all pieces of a hull begin alike.
fn own_turn(number: u32) -> Quat {
    let mut dice = Dice::new(u64::from(number) ^ 0x3b1c);
    let axis = direction(&mut dice).as_vec3().normalize_or(Vec3::Y);
    Quat::from_axis_angle(axis, dice.between(0.0, TAU))
}

/// A wreck that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drifting {
    place: DVec3,
    turn: Quat,
    radius_km: f64,
    number: u32,
    ticks_left: u32,
}

type PieceParts<'a> = (
    &'a WreckPiece,
    &'a mut Transform,
    &'a mut Visibility,
    &'a mut Mesh3d,
    &'a mut MeshMaterial3d<StandardMaterial>,
);

/// Puts pieces in the places of the nearest wrecks.
pub fn place_wrecks(
    scene: EffectInputs,
    sight: Sight,
    places: Res<BodyPlaces>,
    moment: Res<Moment>,
    models: Res<WreckModels>,
    wrecks: Query<&Wreck>,
    mut near: Local<Vec<Drifting>>,
    mut pieces: Query<PieceParts>,
    mut drawn: ResMut<Drawn>,
) {
    near.clear();
    for wreck in &wrecks {
        let place = places.of(wreck.body) + wreck.offset - wreck.step * (1.0 - moment.fraction);
        let is_large = scene.project(place).is_some_and(|(pixel, per_km)| {
            wreck.radius_km * per_km > LEAST_PIXELS && scene.is_near_picture(pixel)
        });
        if is_large && sight.view().sees_place(place) {
            near.push(Drifting {
                place,
                turn: wreck.turn,
                radius_km: wreck.radius_km,
                number: wreck.id.0,
                ticks_left: wreck.ticks_left,
            });
        }
    }
    scene.view.keep_nearest(&mut near, scene.caps.pieces, |wreck| wreck.place);
    drawn.note("wrecks", near.len());
    let life = ticks(scene.arms_table.rules.wrecks.life_s);
    for (piece, mut transform, mut visibility, mut mesh, mut material) in &mut pieces {
        let Some(wreck) = near.get(piece.0) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let radius = (wreck.radius_km / UNIT_KM) as f32;
        *transform = Transform {
            translation: scene.origin.place(wreck.place),
            rotation: turned_rotation(wreck.turn.as_dquat()) * own_turn(wreck.number),
            scale: Vec3::splat(radius),
        };
        let shape = (u64::from(wreck.number) % SHAPES) as usize;
        if let Some(wanted) = models.shapes.get(shape).filter(|wanted| **wanted != mesh.0) {
            mesh.0 = wanted.clone();
        }
        let look = look(life.saturating_sub(wreck.ticks_left), wreck.ticks_left) as usize;
        if let Some(wanted) = models.paints.get(look).filter(|wanted| **wanted != material.0) {
            material.0 = wanted.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::mesh_builder::test_support::is_sound;

    #[test]
    fn pieces_are_solid_ragged_and_differ() {
        let all: Vec<MeshKit> = (0..SHAPES).map(broken).collect();
        for (index, kit) in all.iter().enumerate() {
            assert!(is_sound(kit), "{index}");
            assert!((80..400).contains(&kit.triangles().len()), "{index}: {}", kit.triangles().len());
            assert!(all.iter().skip(index + 1).all(|other| other != kit));
        }
        assert_eq!(broken(3), broken(3));
        let reaches: Vec<f32> = {
            let half = Vec3::new(0.4, 0.3, 0.5);
            ragged_rim(Vec3::ZERO, half, -1.0, &mut Dice::new(4)).iter().map(|point| point.z).collect()
        };
        let (low, high) =
            reaches.iter().fold((0.0_f32, -1.0_f32), |(low, high), z| (low.min(*z), high.max(*z)));
        assert!(high < 0.0 && high - low > 0.1, "{reaches:?}");
    }

    #[test]
    fn pieces_of_a_hull_are_turned_each_in_its_own_way() {
        let bows: Vec<Vec3> = (0..20).map(|number| own_turn(number) * Vec3::Z).collect();
        let mean = bows.iter().sum::<Vec3>() / bows.len() as f32;
        assert!(mean.length() < 0.6, "{mean}");
        assert!(bows.iter().zip(&bows[1..]).all(|(one, other)| one.distance(*other) > 0.01));
    }

    #[test]
    fn a_piece_cools_and_then_fades_in_steps() {
        let light = |look: u32| light_of(FaceKind::Fitting, look)[0];
        assert_eq!(look(0, 400), 0);
        assert!(light(0) > 2 * light(4) && light(4) > 4 * light(look(400, 200)), "it cools");
        let [cold, fading] = [look(400, 200), look(400, 10)];
        assert_eq!(light_pixels(cold), light_pixels(fading));
        let alpha = |look: u32| paint(look, Handle::default()).base_color.alpha();
        assert!(alpha(cold) == 1.0 && alpha(fading) < 0.5);
        assert_eq!(fading_step(FADING_TICKS + 1), 0);
        assert_eq!(fading_step(FADING_TICKS), 0);
        assert_eq!(fading_step(0), FADING_STEPS);
        let looks: Vec<u32> = (0..=450).map(|age| look(age, 450 - age)).collect();
        assert!(looks.is_sorted());
        assert_eq!(looks.last(), Some(&(COOLING_STEPS + FADING_STEPS)));
    }

    /// The light of a kind of face of a piece of a look, bytes.
    fn light_of(kind: FaceKind, look: u32) -> [u32; 3] {
        let pixels = light_pixels(look);
        assert_eq!(pixels.len() as u32, 4 * GLOW_COUNT);
        [0, 1, 2].map(|channel| u32::from(pixels[4 * kind as usize + channel]))
    }

    #[test]
    fn torn_metal_glows() {
        assert!(light_of(FaceKind::Fitting, 0)[0] > 4 * light_of(FaceKind::Plates, 0)[0]);
        let brightest = HEAT + NIGHT_LIGHT;
        assert!(brightest.max_element() <= BRIGHTEST, "no light is cut off");
    }

    #[test]
    fn a_cold_piece_is_no_black_spot() {
        let light = light_of(FaceKind::Plates, COOLING_STEPS).map(|byte| BRIGHTEST * byte as f32 / 255.0);
        // The film curve makes an eighth of white of it: twice as much as the sky has, and less than a hull at night.
        assert!(light.iter().all(|light| (0.03..0.1).contains(light)), "{light:?}");
    }
}
