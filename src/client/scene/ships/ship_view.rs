//! Ships on the screen: a small hull of its class in its owner's livery that leans into its turns, and an icon from
//! afar.

use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{Player, Relation, visible_if};
use crate::client::input::{Pick, Selected, UnderPointer};
use crate::client::models::faction_materials::FactionMaterials;
use crate::client::models::hulls::HullPlan;
use crate::client::models::mesh_builder::plume::{plume, roots_of, stern_of};
use crate::client::models::mesh_builder::{Finish, seed_of};
use crate::client::models::{FactionColors, FactionMaterialMaker, HullMaterial, ShipMark, hulls};
use crate::client::scene::labels::markers::{IconShape, Marker, MarkerStyle, Markers};
use crate::client::scene::parts::PartOf;
use crate::client::scene::ships::DrawnHull;
use crate::client::scene::ships::engines::{Burn, JetsOf};
use crate::client::scene::ships::hull_points::HullPoints;
use crate::client::scene::ships::jet_material::JetMaterial;
use crate::client::scene::ships::trails::Trail;
use crate::client::view::{
    Origin, RenderPosition, ScreenAnchor, SeenShips, Sight, UNIT_KM, ViewCamera, middle, turned,
};
use crate::level::ShipClass;
use crate::sim::{ClassId, FactionId, Fleet, Flight, MemberOf, Members, Ship, ShipClasses, Sides};

/// Least size of a drawn hull on the screen, where no mark is in its place.
const LEAST_PIXELS: f64 = 1.0;
/// Importance of a ship's mark in a crowd, and of the ship under the pointer.
const MARK_WEIGHT: f32 = 6.0;
const PICK_WEIGHT: f32 = 0.5;
/// Time constant of the bank, seconds of real time.
const LEANING_S: f32 = 0.4;
/// Greatest bank of a ship, radians: 35 degrees.
const STEEPEST_BANK: f32 = 35.0 * std::f32::consts::PI / 180.0;
/// Turn rate at the greatest bank, radians per second of real time.
const STEEPEST_BANK_TURN: f32 = 1.2;

/// A ship that already has its marker, and what its hull is made of. The hull is spawned when it is seen first: from
/// afar most ships are icons, and every entity costs time in every frame.
#[derive(Component, Clone, Debug)]
pub struct ShipModel {
    hull: Option<Entity>,
    model: Model,
    paint: Handle<HullMaterial>,
    jet_light: Handle<JetMaterial>,
}

impl ShipModel {
    /// Spawns the hull of a ship in its place, and its jets, hidden. Returns the hull.
    fn spawn(&self, commands: &mut Commands, ship: Entity, place: Transform) -> Entity {
        let shadowless = || (NotShadowCaster, NotShadowReceiver);
        let hull = (
            PartOf(ship),
            DrawnHull,
            Mesh3d(self.model.hull.clone()),
            MeshMaterial3d(self.paint.clone()),
            (place, Visibility::Inherited, shadowless()),
        );
        let hull = commands.spawn(hull).id();
        commands.spawn((
            PartOf(ship),
            JetsOf { ship, hull, stern: self.model.stern },
            Mesh3d(self.model.jets.clone()),
            MeshMaterial3d(self.jet_light.clone()),
            (Visibility::Hidden, shadowless()),
        ));
        hull
    }
}

/// The bank of a ship in its turns.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Lean {
    /// Heading in the frame before, in the renderer's axes.
    heading: Option<Vec3>,
    /// Smoothed turn rate to the left, radians per second.
    turning: f32,
}

impl Lean {
    /// Updates with a frame's heading; nothing changes while the world is paused.
    fn follow(&mut self, heading: Vec3, seconds: f32) {
        if seconds > 0.0 {
            let before = self.heading.replace(heading).unwrap_or(heading);
            let rate = left_turn(before, heading) / seconds;
            self.turning = smoothed(self.turning, rate, seconds);
        }
    }
}

/// Turn of a heading to the left about the screen's up axis, radians; both are unit vectors of the renderer.
fn left_turn(before: Vec3, now: Vec3) -> f32 {
    before.cross(now).y.atan2(before.dot(now))
}

/// The smoothed turn rate after a frame with this `rate`. The result is limited rather than `rate`, because
/// headings change from tick to tick: some frames see all of a turn, others none.
fn smoothed(turning: f32, rate: f32, seconds: f32) -> f32 {
    let share = 1.0 - (-seconds / LEANING_S).exp();
    (turning + (rate - turning) * share).clamp(-STEEPEST_BANK_TURN, STEEPEST_BANK_TURN)
}

