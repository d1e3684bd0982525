//! The bodies of the sky as lit spheres, with their place, size and true orientation.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::ecs::system::SystemParam;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use typed_index_collections::TiVec;

use crate::client::frame::{Player, Relation, visible_if};
use crate::client::input::Pick;
use crate::client::input::picking::MAGNET_PIXELS;
use crate::client::models::FactionColors;
use crate::client::scene::labels::markers::{IconShape, Marker, MarkerStyle, Markers, Owner};
use crate::client::scene::sky::body_maps::AwaitsMaps;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::sunlight::{occluders_of, sunlight_on};
use crate::client::scene::sky::surface::{
    BodyLook, BodyMaterial, FineSurfaces, GlowMaterial, RingMaterial, SunGlow, glow_mesh, look_of, ring_mesh,
};
use crate::client::view::{
    BodyPlaces, Moment, Origin, ScreenAnchor, Sight, UNIT_KM, ViewCamera, turned_rotation,
};
use crate::level::{BodyKind, SystemBody};
use crate::sim::{Body, BodyId, Sky};

/// From this size on the screen a sphere gets its fine mesh, pixels; a lumpy body gets the finest one.
const FINE_MESH_PIXELS: f64 = 60.0;
/// From this size on the screen a lumpy body gets the fine mesh, pixels: its outline shows every side of the mesh.
const LUMPY_MESH_PIXELS: f64 = 10.0;
/// Least size of a drawn sphere on the screen: below it the icon represents the body.
const LEAST_PIXELS: f64 = 0.4;

/// The sphere of a body.
#[derive(Component, Clone, Copy, Debug)]
pub struct BodySphere(pub BodyId);

/// The dust rings of a body.
#[derive(Component, Clone, Copy, Debug)]
pub struct DustRing(pub BodyId);

/// The corona of a star.
#[derive(Component, Clone, Copy, Debug)]
pub struct Corona(pub BodyId);

/// How far the colour of a body that is no star goes from grey-white toward that of its surface, at most, and the hue
/// that it may have: planets are told apart, but a red one must not look like one of the red faction.
const MOST_SHARE: f32 = 0.6;
const MOST_HUE: f32 = 0.24;
/// Radii at which a planet is no small rock any more, and at which it is a giant, km; the sizes of the icons of small
/// rocks, of planets like the Earth, and of giants, pixels.
const PLANET_KM: (f64, f64) = (3_000.0, 15_000.0);
const PLANET_PIXELS: (f32, f32, f32) = (16.0, 20.0, 28.0);
/// The colour of bodies without any hue, sRGB.
const NEUTRAL: Srgba = Srgba::rgb(0.78, 0.80, 0.83);

/// The colour of each body's icon, name and orbit while it has no owner, in the order of the sky.
#[derive(Resource, Clone, Debug, Default)]
pub struct BodyColors(pub TiVec<BodyId, Color>);

/// Query bundle for the colours of bodies: of an owned one that of its owner, as far as the player knows.
#[derive(SystemParam)]
pub struct BodyPaint<'w, 's> {
    sight: Sight<'w, 's>,
    player: Res<'w, Player>,
    factions: Res<'w, FactionColors>,
    unowned: Res<'w, BodyColors>,
}

impl BodyPaint<'_, '_> {
    /// The owner of a body.
    pub fn owner(&self, body: BodyId) -> Option<Owner> {
        let view = self.sight.view();
        let owner = view.owner(body)?;
        let relation = Relation::of(owner, self.player.faction, &view.almanac().sides);
        Some(Owner { color: self.factions.of(owner), relation })
    }

    /// The colour of the lines of a body: its orbit, its ghosts, the signs on its orbit.
    pub fn of(&self, body: BodyId) -> Color {
        let own = || self.unowned.0.get(body).copied().unwrap_or(Color::from(NEUTRAL));
        self.owner(body).map_or_else(own, |owner| owner.color)
    }
}

/// The meshes that all spheres share.
#[derive(Resource, Clone, Debug)]
pub struct SphereMeshes {
    coarse: Handle<Mesh>,
    fine: Handle<Mesh>,
    finest: Handle<Mesh>,
}

impl SphereMeshes {
    fn new(meshes: &mut Assets<Mesh>) -> Self {
        Self {
            coarse: meshes.add(BodySphere::mesh(32, 18)),
            fine: meshes.add(BodySphere::mesh(128, 64)),
            finest: meshes.add(BodySphere::mesh(256, 128)),
        }
    }

