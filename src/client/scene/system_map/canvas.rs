//! Pixels on which a system is painted.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use super::MapScale;
use crate::client::models::canvas::Canvas;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::orbits::points::OPEN_SHARE;
use crate::level::{BodyKind, StarSystem};
use crate::orbit::Conic;
use crate::sim::BodyId;

/// Points of a path.
const POINTS: u32 = 1_400;
/// Points of a ring, and the least of a circle.
const RING_POINTS: u32 = 48;
/// The most distance between two points of a circle without gaps, pixels.
const CIRCLE_STEP: f32 = 1.2;
/// Half the width of a path and of a circle, pixels.
const LINE_WIDTH: f32 = 0.8;
/// Opacity of a path that is like all others.
pub(super) const STRENGTH: f32 = 0.5;
/// A path that leaves the map fades from here to the edge, in radii of the map from the middle.
const FADES: f32 = 0.86;
/// Radius of a body of a crowd, pixels, and its opacity.
const DOT: (f32, f32) = (0.7, 0.6);
/// Points of a comet's tail.
const TAIL_POINTS: u32 = 24;
/// Half the width of a tail at its end, as a share of its length.
const TAIL_SPREAD: f32 = 0.16;

/// Points of a body's path about its star, heliocentric ecliptic km; empty for stars and moons.
fn path_of(system: &StarSystem, places: &TiSlice<BodyId, DVec3>, index: BodyId, jd: f64) -> Vec<DVec3> {
    let Some(body) = system.bodies.get(index).filter(|body| body.kind != BodyKind::Moon) else {
        return Vec::new();
    };
    let parent = body.parent.and_then(|parent| places.get(parent));
    let (Some(parent), Some(conic)) = (parent, body.orbit.osculating(jd)) else { return Vec::new() };
    let offset = |step: u32| conic.position_at_true_anomaly(anomaly(&conic, step));
    (0..POINTS).map(|step| *parent + offset(step) * body.path_magnify).collect()
}

/// The true anomaly of a point of a path, radians.
fn anomaly(conic: &Conic, step: u32) -> f64 {
    let share = f64::from(step) / f64::from(POINTS);
    if conic.eccentricity < 1.0 {
        return share * TAU;
    }
    (2.0 * share - 1.0) * OPEN_SHARE * conic.max_true_anomaly()
}

/// The share of its light that a path has at a place if it leaves the map: none at the edge.
fn left_at(place: Vec2) -> f32 {
    ((1.0 - place.length()) / (1.0 - FADES)).clamp(0.0, 1.0)
}

/// The picture of a system, under construction.
#[derive(Clone, Debug)]
pub struct MapCanvas {
    canvas: Canvas,
    /// Radius of the map, pixels.
    radius: f32,
}

impl MapCanvas {
    /// An empty square, this many pixels each way. The map fills it.
    pub fn new(pixels: u32) -> Self {
        Self::with_margin(pixels, 0.0)
    }

    /// An empty square with a margin about the map, pixels, for what stands at its edge.
    pub fn with_margin(pixels: u32, margin: f32) -> Self {
        let canvas = Canvas::new(UVec2::splat(pixels), Color::NONE);
        Self { canvas, radius: 0.5 * pixels as f32 - margin }
    }

    /// Paints the orbits of all bodies but moons, each in its colour and with its opacity; a body of a crowd is only a
    /// dot. `places` are those of all bodies on the Julian date `jd` (TDB), heliocentric ecliptic km.
    pub fn orbits(
        &mut self,
        system: &StarSystem,
        places: &TiSlice<BodyId, DVec3>,
        colors: &TiSlice<BodyId, Color>,
        scale: &MapScale,
        jd: f64,
    ) {
        let crowd = Crowd::of(system);
        for (body, color) in crowd.members().iter().filter_map(|body| Some((*body, *colors.get(*body)?))) {
            if let Some(place) = places.get(body).filter(|place| scale.has_room_for(**place)) {
                self.spot(scale.to_map(*place), DOT.0, DOT.1, color);
            }
        }
        for (index, color) in colors.iter_enumerated().filter(|(index, _)| !crowd.is_dot(*index)) {
            self.path(&path_of(system, places, index, jd), scale, *color);
        }
    }

