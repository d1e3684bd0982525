//! The camera as plain arithmetic in doubles: from points to pixels, and from pixels to the ecliptic.
//!
//! All conversions between the mouse and the world are here. They are independent of the engine, and tested
//! without it.

use std::f64::consts::FRAC_PI_4;

use bevy::prelude::*;
use glam::{DVec2, DVec3};

/// Beyond this distance a ray counts as parallel to the plane, km (about 1,300 AU).
const FARTHEST_KM: f64 = 2.0e11;
/// Points nearer to the eye than this share of the focal distance are not on the screen.
const NEAREST_SHARE: f64 = 1.0e-9;
/// Least distance of the eye from the middle of a circle, in the computation of its size, as a share of its radius: the
/// size stays finite inside.
const INSIDE_SHARE: f64 = 0.1;
/// Farther beside the middle of the picture than this nothing has an outline that could be told: the tangent of 1.5
/// radians.
const WIDEST: f64 = 14.101_419_947_171_719;
/// Least distance of words about a circle from the edges of the picture, or of its part between the panels, pixels.
const LABEL_MARGIN_PIXELS: f32 = 60.0;

/// A perspective camera in the world: ecliptic km.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ViewCamera {
    /// The eye.
    pub eye: DVec3,
    /// Unit vector to the right of the screen.
    pub right: DVec3,
    /// Unit vector to the top of the screen.
    pub up: DVec3,
    /// Unit vector into the screen.
    pub forward: DVec3,
    /// Tangent of half the vertical field of view.
    pub tan_half_fov: f64,
    /// Size of the picture, logical pixels.
    pub viewport: DVec2,
    /// Distance from the eye to the focus, km.
    pub focal_distance: f64,
}

impl Default for ViewCamera {
    fn default() -> Self {
        Self {
            eye: DVec3::new(0.0, -1.0, 0.0),
            right: DVec3::X,
            up: DVec3::Z,
            forward: DVec3::Y,
            tan_half_fov: 0.4,
            viewport: DVec2::new(1280.0, 720.0),
            focal_distance: 1.0,
        }
    }
}

/// The image of a point on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected {
    /// Logical pixels from the top left; may lie outside the picture.
    pub pixel: Vec2,
    /// Size of a kilometre across the line of sight there, pixels.
    pub pixels_per_km: f64,
}

impl ViewCamera {
    /// Size of the window, or of the picture if there is no window, in pixels of the user interface at its scale. All
    /// layouts ask here.
    pub fn screen(&self, ui_scale: f32) -> Vec2 {
        self.viewport.as_vec2() / ui_scale
    }

    /// The area of the picture, logical pixels.
    pub fn picture(&self) -> Rect {
        Rect::from_corners(Vec2::ZERO, self.viewport.as_vec2())
    }

    /// The image of a point; `None` behind the eye.
    pub fn project(&self, point: DVec3) -> Option<Projected> {
        let offset = point - self.eye;
        let depth_km = offset.dot(self.forward);
        if depth_km <= self.focal_distance * NEAREST_SHARE {
            return None;
        }
        let pixels_per_km = self.pixels_per_radius(depth_km);
        let x = self.viewport.x * 0.5 + offset.dot(self.right) * pixels_per_km;
        let y = self.viewport.y * 0.5 - offset.dot(self.up) * pixels_per_km;
        Some(Projected { pixel: Vec2::new(x as f32, y as f32), pixels_per_km })
    }

    /// Whether a point is within the picture.
    pub fn shows(&self, point: DVec3) -> bool {
        let picture = self.picture();
        self.project(point).is_some_and(|projected| picture.contains(projected.pixel))
    }

    /// The direction on the screen, y down, in which the view must turn to show a point; also for a point behind the
    /// eye. A unit vector.
    pub fn direction_to(&self, point: DVec3) -> Vec2 {
        let offset = point - self.eye;
        let across = DVec2::new(offset.dot(self.right), -offset.dot(self.up));
        across.as_vec2().normalize_or(Vec2::Y)
    }

    /// Pixels on the screen for a kilometre across the line of sight at a depth.
    pub fn pixels_per_radius(&self, depth_km: f64) -> f64 {
        self.viewport.y * 0.5 / (self.tan_half_fov * depth_km)
    }

    /// Radius on the screen of a circle or a gravity well, pixels; finite from inside, too.
    pub fn circle_pixels(&self, middle: DVec3, radius_km: f64) -> f64 {
        let distance_km = self.eye.distance(middle).max(INSIDE_SHARE * radius_km);
        radius_km * self.pixels_per_radius(distance_km)
    }