    /// The mesh of a body of this radius on the screen, pixels.
    fn of(&self, pixels: f64, is_lumpy: bool) -> &Handle<Mesh> {
        let (usual, large) = if is_lumpy { (&self.fine, &self.finest) } else { (&self.coarse, &self.fine) };
        if pixels > FINE_MESH_PIXELS {
            large
        } else if pixels > LUMPY_MESH_PIXELS {
            usual
        } else {
            &self.coarse
        }
    }
}

/// Spawns a sphere and its attachments for every body of the sky.
pub fn spawn_bodies(
    mut commands: Commands,
    sky: Res<Sky>,
    mut crowd: ResMut<Crowd>,
    bodies: Query<(Entity, &Body), Without<ScreenAnchor>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut surfaces: ResMut<Assets<BodyMaterial>>,
    mut rings: ResMut<Assets<RingMaterial>>,
    mut glows: ResMut<Assets<GlowMaterial>>,
    mut markers: Markers,
) {
    let sphere_meshes = SphereMeshes::new(&mut meshes);
    let mut colors = Vec::with_capacity(sky.system.bodies.len());
    for (index, body) in sky.system.bodies.iter_enumerated() {
        let look = look_of(&body.name, body.kind, body.radius_km, body.look.as_ref());
        colors.push(unowned_color(body.kind, look.icon_color));
        let BodyLook { material, rings: ring, maps: files, .. } = look;
        let has_weather = material.has_weather();
        let mut spawned = commands.spawn(sphere(index, sphere_meshes.coarse.clone(), surfaces.add(material)));
        if files.is_some() || has_weather {
            spawned.insert(AwaitsMaps::new(files, has_weather));
        }
        if let Some(ring) = ring {
            let mesh = meshes.add(ring_mesh(ring.inner_radii, ring.outer_radii, 192));
            commands.spawn(dust_ring(index, mesh, rings.add(ring.material)));
        }
        if body.kind == BodyKind::Star {
            let color = look.icon_color.to_linear();
            let light = GlowMaterial::new(Vec3::new(color.red, color.green, color.blue));
            commands.spawn(corona(index, meshes.add(glow_mesh()), glows.add(light)));
        }
    }
    *crowd = Crowd::of(&sky.system);
    for (entity, body) in &bodies {
        let this = &sky.system.bodies[body.0];
        let style = style_of(this, colors[body.0.0]);
        commands.entity(entity).insert((
            Pick { weight: style.weight * 0.01, magnet: MAGNET_PIXELS, ..default() },
            ScreenAnchor { radius_km: this.displayed_radius_km, ..default() },
        ));
        if !crowd.is_dot(body.0) {
            commands.entity(entity).insert(markers.spawn(&this.name, style));
        }
    }
    commands.insert_resource(BodyColors(colors.into()));
    commands.insert_resource(sphere_meshes);
}

fn sphere(body: BodyId, mesh: Handle<Mesh>, surface: Handle<BodyMaterial>) -> impl Bundle {
    (BodySphere(body), Mesh3d(mesh), MeshMaterial3d(surface), NotShadowCaster, NotShadowReceiver)
}

fn dust_ring(body: BodyId, mesh: Handle<Mesh>, dust: Handle<RingMaterial>) -> impl Bundle {
    let shape = (Mesh3d(mesh), NoFrustumCulling, NotShadowCaster, NotShadowReceiver);
    (DustRing(body), shape, MeshMaterial3d(dust))
}

fn corona(body: BodyId, mesh: Handle<Mesh>, light: Handle<GlowMaterial>) -> impl Bundle {
    (Corona(body), SunGlow, Mesh3d(mesh), MeshMaterial3d(light))
}

/// The colour of the icon, name and orbit of a body without an owner: a star's own, and a grey-white with a hint of the
/// surface for all others.
fn unowned_color(kind: BodyKind, surface: Color) -> Color {
    if kind == BodyKind::Star {
        return surface;
    }
    let surface = surface.to_srgba();
    let parts = Vec3::new(surface.red, surface.green, surface.blue);
    let hue = parts.max_element() - parts.min_element();
    NEUTRAL.mix(&surface, (MOST_HUE / hue).min(MOST_SHARE)).into()
}

impl BodySphere {
    /// A unit sphere with the given numbers of sides round the equator and from pole to pole.
    fn mesh(sectors: u32, stacks: u32) -> Mesh {
        // The pole of a body is y in the renderer, while Bevy's sphere has its poles on z.
        let upright = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        bevy::math::primitives::Sphere::new(1.0).mesh().uv(sectors, stacks).rotated_by(upright)
    }
}

