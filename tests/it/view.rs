//! From pixels to the plane and back, in doubles.

use ecliptic::client::view::view_camera::ViewCamera;
use ecliptic::orbit::AU_KM;
use glam::{DVec2, DVec3};
use proptest::prelude::*;

fn camera(eye: DVec3, toward: DVec3, fov: f64) -> ViewCamera {
    let forward = (toward - eye).normalize();
    let right = forward.cross(DVec3::Z).try_normalize().unwrap_or(DVec3::X);
    ViewCamera {
        eye,
        right,
        up: right.cross(forward),
        forward,
        tan_half_fov: (fov * 0.5).tan(),
        viewport: DVec2::new(1600.0, 900.0),
        focal_distance: eye.distance(toward),
    }
}

fn point(range: f64) -> impl Strategy<Value = DVec3> {
    (-range..range, -range..range, -range..range).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// A point of the plane that is on the screen is found again by its own pixel: for planes above and
    /// below the eye, near and far.
    #[test]
    fn unprojecting_a_projected_point_gives_the_point_back(
        focus in point(40.0),
        eye in point(1.0),
        distance in -5.0..1.5f64,
        height in -1.0..1.0f64,
        aside in point(0.4),
        fov in 0.3..1.4f64,
    ) {
        let distance = 10.0f64.powf(distance) * AU_KM;
        let focus = focus * AU_KM;
        prop_assume!(eye.length() > 0.1);
        let view = camera(focus + eye.normalize() * distance, focus, fov);
        let height = focus.z + height * distance;
        let mut target = focus + aside * distance;
        target.z = height;
        let Some(projected) = view.project(target) else { return Ok(()) };
        let pixel = DVec2::new(f64::from(projected.pixel.x), f64::from(projected.pixel.y));
        let inside = pixel.cmpge(DVec2::ZERO).all() && pixel.cmple(view.viewport).all();
        // Seen edge on, a pixel covers more of the plane than any tolerance.
        let grazing = (target - view.eye).normalize().z.abs();
        prop_assume!(inside && grazing > 0.02);
        let found = view.ground_point(pixel, height);
        prop_assert!(found.is_some(), "a point that is seen is not found");
        let error = found.map_or(f64::MAX, |found| found.distance(target));
        // Pixels are kept as f32: a ten-thousandth of one, over the slant of the plane.
        let pixel_km = 1.0 / projected.pixels_per_km;
        prop_assert!(error < 1.0e-3 * pixel_km / grazing, "{error} km off, a pixel is {pixel_km} km");
    }

    /// A ray that leads away from the plane gives no point.
    #[test]
    fn a_ray_that_misses_gives_no_point(
        eye in point(10.0),
        look in point(1.0),
        x in 0.0..1600.0f64,
        y in 0.0..900.0f64,
    ) {
        prop_assume!(look.length() > 0.1 && eye.z.abs() > 1e-3);
        let view = camera(eye * AU_KM, (eye + look) * AU_KM, 0.8);
        let pixel = DVec2::new(x, y);
        let leads_to_plane = view.ray(pixel).z * eye.z < 0.0;
        if !leads_to_plane {
            prop_assert_eq!(view.ground_point(pixel, 0.0), None);
        } else if let Some(found) = view.ground_point(pixel, 0.0) {
            prop_assert!(found.z == 0.0 && found.is_finite());
        }
    }

    /// The height above a foot is found again from the pixel of the lifted point.
    #[test]
    fn a_lifted_point_has_the_height_of_its_pixel(
        foot in point(5.0), lift in -0.5..0.5f64, azimuth in 0.0..std::f64::consts::TAU, pitch in -1.2..1.2f64,
    ) {
        let foot = DVec3::new(foot.x, foot.y, 0.0) * AU_KM;
        let eye = foot + DVec3::new(azimuth.cos() * pitch.cos(), azimuth.sin() * pitch.cos(), pitch.sin()) * AU_KM;
        let view = camera(eye, foot, 0.8);
        let lifted = foot + DVec3::Z * (lift * AU_KM);
        let Some(projected) = view.project(lifted) else { return Ok(()) };
        let pixel = DVec2::new(f64::from(projected.pixel.x), f64::from(projected.pixel.y));
        let found = view.height_on_vertical(foot, pixel);
        prop_assert!(found.is_some_and(|height| (height - lifted.z).abs() < 1.0e-3 * AU_KM), "{found:?}");
    }
}

#[test]
fn a_plane_through_the_eye_and_a_ray_along_a_plane_give_no_point() {
    let view = camera(DVec3::new(1.0, 2.0, 0.0), DVec3::new(5.0, 2.0, 0.0), 0.8);
    assert_eq!(view.ground_point(DVec2::new(800.0, 450.0), 0.0), None);
    assert_eq!(view.ground_point(DVec2::new(800.0, 450.0), 3.0), None);
    let grazing = camera(DVec3::new(0.0, 0.0, 1.0), DVec3::new(1.0e9, 0.0, 0.9), 0.8);
    let found = grazing.ground_point(DVec2::new(800.0, 451.0), 0.0);
    assert!(found.is_some_and(|found| found.is_finite()), "a grazing ray that does hit gives a point");
}
