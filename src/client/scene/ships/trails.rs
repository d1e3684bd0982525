//! Trails: a short ribbon of light behind ships that burn.
//!
//! A trail is a list of samples of a ship's stern, each with the engine power at that time: a coasting ship adds
//! no trail, and the old part fades. In a well, samples move with the well's body, so that a trail shows the path
//! relative to the body, not the planet's way. A ship that burns whenever it comes into sight begins with the trail
//! that its flight must have left.

use std::collections::VecDeque;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::FrameSystems;
use crate::client::models::FactionColors;
use crate::client::scene::quality::limits::EffectLimits;
use crate::client::scene::ribbons::{LightSheet, Point, lay};
use crate::client::scene::ships::engines::{Burn, FAINT};
use crate::client::view::{BodyPlaces, Moment, Origin, RenderPosition, ScreenAnchor, ViewCamera};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::motion::wells::anchor_among;
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{BodyId, Calendar, FactionId, Fleet, Flight, LastTick, MemberOf, OfWorld, Ship, Sky};

/// Seconds of play between two samples, at least.
const SAMPLE_S: f64 = 0.15;
/// Samples that are kept of a ship.
const MOST_SAMPLES: usize = 24;
/// Length of a trail on the screen, at most, pixels.
const MOST_PIXELS: f64 = 150.0;
/// Half the width of a trail at its beginning, in radii of the ship.
const HALF_WIDTH_RADII: f64 = 0.2;
/// Half the width of a trail, at least, pixels.
const LEAST_HALF_PIXELS: f64 = 0.8;
/// The colour of jets, linear RGB, and the share of the owner's colour in that of trails.
const JET_COLOR: LinearRgba = LinearRgba::rgb(0.5, 0.8, 1.6);
const TINGE: f32 = 0.5;

/// A past place of a ship's stern.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    /// Offset from the body that carried it along, or from the origin, km.
    offset: DVec3,
    /// Engine power, 0 to 1.
    power: f32,
}

/// The recent places of a ship, the newest first.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// The body that the samples move with.
    anchor: Option<BodyId>,
    samples: VecDeque<Sample>,
    /// Whether it was in sight in the last frame, with known engines.
    has_begun: bool,
    /// Place of the nozzles behind the middle of the hull, as a share of the hull's extent.
    stern: f64,
}

impl Trail {
    /// The trail of a ship whose nozzles are at this z of its unit hull.
    pub fn from_stern(stern: f32) -> Self {
        Self { stern: f64::from(stern), ..default() }
    }

    /// The place of the nozzles in this frame, km.
    fn source(&self, ship: &Ship, shown: &RenderPosition, flight: &Flight) -> DVec3 {
        shown.0 - flight.heading * (self.stern * ship.bound_km())
    }

    /// Whether any part of the trail is visible.
    fn is_lit(&self) -> bool {
        self.samples.iter().any(|sample| sample.power > FAINT)
    }

    /// Notes whether the ship is in sight, with known engines; returns whether its trail has to be recalled.
    fn begins(&mut self, is_known: bool) -> bool {
        let had_begun = std::mem::replace(&mut self.has_begun, is_known);
        // A ship that was out of sight for a moment has its samples still.
        is_known && !had_begun && self.samples.is_empty()
    }

    /// Adds a sample of a stern at `place`, km, relative to `anchor`.
    fn sample(&mut self, place: DVec3, power: f32, anchor: Option<BodyId>, places: &BodyPlaces) {
        self.go_along_with(anchor, places);
        self.samples.truncate(MOST_SAMPLES - 1);
        self.samples.push_front(Sample { offset: place - places.of(anchor), power });
    }

    /// Takes all samples at once, by the place of the stern at an age, s.
    fn recall(
        &mut self,
        place_at: impl Fn(f64) -> DVec3,
        power: f32,
        anchor: Option<BodyId>,
        places: &BodyPlaces,
    ) {
        for step in (0..MOST_SAMPLES).rev() {
            self.sample(place_at(step as f64 * SAMPLE_S), power, anchor, places);
        }
    }

    /// Makes the samples move with another body from now on; their present places stay.
    fn go_along_with(&mut self, anchor: Option<BodyId>, places: &BodyPlaces) {
        if anchor == self.anchor {
            return;
        }
        let moved = places.of(self.anchor) - places.of(anchor);
        for sample in &mut self.samples {
            sample.offset += moved;
        }
        self.anchor = anchor;
    }
}

/// Time of the last samples, seconds of play.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LastSamples(f64);

/// Adds trails to the frame.
pub fn plugin(app: &mut App) {
    app.init_of_world::<LastSamples>();
    app.add_systems(
        PostUpdate,
        (begin_trails, sample_trails, draw_trails).chain().in_set(FrameSystems::Draw),
    );
}

