//! Distances of views of objects, and the part of the picture for them.

use bevy::prelude::*;
use glam::{DVec2, DVec3};

use crate::client::view::interpolation::BodyPlaces;
use crate::client::view::view_camera::ViewCamera;
use crate::level::{BodyKind, StarSystem, SystemBody};
use crate::orbit::AU_KM;
use crate::sim::BodyId;

/// Distance of a view of a whole well beside the planet panel, in its radii.
const WELL_RADII: f64 = 2.8;
/// Distance of a view of a body without a well, in its displayed radii.
const BODY_RADII: f64 = 8.0;
/// Distance of a view of a ship and of what is about it, in its radii.
const SHIP_RADII: f64 = 60.0;
/// Least distance of a view of ships alone, in radii of the one in the middle: a ship without others fills about a
/// third of the height between the bars.
const CLOSE_RADII: f64 = 8.0;
/// Distance of a view of a structure, in its radii.
const STRUCTURE_RADII: f64 = 9.0;
/// Margin about an object that must fit into the picture, as a share of the picture.
const MARGIN: f64 = 0.06;
/// Least half of the area in which an object is shown, in halves of the height of the picture.
const LEAST_SHARE: f64 = 0.4;
/// Least sine of the camera's height over the ecliptic that counts: orbits are inclined.
const LEAST_HEIGHT_SINE: f64 = 0.3;
/// The camera comes nearer to an object whose radius is below this on the screen, in heights of the picture.
const TINY_SHARE: f64 = 0.153;

/// A comet counts in an overview while it is no farther out than this, in reaches of the planets and stars: the planets
/// would be too small in a picture with one that is.
const COMET_REACH: f64 = 2.0;
/// The outer system begins at a planet this many times as far from the star as the next inner one.
const GAP: f64 = 2.5;
/// Assumed radius of a system in which nothing circles the star, AU.
const USUAL_AU: f64 = 2.0;

/// How far from the middle of a system an overview reaches, km: all planets and stars are in it on their whole orbits,
/// and the comets that are near them, where they are in `places`. If they are shown already, as the camera's distance
/// `present_km` says, and a wide gap separates inner from outer planets, as before Jupiter, it reaches to the inner
/// ones. `seen_from_km` finds the camera's distance for a reach, km both.
pub fn overview_reach_km(
    system: &StarSystem,
    places: &BodyPlaces,
    present_km: Option<f64>,
    seen_from_km: impl Fn(f64) -> f64,
) -> f64 {
    let bodies = system.bodies.iter_enumerated();
    let counted = bodies.filter(|(_, body)| matches!(body.kind, BodyKind::Planet | BodyKind::Star));
    let reaches_km =
        counted.filter_map(|(index, body)| Some((reach_km(system, index)?, body.kind == BodyKind::Planet)));
    let comets = system.bodies.iter_enumerated().filter(|(_, body)| body.kind == BodyKind::Comet);
    let comets_km = comets.filter_map(|(comet, _)| Some(places.0.get(comet)?.length()));
    // The star in the middle has distance 0.
    let reaches_km = reaches_km.filter(|(reach_km, _)| *reach_km > 0.0).collect();
    overview_of(reaches_km, comets_km, present_km, seen_from_km)
}

/// The greatest distance of a body from the middle of the system, km; `None` for a body that never returns, or
/// that circles such a body.
fn reach_km(system: &StarSystem, body: BodyId) -> Option<f64> {
    let this = system.bodies.get(body)?;
    let own_km = this.orbit.apoapsis_km()? * this.path_magnify;
    // Bodies are listed parents first, so this comes to an end.
    let parents_km = match this.parent {
        Some(parent) => reach_km(system, parent)?,
        None => 0.0,
    };
    Some(own_km + parents_km)
}

