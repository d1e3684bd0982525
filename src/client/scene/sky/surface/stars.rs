//! The fixed stars: `sky/bright_stars.csv` (ICRS directions, magnitudes, colours) becomes one mesh with a square
//! for every star, infinitely far away, drawn by `assets/shaders/stars.wgsl`. A missing file is reported as an
//! error and gives a black sky.

use std::path::Path;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use serde::Deserialize;

use super::see_through::see_through_material;
use super::sky_file::{SkyFileError, read_rows};
use crate::client::frame::Toasts;
use crate::client::models::triangle_mesh;
use crate::client::worlds::{AssetsDir, Lasting};
use crate::orbit::icrf_to_ecliptic;

const SHADER: &str = "shaders/stars.wgsl";

/// Path of the catalogue in the assets folder.
pub const CATALOGUE: &str = "sky/bright_stars.csv";

/// Colour of the Sun, B-V, for stars whose colour is not known.
const SOLAR_B_MINUS_V: f32 = 0.65;

/// One line of the catalogue.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CatalogueStar {
    /// Right ascension, ICRS, degrees.
    pub ra_deg: f64,
    /// Declination, ICRS, degrees.
    pub dec_deg: f64,
    /// Visual magnitude.
    pub vmag: f32,
    /// Colour index B-V, magnitudes; absent if it is unknown.
    pub b_minus_v: Option<f32>,
}

/// Marks the entity of the fixed stars.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct FixedStars;

/// The light of all stars together.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct StarMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: StarUniform,
}

/// The uniform of the star shader. The order of the fields is that of `Stars` in `stars.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct StarUniform {
    /// Light at the middle of a star of magnitude 0 that is one pixel wide.
    pub brightness: f32,
    /// Size of the points; the scale factor of the window, so that they look alike on every screen.
    pub pixel_scale: f32,
}

impl Default for StarUniform {
    fn default() -> Self {
        Self { brightness: 5.0, pixel_scale: 1.0 }
    }
}

// Behind everything else that is transparent: rings and coronas are drawn over the stars.
see_through_material!(StarMaterial, SHADER, AlphaMode::Add, -1.0e30);

/// Adds the fixed stars to the scene; without its catalogue the sky stays empty, and a message says why.
pub fn spawn_stars(
    mut commands: Commands,
    assets_dir: Res<AssetsDir>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StarMaterial>>,
    mut toasts: ResMut<Toasts>,
) {
    let stars = match read_catalogue(&assets_dir.0.join(CATALOGUE)) {
        Ok(stars) => stars,
        Err(error) => return toasts.say(error.to_string()),
    };
    commands.spawn((
        Name::new("fixed stars"),
        FixedStars,
        Lasting,
        Mesh3d(meshes.add(star_mesh(&stars))),
        MeshMaterial3d(materials.add(StarMaterial { uniform: StarUniform::default() })),
        NoFrustumCulling,
        NotShadowCaster,
        NotShadowReceiver,
    ));
}

/// Reads a catalogue: CSV with at least the columns `ra_deg,dec_deg,vmag,b_minus_v`. Stars with a
/// number that is not finite are left out.
///
/// # Errors
///
/// [`SkyFileError`] if the file is missing, unreadable or lists no stars.
pub fn read_catalogue(path: &Path) -> Result<Vec<CatalogueStar>, SkyFileError> {
    read_rows(path, "The stars", |star: &CatalogueStar| {
        star.ra_deg.is_finite() && star.dec_deg.is_finite() && star.vmag.is_finite()
    })
}

