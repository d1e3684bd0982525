//! A mesh built of solid pieces: boxes, prisms, tubes, balls, wheels.
//!
//! Every piece has a coat and a point inside it, and turns its faces away from that point, so that the order of
//! corners does not matter. Degenerate pieces leave no faces.

use std::f32::consts::{PI, TAU};

use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use serde::Deserialize;

use super::Finish;
use super::edges::edge_distances;
use super::face::Triangle;
use super::occlusion::facets;
use super::paint::{Coat, OwnerPaint};

/// A triangle whose edges span less than this has no reliable normal.
const LEAST_SPAN: f32 = 1.0e-6;
/// An axis with a larger y than this (a cosine) is upright.
const UPRIGHT: f32 = 0.9;
/// Length of a nozzle.
const NOZZLE_LENGTH: f32 = 0.08;
/// Sides of a round section.
const ROUND_SIDES: u8 = 12;
/// The power to which the cosines of a round section are raised: below 1 it is fuller than an ellipse.
const ROUND_POWER: f32 = 0.75;

/// The origin of an engine's jet on a hull, toward +z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nozzle {
    /// The middle of its mouth.
    pub middle: Vec3,
    /// The radius of the jet there.
    pub radius: f32,
    /// From its mouth back to the hull.
    pub length: f32,
}

/// A rectangle across the z axis at the beginning or the end of a piece of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(from = "[f32; 5]")]
pub struct End {
    /// Middle.
    pub middle: Vec3,
    /// Half its width and half its height.
    pub half: Vec2,
}

/// The form of a loft across its axis, within the rectangles of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section {
    /// A rectangle with corners cut off by a share of its shorter half.
    Cut(f32),
    /// Rounded.
    Round,
}

/// The end of a piece: its middle, and half its width and height.
pub const fn end(x: f32, y: f32, z: f32, half_width: f32, half_height: f32) -> End {
    End { middle: Vec3::new(x, y, z), half: Vec2::new(half_width, half_height) }
}

impl From<[f32; 5]> for End {
    fn from([x, y, z, half_width, half_height]: [f32; 5]) -> Self {
        end(x, y, z, half_width, half_height)
    }
}

impl End {
    /// The rectangle at a share of the way to another one, scaled by this factor.
    pub fn between(self, other: Self, share: f32, times: f32) -> Self {
        Self {
            middle: self.middle.lerp(other.middle, share),
            half: self.half.lerp(other.half, share) * times,
        }
    }

    /// Its outline: points in order.
    fn outline(self, section: Section) -> Vec<Vec3> {
        match section {
            Section::Cut(cut) => self.with_cut_corners(cut),
            Section::Round => self.rounded(),
        }
    }

    fn rounded(self) -> Vec<Vec3> {
        let full = |cosine: f32| cosine.abs().powf(ROUND_POWER).copysign(cosine);
        let point = |(cosine, sine): (f32, f32)| self.half * Vec2::new(full(cosine), full(sine));
        half_steps(ROUND_SIDES).map(|turn| self.middle + point(turn).extend(0.0)).collect()
    }

    fn with_cut_corners(self, cut: f32) -> Vec<Vec3> {
        let Vec2 { x, y } = self.half;
        let off = cut * x.min(y);
        let corners = [
            (x, off - y),
            (x, y - off),
            (x - off, y),
            (off - x, y),
            (-x, y - off),
            (-x, off - y),
            (off - x, -y),
            (x - off, -y),
        ];
        corners.iter().map(|(x, y)| self.middle + Vec3::new(*x, *y, 0.0)).collect()
    }
}

/// A mesh under construction. It has no size of its own: [`MeshKit::fit`] scales it into a ball of radius 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshKit {
    triangles: Vec<Triangle>,
    nozzles: Vec<Nozzle>,
}

impl MeshKit {
    /// Its faces up to now.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// Its engine nozzles up to now.
    pub fn nozzles(&self) -> &[Nozzle] {
        &self.nozzles
    }