/// Tells markers of bodies whose they are, as far as the player knows.
pub fn mark_owners(paint: BodyPaint, mut bodies: Query<(&Body, &mut Marker)>) {
    for (body, mut marker) in &mut bodies {
        let owner = paint.owner(body.0);
        if marker.owner() != owner {
            marker.set_owner(owner);
        }
    }
}

/// The look of the marker of a body.
pub(super) fn style_of(body: &SystemBody, color: Color) -> MarkerStyle {
    let (shape, size, weight) = icon_of(body.kind, body.radius_km);
    MarkerStyle { shape: Some(shape), color, size, weight }
}

/// The icon of a body of a kind and a true radius, its size in pixels, and the importance of its name in a crowd. The
/// name of a comet gives way to that of a planet even where it is shown already, which counts 0.5.
pub(in crate::client::scene) fn icon_of(kind: BodyKind, radius_km: f64) -> (IconShape, f32, f32) {
    match kind {
        BodyKind::Star => (IconShape::Star, 20.0, 9.0),
        BodyKind::Planet => (IconShape::Disc, planet_pixels(radius_km), 8.0),
        BodyKind::Dwarf => (IconShape::Ring, 13.0, 5.0),
        BodyKind::Moon => (IconShape::Dot, 11.0, 3.0),
        BodyKind::Comet => (IconShape::Comet, 10.0, 7.25),
    }
}

/// Size of the icon of a planet, pixels: a giant is told from a small planet, and both from what is no planet.
fn planet_pixels(radius_km: f64) -> f32 {
    let ((rock_km, giant_km), (rock, usual, giant)) = (PLANET_KM, PLANET_PIXELS);
    if radius_km < rock_km {
        rock
    } else if radius_km < giant_km {
        usual
    } else {
        giant
    }
}

/// Copies the places of bodies in this frame, for icons, names and picking.
pub fn note_places(places: Res<BodyPlaces>, mut bodies: Query<(&Body, &mut ScreenAnchor)>) {
    for (body, mut seen) in &mut bodies {
        seen.place = places.0[body.0];
    }
}

/// Sets place, size and orientation of the spheres.
pub fn place_spheres(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    moment: Res<Moment>,
    time: Res<Time<Virtual>>,
    (meshes, fine): (Res<SphereMeshes>, Res<FineSurfaces>),
    mut surfaces: ResMut<Assets<BodyMaterial>>,
    mut spheres: Query<(
        &BodySphere,
        &mut Transform,
        &mut Mesh3d,
        &MeshMaterial3d<BodyMaterial>,
        &mut Visibility,
    )>,
) {
    for (sphere, mut transform, mut mesh, material, mut visibility) in &mut spheres {
        let body = &sky.system.bodies[sphere.0];
        let place = places.0[sphere.0];
        let distance = view.eye.distance(place).max(body.displayed_radius_km);
        let pixels = body.displayed_radius_km * view.pixels_per_radius(distance);
        let is_seen = pixels > LEAST_PIXELS;
        visibility.set_if_neq(visible_if(is_seen));
        if !is_seen {
            continue;
        }
        *transform = Transform {
            translation: origin.place(place),
            rotation: turned_rotation(sky.system.orientation(sphere.0, moment.jd)),
            scale: Vec3::splat((body.displayed_radius_km / UNIT_KM) as f32),
        };
        if let Some(mut material) = surfaces.get_mut(&material.0) {
            let wanted = meshes.of(pixels, material.uniform.lumpiness > 0.0);
            if mesh.0 != *wanted {
                mesh.0 = wanted.clone();
            }
            let light = sunlight_on(&sky.system, &places.0, sphere.0);
            let occluders = occluders_of(&sky.system, &places.0, sphere.0, moment.jd);
            material.is_frugal = !fine.0;
            material.set_moment(light.direction, time.elapsed_secs());
            material.set_sunlight(light.color, light.sun_angle, &occluders);
        }
    }
}

