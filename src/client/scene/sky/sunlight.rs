//! Sunlight on bodies: direction, strength, and occluders, as numbers for the materials. It is for the screen
//! only.
//!
//! A moon's path and size are magnified together with its planet ("Scale" in [`crate::level`]), so its
//! shadow falls where the true one would.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use crate::client::scene::sky::surface::MOST_OCCLUDERS;
use crate::client::view::{Origin, turned};
use crate::level::{BodyKind, StarSystem};
use crate::orbit::AU_KM;
use crate::sim::BodyId;

/// Strength of the sunlight at 1 AU, in the unit of the materials.
const STRENGTH_AT_1_AU: f64 = 1.6;
/// Exponent of the fall-off of light with distance on the screen. In truth it is 2; an eye adapts to the body in
/// view, and a little less light is the only sign of a greater distance.
const FALL_OFF: f64 = 0.12;
/// Least and greatest strength, as shares of that at 1 AU.
const STRENGTH_RANGE: (f64, f64) = (0.62, 1.18);

/// The light of the star on ships, lux, and a faint light from above that lets the dark side of a hull keep its shape:
/// without air it is hardly lit. So are decks, which are what one sees from above and what sunlight only grazes. Plates
/// in full sunlight stay below white, so that the seams between them can be seen. The light that lets hulls be found at
/// night is in `hull.wgsl`.
const SHIP_LUX: f32 = 4_800.0;
const FILL_LUX: f32 = 400.0;
/// The light from all sides, candela per square metre.
const AMBIENT: f32 = 80.0;

/// Marks the light of the star, as it falls on ships.
#[derive(Component)]
pub struct ShipLight;

/// Spawns the lights that fall on ships.
pub fn spawn_lights(mut commands: Commands) {
    let light = |illuminance| DirectionalLight { illuminance, shadow_maps_enabled: false, ..default() };
    commands.spawn((ShipLight, light(SHIP_LUX), Transform::default()));
    commands.spawn((light(FILL_LUX), Transform::default().looking_to(Vec3::new(0.2, -1.0, -0.35), Vec3::Z)));
    commands.insert_resource(GlobalAmbientLight { brightness: AMBIENT, ..default() });
}

/// Turns the light on ships so that it comes from the star, relative to the focus.
pub fn turn_sunlight(origin: Res<Origin>, mut light: Single<&mut Transform, With<ShipLight>>) {
    let from_star = turned(origin.0.normalize_or(DVec3::X));
    light.look_to(from_star, Vec3::Y);
}

/// The light of the star on one body, if nothing stands in its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sunlight {
    /// Unit vector from the body toward the star, render frame.
    pub direction: Vec3,
    /// Colour times strength, linear RGB.
    pub color: Vec3,
    /// Radius of the star's true disc in the body's sky, radians.
    pub sun_angle: f32,
}

/// Strength of the sunlight, as a share of that at 1 AU, to an adapting eye.
fn adapted_strength(distance_km: f64) -> f64 {
    let distance_au = (distance_km / AU_KM).max(1.0e-3);
    libm::pow(distance_au, -FALL_OFF).clamp(STRENGTH_RANGE.0, STRENGTH_RANGE.1)
}

/// The sunlight on a body. `places` are those of all bodies, heliocentric ecliptic km.
pub fn sunlight_on(system: &StarSystem, places: &TiSlice<BodyId, DVec3>, body: BodyId) -> Sunlight {
    let toward = toward_star(system, places, body);
    let strength = STRENGTH_AT_1_AU * adapted_strength(toward.length());
    Sunlight {
        direction: turned(toward.normalize_or(DVec3::X)).normalize_or(Vec3::X),
        color: Vec3::splat(strength as f32),
        sun_angle: sun_angle(system, toward) as f32,
    }
}

