//! Structures as solid models: a mesh of their shape in their owner's colours, facing the planet, where it is
//! large enough on the screen.
//!
//! A growing structure stands in a see-through scaffold and fills it from its far end toward the planet. An unpaid
//! structure is dark.

use bevy::ecs::system::SystemParam;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use crate::client::frame::visible_if;
use crate::client::models::faction_materials::{FactionMaterialCache, FactionMaterials};
use crate::client::models::mesh_builder::{Finish, seed_of, stations};
use crate::client::models::{FactionMaterialMaker, HullMaterial};
use crate::client::scene::parts::{PartOf, Parts};
use crate::client::scene::rings::RingView;
use crate::client::view::{BodyPlaces, Origin, Sight, UNIT_KM, ViewCamera, Well, turned};
use crate::sim::{BodyId, ClassId, FactionId, Growing, Idle, RingPlace, Structure, StructureClasses};

/// Radii on the screen at which a structure becomes a mesh, and an outline again, pixels of the UI. Both are above the
/// size of the smallest outlines.
const SOLID_PIXELS: (f64, f64) = (9.0, 7.5);
/// Least visible share of a structure that has just begun to grow.
const LEAST_SHARE: f64 = 0.03;

/// The meshes of a structure.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct StructureMeshes {
    body: Entity,
    scaffold: Option<Entity>,
    /// The far end on the z axis of the unit mesh.
    back: f32,
    is_solid: bool,
}

impl StructureMeshes {
    /// Whether it is drawn as a mesh in this frame; if not, by its outline.
    pub fn is_solid(&self) -> bool {
        self.is_solid
    }
}

/// The common assets of structures of one class and owner.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// The mesh of the whole structure.
    pub body: Handle<Mesh>,
    scaffold: Handle<Mesh>,
    back: f32,
}

/// Cache of models, by class and faction.
#[derive(Resource, Default)]
pub struct StructureStore {
    models: HashMap<(ClassId, FactionId), Model>,
}

/// Returns the models of structures, and makes missing ones.
#[derive(SystemParam)]
pub struct StructureModels<'w> {
    classes: Res<'w, StructureClasses>,
    store: ResMut<'w, StructureStore>,
    material_cache: FactionMaterialMaker<'w>,
    meshes: ResMut<'w, Assets<Mesh>>,
}

impl StructureModels<'_> {
    /// The model of a class for an owner.
    pub(super) fn of(&mut self, class: ClassId, owner: FactionId) -> Model {
        let FactionMaterials { palette, seed, .. } = self.material_cache.of(owner);
        let (meshes, classes) = (&mut self.meshes, &self.classes);
        let model = self.store.models.entry((class, owner)).or_insert_with(|| {
            let class = classes.0.get(class);
            let (shape, radius_km) = class.map_or_else(default, |class| (class.shape, class.radius_km));
            let kit = stations::build(shape, seed_of(seed, &format!("{shape:?}")));
            let (_, high) = kit.bounds();
            let finish = Finish::of_structure(radius_km);
            Model {
                body: meshes.add(kit.mesh(&palette, &finish)),
                scaffold: meshes.add(stations::scaffold(&kit).mesh(&palette, &finish)),
                back: high.z,
            }
        });
        model.clone()
    }

    /// The material of an owner's finished structures.
    fn lit_paint(&mut self, owner: FactionId) -> Handle<HullMaterial> {
        self.material_cache.of(owner).lit
    }

    /// The material of an owner's planned structures.
    pub fn planned_paint(&mut self, owner: FactionId) -> Handle<HullMaterial> {
        self.material_cache.of(owner).planned
    }

    /// The material, in this colour, of structures that cannot be built.
    pub fn refused_paint(&mut self, color: Color) -> Handle<HullMaterial> {
        self.material_cache.refused(color)
    }
}