/// The reach of an overview from the greatest distance of each body, km, and whether it is a planet, and from the
/// present distances of comets, km.
fn overview_of(
    mut reaches_km: Vec<(f64, bool)>,
    comets_km: impl Iterator<Item = f64>,
    present_km: Option<f64>,
    seen_from_km: impl Fn(f64) -> f64,
) -> f64 {
    reaches_km.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
    let steady_km = reaches_km.last().map_or(USUAL_AU * AU_KM, |(reach_km, _)| *reach_km);
    let whole_km =
        comets_km.filter(|comet_km| *comet_km <= COMET_REACH * steady_km).fold(steady_km, f64::max);
    // Stars that circle each other inside the orbits of all planets do not count as inner planets.
    let planets: Vec<f64> =
        reaches_km.iter().skip_while(|(_, is_planet)| !is_planet).map(|(reach_km, _)| *reach_km).collect();
    let gap = planets.windows(2).find(|pair| pair[1] > GAP * pair[0]);
    match (gap, present_km) {
        // What is shown is what the distance is nearer to, as a ratio.
        (Some(pair), Some(present)) if present * present > seen_from_km(whole_km) * seen_from_km(pair[0]) => {
            pair[0]
        }
        _ => whole_km,
    }
}

/// Distance of a view of a body with its well and all its rings, km.
pub fn body_distance_km(body: &SystemBody) -> f64 {
    well_distance_km(body.displayed_radius_km, body.well_radius_km)
}

/// The distance for a body of these displayed radii, km; `well_radius_km` is 0 without a well.
fn well_distance_km(radius_km: f64, well_radius_km: f64) -> f64 {
    (WELL_RADII * well_radius_km).max(BODY_RADII * radius_km)
}

/// Distance of a view of a body together with a place at this distance from its middle, km both.
pub fn pair_distance_km(body: &SystemBody, apart_km: f64) -> f64 {
    let radius_km = body.displayed_radius_km;
    well_distance_km(radius_km, radius_km + 0.5 * apart_km)
}

/// Distance of a view of a ship of a radius and of what is about it, km both.
pub fn ship_distance_km(radius_km: f64) -> f64 {
    SHIP_RADII * radius_km
}

/// Least distance of a view of ships alone, by the radius of the one in the middle, km both.
pub fn close_distance_km(radius_km: f64) -> f64 {
    CLOSE_RADII * radius_km
}

/// Distance of a view of a structure of a radius, km both.
pub fn structure_distance_km(radius_km: f64) -> f64 {
    STRUCTURE_RADII * radius_km
}

/// What is to be seen whole between the panels, about the camera's target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Radius, km.
    pub radius_km: f64,
    /// The least distance of its view, km.
    pub least_km: f64,
    /// What of it is to be seen.
    pub part: Part,
}

/// What of a ball is to be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Only its disc in the ecliptic, which is low where it is seen from the side.
    Disc,
    /// Only a box about its middle, as it is seen from one side: half its width and its height, and how far it reaches
    /// toward the camera, km.
    Face {
        /// Half the width and half the height.
        half_km: DVec2,
        /// How far it reaches toward the camera.
        near_km: f64,
    },
}

impl Part {
    /// The box about a place that holds these balls, places and radii, km. `axes`: the directions to the right, up, and
    /// toward the camera.
    pub fn about(middle: DVec3, balls: impl Iterator<Item = (DVec3, f64)>, axes: [DVec3; 3]) -> Self {
        let mut reach_km = DVec3::ZERO;
        for (place, radius_km) in balls {
            let [right, up, near] = axes.map(|axis| (place - middle).dot(axis));
            reach_km = reach_km.max(DVec3::new(right.abs(), up.abs(), near) + radius_km);
        }
        Self::Face { half_km: reach_km.truncate(), near_km: reach_km.z }
    }
}

impl Ball {
    /// The ball about the same target that also holds a body: where it is from the target, and its radius, km.
    pub fn with(self, offset: DVec3, radius_km: f64) -> Self {
        let radius_km = self.radius_km.max(offset.length() + radius_km);
        Self { radius_km, part: Part::Whole, ..self }
    }

    /// The distance of its view, km.
    pub fn distance_km(&self, view: &ViewCamera, free: &FreeArea) -> f64 {
        let room = free.size(view);
        let fitting_km = match self.part {
            Part::Whole => fitting_distance_km(self.radius_km, view, room),
            Part::Disc => fitting_disc_distance_km(self.radius_km, view, room),
            Part::Face { half_km, near_km } => near_km + (half_km / tangents(view, room)).max_element(),
        };
        fitting_km.max(self.least_km)
    }
}