/// Query bundle for the time of this frame.
#[derive(SystemParam)]
pub struct PlayTime<'w> {
    calendar: Res<'w, Calendar>,
    moment: Res<'w, Moment>,
}

impl PlayTime<'_> {
    /// Seconds of play since the level's epoch.
    fn seconds(&self) -> f64 {
        (self.calendar.tick as f64 + self.moment.fraction) / TICKS_PER_SECOND
    }
}

/// What the first trail of a ship is made of.
type ShipWithTrail = (
    &'static Ship,
    &'static RenderPosition,
    &'static Flight,
    &'static LastTick,
    &'static ScreenAnchor,
    &'static Burn,
    &'static mut Trail,
);

/// Gives ships that burn when they come into sight the trail that their flight must have left.
fn begin_trails(sky: Res<Sky>, places: Res<BodyPlaces>, mut ships: Query<ShipWithTrail>) {
    for (ship, shown, flight, last, seen, burn, mut trail) in &mut ships {
        let begins = trail.begins(!seen.is_hidden && burn.is_known());
        if !begins || burn.power() <= FAINT {
            continue;
        }
        let stern = trail.source(ship, shown, flight);
        let anchor = anchor_among(&sky, &sky.bodies_near(stern, 0.0), stern, |body| places.of(Some(body)));
        let gain = last.own_change * TICKS_PER_SECOND;
        let place_at = |age_s: f64| stern - flown(flight.own_velocity, gain, age_s);
        trail.recall(place_at, burn.power(), anchor, &places);
    }
}

/// The way of a ship in its last seconds under its own power, km: its velocity, km/s, changed by `gain` in each of
/// them. A ship that grew faster was once at rest, and did not move before.
fn flown(velocity: DVec3, gain: DVec3, seconds: f64) -> DVec3 {
    let grew = velocity.dot(gain) > 0.0;
    let burning_s = if grew { seconds.min(velocity.length() / gain.length()) } else { seconds };
    velocity * burning_s - gain * (0.5 * burning_s * burning_s)
}

/// Takes samples of all ships that burn or have a trail, a few times in a second of play.
fn sample_trails(
    time: PlayTime,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    caps: Res<EffectLimits>,
    mut last: ResMut<LastSamples>,
    mut ships: Query<(&Ship, &RenderPosition, &Flight, &ScreenAnchor, &Burn, &mut Trail)>,
) {
    let now_s = time.seconds();
    let is_early = (0.0..SAMPLE_S).contains(&(now_s - last.0));
    if is_early || caps.trails == 0 {
        return;
    }
    last.0 = now_s;
    let mut near = KeptNear::default();
    for (ship, shown, flight, seen, burn, mut trail) in &mut ships {
        let burns = burn.power() > FAINT;
        if seen.is_hidden || !(burns || trail.is_lit()) {
            if !trail.samples.is_empty() {
                trail.samples.clear();
            }
            continue;
        }
        let stern = trail.source(ship, shown, flight);
        let near = sky.bodies_near_kept(&mut near, stern, 0.0);
        let anchor = anchor_among(&sky, near, stern, |body| places.of(Some(body)));
        trail.sample(stern, burn.power(), anchor, &places);
    }
}

type TrailedShip<'a> = (
    Entity,
    &'a Ship,
    &'a RenderPosition,
    &'a Flight,
    &'a ScreenAnchor,
    &'a Burn,
    &'a Trail,
    Option<&'a MemberOf>,
);

/// The nearest ships with a trail, and the points of one trail.
type TrailBuffers = (Vec<(Entity, DVec3)>, Vec<Point>);