/// Removes the meshes of structures that have changed hands; they get the meshes of the new owner.
pub fn undress_taken(
    mut commands: Commands,
    taken: Query<Entity, (With<StructureMeshes>, Changed<Structure>)>,
) {
    for entity in &taken {
        commands.entity(entity).despawn_related::<Parts>().remove::<StructureMeshes>();
    }
}

/// Gives meshes to structures without one.
pub fn dress_structures(
    mut commands: Commands,
    bare: Query<(Entity, &Structure, Has<Growing>), Without<StructureMeshes>>,
    mut models: StructureModels,
) {
    for (entity, structure, is_growing) in &bare {
        let model = models.of(structure.class, structure.faction);
        let paint = models.lit_paint(structure.faction);
        let mut spawn = |mesh: &Handle<Mesh>| {
            let parts = (
                PartOf(entity),
                Mesh3d(mesh.clone()),
                MeshMaterial3d(paint.clone()),
                Visibility::Hidden,
                NotShadowCaster,
                NotShadowReceiver,
            );
            commands.spawn(parts).id()
        };
        let body = spawn(&model.body);
        let scaffold = is_growing.then(|| spawn(&model.scaffold));
        commands.entity(entity).insert(StructureMeshes { body, scaffold, back: model.back, is_solid: false });
    }
}

type PartItems<'a> = (&'a mut Transform, &'a mut Visibility, &'a mut MeshMaterial3d<HullMaterial>);

/// Decides which structures are solid in this frame, and puts their meshes in their places.
pub fn place_structures(
    mut commands: Commands,
    rings: RingView,
    places: Res<BodyPlaces>,
    sight: Sight,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    material_cache: Res<FactionMaterialCache>,
    mut structures: Query<(&Structure, Option<&Growing>, Has<Idle>, &mut StructureMeshes)>,
    mut parts: Query<PartItems, With<PartOf>>,
) {
    let wells: TiVec<BodyId, Option<Well>> = places.0.keys().map(|body| rings.well(body)).collect();
    for (structure, growing, is_idle, mut clad) in &mut structures {
        let well = wells.get(structure.body).and_then(Option::as_ref);
        let well = well.filter(|_| sight.view().sees_structure(structure.faction, structure.id));
        let (stands, radius_km) = (structure.ring_place(), structure.radius_km);
        let seat = well.and_then(|well| Seat::of(stands, radius_km, well, &origin, &view));
        let pixels = seat.as_ref().map(|seat| seat.pixels / rings.ui_scale());
        let is_solid = pixels.is_some_and(|pixels| can_be_solid(pixels, clad.is_solid));
        if clad.is_solid != is_solid {
            clad.is_solid = is_solid;
        }
        if growing.is_none()
            && let Some(scaffold) = clad.scaffold
        {
            clad.scaffold = None;
            commands.entity(scaffold).despawn();
        }
        let whole = seat.filter(|_| is_solid).map(|seat| seat.transform);
        let share = growing.map(|growing| growing.growth.share());
        if let Ok((transform, visibility, mut paint)) = parts.get_mut(clad.body) {
            place_mesh(transform, visibility, whole.map(|whole| grown(&whole, clad.back, share)));
            let materials = material_cache.get(structure.faction);
            let wanted = materials.map(|materials| paint_of(materials, share.is_some(), is_idle));
            if let Some(wanted) = wanted.filter(|wanted| **wanted != paint.0) {
                paint.0 = wanted.clone();
            }
        }
        if let Some(scaffold) = clad.scaffold
            && let Ok((transform, visibility, _)) = parts.get_mut(scaffold)
        {
            place_mesh(transform, visibility, whole);
        }
    }
}

/// Puts a mesh in its place, or hides it without one.
fn place_mesh(mut transform: Mut<Transform>, mut visibility: Mut<Visibility>, place: Option<Transform>) {
    visibility.set_if_neq(visible_if(place.is_some()));
    if let Some(place) = place {
        *transform = place;
    }
}

fn paint_of(materials: &FactionMaterials, is_growing: bool, is_idle: bool) -> &Handle<HullMaterial> {
    match (is_growing, is_idle) {
        (true, _) => &materials.growing,
        (false, true) => &materials.dark,
        (false, false) => &materials.lit,
    }
}

