//! What the chart is about: the selected fleet, and the last hovered body, else the subject of the planet panel.

use bevy::prelude::*;

use crate::client::hud::planet::Subject as PanelSubject;
use crate::client::hud::timeline::Foresight;
use crate::client::hud::timeline::own_fleets::{OwnFleet, OwnFleets};
use crate::client::input::{Pointed, Selected};
use crate::client::settings::{Action, Actions};
use crate::client::worlds::Kept;
use crate::level::StarSystem;
use crate::sim::forecast::DepartureWindows;
use crate::sim::forecast::windows::{ChartSubject, span_days};
use crate::sim::{BodyId, MemberOf, Ship};

/// Dates computed in a frame.
const SAMPLES_PER_FRAME: usize = 4;
/// Least time of the pointer on a body, s: on its way to the button it may cross others.
const DWELL_S: f32 = 0.3;

/// The words of the chart.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartWords {
    /// Fleet and destination; empty without a chart.
    pub(super) title: String,
    /// The reason for missing bars; empty if there are bars.
    pub(super) instead: String,
}

/// The body of the chart: the last one on which the pointer rested while the chart was open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meant {
    body: Option<BodyId>,
    /// The body under the pointer, and the time since it is there, s.
    under: Option<BodyId>,
    rested_s: f32,
}

impl Meant {
    fn follow(&mut self, under: Option<BodyId>, seconds: f32) {
        let rested_s = if under == self.under { self.rested_s + seconds } else { 0.0 };
        let is_meant = under.is_some() && (rested_s >= DWELL_S || self.body.is_none());
        *self = Self { body: if is_meant { under } else { self.body }, under, rested_s };
    }
}

/// Selects fleet and body, and computes more dates.
pub fn look_for_windows(
    foresight: Res<Foresight>,
    actions: Actions,
    selected: Query<(&Ship, &MemberOf), With<Selected>>,
    pointed: Res<Pointed>,
    panel: Res<PanelSubject>,
    own: OwnFleets,
    time: Res<Time<Real>>,
    mut meant: Kept<Meant>,
    mut windows: ResMut<DepartureWindows>,
    mut words: ResMut<ChartWords>,
) {
    let meant = meant.now();
    let is_open = foresight.is_chart_open || actions.pressed(&Action::Foresee);
    let first = selected.iter().min_by_key(|(ship, _)| ship.id).filter(|_| is_open);
    let one = first.and_then(|(_, fleet)| own.get(fleet.0));
    if one.is_some() {
        meant.follow(pointed.body, time.delta_secs());
    } else {
        *meant = Meant::default();
    }
    let (Some(one), Some(target)) = (one, meant.body.or(panel.0)) else {
        words.set_if_neq(ChartWords::default());
        windows.bypass_change_detection().forget();
        return;
    };
    words.set_if_neq(words_of(own.system(), &one, target));
    if !words.instead.is_empty() {
        return;
    }
    let system = own.system();
    let subject = ChartSubject { fleet: one.fleet.id, target, goal: one.goal };
    windows.follow(subject, own.now_jd(), span_days(system, target, one.forecast.itinerary.carrier));
    windows.advance(system, &one.forecast.itinerary, one.forecast.company.cruise_km_s, SAMPLES_PER_FRAME);
}

fn words_of(system: &StarSystem, one: &OwnFleet, target: BodyId) -> ChartWords {
    let name = system.bodies.get(target).map_or("", |body| body.in_words.as_str());
    let title = format!("{} to {name}: travel days by departure", one.fleet.name);
    let is_there = one.forecast.itinerary.rests_at() == Some(target);
    let instead = if is_there { format!("{} is already there", one.fleet.name) } else { String::new() };
    ChartWords { title, instead }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_stays_while_the_pointer_is_on_its_way_to_the_button() {
        let mut meant = Meant::default();
        meant.follow(Some(BodyId(4)), 0.1);
        assert_eq!(meant.body, Some(BodyId(4)), "the first one at once");
        for under in [None, Some(7), None] {
            meant.follow(under.map(BodyId), 0.1);
        }
        assert_eq!(meant.body, Some(BodyId(4)), "7 was only passed");
        (0..5).for_each(|_| meant.follow(Some(BodyId(7)), 0.1));
        assert_eq!(meant.body, Some(BodyId(7)));
    }
}
