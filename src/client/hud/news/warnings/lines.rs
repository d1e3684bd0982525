//! The way of a body to the place of its encounter.

use std::collections::BTreeSet;

use bevy::prelude::*;
use glam::DVec3;

use super::Warnings;
use super::words::color;
use crate::client::frame::date_words;
use crate::client::input::Selected;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::view::{Pen, Sight};
use crate::level::StarSystem;
use crate::sim::forecast::encounters::{ComingEncounter, Topic};
use crate::sim::{BodyId, Calendar, FleetId, MemberOf, Sky};

/// Pieces of the line along a way.
const WAY_PIECES: u32 = 24;
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
        pen.strip(way_of(system, body, now_jd, encounter.jd), color.with_alpha(WAY_ALPHA));
        let place = system.displayed_state(body, encounter.jd).position;
        pen.level_circle(place, this.well_radius_km, 48, color.with_alpha(WAY_ALPHA));
        pen.line(place, encounter.place, color.with_alpha(LINE_ALPHA));
        labels.say(place, format!("{}, {}", this.name, date_words(encounter.jd)), color);
    }
}

/// Points of a body's way from one date to another, or of the last part of a long way.
fn way_of(system: &StarSystem, body: BodyId, from_jd: f64, until_jd: f64) -> Vec<DVec3> {
    let turn_days = system.bodies.get(body).and_then(|body| body.orbit.period_days());
    let days = (until_jd - from_jd).min(turn_days.map_or(f64::INFINITY, |days| LONGEST_WAY * days));
    let point = |piece: u32| {
        let share = f64::from(piece) / f64::from(WAY_PIECES);
        system.displayed_state(body, until_jd - days * (1.0 - share)).position
    };
    (0..=WAY_PIECES).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::super::example::{BASALT, at, system};
    use super::*;

    #[test]
    fn a_way_ends_where_the_body_will_be() {
        let system = system();
        let start = system.epoch_jd;
        let short = way_of(&system, BASALT, start, start + 20.0);
        assert_eq!(short.len(), WAY_PIECES as usize + 1);
        assert!(short[0].distance(at(&system, BASALT, 0.0)) < 1.0);
        let end = at(&system, BASALT, 400.0);
        let long = way_of(&system, BASALT, start, start + 400.0);
        assert!(long.last().is_some_and(|last| last.distance(end) < 1.0));
        let length: f64 = long.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!(length < 0.31 * std::f64::consts::TAU * crate::orbit::AU_KM, "{length}");
    }
}