/// Draws the trails of the nearest ships that have one.
fn draw_trails(
    time: PlayTime,
    places: Res<BodyPlaces>,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    colors: Res<FactionColors>,
    fleets: Query<&Fleet>,
    ships: Query<TrailedShip>,
    (caps, last): (Res<EffectLimits>, Res<LastSamples>),
    mut room: Local<TrailBuffers>,
    mut light: ResMut<LightSheet>,
) {
    let now_s = time.seconds();
    let (near, points) = &mut *room;
    let since = ((now_s - last.0) / SAMPLE_S).clamp(0.0, 1.0) as f32;
    near.clear();
    if caps.trails > 0 {
        let lit = ships.iter().filter(|(.., seen, _, trail, _)| !seen.is_hidden && trail.is_lit());
        near.extend(lit.map(|(entity, _, shown, ..)| (entity, shown.0)));
    }
    view.keep_nearest(near, caps.trails, |(_, place)| *place);
    for (entity, _) in near.iter() {
        let Ok((_, ship, shown, flight, _, burn, trail, fleet)) = ships.get(*entity) else { continue };
        let Some(projected) = view.project(shown.0) else { continue };
        let km_per_pixel = 1.0 / projected.pixels_per_km;
        let stern = Point { place: trail.source(ship, shown, flight), strength: burn.power() };
        let carried = places.of(trail.anchor);
        let samples = trail.samples.iter().zip(0_u8..).map(|(sample, index)| {
            let age = (f32::from(index) + since) / MOST_SAMPLES as f32;
            let strength = sample.power * (1.0 - age).max(0.0);
            Point { place: carried + sample.offset, strength }
        });
        lay(points, MOST_PIXELS * km_per_pixel, std::iter::once(stern).chain(samples));
        let half_km = (HALF_WIDTH_RADII * ship.radius_km).max(LEAST_HALF_PIXELS * km_per_pixel);
        let faction =
            fleet.and_then(|fleet| fleets.get(fleet.0).ok()).map_or(FactionId::NOBODY, |one| one.faction);
        let color = JET_COLOR.mix(&colors.of(faction).to_linear(), TINGE);
        light.0.add(points, &view, &origin, half_km, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_rests_in_the_frame_of_its_carrier() {
        let mut trail = Trail::default();
        let mut places = BodyPlaces(vec![DVec3::ZERO, DVec3::X * 100.0].into());
        trail.sample(DVec3::X * 90.0, 1.0, Some(BodyId(1)), &places);
        places.0[BodyId(1)] = DVec3::X * 150.0;
        assert_eq!(trail.samples[0].offset + places.of(trail.anchor), DVec3::X * 140.0);
        // Outside of the well the sample stays in place.
        trail.sample(DVec3::X * 130.0, 0.5, None, &places);
        assert_eq!(trail.samples[1].offset, DVec3::X * 140.0);
        assert_eq!(trail.samples[0].offset, DVec3::X * 130.0);
    }

    #[test]
    fn a_ship_that_comes_into_sight_has_left_a_trail() {
        // From rest with 2 km/s in each second, for 3 seconds.
        let (velocity, gain) = (DVec3::X * 6.0, DVec3::X * 2.0);
        assert_eq!(flown(velocity, gain, 1.0), DVec3::X * 5.0);
        assert_eq!(flown(velocity, gain, 3.0), DVec3::X * 9.0);
        assert_eq!(flown(velocity, gain, 60.0), DVec3::X * 9.0, "before that it was at rest");
        let (mut trail, places) = (Trail::default(), BodyPlaces::default());
        trail.recall(|age_s| -flown(velocity, gain, age_s), 0.5, None, &places);
        assert!(trail.is_lit());
        assert_eq!((trail.samples.len(), trail.samples[0].offset), (MOST_SAMPLES, DVec3::ZERO));
        let offsets: Vec<f64> = trail.samples.iter().map(|sample| -sample.offset.x).collect();
        assert!(offsets.is_sorted() && offsets.last() > Some(&8.0), "{offsets:?}");
    }

    #[test]
    fn a_trail_is_recalled_whenever_its_ship_comes_into_sight() {
        let mut trail = Trail::default();
        let begins = |trail: &mut Trail, known: [bool; 2]| known.map(|is_known| trail.begins(is_known));
        assert_eq!(begins(&mut trail, [false, true]), [false, true], "the first tick of a loaded world");
        assert_eq!(begins(&mut trail, [true, false]), [false, false]);
        assert_eq!(begins(&mut trail, [false, true]), [false, true], "it comes back");
        trail.sample(DVec3::ZERO, 1.0, None, &BodyPlaces::default());
        assert_eq!(begins(&mut trail, [false, true]), [false, false], "its samples are still there");
    }

    #[test]
    fn a_ship_that_brakes_was_faster_before() {
        // Down to 2 km/s, by 2 km/s in each second.
        let (velocity, gain) = (DVec3::X * 2.0, DVec3::X * -2.0);
        assert_eq!(flown(velocity, gain, 1.0), DVec3::X * 3.0);
        assert_eq!(flown(velocity, gain, 3.0), DVec3::X * 15.0, "its way goes on");
        assert_eq!(flown(DVec3::ZERO, gain, 1.0), DVec3::X, "it has just stopped");
        assert_eq!(flown(velocity, DVec3::ZERO, 3.0), DVec3::X * 6.0, "steady flight");
    }

    #[test]
    fn only_the_newest_samples_are_kept() {
        let (mut trail, places) = (Trail::default(), BodyPlaces::default());
        for step in 0..100_u8 {
            trail.sample(DVec3::X * f64::from(step), 1.0, None, &places);
        }
        assert_eq!(trail.samples.len(), MOST_SAMPLES);
        assert_eq!(trail.samples[0].offset.x, 99.0);
        for _ in 0..MOST_SAMPLES {
            trail.sample(DVec3::ZERO, 0.0, None, &places);
        }
        assert!(!trail.is_lit(), "who coasts leaves no trail");
    }
}