    /// The lowest and the highest x, y and z of its corners; zero while it is empty.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let mut corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
        let Some(first) = corners.next() else { return (Vec3::ZERO, Vec3::ZERO) };
        corners.fold((first, first), |(low, high), corner| (low.min(corner), high.max(corner)))
    }

    /// Scales it uniformly, so that its farthest corner is at distance 1 from the middle.
    pub fn fit(&mut self) {
        let corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
        let farthest = corners.fold(0.0_f32, |farthest, corner| farthest.max(corner.length()));
        if farthest <= 0.0 {
            return;
        }
        for triangle in &mut self.triangles {
            triangle.corners = triangle.corners.map(|corner| corner / farthest);
        }
        for nozzle in &mut self.nozzles {
            nozzle.middle /= farthest;
            nozzle.radius /= farthest;
            nozzle.length /= farthest;
        }
    }

    /// The mesh in an owner's colours: places, normals, vertex colours, and as texture coordinates the place
    /// in the row of [`OwnerPaint::glow_pixels`] with the distance from the middle plane, and the place on the face.
    /// The alpha of colours and the place within a pixel of that row are distances from edges, see [`Finish`]. Colours
    /// are darker where parts of the mesh keep light off each other; for that, long faces are divided.
    pub fn mesh(&self, palette: &OwnerPaint, finish: &Finish) -> Mesh {
        let facets = facets(&self.triangles, &edge_distances(&self.triangles, finish), finish);
        let count = 3 * facets.len();
        let mut positions: Vec<[f32; 3]> = Vec::with_capacity(count);
        let mut normals: Vec<[f32; 3]> = Vec::with_capacity(count);
        let mut colors: Vec<[f32; 4]> = Vec::with_capacity(count);
        let mut glows: Vec<[f32; 2]> = Vec::with_capacity(count);
        let mut places: Vec<[f32; 2]> = Vec::with_capacity(count);
        for facet in facets {
            let Triangle { normal, coat, .. } = self.triangles[facet.face];
            let corners = facet.corners.map(|corner| corner.place);
            positions.extend(corners.map(|corner| corner.to_array()));
            normals.extend([normal.to_array(); 3]);
            let [red, green, blue, _] = palette.color(coat);
            let color = |light: f32, edge: f32| [light * red, light * green, light * blue, edge];
            colors.extend(facet.corners.map(|corner| color(corner.light, corner.edges[0])));
            let kind = finish.kind(coat, normal);
            let glow = |edge: f32, corner: Vec3| [kind.glow_place(edge), finish.aside(coat, corner)];
            glows.extend(facet.corners.map(|corner| glow(corner.edges[1], corner.place)));
            places.extend(finish.places(corners, normal));
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, glows)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_1, places)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
    }

    /// A triangle that looks away from a point.
    pub fn triangle(&mut self, corners: [Vec3; 3], inside: Vec3, coat: Coat) {
        let [first, second, third] = corners;
        let span = (second - first).cross(third - first);
        if span.length() < LEAST_SPAN {
            return;
        }
        let Some(normal) = span.try_normalize() else { return };
        let looks_out = normal.dot((first + second + third) / 3.0 - inside) >= 0.0;
        let (corners, normal) = if looks_out { (corners, normal) } else { ([first, third, second], -normal) };
        self.triangles.push(Triangle { corners, normal, coat });
    }

    /// A convex polygon that looks away from a point.
    pub fn polygon(&mut self, corners: &[Vec3], inside: Vec3, coat: Coat) {
        let Some((first, rest)) = corners.split_first() else { return };
        for (second, third) in rest.iter().zip(rest.iter().skip(1)) {
            self.triangle([*first, *second, *third], inside, coat);
        }
    }

    /// The faces between two rings of equally many points, oriented away from a point.
    pub fn skin(&mut self, one: &[Vec3], other: &[Vec3], inside: Vec3, coat: Coat) {
        let edges = one.iter().zip(one.iter().cycle().skip(1));
        let across = other.iter().zip(other.iter().cycle().skip(1));
        for ((from, to), (from_across, to_across)) in edges.zip(across) {
            self.polygon(&[*from, *to, *to_across, *from_across], inside, coat);
        }
    }

    /// A body between two polygons of equally many corners.
    pub fn prism(&mut self, one: &[Vec3], other: &[Vec3], coat: Coat) {
        let inside = 0.5 * (mean(one) + mean(other));
        self.skin(one, other, inside, coat);
        self.polygon(one, inside, coat);
        self.polygon(other, inside, coat);
    }

    /// A plate: a flat polygon with a thickness to both sides.
    pub fn plate(&mut self, corners: &[Vec3], half_thickness: Vec3, coat: Coat) {
        let moved = |by: Vec3| -> Vec<Vec3> { corners.iter().map(|corner| *corner + by).collect() };
        self.prism(&moved(half_thickness), &moved(-half_thickness), coat);
    }

    /// A box with its middle and its half sizes.
    pub fn block(&mut self, middle: Vec3, half: Vec3, coat: Coat) {
        let back = end(middle.x, middle.y, middle.z + half.z, half.x, half.y);
        let front = end(middle.x, middle.y, middle.z - half.z, half.x, half.y);
        self.loft(&[back, front], Section::Cut(0.0), coat);
    }

    /// A body through ends, one after the other.
    pub fn loft(&mut self, ends: &[End], section: Section, coat: Coat) {
        let outlines: Vec<Vec<Vec3>> = ends.iter().map(|end| end.outline(section)).collect();
        for (one, other) in outlines.iter().zip(outlines.iter().skip(1)) {
            self.skin(one, other, 0.5 * (mean(one) + mean(other)), coat);
        }
        if let (Some(one), Some(other)) = (outlines.first(), outlines.last()) {
            let inside = 0.5 * (mean(one) + mean(other));
            self.polygon(one, inside, coat);
            self.polygon(other, inside, coat);
        }
    }

    /// A tube from one point to another with a radius at each; with a radius of 0 it is a cone.
    pub fn tube(&mut self, from: Vec3, to: Vec3, radii: (f32, f32), sides: u8, coat: Coat) {
        let one = circle(from, to - from, radii.0, sides);
        let other = circle(to, to - from, radii.1, sides);
        self.prism(&one, &other, coat);
    }

    /// A square beam, with half its thickness.
    pub fn beam(&mut self, from: Vec3, to: Vec3, half: f32, coat: Coat) {
        let radius = half * std::f32::consts::SQRT_2;
        self.tube(from, to, (radius, radius), 4, coat);
    }

    /// A torus about an axis: its radius and its thickness (a radius too), the number of sides of its section and
    /// of pieces around.
    pub fn wheel(&mut self, middle: Vec3, axis: Vec3, radii: (f32, f32), pieces: (u8, u8), coat: Coat) {
        let axis = axis.normalize_or(Vec3::Y);
        let rim = circle(middle, axis, radii.0, pieces.1);
        let section = |point: &Vec3| -> Vec<Vec3> {
            let outward = (*point - middle).normalize_or(Vec3::X);
            let direction = |(cosine, sine): (f32, f32)| outward * cosine + axis * sine;
            half_steps(pieces.0).map(|turn| *point + direction(turn) * radii.1).collect()
        };
        let sections: Vec<Vec<Vec3>> = rim.iter().map(section).collect();
        let pairs = sections.iter().zip(sections.iter().cycle().skip(1));
        let places = rim.iter().zip(rim.iter().cycle().skip(1));
        for ((one, other), (from, to)) in pairs.zip(places) {
            self.skin(one, other, 0.5 * (*from + *to), coat);
        }
    }

    /// A ball, or the part of it from its pole to a share of the way to the other pole: 0.5 is a dome. `pieces`
    /// are the segments round the axis and from the pole down.
    pub fn ball(&mut self, middle: Vec3, axis: Vec3, radius: f32, pieces: (u8, u8), share: f32, coat: Coat) {
        let axis = axis.normalize_or(Vec3::Y);
        let rings: Vec<Vec<Vec3>> = (0..=pieces.1)
            .map(|step| {
                let angle = PI * share * f32::from(step) / f32::from(pieces.1.max(1));
                circle(middle + axis * (radius * angle.cos()), axis, radius * angle.sin(), pieces.0)
            })
            .collect();
        for (one, other) in rings.iter().zip(rings.iter().skip(1)) {
            self.skin(one, other, middle, coat);
        }
        if share < 1.0
            && let Some(last) = rings.last()
        {
            self.polygon(last, middle + axis * radius, coat);
        }
    }

    /// An engine that blows toward +z, with its mouth at `middle`.
    pub fn nozzle(&mut self, middle: Vec3, radius: f32, sides: u8) {
        let root = middle - NOZZLE_LENGTH * Vec3::Z;
        self.tube(root, middle, (0.75 * radius, radius), sides, Coat::DARK);
        self.nozzles.push(Nozzle { middle, radius: 0.85 * radius, length: NOZZLE_LENGTH });
    }
}