/// Possible occluders of the star in the sky of a body, the largest first: place in the body-fixed frame (y north)
/// and radius, in radii of the body. At most [`MOST_OCCLUDERS`]. `jd` is the moment (TDB), for the rotation of the
/// body.
pub fn occluders_of(
    system: &StarSystem,
    places: &TiSlice<BodyId, DVec3>,
    body: BodyId,
    jd: f64,
) -> Vec<Vec4> {
    let to_local = system.orientation(body, jd).inverse();
    let radius_km = system.bodies[body].displayed_radius_km.max(f64::MIN_POSITIVE);
    let in_radii = |other: BodyId| {
        let offset = to_local * (places[other] - places[body]) / radius_km;
        turned(offset).extend((system.bodies[other].displayed_radius_km / radius_km) as f32)
    };
    occluding_bodies(system, places, body).into_iter().map(in_radii).collect()
}

/// The star that lights the sky: the first one.
fn star_of(system: &StarSystem) -> Option<BodyId> {
    system.bodies.position(|body| body.kind == BodyKind::Star)
}

/// Radius of the star's true disc, radians, by the way to it, km.
fn sun_angle(system: &StarSystem, toward: DVec3) -> f64 {
    let radius_km = star_of(system).map_or(0.0, |star| system.bodies[star].radius_km);
    radius_km / toward.length().max(1.0)
}

/// The way from a body to the star that lights the sky, km.
pub(super) fn toward_star(system: &StarSystem, places: &TiSlice<BodyId, DVec3>, body: BodyId) -> DVec3 {
    star_of(system).map_or(DVec3::X, |star| places[star] - places[body])
}