    /// Radius of the picture of a ball, pixels: from the image of its middle to the farthest point of its outline.
    /// Lines of sight touch the ball before its middle, and beside the middle of the picture it is stretched, so this
    /// is more than the radius of a disc across the line of sight.
    pub fn outline_pixels(&self, middle: DVec3, radius_km: f64) -> f64 {
        let away = middle - self.eye;
        let (distance_km, depth_km) = (away.length(), away.dot(self.forward));
        // Tangents of two angles: from the middle of the picture to that of the ball, and from there to its outline.
        // Every mark asks for this in every frame, so there is no angle itself.
        let aside = away.cross(self.forward).length() / depth_km;
        let half = radius_km / ((distance_km - radius_km) * (distance_km + radius_km)).max(0.0).sqrt();
        let widest = WIDEST - aside;
        // Without this the sum of both is a right angle or more.
        let is_ahead = depth_km > 0.0 && aside * half < 1.0;
        let more = if is_ahead { half * (1.0 + aside * aside) / (1.0 - aside * half) } else { widest };
        let outline = more.min(widest) * self.pixels_per_radius(1.0);
        outline.max(radius_km * self.pixels_per_radius(depth_km))
    }

    /// The unit vector from the eye through a pixel.
    pub fn ray(&self, pixel: DVec2) -> DVec3 {
        let scale = self.tan_half_fov * 2.0 / self.viewport.y;
        let x = (pixel.x - self.viewport.x * 0.5) * scale;
        let y = (self.viewport.y * 0.5 - pixel.y) * scale;
        (self.forward + self.right * x + self.up * y).normalize()
    }

    /// The point under a pixel that is as far from the eye as another point.
    pub fn point_as_far(&self, pixel: DVec2, other: DVec3) -> DVec3 {
        self.eye + self.ray(pixel) * other.distance(self.eye)
    }

    /// The point of the horizontal plane at `height_km` above the ecliptic under a pixel; `None` if the ray misses
    /// the plane, because it leads away from it or runs along it.
    pub fn ground_point(&self, pixel: DVec2, height_km: f64) -> Option<DVec3> {
        let ray = self.ray(pixel);
        let distance = (height_km - self.eye.z) / ray.z;
        // A ray along the plane divides by zero: the distance is infinite or NaN.
        if !(distance > 0.0 && distance < FARTHEST_KM) {
            return None;
        }
        let mut point = self.eye + ray * distance;
        point.z = height_km;
        Some(point)
    }

    /// The height above the ecliptic of the point of a vertical line nearest to a pixel; `None` if the line is
    /// seen end on. `foot` is any point of the line.
    pub fn height_on_vertical(&self, foot: DVec3, pixel: DVec2) -> Option<f64> {
        // Cut the ray with the upright plane through the line that faces the eye.
        let toward = DVec3::new(foot.x - self.eye.x, foot.y - self.eye.y, 0.0);
        let normal = toward.try_normalize()?;
        let ray = self.ray(pixel);
        let distance = toward.dot(normal) / ray.dot(normal);
        (distance > 0.0 && distance < FARTHEST_KM).then_some(self.eye.z + ray.z * distance)
    }

    /// A point of a circle parallel to the ecliptic, for words about the circle: a point well inside the area between
    /// the panels, logical pixels, else of the picture, on the right if possible; the middle of the circle if it has
    /// none.
    pub fn label_point(&self, middle: DVec3, radius_km: f64, between_panels: Option<Rect>) -> DVec3 {
        let right = self.right.with_z(0.0).normalize_or(DVec3::X);
        let ahead = DVec3::Z.cross(right);
        let point = |eighth: f64| {
            let (sine, cosine) = libm::sincos(eighth * FRAC_PI_4);
            middle + (right * cosine + ahead * sine) * radius_km
        };
        let points = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0].map(point);
        let well_inside = |area: Rect| {
            let inner = area.inflate(-LABEL_MARGIN_PIXELS);
            let is_inside =
                |point: &DVec3| self.project(*point).is_some_and(|projected| inner.contains(projected.pixel));
            points.into_iter().find(is_inside)
        };
        between_panels.into_iter().chain([self.picture()]).find_map(well_inside).unwrap_or(middle)
    }

    /// Keeps the things nearest to the eye, at most `most`, in no particular order.
    pub fn keep_nearest<T>(&self, things: &mut Vec<T>, most: usize, place: impl Fn(&T) -> DVec3) {
        if let Some(last) = most.checked_sub(1).filter(|_| things.len() > most) {
            let distance = |thing: &T| place(thing).distance_squared(self.eye);
            things.select_nth_unstable_by(last, |one, other| distance(one).total_cmp(&distance(other)));
        }
        things.truncate(most);
    }
}