/// The place of a structure on the screen.
pub(super) struct Seat {
    /// Place, its direction and its size.
    pub transform: Transform,
    /// Radius on the screen, pixels.
    pub pixels: f64,
}

impl Seat {
    /// `None` behind the eye.
    pub fn of(
        RingPlace { ring, slot, slots }: RingPlace,
        radius_km: f64,
        well: &Well,
        origin: &Origin,
        view: &ViewCamera,
    ) -> Option<Self> {
        let place = well.run_place(ring, slot, slots);
        let projected = view.project(place)?;
        let toward = turned((well.place - place).normalize_or(DVec3::X));
        let radius = (radius_km / UNIT_KM) as f32;
        let transform = Transform::from_translation(origin.place(place))
            .looking_to(toward, turned(well.layout.plane.pole))
            .with_scale(Vec3::splat(radius));
        Some(Self { transform, pixels: radius_km * projected.pixels_per_km })
    }

    /// This place, with at least this radius on the screen, pixels.
    pub fn at_least(mut self, pixels: f64) -> Self {
        if self.pixels < pixels {
            self.transform.scale *= (pixels / self.pixels) as f32;
            self.pixels = pixels;
        }
        self
    }
}

/// Whether a structure of a radius on the screen, pixels of the UI, is drawn as a mesh, by whether it was before.
pub(super) fn can_be_solid(pixels: f64, was_solid: bool) -> bool {
    let (enter, leave) = SOLID_PIXELS;
    pixels > if was_solid { leave } else { enter }
}

/// The finished part of a structure: a share of its length, from its far end.
fn grown(whole: &Transform, back: f32, share: Option<f64>) -> Transform {
    let Some(share) = share else { return *whole };
    let share = share.clamp(LEAST_SHARE, 1.0) as f32;
    let backward = whole.rotation * Vec3::Z;
    Transform {
        translation: whole.translation + backward * (whole.scale.z * back * (1.0 - share)),
        rotation: whole.rotation,
        scale: Vec3::new(whole.scale.x, whole.scale.y, whole.scale.z * share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_between_the_two_bounds_changes_nothing() {
        let between = 0.5 * (SOLID_PIXELS.0 + SOLID_PIXELS.1);
        assert!(can_be_solid(between, true) && !can_be_solid(between, false));
        assert!(can_be_solid(SOLID_PIXELS.0 + 0.1, false) && !can_be_solid(SOLID_PIXELS.1 - 0.1, true));
    }

    #[test]
    fn what_is_too_small_is_drawn_larger() {
        let seat = |pixels: f64| Seat { transform: Transform::from_scale(Vec3::splat(3.0)), pixels };
        let (small, large) = (seat(5.0).at_least(20.0), seat(30.0).at_least(20.0));
        assert_eq!((small.pixels, small.transform.scale), (20.0, Vec3::splat(12.0)));
        assert_eq!((large.pixels, large.transform.scale), (30.0, Vec3::splat(3.0)));
    }

    #[test]
    fn a_growing_structure_fills_its_place_from_the_far_end() {
        let whole =
            Transform::from_xyz(1.0, 2.0, 3.0).looking_to(Vec3::X, Vec3::Y).with_scale(Vec3::splat(2.0));
        assert_eq!(grown(&whole, 0.9, None), whole);
        let far_end = |transform: Transform| transform.transform_point(Vec3::Z * 0.9);
        for share in [0.0, 0.3, 1.0] {
            let part = grown(&whole, 0.9, Some(share));
            assert!(far_end(part).distance(far_end(whole)) < 1e-5, "{share}");
        }
        let half = grown(&whole, 0.9, Some(0.5));
        let near_end = |transform: Transform| transform.transform_point(Vec3::Z * -0.9);
        assert!(near_end(half).distance(whole.translation) < 1e-5);
    }
}
