//! The way of a body to the place of its encounter.

use std::collections::BTreeSet;

use bevy::prelude::*;
use glam::DVec3;

use super::Warnings;
use super::words::color;
use crate::client::frame::date_words;
use crate::client::input::Selected;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::sky::orbits::points::{LineEye, LinePoint, lay};
use crate::client::view::{Pen, Sight};
use crate::level::StarSystem;
use crate::sim::forecast::encounters::{ComingEncounter, Topic};
use crate::sim::{BodyId, Calendar, FleetId, MemberOf, Sky};

/// Pieces of the line along a way, which are halved where it bends on the screen.
const WAY_PIECES: u32 = 4;
/// The drawn share of the last turn, for a way of several turns.
const LONGEST_WAY: f64 = 0.3;
/// Opacity of the way of a body.
const WAY_ALPHA: f32 = 0.35;
/// Opacity of the line to the place of the encounter.
const LINE_ALPHA: f32 = 0.7;

/// Draws the warnings of selected fleets and the hovered one.
pub fn draw_lines(
    warnings: Res<Warnings>,
    selected: Query<&MemberOf, With<Selected>>,
    sight: Sight,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen,
) {
    if warnings.rows().is_empty() {
        return;
    }
    let chosen: BTreeSet<FleetId> =
        selected.iter().filter_map(|fleet| sight.view().fleet(fleet.0)).map(|known| known.fleet.id).collect();
    for warning in warnings.rows() {
        let is_chosen = match warning.encounter.topic {
            Topic::Well { fleet, .. } => chosen.contains(&fleet),
            Topic::Pair { .. } | Topic::Comet { .. } => false,
        };
        if is_chosen || warnings.hovered == Some(warning.encounter.topic) {
            draw(&mut pen, &mut labels, &sky.system, &warning.encounter, calendar.now_jd());
        }
    }
}

fn draw(
    pen: &mut Pen,
    labels: &mut PointLabels,
    system: &StarSystem,
    encounter: &ComingEncounter,
    now_jd: f64,
) {
    let color = color(encounter.weight());
    for body in encounter.topic.bodies() {
        let Some(this) = system.bodies.get(body) else { continue };
        let eye = LineEye::of(&pen.view, DVec3::ZERO, 1.0);
        let way = way_of(system, body, (now_jd, encounter.jd), &eye);
        pen.strip(way.iter().map(|point| point.offset), color.with_alpha(WAY_ALPHA));
        let place = system.displayed_state(body, encounter.jd).position;
        pen.level_circle(place, this.well_radius_km, 48, color.with_alpha(WAY_ALPHA));
        pen.line(place, encounter.place, color.with_alpha(LINE_ALPHA));
        labels.say(place, format!("{}, {}", this.name, date_words(encounter.jd)), color);
    }
}

/// Points of a body's way from one date to another, or of the last part of a long way.
fn way_of(
    system: &StarSystem,
    body: BodyId,
    (from_jd, until_jd): (f64, f64),
    eye: &LineEye,
) -> Vec<LinePoint> {
    let turn_days = system.bodies.get(body).and_then(|body| body.displayed_period_days());
    let days = (until_jd - from_jd).min(turn_days.map_or(f64::INFINITY, |days| LONGEST_WAY * days));
    let place = |share: f64| system.displayed_state(body, until_jd - days * (1.0 - share)).position;
    let mut points = Vec::new();
    lay(place, WAY_PIECES, eye, &mut points);
    points
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::super::example::{BASALT, MOON, at, system};
    use super::*;
    use crate::client::view::ViewCamera;
    use crate::orbit::AU_KM;

    #[test]
    fn a_way_ends_where_the_body_will_be() {
        let system = system();
        let start = system.epoch_jd;
        let eye = LineEye::of(&ViewCamera::above(4.0 * AU_KM), DVec3::ZERO, 1.0);
        let way = |days: f64| -> Vec<DVec3> {
            let points = way_of(&system, BASALT, (start, start + days), &eye);
            points.iter().map(|point| point.offset).collect()
        };
        assert!(way(20.0)[0].distance(at(&system, BASALT, 0.0)) < 1.0);
        let long = way(400.0);
        let end = at(&system, BASALT, 400.0);
        assert!(long.last().is_some_and(|last| last.distance(end) < 1.0));
        let length: f64 = long.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!(length < 0.31 * TAU * AU_KM, "{length}");
    }

    #[test]
    fn a_slowed_moon_has_the_same_share_of_its_turn() {
        let mut system = system();
        system.bodies[MOON].slow = 4.0;
        let turn_days = system.bodies[MOON].orbit.period_days().expect("it returns");
        let eye = LineEye::of(&ViewCamera::above(4.0 * AU_KM), DVec3::ZERO, 1.0);
        let way = way_of(&system, MOON, (system.epoch_jd, system.epoch_jd + 5000.0), &eye);
        let first = at(&system, MOON, 5000.0 - LONGEST_WAY * 4.0 * turn_days);
        assert!(way[0].offset.distance(first) < 1.0);
    }
}