/// Whether the camera was moved nearer or farther since it was given a distance, km both.
pub fn has_zoomed(given_km: f64, present_km: f64) -> bool {
    (present_km / given_km - 1.0).abs() > 1.0e-3
}

/// The part of the picture between the panels, or beside the page of the main menu, logical pixels; `None` without
/// them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeArea(pub Option<Rect>);

impl FreeArea {
    /// Its size, logical pixels.
    pub fn size(&self, view: &ViewCamera) -> DVec2 {
        self.0.map_or(view.viewport, |area| area.size().as_dvec2())
    }

    /// The way from the middle of the picture to its own middle, in heights of the picture: x to the right, y down.
    pub fn aside(&self, view: &ViewCamera) -> DVec2 {
        let middle = self.0.map(|area| area.center().as_dvec2());
        middle.map_or(DVec2::ZERO, |middle| (middle - 0.5 * view.viewport) / view.viewport.y.max(1.0))
    }
}

/// The distance at which a ball fits into a part of the picture about its middle, km. `room`: the size of that part,
/// logical pixels.
fn fitting_distance_km(radius_km: f64, view: &ViewCamera, room: DVec2) -> f64 {
    let upright = DVec2::splat(view.viewport.y);
    let tangent = tangents(view, room.min(upright)).min_element();
    // The rays that graze the ball leave the middle axis by this tangent.
    radius_km * (1.0 + 1.0 / (tangent * tangent)).sqrt()
}

/// [`fitting_distance_km`] for a disc in the ecliptic, seen from the height of the camera.
fn fitting_disc_distance_km(radius_km: f64, view: &ViewCamera, room: DVec2) -> f64 {
    let tangents = tangents(view, room);
    let sine = view.forward.z.abs().clamp(LEAST_HEIGHT_SINE, 1.0);
    let cosine = (1.0 - sine * sine).sqrt();
    let across = (cosine * cosine + 1.0 / (tangents.x * tangents.x)).sqrt();
    // The near edge is the lowest point.
    let upright = cosine + sine / tangents.y;
    radius_km * across.max(upright)
}

/// The tangents of half a part of the picture of this size, less a margin, logical pixels. In a window that panels
/// almost fill, what is shown is partly behind them.
fn tangents(view: &ViewCamera, room: DVec2) -> DVec2 {
    let upright = 0.5 * view.viewport.y;
    let free = (0.5 * room).max(DVec2::splat(LEAST_SHARE * upright)) * (1.0 - 2.0 * MARGIN);
    view.tan_half_fov * free / upright.max(1.0)
}