/// Bank to the left of a ship with this turn rate to the left, radians.
fn bank_angle(turning: f32) -> f32 {
    (turning / STEEPEST_BANK_TURN).clamp(-1.0, 1.0) * STEEPEST_BANK
}

/// The scale of a unit hull for a ship: as wide as the ship, and stretched along the bow to its length.
fn hull_scale(ship: &Ship) -> Vec3 {
    let (width, length) = (ship.radius_km, ship.bound_km());
    Vec3::new((width / UNIT_KM) as f32, (width / UNIT_KM) as f32, (length / UNIT_KM) as f32)
}

/// The common assets of ships of one class and owner.
#[derive(Clone, Debug)]
struct Model {
    hull: Handle<Mesh>,
    jets: Handle<Mesh>,
    points: HullPoints,
    /// The origin of the jets on the z axis of the unit hull.
    stern: f32,
}

impl Model {
    fn new(
        class: Option<&ShipClass>,
        ship: &Ship,
        faction_materials: &FactionMaterials,
        meshes: &mut Assets<Mesh>,
    ) -> Self {
        let plan = class.map_or(HullPlan::default(), HullPlan::from);
        let class_seed = seed_of(faction_materials.seed, class.map_or("", |class| class.name.as_str()));
        let kit = hulls::build(plan, faction_materials.style, faction_materials.seed, class_seed);
        let finish = Finish::of_ship(ship.radius_km, ship.bound_km(), roots_of(kit.nozzles()));
        let mesh = kit.mesh(&faction_materials.palette, &finish);
        Self {
            points: HullPoints::of(&mesh),
            hull: meshes.add(mesh),
            jets: meshes.add(plume(kit.nozzles())),
            stern: stern_of(kit.nozzles()),
        }
    }
}

/// Cache of ship models, by class and faction, and the light of all jets.
#[derive(Resource, Default)]
pub struct ShipStore {
    models: HashMap<(ClassId, FactionId), Model>,
    jet_light: Option<Handle<JetMaterial>>,
}

/// Gives models and markers to ships in sight without them.
pub fn dress_ships(
    mut commands: Commands,
    ships: Query<(Entity, &Ship, &MemberOf), Without<ShipModel>>,
    in_sight: SeenShips,
    fleets: Query<&Fleet>,
    classes: Res<ShipClasses>,
    (player, sides): (Res<Player>, Res<Sides>),
    mut store: ResMut<ShipStore>,
    (mut meshes, mut jet_lights): (ResMut<Assets<Mesh>>, ResMut<Assets<JetMaterial>>),
    mut material_cache: FactionMaterialMaker,
    mut markers: Markers,
) {
    let ShipStore { models, jet_light } = &mut *store;
    for (entity, ship, fleet) in ships.iter().filter(|(entity, ..)| in_sight.shows(*entity)) {
        let Ok(fleet) = fleets.get(fleet.0) else { continue };
        let class = classes.0.get(ship.class);
        let mark = class.map_or(ShipMark::default(), ShipMark::of);
        let color = material_cache.color(fleet.faction);
        let faction_materials = material_cache.of(fleet.faction);
        let key = (ship.class, fleet.faction);
        let model =
            models.entry(key).or_insert_with(|| Model::new(class, ship, &faction_materials, &mut meshes));
        let jet_light = jet_light.get_or_insert_with(|| jet_lights.add(JetMaterial::default()));
        let (shape, size) = (Some(IconShape::Ship(mark)), mark.pixels());
        let style = MarkerStyle { shape, color, size, weight: MARK_WEIGHT };
        let relation = Relation::of(fleet.faction, player.faction, &sides);
        let mut marker = markers.spawn_of("", style, relation);
        marker.set_reach((ship.bound_km() / ship.radius_km) as f32);
        commands.entity(entity).insert((
            ShipModel {
                hull: None,
                model: model.clone(),
                paint: faction_materials.lit.clone(),
                jet_light: jet_light.clone(),
            },
            marker,
            Pick { weight: PICK_WEIGHT, ..default() },
            ScreenAnchor { radius_km: ship.radius_km, ..default() },
            Lean::default(),
            Burn::default(),
            Trail::from_stern(model.stern),
        ));
    }
}

type NamedFleet = (
    Entity,
    &'static Fleet,
    &'static Members,
    Option<&'static mut Marker>,
    Option<&'static mut ScreenAnchor>,
);