    /// Paints the points of a path that are on the map, heliocentric ecliptic km.
    fn path(&mut self, points: &[DVec3], scale: &MapScale, color: Color) {
        let leaves = points.iter().any(|point| !scale.has_room_for(*point));
        for point in points.iter().filter(|point| scale.has_room_for(**point)) {
            let place = scale.to_map(*point);
            let fade = if leaves { left_at(place) } else { 1.0 };
            self.spot(place, LINE_WIDTH, color.alpha() * fade, color);
        }
    }

    /// Paints a disc at a place of the map, in its radii from the middle; `radius` is in pixels.
    pub fn disc(&mut self, place: Vec2, radius: f32, color: Color) {
        self.spot(place, radius, 1.0, color);
    }

    /// Paints a circle of single points about a place of the map, in its radii from the middle; `radius` is in pixels.
    /// The points of a small one meet.
    pub fn ring(&mut self, place: Vec2, radius: f32, color: Color) {
        self.points_about(place, radius, RING_POINTS, color);
    }

    /// Paints a circle without gaps, however large it is.
    pub fn circle(&mut self, place: Vec2, radius: f32, color: Color) {
        let points = (std::f32::consts::TAU * radius / CIRCLE_STEP).ceil() as u32;
        self.points_about(place, radius, points.max(RING_POINTS), color);
    }

    fn points_about(&mut self, place: Vec2, radius: f32, points: u32, color: Color) {
        for step in 0..points {
            let toward = Vec2::from_angle(step as f32 / points as f32 * std::f32::consts::TAU);
            self.disc(place + toward * radius / self.radius, LINE_WIDTH, color);
        }
    }

    /// Paints a comet's tail at a place of the map, away from the place of its star: it widens and fades. `length`
    /// is in pixels; near the edge of the picture it is shorter.
    pub fn tail(&mut self, place: Vec2, star: Vec2, length: f32, color: Color) {
        let away = (place - star).normalize_or(Vec2::NEG_Y);
        let length = length.min(self.longest_tail(place, away));
        for step in 0..TAIL_POINTS {
            let share = step as f32 / TAIL_POINTS as f32;
            let at = place + away * share * length / self.radius;
            self.spot(at, LINE_WIDTH + TAIL_SPREAD * share * length, 0.8 * (1.0 - share), color);
        }
    }

    /// The length of a tail from a place of the map in a direction that has room in the picture, pixels.
    fn longest_tail(&self, place: Vec2, toward: Vec2) -> f32 {
        let edge = self.canvas.middle() - LINE_WIDTH - 1.0;
        let room = edge - place * self.radius * toward.signum();
        (room / (toward.abs() + TAIL_SPREAD)).min_element().max(0.0)
    }

    /// The finished picture.
    pub fn picture(self) -> Image {
        self.canvas.picture()
    }