#[cfg(test)]
impl ViewCamera {
    /// A camera that looks down from this height above the middle of the system, km.
    pub fn above(height_km: f64) -> Self {
        Self {
            eye: DVec3::Z * height_km,
            forward: DVec3::NEG_Z,
            up: DVec3::Y,
            focal_distance: height_km,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_about_a_circle_stand_where_it_is_seen() {
        let view = ViewCamera::default();
        let middle = DVec3::Y * 9.0;
        assert!(view.label_point(middle, 1.0, None).distance(middle + DVec3::X) < 1.0e-9);
        // Its right end is out of the picture, but not the point behind its middle.
        assert!(view.label_point(middle, 100.0, None).distance(middle + DVec3::Y * 100.0) < 1.0e-9);
        let beside = DVec3::new(500.0, 9.0, 0.0);
        assert_eq!(view.label_point(beside, 1.0, None), beside);
    }

    #[test]
    fn words_about_a_circle_stand_between_the_panels_if_it_is_seen_there() {
        let view = ViewCamera::above(9.0);
        let Vec2 { x: width, y: height } = view.picture().size();
        let [left, right] =
            [Rect::new(0.0, 0.0, 0.5 * width, height), Rect::new(0.75 * width, 0.0, width, height)];
        let at = |between_panels: Option<Rect>| view.label_point(DVec3::ZERO, 1.0, between_panels);
        assert!(at(None).distance(DVec3::X) < 1.0e-9);
        assert!(at(Some(left)).x < 0.0, "a panel lies over its right half");
        let far = view.project(DVec3::X).expect("it is seen").pixel.x;
        assert!(far < right.min.x + LABEL_MARGIN_PIXELS, "none of it is seen there: {far}");
        assert_eq!(at(Some(right)), at(None));
    }

    #[test]
    fn the_direction_to_a_point_is_not_mirrored_behind_the_eye() {
        let camera = ViewCamera { eye: DVec3::ZERO, ..ViewCamera::default() };
        let to = |x: f64, y: f64, z: f64| camera.direction_to(DVec3::new(x, y, z));
        assert_eq!([to(9.0, 1.0, 0.0), to(9.0, -1.0, 0.0)], [Vec2::X; 2], "it is to the right of both");
        assert_eq!([to(0.0, 1.0, 9.0), to(0.0, -1.0, 9.0)], [Vec2::NEG_Y; 2]);
        assert_eq!(to(0.0, -1.0, 0.0), Vec2::Y, "straight behind");
        let beside = DVec3::new(9.0, 10.0, 3.0);
        let pixel = camera.project(beside).expect("it is before the eye").pixel;
        let from_middle = (pixel - 0.5 * camera.viewport.as_vec2()).normalize();
        assert!(camera.direction_to(beside).distance(from_middle) < 1.0e-6, "as it is projected");
        assert!(camera.shows(DVec3::Y) && !camera.shows(DVec3::NEG_Y) && !camera.shows(beside));
    }

    #[test]
    fn the_screen_has_fewer_pixels_where_words_are_larger() {
        let camera = ViewCamera { viewport: DVec2::new(1600.0, 900.0), ..ViewCamera::default() };
        assert_eq!(
            (camera.screen(1.0), camera.screen(2.0)),
            (Vec2::new(1600.0, 900.0), Vec2::new(800.0, 450.0))
        );
    }

    #[test]
    fn sight_touches_a_ball_at_its_outline() {
        let view = ViewCamera::default();
        for across in [0.0, 2.0, -3.0] {
            let middle = view.eye + view.forward * 4.0 + view.right * across;
            let pixel = view.project(middle).unwrap().pixel.as_dvec2();
            let outline = view.outline_pixels(middle, 1.0);
            let outward = DVec2::new(outline.copysign(across), 0.0);
            let miss = (middle - view.eye).cross(view.ray(pixel + outward)).length();
            // Pixels are in single precision.
            assert!((miss - 1.0).abs() < 1.0e-4, "{across}: {miss}");
            assert!(outline > view.project(middle).unwrap().pixels_per_km, "{across}");
        }
    }

    #[test]
    fn the_outline_of_a_ball_is_where_its_angle_ends() {
        let view = ViewCamera::default();
        assert!((libm::tan(1.5) - WIDEST).abs() < 1.0e-12);
        for (across, radius_km) in
            [(0.0, 0.5), (3.0, 1.0e-6), (0.4, 3.9), (20.0, 2.0), (0.0, 3.999), (300.0, 1.0)]
        {
            let middle = view.eye + view.forward * 4.0 + view.up * across;
            let aside = libm::atan2(across, 4.0);
            let half = libm::asin((radius_km / libm::hypot(across, 4.0)).min(1.0));
            let outer = (aside + half).min(1.5);
            let by_angles = (libm::tan(outer) - libm::tan(aside)) * view.pixels_per_radius(1.0);
            let by_angles = by_angles.max(radius_km * view.pixels_per_radius(4.0));
            let outline = view.outline_pixels(middle, radius_km);
            assert!(
                (outline / by_angles - 1.0).abs() < 1.0e-6,
                "{across} {radius_km}: {outline} {by_angles}"
            );
        }
        assert!(view.outline_pixels(view.eye + view.forward, 2.0).is_finite(), "from inside");
    }

    #[test]
    fn the_nearest_are_kept() {
        let camera = ViewCamera { eye: DVec3::X, ..ViewCamera::default() };
        let kept = |most: usize| {
            let mut all = [9.0, 2.0, 7.0, 1.0, 5.0].map(|away| DVec3::X + DVec3::Z * away).to_vec();
            camera.keep_nearest(&mut all, most, |place| *place);
            let mut kept: Vec<f64> = all.iter().map(|place| place.z).collect();
            kept.sort_unstable_by(f64::total_cmp);
            kept
        };
        assert_eq!(kept(2), [1.0, 2.0]);
        assert_eq!(kept(9).len(), 5);
        assert!(kept(0).is_empty());
    }
}
