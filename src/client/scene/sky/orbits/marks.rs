//! Marks on the orbit of the focused body: its periapsis and its nodes, where it crosses the ecliptic. The marks
//! keep their size on the screen. Unreachable points have no mark.
//!
//! | sign | point |
//! |---|---|
//! | diamond | periapsis, nearest to the star or the planet |
//! | triangle that points up | ascending node: from here on above the ecliptic |
//! | triangle that points down | descending node |

use bevy::prelude::*;
use glam::DVec3;

use super::lines::{conic_now, local_jd};
use super::points::OPEN_SHARE;
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::view::{Axes, BodyPlaces, Focus, Moment, Pen};
use crate::orbit::Conic;
use crate::sim::Sky;

/// Half the height of a sign, pixels.
const PIXELS: f64 = 6.0;
/// Below this inclination an orbit lies in the ecliptic and has no nodes worth a sign, radians.
const LEAST_INCLINATION: f64 = 1.0e-3;
/// Below this eccentricity an orbit is a circle and has no periapsis worth a sign.
const LEAST_ECCENTRICITY: f64 = 1.0e-3;

/// The outlines of the signs: right and up, in half heights.
const DIAMOND: &[(f64, f64)] = &[(0.0, 1.0), (0.75, 0.0), (0.0, -1.0), (-0.75, 0.0), (0.0, 1.0)];
const UP: &[(f64, f64)] = &[(0.0, 1.0), (0.9, -0.6), (-0.9, -0.6), (0.0, 1.0)];
const DOWN: &[(f64, f64)] = &[(0.0, -1.0), (0.9, 0.6), (-0.9, 0.6), (0.0, -1.0)];

/// A sign and the true anomaly at which it stands, radians.
type Mark = (f64, &'static [(f64, f64)]);

/// Draws the marks of the focused body.
pub fn draw_marks(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    colors: Res<BodyColors>,
    moment: Res<Moment>,
    focus: Res<Focus>,
    mut pen: Pen,
) {
    let Some(index) = focus.target.body() else { return };
    let Some(body) = sky.system.bodies.get(index) else { return };
    let Some(conic) = conic_now(&sky.system, index, moment.jd) else { return };
    let parent = body.parent.map_or(DVec3::ZERO, |parent| places.0[parent]);
    // The line is bent to start at its body; near the body the signs follow it.
    let jd = local_jd(&sky.system, index, moment.jd);
    let on_path = parent + conic.state(jd).position * body.path_magnify;
    let correction = places.0[index] - on_path;
    for (angle, outline) in marks(&conic) {
        let offset = conic.position_at_true_anomaly(angle) * body.path_magnify;
        let place = parent + offset;
        let nearness = 1.0 - (place.distance(on_path) / offset.length().max(1.0)).clamp(0.0, 1.0);
        draw_sign(&mut pen, place + correction * nearness, outline, colors.0[index]);
    }
}

/// The signs of a path, each with the true anomaly at which it stands.
fn marks(conic: &Conic) -> Vec<Mark> {
    let reach = if conic.eccentricity < 1.0 { f64::INFINITY } else { OPEN_SHARE * conic.max_true_anomaly() };
    let mut marks: Vec<Mark> = Vec::new();
    if conic.eccentricity > LEAST_ECCENTRICITY {
        marks.push((0.0, DIAMOND));
    }
    if conic.inclination > LEAST_INCLINATION {
        // The node is as far behind the periapsis as the periapsis is ahead of the node.
        marks.push((half_turn(-conic.argument_of_periapsis), UP));
        marks.push((half_turn(std::f64::consts::PI - conic.argument_of_periapsis), DOWN));
    }
    marks.retain(|(angle, _)| angle.abs() < reach);
    marks
}

/// An angle between -π and π.
fn half_turn(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    let wrapped = angle.rem_euclid(turn);
    if wrapped > std::f64::consts::PI { wrapped - turn } else { wrapped }
}

fn draw_sign(pen: &mut Pen, place: DVec3, outline: &[(f64, f64)], color: Color) {
    let Some(seen) = pen.view.project(place) else { return };
    let axes = Axes::upright(&pen.view, place, PIXELS / seen.pixels_per_km);
    pen.strokes(&axes, &[outline], None, color.with_alpha(0.9));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::{AU_KM, GM_SUN_KM3_S2, J2000_JD};

    fn conic(eccentricity: f64, inclination: f64) -> Conic {
        Conic {
            periapsis_km: AU_KM,
            eccentricity,
            inclination,
            ascending_node: 0.7,
            argument_of_periapsis: 2.1,
            periapsis_time_jd: J2000_JD,
            gm_km3_s2: GM_SUN_KM3_S2,
        }
    }

    #[test]
    fn nodes_lie_in_the_ecliptic_and_the_periapsis_is_nearest() {
        let path = conic(0.3, 0.4);
        let marks = marks(&path);
        assert_eq!(marks.len(), 3);
        let at = |index: usize| path.position_at_true_anomaly(marks[index].0);
        assert!((at(0).length() - AU_KM).abs() < 1.0);
        assert!(at(1).z.abs() < 1.0 && at(2).z.abs() < 1.0);
        // Past the ascending node the body is above the ecliptic.
        assert!(path.position_at_true_anomaly(marks[1].0 + 0.1).z > 0.0);
        assert!(path.position_at_true_anomaly(marks[2].0 + 0.1).z < 0.0);
    }

    #[test]
    fn a_circle_in_the_ecliptic_has_no_marks_and_an_open_path_only_those_it_reaches() {
        assert!(marks(&conic(0.0, 0.0)).is_empty());
        let open = conic(1.4, 0.5);
        assert!(marks(&open).iter().all(|(angle, _)| angle.abs() < open.max_true_anomaly()));
    }
}
