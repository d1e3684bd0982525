//! What the shader of hulls must know of each face of a mesh: its kind, and the places of its corners in km, so that
//! plates and windows have the same size on all ships. Along a ship they are measured from the stern, where soot is.

use bevy::prelude::*;

use super::paint::{Coat, FaceKind, FacePaint};

/// Meshes of half this size, km, have decks with windows; smaller crews need none.
const LEAST_KM_WITH_DECKS: f32 = 500.0;
/// Faces that look more along the bow or upward than this, a cosine, have no decks.
const MOST_TILT: f32 = 0.8;
/// Faces that look more along the bow than this, a cosine, are measured across it.
const FACES_BOW: f32 = 0.95;
/// A distance from the middle plane at which there are no stripes and no soot.
const NO_STRIPES: f32 = 2.0;
/// A distance from the middle plane beyond all stripes and short of the lamps along the outer edges.
const BESIDE_STRIPES: f32 = 0.4;
/// The engines' soot reaches this far ahead of the stern, km. `SOOT` in `plating.wgsl`.
pub const SOOT_KM: f32 = 240.0;
/// The soot reaches no farther than this share of a ship's length.
const SOOT_SHARE: f32 = 0.14;
/// Faces that look ahead or astern are this far ahead of the stern or behind it, km: clean, or covered with soot.
const FAR_KM: f32 = 1.0e5;

/// The size of a mesh, and what there is on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// Kilometres in a unit of the mesh, along its axes.
    unit_km: Vec3,
    /// Where places along the hull begin, on the z axis, km; `None` for a structure, which has no engines.
    stern_km: Option<f32>,
    /// Whether it has been burnt: nothing more is drawn on it.
    is_burnt: bool,
}

impl Finish {
    /// A ship with this radius about its axis and this bounding radius, km, and engines that begin at this z of its
    /// mesh.
    pub fn of_ship(radius_km: f64, bound_km: f64, engines: f32) -> Self {
        let (width, length) = (radius_km as f32, bound_km as f32);
        let clean_km = (SOOT_KM - SOOT_SHARE * 2.0 * length).max(0.0);
        let unit_km = Vec3::new(width, width, length);
        Self { unit_km, stern_km: Some(engines * length + clean_km), is_burnt: false }
    }

    /// A structure with this bounding radius, km.
    pub fn of_structure(radius_km: f64) -> Self {
        Self { unit_km: Vec3::splat(radius_km as f32), stern_km: None, is_burnt: false }
    }

    /// A piece of a wreck, on which nothing is drawn.
    pub fn of_wreck() -> Self {
        Self { is_burnt: true, ..Self::of_structure(1.0) }
    }

    /// Whether paint is worn off at its edges.
    pub(super) fn is_worn(&self) -> bool {
        !self.is_burnt
    }

    /// The kind of a face with this coat and this normal in the mesh.
    pub fn kind(&self, coat: Coat, normal: Vec3) -> FaceKind {
        let normal = self.true_normal(normal);
        let is_side = normal.y.abs() < MOST_TILT && normal.z.abs() < MOST_TILT;
        let has_decks = is_side && self.unit_km.max_element() >= LEAST_KM_WITH_DECKS;
        match coat.kind() {
            FaceKind::Plates if has_decks => FaceKind::Decks,
            kind => kind,
        }
    }

    /// The places of a face's corners on its plane, km: along the hull toward the stern, and across.
    pub fn places(&self, corners: [Vec3; 3], normal: Vec3) -> [[f32; 2]; 3] {
        let normal = self.true_normal(normal);
        let reference = if normal.z.abs() > FACES_BOW { Vec3::X } else { Vec3::Z };
        let along = reference.reject_from_normalized(normal).normalize_or(Vec3::X);
        let across = normal.cross(along);
        let begin = match self.stern_km {
            Some(_) if normal.z.abs() > FACES_BOW => -FAR_KM.copysign(normal.z),
            stern_km => stern_km.unwrap_or_default() * along.z,
        };
        corners.map(|corner| {
            let place = self.true_place(corner);
            [place.dot(along) - begin, place.dot(across)]
        })
    }