/// One square for every star: its direction in the render frame four times, the corners as UV, colour
/// and light (in units of a star of magnitude 0) as vertex colour.
fn star_mesh(stars: &[CatalogueStar]) -> Mesh {
    const CORNERS: [[f32; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let mut directions: Vec<[f32; 3]> = Vec::with_capacity(4 * stars.len());
    let mut corners: Vec<[f32; 2]> = Vec::with_capacity(4 * stars.len());
    let mut colors: Vec<[f32; 4]> = Vec::with_capacity(4 * stars.len());
    let mut indices: Vec<u32> = Vec::with_capacity(6 * stars.len());
    for (first, star) in (0_u32..).step_by(4).zip(stars) {
        let direction = render_direction(star.ra_deg, star.dec_deg).to_array();
        let hue = blackbody_color(temperature(star.b_minus_v.unwrap_or(SOLAR_B_MINUS_V)));
        let color = hue.extend(light(star.vmag)).to_array();
        for corner in CORNERS {
            directions.push(direction);
            corners.push(corner);
            colors.push(color);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner: u32| first + corner));
    }
    triangle_mesh(directions, indices)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}

/// Unit vector toward a place in the sky (ICRS, degrees), in the render frame: y is ecliptic north, x
/// the equinox; the ecliptic's (x, y, z) is (x, z, -y) here.
pub fn render_direction(ra_deg: f64, dec_deg: f64) -> Vec3 {
    let (ra, dec) = (ra_deg.to_radians(), dec_deg.to_radians());
    let icrs = DVec3::new(libm::cos(dec) * libm::cos(ra), libm::cos(dec) * libm::sin(ra), libm::sin(dec));
    let ecliptic = icrf_to_ecliptic(icrs);
    DVec3::new(ecliptic.x, ecliptic.z, -ecliptic.y).as_vec3()
}

/// Light of a star in units of a star of magnitude 0 (Pogson's scale).
pub fn light(magnitude: f32) -> f32 {
    10.0_f32.powf(-0.4 * magnitude)
}

/// Temperature in kelvin from the colour index B-V (Ballesteros, "New insights into black bodies", EPL 97, 2012,
/// equation 14). The index is clamped to -0.4 to 2, the range of the formula.
fn temperature(b_minus_v: f32) -> f32 {
    let index = 0.92 * b_minus_v.clamp(-0.4, 2.0);
    4600.0 * (1.0 / (index + 1.7) + 1.0 / (index + 0.62))
}

/// Colour of a black body, linear RGB, the largest part 1. `kelvin` is clamped to 1,667 to 25,000.
///
/// Chromaticity after Kim and others ("Design of advanced color temperature control system for HDTV
/// applications", 2002: cubic splines of the Planckian locus), then XYZ to linear sRGB (IEC 61966-2-1).
fn blackbody_color(kelvin: f32) -> Vec3 {
    let (x, y) = planckian_locus(kelvin.clamp(1_667.0, 25_000.0));
    let xyz = Vec3::new(x / y, 1.0, (1.0 - x - y) / y);
    let rgb = Vec3::new(
        xyz.dot(Vec3::new(3.2406, -1.5372, -0.4986)),
        xyz.dot(Vec3::new(-0.9689, 1.8758, 0.0415)),
        xyz.dot(Vec3::new(0.0557, -0.2040, 1.0570)),
    );
    let shown = rgb.max(Vec3::ZERO);
    shown / shown.max_element().max(1e-6)
}

/// CIE 1931 x and y of a black body, 1,667 to 25,000 K.
fn planckian_locus(kelvin: f32) -> (f32, f32) {
    let t = 1000.0 / f64::from(kelvin);
    let x = if kelvin <= 4000.0 {
        ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.17991
    } else {
        ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.24039
    };
    let y = if kelvin <= 2222.0 {
        ((-1.1063814 * x - 1.3481102) * x + 2.18555832) * x - 0.20219683
    } else if kelvin <= 4000.0 {
        ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
    } else {
        ((3.081758 * x - 5.8733867) * x + 3.75112997) * x - 0.37001483
    };
    (x as f32, y as f32)
}

#[cfg(test)]
mod tests {
    use bevy::mesh::Indices;

    use super::*;

    #[test]
    fn a_blue_star_is_bluer_and_a_red_one_redder_than_the_sun() {
        let rigel = blackbody_color(temperature(-0.03));
        let sun = blackbody_color(temperature(SOLAR_B_MINUS_V));
        let betelgeuse = blackbody_color(temperature(1.85));
        assert!(rigel.z / rigel.x > sun.z / sun.x);
        assert!(sun.z / sun.x > betelgeuse.z / betelgeuse.x);
        assert!((rigel.z - 1.0).abs() < 1e-6 && (betelgeuse.x - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_sun_has_its_temperature() {
        let kelvin = temperature(SOLAR_B_MINUS_V);
        assert!((5_600.0..5_900.0).contains(&kelvin), "{kelvin}");
    }

    #[test]
    fn colours_stay_finite_for_every_index() {
        for index in [-100.0, -0.68, 0.0, 3.0, 1.0e9] {
            let color = blackbody_color(temperature(index));
            assert!(color.is_finite() && color.min_element() >= 0.0 && color.max_element() <= 1.0, "{color}");
        }
    }

    #[test]
    fn five_magnitudes_are_a_factor_of_a_hundred() {
        assert!((light(0.0) / light(5.0) - 100.0).abs() < 1e-2);
    }

    #[test]
    fn polaris_stands_where_it_should() {
        // J2000 ecliptic longitude 88.57 and latitude 66.10 degrees.
        let direction = render_direction(37.9546, 89.2641);
        let latitude = direction.y.asin().to_degrees();
        let longitude = (-direction.z).atan2(direction.x).to_degrees();
        assert!((latitude - 66.10).abs() < 0.05, "{latitude}");
        assert!((longitude - 88.57).abs() < 0.05, "{longitude}");
    }

    #[test]
    fn each_star_has_four_corners_and_two_triangles() {
        let star = CatalogueStar { ra_deg: 10.0, dec_deg: 20.0, vmag: 1.0, b_minus_v: None };
        let mesh = star_mesh(&[star.clone(), star]);
        assert_eq!(mesh.count_vertices(), 8);
        assert_eq!(mesh.indices().map(Indices::len), Some(12));
    }

    #[test]
    fn the_shipped_catalogue_can_be_read() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(CATALOGUE);
        let stars = read_catalogue(&path).expect("the catalogue is part of the repository");
        assert!(stars.len() > 8_000);
        assert!(stars.iter().any(|star| star.vmag < -1.0));
    }

    #[test]
    fn a_missing_catalogue_is_an_error_that_names_the_file() {
        let error = read_catalogue(Path::new("no/such/file.csv")).expect_err("there is no such file");
        assert!(error.to_string().contains("no/such/file.csv"));
    }
}
