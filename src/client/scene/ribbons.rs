//! Ribbons of light that hang in space, narrow and fading toward their ends, and the two meshes in which all that is
//! drawn so is put together: one of light that is added to the picture, one of smoke that is laid over it.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{FrameSystems, visible_if};
use crate::client::models::{light_paint, sample};
use crate::client::view::{Origin, ViewCamera};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

/// The share of its width that a ribbon has lost at its end.
const NARROWING: f64 = 0.7;
/// Brightness of a ribbon at its beginning.
const BRIGHTNESS: f32 = 0.6;

/// A point of a ribbon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Heliocentric ecliptic km.
    pub place: DVec3,
    /// Brightness, 0 to 1.
    pub strength: f32,
}

/// A point of a soft ribbon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftPoint {
    /// Heliocentric ecliptic km.
    pub place: DVec3,
    /// Half the width there, km.
    pub half_km: f64,
    /// The colour there; its alpha is the density in the middle.
    pub color: LinearRgba,
}

/// Adds the points of a way, the newest first, up to the length `most_km`. Brightness falls along the way, to 0 at
/// the end of a way that was cut off.
pub fn lay(points: &mut Vec<Point>, most_km: f64, way: impl Iterator<Item = Point>) {
    points.clear();
    let mut run_km = 0.0;
    for next in way {
        let Some(last) = points.last().copied() else {
            points.push(next);
            continue;
        };
        let step_km = last.place.distance(next.place);
        let left_km = most_km - run_km;
        if step_km >= left_km {
            let place = last.place.lerp(next.place, left_km / step_km.max(f64::MIN_POSITIVE));
            points.push(Point { place, strength: 0.0 });
            return;
        }
        if step_km > 0.0 {
            run_km += step_km;
            let strength = next.strength * (1.0 - run_km / most_km) as f32;
            points.push(Point { strength, ..next });
        }
    }
}

/// The light of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct LightSheet(pub Ribbons);

/// The smoke of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct SmokeSheet(pub Ribbons);

/// The mesh that an entity shows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetMesh {
    /// The mesh of light.
    Light,
    /// The mesh of smoke.
    Smoke,
}

/// Spawns both meshes, hidden while they are empty, and a sample of each.
fn spawn_sheets(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut paints: ResMut<Assets<StandardMaterial>>,
) {
    for (which, paint) in [(SheetMesh::Light, light_paint()), (SheetMesh::Smoke, smoke_paint())] {
        let paint = paints.add(paint);
        commands.spawn(sample(meshes.add(Ribbons::empty_mesh()), paint.clone()));
        commands.spawn((
            (which, Mesh3d(meshes.add(Ribbons::empty_mesh())), MeshMaterial3d(paint)),
            (Visibility::Hidden, NoFrustumCulling, NotShadowCaster, NotShadowReceiver),
        ));
    }
}

/// The material of smoke: it covers the background by the density of its vertices.
fn smoke_paint() -> StandardMaterial {
    StandardMaterial { alpha_mode: AlphaMode::Blend, ..light_paint() }
}

/// Empties both sheets at the beginning of a frame.
fn clear_sheets(mut light: ResMut<LightSheet>, mut smoke: ResMut<SmokeSheet>) {
    light.0.clear();
    smoke.0.clear();
}

/// Writes both meshes.
fn write_sheets(
    light: Res<LightSheet>,
    smoke: Res<SmokeSheet>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut drawn: Query<(&SheetMesh, &Mesh3d, &mut Visibility)>,
) {
    for (which, mesh, mut visibility) in &mut drawn {
        let sheet = match which {
            SheetMesh::Light => &light.0,
            SheetMesh::Smoke => &smoke.0,
        };
        let is_any = !sheet.is_empty();
        visibility.set_if_neq(visible_if(is_any));
        if is_any && let Some(mut mesh) = meshes.get_mut(&mesh.0) {
            sheet.write(&mut mesh);
        }
    }
}

/// Adds the two meshes. They are cleared before anything is drawn, and written after that.
pub fn plugin(app: &mut App) {
    app.init_of_world::<LightSheet>().init_of_world::<SmokeSheet>();
    app.add_systems(OnEnter(AppState::Playing), spawn_sheets.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, clear_sheets.in_set(FrameSystems::Collect));
    app.add_systems(PostUpdate, write_sheets.in_set(FrameSystems::Label));
}

