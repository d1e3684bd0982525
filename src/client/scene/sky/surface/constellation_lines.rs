//! The lines of the constellations: `sky/constellation_lines.csv` (points of lines, J2000 directions) becomes one
//! mesh, drawn by `assets/shaders/constellations.wgsl` infinitely far away and hidden at first;
//! `sky/constellation_names.csv` has the names. Missing files are reported as an error and give a sky without
//! lines. The lines never cover a body.

use std::path::Path;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use serde::Deserialize;

use super::see_through::see_through_material;
use super::sky_file::{SkyFileError, read_rows};
use super::stars::render_direction;
use crate::client::frame::Toasts;
use crate::client::models::triangle_mesh;
use crate::client::worlds::{AssetsDir, Lasting};

const SHADER: &str = "shaders/constellations.wgsl";

/// Path of the lines in the assets folder.
const LINES: &str = "sky/constellation_lines.csv";
/// What both files list.
const LISTED: &str = "The constellations";

/// Path of the names in the assets folder.
const NAMES: &str = "sky/constellation_names.csv";

/// Cosine of the greatest angle (9 degrees) between a constellation's middle and its nearest point.
const NEAR_MIDDLE: f32 = 0.9877;

/// One row of the file: a point of a line. The points of a line follow each other.
#[derive(Clone, Debug, Deserialize)]
struct LinePoint {
    /// Abbreviation of the International Astronomical Union, `Ori`.
    constellation: String,
    /// The line's number in its constellation, from 0.
    line: u32,
    /// Right ascension, J2000, degrees.
    ra_deg: f64,
    /// Declination, J2000, degrees.
    dec_deg: f64,
}

/// A constellation with its lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Constellation {
    /// Abbreviation of the International Astronomical Union, `Ori`.
    pub id: String,
    /// Latin name in plain letters, `Orion`; the abbreviation where the file of names has none.
    pub name: String,
    /// Lines, each from point to point: unit vectors in the render frame.
    pub lines: Vec<Vec<Vec3>>,
}

impl Constellation {
    /// The middle of its points, a unit vector in the render frame; the nearest point instead if none is near
    /// that, because the constellation is in two parts.
    pub fn middle(&self) -> Vec3 {
        let points = || self.lines.iter().flatten().copied();
        let mean = points().sum::<Vec3>().normalize_or(Vec3::X);
        let nearest = points().max_by(|one, other| one.dot(mean).total_cmp(&other.dot(mean)));
        nearest.filter(|point| point.dot(mean) < NEAR_MIDDLE).unwrap_or(mean)
    }
}

/// All constellations that have lines, in the order of the file.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Constellations(pub Vec<Constellation>);

/// Marks the entity of the lines.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(NoFrustumCulling, NotShadowCaster, NotShadowReceiver)]
pub struct ConstellationLines;

/// The light of all lines together.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct ConstellationMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: ConstellationUniform,
}

/// The uniform of the lines' shader. The order of the fields is that of `Constellations` in `constellations.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct ConstellationUniform {
    /// Light of a line, linear RGB.
    pub color: Vec3,
    /// Opacity of the lines, 0 to 1.
    pub strength: f32,
    /// Pixels of the picture in a pixel of the interface.
    pub scale: f32,
}

impl Default for ConstellationUniform {
    fn default() -> Self {
        Self { color: Vec3::new(0.065, 0.09, 0.135), strength: 0.0, scale: 1.0 }
    }
}

// Over the Milky Way, behind the stars and everything else that is transparent.
see_through_material!(ConstellationMaterial, SHADER, AlphaMode::Add, -1.5e30);

/// Adds the lines to the scene, hidden, and keeps the constellations as [`Constellations`]. Without its files the
/// sky has no lines, and the player gets a message.
pub fn spawn_constellations(
    mut commands: Commands,
    assets_dir: Res<AssetsDir>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ConstellationMaterial>>,
    mut toasts: ResMut<Toasts>,
) {
    let constellations = match read_constellations(&assets_dir.0) {
        Ok(constellations) => constellations,
        Err(error) => return toasts.say(error.to_string()),
    };
    commands.spawn((
        Name::new("constellations"),
        ConstellationLines,
        Lasting,
        Mesh3d(meshes.add(line_mesh(&constellations))),
        MeshMaterial3d(materials.add(ConstellationMaterial { uniform: ConstellationUniform::default() })),
        Visibility::Hidden,
    ));
    commands.insert_resource(Constellations(constellations));
}

