//! The grid on the pointed plane: circles about the star at round distances, spokes, and their numbers. It is grey, for
//! colours are those of orbits. A circle along which an orbit runs gives way to it: the two would look like one line
//! drawn twice.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::GridGizmos;
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::layer::{MarkerLayer, floating};
use crate::client::scene::labels::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::wish::Wish;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::orbits::lines::conic_now;
use crate::client::view::ring_places::is_hidden;
use crate::client::view::{BodyPlaces, Moment, Pen, Projected, ViewCamera};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::text;
use crate::level::StarSystem;
use crate::orbit::{AU_KM, Conic};
use crate::sim::Sky;

/// Radii of the circles, AU.
const RADII_AU: [f64; 15] =
    [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0, 100.0];
/// Sides of a circle.
const SIDES: u32 = 256;
/// Spokes of the wheel.
const SPOKES: u32 = 12;
/// Range of the size of a drawn circle on the screen, pixels of its radius.
const SHOWN_PIXELS: (f64, f64) = (60.0, 9_000.0);
/// A circle begins to show once the distance of the look is this share of its radius.
const LEAST_LOOK: f64 = 0.03;
/// How far a circle is from the orbit that runs along it, pixels: up to the first number it is not drawn, from the
/// second on it is drawn fully.
const APART_PIXELS: (f64, f64) = (10.0, 30.0);
/// The grid's colour.
const COLOR: Color = Color::srgb(0.5, 0.52, 0.55);
/// Opacity of the circles, and of the spokes where they begin.
const ALPHA: f32 = 0.16;
const SPOKE_ALPHA: f32 = 0.07;
/// Where spokes begin, as a share of the widest circle: in the light of the star they would be rays of it.
const SPOKE_START: f64 = 0.06;
/// Size of the numbers, pixels.
const NUMBER_PIXELS: f32 = 12.0;

/// The number at a circle.
#[derive(Component, Clone, Copy, Debug)]
pub struct CircleNumber {
    /// The place of the circle among all of them.
    index: usize,
    radius_km: f64,
    /// The room that it takes, pixels of the UI.
    size: Vec2,
}