/// Puts dust rings about their bodies.
pub fn place_rings(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    moment: Res<Moment>,
    mut materials: ResMut<Assets<RingMaterial>>,
    mut rings: Query<(&DustRing, &mut Transform, &MeshMaterial3d<RingMaterial>)>,
) {
    for (ring, mut transform, material) in &mut rings {
        let body = &sky.system.bodies[ring.0];
        *transform = Transform {
            translation: origin.place(places.0[ring.0]),
            rotation: turned_rotation(sky.system.orientation(ring.0, moment.jd)),
            scale: Vec3::splat((body.displayed_radius_km / UNIT_KM) as f32),
        };
        if let Some(mut material) = materials.get_mut(&material.0) {
            let light = sunlight_on(&sky.system, &places.0, ring.0);
            material.uniform.sun_direction = light.direction;
            material.uniform.sun_color = light.color;
            material.uniform.sun_angle = light.sun_angle;
        }
    }
}

/// Puts coronas about their stars.
pub fn place_coronas(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    mut coronas: Query<(&Corona, &mut Transform)>,
) {
    for (corona, mut transform) in &mut coronas {
        transform.translation = origin.place(places.0[corona.0]);
        transform.scale = Vec3::splat((sky.system.bodies[corona.0].displayed_radius_km / UNIT_KM) as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if the outline of a comet's nucleus is a polygon, or if round bodies cost as much.
    #[test]
    fn lumpy_bodies_have_finer_meshes_than_round_ones() {
        let mut assets = Assets::<Mesh>::default();
        let meshes = SphereMeshes::new(&mut assets);
        let corners =
            |pixels, is_lumpy| assets.get(meshes.of(pixels, is_lumpy)).map_or(0, Mesh::count_vertices);
        assert!(corners(5.0, true) == corners(5.0, false), "a speck needs no shape");
        for pixels in [30.0, 300.0] {
            assert!(corners(pixels, true) > 3 * corners(pixels, false), "{pixels}");
        }
        // The chords of a mesh are no longer than some pixels, as far as it is used.
        assert!(corners(300.0, true) > 250 * 125 && corners(30.0, true) > 125 * 60);
    }

    #[test]
    fn planets_have_their_names_before_comets() {
        let weight = |kind: BodyKind| icon_of(kind, 5_000.0).2;
        assert!(
            weight(BodyKind::Planet) > weight(BodyKind::Comet) + 0.5,
            "that of the comet is shown already"
        );
        assert!(weight(BodyKind::Comet) > 7.0, "it stands for that of a fleet there");
    }

    #[test]
    fn planets_are_told_from_each_other_and_from_smaller_bodies() {
        let size = |kind: BodyKind, radius_km: f64| icon_of(kind, radius_km).1;
        let [mercury, earth, jupiter] = [2_440.0, 6_371.0, 71_492.0].map(|km| size(BodyKind::Planet, km));
        assert!(mercury + 1.0 < earth && earth + 3.0 < jupiter);
        let minor = [BodyKind::Dwarf, BodyKind::Moon, BodyKind::Comet].map(|kind| size(kind, 900.0));
        assert!(minor.into_iter().all(|pixels| pixels < mercury));
        // The icons of Mercury, Venus and Mars.
        let surfaces = ["#b5a99c", "#f0d490", "#e8794a"].map(|hex| Srgba::hex(hex).expect("it is a colour"));
        let shown = surfaces.map(|surface| unowned_color(BodyKind::Planet, surface.into()).to_srgba());
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let [one, other] =
                [shown[one], shown[other]].map(|color| Vec3::new(color.red, color.green, color.blue));
            assert!(one.distance(other) > 0.12, "{one} {other}");
        }
    }

    #[test]
    fn the_halo_of_a_star_far_away_is_wider_than_its_icon() {
        let halo = GlowMaterial::new(Vec3::ONE).uniform.least_angle;
        let pixels = halo * ViewCamera::default().pixels_per_radius(1.0) as f32;
        let (_, icon_pixels, _) = icon_of(BodyKind::Star, 7.0e5);
        assert!(pixels > 3.0 * icon_pixels, "{pixels}");
    }

    #[test]
    fn only_stars_have_a_colour_that_could_be_a_factions() {
        let red = Color::srgb(0.9, 0.2, 0.1);
        let hue = |color: Color| {
            let [red, green, blue, _] = color.to_srgba().to_f32_array();
            red.max(green).max(blue) - red.min(green).min(blue)
        };
        assert_eq!(unowned_color(BodyKind::Star, red), red);
        for kind in [BodyKind::Planet, BodyKind::Dwarf, BodyKind::Moon, BodyKind::Comet] {
            let shown = unowned_color(kind, red);
            assert!(hue(shown) > 0.0 && hue(shown) < 0.25, "{kind:?}: {shown:?}");
        }
    }
}