/// Reads the lines, CSV with the columns `constellation,line,ra_deg,dec_deg`, and the names, with the columns
/// `constellation,name`, from the assets folder. Points with a number that is not finite are left out.
///
/// # Errors
///
/// [`SkyFileError`] if a file is missing or unreadable, or there are no points.
fn read_constellations(assets_dir: &Path) -> Result<Vec<Constellation>, SkyFileError> {
    let is_finite = |point: &LinePoint| point.ra_deg.is_finite() && point.dec_deg.is_finite();
    let mut all: Vec<Constellation> = Vec::new();
    let mut line_before = None;
    for point in read_rows(&assets_dir.join(LINES), LISTED, is_finite)? {
        add_point(&mut all, &mut line_before, &point);
    }
    let names: Vec<(String, String)> = read_rows(&assets_dir.join(NAMES), LISTED, |_| true)?;
    let mut names: HashMap<String, String> = names.into_iter().collect();
    for constellation in &mut all {
        constellation.name = names.remove(&constellation.id).unwrap_or_else(|| constellation.id.clone());
    }
    Ok(all)
}

/// Extends the last line by a point, or begins another line or constellation with it.
fn add_point(all: &mut Vec<Constellation>, line_before: &mut Option<u32>, point: &LinePoint) {
    if all.last().is_none_or(|last| last.id != point.constellation) {
        let id = point.constellation.clone();
        all.push(Constellation { id, name: String::new(), lines: Vec::new() });
        *line_before = None;
    }
    let Some(constellation) = all.last_mut() else { return };
    if *line_before != Some(point.line) {
        constellation.lines.push(Vec::new());
        *line_before = Some(point.line);
    }
    if let Some(line) = constellation.lines.last_mut() {
        line.push(render_direction(point.ra_deg, point.dec_deg));
    }
}