/// The bodies of the same planet's family whose shadow touches a body, the largest in its sky first.
fn occluding_bodies(system: &StarSystem, places: &TiSlice<BodyId, DVec3>, body: BodyId) -> Vec<BodyId> {
    let toward = toward_star(system, places, body);
    let (sunward, sun_angle) = (toward.normalize_or(DVec3::X), sun_angle(system, toward));
    let radius_km = system.bodies[body].displayed_radius_km;
    let mut found: Vec<(f64, BodyId)> = Vec::new();
    for (other, place) in places.iter_enumerated() {
        if !is_of_one_family(system, body, other) {
            continue;
        }
        let offset = *place - places[body];
        let along = offset.dot(sunward);
        let beside = (offset - sunward * along).length();
        let other_radius_km = system.bodies[other].displayed_radius_km;
        if along > 0.0 && beside < radius_km + other_radius_km + along * sun_angle {
            found.push((other_radius_km / along, other));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.into_iter().take(MOST_OCCLUDERS).map(|(_, other)| other).collect()
}

/// Whether two bodies are a planet and its moon, or moons of one planet.
fn is_of_one_family(system: &StarSystem, body: BodyId, other: BodyId) -> bool {
    if body == other || [body, other].iter().any(|one| system.bodies[*one].kind == BodyKind::Star) {
        return false;
    }
    let (parent, other_parent) = (system.bodies[body].parent, system.bodies[other].parent);
    let have_one_planet =
        parent == other_parent && parent.is_some_and(|one| system.bodies[one].kind != BodyKind::Star);
    parent == Some(other) || other_parent == Some(body) || have_one_planet
}

#[cfg(test)]
mod tests {
    use typed_index_collections::TiVec;

    use super::*;
    use crate::client::models::mesh_builder::{Coat, OwnerPaint};
    use crate::client::view::camera::EXPOSURE;
    use crate::rules::test_support::shipped_level;

    fn sol() -> StarSystem {
        StarSystem::build(&shipped_level("sol.ron")).expect("it is sound")
    }

    /// The earth at one AU from the sun, everything else far off.
    struct Eclipse {
        system: StarSystem,
        places: TiVec<BodyId, DVec3>,
        earth: BodyId,
        moon: BodyId,
    }

    fn eclipse() -> Eclipse {
        let system = sol();
        let [sun, earth, moon] = ["Sun", "Earth", "Moon"].map(|name| system.find(name).unwrap());
        let mut places: TiVec<BodyId, DVec3> =
            vec![DVec3::new(0.0, 50.0 * AU_KM, 0.0); system.bodies.len()].into();
        places[sun] = DVec3::ZERO;
        places[earth] = DVec3::X * AU_KM;
        Eclipse { system, places, earth, moon }
    }

    #[test]
    fn light_falls_off_gently_and_within_its_range() {
        assert!((adapted_strength(AU_KM) - 1.0).abs() < 1e-12);
        assert!(adapted_strength(0.4 * AU_KM) > 1.0 && adapted_strength(0.4 * AU_KM) < 1.2);
        assert!(adapted_strength(40.0 * AU_KM) < 0.7 && adapted_strength(40.0 * AU_KM) > 0.6);
        assert!(adapted_strength(0.0).is_finite());
    }

    #[test]
    fn hulls_in_full_sunlight_are_bright_and_not_white() {
        let lit = SHIP_LUX * EXPOSURE.exposure() / std::f32::consts::PI;
        for owner in [Color::BLACK, Color::srgb(0.3, 0.6, 1.0), Color::WHITE] {
            let [red, green, blue, _] = OwnerPaint::of(owner).color(Coat::HULL);
            let brightest = lit * red.max(green).max(blue);
            assert!((0.45..0.9).contains(&brightest), "{owner:?}: {brightest}");
        }
        const { assert!(FILL_LUX < 0.1 * SHIP_LUX) };
    }

    /// A number of the shader of hulls.
    fn of_shader(name: &str) -> f32 {
        let shader = include_str!("../../../../assets/shaders/hull.wgsl");
        let (_, after) = shader.split_once(&format!("const {name}: f32 = ")).expect("it is there");
        after.split(';').next().and_then(|number| number.parse().ok()).expect("it is a number")
    }

    #[test]
    fn hulls_at_night_are_seen_and_those_in_sunlight_are_as_bright_as_without_it() {
        let [red, green, blue, _] = OwnerPaint::of(Color::BLACK).color(Coat::HULL);
        let paint = red.max(green).max(blue);
        let sunlit = paint * SHIP_LUX * EXPOSURE.exposure() / std::f32::consts::PI;
        assert!(sunlit > of_shader("DAYLIGHT"), "{sunlit}");
        let night = paint * (AMBIENT * EXPOSURE.exposure() + of_shader("STARLIGHT"));
        // The film curve makes a fourth of white of a tenth.
        assert!((0.13..0.25 * sunlit).contains(&night), "{night}");
        // The small hulls of a fight are brighter, and the side in the sun stays the bright one.
        let far_light = of_shader("STARLIGHT") * (1.0 + of_shader("FAR_LIGHT"));
        let far = paint * (AMBIENT * EXPOSURE.exposure() + far_light);
        assert!((1.3 * night..0.4 * sunlit).contains(&far), "{far}");
    }

    #[test]
    fn a_moon_before_the_star_shades_its_planet_and_not_the_other_way_round() {
        let Eclipse { system, mut places, earth, moon } = eclipse();
        let radius_km = system.bodies[earth].displayed_radius_km;
        places[moon] = places[earth] - DVec3::X * radius_km * 60.0;
        let [occluder] = occluders_of(&system, &places, earth, system.epoch_jd)[..] else {
            panic!("one moon")
        };
        assert!((occluder.truncate().length() - 60.0).abs() < 0.01);
        let sun_angle = sunlight_on(&system, &places, earth).sun_angle;
        assert!((0.004..0.005).contains(&sun_angle), "{sun_angle}");
        assert!(occluders_of(&system, &places, moon, system.epoch_jd).is_empty());
    }

    #[test]
    fn a_moon_beside_the_way_of_the_light_shades_nobody() {
        let Eclipse { system, mut places, earth, moon } = eclipse();
        places[moon] = places[earth] + DVec3::Y * system.bodies[earth].displayed_radius_km * 60.0;
        assert!(occluders_of(&system, &places, earth, system.epoch_jd).is_empty());
    }
}
