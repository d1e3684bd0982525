//! The Milky Way: a band behind the fixed stars, drawn by `assets/shaders/milky_way.wgsl` from noise about the
//! galaxy's true plane and centre, on a mesh infinitely far away. It needs no texture. The shader computes the light at
//! the corners of the mesh; pixels only add the grain of faint stars. Beyond the band it draws faint clouds, up to the
//! poles of the galaxy, so that no part of the sky is empty.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};

use super::see_through::see_through_material;
use super::stars::render_direction;
use crate::client::models::triangle_mesh;
use crate::client::worlds::Lasting;

const SHADER: &str = "shaders/milky_way.wgsl";

/// Right ascension and declination (ICRS, degrees) of the galaxy's north pole and of its middle
/// (The Hipparcos and Tycho Catalogues, ESA SP-1200, 1997, volume 1, section 1.5.3).
const POLE: (f64, f64) = (192.859_48, 27.128_25);
const MIDDLE: (f64, f64) = (266.405_10, -28.936_17);
/// Galactic latitude at which the band ends, radians.
const REACH: f32 = 0.85;
/// Columns of the mesh along the band, and rows from its middle to either side.
const COLUMNS: u32 = 300;
const HALF_ROWS: u32 = 40;

/// Marks the entity of the Milky Way.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(NoFrustumCulling, NotShadowCaster, NotShadowReceiver)]
pub struct MilkyWay;

/// The light of the band.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct MilkyWayMaterial {
    /// The data of the shader.
    #[uniform(0)]
    pub uniform: MilkyWayUniform,
}

/// The uniform of the band's shader. The order of the fields is that of `MilkyWay` in `milky_way.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct MilkyWayUniform {
    /// Light of its brightest parts.
    pub brightness: f32,
    /// Latitude at which the band ends, radians.
    pub reach: f32,
}

impl Default for MilkyWayUniform {
    fn default() -> Self {
        Self { brightness: 0.055, reach: REACH }
    }
}

// Behind the stars, which are themselves behind everything else that is transparent.
see_through_material!(MilkyWayMaterial, SHADER, AlphaMode::Add, -2.0e30);

/// Puts the band into the scene.
pub fn spawn_milky_way(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<MilkyWayMaterial>>,
) {
    commands.spawn((
        Name::new("Milky Way"),
        MilkyWay,
        Lasting,
        Mesh3d(meshes.add(band_mesh())),
        MeshMaterial3d(materials.add(MilkyWayMaterial { uniform: MilkyWayUniform::default() })),
    ));
}

/// The axes of the galaxy in the render frame: toward its middle, along its north pole, and a quarter round
/// from the middle (galactic longitude 90 degrees).
fn galactic_axes() -> (Vec3, Vec3, Vec3) {
    let pole = render_direction(POLE.0, POLE.1);
    let middle = render_direction(MIDDLE.0, MIDDLE.1);
    (middle, pole, pole.cross(middle))
}

/// The whole sky about the galaxy's plane: directions in the render frame as positions, galactic longitude and latitude
/// (radians) as UV. Rows are densest in the plane, where the dust is.
fn band_mesh() -> Mesh {
    let (middle, pole, quarter) = galactic_axes();
    let mut directions: Vec<[f32; 3]> = Vec::new();
    let mut galactic: Vec<[f32; 2]> = Vec::new();
    for column in 0..=COLUMNS {
        let longitude = TAU * column as f32 / COLUMNS as f32 - PI;
        let (sine, cosine) = longitude.sin_cos();
        let outward = middle * cosine + quarter * sine;
        for row in 0..=2 * HALF_ROWS {
            let share = row as f32 / HALF_ROWS as f32 - 1.0;
            let latitude = FRAC_PI_2 * share * (0.32 + 0.68 * share.abs());
            let (up, along) = latitude.sin_cos();
            directions.push((outward * along + pole * up).to_array());
            galactic.push([longitude, latitude]);
        }
    }
    let rows = 2 * HALF_ROWS + 1;
    let mut indices: Vec<u32> = Vec::new();
    for column in 0..COLUMNS {
        for row in 0..rows - 1 {
            let corner = column * rows + row;
            indices.extend([corner, corner + 1, corner + rows]);
            indices.extend([corner + 1, corner + rows + 1, corner + rows]);
        }
    }
    triangle_mesh(directions, indices).with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, galactic)
}

#[cfg(test)]
mod tests {
    use bevy::mesh::VertexAttributeValues;

    use super::*;

    #[test]
    fn the_axes_of_the_galaxy_stand_at_right_angles() {
        let (middle, pole, quarter) = galactic_axes();
        assert!(middle.dot(pole).abs() < 1e-5);
        assert!((quarter.length() - 1.0).abs() < 1e-5);
        // Deneb's neighbourhood lies near longitude 90, in the plane.
        assert!(quarter.dot(render_direction(318.0, 48.3)) > 0.99);
    }

    /// Fails if the band ends with an edge along a parallel, or if the sky beyond it is empty.
    #[test]
    fn the_band_thins_out_in_clouds_and_the_sky_goes_on_to_the_poles() {
        let shader = include_str!("../../../../../assets/shaders/milky_way.wgsl");
        assert!(
            shader
                .contains("smoothstep(0.45, 1.0, abs(latitude) / reach * (1.0 + 1.2 * max(-clouds.x, 0.0)))")
        );
        let mesh = band_mesh();
        let Some(VertexAttributeValues::Float32x2(places)) = mesh.attribute(Mesh::ATTRIBUTE_UV_0) else {
            panic!("the mesh has no places");
        };
        let outermost = places.iter().map(|[_, latitude]| latitude.abs()).fold(0.0, f32::max);
        assert!((outermost - FRAC_PI_2).abs() < 1e-6, "{outermost}");
        assert!(outermost > MilkyWayUniform::default().reach);
    }

    #[test]
    fn the_band_is_whole() {
        let mesh = band_mesh();
        let corners = (COLUMNS as usize + 1) * (2 * HALF_ROWS as usize + 1);
        assert_eq!(mesh.count_vertices(), corners);
        let largest = mesh.indices().and_then(|list| list.iter().max());
        assert_eq!(largest, Some(corners - 1));
    }
}