/// Shows the names of fleets, and keeps them and the middles of their ships up to date: a name stands at the mark that
/// is nearest to the middle. Close up it gives way to the hulls, unless its fleet is selected or under the pointer.
pub fn name_fleets(
    mut commands: Commands,
    mut fleets: Query<NamedFleet>,
    ships: Query<(&RenderPosition, &Ship, Has<Selected>)>,
    under: Option<Res<UnderPointer>>,
    sight: Sight,
    colors: Res<FactionColors>,
    mut texts: Query<&mut Text>,
    mut markers: Markers,
) {
    for (entity, fleet, members, marker, seen) in &mut fleets {
        let pointed = under.as_ref().and_then(|under| under.entity);
        let mut is_wanted = pointed == Some(entity);
        let mut hull_km = 0.0_f64;
        let mut in_sight: Vec<&RenderPosition> = Vec::new();
        for member in members.iter() {
            let Ok((shown, ship, is_selected)) = ships.get(member) else { continue };
            if sight.view().sees_ship(fleet.faction, ship.id) {
                is_wanted |= is_selected || pointed == Some(member);
                hull_km = hull_km.max(2.0 * ship.bound_km());
                in_sight.push(shown);
            }
        }
        let known = sight.view().fleet_name(fleet);
        let name = match in_sight.len() {
            0 | 1 => known.to_owned(),
            count => format!("{known} ({count})"),
        };
        let (place, is_hidden) =
            middle(in_sight.into_iter()).map_or((DVec3::ZERO, true), |place| (place, false));
        match (marker, seen) {
            (Some(mut marker), Some(mut seen)) => {
                (seen.place, seen.is_hidden) = (place, is_hidden);
                marker.rename(&name, &mut texts);
                marker.stand_back(if is_wanted { 0.0 } else { hull_km });
            }
            _ => {
                let color = colors.of(fleet.faction);
                let style = MarkerStyle { shape: None, color, size: 18.0, weight: 7.0 };
                let marker = markers.spawn(&name, style);
                commands.entity(entity).insert((
                    marker,
                    Pick::default(),
                    ScreenAnchor { place, is_hidden, ..default() },
                ));
            }
        }
    }
}

/// Hides the ships that the player may not know of.
pub fn hide_unseen(
    mut ships: Query<(&Ship, Option<&MemberOf>, &mut ScreenAnchor)>,
    fleets: Query<&Fleet>,
    sight: Sight,
) {
    let view = sight.view();
    let owner = |of: &MemberOf| fleets.get(of.0).map_or(FactionId::NOBODY, |fleet| fleet.faction);
    for (ship, of, mut seen) in &mut ships {
        // Without a fleet it has no owner.
        seen.is_hidden = !of.is_some_and(|of| view.sees_ship(owner(of), ship.id));
    }
}

type PlacedShip = (
    Entity,
    &'static Ship,
    &'static RenderPosition,
    &'static Flight,
    &'static mut ShipModel,
    Option<&'static Marker>,
    &'static mut ScreenAnchor,
    &'static mut Lean,
);

/// Sets the place, the heading and the bank of hulls. A hull is not seen while its mark stands in its place.
pub fn place_hulls(
    mut commands: Commands,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
    mut ships: Query<PlacedShip>,
    mut hulls: Query<(&mut Transform, &mut Visibility), With<DrawnHull>>,
) {
    let seconds = if time.is_paused() { 0.0 } else { real.delta_secs() };
    for (entity, ship, shown, flight, mut dressed, marker, mut seen, mut lean) in &mut ships {
        seen.place = shown.0;
        let heading = turned(flight.heading);
        lean.follow(heading, seconds);
        let depth = (shown.0 - view.eye).dot(view.forward);
        let reach_km = ship.bound_km();
        let is_ahead = !seen.is_hidden && depth > 0.0;
        let is_seen = is_ahead
            && reach_km * view.pixels_per_radius(depth) > LEAST_PIXELS
            && !marker.is_some_and(Marker::stands_for_object);
        let place = is_seen.then(|| hull_transform(ship, origin.place(shown.0), heading, &lean));
        let area = |place: Transform| dressed.model.points.area_km(&place, shown.0, &view);
        seen.hull_km = place.map_or(Rect::default(), area);
        let Some(hull) = dressed.hull else {
            if let Some(place) = place {
                let hull = dressed.spawn(&mut commands, entity, place);
                dressed.hull = Some(hull);
            }
            continue;
        };
        let Ok((mut transform, mut visibility)) = hulls.get_mut(hull) else { continue };
        visibility.set_if_neq(visible_if(is_seen));
        if let Some(place) = place {
            *transform = place;
        }
    }
}

