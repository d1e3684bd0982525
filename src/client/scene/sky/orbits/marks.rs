//! Marks on the orbit of the focused body: its periapsis and its nodes, where it crosses the ecliptic. The marks
//! keep their size on the screen. Each has its name beside it where there is room, and says more under the pointer.
//! Unreachable points have no mark. No order needs them: they are shown only together with the constellations.
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
use crate::client::input::SceneCursor;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::sky::bodies::BodyPaint;
use crate::client::settings::Settings;
use crate::client::view::{Axes, BodyPlaces, Focus, Moment, Pen};
use crate::client::widgets::theme::LEAST_PIXELS;
use crate::orbit::Conic;
use crate::sim::Sky;

/// Half the height of a sign, pixels.
const PIXELS: f64 = 6.0;
/// The pointer within this distance of a sign asks for its words, pixels.
const POINTED_PIXELS: f32 = 10.0;
/// Opacity of the name of a sign.
const NAME_ALPHA: f32 = 0.65;
/// Below this inclination an orbit lies in the ecliptic and has no nodes worth a sign, radians.
const LEAST_INCLINATION: f64 = 1.0e-3;
/// Below this eccentricity an orbit is a circle and has no periapsis worth a sign.
const LEAST_ECCENTRICITY: f64 = 1.0e-3;

/// The outlines of the signs: right and up, in half heights.
const DIAMOND: &[(f64, f64)] = &[(0.0, 1.0), (0.75, 0.0), (0.0, -1.0), (-0.75, 0.0), (0.0, 1.0)];
const UP: &[(f64, f64)] = &[(0.0, 1.0), (0.9, -0.6), (-0.9, -0.6), (0.0, 1.0)];
const DOWN: &[(f64, f64)] = &[(0.0, -1.0), (0.9, 0.6), (-0.9, 0.6), (0.0, -1.0)];

/// What a sign stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Periapsis,
    RisingNode,
    SinkingNode,
}

impl Sign {
    fn outline(self) -> &'static [(f64, f64)] {
        match self {
            Self::Periapsis => DIAMOND,
            Self::RisingNode => UP,
            Self::SinkingNode => DOWN,
        }
    }

    /// Its name.
    fn name(self) -> &'static str {
        match self {
            Self::Periapsis => "Periapsis",
            Self::RisingNode => "Ascending node",
            Self::SinkingNode => "Descending node",
        }
    }

    /// What it says under the pointer, for the path of a body about its star or planet.
    fn words(self, body: &str, parent: &str) -> String {
        match self {
            Self::Periapsis => format!("{body}: nearest to {parent}"),
            Self::RisingNode => format!("{body}: above the ecliptic from here on"),
            Self::SinkingNode => format!("{body}: below the ecliptic from here on"),
        }
    }
}

/// A sign and the true anomaly at which it stands, radians.
type Mark = (f64, Sign);

/// Run condition: the marks are drawn.
pub fn are_wanted(settings: Res<Settings>) -> bool {
    settings.constellations
}

/// Draws the marks of the focused body with their names; the one under the pointer says what it means.
pub fn draw_marks(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    paint: BodyPaint,
    moment: Res<Moment>,
    focus: Res<Focus>,
    cursor: SceneCursor,
    mut labels: ResMut<PointLabels>,
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
    let parent_name = body.parent.and_then(|parent| sky.system.bodies.get(parent));
    let parent_name = parent_name.map_or("the star", |parent| parent.in_words.as_str());
    let color = paint.of(index);
    let mut drawn: Vec<(DVec3, Sign)> = Vec::new();
    let mut pointed: Option<(f32, Sign)> = None;
    for (angle, sign) in marks(&conic) {
        let offset = conic.position_at_true_anomaly(angle) * body.path_magnify;
        let place = parent + offset;
        let nearness = 1.0 - (place.distance(on_path) / offset.length().max(1.0)).clamp(0.0, 1.0);
        let place = place + correction * nearness;
        let Some(pixel) = draw_sign(&mut pen, place, sign.outline(), color) else { continue };
        drawn.push((place, sign));
        // What lies under the pointer has its own words.
        let pointer = cursor.pixel().filter(|_| cursor.entity().is_none());
        let away = pointer.map(|pointer| pointer.distance(pixel)).filter(|away| *away < POINTED_PIXELS);
        if let Some(away) = away.filter(|away| pointed.is_none_or(|(least, ..)| *away < least)) {
            pointed = Some((away, sign));
        }
    }
    for (place, sign) in drawn {
        if pointed.is_some_and(|(_, pointed)| pointed == sign) {
            labels.say(place, sign.words(&body.name, parent_name), color);
        } else {
            labels.whisper(place, sign.name().to_owned(), color.with_alpha(NAME_ALPHA), LEAST_PIXELS);
        }
    }
}

/// The signs of a path, each with the true anomaly at which it stands.
fn marks(conic: &Conic) -> Vec<Mark> {
    let reach = if conic.eccentricity < 1.0 { f64::INFINITY } else { OPEN_SHARE * conic.max_true_anomaly() };
    let mut marks: Vec<Mark> = Vec::new();
    if conic.eccentricity > LEAST_ECCENTRICITY {
        marks.push((0.0, Sign::Periapsis));
    }
    if conic.inclination > LEAST_INCLINATION {
        // The node is as far behind the periapsis as the periapsis is ahead of the node.
        marks.push((half_turn(-conic.argument_of_periapsis), Sign::RisingNode));
        marks.push((half_turn(std::f64::consts::PI - conic.argument_of_periapsis), Sign::SinkingNode));
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

/// Draws a sign. Returns where it is on the screen, logical pixels; `None` behind the eye.
fn draw_sign(pen: &mut Pen, place: DVec3, outline: &[(f64, f64)], color: Color) -> Option<Vec2> {
    let seen = pen.view.project(place)?;
    let axes = Axes::upright(&pen.view, place, PIXELS / seen.pixels_per_km);
    pen.strokes(&axes, &[outline], None, color.with_alpha(0.9));
    Some(seen.pixel)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

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
        let words = marks.iter().map(|(_, sign)| sign.words("Lantern", "Cressida"));
        let expected = [
            "Lantern: nearest to Cressida",
            "Lantern: above the ecliptic from here on",
            "Lantern: below the ecliptic from here on",
        ];
        assert!(words.eq(expected), "each sign says what it is");
        let names = marks.iter().map(|(_, sign)| sign.name());
        assert!(
            names.eq(["Periapsis", "Ascending node", "Descending node"]),
            "and has a name without a pointer"
        );
    }

    #[test]
    fn marks_are_shown_only_with_the_constellations() {
        let are_wanted_with = |constellations: bool| {
            let mut world = World::new();
            let mut settings = Settings::default();
            settings.constellations = constellations;
            world.insert_resource(settings);
            world.run_system_once(are_wanted).expect("it runs")
        };
        assert!(are_wanted_with(true) && !are_wanted_with(false));
    }

    #[test]
    fn a_circle_in_the_ecliptic_has_no_marks_and_an_open_path_only_those_it_reaches() {
        assert!(marks(&conic(0.0, 0.0)).is_empty());
        let open = conic(1.4, 0.5);
        assert!(marks(&open).iter().all(|(angle, _)| angle.abs() < open.max_true_anomaly()));
    }
}