/// Whether a ball in the middle of the picture is too small for aims at its parts, seen from a distance, km both.
pub fn is_tiny(radius_km: f64, present_km: f64, view: &ViewCamera) -> bool {
    radius_km * view.pixels_per_radius(present_km) < TINY_SHARE * view.viewport.y
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use crate::rules::test_support::shipped_level;

    /// The distance of a view of a whole system, in its reach.
    const SYSTEM_RADII: f64 = 2.6;
    /// The farthest that the camera of these tests goes, km.
    const FARTHEST_KM: f64 = 150.0 * AU_KM;

    fn seen_from_km(reach_km: f64) -> f64 {
        (SYSTEM_RADII * reach_km).min(FARTHEST_KM)
    }

    fn all_planets(reaches_km: &[f64]) -> Vec<(f64, bool)> {
        reaches_km.iter().map(|reach_km| (*reach_km, true)).collect()
    }

    #[test]
    fn a_ball_grows_to_hold_a_body_beside_it() {
        let ball = Ball { radius_km: 1.0e3, least_km: 5.0, part: Part::Whole };
        assert_eq!(ball.with(DVec3::X * 1.0e4, 6.0e3), Ball { radius_km: 1.6e4, ..ball });
        assert_eq!(ball.with(DVec3::Y * 100.0, 500.0), ball);
    }

    #[test]
    fn a_row_of_ships_is_as_large_as_the_picture_allows() {
        let view = ViewCamera { viewport: DVec2::new(1600.0, 800.0), tan_half_fov: 0.4, ..default() };
        let free = FreeArea::default();
        let axes = [DVec3::X, DVec3::Z, DVec3::NEG_Y];
        let distance_km = |along: DVec3| {
            let row = [-1.0, 1.0].map(|end| (along * end * 1.0e5, 100.0));
            let part = Part::about(DVec3::ZERO, row.into_iter(), axes);
            Ball { radius_km: 1.0e5, least_km: 0.0, part }.distance_km(&view, &free)
        };
        let whole = Ball { radius_km: 1.0e5, least_km: 0.0, part: Part::Whole };
        let [wide, high, deep] = [DVec3::X, DVec3::Z, DVec3::Y].map(distance_km);
        assert!(1.5 * wide < whole.distance_km(&view, &free), "{wide}");
        assert!((1.9 * wide..2.1 * wide).contains(&high), "the picture is twice as wide as high: {high}");
        assert!((1.0e5..1.02e5).contains(&deep), "the nearer ship is before the camera: {deep}");
    }

    #[test]
    fn a_second_look_at_a_system_shows_its_inner_planets() {
        let planets = all_planets(&[5.2, 1.0, 1.5, 30.0, 19.0, 9.6]);
        let overview = |planets: &[(f64, bool)], present_km: Option<f64>| {
            overview_of(planets.to_vec(), iter::empty(), present_km, seen_from_km)
        };
        assert_eq!(overview(&planets, None), 30.0);
        assert_eq!(overview(&planets, Some(3.0)), 30.0);
        assert_eq!(overview(&planets, Some(SYSTEM_RADII * 30.0)), 1.5);
        assert_eq!(overview(&planets, Some(SYSTEM_RADII * 1.5)), 30.0);
        assert_eq!(overview(&all_planets(&[1.0, 1.4]), Some(SYSTEM_RADII * 1.4)), 1.4, "there is no gap");
        let mut twins = all_planets(&[1.0, 1.4, 9.0]);
        twins.insert(0, (0.1, false));
        assert_eq!(overview(&twins, Some(SYSTEM_RADII * 9.0)), 1.4, "not the stars alone");
    }

    #[test]
    fn a_system_wider_than_the_camera_goes_is_left_and_come_back_to() {
        let planets = all_planets(&[AU_KM, 100.0 * AU_KM]);
        let overview =
            |present_km: f64| overview_of(planets.clone(), iter::empty(), Some(present_km), seen_from_km);
        assert_eq!(overview(FARTHEST_KM), AU_KM);
        assert_eq!(overview(seen_from_km(AU_KM)), 100.0 * AU_KM);
    }

    #[test]
    fn a_second_sun_and_its_planets_are_in_the_picture() {
        let mut system = StarSystem::build(&shipped_level("binary-dawn.ron")).expect("it is sound");
        let [ansa, vesper, thessa] = ["Ansa", "Vesper", "Thessa"].map(|name| system.find(name).expect(name));
        assert_eq!(reach_km(&system, ansa), Some(0.0));
        let [sun_km, own_km] = [vesper, thessa].map(|body| reach_km(&system, body).expect("it comes back"));
        assert!((sun_km / AU_KM - 35.1).abs() < 0.1, "{sun_km}");
        let overview_km =
            |system: &StarSystem| overview_reach_km(system, &BodyPlaces::default(), None, seen_from_km);
        assert!(overview_km(&system) >= sun_km);
        system.bodies[thessa].parent = Some(vesper);
        assert_eq!(reach_km(&system, thessa), Some(own_km + sun_km));
        assert!(overview_km(&system) >= own_km + sun_km);
    }

    #[test]
    fn a_comet_near_the_planets_is_in_the_picture_where_it_is() {
        let system = StarSystem::build(&shipped_level("twins.ron")).expect("it is sound");
        let comet = system.find("Thread").expect("it is there");
        let mut places = BodyPlaces(system.bodies.iter().map(|_| DVec3::ZERO).collect());
        let mut overview_au = |comet_au: f64| {
            places.0[comet] = DVec3::X * (comet_au * AU_KM);
            overview_reach_km(&system, &places, None, seen_from_km) / AU_KM
        };
        let planets_au = overview_au(0.5);
        assert!((0.6..0.7).contains(&planets_au), "{planets_au}");
        assert!((overview_au(0.9) - 0.9).abs() < 1.0e-9, "it is in the picture");
        assert!((overview_au(1.19) - 1.19).abs() < 1.0e-9, "also where it is farthest out");
        assert_eq!(overview_au(5.0), planets_au, "the planets would be too small");
    }

    #[test]
    fn a_zoom_of_the_players_counts() {
        assert!(!has_zoomed(5.0, 5.0));
        assert!(has_zoomed(5.0, 4.0) && has_zoomed(5.0, 6.25));
    }

    #[test]
    fn a_well_is_seen_whole() {
        assert_eq!(well_distance_km(1.0, 10.0), 28.0);
        assert_eq!(well_distance_km(1.0, 0.0), 8.0);
    }

    #[test]
    fn fitting_things_stay_in_the_picture_and_clear_of_the_panel() {
        let view = ViewCamera::default();
        for panel in [0.0, 374.0] {
            let room = view.viewport - DVec2::new(2.0 * panel, 0.0);
            let distance = fitting_distance_km(1000.0, &view, room);
            // The silhouette of a ball is wider than its radius at the distance of its middle.
            let half = (distance * distance - 1.0e6).sqrt();
            let pixels = 1000.0 * view.pixels_per_radius(half);
            let room = (0.5 * view.viewport.x - panel).min(0.5 * view.viewport.y);
            assert!(pixels < room && pixels > 0.8 * room, "{panel}: {pixels}");
        }
    }

    #[test]
    fn a_disc_fills_its_room_from_any_height() {
        for (sine, room) in
            [(1.0, [1280.0, 720.0]), (0.5, [1280.0, 720.0]), (0.5, [600.0, 700.0]), (0.7, [900.0, 300.0])]
        {
            let room = DVec2::from_array(room);
            let forward = DVec3::new(0.0, f64::sqrt(1.0 - sine * sine), -sine);
            let up = DVec3::X.cross(forward);
            let mut view = ViewCamera { right: DVec3::X, up, forward, ..default() };
            let distance_km = fitting_disc_distance_km(1000.0, &view, room);
            view.eye = -distance_km * forward;
            let middle = 0.5 * view.viewport;
            let rim = (0..360).map(|degree| {
                let (sine, cosine) = f64::from(degree).to_radians().sin_cos();
                let place = 1000.0 * DVec3::new(cosine, sine, 0.0);
                (view.project(place).expect("it is in front").pixel.as_dvec2() - middle).abs() / (0.5 * room)
            });
            let reach = rim.fold(DVec2::ZERO, DVec2::max).max_element();
            assert!(reach < 0.9 && reach > 0.85, "{sine} {room}: {reach}");
        }
    }

    #[test]
    fn the_free_area_is_the_picture_or_what_the_panels_leave_of_it() {
        let view = ViewCamera::default();
        assert_eq!((FreeArea(None).size(&view), FreeArea(None).aside(&view)), (view.viewport, DVec2::ZERO));
        let free = FreeArea(Some(Rect::new(440.0, 40.0, 900.0, 680.0)));
        assert_eq!(free.size(&view), DVec2::new(460.0, 640.0));
        assert_eq!(free.aside(&view), DVec2::new(30.0 / 720.0, 0.0));
    }

    #[test]
    fn what_is_far_away_is_tiny() {
        let view = ViewCamera::default();
        let fitting = fitting_distance_km(1000.0, &view, view.viewport);
        let large = ViewCamera { viewport: 2.0 * view.viewport, ..view };
        for view in [view, large] {
            assert_eq!([1.2, 40.0].map(|times| is_tiny(1000.0, times * fitting, &view)), [false, true]);
        }
        let edge = (1..100).map(|times| 0.1 * f64::from(times) * fitting);
        let first = |view: &ViewCamera| edge.clone().find(|away| is_tiny(1000.0, *away, view));
        assert_eq!(first(&view), first(&large), "in a window of any size");
    }
}