    /// Paints a disc of this opacity. Where discs overlap the strongest counts, so that a path is even at any
    /// density of its points.
    fn spot(&mut self, place: Vec2, radius: f32, strength: f32, color: Color) {
        let middle = place * self.radius + self.canvas.middle();
        let [red, green, blue, _] = color.to_srgba().to_u8_array();
        let inside = |at: Vec2| (radius + 0.5 - at.distance(middle)).clamp(0.0, 1.0);
        let area = Rect::from_center_half_size(middle, Vec2::splat(radius));
        self.canvas.paint(
            area,
            |at| strength * inside(at),
            |pixel, alpha| {
                let alpha = (alpha * 255.0) as u8;
                if pixel[3] < alpha {
                    *pixel = [red, green, blue, alpha];
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::AU_KM;

    fn alpha(canvas: &MapCanvas, column: u32, row: u32) -> u8 {
        canvas.canvas.pixel(column, row)[3]
    }

    fn dot(canvas: &mut MapCanvas, place: Vec2) {
        canvas.spot(place, LINE_WIDTH, STRENGTH, Color::srgb(1.0, 0.0, 0.0));
    }

    #[test]
    fn dots_are_painted_where_they_are() {
        let mut canvas = MapCanvas::new(40);
        dot(&mut canvas, Vec2::new(0.5, 0.0));
        assert!(alpha(&canvas, 29, 19) > 50 && alpha(&canvas, 30, 20) > 50);
        assert_eq!(alpha(&canvas, 10, 20), 0);
        let before = canvas.clone().picture().data;
        dot(&mut canvas, Vec2::new(0.5, 0.0));
        assert_eq!(canvas.picture().data, before, "twice is no stronger than once");
    }

    #[test]
    fn a_large_circle_has_no_gaps() {
        let mut canvas = MapCanvas::new(200);
        canvas.circle(Vec2::ZERO, 80.0, Color::WHITE);
        for step in 0..720 {
            let at =
                canvas.canvas.middle() + 80.0 * Vec2::from_angle(step as f32 / 360.0 * std::f32::consts::PI);
            assert!(alpha(&canvas, at.x as u32, at.y as u32) > 60, "at {at}");
        }
    }

    #[test]
    fn a_tail_points_away_from_the_star_and_fades() {
        let mut canvas = MapCanvas::new(80);
        canvas.tail(Vec2::new(0.25, 0.0), Vec2::ZERO, 20.0, Color::WHITE);
        let at = |column: u32| alpha(&canvas, column, 40);
        assert!(at(52) > at(60) && at(60) > at(67) && at(67) > 0, "{} {} {}", at(52), at(60), at(67));
        assert_eq!((at(44), at(76)), (0, 0));
    }

    #[test]
    fn paths_fade_toward_the_edge_only_if_they_leave_the_map() {
        let scale = MapScale { inner_km: AU_KM, outer_km: 10.0 * AU_KM };
        let rim = DVec3::X * 9.8 * AU_KM;
        let painted = |points: &[DVec3]| {
            let mut canvas = MapCanvas::new(200);
            canvas.path(points, &scale, Color::WHITE);
            canvas.picture().data.iter().flatten().skip(3).step_by(4).copied().max().unwrap_or(0)
        };
        let whole = painted(&[rim]);
        let leaves = painted(&[rim, DVec3::X * 11.0 * AU_KM]);
        assert!(whole > 60 && leaves < whole / 3, "{whole} {leaves}");
    }

    #[test]
    fn a_path_has_the_opacity_of_its_colour() {
        let scale = MapScale { inner_km: AU_KM, outer_km: 10.0 * AU_KM };
        let painted = |opacity: f32| {
            let mut canvas = MapCanvas::new(40);
            canvas.path(&[DVec3::X * AU_KM], &scale, Color::WHITE.with_alpha(opacity));
            canvas.picture().data.iter().flatten().skip(3).step_by(4).copied().max().unwrap_or(0)
        };
        let [faint, strong] = [0.2, 0.9].map(painted);
        assert!(faint > 0 && strong > 3 * faint, "{faint} {strong}");
    }

    #[test]
    fn light_ends_at_the_edge_of_the_map() {
        assert_eq!((left_at(Vec2::ZERO), left_at(Vec2::X)), (1.0, 0.0));
    }

    #[test]
    fn nothing_is_painted_beside_the_picture() {
        let mut canvas = MapCanvas::new(40);
        dot(&mut canvas, Vec2::new(3.0, -7.0));
        assert!(canvas.picture().data.is_some_and(|data| data.iter().all(|part| *part == 0)));
    }

    #[test]
    fn discs_are_round_and_cover_paths() {
        let mut canvas = MapCanvas::new(40);
        dot(&mut canvas, Vec2::ZERO);
        canvas.disc(Vec2::ZERO, 4.0, Color::WHITE);
        assert_eq!(alpha(&canvas, 20, 20), 255);
        assert_eq!((alpha(&canvas, 17, 20) > 200, alpha(&canvas, 17, 17)), (true, alpha(&canvas, 22, 22)));
        assert_eq!(alpha(&canvas, 26, 20), 0);
    }
}