/// The direction across a line at one of its places, between the places before and after it, that faces the eye.
fn facing_across(before: DVec3, place: DVec3, after: DVec3, view: &ViewCamera) -> DVec3 {
    (before - after).cross(view.eye - place).normalize_or(view.right)
}

/// A colour of a corner, with a share of its opacity.
pub fn faded(color: LinearRgba, share: f32) -> [f32; 4] {
    [color.red, color.green, color.blue, color.alpha * share]
}

/// Ribbons, in the layout of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ribbons {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Ribbons {
    /// A triangle without extent, because the renderer needs meshes with at least one.
    fn empty_mesh() -> Mesh {
        let nothing =
            Self { positions: vec![[0.0; 3]; 3], colors: vec![[0.0; 4]; 3], indices: vec![0, 1, 2] };
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
        nothing.write(&mut mesh);
        mesh
    }

    /// Whether there is no ribbon.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Removes all ribbons; the buffers keep their capacity.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.colors.clear();
        self.indices.clear();
    }

    /// Adds a ribbon along some points that turns its broad side to the eye: half its width at the beginning, km,
    /// and its colour.
    pub fn add(
        &mut self,
        points: &[Point],
        view: &ViewCamera,
        origin: &Origin,
        half_km: f64,
        color: LinearRgba,
    ) {
        if points.len() < 2 {
            return;
        }
        let first = self.positions.len() as u32;
        let pieces = points.len() - 1;
        for (index, point) in points.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| points.get(before)).unwrap_or(point);
            let after = points.get(index + 1).unwrap_or(point);
            let across = facing_across(before.place, point.place, after.place, view);
            let narrowing = 1.0 - NARROWING * index as f64 / pieces as f64;
            let aside = across * (half_km * narrowing);
            for place in [point.place + aside, point.place - aside] {
                self.positions.push(origin.place(place).to_array());
                self.colors.push([color.red, color.green, color.blue, BRIGHTNESS * point.strength]);
            }
        }
        for piece in 0..pieces as u32 {
            let corner = first + 2 * piece;
            self.indices.extend([corner, corner + 1, corner + 2, corner + 2, corner + 1, corner + 3]);
        }
    }

    /// Adds an even band along some places that turns its broad side to the eye, without hard edges: half its width,
    /// km, the share of that up to which it has its full density, and its colour, whose alpha is that density.
    pub fn add_band(
        &mut self,
        places: &[DVec3],
        view: &ViewCamera,
        origin: &Origin,
        (half_km, full): (f64, f64),
        color: LinearRgba,
    ) {
        let rows: [(f64, f32); 4] = [(-1.0, 0.0), (-full, 1.0), (full, 1.0), (1.0, 0.0)];
        let columns = places.iter().enumerate().map(|(index, place)| {
            let before = index.checked_sub(1).and_then(|before| places.get(before)).unwrap_or(place);
            let after = places.get(index + 1).unwrap_or(place);
            let across = facing_across(*before, *place, *after, view) * half_km;
            rows.map(|(side, share)| (origin.place(*place + across * side), faded(color, share)))
        });
        self.weave(columns);
    }

    /// Adds a ribbon that is densest along its points and clear at both sides, and turns its broad side to the eye.
    pub fn add_soft(&mut self, points: &[SoftPoint], view: &ViewCamera, origin: &Origin) {
        let rows: [(f64, f32); 3] = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0)];
        let columns = points.iter().enumerate().map(|(index, point)| {
            let before = index.checked_sub(1).and_then(|before| points.get(before)).unwrap_or(point);
            let after = points.get(index + 1).unwrap_or(point);
            let across = facing_across(before.place, point.place, after.place, view) * point.half_km;
            rows.map(|(side, share)| (origin.place(point.place + across * side), faded(point.color, share)))
        });
        self.weave(columns);
    }

    /// Adds a sheet between columns of corners, which are given as in [`patch`](Self::patch): each corner is joined
    /// to the next of its column, and to that of the same number in the next column.
    pub fn weave<const ROWS: usize>(&mut self, columns: impl IntoIterator<Item = [(Vec3, [f32; 4]); ROWS]>) {
        let (first, rows) = (self.positions.len() as u32, ROWS as u32);
        let mut ends = first;
        for column in columns {
            for (place, color) in column {
                self.positions.push(place.to_array());
                self.colors.push(color);
            }
            ends += rows;
        }
        for column in (first..ends).step_by(ROWS).skip(1) {
            for corner in column + 1..column + rows {
                let (low, before, low_before) = (corner - 1, corner - rows, corner - rows - 1);
                self.indices.extend([low_before, before, low, low, before, corner]);
            }
        }
    }

    /// Adds triangles: corners in the renderer's space with colours (linear RGB and opacity), and three indices of
    /// corners per triangle.
    pub fn patch(
        &mut self,
        corners: impl IntoIterator<Item = (Vec3, [f32; 4])>,
        triangles: impl IntoIterator<Item = u32>,
    ) {
        let first = self.positions.len() as u32;
        // Both may be nested, and step faster from within than in a loop.
        corners.into_iter().for_each(|(place, color)| {
            self.positions.push(place.to_array());
            self.colors.push(color);
        });
        triangles.into_iter().for_each(|corner| self.indices.push(first + corner));
    }

    /// Writes everything into a mesh, reusing its buffers.
    pub fn write(&self, mesh: &mut Mesh) {
        match mesh.attribute_mut(Mesh::ATTRIBUTE_POSITION) {
            Some(VertexAttributeValues::Float32x3(values)) => values.clone_from(&self.positions),
            _ => mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, self.positions.clone()),
        }
        match mesh.attribute_mut(Mesh::ATTRIBUTE_COLOR) {
            Some(VertexAttributeValues::Float32x4(values)) => values.clone_from(&self.colors),
            _ => mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, self.colors.clone()),
        }
        match mesh.indices_mut() {
            Some(Indices::U32(values)) => values.clone_from(&self.indices),
            _ => mesh.insert_indices(Indices::U32(self.indices.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::mesh::PrimitiveTopology;

    use super::*;

    fn points(lengths: &[f64]) -> impl Iterator<Item = Point> {
        lengths.iter().map(|x| Point { place: DVec3::X * *x, strength: 1.0 })
    }

    #[test]
    fn smoke_covers_and_light_adds() {
        assert_eq!(smoke_paint().alpha_mode, AlphaMode::Blend);
        assert_eq!(light_paint().alpha_mode, AlphaMode::Add);
    }

    #[test]
    fn ribbons_are_cut_off_at_their_longest() {
        let mut laid = Vec::new();
        lay(&mut laid, 10.0, points(&[0.0, 4.0, 4.0, 20.0, 30.0]));
        let places: Vec<f64> = laid.iter().map(|point| point.place.x).collect();
        assert_eq!(places, vec![0.0, 4.0, 10.0]);
        assert_eq!(laid.last().map(|point| point.strength), Some(0.0));
        assert!((laid[1].strength - 0.6).abs() < 1e-6);
    }

    #[test]
    fn ribbons_have_two_edges_and_lie_across_the_sight() {
        let mut laid = Vec::new();
        lay(&mut laid, 1.0e9, points(&[0.0, 1.0e6, 3.0e6]));
        let view = ViewCamera { eye: DVec3::new(1.0e6, -5.0e6, 0.0), ..default() };
        let mut ribbons = Ribbons::default();
        ribbons.add(&laid, &view, &Origin::default(), 1000.0, LinearRgba::WHITE);
        assert_eq!((ribbons.positions.len(), ribbons.indices.len()), (6, 12));
        assert!(ribbons.indices.iter().all(|index| *index < 6));
        // Across the line of sight is up: y of the renderer, in thousands of km.
        assert!((ribbons.positions[0][1].abs() - 1.0).abs() < 1e-3, "{:?}", ribbons.positions[0]);
        ribbons.add(&laid[..1], &view, &Origin::default(), 1000.0, LinearRgba::WHITE);
        assert_eq!(ribbons.positions.len(), 6, "a point is no trail");
    }

    #[test]
    fn a_band_is_one_sheet_that_fades_toward_its_edges() {
        let places = [0.0, 1.0e6, 3.0e6].map(|x| DVec3::X * x);
        let view = ViewCamera { eye: DVec3::new(1.0e6, -5.0e6, 0.0), ..default() };
        let mut ribbons = Ribbons::default();
        let color = LinearRgba::new(1.0, 0.5, 0.2, 0.4);
        ribbons.add_band(&places, &view, &Origin::default(), (1000.0, 0.8), color);
        assert_eq!((ribbons.positions.len(), ribbons.indices.len()), (12, 36));
        for (column, alphas) in ribbons.positions.chunks(4).zip(ribbons.colors.chunks(4)) {
            let heights = column.iter().map(|place| place[1].abs());
            for (height, wanted) in heights.zip([1.0, 0.8, 0.8, 1.0]) {
                assert!((height - wanted).abs() < 1e-3, "it is as wide at its ends: {column:?}");
            }
            assert_eq!([0, 1, 2, 3].map(|row| alphas[row][3]), [0.0, 0.4, 0.4, 0.0]);
        }
        ribbons.add_band(&places[..1], &view, &Origin::default(), (1000.0, 0.8), color);
        assert_eq!(ribbons.indices.len(), 36, "a point is no band");
    }

    #[test]
    fn a_soft_ribbon_is_clear_at_its_sides_and_as_wide_as_each_point_says() {
        let view = ViewCamera { eye: DVec3::new(1.0e6, -5.0e6, 0.0), ..default() };
        let point = |x: f64, half_km: f64, alpha: f32| SoftPoint {
            place: DVec3::X * x,
            half_km,
            color: LinearRgba::new(3.0, 1.0, 0.2, alpha),
        };
        let points = [point(0.0, 500.0, 0.2), point(1.0e6, 1000.0, 0.8), point(3.0e6, 0.0, 0.0)];
        let mut ribbons = Ribbons::default();
        ribbons.add_soft(&points, &view, &Origin::default());
        assert_eq!((ribbons.positions.len(), ribbons.indices.len()), (9, 24));
        let columns = ribbons.positions.chunks(3).zip(ribbons.colors.chunks(3));
        for ((column, colors), (half, alpha)) in columns.zip([(0.5, 0.2), (1.0, 0.8), (0.0, 0.0)]) {
            let [high, middle, low] = [0, 1, 2].map(|row: usize| column[row][1].abs());
            assert!((high - half).abs() < 1e-3 && (low - half).abs() < 1e-3 && middle < 1e-3, "{column:?}");
            assert_eq!([0, 1, 2].map(|row: usize| colors[row][3]), [0.0, alpha, 0.0]);
        }
    }

    #[test]
    fn a_woven_sheet_has_no_hole_and_no_fold() {
        let mut ribbons = Ribbons::default();
        let corner = |column: u8, row: u8| (Vec3::new(f32::from(column), f32::from(row), 0.0), [1.0; 4]);
        for _ in 0..2 {
            ribbons.weave([0, 1, 2].map(|column| [0, 1].map(|row| corner(column, row))));
        }
        let place = |index: &u32| Vec3::from_array(ribbons.positions[*index as usize]);
        let area = |corners: &[u32]| {
            let [one, two, three] = [0, 1, 2].map(|number| place(&corners[number]));
            0.5 * (two - one).cross(three - one).z
        };
        let areas: Vec<f32> = ribbons.indices.chunks(3).map(area).collect();
        assert_eq!(areas, [-0.5; 8], "two squares in each of two sheets, all the same way round");
    }

    #[test]
    fn a_mesh_is_written_in_its_own_room() {
        let mut laid = Vec::new();
        lay(&mut laid, 1.0e9, points(&[0.0, 1.0e6, 3.0e6]));
        let mut ribbons = Ribbons::default();
        ribbons.add(&laid, &ViewCamera::default(), &Origin::default(), 1000.0, LinearRgba::WHITE);
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
        for _ in 0..2 {
            ribbons.write(&mut mesh);
            assert_eq!(mesh.count_vertices(), 6);
            assert_eq!(mesh.indices().map(Indices::len), Some(12));
        }
    }
}
