//! Rally points in the world: a broken line from the yard, and words at its end.

use bevy::prelude::*;
use glam::DVec3;

use super::gather::PlanetData;
use super::panel::yards::{rally_words, shown_place, yards_at};
use super::{Page, ShownYard, Subject};
use crate::client::input::{Pointed, Tool};
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::RingView;
use crate::client::scene::routes::diamond;
use crate::client::view::{BodyPlaces, Pen, UNIT_KM};
use crate::sim::economy::Yard;
use crate::sim::task::ring_words;
use crate::sim::{BodyId, Goal, RingPlace};

/// Length of a dash with the gap behind it on the screen, pixels.
const DASH_PIXELS: f64 = 14.0;
/// The drawn share of a dash's length.
const DASH_SHARE: f64 = 0.55;
/// The most dashes of a line; also the number of dashes of a line with an end behind the eye.
const MOST_DASHES: u32 = 160;
/// Half the size of the mark at the end, pixels.
const END_PIXELS: f64 = 6.0;
/// Opacity of the present rally.
const PRESENT_ALPHA: f32 = 0.55;
/// Opacity of a rally that is being chosen.
const CHOSEN_ALPHA: f32 = 0.95;

/// The open page of the panel.
#[derive(bevy::ecs::system::SystemParam)]
pub struct OpenPage<'w> {
    subject: Res<'w, Subject>,
    page: Res<'w, Page>,
    shown_yard: Res<'w, ShownYard>,
    tool: Res<'w, Tool>,
}

impl OpenPage<'_> {
    /// The yard whose rally point is being chosen, or else the yard of the open page.
    fn yard<'a>(&self, planet_data: &'a PlanetData) -> Option<Yard<'a>> {
        if let Some(wanted) = self.tool.rally() {
            return planet_data.economy().yards().into_iter().find(|yard| yard.structure.id == wanted);
        }
        let body = self.subject.0.filter(|_| *self.page == Page::Yards)?;
        let yards = yards_at(planet_data, body);
        yards.get(shown_place(&yards, self.shown_yard.0)).copied()
    }
}

/// Draws the destination of a yard's new ships, and the one that a click would set.
pub fn draw_rally(
    page: OpenPage,
    planet_data: PlanetData,
    rings: RingView,
    pointed: Res<Pointed>,
    places: Res<BodyPlaces>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen,
) {
    let Some(yard) = page.yard(&planet_data) else { return };
    let one = yard.structure;
    let stands = RingPlace { ring: one.ring, slot: one.slot, slots: one.slots };
    let Some(from) = rings.standing_place(one.body, stands) else { return };
    let color = planet_data.colors.of(planet_data.me());
    if let Some(to) = yard.yard.rally.and_then(|rally| present_place(rally, from, &rings, &places)) {
        let color = color.with_alpha(PRESENT_ALPHA);
        draw_line(&mut pen, from, to, color);
        labels.say(to, rally_words(&planet_data, yard.yard.rally), color);
    }
    if page.tool.rally().is_some()
        && let Some((to, words)) =
            wanted_place(&pointed, &places, |body| planet_data.almanac().body_in_words(body))
    {
        let color = color.with_alpha(CHOSEN_ALPHA);
        draw_line(&mut pen, from, to, color);
        labels.say(to, words, color);
    }
}

/// The place of a rally point in this frame, heliocentric ecliptic km; of a ring the point nearest to the yard.
fn present_place(rally: Goal, yard: DVec3, rings: &RingView, places: &BodyPlaces) -> Option<DVec3> {
    match rally {
        Goal::Place(station) => match station.anchor.body() {
            Some(body) => places.0.get(body).map(|place| *place + station.offset),
            None => Some(station.offset),
        },
        Goal::Ring { body, ring } => rings.point_of_ring(body, ring, yard),
        goal => places.0.get(goal.body()?).copied(),
    }
}

/// The rally point that a click would set, with its words; `None` if the pointer shows no place.
fn wanted_place(
    pointed: &Pointed,
    places: &BodyPlaces,
    name: impl Fn(BodyId) -> String,
) -> Option<(DVec3, String)> {
    if let Some(body) = pointed.body {
        return places.0.get(body).map(|place| (*place, format!("Rally at {}", name(body))));
    }
    if let Some(meant) = pointed.ring {
        return Some((meant.place, format!("Rally in {}", ring_words(meant.ring, &name(meant.body)))));
    }
    pointed.point.map(|point| (point, "Rally here".to_owned()))
}

/// Draws a broken line, and a diamond at its end.
fn draw_line(pen: &mut Pen, from: DVec3, to: DVec3, color: Color) {
    let (start, end) = (pen.view.project(from), pen.view.project(to));
    let pixels = start.zip(end).map(|(start, end)| f64::from(start.pixel.distance(end.pixel)));
    for (begin, stop) in dashes(pixels) {
        pen.line(from.lerp(to, begin), from.lerp(to, stop), color);
    }
    if let Some(end) = end {
        let half = (END_PIXELS / end.pixels_per_km / UNIT_KM) as f32;
        pen.lines.linestrip(diamond(pen.origin.place(to), half), color);
    }
}

/// Begins and ends of the dashes of a line, as shares of the line, by its length on the screen; `None` if an end
/// of the line is behind the eye.
fn dashes(pixels: Option<f64>) -> impl Iterator<Item = (f64, f64)> {
    let wanted = pixels.map_or(f64::from(MOST_DASHES), |pixels| (pixels / DASH_PIXELS).ceil());
    let count = wanted.clamp(1.0, f64::from(MOST_DASHES));
    (0..count as u32).map(move |dash| {
        let begin = f64::from(dash) / count;
        (begin, begin + DASH_SHARE / count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::view::ring_places::RingPoint;

    #[test]
    fn a_line_has_dashes_of_the_same_length_on_every_screen() {
        let short: Vec<(f64, f64)> = dashes(Some(4.0 * DASH_PIXELS)).collect();
        assert_eq!(short.len(), 4);
        assert_eq!(short[2].0, 0.5);
        assert!(short.iter().all(|(begin, end)| begin < end && *end <= 1.0));
        assert_eq!(dashes(Some(0.0)).count(), 1);
        assert_eq!(dashes(Some(1.0e9)).count(), MOST_DASHES as usize);
        assert_eq!(dashes(None).count(), MOST_DASHES as usize);
    }

    #[test]
    fn the_words_say_where_new_ships_would_go() {
        let places = BodyPlaces(vec![DVec3::X, DVec3::Y].into());
        let name = |_: BodyId| "Mars".to_owned();
        let ring = Some(RingPoint { body: BodyId(1), ring: 2, place: DVec3::Z });
        let on_ring = Pointed { ring, point: Some(DVec3::ONE), ..Pointed::default() };
        let words = |pointed: &Pointed| wanted_place(pointed, &places, name);
        assert_eq!(words(&on_ring), Some((DVec3::Z, "Rally in ring 3 of Mars".to_owned())));
        let on_body = Pointed { body: Some(BodyId(1)), ring: None, ..on_ring };
        assert_eq!(words(&on_body), Some((DVec3::Y, "Rally at Mars".to_owned())));
        let on_plane = Pointed { ring: None, ..on_ring };
        assert_eq!(words(&on_plane), Some((DVec3::ONE, "Rally here".to_owned())));
        assert_eq!(words(&Pointed::default()), None);
    }
}