/// The middle of some points.
fn mean(points: &[Vec3]) -> Vec3 {
    points.iter().sum::<Vec3>() / points.len().max(1) as f32
}

/// Cosines and sines of the middles of equal parts of a circle: a square's sides are along its axes.
fn half_steps(count: u8) -> impl Iterator<Item = (f32, f32)> {
    (0..count).map(move |step| {
        let angle = TAU * (f32::from(step) + 0.5) / f32::from(count.max(1));
        (angle.cos(), angle.sin())
    })
}

/// Points round an axis.
pub(super) fn circle(middle: Vec3, axis: Vec3, radius: f32, sides: u8) -> Vec<Vec3> {
    let axis = axis.normalize_or(Vec3::Z);
    let reference = if axis.y.abs() > UPRIGHT { Vec3::Z } else { Vec3::Y };
    let across = reference.cross(axis).normalize_or(Vec3::X);
    let upward = axis.cross(across);
    half_steps(sides).map(|(cosine, sine)| middle + (across * cosine + upward * sine) * radius).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every face has a unit normal that its winding agrees with, and looks away from a point inside.
    fn is_sound(kit: &MeshKit, inside: Vec3) -> bool {
        !kit.triangles().is_empty()
            && kit.triangles().iter().all(|triangle| {
                let [first, second, third] = triangle.corners;
                let turned = (second - first).cross(third - first).normalize_or(Vec3::ZERO);
                let is_unit = (triangle.normal.length() - 1.0).abs() < 1e-4;
                is_unit && turned.dot(triangle.normal) > 0.99 && triangle.normal.dot(first - inside) > 0.0
            })
    }

    #[test]
    fn solid_pieces_look_outward() {
        let middle = Vec3::new(0.3, -0.2, 0.5);
        let mut kit = MeshKit::default();
        kit.block(middle, Vec3::new(0.2, 0.3, 0.4), Coat::HULL);
        assert_eq!(kit.triangles().len(), 12);
        assert!(is_sound(&kit, middle));
        let mut kit = MeshKit::default();
        kit.ball(middle, Vec3::Y, 0.4, (8, 5), 1.0, Coat::HULL);
        assert!(is_sound(&kit, middle));
        let mut kit = MeshKit::default();
        kit.tube(middle - Vec3::X * 0.4, middle + Vec3::X * 0.4, (0.3, 0.1), 7, Coat::HULL);
        assert!(is_sound(&kit, middle));
        for section in [Section::Cut(0.4), Section::Round] {
            let mut kit = MeshKit::default();
            kit.loft(&[end(0.0, 0.0, 0.5, 0.4, 0.2), end(0.0, 0.1, -0.5, 0.1, 0.1)], section, Coat::HULL);
            assert!(is_sound(&kit, Vec3::ZERO), "{section:?}");
        }
    }

    #[test]
    fn a_cone_has_no_faces_without_a_direction() {
        let mut kit = MeshKit::default();
        kit.tube(Vec3::ZERO, Vec3::Z, (0.5, 0.0), 6, Coat::HULL);
        // Six sides and four triangles of its bottom.
        assert_eq!(kit.triangles().len(), 10);
        assert!(is_sound(&kit, Vec3::Z * 0.25));
    }

    #[test]
    fn a_wheel_is_hollow() {
        let mut kit = MeshKit::default();
        kit.wheel(Vec3::ZERO, Vec3::Y, (0.8, 0.1), (6, 12), Coat::HULL);
        assert_eq!(kit.triangles().len(), 2 * 6 * 12);
        let corners = || kit.triangles().iter().flat_map(|triangle| triangle.corners);
        assert!(corners().all(|corner| (0.69..0.91).contains(&Vec2::new(corner.x, corner.z).length())));
        assert!(kit.triangles().iter().any(|triangle| triangle.normal.dot(triangle.corners[0]) < 0.0));
    }

    #[test]
    fn fitted_meshes_reach_just_to_one() {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::new(3.0, 2.0, 6.0), Coat::HULL);
        kit.nozzle(Vec3::new(0.0, 0.0, 6.08), 0.5, 8);
        kit.fit();
        let (low, high) = kit.bounds();
        assert!(low.z < -0.8 && high.z <= 1.0);
        let corners = kit.triangles().iter().flat_map(|triangle| triangle.corners);
        let farthest = corners.map(Vec3::length).fold(0.0, f32::max);
        assert!((farthest - 1.0).abs() < 1e-5, "{farthest}");
        assert!((kit.nozzles()[0].middle.z - high.z).abs() < 1e-4);
        let mut empty = MeshKit::default();
        empty.fit();
        assert_eq!(empty.bounds(), (Vec3::ZERO, Vec3::ZERO));
    }

    #[test]
    fn meshes_have_all_that_the_renderer_reads() {
        let mut kit = MeshKit::default();
        kit.block(Vec3::ZERO, Vec3::splat(0.2), Coat::WINDOW);
        let mesh = kit.mesh(&OwnerPaint::of(Color::WHITE), &Finish::of_structure(1.0));
        assert_eq!(mesh.count_vertices(), 36);
        let uvs = [Mesh::ATTRIBUTE_UV_0, Mesh::ATTRIBUTE_UV_1];
        for attribute in [Mesh::ATTRIBUTE_NORMAL, Mesh::ATTRIBUTE_COLOR].into_iter().chain(uvs) {
            assert!(mesh.attribute(attribute).is_some());
        }
    }
}