    /// The distance of a corner of a face with this coat from the middle plane, as a share of half the width, by which
    /// stripes and lamps are drawn. Stripes run along the hull itself: on turrets, bridges and other raised plates
    /// they would be patches.
    pub fn aside(&self, coat: Coat, corner: Vec3) -> f32 {
        match (self.stern_km, coat.paint) {
            (None, _) => NO_STRIPES,
            (Some(_), FacePaint::Hull | FacePaint::Stripe) => corner.x,
            (Some(_), _) => BESIDE_STRIPES,
        }
    }

    /// A place once the mesh has its true size, km.
    pub(super) fn true_place(&self, place: Vec3) -> Vec3 {
        place * self.unit_km
    }

    /// A place once the mesh has its true size, in units of half its width.
    pub(super) fn in_half_widths(&self, place: Vec3) -> Vec3 {
        self.true_place(place) / self.unit_km.x.max(f32::MIN_POSITIVE)
    }

    /// The normal of a face once the mesh has its true size.
    pub(super) fn true_normal(&self, normal: Vec3) -> Vec3 {
        (normal / self.unit_km).normalize_or(Vec3::Y)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MeshKit, Triangle};
    use super::*;

    /// A block of 200 by 100 by 400 km.
    fn block(coat: Coat) -> (MeshKit, Finish) {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::new(0.2, 0.1, 0.1), coat);
        (kit, Finish::of_ship(500.0, 2000.0, 0.1))
    }

    #[test]
    fn places_on_faces_keep_true_distances() {
        let (kit, finish) = block(Coat::HULL);
        for face in kit.triangles() {
            let places = finish.places(face.corners, face.normal).map(Vec2::from);
            for (one, other) in [(0, 1), (1, 2), (2, 0)] {
                let true_km = ((face.corners[one] - face.corners[other]) * finish.unit_km).length();
                let km = places[one].distance(places[other]);
                assert!((km - true_km).abs() < 0.01 * true_km, "{km} {true_km}");
            }
        }
    }

    #[test]
    fn windows_are_in_the_sides_of_large_ships() {
        let (kit, large) = block(Coat::HULL);
        let small = Finish::of_ship(250.0, 250.0, 0.1);
        for face in kit.triangles() {
            let is_side = face.normal.x.abs() > 0.9;
            let wanted = if is_side { FaceKind::Decks } else { FaceKind::Plates };
            assert_eq!(large.kind(face.coat, face.normal), wanted, "{}", face.normal);
            assert_eq!(small.kind(face.coat, face.normal), FaceKind::Plates);
        }
        let (kit, large) = block(Coat::DARK);
        let is_fitting = |face: &Triangle| large.kind(face.coat, face.normal) == FaceKind::Fitting;
        assert!(kit.triangles().iter().all(is_fitting), "gun houses have no windows");
    }

    #[test]
    fn places_along_a_ship_begin_at_its_stern() {
        let (kit, finish) = block(Coat::HULL);
        for face in kit.triangles() {
            let places = finish.places(face.corners, face.normal).map(|[along, _]| along);
            for (corner, along) in face.corners.iter().zip(places) {
                let (is_ahead, is_astern) = (face.normal.z < -0.9, face.normal.z > 0.9);
                let is_right = match (is_ahead, is_astern) {
                    (true, _) => along < -0.5 * FAR_KM,
                    (_, true) => along > 0.5 * FAR_KM,
                    _ => (along - 2000.0 * (corner.z - 0.1)).abs() < 0.1,
                };
                assert!(is_right, "{corner} {along}");
            }
        }
        let tiny = Finish::of_ship(40.0, 40.0, 1.0);
        let [[along, _], ..] = tiny.places([Vec3::Z; 3], Vec3::Y);
        assert!((-SOOT_KM..-0.5 * SOOT_KM).contains(&along), "little of a small ship is sooty: {along}");
    }

    #[test]
    fn only_the_hulls_of_ships_have_stripes() {
        let corner = Vec3::new(0.1, 0.2, 0.3);
        let ship = Finish::of_ship(1.0, 1.0, 1.0);
        assert_eq!(ship.aside(Coat::HULL, corner), 0.1);
        assert!(ship.aside(Coat::PLATE, corner) > 0.3, "a turret on the middle plane is not striped");
        assert!(ship.aside(Coat::PLATE, corner) < 1.5, "it can be sooty");
        assert!(Finish::of_structure(1.0).aside(Coat::HULL, corner) > 1.5);
    }
}