/// A strip for every piece of line. Each of its four corners has the direction to its own end of the piece as
/// position, and the direction to the other end as vertex colour (alpha 1). The UV are the side of the line (-1 or
/// 1) and the number of the end (0 or 1).
fn line_mesh(constellations: &[Constellation]) -> Mesh {
    const CORNERS: [[f32; 2]; 4] = [[1.0, 0.0], [-1.0, 0.0], [-1.0, 1.0], [1.0, 1.0]];
    let mut directions: Vec<[f32; 3]> = Vec::new();
    let mut other_ends: Vec<[f32; 4]> = Vec::new();
    let mut corners: Vec<[f32; 2]> = Vec::new();
    let mut indices: Vec<u32> = Vec::new();
    let lines = constellations.iter().flat_map(|constellation| &constellation.lines);
    let pieces = lines.flat_map(|line| line.iter().zip(line.iter().skip(1)));
    for (first, (start, end)) in (0_u32..).step_by(4).zip(pieces) {
        for corner in CORNERS {
            let (this, other) = if corner[1] < 0.5 { (start, end) } else { (end, start) };
            directions.push(this.to_array());
            other_ends.push(other.extend(1.0).to_array());
            corners.push(corner);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner: u32| first + corner));
    }
    triangle_mesh(directions, indices)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, other_ends)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use bevy::mesh::Indices;

    use super::super::stars::{CATALOGUE, read_catalogue};
    use super::*;

    fn assets() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
    }

    fn shipped() -> Vec<Constellation> {
        read_constellations(&assets()).expect("the constellations are part of the repository")
    }

    fn points(constellations: &[Constellation]) -> impl Iterator<Item = Vec3> {
        constellations.iter().flat_map(|one| &one.lines).flatten().copied()
    }

    /// The angle between two unit vectors, degrees; exact for small angles.
    fn apart_deg(one: Vec3, other: Vec3) -> f32 {
        (2.0 * (0.5 * one.distance(other)).min(1.0).asin()).to_degrees()
    }

    #[test]
    fn all_of_the_sky_has_lines_from_point_to_point() {
        let all = shipped();
        assert_eq!(all.len(), 88);
        assert_eq!(points(&all).count(), 893);
        for constellation in &all {
            assert!(!constellation.lines.is_empty(), "{}", constellation.id);
            for line in &constellation.lines {
                assert!(line.len() >= 2, "{}", constellation.id);
                for (start, end) in line.iter().zip(line.iter().skip(1)) {
                    let length = apart_deg(*start, *end);
                    assert!((0.01..26.0).contains(&length), "{}: {length}", constellation.id);
                }
            }
        }
    }

    #[test]
    fn lines_end_at_stars_that_are_there() {
        let stars: Vec<Vec3> = read_catalogue(&assets().join(CATALOGUE))
            .expect("the catalogue is part of the repository")
            .iter()
            .filter(|star| star.vmag <= 6.5)
            .map(|star| render_direction(star.ra_deg, star.dec_deg))
            .collect();
        let from_star = |point: Vec3| {
            let least = stars.iter().map(|star| star.distance_squared(point)).fold(4.0, f32::min);
            least.sqrt().to_degrees()
        };
        // The farthest is 0.009 degrees away: one of a close pair of stars.
        let farthest = points(&shipped()).map(from_star).fold(0.0, f32::max);
        assert!(farthest < 0.05, "{farthest} degrees");
    }

    #[test]
    fn orion_has_his_belt() {
        let belt = [(85.1897, -1.9426), (84.0534, -1.2019), (83.0017, -0.2991)];
        let belt = belt.map(|(ra_deg, dec_deg)| render_direction(ra_deg, dec_deg));
        let all = shipped();
        let orion = all.iter().find(|one| one.id == "Ori").expect("Orion has lines");
        let is_belt =
            |three: &[Vec3]| three.iter().zip(&belt).all(|(one, star)| apart_deg(*one, *star) < 0.01);
        assert!(orion.lines.iter().any(|line| line.windows(3).any(is_belt)));
        assert!(apart_deg(orion.middle(), belt[1]) < 12.0);
    }

    #[test]
    fn the_middle_lies_at_the_lines() {
        for constellation in shipped() {
            let middle = constellation.middle();
            assert!((middle.length() - 1.0).abs() < 1e-5, "{}", constellation.id);
            let least = constellation.lines.iter().flatten().map(|point| apart_deg(*point, middle));
            assert!(least.fold(180.0, f32::min) < 9.1, "{}", constellation.id);
        }
    }

    #[test]
    fn each_piece_has_four_corners_and_two_triangles() {
        let line = vec![Vec3::X, Vec3::Y, Vec3::Z];
        let two =
            Constellation { id: "Two".to_owned(), name: "Two".to_owned(), lines: vec![line, vec![Vec3::X]] };
        let mesh = line_mesh(&[two]);
        assert_eq!(mesh.count_vertices(), 8);
        assert_eq!(mesh.indices().map(Indices::len), Some(12));
        assert_eq!(line_mesh(&shipped()).count_vertices(), 4 * 743);
    }

    #[test]
    fn each_has_a_name_of_its_own() {
        let all = shipped();
        let name = |id: &str| all.iter().find(|one| one.id == id).map(|one| one.name.as_str());
        assert_eq!(name("Ori"), Some("Orion"));
        assert_eq!(name("TrA"), Some("Triangulum Australe"));
        for (index, one) in all.iter().enumerate() {
            assert!(one.name.len() > 3 || one.name == "Ara" || one.name == "Leo", "{}", one.name);
            assert!(all[..index].iter().all(|other| other.name != one.name), "{}", one.name);
        }
    }

    #[test]
    fn a_missing_file_is_an_error_that_names_it() {
        let error = read_constellations(Path::new("no/such/folder")).expect_err("there is no such folder");
        assert!(error.to_string().contains("no/such/folder/sky/constellation_lines.csv"), "{error}");
    }
}