/// The transform of a ship's hull at a place with a heading, both in the renderer's axes.
fn hull_transform(ship: &Ship, place: Vec3, heading: Vec3, lean: &Lean) -> Transform {
    let level = Transform::from_translation(place).looking_to(heading, Vec3::Y);
    let mut transform = level.with_scale(hull_scale(ship));
    // Hulls look along -z, so that this lifts the right side.
    transform.rotate_local_z(bank_angle(lean.turning));
    transform
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::models::triangle_mesh;
    use crate::client::scene::ships::engines::tests::ship;

    #[test]
    fn a_hull_is_made_when_it_is_seen_first_and_hidden_from_afar() {
        let mut world = World::new();
        world.init_resource::<Origin>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Time<Virtual>>();
        let mesh = triangle_mesh(vec![[0.0, 0.0, -1.0], [-0.4, 0.0, 1.0], [0.4, 0.0, 1.0]], vec![0, 1, 2]);
        let (hull, jets, points) = (Handle::default(), Handle::default(), HullPoints::of(&mesh));
        let model = Model { hull, jets, points, stern: 1.0 };
        let (paint, jet_light) = (Handle::default(), Handle::default());
        let flight = Flight { heading: DVec3::X, ..default() };
        let model = ShipModel { hull: None, model, paint, jet_light };
        let parts = (ship(), RenderPosition(DVec3::ZERO), flight, ScreenAnchor::default(), Lean::default());
        let ship = world.spawn((model, parts)).id();
        let mut seen_from = |distance_km: f64| {
            let eye = DVec3::NEG_Y * distance_km;
            world.insert_resource(ViewCamera { eye, ..ViewCamera::default() });
            world.run_system_once(place_hulls).expect("it runs");
            let mut hulls = world.query_filtered::<(&Transform, &Visibility), With<DrawnHull>>();
            let hulls = hulls.iter(&world).map(|(place, visibility)| (place.scale.z, *visibility));
            let hulls: Vec<(f32, Visibility)> = hulls.collect();
            let jets = world.query::<&JetsOf>().iter(&world).count();
            let area = world.get::<ScreenAnchor>(ship).map_or(0.0, |seen| seen.hull_km.width());
            (hulls, jets, area > 0.0)
        };
        assert_eq!(seen_from(1.0e9), (vec![], 0, false));
        for _ in 0..2 {
            assert_eq!(seen_from(2000.0), (vec![(0.4, Visibility::Inherited)], 1, true), "400 km long");
            assert_eq!(seen_from(1.0e9), (vec![(0.4, Visibility::Hidden)], 1, false));
        }
    }

    /// The right side of a hull that flies ahead and leans by this angle.
    fn right_side(bank: f32) -> Vec3 {
        let mut transform = Transform::default().looking_to(Vec3::NEG_Z, Vec3::Y);
        transform.rotate_local_z(bank);
        transform.rotation * Vec3::X
    }

    #[test]
    fn a_ship_that_turns_left_lifts_its_right_side() {
        let turn = left_turn(Vec3::NEG_Z, Vec3::new(-0.1, 0.0, -1.0).normalize());
        assert!((turn - 0.1f32.atan()).abs() < 1e-5, "{turn}");
        assert!(right_side(bank_angle(turn)).y > 0.0);
        assert!(left_turn(Vec3::NEG_Z, Vec3::new(0.1, 0.0, -1.0).normalize()) < 0.0);
        assert_eq!(left_turn(Vec3::NEG_Z, Vec3::new(0.0, 0.1, -1.0).normalize()), 0.0);
    }

    #[test]
    fn ships_lean_within_limits_and_are_level_in_straight_flight() {
        let mut turning = smoothed(0.0, 1.0e4, 0.1);
        assert_eq!(bank_angle(turning), STEEPEST_BANK);
        assert_eq!(bank_angle(-1.0e4), -STEEPEST_BANK);
        for _ in 0..120 {
            turning = smoothed(turning, 0.0, 1.0 / 60.0);
        }
        assert!(bank_angle(turning).abs() < 0.01);
    }

    #[test]
    fn leaning_does_not_depend_on_the_frames() {
        let after =
            |frames: u32| (0..frames).fold(0.0, |turning, _| smoothed(turning, 1.0, 1.0 / frames as f32));
        assert!((after(30) - after(144)).abs() < 1e-3, "{} {}", after(30), after(144));
    }

    #[test]
    fn a_ship_at_rest_in_time_keeps_its_lean() {
        let mut lean = Lean { heading: Some(Vec3::NEG_Z), turning: 0.5 };
        lean.follow(Vec3::NEG_X, 0.0);
        assert_eq!((lean.heading, lean.turning), (Some(Vec3::NEG_Z), 0.5));
    }
}