/// Spawns the numbers of the circles.
pub fn spawn_numbers(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for (index, radius_au) in RADII_AU.into_iter().enumerate() {
        let words = format!("{radius_au} AU");
        let size = Vec2::new(words_width(&words, NUMBER_PIXELS), NUMBER_PIXELS);
        commands.spawn((
            CircleNumber { index, radius_km: radius_au * AU_KM, size },
            SkyLabel::new(weights::GRID),
            floating(),
            text(words, NUMBER_PIXELS, COLOR),
            TextLayout::no_wrap(),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// Opacity of a circle, 0 to 1: strongest at about the size of the screen. A look at something near shows a small part
/// of a large circle, which says nothing there, so it fades.
fn strength(view: &ViewCamera, radius_km: f64) -> f32 {
    let pixels = view.circle_pixels(DVec3::ZERO, radius_km);
    let (low, high) = SHOWN_PIXELS;
    let small = ((pixels / low - 1.0) / 2.0).clamp(0.0, 1.0);
    let large = ((high / pixels - 1.0) / 2.0).clamp(0.0, 1.0);
    let far = (view.focal_distance / (LEAST_LOOK * radius_km) - 1.0).clamp(0.0, 1.0);
    (small * large * far) as f32
}

/// How far each circle is from the orbit that runs along it most closely, km: where the two are farthest apart. An
/// orbit that only crosses a circle is far from it.
fn apart_km(system: &StarSystem, crowd: &Crowd, jd: f64) -> [f64; RADII_AU.len()] {
    let mut apart = [f64::INFINITY; RADII_AU.len()];
    for (index, body) in system.bodies.iter_enumerated() {
        let is_about_star = body.parent.is_some_and(|parent| system.bodies[parent].parent.is_none());
        if !is_about_star || crowd.is_dot(index) {
            continue;
        }
        let Some(orbit) = conic_now(system, index, jd) else { continue };
        for (least, radius_au) in apart.iter_mut().zip(RADII_AU) {
            *least = least.min(farthest_apart_km(&orbit, radius_au * AU_KM));
        }
    }
    apart
}

/// How far an orbit and a circle in the ecliptic about its star are apart at most, km.
fn farthest_apart_km(orbit: &Conic, radius_km: f64) -> f64 {
    let farthest_km = orbit.apoapsis_km().unwrap_or(f64::INFINITY);
    let aside_km = (radius_km - orbit.periapsis_km).abs().max((farthest_km - radius_km).abs());
    aside_km.max(radius_km * libm::sin(orbit.inclination).abs())
}

/// The share of its opacity that a circle keeps beside an orbit so far from it, 0 to 1.
fn clearness(view: &ViewCamera, radius_km: f64, apart_km: f64) -> f32 {
    let distance = view.eye.length().max(radius_km * 0.1);
    let (near, far) = APART_PIXELS;
    ((apart_km * view.pixels_per_radius(distance) - near) / (far - near)).clamp(0.0, 1.0) as f32
}

/// Draws circles and spokes.
pub fn draw_grid(sky: Res<Sky>, crowd: Res<Crowd>, moment: Res<Moment>, mut pen: Pen<GridGizmos>) {
    let mut widest = 0.0f64;
    let apart = apart_km(&sky.system, &crowd, moment.jd);
    for (radius_au, apart_km) in RADII_AU.into_iter().zip(apart) {
        let alpha = ALPHA * strength(&pen.view, radius_au * AU_KM);
        if alpha > 0.003 {
            widest = widest.max(radius_au);
            let alpha = alpha * clearness(&pen.view, radius_au * AU_KM, apart_km);
            pen.level_circle(DVec3::ZERO, radius_au * AU_KM, SIDES, COLOR.with_alpha(alpha));
        }
    }
    if widest == 0.0 {
        return;
    }
    for spoke in 0..SPOKES {
        let angle = f64::from(spoke) * std::f64::consts::TAU / f64::from(SPOKES);
        let end = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * (widest * AU_KM);
        let (inner, outer) = (pen.origin.place(end * SPOKE_START), pen.origin.place(end));
        pen.lines.line_gradient(inner, outer, COLOR.with_alpha(SPOKE_ALPHA), COLOR.with_alpha(0.0));
    }
}

/// Asks for the numbers at their circles, toward the eye; hidden behind bodies and before them.
pub fn ask_numbers(
    view: Res<ViewCamera>,
    (sky, crowd, moment): (Res<Sky>, Res<Crowd>, Res<Moment>),
    places: Res<BodyPlaces>,
    (ui_scale, marks): (Res<UiScale>, Res<SkyMarks>),
    mut numbers: Query<(&CircleNumber, &mut SkyLabel)>,
) {
    let toward_eye = DVec3::new(view.eye.x, view.eye.y, 0.0).try_normalize().unwrap_or(-DVec3::Y);
    // A little to the right, so that things in the middle do not hide the number.
    let side = DVec3::new(-toward_eye.y, toward_eye.x, 0.0);
    let direction = (toward_eye + side * 0.35).normalize();
    let apart = apart_km(&sky.system, &crowd, moment.jd);
    for (number, mut label) in &mut numbers {
        let apart_km = apart.get(number.index).copied().unwrap_or(f64::INFINITY);
        let strength = strength(&view, number.radius_km) * clearness(&view, number.radius_km, apart_km);
        let place = direction * number.radius_km;
        let shown = view.project(place).filter(|_| strength > 0.15);
        let shown = shown.filter(|_| !is_behind_a_body(view.eye, place, &sky, &places));
        // Its upper left corner is at the line.
        let middle_of = |shown: Projected| shown.pixel / ui_scale.0 + 0.5 * number.size + Vec2::new(3.0, 0.0);
        let is_legible = |middle: &Vec2| !marks.is_on_disc(Rect::from_center_size(*middle, number.size));
        match shown.map(middle_of).filter(is_legible) {
            Some(middle) => {
                label.ask(Wish::over(middle, number.size), COLOR.with_alpha(0.7 * strength));
            }
            None => label.rest(),
        }
    }
}

fn is_behind_a_body(eye: DVec3, place: DVec3, sky: &Sky, places: &BodyPlaces) -> bool {
    sky.system
        .bodies
        .iter()
        .zip(&places.0)
        .any(|(body, center)| is_hidden(eye, place, *center, body.displayed_radius_km))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::J2000_JD;
    use crate::sim::forecast::test_support::system;

    #[test]
    fn a_circle_gives_way_to_the_orbit_that_runs_along_it() {
        let apart = apart_km(&system(), &Crowd::default(), J2000_JD);
        let of = |radius_au: f64, height_au: f64| {
            let index = RADII_AU.iter().position(|known| *known == radius_au).expect("there is a circle");
            clearness(&ViewCamera::above(height_au * AU_KM), radius_au * AU_KM, apart[index])
        };
        assert_eq!([1.0, 3.0].map(|radius_au| of(radius_au, 4.0)), [0.0; 2], "planets are there");
        assert_eq!(
            [0.5, 2.0, 5.0].map(|radius_au| of(radius_au, 4.0)),
            [1.0; 3],
            "a comet only crosses them"
        );
        assert!(of(2.0, 80.0) < 1.0, "from so far that all lines come together");
    }

    #[test]
    fn an_orbit_is_beside_a_circle_only_if_it_is_as_round_and_as_level() {
        let round = Conic {
            periapsis_km: AU_KM,
            eccentricity: 0.0,
            inclination: 0.0,
            ascending_node: 0.0,
            argument_of_periapsis: 0.0,
            periapsis_time_jd: J2000_JD,
            gm_km3_s2: crate::orbit::GM_SUN_KM3_S2,
        };
        assert_eq!(farthest_apart_km(&round, AU_KM), 0.0);
        let (long, tilted) = (Conic { eccentricity: 0.5, ..round }, Conic { inclination: 0.5, ..round });
        assert!([long, tilted].iter().all(|orbit| farthest_apart_km(orbit, AU_KM) > 0.4 * AU_KM));
        assert_eq!(farthest_apart_km(&Conic { eccentricity: 1.2, ..round }, AU_KM), f64::INFINITY);
    }

    /// At Saturn the circle of 10 AU would cross the planet in the picture.
    #[test]
    fn a_look_at_a_planet_shows_no_circle_about_the_star() {
        let far = ViewCamera::above(20.0 * AU_KM);
        assert!(strength(&far, 10.0 * AU_KM) > 0.5);
        let near = ViewCamera { eye: DVec3::X * 9.5 * AU_KM, focal_distance: 0.1 * AU_KM, ..far };
        assert_eq!(strength(&near, 10.0 * AU_KM), 0.0);
    }
}
